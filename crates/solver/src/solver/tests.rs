//! Whole questions: every combination of stages gives the same answers, and inputs that are what they should
//! be.

mod kept;
mod limits;

use vellum_expr::{BruteForce, Cells, Evaluator, Expr, Exprs, Model, Oracle, PathCondition, Verdict};

use super::{Branch, Solver};
use crate::{
    config::SolverConfig,
    testing::{Grower, Random},
};

fn fulfils(exprs: &Exprs, model: &Model, path: &PathCondition, condition: Expr) -> bool {
    let mut evaluator = Evaluator::new();
    path.iter().chain([condition]).all(|c| evaluator.holds(exprs, model, c))
}

/// Each stage alone, all, and none.
fn configs() -> Vec<SolverConfig> {
    let plain = SolverConfig::plain;
    vec![
        plain(),
        SolverConfig { equalities: true, ..plain() },
        SolverConfig { independence: true, ..plain() },
        SolverConfig { models: 8, ..plain() },
        SolverConfig { cores: true, ..plain() },
        SolverConfig { canonical: true, ..plain() },
        SolverConfig { lazy: true, ..plain() },
        SolverConfig::default(),
    ]
}

/// Walks down a random path with a solver, checking every branch; returns the verdicts.
fn walk(
    exprs: &mut Exprs,
    solver: &mut Solver,
    grower: &mut Grower,
    steps: u32,
    check: &mut dyn FnMut(&mut Exprs, &PathCondition, Expr, &Branch),
) -> Vec<Verdict> {
    let mut path = PathCondition::new();
    let mut known = Model::new();
    let mut verdicts = Vec::new();
    for _ in 0..steps {
        grower.grow(exprs, 12);
        let condition = grower.condition(exprs, 12);
        let branch = solver.branch(exprs, &path, condition, &known).unwrap();
        let opposite = exprs.not(condition);
        let (taken, other) = if branch.known_side { (condition, opposite) } else { (opposite, condition) };
        assert!(fulfils(exprs, &known, &path, taken));
        if let Some(model) = &branch.other {
            assert!(fulfils(exprs, model, &path, other));
        }
        check(exprs, &path, condition, &branch);
        verdicts.push(branch.verdict);
        // The choice may depend on the verdict only, or solvers would part.
        let change = grower.random.below(2) == 0;
        let want = if change { opposite } else { condition };
        match branch.other {
            Some(model) if want != taken => known = model,
            _ if want != taken => continue,
            _ => {}
        }
        path.assume(exprs, want);
    }
    verdicts
}

