//! Random values, seeded.

use vellum_bits::Bits;
use vellum_collections::cast::{index64, len64, low32};

pub(crate) struct Random(vellum_collections::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(vellum_collections::Random::new(seed))
    }

    pub(crate) fn u64(&mut self) -> u64 {
        self.0.next()
    }

    /// A number in `0..bound`; the slight bias does not matter to a test.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        low32((self.u64() >> 32) % u64::from(bound))
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[index64((self.u64() >> 16) % len64(items.len()))]
    }

    /// Any value of the width.
    pub(crate) fn uniform(&mut self, width: u32) -> Bits {
        let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.u64()).collect();
        Bits::from_limbs(width, &limbs)
    }

    /// A value of the width: at an edge, short, a run of ones, or anything.
    pub(crate) fn bits(&mut self, width: u32) -> Bits {
        let uniform = self.uniform(width);
        let one = Bits::from_u64(width, 1);
        let (amount, other) = (self.below(width), self.below(width));
        match self.below(14) {
            0 => Bits::zero(width),
            1 => one,
            2 => Bits::ones(width),
            3 => Bits::signed_min(width),
            4 => Bits::signed_max(width),
            5 => Bits::signed_min(width).add(&one),
            6 => Bits::signed_max(width).sub(&one),
            7 => Bits::ones(width).sub(&one),
            8 => one.shl_u32(amount),
            9 => Bits::ones(width).lshr_u32(amount),
            10 => Bits::ones(width).lshr_u32(amount).shl_u32(other),
            11 | 12 => uniform.lshr_u32(amount),
            _ => uniform,
        }
    }
}
