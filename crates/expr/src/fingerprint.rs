//! Numbers that tell expressions apart in every run.
//!
//! The number of an expression in its pool depends on what was made before it, and may be used again once nobody needs
//! it. A fingerprint depends on what the expression is and on nothing else: equal ones have the same in every pool, and
//! others have another, as far as 64 bits go.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use vellum_collections::{Id, combine, scramble};

use crate::{
    array::{Array, ArrayKind},
    kind::Kind,
    parts::Item,
    pool::{Expr, Exprs},
};

/// Fingerprints by number, zero where not known; those of the present numbers only.
#[derive(Default)]
pub(crate) struct Fingerprints {
    exprs: Vec<u64>,
    arrays: Vec<u64>,
}

impl Fingerprints {
    /// Forgets everything: numbers may be used again.
    pub(crate) fn clear(&mut self) {
        self.exprs.clear();
        self.arrays.clear();
    }
}

/// The part a byte with this fingerprint has in those of the bytes it is among, which is the sum of all parts. A zero
/// has none, so that zeros nobody looked at cost nothing.
#[inline]
pub fn byte_fingerprint(place: u64, byte: u64) -> u64 {
    if byte == 0 { 0 } else { scramble(scramble(place) ^ byte) }
}

impl Exprs {
    /// The fingerprint of `e`; that of a constant of up to 64 bits is its value.
    pub fn fingerprint(&mut self, e: Expr) -> u64 {
        self.find_fingerprint(Item::Expr(e))
    }

    /// The fingerprint of an array: where every byte is given, the sum of their parts.
    pub fn array_fingerprint(&mut self, array: Array) -> u64 {
        self.find_fingerprint(Item::Array(array))
    }

    fn find_fingerprint(&mut self, item: Item) -> u64 {
        self.fingerprints.exprs.resize(self.capacity(), 0);
        self.fingerprints.arrays.resize(self.arrays.capacity(), 0);
        let make = |exprs: &mut Self, item: Item| match item {
            Item::Expr(e) => exprs.fingerprints.exprs[e.index()] = exprs.expr_fingerprint(e).max(1),
            Item::Array(a) => exprs.fingerprints.arrays[a.index()] = exprs.make_array_fingerprint(a).max(1),
        };
        self.bottom_up(item, |exprs, item| exprs.printed(item).is_some(), make);
        self.printed(item).unwrap_or(0)
    }

    fn printed(&self, item: Item) -> Option<u64> {
        let found = match item {
            Item::Expr(e) => match self.kind(e) {
                Kind::Const(value) => return Some(value),
                _ => self.fingerprints.exprs[e.index()],
            },
            Item::Array(array) => self.fingerprints.arrays[array.index()],
        };
        (found != 0).then_some(found)
    }

    fn expr_fingerprint(&self, e: Expr) -> u64 {
        let kind = self.kind(e);
        let mut hasher = FxHasher::default();
        self.hash_own(e, &mut hasher);
        let own = [u64::from(self.width(e)), hasher.finish()];
        let operands = kind.operands().map(|e| {
            // A constant is no other constant of another width.
            self.printed(Item::Expr(e)).unwrap_or(0).wrapping_add(scramble(self.width(e).into()))
        });
        let array = kind.array().and_then(|array| self.printed(Item::Array(array)));
        combine(own.into_iter().chain(operands).chain(array))
    }

    fn make_array_fingerprint(&self, array: Array) -> u64 {
        let of = |e: Expr| self.printed(Item::Expr(e)).unwrap_or(0);
        match self.array_kind(array) {
            &ArrayKind::Store { on, index, value } => {
                let on = self.printed(Item::Array(on)).unwrap_or(0);
                combine([on, of(index), of(value), self.width(value).into()])
            }
            ArrayKind::Span { on, span } => {
                let of_array = |array: Array| self.printed(Item::Array(array)).unwrap_or(0);
                let arrays = span.array().into_iter().chain([*on]).map(of_array);
                combine(span.numbers().into_iter().chain(span.parts().map(of)).chain(arrays))
            }
            ArrayKind::Cells(cells) => {
                // Zeros have no part in it.
                let bytes = cells.bytes().others_than_zero();
                let bytes = bytes.map(|(at, byte)| byte_fingerprint(at, byte.into()));
                let exprs = cells.symbolic().iter().map(|&(at, e)| byte_fingerprint(at.into(), of(e)));
                bytes.chain(exprs).fold(0, u64::wrapping_add)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Set;

    use crate::{
        cells::Cells,
        pool::{Expr, Exprs},
    };

    /// Some expressions over an input, which another pool makes in another order.
    fn some(exprs: &mut Exprs) -> Vec<Expr> {
        let input = exprs.input("x", 4);
        let (a, b) = (exprs.symbol(input, 0), exprs.symbol(input, 1));
        let sum = exprs.add(a, b);
        let product = exprs.mul(a, b);
        let wide = exprs.zext(a, 64);
        let array = exprs.cells(Cells::new([3, 1, 4, 1, 5].into(), vec![(2, b)]));
        let stored = exprs.store(array, wide, product);
        let (read, other) = (exprs.read(array, wide, 2), exprs.read(stored, wide, 2));
        let compared = exprs.ult(a, b);
        let back = exprs.ult(b, a);
        let garbage = exprs.garbage(7, 0x1000);
        vec![a, b, sum, product, wide, read, other, compared, back, garbage]
    }

    #[test]
    fn fingerprints_depend_on_what_expressions_are() {
        let (mut first, mut second) = (Exprs::new(), Exprs::new());
        // Another history gives other numbers.
        let other = second.input("y", 9);
        for offset in 0..9 {
            let symbol = second.symbol(other, offset);
            second.not(symbol);
        }
        let (first_exprs, second_exprs) = (some(&mut first), some(&mut second));
        assert_ne!(first_exprs, second_exprs);
        let mut seen: Set<u64> = Set::default();
        for (a, b) in first_exprs.into_iter().zip(second_exprs) {
            let fingerprint = first.fingerprint(a);
            assert_eq!(fingerprint, second.fingerprint(b));
            assert!(seen.insert(fingerprint), "each has its own");
        }
    }
}
