//! Static libraries: `ar` archives with a symbol table.
//!
//! Only the table is read up front; a member is looked at when somebody needs a symbol it defines. Every
//! length in the file is checked: a damaged archive is an error, never a panic.

use vellum_collections::{Map, cast::index64};

const MAGIC: &[u8] = b"!<arch>\n";
const HEADER: usize = 60;

/// What is wrong with an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArchiveError {
    /// The file does not start like an archive.
    NotAnArchive,
    /// There is no table of symbols.
    NoSymbolTable,
    /// A length or offset points outside the file.
    Damaged,
}

impl ArchiveError {
    /// The error in words.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::NotAnArchive => "not an `ar` archive",
            Self::NoSymbolTable => "the archive has no symbol table, `llvm-ranlib-22` makes one",
            Self::Damaged => "the archive ends in the middle of a member",
        }
    }
}

/// A library, borrowed from its bytes.
#[derive(Debug)]
pub(crate) struct Archive<'a> {
    bytes: &'a [u8],
    /// Where the member that defines a symbol starts; the first one wins.
    symbols: Map<&'a [u8], usize>,
    long_names: &'a [u8],
}

/// A file inside an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Member<'a> {
    /// Its name.
    pub(crate) name: &'a [u8],
    /// Its contents.
    pub(crate) bytes: &'a [u8],
}

impl<'a> Archive<'a> {
    /// Reads the symbol table.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, ArchiveError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ArchiveError::NotAnArchive);
        }
        let mut archive = Self { bytes, symbols: Map::default(), long_names: &[] };
        let mut position = MAGIC.len();
        let mut has_table = false;
        // The tables come before the first ordinary member.
        while position < bytes.len() {
            let (name, contents, next) = archive.raw_member(position)?;
            match name {
                b"/" => archive.read_table(contents, 4)?,
                b"/SYM64/" => archive.read_table(contents, 8)?,
                b"//" => archive.long_names = contents,
                _ => break,
            }
            has_table |= name != b"//";
            position = next;
        }
        if has_table { Ok(archive) } else { Err(ArchiveError::NoSymbolTable) }
    }

    /// Where the member that defines `symbol` starts.
    pub(crate) fn defining(&self, symbol: &[u8]) -> Option<usize> {
        self.symbols.get(symbol).copied()
    }

    /// The member that starts at `position`, which `defining` returned.
    pub(crate) fn member(&self, position: usize) -> Result<Member<'a>, ArchiveError> {
        let (name, bytes, _) = self.raw_member(position)?;
        Ok(Member { name: self.full_name(name), bytes })
    }

    /// Name as written, contents, and where the next member starts.
    fn raw_member(&self, position: usize) -> Result<(&'a [u8], &'a [u8], usize), ArchiveError> {
        let body = position.checked_add(HEADER).ok_or(ArchiveError::Damaged)?;
        let header = self.bytes.get(position..body).ok_or(ArchiveError::Damaged)?;
        if !header.ends_with(b"`\n") {
            return Err(ArchiveError::Damaged);
        }
        let size = number(&header[48..58]).ok_or(ArchiveError::Damaged)?;
        let end = body.checked_add(size).ok_or(ArchiveError::Damaged)?;
        let contents = self.bytes.get(body..end).ok_or(ArchiveError::Damaged)?;
        Ok((header[..16].trim_ascii_end(), contents, end.next_multiple_of(2)))
    }

    /// A name of the form `/123` is at that place of the table of long names; others end in a slash.
    fn full_name(&self, name: &'a [u8]) -> &'a [u8] {
        let ends = |text: &'a [u8], end: u8| text.split(|&byte| byte == end).next().unwrap_or_default();
        match name.strip_prefix(b"/").and_then(number) {
            Some(start) => ends(ends(self.long_names.get(start..).unwrap_or_default(), b'\n'), b'/'),
            None => ends(name, b'/'),
        }
    }

    /// A table is a count, that many member positions (big-endian words), then that many names.
    fn read_table(&mut self, table: &'a [u8], word: usize) -> Result<(), ArchiveError> {
        let read = |at: usize| -> Option<u64> {
            let bytes = table.get(at..at.checked_add(word)?)?;
            Some(bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
        };
        let count = index64(read(0).ok_or(ArchiveError::Damaged)?);
        let names =
            count.checked_add(1).and_then(|words| words.checked_mul(word)).ok_or(ArchiveError::Damaged)?;
        let mut names = table.get(names..).ok_or(ArchiveError::Damaged)?.split(|&byte| byte == 0);
        for number in 1..=count {
            let position = read(number * word).ok_or(ArchiveError::Damaged)?;
            let name = names.next().ok_or(ArchiveError::Damaged)?;
            self.symbols.entry(name).or_insert(index64(position));
        }
        Ok(())
    }
}

fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits).ok()?.trim_end().parse().ok()
}

#[cfg(test)]
mod tests {
    use vellum_collections::cast::len64;

    use super::{Archive, ArchiveError, Member};

    fn member(name: &str, contents: &[u8]) -> Vec<u8> {
        let mut bytes =
            format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, contents.len()).into_bytes();
        bytes.extend(contents);
        bytes.resize(bytes.len().next_multiple_of(2), b'\n');
        bytes
    }

    /// Two members, one with a long name; `word` is the size of the table's numbers.
    fn sample(word: usize) -> Vec<u8> {
        let long = "a_member_with_a_long_name.o/\n";
        let table_size = 3 * word + "first\0second\0".len();
        let first = 8 + 60 + table_size.next_multiple_of(2) + 60 + long.len().next_multiple_of(2);
        let second = first + 60 + 4;
        let mut table = Vec::new();
        for number in [2, first, second] {
            table.extend(&len64(number).to_be_bytes()[8 - word..]);
        }
        table.extend(b"first\0second\0");
        let mut bytes = b"!<arch>\n".to_vec();
        bytes.extend(member(if word == 4 { "/" } else { "/SYM64/" }, &table));
        bytes.extend(member("//", long.as_bytes()));
        bytes.extend(member("short.o/", b"abc"));
        bytes.extend(member("/0", b"defg"));
        bytes
    }

    #[test]
    fn both_kinds_of_symbol_table_lead_to_members() {
        for word in [4, 8] {
            let bytes = sample(word);
            let archive = Archive::new(&bytes).unwrap();
            let find = |symbol: &[u8]| archive.member(archive.defining(symbol).unwrap()).unwrap();
            assert_eq!(find(b"first"), Member { name: b"short.o", bytes: b"abc" });
            assert_eq!(find(b"second"), Member { name: b"a_member_with_a_long_name.o", bytes: b"defg" });
            assert_eq!(archive.defining(b"third"), None);
        }
    }

    #[test]
    fn a_cut_archive_is_an_error_at_every_length() {
        for word in [4, 8] {
            let bytes = sample(word);
            for length in 0..bytes.len() {
                match Archive::new(&bytes[..length]) {
                    Err(_) => (),
                    Ok(archive) => {
                        let found = archive.defining(b"second").map(|position| archive.member(position));
                        assert_eq!(found, Some(Err(ArchiveError::Damaged)), "cut to {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_files_are_not_archives() {
        assert_eq!(Archive::new(b"\x7fELF").unwrap_err(), ArchiveError::NotAnArchive);
        assert_eq!(Archive::new(b"!<arch>\n").unwrap_err(), ArchiveError::NoSymbolTable);
    }
}
