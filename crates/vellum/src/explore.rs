//! Explores a program's paths and keeps what they leave behind.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use vellum_collections::{
    Map, Set,
    cast::{index64, len64},
};
use vellum_engine::{
    End, InputObject, Leak, Observer, Onward, Parting, Program, Progress, Relocation, Room, State,
};
use vellum_expr::{Evaluator, Exprs};
use vellum_report::{
    Corpus, DirectoryError, Finding, KTest, KTestObject, LineFile, Outcome, Paths, Relocations, RunDirectory,
    Verdict, innermost, record::Ending, test_name,
};

use crate::{
    allocator::held,
    args::Tests,
    error::Error,
    journal::{Counts, Journal},
    suite,
    totals::Totals,
    trail::{Divergence, Over, Trail},
};

mod resume;

use self::resume::Stale;

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
    /// Those that something was found at once more.
    repeated: Set<String>,
    pub(crate) paths: Paths,
    pub(crate) findings: Vec<Finding>,
    /// How objects were represented on paths, as far as that changed.
    relocations: Relocations<'a>,
    /// How the path of each test ended.
    outcomes: Option<LineFile>,
    /// What the engine could not do, each thing once.
    pub(crate) unsupported: Set<String>,
    /// How many paths ended at what kind of thing the engine cannot do.
    pub(crate) causes: Map<String, u64>,
    /// What was left out on paths that went on, and on how many.
    pub(crate) left_out: Map<String, u64>,
    /// The status of the last path that left by itself.
    pub(crate) exit_status: Option<i32>,
    /// Whether some path asked for input.
    pub(crate) symbolic: bool,
    /// What stopped a path while it waited for the outside, and so the run.
    pub(crate) stopped_by: Option<&'static str>,
    /// Seeds that some path was left with when it ended.
    pub(crate) followed: Set<usize>,
    /// The number of the last test.
    tests: u32,
    /// Test cases that were written.
    written: u64,
    /// Bytes in those that are there only to show how far a stopped path came.
    stopped_bytes: u64,
    /// Where the input of a fuzz target's test goes, too.
    pub(crate) corpus: Option<Corpus>,
    /// The run beside a recorded one, and its own record.
    pub(crate) trail: Trail,
    /// What was taken over and is so no longer.
    pub(crate) stale: Stale,
    /// The folder of another run whose paths are not run again.
    pub(crate) elsewhere: Option<PathBuf>,
    /// Findings that another process made.
    findings_before: usize,
    /// What is not as recorded, each place once.
    pub(crate) divergences: Vec<String>,
    /// The last line of `tests.jsonl`.
    noted: Option<String>,
    /// What the engine could not do on the last such path.
    last_unsupported: Option<String>,
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
            held_before: 0,
            held_peak: 0,
            trail: Trail::default(),
            stale: Stale::default(),
            repeated: Set::default(),
            elsewhere: None,
            findings_before: 0,
            divergences: Vec::new(),
            noted: None,
            last_unsupported: None,
            directory,
            here,
            args,
            budget,
            keep,
            journal,
            known: Set::default(),
            paths: Paths::default(),
            findings: Vec::new(),
            relocations: Relocations::new(directory, here),
            outcomes: None,
            unsupported: Set::default(),
            causes: Map::default(),
            left_out: Map::default(),
            exit_status: None,
            symbolic: false,
            stopped_by: None,
            followed: Set::default(),
            tests: 0,
            corpus: None,
            written: 0,
            stopped_bytes: 0,
            failure: None,
        }
    }

    /// From here on, what is held is held for the paths: not the surroundings they begin with, which are larger or
    /// smaller from host to host.
    pub(crate) fn begin(&mut self) {
        self.held_before = held();
    }

    /// Writes the last lines of what grew with the exploration.
    pub(crate) fn finish(&mut self, progress: &Progress) {
        self.flush_outcomes();
        let flushed = self.relocations.flush();
        self.check(flushed);
        self.remove_stale();
        let counts = self.counts();
        let finished = self.journal.finish(progress, counts);
        self.check(finished);
        let totals = self.totals(progress).to_numbers();
        let flushed = self.trail.flush(self.journal.program(), totals);
        self.check(flushed);
    }

    /// What all processes that worked on the run did.
    pub(crate) fn totals(&self, progress: &Progress) -> Totals {
        self.journal.totals(progress)
    }

    fn counts(&self) -> Counts {
        let findings = self.findings.len();
        Counts { paths: self.paths, findings, tests: self.written, work: self.trail.work }
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
        let mut evaluator = Evaluator::new();
        let mut object = |object: &InputObject| {
            let mut bytes = model.bytes(exprs, object.input);
            if let Some(len) = object.len {
                bytes.truncate(index64(evaluator.word(exprs, &model, len)));
                (!bytes.is_empty()).then_some(())?;
            }
            Some(KTestObject::new(object.name.as_bytes(), bytes))
        };
        let objects = state.inputs.iter().filter_map(&mut object).collect();
        Some(KTest { args: self.args.clone(), sym_argvs: 0, sym_argv_len: 0, objects })
    }

    /// Writes the test of a path under the next number: its name, if the path has input.
    fn write_test(&mut self, exprs: &Exprs, state: &State, finding: Option<&Finding>) -> Option<String> {
        let test = self.write_input(exprs, state);
        if let Some(test) = &test {
            self.add_to_corpus(test, if finding.is_some() { Verdict::Crashes } else { Verdict::Passes });
        }
        if self.keep.suite == Suite::Wanted {
            let written = suite::add(self.directory, self.tests, test.as_ref(), finding);
            self.check(written);
        }
        test.map(|_| test_name(self.tests))
    }

    /// Writes the input of a path under the next number, if the path has any.
    fn write_input(&mut self, exprs: &Exprs, state: &State) -> Option<KTest> {
        self.tests += 1;
        let test = self.test(exprs, state)?;
        let written = self.directory.write_test(self.tests, &test).map(drop);
        self.check(written);
        self.written += 1;
        Some(test)
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
            let line = outcome.to_line(test);
            let written = file.line(|text| text.push_str(&line));
            self.noted = matches!(outcome, Outcome::Finding { .. }).then_some(line);
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
            Tests::All | Tests::Ended => true,
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
        let key = key(finding);
        let is_new = self.known.insert(key.clone());
        if !is_new {
            self.repeated.insert(key);
        }
        is_new
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

    /// Takes in a path that left by itself, and what it left behind: the name of its test, if it has one.
    fn record_exit(
        &mut self,
        exprs: &Exprs,
        state: &State,
        status: i32,
        leaks: impl Iterator<Item = Finding>,
    ) -> Option<String> {
        self.paths.completed += 1;
        self.exit_status = Some(status);
        let is_wanted = |finding: &Finding| self.is_new(finding) || self.keep.findings == Findings::All;
        let leaks: Vec<Finding> = leaks.filter(is_wanted).collect();
        let outcome = Outcome::Exit(status);
        if leaks.is_empty() {
            return self.keep_test(exprs, state, Some(outcome), None);
        }
        // Whichever paths get a test, a finding has one.
        let test = self.write_test(exprs, state, leaks.first());
        if let Some(test) = &test {
            self.note(test, &outcome);
            self.flush_outcomes();
        }
        for leak in leaks {
            self.keep_finding(Finding { test: test.clone(), ..leak });
        }
        test
    }

    /// Takes in a path that a limit ended. Its test shows how far it came; how it would have ended, nobody knows. A budget of
    /// the whole run may end very many paths at once, so of those that came to no new code only the first ones have a test,
    /// which is for people: corpus and suite get none that adds nothing.
    fn record_stop(&mut self, exprs: &Exprs, state: &State) -> Option<String> {
        self.paths.stopped += 1;
        match self.keep.tests {
            Tests::All | Tests::Covering if state.has_news() => self.write_test(exprs, state, None),
            Tests::All if self.paths.stopped <= MOST_STOPPED && self.stopped_bytes <= MOST_STOPPED_BYTES => {
                let test = self.write_input(exprs, state)?;
                self.stopped_bytes +=
                    test.objects.iter().map(|object| len64(object.bytes.len())).sum::<u64>();
                Some(test_name(self.tests))
            }
            Tests::All | Tests::Ended | Tests::Covering | Tests::None => None,
        }
    }

    /// Takes in how a path ended: the name of its test, if it has one.
    fn record(
        &mut self,
        exprs: &Exprs,
        program: &Program,
        state: &State,
        end: &End,
        leaks: &[Leak],
    ) -> Option<String> {
        match end {
            End::Exit(status) => {
                let here = self.here;
                let leaks = leaks.iter().map(|leak| Finding::leak(program, leak, here));
                self.record_exit(exprs, state, *status, leaks)
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
                let place = innermost(&entries).map(|entry| format!(" in {entry}"));
                let text = format!("{what}{}", place.unwrap_or_default());
                self.last_unsupported = Some(text.clone());
                self.unsupported.insert(text);
                self.count_cause(what);
                self.keep_test(exprs, state, None, None)
            }
            End::Interrupted => {
                self.stopped_by = Some("interrupt");
                self.record_stop(exprs, state)
            }
            End::Stopped(why) if **why == *MAX_TIME => {
                self.stopped_by = Some(MAX_TIME);
                self.record_stop(exprs, state)
            }
            // Without input there is no other path.
            End::Stopped(why) if **why == *MAX_MEMORY && state.inputs.is_empty() => {
                self.stopped_by = Some(MAX_MEMORY);
                self.record_stop(exprs, state)
            }
            End::Stopped(_) => self.record_stop(exprs, state),
            End::Undecided(_) | End::Misfit(_) => {
                self.paths.stopped += 1;
                None
            }
            End::Impossible | End::Silent => None,
            End::AssumedAway => {
                self.paths.assumed_away += 1;
                None
            }
        }
    }
}

