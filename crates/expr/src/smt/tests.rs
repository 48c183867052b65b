//! Benchmarks as text, and, where a solver is at hand, what it says to them.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use expect_test::{Expect, expect};
use vellum_bits::{FloatKind, RoundTo, Signedness};

use super::Script;
use crate::{
    cells::Cells,
    eval::Evaluator,
    kind::{FloatOp, FloatOrder, Kind},
    model::Model,
    pool::{Expr, Exprs},
    tests::{random::Random, world::World},
};

fn check(build: impl FnOnce(&mut Exprs) -> Expr, expected: &Expect) {
    let mut exprs = Exprs::new();
    let condition = build(&mut exprs);
    let mut script = Script::new();
    script.assert(condition);
    script.get_model();
    expected.assert_eq(&script.text(&exprs));
}

/// What a solver on this machine says; `None` where there is none.
fn ask(text: &str) -> Option<String> {
    for (program, arguments) in
        [("z3", ["-in", "-T:60"]), ("bitwuzla", ["--lang", "smt2"]), ("cvc5", ["--lang", "smt2"])]
    {
        let command =
            Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let Ok(mut child) = command else { continue };
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        return Some(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    None
}

#[test]
fn bits_and_conditions() {
    check(
        |exprs| {
            let (key, other) = (exprs.input("key", 2), exprs.input("a|b", 1));
            let (x, y, z) = (exprs.symbol(key, 0), exprs.symbol(key, 1), exprs.symbol(other, 0));
            let (three, seven) = (exprs.constant(8, 3), exprs.constant(8, 7));
            let sum = exprs.add(x, three);
            let (small, equal) = (exprs.ult(sum, seven), exprs.eq(sum, y));
            let odd = exprs.extract(z, 0, 1);
            let either = exprs.or(small, equal);
            exprs.and(either, odd)
        },
        &expect![[r"
            (set-logic QF_BV)
            (declare-const |key[0]| (_ BitVec 8))
            (define-fun $e7 () (_ BitVec 8) (bvadd |key[0]| #x03))
            (declare-const |key[1]| (_ BitVec 8))
            (declare-const |a_b[0]| (_ BitVec 8))
            (assert (and (= ((_ extract 0 0) |a_b[0]|) #b1) (or (bvult $e7 #x07) (= |key[1]| $e7))))
            (check-sat)
            (get-model)
        "]],
    );
}

#[test]
fn arrays_of_bytes() {
    check(
        |exprs| {
            let x = exprs.variable("x", 64);
            let cell = exprs.variable("cell", 8);
            let array = exprs.cells(Cells::new(Box::new([1, 0, 3, 4]), vec![(1, cell)]));
            let word = exprs.constant(16, 0xabcd);
            let stored = exprs.store(array, x, word);
            let index = exprs.mul(x, x);
            let found = exprs.read(stored, index, 2);
            exprs.eq(found, word)
        },
        &expect![[r"
            (set-logic QF_ABV)
            (declare-const |x[0]| (_ BitVec 64))
            (declare-const |cell[0]| (_ BitVec 8))
            (define-fun $a0 () (Array (_ BitVec 64) (_ BitVec 8)) (store (store (store (store ((as const (Array (_ BitVec 64) (_ BitVec 8))) #x00) #x0000000000000000 #x01) #x0000000000000001 |cell[0]|) #x0000000000000002 #x03) #x0000000000000003 #x04))
            (define-fun $a1 () (Array (_ BitVec 64) (_ BitVec 8)) (store (store $a0 |x[0]| ((_ extract 7 0) #xabcd)) (bvadd |x[0]| #x0000000000000001) ((_ extract 15 8) #xabcd)))
            (define-fun $e5 () (_ BitVec 64) (bvmul |x[0]| |x[0]|))
            (assert (= (concat (select $a1 (bvadd $e5 #x0000000000000001)) (select $a1 $e5)) #xabcd))
            (check-sat)
            (get-model)
        "]],
    );
}

#[test]
fn floats_by_their_patterns() {
    check(
        |exprs| {
            let (x, y) = (exprs.variable("x", 16), exprs.variable("y", 16));
            let sum = exprs.float(FloatKind::Half, FloatOp::Add, x, y);
            let less = exprs.float_compare(FloatKind::Half, FloatOrder::Lt, sum, x);
            let number = exprs.float_to_int(FloatKind::Half, Signedness::Signed, sum, 8);
            let zero = exprs.zero(8);
            let equal = exprs.eq(number, zero);
            exprs.and(less, equal)
        },
        &expect![[r"
            (set-logic QF_BVFP)
            (declare-const |y[0]| (_ BitVec 16))
            (declare-const |x[0]| (_ BitVec 16))
            (declare-const $e4.bits (_ BitVec 16))
            (define-fun $e4.float () (_ FloatingPoint 5 11) (fp.add RNE ((_ to_fp 5 11) |x[0]|) ((_ to_fp 5 11) |y[0]|)))
            (assert (= ((_ to_fp 5 11) $e4.bits) $e4.float))
            (assert (=> (fp.isNaN $e4.float) (= $e4.bits #b0111111000000000)))
            (assert (and (fp.lt ((_ to_fp 5 11) $e4.bits) ((_ to_fp 5 11) |x[0]|)) (= (ite (and (fp.leq (fp #b1 #b10110 #b0000000000) (fp.roundToIntegral RTZ ((_ to_fp 5 11) $e4.bits))) (fp.lt (fp.roundToIntegral RTZ ((_ to_fp 5 11) $e4.bits)) (fp #b0 #b10110 #b0000000000)) (not (fp.isInfinite ((_ to_fp 5 11) $e4.bits)))) ((_ fp.to_sbv 8) RTZ ((_ to_fp 5 11) $e4.bits)) #b10000000) #x00)))
            (check-sat)
            (get-model)
        "]],
    );
}

/// A solver, if there is one, finds the values the evaluator finds.
fn agree(exprs: &mut Exprs, model: &Model, terms: &[Expr]) {
    let mut evaluator = Evaluator::new();
    let mut fixed = Script::new();
    for symbol in exprs.symbol_list().to_vec() {
        let value = evaluator.bits(exprs, model, symbol);
        let value = exprs.bits(&value);
        let condition = exprs.eq(symbol, value);
        fixed.assert(condition);
    }
    let mut differ = Expr::FALSE;
    for &term in terms {
        let value = evaluator.bits(exprs, model, term);
        let value = exprs.bits(&value);
        let other = exprs.ne(term, value);
        differ = exprs.or(differ, other);
    }
    let mut script = fixed.clone();
    script.assert(differ);
    if let Some(answer) = ask(&script.text(exprs)) {
        assert_eq!(answer, "unsat", "{}", script.text(exprs));
    }
    if let Some(answer) = ask(&fixed.text(exprs)) {
        assert_eq!(answer, "sat", "{}", fixed.text(exprs));
    }
}

#[test]
fn a_solver_finds_the_same_bits() {
    for seed in 0..6 {
        let mut world = World::sampled(seed, &[8, 16, 33, 64, 1], 3);
        world.run(300, 100);
        let mut terms: Vec<Expr> = world.terms.iter().map(|term| term.expr).collect();
        let wide = world.exprs.zext(world.terms[0].expr, 64);
        let cell = world.terms[0].expr;
        let bytes: Vec<u8> = (0..40).collect();
        let mut array = world.exprs.cells(Cells::new(bytes.into(), vec![(3, cell), (7, cell)]));
        for i in 0..4 {
            let step = world.exprs.constant(64, 5 * i);
            let at = world.exprs.add(wide, step);
            array = world.exprs.store(array, at, world.terms[1].expr);
            let five = world.exprs.constant(64, 31);
            let index = world.exprs.and(wide, five);
            terms.push(world.exprs.read(array, index, 4));
            terms.push(world.exprs.read(array, at, 1));
        }
        for model in world.models.clone() {
            agree(&mut world.exprs, &model, &terms);
        }
    }
}

#[test]
fn a_solver_finds_the_same_floats() {
    const TO: [RoundTo; 5] =
        [RoundTo::Floor, RoundTo::Ceil, RoundTo::Trunc, RoundTo::NearestEven, RoundTo::NearestAway];
    for format in FloatKind::ALL {
        let mut exprs = Exprs::new();
        let half = format.bits() / 2;
        let parts: Vec<Expr> = (0..4).map(|i| exprs.variable(&format!("p{i}"), half)).collect();
        let (x, y) = (exprs.concat(parts[0], parts[1]), exprs.concat(parts[2], parts[3]));
        let mut results = Vec::new();
        for op in [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Sqrt] {
            results.push((format, exprs.float(format, op, x, y)));
        }
        results.extend(TO.map(|to| (format, exprs.float(format, FloatOp::Round(to), x, x))));
        results.push((format, exprs.fma(format, x, y, x)));
        for to in FloatKind::ALL {
            results.push((to, exprs.float_convert(format, to, x)));
        }
        let mut terms = Vec::new();
        for signedness in [Signedness::Signed, Signedness::Unsigned] {
            results.push((format, exprs.float_from_int(format, signedness, y)));
            for width in [1, 8, 20, 64] {
                terms.push(exprs.float_to_int(format, signedness, x, width));
            }
        }
        for order in [FloatOrder::Eq, FloatOrder::Lt, FloatOrder::Le] {
            terms.push(exprs.float_compare(format, order, x, y));
            terms.push(exprs.float_compare(format, order, x, results[0].1));
        }
        let mut random = Random::new(u64::from(format.bits()));
        for _ in 0..4 {
            let mut model = Model::new();
            for &part in &parts {
                let Kind::Symbol { input, offset } = exprs.kind(part) else { unreachable!("a variable") };
                model.set(input, offset, random.bits(half).low_u64());
            }
            // Which NaN is computed may differ.
            let numbers = results
                .iter()
                .filter(|&&(format, e)| !format.is_nan(Evaluator::new().bits(&exprs, &model, e).low_u128()));
            let all: Vec<Expr> = numbers.map(|&(_, e)| e).chain(terms.iter().copied()).collect();
            agree(&mut exprs, &model, &all);
        }
    }
}
