//! All bytes of the heap in one segment.

use std::rc::Rc;

use super::{Classes, Home, Model, New, Row};

pub(super) const ROW: Row = Row {
    name: "flat",
    about: "the whole heap is one array",
    classes: Classes::None,
    make: |_| Rc::new(Flat),
};

#[derive(Debug)]
struct Flat;

impl Model for Flat {
    fn home(&self, _: &New) -> Home {
        Home::Segment { key: 0, limit: u64::MAX }
    }
}
