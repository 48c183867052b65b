//! Conditions of a path that turn out not to matter are never given to the backend.
//!
//! The input a path is known by fulfils its conditions already; an input for the question that differs from
//! it in a few places likely still does. So the question is solved alone first, and the conditions its input
//! violates are added until none is left. Answers are remembered by the shape of the conditions taken. If
//! some of the conditions exclude each other, so do all.

use vellum_expr::{Evaluator, Expr, Exprs, GaveUp, Model};

use crate::{
    backend::{Answer, Backend, Query},
    budget::Meter,
    canonical::Cache,
};

/// Rounds after which all conditions are taken.
const ROUNDS: u64 = 5;

/// Conditions, and as the backend gets them.
#[derive(Clone, Copy)]
pub(crate) struct Set<'a> {
    pub(crate) conditions: &'a [Expr],
    pub(crate) encoded: &'a [Expr],
    /// Those before this one may be left out at first.
    pub(crate) before: usize,
    pub(crate) hint: &'a Model,
    /// What the hint is known to fulfil.
    pub(crate) hint_fulfils: Fulfils,
}

/// What an input is known to fulfil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fulfils {
    /// The conditions that may be left out.
    Path,
    /// Perhaps nothing.
    Unknown,
}

/// Solves sets of conditions part by part.
pub(crate) struct Lazy {
    evaluator: Evaluator,
    /// Answers by shape, and how many expressions a shape may have.
    cache: Cache,
    shape_limit: usize,
    calls: u64,
}

/// Which stage had the last word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Shape,
    Backend,
}

impl Lazy {
    /// With no room for shapes, none is looked at.
    pub(crate) fn new(cache_size: usize, shape_limit: usize) -> Self {
        Self { evaluator: Evaluator::new(), cache: Cache::new(cache_size), shape_limit, calls: 0 }
    }

    /// Calls of the backend for the last set.
    pub(crate) const fn calls(&self) -> u64 {
        self.calls
    }

    /// Forgets expressions that were reclaimed.
    pub(crate) fn retain(&mut self) {
        self.cache.retain();
    }

    /// Whether all conditions can hold at once.
    pub(crate) fn check(
        &mut self,
        backend: &mut dyn Backend,
        exprs: &mut Exprs,
        set: &Set<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(Answer, By), GaveUp> {
        let mut waiting: Vec<usize> = (0..set.before).collect();
        let mut chosen: Vec<Expr> = set.encoded[set.before..].to_vec();
        self.calls = 0;
        loop {
            let shape = self.cache.canonical(exprs, &chosen, self.shape_limit);
            let known = shape.as_ref().and_then(|shape| self.cache.find(exprs, shape, set.hint));
            match known {
                Some(Answer::Unsat(_)) => return Ok((Answer::Unsat(chosen), By::Shape)),
                // An input that fits this path only by chance: it is taken if it does.
                Some(Answer::Sat(model))
                    if self.violated(exprs, set, &chosen, &waiting, &model).is_empty() =>
                {
                    return Ok((Answer::Sat(model), By::Shape));
                }
                _ => {}
            }
            self.calls += 1;
            let query = Query { conditions: &chosen, hint: set.hint };
            let answer = backend.check(exprs, &query, meter)?;
            if let Some(shape) = &shape {
                self.cache.add(exprs, shape, &answer);
            }
            let Answer::Sat(model) = &answer else { return Ok((answer, By::Backend)) };
            let mut violated = self.violated(exprs, set, &chosen, &waiting, model);
            if violated.is_empty() {
                return Ok((answer, By::Backend));
            }
            if self.calls >= ROUNDS {
                violated.clone_from(&waiting);
            }
            waiting.retain(|at| violated.binary_search(at).is_err());
            chosen.extend(violated.iter().map(|&at| set.encoded[at]));
        }
    }

    /// The waiting conditions that do not hold for an input.
    fn violated(
        &mut self,
        exprs: &Exprs,
        set: &Set<'_>,
        chosen: &[Expr],
        waiting: &[usize],
        model: &Model,
    ) -> Vec<usize> {
        self.evaluator.reset();
        // The input differs from the hint in symbols of the chosen conditions only.
        let symbols = |e: Expr| exprs.facts(e).symbols;
        let changed = chosen.iter().fold(0, |all, &e| all | symbols(e));
        let may_fail = |e: Expr| set.hint_fulfils == Fulfils::Unknown || symbols(e) & changed != 0;
        let fails = |at: &usize| {
            let condition = set.conditions[*at];
            may_fail(condition) && !self.evaluator.holds(exprs, model, condition)
        };
        waiting.iter().copied().filter(fails).collect()
    }
}
