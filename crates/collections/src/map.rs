//! Hash maps and sets that iterate in insertion order.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// A hash map that iterates in insertion order.
pub type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// A hash set that iterates in insertion order.
pub type Set<T> = IndexSet<T, FxBuildHasher>;
