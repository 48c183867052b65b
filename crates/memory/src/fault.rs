//! What went wrong at an address.

use crate::object::Object;

/// What the program tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read.
    Read,
    /// To write.
    Write,
    /// To free.
    Free,
}

/// The kinds of memory errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// Outside of every object.
    OutOfBounds,
    /// At null or a small offset from it.
    NullDereference,
    /// Inside a freed heap object.
    UseAfterFree,
    /// Inside the frame of a function that returned.
    UseAfterReturn,
    /// Inside a local whose scope was left.
    UseAfterScope,
    /// Freed a second time.
    DoubleFree,
    /// Freed what is not the start of a heap object.
    InvalidFree,
    /// Wrote a constant, or memory whose protection allows reading only.
    ReadOnlyWrite,
    /// Not an error: the bytes are there, but some are expressions, and who asked can use only numbers.
    NotNumbers,
    /// Not an error yet: whether the bytes are inside depends on the input, because the size of the object does.
    Undecided,
    /// Inside memory whose protection allows nothing.
    NoAccess,
    /// What the program does depends on bytes that were never written.
    Uninitialised,
}

/// A memory error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What the program tried.
    pub access: Access,
    /// Where.
    pub address: u64,
    /// How many bytes.
    pub size: u64,
    /// The object it was meant for, as far as one can tell.
    pub nearest: Option<Nearest>,
}

/// An object near an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The object.
    pub object: Object,
    /// Where the address is, seen from the object.
    pub place: Where,
}

/// Where an address is, seen from an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// That many bytes after the object's start, inside it.
    Inside(u64),
    /// That many bytes before its start.
    Before(u64),
    /// That many bytes after its end.
    After(u64),
}

impl Nearest {
    pub(crate) fn of(object: Object, address: u64) -> Self {
        let end = object.base + object.size;
        let place = if address < object.base {
            Where::Before(object.base - address)
        } else if address < end {
            Where::Inside(address - object.base)
        } else {
            Where::After(address - end)
        };
        Self { object, place }
    }

    /// The same place, seen from the object as it is for an input for which it has `size` bytes.
    #[must_use]
    pub fn with_size(&self, size: u64) -> Self {
        let offset = match self.place {
            Where::Inside(offset) => offset,
            Where::Before(distance) => distance.wrapping_neg(),
            Where::After(distance) => self.object.size.wrapping_add(distance),
        };
        Self::of_pointer(self.object.with_size(size), offset)
    }

    /// The object, and a pointer to it that is `offset` bytes behind its start; more than half of all numbers are before
    /// it.
    pub(crate) fn of_pointer(object: Object, offset: u64) -> Self {
        let place = if offset.cast_signed() < 0 {
            Where::Before(offset.wrapping_neg())
        } else if offset < object.size {
            Where::Inside(offset)
        } else {
            Where::After(offset - object.size)
        };
        Self { object, place }
    }

    /// Bytes between the address and the object.
    pub(crate) fn distance(&self) -> u64 {
        match self.place {
            Where::Inside(_) => 0,
            Where::Before(n) => n,
            Where::After(n) => n + 1,
        }
    }
}
