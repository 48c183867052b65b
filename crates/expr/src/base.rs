//! Pointers as an object and an offset.
//!
//! A pointer belongs to the object it was made from, however far it is moved. One that is inside its object is a number,
//! and the object is found by that. One that has left it, or may have, is a sum of the object's address, its *base*, and
//! an offset; the base has the value of its address, but no rule looks at that, so the two stay apart. Whoever computes
//! with a pointer as a number takes the number ([`Exprs::without_bases`]): conditions of paths hold no base.

use vellum_collections::cast::{index64, len64};

use crate::{
    array::{Array, ArrayKind},
    facts::Facts,
    kind::{BinaryOp, Kind},
    pool::{Expr, Exprs},
    substitute::Substitution,
};

/// What stands for the object of pointers that are known to belong to none.
pub const NO_OBJECT: u64 = 0;

/// What stands for the object of pointers that were read from a table, or chosen by a condition, and then moved: it is the
/// one that the entry leads to. The entry is part of the offset, so that rules leave it as it is.
pub const CHOSEN: u64 = 1;

/// Bytes of a pointer.
const WORD: u64 = 8;

/// What a base is worth, as part of a sum.
pub const fn worth(base: u64) -> u64 {
    if base == CHOSEN { 0 } else { base }
}

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
            let address = self.constant(64, worth(address));
            return self.add(address, offset);
        }
        let mut replace = Substitution::new();
        for address in self.bases(e) {
            let (base, number) = (self.base(address), self.constant(64, worth(address)));
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

    /// The pointers that `e` is one of, each with the inputs for which it is; none has a choice in it any more. `None` where
    /// there are more than `most`, or a part of `e` is no pointer in one piece.
    pub fn pointers(&mut self, e: Expr, most: usize) -> Option<Vec<(Expr, Expr)>> {
        let mut found = Vec::new();
        self.collect_pointers(e, Expr::TRUE, most, &mut found)?;
        Some(found)
    }

    fn collect_pointers(
        &mut self,
        e: Expr,
        guard: Expr,
        most: usize,
        found: &mut Vec<(Expr, Expr)>,
    ) -> Option<()> {
        if guard == Expr::FALSE {
            return Some(());
        }
        if self.undecided_pointer(e).is_none() {
            found.push((guard, e));
            return (found.len() <= most).then_some(());
        }
        match self.kind(e) {
            Kind::Ite(condition, a, b) => {
                let opposite = self.not(condition);
                let (here, there) = (self.and(guard, condition), self.and(guard, opposite));
                self.collect_pointers(a, here, most, found)?;
                self.collect_pointers(b, there, most, found)
            }
            Kind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                let first = found.len();
                let is_left = self.has_base(a);
                if self.has_base(b) && (is_left || op == BinaryOp::Sub) {
                    return None;
                }
                let (moved, by) = if is_left { (a, b) } else { (b, a) };
                self.collect_pointers(moved, guard, most, found)?;
                for (_, pointer) in &mut found[first..] {
                    *pointer = self.binary(op, *pointer, by);
                }
                Some(())
            }
            Kind::Read { array, index } => self.collect_table(array, index, guard, most, found),
            _ => None,
        }
    }

    /// As [`Exprs::collect_pointers`], of a word at a symbolic place of a table.
    fn collect_table(
        &mut self,
        array: Array,
        index: Expr,
        guard: Expr,
        most: usize,
        found: &mut Vec<(Expr, Expr)>,
    ) -> Option<()> {
        let facts = *self.facts(index);
        let end = facts.max.min(self.array_size(array).checked_sub(WORD)?);
        let is_table = matches!(self.array_kind(array), ArrayKind::Cells(_));
        // Words that overlap are no table.
        let is_aligned = facts.zeros & (WORD - 1) == WORD - 1;
        if !is_table || !is_aligned || end.saturating_sub(facts.min) / WORD > len64(most) {
            return None;
        }
        for place in (facts.min..=end).step_by(index64(WORD)) {
            let place = self.constant(64, place);
            let (same, entry) = (self.eq(index, place), self.read(array, place, 8));
            let here = self.and(guard, same);
            self.collect_pointers(entry, here, most, found)?;
        }
        Some(())
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

    use crate::{CHOSEN, Cells, Evaluator, Expr, Exprs, Kind, Model};

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
    fn a_pointer_that_was_chosen_and_moved_keeps_its_entry() {
        let mut exprs = Exprs::new();
        let (x, y, model) = input(&mut exprs);
        let condition = exprs.ult(x, y);
        let (first, second) = (exprs.constant(64, 0x7000), exprs.constant(64, 0x9000));
        let entry = exprs.ite(condition, first, second);
        let mut pointer = exprs.pointer(CHOSEN, entry);
        let back = exprs.constant(64, 2_u64.wrapping_neg());
        for by in [x, back] {
            let moved = exprs.add(pointer, by);
            let (object, offset) = exprs.as_pointer(moved).expect("it is a pointer");
            pointer = exprs.pointer(object, offset);
        }
        let number = exprs.without_bases(pointer);
        assert_eq!(exprs.choices(number)[0].constants, [0x7000, 0x9000]);
        for e in [pointer, number] {
            assert_eq!(Evaluator::new().word(&exprs, &model, e), 0x7000 + 7 - 2);
        }
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
        let zero = exprs.zero(64);
        let opposite = exprs.not(condition);
        let (first, second) = (exprs.add(a, y), exprs.add(b, y));
        assert_eq!(exprs.pointers(moved, 2), Some(vec![(condition, first), (opposite, second)]));
        assert_eq!(exprs.pointers(moved, 1), None);
        let at = [exprs.eq(index, zero), exprs.eq(index, eight)];
        assert_eq!(exprs.pointers(read, 40), Some(vec![(at[0], a), (at[1], zero)]));
        for e in [moved, read] {
            let number = exprs.without_bases(e);
            assert!(!exprs.has_base(number));
        }
    }
}
