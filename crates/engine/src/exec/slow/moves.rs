//! Pointers that are moved.
//!
//! A number in the room of an object is a pointer to that object, and stays a number while it is moved inside the room.
//! One that leaves it, or may, becomes an expression that keeps the object's base apart from the offset; when it comes
//! back, it is a number again. What points to no object is a number, or, where that would lie beside one, an expression
//! with the base of none ([`NO_OBJECT`]).

use vellum_collections::cast::index;
use vellum_expr::{CHOSEN, Expr, NO_OBJECT, worth};
use vellum_memory::Value;

use crate::{
    code::{Code, Op, Slot, Step},
    end::{Bug, BugKind, End},
    exec::Machine,
};

impl Machine<'_> {
    /// Operations that move and cast pointers; `false` for any other.
    pub(super) fn pointer_op(&mut self, op: Op, code: &Code) -> bool {
        let (d, value) = match op {
            Op::ToInteger { d, a } => (d, self.as_integer(self.value(a))),
            Op::FromInteger { d, a } => (d, self.as_pointer(self.value(a))),
            Op::Advance { d, base, by } => (d, self.advanced(base, by)),
            Op::Index { w, d, base, index: i, step } => (d, self.indexed(code, base, (w, i, step))),
            Op::Scale { w, d, sum, index: i, step } => {
                let by = self.distance(w, i, code.steps[index(step)]);
                let sum = self.expr(sum, 64);
                let exprs = &mut self.symbolic.exprs;
                let by = by.expr(exprs, 64);
                let sum = exprs.add(sum, by);
                (d, Value::of(exprs, sum))
            }
            _ => return false,
        };
        self.set(d, value);
        true
    }

    /// The integer that a pointer is kept as. As a number, one beside its object would belong to nothing afterwards.
    fn as_integer(&mut self, pointer: Value) -> Value {
        let memory = &self.state.memory;
        match pointer {
            Value::Concrete(number)
                if memory.is_beside(number)
                    && let Some(object) = memory.owner(number) =>
            {
                let exprs = &mut self.symbolic.exprs;
                let offset = exprs.constant(64, number.wrapping_sub(object));
                Value::Symbolic(exprs.pointer(object, offset))
            }
            _ => pointer,
        }
    }

    /// The pointer that an integer becomes: to the live object it is inside of, or just past; else to none, unless it was a
    /// pointer all the time.
    fn as_pointer(&mut self, number: Value) -> Value {
        match number {
            Value::Concrete(number) => {
                let offset = self.symbolic.exprs.constant(64, number);
                self.pointer(NO_OBJECT, offset)
            }
            // One that has left its object for another is a number there.
            Value::Symbolic(e) => {
                let known = self.symbolic.exprs.without_bases(e);
                let known = self.symbolic.exprs.as_const(known);
                match known.filter(|&number| self.state.memory.object_at(number).is_some()) {
                    Some(inside) => Value::Concrete(inside),
                    None => number,
                }
            }
        }
    }

    /// The pointer `base`, moved by so many bytes.
    pub(in crate::exec) fn moved(&mut self, base: Value, by: Value) -> Value {
        let memory = &self.state.memory;
        match (base, by) {
            (Value::Concrete(from), Value::Concrete(by)) => {
                let to = from.wrapping_add(by);
                if memory.same_room(from, to) {
                    return Value::Concrete(to);
                }
                match memory.owner(from) {
                    Some(object) => {
                        let offset = self.symbolic.exprs.constant(64, to.wrapping_sub(object));
                        self.pointer(object, offset)
                    }
                    None => Value::Concrete(to),
                }
            }
            (Value::Concrete(from), Value::Symbolic(by)) => {
                let owner = memory.owner(from);
                let exprs = &mut self.symbolic.exprs;
                let start = exprs.constant(64, from.wrapping_sub(owner.unwrap_or(0)));
                let offset = exprs.add(start, by);
                match owner {
                    Some(object) => self.pointer(object, offset),
                    None => Value::of(&self.symbolic.exprs, offset),
                }
            }
            (Value::Symbolic(from), by) => {
                let from = self.symbolic.exprs.fit(from, 64);
                let from = self.with_object(from);
                let exprs = &mut self.symbolic.exprs;
                let by = by.expr(exprs, 64);
                let to = exprs.add(from, by);
                match exprs.as_pointer(to) {
                    Some((object, offset)) => self.pointer(object, offset),
                    None => Value::of(&self.symbolic.exprs, to),
                }
            }
        }
    }

    /// A number that is about to be moved as a pointer. One that was computed from an address, and can only lie in the
    /// object there, becomes a pointer to that; one of a table's is marked as such.
    fn with_object(&mut self, from: Expr) -> Expr {
        let exprs = &mut self.symbolic.exprs;
        if exprs.has_base(from) || exprs.has_garbage(from) {
            return from;
        }
        let Some(choice) = exprs.choices(from).into_iter().next() else { return from };
        let number = self.symbolic.value(&self.state.model, from);
        let start = number.wrapping_sub(self.symbolic.value(&self.state.model, choice.rest));
        let memory = &self.state.memory;
        let belongs = |number: u64| match memory.object_at(number) {
            Some(object) => Some(object.base),
            None => memory.gone_at(number).and_then(|_| memory.owner(number)),
        };
        // What was computed from a pointer to something else is a number, and no pointer that was moved. An entry as it
        // is in its table was computed from nothing; it may be null, and others lead somewhere.
        let is_entry = self.symbolic.exprs.as_const(choice.rest) == Some(0)
            && choice.constants.iter().any(|&constant| belongs(constant).is_some());
        let is_moved = belongs(number).is_some() && belongs(number) == belongs(start);
        let object = memory.object_at(number);
        let exprs = &mut self.symbolic.exprs;
        if choice.constants.len() > 1 && (is_entry || is_moved) {
            return exprs.pointer(CHOSEN, from);
        }
        let Some(object) = object.filter(|_| is_moved) else { return from };
        let base = exprs.constant(64, object.base);
        let offset = exprs.sub(from, base);
        let size = exprs.constant(64, object.capacity());
        let elsewhere = exprs.ult(size, offset);
        let is_certain = match exprs.as_const(elsewhere) {
            Some(known) => known == 0,
            None => matches!(self.symbolic.near(self.state, elsewhere), Ok(None)),
        };
        if is_certain { self.symbolic.exprs.pointer(object.base, offset) } else { from }
    }

    /// The pointer to a place so many bytes behind the start of the object at `object`: a number where that is in the
    /// object's room.
    fn pointer(&mut self, object: u64, offset: Expr) -> Value {
        let exprs = &mut self.symbolic.exprs;
        match exprs.as_const(offset) {
            Some(offset) => {
                let number = worth(object).wrapping_add(offset);
                let memory = &self.state.memory;
                let is_number = match object {
                    CHOSEN => true,
                    NO_OBJECT => !memory.is_beside(number),
                    _ => memory.owner(number) == Some(object),
                };
                if is_number {
                    return Value::Concrete(number);
                }
            }
            None if object == NO_OBJECT => return Value::Symbolic(offset),
            None => {}
        }
        Value::Symbolic(exprs.pointer(object, offset))
    }

    /// Ends the path where two pointers are known to belong to different objects.
    pub(super) fn check_same_object(&mut self, a: Slot, b: Slot, message: &str) -> Result<(), End> {
        let objects = [a, b].map(|slot| match self.value(slot) {
            Value::Concrete(number) => self.state.memory.known_owner(number),
            Value::Symbolic(pointer) => {
                let known = self.symbolic.exprs.as_pointer(pointer);
                known.map(|(object, _)| object).filter(|&object| object != NO_OBJECT && object != CHOSEN)
            }
        });
        match objects {
            [Some(a), Some(b)] if a != b => Err(Bug::new(BugKind::PointerComparison, message).into()),
            _ => Ok(()),
        }
    }

    /// The distance that a step comes to: `sext(index)·scale + offset`, with `w` bits of the index.
    pub(super) fn distance(&mut self, w: u8, i: Slot, step: Step) -> Value {
        let narrow = self.expr(i, w.into());
        let exprs = &mut self.symbolic.exprs;
        let wide = exprs.sext(narrow, 64);
        let (scale, offset) = (exprs.constant(64, step.scale), exprs.constant(64, step.offset));
        let scaled = exprs.mul(wide, scale);
        let sum = exprs.add(scaled, offset);
        Value::of(exprs, sum)
    }

    /// The pointer in register `base`, moved by a step of an index.
    pub(in crate::exec) fn indexed(
        &mut self,
        code: &Code,
        base: Slot,
        (w, i, step): (u8, Slot, u32),
    ) -> Value {
        let by = self.distance(w, i, code.steps[index(step)]);
        self.moved(self.value(base), by)
    }

    /// The pointer in register `base`, moved by the number of bytes in register `by`.
    pub(in crate::exec) fn advanced(&mut self, base: Slot, by: Slot) -> Value {
        let by = self.number(by);
        self.moved(self.value(base), by)
    }
}
