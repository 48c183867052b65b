//! Objects of one kind of memory, and the addresses they get.
//!
//! A *region* of the address space is cut into nine *bins* by size. Eight have slots of one power-of-two size each, used
//! in a fixed order that keeps them far apart ([`order`]); the last has large objects ([`large`]). So an address says by
//! arithmetic which object it belongs to, objects in one bin do not move those in another, and running off the end of
//! one meets nothing for a long way. A slot begins a *room* of twice its size, and 16 bytes at least, in which there is no
//! other object: so the address just past an object's end is its own. After "A Deterministic Memory Allocator for Dynamic Symbolic Execution" (Schemmel,
//! Büning, Busse, Nowack and Cadar, ECOOP 2022), which places objects; here they are kept in the same order.
//!
//! A freed address waits in its bin's quarantine; until it is used again it tells who had it and who freed it.

mod hints;
mod holes;
mod large;
mod order;
mod quarantine;
mod regions;
#[cfg(test)]
mod tests;

use std::{ops::Range, rc::Rc};

use vellum_collections::{
    SharedVec,
    cast::{index64, len64, low32},
};
use vellum_expr::{Exprs, Marker};

pub(crate) use self::regions::CODE;
pub use self::regions::{CODE_BASE, NULL_PAGE, Region, RegionError, Regions};
use self::{
    hints::{Hint, Hints},
    holes::{Holes, LIMIT},
    large::Large,
    order::{capacity, index_of, slot_of},
    quarantine::Quarantine,
};
use crate::{
    body::Body,
    contents::Objects,
    fault::Nearest,
    object::{Object, ObjectKind, Origin},
    segments,
};

/// Slot sizes of the bins that have slots, as powers of two.
const SHIFTS: [u32; SIZED] = [0, 2, 3, 4, 5, 6, 8, 11];

/// The size of a room in each of these bins, as a power of two: one byte each, in one word, so that finding it is a shift.
const ROOMS: u64 = u64::from_le_bytes([4, 4, 4, 5, 6, 7, 9, 12]);

/// Bins with slots.
const SIZED: usize = 8;

/// The bin of large objects.
const LARGE: usize = SIZED;

/// One kind of memory. Copies share their objects.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    base: u64,
    /// Bytes of each bin with slots, as a power of two. Large objects have what is left of the region.
    bits: u32,
    /// Half of such a bin, in bytes.
    half: u64,
    size: u64,
    /// The slot of each bin that was found last. Where a slot is kept never changes.
    last: [Last; SIZED],
    /// What the bins hold: slots in the order of their use, large objects in any.
    cells: [SharedVec<Cell>; SIZED + 1],
    hints: Hints,
    spare: [Rc<Spare>; SIZED],
    large: Rc<Large>,
    objects: Objects,
}

/// Slots without an object, by their place in the order.
#[derive(Clone, Debug, Default)]
struct Spare {
    /// Those that may be used again.
    holes: Holes,
    quarantine: Quarantine,
}

/// A slot, or a place for a large object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    /// Nothing once the object is freed, while it is protected, and where its bytes are in a segment: a look here does not
    /// succeed then.
    pub(crate) body: Body,
    /// The object that is or was there; none where there never was one.
    object: Option<Rc<Object>>,
}

impl Cell {
    /// The object whose bytes are in a segment, and where.
    #[inline]
    pub(crate) fn shared(&self) -> Option<(&Object, segments::Place)> {
        let object = self.object.as_deref()?;
        Some((object, object.place?))
    }
}

/// Every access looks at one: three lines of the cache hold four of them.
const _: () = assert!(size_of::<Cell>() <= 48, "a slot is six words");

/// A room, and where the object of its slot is kept.
#[derive(Clone, Debug, Default)]
struct Last {
    start: std::cell::Cell<u64>,
    position: std::cell::Cell<usize>,
}

/// Where an address leads: a cell, and how far inside its object.
#[derive(Clone, Copy, Debug)]
struct Place {
    bin: usize,
    position: usize,
    offset: u64,
}

