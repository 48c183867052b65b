//! What is written and shown while an exploration goes on: `stats.jsonl`, `tree.jsonl` and the live line.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use vellum_collections::{
    Map,
    cast::{index64, len64},
};
use vellum_engine::{Coverage, Node, Program, Progress};
use vellum_ir::Loc;
use vellum_kernel::Kernel;
use vellum_report::{
    DirectoryError, LineFile, Paths, RunDirectory, Snapshot, Tree,
    record::{Ending, Parted, RecordedTree},
    test_name,
};

use crate::{
    progress::{Figures, LiveLine, resident_bytes},
    run::figure,
    solving::SharedSolver,
    totals::Totals,
    trail::{Came, Divergence, Work},
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
    /// Counters of the processes before this one.
    pub(crate) before: Vec<u64>,
}

/// Counts that others keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) paths: Paths,
    pub(crate) findings: usize,
    pub(crate) tests: u64,
    pub(crate) work: Work,
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
        let (due, before) = (interval, Vec::new());
        Ok(Self { program, kernel, solver, begin, line, statistics, tree, interval, due, before })
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.program
    }

    pub(crate) fn parted(&mut self, parent: Option<u64>, parted: &Parted) -> Result<(), DirectoryError> {
        self.tree.parted(self.program, parent, parted)
    }

    pub(crate) fn ended(
        &mut self,
        node: Node,
        end: &Ending,
        at: Option<Loc>,
        test: Option<&str>,
    ) -> Result<(), DirectoryError> {
        self.tree.ended(self.program, node, end, at, test)
    }

    /// A part of the tree that another run explored to the end, in the same folder: its nodes have the numbers they had.
    pub(crate) fn taken_over(&mut self, tree: &RecordedTree, root: Node) -> Result<(), DirectoryError> {
        let mut parents: Map<u64, u64> = Map::default();
        for (id, node) in tree.below(root.id) {
            let parent = parents.swap_remove(&id).or(root.parent);
            if let Some(parted) = &node.parted {
                parents.extend(parted.children.map(|child| (child, id)));
                self.parted(parent, parted)?;
            }
            if let Some(leaf) = &node.leaf {
                let test = leaf.has_test.then(|| test_name(leaf.number));
                self.ended(Node { id, parent }, &leaf.end, leaf.at, test.as_deref())?;
            }
        }
        Ok(())
    }

    /// A part of the tree that another run explored to the end, in another folder.
    pub(crate) fn pruned(&mut self, node: Node, recorded: u64) -> Result<(), DirectoryError> {
        self.tree.pruned(node, recorded)
    }

    /// A path does not do what the recorded one did, told to a person.
    pub(crate) fn tell(&self, divergence: &Divergence) -> String {
        let came = |came: &Came| match came {
            Came::Forked(by, at) => {
                format!("forked by {} at {}", by.name(), self.tree.place(self.program, *at))
            }
            Came::Ended(end, at) => format!("ended with {end} at {}", self.tree.place(self.program, *at)),
        };
        let Divergence { recorded, now } = divergence;
        let now = if recorded == now { "did so on another condition".to_owned() } else { came(now) };
        format!(
            "not as recorded: the recorded path {}, this one {now}; explored anew from there",
            came(recorded)
        )
    }

    /// What this process and those before it did so far.
    pub(crate) fn totals(&self, progress: &Progress) -> Totals {
        let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Totals {
            microseconds: microseconds(self.begin.elapsed()),
            solver_microseconds: microseconds(self.solver.statistics().time),
            external_calls: self.kernel.calls(),
            allocations: self.kernel.allocations(),
            states_max: len64(progress.waiting_max),
            queries: self.solver.queries(),
        }
        .add(&self.before)
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
        self.write(progress, counts)
    }

    /// Takes the live line away and writes the last lines.
    pub(crate) fn finish(&mut self, progress: &Progress, counts: Counts) -> Result<(), DirectoryError> {
        self.line.clear();
        self.tree.flush()?;
        self.write(progress, counts)
    }

    /// Writes the counters of all processes together, so that those of a run that goes on do, too.
    fn write(&mut self, progress: &Progress, counts: Counts) -> Result<(), DirectoryError> {
        let totals = self.totals(progress);
        let waiting_max = index64(totals.states_max);
        let snapshot = Snapshot {
            wall_seconds: figure(totals.microseconds) / 1e6,
            solver_seconds: figure(totals.solver_microseconds) / 1e6,
            progress: Progress { waiting_max, ..counts.work.and(progress) },
            paths: counts.paths,
            findings: len64(counts.findings),
            tests: counts.tests,
            queries: totals.queries,
            external_calls: totals.external_calls,
            allocations: totals.allocations,
            coverage: Coverage::of(self.program),
            rss_bytes: resident_bytes(),
        };
        self.statistics.line(|line| line.push_str(&snapshot.to_line()))
    }
}
