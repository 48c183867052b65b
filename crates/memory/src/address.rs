//! The map of the address space.
//!
//! 47 bits, cut into 128 *ranges* of 1 TiB. A range belongs to one kind of memory, and each kind's ranges
//! serve objects of one size class each ([`crate::bins`]), so that an address alone says where to look.

use vellum_collections::cast::index64;

/// Bits of an offset inside a range.
pub(crate) const RANGE_BITS: u32 = 40;

/// Ranges each kind of memory has.
pub(crate) const RANGES_PER_KIND: usize = 16;

/// Addresses below this are "null" with a small offset.
pub const NULL_PAGE: u64 = 4096;

/// The address of the first function; functions have addresses and no bytes.
pub const CODE_BASE: u64 = base_of(RANGES_PER_KIND);

/// The first address of the stack, which grows upward and never reuses an address.
pub const STACK_BASE: u64 = base_of(6 * RANGES_PER_KIND);

/// First range of constants, of globals and of the heap.
pub(crate) const CONSTANTS: usize = 2 * RANGES_PER_KIND;
pub(crate) const GLOBALS: usize = 3 * RANGES_PER_KIND;
pub(crate) const HEAP: usize = 4 * RANGES_PER_KIND;

/// The range `address` is in.
#[inline]
pub(crate) const fn range_of(address: u64) -> usize {
    index64(address >> RANGE_BITS)
}

/// The first address of a range.
#[expect(clippy::as_conversions, reason = "`u64::try_from` is not const; ranges are fewer than 128")]
pub(crate) const fn base_of(range: usize) -> u64 {
    (range as u64) << RANGE_BITS
}
