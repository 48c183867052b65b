//! Which addresses blocks get.
//!
//! A block lies at a *level*: how many blocks are below it, or more where levels are full. Each level has addresses of its
//! own, those of a higher level above those of a lower one, so blocks are in order of their addresses. In the lowest levels, the
//! blocks of one function get a *bin*, a part of the level that follows from the function's name, and use it from its start
//! on: what is at an address depends on how often this function was called at this level before, and on no other call. No
//! address is used a second time, so what was at an address of a bin can be told for ever. A full bin is followed by another,
//! and a full level by the next.
//!
//! Blocks to which no pointer is left take the first addresses of their level, again and again. Deeper levels, which recursion uses,
//! are smaller and have no bins: there, blocks of all functions take addresses one after the other.

use std::{ops::Range, rc::Rc};

use vellum_collections::{
    SharedVec,
    cast::{index64, len32, len64, low32},
};

use super::layout::{Layout, Life, Pointers};
use crate::arena::Region;

/// How many levels have bins.
const LOW: u32 = 256;

/// How many bins there are in a level. The first is that of the blocks to which no pointer outlives them.
const BINS: u64 = 4096;

/// How many of them are used: with more, free ones would be hard to find.
const MOST_BINS: usize = 3072;

/// What a bin has at least; where the region is smaller than that takes, there are no bins.
const SMALLEST_BIN: u64 = 64 << 10;

/// How many levels there are at most above those with bins.
const DEEP: u64 = 1 << 23;

/// What a level has at least.
const SMALLEST_LEVEL: u64 = 64 << 10;

/// Bins that are found at once, by a part of their key.
const HINTS: usize = 16;

/// The addresses of a stack, and which of them were used.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    region: Region,
    /// How many levels have bins, how large a bin is, and such a level.
    low: u32,
    bin: u64,
    low_bytes: u64,
    /// Bytes of a level without bins, and how many of those there are.
    deep: u64,
    deep_count: u32,
    with_bins: Vec<Rc<Level>>,
    /// Of the levels without bins, how many bytes were used, from the first one on.
    used: SharedVec<u64>,
    /// Where all blocks are used again: what is behind every block there was.
    highest: u64,
}

/// What was used of a level with bins.
#[derive(Clone, Debug, Default)]
struct Level {
    bins: Vec<Bin>,
    /// A bin by the lowest bits of its key, perhaps.
    hints: [u16; HINTS],
    /// Whether it is full: there was no bin for some block.
    is_full: bool,
}

/// Addresses of blocks with one layout. Paths have copies of what they use, so it is small.
#[derive(Clone, Debug)]
struct Bin {
    /// Where it begins, and where what was never used of it.
    start: u64,
    next: u64,
    layout: Layout,
}

/// What is asked for a block.
pub(super) struct Request {
    /// As in [`Layout`], which is looked at once.
    pub(super) size: u32,
    pub(super) tracked: u32,
    pub(super) extent: u64,
    pub(super) payload: u64,
    /// Whose the block is.
    pub(super) key: u64,
    /// What becomes of pointers to its locals.
    pub(super) pointers: Pointers,
}

/// Where a block begins, and the lowest level that is free above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) base: u64,
    pub(super) above: u32,
}

impl Levels {
    pub(super) fn new(region: Region) -> Self {
        let bin = power_below(region.size / (2 * u64::from(LOW) * BINS));
        let (low, bin) = if bin < SMALLEST_BIN { (0, 0) } else { (LOW, bin) };
        let rest = region.size - u64::from(low) * BINS * bin;
        let deep = power_below(rest / DEEP).max(SMALLEST_LEVEL);
        let deep_count = low32(rest / deep);
        Self {
            region,
            low,
            bin,
            low_bytes: BINS * bin,
            deep,
            deep_count,
            with_bins: Vec::new(),
            used: SharedVec::new(),
            highest: region.base,
        }
    }

    /// How many levels there are.
    pub(super) fn count(&self) -> u32 {
        self.low + self.deep_count
    }

    /// Where a block is for which there is no room.
    pub(super) fn end(&self) -> Position {
        Position { base: self.start(self.count()), above: self.count() }
    }

