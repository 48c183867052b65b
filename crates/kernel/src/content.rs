//! Bytes outside the program's memory, some of which are expressions.

use std::{collections::BTreeMap, ops::Range};

use vellum_collections::cast::{index64, len64, low8, low32};
use vellum_expr::{Array, Cells, Evaluator, Expr, Exprs, Input, Marker, Model};
use vellum_memory::Piece;

/// Bytes of a file, of a structure, or on their way between a file and memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Content {
    bytes: Vec<u8>,
    /// The expressions that are in the place of bytes.
    symbolic: BTreeMap<u64, Expr>,
    /// Stretches of input as it came, by rising place, which are no expressions before somebody asks: large files have some.
    untouched: Vec<Stretch>,
}

/// Bytes that are elements of an input, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stretch {
    places: Range<u64>,
    input: Input,
    /// The element at the first place.
    first: u64,
}

impl Stretch {
    /// The element at `at`.
    fn element(&self, at: u64) -> u32 {
        low32(self.first + at - self.places.start)
    }

    /// The part of it in `range`, if there is one.
    fn within(&self, range: &Range<u64>) -> Option<Self> {
        let places = self.places.start.max(range.start)..self.places.end.min(range.end);
        (places.start < places.end).then(|| {
            let first = self.first + (places.start - self.places.start);
            Self { places, input: self.input, first }
        })
    }
}

impl Content {
    /// Bytes without expressions.
    pub(crate) fn concrete(bytes: Vec<u8>) -> Self {
        Self { bytes, ..Self::default() }
    }

    /// How many bytes there are.
    pub(crate) fn len(&self) -> u64 {
        len64(self.bytes.len())
    }

    /// The bytes; where there is an expression, any.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The expressions and where they are, by rising place.
    pub(crate) fn symbolic(&self, exprs: &mut Exprs) -> Vec<(u64, Expr)> {
        let mut all: Vec<(u64, Expr)> = self.symbolic.iter().map(|(&at, &e)| (at, e)).collect();
        for stretch in &self.untouched {
            let element = |at| (at, exprs.symbol(stretch.input, stretch.element(at)));
            all.extend(stretch.places.clone().map(element));
        }
        all.sort_unstable_by_key(|&(at, _)| at);
        all
    }

