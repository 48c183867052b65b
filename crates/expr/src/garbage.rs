//! Bytes nobody wrote.
//!
//! What a program reads from memory that was never written may be anything, and so may what lies past the end of an object. It is an expression like any other
//! while it is only computed with and copied; before something is decided by it, it has to be shown that the
//! decision does not depend on it ([`Exprs::without_garbage`]). So conditions of paths never hold any.

use vellum_collections::{Map, cast::len32};

use crate::{
    facts::Facts,
    kind::{BinaryOp, Kind},
    pool::{Expr, Exprs},
    substitute::Substitution,
};

/// Places from here on are nowhere in memory.
const NOWHERE: u64 = 1 << 63;

/// Places with this bit are past the end of an object; the address of the byte is the rest.
const BEYOND: u64 = 1 << 62;

/// What the pool knows of bytes nobody wrote.
#[derive(Default)]
pub(crate) struct Garbage {
    /// Who made their objects; each once.
    origins: Map<u64, u32>,
    /// How many were asked for that are at no place.
    fresh: u64,
}

impl Exprs {
    /// The byte at the address `place`, of an object made by `origin`, that nobody wrote.
    pub fn garbage(&mut self, origin: u64, place: u64) -> Expr {
        let next = len32(self.garbage.origins.len());
        let origin = *self.garbage.origins.entry(origin).or_insert(next);
        self.intern(Kind::Garbage { origin, place }, 8)
    }

    /// The byte at an address that is past the end of an object made by `origin`.
    pub fn garbage_beyond(&mut self, origin: u64, address: u64) -> Expr {
        debug_assert!(address < BEYOND, "addresses are short");
        self.garbage(origin, BEYOND | address)
    }

    /// Whether a byte is past the end of its object.
    pub fn is_beyond(&self, e: Expr) -> bool {
        matches!(self.kind(e), Kind::Garbage { place, .. } if place < NOWHERE && place & BEYOND != 0)
    }

    /// A byte nobody wrote of an object made by `origin`, who knows which.
    pub fn fresh_garbage(&mut self, origin: u64) -> Expr {
        self.garbage.fresh += 1;
        self.garbage(origin, NOWHERE | self.garbage.fresh)
    }

    /// Who made the object of a byte nobody wrote, and its address if it has one.
    pub fn garbage_source(&self, e: Expr) -> Option<(u64, Option<u64>)> {
        let Kind::Garbage { origin, place } = self.kind(e) else { return None };
        let (&origin, _) = self.garbage.origins.get_index(vellum_collections::cast::index(origin))?;
        Some((origin, (place < NOWHERE).then_some(place & !BEYOND)))
    }

    /// Whether `e` holds bytes nobody wrote. It may still not depend on them.
    #[inline]
    pub fn has_garbage(&self, e: Expr) -> bool {
        self.facts(e).symbols & Facts::GARBAGE != 0
    }

    /// The bytes nobody wrote that `e` is made of, in an order that depends on `e` alone.
    pub fn garbage_in(&self, e: Expr) -> Vec<Expr> {
        self.leaves(e, Facts::GARBAGE)
    }

    /// A condition without which `e` certainly does not depend on bytes nobody wrote: that some of those it is made of are
    /// chosen, and some of their bits left by the masks they are under.
    pub fn garbage_guard(&mut self, e: Expr) -> Expr {
        let mut guards: Map<Expr, Expr> = Map::default();
        let mut todo = vec![e];
        while let Some(&next) = todo.last() {
            if guards.contains_key(&next) {
                todo.pop();
                continue;
            }
            let kind = self.kind(next);
            let unknown = |o: &Expr| self.has_garbage(*o) && !guards.contains_key(o);
            let before = todo.len();
            todo.extend(kind.operands().filter(unknown));
            if todo.len() == before {
                let guard = self.guard_of(kind, &|o| guards.get(&o).copied().unwrap_or(Expr::FALSE));
                guards.insert(next, guard);
            }
        }
        guards.get(&e).copied().unwrap_or(Expr::FALSE)
    }

