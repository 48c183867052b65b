//! Operations that meet an expression.
//!
//! Everything a path changes, it changes after the last question was asked: a path that parts from this one
//! repeats the operation from its beginning.

mod blocks;
mod find;
mod float;
mod int;
mod memory;
mod moves;

use vellum_bits::FloatKind;
use vellum_collections::cast::{index, low32};
use vellum_expr::{BinaryOp, CompareOp, Expr, FloatOp};
use vellum_memory::{FaultKind, Value};

use super::Machine;
use crate::{
    code::{Calc, CalcKind, Code, Op, Slot},
    end::{Bug, BugKind, End},
    program::Program,
    scalar::IntFn,
};

impl Machine<'_> {
    /// Executes the operation the innermost frame stands at.
    pub(super) fn slow(&mut self) -> Result<(), End> {
        let frame = *self.frame();
        let code = self.program.code(frame.function).expect("a frame's function has code");
        let op = code.ops[index(frame.pc)];
        if self.jumps(op, code)? {
            return Ok(());
        }
        let done = self.scalar(op, code)?;
        if !done {
            self.memory_op(op, code)?;
        }
        self.frame_mut().pc += 1;
        Ok(())
    }

    /// Gives provenance to the pointers in initialised globals that lie outside of the global they were made from.
    pub(super) fn place_outside_pointers(&mut self) {
        for (place, (base, offset)) in self.program.outside_pointers() {
            let pointer = self.moved(Value::Concrete(base), Value::Concrete(offset));
            let exprs = &mut self.symbolic.exprs;
            let stored = self.state.memory.store_value(exprs, place, 8, pointer);
            debug_assert!(stored.is_some(), "the global was given this room");
        }
    }

    /// Operations that go somewhere else than to the next one; `false` for any other.
    fn jumps(&mut self, op: Op, code: &Code) -> Result<bool, End> {
        match op {
            Op::Branch { c, edge } => {
                let condition = self.expr(c, 1);
                self.branch(condition, edge)?;
            }
            Op::BranchEq { a, b, edge } => self.branch_by(CompareOp::Eq, 0, [a, b], edge)?,
            Op::BranchUlt { a, b, edge } => self.branch_by(CompareOp::Ult, 0, [a, b], edge)?,
            Op::BranchUle { a, b, edge } => self.branch_by(CompareOp::Ule, 0, [a, b], edge)?,
            Op::BranchSlt { w, a, b, edge } => self.branch_by(CompareOp::Slt, w.into(), [a, b], edge)?,
            Op::BranchSle { w, a, b, edge } => self.branch_by(CompareOp::Sle, w.into(), [a, b], edge)?,
            Op::BranchNe { a, b, edge } => {
                let equal = self.compare(CompareOp::Eq, 0, a, b);
                let differ = self.symbolic.exprs.not(equal);
                self.branch(differ, edge)?;
            }
            Op::Switch { v, table } => match self.number(v) {
                Value::Concrete(number) => self.jump(code.switches[index(table)].edge(number)),
                Value::Symbolic(value) => self.switch(value, &code.switches[index(table)])?,
            },
            Op::IndirectJump { v, table } => {
                let label = self.number(v).expr(&mut self.symbolic.exprs, 64);
                self.jump_to_label(label, &code.jumps[index(table)])?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn branch_by(&mut self, op: CompareOp, width: u32, [a, b]: [Slot; 2], edge: u32) -> Result<(), End> {
        let condition = self.compare(op, width, a, b);
        self.branch(condition, edge)
    }

    /// Operations on registers; `false` for any other.
    pub(super) fn scalar(&mut self, op: Op, code: &Code) -> Result<bool, End> {
        match op {
            Op::Add { w, d, a, b } => self.binary(BinaryOp::Add, w.into(), d, a, b),
            Op::Sub { w, d, a, b } => self.binary(BinaryOp::Sub, w.into(), d, a, b),
            Op::Mul { w, d, a, b } => self.binary(BinaryOp::Mul, w.into(), d, a, b),
            Op::And { d, a, b } => self.binary(BinaryOp::And, 0, d, a, b),
            Op::Or { d, a, b } => self.binary(BinaryOp::Or, 0, d, a, b),
            Op::Xor { d, a, b } => self.binary(BinaryOp::Xor, 0, d, a, b),
            Op::Shl { w, d, a, b } => self.shift(IntFn::Shl, w.into(), d, a, b)?,
            Op::LShr { w, d, a, b } => self.shift(IntFn::LShr, w.into(), d, a, b)?,
            Op::AShr { w, d, a, b } => self.shift(IntFn::AShr, w.into(), d, a, b)?,
            Op::Divide { f, w, d, a, b } => self.divide(f, w.into(), d, a, b)?,
            Op::Int { f, w, d, a, b } => self.int(f, w.into(), d, [a, b, b]),
            Op::Funnel { f, w, d, a, b, c } => self.int(f, w.into(), d, [a, b, c]),
            Op::Eq { d, a, b } => self.set_compare(CompareOp::Eq, 0, d, a, b),
            Op::Ult { d, a, b } => self.set_compare(CompareOp::Ult, 0, d, a, b),
            Op::Ule { d, a, b } => self.set_compare(CompareOp::Ule, 0, d, a, b),
            Op::Slt { w, d, a, b } => self.set_compare(CompareOp::Slt, w.into(), d, a, b),
            Op::Sle { w, d, a, b } => self.set_compare(CompareOp::Sle, w.into(), d, a, b),
            Op::Ne { d, a, b } => {
                let equal = self.compare(CompareOp::Eq, 0, a, b);
                let differ = self.symbolic.exprs.not(equal);
                self.set_expr(d, differ);
            }
            Op::Block { head } => self.enter_block(head, code)?,
            Op::Relocate => self.relocate_at_random(),
            Op::Forbid { c, bug } => {
                let holds = self.expr(c, 1);
                // Computing with what nobody wrote is no error, whatever comes of it.
                if self.symbolic.exprs.has_garbage(holds) {
                    return Ok(true);
                }
                let allowed = self.symbolic.exprs.not(holds);
                let bug = &code.bugs[index(bug)];
                self.require(allowed, || bug.clone())?;
            }
            Op::SameObject { a, b, text } => self.check_same_object(a, b, &code.texts[index(text)])?,
            Op::Member { by, room, text } => {
                let (by, room) = (self.expr(by, 64), self.expr(room, 64));
                let inside = self.symbolic.exprs.ult(by, room);
                let (kind, message) = (BugKind::Memory(FaultKind::OutOfBounds), &code.texts[index(text)]);
                self.require(inside, || Bug::new(kind, message.clone()))?;
            }
            _ => return self.float_or_move(op, code),
        }
        Ok(true)
    }

    /// Operations on floats and whole registers; `false` for any other.
    fn float_or_move(&mut self, op: Op, code: &Code) -> Result<bool, End> {
        match op {
            Op::AddF64 { d, a, b } => self.float_binary(FloatKind::Double, FloatOp::Add, d, a, b),
            Op::SubF64 { d, a, b } => self.float_binary(FloatKind::Double, FloatOp::Sub, d, a, b),
            Op::MulF64 { d, a, b } => self.float_binary(FloatKind::Double, FloatOp::Mul, d, a, b),
            Op::DivF64 { d, a, b } => self.float_binary(FloatKind::Double, FloatOp::Div, d, a, b),
            Op::AddF32 { d, a, b } => self.float_binary(FloatKind::Single, FloatOp::Add, d, a, b),
            Op::SubF32 { d, a, b } => self.float_binary(FloatKind::Single, FloatOp::Sub, d, a, b),
            Op::MulF32 { d, a, b } => self.float_binary(FloatKind::Single, FloatOp::Mul, d, a, b),
            Op::DivF32 { d, a, b } => self.float_binary(FloatKind::Single, FloatOp::Div, d, a, b),
            Op::CompareF64 { p, d, a, b } => self.float_compare(FloatKind::Double, p, d, a, b),
            Op::CompareF32 { p, d, a, b } => self.float_compare(FloatKind::Single, p, d, a, b),
            Op::Calc { index: i } => self.calc(&code.calcs[index(i)])?,
            Op::Move { d, a } => self.set(d, self.value(a)),
            Op::MoveMany { d, a, count } => {
                let base = self.frame().base;
                self.state.copy_registers(base + index(a), base + index(d), index(count));
            }
            Op::Truncate { w, d, a } => {
                let cut = self.expr(a, w.into());
                self.set_expr(d, cut);
            }
            Op::SignExtend { from, w, d, a } => {
                let narrow = self.expr(a, from.into());
                let wide = self.symbolic.exprs.sext(narrow, w.into());
                self.set_expr(d, wide);
            }
            Op::Select { d, c, a, b } => self.select(c, d, a, b),
            Op::SelectMany { d, c, a, b, count } => {
                for i in 0..u32::from(count) {
                    self.select(c, d + i, a + i, b + i);
                }
            }
            Op::PickLane { d, a, index: i, stride, count } => {
                let lane = self.concrete(i)?;
                if lane < u64::from(count) {
                    let base = self.frame().base;
                    let from = base + index(a) + index(low32(lane) * u32::from(stride));
                    self.state.copy_registers(from, base + index(d), usize::from(stride));
                }
            }
            Op::PutLane { d, index: i, v, stride, count } => {
                let lane = self.concrete(i)?;
                if lane < u64::from(count) {
                    let base = self.frame().base;
                    let to = base + index(d) + index(low32(lane) * u32::from(stride));
                    self.state.copy_registers(base + index(v), to, usize::from(stride));
                }
            }
            Op::BitCast { d, a, from, to } => {
                let bits = self.gather(a, &code.accesses[index(from)]);
                self.scatter(d, &code.accesses[index(to)], bits);
            }
            Op::ReturnAddress { d, level } => {
                let number = self.state.calls().checked_sub(index(level) + 2);
                let caller = number.and_then(|number| self.state.call(number));
                let address = caller.map_or(0, |caller| Program::return_address(caller.function, caller.pc));
                self.set(d, Value::Concrete(address));
            }
            Op::FrameAddress { d, level } => {
                let stack = self.state.memory.regions().stack();
                let address = Program::frame_address(stack, self.state.calls(), index(level));
                self.set(d, Value::Concrete(address));
            }
            _ => return Ok(self.pointer_op(op, code)),
        }
        Ok(true)
    }

    fn calc(&mut self, calc: &Calc) -> Result<(), End> {
        match calc.kind {
            CalcKind::Int(f @ (IntFn::UDiv | IntFn::SDiv | IntFn::URem | IntFn::SRem)) => {
                let [a, b, _] = calc.args.map(|slot| self.wide(slot, calc.width));
                let result = self.divided(f, a, b)?;
                self.set_wide(calc.result, result);
            }
            CalcKind::CheckedShift(f) => {
                let [value, amount, _] = calc.args.map(|slot| self.wide(slot, calc.width));
                self.shifted_within_width(calc.width, amount)?;
                let result = int::apply(&mut self.symbolic.exprs, f, [value, amount, amount]);
                self.set_wide(calc.result, result);
            }
            CalcKind::Int(f) => {
                let args = calc.args.map(|slot| self.wide(slot, calc.width));
                let result = int::apply(&mut self.symbolic.exprs, f, args);
                self.set_wide(calc.result, result);
            }
            CalcKind::Compare(predicate) => {
                let [a, b, _] = calc.args.map(|slot| self.wide(slot, calc.width));
                let result = int::predicate(&mut self.symbolic.exprs, predicate, a, b);
                self.set_wide(calc.result, result);
            }
            CalcKind::ZeroExtend | CalcKind::Truncate => {
                let a = self.wide(calc.args[0], calc.width);
                let result = self.symbolic.exprs.fit(a, calc.result_width);
                self.set_wide(calc.result, result);
            }
            CalcKind::SignExtend => {
                let a = self.wide(calc.args[0], calc.width);
                let exprs = &mut self.symbolic.exprs;
                let result = if calc.result_width < calc.width {
                    exprs.extract(a, 0, calc.result_width)
                } else {
                    exprs.sext(a, calc.result_width)
                };
                self.set_wide(calc.result, result);
            }
            _ => self.float_calc(calc)?,
        }
        Ok(())
    }

    fn select(&mut self, c: Slot, d: Slot, a: Slot, b: Slot) {
        let chosen = match (self.value(c), self.value(a), self.value(b)) {
            (Value::Concrete(number), a, b) => return self.set(d, if number == 0 { b } else { a }),
            (Value::Symbolic(_), a, b) if a == b => return self.set(d, a),
            (Value::Symbolic(c), a, b) => (c, a, b),
        };
        let (c, a, b) = chosen;
        let width = self.width(a).max(self.width(b));
        let exprs = &mut self.symbolic.exprs;
        let c = exprs.fit(c, 1);
        let (a, b) = (a.expr(exprs, width), b.expr(exprs, width));
        let result = exprs.ite(c, a, b);
        self.set_expr(d, result);
    }

    /// What a register holds.
    pub(super) fn value(&self, slot: Slot) -> Value {
        self.state.register(self.frame().base + index(slot))
    }

    /// What a register holds as a plain number: a pointer loses its provenance.
    pub(super) fn number(&mut self, slot: Slot) -> Value {
        let value = self.value(slot);
        self.symbolic.number(value)
    }

    /// What a register holds as a number, as an expression of `width` bits.
    pub(super) fn expr(&mut self, slot: Slot, width: u32) -> Expr {
        self.number(slot).expr(&mut self.symbolic.exprs, width)
    }

    /// Sets a register.
    pub(super) fn set(&mut self, slot: Slot, value: Value) {
        let at = self.frame().base + index(slot);
        self.state.set_register(at, value);
    }

    /// Sets a register to an expression of at most 64 bits.
    pub(super) fn set_expr(&mut self, slot: Slot, e: Expr) {
        let value = Value::of(&self.symbolic.exprs, e);
        self.set(slot, value);
    }

    /// Bits a value needs: those above are zero.
    pub(super) fn width(&self, value: Value) -> u32 {
        match value {
            Value::Concrete(number) => (64 - number.leading_zeros()).max(1),
            Value::Symbolic(e) => self.symbolic.exprs.width(e),
        }
    }

    /// A value of `width` bits that takes one or more registers.
    pub(super) fn wide(&mut self, slot: Slot, width: u32) -> Expr {
        let whole = self.bits(slot, width);
        self.symbolic.exprs.without_bases(whole)
    }

    /// As [`Self::wide`], for values that are only copied: pointers among them keep their provenance.
    pub(super) fn bits(&mut self, slot: Slot, width: u32) -> Expr {
        let mut whole = self.value(slot).expr(&mut self.symbolic.exprs, width.min(64));
        for (register, done) in (slot + 1..).zip((64..width).step_by(64)) {
            let part = self.value(register);
            let exprs = &mut self.symbolic.exprs;
            let part = part.expr(exprs, (width - done).min(64));
            whole = exprs.concat(part, whole);
        }
        whole
    }

    /// Sets as many registers as a value takes.
    pub(super) fn set_wide(&mut self, slot: Slot, e: Expr) {
        let width = self.symbolic.exprs.width(e);
        for (register, done) in (slot..).zip((0..width).step_by(64)) {
            let part = self.symbolic.exprs.extract(e, done, (width - done).min(64));
            self.set_expr(register, part);
        }
    }
}
