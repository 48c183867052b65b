//! Questions about a single byte, answered by tables: for which of its values does each condition hold?
//!
//! Most questions of a path that reads text are of this sort, whatever was computed from the byte: comparisons, hashes, reads
//! of arrays at a place that depends on it. Paths have most of their conditions in common, so a table is kept with its
//! condition, and an answer is a few words of bits.

use vellum_collections::Map;
use vellum_expr::{ByteTable, Columns, Expr, Exprs, Kind, Marker};

/// Bits of a symbol whose values are in tables.
const BITS: u32 = 8;

/// Conditions that exclude each other of which none can be left out are looked for among so many.
const CORE: usize = 64;

/// The tables of conditions.
#[derive(Default)]
pub(crate) struct Tables {
    columns: Columns,
    /// Nothing for a condition that has no table.
    tables: Map<Expr, Option<ByteTable>>,
}

/// What tables say of conditions about one byte.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ByTable {
    /// The byte's least value for which all hold.
    Value(u64),
    /// These cannot hold all at once.
    Core(Vec<Expr>),
}

impl Tables {
    /// Whether all conditions can hold at once, of which `symbol` is the only symbol; nothing if one has no table.
    pub(crate) fn answer(&mut self, exprs: &Exprs, symbol: Expr, conditions: &[Expr]) -> Option<ByTable> {
        let is_byte = exprs.width(symbol) <= BITS && matches!(exprs.kind(symbol), Kind::Symbol { .. });
        is_byte.then_some(())?;
        let tables: Option<Vec<ByteTable>> =
            conditions.iter().map(|&condition| self.table(exprs, symbol, condition)).collect();
        let tables = tables?;
        Some(match least(in_all(tables.iter())) {
            Some(value) => ByTable::Value(value),
            None => ByTable::Core(core(conditions, &tables)),
        })
    }

    fn table(&mut self, exprs: &Exprs, symbol: Expr, condition: Expr) -> Option<ByteTable> {
        if let Some(known) = self.tables.get(&condition) {
            return *known;
        }
        let table = self.columns.table(exprs, symbol, condition).ok();
        self.tables.insert(condition, table);
        table
    }

    /// Forgets expressions that were reclaimed.
    pub(crate) fn retain(&mut self, marker: &Marker) {
        self.columns.clear();
        self.tables.retain(|&condition, _| marker.is_marked(condition));
    }
}

/// The values that are in all tables.
fn in_all<'a>(tables: impl Iterator<Item = &'a ByteTable>) -> ByteTable {
    tables.fold([u64::MAX; 4], |all, table| std::array::from_fn(|i| all[i] & table[i]))
}

/// The least value in a table.
fn least(table: ByteTable) -> Option<u64> {
    let words = (0..).zip(table).find(|(_, word)| *word != 0);
    words.map(|(number, word): (u64, u64)| number * 64 + u64::from(word.trailing_zeros()))
}

/// Those of the conditions, which cannot hold all at once, that are enough for that: none of them can be left out, unless
/// they are very many.
fn core(conditions: &[Expr], tables: &[ByteTable]) -> Vec<Expr> {
    let mut kept: Vec<usize> = (0..conditions.len()).collect();
    for number in (0..conditions.len()).take(CORE) {
        let others = kept.iter().filter(|&&other| other != number);
        if least(in_all(others.map(|&other| &tables[other]))).is_none() {
            kept.retain(|&other| other != number);
        }
    }
    kept.into_iter().map(|number| conditions[number]).collect()
}

#[cfg(test)]
mod tests {
    use vellum_expr::{Cells, Evaluator, Expr, Exprs, Kind, Model};

    use super::{ByTable, Tables};
    use crate::testing::Grower;

    /// The conditions with that one left out.
    fn without(conditions: &[Expr], left_out: Expr) -> Vec<Expr> {
        conditions.iter().copied().filter(|&c| c != left_out).collect()
    }

    /// The first value for which all conditions hold, one evaluation after the other.
    fn first_value(exprs: &Exprs, symbol: Expr, conditions: &[Expr]) -> Option<u64> {
        let Kind::Symbol { input, offset } = exprs.kind(symbol) else { unreachable!("it is a symbol") };
        (0..1 << exprs.width(symbol)).find(|&value| {
            let mut model = Model::new();
            model.set(input, offset, value);
            let mut evaluator = Evaluator::new();
            conditions.iter().all(|&c| evaluator.holds(exprs, &model, c))
        })
    }

