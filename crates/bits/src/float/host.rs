//! Floats by the host's `f32` and `f64`: IEEE arithmetic, the same bits as `soft`, much faster.
//!
//! Only operations that IEEE 754 wants correctly rounded are here, so that the host cannot matter.
#![expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a cast is the only spelling of a rounding conversion to a float"
)]

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Rem, Sub};

use super::{FloatBinary, Signedness};
use crate::bv::Bits;
use crate::word;

pub(super) fn binary_single(operation: FloatBinary, a: u128, b: u128) -> u128 {
    from_single(binary(operation, single(a), single(b)))
}

pub(super) fn binary_double(operation: FloatBinary, a: u128, b: u128) -> u128 {
    from_double(binary(operation, double(a), double(b)))
}

pub(super) fn sqrt_single(a: u128) -> u128 {
    from_single(single(a).sqrt())
}

pub(super) fn sqrt_double(a: u128) -> u128 {
    from_double(double(a).sqrt())
}

pub(super) fn compare_single(a: u128, b: u128) -> Option<Ordering> {
    single(a).partial_cmp(&single(b))
}

pub(super) fn compare_double(a: u128, b: u128) -> Option<Ordering> {
    double(a).partial_cmp(&double(b))
}

/// A single as a double.
pub(super) fn widen(a: u128) -> u128 {
    from_double(f64::from(single(a)))
}

/// A double as a single.
pub(super) fn narrow(a: u128) -> u128 {
    from_single(double(a) as f32)
}

/// An integer of at most 64 bits as a single.
pub(super) fn single_from_word(integer: &Bits, signedness: Signedness) -> u128 {
    from_single(match signedness {
        Signedness::Signed => word::sign_extend(integer.width(), integer.low_u64()) as f32,
        Signedness::Unsigned => integer.low_u64() as f32,
    })
}

/// An integer of at most 64 bits as a double.
pub(super) fn double_from_word(integer: &Bits, signedness: Signedness) -> u128 {
    from_double(match signedness {
        Signedness::Signed => word::sign_extend(integer.width(), integer.low_u64()) as f64,
        Signedness::Unsigned => integer.low_u64() as f64,
    })
}

fn binary<F>(operation: FloatBinary, a: F, b: F) -> F
where
    F: Add<Output = F> + Sub<Output = F> + Mul<Output = F> + Div<Output = F> + Rem<Output = F>,
{
    match operation {
        FloatBinary::Add => a + b,
        FloatBinary::Sub => a - b,
        FloatBinary::Mul => a * b,
        FloatBinary::Div => a / b,
        FloatBinary::Rem => a % b,
    }
}

fn single(a: u128) -> f32 {
    f32::from_bits(u32::try_from(a).expect("a float has 32 bits"))
}

fn double(a: u128) -> f64 {
    f64::from_bits(u64::try_from(a).expect("a double has 64 bits"))
}

fn from_single(a: f32) -> u128 {
    a.to_bits().into()
}

fn from_double(a: f64) -> u128 {
    a.to_bits().into()
}
