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
use vellum_engine::{
    ActiveCall, Bug, BugKind, End, InputObject, Leak, Maker, Observer, Parting, Program, Progress, State,
};
use vellum_expr::Exprs;
use vellum_report::{
    Corpus, DirectoryError, Finding, KTest, KTestObject, LineFile, Outcome, Paths, RunDirectory, Verdict,
    test_name,
};

use crate::{
    allocator::held,
    args::Tests,
    error::Error,
    journal::{Counts, Journal},
    suite,
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
    pub(crate) findings: Option<usize>,
    pub(crate) memory: Option<u64>,
}

/// What is kept of the paths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keep {
    pub(crate) tests: Tests,
    pub(crate) findings: Findings,
    pub(crate) suite: Suite,
}

/// Which findings are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Findings {
    /// One for each kind and position.
    Each,
    /// That of every path.
    All,
}

/// Whether tests become part of a Test-Comp suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suite {
    Wanted,
    None,
}

/// Writes down what paths come to.
pub(crate) struct Recorder<'a> {
    directory: &'a RunDirectory,
    /// The folder files are named from.
    here: &'a Path,
    args: Vec<Vec<u8>>,
    budget: Budget,
    keep: Keep,
    journal: Journal<'a>,
    /// Positions and kinds something was found at.
    known: Set<String>,
    pub(crate) paths: Paths,
    pub(crate) findings: Vec<Finding>,
    /// How the path of each test ended.
    outcomes: Option<LineFile>,
    /// What the engine could not do, each thing once.
    pub(crate) unsupported: Set<String>,
    /// The status of the last path that left by itself.
    pub(crate) exit_status: Option<i32>,
    /// Whether some path asked for input.
    pub(crate) symbolic: bool,
    /// Whether the user stopped a path while it waited for the outside.
    pub(crate) was_interrupted: bool,
    /// The test of the last path that left by itself, if it has one.
    last_test: Option<String>,
    /// The number of the last test.
    tests: u32,
    /// Test cases that were written.
    written: u64,
    /// Where the input of a fuzz target's test goes, too.
    pub(crate) corpus: Option<Corpus>,
    /// Memory held before the first path ran.
    held_before: u64,
    /// The most memory held since, beyond that.
    pub(crate) held_peak: u64,
    /// The first thing that could not be written.
    pub(crate) failure: Option<Error>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(
        directory: &'a RunDirectory,
        here: &'a Path,
        args: Vec<Vec<u8>>,
        budget: Budget,
        keep: Keep,
        journal: Journal<'a>,
    ) -> Self {
        Self {
            held_before: held(),
            held_peak: 0,
            directory,
            here,
            args,
            budget,
            keep,
            journal,
            known: Set::default(),
            paths: Paths::default(),
            findings: Vec::new(),
            outcomes: None,
            unsupported: Set::default(),
            exit_status: None,
            symbolic: false,
            was_interrupted: false,
            last_test: None,
            tests: 0,
            corpus: None,
            written: 0,
            failure: None,
        }
    }

    /// Takes in the paths that were waiting when the exploration stopped, and writes the last lines of what
    /// grew with it.
    pub(crate) fn finish<'s>(
        &mut self,
        progress: &Progress,
        left: impl Iterator<Item = &'s State>,
        stopped_by: Option<&'static str>,
    ) {
        let end = End::Stopped(stopped_by.unwrap_or("end").into());
        for state in left {
            self.paths.stopped += 1;
            self.symbolic |= !state.inputs.is_empty();
            let noted = self.journal.ended(state, &end, None);
            self.check(noted);
        }
        self.flush_outcomes();
        let counts = self.counts();
        let finished = self.journal.finish(progress, counts);
        self.check(finished);
    }

    fn counts(&self) -> Counts {
        Counts { paths: self.paths, findings: self.findings.len(), tests: self.written }
    }

    /// Keeps the first failure.
    fn check(&mut self, result: Result<(), DirectoryError>) {
        if let Err(error) = result {
            self.failure.get_or_insert(error.into());
        }
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

    /// Writes the test of a path under the next number: its name, if the path has input.
    fn write_test(&mut self, exprs: &Exprs, state: &State, finding: Option<&Finding>) -> Option<String> {
        self.tests += 1;
        let test = self.test(exprs, state);
        if let Some(test) = &test {
            let written = self.directory.write_test(self.tests, test).map(drop);
            self.check(written);
            self.written += 1;
            self.add_to_corpus(test, if finding.is_some() { Verdict::Crashes } else { Verdict::Passes });
        }
        if self.keep.suite == Suite::Wanted {
            let written = suite::add(self.directory, self.tests, test.as_ref(), finding);
            self.check(written);
        }
        test.map(|_| test_name(self.tests))
    }

    /// Writes the input of a fuzz target's test where such inputs are to go.
    fn add_to_corpus(&mut self, test: &KTest, verdict: Verdict) {
        if let (Some(corpus), Some(input)) = (&self.corpus, test.fuzz_input())
            && let Err(cause) = corpus.write(&input, verdict)
        {
            let file = corpus.folder().to_owned();
            self.failure.get_or_insert(Error::Unwritable { file, cause });
        }
    }

    /// Memory the paths hold, and what is remembered for them.
    fn held(&self) -> u64 {
        held().saturating_sub(self.held_before)
    }

    /// Writes down how the path of a test ended.
    fn note(&mut self, test: &str, outcome: &Outcome) {
        if self.outcomes.is_none() {
            match self.directory.outcomes() {
                Ok(file) => self.outcomes = Some(file),
                Err(error) => return self.check(Err(error)),
            }
        }
        if let Some(file) = &mut self.outcomes {
            let written = file.line(|text| text.push_str(&outcome.to_line(test)));
            self.check(written);
        }
    }

    fn flush_outcomes(&mut self) {
        let written = self.outcomes.as_mut().map_or(Ok(()), LineFile::flush);
        self.check(written);
    }

    /// Writes the test of a path, if such paths are to have one, and how it ended.
    fn keep_test(
        &mut self,
        exprs: &Exprs,
        state: &State,
        outcome: Option<Outcome>,
        finding: Option<&Finding>,
    ) -> Option<String> {
        let wanted = match self.keep.tests {
            Tests::All => true,
            Tests::Covering => state.has_news(),
            Tests::None => false,
        };
        let name = wanted.then(|| self.write_test(exprs, state, finding)).flatten();
        if let (Some(name), Some(outcome)) = (&name, outcome) {
            self.note(name, &outcome);
        }
        name
    }

    /// Whether it is the first finding of its kind at its place.
    fn is_new(&mut self, finding: &Finding) -> bool {
        let place = finding.position().map(|p| format!("{}:{}:{}", p.file, p.line, p.column));
        let key = format!("{} {}", finding.kind, place.unwrap_or_else(|| finding.message.clone()));
        self.known.insert(key)
    }

    /// Reports a finding, unless its like is known: the name of its test.
    fn write_finding(&mut self, exprs: &Exprs, state: &State, mut finding: Finding) -> Option<String> {
        let is_new = self.is_new(&finding);
        let outcome = Outcome::of(&finding);
        if !is_new && self.keep.findings == Findings::Each {
            // Nobody needs it once more, unless the path is the one that shows some code.
            let covers = self.keep.tests == Tests::Covering;
            return covers.then(|| self.keep_test(exprs, state, Some(outcome), Some(&finding))).flatten();
        }
        finding.test = self.write_test(exprs, state, Some(&finding));
        if let Some(test) = &finding.test {
            self.note(test, &outcome);
            self.flush_outcomes();
        }
        let test = finding.test.clone();
        self.keep_finding(finding);
        test
    }

    /// Writes down a finding of the last test.
    fn keep_finding(&mut self, finding: Finding) {
        let written = self.directory.write_finding(self.tests.max(1), &finding).map(drop);
        self.check(written);
        self.findings.push(finding);
    }

    /// Takes in how a path ended: the name of its test, if it has one.
    fn record(&mut self, exprs: &Exprs, program: &Program, state: &State, end: &End) -> Option<String> {
        match end {
            End::Exit(status) => {
                self.paths.completed += 1;
                self.exit_status = Some(*status);
                self.last_test = self.keep_test(exprs, state, Some(Outcome::Exit(*status)), None);
                self.last_test.clone()
            }
            End::Bug(bug) => {
                self.paths.errors += 1;
                let stack = state.backtrace(program);
                let finding = Finding::new(program, bug, &stack, self.here);
                self.write_finding(exprs, state, finding)
            }
            End::Unsupported(what) => {
                self.paths.unsupported += 1;
                let entries = Finding::stack_of(program, &state.backtrace(program), self.here);
                let place = entries.iter().find(|entry| entry.line != 0).map(|entry| format!(" in {entry}"));
                self.unsupported.insert(format!("{what}{}", place.unwrap_or_default()));
                self.keep_test(exprs, state, None, None)
            }
            End::Interrupted => {
                self.paths.stopped += 1;
                self.was_interrupted = true;
                None
            }
            End::Stopped(_) | End::Misfit(_) => {
                self.paths.stopped += 1;
                None
            }
            End::Silent => None,
        }
    }
}

