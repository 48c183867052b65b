//! What layers save against objects that are copied as a whole: `--objects layered` beside `--objects whole`.
//!
//! The paper ("Fine-Grain Memory Object Representation in Symbolic Execution", ASE 2019) compares runs that
//! execute the same instructions by the same states in the same order. So do we: where the trees of two runs
//! differ in a byte, that is an error.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::Value;

use super::Bench;
use crate::run::figure;

const ARRAY: &str = include_str!("../../../../bench/layers/array.c");
const WRITES: &str = include_str!("../../../../bench/layers/writes.c");

/// Runs of each form, in turns; of the times the least counts.
const ROUNDS: u32 = 5;

/// How often the object of the second program is written.
const COUNTS: [&str; 3] = ["100", "1000", "10000"];

/// Instructions after which a tool is stopped.
const INSTRUCTIONS: &str = "3000000";

/// What the tools get: the paper's, which are those KLEE's users know.
const SURROUNDINGS: &[&str] = &[
    "--sym-args",
    "0",
    "1",
    "10",
    "--sym-args",
    "0",
    "2",
    "2",
    "--sym-files",
    "1",
    "8",
    "--sym-stdin",
    "8",
    "--sym-stdout",
];

/// Tools of coreutils that do the same in every run. Of uninitialised memory nothing is asked: questions of what `sort`
/// hashes take longer than all the rest.
const TOOLS: &[&str] =
    &["base32", "cat", "cut", "echo", "fold", "head", "nl", "od", "printf", "sort", "tr", "uniq", "wc"];

/// How they are explored, and the mean change of memory in the paper, in percent.
const SEARCHES: &[(&str, Option<i32>)] = &[("dfs", None), ("bfs", Some(-51)), ("random-path+covnew", None)];

/// One figure of many.
type Aggregate = fn(&[f64]) -> f64;

/// What stands below a column.
const AGGREGATES: [(&str, Aggregate); 3] = [("mean", mean), ("least", least), ("most", most)];

/// What a run was measured to take.
#[derive(Clone, Copy)]
struct Measured {
    /// Processor time.
    seconds: f64,
    /// Bytes all paths held together.
    held: f64,
    /// Bytes the process had.
    resident: f64,
    states: u64,
    /// Questions a backend had to answer.
    solved: u64,
}

/// One program in both forms.
struct Pair {
    layered: Measured,
    whole: Measured,
}

impl Pair {
    fn changes(&self) -> [f64; 3] {
        let change = |layered: f64, whole: f64| 100.0 * (layered / whole - 1.0);
        let (layered, whole) = (self.layered, self.whole);
        [
            change(layered.held, whole.held),
            change(layered.resident, whole.resident),
            change(layered.seconds, whole.seconds),
        ]
    }
}

