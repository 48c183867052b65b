//! Full segments that have room again, because objects in them were freed.
//!
//! Objects of a key go into one segment until it is full, then into another one. A full segment of which half is free again is
//! as good as a new one, so it is used before a new one begins: memory is bounded by what objects have at once, in whatever
//! order they go.

use std::rc::Rc;

use vellum_collections::cast::{index, len32, low32};

use super::{Place, Segments};
use crate::treap::Treap;

/// Segments that are looked at before a new one begins: half of one may be free in pieces that are too small.
const TRIED: usize = 4;

/// For each key the full segments of which half is free, by [`entry`]. Copies share.
pub(super) type Spare = Treap<()>;

/// A segment of the key with that number, as a number: those of a key are side by side, the oldest first.
fn entry(key: u32, segment: u32) -> u64 {
    u64::from(key) << 32 | u64::from(segment)
}

impl Segments {
    /// The oldest full segments of a key of which half is free.
    pub(super) fn spare_of(&self, key: u64) -> Vec<u32> {
        let Some(number) = self.open.get_index_of(&key).map(len32) else { return Vec::new() };
        let next = |from: u64| {
            self.spare.above(from).map(|found| found.key).filter(|key| key >> 32 == number.into())
        };
        let all = std::iter::successors(next(entry(number, 0)), |last| next(last + 1));
        all.take(TRIED).map(low32).collect()
    }

    /// Has a spare segment, in which there was a place, take the key's objects from now on.
    pub(super) fn open_again(&mut self, key: u64, place: Place) -> Place {
        let (before, number) = self.set_open(key, place.segment);
        self.spare.remove(entry(number, place.segment));
        if let Some(before) = before {
            self.note_room(before);
        }
        place
    }

    /// Has a segment take the key's objects from now on: the one that did before, and the number of the key.
    pub(super) fn set_open(&mut self, key: u64, segment: u32) -> (Option<u32>, u32) {
        let (number, before) = Rc::make_mut(&mut self.open).insert_full(key, segment);
        (before, len32(number))
    }

    /// Notes a segment that objects went from, or that takes none any more, if it is full and half of it is free.
    pub(super) fn note_room(&mut self, number: u32) {
        let Some(segment) = self.list.get(index(number)) else { return };
        let Some(key) = segment.key else { return };
        let is_open = self.open.get_index(index(key)).is_some_and(|(_, &open)| open == number);
        let is_known =
            || self.spare.above(entry(key, number)).is_some_and(|found| found.key == entry(key, number));
        if !is_open && 2 * segment.held <= segment.body.len() && !is_known() {
            self.spare.insert(entry(key, number), 0, ());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use vellum_collections::{Random, cast::len64};
    use vellum_expr::Exprs;

    use super::{Place, Segments};
    use crate::{contents::Objects, segments::Initial};

    const LIMIT: u64 = 1 << 10;

    fn reserve(segments: &mut Segments, key: u64, size: u64) -> Place {
        let (mut exprs, new) = (Exprs::new(), (size, Initial::Zeros));
        segments.reserve(&mut exprs, (key, LIMIT), new, Objects::default()).expect("there is room")
    }

    #[test]
    fn memory_is_bounded_by_what_objects_have_at_once() {
        for live in [1, 60, 1000] {
            let mut segments = Segments::default();
            let mut objects = VecDeque::new();
            for number in 0..20_000_u64 {
                if objects.len() == live {
                    let (place, size) = objects.pop_front().expect("some are live");
                    segments.release(place, size, Objects::default());
                }
                let size = 16 + number % 3 * 16;
                objects.push_back((reserve(&mut segments, number % 2, size), size));
            }
            let (has, bytes) = (segments.list.len(), len64(live) * 32);
            let most = usize::try_from(2 * bytes / LIMIT).expect("few") + 6;
            assert!(has <= most, "{has} segments for {live} objects, at most {most}");
        }
    }

    #[test]
    fn no_two_objects_share_a_byte_and_none_is_in_a_segment_of_another_key() {
        let mut numbers = Random::new(1);
        let mut segments = Segments::default();
        let mut objects: Vec<(u64, Place, u64)> = Vec::new();
        let mut keys: Vec<u64> = Vec::new();
        for _ in 0..3000 {
            if numbers.below(100) < 52 || objects.is_empty() {
                let (key, size) = (numbers.below(3), 1 + numbers.below(200) * (1 + numbers.below(8)));
                let place = reserve(&mut segments, key, size);
                let segment = usize::try_from(place.segment).unwrap();
                keys.resize(keys.len().max(segment + 1), key);
                assert_eq!(keys[segment], key);
                let apart = |other: &(u64, Place, u64)| {
                    let (_, there, len) = *other;
                    let (a, b) = (place.offset(), there.offset());
                    there.segment != place.segment || a + size <= b || b + len <= a
                };
                assert!(objects.iter().all(apart));
                objects.push((key, place, size));
            } else {
                let chosen = usize::try_from(numbers.below(len64(objects.len()))).unwrap();
                let (_, place, size) = objects.swap_remove(chosen);
                segments.release(place, size, Objects::default());
            }
        }
    }
}
