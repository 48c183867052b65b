//! Circuits against the evaluator.

use vellum_expr::{BruteForce, Evaluator, Expr, Exprs, Model, Oracle, PathCondition};

use super::{BlastConfig, Blaster};
use crate::{
    backend::{Answer, Backend, Query},
    budget::Meter,
    testing::Grower,
};

fn check(blaster: &mut Blaster, exprs: &mut Exprs, conditions: &[Expr]) -> Answer {
    let query = Query { conditions, hint: &Model::new() };
    blaster.check(exprs, &query, &mut Meter::new(u64::MAX, &|| false)).unwrap()
}

fn fulfils(exprs: &Exprs, model: &Model, conditions: &[Expr]) -> bool {
    let mut evaluator = Evaluator::new();
    conditions.iter().all(|&c| evaluator.holds(exprs, model, c))
}

#[test]
fn narrow_expressions_agree_with_trying_everything() {
    let mut seen = [0, 0];
    for seed in 0..40 {
        let mut exprs = Exprs::new();
        let mut blaster = Blaster::new(BlastConfig::default());
        let terms = vec![exprs.variable("x", 3), exprs.variable("y", 4), exprs.variable("z", 1)];
        let mut grower = Grower::new(seed, terms);
        for round in 0..60 {
            grower.grow(&mut exprs, 8);
            let conditions: Vec<Expr> = (0..2).map(|_| grower.condition(&mut exprs, 8)).collect();
            let mut path = PathCondition::new();
            path.assume(&exprs, conditions[0]);
            let expected = BruteForce::new().model(&mut exprs, &path, conditions[1]).unwrap();
            match check(&mut blaster, &mut exprs, &conditions) {
                Answer::Sat(model) => {
                    assert!(
                        expected.is_some() && fulfils(&exprs, &model, &conditions),
                        "seed {seed}, round {round}"
                    );
                    seen[0] += 1;
                }
                Answer::Unsat(core) => {
                    assert!(expected.is_none(), "seed {seed}, round {round}");
                    assert!(core.iter().all(|c| conditions.contains(c)));
                    seen[1] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "both answers occur: {seen:?}");
}

/// For each operation and wide operands: the value the evaluator finds is possible, and no other is.
#[test]
fn wide_operations_have_one_value_for_one_input() {
    for (seed, width) in [7, 13, 32, 33, 64, 65, 100].into_iter().enumerate() {
        let mut exprs = Exprs::new();
        let mut blaster = Blaster::new(BlastConfig::default());
        let symbols: Vec<Expr> = (0..2).map(|i| exprs.variable(&format!("s{i}"), width.min(64))).collect();
        let mut grower = Grower::new(u64::try_from(seed).unwrap(), symbols.clone());
        for op in vellum_expr::BinaryOp::ALL {
            for round in 0..6 {
                let mut model = Model::new();
                let mut conditions = Vec::new();
                for &symbol in &symbols {
                    let vellum_expr::Kind::Symbol { input, offset } = exprs.kind(symbol) else {
                        unreachable!()
                    };
                    let value = grower.random.u64() >> grower.random.below(64);
                    let value = vellum_bits::word::truncate(width.min(64), value);
                    model.set(input, offset, value);
                    let value = exprs.constant(width.min(64), value);
                    conditions.push(exprs.eq(symbol, value));
                }
                let (a, b) = (exprs.zext(symbols[0], width), exprs.sext(symbols[1], width));
                let constant = grower.operand(&mut exprs, width);
                let result = exprs.binary(op, a, if round < 3 { b } else { constant });
                let value = Evaluator::new().bits(&exprs, &model, result);
                let value = exprs.bits(&value);
                let same = exprs.eq(result, value);
                let other = exprs.not(same);
                conditions.push(same);
                let Answer::Sat(found) = check(&mut blaster, &mut exprs, &conditions) else {
                    panic!("{op:?} at {width} has no value")
                };
                assert!(fulfils(&exprs, &found, &conditions), "{op:?} at {width}");
                conditions.pop();
                conditions.push(other);
                assert!(
                    matches!(check(&mut blaster, &mut exprs, &conditions), Answer::Unsat(_)),
                    "{op:?} at {width}"
                );
            }
        }
    }
}
