//! A path for each object, as KLEE does.

use std::rc::Rc;

use super::{Classes, Model, Row};

pub(super) const ROW: Row = Row {
    name: "forking",
    about: "a path for each object a pointer may lead to",
    classes: Classes::None,
    make: |_| Rc::new(Forking),
};

#[derive(Debug)]
struct Forking;

impl Model for Forking {}
