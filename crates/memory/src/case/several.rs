//! Cases of one of several objects, whose sizes may depend on the input.

use vellum_expr::{Expr, Exprs};

use super::{Case, Part, Target};
use crate::{fault::Access, memory::Memory, object::Object};

/// One of several pointers.
#[derive(Clone, Copy, Debug)]
pub struct PointerTo {
    /// For which inputs it is this one.
    pub guard: Expr,
    /// The object it was made from.
    pub object: Object,
    /// Its offset from the start of that object; 64 bits.
    pub offset: Expr,
}

impl Memory {
    /// The case of an access that is some bytes behind the start of one of several objects, and inside of the one it is;
    /// the guards exclude each other.
    pub fn case_of_several(&self, pointers: &[PointerTo], own: &Object) -> Case {
        let parts = pointers.iter().map(|to| (to.guard, Part::new(to.object.base, to.offset)));
        let parts: Vec<(Expr, Part)> = parts.collect();
        let (objects, target) = (parts.len(), Target::Several(parts));
        Case { guard: Expr::TRUE, objects, class: own.class, kind: own.kind, target }
    }

    /// Whether the size of the object that starts at `base` depends on the input.
    pub(super) fn is_sized(&self, base: u64) -> bool {
        self.shared_object(base).is_some_and(|object| object.extent.is_some())
    }

    /// Writes `value` at a known place of an object of symbolic size where `guard` holds.
    pub(super) fn store_sized(
        &mut self,
        exprs: &mut Exprs,
        guard: Expr,
        (base, offset): (u64, u64),
        value: Expr,
    ) -> Option<()> {
        let len = u64::from(exprs.width(value) / 8);
        let capacity = self.shared_object(base)?.capacity();
        if offset.checked_add(len).is_some_and(|end| end <= capacity) {
            let objects = self.objects();
            let (body, start) = self.body_mut(Access::Write, base, 0)?;
            body.write_known_if(exprs, guard, start + offset, value, objects);
        }
        Some(())
    }
}
