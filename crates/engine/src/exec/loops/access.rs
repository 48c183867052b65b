//! Loads and stores of a round.
//!
//! A load reads as if it were in bounds; a store to a symbolic address changes nothing. Who executes the round hears of every access
//! before it is made.

use vellum_collections::cast::index;
use vellum_expr::{CHOSEN, Expr, Exprs, NO_OBJECT};
use vellum_memory::{Access, Object, Value};

use super::{
    Bail,
    round::{Goes, Happening, Visit, Walk},
    trip::Variable,
};
use crate::{
    code::{Code, Keeps, Op, Slot},
    exec::Machine,
};

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
    /// The inputs for which it is made, of those that come to the round's end or to here.
    pub(super) guard: Expr,
}

impl LoopAccess {
    /// The local variable that is stored to.
    pub(super) fn variable(&self, exprs: &Exprs) -> Option<Variable> {
        let place = exprs.as_const(self.place)?;
        let is_store = self.access == Access::Write && self.is_variable;
        is_store.then(|| Variable::Local(self.object.base + place, self.len))
    }
}

/// A load or store, as the operation says it.
pub(super) struct Operation {
    access: Access,
    place: Value,
    len: u32,
    /// Where to or from.
    slot: Slot,
    is_variable: bool,
}

/// How an operation says where it accesses memory.
#[derive(Clone, Copy)]
enum How {
    At(Slot),
    Behind(Slot, Slot),
    Indexed(Slot, (u8, Slot, u32)),
    Local(u32),
}

impl Machine<'_> {
    /// Makes an access, after the visitor has heard of it.
    pub(super) fn quiet_access(
        &mut self,
        walk: &mut Walk<'_, impl Visit>,
        pc: u32,
        operation: &Operation,
    ) -> Result<Goes, Bail> {
        let &Operation { access, place, len, slot, is_variable } = operation;
        let guard = walk.guard;
        let (object, place) = self.quiet_place(access, place)?;
        let mut value = self.cut_value(self.value(slot), len);
        if access == Access::Read && self.may_end_past(&object, place, len) {
            return Err(Bail);
        }
        let changes_elsewhere = access == Access::Write && !is_variable;
        if changes_elsewhere && guard != Expr::TRUE {
            // What is stored for some inputs only leaves what was there for the others.
            let there = self.quiet_load(&object, place, len)?;
            value = self.either(guard, value, there, len * 8)?;
        }
        let access = LoopAccess { pc, access, object, place, len, value, is_variable, guard };
        if (walk.visit)(self, Happening::Access(access))? == Goes::NoFurther {
            return Ok(Goes::NoFurther);
        }
        match access.access {
            Access::Read => {
                let value = self.quiet_load(&object, place, len)?;
                self.set(slot, value);
            }
            Access::Write | Access::Free => {
                let local = access.variable(&self.symbolic.exprs);
                walk.stored.extend(local.filter(|local| !walk.stored.contains(local)));
                self.quiet_store(&object, place, len, value)?;
            }
        }
        Ok(Goes::On)
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

    /// Whether what is read may be an aligned word that begins inside the object and ends past it: that is no finding by itself.
    fn may_end_past(&mut self, object: &Object, place: Expr, len: u32) -> bool {
        let exprs = &mut self.symbolic.exprs;
        if object.extent.is_some() {
            return self.state.memory.is_begun_word(exprs, object, place, len.into()) != Expr::FALSE;
        }
        let Some(word) = self.state.memory.begun_word(object, len.into()) else { return false };
        let word = exprs.constant(64, word);
        exprs.eq(place, word) != Expr::FALSE
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
    pub(super) fn operation(&mut self, op: Op, code: &Code) -> Result<Option<Operation>, Bail> {
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
            Op::LoadLocal8 { d, offset } | Op::LoadTracked8 { d, offset } => (1, Access::Read, d, How::Local(offset.address)),
            Op::LoadLocal16 { d, offset } | Op::LoadTracked16 { d, offset } => (2, Access::Read, d, How::Local(offset.address)),
            Op::LoadLocal32 { d, offset } | Op::LoadTracked32 { d, offset } => (4, Access::Read, d, How::Local(offset.address)),
            Op::LoadLocal64 { d, offset } | Op::LoadTracked64 { d, offset } => (8, Access::Read, d, How::Local(offset.address)),
            Op::StoreLocal8 { offset, v } | Op::StoreTracked8 { offset, v } => (1, Access::Write, v, How::Local(offset.address)),
            Op::StoreLocal16 { offset, v } | Op::StoreTracked16 { offset, v } => (2, Access::Write, v, How::Local(offset.address)),
            Op::StoreLocal32 { offset, v } | Op::StoreTracked32 { offset, v } => (4, Access::Write, v, How::Local(offset.address)),
            Op::StoreLocal64 { offset, v } | Op::StoreTracked64 { offset, v } => (8, Access::Write, v, How::Local(offset.address)),
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
