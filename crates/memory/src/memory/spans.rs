//! Copies and fills of symbolically many bytes.

use std::ops::Range;

use vellum_expr::{Expr, Exprs, Source};

use super::Memory;
use crate::{
    body::{Bytes, Stretch},
    fault::Access,
    object::Object,
};

/// Symbolically many bytes of one object, which are all inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The address of the object's first byte.
    pub base: u64,
    /// How far behind it they begin; 64 bits.
    pub offset: Expr,
    /// How many there are; 64 bits.
    pub len: Expr,
}

impl Reach {
    /// The same bytes; none for inputs that do not satisfy the guard.
    #[must_use]
    pub fn under(self, exprs: &mut Exprs, guard: Expr) -> Self {
        let none = exprs.zero(64);
        Self { len: exprs.ite(guard, self.len, none), ..self }
    }
}

impl Memory {
    /// Whether all bytes of the object that starts at `base` may be accessed in one way or the other.
    pub fn is_plain(&self, access: Access, base: u64) -> bool {
        self.protections(base).is_empty() && (access == Access::Read || !self.is_constant(base))
    }

    /// Fills bytes with one value; `None`, and nothing is written, if reading them would be too much work.
    pub fn fill_reach(&mut self, exprs: &mut Exprs, to: &Reach, byte: Expr) -> Option<()> {
        self.write_reach_of(exprs, to, Source::Byte(byte))
    }

    /// Writes bytes that are all known; `None`, and nothing is written, if reading them would be too much work.
    pub fn write_reach_of(&mut self, exprs: &mut Exprs, to: &Reach, value: Source) -> Option<()> {
        self.write_reach(exprs, to, Bytes { value, shadow: None })
    }

    /// Copies as many bytes as there are of `to` from what begins as `from` does, as if through a buffer; `None`, and
    /// nothing is written, if reading them would be too much work.
    pub fn copy_reach(&mut self, exprs: &mut Exprs, to: &Reach, from: &Reach) -> Option<()> {
        let bytes = self.read_reach(exprs, from)?;
        self.write_reach(exprs, to, bytes)
    }

    /// As [`Memory::copy_reach`], from one of several places to one of several, each for the inputs for which its guard holds;
    /// the guards exclude each other. Where it is `None`, some may have been written.
    pub fn copy_between(
        &mut self,
        exprs: &mut Exprs,
        to: &[(Expr, Reach)],
        from: &[(Expr, Reach)],
    ) -> Option<()> {
        // All is read before anything is written: places may be in the same array, and what was written there for other
        // inputs would have to be looked through again.
        let mut sources = Vec::with_capacity(from.len());
        for (guard, from) in from {
            sources.push((*guard, self.read_reach(exprs, from)?));
        }
        for (from_there, bytes) in sources {
            for &(to_there, to) in to {
                let both = exprs.and(from_there, to_there);
                let to = to.under(exprs, both);
                self.write_reach(exprs, &to, bytes)?;
            }
        }
        Some(())
    }

    /// What the bytes are, to be written elsewhere.
    fn read_reach(&self, exprs: &mut Exprs, from: &Reach) -> Option<Bytes> {
        let object = self.object_from(from.base)?;
        let bounds = bounds(exprs, from, &object);
        if self.is_local(from.base) {
            let found = self.stack.find(from.base, 0)?;
            return Some(self.stack.local(&found).source(exprs, from.offset, &bounds));
        }
        let (body, place) = self.body(Access::Read, from.base, 0)?;
        let start = moved(exprs, from.offset, place);
        Some(body.source(exprs, start, &(bounds.start + place..bounds.end + place)))
    }

    fn write_reach(&mut self, exprs: &mut Exprs, to: &Reach, bytes: Bytes) -> Option<()> {
        let object = self.object_from(to.base)?;
        let bounds = bounds(exprs, to, &object);
        if bounds.start >= bounds.end {
            return Some(());
        }
        if self.is_local(to.base) {
            let found = self.stack.find(to.base, 0)?;
            let stretch = Stretch { start: to.offset, len: to.len, bounds };
            return self.stack.local_mut(&found)?.write_span(exprs, &stretch, bytes);
        }
        let objects = self.config.objects;
        let (body, place) = self.body_mut(Access::Write, to.base, 0)?;
        let start = moved(exprs, to.offset, place);
        let bounds = bounds.start + place..bounds.end + place;
        body.write_span(exprs, &Stretch { start, len: to.len, bounds }, bytes, objects)
    }
}

/// The places of an object that bytes can have, whatever the input.
fn bounds(exprs: &Exprs, reach: &Reach, object: &Object) -> Range<u64> {
    let (offset, len) = (exprs.facts(reach.offset), exprs.facts(reach.len));
    let end = offset.max.saturating_add(len.max).min(object.capacity());
    offset.min.min(end)..end
}

/// A place further on.
fn moved(exprs: &mut Exprs, place: Expr, by: u64) -> Expr {
    let by = exprs.constant(64, by);
    exprs.add(place, by)
}