    /// The first address of a level.
    #[inline]
    pub(super) fn start(&self, level: u32) -> u64 {
        let of_low = u64::from(level.min(self.low)) * self.low_bytes;
        self.region.base + of_low + u64::from(level.saturating_sub(self.low)) * self.deep
    }

    /// Addresses for a block to which no pointer will be left; `None` if there are none left.
    #[inline]
    pub(super) fn reuse(&mut self, level: u32, request: &Request, layout: &Layout) -> Option<Position> {
        if level < self.low && request.extent <= self.bin {
            let base = self.region.base + u64::from(level) * self.low_bytes;
            return Some(Position { base, above: level + 1 });
        }
        // Without bins, these would be addresses of blocks to which pointers are left.
        self.take_new(level, request, layout)
    }

    /// Addresses for a block at `level` that other blocks had before and will have again, although pointers may be left to them;
    /// `None` if there are none left.
    pub(super) fn reuse_used(&mut self, level: u32, extent: u64, layout: &Layout) -> Option<Position> {
        let fits = extent <= self.bin;
        let level = if fits { level } else { level.max(self.low) };
        let base = self.start(level).next_multiple_of(layout.align());
        let end = base + extent;
        let above = if level < self.low {
            level + 1
        } else {
            self.low + u32::try_from((end - self.start(self.low)).div_ceil(self.deep)).ok()?
        };
        self.highest = self.highest.max(end);
        (above <= self.count()).then_some(Position { base, above })
    }

    /// Addresses for a block at `level`, or above, that no block ever had; `None` if there are none left.
    #[inline]
    pub(super) fn take(&mut self, level: u32, request: &Request, layout: &Layout) -> Option<Position> {
        // Nearly always the bin is there, and no other path has it.
        if let Some(known) = self.with_bins.get_mut(index64(level.into()))
            && let Some(known) = Rc::get_mut(known)
            && let Some(bin) = known.bins.get_mut(usize::from(known.hints[hint(request.key)]))
            && bin.layout.is_same(layout)
            && bin.next + request.extent <= bin.start + self.bin
        {
            let base = bin.next;
            bin.next += request.extent;
            return Some(Position { base, above: level + 1 });
        }
        self.take_new(level, request, layout)
    }

    #[cold]
    fn take_new(&mut self, level: u32, request: &Request, layout: &Layout) -> Option<Position> {
        let extent = request.extent;
        if extent <= self.bin {
            for level in level..self.low {
                let (start, bin) = (self.start(level), self.bin);
                while self.with_bins.len() <= index64(level.into()) {
                    self.with_bins.push(Rc::default());
                }
                let known = &mut self.with_bins[index64(level.into())];
                if known.is_full {
                    continue;
                }
                if let Some(base) = Rc::make_mut(known).take(layout, request.key, start, bin) {
                    return Some(Position { base, above: level + 1 });
                }
            }
        }
        self.take_deep(level.max(self.low) - self.low, extent, layout.align())
    }

    /// As [`Levels::take`], of the levels without bins.
    fn take_deep(&mut self, first: u32, extent: u64, align: u64) -> Option<Position> {
        let origin = self.start(self.low);
        let mut level = first;
        while level < self.deep_count {
            let used = self.used.get(index64(level.into())).copied().unwrap_or(0);
            let start = origin + u64::from(level) * self.deep;
            let base = (start + used).next_multiple_of(align);
            let end = base + extent;
            let last = u32::try_from((end - 1 - origin) / self.deep).ok()?;
            // What does not fit into one level takes several that were never used.
            let fits = last == level || (used == 0 && self.used.len() <= index64(level.into()));
            if fits && last < self.deep_count {
                while self.used.len() <= index64(last.into()) {
                    self.used.push(0);
                }
                for number in level..=last {
                    let start = origin + u64::from(number) * self.deep;
                    *self.used.get_mut(index64(number.into()))? = (end - start).min(self.deep);
                }
                return Some(Position { base, above: self.low + last + 1 });
            }
            // Nothing that is larger than a level fits below those that were never used.
            let unused = if extent > self.deep { len32(self.used.len()) } else { 0 };
            level = (level + 1).max(unused);
        }
        None
    }

