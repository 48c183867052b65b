//! Laws that hold for every kind, and what defines the square root of the widest two.

use std::cmp::Ordering;

use super::{FloatBinary, FloatKind, RoundTo, mask, number, pattern, same, specials};
use crate::bv::Bits;
use crate::float::convert;
use crate::float::format::Value;
use crate::testing::Random;

const ONE_X87: u128 = 0x3fff_8000_0000_0000_0000;

fn values(kind: FloatKind, seed: u64, rounds: u32) -> Vec<u128> {
    let mut random = Random::new(seed);
    let mut values = specials(kind);
    values.extend((0..rounds).map(|_| pattern(kind, &mut random)));
    values
}

/// Whether `4 * x` lies between the squares of `2r - ulp` and `2r + ulp`: whether `r` is as near to
/// the root of `x` as a float can be.
fn is_nearest_root(x: Value, root: Value) -> bool {
    let (Value::Finite { significand: x, exponent }, Value::Finite { significand: r, exponent: ulp }) =
        (x, root)
    else {
        return false;
    };
    let wide = |number: u128| Bits::from_u128(512, number);
    // In units of `ulp` squared, so that the bounds are integers.
    let target = match u32::try_from(exponent - 2 * ulp) {
        Ok(up) => wide(x).shl_u32(up + 2),
        Err(_) => return false,
    };
    let square = |number: u128| wide(number).mul(&wide(number));
    square(2 * r - 1).ule(&target) && target.ule(&square(2 * r + 1))
}

#[test]
fn the_square_root_is_within_half_a_unit_in_the_last_place() {
    for kind in [FloatKind::X87, FloatKind::Quad] {
        let mut checked = 0;
        for a in values(kind, 80, 3_000) {
            let positive = matches!(kind.classify(a), 0x80 | 0x100);
            if positive {
                let root = kind.sqrt(a);
                assert!(is_nearest_root(kind.value(a), kind.value(root)), "{kind} {a:#x}: {root:#x}");
                checked += 1;
            }
        }
        assert!(checked > 500, "{kind} {checked}");
    }
}

#[test]
fn the_square_root_of_a_square_is_exact_and_of_a_negative_number_none() {
    for kind in FloatKind::ALL {
        for root in 0..=11 {
            assert_eq!(kind.sqrt(number(kind, root * root)), number(kind, root), "{kind}");
        }
        let infinity = kind.binary(FloatBinary::Div, number(kind, 1), 0);
        assert_eq!(kind.sqrt(infinity), infinity);
        assert_eq!(kind.sqrt(kind.neg(0)), kind.neg(0));
        for negative in [kind.neg(1), number(kind, -4), kind.neg(infinity), kind.neg(infinity) | 1] {
            assert_eq!(kind.classify(kind.sqrt(negative)), 2, "{kind} {negative:#x}");
        }
    }
}

#[test]
fn a_wider_kind_gives_the_narrower_value_back() {
    let half = [FloatKind::Single, FloatKind::Double, FloatKind::X87, FloatKind::Quad];
    for (from, wider) in [
        (FloatKind::Half, &half[..]),
        (FloatKind::BFloat, &half[..]),
        (FloatKind::Single, &half[1..]),
        (FloatKind::Double, &half[2..]),
        (FloatKind::X87, &half[3..]),
    ] {
        for &to in wider {
            for a in values(from, 81, 2_000) {
                let wide = convert(from, to, a);
                assert!(same(from, convert(to, from, wide), a), "{from} {a:#x} by {to}");
                // A NaN stays one, and becomes quiet.
                let expected = if from.is_nan(a) { 2 } else { from.classify(a) };
                let subnormal = expected & 0x90 != 0;
                assert!(
                    to.classify(wide) == expected || subnormal && to.classify(wide) & 0x108 != 0,
                    "{a:#x}"
                );
            }
        }
    }
}

