//! Checks on the project itself and the long test suites.

mod cache;
mod ktest;
mod memories;
mod packages;
mod papers;
pub mod pointer_programs;
mod process;
pub mod random_programs;
mod seeds;
pub mod size_programs;
mod tidy;
mod torture;

use std::path::{Path, PathBuf};

/// A suite: what it is called, what it does, how it is run with the words that follow its name.
pub type Suite = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

/// Every suite.
pub const SUITES: &[Suite] = &[
    ("tidy", "the project's own rules: crate edges, module docs, file sizes", tidy::run),
    ("torture", "GCC's execution tests, natively and in Vellum [--bless] [NAME…]", torture::run),
    ("packages", "real packages, built with `vellum cc`, natively and in Vellum [NAME…]", packages::run),
    ("papers", "builds the programs of `vellum bench papers` [NAME…]", papers::run),
    (
        "random-programs",
        "random programs, natively and in Vellum [--seed N] [--count N] [--print]",
        random_programs::run,
    ),
    (
        "pointer-programs",
        "random programs that are wrong, against fat pointers [--seed N] [--count N] [--print]",
        pointer_programs::run,
    ),
    (
        "size-programs",
        "random programs with symbolic sizes, against a concrete run per size [--seed N] [--count N] [--print]",
        size_programs::run,
    ),
];

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
