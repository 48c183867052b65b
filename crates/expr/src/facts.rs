//! What is known of an expression whatever the input: fixed bits, and the range it lies in.
//!
//! Kept for every expression of at most 64 bits when it is made, from the facts of its operands alone.

use vellum_bits::word;

use crate::{
    kind::{BinaryOp, CompareOp, Kind},
    pool::{Expr, Exprs},
};

/// Known bits, bounds and symbols of an expression.
///
/// Invariant: `zeros & ones == 0` and `min <= max`; of an expression wider than 64 bits nothing is known but
/// its symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Bits that are clear.
    pub zeros: u64,
    /// Bits that are set.
    pub ones: u64,
    /// The smallest value, unsigned.
    pub min: u64,
    /// The largest value, unsigned.
    pub max: u64,
    /// The symbols it depends on: bit `n` for symbol `n` modulo 62; the two highest for bytes nobody wrote and
    /// for bases of pointers.
    pub symbols: u64,
}

impl Facts {
    /// The bit of [`Facts::symbols`] that stands for bytes nobody wrote.
    pub const GARBAGE: u64 = 1 << 63;

    /// The bit of [`Facts::symbols`] that stands for bases of pointers.
    pub const BASE: u64 = 1 << 62;

    /// As many symbols as [`Facts::symbols`] tells apart.
    pub const SYMBOLS: u32 = 62;

    /// Nothing known of a value of `width` bits.
    pub fn unknown(width: u32) -> Self {
        let mask = mask(width);
        Self { zeros: !mask, ones: 0, min: 0, max: mask, symbols: 0 }
    }

    /// One value.
    pub fn exact(value: u64) -> Self {
        Self { zeros: !value, ones: value, min: value, max: value, symbols: 0 }
    }

    /// Values from `min` to `max`.
    pub fn range(min: u64, max: u64) -> Self {
        Self { zeros: 0, ones: 0, min, max, symbols: 0 }.tightened()
    }

    /// The only value left, if there is only one.
    pub fn value(&self, width: u32) -> Option<u64> {
        (width <= 64 && self.min == self.max).then_some(self.min)
    }

    /// Bits that may be set.
    pub fn possible(&self) -> u64 {
        !self.zeros
    }

    /// Low bits that are certainly clear.
    pub fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones()
    }

    /// Bits and bounds, each made as good as the other allows.
    fn tightened(mut self) -> Self {
        self.min = self.min.max(self.ones);
        self.max = self.max.min(!self.zeros);
        // Bits above the highest one in which the bounds differ are the same for all values between.
        let same = match self.min ^ self.max {
            0 => u64::MAX,
            differ => !(u64::MAX >> differ.leading_zeros()),
        };
        self.zeros |= same & !self.max;
        self.ones |= same & self.min;
        self
    }

    fn bits(zeros: u64, ones: u64) -> Self {
        Self { zeros, ones, min: 0, max: u64::MAX, symbols: 0 }.tightened()
    }

    /// Either of the two.
    pub(crate) fn join(&self, other: &Self) -> Self {
        Self {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            symbols: 0,
        }
        .tightened()
    }

    /// What both say.
    fn meet(self, other: Self) -> Self {
        Self {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            min: self.min.max(other.min),
            max: self.max.min(other.max),
            symbols: 0,
        }
        .tightened()
    }

    /// The smallest and largest value of `width` bits read as signed.
    pub fn signed_bounds(&self, width: u32) -> (i64, i64) {
        let sign = 1 << (width - 1);
        if self.zeros & sign != 0 || self.ones & sign != 0 {
            (word::sign_extend(width, self.min), word::sign_extend(width, self.max))
        } else {
            let most = i64::MAX >> (64 - width);
            (-most - 1, most)
        }
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { word::mask(width) }
}

impl Exprs {
    /// The facts of an expression that is being made.
    pub(crate) fn facts_of(&self, kind: Kind, width: u32) -> Facts {
        let mut facts = if width > 64 {
            Facts::unknown(64)
        } else {
            let narrow = kind.operands().all(|e| self.width(e) <= 64);
            if narrow { self.narrow_facts(kind, width) } else { Facts::unknown(width) }
        };
        facts.symbols = kind.operands().fold(0, |symbols, e| symbols | self.facts(e).symbols);
        match kind {
            Kind::Garbage { .. } => facts.symbols = Facts::GARBAGE,
            Kind::Base(_) => facts.symbols = Facts::BASE,
            _ => {}
        }
        if let Some(array) = kind.array() {
            facts.symbols |= self.arrays.symbols(array);
        }
        debug_assert!(facts.zeros & facts.ones == 0, "no bit is both clear and set in {kind:?}");
        debug_assert!(facts.min <= facts.max, "some value is left in {kind:?}");
        facts
    }

