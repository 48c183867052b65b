//! Sets of small numbers, and what holds on every way to a block.

use vellum_collections::IdVec;
use vellum_ir::{BlockId, Body};

/// A set of small numbers.
#[derive(Clone)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(crate) fn all(count: usize) -> Self {
        Self(vec![u64::MAX; count.div_ceil(64)])
    }

    pub(crate) fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn set(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn clear(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Keeps what `other` has too; whether that is less.
    pub(crate) fn meet(&mut self, other: &Self) -> bool {
        let mut less = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            less |= *word & !other != 0;
            *word &= other;
        }
        less
    }
}

/// For each block, the numbers below `count` that are in the set whichever way it is reached: none where the function begins,
/// and `follow` does to a set what a block does.
pub(crate) fn on_every_way(
    body: &Body,
    count: usize,
    follow: impl Fn(BlockId, &mut Bits),
) -> IdVec<BlockId, Bits> {
    let mut known: IdVec<BlockId, Bits> = body.blocks.iter().map(|_| Bits::all(count)).collect();
    let Some(entry) = body.blocks.ids().next() else { return known };
    known[entry] = Bits::none(count);
    let mut todo: Vec<BlockId> = body.blocks.ids().collect();
    todo.reverse();
    let mut waiting: IdVec<BlockId, bool> = body.blocks.iter().map(|_| true).collect();
    while let Some(block) = todo.pop() {
        waiting[block] = false;
        let mut after = known[block].clone();
        follow(block, &mut after);
        let Some(last) = body.blocks[block].last() else { continue };
        for next in last.inst.successors() {
            if known[next].meet(&after) && !waiting[next] {
                waiting[next] = true;
                todo.push(next);
            }
        }
    }
    known
}
