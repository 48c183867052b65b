//! Every C program of `tests/symbolic`, explored: what can go wrong in it is found on the lines it marks and
//! nowhere else, its paths end as it says, and every test case, replayed, ends as its path did; under every memory
//! model, and in both forms of objects.
//!
//! The format of the programs is described in `tests/symbolic/README.md`. A folder is a test.

mod corpus;
#[path = "symbolic/models.rs"]
mod models;

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use corpus::{folders, folders_of, is_long, programs_of};
use models::{Checked, Explores, MODELS, Objects, Programs};
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
    assumptions = "assumptions"
    bit_fields = "bit-fields"
    bits = "bits"
    branches = "branches"
    classic = "classic"
    counted_loops = "counted-loops"
    endless_loops = "endless-loops"
    environment = "environment"
    floats = "floats"
    function_pointers = "function-pointers"
    fuzzer = "fuzzer"
    globals = "globals"
    heap = "heap"
    intrinsics = "intrinsics"
    left_out = "left-out"
    loops = "loops"
    neighbours = "neighbours"
    on_request = "on-request"
    planes = "planes"
    pointers = "pointers"
    recursion = "recursion"
    resolution = "resolution"
    sanitizers = "sanitizers"
    scopes = "scopes"
    setjmp = "setjmp"
    sizes = "sizes"
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
    /// Paths that end at an assumption that does not hold.
    assumed_away: Option<u64>,
    /// What is left out on a path that goes on.
    left_out: Option<String>,
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
            "assumed-away" => {
                self.assumed_away = Some(value.parse().map_err(|_| format!("assumed-away: {value}"))?);
            }
            "left-out" => self.left_out = Some(value.to_owned()),
            // How many marks there are, and what a native replay sees, is for others to look at.
            "findings" | "native" => (),
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
    let mut failures = String::new();
    let mut trees = Trees::default();
    // Who works on one model need not wait for the others.
    let only = std::env::var_os("VELLUM_TEST_MEMORY");
    let is_due = |model: &&Checked| match &only {
        Some(only) => only == model.name,
        None => model.programs == Programs::All || name.starts_with("resolution-") || is_long(),
    };
    for model in MODELS.iter().filter(is_due) {
        if let Err(error) = check_model(name, file, expected, model, &mut trees) {
            let _ = write!(failures, "{}: {error}; ", model.name);
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures) }
}

/// What came of a program so far.
#[derive(Default)]
struct Trees {
    /// Its tree of paths under the first model.
    usual: Option<Vec<u8>>,
    all: BTreeSet<Vec<u8>>,
}

/// Explores a program under one memory model. What came about under another one before, as `trees` tells, is looked at
/// more closely only in the long suite.
fn check_model(
    name: &str,
    file: &Path,
    expected: &Expected,
    model: &Checked,
    trees: &mut Trees,
) -> Result<(), String> {
    let name = format!("{name}-{}", model.name);
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("symbolic").join(name);
    let layered = explore(&out, file, expected, (model, "layered"))?;
    compare(expected, &layered, model)?;
    let raw = fs::read(out.join("tree.jsonl")).unwrap_or_default();
    let usual = trees.usual.get_or_insert_with(|| raw.clone());
    if model.explores == Explores::ByTheSameTree && *usual != raw {
        return Err("another tree of paths".to_owned());
    }
    let is_new = trees.all.insert(raw) || is_long();
    if is_new && model.objects == Objects::Both || is_long() {
        check_whole(&out, file, expected, model, &layered)?;
    }
    let outcomes = fs::read_to_string(out.join("tests.jsonl")).unwrap_or_default();
    if let Some(exits) = expected.exits.as_ref().filter(|_| !outcomes.is_empty()) {
        let of = |line: &str| serde_json::from_str::<Value>(line).ok()?.get("status")?.as_i64();
        model.same("exits", &outcomes.lines().filter_map(of).collect(), exits)?;
    }
    if is_new && !outcomes.is_empty() {
        let mut replay = vellum("replay");
        replay.args(cflags(expected)).args(checks(expected)).arg(&out).arg(file);
        let output = finish(replay)?;
        if !output.status.success() {
            return Err(format!("replay: {}", text_of(&output)));
        }
    }
    fs::remove_dir_all(&out).map_err(|error| error.to_string())
}

