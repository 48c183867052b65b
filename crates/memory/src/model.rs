//! Memory models: what becomes of a pointer that may lead to several objects.
//!
//! *Objects have bounds, segments have bytes.* A model says two things: where the bytes of a new object go, alone or
//! into a *segment* with others, and which objects that are alone are met together. Everything else follows from that
//! in one place ([`crate::case`]), the same for all models: an access meets one *case*, of which it is told for which
//! inputs it is the one, and bounds are those of each object whatever it shares. Addresses do not depend on the model.
//!
//! A new model is a file here and a row in [`MODELS`]; `docs/add-a-memory-model.md` tells how. The laws in `laws.rs` hold for each.

mod auto;
mod dynamic;
mod flat;
mod forking;
#[cfg(test)]
mod laws;
mod merging;
mod planes;
mod segmented;
mod single;

use std::{fmt::Debug, rc::Rc};

use vellum_collections::Map;

use crate::{
    case::Case,
    contents::{PlaneForm, SymbolicPlaces},
    fault::Access,
    memory::Layout,
    object::{Object, ObjectKind},
};

/// Objects that one pointer may lead to, as far as somebody looked at the program beforehand: an opaque number that the
/// engine hands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(pub u64);

/// An object that is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct New {
    /// How many bytes it has.
    pub size: u64,
    /// Which others a pointer to it may lead to, if that is known.
    pub class: Option<Class>,
}

/// More objects than this for one access are many, by the experience of "A Segmented Memory Model for Symbolic
/// Execution" (section 5).
pub const MANY_OBJECTS: u64 = 10;

/// More such accesses than this are worth another model than `forking`, by the same.
pub const MANY_ACCESSES: u64 = 5;

/// Where the bytes of an object go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// Nowhere near any other's.
    Alone,
    /// Into a segment.
    Segment {
        /// Objects with the same number share segments.
        key: u64,
        /// A segment that has more bytes than this gets no further objects.
        limit: u64,
    },
}

/// What becomes of the inputs for which a pointer leads elsewhere than into the case at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Another path has them.
    Explored,
    /// Nobody looks at them, and the user hears of it.
    Dropped,
}

/// A memory model.
pub trait Model: Debug {
    /// Where the bytes of a new heap object go.
    fn home(&self, new: &New) -> Home {
        let _ = new;
        Home::Alone
    }

    /// Whether an object that is alone is met together with all others of which the same is said.
    fn merges(&self, object: &Object) -> bool {
        let _ = object;
        false
    }

    /// Whether objects that are alone and merged are also met together where the address says nothing of which they are.
    fn merges_by_comparison(&self) -> bool {
        true
    }

    /// What becomes of the inputs for which a pointer leads elsewhere.
    fn rest(&self) -> Rest {
        Rest::Explored
    }

    /// How objects come together that one access may meet, if they do.
    fn gathers(&self) -> Option<Gathering> {
        None
    }

    /// What becomes of writes at symbolic places.
    fn places(&self) -> SymbolicPlaces {
        SymbolicPlaces::Arrays
    }
}

/// How objects come together that one access may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gathering {
    /// In which order their bytes are in the segment.
    pub layout: Layout,
    /// Whether the objects an instruction met before say which it will meet: those made in the same context.
    pub by_context: bool,
    /// When they do.
    pub rule: Rule,
}

/// When objects come together that one access may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Always.
    Always,
    /// Where that costs less than to choose between what they hold.
    ByCost,
}

/// What becomes of an access that may meet several objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It is a choice between what they hold.
    Choose,
    /// They come together.
    Together,
}

impl Gathering {
    /// What becomes of an access to one of these objects, of each at a known place or not.
    pub fn way(&self, access: Access, objects: &[Object], is_known: bool) -> Way {
        let are_apart = objects.iter().all(|object| object.place.is_none());
        let few = Case::few_known(access);
        if self.rule == Rule::ByCost && is_known && are_apart && objects.len() <= few {
            Way::Choose
        } else {
            Way::Together
        }
    }
}

/// What models can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelConfig {
    /// Bytes from which on a segment gets no further objects.
    pub segment_threshold: u64,
    /// Kinds of objects that are met together with others although their bytes are apart.
    pub include: Vec<ObjectKind>,
    /// The segments of classes, where these are learnt.
    pub groups: Map<Class, u64>,
    /// How planes are kept.
    pub planes: PlaneForm,
    /// How segments are formed on demand.
    pub gathering: Gathering,
}

impl Default for ModelConfig {
    fn default() -> Self {
        Self {
            segment_threshold: 10 << 10,
            include: Vec::new(),
            groups: Map::default(),
            planes: PlaneForm::default(),
            gathering: Gathering { layout: Layout::Canonical, by_context: true, rule: Rule::Always },
        }
    }
}

/// A model by its name.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What users call it.
    pub name: &'static str,
    /// What it does, in half a sentence.
    pub about: &'static str,
    /// Whether it wants to know the classes of objects, and where from.
    pub classes: Classes,
    /// Makes it.
    pub make: fn(&ModelConfig) -> Rc<dyn Model>,
}

/// Where a model's classes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classes {
    /// It has none.
    None,
    /// From an analysis of the program's text.
    PointsTo,
    /// From runs of the program.
    Learnt,
    /// From the innermost calls that led to the allocation.
    Calls,
}

/// All models, the default first.
pub const MODELS: &[Row] = &[
    forking::ROW,
    single::ROW,
    merging::ROW,
    flat::ROW,
    segmented::ROW,
    segmented::IDEAL,
    auto::ROW,
    planes::ROW,
    dynamic::ROW,
];

/// The model of that name.
pub fn model_named(name: &str) -> Option<&'static Row> {
    MODELS.iter().find(|row| row.name == name)
}

/// The model a memory has that was told of none.
pub(crate) fn default_model() -> Rc<dyn Model> {
    (forking::ROW.make)(&ModelConfig::default())
}
