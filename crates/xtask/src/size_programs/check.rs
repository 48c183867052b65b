//! One random program in Vellum.

use std::{
    collections::BTreeSet,
    fmt, fs,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::Value;
use vellum_collections::cast::{index64, len64};

use super::{
    generator::{Program, Verdict, program},
    memory::Fault,
    native,
    operations::Operation,
    terms::{Input, MOST, SECOND},
    text::{IS_EQUAL, TOO_LARGE},
};
use crate::{ktest::object, memories::memory_of, process::run};

pub(super) const LIMIT: Duration = Duration::from_mins(2);

/// Ways to run a program: an option and its values, which take turns.
const WAYS: &[(&str, &[&str])] =
    &[("--loops", &["whole", "whole", "execute"]), ("--objects", &["layered", "whole"]), ("-O", &["0", "2"])];

/// How programs are compiled. Calls on two sides of a branch must not become one, which would be on neither's line.
const FLAGS: &[&str] = &["-w", "-fno-builtin", "-mllvm", "-simplifycfg-sink-common=false"];

/// What becomes of sizes; every program is run with each.
const SIZES: &[&str] = &["symbolic", "enumerate"];

/// Of what is wrong with a program, so much is shown.
const SHOWN: usize = 8;

/// Of so many programs, one is run natively.
const NATIVE: u64 = 3;

/// What became of programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// Programs that agreed.
    pub programs: u64,
    /// Inputs of these.
    pub inputs: u64,
    /// Findings, each a kind at a line.
    pub findings: u64,
    /// Tests that ended as the reference says.
    pub tests: u64,
    /// Paths with sizes as terms of programs without loops, up to their ends.
    pub paths: u64,
    /// Programs without loops.
    pub straight: u64,
    /// Inputs that were run natively.
    pub native: u64,
}

impl Figures {
    pub(super) fn add(&mut self, other: &Self) {
        self.programs += other.programs;
        self.inputs += other.inputs;
        self.findings += other.findings;
        self.tests += other.tests;
        self.paths += other.paths;
        self.straight += other.straight;
        self.native += other.native;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { programs, inputs, findings, tests, paths, straight, native } = self;
        write!(
            f,
            "{programs} programs agree for {inputs} inputs: {findings} findings, {tests} tests; {native} inputs were run \
             natively; {straight} programs without loops have {paths} paths"
        )
    }
}

/// Explores the program of `seed` with sizes as terms and by value, and compares what comes of it with the reference.
pub(super) fn check(vellum: &Path, folder: &Path, seed: u64) -> Result<Figures, String> {
    let program = program(seed);
    fs::write(folder.join("program.c"), program.text()).map_err(|error| error.to_string())?;
    let mut figures = Figures { programs: 1, inputs: len64(program.verdicts.len()), ..Figures::default() };
    if seed.is_multiple_of(NATIVE) {
        figures.native = native::check(&program, folder)?;
    }
    let ways = ways(seed);
    let mut wrong = Vec::new();
    for sizes in SIZES {
        let run = Run { vellum, folder, program: &program, lines: program.lines(), name: sizes };
        let words = [&["--sizes", sizes], ways.as_slice()].concat();
        match run.explore(&words) {
            Ok(explored) => {
                figures.findings = figures.findings.max(explored.findings);
                figures.tests += explored.tests;
                if *sizes == SIZES[0] && !program.operations.iter().any(Operation::has_loop) {
                    figures.straight = 1;
                    figures.paths = explored.paths;
                }
            }
            Err(error) => wrong.push(format!("with {}:\n  {error}", words.join(" "))),
        }
    }
    if wrong.is_empty() { Ok(figures) } else { Err(wrong.join("\n")) }
}

/// The options whose turn it is.
fn ways(seed: u64) -> Vec<&'static str> {
    let mut rest = seed;
    let mut words = memory_of(seed).options.to_vec();
    for (option, values) in WAYS {
        words.extend([*option, values[index64(rest % len64(values.len()))]]);
        rest /= len64(values.len());
    }
    words
}

/// What came of a run.
struct Explored {
    findings: u64,
    tests: u64,
    /// Paths that end before the end of the program, or there.
    paths: u64,
}

/// A run of a program.
struct Run<'a> {
    vellum: &'a Path,
    folder: &'a Path,
    program: &'a Program,
    /// The line where each statement fails if it must.
    lines: Vec<u64>,
    /// What its folder is called.
    name: &'a str,
}

