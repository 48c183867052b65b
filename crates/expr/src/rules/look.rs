//! What rules ask about operands.

use vellum_bits::Bits;

use crate::{
    facts::Facts,
    kind::{BinaryOp, CompareOp, Kind},
    pool::{Expr, Exprs},
};

impl Exprs {
    pub(super) fn is_zero(&self, e: Expr) -> bool {
        match self.kind(e) {
            Kind::Const(value) => value == 0,
            Kind::Wide(_) => self.as_bits(e).is_some_and(|value| value.is_zero()),
            _ => false,
        }
    }

    pub(super) fn is_ones(&self, e: Expr) -> bool {
        self.is_const(e) && self.as_bits(e).is_some_and(|value| value.is_ones())
    }

    pub(super) fn is_one(&self, e: Expr) -> bool {
        match self.kind(e) {
            Kind::Const(value) => value == 1,
            Kind::Wide(_) => self.as_bits(e).is_some_and(|value| value.to_u64() == Some(1)),
            _ => false,
        }
    }

    /// The operands of an operation.
    pub(super) fn as_op(&self, op: BinaryOp, e: Expr) -> Option<(Expr, Expr)> {
        match self.kind(e) {
            Kind::Binary(found, x, y) if found == op => Some((x, y)),
            _ => None,
        }
    }

    /// The operands of an operation whose second is constant.
    pub(super) fn as_op_const(&self, op: BinaryOp, e: Expr) -> Option<(Expr, Expr)> {
        self.as_op(op, e).filter(|&(_, y)| self.is_const(y))
    }

    /// The operands of an operation of which only the first is constant.
    pub(super) fn as_const_op(&self, op: BinaryOp, e: Expr) -> Option<(Expr, Expr)> {
        self.as_op(op, e).filter(|&(x, _)| self.is_const(x))
    }

    pub(super) fn as_not(&self, e: Expr) -> Option<Expr> {
        match self.kind(e) {
            Kind::Not(x) => Some(x),
            _ => None,
        }
    }

    pub(super) fn as_zext(&self, e: Expr) -> Option<Expr> {
        match self.kind(e) {
            Kind::ZExt(x) => Some(x),
            _ => None,
        }
    }

    pub(super) fn as_sext(&self, e: Expr) -> Option<Expr> {
        match self.kind(e) {
            Kind::SExt(x) => Some(x),
            _ => None,
        }
    }

    pub(super) fn as_concat(&self, e: Expr) -> Option<(Expr, Expr)> {
        match self.kind(e) {
            Kind::Concat(high, low) => Some((high, low)),
            _ => None,
        }
    }

    pub(super) fn as_ite(&self, e: Expr) -> Option<(Expr, Expr, Expr)> {
        match self.kind(e) {
            Kind::Ite(c, x, y) => Some((c, x, y)),
            _ => None,
        }
    }

    /// A choice of two constants.
    pub(super) fn as_const_ite(&self, e: Expr) -> Option<(Expr, Expr, Expr)> {
        self.as_ite(e).filter(|&(_, x, y)| self.is_const(x) && self.is_const(y))
    }

    pub(super) fn as_eq(&self, e: Expr) -> Option<(Expr, Expr)> {
        match self.kind(e) {
            Kind::Compare(CompareOp::Eq, x, y) => Some((x, y)),
            _ => None,
        }
    }

    /// Which power of two a constant is.
    pub(super) fn power_of_two(&self, e: Expr) -> Option<u32> {
        let value = self.as_bits(e)?;
        (value.count_ones() == 1).then(|| value.trailing_zeros())
    }

    /// A constant smaller than a width.
    pub(super) fn as_amount(&self, e: Expr, width: u32) -> Option<u32> {
        let amount = self.as_bits(e)?.to_u64()?;
        u32::try_from(amount).ok().filter(|&amount| amount < width)
    }

    /// The facts of an expression they are kept for.
    pub(super) fn known(&self, e: Expr) -> Option<&Facts> {
        (self.width(e) <= 64).then(|| self.facts(e))
    }

    /// The highest bit, where it is the same for all values.
    pub(super) fn sign(&self, e: Expr) -> Option<bool> {
        if let Some(facts) = self.known(e) {
            let sign = 1 << (self.width(e) - 1);
            return if facts.zeros & sign != 0 {
                Some(false)
            } else {
                (facts.ones & sign != 0).then_some(true)
            };
        }
        match self.kind(e) {
            Kind::ZExt(_) => Some(false),
            Kind::Wide(_) => self.as_bits(e).map(|value| value.sign_bit()),
            _ => None,
        }
    }

    /// The smallest and the largest value, unsigned.
    pub(super) fn bounds(&self, e: Expr) -> (Bits, Bits) {
        let width = self.width(e);
        match self.known(e) {
            Some(facts) => (Bits::from_u64(width, facts.min), Bits::from_u64(width, facts.max)),
            None => (Bits::zero(width), Bits::ones(width)),
        }
    }

    /// Whether one is the other with every bit flipped, as far as a look shows.
    pub(super) fn are_opposite(&self, x: Expr, y: Expr) -> bool {
        if self.as_not(x) == Some(y) || self.as_not(y) == Some(x) {
            return true;
        }
        match (self.kind(x), self.kind(y)) {
            (Kind::Compare(CompareOp::Ult, a, b), Kind::Compare(CompareOp::Ule, c, d))
            | (Kind::Compare(CompareOp::Ule, a, b), Kind::Compare(CompareOp::Ult, c, d))
            | (Kind::Compare(CompareOp::Slt, a, b), Kind::Compare(CompareOp::Sle, c, d))
            | (Kind::Compare(CompareOp::Sle, a, b), Kind::Compare(CompareOp::Slt, c, d)) => (a, b) == (d, c),
            // With constants both are strict: `x < 4` and `3 < x`.
            (Kind::Compare(CompareOp::Ult, a, b), Kind::Compare(CompareOp::Ult, c, d))
            | (Kind::Compare(CompareOp::Slt, a, b), Kind::Compare(CompareOp::Slt, c, d)) => {
                a == d && self.is_next(c, b) || b == c && self.is_next(a, d)
            }
            _ => false,
        }
    }

    /// Whether two constants follow each other.
    fn is_next(&self, x: Expr, y: Expr) -> bool {
        match (self.as_bits(x), self.as_bits(y)) {
            (Some(x), Some(y)) => x.add(&Bits::from_u64(x.width(), 1)) == y,
            _ => false,
        }
    }

    /// Of operands of which one is the opposite of `x`, the other.
    pub(super) fn other_than_opposite(&self, (a, b): (Expr, Expr), x: Expr) -> Option<Expr> {
        if self.are_opposite(a, x) { Some(b) } else { self.are_opposite(b, x).then_some(a) }
    }
}

/// Of operands of which one is `x`, the other.
pub(super) fn other((a, b): (Expr, Expr), x: Expr) -> Option<Expr> {
    if a == x { Some(b) } else { (b == x).then_some(a) }
}
