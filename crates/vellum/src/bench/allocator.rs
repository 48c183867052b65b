//! What the deterministic allocator costs: allocating, freeing, and forking with many live objects.
//!
//! Beside it runs the simplest thing that could be: all paths share one counter for addresses, which are never used
//! again, and objects are a list. It is no alternative (a path's addresses depend on the other paths), but no allocator
//! that keeps objects does less.

use std::{cell::Cell, collections::VecDeque, io, io::Write, rc::Rc};

use vellum_collections::{
    SharedVec,
    cast::{index64, len64},
};
use vellum_memory::{Heap, Memory, MemoryConfig, Origin};

use super::{Bench, now};
use crate::{allocator::held, run::figure};

/// Pairs of an allocation and a free.
const PAIRS: u64 = 10_000_000;

/// Blocks that are live at a time.
const LIVE: usize = 1000;

/// Sizes, in turn: those of the bins with slots that `malloc` uses.
const SIZES: [u64; 8] = [8, 16, 24, 40, 64, 200, 16, 1000];

/// Sizes of large objects, in turn, with fewer of everything: each takes time to make.
const LARGE: [u64; 4] = [3 << 10, 5000, 20_000, 200 << 10];
const LARGE_PAIRS: u64 = 100_000;
const LARGE_LIVE: usize = 200;
const LARGE_MOST: u64 = 1000;

/// Live blocks at a fork.
const COUNTS: [u64; 6] = [1, 10, 100, 1000, 10_000, 100_000];

/// Copies that are made of each.
const FORKS: u64 = 1000;

/// Who gives out blocks.
trait Blocks: Clone {
    fn allocate(&mut self, size: u64) -> u64;
    fn free(&mut self, address: u64);
}

impl Blocks for Memory {
    fn allocate(&mut self, size: u64) -> u64 {
        Memory::allocate(self, Heap::Malloc, size, 16, Origin(0)).unwrap_or(0)
    }

    fn free(&mut self, address: u64) {
        let _ = Memory::free(self, address, Origin(0));
    }
}

/// One counter for all copies.
#[derive(Clone, Default)]
struct Bump {
    next: Rc<Cell<u64>>,
    /// In the order they were made, whose numbers stand for addresses.
    blocks: SharedVec<Option<Rc<[u8]>>>,
}

impl Blocks for Bump {
    fn allocate(&mut self, size: u64) -> u64 {
        self.next.set(self.next.get() + size);
        self.blocks.push(Some(vec![0; index64(size)].into()));
        len64(self.blocks.len() - 1)
    }

    fn free(&mut self, address: u64) {
        if let Some(block) = self.blocks.get_mut(index64(address)) {
            *block = None;
        }
    }
}

/// Nanoseconds of a fork and of an allocation after it, and bytes the copy holds of its own.
struct Forking {
    fork: f64,
    first: f64,
    bytes: f64,
}

impl Bench<'_> {
    #[expect(clippy::unused_self, reason = "the rows of a table have one type")]
    pub(super) fn allocator(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let ours = nanoseconds(Memory::new(MemoryConfig::default()), &SIZES, PAIRS, LIVE);
        let bump = nanoseconds(Bump::default(), &SIZES, PAIRS, LIVE);
        writeln!(
            out,
            "Allocator: {PAIRS} allocations and frees with {LIVE} blocks live, ns a pair: {ours:.0}, {bump:.0} of a bump\n\
             allocator that all paths share: {:.2} times.\n\n\
             A fork with live blocks, and the first allocation after it; in brackets those of the bump allocator.\n",
            ours / bump
        )?;
        writeln!(out, "{:>8} {:>14} {:>18} {:>18}", "live", "fork ns", "allocation ns", "bytes of its own")?;
        for count in COUNTS {
            row(&mut out, &SIZES, count)?;
        }
        let ours = nanoseconds(Memory::new(MemoryConfig::default()), &LARGE, LARGE_PAIRS, LARGE_LIVE);
        let bump = nanoseconds(Bump::default(), &LARGE, LARGE_PAIRS, LARGE_LIVE);
        writeln!(
            out,
            "\nThe same with blocks of 3 KiB to 200 KiB, which have no slots: {LARGE_PAIRS} pairs with {LARGE_LIVE} live, \
             ns a pair:\n{ours:.0}, {bump:.0} of the bump allocator: {:.2} times.\n",
            ours / bump
        )?;
        for count in COUNTS.into_iter().filter(|&count| count <= LARGE_MOST) {
            row(&mut out, &LARGE, count)?;
        }
        Ok(())
    }
}

/// Writes what a fork costs with so many blocks of these sizes.
fn row(out: &mut impl Write, sizes: &[u64], count: u64) -> io::Result<()> {
    let ours = forking(Memory::new(MemoryConfig::default()), sizes, count);
    let bump = forking(Bump::default(), sizes, count);
    let pair = |ours: f64, bump: f64| format!("{ours:.0} ({bump:.0})");
    writeln!(
        out,
        "{count:>8} {:>14} {:>18} {:>18}",
        pair(ours.fork, bump.fork),
        pair(ours.first, bump.first),
        pair(ours.bytes, bump.bytes)
    )
}

/// Nanoseconds of an allocation and a free.
fn nanoseconds(mut blocks: impl Blocks, sizes: &[u64], pairs: u64, most: usize) -> f64 {
    let begin = now();
    let mut live = VecDeque::new();
    for &size in sizes.iter().cycle().take(index64(pairs)) {
        live.push_back(blocks.allocate(size));
        if live.len() > most
            && let Some(oldest) = live.pop_front()
        {
            blocks.free(oldest);
        }
    }
    begin.elapsed().as_secs_f64() * 1e9 / figure(pairs)
}

fn forking<B: Blocks>(mut blocks: B, sizes: &[u64], count: u64) -> Forking {
    for &size in sizes.iter().cycle().take(index64(count)) {
        blocks.allocate(size);
    }
    let mut copies: Vec<B> = Vec::with_capacity(index64(FORKS));
    let begin = now();
    copies.extend((0..FORKS).map(|_| blocks.clone()));
    let fork = begin.elapsed();
    let (begin, before) = (now(), held());
    for copy in &mut copies {
        copy.allocate(sizes[2]);
    }
    let (first, after) = (begin.elapsed(), held());
    Forking {
        fork: fork.as_secs_f64() * 1e9 / figure(FORKS),
        first: first.as_secs_f64() * 1e9 / figure(FORKS),
        bytes: figure(after.saturating_sub(before)) / figure(FORKS),
    }
}
