//! Integer arithmetic on expressions.

use vellum_bits::Bits;
use vellum_expr::{BinaryOp, CompareOp, Expr, Exprs};
use vellum_ir::IntPredicate;

use crate::{
    code::Slot,
    end::{Bug, BugKind, End},
    exec::Machine,
    scalar::{IntFn, Undefined},
};

impl Machine<'_> {
    /// An operation on two registers; a width of zero means as wide as they are.
    pub(super) fn binary(&mut self, op: BinaryOp, width: u32, d: Slot, a: Slot, b: Slot) {
        let (a, b) = self.pair(width, a, b);
        let result = self.symbolic.exprs.binary(op, a, b);
        self.set_expr(d, result);
    }

    /// A comparison of two registers; a width of zero means as wide as they are.
    pub(in crate::exec) fn compare(&mut self, op: CompareOp, width: u32, a: Slot, b: Slot) -> Expr {
        let (a, b) = self.pair(width, a, b);
        self.symbolic.exprs.compare(op, a, b)
    }

    pub(super) fn set_compare(&mut self, op: CompareOp, width: u32, d: Slot, a: Slot, b: Slot) {
        let result = self.compare(op, width, a, b);
        self.set_expr(d, result);
    }

    fn pair(&mut self, width: u32, a: Slot, b: Slot) -> (Expr, Expr) {
        let (a, b) = (self.number(a), self.number(b));
        let width = if width == 0 { self.width(a).max(self.width(b)) } else { width };
        let exprs = &mut self.symbolic.exprs;
        (a.expr(exprs, width), b.expr(exprs, width))
    }

    /// A shift. By the width or more it has no defined result: that is an error of the program, or what x86 does
    /// if the compiler may have moved the shift there itself.
    pub(super) fn shift(&mut self, f: IntFn, width: u32, d: Slot, a: Slot, b: Slot) -> Result<(), End> {
        let (value, amount) = (self.expr(a, width), self.expr(b, width));
        let is_checked = self.is_checked_shift();
        let exprs = &mut self.symbolic.exprs;
        let amount = if is_checked {
            self.shifted_within_width(width, amount)?;
            amount
        } else {
            let mask = exprs.constant(width, if width <= 32 { 31 } else { 63 });
            exprs.and(amount, mask)
        };
        let exprs = &mut self.symbolic.exprs;
        let op = match f {
            IntFn::Shl => BinaryOp::Shl,
            IntFn::LShr => BinaryOp::LShr,
            _ => BinaryOp::AShr,
        };
        let result = exprs.binary(op, value, amount);
        self.set_expr(d, result);
        Ok(())
    }

    /// Ends the path where a value of `width` bits is shifted by that or more.
    pub(super) fn shifted_within_width(&mut self, width: u32, amount: Expr) -> Result<(), End> {
        let exprs = &mut self.symbolic.exprs;
        // Of few bits, the width is no number of that width.
        let limit = exprs.bits(&Bits::from_u64(width.max(7), u64::from(width)));
        let wide = exprs.zext(amount, width.max(7));
        let defined = exprs.ult(wide, limit);
        self.require(defined, || Undefined::Overshift(width).bug())
    }

    /// Whether the operation is one of those that must not shift by too much.
    fn is_checked_shift(&self) -> bool {
        let frame = self.frame();
        let code = self.program.code(frame.function);
        code.is_some_and(|code| code.checked_shifts.binary_search(&frame.pc).is_ok())
    }

    pub(super) fn int(&mut self, f: IntFn, width: u32, d: Slot, args: [Slot; 3]) {
        let args = args.map(|slot| self.expr(slot, width));
        let result = apply(&mut self.symbolic.exprs, f, args);
        self.set_expr(d, result);
    }

    pub(super) fn divide(&mut self, f: IntFn, width: u32, d: Slot, a: Slot, b: Slot) -> Result<(), End> {
        let (a, b) = (self.expr(a, width), self.expr(b, width));
        let result = self.divided(f, a, b)?;
        self.set_expr(d, result);
        Ok(())
    }

    /// A quotient or remainder; paths on which there is none end.
    pub(super) fn divided(&mut self, f: IntFn, a: Expr, b: Expr) -> Result<Expr, End> {
        let exprs = &mut self.symbolic.exprs;
        let width = exprs.width(a);
        let zero = exprs.zero(width);
        let defined = exprs.ne(b, zero);
        self.require(defined, || Bug::new(BugKind::DivisionByZero, "division by zero"))?;
        let exprs = &mut self.symbolic.exprs;
        let op = match f {
            IntFn::UDiv => BinaryOp::UDiv,
            IntFn::URem => BinaryOp::URem,
            IntFn::SDiv => BinaryOp::SDiv,
            _ => BinaryOp::SRem,
        };
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            let smallest = exprs.bits(&Bits::signed_min(width));
            let minus_one = exprs.ones(width);
            let (low, minus) = (exprs.eq(a, smallest), exprs.eq(b, minus_one));
            let overflows = exprs.and(low, minus);
            let defined = exprs.not(overflows);
            let message = "the smallest integer divided by -1 has no result";
            self.require(defined, || Bug::new(BugKind::SignedOverflow, message))?;
        }
        Ok(self.symbolic.exprs.binary(op, a, b))
    }
}

