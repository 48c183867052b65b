//! The door: allocate, free, load, store, fill and copy.

use std::rc::Rc;

use vellum_collections::cast::{index, index64, len64, low8, low16, low32};

use crate::{
    address::{CONSTANTS, GLOBALS, HEAP, NULL_PAGE, RANGES, STACK_BASE, range_of},
    bins::{Bin, Freed, bins_of, class_of},
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
}

impl Default for MemoryConfig {
    fn default() -> Self {
        Self { quarantine: 8, stack_limit: 8 << 20 }
    }
}

/// Why memory that outlives a call is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heap {
    /// By the program, which may free it.
    Malloc,
    /// By the engine for the program.
    Engine,
    /// A global variable.
    Global,
    /// A constant.
    Constant,
}

/// All memory of a path.
#[derive(Clone, Debug)]
pub struct Memory {
    bins: Vec<Bin>,
    stack: Stack,
    guarded: GuardedObjects,
    config: MemoryConfig,
    /// Holds what a copy moves, so that copying allocates nothing.
    scratch: Vec<u8>,
}

impl Memory {
    /// Memory without any object.
    pub fn new(config: MemoryConfig) -> Self {
        let mut bins: Vec<Bin> = Vec::new();
        bins.resize_with(RANGES, Bin::default);
        for first in [CONSTANTS, GLOBALS, HEAP] {
            for (i, bin) in bins_of(first).enumerate() {
                bins[first + i] = bin;
            }
        }
        Self { bins, stack: Stack::new(), guarded: GuardedObjects::default(), config, scratch: Vec::new() }
    }

    /// A new zeroed object; `None` when there is no room for it.
    pub fn allocate(&mut self, heap: Heap, size: u64, align: u64, origin: Origin) -> Option<u64> {
        let (first, kind) = match heap {
            Heap::Malloc => (HEAP, ObjectKind::Heap),
            Heap::Engine => (GLOBALS, ObjectKind::Engine),
            Heap::Global => (GLOBALS, ObjectKind::Global),
            Heap::Constant => (CONSTANTS, ObjectKind::Constant),
        };
        let class = class_of(size, align)?;
        self.bins[first + class].allocate(kind, size, origin)
    }

    /// Gives back a heap object.
    pub fn free(&mut self, address: u64, origin: Origin) -> Result<(), Fault> {
        let delay = self.config.quarantine;
        let kind = match self.bins.get_mut(range_of(address)).map(|bin| bin.free(address, origin, delay)) {
            Some(Freed::Done) => {
                self.guarded.forget(address);
                return Ok(());
            }
            Some(Freed::Again) => FaultKind::DoubleFree,
            Some(Freed::NoObject) | None => FaultKind::InvalidFree,
        };
        Err(Fault { kind, access: Access::Free, address, size: 0, nearest: self.nearest(address) })
    }

    /// The live heap object that starts at `address`.
    pub fn heap_object(&self, address: u64) -> Option<Object> {
        let object = self.bins.get(range_of(address))?.object(address)?;
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
        write_word(self.bytes_mut(address, index(size))?, value);
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
        *self.bytes_mut(address, N)?.first_chunk_mut()? = value;
        Some(())
    }

    /// The bytes at `address` if they are inside one live object.
    #[inline]
    pub fn bytes(&self, address: u64, len: usize) -> Option<&[u8]> {
        if address >= STACK_BASE {
            return self.stack.bytes(address, len);
        }
        let found = self.bins.get(range_of(address)).and_then(|bin| bin.bytes(address, len));
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
        let found = self.bins.get_mut(range).and_then(|bin| bin.bytes_mut(address, len));
        if found.is_some() { found } else { self.guarded.bytes_mut(address, len) }
    }

    /// Sets what the program may do with the pages that hold `len` bytes at `address`; `None` when these are
    /// not all inside one live heap object that begins with a page.
    pub fn protect(&mut self, address: u64, len: u64, protection: Protection) -> Option<()> {
        let object = self.object_at(address).filter(|object| object.kind == ObjectKind::Heap)?;
        let offset = address - object.base;
        if !object.base.is_multiple_of(PAGE) || offset.checked_add(len)? > object.size || len == 0 {
            return None;
        }
        let home = self.bins.get_mut(range_of(address))?.home(object.base)?;
        self.guarded.protect(object.base, home, offset, len, protection);
        Some(())
    }

