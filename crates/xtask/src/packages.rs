//! Real packages, built with `vellum cc`, each case run natively and in Vellum.
//!
//! A case is a shell line of `tests/packages/NAME.txt`. It passes when both runs agree byte for byte: standard
//! output, standard error, exit status, and what the line left behind in its folder. What is known to differ
//! is listed by reason in `tests/packages/expected.txt`; a regression and a surprise success both show.

pub(crate) mod build;
mod cases;
pub(crate) mod recipes;
mod report;

use std::{fmt::Write as _, fs, path::Path};

use crate::{
    cache::cache,
    packages::{
        build::Build,
        cases::Room,
        recipes::{RECIPES, Recipe},
    },
    process::in_parallel,
    root, vellum,
};

/// What belongs to the suite in the project.
const FOLDER: &str = "tests/packages";

/// Runs the suite; names restrict it.
#[expect(clippy::print_stdout, reason = "the results are for whoever started it")]
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let chosen = choose(words)?;
    let vellum = vellum()?;
    let builds: Vec<Build<'_>> = chosen.iter().map(|recipe| Build::of_suite(recipe)).collect();
    build::build_missing(&builds, &vellum)?;
    let expected = fs::read_to_string(root().join(FOLDER).join("expected.txt")).unwrap_or_default();
    let expected = read_expected(&expected);
    let (mut passed, mut failed) = (0, 0);
    let mut surprises = String::new();
    for recipe in &chosen {
        let known: Vec<&str> =
            expected.iter().filter(|(package, _)| *package == recipe.name).map(|(_, line)| *line).collect();
        let result = run_cases(recipe, &vellum, &known)?;
        passed += result.cases - result.differing.len();
        failed += result.differing.len();
        surprises.push_str(&result.against(recipe.name, &known));
    }
    println!("{passed} passed, {failed} failed");
    if surprises.is_empty() { Ok(()) } else { Err(surprises) }
}

/// The packages named by `words`, or all.
fn choose(words: &[String]) -> Result<Vec<&'static Recipe>, String> {
    if let Some(word) = words.iter().find(|word| !RECIPES.iter().any(|recipe| recipe.name == **word)) {
        let names: Vec<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
        return Err(format!("there is no package `{word}`, only {}", names.join(", ")));
    }
    let wanted = |recipe: &&Recipe| words.is_empty() || words.iter().any(|word| word == recipe.name);
    Ok(RECIPES.iter().filter(wanted).collect())
}

/// What came of a package's cases.
struct Outcome {
    cases: usize,
    /// The lines that differ.
    differing: Vec<String>,
}

/// Runs a package's cases and shows the differences that are not `known`.
#[expect(clippy::print_stdout, reason = "the results are for whoever started it")]
fn run_cases(recipe: &Recipe, vellum: &Path, known: &[&str]) -> Result<Outcome, String> {
    let file = root().join(FOLDER).join(format!("{}.txt", recipe.name));
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = cases::lines(&text);
    let programs = build::folder(recipe).join(recipe.programs);
    let programs = programs.canonicalize().map_err(|error| format!("{}: {error}", programs.display()))?;
    let inputs = root().join(FOLDER).join("files");
    // Two runs of the suite do not meet.
    let scratch = cache().join(format!("packages-scratch-{}", std::process::id()));
    let results = in_parallel(&lines, |worker, line| {
        let room = Room::open(&scratch.join(worker.to_string()), vellum, &programs)?;
        room.difference(line, &inputs)
    });
    let _ = fs::remove_dir_all(&scratch);
    let mut differing = Vec::new();
    for (line, result) in lines.iter().zip(results) {
        let Some(report) = result.map_err(|error| format!("{}: {line}: {error}", recipe.name))? else {
            continue;
        };
        differing.push((*line).to_owned());
        if !known.contains(line) {
            println!("{}: {line}\n{report}", recipe.name);
        }
    }
    let equal = lines.len() - differing.len();
    let note = if known.is_empty() { String::new() } else { format!(", {} known to differ", known.len()) };
    println!("{}: {} cases, {equal} equal{note}", recipe.name, lines.len());
    Ok(Outcome { cases: lines.len(), differing })
}

impl Outcome {
    /// Where the list of differences `known` of the package `name` is wrong.
    fn against(&self, name: &str, known: &[&str]) -> String {
        let mut surprises = String::new();
        for line in self.differing.iter().filter(|line| !known.contains(&line.as_str())) {
            let _ = writeln!(surprises, "differs: {name}: {line}");
        }
        for line in known.iter().filter(|line| !self.differing.iter().any(|differing| differing == *line)) {
            let _ = writeln!(surprises, "no longer differs: {name}: {line}");
        }
        surprises
    }
}

/// The known differences: package and line.
fn read_expected(text: &str) -> Vec<(&str, &str)> {
    cases::lines(text).into_iter().filter_map(|line| line.split_once(": ")).collect()
}

#[cfg(test)]
mod tests {
    use super::{FOLDER, Outcome, RECIPES, cases, read_expected};
    use crate::root;
    use std::{collections::BTreeMap, fs};

    fn file(name: &str) -> String {
        fs::read_to_string(root().join(FOLDER).join(name)).unwrap()
    }

    /// How many lines of a package call each of its programs.
    fn calls(package: &str) -> BTreeMap<String, usize> {
        let mut calls: BTreeMap<String, usize> = BTreeMap::new();
        let text = file(&format!("{package}.txt"));
        for line in cases::lines(&text) {
            let mut programs: Vec<&str> = line
                .split("$B/")
                .skip(1)
                .map(|rest| {
                    rest.split(|c: char| !(c.is_alphanumeric() || c == '[')).next().unwrap_or_default()
                })
                .collect();
            programs.sort_unstable();
            programs.dedup();
            for program in programs {
                *calls.entry(program.to_owned()).or_default() += 1;
            }
        }
        calls
    }

    #[test]
    fn at_least_60_tools_of_coreutils_have_3_cases_each() {
        let well_tested = calls("coreutils").values().filter(|count| **count >= 3).count();
        assert!(well_tested >= 60, "{well_tested}");
    }

    #[test]
    fn every_package_has_enough_cases() {
        for (package, least) in
            [("coreutils", 180), ("m4", 15), ("make", 15), ("sed", 25), ("bc", 15), ("sqlite3", 6)]
        {
            assert!(RECIPES.iter().any(|recipe| recipe.name == package));
            assert!(cases::lines(&file(&format!("{package}.txt"))).len() >= least, "{package}");
        }
    }

    #[test]
    fn the_script_of_100_statements_has_100_statements() {
        let statements = file("files/hundred.sql").lines().filter(|line| line.ends_with(';')).count();
        assert_eq!(statements, 100);
    }

    #[test]
    fn expectations_are_checked_both_ways() {
        let expected = read_expected("# Why.\nsed: a: b\nsed: c\nbc: d\n");
        assert_eq!(expected, [("sed", "a: b"), ("sed", "c"), ("bc", "d")]);
        let outcome = Outcome { cases: 9, differing: vec!["c".to_owned(), "e".to_owned()] };
        assert_eq!(outcome.against("sed", &["a: b", "c"]), "differs: sed: e\nno longer differs: sed: a: b\n");
    }
}
