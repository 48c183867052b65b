//! A vector whose copies share what they have in common.

use std::rc::Rc;

/// Entries per node, as a power of two: small enough that a write after a copy duplicates little, large
/// enough that a lookup is short.
const BITS: u32 = 4;
const FAN: usize = 1 << BITS;
const MASK: usize = FAN - 1;

/// A vector that is copied in constant time. A write to a copy duplicates the nodes on the way to the entry,
/// unless nobody else has them.
#[derive(Clone, Debug)]
pub struct SharedVec<T> {
    root: Node<T>,
    len: usize,
    /// Bits of an index below the root's share of it.
    shift: u32,
}

/// One look at it says all: entries are looked up at every access of a program to its memory.
#[derive(Clone, Debug, Default)]
enum Node<T> {
    #[default]
    Empty,
    Leaf(Rc<[T; FAN]>),
    Inner(Rc<[Node<T>; FAN]>),
}

impl<T> Default for SharedVec<T> {
    fn default() -> Self {
        Self { root: Node::Empty, len: 0, shift: 0 }
    }
}

impl<T> SharedVec<T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self::default()
    }

    /// Entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entry at `index`.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len {
            return None;
        }
        let mut shift = self.shift;
        let mut node = &self.root;
        loop {
            match node {
                Node::Inner(nodes) => {
                    node = &nodes[index >> shift & MASK];
                    shift = shift.wrapping_sub(BITS);
                }
                Node::Leaf(items) => return Some(&items[index & MASK]),
                Node::Empty => return None,
            }
        }
    }

    /// The entry at `index`, for writing, if no copy shares it.
    #[inline]
    pub fn get_own(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        let mut shift = self.shift;
        let mut node = &mut self.root;
        loop {
            match node {
                Node::Inner(nodes) => {
                    node = &mut Rc::get_mut(nodes)?[index >> shift & MASK];
                    shift = shift.wrapping_sub(BITS);
                }
                Node::Leaf(items) => return Some(&mut Rc::get_mut(items)?[index & MASK]),
                Node::Empty => return None,
            }
        }
    }

    /// The entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        (0..self.len).filter_map(|index| self.get(index))
    }

    /// The number of leading entries for which `holds` is true; all of those come first.
    pub fn partition_point(&self, holds: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.get(middle).is_some_and(&holds) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

impl<T: Clone + Default> SharedVec<T> {
    /// The entry at `index`, for writing.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        Some(slot(&mut self.root, self.shift, index))
    }

    /// Adds an entry at the end.
    pub fn push(&mut self, item: T) {
        let index = self.len;
        if index >> self.shift >= FAN {
            let mut nodes: [Node<T>; FAN] = Default::default();
            nodes[0] = std::mem::take(&mut self.root);
            self.root = Node::Inner(Rc::new(nodes));
            self.shift += BITS;
        }
        *slot(&mut self.root, self.shift, index) = item;
        self.len += 1;
    }

    /// Removes and returns the last entry.
    pub fn pop(&mut self) -> Option<T> {
        let last = std::mem::take(self.get_mut(self.len.checked_sub(1)?)?);
        self.len -= 1;
        Some(last)
    }

    /// Drops the entries from `len` on.
    pub fn truncate(&mut self, len: usize) {
        while self.len > len {
            self.pop();
        }
    }
}

/// The entry of `index` below `node`; nodes on the way are made, and made this vector's own, as needed.
fn slot<T: Clone + Default>(mut node: &mut Node<T>, mut shift: u32, index: usize) -> &mut T {
    loop {
        match node {
            Node::Inner(nodes) => {
                node = &mut Rc::make_mut(nodes)[index >> shift & MASK];
                shift = shift.wrapping_sub(BITS);
            }
            Node::Leaf(items) => return &mut Rc::make_mut(items)[index & MASK],
            Node::Empty if shift == 0 => *node = Node::Leaf(Rc::default()),
            Node::Empty => *node = Node::Inner(Rc::default()),
        }
    }
}

impl<T: Clone + Default> FromIterator<T> for SharedVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut all = Self::new();
        for item in items {
            all.push(item);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::SharedVec;

    /// A small generator, so that the operations are many and always the same.
    fn next(seed: &mut u64) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*seed >> 40).unwrap()
    }

    #[test]
    fn copies_behave_like_plain_vectors_that_share_nothing() {
        let mut seed = 1;
        let mut pairs: Vec<(SharedVec<usize>, Vec<usize>)> = vec![Default::default()];
        for _ in 0..200_000 {
            let chosen = next(&mut seed) % pairs.len();
            let action = next(&mut seed) % 12;
            let copies = pairs.len();
            let (shared, plain) = &mut pairs[chosen];
            match action {
                0..=5 => {
                    let item = next(&mut seed);
                    shared.push(item);
                    plain.push(item);
                }
                6 | 7 if !plain.is_empty() => {
                    let (at, item) = (next(&mut seed) % plain.len(), next(&mut seed));
                    match shared.get_own(at) {
                        Some(own) => *own = item,
                        None => *shared.get_mut(at).unwrap() = item,
                    }
                    plain[at] = item;
                    assert_eq!(shared.get_own(at), Some(&mut plain[at]), "what was just written is shared");
                }
                8 => assert_eq!(shared.pop(), plain.pop()),
                9 if next(&mut seed).is_multiple_of(2_000) => {
                    let len = next(&mut seed) % (plain.len() + 1);
                    shared.truncate(len);
                    plain.truncate(len);
                }
                10 if copies < 8 => {
                    let copy = pairs[chosen].clone();
                    pairs.push(copy);
                }
                11 if copies > 4 && next(&mut seed).is_multiple_of(100) => {
                    pairs.swap_remove(chosen);
                }
                _ => {
                    let at = next(&mut seed) % (plain.len() + 2);
                    assert_eq!(shared.get(at), plain.get(at));
                }
            }
        }
        for (shared, plain) in &pairs {
            assert!(shared.iter().eq(plain.iter()));
        }
        assert!(pairs.iter().any(|(_, plain)| plain.len() > 4096), "several levels were reached");
    }

    #[test]
    fn a_write_to_a_copy_duplicates_only_the_way_to_it() {
        let original: SharedVec<std::rc::Rc<usize>> = (0..10_000).map(std::rc::Rc::new).collect();
        let mut copy = original.clone();
        *copy.get_mut(1234).unwrap() = std::rc::Rc::new(0);
        let counted = original.iter().filter(|item| std::rc::Rc::strong_count(item) > 1).count();
        assert_eq!(counted, super::FAN - 1, "its neighbours in the leaf are held twice");
    }

    #[test]
    fn partition_point_agrees_with_a_slice() {
        let shared: SharedVec<usize> = (0..300).map(|n| n * 2).collect();
        for limit in [0, 1, 2, 299, 598, 600] {
            assert_eq!(shared.partition_point(|&n| n < limit), (limit.div_ceil(2)).min(300));
        }
    }
}
