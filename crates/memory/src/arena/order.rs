//! The order in which the slots of a bin are used.
//!
//! A bin of `n` slots, a power of two, is a binary tree with slot `n / 2` at its root; it is walked level by level, and
//! each level from the outside in (ECOOP 2022, section 4.4). So objects come to lie as far apart as can be, and neither
//! their addresses nor their distances depend on more than how many there are. Slots of the deepest level are never
//! used: of two neighbours one is free, which makes a room of the other. Of the smallest slots more levels stay unused,
//! so that rooms have 16 bytes.
//!
//! With `index` the place in this order, `tz` the zeros at a slot's end and `m` its distance from the nearer end of the
//! bin, `m >> tz` is odd and counts the level from the outside, `(n / 2) >> tz` is the number of slots in the levels
//! above plus one, and a slot in the right half comes just behind its mirror image in the left one:
//! `index + 2 == ((n / 2 + m) >> tz) + right`.

use std::num::NonZeroU64;

use vellum_collections::cast::{index64, len64};

/// The place in the order of the slot that begins at byte `start` of a bin of twice `half` bytes; beyond all places for
/// slots that are never used. Bytes do as well as slots: their size goes with the zeros.
#[inline]
pub(super) fn index_of(start: u64, half: u64) -> Option<usize> {
    let zeros = NonZeroU64::new(start)?.trailing_zeros();
    let near = start.min((2 * half).wrapping_sub(start));
    Some(index64((half.wrapping_add(near) >> zeros) + u64::from(start > half) - 2))
}

/// The slot at place `index`.
pub(super) fn slot_of(index: usize, slots: u64) -> u64 {
    let count = len64(index) + 1;
    let level = count.ilog2();
    let place = count - (1 << level);
    let near = (place | 1) << (slots.ilog2() - 1 - level);
    if place.is_multiple_of(2) { near } else { slots - near }
}

/// How many places there are in a bin of `2^bits` rooms.
pub(super) fn capacity(bits: u32) -> usize {
    index64((1 << bits) - 1)
}

#[cfg(test)]
mod tests {
    use super::{capacity, index_of, slot_of};

    /// Figure 3 of the paper.
    #[test]
    fn sixteen_slots_are_used_from_the_middle_and_from_the_outside_in() {
        let order: Vec<u64> = (0..capacity(3)).map(|index| slot_of(index, 16)).collect();
        assert_eq!(order, [8, 4, 12, 2, 14, 6, 10]);
    }

    #[test]
    fn a_slot_says_its_place() {
        for bits in 2..=14 {
            let slots = 1 << bits;
            let capacity = capacity(bits - 1);
            for index in 0..capacity {
                assert_eq!(index_of(slot_of(index, slots), slots / 2), Some(index), "{index} of {slots}");
            }
            let unused = (1..slots).step_by(2).map(|slot| index_of(slot, slots / 2));
            assert!(unused.into_iter().all(|index| index.unwrap() >= capacity), "neighbours are free");
            assert_eq!(index_of(0, slots / 2), None);
        }
        for index in (0..1 << 35).step_by((1 << 23) + 1).take_while(|&index| index < capacity(35)) {
            assert_eq!(index_of(slot_of(index, 1 << 36), 1 << 35), Some(index));
            assert_eq!(index_of(slot_of(index, 1 << 36) << 8, 1 << 43), Some(index), "of larger slots");
        }
    }

    /// Section 5.4: `n` objects, and the ends of the bin, are at least `size / 2^ceil(log2(n + 1)) - slot` apart.
    #[test]
    fn distances_are_as_large_as_promised() {
        for bits in [4, 6, 10] {
            let slots = 1 << bits;
            let mut used = vec![0, slots];
            for index in 0..capacity(bits - 1) {
                used.push(slot_of(index, slots));
                used.sort_unstable();
                let count = u64::try_from(index + 1).unwrap();
                let promised = slots / (count + 1).next_power_of_two();
                assert!(used.windows(2).all(|pair| pair[1] - pair[0] >= promised), "{count} of {slots}");
            }
        }
    }
}
