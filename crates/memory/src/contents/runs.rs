//! Expressions that lie over bytes at known places.
//!
//! Values stay as they were stored: a word that was written whole is read back whole.

use std::ops::Range;

use vellum_collections::cast::{index64, len64, low8};
use vellum_expr::{Expr, Exprs, Marker};

use crate::value::Value;

/// An expression over some bytes, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) start: u64,
    pub(crate) len: u64,
    pub(crate) value: Expr,
}

impl Run {
    pub(crate) fn end(&self) -> u64 {
        self.start + self.len
    }

    /// The part of it that lies over `range`.
    pub(crate) fn part(&self, exprs: &mut Exprs, range: Range<u64>) -> Self {
        let bits = |bytes: u64| u32::try_from(bytes * 8).expect("a run is short");
        let len = range.end - range.start;
        let value = exprs.extract(self.value, bits(range.start - self.start), bits(len));
        Self { start: range.start, len, value }
    }
}

/// Runs by rising place; they do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Runs(Vec<Run>);

impl Runs {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Run> {
        self.0.iter()
    }

    /// Bytes they lie over.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|run| run.len).sum()
    }

    /// How many there are.
    pub(crate) fn weight(&self) -> usize {
        self.0.len()
    }

    /// The first run that ends behind `at`.
    pub(crate) fn from(&self, at: u64) -> Option<&Run> {
        self.0.get(self.place(at))
    }

    /// Whether a run reaches into `range`.
    pub(crate) fn touch(&self, range: &Range<u64>) -> bool {
        self.from(range.start).is_some_and(|run| run.start < range.end)
    }

    /// Makes room: no run reaches into `range` any more.
    pub(crate) fn clear(&mut self, exprs: &mut Exprs, range: &Range<u64>) {
        let (first, last) = self.touched(range);
        let mut kept = Vec::new();
        for run in &self.0[first..last] {
            for side in [run.start..range.start.min(run.end()), range.end.max(run.start)..run.end()] {
                if side.start < side.end {
                    kept.push(run.part(exprs, side));
                }
            }
        }
        if first < last {
            self.0.splice(first..last, kept);
        }
    }

    /// Whether a run lies partly in `range`, and partly not.
    pub(crate) fn are_cut(&self, range: &Range<u64>) -> bool {
        let (first, last) = self.touched(range);
        self.0[first..last].iter().any(|run| run.start < range.start || run.end() > range.end)
    }

    /// As [`Runs::clear`], if that cuts no run in two; whether it was done.
    pub(crate) fn clear_whole(&mut self, range: &Range<u64>) -> bool {
        if self.are_cut(range) {
            return false;
        }
        let (first, last) = self.touched(range);
        self.0.drain(first..last);
        true
    }

    /// Adds runs, by rising place, where there is room for them.
    pub(crate) fn insert(&mut self, runs: impl IntoIterator<Item = Run>) {
        let mut runs = runs.into_iter();
        let Some(first) = runs.next() else { return };
        let place = self.place(first.start);
        self.0.splice(place..place, std::iter::once(first).chain(runs));
    }

    pub(crate) fn clear_all(&mut self) {
        self.0.clear();
    }

    pub(crate) fn mark(&self, marker: &mut Marker) {
        for run in &self.0 {
            marker.mark(run.value);
        }
    }

    fn place(&self, at: u64) -> usize {
        self.0.partition_point(|run| run.end() <= at)
    }

    fn touched(&self, range: &Range<u64>) -> (usize, usize) {
        let first = self.place(range.start);
        (first, self.0.partition_point(|run| run.start < range.end).max(first))
    }
}

/// A part of some bytes, to be put elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub(crate) bytes: Vec<u8>,
    pub(crate) runs: Vec<Run>,
}

impl Piece {
    /// Bytes without expressions.
    pub fn concrete(bytes: Vec<u8>) -> Self {
        Self { bytes, runs: Vec::new() }
    }

    /// One byte, `len` times.
    pub fn repeated(exprs: &mut Exprs, byte: Value, len: u64) -> Self {
        match byte {
            Value::Concrete(byte) => Self::concrete(vec![low8(byte); index64(len)]),
            Value::Symbolic(byte) => {
                let value = exprs.fit(byte, 8);
                let runs = (0..len).map(|start| Run { start, len: 1, value }).collect();
                Self { bytes: vec![0; index64(len)], runs }
            }
        }
    }

    /// Adds a part at the end: what it is worth goes to the bytes if it is constant.
    pub(crate) fn push(&mut self, exprs: &Exprs, len: u64, value: Expr) {
        let start = self.len();
        match exprs.as_bits(value) {
            Some(bits) => self.bytes.extend_from_slice(&bits.to_le_bytes()),
            None => {
                self.bytes.resize(index64(start + len), 0);
                self.runs.push(Run { start, len, value });
            }
        }
    }

    /// The bytes, if none is an expression.
    pub fn as_concrete(&self) -> Option<&[u8]> {
        self.runs.is_empty().then_some(&self.bytes)
    }

    /// How many bytes there are.
    pub fn len(&self) -> u64 {
        len64(self.bytes.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}
