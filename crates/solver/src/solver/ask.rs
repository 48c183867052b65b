//! One question, from stage to stage.

use std::time::Duration;

use vellum_expr::{BinaryOp, Evaluator, Expr, Exprs, GaveUp, Kind, Model, PathCondition};

use super::Solver;
use crate::{
    backend::{Answer, Backend, Query},
    budget::{Meter, Stop},
    lazy::{By, Fulfils, Lazy, Set},
    narrow::narrow,
    statistics::Statistics,
};

/// An input for some of a path's conditions and a question.
pub(super) struct Witness {
    model: Model,
    /// Conditions that no other condition of the path shares a symbol with, but those before the question.
    conditions: Vec<Expr>,
    elsewhere: Elsewhere,
}

/// The values of a witness's model for symbols its conditions do not mention.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elsewhere {
    /// Those of the input the caller knew.
    Known,
    /// Any.
    Any,
}

impl Solver {
    /// An input for which `question` holds, together with the conditions of the path it depends on.
    ///
    /// The path has inputs; `hint` is one of them.
    pub(super) fn possible(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        question: Expr,
        hint: Option<&Model>,
    ) -> Result<Option<Witness>, GaveUp> {
        self.statistics.questions += 1;
        if let Some(witness) = constant(question) {
            self.statistics.by_folding += 1;
            return Ok(witness);
        }
        let groups = self.paths.load(exprs, path);
        let question = if self.config.equalities { groups.known.apply(exprs, question) } else { question };
        if let Some(witness) = constant(question) {
            self.statistics.by_equalities += 1;
            return Ok(witness);
        }
        let mut conditions = if self.config.independence {
            self.paths.slice(exprs, question)
        } else {
            groups.conditions().to_vec()
        };
        let before = conditions.len();
        conditions.extend(conjuncts(exprs, question));
        let answer = self.find(exprs, &conditions, before, hint)?;
        Ok(answer.map(|(model, elsewhere)| Witness { model, conditions, elsewhere }))
    }

    /// An input of the whole path.
    pub(super) fn input_of(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
    ) -> Result<Option<Model>, GaveUp> {
        let mut conditions: Vec<Expr> = path.iter().collect();
        conditions.reverse();
        if conditions.is_empty() {
            return Ok(Some(Model::new()));
        }
        self.statistics.questions += 1;
        let before = conditions.len() - 1;
        Ok(self.find(exprs, &conditions, before, None)?.map(|(model, _)| model))
    }

    /// An input of the path for which `question` holds; `known` is an input of the path.
    pub(super) fn input_where(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        question: Expr,
        known: &Model,
    ) -> Result<Option<Model>, GaveUp> {
        let Some(witness) = self.possible(exprs, path, question, Some(known))? else { return Ok(None) };
        let model = self.complete(exprs, known, witness);
        if self.checks {
            let all: Vec<Expr> = path.iter().chain([question]).collect();
            self.check_model(exprs, &all, &model);
        }
        Ok(Some(model))
    }

    /// The caller's input with the witness's values where it has some.
    fn complete(&mut self, exprs: &Exprs, base: &Model, witness: Witness) -> Model {
        if witness.elsewhere == Elsewhere::Known {
            return witness.model;
        }
        let mut model = base.clone();
        for symbol in self.paths.symbols(exprs, &witness.conditions) {
            if let Kind::Symbol { input, offset } = exprs.kind(symbol) {
                let value = witness.model.element(input, offset);
                if base.element(input, offset) != value {
                    model.set(input, offset, value);
                }
            }
        }
        self.models.remember(&model);
        model
    }

    /// An input that fulfils all conditions; those from `before` on are the question.
    fn find(
        &mut self,
        exprs: &mut Exprs,
        conditions: &[Expr],
        before: usize,
        hint: Option<&Model>,
    ) -> Result<Option<(Model, Elsewhere)>, GaveUp> {
        if let Some(model) = self.models.find(exprs, conditions) {
            self.statistics.by_models += 1;
            return Ok(Some((model.clone(), Elsewhere::Any)));
        }
        let (path, question) = conditions.split_at(before);
        if self.config.cores && self.cores.exclude(exprs, path, question) {
            self.statistics.by_cores += 1;
            return Ok(None);
        }
        Ok(match self.solve(exprs, conditions, before, hint)? {
            Answer::Unsat(core) => {
                if self.config.cores {
                    self.cores.add(&core, question);
                }
                None
            }
            Answer::Sat(model) => {
                self.check_model(exprs, conditions, &model);
                self.models.remember(&model);
                Some((model, if hint.is_some() { Elsewhere::Known } else { Elsewhere::Any }))
            }
        })
    }

