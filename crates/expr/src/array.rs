//! Array values: the bytes a read at a symbolic index may meet.
//!
//! An array is what some memory held at some moment, by content: the same bytes are the same array whoever
//! asks. Its oldest layer says every byte; writes at symbolic places lie above, the newest on top.

use std::{
    hash::{Hash, Hasher},
    rc::Rc,
};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use vellum_collections::{
    Id,
    cast::{index64, len64},
    define_id,
};

use crate::{
    cells::{Bytes, Cells},
    facts::Facts,
    kind::{BinaryOp, Kind},
    pool::{Expr, Exprs},
    rules,
    span::Span,
};

define_id! {
    /// An array value of a pool.
    pub struct Array, "a";
}

/// What an array is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ArrayKind {
    /// Every byte is given.
    Cells(Rc<Cells>),
    /// An older array with some bytes written.
    Store {
        /// The older array.
        on: Array,
        /// The first byte written; 64 bits.
        index: Expr,
        /// What was written there, the lowest byte first.
        value: Expr,
    },
    /// An older array with symbolically many bytes written. No expression reads one, see [`Span`].
    Span {
        /// The older array.
        on: Array,
        /// What was written.
        span: Span,
    },
}

/// All arrays of a pool.
#[derive(Default)]
pub(crate) struct Arrays {
    kinds: Vec<Entry>,
    table: HashTable<Array>,
    free: Vec<Array>,
}

struct Entry {
    kind: ArrayKind,
    /// Kept, because it takes a look at every byte.
    hash: u64,
    size: u64,
    symbols: u64,
    /// In how many places at most a read looks for a byte, once spans are taken apart; nothing without a span.
    weight: u32,
}

impl Arrays {
    pub(crate) fn kind(&self, array: Array) -> &ArrayKind {
        &self.kinds[array.index()].kind
    }

    pub(crate) fn size(&self, array: Array) -> u64 {
        self.kinds[array.index()].size
    }

    pub(crate) fn symbols(&self, array: Array) -> u64 {
        self.kinds[array.index()].symbols
    }

    pub(crate) fn weight(&self, array: Array) -> u32 {
        self.kinds[array.index()].weight
    }

    /// The weight of an array with a span over it.
    pub(crate) fn weight_of_span(&self, on: Array, span: &Span) -> u32 {
        let source = span.array().map_or(1, |array| self.weight(array).max(1));
        self.weight(on).max(1).saturating_add(source)
    }

    pub(crate) fn capacity(&self) -> usize {
        self.kinds.len()
    }

    fn intern(&mut self, kind: ArrayKind, size: u64, symbols: u64) -> Array {
        let hash = hash_of(&kind);
        let same = |entry: &Entry| entry.hash == hash && entry.kind == kind;
        if let Some(&found) = self.table.find(hash, |&a| same(&self.kinds[a.index()])) {
            return found;
        }
        let weight = match &kind {
            ArrayKind::Cells(_) => 0,
            &ArrayKind::Store { on, .. } => match self.weight(on) {
                0 => 0,
                weight => weight.saturating_add(1),
            },
            ArrayKind::Span { on, span } => self.weight_of_span(*on, span),
        };
        self.insert(Entry { kind, hash, size, symbols, weight })
    }

    /// The array of these constants. Where they are few, they are copied only if no array has them yet.
    fn numbers(&mut self, bytes: &[u8]) -> Array {
        if Bytes::are_dense(bytes) {
            let hash = hash_of_dense(bytes, &[]);
            let same = |entry: &Entry| match &entry.kind {
                ArrayKind::Cells(cells) => entry.hash == hash && cells.is_constant(bytes),
                ArrayKind::Store { .. } | ArrayKind::Span { .. } => false,
            };
            if let Some(&found) = self.table.find(hash, |&a| same(&self.kinds[a.index()])) {
                return found;
            }
        }
        let cells = Cells::of(Bytes::of(bytes), Vec::new());
        self.intern(ArrayKind::Cells(Rc::new(cells)), len64(bytes.len()), 0)
    }

