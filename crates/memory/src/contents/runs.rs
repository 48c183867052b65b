//! Expressions that lie over bytes at known places.
//!
//! Values stay as they were stored: a word that was written whole is read back whole.

use std::ops::Range;

use vellum_collections::cast::{index64, len64, low8};
use vellum_expr::{Array, Expr, Exprs, Marker};

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
pub(crate) struct Runs {
    list: Vec<Run>,
    /// Bytes they lie over.
    count: u64,
}

impl Runs {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Run> {
        self.list.iter()
    }

    /// Bytes they lie over.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// How many there are.
    pub(crate) fn weight(&self) -> usize {
        self.list.len()
    }

    /// The first run that ends behind `at`.
    pub(crate) fn from(&self, at: u64) -> Option<&Run> {
        self.list.get(self.place(at))
    }

    /// Whether a run reaches into `range`.
    pub(crate) fn touch(&self, range: &Range<u64>) -> bool {
        self.from(range.start).is_some_and(|run| run.start < range.end)
    }

    /// The runs that reach into `range`.
    pub(crate) fn touching(&self, range: &Range<u64>) -> impl Iterator<Item = &Run> {
        let (first, last) = self.touched(range);
        self.list[first..last].iter()
    }

    /// Makes room: no run reaches into `range` any more.
    pub(crate) fn clear(&mut self, exprs: &mut Exprs, range: &Range<u64>) {
        let (first, last) = self.touched(range);
        let mut kept = Vec::new();
        for run in &self.list[first..last] {
            for side in [run.start..range.start.min(run.end()), range.end.max(run.start)..run.end()] {
                if side.start < side.end {
                    kept.push(run.part(exprs, side));
                }
            }
        }
        if first < last {
            let gone: u64 = self.list[first..last].iter().map(|run| run.len).sum();
            self.count = self.count - gone + kept.iter().map(|run| run.len).sum::<u64>();
            self.list.splice(first..last, kept);
        }
    }

    /// Whether a run lies partly in `range`, and partly not.
    pub(crate) fn are_cut(&self, range: &Range<u64>) -> bool {
        let (first, last) = self.touched(range);
        self.list[first..last].iter().any(|run| run.start < range.start || run.end() > range.end)
    }

    /// As [`Runs::clear`], if that cuts no run in two; whether it was done.
    pub(crate) fn clear_whole(&mut self, range: &Range<u64>) -> bool {
        if self.are_cut(range) {
            return false;
        }
        let (first, last) = self.touched(range);
        self.count -= self.list.drain(first..last).map(|run| run.len).sum::<u64>();
        true
    }

    /// Adds runs, by rising place, where there is room for them.
    pub(crate) fn insert(&mut self, runs: impl IntoIterator<Item = Run>) {
        let mut runs = runs.into_iter();
        let Some(first) = runs.next() else { return };
        let place = self.place(first.start);
        let before = self.list.len();
        self.list.splice(place..place, std::iter::once(first).chain(runs));
        let added = self.list.len() - before;
        self.count += self.list[place..place + added].iter().map(|run| run.len).sum::<u64>();
    }

    pub(crate) fn clear_all(&mut self) {
        self.list.clear();
        self.count = 0;
    }

    pub(crate) fn mark(&self, marker: &mut Marker) {
        for run in &self.list {
            marker.mark(run.value);
        }
    }

    fn place(&self, at: u64) -> usize {
        self.list.partition_point(|run| run.end() <= at)
    }

    fn touched(&self, range: &Range<u64>) -> (usize, usize) {
        let first = self.place(range.start);
        (first, self.list.partition_point(|run| run.start < range.end).max(first))
    }
}

/// A part of some bytes, to be put elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub(crate) bytes: Vec<u8>,
    pub(crate) runs: Vec<Run>,
    /// Which of them were ever written, byte by byte, unless all were.
    pub(crate) shadow: Option<Box<Piece>>,
}

impl Piece {
    /// Zeros that nobody wrote.
    pub(crate) fn unwritten(zeros: Vec<u8>) -> Self {
        let shadow = Some(Box::new(Self::concrete(zeros.clone())));
        Self { shadow, ..Self::concrete(zeros) }
    }

    /// Bytes without expressions.
    pub fn concrete(bytes: Vec<u8>) -> Self {
        Self { bytes, runs: Vec::new(), shadow: None }
    }

