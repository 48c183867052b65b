//! Bitwise operations on terms put together from parts: done part by part where a part is decided.
//!
//! This is how `b0 | b1 << 8 | b2 << 16` becomes a concatenation of bytes.

use vellum_bits::Bits;

use crate::{
    kind::{
        BinaryOp::{self, And, Or, Xor},
        Kind,
    },
    pool::{Expr, Exprs},
};

use super::either;

/// `concat(a, b) & c` → `concat(a & c', b & c'')`, where one of the two is decided
pub(super) fn and_seam(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    at_seam(exprs, And, x, y)
}

/// `concat(a, b) | c` → `concat(a | c', b | c'')`, where one of the two is decided
pub(super) fn or_seam(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    at_seam(exprs, Or, x, y)
}

/// `concat(a, b) ^ c` → `concat(a ^ c', b ^ c'')`, where one of the two is decided
pub(super) fn xor_seam(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    at_seam(exprs, Xor, x, y)
}

/// `zext(x) & y` → `zext(x & y[..n])`
pub(super) fn and_zext(exprs: &mut Exprs, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let (narrow, width) = (exprs.as_zext(x)?, exprs.width(x));
        let low = exprs.extract(y, 0, exprs.width(narrow));
        let both = exprs.and(narrow, low);
        Some(exprs.zext(both, width))
    })
}

/// `sext(x) op sext(y)` → `sext(x op y)`, of a bitwise operation; `y` may be a constant
pub(super) fn bitwise_sext(exprs: &mut Exprs, op: BinaryOp, x: Expr, y: Expr) -> Option<Expr> {
    if !matches!(op, And | Or | Xor) {
        return None;
    }
    let (x, y, width) = exprs.narrowed_signed(x, y)?;
    let narrow = exprs.binary(op, x, y);
    Some(exprs.sext(narrow, width))
}

fn at_seam(exprs: &mut Exprs, op: BinaryOp, x: Expr, y: Expr) -> Option<Expr> {
    either(exprs, x, y, |exprs, x, y| {
        let at = match exprs.kind(x) {
            Kind::Concat(_, low) => exprs.width(low),
            Kind::ZExt(narrow) => exprs.width(narrow),
            _ => return None,
        };
        if !exprs.comes_apart(y, at) {
            return None;
        }
        let (width, rest) = (exprs.width(x), exprs.width(x) - at);
        let decided = |low, width| {
            let trivial = |e| exprs.constant_part(e, low, width).is_some_and(|c| c.is_zero() || c.is_ones());
            trivial(x) || trivial(y)
        };
        if !decided(0, at) && !decided(at, width - at) {
            return None;
        }
        let (high_x, high_y) = (exprs.extract(x, at, rest), exprs.extract(y, at, rest));
        let high = exprs.binary(op, high_x, high_y);
        let (low_x, low_y) = (exprs.extract(x, 0, at), exprs.extract(y, 0, at));
        let low = exprs.binary(op, low_x, low_y);
        Some(exprs.concat(high, low))
    })
}

impl Exprs {
    /// Whether two parts of `e` meet at bit `at`, so that nothing needs to be cut there.
    pub(super) fn comes_apart(&self, mut e: Expr, mut at: u32) -> bool {
        loop {
            match self.kind(e) {
                Kind::Const(_) | Kind::Wide(_) => return true,
                Kind::ZExt(narrow) if at >= self.width(narrow) => return true,
                Kind::ZExt(narrow) => e = narrow,
                Kind::Concat(high, low) => {
                    let seam = self.width(low);
                    if at == seam {
                        return true;
                    }
                    (e, at) = if at < seam { (low, at) } else { (high, at - seam) };
                }
                _ => return false,
            }
        }
    }

    /// `width` bits of `e` from `low` on, if they are constant; a constant is not looked for across parts.
    pub(super) fn constant_part(&self, mut e: Expr, mut low: u32, width: u32) -> Option<Bits> {
        loop {
            match self.kind(e) {
                Kind::Const(_) | Kind::Wide(_) => return Some(self.as_bits(e)?.extract(low, width)),
                Kind::ZExt(narrow) if low >= self.width(narrow) => return Some(Bits::zero(width)),
                Kind::ZExt(narrow) if low + width <= self.width(narrow) => e = narrow,
                Kind::Concat(high, bottom) => {
                    let seam = self.width(bottom);
                    if low >= seam {
                        (e, low) = (high, low - seam);
                    } else if low + width <= seam {
                        e = bottom;
                    } else {
                        return None;
                    }
                }
                _ => return None,
            }
        }
    }

    /// Whether cutting `width` bits out of `e`, from `low` on, leads to no new cut.
    pub(super) fn is_free(&self, mut e: Expr, mut low: u32, width: u32) -> bool {
        loop {
            if low == 0 && width == self.width(e) {
                return true;
            }
            match self.kind(e) {
                Kind::Const(_) | Kind::Wide(_) => return true,
                Kind::ZExt(narrow) => {
                    let seam = self.width(narrow);
                    if low >= seam || low == 0 && width >= seam {
                        return true;
                    }
                    if low + width > seam {
                        return false;
                    }
                    e = narrow;
                }
                Kind::SExt(narrow) => {
                    let seam = self.width(narrow);
                    if low + width > seam {
                        return low == 0;
                    }
                    e = narrow;
                }
                Kind::Concat(high, bottom) => {
                    let seam = self.width(bottom);
                    if low >= seam {
                        (e, low) = (high, low - seam);
                    } else if low + width <= seam {
                        e = bottom;
                    } else {
                        let end = low + width;
                        return (low == 0 || self.comes_apart(e, low))
                            && (end == self.width(e) || self.comes_apart(e, end));
                    }
                }
                _ => return false,
            }
        }
    }
}
