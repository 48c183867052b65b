//! Floating-point arithmetic on expressions.

use vellum_bits::{Bits, FloatBinary, FloatKind, Signedness};
use vellum_expr::{Expr, Exprs, FloatOp, FloatOrder};
use vellum_ir::FloatPredicate;

use crate::{
    code::{Calc, CalcKind, Slot},
    end::End,
    exec::Machine,
    scalar::{FloatFn, ToInt, Undefined},
};

impl Machine<'_> {
    pub(super) fn float_binary(&mut self, kind: FloatKind, op: FloatOp, d: Slot, a: Slot, b: Slot) {
        let (a, b) = (self.expr(a, kind.bits()), self.expr(b, kind.bits()));
        let result = self.symbolic.exprs.float(kind, op, a, b);
        self.set_expr(d, result);
    }

    pub(super) fn float_compare(&mut self, kind: FloatKind, p: FloatPredicate, d: Slot, a: Slot, b: Slot) {
        let (a, b) = (self.expr(a, kind.bits()), self.expr(b, kind.bits()));
        let result = compare(&mut self.symbolic.exprs, kind, p, a, b);
        self.set_expr(d, result);
    }

    /// A computation on floats of any format, as far as there is an expression for it.
    pub(super) fn float_calc(&mut self, calc: &Calc) -> Result<(), End> {
        let kind = match calc.kind {
            CalcKind::Float(kind, _)
            | CalcKind::FloatCompare(kind, _)
            | CalcKind::FloatToInt(kind, _)
            | CalcKind::CheckedFloatToInt(kind, _)
            | CalcKind::FloatToIntSat(kind, _)
            | CalcKind::FloatRoundToInt(kind, _)
            | CalcKind::IntToFloat(kind, _)
            | CalcKind::FloatClass(kind) => kind,
            CalcKind::FloatToFloat(from, FloatKind::X87) => return self.float_calc_concrete(calc, from),
            CalcKind::FloatToFloat(from, _) => from,
            CalcKind::FloatExponent(kind) | CalcKind::FloatScale(kind) | CalcKind::FloatPower(kind) => {
                return self.float_calc_concrete(calc, kind);
            }
            _ => unreachable!("integer computations are done by the caller"),
        };
        if kind == FloatKind::X87 && !is_bitwise(calc.kind) {
            return self.float_calc_concrete(calc, kind);
        }
        let args = calc.args.map(|slot| self.wide(slot, calc.width));
        if let CalcKind::CheckedFloatToInt(kind, signedness) = calc.kind {
            self.float_within(kind, signedness, args[0], calc.result_width)?;
        }
        let exprs = &mut self.symbolic.exprs;
        let [a, b, c] = args;
        let width = calc.result_width;
        let result = match calc.kind {
            CalcKind::Float(kind, f) => match function(exprs, kind, f, a, b, c) {
                Some(result) => result,
                None => return self.float_calc_concrete(calc, kind),
            },
            CalcKind::FloatCompare(kind, p) => compare(exprs, kind, p, a, b),
            CalcKind::FloatToInt(kind, signedness) | CalcKind::CheckedFloatToInt(kind, signedness) => {
                to_int(exprs, kind, signedness, a, width)
            }
            CalcKind::FloatToIntSat(kind, signedness) => saturating(exprs, kind, signedness, a, width),
            CalcKind::FloatRoundToInt(kind, f) => match function(exprs, kind, f, a, a, a) {
                Some(rounded) => exprs.float_to_int(kind, Signedness::Signed, rounded, width),
                None => return self.float_calc_concrete(calc, kind),
            },
            CalcKind::IntToFloat(kind, signedness) => exprs.float_from_int(kind, signedness, a),
            CalcKind::FloatToFloat(from, to) => exprs.float_convert(from, to, a),
            CalcKind::FloatClass(kind) => match exprs.as_const(b) {
                Some(mask) => class(exprs, kind, a, mask),
                None => return Err(End::Unsupported("a symbolic mask of float classes".into())),
            },
            _ => unreachable!("sorted out above"),
        };
        self.set_wide(calc.result, result);
        Ok(())
    }

    /// Ends the path where an integer of `width` bits cannot hold the whole part of a float.
    fn float_within(
        &mut self,
        kind: FloatKind,
        signedness: Signedness,
        a: Expr,
        width: u32,
    ) -> Result<(), End> {
        // Computing with what nobody wrote is no error, whatever comes of it.
        if self.symbolic.exprs.has_garbage(a) {
            return Ok(());
        }
        let fits = fits(&mut self.symbolic.exprs, kind, signedness, a, width);
        self.require(fits, || Undefined::FloatToInt(signedness, width).bug())
    }

    /// A computation there is no expression for: possible only on numbers.
    fn float_calc_concrete(&mut self, calc: &Calc, kind: FloatKind) -> Result<(), End> {
        let frame = *self.frame();
        let takes_power = matches!(calc.kind, CalcKind::FloatScale(_) | CalcKind::FloatPower(_));
        for (i, slot) in calc.args.into_iter().enumerate() {
            let value = self.wide(slot, if takes_power && i > 0 { 32 } else { calc.width });
            if !self.symbolic.exprs.is_const(value) {
                let what = format!("{:?} on symbolic {} values", calc.kind, kind.name());
                return Err(End::Unsupported(what.into()));
            }
        }
        let registers = &mut self.state.registers[frame.base..];
        crate::exec::scalar::calc(calc, registers).map_err(End::from)?;
        for (register, _) in (calc.result..).zip((0..calc.result_width).step_by(64)) {
            let at = frame.base + vellum_collections::cast::index(register);
            let number = self.state.registers[at];
            self.state.set_register(at, vellum_memory::Value::Concrete(number));
        }
        Ok(())
    }
}

