//! Writes to symbolically many places at once.
//!
//! A *span* says of each place from `start` on, as many as `len` says, what is there: one byte, what another array has at
//! the same distance from a place of its own, or what a function says of the round of a loop that wrote it. So `memset`,
//! `memcpy` and a loop of symbolically many rounds are one array each, however many bytes that may be. After the multi-writes of "Symbolic Memory with Pointers" (Trtík and Strejček, ATVA 2014), whose
//! functions of the place are these.
//!
//! Law: a read takes spans apart. It becomes a choice between what the span says at the place that is read and what
//! lies below, so no expression refers to an array with a span, and no solver ever meets one.

use crate::{
    array::{Array, ArrayKind, Overlap},
    over::WrittenValue,
    pool::{Expr, Exprs},
    substitute::Substitution,
};

/// Places in which a read looks for a byte at most.
const HEAVIEST: u32 = 64;

/// A write to symbolically many places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first place; 64 bits.
    pub start: Expr,
    /// How many places; 64 bits.
    pub len: Expr,
    /// What is there.
    pub source: Source,
}

/// What a span writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The same at every place; 8 bits.
    Byte(Expr),
    /// What an array has, one place after the other.
    Array {
        /// The array.
        array: Array,
        /// The place in it of what comes first; 64 bits.
        from: Expr,
    },
    /// What a loop writes, round by round.
    Function(Function),
}

/// What each round of a loop writes, the rounds one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// What a round writes: an expression over `round`, of some bytes.
    pub value: Expr,
    /// The symbol that stands for the number of the round, from 0 on. It is no input: a read puts a number in its place.
    pub round: Expr,
    /// How far behind what the round before wrote this round writes; no fewer bytes than `value` has.
    pub step: u64,
}

impl Span {
    /// The expressions it is made of.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Expr> {
        let (of_source, round) = match self.source {
            Source::Byte(byte) => (byte, None),
            Source::Array { from, .. } => (from, None),
            Source::Function(Function { value, round, .. }) => (value, Some(round)),
        };
        [self.start, self.len, of_source].into_iter().chain(round)
    }

    /// The numbers it is made of beside those, which tell spans of one form apart.
    pub(crate) fn numbers(&self) -> [u64; 2] {
        match self.source {
            Source::Byte(_) => [4, 0],
            Source::Array { .. } => [3, 0],
            Source::Function(Function { step, .. }) => [5, step],
        }
    }

    /// The array it copies from.
    pub(crate) fn array(&self) -> Option<Array> {
        match self.source {
            Source::Byte(_) | Source::Function(_) => None,
            Source::Array { array, .. } => Some(array),
        }
    }

    /// The same span of what expressions and arrays have become.
    pub(crate) fn mapped(&self, to: impl Fn(Expr) -> Expr, to_array: impl Fn(Array) -> Array) -> Self {
        let source = match self.source {
            Source::Byte(byte) => Source::Byte(to(byte)),
            Source::Array { array, from } => Source::Array { array: to_array(array), from: to(from) },
            Source::Function(f) => Source::Function(Function { value: to(f.value), ..f }),
        };
        Self { start: to(self.start), len: to(self.len), source }
    }
}

/// Which places of a read are those of a span.
pub(crate) enum Meets {
    All,
    None,
    /// It depends on the input, or they are some.
    Some,
}

impl Exprs {
    /// `on` with a span written over it.
    pub fn span(&mut self, on: Array, span: Span) -> Array {
        debug_assert!(span.parts().take(2).all(|e| self.width(e) == 64), "places are counted in 64 bits");
        if self.as_const(span.len) == Some(0) {
            return on;
        }
        self.intern_span(on, span)
    }

    /// Reads an array that has a span on top.
    pub(crate) fn read_span(&mut self, (on, span): (Array, Span), index: Expr, bytes: u32) -> Expr {
        let inside = self.sub(index, span.start);
        match self.meets(inside, span.len, bytes) {
            Meets::None => self.read(on, index, bytes),
            Meets::All if !self.has_gaps(&span) => self.read_source(span.source, inside, bytes),
            Meets::All | Meets::Some => {
                let parts: Vec<Expr> = (0..bytes)
                    .map(|i| {
                        let by = self.constant(64, i.into());
                        let (at, inside) = (self.add(index, by), self.add(inside, by));
                        let is_met = self.is_met(&span, inside);
                        let here = self.read_source(span.source, inside, 1);
                        let below = self.read(on, at, 1);
                        self.ite(is_met, here, below)
                    })
                    .collect();
                self.concat_bytes(&parts)
            }
        }
    }

    /// What a span says `inside` places behind its start.
    pub(crate) fn read_source(&mut self, source: Source, inside: Expr, bytes: u32) -> Expr {
        match source {
            Source::Byte(byte) => self.concat_bytes(&vec![byte; vellum_collections::cast::index(bytes)]),
            Source::Array { array, from } => {
                let at = self.add(from, inside);
                self.read(array, at, bytes)
            }
            Source::Function(f) => self.read_function(&f, inside, bytes),
        }
    }

    /// Whether there are places between what two rounds write.
    pub fn has_gaps(&self, span: &Span) -> bool {
        match span.source {
            Source::Byte(_) | Source::Array { .. } => false,
            Source::Function(f) => f.step != u64::from(self.width(f.value) / 8),
        }
    }

