//! Alias classes: objects that one pointer may lead to belong together.
//!
//! This is Algorithm 3 of Kapus and Cadar, "A Segmented Memory Model for Symbolic Execution" (FSE 2019), with a union-find
//! in place of sets that are merged. A pointer in a run leads to objects of one class, whatever its value is.
//!
//! A set is left out where another says enough. What a function makes of one parameter alone leads where the caller's
//! argument leads. What is on its way to the function's result leads where the result of the call leads. Both are looked at
//! where the function is called, each call by itself.

use vellum_collections::{Id, IdVec, Map, Set, cast::index, define_id};
use vellum_ir::{FuncId, GlobalId, Module, Type, TypeKind, Value};

use super::{
    PointsTo,
    chains::{CallSite, Chains},
    facts::Origin,
    memory::{ObjectId, ObjectKind},
};

define_id! {
    /// A class of objects that may alias.
    pub struct ClassId, "class";
}

/// Which objects have classes, beside those of the heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassOptions {
    /// Globals that the program may write.
    pub globals: bool,
    /// Globals that it may not.
    pub constants: bool,
    /// Locals.
    pub locals: bool,
}

/// The classes of a program's objects. They stand for themselves: nothing else of the analysis needs to be kept.
#[derive(Clone, Debug)]
pub struct AliasClasses {
    chains: Chains,
    globals: Map<GlobalId, ObjectId>,
    locals: Map<(FuncId, Value), ObjectId>,
    of: IdVec<ObjectId, Option<ClassId>>,
    members: IdVec<ClassId, Vec<ObjectId>>,
}

impl AliasClasses {
    pub(super) fn new(points_to: &PointsTo, module: &Module, options: ClassOptions) -> Self {
        let objects = &points_to.objects.list;
        let has_class = |kind: ObjectKind| match kind {
            ObjectKind::Heap(_) => true,
            ObjectKind::Global(id) if module.globals[id].constant => options.constants,
            ObjectKind::Texts => options.constants,
            ObjectKind::Global(_) | ObjectKind::Section(_) => options.globals,
            ObjectKind::Local(..) | ObjectKind::Copy(..) => options.locals,
            ObjectKind::Function(_)
            | ObjectKind::Variadic(_)
            | ObjectKind::Arguments
            | ObjectKind::Strings
            | ObjectKind::Thread
            | ObjectKind::Unknown => false,
        };
        let is_member: IdVec<ObjectId, bool> = objects.iter().map(|object| has_class(object.kind)).collect();
        let mut union = Union(objects.ids().collect());
        for node in pointers(points_to, module) {
            let targets = points_to.graph.nodes[index(node)].set.iter();
            let mut targets = targets.map(|loc| points_to.objects.at(loc).0).filter(|id| is_member[*id]);
            if let Some(first) = targets.next() {
                targets.for_each(|other| union.unite(first, other));
            }
        }
        let mut of: IdVec<ObjectId, Option<ClassId>> = objects.iter().map(|_| None).collect();
        let mut members: IdVec<ClassId, Vec<ObjectId>> = IdVec::new();
        for id in objects.ids().filter(|id| is_member[*id]) {
            let first = union.find(id);
            // The first object of a class stands for it.
            let class = of[first].unwrap_or_else(|| members.push(Vec::new()));
            of[first] = Some(class);
            of[id] = Some(class);
            members[class].push(id);
        }
        Self {
            chains: points_to.chains.clone(),
            globals: points_to.globals.clone(),
            locals: points_to.locals.clone(),
            of,
            members,
        }
    }

    /// The classes with their objects.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = (ClassId, &[ObjectId])> {
        self.members.iter_ids().map(|(class, members)| (class, &**members))
    }

    /// The objects of a class.
    pub fn members(&self, class: ClassId) -> &[ObjectId] {
        &self.members[class]
    }

    /// The class of an object.
    pub fn class_of(&self, object: ObjectId) -> Option<ClassId> {
        self.of.get(object).copied().flatten()
    }

    /// The class of memory that is allocated by a call, which a function makes that another call called, and so on;
    /// `None` where the analysis knows of no such allocation.
    pub fn class_of_allocation(&self, chain: &[CallSite]) -> Option<ClassId> {
        self.class_along(chain.iter().copied())
    }

    /// The same, for calls that are looked up as far as they matter.
    pub fn class_along(&self, calls: impl IntoIterator<Item = CallSite>) -> Option<ClassId> {
        self.class_of(self.chains.object(calls)?)
    }

    /// The class of a global; `None` where its address is nowhere used.
    pub fn class_of_global(&self, global: GlobalId) -> Option<ClassId> {
        self.class_of(*self.globals.get(&global)?)
    }

    /// The class of a local; `None` where its address is nowhere used.
    pub fn class_of_local(&self, function: FuncId, local: Value) -> Option<ClassId> {
        self.class_of(*self.locals.get(&(function, local))?)
    }
}

/// The nodes whose sets make classes, each once.
fn pointers(points_to: &PointsTo, module: &Module) -> Set<u32> {
    let mut has_pointer: Map<Type, bool> = Map::default();
    let mut nodes: Set<u32> = Set::default();
    for (id, code) in points_to.codes.iter_ids() {
        let (Some(code), Some(facts), Some(body)) = (code, &points_to.facts[id], &module.functions[id].body)
        else {
            continue;
        };
        for (value, node) in code.values.iter_ids() {
            let Some(node) = *node else { continue };
            let ty = body.values[value];
            let is_pointer = *has_pointer.entry(ty).or_insert_with(|| {
                let leaves = module.types.leaves(ty);
                leaves.iter().any(|leaf| *module.types.kind(leaf.ty) == TypeKind::Ptr)
            });
            let counts = facts.cover[value] == Origin::Anywhere || code.is_root;
            if is_pointer && counts && !facts.registers.contains(&value) {
                nodes.insert(points_to.graph.found(node));
            }
        }
    }
    nodes
}

/// Union-find; the smallest object stands for its class.
struct Union(IdVec<ObjectId, ObjectId>);

impl Union {
    fn find(&mut self, id: ObjectId) -> ObjectId {
        let mut at = id;
        while self.0[at] != at {
            let above = self.0[self.0[at]];
            self.0[at] = above;
            at = above;
        }
        at
    }

    fn unite(&mut self, a: ObjectId, b: ObjectId) {
        let (a, b) = (self.find(a), self.find(b));
        let (first, second) = if a.index() < b.index() { (a, b) } else { (b, a) };
        self.0[second] = first;
    }
}
