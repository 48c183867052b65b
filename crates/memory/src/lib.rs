//! Objects, their bytes and their addresses.
//!
//! An *object* is what the program allocated: it has bounds. Every access names an address and a length and
//! succeeds only when it lies inside one live object; otherwise [`Memory::explain`] says what was there.
//! Addresses are a function of what the program did, never of the host: the same program gets the same ones.
//!
//! ```
//! use vellum_memory::{Heap, Memory, MemoryConfig, Origin};
//!
//! let mut memory = Memory::new(MemoryConfig::default());
//! let block = memory.allocate(Heap::Malloc, 4, 1, Origin(0)).unwrap();
//! assert!(memory.store(block, 4, 7).is_some());
//! assert_eq!(memory.load(block, 4), Some(7));
//! assert_eq!(memory.load(block + 1, 4), None, "one byte past the end");
//! ```

mod arena;
mod body;
mod case;
mod contents;
mod difference;
mod fault;
mod fingerprint;
mod memory;
mod model;
mod object;
mod protection;
mod segments;
mod stack;
mod symbolic;
mod treap;
mod value;

pub use arena::{CODE_BASE, NULL_PAGE, Region, RegionError, Regions};
pub use case::{
    AddressOrigin, Asked, Case, Collision, Collisions, Divided, Leads, LedToGone, Left, MANY_COMPARED, Meets,
    PointerTo,
};
pub use contents::{Objects, Piece, PlaneForm, PlaneView, RecordView, Sharing, SymbolicPlaces};
pub use fault::{Access, Fault, FaultKind, Nearest, Where};
pub use memory::{
    Heap, Layout, Memory, MemoryConfig, PieceSize, Reach, Relocated, Request, Sizes, Split, SplitBy, Words,
};
pub use model::{
    Class, Classes, Gathering, Home, MANY_ACCESSES, MANY_OBJECTS, MODELS, Model, ModelConfig, New, Rest, Row,
    Rule, Way, model_named,
};
pub use object::{Extent, Gone, Object, ObjectKind, Origin};
pub use protection::{PAGE, Protection};
pub use stack::{FrameLayout, Life, Local, Owner, Pointers, StackMark};
pub use value::Value;

/// The page that tells how to add a model, whose code is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/add-a-memory-model.md")]
struct AddAMemoryModel;
