//! Runs of Vellum in a folder, and what tests of records compare of them.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};

use serde_json::Value;

use crate::folder::Folder;

impl Folder {
    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(words.split_whitespace()).current_dir(&self.0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn vellum(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    /// A run that ends as runs do: what it said.
    pub(crate) fn run(&self, words: &str) -> String {
        let output = self.vellum(&format!("run {words}"));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1 | 4)), "{words}: {text}");
        text
    }

    /// A run that is refused: why.
    pub(crate) fn refused(&self, words: &str) -> String {
        let output = self.vellum(&format!("run {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}");
        String::from_utf8(output.stderr).unwrap()
    }

    pub(crate) fn run_directory(&self, name: &str) -> Run {
        Run(self.0.join(name))
    }

    pub(crate) fn copy(&self, from: &str, to: &str) {
        let (from, to) = (self.0.join(from), self.0.join(to));
        let _ = fs::remove_dir_all(&to);
        fs::create_dir(&to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// A run directory.
pub(crate) struct Run(pub(crate) PathBuf);

/// How often something happened, by what.
pub(crate) type Counts = BTreeMap<String, usize>;

pub(crate) fn counts(things: impl IntoIterator<Item = String>) -> Counts {
    let mut counts = Counts::new();
    for thing in things {
        *counts.entry(thing).or_default() += 1;
    }
    counts
}

impl Run {
    pub(crate) fn lines(&self, name: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.0.join(name)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(crate) fn summary(&self) -> Value {
        serde_json::from_slice(&fs::read(self.0.join("summary.json")).unwrap()).unwrap()
    }

    pub(crate) fn tests(&self) -> Vec<PathBuf> {
        let paths = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "ktest")).collect()
    }

    /// The bytes of all tests.
    pub(crate) fn inputs(&self) -> Counts {
        counts(self.tests().iter().map(|path| format!("{:?}", fs::read(path).unwrap())))
    }

    /// The paths: what each decided, and how it ended.
    pub(crate) fn paths(&self) -> Counts {
        let mut nodes: BTreeMap<u64, Value> = BTreeMap::new();
        for line in self.lines("tree.jsonl") {
            let id = line["id"].as_u64().unwrap();
            assert!(nodes.insert(id, line).is_none(), "node {id} has one line");
        }
        let path = |leaf: &Value| {
            let mut text = format!("{} {} {} {}", leaf["end"], leaf["status"], leaf["kind"], leaf["line"]);
            // Which path shows a finding first is a matter of their order.
            text += if leaf["test"].is_string() && leaf["end"] == "exit" { " tested" } else { "" };
            let mut node = leaf;
            while let Some(parent) = node["parent"].as_u64() {
                let above = &nodes[&parent];
                assert!(above["children"].as_array().unwrap().contains(&node["id"]), "{above} {node}");
                let holds = above["holds"] == node["id"];
                write!(text, " {}:{}:{holds}", above["fork"], above["line"]).unwrap();
                node = above;
            }
            text
        };
        counts(nodes.values().filter(|node| node["end"].is_string()).map(path))
    }

    /// The findings, without the input that shows them.
    pub(crate) fn findings(&self) -> Counts {
        let summary = self.summary();
        let findings = summary["findings"].as_array().unwrap().clone();
        counts(findings.iter().map(|finding| format!("{} {}", finding["kind"], finding["line"])))
    }

    pub(crate) fn outcomes(&self) -> Counts {
        let line = |mut line: Value| {
            assert!(self.0.join(line["test"].as_str().unwrap()).exists());
            line["test"] = Value::Null;
            line.to_string()
        };
        counts(self.lines("tests.jsonl").into_iter().map(line))
    }
}

/// Two runs that explored the same and made tests of the same paths.
pub(crate) fn check_same(one: &Run, other: &Run) {
    let (paths, others) = (one.paths(), other.paths());
    let missing = |from: &Counts, to: &Counts| {
        from.keys().find(|&path| from[path] != *to.get(path).unwrap_or(&0)).cloned()
    };
    assert_eq!(missing(&paths, &others), None, "of {} and {} paths", paths.len(), others.len());
    assert_eq!(missing(&others, &paths), None, "of {} and {} paths", paths.len(), others.len());
    assert_eq!(one.outcomes(), other.outcomes());
    assert_eq!(one.tests().len(), other.tests().len());
    check_same_figures(one, other);
}

/// Two runs that came to the same, whatever tests they made.
pub(crate) fn check_same_figures(one: &Run, other: &Run) {
    assert_eq!(one.findings(), other.findings());
    let (first, second) = (one.summary(), other.summary());
    for figure in ["paths", "forks_by", "coverage", "complete", "exit_status", "stopped_by", "left_out"] {
        assert_eq!(first[figure], second[figure], "{figure}");
    }
    let coverage = |run: &Run| fs::read_to_string(run.0.join("coverage.lcov")).unwrap();
    assert_eq!(coverage(one), coverage(other));
}

/// Waits until a run's record has so many bytes, or the run is over.
pub(crate) fn wait_for(child: &mut Child, record: &Path, bytes: u64) {
    while child.try_wait().unwrap().is_none() {
        if fs::metadata(record).is_ok_and(|data| data.len() >= bytes) {
            return;
        }
        thread::yield_now();
    }
}
