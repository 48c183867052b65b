//! Local variables: one block of bytes per call, many objects in it.
//!
//! A function's fixed-size locals are laid out once; a call reserves one block for all of them and a return
//! gives it back, whatever their number. No address of a local to which a pointer may be left is used again, so a
//! pointer into a returned frame stays recognisable for the whole run, unless it is asked for the opposite
//! ([`Stack::reusing`]); see `levels.rs`.
//!
//! Locals are bytes in one store for all blocks, and their shadows (see `body.rs`) in another. One that holds an expression lies *over* its block, with
//! contents of its own. Copies of a stack share what they can: the blocks below the innermost call are *frozen*,
//! and thawed when control returns to them; large locals lie over their blocks from then on.

mod gone;
mod layout;
mod levels;
mod moved;
mod overlay;
mod scopes;
#[cfg(test)]
mod tests;

use std::{ops::Range, rc::Rc};

use vellum_collections::{
    SharedVec,
    cast::{index, index64, len32, len64},
};
use vellum_expr::Marker;

pub use self::layout::{FrameLayout, Life, Local, Owner, Pointers};
use self::layout::{Layout, Single};
use self::levels::{Levels, Position, Request};
use self::overlay::{BlockMut, Overlay};
pub(crate) use self::overlay::{LocalMut, LocalRef};
use crate::{
    arena::Region,
    body::{WRITTEN, is_written, set_written},
    contents::Objects,
    object::Object,
    segments::Place,
};

/// Blocks that are looked at one by one.
const NEAR: usize = 4;

const DECODED: &str = "the access was proved in bounds when the function was decoded";

/// A height of the stack to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackMark(u32);

impl StackMark {
    /// Below all blocks.
    pub const BOTTOM: Self = Self(0);

    pub(crate) fn is_above(self, other: Self) -> bool {
        self.0 > other.0
    }
}

/// The bytes and blocks of all active calls.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    /// The lowest blocks, shared with copies of this stack.
    frozen: SharedVec<Frozen>,
    /// The blocks above those.
    blocks: Vec<Block>,
    /// What the locals of `blocks` hold.
    bytes: Vec<u8>,
    /// The shadows of tracked locals, at the same places; anything where there is none, and no longer than needed.
    shadow: Vec<u8>,
    levels: Levels,
    /// The level of the next block.
    level: u32,
    /// Whether there was no address left for a block.
    is_used_up: bool,
    /// Whether calls get addresses again that others had before.
    reuses: bool,
    /// How many live locals have their bytes in a segment.
    moved: usize,
    /// Where the bytes of locals were whose calls have returned, and how many, until somebody takes them back.
    left: Vec<(Place, u64)>,
    payload: u64,
    objects: Objects,
}

#[derive(Clone, Debug)]
struct Block {
    base: u64,
    /// Its level, or a lower one that was full.
    level: u32,
    /// Index of the first byte in `Stack::bytes`.
    start: usize,
    /// Bytes in `Stack::bytes`: all of the block, or those of its small locals.
    inline: u32,
    layout: Layout,
    over: Option<Rc<Overlay>>,
}

impl Block {
    /// Where its shadow is in `Stack::shadow`: up to the last local that is tracked.
    fn shadow(&self) -> Range<usize> {
        self.start..self.start + index(self.layout.tracked().min(self.inline))
    }
}

#[derive(Clone, Debug, Default)]
struct Frozen {
    base: u64,
    level: u32,
    bytes: Option<Rc<[u8]>>,
    /// The shadow of what begins it, up to the last local that is tracked.
    shadow: Option<Rc<[u8]>>,
    layout: Layout,
    over: Option<Rc<Overlay>>,
}

/// A local, found by address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Its block, counted from the bottom of the stack.
    block: usize,
    number: u16,
    local: Local,
    /// How far inside the local the address is.
    pub(crate) offset: u64,
}

impl Stack {
    pub(crate) fn new(region: Region, objects: Objects) -> Self {
        Self {
            objects,
            reuses: false,
            moved: 0,
            left: Vec::new(),
            levels: Levels::new(region),
            level: 0,
            is_used_up: false,
            frozen: SharedVec::new(),
            blocks: Vec::new(),
            bytes: Vec::new(),
            shadow: Vec::new(),
            payload: 0,
        }
    }

    /// Calls get addresses again that others had before, so that a path can come back to where it was. Pointers to locals of
    /// calls that returned are recognised until then.
    #[must_use]
    pub(crate) const fn reusing(mut self, reuses: bool) -> Self {
        self.reuses = reuses;
        self
    }

