//! Accesses through pointers that know their object.
//!
//! The object is certain, so there is one question: is the offset inside? For inputs for which it is not, the path ends
//! with a finding for that object, wherever the address leads. Of those inputs, the test shows one that is as near to
//! the object as possible: people look there first.

use std::rc::Rc;

use vellum_expr::{Expr, Model};
use vellum_memory::{Access, Case, LedToGone, Left, Object, Value};

use super::{
    Machine,
    pointer::{Address, Place},
};
use crate::{
    code::{CallSite, Slot},
    end::End,
    externals::ExternalId,
    state::State,
    symbolic::Symbolic,
};

/// How far behind an object an index with a large stride is looked for.
const NEAR: u64 = 64;

impl Machine<'_> {
    /// What `len` bytes meet that are `offset` bytes behind the start of an object.
    pub(super) fn resolve_inside(
        &mut self,
        access: Access,
        (base, offset): (u64, Expr),
        len: u64,
    ) -> Result<Case, End> {
        let bytes = self.symbolic.exprs.constant(64, len);
        let Some(object) = self.state.memory.object_from(base) else {
            return Err(self.fault_of(access, (base, offset), bytes, &Rc::clone(&self.state.model)));
        };
        let inside = object.inside_from(&mut self.symbolic.exprs, offset, len);
        self.stay_inside(access, (&object, offset), bytes, inside)?;
        if let (Some(_), Some(offset)) = (object.extent, self.symbolic.exprs.as_const(offset)) {
            self.state.memory.has_at_least(base, offset + len);
        }
        let number = self.symbolic.value(&self.state.model, offset);
        let case = self.state.memory.case_inside(&mut self.symbolic.exprs, &object, offset, number);
        let before = self.state.resolving.take();
        self.symbolic.resolution.add(before, &case, &self.state.memory);
        // Of objects whose pages are not all alike, the case is of one place.
        self.decide_resolution(case.guard);
        Ok(self.in_pieces(access, case, len))
    }

    /// The number of the pointer in a register, of which `len` bytes are accessed: they are inside the object it knows.
    /// Where it may be several, this path goes on with one of them, and another repeats the operation with the rest.
    pub(super) fn start_of(&mut self, access: Access, slot: Slot, len: u64) -> Result<u64, End> {
        // What has no bytes is nowhere, so no address is wrong.
        if len == 0 {
            return Ok(0);
        }
        let address = match self.place(self.value(slot))? {
            Place::Known(number) => return Ok(number),
            Place::Symbolic(address) => address,
        };
        if !matches!(address, Address::Number(_)) {
            self.resolve(access, address, len)?;
        }
        let number = address.number(&mut self.symbolic.exprs);
        let number = self.pick(number);
        // Only now: a fork moves the registers.
        self.set(slot, Value::Concrete(number));
        Ok(number)
    }

    /// How a path ends on which a pointer that was read from a table, or chosen by a condition, has left the object
    /// it leads to. Other paths have the inputs for which it has not, or for which it leads to something else.
    pub(super) fn left_one_of_several(
        &mut self,
        access: Access,
        address: Expr,
        len: u64,
        left: &Left,
    ) -> End {
        let stays = self.decide_resolution(left.stays);
        debug_assert!(!stays, "for this input the pointer has left its object");
        self.decide_resolution(left.same_object);
        // Freed for some inputs and left for others: each kind of finding is a path of its own.
        self.decide_resolution(left.is_freed);
        let object = left.object;
        let offset = self.behind(object.base, address);
        let len = self.symbolic.exprs.constant(64, len);
        self.state.model = nearest(self.symbolic, self.state, (&object, offset), len);
        self.fault_of(access, (object.base, offset), len, &Rc::clone(&self.state.model))
    }

    /// How a path ends on which a pointer that was read from a table, or chosen by a condition, leads to an object that is
    /// gone, however far it was moved from there. Other paths have the inputs for which it leads to something else.
    pub(super) fn led_to_gone(&mut self, access: Access, address: Expr, len: u64, gone: &LedToGone) -> End {
        let is_gone = self.decide_resolution(gone.is_gone);
        debug_assert!(is_gone, "for this input the object is gone");
        let offset = self.behind(gone.base, address);
        let len = self.symbolic.exprs.constant(64, len);
        self.fault_of(access, (gone.base, offset), len, &Rc::clone(&self.state.model))
    }

    /// How far an address is behind the start of an object.
    fn behind(&mut self, base: u64, address: Expr) -> Expr {
        let exprs = &mut self.symbolic.exprs;
        let base = exprs.constant(64, base);
        exprs.sub(address, base)
    }

    /// Ends the path with a finding where a system call or external function is given a pointer that has left its object
    /// and lands in another.
    pub(super) fn check_foreign(&mut self, external: ExternalId, site: &CallSite) -> Result<(), End> {
        if self.state.outside().is_inner(external) {
            return Ok(());
        }
        for arg in &site.args {
            let Value::Symbolic(pointer) = self.value(arg.slot) else { continue };
            let Some((base, offset)) = self.symbolic.exprs.as_pointer(pointer) else { continue };
            let Some(own) = self.state.memory.object_from(base) else { continue };
            // Just past its end is still its own.
            let inside = own.inside_from(&mut self.symbolic.exprs, offset, 0);
            if self.decide_resolution(inside) {
                continue;
            }
            let offset = self.symbolic.value(&self.state.model, offset);
            let memory = &self.state.memory;
            if memory.object_at(base.wrapping_add(offset)).is_some_and(|object| object.base != base) {
                return Err(memory.explain_from(Access::Read, base, offset, 1).into());
            }
        }
        Ok(())
    }

    /// What is wrong with an access `offset` bytes behind an object, for the input `model`.
    pub(super) fn fault_of(
        &mut self,
        access: Access,
        (base, offset): (u64, Expr),
        len: Expr,
        model: &Rc<Model>,
    ) -> End {
        let (offset, len) = (self.symbolic.value(model, offset), self.symbolic.value(model, len));
        let fault = self.state.memory.explain_from(access, base, offset, len);
        self.sized(fault, model).into()
    }
}

