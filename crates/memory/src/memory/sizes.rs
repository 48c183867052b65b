//! Objects whose size depends on the input.
//!
//! Their *capacity* is a number: so many bytes are reserved for them, and no input of the path needs more. Their *size* is
//! an expression. Between the two is what a path knows: [`Object::size`] bytes are there for all of its inputs. Accesses to
//! those succeed as anywhere; one that goes further, and not beyond the capacity, fails as *undecided*. Who accesses decides
//! then for which inputs it is inside, says so by [`Memory::has_at_least`], and tries again. So a path asks once for the
//! end of what it uses, and nothing here ever guesses.
//!
//! The bytes are in a segment, that of the model or one of the object's own: there, bounds are the object's and not those of
//! the bytes. Locals of symbolic size are on the heap, lent to the block of the stack that stands for them.

use std::rc::Rc;

use vellum_expr::{Expr, Exprs};

use super::{HEAP, Heap, Memory, shared::LARGEST};
use crate::{
    arena::Freed,
    body::Body,
    contents::Piece,
    model::{Class, Home, New},
    object::{Extent, Gone, Object, ObjectKind, Origin},
    protection::PAGE,
    segments::Initial,
    stack::{Life, Owner, StackMark},
};

/// What is to be made of an object besides its size.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// What its address is a multiple of.
    pub align: u64,
    /// Who makes it.
    pub origin: Origin,
    /// Which others a pointer to it may lead to, if somebody says so.
    pub class: Option<Class>,
}

/// A local on the heap, and the block of the stack that it goes with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lent {
    block: StackMark,
    base: u64,
    /// Who frees it.
    ends: Origin,
}

/// What becomes of sizes and lengths that depend on the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// They stay expressions. Blocks of more than so many bytes are not followed.
    Terms {
        /// How many.
        most: u64,
    },
    /// Each is a path of its own. What terms are compared with.
    Enumerate,
}

impl Sizes {
    /// The largest block of symbolic size, unless it is said.
    pub const MOST: u64 = 1 << 16;
}

impl Default for Sizes {
    fn default() -> Self {
        Self::Terms { most: Self::MOST }
    }
}

impl Memory {
    /// A new object of the heap whose size depends on the input; `None` when there is no room for it.
    pub fn allocate_sized(
        &mut self,
        exprs: &mut Exprs,
        heap: Heap,
        extent: Extent,
        request: Request,
    ) -> Option<u64> {
        let initial = self.initial(heap);
        self.make_sized(exprs, (ObjectKind::Heap, initial), extent, request)
    }

    fn make_sized(
        &mut self,
        exprs: &mut Exprs,
        (kind, initial): (ObjectKind, Initial),
        extent: Extent,
        request: Request,
    ) -> Option<u64> {
        let Request { align, origin, class } = request;
        let (capacity, objects) = (extent.capacity, self.config.objects);
        let home = self.config.model.home(&New { size: capacity, class });
        let place = match home {
            Home::Segment { key, limit } if align < PAGE && capacity <= LARGEST => {
                self.segments_mut().reserve(exprs, (key, limit), (capacity, initial), objects)?
            }
            Home::Segment { .. } | Home::Alone => self.segments_mut().alone(capacity, initial, objects)?,
        };
        let size = exprs.facts(extent.size).min.min(capacity);
        let object =
            Object { class, extent: Some(extent), place: Some(place), ..Object::new(0, size, kind, origin) };
        let made = Rc::make_mut(&mut self.arenas[HEAP]).allocate(object, Body::default(), align);
        if made.is_none() {
            self.segments_mut().release(place, capacity, objects);
        }
        made
    }

