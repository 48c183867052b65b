//! Where the bytes of an address are, if not on the stack: with their object, in a segment, or among those that are guarded.
//!
//! Every load and store of the program that is not of a local comes here, so the first look is at the object's own bytes,
//! and nothing is said of why it fails. Law: [`LastShared`] is forgotten before the bytes of an object leave a segment.

use std::{cell::Cell, rc::Rc};

use vellum_collections::cast::len64;

use super::{Memory, arena_of};
use crate::{arena, body::Body, fault::Access, object::Object, segments::Place};

impl Memory {
    /// As [`Memory::bytes`], not of the stack.
    ///
    /// It calls nothing where it succeeds, so no register is saved for it.
    #[inline(never)]
    pub(super) fn bytes_apart(&self, address: u64, by: u64, len: usize) -> Option<&[u8]> {
        if !self.last.is_there()
            && let Some((cell, offset)) = self.arena(address).cell_near(address)
            && let Some(bytes) = cell.body.plain_slice(offset.wrapping_add(by), len)
        {
            return Some(bytes);
        }
        self.bytes_anywhere(address, by, len)
    }

    /// As [`Memory::bytes_apart`], wherever they are.
    #[inline(never)]
    fn bytes_anywhere(&self, address: u64, by: u64, len: usize) -> Option<&[u8]> {
        if let Some(place) = self.last.place(address, by, len64(len)) {
            return self.bytes_at(place, len64(len));
        }
        let (cell, offset) = self.arena(address).cell(address)?;
        let offset = offset.wrapping_add(by);
        let found = cell.body.slice(offset..offset.checked_add(len64(len))?);
        if found.is_some() { found } else { self.bytes_elsewhere(cell, address, by, len) }
    }

    /// As [`Memory::bytes`], of objects whose bytes are not where those of others are.
    #[inline(never)]
    fn bytes_elsewhere(&self, cell: &arena::Cell, address: u64, by: u64, len: usize) -> Option<&[u8]> {
        match cell.shared() {
            Some((object, place)) => {
                self.last.set(object, place);
                self.bytes_at(self.last.place(address, by, len64(len))?, len64(len))
            }
            None => {
                let target = address.wrapping_add(by);
                self.same_room(address, target).then(|| self.guarded.bytes(target, len)).flatten()
            }
        }
    }

    /// The bytes at a place of a segment.
    #[inline(never)]
    fn bytes_at(&self, place: Place, len: u64) -> Option<&[u8]> {
        self.segments.body(place.segment)?.slice(place.offset()..place.offset() + len)
    }

    /// As [`Memory::store_from`], not of the stack.
    ///
    /// It calls nothing where it succeeds, so no register is saved for it.
    #[inline(never)]
    pub(super) fn store_apart<const N: usize>(
        &mut self,
        address: u64,
        by: u64,
        value: [u8; N],
    ) -> Option<()> {
        if let Some(target) = self.own_bytes_mut(address, by, N) {
            *target.first_chunk_mut()? = value;
            return Some(());
        }
        self.store_anywhere(address, by, value)
    }

    /// As [`Memory::store_apart`], wherever the bytes are.
    #[inline(never)]
    fn store_anywhere<const N: usize>(&mut self, address: u64, by: u64, value: [u8; N]) -> Option<()> {
        if let Some(target) = self.bytes_apart_mut(address, by, N) {
            *target.first_chunk_mut()? = value;
            return Some(());
        }
        let target = address.wrapping_add(by);
        self.same_room(address, target).then_some(())?;
        self.store_bytes(target, &value)
    }

    /// As [`Memory::bytes_apart_mut`], if no path shares them and nothing has to be made first.
    #[expect(clippy::inline_always, reason = "every store of the program comes here")]
    #[inline(always)]
    fn own_bytes_mut(&mut self, address: u64, by: u64, len: usize) -> Option<&mut [u8]> {
        let is_plain =
            self.segments.is_empty() && self.guarded.is_empty() && !self.is_before_globals(address);
        is_plain.then_some(())?;
        let arena = Rc::get_mut(&mut self.arenas[arena_of(&self.bases, address)])?;
        let (cell, offset) = arena.own_cell_near(address)?;
        cell.body.own_plain_slice(offset.wrapping_add(by), len)
    }

    /// As [`Memory::bytes_mut`], not of the stack.
    #[inline(never)]
    pub(super) fn bytes_apart_mut(&mut self, address: u64, by: u64, len: usize) -> Option<&mut [u8]> {
        if self.is_before_globals(address) {
            return None;
        }
        if !self.segments.is_empty()
            && let Some(place) = self.shared_place(address, by, len64(len))
        {
            return self.shared_bytes_mut(place, len64(len));
        }
        let target = address.wrapping_add(by);
        let is_guarded = |memory: &Self| memory.guarded.body(Access::Write, target, len64(len)).is_some();
        if self.guarded.is_empty() || !is_guarded(self) {
            return self.arena_mut(address).bytes_mut(address, by, len);
        }
        self.same_room(address, target).then_some(())?;
        Rc::make_mut(&mut self.guarded).bytes_mut(target, len, self.config.objects)
    }

