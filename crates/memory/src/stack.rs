//! Local variables: one block of bytes per call, many objects in it.
//!
//! A function's fixed-size locals are laid out once; a call reserves one block for all of them and a return
//! gives it back, whatever their number. Blocks have ever-rising addresses that no later call reuses, so a
//! pointer into a returned frame stays recognisable for the whole run.

use std::rc::Rc;

use vellum_collections::cast::{index, index64, len32, len64, low32};

use crate::{
    address::STACK_BASE,
    object::{Object, ObjectKind, Origin},
};

/// Bytes per entry of a layout's lookup table; every local starts a new entry.
const GRANULE: u64 = 16;

const DECODED: &str = "the access was proved in bounds when the function was decoded";

/// A local inside its frame's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local {
    /// First byte, counted from the block's start.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// Who it is.
    pub origin: Origin,
}

/// Where the locals of a function are inside a block.
#[derive(Clone, Debug, Default)]
pub struct FrameLayout {
    locals: Vec<Local>,
    /// Number of the local in each granule, plus one; 0 where there is none.
    granules: Vec<u16>,
    size: u32,
    align: u64,
    /// Bytes of the locals themselves, which is what counts against the stack limit.
    payload: u64,
}

impl FrameLayout {
    /// The layout of a block of `size` bytes with these locals, of which no two may touch the same 16 bytes.
    pub fn exact(size: u32, align: u64, locals: &[Local]) -> Self {
        let mut layout = Self { locals: locals.to_vec(), size, align, ..Self::default() };
        layout.granules.resize(index64(u64::from(size).div_ceil(GRANULE)), 0);
        for (number, local) in (1..).zip(locals) {
            if local.size > 0 {
                let (first, last) = (local.offset, local.offset + local.size - 1);
                layout.granules[index64(u64::from(first) / GRANULE)..=index64(u64::from(last) / GRANULE)]
                    .fill(number);
            }
            layout.payload += u64::from(local.size);
        }
        layout
    }

    /// Adds a local and returns its offset; `None` when the frame would become too large for one block.
    pub fn add(&mut self, size: u64, align: u64, origin: Origin) -> Option<u32> {
        const LIMIT: u64 = 1 << 30;
        if size > LIMIT || align > LIMIT || self.locals.len() >= usize::from(u16::MAX - 1) {
            return None;
        }
        let offset = u64::from(self.size).next_multiple_of(align.max(GRANULE));
        // What follows a local stays empty for as long as the local is, up to a cache line.
        let end = (offset + size.max(1) + size.clamp(1, 48)).next_multiple_of(GRANULE);
        if end > LIMIT {
            return None;
        }
        self.granules.resize(index64(end / GRANULE), 0);
        let number = u16::try_from(self.locals.len() + 1).expect("fewer locals than a u16 holds");
        for granule in offset / GRANULE..=(offset + size.max(1) - 1) / GRANULE {
            self.granules[index64(granule)] = number;
        }
        self.locals.push(Local { offset: low32(offset), size: low32(size), origin });
        self.size = low32(end);
        self.align = self.align.max(align);
        self.payload += size;
        Some(low32(offset))
    }

    /// Bytes of the block.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The locals in order.
    pub fn locals(&self) -> &[Local] {
        &self.locals
    }

    #[inline]
    fn local_at(&self, offset: u64) -> Option<&Local> {
        let number = *self.granules.get(index64(offset / GRANULE))?;
        self.locals.get(usize::from(number).wrapping_sub(1))
    }
}

/// A height of the stack to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackMark(u32);

/// The bytes and blocks of all active calls.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    bytes: Vec<u8>,
    blocks: Vec<Block>,
    next_base: u64,
    payload: u64,
}

#[derive(Clone, Debug)]
struct Block {
    base: u64,
    /// Index of the first byte in `Stack::bytes`.
    start: usize,
    layout: Layout,
}