/// What [`Arena::free`] found.
pub(crate) enum Freed {
    /// What was there.
    Done(Object),
    NoObject,
    Again,
}

/// The bin for an object of `size` bytes aligned to `align`.
fn bin_of(size: u64, align: u64) -> usize {
    let need = size.max(align);
    SHIFTS.iter().position(|&shift| need <= 1 << shift).unwrap_or(LARGE)
}

/// The size of the rooms of a bin, as a power of two.
#[inline]
fn room_of(bin: usize) -> u32 {
    low32(ROOMS >> (8 * bin)) & 0xff
}

impl Arena {
    pub(crate) fn new(region: Region, objects: Objects) -> Self {
        let bits = (region.size / (len64(SIZED) + 1)).ilog2();
        let sized = len64(SIZED) << bits;
        let rest = Region { base: region.base + sized, size: region.size - sized };
        Self {
            base: region.base,
            bits,
            half: 1 << (bits - 1),
            size: region.size,
            last: Default::default(),
            cells: Default::default(),
            hints: Hints::new(rest),
            spare: Default::default(),
            large: Rc::new(Large::new(rest)),
            objects,
        }
    }

    /// Adds an object, which gets an address here, and what it holds unless that is elsewhere; `None` when its bin is
    /// full.
    pub(crate) fn allocate(&mut self, object: Object, body: Body, align: u64) -> Option<u64> {
        let size = object.capacity();
        let bin = bin_of(size, align);
        let (base, position) = match bin {
            LARGE => self.reserve_large(size, align)?,
            _ => self.reserve_slot(bin)?,
        };
        let cell = Cell { body, object: Some(Rc::new(Object { base, ..object })) };
        match self.cells[bin].get_mut(position) {
            Some(old) => *old = cell,
            None => self.cells[bin].push(cell),
        }
        Some(base)
    }

    /// Adds an object at an address outside of the region, which nothing else may get.
    pub(crate) fn place_at(&mut self, object: Object, body: Body) -> Option<()> {
        let new = self.cells[LARGE].len();
        if new >= LIMIT {
            return None;
        }
        let large = Rc::make_mut(&mut self.large);
        let position = large.keep(object.base, new);
        self.hints.grow(large.live());
        let cell = Cell { body, object: Some(Rc::new(object)) };
        match self.cells[LARGE].get_mut(position) {
            Some(old) => *old = cell,
            None => self.cells[LARGE].push(cell),
        }
        Some(())
    }

    /// The first free slot of a bin: its address, and where its cell is.
    fn reserve_slot(&mut self, bin: usize) -> Option<(u64, usize)> {
        let slots = 1 << (self.bits - SHIFTS[bin]);
        let used = self.cells[bin].len();
        let position = if self.spare[bin].holes.len() > 0 {
            Rc::make_mut(&mut self.spare[bin]).holes.pop()?
        } else if used < capacity(self.bits - room_of(bin)).min(LIMIT) {
            used
        } else {
            return None;
        };
        let offset = (len64(bin) << self.bits) + (slot_of(position, slots) << SHIFTS[bin]);
        Some((self.base + offset, position))
    }

    fn reserve_large(&mut self, size: u64, align: u64) -> Option<(u64, usize)> {
        let new = self.cells[LARGE].len();
        if new >= LIMIT {
            return None;
        }
        let large = Rc::make_mut(&mut self.large);
        let base = large.reserve(size, align)?;
        let room = large::blocks(size)?;
        // What was there, or so near that a wrong index of the new object leads to it, is forgotten.
        let mut last = base + 2 * room;
        while let Some((old, position)) = large.below(last) {
            let object = self.cells[LARGE].get(position).and_then(|cell| cell.object.as_deref());
            let Some(object) = object.filter(|object| object.base + object.capacity() + room > base) else {
                break;
            };
            let is_covered = old < base + room && base < old + large::blocks(object.capacity())?;
            if is_covered || (object.freed.is_some() && large.is_free(old)) {
                large.forget(old);
                *self.cells[LARGE].get_mut(position)? = Cell::default();
            }
            last = old - 1;
        }
        let position = large.keep(base, new);
        self.hints.grow(large.live());
        Some((base, position))
    }

