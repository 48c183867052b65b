//! Computations on scalars of any width or float format.

use vellum_bits::{Bits, FloatKind, Signedness, word};
use vellum_collections::cast::{index, low32};

use crate::{
    code::{Calc, CalcKind, Slot},
    scalar::{FloatFn, IntFn, Undefined, compare, divide, float, float_to_int, holds, int},
};

/// `value` cut to `w` bits.
#[inline]
pub(super) fn cut(w: u8, value: u64) -> u64 {
    word::truncate(u32::from(w), value)
}

/// A shift amount below 64.
#[inline]
pub(super) fn shift(amount: u64) -> u32 {
    low32(amount) & 63
}

/// Computes `calc` on the registers `r`.
pub(super) fn calc(calc: &Calc, r: &mut [u64]) -> Result<(), Undefined> {
    let result = match calc.kind {
        CalcKind::Int(f) => {
            let [a, b, c] = calc.args.map(|slot| read(r, slot, calc.width));
            match f {
                IntFn::UDiv | IntFn::SDiv | IntFn::URem | IntFn::SRem => divide(f, &a, &b)?,
                _ => int(f, &a, &b, &c),
            }
        }
        CalcKind::CheckedShift(f) => {
            let [a, b, c] = calc.args.map(|slot| read(r, slot, calc.width));
            if b.to_u64().is_none_or(|amount| amount >= u64::from(calc.width)) {
                return Err(Undefined::Overshift(calc.width));
            }
            int(f, &a, &b, &c)
        }
        CalcKind::CheckedFloatToInt(kind, signedness) => {
            let a = read(r, calc.args[0], calc.width).low_u128();
            let converted = kind.to_int(a, calc.result_width, signedness);
            converted.ok_or(Undefined::FloatToInt(signedness, calc.result_width))?
        }
        CalcKind::Compare(predicate) => {
            let [a, b, _] = calc.args.map(|slot| read(r, slot, calc.width));
            bit(compare(predicate, &a, &b))
        }
        CalcKind::ZeroExtend => read(r, calc.args[0], calc.width).zext(calc.result_width),
        CalcKind::SignExtend => sign_extend(&read(r, calc.args[0], calc.width), calc.result_width),
        CalcKind::Truncate => read(r, calc.args[0], calc.width).trunc(calc.result_width),
        CalcKind::IntToFloat(kind, signedness) => {
            let value = kind.from_int(&read(r, calc.args[0], calc.width), signedness);
            Bits::from_u128(calc.result_width, value)
        }
        _ => float_calc(calc, r),
    };
    let first = index(calc.result);
    r[first..first + result.limbs().len()].copy_from_slice(result.limbs());
    Ok(())
}

fn float_calc(calc: &Calc, r: &[u64]) -> Bits {
    let [a, b, c] = calc.args;
    let width = calc.result_width;
    let value = |slot: Slot| read(r, slot, calc.width).low_u128();
    let exponent = || low32(r[index(b)]).cast_signed();
    match calc.kind {
        CalcKind::Float(kind, f) => Bits::from_u128(width, float(kind, f, value(a), value(b), value(c))),
        CalcKind::FloatCompare(kind, predicate) => bit(holds(predicate, kind.compare(value(a), value(b)))),
        CalcKind::FloatToInt(kind, signedness) => float_to_int(kind, value(a), signedness, width),
        CalcKind::FloatToIntSat(kind, signedness) => kind.to_int_sat(value(a), width, signedness),
        CalcKind::FloatRoundToInt(kind, f) => round_to_int(kind, f, value(a), width),
        CalcKind::FloatToFloat(from, to) => Bits::from_u128(width, vellum_bits::convert(from, to, value(a))),
        CalcKind::FloatExponent(kind) => Bits::from_i64(width, i64::from(kind.frexp(value(a)).1)),
        CalcKind::FloatScale(kind) => Bits::from_u128(width, kind.ldexp(value(a), exponent())),
        CalcKind::FloatPower(kind) => Bits::from_u128(width, power(kind, value(a), exponent())),
        CalcKind::FloatClass(kind) => bit(u64::from(kind.classify(value(a))) & r[index(b)] != 0),
        CalcKind::Int(_)
        | CalcKind::CheckedShift(_)
        | CalcKind::CheckedFloatToInt(..)
        | CalcKind::Compare(_)
        | CalcKind::ZeroExtend
        | CalcKind::SignExtend
        | CalcKind::Truncate
        | CalcKind::IntToFloat(..) => unreachable!("integer computations are done by the caller"),
    }
}

fn read(r: &[u64], slot: Slot, width: u32) -> Bits {
    let first = index(slot);
    Bits::from_limbs(width, &r[first..first + index(width.div_ceil(64))])
}

fn bit(value: bool) -> Bits {
    Bits::from_u64(1, u64::from(value))
}

/// Sign-extends, or truncates where the result is the narrower one.
fn sign_extend(value: &Bits, width: u32) -> Bits {
    if width < value.width() { value.trunc(width) } else { value.sext(width) }
}

fn round_to_int(kind: FloatKind, f: FloatFn, a: u128, width: u32) -> Bits {
    let rounded = float(kind, f, a, a, a);
    kind.to_int(rounded, width, Signedness::Signed).unwrap_or_else(|| Bits::signed_min(width))
}

/// `base` to an integer power, by repeated squaring as the compiler's runtime does it.
fn power(kind: FloatKind, base: u128, exponent: i32) -> u128 {
    use vellum_bits::FloatBinary::{Div, Mul};
    let one = kind.from_int(&Bits::from_u64(32, 1), Signedness::Unsigned);
    let (mut result, mut square, mut left) = (one, base, exponent);
    loop {
        if left % 2 != 0 {
            result = kind.binary(Mul, result, square);
        }
        left /= 2;
        if left == 0 {
            break;
        }
        square = kind.binary(Mul, square, square);
    }
    if exponent < 0 { kind.binary(Div, one, result) } else { result }
}
