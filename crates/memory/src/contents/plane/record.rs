//! What was written at once, and where that can have been.

use std::ops::Range;

use vellum_collections::cast::index64;
use vellum_expr::{Array, Cells, Expr, Exprs, Marker, Span, WrittenValue};

use super::super::runs::Piece;

/// Reads of which a record remembers whether they meet something of it.
const REMEMBERED: usize = 64;

/// Tests that may all find a collision before no more are made: what may be anywhere is not asked about everywhere.
const ENOUGH: usize = 4;

/// Places of values go by multiples of at most this.
const LONGEST_STEP: u32 = 6;

/// A write.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) what: What,
    /// It wrote nowhere else, whatever the input.
    pub(super) bounds: Range<u64>,
    /// Where a value can begin.
    starts: Starts,
    /// Reads of which it was asked whether they meet something of it.
    reads: Vec<Tested>,
}

/// Whether something collides, for some input of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collides {
    /// For no input, and none of any path that comes of it.
    Never,
    /// For some input, as far as is known.
    Maybe,
}

/// A read, and whether it meets something of a record.
#[derive(Clone, Copy, Debug)]
struct Tested {
    index: Expr,
    len: u64,
    answer: Collides,
}

/// What a record wrote.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// A value at a symbolic place.
    Value(WrittenValue),
    /// Symbolically many bytes: a multi-write.
    Span(Span),
    /// Bytes at a known place, from where no record could have written then.
    Known(Piece),
}

/// At which places a value can begin.
#[derive(Clone, Debug, Default)]
struct Starts {
    /// Its bytes.
    bytes: u64,
    /// They are the same modulo `step`, a power of two, as this.
    residue: u64,
    step: u64,
    /// Those at which it begins for no input of the path, rising.
    misses: Vec<u64>,
    /// Those at which it may begin, as was asked, rising.
    hits: Vec<u64>,
}

impl Starts {
    /// Those from which a value inside `bounds` reaches into `range`.
    fn reaching<'a>(
        &'a self,
        bounds: &Range<u64>,
        range: &Range<u64>,
    ) -> impl Iterator<Item = u64> + use<'a> {
        let first = (range.start + 1).saturating_sub(self.bytes).max(bounds.start);
        let end = range.end.min((bounds.end + 1).saturating_sub(self.bytes));
        let first = first + (self.residue.wrapping_sub(first) & (self.step - 1));
        let all = (first..end).step_by(index64(self.step));
        all.filter(|start| self.misses.binary_search(start).is_err())
    }
}

impl Record {
    /// A value, written `within` that range.
    pub(super) fn value(exprs: &Exprs, written: WrittenValue, within: &Range<u64>) -> Self {
        let (facts, bytes) = (exprs.facts(written.index), u64::from(exprs.width(written.value) / 8));
        let step = 1 << (facts.zeros | facts.ones).trailing_ones().min(LONGEST_STEP);
        let start = facts.min.max(within.start);
        let end = facts.max.saturating_add(bytes).min(within.end).max(start);
        let starts =
            Starts { bytes, residue: facts.ones & (step - 1), step, misses: Vec::new(), hits: Vec::new() };
        Self { what: What::Value(written), bounds: start..end, starts, reads: Vec::new() }
    }

    /// Symbolically many bytes, all inside `bounds`.
    pub(super) fn span(span: Span, bounds: Range<u64>) -> Self {
        Self { what: What::Span(span), bounds, starts: Starts::default(), reads: Vec::new() }
    }

    /// A piece at a known place.
    pub(super) fn known(at: u64, piece: Piece) -> Self {
        let bounds = at..at + piece.len();
        Self { what: What::Known(piece), bounds, starts: Starts::default(), reads: Vec::new() }
    }

    /// How many bytes its value has, if it is one.
    pub(super) fn word(&self) -> Option<u64> {
        matches!(self.what, What::Value(_)).then_some(self.starts.bytes)
    }

