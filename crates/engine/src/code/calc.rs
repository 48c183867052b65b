//! Computations that are too many, or too wide, for an operation each.

use vellum_bits::{FloatKind, Signedness};
use vellum_ir::{FloatPredicate, IntPredicate};

use super::Slot;
use crate::scalar::{FloatFn, IntFn};

/// A computation on scalars of any width or float format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calc {
    pub(crate) kind: CalcKind,
    /// Bits of the operands.
    pub(crate) width: u32,
    /// Bits of the result.
    pub(crate) result_width: u32,
    pub(crate) result: Slot,
    pub(crate) args: [Slot; 3],
}

/// What a [`Calc`] computes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CalcKind {
    Int(IntFn),
    /// A shift that must not be by the width or more.
    CheckedShift(IntFn),
    Compare(IntPredicate),
    ZeroExtend,
    SignExtend,
    Truncate,
    Float(FloatKind, FloatFn),
    FloatCompare(FloatKind, FloatPredicate),
    FloatToInt(FloatKind, Signedness),
    /// The same, where it is an error if the integer cannot hold the value.
    CheckedFloatToInt(FloatKind, Signedness),
    FloatToIntSat(FloatKind, Signedness),
    /// Rounds to an integer as the function says, then converts.
    FloatRoundToInt(FloatKind, FloatFn),
    IntToFloat(FloatKind, Signedness),
    FloatToFloat(FloatKind, FloatKind),
    /// The exponent `frexp` returns.
    FloatExponent(FloatKind),
    /// Scales by a power of two; the second operand is an `i32`.
    FloatScale(FloatKind),
    /// Raises to an integer power; the second operand is an `i32`.
    FloatPower(FloatKind),
    /// Whether the float is in one of the classes of the second operand, a constant mask.
    FloatClass(FloatKind),
}
