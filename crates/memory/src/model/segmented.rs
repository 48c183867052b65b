//! A segment for the objects that one pointer may lead to: "A Segmented Memory Model for Symbolic Execution" (Kapus and
//! Cadar, ESEC/FSE 2019).
//!
//! Which those are, the engine says by the class of an object: from the points-to analysis of the program, or, with
//! `segmented-ideal`, from having seen them meet (section 4.1). Of what no class is known is alone.

use std::rc::Rc;

use vellum_collections::Map;

use super::{Class, Classes, Home, Model, ModelConfig, New, Row};
use crate::object::{Object, ObjectKind};

pub(super) const ROW: Row = Row {
    name: "segmented",
    about: "one array for the heap objects that a points-to analysis cannot tell apart",
    classes: Classes::PointsTo,
    make: |config| Rc::new(segmented(config)),
};

pub(super) const IDEAL: Row = Row {
    name: "segmented-ideal",
    about: "one array for the heap objects that one pointer was seen to lead to in earlier runs",
    classes: Classes::Learnt,
    make: |config| Rc::new(Ideal { groups: config.groups.clone(), rest: segmented(config) }),
};

#[derive(Debug)]
struct Segmented {
    threshold: u64,
    include: Vec<ObjectKind>,
}

/// As [`Segmented`], of the classes that were seen to meet.
#[derive(Debug)]
struct Ideal {
    groups: Map<Class, u64>,
    rest: Segmented,
}

fn segmented(config: &ModelConfig) -> Segmented {
    Segmented { threshold: config.segment_threshold, include: config.include.clone() }
}

impl Model for Ideal {
    fn home(&self, new: &New) -> Home {
        let group = new.class.and_then(|class| self.groups.get(&class));
        self.rest.home(&New { class: group.map(|&group| Class(group)), ..*new })
    }

    fn merges(&self, object: &Object) -> bool {
        self.rest.merges(object)
    }
}

impl Model for Segmented {
    fn home(&self, new: &New) -> Home {
        match new.class {
            Some(class) => Home::Segment { key: class.0, limit: self.threshold },
            None => Home::Alone,
        }
    }

    fn merges(&self, object: &Object) -> bool {
        self.include.contains(&object.kind)
    }
}