    /// Adds an array that is not there yet.
    fn insert(&mut self, entry: Entry) -> Array {
        let hash = entry.hash;
        let array = match self.free.pop() {
            Some(array) => {
                self.kinds[array.index()] = entry;
                array
            }
            None => {
                let array = Array::from_index(self.kinds.len());
                self.kinds.push(entry);
                array
            }
        };
        let kinds = &self.kinds;
        self.table.insert_unique(hash, array, |&a| kinds[a.index()].hash);
        array
    }

    /// Forgets every array `keep` does not want.
    pub(crate) fn retain(&mut self, keep: impl Fn(Array) -> bool) {
        let mut dead = Vec::new();
        self.table.retain(|&mut array| {
            let kept = keep(array);
            if !kept {
                dead.push(array);
            }
            kept
        });
        let nothing = Rc::new(Cells::of(Bytes::of(&[]), Vec::new()));
        for &array in &dead {
            let kind = ArrayKind::Cells(Rc::clone(&nothing));
            self.kinds[array.index()] = Entry { kind, hash: 0, size: 0, symbols: 0, weight: 0 };
        }
        self.free.extend(dead);
        self.free.sort_unstable_by(|a, b| b.cmp(a));
    }
}

fn hash_of(kind: &ArrayKind) -> u64 {
    if let ArrayKind::Cells(cells) = kind
        && let Some(bytes) = cells.bytes().dense()
    {
        return hash_of_dense(bytes, cells.symbolic());
    }
    let mut hasher = FxHasher::default();
    kind.hash(&mut hasher);
    hasher.finish()
}

/// The hash of cells that lie side by side.
fn hash_of_dense(bytes: &[u8], symbolic: &[(u32, Expr)]) -> u64 {
    let mut hasher = FxHasher::default();
    bytes.hash(&mut hasher);
    symbolic.hash(&mut hasher);
    hasher.finish()
}

/// The most bytes a read looks at to see whether they are all the same.
const UNIFORM_LIMIT: u64 = 1 << 16;

/// Bits of a place that say which field of a structure it is, at most.
const FIELDS: u32 = 12;

/// The most places a read looks at to learn about its value.
const FACTS_LIMIT: u64 = 256;

/// Where a read lies to a store; places count modulo 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// It meets nothing of the store.
    Never,
    /// It begins at this byte of the store, and ends there too.
    Inside(u32),
    /// Each of its bytes is known to be in or out.
    Partly,
    Unknown,
}

impl Exprs {
    /// An array of given bytes. What turns out to be constant among the expressions is a byte like any other.
    pub fn cells(&mut self, cells: Cells) -> Array {
        let cells = cells.settled(self);
        let symbols = cells.symbolic().iter().fold(0, |symbols, &(_, e)| symbols | self.facts(e).symbols);
        let size = cells.len();
        self.arrays.intern(ArrayKind::Cells(Rc::new(cells)), size, symbols)
    }

    /// An array of constants. Where they are few, they are copied only if no array has them yet.
    pub fn numbers(&mut self, bytes: &[u8]) -> Array {
        self.arrays.numbers(bytes)
    }

    /// `on` with the bytes of `value` written from `index` on.
    pub fn store(&mut self, on: Array, index: Expr, value: Expr) -> Array {
        debug_assert_eq!(self.width(index), 64, "an index has 64 bits");
        debug_assert_eq!(self.width(value) % 8, 0, "bytes are stored");
        let on = match *self.arrays.kind(on) {
            // What is written over completely is gone.
            ArrayKind::Store { on: older, index: at, value: old } if at == index => {
                if self.width(old) <= self.width(value) { older } else { on }
            }
            _ => on,
        };
        let symbols = self.arrays.symbols(on) | self.facts(index).symbols | self.facts(value).symbols;
        self.arrays.intern(ArrayKind::Store { on, index, value }, self.arrays.size(on), symbols)
    }

    /// `on` with a span over it, which may write something.
    pub(crate) fn intern_span(&mut self, on: Array, span: Span) -> Array {
        let of_array = span.array().map_or(0, |array| self.arrays.symbols(array));
        let symbols = span.parts().fold(of_array, |symbols, e| symbols | self.facts(e).symbols);
        let symbols = symbols | self.arrays.symbols(on);
        self.arrays.intern(ArrayKind::Span { on, span }, self.arrays.size(on), symbols)
    }

