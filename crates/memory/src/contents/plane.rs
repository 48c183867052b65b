//! The bytes of an object that was written at symbolic places, as a *plane* of "Symbolic Memory with Pointers" (Trtík and
//! Strejček, ATVA 2014).
//!
//! A write at a symbolic place becomes a *record* of a list, the oldest first: the paper's *iteList*. What is at known
//! places that no younger record can have written to is at hand without a look at the list: the paper's *boostMap*. Here
//! it has two parts, because an object has bytes before its first record: what was there, and what was written at known
//! places since.
//!
//! Law: what a place holds is what `newer` says of it; else what the youngest record says that wrote there; else what
//! `base` says.
//!
//! The paper tests for collisions when it writes, and moves what collides into the list. Here a known place stays where
//! it is until somebody reads it, so only questions are asked whose answer is needed ([`Plane::doubts`]); what the answer
//! is stays with the record. Records that younger ones cover are dropped, which the paper leaves open.

mod doubts;
mod record;
mod view;

use std::{ops::Range, rc::Rc};

use vellum_collections::cast::len64;
use vellum_expr::{Array, Expr, Exprs, Marker, Span, WrittenValue};

pub use self::view::{PlaneView, RecordView};
use self::{
    doubts::Tally,
    record::{Record, What},
};
pub(crate) use self::{
    doubts::{Doubt, Doubts},
    record::Collides,
};
use super::{Contents, Objects, PlaneForm, chunks::Coverage, runs::Piece, written::Written};
use crate::value::Value;

/// The bytes of an object that was written at symbolic places.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    /// What was there before every record. It is no plane itself.
    base: Contents,
    /// What was written at symbolic places, and known places that were moved between, the oldest first.
    list: Vec<Rc<Record>>,
    /// What was written at known places after every record that may have written there.
    newer: Written,
    form: PlaneForm,
    /// How collision tests came out so far.
    tally: Tally,
}

impl Plane {
    /// An object that holds `base`, and nothing above it.
    pub(crate) fn new(base: Contents, form: PlaneForm) -> Self {
        Self { base, list: Vec::new(), newer: Written::default(), form, tally: Tally::default() }
    }

    pub(crate) fn len(&self) -> u64 {
        self.base.len()
    }

    /// What is below, once nothing lies above.
    pub(crate) fn as_base(&mut self) -> Option<Contents> {
        let is_empty = self.form == PlaneForm::Boosted && self.list.is_empty() && self.newer.count() == 0;
        is_empty.then(|| std::mem::take(&mut self.base))
    }

    /// The bytes of `range`, if they are all numbers and side by side.
    pub(crate) fn slice(&self, range: &Range<u64>) -> Option<&[u8]> {
        if self.newer.touches(range) {
            let is_symbolic = self.newer.runs.touch(range);
            return if is_symbolic { None } else { self.newer.chunks.slice(range) };
        }
        if self.is_met(range) { None } else { self.base.slice(range.clone()) }
    }

    /// As [`Plane::slice`], for writing.
    pub(crate) fn slice_mut(&mut self, range: &Range<u64>, objects: Objects) -> Option<&mut [u8]> {
        if self.form == PlaneForm::Naive {
            return None;
        }
        if self.newer.touches(range) {
            let is_there =
                !self.newer.runs.touch(range) && self.newer.chunks.coverage(range) == Coverage::All;
            return if is_there { self.newer.chunks.slice_mut(range) } else { None };
        }
        if self.is_met(range) { None } else { self.base.slice_mut(range.clone(), objects) }
    }

    /// The bytes of `range`, if they are all numbers.
    pub(crate) fn concrete(&self, range: &Range<u64>) -> Option<Vec<u8>> {
        if range.end > self.len() {
            return None;
        }
        if !self.newer.touches(range) && !self.is_met(range) {
            return self.base.concrete(range.clone()).map(std::borrow::Cow::into_owned);
        }
        range.clone().map(|at| self.concrete_byte(at)).collect()
    }

    /// The byte at offset `at`, if it has the same concrete value for every input.
    fn concrete_byte(&self, at: u64) -> Option<u8> {
        let byte = at..at + 1;
        if self.newer.touches(&byte) {
            return self.slice(&byte).map(|bytes| bytes[0]);
        }
        match self.list.iter().rev().find(|record| record.may_meet(&byte)) {
            None => self.base.concrete(byte).map(|bytes| bytes[0]),
            Some(record) => match &record.what {
                What::Known(piece) => piece.number_at(at - record.bounds.start),
                What::Value(_) | What::Span(_) => None,
            },
        }
    }

    /// Whether a record may have written to `range`.
    fn is_met(&self, range: &Range<u64>) -> bool {
        self.list.iter().any(|record| record.may_meet(range))
    }

