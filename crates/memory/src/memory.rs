//! The door: allocate, free, load, store, fill and copy.

mod explain;
mod fixed;
mod frames;
mod lookup;
mod pieces;
mod relocation;
mod rooms;
mod shared;
mod sizes;
mod spans;
mod words;

use std::{borrow::Cow, rc::Rc};

use vellum_collections::cast::{index, index64, len64};
use vellum_expr::{Exprs, Marker};

pub(crate) use self::pieces::{ArrayOf, ByPiece, Places};
use self::{explain::nearest_of, lookup::LastShared, pieces::Pieces, sizes::Lent};
pub use self::{
    pieces::{PieceSize, Split, SplitBy},
    relocation::{Layout, Relocated},
    sizes::{Request, Sizes},
    spans::Reach,
    words::Words,
};
use crate::{
    arena::{Arena, Freed, Region, Regions},
    body::Body,
    contents::{Contents, Fill, Objects, read_word, write_word},
    fault::{Access, Fault, FaultKind},
    model::{Model, Rule, default_model},
    object::{Object, ObjectKind, Origin},
    protection::{GuardedObjects, PAGE, Protection},
    segments::{Initial, Segments},
    stack::{Stack, StackMark},
};

/// What can be set.
#[derive(Clone, Debug)]
pub struct MemoryConfig {
    /// Where each kind of memory is.
    pub regions: Regions,
    /// Freed addresses kept from reuse per bin; `usize::MAX` means for ever.
    pub quarantine: usize,
    /// Bytes of locals the stack may hold.
    pub stack_limit: u64,
    /// How objects are shared and hold expressions.
    pub objects: Objects,
    /// Whether to keep which bytes of the heap and of locals were ever written.
    pub track_unwritten: bool,
    /// Whether calls get stack addresses again that others had before.
    pub reuse_stack: bool,
    /// What becomes of pointers that may lead to several objects.
    pub model: Rc<dyn Model>,
    /// What becomes of sizes and lengths that depend on the input.
    pub sizes: Sizes,
    /// What becomes of aligned words that begin inside an object and end past it.
    pub words: Words,
    /// Whether large objects are split that are accessed at symbolic places.
    pub split: Option<Split>,
}

impl MemoryConfig {
    /// The same, with what follows from the model.
    fn settled(self) -> Self {
        let objects = Objects { places: self.model.places(), ..self.objects };
        let is_by_cost = self.model.gathers().is_some_and(|gathering| gathering.rule == Rule::ByCost);
        let split = self.split.or_else(|| is_by_cost.then_some(Split::BY_COST));
        Self { objects, split, ..self }
    }
}

impl Default for MemoryConfig {
    fn default() -> Self {
        Self {
            regions: Regions::default(),
            quarantine: 8,
            stack_limit: 8 << 20,
            objects: Objects::default(),
            track_unwritten: true,
            reuse_stack: false,
            model: default_model(),
            sizes: Sizes::default(),
            words: Words::default(),
            split: None,
        }
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
    /// Constants, globals and heap, by rising address.
    arenas: [Rc<Arena>; 3],
    /// Where globals, the heap and the stack begin.
    bases: [u64; 3],
    stack: Stack,
    stack_limit: u64,
    guarded: Rc<GuardedObjects>,
    /// Bytes of objects that are not alone.
    segments: Rc<Segments>,
    /// The object among those that was found last.
    last: LastShared,
    /// Locals of symbolic size, the oldest first.
    lent: Vec<Lent>,
    /// What is split.
    pieces: Rc<Pieces>,
    config: Rc<MemoryConfig>,
}

/// Which of [`Memory::arenas`].
const CONSTANTS: usize = 0;
const GLOBALS: usize = 1;
const HEAP: usize = 2;

impl Memory {
    /// Memory without any object.
    pub fn new(config: MemoryConfig) -> Self {
        let config = config.settled();
        let MemoryConfig { regions, objects, stack_limit, .. } = config;
        let arena = |region: Region| Rc::new(Arena::new(region, objects));
        Self {
            arenas: [regions.constants(), regions.globals(), regions.heap()].map(arena),
            bases: [regions.globals(), regions.heap(), regions.stack()].map(|region| region.base),
            stack: Stack::new(regions.stack(), objects).reusing(config.reuse_stack),
            stack_limit,
            guarded: Rc::default(),
            segments: Rc::default(),
            last: LastShared::default(),
            lent: Vec::new(),
            pieces: Rc::default(),
            config: Rc::new(config),
        }
    }

    /// What becomes of sizes and lengths that depend on the input.
    pub fn sizes(&self) -> Sizes {
        self.config.sizes
    }

    /// Where each kind of memory is.
    pub fn regions(&self) -> Regions {
        self.config.regions
    }

