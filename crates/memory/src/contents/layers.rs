//! The bytes of an object as layers, which states share.
//!
//! The lowest layer, the *terminal*, says every byte. Those above hold what was written since: at known places,
//! or at symbolic ones. A layer nobody else refers to is changed in place; a shared one never is, and what is
//! written next becomes a layer of its own. So a state that changes one byte of a large object costs a chunk,
//! however large the object is.
//!
//! Three rules keep stacks low. A new layer swallows those below it that are hardly larger than itself, so that
//! there are never more of them than the logarithm of what they hold. Layers that say every byte of an object
//! drop what lies below. And an object that was walked through more often than a copy of it costs becomes bytes
//! again, if it holds no expressions.

mod look;

use std::{cell::Cell, ops::Range, rc::Rc};

use vellum_collections::cast::{index64, len64};
use vellum_expr::{Array, Expr, Exprs, Marker, Span};

use self::look::{array_of, doubtful, flatten, parts_of, piece_of, runs_of, written_over};
use super::{
    chunks::{Chunks, Coverage, by_chunk},
    dense::{Dense, Fill},
    runs::{Piece, Run},
    written::{Written, merged},
};
use crate::value::Value;

/// Accesses through layers that cost as much as copying this many bytes.
const BYTES_PER_WALK: u64 = 16;

/// The same where most bytes are nowhere: to fill is faster than to copy.
const FILLED_PER_WALK: u64 = 256;

/// More bytes than this are not put side by side if they are not there yet.
const MOST_FOLDED: u64 = 1 << 30;

/// A layered object.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    size: u64,
    top: Rc<Layer>,
}

#[derive(Clone, Debug)]
struct Layer {
    what: What,
    /// None for a terminal.
    below: Option<Rc<Layer>>,
    /// Accesses that went through it and what is below since it was begun, as long as nothing was above.
    walks: Cell<u32>,
    /// What the object holds as an array value, once somebody asked.
    array: Cell<Option<Array>>,
}

#[derive(Clone, Debug)]
enum What {
    /// A terminal: every byte.
    Bytes(Dense),
    /// Written at known places.
    Written(Written),
    /// Written at symbolic places inside `bounds`, the oldest first.
    Indexed { writes: Vec<IndexedWrite>, bounds: Range<u64> },
}

/// A write whose places depend on the input.
#[derive(Clone, Copy, Debug)]
enum IndexedWrite {
    /// A value from a symbolic place on.
    Value { index: Expr, value: Expr },
    /// Symbolically many bytes.
    Span(Span),
}

/// What a layer is, for tests that look inside.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayerKind {
    Terminal,
    Numbers,
    Values,
    Indexed,
}

impl Layer {
    fn new(what: What, below: Option<Rc<Layer>>) -> Rc<Self> {
        Rc::new(Self { what, below, walks: Cell::new(0), array: Cell::new(None) })
    }

    #[cfg(test)]
    fn kind(&self) -> LayerKind {
        match &self.what {
            What::Bytes(_) => LayerKind::Terminal,
            What::Written(written) if written.runs.is_empty() => LayerKind::Numbers,
            What::Written(_) => LayerKind::Values,
            What::Indexed { .. } => LayerKind::Indexed,
        }
    }

    fn chain(&self) -> impl Iterator<Item = &Layer> {
        std::iter::successors(Some(self), |layer| layer.below.as_deref())
    }
}

impl Layers {
    /// These bytes, and nothing above them.
    pub(crate) fn new(bytes: Dense) -> Self {
        let size = bytes.len();
        Self { size, top: Layer::new(What::Bytes(bytes), None) }
    }

    pub(crate) fn len(&self) -> u64 {
        self.size
    }

    /// The layers, the newest first.
    #[cfg(test)]
    pub(crate) fn kinds(&self) -> Vec<LayerKind> {
        self.top.chain().map(Layer::kind).collect()
    }

    /// As [`Layers::slice`]: two numbers are passed in registers.
    #[inline(never)]
    pub(crate) fn slice_between(&self, start: u64, end: u64) -> Option<&[u8]> {
        self.slice(&(start..end))
    }

    /// The bytes of `range`, if one layer has them all as numbers.
    pub(crate) fn slice(&self, range: &Range<u64>) -> Option<&[u8]> {
        self.top.walks.set(self.top.walks.get().saturating_add(1));
        let mut layer = &*self.top;
        loop {
            match &layer.what {
                What::Bytes(bytes) => return bytes.slice(range),
                What::Written(Written { chunks, runs }) => {
                    // There are none where expressions lie over bytes.
                    if chunks.count() > 0 {
                        if let Some(found) = chunks.slice(range) {
                            return Some(found);
                        }
                        if chunks.coverage(range) != Coverage::Nothing {
                            return None;
                        }
                    }
                    if runs.touch(range) {
                        return None;
                    }
                }
                What::Indexed { bounds, .. } => {
                    if range.start < bounds.end && bounds.start < range.end {
                        return None;
                    }
                }
            }
            layer = layer.below.as_deref()?;
        }
    }

