//! Expressions that are one of a few constants.
//!
//! A pointer that was read from a table, or chosen by a condition, is one of the constants there, and the program then
//! moves it by some distance. Whoever knows something of each constant (which object it leads to, how much room there
//! is) can say it of the expression: the same choice, made between other constants.

use std::rc::Rc;

use vellum_collections::cast::{index64, low32};

use crate::{
    array::{Array, ArrayKind, Overlap},
    cells::Cells,
    kind::{BinaryOp, Kind},
    pool::{Expr, Exprs},
};

/// Constants a choice may have.
const MANY: usize = 4096;

/// How deep choices may lie in each other.
const DEEP: u32 = 64;

/// Parts of a sum that are looked at.
const ADDENDS: usize = 16;

/// Bytes of an entry of a table.
const WORD: u64 = 8;

/// `base + rest`, where `base` is one of a few constants.
#[derive(Clone, Debug)]
pub struct Choice {
    tree: Tree,
    /// What comes to the constant that was chosen; 64 bits.
    pub rest: Expr,
    /// The constants, rising, each once.
    pub constants: Vec<u64>,
}

#[derive(Clone, Debug)]
enum Tree {
    Constant(u64),
    /// One or the other.
    Either(Expr, Rc<(Tree, Tree)>),
    /// An entry of a table, whose places rise.
    Table {
        array: Array,
        index: Expr,
        entries: Rc<[(u64, Tree)]>,
    },
}

/// Counts what is left of [`MANY`].
struct Budget(usize);

impl Budget {
    fn spend(&mut self, count: usize) -> Option<()> {
        self.0 = self.0.checked_sub(count)?;
        Some(())
    }
}

impl Choice {
    /// The same choice between what `say` says of the constants; any value for those it says nothing of. Right as long
    /// as no read of the choice leaves its array.
    pub fn map(&self, exprs: &mut Exprs, say: impl Fn(u64) -> Option<u64>) -> Expr {
        self.map_values(exprs, |exprs, constant| say(constant).map(|value| exprs.constant(64, value)))
    }

    /// As [`Choice::map`], where what is said may depend on the input, too; 64 bits.
    pub fn map_values(&self, exprs: &mut Exprs, say: impl Fn(&mut Exprs, u64) -> Option<Expr>) -> Expr {
        self.map_entries(exprs, &say, Lines::Computed)
    }

    /// As [`Choice::map_values`], where some of what is said are pointers: it is a choice between them again.
    pub fn map_pointers(&self, exprs: &mut Exprs, say: impl Fn(&mut Exprs, u64) -> Option<Expr>) -> Expr {
        self.map_entries(exprs, &say, Lines::Kept)
    }

    fn map_entries(
        &self,
        exprs: &mut Exprs,
        say: &dyn Fn(&mut Exprs, u64) -> Option<Expr>,
        lines: Lines,
    ) -> Expr {
        let mapped = self.tree.map(exprs, say, lines);
        mapped.unwrap_or_else(|| exprs.zero(64))
    }
}

/// What becomes of a table whose entries rise by the same number from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// A product and a sum say the same without a table.
    Computed,
    /// It stays a table. Two entries are always on a line, and of two pointers that line says nothing: which objects they
    /// lead to could not be seen any more.
    Kept,
}

impl Tree {
    /// Nothing where nothing is said of any constant.
    fn map(
        &self,
        exprs: &mut Exprs,
        say: &dyn Fn(&mut Exprs, u64) -> Option<Expr>,
        lines: Lines,
    ) -> Option<Expr> {
        match self {
            Self::Constant(value) => say(exprs, *value),
            Self::Either(condition, sides) => {
                match (sides.0.map(exprs, say, lines), sides.1.map(exprs, say, lines)) {
                    (Some(a), Some(b)) => Some(exprs.ite(*condition, a, b)),
                    (one, other) => one.or(other),
                }
            }
            Self::Table { array, index, entries } => {
                let mut said = Vec::with_capacity(entries.len());
                for (place, tree) in entries.iter() {
                    said.extend(tree.map(exprs, say, lines).map(|value| (*place, value)));
                }
                entry(exprs, (*array, *index), &said, lines)
            }
        }
    }

