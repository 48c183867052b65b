//! Writes to symbolically many places at once.
//!
//! A *span* says of each place from `start` on, as many as `len` says, what is there: one byte, or what another array has at
//! the same distance from a place of its own. So `memset` and `memcpy` of a symbolic length are one array each, however many
//! bytes that may be. After the multi-writes of "Symbolic Memory with Pointers" (Trtík and Strejček, ATVA 2014), whose
//! functions of the place are these.
//!
//! Law: a read takes spans apart. It becomes a choice between what the span says at the place that is read and what
//! lies below, so no expression refers to an array with a span, and no solver ever meets one.

use crate::{
    array::{Array, ArrayKind},
    pool::{Expr, Exprs},
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
}

impl Span {
    /// The expressions it is made of.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Expr> {
        let of_source = match self.source {
            Source::Byte(byte) => byte,
            Source::Array { from, .. } => from,
        };
        [self.start, self.len, of_source].into_iter()
    }

    /// The array it copies from.
    pub(crate) fn array(&self) -> Option<Array> {
        match self.source {
            Source::Byte(_) => None,
            Source::Array { array, .. } => Some(array),
        }
    }

    /// The same span of what expressions and arrays have become.
    pub(crate) fn mapped(&self, to: impl Fn(Expr) -> Expr, to_array: impl Fn(Array) -> Array) -> Self {
        let source = match self.source {
            Source::Byte(byte) => Source::Byte(to(byte)),
            Source::Array { array, from } => Source::Array { array: to_array(array), from: to(from) },
        };
        Self { start: to(self.start), len: to(self.len), source }
    }
}

/// Which places of a read are those of a span.
enum Meets {
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
            Meets::All => self.read_source(span.source, inside, bytes),
            Meets::Some => {
                let parts: Vec<Expr> = (0..bytes)
                    .map(|i| {
                        let by = self.constant(64, i.into());
                        let (at, inside) = (self.add(index, by), self.add(inside, by));
                        let is_met = self.ult(inside, span.len);
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
    fn read_source(&mut self, source: Source, inside: Expr, bytes: u32) -> Expr {
        match source {
            Source::Byte(byte) => self.concat_bytes(&vec![byte; vellum_collections::cast::index(bytes)]),
            Source::Array { array, from } => {
                let at = self.add(from, inside);
                self.read(array, at, bytes)
            }
        }
    }

    /// Whether `bytes` places are in a span of `len` that are `inside` places behind its start.
    fn meets(&self, inside: Expr, len: Expr, bytes: u32) -> Meets {
        let (inside, len) = (self.facts(inside), self.facts(len));
        // Places count modulo 2^64: what goes past the last one goes on before the start.
        match inside.max.checked_add(bytes.into()) {
            Some(end) if end <= len.min => Meets::All,
            Some(_) if inside.min >= len.max => Meets::None,
            _ => Meets::Some,
        }
    }

    /// Reads an array in which a store at a symbolic place lies over a span: byte by byte, as a choice.
    pub(crate) fn read_over_span(
        &mut self,
        (on, at, value): (Array, Expr, Expr),
        index: Expr,
        bytes: u32,
    ) -> Expr {
        let parts: Vec<Expr> = (0..bytes)
            .map(|i| {
                let by = self.constant(64, i.into());
                let place = self.add(index, by);
                let below = self.read(on, place, 1);
                (0..self.width(value) / 8).fold(below, |others, byte| {
                    let by = self.constant(64, byte.into());
                    let stored_at = self.add(at, by);
                    let same = self.eq(place, stored_at);
                    let stored = self.extract(value, byte * 8, 8);
                    self.ite(same, stored, others)
                })
            })
            .collect();
        self.concat_bytes(&parts)
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
