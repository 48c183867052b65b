//! Floats as Bitwuzla's terms.
//!
//! Bitwuzla has the formats of 16, 32, 64 and 128 bits. A bfloat is the single it is the upper half of: it is
//! compared, converted and made of a single as such, and its arithmetic is nobody's. The x87's format is not there.

use vellum_bits::{Bits, FloatBinary, FloatKind, RoundTo, Signedness, convert};
use vellum_bitwuzla::{Kind as Op, RoundingMode, Term};
use vellum_expr::{BinaryOp, Expr, Exprs, FloatOp, FloatOrder, Kind};

use super::terms::{Definition, Form, Terms};
use crate::budget::Stop;

/// Bits of the exponent and of the significand, the hidden one counted.
const fn format(kind: FloatKind) -> Result<[u64; 2], Stop> {
    match kind {
        FloatKind::Half => Ok([5, 11]),
        FloatKind::BFloat | FloatKind::Single => Ok([8, 24]),
        FloatKind::Double => Ok([11, 53]),
        FloatKind::Quad => Ok([15, 113]),
        FloatKind::X87 => Err(Stop::Unsupported),
    }
}

/// The format of a computed float.
pub(super) const fn computed(kind: Kind) -> Option<FloatKind> {
    match kind {
        Kind::Float(kind, ..)
        | Kind::Fma(kind, ..)
        | Kind::FloatFromInt(kind, ..)
        | Kind::FloatConvert(_, kind, _) => Some(kind),
        _ => None,
    }
}

pub(super) const fn order_op(order: FloatOrder) -> Op {
    match order {
        FloatOrder::Eq => Op::FpEqual,
        FloatOrder::Lt => Op::FpLt,
        FloatOrder::Le => Op::FpLeq,
    }
}

/// What a float is made of.
pub(super) fn needs(exprs: &Exprs, e: Expr, format: FloatKind, mut all: impl FnMut(&[Expr], Form)) {
    let float = Form::Float(format);
    if let Some((_, of)) = sign_change(exprs, e, format) {
        return all(&[of], float);
    }
    match exprs.kind(e) {
        Kind::Ite(c, a, b) => {
            all(&[c], Form::Truth);
            all(&[a, b], float);
        }
        kind if computed(kind) != Some(format) || format == FloatKind::BFloat => all(&[e], Form::Bits),
        Kind::Float(_, _, a, b) => all(&[a, b], float),
        Kind::Fma(_, a, b, c) => all(&[a, b, c], float),
        Kind::FloatFromInt(_, _, a) => all(&[a], Form::Bits),
        Kind::FloatConvert(from, _, a) => all(&[a], Form::Float(from)),
        _ => unreachable!("every computed float has its row"),
    }
}

/// What the bits of a computed bfloat are made of.
pub(super) fn bfloat_needs(kind: Kind, mut all: impl FnMut(&[Expr], Form)) {
    if let Kind::FloatConvert(FloatKind::Single, _, a) = kind {
        all(&[a], Form::Bits);
        all(&[a], Form::Float(FloatKind::Single));
    }
}

/// The float an expression is the pattern of.
pub(super) fn make(terms: &Terms, exprs: &Exprs, e: Expr, kind: FloatKind) -> Result<Term, Stop> {
    let indices = format(kind)?;
    let float = |e: Expr| terms.get(e, Form::Float(kind));
    let manager = &terms.manager;
    if let Some((op, of)) = sign_change(exprs, e, kind) {
        return Ok(manager.term(op, &[float(of)]));
    }
    let nearest = manager.rounding(RoundingMode::NearestEven);
    Ok(match exprs.kind(e) {
        Kind::Ite(c, a, b) => manager.term(Op::Ite, &[terms.truth(c), float(a), float(b)]),
        other if computed(other) != Some(kind) || kind == FloatKind::BFloat => {
            number(terms, kind, terms.bits(e))?
        }
        Kind::Float(_, op, a, b) => match op {
            FloatOp::Add => manager.term(Op::FpAdd, &[&nearest, float(a), float(b)]),
            FloatOp::Sub => manager.term(Op::FpSub, &[&nearest, float(a), float(b)]),
            FloatOp::Mul => manager.term(Op::FpMul, &[&nearest, float(a), float(b)]),
            FloatOp::Div => manager.term(Op::FpDiv, &[&nearest, float(a), float(b)]),
            FloatOp::Sqrt => manager.term(Op::FpSqrt, &[&nearest, float(a)]),
            FloatOp::Round(to) => manager.term(Op::FpRti, &[&manager.rounding(mode(to)), float(a)]),
        },
        Kind::Fma(_, a, b, c) => manager.term(Op::FpFma, &[&nearest, float(a), float(b), float(c)]),
        Kind::FloatFromInt(_, signedness, a) => {
            let (op, extend) = match signedness {
                Signedness::Signed => (Op::FpToFpFromSbv, Op::BvSignExtend),
                Signedness::Unsigned => (Op::FpToFpFromUbv, Op::BvZeroExtend),
            };
            // Its circuits are not made for a bit or two.
            let wide = terms.extended(extend, terms.bits(a), 8_u32.saturating_sub(exprs.width(a)));
            manager.indexed(op, &[&nearest, &wide], &indices)
        }
        Kind::FloatConvert(from, _, a) => {
            let from = terms.get(a, Form::Float(from));
            manager.indexed(Op::FpToFpFromFp, &[&nearest, from], &indices)
        }
        _ => unreachable!("every computed float has its row"),
    })
}

