//! Floats. Only what keeps every bit: which NaN an operation gives is not promised, so no rule moves one.

use vellum_bits::{FloatKind, Signedness, convert};

use super::{Rule, Whole, table};
use crate::{
    kind::{CompareOp, FloatOp, FloatOrder, Kind},
    pool::{Expr, Exprs},
};

pub(super) const FLOAT: &[Rule<Whole>] = table![
    float_less_than_itself,
    float_at_most_itself,
    float_order_of_widened,
    float_order_of_integers,
    float_of_zext,
    float_of_sext,
    float_round_integer,
    float_integer_back,
];

/// Bits of the integers a format holds exactly, sign not counted.
fn precision(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 11,
        FloatKind::BFloat => 8,
        FloatKind::Single => 24,
        FloatKind::Double => 53,
        FloatKind::X87 => 64,
        FloatKind::Quad => 113,
    }
}

/// Whether every value of the first format is one of the second.
fn widens(from: FloatKind, to: FloatKind) -> bool {
    let rank = |kind| match kind {
        // The patterns of the x87 outnumber its values: it is left alone.
        FloatKind::Half | FloatKind::BFloat | FloatKind::X87 => 0,
        FloatKind::Single => 1,
        FloatKind::Double => 2,
        FloatKind::Quad => 3,
    };
    rank(from) < rank(to) && from != FloatKind::X87
}

/// `x < x` → false
fn float_less_than_itself(_: &mut Exprs, kind: Kind, _: u32) -> Option<Expr> {
    matches!(kind, Kind::FloatCompare(_, FloatOrder::Lt, x, y) if x == y).then_some(Expr::FALSE)
}

/// `x <= x` → `x = x`
fn float_at_most_itself(exprs: &mut Exprs, kind: Kind, _: u32) -> Option<Expr> {
    match kind {
        Kind::FloatCompare(format, FloatOrder::Le, x, y) if x == y => {
            Some(exprs.float_compare(format, FloatOrder::Eq, x, y))
        }
        _ => None,
    }
}

/// `widen(x) < widen(y)` → `x < y`; one may be a constant of the narrow format
fn float_order_of_widened(exprs: &mut Exprs, kind: Kind, _: u32) -> Option<Expr> {
    let Kind::FloatCompare(format, order, x, y) = kind else { return None };
    let source = |exprs: &Exprs, e: Expr| match exprs.kind(e) {
        Kind::FloatConvert(from, to, narrow) if to == format && widens(from, to) => Some((from, narrow)),
        _ => None,
    };
    let from = source(exprs, x).or_else(|| source(exprs, y))?.0;
    let mut narrow = |e: Expr| match source(exprs, e) {
        Some((same, narrow)) => (same == from).then_some(narrow),
        None => {
            let value = exprs.as_bits(e)?;
            let short = convert(format, from, value.low_u128());
            let exact = convert(from, format, short) == value.low_u128();
            exact.then(|| exprs.bits(&vellum_bits::Bits::from_u128(from.bits(), short)))
        }
    };
    let (x, y) = (narrow(x)?, narrow(y)?);
    Some(exprs.float_compare(from, order, x, y))
}

/// `float(x) < float(y)` → `x < y`, of integers the format holds exactly
fn float_order_of_integers(exprs: &mut Exprs, kind: Kind, _: u32) -> Option<Expr> {
    let Kind::FloatCompare(format, order, x, y) = kind else { return None };
    let (x, x_bits) = exact_integer(exprs, format, x)?;
    let (y, y_bits) = exact_integer(exprs, format, y)?;
    let width = x_bits.max(y_bits);
    let (x, y) = (exprs.widened(x, width), exprs.widened(y, width));
    let op = match order {
        FloatOrder::Eq => CompareOp::Eq,
        FloatOrder::Lt => CompareOp::Slt,
        FloatOrder::Le => CompareOp::Sle,
    };
    Some(exprs.compare(op, x, y))
}

/// The integer a float is made of, how to extend it, and the bits it needs as a signed one; none lost.
fn exact_integer(exprs: &Exprs, format: FloatKind, e: Expr) -> Option<((Signedness, Expr), u32)> {
    let Kind::FloatFromInt(made, signedness, x) = exprs.kind(e) else { return None };
    let width = exprs.width(x);
    let bits = match signedness {
        Signedness::Signed => width,
        Signedness::Unsigned => width + 1,
    };
    // A signed integer of one bit more than the precision has magnitudes up to a power of two, which fits.
    (made == format && bits <= precision(format) + 1).then_some(((signedness, x), bits))
}

impl Exprs {
    fn widened(&mut self, (signedness, x): (Signedness, Expr), width: u32) -> Expr {
        match signedness {
            Signedness::Signed => self.sext(x, width),
            Signedness::Unsigned => self.zext(x, width),
        }
    }
}

/// `float(zext(x))` → `float(x)`, unsigned
fn float_of_zext(exprs: &mut Exprs, kind: Kind, _: u32) -> Option<Expr> {
    let Kind::FloatFromInt(format, _, x) = kind else { return None };
    let x = exprs.as_zext(x)?;
    Some(exprs.float_from_int(format, Signedness::Unsigned, x))
}

/// signed `float(sext(x))` → `float(x)`
fn float_of_sext(exprs: &mut Exprs, kind: Kind, _: u32) -> Option<Expr> {
    let Kind::FloatFromInt(format, Signedness::Signed, x) = kind else { return None };
    let x = exprs.as_sext(x)?;
    Some(exprs.float_from_int(format, Signedness::Signed, x))
}

/// `round(float(x))` → `float(x)`, of an integer
fn float_round_integer(exprs: &mut Exprs, kind: Kind, _: u32) -> Option<Expr> {
    let Kind::Float(format, FloatOp::Round(_), x, _) = kind else { return None };
    matches!(exprs.kind(x), Kind::FloatFromInt(made, ..) if made == format).then_some(x)
}

/// `int(float(x))` → `x` extended, where the format holds every `x` exactly and the result has room for it
fn float_integer_back(exprs: &mut Exprs, kind: Kind, width: u32) -> Option<Expr> {
    let Kind::FloatToInt(format, signedness, x) = kind else { return None };
    let (integer, bits) = exact_integer(exprs, format, x)?;
    let room = match (integer.0, signedness) {
        (Signedness::Signed, Signedness::Unsigned) => return None,
        (Signedness::Unsigned, Signedness::Unsigned) => bits - 1,
        (_, Signedness::Signed) => bits,
    };
    (room <= width).then(|| exprs.widened(integer, width))
}
