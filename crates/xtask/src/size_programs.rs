//! Random programs with symbolic sizes and lengths: for every size they end as a concrete run of that size does, byte
//! by byte.
//!
//! A program has one symbolic size, and perhaps a second symbol. Blocks whose sizes are expressions of it are made,
//! filled, copied, searched, walked by loops, moved by `realloc` and freed, some of that wrong for some sizes. The
//! reference (`memory.rs`) executes it once for each input on a memory of its own, and what comes of that is in the
//! program as tables: at its end, a byte at a symbolic place must be the one of the table for all inputs that come
//! there, none of them may be one that should have ended before, and a test is made for each. In every other program,
//! what fails for some inputs stands twice, behind a table of the inputs for which it must fail and behind that of the
//! others. Kind, line and place of every finding must be as the reference says for the test's input, and none may be
//! missing. The reference is checked in turn by a native run with a sanitizer. Memory models, forms of objects,
//! optimisation, and what becomes of sizes take turns.

mod calls;
mod check;
mod generator;
mod loops;
mod memory;
mod native;
mod operations;
mod terms;
mod text;

use std::path::Path;

use crate::seeds::{self, Sample};

pub use self::check::Figures;

/// Programs of a run, unless told otherwise.
const COUNT: u64 = 600;

/// Runs the suite: `--seed N` is the first program, `--count N` how many, `--print` only prints them.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    seeds::run(words, "size-programs", COUNT, |seed| generator::program(seed).text(), sample)
}

/// Checks `count` programs from `seed` on, in the folder `scratch`; the error lists those that fail, and their sources
/// stay there.
pub fn sample(vellum: &Path, scratch: &Path, seed: u64, count: u64) -> Result<Figures, String> {
    let sample = Sample { scratch, seed, count };
    sample.sum(|folder, seed| check::check(vellum, folder, seed), Figures::add)
}
