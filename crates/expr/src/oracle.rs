//! Who decides formulas.

use std::fmt;

use crate::{
    collect::Marker,
    eval::Evaluator,
    kind::Kind,
    model::Model,
    path::PathCondition,
    pool::{Expr, Exprs},
    support::Support,
};

/// Whether a condition holds on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For every input of the path.
    Always,
    /// For no input of the path.
    Never,
    /// For some inputs, not for others.
    Depends,
}

/// No answer within the limits: neither yes nor no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp;

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the solver gave up within its limits")
    }
}

impl std::error::Error for GaveUp {}

/// What a question is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// Where a path can go.
    #[default]
    Paths,
    /// Where an address leads.
    Addresses,
}

/// Decides formulas.
///
/// Laws: a model returned fulfils every condition of the path and the one asked about; `None` means that no
/// input does; the same question gets the same answer.
pub trait Oracle {
    /// An input of the path for which `condition` holds.
    fn model(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
    ) -> Result<Option<Model>, GaveUp>;

    /// As [`Oracle::model`], for a path of which `known` is an input: nobody has to look for one.
    fn model_beside(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
        known: &Model,
    ) -> Result<Option<Model>, GaveUp> {
        let _ = known;
        self.model(exprs, path, condition)
    }

    /// Says what the questions that follow are about.
    fn about(&mut self, subject: Subject) {
        let _ = subject;
    }

    /// Forgets everything about expressions that are not marked: their numbers will be used again.
    fn retain(&mut self, marker: &Marker) {
        let _ = marker;
    }

    /// Forgets what can be found out again: there is little memory.
    fn forget(&mut self) {}

    /// Whether `condition` holds on the path.
    fn decide(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
    ) -> Result<Verdict, GaveUp> {
        if let Some(known) = exprs.as_const(condition) {
            return Ok(if known == 0 { Verdict::Never } else { Verdict::Always });
        }
        if self.model(exprs, path, condition)?.is_none() {
            return Ok(Verdict::Never);
        }
        let opposite = exprs.not(condition);
        Ok(if self.model(exprs, path, opposite)?.is_none() { Verdict::Always } else { Verdict::Depends })
    }
}

/// Tries every input: for tests, and for symbols of at most [`BruteForce::LIMIT`] bits together.
#[derive(Debug, Default)]
pub struct BruteForce {
    evaluator: Evaluator,
}

impl BruteForce {
    /// Bits of input it is willing to try.
    pub const LIMIT: u32 = 20;

    /// A new one.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Oracle for BruteForce {
    fn model(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
    ) -> Result<Option<Model>, GaveUp> {
        let conditions: Vec<Expr> = path.iter().chain([condition]).collect();
        let mut support = Support::new();
        let mut symbols: Vec<Expr> = conditions.iter().flat_map(|&c| support.of(exprs, c).to_vec()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let bits: u32 = symbols.iter().map(|&s| exprs.width(s)).sum();
        if bits > Self::LIMIT {
            return Err(GaveUp);
        }
        for number in 0..1_u64 << bits {
            let mut model = Model::new();
            let mut rest = number;
            for &symbol in &symbols {
                let Kind::Symbol { input, offset } = exprs.kind(symbol) else {
                    unreachable!("the support is made of symbols")
                };
                let width = exprs.width(symbol);
                model.set(input, offset, vellum_bits::word::truncate(width, rest));
                rest >>= width;
            }
            self.evaluator.reset();
            if conditions.iter().all(|&c| self.evaluator.holds(exprs, &model, c)) {
                return Ok(Some(model));
            }
        }
        Ok(None)
    }
}
