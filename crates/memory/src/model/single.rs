//! One object, as EXE and CREST do: what else a pointer may lead to is not explored.

use std::rc::Rc;

use super::{Classes, Model, Rest, Row};

pub(super) const ROW: Row = Row {
    name: "single",
    about: "one of the objects a pointer may lead to; the others are not explored",
    classes: Classes::None,
    make: |_| Rc::new(Single),
};

#[derive(Debug)]
struct Single;

impl Model for Single {
    fn rest(&self) -> Rest {
        Rest::Dropped
    }
}
