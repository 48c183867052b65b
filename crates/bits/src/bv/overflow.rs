//! Whether an operation overflows, and operations that stop at the end of the range instead.

use super::{Bits, Repr, limbs};
use crate::word;

/// Whether the true result is outside the range of the width.
impl Bits {
    /// Whether the unsigned sum overflows.
    pub fn uadd_overflows(&self, other: &Bits) -> bool {
        self.add(other).ult(self)
    }

    /// Whether the signed sum overflows.
    pub fn sadd_overflows(&self, other: &Bits) -> bool {
        self.sign_bit() == other.sign_bit() && self.add(other).sign_bit() != self.sign_bit()
    }

    /// Whether the unsigned difference is below zero.
    pub fn usub_overflows(&self, other: &Bits) -> bool {
        self.ult(other)
    }

    /// Whether the signed difference overflows.
    pub fn ssub_overflows(&self, other: &Bits) -> bool {
        self.sign_bit() != other.sign_bit() && self.sub(other).sign_bit() != self.sign_bit()
    }

    /// Whether the unsigned product overflows.
    pub fn umul_overflows(&self, other: &Bits) -> bool {
        self.check_same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => {
                u128::from(*a) * u128::from(*b) > u128::from(word::mask(self.width))
            }
            _ => limbs::bit_length(&self.whole_product(other)) > u64::from(self.width),
        }
    }

    /// Whether the signed product overflows.
    pub fn smul_overflows(&self, other: &Bits) -> bool {
        self.check_same_width(other);
        if let (Repr::Small(a), Repr::Small(b)) = (&self.repr, &other.repr) {
            let signed = |value| i128::from(word::sign_extend(self.width, value));
            let product = signed(*a) * signed(*b);
            let (min, max) = (-1_i128 << (self.width - 1), !(-1_i128 << (self.width - 1)));
            return product < min || product > max;
        }
        if self.is_zero() || other.is_zero() {
            return false;
        }
        let mut product = self.magnitude().whole_product(&other.magnitude());
        if self.sign_bit() != other.sign_bit() {
            // Below zero the range reaches one further: -2^(width-1).
            let one: Vec<u64> = (0..product.len()).map(|i| u64::from(i == 0)).collect();
            product = limbs::sub(&product, &one);
        }
        limbs::bit_length(&product) > u64::from(self.width - 1)
    }

    fn whole_product(&self, other: &Bits) -> Vec<u64> {
        limbs::mul(self.limbs(), other.limbs(), self.limbs().len() + other.limbs().len())
    }
}

/// Arithmetic that saturates: past either end of the range, the end.
impl Bits {
    /// The unsigned sum, at most all ones.
    #[must_use]
    pub fn uadd_sat(&self, other: &Bits) -> Bits {
        if self.uadd_overflows(other) { Bits::ones(self.width) } else { self.add(other) }
    }

    /// The signed sum, within the signed range.
    #[must_use]
    pub fn sadd_sat(&self, other: &Bits) -> Bits {
        if self.sadd_overflows(other) { self.signed_end() } else { self.add(other) }
    }

    /// The unsigned difference, at least zero.
    #[must_use]
    pub fn usub_sat(&self, other: &Bits) -> Bits {
        if self.usub_overflows(other) { Bits::zero(self.width) } else { self.sub(other) }
    }

    /// The signed difference, within the signed range.
    #[must_use]
    pub fn ssub_sat(&self, other: &Bits) -> Bits {
        if self.ssub_overflows(other) { self.signed_end() } else { self.sub(other) }
    }

    /// `self * 2^amount` as an unsigned number, at most all ones; any amount has a meaning.
    #[must_use]
    pub fn ushl_sat(&self, amount: &Bits) -> Bits {
        let shifted = self.shl(amount);
        if shifted.lshr(amount) == *self { shifted } else { Bits::ones(self.width) }
    }

    /// `self * 2^amount` as a signed number, within the signed range; any amount has a meaning.
    #[must_use]
    pub fn sshl_sat(&self, amount: &Bits) -> Bits {
        let shifted = self.shl(amount);
        if shifted.ashr(amount) == *self { shifted } else { self.signed_end() }
    }

    /// The end of the signed range on the value's side of zero.
    fn signed_end(&self) -> Bits {
        if self.sign_bit() { Bits::signed_min(self.width) } else { Bits::signed_max(self.width) }
    }
}
