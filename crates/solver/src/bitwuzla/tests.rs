//! Bitwuzla against the evaluator and the bit-blaster.

mod floats;

use vellum_bits::FloatKind;
use vellum_expr::{
    BruteForce, Evaluator, Expr, Exprs, FloatOp, FloatOrder, GaveUp, Kind, Model, Oracle, PathCondition,
};

use super::{Bitwuzla, BitwuzlaConfig};
use crate::{
    Blaster, Solver, SolverConfig,
    backend::{Answer, Backend, Query},
    budget::{Meter, Stop},
    testing::Grower,
};

fn check(backend: &mut dyn Backend, exprs: &mut Exprs, conditions: &[Expr]) -> Result<Answer, Stop> {
    let query = Query { conditions, hint: &Model::new() };
    let mut meter = Meter::new(u64::MAX, &|| false);
    backend.check(exprs, &query, &mut meter).map_err(|GaveUp| meter.stopped().unwrap())
}

fn fulfils(exprs: &Exprs, model: &Model, conditions: &[Expr]) -> bool {
    let mut evaluator = Evaluator::new();
    conditions.iter().all(|&c| evaluator.holds(exprs, model, c))
}

fn bitwuzla() -> Bitwuzla {
    // Small enough that terms are thrown away now and then.
    Bitwuzla::new(BitwuzlaConfig { reset_terms: 500, ..BitwuzlaConfig::default() })
}

/// An input with a value for each symbol, and the conditions that say so.
fn pinned(exprs: &mut Exprs, values: &[(Expr, u64)]) -> (Model, Vec<Expr>) {
    let mut model = Model::new();
    let mut conditions = Vec::new();
    for &(symbol, value) in values {
        let Kind::Symbol { input, offset } = exprs.kind(symbol) else { panic!("a symbol is expected") };
        let width = exprs.width(symbol);
        let value = vellum_bits::word::truncate(width, value);
        model.set(input, offset, value);
        let value = exprs.constant(width, value);
        conditions.push(exprs.eq(symbol, value));
    }
    (model, conditions)
}

