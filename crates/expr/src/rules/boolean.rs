//! Conditions about one term that say something together.

use crate::{
    kind::{CompareOp, Kind},
    pool::{Expr, Exprs},
};

use super::either;

/// A term that is said to equal a constant.
fn as_eq_const(exprs: &Exprs, e: Expr) -> Option<(Expr, Expr)> {
    exprs.as_eq(e).filter(|&(_, c)| exprs.is_const(c))
}

/// `x = c & x = d` → false, of different constants
pub(super) fn and_equal_constants(exprs: &mut Exprs, p: Expr, q: Expr) -> Option<Expr> {
    let ((x, c), (y, d)) = (as_eq_const(exprs, p)?, as_eq_const(exprs, q)?);
    (x == y && c != d).then_some(Expr::FALSE)
}

/// `x = c & ~(x = d)` → `x = c`, of different constants
pub(super) fn and_equalities(exprs: &mut Exprs, p: Expr, q: Expr) -> Option<Expr> {
    either(exprs, p, q, |exprs, p, q| {
        let (x, c) = as_eq_const(exprs, p)?;
        let (y, d) = as_eq_const(exprs, exprs.as_not(q)?)?;
        (x == y && c != d).then_some(p)
    })
}

/// `x < c & x < d` → `x < c`, where `c < d`; `c < x & d < x` → `d < x`
pub(super) fn and_bounds(exprs: &mut Exprs, p: Expr, q: Expr) -> Option<Expr> {
    let Kind::Compare(op @ (CompareOp::Ult | CompareOp::Slt), a, b) = exprs.kind(p) else { return None };
    let Kind::Compare(same, c, d) = exprs.kind(q) else { return None };
    if op != same {
        return None;
    }
    let less = |x: Expr, y: Expr| {
        let (x, y) = (exprs.as_bits(x)?, exprs.as_bits(y)?);
        Some(if op == CompareOp::Ult { x.ult(&y) } else { x.slt(&y) })
    };
    if a == c {
        return Some(if less(b, d)? { p } else { q });
    }
    if b == d {
        return Some(if less(a, c)? { q } else { p });
    }
    None
}

/// `x = y | x < y` → `x <= y`
pub(super) fn or_of_equal_and_less(exprs: &mut Exprs, p: Expr, q: Expr) -> Option<Expr> {
    either(exprs, p, q, |exprs, p, q| {
        let (x, y) = exprs.as_eq(p)?;
        let Kind::Compare(op @ (CompareOp::Ult | CompareOp::Slt), a, b) = exprs.kind(q) else { return None };
        if (a, b) != (x, y) && (b, a) != (x, y) {
            return None;
        }
        Some(exprs.compare(if op == CompareOp::Ult { CompareOp::Ule } else { CompareOp::Sle }, a, b))
    })
}
