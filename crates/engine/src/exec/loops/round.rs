//! One iteration of a loop (a *round*), executed on a copy of a path.
//!
//! The solver is not asked and the path does not fork. A load reads as if it were in bounds; a store to a symbolic address
//! changes nothing. The caller hears of every access and of every branch that may leave the loop, and decides what the
//! bounds checks and these branches come to.

use vellum_collections::cast::index;
use vellum_expr::{CHOSEN, CompareOp, Expr, NO_OBJECT};
use vellum_memory::{Access, Object, Value};

use super::{Bail, LoopAt};
use crate::{
    code::{Code, Keeps, Op, Slot},
    exec::Machine,
};

/// What happens in a round beside what it leaves in registers.
#[derive(Clone, Copy)]
pub(super) enum Happening {
    /// Memory is accessed.
    Access(LoopAccess),
    /// The loop is left over `edge` if `condition` holds.
    Exit { condition: Expr, edge: u32 },
}

/// An access to memory.
#[derive(Clone, Copy)]
pub(super) struct LoopAccess {
    /// The operation.
    pub(super) pc: u32,
    pub(super) access: Access,
    pub(super) object: Object,
    /// How far behind the start of the object it is; 64 bits.
    pub(super) place: Expr,
    pub(super) len: u32,
    /// What is stored.
    pub(super) value: Value,
    /// Whether the place is that of a local or global variable, whatever the round.
    pub(super) is_variable: bool,
}

/// A load or store, as the operation says it.
struct Operation {
    access: Access,
    place: Value,
    len: u32,
    /// Where to or from.
    slot: Slot,
    is_variable: bool,
}

/// Whether an operation can be part of a round.
pub(super) fn is_quiet(code: &Code, pc: u32) -> bool {
    let op = code.ops[index(pc)];
    is_plain(op) || is_move(op) || is_access(op) || branch_edge(op).is_some() || matches!(op, Op::Jump { .. })
}

/// Operations on registers that ask nothing.
#[rustfmt::skip]
fn is_plain(op: Op) -> bool {
    matches!(op,
        Op::Add { .. } | Op::Sub { .. } | Op::Mul { .. } | Op::And { .. } | Op::Or { .. } | Op::Xor { .. }
        | Op::Shl { .. } | Op::LShr { .. } | Op::AShr { .. } | Op::Int { .. } | Op::Funnel { .. }
        | Op::Eq { .. } | Op::Ne { .. } | Op::Ult { .. } | Op::Ule { .. } | Op::Slt { .. } | Op::Sle { .. }
        | Op::AddF64 { .. } | Op::SubF64 { .. } | Op::MulF64 { .. } | Op::DivF64 { .. }
        | Op::AddF32 { .. } | Op::SubF32 { .. } | Op::MulF32 { .. } | Op::DivF32 { .. }
        | Op::CompareF64 { .. } | Op::CompareF32 { .. }
        | Op::Move { .. } | Op::Truncate { .. } | Op::SignExtend { .. } | Op::Select { .. }
        | Op::LocalAddress { .. } | Op::ToInteger { .. } | Op::FromInteger { .. } | Op::Scale { .. } | Op::Assume)
}

/// Operations that move a pointer.
fn is_move(op: Op) -> bool {
    matches!(op, Op::Advance { .. } | Op::Index { .. })
}

