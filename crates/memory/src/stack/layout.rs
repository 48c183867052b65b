//! Where the locals of a function are inside a block.

use std::rc::Rc;

use vellum_collections::cast::{index64, len64, low32};

use crate::object::Origin;

/// Bytes per entry of a layout's lookup table; every local starts a new entry, and has those up to the next local.
pub(super) const GRANULE: u64 = 16;

/// Locals of more bytes than this have contents of their own, so that copies of a stack share them.
pub(super) const SMALL: u64 = 1024;

/// A local inside its frame's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local {
    /// First byte, counted from the block's start.
    pub offset: u32,
    /// Size in bytes, below [`TRACKED`], and whether it is tracked: accesses copy this, so it is small.
    extent: u32,
    /// Who it is.
    pub origin: Origin,
}

const TRACKED: u32 = 1 << 31;

impl Local {
    /// A local of `size` bytes, at most 1 GiB. Of a `tracked` one it is kept which of its bytes were written; where it is
    /// not, nothing may be read before it is written.
    pub fn new(offset: u32, size: u32, origin: Origin, tracked: bool) -> Self {
        debug_assert!(size < TRACKED, "no local is that large");
        Self { offset, extent: if tracked { size | TRACKED } else { size }, origin }
    }

    /// Size in bytes.
    #[inline]
    pub fn size(&self) -> u32 {
        self.extent & !TRACKED
    }

    /// Whether it is kept which of its bytes were written.
    #[inline]
    pub fn is_tracked(&self) -> bool {
        self.extent & TRACKED != 0
    }
}

/// Where the locals of a function are inside a block.
#[derive(Clone, Debug, Default)]
pub struct FrameLayout {
    pub(super) locals: Vec<Local>,
    /// Number of the local in whose room each granule is, plus one; 0 where there is none.
    granules: Vec<u16>,
    /// Whether pointers may be moved from one local to another.
    is_one_room: bool,
    pub(super) size: u32,
    /// Bytes of the block that are kept in the common store: those of the small locals, which come first.
    pub(super) inline: u32,
    pub(super) align: u64,
    /// Bytes of the locals themselves, which is what counts against the stack limit.
    pub(super) payload: u64,
    /// Bytes from the block's start to the end of the last local that is tracked.
    pub(super) tracked: u32,
}

impl FrameLayout {
    /// The layout of a block of `size` bytes with these locals, of which no two may touch the same 16 bytes. Who has a
    /// pointer into the block may move it all over it.
    pub fn exact(size: u32, align: u64, locals: &[Local]) -> Self {
        let mut layout = Self { locals: locals.to_vec(), size, inline: size, align, ..Self::default() };
        layout.is_one_room = true;
        layout.granules.resize(index64(u64::from(size).div_ceil(GRANULE)), 0);
        for (number, local) in (1..).zip(locals) {
            if local.size() > 0 {
                let (first, last) = (local.offset, local.offset + local.size() - 1);
                layout.granules[index64(u64::from(first) / GRANULE)..=index64(u64::from(last) / GRANULE)]
                    .fill(number);
            }
            layout.payload += u64::from(local.size());
            if local.is_tracked() {
                layout.tracked = layout.tracked.max(local.offset + local.size());
            }
        }
        layout
    }

    /// Whether a local of `size` bytes is kept apart from its block.
    pub fn is_large(size: u64) -> bool {
        size > SMALL
    }

