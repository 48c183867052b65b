//! Accesses through symbolic addresses.
//!
//! The input a path carries says where an address leads for one input; a path is made of all inputs for which
//! it leads into the same object, and the rest repeats the access. Where it leads to no object the path ends,
//! one path for each kind of error.

use vellum_expr::Expr;
use vellum_memory::{Access, FaultKind, NULL_PAGE, Object, Value};

use super::{Machine, garbage::Used};
use crate::{end::End, externals::Beyond, symbolic::ForkKind};

/// Objects that are put into one formula; beyond that, the gap around a wrong address is excluded alone.
const MANY: usize = 256;

impl Machine<'_> {
    /// Reads `len` bytes (1 to 8).
    pub(super) fn load(&mut self, address: Value, len: u32) -> Result<Value, End> {
        let address = match address {
            Value::Concrete(number) => return self.load_from(number, len),
            Value::Symbolic(e) => self.symbolic.exprs.fit(e, 64),
        };
        let address = self.defined(address, Used::Address)?;
        if let Some(number) = self.symbolic.exprs.as_const(address) {
            return self.load_from(number, len);
        }
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
        match self.state.memory.load_value(&mut self.symbolic.exprs, address, len) {
            Some(value) => Ok(value),
            None => self.load_beyond(address, len),
        }
    }

    /// Reads memory of the outside, which an earlier call may have brought the address of.
    #[cold]
    fn load_beyond(&self, address: u64, len: u32) -> Result<Value, End> {
        match self.state.outside().beyond(address, len.into()) {
            Beyond::Bytes(bytes) => {
                let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
                Ok(Value::Concrete(number))
            }
            Beyond::Nothing | Beyond::Gone => Err(self.explain(Access::Read, address, len.into())),
        }
    }

    /// Why an access fails. Memory of the outside is not the program's to get wrong.
    #[cold]
    pub(super) fn explain(&self, access: Access, address: u64, len: u64) -> End {
        let fault = self.state.memory.explain(access, address, len);
        if fault.kind != FaultKind::OutOfBounds {
            return fault.into();
        }
        let what = match (self.state.outside().beyond(address, 1), access) {
            (Beyond::Nothing, _) => return fault.into(),
            (Beyond::Gone, _) => "an access to memory of external code that has ended",
            (Beyond::Bytes(_), Access::Read) => "a read of memory of external code that is not all there",
            (Beyond::Bytes(_), Access::Write | Access::Free) => {
                "a write to memory of external code, which all paths share"
            }
        };
        End::Unsupported(format!("{what}, at {address:#x}").into())
    }

    /// Writes the low `len` bytes (1 to 8) of `value`.
    pub(super) fn store(&mut self, address: Value, len: u32, value: Value) -> Result<(), End> {
        let address = match address {
            Value::Concrete(number) => return self.store_to(number, len, value),
            Value::Symbolic(e) => self.symbolic.exprs.fit(e, 64),
        };
        let address = self.defined(address, Used::Address)?;
        if let Some(number) = self.symbolic.exprs.as_const(address) {
            return self.store_to(number, len, value);
        }
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
        match self.state.memory.store_value(&mut self.symbolic.exprs, address, len, value) {
            Some(()) => Ok(()),
            None => Err(self.explain(Access::Write, address, len.into())),
        }
    }

    /// The start of the object that holds `len` bytes at `address`.
    pub(super) fn resolve(&mut self, access: Access, address: Expr, len: u64) -> Result<u64, End> {
        let number = self.symbolic.value(&self.state.model, address);
        let object = self.state.memory.object_at(number);
        match object.filter(|object| is_inside(object, number, len)) {
            Some(object) => {
                let inside = self.inside(address, &object, len);
                self.decide(inside, ForkKind::Pointer);
                Ok(object.base)
            }
            None => {
                let end = match self.state.outside().beyond(number, len) {
                    Beyond::Bytes(_) => End::Unsupported(
                        format!("a symbolic address in memory of external code, as {number:#x}").into(),
                    ),
                    Beyond::Nothing | Beyond::Gone => self.explain(access, number, len),
                };
                let valid = self.valid(address, number, len);
                let is_valid = self.decide(valid, ForkKind::Pointer);
                debug_assert!(!is_valid, "for this input the address leads to no object");
                self.tell_apart(address, number);
                Err(end)
            }
        }
    }

    /// Leaves this path, on which `address` leads to no object, to one kind of error: at null, inside a freed
    /// object, in the frame of a function that has returned, or beside all objects, as for the path's own input at
    /// `number`. Other paths get the other kinds.
    fn tell_apart(&mut self, address: Expr, number: u64) {
        let exprs = &mut self.symbolic.exprs;
        let facts = *exprs.facts(address);
        let page = exprs.constant(64, NULL_PAGE);
        let null = exprs.ult(address, page);
        if self.decide(null, ForkKind::Pointer) {
            return;
        }
        let freed = self.state.memory.freed_between(facts.min, facts.max);
        let mut any = Expr::FALSE;
        // Of very many, the one this path meets must be among them.
        let met = freed.iter().filter(|object| is_inside(object, number, 1));
        for object in met.chain(freed.iter().take(MANY)).filter(|object| object.size > 0) {
            let inside = self.inside(address, object, 1);
            any = self.symbolic.exprs.or(any, inside);
        }
        if self.decide(any, ForkKind::Pointer) {
            return;
        }
        let returned = self.state.memory.returned_between(facts.min, facts.max);
        let mut any = Expr::FALSE;
        let met = returned.iter().filter(|range| range.contains(&number));
        for range in met.chain(returned.iter().take(MANY)) {
            let exprs = &mut self.symbolic.exprs;
            let (start, len) = (exprs.constant(64, range.start), exprs.constant(64, range.end - range.start));
            let offset = exprs.sub(address, start);
            let inside = exprs.ult(offset, len);
            any = exprs.or(any, inside);
        }
        self.decide(any, ForkKind::Pointer);
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
        // The first address behind all from which the bytes fit; not beyond `number`, from which they do not.
        let behind = |object: &Object| object.base + (object.size - len) + 1;
        let below = objects.iter().filter(large).filter(|o| o.base <= number).map(behind).max();
        let above = objects.iter().filter(large).filter(|o| o.base > number).map(|o| o.base).min();
        let exprs = &mut self.symbolic.exprs;
        let (first, end) = (below.unwrap_or(0), above.unwrap_or(u64::MAX));
        debug_assert!((first..end).contains(&number), "the gap is around the address");
        let (first, end) = (exprs.constant(64, first), exprs.constant(64, end));
        let before = exprs.ult(address, first);
        let after = exprs.ule(end, address);
        exprs.or(before, after)
    }
}

fn is_inside(object: &Object, address: u64, len: u64) -> bool {
    address.checked_sub(object.base).is_some_and(|offset| offset.saturating_add(len) <= object.size)
}