#[rustfmt::skip]
fn is_access(op: Op) -> bool {
    matches!(op,
        Op::Load8 { .. } | Op::Load16 { .. } | Op::Load32 { .. } | Op::Load64 { .. }
        | Op::LoadAt8 { .. } | Op::LoadAt16 { .. } | Op::LoadAt32 { .. } | Op::LoadAt64 { .. }
        | Op::LoadIndex8 { .. } | Op::LoadIndex16 { .. } | Op::LoadIndex32 { .. } | Op::LoadIndex64 { .. }
        | Op::LoadLocal8 { .. } | Op::LoadLocal16 { .. } | Op::LoadLocal32 { .. } | Op::LoadLocal64 { .. }
        | Op::LoadTracked8 { .. } | Op::LoadTracked16 { .. } | Op::LoadTracked32 { .. } | Op::LoadTracked64 { .. }
        | Op::Store8 { .. } | Op::Store16 { .. } | Op::Store32 { .. } | Op::Store64 { .. }
        | Op::StoreAt8 { .. } | Op::StoreAt16 { .. } | Op::StoreAt32 { .. } | Op::StoreAt64 { .. }
        | Op::StoreIndex8 { .. } | Op::StoreIndex16 { .. } | Op::StoreIndex32 { .. } | Op::StoreIndex64 { .. }
        | Op::StoreLocal8 { .. } | Op::StoreLocal16 { .. } | Op::StoreLocal32 { .. } | Op::StoreLocal64 { .. }
        | Op::StoreTracked8 { .. } | Op::StoreTracked16 { .. } | Op::StoreTracked32 { .. }
        | Op::StoreTracked64 { .. })
}

/// The edge a branch takes if its condition holds.
fn branch_edge(op: Op) -> Option<u32> {
    match op {
        Op::Branch { edge, .. }
        | Op::BranchEq { edge, .. }
        | Op::BranchNe { edge, .. }
        | Op::BranchUlt { edge, .. }
        | Op::BranchUle { edge, .. }
        | Op::BranchSlt { edge, .. }
        | Op::BranchSle { edge, .. } => Some(edge),
        _ => None,
    }
}

/// The edge of the operation at the end of a block that stays in the loop.
pub(super) fn staying_edge(at: &LoopAt<'_>, pc: u32) -> Option<u32> {
    let op = at.code.ops[index(pc)];
    match op {
        Op::Jump { edge } => Some(edge),
        _ => branch_edge(op).and_then(|edge| [edge, edge + 1].into_iter().find(|&edge| at.stays(edge))),
    }
}

