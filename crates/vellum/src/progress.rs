//! What a person at a terminal sees: a live line while paths are explored, a table at the end.

use std::{
    fmt::Write as _,
    io::{IsTerminal as _, Write as _},
    path::Path,
    time::{Duration, Instant},
};

use vellum_engine::Progress;
use vellum_report::{Finding, Summary};

use crate::run::figure;

/// Time between two live lines.
const INTERVAL: Duration = Duration::from_millis(250);

/// The live line.
pub(crate) struct LiveLine {
    shown: bool,
    wanted: bool,
    last: Instant,
    last_instructions: u64,
}

/// What the line shows beside the exploration's own figures.
pub(crate) struct Figures {
    pub(crate) findings: usize,
    pub(crate) solver: Duration,
    pub(crate) elapsed: Duration,
    /// Edges between blocks that some path went over.
    pub(crate) covered: u64,
}

/// Whether to show the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// When standard error is a terminal.
    Terminal,
    Always,
    Never,
}

impl LiveLine {
    pub(crate) fn new(show: Show, now: Instant) -> Self {
        let wanted = match show {
            Show::Terminal => std::io::stderr().is_terminal(),
            Show::Always => true,
            Show::Never => false,
        };
        Self { shown: false, wanted, last: now, last_instructions: 0 }
    }

    /// Shows how far the exploration is, if it is time to.
    pub(crate) fn update(&mut self, now: Instant, progress: &Progress, figures: impl FnOnce() -> Figures) {
        if !self.wanted || now.duration_since(self.last) < INTERVAL || progress.all_forks() == 0 {
            return;
        }
        let figures = figures();
        let seconds = now.duration_since(self.last).as_secs_f64();
        let speed = figure(progress.instructions - self.last_instructions) / seconds / 1e6;
        let share = 100.0 * figures.solver.as_secs_f64() / figures.elapsed.as_secs_f64().max(1e-9);
        self.last = now;
        self.last_instructions = progress.instructions;
        let line = format!(
            "\r\x1b[Kvellum: {} paths, {} waiting, {} findings, {speed:.1} M instructions/s, {} edges covered, solver {share:.0} %, {} MB, {} s",
            progress.ended,
            progress.waiting,
            figures.findings,
            figures.covered,
            resident_bytes().unwrap_or(0) >> 20,
            figures.elapsed.as_secs(),
        );
        self.shown = true;
        let _ = std::io::stderr().write_all(line.as_bytes());
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = std::io::stderr().write_all(b"\r\x1b[K");
        }
    }
}

/// The table at the end of an exploration.
pub(crate) fn table(summary: &Summary, directory: &Path, program: &Path) -> String {
    let mut text = String::new();
    let paths = &summary.paths;
    let _ = writeln!(
        text,
        "vellum: {} paths completed, {} ended in errors, {} stopped, {} unsupported, in {:.1} s",
        paths.completed, paths.errors, paths.stopped, paths.unsupported, summary.wall_seconds
    );
    if let Some(by) = &summary.stopped_by {
        let _ = writeln!(text, "vellum: stopped by {by}: not everything was explored");
    }
    for finding in &summary.findings {
        let _ = writeln!(text, "vellum: {}", line(finding));
        if let Some(test) = &finding.test {
            let test = directory.join(test);
            let _ = writeln!(text, "          vellum replay {} {}", test.display(), program.display());
        }
    }
    let _ = writeln!(text, "vellum: the run is in {}", directory.display());
    text
}

/// A finding in a line.
fn line(finding: &Finding) -> String {
    let place = finding.position().map(|place| format!("{}:{}: ", place.file, place.line));
    format!("{}{}: {}", place.unwrap_or_default(), finding.kind, finding.message)
}

/// The memory this process has now, as Linux reports it.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
