//! What layers save against objects that are copied as a whole: `--objects layered` beside `--objects whole`.
//!
//! The paper ("Fine-Grain Memory Object Representation in Symbolic Execution", ASE 2019) compares runs that
//! execute the same instructions by the same states in the same order. So do we: where the trees of two runs
//! differ in a byte, that is an error.

use std::{
    io::{self, Write},
    path::Path,
    time::Duration,
};

use super::{
    Bench,
    pairs::{AGGREGATES, Pair, ROUNDS, least, mean, measured, most},
};
use crate::run::figure;

const ARRAY: &str = include_str!("../../../../bench/layers/array.c");
const WRITES: &str = include_str!("../../../../bench/layers/writes.c");

/// How often the object of the second program is written.
const COUNTS: [&str; 3] = ["100", "1000", "10000"];

/// Instructions after which a tool is stopped.
const INSTRUCTIONS: &str = "3000000";

/// What the tools get: the paper's, which are those KLEE's users know.
pub(super) const SURROUNDINGS: &[&str] = &[
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

/// The two forms of objects.
const FORMS: [&[&str]; 2] = [&["--objects", "layered"], &["--objects", "whole"]];

/// How they are explored, and the mean change of memory in the paper, in percent.
const SEARCHES: &[(&str, Option<i32>)] = &[("dfs", None), ("bfs", Some(-51)), ("random-path+covnew", None)];

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
        let Pair { first: layered, second: whole } = self.pair(FORMS, &program, &["--search", "bfs"], &[])?;
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
            let Pair { first: layered, second: whole } =
                self.pair(FORMS, &program, &["--search", "bfs"], &[])?;
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
            let pair = self.pair(FORMS, &tools.join(tool), &options, SURROUNDINGS)?;
            let [held, resident, time] = pair.changes();
            let Pair { first: layered, second: whole } = &pair;
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
                // What tables answer is not solved either way.
                "--without",
                "tables",
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
}
