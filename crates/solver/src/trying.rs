//! Hard questions that few inputs can answer, answered by trying them: what matters are the bounds of their symbols.

use vellum_collections::{Set, cast::len64};
use vellum_expr::{BinaryOp, Expr, Exprs, GaveUp, Kind, Marker, Model, Support};

use crate::{
    backend::{Answer, Backend, Query},
    budget::Meter,
    cases::{Cases, NoCases},
    narrow::known_symbols,
};

/// Expressions from which on a question is a large circuit.
const LARGE: usize = 400;

/// Evaluations of expressions that are less work than a circuit with a division in it.
const EVALUATIONS: usize = 1 << 17;

/// A backend that leaves to another one what is easier than to evaluate it for all inputs.
#[derive(Debug)]
pub(crate) struct Trying<B> {
    others: B,
    support: Support,
}

impl<B> Trying<B> {
    pub(crate) fn new(others: B) -> Self {
        Self { others, support: Support::new() }
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
        if let Ok(found) = self.try_all(exprs, query, expressions, meter) {
            return Ok(found.map_or_else(|| Answer::Unsat(query.conditions.to_vec()), Answer::Sat));
        }
        self.others.check(exprs, query, meter)
    }

    fn retain(&mut self, marker: &Marker) {
        self.support.clear();
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
}
