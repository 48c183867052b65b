//! KLEE's options, as its users type them: what each means here.
//!
//! Options with the same name and meaning in both have no row. A row whose name ends in `*` stands for all options
//! that begin so; the first row that fits counts. Single hyphens are as good as two. Nothing is ignored in silence:
//! an option is put into our words, leaves a note, or is refused with what to use instead.

use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
};

use crate::error::Error;

use self::{
    Meaning::{Is, Note, Refused, Unless},
    Takes::{Nothing, Value},
};

/// What an option means here.
#[derive(Clone, Copy)]
enum Meaning {
    /// An option of ours; the function puts its value into our words.
    Is(&'static str, fn(&str) -> String),
    /// An option of ours, but with these values it makes no difference here, and why.
    Unless(&'static str, &'static [&'static str], &'static str),
    /// It makes no difference here, and why.
    Note(&'static str),
    /// It cannot be followed: what to do instead.
    Refused(&'static str),
}

/// What follows an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Nothing, or something after `=`, such as true and false.
    Nothing,
    /// A value, after `=` or as the next word.
    Value,
}

type Row = (&'static str, Takes, Meaning);

const SOLVER: Meaning = Note("the solver is Vellum's own, with Bitwuzla behind it; all its stages are on");
const FILES: Meaning =
    Note("only .ktest and .err files are written per test; summary.json has the figures of a run");
const FIGURES: Meaning = Note("summary.json has the figures of a run");
const ADDRESSES: Meaning = Note("addresses are the same in every run, as it is");
const MUSL: &str =
    "the C library is always musl, as bitcode, with symbolic files below it, unless --libc none";
const LIBRARY: Meaning = Note(MUSL);
const BATCHES: Meaning = Note("paths always run in slices");
const SEEDING: Meaning =
    Refused("seeds are followed first and then everything else is explored; --max-time limits both");

/// KLEE's options.
const OPTIONS: &[Row] = &[
    // How a program is put together and where it starts.
    ("libc", Value, Unless("libc", &["klee", "uclibc"], MUSL)),
    ("posix-runtime", Nothing, LIBRARY),
    ("runtime-build", Value, LIBRARY),
    ("libcxx", Nothing, Refused("only C programs are run")),
    (
        "link-llvm-lib",
        Value,
        Refused("link it into the program with llvm-link, or build that with `vellum cc`"),
    ),
    ("entry-point", Value, Is("entry", same)),
    ("optimize", Nothing, Note("-O2 compiles a .c file with optimisation; bitcode is run as it is")),
    ("disable-verify", Nothing, Note("programs are always checked before they run")),
    ("switch-type", Value, Note("a switch is always one jump with many targets")),
    ("klee-call-optimisation", Nothing, Note("bitcode is run as it is")),
    ("env-file", Value, Refused("set the environment of vellum itself: `env -i $(cat FILE) vellum run …`")),
    ("run-in-dir", Value, Refused("go there first: `cd DIR && vellum run …`")),
    // Where results go.
    ("output-dir", Value, Is("out", same)),
    ("write-no-tests", Nothing, Is("tests=none", same)),
    ("write-xml-tests", Nothing, Is("test-comp", same)),
    ("write-kqueries", Nothing, Refused("--log-queries DIR writes the questions to the solver as SMT-LIB 2")),
    ("write-smt2s", Nothing, Refused("--log-queries DIR writes the questions to the solver as SMT-LIB 2")),
    ("write-*", Nothing, FILES),
    ("output-source", Nothing, FILES),
    ("output-module", Nothing, FILES),
    ("output-stats", Nothing, FIGURES),
    ("output-istats", Nothing, FIGURES),
    ("stats-write-interval", Value, Is("stats-interval", same)),
    ("stats-write-*", Value, FIGURES),
    ("stats-commit-*", Value, FIGURES),
    ("istats-*", Value, FIGURES),
    ("uncovered-update-interval", Value, FIGURES),
    ("track-instruction-time", Nothing, FIGURES),
    ("use-call-paths", Nothing, FIGURES),
    ("compress-exec-tree", Nothing, FILES),
    ("exec-tree-batch-size", Value, FILES),
    ("warnings-only-to-file", Nothing, Note("--quiet shows neither warnings nor findings")),
    // Which paths, and for how long.
    ("search", Value, Is("search", search)),
    ("rng-initial-seed", Value, Is("seed", same)),
    ("use-batching-search", Nothing, BATCHES),
    ("batch-*", Value, BATCHES),
    ("use-iterative-deepening-search", Value, Refused("--search bfs, or --max-depth N with a growing N")),
    ("max-tests", Value, Is("max-paths", same)),
    ("max-forks", Value, Refused("--max-depth N limits the forks of a path, --max-paths N the paths")),
    ("max-stack-frames", Value, Refused("--max-stack BYTES limits the stack")),
    ("max-instruction-time", Value, Refused("--max-solver-time TIME limits each question to the solver")),
    ("max-core-solver-time", Value, Is("max-solver-time", same)),
    ("max-memory-inhibit", Nothing, Note("paths fork as ever; --max-states N limits those that wait")),
    ("max-static-*", Value, Refused("--max-depth N limits the forks of a path")),
    ("max-sym-array-size", Value, Note("arrays of any size are encoded as the solver needs them")),
    ("watchdog", Nothing, Note("--max-time also stops a question to the solver")),
    (
        "dump-states-on-halt",
        Nothing,
        Note("paths that a limit stops have a test, unless --tests ended is given"),
    ),
    ("exit-on-error-type", Value, Refused("--exit-on-error stops at the first finding of any kind")),
    ("ignore-solver-failures", Nothing, Note("a question given up ends that path as stopped, no more")),
    // Tests and findings.
    ("emit-all-errors", Nothing, Is("all-findings", same)),
    ("only-output-states-covering-new", Nothing, Is("tests=covering", same)),
    ("readable-posix-inputs", Nothing, Note("--sym-stdin N:0x20-0x7e says which bytes an input may have")),
    (
        "silent-klee-assume",
        Nothing,
        Note(
            "a path on which an assumption cannot hold ends quietly anyway, unless --strict-assume is given",
        ),
    ),
    ("check-div-zero", Nothing, Note("division by zero is always found")),
    ("use-merge", Nothing, Note("klee_open_merge and klee_close_merge have no effect")),
    ("use-incomplete-merge", Nothing, Note("klee_open_merge and klee_close_merge have no effect")),
    // Tests to begin with, or to run again.
    ("replay-ktest-file", Value, Refused("`vellum replay TEST PROGRAM` runs a test again")),
    (
        "replay-ktest-dir",
        Value,
        Refused("`vellum replay RUN PROGRAM` runs all tests of a run directory again"),
    ),
    ("replay-path", Value, Refused("`vellum replay TEST PROGRAM` runs a test again")),
    ("seed-out", Value, Is("seed-file", same)),
    ("seed-out-dir", Value, Is("seed-dir", same)),
    ("only-seed", Nothing, SEEDING),
    ("only-replay-seeds", Nothing, SEEDING),
    ("seed-time", Value, SEEDING),
    ("allow-seed-*", Nothing, Note("a seed is followed as long as its objects are those of the path")),
    ("named-seed-matching", Nothing, Note("a seed is followed as long as its objects are those of the path")),
    ("zero-seed-extension", Nothing, Note("a seed is followed as long as its objects are those of the path")),
    // Memory and what is outside.
    ("kdalloc-quarantine", Value, Is("quarantine", quarantine)),
    ("kdalloc*", Nothing, ADDRESSES),
    ("allocate-determ*", Nothing, ADDRESSES),
    ("external-calls", Value, Is("external", same)),
    ("all-external-warnings", Nothing, Note("what is not supported is said once")),
    ("suppress-external-warnings", Nothing, Note("what is not supported is said once")),
    ("warn-all-external-symbols", Nothing, Note("a symbol that nobody provides is an error")),
    // The solver.
    ("solver-backend", Value, SOLVER),
    ("metasmt-backend", Value, SOLVER),
    ("debug-crosscheck-core-solver", Value, Refused("--check-solver compares every answer of two solvers")),
    ("debug-validate-solver", Nothing, Is("check-solver", same)),
    ("use-query-log", Value, Refused("--log-queries DIR writes the questions to the solver as SMT-LIB 2")),
    ("min-query-time-to-log", Value, Refused("--log-queries DIR writes all questions to the solver")),
    ("simplify-sym-indices", Nothing, SOLVER),
    ("equality-substitution", Nothing, SOLVER),
    ("rewrite-equalities", Nothing, SOLVER),
    ("optimize-array", Value, SOLVER),
    ("array-value-*", Value, SOLVER),
    ("const-array-opt", Nothing, SOLVER),
    ("solver-optimize-divides", Nothing, SOLVER),
    ("cex-cache-*", Nothing, SOLVER),
    ("use-assignment-validating-solver", Nothing, SOLVER),
    ("use-branch-cache", Nothing, SOLVER),
    ("use-cex-cache", Nothing, SOLVER),
    ("use-construct-hash*", Nothing, SOLVER),
    ("use-fast-cex-solver", Nothing, SOLVER),
    ("use-forked-solver", Nothing, SOLVER),
    ("use-independent-solver", Nothing, SOLVER),
    ("debug-*", Nothing, Refused("`vellum ir PROGRAM` prints what is executed; --stats prints figures")),
];

fn same(value: &str) -> String {
    value.to_owned()
}

/// Searchers by KLEE's names, where ours differ.
fn search(value: &str) -> String {
    let ours = |name| match name {
        "nurs:covnew" => "covnew",
        "nurs:rp" => "random-path",
        name => name,
    };
    value.split('+').map(ours).collect::<Vec<_>>().join("+")
}

/// KLEE's -1 is never.
fn quarantine(value: &str) -> String {
    if value == "-1" { "inf".to_owned() } else { value.to_owned() }
}

/// A command line in our words, and what the user should hear of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Translated {
    pub(crate) words: Vec<OsString>,
    pub(crate) notes: Vec<String>,
}

/// Puts the words after `run` into ours, up to the program. `values` says how many values an option of ours takes,
/// if there is one of that name (without hyphens).
pub(crate) fn translate(
    words: &[OsString],
    values: &dyn Fn(&str) -> Option<usize>,
) -> Result<Translated, Error> {
    let mut result = Translated { words: Vec::new(), notes: Vec::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some((name, attached)) = option(word) else {
            result.words.push(word.clone());
            match short_values(word) {
                Some(count) => result.words.extend(words.by_ref().take(count).cloned()),
                None => break,
            }
            continue;
        };
        match (row(&name), values(&name)) {
            (Some(row), _) => {
                let attached = attached.map(|value| value.to_string_lossy().into_owned());
                let value = match (row.1, attached) {
                    (Value, None) => words.next().map(|value| value.to_string_lossy().into_owned()),
                    (_, attached) => attached,
                };
                result.follow(&name, row, value).map_err(Error::Usage)?;
            }
            (None, Some(count)) => {
                // With one hyphen, as KLEE's users write it.
                let is_double = word.as_bytes().starts_with(b"--");
                let rest = if is_double { word.clone() } else { with_hyphen(word) };
                result.words.push(rest);
                let count = if attached.is_some() { 0 } else { count };
                if count == 1
                    && name.starts_with("check-")
                    && !words.as_slice().first().is_some_and(is_switch)
                {
                    // A check alone is a check that is on.
                    result.words.push("on".into());
                    continue;
                }
                result.words.extend(words.by_ref().take(count).cloned());
            }
            (None, None) => result.words.push(word.clone()),
        }
    }
    result.words.extend(words.cloned());
    Ok(result)
}

/// Whether a word says on or off.
fn is_switch(word: &OsString) -> bool {
    word.to_str().is_some_and(|word| ["on", "off", "true", "false", "1", "0"].contains(&word))
}

impl Translated {
    fn follow(&mut self, name: &str, row: &Row, value: Option<String>) -> Result<(), String> {
        // Nobody has to be told that what is not asked for does not happen.
        if row.1 == Nothing && matches!(value.as_deref(), Some("false" | "0")) {
            return Ok(());
        }
        if row.1 == Value && value.is_none() && !row.0.ends_with('*') {
            return Err(format!("option `--{name}` takes a value"));
        }
        match row.2 {
            Is(ours, translate) => {
                self.words.push(format!("--{ours}").into());
                if row.1 == Value {
                    self.words.push(translate(&value.unwrap_or_default()).into());
                }
            }
            Unless(ours, without, why) => {
                let value = value.unwrap_or_default();
                if without.contains(&value.as_str()) {
                    return self.follow(name, &(row.0, row.1, Note(why)), Some(value));
                }
                self.words.extend([format!("--{ours}").into(), value.into()]);
            }
            Note(why) => self.notes.push(format!("option `--{name}` has no effect: {why}")),
            Refused(instead) => return Err(format!("option `--{name}` of KLEE is not there: {instead}")),
        }
        Ok(())
    }
}

fn row(name: &str) -> Option<&'static Row> {
    OPTIONS.iter().find(|(known, ..)| match known.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => *known == name,
    })
}

/// The name of a long option, and what follows its `=`. A word with one hyphen is one if it is not a single letter
/// with its value.
fn option(word: &OsStr) -> Option<(String, Option<OsString>)> {
    let bytes = word.as_bytes();
    let name = match bytes.strip_prefix(b"--") {
        Some(name) => name,
        None => bytes.strip_prefix(b"-").filter(|name| name.len() > 1 && !name.starts_with(b"O"))?,
    };
    let (name, value) = match name.iter().position(|&byte| byte == b'=') {
        Some(at) => (&name[..at], Some(OsString::from_vec(name[at + 1..].to_vec()))),
        None => (name, None),
    };
    let name = str::from_utf8(name).ok().filter(|name| !name.is_empty())?;
    Some((name.to_owned(), value))
}

/// How many words belong to a short option; `None` where the program stands.
fn short_values(word: &OsStr) -> Option<usize> {
    match word.as_bytes() {
        b"-O" => Some(1),
        b"--" | b"-" => None,
        [b'-', ..] => Some(0),
        _ => None,
    }
}

fn with_hyphen(word: &OsStr) -> OsString {
    OsString::from_vec([b"-", word.as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{Meaning, OPTIONS, Takes, translate};

    fn ours(name: &str) -> Option<usize> {
        match name {
            "quiet" | "check-solver" | "stats" => Some(0),
            "out" | "max-time" | "search" | "seed" | "cflag" | "sym-arg" => Some(1),
            "sym-args" => Some(3),
            _ => None,
        }
    }

    fn of(text: &str) -> Result<(String, Vec<String>), String> {
        let words: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        let translated = translate(&words, &ours).map_err(|error| error.to_string())?;
        let words: Vec<_> = translated.words.iter().map(|word| word.to_str().expect("text")).collect();
        Ok((words.join(" "), translated.notes))
    }

    #[test]
    fn options_are_put_into_our_words() {
        for (klee, vellum) in [
            ("-output-dir=o a.bc", "--out o a.bc"),
            ("--output-dir o a.bc", "--out o a.bc"),
            ("-max-time=60 -out x a.bc -max-time 3", "--max-time=60 --out x a.bc -max-time 3"),
            ("--search=nurs:covnew --search dfs a.bc", "--search covnew --search dfs a.bc"),
            ("--entry-point=f --rng-initial-seed=7 a.bc", "--entry f --seed 7 a.bc"),
            ("--kdalloc-quarantine=-1 a.bc", "--quarantine inf a.bc"),
            ("--only-seed=false --debug-validate-solver a.bc", "--check-solver a.bc"),
            ("--libc=musl --external-calls=all a.bc", "--libc musl --external all a.bc"),
            ("--libc none a.bc", "--libc none a.bc"),
            ("--dump-states-on-halt=false a.bc", "a.bc"),
            // Values are no options, and what follows the program is the program's.
            ("--cflag --libc=x a.bc --libc=y", "--cflag --libc=x a.bc --libc=y"),
            ("--sym-args 0 1 -q -O 2 -O2 a.bc", "--sym-args 0 1 -q -O 2 -O2 a.bc"),
            ("--nonsense a.bc", "--nonsense a.bc"),
        ] {
            assert_eq!(of(klee), Ok((vellum.to_owned(), Vec::new())), "{klee}");
        }
    }

    #[test]
    fn what_has_no_effect_leaves_a_note() {
        // What follows is the program, not a value.
        for option in ["--dump-states-on-halt", "-dump-states-on-halt=all"] {
            let (words, notes) = of(&format!("{option} a.bc")).expect("accepted");
            assert_eq!((words.as_str(), notes.len()), ("a.bc", 1));
        }
        let (words, notes) = of("--libc=uclibc -posix-runtime --kdalloc-heap-size=5 a.bc").expect("accepted");
        assert_eq!((words.as_str(), notes.len()), ("a.bc", 3));
        assert!(notes[0].starts_with("option `--libc` has no effect: the C library is"), "{}", notes[0]);
    }

    #[test]
    fn every_row_does_what_it_says() {
        for (name, takes, meaning) in OPTIONS {
            let name = name.replace('*', "x");
            let value = if *takes == Takes::Value { "=5" } else { "" };
            let result = of(&format!("--{name}{value} a.bc"));
            match meaning {
                Meaning::Is(ours, _) | Meaning::Unless(ours, ..) => {
                    assert!(result.expect(&name).0.starts_with(&format!("--{ours}")), "{name}");
                }
                Meaning::Note(_) => assert_eq!(result.expect(&name).1.len(), 1, "{name}"),
                Meaning::Refused(instead) => {
                    let message = result.expect_err(&name);
                    assert!(message.contains(instead) && message.lines().count() == 1, "{message}");
                }
            }
        }
    }

    #[test]
    fn a_value_that_is_missing_is_told() {
        assert_eq!(of("--entry-point"), Err("option `--entry-point` takes a value".to_owned()));
    }
}
