//! A search tree whose shape follows from what is in it alone.
//!
//! By keys it is a search tree, by *ranks* a heap: an entry's weight, and among equal weights the scrambled key, which no
//! two have in common. So there is one shape for each set of entries, however it came about. Copies share nodes; a
//! change duplicates those on the way to it that others have, too.

use std::rc::Rc;

use vellum_collections::scramble;

type Link<T> = Option<Rc<Node<T>>>;

/// Entries with a key, a weight and a value.
#[derive(Clone, Debug)]
pub(crate) struct Treap<T> {
    root: Link<T>,
}

#[derive(Clone, Debug)]
struct Node<T> {
    entry: Entry<T>,
    left: Link<T>,
    right: Link<T>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<T> {
    pub(crate) key: u64,
    pub(crate) weight: u64,
    pub(crate) value: T,
}

impl<T> Default for Treap<T> {
    fn default() -> Self {
        Self { root: None }
    }
}

impl<T> Entry<T> {
    fn rank(&self) -> (u64, u64) {
        (self.weight, scramble(self.key))
    }
}

impl<T: Copy> Treap<T> {
    /// Adds an entry whose key is not in it.
    pub(crate) fn insert(&mut self, key: u64, weight: u64, value: T) {
        insert(&mut self.root, Node { entry: Entry { key, weight, value }, left: None, right: None });
    }

    /// Removes the entry with this key.
    pub(crate) fn remove(&mut self, key: u64) -> Option<Entry<T>> {
        // Without it there is nothing to duplicate.
        let found = self.below(key).filter(|entry| entry.key == key)?;
        remove(&mut self.root, key);
        Some(found)
    }

    /// The entry of the highest rank.
    pub(crate) fn heaviest(&self) -> Option<Entry<T>> {
        self.root.as_ref().map(|node| node.entry)
    }

    /// The entry with the largest key that is not above `key`.
    pub(crate) fn below(&self, key: u64) -> Option<Entry<T>> {
        let (mut next, mut found) = (self.root.as_ref(), None);
        while let Some(node) = next {
            if node.entry.key <= key {
                found = Some(node.entry);
                next = node.right.as_ref();
            } else {
                next = node.left.as_ref();
            }
        }
        found
    }

    /// The entry with the smallest key that is not below `key`.
    pub(crate) fn above(&self, key: u64) -> Option<Entry<T>> {
        let (mut next, mut found) = (self.root.as_ref(), None);
        while let Some(node) = next {
            if node.entry.key >= key {
                found = Some(node.entry);
                next = node.left.as_ref();
            } else {
                next = node.right.as_ref();
            }
        }
        found
    }

    /// All entries, by rising key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry<T>> {
        let behind = |entry: &Entry<T>| entry.key.checked_add(1).and_then(|key| self.above(key));
        std::iter::successors(self.above(0), behind)
    }
}

fn insert<T: Copy>(link: &mut Link<T>, mut new: Node<T>) {
    match link {
        Some(node) if node.entry.rank() > new.entry.rank() => {
            let node = Rc::make_mut(node);
            let side = if new.entry.key < node.entry.key { &mut node.left } else { &mut node.right };
            insert(side, new);
        }
        _ => {
            (new.left, new.right) = split(link.take(), new.entry.key);
            *link = Some(Rc::new(new));
        }
    }
}

fn remove<T: Copy>(link: &mut Link<T>, key: u64) {
    let Some(node) = link else { return };
    if node.entry.key == key {
        let (left, right) = (node.left.clone(), node.right.clone());
        *link = None;
        *link = join(left, right);
        return;
    }
    let node = Rc::make_mut(node);
    remove(if key < node.entry.key { &mut node.left } else { &mut node.right }, key);
}

/// The entries below `key`, and those above.
fn split<T: Copy>(link: Link<T>, key: u64) -> (Link<T>, Link<T>) {
    let Some(mut node) = link else { return (None, None) };
    let inner = Rc::make_mut(&mut node);
    if inner.entry.key < key {
        let (below, above) = split(inner.right.take(), key);
        inner.right = below;
        (Some(node), above)
    } else {
        let (below, above) = split(inner.left.take(), key);
        inner.left = above;
        (below, Some(node))
    }
}