/// What an integer comparison gives.
pub(super) fn predicate(exprs: &mut Exprs, predicate: IntPredicate, a: Expr, b: Expr) -> Expr {
    match predicate {
        IntPredicate::Eq => exprs.eq(a, b),
        IntPredicate::Ne => exprs.ne(a, b),
        IntPredicate::Ult => exprs.ult(a, b),
        IntPredicate::Ule => exprs.ule(a, b),
        IntPredicate::Ugt => exprs.ult(b, a),
        IntPredicate::Uge => exprs.ule(b, a),
        IntPredicate::Slt => exprs.slt(a, b),
        IntPredicate::Sle => exprs.sle(a, b),
        IntPredicate::Sgt => exprs.slt(b, a),
        IntPredicate::Sge => exprs.sle(b, a),
    }
}

/// What an integer function gives; divisions are done elsewhere.
pub(super) fn apply(exprs: &mut Exprs, f: IntFn, [a, b, c]: [Expr; 3]) -> Expr {
    let width = exprs.width(a);
    match f {
        IntFn::Add => exprs.add(a, b),
        IntFn::Sub => exprs.sub(a, b),
        IntFn::Mul => exprs.mul(a, b),
        IntFn::And => exprs.and(a, b),
        IntFn::Or => exprs.or(a, b),
        IntFn::Xor => exprs.xor(a, b),
        IntFn::Shl => exprs.shl(a, b),
        IntFn::LShr => exprs.lshr(a, b),
        IntFn::AShr => exprs.ashr(a, b),
        IntFn::UDiv | IntFn::SDiv | IntFn::URem | IntFn::SRem => unreachable!("divisions are checked first"),
        IntFn::SAddOverflows | IntFn::UAddOverflows | IntFn::SSubOverflows | IntFn::USubOverflows => {
            overflows(exprs, f, a, b)
        }
        IntFn::SMulOverflows | IntFn::UMulOverflows => product_overflows(exprs, f, a, b),
        IntFn::SShlOverflows => shift_overflows(exprs, a, b),
        IntFn::SAddSat | IntFn::UAddSat | IntFn::SSubSat | IntFn::USubSat => saturated(exprs, f, a, b),
        IntFn::SShlSat | IntFn::UShlSat => shift_saturated(exprs, f, a, b),
        IntFn::Abs => {
            let (zero, minus) = (exprs.zero(width), exprs.neg(a));
            let negative = exprs.slt(a, zero);
            exprs.ite(negative, minus, a)
        }
        IntFn::SMax => choose(exprs, CompareOp::Slt, b, a, [a, b]),
        IntFn::SMin => choose(exprs, CompareOp::Slt, a, b, [a, b]),
        IntFn::UMax => choose(exprs, CompareOp::Ult, b, a, [a, b]),
        IntFn::UMin => choose(exprs, CompareOp::Ult, a, b, [a, b]),
        IntFn::SCmp => three_way(exprs, CompareOp::Slt, a, b),
        IntFn::UCmp => three_way(exprs, CompareOp::Ult, a, b),
        IntFn::CtPop => ones(exprs, a),
        IntFn::CtLz => zeros(exprs, a, |i| i),
        IntFn::CtTz => zeros(exprs, a, |i| width - 1 - i),
        IntFn::BSwap => reversed(exprs, a, 8),
        IntFn::BitReverse => reversed(exprs, a, 1),
        IntFn::FunnelShl | IntFn::FunnelShr => funnel(exprs, f, a, b, c),
    }
}