/// Paths that a limit ended and that have a test although they came to no new code.
const MOST_STOPPED: u64 = 1_000;

/// No more of these are written once they have so many bytes.
const MOST_STOPPED_BYTES: u64 = 16 << 20;

/// What stops a run when time is over.
pub(crate) const MAX_TIME: &str = "max-time";

/// What stops a path that takes more memory than all may.
pub(crate) const MAX_MEMORY: &str = "max-memory";

/// The kind and position of a finding.
fn key(finding: &Finding) -> String {
    let place = finding.position().map(|p| format!("{}:{}:{}", p.file, p.line, p.column));
    // Calls of null and of what is no function are of one kind; which address that was does not matter.
    let what = if finding.kind == "bad-call" { finding.message.split("0x").next() } else { None };
    let place = place.unwrap_or_else(|| finding.message.clone());
    format!("{} {place} {}", finding.kind, what.unwrap_or_default())
}

impl Observer for Recorder<'_> {
    fn parted(&mut self, exprs: &mut Exprs, _: &Program, parting: &Parting) -> [Onward; 2] {
        let followed = self.trail.parted(exprs, parting);
        self.diverge(followed.divergence.as_ref());
        if !followed.is_known {
            let noted = self.journal.parted(followed.parent, &followed.parted);
            self.check(noted);
        }
        for (node, recorded) in followed.taken {
            self.take_over(node, recorded);
        }
        self.take_back(followed.stale);
        followed.onward
    }

    fn relocated(&mut self, program: &Program, relocation: &Relocation) {
        let written = self.relocations.add(program, relocation);
        self.check(written);
    }

    fn ended(&mut self, exprs: &Exprs, program: &Program, state: &State, end: &End, leaks: &[Leak]) {
        let ending = Ending::of(end);
        let at = state.own_location(program);
        let Over { node, is_ahead, divergence, stale } =
            self.trail.ended(state.node(), &ending, at, state.ran());
        self.diverge(divergence.as_ref());
        // First: what was found there may be found again.
        self.take_back(stale);
        let before = (self.tests, self.findings.len());
        let is_shown = self.trail.is_recorded() && ending.is_shown();
        let shown = if is_shown { state.unshown() } else { Vec::new() };
        self.noted = None;
        let test = self.record(exprs, program, state, end, leaks);
        self.followed.extend(state.seeds.numbers());
        self.symbolic |= !state.inputs.is_empty();
        for left_out in state.outside().left_out() {
            *self.left_out.entry(left_out.what.to_string()).or_insert(0) += 1;
        }
        if is_ahead {
            return self.take_over(node, node.id);
        }
        let noted = self.journal.ended(node, &ending, at, test.as_deref());
        self.check(noted);
        if let (Some(test), Some(last)) = (&test, state.relocation) {
            let written = self.relocations.ended(test, last);
            self.check(written);
        }
        if self.trail.is_recorded() {
            let leaf = self.leaf((node, at), ending, state, test.is_some(), before);
            self.trail.write_leaf(program, leaf, shown);
        }
    }

    fn room(&self) -> Room {
        let held = self.held();
        match self.budget.memory {
            Some(max) if held > max => Room::Short,
            Some(max) if held > max / 2 => Room::Enough,
            _ => Room::Plenty,
        }
    }

    fn pause(&mut self, progress: &Progress) -> Option<&'static str> {
        self.held_peak = self.held_peak.max(self.held());
        let elapsed = self.budget.begin.elapsed();
        let counts = self.counts();
        let noted = self.journal.pause(elapsed, progress, counts);
        self.check(noted);
        let journal = &self.journal;
        let totals = || journal.totals(progress).to_numbers();
        let recorded = self.trail.pause(elapsed, journal.program(), totals);
        self.check(recorded);
        let instructions = self.trail.work.and(progress).instructions;
        let new_findings = self.findings.len() - self.findings_before;
        let budget = &self.budget;
        if self.failure.is_some() {
            Some("write-error")
        } else if budget.interrupted.load(Ordering::Relaxed) {
            Some("interrupt")
        } else if budget.instructions.is_some_and(|max| instructions >= max) {
            Some("max-instructions")
        } else if budget.paths.is_some_and(|max| counts.paths.all() >= max) {
            Some("max-paths")
        } else if budget.findings.is_some_and(|max| new_findings >= max) {
            Some("exit-on-error")
        } else {
            budget.time.is_some_and(|max| elapsed >= max).then_some(MAX_TIME)
        }
    }
}