    /// Whether `range` reaches into its bounds.
    pub(super) fn is_near(&self, range: &Range<u64>) -> bool {
        self.bounds.start < range.end && range.start < self.bounds.end
    }

    /// Whether it may have written to `range`, as far as is known.
    pub(super) fn may_meet(&self, range: &Range<u64>) -> bool {
        self.is_near(range)
            && match self.what {
                What::Value(_) => self.starts_reaching(range).next().is_some(),
                What::Span(_) | What::Known(_) => true,
            }
    }

    /// The places from which its value would reach into `range`, as far as it may begin there.
    pub(super) fn starts_reaching(&self, range: &Range<u64>) -> impl Iterator<Item = u64> + use<'_> {
        self.starts.reaching(&self.bounds, range)
    }

    /// Whether `len` bytes at `index` are known to meet nothing of it.
    pub(super) fn is_apart(&self, exprs: &Exprs, index: Expr, len: u64) -> bool {
        match exprs.as_const(index) {
            Some(at) if !self.may_meet(&(at..at.saturating_add(len))) => true,
            _ => self.tested(index, len) == Some(Collides::Never),
        }
    }

    /// What was answered when it was asked whether `len` bytes at `index` meet something of it.
    pub(super) fn tested(&self, index: Expr, len: u64) -> Option<Collides> {
        let is_same = |tested: &&Tested| {
            tested.index == index
                && match tested.answer {
                    Collides::Never => len <= tested.len,
                    Collides::Maybe => len >= tested.len,
                }
        };
        let known = self.reads.iter().find(is_same).map(|tested| tested.answer);
        let are_hits = || self.reads.iter().all(|tested| tested.answer == Collides::Maybe);
        known.or_else(|| (self.reads.len() >= ENOUGH && are_hits()).then_some(Collides::Maybe))
    }

    /// Whether its value may begin at `start`, as was asked, or as places that were asked about let expect.
    pub(super) fn is_hit(&self, start: u64) -> bool {
        let Starts { hits, misses, .. } = &self.starts;
        hits.binary_search(&start).is_ok() || misses.is_empty() && hits.len() >= ENOUGH
    }

    /// Whether `len` bytes at `index` are what it wrote, whatever the input.
    pub(super) fn covers(&self, exprs: &Exprs, index: Expr, len: u64) -> bool {
        match &self.what {
            What::Value(written) => {
                let bytes = u32::try_from(len).expect("a word is short");
                written.guard == Expr::TRUE && exprs.is_inside(written, index, bytes)
            }
            What::Known(_) => exprs
                .as_const(index)
                .is_some_and(|at| self.bounds.start <= at && at.saturating_add(len) <= self.bounds.end),
            What::Span(_) => false,
        }
    }

    /// Whether it has written wherever an older one has.
    pub(super) fn hides(&self, exprs: &Exprs, older: &Self) -> bool {
        let is_inside = |all: &Range<u64>| all.start <= older.bounds.start && older.bounds.end <= all.end;
        match (&self.what, &older.what) {
            (What::Known(_), _) => is_inside(&self.bounds),
            (What::Value(a), What::Value(b)) => {
                a.guard == Expr::TRUE && a.index == b.index && self.starts.bytes >= older.starts.bytes
            }
            (What::Value(_), What::Span(_) | What::Known(_)) => false,
            (What::Span(span), _) => {
                let (start, len) = (exprs.facts(span.start), exprs.facts(span.len));
                let certain = start.max..start.min.saturating_add(len.min);
                !exprs.has_gaps(span) && is_inside(&certain)
            }
        }
    }

    /// Whether `len` bytes at `index` meet something of it is answered.
    pub(super) fn remember_read(&mut self, index: Expr, len: u64, answer: Collides) {
        if self.reads.len() == REMEMBERED {
            self.reads.remove(0);
        }
        self.reads.push(Tested { index, len, answer });
    }

    /// Whether its value begins at `start` is answered.
    pub(super) fn remember_start(&mut self, start: u64, answer: Collides) {
        let starts = match answer {
            Collides::Never => &mut self.starts.misses,
            Collides::Maybe => &mut self.starts.hits,
        };
        if let Err(place) = starts.binary_search(&start) {
            starts.insert(place, start);
        }
    }

    /// What the bytes at `index` are that were `below` before it was written; `None` where they may meet a part of it.
    pub(super) fn above(&self, exprs: &mut Exprs, index: Expr, below: Expr) -> Option<Expr> {
        match &self.what {
            What::Value(written) => {
                // A word that can only begin where the bytes do meets all of them or none.
                let len = exprs.width(below) / 8;
                if let Some(at) = exprs.as_const(index)
                    && self.starts.bytes == u64::from(len)
                    && self.starts_reaching(&(at..at + u64::from(len))).all(|start| start == at)
                {
                    let same = exprs.eq(written.index, index);
                    let is_met = exprs.and(written.guard, same);
                    return Some(exprs.ite(is_met, written.value, below));
                }
                exprs.read_above(written, index, below)
            }
            What::Span(span) => exprs.read_above_span(span, index, below),
            What::Known(piece) => piece_above(exprs, self.bounds.start, piece, index, below),
        }
    }

    /// An array with what it wrote.
    pub(super) fn stored(&self, exprs: &mut Exprs, array: Array) -> Array {
        match &self.what {
            What::Value(written) if written.guard == Expr::TRUE => {
                exprs.store(array, written.index, written.value)
            }
            What::Value(written) => {
                // Where it was not written, what is at the first place is written once more.
                let zero = exprs.zero(64);
                let index = exprs.ite(written.guard, written.index, zero);
                let old = exprs.read(array, index, exprs.width(written.value) / 8);
                let value = exprs.ite(written.guard, written.value, old);
                exprs.store(array, index, value)
            }
            What::Span(span) => exprs.span(array, *span),
            What::Known(piece) => piece.stored(exprs, array, self.bounds.start),
        }
    }

    /// Marks the expressions it needs.
    pub(super) fn mark(&self, marker: &mut Marker) {
        match &self.what {
            What::Value(written) => {
                for e in [written.guard, written.index, written.value] {
                    marker.mark(e);
                }
            }
            What::Span(span) => marker.mark_span(span),
            What::Known(piece) => piece.runs.iter().for_each(|run| run.mark(marker)),
        }
        for tested in &self.reads {
            marker.mark(tested.index);
        }
    }
}

