//! Explores a program's paths and keeps what they leave behind.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use vellum_collections::Set;
use vellum_engine::{End, InputObject, Observer, Program, Progress, State};
use vellum_expr::Exprs;
use vellum_report::{Finding, KTest, KTestObject, Outcome, Paths, RunDirectory, test_name};

use crate::{
    error::Error,
    progress::{Figures, LiveLine},
    solving::SharedSolver,
};

/// Budgets of a whole run.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    pub(crate) begin: Instant,
    /// Set when the user wants to stop.
    pub(crate) interrupted: Arc<AtomicBool>,
    pub(crate) instructions: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) paths: Option<u64>,
}

/// Writes down what paths come to.
pub(crate) struct Recorder<'a> {
    directory: &'a RunDirectory,
    /// The folder files are named from.
    here: &'a Path,
    args: Vec<Vec<u8>>,
    budget: Budget,
    /// Positions and kinds something was found at.
    known: Set<String>,
    pub(crate) paths: Paths,
    pub(crate) findings: Vec<Finding>,
    /// How the path of each test ended.
    pub(crate) outcomes: Vec<(String, Outcome)>,
    /// What the engine could not do, each thing once.
    pub(crate) unsupported: Set<String>,
    /// The status of the last path that left by itself.
    pub(crate) exit_status: Option<i32>,
    /// Whether some path asked for input.
    pub(crate) symbolic: bool,
    /// Whether the user stopped a path while it waited for the outside.
    pub(crate) was_interrupted: bool,
    tests: u32,
    solver: SharedSolver,
    line: LiveLine,
    covered: u64,
    /// The first thing that could not be written.
    pub(crate) failure: Option<Error>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(
        directory: &'a RunDirectory,
        here: &'a Path,
        args: Vec<Vec<u8>>,
        budget: Budget,
        solver: SharedSolver,
        line: LiveLine,
    ) -> Self {
        Self {
            solver,
            line,
            covered: 0,
            directory,
            here,
            args,
            budget,
            known: Set::default(),
            paths: Paths::default(),
            findings: Vec::new(),
            outcomes: Vec::new(),
            unsupported: Set::default(),
            exit_status: None,
            symbolic: false,
            was_interrupted: false,
            tests: 0,
            failure: None,
        }
    }

    /// Takes the live line away.
    pub(crate) fn clear_line(&mut self) {
        self.line.clear();
    }

    /// The test case of a path, if it has input.
    fn test(&self, exprs: &Exprs, state: &State) -> Option<KTest> {
        if state.inputs.is_empty() {
            return None;
        }
        let mut model = (*state.model).clone();
        state.outside().complete(exprs, &mut model);
        let object =
            |object: &InputObject| KTestObject::new(object.name.as_bytes(), model.bytes(exprs, object.input));
        let objects = state.inputs.iter().map(object).collect();
        Some(KTest { args: self.args.clone(), sym_argvs: 0, sym_argv_len: 0, objects })
    }

    fn write_test(&mut self, exprs: &Exprs, state: &State) -> u32 {
        self.tests += 1;
        if let Some(test) = self.test(exprs, state) {
            self.symbolic = true;
            if let Err(error) = self.directory.write_test(self.tests, &test) {
                self.failure.get_or_insert(error.into());
            }
        }
        self.tests
    }

    /// Remembers how the path of a test ended.
    fn note(&mut self, state: &State, number: u32, outcome: &Outcome) {
        if !state.inputs.is_empty() {
            self.outcomes.push((test_name(number), outcome.clone()));
        }
    }

    fn write_finding(&mut self, exprs: &Exprs, state: &State, mut finding: Finding) {
        let place = finding.position().map(|p| format!("{}:{}:{}", p.file, p.line, p.column));
        let key = format!("{} {}", finding.kind, place.unwrap_or_else(|| finding.message.clone()));
        if !self.known.insert(key) {
            return;
        }
        let number = self.write_test(exprs, state);
        self.note(state, number, &Outcome::of(&finding));
        finding.test = (!state.inputs.is_empty()).then(|| test_name(number));
        if let Err(error) = self.directory.write_finding(number, &finding) {
            self.failure.get_or_insert(error.into());
        }
        self.findings.push(finding);
    }
}

impl Observer for Recorder<'_> {
    fn ended(&mut self, exprs: &Exprs, program: &Program, state: &State, end: &End) {
        self.covered = program.covered();
        match end {
            End::Exit(status) => {
                self.paths.completed += 1;
                self.exit_status = Some(*status);
                let number = self.write_test(exprs, state);
                self.note(state, number, &Outcome::Exit(*status));
            }
            End::Bug(bug) => {
                self.paths.errors += 1;
                let stack = state.backtrace(program);
                let finding = Finding::new(program, bug, &stack, self.here);
                self.write_finding(exprs, state, finding);
            }
            End::Unsupported(what) => {
                self.paths.unsupported += 1;
                let entries = Finding::stack_of(program, &state.backtrace(program), self.here);
                let place = entries.iter().find(|entry| entry.line != 0).map(|entry| format!(" in {entry}"));
                self.unsupported.insert(format!("{what}{}", place.unwrap_or_default()));
                self.write_test(exprs, state);
            }
            End::Interrupted => {
                self.paths.stopped += 1;
                self.was_interrupted = true;
            }
            End::Stopped(_) | End::Misfit(_) => self.paths.stopped += 1,
            End::Silent => (),
        }
        self.symbolic |= !state.inputs.is_empty();
    }

    fn pause(&mut self, progress: &Progress) -> Option<&'static str> {
        let elapsed = self.budget.begin.elapsed();
        self.line.update(self.budget.begin + elapsed, progress, || Figures {
            findings: self.findings.len(),
            solver: self.solver.statistics().time,
            elapsed,
            covered: self.covered,
        });
        let budget = &self.budget;
        if self.failure.is_some() {
            Some("write-error")
        } else if budget.interrupted.load(Ordering::Relaxed) {
            Some("interrupt")
        } else if budget.instructions.is_some_and(|max| progress.instructions >= max) {
            Some("max-instructions")
        } else if budget.paths.is_some_and(|max| progress.ended >= max) {
            Some("max-paths")
        } else {
            budget.time.is_some_and(|max| elapsed >= max).then_some("max-time")
        }
    }
}
