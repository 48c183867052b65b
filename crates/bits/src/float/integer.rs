//! Conversions between floats and integers of any width.

use super::format::Value;
use super::{FloatKind, host, soft};
use crate::bv::Bits;

/// How the bits of an integer are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// Two's complement.
    Signed,
    /// As a natural number.
    Unsigned,
}

impl FloatKind {
    /// The value without its fraction; `None` for a NaN, and when the width has no such integer.
    pub fn to_int(self, a: u128, width: u32, signedness: Signedness) -> Option<Bits> {
        let magnitude = truncated(self.value(a), width)?;
        let negative = self.is_negative(a) && !magnitude.is_zero();
        let integer = if negative { magnitude.neg() } else { magnitude };
        let fits = match signedness {
            Signedness::Signed => integer.sign_bit() == negative,
            Signedness::Unsigned => !negative,
        };
        fits.then_some(integer)
    }

    /// The value without its fraction, or the end of the range it is past; zero for a NaN.
    pub fn to_int_sat(self, a: u128, width: u32, signedness: Signedness) -> Bits {
        if self.is_nan(a) {
            return Bits::zero(width);
        }
        let end = || match (signedness, self.is_negative(a)) {
            (Signedness::Signed, true) => Bits::signed_min(width),
            (Signedness::Signed, false) => Bits::signed_max(width),
            (Signedness::Unsigned, true) => Bits::zero(width),
            (Signedness::Unsigned, false) => Bits::ones(width),
        };
        self.to_int(a, width, signedness).unwrap_or_else(end)
    }

    /// The float nearest to an integer; an infinity when that is beyond the largest.
    pub fn from_int(self, integer: &Bits, signedness: Signedness) -> u128 {
        match self {
            FloatKind::Single if integer.width() <= 64 => host::single_from_word(integer, signedness),
            FloatKind::Double if integer.width() <= 64 => host::double_from_word(integer, signedness),
            _ => nearest(self, integer, signedness),
        }
    }
}

/// The float nearest to an integer, for every kind and width.
pub(super) fn nearest(kind: FloatKind, integer: &Bits, signedness: Signedness) -> u128 {
    let negative = signedness == Signedness::Signed && integer.sign_bit();
    let magnitude = if negative { integer.neg() } else { integer.clone() };
    let length = magnitude.width() - magnitude.leading_zeros();
    let dropped = length.saturating_sub(128);
    // The top 128 bits are more than any precision; of the bits below, only whether one is set
    // can change the rounding, and the lowest kept bit can tell that.
    let sticky = u128::from(magnitude.trailing_zeros() < dropped);
    let rounded = soft::scaled(kind, magnitude.lshr_u32(dropped).low_u128() | sticky, dropped);
    if negative { kind.neg(rounded) } else { rounded }
}

/// The integral part of a magnitude, if it has at most `width` bits.
fn truncated(value: Value, width: u32) -> Option<Bits> {
    let Value::Finite { significand, exponent } = value else {
        return None;
    };
    let (integral, shift) = match u32::try_from(exponent) {
        Ok(shift) => (significand, shift),
        Err(_) => (significand.checked_shr(exponent.unsigned_abs()).unwrap_or(0), 0),
    };
    let length = 128 - integral.leading_zeros();
    (integral == 0 || length + shift <= width).then(|| Bits::from_u128(width, integral).shl_u32(shift))
}
