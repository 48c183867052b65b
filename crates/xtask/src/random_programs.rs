//! Random programs: what they compute natively, they compute in Vellum, on numbers and on expressions.
//!
//! Each program is compiled natively with sanitizers, which must find nothing, and optimised; both must print the
//! same. Vellum then runs it (a) on that input, (b) on symbolic input that is held to that one afterwards,
//! (c) on all inputs, where each test case is replayed natively and must print what its path computed, and (d) on each of
//! a few inputs, all of which must be reached and print what they print natively. Memory models take turns in (a) to (c);
//! (d) has them all. A program follows from its seed alone.

mod check;
mod expressions;
mod generator;
mod statements;
mod tables;
mod types;

use std::{fs, path::Path};

use crate::{cache::cache, process::in_parallel, vellum};

pub use self::check::Figures;

/// Programs of a run, unless told otherwise.
const COUNT: u64 = 2000;

/// Characters of a message that are shown.
const MESSAGE: usize = 600;

/// Runs the suite: `--seed N` is the first program, `--count N` how many, `--print` only prints them.
#[expect(clippy::print_stdout, reason = "the results are for whoever started it")]
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let number = |name: &str, usual: u64| match words.iter().position(|word| word == name) {
        Some(at) => words
            .get(at + 1)
            .and_then(|word| word.parse().ok())
            .ok_or(format!("{name}: a number is expected")),
        None => Ok(usual),
    };
    let (seed, count) = (number("--seed", 0)?, number("--count", COUNT)?);
    if words.iter().any(|word| word == "--print") {
        for seed in seed..seed + count {
            println!("{}", generator::program(seed));
        }
        return Ok(());
    }
    let figures = sample(&vellum()?, &cache().join("random-programs"), seed, count)?;
    println!("{figures}");
    Ok(())
}

/// Checks `count` programs from `seed` on, in the folder `scratch`; the error lists those that fail, and their
/// sources stay there.
pub fn sample(vellum: &Path, scratch: &Path, seed: u64, count: u64) -> Result<Figures, String> {
    let seeds: Vec<u64> = (seed..seed.saturating_add(count)).collect();
    let results = in_parallel(&seeds, |_, &seed| {
        let folder = scratch.join(seed.to_string());
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let result = check::check(vellum, &folder, seed);
        if result.is_ok() {
            let _ = fs::remove_dir_all(&folder);
        }
        let short = |error: String| error.chars().take(MESSAGE).collect::<String>();
        result.map_err(|error| format!("{}: {}", folder.join("program.c").display(), short(error)))
    });
    let mut figures = Figures::default();
    let mut failures = Vec::new();
    for result in results {
        match result {
            Ok(one) => figures.add(&one),
            Err(failure) => failures.push(failure),
        }
    }
    if failures.is_empty() { Ok(figures) } else { Err(format!("{figures}\n{}", failures.join("\n"))) }
}
