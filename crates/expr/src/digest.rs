//! Numbers of 128 bits by which an answer is found again in another run.
//!
//! As a fingerprint, a digest depends on what an expression is and on nothing else. It is longer, because nothing shows
//! that "no input does" was said of another question; and it does not look at the order of operands that may change
//! places, which is that of their numbers in the pool, and so a matter of what was made before.

use std::hash::Hasher;

use vellum_collections::{Id, cast::low64, scramble};

use crate::{
    array::{Array, ArrayKind},
    cells::Part,
    kind::{CompareOp, Kind},
    parts::Item,
    pool::{Expr, Exprs},
};

/// Digests by number, zero where not known; those of the present numbers only.
#[derive(Default)]
pub(crate) struct Digests {
    exprs: Vec<u128>,
    arrays: Vec<u128>,
}

impl Digests {
    /// Forgets everything: numbers may be used again.
    pub(crate) fn clear(&mut self) {
        self.exprs.clear();
        self.arrays.clear();
    }
}

/// Two hashes of the same words, made in different ways.
struct Lanes {
    low: u64,
    high: u64,
}

impl Lanes {
    fn new(kind: u64) -> Self {
        let mut lanes = Self { low: 0x9e37_79b9_7f4a_7c15, high: 0xc2b2_ae3d_27d4_eb4f };
        lanes.word(kind);
        lanes
    }

