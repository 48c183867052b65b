//! Checks on the project itself and the long test suites.
//!
//! `cargo run -p xtask -- NAME`, where NAME is one of the rows below.

mod cache;
mod packages;
mod process;
mod tidy;
mod torture;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// A suite: what it is called, what it does, how it is run.
type Suite = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

/// Every suite.
const SUITES: &[Suite] = &[
    ("tidy", "the project's own rules: crate edges, module docs, file sizes", tidy::run),
    ("torture", "GCC's execution tests, natively and in Vellum [--bless] [NAME…]", torture::run),
    ("packages", "real packages, built with `vellum cc`, natively and in Vellum [NAME…]", packages::run),
];

#[expect(clippy::print_stderr, reason = "the results are for whoever started it")]
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let suite = words.first().and_then(|name| SUITES.iter().find(|(row, ..)| row == name));
    let Some((_, _, run)) = suite else {
        for (name, what, _) in SUITES {
            eprintln!("{name:10} {what}");
        }
        return ExitCode::from(2);
    };
    match run(&words[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The program under test: `VELLUM`, as the Makefile has it, or where Cargo puts what `make build` makes.
fn vellum() -> Result<PathBuf, String> {
    let usual = || root().join("target/release/vellum");
    let path = std::env::var_os("VELLUM").map_or_else(usual, PathBuf::from);
    path.canonicalize().map_err(|_| format!("{} is missing: run `make build` first", path.display()))
}

/// The project's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this crate is two folders down").to_owned()
}
