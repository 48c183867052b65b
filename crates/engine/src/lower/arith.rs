//! Arithmetic, comparisons, conversions and selection, lane by lane.

use vellum_bits::{FloatBinary, FloatKind, Signedness};
use vellum_collections::IdVec;
use vellum_ir::{
    BinaryOp, Body, CastOp, DebugInfo, FloatPredicate, Inst, IntPredicate, Operand, Type, TypeKind, Value,
    Wrap,
};

use super::{Lower, lane, narrow, push};
use crate::{
    code::{Calc, CalcKind, Op, Slot},
    end::{Bug, BugKind},
    scalar::{FloatFn, IntFn},
};

/// For each value, whether it is used by more than arithmetic and comparisons: kept, passed on, or cast.
pub(super) fn kept(body: &Body) -> IdVec<Value, bool> {
    let mut kept: IdVec<Value, bool> = body.values.iter().map(|_| false).collect();
    for data in body.blocks.iter().flatten() {
        if !matches!(data.inst, Inst::Binary(..) | Inst::Compare(..)) {
            data.inst.for_each_operand(|operand| {
                if let Operand::Value(value) = operand {
                    kept[value] = true;
                }
            });
        }
    }
    kept
}

impl Lower<'_> {
    /// Calls `each` for every lane of `ty` with the lane's registers of a result and of the operands.
    pub(super) fn lanes<const N: usize>(
        &mut self,
        ty: Type,
        firsts: [Slot; N],
        mut each: impl FnMut(&mut Self, [Slot; N]),
    ) {
        let stride = self.slots(self.types().lane(ty));
        for i in 0..self.types().lanes(ty) {
            each(self, firsts.map(|first| lane(first, stride, i)));
        }
    }

    /// The width of the scalars in `ty`.
    pub(super) fn lane_width(&self, ty: Type) -> u32 {
        self.types().scalar_width(self.types().lane(ty)).expect("lanes are scalars")
    }

    /// The format of the floats in `ty`.
    pub(super) fn float_kind(&self, ty: Type) -> Option<FloatKind> {
        match *self.types().kind(self.types().lane(ty)) {
            TypeKind::Float(kind) => Some(kind),
            _ => None,
        }
    }

    pub(super) fn binary(&mut self, result: Value, op: BinaryOp, wrap: Wrap, a: Operand, b: Operand) {
        let ty = self.type_of(a);
        let firsts = [self.define(result), self.read(a), self.read(b)];
        if wrap.nsw && self.program.checks().overflow && self.is_programs_own() {
            self.forbid_overflow(op, ty, firsts);
        }
        match IntFn::of(op) {
            Some(f @ (IntFn::Shl | IntFn::LShr | IntFn::AShr))
                if self.must_be_defined(result, self.program.checks().overshift) =>
            {
                let width = self.lane_width(ty);
                self.lanes(ty, firsts, |lower, [d, a, b]| lower.shift_within_width(f, width, d, [a, b]));
            }
            Some(f) => {
                let width = self.lane_width(ty);
                self.lanes(ty, firsts, |lower, [d, a, b]| lower.int_op(f, width, d, a, b));
            }
            None => {
                let kind = self.float_kind(ty).expect("float arithmetic is on floats");
                self.lanes(ty, firsts, |lower, [d, a, b]| lower.float_binary(op, kind, d, a, b));
            }
        }
    }

    /// Ends the path where signed arithmetic has no result.
    fn forbid_overflow(&mut self, op: BinaryOp, ty: Type, [_, a, b]: [Slot; 3]) {
        let (check, what) = match op {
            BinaryOp::Add => (IntFn::SAddOverflows, "sum"),
            BinaryOp::Sub => (IntFn::SSubOverflows, "difference"),
            BinaryOp::Mul => (IntFn::SMulOverflows, "product"),
            // Optimised code multiplies by powers of two like this.
            BinaryOp::Shl => (IntFn::SShlOverflows, "value shifted to the left"),
            _ => return,
        };
        let width = self.lane_width(ty);
        let message = format!("the {what} does not fit into a signed integer of {width} bits");
        self.lanes(ty, [a, b], |lower, [a, b]| {
            let c = lower.registers.temporary(1);
            lower.int_op(check, width, c, a, b);
            lower.forbid(c, Bug::new(BugKind::SignedOverflow, message.as_str()));
        });
    }

    /// Whether the present instruction is the program's and not the C library's, which has debug information.
    pub(super) fn is_programs_own(&self) -> bool {
        let debug = &self.module.debug;
        let is_library = |loc| DebugInfo::is_library(debug.text(debug.position(loc).file));
        let any = || self.body.blocks.iter().flatten().find_map(|data| data.loc);
        !self.source.loc.or_else(any).is_some_and(is_library)
    }

    /// An integer function of two operands.
    pub(super) fn int_op(&mut self, f: IntFn, width: u32, d: Slot, a: Slot, b: Slot) {
        if width > 64 {
            let result_width = if f.is_predicate() { 1 } else { width };
            return self.calc(CalcKind::Int(f), width, result_width, d, [a, b, a]);
        }
        let w = narrow(width);
        self.emit(match f {
            IntFn::Add => Op::Add { w, d, a, b },
            IntFn::Sub => Op::Sub { w, d, a, b },
            IntFn::Mul => Op::Mul { w, d, a, b },
            IntFn::And => Op::And { d, a, b },
            IntFn::Or => Op::Or { d, a, b },
            IntFn::Xor => Op::Xor { d, a, b },
            IntFn::Shl => Op::Shl { w, d, a, b },
            IntFn::LShr => Op::LShr { w, d, a, b },
            IntFn::AShr => Op::AShr { w, d, a, b },
            IntFn::UDiv | IntFn::SDiv | IntFn::URem | IntFn::SRem => Op::Divide { f, w, d, a, b },
            _ => Op::Int { f, w, d, a, b },
        });
    }

    /// A computation on scalars of any size.
    pub(super) fn calc(
        &mut self,
        kind: CalcKind,
        width: u32,
        result_width: u32,
        result: Slot,
        args: [Slot; 3],
    ) {
        let index = push(&mut self.code.calcs, Calc { kind, width, result_width, result, args });
        self.emit(Op::Calc { index });
    }

    pub(super) fn float_binary(&mut self, op: BinaryOp, kind: FloatKind, d: Slot, a: Slot, b: Slot) {
        let function = match op {
            BinaryOp::FAdd => FloatBinary::Add,
            BinaryOp::FSub => FloatBinary::Sub,
            BinaryOp::FMul => FloatBinary::Mul,
            BinaryOp::FDiv => FloatBinary::Div,
            _ => FloatBinary::Rem,
        };
        let op = match (kind, function) {
            (FloatKind::Double, FloatBinary::Add) => Op::AddF64 { d, a, b },
            (FloatKind::Double, FloatBinary::Sub) => Op::SubF64 { d, a, b },
            (FloatKind::Double, FloatBinary::Mul) => Op::MulF64 { d, a, b },
            (FloatKind::Double, FloatBinary::Div) => Op::DivF64 { d, a, b },
            (FloatKind::Single, FloatBinary::Add) => Op::AddF32 { d, a, b },
            (FloatKind::Single, FloatBinary::Sub) => Op::SubF32 { d, a, b },
            (FloatKind::Single, FloatBinary::Mul) => Op::MulF32 { d, a, b },
            (FloatKind::Single, FloatBinary::Div) => Op::DivF32 { d, a, b },
            _ => return self.float_fn(kind, FloatFn::Binary(function), d, [a, b, a]),
        };
        self.emit(op);
    }

    /// A function of floats of one format. What is a bit operation or two plain ones becomes that.
    pub(super) fn float_fn(&mut self, kind: FloatKind, f: FloatFn, d: Slot, args: [Slot; 3]) {
        let [a, b, c] = args;
        let sign = 1_u64.checked_shl(kind.bits() - 1).filter(|_| kind.bits() <= 64);
        match (f, sign) {
            (FloatFn::Neg, Some(sign)) => {
                let b = self.word(sign);
                self.emit(Op::Xor { d, a, b });
            }
            (FloatFn::Abs, Some(sign)) => {
                let b = self.word(sign - 1);
                self.emit(Op::And { d, a, b });
            }
            (FloatFn::MulAdd, Some(_)) => {
                let product = self.registers.temporary(1);
                self.float_binary(BinaryOp::FMul, kind, product, a, b);
                self.float_binary(BinaryOp::FAdd, kind, d, product, c);
            }
            _ => self.calc(CalcKind::Float(kind, f), kind.bits(), kind.bits(), d, args),
        }
    }

    pub(super) fn negate_float(&mut self, result: Value, a: Operand) {
        let ty = self.type_of(a);
        let kind = self.float_kind(ty).expect("float arithmetic is on floats");
        let firsts = [self.define(result), self.read(a)];
        self.lanes(ty, firsts, |lower, [d, a]| lower.float_fn(kind, FloatFn::Neg, d, [a; 3]));
    }

    pub(super) fn compare(&mut self, result: Value, predicate: IntPredicate, a: Operand, b: Operand) {
        let ty = self.type_of(a);
        let (d, a, b) = (self.define(result), self.read(a), self.read(b));
        let width = self.lane_width(ty);
        let stride = self.slots(self.types().lane(ty));
        for i in 0..self.types().lanes(ty) {
            self.compare_scalars(predicate, width, d + i, lane(a, stride, i), lane(b, stride, i));
        }
    }

    pub(super) fn compare_scalars(&mut self, predicate: IntPredicate, width: u32, d: Slot, a: Slot, b: Slot) {
        if width > 64 {
            return self.calc(CalcKind::Compare(predicate), width, 1, d, [a, b, a]);
        }
        let w = narrow(width);
        self.emit(match predicate {
            IntPredicate::Eq => Op::Eq { d, a, b },
            IntPredicate::Ne => Op::Ne { d, a, b },
            IntPredicate::Ult => Op::Ult { d, a, b },
            IntPredicate::Ule => Op::Ule { d, a, b },
            IntPredicate::Ugt => Op::Ult { d, a: b, b: a },
            IntPredicate::Uge => Op::Ule { d, a: b, b: a },
            IntPredicate::Slt => Op::Slt { w, d, a, b },
            IntPredicate::Sle => Op::Sle { w, d, a, b },
            IntPredicate::Sgt => Op::Slt { w, d, a: b, b: a },
            IntPredicate::Sge => Op::Sle { w, d, a: b, b: a },
        });
    }

    pub(super) fn compare_floats(
        &mut self,
        result: Value,
        predicate: FloatPredicate,
        a: Operand,
        b: Operand,
    ) {
        let ty = self.type_of(a);
        let kind = self.float_kind(ty).expect("float comparisons are of floats");
        let (d, a, b) = (self.define(result), self.read(a), self.read(b));
        let stride = self.slots(self.types().lane(ty));
        for i in 0..self.types().lanes(ty) {
            let (d, a, b) = (d + i, lane(a, stride, i), lane(b, stride, i));
            match kind {
                FloatKind::Double => self.emit(Op::CompareF64 { p: predicate, d, a, b }),
                FloatKind::Single => self.emit(Op::CompareF32 { p: predicate, d, a, b }),
                _ => self.calc(CalcKind::FloatCompare(kind, predicate), kind.bits(), 1, d, [a, b, a]),
            }
        }
    }

    pub(super) fn cast(&mut self, result: Value, op: CastOp, a: Operand) {
        let (from, to) = (self.type_of(a), self.body.values[result]);
        if op == CastOp::BitCast && !self.same_lanes(from, to) {
            return self.bit_cast(result, a);
        }
        let is_to_int = matches!(op, CastOp::FpToSi | CastOp::FpToUi);
        if is_to_int && self.must_be_defined(result, self.program.checks().undefined) {
            let signedness = if op == CastOp::FpToSi { Signedness::Signed } else { Signedness::Unsigned };
            return self.converted(result, a, |kind| CalcKind::CheckedFloatToInt(kind, signedness));
        }
        let (d, a) = (self.define(result), self.read(a));
        let strides = (self.slots(self.types().lane(to)), self.slots(self.types().lane(from)));
        let is_kept = self.kept[result];
        for i in 0..self.types().lanes(to) {
            self.cast_scalar((op, is_kept), from, to, lane(d, strides.0, i), lane(a, strides.1, i));
        }
    }

    fn cast_scalar(&mut self, (op, is_kept): (CastOp, bool), from: Type, to: Type, d: Slot, a: Slot) {
        let (width, result_width) = (self.lane_width(from), self.lane_width(to));
        let kinds = (self.float_kind(from), self.float_kind(to));
        let calc = match (op, kinds) {
            (CastOp::IntToPtr, _) if width == 64 => return self.emit(Op::FromInteger { d, a }),
            (CastOp::PtrToInt, _) if result_width == 64 && is_kept => {
                return self.emit(Op::ToInteger { d, a });
            }
            (CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::PtrToInt | CastOp::IntToPtr, _) => {
                return self.resize(op, width, result_width, d, a);
            }
            (CastOp::FpToUi, (Some(kind), _)) => CalcKind::FloatToInt(kind, Signedness::Unsigned),
            (CastOp::FpToSi, (Some(kind), _)) => CalcKind::FloatToInt(kind, Signedness::Signed),
            (CastOp::UiToFp, (_, Some(kind))) => CalcKind::IntToFloat(kind, Signedness::Unsigned),
            (CastOp::SiToFp, (_, Some(kind))) => CalcKind::IntToFloat(kind, Signedness::Signed),
            (CastOp::FpTrunc | CastOp::FpExt, (Some(from), Some(to))) => CalcKind::FloatToFloat(from, to),
            _ => return self.copy(d, a, result_width.div_ceil(64)),
        };
        self.calc(calc, width, result_width, d, [a; 3]);
    }

    fn resize(&mut self, op: CastOp, width: u32, result_width: u32, d: Slot, a: Slot) {
        let signed = op == CastOp::SExt;
        if width > 64 || result_width > 64 {
            let kind = match () {
                () if result_width <= width => CalcKind::Truncate,
                () if signed => CalcKind::SignExtend,
                () => CalcKind::ZeroExtend,
            };
            return self.calc(kind, width, result_width, d, [a; 3]);
        }
        self.emit(match () {
            () if result_width < width => Op::Truncate { w: narrow(result_width), d, a },
            () if signed => Op::SignExtend { from: narrow(width), w: narrow(result_width), d, a },
            () => Op::Move { d, a },
        });
    }

    fn same_lanes(&self, from: Type, to: Type) -> bool {
        self.types().lanes(from) == self.types().lanes(to)
            && self.types().scalar_width(self.types().lane(from)).is_some()
    }

    pub(super) fn select(&mut self, result: Value, c: Operand, a: Operand, b: Operand) {
        let ty = self.body.values[result];
        let by_lane = self.types().lanes(self.type_of(c)) > 1
            || matches!(self.types().kind(self.type_of(c)), TypeKind::Vector { .. });
        let (d, c, a, b) = (self.define(result), self.read(c), self.read(a), self.read(b));
        if !by_lane {
            return self.select_slots(d, c, a, b, self.slots(ty));
        }
        let stride = self.slots(self.types().lane(ty));
        for i in 0..self.types().lanes(ty) {
            let [d, a, b] = [d, a, b].map(|first| lane(first, stride, i));
            self.select_slots(d, c + i, a, b, stride);
        }
    }

    pub(super) fn select_slots(&mut self, d: Slot, c: Slot, a: Slot, b: Slot, count: u32) {
        match (count, u16::try_from(count)) {
            (0, _) => (),
            (1, _) => self.emit(Op::Select { d, c, a, b }),
            (_, Ok(count)) => self.emit(Op::SelectMany { d, c, a, b, count }),
            (_, Err(_)) => self.unsupported("select of a value of more than 65535 registers"),
        }
    }
}
