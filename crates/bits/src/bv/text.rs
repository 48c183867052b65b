//! Values as text: what is printed parses back.

use std::fmt;
use std::fmt::Write;

use super::{Bits, limbs};

/// Digits that surely fit in one limb.
const DECIMAL_CHUNK: usize = 19;
const HEX_CHUNK: usize = 16;

/// Unsigned: decimal up to 64 bits, `0x` and hexadecimal above.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width <= 64 {
            return self.low_u64().fmt(f);
        }
        let mut text = String::from("0x");
        match limbs::significant(self.limbs()) {
            [] => text.push('0'),
            [rest @ .., top] => {
                write!(text, "{top:x}")?;
                for limb in rest.iter().rev() {
                    write!(text, "{limb:016x}")?;
                }
            }
        }
        f.pad(&text)
    }
}

impl Bits {
    /// The value of a decimal number, perhaps with a leading `-`, or of a hexadecimal one after `0x`.
    ///
    /// `None` for anything else, and for a number that is neither an unsigned nor a signed value
    /// of the width.
    pub fn parse(width: u32, text: &str) -> Option<Bits> {
        if let Some(digits) = text.strip_prefix("0x") {
            return fit(width, hexadecimal(digits)?);
        }
        let Some(digits) = text.strip_prefix('-') else {
            return fit(width, decimal(text)?);
        };
        let magnitude = fit(width, decimal(digits)?)?;
        magnitude.ule(&Bits::signed_min(width)).then(|| magnitude.neg())
    }
}

fn fit(width: u32, limbs: Vec<u64>) -> Option<Bits> {
    (limbs::bit_length(&limbs) <= u64::from(width)).then(|| Bits::from_vec(width, limbs))
}

fn decimal(digits: &str) -> Option<Vec<u64>> {
    if digits.is_empty() {
        return None;
    }
    let mut limbs = Vec::new();
    for chunk in digits.as_bytes().chunks(DECIMAL_CHUNK) {
        let mut scale = 1;
        let mut value = 0;
        for byte in chunk {
            value = value * 10 + u64::from(char::from(*byte).to_digit(10)?);
            scale *= 10;
        }
        limbs::scale(&mut limbs, scale, value);
    }
    Some(limbs)
}

fn hexadecimal(digits: &str) -> Option<Vec<u64>> {
    if digits.is_empty() {
        return None;
    }
    let limb = |chunk: &[u8]| {
        chunk.iter().try_fold(0, |value, byte| Some(value << 4 | u64::from(char::from(*byte).to_digit(16)?)))
    };
    digits.as_bytes().rchunks(HEX_CHUNK).map(limb).collect()
}

#[cfg(test)]
mod tests {
    use super::Bits;
    use crate::testing::{Random, WIDTHS};

    #[test]
    fn narrow_values_print_in_decimal_and_wide_ones_in_hexadecimal() {
        let wide = Bits::from_u64(65, 5).shl_u32(62);
        assert_eq!(Bits::from_i64(8, -1).to_string(), "255");
        assert_eq!(Bits::ones(64).to_string(), "18446744073709551615");
        assert_eq!(wide.to_string(), "0x14000000000000000");
        assert_eq!(Bits::zero(65).to_string(), "0x0");
        assert_eq!(format!("{:>6}|{:<6}|", Bits::from_u64(8, 7), Bits::from_u64(70, 7)), "     7|0x7   |");
    }

    #[test]
    fn what_is_printed_parses_back() {
        let mut random = Random::new(1);
        for width in (1..=8).chain(WIDTHS) {
            for _ in 0..50 {
                let value = random.bits(width);
                assert_eq!(Bits::parse(width, &value.to_string()), Some(value));
            }
        }
    }

    #[test]
    fn decimal_of_any_length_is_read() {
        let power = format!("1{}", "0".repeat(38));
        assert_eq!(Bits::parse(128, &power), Some(Bits::from_u128(128, 10_u128.pow(38))));
        let text = u128::MAX.to_string();
        assert_eq!(Bits::parse(128, &text), Some(Bits::ones(128)));
        assert_eq!(Bits::parse(127, &text), None);
        assert_eq!(
            Bits::parse(129, &format!("-{text}")),
            Some(Bits::from_u64(129, 1).sub(&Bits::signed_min(129)))
        );
        assert_eq!(Bits::parse(8, "000000000000000000000000000007"), Some(Bits::from_u64(8, 7)));
    }

    #[test]
    fn a_number_must_fit_as_signed_or_as_unsigned() {
        assert_eq!(Bits::parse(8, "255"), Some(Bits::ones(8)));
        assert_eq!(Bits::parse(8, "256"), None);
        assert_eq!(Bits::parse(8, "-128"), Some(Bits::signed_min(8)));
        assert_eq!(Bits::parse(8, "-129"), None);
        assert_eq!(Bits::parse(1, "-1"), Some(Bits::ones(1)));
        assert_eq!(Bits::parse(8, "-0"), Some(Bits::zero(8)));
        assert_eq!(Bits::parse(8, "0x00fF"), Some(Bits::ones(8)));
        assert_eq!(Bits::parse(8, "0x100"), None);
    }

    #[test]
    fn anything_else_is_not_a_number() {
        for text in ["", "-", "--1", "+1", "0x", "-0x1", "0x-1", "1 ", " 1", "1a", "0xg", "0X1", "١", "1_0"]
        {
            assert_eq!(Bits::parse(70, text), None, "{text:?}");
        }
    }
}
