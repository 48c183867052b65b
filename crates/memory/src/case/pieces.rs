//! Cases in split objects.

use std::ops::Range;

use vellum_expr::{Expr, Exprs};

use super::{Case, Part, Target, distance};
use crate::{
    memory::{ArrayOf, Memory, Places, SplitBy},
    object::Object,
};

/// What became of a large object, or segment, that was accessed at a symbolic place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The object, or those of the segment.
    pub objects: Vec<Object>,
    /// Bytes there are.
    pub bytes: u64,
    /// Bytes of a piece.
    pub piece: u64,
}

impl Memory {
    /// Whether what a case is about may be split, or is.
    pub fn may_split(&self, exprs: &Exprs, case: &Case) -> bool {
        array_of(exprs, case).is_some_and(|(array, _)| self.split_of(array).is_some())
    }

    /// Splits what a case is about, if that is large, was whole until now, and is accessed at a symbolic place that may be in
    /// several of its pieces.
    pub fn split_for(&mut self, exprs: &Exprs, case: &Case, len: u64) -> Option<Divided> {
        let (array, place) = array_of(exprs, case)?;
        let split = self.split_of(array)?;
        let all = self.bytes_of(array, case)?;
        let bytes = all.end - all.start;
        (bytes > split.threshold && self.piece_size(array).is_none()).then_some(())?;
        let places = places(exprs, place, &all, len);
        let piece = split.pieces.of(&places);
        (places.last - places.first >= piece && bytes > piece).then_some(())?;
        self.set_pieces(array, piece);
        let objects = match array {
            ArrayOf::Object(base) => self.object_from(base).into_iter().collect(),
            ArrayOf::Segment(segment) => {
                let members = self.segments().members(segment).iter();
                members.filter_map(|&base| self.object_from(base)).collect()
            }
        };
        Some(Divided { objects, bytes, piece })
    }

    /// The part of a case whose access of `len` bytes begins in the piece in which it does for the path's own input, where
    /// pieces are met one at a time; `None` if they are not. The guard says for which inputs that is so.
    pub fn case_in_piece(
        &self,
        exprs: &mut Exprs,
        case: &Case,
        len: u64,
        value: &mut dyn FnMut(&Exprs, Expr) -> u64,
    ) -> Option<Case> {
        let (array, place) = array_of(exprs, case)?;
        (self.split_of(array)?.by == SplitBy::Fork).then_some(())?;
        let size = self.piece_size(array)?;
        let all = self.bytes_of(array, case)?;
        let first = all.start + (value(exprs, place) - all.start) / size * size;
        let window = first..(first + size + len - 1).min(all.end);
        let bytes = exprs.constant(64, size);
        let behind = distance(exprs, place, first);
        let guard = exprs.ult(behind, bytes);
        let target = match case.target {
            Target::Object(part) => Target::Object(Part { window: Some((window.start, window.end)), ..part }),
            Target::Segment { segment, place, base, .. } => {
                Target::Segment { segment, place, within: window, base }
            }
            Target::Several(_) | Target::Known(_) => return None,
        };
        Some(Case { guard, target, ..case.clone() })
    }

    /// Where the bytes are that a case may meet, behind the start of its object or segment.
    fn bytes_of(&self, array: ArrayOf, case: &Case) -> Option<Range<u64>> {
        match (array, &case.target) {
            (ArrayOf::Object(base), _) => Some(0..self.object_from(base)?.capacity()),
            (ArrayOf::Segment(_), Target::Segment { within, .. }) => Some(within.clone()),
            (ArrayOf::Segment(_), _) => None,
        }
    }
}

/// What a case is about if it is one object or segment, and the symbolic place in it.
fn array_of(exprs: &Exprs, case: &Case) -> Option<(ArrayOf, Expr)> {
    let (array, place) = match &case.target {
        Target::Object(part) => (ArrayOf::Object(part.base), part.place),
        Target::Segment { segment, place, .. } => (ArrayOf::Segment(*segment), *place),
        Target::Several(_) | Target::Known(_) => return None,
    };
    (!exprs.is_const(place)).then_some((array, place))
}

/// Where an access of `len` bytes can begin.
fn places(exprs: &Exprs, place: Expr, all: &Range<u64>, len: u64) -> Places {
    let facts = exprs.facts(place);
    let last = facts.max.min(all.end.saturating_sub(len));
    Places { first: facts.min.max(all.start).min(last), last, stride: 1 << facts.trailing_zeros().min(12) }
}