impl Machine<'_> {
    /// Goes on from the branch of a loop, over the edge that stays, until the path is there again. `visit` hears of what
    /// happens on the way, before it does.
    pub(super) fn round(
        &mut self,
        at: &LoopAt<'_>,
        mut visit: impl FnMut(&mut Self, Happening) -> Result<(), Bail>,
    ) -> Result<(), Bail> {
        self.follow(at.code, at.stay);
        while self.frame().pc != at.pc {
            let pc = self.frame().pc;
            // Only what the loop has is sure to be quiet.
            if !at.ring.has(pc) {
                return Err(Bail);
            }
            self.quiet_step(at, pc, &mut visit)?;
        }
        Ok(())
    }

    fn quiet_step(
        &mut self,
        at: &LoopAt<'_>,
        pc: u32,
        visit: &mut impl FnMut(&mut Self, Happening) -> Result<(), Bail>,
    ) -> Result<(), Bail> {
        let op = at.code.ops[index(pc)];
        if let Op::Jump { edge } = op {
            self.follow(at.code, edge);
            return Ok(());
        }
        if let Some(edge) = branch_edge(op) {
            let condition = self.condition(op);
            let edge = self.quiet_branch(at, condition, edge, visit)?;
            self.follow(at.code, edge);
            return Ok(());
        }
        match self.operation(op, at.code)? {
            Some(operation) => self.quiet_access(pc, &operation, visit)?,
            None => self.quiet_scalar(op, at.code)?,
        }
        self.frame_mut().pc += 1;
        Ok(())
    }

    /// The condition of a branch.
    pub(super) fn condition(&mut self, op: Op) -> Expr {
        match op {
            Op::Branch { c, .. } => self.expr(c, 1),
            Op::BranchEq { a, b, .. } => self.compare(CompareOp::Eq, 0, a, b),
            Op::BranchUlt { a, b, .. } => self.compare(CompareOp::Ult, 0, a, b),
            Op::BranchUle { a, b, .. } => self.compare(CompareOp::Ule, 0, a, b),
            Op::BranchSlt { w, a, b, .. } => self.compare(CompareOp::Slt, w.into(), a, b),
            Op::BranchSle { w, a, b, .. } => self.compare(CompareOp::Sle, w.into(), a, b),
            Op::BranchNe { a, b, .. } => {
                let equal = self.compare(CompareOp::Eq, 0, a, b);
                self.symbolic.exprs.not(equal)
            }
            _ => unreachable!("{op:?} is no branch"),
        }
    }

    /// The edge a branch takes that the path stays in the loop over.
    fn quiet_branch(
        &mut self,
        at: &LoopAt<'_>,
        condition: Expr,
        edge: u32,
        visit: &mut impl FnMut(&mut Self, Happening) -> Result<(), Bail>,
    ) -> Result<u32, Bail> {
        if let Some(known) = self.symbolic.exprs.as_const(condition) {
            let edge = edge + u32::from(known == 0);
            if !at.stays(edge) {
                visit(self, Happening::Exit { condition: Expr::TRUE, edge })?;
                return Err(Bail);
            }
            return Ok(edge);
        }
        let (stay, leave) = if at.stays(edge) { (edge, edge + 1) } else { (edge + 1, edge) };
        if !at.stays(stay) || at.stays(leave) || self.symbolic.exprs.has_garbage(condition) {
            return Err(Bail);
        }
        let condition = if leave == edge { condition } else { self.symbolic.exprs.not(condition) };
        visit(self, Happening::Exit { condition, edge: leave })?;
        Ok(stay)
    }

    /// Goes over an edge, on a copy: what is covered, others say.
    pub(super) fn follow(&mut self, code: &Code, edge: u32) {
        let edge = &code.edges[index(edge)];
        for m in &code.moves[index(edge.first_move)..index(edge.end_move)] {
            self.set(m.to, self.value(m.from));
        }
        self.state.instructions += u64::from(edge.cost);
        self.frame_mut().pc = edge.target;
    }

    fn quiet_scalar(&mut self, op: Op, code: &Code) -> Result<(), Bail> {
        match op {
            Op::LocalAddress { d, offset } => {
                let address = self.frame().block + u64::from(offset);
                self.set(d, Value::Concrete(address));
            }
            Op::Assume => {}
            Op::Shl { w, b, .. } | Op::LShr { w, b, .. } | Op::AShr { w, b, .. }
                if self.value(b).as_concrete().is_none_or(|amount| amount >= u64::from(w)) =>
            {
                return Err(Bail);
            }
            Op::Advance { base, .. } | Op::Index { base, .. } if !self.knows_object(base) => {
                return Err(Bail);
            }
            _ => {
                let done = self.scalar(op, code).map_err(|_| Bail)?;
                debug_assert!(done, "{op:?} is one on registers");
            }
        }
        Ok(())
    }

    /// Whether it is clear without asking which object the pointer in a register is of.
    fn knows_object(&mut self, slot: Slot) -> bool {
        match self.value(slot) {
            Value::Concrete(_) => true,
            Value::Symbolic(e) => self.symbolic.exprs.as_pointer(e).is_some(),
        }
    }

    fn quiet_access(
        &mut self,
        pc: u32,
        operation: &Operation,
        visit: &mut impl FnMut(&mut Self, Happening) -> Result<(), Bail>,
    ) -> Result<(), Bail> {
        let &Operation { access, place, len, slot, is_variable } = operation;
        let (object, place) = self.quiet_place(access, place)?;
        let value = self.cut_value(self.value(slot), len);
        visit(self, Happening::Access(LoopAccess { pc, access, object, place, len, value, is_variable }))?;
        match access {
            Access::Read => {
                let value = self.quiet_load(&object, place, len)?;
                self.set(slot, value);
            }
            Access::Write | Access::Free => self.quiet_store(&object, place, len, value)?,
        }
        Ok(())
    }

    /// The object that an address is of, and the place in it.
    fn quiet_place(&mut self, access: Access, place: Value) -> Result<(Object, Expr), Bail> {
        let memory = &self.state.memory;
        let exprs = &mut self.symbolic.exprs;
        let (object, place) = match place {
            Value::Concrete(number) => {
                let object = memory.owner(number).and_then(|base| memory.object_from(base)).ok_or(Bail)?;
                (object, exprs.constant(64, number.wrapping_sub(object.base)))
            }
            Value::Symbolic(e) => {
                let e = exprs.fit(e, 64);
                let known = exprs.as_pointer(e).filter(|(base, _)| ![NO_OBJECT, CHOSEN].contains(base));
                let (base, offset) = known.ok_or(Bail)?;
                let is_clear = !exprs.has_garbage(offset) && !exprs.has_base(offset);
                (memory.object_from(base).filter(|_| is_clear).ok_or(Bail)?, offset)
            }
        };
        let is_open = access == Access::Read || !memory.is_constant(object.base);
        if is_open && memory.protections(object.base).is_empty() { Ok((object, place)) } else { Err(Bail) }
    }

    /// What is at a place, as if it were inside.
    fn quiet_load(&mut self, object: &Object, place: Expr, len: u32) -> Result<Value, Bail> {
        let exprs = &mut self.symbolic.exprs;
        let memory = &self.state.memory;
        let is_there = |place: &u64| place.checked_add(len.into()).is_some_and(|end| end <= object.size);
        match exprs.as_const(place).filter(is_there) {
            Some(place) => memory.load_value(exprs, object.base + place, len).ok_or(Bail),
            None => {
                let read = memory.read_at(exprs, object.base, place, len).ok_or(Bail)?;
                Ok(Value::of(exprs, read))
            }
        }
    }

    /// Stores to a place that is a number, as if it were inside.
    fn quiet_store(&mut self, object: &Object, place: Expr, len: u32, value: Value) -> Result<(), Bail> {
        let exprs = &mut self.symbolic.exprs;
        let memory = &mut self.state.memory;
        match exprs.as_const(place) {
            Some(number) if number.saturating_add(len.into()) <= object.size => {
                memory.store_value(exprs, object.base + number, len, value).ok_or(Bail)
            }
            Some(number) if number.saturating_add(len.into()) <= object.capacity() => {
                let value = value.expr(exprs, len * 8);
                memory.write_at(exprs, object.base, place, value).ok_or(Bail)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// What an operation accesses; nothing if it is none that does.
    #[rustfmt::skip]
    fn operation(&mut self, op: Op, code: &Code) -> Result<Option<Operation>, Bail> {
        let (len, access, slot, how) = match op {
            Op::Load8 { d, address } => (1, Access::Read, d, How::At(address)),
            Op::Load16 { d, address } => (2, Access::Read, d, How::At(address)),
            Op::Load32 { d, address } => (4, Access::Read, d, How::At(address)),
            Op::Load64 { d, address } => (8, Access::Read, d, How::At(address)),
            Op::Store8 { address, v } => (1, Access::Write, v, How::At(address)),
            Op::Store16 { address, v } => (2, Access::Write, v, How::At(address)),
            Op::Store32 { address, v } => (4, Access::Write, v, How::At(address)),
            Op::Store64 { address, v } => (8, Access::Write, v, How::At(address)),
            Op::LoadAt8 { d, base, by } => (1, Access::Read, d, How::Behind(base, by)),
            Op::LoadAt16 { d, base, by } => (2, Access::Read, d, How::Behind(base, by)),
            Op::LoadAt32 { d, base, by } => (4, Access::Read, d, How::Behind(base, by)),
            Op::LoadAt64 { d, base, by } => (8, Access::Read, d, How::Behind(base, by)),
            Op::StoreAt8 { base, by, v } => (1, Access::Write, v, How::Behind(base, by)),
            Op::StoreAt16 { base, by, v } => (2, Access::Write, v, How::Behind(base, by)),
            Op::StoreAt32 { base, by, v } => (4, Access::Write, v, How::Behind(base, by)),
            Op::StoreAt64 { base, by, v } => (8, Access::Write, v, How::Behind(base, by)),
            Op::LoadIndex8 { w, d, base, index, step } => (1, Access::Read, d, How::Indexed(base, (w, index, step))),
            Op::LoadIndex16 { w, d, base, index, step } => (2, Access::Read, d, How::Indexed(base, (w, index, step))),
            Op::LoadIndex32 { w, d, base, index, step } => (4, Access::Read, d, How::Indexed(base, (w, index, step))),
            Op::LoadIndex64 { w, d, base, index, step } => (8, Access::Read, d, How::Indexed(base, (w, index, step))),
            Op::StoreIndex8 { w, base, index, step, v } => (1, Access::Write, v, How::Indexed(base, (w, index, step))),
            Op::StoreIndex16 { w, base, index, step, v } => (2, Access::Write, v, How::Indexed(base, (w, index, step))),
            Op::StoreIndex32 { w, base, index, step, v } => (4, Access::Write, v, How::Indexed(base, (w, index, step))),
            Op::StoreIndex64 { w, base, index, step, v } => (8, Access::Write, v, How::Indexed(base, (w, index, step))),
            Op::LoadLocal8 { d, offset } | Op::LoadTracked8 { d, offset } => (1, Access::Read, d, How::Local(offset)),
            Op::LoadLocal16 { d, offset } | Op::LoadTracked16 { d, offset } => (2, Access::Read, d, How::Local(offset)),
            Op::LoadLocal32 { d, offset } | Op::LoadTracked32 { d, offset } => (4, Access::Read, d, How::Local(offset)),
            Op::LoadLocal64 { d, offset } | Op::LoadTracked64 { d, offset } => (8, Access::Read, d, How::Local(offset)),
            Op::StoreLocal8 { offset, v } | Op::StoreTracked8 { offset, v } => (1, Access::Write, v, How::Local(offset)),
            Op::StoreLocal16 { offset, v } | Op::StoreTracked16 { offset, v } => (2, Access::Write, v, How::Local(offset)),
            Op::StoreLocal32 { offset, v } | Op::StoreTracked32 { offset, v } => (4, Access::Write, v, How::Local(offset)),
            Op::StoreLocal64 { offset, v } | Op::StoreTracked64 { offset, v } => (8, Access::Write, v, How::Local(offset)),
            _ => return Ok(None),
        };
        let place = match how {
            How::At(address) => self.value(address),
            How::Behind(base, _) | How::Indexed(base, _) if !self.knows_object(base) => return Err(Bail),
            How::Behind(base, by) => self.advanced(base, by),
            How::Indexed(base, by) => self.indexed(code, base, by),
            How::Local(offset) => Value::Concrete(self.frame().block + u64::from(offset)),
        };
        let is_variable = match how {
            How::Local(_) => true,
            How::At(address) => code.keeps[index(address)] == Keeps::Constant,
            How::Behind(..) | How::Indexed(..) => false,
        };
        Ok(Some(Operation { access, place, len, slot, is_variable }))
    }
}

/// How an operation says where it accesses memory.
#[derive(Clone, Copy)]
enum How {
    At(Slot),
    Behind(Slot, Slot),
    Indexed(Slot, (u8, Slot, u32)),
    Local(u32),
}

impl LoopAt<'_> {
    /// Whether an edge leads to the loop.
    fn stays(&self, edge: u32) -> bool {
        self.ring.has(self.code.edges[index(edge)].target)
    }
}
