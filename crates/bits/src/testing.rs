//! What the tests of this crate share: a seeded generator and awkward values.

use crate::bv::Bits;

/// Steele, Lea and Flood's splitmix64: small, seeded, the same everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn u128(&mut self) -> u128 {
        u128::from(self.u64()) << 64 | u128::from(self.u64())
    }

    /// A number in `0..bound`; the slight bias does not matter to a test.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(self.u64() % u64::from(bound)).unwrap()
    }

    /// A value of the width: often uniform, often short, a run of ones, or at an edge.
    pub(crate) fn bits(&mut self, width: u32) -> Bits {
        let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.u64()).collect();
        let uniform = Bits::from_limbs(width, &limbs);
        let amount = self.below(width);
        match self.below(8) {
            0 => Bits::zero(width),
            1 => Bits::signed_min(width),
            2 => Bits::ones(width).lshr_u32(amount),
            3 => Bits::ones(width).shl_u32(amount),
            4 | 5 => uniform.lshr_u32(amount),
            _ => uniform,
        }
    }
}

/// The widths at which one, two and more limbs begin and end.
pub(crate) const WIDTHS: [u32; 9] = [63, 64, 65, 100, 127, 128, 129, 200, 256];