/// Whether it is a matter of bits alone, in any format.
fn is_bitwise(kind: CalcKind) -> bool {
    matches!(kind, CalcKind::Float(_, FloatFn::Neg | FloatFn::Abs | FloatFn::CopySign))
}

/// A float comparison.
fn compare(exprs: &mut Exprs, kind: FloatKind, p: FloatPredicate, a: Expr, b: Expr) -> Expr {
    use FloatPredicate as P;
    let ordered = |exprs: &mut Exprs, order, a, b| exprs.float_compare(kind, order, a, b);
    match p {
        P::False => Expr::FALSE,
        P::True => Expr::TRUE,
        P::Oeq => ordered(exprs, FloatOrder::Eq, a, b),
        P::Olt => ordered(exprs, FloatOrder::Lt, a, b),
        P::Ole => ordered(exprs, FloatOrder::Le, a, b),
        P::Ogt => ordered(exprs, FloatOrder::Lt, b, a),
        P::Oge => ordered(exprs, FloatOrder::Le, b, a),
        P::Ord | P::Uno => {
            let (nan_a, nan_b) = (exprs.float_is_nan(kind, a), exprs.float_is_nan(kind, b));
            let either = exprs.or(nan_a, nan_b);
            if p == P::Uno { either } else { exprs.not(either) }
        }
        P::One => {
            let (less, more) = (ordered(exprs, FloatOrder::Lt, a, b), ordered(exprs, FloatOrder::Lt, b, a));
            exprs.or(less, more)
        }
        // An unordered predicate is what its ordered opposite is not.
        P::Ueq | P::Une | P::Ult | P::Ule | P::Ugt | P::Uge => {
            let opposite = match p {
                P::Ueq => P::One,
                P::Une => P::Oeq,
                P::Ult => P::Oge,
                P::Ule => P::Ogt,
                P::Ugt => P::Ole,
                _ => P::Olt,
            };
            let holds = compare(exprs, kind, opposite, a, b);
            exprs.not(holds)
        }
    }
}

