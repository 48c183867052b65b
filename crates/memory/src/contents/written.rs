//! What was written at known places of an object: numbers and expressions.

use std::ops::Range;

use vellum_collections::cast::{index64, len64};
use vellum_expr::{Expr, Exprs};

use super::{
    chunks::{Chunks, Coverage},
    runs::{Piece, Run, Runs},
};

/// What was written at known places: numbers and expressions, which do not overlap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub(super) chunks: Chunks,
    pub(super) runs: Runs,
}

impl Written {
    /// Bytes that were written.
    pub(super) fn count(&self) -> u64 {
        self.chunks.count() + self.runs.count()
    }

    /// How much it takes to copy it.
    pub(super) fn weight(&self) -> usize {
        self.chunks.weight() + self.runs.weight()
    }

    /// Puts numbers somewhere; `false` when that cuts an expression in two.
    pub(super) fn put_bytes(&mut self, at: u64, bytes: &[u8]) -> bool {
        let possible = self.runs.clear_whole(&(at..at + len64(bytes.len())));
        if possible {
            self.chunks.write(at, bytes);
        }
        possible
    }

    pub(super) fn put_run(&mut self, exprs: &mut Exprs, run: Run) {
        let range = run.start..run.end();
        self.runs.clear(exprs, &range);
        self.chunks.clear(&range);
        self.runs.insert([run]);
    }

    /// Forgets that the bytes of `range` were written.
    pub(super) fn clear(&mut self, exprs: &mut Exprs, range: &Range<u64>) {
        self.runs.clear(exprs, range);
        self.chunks.clear(range);
    }

    /// Puts a piece at `at`.
    pub(super) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece) {
        let range = at..at + piece.len();
        self.runs.clear(exprs, &range);
        self.chunks.clear(&range);
        // Numbers lie between the expressions.
        let mut start = 0;
        for run in &piece.runs {
            self.chunks.write(at + start, &piece.bytes[index64(start)..index64(run.start)]);
            start = run.end();
        }
        self.chunks.write(at + start, &piece.bytes[index64(start)..]);
        self.runs.insert(piece.runs.iter().map(|run| run.moved_to(run.start + at)));
    }

    /// Whether something of `range` was written.
    pub(super) fn touches(&self, range: &Range<u64>) -> bool {
        self.runs.touch(range) || self.chunks.coverage(range) != Coverage::Nothing
    }

    /// Whether all of `range` was written.
    pub(super) fn covers(&self, range: &Range<u64>) -> bool {
        let mut at = range.start;
        for run in self.runs.touching(range) {
            if at < run.start && self.chunks.coverage(&(at..run.start)) != Coverage::All {
                return false;
            }
            at = run.end();
        }
        at >= range.end || self.chunks.coverage(&(at..range.end)) == Coverage::All
    }

    /// The bytes of `range`, of which there are few, if all were written.
    pub(super) fn read(&self, exprs: &mut Exprs, range: &Range<u64>) -> Option<Expr> {
        self.covers(range).then_some(())?;
        let (at, piece) = self.pieces_in(range).into_iter().next()?;
        Some(piece.value(exprs, range.start - at..range.end - at))
    }

    /// What was written inside `range`, in pieces as long as can be, by rising place. Expressions that reach out of it are
    /// there as a whole.
    pub(super) fn pieces_in(&self, range: &Range<u64>) -> Vec<(u64, Piece)> {
        let mut pieces: Vec<(u64, Piece)> = Vec::new();
        let mut runs = self.runs.touching(range).copied().peekable();
        for (at, bytes) in self.chunks.stretches() {
            let (start, end) = (at.max(range.start), (at + len64(bytes.len())).min(range.end));
            if start >= end {
                continue;
            }
            while let Some(run) = runs.next_if(|run| run.start < start) {
                add_run(&mut pieces, run);
            }
            let bytes = &bytes[index64(start - at)..index64(end - at)];
            piece_at(&mut pieces, start).bytes.extend_from_slice(bytes);
        }
        runs.for_each(|run| add_run(&mut pieces, run));
        pieces
    }
}

/// The older writes with the newer ones over them; `None` when one of those cuts an older expression in two.
pub(super) fn merged(newer: &Written, older: &Written) -> Option<Written> {
    let mut both = older.clone();
    for (at, bytes) in newer.chunks.stretches() {
        both.put_bytes(at, bytes).then_some(())?;
    }
    for &run in newer.runs.iter() {
        let range = run.start..run.end();
        both.runs.clear_whole(&range).then_some(())?;
        both.chunks.clear(&range);
        both.runs.insert([run]);
    }
    Some(both)
}

/// The piece that ends at `at`: the last one, or a new one.
fn piece_at(pieces: &mut Vec<(u64, Piece)>, at: u64) -> &mut Piece {
    if pieces.last().is_none_or(|(start, piece)| start + piece.len() != at) {
        pieces.push((at, Piece::default()));
    }
    &mut pieces.last_mut().expect("there is one").1
}

/// Adds an expression behind all that is there.
fn add_run(pieces: &mut Vec<(u64, Piece)>, run: Run) {
    let piece = piece_at(pieces, run.start);
    let start = piece.len();
    piece.bytes.resize(index64(start + run.len), 0);
    piece.runs.push(run.moved_to(start));
}