    pub(crate) fn mark(&self) -> StackMark {
        StackMark(len32(self.frozen.len() + self.blocks.len()))
    }

    /// An address below those of all blocks that come, and above those of all that are there; a token for `stacksave`.
    pub(crate) fn next_base(&self) -> u64 {
        self.levels.start(self.level)
    }

    /// Whether there were addresses for all blocks so far.
    #[inline]
    pub(crate) fn has_addresses(&self) -> bool {
        !self.is_used_up
    }

    /// Bytes of live locals.
    pub(crate) fn payload(&self) -> u64 {
        self.payload
    }

    /// Reserves a block nobody wrote and returns its address and where its bytes begin; see [`Stack::has_addresses`].
    pub(crate) fn push(&mut self, layout: &Rc<FrameLayout>) -> (u64, usize) {
        let request = Request {
            size: layout.size,
            tracked: layout.tracked,
            extent: layout.extent.into(),
            payload: layout.payload,
            key: layout.key,
            pointers: layout.pointers,
        };
        self.reserve(Layout::Shared(Rc::clone(layout)), &request)
    }

    /// Reserves a block for one local and returns the local's address; `None` when it is too large for a block.
    pub(crate) fn push_single(&mut self, size: u64, align: u64, owner: Owner, tracked: bool) -> Option<u64> {
        let size = u32::try_from(size).ok().filter(|&size| size <= 1 << 30)?;
        let single = Single::new(size, align.min(1 << 30), owner, tracked);
        let layout = Layout::Single(single);
        let request = Request {
            size,
            tracked: layout.tracked(),
            extent: layout.extent(),
            payload: size.into(),
            key: owner.key,
            pointers: Pointers::Escape,
        };
        Some(self.reserve(layout, &request).0 + u64::from(single.offset))
    }

    #[inline]
    fn reserve(&mut self, layout: Layout, request: &Request) -> (u64, usize) {
        let start = self.bytes.len();
        let size = request.size;
        let end = start + index(size);
        self.bytes.resize(end, 0);
        if request.tracked > 0 {
            // What is left there is of calls that have returned.
            let end = start + index(request.tracked);
            self.shadow.resize(self.shadow.len().max(end), 0);
            self.shadow[start..end].fill(0);
        }
        let level = self.level;
        let position = match request.pointers {
            _ if self.reuses => self.levels.reuse_used(level, request.extent, &layout),
            Pointers::Stay => self.levels.reuse(level, request, &layout),
            Pointers::Escape => self.levels.take(level, request, &layout),
        };
        self.is_used_up |= position.is_none();
        let Position { base, above } = position.unwrap_or_else(|| self.levels.end());
        self.level = above;
        self.payload += request.payload;
        let over = Overlay::of_new(&layout, self.objects);
        self.blocks.push(Block { base, level, start, inline: size, layout, over });
        (base, start)
    }

    /// Drops the blocks above `mark`.
    pub(crate) fn release(&mut self, mark: StackMark) {
        let keep = index(mark.0);
        while self.frozen.len() + self.blocks.len() > keep {
            let (level, layout, over) = match self.blocks.pop() {
                Some(block) => {
                    self.bytes.truncate(block.start);
                    (block.level, block.layout, block.over)
                }
                None => {
                    let frozen = self.frozen.pop().expect("more blocks than the mark");
                    (frozen.level, frozen.layout, frozen.over)
                }
            };
            if let Some(over) = over.filter(|_| self.moved > 0) {
                self.leave(&layout, &over);
            }
            self.level = level;
            self.payload -= layout.payload();
        }
    }

    /// Shares all blocks below `mark` with the copies made from now on; where the bytes of the first block
    /// above it now begin.
    pub(crate) fn freeze(&mut self, mark: StackMark) -> usize {
        self.lift_large();
        let count = index(mark.0).saturating_sub(self.frozen.len()).min(self.blocks.len());
        let end = self.blocks.get(count).map_or(self.bytes.len(), |block| block.start);
        for block in self.blocks.drain(..count) {
            let bytes = &self.bytes[block.start..block.start + index(block.inline)];
            let shadow = block.shadow();
            self.frozen.push(Frozen {
                base: block.base,
                level: block.level,
                bytes: (!bytes.is_empty()).then(|| bytes.into()),
                shadow: (!shadow.is_empty()).then(|| self.shadow[shadow].into()),
                layout: block.layout,
                over: block.over,
            });
        }
        self.bytes.drain(..end);
        self.shadow.drain(..end.min(self.shadow.len()));
        let tracked = self.blocks.iter().map(Block::shadow).rfind(|shadow| !shadow.is_empty());
        let needed = tracked.map_or(0, |shadow| shadow.end - end);
        self.shadow.truncate(needed);
        for block in &mut self.blocks {
            block.start -= end;
        }
        self.blocks.first().map_or(0, |block| block.start)
    }

