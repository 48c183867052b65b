//! Objects whose bytes are in a segment, and the model that put them there.

use std::rc::Rc;

use vellum_expr::Exprs;

use super::{HEAP, Heap, Memory, arena_of};
use crate::{
    body::Body,
    contents::{Contents, Fill},
    model::{Class, Gathering, Home, Model, New, Rest},
    object::{Object, ObjectKind, Origin},
    protection::PAGE,
    segments::Segments,
};

/// Objects larger than this are alone in every model.
///
/// Alone, zeros and bytes that nobody wrote are nowhere until somebody writes, whatever their number. In a segment they
/// and their shadow would be there from the start, copied whenever the segment grows, and part of the array of whoever
/// meets a neighbour. The paper's own segments have no objects of more than 200 KB (section 3).
pub(super) const LARGEST: u64 = 1 << 20;

impl Memory {
    /// A new object of the heap, whose bytes are where the model wants those of its class; `None` when there is no room
    /// for it.
    pub fn allocate_classed(
        &mut self,
        exprs: &mut Exprs,
        heap: Heap,
        (size, align): (u64, u64),
        origin: Origin,
        class: Option<Class>,
    ) -> Option<u64> {
        let object = Object { class, ..Object::new(0, size, ObjectKind::Heap, origin) };
        let (key, limit) = match self.config.model.home(&New { size, class }) {
            // Who asks for pages may protect them, which an object of a segment has to leave it for.
            Home::Segment { key, limit } if align < PAGE && size <= LARGEST => (key, limit),
            Home::Segment { .. } | Home::Alone => return self.make(HEAP, heap, object, align),
        };
        let (initial, objects) = (self.initial(heap), self.config.objects);
        let place = self.segments_mut().reserve(exprs, (key, limit), (size, initial), objects)?;
        let object = Object { place: Some(place), ..object };
        let made = Rc::make_mut(&mut self.arenas[HEAP]).allocate(object, Body::default(), align);
        if made.is_none() {
            self.segments_mut().release(place, size, objects);
        }
        made
    }

    /// Moves the bytes of an object out of its segment, into an array of its own; `None` when its size is an expression.
    pub(super) fn leave_segment(&mut self, exprs: &mut Exprs, object: &Object) -> Option<()> {
        object.extent.is_none().then_some(())?;
        let (place, objects) = (object.place?, self.config.objects);
        let piece = self.piece(exprs, object.base, object.size)?;
        let mut body = Body::from(Contents::filled(object.size, Fill::Zeros, objects)?);
        body.put(exprs, 0, &piece, objects);
        self.last.forget();
        self.segments_mut().release(place, object.capacity(), objects);
        Rc::make_mut(&mut self.arenas[arena_of(&self.bases, object.base)]).settle(object.base, body)
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    pub(crate) fn segments_mut(&mut self) -> &mut Segments {
        Rc::make_mut(&mut self.segments)
    }

    pub(crate) fn model(&self) -> &dyn Model {
        &*self.config.model
    }

    /// What becomes of the inputs for which a pointer leads elsewhere than into the case at hand.
    pub fn rest(&self) -> Rest {
        self.config.model.rest()
    }

    /// How objects come together that one access may meet, if they do.
    pub fn gathers(&self) -> Option<Gathering> {
        self.config.model.gathers()
    }

    /// Bytes of the largest segment.
    pub fn largest_segment(&self) -> u64 {
        self.segments.largest()
    }
}
