//! Relocation: the bytes of objects move, their addresses stay (Trabish and Rinetzky, "Relocatable Addressing Model for
//! Symbolic Execution", ISSTA 2020).
//!
//! In the paper, an object's address is a symbol α, and the *address constraints* of a path say which number stands for it
//! when a formula goes to the solver: `α = c`, or `α = α' + o` once the object is at offset `o` of a segment. Here the
//! program has the number from the beginning, and the constraint is the [`Place`] of the object: which array its bytes are
//! in, and where. So what the program compares, prints or hands to others never changes, and nothing has to be
//! substituted. Conditions that a path has collected are over values that were read, which do not depend on where later
//! reads find their bytes: they stay true.
//!
//! Objects of every kind can move. What moves is what a path has: other paths keep their places.

use std::rc::Rc;

use vellum_expr::Exprs;

use super::{Memory, arena_of, shared::LARGEST};
use crate::{contents::Piece, object::Object, segments::Place};

/// What a move came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocated {
    /// The number of the new segment.
    pub segment: u32,
    /// The objects that moved, as they were before, and where they are in the segment, in that order.
    pub objects: Vec<(Object, u64)>,
    /// Bytes of the segment.
    pub bytes: u64,
}

/// In which order objects come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// By rising address: the same objects make the same array on every path, whichever met first.
    Canonical,
    /// As they were met.
    AsMet,
}

impl Memory {
    /// Whether the bytes of an object may be in one segment with others'.
    pub fn is_movable(&self, object: &Object) -> bool {
        object.freed.is_none()
            && object.capacity() <= LARGEST
            && (self.guarded.is_empty() || self.protections(object.base).is_empty())
    }

    /// The live objects that came together with this one, itself included, by address.
    pub fn company_of(&self, object: &Object) -> Vec<Object> {
        let Some(place) = object.place else { return vec![*object] };
        let members = self.segments.members(place.segment).iter();
        let is_there = |member: &Object| member.place.is_some_and(|other| other.segment == place.segment);
        let live: Vec<Object> = members.filter_map(|&base| self.object_from(base)).filter(is_there).collect();
        if live.is_empty() { vec![*object] } else { live }
    }

    /// Brings the bytes of the objects that start at these addresses together in a new segment, and with them those of the
    /// objects they are already together with. `None`, and nothing changes, if they are together, or cannot be.
    pub fn bring_together(&mut self, exprs: &mut Exprs, bases: &[u64], layout: Layout) -> Option<Relocated> {
        let met: Vec<Object> = bases.iter().filter_map(|&base| self.object_from(base)).collect();
        let first = met.first()?.place.map(|place| place.segment);
        let are_together =
            first.is_some() && met.iter().all(|object| object.place.map(|place| place.segment) == first);
        if met.len() < 2 || are_together {
            return None;
        }
        let mut all: Vec<Object> = Vec::new();
        for object in met.iter().flat_map(|object| self.company_of(object)) {
            if all.iter().all(|known| known.base != object.base) {
                all.push(object);
            }
        }
        if layout == Layout::Canonical {
            all.sort_unstable_by_key(|object| object.base);
        }
        self.gather(exprs, all)
    }

    /// Moves the bytes of the object that starts at `base` to a new segment of its own. `None`, and nothing changes, if it
    /// cannot move.
    pub fn relocate(&mut self, exprs: &mut Exprs, base: u64) -> Option<Relocated> {
        let object = self.object_from(base)?;
        self.gather(exprs, vec![object])
    }

    /// Makes a new segment of the bytes of these objects, in this order.
    fn gather(&mut self, exprs: &mut Exprs, all: Vec<Object>) -> Option<Relocated> {
        let total: u64 = all.iter().map(Object::capacity).sum();
        (total <= LARGEST && all.iter().all(|object| self.is_movable(object))).then_some(())?;
        let pieces: Option<Vec<(u64, Piece)>> =
            all.iter().map(|object| Some((object.base, self.piece_of(exprs, object)?))).collect();
        let objects = self.config.objects;
        let places = self.segments_mut().gather(exprs, &pieces?, objects)?;
        for (object, &place) in all.iter().zip(&places) {
            self.settle_at(object, place)?;
        }
        let segment = places.first()?.segment;
        let bytes = self.segments.body(segment)?.len();
        let offsets = places.iter().map(|place| place.offset());
        Some(Relocated { segment, objects: all.into_iter().zip(offsets).collect(), bytes })
    }

    /// All that is reserved for an object, whatever its size is.
    fn piece_of(&self, exprs: &mut Exprs, object: &Object) -> Option<Piece> {
        let Some(place) = object.place else {
            return self.piece(exprs, object.base, object.size);
        };
        let (start, body) = (place.offset(), self.segments.body(place.segment)?);
        Some(body.piece(exprs, start..start + object.capacity()))
    }

    /// The bytes of an object are at `place` from now on.
    fn settle_at(&mut self, object: &Object, place: Place) -> Option<()> {
        self.last.forget();
        if let Some(old) = object.place {
            self.segments_mut().vacate(old, object.capacity());
        }
        if self.is_stack(object.base) {
            let found = self.stack.find(object.base, 0)?;
            return self.stack.set_moved(&found, place);
        }
        let arena = Rc::make_mut(&mut self.arenas[arena_of(&self.bases, object.base)]);
        arena.unsettle(object.base, place).map(|_| ())
    }
}