    /// Whether a span says what is `inside` places behind its start.
    pub(crate) fn is_met(&mut self, span: &Span, inside: Expr) -> Expr {
        let is_inside = self.ult(inside, span.len);
        match span.source {
            Source::Function(f) if self.has_gaps(span) => {
                let bytes = self.constant(64, u64::from(self.width(f.value) / 8));
                let (_, place) = self.round_and_place(&f, inside);
                let is_written = self.ult(place, bytes);
                self.and(is_inside, is_written)
            }
            Source::Byte(_) | Source::Array { .. } | Source::Function(_) => is_inside,
        }
    }

    /// What rounds of a loop wrote `inside` places behind what the first one wrote.
    fn read_function(&mut self, f: &Function, inside: Expr, bytes: u32) -> Expr {
        let (round, place) = self.round_and_place(f, inside);
        if bytes * 8 == self.width(f.value) && self.as_const(place) == Some(0) {
            return self.in_round(f, round);
        }
        let parts: Vec<Expr> = (0..bytes)
            .map(|i| {
                let by = self.constant(64, i.into());
                let inside = self.add(inside, by);
                let (round, place) = self.round_and_place(f, inside);
                let value = self.in_round(f, round);
                self.byte_at(value, place)
            })
            .collect();
        self.concat_bytes(&parts)
    }

    /// The round that writes `inside` places behind the first, and how far behind the start of what it writes that is.
    fn round_and_place(&mut self, f: &Function, inside: Expr) -> (Expr, Expr) {
        let step = self.constant(64, f.step);
        (self.udiv(inside, step), self.urem(inside, step))
    }

    /// What a round writes.
    fn in_round(&mut self, f: &Function, round: Expr) -> Expr {
        let round = self.fit(round, self.width(f.round));
        let mut replace = Substitution::new();
        replace.replace(self, f.round, round);
        replace.apply(self, f.value)
    }

    /// The byte of `value` at a place that may be symbolic; anything if there is none.
    fn byte_at(&mut self, value: Expr, place: Expr) -> Expr {
        let width = self.width(value);
        match self.as_const(place) {
            Some(place) if place < u64::from(width / 8) => {
                self.extract(value, u32::try_from(place).unwrap_or(0) * 8, 8)
            }
            Some(_) => self.zero(8),
            None if width == 8 => value,
            None => {
                let (place, eight) = (self.fit(place, width), self.constant(width, 8));
                let bits = self.mul(place, eight);
                let shifted = self.lshr(value, bits);
                self.extract(shifted, 0, 8)
            }
        }
    }

    /// Whether `bytes` places are in a span of `len` that are `inside` places behind its start.
    pub(crate) fn meets(&self, inside: Expr, len: Expr, bytes: u32) -> Meets {
        let (inside, len) = (self.facts(inside), self.facts(len));
        // Places count modulo 2^64: what goes past the last one goes on before the start.
        match inside.max.checked_add(bytes.into()) {
            Some(end) if end <= len.min => Meets::All,
            Some(_) if inside.min >= len.max => Meets::None,
            _ => Meets::Some,
        }
    }

    /// Reads an array in which stores at symbolic places lie over a span: byte by byte, as a choice.
    pub(crate) fn read_over_span(&mut self, array: Array, index: Expr, bytes: u32) -> Expr {
        let parts: Vec<Expr> = (0..bytes)
            .map(|i| {
                let by = self.constant(64, i.into());
                let place = self.add(index, by);
                self.read_byte_over_span(array, place)
            })
            .collect();
        self.concat_bytes(&parts)
    }

    /// A byte of such an array. There may be thousands of stores, so they are gone through without recursion.
    fn read_byte_over_span(&mut self, mut array: Array, place: Expr) -> Expr {
        let mut above: Vec<WrittenValue> = Vec::new();
        let bottom = loop {
            let ArrayKind::Store { on, index, value } = *self.arrays.kind(array) else {
                break self.read(array, place, 1);
            };
            match self.overlap(index, value, place, 1) {
                Overlap::Never => (),
                Overlap::Inside(first) => break self.extract(value, first * 8, 8),
                Overlap::Partly | Overlap::Unknown => {
                    above.push(WrittenValue { guard: Expr::TRUE, index, value });
                }
            }
            array = on;
        };
        above.iter().rev().fold(bottom, |below, written| {
            self.read_above(written, place, below).expect("of a single byte there is an answer")
        })
    }

    /// Whether an array is, or lies over, a span.
    pub fn has_span(&self, array: Array) -> bool {
        self.arrays.weight(array) > 0
    }

    /// Whether a span over an array would make reading it too much work: what was copied from itself again and again is
    /// looked for in twice as many places each time.
    pub fn is_too_heavy(&self, on: Array, span: &Span) -> bool {
        self.arrays.weight_of_span(on, span) > HEAVIEST
    }

    /// The newest span of an array, and what lies below it, if nothing lies above.
    pub(crate) fn top_span(&self, array: Array) -> Option<(Array, Span)> {
        match *self.arrays.kind(array) {
            ArrayKind::Span { on, span } => Some((on, span)),
            ArrayKind::Cells(_) | ArrayKind::Store { .. } => None,
        }
    }
}
