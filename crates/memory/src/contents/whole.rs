//! The bytes of an object of which some are expressions, as a whole: one array per object.
//!
//! Values stay as they were stored: a word that was written whole is read back whole. A write at a symbolic
//! place turns everything into an array value of the expressions; what is written later lies above it.

use std::{cell::Cell, ops::Range};

use vellum_collections::cast::{index64, len64, low8};
use vellum_expr::{Array, Cells, Expr, Exprs, Marker, Span};

use super::runs::{Piece, Run, Runs};
use crate::value::Value;

/// Bytes, some of them expressions.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    bytes: Box<[u8]>,
    /// Expressions that lie over the bytes.
    runs: Runs,
    base: Option<Base>,
    /// The array value all of it is, once somebody asked; until the next write.
    array: Cell<Option<Array>>,
}

/// What lies below everything written since the last write at a symbolic place.
#[derive(Clone, Debug)]
struct Base {
    array: Array,
    /// Bytes written since, one bit each.
    fresh: Vec<u64>,
    /// How many those are.
    count: u64,
}

impl Base {
    fn new(array: Array, size: usize) -> Self {
        Self { array, fresh: vec![0; size.div_ceil(64)], count: 0 }
    }

    fn is_fresh(&self, at: u64) -> bool {
        self.fresh[index64(at / 64)] >> (at % 64) & 1 != 0
    }

    /// The bytes written since, in stretches as long as can be.
    fn fresh_ranges(&self, size: u64) -> Vec<Range<u64>> {
        let mut ranges = Vec::new();
        let mut at = 0;
        while let Some(start) = (at..size).find(|&at| self.is_fresh(at)) {
            at = (start..size).find(|&at| !self.is_fresh(at)).unwrap_or(size);
            ranges.push(start..at);
        }
        ranges
    }

    fn freshen(&mut self, range: Range<u64>) {
        for at in range {
            self.count += u64::from(!self.is_fresh(at));
            self.fresh[index64(at / 64)] |= 1 << (at % 64);
        }
    }
}

impl Whole {
    /// Bytes none of which is an expression yet.
    pub(crate) fn new(bytes: Box<[u8]>) -> Self {
        Self { bytes, runs: Runs::default(), base: None, array: Cell::new(None) }
    }

    /// How many bytes there are.
    pub(crate) fn len(&self) -> u64 {
        len64(self.bytes.len())
    }

    /// The bytes, if none is an expression.
    pub(crate) fn as_concrete(&self) -> Option<&[u8]> {
        (self.runs.is_empty() && self.base.is_none()).then_some(&self.bytes)
    }

    /// The bytes of `range`, if none of them is an expression.
    pub(crate) fn concrete(&self, range: Range<u64>) -> Option<&[u8]> {
        let base = self.base.as_ref();
        if base.is_some_and(|base| range.clone().any(|at| !base.is_fresh(at))) {
            return None;
        }
        if self.runs.touch(&range) {
            return None;
        }
        self.bytes.get(index64(range.start)..index64(range.end))
    }