/// What the bytes at `index` are that were `below` before a piece was written at a known place; `None` where they may meet a
/// part of it, and something else.
pub(super) fn piece_above(
    exprs: &mut Exprs,
    at: u64,
    piece: &Piece,
    index: Expr,
    below: Expr,
) -> Option<Expr> {
    let bytes = exprs.width(below) / 8;
    let len = u64::from(bytes);
    let facts = *exprs.facts(index);
    let end = at + piece.len();
    if facts.min >= end || facts.max.checked_add(len).is_some_and(|last| last <= at) {
        return Some(below);
    }
    if let Some(place) = exprs.as_const(index) {
        let is_inside = place >= at && place + len <= end;
        return is_inside.then(|| piece.value(exprs, place - at..place - at + len));
    }
    let low = len - 1;
    let is_in_step = len.is_power_of_two()
        && (facts.zeros | facts.ones) & low == low
        && facts.ones & low == at & low
        && piece.len().is_multiple_of(len);
    if len > 1 && !is_in_step {
        return None;
    }
    let start = exprs.constant(64, at);
    if piece.len() == len {
        let (same, value) = (exprs.eq(index, start), piece.value(exprs, 0..len));
        return Some(exprs.ite(same, value, below));
    }
    let inside = exprs.sub(index, start);
    let size = exprs.constant(64, piece.len());
    let is_met = exprs.ult(inside, size);
    let symbolic = piece.symbolic(exprs);
    let array = exprs.cells(Cells::new(piece.bytes.clone().into(), symbolic));
    let here = exprs.read(array, inside, bytes);
    Some(exprs.ite(is_met, here, below))
}
