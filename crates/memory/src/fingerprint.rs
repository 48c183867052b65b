//! A number for all that memory holds.
//!
//! Two paths whose memory is the same have the same fingerprint, in every run; it does not matter how it came to be.
//! What there was room for is part of it, because later objects get their addresses from that. Addresses that the stack
//! has used up are not: no program can tell before the next call, and where fingerprints are compared the stack uses them
//! again.

use std::rc::Rc;

use vellum_collections::{
    cast::{index, len64},
    combine,
};
use vellum_expr::Exprs;

use crate::{arena::Arena, memory::Memory, protection::Protection, stack::Stack};

impl Memory {
    /// A number for all objects and locals. The first time costs a look at every byte; what objects come to is kept
    /// from then on.
    pub fn fingerprint(&mut self, exprs: &mut Exprs) -> u64 {
        let mut parts = Vec::new();
        for arena in self.arenas_mut() {
            if arena.lacks_hashes() {
                Rc::make_mut(arena).keep_hashes(exprs);
            }
            parts.push(arena.fingerprint(exprs));
        }
        for (base, pages, body) in self.guarded().iter() {
            let pages = combine(pages.iter().map(|&page| match page {
                Protection::None => 0,
                Protection::Read => 1,
                Protection::ReadWrite => 2,
            }));
            parts.extend([base, pages, body.hash_now(exprs)]);
        }
        parts.extend(self.segments().fingerprints(exprs));
        parts.push(self.stack().fingerprint(exprs));
        combine(parts)
    }
}

impl Arena {
    fn fingerprint(&self, exprs: &mut Exprs) -> u64 {
        let mut all = 0_u64;
        for (object, body) in self.iter() {
            let body = body.hash_now(exprs);
            let freed = object.freed.map_or(0, |origin| origin.0 | 1);
            let extent = object.extent.map_or(0, |extent| {
                let gone = extent.gone.map_or(0, |gone| exprs.fingerprint(gone.when));
                combine([extent.capacity, exprs.fingerprint(extent.size), gone])
            });
            let parts = [object.base, object.size, extent, object.origin.0, freed, body];
            all = all.wrapping_add(combine(parts));
        }
        combine([all, combine(self.spare())])
    }
}

impl Stack {
    /// A number for all live locals.
    fn fingerprint(&self, exprs: &mut Exprs) -> u64 {
        let locals: Vec<_> = self.locals().collect();
        let mut parts = vec![len64(locals.len())];
        for object in locals {
            let size = index(u32::try_from(object.size).unwrap_or(u32::MAX));
            let Some(found) = self.find(object.base, size) else { continue };
            // What is in a segment counts there.
            let held = if object.place.is_some() { 0 } else { self.local(&found).hash(exprs) };
            parts.extend([object.base, object.origin.0, held]);
        }
        combine(parts)
    }
}