    /// Adds a local and returns its offset; `None` when the frame would become too large for one block. Large
    /// locals come last.
    pub fn add(&mut self, size: u64, align: u64, origin: Origin, tracked: bool) -> Option<u32> {
        const LIMIT: u64 = 1 << 30;
        if size > LIMIT || align > LIMIT || self.locals.len() >= usize::from(u16::MAX - 1) {
            return None;
        }
        let offset = u64::from(self.size).next_multiple_of(align.max(GRANULE));
        // What follows a local stays empty for as long as the local is, up to 48 bytes.
        let end = (offset + size.max(1) + size.clamp(1, 48)).next_multiple_of(GRANULE);
        if end > LIMIT {
            return None;
        }
        self.granules.resize(index64(end / GRANULE), 0);
        let number = u16::try_from(self.locals.len() + 1).expect("fewer locals than a u16 holds");
        self.granules[index64(offset / GRANULE)..].fill(number);
        self.locals.push(Local::new(low32(offset), low32(size), origin, tracked));
        if tracked {
            self.tracked = low32(offset + size);
        }
        self.size = low32(end);
        if !Self::is_large(size) {
            debug_assert_eq!(
                self.locals.iter().find(|local| Self::is_large(local.size().into())),
                None,
                "large locals come last"
            );
            self.inline = self.size;
        }
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
    fn local_at(&self, offset: u64) -> Option<(u16, Local)> {
        let number = self.granules.get(index64(offset / GRANULE))?.wrapping_sub(1);
        Some((number, *self.locals.get(usize::from(number))?))
    }
}

/// Where the locals of a block are.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// As in every call of the function.
    Shared(Rc<FrameLayout>),
    /// There is one, at the block's start. Kept here, so that making it allocates nothing.
    Single { size: u32, origin: Origin, tracked: bool },
}

impl Default for Layout {
    fn default() -> Self {
        Self::Single { size: 0, origin: Origin(0), tracked: false }
    }
}

impl Layout {
    /// Bytes of the block.
    pub(super) fn size(&self) -> u32 {
        match self {
            Self::Shared(layout) => layout.size,
            Self::Single { size, .. } => padded(*size),
        }
    }

    /// Bytes of the block that are kept in the common store.
    pub(super) fn inline(&self) -> u32 {
        match self {
            Self::Shared(layout) => layout.inline,
            Self::Single { size, .. } if FrameLayout::is_large((*size).into()) => 0,
            Self::Single { size, .. } => padded(*size),
        }
    }

    /// Bytes from the block's start to the end of the last local that is tracked.
    #[inline]
    pub(super) fn tracked(&self) -> u32 {
        match self {
            Self::Shared(layout) => layout.tracked,
            Self::Single { size, tracked, .. } => {
                if *tracked {
                    *size
                } else {
                    0
                }
            }
        }
    }

    /// Bytes that count against the stack limit.
    pub(super) fn payload(&self) -> u64 {
        match self {
            Self::Shared(layout) => layout.payload,
            Self::Single { size, .. } => u64::from(*size),
        }
    }

    /// The local in whose room `offset` is, and its number, if it holds `len` bytes `by` behind that.
    #[inline]
    pub(super) fn local_with(&self, offset: u64, by: u64, len: usize) -> Option<(u16, Local)> {
        let (number, local) = match self {
            Self::Shared(layout) => layout.local_at(offset)?,
            Self::Single { size, origin, tracked } => (0, Local::new(0, *size, *origin, *tracked)),
        };
        let inside = offset.wrapping_add(by).wrapping_sub(u64::from(local.offset));
        (inside.saturating_add(len64(len)) <= u64::from(local.size())).then_some((number, local))
    }

    /// The local in whose room `offset` is.
    pub(super) fn owner(&self, offset: u64) -> Option<Local> {
        match self {
            Self::Shared(layout) => layout.local_at(offset).map(|(_, local)| local),
            Self::Single { size, .. } => {
                (offset < u64::from(padded(*size)) + GRANULE).then(|| self.local(0)).flatten()
            }
        }
    }

    /// Whether two offsets are in the same room.
    pub(super) fn same_room(&self, a: u64, b: u64) -> bool {
        match self {
            Self::Shared(layout) if layout.is_one_room => a.max(b) <= u64::from(layout.size),
            Self::Shared(layout) => {
                let number = |offset: u64| layout.granules.get(index64(offset / GRANULE));
                number(a).is_some_and(|&room| room != 0 && number(b) == Some(&room))
            }
            Self::Single { size, .. } => a.max(b) < u64::from(padded(*size)) + GRANULE,
        }
    }

    /// The local of that number.
    pub(super) fn local(&self, number: u16) -> Option<Local> {
        match self {
            Self::Shared(layout) => layout.locals.get(usize::from(number)).copied(),
            Self::Single { size, origin, tracked } if number == 0 => {
                Some(Local::new(0, *size, *origin, *tracked))
            }
            Self::Single { .. } => None,
        }
    }
}

/// Bytes of the block of one local.
fn padded(size: u32) -> u32 {
    size.max(1).next_multiple_of(16)
}
