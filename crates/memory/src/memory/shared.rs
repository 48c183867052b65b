//! Objects whose bytes are in a segment, and the model that put them there.

use std::rc::Rc;

use vellum_collections::cast::len64;
use vellum_expr::Exprs;

use super::{HEAP, Heap, Memory, arena_of};
use crate::{
    body::Body,
    model::{Class, Home, Model, New, Rest},
    object::{Object, ObjectKind, Origin},
    protection::PAGE,
    segments::{Place, Segments},
};

/// Objects larger than this are alone in every model.
const LARGEST: u64 = 1 << 20;

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
            // Pages have protection of their own, and nobody looks through very large objects as an array.
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

    /// As [`Memory::bytes`], of objects whose bytes are not where those of others are.
    pub(super) fn bytes_elsewhere(&self, address: u64, len: usize) -> Option<&[u8]> {
        if let Some((body, offset)) = self.shared_body(address, len64(len)) {
            return body.slice(offset..offset + len64(len));
        }
        self.guarded.bytes(address, len)
    }

    /// Makes an object alone; `None` when it holds expressions.
    pub(super) fn leave_segment(&mut self, object: Object) -> Option<()> {
        let numbers = self.numbers(object.base, object.size)?;
        let body = Body::of(&numbers.bytes, numbers.shadow.as_deref());
        let (_, place) = self.shared_object(object.base)?;
        let objects = self.config.objects;
        self.segments_mut().release(place, object.size, objects);
        Rc::make_mut(&mut self.arenas[arena_of(&self.bases, object.base)]).settle(object.base, body)
    }

    /// The live object at `address` whose bytes are in a segment, and where.
    #[inline]
    pub(crate) fn shared_object(&self, address: u64) -> Option<(Object, Place)> {
        if self.segments.is_empty() || self.is_stack(address) {
            return None;
        }
        let object = self.arena(address).object(address).filter(|object| object.freed.is_none())?;
        Some((object, object.place?))
    }

    /// As [`Memory::body`], of an object whose bytes are in a segment.
    pub(super) fn shared_body(&self, address: u64, len: u64) -> Option<(&Body, u64)> {
        let (object, place) = self.shared_object(address)?;
        let offset = address - object.base;
        (offset.checked_add(len)? <= object.size).then_some(())?;
        Some((self.segments.body(place.segment)?, place.offset() + offset))
    }

    /// As [`Memory::bytes_mut`], of an object whose bytes are in a segment.
    pub(super) fn shared_bytes_mut(&mut self, address: u64, len: u64) -> Option<&mut [u8]> {
        let (_, offset) = self.shared_body(address, len)?;
        let (_, place) = self.shared_object(address)?;
        let objects = self.config.objects;
        let body = Rc::make_mut(&mut self.segments).body_mut(place.segment)?;
        body.slice_mut(offset..offset + len, objects)
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

    /// Tells the model how many accesses could meet many objects so far; the model it goes on as, if that changes
    /// something.
    pub fn notice(&self, many: u64) -> Option<&'static str> {
        self.config.model.notice(many)
    }

    /// Bytes of the largest segment.
    pub fn largest_segment(&self) -> u64 {
        self.segments.largest()
    }
}