    /// What an array is made of.
    pub fn array_kind(&self, array: Array) -> &ArrayKind {
        self.arrays.kind(array)
    }

    /// Bytes of an array.
    pub fn array_size(&self, array: Array) -> u64 {
        self.arrays.size(array)
    }

    /// `bytes` bytes of `array` from `index` on, the lowest first.
    pub fn read(&mut self, mut array: Array, index: Expr, bytes: u32) -> Expr {
        debug_assert_eq!(self.width(index), 64, "an index has 64 bits");
        if let Some(top) = self.top_span(array) {
            return self.read_span(top, index, bytes);
        }
        while let ArrayKind::Store { on, index: at, value } = *self.arrays.kind(array) {
            match self.overlap(at, value, index, bytes) {
                Overlap::Never => array = on,
                Overlap::Inside(first) => return self.extract(value, first * 8, bytes * 8),
                Overlap::Partly => return self.read_bytewise(array, index, bytes),
                Overlap::Unknown => match self.seam(at, value, index, bytes) {
                    Some(low) => return self.read_in_two(array, index, bytes, low),
                    None if self.has_span(array) => return self.read_over_span(array, index, bytes),
                    None => break,
                },
            }
        }
        if let Some(top) = self.top_span(array) {
            return self.read_span(top, index, bytes);
        }
        if let ArrayKind::Cells(cells) = self.arrays.kind(array) {
            let cells = Rc::clone(cells);
            if let Some(known) = self.read_cells(&cells, index, bytes) {
                return known;
            }
        }
        if let Some((near, start)) = self.in_reach(array, index, bytes) {
            return self.read_from(near, start, index, bytes);
        }
        self.intern_or_decide(Kind::Read { array, index }, bytes * 8)
    }

    pub(crate) fn overlap(&self, at: Expr, value: Expr, index: Expr, bytes: u32) -> Overlap {
        let stored = self.width(value) / 8;
        let ((store_base, store_at), (read_base, read_at)) = (self.place(at), self.place(index));
        if store_base == read_base {
            return relative(read_at.wrapping_sub(store_at), stored, bytes);
        }
        let (a, b) = (self.facts(at), self.facts(index));
        // The place after the last byte; none when the bytes may go past the end of the numbers.
        let end = |facts: &Facts, size: u32| facts.max.checked_add(u64::from(size));
        if let (Some(a_end), Some(b_end)) = (end(a, stored), end(b, bytes))
            && (a_end <= b.min || b_end <= a.min)
        {
            return Overlap::Never;
        }
        // As fields of structures in an array: what is known of both places in their low bits tells them apart.
        let known = ((a.zeros | a.ones) & (b.zeros | b.ones)).trailing_ones().min(FIELDS);
        let period = 1u64 << known;
        let apart = b.ones.wrapping_sub(a.ones) & (period - 1);
        if apart >= u64::from(stored) && apart + u64::from(bytes) <= period {
            return Overlap::Never;
        }
        // Words that start on multiples of their size are the same or apart.
        if stored == bytes && bytes.is_power_of_two() {
            let low = u64::from(bytes) - 1;
            let aligned = a.zeros & b.zeros & low == low;
            let differ = a.ones & b.zeros != 0 || a.zeros & b.ones != 0;
            if aligned && differ {
                return Overlap::Never;
            }
        }
        Overlap::Unknown
    }

    /// An index as something unknown, if there is any, and a constant distance from it.
    pub(crate) fn place(&self, index: Expr) -> (Option<Expr>, u64) {
        if let Some(at) = self.as_const(index) {
            return (None, at);
        }
        if let Kind::Binary(BinaryOp::Add, base, distance) = self.kind(index)
            && let Some(distance) = self.as_const(distance)
        {
            return (Some(base), distance);
        }
        (Some(index), 0)
    }