    #[test]
    fn tables_say_what_trying_every_value_says() {
        let (mut sat, mut unsat) = (0, 0);
        for seed in 0..400 {
            let mut exprs = Exprs::new();
            let x = exprs.variable("x", if seed % 3 == 0 { 5 } else { 8 });
            let square = exprs.mul(x, x);
            let mut grower = Grower::new(seed, vec![x, square]);
            grower.with_arrays = seed % 2 == 0;
            for _ in 0..6 {
                grower.grow(&mut exprs, 40);
            }
            let mut tables = Tables::default();
            let mut conditions: Vec<Expr> = Vec::new();
            for _ in 0..6 {
                let condition = grower.condition(&mut exprs, 40);
                if exprs.is_const(condition) || conditions.contains(&condition) {
                    continue;
                }
                conditions.push(condition);
                let Some(answer) = tables.answer(&exprs, x, &conditions) else { continue };
                match answer {
                    ByTable::Value(value) => {
                        assert_eq!(first_value(&exprs, x, &conditions), Some(value), "seed {seed}");
                        sat += 1;
                    }
                    ByTable::Core(core) => {
                        assert_eq!(first_value(&exprs, x, &core), None, "seed {seed}");
                        let needed = |c: &Expr| first_value(&exprs, x, &without(&core, *c)).is_some();
                        assert!(core.iter().all(needed), "seed {seed}: none can be left out");
                        unsat += 1;
                    }
                }
            }
        }
        assert!(sat > 200 && unsat > 200, "{sat} {unsat}");
    }

    #[test]
    fn reads_of_written_arrays_have_tables() {
        let mut exprs = Exprs::new();
        let x = exprs.variable("x", 8);
        let index = exprs.zext(x, 64);
        let bytes = (0..=255).rev().collect();
        let array = exprs.cells(Cells::new(bytes, vec![(7, x)]));
        let (at, value) = (exprs.constant(64, 40), exprs.constant(16, 0x0102));
        let array = exprs.store(array, at, value);
        let array = exprs.store(array, index, x);
        let four = exprs.constant(64, 4);
        let behind = exprs.add(index, four);
        for (bytes, wanted) in [(1, 1), (2, 0x0102), (1, 7), (1, 3), (4, 0xd8d9_0102)] {
            let read = exprs.read(array, behind, bytes);
            let wanted = exprs.constant(8 * bytes, wanted);
            let condition = exprs.eq(read, wanted);
            let expected = first_value(&exprs, x, &[condition]);
            let answer = Tables::default().answer(&exprs, x, &[condition]);
            assert_eq!(answer, Some(expected.map_or(ByTable::Core(vec![condition]), ByTable::Value)));
        }
    }

    #[test]
    fn what_has_no_table_is_left_to_others() {
        let mut exprs = Exprs::new();
        let (x, y, wide) = (exprs.variable("x", 8), exprs.variable("y", 8), exprs.variable("wide", 9));
        let (sum, nine) = (exprs.add(x, y), exprs.constant(9, 9));
        let two = exprs.eq(sum, x);
        let large = exprs.ult(wide, nine);
        let zeros = exprs.constant(64, 0);
        let long = exprs.concat(x, zeros);
        let ones = exprs.not(long);
        let long = exprs.ult(long, ones);
        let mut tables = Tables::default();
        assert_eq!(tables.answer(&exprs, x, &[two]), None);
        assert_eq!(tables.answer(&exprs, wide, &[large]), None);
        assert_eq!(tables.answer(&exprs, x, &[long]), None);
    }

    #[test]
    fn a_condition_is_looked_at_once() {
        let mut exprs = Exprs::new();
        let x = exprs.variable("x", 8);
        let square = exprs.mul(x, x);
        let [four, nine] = [4, 9].map(|value| {
            let value = exprs.constant(8, value);
            exprs.eq(square, value)
        });
        let not_nine = exprs.not(nine);
        let mut tables = Tables::default();
        assert_eq!(tables.answer(&exprs, x, &[four]), Some(ByTable::Value(2)));
        assert_eq!(tables.answer(&exprs, x, &[four, not_nine]), Some(ByTable::Value(2)));
        assert_eq!(tables.answer(&exprs, x, &[not_nine, four, nine]), Some(ByTable::Core(vec![four, nine])));
        assert_eq!(tables.tables.len(), 3);
    }
}