    /// What the object with `len` bytes at `address` holds, and how far inside it that is; nothing if the access
    /// is not all inside it, or not allowed. Not for locals whose bytes are on the stack.
    pub(crate) fn body(&self, access: Access, address: u64, len: u64) -> Option<(&Body, u64)> {
        if access == Access::Write && self.is_constant(address) {
            return None;
        }
        if self.is_stack(address) {
            let object = self.stack.moved(address)?;
            let (offset, place) = (address - object.base, object.place?);
            (offset.checked_add(len)? <= object.size).then_some(())?;
            return Some((self.segments.body(place.segment)?, place.offset() + offset));
        }
        let (cell, offset) = self.arena(address).cell(address)?;
        if let Some((object, place)) = cell.shared() {
            (offset.checked_add(len)? <= object.size).then_some(())?;
            return Some((self.segments.body(place.segment)?, place.offset() + offset));
        }
        let is_inside = offset.checked_add(len).is_some_and(|end| end <= cell.body.len());
        if is_inside { Some((&cell.body, offset)) } else { self.guarded.body(access, address, len) }
    }

    /// As [`Memory::body`], for writing.
    pub(crate) fn body_mut(&mut self, access: Access, address: u64, len: u64) -> Option<(&mut Body, u64)> {
        let (_, offset) = self.body(access, address, len)?;
        if let Some(place) = self.shared_object(address).and_then(|object| object.place) {
            return Some((Rc::make_mut(&mut self.segments).body_mut(place.segment)?, offset));
        }
        if !self.guarded.is_empty() && self.guarded.body(access, address, len).is_some() {
            return Rc::make_mut(&mut self.guarded).body_mut(access, address, len);
        }
        self.arena_mut(address).body_mut(address)
    }

    /// The live object at `address` whose bytes are in a segment.
    #[inline]
    pub(crate) fn shared_object(&self, address: u64) -> Option<Object> {
        if self.segments.is_empty() {
            return None;
        }
        if self.is_stack(address) {
            return self.stack.moved(address);
        }
        let (cell, _) = self.arena(address).cell(address)?;
        cell.shared().map(|(object, _)| *object)
    }

    /// Whether `address` is on the stack, and so are the bytes of the local that is there, if any.
    #[inline]
    pub(crate) fn is_local(&self, address: u64) -> bool {
        self.is_stack(address) && self.stack.moved(address).is_none()
    }

    /// As [`Memory::bytes`], of a local whose bytes are in a segment; `None` if they are not.
    #[cold]
    pub(super) fn bytes_of_moved(&self, address: u64, by: u64, len: usize) -> Option<&[u8]> {
        let (place, len) = self.place_of_moved(address, by, len)?;
        self.bytes_at(place, len)
    }

    /// As [`Memory::bytes_of_moved`], for writing.
    #[cold]
    pub(super) fn bytes_of_moved_mut(&mut self, address: u64, by: u64, len: usize) -> Option<&mut [u8]> {
        let (place, len) = self.place_of_moved(address, by, len)?;
        self.shared_bytes_mut(place, len)
    }

    /// Where the `len` bytes that are `by` behind `address` are in a segment, if they are in the local of `address`.
    fn place_of_moved(&self, address: u64, by: u64, len: usize) -> Option<(Place, u64)> {
        let local = self.stack.moved(address)?;
        let (offset, len) = ((address - local.base).wrapping_add(by), len64(len));
        (offset.checked_add(len)? <= local.size).then_some(())?;
        Some((local.place?.behind(offset), len))
    }

    /// Where the `len` bytes that are `by` behind `address` are in a segment, if they are in one, and all of the object of
    /// `address`.
    #[inline]
    fn shared_place(&self, address: u64, by: u64, len: u64) -> Option<Place> {
        if let Some(place) = self.last.place(address, by, len) {
            return Some(place);
        }
        let (cell, _) = self.arena(address).cell(address)?;
        let (object, place) = cell.shared()?;
        self.last.set(object, place);
        self.last.place(address, by, len)
    }

    /// The bytes at a place that [`Memory::shared_place`] found, for writing.
    #[inline]
    fn shared_bytes_mut(&mut self, place: Place, len: u64) -> Option<&mut [u8]> {
        let objects = self.config.objects;
        let body = Rc::make_mut(&mut self.segments).body_mut(place.segment)?;
        body.slice_mut(place.offset()..place.offset() + len, objects)
    }
}

/// The object of a segment that was found last: most accesses are to the same one as the last, and need not find its cell.
#[derive(Clone, Debug, Default)]
pub(super) struct LastShared {
    base: Cell<u64>,
    /// None where there is no object.
    size: Cell<u64>,
    start: Cell<Place>,
}

impl LastShared {
    /// Where the `len` bytes that are `by` behind `address` are, if `address` is its own and they are all inside it.
    #[inline]
    fn place(&self, address: u64, by: u64, len: u64) -> Option<Place> {
        let start = address.wrapping_sub(self.base.get());
        let (offset, size) = (start.wrapping_add(by), self.size.get());
        let is_inside = start <= size && offset < size && len <= size - offset;
        is_inside.then(|| self.start.get().behind(offset))
    }

    /// Whether there is one.
    #[inline]
    fn is_there(&self) -> bool {
        self.size.get() > 0
    }

    fn set(&self, object: &Object, place: Place) {
        self.base.set(object.base);
        self.size.set(object.size);
        self.start.set(place);
    }

    /// There may be no such object any more.
    pub(super) fn forget(&self) {
        self.size.set(0);
    }
}
