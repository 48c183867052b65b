//! Memory planes beside a plain list of writes, as "Symbolic Memory with Pointers" (Trtík and Strejček, ATVA 2014) measures
//! them in its tables 1 to 3: programs with loops over arrays, each for a fixed time.
//!
//! The paper's programs are those of the category "loops" of SV-COMP 2013; these are our own, of the same kind. What
//! starting a run takes, in time and in counts, is taken off every figure.

use std::{io, io::Write, path::Path, time::Duration};

use super::{
    Bench,
    models::{Measured, NONE, Ran},
};
use crate::run::figure;

macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../bench/planes/", $name, ".c")))),*]
    };
}

/// The programs, by name.
const PROGRAMS: &[(&str, &str)] = programs![
    "array-copy",
    "array-init",
    "array-reverse",
    "array-shift",
    "base-conversion",
    "bellman-ford",
    "binary-heap",
    "binary-search",
    "bit-array",
    "bubble-sort",
    "caesar",
    "calendar",
    "checksum",
    "collatz-cache",
    "command-loop",
    "counting-sort",
    "crc-table",
    "eternal-log",
    "fibonacci-ring",
    "find-max",
    "game-of-life",
    "gap-buffer",
    "generator",
    "hash-probing",
    "histogram",
    "insertion-sort",
    "interleave",
    "invert-string",
    "knapsack",
    "linear-search",
    "list-in-array",
    "log-lines",
    "lu-decomposition",
    "malloc-size",
    "matrix-maximum",
    "memcpy-length",
    "memo-table",
    "memset-length",
    "merge",
    "multiply",
    "page-table",
    "partition",
    "pascal",
    "permutation",
    "pointer-sort",
    "prefix-sums",
    "queue-by-priority",
    "ring-buffer",
    "robot-walk",
    "rotate",
    "round-robin",
    "row-pointers",
    "run-length",
    "selection-sort",
    "sieve",
    "sliding-window",
    "stack-machine",
    "string-compare",
    "string-copy",
    "struct-table",
    "text-columns",
    "tokenise",
    "transpose",
    "undo-log",
    "union-find",
    "visited",
    "vowels",
];

/// A program that does nothing: what every run takes.
const EMPTY: &str = "int main(void) { return 0; }";

/// Runs of a program that takes less than [`SHORT`] seconds; of the times the least counts.
const ROUNDS: usize = 3;
const SHORT: f64 = 1.0;

/// Seconds that say nothing: what took less counts as having taken that.
const NOISE: f64 = 0.01;

/// Time for a run.
const LIMIT: Duration = Duration::from_secs(5);

/// Models whose times stand beside those of planes, if none are named.
const BESIDE: [&str; 2] = ["forking", "merging"];

/// How a program is explored.
struct Mode {
    name: &'static str,
    options: &'static [&'static str],
    /// How many times more nodes the paper visits with planes than with a plain list.
    paper: f64,
}

/// Without multi-writes and with them.
const MODES: [Mode; 2] = [
    Mode { name: "classic", options: &["--loops", "execute", "--sizes", "enumerate"], paper: 19.0 },
    Mode { name: "compact", options: &["--loops", "whole"], paper: 16.0 },
];

/// The forms of planes: that of the paper, and the plain list.
const FORMS: [&str; 2] = ["boosted", "naive"];

/// The paper's share of operations that are resolved without the list, and of collision tests that are answered
/// without a solver, in percent.
const PAPER_RESOLVED: f64 = 99.65;
const PAPER_UNASKED: f64 = 83.62;

/// What a run came to.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    /// Processor time.
    seconds: f64,
    instructions: u64,
    is_complete: bool,
    paths: u64,
    operations: u64,
    /// Reads and writes that looked at the list.
    listed: u64,
    tests: u64,
    questions: u64,
}

impl Figures {
    fn of(ran: &Ran) -> Option<Self> {
        match ran {
            Ran::Unknown => None,
            Ran::Killed { seconds } => Some(Self { seconds: *seconds, ..Self::default() }),
            Ran::Measured(run) => Some(Self::measured(run)),
        }
    }

