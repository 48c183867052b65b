//! What every kind of expression means, written down a second time.
//!
//! Values are numbers of at most 128 bits. Nothing here knows of pools, rules or facts.

use std::cmp::Ordering;

use vellum_bits::{Bits, FloatBinary, Signedness, convert};

use crate::kind::{BinaryOp, CompareOp, FloatOp, FloatOrder, Kind};

pub(super) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(width: u32, value: u128) -> i128 {
    let sign = 1 << (width - 1);
    ((value ^ sign).wrapping_sub(sign)).cast_signed()
}

fn shift_amount(width: u32, value: u128) -> Option<u32> {
    u32::try_from(value).ok().filter(|&value| value < width)
}

pub(super) fn binary(op: BinaryOp, width: u32, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv if b == 0 => u128::MAX,
        BinaryOp::UDiv => a / b,
        BinaryOp::URem if b == 0 => a,
        BinaryOp::URem => a % b,
        // As SMT-LIB defines it: the unsigned quotient of the magnitudes, negated where the signs differ.
        BinaryOp::SDiv => {
            let magnitude = binary(
                BinaryOp::UDiv,
                width,
                sa.unsigned_abs() & mask(width),
                sb.unsigned_abs() & mask(width),
            );
            if (sa < 0) == (sb < 0) { magnitude } else { magnitude.wrapping_neg() }
        }
        BinaryOp::SRem => {
            let rest = binary(
                BinaryOp::URem,
                width,
                sa.unsigned_abs() & mask(width),
                sb.unsigned_abs() & mask(width),
            );
            if sa < 0 { rest.wrapping_neg() } else { rest }
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => shift_amount(width, b).map_or(0, |s| a << s),
        BinaryOp::LShr => shift_amount(width, b).map_or(0, |s| a >> s),
        BinaryOp::AShr => (sa >> shift_amount(width, b).unwrap_or(127)).cast_unsigned(),
    };
    value & mask(width)
}

pub(super) fn compare(op: CompareOp, width: u32, a: u128, b: u128) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => signed(width, a) < signed(width, b),
        CompareOp::Sle => signed(width, a) <= signed(width, b),
    }
}

/// The value of `kind` of `width` bits over operands of the given widths and values; not of leaves and reads.
pub(super) fn value(kind: Kind, width: u32, operands: &[(u32, u128)]) -> u128 {
    let of = |i: usize| operands[i].1;
    match kind {
        Kind::Const(_)
        | Kind::Wide(_)
        | Kind::Symbol { .. }
        | Kind::Garbage { .. }
        | Kind::Base(_)
        | Kind::Read { .. } => unreachable!("not a computation"),
        Kind::Not(_) => !of(0) & mask(width),
        Kind::Binary(op, ..) => binary(op, width, of(0), of(1)),
        Kind::Compare(op, ..) => u128::from(compare(op, operands[0].0, of(0), of(1))),
        Kind::Ite(..) => of(if of(0) == 1 { 1 } else { 2 }),
        Kind::Concat(..) => of(0) << operands[1].0 | of(1),
        Kind::Extract { low, .. } => of(0) >> low & mask(width),
        Kind::ZExt(_) => of(0),
        Kind::SExt(_) => signed(operands[0].0, of(0)).cast_unsigned() & mask(width),
        Kind::Float(format, op, ..) => match op {
            FloatOp::Add => format.binary(FloatBinary::Add, of(0), of(1)),
            FloatOp::Sub => format.binary(FloatBinary::Sub, of(0), of(1)),
            FloatOp::Mul => format.binary(FloatBinary::Mul, of(0), of(1)),
            FloatOp::Div => format.binary(FloatBinary::Div, of(0), of(1)),
            FloatOp::Sqrt => format.sqrt(of(0)),
            FloatOp::Round(to) => format.round(to, of(0)),
        },
        Kind::Fma(format, ..) => format.fma(of(0), of(1), of(2)),
        Kind::FloatCompare(format, order, ..) => {
            let found = format.compare(of(0), of(1));
            u128::from(match order {
                FloatOrder::Eq => found.is_some_and(Ordering::is_eq),
                FloatOrder::Lt => found.is_some_and(Ordering::is_lt),
                FloatOrder::Le => found.is_some_and(Ordering::is_le),
            })
        }
        Kind::FloatFromInt(format, signedness, _) => {
            format.from_int(&Bits::from_u128(operands[0].0, of(0)), signedness)
        }
        Kind::FloatToInt(format, signedness, _) => match format.to_int(of(0), width, signedness) {
            Some(value) => value.low_u128(),
            None => 1 << (width - 1),
        },
        Kind::FloatConvert(from, to, _) => convert(from, to, of(0)),
    }
}

/// Both ways to read an integer.
pub(super) const SIGNEDNESS: [Signedness; 2] = [Signedness::Signed, Signedness::Unsigned];
