//! Questions that few inputs can answer, answered by trying them: about a single byte, or about symbols that are bounded.

use vellum_collections::{
    Map, Set,
    cast::{index64, len64},
};
use vellum_expr::{BinaryOp, Evaluator, Expr, Exprs, GaveUp, Kind, Marker, Model, Support};

use crate::{
    backend::{Answer, Backend, Query},
    budget::Meter,
    cases::{Cases, NoCases},
    narrow::known_symbols,
};

/// Expressions from which on a question is a large circuit.
const LARGE: usize = 400;

/// Evaluations of expressions that are less work than a circuit with a division in it.
const EVALUATIONS: usize = 1 << 16;

/// Bits of a symbol whose values are tried.
const BITS: u32 = 8;

/// For which values of a symbol a condition holds: a bit for each.
type Table = [u64; 4];

/// A backend that leaves to another one what is easier than to evaluate it for all inputs.
///
/// Paths have most of their conditions in common, so for which values a condition holds is found out once.
#[derive(Debug)]
pub(crate) struct Trying<B> {
    others: B,
    support: Support,
    tables: Map<Expr, Table>,
    evaluator: Evaluator,
    model: Model,
}

impl<B> Trying<B> {
    pub(crate) fn new(others: B) -> Self {
        Self {
            others,
            support: Support::new(),
            tables: Map::default(),
            evaluator: Evaluator::new(),
            model: Model::new(),
        }
    }

    /// The only symbol of all conditions, if it is small.
    fn symbol(&mut self, exprs: &Exprs, conditions: &[Expr]) -> Option<Expr> {
        let [symbol] = self.support.of(exprs, *conditions.first()?)[..] else { return None };
        let is_small = exprs.width(symbol) <= BITS && matches!(exprs.kind(symbol), Kind::Symbol { .. });
        let is_one = is_small && conditions.iter().all(|&c| self.support.of(exprs, c)[..] == [symbol]);
        is_one.then_some(symbol)
    }

    /// For which values of `symbol`, the only one in it, a condition holds.
    fn table(&mut self, exprs: &Exprs, condition: Expr, symbol: Expr) -> Table {
        if let Some(known) = self.tables.get(&condition) {
            return *known;
        }
        let Kind::Symbol { input, offset } = exprs.kind(symbol) else { unreachable!("it is a symbol") };
        let mut table = Table::default();
        for value in 0..1_u64 << exprs.width(symbol) {
            self.model.set(input, offset, value);
            self.evaluator.reset();
            if self.evaluator.holds(exprs, &self.model, condition) {
                table[index64(value / 64)] |= 1 << (value % 64);
            }
        }
        self.tables.insert(condition, table);
        table
    }

    /// The tables of all conditions; `Err` when time is up.
    fn tables(
        &mut self,
        exprs: &Exprs,
        conditions: &[Expr],
        symbol: Expr,
        meter: &Meter<'_>,
    ) -> Result<Vec<Table>, NoCases> {
        let table = |&condition: &Expr| {
            if meter.is_over() { Err(NoCases) } else { Ok(self.table(exprs, condition, symbol)) }
        };
        conditions.iter().map(table).collect()
    }

    /// An input that fulfils conditions of so many expressions, if their symbols have few enough values to try them all.
    fn try_all(
        &mut self,
        exprs: &Exprs,
        query: &Query<'_>,
        expressions: usize,
        meter: &Meter<'_>,
    ) -> Result<Option<Model>, NoCases> {
        let most = len64(EVALUATIONS / expressions.max(1));
        let is_over = || meter.is_over();
        let supports = query.conditions.iter().map(|&c| self.support.of(exprs, c).to_vec()).collect();
        let known = known_symbols(exprs, query.conditions);
        let cases = Cases::new(query.conditions, supports, query.hint, &is_over).with_known(known);
        // Conditions may exclude some of the values that bounds leave: a bit for that.
        if cases.free_bits(exprs) > most.max(1).ilog2() + 1 {
            return Err(NoCases);
        }
        cases.solve_all(exprs, most)
    }
}

/// The values that are in all tables.
fn in_all<'a>(tables: impl Iterator<Item = &'a Table>) -> Table {
    tables.fold([u64::MAX; 4], |all, table| std::array::from_fn(|i| all[i] & table[i]))
}

/// The least value in a table.
fn least(table: Table) -> Option<u64> {
    let words = (0..).zip(table).find(|(_, word)| *word != 0);
    words.map(|(number, word): (u64, u64)| number * 64 + u64::from(word.trailing_zeros()))
}

