//! Answers that are kept serve another solver over another pool.

use std::{cell::RefCell, rc::Rc};

use vellum_collections::Map;
use vellum_expr::{BruteForce, Exprs, Oracle};

use super::walk;
use crate::{
    Answers, Kept, Solver, SolverConfig,
    testing::{Grower, Random},
};

/// Answers that outlive a solver.
#[derive(Clone, Default)]
struct Table(Rc<RefCell<Map<u128, Kept>>>);

impl Answers for Table {
    fn find(&mut self, question: u128) -> Option<Kept> {
        self.0.borrow().get(&question).cloned()
    }

    fn keep(&mut self, question: u128, answer: Kept) {
        self.0.borrow_mut().insert(question, answer);
    }
}

/// A random walk in a pool that knows so many symbols already: the verdicts, and how the solver came by them.
fn walked(seed: u64, others: u32, table: &Table) -> (Vec<vellum_expr::Verdict>, crate::Statistics) {
    let mut exprs = Exprs::new();
    if others > 0 {
        let input = exprs.input("other", others);
        for at in 0..others {
            let symbol = exprs.symbol(input, at);
            exprs.not(symbol);
        }
    }
    let terms = ["x", "y"].map(|name| exprs.variable(name, 4)).to_vec();
    let mut grower = Grower::new(seed, terms);
    let mut solver = Solver::new(SolverConfig::default()).with_answers(Box::new(table.clone()));
    let mut brute = BruteForce::new();
    let verdicts = walk(&mut exprs, &mut solver, &mut grower, 12, &mut |exprs, path, condition, branch| {
        assert_eq!(brute.decide(exprs, path, condition), Ok(branch.verdict));
    });
    (verdicts, *solver.statistics())
}

#[test]
fn what_is_kept_is_not_worked_out_again() {
    for seed in 0..60 {
        let table = Table::default();
        let (first, _) = walked(seed, 0, &table);
        let (second, statistics) = walked(seed, 9, &table);
        assert_eq!(first, second);
        assert_eq!((statistics.by_backend, statistics.by_models, statistics.by_shape), (0, 0, 0), "{seed}");
    }
}

#[test]
fn an_input_that_does_not_fit_is_not_believed() {
    let mut random = Random::new(5);
    let mut tried = 0;
    for seed in 0..60 {
        let table = Table::default();
        let (first, _) = walked(seed, 0, &table);
        for (_, answer) in table.0.borrow_mut().iter_mut() {
            if let Kept::Sat(values) = answer {
                let wrong: Rc<[u64]> = match random.below(4) {
                    0 => values.iter().copied().chain([1]).collect(),
                    _ => values.iter().map(|value| value ^ u64::from(random.below(16))).collect(),
                };
                *values = wrong;
                tried += 1;
            }
        }
        // Verdicts are compared with those found by trying everything.
        assert_eq!(walked(seed, 0, &table).0.len(), first.len());
    }
    assert!(tried > 50, "{tried}");
}
