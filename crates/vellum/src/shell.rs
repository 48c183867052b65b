//! Words as a shell reads them, for commands that people copy.

use std::{ffi::OsStr, fmt::Write as _, os::unix::ffi::OsStrExt, path::Path};

use crate::load::named_file;

/// Characters that mean themselves wherever they stand.
const PLAIN: &str = "%+,-./:=@_";

/// A word, in quotes where it needs them.
pub(crate) fn quoted(word: &OsStr) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || PLAIN.contains(c);
    match word.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(is_plain) => text.to_owned(),
        Some(text) if !text.chars().any(char::is_control) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => escaped(word.as_bytes()),
    }
}

/// A file as an argument: never one that looks like an option.
pub(crate) fn quoted_file(file: &Path) -> String {
    quoted(named_file(file).as_os_str())
}

/// As bash, zsh and ksh have it: every byte can be written like this.
fn escaped(bytes: &[u8]) -> String {
    let mut text = "$'".to_owned();
    for &byte in bytes {
        match byte {
            b'\'' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            // Always three digits: what follows may be one.
            _ => write!(text, "\\{byte:03o}").expect("writing to a string"),
        }
    }
    text + "'"
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path, process::Command};

    use super::{quoted, quoted_file};

    #[test]
    fn a_shell_reads_what_was_meant() {
        let words: [&[u8]; 8] = [
            b"a.c",
            b"",
            b"a b",
            b"it's \"$HOME\" `x` \\",
            b"*",
            b"\xff\xfe1'",
            b"a\nb\t\\",
            "ä&<>|;#~!".as_bytes(),
        ];
        for word in words {
            let word = OsStr::from_bytes(word);
            let script = format!("printf %s {}", quoted(word));
            let output = Command::new("bash").arg("-c").arg(&script).output().expect("there is a shell");
            assert_eq!(OsStr::from_bytes(&output.stdout), word, "{script}");
        }
    }

    #[test]
    fn plain_words_stay_as_they_are() {
        assert_eq!(quoted(OsStr::new("vellum-out-1/test000001.ktest")), "vellum-out-1/test000001.ktest");
        assert_eq!(quoted_file(Path::new("-a b.c")), "'./-a b.c'");
    }
}
