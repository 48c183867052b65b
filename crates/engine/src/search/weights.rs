//! Weights of paths, for choosing one by them. They are sums over a tree, so that choosing and changing take
//! logarithmic time.

use vellum_collections::{Id, Random};

use super::PathId;

/// The weight of each path; 0 for one that does not wait.
#[derive(Debug)]
pub(super) struct Weights {
    /// `sums[1]` is the total; the halves of entry `i` are at `2i` and `2i + 1`.
    sums: Vec<u64>,
    leaves: usize,
}

impl Weights {
    pub(super) fn new() -> Self {
        Self { sums: vec![0; 2], leaves: 1 }
    }

    pub(super) fn get(&self, path: PathId) -> u64 {
        self.sums.get(self.leaves + path.index()).copied().unwrap_or(0)
    }

    pub(super) fn set(&mut self, path: PathId, weight: u64) {
        while path.index() >= self.leaves {
            self.grow();
        }
        let mut at = self.leaves + path.index();
        self.sums[at] = weight;
        while at > 1 {
            at /= 2;
            self.sums[at] = self.sums[2 * at] + self.sums[2 * at + 1];
        }
    }

    /// Any path, by weight; there is one.
    pub(super) fn choose(&self, numbers: &mut Random) -> PathId {
        let mut rest = numbers.below(self.sums[1]);
        let mut at = 1;
        while at < self.leaves {
            at *= 2;
            if rest >= self.sums[at] {
                rest -= self.sums[at];
                at += 1;
            }
        }
        PathId::from_index(at - self.leaves)
    }

    fn grow(&mut self) {
        let old = self.sums[self.leaves..].to_vec();
        self.leaves *= 2;
        self.sums = vec![0; 2 * self.leaves];
        self.sums[self.leaves..self.leaves + old.len()].copy_from_slice(&old);
        for at in (1..self.leaves).rev() {
            self.sums[at] = self.sums[2 * at] + self.sums[2 * at + 1];
        }
    }
}