fn choose(exprs: &mut Exprs, op: CompareOp, a: Expr, b: Expr, [first, second]: [Expr; 2]) -> Expr {
    let holds = exprs.compare(op, a, b);
    exprs.ite(holds, first, second)
}

fn three_way(exprs: &mut Exprs, op: CompareOp, a: Expr, b: Expr) -> Expr {
    let width = exprs.width(a);
    let (less, more) = (exprs.compare(op, a, b), exprs.compare(op, b, a));
    let (minus, zero) = (exprs.ones(width), exprs.zero(width));
    let one = exprs.zext(Expr::TRUE, width);
    let more = exprs.ite(more, one, zero);
    exprs.ite(less, minus, more)
}

/// Whether a sum or difference of one more bit differs from the one of this width.
fn overflows(exprs: &mut Exprs, f: IntFn, a: Expr, b: Expr) -> Expr {
    let width = exprs.width(a);
    let signed = matches!(f, IntFn::SAddOverflows | IntFn::SSubOverflows);
    let wide =
        |exprs: &mut Exprs, e| if signed { exprs.sext(e, width + 1) } else { exprs.zext(e, width + 1) };
    let (wide_a, wide_b) = (wide(exprs, a), wide(exprs, b));
    let result = match f {
        IntFn::SAddOverflows | IntFn::UAddOverflows => exprs.add(wide_a, wide_b),
        _ => exprs.sub(wide_a, wide_b),
    };
    let top = exprs.extract(result, width, 1);
    if signed {
        let sign = exprs.extract(result, width - 1, 1);
        exprs.ne(top, sign)
    } else {
        top
    }
}

fn product_overflows(exprs: &mut Exprs, f: IntFn, a: Expr, b: Expr) -> Expr {
    let width = exprs.width(a);
    let signed = f == IntFn::SMulOverflows;
    let wide =
        |exprs: &mut Exprs, e| if signed { exprs.sext(e, 2 * width) } else { exprs.zext(e, 2 * width) };
    let (wide_a, wide_b) = (wide(exprs, a), wide(exprs, b));
    let product = exprs.mul(wide_a, wide_b);
    let low = exprs.extract(product, 0, width);
    let extended = wide(exprs, low);
    exprs.ne(product, extended)
}

/// Whether a shift to the left loses bits that differ from the sign.
fn shift_overflows(exprs: &mut Exprs, a: Expr, b: Expr) -> Expr {
    let width = exprs.width(a);
    let shifted = exprs.shl(a, b);
    let back = exprs.ashr(shifted, b);
    let lost = exprs.ne(back, a);
    // Of few bits, the width is no number of that width.
    let wide = exprs.zext(b, width.max(7));
    let limit = exprs.bits(&Bits::from_u64(width.max(7), width.into()));
    let is_amount = exprs.ult(wide, limit);
    exprs.and(is_amount, lost)
}

