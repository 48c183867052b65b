//! Cases of a few known places.

use vellum_collections::Map;
use vellum_expr::{Choice, Expr, Exprs};

use super::{Asked, Case};
use crate::{fault::Access, memory::Memory, object::Object, value::Value};

/// Known places whose bytes are put into a table.
const FEW_READ: usize = 512;

/// Known places that are written one by one, each where it is the one.
const FEW_WRITTEN: usize = 64;

/// Bytes of a pointer.
const POINTER: u32 = 8;

/// One of a few known places: where each constant of a choice leads, and the number of that place.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) choice: Choice,
    pub(super) places: Map<u64, u64>,
    /// What comes to the constants.
    pub(super) offset: u64,
}

impl Known {
    /// The number of the place that is chosen.
    pub(super) fn which(&self, exprs: &mut Exprs) -> Expr {
        self.choice.map(exprs, |constant| self.places.get(&constant).copied())
    }
}

impl Case {
    /// Known places that an access may be one of without comparing it with each object.
    pub(crate) fn few_known(access: Access) -> usize {
        if access == Access::Read { FEW_READ } else { FEW_WRITTEN }
    }
}

impl Memory {
    /// Reads `len` bytes at one of a few known places; 64 bits.
    pub(super) fn load_known(&self, exprs: &mut Exprs, known: &Known, len: u32) -> Expr {
        let mut values: Map<u64, Expr> = Map::default();
        for &constant in known.places.keys() {
            let read = self.load_value(exprs, constant.wrapping_add(known.offset), len);
            // Where the guard does not hold, it may be anywhere.
            let read = read.unwrap_or(Value::Concrete(0)).expr(exprs, len * 8);
            values.insert(constant, exprs.zext(read, 64));
        }
        if !values.values().any(|&value| exprs.has_garbage(value)) {
            let value_at = |_: &mut Exprs, constant: u64| values.get(&constant).copied();
            let is_pointer =
                |&value: &Expr| exprs.as_const(value).is_some_and(|number| self.is_pointer(number));
            return if len == POINTER && values.values().any(is_pointer) {
                known.choice.map_pointers(exprs, value_at)
            } else {
                known.choice.map_values(exprs, value_at)
            };
        }
        // One by one, it can be told who meets bytes that nobody wrote.
        let which = known.which(exprs);
        known.places.iter().fold(exprs.zero(64), |others, (constant, &number)| {
            let number = exprs.constant(64, number);
            let guard = exprs.eq(which, number);
            exprs.ite(guard, values[constant], others)
        })
    }
}

/// The known places an address can be that is `offset` behind one of a few constants, and when it is one of them; nothing
/// if they are many.
pub(super) fn known(
    exprs: &mut Exprs,
    asked: &Asked<'_>,
    (choice, offset): (&Choice, u64),
    leads: &Map<u64, Object>,
) -> Option<(Expr, Known)> {
    let few = Case::few_known(asked.access);
    let is_inside =
        |(constant, object): &(&u64, &Object)| object.holds(constant.wrapping_add(offset), asked.len);
    let constants = leads.iter().filter(is_inside).map(|(&constant, _)| constant);
    let places: Map<u64, u64> = constants.zip(0..).collect();
    (places.len() <= few).then_some(())?;
    // The same for every access that stays inside the same objects, so that it is decided once.
    let is_one = choice.map(exprs, |constant| Some(places.contains_key(&constant).into()));
    let one = exprs.constant(64, 1);
    Some((exprs.eq(is_one, one), Known { choice: choice.clone(), places, offset }))
}
