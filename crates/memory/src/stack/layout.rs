//! Where the locals of a function are inside a block.

use std::rc::Rc;

use vellum_collections::cast::{index, index64, len64, low32};

use crate::object::Origin;

/// Rooms of locals begin and end at multiples of this many bytes.
pub(super) const GRANULE: u64 = 1024;

/// Bytes of a local's room that stay empty before it, at least.
const LEAD: u64 = 496;

/// Bytes of a local's room that stay empty behind it, at least.
const TRAIL: u64 = 512;

/// Saved registers lie as close as the calling convention says: their rooms are multiples of this power of two.
const DENSE: u32 = 4;

/// Locals of more bytes than this have contents of their own, so that copies of a stack share them.
pub(super) const SMALL: u64 = 1024;

/// A local inside its frame's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local {
    /// Address of its first byte, counted from the block's.
    pub offset: u32,
    /// Where its first byte is kept, counted from the block's first.
    pub byte: u32,
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
        Self { offset, byte: offset, extent: if tracked { size | TRACKED } else { size }, origin }
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

/// Where the locals of a function are inside a block: their addresses, each in a room of its own and far from the others,
/// and their bytes, which are kept side by side.
#[derive(Clone, Debug)]
pub struct FrameLayout {
    pub(super) locals: Vec<Local>,
    /// Number of the local in whose room each granule is, plus one; 0 where there is none.
    granules: Vec<u16>,
    /// Bytes of a granule, as a power of two.
    shift: u32,
    /// Whether pointers may be moved from one local to another.
    is_one_room: bool,
    /// Whose locals they are: blocks of one key get addresses that do not depend on blocks of others.
    pub(super) key: u64,
    /// What becomes of pointers to the locals.
    pub(super) pointers: Pointers,
    /// How many addresses the block has: a multiple of its alignment.
    pub(super) extent: u32,
    /// How many bytes the block has.
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
    /// A block without locals. `key` says whose it is, and is the same in every run; with [`Pointers::Stay`] no pointer to
    /// any of its locals may be kept when the block is given back.
    pub fn new(key: u64, pointers: Pointers) -> Self {
        Self {
            locals: Vec::new(),
            granules: Vec::new(),
            shift: GRANULE.ilog2(),
            is_one_room: false,
            key,
            pointers,
            extent: 0,
            size: 0,
            inline: 0,
            align: GRANULE,
            payload: 0,
            tracked: 0,
        }
    }

    /// The layout of a block of `size` bytes with these locals, of which no two may touch the same 16 bytes. Who has a
    /// pointer into the block may move it all over it.
    pub fn exact(size: u32, align: u64, locals: &[Local]) -> Self {
        let mut layout = Self::new(0, Pointers::Escape);
        (layout.shift, layout.is_one_room, layout.locals) = (DENSE, true, locals.to_vec());
        (layout.size, layout.inline, layout.align) = (size, size, align.max(GRANULE));
        layout.extent = low32((u64::from(size) + TRAIL).next_multiple_of(GRANULE));
        layout.granules.resize(index64(u64::from(size).div_ceil(1 << DENSE)), 0);
        for (number, local) in (1..).zip(locals) {
            if local.size() > 0 {
                let (first, last) = (local.offset, local.offset + local.size() - 1);
                let granule = |offset: u32| index64(u64::from(offset) >> DENSE);
                layout.granules[granule(first)..=granule(last)].fill(number);
            }
            layout.payload += u64::from(local.size());
            if local.is_tracked() {
                layout.tracked = layout.tracked.max(local.byte + local.size());
            }
        }
        layout
    }

    /// Whether a local of `size` bytes is kept apart from its block.
    pub fn is_large(size: u64) -> bool {
        size > SMALL
    }

