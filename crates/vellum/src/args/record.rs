//! Options about records of runs, and the command line of a run that goes on from one.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;
use vellum_collections::Map;

/// What is kept of a run for another one, and what another one left.
#[derive(Args, Debug, Default)]
pub(crate) struct RecordArgs {
    /// Keep what the run decides and what the solver says, so that it can be resumed or run again
    #[arg(long)]
    pub(crate) record: bool,

    /// Go on with a recorded run where it was, in the same folder; its program and options need not be typed again,
    /// those that are typed replace them
    #[arg(long, value_name = "RUN", conflicts_with_all = ["rerun", "out"])]
    pub(crate) resume: Option<PathBuf>,

    /// Run a recorded run again, in a new folder and without asking the solver what is recorded
    #[arg(long, value_name = "RUN")]
    pub(crate) rerun: Option<PathBuf>,

    /// Leave out the parts that the recorded run explored to the end
    #[arg(long, requires = "rerun", conflicts_with = "record")]
    pub(crate) prune: bool,
}

impl RecordArgs {
    /// Whether another run is to be looked at.
    pub(crate) fn has_past(&self) -> bool {
        self.resume.is_some() || self.rerun.is_some()
    }
}

/// Options of a recorded run that say nothing of another one.
const OWN: &[&str] = &["out", "record", "resume", "rerun", "prune"];

/// Options that do not change where a path leads, beside those that begin with `max-`.
const HARMLESS: &[&str] = &[
    "search",
    "quiet",
    "stats",
    "progress",
    "stats-interval",
    "tests",
    "all-findings",
    "log-queries",
    "objects",
];

fn changes_paths(name: &str) -> bool {
    // Limits stop a path; that so many calls may fail is no limit, nor is what is reserved for a block.
    let is_limit = name.starts_with("max-") && !["max-fail", "max-symbolic-size"].contains(&name);
    !is_limit && !OWN.contains(&name) && !HARMLESS.contains(&name)
}

/// The first option by which paths of two runs may differ: how each of them has it. `values` says how many words follow
/// an option.
pub(crate) fn difference(
    recorded: &[OsString],
    now: &[OsString],
    values: &dyn Fn(&str) -> Option<usize>,
) -> Option<[String; 2]> {
    let (recorded, now) = (by_name(recorded, values), by_name(now, values));
    let name = recorded.keys().chain(now.keys()).find(|&name| recorded.get(name) != now.get(name))?;
    let told = |options: &Map<String, Vec<String>>| {
        options.get(name).map_or_else(|| format!("no `--{name}`"), |words| format!("`{}`", words.join(" ")))
    };
    Some([told(&recorded), told(&now)])
}

/// The options that change paths, each in one way of writing it, in the order in which they are there. That of different
/// options says something only of symbolic surroundings.
fn by_name(words: &[OsString], values: &dyn Fn(&str) -> Option<usize>) -> Map<String, Vec<String>> {
    let mut all: Map<String, Vec<String>> = Map::default();
    for (name, words) in options(words, values).into_iter().filter(|(name, _)| changes_paths(name)) {
        let text: Vec<String> = words.iter().map(|word| format!("{}", word.display())).collect();
        let text = match (text.as_slice(), text[0].split_once('=')) {
            ([one], Some((option, value))) if one.starts_with("--") => format!("{option} {value}"),
            // `-O2` is `-O 2`.
            ([one], _) if name.len() == 1 && one.len() > 2 => format!("-{name} {}", &one[1 + name.len()..]),
            _ => text.join(" "),
        };
        let name = if name.starts_with("sym-") { "sym-…".to_owned() } else { name };
        all.entry(name).or_default().push(text);
    }
    all
}

