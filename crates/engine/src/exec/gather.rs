//! Segments on demand: before an access through a symbolic address, the objects it may meet come together.
//!
//! Which those are is known without a question where the address is one of a few constants and a distance. Of any other
//! address, the oracle is asked for inputs that lead elsewhere than to what is known, one object at a time.
//!
//! *Context-based resolution* (ISSTA 2020, section 2.3.3) saves these questions. The context of an object is the innermost
//! calls that led to its allocation. If the objects that an instruction met the last time were exactly those of their
//! contexts, the ones of these contexts are taken for all it meets now, and one question tells whether there are others. In
//! the paper, each object of a known context is asked about. Here a full resolution asks only as often as there are objects
//! to be met, so that would save nothing; taking objects without asking does. Some may then be in the segment although the
//! pointer does not lead there, so that is not done again once twice as many are expected as were met. What an instruction
//! met is the path's own knowledge: a path does not depend on others.

use std::rc::Rc;

use vellum_collections::{
    Map, Random, Set,
    cast::{index64, len64},
    combine,
};
use vellum_expr::{Expr, Exprs};
use vellum_ir::FuncId;
use vellum_memory::{Access, AddressOrigin, Asked, Gathering, Layout, Leads, Object, Relocated, Way};

use super::Machine;
use crate::{
    program::RandomRelocations,
    relocation::{Change, Relocation},
    symbolic::Symbolic,
};

/// Objects that one access is asked about; those behind are met on other paths.
const MANY: usize = 256;

/// Objects are relocated at random at the beginning of one block in so many.
const RARELY: u64 = 24;

/// What is known of the objects that instructions met, on one path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contexts {
    by_instruction: Map<(FuncId, u32), Known>,
}

/// What one instruction met.
#[derive(Clone, Debug, Default)]
struct Known {
    /// In which contexts the objects were made.
    contexts: Set<u64>,
    /// How many it met the last time that all were looked for, if those were all there are of their contexts.
    exact: Option<usize>,
}

impl Known {
    /// The objects of `near` that were allocated in a known context, as a guess of all that the instruction meets. `None` if
    /// such a guess was wrong the last time, or they are more than twice as many as then.
    fn expected(&self, near: &[Object]) -> Option<Vec<Object>> {
        let most = self.exact?.saturating_mul(2);
        let expected = self.of_contexts(near);
        (expected.len() <= most.min(MANY)).then_some(expected)
    }

    fn of_contexts(&self, near: &[Object]) -> Vec<Object> {
        near.iter().filter(|object| self.contexts.contains(&context_of(object))).copied().collect()
    }

    /// A full resolution found that the instruction meets these of the objects `near`.
    fn learn(&mut self, met: &[Object], near: &[Object]) {
        self.contexts.extend(met.iter().map(context_of));
        self.exact = (self.of_contexts(near).len() == met.len()).then_some(met.len());
    }
}

/// In which context an object was made, as far as somebody said so.
fn context_of(object: &Object) -> u64 {
    object.class.map_or(object.origin.0, |class| class.0)
}