fn function(exprs: &mut Exprs, kind: FloatKind, f: FloatFn, a: Expr, b: Expr, c: Expr) -> Option<Expr> {
    Some(match f {
        FloatFn::Binary(FloatBinary::Add) => exprs.float(kind, FloatOp::Add, a, b),
        FloatFn::Binary(FloatBinary::Sub) => exprs.float(kind, FloatOp::Sub, a, b),
        FloatFn::Binary(FloatBinary::Mul) => exprs.float(kind, FloatOp::Mul, a, b),
        FloatFn::Binary(FloatBinary::Div) => exprs.float(kind, FloatOp::Div, a, b),
        FloatFn::Round(to) => exprs.float(kind, FloatOp::Round(to), a, a),
        FloatFn::Sqrt => exprs.float(kind, FloatOp::Sqrt, a, a),
        FloatFn::Fma => exprs.fma(kind, a, b, c),
        FloatFn::MulAdd => {
            let product = exprs.float(kind, FloatOp::Mul, a, b);
            exprs.float(kind, FloatOp::Add, product, c)
        }
        FloatFn::Neg => {
            let sign = sign_bit(exprs, kind);
            exprs.xor(a, sign)
        }
        FloatFn::Abs => without_sign(exprs, kind, a),
        FloatFn::CopySign => {
            let magnitude = without_sign(exprs, kind, a);
            let sign = sign_bit(exprs, kind);
            let sign = exprs.and(b, sign);
            exprs.or(magnitude, sign)
        }
        FloatFn::MinNum | FloatFn::MaxNum | FloatFn::Minimum | FloatFn::Maximum => {
            extreme(exprs, kind, f, a, b)
        }
        FloatFn::Binary(FloatBinary::Rem) | FloatFn::Fraction => return None,
    })
}

fn sign_bit(exprs: &mut Exprs, kind: FloatKind) -> Expr {
    exprs.bits(&Bits::signed_min(kind.bits()))
}

fn without_sign(exprs: &mut Exprs, kind: FloatKind, a: Expr) -> Expr {
    let sign = sign_bit(exprs, kind);
    let rest = exprs.not(sign);
    exprs.and(a, rest)
}

/// The smaller or larger of two floats. The zero with the sign is the smaller one; what is not a number loses
/// to a number, or for `minimum` and `maximum` wins.
fn extreme(exprs: &mut Exprs, kind: FloatKind, f: FloatFn, a: Expr, b: Expr) -> Expr {
    let smaller = matches!(f, FloatFn::MinNum | FloatFn::Minimum);
    let less = exprs.float_compare(kind, FloatOrder::Lt, a, b);
    let equal = exprs.float_compare(kind, FloatOrder::Eq, a, b);
    let (first, second) = if smaller { (a, b) } else { (b, a) };
    let by_order = exprs.ite(less, first, second);
    // Equal floats differ at most in the sign of zero.
    let by_sign = if smaller { exprs.or(a, b) } else { exprs.and(a, b) };
    let number = exprs.ite(equal, by_sign, by_order);
    let (nan_a, nan_b) = (exprs.float_is_nan(kind, a), exprs.float_is_nan(kind, b));
    let (of_a, of_b) = match f {
        FloatFn::MinNum | FloatFn::MaxNum => (b, a),
        _ => (a, b),
    };
    let rest = exprs.ite(nan_b, of_b, number);
    exprs.ite(nan_a, of_a, rest)
}

fn saturating(exprs: &mut Exprs, kind: FloatKind, signedness: Signedness, a: Expr, width: u32) -> Expr {
    let (least, most) = match signedness {
        Signedness::Signed => (Bits::signed_min(width), Bits::signed_max(width)),
        Signedness::Unsigned => (Bits::zero(width), Bits::ones(width)),
    };
    let float = |exprs: &mut Exprs, bound: &Bits| {
        exprs.bits(&Bits::from_u128(kind.bits(), kind.from_int(bound, signedness)))
    };
    let (low, high) = (float(exprs, &least), float(exprs, &most));
    let below = exprs.float_compare(kind, FloatOrder::Lt, a, low);
    let above = exprs.float_compare(kind, FloatOrder::Le, high, a);
    let nan = exprs.float_is_nan(kind, a);
    let plain = exprs.float_to_int(kind, signedness, a, width);
    let (least, most, zero) = (exprs.bits(&least), exprs.bits(&most), exprs.zero(width));
    let capped = exprs.ite(above, most, plain);
    let capped = exprs.ite(below, least, capped);
    exprs.ite(nan, zero, capped)
}