#[test]
fn arithmetic_rounds_the_exact_result() {
    // Products of halves are exact in a double, as are sums and the rest of a division.
    let wide = |a| f64::from_bits(u64::try_from(convert(FloatKind::Half, FloatKind::Double, a)).unwrap());
    let mut random = Random::new(82);
    for _ in 0..20_000 {
        let kind = FloatKind::Half;
        let (a, b) = (pattern(kind, &mut random), pattern(kind, &mut random));
        let (x, y) = (wide(a), wide(b));
        for (operation, exact) in [
            (FloatBinary::Add, x + y),
            (FloatBinary::Sub, x - y),
            (FloatBinary::Mul, x * y),
            (FloatBinary::Div, x / y),
            (FloatBinary::Rem, x % y),
        ] {
            let expected = convert(FloatKind::Double, kind, exact.to_bits().into());
            assert!(same(kind, kind.binary(operation, a, b), expected), "{a:#x} {operation:?} {b:#x}");
        }
    }
}

#[test]
fn a_remainder_is_below_the_divisor_with_the_sign_of_the_dividend() {
    for kind in FloatKind::ALL {
        let (dividends, divisors) = (values(kind, 83, 300), values(kind, 84, 300));
        for (&a, &b) in dividends.iter().zip(divisors.iter().rev()) {
            let rest = kind.binary(FloatBinary::Rem, a, b);
            if kind.is_nan(rest) {
                let class = kind.classify(a) | kind.classify(b);
                let undefined = kind.classify(a) & 0x204 != 0 || kind.classify(b) & 0x60 != 0;
                assert!(class & 3 != 0 || undefined, "{kind} {a:#x} % {b:#x}");
            } else {
                assert_eq!(
                    kind.compare(kind.abs(rest), kind.abs(b)),
                    Some(Ordering::Less),
                    "{a:#x} % {b:#x}"
                );
                assert_eq!(kind.copysign(rest, a), rest, "{kind} {a:#x} % {b:#x}");
            }
        }
    }
}

#[test]
fn fractions_and_exponents_multiply_back() {
    for kind in FloatKind::ALL {
        for a in values(kind, 85, 1_000) {
            let (fraction, exponent) = kind.frexp(a);
            assert!(same(kind, kind.ldexp(fraction, exponent), a), "{kind} {a:#x}");
            if kind.classify(a) & 0x198 != 0 {
                let one_half = kind.ldexp(number(kind, 1), -1);
                let magnitude = kind.abs(fraction);
                assert_eq!(kind.compare(magnitude, number(kind, 1)), Some(Ordering::Less), "{kind} {a:#x}");
                assert_ne!(kind.compare(magnitude, one_half), Some(Ordering::Less), "{kind} {a:#x}");
            }
        }
        assert_eq!(kind.ldexp(number(kind, 1), i32::MIN), 0);
        assert_eq!(kind.classify(kind.ldexp(number(kind, -1), i32::MAX)), 4);
    }
}

#[test]
fn the_smaller_and_larger_of_two() {
    for kind in FloatKind::ALL {
        let (one, two, nan) = (number(kind, 1), number(kind, 2), kind.default_nan());
        let minus_zero = kind.neg(0);
        for (a, b) in [(one, two), (two, one)] {
            assert_eq!([kind.min_num(a, b), kind.minimum(a, b)], [one; 2], "{kind}");
            assert_eq!([kind.max_num(a, b), kind.maximum(a, b)], [two; 2], "{kind}");
        }
        for (a, b) in [(0, minus_zero), (minus_zero, 0)] {
            assert_eq!([kind.min_num(a, b), kind.minimum(a, b)], [minus_zero; 2], "{kind}");
            assert_eq!([kind.max_num(a, b), kind.maximum(a, b)], [0; 2], "{kind}");
        }
        for (a, b) in [(one, nan), (nan, one)] {
            assert_eq!([kind.min_num(a, b), kind.max_num(a, b)], [one; 2], "{kind}");
            assert!(kind.is_nan(kind.minimum(a, b)) && kind.is_nan(kind.maximum(a, b)), "{kind}");
        }
        assert!(kind.is_nan(kind.min_num(nan, nan)), "{kind}");
    }
}