    /// Adds a local and says where it is; `None` when the frame would become too large for one block. Large
    /// locals come last.
    pub fn add(&mut self, size: u64, align: u64, origin: Origin, tracked: bool) -> Option<Local> {
        const LIMIT: u64 = 1 << 30;
        if size > LIMIT || align > LIMIT || self.locals.len() >= usize::from(u16::MAX - 1) {
            return None;
        }
        let align = align.max(16);
        let offset = (u64::from(self.extent) + LEAD).next_multiple_of(align);
        let end = (offset + size + TRAIL).next_multiple_of(GRANULE);
        if end > LIMIT {
            return None;
        }
        let number = u16::try_from(self.locals.len() + 1).expect("fewer locals than a u16 holds");
        let byte = u64::from(self.size).next_multiple_of(8);
        let local = Local { byte: low32(byte), ..Local::new(low32(offset), low32(size), origin, tracked) };
        self.locals.push(local);
        self.size = low32(byte + size.max(1));
        if tracked {
            self.tracked = low32(byte + size);
        }
        if !Self::is_large(size) {
            debug_assert_eq!(
                self.locals.iter().find(|local| Self::is_large(local.size().into())),
                None,
                "large locals come last"
            );
            self.inline = self.size;
        }
        self.align = self.align.max(align);
        self.extent = low32(end.next_multiple_of(self.align));
        self.granules.resize(index64(u64::from(self.extent) / GRANULE), number);
        self.payload += size;
        Some(local)
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
        let number = self.granules.get(index64(offset >> self.shift))?.wrapping_sub(1);
        Some((number, *self.locals.get(usize::from(number))?))
    }
}

/// What becomes of pointers to the locals of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointers {
    /// They are gone when the block is.
    Stay,
    /// They may outlive the block, so that its addresses have to stay recognisable.
    Escape,
}

/// What a block of one local is reserved for.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    /// Who the local is.
    pub origin: Origin,
    /// As in [`FrameLayout::new`].
    pub key: u64,
    /// How long it lives.
    pub life: Life,
}

/// How long a local lives that has a block of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// As long as the call of its function.
    Call,
    /// As long as a scope inside that.
    Scope,
    /// Until the stack is restored to what it was before, as where the scope of an array of variable length is left, or as
    /// long as the call.
    Restored,
}

impl From<Origin> for Owner {
    fn from(origin: Origin) -> Self {
        Self { origin, key: origin.0, life: Life::Call }
    }
}

/// Where the locals of a block are.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// As in every call of the function.
    Shared(Rc<FrameLayout>),
    /// There is one. Kept here, so that making it allocates nothing.
    Single(Single),
    /// There is none any more, but there are blocks above.
    Ended,
}

/// A block of one local: small, because blocks are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Single {
    /// Address of the local, counted from the block's.
    pub(super) offset: u32,
    /// As in [`Local`].
    extent: u32,
    origin: Origin,
    pub(super) life: Life,
}

impl Single {
    /// A block for a local of `size` bytes, at most 1 GiB.
    pub(super) fn new(size: u32, align: u64, owner: Owner, tracked: bool) -> Self {
        let offset = low32(LEAD.next_multiple_of(align.max(16)));
        let Local { extent, origin, .. } = Local::new(offset, size, owner.origin, tracked);
        Self { offset, extent, origin, life: owner.life }
    }

    fn local(&self) -> Local {
        Local { offset: self.offset, byte: 0, extent: self.extent, origin: self.origin }
    }

    /// A power of two, so that blocks of a few sizes share addresses; of aligned locals, a multiple of the alignment.
    fn extent(&self) -> u64 {
        let end = u64::from(self.offset) + u64::from(self.local().size()) + TRAIL;
        end.next_power_of_two().max(GRANULE)
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::Single(Single::new(0, 1, Origin(0).into(), false))
    }
}

impl Layout {
    /// How many addresses the block has.
    #[inline]
    pub(super) fn extent(&self) -> u64 {
        match self {
            Self::Shared(layout) => layout.extent.into(),
            Self::Single(single) => single.extent(),
            Self::Ended => 0,
        }
    }

    /// What its first address is a multiple of.
    pub(super) fn align(&self) -> u64 {
        match self {
            Self::Shared(layout) => layout.align,
            // A local that is aligned to more than its room begins lies at a multiple of that.
            Self::Single(single) => {
                let lowest = 1 << single.offset.trailing_zeros();
                if lowest > GRANULE { lowest } else { GRANULE }
            }
            Self::Ended => GRANULE,
        }
    }