/// Those of the conditions, which cannot hold all at once, that are enough for that: none of them can be left out.
fn core(conditions: &[Expr], tables: &[Table]) -> Vec<Expr> {
    let mut kept: Vec<usize> = (0..conditions.len()).collect();
    for number in 0..conditions.len() {
        let others = kept.iter().filter(|&&other| other != number);
        if least(in_all(others.map(|&other| &tables[other]))).is_none() {
            kept.retain(|&other| other != number);
        }
    }
    kept.into_iter().map(|number| conditions[number]).collect()
}

impl<B: Backend> Backend for Trying<B> {
    fn name(&self) -> &'static str {
        self.others.name()
    }

    fn check(
        &mut self,
        exprs: &mut Exprs,
        query: &Query<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, GaveUp> {
        let Size::Large { expressions } = Size::of(exprs, query.conditions) else {
            return self.others.check(exprs, query, meter);
        };
        let symbol = self.symbol(exprs, query.conditions);
        if let Some(symbol) = symbol
            && let Kind::Symbol { input, offset } = exprs.kind(symbol)
            && let Ok(tables) = self.tables(exprs, query.conditions, symbol, meter)
        {
            let Some(value) = least(in_all(tables.iter())) else {
                return Ok(Answer::Unsat(core(query.conditions, &tables)));
            };
            let mut model = query.hint.clone();
            model.set(input, offset, value);
            return Ok(Answer::Sat(model));
        }
        if let Ok(found) = self.try_all(exprs, query, expressions, meter) {
            return Ok(found.map_or_else(|| Answer::Unsat(query.conditions.to_vec()), Answer::Sat));
        }
        self.others.check(exprs, query, meter)
    }

    fn retain(&mut self, marker: &Marker) {
        self.support.clear();
        self.tables.retain(|&condition, _| marker.is_marked(condition));
        self.others.retain(marker);
    }
}

/// What conditions are as a circuit.
enum Size {
    Small,
    /// One with a division, or a product of unknowns, or of many expressions.
    Large {
        /// Their number, at most [`LARGE`].
        expressions: usize,
    },
}

impl Size {
    fn of(exprs: &Exprs, conditions: &[Expr]) -> Self {
        let mut seen: Set<Expr> = Set::default();
        let mut todo = conditions.to_vec();
        let mut is_large = false;
        while let Some(e) = todo.pop() {
            if exprs.is_const(e) || !seen.insert(e) {
                continue;
            }
            let kind = exprs.kind(e);
            is_large |= match kind {
                Kind::Binary(BinaryOp::Mul, a, b) => !exprs.is_const(a) && !exprs.is_const(b),
                Kind::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, ..) => true,
                _ => false,
            };
            if seen.len() >= LARGE {
                return Self::Large { expressions: LARGE };
            }
            todo.extend(kind.operands());
        }
        if is_large { Self::Large { expressions: seen.len() } } else { Self::Small }
    }
}

#[cfg(test)]
mod tests {
    use vellum_expr::{
        BinaryOp, BruteForce, Evaluator, Expr, Exprs, GaveUp, Marker, Model, Oracle, PathCondition,
    };

    use super::Trying;
    use crate::{
        backend::{Answer, Backend, Query},
        budget::Meter,
        testing::Grower,
    };

    /// Knows nothing.
    #[derive(Debug)]
    struct Ignorant;

    impl Backend for Ignorant {
        fn name(&self) -> &'static str {
            "ignorant"
        }

        fn check(&mut self, _: &mut Exprs, _: &Query<'_>, _: &mut Meter<'_>) -> Result<Answer, GaveUp> {
            Err(GaveUp)
        }

