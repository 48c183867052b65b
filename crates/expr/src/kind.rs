//! What an expression is made of.

use vellum_bits::{FloatKind, RoundTo, Signedness};

use crate::{
    array::Array,
    pool::{Expr, Input, WideConst},
};

/// One layer of an expression.
///
/// Operations on bit-vectors mean what they mean in SMT-LIB: division by zero gives all ones, its remainder
/// is the dividend, a shift by the width or more leaves zeros (or copies of the sign).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A constant of at most 64 bits.
    Const(u64),
    /// A wider constant.
    Wide(WideConst),
    /// One element of the program's input.
    Symbol {
        /// The object it belongs to.
        input: Input,
        /// Its place in there.
        offset: u32,
    },
    /// A byte of memory that nobody wrote: it may have any value, and no decision may depend on it. The solver
    /// never meets one, see [`crate::Exprs::garbage`].
    Garbage {
        /// Who made the object it belongs to, by its number in the pool.
        origin: u32,
        /// Tells it from other such bytes.
        place: u64,
    },
    /// The address of an object, as part of a pointer that was made from it: the same as the constant, but kept apart
    /// from what was added to it. 64 bits; see [`crate::Exprs::base`].
    Base(u64),
    /// Every bit flipped.
    Not(Expr),
    /// Two operands and a result of the same width.
    Binary(BinaryOp, Expr, Expr),
    /// Two operands of the same width; the result is one bit.
    Compare(CompareOp, Expr, Expr),
    /// The second operand where the first, of one bit, is set; otherwise the third.
    Ite(Expr, Expr, Expr),
    /// The first operand's bits above the second's.
    Concat(Expr, Expr),
    /// As many bits as the result is wide, from this one on.
    Extract {
        /// Where they come from.
        of: Expr,
        /// The lowest of them.
        low: u32,
    },
    /// Zeros above.
    ZExt(Expr),
    /// Copies of the sign above.
    SExt(Expr),
    /// As many bytes as the result is wide, the lowest first; bytes outside the array are zero.
    Read {
        /// Where they come from.
        array: Array,
        /// The first of them; 64 bits.
        index: Expr,
    },
    /// A computation on floats of one format.
    Float(FloatKind, FloatOp, Expr, Expr),
    /// `a * b + c`, rounded once.
    Fma(FloatKind, Expr, Expr, Expr),
    /// A comparison of floats; false when one is not a number.
    FloatCompare(FloatKind, FloatOrder, Expr, Expr),
    /// An integer as the nearest float.
    FloatFromInt(FloatKind, Signedness, Expr),
    /// A float rounded towards zero; the smallest signed integer when no integer of the width holds it.
    FloatToInt(FloatKind, Signedness, Expr),
    /// A float of the first format as one of the second.
    FloatConvert(FloatKind, FloatKind, Expr),
}

/// An operation on two bit-vectors of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Unsigned quotient.
    UDiv,
    /// Signed quotient, towards zero.
    SDiv,
    /// Unsigned remainder.
    URem,
    /// Signed remainder; its sign is the dividend's.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Left shift.
    Shl,
    /// Right shift, zeros in.
    LShr,
    /// Right shift, signs in.
    AShr,
}

impl BinaryOp {
    /// Every operation.
    pub const ALL: [Self; 13] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::UDiv,
        Self::SDiv,
        Self::URem,
        Self::SRem,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Shl,
        Self::LShr,
        Self::AShr,
    ];

    /// Whether the operands may change places.
    pub const fn is_commutative(self) -> bool {
        matches!(self, Self::Add | Self::Mul | Self::And | Self::Or | Self::Xor)
    }

    /// The name in SMT-LIB.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "bvadd",
            Self::Sub => "bvsub",
            Self::Mul => "bvmul",
            Self::UDiv => "bvudiv",
            Self::SDiv => "bvsdiv",
            Self::URem => "bvurem",
            Self::SRem => "bvsrem",
            Self::And => "bvand",
            Self::Or => "bvor",
            Self::Xor => "bvxor",
            Self::Shl => "bvshl",
            Self::LShr => "bvlshr",
            Self::AShr => "bvashr",
        }
    }
}

