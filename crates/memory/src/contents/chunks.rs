//! Bytes that were written, here and there in an object, 64 neighbours at a time.

use std::ops::Range;

use vellum_collections::cast::{index64, len64};

/// Bytes in a chunk: as many as a mask has bits.
const CHUNK: u64 = 64;

/// Written bytes by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunks {
    /// By rising number; none is empty.
    list: Vec<Chunk>,
    /// Bytes written.
    count: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    /// The place of its first byte, divided by the size of a chunk.
    number: u64,
    /// A bit for each byte that was written, the first one lowest.
    mask: u64,
    /// Zero where nothing was written.
    bytes: [u8; 64],
}

/// How much of a range was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    Nothing,
    Some,
    All,
}

impl Chunks {
    /// Bytes written.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The most bytes that are side by side.
    pub(crate) const LONGEST: usize = 64;

    /// The bytes of `range`, if they lie in one chunk and all were written.
    #[inline]
    pub(crate) fn slice(&self, range: &Range<u64>) -> Option<&[u8]> {
        let (number, inside) = within_one(range)?;
        let chunk = &self.list[self.find(number).ok()?];
        let wanted = mask_of(&inside);
        (chunk.mask & wanted == wanted).then(|| &chunk.bytes[index64(inside.start)..index64(inside.end)])
    }

    /// The bytes of `range`, if they lie in one chunk, for writing all of them.
    #[inline]
    pub(crate) fn slice_mut(&mut self, range: &Range<u64>) -> Option<&mut [u8]> {
        let (number, inside) = within_one(range)?;
        let chunk = Self::chunk_mut(&mut self.list, number);
        let wanted = mask_of(&inside);
        self.count += u64::from((wanted & !chunk.mask).count_ones());
        chunk.mask |= wanted;
        Some(&mut chunk.bytes[index64(inside.start)..index64(inside.end)])
    }

    /// Writes `bytes` from `at` on.
    pub(crate) fn write(&mut self, at: u64, bytes: &[u8]) {
        let mut rest = bytes;
        for part in by_chunk(&(at..at + len64(bytes.len()))) {
            let (now, later) = rest.split_at(index64(part.end - part.start));
            self.slice_mut(&part).expect("a part lies in one chunk").copy_from_slice(now);
            rest = later;
        }
    }

    /// Forgets that the bytes of `range` were written.
    pub(crate) fn clear(&mut self, range: &Range<u64>) {
        if range.start >= range.end {
            return;
        }
        let (first, last) = (range.start / CHUNK, (range.end - 1) / CHUNK);
        for number in [first, last] {
            self.clear_in_chunk(number, range);
        }
        // Those between go at once.
        let start = self.list.partition_point(|chunk| chunk.number <= first);
        let end = self.list.partition_point(|chunk| chunk.number < last).max(start);
        let gone = self.list.drain(start..end).map(|chunk| u64::from(chunk.mask.count_ones()));
        self.count -= gone.sum::<u64>();
    }

    fn clear_in_chunk(&mut self, number: u64, range: &Range<u64>) {
        let Ok(found) = self.find(number) else { return };
        let part = range.start.max(number * CHUNK)..range.end.min((number + 1) * CHUNK);
        let (_, inside) = within_one(&part).expect("a part lies in one chunk");
        let chunk = &mut self.list[found];
        let gone = mask_of(&inside);
        self.count -= u64::from((chunk.mask & gone).count_ones());
        chunk.mask &= !gone;
        chunk.bytes[index64(inside.start)..index64(inside.end)].fill(0);
        if chunk.mask == 0 {
            self.list.remove(found);
        }
    }

    /// How much of `range` was written.
    pub(crate) fn coverage(&self, range: &Range<u64>) -> Coverage {
        let mut written = 0;
        for part in by_chunk(range) {
            let (number, inside) = within_one(&part).expect("a part lies in one chunk");
            if let Ok(found) = self.find(number) {
                written += u64::from((self.list[found].mask & mask_of(&inside)).count_ones());
            }
        }
        match written {
            0 => Coverage::Nothing,
            _ if written == range.end - range.start => Coverage::All,
            _ => Coverage::Some,
        }
    }

    /// The written byte at `at`.
    pub(crate) fn byte(&self, at: u64) -> Option<u8> {
        self.slice(&(at..at + 1)).map(|bytes| bytes[0])
    }

