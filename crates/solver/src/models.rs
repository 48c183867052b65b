//! Inputs found earlier, tried on new questions; and conditions found to exclude each other.

use std::rc::Rc;

use vellum_collections::{Id, Map};
use vellum_expr::{Evaluator, Expr, Exprs, Marker, Model};

/// The last few inputs, the most useful first.
pub(crate) struct Models {
    limit: usize,
    /// Each has an evaluator of its own, so that no expression is evaluated twice for one input.
    remembered: Vec<(Model, Evaluator)>,
    /// For when nothing is remembered.
    scratch: Evaluator,
}

impl Models {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, remembered: Vec::new(), scratch: Evaluator::new() }
    }

    /// An input that fulfils all conditions.
    pub(crate) fn find(&mut self, exprs: &Exprs, conditions: &[Expr]) -> Option<&Model> {
        // The newest conditions are the least likely to hold.
        let fulfils = |(model, evaluator): &mut (Model, Evaluator)| {
            conditions.iter().rev().all(|&condition| evaluator.holds(exprs, model, condition))
        };
        let found = self.remembered.iter_mut().position(fulfils)?;
        self.remembered[..=found].rotate_right(1);
        Some(&self.remembered[0].0)
    }

    /// The input that was useful last.
    pub(crate) fn last(&self) -> Option<&Model> {
        self.remembered.first().map(|(model, _)| model)
    }

    /// The value of a condition for an input, which is remembered.
    pub(crate) fn holds(&mut self, exprs: &Exprs, model: &Model, condition: Expr) -> bool {
        self.word(exprs, model, condition) != 0
    }

    /// The value of a term of at most 64 bits for an input, which is remembered.
    pub(crate) fn word(&mut self, exprs: &Exprs, model: &Model, e: Expr) -> u64 {
        if self.limit == 0 {
            self.scratch.reset();
            return self.scratch.word(exprs, model, e);
        }
        self.remember(model);
        let (model, evaluator) = &mut self.remembered[0];
        evaluator.word(exprs, model, e)
    }

    /// Keeps an input, in front of the others.
    pub(crate) fn remember(&mut self, model: &Model) {
        if self.limit == 0 {
            return;
        }
        if let Some(at) = self.remembered.iter().position(|(known, _)| known == model) {
            self.remembered[..=at].rotate_right(1);
            return;
        }
        let mut evaluator = Evaluator::new();
        if self.remembered.len() >= self.limit
            && let Some((_, used)) = self.remembered.pop()
        {
            evaluator = used;
            evaluator.reset();
        }
        self.remembered.insert(0, (model.clone(), evaluator));
    }

    /// Values of reclaimed expressions are forgotten; inputs stay.
    pub(crate) fn retain(&mut self) {
        for (_, evaluator) in &mut self.remembered {
            evaluator.reset();
        }
    }
}

/// Sets of conditions that exclude each other, as short as they are known.
#[derive(Default)]
pub(crate) struct Cores {
    /// By one condition: the others.
    by_condition: Map<Expr, Vec<Rc<[Expr]>>>,
    count: usize,
    /// By expression: the last question it was part of.
    stamps: Vec<u32>,
    stamp: u32,
}

/// Sets that are kept; with more, all are dropped.
const KEPT: usize = 20_000;

impl Cores {
    /// Whether one of the questions cannot hold together with conditions of the path.
    pub(crate) fn exclude(&mut self, exprs: &Exprs, path: &[Expr], questions: &[Expr]) -> bool {
        if !questions.iter().any(|question| self.by_condition.contains_key(question)) {
            return false;
        }
        self.stamps.resize(self.stamps.len().max(exprs.capacity()), 0);
        self.stamp += 1;
        for e in path.iter().chain(questions) {
            self.stamps[e.index()] = self.stamp;
        }
        let mut cores = questions.iter().filter_map(|question| self.by_condition.get(question)).flatten();
        cores.any(|others| others.iter().all(|e| self.stamps[e.index()] == self.stamp))
    }

    /// These conditions exclude each other; one of them is a question.
    pub(crate) fn add(&mut self, core: &[Expr], questions: &[Expr]) {
        let Some(question) = questions.iter().rev().find(|question| core.contains(question)) else { return };
        if self.count >= KEPT {
            self.by_condition.clear();
            self.count = 0;
        }
        let others = core.iter().copied().filter(|e| e != question).collect();
        self.by_condition.entry(*question).or_default().push(others);
        self.count += 1;
    }

    /// Forgets sets with reclaimed expressions.
    pub(crate) fn retain(&mut self, marker: &Marker) {
        let mut count = 0;
        self.by_condition.retain(|&question, cores| {
            cores.retain(|others| others.iter().all(|&e| marker.is_marked(e)));
            let keep = marker.is_marked(question) && !cores.is_empty();
            count += if keep { cores.len() } else { 0 };
            keep
        });
        self.count = count;
    }
}