    /// Frees the object that starts at `address`; its address comes back after `delay` further frees.
    pub(crate) fn free(&mut self, address: u64, origin: Origin, delay: usize) -> Freed {
        let Some(Place { bin, position, .. }) = self.place(address) else { return Freed::NoObject };
        match self.object(address) {
            Some(object) if object.base != address || object.kind != ObjectKind::Heap => {
                return Freed::NoObject;
            }
            Some(object) if object.freed.is_some() => return Freed::Again,
            Some(_) => (),
            None => return Freed::NoObject,
        }
        self.retire(Place { bin, position, offset: 0 }, origin, delay)
    }

    /// Drops the live object that starts at `address`, of whatever kind it is.
    pub(crate) fn drop_object(&mut self, address: u64, origin: Origin, delay: usize) -> Freed {
        match self.place(address) {
            Some(place) => self.retire(place, origin, delay),
            None => Freed::NoObject,
        }
    }

    /// Makes a live object one that was freed.
    fn retire(&mut self, place: Place, origin: Origin, delay: usize) -> Freed {
        let Place { bin, position, .. } = place;
        let Some(Cell { body, object: Some(object) }) = self.cells[bin].get_mut(position) else {
            return Freed::NoObject;
        };
        let before = **object;
        let address = before.base;
        *Rc::make_mut(object) = Object { freed: Some(origin), place: None, ..before };
        *body = Body::default();
        if bin == LARGE {
            self.hints.remove(address, before.capacity());
            self.free_large(address, delay);
        } else {
            let spare = Rc::make_mut(&mut self.spare[bin]);
            if let Some(position) = spare.quarantine.push(len64(position), delay) {
                spare.holes.insert(index64(position));
            }
        }
        Freed::Done(before)
    }

    fn free_large(&mut self, address: u64, delay: usize) {
        let large = Rc::make_mut(&mut self.large);
        let Some(base) = large.freed(address, delay) else { return };
        let position = large.below(base).map(|(_, position)| position);
        let cell = position.and_then(|position| self.cells[LARGE].get(position));
        if let Some(object) = cell.and_then(|cell| cell.object.as_deref()) {
            large.release(base, object.capacity());
        }
    }

    /// The cell of `address`, whatever is there, and how far inside its object that is.
    #[expect(clippy::inline_always, reason = "every load of the program comes here")]
    #[inline(always)]
    pub(crate) fn cell(&self, address: u64) -> Option<(&Cell, u64)> {
        let Place { bin, position, offset } = self.place(address)?;
        Some((self.cells[bin].get(position)?, offset))
    }

    /// As [`Arena::cell`], of an address that is found without a search.
    #[expect(clippy::inline_always, reason = "every load of the program comes here")]
    #[inline(always)]
    pub(crate) fn cell_near(&self, address: u64) -> Option<(&Cell, u64)> {
        let Place { bin, position, offset } = self.place_near(address)?;
        Some((self.cells[bin].get(position)?, offset))
    }

    /// As [`Arena::cell_near`], for writing, of a cell that no copy shares.
    #[expect(clippy::inline_always, reason = "every store of the program comes here")]
    #[inline(always)]
    pub(crate) fn own_cell_near(&mut self, address: u64) -> Option<(&mut Cell, u64)> {
        let Place { bin, position, offset } = self.place_near(address)?;
        Some((self.cells[bin].get_own(position)?, offset))
    }

    /// The bytes `by` behind `address`, for writing, if they are inside its live object and all numbers.
    #[inline]
    pub(crate) fn bytes_mut(&mut self, address: u64, by: u64, len: usize) -> Option<&mut [u8]> {
        let Place { bin, position, offset } = self.place(address)?;
        let offset = offset.wrapping_add(by);
        self.cells[bin]
            .get_mut(position)?
            .body
            .slice_mut(offset..offset.checked_add(len64(len))?, self.objects)
    }

