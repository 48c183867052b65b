//! Choices.

use super::{Rule, Ternary, table};
use crate::pool::{Expr, Exprs};

pub(super) const ITE: &[Rule<Ternary>] = table![
    ite_decided,
    ite_same,
    ite_not,
    ite_true,
    ite_false,
    ite_else_true,
    ite_else_false,
    ite_opposite,
    ite_bit,
    ite_bit_inverted,
    ite_ones,
    ite_ones_inverted,
    ite_nested_then,
    ite_nested_else,
    ite_shared_then,
    ite_shared_else,
    ite_equal,
    ite_zext,
    ite_sext,
    ite_concat_high,
    ite_concat_low,
];

/// `ite(true, x, y)` → `x`; `ite(false, x, y)` → `y`
fn ite_decided(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    exprs.as_const(c).map(|c| if c == 0 { y } else { x })
}

/// `ite(c, x, x)` → `x`
fn ite_same(_: &mut Exprs, _: Expr, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then_some(x)
}

/// `ite(~c, x, y)` → `ite(c, y, x)`
fn ite_not(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    let c = exprs.as_not(c)?;
    Some(exprs.ite(c, y, x))
}

/// `ite(c, true, y)`, `ite(c, c, y)` → `c | y`
fn ite_true(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    (x == Expr::TRUE || x == c).then(|| exprs.or(c, y))
}

/// `ite(c, false, y)` → `~c & y`
fn ite_false(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    if x != Expr::FALSE {
        return None;
    }
    let not = exprs.not(c);
    Some(exprs.and(not, y))
}

/// `ite(c, x, true)` → `~c | x`
fn ite_else_true(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    if y != Expr::TRUE {
        return None;
    }
    let not = exprs.not(c);
    Some(exprs.or(not, x))
}

/// `ite(c, x, false)`, `ite(c, x, c)` → `c & x`
fn ite_else_false(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    (y == Expr::FALSE || y == c).then(|| exprs.and(c, x))
}

/// `ite(c, x, ~x)` → `c = x`, of one bit
fn ite_opposite(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.width(x) == 1 && exprs.are_opposite(x, y)).then(|| exprs.eq(c, x))
}

/// `ite(c, 1, 0)` → `zext(c)`
fn ite_bit(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.is_one(x) && exprs.is_zero(y)).then(|| exprs.zext(c, exprs.width(x)))
}

/// `ite(c, 0, 1)` → `zext(~c)`
fn ite_bit_inverted(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    if !exprs.is_zero(x) || !exprs.is_one(y) {
        return None;
    }
    let not = exprs.not(c);
    Some(exprs.zext(not, exprs.width(x)))
}

/// `ite(c, -1, 0)` → `sext(c)`
fn ite_ones(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.is_ones(x) && exprs.is_zero(y)).then(|| exprs.sext(c, exprs.width(x)))
}

/// `ite(c, 0, -1)` → `sext(~c)`
fn ite_ones_inverted(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    if !exprs.is_zero(x) || !exprs.is_ones(y) {
        return None;
    }
    let not = exprs.not(c);
    Some(exprs.sext(not, exprs.width(x)))
}

/// `ite(c, ite(c, x, y), z)` → `ite(c, x, z)`
fn ite_nested_then(exprs: &mut Exprs, c: Expr, x: Expr, z: Expr) -> Option<Expr> {
    let (_, x, _) = exprs.as_ite(x).filter(|&(same, _, _)| same == c)?;
    Some(exprs.ite(c, x, z))
}

/// `ite(c, x, ite(c, y, z))` → `ite(c, x, z)`
fn ite_nested_else(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    let (_, _, z) = exprs.as_ite(y).filter(|&(same, _, _)| same == c)?;
    Some(exprs.ite(c, x, z))
}

/// `ite(c, ite(d, x, y), y)` → `ite(c & d, x, y)`; `ite(c, ite(d, x, y), x)` → `ite(c & ~d, y, x)`
fn ite_shared_then(exprs: &mut Exprs, c: Expr, then: Expr, other: Expr) -> Option<Expr> {
    let (d, x, y) = exprs.as_ite(then)?;
    if y == other {
        let both = exprs.and(c, d);
        return Some(exprs.ite(both, x, y));
    }
    if x != other {
        return None;
    }
    let not = exprs.not(d);
    let both = exprs.and(c, not);
    Some(exprs.ite(both, y, x))
}

/// `ite(c, x, ite(d, x, y))` → `ite(c | d, x, y)`; `ite(c, y, ite(d, x, y))` → `ite(c | ~d, y, x)`
fn ite_shared_else(exprs: &mut Exprs, c: Expr, then: Expr, other: Expr) -> Option<Expr> {
    let (d, x, y) = exprs.as_ite(other)?;
    if x == then {
        let one = exprs.or(c, d);
        return Some(exprs.ite(one, x, y));
    }
    if y != then {
        return None;
    }
    let not = exprs.not(d);
    let one = exprs.or(c, not);
    Some(exprs.ite(one, y, x))
}

/// `ite(x = y, x, y)` → `y`
fn ite_equal(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    let sides = exprs.as_eq(c)?;
    (sides == (x, y) || sides == (y, x)).then_some(y)
}

/// `ite(c, zext(x), zext(y))` → `zext(ite(c, x, y))`; one may be a constant that fits
fn ite_zext(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.is_const(x) && exprs.is_const(y) {
        return None;
    }
    let (x, y, width) = exprs.narrowed_unsigned(x, y)?;
    let narrow = exprs.ite(c, x, y);
    Some(exprs.zext(narrow, width))
}

/// `ite(c, sext(x), sext(y))` → `sext(ite(c, x, y))`; one may be a constant that fits
fn ite_sext(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.is_const(x) && exprs.is_const(y) {
        return None;
    }
    let (x, y, width) = exprs.narrowed_signed(x, y)?;
    let narrow = exprs.ite(c, x, y);
    Some(exprs.sext(narrow, width))
}

/// `ite(c, concat(x, y), concat(x, z))` → `concat(x, ite(c, y, z))`
fn ite_concat_high(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    let ((high, low), (top, bottom)) = (exprs.as_concat(x)?, exprs.as_concat(y)?);
    if high != top {
        return None;
    }
    let low = exprs.ite(c, low, bottom);
    Some(exprs.concat(high, low))
}

/// `ite(c, concat(x, z), concat(y, z))` → `concat(ite(c, x, y), z)`
fn ite_concat_low(exprs: &mut Exprs, c: Expr, x: Expr, y: Expr) -> Option<Expr> {
    let ((high, low), (top, bottom)) = (exprs.as_concat(x)?, exprs.as_concat(y)?);
    if low != bottom {
        return None;
    }
    let high = exprs.ite(c, high, top);
    Some(exprs.concat(high, low))
}