    /// Asks the backends.
    fn solve(
        &mut self,
        exprs: &mut Exprs,
        conditions: &[Expr],
        before: usize,
        hint: Option<&Model>,
    ) -> Result<Answer, GaveUp> {
        let encoded = self.encoder.encode(exprs, conditions);
        let nothing = Model::new();
        let hint_fulfils = if hint.is_some() { Fulfils::Path } else { Fulfils::Unknown };
        let hint = hint.or(self.models.last()).unwrap_or(&nothing);
        let clock = self.clock.as_deref();
        let now = || clock.map_or(Duration::ZERO, |clock| clock());
        let start = now();
        let end = self.config.time.map(|time| start + time).into_iter().chain(self.config.deadline).min();
        let interrupt = &self.interrupt;
        let is_over = || interrupt.is_raised() || clock.is_some() && end.is_some_and(|end| now() > end);
        let before = if self.config.lazy { before } else { 0 };
        let mut set = Set { conditions, encoded: &encoded, before, hint, hint_fulfils };
        let mut first = First {
            lazy: &mut self.lazy,
            backend: &mut *self.first,
            statistics: &mut self.statistics,
            is_over: &is_over,
        };
        let conflicts = match self.second {
            Some(_) => self.config.conflicts.min(self.config.first_conflicts),
            None => self.config.conflicts,
        };
        let mut answer = first.check(exprs, &set, conflicts.min(self.config.narrow_conflicts));
        let narrowed;
        if answer == Err(Stop::Conflicts) && conflicts > self.config.narrow_conflicts {
            narrowed = narrow(exprs, &encoded);
            set.encoded = narrowed.as_deref().unwrap_or(&encoded);
            answer = first.check(exprs, &set, conflicts - self.config.narrow_conflicts);
            self.statistics.by_narrowing += u64::from(answer.is_ok());
        }
        match answer {
            Ok((_, By::Shape)) => self.statistics.by_shape += 1,
            _ => self.statistics.by_backend += 1,
        }
        let mut answer = answer.map(|(answer, _)| answer);
        if let Some(second) = &mut self.second
            && (answer.is_err() || self.checks)
            && !is_over()
        {
            self.statistics.by_second += 1;
            let mut meter = Meter::new(self.config.conflicts, &is_over);
            // What is compared is the answer to the question as it was asked.
            let conditions = if answer.is_err() { set.encoded } else { &encoded };
            let other = second.check(exprs, &Query { conditions, hint }, &mut meter);
            match (&answer, &other) {
                (Err(_), _) => {
                    answer = other.map_err(|GaveUp| meter.stopped().unwrap_or(Stop::Unsupported));
                }
                (Ok(Answer::Unsat(_)), Ok(Answer::Sat(_))) | (Ok(Answer::Sat(_)), Ok(Answer::Unsat(_))) => {
                    self.statistics.disagreements += 1;
                }
                _ => {}
            }
        }
        self.statistics.time += now().saturating_sub(start);
        if let Some(log) = &mut self.log
            && let Err(error) = log.answered(exprs, &encoded, answer.as_ref().map_err(|_| GaveUp))
        {
            self.log = None;
            self.log_error = Some(error);
        }
        match answer {
            Ok(Answer::Sat(model)) => Ok(Answer::Sat(model)),
            Ok(Answer::Unsat(core)) => Ok(Answer::Unsat(original(conditions, set.encoded, &core))),
            Err(stop) => {
                self.statistics.count(stop);
                Err(GaveUp)
            }
        }
    }

    /// In tests, and where answers are checked: the input does what it should.
    fn check_model(&mut self, exprs: &Exprs, conditions: &[Expr], model: &Model) {
        if self.checks || cfg!(debug_assertions) {
            let mut evaluator = Evaluator::new();
            if !conditions.iter().all(|&condition| evaluator.holds(exprs, model, condition)) {
                debug_assert!(self.checks, "an input fulfils the conditions it was found for");
                self.statistics.disagreements += 1;
            }
        }
    }
}

/// The first backend, and what stands before it.
struct First<'a> {
    lazy: &'a mut Lazy,
    backend: &'a mut dyn Backend,
    statistics: &'a mut Statistics,
    is_over: &'a dyn Fn() -> bool,
}

impl First<'_> {
    fn check(&mut self, exprs: &mut Exprs, set: &Set<'_>, conflicts: u64) -> Result<(Answer, By), Stop> {
        if (self.is_over)() {
            return Err(Stop::Time);
        }
        let mut meter = Meter::new(conflicts, self.is_over);
        let answer = self.lazy.check(self.backend, exprs, set, &mut meter);
        self.statistics.backend_calls += self.lazy.calls();
        self.statistics.conflicts += meter.used();
        answer.map_err(|GaveUp| meter.stopped().unwrap_or(Stop::Unsupported))
    }
}

/// The witness of a constant question.
#[expect(clippy::option_option, reason = "no answer yet, and the answer that there is none")]
fn constant(question: Expr) -> Option<Option<Witness>> {
    match question {
        Expr::FALSE => Some(None),
        Expr::TRUE => {
            Some(Some(Witness { model: Model::new(), conditions: Vec::new(), elsewhere: Elsewhere::Any }))
        }
        _ => None,
    }
}

/// The parts of a conjunction.
fn conjuncts(exprs: &Exprs, question: Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    let mut todo = vec![question];
    while let Some(next) = todo.pop() {
        match exprs.kind(next) {
            Kind::Binary(BinaryOp::And, a, b) => todo.extend([b, a]),
            _ if found.contains(&next) => {}
            _ => found.push(next),
        }
    }
    found
}

/// The conditions behind those that exclude each other.
fn original(conditions: &[Expr], encoded: &[Expr], core: &[Expr]) -> Vec<Expr> {
    if conditions == encoded {
        return core.to_vec();
    }
    // What a condition became depends on the other conditions, which say where the index of a read can be and
    // which bits are fixed.
    conditions.to_vec()
}
