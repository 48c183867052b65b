//! How fast paths are explored, against KLEE.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use serde_json::Value;
use vellum_expr::{Expr, Exprs, Oracle, PathCondition};
use vellum_kernel::{Whose, cpu_time};
use vellum_solver::{Solver, SolverConfig};

use super::{Bench, now, summary};
use crate::run::figure;

const BRANCHES: &str = include_str!("../../../../bench/engine/branches.c");
const HASH: &str = include_str!("../../../../bench/engine/hash.c");
const REGEX: &str = include_str!("../../../../examples/regex.c");
const MAZE: &str = include_str!("../../../../examples/maze.c");

/// Runs of each job; the fastest counts.
const ROUNDS: u32 = 3;

/// Tests the job with the most paths writes.
const TESTS: u32 = 1 << 16;

/// Questions of the solver's benchmark.
const QUESTIONS: u64 = 10_000;

/// How long `cat` is explored at most, in seconds, and what KLEE, tuned, comes to in that time without an end in sight:
/// paths and instructions.
const CAT: (f64, f64, f64) = (60.0, 936.0, 20_286_046.0);

/// A program to explore to the end.
struct Job {
    name: &'static str,
    program: &'static str,
    options: &'static [&'static str],
    /// Processor time KLEE takes, in seconds, and how many times that we want to be.
    klee: &'static [(&'static str, f64, f64)],
}

const JOBS: &[Job] = &[
    Job {
        name: "2^16 paths, dfs",
        program: "branches",
        options: &["--search", "dfs"],
        klee: &[("default", 5.21, 10.0)],
    },
    Job {
        name: "2^16 paths, bfs",
        program: "branches",
        options: &["--search", "bfs"],
        klee: &[("default", 5.58, 10.0)],
    },
    Job { name: "2^16 paths", program: "branches", options: &[], klee: &[("default", 13.0, 10.0)] },
    Job {
        name: "2^16 paths, dfs, no tests",
        program: "branches",
        options: &["--search", "dfs", "--tests", "none"],
        klee: &[("tuned", 1.52, 5.0)],
    },
    Job {
        name: "2^16 paths, bfs, no tests",
        program: "branches",
        options: &["--search", "bfs", "--tests", "none"],
        klee: &[("tuned", 1.85, 5.0)],
    },
    Job { name: "regular expression", program: "regex", options: &[], klee: &[("default", 8.6, 5.0)] },
    Job { name: "maze", program: "maze", options: &[], klee: &[("default", 0.26, 5.0)] },
    Job {
        name: "hash table",
        program: "hash",
        options: &[],
        klee: &[("tuned", 0.49, 10.0), ("default", 14.89, 300.0)],
    },
];

