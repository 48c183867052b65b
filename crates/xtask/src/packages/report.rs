//! Says how two runs of a case differ, in a few lines.

use std::{collections::BTreeSet, fmt::Write as _};

use crate::packages::cases::Seen;

/// Differing lines shown per stream or file.
const SHOWN: usize = 4;

/// The longest line shown in full.
const WIDTH: usize = 160;

/// How `vellum` differs from `native`.
pub(super) fn difference(native: &Seen, vellum: &Seen) -> String {
    let mut text = String::new();
    if (native.ended.status, native.ended.timed_out) != (vellum.ended.status, vellum.ended.timed_out) {
        let _ = writeln!(text, "  exit status: - {}  + {}", status(native), status(vellum));
    }
    bytes(&mut text, "stdout", &native.ended.stdout, &vellum.ended.stdout);
    bytes(&mut text, "stderr", &native.ended.stderr, &vellum.ended.stderr);
    let nothing = ("nothing".to_owned(), Vec::new());
    let names: BTreeSet<&String> = native.files.keys().chain(vellum.files.keys()).collect();
    for name in names {
        let one = native.files.get(name).unwrap_or(&nothing);
        let other = vellum.files.get(name).unwrap_or(&nothing);
        if one.0 != other.0 {
            let _ = writeln!(text, "  {name}: - {}  + {}", one.0, other.0);
        }
        bytes(&mut text, name, &one.1, &other.1);
    }
    text
}

fn status(seen: &Seen) -> String {
    match seen.ended.status {
        Some(124) => "124 (time limit)".to_owned(),
        Some(status) => status.to_string(),
        None => "a signal".to_owned(),
    }
}

/// The first differing lines of two texts.
fn bytes(text: &mut String, name: &str, native: &[u8], vellum: &[u8]) {
    if native == vellum {
        return;
    }
    let native: Vec<&[u8]> = native.split_inclusive(|byte| *byte == b'\n').collect();
    let vellum: Vec<&[u8]> = vellum.split_inclusive(|byte| *byte == b'\n').collect();
    let same = native.iter().zip(&vellum).take_while(|(one, other)| one == other).count();
    let _ = writeln!(text, "  {name}, from line {}:", same + 1);
    for (sign, lines) in [('-', &native), ('+', &vellum)] {
        for line in lines.iter().skip(same).take(SHOWN) {
            let shown: String = line.escape_ascii().to_string().chars().take(WIDTH).collect();
            let _ = writeln!(text, "    {sign} {shown}");
        }
    }
}

/// What a `summary.json` has to say about a run that did not end by itself; nothing for one that did.
pub(super) fn complaint(summary: &str) -> String {
    if summary.is_empty() {
        return "  a run without a summary: it was killed, or crashed\n".to_owned();
    }
    if summary.contains("\"completed\": 1") {
        return String::new();
    }
    let telling = |line: &&str| {
        [
            "\"program\": ",
            "\"message\": ",
            "\"file\": ",
            "\"line\": ",
            "\"unsupported\": \"",
            "\"stopped_by\": \"",
        ]
        .iter()
        .any(|key| line.trim_start().starts_with(key))
    };
    summary.lines().filter(telling).fold(String::new(), |text, line| text + "  " + line.trim_start() + "\n")
}

#[cfg(test)]
mod tests {
    use super::{Seen, complaint, difference};
    use crate::process::Ended;
    use std::collections::BTreeMap;

    fn seen(status: i32, stdout: &str, file: &str) -> Seen {
        let ended =
            Ended { status: Some(status), timed_out: false, stdout: stdout.into(), stderr: Vec::new() };
        Seen { ended, files: BTreeMap::from([("f".to_owned(), ("file 644".to_owned(), file.into()))]) }
    }

    #[test]
    fn only_what_differs_is_shown() {
        assert_eq!(difference(&seen(0, "a\nb\n", "x"), &seen(0, "a\nb\n", "x")), "");
        assert_eq!(
            difference(&seen(0, "a\nb\n", "x"), &seen(1, "a\nc\nd", "x")),
            "  exit status: - 0  + 1\n  stdout, from line 2:\n    - b\\n\n    + c\\n\n    + d\n"
        );
        assert_eq!(difference(&seen(0, "", "x"), &seen(0, "", "")), "  f, from line 1:\n    - x\n");
    }

    #[test]
    fn a_run_that_did_not_end_by_itself_is_a_complaint() {
        assert!(complaint("").contains("without a summary"));
        assert_eq!(complaint("{\n  \"paths\": {\n    \"completed\": 1,\n"), "");
        assert_eq!(
            complaint("{\n  \"unsupported\": \"threads\",\n  \"x\": 0\n"),
            "  \"unsupported\": \"threads\",\n"
        );
    }
}
