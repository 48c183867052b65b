//! For which inputs two memories hold the same.

use std::rc::Rc;

use vellum_expr::{Expr, Exprs};

use crate::{memory::Memory, object::Object, value::Value};

/// Pairs of values beyond which nobody asks for which inputs they are all the same.
const PAIRS: usize = 64;

/// Bytes that are compared as one value.
const WORD: u64 = 8;

impl Memory {
    /// The pairs of values in which this memory and another differ, if these can be the same for some input and
    /// everything else is.
    pub fn differences(&self, other: &Self, exprs: &mut Exprs) -> Option<Vec<(Expr, Expr)>> {
        let mut pairs = Vec::new();
        self.segments().has_same_room(other.segments()).then_some(())?;
        for (arena, others) in self.arenas().iter().zip(other.arenas()) {
            if Rc::ptr_eq(arena, others) && self.segments().is_empty() {
                continue;
            }
            arena.spare().eq(others.spare()).then_some(())?;
            let (mut here, mut there) = (arena.iter(), others.iter());
            loop {
                match (here.next(), there.next()) {
                    (None, None) => break,
                    (Some((a, body)), Some((b, other_body))) if a == b => {
                        let is_shared = a.place.is_some();
                        if a.freed.is_none()
                            && (is_shared || body.hash_now(exprs) != other_body.hash_now(exprs))
                        {
                            self.compare(other, exprs, a, &mut pairs)?;
                        }
                    }
                    _ => return None,
                }
            }
        }
        self.guarded().iter().next().is_none().then_some(())?;
        other.guarded().iter().next().is_none().then_some(())?;
        let (here, there) = (self.stack().locals(), other.stack().locals());
        let (here, there): (Vec<Object>, Vec<Object>) = (here.collect(), there.collect());
        (here == there).then_some(())?;
        for object in &here {
            self.compare(other, exprs, object, &mut pairs)?;
        }
        Some(pairs)
    }

    /// Adds the values in which an object of both memories differs.
    fn compare(
        &self,
        other: &Self,
        exprs: &mut Exprs,
        object: &Object,
        pairs: &mut Vec<(Expr, Expr)>,
    ) -> Option<()> {
        // What may be behind the end of an object of symbolic size cannot be compared: such are never the same.
        let end = object.base + object.capacity();
        let mut at = object.base;
        while at < end {
            let len = u32::try_from(WORD.min(end - at)).ok()?;
            let values = (self.load_value(exprs, at, len)?, other.load_value(exprs, at, len)?);
            at += u64::from(len);
            let (a, b) = match values {
                (Value::Concrete(a), Value::Concrete(b)) if a == b => continue,
                (Value::Concrete(_), Value::Concrete(_)) => return None,
                (a, b) => (a.expr(exprs, 8 * len), b.expr(exprs, 8 * len)),
            };
            if a != b {
                (pairs.len() < PAIRS).then(|| pairs.push((a, b)))?;
            }
        }
        Some(())
    }
}
