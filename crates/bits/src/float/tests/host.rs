//! Singles and doubles three ways: as we compute them, by `rustc_apfloat`, and by the host.

use super::{FloatBinary, FloatKind, OPERATIONS, ROUNDINGS, RoundTo, pattern, same, specials};
use crate::float::{convert, soft, sqrt};
use crate::testing::Random;

const HOST: [FloatKind; 2] = [FloatKind::Single, FloatKind::Double];
const ROUNDS: u32 = 5_000;

fn single(a: u128) -> f32 {
    f32::from_bits(u32::try_from(a).unwrap())
}

fn double(a: u128) -> f64 {
    f64::from_bits(u64::try_from(a).unwrap())
}

/// A function of the host on one value of either kind.
fn apply(kind: FloatKind, a: u128, on_single: fn(f32) -> f32, on_double: fn(f64) -> f64) -> u128 {
    match kind {
        FloatKind::Single => on_single(single(a)).to_bits().into(),
        _ => on_double(double(a)).to_bits().into(),
    }
}

/// All pairs of special values, then random pairs.
fn for_pairs(kind: FloatKind, seed: u64, mut check: impl FnMut(u128, u128)) {
    let specials = specials(kind);
    for &a in &specials {
        for &b in &specials {
            check(a, b);
        }
    }
    let mut random = Random::new(seed);
    for _ in 0..ROUNDS {
        check(pattern(kind, &mut random), pattern(kind, &mut random));
    }
}

#[test]
fn arithmetic_of_the_host_is_that_of_apfloat() {
    for kind in HOST {
        for operation in OPERATIONS {
            for_pairs(kind, 60, |a, b| {
                let (fast, slow) = (kind.binary(operation, a, b), soft::binary(kind, operation, a, b));
                assert!(same(kind, fast, slow), "{kind} {a:#x} {operation:?} {b:#x}: {fast:#x} {slow:#x}");
            });
        }
    }
}

#[test]
fn comparison_of_the_host_is_that_of_apfloat() {
    for kind in HOST {
        for_pairs(kind, 61, |a, b| {
            assert_eq!(kind.compare(a, b), soft::compare(kind, a, b), "{kind} {a:#x} {b:#x}");
        });
    }
}

#[test]
fn conversion_of_the_host_is_that_of_apfloat() {
    for (from, to) in [(FloatKind::Single, FloatKind::Double), (FloatKind::Double, FloatKind::Single)] {
        for_pairs(from, 62, |a, _| {
            assert!(same(to, convert(from, to, a), soft::convert(from, to, a)), "{from} {a:#x}");
        });
    }
}

#[test]
fn a_double_halfway_between_singles_becomes_the_even_one_for_both() {
    let (from, to) = (FloatKind::Double, FloatKind::Single);
    for_pairs(to, 63, |a, _| {
        let halfway = f64::midpoint(f64::from(single(a)), f64::from(single(a ^ 1)));
        for near in [halfway.next_down(), halfway, halfway.next_up()] {
            let near = u128::from(near.to_bits());
            assert!(same(to, convert(from, to, near), soft::convert(from, to, near)), "{near:#x}");
        }
    });
}

#[test]
fn the_square_root_of_the_host_is_that_of_the_integers() {
    for kind in HOST {
        for_pairs(kind, 64, |a, _| {
            assert!(same(kind, kind.sqrt(a), sqrt::sqrt(kind, a)), "{kind} {a:#x}");
        });
    }
}

#[test]
fn a_fused_multiplication_is_that_of_the_host() {
    let mut random = Random::new(65);
    for kind in HOST {
        let check = |a, b, c| {
            let expected = match kind {
                FloatKind::Single => u128::from(single(a).mul_add(single(b), single(c)).to_bits()),
                _ => u128::from(double(a).mul_add(double(b), double(c)).to_bits()),
            };
            let actual = kind.fma(a, b, c);
            assert!(same(kind, actual, expected), "{kind} {a:#x} {b:#x} {c:#x}: {actual:#x} {expected:#x}");
        };
        for_pairs(kind, 66, |a, b| {
            check(a, b, pattern(kind, &mut random));
            // Nearly cancelling: only the rounding error of the product is left.
            check(a, b, kind.neg(kind.binary(FloatBinary::Mul, a, b)));
        });
    }
}

#[test]
fn rounding_to_an_integral_value_is_that_of_the_host() {
    for kind in HOST {
        for to in ROUNDINGS {
            for_pairs(kind, 67, |a, _| {
                let expected = match to {
                    RoundTo::Floor => apply(kind, a, f32::floor, f64::floor),
                    RoundTo::Ceil => apply(kind, a, f32::ceil, f64::ceil),
                    RoundTo::Trunc => apply(kind, a, f32::trunc, f64::trunc),
                    RoundTo::NearestEven => apply(kind, a, f32::round_ties_even, f64::round_ties_even),
                    RoundTo::NearestAway => apply(kind, a, f32::round, f64::round),
                };
                assert!(same(kind, kind.round(to, a), expected), "{kind} {to:?} {a:#x}");
            });
        }
    }
}

#[test]
fn signs_and_classes_are_those_of_the_host() {
    for_pairs(FloatKind::Double, 68, |a, b| {
        let kind = FloatKind::Double;
        assert_eq!(double(kind.neg(a)).to_bits(), (-double(a)).to_bits());
        assert_eq!(double(kind.abs(a)).to_bits(), double(a).abs().to_bits());
        assert_eq!(double(kind.copysign(a, b)).to_bits(), double(a).copysign(double(b)).to_bits());
        assert_eq!(kind.is_nan(a), double(a).is_nan());
        let class = kind.classify(a);
        assert_eq!(class & 0x3 != 0, double(a).is_nan());
        assert_eq!(class & 0x204 != 0, double(a).is_infinite());
        assert_eq!(class & 0x108 != 0, double(a).is_normal());
        assert_eq!(class & 0x90 != 0, double(a).is_subnormal());
        assert_eq!(class & 0x60 != 0, double(a) == 0.0);
        assert!(class & 0x3 != 0 || double(a).is_sign_negative() == (class & 0x3c != 0));
    });
}