/// Where the locals of a block are.
#[derive(Clone, Debug)]
enum Layout {
    /// As in every call of the function.
    Shared(Rc<FrameLayout>),
    /// There is one, at the block's start. Kept here, so that making it allocates nothing.
    Single { size: u32, origin: Origin },
}

/// First byte of a local, counted from its block's start, and size.
#[derive(Clone, Copy)]
struct Bounds {
    offset: u32,
    size: u32,
}

impl Layout {
    /// Bytes of the block.
    fn size(&self) -> u32 {
        match self {
            Self::Shared(layout) => layout.size,
            Self::Single { size, .. } => padded(*size),
        }
    }

    fn payload(&self) -> u64 {
        match self {
            Self::Shared(layout) => layout.payload,
            Self::Single { size, .. } => u64::from(*size),
        }
    }

    #[inline]
    fn bounds_at(&self, offset: u64) -> Option<Bounds> {
        match self {
            Self::Shared(layout) => {
                layout.local_at(offset).map(|local| Bounds { offset: local.offset, size: local.size })
            }
            Self::Single { size, .. } => Some(Bounds { offset: 0, size: *size }),
        }
    }

    /// The local of that number.
    fn local(&self, number: usize) -> Option<Local> {
        match self {
            Self::Shared(layout) => layout.locals.get(number).copied(),
            Self::Single { size, origin } if number == 0 => {
                Some(Local { offset: 0, size: *size, origin: *origin })
            }
            Self::Single { .. } => None,
        }
    }
}

/// Bytes of the block of one local.
fn padded(size: u32) -> u32 {
    size.max(1).next_multiple_of(16)
}

impl Stack {
    pub(crate) fn new() -> Self {
        Self { bytes: Vec::new(), blocks: Vec::new(), next_base: STACK_BASE, payload: 0 }
    }

    pub(crate) fn mark(&self) -> StackMark {
        StackMark(len32(self.blocks.len()))
    }

    /// The address the next block will get; a token for `stacksave`.
    pub(crate) fn next_base(&self) -> u64 {
        self.next_base
    }

    /// Bytes of live locals.
    pub(crate) fn payload(&self) -> u64 {
        self.payload
    }

    /// Reserves a zeroed block and returns its address and where its bytes begin.
    pub(crate) fn push(&mut self, layout: &Rc<FrameLayout>) -> (u64, usize) {
        self.payload += layout.payload;
        self.reserve(layout.size, layout.align, Layout::Shared(Rc::clone(layout)))
    }

    /// Reserves a zeroed block for one local and returns its address; `None` when it is too large for a block.
    pub(crate) fn push_single(&mut self, size: u64, align: u64, origin: Origin) -> Option<u64> {
        let size = u32::try_from(size).ok().filter(|&size| size <= 1 << 30)?;
        self.payload += u64::from(size);
        Some(self.reserve(padded(size), align, Layout::Single { size, origin }).0)
    }

    #[inline]
    fn reserve(&mut self, size: u32, align: u64, layout: Layout) -> (u64, usize) {
        let base = self.next_base.next_multiple_of(align.max(GRANULE));
        let start = self.bytes.len();
        self.bytes.resize(start + index(size), 0);
        self.next_base = base + u64::from(size) + GRANULE;
        self.blocks.push(Block { base, start, layout });
        (base, start)
    }

    /// Drops the blocks above `mark`.
    pub(crate) fn release(&mut self, mark: StackMark) {
        while self.blocks.len() > index(mark.0) {
            let block = self.blocks.pop().expect("more blocks than the mark");
            self.bytes.truncate(block.start);
            self.payload -= block.layout.payload();
        }
    }

    /// Drops the blocks from address `base` on, but none below `mark`.
    pub(crate) fn release_from(&mut self, base: u64, mark: StackMark) {
        let keep = self.blocks.partition_point(|block| block.base < base);
        self.release(StackMark(len32(keep.max(index(mark.0)))));
    }