    /// Moves large locals over their blocks, where copies can share them.
    fn lift_large(&mut self) {
        if self.blocks.iter().all(|block| block.inline == block.layout.inline()) {
            return;
        }
        let mut kept = Vec::with_capacity(self.bytes.len());
        let mut kept_shadow = Vec::new();
        for block in &mut self.blocks {
            let bytes = &self.bytes[block.start..block.start + index(block.inline)];
            // Where no local is tracked there may be no shadow at all.
            let shadow = self.shadow.get(block.shadow()).unwrap_or_default();
            block.start = kept.len();
            if block.inline != block.layout.inline() {
                block.inline = block.layout.inline();
                let over = block.over.get_or_insert_default();
                Rc::make_mut(over).lift_large(&block.layout, bytes, shadow);
            }
            kept.extend_from_slice(&bytes[..index(block.inline)]);
            if !shadow.is_empty() {
                kept_shadow.resize(block.start, 0);
                kept_shadow.extend_from_slice(&shadow[..shadow.len().min(index(block.inline))]);
            }
        }
        self.bytes = kept;
        self.shadow = kept_shadow;
    }

    /// Takes the blocks from `mark` on back from what is shared; where the bytes of the first one begin.
    pub(crate) fn thaw(&mut self, mark: StackMark) -> usize {
        let keep = index(mark.0);
        debug_assert!(self.blocks.is_empty() || self.frozen.len() <= keep, "blocks thaw from the top");
        let thawed: Vec<Frozen> = (keep..self.frozen.len()).filter_map(|_| self.frozen.pop()).collect();
        for frozen in thawed.into_iter().rev() {
            let start = self.bytes.len();
            self.bytes.extend_from_slice(frozen.bytes.as_deref().unwrap_or_default());
            if let Some(shadow) = &frozen.shadow {
                self.shadow.resize(start, 0);
                self.shadow.extend_from_slice(shadow);
            }
            let inline = frozen.layout.inline();
            let Frozen { base, level, layout, over, .. } = frozen;
            self.blocks.push(Block { base, level, start, inline, layout, over });
        }
        keep.checked_sub(self.frozen.len()).and_then(|i| self.blocks.get(i)).map_or(0, |block| block.start)
    }

    /// Whether a small local of the block just above `mark` holds an expression.
    #[inline]
    pub(crate) fn is_symbolic(&self, mark: StackMark) -> bool {
        let block = index(mark.0).checked_sub(self.frozen.len()).and_then(|i| self.blocks.get(i));
        block.and_then(|block| block.over.as_ref()).is_some_and(|over| over.is_symbolic())
    }

    /// The `len` bytes that are `by` behind `address` if they are inside its local.
    #[inline(never)]
    pub(crate) fn bytes(&self, address: u64, by: u64, len: usize) -> Option<&[u8]> {
        if let Some(block) = self.live_block(address)
            && block.over.is_none()
        {
            let offset = address - block.base;
            let (byte, tracked) = block.layout.byte_with(offset, by, len)?;
            let at = block.start + byte;
            if tracked && !is_written(self.shadow.get(at..at + len)?) {
                return None;
            }
            return self.bytes.get(at..at + len);
        }
        self.shared_bytes(address, by, len)
    }

    /// As [`Stack::bytes`], of blocks that others have, too, or that something lies over.
    #[inline(never)]
    fn shared_bytes(&self, address: u64, by: u64, len: usize) -> Option<&[u8]> {
        let found = self.find_from(address, by, len)?;
        let range = found.offset..found.offset + len64(len);
        match self.over(found.block).filter(|over| over.covers(found.number)) {
            Some(over) => over.body(found.number)?.slice(range),
            None if self.inline_shadow(&found, range.clone()).is_some_and(|shadow| !is_written(shadow)) => {
                None
            }
            None => self.inline(&found, range),
        }
    }

