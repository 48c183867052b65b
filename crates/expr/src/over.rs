//! Reads over a write at a symbolic index: a choice between the value written and what was there before.
//!
//! The choice between the two is made here, for one write: `ite(collides, written, below)`, the step of a read in
//! "Symbolic Memory with Pointers" (Trtík and Strejček, ATVA 2014). It is one choice where the read meets all of what was
//! written or nothing of it; where it may meet a part, the reader asks byte by byte. Of a single byte there is always an
//! answer.

use crate::{
    array::Overlap,
    pool::{Expr, Exprs},
    span::{Meets, Span},
};

/// A value at a symbolic place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenValue {
    /// For which inputs it was written.
    pub guard: Expr,
    /// Where; 64 bits.
    pub index: Expr,
    /// The bytes, the lowest first.
    pub value: Expr,
}

impl Exprs {
    /// What `bytes` bytes at `index` are that were `below` before `written` was; `None` where they may meet a part of it.
    pub fn read_above(&mut self, written: &WrittenValue, index: Expr, below: Expr) -> Option<Expr> {
        let &WrittenValue { guard, index: at, value } = written;
        let (bytes, stored) = (self.width(below) / 8, self.width(value) / 8);
        match self.overlap(at, value, index, bytes) {
            Overlap::Never => Some(below),
            Overlap::Inside(first) => {
                let part = self.extract(value, first * 8, bytes * 8);
                Some(self.ite(guard, part, below))
            }
            Overlap::Unknown if stored == bytes && self.same_or_apart(at, index, bytes) => {
                let is_met = self.meets_written(written, index, bytes);
                Some(self.ite(is_met, value, below))
            }
            Overlap::Unknown | Overlap::Partly if bytes == 1 => {
                Some((0..stored).fold(below, |others, byte| {
                    let by = self.constant(64, byte.into());
                    let place = self.add(at, by);
                    let (same, part) = (self.eq(index, place), self.extract(value, byte * 8, 8));
                    let is_met = self.and(guard, same);
                    self.ite(is_met, part, others)
                }))
            }
            Overlap::Unknown | Overlap::Partly => None,
        }
    }

    /// As [`Exprs::read_above`], of what a span wrote.
    pub fn read_above_span(&mut self, span: &Span, index: Expr, below: Expr) -> Option<Expr> {
        let bytes = self.width(below) / 8;
        let inside = self.sub(index, span.start);
        match self.meets(inside, span.len, bytes) {
            Meets::None => Some(below),
            Meets::All if !self.has_gaps(span) => Some(self.read_source(span.source, inside, bytes)),
            Meets::All | Meets::Some
                if bytes == 1 || self.all_or_nothing(inside, span.len, bytes) && !self.has_gaps(span) =>
            {
                let is_met = self.is_met(span, inside);
                let here = self.read_source(span.source, inside, bytes);
                Some(self.ite(is_met, here, below))
            }
            Meets::All | Meets::Some => None,
        }
    }

    /// For which inputs `bytes` bytes at `index` meet some of what was written: the collision formula.
    pub fn meets_written(&mut self, written: &WrittenValue, index: Expr, bytes: u32) -> Expr {
        let &WrittenValue { guard, index: at, value } = written;
        let stored = self.width(value) / 8;
        let is_near = if stored == bytes && self.same_or_apart(at, index, bytes) {
            self.eq(at, index)
        } else {
            let (stored, bytes) = (self.constant(64, stored.into()), self.constant(64, bytes.into()));
            let (behind, before) = (self.sub(index, at), self.sub(at, index));
            let (begins, ends) = (self.ult(behind, stored), self.ult(before, bytes));
            self.or(begins, ends)
        };
        self.and(guard, is_near)
    }

    /// As [`Exprs::meets_written`], of what a span wrote.
    pub fn meets_span(&mut self, span: &Span, index: Expr, bytes: u32) -> Expr {
        let bytes = self.constant(64, bytes.into());
        let (behind, before) = (self.sub(index, span.start), self.sub(span.start, index));
        let (begins, ends) = (self.ult(behind, span.len), self.ult(before, bytes));
        let (zero, any) = (self.zero(64), self.or(begins, ends));
        let is_something = self.ult(zero, span.len);
        self.and(is_something, any)
    }

    /// Whether `bytes` bytes at `index` are all of what was written, where something was.
    pub fn is_inside(&self, written: &WrittenValue, index: Expr, bytes: u32) -> bool {
        matches!(self.overlap(written.index, written.value, index, bytes), Overlap::Inside(_))
    }

    /// Whether two words of `bytes` bytes are the same or share nothing, whatever the input: they begin on multiples of their
    /// size, or on places as far from those.
    fn same_or_apart(&self, a: Expr, b: Expr, bytes: u32) -> bool {
        let low = u64::from(bytes) - 1;
        let known = |e: Expr| {
            let facts = self.facts(e);
            ((facts.zeros | facts.ones) & low == low).then_some(facts.ones & low)
        };
        bytes.is_power_of_two() && known(a).is_some() && known(a) == known(b)
    }

