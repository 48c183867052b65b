//! What an object is.

use crate::{model::Class, segments::Place};

/// Who made an object: an opaque number the engine hands in and gets back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin(pub u64);

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A global the program may write.
    Global,
    /// A global it may not.
    Constant,
    /// A local variable or `alloca`.
    Stack,
    /// Memory from `malloc` and its like, which `free` takes back.
    Heap,
    /// Memory the engine made for the program (arguments, mappings), which `free` refuses.
    Engine,
}

/// A piece of memory with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    /// The address of its first byte.
    pub base: u64,
    /// How many bytes it has.
    pub size: u64,
    /// Where it lives.
    pub kind: ObjectKind,
    /// Who made it.
    pub origin: Origin,
    /// Who freed it, if it is gone.
    pub freed: Option<Origin>,
    /// Which others a pointer to it may lead to, if somebody said so.
    pub class: Option<Class>,
    /// Where its bytes are, if others are there, too.
    pub(crate) place: Option<Place>,
}

impl Object {
    /// An object of which nothing else is known.
    pub fn new(base: u64, size: u64, kind: ObjectKind, origin: Origin) -> Self {
        Self { base, size, kind, origin, freed: None, class: None, place: None }
    }
}
