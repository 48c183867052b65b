//! `vellum replay`: test cases, run again, in the engine or natively.

pub(crate) mod engine;
mod native;
pub(crate) mod sanitized;
pub(crate) mod settings;
mod verdict;

use std::{
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use vellum_collections::Map;
use vellum_report::{Outcome, replay::is_same_program};

use crate::{args::ReplayArgs, error::Error, toolchain::Env};

/// The exit status when a test of a run directory ended otherwise than its path did.
const DIFFERENT: u8 = 3;

/// The file of a run directory that says how its tests ended.
const OUTCOMES: &str = "tests.jsonl";

/// Runs a test case again.
pub(crate) fn run(environment: &Env, args: &ReplayArgs) -> Result<ExitCode, Error> {
    let settings = args.settings.clone().or(settings::of_run(&args.test)?);
    if args.test.is_dir() {
        check_folder(args)?;
    }
    if !args.native {
        return engine::run(environment, args, &settings);
    }
    native::run(environment, args, &settings)
}

/// Refuses a folder that has no tests to replay, and says what to do.
fn check_folder(args: &ReplayArgs) -> Result<(), Error> {
    let folder = &args.test;
    let unreadable = |cause| Error::Unreadable { file: folder.clone(), cause };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let files = entries.map(|entry| entry.map(|entry| entry.path()));
    let files = files.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    let is_test = |file: &&PathBuf| file.extension().is_some_and(|extension| extension == "ktest");
    let first = files.iter().filter(is_test).min();
    let has = |name: &str| files.iter().any(|file| file.file_name().is_some_and(|file| file == name));
    let why = match first {
        Some(_) if has(OUTCOMES) => return Ok(()),
        Some(first) => format!(
            "no path with a test came to its end, so there is nothing to compare; one test is replayed by its name, \
             such as {}",
            first.display()
        ),
        None if has("info") || has(OUTCOMES) => {
            "the run has no tests: they are written for paths with symbolic input, unless it was run with --tests none"
                .to_owned()
        }
        None => "no run directory, and no tests in it; name a folder that `vellum run` made, or a .ktest file".to_owned(),
    };
    Err(Error::Usage(format!("{}: {why}", folder.display())))
}

/// How the tests of a run directory ended.
fn outcomes(folder: &Path) -> Result<Map<String, Outcome>, Error> {
    let list = folder.join(OUTCOMES);
    let text = fs::read_to_string(&list).map_err(|cause| Error::Unreadable { file: list, cause })?;
    Ok(text.lines().filter_map(Outcome::from_line).collect())
}

/// Prints a line for the user. Nobody can be told that it could not be written.
fn say(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "vellum: {text}");
}

/// What to say of a test that looks like one of another program.
fn other_program(made_for: &[u8], program: &Path) -> Option<String> {
    if is_same_program(made_for, program) {
        return None;
    }
    let made_for = String::from_utf8_lossy(made_for);
    Some(format!("the test was made for {made_for}, not for {}", program.display()))
}
