//! Response files: `@file` stands for the arguments in `file`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Response files may name response files, but not without end.
const DEPTH: usize = 16;

/// `args` with each `@file` replaced by its contents. One that cannot be read stays: clang will say so.
pub(crate) fn expand(args: &[OsString]) -> Vec<OsString> {
    let mut expanded = Vec::with_capacity(args.len());
    expand_into(&mut expanded, args, DEPTH);
    expanded
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
    use super::{expand, split};
    use std::ffi::OsString;

    #[test]
    fn words_are_split_as_gnu_tools_do() {
        assert_eq!(split(b" a.o  b.o\n-o x "), ["a.o", "b.o", "-o", "x"]);
        assert_eq!(split(br#""a b" c\ d 'e "f' """#), ["a b", "c d", "e \"f", ""]);
        assert_eq!(split(br#""a\"b" 'c\'d'"#), ["a\"b", "c'd"]);
    }

    #[test]
    fn what_cannot_be_read_stays() {
        let args = [OsString::from("@/does/not/exist"), OsString::from("a.c")];
        assert_eq!(expand(&args), args);
    }
}
