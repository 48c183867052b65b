//! The integer conversions the rest of the project uses in place of `as`.
//!
//! Each is either lossless on the 64-bit hosts we support or says in its name what it drops.

#![expect(
    clippy::as_conversions,
    reason = "this is the one place that converts; every function says what it keeps"
)]

const _: () = assert!(usize::BITS == 64, "Vellum runs on 64-bit hosts");

/// A `u32` as an index.
#[inline]
pub const fn index(value: u32) -> usize {
    value as usize
}

/// A `u64` as an index; lossless on 64-bit hosts.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "hosts are 64-bit, asserted above")]
pub const fn index64(value: u64) -> usize {
    value as usize
}

/// A length as `u64`.
#[inline]
pub const fn len64(value: usize) -> u64 {
    value as u64
}

/// A length as `u32`.
///
/// # Panics
///
/// When the length does not fit: no table of ours holds four billion entries.
#[inline]
pub fn len32(value: usize) -> u32 {
    u32::try_from(value).expect("tables hold fewer than 2^32 entries")
}

/// The low 32 bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the name says so")]
pub const fn low32(value: u64) -> u32 {
    value as u32
}

/// The low 16 bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the name says so")]
pub const fn low16(value: u64) -> u16 {
    value as u16
}

/// The low 8 bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the name says so")]
pub const fn low8(value: u64) -> u8 {
    value as u8
}

/// The low 64 bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the name says so")]
pub const fn low64(value: u128) -> u64 {
    value as u64
}