    fn measured(run: &Measured) -> Self {
        let planes = |name: &str| run.count(&format!("/resolution/planes/{name}"));
        Self {
            seconds: run.seconds,
            instructions: run.count("/instructions"),
            is_complete: run.is_complete,
            paths: run.paths(),
            operations: planes("operations"),
            listed: planes("reads") + planes("writes"),
            tests: planes("tests") + planes("remembered"),
            questions: planes("questions"),
        }
    }

    /// These without what every run takes.
    fn without(self, start: &Self) -> Self {
        Self {
            seconds: (self.seconds - start.seconds).max(NOISE),
            instructions: self.instructions.saturating_sub(start.instructions),
            operations: self.operations.saturating_sub(start.operations),
            ..self
        }
    }

    /// These and others together.
    fn and(self, other: &Self) -> Self {
        Self {
            seconds: self.seconds + other.seconds,
            instructions: self.instructions + other.instructions,
            is_complete: self.is_complete && other.is_complete,
            paths: self.paths + other.paths,
            operations: self.operations + other.operations,
            listed: self.listed + other.listed,
            tests: self.tests + other.tests,
            questions: self.questions + other.questions,
        }
    }

    /// Thousands of instructions per second.
    fn speed(&self) -> f64 {
        figure(self.instructions) / self.seconds / 1e3
    }

    /// Seconds, and a sign where the run was cut off.
    fn time(&self) -> String {
        format!("{:.2}{}", self.seconds, if self.is_complete { "" } else { "+" })
    }

    /// Operations that needed no look at the list, in percent.
    fn resolved(&self) -> f64 {
        100.0 - percent(self.listed, self.operations)
    }

    /// Collision tests that the oracle was not asked, in percent.
    fn unasked(&self) -> f64 {
        100.0 - percent(self.questions, self.tests)
    }
}

/// How many times faster planes are than a plain list, and by which measure.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SpeedUp {
    /// Time to the end, which both came to.
    Time(f64),
    /// At least, or at most: only the list was cut off, or only planes.
    TimeAtLeast(f64),
    TimeAtMost(f64),
    /// Instructions in the same time: both were cut off.
    Instructions(f64),
}

impl SpeedUp {
    fn of([boosted, naive]: &[Figures; 2]) -> Self {
        let time = naive.seconds / boosted.seconds;
        match (boosted.is_complete, naive.is_complete) {
            (true, true) => Self::Time(time),
            (true, false) => Self::TimeAtLeast(time),
            (false, true) => Self::TimeAtMost(time),
            (false, false) => Self::Instructions(boosted.speed() / naive.speed().max(1e-3)),
        }
    }

    fn factor(self) -> f64 {
        match self {
            Self::Time(factor)
            | Self::TimeAtLeast(factor)
            | Self::TimeAtMost(factor)
            | Self::Instructions(factor) => factor,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Time(factor) => format!("{factor:.1} t"),
            Self::TimeAtLeast(factor) => format!(">{factor:.1} t"),
            Self::TimeAtMost(factor) => format!("<{factor:.1} t"),
            Self::Instructions(factor) => format!("{factor:.1} i"),
        }
    }
}

/// What all programs came to in one mode.
#[derive(Default)]
struct Total {
    forms: [Figures; 2],
    factors: Vec<f64>,
}

impl Total {
    fn add(&mut self, runs: &[Figures; 2]) {
        for (total, run) in self.forms.iter_mut().zip(runs) {
            *total = total.and(run);
        }
        self.factors.push(SpeedUp::of(runs).factor());
    }

    /// The geometric mean of the speed-ups.
    fn mean(&self) -> f64 {
        let count = figure(vellum_collections::cast::len64(self.factors.len())).max(1.0);
        (self.factors.iter().map(|factor| factor.ln()).sum::<f64>() / count).exp()
    }

    /// How many times more instructions planes execute in a second.
    fn speed_up(&self) -> f64 {
        let [boosted, naive] = &self.forms;
        boosted.speed() / naive.speed().max(1e-3)
    }
}