/// Whether an integer of `width` bits can hold the whole part of a float.
fn fits(exprs: &mut Exprs, kind: FloatKind, signedness: Signedness, a: Expr, width: u32) -> Expr {
    // In two more bits, the first numbers that do not fit are signed numbers.
    let wide = width + 2;
    let one = Bits::from_u64(wide, 1);
    let (least, beyond) = match signedness {
        Signedness::Signed => (Bits::signed_min(width).sext(wide), one.shl_u32(width - 1)),
        Signedness::Unsigned => (Bits::zero(wide), one.shl_u32(width)),
    };
    let float = |bound: &Bits| kind.from_int(bound, Signedness::Signed);
    let is_exact = |bound: &Bits| kind.to_int(float(bound), wide, Signedness::Signed).as_ref() == Some(bound);
    let mut expr = |bound: &Bits| exprs.bits(&Bits::from_u128(kind.bits(), float(bound)));
    // A power of two is exact, or an infinity in a format with fewer numbers: no other float lies between.
    let (below, end) = (least.sub(&one), expr(&beyond));
    let above = if is_exact(&below) || !is_exact(&least) {
        let bound = expr(&below);
        exprs.float_compare(kind, FloatOrder::Lt, bound, a)
    } else {
        let bound = expr(&least);
        exprs.float_compare(kind, FloatOrder::Le, bound, a)
    };
    let under = exprs.float_compare(kind, FloatOrder::Lt, a, end);
    exprs.and(above, under)
}

/// As [`crate::scalar::float_to_int`].
fn to_int(exprs: &mut Exprs, kind: FloatKind, signedness: Signedness, a: Expr, width: u32) -> Expr {
    match ToInt::of(signedness, width) {
        ToInt::Signed(at) => {
            let whole = exprs.float_to_int(kind, Signedness::Signed, a, at);
            exprs.extract(whole, 0, width)
        }
        ToInt::Halves => {
            let half = exprs.bits(&Bits::from_u128(kind.bits(), ToInt::half(kind)));
            let rest = exprs.float(kind, FloatOp::Sub, a, half);
            let low = exprs.float_to_int(kind, Signedness::Signed, a, 64);
            let high = exprs.float_to_int(kind, Signedness::Signed, rest, 64);
            let all = exprs.constant(64, 63);
            let sign = exprs.ashr(low, all);
            let high = exprs.and(high, sign);
            exprs.or(low, high)
        }
        ToInt::Wide => exprs.float_to_int(kind, signedness, a, width),
    }
}

/// Whether a float is in one of the classes of a mask, as LLVM numbers them.
fn class(exprs: &mut Exprs, kind: FloatKind, a: Expr, mask: u64) -> Expr {
    // The classes are a matter of the pattern: compare it with the first pattern of each class.
    let bits = kind.bits();
    let infinity = kind.from_int(&Bits::from_u64(1, 1), Signedness::Unsigned);
    let infinity = kind.binary(FloatBinary::Div, infinity, 0);
    let smallest_normal = smallest_normal(kind);
    let quiet = infinity | quiet_bit(kind);
    let pattern = |exprs: &mut Exprs, value: u128| exprs.bits(&Bits::from_u128(bits, value));
    let magnitude = without_sign(exprs, kind, a);
    let negative = exprs.extract(a, bits - 1, 1);
    let positive = exprs.not(negative);
    // First and last pattern of each class without its sign, and the bits of the mask for it.
    let zero = (0, 0, 1 << 6, 1 << 5);
    let subnormal = (1, smallest_normal - 1, 1 << 7, 1 << 4);
    let normal = (smallest_normal, infinity - 1, 1 << 8, 1 << 3);
    let infinite = (infinity, infinity, 1 << 9, 1 << 2);
    let signalling = (infinity + 1, quiet - 1, 1, 1);
    let quiets = (quiet, (1 << (bits - 1)) - 1, 1 << 1, 1 << 1);
    let mut any = Expr::FALSE;
    for (first, last, plus, minus) in [zero, subnormal, normal, infinite, signalling, quiets] {
        let (first, last) = (pattern(exprs, first), pattern(exprs, last));
        let (from, to) = (exprs.ule(first, magnitude), exprs.ule(magnitude, last));
        let inside = exprs.and(from, to);
        for (bit, sign) in [(plus, positive), (minus, negative)] {
            if mask & bit != 0 {
                let here = exprs.and(inside, sign);
                any = exprs.or(any, here);
            }
        }
    }
    any
}

