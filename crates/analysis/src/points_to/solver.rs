//! Constraints over points-to sets, solved in waves (Pereira and Berlin, CGO 2009).
//!
//! A wave unites the nodes of cycles, lets what is new in each set flow along the edges in topological order, and then
//! looks at loads, stores, copies and calls of what is new, which makes new edges.

use vellum_collections::{
    Map, SparseSet,
    cast::{index, len32, len64},
};

use super::{
    cycles::{self, Move},
    graph::{Constraint, Graph, Loc, Node, What},
    memory::{Access, ObjectId, Objects},
    place::{Place, Step, WORD},
};

/// Pairs of places that one copy looks at; a copy between more of them is one of anything to anywhere.
const MAX_PAIRS: usize = 64;

/// Sets flow many members at once: so many words of them take as long as one member that a constraint looks at.
const WORDS_PER_STEP: u64 = 8;

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
    /// Members of sets that constraints looked at, and words that flowed along edges.
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
            self.each(from, What::Move(step), to);
        }
    }

    /// `to` gets what is in `size` bytes of memory.
    pub(super) fn load(&mut self, address: Node, to: Node, size: u64) {
        self.each(address, What::Load(size), to);
    }

    /// `size` bytes of memory get what `from` points to.
    pub(super) fn store(&mut self, address: Node, from: Node, size: u64) {
        self.each(address, What::Store(size), from);
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

    /// Something is done with what `node` points to and `with`. Where the same is done with another node already, a
    /// third one comes between: what is done with it is done with both.
    fn each(&mut self, node: Node, what: What, with: Node) {
        let node = self.graph.find(node);
        let constraints = &self.graph.nodes[index(node)].constraints;
        let is_same =
            |other: &Constraint| matches!(other, Constraint::Each { what: same, .. } if *same == what);
        let Some(at) = constraints.iter().position(is_same) else {
            return self.constrain(node, Constraint::Each { what, with, is_shared: false });
        };
        self.figures.constraints += 1;
        let shared = match constraints[at] {
            Constraint::Each { with, is_shared: true, .. } => with,
            Constraint::Each { with: other, .. } => {
                if self.graph.find(other) == self.graph.find(with) {
                    return;
                }
                let shared = self.graph.node();
                self.link(what, other, shared);
                let constraint = Constraint::Each { what, with: shared, is_shared: true };
                let data = &mut self.graph.nodes[index(node)];
                data.constraints[at] = constraint;
                let seen = data.seen.clone();
                self.apply(constraint, &seen);
                shared
            }
            _ => unreachable!("it is the same"),
        };
        self.link(what, with, shared);
    }

    /// What is done with `shared` is done with `node`.
    fn link(&mut self, what: What, node: Node, shared: Node) {
        match what {
            What::Load(_) | What::Move(_) => self.graph.edge(shared, node),
            What::Store(_) => self.graph.edge(node, shared),
        }
    }

    /// Says what is done with several nodes once. Nodes that became one brought their constraints with them.
    fn share(&mut self, node: Node) {
        let node = self.graph.find(node);
        let mut places: Map<What, usize> = Map::default();
        let mut kept: Vec<Constraint> = Vec::new();
        let mut fresh: Vec<usize> = Vec::new();
        for constraint in std::mem::take(&mut self.graph.nodes[index(node)].constraints) {
            let Constraint::Each { what, with, is_shared } = constraint else {
                kept.push(constraint);
                continue;
            };
            let Some(&at) = places.get(&what) else {
                places.insert(what, kept.len());
                kept.push(constraint);
                continue;
            };
            let Constraint::Each { with: other, is_shared: is_other_shared, .. } = kept[at] else {
                unreachable!("places are of such constraints")
            };
            match (is_other_shared, is_shared) {
                _ if self.graph.find(with) == self.graph.find(other) => (),
                (true, true) => self.graph.unite(with, other),
                (true, false) => self.link(what, with, other),
                (false, true) => {
                    self.link(what, other, with);
                    kept[at] = constraint;
                }
                (false, false) => {
                    let shared = self.graph.node();
                    self.link(what, with, shared);
                    self.link(what, other, shared);
                    kept[at] = Constraint::Each { what, with: shared, is_shared: true };
                    fresh.push(at);
                }
            }
        }
        // When shared nodes become one, this one may become part of another.
        let node = self.graph.find(node);
        let data = &mut self.graph.nodes[index(node)];
        let seen = data.seen.clone();
        data.constraints.extend_from_slice(&kept);
        for at in fresh {
            self.apply(kept[at], &seen);
        }
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
        for node in cycles::collapse(&mut self.graph) {
            self.share(node);
        }
        let (order, moves) = cycles::order(&mut self.graph);
        // Those that wait are among the nodes in order; what comes now may make others wait, for the next wave.
        self.graph.waiting.clear();
        for Move { from, to, step } in moves {
            self.each(from, What::Move(step), to);
        }
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
            self.figures.steps += len64(news.words() * targets.len()) / WORDS_PER_STEP;
            for to in targets {
                self.graph.flow(&news, to);
            }
            let constraints = &self.graph.nodes[index(node)].constraints;
            let mut has_more = false;
            for i in 0..constraints.len() {
                match self.graph.nodes[index(node)].constraints[i] {
                    constraint @ Constraint::Each { what: What::Move(_), .. } => {
                        self.apply(constraint, &news);
                    }
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
                    Constraint::Each { what: What::Move(_), .. } => (),
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
            Constraint::Each { what: What::Load(size), with, .. } => {
                for loc in members.iter() {
                    for node in self.objects.nodes(&mut self.graph, loc, size, Access::Load) {
                        self.graph.edge(node, with);
                    }
                }
            }
            Constraint::Each { what: What::Store(size), with, .. } => {
                for loc in members.iter() {
                    for node in self.objects.nodes(&mut self.graph, loc, size, Access::Store) {
                        self.graph.edge(with, node);
                    }
                }
            }
            Constraint::Each { what: What::Move(step), with, .. } => {
                let moved: SparseSet =
                    members.iter().filter_map(|loc| self.objects.moved(loc, step)).collect();
                self.graph.flow(&moved, with);
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
