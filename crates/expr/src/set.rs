//! Sets of expressions that share with their older versions.
//!
//! A Patricia tree over the bits of the number (Okasaki and Gill, "Fast mergeable integer maps", 1998): a copy
//! costs nothing, an insertion rebuilds one branch of at most 32 nodes.

use std::rc::Rc;

use vellum_collections::Id;

use crate::pool::Expr;

/// A set of expressions; a clone shares everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedSet {
    root: Option<Rc<Tree>>,
}

#[derive(Debug)]
enum Tree {
    Leaf(usize),
    /// Numbers that agree above `bit`; those with it clear, and those with it set.
    Branch {
        prefix: usize,
        bit: usize,
        clear: Rc<Tree>,
        set: Rc<Tree>,
    },
}

impl SharedSet {
    /// Whether `e` is in it.
    pub(crate) fn contains(&self, e: Expr) -> bool {
        let number = e.index();
        let mut next = self.root.as_deref();
        while let Some(Tree::Branch { bit, clear, set, .. }) = next {
            next = Some(if number & bit == 0 { clear } else { set });
        }
        matches!(next, Some(&Tree::Leaf(found)) if found == number)
    }

    /// The set with `e` in it.
    pub(crate) fn with(&self, e: Expr) -> Self {
        let root = match &self.root {
            None => Rc::new(Tree::Leaf(e.index())),
            Some(tree) => insert(tree, e.index()),
        };
        Self { root: Some(root) }
    }
}

/// The recursion goes down one bit at least each time.
fn insert(tree: &Rc<Tree>, number: usize) -> Rc<Tree> {
    match &**tree {
        &Tree::Leaf(found) if found == number => Rc::clone(tree),
        &Tree::Leaf(found) => join(tree, found, number),
        &Tree::Branch { prefix, bit, .. } if above(number, bit) != prefix => join(tree, prefix, number),
        Tree::Branch { prefix, bit, clear, set } => {
            let (clear, set) = if number & bit == 0 {
                (insert(clear, number), Rc::clone(set))
            } else {
                (Rc::clone(clear), insert(set, number))
            };
            Rc::new(Tree::Branch { prefix: *prefix, bit: *bit, clear, set })
        }
    }
}

/// A tree, some number of it or its prefix, and a new number that differs from all of it.
fn join(tree: &Rc<Tree>, some: usize, number: usize) -> Rc<Tree> {
    let bit = 1 << (some ^ number).ilog2();
    let (old, new) = (Rc::clone(tree), Rc::new(Tree::Leaf(number)));
    let (clear, set) = if number & bit == 0 { (new, old) } else { (old, new) };
    Rc::new(Tree::Branch { prefix: above(number, bit), bit, clear, set })
}

/// The bits of a number above one bit.
fn above(number: usize, bit: usize) -> usize {
    number & !(bit | (bit - 1))
}

#[cfg(test)]
mod tests {
    use vellum_collections::{Id, Set};

    use super::SharedSet;
    use crate::pool::Expr;

    #[test]
    fn it_holds_what_was_put_in_and_older_versions_stay() {
        let mut shared = SharedSet::default();
        let mut plain = Set::default();
        let mut versions = vec![(shared.clone(), plain.clone())];
        for i in 0..500_usize {
            let number = (i * i * 7919) % 1021;
            shared = shared.with(Expr::from_index(number));
            plain.insert(number);
            versions.push((shared.clone(), plain.clone()));
        }
        for (shared, plain) in versions.iter().step_by(50) {
            for number in 0..1100 {
                assert_eq!(shared.contains(Expr::from_index(number)), plain.contains(&number), "{number}");
            }
        }
    }
}
