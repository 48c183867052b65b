//! Which bytes of an object were written, with a byte for each of them.

use std::{borrow::Cow, ops::Range};

use vellum_collections::cast::{index64, len64};
use vellum_expr::Exprs;

use crate::{
    contents::{Contents, Fill, Objects, Piece, read_word, write_word},
    value::Value,
};

/// The shadow of a byte that was written.
pub(crate) const WRITTEN: u8 = 0xff;

#[derive(Clone, Debug)]
pub(super) struct Shadow {
    pub(super) bytes: Contents,
    /// Bytes nobody wrote; none are left once this is zero. It stays where it is when places become symbolic.
    pub(super) missing: u64,
}

impl Shadow {
    /// The first `kept`, behind which all were written, and more that were, `size` in all.
    pub(super) fn grown(&self, exprs: &mut Exprs, kept: u64, size: u64, objects: Objects) -> Option<Self> {
        let bytes = self.bytes.grown(exprs, kept, (size, Fill::Ones), objects)?;
        Some(Self { bytes, missing: self.missing })
    }

    /// All of it, if it is numbers.
    pub(super) fn all_numbers(&self) -> Option<Cow<'_, [u8]>> {
        self.bytes.concrete(0..self.bytes.len())
    }

    /// Whether every byte of `range`, which is there, was written whatever the input.
    #[inline]
    pub(super) fn is_written(&self, range: &Range<u64>) -> bool {
        match self.bytes.slice(range.clone()) {
            Some(shadow) => is_written(shadow),
            None => self.is_written_bit_by_bit(range),
        }
    }

    /// As [`Shadow::is_written`], where the bytes lie in several places: a large object is not copied to look at it.
    #[cold]
    fn is_written_bit_by_bit(&self, range: &Range<u64>) -> bool {
        const AT_ONCE: u64 = 4096;
        (range.start..range.end).step_by(index64(AT_ONCE)).all(|at| {
            let shadow = self.bytes.concrete(at..range.end.min(at + AT_ONCE));
            shadow.is_some_and(|shadow| is_written(&shadow))
        })
    }

    /// The bytes of `range` were written; `None` when that takes expressions.
    pub(super) fn write(&mut self, range: &Range<u64>, objects: Objects) -> Option<()> {
        let missing = match self.bytes.slice(range.clone()) {
            Some(shadow) => missing_of(shadow),
            None => missing_of(&self.bytes.concrete(range.clone())?),
        };
        if missing == 0 {
            return Some(());
        }
        match self.bytes.slice_mut(range.clone(), objects) {
            Some(shadow) => set_written(shadow),
            None => {
                self.bytes.store(range.start, &vec![WRITTEN; index64(range.end - range.start)], objects)?;
            }
        }
        self.missing -= missing;
        Some(())
    }

    /// Nobody wrote the bytes of `range` any more; `None`, and nothing is changed, when that is not easy.
    pub(super) fn unwrite(&mut self, range: &Range<u64>, objects: Objects) -> Option<()> {
        let shadow = self.bytes.slice_mut(range.clone(), objects)?;
        self.missing = self.missing - missing_of(shadow) + len64(shadow.len());
        shadow.fill(0);
        Some(())
    }

    /// As [`Shadow::write`], whatever the shadow holds.
    pub(super) fn write_beside(&mut self, exprs: &mut Exprs, at: u64, len: u64, objects: Objects) {
        if self.write(&(at..at + len), objects).is_none() {
            self.bytes.write(exprs, at, len, Value::Concrete(u64::MAX), objects);
        }
    }

    pub(super) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece, objects: Objects) {
        let range = at..at + piece.len();
        match (self.bytes.concrete(range), piece.as_concrete()) {
            (Some(old), Some(new)) => self.missing = self.missing + missing_of(new) - missing_of(&old),
            // Nobody knows how many are missing: some number that is not zero.
            _ => self.missing = u64::MAX / 2,
        }
        self.bytes.put(exprs, at, piece, objects);
    }
}

/// Whether all bytes with this shadow were written.
#[inline]
pub(crate) fn is_written(shadow: &[u8]) -> bool {
    match shadow.len() {
        len @ (1 | 2 | 4 | 8) => read_word(shadow) == u64::MAX >> (64 - 8 * len),
        _ => shadow.iter().all(|&byte| byte == WRITTEN),
    }
}

/// All bytes with this shadow are written from now on.
#[inline]
pub(crate) fn set_written(shadow: &mut [u8]) {
    if shadow.len() <= 8 { write_word(shadow, u64::MAX) } else { shadow.fill(WRITTEN) }
}

/// How many bytes with this shadow nobody wrote.
pub(super) fn missing_of(shadow: &[u8]) -> u64 {
    match shadow.len() {
        // A byte of it has all bits or none.
        len @ (1 | 2 | 4 | 8) => len64(len) - u64::from(read_word(shadow).count_ones() / 8),
        _ => len64(shadow.iter().filter(|&&byte| byte != WRITTEN).count()),
    }
}
