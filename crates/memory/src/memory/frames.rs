//! The locals of calls.

use std::rc::Rc;

use super::Memory;
use crate::stack::{FrameLayout, Owner, StackMark};

impl Memory {
    /// Reserves a frame's locals: the address of the block and where its bytes begin, for
    /// [`Memory::load_local`]. `None` when the stack is full.
    #[inline]
    pub fn push_frame(&mut self, layout: &Rc<FrameLayout>) -> Option<(u64, usize)> {
        let block = self.stack.push(layout);
        (self.stack.payload() <= self.stack_limit && self.stack.has_addresses()).then_some(block)
    }

    /// How many bytes of locals there may be.
    pub fn stack_limit(&self) -> u64 {
        self.stack_limit
    }

    /// Sets how many bytes of locals there may be.
    pub fn set_stack_limit(&mut self, bytes: u64) {
        self.stack_limit = bytes;
    }

    /// A block for one object of run-time size; `None` when the stack is full.
    pub fn alloca(&mut self, size: u64, align: u64, owner: impl Into<Owner>) -> Option<u64> {
        if self.stack.payload().checked_add(size)? > self.stack_limit {
            return None;
        }
        let tracked = self.config.track_unwritten;
        let local = self.stack.push_single(size, align, owner.into(), tracked);
        local.filter(|_| self.stack.has_addresses())
    }

    /// The present height of the stack.
    #[inline]
    pub fn stack_mark(&self) -> StackMark {
        self.stack.mark()
    }

    /// Drops all locals above `mark`.
    #[inline]
    pub fn release(&mut self, mark: StackMark) {
        self.stack.release(mark);
        if !self.lent.is_empty() || self.stack.has_left() {
            self.take_back();
        }
    }

    /// A token for [`Memory::release_from`]: everything allocated on the stack later is dropped by it.
    pub fn stack_token(&self) -> u64 {
        self.stack.next_base()
    }

    /// Drops the locals allocated since `token`, but none of those below `mark`.
    #[inline(never)]
    pub fn release_from(&mut self, token: u64, mark: StackMark) {
        self.stack.release_from(token, mark);
        self.take_back();
    }

    /// Drops the local at `address`, whose life is over, if it has a block of its own; 0 is that of none.
    #[inline]
    pub fn end_scope(&mut self, address: u64) {
        if address != 0 {
            self.stack.end_scope(address);
            if self.stack.has_left() {
                self.take_back();
            }
        }
    }

    /// Reads a local at a place known to be inside it.
    #[inline]
    pub fn load_local<const N: usize>(&self, at: usize) -> [u8; N] {
        self.stack.raw(at)
    }

    /// Writes a local at a place known to be inside it.
    #[inline]
    pub fn store_local<const N: usize>(&mut self, at: usize, value: [u8; N]) {
        *self.stack.raw_mut(at) = value;
    }

    /// As [`Memory::load_local`], of a tracked local; `None` when some of the bytes were never written.
    #[inline]
    pub fn load_tracked<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.stack.raw_written(at)
    }

    /// As [`Memory::store_local`], of a tracked local.
    #[inline]
    pub fn store_tracked<const N: usize>(&mut self, at: usize, value: [u8; N]) {
        *self.stack.raw_tracked_mut(at) = value;
    }
}
