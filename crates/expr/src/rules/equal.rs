//! Equality. A constant on the other side goes through whatever can be undone.

use vellum_bits::Bits;

use super::{Binary, Rule, either, table};
use crate::{
    kind::{
        BinaryOp::{Add, Mul, Or, Sub, Xor},
        Kind,
    },
    pool::{Expr, Exprs},
};

pub(super) const EQ: &[Rule<Binary>] = table![
    eq_same,
    eq_true,
    eq_false,
    eq_opposite,
    eq_not_constant,
    eq_nots,
    eq_one_bit_not,
    eq_sum_constant,
    eq_difference_constant,
    eq_xor_constant,
    eq_odd_multiple,
    eq_difference_zero,
    eq_xor_zero,
    eq_or_zero,
    eq_common_operand,
    eq_absorbed,
    eq_zext,
    eq_sext,
    eq_sext_constant,
    eq_choice,
    eq_half_choice,
    eq_concat_part,
    eq_concat_constant,
];

/// `x = x` → true
fn eq_same(_: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then_some(Expr::TRUE)
}

/// `x = true` → `x`
fn eq_true(_: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (y == Expr::TRUE).then_some(x)
}

/// `x = false` → `~x`
fn eq_false(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (y == Expr::FALSE).then(|| exprs.not(x))
}

/// `x = ~x` → false
fn eq_opposite(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.are_opposite(x, y).then_some(Expr::FALSE)
}

/// `~x = c` → `x = ~c`
fn eq_not_constant(exprs: &mut Exprs, x: Expr, c: Expr) -> Option<Expr> {
    let x = exprs.as_not(x).filter(|_| exprs.is_const(c))?;
    let flipped = exprs.not(c);
    Some(exprs.eq(x, flipped))
}

/// `~x = ~y` → `x = y`
fn eq_nots(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y) = (exprs.as_not(x)?, exprs.as_not(y)?);
    Some(exprs.eq(x, y))
}

/// `~x = y` → `~(x = y)`, of one bit
fn eq_one_bit_not(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.width(x) != 1 {
        return None;
    }
    either(exprs, x, y, |exprs, x, y| {
        let x = exprs.as_not(x)?;
        Some(exprs.ne(x, y))
    })
}

/// `x + c = d` → `x = d - c`
fn eq_sum_constant(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Add, x).filter(|_| exprs.is_const(d))?;
    let rest = exprs.sub(d, c);
    Some(exprs.eq(x, rest))
}

/// `c - x = d` → `x = c - d`
fn eq_difference_constant(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (c, x) = exprs.as_const_op(Sub, x).filter(|_| exprs.is_const(d))?;
    let rest = exprs.sub(c, d);
    Some(exprs.eq(x, rest))
}

/// `x ^ c = d` → `x = c ^ d`
fn eq_xor_constant(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Xor, x).filter(|_| exprs.is_const(d))?;
    let rest = exprs.xor(c, d);
    Some(exprs.eq(x, rest))
}

/// `x * c = d` → `x = d / c`, where `c` is odd and so has an inverse
fn eq_odd_multiple(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Mul, x).filter(|_| exprs.is_const(d))?;
    let odd = exprs.as_bits(c).filter(|c| c.bit(0))?;
    // Newton's step doubles the bits that are right, beginning with the three of `c` itself.
    let two = Bits::from_u64(odd.width(), 2);
    let mut inverse = odd.clone();
    let mut right = 3;
    while right < odd.width() {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        right *= 2;
    }
    let inverse = exprs.bits(&inverse);
    let quotient = exprs.mul(d, inverse);
    Some(exprs.eq(x, quotient))
}

/// `x - y = 0` → `x = y`
fn eq_difference_zero(exprs: &mut Exprs, x: Expr, zero: Expr) -> Option<Expr> {
    let (x, y) = exprs.as_op(Sub, x).filter(|_| exprs.is_zero(zero))?;
    Some(exprs.eq(x, y))
}

/// `x ^ y = 0` → `x = y`
fn eq_xor_zero(exprs: &mut Exprs, x: Expr, zero: Expr) -> Option<Expr> {
    let (x, y) = exprs.as_op(Xor, x).filter(|_| exprs.is_zero(zero))?;
    Some(exprs.eq(x, y))
}