    /// As [`Stack::bytes`], for writing.
    #[inline(never)]
    pub(crate) fn bytes_mut(&mut self, address: u64, by: u64, len: usize) -> Option<&mut [u8]> {
        if let Some(block) = self.live_block(address)
            && block.over.is_none()
        {
            let offset = address - block.base;
            let (byte, tracked) = block.layout.byte_with(offset, by, len)?;
            let at = block.start + byte;
            if tracked {
                set_written(self.shadow.get_mut(at..at + len)?);
            }
            return self.bytes.get_mut(at..at + len);
        }
        self.shared_bytes_mut(address, by, len)
    }

    /// As [`Stack::bytes_mut`], of blocks that others have, too, or that something lies over.
    #[inline(never)]
    fn shared_bytes_mut(&mut self, address: u64, by: u64, len: usize) -> Option<&mut [u8]> {
        let found = self.find_from(address, by, len)?;
        let range = found.offset..found.offset + len64(len);
        let objects = self.objects;
        let BlockMut { inline, shadow, over } = self.block_mut(found.block)?;
        match over {
            Some(over) if over.covers(found.number) => {
                let body = Rc::make_mut(over).body_mut(found.number)?;
                body.slice_mut(range, objects)
            }
            _ => {
                let first = index(found.local.byte);
                let places = first + index64(range.start)..first + index64(range.end);
                if found.local.is_tracked() {
                    set_written(shadow.get_mut(places.clone())?);
                }
                inline.get_mut(places)
            }
        }
    }

    /// The local that holds `len` bytes at `address`.
    #[inline]
    pub(crate) fn find(&self, address: u64, len: usize) -> Option<Found> {
        self.find_from(address, 0, len)
    }

    /// The local of `address` if it holds `len` bytes `by` behind that.
    fn find_from(&self, address: u64, by: u64, len: usize) -> Option<Found> {
        let block = self.block_at(address)?;
        let (base, layout) = self.block(block)?;
        let (number, local, offset) = layout.local_with(address - base, by, len)?;
        Some(Found { block, number, local, offset })
    }

    /// The address of the live local in whose room `address` is.
    pub(crate) fn owner(&self, address: u64) -> Option<u64> {
        let (base, layout) = self.block(self.block_at(address)?)?;
        layout.owner(address - base).map(|local| base + u64::from(local.offset))
    }

    /// Whether two addresses are in the room of the same live local.
    pub(crate) fn same_room(&self, a: u64, b: u64) -> bool {
        let block = match self.live_block(a) {
            Some(block) => Some((block.base, &block.layout)),
            None => self.block_at(a).and_then(|number| self.block(number)),
        };
        block.is_some_and(|(base, layout)| layout.same_room(a - base, b.wrapping_sub(base)))
    }

