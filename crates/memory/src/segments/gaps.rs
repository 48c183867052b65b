//! Room in a segment that objects had and gave back.
//!
//! No two gaps touch: what is given back is joined with its neighbours. So which gaps there are follows from where objects
//! are, however they came there. Copies share.

use crate::treap::Treap;

/// Bytes of a segment that no object has, before the end of the last object.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    /// Their sizes, by where they begin.
    by_place: Treap<u64>,
    /// The same by [`Gap::key`], so that the smallest that is large enough is found.
    by_size: Treap<()>,
    count: u64,
}

/// A gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) place: u64,
    pub(super) size: u64,
}

impl Gap {
    pub(super) fn end(self) -> u64 {
        self.place + self.size
    }

    /// A number that orders gaps by size, then by place: both are below 4 GiB, as places in segments are.
    fn key(self) -> u64 {
        self.size << 32 | self.place
    }
}

impl Gaps {
    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.count
    }

    /// All of them, by place.
    pub(super) fn iter(&self) -> impl Iterator<Item = Gap> {
        self.by_place.iter().map(|entry| Gap { place: entry.key, size: entry.value })
    }

    /// Takes `room` bytes out of the smallest gap that has as many, the first of those: where they are.
    pub(super) fn take(&mut self, room: u64) -> Option<u64> {
        let key = self.by_size.above(Gap { place: 0, size: room }.key())?.key;
        let gap = Gap { place: key & u64::from(u32::MAX), size: key >> 32 };
        self.remove(gap);
        if gap.size > room {
            self.insert(Gap { place: gap.place + room, size: gap.size - room });
        }
        Some(gap.place)
    }

    /// Takes the gaps on either side of one that is about to come, if it touches them: all of it in one. It is not among the
    /// gaps yet.
    pub(super) fn join(&mut self, new: Gap) -> Gap {
        let mut whole = new;
        if let Some(before) = self.by_place.below(new.place) {
            let before = Gap { place: before.key, size: before.value };
            debug_assert!(before.end() <= new.place, "nobody gives back what is free");
            if before.end() == new.place {
                self.remove(before);
                whole = Gap { place: before.place, size: before.size + new.size };
            }
        }
        if let Some(after) = self.by_place.above(new.place)
            && after.key == new.end()
        {
            self.remove(Gap { place: after.key, size: after.value });
            whole.size += after.value;
        }
        whole
    }

    /// Adds a gap that touches no other.
    pub(super) fn insert(&mut self, gap: Gap) {
        self.by_place.insert(gap.place, 0, gap.size);
        self.by_size.insert(gap.key(), 0, ());
        self.count += 1;
    }

    fn remove(&mut self, gap: Gap) {
        self.by_place.remove(gap.place);
        self.by_size.remove(gap.key());
        self.count -= 1;
    }
}

impl PartialEq for Gaps {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::{
        Random,
        cast::{index64, len64},
    };

    use super::{Gap, Gaps};

    /// Granules of a segment, and whether an object has each.
    type Taken = Vec<bool>;

    /// The runs of granules that nobody has.
    fn free(taken: &Taken) -> Vec<Gap> {
        let mut gaps: Vec<Gap> = Vec::new();
        for (place, _) in (0..).zip(taken).filter(|&(_, &is_taken)| !is_taken) {
            match gaps.last_mut() {
                Some(gap) if gap.end() == place => gap.size += 1,
                _ => gaps.push(Gap { place, size: 1 }),
            }
        }
        gaps
    }

    /// Whether an object of the list has these granules: all of it.
    fn set(taken: &mut Taken, gap: Gap, to: bool) {
        let range = index64(gap.place)..index64(gap.end());
        assert!(taken[range.clone()].iter().all(|&is_taken| is_taken != to));
        taken[range].fill(to);
    }

    #[test]
    fn gaps_are_what_a_walk_over_all_bytes_finds() {
        for seed in 0..10 {
            let mut numbers = Random::new(seed);
            let size = 200;
            // All taken by objects of one byte each.
            let all: Vec<Gap> = (0..size).map(|place| Gap { place, size: 1 }).collect();
            let mut copies = vec![(Gaps::default(), vec![true; index64(size)], all)];
            for _ in 0..4000 {
                let chosen = index64(numbers.below(len64(copies.len())));
                let (gaps, taken, objects) = &mut copies[chosen];
                match numbers.below(9) {
                    0..=3 if !objects.is_empty() => {
                        let object = objects.swap_remove(index64(numbers.below(len64(objects.len()))));
                        let whole = gaps.join(object);
                        gaps.insert(whole);
                        set(taken, object, false);
                    }
                    4..=7 => {
                        let room = 1 + numbers.below(12);
                        let fitting = free(taken).into_iter().filter(|gap| gap.size >= room);
                        let best = fitting.min_by_key(|gap| (gap.size, gap.place));
                        let place = gaps.take(room);
                        assert_eq!(place, best.map(|gap| gap.place), "the smallest that is large enough");
                        if let Some(place) = place {
                            let object = Gap { place, size: room };
                            set(taken, object, true);
                            objects.push(object);
                        }
                    }
                    _ if copies.len() < 5 => {
                        let copy = copies[chosen].clone();
                        copies.push(copy);
                    }
                    _ => drop(copies.swap_remove(chosen)),
                }
                for (gaps, taken, _) in &copies {
                    assert_eq!(gaps.iter().collect::<Vec<_>>(), free(taken));
                    assert_eq!(gaps.len(), len64(free(taken).len()));
                }
                if copies.is_empty() {
                    break;
                }
            }
        }
    }
}