/// A comparison of two bit-vectors of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// Equal.
    Eq,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
}

impl CompareOp {
    /// Every comparison.
    pub const ALL: [Self; 5] = [Self::Eq, Self::Ult, Self::Ule, Self::Slt, Self::Sle];

    /// The name in SMT-LIB.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eq => "=",
            Self::Ult => "bvult",
            Self::Ule => "bvule",
            Self::Slt => "bvslt",
            Self::Sle => "bvsle",
        }
    }
}

/// A computation on one or two floats; those on one ignore the second operand, which repeats the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Square root.
    Sqrt,
    /// A float without fraction.
    Round(RoundTo),
}

/// A comparison of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatOrder {
    /// Equal; the two zeros are.
    Eq,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
}

impl Kind {
    /// The expressions directly below, in order.
    pub fn operands(self) -> Operands {
        let (items, len) = match self {
            Self::Const(_) | Self::Wide(_) | Self::Symbol { .. } | Self::Garbage { .. } | Self::Base(_) => {
                ([Expr::FALSE; 3], 0)
            }
            Self::Not(a)
            | Self::Extract { of: a, .. }
            | Self::ZExt(a)
            | Self::SExt(a)
            | Self::Read { index: a, .. }
            | Self::FloatFromInt(_, _, a)
            | Self::FloatToInt(_, _, a)
            | Self::FloatConvert(_, _, a) => ([a; 3], 1),
            Self::Binary(_, a, b)
            | Self::Compare(_, a, b)
            | Self::Concat(a, b)
            | Self::Float(_, _, a, b)
            | Self::FloatCompare(_, _, a, b) => ([a, b, b], 2),
            Self::Ite(a, b, c) | Self::Fma(_, a, b, c) => ([a, b, c], 3),
        };
        Operands { items, next: 0, len }
    }

    /// The same kind over no operands in particular.
    #[must_use]
    pub fn shell(self) -> Self {
        let none = Expr::FALSE;
        match self {
            Self::Const(_) | Self::Wide(_) | Self::Symbol { .. } | Self::Garbage { .. } | Self::Base(_) => {
                self
            }
            Self::Not(_) => Self::Not(none),
            Self::Binary(op, ..) => Self::Binary(op, none, none),
            Self::Compare(op, ..) => Self::Compare(op, none, none),
            Self::Ite(..) => Self::Ite(none, none, none),
            Self::Concat(..) => Self::Concat(none, none),
            Self::Extract { low, .. } => Self::Extract { of: none, low },
            Self::ZExt(_) => Self::ZExt(none),
            Self::SExt(_) => Self::SExt(none),
            Self::Read { array, .. } => Self::Read { array, index: none },
            Self::Float(kind, op, ..) => Self::Float(kind, op, none, none),
            Self::Fma(kind, ..) => Self::Fma(kind, none, none, none),
            Self::FloatCompare(kind, order, ..) => Self::FloatCompare(kind, order, none, none),
            Self::FloatFromInt(kind, sign, _) => Self::FloatFromInt(kind, sign, none),
            Self::FloatToInt(kind, sign, _) => Self::FloatToInt(kind, sign, none),
            Self::FloatConvert(from, to, _) => Self::FloatConvert(from, to, none),
        }
    }

    /// The array below, if there is one.
    pub fn array(self) -> Option<Array> {
        match self {
            Self::Read { array, .. } => Some(array),
            _ => None,
        }
    }
}

/// The expressions directly below one.
#[derive(Clone, Debug)]
pub struct Operands {
    items: [Expr; 3],
    next: usize,
    len: usize,
}

impl Iterator for Operands {
    type Item = Expr;

    fn next(&mut self) -> Option<Expr> {
        let item = *self.items[..self.len].get(self.next)?;
        self.next += 1;
        Some(item)
    }
}
