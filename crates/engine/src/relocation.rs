//! What became of the representation of objects on a path: which came together, which were split, where and why.
//!
//! These are the changes of a path's *address constraints* ("Relocatable Addressing Model for Symbolic Execution", ISSTA
//! 2020): what the solver is given of an object follows from them, and nothing that the program sees does.

use vellum_collections::{Id, cast::len64, combine};
use vellum_ir::Loc;
use vellum_memory::{Access, Divided, Object, Relocated};

/// A change of how objects are represented, on the paths that come after it.
#[derive(Clone, Debug)]
pub struct Relocation {
    /// Its name: the same in every run, on every path that came the same way.
    pub id: u64,
    /// The one before it on the path.
    pub after: Option<u64>,
    /// What the program tried.
    pub access: Access,
    /// The position in the program's own code.
    pub at: Option<Loc>,
    /// What changed.
    pub change: Change,
}

/// How representations change.
#[derive(Clone, Debug)]
pub enum Change {
    /// Objects were brought together in a segment.
    Together(Relocated),
    /// An object, or what is in a segment, was split into pieces.
    Split(Divided),
}

impl Relocation {
    pub(crate) fn new(after: Option<u64>, access: Access, at: Option<Loc>, change: Change) -> Self {
        let mut parts = vec![after.unwrap_or(0), at.map_or(0, |at| 1 + len64(at.index()))];
        parts.push(u64::from(access == Access::Read));
        // An address may have been another object's before.
        let name = |object: &Object| [object.base, object.capacity(), object.origin.0];
        match &change {
            Change::Together(Relocated { bytes, objects, .. }) => {
                parts.extend([0, *bytes]);
                for (object, offset) in objects {
                    parts.extend(name(object));
                    parts.push(*offset);
                }
            }
            Change::Split(Divided { objects, bytes, piece }) => {
                parts.extend([1, *bytes, *piece]);
                parts.extend(objects.iter().flat_map(name));
            }
        }
        Self { id: combine(parts), after, access, at, change }
    }
}