impl Bench<'_> {
    pub(super) fn layers(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "Objects as layers beside objects as a whole; processor time, the least of {ROUNDS} runs; MB all paths hold\n\
             together at most, and MB of the process. Both forms explore the same tree, byte for byte.\n"
        )?;
        self.large_array(&mut out)?;
        self.many_writes(&mut out)?;
        let Some(tools) = self.package("coreutils/src") else {
            return writeln!(
                out,
                "\nThe tools of coreutils are explored, too, once `make test-long` has built them."
            );
        };
        for (search, paper) in SEARCHES {
            self.tools(&mut out, &tools, search, *paper)?;
        }
        self.anonymity(&mut out, &tools)
    }

    /// One byte written on each of many paths.
    fn large_array(&self, out: &mut impl Write) -> io::Result<()> {
        let program = self.build("array", ARRAY, &[])?;
        let Pair { layered, whole } = self.pair(&program, &["--search", "bfs"], &[])?;
        let times = |layered: f64, whole: f64| whole / layered;
        writeln!(
            out,
            "1 MiB, 2^12 waiting paths with a byte written each: {:.1} MB, {:.0} MB as a whole: {:.0} times less (goal: 50);\n\
             of the process {:.0} MB, {:.0} MB: {:.0} times; {:.2} s, {:.2} s: {:.0} times (goal: 5).",
            layered.held / 1e6,
            whole.held / 1e6,
            times(layered.held, whole.held),
            layered.resident / 1e6,
            whole.resident / 1e6,
            times(layered.resident, whole.resident),
            layered.seconds,
            whole.seconds,
            times(layered.seconds, whole.seconds)
        )
    }

    /// Writes at known places after one at a symbolic place leave no trace of their number.
    fn many_writes(&self, out: &mut impl Write) -> io::Result<()> {
        write!(
            out,
            "\nMB held by 2^9 paths after one write at a symbolic place and many at known ones;\nwrites:"
        )?;
        for count in COUNTS {
            let name = format!("writes-{count}");
            let program = self.build(&name, WRITES, &[&format!("-DWRITES={count}")])?;
            let Pair { layered, whole } = self.pair(&program, &["--search", "bfs"], &[])?;
            write!(out, " {count}: {:.2} ({:.2} as a whole)", layered.held / 1e6, whole.held / 1e6)?;
        }
        writeln!(out)
    }

    /// The tools under one way to search.
    fn tools(&self, out: &mut impl Write, tools: &Path, search: &str, paper: Option<i32>) -> io::Result<()> {
        writeln!(
            out,
            "\n{search}, {INSTRUCTIONS} instructions\n{:<10} {:>8} {:>9} {:>9} {:>7} {:>9} {:>9} {:>7} {:>8} {:>8} {:>7}",
            "tool", "states", "held MB", "whole", "%", "RSS MB", "whole", "%", "s", "whole", "%"
        )?;
        let mut changes = Vec::new();
        for tool in TOOLS {
            let options = ["--search", search, "--max-instructions", INSTRUCTIONS, "--check-uninit", "off"];
            let pair = self.pair(&tools.join(tool), &options, SURROUNDINGS)?;
            let [held, resident, time] = pair.changes();
            let Pair { layered, whole } = &pair;
            writeln!(
                out,
                "{tool:<10} {:>8} {:>9.1} {:>9.1} {held:>+7.1} {:>9.1} {:>9.1} {resident:>+7.1} {:>8.2} {:>8.2} {time:>+7.1}",
                layered.states,
                layered.held / 1e6,
                whole.held / 1e6,
                layered.resident / 1e6,
                whole.resident / 1e6,
                layered.seconds,
                whole.seconds
            )?;
            out.flush()?;
            changes.push([held, resident, time]);
        }
        let column = |number: usize| -> Vec<f64> { changes.iter().map(|row| row[number]).collect() };
        for (name, of) in AGGREGATES {
            let [held, resident, time] = [0, 1, 2].map(|number| of(&column(number)));
            writeln!(
                out,
                "{name:<10} {:>28} {held:>+7.1} {:>19} {resident:>+7.1} {:>17} {time:>+7.1}",
                "", "", ""
            )?;
        }
        match paper {
            Some(paper) => {
                writeln!(out, "The paper's mean is {paper} % of memory; no tool is to take 5 % longer.")
            }
            None => Ok(()),
        }
    }

    /// Questions that had to be solved, with answers shared by shape and without.
    fn anonymity(&self, out: &mut impl Write, tools: &Path) -> io::Result<()> {
        writeln!(
            out,
            "\nQuestions solved, dfs, {INSTRUCTIONS} instructions: answers shared by shape, and not (--without shape)"
        )?;
        writeln!(out, "{:<10} {:>9} {:>9} {:>7}", "tool", "shared", "not", "%")?;
        let mut changes = Vec::new();
        for tool in TOOLS {
            let options = [
                "--search",
                "dfs",
                "--max-instructions",
                INSTRUCTIONS,
                "--tests",
                "none",
                "--check-uninit",
                "off",
            ];
            let without = [&options[..], &["--without", "shape"]].concat();
            let solved = |options: &[&str]| -> io::Result<u64> {
                let (_, summary) = self.explore(&tools.join(tool), options, SURROUNDINGS)?;
                Ok(measured(Duration::ZERO, &summary).solved)
            };
            let (shared, not) = (solved(&options)?, solved(&without)?);
            let change = 100.0 * (figure(shared) / figure(not.max(1)) - 1.0);
            writeln!(out, "{tool:<10} {shared:>9} {not:>9} {change:>+7.1}")?;
            changes.push(change);
        }
        writeln!(
            out,
            "{:<10} {:>19} {:>+7.1}, from {:+.1} to {:+.1}",
            "mean",
            "",
            mean(&changes),
            least(&changes),
            most(&changes)
        )
    }

    /// A program in both forms, in turns; an error if they explored different trees.
    fn pair(&self, program: &Path, options: &[&str], args: &[&str]) -> io::Result<Pair> {
        let mut best: [Option<Measured>; 2] = [None, None];
        for _ in 0..ROUNDS {
            let mut folders: Vec<PathBuf> = Vec::new();
            for (best, form) in best.iter_mut().zip(["layered", "whole"]) {
                let folder = self.run_folder(form);
                let options = [options, &["--tests", "none", "--objects", form]].concat();
                let (time, summary) = self.explore_in(&folder, program, &options, args)?;
                let now = measured(time, &summary);
                let seconds = best.map_or(now.seconds, |best| best.seconds.min(now.seconds));
                *best = Some(Measured { seconds, ..now });
                folders.push(folder);
            }
            let trees = folders.iter().map(|folder| fs::read(folder.join("tree.jsonl")));
            let trees = trees.collect::<io::Result<Vec<Vec<u8>>>>()?;
            folders.iter().try_for_each(fs::remove_dir_all)?;
            if trees[0] != trees[1] {
                let message =
                    format!("{}: layers and whole objects explore different trees", program.display());
                return Err(io::Error::other(message));
            }
        }
        let [Some(layered), Some(whole)] = best else { unreachable!("there is a round") };
        Ok(Pair { layered, whole })
    }
}

fn measured(time: Duration, summary: &Value) -> Measured {
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let memory = |name: &str| figure(number(&summary["memory_bytes"][name]));
    Measured {
        seconds: time.as_secs_f64(),
        held: memory("states_peak"),
        resident: memory("peak_rss"),
        states: number(&summary["states_max"]),
        solved: number(&summary["queries"]["solved"]),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / figure(vellum_collections::cast::len64(values.len()))
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}
