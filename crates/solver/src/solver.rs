//! The solver: the stages one after the other.

mod ask;
#[cfg(test)]
mod tests;

use std::{fmt, io, time::Duration};

use vellum_expr::{Evaluator, Expr, Exprs, GaveUp, Marker, Model, Oracle, PathCondition, Verdict};

use crate::{
    backend::Backend,
    blast::{Blaster, Refining},
    budget::Interrupt,
    config::SolverConfig,
    encoding::Encoder,
    independence::Paths,
    kept::Answers,
    lazy::Lazy,
    log::QueryLog,
    models::{Cores, Models},
    statistics::Statistics,
    tables::Tables,
    trying::Trying,
};

/// The time since some moment.
pub type Clock = Box<dyn Fn() -> Duration>;

/// Answers questions about paths.
pub struct Solver {
    config: SolverConfig,
    interrupt: Interrupt,
    clock: Option<Clock>,
    paths: Paths,
    models: Models,
    cores: Cores,
    tables: Tables,
    encoder: Encoder,
    lazy: Lazy,
    first: Box<dyn Backend>,
    products: Refining,
    second: Option<Box<dyn Backend>>,
    checks: bool,
    log: Option<Box<dyn QueryLog>>,
    log_error: Option<io::Error>,
    answers: Option<Box<dyn Answers>>,
    /// Tries inputs that were kept.
    trial: Evaluator,
    statistics: Statistics,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("first", &self.first)
            .field("statistics", &self.statistics)
            .finish_non_exhaustive()
    }
}

/// The bit-blaster, and what stands before it.
fn first_backend(config: &SolverConfig) -> Box<dyn Backend> {
    let blaster = Blaster::new(config.blast);
    if config.cases { Box::new(Trying::new(blaster)) } else { Box::new(blaster) }
}

/// How a condition splits a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Whether the condition holds on the path.
    pub verdict: Verdict,
    /// Whether it holds for the input the caller knew.
    pub known_side: bool,
    /// An input of the path for the other side, if there is one.
    pub other: Option<Model>,
}

impl Solver {
    /// A solver that has seen nothing, with the bit-blaster as its backend.
    pub fn new(config: SolverConfig) -> Self {
        Self {
            models: Models::new(config.models),
            lazy: Lazy::new(config.cache_size, if config.canonical { config.canonical_size } else { 0 }),
            first: first_backend(&config),
            products: Refining::new(config.blast),
            second: None,
            config,
            interrupt: Interrupt::new(),
            clock: None,
            paths: Paths::default(),
            cores: Cores::default(),
            tables: Tables::default(),
            encoder: Encoder::default(),
            checks: false,
            log: None,
            log_error: None,
            answers: None,
            trial: Evaluator::new(),
            statistics: Statistics::default(),
        }
    }

    /// Lets somebody else stop the question under way.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Gives it a clock, without which no time limit holds.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// A backend for what the first one gives up on.
    #[must_use]
    pub fn with_second(mut self, second: Box<dyn Backend>) -> Self {
        self.second = Some(second);
        self
    }

    /// Every answer of the first backend is compared with the second one's, and every input is checked by
    /// evaluation, whichever stage found it. [`Statistics::disagreements`] counts what was wrong.
    #[must_use]
    pub const fn with_checks(mut self) -> Self {
        self.checks = true;
        self
    }

    /// Tells `log` what reaches the backends.
    #[must_use]
    pub fn with_log(mut self, log: Box<dyn QueryLog>) -> Self {
        self.log = Some(log);
        self
    }

    /// Asks `answers` before it works out anything, and tells it what was worked out.
    #[must_use]
    pub fn with_answers(mut self, answers: Box<dyn Answers>) -> Self {
        self.answers = Some(answers);
        self
    }

    /// The first thing that went wrong with the log, once; nothing is written after it.
    pub const fn log_error(&mut self) -> Option<io::Error> {
        self.log_error.take()
    }

    /// What stops the question under way.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// What it did so far.
    pub const fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Whether `condition` holds on a path of which the caller knows an input, one that fulfils all its
    /// conditions. The side that input takes is free; the other one is one question, answered with an input
    /// if there is one.
    pub fn branch(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
        known: &Model,
    ) -> Result<Branch, GaveUp> {
        if let Some(value) = exprs.as_const(condition) {
            self.statistics.questions += 1;
            self.statistics.by_folding += 1;
            let verdict = if value == 0 { Verdict::Never } else { Verdict::Always };
            return Ok(Branch { verdict, known_side: value != 0, other: None });
        }
        let known_side = self.models.holds(exprs, known, condition);
        let opposite = if known_side { exprs.not(condition) } else { condition };
        let other = self.input_where(exprs, path, opposite, known)?;
        let verdict = match (&other, known_side) {
            (Some(_), _) => Verdict::Depends,
            (None, true) => Verdict::Always,
            (None, false) => Verdict::Never,
        };
        Ok(Branch { verdict, known_side, other })
    }

    /// The only value a term of at most 64 bits has on a path of which the caller knows an input.
    pub fn value(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        term: Expr,
        known: &Model,
    ) -> Result<Option<u64>, GaveUp> {
        let value = self.models.word(exprs, known, term);
        let constant = exprs.constant(exprs.width(term), value);
        let differs = exprs.ne(term, constant);
        Ok(self.possible(exprs, path, differs, Some(known))?.is_none().then_some(value))
    }

    /// Whether `condition` holds for some input of the path, which has inputs.
    pub fn may_hold(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
    ) -> Result<bool, GaveUp> {
        Ok(self.possible(exprs, path, condition, None)?.is_some())
    }

    /// Forgets expressions that were reclaimed.
    pub fn retain(&mut self, marker: &Marker) {
        self.paths.retain(marker);
        self.models.retain();
        self.cores.retain(marker);
        self.tables.retain(marker);
        self.lazy.retain();
        self.encoder.retain(marker);
        self.first.retain(marker);
        self.products.retain(marker);
        if let Some(second) = &mut self.second {
            second.retain(marker);
        }
    }

    /// Forgets what can be found out again: earlier inputs, answers and encodings.
    pub fn forget(&mut self) {
        let Self { paths, models, cores, tables, encoder, lazy, first, products, .. } =
            Self::new(self.config.clone());
        (self.paths, self.models, self.cores, self.tables) = (paths, models, cores, tables);
        (self.encoder, self.lazy, self.first, self.products) = (encoder, lazy, first, products);
    }
}

impl Oracle for Solver {
    fn model(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
    ) -> Result<Option<Model>, GaveUp> {
        if condition == Expr::FALSE {
            return Ok(None);
        }
        let Some(base) = self.input_of(exprs, path)? else { return Ok(None) };
        self.input_where(exprs, path, condition, &base)
    }

    fn model_beside(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
        known: &Model,
    ) -> Result<Option<Model>, GaveUp> {
        self.input_where(exprs, path, condition, known)
    }

    fn forget(&mut self) {
        Self::forget(self);
    }

    /// The path has inputs; otherwise any verdict may come back.
    fn decide(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
    ) -> Result<Verdict, GaveUp> {
        if !self.may_hold(exprs, path, condition)? {
            return Ok(Verdict::Never);
        }
        let opposite = exprs.not(condition);
        Ok(if self.may_hold(exprs, path, opposite)? { Verdict::Depends } else { Verdict::Always })
    }
}
