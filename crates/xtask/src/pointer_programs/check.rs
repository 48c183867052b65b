//! One random program in Vellum.

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::Value;
use vellum_collections::cast::len64;

use super::generator::program;
use crate::{
    memories::memory_of,
    process::{Ended, run},
};

const LIMIT: Duration = Duration::from_mins(2);

/// Of so many programs, one has its tests replayed.
const REPLAYED: u64 = 4;

/// What became of programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// Programs that agreed.
    pub programs: u64,
    /// Accesses in them.
    pub accesses: u64,
    /// Findings.
    pub findings: u64,
    /// Programs whose tests all ended the same when they were replayed.
    pub replayed: u64,
}

impl Figures {
    pub(super) fn add(&mut self, other: &Self) {
        self.programs += other.programs;
        self.accesses += other.accesses;
        self.findings += other.findings;
        self.replayed += other.replayed;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { programs, accesses, findings, replayed } = self;
        write!(
            f,
            "{programs} programs agree: {accesses} accesses, {findings} of them wrong; the tests of {replayed} were replayed"
        )
    }
}

/// Explores the program of `seed` and compares what is found with what must be.
pub(super) fn check(vellum: &Path, folder: &Path, seed: u64) -> Result<Figures, String> {
    let program = program(seed);
    fs::write(folder.join("program.c"), &program.text).map_err(|error| error.to_string())?;
    let memory = memory_of(seed);
    let objects = if (seed / 4).is_multiple_of(2) { "layered" } else { "whole" };
    let mut command = Command::new(vellum);
    // For a fat pointer, no word is partly inside.
    command.args(["run", "--strict-words"]).args(memory.options);
    command.args(["--objects", objects, "--out", "run", "program.c"]);
    let ended = in_folder(&mut command, folder)?;
    let text = fs::read_to_string(folder.join("run/summary.json"))
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&ended.stderr)))?;
    let summary: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    if summary["complete"] != true || summary["paths"]["unsupported"] != 0 {
        return Err(format!("not complete under {}: {}", memory.name, summary["paths"]));
    }
    let found = findings(&summary);
    let mut wrong = Vec::new();
    for (line, kind, texts) in &program.findings {
        match found.get(line) {
            Some((known, message)) if known == kind && texts.iter().any(|text| message.contains(text)) => {}
            other => wrong.push(format!("line {line}: {kind}, {texts:?}, and not {other:?}")),
        }
    }
    let expected = |line: &u64| program.findings.iter().any(|(known, ..)| known == line);
    let others = found.iter().filter(|(line, _)| !expected(line));
    wrong.extend(others.map(|(line, what)| format!("line {line}: nothing, and not {what:?}")));
    if !wrong.is_empty() {
        return Err(format!("under {}, {objects}:\n  {}", memory.name, wrong.join("\n  ")));
    }
    let is_replayed = seed.is_multiple_of(REPLAYED);
    if is_replayed {
        let ended = in_folder(Command::new(vellum).args(["replay", "run", "program.c"]), folder)?;
        if !ended.succeeded() {
            return Err(format!("replay: {}", String::from_utf8_lossy(&ended.stderr)));
        }
    }
    Ok(Figures {
        programs: 1,
        accesses: program.accesses,
        findings: len64(program.findings.len()),
        replayed: u64::from(is_replayed),
    })
}

/// Kind and message of the findings, by line.
fn findings(summary: &Value) -> BTreeMap<u64, (String, String)> {
    let all = summary["findings"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |finding: &Value| {
        (finding["line"].as_u64().unwrap_or(0), (text(&finding["kind"]), text(&finding["message"])))
    };
    all.map(row).collect()
}

fn in_folder(command: &mut Command, folder: &Path) -> Result<Ended, String> {
    let command = command.current_dir(folder);
    let ended = run(command, Stdio::null(), folder, LIMIT).map_err(|error| error.to_string())?;
    if ended.timed_out { Err(format!("{command:?}: too slow")) } else { Ok(ended) }
}