    /// The guard of a kind, given those of its operands.
    fn guard_of(&mut self, kind: Kind, guard: &dyn Fn(Expr) -> Expr) -> Expr {
        match kind {
            Kind::Garbage { .. } => Expr::TRUE,
            Kind::Read { array, .. } if self.arrays.symbols(array) & Facts::GARBAGE != 0 => Expr::TRUE,
            Kind::Ite(c, a, b) if !self.has_garbage(c) => {
                let other = self.not(c);
                let (a, b) = (self.and(c, guard(a)), self.and(other, guard(b)));
                self.or(a, b)
            }
            Kind::Binary(BinaryOp::And, a, b) if self.has_garbage(a) != self.has_garbage(b) => {
                let (masked, mask) = if self.has_garbage(a) { (a, b) } else { (b, a) };
                let zero = self.zero(self.width(mask));
                let some = self.ne(mask, zero);
                self.and(some, guard(masked))
            }
            kind => kind.operands().fold(Expr::FALSE, |all, operand| self.or(all, guard(operand))),
        }
    }

    /// `e` with other values for the bytes nobody wrote, given in the order of [`Exprs::garbage_in`].
    pub fn replace_garbage(&mut self, e: Expr, garbage: &[Expr], values: &[Expr]) -> Expr {
        let mut replace = Substitution::new();
        for (&from, &to) in garbage.iter().zip(values) {
            replace.replace(self, from, to);
        }
        replace.apply(self, e)
    }

    /// `e`, which was shown not to depend on bytes nobody wrote, without them.
    pub fn without_garbage(&mut self, e: Expr) -> Expr {
        if !self.has_garbage(e) {
            return e;
        }
        let garbage = self.garbage_in(e);
        let zeros = vec![self.zero(8); garbage.len()];
        self.replace_garbage(e, &garbage, &zeros)
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        cells::Cells,
        pool::{Expr, Exprs},
    };

    #[test]
    fn garbage_is_found_wherever_it_is_and_can_be_replaced() {
        let mut exprs = Exprs::new();
        let (a, b) = (exprs.garbage(7, 0x1000), exprs.garbage(7, 0x1001));
        let other = exprs.fresh_garbage(9);
        assert_eq!(exprs.garbage(7, 0x1000), a);
        assert_ne!(exprs.fresh_garbage(9), other);
        assert_eq!(exprs.garbage_source(b), Some((7, Some(0x1001))));
        assert_eq!(exprs.garbage_source(other), Some((9, None)));
        let beyond = exprs.garbage_beyond(7, 0x1001);
        assert_eq!(exprs.garbage_source(beyond), Some((7, Some(0x1001))));
        assert!(beyond != b && exprs.is_beyond(beyond) && !exprs.is_beyond(b) && !exprs.is_beyond(other));
        let input = exprs.input("x", 1);
        let x = exprs.symbol(input, 0);
        assert!(!exprs.has_garbage(x));
        let array = exprs.cells(Cells::new([1, 2, 0].into(), vec![(2, other)]));
        let index = exprs.zext(x, 64);
        let read = exprs.read(array, index, 1);
        let sum = exprs.add(a, read);
        let e = exprs.concat(sum, b);
        let mut found = exprs.garbage_in(e);
        found.sort_unstable();
        assert_eq!(found, [a, b, other]);
        let none = exprs.without_garbage(e);
        assert!(exprs.has_garbage(e) && !exprs.has_garbage(none));
        assert_eq!(exprs.xor(a, a), exprs.zero(8), "what does not depend on it is without it");
        assert_eq!(exprs.garbage_guard(e), Expr::TRUE);
        let masked = exprs.and(a, x);
        let compared = exprs.eq(masked, x);
        let zero = exprs.zero(8);
        let some = exprs.ne(x, zero);
        assert_eq!(exprs.garbage_guard(compared), some, "no bit of the mask, no garbage");
        let one = exprs.constant(8, 1);
        let chosen = exprs.eq(x, one);
        let choice = exprs.ite(chosen, x, masked);
        let other = exprs.not(chosen);
        assert_eq!(exprs.garbage_guard(choice), exprs.and(other, some), "what is not chosen does not matter");
        assert_eq!(exprs.garbage_guard(x), Expr::FALSE);
    }
}
