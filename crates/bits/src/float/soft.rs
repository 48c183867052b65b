//! Floats by `rustc_apfloat`, for every kind.
//!
//! Operands are patterns that `FloatKind::operand` let through.

use std::cmp::Ordering;

use rustc_apfloat::ieee;
use rustc_apfloat::{Float, FloatConvert, Round};

use super::{FloatBinary, FloatKind, RoundTo};

/// An expression with a name bound to the type that has the arithmetic of a kind.
macro_rules! with_float {
    ($kind:expr, $Name:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $Name = ieee::Half;
                $body
            }
            FloatKind::BFloat => {
                type $Name = ieee::BFloat;
                $body
            }
            FloatKind::Single => {
                type $Name = ieee::Single;
                $body
            }
            FloatKind::Double => {
                type $Name = ieee::Double;
                $body
            }
            FloatKind::X87 => {
                type $Name = ieee::X87DoubleExtended;
                $body
            }
            FloatKind::Quad => {
                type $Name = ieee::Quad;
                $body
            }
        }
    };
}

pub(super) fn binary(kind: FloatKind, operation: FloatBinary, a: u128, b: u128) -> u128 {
    with_float!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match operation {
            FloatBinary::Add => a + b,
            FloatBinary::Sub => a - b,
            FloatBinary::Mul => a * b,
            FloatBinary::Div => a / b,
            FloatBinary::Rem => a.c_fmod(b),
        };
        result.value.to_bits()
    })
}

pub(super) fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    with_float!(kind, F => F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits())
}

pub(super) fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    with_float!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))
}

pub(super) fn round(kind: FloatKind, to: RoundTo, a: u128) -> u128 {
    let round = match to {
        RoundTo::Floor => Round::TowardNegative,
        RoundTo::Ceil => Round::TowardPositive,
        RoundTo::Trunc => Round::TowardZero,
        RoundTo::NearestEven => Round::NearestTiesToEven,
        RoundTo::NearestAway => Round::NearestTiesToAway,
    };
    with_float!(kind, F => F::from_bits(a).round_to_integral(round).value.to_bits())
}

pub(super) fn ldexp(kind: FloatKind, a: u128, exponent: i32) -> u128 {
    with_float!(kind, F => F::from_bits(a).scalbn(exponent).to_bits())
}

pub(super) fn frexp(kind: FloatKind, a: u128) -> (u128, i32) {
    let mut exponent = 0;
    let fraction = with_float!(kind, F => F::from_bits(a).frexp(&mut exponent).to_bits());
    (fraction, exponent)
}

/// The float nearest to `integer * 2^exponent`.
///
/// Only the integer is rounded: scaling up what is already a float is exact, or overflows.
pub(super) fn scaled(kind: FloatKind, integer: u128, exponent: u32) -> u128 {
    let exponent = i32::try_from(exponent).unwrap_or(i32::MAX);
    with_float!(kind, F => F::from_u128(integer).value.scalbn(exponent).to_bits())
}

/// By way of a `Quad`, which has every value of every kind: only the second step rounds.
pub(super) fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    let mut inexact = false;
    let wide: ieee::Quad = with_float!(from, F => F::from_bits(a).convert(&mut inexact).value);
    with_float!(to, F => {
        let narrow: F = wide.convert(&mut inexact).value;
        narrow.to_bits()
    })
}