    fn constants(&self, found: &mut Vec<u64>) {
        match self {
            Self::Constant(value) => found.push(*value),
            Self::Either(_, sides) => {
                sides.0.constants(found);
                sides.1.constants(found);
            }
            Self::Table { entries, .. } => {
                for (_, tree) in entries.iter() {
                    tree.constants(found);
                }
            }
        }
    }
}

/// The entry at `index` of a table of the size of `array` that has these entries, and any others.
fn entry(
    exprs: &mut Exprs,
    (array, index): (Array, Expr),
    entries: &[(u64, Expr)],
    lines: Lines,
) -> Option<Expr> {
    let &(first, value) = entries.first()?;
    if entries.iter().all(|&(_, other)| other == value) {
        return Some(value);
    }
    if lines == Lines::Computed
        && let Some((factor, start)) = line(exprs, entries)
    {
        let factor = exprs.constant(64, factor);
        let start = exprs.constant(64, start);
        let product = exprs.mul(index, factor);
        return Some(exprs.add(product, start));
    }
    // Only what can be met is there, so that equal tables are equal arrays.
    let (end, size) = (entries.last()?.0 + WORD, exprs.array_size(array));
    let mut bytes = vec![0; index64(end.min(size) - first)];
    let mut symbolic = Vec::new();
    for &(place, value) in entries {
        let at = place - first;
        match exprs.as_const(value) {
            Some(word) => {
                bytes[index64(at)..][..index64(WORD)].copy_from_slice(&word.to_le_bytes());
            }
            None => {
                for byte in 0..8 {
                    symbolic.push((low32(at) + byte, exprs.extract(value, byte * 8, 8)));
                }
            }
        }
    }
    let near = exprs.cells(Cells::new(bytes.into(), symbolic));
    Some(exprs.read_from(near, first, index, 8))
}

/// A factor and a sum that make the entries of their places, if there are such numbers.
fn line(exprs: &Exprs, entries: &[(u64, Expr)]) -> Option<(u64, u64)> {
    let word = |i: usize| exprs.as_const(entries[i].1);
    let (from, to) = (entries[0].0, entries[1].0);
    let (low, high) = (word(0)?, word(1)?);
    let (rise, run) = (high.wrapping_sub(low).cast_signed(), (to - from).cast_signed());
    let factor = (rise % run == 0).then_some((rise / run).cast_unsigned())?;
    let start = low.wrapping_sub(from.wrapping_mul(factor));
    let fits = |i: usize| word(i) == Some(entries[i].0.wrapping_mul(factor).wrapping_add(start));
    (0..entries.len()).all(fits).then_some((factor, start))
}

impl Exprs {
    /// The ways to see `e`, of 64 bits, as one of a few constants and something that comes to it. Choices that depend on
    /// the input come before plain constants.
    pub fn choices(&mut self, e: Expr) -> Vec<Choice> {
        let mut addends = vec![e];
        let mut taken_away = Vec::new();
        let mut at = 0;
        while at < addends.len() && addends.len() < ADDENDS {
            match self.kind(addends[at]) {
                Kind::Binary(BinaryOp::Add | BinaryOp::Or, a, b) if self.is_sum(addends[at], a, b) => {
                    addends[at] = a;
                    addends.push(b);
                }
                // A pointer that was moved backwards.
                Kind::Binary(BinaryOp::Sub, a, b) => {
                    addends[at] = a;
                    taken_away.push(b);
                }
                _ => at += 1,
            }
        }
        let mut found = Vec::new();
        for (i, &addend) in addends.iter().enumerate() {
            let Some(tree) = self.tree(addend, DEEP, &mut Budget(MANY)) else { continue };
            let mut constants = Vec::new();
            tree.constants(&mut constants);
            constants.sort_unstable();
            constants.dedup();
            let others = addends.iter().enumerate().filter(|&(other, _)| other != i);
            let mut rest = self.zero(64);
            for (_, &other) in others {
                rest = self.add(rest, other);
            }
            for &less in &taken_away {
                rest = self.sub(rest, less);
            }
            found.push(Choice { tree, rest, constants });
        }
        found.sort_by_key(|choice| matches!(choice.tree, Tree::Constant(_)));
        found
    }

