//! Sums that tell contents apart.
//!
//! The sum of some bytes is the sum of a part for each of them, which depends on its place and on what it is. So it does
//! not matter in which order they were written, and a change of some of them is a change of their parts alone. A zero
//! has no part.

use std::ops::Range;

use vellum_collections::cast::index64;
use vellum_expr::{Array, Exprs, byte_fingerprint};

use super::{Contents, Piece};

impl Contents {
    /// The sum of all bytes; what nobody ever wrote in a large object costs nothing.
    pub(crate) fn sum(&self, exprs: &mut Exprs) -> u64 {
        let all = 0..self.len();
        let written = match self {
            // Of an object that is gone nothing can be read, not even nothing.
            Self::None => return 0,
            Self::Layered(layers) => layers.written_over_zeros(),
            _ => None,
        };
        let ranges = written.unwrap_or_else(|| vec![all]);
        ranges.into_iter().map(|range| self.sum_of(exprs, range)).fold(0, u64::wrapping_add)
    }

    /// The sum of the bytes of `range`.
    pub(crate) fn sum_of(&self, exprs: &mut Exprs, range: Range<u64>) -> u64 {
        match self.sum_of_numbers(range.clone()) {
            Some(sum) => sum,
            None => {
                let first = range.start;
                let piece = self.piece(exprs, range);
                sum_of_piece(exprs, first, &piece)
            }
        }
    }

    /// As [`Contents::sum_of`], if all are numbers.
    pub(crate) fn sum_of_numbers(&self, range: Range<u64>) -> Option<u64> {
        let bytes = self.concrete(range.clone())?;
        Some(sum_of_bytes(range.start, &bytes))
    }

    /// `range`, and all of the expressions that reach into it: what remains of one that is cut in two need not look
    /// like what it was cut from.
    pub(crate) fn uncut(&self, exprs: &mut Exprs, range: &Range<u64>) -> Range<u64> {
        let near = self.near(range);
        if self.concrete(near.clone()).is_some() {
            return range.clone();
        }
        let piece = self.piece(exprs, near.clone());
        let runs = piece.runs.iter().map(|run| near.start + run.start..near.start + run.end());
        let cut = runs.filter(|run| run.start < range.end && run.end > range.start);
        cut.fold(range.clone(), |all, run| all.start.min(run.start)..all.end.max(run.end))
    }

    /// Whether no expression reaches into `range`.
    pub(crate) fn is_uncut(&self, range: &Range<u64>) -> bool {
        self.concrete(self.near(range)).is_some()
    }

    /// The places from which an expression, which is of at most eight bytes, may reach into `range`.
    fn near(&self, range: &Range<u64>) -> Range<u64> {
        range.start.saturating_sub(7)..(range.end + 7).min(self.len())
    }

    /// Whether something is written at symbolic places.
    pub(crate) fn is_indexed(&self) -> bool {
        match self {
            Self::Layered(layers) => layers.is_indexed(&(0..layers.len())),
            Self::Whole(whole) => whole.is_indexed(),
            Self::Plane(_) => true,
            Self::None | Self::Plain(_) | Self::Large(_) => false,
        }
    }

    /// What is written at symbolic places, if something is: the sum of bytes does not tell it.
    pub(crate) fn array(&self, exprs: &mut Exprs) -> Option<Array> {
        match self {
            Self::Layered(layers) if self.is_indexed() => Some(layers.array(exprs)),
            Self::Whole(whole) if self.is_indexed() => Some(whole.array(exprs)),
            Self::Plane(plane) => Some(plane.array(exprs)),
            _ => None,
        }
    }
}

fn sum_of_bytes(first: u64, bytes: &[u8]) -> u64 {
    let parts = (first..).zip(bytes).filter(|(_, byte)| **byte != 0);
    parts.map(|(at, &byte)| byte_fingerprint(at, byte.into())).fold(0, u64::wrapping_add)
}

fn sum_of_piece(exprs: &mut Exprs, first: u64, piece: &Piece) -> u64 {
    let mut bytes = piece.bytes.clone();
    let mut sum = 0_u64;
    for run in &piece.runs {
        bytes[index64(run.start)..index64(run.end())].fill(0);
        for at in run.start..run.end() {
            let byte = run.byte(exprs, at);
            let fingerprint = exprs.fingerprint(byte);
            sum = sum.wrapping_add(byte_fingerprint(first + at, fingerprint));
        }
    }
    sum.wrapping_add(sum_of_bytes(first, &bytes))
}
