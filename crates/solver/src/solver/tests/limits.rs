//! Questions that are given up, and backends that are wrong.

use std::{cell::Cell, rc::Rc, time::Duration};

use vellum_expr::{Expr, Exprs, GaveUp, Model, Oracle, PathCondition, Verdict};

use super::super::Solver;
use crate::{
    backend::{Answer, Backend, Query},
    budget::Meter,
    config::SolverConfig,
};

/// `x * y` is a product of two primes of 31 bits, neither of them one.
fn factoring(exprs: &mut Exprs) -> Expr {
    let (x, y) = (exprs.variable("x", 32), exprs.variable("y", 32));
    let (wide_x, wide_y) = (exprs.zext(x, 64), exprs.zext(y, 64));
    let product = exprs.mul(wide_x, wide_y);
    let number = exprs.constant(64, 2_147_483_647 * 2_147_483_629);
    let one = exprs.constant(32, 1);
    let (equal, first, second) = (exprs.eq(product, number), exprs.ult(one, x), exprs.ult(one, y));
    let both = exprs.and(first, second);
    let ordered = exprs.ult(x, y);
    let all = exprs.and(both, ordered);
    exprs.and(equal, all)
}

#[test]
fn a_hard_question_ends_at_its_limit_of_conflicts() {
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(SolverConfig { conflicts: 500, ..SolverConfig::default() });
    let condition = factoring(&mut exprs);
    let path = PathCondition::new();
    assert_eq!(solver.model(&mut exprs, &path, condition), Err(GaveUp));
    assert_eq!((solver.statistics().gave_up_conflicts, solver.statistics().conflicts), (1, 500));
    // The solver goes on with other questions.
    let x = exprs.variable("x", 32);
    let five = exprs.constant(32, 5);
    let small = exprs.ult(x, five);
    assert_eq!(solver.decide(&mut exprs, &path, small), Ok(Verdict::Depends));
}

#[test]
fn an_interrupt_and_the_clock_stop_a_hard_question() {
    let mut exprs = Exprs::new();
    let condition = factoring(&mut exprs);
    let path = PathCondition::new();
    let looks = Rc::new(Cell::new(0));
    let counted = Rc::clone(&looks);
    let mut solver = Solver::new(SolverConfig { conflicts: u64::MAX, ..SolverConfig::default() });
    let interrupt = solver.interrupt();
    // A clock that stands still, but at the hundredth look somebody interrupts.
    solver = solver.with_clock(Box::new(move || {
        counted.set(counted.get() + 1);
        if counted.get() == 100 {
            interrupt.raise();
        }
        Duration::ZERO
    }));
    assert_eq!(solver.model(&mut exprs, &path, condition), Err(GaveUp));
    assert!((100..110).contains(&looks.get()), "it stops at once");
    solver.interrupt().clear();
    let seconds = Rc::new(Cell::new(0));
    solver = solver.with_clock(Box::new(move || {
        seconds.set(seconds.get() + 1);
        Duration::from_secs(seconds.get())
    }));
    assert_eq!(solver.model(&mut exprs, &path, condition), Err(GaveUp));
    assert_eq!(solver.statistics().gave_up_time, 2);
}

/// Says whatever it likes.
#[derive(Debug)]
struct Liar;

impl Backend for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn check(&mut self, _: &mut Exprs, _: &Query<'_>, _: &mut Meter<'_>) -> Result<Answer, GaveUp> {
        Ok(Answer::Sat(Model::new()))
    }

    fn retain(&mut self, _: &vellum_expr::Marker) {}
}

#[test]
fn a_wrong_answer_is_noticed_where_answers_are_checked() {
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(SolverConfig::default()).with_second(Box::new(Liar)).with_checks();
    let x = exprs.variable("x", 8);
    let (product, square) = (exprs.mul(x, x), exprs.constant(8, 3));
    let never = exprs.eq(product, square);
    assert_eq!(solver.model(&mut exprs, &PathCondition::new(), never), Ok(None));
    assert_eq!((solver.statistics().disagreements, solver.statistics().by_second), (1, 1));
    // What the first backend does not know, the second is asked; its input is checked.
    let kind = vellum_bits::FloatKind::Half;
    let y = exprs.variable("y", 16);
    let one = exprs.constant(16, 0x3c00);
    let equal = exprs.float_compare(kind, vellum_expr::FloatOrder::Eq, y, one);
    assert!(solver.may_hold(&mut exprs, &PathCondition::new(), equal).unwrap());
    assert_eq!(solver.statistics().disagreements, 2);
}

#[test]
fn floats_without_a_backend_that_knows_them_are_given_up() {
    let mut exprs = Exprs::new();
    let mut solver = Solver::new(SolverConfig::default());
    let (x, one) = (exprs.variable("x", 32), exprs.constant(32, 0x3f80_0000));
    let less = exprs.float_compare(vellum_bits::FloatKind::Single, vellum_expr::FloatOrder::Lt, x, one);
    assert_eq!(solver.decide(&mut exprs, &PathCondition::new(), less), Err(GaveUp));
    assert_eq!(solver.statistics().gave_up_unsupported, 1);
}
