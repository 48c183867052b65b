//! Arithmetic at the width, comparisons, and the smaller and larger of two values.

use std::cmp::Ordering;

use super::{Bits, Repr, limbs};
use crate::word;

/// Wrapping arithmetic.
impl Bits {
    /// The sum, modulo 2^width.
    #[must_use]
    pub fn add(&self, other: &Bits) -> Bits {
        self.combine(other, u64::wrapping_add, limbs::add)
    }

    /// The difference, modulo 2^width.
    #[must_use]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.combine(other, u64::wrapping_sub, limbs::sub)
    }

    /// The product, modulo 2^width.
    #[must_use]
    pub fn mul(&self, other: &Bits) -> Bits {
        self.combine(other, u64::wrapping_mul, |a, b| limbs::mul(a, b, a.len()))
    }

    /// Zero minus the value, modulo 2^width.
    #[must_use]
    pub fn neg(&self) -> Bits {
        Bits::zero(self.width).sub(self)
    }
}

/// Division; `None` when the divisor is zero.
impl Bits {
    /// The unsigned quotient.
    pub fn udiv(&self, divisor: &Bits) -> Option<Bits> {
        self.divide(divisor, |a, b| a / b, |a, b| limbs::div_rem(a, b).0)
    }

    /// The unsigned remainder.
    pub fn urem(&self, divisor: &Bits) -> Option<Bits> {
        self.divide(divisor, |a, b| a % b, |a, b| limbs::div_rem(a, b).1)
    }

    /// The signed quotient, rounded toward zero; the smallest number over minus one wraps to itself.
    pub fn sdiv(&self, divisor: &Bits) -> Option<Bits> {
        let quotient = self.magnitude().udiv(&divisor.magnitude())?;
        Some(if self.sign_bit() == divisor.sign_bit() { quotient } else { quotient.neg() })
    }

    /// The signed remainder, with the sign of the dividend; zero where `sdiv` wraps.
    pub fn srem(&self, divisor: &Bits) -> Option<Bits> {
        let remainder = self.magnitude().urem(&divisor.magnitude())?;
        Some(if self.sign_bit() { remainder.neg() } else { remainder })
    }

    fn divide(
        &self,
        divisor: &Bits,
        word: impl FnOnce(u64, u64) -> u64,
        limbs: impl FnOnce(&[u64], &[u64]) -> Vec<u64>,
    ) -> Option<Bits> {
        self.check_same_width(divisor);
        (!divisor.is_zero()).then(|| self.combine(divisor, word, limbs))
    }

    /// The absolute value of the signed reading, as an unsigned number: right for the smallest, too.
    pub(super) fn magnitude(&self) -> Bits {
        if self.sign_bit() { self.neg() } else { self.clone() }
    }
}

/// Comparisons.
impl Bits {
    /// Unsigned `<`.
    pub fn ult(&self, other: &Bits) -> bool {
        self.compare_unsigned(other).is_lt()
    }

    /// Unsigned `<=`.
    pub fn ule(&self, other: &Bits) -> bool {
        self.compare_unsigned(other).is_le()
    }

    /// Signed `<`.
    pub fn slt(&self, other: &Bits) -> bool {
        self.compare_signed(other).is_lt()
    }

    /// Signed `<=`.
    pub fn sle(&self, other: &Bits) -> bool {
        self.compare_signed(other).is_le()
    }

    /// The smaller unsigned number.
    #[must_use]
    pub fn umin(&self, other: &Bits) -> Bits {
        if self.ule(other) { self.clone() } else { other.clone() }
    }

    /// The larger unsigned number.
    #[must_use]
    pub fn umax(&self, other: &Bits) -> Bits {
        if self.ule(other) { other.clone() } else { self.clone() }
    }

    /// The smaller signed number.
    #[must_use]
    pub fn smin(&self, other: &Bits) -> Bits {
        if self.sle(other) { self.clone() } else { other.clone() }
    }

    /// The larger signed number.
    #[must_use]
    pub fn smax(&self, other: &Bits) -> Bits {
        if self.sle(other) { other.clone() } else { self.clone() }
    }

    fn compare_unsigned(&self, other: &Bits) -> Ordering {
        self.check_same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => limbs::compare(self.limbs(), other.limbs()),
        }
    }

    fn compare_signed(&self, other: &Bits) -> Ordering {
        self.check_same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => {
                word::sign_extend(self.width, *a).cmp(&word::sign_extend(self.width, *b))
            }
            _ => other.sign_bit().cmp(&self.sign_bit()).then_with(|| self.compare_unsigned(other)),
        }
    }
}