    /// A local whose size depends on the input; `None` when the stack is full.
    pub fn alloca_sized(
        &mut self,
        exprs: &mut Exprs,
        extent: Extent,
        align: u64,
        owner: Owner,
    ) -> Option<u64> {
        let full = self.stack.payload().checked_add(extent.capacity)? > self.stack_limit;
        if full {
            return None;
        }
        let initial = if self.config.track_unwritten { Initial::Unwritten } else { Initial::Zeros };
        let request = Request { align, origin: owner.origin, class: None };
        let base = self.make_sized(exprs, (ObjectKind::Stack, initial), extent, request)?;
        self.stack.push_single(0, align, owner, false)?;
        let ends = if owner.life == Life::Call { owner.origin } else { Origin::SCOPE };
        self.lent.push(Lent { block: self.stack.mark(), base, ends });
        self.stack.has_addresses().then_some(base)
    }

    /// Drops the locals on the heap whose blocks are gone, and gives back the places of those that were in segments.
    #[cold]
    pub(super) fn take_back(&mut self) {
        for (place, size) in self.stack.take_left() {
            self.last.forget();
            let objects = self.config.objects;
            self.segments_mut().release(place, size, objects);
        }
        while let Some(&Lent { block, base, ends }) = self.lent.last()
            && block.is_above(self.stack.mark())
        {
            self.lent.pop();
            let delay = self.config.quarantine;
            if let Freed::Done(object) = Rc::make_mut(&mut self.arenas[HEAP]).drop_object(base, ends, delay) {
                self.forget_bytes(&object);
            }
        }
    }

    /// Frees the block that starts at `address` for those inputs for which `when` holds; `None` if that cannot be left open.
    /// It is gone for none of them yet.
    pub fn free_if(&mut self, exprs: &mut Exprs, address: u64, when: Expr, by: Origin) -> Option<()> {
        let object = self.heap_object(address)?;
        self.protections(address).is_empty().then_some(())?;
        if object.place.is_none() {
            let place = self.segments.next();
            let body = self.arena_mut(address).unsettle(address, place)?;
            self.segments_mut().adopt(body);
        }
        let (size, none) = (object.size_expr(exprs), exprs.zero(64));
        let left = exprs.ite(when, none, size);
        let gone = match object.extent.and_then(|extent| extent.gone) {
            Some(before) => Gone { when: exprs.or(before.when, when), by, ..before },
            None => Gone { when, size, by },
        };
        let extent = Extent { capacity: object.capacity(), size: left, gone: Some(gone) };
        self.last.forget();
        let object = self.arena_mut(address).object_mut(address)?;
        (object.size, object.extent) = (0, Some(extent));
        Some(())
    }

    /// Gives back where the bytes of an object were that is gone.
    pub(super) fn forget_bytes(&mut self, object: &Object) {
        if let Some(place) = object.place {
            self.last.forget();
            let objects = self.config.objects;
            self.segments_mut().release(place, object.capacity(), objects);
        }
    }

    /// Writes a byte to every place that is reserved for the object of symbolic size that starts at `base`.
    pub fn put_all(&mut self, exprs: &mut Exprs, base: u64, bytes: &[Expr]) -> Option<()> {
        let place = self.object_from(base)?.place?;
        let objects = self.config.objects;
        let body = self.segments_mut().body_mut(place.segment)?;
        let piece = Piece::of_bytes(exprs, bytes);
        body.put(exprs, place.offset(), &piece, objects);
        Some(())
    }

    /// The object of symbolic size that starts at `base` has at least `size` bytes, for all inputs of this path.
    pub fn has_at_least(&mut self, base: u64, size: u64) {
        self.last.forget();
        if let Some(object) = self.arena_mut(base).object_mut(base) {
            object.size = object.size.max(size.min(object.capacity()));
        }
    }

    /// The object of which it depends on the input whether `len` bytes at `address` are inside it.
    pub fn undecided(&self, address: u64, len: u64) -> Option<Object> {
        let object = self.object_at(address).filter(|object| object.extent.is_some())?;
        let end = (address - object.base).checked_add(len)?;
        (end > object.size && end <= object.capacity()).then_some(object)
    }
}