    /// The contents of the live object at `address`, for writing, and how far inside it that is.
    pub(crate) fn body_mut(&mut self, address: u64) -> Option<(&mut Body, u64)> {
        let Place { bin, position, offset } = self.place(address)?;
        Some((&mut self.cells[bin].get_mut(position)?.body, offset))
    }

    /// Takes an object's own bytes, which are in a segment from now on.
    pub(crate) fn unsettle(&mut self, address: u64, place: segments::Place) -> Option<Body> {
        let Place { bin, position, .. } = self.place(address)?;
        let cell = self.cells[bin].get_mut(position)?;
        Rc::make_mut(cell.object.as_mut()?).place = Some(place);
        Some(std::mem::take(&mut cell.body))
    }

    /// Gives an object bytes of its own.
    pub(crate) fn settle(&mut self, address: u64, body: Body) -> Option<()> {
        let Place { bin, position, .. } = self.place(address)?;
        let cell = self.cells[bin].get_mut(position)?;
        Rc::make_mut(cell.object.as_mut()?).place = None;
        cell.body = body;
        Some(())
    }

    /// The live object that starts at `address`, for changing what is known of it.
    pub(crate) fn object_mut(&mut self, address: u64) -> Option<&mut Object> {
        let Place { bin, position, .. } = self.place(address)?;
        let object = self.cells[bin].get_mut(position)?.object.as_mut()?;
        (object.base == address && object.freed.is_none()).then(|| Rc::make_mut(object))
    }

    /// The object, live or freed, whose room `address` is in; in the bin of large objects the last one before it.
    pub(crate) fn object(&self, address: u64) -> Option<&Object> {
        self.cell(address)?.0.object.as_deref()
    }

    /// The object, live or freed, whose room `address` is in.
    pub(crate) fn owner(&self, address: u64) -> Option<&Object> {
        let object = self.object(address)?;
        let is_sized = index64(address.wrapping_sub(self.base) >> self.bits) < SIZED;
        (is_sized || address.wrapping_sub(object.base) < large::room(object.capacity())).then_some(object)
    }

    /// The room of an object that is here, live or freed.
    pub(crate) fn room(&self, object: &Object) -> Range<u64> {
        let bin = index64(object.base.wrapping_sub(self.base) >> self.bits);
        if bin >= SIZED {
            return object.base..object.base + large::room(object.capacity());
        }
        let start = object.base >> room_of(bin) << room_of(bin);
        start..start + (1 << room_of(bin))
    }

    /// Whether two addresses are in the same room.
    pub(crate) fn same_room(&self, a: u64, b: u64) -> bool {
        let bin = index64(a.wrapping_sub(self.base) >> self.bits);
        if bin < SIZED {
            return (a ^ b) >> room_of(bin) == 0;
        }
        let is_there = |object: &Object| b.wrapping_sub(object.base) < large::room(object.capacity());
        self.owner(a).is_some_and(is_there)
    }

    /// The object, live or freed, that is nearest to `address`. For errors only: it looks at all of them, unless there
    /// is one right there.
    pub(crate) fn nearest(&self, address: u64) -> Option<Nearest> {
        let here = self.object(address).map(|&object| Nearest::of(object, address));
        if here.is_some_and(|near| near.distance() == 0) {
            return here;
        }
        let inside = Region { base: self.base, size: self.size }.contains(address);
        let all = inside.then(|| self.objects().map(|object| Nearest::of(object, address)))?;
        all.min_by_key(|near| (near.distance(), near.object.base))
    }

    /// All objects, live and freed.
    pub(crate) fn objects(&self) -> impl Iterator<Item = Object> {
        self.iter().map(|(object, _)| *object)
    }

