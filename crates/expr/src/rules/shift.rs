//! Shifts. One by a constant is a matter of wires: `concat`, `extract` and extensions.

use super::{Binary, Rule, table};
use crate::{
    kind::BinaryOp::Add,
    pool::{Expr, Exprs},
};

pub(super) const SHL: &[Rule<Binary>] =
    table![shl_nothing, shl_too_far, shl_one_bit, shl_constant_sum, shl_constant];
pub(super) const LSHR: &[Rule<Binary>] = table![lshr_nothing, lshr_too_far, lshr_one_bit, lshr_constant];
pub(super) const ASHR: &[Rule<Binary>] =
    table![ashr_nothing, ashr_too_far, ashr_one_bit, ashr_constant, ashr_non_negative];

/// Whether an amount is at least the width.
fn is_too_far(exprs: &Exprs, x: Expr, amount: Expr) -> bool {
    let (least, _) = exprs.bounds(amount);
    least.to_u64().is_none_or(|least| least >= u64::from(exprs.width(x)))
        || exprs.is_const(amount) && exprs.as_amount(amount, exprs.width(x)).is_none()
}

/// `x << 0` → `x`; `0 << y` → `0`
fn shl_nothing(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.is_zero(y) || exprs.is_zero(x)).then_some(x)
}

/// `x << y` → `0`, where `y` is at least the width
fn shl_too_far(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    is_too_far(exprs, x, y).then(|| exprs.zero(exprs.width(x)))
}

/// `x << y` → `x & ~y`, of one bit
fn shl_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.width(x) != 1 {
        return None;
    }
    let stays = exprs.not(y);
    Some(exprs.and(x, stays))
}

/// `(x + c) << k` → `(x << k) + (c << k)`
fn shl_constant_sum(exprs: &mut Exprs, x: Expr, k: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Add, x).filter(|_| exprs.is_const(k))?;
    let (shifted, constant) = (exprs.shl(x, k), exprs.shl(c, k));
    Some(exprs.add(shifted, constant))
}

/// `x << k` → `concat(x[..width - k], 0)`
fn shl_constant(exprs: &mut Exprs, x: Expr, k: Expr) -> Option<Expr> {
    let width = exprs.width(x);
    let k = exprs.as_amount(k, width)?;
    let (kept, zeros) = (exprs.extract(x, 0, width - k), exprs.zero(k));
    Some(exprs.concat(kept, zeros))
}

/// `x >> 0` → `x`; `0 >> y` → `0`
fn lshr_nothing(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.is_zero(y) || exprs.is_zero(x)).then_some(x)
}

/// `x >> y` → `0`, where `y` is at least the width
fn lshr_too_far(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    is_too_far(exprs, x, y).then(|| exprs.zero(exprs.width(x)))
}

/// `x >> y` → `x & ~y`, of one bit
fn lshr_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.width(x) != 1 {
        return None;
    }
    let stays = exprs.not(y);
    Some(exprs.and(x, stays))
}

/// `x >> k` → `zext(x[k..])`
fn lshr_constant(exprs: &mut Exprs, x: Expr, k: Expr) -> Option<Expr> {
    let width = exprs.width(x);
    let k = exprs.as_amount(k, width)?;
    let high = exprs.extract(x, k, width - k);
    Some(exprs.zext(high, width))
}

/// `x >> 0` → `x`; `0 >> y` → `0`; `-1 >> y` → `-1`
fn ashr_nothing(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.is_zero(y) || exprs.is_zero(x) || exprs.is_ones(x)).then_some(x)
}

/// `x >> y` → copies of the sign of `x`, where `y` is at least the width
fn ashr_too_far(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if !is_too_far(exprs, x, y) {
        return None;
    }
    let width = exprs.width(x);
    let sign = exprs.extract(x, width - 1, 1);
    Some(exprs.sext(sign, width))
}

/// `x >> y` → `x`, of one bit
fn ashr_one_bit(exprs: &mut Exprs, x: Expr, _: Expr) -> Option<Expr> {
    (exprs.width(x) == 1).then_some(x)
}

/// `x >> k` → `sext(x[k..])`
fn ashr_constant(exprs: &mut Exprs, x: Expr, k: Expr) -> Option<Expr> {
    let width = exprs.width(x);
    let k = exprs.as_amount(k, width)?;
    let high = exprs.extract(x, k, width - k);
    Some(exprs.sext(high, width))
}

/// arithmetic `x >> y` → logical `x >> y`, where `x` is not negative
fn ashr_non_negative(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.sign(x) == Some(false)).then(|| exprs.lshr(x, y))
}
