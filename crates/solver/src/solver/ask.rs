//! One question, from stage to stage.

use std::{io, time::Duration};

use vellum_expr::{BinaryOp, Evaluator, Expr, Exprs, GaveUp, Kind, Model, PathCondition};

use super::Solver;
use crate::{
    backend::{Answer, Backend, Query},
    blast::Refining,
    budget::{Meter, Stop},
    cases::{ALL_INPUTS, Cases, NoCases},
    config::SolverConfig,
    encoding::Encoder,
    kept::{Asked, Kept},
    lazy::{By, Fulfils, Lazy, Set},
    log::QueryLog,
    narrow::{known_symbols, narrow},
    statistics::Statistics,
    tables::ByTable,
};

/// Conflicts that a question with its products left open may take at first, and after all other ways of our own failed.
const PRODUCT_CONFLICTS: [u64; 2] = [1_000, 20_000];

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
        match self.reduced(exprs, path, question) {
            Ok(question) => self.work_out(exprs, question, hint),
            Err(witness) => Ok(witness),
        }
    }

    /// The question with what the path fixes put in; the answer, if that is all it takes.
    fn reduced(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        question: Expr,
    ) -> Result<Expr, Option<Witness>> {
        self.statistics.questions += 1;
        if let Some(witness) = constant(question) {
            self.statistics.by_folding += 1;
            return Err(witness);
        }
        let groups = self.paths.load(exprs, path);
        let question = if self.config.equalities { groups.known.apply(exprs, question) } else { question };
        match constant(question) {
            Some(witness) => {
                self.statistics.by_equalities += 1;
                Err(witness)
            }
            None => Ok(question),
        }
    }

    /// The conditions that matter of the path loaded last, and how many they are; then the parts of the question.
    fn relevant(&mut self, exprs: &Exprs, question: Expr) -> (Vec<Expr>, usize) {
        let mut conditions = if self.config.independence {
            self.paths.slice(exprs, question)
        } else {
            self.paths.loaded().conditions().to_vec()
        };
        let before = conditions.len();
        conditions.extend(conjuncts(exprs, question));
        (conditions, before)
    }

    /// The answer to a question about the path loaded last that no shortcut answers.
    fn work_out(
        &mut self,
        exprs: &mut Exprs,
        question: Expr,
        hint: Option<&Model>,
    ) -> Result<Option<Witness>, GaveUp> {
        let (conditions, before) = self.relevant(exprs, question);
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
        let model = match self.reduced(exprs, path, question) {
            Err(witness) => witness.map(|witness| self.complete(exprs, known, witness)),
            Ok(reduced) => self.kept_or_found(exprs, question, reduced, known)?,
        };
        if let Some(model) = model.as_ref().filter(|_| self.checks) {
            let all: Vec<Expr> = path.iter().chain([question]).collect();
            self.check_model(exprs, &all, model);
        }
        Ok(model)
    }

    /// As [`Solver::input_where`], for the path loaded last: the answer somebody keeps, or one that he is told then.
    fn kept_or_found(
        &mut self,
        exprs: &mut Exprs,
        question: Expr,
        reduced: Expr,
        known: &Model,
    ) -> Result<Option<Model>, GaveUp> {
        if self.answers.is_none() {
            let witness = self.work_out(exprs, reduced, Some(known))?;
            return Ok(witness.map(|witness| self.complete(exprs, known, witness)));
        }
        // Not the reduced one: how far that goes depends on what else is in the pool.
        let (conditions, before) = self.relevant(exprs, question);
        let symbols = self.paths.symbols(exprs, &conditions);
        let asked = Asked::new(exprs, conditions, before, symbols);
        if let Some(answer) = self.recall(exprs, &asked, known) {
            self.statistics.by_record += 1;
            return answer;
        }
        let found = self.work_out(exprs, reduced, Some(known));
        let found = found.map(|witness| witness.map(|witness| self.complete(exprs, known, witness)));
        let answer = match &found {
            Ok(Some(model)) => Some(Kept::Sat(asked.values(exprs, model))),
            Ok(None) => Some(Kept::Unsat),
            // That it was stopped is nothing to know of the question.
            Err(GaveUp) => (!self.is_over()).then_some(Kept::GaveUp),
        };
        if let (Some(answers), Some(answer)) = (&mut self.answers, answer) {
            answers.keep(asked.digest, answer);
        }
        found
    }

    /// The answer somebody keeps. An input is tried before it is believed.
    fn recall(
        &mut self,
        exprs: &Exprs,
        asked: &Asked,
        known: &Model,
    ) -> Option<Result<Option<Model>, GaveUp>> {
        let values = match self.answers.as_mut()?.find(asked.digest)? {
            Kept::Unsat => return Some(Ok(None)),
            Kept::GaveUp => return Some(Err(GaveUp)),
            Kept::Sat(values) => values,
        };
        let (model, changed) = asked.input(exprs, known, &values)?;
        let (path, question) = asked.conditions.split_at(asked.before);
        // The caller's input fulfils the path's conditions.
        let path = path.iter().filter(|&&condition| exprs.facts(condition).symbols & changed != 0);
        self.trial.reset();
        let trial = &mut self.trial;
        let holds = question.iter().chain(path).all(|&condition| trial.holds(exprs, &model, condition));
        holds.then_some(Ok(Some(model)))
    }

    /// Whether the run is being stopped.
    fn is_over(&self) -> bool {
        let deadline = self.config.deadline.zip(self.clock.as_ref());
        self.interrupt.is_raised() || deadline.is_some_and(|(deadline, clock)| clock() > deadline)
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
        let answer = match self.look_up(exprs, conditions, hint) {
            Some(answer) if self.checks => {
                let other = self.solve(exprs, conditions, before, hint).map_err(|GaveUp| Stop::Unsupported);
                self.statistics.disagreements += u64::from(disagree(&Ok(answer.clone()), &other));
                answer
            }
            Some(answer) => answer,
            None => self.solve(exprs, conditions, before, hint)?,
        };
        Ok(match answer {
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

    /// The answer if the conditions are about a single byte.
    fn look_up(&mut self, exprs: &Exprs, conditions: &[Expr], hint: Option<&Model>) -> Option<Answer> {
        self.config.tables.then_some(())?;
        // Where symbols have a bit each, these are all; elsewhere several may have the same.
        let all = conditions.iter().fold(0, |all, &condition| all | exprs.facts(condition).symbols);
        all.is_power_of_two().then_some(())?;
        let [symbol] = self.paths.symbols(exprs, conditions)[..] else { return None };
        let Kind::Symbol { input, offset } = exprs.kind(symbol) else { return None };
        let answer = match self.tables.answer(exprs, symbol, conditions)? {
            ByTable::Core(core) => Answer::Unsat(core),
            ByTable::Value(value) => {
                let mut model = hint.or(self.models.last()).cloned().unwrap_or_default();
                model.set(input, offset, value);
                Answer::Sat(model)
            }
        };
        self.statistics.by_tables += 1;
        Some(answer)
    }

    /// The conditions without arrays.
    fn encode(&mut self, exprs: &mut Exprs, conditions: &[Expr]) -> Vec<Expr> {
        let encoded = self.encoder.encode(exprs, conditions);
        self.statistics.largest_array = self.encoder.largest_array();
        encoded
    }

    /// Asks the backends.
    fn solve(
        &mut self,
        exprs: &mut Exprs,
        conditions: &[Expr],
        before: usize,
        hint: Option<&Model>,
    ) -> Result<Answer, GaveUp> {
        let encoded = self.encode(exprs, conditions);
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
        let set = Set { conditions, encoded: &encoded, before, hint, hint_fulfils };
        let conflicts = match self.second {
            Some(_) => self.config.conflicts.min(self.config.first_conflicts),
            None => self.config.conflicts,
        };
        let most = self.statistics.conflicts.saturating_add(self.config.conflicts);
        let mut first = First {
            lazy: &mut self.lazy,
            backend: &mut *self.first,
            products: &mut self.products,
            encoder: &mut self.encoder,
            statistics: &mut self.statistics,
            config: &self.config,
            is_over: &is_over,
            most,
        };
        let paths = &mut self.paths;
        let mut cases = |exprs: &Exprs| {
            Cases::new(conditions, paths.supports(exprs, conditions), hint, &is_over)
                .with_known(known_symbols(exprs, &encoded))
        };
        let (answer, narrowed) = first.answer(exprs, &set, conflicts, &mut cases);
        let asked = narrowed.as_deref().unwrap_or(&encoded);
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
            let conditions = if answer.is_err() { asked } else { &encoded };
            let other = second.check(exprs, &Query { conditions, hint }, &mut meter);
            let other = other.map_err(|GaveUp| meter.stopped().unwrap_or(Stop::Unsupported));
            self.statistics.disagreements += u64::from(disagree(&answer, &other));
            answer = answer.or(other);
        }
        self.statistics.time += now().saturating_sub(start);
        tell_log((&mut self.log, &mut self.log_error), exprs, &encoded, &answer);
        match answer {
            Ok(Answer::Sat(model)) => Ok(Answer::Sat(model)),
            Ok(Answer::Unsat(core)) => Ok(Answer::Unsat(original(conditions, asked, &core))),
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

/// An answer and who gave it, or why there is none.
type Answered = Result<(Answer, By), Stop>;

/// The first backend, and what stands before it.
struct First<'a> {
    lazy: &'a mut Lazy,
    backend: &'a mut dyn Backend,
    products: &'a mut Refining,
    encoder: &'a mut Encoder,
    statistics: &'a mut Statistics,
    config: &'a SolverConfig,
    is_over: &'a dyn Fn() -> bool,
    /// The number of conflicts, as the statistics count them, at which the question is given up.
    most: u64,
}

impl First<'_> {
    /// The answer by ways of our own, the cheapest first; beside it the conditions as they were narrowed, if it came to that.
    fn answer<'c>(
        &mut self,
        exprs: &mut Exprs,
        set: &Set<'_>,
        conflicts: u64,
        cases: &mut dyn FnMut(&Exprs) -> Cases<'c>,
    ) -> (Answered, Option<Vec<Expr>>) {
        let few = self.config.narrow_conflicts;
        let open = Query { conditions: set.encoded, hint: set.hint };
        let goes_on = |answer: &Answered| answer.as_ref().is_err_and(|&stop| stop != Stop::Time);
        let mut answer = self.check(exprs, set, conflicts.min(few));
        if self.config.cases && goes_on(&answer) {
            answer = self.in_cases(exprs, cases(exprs), few).or(answer);
        }
        if self.config.products && goes_on(&answer) {
            answer = self.in_products(exprs, &open, PRODUCT_CONFLICTS[0]).or(answer);
        }
        let mut narrowed = None;
        if matches!(answer, Err(Stop::Conflicts)) && conflicts > few {
            narrowed = narrow(exprs, set.encoded);
            let set = Set { encoded: narrowed.as_deref().unwrap_or(set.encoded), ..*set };
            answer = self.check(exprs, &set, conflicts - few);
            self.statistics.by_narrowing += u64::from(answer.is_ok());
        }
        if self.config.cases && goes_on(&answer) {
            let cases = cases(exprs);
            let conditions = cases.conditions();
            if let Ok(found) = cases.solve_all(exprs, ALL_INPUTS) {
                self.statistics.by_cases += 1;
                let none = || Answer::Unsat(conditions.to_vec());
                answer = Ok((found.map_or_else(none, Answer::Sat), By::Backend));
            }
        }
        if self.config.products && goes_on(&answer) {
            answer = self.in_products(exprs, &open, PRODUCT_CONFLICTS[1]).or(answer);
        }
        (answer, narrowed)
    }

    /// So many conflicts, or as many as are left; none if that is none at all.
    fn conflicts(&self, wanted: u64) -> Option<u64> {
        let left = self.most.saturating_sub(self.statistics.conflicts);
        (left > 0).then_some(wanted.min(left))
    }

    fn check(&mut self, exprs: &mut Exprs, set: &Set<'_>, conflicts: u64) -> Answered {
        if (self.is_over)() {
            return Err(Stop::Time);
        }
        let conflicts = self.conflicts(conflicts).ok_or(Stop::Conflicts)?;
        let mut meter = Meter::new(conflicts, self.is_over);
        let answer = self.lazy.check(self.backend, exprs, set, &mut meter);
        self.statistics.backend_calls += self.lazy.calls();
        self.statistics.conflicts += meter.used();
        answer.map_err(|GaveUp| meter.stopped().unwrap_or(Stop::Unsupported))
    }

    /// The answer with products left open, in so many conflicts.
    fn in_products(
        &mut self,
        exprs: &mut Exprs,
        query: &Query<'_>,
        conflicts: u64,
    ) -> Result<(Answer, By), GaveUp> {
        let mut meter = Meter::new(self.conflicts(conflicts).ok_or(GaveUp)?, self.is_over);
        let answer = self.products.check(exprs, query, &mut meter);
        self.statistics.conflicts += meter.used();
        self.statistics.by_products += u64::from(answer.is_ok());
        answer.map(|answer| (answer, By::Backend))
    }

    /// The answer for all cases, each in so many conflicts.
    fn in_cases(
        &mut self,
        exprs: &mut Exprs,
        cases: Cases<'_>,
        conflicts: u64,
    ) -> Result<(Answer, By), NoCases> {
        let all = cases.conditions().to_vec();
        let found = cases.solve(exprs, &mut |exprs, left, hint| {
            let query = Query { conditions: &self.encoder.encode(exprs, left), hint };
            let mut meter = Meter::new(conflicts, self.is_over);
            let answer = self.backend.check(exprs, &query, &mut meter);
            self.statistics.backend_calls += 1;
            self.statistics.conflicts += meter.used();
            answer
        });
        self.statistics.by_cases += u64::from(found.is_ok());
        found.map(|found| (found.map_or(Answer::Unsat(all), Answer::Sat), By::Backend))
    }
}

/// Tells the log, until something goes wrong with it.
fn tell_log(
    (log, failure): (&mut Option<Box<dyn QueryLog>>, &mut Option<io::Error>),
    exprs: &Exprs,
    encoded: &[Expr],
    answer: &Result<Answer, Stop>,
) {
    if let Some(open) = log
        && let Err(error) = open.answered(exprs, encoded, answer.as_ref().map_err(|_| GaveUp))
    {
        *log = None;
        *failure = Some(error);
    }
}

/// Whether one says yes and the other no.
const fn disagree(one: &Result<Answer, Stop>, other: &Result<Answer, Stop>) -> bool {
    matches!(
        (one, other),
        (Ok(Answer::Unsat(_)), Ok(Answer::Sat(_))) | (Ok(Answer::Sat(_)), Ok(Answer::Unsat(_)))
    )
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
