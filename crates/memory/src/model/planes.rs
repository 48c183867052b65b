//! Segments, offsets and planes: "Symbolic Memory with Pointers" (Trtík and Strejček, ATVA 2014).
//!
//! Each object is a segment of its own; a pointer may lead to any of them, at any offset, and paths do not part for that.
//! What was written at symbolic places is a list of records per object, and a read is a choice between those that may
//! have been there (`contents/plane.rs`).

use std::rc::Rc;

use super::{Classes, Model, Row};
use crate::{
    contents::{PlaneForm, SymbolicPlaces},
    object::Object,
};

pub(super) const ROW: Row = Row {
    name: "planes",
    about: "fully symbolic pointers: a choice between the writes that may have been there, in every object at once",
    classes: Classes::None,
    make: |config| Rc::new(Planes { form: config.planes }),
};

#[derive(Debug)]
struct Planes {
    form: PlaneForm,
}

impl Model for Planes {
    fn merges(&self, _: &Object) -> bool {
        true
    }

    fn places(&self) -> SymbolicPlaces {
        SymbolicPlaces::Planes(self.form)
    }
}