    /// Whether what is known of one block by its address holds for the other: which locals are where.
    #[inline]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shared(a), Self::Shared(b)) => Rc::ptr_eq(a, b),
            (Self::Single(a), Self::Single(b)) => a == b,
            _ => false,
        }
    }

    /// How long its locals live.
    pub(super) fn life(&self) -> Life {
        match self {
            Self::Shared(_) | Self::Ended => Life::Call,
            Self::Single(single) => single.life,
        }
    }

    /// Bytes of the block that are kept in the common store.
    pub(super) fn inline(&self) -> u32 {
        match self {
            Self::Shared(layout) => layout.inline,
            Self::Single(single) if FrameLayout::is_large(single.local().size().into()) => 0,
            Self::Single(single) => single.local().size(),
            Self::Ended => 0,
        }
    }

    /// Bytes from the block's start to the end of the last local that is tracked.
    #[inline]
    pub(super) fn tracked(&self) -> u32 {
        match self {
            Self::Shared(layout) => layout.tracked,
            Self::Single(single) if single.local().is_tracked() => single.local().size(),
            Self::Single(_) | Self::Ended => 0,
        }
    }

    /// Bytes that count against the stack limit.
    pub(super) fn payload(&self) -> u64 {
        match self {
            Self::Shared(layout) => layout.payload,
            Self::Single(single) => single.local().size().into(),
            Self::Ended => 0,
        }
    }

    /// Which byte of the block is `by` behind `offset`, if the local in whose room that is holds `len` bytes there, and
    /// whether that is tracked.
    #[inline]
    pub(super) fn byte_with(&self, offset: u64, by: u64, len: usize) -> Option<(usize, bool)> {
        let held = |local: &Local| {
            let inside = offset.wrapping_add(by).wrapping_sub(u64::from(local.offset));
            let is_held = inside.saturating_add(len64(len)) <= u64::from(local.size());
            is_held.then(|| (index(local.byte) + index64(inside), local.is_tracked()))
        };
        match self {
            Self::Shared(layout) => {
                let number = layout.granules.get(index64(offset >> layout.shift))?.wrapping_sub(1);
                held(layout.locals.get(usize::from(number))?)
            }
            Self::Single(single) => held(&single.local()),
            Self::Ended => None,
        }
    }

    /// The local in whose room `offset` is, its number, and which of its bytes is `by` behind `offset`, if it holds `len`
    /// bytes there.
    #[inline]
    pub(super) fn local_with(&self, offset: u64, by: u64, len: usize) -> Option<(u16, Local, u64)> {
        let (number, local) = match self {
            Self::Shared(layout) => layout.local_at(offset)?,
            Self::Single(single) => (0, single.local()),
            Self::Ended => return None,
        };
        let inside = offset.wrapping_add(by).wrapping_sub(u64::from(local.offset));
        (inside.saturating_add(len64(len)) <= u64::from(local.size())).then_some((number, local, inside))
    }

    /// The local in whose room `offset` is.
    pub(super) fn owner(&self, offset: u64) -> Option<Local> {
        match self {
            Self::Shared(layout) => layout.local_at(offset).map(|(_, local)| local),
            Self::Single(single) => (offset < single.extent()).then(|| single.local()),
            Self::Ended => None,
        }
    }

    /// Whether two offsets are in the same room.
    pub(super) fn same_room(&self, a: u64, b: u64) -> bool {
        match self {
            Self::Shared(layout) if layout.is_one_room => a.max(b) <= u64::from(layout.size),
            Self::Shared(layout) => {
                let number = |offset: u64| layout.granules.get(index64(offset >> layout.shift));
                number(a).is_some_and(|&room| room != 0 && number(b) == Some(&room))
            }
            Self::Single(single) => a.max(b) < single.extent(),
            Self::Ended => false,
        }
    }

    /// The local of that number.
    pub(super) fn local(&self, number: u16) -> Option<Local> {
        match self {
            Self::Shared(layout) => layout.locals.get(usize::from(number)).copied(),
            Self::Single(single) => (number == 0).then(|| single.local()),
            Self::Ended => None,
        }
    }
}
