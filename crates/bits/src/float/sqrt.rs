//! The square root by integer arithmetic on the significand.

use super::FloatKind;
use super::format::Value;

/// The square root of a value, correctly rounded.
pub(super) fn sqrt(kind: FloatKind, a: u128) -> u128 {
    match kind.value(a) {
        Value::Nan => kind.quiet(a),
        Value::Finite { significand: 0, .. } => a,
        _ if kind.is_negative(a) => kind.default_nan(),
        Value::Infinite => a,
        Value::Finite { significand, exponent } => positive(kind, significand, exponent),
    }
}

/// The square root of `significand * 2^exponent`; never too small or too large to be normal.
fn positive(kind: FloatKind, significand: u128, exponent: i32) -> u128 {
    let precision = kind.fraction_bits() + 1;
    let missing = significand.leading_zeros() - (128 - precision);
    let significand = significand << missing;
    let exponent = exponent - i32::try_from(missing).expect("at most 113 bits are missing");

    // Widened to twice one bit more than the precision, the root has exactly that one bit more,
    // with which to round. The exponent left over must be even to be halved.
    let widen = |by: u32| exponent - i32::try_from(by).expect("at most 115");
    let zeros = if widen(precision) % 2 == 0 { precision + 2 } else { precision + 1 };
    let root = floor_sqrt(significand, zeros, precision + 1);

    // A root halfway between two floats would have a square of more bits than the operand has:
    // the last bit alone tells the nearer one.
    let rounded = (root >> 1) + (root & 1);
    kind.normal(rounded, widen(zeros) / 2 + 1)
}

/// The integer square root of `top << zeros`, which has `2 * digits` bits or one fewer.
///
/// One binary digit per step, as by hand: the next two bits come down, and the digit is one if the
/// remainder then holds `4 * root + 1`. The remainder never exceeds twice the root, so that roots
/// of up to 125 digits are safe in a `u128`.
fn floor_sqrt(top: u128, zeros: u32, digits: u32) -> u128 {
    let (mut root, mut remainder) = (0_u128, 0_u128);
    for digit in (0..digits).rev() {
        remainder = remainder << 2 | two_bits(top, zeros, 2 * digit);
        root <<= 1;
        let step = root << 1 | 1;
        if remainder >= step {
            remainder -= step;
            root |= 1;
        }
    }
    root
}

/// The two bits of `top << zeros` from a bit on.
fn two_bits(top: u128, zeros: u32, from: u32) -> u128 {
    match from.checked_sub(zeros) {
        Some(low) => top.checked_shr(low).unwrap_or(0) & 3,
        None if from + 1 == zeros => (top & 1) << 1,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::floor_sqrt;
    use crate::testing::Random;

    #[test]
    fn the_root_of_an_integer_is_rounded_down() {
        let mut random = Random::new(50);
        for number in (0..5_000).chain((0..5_000).map(|_| random.u128() >> random.below(128))) {
            assert_eq!(floor_sqrt(number, 0, 64), number.isqrt());
            assert_eq!(floor_sqrt(number >> 7, 5, 64), (number >> 7 << 5).isqrt());
        }
    }
}