    /// The stretches that were written, by rising place; none crosses from one chunk into the next.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.list.iter().flat_map(|chunk| {
            let first = chunk.number * CHUNK;
            ones(chunk.mask).map(move |run| {
                (first + u64::from(run.start), &chunk.bytes[to_index(run.start)..to_index(run.end)])
            })
        })
    }

    /// Writes what was written of `range` to `target`, which has room for all of it.
    pub(crate) fn copy_to(&self, range: &Range<u64>, target: &mut [u8]) {
        let first = self.list.partition_point(|chunk| (chunk.number + 1) * CHUNK <= range.start);
        let last = self.list.partition_point(|chunk| chunk.number * CHUNK < range.end);
        for chunk in &self.list[first..last.max(first)] {
            let base = chunk.number * CHUNK;
            for run in ones(chunk.mask) {
                let start = range.start.max(base + u64::from(run.start));
                let end = range.end.min(base + u64::from(run.end));
                if start < end {
                    let from = &chunk.bytes[index64(start - base)..index64(end - base)];
                    target[index64(start - range.start)..index64(end - range.start)].copy_from_slice(from);
                }
            }
        }
    }

    /// Chunks there are.
    pub(crate) fn weight(&self) -> usize {
        self.list.len()
    }

    fn find(&self, number: u64) -> Result<usize, usize> {
        self.list.binary_search_by_key(&number, |chunk| chunk.number)
    }

    fn chunk_mut(list: &mut Vec<Chunk>, number: u64) -> &mut Chunk {
        let place = match list.binary_search_by_key(&number, |chunk| chunk.number) {
            Ok(found) => found,
            Err(place) => {
                // Most layers hold one chunk for their whole life.
                if list.is_empty() {
                    list.reserve_exact(1);
                }
                list.insert(place, Chunk { number, mask: 0, bytes: [0; 64] });
                place
            }
        };
        &mut list[place]
    }
}

/// The chunk a range lies in, and where in it; `None` when it is empty or crosses into another.
#[inline]
fn within_one(range: &Range<u64>) -> Option<(u64, Range<u64>)> {
    let (first, last) = (range.start / CHUNK, range.end.checked_sub(1)? / CHUNK);
    let start = range.start % CHUNK;
    (first == last && range.start < range.end).then(|| (first, start..start + (range.end - range.start)))
}

/// The parts of a range by chunk.
pub(crate) fn by_chunk(range: &Range<u64>) -> impl Iterator<Item = Range<u64>> + use<> {
    let end = range.end;
    let mut at = range.start;
    std::iter::from_fn(move || {
        let part = at..end.min((at / CHUNK + 1) * CHUNK);
        at = part.end;
        (part.start < part.end).then_some(part)
    })
}

/// A bit for each place of a range in a chunk.
fn mask_of(inside: &Range<u64>) -> u64 {
    let bits = inside.end - inside.start;
    (u64::MAX >> (CHUNK - bits)) << inside.start
}

/// The stretches of ones in a mask.
fn ones(mut mask: u64) -> impl Iterator<Item = Range<u32>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let start = at + mask.trailing_zeros();
        mask = mask.unbounded_shr(mask.trailing_zeros());
        let len = mask.trailing_ones();
        mask = mask.unbounded_shr(len);
        at = start + len;
        Some(start..at)
    })
}

fn to_index(n: u32) -> usize {
    vellum_collections::cast::index(n)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use vellum_collections::{
        Random,
        cast::{low8, low32},
    };

    use super::{Chunks, Coverage};

    #[test]
    fn chunks_behave_like_a_map_of_bytes() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let (mut chunks, mut map) = (Chunks::default(), BTreeMap::new());
            for _ in 0..400 {
                let at = random.below(300);
                let range = at..at + random.below(150);
                if random.below(4) == 0 {
                    chunks.clear(&range);
                    map.retain(|place, _| !range.contains(place));
                } else {
                    let bytes: Vec<u8> = range.clone().map(|_| low8(random.below(256))).collect();
                    chunks.write(at, &bytes);
                    map.extend(range.clone().zip(bytes));
                }
                let look = random.below(300);
                let range = look..look + 1 + random.below(20);
                let written = range.clone().filter(|place| map.contains_key(place)).count();
                let expected = match written {
                    0 => Coverage::Nothing,
                    n if n == range.clone().count() => Coverage::All,
                    _ => Coverage::Some,
                };
                assert_eq!(chunks.coverage(&range), expected);
                assert_eq!(chunks.byte(look), map.get(&look).copied());
            }
            let mut copy = vec![7; 200];
            chunks.copy_to(&(50..250), &mut copy);
            assert!((50..).zip(&copy).all(|(at, byte)| *byte == map.get(&at).copied().unwrap_or(7)));
            let stretches = chunks.stretches().flat_map(|(at, bytes)| (at..).zip(bytes.iter().copied()));
            assert!(stretches.eq(map.iter().map(|(&at, &byte)| (at, byte))));
            assert_eq!(low32(chunks.count()), u32::try_from(map.len()).unwrap());
        }
    }
}
