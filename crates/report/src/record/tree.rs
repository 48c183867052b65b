//! The tree of paths, as a record has it.
//!
//! Of a node the last thing said counts: a path that a limit stopped may have gone on in a later run.

use vellum_collections::Map;

use super::{
    facts::Parted,
    leaf::{Ending, Leaf},
};

/// Nodes there may be: whoever names a later one is not believed.
const MOST: u64 = 1 << 32;

/// A tree of paths.
#[derive(Clone, Debug, Default)]
pub struct RecordedTree {
    /// By number, which only [`Self::settle`] makes their order: whoever names a number takes no room for those below.
    nodes: Map<u64, RecordedNode>,
    roots: u64,
    /// Above all numbers there are.
    end: u64,
}

/// A node: it parted, or ended, or nobody knows yet.
#[derive(Clone, Debug, Default)]
pub struct RecordedNode {
    /// How it parted.
    pub parted: Option<Parted>,
    /// How it ended.
    pub leaf: Option<Box<Leaf>>,
    /// Whether nothing is left to run of it and of what came from it.
    finished: bool,
}

impl RecordedTree {
    pub(super) fn begin(&mut self, roots: u64) {
        self.roots = roots;
    }

    pub(super) fn part(&mut self, parted: Parted) {
        for child in parted.children {
            self.make(child);
        }
        if let Some(node) = self.make(parted.node) {
            *node = RecordedNode { parted: Some(parted), ..RecordedNode::default() };
        }
    }

    pub(super) fn end(&mut self, leaf: Leaf) {
        let is_finished = leaf.end.is_finished();
        // A run that went on and was stopped on the way to where it had been knows no more of a node than there was.
        if let Some(node) = self.make(leaf.node).filter(|node| is_finished || node.parted.is_none()) {
            *node = RecordedNode { leaf: Some(Box::new(leaf)), ..RecordedNode::default() };
        }
    }

    fn make(&mut self, node: u64) -> Option<&mut RecordedNode> {
        if node >= MOST {
            return None;
        }
        self.end = self.end.max(node + 1);
        Some(self.nodes.entry(node).or_default())
    }

    /// Finds out which nodes nothing is left of.
    pub(super) fn settle(&mut self) {
        self.nodes.sort_unstable_keys();
        // Children are younger than their parents.
        for place in (0..self.nodes.len()).rev() {
            let (&id, node) = self.nodes.get_index(place).expect("a place of a node");
            let over = node.leaf.as_ref().is_some_and(|leaf| leaf.end.is_finished());
            let parted = node.parted.is_some_and(|parted| {
                parted.children.iter().all(|&child| child > id && self.is_finished(child))
            });
            self.nodes[place].finished = over || parted;
        }
    }

    /// Has paths that met something unsupported count as stopped there: under other options they may go on. How many.
    pub fn reopen_unsupported(&mut self) -> u64 {
        let mut count = 0;
        for leaf in self.nodes.values_mut().filter_map(|node| node.leaf.as_deref_mut()) {
            if let Ending::Unsupported(what) = &leaf.end {
                leaf.end = Ending::Stopped(what.clone());
                count += 1;
            }
        }
        self.settle();
        count
    }

    /// Numbers from here on are free.
    pub fn len(&self) -> u64 {
        self.end
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Paths the run began with, which are the first nodes.
    pub fn roots(&self) -> u64 {
        self.roots
    }

    /// A node.
    pub fn node(&self, id: u64) -> Option<&RecordedNode> {
        self.nodes.get(&id)
    }

    /// Whether nothing is left to run of a node and of what came from it.
    pub fn is_finished(&self, id: u64) -> bool {
        self.node(id).is_some_and(|node| node.finished)
    }

    /// Whether nothing is left to run.
    pub fn is_explored(&self) -> bool {
        self.roots > 0 && (0..self.roots).all(|root| self.is_finished(root))
    }

    /// A node and all that came from it, parents first.
    pub fn below(&self, id: u64) -> impl Iterator<Item = (u64, &RecordedNode)> {
        let mut todo = vec![id];
        std::iter::from_fn(move || {
            let id = todo.pop()?;
            let node = self.node(id)?;
            let younger = |child: &u64| *child > id;
            todo.extend(node.parted.iter().flat_map(|parted| parted.children).rev().filter(younger));
            Some((id, node))
        })
    }

    /// How paths ended, by age: also those of nodes that became something else in a later run.
    pub fn leaves(&self) -> impl Iterator<Item = &Leaf> {
        self.nodes.values().filter_map(|node| node.leaf.as_deref())
    }

    /// The nodes that come from where the run began.
    pub fn reached(&self) -> impl Iterator<Item = (u64, &RecordedNode)> {
        self.nodes.keys().take_while(|&&id| id < self.roots).flat_map(|&root| self.below(root))
    }
}
