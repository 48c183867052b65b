//! Random programs: what they compute natively, they compute in Vellum, on numbers and on expressions.
//!
//! Each program is compiled natively with sanitizers, which must find nothing, and optimised; both must print the
//! same. Vellum then runs it (a) on that input, (b) on symbolic input that is held to that one afterwards,
//! (c) on all inputs, where each test case is replayed natively and must print what its path computed, and (d) on each of
//! a few inputs, all of which must be reached and print what they print natively. Ways to represent memory take turns;
//! (d) has several of them. A program follows from its seed alone.

mod check;
mod expressions;
mod generator;
mod statements;
mod tables;
mod types;

use std::path::Path;

use crate::seeds::{self, Sample};

pub use self::check::Figures;

/// Programs of a run, unless told otherwise.
const COUNT: u64 = 2000;

/// Runs the suite: `--seed N` is the first program, `--count N` how many, `--print` only prints them.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    seeds::run(words, "random-programs", COUNT, generator::program, sample)
}

/// Checks `count` programs from `seed` on, in the folder `scratch`; the error lists those that fail, and their
/// sources stay there.
pub fn sample(vellum: &Path, scratch: &Path, seed: u64, count: u64) -> Result<Figures, String> {
    let sample = Sample { scratch, seed, count };
    sample.sum(|folder, seed| check::check(vellum, folder, seed), Figures::add)
}
