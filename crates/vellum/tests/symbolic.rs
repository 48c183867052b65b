//! Every C program of `tests/symbolic`, explored: what can go wrong in it is found on the lines it marks and
//! nowhere else, its paths end as it says, and every test case, replayed, ends as its path did.
//!
//! The format of the programs is described in `tests/symbolic/README.md`. A folder is a test.

mod corpus;

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use corpus::{folders, folders_of, programs_of};
use serde_json::Value;

/// The programs.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/symbolic");

/// A program that takes longer has lost its way.
const TIME: &str = "120s";

/// Folders of checks that a later version brings.
const LATER: &[&str] = &[];

folders! {
    arithmetic = "arithmetic"
    arrays = "arrays"
    assert = "assert"
    bit_fields = "bit-fields"
    bits = "bits"
    branches = "branches"
    classic = "classic"
    endless_loops = "endless-loops"
    environment = "environment"
    floats = "floats"
    function_pointers = "function-pointers"
    fuzzer = "fuzzer"
    globals = "globals"
    heap = "heap"
    intrinsics = "intrinsics"
    loops = "loops"
    on_request = "on-request"
    pointers = "pointers"
    recursion = "recursion"
    sanitizers = "sanitizers"
    setjmp = "setjmp"
    stack = "stack"
    strings = "strings"
    structs = "structs"
    switches = "switch"
    uninitialised = "uninitialised"
    unions = "unions"
    varargs = "varargs"
    verifier = "verifier"
}

#[test]
fn every_folder_is_a_test_or_waits_for_a_later_version() {
    let mut folders = folders_of(CORPUS);
    folders.retain(|folder| !LATER.contains(&folder.as_str()));
    assert_eq!(folders, FOLDERS);
}

/// What a program says about itself.
#[derive(Debug, Default)]
struct Expected {
    /// Options and arguments of `vellum run`.
    run: Vec<String>,
    /// Flags for the compiler.
    cc: Vec<String>,
    /// Paths that end by themselves.
    paths: Option<u64>,
    /// The statuses they end with, exactly.
    exits: Option<BTreeSet<i64>>,
    /// Lines and kinds of the findings.
    findings: BTreeSet<(u64, String)>,
    /// What the engine says it cannot do.
    unsupported: Option<String>,
}

impl Expected {
    fn parse(text: &str) -> Result<Self, String> {
        let mut expected = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(header) = line.strip_prefix("//@ ") {
                let (key, value) = header.split_once(": ").ok_or(format!("line {number}: no value"))?;
                expected.header(key, value.trim())?;
            }
            for mark in line.split("//~ ").skip(1) {
                let kind = mark.split_whitespace().next().ok_or(format!("line {number}: no kind"))?;
                expected.findings.insert((number, kind.to_owned()));
            }
        }
        Ok(expected)
    }

    fn header(&mut self, key: &str, value: &str) -> Result<(), String> {
        let words = || value.split_whitespace().map(str::to_owned);
        match key {
            "run" => self.run.extend(words()),
            "cc" => self.cc.extend(words()),
            "paths" => self.paths = Some(value.parse().map_err(|_| format!("paths: {value}"))?),
            "exits" => self.exits = Some(words().filter_map(|word| word.parse().ok()).collect()),
            "unsupported" => self.unsupported = Some(value.to_owned()),
            "findings" => (),
            _ => return Err(format!("unknown key `{key}`")),
        }
        Ok(())
    }
}

