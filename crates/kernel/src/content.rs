//! Bytes outside the program's memory, some of which are expressions.

use std::{collections::BTreeMap, ops::Range};

use vellum_collections::cast::{index64, len64, low8, low32};
use vellum_expr::{Array, Cells, Evaluator, Expr, Exprs, Marker, Model};

/// Bytes of a file, of a structure, or on their way between a file and memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Content {
    bytes: Vec<u8>,
    /// The expressions that are in the place of bytes.
    symbolic: BTreeMap<u64, Expr>,
}

impl Content {
    /// Bytes without expressions.
    pub(crate) fn concrete(bytes: Vec<u8>) -> Self {
        Self { bytes, symbolic: BTreeMap::new() }
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
    pub(crate) fn symbolic(&self) -> impl Iterator<Item = (u64, Expr)> {
        self.symbolic.iter().map(|(&at, &e)| (at, e))
    }

    /// Puts an expression in the place of a byte, or a byte if it is constant.
    pub(crate) fn set(&mut self, exprs: &Exprs, at: u64, byte: Expr) {
        match exprs.as_const(byte) {
            Some(number) => {
                self.bytes[index64(at)] = low8(number);
                self.symbolic.remove(&at);
            }
            None => {
                self.symbolic.insert(at, byte);
            }
        }
    }

    /// A byte as an expression.
    pub(crate) fn expr(&self, exprs: &mut Exprs, at: u64) -> Expr {
        match self.symbolic.get(&at) {
            Some(&e) => e,
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
        let symbolic = self.symbolic().map(|(at, e)| (low32(at), e)).collect();
        exprs.cells(Cells::new(self.bytes.clone().into(), symbolic))
    }

    /// A copy of `range`, as far as there are bytes.
    pub(crate) fn slice(&self, range: Range<u64>) -> Self {
        let end = range.end.min(self.len());
        let start = range.start.min(end);
        let symbolic = self.symbolic.range(start..end).map(|(&at, &e)| (at - start, e)).collect();
        Self { bytes: self.bytes[index64(start)..index64(end)].to_vec(), symbolic }
    }

    /// Writes `new` at `at`; what lies between the end and there becomes zeros.
    pub(crate) fn write(&mut self, at: u64, new: &Self) {
        let end = at + new.len();
        if self.len() < end {
            self.resize(end);
        }
        self.bytes[index64(at)..index64(end)].copy_from_slice(&new.bytes);
        self.forget(at..end);
        self.symbolic.extend(new.symbolic().map(|(place, e)| (at + place, e)));
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
        for (at, e) in self.symbolic() {
            bytes[index64(at)] = low8(evaluator.word(exprs, model, e));
        }
        bytes
    }

    /// Marks the expressions it holds.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for (_, e) in self.symbolic() {
            marker.mark(e);
        }
    }

    fn forget(&mut self, range: Range<u64>) {
        let gone: Vec<u64> = self.symbolic.range(range).map(|(&at, _)| at).collect();
        for at in gone {
            self.symbolic.remove(&at);
        }
    }
}

#[cfg(test)]
mod tests {
    use vellum_expr::Exprs;

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
        assert_eq!((part.len(), part.symbolic().collect::<Vec<_>>()), (5, vec![(0, a), (3, b)]));
        content.write(4, &Content::concrete(b"x".to_vec()));
        content.write(8, &part);
        assert_eq!(content.bytes()[4..8], *b"xf\0\0");
        assert_eq!(content.symbolic().collect::<Vec<_>>(), [(1, a), (8, a), (11, b)]);
        content.resize(9);
        content.resize(20);
        assert_eq!(content.symbolic().collect::<Vec<_>>(), [(1, a), (8, a)]);
    }
}
