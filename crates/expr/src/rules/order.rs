//! Unsigned order; and what holds for every comparison.
//!
//! With constants only the strict forms are left, `x < c` and `c < x`.

use vellum_bits::Bits;

use super::{Binary, Comparison, Rule, table};
use crate::{
    kind::{BinaryOp::Add, CompareOp},
    pool::{Expr, Exprs},
};

pub(super) const ULT: &[Rule<Binary>] = table![
    ult_same,
    ult_limit,
    ult_one_bit,
    ult_edge,
    ult_edge_below,
    ult_zext,
    ult_sext,
    ult_sext_gap,
    ult_range,
    ult_concat_high,
    ult_concat_low,
];

pub(super) const ULE: &[Rule<Binary>] =
    table![ule_same, ule_one_bit, ule_constant, ule_constant_below, ule_zext, ule_sext, ule_concat_high];

/// For every comparison, after its own rules.
pub(super) const ANY: &[Rule<Comparison>] = table![compare_choice];

/// `x < x` → false
fn ult_same(_: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then_some(Expr::FALSE)
}

/// `x < 0`, `-1 < x` → false
fn ult_limit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.is_zero(y) || exprs.is_ones(x)).then_some(Expr::FALSE)
}

/// `x < y` → `~x & y`, of one bit
fn ult_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.width(x) != 1 {
        return None;
    }
    let clear = exprs.not(x);
    Some(exprs.and(clear, y))
}

/// `x < c` → `x = c - 1`, where `x` is at least that; → `~(x = c)`, where `x` is at most that
fn ult_edge(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(y)?;
    let (min, max) = exprs.bounds(x);
    if max == limit {
        return Some(exprs.ne(x, y));
    }
    let below = limit.sub(&Bits::from_u64(limit.width(), 1));
    if min != below {
        return None;
    }
    let only = exprs.bits(&below);
    Some(exprs.eq(x, only))
}

/// `c < x` → `x = c + 1`, where `x` is at most that; → `~(x = c)`, where `x` is at least that
fn ult_edge_below(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(x)?;
    let (min, max) = exprs.bounds(y);
    if min == limit {
        return Some(exprs.ne(y, x));
    }
    let above = limit.add(&Bits::from_u64(limit.width(), 1));
    if max != above {
        return None;
    }
    let only = exprs.bits(&above);
    Some(exprs.eq(y, only))
}

/// `zext(x) < zext(y)` → `x < y`; one may be a constant that fits
fn ult_zext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, _) = exprs.narrowed_unsigned(x, y)?;
    Some(exprs.ult(x, y))
}

/// unsigned `sext(x) < sext(y)` → `x < y`; one may be a constant that fits
fn ult_sext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, _) = exprs.narrowed_signed(x, y)?;
    Some(exprs.ult(x, y))
}

/// unsigned `sext(x) < c` → `x` is not negative, where no value of `x` is near `c`; `c < sext(x)` → it is
fn ult_sext_gap(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let narrow =
        exprs.as_sext(x).filter(|_| exprs.is_const(y)).or(exprs.as_sext(y).filter(|_| exprs.is_const(x)))?;
    // A constant that fits has been dealt with. The others lie between the natural numbers and the negative.
    let sign = exprs.extract(narrow, exprs.width(narrow) - 1, 1);
    Some(if exprs.is_const(x) { sign } else { exprs.not(sign) })
}

/// `zext(x) - k < c` → `x - k < c`, where nothing wraps: how C asks for a range of characters
fn ult_range(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(y)?;
    let (wide, offset) = exprs.as_op_const(Add, x)?;
    let narrow = exprs.as_zext(wide)?;
    let (bits, width) = (exprs.width(narrow), limit.width());
    let down = exprs.as_bits(offset)?.neg();
    let modulus = Bits::from_u64(width, 1).shl_u32(bits);
    let fits = down.ult(&modulus) && limit.ule(&modulus.sub(&down));
    if !fits {
        return None;
    }
    // The limit may be the modulus itself only if nothing is subtracted, and then there is no sum.
    let (down, limit) = (exprs.bits(&down.trunc(bits)), exprs.bits(&limit.trunc(bits)));
    let shifted = exprs.sub(narrow, down);
    Some(exprs.ult(shifted, limit))
}