impl Observer for Recorder<'_> {
    fn parted(&mut self, _: &Program, parting: &Parting) {
        let noted = self.journal.parted(parting);
        self.check(noted);
    }

    fn ended(&mut self, exprs: &Exprs, program: &Program, state: &State, end: &End) {
        let test = self.record(exprs, program, state, end);
        self.symbolic |= !state.inputs.is_empty();
        let noted = self.journal.ended(state, end, test.as_deref());
        self.check(noted);
    }

    fn is_memory_short(&self) -> bool {
        self.budget.memory.is_some_and(|max| self.held() > max)
    }

    fn leaked(&mut self, exprs: &Exprs, program: &Program, state: &State, leak: &Leak) {
        let Leak { origin, blocks, bytes } = *leak;
        let message = match blocks {
            1 => format!("nothing points to a block of {bytes} bytes when the program ends"),
            _ => format!("nothing points to {blocks} blocks, {bytes} bytes, when the program ends"),
        };
        let site = match Maker::of(origin) {
            Maker::Call(loc) => vec![ActiveCall { function: "".into(), loc: Some(loc) }],
            _ => Vec::new(),
        };
        let mut finding = Finding::new(program, &Bug::new(BugKind::Leak, message), &site, self.here);
        if !self.is_new(&finding) && self.keep.findings == Findings::Each {
            return;
        }
        if self.last_test.is_none() && !state.inputs.is_empty() {
            // Such paths need no test of their own, but a finding does.
            self.last_test = self.write_test(exprs, state, Some(&finding));
            if let (Some(test), Some(status)) = (self.last_test.clone(), self.exit_status) {
                self.note(&test, &Outcome::Exit(status));
            }
        }
        finding.test.clone_from(&self.last_test);
        self.keep_finding(finding);
    }

    fn pause(&mut self, progress: &Progress) -> Option<&'static str> {
        self.held_peak = self.held_peak.max(self.held());
        let elapsed = self.budget.begin.elapsed();
        let counts = self.counts();
        let noted = self.journal.pause(elapsed, progress, counts);
        self.check(noted);
        let budget = &self.budget;
        if self.failure.is_some() {
            Some("write-error")
        } else if budget.interrupted.load(Ordering::Relaxed) {
            Some("interrupt")
        } else if budget.instructions.is_some_and(|max| progress.instructions >= max) {
            Some("max-instructions")
        } else if budget.paths.is_some_and(|max| progress.ended >= max) {
            Some("max-paths")
        } else if budget.findings.is_some_and(|max| self.findings.len() >= max) {
            Some("exit-on-error")
        } else {
            budget.time.is_some_and(|max| elapsed >= max).then_some("max-time")
        }
    }
}
