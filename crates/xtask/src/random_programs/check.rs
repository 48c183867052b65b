//! One random program, natively and in Vellum.

use std::{
    collections::BTreeSet,
    fmt, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::Value;
use vellum_collections::cast::{index64, len64};

use super::generator::program;
use crate::{
    ktest::object,
    memories::memory_of,
    process::{Ended, run},
};

const LIMIT: Duration = Duration::from_mins(2);

/// The same for all compilers: NaNs and sums must not depend on them.
const FLAGS: &[&str] = &["-w", "-ffp-contract=off", "-fno-math-errno"];

/// What must find nothing.
const SANITIZERS: &[&str] = &["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Budgets of the run on symbolic input held to a fixed one, and of the one on all inputs.
const HELD: &[&str] = &["--max-time", "3s", "--max-solver-time", "500ms"];
const FREE: &[&str] = &[
    "--max-time",
    "3s",
    "--max-solver-time",
    "300ms",
    "--max-paths",
    "8",
    "--tests",
    "ended",
    "--sym-stdout",
];

/// And of the one on each of a few inputs.
const TINY: &[&str] = &[
    "--max-time",
    "5s",
    "--max-solver-time",
    "500ms",
    "--tests",
    "ended",
    "--sym-stdout",
    "--cflag",
    "-DTINY",
];

/// Of so many ways to represent memory a program is run with each, on a few inputs.
const WAYS: u64 = 5;

/// Bytes that a program prints.
const PRINTED: usize = 512;

/// What became of programs.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Programs whose every run agreed.
    pub programs: u64,
    /// Runs held to a fixed input that came to an end within their budget.
    pub held: u64,
    /// Test cases whose native replay printed what the path had computed.
    pub replayed: u64,
    /// Runs that reached each of a few inputs.
    pub reached: u64,
    /// What was computed for these, in all runs.
    pub computed: u64,
}

impl Figures {
    pub(super) fn add(&mut self, other: &Self) {
        self.programs += other.programs;
        self.held += other.held;
        self.replayed += other.replayed;
        self.reached += other.reached;
        self.computed += other.computed;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { programs, held, replayed, reached, computed } = self;
        write!(
            f,
            "{programs} programs agree, {held} of them on symbolic input held to a fixed one, and so do {replayed} tests; \
             {reached} runs of a memory model reached each of a few inputs, {computed} results of these agree"
        )
    }
}

/// A program in its folder.
struct Case<'a> {
    vellum: &'a Path,
    folder: &'a Path,
    seed: u64,
}

/// Compares all runs of the program of `seed`.
pub(super) fn check(vellum: &Path, folder: &Path, seed: u64) -> Result<Figures, String> {
    let case = Case { vellum, folder, seed };
    fs::write(folder.join("program.c"), program(seed)).map_err(|error| error.to_string())?;
    let native = case.native()?;
    case.on_numbers(&native)?;
    let held = case.held(&native)?;
    let replayed = case.free()?;
    let (reached, computed) = case.tiny()?;
    Ok(Figures { programs: 1, held, replayed, reached, computed })
}