    /// Whether a block ever had `address` to which pointers may be left.
    pub(super) fn is_used(&self, address: u64) -> bool {
        match self.place(address) {
            Some(_) if address < self.highest => true,
            Some(Place::Low { level }) => self.bin_of(level, address).is_some_and(|bin| address < bin.next),
            Some(Place::Deep { level, offset }) => {
                self.used.get(index64(level.into())).is_some_and(|&used| offset < used)
            }
            None => false,
        }
    }

    /// The block that has, or had, an address, as far as that is known: where it begins, and what was in it.
    pub(super) fn block(&self, address: u64) -> Option<(u64, &Layout)> {
        let Some(Place::Low { level }) = self.place(address) else { return None };
        let bin = self.bin_of(level, address).filter(|bin| address < bin.next)?;
        Some((address - (address - bin.start) % bin.layout.extent(), &bin.layout))
    }

    /// The addresses that were used, from lower to higher ones, and the life of the locals there, as far as that is known.
    pub(super) fn used(&self) -> Vec<(Range<u64>, Option<Life>)> {
        let mut used = Vec::new();
        if self.highest > self.region.base {
            used.push((self.region.base..self.highest, None));
        }
        for level in &self.with_bins {
            let of_bin = |bin: &Bin| (bin.start..bin.next, Some(bin.layout.life()));
            let mut of_level: Vec<_> = level.bins.iter().map(of_bin).collect();
            of_level.sort_unstable_by_key(|(range, _)| range.start);
            used.extend(of_level);
        }
        for (number, &bytes) in (0..).zip(self.used.iter()).filter(|(_, bytes)| **bytes > 0) {
            let start = self.start(self.low + number);
            used.push((start..start + bytes, None));
        }
        used
    }

    fn bin_of(&self, level: u32, address: u64) -> Option<&Bin> {
        let bins = &self.with_bins.get(index64(level.into()))?.bins;
        bins.iter().find(|bin| address.wrapping_sub(bin.start) < self.bin)
    }

    fn place(&self, address: u64) -> Option<Place> {
        let offset = address.checked_sub(self.region.base).filter(|&offset| offset < self.region.size)?;
        let of_low = u64::from(self.low) * self.low_bytes;
        if offset < of_low {
            return Some(Place::Low { level: low32(offset / self.low_bytes) });
        }
        let offset = offset - of_low;
        Some(Place::Deep { level: low32(offset / self.deep), offset: offset % self.deep })
    }
}

/// Where an address is.
enum Place {
    /// In a level with bins.
    Low { level: u32 },
    /// So far behind the start of a level without.
    Deep { level: u32, offset: u64 },
}

impl Level {
    /// Addresses that no block had, of a level that begins at `start` and has bins of that size.
    fn take(&mut self, layout: &Layout, key: u64, start: u64, size: u64) -> Option<u64> {
        let extent = layout.extent();
        let fits = |bin: &Bin| bin.layout.is_same(layout) && bin.next + extent <= bin.start + size;
        let at = match self.bins.iter().position(fits) {
            Some(at) => at,
            None => self.open(layout, key, start, size)?,
        };
        self.hints[hint(key)] = u16::try_from(at).unwrap_or(0);
        let bin = &mut self.bins[at];
        let base = bin.next;
        bin.next += extent;
        Some(base)
    }

    /// Makes a bin; `None` if there are too many.
    fn open(&mut self, layout: &Layout, key: u64, start: u64, size: u64) -> Option<usize> {
        if self.bins.len() == MOST_BINS {
            self.is_full = true;
            return None;
        }
        // The first choice follows from the key alone; it is rarely another's.
        let first = scatter(key ^ layout.extent().rotate_left(32));
        let free = |start: &u64| self.bins.iter().all(|bin| bin.start != *start);
        let starts = (0..BINS - 1).map(|i| start + (1 + (first + i) % (BINS - 1)) * size);
        let start = starts.into_iter().find(free)?;
        self.bins.push(Bin { start, next: start, layout: layout.clone() });
        Some(self.bins.len() - 1)
    }
}

/// Where the hint is for a key.
fn hint(key: u64) -> usize {
    index64(key % len64(HINTS))
}

/// A number below the number of bins that depends on all of `key`.
fn scatter(key: u64) -> u64 {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % (BINS - 1)
}

/// The largest power of two that is not larger, or 0.
fn power_below(number: u64) -> u64 {
    number.checked_ilog2().map_or(0, |log| 1 << log)
}
