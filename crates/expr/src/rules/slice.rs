//! Putting together and cutting out.

use super::{Binary, Rule, Slice, table};
use crate::{
    kind::{
        BinaryOp::{self, Add, And, Mul, Or, Sub, Xor},
        Kind,
    },
    pool::{Expr, Exprs},
};

pub(super) const CONCAT: &[Rule<Binary>] = table![
    concat_zero,
    concat_nested,
    concat_choices,
    concat_zext,
    concat_sext,
    concat_adjacent,
    concat_adjacent_first,
    concat_constants,
    concat_constant_zext,
    concat_leading_zeros,
    concat_sign,
    concat_reads,
];

pub(super) const EXTRACT: &[Rule<Slice>] = table![
    extract_extract,
    extract_concat,
    extract_zext,
    extract_sext,
    extract_not,
    extract_bitwise,
    extract_sum,
    extract_choice,
];

/// `concat(0, x)` → `zext(x)`
fn concat_zero(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let width = exprs.width(high) + exprs.width(low);
    exprs.is_zero(high).then(|| exprs.zext(low, width))
}

/// `concat(concat(x, y), z)` → `concat(x, concat(y, z))`
fn concat_nested(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    exprs.as_concat(high)?;
    let mut parts = Vec::new();
    let mut rest = high;
    while let Some((first, others)) = exprs.as_concat(rest) {
        parts.push(first);
        rest = others;
    }
    parts.push(rest);
    Some(parts.into_iter().rev().fold(low, |low, part| exprs.concat(part, low)))
}

/// `concat(zext(x), y)` → `zext(concat(x, y))`
fn concat_zext(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let width = exprs.width(high) + exprs.width(low);
    let narrow = exprs.as_zext(high)?;
    let joined = exprs.concat(narrow, low);
    Some(exprs.zext(joined, width))
}

/// `concat(sext(x), y)` → `sext(concat(x, y))`
fn concat_sext(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let width = exprs.width(high) + exprs.width(low);
    let narrow = exprs.as_sext(high)?;
    let joined = exprs.concat(narrow, low);
    Some(exprs.sext(joined, width))
}

/// Whether `part` is what cutting `width` bits out of `of` gives, from `low` on.
///
/// The cut may have been simplified, so it is made again where that is possible.
fn is_cut(exprs: &mut Exprs, part: Expr, of: Expr, low: u32, width: u32) -> bool {
    match (exprs.kind(part), exprs.kind(of)) {
        (Kind::Extract { of: same, low: begin }, _) if same == of => begin == low,
        (Kind::Const(_) | Kind::Wide(_), _) | (_, Kind::Binary(..) | Kind::Not(_)) => {
            exprs.is_cut_simplified(of, low, width) && exprs.extract(of, low, width) == part
        }
        _ => false,
    }
}

/// Two cuts out of one term, the second ending where the first begins, as one.
pub(crate) fn adjacent(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let (top, bottom) = (exprs.width(high), exprs.width(low));
    if let Kind::Extract { of, low: begin } = exprs.kind(low)
        && begin + bottom + top <= exprs.width(of)
        && is_cut(exprs, high, of, begin + bottom, top)
    {
        return Some(exprs.extract(of, begin, top + bottom));
    }
    let Kind::Extract { of, low: begin } = exprs.kind(high) else { return None };
    let begin = begin.checked_sub(bottom)?;
    is_cut(exprs, low, of, begin, bottom).then(|| exprs.extract(of, begin, top + bottom))
}

/// `concat(x[m..h], x[l..m])` → `x[l..h]`
fn concat_adjacent(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    adjacent(exprs, high, low)
}

/// `concat(x[m..h], concat(x[l..m], y))` → `concat(x[l..h], y)`
fn concat_adjacent_first(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let (first, rest) = exprs.as_concat(low)?;
    let joined = adjacent(exprs, high, first)?;
    Some(exprs.concat(joined, rest))
}

/// `concat(c, concat(d, x))` → `concat(cd, x)`
fn concat_constants(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let (first, rest) = exprs.as_concat(low)?;
    if !exprs.is_const(high) || !exprs.is_const(first) {
        return None;
    }
    let joined = exprs.concat(high, first);
    Some(exprs.concat(joined, rest))
}

/// `concat(c, zext(x))` → `concat(c0, x)`
fn concat_constant_zext(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let narrow = exprs.as_zext(low).filter(|_| exprs.is_const(high))?;
    let zeros = exprs.zero(exprs.width(low) - exprs.width(narrow));
    let joined = exprs.concat(high, zeros);
    Some(exprs.concat(joined, narrow))
}

