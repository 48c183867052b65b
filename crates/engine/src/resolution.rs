//! What symbolic addresses led to, counted.

use std::rc::Rc;

use vellum_collections::{Set, cast::len64};
use vellum_memory::{Case, Class, MANY_OBJECTS, Memory, ObjectKind};

/// Accesses through symbolic addresses, over all paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolution {
    /// Accesses whose address was symbolic.
    pub accesses: u64,
    /// Those that could meet more than one object.
    pub multiple: u64,
    /// Those that could meet more than ten.
    pub many: u64,
    /// The most objects that one could meet.
    pub most: u64,
    /// Questions to the oracle about where addresses lead.
    pub questions: u64,
    /// Paths that were given up because the model follows one object only.
    pub dropped: u64,
    /// Those that could meet more objects than the model puts into one formula, so that a path was made for each.
    pub too_many: u64,
    /// Of those that could meet more than ten, how many met the heap and nothing else.
    pub many_in_heap: u64,
    /// Bytes of the largest segment.
    pub largest_segment: u64,
    /// Segments that were formed of objects that one access could meet.
    pub segments: u64,
    /// Objects whose bytes were moved to form them, each time.
    pub relocations: u64,
    /// Objects and segments that were split.
    pub splits: u64,
    /// What was looked for in planes.
    pub planes: PlaneFigures,
    /// Classes of objects that one address led to, each pair once, the smaller first; with itself, if
    /// it met two objects of one class.
    pub met: Set<(Class, Class)>,
}

/// What was looked for in planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaneFigures {
    /// All loads and stores, of known places and others, where [`crate::Checks::accesses`] has them counted: those of
    /// each block that was entered.
    pub operations: u64,
    /// Reads that looked at what was written at symbolic places.
    pub reads: u64,
    /// Writes at symbolic places.
    pub writes: u64,
    /// Tests whether a read meets such a write.
    pub tests: u64,
    /// Those that the oracle was asked: for the others, the path's own input tells.
    pub questions: u64,
    /// Tests that were not made because the answer is known from before.
    pub remembered: u64,
}

/// What an access has met on other paths than the one that has the rest of its inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resolving {
    objects: u64,
    beside_heap: bool,
    too_many: bool,
    classes: Set<Class>,
}

impl Resolution {
    /// Counts what an access meets, as soon as it does: the path that has the rest may wait for long. What it met is to
    /// be told with the next case.
    pub(crate) fn add(
        &mut self,
        before: Option<Rc<Resolving>>,
        case: &Case,
        memory: &Memory,
    ) -> Rc<Resolving> {
        let mut all = before.unwrap_or_default();
        let met = Rc::make_mut(&mut all);
        let objects = met.objects;
        met.objects += len64(case.objects);
        met.beside_heap |= case.kind != ObjectKind::Heap;
        met.classes.extend(case.class);
        self.too_many += u64::from(case.apart > 0 && !met.too_many);
        met.too_many |= case.apart > 0;
        self.most = self.most.max(len64(case.apart));
        let is_now_above = |limit: u64| objects <= limit && met.objects > limit;
        self.accesses += u64::from(is_now_above(0));
        self.multiple += u64::from(is_now_above(1));
        self.most = self.most.max(met.objects);
        self.largest_segment = self.largest_segment.max(memory.largest_segment());
        if is_now_above(MANY_OBJECTS) {
            self.many += 1;
            self.many_in_heap += u64::from(!met.beside_heap);
        }
        if let (Some(&first), true) = (met.classes.first(), met.objects > 1) {
            self.met.extend(met.classes.iter().map(|&other| (first.min(other), first.max(other))));
        }
        all
    }
}
