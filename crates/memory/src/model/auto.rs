//! Per access what costs least: a choice between values, or a segment for the objects it may meet, or a path for each.
//!
//! The rule ([`Gathering::way`]) looks at the access and at the path's own memory, at nothing else: so a path does the same
//! whoever was explored before it, and a resumed run decides as the first one did. What it says follows from what was
//! measured (`vellum bench papers --dynamic`, `matrix`):
//!
//! - Where the places are known once the object is (a field that a table of pointers leads to), choosing between the values
//!   there needs no array at all, and nothing has to move.
//! - Where the place is symbolic, too, one array of all objects is met as fast as one of each, and a write to it is one
//!   write: choosing makes one in each object.
//! - Paths for each object are left for what is too many for one formula, and for the pieces of objects that are so large
//!   that every question about them is hard ([`crate::Split`]).

use std::rc::Rc;

use super::{Classes, Gathering, Model, Row, Rule};
use crate::object::Object;

pub(super) const ROW: Row = Row {
    name: "auto",
    about: "per access what costs least: a choice between values, one array for the objects it meets, a path for each",
    classes: Classes::Calls,
    make: |config| Rc::new(Auto { gathering: Gathering { rule: Rule::ByCost, ..config.gathering } }),
};

#[derive(Debug)]
struct Auto {
    gathering: Gathering,
}

impl Model for Auto {
    fn merges(&self, _: &Object) -> bool {
        true
    }

    fn merges_by_comparison(&self) -> bool {
        false
    }

    fn gathers(&self) -> Option<Gathering> {
        Some(self.gathering)
    }
}

#[cfg(test)]
mod tests {
    use super::{Gathering, ROW};
    use crate::{Access, ModelConfig, Object, ObjectKind, Origin, Way, segments::Place};

    fn objects(count: u64, in_segment: u64) -> Vec<Object> {
        let object = |number: u64| {
            let place = (number < in_segment).then_some(Place::default());
            Object { place, ..Object::new(number << 8, 24, ObjectKind::Heap, Origin(0)) }
        };
        (0..count).map(object).collect()
    }

    #[test]
    fn what_is_at_known_places_is_chosen_between_and_the_rest_comes_together() {
        let gathering: Gathering = (ROW.make)(&ModelConfig::default()).gathers().expect("it brings together");
        let way = |access, objects: &[Object], is_known| gathering.way(access, objects, is_known);
        assert_eq!(way(Access::Read, &objects(10, 0), true), Way::Choose);
        assert_eq!(way(Access::Write, &objects(10, 0), true), Way::Choose);
        assert_eq!(way(Access::Read, &objects(10, 0), false), Way::Together);
        // One that came together with others would be met apart from the rest.
        assert_eq!(way(Access::Read, &objects(10, 1), true), Way::Together);
        assert_eq!(way(Access::Read, &objects(513, 0), true), Way::Together);
        assert_eq!(way(Access::Write, &objects(65, 0), true), Way::Together);
    }
}
