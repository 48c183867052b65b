//! What a record costs a run, and what it saves the next one.

use std::{fs, io, io::Write, path::Path, time::Duration};

use serde_json::Value;

use super::Bench;
use crate::run::figure;

const BRANCHES: &str = include_str!("../../../../bench/engine/branches.c");
const FACTORS: &str = include_str!("../../../../bench/record/factors.c");

/// Runs of each kind, in turns; of the times the least counts.
const ROUNDS: u32 = 5;

/// The same for the program that takes seconds.
const SAVING_ROUNDS: u32 = 2;

/// How many times faster a run is to be that asks the solver nothing, where nearly all time is the solver's.
const GOAL: f64 = 5.0;

/// How much a record may cost, in percent.
const COST: f64 = 10.0;

/// What the tools get.
const SURROUNDINGS: &[&str] =
    &["--sym-args", "0", "1", "10", "--sym-args", "0", "2", "2", "--sym-stdin", "8"];

/// Tools of coreutils.
const TOOLS: &[&str] = &["echo", "cut", "tr", "wc"];

/// Instructions after which a tool is stopped.
const INSTRUCTIONS: &str = "3000000";

impl Bench<'_> {
    pub(super) fn record(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "Processor time, the least of {ROUNDS} runs.\n\nWhat a record costs:\n")?;
        writeln!(
            out,
            "{:<28} {:>8} {:>8} {:>10} {:>8} {:>6} {:>11} {:>8}",
            "program", "paths", "s", "recorded s", "cost %", "goal", "bytes/path", "answers"
        )?;
        let branches = self.build("branches", &BRANCHES.replace("BYTES = 16", "BYTES = 14"), &[])?;
        self.cost(&mut out, "2^14 paths, dfs", &["--search", "dfs"], &branches, &[])?;
        self.cost(&mut out, "2^14 paths", &[], &branches, &[])?;
        for tool in TOOLS {
            if let Some(program) = self.package(&format!("coreutils/src/{tool}")) {
                let options =
                    ["--search", "dfs", "--max-instructions", INSTRUCTIONS, "--check-uninit", "off"];
                self.cost(&mut out, tool, &options, &program, SURROUNDINGS)?;
            }
        }
        writeln!(out, "\nWhat a record saves:\n")?;
        writeln!(
            out,
            "{:<32} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6}",
            "program", "paths", "solved", "s", "again s", "solved", "times", "goal"
        )?;
        let factors = self.build("factors", FACTORS, &[])?;
        for search in ["dfs", "random-path"] {
            self.saving(&mut out, &factors, search)?;
        }
        Ok(())
    }

    /// A run with and without a record.
    fn cost(
        &self,
        out: &mut impl Write,
        name: &str,
        options: &[&str],
        program: &Path,
        arguments: &[&str],
    ) -> io::Result<()> {
        let recording = [options, &["--record"]].concat();
        let (mut plain, mut recorded) = (Duration::MAX, Duration::MAX);
        let mut told = Value::Null;
        for _ in 0..ROUNDS {
            plain = plain.min(self.explore(program, options, arguments)?.0);
            let (time, summary) = self.explore(program, &recording, arguments)?;
            recorded = recorded.min(time);
            told = summary;
        }
        let ends = ["completed", "errors", "unsupported", "stopped"];
        let paths: u64 = ends.iter().map(|how| count(&told["paths"][how])).sum();
        let cost = (recorded.as_secs_f64() / plain.as_secs_f64() - 1.0) * 100.0;
        writeln!(
            out,
            "{name:<28} {paths:>8} {:>8.2} {:>10.2} {cost:>8.1} {COST:>6.0} {:>11.1} {:>8}",
            plain.as_secs_f64(),
            recorded.as_secs_f64(),
            figure(count(&told["record"]["bytes"])) / figure(paths.max(1)),
            count(&told["record"]["answered"]),
        )
    }

    /// A run, and the same again with what was recorded.
    fn saving(&self, out: &mut impl Write, program: &Path, search: &str) -> io::Result<()> {
        let (first, again) = (self.run_folder("first"), self.run_folder("again"));
        let (mut before, mut after) = (Duration::MAX, Duration::MAX);
        let mut told = (Value::Null, Value::Null);
        for _ in 0..SAVING_ROUNDS {
            let (time, summary) = self.explore_in(&first, program, &["--record", "--search", "dfs"], &[])?;
            before = before.min(time);
            told.0 = summary;
            let recorded = first.display().to_string();
            let (time, summary) =
                self.explore_in(&again, program, &["--search", search, "--rerun", &recorded], &[])?;
            after = after.min(time);
            told.1 = summary;
            fs::remove_dir_all(&first)?;
            fs::remove_dir_all(&again)?;
        }
        writeln!(
            out,
            "{:<32} {:>8} {:>8} {:>8.2} {:>8.2} {:>8} {:>8.1} {GOAL:>6.0}",
            format!("factors, again with {search}"),
            count(&told.0["paths"]["completed"]),
            count(&told.0["queries"]["solved"]),
            before.as_secs_f64(),
            after.as_secs_f64(),
            count(&told.1["queries"]["solved"]),
            before.as_secs_f64() / after.as_secs_f64(),
        )
    }
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}
