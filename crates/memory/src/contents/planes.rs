//! Objects that become planes.

use std::rc::Rc;

use vellum_expr::{Expr, Exprs, WrittenValue};

use super::{
    Contents, Objects, SymbolicPlaces,
    plane::{Collides, Doubt, Doubts, Plane},
};

impl Contents {
    /// As [`Contents::write_at`], where a guard holds; `None`, and nothing is written, when it is for no plane.
    pub(crate) fn write_guarded(
        &mut self,
        exprs: &mut Exprs,
        written: WrittenValue,
        objects: Objects,
    ) -> Option<()> {
        let within = 0..self.len();
        self.as_plane(objects)?.write_at(exprs, written, &within);
        Some(())
    }

    /// The plane it is, or becomes where objects that are written at symbolic places do.
    pub(crate) fn as_plane(&mut self, objects: Objects) -> Option<&mut Plane> {
        let SymbolicPlaces::Planes(form) = objects.places else { return None };
        if !matches!(self, Self::Plane(_)) {
            *self = Self::Plane(Rc::new(Plane::new(std::mem::take(self), form)));
        }
        match self {
            Self::Plane(plane) => Some(Rc::make_mut(plane)),
            _ => unreachable!("it was just made so"),
        }
    }

    /// What is to be decided before `len` bytes are read at `index`.
    pub(crate) fn doubts(&self, exprs: &mut Exprs, index: Expr, len: u64) -> Doubts<Doubt> {
        match self {
            Self::Plane(plane) => plane.doubts(exprs, index, len),
            _ => Doubts::default(),
        }
    }

    /// Whether a collision happens is answered.
    pub(crate) fn answer(&mut self, doubt: &Doubt, answer: Collides) {
        if let Self::Plane(plane) = self {
            Rc::make_mut(plane).answer(doubt, answer);
        }
    }
}