    /// Whether `e`, of these operands, is their sum; of bits that are never both set, `or` is one.
    fn is_sum(&self, e: Expr, a: Expr, b: Expr) -> bool {
        matches!(self.kind(e), Kind::Binary(BinaryOp::Add, ..))
            || self.facts(a).possible() & self.facts(b).possible() == 0
    }

    fn tree(&mut self, e: Expr, depth: u32, budget: &mut Budget) -> Option<Tree> {
        let depth = depth.checked_sub(1)?;
        match self.kind(e) {
            Kind::Const(value) => {
                budget.spend(1)?;
                Some(Tree::Constant(value))
            }
            Kind::Ite(condition, a, b) => {
                let sides = (self.tree(a, depth, budget)?, self.tree(b, depth, budget)?);
                Some(Tree::Either(condition, Rc::new(sides)))
            }
            Kind::Read { array, index } => self.table(array, index, depth, budget),
            _ => None,
        }
    }

    /// An array below what was written at other places than the word at `index`, such as other fields of structures.
    fn below_apart(&self, mut array: Array, index: Expr) -> Array {
        while let &ArrayKind::Store { on, index: at, value } = self.arrays.kind(array)
            && matches!(self.overlap(at, value, index, low32(WORD)), Overlap::Never)
        {
            array = on;
        }
        array
    }

