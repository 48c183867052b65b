//! Conversions between floats and integers.
#![expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "the casts of the language are the reference"
)]

use super::{FloatKind, RoundTo, number, pattern, specials};
use crate::bv::Bits;
use crate::float::Signedness::{Signed, Unsigned};
use crate::float::integer::nearest;
use crate::float::{Signedness, convert};
use crate::testing::{Random, WIDTHS};

fn doubles(seed: u64) -> impl Iterator<Item = u128> {
    let mut random = Random::new(seed);
    let mut any = move || pattern(FloatKind::Double, &mut random);
    let edges = [7, 8, 31, 32, 63, 64, 127, 128].into_iter().flat_map(|exponent| {
        let power = 2_f64.powi(exponent);
        [power.next_down(), power, power.next_up(), power - 1.0, power - 0.5, power + 1.0]
    });
    let edges: Vec<u128> = edges.flat_map(|edge| [edge.to_bits().into(), (-edge).to_bits().into()]).collect();
    specials(FloatKind::Double).into_iter().chain(edges).chain((0..5_000).map(move |_| any()))
}

#[test]
fn saturating_conversion_is_the_cast_of_the_language() {
    let kind = FloatKind::Double;
    for a in doubles(70) {
        let x = f64::from_bits(a as u64);
        let check = |width, signedness, expected: u128| {
            let expected = Bits::from_u128(width, expected);
            assert_eq!(kind.to_int_sat(a, width, signedness), expected, "{x:e} to {signedness:?} {width}");
        };
        check(8, Signed, (x as i8) as u128);
        check(8, Unsigned, (x as u8).into());
        check(32, Signed, (x as i32) as u128);
        check(32, Unsigned, (x as u32).into());
        check(64, Signed, (x as i64) as u128);
        check(64, Unsigned, (x as u64).into());
        check(128, Signed, (x as i128) as u128);
        check(128, Unsigned, x as u128);
    }
}

#[test]
fn conversion_is_defined_where_the_truncated_value_fits() {
    let kind = FloatKind::Double;
    for a in doubles(71) {
        let whole = f64::from_bits(a as u64).trunc();
        for width in [1, 8, 32, 33, 64, 65, 128] {
            let power = |exponent: u32| 2_f64.powi(i32::try_from(exponent).unwrap());
            let signed = -power(width - 1) <= whole && whole < power(width - 1);
            let unsigned = 0.0 <= whole && whole < power(width);
            for (signedness, fits) in [(Signed, signed), (Unsigned, unsigned)] {
                let expected = fits.then(|| kind.to_int_sat(a, width, signedness));
                assert_eq!(
                    kind.to_int(a, width, signedness),
                    expected,
                    "{whole:e} to {signedness:?} {width}"
                );
            }
        }
    }
}

#[test]
fn a_fraction_below_one_is_zero_even_for_unsigned() {
    let kind = FloatKind::Double;
    let minus_nine_tenths = u128::from((-0.9_f64).to_bits());
    assert_eq!(kind.to_int(minus_nine_tenths, 8, Unsigned), Some(Bits::zero(8)));
    assert_eq!(kind.to_int(number(kind, -1), 8, Unsigned), None);
    assert_eq!(kind.to_int(number(kind, -1), 1, Signed), Some(Bits::ones(1)));
    assert_eq!(kind.to_int(number(kind, 1), 1, Signed), None);
}

#[test]
fn every_kind_converts_like_a_wider_one() {
    for kind in FloatKind::ALL {
        let mut random = Random::new(72);
        for a in specials(kind).into_iter().chain((0..2_000).map(|_| pattern(kind, &mut random))) {
            let quad = convert(kind, FloatKind::Quad, a);
            for width in [1, 16, 64, 100, 300, 20_000] {
                for signedness in [Signed, Unsigned] {
                    let integer = kind.to_int(a, width, signedness);
                    assert_eq!(integer, FloatKind::Quad.to_int(quad, width, signedness), "{kind} {a:#x}");
                    let Some(integer) = integer else { continue };
                    let whole = kind.round(RoundTo::Trunc, a);
                    let back = kind.from_int(&integer, signedness);
                    // The integer has no negative zero.
                    assert!(back == whole || integer.is_zero() && kind.neg(whole) == back, "{kind} {a:#x}");
                }
            }
        }
    }
}

#[test]
fn an_integer_becomes_the_nearest_float_as_by_the_cast_of_the_language() {
    let mut random = Random::new(73);
    for width in (1..=64).chain([65, 100, 127, 128]) {
        for _ in 0..200 {
            let integer = random.bits(width);
            let (unsigned, signed) = (integer.low_u128(), integer.sext(128).low_u128().cast_signed());
            let check = |kind: FloatKind, signedness: Signedness, expected: u128| {
                assert_eq!(kind.from_int(&integer, signedness), expected, "{kind} {signedness:?} {integer}");
                assert_eq!(nearest(kind, &integer, signedness), expected, "{kind} {signedness:?} {integer}");
            };
            check(FloatKind::Double, Unsigned, (unsigned as f64).to_bits().into());
            check(FloatKind::Double, Signed, (signed as f64).to_bits().into());
            check(FloatKind::Single, Unsigned, (unsigned as f32).to_bits().into());
            check(FloatKind::Single, Signed, (signed as f32).to_bits().into());
        }
    }
}

#[test]
fn integers_wider_than_any_significand_round_once() {
    let mut random = Random::new(74);
    for kind in FloatKind::ALL {
        for width in WIDTHS.into_iter().filter(|&width| width > 128) {
            for _ in 0..200 {
                let (integer, extra) = (random.bits(width), random.below(300));
                // More zeros below change the exponent and nothing else.
                let wider = integer.zext(width + extra).shl_u32(extra);
                let exponent = i32::try_from(extra).unwrap();
                let scaled = kind.ldexp(kind.from_int(&integer, Unsigned), exponent);
                assert_eq!(kind.from_int(&wider, Unsigned), scaled, "{kind} {integer}");
            }
        }
        // Just below, at and above halfway between two floats, far beyond 128 bits.
        let precision = kind.fraction_bits() + 1;
        if matches!(kind, FloatKind::X87 | FloatKind::Quad | FloatKind::Double) {
            let power = |exponent: u32| Bits::from_u64(700, 1).shl_u32(exponent);
            let (one, halfway) = (power(0), power(600).add(&power(600 - precision)));
            let float = |integer: &Bits| kind.from_int(integer, Unsigned);
            let next = float(&power(600)) + 1;
            assert_eq!(float(&halfway.sub(&one)), float(&power(600)), "{kind}");
            assert_eq!(float(&halfway), float(&power(600)), "{kind}");
            assert_eq!(float(&halfway.add(&one)), next, "{kind}");
        }
    }
}

#[test]
fn an_integer_beyond_the_largest_float_is_an_infinity() {
    let infinity = 0x7c00;
    let half = FloatKind::Half;
    assert_eq!(half.from_int(&Bits::from_u64(32, 65_519), Unsigned), infinity - 1);
    assert_eq!(half.from_int(&Bits::from_u64(32, 65_520), Unsigned), infinity);
    assert_eq!(half.from_int(&Bits::signed_min(3_000), Signed), half.neg(infinity));
    assert_eq!(half.from_int(&Bits::zero(200), Signed), 0);
}
