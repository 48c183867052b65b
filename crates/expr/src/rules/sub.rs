//! Differences. What is on both sides goes; constants go out.

use super::{Binary, Rule, look::other, table};
use crate::{
    kind::BinaryOp::{Add, Sub},
    pool::{Expr, Exprs},
};

pub(super) const SUB: &[Rule<Binary>] = table![
    sub_same,
    sub_constant,
    sub_one_bit,
    sub_from_ones,
    sub_constant_sum,
    sub_constant_difference,
    sub_constant_not,
    sub_of_condition,
    sub_hoists_constant,
    sub_hoists_negative_constant,
    sub_hoists_left_difference,
    sub_hoists_right_difference,
    sub_cancels_sum,
    sub_cancels_from_sum,
    sub_cancels_sums,
    sub_cancels_difference,
    sub_cancels_from_difference,
];

/// `x - x` → `0`
fn sub_same(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then(|| exprs.zero(exprs.width(x)))
}

/// `x - c` → `x + -c`
fn sub_constant(exprs: &mut Exprs, x: Expr, c: Expr) -> Option<Expr> {
    if !exprs.is_const(c) {
        return None;
    }
    let negative = exprs.neg(c);
    Some(exprs.add(x, negative))
}

/// `x - y` → `x ^ y`, of one bit
fn sub_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.width(x) == 1).then(|| exprs.xor(x, y))
}

/// `-1 - x` → `~x`
fn sub_from_ones(exprs: &mut Exprs, c: Expr, x: Expr) -> Option<Expr> {
    exprs.is_ones(c).then(|| exprs.not(x))
}

/// `c - (x + d)` → `(c - d) - x`
fn sub_constant_sum(exprs: &mut Exprs, c: Expr, x: Expr) -> Option<Expr> {
    let (x, d) = exprs.as_op_const(Add, x).filter(|_| exprs.is_const(c))?;
    let difference = exprs.sub(c, d);
    Some(exprs.sub(difference, x))
}

/// `c - (d - x)` → `x + (c - d)`
fn sub_constant_difference(exprs: &mut Exprs, c: Expr, x: Expr) -> Option<Expr> {
    let (d, x) = exprs.as_const_op(Sub, x).filter(|_| exprs.is_const(c))?;
    let difference = exprs.sub(c, d);
    Some(exprs.add(x, difference))
}

/// `c - ~x` → `x + (c + 1)`
fn sub_constant_not(exprs: &mut Exprs, c: Expr, x: Expr) -> Option<Expr> {
    let x = exprs.as_not(x).filter(|_| exprs.is_const(c))?;
    let less = exprs.not(c);
    let sum = exprs.neg(less);
    Some(exprs.add(x, sum))
}

/// `0 - zext(c)` → `sext(c)`, of one bit
fn sub_of_condition(exprs: &mut Exprs, zero: Expr, x: Expr) -> Option<Expr> {
    let c = exprs.as_zext(x).filter(|&c| exprs.width(c) == 1 && exprs.is_zero(zero))?;
    Some(exprs.sext(c, exprs.width(x)))
}

/// `(x + c) - y` → `(x - y) + c`
fn sub_hoists_constant(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Add, x)?;
    let difference = exprs.sub(x, y);
    Some(exprs.add(difference, c))
}

/// `x - (y + c)` → `(x - y) + -c`
fn sub_hoists_negative_constant(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (y, c) = exprs.as_op_const(Add, y)?;
    let difference = exprs.sub(x, y);
    Some(exprs.sub(difference, c))
}

/// `(c - x) - y` → `c - (x + y)`
fn sub_hoists_left_difference(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (c, x) = exprs.as_const_op(Sub, x)?;
    let sum = exprs.add(x, y);
    Some(exprs.sub(c, sum))
}

/// `x - (c - y)` → `(x + y) + -c`
fn sub_hoists_right_difference(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (c, y) = exprs.as_const_op(Sub, y)?;
    let sum = exprs.add(x, y);
    Some(exprs.sub(sum, c))
}

/// `(x + y) - x` → `y`
fn sub_cancels_sum(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let sum = exprs.as_op(Add, x)?;
    other(sum, y)
}

/// `x - (x + y)` → `-y`
fn sub_cancels_from_sum(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let sum = exprs.as_op(Add, y)?;
    let rest = other(sum, x)?;
    Some(exprs.neg(rest))
}

/// `(x + y) - (x + z)` → `y - z`
fn sub_cancels_sums(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (sum, (a, b)) = (exprs.as_op(Add, x)?, exprs.as_op(Add, y)?);
    let (rest, less) = match (other(sum, a), other(sum, b)) {
        (Some(rest), _) => (rest, b),
        (None, Some(rest)) => (rest, a),
        (None, None) => return None,
    };
    Some(exprs.sub(rest, less))
}

/// `(x - y) - x` → `-y`
fn sub_cancels_difference(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (_, less) = exprs.as_op(Sub, x).filter(|&(from, _)| from == y)?;
    Some(exprs.neg(less))
}

/// `x - (x - y)` → `y`
fn sub_cancels_from_difference(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.as_op(Sub, y).filter(|&(from, _)| from == x).map(|(_, less)| less)
}
