//! Where pointers may lead: an inclusion-based analysis of the whole program (Andersen), solved in waves.
//!
//! A value may lead to *places*: an object and an offset in it, or the offsets of an array's elements. Objects are globals,
//! functions, locals, and allocations by the calls that led to them. The order of instructions does not matter, and neither
//! does who called a function, but for what it makes of its arguments alone and what it has just allocated.
//!
//! What is assumed of the program:
//!
//! - A pointer is 8 bytes that move together: through registers, loads and stores of at least 64 bits, and `memcpy` and its
//!   kin. A loop that copies a pointer byte by byte loses it. Floats hold none.
//! - An address with a constant added, subtracted or masked leads into its object. Sums, differences and masks of two
//!   variables do where the same function makes a pointer of the result; else they are lengths. Products, quotients and
//!   shifts do not lead anywhere, nor does the difference of two addresses.
//! - Constants are not written, and nothing is read or written outside its object: such a path ends with a finding.
//! - A pointer that constants move more than 64 bytes outside its object does not come back.
//! - Functions of the C library do what the table in `library.rs` says: strings hold no pointers, and text is not translated.
//! - A call through a pointer reaches functions that ask for no more arguments than it has, each a word or of the same type.
//! - The kernel keeps no pointers. Functions nobody knows do anything with what they get, and all of them share it.
//! - Signals and threads do not exist.

mod build;
mod calls;
mod chains;
mod classes;
mod cycles;
mod facts;
mod globals;
mod graph;
mod library;
mod memory;
mod place;
#[cfg(test)]
mod reference;
mod solver;

use std::rc::Rc;

use vellum_collections::{IdVec, Map, SparseSet};
use vellum_ir::{FuncId, GlobalId, Module, Value};

use self::{
    build::{Builder, Code, Precision},
    chains::Chains,
    facts::Facts,
    graph::{Graph, Loc, Node},
    memory::Objects,
};
pub use self::{
    chains::{CallSite, ChainId},
    classes::{AliasClasses, ClassId, ClassOptions},
    memory::{ObjectId, ObjectKind},
    place::Place,
};

/// Where the values of a program may lead.
#[derive(Clone, Debug)]
pub struct PointsTo {
    graph: Graph,
    objects: Objects,
    chains: Chains,
    codes: IdVec<FuncId, Option<Code>>,
    facts: IdVec<FuncId, Option<Rc<Facts>>>,
    globals: Map<GlobalId, ObjectId>,
    locals: Map<(FuncId, Value), ObjectId>,
    figures: Figures,
}

/// A set of places that many values have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SetId(Node);

/// How much there was to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Functions that are reached.
    pub functions: usize,
    /// Nodes: values, and words of memory.
    pub nodes: usize,
    /// Nodes that became one with others.
    pub merged: u64,
    /// Constraints.
    pub constraints: u64,
    /// Objects.
    pub objects: usize,
    /// Places in objects that pointers lead to.
    pub places: usize,
    /// Chains of calls that lead to allocations.
    pub chains: usize,
    /// Waves.
    pub waves: u64,
    /// Calls by which allocations are told apart, at most.
    pub chain: u32,
}

/// What is tried, one after the other.
const PRECISIONS: [Precision; 5] = [
    Precision { chain: 6, fresh: 16, places: 64, texts: true, steps: Some(10_000_000) },
    Precision { chain: 6, fresh: 16, places: 64, texts: false, steps: Some(200_000_000) },
    Precision { chain: 3, fresh: 8, places: 64, texts: false, steps: Some(100_000_000) },
    Precision { chain: 1, fresh: 0, places: 16, texts: false, steps: Some(100_000_000) },
    Precision { chain: 1, fresh: 0, places: 0, texts: false, steps: None },
];

