//! Accesses through one of several pointers that know their objects, under models that follow all of them at once.
//!
//! Object and offset of such a pointer both depend on the input. Where it is inside of the object that it leads to, there
//! is one case; where it is not, each of the pointers that can leave its object is a finding of its own.

use std::rc::Rc;

use vellum_expr::{Expr, Exprs};
use vellum_memory::{Access, Case, Memory, PointerTo};

use super::{Machine, pointer::Address};
use crate::end::End;

/// Pointers that one may be.
const MANY: usize = 64;

/// One of several pointers.
#[derive(Clone, Copy, Debug)]
pub(super) enum OneOf {
    /// It leads to an object, or has left it.
    Object(PointerTo),
    /// It leads to none.
    Nothing { guard: Expr, number: u64 },
}

impl OneOf {
    /// For which inputs it is this one.
    fn guard(&self) -> Expr {
        match self {
            Self::Object(to) => to.guard,
            Self::Nothing { guard, .. } => *guard,
        }
    }
}

impl Machine<'_> {
    /// The pointers that `e` is one of, if there are several, and the model of memory follows them together.
    pub(super) fn pointers_to(&mut self, e: Expr) -> Option<Vec<OneOf>> {
        let exprs = &mut self.symbolic.exprs;
        if !self.state.memory.has_planes() || !exprs.has_base(e) {
            return None;
        }
        exprs.undecided_pointer(e)?;
        let pointers = exprs.pointers(e, MANY)?;
        let memory = &self.state.memory;
        pointers.into_iter().map(|(guard, pointer)| one_of(memory, exprs, guard, pointer)).collect()
    }

    /// The objects that an address may lead to, if all of them are known and the model of memory follows them together.
    pub(super) fn objects_of(&mut self, address: Address) -> Option<Vec<PointerTo>> {
        if !self.state.memory.has_planes() {
            return None;
        }
        match address {
            Address::Of { .. } => None,
            Address::Several(pointer) => self.pointers_to(pointer)?.iter().map(as_object).collect(),
            Address::Number(number) | Address::Chosen(number) => self.objects_of_table(number),
        }
    }

    /// As [`Machine::objects_of`], of an address that is one of a few constants and a distance.
    fn objects_of_table(&mut self, number: Expr) -> Option<Vec<PointerTo>> {
        let (exprs, memory) = (&mut self.symbolic.exprs, &self.state.memory);
        let choice = exprs.choices(number).into_iter().next()?;
        if !(2..=MANY).contains(&choice.constants.len()) {
            return None;
        }
        let one = exprs.constant(64, 1);
        let mut pointers = Vec::new();
        for &constant in &choice.constants {
            let is_this = choice.map(exprs, |other| Some(u64::from(other == constant)));
            let guard = exprs.eq(is_this, one);
            let object =
                memory.object_at(constant).filter(|object| memory.protections(object.base).is_empty())?;
            let start = exprs.constant(64, constant - object.base);
            pointers.push(PointerTo { guard, object, offset: exprs.add(start, choice.rest) });
        }
        Some(pointers)
    }

    /// Leaves this path to the inputs for which `len` bytes at one of several pointers are inside of their object.
    pub(super) fn stay_inside_several(
        &mut self,
        access: Access,
        pointers: &[PointerTo],
        len: Expr,
    ) -> Result<(), End> {
        let mut valid = Expr::TRUE;
        for to in pointers {
            let is_open = self.state.memory.is_plain(access, to.object.base);
            let exprs = &mut self.symbolic.exprs;
            let inside = if is_open { to.object.inside_many(exprs, to.offset, len) } else { Expr::FALSE };
            let stays = exprs.ite(to.guard, inside, Expr::TRUE);
            valid = exprs.and(valid, stays);
        }
        if self.decide_resolution(valid) {
            return Ok(());
        }
        let own = pointers.iter().find(|to| self.symbolic.value(&self.state.model, to.guard) != 0);
        let PointerTo { guard, object, offset } = *own.expect("an input has one of the pointers");
        self.decide_resolution(guard);
        self.state.model = super::bounds::nearest(self.symbolic, self.state, (&object, offset), len);
        Err(self.fault_of(access, (object.base, offset), len, &Rc::clone(&self.state.model)))
    }

    /// What `len` bytes meet at one of several pointers.
    pub(super) fn resolve_several(&mut self, access: Access, pointer: Expr, len: u64) -> Result<Case, End> {
        let pointers = self.pointers_to(pointer).expect("it was found to be one of several just now");
        let mut valid = Expr::TRUE;
        for one in &pointers {
            let inside = self.is_inside(access, one, len);
            let exprs = &mut self.symbolic.exprs;
            let stays = exprs.ite(one.guard(), inside, Expr::TRUE);
            valid = exprs.and(valid, stays);
        }
        let is_valid = self.decide_resolution(valid);
        let own = pointers.iter().find(|one| self.symbolic.value(&self.state.model, one.guard()) != 0);
        let own = *own.expect("an input has one of the pointers");
        match own {
            OneOf::Object(to) if is_valid => {
                let inside: Vec<PointerTo> = pointers.iter().filter_map(as_object).collect();
                let case = self.state.memory.case_of_several(&inside, &to.object);
                let before = self.state.resolving.take();
                self.symbolic.resolution.add(before, &case, &self.state.memory);
                Ok(case)
            }
            OneOf::Object(PointerTo { guard, object, offset }) => {
                self.decide_resolution(guard);
                let bytes = self.symbolic.exprs.constant(64, len);
                let near = super::bounds::nearest(self.symbolic, self.state, (&object, offset), bytes);
                self.state.model = near;
                Err(self.fault_of(access, (object.base, offset), bytes, &Rc::clone(&self.state.model)))
            }
            OneOf::Nothing { guard, number } => {
                self.decide_resolution(guard);
                Err(self.explain(access, number, len))
            }
        }
    }

    /// For which inputs `len` bytes are inside of the object of a pointer, and may be accessed.
    fn is_inside(&mut self, access: Access, one: &OneOf, len: u64) -> Expr {
        match one {
            OneOf::Object(to) if access == Access::Read || !self.state.memory.is_constant(to.object.base) => {
                to.object.inside_from(&mut self.symbolic.exprs, to.offset, len)
            }
            OneOf::Object(_) | OneOf::Nothing { .. } => Expr::FALSE,
        }
    }
}

fn as_object(one: &OneOf) -> Option<PointerTo> {
    match one {
        OneOf::Object(to) => Some(*to),
        OneOf::Nothing { .. } => None,
    }
}

/// The object and offset of one pointer; `None` if its object is not known, or has pages that may not be accessed.
fn one_of(memory: &Memory, exprs: &mut Exprs, guard: Expr, pointer: Expr) -> Option<OneOf> {
    let (object, offset) = match exprs.as_place(pointer) {
        Some((base, offset)) => (memory.object_from(base)?, offset),
        None => {
            let number = exprs.as_const(pointer)?;
            let Some(object) = memory.object_at(number) else {
                return Some(OneOf::Nothing { guard, number });
            };
            (object, exprs.constant(64, number - object.base))
        }
    };
    let is_open = memory.protections(object.base).is_empty();
    is_open.then_some(OneOf::Object(PointerTo { guard, object, offset }))
}
