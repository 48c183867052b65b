//! What a person at a terminal sees: a live line while paths are explored, a table at the end.

use std::{
    fmt::Write as _,
    io::{IsTerminal as _, Write as _},
    path::Path,
    time::{Duration, Instant},
};

use vellum_engine::{Covered, Progress};
use vellum_report::{Finding, Summary};

use crate::{run::figure, shell::quoted_file};

/// Time between two live lines.
const INTERVAL: Duration = Duration::from_millis(250);

/// Findings the table lists.
const SHOWN: usize = 100;

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
    /// How much of the program's own code was executed.
    pub(crate) covered: Covered,
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
            "\r\x1b[Kvellum: {} paths, {} waiting, {} findings, {speed:.1} M instructions/s, {} covered, solver {share:.0} %, {} MB, {} s",
            progress.ended,
            progress.waiting + progress.away,
            figures.findings,
            percent(figures.covered.instructions, figures.covered.instructions_total),
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
    let assumed_away = match paths.assumed_away {
        0 => String::new(),
        count => format!(", {count} assumed away"),
    };
    let _ = writeln!(
        text,
        "vellum: {} paths completed, {} ended in errors, {} stopped, {} unsupported{}, in {:.1} s",
        paths.completed, paths.errors, paths.stopped, paths.unsupported, assumed_away, summary.wall_seconds
    );
    let covered = &summary.coverage.program;
    let _ = writeln!(
        text,
        "vellum: {} of {} instructions ({}) and {} of {} branches ({}) of the program were covered",
        covered.instructions,
        covered.instructions_total,
        percent(covered.instructions, covered.instructions_total),
        covered.branches,
        covered.branches_total,
        percent(covered.branches, covered.branches_total),
    );
    for finding in summary.findings.iter().take(SHOWN) {
        let _ = writeln!(text, "vellum: {}", line(finding));
        if let Some(test) = &finding.test {
            // What the run was told besides, the replay finds in the run directory.
            let (test, program) = (quoted_file(&directory.join(test)), quoted_file(program));
            let _ = writeln!(text, "          vellum replay {test} {program}");
        }
    }
    if let Some(more @ 1..) = summary.findings.len().checked_sub(SHOWN) {
        let _ = writeln!(text, "vellum: {more} more findings are in findings.sarif");
    }
    let _ = writeln!(text, "vellum: the run is in {}", directory.display());
    text
}

/// The last lines of a run that is not complete: why.
pub(crate) fn left(summary: &Summary) -> String {
    let mut text = String::new();
    let paths = &summary.paths;
    let mut why: Vec<String> = summary.stopped_by.iter().map(|by| format!("stopped by {by}")).collect();
    if summary.stopped_by.is_none() && paths.stopped > 0 {
        why.push(format!("{} stopped at a limit", counted(paths.stopped, "path")));
    }
    if paths.unsupported > 0 {
        why.push(format!("{} met something unsupported", counted(paths.unsupported, "path")));
    }
    let left_out = |(what, paths): &(String, u64)| format!("left out on {}: {what}", counted(*paths, "path"));
    match &summary.left_out[..] {
        [] => (),
        [one] => why.push(left_out(one)),
        several => {
            for one in several {
                let _ = writeln!(text, "vellum: {}", left_out(one));
            }
            why.push(format!("{} things were left out", several.len()));
        }
    }
    if !why.is_empty() {
        let _ = writeln!(text, "vellum: not everything was explored: {}", why.join("; "));
    }
    text
}

fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A share, rounded down: all is only said of all.
fn percent(part: u64, whole: u64) -> String {
    match (part * 100).checked_div(whole) {
        Some(share) => format!("{share} %"),
        None => "100 %".to_owned(),
    }
}

/// A finding in a line.
fn line(finding: &Finding) -> String {
    let place = finding.position().map(|place| format!("{}:{}: ", place.file, place.line));
    format!("{}{}: {}", place.unwrap_or_default(), finding.kind, finding.message)
}

/// The memory this process has now, as Linux reports it.
pub(crate) fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn all_is_only_said_of_all() {
        assert_eq!(
            [percent(999, 1000), percent(1000, 1000), percent(0, 0), percent(1, 3)],
            ["99 %", "100 %", "100 %", "33 %"]
        );
    }
}