impl PointsTo {
    /// Looks at the whole program, from where it starts: `main` or what calls it; all functions if there is none.
    pub fn analyse(module: &Module) -> Self {
        let solved = PRECISIONS.iter().find_map(|precision| {
            let mut builder = Builder::new(module, *precision);
            builder.run().then_some(builder)
        });
        let Builder { solver, chains, codes, facts, globals, precision, .. } =
            solved.expect("the last precision has no limit");
        let mut locals = Map::default();
        for (id, object) in solver.objects.list.iter_ids() {
            if let ObjectKind::Local(function, value) = object.kind {
                locals.insert((function, value), id);
            }
        }
        let figures = Figures {
            functions: codes.iter().flatten().count(),
            nodes: solver.graph.nodes.len(),
            merged: solver.graph.merged,
            constraints: solver.figures.constraints,
            objects: solver.objects.list.len(),
            places: solver.objects.locs(),
            chains: chains.len(),
            waves: solver.figures.waves,
            chain: precision.chain,
        };
        let (graph, objects) = (solver.graph, solver.objects);
        Self { graph, objects, chains, codes, facts, globals, locals, figures }
    }

    /// How much there was to do.
    pub fn figures(&self) -> Figures {
        self.figures
    }

    /// Whether a call may reach a function.
    pub fn is_reached(&self, function: FuncId) -> bool {
        self.codes.get(function).is_some_and(Option::is_some)
    }

    /// All objects.
    pub fn objects(&self) -> impl ExactSizeIterator<Item = ObjectId> + use<> {
        self.objects.list.ids()
    }

    /// What an object is.
    pub fn kind(&self, object: ObjectId) -> ObjectKind {
        self.objects.list[object].kind
    }

    /// How many bytes an object has, where known.
    pub fn size(&self, object: ObjectId) -> Option<u64> {
        self.objects.list[object].size
    }

    /// The calls that led to an allocation, the innermost first.
    pub fn calls(&self, chain: ChainId) -> Vec<CallSite> {
        self.chains.calls(chain)
    }

    /// Where a value may lead; `None` for values that are no pointers and in functions that nothing reaches.
    pub fn set(&self, function: FuncId, value: Value) -> Option<SetId> {
        let code = self.codes.get(function).and_then(Option::as_ref)?;
        let node = code.values.get(value).copied().flatten()?;
        Some(SetId(self.graph.found(node)))
    }

    /// The places a value may lead to, in order.
    pub fn places(&self, function: FuncId, value: Value) -> Vec<(ObjectId, Place)> {
        let set = self.set(function, value).map(|set| self.graph.set(set.0));
        let mut places: Vec<_> =
            set.into_iter().flat_map(SparseSet::iter).map(|loc| self.objects.at(loc)).collect();
        places.sort_unstable();
        places
    }

    /// The objects a value may lead to, in order.
    pub fn targets(&self, function: FuncId, value: Value) -> Vec<ObjectId> {
        self.set(function, value).map_or_else(Vec::new, |set| self.objects_of(set))
    }

    /// The objects of a set, in order.
    pub fn objects_of(&self, set: SetId) -> Vec<ObjectId> {
        self.in_order(self.graph.set(set.0).iter())
    }

    /// The objects that pointers in an object may lead to, in order.
    pub fn contents(&self, object: ObjectId) -> Vec<ObjectId> {
        self.in_order(self.objects.contents(object).flat_map(|node| self.graph.set(node).iter()))
    }

    fn in_order(&self, locs: impl Iterator<Item = Loc>) -> Vec<ObjectId> {
        let mut is_in: IdVec<ObjectId, bool> = self.objects.list.iter().map(|_| false).collect();
        locs.for_each(|loc| is_in[self.objects.at(loc).0] = true);
        is_in.iter_ids().filter(|(_, is_in)| **is_in).map(|(object, _)| object).collect()
    }

    /// The object that calls allocate: the call of the allocating function, the call of the function around it, and so
    /// on. No more of them are asked for than matter.
    pub fn allocation(&self, calls: impl IntoIterator<Item = CallSite>) -> Option<ObjectId> {
        self.chains.object(calls)
    }

    /// The object of a global whose address is used.
    pub fn global(&self, global: GlobalId) -> Option<ObjectId> {
        self.globals.get(&global).copied()
    }

    /// The object of a local whose address is used.
    pub fn local(&self, function: FuncId, local: Value) -> Option<ObjectId> {
        self.locals.get(&(function, local)).copied()
    }

    /// The classes of objects that may alias.
    pub fn classes(&self, module: &Module, options: ClassOptions) -> AliasClasses {
        AliasClasses::new(self, module, options)
    }
}
