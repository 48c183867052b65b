//! What an object is.

use vellum_expr::{Expr, Exprs};

use crate::{model::Class, segments::Place};

/// Who made an object: an opaque number the engine hands in and gets back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin(pub u64);

impl Origin {
    /// Who frees a local whose size is an expression at the end of its scope, not of its function.
    pub(crate) const SCOPE: Self = Self(u64::MAX);
}

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

/// How large an object is whose size depends on the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// No input of the path makes it larger.
    pub capacity: u64,
    /// How many bytes it has; 64 bits. None for inputs for which it is gone.
    pub size: Expr,
    /// For which inputs it is gone, if for some.
    pub gone: Option<Gone>,
}

/// When an object was freed that is one of several a pointer may have led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone {
    /// For these inputs.
    pub when: Expr,
    /// How many bytes it had; 64 bits.
    pub size: Expr,
    /// Who freed it.
    pub by: Origin,
}

impl Extent {
    /// Of an object that is there for all inputs.
    pub fn new(capacity: u64, size: Expr) -> Self {
        Self { capacity, size, gone: None }
    }
}

/// A piece of memory with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    /// The address of its first byte.
    pub base: u64,
    /// How many bytes it has; of an object of symbolic size, how many it has at least on this path.
    pub size: u64,
    /// How large it is, if that depends on the input.
    pub extent: Option<Extent>,
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
        Self { base, size, extent: None, kind, origin, freed: None, class: None, place: None }
    }

    /// How many bytes it has at most: so many are reserved for it.
    pub fn capacity(&self) -> u64 {
        self.extent.map_or(self.size, |extent| extent.capacity)
    }

    /// How many bytes it has; 64 bits.
    pub fn size_expr(&self, exprs: &mut Exprs) -> Expr {
        self.extent.map_or_else(|| exprs.constant(64, self.size), |extent| extent.size)
    }

    /// Where its bytes are if others are there, too: the number of the segment, and how far behind its start.
    pub fn in_segment(&self) -> Option<(u32, u64)> {
        self.place.map(|place| (place.segment, place.offset()))
    }

    /// The object it is for an input for which it is gone.
    #[must_use]
    pub fn as_gone(self, by: Origin) -> Self {
        Self { freed: Some(by), extent: None, ..self }
    }

    /// The object it is for an input for which it has `size` bytes.
    #[must_use]
    pub fn with_size(self, size: u64) -> Self {
        Self { size, ..self }
    }
}
