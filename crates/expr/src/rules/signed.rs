//! Signed order. With constants only the strict forms are left, and the sign itself is the highest bit.

use vellum_bits::Bits;

use super::{Binary, Rule, table};
use crate::pool::{Expr, Exprs};

pub(super) const SLT: &[Rule<Binary>] = table![
    slt_same,
    slt_limit,
    slt_one_bit,
    slt_zero,
    slt_minus_one,
    slt_same_sign,
    slt_edge,
    slt_edge_below,
    slt_sext,
    slt_sext_constant,
];

pub(super) const SLE: &[Rule<Binary>] =
    table![sle_same, sle_one_bit, sle_constant, sle_constant_below, sle_same_sign, sle_sext];

fn min(exprs: &Exprs, e: Expr) -> Bits {
    Bits::signed_min(exprs.width(e))
}

fn max(exprs: &Exprs, e: Expr) -> Bits {
    Bits::signed_max(exprs.width(e))
}

/// `x < x` → false
fn slt_same(_: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then_some(Expr::FALSE)
}

/// `x < min`, `max < x` → false
fn slt_limit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let is = |e: Expr, limit: Bits| exprs.as_bits(e).is_some_and(|value| value == limit);
    (is(y, min(exprs, y)) || is(x, max(exprs, x))).then_some(Expr::FALSE)
}

/// `x < y` → `x & ~y`, of one bit
fn slt_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.width(x) != 1 {
        return None;
    }
    let clear = exprs.not(y);
    Some(exprs.and(x, clear))
}

/// `x < 0` → the highest bit of `x`
fn slt_zero(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_zero(y).then(|| exprs.extract(x, exprs.width(x) - 1, 1))
}

/// `-1 < x` → the opposite of the highest bit of `x`
fn slt_minus_one(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if !exprs.is_ones(x) {
        return None;
    }
    let sign = exprs.extract(y, exprs.width(y) - 1, 1);
    Some(exprs.not(sign))
}

/// signed `x < y` → unsigned `x < y`, where both have the same sign
fn slt_same_sign(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.sign(x)? == exprs.sign(y)?).then(|| exprs.ult(x, y))
}

/// `x < min + 1` → `x = min`; `x < max` → `~(x = max)`
fn slt_edge(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(y)?;
    if limit == max(exprs, y) {
        return Some(exprs.ne(x, y));
    }
    let least = min(exprs, y);
    if limit.sub(&Bits::from_u64(limit.width(), 1)) != least {
        return None;
    }
    let only = exprs.bits(&least);
    Some(exprs.eq(x, only))
}

/// `max - 1 < x` → `x = max`; `min < x` → `~(x = min)`
fn slt_edge_below(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(x)?;
    if limit == min(exprs, x) {
        return Some(exprs.ne(y, x));
    }
    let most = max(exprs, x);
    if limit.add(&Bits::from_u64(limit.width(), 1)) != most {
        return None;
    }
    let only = exprs.bits(&most);
    Some(exprs.eq(y, only))
}

/// `sext(x) < sext(y)` → `x < y`; one may be a constant that fits
fn slt_sext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, _) = exprs.narrowed_signed(x, y)?;
    Some(exprs.slt(x, y))
}

/// `sext(x) < c` → whether `c` is positive, where `c` does not fit; the same for `c < sext(x)`
fn slt_sext_constant(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    // A constant that fits has been dealt with.
    if let Some(c) = exprs.as_bits(y) {
        return exprs.as_sext(x).map(|_| Exprs::truth(!c.sign_bit()));
    }
    let c = exprs.as_bits(x)?;
    exprs.as_sext(y).map(|_| Exprs::truth(c.sign_bit()))
}

/// `x <= x` → true
fn sle_same(_: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then_some(Expr::TRUE)
}

/// `x <= y` → `x | ~y`, of one bit
fn sle_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.width(x) != 1 {
        return None;
    }
    let clear = exprs.not(y);
    Some(exprs.or(x, clear))
}

/// `x <= c` → `x < c + 1`
fn sle_constant(exprs: &mut Exprs, x: Expr, c: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(c)?;
    if limit == max(exprs, c) {
        return Some(Expr::TRUE);
    }
    let above = exprs.bits(&limit.add(&Bits::from_u64(limit.width(), 1)));
    Some(exprs.slt(x, above))
}

/// `c <= x` → `c - 1 < x`
fn sle_constant_below(exprs: &mut Exprs, c: Expr, x: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(c)?;
    if limit == min(exprs, c) {
        return Some(Expr::TRUE);
    }
    let below = exprs.bits(&limit.sub(&Bits::from_u64(limit.width(), 1)));
    Some(exprs.slt(below, x))
}

/// signed `x <= y` → unsigned `x <= y`, where both have the same sign
fn sle_same_sign(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.sign(x)? == exprs.sign(y)?).then(|| exprs.ule(x, y))
}

/// `sext(x) <= sext(y)` → `x <= y`
fn sle_sext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, _) = exprs.narrowed_signed(x, y)?;
    Some(exprs.sle(x, y))
}
