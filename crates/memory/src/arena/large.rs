//! Addresses for objects that are too large for slots.
//!
//! Free room is a set of regions; an object goes into the middle of the largest, whatever its size (ECOOP 2022, section
//! 5.5). It takes whole blocks, and at least one free block stays on either side of it. So every object has a free
//! region before and behind it, and giving it back makes one region of the three.

use super::{holes::Holes, quarantine::Quarantine, regions::Region};
use crate::treap::Treap;

/// What objects take a multiple of.
pub(super) const BLOCK: u64 = 4096;

/// Which addresses are free, and where the objects are kept that have the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Large {
    /// Free regions: where they begin, and how large they are.
    free: Treap<()>,
    /// Where the objects are kept, live and freed, by address.
    index: Treap<usize>,
    /// Where none is kept any more.
    holes: Holes,
    quarantine: Quarantine,
    /// Objects that are live.
    live: usize,
}

impl Large {
    /// All of `region` is free.
    pub(super) fn new(region: Region) -> Self {
        let mut large = Self::default();
        large.free.insert(region.base, region.size, ());
        large
    }

    /// An address for `size` bytes aligned to `align`, a power of two; `None` when no free region is large enough.
    pub(super) fn reserve(&mut self, size: u64, align: u64) -> Option<u64> {
        let region = self.free.heaviest()?;
        let (start, room) = (region.key, region.weight);
        let size = blocks(size)?;
        let middle = start + room.checked_sub(size)? / 2 / BLOCK * BLOCK;
        let aligned = middle / align * align;
        // There may be no such address before the middle.
        let base =
            if aligned < start + BLOCK { (start + BLOCK).checked_next_multiple_of(align)? } else { aligned };
        let behind = base.checked_add(size)?;
        let rest = (start + room).checked_sub(behind).filter(|&rest| rest >= BLOCK)?;
        self.free.remove(start);
        self.free.insert(start, base - start, ());
        self.free.insert(behind, rest, ());
        Some(base)
    }

    /// Gives back what [`Large::reserve`] gave.
    pub(super) fn release(&mut self, base: u64, size: u64) {
        let behind = base + blocks(size).expect("it was reserved");
        let before = self.free.below(base).and_then(|region| self.free.remove(region.key));
        let after = self.free.remove(behind);
        let (Some(before), Some(after)) = (before, after) else {
            unreachable!("an object has free regions on either side");
        };
        self.free.insert(before.key, after.key + after.weight - before.key, ());
    }

    /// Where to keep a new object at `base`; `new` if not where one was.
    pub(super) fn keep(&mut self, base: u64, new: usize) -> usize {
        let position = self.holes.pop().unwrap_or(new);
        self.index.insert(base, 0, position);
        self.live += 1;
        position
    }

    /// An object was freed, and waits for `delay` others; which one need not wait any more.
    pub(super) fn freed(&mut self, base: u64, delay: usize) -> Option<u64> {
        self.live -= 1;
        self.quarantine.push(base, delay)
    }

    /// Forgets the object at `base`.
    pub(super) fn forget(&mut self, base: u64) {
        if let Some(entry) = self.index.remove(base) {
            self.holes.insert(entry.value);
        }
    }

    /// The last object that begins at or below `address`: where it begins, and where it is kept.
    pub(super) fn below(&self, address: u64) -> Option<(u64, usize)> {
        self.index.below(address).map(|entry| (entry.key, entry.value))
    }

    /// Whether nobody has `address`, nor keeps it from reuse.
    pub(super) fn is_free(&self, address: u64) -> bool {
        self.free.below(address).is_some_and(|region| address - region.key < region.weight)
    }

    /// Objects that are live.
    pub(super) fn live(&self) -> usize {
        self.live
    }

    /// Which addresses are kept from reuse, the first to come back first. The others follow from the objects.
    pub(super) fn waiting(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.quarantine.len()).chain(self.quarantine.iter())
    }
}

/// Bytes from the start of an object to where its room ends: the address just past its end is its own, and so is what
/// begins with that.
pub(super) fn room(size: u64) -> u64 {
    blocks(size).map_or(0, |blocks| blocks + BLOCK / 2)
}

