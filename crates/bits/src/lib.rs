//! Bit-vector values of any width, and floating-point values as bit patterns.
//!
//! This crate is the arithmetic of LLVM's types, with no knowledge of expressions or programs:
//!
//! * [`Bits`] is a value of an `iN` type: wrapping arithmetic, shifts, comparisons, overflow checks;
//! * [`FloatKind`] is a floating-point type, whose values are bit patterns in a `u128`;
//! * [`word`] holds the few helpers for values of at most 64 bits kept in a `u64`.
//!
//! Results depend on the operands alone. An operation that C or LLVM leaves undefined is an
//! `Option` here (division by zero, a float that no integer of the width can hold); deciding what
//! that means for a program is the caller's business.
//!
//! ```
//! use vellum_bits::{Bits, FloatBinary, FloatKind, Signedness};
//!
//! let x = Bits::from_u64(8, 200);
//! let y = Bits::from_u64(8, 100);
//! assert_eq!(x.add(&y), Bits::from_u64(8, 44));
//! assert!(x.uadd_overflows(&y) && !x.sadd_overflows(&y));
//! assert_eq!(x.udiv(&Bits::zero(8)), None);
//! assert_eq!(x.sext(100).to_string(), "0xfffffffffffffffffffffffc8");
//!
//! let two = FloatKind::Half.from_int(&Bits::from_u64(32, 2), Signedness::Unsigned);
//! let half = FloatKind::Half.binary(FloatBinary::Div, FloatKind::Half.neg(two), 0x4400);
//! assert_eq!(half, 0xb800); // -2.0 / 4.0 == -0.5
//! assert_eq!(FloatKind::Half.to_int(half, 8, Signedness::Unsigned), Some(Bits::zero(8)));
//! ```

pub mod word;

mod bv;
mod float;
#[cfg(test)]
mod testing;

pub use bv::Bits;
pub use float::{FloatBinary, FloatKind, RoundTo, Signedness, convert};
