//! Cases of one of several objects, whose sizes may depend on the input.

use vellum_expr::{Expr, Exprs};

use super::{Asked, Case, Part, Target};
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
        Case { guard: Expr::TRUE, objects, class: own.class, kind: own.kind, apart: 0, target }
    }

    /// The objects that a case may meet, which is that of what is asked, and where in each it begins; one of the guards
    /// holds where the case's does. Nothing if that is not known, or not all of an object may be accessed.
    pub fn objects_of_case(
        &self,
        exprs: &mut Exprs,
        case: &Case,
        asked: &mut Asked<'_>,
    ) -> Option<Vec<PointerTo>> {
        let of_part = |&(guard, part): &(Expr, Part)| {
            Some(PointerTo { guard, object: self.object_from(part.base)?, offset: part.place })
        };
        let objects: Vec<PointerTo> = match &case.target {
            Target::Object(part) => vec![of_part(&(Expr::TRUE, *part))?],
            Target::Several(parts) => parts.iter().map(of_part).collect::<Option<_>>()?,
            Target::Known(known) => {
                let which = known.which(exprs);
                let of_place = |(&constant, &number): (&u64, &u64)| {
                    let start = constant.wrapping_add(known.offset);
                    let object = self.object_at(start)?;
                    let number = exprs.constant(64, number);
                    let offset = exprs.constant(64, start - object.base);
                    Some(PointerTo { guard: exprs.eq(which, number), object, offset })
                };
                known.places.iter().map(of_place).collect::<Option<_>>()?
            }
            &Target::Segment { segment, .. } => self.objects_of_segment(exprs, segment, asked)?,
        };
        let is_plain = |to: &PointerTo| self.is_plain(asked.access, to.object.base);
        objects.iter().all(is_plain).then_some(objects)
    }

    /// The objects of a segment that an address may lead to, if it is one of a few constants and a distance.
    fn objects_of_segment(
        &self,
        exprs: &mut Exprs,
        segment: u32,
        asked: &mut Asked<'_>,
    ) -> Option<Vec<PointerTo>> {
        let number = (asked.value)(exprs, asked.address);
        let choice = self.ways(exprs, asked, number).0.filter(|choice| choice.constants.len() > 1)?;
        let in_segment = |object: &Object| object.place.is_some_and(|place| place.segment == segment);
        let one = exprs.constant(64, 1);
        let mut pointers = Vec::new();
        for &constant in &choice.constants {
            let Some(object) = self.object_at(constant).filter(in_segment) else { continue };
            let is_this = choice.map(exprs, |other| Some(u64::from(other == constant)));
            let guard = exprs.eq(is_this, one);
            let start = exprs.constant(64, constant - object.base);
            pointers.push(PointerTo { guard, object, offset: exprs.add(start, choice.rest) });
        }
        Some(pointers)
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