    /// `len` bytes (1 to 8) from `at` on, which are there.
    pub(crate) fn read(&self, exprs: &mut Exprs, at: u64, len: u64) -> Value {
        let range = at..at + len;
        if !self.newer.touches(&range) && !self.is_met(&range) {
            return self.base.read(exprs, at, len);
        }
        let read = self.read_known(exprs, &range);
        Value::of(exprs, read)
    }

    /// The bytes of `range`, of which there are few.
    fn read_known(&self, exprs: &mut Exprs, range: &Range<u64>) -> Expr {
        let len = range.end - range.start;
        if let Some(written) = self.newer.read(exprs, range) {
            return written;
        }
        if !self.newer.touches(range) {
            let index = exprs.constant(64, range.start);
            let below = |plane: &Self, exprs: &mut Exprs| {
                let bits = u32::try_from(len * 8).expect("a word is short");
                plane.base.read(exprs, range.start, len).expr(exprs, bits)
            };
            if let Some(read) = self.read_records(exprs, index, len, below) {
                return read;
            }
        }
        let bytes: Vec<Expr> = range.clone().map(|at| self.read_known(exprs, &(at..at + 1))).collect();
        exprs.concat_bytes(&bytes)
    }

    /// `len` bytes from a symbolic place on, all of them `within` that range.
    pub(crate) fn read_at(&self, exprs: &mut Exprs, index: Expr, len: u32, within: &Range<u64>) -> Expr {
        if let Some(at) = exprs.as_const(index)
            && at.saturating_add(len.into()) <= self.len()
        {
            return self.read(exprs, at, len.into()).expr(exprs, len * 8);
        }
        self.read_symbolic(exprs, index, len, within).unwrap_or_else(|| {
            let bytes: Vec<Expr> = (0..len)
                .map(|byte| {
                    let by = exprs.constant(64, byte.into());
                    let place = exprs.add(index, by);
                    let read = self.read_symbolic(exprs, place, 1, within);
                    read.expect("of a single byte there is an answer")
                })
                .collect();
            exprs.concat_bytes(&bytes)
        })
    }

    /// As [`Plane::read_at`]; `None` where the bytes may come from different writes.
    fn read_symbolic(&self, exprs: &mut Exprs, index: Expr, len: u32, within: &Range<u64>) -> Option<Expr> {
        let below = |plane: &Self, exprs: &mut Exprs| plane.base.read_at(exprs, index, len, within);
        let read = self.read_records(exprs, index, len.into(), below)?;
        let facts = exprs.facts(index);
        let reach = facts.min.max(within.start)..facts.max.saturating_add(len.into()).min(within.end);
        self.newer
            .pieces_in(&reach)
            .into_iter()
            .try_fold(read, |below, (at, piece)| record::piece_above(exprs, at, &piece, index, below))
    }

    /// What the list and all below it say of `len` bytes at `index`; `None` where the bytes may come from different writes.
    fn read_records(
        &self,
        exprs: &mut Exprs,
        index: Expr,
        len: u64,
        below: impl FnOnce(&Self, &mut Exprs) -> Expr,
    ) -> Option<Expr> {
        let covers = |record: &Rc<Record>| record.covers(exprs, index, len);
        // What lies below a record that is met in any case is not looked at.
        let first = match self.form {
            PlaneForm::Boosted => self.list.iter().rposition(covers),
            PlaneForm::Naive => None,
        };
        let start = match first {
            Some(_) => exprs.zero(u32::try_from(len * 8).expect("a word is short")),
            None => below(self, exprs),
        };
        self.list[first.unwrap_or(0)..].iter().try_fold(start, |below, record| {
            if record.is_apart(exprs, index, len) { Some(below) } else { record.above(exprs, index, below) }
        })
    }

    /// Writes the low `len` bytes (1 to 8) of `value` from `at` on.
    pub(crate) fn write(&mut self, exprs: &mut Exprs, at: u64, len: u64, value: Value, objects: Objects) {
        let mut piece = Piece::default();
        let word = value.expr(exprs, u32::try_from(len * 8).expect("at most eight bytes"));
        piece.push(exprs, len, word);
        self.put(exprs, at, &piece, objects);
    }

    /// Whether numbers can be written to `range` without cutting an expression in two.
    pub(crate) fn can_store(&self, range: &Range<u64>) -> bool {
        let is_above = self.newer.touches(range) || self.is_met(range);
        !self.newer.runs.are_cut(range) && (is_above || self.base.can_store(range))
    }

