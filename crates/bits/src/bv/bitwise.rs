//! Logic, shifts, counts and permutations of the bits of a value.

use super::{Bits, Repr, limbs};
use crate::word;

/// Logic, bit by bit.
impl Bits {
    /// Every bit flipped.
    #[must_use]
    pub fn not(&self) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::small(self.width, !value),
            Repr::Large(limbs) => Bits::from_vec(self.width, limbs.iter().map(|limb| !limb).collect()),
        }
    }

    /// The bits set in both.
    #[must_use]
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// The bits set in either.
    #[must_use]
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    /// The bits set in exactly one.
    #[must_use]
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    fn zip(&self, other: &Bits, limb: impl Fn(u64, u64) -> u64) -> Bits {
        self.combine(other, &limb, |a, b| a.iter().zip(b).map(|(&x, &y)| limb(x, y)).collect())
    }
}

/// Shifts. An amount is an unsigned number of any width; one past the width shifts everything out.
impl Bits {
    /// Shifted toward the top, zeros coming in.
    #[must_use]
    pub fn shl(&self, amount: &Bits) -> Bits {
        self.shl_u32(self.clamp(amount))
    }

    /// Shifted toward the bottom, zeros coming in.
    #[must_use]
    pub fn lshr(&self, amount: &Bits) -> Bits {
        self.lshr_u32(self.clamp(amount))
    }

    /// Shifted toward the bottom, copies of the sign bit coming in.
    #[must_use]
    pub fn ashr(&self, amount: &Bits) -> Bits {
        self.ashr_u32(self.clamp(amount))
    }

    /// As `shl`, by a plain number.
    #[must_use]
    pub fn shl_u32(&self, amount: u32) -> Bits {
        match &self.repr {
            _ if amount >= self.width => Bits::zero(self.width),
            Repr::Small(value) => Bits::small(self.width, value << amount),
            Repr::Large(limbs) => Bits::from_vec(self.width, limbs::shl(limbs, amount)),
        }
    }

    /// As `lshr`, by a plain number.
    #[must_use]
    pub fn lshr_u32(&self, amount: u32) -> Bits {
        match &self.repr {
            _ if amount >= self.width => Bits::zero(self.width),
            Repr::Small(value) => Bits::small(self.width, value >> amount),
            Repr::Large(limbs) => Bits::from_vec(self.width, limbs::window(limbs, amount, limbs.len())),
        }
    }

    /// As `ashr`, by a plain number.
    #[must_use]
    pub fn ashr_u32(&self, amount: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => {
                let shifted = word::sign_extend(self.width, *value) >> amount.min(63);
                Bits::small(self.width, shifted.cast_unsigned())
            }
            // Shifting the complement brings in ones.
            Repr::Large(_) if self.sign_bit() => self.not().lshr_u32(amount).not(),
            Repr::Large(_) => self.lshr_u32(amount),
        }
    }

    /// A shift amount as a plain number; the width stands for everything past it.
    fn clamp(&self, amount: &Bits) -> u32 {
        let amount = amount.to_u64().and_then(|amount| u32::try_from(amount).ok());
        amount.map_or(self.width, |amount| amount.min(self.width))
    }
}

/// Counts.
impl Bits {
    /// How many bits are set.
    pub fn count_ones(&self) -> u32 {
        self.limbs().iter().map(|limb| limb.count_ones()).sum()
    }

    /// How many bits above the highest set one; the width for zero.
    pub fn leading_zeros(&self) -> u32 {
        let length = u32::try_from(limbs::bit_length(self.limbs())).expect("a width fits in 32 bits");
        self.width - length
    }

    /// How many bits below the lowest set one; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        let mut below = 0;
        for limb in self.limbs() {
            if *limb != 0 {
                return below + limb.trailing_zeros();
            }
            below += 64;
        }
        self.width
    }
}

/// Permutations.
impl Bits {
    /// The bytes in the opposite order; the width is a multiple of 16, as for `llvm.bswap`.
    #[must_use]
    pub fn swap_bytes(&self) -> Bits {
        assert!(
            self.width.is_multiple_of(16),
            "only an even number of bytes is swapped, not {} bits",
            self.width
        );
        self.reversed(u64::swap_bytes)
    }

    /// The bits in the opposite order.
    #[must_use]
    pub fn reverse_bits(&self) -> Bits {
        self.reversed(u64::reverse_bits)
    }

    /// The limbs in the opposite order, each reversed too, moved down to the lowest bit.
    fn reversed(&self, limb: impl Fn(u64) -> u64) -> Bits {
        let spare = (64 - self.width % 64) % 64;
        match &self.repr {
            Repr::Small(value) => Bits::small(self.width, limb(*value) >> spare),
            Repr::Large(limbs) => {
                let reversed: Vec<u64> = limbs.iter().rev().map(|&part| limb(part)).collect();
                Bits::from_vec(self.width, limbs::window(&reversed, spare, reversed.len()))
            }
        }
    }
}