/// Whole objects make no difference: the same paths come about, and do the same.
fn check_whole(
    out: &Path,
    file: &Path,
    expected: &Expected,
    model: &Checked,
    layered: &Value,
) -> Result<(), String> {
    let whole = out.with_extension("whole");
    let other = explore(&whole, file, expected, (model, "whole"))?;
    if layered["instructions"] != other["instructions"] || tree(out) != tree(&whole) {
        return Err("whole objects make a difference".to_owned());
    }
    fs::remove_dir_all(&whole).map_err(|error| error.to_string())
}

/// Where the paths of a run parted and how they ended. In which order is no matter: where something was written at symbolic
/// places, expressions depend on the form of objects, and so does which of several inputs is found first.
fn tree(out: &Path) -> Vec<String> {
    let text = fs::read_to_string(out.join("tree.jsonl")).unwrap_or_default();
    let node = |line: &str| -> Option<String> {
        let mut node: Value = serde_json::from_str(line).ok()?;
        let fields = node.as_object_mut()?;
        for number in ["id", "parent", "children", "holds", "test"] {
            fields.remove(number);
        }
        Some(node.to_string())
    };
    let mut nodes: Vec<String> = text.lines().filter_map(node).collect();
    nodes.sort_unstable();
    nodes
}

/// Explores a program under a memory model and with its objects in a form: what the run says of itself.
fn explore(
    out: &Path,
    file: &Path,
    expected: &Expected,
    (model, objects): (&Checked, &str),
) -> Result<Value, String> {
    let _ = fs::remove_dir_all(out);
    let mut run = vellum("run");
    run.arg("--out")
        .arg(out)
        .args(["--max-time", TIME, "--memory", model.memory, "--objects", objects])
        .args(model.options)
        .args(cflags(expected))
        .args(&expected.run)
        .arg(file);
    let output = finish(run)?;
    if expected.left_out.is_some() || expected.unsupported.is_some() {
        let wanted = if expected.findings.is_empty() { 4 } else { 1 };
        if output.status.code() != Some(wanted) {
            return Err(format!("exit status {:?} instead of {wanted}", output.status.code()));
        }
    }
    match fs::read_to_string(out.join("summary.json")) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| error.to_string()),
        Err(_) => Err(format!("no summary: {}", text_of(&output))),
    }
}

fn compare(expected: &Expected, summary: &Value, model: &Checked) -> Result<(), String> {
    let found: BTreeSet<(u64, String)> = summary["findings"]
        .as_array()
        .ok_or("no list of findings")?
        .iter()
        .map(|finding| {
            let kind = finding["kind"].as_str().unwrap_or_default();
            (finding["line"].as_u64().unwrap_or(0), kind.to_owned())
        })
        .collect();
    model.same("found", &found, &expected.findings)?;
    let left_out = summary["left_out"].as_array().ok_or("no list of what was left out")?;
    let said: Vec<&str> = left_out.iter().filter_map(|row| row["what"].as_str()).collect();
    match (&expected.left_out, said[..].first()) {
        (Some(wanted), Some(what)) if said.len() == 1 && what.contains(wanted.as_str()) => (),
        (None, None) => (),
        (wanted, _) => return Err(format!("left out: {said:?} instead of {wanted:?}")),
    }
    match (&expected.unsupported, summary["unsupported"].as_str()) {
        (Some(wanted), Some(said)) if said.contains(wanted.as_str()) => return Ok(()),
        (None, None) => (),
        (wanted, said) => return Err(format!("unsupported: {said:?} instead of {wanted:?}")),
    }
    let paths = &summary["paths"];
    if model.explores == Explores::Some && paths["stopped"] != 0 {
        return Ok(());
    }
    // Each piece asks more of the solver, which may give up.
    let stopped = paths["stopped"].as_u64().filter(|&stopped| stopped > 0);
    let gave_up = stopped.is_some() && stopped == summary["queries"]["gave_up"].as_u64();
    if model.explores == Explores::AllInPieces && gave_up {
        return Ok(());
    }
    if summary["complete"] != Value::Bool(expected.left_out.is_none()) {
        return Err(format!("complete is wrong: {}, {paths}", summary["stopped_by"]));
    }
    if let Some(wanted) = expected.assumed_away.filter(|&wanted| paths["assumed_away"] != wanted) {
        return Err(format!("{} paths assumed away instead of {wanted}", paths["assumed_away"]));
    }
    match expected.paths {
        // Each piece is a path, and what is said of exits still holds.
        Some(_) if model.explores == Explores::AllInPieces => Ok(()),
        Some(wanted) if paths["completed"] != wanted => {
            Err(format!("{} paths instead of {wanted}", paths["completed"]))
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