/// `x | y = 0` → `x = 0 & y = 0`, where not both are disjunctions
fn eq_or_zero(exprs: &mut Exprs, x: Expr, zero: Expr) -> Option<Expr> {
    let (x, y) = exprs.as_op(Or, x).filter(|_| exprs.is_zero(zero))?;
    if exprs.as_op(Or, x).is_some() && exprs.as_op(Or, y).is_some() {
        return None;
    }
    let (x, y) = (exprs.eq(x, zero), exprs.eq(y, zero));
    Some(exprs.and(x, y))
}

/// `x + y = x + z` → `y = z`; the same for `^`, and `x - y = x - z`, `y - x = z - x`
fn eq_common_operand(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let Kind::Binary(op @ (Add | Sub | Xor), a, b) = exprs.kind(x) else { return None };
    let (c, d) = exprs.as_op(op, y)?;
    let (left, right) = if a == c {
        (b, d)
    } else if b == d {
        (a, c)
    } else if op != Sub && a == d {
        (b, c)
    } else if op != Sub && b == c {
        (a, d)
    } else {
        return None;
    };
    Some(exprs.eq(left, right))
}

/// `x + y = x` → `y = 0`; the same for `^` and `-`
fn eq_absorbed(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let Kind::Binary(op @ (Add | Sub | Xor), a, b) = exprs.kind(x) else { return None };
        let rest = if a == y {
            b
        } else if b == y && op != Sub {
            a
        } else {
            return None;
        };
        let zero = exprs.zero(exprs.width(y));
        Some(exprs.eq(rest, zero))
    })
}

/// `zext(x) = zext(y)` → `x = y`; `y` may be a constant
fn eq_zext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, _) = exprs.narrowed_unsigned(x, y)?;
    Some(exprs.eq(x, y))
}

/// `sext(x) = sext(y)` → `x = y`; `y` may be a constant that fits
fn eq_sext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, _) = exprs.narrowed_signed(x, y)?;
    Some(exprs.eq(x, y))
}

/// `sext(x) = c` → false, where `c` does not fit
fn eq_sext_constant(exprs: &mut Exprs, x: Expr, c: Expr) -> Option<Expr> {
    let (narrow, c) = (exprs.as_sext(x)?, exprs.as_bits(c)?);
    let fits = c.trunc(exprs.width(narrow)).sext(c.width()) == c;
    (!fits).then_some(Expr::FALSE)
}

/// `ite(c, a, b) = d` → `c`, `~c` or false, of constants
fn eq_choice(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (c, a, b) = exprs.as_const_ite(x).filter(|_| exprs.is_const(d))?;
    let (a, b) = (exprs.eq(a, d), exprs.eq(b, d));
    Some(exprs.ite(c, a, b))
}

/// `ite(c, a, x) = d` → `c | x = d` or `~c & x = d`, of constants, where `x` is no choice itself
fn eq_half_choice(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (c, a, b) = exprs.as_ite(x).filter(|_| exprs.is_const(d))?;
    let rest = if exprs.is_const(a) { b } else { a };
    if !exprs.is_const(a) && !exprs.is_const(b) || exprs.as_ite(rest).is_some() {
        return None;
    }
    let (a, b) = (exprs.eq(a, d), exprs.eq(b, d));
    Some(exprs.ite(c, a, b))
}

/// `concat(x, y) = concat(x, z)` → `y = z`; the same for the low part
fn eq_concat_part(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let ((high, low), (top, bottom)) = (exprs.as_concat(x)?, exprs.as_concat(y)?);
    if high == top {
        Some(exprs.eq(low, bottom))
    } else if low == bottom {
        Some(exprs.eq(high, top))
    } else {
        None
    }
}

/// `concat(x, y) = cd` → `x = c & y = d`, where `x` or `y` is constant or a symbol
///
/// A conjunction is taken apart by a path, each symbol of a word is then fixed on its own, and constant parts
/// vanish. Elsewhere it would only make two nodes of one.
fn eq_concat_constant(exprs: &mut Exprs, x: Expr, constant: Expr) -> Option<Expr> {
    let ((high, low), value) = (exprs.as_concat(x)?, exprs.as_bits(constant)?);
    let helps = |e: Expr| exprs.is_const(e) || matches!(exprs.kind(e), Kind::Symbol { .. });
    if !helps(high) && !helps(low) {
        return None;
    }
    let seam = exprs.width(low);
    let top = exprs.bits(&value.extract(seam, exprs.width(high)));
    let bottom = exprs.bits(&value.extract(0, seam));
    let (high, low) = (exprs.eq(high, top), exprs.eq(low, bottom));
    Some(exprs.and(high, low))
}