/// The bits of a computed float.
pub(super) fn pattern(terms: &mut Terms, exprs: &Exprs, e: Expr) -> Result<Term, Stop> {
    let kind = exprs.kind(e);
    let format = computed(kind).expect("the caller looked at the kind");
    if format == FloatKind::BFloat {
        return bfloat(terms, e, kind);
    }
    let value = terms.get(e, Form::Float(format));
    let manager = &terms.manager;
    let bits = manager.unknown(&terms.sort(format.bits()));
    let same = manager.term(Op::Equal, &[&number(terms, format, &bits)?, value]);
    let is_nan = manager.term(Op::FpIsNan, &[value]);
    let quiet = quiet_bit(format);
    let quiet = manager.term(Op::Equal, &[&terms.part(&bits, quiet, quiet), &terms.number(1, 1)]);
    let quiet = manager.term(Op::Implies, &[&is_nan, &quiet]);
    let holds = Some(manager.term(Op::And, &[&same, &quiet]));
    let is_default = manager.term(Op::Equal, &[&bits, &default_nan(terms, kind)]);
    terms.definitions.insert(e, Definition { holds, is_nan, is_default });
    Ok(bits)
}

/// The bits of a single rounded to a bfloat: its upper half, and one more where the lower half is past the middle,
/// or is the middle and the upper half is odd. A carry into the exponent is the next larger bfloat.
fn bfloat(terms: &mut Terms, e: Expr, kind: Kind) -> Result<Term, Stop> {
    let Kind::FloatConvert(FloatKind::Single, _, a) = kind else { return Err(Stop::Unsupported) };
    let manager = &terms.manager;
    let bits = terms.bits(a);
    let odd = terms.extended(Op::BvZeroExtend, &terms.part(bits, 16, 16), 31);
    let half = manager.term(Op::BvAdd, &[&terms.number(32, 0x7fff), &odd]);
    let rounded = terms.part(&manager.term(Op::BvAdd, &[bits, &half]), 31, 16);
    let (sign, payload) = (manager.unknown(&terms.sort(1)), manager.unknown(&terms.sort(6)));
    let nan = manager.term(Op::BvConcat, &[&sign, &terms.number(9, 0x1ff), &payload]);
    let is_nan = manager.term(Op::FpIsNan, &[terms.get(a, Form::Float(FloatKind::Single))]);
    let is_default = manager.term(Op::Equal, &[&nan, &default_nan(terms, kind)]);
    let result = manager.term(Op::Ite, &[&is_nan, &nan, &rounded]);
    terms.definitions.insert(e, Definition { holds: None, is_nan, is_default });
    Ok(result)
}

/// A float as an integer; the smallest signed integer where the width has no such integer.
pub(super) fn to_int(
    terms: &Terms,
    kind: FloatKind,
    signedness: Signedness,
    of: Expr,
    width: u32,
) -> Result<Term, Stop> {
    let value = terms.get(of, Form::Float(kind));
    let manager = &terms.manager;
    let ((below, least), most) = ends(kind, signedness, width);
    let constant =
        |pattern: u128| number(terms, kind, &terms.constant(&Bits::from_u128(kind.bits(), pattern)));
    let above_least = manager.term(below, &[&constant(least)?, value]);
    let below_most = manager.term(Op::FpLt, &[value, &constant(most)?]);
    let fits = manager.term(Op::And, &[&above_least, &below_most]);
    let op = match signedness {
        Signedness::Signed => Op::FpToSbv,
        Signedness::Unsigned => Op::FpToUbv,
    };
    let zero = manager.rounding(RoundingMode::TowardZero);
    // Its circuit is not made for a single bit.
    let wide = manager.indexed(op, &[&zero, value], &[u64::from(width.max(2))]);
    let integer = terms.part(&wide, width - 1, 0);
    Ok(manager.term(Op::Ite, &[&fits, &integer, &terms.constant(&Bits::signed_min(width))]))
}

