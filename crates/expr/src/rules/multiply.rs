//! Products.

use super::{Binary, Rule, table};
use crate::{
    kind::BinaryOp::{Add, Mul, Sub},
    pool::{Expr, Exprs},
};

pub(super) const MUL: &[Rule<Binary>] = table![
    mul_zero,
    mul_one,
    mul_one_bit,
    mul_minus_one,
    mul_constants,
    mul_sum,
    mul_difference,
    mul_power_of_two,
    mul_zexts,
    mul_sexts
];

/// `x * 0` → `0`
fn mul_zero(exprs: &mut Exprs, _: Expr, y: Expr) -> Option<Expr> {
    exprs.is_zero(y).then_some(y)
}

/// `x * 1` → `x`
fn mul_one(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_one(y).then_some(x)
}

/// `x * y` → `x & y`, of one bit
fn mul_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.width(x) == 1).then(|| exprs.and(x, y))
}

/// `x * -1` → `-x`
fn mul_minus_one(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_ones(y).then(|| exprs.neg(x))
}

/// `(x * c) * d` → `x * (c * d)`
fn mul_constants(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Mul, x).filter(|_| exprs.is_const(d))?;
    let product = exprs.mul(c, d);
    Some(exprs.mul(x, product))
}

/// `(x + c) * d` → `x * d + c * d`
fn mul_sum(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Add, x).filter(|_| exprs.is_const(d))?;
    let (times, product) = (exprs.mul(x, d), exprs.mul(c, d));
    Some(exprs.add(times, product))
}

/// `(c - x) * d` → `x * -d + c * d`
fn mul_difference(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (c, x) = exprs.as_const_op(Sub, x).filter(|_| exprs.is_const(d))?;
    let negative = exprs.neg(d);
    let (times, product) = (exprs.mul(x, negative), exprs.mul(c, d));
    Some(exprs.add(times, product))
}

/// `x * 2^k` → `x << k`
fn mul_power_of_two(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let k = exprs.power_of_two(y)?;
    let (kept, zeros) = (exprs.extract(x, 0, exprs.width(x) - k), exprs.zero(k));
    Some(exprs.concat(kept, zeros))
}

/// `zext(x) * zext(y)` → `zext(x * y)`, with as many bits as `x` and `y` have together
fn mul_zexts(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (width, x, y) = (exprs.width(x), exprs.as_zext(x)?, exprs.as_zext(y)?);
    let enough = exprs.width(x) + exprs.width(y);
    if width <= enough {
        return None;
    }
    let (x, y) = (exprs.zext(x, enough), exprs.zext(y, enough));
    let product = exprs.mul(x, y);
    Some(exprs.zext(product, width))
}

/// `sext(x) * sext(y)` → `sext(x * y)`, with as many bits as `x` and `y` have together
fn mul_sexts(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (width, x, y) = (exprs.width(x), exprs.as_sext(x)?, exprs.as_sext(y)?);
    let enough = exprs.width(x) + exprs.width(y);
    if width <= enough {
        return None;
    }
    let (x, y) = (exprs.sext(x, enough), exprs.sext(y, enough));
    let product = exprs.mul(x, y);
    Some(exprs.sext(product, width))
}