/// `concat(x, y) < concat(x, z)` → `y < z`
fn ult_concat_high(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (low, bottom) = below_same_high(exprs, x, y)?;
    Some(exprs.ult(low, bottom))
}

fn below_same_high(exprs: &Exprs, x: Expr, y: Expr) -> Option<(Expr, Expr)> {
    let ((high, low), (top, bottom)) = (exprs.as_concat(x)?, exprs.as_concat(y)?);
    (high == top).then_some((low, bottom))
}

/// `concat(x, y) < cd` → `x < c` or `x <= c`, where the low parts are decided; the same for `cd < concat(x, y)`
fn ult_concat_low(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (term, constant) = if exprs.is_const(y) { (x, y) } else { (y, x) };
    let ((high, low), value) = (exprs.as_concat(term)?, exprs.as_bits(constant)?);
    let seam = exprs.width(low);
    let (min, max) = match exprs.as_bits(low) {
        Some(only) => (only.clone(), only),
        None => exprs.bounds(low),
    };
    let bottom = value.extract(0, seam);
    let (always, never) = if exprs.is_const(y) {
        (max.ult(&bottom), bottom.ule(&min))
    } else {
        (bottom.ult(&min), max.ule(&bottom))
    };
    if !always && !never {
        return None;
    }
    let top = exprs.bits(&value.extract(seam, exprs.width(high)));
    let (x, y) = if exprs.is_const(y) { (high, top) } else { (top, high) };
    Some(if always { exprs.ule(x, y) } else { exprs.ult(x, y) })
}

/// `x <= x` → true
fn ule_same(_: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then_some(Expr::TRUE)
}

/// `x <= y` → `~x | y`, of one bit
fn ule_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    if exprs.width(x) != 1 {
        return None;
    }
    let clear = exprs.not(x);
    Some(exprs.or(clear, y))
}

/// `x <= c` → `x < c + 1`
fn ule_constant(exprs: &mut Exprs, x: Expr, c: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(c)?;
    if limit.is_ones() {
        return Some(Expr::TRUE);
    }
    let above = exprs.bits(&limit.add(&Bits::from_u64(limit.width(), 1)));
    Some(exprs.ult(x, above))
}

/// `c <= x` → `c - 1 < x`
fn ule_constant_below(exprs: &mut Exprs, c: Expr, x: Expr) -> Option<Expr> {
    let limit = exprs.as_bits(c)?;
    if limit.is_zero() {
        return Some(Expr::TRUE);
    }
    let below = exprs.bits(&limit.sub(&Bits::from_u64(limit.width(), 1)));
    Some(exprs.ult(below, x))
}

/// `zext(x) <= zext(y)` → `x <= y`
fn ule_zext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, _) = exprs.narrowed_unsigned(x, y)?;
    Some(exprs.ule(x, y))
}

/// unsigned `sext(x) <= sext(y)` → `x <= y`
fn ule_sext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (x, y, _) = exprs.narrowed_signed(x, y)?;
    Some(exprs.ule(x, y))
}

/// `concat(x, y) <= concat(x, z)` → `y <= z`
fn ule_concat_high(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    let (low, bottom) = below_same_high(exprs, x, y)?;
    Some(exprs.ule(low, bottom))
}

/// `ite(c, a, b) < d` → `c`, `~c`, true or false, of constants; the same for every comparison, either way round
fn compare_choice(exprs: &mut Exprs, op: CompareOp, x: Expr, y: Expr) -> Option<Expr> {
    if let Some((c, a, b)) = exprs.as_const_ite(x).filter(|_| exprs.is_const(y)) {
        let (a, b) = (exprs.compare(op, a, y), exprs.compare(op, b, y));
        return Some(exprs.ite(c, a, b));
    }
    let (c, a, b) = exprs.as_const_ite(y).filter(|_| exprs.is_const(x))?;
    let (a, b) = (exprs.compare(op, x, a), exprs.compare(op, x, b));
    Some(exprs.ite(c, a, b))
}