#[test]
fn the_order_is_total_but_for_nans() {
    for kind in FloatKind::ALL {
        let sign = |a: u128| if kind.neg(a) < a { -1_i128 } else { 1 };
        // Patterns of one sign are in the order of their values.
        let rank = |a: u128| sign(a) * i128::try_from(kind.abs(a)).unwrap();
        for &a in &specials(kind) {
            for &b in &specials(kind) {
                let number = !kind.is_nan(a) && !kind.is_nan(b);
                assert_eq!(kind.compare(a, b), number.then(|| rank(a).cmp(&rank(b))), "{kind} {a:#x} {b:#x}");
            }
        }
    }
}

#[test]
fn rounding_is_idempotent_and_within_one() {
    for kind in FloatKind::ALL {
        for a in values(kind, 86, 500) {
            if kind.classify(a) & 0x207 != 0 {
                continue;
            }
            let (floor, ceil) = (kind.round(RoundTo::Floor, a), kind.round(RoundTo::Ceil, a));
            assert_eq!(kind.round(RoundTo::NearestAway, floor), floor, "{kind} {a:#x}");
            assert_ne!(kind.compare(floor, a), Some(Ordering::Greater), "{kind} {a:#x}");
            assert_ne!(kind.compare(ceil, a), Some(Ordering::Less), "{kind} {a:#x}");
            let apart = kind.binary(FloatBinary::Sub, ceil, floor);
            assert!(apart == 0 || apart == number(kind, 1), "{kind} {a:#x}");
        }
    }
}

#[test]
fn patterns_the_x87_refuses_are_signalling_nans() {
    let kind = FloatKind::X87;
    let infinity = 0x7fff_8000_0000_0000_0000_u128;
    let pseudo_infinity = 0x7fff_0000_0000_0000_0000;
    let pseudo_nan = 0x7fff_4000_0000_0000_0000;
    let unnormal = 0x3fff_4000_0000_0000_0000;
    for refused in [pseudo_infinity, pseudo_nan, unnormal] {
        for refused in [refused, kind.neg(refused)] {
            assert!(kind.is_nan(refused));
            assert_eq!(kind.classify(refused), 1);
            assert_eq!(kind.compare(refused, refused), None);
            assert_eq!(kind.to_int(refused, 8, crate::Signedness::Signed), None);
            for result in [
                kind.binary(FloatBinary::Add, refused, ONE_X87),
                kind.binary(FloatBinary::Mul, ONE_X87, refused),
                kind.fma(ONE_X87, ONE_X87, refused),
                kind.sqrt(refused),
                kind.round(RoundTo::Floor, refused),
                kind.maximum(refused, ONE_X87),
                kind.frexp(refused).0,
                kind.ldexp(refused, 1),
            ] {
                assert_eq!(kind.classify(result), 2, "{refused:#x} gives {result:#x}");
            }
            assert_eq!(FloatKind::Double.classify(convert(kind, FloatKind::Double, refused)), 2);
        }
    }
    // A pseudo-denormal is taken: it is the smallest normal value, spelled oddly.
    let pseudo_denormal = 0x0000_8000_0000_0000_0000_u128;
    assert_eq!(kind.classify(pseudo_denormal), 0x100);
    assert_eq!(kind.compare(pseudo_denormal, 0x0001_8000_0000_0000_0000), Some(Ordering::Equal));
    assert_eq!(kind.classify(infinity), 0x200);
}

#[test]
fn names_and_sizes_are_those_of_llvm() {
    let names = FloatKind::ALL.map(|kind| kind.to_string());
    assert_eq!(names, ["half", "bfloat", "float", "double", "x86_fp80", "fp128"]);
    assert_eq!(FloatKind::ALL.map(FloatKind::bits), [16, 16, 32, 64, 80, 128]);
    for kind in FloatKind::ALL {
        assert_eq!(FloatKind::from_name(kind.name()), Some(kind));
        assert_eq!(mask(kind).count_ones(), kind.bits());
    }
    assert_eq!(FloatKind::from_name("ppc_fp128"), None);
}