    /// `len` bytes (1 to 8) from `at` on as a number, the lowest first.
    pub(crate) fn read(&self, exprs: &mut Exprs, at: u64, len: u64) -> Value {
        if let Some(bytes) = self.concrete(at..at + len) {
            return Value::Concrete(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
        match self.runs.from(at) {
            Some(run) if run.start == at && run.len == len => return Value::of(exprs, run.expr()),
            _ => (),
        }
        let mut whole: Option<Expr> = None;
        self.parts(exprs, at..at + len, |exprs, part| {
            whole = Some(match whole {
                None => part.expr(),
                Some(low) => exprs.concat(part.expr(), low),
            });
        });
        Value::of(exprs, whole.expect("at least one byte is read"))
    }

    /// Writes the low `len` bytes (1 to 8) of `value` from `at` on.
    pub(crate) fn write(&mut self, exprs: &mut Exprs, at: u64, len: u64, value: Value) {
        self.clear(exprs, at..at + len);
        match value {
            Value::Concrete(word) => {
                for (byte, place) in (0..len).zip(index64(at)..) {
                    self.bytes[place] = low8(word >> (8 * byte));
                }
            }
            Value::Symbolic(value) => {
                let width = u32::try_from(len * 8).expect("at most eight bytes");
                let value = exprs.fit(value, width);
                self.runs.insert([Run::new(at, len, value)]);
            }
        }
        self.settle();
    }

    /// The bytes of `range`, which the caller overwrites entirely; `None` when an expression is cut in two.
    pub(crate) fn overwrite(&mut self, range: Range<u64>) -> Option<&mut [u8]> {
        if !self.runs.clear_whole(&range) {
            return None;
        }
        self.array.set(None);
        if let Some(base) = &mut self.base {
            base.freshen(range.clone());
        }
        self.settle();
        self.bytes.get_mut(index64(range.start)..index64(range.end))
    }

    /// Bytes that are elements of an input nobody has looked at yet.
    pub(crate) fn untouched(&self) -> u64 {
        self.runs.untouched()
    }

    /// Whether writing numbers to `range` cuts an expression in two.
    pub(crate) fn is_cut(&self, range: &Range<u64>) -> bool {
        self.runs.are_cut(range)
    }

    /// Whether something was written at a symbolic place.
    pub(crate) fn is_indexed(&self) -> bool {
        self.base.is_some()
    }

    /// Writes the bytes of `value` from a symbolic place on, which is known to be inside.
    pub(crate) fn write_at(&mut self, exprs: &mut Exprs, index: Expr, value: Expr) {
        let array = self.array(exprs);
        let array = exprs.store(array, index, value);
        self.begin_above(array);
    }

    /// Writes symbolically many bytes, which are known to be inside.
    pub(crate) fn write_span(&mut self, exprs: &mut Exprs, span: Span) {
        let array = self.array(exprs);
        let array = exprs.span(array, span);
        self.begin_above(array);
    }

    /// What is written from now on lies above `array`.
    fn begin_above(&mut self, array: Array) {
        self.runs.clear_all();
        self.base = Some(Base::new(array, self.bytes.len()));
        self.array.set(Some(array));
    }

    /// A copy of `range`.
    pub(crate) fn piece(&self, exprs: &mut Exprs, range: Range<u64>) -> Piece {
        if let Some(bytes) = self.concrete(range.clone()) {
            return Piece::concrete(bytes.to_vec());
        }
        let mut piece = Piece::default();
        self.parts(exprs, range, |exprs, part| piece.push_run(exprs, part));
        piece
    }

    /// Puts a piece at `at`.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece) {
        self.clear(exprs, at..at + piece.len());
        self.bytes[index64(at)..index64(at) + piece.bytes.len()].copy_from_slice(&piece.bytes);
        self.runs.insert(piece.runs.iter().map(|run| run.moved_to(run.start + at)));
        self.settle();
    }

    /// All bytes as an array value.
    pub(crate) fn array(&self, exprs: &mut Exprs) -> Array {
        if let Some(array) = self.array.get() {
            return array;
        }
        let array = match &self.base {
            None => {
                let piece = Piece {
                    runs: self.runs.iter().copied().collect(),
                    ..Piece::concrete(self.bytes.to_vec())
                };
                let symbolic = piece.symbolic(exprs);
                exprs.cells(Cells::new(piece.bytes.into(), symbolic))
            }
            Some(base) => {
                let mut array = base.array;
                for range in base.fresh_ranges(self.len()) {
                    array = self.piece(exprs, range.clone()).stored(exprs, array, range.start);
                }
                array
            }
        };
        self.array.set(Some(array));
        array
    }

    /// Marks the expressions it needs.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        self.runs.mark(marker);
        if let Some(base) = &self.base {
            marker.mark_array(base.array);
        }
        if let Some(array) = self.array.get() {
            marker.mark_array(array);
        }
    }

    /// Makes room: no run reaches into `range` any more, and its bytes count as written.
    fn clear(&mut self, exprs: &mut Exprs, range: Range<u64>) {
        self.array.set(None);
        self.runs.clear(exprs, &range);
        if let Some(base) = &mut self.base {
            base.freshen(range);
        }
    }

    /// Forgets the array below once everything above it is written anew.
    fn settle(&mut self) {
        if self.base.as_ref().is_some_and(|base| base.count == self.len()) {
            self.base = None;
        }
    }

    /// Calls `each` with the parts `range` is made of, the lowest first.
    fn parts(&self, exprs: &mut Exprs, range: Range<u64>, mut each: impl FnMut(&mut Exprs, Run)) {
        let mut at = range.start;
        while at < range.end {
            let part = match self.runs.from(at) {
                Some(run) if run.start <= at => run.part(exprs, at..run.end().min(range.end)),
                next => {
                    let limit = next.map_or(range.end, |run| run.start.min(range.end));
                    self.part_without_run(exprs, at..limit)
                }
            };
            at = part.end();
            each(exprs, part);
        }
    }

    /// As many bytes of `range`, up to eight, as are of one sort: written, or still below.
    fn part_without_run(&self, exprs: &mut Exprs, range: Range<u64>) -> Run {
        let fresh = |at: u64| self.base.as_ref().is_none_or(|base| base.is_fresh(at));
        let start = range.start;
        let same = (start..range.end.min(start + 8)).take_while(|&at| fresh(at) == fresh(start));
        let len = len64(same.count());
        let value = match &self.base {
            Some(base) if !fresh(start) => {
                let at = exprs.constant(64, start);
                exprs.read(base.array, at, u32::try_from(len).expect("at most eight"))
            }
            _ => {
                let bytes = &self.bytes[index64(start)..index64(start + len)];
                let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                exprs.constant(u32::try_from(len * 8).expect("at most 64"), word)
            }
        };
        Run::new(start, len, value)
    }
}
