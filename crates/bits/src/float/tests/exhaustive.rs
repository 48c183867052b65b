//! All values of the 16-bit kinds.

use super::{FloatKind, ROUNDINGS, RoundTo, same};
use crate::float::convert;

const SMALL: [FloatKind; 2] = [FloatKind::Half, FloatKind::BFloat];

fn to_f64(kind: FloatKind, a: u128) -> f64 {
    f64::from_bits(u64::try_from(convert(kind, FloatKind::Double, a)).unwrap())
}

fn from_f64(kind: FloatKind, a: f64) -> u128 {
    convert(FloatKind::Double, kind, a.to_bits().into())
}

#[test]
fn every_class_has_its_number_of_members() {
    // The order is that of the mask's bits: NaNs, then from the negative infinity to the positive.
    let counts = |kind: FloatKind| -> Vec<usize> {
        let classes: Vec<u32> = (0..1 << 16).map(|a| kind.classify(a)).collect();
        (0..10).map(|bit| classes.iter().filter(|&&class| class == 1 << bit).count()).collect()
    };
    let half = [1022, 1024, 1, 30 * 1024, 1023, 1, 1, 1023, 30 * 1024, 1];
    assert_eq!(counts(FloatKind::Half), half);
    let bfloat = [126, 128, 1, 254 * 128, 127, 1, 1, 127, 254 * 128, 1];
    assert_eq!(counts(FloatKind::BFloat), bfloat);
}

#[test]
fn widening_a_16_bit_float_gives_its_value() {
    // The fields of a half, multiplied out.
    for a in 0..1 << 16 {
        let (exponent, fraction) = (a >> 10 & 31, f64::from(u32::try_from(a & 1023).unwrap()));
        let magnitude = match exponent {
            0 => fraction * 2_f64.powi(-24),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (1024.0 + fraction) * 2_f64.powi(i32::try_from(exponent).unwrap() - 25),
        };
        let expected = if a >> 15 == 1 { -magnitude } else { magnitude };
        let actual = to_f64(FloatKind::Half, a);
        assert!(actual.to_bits() == expected.to_bits() || actual.is_nan() && expected.is_nan(), "{a:#x}");
    }
    // A bfloat is the top of a single.
    for a in 0..1 << 16 {
        assert!(same(FloatKind::Single, convert(FloatKind::BFloat, FloatKind::Single, a), a << 16), "{a:#x}");
    }
}

#[test]
fn narrowing_takes_the_nearest_and_the_even_one_of_two() {
    for (kind, infinity) in [(FloatKind::Half, 0x7c00_u128), (FloatKind::BFloat, 0x7f80)] {
        for below in 0..infinity {
            let above = below + 1;
            // One step past the largest value, infinity stands for the next power of two.
            let (low, step) =
                (to_f64(kind, below), to_f64(kind, below) - to_f64(kind, below.saturating_sub(1)));
            let high = if above == infinity { low + step } else { to_f64(kind, above) };
            let middle = f64::midpoint(low, high);
            let even = if below % 2 == 0 { below } else { above };
            assert_eq!(from_f64(kind, low), below, "{kind} {below:#x}");
            assert_eq!(from_f64(kind, middle), even, "{kind} {below:#x}");
            assert_eq!(from_f64(kind, middle.next_down()), below, "{kind} {below:#x}");
            assert_eq!(from_f64(kind, middle.next_up()), above, "{kind} {below:#x}");
            assert_eq!(from_f64(kind, -middle), kind.neg(even), "{kind} {below:#x}");
        }
    }
}

#[test]
fn the_square_root_is_the_one_of_a_double_rounded() {
    // A double has more than twice the bits of either kind and two: rounding twice is rounding once.
    for kind in SMALL {
        for a in 0..1 << 16 {
            let expected = from_f64(kind, to_f64(kind, a).sqrt());
            assert!(same(kind, kind.sqrt(a), expected), "{kind} {a:#x}");
        }
    }
}

#[test]
fn rounding_to_an_integral_value_is_that_of_a_double() {
    for kind in SMALL {
        for to in ROUNDINGS {
            let host = match to {
                RoundTo::Floor => f64::floor,
                RoundTo::Ceil => f64::ceil,
                RoundTo::Trunc => f64::trunc,
                RoundTo::NearestEven => f64::round_ties_even,
                RoundTo::NearestAway => f64::round,
            };
            for a in 0..1 << 16 {
                let expected = from_f64(kind, host(to_f64(kind, a)));
                assert!(same(kind, kind.round(to, a), expected), "{kind} {to:?} {a:#x}");
            }
        }
    }
}

#[test]
fn fractions_and_exponents_multiply_back() {
    for kind in SMALL {
        for a in 0..1 << 16 {
            let (fraction, exponent) = kind.frexp(a);
            assert!(same(kind, kind.ldexp(fraction, exponent), a), "{kind} {a:#x}");
            let value = to_f64(kind, a);
            if value != 0.0 && value.is_finite() {
                let magnitude = to_f64(kind, fraction).abs();
                assert!((0.5..1.0).contains(&magnitude), "{kind} {a:#x}");
            } else {
                assert_eq!(exponent, 0, "{kind} {a:#x}");
            }
        }
    }
}

#[test]
fn scaling_rounds_once() {
    for a in 0..0x7c00 {
        for exponent in [-30, -17, -11, -3, -1, 0, 1, 5, 40] {
            let exact = to_f64(FloatKind::Half, a) * 2_f64.powi(exponent);
            assert_eq!(
                FloatKind::Half.ldexp(a, exponent),
                from_f64(FloatKind::Half, exact),
                "{a:#x} {exponent}"
            );
        }
    }
}
