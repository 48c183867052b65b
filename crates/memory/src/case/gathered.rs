//! Which objects an access may meet, for models that bring these together.

use vellum_expr::Exprs;

use super::Asked;
use crate::{fault::Access, memory::Memory, object::Object};

/// Where an address leads, as far as that is known without asking anybody.
#[derive(Clone, Debug)]
pub enum Leads {
    /// The path's own input leads to no object, or to one that may not be moved.
    Nowhere,
    /// It is one of a few constants and a distance; these are the objects that the constants lead to.
    To {
        /// The objects, by address.
        objects: Vec<Object>,
        /// Whether it is known at which place of each.
        is_known: bool,
    },
    /// The path's own input leads to this object. Of other inputs nothing is known.
    From(Object),
}

impl Memory {
    /// Where an address leads. Objects whose bytes have to stay where they are, or that the access is not allowed to, are
    /// not among those.
    pub fn leads_of(&self, exprs: &mut Exprs, asked: &mut Asked<'_>) -> Leads {
        let number = (asked.value)(exprs, asked.address);
        let own = self.object_at(number).filter(|object| asked.is_held_by(exprs, object, number));
        let Some(own) = own.filter(|object| self.may_gather(asked.access, object)) else {
            return Leads::Nowhere;
        };
        match self.ways(exprs, asked, number).0.filter(|choice| choice.constants.len() > 1) {
            None => Leads::From(own),
            Some(choice) => {
                let lead = |&constant: &u64| {
                    let object = self.object_at(constant)?;
                    let fits = object.capacity() >= asked.len && self.may_gather(asked.access, &object);
                    fits.then_some(object)
                };
                let mut objects: Vec<Object> = choice.constants.iter().filter_map(lead).collect();
                objects.sort_unstable_by_key(|object| object.base);
                objects.dedup_by_key(|object| object.base);
                Leads::To { objects, is_known: exprs.is_const(choice.rest) }
            }
        }
    }

    /// Whether an access may meet an object together with others, in one segment.
    pub fn may_gather(&self, access: Access, object: &Object) -> bool {
        (access == Access::Read || !self.is_constant(object.base)) && self.is_movable(object)
    }
}
