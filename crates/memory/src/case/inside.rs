//! Whether bytes are inside an object, as a number or as a formula.

use vellum_expr::{Expr, Exprs};

use super::{Asked, distance};
use crate::object::Object;

impl Asked<'_> {
    /// Whether it is inside of an object for the path's own input, for which it is at `number`.
    pub(super) fn is_held_by(&mut self, exprs: &Exprs, object: &Object, number: u64) -> bool {
        let size = object.extent.map_or(object.size, |extent| (self.value)(exprs, extent.size));
        object.with_size(size).holds(number, self.len)
    }
}

impl Object {
    /// At how many places of it `len` bytes can begin; 64 bits.
    pub(super) fn places(&self, exprs: &mut Exprs, len: u64) -> Expr {
        let Some(extent) = self.extent else {
            return exprs.constant(64, (self.size + 1).saturating_sub(len));
        };
        let (bytes, one) = (exprs.constant(64, len), exprs.constant(64, 1));
        let fits = exprs.ule(bytes, extent.size);
        let (past, none) = (exprs.add(extent.size, one), exprs.zero(64));
        let room = exprs.sub(past, bytes);
        exprs.ite(fits, room, none)
    }

    /// Whether `len` bytes, of which there may be any number, are inside that are `offset` bytes behind the start. No bytes
    /// are anywhere.
    pub fn inside_many(&self, exprs: &mut Exprs, offset: Expr, len: Expr) -> Expr {
        let (size, zero) = (self.size_expr(exprs), exprs.zero(64));
        let is_inside = inside(exprs, offset, len, size);
        let is_nothing = exprs.eq(len, zero);
        exprs.or(is_nothing, is_inside)
    }

    /// Whether `len` bytes at `address` are inside.
    pub fn holds(&self, address: u64, len: u64) -> bool {
        address.checked_sub(self.base).is_some_and(|offset| offset.saturating_add(len) <= self.size)
    }

    /// Whether `len` bytes at `address` are inside, of an object that has as many.
    pub fn inside(&self, exprs: &mut Exprs, address: Expr, len: u64) -> Expr {
        let offset = distance(exprs, address, self.base);
        self.inside_from(exprs, offset, len)
    }

    /// Whether `len` bytes are inside that are `offset` bytes behind the start.
    pub fn inside_from(&self, exprs: &mut Exprs, offset: Expr, len: u64) -> Expr {
        if let Some(extent) = self.extent {
            let len = exprs.constant(64, len);
            return inside(exprs, offset, len, extent.size);
        }
        let Some(last) = self.size.checked_sub(len) else { return Expr::FALSE };
        let last = exprs.constant(64, last);
        exprs.ule(offset, last)
    }
}

/// Whether `len` bytes are inside of `size` that begin at `offset`.
fn inside(exprs: &mut Exprs, offset: Expr, len: Expr, size: Expr) -> Expr {
    let (fits, room) = (exprs.ule(len, size), exprs.sub(size, len));
    let is_before = exprs.ule(offset, room);
    exprs.and(fits, is_before)
}
