//! Constraints over points-to sets, solved in waves (Pereira and Berlin, CGO 2009).
//!
//! A wave unites the nodes of cycles, lets what is new in each set flow along the edges in topological order, and then
//! looks at loads, stores, copies and calls of what is new, which makes new edges.

use vellum_collections::{
    SparseSet,
    cast::{index, len32, len64},
};

use super::{
    cycles,
    graph::{Constraint, Graph, Loc, Node},
    memory::{Access, ObjectId, Objects},
    place::{Place, Step, WORD},
};

/// Pairs of places that one copy looks at; a copy between more of them is one of anything to anywhere.
const MAX_PAIRS: usize = 64;

/// A copy of memory between what two nodes point to.
#[derive(Clone, Copy, Debug)]
struct Copy {
    to: Node,
    from: Node,
    length: Option<u64>,
    /// What everything flows through once there are too many pairs.
    all: Option<Node>,
}

/// The system of constraints.
#[derive(Clone, Debug, Default)]
pub(super) struct Solver {
    pub(super) graph: Graph,
    pub(super) objects: Objects,
    copies: Vec<Copy>,
    /// Calls through pointers that were found: the call's number and where the pointer leads.
    pub(super) found: Vec<(u32, Loc)>,
    pub(super) figures: Work,
    /// How much may be done before it is given up; `None` is anything.
    pub(super) limit: Option<u64>,
}

/// What solving took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) constraints: u64,
    pub(super) waves: u64,
    /// Members of sets that flowed along edges, or that constraints looked at.
    steps: u64,
}

impl Solver {
    pub(super) fn node(&mut self) -> Node {
        self.graph.node()
    }

    /// `node` points to a place.
    pub(super) fn points(&mut self, node: Node, object: ObjectId, place: Place) {
        let loc = self.objects.loc(object, place);
        self.graph.insert(node, loc);
    }

    /// What `from` points to, `to` points to as well.
    pub(super) fn edge(&mut self, from: Node, to: Node) {
        self.figures.constraints += 1;
        self.graph.edge(from, to);
    }

    /// What `from` points to, moved, `to` points to.
    pub(super) fn step(&mut self, from: Node, to: Node, step: Step) {
        if step == Step::NONE {
            self.edge(from, to);
        } else {
            self.constrain(from, Constraint::Move { to, step });
        }
    }

    /// `to` gets what is in `size` bytes of memory.
    pub(super) fn load(&mut self, address: Node, to: Node, size: u64) {
        self.constrain(address, Constraint::Load { to, size });
    }

    /// `size` bytes of memory get what `from` points to.
    pub(super) fn store(&mut self, address: Node, from: Node, size: u64) {
        self.constrain(address, Constraint::Store { from, size });
    }

    /// Memory is copied; `None` is any number of bytes.
    pub(super) fn copy(&mut self, to: Node, from: Node, length: Option<u64>) {
        if length.is_some_and(|length| length < WORD) {
            return;
        }
        let number = len32(self.copies.len());
        self.copies.push(Copy { to, from, length, all: None });
        self.constrain(from, Constraint::Source(number));
        self.constrain(to, Constraint::Target(number));
    }

    /// Functions that `pointer` points to are called.
    pub(super) fn call(&mut self, pointer: Node, number: u32) {
        self.constrain(pointer, Constraint::Call(number));
    }

    fn constrain(&mut self, node: Node, constraint: Constraint) {
        self.figures.constraints += 1;
        let node = self.graph.find(node);
        let data = &mut self.graph.nodes[index(node)];
        data.constraints.push(constraint);
        let seen = data.seen.clone();
        self.apply(constraint, &seen);
    }

    /// Whether more was done than may be.
    pub(super) fn is_over(&self) -> bool {
        self.limit.is_some_and(|limit| self.figures.steps > limit)
    }

    /// One wave; whether there was anything to do. It ends early when too much was done.
    pub(super) fn wave(&mut self) -> bool {
        self.objects.settle(&mut self.graph);
        if self.graph.waiting.is_empty() {
            return false;
        }
        self.figures.waves += 1;
        cycles::collapse(&mut self.graph);
        let (order, moves) = cycles::order(&mut self.graph);
        for (node, i) in moves {
            let data = &self.graph.nodes[index(node)];
            let (constraint, seen) = (data.constraints[i], data.seen.clone());
            self.apply(constraint, &seen);
        }
        self.graph.waiting.clear();
        let mut later: Vec<(Node, SparseSet)> = Vec::new();
        for node in order {
            if !self.graph.is_waiting(node) {
                continue;
            }
            if self.is_over() {
                return true;
            }
            let news = self.graph.news(node);
            let targets = self.graph.targets(node);
            self.figures.steps += len64(news.len() * targets.len());
            for to in targets {
                self.graph.flow(&news, to);
            }
            let constraints = &self.graph.nodes[index(node)].constraints;
            let mut has_more = false;
            for i in 0..constraints.len() {
                match self.graph.nodes[index(node)].constraints[i] {
                    constraint @ Constraint::Move { .. } => self.apply(constraint, &news),
                    _ => has_more = true,
                }
            }
            if has_more {
                later.push((node, news));
            }
        }
        for (node, news) in later {
            // Constraints that come about now are applied to what was seen when they do.
            for i in 0..self.graph.nodes[index(node)].constraints.len() {
                match self.graph.nodes[index(node)].constraints[i] {
                    Constraint::Move { .. } => (),
                    _ if self.is_over() => return true,
                    constraint => self.apply(constraint, &news),
                }
            }
        }
        true
    }

    /// What follows from a constraint for members of its node's set.
    fn apply(&mut self, constraint: Constraint, members: &SparseSet) {
        self.figures.steps += len64(members.len());
        match constraint {
            Constraint::Load { to, size } => {
                for loc in members.iter() {
                    for node in self.objects.nodes(&mut self.graph, loc, size, Access::Load) {
                        self.graph.edge(node, to);
                    }
                }
            }
            Constraint::Store { from, size } => {
                for loc in members.iter() {
                    for node in self.objects.nodes(&mut self.graph, loc, size, Access::Store) {
                        self.graph.edge(from, node);
                    }
                }
            }
            Constraint::Move { to, step } => {
                let moved: SparseSet =
                    members.iter().filter_map(|loc| self.objects.moved(loc, step)).collect();
                self.graph.flow(&moved, to);
            }
            Constraint::Source(number) => {
                let to = self.graph.set(self.copies[index(number)].to).clone();
                self.pairs(number, members, &to);
            }
            Constraint::Target(number) => {
                let from = self.graph.set(self.copies[index(number)].from).clone();
                self.pairs(number, &from, members);
            }
            Constraint::Call(number) => self.found.extend(members.iter().map(|loc| (number, loc))),
        }
    }

    fn pairs(&mut self, number: u32, from: &SparseSet, to: &SparseSet) {
        let copy = self.copies[index(number)];
        if copy.all.is_some() {
            return;
        }
        if self.graph.set(copy.from).len() * self.graph.set(copy.to).len() <= MAX_PAIRS {
            for from in from.iter() {
                for to in to.iter() {
                    self.objects.copy(from, to, copy.length);
                }
            }
            return;
        }
        let all = self.graph.node();
        self.copies[index(number)].all = Some(all);
        let [source, target] = [self.node(), self.node()];
        self.step(copy.from, source, Step::ANYWHERE);
        self.step(copy.to, target, Step::ANYWHERE);
        self.load(source, all, WORD);
        self.store(target, all, WORD);
    }
}
