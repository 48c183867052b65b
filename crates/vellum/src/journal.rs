//! What is written and shown while an exploration goes on: `stats.jsonl`, `tree.jsonl` and the live line.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use vellum_collections::cast::len64;
use vellum_engine::{Coverage, End, Parting, Program, Progress, State};
use vellum_kernel::Kernel;
use vellum_report::{DirectoryError, LineFile, Paths, RunDirectory, Snapshot, Tree};

use crate::{
    progress::{Figures, LiveLine, resident_bytes},
    solving::SharedSolver,
};

/// Who keeps the counters.
pub(crate) struct Journal<'a> {
    program: &'a Program,
    kernel: &'a Kernel,
    solver: SharedSolver,
    begin: Instant,
    line: LiveLine,
    statistics: LineFile,
    tree: Tree,
    interval: Duration,
    /// When the next line of `stats.jsonl` is due, from the beginning.
    due: Duration,
}

/// Counts that others keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) paths: Paths,
    pub(crate) findings: usize,
    pub(crate) tests: u64,
}

/// What a journal is about.
pub(crate) struct Subject<'a> {
    pub(crate) program: &'a Program,
    pub(crate) kernel: &'a Kernel,
    pub(crate) solver: SharedSolver,
    pub(crate) begin: Instant,
}

impl<'a> Journal<'a> {
    pub(crate) fn new(
        subject: Subject<'a>,
        directory: &RunDirectory,
        here: &Path,
        line: LiveLine,
        interval: Duration,
    ) -> Result<Self, DirectoryError> {
        let Subject { program, kernel, solver, begin } = subject;
        let tree = Tree::new(directory.tree()?, here);
        let statistics = directory.statistics()?;
        Ok(Self { program, kernel, solver, begin, line, statistics, tree, interval, due: interval })
    }

    pub(crate) fn parted(&mut self, parting: &Parting) -> Result<(), DirectoryError> {
        self.tree.parted(self.program, parting)
    }

    pub(crate) fn ended(
        &mut self,
        state: &State,
        end: &End,
        test: Option<&str>,
    ) -> Result<(), DirectoryError> {
        self.tree.ended(self.program, state, end, test)
    }

    /// Shows and writes what is due.
    pub(crate) fn pause(
        &mut self,
        elapsed: Duration,
        progress: &Progress,
        counts: Counts,
    ) -> Result<(), DirectoryError> {
        self.line.update(self.begin + elapsed, progress, || Figures {
            findings: counts.findings,
            solver: self.solver.statistics().time,
            elapsed,
            covered: Coverage::of(self.program).program,
        });
        if elapsed < self.due {
            return Ok(());
        }
        self.due = elapsed + self.interval;
        self.write(elapsed, progress, counts)
    }

    /// Takes the live line away and writes the last lines.
    pub(crate) fn finish(&mut self, progress: &Progress, counts: Counts) -> Result<(), DirectoryError> {
        self.line.clear();
        self.tree.flush()?;
        self.write(self.begin.elapsed(), progress, counts)
    }

    fn write(
        &mut self,
        elapsed: Duration,
        progress: &Progress,
        counts: Counts,
    ) -> Result<(), DirectoryError> {
        let snapshot = Snapshot {
            wall_seconds: elapsed.as_secs_f64(),
            solver_seconds: self.solver.statistics().time.as_secs_f64(),
            progress: progress.clone(),
            paths: counts.paths,
            findings: len64(counts.findings),
            tests: counts.tests,
            queries: self.solver.queries(),
            external_calls: self.kernel.calls(),
            allocations: self.kernel.allocations(),
            coverage: Coverage::of(self.program),
            rss_bytes: resident_bytes(),
        };
        self.statistics.line(|line| line.push_str(&snapshot.to_line()))
    }
}
