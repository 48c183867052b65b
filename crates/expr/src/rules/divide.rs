//! Quotients and remainders.

use super::{Binary, Rule, table};
use crate::{
    kind::BinaryOp::UDiv,
    pool::{Expr, Exprs},
};

pub(super) const UDIV: &[Rule<Binary>] = table![udiv_zero, udiv_power_of_two, udiv_constants, udiv_zext];
pub(super) const UREM: &[Rule<Binary>] =
    table![urem_zero, urem_same, urem_power_of_two, urem_smaller, urem_zext];
pub(super) const SDIV: &[Rule<Binary>] =
    table![sdiv_one, sdiv_minus_one, sdiv_unsigned, sdiv_sext, sdiv_sexts];
pub(super) const SREM: &[Rule<Binary>] = table![srem_one, srem_same, srem_unsigned, srem_sext];

/// `x / 0` → all ones
fn udiv_zero(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_zero(y).then(|| exprs.ones(exprs.width(x)))
}

/// `x / 2^k` → `zext(x[k..])`
fn udiv_power_of_two(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let k = exprs.power_of_two(y)?;
    let width = exprs.width(x);
    let high = exprs.extract(x, k, width - k);
    Some(exprs.zext(high, width))
}

/// `(x / c) / d` → `x / (c * d)`, or `0` where that is too large
fn udiv_constants(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op(UDiv, x)?;
    let (left, right) = (exprs.as_bits(c)?, exprs.as_bits(d)?);
    if left.is_zero() || right.is_zero() {
        return None;
    }
    if left.umul_overflows(&right) {
        return Some(exprs.zero(exprs.width(x)));
    }
    let product = exprs.mul(c, d);
    Some(exprs.udiv(x, product))
}

/// `zext(x) / zext(y)` → `zext(x / y)`, where `y` is not zero; `y` may be a constant
fn udiv_zext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.bounds(y).0.is_zero() {
        return None;
    }
    let (x, y, width) = exprs.narrowed_unsigned(x, y)?;
    let quotient = exprs.udiv(x, y);
    Some(exprs.zext(quotient, width))
}

/// `x % 0` → `x`
fn urem_zero(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_zero(y).then_some(x)
}

/// `x % x` → `0`
fn urem_same(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then(|| exprs.zero(exprs.width(x)))
}

/// `x % 2^k` → `zext(x[..k])`
fn urem_power_of_two(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let width = exprs.width(x);
    Some(match exprs.power_of_two(y)? {
        0 => exprs.zero(width),
        k => {
            let low = exprs.extract(x, 0, k);
            exprs.zext(low, width)
        }
    })
}

/// `x % y` → `x`, where `x` is always less
fn urem_smaller(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.known(x)?.max < exprs.known(y)?.min).then_some(x)
}

/// `zext(x) % zext(y)` → `zext(x % y)`; `y` may be a constant
fn urem_zext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, width) = exprs.narrowed_unsigned(x, y)?;
    let rest = exprs.urem(x, y);
    Some(exprs.zext(rest, width))
}

/// `x / 1` → `x`
fn sdiv_one(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_one(y).then_some(x)
}

/// `x / -1` → `-x`
fn sdiv_minus_one(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_ones(y).then(|| exprs.neg(x))
}

/// signed `x / y` → unsigned `x / y`, where neither is negative
fn sdiv_unsigned(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let natural = exprs.sign(x) == Some(false) && exprs.sign(y) == Some(false);
    natural.then(|| exprs.udiv(x, y))
}

/// `sext(x) / c` → `sext(x / c)`, where `c` fits and is neither `0` nor `-1`
fn sdiv_sext(exprs: &mut Exprs, x: Expr, c: Expr) -> Option<Expr> {
    if !exprs.is_const(c) || exprs.is_zero(c) || exprs.is_ones(c) {
        return None;
    }
    let (x, c, width) = exprs.narrowed_signed(x, c)?;
    let quotient = exprs.sdiv(x, c);
    Some(exprs.sext(quotient, width))
}

/// `sext(x) / sext(y)` → `sext(x / y)`, with one bit more than `x` and `y` have: the least number has no negative
fn sdiv_sexts(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let width = exprs.width(x);
    let (x, y) = (exprs.as_sext(x)?, exprs.as_sext(y)?);
    let enough = exprs.width(x).max(exprs.width(y)) + 1;
    if width <= enough {
        return None;
    }
    let (x, y) = (exprs.sext(x, enough), exprs.sext(y, enough));
    let quotient = exprs.sdiv(x, y);
    Some(exprs.sext(quotient, width))
}

/// `x % 1` and `x % -1` → `0`
fn srem_one(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.is_one(y) || exprs.is_ones(y)).then(|| exprs.zero(exprs.width(x)))
}

/// `x % x` → `0`
fn srem_same(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then(|| exprs.zero(exprs.width(x)))
}

/// signed `x % y` → unsigned `x % y`, where neither is negative
fn srem_unsigned(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let natural = exprs.sign(x) == Some(false) && exprs.sign(y) == Some(false);
    natural.then(|| exprs.urem(x, y))
}

/// `sext(x) % c` → `sext(x % c)`, where `c` fits
fn srem_sext(exprs: &mut Exprs, x: Expr, c: Expr) -> Option<Expr> {
    let (x, c, width) = exprs.narrowed_signed(x, c)?;
    let rest = exprs.srem(x, c);
    Some(exprs.sext(rest, width))
}
