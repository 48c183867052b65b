//! What is at addresses of the stack where no live local is.

use std::ops::Range;

use super::{Layout, Life, Stack};
use crate::{
    fault::FaultKind,
    object::{Object, ObjectKind},
};

impl Stack {
    /// Whether `address` once belonged to a block that is gone.
    pub(crate) fn is_returned(&self, address: u64) -> bool {
        self.levels.is_used(address) && self.live_at(address).is_none()
    }

    /// What it is to use what was at an address of a block that is gone.
    pub(crate) fn gone(&self, address: u64) -> Option<FaultKind> {
        self.is_returned(address).then(|| use_of(self.levels.block(address).map(|(_, layout)| layout.life())))
    }

    /// The local that is gone in whose room `address` was, as far as it is known which that was.
    pub(crate) fn gone_local(&self, address: u64) -> Option<Object> {
        let (base, layout) = self.levels.block(address).filter(|_| self.is_returned(address))?;
        let local = layout.owner(address - base)?;
        let start = base + u64::from(local.offset);
        Some(Object::new(start, local.size().into(), ObjectKind::Stack, local.origin))
    }

    /// The addresses from `min` to `max` for which [`Stack::gone`] is `kind`, in order.
    pub(crate) fn returned_between(&self, kind: FaultKind, min: u64, max: u64) -> Vec<Range<u64>> {
        let mut live = (0..self.blocks_in_all()).filter_map(|i| self.block(i)).map(extent_of).peekable();
        let mut gone: Vec<Range<u64>> = Vec::new();
        let mut add = |start: u64, end: u64| {
            let (start, end) = (start.max(min), end.min(max.saturating_add(1)));
            match gone.last_mut() {
                _ if start >= end => (),
                Some(last) if last.end == start => last.end = end,
                _ => gone.push(start..end),
            }
        };
        for (Range { mut start, end }, life) in self.levels.used() {
            if use_of(life) != kind {
                continue;
            }
            while live.next_if(|block| block.end <= start).is_some() {}
            while let Some(block) = live.peek().filter(|block| block.start < end) {
                add(start, block.start);
                start = block.end;
                if block.end > end {
                    break;
                }
                live.next();
            }
            add(start, end);
        }
        gone
    }

    /// The live block that has `address`.
    fn live_at(&self, address: u64) -> Option<usize> {
        let number = self.block_at(address)?;
        self.block(number).filter(|block| extent_of(*block).contains(&address)).map(|_| number)
    }
}

/// What it is to use a local that is gone and had such a life, if that is known.
fn use_of(life: Option<Life>) -> FaultKind {
    match life {
        Some(Life::Scope | Life::Restored) => FaultKind::UseAfterScope,
        Some(Life::Call) | None => FaultKind::UseAfterReturn,
    }
}

/// The addresses of a block.
fn extent_of((base, layout): (u64, &Layout)) -> Range<u64> {
    base..base + layout.extent()
}