impl Run<'_> {
    /// Explores all paths.
    fn explore(&self, words: &[&str]) -> Result<Explored, String> {
        let mut command = Command::new(self.vellum);
        command.args(["run", "--quiet", "--all-findings", "--out", self.name]).args(words);
        command
            .args(FLAGS.iter().flat_map(|flag| ["--cflag", flag]))
            .arg("program.c")
            .current_dir(self.folder);
        let ended =
            run(&mut command, Stdio::null(), self.folder, LIMIT).map_err(|error| error.to_string())?;
        if ended.timed_out {
            return Err("too slow".to_owned());
        }
        let text =
            self.read("summary.json").map_err(|_| String::from_utf8_lossy(&ended.stderr).into_owned())?;
        let summary: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        // A compiler that optimises makes one access of several.
        let has_all = !words.ends_with(&["-O", "2"]);
        let mut wrong = if has_all { self.messages(&summary) } else { Vec::new() };
        let tests = self.read("tests.jsonl")?;
        let (mut found, mut ends) = (BTreeSet::new(), BTreeSet::new());
        let mut paths = 0;
        for row in tests.lines() {
            let row: Value = serde_json::from_str(row).map_err(|error| error.to_string())?;
            match self.test(&row)? {
                Seen::Finding(kind, line) => {
                    found.insert((kind, line));
                    paths += 1;
                }
                Seen::End(input) => {
                    ends.insert(input);
                }
                Seen::Result => paths += 1,
                Seen::Nothing => {}
                Seen::Wrong(what) => wrong.push(what),
            }
        }
        let is_complete = summary["complete"] == true && summary["paths"]["unsupported"] == 0;
        wrong.extend(self.missing(&found, &ends));
        if !is_complete {
            wrong.insert(0, format!("not complete: {}, {}", summary["paths"], summary["unsupported"]));
        }
        if wrong.is_empty() {
            return Ok(Explored { findings: len64(found.len()), tests: len64(tests.lines().count()), paths });
        }
        // The rest most often says the same.
        wrong.truncate(SHOWN);
        Err(wrong.join("\n  "))
    }

    fn read(&self, name: &str) -> Result<String, String> {
        let path = self.folder.join(self.name).join(name);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// A symbol's value in a test, if it has one.
    fn symbol(&self, test: &str, name: &str) -> Result<Option<u64>, String> {
        let path = self.folder.join(self.name).join(test);
        let content = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let number = |bytes: Vec<u8>| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Ok(object(&content, name).map(number))
    }

    /// The input of a test and its number, if it is not too large.
    fn input(&self, test: &str) -> Result<Option<(usize, Input)>, String> {
        let n = self.symbol(test, "n")?.ok_or(format!("{test}: no size"))?;
        let a = self.symbol(test, "a")?.unwrap_or(0);
        if n > MOST.cast_unsigned() || a >= SECOND.cast_unsigned() {
            return Ok(None);
        }
        let input = Input { n: n.cast_signed(), a: a.cast_signed() };
        Ok(self.program.verdicts.iter().position(|(known, _)| *known == input).map(|at| (at, input)))
    }

    /// What a test says, compared with what the reference says of its input.
    fn test(&self, row: &Value) -> Result<Seen, String> {
        let name = row["test"].as_str().unwrap_or_default();
        let Some((number, input)) = self.input(name)? else {
            let is_right = row["end"] == "exit" && row["status"] == TOO_LARGE;
            return Ok(if is_right {
                Seen::Nothing
            } else {
                Seen::Wrong(format!("too large, and not {row}"))
            });
        };
        let wrong = |expected: &str| Ok(Seen::Wrong(format!("{input}: {expected}, and not {row}")));
        match &self.program.verdicts[number].1 {
            Verdict::Ends(_) if row["end"] != "exit" => wrong("nothing is wrong"),
            Verdict::Ends(_) if row["status"] == IS_EQUAL => {
                let is_result = self.symbol(name, "which")? == Some(0);
                Ok(if is_result { Seen::Result } else { Seen::Nothing })
            }
            Verdict::Ends(_) if row["status"] == len64(number) => Ok(Seen::End(number)),
            Verdict::Ends(_) => wrong("the status is the input's number"),
            Verdict::Fails(statement, fault) => {
                let line = self.lines[*statement];
                let is_told = |way: &&Fault| row["end"] == "finding" && row["kind"] == way.kind;
                match fault.ways().find(is_told).filter(|_| row["line"] == line) {
                    Some(way) => Ok(Seen::Finding(way.kind, line)),
                    None => wrong(&format!("{} in line {line}", fault.kind)),
                }
            }
        }
    }

    /// Findings whose message has another offset or size than the reference says for the test's input.
    fn messages(&self, summary: &Value) -> Vec<String> {
        let mut wrong = Vec::new();
        for finding in summary["findings"].as_array().into_iter().flatten() {
            let message = finding["message"].as_str().unwrap_or_default();
            let Ok(Some((number, input))) = self.input(finding["test"].as_str().unwrap_or_default()) else {
                continue;
            };
            let Verdict::Fails(_, fault) = &self.program.verdicts[number].1 else { continue };
            let is_told = |way: &Fault| {
                let (at, size) = (format!("offset {} of", way.offset), format!(" {} byte", way.size));
                finding["kind"] == way.kind && message.contains(&at) && message.contains(&size)
            };
            if !fault.ways().any(is_told) {
                wrong.push(format!("{input}: {fault:?}, and not {message}"));
            }
        }
        wrong
    }

    /// Findings that no test has, and inputs that get to the end without one.
    fn missing(&self, found: &BTreeSet<(&'static str, u64)>, ends: &BTreeSet<usize>) -> Vec<String> {
        let (mut wrong, mut lost) = (BTreeSet::new(), Vec::new());
        for (number, (input, verdict)) in self.program.verdicts.iter().enumerate() {
            match verdict {
                Verdict::Ends(_) if !ends.contains(&number) => lost.push(format!("{input}")),
                Verdict::Fails(statement, fault)
                    if !fault.ways().any(|way| found.contains(&(way.kind, self.lines[*statement]))) =>
                {
                    wrong.insert(format!("no {} in line {}", fault.kind, self.lines[*statement]));
                }
                _ => {}
            }
        }
        if !lost.is_empty() {
            wrong.insert(format!("these do not get to the end: {}", lost.join("; ")));
        }
        wrong.into_iter().collect()
    }
}

/// What a test says.
enum Seen {
    /// A finding that must be.
    Finding(&'static str, u64),
    /// That an input gets to the end.
    End(usize),
    /// That the path it is of gets to the end: all bytes of the results are known, so each has one such test.
    Result,
    /// Nothing about a single input.
    Nothing,
    /// What must not be.
    Wrong(String),
}