    fn narrow_facts(&self, kind: Kind, width: u32) -> Facts {
        let of = |e: Expr| self.facts(e);
        match kind {
            Kind::Const(value) => Facts::exact(value),
            Kind::Not(a) => {
                let (a, mask) = (of(a), mask(width));
                Facts {
                    zeros: a.ones | !mask,
                    ones: a.zeros & mask,
                    min: mask - a.max,
                    max: mask - a.min,
                    symbols: 0,
                }
            }
            Kind::Binary(op, a, b) => binary(op, width, of(a), of(b)),
            Kind::Compare(op, a, b) => match compare(op, self.width(a), of(a), of(b)) {
                Some(value) => Facts::exact(u64::from(value)),
                None => Facts::unknown(1),
            },
            Kind::Ite(_, a, b) => of(a).join(of(b)),
            Kind::Concat(high, low) => {
                let shift = self.width(low);
                let (high, low) = (of(high), of(low));
                Facts {
                    zeros: high.zeros << shift | (low.zeros & mask(shift)),
                    ones: high.ones << shift | low.ones,
                    min: high.min << shift | low.min,
                    max: high.max << shift | low.max,
                    symbols: 0,
                }
                .tightened()
            }
            Kind::Extract { of: a, low } => {
                let a = of(a);
                let bits = Facts::bits(a.zeros >> low | !mask(width), a.ones >> low & mask(width));
                // Where all values agree above the cut, the bounds survive it.
                if (a.min ^ a.max) >> low <= mask(width) {
                    bits.meet(Facts::range(a.min >> low & mask(width), a.max >> low & mask(width)))
                } else {
                    bits
                }
            }
            Kind::ZExt(a) => *of(a),
            Kind::SExt(a) => sign_extended(of(a), self.width(a), width),
            Kind::Read { array, index } => self.read_facts(array, of(index), width),
            Kind::Wide(_)
            | Kind::Symbol { .. }
            | Kind::Garbage { .. }
            // What is known of it would make it a constant again.
            | Kind::Base(_)
            | Kind::Float(..)
            | Kind::Fma(..)
            | Kind::FloatCompare(..)
            | Kind::FloatFromInt(..)
            | Kind::FloatToInt(..)
            | Kind::FloatConvert(..) => Facts::unknown(width),
        }
    }
}

fn sign_extended(a: &Facts, from: u32, width: u32) -> Facts {
    let sign = 1 << (from - 1);
    let upper = mask(width) & !mask(from);
    if a.zeros & sign != 0 {
        *a
    } else if a.ones & sign != 0 {
        Facts {
            zeros: a.zeros & !upper,
            ones: a.ones | upper,
            min: a.min | upper,
            max: a.max | upper,
            symbols: 0,
        }
    } else {
        Facts::bits(a.zeros & mask(from) | !mask(width), a.ones)
    }
}

fn binary(op: BinaryOp, width: u32, a: &Facts, b: &Facts) -> Facts {
    let unknown = Facts::unknown(width);
    let mask = mask(width);
    match op {
        BinaryOp::And => unknown
            .meet(Facts::bits(a.zeros | b.zeros, a.ones & b.ones))
            .meet(Facts::range(0, a.max.min(b.max))),
        BinaryOp::Or => unknown
            .meet(Facts::bits(a.zeros & b.zeros, a.ones | b.ones))
            .meet(Facts::range(a.min.max(b.min), mask)),
        BinaryOp::Xor => {
            Facts::bits(a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros)
                .meet(unknown)
        }
        BinaryOp::Add => {
            let bits = carried(mask, a, [b.zeros, b.ones], 0);
            sum_range(width, [a.min, b.min], [a.max, b.max]).meet(bits)
        }
        BinaryOp::Sub => {
            let bits = carried(mask, a, [b.ones, b.zeros], 1);
            if a.min >= b.max {
                bits.meet(Facts::range(a.min - b.max, a.max - b.min))
            } else if a.max < b.min {
                let below = |a: u64, b: u64| a.wrapping_sub(b) & mask;
                bits.meet(Facts::range(below(a.min, b.max), below(a.max, b.min)))
            } else {
                bits
            }
        }
        BinaryOp::Mul => {
            let zeros = (a.trailing_zeros() + b.trailing_zeros()).min(63);
            let aligned = unknown.meet(Facts::bits(((1 << zeros) - 1) | !mask, 0));
            match a.max.checked_mul(b.max).filter(|&max| max <= mask) {
                Some(max) => Facts::range(a.min * b.min, max).meet(aligned),
                None => aligned,
            }
        }
        BinaryOp::UDiv if b.min > 0 => Facts::range(a.min / b.max, a.max / b.min),
        BinaryOp::URem if b.min > 0 => Facts::range(0, a.max.min(b.max - 1)),
        BinaryOp::Shl if b.min == b.max && b.min < u64::from(width) => {
            let s = b.min;
            let zeros = (a.zeros << s) | ((1 << s) - 1) | !mask;
            let bits = Facts::bits(zeros, a.ones << s & mask);
            match a.max.checked_shl(u32::try_from(s).unwrap_or(64)).filter(|m| m >> s == a.max && *m <= mask)
            {
                Some(max) => Facts::range(a.min << s, max).meet(bits),
                None => bits,
            }
        }
        BinaryOp::LShr if b.min == b.max && b.min < u64::from(width) => {
            let s = b.min;
            Facts::range(a.min >> s, a.max >> s).meet(Facts::bits(a.zeros >> s | !(mask >> s), a.ones >> s))
        }
        // By zero, or by nothing, it is the dividend itself.
        BinaryOp::URem | BinaryOp::LShr => Facts::range(0, a.max),
        BinaryOp::AShr if b.min == b.max => {
            let s = b.min.min(u64::from(width) - 1);
            let (min, max) = a.signed_bounds(width);
            signed_range(width, min >> s, max >> s)
        }
        BinaryOp::SDiv if b.min == b.max => signed_quotient(width, a, word::sign_extend(width, b.min)),
        BinaryOp::SRem if b.min == b.max => signed_remainder(width, a, word::sign_extend(width, b.min)),
        BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::UDiv | BinaryOp::Shl | BinaryOp::AShr => unknown,
    }
}

