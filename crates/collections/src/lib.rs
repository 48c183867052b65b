//! Typed ids, id-indexed vectors, and maps with a fixed iteration order.
//!
//! Nothing here depends on addresses or hash seeds: walking any collection of this crate gives the
//! same order in every run.
//!
//! ```
//! use vellum_collections::{IdVec, define_id};
//!
//! define_id! {
//!     /// A thing.
//!     pub struct Thing, "thing";
//! }
//!
//! let mut things: IdVec<Thing, &str> = IdVec::new();
//! let first = things.push("a");
//! assert_eq!(first.to_string(), "thing0");
//! assert_eq!(things[first], "a");
//! ```

pub mod cast;
mod id;
mod map;
mod random;
mod shared;
mod sparse;

pub use id::{Id, IdVec};
pub use map::{Map, Set};
pub use random::{Random, combine, scramble};
pub use shared::SharedVec;
pub use sparse::SparseSet;