    fn word(&mut self, word: u64) {
        self.low = scramble(self.low ^ scramble(word.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        let mixed = word.wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.high = scramble(self.high.rotate_left(23).wrapping_mul(5) ^ mixed ^ (mixed >> 33));
    }

    fn digest(&mut self, digest: u128) {
        self.word(low64(digest));
        self.word(low64(digest >> 64));
    }

    /// Zero stands for what is not known.
    fn end(&self) -> u128 {
        (u128::from(self.high) << 64 | u128::from(self.low)).max(1)
    }
}

impl Hasher for Lanes {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        self.word(vellum_collections::cast::len64(bytes.len()));
    }

    fn write_u8(&mut self, number: u8) {
        self.word(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.word(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.word(number);
    }

    fn finish(&self) -> u64 {
        self.low
    }
}

/// The digest of a set, whose members are in any order.
pub fn digest_of_set(mut members: Vec<u128>) -> u128 {
    members.sort_unstable();
    members.dedup();
    let mut lanes = Lanes::new(3);
    for member in members {
        lanes.digest(member);
    }
    lanes.end()
}

impl Exprs {
    /// The digest of `e`.
    pub fn digest(&mut self, e: Expr) -> u128 {
        self.digests.exprs.resize(self.capacity(), 0);
        self.digests.arrays.resize(self.arrays.capacity(), 0);
        let make = |exprs: &mut Self, item: Item| match item {
            Item::Expr(e) => exprs.digests.exprs[e.index()] = exprs.expr_digest(e),
            Item::Array(array) => exprs.digests.arrays[array.index()] = exprs.array_digest(array),
        };
        self.bottom_up(Item::Expr(e), |exprs, item| exprs.digested(item) != 0, make);
        self.digested(Item::Expr(e))
    }

    fn digested(&self, item: Item) -> u128 {
        match item {
            Item::Expr(e) => self.digests.exprs[e.index()],
            Item::Array(array) => self.digests.arrays[array.index()],
        }
    }

    fn expr_digest(&self, e: Expr) -> u128 {
        let kind = self.kind(e);
        let mut lanes = Lanes::new(1);
        lanes.word(self.width(e).into());
        self.hash_own(e, &mut lanes);
        let mut operands = [0; 3];
        for (place, operand) in operands.iter_mut().zip(kind.operands()) {
            *place = self.digested(Item::Expr(operand));
        }
        if may_swap(kind) {
            operands[..2].sort_unstable();
        }
        for operand in operands {
            lanes.digest(operand);
        }
        if let Some(array) = kind.array() {
            lanes.digest(self.digested(Item::Array(array)));
        }
        lanes.end()
    }

    fn array_digest(&self, array: Array) -> u128 {
        let mut lanes = Lanes::new(2);
        match self.array_kind(array) {
            &ArrayKind::Store { on, index, value } => {
                lanes.word(1);
                lanes.digest(self.digested(Item::Array(on)));
                lanes.digest(self.digested(Item::Expr(index)));
                lanes.digest(self.digested(Item::Expr(value)));
            }
            ArrayKind::Span { on, span } => {
                span.numbers().into_iter().for_each(|number| lanes.word(number));
                span.parts().for_each(|e| lanes.digest(self.digested(Item::Expr(e))));
                for array in span.array().into_iter().chain([*on]) {
                    lanes.digest(self.digested(Item::Array(array)));
                }
            }
            ArrayKind::Cells(cells) => {
                lanes.word(2);
                for part in cells.bytes().parts(0..cells.len()) {
                    match part {
                        Part::Same(byte, count) => {
                            lanes.word(byte.into());
                            lanes.word(count);
                        }
                        Part::Given(bytes) => lanes.write(bytes),
                    }
                }
                for &(at, e) in cells.symbolic() {
                    lanes.word(at.into());
                    lanes.digest(self.digested(Item::Expr(e)));
                }
            }
        }
        lanes.end()
    }
}

/// Whether the two operands may change places.
fn may_swap(kind: Kind) -> bool {
    match kind {
        Kind::Binary(op, ..) => op.is_commutative(),
        Kind::Compare(op, ..) => op == CompareOp::Eq,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::{Random, Set};

    use super::digest_of_set;
    use crate::{
        cells::Cells,
        kind::BinaryOp,
        pool::{Expr, Exprs},
    };

    /// Random expressions over an input; the numbers of a pool with another history are others.
    fn some(exprs: &mut Exprs, seed: u64) -> Vec<Expr> {
        let mut random = Random::new(seed);
        let input = exprs.input("x", 4);
        let mut all: Vec<Expr> = (0..4).map(|at| exprs.symbol(input, at)).collect();
        let seven = exprs.constant(8, 7);
        all.push(seven);
        for _ in 0..200 {
            let mut any = || all[usize::try_from(random.below(u64::try_from(all.len()).unwrap())).unwrap()];
            let (a, b) = (any(), any());
            let next = match random.below(16) {
                0 => {
                    let array = exprs.cells(Cells::new([3, 1, 4, 1, 5].into(), vec![(2, b)]));
                    let index = exprs.zext(a, 64);
                    let stored = exprs.store(array, index, b);
                    exprs.read(stored, index, 1)
                }
                1 => {
                    let below = exprs.ult(a, b);
                    exprs.zext(below, 8)
                }
                number => {
                    let op = BinaryOp::ALL[usize::try_from(number).unwrap() % BinaryOp::ALL.len()];
                    exprs.binary(op, a, b)
                }
            };
            all.push(next);
        }
        all
    }

    #[test]
    fn digests_depend_on_what_expressions_are() {
        for seed in 0..20 {
            let mut first = Exprs::new();
            let exprs = some(&mut first, seed);
            let mut again = Exprs::new();
            // The same expressions, some of which another history has made before.
            let other = again.input("y", 9);
            for offset in 0..9 {
                let symbol = again.symbol(other, offset);
                again.not(symbol);
            }
            let twice = some(&mut again, seed);
            let mut seen: Set<u128> = Set::default();
            let mut distinct: Set<Expr> = Set::default();
            for (&a, &b) in exprs.iter().zip(&twice) {
                let digest = first.digest(a);
                assert_eq!(digest, again.digest(b));
                assert_eq!(seen.insert(digest), distinct.insert(a), "each has its own");
            }
        }
    }

    #[test]
    fn the_order_of_operands_that_may_change_places_does_not_matter() {
        let (mut first, mut second) = (Exprs::new(), Exprs::new());
        let digest = |exprs: &mut Exprs, order: [u32; 2]| {
            let input = exprs.input("x", 2);
            // The older operand comes first.
            let [a, b] = order.map(|at| exprs.symbol(input, at));
            let sum = exprs.add(a, b);
            let equal = exprs.eq(a, b);
            let [a, b] = [0, 1].map(|at| exprs.symbol(input, at));
            let below = exprs.ult(a, b);
            let above = exprs.ult(b, a);
            [sum, equal, below, above].map(|e| exprs.digest(e))
        };
        let (one, other) = (digest(&mut first, [0, 1]), digest(&mut second, [1, 0]));
        assert_eq!(one, other);
        assert_ne!(one[2], one[3], "where the order matters, it does");
    }

    #[test]
    fn a_set_has_no_order_and_no_repetitions() {
        assert_eq!(digest_of_set(vec![3, 1, 2, 1]), digest_of_set(vec![2, 1, 3]));
        assert_ne!(digest_of_set(vec![1]), digest_of_set(vec![1, 2]));
        assert_ne!(digest_of_set(vec![]), digest_of_set(vec![1]));
    }
}
