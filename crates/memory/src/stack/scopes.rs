//! Locals that live in a part of a call: their blocks come and go in an order of their own.

use vellum_collections::cast::{index, len32};

use super::{Layout, Life, Stack, StackMark};

impl Stack {
    /// Drops the block of the local at `address`, one of the innermost call's that is alone in its block. It need not be there.
    pub(crate) fn end_scope(&mut self, address: u64) {
        let is_its_block = |(base, layout): (u64, &Layout)| match layout {
            Layout::Single(single) => base + u64::from(single.offset) == address,
            Layout::Shared(_) | Layout::Ended => false,
        };
        let all = self.blocks_in_all();
        // Nearly always it is the last one.
        let number =
            (self.frozen.len()..all).rev().find(|&number| self.block(number).is_some_and(is_its_block));
        match number {
            Some(number) if number + 1 == all => {
                self.release(StackMark(len32(number)));
                while matches!(self.blocks.last(), Some(block) if matches!(block.layout, Layout::Ended)) {
                    self.release(StackMark(len32(self.blocks_in_all() - 1)));
                }
            }
            Some(number) => self.end_block(number),
            None => (),
        }
    }

    /// Drops the blocks from address `base` on, but none below `mark`, and no local whose scope ends elsewhere.
    pub(crate) fn release_from(&mut self, base: u64, mark: StackMark) {
        let kept = self.blocks.partition_point(|block| block.base < base);
        // Only the innermost call's own blocks are ever dropped here, and those are not frozen.
        let first = (self.frozen.len() + kept).max(index(mark.0));
        let is_scope = |number| self.block(number).is_some_and(|(_, layout)| layout.life() == Life::Scope);
        match (first..self.blocks_in_all()).rfind(|&number| is_scope(number)) {
            None => self.release(StackMark(len32(first))),
            Some(last) => {
                let others: Vec<usize> = (first..last).filter(|&number| !is_scope(number)).collect();
                self.release(StackMark(len32(last + 1)));
                for number in others {
                    self.end_block(number);
                }
            }
        }
    }

    /// Leaves nothing of a block that others are above.
    fn end_block(&mut self, number: usize) {
        let Some(block) = number.checked_sub(self.frozen.len()).and_then(|i| self.blocks.get_mut(i)) else {
            return;
        };
        let layout = std::mem::replace(&mut block.layout, Layout::Ended);
        let over = block.over.take();
        self.payload -= layout.payload();
        if let Some(over) = over.filter(|_| self.moved > 0) {
            self.leave(&layout, &over);
        }
    }
}