#[test]
fn every_stage_agrees_with_trying_everything() {
    let mut seen = [0; 3];
    for seed in 0..30 {
        for (number, config) in configs().into_iter().enumerate() {
            let mut exprs = Exprs::new();
            let mut solver = Solver::new(config);
            let terms = ["a", "b", "c", "d"].map(|name| exprs.variable(name, 2)).to_vec();
            let mut grower = Grower::new(seed, terms);
            grower.with_arrays = seed % 2 == 0;
            walk(&mut exprs, &mut solver, &mut grower, 25, &mut |exprs, path, condition, branch| {
                let expected = BruteForce::new().decide(exprs, path, condition).unwrap();
                assert_eq!(branch.verdict, expected, "seed {seed}, config {number}");
                seen[match expected {
                    Verdict::Always => 0,
                    Verdict::Never => 1,
                    Verdict::Depends => 2,
                }] += 1;
            });
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "all verdicts occur: {seen:?}");
}

#[test]
fn every_stage_agrees_with_none_on_bytes() {
    for seed in 100..110 {
        let mut expected = None;
        for (number, config) in configs().into_iter().enumerate() {
            let mut exprs = Exprs::new();
            let mut solver = Solver::new(config);
            let input = exprs.input("bytes", 90);
            let terms = (0..8).map(|i| exprs.symbol(input, if seed % 2 == 0 { i } else { i * 11 })).collect();
            // Beyond 64 symbols the masks of the facts no longer tell them apart.
            if seed % 3 == 0 {
                for i in 0..90 {
                    exprs.symbol(input, i);
                }
            }
            let mut grower = Grower::new(seed, terms);
            grower.with_arrays = true;
            let verdicts = walk(&mut exprs, &mut solver, &mut grower, 40, &mut |_, _, _, _| {});
            assert_eq!(*expected.get_or_insert(verdicts.clone()), verdicts, "seed {seed}, config {number}");
        }
    }
}

#[test]
fn the_oracle_keeps_its_laws_also_where_a_path_has_no_input() {
    for seed in 200..230 {
        let mut exprs = Exprs::new();
        let mut solver = Solver::new(SolverConfig::default());
        let terms = ["a", "b", "c"].map(|name| exprs.variable(name, 3)).to_vec();
        let mut grower = Grower::new(seed, terms);
        let mut path = PathCondition::new();
        for _ in 0..6 {
            let condition = grower.condition(&mut exprs, 6);
            let expected = BruteForce::new().model(&mut exprs, &path, condition).unwrap();
            let found = solver.model(&mut exprs, &path, condition).unwrap();
            assert_eq!(found.is_some(), expected.is_some(), "seed {seed}");
            if let Some(model) = found {
                assert!(fulfils(&exprs, &model, &path, condition));
            }
            path.assume(&exprs, condition);
        }
    }
}

#[test]
fn the_same_questions_get_the_same_inputs() {
    let run = || {
        let mut exprs = Exprs::new();
        let mut solver = Solver::new(SolverConfig::default());
        let input = exprs.input("bytes", 8);
        let terms = (0..8).map(|i| exprs.symbol(input, i)).collect();
        let mut models = Vec::new();
        let mut grower = Grower::new(5, terms);
        walk(&mut exprs, &mut solver, &mut grower, 60, &mut |exprs, _, _, branch| {
            models.push(branch.other.as_ref().map(|model| model.bytes(exprs, input)));
        });
        (models, *solver.statistics())
    };
    assert_eq!(run(), run());
}

#[test]
fn questions_that_differ_in_names_share_an_answer() {
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(SolverConfig { models: 0, cores: false, ..SolverConfig::default() });
    let input = exprs.input("bytes", 8);
    let path = PathCondition::new();
    for offset in 0..4 {
        let (x, y) = (exprs.symbol(input, offset), exprs.symbol(input, offset + 1));
        let limit = exprs.constant(8, 200);
        let (sum, above) = (exprs.add(x, y), exprs.ult(limit, x));
        let is_limit = exprs.eq(sum, limit);
        let both = exprs.and(above, is_limit);
        let model = solver.model(&mut exprs, &path, both).unwrap().unwrap();
        assert!(fulfils(&exprs, &model, &path, both));
    }
    assert_eq!((solver.statistics().by_backend, solver.statistics().by_shape), (1, 3));
}

#[test]
fn a_value_that_is_the_only_one_is_found() {
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(SolverConfig::default());
    let input = exprs.input("bytes", 2);
    let (x, y) = (exprs.symbol(input, 0), exprs.symbol(input, 1));
    let (three, seven) = (exprs.constant(8, 3), exprs.constant(8, 7));
    let mut path = PathCondition::new();
    let product = exprs.mul(x, three);
    let fixed = exprs.eq(product, seven);
    path.assume(&exprs, fixed);
    let known = solver.model(&mut exprs, &path, Expr::TRUE).unwrap().unwrap();
    assert_eq!(solver.value(&mut exprs, &path, x, &known), Ok(Some(173)));
    assert_eq!(solver.value(&mut exprs, &path, y, &known), Ok(None));
}

#[test]
fn tables_and_hashes_are_answered_right() {
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(SolverConfig::default());
    let input = exprs.input("key", 8);
    let bytes: Vec<Expr> = (0..8).map(|i| exprs.symbol(input, i)).collect();
    let path = PathCondition::new();
    // A random table of 4,096 bytes.
    let mut random = Random::new(9);
    let table: Vec<u8> = (0..4096).map(|_| vellum_collections::cast::low8(random.u64())).collect();
    let array = exprs.cells(Cells::new(table.clone().into(), Vec::new()));
    let word = exprs.concat_bytes(&bytes[..2]);
    let (low, top) = (exprs.extract(word, 0, 12), exprs.zero(64));
    let index = exprs.zext(low, 64);
    let read = exprs.read(array, index, 1);
    for value in [0, 77, 255] {
        let constant = exprs.constant(8, u64::from(value));
        let hit = exprs.eq(read, constant);
        let found = solver.model(&mut exprs, &path, hit).unwrap();
        assert_eq!(found.is_some(), table.contains(&value));
    }
    // A pointer table: 300 words of which five are set.
    let mut pointers = vec![0; 2400];
    for (i, slot) in [3, 57, 111, 200, 299].into_iter().enumerate() {
        pointers[slot * 8..][..8]
            .copy_from_slice(&(0x5000_0000_u64 + 64 * u64::try_from(i).unwrap()).to_le_bytes());
    }
    let array = exprs.cells(Cells::new(pointers.into(), Vec::new()));
    let hash = bytes[..4].iter().fold(exprs.constant(64, 5381), |hash, &byte| {
        let (factor, wide) = (exprs.constant(64, 33), exprs.zext(byte, 64));
        let scaled = exprs.mul(hash, factor);
        exprs.add(scaled, wide)
    });
    let (buckets, eight) = (exprs.constant(64, 300), exprs.constant(64, 8));
    let bucket = exprs.urem(hash, buckets);
    let index = exprs.mul(bucket, eight);
    let pointer = exprs.read(array, index, 8);
    let (third, none) = (exprs.constant(64, 0x5000_0080), exprs.constant(64, 0x5000_0081));
    let (is_third, is_none) = (exprs.eq(pointer, third), exprs.eq(pointer, none));
    let model = solver.model(&mut exprs, &path, is_third).unwrap().unwrap();
    assert_eq!(Evaluator::new().word(&exprs, &model, bucket), 111);
    assert_eq!(solver.model(&mut exprs, &path, is_none), Ok(None));
    let is_null = exprs.eq(pointer, top);
    assert_eq!(solver.decide(&mut exprs, &path, is_null), Ok(Verdict::Depends));
}

#[test]
fn what_excludes_a_read_includes_the_range_of_its_index() {
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(SolverConfig::default());
    let input = exprs.input("i", 1);
    let byte = exprs.symbol(input, 0);
    let index = exprs.zext(byte, 64);
    let content: Vec<u8> = (0..=255).map(|at| if at == 200 { 9 } else { 0 }).collect();
    let array = exprs.cells(Cells::new(content.into(), Vec::new()));
    let (read, nine, limit) = (exprs.read(array, index, 1), exprs.constant(8, 9), exprs.constant(8, 20));
    let (is_nine, is_low) = (exprs.eq(read, nine), exprs.ult(byte, limit));
    let mut path = PathCondition::new();
    path.assume(&exprs, is_low);
    assert_eq!(solver.may_hold(&mut exprs, &path, is_nine), Ok(false));
    assert_eq!(solver.may_hold(&mut exprs, &PathCondition::new(), is_nine), Ok(true));
}

#[test]
fn reclaimed_expressions_leave_no_trace() {
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(SolverConfig::default());
    let terms: Vec<Expr> = ["a", "b", "c"].map(|name| exprs.variable(name, 4)).to_vec();
    for seed in 0..40 {
        let mut grower = Grower::new(seed, terms.clone());
        grower.with_arrays = seed % 2 == 0;
        walk(&mut exprs, &mut solver, &mut grower, 12, &mut |exprs, path, condition, branch| {
            let expected = BruteForce::new().decide(exprs, path, condition).unwrap();
            assert_eq!(branch.verdict, expected, "seed {seed}");
        });
        let marker = exprs.collect(|marker| terms.iter().for_each(|&term| marker.mark(term)));
        solver.retain(&marker);
    }
}

#[test]
fn a_number_used_again_is_not_taken_for_the_old_expression() {
    let config = SolverConfig { models: 0, ..SolverConfig::default() };
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(config.clone());
    let x = exprs.variable("x", 8);
    let mut numbers = Vec::new();
    for (limit, expected) in [(3, false), (30, true)] {
        let limit = exprs.constant(8, limit);
        let is_low = exprs.ult(x, limit);
        let five = exprs.constant(8, 5);
        let is_high = exprs.ult(five, x);
        let mut path = PathCondition::new();
        path.assume(&exprs, is_low);
        assert_eq!(solver.may_hold(&mut exprs, &path, is_high), Ok(expected));
        numbers.push((is_low, is_high));
        let marker = exprs.collect(|marker| marker.mark(is_high));
        solver.retain(&marker);
    }
    assert_eq!(numbers[0], numbers[1], "the test is about equal numbers");
    numbers.clear();
    solver = Solver::new(config);
    exprs.collect(|_| {});
    for is_equal in [true, false] {
        let five = exprs.constant(8, 5);
        let condition = if is_equal { exprs.eq(x, five) } else { exprs.ult(x, five) };
        let mut path = PathCondition::new();
        path.assume(&exprs, condition);
        let three = exprs.constant(8, 3);
        let is_low = exprs.ult(x, three);
        assert_eq!(solver.may_hold(&mut exprs, &path, is_low), Ok(!is_equal));
        numbers.push((condition, is_low));
        let marker = exprs.collect(|_| {});
        solver.retain(&marker);
    }
    assert_eq!(numbers[0].0, numbers[1].0, "the test is about equal numbers");
}
