//! And, or, exclusive or; and what holds for every operation on two operands.

use vellum_bits::Bits;

use super::{
    Binary, Operation, Rule,
    boolean::{and_bounds, and_equal_constants, and_equalities, or_of_equal_and_less},
    either,
    look::other,
    seam::{and_seam, and_zext, bitwise_sext, or_seam, xor_seam},
    table,
};
use crate::{
    kind::BinaryOp::{self, And, Or, Xor},
    pool::{Expr, Exprs},
};

pub(super) const AND: &[Rule<Binary>] = table![
    and_zero,
    and_ones,
    and_same,
    and_opposite,
    and_decided,
    and_constants,
    and_or_constants,
    and_absorbs,
    and_repeated,
    and_equal_constants,
    and_equalities,
    and_bounds,
    and_seam,
    and_zext,
    and_condition,
    and_mask,
];

pub(super) const OR: &[Rule<Binary>] = table![
    or_zero,
    or_ones,
    or_same,
    or_opposite,
    or_decided,
    or_constants,
    or_and_constants,
    or_absorbs,
    or_repeated,
    or_of_equal_and_less,
    or_seam,
];

pub(super) const XOR: &[Rule<Binary>] = table![
    xor_zero,
    xor_ones,
    xor_same,
    xor_opposite,
    xor_constants,
    xor_not,
    xor_one_bit,
    xor_repeated,
    xor_seam,
    xor_disjoint
];

/// For every operation, after its own rules.
pub(super) const ANY: &[Rule<Operation>] = table![bitwise_sext, binary_choice];

/// `x & 0` → `0`
fn and_zero(exprs: &mut Exprs, _: Expr, y: Expr) -> Option<Expr> {
    exprs.is_zero(y).then_some(y)
}

/// `x & -1` → `x`
fn and_ones(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_ones(y).then_some(x)
}

/// `x & x` → `x`
fn and_same(_: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then_some(x)
}

/// `x & ~x` → `0`
fn and_opposite(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.are_opposite(x, y).then(|| exprs.zero(exprs.width(x)))
}

/// `x & y` → `x`, where `y` has every bit set that `x` may have
fn and_decided(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let (x_facts, y_facts) = (exprs.known(x)?, exprs.known(y)?);
        (x_facts.possible() & !y_facts.ones == 0).then_some(x)
    })
}

/// `(x & c) & d` → `x & (c & d)`
fn and_constants(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(And, x).filter(|_| exprs.is_const(d))?;
    let both = exprs.and(c, d);
    Some(exprs.and(x, both))
}

/// `(x | c) & d` → `x & d`, where `c & d` is zero
fn and_or_constants(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Or, x)?;
    let both = exprs.as_bits(c)?.and(&exprs.as_bits(d)?);
    both.is_zero().then(|| exprs.and(x, d))
}

/// `x & (x | y)` → `x`; `x & (~x | y)` → `x & y`
fn and_absorbs(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let sides = exprs.as_op(Or, y)?;
        if other(sides, x).is_some() {
            return Some(x);
        }
        let rest = exprs.other_than_opposite(sides, x)?;
        Some(exprs.and(x, rest))
    })
}

/// `x & (x & y)` → `x & y`; `x & (~x & y)` → `0`
fn and_repeated(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let sides = exprs.as_op(And, y)?;
        if other(sides, x).is_some() {
            return Some(y);
        }
        exprs.other_than_opposite(sides, x).map(|_| exprs.zero(exprs.width(x)))
    })
}

/// `sext(c) & x` → `ite(c, x, 0)`, where `c` has one bit
fn and_condition(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let c = exprs.as_sext(x).filter(|&c| exprs.width(c) == 1)?;
        let zero = exprs.zero(exprs.width(y));
        Some(exprs.ite(c, y, zero))
    })
}

/// Runs of ones in a mask that are worth a cut each.
const RUNS: usize = 4;

/// `x & 0…01…10…0` → `zext(concat(x[l..h], 0))`; alike for a few runs of ones
fn and_mask(exprs: &mut Exprs, x: Expr, mask: Expr) -> Option<Expr> {
    let bits = exprs.as_bits(mask)?;
    let mut runs = Vec::new();
    let mut rest = bits.clone();
    while !rest.is_zero() {
        if runs.len() == RUNS {
            return None;
        }
        let low = rest.trailing_zeros();
        let ones = rest.lshr_u32(low).not().trailing_zeros().min(bits.width() - low);
        runs.push((low, ones));
        rest = rest.and(&Bits::ones(bits.width()).shl_u32(low).shl_u32(ones));
    }
    let mut joined: Option<Expr> = None;
    for (low, ones) in runs {
        let part = exprs.extract(x, low, ones);
        let below = joined.map_or(0, |e| exprs.width(e));
        if low > below {
            let zeros = exprs.zero(low - below);
            joined = Some(joined.map_or(zeros, |e| exprs.concat(zeros, e)));
        }
        joined = Some(joined.map_or(part, |e| exprs.concat(part, e)));
    }
    joined.map(|e| exprs.zext(e, bits.width()))
}