impl Case<'_> {
    fn run(&self, command: &mut Command) -> Result<Ended, String> {
        let command = command.current_dir(self.folder).env("ASAN_OPTIONS", "detect_leaks=0");
        let ended = run(command, Stdio::null(), self.folder, LIMIT).map_err(|error| error.to_string())?;
        if ended.timed_out { Err(format!("{command:?}: too slow")) } else { Ok(ended) }
    }

    /// A choice that follows from the seed.
    fn level(&self, choice: u64) -> &'static str {
        ["-O0", "-O2", "-O0", "-O1"][index64((self.seed / (1 << choice)) % 4)]
    }

    /// What the way to represent memory whose turn it is needs.
    fn memory(&self) -> &'static [&'static str] {
        memory_of(self.seed).options
    }

    fn compile(&self, compiler: &mut Command, flags: &[&str], output: &str) -> Result<(), String> {
        let ended = self.run(compiler.args(FLAGS).args(flags).args(["program.c", "-o", output, "-lm"]))?;
        if ended.succeeded() { Ok(()) } else { Err(format!("{output}: {}", text(&ended.stderr))) }
    }

    /// What the program does by itself: with sanitizers, which write down its decisions, and optimised.
    fn native(&self) -> Result<Ended, String> {
        self.compile(&mut Command::new("clang-22"), &[SANITIZERS, &["-DMODE=1"]].concat(), "sanitized")?;
        self.compile(&mut Command::new("clang-22"), &["-O2", "-DMODE=1"], "optimised")?;
        let sanitized = self.run(&mut Command::new(self.folder.join("sanitized")))?;
        let optimised = self.run(&mut Command::new(self.folder.join("optimised")))?;
        same("the optimised program", &optimised, &sanitized)?;
        Ok(sanitized)
    }

    fn vellum(&self, words: &[&str]) -> Result<Ended, String> {
        self.run(Command::new(self.vellum).args(words))
    }

    /// The words for `vellum run` on the source.
    fn source<'a>(mode: &'a str, level: &'a str, out: &'a str) -> Vec<&'a str> {
        let mut words = vec!["run", "--quiet", "--out", out, "--cflag", mode, level];
        words.extend(FLAGS.iter().flat_map(|flag| ["--cflag", *flag]));
        words
    }

    /// (a) On that input.
    fn on_numbers(&self, native: &Ended) -> Result<(), String> {
        let words = Self::source("-DMODE=1", self.level(0), "numbers");
        let ended = self.vellum(&[words.as_slice(), self.memory(), &["program.c"]].concat())?;
        same("(a) on numbers", &ended, native)
    }

    /// (b) On symbolic input that is held to that one afterwards.
    fn held(&self, native: &Ended) -> Result<u64, String> {
        let words: Vec<String> =
            native.stdout.chunks(8).map(|word| format!("{:#x}u", number(word))).collect();
        let given = format!(
            "static const long decisions[] = {{{}}};\nstatic const uint64_t expected[] = {{{}}};\n",
            text(&native.stderr),
            words.join(", ")
        );
        fs::write(self.folder.join("given.h"), given).map_err(|error| error.to_string())?;
        let words = Self::source("-DMODE=2", self.level(2), "held");
        let checked: &[&str] = if self.seed.is_multiple_of(4) { &["--check-solver"] } else { &[] };
        let ended =
            self.vellum(&[words.as_slice(), HELD, self.memory(), checked, &["program.c"]].concat())?;
        let summary = self.summary("held", &ended)?;
        let paths = &summary["paths"];
        match paths["completed"].as_u64() {
            Some(1) => Ok(1),
            Some(0) if summary["complete"] != Value::Bool(true) => Ok(0),
            _ => Err(format!("(b) held to an input: {paths}")),
        }
    }

    /// The summary of a run that found nothing.
    fn summary(&self, out: &str, ended: &Ended) -> Result<Value, String> {
        let content = fs::read_to_string(self.folder.join(out).join("summary.json"));
        let content = content.map_err(|_| format!("{out}: {}", text(&ended.stderr)))?;
        let summary: Value = serde_json::from_str(&content).map_err(|error| error.to_string())?;
        let is_clean = summary["findings"].as_array().is_some_and(Vec::is_empty);
        if !is_clean || !summary["unsupported"].is_null() || !ended.succeeded() {
            let (findings, what) = (&summary["findings"], &summary["unsupported"]);
            return Err(format!("{out}: status {:?}, {findings}, {what}", ended.status));
        }
        Ok(summary)
    }

    /// (c) On all inputs; how many tests were replayed.
    fn free(&self) -> Result<u64, String> {
        self.compile(Command::new(self.vellum).arg("cc"), &[self.level(4)], "free-program")?;
        let checked: &[&str] = if self.seed % 4 == 1 { &["--check-solver"] } else { &[] };
        let words =
            [&["run", "--quiet", "--out", "free"], FREE, self.memory(), checked, &["free-program"]].concat();
        let ended = self.vellum(&words)?;
        self.summary("free", &ended)?;
        let tests = self.tests("free")?;
        for test in &tests {
            let name = test.display().to_string();
            let content = fs::read(test).map_err(|error| error.to_string())?;
            let computed = object(&content, "stdout").ok_or(format!("{name}: no output"))?;
            let ended = self.vellum(&["replay", "--native", "--quiet", &name, "free-program"])?;
            if !computed.starts_with(&ended.stdout) || ended.stdout.len() != PRINTED {
                return Err(format!("(c) {name}: {}", differences(&ended.stdout, &computed)));
            }
        }
        Ok(len64(tests.len()))
    }

    /// The test cases of a run.
    fn tests(&self, out: &str) -> Result<Vec<PathBuf>, String> {
        let listed = fs::read_dir(self.folder.join(out)).map_err(|error| error.to_string())?;
        let mut tests: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
        tests.retain(|file| file.extension().is_some_and(|extension| extension == "ktest"));
        Ok(tests)
    }

    /// (d) On each of a few inputs, with several ways to represent memory: how many of these reached all, and how many results
    /// were compared.
    fn tiny(&self) -> Result<(u64, u64), String> {
        self.compile(&mut Command::new("clang-22"), &["-O1", "-DMODE=1", "-DTINY"], "tiny-program")?;
        let native = self.run(&mut Command::new(self.folder.join("tiny-program")))?.stdout;
        let (mut reached, mut computed) = (0, 0);
        for way in (0..WAYS).map(|turn| memory_of(self.seed + turn)) {
            let memory = way.name;
            let out = format!("tiny-{memory}");
            let words = Self::source("-DMODE=0", self.level(6), &out);
            let ended = self.vellum(&[words.as_slice(), TINY, way.options, &["program.c"]].concat())?;
            let summary = self.summary(&out, &ended)?;
            let seen = self.tiny_tests(&out, &native)?;
            if summary["complete"] == Value::Bool(true) {
                if seen.len() * PRINTED != native.len() {
                    return Err(format!("(d) {memory}: {} inputs are reached", seen.len()));
                }
                reached += 1;
            }
            computed += len64(seen.len());
        }
        Ok((reached, computed))
    }

    /// The inputs that tests of a run reached, each of which printed what it prints natively.
    fn tiny_tests(&self, out: &str, native: &[u8]) -> Result<BTreeSet<usize>, String> {
        let mut seen = BTreeSet::new();
        for test in self.tests(out)? {
            let name = test.display().to_string();
            let content = fs::read(test).map_err(|error| error.to_string())?;
            let input = object(&content, "in").ok_or(format!("{name}: no input"))?;
            let computed = object(&content, "stdout").ok_or(format!("{name}: no output"))?;
            let number = input.iter().rev().fold(0, |sum, &byte| sum << 2 | usize::from(byte));
            let expected = native.chunks(PRINTED).nth(number).unwrap_or_default();
            if expected.len() != PRINTED || !computed.starts_with(expected) {
                return Err(format!("(d) {name}: {}", differences(expected, &computed)));
            }
            seen.insert(number);
        }
        Ok(seen)
    }
}

/// Compares how two runs ended and what they printed.
fn same(what: &str, ended: &Ended, native: &Ended) -> Result<(), String> {
    if ended.status == native.status && ended.stdout == native.stdout && native.stdout.len() == PRINTED {
        return Ok(());
    }
    let (status, expected) = (ended.status, native.status);
    let output = differences(&native.stdout, &ended.stdout);
    Err(format!("{what}: status {status:?} instead of {expected:?}, {output}, {}", text(&ended.stderr)))
}

/// Where two logs differ.
fn differences(native: &[u8], computed: &[u8]) -> String {
    let pairs = native.chunks(8).zip(computed.chunks(8)).enumerate();
    let differ = pairs.filter(|(_, (a, b))| a != b);
    let list: Vec<String> =
        differ.map(|(i, (a, b))| format!("log {i}: {:#x} instead of {:#x}", number(b), number(a))).collect();
    list.join(", ")
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.into_owned()
}