    /// The bytes of `range` for writing, if they are numbers, and in one place of a layer that is this object's
    /// alone.
    #[inline]
    pub(crate) fn slice_mut(&mut self, range: &Range<u64>) -> Option<&mut [u8]> {
        let mut buffer = [0; Chunks::LONGEST];
        let old = buffer.get_mut(..index64(range.end - range.start))?;
        old.copy_from_slice(self.slice(range)?);
        let mut layer = Rc::get_mut(&mut self.top)?;
        loop {
            layer.array.set(None);
            match &mut layer.what {
                What::Bytes(bytes) => return bytes.slice_mut(range),
                What::Indexed { .. } => (),
                What::Written(Written { chunks, .. }) => {
                    let lower = layer.below.as_mut().is_some_and(|below| Rc::get_mut(below).is_some());
                    if !lower || chunks.coverage(range) != Coverage::Nothing {
                        let target = chunks.slice_mut(range)?;
                        target.copy_from_slice(old);
                        return Some(target);
                    }
                }
            }
            layer = layer.below.as_mut().and_then(Rc::get_mut)?;
        }
    }

    /// The bytes of `range`, if all are numbers.
    pub(crate) fn bytes(&self, range: Range<u64>) -> Option<Vec<u8>> {
        if !self.is_concrete(&range) {
            return None;
        }
        let mut bytes = Vec::with_capacity(index64(range.end - range.start));
        for part in by_chunk(&range) {
            match self.slice(&part) {
                Some(found) => bytes.extend_from_slice(found),
                None => bytes.extend(part.map(|at| self.slice(&(at..at + 1)).map_or(0, |byte| byte[0]))),
            }
        }
        Some(bytes)
    }

    /// Whether no byte of `range` is an expression.
    pub(crate) fn is_concrete(&self, range: &Range<u64>) -> bool {
        // What is below may have been written over.
        doubtful(&self.top, range).into_iter().flatten().all(|at| self.is_number(at))
    }

    fn is_number(&self, at: u64) -> bool {
        for layer in self.top.chain() {
            match &layer.what {
                What::Bytes(_) => return true,
                What::Written(written) if written.runs.touch(&(at..at + 1)) => return false,
                What::Written(written) if written.chunks.byte(at).is_some() => return true,
                What::Indexed { bounds, .. } if bounds.contains(&at) => return false,
                What::Written(_) | What::Indexed { .. } => (),
            }
        }
        true
    }

    /// `len` bytes (1 to 8) from `at` on as a number, the lowest first.
    pub(crate) fn read(&self, exprs: &mut Exprs, at: u64, len: u64) -> Value {
        let range = at..at + len;
        if let Some(bytes) = self.slice(&range) {
            return Value::Concrete(super::read_word(bytes));
        }
        let mut parts = Vec::new();
        parts_of(exprs, &self.top, range, self.size, &mut parts);
        let mut whole: Option<Expr> = None;
        for part in parts {
            whole = Some(match whole {
                None => part.expr(),
                Some(low) => exprs.concat(part.expr(), low),
            });
        }
        Value::of(exprs, whole.expect("at least one byte is read"))
    }

    /// Whether writing numbers to `range` cuts an expression of the top layer in two.
    pub(crate) fn is_cut(&self, range: &Range<u64>) -> bool {
        match &self.top.what {
            What::Written(written) => written.runs.are_cut(range),
            What::Bytes(_) | What::Indexed { .. } => false,
        }
    }

    /// Writes numbers from `at` on; `false`, and nothing is written, when that cuts an expression in two.
    pub(crate) fn try_write(&mut self, at: u64, bytes: &[u8]) -> bool {
        let range = at..at + len64(bytes.len());
        if self.is_cut(&range) {
            return false;
        }
        let mut rest = bytes;
        for part in by_chunk(&range) {
            let (now, later) = rest.split_at(index64(part.end - part.start));
            rest = later;
            // What is there already changes nothing, and costs no layer.
            if self.slice(&part) == Some(now) {
                continue;
            }
            if let Some(target) = self.slice_mut(&part) {
                target.copy_from_slice(now);
                continue;
            }
            if !self.written().put_bytes(part.start, now) {
                // What the layer swallowed is in the way.
                let mut written = Written::default();
                written.chunks.write(part.start, now);
                self.push(What::Written(written));
            }
        }
        self.settle();
        true
    }

    /// Writes numbers from `at` on.
    pub(crate) fn write_bytes(&mut self, exprs: &mut Exprs, at: u64, bytes: &[u8]) {
        if !self.try_write(at, bytes) {
            let written = self.written();
            written.runs.clear(exprs, &(at..at + len64(bytes.len())));
            written.chunks.write(at, bytes);
            self.settle();
        }
    }