fn smallest_normal(kind: FloatKind) -> u128 {
    1 << fraction_bits(kind)
}

fn quiet_bit(kind: FloatKind) -> u128 {
    1 << (fraction_bits(kind) - 1)
}

fn fraction_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 10,
        FloatKind::BFloat => 7,
        FloatKind::Single => 23,
        FloatKind::Double => 52,
        FloatKind::X87 => 63,
        FloatKind::Quad => 112,
    }
}

#[cfg(test)]
mod tests {
    use vellum_bits::{Bits, FloatKind, Signedness};
    use vellum_expr::Exprs;

    use super::{fits, to_int};
    use crate::scalar::float_to_int;

    #[test]
    fn an_integer_holds_what_the_evaluator_can_convert() {
        let mut exprs = Exprs::new();
        let kinds = [FloatKind::Half, FloatKind::Single, FloatKind::Double];
        for (kind, signedness) in kinds
            .into_iter()
            .flat_map(|kind| [Signedness::Signed, Signedness::Unsigned].map(|signedness| (kind, signedness)))
        {
            for width in [1, 7, 8, 11, 12, 16, 24, 25, 32, 53, 54, 64, 128] {
                // The patterns of floats are in their order: those around each bound, infinities, and what is no number.
                let bounds = [
                    Bits::signed_min(width).sext(width + 2),
                    Bits::zero(width + 2),
                    Bits::from_u64(width + 2, 1).shl_u32(width - 1),
                    Bits::from_u64(width + 2, 1).shl_u32(width),
                    Bits::from_i64(width + 2, -1),
                ];
                let around = bounds.iter().map(|bound| kind.from_int(bound, Signedness::Signed));
                let top = Bits::ones(kind.bits()).low_u128();
                for pattern in
                    around.flat_map(|at| [at.wrapping_sub(1), at, at.wrapping_add(1), !at]).map(|at| at & top)
                {
                    let float = exprs.bits(&Bits::from_u128(kind.bits(), pattern));
                    let holds = fits(&mut exprs, kind, signedness, float, width);
                    let is_held = kind.to_int(pattern, width, signedness).is_some();
                    let what = format!("{pattern:#x} of {kind:?} as {signedness:?} i{width}");
                    assert_eq!(exprs.as_const(holds), Some(u64::from(is_held)), "{what}");
                }
            }
        }
    }

    #[test]
    fn numbers_and_expressions_become_the_same_integers() {
        let mut exprs = Exprs::new();
        let floats = [0.0, -1.0, 300.0, 70000.0, -129.0, 5e9, -5e9, 9.3e18, 1.9e19, 1e20, -1e20, f64::NAN];
        for a in floats.map(|a| u128::from(a.to_bits())) {
            for width in [1, 8, 16, 24, 32, 48, 64] {
                for signedness in [Signedness::Signed, Signedness::Unsigned] {
                    let float = exprs.bits(&Bits::from_u128(64, a));
                    let made = to_int(&mut exprs, FloatKind::Double, signedness, float, width);
                    let number = float_to_int(FloatKind::Double, a, signedness, width).low_u64();
                    assert_eq!(exprs.as_const(made), Some(number), "{a:#x} as {signedness:?} i{width}");
                }
            }
        }
    }
}