/// Between which floats those are that a width has integers for: the comparison with the lower end, that end, and
/// the upper end, which is itself too large.
fn ends(kind: FloatKind, signedness: Signedness, width: u32) -> ((Op, u128), u128) {
    let wide = width + 2;
    let power = |exponent: u32| Bits::from_u64(wide, 1).shl_u32(exponent);
    let (least, most) = match signedness {
        Signedness::Signed => (power(width - 1).neg(), power(width - 1)),
        Signedness::Unsigned => (Bits::zero(wide), power(width)),
    };
    let most = kind.from_int(&most, Signedness::Signed);
    // Everything above the integer below is rounded up to the least one. Where no float is that integer, none
    // lies between the two; where the least integer is beyond all floats, everything but the infinity is above.
    let below = least.sub(&Bits::from_u64(wide, 1));
    let float = kind.from_int(&below, Signedness::Signed);
    if kind.to_int(float, wide, Signedness::Signed).as_ref() == Some(&below) {
        return ((Op::FpLt, float), most);
    }
    let float = kind.from_int(&least, Signedness::Signed);
    let is_finite = kind.to_int(float, wide, Signedness::Signed).is_some();
    ((if is_finite { Op::FpLeq } else { Op::FpLt }, float), most)
}

/// The float a pattern stands for.
fn number(terms: &Terms, kind: FloatKind, bits: &Term) -> Result<Term, Stop> {
    let indices = format(kind)?;
    if kind == FloatKind::BFloat {
        let single = terms.manager.term(Op::BvConcat, &[bits, &terms.number(16, 0)]);
        return Ok(terms.manager.indexed(Op::FpToFpFromBv, &[&single], &indices));
    }
    Ok(terms.manager.indexed(Op::FpToFpFromBv, &[bits], &indices))
}

/// The NaN the evaluator gives for an invalid operation of a kind.
fn default_nan(terms: &Terms, kind: Kind) -> Term {
    let invalid = |kind: FloatKind| kind.binary(FloatBinary::Div, 0, 0);
    let (format, pattern) = match kind {
        Kind::Fma(format, ..) => {
            let one = format.from_int(&Bits::from_u64(2, 1), Signedness::Signed);
            let infinity = format.binary(FloatBinary::Div, one, 0);
            (format, format.fma(0, infinity, 0))
        }
        Kind::FloatConvert(from, to, _) => (to, convert(from, to, invalid(from))),
        kind => {
            let format = computed(kind).expect("a computed float");
            (format, invalid(format))
        }
    };
    terms.constant(&Bits::from_u128(format.bits(), pattern))
}

/// The place of the bit that is set in quiet NaNs: the highest of the stored significand.
fn quiet_bit(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 9,
        FloatKind::BFloat => 6,
        FloatKind::Single => 22,
        FloatKind::Double => 51,
        FloatKind::X87 => 62,
        FloatKind::Quad => 111,
    }
}

/// A pattern with another sign: what happens to the float, and whose. All NaNs are one.
fn sign_change(exprs: &Exprs, e: Expr, kind: FloatKind) -> Option<(Op, Expr)> {
    let sign = || Bits::signed_min(kind.bits());
    let is = |c: Expr, wanted: Bits| exprs.as_bits(c) == Some(wanted);
    match exprs.kind(e) {
        Kind::Binary(BinaryOp::Xor, a, c) | Kind::Binary(BinaryOp::Xor, c, a) if is(c, sign()) => {
            Some((Op::FpNeg, a))
        }
        Kind::Binary(BinaryOp::And, a, c) | Kind::Binary(BinaryOp::And, c, a) if is(c, sign().not()) => {
            Some((Op::FpAbs, a))
        }
        Kind::ZExt(low) if exprs.width(low) + 1 == kind.bits() => match exprs.kind(low) {
            Kind::Extract { of, low: 0 } if exprs.width(of) == kind.bits() => Some((Op::FpAbs, of)),
            _ => None,
        },
        _ => None,
    }
}

const fn mode(to: RoundTo) -> RoundingMode {
    match to {
        RoundTo::Floor => RoundingMode::TowardNegative,
        RoundTo::Ceil => RoundingMode::TowardPositive,
        RoundTo::Trunc => RoundingMode::TowardZero,
        RoundTo::NearestEven => RoundingMode::NearestEven,
        RoundTo::NearestAway => RoundingMode::NearestAway,
    }
}
