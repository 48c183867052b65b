//! Sums. Constants go out and last; differences are undone.

use super::{Binary, Rule, either, table};
use crate::{
    kind::BinaryOp::{Add, Sub},
    pool::{Expr, Exprs},
};

pub(super) const ADD: &[Rule<Binary>] = table![
    add_zero,
    add_one_bit,
    add_same,
    add_constants,
    add_constant_to_difference,
    add_constant_to_not,
    add_opposite,
    add_cancels_difference,
    add_hoists_constant,
    add_hoists_difference,
    add_disjoint,
];

/// `x + 0` → `x`
fn add_zero(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_zero(y).then_some(x)
}

/// `x + y` → `x ^ y`, of one bit
fn add_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.width(x) == 1).then(|| exprs.xor(x, y))
}

/// `x + x` → `x << 1`
fn add_same(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if x != y {
        return None;
    }
    let (rest, zero) = (exprs.extract(x, 0, exprs.width(x) - 1), Expr::FALSE);
    Some(exprs.concat(rest, zero))
}

/// `(x + c) + d` → `x + (c + d)`
fn add_constants(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Add, x).filter(|_| exprs.is_const(d))?;
    let sum = exprs.add(c, d);
    Some(exprs.add(x, sum))
}

/// `(c - x) + d` → `(c + d) - x`
fn add_constant_to_difference(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (c, x) = exprs.as_const_op(Sub, x).filter(|_| exprs.is_const(d))?;
    let sum = exprs.add(c, d);
    Some(exprs.sub(sum, x))
}

/// `~x + c` → `(c - 1) - x`
fn add_constant_to_not(exprs: &mut Exprs, x: Expr, c: Expr) -> Option<Expr> {
    let x = exprs.as_not(x).filter(|_| exprs.is_const(c))?;
    let ones = exprs.ones(exprs.width(x));
    let less = exprs.add(c, ones);
    Some(exprs.sub(less, x))
}

/// `x + ~x` → all ones
fn add_opposite(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.are_opposite(x, y).then(|| exprs.ones(exprs.width(x)))
}

/// `(x - y) + y` → `x`
fn add_cancels_difference(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| exprs.as_op(Sub, x).filter(|&(_, less)| less == y).map(|(x, _)| x))
}

/// `(x + c) + y` → `(x + y) + c`
fn add_hoists_constant(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let (x, c) = exprs.as_op_const(Add, x)?;
        let sum = exprs.add(x, y);
        Some(exprs.add(sum, c))
    })
}

/// `(c - x) + y` → `(y - x) + c`
fn add_hoists_difference(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let (c, x) = exprs.as_const_op(Sub, x)?;
        let difference = exprs.sub(y, x);
        Some(exprs.add(difference, c))
    })
}

/// `x + y` → `x | y`, where no bit can be set in both and neither is constant
fn add_disjoint(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    // An address plus an offset stays a sum: who resolves it looks for the constant.
    if exprs.is_const(y) || exprs.known(x)?.possible() & exprs.known(y)?.possible() != 0 {
        return None;
    }
    Some(exprs.or(x, y))
}
