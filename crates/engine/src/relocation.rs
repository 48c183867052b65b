//! What became of the representation of objects on a path: which came together, which were split, where and why.
//!
//! These are the changes of a path's *address constraints* ("Relocatable Addressing Model for Symbolic Execution", ISSTA
//! 2020): what the solver is given of an object follows from them, and nothing that the program sees does.

use vellum_collections::{Id, cast::len64, combine};
use vellum_ir::Loc;
use vellum_memory::{Access, Object};

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
    /// Objects came together in a segment, which is one array.
    Together {
        /// The number of the segment.
        segment: u32,
        /// Bytes of the segment.
        bytes: u64,
        /// What is in it.
        members: Vec<Member>,
    },
    /// An object, or what is in a segment, is adjacent pieces now, each an array of its own.
    Split {
        /// The object, or those of the segment.
        objects: Vec<Object>,
        /// Bytes there are.
        bytes: u64,
        /// Bytes of a piece.
        piece: u64,
    },
}

/// An object in a segment.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The object as it was before.
    pub object: Object,
    /// Where its bytes are now, from the start of the segment.
    pub offset: u64,
}

impl Relocation {
    pub(crate) fn new(after: Option<u64>, access: Access, at: Option<Loc>, change: Change) -> Self {
        let mut parts = vec![after.unwrap_or(0), at.map_or(0, |at| 1 + len64(at.index()))];
        parts.push(u64::from(access == Access::Read));
        match &change {
            Change::Together { bytes, members, .. } => {
                parts.extend([0, *bytes]);
                parts.extend(members.iter().flat_map(|member| [member.object.base, member.offset]));
            }
            Change::Split { objects, bytes, piece } => {
                parts.extend([1, *bytes, *piece]);
                parts.extend(objects.iter().map(|object| object.base));
            }
        }
        Self { id: combine(parts), after, access, at, change }
    }
}