    /// The live local at `found`, for changing what it holds.
    pub(crate) fn local_mut(&mut self, found: &Found) -> Option<LocalMut<'_>> {
        let objects = self.objects;
        let block = self.block_mut(found.block)?;
        Some(LocalMut::new(block, found.number, found.local, objects))
    }

    /// The bytes of a small local that holds no expression, and what lies over its block.
    pub(crate) fn local(&self, found: &Found) -> LocalRef<'_> {
        let over = self.over(found.block).map(|over| &**over);
        let all = 0..u64::from(found.local.size());
        let inline = self.inline(found, all.clone()).unwrap_or_default();
        let shadow = self.inline_shadow(found, all);
        LocalRef::new(inline, shadow, over, found.number)
    }

    /// As [`Stack::raw`], of a tracked local; `None` when some of the bytes were never written.
    #[inline]
    pub(crate) fn raw_written<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        let shadow: &[u8; N] = self.shadow[at..].first_chunk().expect(DECODED);
        (*shadow == [WRITTEN; N]).then(|| self.raw(at))
    }

    /// As [`Stack::raw_mut`], of a tracked local.
    #[inline]
    pub(crate) fn raw_tracked_mut<const N: usize>(&mut self, at: usize) -> &mut [u8; N] {
        *self.shadow[at..].first_chunk_mut().expect(DECODED) = [WRITTEN; N];
        self.raw_mut(at)
    }

    /// Bytes of a local by position in the byte store; for accesses proved in bounds when decoded.
    #[inline]
    pub(crate) fn raw<const N: usize>(&self, at: usize) -> [u8; N] {
        *self.bytes[at..].first_chunk().expect(DECODED)
    }

    /// As [`Stack::raw`], for writing.
    #[inline]
    pub(crate) fn raw_mut<const N: usize>(&mut self, at: usize) -> &mut [u8; N] {
        self.bytes[at..].first_chunk_mut().expect(DECODED)
    }

    /// The live locals of the blocks around `address`.
    pub(crate) fn locals_around(&self, address: u64) -> impl Iterator<Item = Object> {
        self.around(address).flat_map(|number| self.objects_of(number))
    }

    /// All live locals.
    pub(crate) fn locals(&self) -> impl Iterator<Item = Object> {
        (0..self.blocks_in_all()).flat_map(|number| self.objects_of(number))
    }

    /// How many blocks there are.
    fn blocks_in_all(&self) -> usize {
        self.frozen.len() + self.blocks.len()
    }

    /// Marks the expressions its locals need.
    pub(crate) fn mark_exprs(&self, marker: &mut Marker) {
        let overlays = self.frozen.iter().filter_map(|frozen| frozen.over.as_ref());
        for over in overlays.chain(self.blocks.iter().filter_map(|block| block.over.as_ref())) {
            over.mark(marker);
        }
    }

    /// The number of the last block that begins at or below `address`.
    fn block_at(&self, address: u64) -> Option<usize> {
        match self.blocks.partition_point(|block| block.base <= address) {
            0 => self.frozen.partition_point(|block| block.base <= address).checked_sub(1),
            blocks => Some(self.frozen.len() + blocks - 1),
        }
    }

    /// The last of the blocks that are this stack's alone that begins at or below `address`.
    #[inline]
    fn live_block(&self, address: u64) -> Option<&Block> {
        let mut blocks = self.blocks.iter().rev();
        // Most pointers lead into this call or one that it was made by.
        if let Some(near) = blocks.by_ref().take(NEAR).find(|block| block.base <= address) {
            return Some(near);
        }
        self.blocks.get(self.blocks.partition_point(|block| block.base <= address).checked_sub(1)?)
    }

    /// The block that begins at or below `address`, and the next one.
    fn around(&self, address: u64) -> Range<usize> {
        let all = self.frozen.len() + self.blocks.len();
        match self.block_at(address) {
            Some(at) => at..(at + 2).min(all),
            None => 0..all.min(1),
        }
    }

    fn block(&self, number: usize) -> Option<(u64, &Layout)> {
        match number.checked_sub(self.frozen.len()) {
            Some(live) => self.blocks.get(live).map(|block| (block.base, &block.layout)),
            None => self.frozen.get(number).map(|block| (block.base, &block.layout)),
        }
    }

    /// What lies over a block.
    fn over(&self, number: usize) -> Option<&Rc<Overlay>> {
        match number.checked_sub(self.frozen.len()) {
            Some(live) => self.blocks.get(live)?.over.as_ref(),
            None => self.frozen.get(number)?.over.as_ref(),
        }
    }

    /// Bytes of a small local.
    fn inline(&self, found: &Found, range: Range<u64>) -> Option<&[u8]> {
        let first = index(found.local.byte);
        let range = first + index64(range.start)..first + index64(range.end);
        match found.block.checked_sub(self.frozen.len()) {
            Some(live) => {
                let start = self.blocks.get(live)?.start;
                self.bytes.get(start + range.start..start + range.end)
            }
            None => self.frozen.get(found.block)?.bytes.as_deref()?.get(range),
        }
    }

    /// The shadow of a small local, if it is tracked.
    fn inline_shadow(&self, found: &Found, range: Range<u64>) -> Option<&[u8]> {
        if !found.local.is_tracked() {
            return None;
        }
        let first = index(found.local.byte);
        let range = first + index64(range.start)..first + index64(range.end);
        match found.block.checked_sub(self.frozen.len()) {
            Some(live) => {
                let start = self.blocks.get(live)?.start;
                self.shadow.get(start + range.start..start + range.end)
            }
            None => self.frozen.get(found.block)?.shadow.as_deref()?.get(range),
        }
    }

    /// The bytes of a block's small locals, their shadows, and what lies over it.
    fn block_mut(&mut self, number: usize) -> Option<BlockMut<'_>> {
        match number.checked_sub(self.frozen.len()) {
            Some(live) => {
                let block = self.blocks.get_mut(live)?;
                let inline = self.bytes.get_mut(block.start..block.start + index(block.inline))?;
                let shadow = self.shadow.get_mut(block.shadow()).unwrap_or_default();
                Some(BlockMut { inline, shadow, over: &mut block.over })
            }
            None => {
                let block = self.frozen.get_mut(number)?;
                let inline = block.bytes.as_mut().map_or(&mut [][..], |bytes| Rc::make_mut(bytes));
                let shadow = block.shadow.as_mut().map_or(&mut [][..], |shadow| Rc::make_mut(shadow));
                Some(BlockMut { inline, shadow, over: &mut block.over })
            }
        }
    }
}
