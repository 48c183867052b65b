//! The map of the address space.
//!
//! 47 bits: code, and a *region* for each kind of memory. Regions begin where the low half of an address is zero, so that
//! what a program computes with the low half of a pointer is about its offset alone ("A Deterministic Memory
//! Allocator for Dynamic Symbolic Execution", ECOOP 2022, section 6.3). They lie in a fixed order, which makes two
//! comparisons of finding the one an address is in.

use std::fmt;

use crate::protection::PAGE;

/// Addresses below this are "null" with a small offset.
pub const NULL_PAGE: u64 = 4096;

/// The address of the first function; functions have addresses and no bytes.
pub const CODE_BASE: u64 = 16 << 40;

/// Where addresses of code end.
const CODE_END: u64 = 32 << 40;

/// The addresses of code.
pub(crate) const CODE: Region = Region { base: CODE_BASE, size: CODE_END - CODE_BASE };

/// Where the addresses of a program end.
const END: u64 = 1 << 47;

/// What a region has at least: less has no room for its bins.
const SMALLEST: u64 = 9 << 12;

/// A part of the address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its first address.
    pub base: u64,
    /// How many bytes it has.
    pub size: u64,
}

impl Region {
    /// Whether `address` is in it.
    pub fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.size
    }
}

/// Where each kind of memory is. Checked: see [`RegionError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regions {
    constants: Region,
    globals: Region,
    heap: Region,
    stack: Region,
}

/// Regions that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionError {
    /// The base's low 32 bits are not zero, or it is zero.
    Base(&'static str),
    /// The size is no multiple of a page, or there is no room for the bins in it.
    Size(&'static str),
    /// It ends beyond 47 bits.
    Beyond(&'static str),
    /// It overlaps with the one before it, or lies before that, or overlaps with code.
    Overlap(&'static str),
}

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(name) => write!(f, "the region of {name} must begin at a multiple of 4 GiB"),
            Self::Size(name) => write!(f, "the region of {name} must have pages, and 36 KiB at least"),
            Self::Beyond(name) => write!(f, "the region of {name} must end below 2^47"),
            Self::Overlap(name) => {
                write!(f, "the region of {name} must lie behind the one before it and not in that of code")
            }
        }
    }
}

impl std::error::Error for RegionError {}

impl Default for Regions {
    fn default() -> Self {
        Self {
            // Tables of what a switch leads to hold distances of 32 bits between constants.
            constants: Region { base: 32 << 40, size: 2 << 30 },
            globals: Region { base: 48 << 40, size: 10 << 30 },
            heap: Region { base: 64 << 40, size: 1 << 40 },
            // Its addresses are never used again.
            stack: Region { base: 96 << 40, size: 16 << 40 },
        }
    }
}

impl Regions {
    /// The kinds of memory, by rising address.
    pub const NAMES: [&str; 4] = ["constants", "globals", "heap", "stack"];

    /// These four, if they can be.
    pub fn new(constants: Region, globals: Region, heap: Region, stack: Region) -> Result<Self, RegionError> {
        let mut used = 0;
        for (name, region) in Self::NAMES.into_iter().zip([constants, globals, heap, stack]) {
            let end = region.base.checked_add(region.size).filter(|&end| end <= END);
            let end = end.ok_or(RegionError::Beyond(name))?;
            if region.base == 0 || !region.base.is_multiple_of(1 << 32) {
                return Err(RegionError::Base(name));
            }
            if !region.size.is_multiple_of(PAGE) || region.size < SMALLEST {
                return Err(RegionError::Size(name));
            }
            if region.base < used || (region.base < CODE_END && end > CODE_BASE) {
                return Err(RegionError::Overlap(name));
            }
            used = end;
        }
        Ok(Self { constants, globals, heap, stack })
    }

    /// Where constants are.
    pub fn constants(&self) -> Region {
        self.constants
    }

    /// Where globals are, and what the engine makes for the program.
    pub fn globals(&self) -> Region {
        self.globals
    }

    /// Where the heap is.
    pub fn heap(&self) -> Region {
        self.heap
    }

    /// Where locals are.
    pub fn stack(&self) -> Region {
        self.stack
    }
}

#[cfg(test)]
mod tests {
    use super::{Region, RegionError, Regions};

    #[test]
    fn the_default_is_as_checked_as_any_other() {
        let Regions { constants, globals, heap, stack } = Regions::default();
        assert_eq!(Regions::new(constants, globals, heap, stack), Ok(Regions::default()));
    }

    #[test]
    fn regions_that_cannot_be_are_refused() {
        let Regions { constants, globals, heap, stack } = Regions::default();
        let with = |region| Regions::new(constants, globals, region, stack).unwrap_err();
        let at = |base| with(Region { base, ..heap });
        let of = |size| with(Region { size, ..heap });
        assert_eq!(at(heap.base + 4096), RegionError::Base("heap"));
        assert_eq!(at(globals.base), RegionError::Overlap("heap"));
        assert_eq!(at(constants.base), RegionError::Overlap("heap"), "the order is fixed");
        assert_eq!(at(127 << 40), RegionError::Overlap("stack"));
        assert_eq!(at(1 << 47), RegionError::Beyond("heap"));
        assert_eq!(at(u64::MAX << 32), RegionError::Beyond("heap"));
        assert_eq!(of(1 << 46), RegionError::Overlap("stack"));
        assert_eq!(of(100_000), RegionError::Size("heap"));
        assert_eq!(of(8 << 12), RegionError::Size("heap"));
        let code = Region { base: 31 << 40, size: 1 << 40 };
        assert_eq!(Regions::new(code, globals, heap, stack), Err(RegionError::Overlap("constants")));
        let null = Region { base: 0, size: 1 << 40 };
        assert_eq!(Regions::new(null, globals, heap, stack), Err(RegionError::Base("constants")));
    }
}
