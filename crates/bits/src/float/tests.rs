//! Floats against the host, against hardware, and against what defines them.

mod exhaustive;
mod host;
mod integers;
mod laws;
mod vectors;

use super::{FloatBinary, FloatKind, RoundTo};
use crate::testing::Random;

const OPERATIONS: [FloatBinary; 5] =
    [FloatBinary::Add, FloatBinary::Sub, FloatBinary::Mul, FloatBinary::Div, FloatBinary::Rem];

const ROUNDINGS: [RoundTo; 5] =
    [RoundTo::Floor, RoundTo::Ceil, RoundTo::Trunc, RoundTo::NearestEven, RoundTo::NearestAway];

/// Equal bits, or both NaNs: which NaN is not promised.
fn same(kind: FloatKind, a: u128, b: u128) -> bool {
    a == b || kind.is_nan(a) && kind.is_nan(b)
}

fn mask(kind: FloatKind) -> u128 {
    u128::MAX >> (128 - kind.bits())
}

/// The pattern of a small integer.
fn number(kind: FloatKind, integer: i64) -> u128 {
    let magnitude = super::soft::scaled(kind, integer.unsigned_abs().into(), 0);
    if integer < 0 { kind.neg(magnitude) } else { magnitude }
}

/// Values at the edges of a kind, of both signs.
fn specials(kind: FloatKind) -> Vec<u128> {
    let largest_subnormal = (1 << kind.fraction_bits()) - 1;
    let smallest_normal = kind.binary(FloatBinary::Add, largest_subnormal, 1);
    let infinity = kind.binary(FloatBinary::Div, number(kind, 1), 0);
    let signalling = infinity | 1;
    let largest = match kind {
        FloatKind::X87 => infinity - (1 << 63) - 1,
        _ => infinity - 1,
    };
    let mut values = vec![0, 1, 2, largest_subnormal, smallest_normal, smallest_normal + 1];
    values.extend([largest - 1, largest, infinity, signalling, kind.default_nan()]);
    for integer in [1, 2, 3, 10, 127, 128] {
        values.extend([-1, 0, 9].map(|exponent| kind.ldexp(number(kind, integer), exponent)));
    }
    let negatives: Vec<u128> = values.iter().map(|&value| kind.neg(value)).collect();
    [values, negatives].concat()
}

/// A pattern: of any value, of one with few significant bits, or within a few binades of one.
fn pattern(kind: FloatKind, random: &mut Random) -> u128 {
    let any = random.u128() & mask(kind);
    match random.below(4) {
        0 => any,
        1 => {
            let shift = random.below(kind.fraction_bits());
            any >> shift << shift
        }
        _ => {
            let fraction = any & ((1 << kind.fraction_bits()) - 1);
            let spread = i32::try_from(random.below(14)).unwrap() - 7;
            kind.copysign(kind.ldexp(number(kind, 1) | fraction, spread), any)
        }
    }
}
