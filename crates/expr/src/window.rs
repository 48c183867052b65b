//! Reads that can only meet a part of their array.
//!
//! Where it is known which places an index can take, whatever the input, a read is one of the bytes there, and
//! its index counts from the first of them. So what no input reaches costs nothing, and the same bytes are the
//! same array wherever they lie.

use std::{ops::Range, rc::Rc};

use vellum_collections::cast::{index64, low32};

use crate::{
    array::{Array, ArrayKind, Overlap},
    cells::Cells,
    pool::{Expr, Exprs},
};

/// Bytes a window may always have: as many cost nothing to speak of.
const ALWAYS: u64 = 4096;

/// A larger window is at most one of so many parts of its array. An array as a whole can be kept by who read it.
const PARTS: u64 = 8;

impl Exprs {
    /// The places a read of `bytes` bytes can meet in an array of `size`, if they are few enough to become an
    /// array of their own.
    pub fn window(&self, index: Expr, bytes: u32, size: u64) -> Option<Range<u64>> {
        // A read that goes past the end of the numbers goes on at their beginning.
        self.facts(index).max.checked_add(u64::from(bytes))?;
        self.window_within(index, bytes, size, &(0..size))
    }

    /// As [`Exprs::window`], of a read that is known to meet only places `within`.
    pub fn window_within(
        &self,
        index: Expr,
        bytes: u32,
        size: u64,
        within: &Range<u64>,
    ) -> Option<Range<u64>> {
        let facts = self.facts(index);
        let end = facts.max.saturating_add(u64::from(bytes)).min(within.end).min(size);
        let start = facts.min.max(within.start);
        let len = end.checked_sub(start).filter(|&len| len > 0)?;
        (len < size && (len <= ALWAYS || len <= size / PARTS)).then_some(start..end)
    }

    /// `bytes` bytes at `index` of an array of which `near` is what lies in the read's window, which begins at
    /// `start`.
    pub fn read_from(&mut self, near: Array, start: u64, index: Expr, bytes: u32) -> Expr {
        let start = self.constant(64, start);
        let index = self.sub(index, start);
        self.read(near, index, bytes)
    }

    /// What lies in the window of a read, and where that begins; nothing if it has none, or something may have
    /// been written there at a symbolic place.
    pub(crate) fn in_reach(&mut self, array: Array, index: Expr, bytes: u32) -> Option<(Array, u64)> {
        let window = self.window(index, bytes, self.arrays.size(array))?;
        let (cells, written) = self.written_in(array, index, bytes, &window)?;
        let near = cells.bytes().copy(window.clone());
        if written.is_empty() && !cells.has_symbolic(window.start, window.end) {
            return Some((self.numbers(&near), window.start));
        }
        let mut symbolic = Vec::new();
        for place in window.clone() {
            let at = place - window.start;
            let value = match written.get(index64(at)) {
                Some(&Some((value, part))) => Some(self.extract(value, part * 8, 8)),
                _ => cells.expr(place),
            };
            symbolic.extend(value.map(|value| (low32(at), value)));
        }
        Some((self.cells(Cells::new(near.into_boxed_slice(), symbolic)), window.start))
    }

    /// The bytes below everything written, and what was written in the window: by place, the value and the byte
    /// of it that is there.
    fn written_in(&self, array: Array, index: Expr, bytes: u32, window: &Range<u64>) -> Option<InWindow> {
        let mut written = Vec::new();
        let mut next = array;
        loop {
            let (on, at, value) = match self.arrays.kind(next) {
                ArrayKind::Cells(cells) => return Some((Rc::clone(cells), written)),
                &ArrayKind::Store { on, index, value } => (on, index, value),
                ArrayKind::Span { .. } => return None,
            };
            next = on;
            let Some(at) = self.as_const(at) else {
                match self.overlap(at, value, index, bytes) {
                    Overlap::Never => continue,
                    Overlap::Inside(_) | Overlap::Partly | Overlap::Unknown => return None,
                }
            };
            for byte in 0..self.width(value) / 8 {
                let place = at.wrapping_add(byte.into());
                if window.contains(&place) {
                    written.resize(index64(window.end - window.start), None);
                    // The newest comes first.
                    written[index64(place - window.start)].get_or_insert((value, byte));
                } else if place >= self.arrays.size(array) {
                    // Beyond the array there are zeros, except here.
                    return None;
                }
            }
        }
    }
}

/// What an array holds in a window.
type InWindow = (Rc<Cells>, Vec<Option<(Expr, u32)>>);