    /// What the program may do with each page of the object that starts at `base`; none when it may write all.
    pub fn protections(&self, base: u64) -> &[Protection] {
        self.guarded.pages(base)
    }

    /// Writes the initial bytes of a constant; the program itself cannot.
    pub fn initialise(&mut self, address: u64, bytes: &[u8]) -> Option<()> {
        self.bins.get_mut(range_of(address))?.bytes_mut(address, bytes.len())?.copy_from_slice(bytes);
        Some(())
    }

    /// Copies `len` bytes, as if through a buffer. An access that fails is reported with its address.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), (Access, u64)> {
        if len == 0 {
            return Ok(());
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let result = match self.bytes(from, index64(len)) {
            None => Err((Access::Read, from)),
            Some(source) => {
                scratch.extend_from_slice(source);
                match self.bytes_mut(to, index64(len)) {
                    None => Err((Access::Write, to)),
                    Some(target) => {
                        target.copy_from_slice(&scratch);
                        Ok(())
                    }
                }
            }
        };
        self.scratch = scratch;
        result
    }

    /// Fills `len` bytes; `None` when they are not all inside one object that may be written.
    pub fn fill(&mut self, address: u64, byte: u8, len: u64) -> Option<()> {
        if len > 0 {
            self.bytes_mut(address, index64(len))?.fill(byte);
        }
        Some(())
    }

    /// The bytes from `address` up to, not including, the first zero; on failure the address that could not
    /// be read.
    pub fn c_string(&self, address: u64) -> Result<&[u8], u64> {
        let object = self.object_at(address).ok_or(address)?;
        let size = self.guarded.readable(address).unwrap_or(object.base + object.size - address);
        let len = index64(size);
        let bytes = self.bytes(address, len).ok_or(address)?;
        match bytes.iter().position(|&b| b == 0) {
            Some(end) => Ok(&bytes[..end]),
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

    /// A block for one object of run-time size; `None` when the stack is full.
    pub fn alloca(&mut self, size: u64, align: u64, origin: Origin) -> Option<u64> {
        if self.stack.payload().checked_add(size)? > self.config.stack_limit {
            return None;
        }
        self.stack.push_single(size, align, origin)
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

    fn is_read_only(&self, access: Access, near: &Nearest, size: u64) -> bool {
        access == Access::Write
            && near.object.kind == ObjectKind::Constant
            && near.distance() == 0
            && self.bytes(near.object.base, index64(near.object.size.min(size))).is_some()
    }

    /// The object nearest to `address` among those that could be meant.
    fn nearest(&self, address: u64) -> Option<Nearest> {
        if address >= STACK_BASE {
            return nearest_of(self.stack.locals_around(address), address);
        }
        let bin = self.bins.get(range_of(address))?;
        let candidates = [bin.object(address), bin.object_before(address), bin.object_after(address)];
        nearest_of(candidates.into_iter().flatten(), address)
    }
}

fn nearest_of(objects: impl Iterator<Item = Object>, address: u64) -> Option<Nearest> {
    let nearest = objects.map(|object| Nearest::of(object, address)).min_by_key(Nearest::distance);
    nearest.filter(|near| near.distance() < FAR)
}

/// A little-endian number of 1 to 8 bytes.
#[inline]
fn read_word(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// Writes the low bytes of `value`, as many as there is room for.
#[inline]
fn write_word(bytes: &mut [u8], value: u64) {
    match bytes {
        [a] => *a = low8(value),
        [_, _] => bytes.copy_from_slice(&low16(value).to_le_bytes()),
        [_, _, _, _] => bytes.copy_from_slice(&low32(value).to_le_bytes()),
        _ => bytes.copy_from_slice(&value.to_le_bytes()[..bytes.len()]),
    }
}