    /// A new object; `None` when there is no room for it.
    pub fn allocate(&mut self, heap: Heap, size: u64, align: u64, origin: Origin) -> Option<u64> {
        let (arena, kind) = match heap {
            Heap::Malloc | Heap::Unwritten => (HEAP, ObjectKind::Heap),
            Heap::Engine => (GLOBALS, ObjectKind::Engine),
            Heap::Global => (GLOBALS, ObjectKind::Global),
            Heap::Constant => (CONSTANTS, ObjectKind::Constant),
        };
        let object = Object::new(0, size, kind, origin);
        self.make(arena, heap, object, align)
    }

    /// Makes an object that is alone.
    fn make(&mut self, arena: usize, heap: Heap, object: Object, align: u64) -> Option<u64> {
        let body = self.new_body(heap, &object)?;
        Rc::make_mut(&mut self.arenas[arena]).allocate(object, body, align)
    }

    /// What an object holds that is new and alone.
    fn new_body(&self, heap: Heap, object: &Object) -> Option<Body> {
        let mut body = match self.initial(heap) {
            Initial::Unwritten => Body::unwritten(object.size, self.config.objects)?,
            Initial::Zeros => Contents::filled(object.size, Fill::Zeros, self.config.objects)?.into(),
        };
        if object.kind != ObjectKind::Constant {
            body.list(self.config.objects);
        }
        Some(body)
    }

    /// What a new object holds.
    fn initial(&self, heap: Heap) -> Initial {
        match heap {
            Heap::Unwritten if self.config.track_unwritten => Initial::Unwritten,
            _ => Initial::Zeros,
        }
    }

    /// Gives back a heap object.
    pub fn free(&mut self, address: u64, origin: Origin) -> Result<(), Fault> {
        let delay = self.config.quarantine;
        let kind = match self.arena_mut(address).free(address, origin, delay) {
            Freed::Done(object) => {
                self.forget_bytes(&object);
                self.forget_pieces(address);
                if !self.guarded.is_empty() {
                    Rc::make_mut(&mut self.guarded).forget(address);
                }
                return Ok(());
            }
            Freed::Again => FaultKind::DoubleFree,
            Freed::NoObject => FaultKind::InvalidFree,
        };
        Err(Fault { kind, access: Access::Free, address, size: 0, nearest: self.nearest(address) })
    }

    /// The live heap object that starts at `address`.
    pub fn heap_object(&self, address: u64) -> Option<Object> {
        let object = self.arena(address).object(address)?;
        (object.kind == ObjectKind::Heap && object.freed.is_none() && object.base == address)
            .then_some(*object)
    }

