//! Objects by size class, found by address arithmetic alone.
//!
//! A range of the address space holds *slots* of one power-of-two size, and an object fills at most half of
//! its slot: at least its own size of nothing follows it, so running off the end of an array never silently
//! lands in its neighbour. A freed slot waits in a queue (the quarantine) before it is used again; until then
//! its address still tells who freed it.

use std::collections::VecDeque;

use vellum_collections::cast::{index64, len64};

use crate::{
    address::{RANGE_BITS, RANGES_PER_KIND, base_of},
    object::{Object, ObjectKind, Origin},
};

/// Slot sizes of the ranges of one kind, as powers of two.
const SHIFTS: [u32; RANGES_PER_KIND] = [5, 6, 7, 8, 9, 10, 11, 13, 16, 19, 22, 25, 28, 31, 34, 37];

/// Sizes from which the host is asked before it is trusted with the allocation.
const LARGE: u64 = 1 << 20;

/// One size class of one kind of memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bin {
    shift: u32,
    base: u64,
    /// The slots from the range's second one on: no object's address is so round that its low half is zero,
    /// which a program that keeps only that half would take for null.
    cells: Vec<Cell>,
    /// Slots that may be used again, the last first.
    free: Vec<usize>,
    /// Slots freed lately, the oldest first.
    quarantine: VecDeque<usize>,
}

/// A slot that was used at least once.
#[derive(Clone, Debug)]
struct Cell {
    object: Object,
    /// The object's bytes; empty once it is freed or while it is protected, so that no access succeeds.
    bytes: Box<[u8]>,
}

/// What [`Bin::free`] found.
pub(crate) enum Freed {
    Done,
    NoObject,
    Again,
}

/// The 16 bins of the kind of memory whose first range is `first`.
pub(crate) fn bins_of(first: usize) -> impl Iterator<Item = Bin> {
    SHIFTS.iter().enumerate().map(move |(i, &shift)| Bin {
        shift,
        base: base_of(first + i),
        ..Bin::default()
    })
}

/// The class, counted from a kind's first range, for an object of `size` bytes aligned to `align`.
pub(crate) fn class_of(size: u64, align: u64) -> Option<usize> {
    let need = size.max(1).checked_mul(2)?.max(align);
    SHIFTS.iter().position(|&shift| need <= 1 << shift)
}

impl Bin {
    /// Adds an object filled with zeros; `None` when the range is full or the host has no memory.
    pub(crate) fn allocate(&mut self, kind: ObjectKind, size: u64, origin: Origin) -> Option<u64> {
        let bytes = zeroed(size)?;
        let position = match self.free.pop() {
            Some(position) => position,
            None if len64(self.cells.len()) + 1 < 1 << (RANGE_BITS - self.shift) => self.cells.len(),
            None => return None,
        };
        let base = self.base + ((len64(position) + 1) << self.shift);
        let cell = Cell { object: Object { base, size, kind, origin, freed: None }, bytes };
        match self.cells.get_mut(position) {
            Some(old) => *old = cell,
            None => self.cells.push(cell),
        }
        Some(base)
    }

    /// Frees the object that starts at `address`; its slot comes back after `delay` further frees.
    pub(crate) fn free(&mut self, address: u64, origin: Origin, delay: usize) -> Freed {
        let position = self.position(address);
        let Some(cell) = self.cells.get_mut(position) else { return Freed::NoObject };
        if cell.object.base != address || cell.object.kind != ObjectKind::Heap {
            return Freed::NoObject;
        }
        if cell.object.freed.is_some() {
            return Freed::Again;
        }
        cell.object.freed = Some(origin);
        cell.bytes = Box::default();
        self.quarantine.push_back(position);
        if self.quarantine.len() > delay {
            self.free.extend(self.quarantine.pop_front());
        }
        Freed::Done
    }

    /// The bytes at `address` if they are inside a live object.
    #[inline]
    pub(crate) fn bytes(&self, address: u64, len: usize) -> Option<&[u8]> {
        self.cells.get(self.position(address))?.bytes.get(self.offset(address)..)?.get(..len)
    }

    /// The bytes at `address`, for writing, if they are inside a live object.
    #[inline]
    pub(crate) fn bytes_mut(&mut self, address: u64, len: usize) -> Option<&mut [u8]> {
        let position = self.position(address);
        let offset = self.offset(address);
        self.cells.get_mut(position)?.bytes.get_mut(offset..)?.get_mut(..len)
    }

    /// Where the bytes of the object that starts at `base` are kept.
    pub(crate) fn home(&mut self, base: u64) -> Option<&mut Box<[u8]>> {
        let position = self.position(base);
        self.cells.get_mut(position).map(|cell| &mut cell.bytes)
    }

    /// The object, live or freed, whose slot `address` is in.
    pub(crate) fn object(&self, address: u64) -> Option<Object> {
        self.cells.get(self.position(address)).map(|cell| cell.object)
    }

    /// The object in the slot before the one `address` is in.
    pub(crate) fn object_before(&self, address: u64) -> Option<Object> {
        let slot = self.slot(address).min(self.cells.len() + 1);
        self.cells.get(slot.checked_sub(2)?).map(|cell| cell.object)
    }

    /// The object in the slot after the one `address` is in.
    pub(crate) fn object_after(&self, address: u64) -> Option<Object> {
        self.cells.get(self.slot(address)).map(|cell| cell.object)
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

/// Zero bytes, taken from the host only when touched; `None` when the host has not so many.
fn zeroed(size: u64) -> Option<Box<[u8]>> {
    let len = index64(size);
    if size >= LARGE {
        // `vec!` would abort the process; asking first costs one unused reservation.
        Vec::<u8>::new().try_reserve_exact(len).ok()?;
    }
    Some(vec![0; len].into_boxed_slice())
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
