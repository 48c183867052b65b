//! A segment for the objects that one pointer was found to lead to, formed when it is dereferenced: the dynamically
//! segmented memory model of "Relocatable Addressing Model for Symbolic Execution" (Trabish and Rinetzky, ISSTA 2020).
//!
//! Objects are alone when they are made. The engine finds out which ones an access may meet, has their bytes moved
//! together ([`crate::Memory::bring_together`]), and the access meets the segment.

use std::rc::Rc;

use super::{Classes, Gathering, Model, Row};

pub(super) const ROW: Row = Row {
    name: "dynamic",
    about: "one array for the objects that a pointer is found to lead to, formed when it is dereferenced",
    classes: Classes::Calls,
    make: |config| Rc::new(Dynamic { gathering: config.gathering }),
};

#[derive(Debug)]
struct Dynamic {
    gathering: Gathering,
}

impl Model for Dynamic {
    fn gathers(&self) -> Option<Gathering> {
        Some(self.gathering)
    }
}