/// Explores every program of a folder; the panic lists all that failed.
fn check_folder(folder: &str) {
    let mut failures = String::new();
    for file in programs_of(CORPUS, folder) {
        let name = format!("{folder}-{}", file.file_stem().unwrap().display());
        let checked = Expected::parse(&fs::read_to_string(&file).unwrap())
            .and_then(|expected| check(&name, &file, &expected));
        if let Err(error) = checked {
            let _ = writeln!(failures, "{name}: {error}\n");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

fn check(name: &str, file: &Path, expected: &Expected) -> Result<(), String> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("symbolic").join(name);
    let summary = explore(&out, file, expected, "layered")?;
    compare(expected, &summary)?;
    let whole = out.with_extension("whole");
    let other = explore(&whole, file, expected, "whole")?;
    // The same paths came about in the same order, and did the same.
    let tree = |out: &Path| fs::read(out.join("tree.jsonl")).unwrap_or_default();
    if summary["instructions"] != other["instructions"] || tree(&out) != tree(&whole) {
        return Err("whole objects make a difference".to_owned());
    }
    fs::remove_dir_all(&whole).map_err(|error| error.to_string())?;
    let outcomes = fs::read_to_string(out.join("tests.jsonl")).unwrap_or_default();
    if let Some(exits) = &expected.exits {
        let of = |line: &str| serde_json::from_str::<Value>(line).ok()?.get("status")?.as_i64();
        let found: BTreeSet<i64> = outcomes.lines().filter_map(of).collect();
        if found != *exits && !outcomes.is_empty() {
            return Err(format!("exits {found:?} instead of {exits:?}"));
        }
    }
    if !outcomes.is_empty() {
        let mut replay = vellum("replay");
        replay.args(cflags(expected)).args(checks(expected)).arg(&out).arg(file);
        let output = finish(replay)?;
        if !output.status.success() {
            return Err(format!("replay: {}", text_of(&output)));
        }
    }
    fs::remove_dir_all(&out).map_err(|error| error.to_string())
}

/// Explores a program, its objects in the form `objects`: what the run says of itself.
fn explore(out: &Path, file: &Path, expected: &Expected, objects: &str) -> Result<Value, String> {
    let _ = fs::remove_dir_all(out);
    let mut run = vellum("run");
    run.arg("--out")
        .arg(out)
        .args(["--max-time", TIME, "--objects", objects])
        .args(cflags(expected))
        .args(&expected.run)
        .arg(file);
    let output = finish(run)?;
    match fs::read_to_string(out.join("summary.json")) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| error.to_string()),
        Err(_) => Err(format!("no summary: {}", text_of(&output))),
    }
}

fn compare(expected: &Expected, summary: &Value) -> Result<(), String> {
    let found: BTreeSet<(u64, String)> = summary["findings"]
        .as_array()
        .ok_or("no list of findings")?
        .iter()
        .map(|finding| {
            let kind = finding["kind"].as_str().unwrap_or_default();
            (finding["line"].as_u64().unwrap_or(0), kind.to_owned())
        })
        .collect();
    if found != expected.findings {
        return Err(format!("found {found:?} instead of {:?}", expected.findings));
    }
    match (&expected.unsupported, summary["unsupported"].as_str()) {
        (Some(wanted), Some(said)) if said.contains(wanted.as_str()) => return Ok(()),
        (None, None) => (),
        (wanted, said) => return Err(format!("unsupported: {said:?} instead of {wanted:?}")),
    }
    if summary["complete"] != Value::Bool(true) {
        return Err(format!("not complete: {}, {}", summary["stopped_by"], summary["paths"]));
    }
    match expected.paths {
        Some(paths) if summary["paths"]["completed"] != paths => {
            Err(format!("{} paths instead of {paths}", summary["paths"]["completed"]))
        }
        _ => Ok(()),
    }
}

fn vellum(command: &str) -> Command {
    let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
    vellum.arg(command).stdin(Stdio::null());
    vellum
}

fn cflags(expected: &Expected) -> impl Iterator<Item = &str> {
    expected.cc.iter().flat_map(|flag| ["--cflag", flag.as_str()])
}

/// The checks the program asks for, which hold for a replay, too.
fn checks(expected: &Expected) -> impl Iterator<Item = &String> {
    let words = expected.run.windows(2).filter(|words| words[0].starts_with("--check-"));
    words.flatten()
}

fn finish(mut command: Command) -> Result<Output, String> {
    command.output().map_err(|error| error.to_string())
}

fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}