    fn table(&mut self, array: Array, index: Expr, depth: u32, budget: &mut Budget) -> Option<Tree> {
        let facts = *self.facts(index);
        let is_word = |facts: &crate::Facts| facts.trailing_zeros() >= WORD.trailing_zeros();
        is_word(&facts).then_some(())?;
        let array = self.below_apart(array, index);
        match self.arrays.kind(array) {
            &ArrayKind::Store { on, index: at, value } => {
                // Words that start on multiples of their size are the same or apart.
                (self.width(value) == 64 && is_word(self.facts(at))).then_some(())?;
                let stored = self.tree(value, depth, budget)?;
                let below = self.table(on, index, depth.checked_sub(1)?, budget)?;
                let same = self.eq(at, index);
                Some(Tree::Either(same, Rc::new((stored, below))))
            }
            ArrayKind::Span { .. } => None,
            ArrayKind::Cells(cells) => {
                let cells = Rc::clone(cells);
                let last = facts.max.min(cells.len().checked_sub(WORD)?);
                let words = (facts.min.next_multiple_of(WORD)..=last).step_by(index64(WORD));
                // In an array of structures, those that are the field.
                let places =
                    words.filter(|place| place & facts.zeros == 0 && place & facts.ones == facts.ones);
                let count = places.clone().count();
                budget.spend(count)?;
                let mut entries = Vec::with_capacity(count);
                for place in places {
                    let tree = if cells.has_symbolic(place, place + WORD) {
                        let bytes: Vec<Expr> =
                            (place..place + WORD).map(|at| self.cell(&cells, at)).collect();
                        let word = self.concat_bytes(&bytes);
                        self.tree(word, depth, budget)?
                    } else {
                        Tree::Constant(cells.constant_word(place, WORD))
                    };
                    entries.push((place, tree));
                }
                Some(Tree::Table { array, index, entries: entries.into() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Exprs, Kind};
    use crate::{Cells, Evaluator, Expr, Model};
    use vellum_collections::{
        Random,
        cast::{index64, low8},
    };

    /// A byte of input, widened.
    fn byte(exprs: &mut Exprs, name: &str) -> Expr {
        let byte = exprs.variable(name, 8);
        exprs.zext(byte, 64)
    }

    fn table(exprs: &mut Exprs, words: &[u64], index: Expr) -> Expr {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let array = exprs.cells(Cells::new(bytes.into(), Vec::new()));
        let eight = exprs.constant(64, 8);
        let place = exprs.mul(index, eight);
        exprs.read(array, place, 8)
    }

    fn only(exprs: &mut Exprs, e: Expr) -> Choice {
        exprs.choices(e).swap_remove(0)
    }

    #[test]
    fn an_entry_of_a_table_is_one_of_its_constants() {
        let mut exprs = Exprs::new();
        let (i, j) = (byte(&mut exprs, "i"), byte(&mut exprs, "j"));
        let chosen = table(&mut exprs, &[0x100, 0x900, 0x500], i);
        let moved = exprs.add(chosen, j);
        let choice = only(&mut exprs, moved);
        assert_eq!(choice.constants, [0x100, 0x500, 0x900]);
        assert_eq!(choice.rest, j);
        // Equal answers need no table, and answers on a line need none either.
        let same = choice.map(&mut exprs, |_| Some(7));
        assert_eq!(exprs.as_const(same), Some(7));
        let line = choice.map(&mut exprs, |v| (v != 0x500).then_some(if v == 0x100 { 3 } else { 19 }));
        let (sixteen, three) = (exprs.constant(64, 16), exprs.constant(64, 3));
        let product = exprs.mul(i, sixteen);
        assert_eq!(line, exprs.add(product, three));
        // A table of pointers stays a choice between them, even where they lie at equal distances.
        for pointers in [&[0x2000, 0x2040][..], &[0x2000, 0], &[0x2000, 0x2010, 0x2020]] {
            let offsets: Vec<u64> = (0..).step_by(0x10).take(pointers.len()).collect();
            let chosen = table(&mut exprs, &offsets, i);
            let choice = only(&mut exprs, chosen);
            let next =
                |exprs: &mut Exprs, offset: u64| Some(exprs.constant(64, pointers[index64(offset / 0x10)]));
            let next = choice.map_pointers(&mut exprs, next);
            let mut expected = pointers.to_vec();
            expected.sort_unstable();
            assert_eq!(only(&mut exprs, next).constants, expected);
        }
    }

    #[test]
    fn an_entry_of_a_table_may_be_moved_backwards() {
        let mut exprs = Exprs::new();
        let [i, j, k] = ["i", "j", "k"].map(|name| byte(&mut exprs, name));
        let chosen = table(&mut exprs, &[0x100, 0x900, 0x500], i);
        let moved = exprs.sub(chosen, j);
        let moved = exprs.add(moved, k);
        let choice = only(&mut exprs, moved);
        assert_eq!(choice.constants, [0x100, 0x500, 0x900]);
        assert_eq!(choice.rest, exprs.sub(k, j));
    }

    /// `struct { unsigned count; void *first; } table[]`, into which something was inserted at a symbolic element.
    #[test]
    fn fields_of_structures_are_told_apart() {
        let mut exprs = Exprs::new();
        let [i, j] = ["i", "j"].map(|name| exprs.variable(name, 1));
        let field = |exprs: &mut Exprs, number: Expr, offset: u64| {
            let (wide, four) = (exprs.zext(number, 64), exprs.constant(64, 4));
            let (element, offset) = (exprs.shl(wide, four), exprs.constant(64, offset));
            exprs.add(element, offset)
        };
        let words = [1, 0x100, 2, 0x500_u64];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut array = exprs.cells(Cells::new(bytes.into(), Vec::new()));
        let (count, first) = (field(&mut exprs, i, 0), field(&mut exprs, i, 8));
        let (more, new) = (exprs.constant(32, 3), exprs.constant(64, 0x900));
        array = exprs.store(array, count, more);
        array = exprs.store(array, first, new);
        array = exprs.store(array, count, more);
        let wanted = field(&mut exprs, j, 8);
        let read = exprs.read(array, wanted, 8);
        let choice = only(&mut exprs, read);
        assert_eq!(choice.constants, [0x100, 0x500, 0x900]);
        for input in 0..4_u64 {
            let mut model = Model::new();
            for (bit, e) in [i, j].into_iter().enumerate() {
                let Kind::Symbol { input: symbol, offset } = exprs.kind(e) else { unreachable!() };
                model.set(symbol, offset, input >> bit & 1);
            }
            let base = choice.map(&mut exprs, Some);
            let mut evaluator = Evaluator::new();
            assert_eq!(evaluator.word(&exprs, &model, base), evaluator.word(&exprs, &model, read));
        }
    }

    #[test]
    fn what_is_no_choice_is_none() {
        let mut exprs = Exprs::new();
        let i = byte(&mut exprs, "i");
        assert!(exprs.choices(i).is_empty());
        let (bytes, three) = (exprs.numbers(&[1; 300]), exprs.constant(64, 3));
        let odd = exprs.mul(i, three);
        let cut = exprs.read(bytes, odd, 8);
        assert!(exprs.choices(cut).is_empty() || exprs.is_const(cut), "words that overlap are no table");
    }

    /// Random choices: what is said of the constants is said of the choice, for every input.
    #[test]
    fn maps_are_right_for_every_input() {
        for seed in 0..60 {
            let mut numbers = Random::new(seed);
            let mut exprs = Exprs::new();
            let bits: Vec<Expr> = ["a", "b", "c"].iter().map(|name| exprs.variable(name, 2)).collect();
            let e = random_choice(&mut exprs, &mut numbers, &bits, 3);
            let step = exprs.zext(bits[0], 64);
            let moved = if seed % 2 == 0 { exprs.add(e, step) } else { exprs.sub(e, step) };
            let say = |v: u64| (!v.is_multiple_of(5)).then_some(v.wrapping_mul(v) % 97);
            for choice in exprs.choices(moved) {
                let mapped = choice.map(&mut exprs, say);
                let base = choice.map(&mut exprs, Some);
                for input in 0..64_u64 {
                    let mut model = Model::new();
                    for (i, &bit) in bits.iter().enumerate() {
                        let Kind::Symbol { input: symbol, offset } = exprs.kind(bit) else { unreachable!() };
                        model.set(symbol, offset, input >> (2 * i) & 3);
                    }
                    let mut evaluator = Evaluator::new();
                    let mut word = |e| evaluator.word(&exprs, &model, e);
                    assert_eq!(word(base).wrapping_add(word(choice.rest)), word(moved), "seed {seed}");
                    assert!(choice.constants.contains(&word(base)));
                    if let Some(said) = say(word(base)) {
                        assert_eq!(word(mapped), said, "seed {seed}, input {input}");
                    }
                }
            }
        }
    }

    fn random_choice(exprs: &mut Exprs, numbers: &mut Random, bits: &[Expr], depth: u32) -> Expr {
        let bit = bits[index64(numbers.below(3))];
        match numbers.below(if depth == 0 { 1 } else { 4 }) {
            0 => exprs.constant(64, numbers.below(40)),
            1 => {
                let (a, b) = (
                    random_choice(exprs, numbers, bits, depth - 1),
                    random_choice(exprs, numbers, bits, depth - 1),
                );
                let zero = exprs.zero(2);
                let condition = exprs.eq(bit, zero);
                exprs.ite(condition, a, b)
            }
            kind => {
                let mut bytes = Vec::new();
                let mut symbolic = Vec::new();
                for place in 0..4_u32 {
                    let entry = random_choice(exprs, numbers, bits, depth - 1);
                    for byte in 0..8 {
                        let part = exprs.extract(entry, byte * 8, 8);
                        match exprs.as_const(part) {
                            Some(number) => bytes.push(low8(number)),
                            None => {
                                bytes.push(0);
                                symbolic.push((place * 8 + byte, part));
                            }
                        }
                    }
                }
                let mut array = exprs.cells(Cells::new(bytes.into(), symbolic));
                let three = exprs.constant(64, 3);
                let place = |exprs: &mut Exprs, bit| {
                    let wide = exprs.zext(bit, 64);
                    exprs.shl(wide, three)
                };
                if kind == 3 {
                    let at = place(exprs, bits[index64(numbers.below(3))]);
                    let value = random_choice(exprs, numbers, bits, depth - 1);
                    array = exprs.store(array, at, value);
                }
                let at = place(exprs, bit);
                exprs.read(array, at, 8)
            }
        }
    }
}