#[test]
fn narrow_expressions_agree_with_trying_everything() {
    let mut seen = [0, 0];
    for seed in 0..10 {
        let mut exprs = Exprs::new();
        let mut bitwuzla = bitwuzla();
        let terms = vec![exprs.variable("x", 3), exprs.variable("y", 4), exprs.variable("z", 1)];
        let mut grower = Grower::new(seed, terms);
        for round in 0..40 {
            grower.grow(&mut exprs, 8);
            let conditions: Vec<Expr> = (0..2).map(|_| grower.condition(&mut exprs, 8)).collect();
            let mut path = PathCondition::new();
            path.assume(&exprs, conditions[0]);
            let expected = BruteForce::new().model(&mut exprs, &path, conditions[1]).unwrap();
            match check(&mut bitwuzla, &mut exprs, &conditions).unwrap() {
                Answer::Sat(model) => {
                    assert!(fulfils(&exprs, &model, &conditions), "seed {seed}, round {round}");
                    seen[0] += 1;
                }
                Answer::Unsat(_) => {
                    assert!(expected.is_none(), "seed {seed}, round {round}");
                    seen[1] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 60), "both answers occur: {seen:?}");
}

#[test]
fn wide_expressions_agree_with_the_bit_blaster() {
    let mut seen = [0, 0];
    for seed in 0..20 {
        let mut exprs = Exprs::new();
        let (mut bitwuzla, mut blaster) = (bitwuzla(), Blaster::new(crate::BlastConfig::default()));
        let terms = (0..4).map(|i| exprs.variable(&format!("v{i}"), 8 * (i + 1))).collect();
        let mut grower = Grower::new(1000 + seed, terms);
        for round in 0..20 {
            grower.grow(&mut exprs, 24);
            let conditions: Vec<Expr> = (0..3).map(|_| grower.condition(&mut exprs, 24)).collect();
            let (one, other) =
                (check(&mut bitwuzla, &mut exprs, &conditions), check(&mut blaster, &mut exprs, &conditions));
            match (one.unwrap(), other.unwrap()) {
                (Answer::Sat(one), Answer::Sat(other)) => {
                    assert!(fulfils(&exprs, &one, &conditions) && fulfils(&exprs, &other, &conditions));
                    seen[0] += 1;
                }
                (Answer::Unsat(_), Answer::Unsat(_)) => seen[1] += 1,
                (one, other) => panic!("seed {seed}, round {round}: {one:?} against {other:?}"),
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "both answers occur: {seen:?}");
}

/// For each operation and wide operands: the value the evaluator finds is possible, and no other is.
#[test]
fn wide_operations_have_one_value_for_one_input() {
    for (seed, width) in [1, 7, 33, 64, 100].into_iter().enumerate() {
        let mut exprs = Exprs::new();
        let mut bitwuzla = bitwuzla();
        let symbols: Vec<Expr> = (0..2).map(|i| exprs.variable(&format!("s{i}"), width.min(64))).collect();
        let mut grower = Grower::new(u64::try_from(seed).unwrap(), symbols.clone());
        for op in vellum_expr::BinaryOp::ALL {
            for round in 0..3 {
                let values: Vec<(Expr, u64)> =
                    symbols.iter().map(|&s| (s, grower.random.u64() >> grower.random.below(64))).collect();
                let (model, mut conditions) = pinned(&mut exprs, &values);
                let (a, b) = (exprs.zext(symbols[0], width), exprs.sext(symbols[1], width));
                let constant = grower.operand(&mut exprs, width);
                let result = exprs.binary(op, a, if round < 2 { b } else { constant });
                let value = Evaluator::new().bits(&exprs, &model, result);
                let value = exprs.bits(&value);
                let same = exprs.eq(result, value);
                conditions.push(same);
                let found = check(&mut bitwuzla, &mut exprs, &conditions);
                assert!(matches!(found, Ok(Answer::Sat(_))), "{op:?} at {width} has no value");
                conditions.pop();
                conditions.push(exprs.not(same));
                let found = check(&mut bitwuzla, &mut exprs, &conditions);
                assert!(matches!(found, Ok(Answer::Unsat(_))), "{op:?} at {width}: {found:?}");
            }
        }
    }
}

#[test]
fn a_solver_that_checks_itself_finds_nothing_wrong() {
    let mut exprs = Exprs::new();
    let second = Box::new(bitwuzla());
    let mut solver = Solver::new(SolverConfig::default()).with_second(second).with_checks();
    let input = exprs.input("bytes", 8);
    let terms = (0..8).map(|i| exprs.symbol(input, i)).collect();
    let mut grower = Grower::new(7, terms);
    grower.with_arrays = true;
    let mut path = PathCondition::new();
    let mut known = Model::new();
    for _ in 0..80 {
        grower.grow(&mut exprs, 16);
        let condition = grower.condition(&mut exprs, 16);
        let branch = solver.branch(&mut exprs, &path, condition, &known).unwrap();
        let opposite = exprs.not(condition);
        let (taken, other) = if branch.known_side { (condition, opposite) } else { (opposite, condition) };
        match branch.other {
            Some(model) if grower.random.below(2) == 0 => {
                known = model;
                path.assume(&exprs, other);
            }
            _ => path.assume(&exprs, taken),
        }
    }
    let statistics = solver.statistics();
    assert!(statistics.by_second > 10, "{statistics:?}");
    assert_eq!(statistics.disagreements, 0);
}

/// Whether two large numbers have a product of two large primes: more than anybody has time for.
fn hard(exprs: &mut Exprs) -> Vec<Expr> {
    let (x, y) = (exprs.variable("x", 64), exprs.variable("y", 64));
    let (wide_x, wide_y) = (exprs.zext(x, 128), exprs.zext(y, 128));
    let product = exprs.mul(wide_x, wide_y);
    let wanted = exprs.bits(&vellum_bits::Bits::from_u128(128, 0x54d1_c863_effc_8f87_15f4_aa35_5f57_b857));
    let one = exprs.constant(64, 1);
    vec![exprs.eq(product, wanted), exprs.ult(one, x), exprs.ult(one, y)]
}

#[test]
fn a_question_ends_when_it_has_taken_enough() {
    let mut exprs = Exprs::new();
    let conditions = hard(&mut exprs);
    let mut bitwuzla = bitwuzla();
    let query = Query { conditions: &conditions, hint: &Model::new() };
    let mut meter = Meter::new(300, &|| false);
    assert_eq!(bitwuzla.check(&mut exprs, &query, &mut meter), Err(GaveUp));
    assert_eq!(meter.stopped(), Some(Stop::Conflicts));
    let asked = std::cell::Cell::new(0);
    let is_over = || {
        asked.set(asked.get() + 1);
        asked.get() > 100
    };
    let mut meter = Meter::new(u64::MAX, &is_over);
    assert_eq!(bitwuzla.check(&mut exprs, &query, &mut meter), Err(GaveUp));
    assert_eq!(meter.stopped(), Some(Stop::Time));
}

#[test]
fn elements_nobody_mentions_are_those_of_the_hint() {
    let mut exprs = Exprs::new();
    let input = exprs.input("bytes", 3);
    let bytes = [0, 1, 2].map(|i| exprs.symbol(input, i));
    let mut hint = Model::new();
    for i in 0..3 {
        hint.set(input, i, 70 + u64::from(i));
    }
    let less = exprs.ult(bytes[1], bytes[2]);
    let ten = exprs.constant(8, 10);
    let small = exprs.ult(bytes[2], ten);
    let query = Query { conditions: &[less, small], hint: &hint };
    let answer = bitwuzla().check(&mut exprs, &query, &mut Meter::new(u64::MAX, &|| false));
    let Ok(Answer::Sat(model)) = answer else { panic!("it has an input: {answer:?}") };
    assert_eq!(model.element(input, 0), 70);
    assert!(model.element(input, 1) < model.element(input, 2) && model.element(input, 2) < 10);
}

#[test]
fn depth_is_no_problem() {
    let mut exprs = Exprs::new();
    let (x, y) = (exprs.variable("x", 16), exprs.variable("y", 16));
    let mut sum = x;
    for _ in 0..20_000 {
        let product = exprs.mul(sum, y);
        sum = exprs.xor(product, x);
    }
    let zero = exprs.constant(16, 0);
    let (is_zero, same) = (exprs.eq(sum, zero), exprs.eq(x, zero));
    let mut bitwuzla = Bitwuzla::new(BitwuzlaConfig::default());
    assert!(matches!(check(&mut bitwuzla, &mut exprs, &[is_zero, same]), Ok(Answer::Sat(_))));
}

#[test]
fn a_question_too_large_is_given_up() {
    let mut exprs = Exprs::new();
    let (x, y) = (exprs.variable("x", 16), exprs.variable("y", 16));
    let mut sum = x;
    for _ in 0..50 {
        let product = exprs.mul(sum, y);
        sum = exprs.xor(product, x);
    }
    let zero = exprs.constant(16, 0);
    let is_zero = exprs.eq(sum, zero);
    let mut small =
        Bitwuzla::new(BitwuzlaConfig { reset_terms: 50, max_terms: 50, ..BitwuzlaConfig::default() });
    assert_eq!(check(&mut small, &mut exprs, &[is_zero]), Err(Stop::Size));
}

#[test]
fn more_floats_than_can_be_made_circuits_of_are_given_up() {
    let mut exprs = Exprs::new();
    let (x, y) = (exprs.variable("x", 32), exprs.variable("y", 32));
    let mut sum = x;
    for _ in 0..20_000 {
        sum = exprs.float(FloatKind::Single, FloatOp::Add, sum, y);
    }
    let is_less = exprs.float_compare(FloatKind::Single, FloatOrder::Lt, sum, x);
    let mut bitwuzla = bitwuzla();
    assert_eq!(check(&mut bitwuzla, &mut exprs, &[is_less]), Err(Stop::Size));
}

#[test]
fn an_error_inside_costs_one_question() {
    let mut exprs = Exprs::new();
    let (x, five) = (exprs.variable("x", 16), exprs.constant(16, 5));
    let square = exprs.mul(x, x);
    let condition = exprs.eq(square, five);
    let mut bitwuzla = bitwuzla();
    assert!(matches!(check(&mut bitwuzla, &mut exprs, &[condition]), Ok(Answer::Unsat(_))));
    bitwuzla.fails = true;
    assert_eq!(check(&mut bitwuzla, &mut exprs, &[condition]), Err(Stop::Failed));
    assert!(matches!(check(&mut bitwuzla, &mut exprs, &[condition]), Ok(Answer::Unsat(_))));
}
