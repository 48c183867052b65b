//! Suites of programs that follow from a seed each.

use std::{fmt, fs, path::Path};

use crate::{cache::cache, process::in_parallel, vellum};

/// Characters of a message that are shown.
const MESSAGE: usize = 2000;

/// Runs a suite: `--seed N` is the first program, `--count N` how many, `--print` only prints them.
#[expect(clippy::print_stdout, reason = "the results are for whoever started it")]
pub(crate) fn run<F: fmt::Display>(
    words: &[String],
    name: &str,
    usual: u64,
    program: impl Fn(u64) -> String,
    sample: impl Fn(&Path, &Path, u64, u64) -> Result<F, String>,
) -> Result<(), String> {
    let number = |name: &str, usual: u64| match words.iter().position(|word| word == name) {
        Some(at) => words
            .get(at + 1)
            .and_then(|word| word.parse().ok())
            .ok_or(format!("{name}: a number is expected")),
        None => Ok(usual),
    };
    let (seed, count) = (number("--seed", 0)?, number("--count", usual)?);
    if words.iter().any(|word| word == "--print") {
        for seed in seed..seed + count {
            println!("{}", program(seed));
        }
        return Ok(());
    }
    println!("{}", sample(&vellum()?, &cache().join(name), seed, count)?);
    Ok(())
}

/// Programs to check: a folder for them, the first seed, and how many.
pub(crate) struct Sample<'a> {
    pub(crate) scratch: &'a Path,
    pub(crate) seed: u64,
    pub(crate) count: u64,
}

impl Sample<'_> {
    /// Checks each program and adds up their figures; the error has those of the programs that pass, too.
    pub(crate) fn sum<F: Default + fmt::Display + Send>(
        &self,
        check: impl Fn(&Path, u64) -> Result<F, String> + Sync,
        add: impl Fn(&mut F, &F),
    ) -> Result<F, String> {
        let mut figures = F::default();
        match self.check(check, |one| add(&mut figures, one)) {
            Ok(()) => Ok(figures),
            Err(failures) => Err(format!("{figures}\n{failures}")),
        }
    }

    /// Checks each program in a folder of its own and adds up what came of those that pass. The error lists the others,
    /// whose folders stay.
    fn check<F: Send>(
        &self,
        check: impl Fn(&Path, u64) -> Result<F, String> + Sync,
        mut add: impl FnMut(&F),
    ) -> Result<(), String> {
        let seeds: Vec<u64> = (self.seed..self.seed.saturating_add(self.count)).collect();
        let results = in_parallel(&seeds, |_, &seed| {
            let folder = self.scratch.join(seed.to_string());
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            let result = check(&folder, seed);
            if result.is_ok() {
                let _ = fs::remove_dir_all(&folder);
            }
            let short = |error: String| error.chars().take(MESSAGE).collect::<String>();
            result.map_err(|error| format!("{}: {}", folder.join("program.c").display(), short(error)))
        });
        let mut failures = Vec::new();
        for result in results {
            match result {
                Ok(one) => add(&one),
                Err(failure) => failures.push(failure),
            }
        }
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
    }
}
