//! Down the tree of forks, a coin at each: paths near the root are as likely as all of their cousins together.

use vellum_collections::{Map, Random};

use super::{PathId, Searcher};

/// The tree of forks, its leaves the waiting paths.
///
/// Invariant: an inner node has two children; a branch without waiting paths is cut off, and what is left of the
/// node takes its place.
#[derive(Debug)]
pub(super) struct RandomPath {
    numbers: Random,
    nodes: Vec<Node>,
    free: Vec<usize>,
    root: Option<usize>,
    leaves: Map<PathId, usize>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Leaf(PathId),
    Fork([usize; 2]),
}

impl RandomPath {
    /// A tree without paths.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            numbers: Random::new(seed),
            nodes: Vec::new(),
            free: Vec::new(),
            root: None,
            leaves: Map::default(),
        }
    }

    fn node(&mut self, node: Node) -> usize {
        if let Some(at) = self.free.pop() {
            self.nodes[at] = node;
            return at;
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn leaf(&mut self, path: PathId, parent: Option<usize>) -> usize {
        let at = self.node(Node { parent, kind: Kind::Leaf(path) });
        self.leaves.insert(path, at);
        at
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, path: PathId, parent: Option<PathId>) {
        let fork = parent.and_then(|parent| self.leaves.get(&parent).copied().map(|at| (parent, at)));
        match (fork, self.root) {
            (Some((parent, at)), _) => {
                // The parent's leaf becomes a fork between it and the new path.
                let old = self.leaf(parent, Some(at));
                let new = self.leaf(path, Some(at));
                self.nodes[at].kind = Kind::Fork([old, new]);
            }
            (None, None) => self.root = Some(self.leaf(path, None)),
            (None, Some(root)) => {
                let top = self.node(Node { parent: None, kind: Kind::Fork([root, root]) });
                let new = self.leaf(path, Some(top));
                self.nodes[root].parent = Some(top);
                self.nodes[top].kind = Kind::Fork([root, new]);
                self.root = Some(top);
            }
        }
    }

    fn remove(&mut self, path: PathId) {
        let Some(at) = self.leaves.swap_remove(&path) else { return };
        self.free.push(at);
        let Some(fork) = self.nodes[at].parent else {
            self.root = None;
            return;
        };
        let Kind::Fork([a, b]) = self.nodes[fork].kind else { unreachable!("a leaf has no children") };
        let rest = if a == at { b } else { a };
        let above = self.nodes[fork].parent;
        self.nodes[rest].parent = above;
        self.free.push(fork);
        match above {
            None => self.root = Some(rest),
            Some(above) => {
                if let Kind::Fork(children) = &mut self.nodes[above].kind {
                    for child in children.iter_mut().filter(|child| **child == fork) {
                        *child = rest;
                    }
                }
            }
        }
    }

    fn select(&mut self) -> PathId {
        let mut at = self.root.expect("a path waits");
        let mut coins = self.numbers.next();
        let mut left = u64::BITS;
        loop {
            match self.nodes[at].kind {
                Kind::Leaf(path) => return path,
                Kind::Fork(children) => {
                    at = children[usize::from(coins & 1 == 1)];
                    coins >>= 1;
                    left -= 1;
                    if left == 0 {
                        (coins, left) = (self.numbers.next(), u64::BITS);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Id;

    use super::{PathId, RandomPath, Searcher};

    #[test]
    fn each_side_of_a_fork_is_as_likely_however_many_paths_it_has() {
        let path = PathId::from_index;
        let mut tree = RandomPath::new(1);
        tree.add(path(0), None);
        // One side stays a single path, the other becomes a hundred.
        tree.add(path(1), Some(path(0)));
        for number in 2..100 {
            tree.add(path(number), Some(path(number - 1)));
        }
        let first = (0..10_000).filter(|_| tree.select() == path(0)).count();
        assert!((4_700..5_300).contains(&first), "{first} of 10000");
    }
}