/// The words of a run that goes on from another: what was recorded, but for the options that are typed, then what is
/// typed, then the command. `values` says how many words follow an option.
pub(crate) fn together(
    recorded: &[OsString],
    typed: &[OsString],
    command: &[OsString],
    values: &dyn Fn(&str) -> Option<usize>,
) -> Vec<OsString> {
    let again: Vec<String> = options(typed, values).into_iter().map(|(name, _)| name).collect();
    let is_kept = |name: &String| !again.contains(name) && !OWN.contains(&name.as_str());
    let kept = options(recorded, values).into_iter().filter(|(name, _)| is_kept(name));
    let mut words = vec![OsString::from("run")];
    words.extend(kept.flat_map(|(_, words)| words).cloned());
    words.extend(options(typed, values).into_iter().flat_map(|(_, words)| words).cloned());
    // A program may be called like an option.
    words.push("--".into());
    words.extend(command.iter().cloned());
    words
}

/// The options among the words before a program, each by its name and with its values.
fn options<'w>(
    words: &'w [OsString],
    values: &dyn Fn(&str) -> Option<usize>,
) -> Vec<(String, &'w [OsString])> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let word = words[at].to_string_lossy();
        let (name, more) = match (word.strip_prefix("--"), word.strip_prefix('-')) {
            (Some(long), _) => match long.split_once('=') {
                Some((name, _)) => (name, 0),
                None => (long, values(long).unwrap_or(0)),
            },
            (None, Some("O")) => ("O", 1),
            (None, Some("q")) => ("quiet", 0),
            (None, Some(short)) => (short.get(..1).unwrap_or(short), 0),
            // The name of the command.
            (None, None) => ("", 0),
        };
        let end = (at + 1 + more).min(words.len());
        if !name.is_empty() {
            found.push((name.to_owned(), &words[at..end]));
        }
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{difference, together};

    #[test]
    fn what_is_typed_replaces_what_was_recorded() {
        let words = |text: &str| text.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        let values = |name: &str| {
            Some(match name {
                "sym-args" => 3,
                "seed" | "search" | "max-time" | "out" | "resume" | "max-paths" | "cflag" => 1,
                _ => 0,
            })
        };
        let check = |recorded: &str, typed: &str, expected: &str| {
            let all = together(&words(recorded), &words(typed), &words("p.c -x"), &values);
            assert_eq!(all, words(expected), "{recorded} | {typed}");
        };
        check(
            "run --record --seed 3 --out a --sym-args 0 2 3 -O2 -q",
            "run --resume a",
            "run --seed 3 --sym-args 0 2 3 -O2 -q --resume a -- p.c -x",
        );
        check(
            "run --max-time=3s --search dfs --search bfs --cflag -O3 -O 2 --",
            "run --max-time 4s --search covnew -O1",
            "run --cflag -O3 --max-time 4s --search covnew -O1 -- p.c -x",
        );
    }

    #[test]
    fn what_changes_paths_is_told_however_it_is_written() {
        let words = |text: &str| text.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        let values = |name: &str| Some(usize::from(!matches!(name, "record" | "prune" | "stats")));
        let check = |recorded: &str, now: &str, expected: Option<[&str; 2]>| {
            let told = difference(&words(recorded), &words(now), &values);
            assert_eq!(told, expected.map(|both| both.map(str::to_owned)), "{recorded} | {now}");
        };
        check(
            "run --record --seed 3 --out a -O2",
            "run -O 2 --prune --seed=3 --max-time 4s -q --stats",
            None,
        );
        check("run --seed 3", "run --seed 4", Some(["`--seed 3`", "`--seed 4`"]));
        check("run", "run --max-fail 4", Some(["no `--max-fail`", "`--max-fail 4`"]));
        check("run --check-leaks on", "run", Some(["`--check-leaks on`", "no `--check-leaks`"]));
        check(
            "run --sym-arg 1 --sym-stdin 2",
            "run --sym-stdin 2 --sym-arg 1",
            Some(["`--sym-arg 1 --sym-stdin 2`", "`--sym-stdin 2 --sym-arg 1`"]),
        );
    }
}