/// An input of a path on which an access leaves its object that leaves it by as little as possible: just past its
/// end, else near to that, else just before its start, else any.
pub(super) fn nearest(
    symbolic: &mut Symbolic,
    state: &State,
    (object, offset): (&Object, Expr),
    len: Expr,
) -> Rc<Model> {
    // An input that the user gave is shown as it is.
    if state.seeds.model().is_some() {
        return Rc::clone(&state.model);
    }
    let most = symbolic.value(&state.model, len);
    let by_number = object.extent.is_none() && symbolic.exprs.is_const(len);
    // Where the access begins, counted from the object's start or from its end; and between which places it is past the
    // end by its own length at most.
    let (place, past, end) = if by_number {
        let past = (object.size + 1).saturating_sub(most);
        (offset, past, object.size.max(past))
    } else {
        let exprs = &mut symbolic.exprs;
        let (reach, size) = (exprs.add(offset, len), object.size_expr(exprs));
        (exprs.sub(reach, size), 1, 1)
    };
    if symbolic.exprs.is_const(place) {
        return Rc::clone(&state.model);
    }
    if let Some(found) = between(symbolic, state, place, (past, end)) {
        return found;
    }
    let mut near = between(symbolic, state, place, (past, end.saturating_add(NEAR)));
    let mut least = past;
    while let Some(found) = &near {
        let most = symbolic.value(found, place);
        if least >= most {
            break;
        }
        let middle = least + (most - least) / 2;
        match between(symbolic, state, place, (past, middle)) {
            Some(nearer) => near = Some(nearer),
            None => least = middle + 1,
        }
    }
    let before = |symbolic: &mut Symbolic| {
        between(symbolic, state, offset, (most.wrapping_neg(), u64::MAX)).unwrap_or(Rc::clone(&state.model))
    };
    near.unwrap_or_else(|| before(symbolic))
}

/// An input of a path for which an offset is between these two, if one is found.
fn between(
    symbolic: &mut Symbolic,
    state: &State,
    offset: Expr,
    (first, last): (u64, u64),
) -> Option<Rc<Model>> {
    let exprs = &mut symbolic.exprs;
    let (start, more) = (exprs.constant(64, first), exprs.constant(64, last.wrapping_sub(first)));
    let behind = exprs.sub(offset, start);
    let inside = exprs.ule(behind, more);
    if symbolic.value(&state.model, inside) != 0 {
        return Some(Rc::clone(&state.model));
    }
    symbolic.near(state, inside).ok().flatten().map(Rc::new)
}
