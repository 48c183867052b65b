//! Objects by size class, found by address arithmetic alone.
//!
//! A range of the address space holds *slots* of one power-of-two size, and an object fills at most half of
//! its slot: at least its own size of nothing follows it, so running off the end of an array never silently
//! lands in its neighbour. A freed slot waits in a queue (the quarantine) before it is used again; until then
//! its address still tells who freed it.

use std::{collections::VecDeque, rc::Rc};

use vellum_collections::{
    SharedVec,
    cast::{index64, len64},
};
use vellum_expr::{Exprs, Marker};

use crate::{
    address::{RANGE_BITS, RANGES_PER_KIND, base_of},
    body::Body,
    contents::{Contents, Fill, Objects},
    object::{Object, ObjectKind, Origin},
};

/// Slot sizes of the ranges of one kind, as powers of two.
const SHIFTS: [u32; RANGES_PER_KIND] = [5, 6, 7, 8, 9, 10, 11, 13, 16, 19, 22, 25, 28, 31, 34, 37];

/// One kind of memory: a bin for each size class. Copies share their objects.
#[derive(Clone, Debug)]
pub(crate) struct Bins {
    bins: [Bin; RANGES_PER_KIND],
}

/// One size class of one kind of memory.
#[derive(Clone, Debug)]
pub(crate) struct Bin {
    shift: u32,
    objects: Objects,
    /// The slots from the range's second one on: no object's address is so round that its low half is zero,
    /// which a program that keeps only that half would take for null.
    cells: SharedVec<Cell>,
    spare: Rc<Spare>,
}

/// Slots without an object.
#[derive(Clone, Debug, Default)]
struct Spare {
    /// Those that may be used again, the last first.
    free: Vec<usize>,
    /// Those freed lately, the oldest first.
    quarantine: VecDeque<usize>,
}

/// A slot.
#[derive(Clone, Debug, Default)]
struct Cell {
    /// Nothing once the object is freed or while it is protected, so that no access succeeds.
    body: Body,
    /// The object that is or was there; none where there never was one.
    object: Option<Rc<Object>>,
}

/// Every access looks at one: three lines of the cache hold four of them.
const _: () = assert!(size_of::<Cell>() <= 48, "a slot is six words");

/// What [`Bin::free`] found.
pub(crate) enum Freed {
    Done,
    NoObject,
    Again,
}

/// The class, counted from a kind's first range, for an object of `size` bytes aligned to `align`.
pub(crate) fn class_of(size: u64, align: u64) -> Option<usize> {
    let need = size.max(1).checked_mul(2)?.max(align);
    SHIFTS.iter().position(|&shift| need <= 1 << shift)
}

impl Bins {
    pub(crate) fn new(objects: Objects) -> Self {
        let bin = |shift| Bin { shift, objects, cells: SharedVec::new(), spare: Rc::default() };
        Self { bins: SHIFTS.map(bin) }
    }

    /// The bin of a range, counted from the kind's first one.
    #[inline]
    pub(crate) fn bin(&self, class: usize) -> &Bin {
        &self.bins[class % RANGES_PER_KIND]
    }

    /// As [`Bins::bin`], for changing it.
    #[inline]
    pub(crate) fn bin_mut(&mut self, class: usize) -> &mut Bin {
        &mut self.bins[class % RANGES_PER_KIND]
    }

    /// All objects, live and freed.
    pub(crate) fn objects(&self) -> impl Iterator<Item = Object> {
        self.bins.iter().flat_map(|bin| bin.cells.iter()).filter_map(|cell| cell.object.as_deref().copied())
    }

    /// All objects, live and freed, with what they hold.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Object, &Body)> {
        let cells = self.bins.iter().flat_map(|bin| bin.cells.iter());
        cells.filter_map(|cell| Some((cell.object.as_deref()?, &cell.body)))
    }

    /// Whether an object does not keep the hash of what it holds, and could.
    pub(crate) fn lacks_hashes(&self) -> bool {
        self.iter().any(|(_, body)| body.lacks_hash())
    }

    /// Has all objects keep the hash of what they hold that can.
    pub(crate) fn keep_hashes(&mut self, exprs: &mut Exprs) {
        for bin in &mut self.bins {
            for position in 0..bin.cells.len() {
                if bin.cells.get(position).is_some_and(|cell| cell.body.lacks_hash())
                    && let Some(cell) = bin.cells.get_mut(position)
                {
                    cell.body.hash(exprs);
                }
            }
        }
    }

    /// Which slots may be used again, and when.
    pub(crate) fn spare_slots(&self) -> impl Iterator<Item = u64> {
        self.bins.iter().flat_map(|bin| {
            let Spare { free, quarantine } = &*bin.spare;
            let counts = [len64(bin.cells.len()), len64(free.len())];
            let slots = free.iter().chain(quarantine).map(|&position| len64(position));
            counts.into_iter().chain(slots)
        })
    }

    /// Marks the expressions its objects need.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for cell in self.bins.iter().flat_map(|bin| bin.cells.iter()) {
            cell.body.mark(marker);
        }
    }
}

