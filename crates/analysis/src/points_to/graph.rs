//! Nodes with their points-to sets, and the edges along which sets flow.
//!
//! Nodes on a cycle of edges have equal sets, so they are made one: `find` says which. Edges and constraints name nodes
//! as they were when they were made.

use vellum_collections::{
    SparseSet,
    cast::{index, len32},
};

use super::place::Step;

/// A node: a value, or a word of memory.
pub(super) type Node = u32;

/// A place that a pointer leads to.
pub(super) type Loc = u32;

/// What follows for each member of a node's set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Constraint {
    /// Something is done with what is there and a node.
    Each {
        what: What,
        with: Node,
        /// Whether `with` stands between this node and others of which the same is to be said.
        is_shared: bool,
    },
    /// Memory there is the target or the source of a copy, by its number.
    Target(u32),
    Source(u32),
    /// A function there is called, by the number of the call.
    Call(u32),
}

/// What is done with a place and a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// What is in so many bytes of memory there flows to the node.
    Load(u64),
    /// The node's set flows to so many bytes of memory there.
    Store(u64),
    /// The place, moved, is in the node's set.
    Move(Step),
}

/// What is known of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeData {
    /// Places it may point to.
    pub(super) set: SparseSet,
    /// Those that edges and constraints have seen.
    pub(super) seen: SparseSet,
    /// Where its set flows.
    pub(super) edges: SparseSet,
    pub(super) constraints: Vec<Constraint>,
    /// Whether the set has members not seen.
    is_waiting: bool,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    parents: Vec<Node>,
    pub(super) nodes: Vec<NodeData>,
    /// Nodes whose set has grown, perhaps more than once.
    pub(super) waiting: Vec<Node>,
    /// How many nodes became part of others.
    pub(super) merged: u64,
}

impl Graph {
    pub(super) fn node(&mut self) -> Node {
        let node = len32(self.parents.len());
        self.parents.push(node);
        self.nodes.push(NodeData::default());
        node
    }

    /// The node that stands for `node`.
    pub(super) fn find(&mut self, node: Node) -> Node {
        let mut at = node;
        while self.parents[index(at)] != at {
            let above = self.parents[index(self.parents[index(at)])];
            self.parents[index(at)] = above;
            at = above;
        }
        at
    }

    /// The node that stands for `node`, for those who only look.
    pub(super) fn found(&self, node: Node) -> Node {
        let mut at = node;
        while self.parents[index(at)] != at {
            at = self.parents[index(at)];
        }
        at
    }

    /// The set of a node.
    pub(super) fn set(&self, node: Node) -> &SparseSet {
        &self.nodes[index(self.found(node))].set
    }

    pub(super) fn insert(&mut self, node: Node, loc: Loc) {
        let node = self.find(node);
        if self.nodes[index(node)].set.insert(loc) {
            self.wait(node);
        }
    }

    pub(super) fn edge(&mut self, from: Node, to: Node) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.nodes[index(from)].edges.insert(to) {
            return;
        }
        let [source, target] =
            self.nodes.get_disjoint_mut([index(from), index(to)]).expect("two nodes, both there");
        if target.set.union(&source.seen) {
            self.wait(to);
        }
    }

    /// Takes an edge away. Both nodes stand for themselves.
    pub(super) fn cut(&mut self, from: Node, to: Node) {
        self.nodes[index(from)].edges.remove(to);
    }

    /// Adds members to a set.
    pub(super) fn flow(&mut self, members: &SparseSet, to: Node) {
        let to = self.find(to);
        if self.nodes[index(to)].set.union(members) {
            self.wait(to);
        }
    }

    /// Makes two nodes one.
    pub(super) fn unite(&mut self, a: Node, b: Node) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let (keep, drop) = (a.min(b), a.max(b));
        self.merged += 1;
        self.parents[index(drop)] = keep;
        let gone = std::mem::take(&mut self.nodes[index(drop)]);
        let kept = &mut self.nodes[index(keep)];
        kept.set.union(&gone.set);
        // Seen is what the edges and constraints of both have seen.
        kept.seen = kept.seen.without(&kept.seen.without(&gone.seen));
        kept.edges.union(&gone.edges);
        kept.constraints.extend(gone.constraints);
        if kept.set != kept.seen {
            self.wait(keep);
        }
    }

    /// The members a node's edges have not seen; from now on they have.
    pub(super) fn news(&mut self, node: Node) -> SparseSet {
        let data = &mut self.nodes[index(node)];
        data.is_waiting = false;
        let news = data.set.without(&data.seen);
        data.seen.union(&news);
        news
    }

    pub(super) fn is_waiting(&self, node: Node) -> bool {
        self.nodes[index(node)].is_waiting
    }

    fn wait(&mut self, node: Node) {
        let data = &mut self.nodes[index(node)];
        if !std::mem::replace(&mut data.is_waiting, true) {
            self.waiting.push(node);
        }
    }

    /// The nodes that edges lead to from `node`, each as the node that stands for it.
    pub(super) fn targets(&mut self, node: Node) -> Vec<Node> {
        let edges = std::mem::take(&mut self.nodes[index(node)].edges);
        let mut clean = SparseSet::new();
        let mut is_clean = true;
        for edge in edges.iter() {
            let to = self.find(edge);
            is_clean &= to == edge;
            if to == node {
                is_clean = false;
            } else {
                clean.insert(to);
            }
        }
        let targets = clean.iter().collect();
        self.nodes[index(node)].edges = if is_clean { edges } else { clean };
        targets
    }

    /// The same with targets of moved pointers, which order a wave but make no cycles.
    pub(super) fn followers(&mut self, node: Node) -> Vec<Node> {
        let mut followers = self.targets(node);
        for i in 0..self.nodes[index(node)].constraints.len() {
            let constraint = self.nodes[index(node)].constraints[i];
            if let Constraint::Each { what: What::Move(_), with, .. } = constraint {
                followers.push(self.find(with));
            }
        }
        followers
    }
}