impl Bench<'_> {
    pub(super) fn planes(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let limit = self.args.time_limit.unwrap_or(LIMIT);
        let beside = self.models(&BESIDE);
        let start = self.plane_start()?;
        header(&mut out, limit, &beside)?;
        let mut totals = MODES.map(|_| Total::default());
        for &(name, source) in PROGRAMS {
            let program = self.build(&format!("planes-{name}"), source, &[])?;
            write!(out, "{name:<18}")?;
            let mut compact = Figures::default();
            for (mode, total) in MODES.iter().zip(&mut totals) {
                let runs = self.plane_forms(&program, mode, limit, &start)?;
                let [boosted, naive] = &runs;
                let factor = SpeedUp::of(&runs).text();
                write!(out, " {:>9.1} {:>9.1} {factor:>9}", boosted.speed(), naive.speed())?;
                total.add(&runs);
                compact = *boosted;
            }
            write!(out, "   {:>8}", compact.time())?;
            for model in &beside {
                let run = self.plane_program(model, &program, MODES[1].options, limit)?;
                let run = run.map(|run| run.without(&start));
                write!(out, " {:>9}", run.map_or_else(|| NONE.to_owned(), |run| run.time()))?;
            }
            writeln!(out)?;
            out.flush()?;
        }
        summary(&mut out, &totals)
    }

    /// What every run takes.
    fn plane_start(&self) -> io::Result<Figures> {
        let empty = self.build("planes-empty", EMPTY, &[])?;
        self.plane_run(&empty, FORMS[0], &MODES[0], LIMIT)
    }

    fn plane_run(&self, program: &Path, form: &str, mode: &Mode, limit: Duration) -> io::Result<Figures> {
        let options = [&["--count-accesses", "--planes", form], mode.options].concat();
        let run = self.plane_program("planes", program, &options, limit)?;
        run.ok_or_else(|| io::Error::other("there is no model `planes`"))
    }

    /// A run of a program, several if it is short. None of them has anything to find; nothing if there is no such model.
    fn plane_program(
        &self,
        model: &str,
        program: &Path,
        options: &[&str],
        limit: Duration,
    ) -> io::Result<Option<Figures>> {
        let mut least: Option<Figures> = None;
        for _ in 0..ROUNDS {
            let ran = self.run_model(model, program, options, &[], limit)?;
            if let Ran::Measured(run) = &ran
                && run.count("/paths/errors") > 0
            {
                let (program, options) = (program.display(), options.join(" "));
                return Err(io::Error::other(format!("{program} has a finding under {model} {options}")));
            }
            let run = Figures::of(&ran);
            let is_short = run.is_some_and(|run| run.is_complete && run.seconds < SHORT);
            least = least.filter(|least| run.is_none_or(|run| least.seconds <= run.seconds)).or(run);
            if !is_short {
                break;
            }
        }
        Ok(least)
    }

    /// A program with planes and with the plain list. Neither may find anything; how many paths there are may differ where
    /// the input that a path carries decides how it parts.
    fn plane_forms(
        &self,
        program: &Path,
        mode: &Mode,
        limit: Duration,
        start: &Figures,
    ) -> io::Result<[Figures; 2]> {
        let mut runs = [Figures::default(); 2];
        for (run, form) in runs.iter_mut().zip(FORMS) {
            *run = self.plane_run(program, form, mode, limit)?.without(start);
        }
        Ok(runs)
    }
}

