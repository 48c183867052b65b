//! All objects at once, each under its condition, as SAGE and angr do.

use std::rc::Rc;

use super::{Classes, Model, Row};
use crate::object::Object;

pub(super) const ROW: Row = Row {
    name: "merging",
    about: "one value, chosen between the objects a pointer may lead to",
    classes: Classes::None,
    make: |_| Rc::new(Merging),
};

#[derive(Debug)]
struct Merging;

impl Model for Merging {
    fn merges(&self, _: &Object) -> bool {
        true
    }
}
