//! Where large objects were found lately.
//!
//! Large objects have no slots to compute, only an ordered index. Tables in front of it make finding the same ones again
//! cheap. They are indexed by the high bits of an address: large objects lie far apart, so with twice as many places as
//! there are objects, each finds one of its own, and programs that use several in turn do not pay for it. A small table
//! is always there; where it does not do, a larger one comes behind it.

use std::cell::{Cell, OnceCell};

use vellum_collections::cast::index64;

use super::regions::Region;

/// Places in the small table.
const FEW: usize = 16;

/// Places the larger one has at most.
const MOST: usize = 1 << 12;

/// What was found lately in a region.
#[derive(Clone, Debug)]
pub(super) struct Hints {
    few: [Cell<Hint>; FEW],
    /// Bits of an address below those that are its place in the small table.
    shift: u32,
    many: Many,
    region: Region,
}

/// A table that is made when it is first needed. A copy has none: it costs paths nothing that do not run.
#[derive(Debug, Default)]
struct Many(OnceCell<Box<[Cell<Hint>]>>);

/// Where a live object is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hint {
    pub(super) base: u64,
    pub(super) size: u64,
    pub(super) position: usize,
}

impl Clone for Many {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Hints {
    /// None yet.
    pub(super) fn new(region: Region) -> Self {
        let shift = shift(region, FEW);
        Self { few: Default::default(), shift, many: Many::default(), region }
    }

    /// Where the object is kept that `address` is in, and how far inside it that is, if it was the last found around
    /// there.
    #[inline]
    pub(super) fn find(&self, address: u64) -> Option<(usize, u64)> {
        let hint = self.few[index64(address >> self.shift) % FEW].get();
        let offset = address.wrapping_sub(hint.base);
        (offset < hint.size).then_some((hint.position, offset))
    }

    /// As [`Hints::find`], if it was found lately.
    pub(super) fn find_among_many(&self, address: u64) -> Option<(usize, u64)> {
        let many = self.many.0.get()?;
        let hint = many.get(self.place(address, many.len()))?.get();
        let offset = address.wrapping_sub(hint.base);
        if offset >= hint.size {
            return None;
        }
        self.few[index64(address >> self.shift) % FEW].set(hint);
        Some((hint.position, offset))
    }

    /// Remembers where an address was found; there are `count` objects.
    pub(super) fn add(&self, address: u64, hint: Hint, count: usize) {
        self.few[index64(address >> self.shift) % FEW].set(hint);
        if 2 * count > FEW {
            let many = self.many.0.get_or_init(|| vec![Cell::default(); wanted(count)].into());
            if let Some(entry) = many.get(self.place(address, many.len())) {
                entry.set(hint);
            }
        }
    }

    /// Forgets an object.
    pub(super) fn remove(&mut self, base: u64, size: u64) {
        let forget = |entry: &Cell<Hint>| {
            if entry.get().base == base {
                entry.take();
            }
        };
        self.few.iter().for_each(forget);
        let Some(many) = self.many.0.get() else { return };
        let last = self.place(base + size, many.len()).min(many.len() - 1);
        many[self.place(base, many.len()).min(last)..=last].iter().for_each(forget);
    }

    /// Makes room for `count` objects.
    pub(super) fn grow(&mut self, count: usize) {
        if self.many.0.get().is_some_and(|many| many.len() < wanted(count)) {
            self.many.0.take();
        }
    }

    /// The place of an address in a table of so many; beyond all for those outside of the region.
    fn place(&self, address: u64, places: usize) -> usize {
        index64(address.wrapping_sub(self.region.base) >> shift(self.region, places))
    }
}

/// Bits of an address below those that are its place among so many in a region.
fn shift(region: Region, places: usize) -> u32 {
    region.size.next_power_of_two().ilog2().saturating_sub(places.ilog2())
}

/// How many places a table for `count` objects should have.
fn wanted(count: usize) -> usize {
    (2 * count).next_power_of_two().min(MOST)
}

#[cfg(test)]
mod tests {
    use super::{Hint, Hints, MOST, Region};
    use crate::arena::order::slot_of;

    const REGION: Region = Region { base: 1 << 40, size: 1 << 39 };

    #[test]
    fn what_was_found_is_found_again_until_it_is_gone() {
        for count in [1, 100] {
            let mut hints = Hints::new(REGION);
            let hint = Hint { base: REGION.base + (1 << 38), size: 3 << 36, position: 3 };
            for address in [hint.base, hint.base + (1 << 36), hint.base + hint.size - 1] {
                assert!(hints.find(address).is_none());
                hints.add(address, hint, count);
                assert_eq!(hints.find(address), Some((3, address - hint.base)));
                assert_eq!(hints.find_among_many(address).is_some(), count > 8);
            }
            assert!(hints.find(hint.base - 1).is_none() && hints.find(hint.base + hint.size).is_none());
            assert!(hints.find(0).is_none() && hints.find(u64::MAX).is_none());
            assert!(hints.clone().find_among_many(hint.base).is_none(), "copies begin with few");
            hints.remove(hint.base, hint.size);
            assert!(hints.find(hint.base + (1 << 36)).is_none());
            assert!(hints.find_among_many(hint.base + (1 << 36)).is_none());
        }
    }

    #[test]
    fn objects_that_halve_the_space_have_places_of_their_own() {
        let hint = |i: usize| {
            let slot = slot_of(i, 1 << 10);
            Hint { base: REGION.base + (slot << 29) - 4096, size: 8192, position: i }
        };
        let mut hints = Hints::new(REGION);
        (0..7).for_each(|i| hints.add(hint(i).base, hint(i), 7));
        assert!((0..7).all(|i| hints.find(hint(i).base) == Some((i, 0))));
        let count = 255;
        (0..count).for_each(|i| hints.add(hint(i).base, hint(i), count));
        assert!((0..count).all(|i| hints.find_among_many(hint(i).base) == Some((i, 0))));
        assert_eq!(hints.many.0.get().map(|many| many.len()), Some(512));
        hints.grow(257);
        assert_eq!(hints.find_among_many(hint(0).base), None, "it is made anew, larger");
        hints.add(hint(0).base, hint(0), 1 << 20);
        assert_eq!(hints.many.0.get().map(|many| many.len()), Some(MOST));
    }
}
