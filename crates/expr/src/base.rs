//! Pointers as an object and an offset.
//!
//! A pointer belongs to the object it was made from, however far it is moved. One that is inside its object is a number,
//! and the object is found by that. One that has left it, or may have, is a sum of the object's address, its *base*, and
//! an offset; the base has the value of its address, but no rule looks at that, so the two stay apart. Whoever computes
//! with a pointer as a number takes the number ([`Exprs::without_bases`]): conditions of paths hold no base.

use crate::{
    array::ArrayKind,
    facts::Facts,
    kind::{BinaryOp, Kind},
    pool::{Expr, Exprs},
    substitute::Substitution,
};

/// What stands for the object of pointers that are known to belong to none.
pub const NO_OBJECT: u64 = 0;

/// What stands for the object of pointers that were read from a table, or chosen by a condition, and then moved: it is the
/// one that the entry leads to.
pub const CHOSEN: u64 = 1;

impl Exprs {
    /// The address of an object, as part of a pointer that was made from it.
    pub fn base(&mut self, address: u64) -> Expr {
        self.intern(Kind::Base(address), 64)
    }

    /// The pointer to a place `offset` bytes, of 64 bits, behind the start of the object at `address`.
    pub fn pointer(&mut self, address: u64, offset: Expr) -> Expr {
        let base = self.base(address);
        self.add(base, offset)
    }

    /// Whether `e` contains a base, so that it is, or was computed from, a pointer with provenance.
    #[inline]
    pub fn has_base(&self, e: Expr) -> bool {
        self.facts(e).symbols & Facts::BASE != 0
    }

    /// The object's address and the offset that a pointer consists of; `None` where `e` is no pointer that knows its
    /// object, or one of several.
    pub fn as_pointer(&mut self, e: Expr) -> Option<(u64, Expr)> {
        if !self.has_base(e) || self.width(e) != 64 {
            return None;
        }
        let mut offset = self.zero(64);
        let mut sum = e;
        loop {
            let (op, moved, by) = match self.kind(sum) {
                Kind::Base(address) => return Some((address, offset)),
                Kind::Binary(BinaryOp::Add, a, b) if self.has_base(b) => (BinaryOp::Add, b, a),
                Kind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => (op, a, b),
                _ => return None,
            };
            if self.has_base(by) {
                return None;
            }
            offset = self.binary(op, offset, by);
            sum = moved;
        }
    }

    /// As [`Self::as_pointer`], of a pointer whose object is certain.
    pub fn as_place(&mut self, e: Expr) -> Option<(u64, Expr)> {
        self.as_pointer(e).filter(|&(object, _)| object != NO_OBJECT && object != CHOSEN)
    }

    /// `e` as a number: the same value for every input, and no pointer any more.
    pub fn without_bases(&mut self, e: Expr) -> Expr {
        if !self.has_base(e) {
            return e;
        }
        if let Some((address, offset)) = self.as_pointer(e) {
            let address = self.constant(64, address);
            return self.add(address, offset);
        }
        let mut replace = Substitution::new();
        for address in self.bases(e) {
            let (base, number) = (self.base(address), self.constant(64, address));
            replace.replace(self, base, number);
        }
        replace.apply(self, e)
    }

