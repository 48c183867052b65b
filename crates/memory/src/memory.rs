//! The door: allocate, free, load, store, fill and copy.

use std::{borrow::Cow, rc::Rc};

use vellum_collections::cast::{index, index64, len64};
use vellum_expr::Marker;

use crate::{
    address::{CONSTANTS, GLOBALS, HEAP, NULL_PAGE, RANGES_PER_KIND, STACK_BASE, range_of},
    bins::{Bin, Bins, Freed, class_of},
    body::Body,
    contents::{Objects, read_word, write_word},
    fault::{Access, Fault, FaultKind, Nearest},
    object::{Object, ObjectKind, Origin},
    protection::{GuardedObjects, PAGE, Protection},
    stack::{FrameLayout, Stack, StackMark},
};

/// Farther from an object than an index that went wrong leads.
const FAR: u64 = 1 << 40;

/// What can be set.
#[derive(Clone, Debug)]
pub struct MemoryConfig {
    /// Freed addresses kept from reuse per size class.
    pub quarantine: usize,
    /// Bytes of locals the stack may hold.
    pub stack_limit: u64,
    /// How objects are shared and hold expressions.
    pub objects: Objects,
    /// Whether to keep which bytes of the heap and of locals were ever written.
    pub track_unwritten: bool,
}

impl Default for MemoryConfig {
    fn default() -> Self {
        Self { quarantine: 8, stack_limit: 8 << 20, objects: Objects::default(), track_unwritten: true }
    }
}

/// Bytes that a copy moves at once.
const PIECE: u64 = 1 << 16;

/// Bytes that a copy keeps on the host's stack, shadow included: short ones allocate nothing.
const FEW: usize = 512;

/// Why memory that outlives a call is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heap {
    /// By the program, which may free it; zeros.
    Malloc,
    /// By the program, which may free it and has to write it before it is read.
    Unwritten,
    /// By the engine for the program.
    Engine,
    /// A global variable.
    Global,
    /// A constant.
    Constant,
}

/// All memory of a path. Copies share what they have in common.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Constants, globals and heap.
    kinds: [Rc<Bins>; 3],
    stack: Stack,
    guarded: Rc<GuardedObjects>,
    config: MemoryConfig,
}

impl Memory {
    /// Memory without any object.
    pub fn new(config: MemoryConfig) -> Self {
        let kinds = std::array::from_fn(|_| Rc::new(Bins::new(config.objects)));
        Self { kinds, stack: Stack::new(config.objects), guarded: Rc::default(), config }
    }

    /// A new object; `None` when there is no room for it.
    pub fn allocate(&mut self, heap: Heap, size: u64, align: u64, origin: Origin) -> Option<u64> {
        let (first, kind) = match heap {
            Heap::Malloc | Heap::Unwritten => (HEAP, ObjectKind::Heap),
            Heap::Engine => (GLOBALS, ObjectKind::Engine),
            Heap::Global => (GLOBALS, ObjectKind::Global),
            Heap::Constant => (CONSTANTS, ObjectKind::Constant),
        };
        let class = class_of(size, align)?;
        let range = first + class;
        let fresh = heap == Heap::Unwritten && self.config.track_unwritten;
        self.bin_mut(range)?.allocate(range, kind, size, origin, fresh)
    }

    /// Gives back a heap object.
    pub fn free(&mut self, address: u64, origin: Origin) -> Result<(), Fault> {
        let delay = self.config.quarantine;
        let kind = match self.bin_mut(range_of(address)).map(|bin| bin.free(address, origin, delay)) {
            Some(Freed::Done) => {
                if !self.guarded.is_empty() {
                    Rc::make_mut(&mut self.guarded).forget(address);
                }
                return Ok(());
            }
            Some(Freed::Again) => FaultKind::DoubleFree,
            Some(Freed::NoObject) | None => FaultKind::InvalidFree,
        };
        Err(Fault { kind, access: Access::Free, address, size: 0, nearest: self.nearest(address) })
    }

    /// The live heap object that starts at `address`.
    pub fn heap_object(&self, address: u64) -> Option<Object> {
        let object = self.bin(range_of(address))?.object(address)?;
        (object.kind == ObjectKind::Heap && object.freed.is_none() && object.base == address)
            .then_some(object)
    }

    /// The live object `address` points into or one past the end of.
    pub fn object_at(&self, address: u64) -> Option<Object> {
        let nearest = self.nearest(address)?;
        let touching = nearest.distance() <= 1 && address >= nearest.object.base;
        (touching && nearest.object.freed.is_none()).then_some(nearest.object)
    }

