//! Answers that somebody keeps, beyond the run perhaps: by what was asked, whatever the pool calls it.

use std::rc::Rc;

use vellum_expr::{Expr, Exprs, Kind, Model, digest_of_set};

/// An answer without the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// No input.
    Unsat,
    /// These values of the question's symbols, in the order of their digests.
    Sat(Rc<[u64]>),
    /// Nobody knew.
    GaveUp,
}

/// Who keeps answers.
///
/// Law: what was kept for a question is what is found for it, from then on. So a path has the same input whoever asked
/// first.
pub trait Answers {
    /// The answer to the question with this digest.
    fn find(&mut self, question: u128) -> Option<Kept>;

    /// Keeps an answer.
    fn keep(&mut self, question: u128, answer: Kept);
}

/// A question as it is kept.
pub(crate) struct Asked {
    pub(crate) digest: u128,
    /// The conditions that matter; the last ones are the question.
    pub(crate) conditions: Vec<Expr>,
    /// How many of them are the path's.
    pub(crate) before: usize,
    /// The symbols of all of them, by their digests.
    symbols: Vec<Expr>,
}

impl Asked {
    pub(crate) fn new(
        exprs: &mut Exprs,
        conditions: Vec<Expr>,
        before: usize,
        mut symbols: Vec<Expr>,
    ) -> Self {
        let digests = conditions.iter().map(|&condition| exprs.digest(condition)).collect();
        symbols.sort_by_cached_key(|&symbol| exprs.digest(symbol));
        Self { digest: digest_of_set(digests), conditions, before, symbols }
    }

    /// What is to be kept of an input.
    pub(crate) fn values(&self, exprs: &Exprs, model: &Model) -> Rc<[u64]> {
        let value = |&symbol: &Expr| match exprs.kind(symbol) {
            Kind::Symbol { input, offset } => model.element(input, offset),
            _ => 0,
        };
        self.symbols.iter().map(value).collect()
    }

    /// The input `known` with these values; the mask of the symbols that got others. Nothing if there are not as many
    /// values as symbols.
    pub(crate) fn input(&self, exprs: &Exprs, known: &Model, values: &[u64]) -> Option<(Model, u64)> {
        if values.len() != self.symbols.len() {
            return None;
        }
        let (mut model, mut changed) = (known.clone(), 0);
        for (&symbol, &value) in self.symbols.iter().zip(values) {
            if let Kind::Symbol { input, offset } = exprs.kind(symbol)
                && known.element(input, offset) != value
            {
                model.set(input, offset, value);
                changed |= exprs.facts(symbol).symbols;
            }
        }
        Some((model, changed))
    }
}
