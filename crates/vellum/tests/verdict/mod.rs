//! Runs Vellum on a program and returns its verdict, for tests that compare the verdicts of different options.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::folder::Folder;

/// What an exploration comes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) is_complete: bool,
    pub(crate) findings: BTreeSet<(String, u64)>,
}

/// Explores a program: its verdict, and how many paths it took.
pub(crate) fn explore(name: &str, program: &str, options: &[&str]) -> (Verdict, u64) {
    let folder = Folder::new(name, program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.args(["run", "--out", "run", "--all-findings", "--tests", "none"]).args(options).arg("p.c");
    command.current_dir(&folder.0).stdin(Stdio::null()).output().unwrap();
    let summary = fs::read_to_string(folder.0.join("run/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let finding =
        |f: &Value| (f["kind"].as_str().unwrap_or_default().to_owned(), f["line"].as_u64().unwrap_or(0));
    let verdict = Verdict {
        is_complete: summary["complete"] == true,
        findings: summary["findings"].as_array().unwrap().iter().map(finding).collect(),
    };
    let paths = ["completed", "errors"].map(|kind| summary["paths"][kind].as_u64().unwrap());
    (verdict, paths.into_iter().sum())
}

/// The names and texts of the programs in a folder of the symbolic corpus.
pub(crate) fn programs(folder: &str) -> Vec<(String, String)> {
    let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/symbolic"));
    let files = fs::read_dir(corpus.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &Path| path.file_stem().unwrap().display().to_string();
    let mut programs: Vec<(String, String)> =
        files.map(|path| (named(&path), fs::read_to_string(&path).unwrap())).collect();
    programs.sort();
    programs
}