/// `x | 0` → `x`
fn or_zero(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_zero(y).then_some(x)
}

/// `x | -1` → `-1`
fn or_ones(exprs: &mut Exprs, _: Expr, y: Expr) -> Option<Expr> {
    exprs.is_ones(y).then_some(y)
}

/// `x | x` → `x`
fn or_same(_: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then_some(x)
}

/// `x | ~x` → all ones
fn or_opposite(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.are_opposite(x, y).then(|| exprs.ones(exprs.width(x)))
}

/// `x | y` → `x`, where `x` has every bit set that `y` may have
fn or_decided(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let (x_facts, y_facts) = (exprs.known(x)?, exprs.known(y)?);
        (y_facts.possible() & !x_facts.ones == 0).then_some(x)
    })
}

/// `(x | c) | d` → `x | (c | d)`
fn or_constants(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Or, x).filter(|_| exprs.is_const(d))?;
    let both = exprs.or(c, d);
    Some(exprs.or(x, both))
}

/// `(x & c) | d` → `x | d`, where `c | d` is all ones
fn or_and_constants(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(And, x)?;
    let both = exprs.as_bits(c)?.or(&exprs.as_bits(d)?);
    both.is_ones().then(|| exprs.or(x, d))
}

/// `x | (x & y)` → `x`; `x | (~x & y)` → `x | y`
fn or_absorbs(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let sides = exprs.as_op(And, y)?;
        if other(sides, x).is_some() {
            return Some(x);
        }
        let rest = exprs.other_than_opposite(sides, x)?;
        Some(exprs.or(x, rest))
    })
}

/// `x | (x | y)` → `x | y`; `x | (~x | y)` → all ones
fn or_repeated(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let sides = exprs.as_op(Or, y)?;
        if other(sides, x).is_some() {
            return Some(y);
        }
        exprs.other_than_opposite(sides, x).map(|_| exprs.ones(exprs.width(x)))
    })
}

/// `x ^ 0` → `x`
fn xor_zero(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_zero(y).then_some(x)
}

/// `x ^ -1` → `~x`
fn xor_ones(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.is_ones(y).then(|| exprs.not(x))
}

/// `x ^ x` → `0`
fn xor_same(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (x == y).then(|| exprs.zero(exprs.width(x)))
}

/// `x ^ ~x` → all ones
fn xor_opposite(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    exprs.are_opposite(x, y).then(|| exprs.ones(exprs.width(x)))
}

/// `(x ^ c) ^ d` → `x ^ (c ^ d)`
fn xor_constants(exprs: &mut Exprs, x: Expr, d: Expr) -> Option<Expr> {
    let (x, c) = exprs.as_op_const(Xor, x).filter(|_| exprs.is_const(d))?;
    let both = exprs.xor(c, d);
    Some(exprs.xor(x, both))
}

/// `~x ^ c` → `x ^ ~c`; `~x ^ y` → `~(x ^ y)`
fn xor_not(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let x = exprs.as_not(x)?;
        if exprs.is_const(y) {
            let flipped = exprs.not(y);
            return Some(exprs.xor(x, flipped));
        }
        let plain = exprs.xor(x, y);
        Some(exprs.not(plain))
    })
}

/// `x ^ y` → `~(x = y)`, of one bit
fn xor_one_bit(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.width(x) == 1).then(|| exprs.ne(x, y))
}

/// `x ^ (x ^ y)` → `y`
fn xor_repeated(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let sides = exprs.as_op(Xor, y)?;
        other(sides, x)
    })
}

/// `x ^ y` → `x | y`, where no bit can be set in both
fn xor_disjoint(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    (exprs.known(x)?.possible() & exprs.known(y)?.possible() == 0).then(|| exprs.or(x, y))
}

/// `ite(c, a, b) op d` → `ite(c, a op d, b op d)`, where `a`, `b` and `d` are constants, and the other way round
fn binary_choice(exprs: &mut Exprs, op: BinaryOp, x: Expr, y: Expr) -> Option<Expr> {
    if let Some((c, a, b)) = exprs.as_const_ite(x).filter(|_| exprs.is_const(y)) {
        let (a, b) = (exprs.binary(op, a, y), exprs.binary(op, b, y));
        return Some(exprs.ite(c, a, b));
    }
    let (c, a, b) = exprs.as_const_ite(y).filter(|_| exprs.is_const(x))?;
    let (a, b) = (exprs.binary(op, x, a), exprs.binary(op, x, b));
    Some(exprs.ite(c, a, b))
}
