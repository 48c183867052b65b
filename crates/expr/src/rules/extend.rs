//! Extensions, and terms that are narrower than they look.

use vellum_bits::word;

use super::{Extend, Rule, table};
use crate::{
    kind::Kind,
    pool::{Expr, Exprs},
};

pub(super) const ZEXT: &[Rule<Extend>] = table![zext_zext, zext_choice, zext_of_all];
pub(super) const SEXT: &[Rule<Extend>] = table![sext_sext, sext_non_negative, sext_negative, sext_choice];

/// `zext(zext(x))` → `zext(x)`
fn zext_zext(exprs: &mut Exprs, x: Expr, width: u32) -> Option<Expr> {
    let narrow = exprs.as_zext(x)?;
    Some(exprs.zext(narrow, width))
}

/// `zext(ite(c, a, b))` → `ite(c, zext(a), zext(b))`, of constants
fn zext_choice(exprs: &mut Exprs, x: Expr, width: u32) -> Option<Expr> {
    let (c, a, b) = exprs.as_const_ite(x)?;
    let (a, b) = (exprs.zext(a, width), exprs.zext(b, width));
    Some(exprs.ite(c, a, b))
}

/// `zext(x[..n])` → `x` cut to the width, where the bits above `n` are zero anyway
fn zext_of_all(exprs: &mut Exprs, x: Expr, width: u32) -> Option<Expr> {
    let Kind::Extract { of, low } = exprs.kind(x) else { return None };
    if low + width > exprs.width(of) {
        return None;
    }
    let zeros = exprs.known(of)?.zeros >> low;
    let above = word::mask(width) & !word::mask(exprs.width(x));
    (zeros & above == above).then(|| exprs.extract(of, low, width))
}

/// `sext(sext(x))` → `sext(x)`
fn sext_sext(exprs: &mut Exprs, x: Expr, width: u32) -> Option<Expr> {
    let narrow = exprs.as_sext(x)?;
    Some(exprs.sext(narrow, width))
}

/// `sext(x)` → `zext(x)`, where `x` is not negative
fn sext_non_negative(exprs: &mut Exprs, x: Expr, width: u32) -> Option<Expr> {
    (exprs.sign(x) == Some(false)).then(|| exprs.zext(x, width))
}

/// `sext(x)` → `concat(-1, x)`, where `x` is negative
fn sext_negative(exprs: &mut Exprs, x: Expr, width: u32) -> Option<Expr> {
    if exprs.sign(x) != Some(true) {
        return None;
    }
    let ones = exprs.ones(width - exprs.width(x));
    Some(exprs.concat(ones, x))
}

/// `sext(ite(c, a, b))` → `ite(c, sext(a), sext(b))`, of constants
fn sext_choice(exprs: &mut Exprs, x: Expr, width: u32) -> Option<Expr> {
    let (c, a, b) = exprs.as_const_ite(x)?;
    let (a, b) = (exprs.sext(a, width), exprs.sext(b, width));
    Some(exprs.ite(c, a, b))
}

impl Exprs {
    /// Two operands, zero-extended or constants that fit, at the smallest common width, and the width they had.
    pub(super) fn narrowed_unsigned(&mut self, x: Expr, y: Expr) -> Option<(Expr, Expr, u32)> {
        let width = self.width(x);
        let [(x, x_bits), (y, y_bits)] = [self.unsigned_core(x)?, self.unsigned_core(y)?];
        let narrow = x_bits.max(y_bits);
        (narrow < width).then(|| (self.fit(x, narrow), self.fit(y, narrow), width))
    }

    /// Two operands, sign-extended or constants that fit, at the smallest common width, and the width they had.
    pub(super) fn narrowed_signed(&mut self, x: Expr, y: Expr) -> Option<(Expr, Expr, u32)> {
        let width = self.width(x);
        let [(x, x_bits), (y, y_bits)] = [self.signed_core(x)?, self.signed_core(y)?];
        let narrow = x_bits.max(y_bits);
        if narrow >= width {
            return None;
        }
        Some((self.fit_signed(x, narrow), self.fit_signed(y, narrow), width))
    }

    /// What is zero-extended, and its bits.
    fn unsigned_core(&self, e: Expr) -> Option<(Expr, u32)> {
        if let Some(narrow) = self.as_zext(e) {
            return Some((narrow, self.width(narrow)));
        }
        let value = self.as_bits(e)?;
        Some((e, (value.width() - value.leading_zeros()).max(1)))
    }

    /// What is sign-extended, and its bits.
    fn signed_core(&self, e: Expr) -> Option<(Expr, u32)> {
        if let Some(narrow) = self.as_sext(e) {
            return Some((narrow, self.width(narrow)));
        }
        let value = self.as_bits(e)?;
        let copies = if value.sign_bit() { value.not().leading_zeros() } else { value.leading_zeros() };
        Some((e, value.width() - copies + 1))
    }

    fn fit_signed(&mut self, e: Expr, width: u32) -> Expr {
        if width <= self.width(e) { self.extract(e, 0, width) } else { self.sext(e, width) }
    }
}