    /// Writes the low `len` bytes (1 to 8) of `value` from `at` on.
    pub(crate) fn write(&mut self, exprs: &mut Exprs, at: u64, len: u64, value: Value) {
        match value {
            Value::Concrete(word) => self.write_bytes(exprs, at, &word.to_le_bytes()[..index64(len)]),
            Value::Symbolic(value) => {
                let width = u32::try_from(len * 8).expect("at most eight bytes");
                let value = exprs.fit(value, width);
                if self.same_value(at, len, value) {
                    return;
                }
                self.written().put_run(exprs, Run::new(at, len, value));
                self.settle();
            }
        }
    }

    /// Puts a piece at `at`.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece) {
        if let Some(bytes) = piece.as_concrete() {
            self.write_bytes(exprs, at, bytes);
            return;
        }
        self.written().put(exprs, at, piece);
        self.settle();
    }

    /// A copy of `range`.
    pub(crate) fn piece(&self, exprs: &mut Exprs, range: Range<u64>) -> Piece {
        if let Some(bytes) = self.slice(&range) {
            return Piece::concrete(bytes.to_vec());
        }
        piece_of(exprs, &self.top, range, self.size)
    }

    /// All bytes as an array value.
    pub(crate) fn array(&self, exprs: &mut Exprs) -> Array {
        array_of(exprs, &self.top, self.size)
    }

    /// Bytes that are elements of an input nobody has looked at yet, in all layers.
    pub(crate) fn untouched(&self) -> u64 {
        let of_layer = |layer: &Layer| match &layer.what {
            What::Written(written) => written.runs.untouched(),
            What::Bytes(_) | What::Indexed { .. } => 0,
        };
        self.top.chain().map(of_layer).sum()
    }

    /// Whether something may have been written inside `range` at a symbolic place.
    pub(crate) fn is_indexed(&self, range: &Range<u64>) -> bool {
        self.top.chain().any(|layer| match &layer.what {
            What::Indexed { bounds, .. } => range.start < bounds.end && bounds.start < range.end,
            What::Bytes(_) | What::Written(_) => false,
        })
    }

    /// Writes the bytes of `value` from a symbolic place on, which is known to be `within` that range.
    pub(crate) fn write_at(&mut self, exprs: &mut Exprs, index: Expr, value: Expr, within: &Range<u64>) {
        let facts = exprs.facts(index);
        let bytes = u64::from(exprs.width(value) / 8);
        let reach = facts.min.max(within.start)..facts.max.saturating_add(bytes).min(within.end);
        if let Some(Layer { what: What::Indexed { writes, .. }, .. }) = Rc::get_mut(&mut self.top) {
            // The same place written again: what it held is gone.
            writes.retain(|write| match *write {
                IndexedWrite::Value { index: at, value: old } => {
                    at != index || exprs.width(old) > exprs.width(value)
                }
                IndexedWrite::Span(_) => true,
            });
        }
        self.write_indexed(IndexedWrite::Value { index, value }, reach);
    }

    /// Writes symbolically many bytes, all inside `bounds`.
    pub(crate) fn write_span(&mut self, span: Span, bounds: Range<u64>) {
        self.write_indexed(IndexedWrite::Span(span), bounds);
    }

    fn write_indexed(&mut self, write: IndexedWrite, reach: Range<u64>) {
        match Rc::get_mut(&mut self.top) {
            Some(Layer { what: What::Indexed { writes, bounds }, array, .. }) => {
                writes.push(write);
                *bounds = bounds.start.min(reach.start)..bounds.end.max(reach.end);
                array.set(None);
            }
            _ => self.push(What::Indexed { writes: vec![write], bounds: reach }),
        }
    }

    /// The places, by rising number, of everything that was written over zeros; `None` when there is more below.
    pub(crate) fn written_over_zeros(&self) -> Option<Vec<Range<u64>>> {
        let is_zero = |layer: &Layer| matches!(layer.what, What::Bytes(Dense::Same(Fill::Zeros, _)));
        let lowest = self.top.chain().find(|layer| !matches!(layer.what, What::Written(_)));
        lowest.filter(|layer| is_zero(layer)).map(|_| written_over(&self.top))
    }

    /// The bytes, if there are no expressions and copying them costs less than walking on would. Expressions at known
    /// places lie over all bytes in one layer from then on, however many there were.
    pub(crate) fn folded(&mut self) -> Option<Dense> {
        let per_walk = match self.terminal() {
            Some(Dense::Same(..)) => FILLED_PER_WALK,
            _ => BYTES_PER_WALK,
        };
        // What has room nowhere stays as it is.
        if u64::from(self.top.walks.get()) * per_walk < self.size || self.size > MOST_FOLDED {
            return None;
        }
        // Whether it can be done or not, it is not tried again too soon.
        self.top.walks.set(0);
        let flat = self.flat();
        if flat.is_none() {
            self.lower();
        }
        flat
    }

    /// Makes one layer of bytes, and one above it of expressions, of a stack in which nothing was written at symbolic places.
    fn lower(&mut self) {
        let is_low = match &self.top.what {
            What::Written(written) => {
                written.chunks.count() == 0
                    && self.top.below.as_ref().is_some_and(|below| matches!(below.what, What::Bytes(_)))
            }
            What::Bytes(_) | What::Indexed { .. } => true,
        };
        let is_indexed = self.is_indexed(&(0..self.size));
        if is_low || is_indexed {
            return;
        }
        // Those that cut each other in two stay in layers of their own.
        let Some(runs) = runs_of(&self.top) else { return };
        let bytes = Layer::new(What::Bytes(Dense::from(flatten(&self.top, &(0..self.size)))), None);
        self.top = Layer::new(What::Written(Written { chunks: Chunks::default(), runs }), Some(bytes));
    }

    /// The bytes of the lowest layer.
    fn terminal(&self) -> Option<&Dense> {
        self.top.chain().find_map(|layer| match &layer.what {
            What::Bytes(bytes) => Some(bytes),
            What::Written(_) | What::Indexed { .. } => None,
        })
    }

    /// The bytes, if there are no expressions.
    pub(crate) fn flat(&self) -> Option<Dense> {
        self.is_concrete(&(0..self.size)).then(|| Dense::from(flatten(&self.top, &(0..self.size))))
    }

    /// Marks the expressions it needs.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for layer in self.top.chain() {
            match &layer.what {
                What::Bytes(_) => (),
                What::Written(written) => written.runs.mark(marker),
                What::Indexed { writes, .. } => {
                    for write in writes {
                        match write {
                            IndexedWrite::Value { index, value } => {
                                marker.mark(*index);
                                marker.mark(*value);
                            }
                            IndexedWrite::Span(span) => marker.mark_span(span),
                        }
                    }
                }
            }
            if let Some(array) = layer.array.get() {
                marker.mark_array(array);
            }
        }
    }

    /// Whether the top says that `value` is what lies there.
    fn same_value(&self, at: u64, len: u64, value: Expr) -> bool {
        let run = Run::new(at, len, value);
        let range = at..at + len;
        for layer in self.top.chain() {
            match &layer.what {
                What::Written(Written { chunks, runs }) => {
                    if runs.touch(&range) {
                        return runs.from(at) == Some(&run);
                    }
                    if chunks.coverage(&range) != Coverage::Nothing {
                        return false;
                    }
                }
                What::Bytes(_) | What::Indexed { .. } => return false,
            }
        }
        false
    }

    /// The top layer for writing at known places; a new one if the present top is of another sort, or shared.
    fn written(&mut self) -> &mut Written {
        let fits = matches!(self.top.what, What::Written(_)) && Rc::get_mut(&mut self.top).is_some();
        if !fits {
            self.push(What::Written(Written::default()));
            self.swallow();
        }
        let top = Rc::get_mut(&mut self.top).expect("it is new or nobody else's");
        top.array.set(None);
        match &mut top.what {
            What::Written(written) => written,
            What::Bytes(_) | What::Indexed { .. } => unreachable!("it is of this sort"),
        }
    }

    fn push(&mut self, what: What) {
        let below = Rc::clone(&self.top);
        self.top = Layer::new(what, Some(below));
    }

    /// Takes into the new top what the layers below hold, as long as they are no heavier than what it will hold
    /// itself: as with the digits of a binary counter, a layer is copied as often as it doubles.
    fn swallow(&mut self) {
        while let What::Written(newer) = &self.top.what
            && let Some(below) = &self.top.below
            && let What::Written(older) = &below.what
            && older.weight() <= newer.weight() + 1
            && let Some(both) = merged(newer, older)
        {
            self.top = Layer::new(What::Written(both), below.below.clone());
        }
    }

    /// Drops what lies below a layer that says every byte.
    fn settle(&mut self) {
        let What::Written(written) = &self.top.what else { return };
        if written.count() < self.size {
            return;
        }
        let runs = written.runs.clone();
        let bytes = if written.chunks.count() == 0 {
            Dense::nothing_of(self.size)
        } else {
            let mut bytes = vec![0; index64(self.size)];
            for (at, written) in written.chunks.stretches() {
                bytes[index64(at)..index64(at) + written.len()].copy_from_slice(written);
            }
            Dense::of(&bytes)
        };
        self.top = Layer::new(What::Bytes(bytes), None);
        if !runs.is_empty() {
            self.push(What::Written(Written { chunks: Chunks::default(), runs }));
        }
    }
}