/// Both in one; all keys of `left` are below those of `right`.
fn join<T: Copy>(left: Link<T>, right: Link<T>) -> Link<T> {
    match (left, right) {
        (None, one) | (one, None) => one,
        (Some(mut left), Some(mut right)) => Some(if left.entry.rank() > right.entry.rank() {
            let inner = Rc::make_mut(&mut left);
            inner.right = join(inner.right.take(), Some(right));
            left
        } else {
            let inner = Rc::make_mut(&mut right);
            inner.left = join(Some(left), inner.left.take());
            right
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fmt::Write, rc::Rc};

    use vellum_collections::{
        Random,
        cast::{index64, len64},
    };

    use super::{Entry, Node, Treap};

    /// Weights and values by key.
    type Model = BTreeMap<u64, (u64, u64)>;

    /// What the tree looks like; panics where it is none.
    fn shape(link: Option<&Rc<Node<u64>>>) -> String {
        let mut text = String::new();
        if let Some(node) = link {
            for child in [&node.left, &node.right].into_iter().flatten() {
                assert!(child.entry.rank() < node.entry.rank(), "a heap by rank");
            }
            assert!(node.left.as_ref().is_none_or(|left| left.entry.key < node.entry.key));
            assert!(node.right.as_ref().is_none_or(|right| right.entry.key > node.entry.key));
            let (left, right) = (shape(node.left.as_ref()), shape(node.right.as_ref()));
            write!(text, "({left} {} {right})", node.entry.key).unwrap();
        }
        text
    }

    fn keys(link: Option<&Rc<Node<u64>>>, into: &mut Vec<u64>) {
        if let Some(node) = link {
            keys(node.left.as_ref(), into);
            into.push(node.entry.key);
            keys(node.right.as_ref(), into);
        }
    }

    #[test]
    fn it_behaves_like_an_ordered_map_and_has_one_shape() {
        let mut numbers = Random::new(1);
        let mut pairs = vec![(Treap::default(), Model::new())];
        for step in 0..30_000 {
            let chosen = index64(numbers.below(len64(pairs.len())));
            let copies = pairs.len();
            let (treap, model) = &mut pairs[chosen];
            let key = numbers.below(300);
            match numbers.below(10) {
                0..=4 if !model.contains_key(&key) => {
                    // Few weights: most ranks are decided by the key.
                    let (weight, value) = (numbers.below(4), numbers.next());
                    treap.insert(key, weight, value);
                    model.insert(key, (weight, value));
                }
                5..=7 => {
                    let expected = model.remove(&key).map(|(weight, value)| Entry { key, weight, value });
                    assert_eq!(treap.remove(key), expected);
                }
                8 if copies < 6 => {
                    let copy = pairs[chosen].clone();
                    pairs.push(copy);
                }
                9 if copies > 3 => drop(pairs.swap_remove(chosen)),
                _ => {
                    let expected = model.range(..=key).next_back();
                    let expected = expected.map(|(&key, &(weight, value))| Entry { key, weight, value });
                    assert_eq!(treap.below(key), expected);
                    let expected = model.range(key..).next();
                    let expected = expected.map(|(&key, &(weight, value))| Entry { key, weight, value });
                    assert_eq!(treap.above(key), expected);
                }
            }
            if step % 500 == 0 {
                for (treap, model) in &pairs {
                    check(treap, model);
                }
            }
        }
    }

    fn check(treap: &Treap<u64>, model: &Model) {
        let mut found = Vec::new();
        keys(treap.root.as_ref(), &mut found);
        assert!(found.iter().eq(model.keys()), "in order");
        assert!(treap.iter().map(|entry| entry.key).eq(found));
        // The same entries, added from the other end.
        let mut again = Treap::default();
        for (&key, &(weight, value)) in model.iter().rev() {
            again.insert(key, weight, value);
        }
        assert_eq!(shape(treap.root.as_ref()), shape(again.root.as_ref()));
        let heaviest = model.iter().map(|(_, &(weight, _))| weight).max();
        assert_eq!(treap.heaviest().map(|entry| entry.weight), heaviest);
    }

    #[test]
    fn a_change_duplicates_only_the_way_to_it() {
        let mut treap = Treap::default();
        for key in 0..10_000 {
            treap.insert(key, 0, key);
        }
        let mut copy = treap.clone();
        copy.remove(1234);
        copy.insert(20_000, 0, 0);
        let mut own = 0;
        let mut nodes: Vec<&Rc<_>> = copy.root.iter().collect();
        while let Some(node) = nodes.pop() {
            if Rc::strong_count(node) == 1 {
                own += 1;
                nodes.extend(node.left.iter().chain(&node.right));
            }
        }
        assert!(own < 120, "{own} nodes of 10,000");
    }
}
