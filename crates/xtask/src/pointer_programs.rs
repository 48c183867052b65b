//! Random programs that compute with pointers, many of them wrong: every access ends as an interpreter of fat pointers
//! says.
//!
//! Pointers lie in variables, structures, tables, heap blocks and integers, are moved, copied as bytes, sent to where
//! other objects are and brought back. The reference (`objects.rs`) knows each as an object and an offset. Accesses that
//! are fine are just made; each of the others is behind a condition on symbolic input, so that one exploration shows all
//! of them, and those at a symbolic offset are wrong for some inputs only. Kind, line and place of every finding must be
//! as the reference says, there may be no other, and every test must end the same when it is replayed. Ways to represent
//! memory (`memories.rs`) and forms of objects take turns.

mod check;
mod generator;
mod objects;

use std::path::Path;

use crate::seeds::{self, Sample};

pub use self::check::Figures;

/// Programs of a run, unless told otherwise.
const COUNT: u64 = 1100;

/// Runs the suite: `--seed N` is the first program, `--count N` how many, `--print` only prints them.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    seeds::run(words, "pointer-programs", COUNT, |seed| generator::program(seed).text, sample)
}

/// Checks `count` programs from `seed` on, in the folder `scratch`; the error lists those that fail, and their sources
/// stay there.
pub fn sample(vellum: &Path, scratch: &Path, seed: u64, count: u64) -> Result<Figures, String> {
    let sample = Sample { scratch, seed, count };
    sample.sum(|folder, seed| check::check(vellum, folder, seed), Figures::add)
}