/// `concat(0c, x)` → `zext(concat(c, x))`
fn concat_leading_zeros(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let value = exprs.as_bits(high)?;
    let zeros = value.leading_zeros();
    if zeros == 0 || zeros == value.width() {
        return None;
    }
    let rest = exprs.bits(&value.trunc(value.width() - zeros));
    let joined = exprs.concat(rest, low);
    Some(exprs.zext(joined, value.width() + exprs.width(low)))
}

/// `concat(sign of x, x)` → `sext(x)`
fn concat_sign(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    is_sign(exprs, high, low).then(|| exprs.sext(low, exprs.width(low) + 1))
}

/// Whether `sign` is the highest bit of `e`, as far as a look shows.
fn is_sign(exprs: &Exprs, mut sign: Expr, mut e: Expr) -> bool {
    if exprs.width(sign) != 1 {
        return false;
    }
    loop {
        if sign == e {
            return true;
        }
        match (exprs.kind(e), exprs.kind(sign)) {
            (Kind::SExt(x) | Kind::Concat(x, _), _) => e = x,
            (Kind::Not(x), Kind::Not(y)) => (e, sign) = (x, y),
            (Kind::Extract { of: x, low }, Kind::Extract { of: y, low: at }) if x == y => {
                return at == low + exprs.width(e) - 1;
            }
            (_, Kind::Extract { of, low }) => return of == e && low == exprs.width(e) - 1,
            _ => return false,
        }
    }
}

/// `concat(ite(c, a, b), ite(c, d, e))` → `ite(c, concat(a, d), concat(b, e))`
///
/// One of them may be a constant where the others are, or `c` itself in some form.
fn concat_choices(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let (c, _, _) = exprs.as_ite(high).or_else(|| exprs.as_ite(low))?;
    let ((a, b), (d, e)) = (as_choice(exprs, high, c)?, as_choice(exprs, low, c)?);
    let constants = |exprs: &Exprs| [a, b, d, e].into_iter().all(|e| exprs.is_const(e));
    if (a == b || d == e) && !constants(exprs) {
        return None;
    }
    let (x, y) = (exprs.concat(a, d), exprs.concat(b, e));
    Some(exprs.ite(c, x, y))
}

/// What `e` is where `c` holds, and where it does not.
fn as_choice(exprs: &mut Exprs, e: Expr, c: Expr) -> Option<(Expr, Expr)> {
    let width = exprs.width(e);
    match exprs.kind(e) {
        Kind::Const(_) | Kind::Wide(_) => Some((e, e)),
        Kind::Ite(same, x, y) if same == c => Some((x, y)),
        Kind::ZExt(bit) if bit == c => Some((exprs.zext(Expr::TRUE, width), exprs.zero(width))),
        Kind::SExt(bit) if bit == c => Some((exprs.ones(width), exprs.zero(width))),
        Kind::ZExt(bit) if exprs.are_opposite(bit, c) => {
            Some((exprs.zero(width), exprs.zext(Expr::TRUE, width)))
        }
        Kind::SExt(bit) if exprs.are_opposite(bit, c) => Some((exprs.zero(width), exprs.ones(width))),
        _ if e == c => Some((Expr::TRUE, Expr::FALSE)),
        _ if exprs.are_opposite(e, c) => Some((Expr::FALSE, Expr::TRUE)),
        _ => None,
    }
}

/// `concat(read(a, i + n), read(a, i))` → `read(a, i)`, of at most eight bytes, the lower of which are `n`
fn concat_reads(exprs: &mut Exprs, high: Expr, low: Expr) -> Option<Expr> {
    let Kind::Read { array, index: after } = exprs.kind(high) else { return None };
    let Kind::Read { array: same, index } = exprs.kind(low) else { return None };
    let bits = exprs.width(high) + exprs.width(low);
    if array != same || bits > 64 {
        return None;
    }
    let ((base, at), (other, before)) = (exprs.place(after), exprs.place(index));
    let next = before.wrapping_add(u64::from(exprs.width(low) / 8));
    (base == other && at == next).then(|| exprs.read(array, index, bits / 8))
}

/// `x[a..][b..]` → `x[a + b..]`
fn extract_extract(exprs: &mut Exprs, of: Expr, low: u32, width: u32) -> Option<Expr> {
    let Kind::Extract { of, low: first } = exprs.kind(of) else { return None };
    Some(exprs.extract(of, first + low, width))
}

/// `concat(x, y)[l..h]` → bits of `x`, of `y`, or of both
fn extract_concat(exprs: &mut Exprs, mut of: Expr, mut low: u32, width: u32) -> Option<Expr> {
    exprs.as_concat(of)?;
    while let Some((high, rest)) = exprs.as_concat(of) {
        let seam = exprs.width(rest);
        if low >= seam {
            (of, low) = (high, low - seam);
        } else if low + width <= seam {
            of = rest;
        } else {
            let top = exprs.extract(high, 0, low + width - seam);
            let bottom = exprs.extract(rest, low, seam - low);
            return Some(exprs.concat(top, bottom));
        }
    }
    Some(exprs.extract(of, low, width))
}