    /// Where in `bytes` an access of `len` bytes at `address` is, if inside a live local.
    #[inline]
    fn find(&self, address: u64, len: usize) -> Option<usize> {
        let top = self.blocks.last()?;
        let block = if address >= top.base { top } else { self.block_below(address)? };
        let offset = address - block.base;
        let local = block.layout.bounds_at(offset)?;
        let inside = offset.wrapping_sub(u64::from(local.offset));
        (inside.saturating_add(len64(len)) <= u64::from(local.size)).then(|| block.start + index64(offset))
    }

    fn block_below(&self, address: u64) -> Option<&Block> {
        let above = self.blocks.partition_point(|block| block.base <= address);
        self.blocks.get(above.checked_sub(1)?)
    }

    #[inline]
    pub(crate) fn bytes(&self, address: u64, len: usize) -> Option<&[u8]> {
        let at = self.find(address, len)?;
        self.bytes.get(at..at + len)
    }

    #[inline]
    pub(crate) fn bytes_mut(&mut self, address: u64, len: usize) -> Option<&mut [u8]> {
        let at = self.find(address, len)?;
        self.bytes.get_mut(at..at + len)
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

    /// Whether `address` once belonged to a block that is gone. The gaps around live blocks never did, or
    /// are more likely reached from the live one.
    pub(crate) fn is_returned(&self, address: u64) -> bool {
        let near = |block: &Block| {
            let end = block.base + u64::from(block.layout.size());
            block.base <= address + GRANULE && address < end + GRANULE
        };
        address < self.next_base && !self.around(address).iter().any(near)
    }

    /// The live locals of the blocks around `address`.
    pub(crate) fn locals_around(&self, address: u64) -> impl Iterator<Item = Object> {
        self.around(address).iter().flat_map(|block| {
            (0..).map_while(|number| block.layout.local(number)).map(|local| Object {
                base: block.base + u64::from(local.offset),
                size: u64::from(local.size),
                kind: ObjectKind::Stack,
                origin: local.origin,
                freed: None,
            })
        })
    }

    /// The block that begins at or below `address`, and the next one.
    fn around(&self, address: u64) -> &[Block] {
        let above = self.blocks.partition_point(|block| block.base <= address);
        &self.blocks[above.saturating_sub(1)..self.blocks.len().min(above + 1)]
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{FrameLayout, Origin, Stack};

    fn layout(sizes: &[u64]) -> Rc<FrameLayout> {
        let mut layout = FrameLayout::default();
        for (i, &size) in sizes.iter().enumerate() {
            layout.add(size, 1, Origin(u64::try_from(i).unwrap())).unwrap();
        }
        Rc::new(layout)
    }

    #[test]
    fn locals_are_apart_and_bounds_are_exact() {
        let layout = layout(&[1, 16, 0, 100, 8]);
        let mut stack = Stack::new();
        let (base, _) = stack.push(&layout);
        for local in layout.locals() {
            let start = base + u64::from(local.offset);
            let len = usize::try_from(local.size).unwrap();
            assert!(len == 0 || stack.bytes(start, len).is_some());
            assert!(stack.bytes(start, len + 1).is_none(), "past the end of {local:?}");
            assert!(stack.bytes(start.wrapping_sub(1), 1).is_none(), "before {local:?}");
        }
    }

    #[test]
    fn returned_blocks_are_recognised_and_addresses_are_fresh() {
        let layout = layout(&[8]);
        let mut stack = Stack::new();
        let mark = stack.mark();
        let (old, _) = stack.push(&layout);
        stack.release(mark);
        let (new, _) = stack.push(&layout);
        assert!(new > old);
        assert!(stack.is_returned(old) && !stack.is_returned(new));
        assert!(stack.bytes(old, 1).is_none());
    }

    #[test]
    fn a_new_block_is_zero() {
        let layout = layout(&[8]);
        let mut stack = Stack::new();
        let mark = stack.mark();
        let (base, _) = stack.push(&layout);
        stack.bytes_mut(base, 8).unwrap().fill(7);
        stack.release(mark);
        let (base, _) = stack.push(&layout);
        assert_eq!(stack.bytes(base, 8), Some(&[0; 8][..]));
    }
}