    /// The live object `address` points into or one past the end of.
    pub fn object_at(&self, address: u64) -> Option<Object> {
        if self.is_stack(address) {
            let nearest = nearest_of(self.stack.locals_around(address), address)?;
            return (nearest.distance() <= 1 && address >= nearest.object.base).then_some(nearest.object);
        }
        let object = self.arena(address).object(address)?;
        let is_here = address.wrapping_sub(object.base) <= object.capacity();
        (object.freed.is_none() && is_here).then_some(*object)
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

    /// Reads `N` bytes that are `by` behind `address`; `None` when they are not all inside the object of `address`.
    #[inline]
    pub fn load_from<const N: usize>(&self, address: u64, by: u64) -> Option<[u8; N]> {
        self.bytes_from(address, by, N)?.first_chunk().copied()
    }

    /// Writes `N` bytes; `None` when they are not all inside one object that may be written.
    #[inline]
    pub fn store_array<const N: usize>(&mut self, address: u64, value: [u8; N]) -> Option<()> {
        self.store_from(address, 0, value)
    }

    /// Writes `N` bytes that are `by` behind `address`; `None` when they are not all inside the object of `address`, or
    /// may not be written.
    #[inline]
    pub fn store_from<const N: usize>(&mut self, address: u64, by: u64, value: [u8; N]) -> Option<()> {
        if self.is_stack(address) {
            self.store_on_stack(address, by, value)
        } else {
            self.store_apart(address, by, value)
        }
    }

    /// As [`Memory::store_from`], on the stack.
    #[inline(never)]
    fn store_on_stack<const N: usize>(&mut self, address: u64, by: u64, value: [u8; N]) -> Option<()> {
        if let Some(target) = self.bytes_from_mut(address, by, N) {
            *target.first_chunk_mut()? = value;
            return Some(());
        }
        let target = address.wrapping_add(by);
        self.same_room(address, target).then_some(())?;
        self.store_bytes(target, &value)
    }

    /// The bytes at `address` if they are inside one live object.
    #[inline]
    pub fn bytes(&self, address: u64, len: usize) -> Option<&[u8]> {
        self.bytes_from(address, 0, len)
    }

    /// The bytes `by` behind `address` if they are inside the live object of `address`.
    #[inline]
    fn bytes_from(&self, address: u64, by: u64, len: usize) -> Option<&[u8]> {
        if self.is_stack(address) {
            return match self.stack.bytes(address, by, len) {
                None => self.bytes_of_moved(address, by, len),
                bytes => bytes,
            };
        }
        self.bytes_apart(address, by, len)
    }

    /// The bytes at `address`, for writing, if they are inside one live object that may be written.
    #[inline]
    pub fn bytes_mut(&mut self, address: u64, len: usize) -> Option<&mut [u8]> {
        self.bytes_from_mut(address, 0, len)
    }

    /// The bytes `by` behind `address`, for writing, if they are inside the live object of `address` and may be written.
    #[inline]
    fn bytes_from_mut(&mut self, address: u64, by: u64, len: usize) -> Option<&mut [u8]> {
        if self.is_stack(address) {
            if self.stack.has_moved() && self.stack.moved(address).is_some() {
                return self.bytes_of_moved_mut(address, by, len);
            }
            return self.stack.bytes_mut(address, by, len);
        }
        self.bytes_apart_mut(address, by, len)
    }

    /// Sets what the program may do with the pages that hold `len` bytes at `address`; `None` when these are
    /// not all inside one live heap object that begins with a page.
    pub fn protect(
        &mut self,
        exprs: &mut Exprs,
        address: u64,
        len: u64,
        protection: Protection,
    ) -> Option<()> {
        let object = self.object_at(address).filter(|object| object.kind == ObjectKind::Heap)?;
        let offset = address - object.base;
        if !object.base.is_multiple_of(PAGE) || offset.checked_add(len)? > object.size || len == 0 {
            return None;
        }
        let arena = arena_of(&self.bases, address);
        if object.place.is_some() {
            self.leave_segment(exprs, &object)?;
        }
        let (home, _) = Rc::make_mut(&mut self.arenas[arena]).body_mut(object.base)?;
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
        let (body, offset) = self.arena_mut(address).body_mut(address)?;
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
        let is_upwards = to <= from || to - from >= len;
        for i in 0..pieces {
            let at = PIECE * if is_upwards { i } else { pieces - 1 - i };
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
        self.object_at(address)
            .is_some_and(|object| len <= (object.base + object.size).saturating_sub(address))
    }

    /// The bytes from `address` up to, not including, the first zero; on failure the address that could not
    /// be read.
    pub fn c_string(&self, address: u64) -> Result<Cow<'_, [u8]>, u64> {
        let object = self.object_at(address).ok_or(address)?;
        let size =
            self.guarded.readable(address).unwrap_or((object.base + object.size).saturating_sub(address));
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

    /// Whether the stack has used up its region: its addresses are never used again.
    pub fn stack_is_used_up(&self) -> bool {
        !self.stack.has_addresses()
    }

    pub(crate) fn objects(&self) -> Objects {
        self.config.objects
    }

    pub(crate) fn arenas(&self) -> &[Rc<Arena>; 3] {
        &self.arenas
    }

    pub(crate) fn arenas_mut(&mut self) -> &mut [Rc<Arena>; 3] {
        &mut self.arenas
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

    pub(crate) fn all_objects(&self) -> impl Iterator<Item = Object> {
        self.arenas.iter().flat_map(|arena| arena.objects()).chain(self.stack.locals())
    }

    pub(crate) fn mark_arenas(&self, marker: &mut Marker) {
        self.segments.mark(marker);
        for arena in &self.arenas {
            arena.mark(marker);
        }
    }

    /// Whether `address` is on the stack, if anywhere.
    #[inline]
    pub(crate) fn is_stack(&self, address: u64) -> bool {
        address >= self.bases[2]
    }

    /// Whether `address` is where there are only constants, code, objects at addresses the program chose, and nothing: writes that
    /// are to be fast go elsewhere.
    #[inline]
    pub(crate) fn is_before_globals(&self, address: u64) -> bool {
        address < self.bases[0]
    }

    /// The arena `address` is in, if in any.
    #[inline]
    fn arena(&self, address: u64) -> &Arena {
        &self.arenas[arena_of(&self.bases, address)]
    }

    #[inline]
    fn arena_mut(&mut self, address: u64) -> &mut Arena {
        Rc::make_mut(&mut self.arenas[arena_of(&self.bases, address)])
    }
}

/// Which of [`Memory::arenas`] an address is in, if in any; below the stack.
#[inline]
fn arena_of(bases: &[u64; 3], address: u64) -> usize {
    usize::from(address >= bases[0]) + usize::from(address >= bases[1])
}