/// `zext(x)[l..h]` → bits of `x`, zeros, or both
fn extract_zext(exprs: &mut Exprs, of: Expr, low: u32, width: u32) -> Option<Expr> {
    let narrow = exprs.as_zext(of)?;
    let seam = exprs.width(narrow);
    if low >= seam {
        return Some(exprs.zero(width));
    }
    let kept = exprs.extract(narrow, low, width.min(seam - low));
    Some(exprs.zext(kept, width))
}

/// `sext(x)[l..h]` → bits of `x`, its sign, or both
fn extract_sext(exprs: &mut Exprs, of: Expr, low: u32, width: u32) -> Option<Expr> {
    let narrow = exprs.as_sext(of)?;
    let seam = exprs.width(narrow);
    let low = low.min(seam - 1);
    let kept = exprs.extract(narrow, low, width.min(seam - low));
    Some(exprs.sext(kept, width))
}

/// `(~x)[l..l + 1]` → `~(x[l..l + 1])`: of one bit, because a condition should show what it is about
fn extract_not(exprs: &mut Exprs, of: Expr, low: u32, width: u32) -> Option<Expr> {
    let x = exprs.as_not(of).filter(|_| width == 1)?;
    let part = exprs.extract(x, low, width);
    Some(exprs.not(part))
}

/// `(x & y)[l..h]` → `x[l..h]` or zero, where the bits of `y` are all ones or zero; alike for `|` and `^`
fn extract_bitwise(exprs: &mut Exprs, of: Expr, low: u32, width: u32) -> Option<Expr> {
    let (op, x, y) = exprs.decided_cut(of, low, width)?;
    let (x, y) = (exprs.extract(x, low, width), exprs.extract(y, low, width));
    Some(exprs.binary(op, x, y))
}

/// `(x + y)[..h]` → `x[..h] + y[..h]`, where no operand needs a cut; alike for `-` and `*`, and sums of sums
fn extract_sum(exprs: &mut Exprs, of: Expr, low: u32, width: u32) -> Option<Expr> {
    let Kind::Binary(op, x, y) = exprs.kind(of) else { return None };
    if low != 0 || !exprs.is_free_sum(of, width) {
        return None;
    }
    let (x, y) = (exprs.extract(x, low, width), exprs.extract(y, low, width));
    Some(exprs.binary(op, x, y))
}

/// `ite(c, x, y)[l..h]` → `ite(c, x[l..h], y[l..h])`, where neither needs a cut
fn extract_choice(exprs: &mut Exprs, of: Expr, low: u32, width: u32) -> Option<Expr> {
    let (c, x, y) = exprs.as_ite(of)?;
    if !exprs.is_free(x, low, width) || !exprs.is_free(y, low, width) {
        return None;
    }
    let (x, y) = (exprs.extract(x, low, width), exprs.extract(y, low, width));
    Some(exprs.ite(c, x, y))
}

/// Operations of a sum that are looked at, to see whether its low bits can be had by themselves.
const SUM: u32 = 8;

impl Exprs {
    /// Whether a cut out of an operation is more than a cut.
    fn is_cut_simplified(&self, of: Expr, low: u32, width: u32) -> bool {
        let facts = self.known(of).is_some_and(|facts| {
            let bits = vellum_bits::word::mask(width.min(64)) << low;
            (facts.zeros | facts.ones) & bits == bits
        });
        facts
            || low == 0 && self.is_free_sum(of, width)
            || self.decided_cut(of, low, width).is_some()
            || width == 1 && self.as_not(of).is_some()
    }

    /// A bitwise operation, where the bits are all zero or all ones in one of the operands.
    fn decided_cut(&self, of: Expr, low: u32, width: u32) -> Option<(BinaryOp, Expr, Expr)> {
        let Kind::Binary(op @ (And | Or | Xor), x, y) = self.kind(of) else { return None };
        let decided =
            |e: Expr| self.constant_part(e, low, width).is_some_and(|part| part.is_zero() || part.is_ones());
        (decided(x) || decided(y)).then_some((op, x, y))
    }

    /// Whether the low bits of a small sum lead to no new cut.
    fn is_free_sum(&self, of: Expr, width: u32) -> bool {
        let mut operations = 0;
        let mut todo = vec![of];
        while let Some(e) = todo.pop() {
            match self.kind(e) {
                Kind::Binary(Add | Sub | Mul, x, y) if operations < SUM => {
                    operations += 1;
                    todo.extend([x, y]);
                }
                _ if self.is_free(e, 0, width) => {}
                _ => return false,
            }
        }
        operations > 0
    }
}
