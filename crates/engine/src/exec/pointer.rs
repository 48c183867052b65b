//! Accesses through symbolic addresses.
//!
//! The input a path carries says where an address leads for one input; a path is made of all inputs for which
//! it leads into the same object, and the rest repeats the access. Where it leads to no object the path ends.

use vellum_expr::Expr;
use vellum_memory::{Access, Object, Value};

use super::Machine;
use crate::{
    end::End,
    symbolic::{Fork, ForkKind},
};

/// Objects that are put into one formula; beyond that, the gap around a wrong address is excluded alone.
const MANY: usize = 256;

impl Machine<'_> {
    /// Reads `len` bytes (1 to 8).
    pub(super) fn load(&mut self, address: Value, len: u32) -> Result<Value, End> {
        let address = match address {
            Value::Concrete(number) => return self.load_from(number, len),
            Value::Symbolic(e) => self.symbolic.exprs.fit(e, 64),
        };
        let base = self.resolve(Access::Read, address, u64::from(len))?;
        let exprs = &mut self.symbolic.exprs;
        let constant = exprs.constant(64, base);
        let place = exprs.sub(address, constant);
        if let Some(offset) = exprs.as_const(place) {
            return self.load_from(base.wrapping_add(offset), len);
        }
        let read = self.state.memory.read_at(exprs, base, place, len).expect("the address was resolved");
        Ok(Value::of(exprs, read))
    }

    fn load_from(&mut self, address: u64, len: u32) -> Result<Value, End> {
        let memory = &self.state.memory;
        memory
            .load_value(&mut self.symbolic.exprs, address, len)
            .ok_or_else(|| memory.explain(Access::Read, address, len.into()).into())
    }

    /// Writes the low `len` bytes (1 to 8) of `value`.
    pub(super) fn store(&mut self, address: Value, len: u32, value: Value) -> Result<(), End> {
        let address = match address {
            Value::Concrete(number) => return self.store_to(number, len, value),
            Value::Symbolic(e) => self.symbolic.exprs.fit(e, 64),
        };
        let base = self.resolve(Access::Write, address, u64::from(len))?;
        let exprs = &mut self.symbolic.exprs;
        let constant = exprs.constant(64, base);
        let place = exprs.sub(address, constant);
        if let Some(offset) = exprs.as_const(place) {
            return self.store_to(base.wrapping_add(offset), len, value);
        }
        let value = value.expr(exprs, len * 8);
        let written = self.state.memory.write_at(exprs, base, place, value);
        written.ok_or_else(|| self.state.memory.explain(Access::Write, base, len.into()).into())
    }

    fn store_to(&mut self, address: u64, len: u32, value: Value) -> Result<(), End> {
        let memory = &mut self.state.memory;
        match memory.store_value(&mut self.symbolic.exprs, address, len, value) {
            Some(()) => Ok(()),
            None => Err(memory.explain(Access::Write, address, len.into()).into()),
        }
    }

    /// The start of the object that holds `len` bytes at `address`.
    pub(super) fn resolve(&mut self, access: Access, address: Expr, len: u64) -> Result<u64, End> {
        let number = self.symbolic.value(&self.state.model, address);
        let object = self.state.memory.object_at(number);
        match object.filter(|object| is_inside(object, number, len)) {
            Some(object) => {
                let inside = self.inside(address, &object, len);
                let split = self.split(inside, ForkKind::Pointer);
                if let Some(state) = split.other {
                    self.symbolic.push_fork(Fork { state, end: None, by: ForkKind::Pointer });
                }
                Ok(object.base)
            }
            None => {
                let fault = self.state.memory.explain(access, number, len);
                let valid = self.valid(address, number, len);
                let split = self.split(valid, ForkKind::Pointer);
                if let Some(state) = split.other {
                    self.symbolic.push_fork(Fork { state, end: None, by: ForkKind::Pointer });
                }
                Err(fault.into())
            }
        }
    }

    /// Whether `len` bytes at `address` are inside `object`.
    fn inside(&mut self, address: Expr, object: &Object, len: u64) -> Expr {
        let exprs = &mut self.symbolic.exprs;
        let base = exprs.constant(64, object.base);
        let last = exprs.constant(64, object.size - len);
        let offset = exprs.sub(address, base);
        exprs.ule(offset, last)
    }

    /// Whether `len` bytes at `address`, which for one input leads to no object at `number`, are inside some
    /// object.
    fn valid(&mut self, address: Expr, number: u64, len: u64) -> Expr {
        let facts = *self.symbolic.exprs.facts(address);
        let objects = self.state.memory.objects_between(facts.min, facts.max);
        let large = |object: &&Object| object.size >= len;
        if objects.len() <= MANY {
            let mut valid = Expr::FALSE;
            for object in objects.iter().filter(large) {
                let inside = self.inside(address, object, len);
                valid = self.symbolic.exprs.or(valid, inside);
            }
            return valid;
        }
        let below = objects.iter().filter(large).filter(|o| o.base <= number).map(|o| o.base + o.size).max();
        let above = objects.iter().filter(large).filter(|o| o.base > number).map(|o| o.base).min();
        let exprs = &mut self.symbolic.exprs;
        let (first, end) = (below.unwrap_or(0), above.unwrap_or(u64::MAX));
        let (first, end) = (exprs.constant(64, first), exprs.constant(64, end));
        let before = exprs.ult(address, first);
        let after = exprs.ule(end, address);
        exprs.or(before, after)
    }
}

fn is_inside(object: &Object, address: u64, len: u64) -> bool {
    address.checked_sub(object.base).is_some_and(|offset| offset.saturating_add(len) <= object.size)
}
