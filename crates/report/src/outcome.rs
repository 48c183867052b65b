//! How the path of a test ended: what a replay of the test is compared with.

use std::fmt;

use serde_json::{Value, json};
use vellum_engine::BugKind;

use crate::finding::Finding;

/// How the path of a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program left with this status.
    Exit(i32),
    /// Something was found.
    Finding {
        /// Its kind.
        kind: String,
        /// Its file and line, as far as known.
        place: Option<(String, u32)>,
    },
}

impl Outcome {
    /// The outcome of a path that ended in `finding`.
    pub fn of(finding: &Finding) -> Self {
        let place = finding.position().map(|entry| (entry.file.clone(), entry.line));
        Self::Finding { kind: finding.kind.to_owned(), place }
    }

    /// The line of `tests.jsonl` for this outcome of a test, without its end.
    pub fn to_line(&self, test: &str) -> String {
        let value = match self {
            Self::Exit(status) => json!({ "test": test, "end": "exit", "status": status }),
            Self::Finding { kind, place } => json!({
                "test": test,
                "end": "finding",
                "kind": kind,
                "file": place.as_ref().map(|(file, _)| file),
                "line": place.as_ref().map(|(_, line)| line),
            }),
        };
        value.to_string()
    }

    /// The test and outcome of a line of `tests.jsonl`.
    pub fn from_line(line: &str) -> Option<(String, Self)> {
        let value: Value = serde_json::from_str(line).ok()?;
        let test = value.get("test")?.as_str()?.to_owned();
        let outcome = match value.get("end")?.as_str()? {
            "exit" => Self::Exit(i32::try_from(value.get("status")?.as_i64()?).ok()?),
            "finding" => {
                let file = value.get("file").and_then(Value::as_str).map(str::to_owned);
                let line =
                    value.get("line").and_then(Value::as_u64).and_then(|line| u32::try_from(line).ok());
                Self::Finding { kind: value.get("kind")?.as_str()?.to_owned(), place: file.zip(line) }
            }
            _ => return None,
        };
        Some((test, outcome))
    }

    /// The outcome in the text of an `.err` file.
    pub fn from_error_text(text: &str) -> Option<Self> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let (kind, _) = field("Error: ")?.split_once(": ")?;
        BugKind::from_name(kind)?;
        let line = field("Line: ").and_then(|line| line.parse().ok());
        Some(Self::Finding { kind: kind.to_owned(), place: field("File: ").map(str::to_owned).zip(line) })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "exit {status}"),
            Self::Finding { kind, place: Some((file, line)) } => write!(f, "{kind} at {file}:{line}"),
            Self::Finding { kind, place: None } => f.write_str(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    #[test]
    fn outcomes_come_back_from_their_lines() {
        let found = |place| Outcome::Finding { kind: "abort".into(), place };
        for outcome in [Outcome::Exit(-3), found(None), found(Some(("a \"b\".c".into(), 7)))] {
            let line = outcome.to_line("t.ktest");
            assert_eq!(Outcome::from_line(line.trim_end()), Some(("t.ktest".into(), outcome)));
        }
        assert_eq!(Outcome::from_line("{\"test\": 3}"), None);
    }

    #[test]
    fn outcomes_are_in_the_texts_of_findings() {
        let found = |place| Some(Outcome::Finding { kind: "leak".into(), place });
        let text = "Error: leak: nothing points to it\nFile: a: b.c\nLine: 7\nStack:\n  #0 main\n";
        assert_eq!(Outcome::from_error_text(text), found(Some(("a: b.c".into(), 7))));
        assert_eq!(Outcome::from_error_text("Error: leak: nothing points to it\n"), found(None));
        // As KLEE writes them.
        assert_eq!(Outcome::from_error_text("Error: memory error: out of bound pointer\n"), None);
    }
}
