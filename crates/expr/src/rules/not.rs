//! Negation, of bits and of conditions.

use super::{Rule, Unary, table};
use crate::{
    kind::{
        BinaryOp::{Add, Or, Sub, Xor},
        CompareOp, Kind,
    },
    pool::{Expr, Exprs},
};

pub(super) const NOT: &[Rule<Unary>] = table![
    not_not,
    not_compare,
    not_or,
    not_sum,
    not_difference,
    not_xor_constant,
    not_sext,
    not_zext,
    not_concat,
    not_choice
];

/// `~~x` → `x`
fn not_not(exprs: &mut Exprs, x: Expr) -> Option<Expr> {
    exprs.as_not(x)
}

/// `~(x < y)` → `y <= x`; `~(x <= y)` → `y < x`
fn not_compare(exprs: &mut Exprs, x: Expr) -> Option<Expr> {
    let Kind::Compare(op, x, y) = exprs.kind(x) else { return None };
    let opposite = match op {
        CompareOp::Eq => return None,
        CompareOp::Ult => CompareOp::Ule,
        CompareOp::Ule => CompareOp::Ult,
        CompareOp::Slt => CompareOp::Sle,
        CompareOp::Sle => CompareOp::Slt,
    };
    Some(exprs.compare(opposite, y, x))
}

/// `~(x | y)` → `~x & ~y`, of one bit, where not both are disjunctions: a path takes conjunctions apart
fn not_or(exprs: &mut Exprs, e: Expr) -> Option<Expr> {
    let (x, y) = exprs.as_op(Or, e).filter(|_| exprs.width(e) == 1)?;
    if exprs.as_op(Or, x).is_some() && exprs.as_op(Or, y).is_some() {
        return None;
    }
    let (x, y) = (exprs.not(x), exprs.not(y));
    Some(exprs.and(x, y))
}

/// `~(x + c)` → `~c - x`
fn not_sum(exprs: &mut Exprs, e: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Add, e)?;
    let flipped = exprs.not(c);
    Some(exprs.sub(flipped, x))
}

/// `~(c - x)` → `x + ~c`
fn not_difference(exprs: &mut Exprs, e: Expr) -> Option<Expr> {
    let (c, x) = exprs.as_const_op(Sub, e)?;
    let flipped = exprs.not(c);
    Some(exprs.add(x, flipped))
}

/// `~(x ^ c)` → `x ^ ~c`
fn not_xor_constant(exprs: &mut Exprs, e: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Xor, e)?;
    let flipped = exprs.not(c);
    Some(exprs.xor(x, flipped))
}

/// `~sext(x)` → `sext(~x)`
fn not_sext(exprs: &mut Exprs, e: Expr) -> Option<Expr> {
    let x = exprs.as_sext(e)?;
    let flipped = exprs.not(x);
    Some(exprs.sext(flipped, exprs.width(e)))
}

/// `~zext(x)` → `concat(-1, ~x)`
fn not_zext(exprs: &mut Exprs, e: Expr) -> Option<Expr> {
    let x = exprs.as_zext(e)?;
    let (ones, flipped) = (exprs.ones(exprs.width(e) - exprs.width(x)), exprs.not(x));
    Some(exprs.concat(ones, flipped))
}

/// `~concat(x, y)` → `concat(~x, ~y)`
fn not_concat(exprs: &mut Exprs, e: Expr) -> Option<Expr> {
    let (high, low) = exprs.as_concat(e)?;
    let (high, low) = (exprs.not(high), exprs.not(low));
    Some(exprs.concat(high, low))
}

/// `~ite(c, a, b)` → `ite(c, ~a, ~b)`, of constants
fn not_choice(exprs: &mut Exprs, e: Expr) -> Option<Expr> {
    let (c, a, b) = exprs.as_const_ite(e)?;
    let (a, b) = (exprs.not(a), exprs.not(b));
    Some(exprs.ite(c, a, b))
}