    /// Reads `size` bytes (1 to 8) as a little-endian number; `None` when they are not all inside one object.
    #[inline]
    pub fn load(&self, address: u64, size: u32) -> Option<u64> {
        Some(read_word(self.bytes(address, index(size))?))
    }

    /// Writes the low `size` bytes (1 to 8) of `value`; `None` when they are not all inside one object that
    /// may be written.
    #[inline]
    pub fn store(&mut self, address: u64, size: u32, value: u64) -> Option<()> {
        match self.bytes_mut(address, index(size)) {
            Some(target) => write_word(target, value),
            None => self.store_bytes(address, &value.to_le_bytes()[..index(size)])?,
        }
        Some(())
    }

    /// Reads `N` bytes; `None` when they are not all inside one object.
    #[inline]
    pub fn load_array<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        self.bytes(address, N)?.first_chunk().copied()
    }

    /// Writes `N` bytes; `None` when they are not all inside one object that may be written.
    #[inline]
    pub fn store_array<const N: usize>(&mut self, address: u64, value: [u8; N]) -> Option<()> {
        match self.bytes_mut(address, N) {
            Some(target) => *target.first_chunk_mut()? = value,
            None => self.store_bytes(address, &value)?,
        }
        Some(())
    }

    /// The bytes at `address` if they are inside one live object.
    #[inline]
    pub fn bytes(&self, address: u64, len: usize) -> Option<&[u8]> {
        if address >= STACK_BASE {
            return self.stack.bytes(address, len);
        }
        let found = self.bin(range_of(address)).and_then(|bin| bin.bytes(address, len));
        if found.is_some() { found } else { self.guarded.bytes(address, len) }
    }

    /// The bytes at `address`, for writing, if they are inside one live object that may be written.
    #[inline]
    pub fn bytes_mut(&mut self, address: u64, len: usize) -> Option<&mut [u8]> {
        if address >= STACK_BASE {
            return self.stack.bytes_mut(address, len);
        }
        let range = range_of(address);
        if range < GLOBALS {
            return None;
        }
        if self.guarded.is_empty() {
            return self.bin_mut(range)?.bytes_mut(address, len);
        }
        if self.bin(range).is_some_and(|bin| bin.bytes(address, len).is_some()) {
            return self.bin_mut(range)?.bytes_mut(address, len);
        }
        Rc::make_mut(&mut self.guarded).bytes_mut(address, len, self.config.objects)
    }

    /// Sets what the program may do with the pages that hold `len` bytes at `address`; `None` when these are
    /// not all inside one live heap object that begins with a page.
    pub fn protect(&mut self, address: u64, len: u64, protection: Protection) -> Option<()> {
        let object = self.object_at(address).filter(|object| object.kind == ObjectKind::Heap)?;
        let offset = address - object.base;
        if !object.base.is_multiple_of(PAGE) || offset.checked_add(len)? > object.size || len == 0 {
            return None;
        }
        let range = range_of(address);
        let bins = Rc::make_mut(self.kinds.get_mut(kind_of(range))?);
        let home = bins.bin_mut(range).home(object.base)?;
        Rc::make_mut(&mut self.guarded).protect(object.base, home, offset, len, protection);
        Some(())
    }

    /// What the program may do with each page of the object that starts at `base`; none when it may write all.
    pub fn protections(&self, base: u64) -> &[Protection] {
        self.guarded.pages(base)
    }

    /// Writes the initial bytes of a constant; the program itself cannot.
    pub fn initialise(&mut self, address: u64, bytes: &[u8]) -> Option<()> {
        let objects = self.config.objects;
        let (body, offset) = self.bin_mut(range_of(address))?.body_mut(address)?;
        body.store(offset, bytes, objects)
    }

    /// Copies `len` bytes, as if through a buffer. An access that fails is reported with its address.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), (Access, u64)> {
        match len {
            0 => Ok(()),
            1..=PIECE => self.copy_piece(to, from, len),
            _ => self.copy_pieces(to, from, len),
        }
    }

    /// Copies more than should be moved at once: from the end that is not overwritten before it is read.
    fn copy_pieces(&mut self, to: u64, from: u64, len: u64) -> Result<(), (Access, u64)> {
        self.numbers(from, len).ok_or((Access::Read, from))?;
        let writable = self.is_inside(to, len) && !self.is_constant(to);
        writable.then_some(()).ok_or((Access::Write, to))?;
        let pieces = len.div_ceil(PIECE);
        for i in 0..pieces {
            let at = PIECE * if to <= from { i } else { pieces - 1 - i };
            self.copy_piece(to + at, from + at, PIECE.min(len - at))?;
        }
        Ok(())
    }

    fn copy_piece(&mut self, to: u64, from: u64, len: u64) -> Result<(), (Access, u64)> {
        let len = index64(len);
        let (mut small, mut large) = ([0; FEW], Vec::new());
        let room = if 2 * len <= FEW {
            &mut small[..2 * len]
        } else {
            large.resize(2 * len, 0);
            &mut large[..]
        };
        let (bytes, shadow) = room.split_at_mut(len);
        let mut is_shadowed = false;
        match self.bytes(from, len) {
            Some(source) => bytes.copy_from_slice(source),
            None => {
                let numbers = self.numbers(from, len64(len)).ok_or((Access::Read, from))?;
                bytes.copy_from_slice(&numbers.bytes);
                if let Some(source) = numbers.shadow {
                    shadow.copy_from_slice(&source);
                    is_shadowed = true;
                }
            }
        }
        match self.bytes_mut(to, len) {
            Some(target) => target.copy_from_slice(bytes),
            None => self.store_bytes(to, bytes).ok_or((Access::Write, to))?,
        }
        if is_shadowed {
            self.shade(to, shadow);
        }
        Ok(())
    }

    /// Fills `len` bytes; `None` when they are not all inside one object that may be written.
    pub fn fill(&mut self, address: u64, byte: u8, len: u64) -> Option<()> {
        if len > 0 {
            match self.bytes_mut(address, index64(len)) {
                Some(target) => target.fill(byte),
                None => {
                    let room = self.has_room(address, len).then_some(index64(len))?;
                    self.store_bytes(address, &vec![byte; room])?;
                }
            }
        }
        Some(())
    }

    /// Whether an object reaches from `address` over `len` bytes, whoever may access it. Programs ask for more than
    /// anyone should make a copy of to find out.
    pub(crate) fn has_room(&self, address: u64, len: u64) -> bool {
        self.object_at(address).is_some_and(|object| len <= object.base + object.size - address)
    }

    /// The bytes from `address` up to, not including, the first zero; on failure the address that could not
    /// be read.
    pub fn c_string(&self, address: u64) -> Result<Cow<'_, [u8]>, u64> {
        let object = self.object_at(address).ok_or(address)?;
        let size = self.guarded.readable(address).unwrap_or(object.base + object.size - address);
        let len = index64(size);
        let bytes = self.concrete_prefix(address, size);
        if bytes.len() < len && !bytes.contains(&0) {
            return Err(address + len64(bytes.len()));
        }
        match bytes.iter().position(|&b| b == 0) {
            Some(end) => Ok(match bytes {
                Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[..end]),
                Cow::Owned(mut bytes) => {
                    bytes.truncate(end);
                    Cow::Owned(bytes)
                }
            }),
            None => Err(address + len64(len)),
        }
    }

    /// Reserves a frame's locals: the address of the block and where its bytes begin, for
    /// [`Memory::load_local`]. `None` when the stack is full.
    #[inline]
    pub fn push_frame(&mut self, layout: &Rc<FrameLayout>) -> Option<(u64, usize)> {
        let block = self.stack.push(layout);
        (self.stack.payload() <= self.config.stack_limit).then_some(block)
    }

    /// Sets how many bytes of locals there may be.
    pub fn set_stack_limit(&mut self, bytes: u64) {
        self.config.stack_limit = bytes;
    }

    /// A block for one object of run-time size; `None` when the stack is full.
    pub fn alloca(&mut self, size: u64, align: u64, origin: Origin) -> Option<u64> {
        if self.stack.payload().checked_add(size)? > self.config.stack_limit {
            return None;
        }
        let tracked = self.config.track_unwritten;
        self.stack.push_single(size, align, origin, tracked)
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
    }

    /// A token for [`Memory::release_from`]: everything allocated on the stack later is dropped by it.
    pub fn stack_token(&self) -> u64 {
        self.stack.next_base()
    }

    /// Drops the locals allocated since `token`, but none of those below `mark`.
    pub fn release_from(&mut self, token: u64, mark: StackMark) {
        self.stack.release_from(token, mark);
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

    /// Prepares for copies that share everything below the innermost call, whose locals begin at `mark`: where
    /// the bytes of its block begin from now on.
    pub fn freeze(&mut self, mark: StackMark) -> usize {
        self.stack.freeze(mark)
    }

    /// Takes the locals from `mark` on back from what copies share: where the bytes of the first block begin,
    /// for [`Memory::load_local`].
    pub fn thaw(&mut self, mark: StackMark) -> usize {
        self.stack.thaw(mark)
    }

    /// Whether a small local of the block just above `mark` holds an expression.
    #[inline]
    pub fn has_symbolic_locals(&self, mark: StackMark) -> bool {
        self.stack.is_symbolic(mark)
    }

    /// Says why an access of `size` bytes at `address` fails.
    pub fn explain(&self, access: Access, address: u64, size: u64) -> Fault {
        let returned = address >= STACK_BASE && self.stack.is_returned(address);
        // What lives next to a frame that is gone has nothing to do with it.
        let nearest = if returned { None } else { self.nearest(address) };
        let obstacle = self.guarded.obstacle(access, address, size);
        let kind = if address < NULL_PAGE {
            FaultKind::NullDereference
        } else if obstacle == Some(Protection::Read) {
            FaultKind::ReadOnlyWrite
        } else if obstacle == Some(Protection::None) {
            FaultKind::NoAccess
        } else if self.is_inside(address, size) && (access == Access::Read || !self.is_constant(address)) {
            FaultKind::NotNumbers
        } else if returned {
            FaultKind::UseAfterReturn
        } else {
            match nearest {
                Some(near) if near.distance() == 0 && near.object.freed.is_some() => FaultKind::UseAfterFree,
                Some(near) if self.is_read_only(access, &near, size) => FaultKind::ReadOnlyWrite,
                _ => FaultKind::OutOfBounds,
            }
        };
        Fault { kind, access, address, size, nearest }
    }

    pub(crate) fn objects(&self) -> Objects {
        self.config.objects
    }

    pub(crate) fn kinds_mut(&mut self) -> &mut [Rc<Bins>; 3] {
        &mut self.kinds
    }

    pub(crate) fn guarded(&self) -> &GuardedObjects {
        &self.guarded
    }

    pub(crate) fn stack(&self) -> &Stack {
        &self.stack
    }

    pub(crate) fn stack_mut(&mut self) -> &mut Stack {
        &mut self.stack
    }

    /// What the object with `len` bytes at `address` holds, and how far inside it that is; nothing if the access
    /// is not all inside it, or not allowed. Not for the stack.
    pub(crate) fn body(&self, access: Access, address: u64, len: u64) -> Option<(&Body, u64)> {
        if access == Access::Write && range_of(address) < GLOBALS {
            return None;
        }
        let found = self.bin(range_of(address)).and_then(|bin| bin.body(address));
        let inside =
            |(body, offset): &(&Body, u64)| offset.checked_add(len).is_some_and(|end| end <= body.len());
        found.filter(inside).or_else(|| self.guarded.body(access, address, len))
    }

    /// As [`Memory::body`], for writing.
    pub(crate) fn body_mut(&mut self, access: Access, address: u64, len: u64) -> Option<(&mut Body, u64)> {
        self.body(access, address, len)?;
        if !self.guarded.is_empty() && self.guarded.body(access, address, len).is_some() {
            return Rc::make_mut(&mut self.guarded).body_mut(access, address, len);
        }
        self.bin_mut(range_of(address))?.body_mut(address)
    }

    pub(crate) fn all_objects(&self) -> impl Iterator<Item = Object> {
        self.kinds.iter().flat_map(|kind| kind.objects()).chain(self.stack.locals())
    }

    pub(crate) fn mark_kinds(&self, marker: &mut Marker) {
        for kind in &self.kinds {
            kind.mark(marker);
        }
    }

    #[inline]
    pub(crate) fn bin(&self, range: usize) -> Option<&Bin> {
        Some(self.kinds.get(kind_of(range))?.bin(range))
    }

    #[inline]
    pub(crate) fn bin_mut(&mut self, range: usize) -> Option<&mut Bin> {
        Some(Rc::make_mut(self.kinds.get_mut(kind_of(range))?).bin_mut(range))
    }

    fn is_read_only(&self, access: Access, near: &Nearest, size: u64) -> bool {
        access == Access::Write
            && near.object.kind == ObjectKind::Constant
            && near.distance() == 0
            && self.is_inside(near.object.base, near.object.size.min(size))
    }

    /// The object nearest to `address` among those that could be meant.
    fn nearest(&self, address: u64) -> Option<Nearest> {
        if address >= STACK_BASE {
            return nearest_of(self.stack.locals_around(address), address);
        }
        let bin = self.bin(range_of(address))?;
        let candidates = [bin.object(address), bin.object_before(address), bin.object_after(address)];
        nearest_of(candidates.into_iter().flatten(), address)
    }
}

/// Which of [`Memory::kinds`] a range belongs to.
#[inline]
fn kind_of(range: usize) -> usize {
    (range / RANGES_PER_KIND).wrapping_sub(CONSTANTS / RANGES_PER_KIND)
}

fn nearest_of(objects: impl Iterator<Item = Object>, address: u64) -> Option<Nearest> {
    let nearest = objects.map(|object| Nearest::of(object, address)).min_by_key(Nearest::distance);
    nearest.filter(|near| near.distance() < FAR)
}
