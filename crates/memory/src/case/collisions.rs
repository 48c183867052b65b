//! Collision tests of planes: what is to be decided before a read, so that it is no larger than it need be.

use vellum_expr::{Expr, Exprs};

use super::{Case, Part, Target};
use crate::{
    body::BodyDoubt,
    contents::{Collides, Doubts, PlaneForm, PlaneView, SymbolicPlaces},
    fault::Access,
    memory::Memory,
    stack::{LocalMut, LocalRef},
};

/// That a read meets something which was written at a symbolic place: for some input of the path, as far as is known.
#[derive(Clone, Copy, Debug)]
pub struct Collision {
    /// For which inputs it does.
    pub formula: Expr,
    /// The address of the object's first byte.
    base: u64,
    doubt: BodyDoubt,
}

/// What is to be decided before a read.
#[derive(Clone, Debug, Default)]
pub struct Collisions {
    /// Collisions that the oracle has not been asked about yet, the youngest writes of an object first.
    pub open: Vec<Collision>,
    /// How many writes the read may meet whose collision was decided before.
    pub remembered: u64,
}

impl Collisions {
    fn and(mut self, other: Self) -> Self {
        self.open.extend(other.open);
        Self { remembered: self.remembered + other.remembered, ..self }
    }
}

impl Memory {
    /// Whether objects that are written at symbolic places become planes, of which there are collisions to decide.
    #[inline]
    pub fn has_planes(&self) -> bool {
        self.objects().places != SymbolicPlaces::Arrays
    }

    /// How many collisions in a row a read may turn out to have before the others are taken for granted.
    pub fn collision_patience(&self) -> usize {
        match self.objects().places {
            SymbolicPlaces::Planes(PlaneForm::Naive) => usize::MAX,
            SymbolicPlaces::Planes(PlaneForm::Boosted) | SymbolicPlaces::Arrays => 4,
        }
    }

    /// The collisions to decide before `len` bytes (1 to 8) are read at `address`.
    pub fn collisions_at(&self, exprs: &mut Exprs, address: u64, len: u32) -> Collisions {
        let Some(object) = self.object_at(address) else { return Collisions::default() };
        let place = exprs.constant(64, address - object.base);
        self.collisions_of_part(exprs, &Part::new(object.base, place), len)
    }

    /// The collisions to decide before `len` bytes (1 to 8) are read `at` bytes behind the first of a case.
    pub fn collisions_in(&self, exprs: &mut Exprs, case: &Case, at: u64, len: u32) -> Collisions {
        match &case.target.behind(exprs, at) {
            Target::Object(part) => self.collisions_of_part(exprs, part, len),
            Target::Several(parts) => {
                let all = parts.iter().map(|(_, part)| self.collisions_of_part(exprs, part, len));
                all.fold(Collisions::default(), Collisions::and)
            }
            Target::Known(known) => {
                let places = known.places.keys().map(|constant| constant.wrapping_add(known.offset));
                let all = places.map(|place| self.collisions_at(exprs, place, len));
                all.fold(Collisions::default(), Collisions::and)
            }
            Target::Segment { .. } => Collisions::default(),
        }
    }

    /// What the object at `address` holds, in words of `bytes` bytes (1 to 8).
    pub fn plane_view(&self, exprs: &mut Exprs, address: u64, bytes: u64) -> Option<PlaneView> {
        let object = self.object_at(address)?;
        if self.is_local(object.base) {
            let found = self.stack().find(object.base, 0)?;
            let local = self.stack().local(&found);
            return Some(match local.body() {
                Some(body) => body.view(exprs, bytes),
                None => local.to_body(exprs).view(exprs, bytes),
            });
        }
        let (body, start) = self.body(Access::Read, object.base, 0)?;
        // What shares an array with others is not shown by itself.
        (start == 0).then(|| body.view(exprs, bytes))
    }

    fn collisions_of_part(&self, exprs: &mut Exprs, part: &Part, len: u32) -> Collisions {
        let doubts = if self.is_local(part.base) {
            let found = self.stack().find(part.base, 0);
            let local = found.map(|found| self.stack().local(&found));
            let body = local.as_ref().and_then(LocalRef::body);
            body.map(|body| body.doubts(exprs, part.place, len.into()))
        } else {
            self.body(Access::Read, part.base, 0).map(|(body, start)| {
                let start = exprs.constant(64, start);
                let index = exprs.add(part.place, start);
                body.doubts(exprs, index, len.into())
            })
        };
        let Doubts { open, remembered } = doubts.unwrap_or_default();
        let of_object = |doubt: BodyDoubt| Collision { formula: doubt.doubt.formula, base: part.base, doubt };
        Collisions { open: open.into_iter().map(of_object).collect(), remembered }
    }

    /// A collision happens for no input of the path. To be told before anything is written.
    pub fn never_collides(&mut self, collision: &Collision) {
        self.answer(collision, Collides::Never);
    }

    /// A collision happens for some input of the path, or that is not known. To be told before anything is written.
    pub fn may_collide(&mut self, collision: &Collision) {
        self.answer(collision, Collides::Maybe);
    }

    fn answer(&mut self, collision: &Collision, answer: Collides) {
        if self.is_local(collision.base) {
            let found = self.stack().find(collision.base, 0);
            let local = found.and_then(|found| self.stack_mut().local_mut(&found));
            if let Some(body) = local.and_then(LocalMut::into_body) {
                body.answer(&collision.doubt, answer);
            }
        } else if let Some((body, _)) = self.body_mut(Access::Read, collision.base, 0) {
            body.answer(&collision.doubt, answer);
        }
    }
}
