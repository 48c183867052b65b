//! Bitwuzla as a backend: what the bit-blaster does not know or gives up on, floats above all.
//!
//! Every question gets a solver of its own, so that nothing but the question decides its answer; the terms stay
//! from question to question until there are too many of them.
//!
//! Which NaN an operation gives is the evaluator's to say, and Bitwuzla has only one. So the bits of a computed
//! NaN are left open but for what is promised: it is a quiet one. A question that nothing fulfils even so has no
//! input. An input is tried by evaluation; where the evaluator's NaN is another one, inputs without such NaNs are
//! looked for, then those with the NaN an invalid operation gives, and then the question is given up.

mod float;
mod terms;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use vellum_bitwuzla::{Answer as Found, Solver, is_error_inside};
use vellum_expr::{Evaluator, Exprs, GaveUp, Kind, Marker, Model};

use crate::{
    backend::{Answer, Backend, Query},
    budget::{Meter, Stop},
};
use terms::{Reached, Terms};

/// How many terms there may be.
#[derive(Clone, Copy, Debug)]
pub struct BitwuzlaConfig {
    /// Terms with which all of them are thrown away before the next question.
    pub reset_terms: usize,
    /// Terms beyond which a question is given up.
    pub max_terms: usize,
    /// Computed floats beyond which a question is given up: making circuits of a thousand takes half a minute in
    /// which Bitwuzla asks nobody whether to go on, and half a gigabyte.
    pub max_floats: usize,
}

impl Default for BitwuzlaConfig {
    fn default() -> Self {
        Self { reset_terms: 200_000, max_terms: 2_000_000, max_floats: 300 }
    }
}

/// The solver Bitwuzla.
pub struct Bitwuzla {
    config: BitwuzlaConfig,
    terms: Terms,
    evaluator: Evaluator,
    /// Whether the next question meets an error inside Bitwuzla.
    #[cfg(test)]
    fails: bool,
}

impl std::fmt::Debug for Bitwuzla {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bitwuzla({} terms)", self.terms.len())
    }
}

/// What is asked of computed NaNs whose bits are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nans {
    /// They are quiet: the question as it is.
    Any,
    /// There are none.
    Absent,
    /// They are those of an invalid operation.
    Default,
}

impl Backend for Bitwuzla {
    fn name(&self) -> &'static str {
        "Bitwuzla"
    }

    fn check(
        &mut self,
        exprs: &mut Exprs,
        query: &Query<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, GaveUp> {
        if self.terms.len() > self.config.reset_terms {
            self.terms = Terms::new();
        }
        // An error inside Bitwuzla is a panic that names it. It costs this question and all terms, no more.
        let asked = catch_unwind(AssertUnwindSafe(|| self.ask(exprs, query, meter)));
        asked.unwrap_or_else(|panic| {
            if !is_error_inside(&*panic) {
                resume_unwind(panic);
            }
            self.terms = Terms::new();
            self.evaluator.reset();
            meter.stop(Stop::Failed);
            Err(GaveUp)
        })
    }

    fn retain(&mut self, marker: &Marker) {
        self.terms.retain(marker);
        self.evaluator.reset();
    }
}

impl Bitwuzla {
    /// A backend that has seen nothing.
    pub fn new(config: BitwuzlaConfig) -> Self {
        Self {
            config,
            terms: Terms::new(),
            evaluator: Evaluator::new(),
            #[cfg(test)]
            fails: false,
        }
    }

    fn ask(&mut self, exprs: &Exprs, query: &Query<'_>, meter: &mut Meter<'_>) -> Result<Answer, GaveUp> {
        let limit = self.config.max_terms;
        for &condition in query.conditions {
            self.terms.translate(exprs, condition, limit, meter)?;
        }
        let reached = self.terms.reach(exprs, query.conditions);
        if reached.floats > self.config.max_floats {
            meter.stop(Stop::Size);
            return Err(GaveUp);
        }
        #[cfg(test)]
        if std::mem::take(&mut self.fails) {
            self.terms.manager().fail();
        }
        let confirmed = self.attempt(exprs, query, &reached, Nans::Any, meter)?;
        if let Some(answer) = confirmed {
            return Ok(answer);
        }
        for nans in [Nans::Absent, Nans::Default] {
            if let Some(answer @ Answer::Sat(_)) = self.attempt(exprs, query, &reached, nans, meter)? {
                return Ok(answer);
            }
        }
        meter.stop(Stop::Unconfirmed);
        Err(GaveUp)
    }

    /// One check; no answer when its input does not stand the test.
    fn attempt(
        &mut self,
        exprs: &Exprs,
        query: &Query<'_>,
        reached: &Reached,
        nans: Nans,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Answer>, GaveUp> {
        let mut solver = Solver::new(self.terms.manager(), &[]);
        for &condition in query.conditions {
            solver.assert(self.terms.truth(condition));
        }
        for &defined in &reached.defined {
            for term in self.terms.definition(defined, nans) {
                solver.assert(&term);
            }
        }
        solver.set_poll_limit(meter.left());
        match solver.check_until(&|| meter.is_over()) {
            Found::Unsat => Ok(Some(Answer::Unsat(query.conditions.to_vec()))),
            Found::Sat => {
                let model = self.model(exprs, &solver, reached, query.hint);
                self.evaluator.reset();
                let holds = query.conditions.iter().all(|&c| self.evaluator.holds(exprs, &model, c));
                debug_assert!(holds || !reached.defined.is_empty(), "only NaNs are a matter of opinion");
                Ok(holds.then_some(Answer::Sat(model)))
            }
            Found::Unknown => {
                let reason = if meter.is_over() { Stop::Time } else { Stop::Conflicts };
                meter.stop(reason);
                Err(GaveUp)
            }
        }
    }

    /// The input a solver found.
    fn model(&self, exprs: &Exprs, solver: &Solver, reached: &Reached, hint: &Model) -> Model {
        let mut model = hint.clone();
        for &symbol in &reached.symbols {
            let Kind::Symbol { input, offset } = exprs.kind(symbol) else { continue };
            let value = solver.value(self.terms.bits(symbol)).to_u64();
            let value = value.expect("a symbol has at most 64 bits");
            if model.element(input, offset) != value {
                model.set(input, offset, value);
            }
        }
        model
    }
}
