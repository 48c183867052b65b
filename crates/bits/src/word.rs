//! Values of 1 to 64 bits kept in a `u64`.
//!
//! The kept form is always zero-extended: bits above the width are zero. Nothing here branches,
//! because the interpreter calls it on every instruction; a width outside `1..=64` is the caller's
//! bug and is caught in debug builds only.

/// The bits a value of this width may have set.
#[inline]
pub const fn mask(width: u32) -> u64 {
    u64::MAX.wrapping_shr(spare(width))
}

/// The low `width` bits of a value.
#[inline]
pub const fn truncate(width: u32, value: u64) -> u64 {
    value & mask(width)
}

/// A kept value read as a signed number.
#[inline]
pub const fn sign_extend(width: u32, value: u64) -> i64 {
    let spare = spare(width);
    value.wrapping_shl(spare).cast_signed().wrapping_shr(spare)
}

/// The kept form of a signed number: its low `width` bits.
#[inline]
pub const fn from_signed(width: u32, value: i64) -> u64 {
    truncate(width, value.cast_unsigned())
}

/// How many bits of the `u64` the width leaves unused.
#[inline]
const fn spare(width: u32) -> u32 {
    debug_assert!(width >= 1 && width <= 64, "a word holds 1 to 64 bits");
    64_u32.wrapping_sub(width)
}

#[cfg(test)]
mod tests {
    use super::{from_signed, mask, sign_extend, truncate};

    #[test]
    fn masks_are_runs_of_ones() {
        for width in 1..=64 {
            assert_eq!(mask(width).count_ones(), width);
            assert_eq!(mask(width).trailing_ones(), width);
        }
    }

    #[test]
    fn the_two_readings_of_a_word_differ_by_its_modulus() {
        for width in 1..=8 {
            for value in 0..=mask(width) {
                let unsigned = i64::try_from(value).unwrap();
                let negative = value >> (width - 1) == 1;
                let expected = if negative { unsigned - (1 << width) } else { unsigned };
                assert_eq!(sign_extend(width, value), expected);
                assert_eq!(from_signed(width, expected), value);
            }
        }
    }

    #[test]
    fn the_widest_word_is_kept_whole() {
        assert_eq!(sign_extend(64, u64::MAX), -1);
        assert_eq!(from_signed(64, i64::MIN), 1 << 63);
        assert_eq!(truncate(64, u64::MAX), u64::MAX);
        assert_eq!(truncate(63, u64::MAX), u64::MAX >> 1);
        assert_eq!(truncate(1, 2), 0);
    }
}
