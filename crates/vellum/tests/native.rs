//! Every test case of programs with symbolic sizes and lengths, replayed natively with sanitizers: paths that left by
//! themselves do so there, with the same blocks, and what was found is seen unless the program says that it cannot be.
//!
//! The everyday suite takes every fourth program.

mod corpus;

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use corpus::{folders, folders_of, is_long, programs_of};

/// The programs.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/symbolic");

/// The exit status where sanitizers do not see all that was found.
const UNSEEN: i32 = 5;

/// How many programs there are for one that the everyday suite takes.
const FEW: usize = 4;

folders! {
    counted_loops = "counted-loops"
    sizes = "sizes"
}

#[test]
fn the_folders_are_some_of_the_corpus() {
    let folders = folders_of(CORPUS);
    assert!(FOLDERS.iter().all(|folder| folders.iter().any(|other| other == folder)), "{folders:?}");
}

fn check_folder(folder: &str) {
    let mut failures = Vec::new();
    let every = if is_long() { 1 } else { FEW };
    for file in programs_of(CORPUS, folder).iter().step_by(every) {
        failures.extend(check(folder, file).err().map(|error| format!("{}: {error}", file.display())));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What a program says of itself under `key`.
fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("//@ ")?.strip_prefix(key)?.strip_prefix(": "))
}

fn check(folder: &str, file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    if header(&text, "native") == Some("none") {
        return Ok(());
    }
    let name = file.file_stem().unwrap_or_default();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native").join(folder).join(name);
    // Something is there only if an earlier run failed.
    let _ = fs::remove_dir_all(&out);
    let mut run = vellum("run");
    run.args(["--quiet", "--out"])
        .arg(&out)
        .args(header(&text, "run").unwrap_or_default().split_whitespace());
    finish(run.arg(file))?;
    let mut replay = vellum("replay");
    let output = finish(replay.args(["--native", "--sanitize"]).arg(&out).arg(file))?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_expected = matches!(output.status.code(), Some(0 | UNSEEN));
    if !is_expected || !told.contains(" tests replayed natively, 0 ended differently") {
        return Err(told);
    }
    let is_unseen = header(&text, "native") == Some("unseen");
    // These sanitizers do not look for memory that was never written.
    let missed =
        told.lines().filter(|line| line.contains(" is not seen") && !line.contains("natively uninitialised"));
    if missed.count() > 0 && !is_unseen {
        return Err(told);
    }
    fs::remove_dir_all(&out).map_err(|error| error.to_string())
}

fn vellum(command: &str) -> Command {
    let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
    vellum.arg(command).stdin(Stdio::null());
    vellum
}

fn finish(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|error| error.to_string())
}