impl Bin {
    /// Adds an object to the bin of range `range`, filled with zeros or, if it is `fresh`, with what nobody wrote;
    /// `None` when the range is full or the host has no memory.
    pub(crate) fn allocate(
        &mut self,
        range: usize,
        kind: ObjectKind,
        size: u64,
        origin: Origin,
        fresh: bool,
    ) -> Option<u64> {
        let body = if fresh {
            Body::unwritten(size, self.objects)?
        } else {
            Contents::filled(size, Fill::Zeros, self.objects)?.into()
        };
        let position = match self.spare.free.last() {
            Some(&position) => {
                Rc::make_mut(&mut self.spare).free.pop();
                position
            }
            None if len64(self.cells.len()) + 1 < 1 << (RANGE_BITS - self.shift) => self.cells.len(),
            None => return None,
        };
        let base = base_of(range) + (len64(position + 1) << self.shift);
        let object = Rc::new(Object { base, size, kind, origin, freed: None });
        let cell = Cell { body, object: Some(object) };
        match self.cells.get_mut(position) {
            Some(old) => *old = cell,
            None => self.cells.push(cell),
        }
        Some(base)
    }

    /// Frees the object that starts at `address`; its slot comes back after `delay` further frees.
    pub(crate) fn free(&mut self, address: u64, origin: Origin, delay: usize) -> Freed {
        let position = self.position(address);
        match self.object(address) {
            Some(object) if object.base != address || object.kind != ObjectKind::Heap => {
                return Freed::NoObject;
            }
            Some(object) if object.freed.is_some() => return Freed::Again,
            Some(_) => (),
            None => return Freed::NoObject,
        }
        let Some(Cell { body, object: Some(object) }) = self.cells.get_mut(position) else {
            return Freed::NoObject;
        };
        Rc::make_mut(object).freed = Some(origin);
        *body = Body::default();
        let spare = Rc::make_mut(&mut self.spare);
        spare.quarantine.push_back(position);
        if spare.quarantine.len() > delay {
            spare.free.extend(spare.quarantine.pop_front());
        }
        Freed::Done
    }

    /// The bytes at `address` if they are inside a live object and all numbers.
    #[inline]
    pub(crate) fn bytes(&self, address: u64, len: usize) -> Option<&[u8]> {
        let offset = len64(self.offset(address));
        self.cells.get(self.position(address))?.body.slice(offset..offset + len64(len))
    }

    /// The bytes at `address`, for writing, if they are inside a live object and all numbers.
    #[inline]
    pub(crate) fn bytes_mut(&mut self, address: u64, len: usize) -> Option<&mut [u8]> {
        let position = self.position(address);
        let offset = len64(self.offset(address));
        self.cells.get_mut(position)?.body.slice_mut(offset..offset + len64(len), self.objects)
    }

    /// Where the bytes of the object that starts at `base` are kept.
    pub(crate) fn home(&mut self, base: u64) -> Option<&mut Body> {
        let position = self.position(base);
        self.cells.get_mut(position).map(|cell| &mut cell.body)
    }

    /// The contents of the live object at `address`, and how far inside it that is.
    pub(crate) fn body(&self, address: u64) -> Option<(&Body, u64)> {
        let cell = self.cells.get(self.position(address))?;
        Some((&cell.body, len64(self.offset(address))))
    }

    /// As [`Bin::body`], for writing.
    pub(crate) fn body_mut(&mut self, address: u64) -> Option<(&mut Body, u64)> {
        let (position, offset) = (self.position(address), self.offset(address));
        let cell = self.cells.get_mut(position)?;
        Some((&mut cell.body, len64(offset)))
    }

    /// The object, live or freed, whose slot `address` is in.
    pub(crate) fn object(&self, address: u64) -> Option<Object> {
        self.object_in(self.position(address))
    }

    /// The object in the slot before the one `address` is in.
    pub(crate) fn object_before(&self, address: u64) -> Option<Object> {
        let slot = self.slot(address).min(self.cells.len() + 1);
        self.object_in(slot.checked_sub(2)?)
    }

    /// The object in the slot after the one `address` is in.
    pub(crate) fn object_after(&self, address: u64) -> Option<Object> {
        self.object_in(self.slot(address))
    }

    fn object_in(&self, position: usize) -> Option<Object> {
        self.cells.get(position)?.object.as_deref().copied()
    }

    /// The slot `address` is in, counted from the start of the range.
    #[inline]
    fn slot(&self, address: u64) -> usize {
        index64((address & ((1 << RANGE_BITS) - 1)) >> self.shift)
    }

    /// Where the cell of that slot is; beyond all of them for the first slot, which has none.
    #[inline]
    fn position(&self, address: u64) -> usize {
        self.slot(address).wrapping_sub(1)
    }

    #[inline]
    fn offset(&self, address: u64) -> usize {
        index64(address & ((1 << self.shift) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::{SHIFTS, class_of};

    #[test]
    fn an_object_fills_at_most_half_of_its_slot() {
        for size in (0..5000).chain([1 << 20, (1 << 20) + 1, 1 << 36]) {
            let class = class_of(size, 1).expect("a class exists");
            assert!(2 * size <= 1 << SHIFTS[class], "size {size}");
            assert!(class == 0 || 2 * size > 1 << SHIFTS[class - 1], "size {size} fits a smaller class");
        }
    }

    #[test]
    fn alignment_raises_the_class() {
        assert_eq!(SHIFTS[class_of(1, 256).expect("a class exists")], 8);
    }

    #[test]
    fn sizes_beyond_the_largest_class_have_none() {
        assert_eq!(class_of(1 << 37, 1), None);
        assert_eq!(class_of(u64::MAX, 1), None);
    }
}
