//! Split objects: what is large and accessed at a symbolic place is represented by adjacent *pieces* (Trabish and
//! Rinetzky, "Relocatable Addressing Model for Symbolic Execution", ISSTA 2020, section 2.4).
//!
//! In the paper, the pieces are objects of their own, side by side, and no access may straddle two. Here the object stays
//! one: its bounds, its shadow, its hash, who frees it. What a piece is to the solver, an array of its own, follows from the
//! *window* an access has: the bytes of the piece in which it begins, and as many more as it can reach into the next one. A
//! read makes an array of the window alone, and a write is a layer that is not looked at outside of it.
//!
//! Which objects are split is part of what a path has, as their places are.

use std::{ops::Range, rc::Rc};

use vellum_collections::Map;
use vellum_expr::{Expr, Exprs};

use super::Memory;
use crate::{body::Body, fault::Access};

/// Which objects are split, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The size of their pieces.
    pub pieces: PieceSize,
    /// Objects with no more bytes than this stay whole.
    pub threshold: u64,
    /// How an access comes to its piece.
    pub by: SplitBy,
}

impl Split {
    /// Objects with no more bytes than this stay whole, unless somebody says otherwise.
    pub const THRESHOLD: u64 = 300;

    /// What costs least where nobody says anything: paths for the pieces of what is so large that it makes every question
    /// hard.
    pub(crate) const BY_COST: Self = Self { pieces: PieceSize::Auto, threshold: 64 << 10, by: SplitBy::Fork };
}

/// How large pieces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceSize {
    /// So many bytes.
    Bytes(u64),
    /// The square root of the number of elements that the access may meet: as many elements in a piece as there are pieces.
    Auto,
}

/// How an access comes to its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitBy {
    /// A read is a choice between what the pieces hold, if it may begin in at most 64 of them; a write is one of the whole
    /// object.
    Choice,
    /// A path for each piece.
    Fork,
}

/// The smallest piece there is by [`PieceSize::Auto`]: the sizes that did best in the paper are 64 to 256 bytes.
const SMALLEST: u64 = 64;

/// More pieces than this are not chosen between: one array of them all costs less.
const FEW: u64 = 64;

/// Bytes of an array that are met as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ArrayOf {
    /// Those of the object that starts here.
    Object(u64),
    /// Those of a segment.
    Segment(u32),
}

/// What is split.
pub(crate) type Pieces = Map<ArrayOf, u64>;

/// The offsets at which an access may begin, from the start of its object or segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub(crate) first: u64,
    pub(crate) last: u64,
    /// All of them are a multiple of this.
    pub(crate) stride: u64,
}

impl PieceSize {
    /// How large the pieces of an object are that is accessed at these places.
    pub(crate) fn of(self, places: &Places) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Auto => {
                let elements = (places.last - places.first) / places.stride + 1;
                (elements.isqrt() * places.stride).max(SMALLEST).next_power_of_two()
            }
        }
    }
}

impl Memory {
    /// How something is split that is large: the bytes of a large input are met piece by piece in any case, since no question
    /// can be about all of them.
    pub(crate) fn split_of(&self, array: ArrayOf) -> Option<Split> {
        let ArrayOf::Object(base) = array else { return self.config.split };
        let body = self.body(Access::Read, base, 0).map(|(body, _)| body);
        if body.is_some_and(Body::has_large_input) { Some(Split::BY_COST) } else { self.config.split }
    }

    /// How large the pieces are of something that is split.
    #[inline]
    pub(crate) fn piece_size(&self, array: ArrayOf) -> Option<u64> {
        if self.pieces.is_empty() { None } else { self.pieces.get(&array).copied() }
    }

    /// Something is represented by pieces of `size` bytes from now on.
    pub(crate) fn set_pieces(&mut self, array: ArrayOf, size: u64) {
        Rc::make_mut(&mut self.pieces).insert(array, size);
    }

    /// An object is gone, and so are its pieces.
    pub(crate) fn forget_pieces(&mut self, base: u64) {
        let array = ArrayOf::Object(base);
        if self.piece_size(array).is_some() {
            Rc::make_mut(&mut self.pieces).swap_remove(&array);
        }
    }

    /// The size of the pieces between which a read of something chooses.
    pub(crate) fn chooses(&self, array: ArrayOf) -> Option<u64> {
        let is_chosen = self.config.split.is_some_and(|split| split.by == SplitBy::Choice);
        self.piece_size(array).filter(|_| is_chosen)
    }
}

/// What is read, and which of it was ever written unless all of it was.
pub(crate) type Read = (Expr, Option<Expr>);

/// A read that is one of several, one for each piece of `size` bytes of `within`, in which it begins.
pub(crate) struct ByPiece {
    size: u64,
    /// Where the first piece begins.
    start: u64,
    /// How many bytes are read.
    len: u64,
    within: Range<u64>,
}

impl ByPiece {
    /// A read of `len` bytes that are all `within` that range, of something that has pieces of `size` bytes.
    pub(crate) fn new(size: u64, within: &Range<u64>, len: u32) -> Self {
        Self { size, start: within.start, len: len.into(), within: within.clone() }
    }

    /// The value at `place`: a choice between the values that a read finds in each piece. `read` reads in one window.
    pub(crate) fn choose(
        &self,
        exprs: &mut Exprs,
        place: Expr,
        read: &mut dyn FnMut(&mut Exprs, &Range<u64>) -> Read,
    ) -> Read {
        let facts = exprs.facts(place);
        let last = facts.max.min(self.within.end.saturating_sub(self.len));
        let first = facts.min.max(self.within.start).min(last);
        let number = |place: u64| place.saturating_sub(self.start) / self.size;
        let pieces = number(first)..number(last) + 1;
        if pieces.end - pieces.start > FEW {
            return read(exprs, &self.within);
        }
        self.between(exprs, place, pieces, read)
    }

    fn between(
        &self,
        exprs: &mut Exprs,
        place: Expr,
        pieces: Range<u64>,
        read: &mut dyn FnMut(&mut Exprs, &Range<u64>) -> Read,
    ) -> Read {
        if pieces.end - pieces.start <= 1 {
            return read(exprs, &self.window(pieces.start));
        }
        let middle = pieces.start.midpoint(pieces.end);
        let below = self.between(exprs, place, pieces.start..middle, read);
        let above = self.between(exprs, place, middle..pieces.end, read);
        if below == above {
            return below;
        }
        let border = exprs.constant(64, self.start + middle * self.size);
        let is_below = exprs.ult(place, border);
        let shadow = match (below.1, above.1) {
            (None, None) => None,
            (a, b) => {
                let ones = exprs.ones(exprs.width(below.0));
                Some(exprs.ite(is_below, a.unwrap_or(ones), b.unwrap_or(ones)))
            }
        };
        (exprs.ite(is_below, below.0, above.0), shadow)
    }

    /// The bytes that a read can meet which begins in a piece.
    fn window(&self, piece: u64) -> Range<u64> {
        let start = self.start + piece * self.size;
        let end = (start + self.size + self.len - 1).min(self.within.end);
        start.max(self.within.start)..end
    }
}