/// `size` in whole blocks, at least one.
pub(super) fn blocks(size: u64) -> Option<u64> {
    size.max(1).checked_next_multiple_of(BLOCK)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use vellum_collections::{
        Random,
        cast::{index64, len64},
    };

    use super::{BLOCK, Large, Region, blocks};

    const REGION: Region = Region { base: 1 << 40, size: 1 << 30 };

    #[test]
    fn an_object_lies_in_the_middle_of_the_largest_free_region() {
        let mut large = Large::new(REGION);
        let quarter = REGION.size / 4;
        let at = |large: &mut Large| large.reserve(2 * BLOCK, 1).unwrap() - REGION.base;
        assert_eq!(at(&mut large), 2 * quarter - BLOCK);
        let mut next = [at(&mut large), at(&mut large)];
        next.sort_unstable();
        assert_eq!(next[0], (2 * quarter - BLOCK - 2 * BLOCK) / 2 / BLOCK * BLOCK);
        assert!(next[1].abs_diff(3 * quarter) <= 2 * BLOCK);
    }

    #[test]
    fn a_full_bin_says_so_and_can_be_emptied() {
        for room in 0..12 {
            let mut large = Large::new(Region { base: 1 << 32, size: room * BLOCK });
            let objects: Vec<u64> = (0..20).map_while(|_| large.reserve(BLOCK, 1)).collect();
            assert_eq!(objects.is_empty(), room < 3, "{room} blocks");
            assert!(len64(objects.len()) <= room / 2);
            for &base in &objects {
                large.release(base, BLOCK);
            }
            assert_eq!(large.free.heaviest().map(|all| all.weight), Some(room * BLOCK));
            let rest = room.saturating_sub(2);
            assert_eq!(large.reserve(rest * BLOCK + 1, 1), None);
            assert_eq!(large.reserve(rest * BLOCK, 1).is_some(), room > 2);
        }
        let mut large = Large::new(REGION);
        assert!([u64::MAX, 1 << 63, REGION.size].into_iter().all(|size| large.reserve(size, 1).is_none()));
        assert!([1 << 63, 1 << 41].into_iter().all(|align| large.reserve(1, align).is_none()));
    }

    /// Random requests against a list: blocks are disjoint with one free between them, and what is not used is free.
    #[test]
    fn objects_are_apart_and_aligned() {
        for seed in 0..20 {
            let mut numbers = Random::new(seed);
            let region = Region { base: 1 << 40, size: BLOCK << (5 + seed) };
            let mut copies = vec![(Large::new(region), BTreeMap::new())];
            for _ in 0..2000 {
                let chosen = index64(numbers.below(len64(copies.len())));
                let (large, model) = &mut copies[chosen];
                match numbers.below(7) {
                    0..=3 => {
                        let (size, align) = (numbers.below(BLOCK * 6), 1 << numbers.below(17));
                        if let Some(base) = large.reserve(size, align) {
                            assert!(base.is_multiple_of(align) && base.is_multiple_of(BLOCK));
                            model.insert(base, size);
                        }
                    }
                    4 | 5 => {
                        let any = index64(numbers.below(len64(model.len())));
                        if let Some((&base, &size)) = model.iter().nth(any) {
                            large.release(base, size);
                            model.remove(&base);
                        }
                    }
                    _ if copies.len() < 4 => {
                        let copy = copies[chosen].clone();
                        copies.push(copy);
                    }
                    _ => (),
                }
                let (large, model) = &copies[chosen];
                check(large, model, region);
            }
        }
    }

    fn check(large: &Large, model: &BTreeMap<u64, u64>, region: Region) {
        let (mut end, mut widest) = (region.base, 0);
        let last = (region.base + region.size, 0);
        for (base, size) in model.iter().map(|(&base, &size)| (base, size)).chain([last]) {
            let gap = base.checked_sub(end).expect("objects are disjoint");
            assert!(gap >= BLOCK, "and a block is free between them");
            let free = large.free.below(end).expect("what is not used is free");
            assert_eq!((free.key, free.weight), (end, gap));
            widest = widest.max(gap);
            end = base + blocks(size).unwrap();
        }
        assert_eq!(large.free.heaviest().map(|free| free.weight), Some(widest));
    }
}
