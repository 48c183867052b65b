//! Whether a native run shows what the run found, and what is said where it does not.
//!
//! Sanitizers see less than the engine: a program that ends quietly under them may still have the fault.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use vellum_report::{Outcome, replay::Ending};

use super::outcomes;

/// The exit status of a replay with sanitizers that shows nothing of what the run found.
pub(super) const UNSEEN: u8 = 5;

/// The exit status with which a program ends of which a sanitizer reported something. Programs hardly use it.
pub(super) const REPORTED: i32 = 165;

/// Findings that the address and undefined-behaviour sanitizers do not look for at all.
const BLIND: &[&str] = &["uninitialised", "infinite-loop", "pointer-comparison", "symbolic", "undecided"];

/// Whether a program that ended so shows a finding of this kind.
pub(super) fn shows(kind: &str, ending: Ending, is_reported: bool) -> bool {
    match ending {
        _ if is_reported => true,
        Ending::Signal(_) | Ending::Exit(REPORTED) => true,
        Ending::TimedOut => kind == "infinite-loop",
        // So ends a program that reports something itself, by `klee_report_error`.
        Ending::Exit(status) => kind == "user" && status == 1,
    }
}

/// What is said of a program that ended by itself and shows nothing of what was found there.
pub(super) fn unseen(kind: &str, place: Option<&(String, u32)>, status: i32) -> String {
    let place = place.map_or_else(String::new, |(file, line)| format!(" ({file}:{line})"));
    let why = sight(kind);
    format!("the run found `{kind}` here{place}, {why}; the program ended by itself with status {status}")
}

/// Why nothing is to be seen of a finding, behind the words that name it.
fn sight(kind: &str) -> &'static str {
    match kind {
        "leak" => "of which LeakSanitizer saw nothing",
        kind if BLIND.contains(&kind) => {
            "which AddressSanitizer and UndefinedBehaviorSanitizer do not look for"
        }
        _ => "of which AddressSanitizer and UndefinedBehaviorSanitizer saw nothing",
    }
}

/// What was found on the path of a test, as far as the files beside the test tell.
pub(super) fn recorded(test: &Path) -> Option<Outcome> {
    let name = test.file_name()?.to_str()?;
    match outcomes(test.parent()?).ok().and_then(|outcomes| outcomes.get(name).cloned()) {
        Some(finding @ Outcome::Finding { .. }) => Some(finding),
        _ => beside(test),
    }
}

/// What was found beside how the path of a test ended: leaks, of a path that left by itself.
pub(super) fn beside(test: &Path) -> Option<Outcome> {
    let text = fs::read_to_string(error_file(test.parent()?, test)?).ok()?;
    Outcome::from_error_text(&text)
}

/// The first file that says what was found on the path of a test.
fn error_file(folder: &Path, test: &Path) -> Option<PathBuf> {
    let stem = test.file_stem().and_then(OsStr::to_str)?;
    let is_of_test = |file: &PathBuf| {
        let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let is_error = file.extension().is_some_and(|extension| extension == "err");
        is_error && name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.'))
    };
    fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(is_of_test).min()
}

#[cfg(test)]
mod tests {
    use vellum_engine::BugKind;
    use vellum_report::replay::Ending;

    use super::{BLIND, REPORTED, shows, unseen};

    #[test]
    fn reports_and_signals_show_a_finding_and_leaving_does_not() {
        for kind in ["out-of-bounds", "uninitialised", "infinite-loop", "user"] {
            assert!(shows(kind, Ending::Exit(0), true) && shows(kind, Ending::Exit(REPORTED), false));
            assert!(shows(kind, Ending::Signal(6), false) && !shows(kind, Ending::Exit(0), false));
        }
        assert!(shows("user", Ending::Exit(1), false) && !shows("leak", Ending::Exit(1), false));
        assert!(shows("infinite-loop", Ending::TimedOut, false) && !shows("leak", Ending::TimedOut, false));
    }

    #[test]
    fn what_is_not_looked_for_is_a_kind_of_finding() {
        assert!(BLIND.iter().all(|kind| BugKind::from_name(kind).is_some()));
    }

    #[test]
    fn what_nobody_sees_is_said() {
        let place = ("a.c".to_owned(), 7);
        assert_eq!(
            unseen("uninitialised", Some(&place), 0),
            "the run found `uninitialised` here (a.c:7), which AddressSanitizer and UndefinedBehaviorSanitizer do \
             not look for; the program ended by itself with status 0"
        );
        assert_eq!(
            unseen("leak", None, 3),
            "the run found `leak` here, of which LeakSanitizer saw nothing; the program ended by itself with status 3"
        );
    }
}