    /// Whether `bytes` bytes are all in a span or all outside, whatever the input: it has whole words of them.
    fn all_or_nothing(&self, inside: Expr, len: Expr, bytes: u32) -> bool {
        let low = u64::from(bytes) - 1;
        let is_multiple = |e: Expr| self.facts(e).zeros & low == low;
        bytes.is_power_of_two() && is_multiple(inside) && is_multiple(len)
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Random;

    use super::WrittenValue;
    use crate::{Evaluator, Expr, Exprs, Kind, Model, Source, Span};

    const SIZE: u64 = 24;

    /// The bytes of `value`, by place, where it is written over bytes that say their place.
    fn bytes_of(
        exprs: &mut Exprs,
        index: Expr,
        bytes: u32,
        written: impl Fn(&mut Exprs, Expr, Expr) -> Option<Expr>,
    ) -> Expr {
        let below = |exprs: &mut Exprs, index: Expr, bytes: u32| {
            let parts: Vec<Expr> = (0..bytes)
                .map(|byte| {
                    let by = exprs.constant(64, byte.into());
                    let place = exprs.add(index, by);
                    exprs.extract(place, 0, 8)
                })
                .collect();
            exprs.concat_bytes(&parts)
        };
        let word = below(exprs, index, bytes);
        if let Some(read) = written(exprs, index, word) {
            return read;
        }
        let parts: Vec<Expr> = (0..bytes)
            .map(|byte| {
                let by = exprs.constant(64, byte.into());
                let place = exprs.add(index, by);
                let byte = below(exprs, place, 1);
                written(exprs, place, byte).expect("of a single byte there is an answer")
            })
            .collect();
        exprs.concat_bytes(&parts)
    }

    fn place(exprs: &mut Exprs, random: &mut Random, symbol: Expr) -> Expr {
        let wide = exprs.zext(symbol, 64);
        let (scale, start) = (1 << random.below(4), random.below(SIZE));
        let (scale, start) = (exprs.constant(64, scale), exprs.constant(64, start));
        let scaled = exprs.mul(wide, scale);
        match random.below(3) {
            0 => start,
            1 => scaled,
            _ => exprs.add(scaled, start),
        }
    }

    #[test]
    fn a_read_finds_what_plain_bytes_hold() {
        for seed in 0..400 {
            let mut exprs = Exprs::new();
            let mut random = Random::new(seed);
            let symbols: Vec<Expr> = ["a", "b", "c"].iter().map(|name| exprs.variable(name, 2)).collect();
            let (at, index) =
                (place(&mut exprs, &mut random, symbols[0]), place(&mut exprs, &mut random, symbols[1]));
            let (stored, bytes) = (1 << random.below(4), 1 << random.below(4));
            let value = exprs.constant(stored * 8, 0xf8f7_f6f5_f4f3_f2f1 & (u64::MAX >> (64 - stored * 8)));
            let zero = exprs.zero(2);
            let guard = exprs.eq(symbols[2], zero);
            let written = WrittenValue { guard, index: at, value };
            let read = bytes_of(&mut exprs, index, bytes, |exprs, index, below| {
                exprs.read_above(&written, index, below)
            });
            let meets = exprs.meets_written(&written, index, bytes);
            let len = exprs.zext(symbols[2], 64);
            let byte = exprs.constant(8, 0xee);
            let span = Span { start: at, len, source: Source::Byte(byte) };
            let spanned = bytes_of(&mut exprs, index, bytes, |exprs, index, below| {
                exprs.read_above_span(&span, index, below)
            });
            for number in 0..64_u64 {
                let mut model = Model::new();
                for (i, &symbol) in symbols.iter().enumerate() {
                    let Kind::Symbol { input, offset } = exprs.kind(symbol) else {
                        unreachable!("a variable")
                    };
                    model.set(input, offset, number >> (2 * i) & 3);
                }
                let value_of = |e: Expr| Evaluator::new().word(&exprs, &model, e);
                let (at, index, len) = (value_of(at), value_of(index), value_of(len));
                let holds = |place: u64, first: u64, count: u64| place.wrapping_sub(first) < count;
                let (mut expected, mut expected_span, mut collides) = (0, 0, false);
                for byte in (0..u64::from(bytes)).rev() {
                    let place = index + byte;
                    let is_met = len == 0 && holds(place, at, stored.into());
                    collides |= is_met;
                    let here = if is_met { 0xf1 + (place - at) } else { place & 0xff };
                    expected = expected << 8 | here;
                    expected_span =
                        expected_span << 8 | if holds(place, at, len) { 0xee } else { place & 0xff };
                }
                assert_eq!(value_of(read), expected, "seed {seed}, input {number}");
                assert_eq!(value_of(spanned), expected_span, "seed {seed}, input {number}");
                assert_eq!(value_of(meets) != 0, collides, "seed {seed}, input {number}");
            }
        }
    }
}