    /// What decides which of several pointers `e` is: a condition, or the index of a table. `None` where `e` is one
    /// pointer, or where a part of it is no pointer in one piece.
    pub fn undecided_pointer(&self, e: Expr) -> Option<Expr> {
        let mut sum = e;
        while self.has_base(sum) && self.width(sum) == 64 {
            match self.kind(sum) {
                Kind::Ite(condition, ..) => return Some(condition),
                Kind::Read { index, .. } if !self.is_const(index) => return Some(index),
                // Whether what was last written is what is read depends on where that was.
                Kind::Read { array, .. } => match self.array_kind(array) {
                    &ArrayKind::Store { index, .. } if !self.is_const(index) => return Some(index),
                    _ => return None,
                },
                Kind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                    sum = if self.has_base(a) { a } else { b };
                }
                _ => return None,
            }
        }
        None
    }

    /// The addresses of the objects that the pointers in `e` know.
    pub fn bases(&self, e: Expr) -> Vec<u64> {
        let address = |base: Expr| match self.kind(base) {
            Kind::Base(address) => Some(address),
            _ => None,
        };
        self.leaves(e, Facts::BASE).into_iter().filter_map(address).collect()
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Random;

    use crate::{Cells, Evaluator, Expr, Exprs, Kind, Model};

    /// Two bytes of input, widened, and an input for them.
    fn input(exprs: &mut Exprs) -> (Expr, Expr, Model) {
        let input = exprs.input("x", 2);
        let (a, b) = (exprs.symbol(input, 0), exprs.symbol(input, 1));
        let mut model = Model::new();
        model.set(input, 0, 7);
        model.set(input, 1, 200);
        (exprs.zext(a, 64), exprs.zext(b, 64), model)
    }

    #[test]
    fn a_pointer_that_is_moved_keeps_its_object() {
        let mut exprs = Exprs::new();
        let (x, y, model) = input(&mut exprs);
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut pointer = exprs.base(0x7000);
            let mut expected = 0x7000_u64;
            for _ in 0..random.below(8) {
                let by = match random.below(4) {
                    0 => x,
                    1 => exprs.sub(x, y),
                    2 => exprs.neg(y),
                    _ => exprs.constant(64, random.below(100)),
                };
                let mut evaluator = Evaluator::new();
                let value = evaluator.word(&exprs, &model, by);
                (pointer, expected) = match random.below(2) {
                    0 => (exprs.add(pointer, by), expected.wrapping_add(value)),
                    _ => (exprs.sub(pointer, by), expected.wrapping_sub(value)),
                };
            }
            let (address, offset) = exprs.as_pointer(pointer).expect("one object");
            assert!(address == 0x7000 && !exprs.has_base(offset), "seed {seed}");
            let number = exprs.without_bases(pointer);
            assert!(!exprs.has_base(number));
            for e in [pointer, number] {
                assert_eq!(Evaluator::new().word(&exprs, &model, e), expected, "seed {seed}");
            }
        }
    }

    #[test]
    fn a_constant_distance_does_not_make_it_a_number() {
        let mut exprs = Exprs::new();
        let twenty = exprs.constant(64, 20);
        let pointer = exprs.pointer(0x7000, twenty);
        assert!(exprs.as_const(pointer).is_none());
        assert_eq!(exprs.as_pointer(pointer), Some((0x7000, twenty)));
        let number = exprs.without_bases(pointer);
        assert_eq!(exprs.as_const(number), Some(0x7014));
        let back = exprs.sub(pointer, twenty);
        assert_eq!(exprs.kind(back), Kind::Base(0x7000));
    }

    #[test]
    fn the_bytes_of_a_pointer_make_it_again() {
        let mut exprs = Exprs::new();
        let (x, _, _) = input(&mut exprs);
        let twenty = exprs.constant(64, 20);
        for offset in [x, twenty] {
            let pointer = exprs.pointer(0x7000, offset);
            let bytes: Vec<Expr> = (0..8).map(|byte| exprs.extract(pointer, 8 * byte, 8)).collect();
            assert_eq!(exprs.concat_bytes(&bytes), pointer);
            let part = exprs.without_bases(bytes[1]);
            assert!(!exprs.has_base(part));
        }
    }

    #[test]
    fn one_of_several_pointers_says_what_decides() {
        let mut exprs = Exprs::new();
        let (x, y, _) = input(&mut exprs);
        let (a, b) = (exprs.pointer(0x7000, x), exprs.pointer(0x9000, y));
        let condition = exprs.ult(x, y);
        let either = exprs.ite(condition, a, b);
        let moved = exprs.add(either, y);
        assert_eq!(exprs.as_pointer(moved), None);
        assert_eq!(exprs.undecided_pointer(moved), Some(condition));
        let bytes: Vec<(u32, Expr)> = (0..8).map(|at| (at, exprs.extract(a, 8 * at, 8))).collect();
        let table = exprs.cells(Cells::new([0; 16].into(), bytes));
        let eight = exprs.constant(64, 8);
        let index = exprs.mul(x, eight);
        let read = exprs.read(table, index, 8);
        assert_eq!(exprs.undecided_pointer(read), Some(index));
        for e in [moved, read] {
            let number = exprs.without_bases(e);
            assert!(!exprs.has_base(number));
        }
    }
}