fn header(out: &mut impl Write, limit: Duration, beside: &[String]) -> io::Result<()> {
    writeln!(
        out,
        "Memory planes beside a plain list of writes (`--planes naive`): thousands of instructions per second of processor\n\
         time of each, and how many times faster planes are: by the time to the end where both come to it (`t`; `>` if only\n\
         planes do, `<` if only the list does), else by the instructions executed in the same time (`i`). Classic executes\n\
         loops round by round and has no multi-writes, compact executes them as a whole where it can. Behind that the seconds\n\
         of planes and of other models, compact; at most {} s for a run (`+`: cut off). What starting a run takes is taken off.\n",
        limit.as_secs_f64()
    )?;
    write!(out, "{:<18}", "program")?;
    for mode in &MODES {
        write!(out, " {:>9} {:>9} {:>9}", mode.name, "list", "×")?;
    }
    write!(out, "   {:>8}", "planes s")?;
    for model in beside {
        write!(out, " {model:>9}")?;
    }
    writeln!(out)
}

/// The paper's three tables, with its figures.
fn summary(out: &mut impl Write, totals: &[Total; 2]) -> io::Result<()> {
    writeln!(
        out,
        "\n{:<9} {:>14} {:>14} {:>9} {:>9} {:>6}   {:>12} {:>10} {:>9} {:>7}   {:>9} {:>9} {:>9} {:>7}",
        "",
        "instructions",
        "in a list",
        "per s ×",
        "mean ×",
        "paper",
        "operations",
        "of a list",
        "without %",
        "paper",
        "tests",
        "asked",
        "unasked %",
        "paper"
    )?;
    let mut all = Figures::default();
    for (mode, total) in MODES.iter().zip(totals) {
        let [boosted, naive] = &total.forms;
        all = all.and(boosted);
        write!(
            out,
            "{:<9} {:>14} {:>14} {:>9.1} {:>9.1} {:>6}   ",
            mode.name,
            boosted.instructions,
            naive.instructions,
            total.speed_up(),
            total.mean(),
            mode.paper
        )?;
        row(out, boosted)?;
    }
    write!(out, "{:<9} {:>14} {:>14} {:>9} {:>9} {:>6}   ", "both", "", "", "", "", "")?;
    row(out, &all)
}

/// Which operations looked at the list, and which collision tests were asked.
fn row(out: &mut impl Write, run: &Figures) -> io::Result<()> {
    writeln!(
        out,
        "{:>12} {:>10} {:>9.2} {PAPER_RESOLVED:>7}   {:>9} {:>9} {:>9.2} {PAPER_UNASKED:>7}",
        run.operations,
        run.listed,
        run.resolved(),
        run.tests,
        run.questions,
        run.unasked()
    )
}

/// `part` of `whole` in percent, of which there is none in nothing.
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * figure(part) / figure(whole).max(1.0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Figures, PROGRAMS, SpeedUp, Total};

    #[test]
    fn every_program_of_the_folder_is_explored() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/planes");
        let files =
            fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.collect();
        files.sort();
        let names: Vec<String> = PROGRAMS.iter().map(|(name, _)| format!("{name}.c")).collect();
        assert_eq!(files, names);
    }

    #[test]
    fn who_was_cut_off_is_compared_by_instructions() {
        let run = |seconds, instructions, is_complete| Figures {
            seconds,
            instructions,
            is_complete,
            ..Figures::default()
        };
        let ended = [run(1.0, 10_000, true), run(4.0, 10_000, true)];
        let half = [run(1.0, 10_000, true), run(5.0, 7_000, false)];
        let neither = [run(5.0, 60_000, false), run(5.0, 10_000, false)];
        assert_eq!(SpeedUp::of(&ended), SpeedUp::Time(4.0));
        assert_eq!(SpeedUp::of(&half).text(), ">5.0 t");
        assert_eq!(SpeedUp::of(&neither).text(), "6.0 i");
        let mut total = Total::default();
        total.add(&ended);
        total.add(&[run(1.0, 10_000, true), run(9.0, 10_000, true)]);
        assert!((total.mean() - 6.0).abs() < 1e-9);
    }

    #[test]
    fn shares_are_of_what_there_is() {
        let run = Figures { operations: 400, listed: 1, tests: 10, questions: 2, ..Figures::default() };
        assert!((run.resolved() - 99.75).abs() < 1e-9 && (run.unasked() - 80.0).abs() < 1e-9);
        assert!((Figures::default().resolved() - 100.0).abs() < 1e-9);
    }
}