    /// All objects, live and freed, with what they hold.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Object, &Body)> {
        let cells = self.cells.iter().flat_map(SharedVec::iter);
        cells.filter_map(|cell| Some((cell.object.as_deref()?, &cell.body)))
    }

    /// Whether an object does not keep the hash of what it holds, and could.
    pub(crate) fn lacks_hashes(&self) -> bool {
        self.iter().any(|(_, body)| body.lacks_hash())
    }

    /// Has all objects keep the hash of what they hold that can.
    pub(crate) fn keep_hashes(&mut self, exprs: &mut Exprs) {
        for cells in &mut self.cells {
            for position in 0..cells.len() {
                if cells.get(position).is_some_and(|cell| cell.body.lacks_hash())
                    && let Some(cell) = cells.get_mut(position)
                {
                    cell.body.hash(exprs);
                }
            }
        }
    }

    /// Which addresses may be used again, and when, as far as it does not follow from the objects.
    pub(crate) fn spare(&self) -> impl Iterator<Item = u64> {
        let slots = self.cells.iter().zip(&self.spare).flat_map(|(cells, spare)| {
            let counts = [len64(cells.len()), len64(spare.holes.len()), spare.quarantine.len()];
            counts.into_iter().chain(spare.holes.iter()).chain(spare.quarantine.iter())
        });
        slots.chain(self.large.waiting())
    }

    /// Marks the expressions its objects need.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for cell in self.cells.iter().flat_map(SharedVec::iter) {
            cell.body.mark(marker);
            if let Some(extent) = cell.object.as_ref().and_then(|object| object.extent) {
                marker.mark(extent.size);
                if let Some(gone) = extent.gone {
                    marker.mark(gone.when);
                    marker.mark(gone.size);
                }
            }
        }
    }

    /// Where `address` leads: into the room of a slot, whatever is there, or to the last large object before it.
    #[inline]
    fn place(&self, address: u64) -> Option<Place> {
        self.place_near(address).or_else(|| self.place_far(address))
    }

    /// As [`Arena::place`], of an address that takes a search.
    #[inline(never)]
    fn place_far(&self, address: u64) -> Option<Place> {
        if index64(address.wrapping_sub(self.base) >> self.bits) < SIZED {
            return None;
        }
        let (position, offset) = self.large_place(address);
        Some(Place { bin: LARGE, position, offset })
    }

    /// As [`Arena::place`], of an address in the room of a slot, or in a large object that was found lately.
    #[inline]
    fn place_near(&self, address: u64) -> Option<Place> {
        let offset = address.wrapping_sub(self.base);
        let bin = index64(offset >> self.bits);
        // An address outside of the region has no small number of a bin.
        if bin >= SIZED {
            let (position, offset) = self.hints.find(address)?;
            return Some(Place { bin: LARGE, position, offset });
        }
        let room = room_of(bin);
        let last = &self.last[bin];
        let inside = address.wrapping_sub(last.start.get());
        if inside >> room == 0 {
            return Some(Place { bin, position: last.position.get(), offset: inside });
        }
        self.slot_place(address, bin, room)
    }

    /// As [`Arena::place`], of a room that was not found last.
    #[inline]
    fn slot_place(&self, address: u64, bin: usize, room: u32) -> Option<Place> {
        let start = u64::MAX << room;
        let inside = address.wrapping_sub(self.base) & (2 * self.half - 1);
        let position = index_of(inside & start, self.half)?;
        self.last[bin].start.set(address - (inside & !start));
        self.last[bin].position.set(position);
        Some(Place { bin, position, offset: inside & !start })
    }

    /// Where the last large object is kept that begins at or before `address`, and how far that is from it; where none is
    /// kept if there is no such object.
    fn large_place(&self, address: u64) -> (usize, u64) {
        if let Some(found) = self.hints.find_among_many(address) {
            return found;
        }
        let Some((base, position)) = self.large.below(address) else { return (usize::MAX, 0) };
        if let Some(object) = self.cells[LARGE].get(position).and_then(|cell| cell.object.as_deref())
            && object.freed.is_none()
            && address - base < object.capacity()
        {
            self.hints.add(address, Hint { base, size: object.capacity(), position }, self.large.live());
        }
        (position, address - base)
    }
}