    /// The expressions among them that are more than elements of an input nobody touched, and where they are, by rising place.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = (u64, Expr)> {
        self.symbolic.iter().map(|(&at, &e)| (at, e))
    }

    /// The bytes as memory has them, without [`Content::expressions`].
    pub(crate) fn piece(&self, exprs: &mut Exprs) -> Piece {
        let mut piece = Piece::concrete(self.bytes.clone());
        for stretch in &self.untouched {
            let (first, places) = (stretch.element(stretch.places.start), &stretch.places);
            let elements = first..first + low32(places.end - places.start);
            let part = Piece::of_input(exprs, stretch.input, elements);
            piece.overlay(exprs, places.start, &part);
        }
        piece
    }

    /// Has elements of an input, from number `first` on, take the place of the bytes in `places`.
    pub(crate) fn set_untouched(&mut self, places: Range<u64>, input: Input, first: u64) {
        self.forget(places.clone());
        self.bytes[index64(places.start)..index64(places.end)].fill(0);
        self.untouched.push(Stretch { places, input, first });
        self.untouched.sort_unstable_by_key(|stretch| stretch.places.start);
    }

    /// Puts an expression in the place of a byte, or a byte if it is constant.
    pub(crate) fn set(&mut self, exprs: &Exprs, at: u64, byte: Expr) {
        self.forget(at..at + 1);
        match exprs.as_const(byte) {
            Some(number) => {
                self.bytes[index64(at)] = low8(number);
            }
            None => {
                self.symbolic.insert(at, byte);
            }
        }
    }

    /// A byte as an expression.
    pub(crate) fn expr(&self, exprs: &mut Exprs, at: u64) -> Expr {
        if let Some(&e) = self.symbolic.get(&at) {
            return e;
        }
        match self.untouched.iter().find(|stretch| stretch.places.contains(&at)) {
            Some(stretch) => exprs.symbol(stretch.input, stretch.element(at)),
            None => exprs.constant(8, self.bytes[index64(at)].into()),
        }
    }

    /// The number of up to eight bytes in `range`, the lowest first.
    pub(crate) fn number(&self, exprs: &mut Exprs, range: Range<u64>) -> Expr {
        let bytes: Vec<Expr> = range.map(|at| self.expr(exprs, at)).collect();
        exprs.concat_bytes(&bytes)
    }

    /// The bytes as an array value.
    pub(crate) fn array(&self, exprs: &mut Exprs) -> Array {
        let symbolic = self.symbolic(exprs).into_iter().map(|(at, e)| (low32(at), e)).collect();
        exprs.cells(Cells::new(self.bytes.clone().into(), symbolic))
    }

    /// A copy of `range`, as far as there are bytes.
    pub(crate) fn slice(&self, range: Range<u64>) -> Self {
        let end = range.end.min(self.len());
        let start = range.start.min(end);
        let symbolic = self.symbolic.range(start..end).map(|(&at, &e)| (at - start, e)).collect();
        let met = self.untouched.iter().filter_map(|stretch| stretch.within(&(start..end)));
        let moved = |part: Stretch| {
            let places = part.places.start - start..part.places.end - start;
            Stretch { places, ..part }
        };
        let bytes = self.bytes[index64(start)..index64(end)].to_vec();
        Self { bytes, symbolic, untouched: met.map(moved).collect() }
    }

    /// Writes `new` at `at`; what lies between the end and there becomes zeros.
    pub(crate) fn write(&mut self, at: u64, new: &Self) {
        let end = at + new.len();
        if self.len() < end {
            self.resize(end);
        }
        self.bytes[index64(at)..index64(end)].copy_from_slice(&new.bytes);
        self.forget(at..end);
        self.symbolic.extend(new.symbolic.iter().map(|(&place, &e)| (at + place, e)));
        for part in &new.untouched {
            self.set_untouched(at + part.places.start..at + part.places.end, part.input, part.first);
        }
    }

    /// Appends `new`.
    pub(crate) fn append(&mut self, new: &Self) {
        self.write(self.len(), new);
    }

    /// Cuts or adds zeros.
    pub(crate) fn resize(&mut self, len: u64) {
        self.forget(len..u64::MAX);
        self.bytes.resize(index64(len), 0);
    }

    /// The bytes for the input in `model`.
    pub(crate) fn evaluate(&self, exprs: &Exprs, model: &Model) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        let mut evaluator = Evaluator::new();
        for (&at, &e) in &self.symbolic {
            bytes[index64(at)] = low8(evaluator.word(exprs, model, e));
        }
        for stretch in &self.untouched {
            for at in stretch.places.clone() {
                bytes[index64(at)] = low8(model.element(stretch.input, stretch.element(at)));
            }
        }
        bytes
    }

    /// Marks the expressions it holds.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for &e in self.symbolic.values() {
            marker.mark(e);
        }
    }

    fn forget(&mut self, range: Range<u64>) {
        let gone: Vec<u64> = self.symbolic.range(range.clone()).map(|(&at, _)| at).collect();
        for at in gone {
            self.symbolic.remove(&at);
        }
        if self.untouched.iter().any(|stretch| stretch.within(&range).is_some()) {
            let sides = [0..range.start, range.end..u64::MAX];
            let parts =
                self.untouched.iter().flat_map(|stretch| sides.iter().map(|side| stretch.within(side)));
            self.untouched = parts.flatten().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::{Random, cast::low32};
    use vellum_expr::{Exprs, Model};

    use super::Content;

    #[test]
    fn expressions_move_with_the_bytes() {
        let mut exprs = Exprs::new();
        let input = exprs.input("x", 2);
        let (a, b) = (exprs.symbol(input, 0), exprs.symbol(input, 1));
        let mut content = Content::concrete(b"abcdef".to_vec());
        content.set(&exprs, 1, a);
        content.set(&exprs, 4, b);
        let part = content.slice(1..99);
        assert_eq!((part.len(), part.symbolic(&mut exprs)), (5, vec![(0, a), (3, b)]));
        content.write(4, &Content::concrete(b"x".to_vec()));
        content.write(8, &part);
        assert_eq!(content.bytes()[4..8], *b"xf\0\0");
        assert_eq!(content.symbolic(&mut exprs), [(1, a), (8, a), (11, b)]);
        content.resize(9);
        content.resize(20);
        assert_eq!(content.symbolic(&mut exprs), [(1, a), (8, a)]);
    }

    #[test]
    fn input_that_nobody_touched_is_the_same_as_its_expressions() {
        const LEN: u64 = 40;
        let mut exprs = Exprs::new();
        let input = exprs.input("x", 100);
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut plain = Content::concrete(vec![7; 40]);
            let mut lazy = plain.clone();
            for _ in 0..12 {
                let at = random.below(LEN);
                let places = at..at + 1 + random.below(LEN - at);
                match random.below(4) {
                    0 => {
                        let first = random.below(50);
                        lazy.set_untouched(places.clone(), input, first);
                        for place in places {
                            let symbol = exprs.symbol(input, low32(first + place - at));
                            plain.set(&exprs, place, symbol);
                        }
                    }
                    1 => {
                        let byte = exprs.constant(8, 9);
                        lazy.set(&exprs, at, byte);
                        plain.set(&exprs, at, byte);
                    }
                    2 => {
                        let to = random.below(LEN - (places.end - places.start) + 1);
                        let (a, b) = (lazy.slice(places.clone()), plain.slice(places));
                        lazy.write(to, &a);
                        plain.write(to, &b);
                    }
                    _ => {
                        for content in [&mut lazy, &mut plain] {
                            content.resize(places.end);
                            content.resize(LEN);
                        }
                    }
                }
                let mut model = Model::new();
                (0..100).for_each(|at| model.set(input, at, random.below(256)));
                assert_eq!(lazy.evaluate(&exprs, &model), plain.evaluate(&exprs, &model));
                assert_eq!(lazy.symbolic(&mut exprs), plain.symbolic(&mut exprs));
                assert_eq!(lazy.array(&mut exprs), plain.array(&mut exprs));
                assert_eq!(lazy.expr(&mut exprs, at), plain.expr(&mut exprs, at));
            }
        }
    }
}
