//! Response files: `@file` stands for the arguments in `file`.
//!
//! They are read to see what is asked for. The system limits how long a command line can be, and whoever uses them
//! may have more arguments than that: what is passed on goes through a file again.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use crate::cc::CcError;

/// Bytes from which on arguments go through a file. Linux takes an eighth of a megabyte at the least.
const LONG: usize = 64 << 10;

/// Response files may name response files, but not without end.
const DEPTH: usize = 16;

/// `args` with each `@file` replaced by its contents. One that cannot be read stays: clang will say so.
pub(crate) fn expand(args: &[OsString]) -> Vec<OsString> {
    let mut expanded = Vec::with_capacity(args.len());
    expand_into(&mut expanded, args, DEPTH);
    expanded
}

/// Whether arguments are too long for a command line.
pub(crate) fn is_long(args: &[OsString]) -> bool {
    args.iter().map(|arg| arg.len() + 1).sum::<usize>() > LONG
}

/// `args`, or, where they are too long for a command line, the name of `file`, which holds them then.
pub(crate) fn shorten(args: Vec<OsString>, file: &Path) -> Result<Vec<OsString>, CcError> {
    if !is_long(&args) {
        return Ok(args);
    }
    let text: Vec<u8> = args.iter().flat_map(|arg| quote(arg)).collect();
    fs::write(file, text).map_err(|error| CcError::file(file, error))?;
    let mut name = OsString::from("@");
    name.push(file);
    Ok(vec![name])
}

/// The line of a response file that stands for `arg`.
fn quote(arg: &OsStr) -> Vec<u8> {
    let mut line = vec![b'"'];
    for byte in arg.as_bytes() {
        if matches!(byte, b'"' | b'\\') {
            line.push(b'\\');
        }
        line.push(*byte);
    }
    line.extend(b"\"\n");
    line
}

fn expand_into(expanded: &mut Vec<OsString>, args: &[OsString], depth: usize) {
    for arg in args {
        let file = arg.as_bytes().strip_prefix(b"@").filter(|_| depth > 0);
        match file.and_then(|name| fs::read(OsStr::from_bytes(name)).ok()) {
            Some(text) => expand_into(expanded, &split(&text), depth - 1),
            None => expanded.push(arg.clone()),
        }
    }
}

/// Splits `text` at white space as GNU tools do: quotes of both kinds group, a backslash takes the next
/// character as it is, inside single quotes, too.
fn split(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(bytes.next()),
            (_, Some(open)) if byte == open => quote = None,
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (_, None) if byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::{LONG, expand, quote, shorten, split};
    use std::ffi::OsString;
    use std::path::Path;

    #[test]
    fn words_are_split_as_gnu_tools_do() {
        assert_eq!(split(b" a.o  b.o\n-o x "), ["a.o", "b.o", "-o", "x"]);
        assert_eq!(split(br#""a b" c\ d 'e "f' """#), ["a b", "c d", "e \"f", ""]);
        assert_eq!(split(br#""a\"b" 'c\'d'"#), ["a\"b", "c'd"]);
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        for arg in ["a.o", "a b", "a\"b'c", "\\d", "", "-DX=\"\\n\"", "two\nlines"] {
            assert_eq!(split(&quote(arg.as_ref())), [arg]);
        }
    }

    #[test]
    fn only_long_command_lines_go_through_a_file() {
        let short = vec![OsString::from("a.o")];
        assert_eq!(shorten(short.clone(), Path::new("/does/not/exist")).unwrap(), short);
        let long = vec![OsString::from("a".repeat(LONG))];
        assert!(shorten(long, Path::new("/does/not/exist")).is_err());
    }

    #[test]
    fn what_cannot_be_read_stays() {
        let args = [OsString::from("@/does/not/exist"), OsString::from("a.c")];
        assert_eq!(expand(&args), args);
    }
}