fn saturated(exprs: &mut Exprs, f: IntFn, a: Expr, b: Expr) -> Expr {
    let width = exprs.width(a);
    let (check, op) = match f {
        IntFn::SAddSat => (IntFn::SAddOverflows, BinaryOp::Add),
        IntFn::UAddSat => (IntFn::UAddOverflows, BinaryOp::Add),
        IntFn::SSubSat => (IntFn::SSubOverflows, BinaryOp::Sub),
        _ => (IntFn::USubOverflows, BinaryOp::Sub),
    };
    let over = overflows(exprs, check, a, b);
    let plain = exprs.binary(op, a, b);
    let limit = match f {
        IntFn::UAddSat => exprs.ones(width),
        IntFn::USubSat => exprs.zero(width),
        _ => signed_limit(exprs, a),
    };
    exprs.ite(over, limit, plain)
}

/// The largest number, or the smallest where `a` is negative.
fn signed_limit(exprs: &mut Exprs, a: Expr) -> Expr {
    let width = exprs.width(a);
    let zero = exprs.zero(width);
    let negative = exprs.slt(a, zero);
    let (least, most) = (exprs.bits(&Bits::signed_min(width)), exprs.bits(&Bits::signed_max(width)));
    exprs.ite(negative, least, most)
}

fn shift_saturated(exprs: &mut Exprs, f: IntFn, a: Expr, b: Expr) -> Expr {
    let width = exprs.width(a);
    let shifted = exprs.shl(a, b);
    let (back, limit) = match f {
        IntFn::UShlSat => (exprs.lshr(shifted, b), exprs.ones(width)),
        _ => (exprs.ashr(shifted, b), signed_limit(exprs, a)),
    };
    let same = exprs.eq(back, a);
    exprs.ite(same, shifted, limit)
}

fn ones(exprs: &mut Exprs, a: Expr) -> Expr {
    let width = exprs.width(a);
    let mut count = exprs.zero(width);
    for bit in 0..width {
        let bit = exprs.extract(a, bit, 1);
        let bit = exprs.zext(bit, width);
        count = exprs.add(count, bit);
    }
    count
}

/// Zeros before the first one, from the end `from_end` counts from.
fn zeros(exprs: &mut Exprs, a: Expr, from_end: impl Fn(u32) -> u32) -> Expr {
    let width = exprs.width(a);
    let number = |exprs: &mut Exprs, n: u32| exprs.bits(&Bits::from_u64(width, n.into()));
    let mut count = number(exprs, width);
    for zeros in (0..width).rev() {
        let bit = exprs.extract(a, width - 1 - from_end(zeros), 1);
        let found = number(exprs, zeros);
        count = exprs.ite(bit, found, count);
    }
    count
}

fn reversed(exprs: &mut Exprs, a: Expr, unit: u32) -> Expr {
    let width = exprs.width(a);
    let mut result = exprs.extract(a, 0, unit);
    for low in (unit..width).step_by(usize::try_from(unit).unwrap_or(1)) {
        let part = exprs.extract(a, low, unit);
        result = exprs.concat(result, part);
    }
    result
}

fn funnel(exprs: &mut Exprs, f: IntFn, a: Expr, b: Expr, c: Expr) -> Expr {
    let width = exprs.width(a);
    let modulus = exprs.bits(&Bits::from_u64(width, width.into()));
    // Of one bit, the width is no number of that width; every amount is then zero.
    let amount = if width == 1 { exprs.zero(1) } else { exprs.urem(c, modulus) };
    let amount = exprs.zext(amount, 2 * width);
    let both = exprs.concat(a, b);
    if f == IntFn::FunnelShl {
        let shifted = exprs.shl(both, amount);
        exprs.extract(shifted, width, width)
    } else {
        let shifted = exprs.lshr(both, amount);
        exprs.extract(shifted, 0, width)
    }
}