/// The bits of a sum, as far as the carries into them are known.
fn carried(mask: u64, a: &Facts, [b_zeros, b_ones]: [u64; 2], carry: u64) -> Facts {
    let largest = (!a.zeros).wrapping_add(!b_zeros).wrapping_add(carry);
    let smallest = a.ones.wrapping_add(b_ones).wrapping_add(carry);
    let carry_clear = !(largest ^ a.zeros ^ b_zeros);
    let carry_set = smallest ^ a.ones ^ b_ones;
    let known = (a.zeros | a.ones) & (b_zeros | b_ones) & (carry_clear | carry_set);
    Facts::bits(!largest & known | !mask, smallest & known & mask)
}

/// The range of a sum whose carry out of the width is the same for all values.
fn sum_range(width: u32, min: [u64; 2], max: [u64; 2]) -> Facts {
    let sum = |[a, b]: [u64; 2]| {
        let (sum, carry) = a.overflowing_add(b);
        let above = if width < 64 { sum >> width != 0 } else { carry };
        (sum & mask(width), above)
    };
    match (sum(min), sum(max)) {
        ((min, below), (max, above)) if below == above => Facts::range(min, max),
        _ => Facts::unknown(width),
    }
}

/// Values between two signed bounds.
fn signed_range(width: u32, min: i64, max: i64) -> Facts {
    if (min < 0) == (max < 0) {
        Facts::range(word::from_signed(width, min), word::from_signed(width, max))
    } else {
        Facts::unknown(width)
    }
}

fn signed_quotient(width: u32, a: &Facts, divisor: i64) -> Facts {
    let (min, max) = a.signed_bounds(width);
    match divisor {
        // Minus one may overflow.
        0 | -1 => Facts::unknown(width),
        1.. => signed_range(width, min / divisor, max / divisor),
        _ => signed_range(width, max / divisor, min / divisor),
    }
}

fn signed_remainder(width: u32, a: &Facts, divisor: i64) -> Facts {
    let (min, max) = a.signed_bounds(width);
    let most = i64::try_from(divisor.unsigned_abs().wrapping_sub(1)).unwrap_or(i64::MAX);
    match divisor {
        0 => Facts::unknown(width),
        _ if min >= 0 => Facts::range(0, most.min(max).cast_unsigned()),
        _ => Facts::unknown(width),
    }
}

/// How a comparison turns out, if the facts decide it.
fn compare(op: CompareOp, width: u32, a: &Facts, b: &Facts) -> Option<bool> {
    let below = |less: bool, not_less: bool| if less { Some(true) } else { not_less.then_some(false) };
    match op {
        CompareOp::Eq => {
            let differ = a.max < b.min || b.max < a.min || a.ones & b.zeros != 0 || a.zeros & b.ones != 0;
            differ.then_some(false)
        }
        CompareOp::Ult => below(a.max < b.min, a.min >= b.max),
        CompareOp::Ule => below(a.max <= b.min, a.min > b.max),
        CompareOp::Slt | CompareOp::Sle => {
            let ((a_min, a_max), (b_min, b_max)) = (a.signed_bounds(width), b.signed_bounds(width));
            match op {
                CompareOp::Slt => below(a_max < b_min, a_min >= b_max),
                _ => below(a_max <= b_min, a_min > b_max),
            }
        }
    }
}