impl Machine<'_> {
    /// Has the objects come together that `len` bytes at `address` may meet, if the model wants that.
    pub(super) fn bring_together(
        &mut self,
        access: Access,
        (address, origin): (Expr, AddressOrigin),
        len: u64,
    ) {
        let Some(gathering) = self.state.memory.gathers() else { return };
        let Symbolic { exprs, evaluator, .. } = self.symbolic.evaluated_for(&self.state.model);
        let model = &self.state.model;
        let mut value = |exprs: &Exprs, e: Expr| evaluator.word(exprs, model, e);
        let mut asked = Asked { access, address, origin, len, value: &mut value };
        let met = match self.state.memory.leads_of(exprs, &mut asked) {
            Leads::Nowhere => return,
            Leads::To { objects, is_known } => match gathering.way(access, &objects, is_known) {
                Way::Choose => return,
                Way::Together => objects,
            },
            Leads::From(own) => self.objects_met(gathering, access, (address, len), &own),
        };
        let bases: Vec<u64> = met.iter().map(|object| object.base).collect();
        self.move_together(access, &bases, gathering.layout);
    }

    /// Relocates objects of any kind, or none: for tests, in which nothing may come of it.
    #[cold]
    pub(super) fn relocate_at_random(&mut self) {
        let Some(relocations) = self.program.checks().relocations else { return };
        let (RandomRelocations::Together(seed) | RandomRelocations::Alone(seed)) = relocations;
        let mut random = Random::new(combine([seed, self.state.instructions, u64::from(self.state.depth())]));
        if random.below(RARELY) != 0 {
            return;
        }
        let mut movable = self.state.memory.objects_between(0, u64::MAX);
        movable.retain(|object| self.state.memory.is_movable(object));
        if movable.is_empty() {
            return;
        }
        let count = 2 + random.below(3);
        let mut any = || movable[index64(random.below(len64(movable.len())))].base;
        match relocations {
            RandomRelocations::Together(_) => {
                let bases: Vec<u64> = (0..count).map(|_| any()).collect();
                self.move_together(Access::Read, &bases, Layout::AsMet);
            }
            RandomRelocations::Alone(_) => {
                let moved = self.state.memory.relocate(&mut self.symbolic.exprs, any());
                self.note_moved(Access::Read, moved);
            }
        }
    }

    /// Has these objects come together.
    fn move_together(&mut self, access: Access, bases: &[u64], layout: Layout) {
        let moved = self.state.memory.bring_together(&mut self.symbolic.exprs, bases, layout);
        self.note_moved(access, moved);
    }

    fn note_moved(&mut self, access: Access, moved: Option<Relocated>) {
        if let Some(moved) = moved {
            self.symbolic.resolution.segments += 1;
            self.symbolic.resolution.relocations += len64(moved.objects.len());
            self.relocated(access, Change::Together(moved));
        }
    }

    /// Notes a relocation or split on this path, and has the observer told of it.
    pub(super) fn relocated(&mut self, access: Access, change: Change) {
        let at = self.state.nearest_own_location(self.program);
        let relocation = Relocation::new(self.state.relocation, access, at, change);
        self.state.relocation = Some(relocation.id);
        self.symbolic.relocations.push(relocation);
    }

    /// The objects that `len` bytes at `address` may meet, of which the path's own input meets `own`.
    fn objects_met(
        &mut self,
        gathering: Gathering,
        access: Access,
        (address, len): (Expr, u64),
        own: &Object,
    ) -> Vec<Object> {
        let frame = self.frame();
        let instruction = (frame.function, frame.pc);
        let facts = *self.symbolic.exprs.facts(address);
        let mut near = self.state.memory.objects_between(facts.min, facts.max);
        near.retain(|object| object.capacity() >= len && self.state.memory.may_gather(access, object));
        if near.len() < 2 {
            return near;
        }
        if gathering.by_context
            && let Some(known) = self.state.contexts.by_instruction.get(&instruction)
            && let Some(expected) = known.expected(&near)
            && expected.iter().any(|object| object.base == own.base)
            && self.elsewhere((address, len), &near, &expected).is_none()
        {
            return expected;
        }
        let mut met = self.state.memory.company_of(own);
        while met.len() < MANY
            && let Some(other) = self.elsewhere((address, len), &near, &met)
        {
            met.extend(self.state.memory.company_of(&other));
        }
        if gathering.by_context {
            let contexts = &mut Rc::make_mut(&mut self.state.contexts).by_instruction;
            contexts.entry(instruction).or_default().learn(&met, &near);
        }
        met
    }

    /// An object of `near` that `len` bytes at `address` meet for some input, other than those of `known`.
    fn elsewhere(
        &mut self,
        (address, len): (Expr, u64),
        near: &[Object],
        known: &[Object],
    ) -> Option<Object> {
        let exprs = &mut self.symbolic.exprs;
        let is_known = |object: &Object| known.iter().any(|other| other.base == object.base);
        let mut others = Expr::FALSE;
        if near.len() <= MANY {
            for object in near.iter().filter(|object| !is_known(object)) {
                let inside = object.inside(exprs, address, len);
                others = exprs.or(others, inside);
            }
        } else {
            let mut inside_known = Expr::FALSE;
            for object in known {
                let inside = object.inside(exprs, address, len);
                inside_known = exprs.or(inside_known, inside);
            }
            others = exprs.not(inside_known);
        }
        let model = Rc::new(match exprs.as_const(others) {
            Some(0) => return None,
            _ => self.symbolic.near(self.state, others).ok().flatten()?,
        });
        let number = self.symbolic.value(&model, address);
        near.iter()
            .filter(|object| !is_known(object))
            .find(|object| object.with_size(object.capacity()).holds(number, len))
            .copied()
    }
}
