//! Objects whose size depends on the input.
//!
//! Memory knows how many bytes such an object has at least. An access that goes further ends as undecided; here the path
//! decides for which inputs it is inside, and the operation is made again. For the other inputs it ends with a finding.

use std::rc::Rc;

use vellum_expr::{Expr, Model};
use vellum_memory::{Access, Extent, Fault, FaultKind, Nearest, Object, Reach};

use super::{Machine, fork::Other, no_stack};
use crate::{
    code::AllocaSite,
    end::{Bug, End},
    symbolic::{Fork, ForkKind},
};

/// Bytes that are reserved in any case.
const LEAST: u64 = 16;

impl Machine<'_> {
    /// How a path ends whose operation ended so; nothing if the operation is to be made again, because what was undecided
    /// is decided.
    pub(super) fn decide_size(&mut self, end: End) -> Option<End> {
        let End::Bug(Bug { fault: Some(fault), .. }) = &end else { return Some(end) };
        if fault.nearest.is_none_or(|near| near.object.extent.is_none()) {
            return Some(end);
        }
        let fault = **fault;
        let model = Rc::clone(&self.state.model);
        let Some(object) = self.undecided(&fault) else {
            let End::Bug(bug) = end else { return Some(end) };
            let sized = self.sized(fault, &model);
            return Some(End::Bug(Bug { message: bug.message, at: bug.at, ..sized }));
        };
        let offset = self.symbolic.exprs.constant(64, fault.address - object.base);
        self.resolve_inside(fault.access, (object.base, offset), fault.size).err()
    }

    fn undecided(&self, fault: &Fault) -> Option<Object> {
        let is_undecided = fault.kind == FaultKind::Undecided;
        is_undecided.then(|| self.state.memory.undecided(fault.address, fault.size)).flatten()
    }

    /// What is wrong with an access, with the object it is about as large as it is for the input in `model`.
    pub(super) fn sized(&mut self, fault: Fault, model: &Rc<Model>) -> Bug {
        let Some((near, extent)) = fault.nearest.and_then(|near| Some((near, near.object.extent?))) else {
            return Bug::memory(fault);
        };
        if let Some(gone) = extent.gone.filter(|gone| self.symbolic.value(model, gone.when) != 0) {
            let size = self.symbolic.value(model, gone.size);
            let near = Nearest { object: near.object.as_gone(gone.by), ..near }.with_size(size);
            let kind = match fault.kind {
                FaultKind::Undecided | FaultKind::OutOfBounds => FaultKind::UseAfterFree,
                kind => kind,
            };
            return Bug::memory(Fault { kind, nearest: Some(near), ..fault });
        }
        let size = self.symbolic.value(model, extent.size);
        let kind = if fault.kind == FaultKind::Undecided { FaultKind::OutOfBounds } else { fault.kind };
        let name = self.symbolic.exprs.in_words(extent.size).map(String::into_boxed_str);
        Bug { size: name, ..Bug::memory(Fault { kind, nearest: Some(near.with_size(size)), ..fault }) }
    }

    /// Leaves this path to the inputs for which `len` bytes are inside an object that are `offset` bytes behind its start;
    /// for the others another path ends with a finding. `is_inside` says which are.
    pub(super) fn stay_inside(
        &mut self,
        access: Access,
        (object, offset): (&Object, Expr),
        len: Expr,
        is_inside: Expr,
    ) -> Result<(), End> {
        // Freed for some inputs and too small for others: each kind of finding is a path of its own.
        if let Some(gone) = object.extent.and_then(|extent| extent.gone) {
            let exprs = &mut self.symbolic.exprs;
            let is_outside = exprs.not(is_inside);
            let is_freed = exprs.and(gone.when, is_outside);
            self.decide_resolution(is_freed);
        }
        let split = self.split_resolution(is_inside);
        if !split.here {
            if let Some(state) = split.other.path() {
                self.symbolic.push_fork(Fork { state, end: None, by: ForkKind::Pointer, ahead: 0 });
            }
            self.state.model = super::bounds::nearest(self.symbolic, self.state, (object, offset), len);
            return Err(self.fault_of(access, (object.base, offset), len, &Rc::clone(&self.state.model)));
        }
        if let Other::Path(mut state) = split.other {
            state.model = super::bounds::nearest(self.symbolic, &state, (object, offset), len);
            let end = Some(self.fault_of(access, (object.base, offset), len, &state.model));
            self.symbolic.push_fork(Fork { state: *state, end, by: ForkKind::Pointer, ahead: 0 });
        }
        Ok(())
    }

    /// As [`Machine::stay_inside`]; the path says from then on that the bytes are inside.
    pub(super) fn stay_inside_reach(&mut self, access: Access, reach: &Reach) -> Result<(), End> {
        let &Reach { base, offset, len } = reach;
        let Some(object) = self.state.memory.object_from(base) else {
            return Err(self.fault_of(access, (base, offset), len, &Rc::clone(&self.state.model)));
        };
        let is_inside = object.inside_many(&mut self.symbolic.exprs, offset, len);
        self.stay_inside(access, (&object, offset), len, is_inside)?;
        self.state.path.assume(&self.symbolic.exprs, is_inside);
        Ok(())
    }

    /// The most that `e` can be on this path, or somewhat more: no more than `limit`, which the path has decided.
    pub(super) fn most_of(&mut self, e: Expr, limit: u64) -> u64 {
        let limit = limit.min(self.symbolic.exprs.facts(e).max);
        let mut witness = self.symbolic.value(&self.state.model, e);
        loop {
            // A few steps suffice: what is reserved in vain costs little.
            let most = witness.max(LEAST).next_power_of_two();
            if most >= limit {
                return limit;
            }
            let exprs = &mut self.symbolic.exprs;
            let constant = exprs.constant(64, most);
            let is_more = exprs.ult(constant, e);
            witness = match self.symbolic.near(self.state, is_more) {
                Ok(None) => return most,
                Ok(Some(model)) => self.symbolic.value(&Rc::new(model), e),
                Err(_) => return limit,
            };
        }
    }

    /// Makes a local of symbolic size, or ends the path where it is too large to be followed, or for the stack.
    pub(super) fn alloca_sized(&mut self, site: &AllocaSite, count: Expr, most: u64) -> Result<u64, End> {
        let exprs = &mut self.symbolic.exprs;
        let (count, element) = (exprs.zext(count, 64), exprs.constant(64, site.element));
        let size = exprs.mul(count, element);
        // The product of what is no larger than the stack does not overflow.
        let room = self.state.memory.stack_limit();
        let (all, limit) = (exprs.constant(64, room / site.element.max(1)), exprs.constant(64, most));
        let (may_fit, fits) = (exprs.ule(count, all), exprs.ule(size, limit));
        if !self.decide(may_fit, ForkKind::Value) {
            return Err(no_stack(&self.state.memory));
        }
        if !self.decide(fits, ForkKind::Value) {
            return Err(End::too_large(most));
        }
        let capacity = self.most_of(size, most);
        let (memory, extent) = (&mut self.state.memory, Extent::new(capacity, size));
        let made = memory.alloca_sized(&mut self.symbolic.exprs, extent, site.align, site.owner);
        made.ok_or_else(|| no_stack(&self.state.memory))
    }
}