        fn retain(&mut self, _: &Marker) {}
    }

    fn ask(trying: &mut Trying<Ignorant>, exprs: &mut Exprs, conditions: &[Expr]) -> Result<Answer, GaveUp> {
        let query = Query { conditions, hint: &Model::new() };
        trying.check(exprs, &query, &mut Meter::new(1, &|| false))
    }

    fn brute_force(exprs: &mut Exprs, conditions: &[Expr]) -> Option<Model> {
        let all = conditions.iter().fold(Expr::TRUE, |all, &c| exprs.and(all, c));
        BruteForce::new().model(exprs, &PathCondition::new(), all).unwrap()
    }

    /// The conditions with that one left out.
    fn without(conditions: &[Expr], left_out: Expr) -> Vec<Expr> {
        conditions.iter().copied().filter(|&c| c != left_out).collect()
    }

    #[test]
    fn tables_say_what_trying_every_value_says() {
        let (mut sat, mut unsat) = (0, 0);
        for seed in 0..300 {
            let mut exprs = Exprs::new();
            let x = exprs.variable("x", if seed % 3 == 0 { 5 } else { 8 });
            let square = exprs.mul(x, x);
            let mut grower = Grower::new(seed, vec![x, square]);
            for _ in 0..4 {
                grower.grow(&mut exprs, 8);
            }
            let mut trying = Trying::new(Ignorant);
            let mut conditions: Vec<Expr> = Vec::new();
            for _ in 0..6 {
                let condition = grower.condition(&mut exprs, 8);
                if exprs.is_const(condition) || conditions.contains(&condition) {
                    continue;
                }
                conditions.push(condition);
                let Ok(answer) = ask(&mut trying, &mut exprs, &conditions) else { continue };
                let expected = brute_force(&mut exprs, &conditions);
                match answer {
                    Answer::Sat(model) => {
                        let mut evaluator = Evaluator::new();
                        assert!(
                            conditions.iter().all(|&c| evaluator.holds(&exprs, &model, c)),
                            "seed {seed}"
                        );
                        sat += 1;
                    }
                    Answer::Unsat(core) => {
                        assert!(
                            expected.is_none() && brute_force(&mut exprs, &core).is_none(),
                            "seed {seed}"
                        );
                        let needed = |c: &Expr| brute_force(&mut exprs, &without(&core, *c)).is_some();
                        assert!(core.iter().all(needed), "seed {seed}: none can be left out");
                        unsat += 1;
                    }
                }
            }
        }
        assert!(sat > 100 && unsat > 100, "{sat} {unsat}");
    }

    #[test]
    fn bounded_symbols_are_tried_together() {
        let (mut sat, mut unsat) = (0, 0);
        for seed in 0..200 {
            let mut exprs = Exprs::new();
            let (a, b) = (exprs.variable("a", 8), exprs.variable("b", 8));
            let rest = exprs.binary(BinaryOp::URem, a, b);
            let mut grower = Grower::new(seed, vec![a, b, rest]);
            for _ in 0..3 {
                grower.grow(&mut exprs, 8);
            }
            let mut conditions: Vec<Expr> = [a, b]
                .map(|symbol| {
                    let limit = exprs.constant(8, u64::from(1 + grower.random.below(20)));
                    exprs.ult(symbol, limit)
                })
                .into();
            let seven = exprs.constant(8, u64::from(grower.random.below(7)));
            conditions.push(exprs.eq(rest, seven));
            conditions.extend((0..2).map(|_| grower.condition(&mut exprs, 8)));
            conditions.retain(|&c| !exprs.is_const(c));
            let mut trying = Trying::new(Ignorant);
            let Ok(answer) = ask(&mut trying, &mut exprs, &conditions) else { continue };
            let expected = brute_force(&mut exprs, &conditions);
            let mut evaluator = Evaluator::new();
            match answer {
                Answer::Sat(model) => {
                    assert!(conditions.iter().all(|&c| evaluator.holds(&exprs, &model, c)), "seed {seed}");
                    sat += 1;
                }
                Answer::Unsat(_) => {
                    assert!(expected.is_none(), "seed {seed}");
                    unsat += 1;
                }
            }
        }
        assert!(sat > 50 && unsat > 50, "{sat} {unsat}");
    }

    #[test]
    fn symbols_with_too_many_values_are_left_to_others() {
        let mut exprs = Exprs::new();
        let (a, b) = (exprs.variable("a", 8), exprs.variable("b", 8));
        let rest = exprs.binary(BinaryOp::URem, a, b);
        let three = exprs.constant(8, 3);
        let condition = exprs.eq(rest, three);
        assert_eq!(ask(&mut Trying::new(Ignorant), &mut exprs, &[condition]), Err(GaveUp));
        let bounds = [a, b].map(|symbol| exprs.ult(symbol, three));
        let conditions = [&[condition][..], &bounds].concat();
        assert!(matches!(ask(&mut Trying::new(Ignorant), &mut exprs, &conditions), Ok(Answer::Unsat(_))));
    }

    #[test]
    fn a_condition_is_tried_once() {
        let mut exprs = Exprs::new();
        let x = exprs.variable("x", 8);
        let square = exprs.mul(x, x);
        let [four, nine] = [4, 9].map(|value| {
            let value = exprs.constant(8, value);
            exprs.eq(square, value)
        });
        let not_nine = exprs.not(nine);
        let mut trying = Trying::new(Ignorant);
        assert!(matches!(ask(&mut trying, &mut exprs, &[four]), Ok(Answer::Sat(_))));
        assert!(matches!(ask(&mut trying, &mut exprs, &[four, not_nine]), Ok(Answer::Sat(_))));
        assert_eq!(
            ask(&mut trying, &mut exprs, &[not_nine, four, nine]),
            Ok(Answer::Unsat(vec![four, nine]))
        );
        assert_eq!(trying.tables.len(), 3);
    }
}
