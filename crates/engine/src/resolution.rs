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
    /// Of those that could meet more than ten, how many met the heap and nothing else.
    pub many_in_heap: u64,
    /// Bytes of the largest segment.
    pub largest_segment: u64,
    /// The model that memory went on as, if it changed.
    pub became: Option<&'static str>,
    /// Classes of objects that one address led to, each pair once, the smaller first; with itself, if
    /// it met two objects of one class.
    pub met: Set<(Class, Class)>,
}

/// What an access has met on other paths than the one that has the rest of its inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resolving {
    objects: u64,
    beside_heap: bool,
    classes: Set<Class>,
}

impl Resolving {
    /// What was met before, and a case.
    pub(crate) fn and(before: Option<Rc<Self>>, case: &Case) -> Rc<Self> {
        let mut all = before.unwrap_or_default();
        let known = Rc::make_mut(&mut all);
        known.objects += len64(case.objects);
        known.beside_heap |= case.kind != ObjectKind::Heap;
        known.classes.extend(case.class);
        all
    }
}

impl Resolution {
    /// Counts an access all of whose objects are known.
    pub(crate) fn add(&mut self, met: &Resolving, memory: &Memory) {
        self.accesses += 1;
        self.largest_segment = self.largest_segment.max(memory.largest_segment());
        self.multiple += u64::from(met.objects > 1);
        self.many += u64::from(met.objects > MANY_OBJECTS);
        self.many_in_heap += u64::from(met.objects > MANY_OBJECTS && !met.beside_heap);
        self.most = self.most.max(met.objects);
        if met.objects > MANY_OBJECTS
            && let Some(model) = memory.notice(self.many)
        {
            self.became = Some(model);
        }
        let Some(&first) = met.classes.first() else { return };
        if met.objects > 1 {
            self.met.extend(met.classes.iter().map(|&other| (first.min(other), first.max(other))));
        }
    }
}