    /// A read at a constant place, or one whose possible places all hold the same.
    fn read_cells(&mut self, cells: &Cells, index: Expr, bytes: u32) -> Option<Expr> {
        if let Some(at) = self.as_const(index) {
            let parts: Vec<Expr> =
                (0..u64::from(bytes)).map(|i| self.cell(cells, at.wrapping_add(i))).collect();
            return Some(self.concat_bytes(&parts));
        }
        let facts = self.facts(index);
        let (first, end) = (facts.min, facts.max.checked_add(u64::from(bytes))?);
        if first >= cells.len() {
            return Some(self.zero(bytes * 8));
        }
        if cells.has_symbolic(first, end) {
            return None;
        }
        let byte = cells.bytes().uniform(first..end, UNIFORM_LIMIT)?;
        let byte = self.constant(8, u64::from(byte));
        Some(self.concat_bytes(&vec![byte; vellum_collections::cast::index(bytes)]))
    }

    /// What is known of a read of at most 64 bits: its places may be few and constant.
    pub(crate) fn read_facts(&self, array: Array, index: &Facts, width: u32) -> Facts {
        let unknown = Facts::unknown(width);
        let ArrayKind::Cells(cells) = self.arrays.kind(array) else { return unknown };
        let bytes = u64::from(width / 8);
        let Some(end) = index.max.checked_add(bytes) else { return unknown };
        let step = 1 << index.trailing_zeros().min(4);
        if (index.max - index.min) / step >= FACTS_LIMIT || cells.has_symbolic(index.min, end) {
            return unknown;
        }
        let Some(first) = index.min.checked_next_multiple_of(step) else { return unknown };
        let places = (first..=index.max).step_by(index64(step));
        let values = places.map(|at| Facts::exact(cells.constant_word(at, bytes)));
        values.reduce(|all, one| all.join(&one)).unwrap_or(unknown)
    }

    pub(crate) fn cell(&mut self, cells: &Cells, at: u64) -> Expr {
        match cells.expr(at) {
            Some(e) => e,
            None => self.constant(8, u64::from(cells.byte(at))),
        }
    }

    /// Where a read at a constant place goes into, or out of, what a store at a symbolic place can reach: as bytes
    /// of the read.
    fn seam(&self, at: Expr, value: Expr, index: Expr, bytes: u32) -> Option<u32> {
        let (facts, index) = (self.facts(at), self.as_const(index)?);
        let last = index.checked_add(u64::from(bytes))?;
        let end = facts.max.checked_add(u64::from(self.width(value) / 8))?;
        let seam = [facts.min, end].into_iter().find(|seam| index < *seam && *seam < last)?;
        Some(vellum_collections::cast::low32(seam - index))
    }

    fn read_in_two(&mut self, array: Array, index: Expr, bytes: u32, low: u32) -> Expr {
        let step = self.constant(64, u64::from(low));
        let above = self.add(index, step);
        let (low, high) = (self.read(array, index, low), self.read(array, above, bytes - low));
        self.concat(high, low)
    }

    fn read_bytewise(&mut self, array: Array, index: Expr, bytes: u32) -> Expr {
        let mut parts = Vec::new();
        for i in 0..bytes {
            let step = self.constant(64, u64::from(i));
            let at = self.add(index, step);
            parts.push(self.read(array, at, 1));
        }
        self.concat_bytes(&parts)
    }

    /// Bytes put together, the first one lowest.
    pub fn concat_bytes(&mut self, bytes: &[Expr]) -> Expr {
        // Bytes of one term come together from the top: its low bytes may have been simplified by themselves.
        let mut parts: Vec<Expr> = Vec::new();
        for &byte in bytes.iter().rev() {
            match parts.last().and_then(|&above| rules::adjacent(self, above, byte)) {
                Some(joined) => {
                    parts.pop();
                    parts.push(joined);
                }
                None => parts.push(byte),
            }
        }
        let (&lowest, above) = parts.split_last().expect("at least one byte");
        above.iter().rev().fold(lowest, |low, &high| self.concat(high, low))
    }
}

/// Where a read of `bytes` lies to a store of `stored` that begins `distance` before it.
fn relative(distance: u64, stored: u32, bytes: u32) -> Overlap {
    let (stored, bytes) = (u64::from(stored), u64::from(bytes));
    if distance < stored && bytes <= stored - distance {
        Overlap::Inside(vellum_collections::cast::low32(distance))
    } else if distance >= stored && distance.wrapping_neg() >= bytes {
        Overlap::Never
    } else {
        Overlap::Partly
    }
}