    /// Writes numbers from `at` on; `None`, and nothing is written, when that cuts an expression in two.
    pub(crate) fn store(&mut self, at: u64, bytes: &[u8], objects: Objects) -> Option<()> {
        let range = at..at + len64(bytes.len());
        if !self.can_store(&range) {
            return None;
        }
        if self.form == PlaneForm::Naive {
            self.list.push(Rc::new(Record::known(at, Piece::concrete(bytes.to_vec()))));
        } else if self.newer.touches(&range) || self.is_met(&range) {
            self.newer.put_bytes(at, bytes).then_some(())?;
            self.prune_below_newer(&range);
        } else {
            self.base.store(at, bytes, objects)?;
        }
        Some(())
    }

    /// Puts a piece at `at`, where there is room for it.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece, objects: Objects) {
        let range = at..at + piece.len();
        if self.form == PlaneForm::Naive {
            self.list.push(Rc::new(Record::known(at, piece.without_shadow())));
        } else if self.newer.touches(&range) || self.is_met(&range) {
            self.newer.put(exprs, at, piece);
            self.prune_below_newer(&range);
        } else {
            self.base.put(exprs, at, piece, objects);
        }
        if self.list.is_empty() {
            for (at, piece) in std::mem::take(&mut self.newer).pieces_in(&(0..self.base.len())) {
                self.base.put(exprs, at, &piece, objects);
            }
        }
    }

    /// Drops records that can have written nowhere else than where something newer is by now.
    fn prune_below_newer(&mut self, written: &Range<u64>) {
        let Self { list, newer, .. } = self;
        list.retain(|record| {
            let bounds = &record.bounds;
            let is_touched = bounds.start < written.end && written.start < bounds.end;
            !(is_touched && newer.count() >= bounds.end - bounds.start && newer.covers(bounds))
        });
    }

    /// Writes a value at a symbolic place, all `within` that range where its guard holds.
    pub(crate) fn write_at(&mut self, exprs: &mut Exprs, written: WrittenValue, within: &Range<u64>) {
        self.push(exprs, Record::value(exprs, written, within));
    }

    /// Writes symbolically many bytes, all inside `bounds`.
    pub(crate) fn write_span(&mut self, exprs: &mut Exprs, span: Span, bounds: Range<u64>) {
        self.push(exprs, Record::span(span, bounds));
    }

    fn push(&mut self, exprs: &mut Exprs, record: Record) {
        if self.form == PlaneForm::Boosted {
            for (at, piece) in self.newer.pieces_in(&record.bounds) {
                let range = at..at + piece.len();
                if record.may_meet(&range) {
                    self.newer.clear(exprs, &range);
                    self.append(exprs, Record::known(at, piece));
                }
            }
            return self.append(exprs, record);
        }
        self.list.push(Rc::new(record));
    }

    /// Adds a record, and drops those that it covers.
    fn append(&mut self, exprs: &Exprs, record: Record) {
        self.list.retain(|older| !record.hides(exprs, older));
        self.list.push(Rc::new(record));
    }

    /// A copy of `range`.
    pub(crate) fn piece(&self, exprs: &mut Exprs, range: &Range<u64>) -> Piece {
        if !self.newer.touches(range) && !self.is_met(range) {
            return self.base.piece(exprs, range.clone());
        }
        let mut piece = Piece::default();
        let mut at = range.start;
        while at < range.end {
            let part = self.part(at..range.end);
            let value = self.read_known(exprs, &part);
            piece.push(exprs, part.end - part.start, value);
            at = part.end;
        }
        piece
    }

    /// The first bytes of `range` that should be read together: those of one expression, or a word as records are long.
    fn part(&self, range: Range<u64>) -> Range<u64> {
        let at = range.start;
        if let Some(run) = self.newer.runs.from(at).filter(|run| run.start <= at) {
            return at..run.end().min(range.end);
        }
        let words =
            self.list.iter().filter_map(|record| record.word()).filter(|&word| at.is_multiple_of(word));
        let len = words.max().unwrap_or(1).min(8);
        let end = at + len;
        let fits = end <= range.end && !self.newer.touches(&(at..end));
        if fits { at..end } else { at..at + 1 }
    }

    /// All bytes as an array value.
    pub(crate) fn array(&self, exprs: &mut Exprs) -> Array {
        let base = self.base.all(exprs);
        let array = self.list.iter().fold(base, |array, record| record.stored(exprs, array));
        let newer = self.newer.pieces_in(&(0..self.len()));
        newer.into_iter().fold(array, |array, (at, piece)| piece.stored(exprs, array, at))
    }

    /// Marks the expressions it needs.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        self.base.mark(marker);
        self.newer.runs.mark(marker);
        for record in &self.list {
            record.mark(marker);
        }
    }
}