impl Bench<'_> {
    pub(super) fn engine(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let place = self.runs();
        writeln!(
            out,
            "Exploration to the end; processor time, the least of {ROUNDS} runs, with run directories in {}.\n",
            place.display()
        )?;
        writeln!(
            out,
            "{:<28} {:>8} {:>12} {:>10} {:>8} {:>8} {:>6} {:>14}",
            "program", "paths", "vellum s", "KLEE", "KLEE s", "× KLEE", "goal", "bytes/waiting"
        )?;
        self.build("branches", BRANCHES, &[])?;
        self.build("hash", HASH, &[])?;
        self.build("regex", REGEX, &["-DENDLESS"])?;
        self.build("maze", MAZE, &[])?;
        for job in JOBS {
            self.job(&mut out, job)?;
        }
        let files = self.files()?.as_secs_f64();
        writeln!(
            out,
            "\nOf the first three, {files:.2} s are what {TESTS} files cost there: written and renamed."
        )?;
        self.cat(&mut out)?;
        let each = questions().as_secs_f64() * 1e6 / figure(QUESTIONS);
        writeln!(out, "\n{QUESTIONS} tiny questions, nothing remembered: {each:.1} µs each (goal: 50).")
    }

    fn job(&self, out: &mut impl Write, job: &Job) -> io::Result<()> {
        let mut best: Option<(Duration, Value)> = None;
        for _ in 0..ROUNDS {
            let measured = self.explore(&self.folder.join(job.program), job.options, &[])?;
            if best.as_ref().is_none_or(|(time, _)| measured.0 < *time) {
                best = Some(measured);
            }
        }
        let (time, summary) = best.expect("there is a round");
        let time = time.as_secs_f64();
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let paths = number(&summary["paths"]["completed"]) + number(&summary["paths"]["errors"]);
        let bytes = number(&summary["memory_bytes"]["states_peak"]) / number(&summary["states_max"]).max(1);
        for (setting, klee, goal) in job.klee {
            let times = klee / time;
            writeln!(
                out,
                "{:<28} {paths:>8} {time:>12.3} {setting:>10} {klee:>8.2} {times:>8.1} {goal:>6} {bytes:>14}",
                job.name
            )?;
        }
        out.flush()
    }

    /// Where run directories go: into memory if possible, because what a file costs on a disk, and that is most
    /// of what a path costs, says nothing about us.
    fn runs(&self) -> &Path {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { memory } else { self.folder }
    }

    /// A folder there.
    pub(super) fn run_folder(&self, name: &str) -> PathBuf {
        self.runs().join(format!("vellum-bench-{}-{name}", std::process::id()))
    }

    /// Processor time of exploring a program, and what the run says of itself.
    pub(super) fn explore(
        &self,
        program: &Path,
        options: &[&str],
        args: &[&str],
    ) -> io::Result<(Duration, Value)> {
        let folder = self.run_folder("out");
        let measured = self.explore_in(&folder, program, options, args)?;
        fs::remove_dir_all(&folder)?;
        Ok(measured)
    }

    /// The same, in a folder that is left behind.
    pub(super) fn explore_in(
        &self,
        folder: &Path,
        program: &Path,
        options: &[&str],
        args: &[&str],
    ) -> io::Result<(Duration, Value)> {
        let before = cpu_time(Whose::Children);
        let mut command = Command::new(&self.toolchain.exe);
        command.args(["run", "--quiet", "--out"]).arg(folder).args(options).arg(program).args(args);
        let output = command.output()?;
        let time = cpu_time(Whose::Children).saturating_sub(before);
        if !matches!(output.status.code(), Some(0 | 1 | 4)) {
            return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        Ok((time, summary(folder)?))
    }

    /// Processor time of writing as many files as the largest jobs do, and nothing else.
    fn files(&self) -> io::Result<Duration> {
        let folder = self.run_folder("files");
        fs::create_dir(&folder)?;
        let before = cpu_time(Whose::Own);
        for number in 0..TESTS {
            let name: PathBuf = folder.join(format!("test{number:06}"));
            let unfinished = name.with_extension("tmp");
            fs::write(&unfinished, [0; 80])?;
            fs::rename(&unfinished, &name)?;
        }
        let time = cpu_time(Whose::Own).saturating_sub(before);
        fs::remove_dir_all(&folder)?;
        Ok(time)
    }

    /// `cat` of coreutils with a symbolic argument, for a fixed time.
    fn cat(&self, out: &mut impl Write) -> io::Result<()> {
        let (time, paths, instructions) = CAT;
        let Some(cat) = self.package("coreutils/src/cat") else {
            return writeln!(out, "\n`cat` is explored, too, once `make test-long` has built it.");
        };
        let limit = format!("{time}s");
        let (_, summary) = self.explore(&cat, &["--max-time", &limit], &["--sym-arg", "3"])?;
        let seconds = summary["time_s"]["wall"].as_f64().unwrap_or(time);
        // Per second: we may be done before.
        let times = |value: &Value, klee: f64| value.as_f64().unwrap_or(0.0) / seconds / (klee / time);
        let (our_paths, our_instructions) = (&summary["paths"]["completed"], &summary["instructions"]);
        let done = if summary["stopped_by"].is_null() { "complete" } else { "stopped" };
        writeln!(
            out,
            "\nCoreutils' cat with a symbolic argument of 3 bytes, {time} s at most, against KLEE tuned:"
        )?;
        writeln!(
            out,
            "{done} after {seconds:.1} s. {our_paths} paths, {:.0} times KLEE's in a second; {our_instructions} \
             instructions, {:.0} times KLEE's in a second (goal: 10).",
            times(our_paths, paths),
            times(our_instructions, instructions)
        )
    }
}

/// The time of asking questions of a few bytes each, no two of them the same.
fn questions() -> Duration {
    let mut exprs = Exprs::new();
    let input = exprs.input("input", 8);
    let bytes: Vec<Expr> = (0..8).map(|offset| exprs.symbol(input, offset)).collect();
    let config = SolverConfig { models: 0, cores: false, canonical: false, ..SolverConfig::default() };
    let mut solver = Solver::new(config);
    let begin = now();
    for number in 0..QUESTIONS {
        // Two words of two bytes, a sum that must meet a number, and an order between them.
        let (a, b) = (exprs.concat(bytes[0], bytes[1]), exprs.concat(bytes[2], bytes[3]));
        let mut path = PathCondition::new();
        let below = exprs.ult(a, b);
        path.assume(&exprs, below);
        let sum = exprs.add(a, b);
        let number = exprs.constant(16, number);
        let question = exprs.eq(sum, number);
        // All that counts is the time.
        let _ = solver.decide(&mut exprs, &path, question);
    }
    begin.elapsed()
}
