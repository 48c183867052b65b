//! Values made wider, narrower, joined and cut.

use super::{Bits, limbs};

impl Bits {
    /// Widened with zeros; to its own width, itself.
    #[must_use]
    pub fn zext(&self, width: u32) -> Bits {
        assert!(width >= self.width, "{} bits do not extend to {width}", self.width);
        Bits::from_limbs(width, self.limbs())
    }

    /// Widened with copies of the sign bit; to its own width, itself.
    #[must_use]
    pub fn sext(&self, width: u32) -> Bits {
        // Widening the complement brings in ones.
        if self.sign_bit() { self.not().zext(width).not() } else { self.zext(width) }
    }

    /// The low bits; to its own width, itself.
    #[must_use]
    pub fn trunc(&self, width: u32) -> Bits {
        assert!(width <= self.width, "{} bits do not truncate to {width}", self.width);
        Bits::from_limbs(width, self.limbs())
    }

    /// A value whose top bits are `self` and whose bottom bits are `low`.
    #[must_use]
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        self.zext(width).shl_u32(low.width).or(&low.zext(width))
    }

    /// `width` bits from `low_bit` on.
    #[must_use]
    pub fn extract(&self, low_bit: u32, width: u32) -> Bits {
        assert!(
            width <= self.width && low_bit <= self.width - width,
            "{width} bits from bit {low_bit} are not all in {} bits",
            self.width
        );
        if self.width <= 64 {
            return Bits::small(width, self.low_u64() >> low_bit);
        }
        Bits::from_vec(width, limbs::window(self.limbs(), low_bit, limbs::count(width)))
    }
}