    /// Bytes, one after the other.
    pub(crate) fn of_bytes(exprs: &mut Exprs, bytes: &[Expr]) -> Self {
        let mut piece = Self::default();
        for &byte in bytes {
            piece.push(exprs, 1, byte);
        }
        piece
    }

    /// One byte, `len` times.
    pub fn repeated(exprs: &mut Exprs, byte: Value, len: u64) -> Self {
        match byte {
            Value::Concrete(byte) => Self::concrete(vec![low8(byte); index64(len)]),
            Value::Symbolic(byte) => {
                let value = exprs.fit(byte, 8);
                let runs = (0..len).map(|start| Run { start, len: 1, value }).collect();
                Self { bytes: vec![0; index64(len)], runs, shadow: None }
            }
        }
    }

    /// Adds a part at the end: what it is worth goes to the bytes if it is constant.
    pub(crate) fn push(&mut self, exprs: &Exprs, len: u64, value: Expr) {
        let start = self.len();
        self.bytes.resize(index64(start + len), 0);
        self.replace(exprs, Run { start, len, value });
    }

    /// Says what lies over some of its bytes, behind all expressions so far: what it is worth goes to the bytes if it is
    /// constant.
    pub(crate) fn replace(&mut self, exprs: &Exprs, run: Run) {
        let target = &mut self.bytes[index64(run.start)..index64(run.end())];
        match exprs.as_bits(run.value) {
            Some(bits) => target.copy_from_slice(&bits.to_le_bytes()),
            None => {
                target.fill(0);
                self.runs.push(run);
            }
        }
    }

    /// The bytes, if none is an expression and all were written.
    pub fn as_numbers(&self) -> Option<&[u8]> {
        self.as_concrete().filter(|_| self.shadow.is_none())
    }

    /// Its bytes that are expressions, by place.
    pub(crate) fn symbolic(&self, exprs: &mut Exprs) -> Vec<(u32, Expr)> {
        let mut symbolic = Vec::new();
        for run in &self.runs {
            for at in run.start..run.end() {
                let place = u32::try_from(at).expect("an array value has fewer than 2^32 bytes");
                symbolic.push((place, run.part(exprs, at..at + 1).value));
            }
        }
        symbolic
    }

    /// `array` with the piece written at `at`, in words: how it came to be what it is leaves no trace.
    pub(crate) fn stored(&self, exprs: &mut Exprs, mut array: Array, at: u64) -> Array {
        let (mut start, mut runs) = (0, self.runs.iter().copied().peekable());
        while start < self.len() {
            let end = self.len().min((at + start) / 8 * 8 + 8 - at);
            let mut bytes: Vec<Expr> = Vec::new();
            for place in start..end {
                while runs.next_if(|run| run.end() <= place).is_some() {}
                bytes.push(match runs.peek().filter(|run| run.start <= place) {
                    Some(run) => run.part(exprs, place..place + 1).value,
                    None => exprs.constant(8, self.bytes[index64(place)].into()),
                });
            }
            let (place, value) = (exprs.constant(64, at + start), exprs.concat_bytes(&bytes));
            array = exprs.store(array, place, value);
            start = end;
        }
        array
    }

    /// Some of its bytes, of which there are few, as a value.
    pub(crate) fn value(&self, exprs: &mut Exprs, range: Range<u64>) -> Expr {
        let whole = |run: &&Run| run.start == range.start && run.end() == range.end;
        if let Some(run) = self.runs.iter().find(whole) {
            return run.value;
        }
        let bytes: Vec<Expr> = range.map(|place| self.byte(exprs, place)).collect();
        exprs.concat_bytes(&bytes)
    }

    /// One of its bytes, if it is a number.
    pub(crate) fn number_at(&self, place: u64) -> Option<u8> {
        let is_symbolic = self.runs.iter().any(|run| run.start <= place && place < run.end());
        if is_symbolic { None } else { self.bytes.get(index64(place)).copied() }
    }

    /// One of its bytes.
    fn byte(&self, exprs: &mut Exprs, place: u64) -> Expr {
        match self.runs.iter().find(|run| run.start <= place && place < run.end()) {
            Some(run) => run.part(exprs, place..place + 1).value,
            None => exprs.constant(8, self.bytes[index64(place)].into()),
        }
    }

    /// The same, all of it written.
    pub(crate) fn without_shadow(&self) -> Self {
        Self { bytes: self.bytes.clone(), runs: self.runs.clone(), shadow: None }
    }

    /// The bytes, if none is an expression.
    pub(crate) fn as_concrete(&self) -> Option<&[u8]> {
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
