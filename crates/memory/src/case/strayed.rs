//! Pointers that were read from a table, or chosen by a condition, and do not lead into their object.
//!
//! They were moved, so where they are now says nothing. What counts is the object that the entry of the table leads to: it
//! was left, or it is gone.

use vellum_collections::Map;
use vellum_expr::{Choice, Expr, Exprs};

use super::{Asked, Meets, place_and_room};
use crate::{memory::Memory, object::Object};

/// A pointer that has left its object.
#[derive(Debug)]
pub struct Left {
    /// The object.
    pub object: Object,
    /// For which inputs the pointers there are inside of their objects.
    pub stays: Expr,
    /// For which inputs it is a pointer to this object, or to another of the same origin.
    pub same_object: Expr,
    /// For which inputs the object was freed, of objects that were for some.
    pub is_freed: Expr,
}

/// A pointer whose object is gone.
#[derive(Debug)]
pub struct LedToGone {
    /// Where the object began; of locals whose function has returned, the pointer as it was in the table.
    pub base: u64,
    /// For which inputs it is a pointer to what is gone in the same way.
    pub is_gone: Expr,
}

impl Memory {
    /// What is to be known where one of several pointers, which is `own` for the path's own input, leads nowhere.
    pub(super) fn strayed(&self, exprs: &mut Exprs, asked: &Asked<'_>, choice: &Choice, own: u64) -> Meets {
        if let Some(object) = self.object_at(own) {
            return Meets::Left(Box::new(self.left(exprs, asked, choice, object)));
        }
        let how = self.gone_at(own);
        let is_gone = is_one_with(exprs, choice, |constant| self.gone_at(constant) == how);
        Meets::LedToGone(Box::new(LedToGone { base: self.owner(own).unwrap_or(own), is_gone }))
    }

    fn left(&self, exprs: &mut Exprs, asked: &Asked<'_>, choice: &Choice, object: Object) -> Left {
        let lead = |&constant: &u64| Some((constant, self.object_at(constant)?));
        let leads: Map<u64, Object> = choice.constants.iter().filter_map(lead).collect();
        let (place, room) = place_and_room(exprs, choice, &leads, asked.len);
        let stays = exprs.ult(place, room);
        let is_same = |constant| leads.get(&constant).is_some_and(|other| other.origin == object.origin);
        let same_object = is_one_with(exprs, choice, is_same);
        let is_freed = choice.map_values(exprs, |exprs, constant| {
            let gone = leads.get(&constant).and_then(|object| object.extent?.gone);
            Some(exprs.zext(gone.map_or(Expr::FALSE, |gone| gone.when), 64))
        });
        let one = exprs.constant(64, 1);
        Left { object, stays, same_object, is_freed: exprs.eq(is_freed, one) }
    }
}

/// Whether the constant that is chosen is one of which something holds.
fn is_one_with(exprs: &mut Exprs, choice: &Choice, holds: impl Fn(u64) -> bool) -> Expr {
    let said = choice.map(exprs, |constant| Some(holds(constant).into()));
    let one = exprs.constant(64, 1);
    exprs.eq(said, one)
}
