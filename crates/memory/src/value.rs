//! What a register or a few bytes of memory hold.

use vellum_expr::{Expr, Exprs};

/// A number, or an expression for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number of at most 64 bits.
    Concrete(u64),
    /// An expression of at most 64 bits; the bits above it are zero.
    Symbolic(Expr),
}

impl Value {
    /// The value of `e`: the number if it is constant.
    pub fn of(exprs: &Exprs, e: Expr) -> Self {
        match exprs.as_const(e) {
            Some(number) => Self::Concrete(number),
            None => Self::Symbolic(e),
        }
    }

    /// As an expression of `width` bits.
    pub fn expr(self, exprs: &mut Exprs, width: u32) -> Expr {
        match self {
            Self::Concrete(number) => exprs.constant(width, number),
            Self::Symbolic(e) => exprs.fit(e, width),
        }
    }

    /// The number, if it is one.
    pub fn as_concrete(self) -> Option<u64> {
        match self {
            Self::Concrete(number) => Some(number),
            Self::Symbolic(_) => None,
        }
    }
}
