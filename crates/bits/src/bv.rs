//! Bit-vector values: how one is built, kept and read.
//!
//! A value is its width and its bits, nothing else: whether it is signed is up to the operation.
//! The arithmetic lives in the files below this one, by family.

mod arith;
mod bitwise;
mod limbs;
mod overflow;
mod resize;
mod text;

#[cfg(test)]
mod tests;

use crate::word;

/// An immutable bit-vector of 1 to 2^24 bits.
///
/// Operations on two values want one width and panic otherwise, except where they say so.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    width: u32,
    repr: Repr,
}

/// Invariant: `Small` exactly when the width is at most 64; `Large` has exactly the limbs the
/// width needs, least significant first; bits above the width are zero. So derived equality and
/// hashing are those of the values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Repr {
    Small(u64),
    Large(Box<[u64]>),
}

impl Bits {
    /// The widest value there is: twice LLVM's widest integer type.
    pub const MAX_WIDTH: u32 = 1 << 24;

    /// The low `width` bits of a number.
    pub fn from_u64(width: u32, value: u64) -> Bits {
        if width <= 64 { Bits::small(width, value) } else { Bits::from_limbs(width, &[value]) }
    }

    /// The low `width` bits of a number.
    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::from_limbs(width, &limbs::split(value))
    }

    /// A signed number, sign-extended or truncated to the width.
    pub fn from_i64(width: u32, value: i64) -> Bits {
        let word = Bits::from_u64(64, value.cast_unsigned());
        if width <= 64 { word.trunc(width) } else { word.sext(width) }
    }

    /// The value of limbs given least significant first; missing limbs are zero, extra bits dropped.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        if width <= 64 {
            return Bits::small(width, limbs.first().copied().unwrap_or(0));
        }
        let count = limbs::count(width);
        let mut kept = Vec::with_capacity(count);
        kept.extend(limbs.iter().take(count));
        Bits::from_vec(width, kept)
    }

    /// The value of bytes given least significant first; missing bytes are zero, extra bits dropped.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Bits {
        let limb = |chunk: &[u8]| {
            let mut whole = [0; 8];
            whole[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(whole)
        };
        let mut chunks = bytes.chunks(8).take(limbs::count(width)).map(limb);
        if width <= 64 {
            return Bits::small(width, chunks.next().unwrap_or(0));
        }
        Bits::from_vec(width, chunks.collect())
    }

    /// No bit set.
    pub fn zero(width: u32) -> Bits {
        Bits::from_u64(width, 0)
    }

    /// Every bit set: the largest unsigned number, and minus one.
    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    /// The smallest signed number: only the sign bit set.
    pub fn signed_min(width: u32) -> Bits {
        Bits::from_u64(width, 1).shl_u32(width - 1)
    }

    /// The largest signed number: every bit but the sign bit set.
    pub fn signed_max(width: u32) -> Bits {
        Bits::signed_min(width).not()
    }

    /// How many bits the value has.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The limbs, least significant first: exactly as many as the width needs.
    pub fn limbs(&self) -> &[u64] {
        match &self.repr {
            Repr::Small(value) => std::slice::from_ref(value),
            Repr::Large(limbs) => limbs,
        }
    }

    /// The unsigned number, if it fits in 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        match limbs::significant(self.limbs()) {
            [] => Some(0),
            [low] => Some(*low),
            _ => None,
        }
    }

    /// The low 64 bits.
    pub fn low_u64(&self) -> u64 {
        self.limbs()[0]
    }

    /// The low 128 bits.
    pub fn low_u128(&self) -> u128 {
        limbs::join(self.low_u64(), self.limbs().get(1).copied().unwrap_or(0))
    }

    /// Whether no bit is set.
    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|&limb| limb == 0)
    }

    /// Whether every bit is set.
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// The most significant bit: whether the signed reading is negative.
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// One bit, counted from the least significant.
    pub fn bit(&self, index: u32) -> bool {
        assert!(index < self.width, "bit {index} of a value of {} bits", self.width);
        self.limbs()[limbs::index(index / 64)] >> (index % 64) & 1 == 1
    }

    /// The bytes, least significant first: as many as the width needs.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        bytes.truncate(limbs::index(self.width.div_ceil(8)));
        bytes
    }

    /// A value of at most 64 bits: the low bits of a number, without allocating.
    fn small(width: u32, value: u64) -> Bits {
        check_width(width);
        Bits { width, repr: Repr::Small(word::truncate(width, value)) }
    }

    /// A value from limbs of any number: the one place where wide values are made canonical.
    fn from_vec(width: u32, mut limbs: Vec<u64>) -> Bits {
        if width <= 64 {
            return Bits::small(width, limbs.first().copied().unwrap_or(0));
        }
        check_width(width);
        limbs.resize(limbs::count(width), 0);
        if let Some(top) = limbs.last_mut() {
            *top = word::truncate((width - 1) % 64 + 1, *top);
        }
        Bits { width, repr: Repr::Large(limbs.into_boxed_slice()) }
    }

    /// One operation on two values of one width, as it is on words and as it is on limbs.
    ///
    /// Both may leave rubbish above the width.
    fn combine(
        &self,
        other: &Bits,
        word: impl FnOnce(u64, u64) -> u64,
        limbs: impl FnOnce(&[u64], &[u64]) -> Vec<u64>,
    ) -> Bits {
        self.check_same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bits::small(self.width, word(*a, *b)),
            _ => Bits::from_vec(self.width, limbs(self.limbs(), other.limbs())),
        }
    }

    fn check_same_width(&self, other: &Bits) {
        assert!(
            self.width == other.width,
            "operands of one operation have one width, not {} and {}",
            self.width,
            other.width
        );
    }
}

fn check_width(width: u32) {
    assert!((1..=Bits::MAX_WIDTH).contains(&width), "a value has 1 to 2^24 bits, not {width}");
}
