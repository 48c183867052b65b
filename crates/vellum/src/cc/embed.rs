//! The bitcode inside an executable that `vellum cc` built.
//!
//! A section walker for 64-bit little-endian ELF files that trusts nothing it reads: a damaged file is an
//! error, never a panic, and no size found in a file is allocated before it is compared with the file's own.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// The section that holds the whole program's bitcode.
pub(crate) const SECTION: &str = ".vellum.bitcode";

/// The bitcode in `file`; `None` if it is not an ELF file of ours or has no such section.
pub(crate) fn embedded_bitcode(file: &Path) -> Result<Option<Vec<u8>>, EmbedError> {
    section(file, SECTION)
}

/// The contents of the section of that name; `None` if `file` is not an ELF file of ours or has no such section.
pub(crate) fn section(file: &Path, name: &str) -> Result<Option<Vec<u8>>, EmbedError> {
    find_section(&mut File::open(file)?, name.as_bytes())
}

/// Whether `file` has a section of that name that is not empty; a file that cannot be read has none.
pub(crate) fn has_section(file: &Path, name: &str) -> bool {
    section(file, name).is_ok_and(|contents| contents.is_some_and(|contents| !contents.is_empty()))
}

/// Why the section could not be read.
#[derive(Debug)]
pub(crate) enum EmbedError {
    /// The file could not be read.
    Io(io::Error),
    /// The file says of itself what cannot be.
    Corrupt(&'static str),
}

impl From<io::Error> for EmbedError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Display for EmbedError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Corrupt(what) => write!(f, "the ELF file is damaged: {what}"),
        }
    }
}

impl Error for EmbedError {}

const HEADER: u64 = 64;
const SECTION_HEADER: u64 = 64;
const SHT_NOBITS: u32 = 8;
const SHN_XINDEX: u32 = 0xffff;

/// What matters of a section header.
struct Section {
    name: u32,
    kind: u32,
    offset: u64,
    size: u64,
    link: u32,
}

fn find_section(file: &mut (impl Read + Seek), wanted: &[u8]) -> Result<Option<Vec<u8>>, EmbedError> {
    let length = file.seek(SeekFrom::End(0))?;
    if length < HEADER {
        return Ok(None);
    }
    let header = read(file, length, 0, HEADER)?;
    if !header.starts_with(b"\x7fELF\x02\x01") {
        return Ok(None);
    }
    let table = number(&header, 0x28, 8)?;
    if table == 0 {
        return Ok(None);
    }
    if number(&header, 0x3a, 2)? != SECTION_HEADER {
        return Err(EmbedError::Corrupt("section headers of an unknown size"));
    }
    let section = |file: &mut _, index: u64| -> Result<Section, EmbedError> {
        let offset = index.checked_mul(SECTION_HEADER).and_then(|start| start.checked_add(table));
        let offset = offset.ok_or(EmbedError::Corrupt("a section header beyond the end of the file"))?;
        parse_section(&read(file, length, offset, SECTION_HEADER)?)
    };
    // Numbers too large for their field are in the first section header.
    let first = section(file, 0)?;
    let count = match number(&header, 0x3c, 2)? {
        0 => first.size,
        count => count,
    };
    let names = match small(&header, 0x3e, 2)? {
        SHN_XINDEX => first.link,
        index => index,
    };
    let names = section(file, names.into())?;
    let names = read(file, length, names.offset, names.size)?;
    for index in 1..count {
        let candidate = section(file, index)?;
        if !is_named(&names, candidate.name, wanted)? {
            continue;
        }
        if candidate.kind == SHT_NOBITS {
            return Err(EmbedError::Corrupt("the bitcode section has no contents"));
        }
        return Ok(Some(read(file, length, candidate.offset, candidate.size)?));
    }
    Ok(None)
}

fn parse_section(bytes: &[u8]) -> Result<Section, EmbedError> {
    Ok(Section {
        name: small(bytes, 0x00, 4)?,
        kind: small(bytes, 0x04, 4)?,
        offset: number(bytes, 0x18, 8)?,
        size: number(bytes, 0x20, 8)?,
        link: small(bytes, 0x28, 4)?,
    })
}

/// Whether the string at `start` of the name table is `wanted`.
fn is_named(names: &[u8], start: u32, wanted: &[u8]) -> Result<bool, EmbedError> {
    let start = usize::try_from(start).map_err(|_| EmbedError::Corrupt("a name beyond the name table"))?;
    let rest = names.get(start..).ok_or(EmbedError::Corrupt("a name beyond the name table"))?;
    Ok(rest.strip_prefix(wanted).is_some_and(|after| after.first() == Some(&0)))
}

/// `size` bytes at `offset`, which must lie in the file.
fn read(file: &mut (impl Read + Seek), length: u64, offset: u64, size: u64) -> Result<Vec<u8>, EmbedError> {
    let beyond = EmbedError::Corrupt("a section beyond the end of the file");
    let Some(end) = offset.checked_add(size).filter(|end| *end <= length) else { return Err(beyond) };
    let Ok(size) = usize::try_from(end - offset) else { return Err(beyond) };
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = vec![0; size];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The little-endian number of `width` bytes at `at`.
fn number(bytes: &[u8], at: usize, width: usize) -> Result<u64, EmbedError> {
    let field = bytes.get(at..at + width).ok_or(EmbedError::Corrupt("a header that ends early"))?;
    Ok(field.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// A number of at most four bytes.
fn small(bytes: &[u8], at: usize, width: usize) -> Result<u32, EmbedError> {
    u32::try_from(number(bytes, at, width)?).map_err(|_| EmbedError::Corrupt("a number out of range"))
}

#[cfg(test)]
mod tests {
    use super::{EmbedError, SECTION, find_section};
    use std::io::Cursor;

    /// An ELF file of three sections: none, the names, and one called `name` that holds `content`.
    fn elf(name: &str, content: &[u8]) -> Vec<u8> {
        let names = [b"\0.names\0".as_slice(), name.as_bytes(), b"\0"].concat();
        let table = 64 + names.len() + content.len();
        let mut file = b"\x7fELF\x02\x01\x01".to_vec();
        file.resize(64, 0);
        file[0x28..0x30].copy_from_slice(&u64::try_from(table).unwrap().to_le_bytes());
        file[0x3a] = 64;
        file[0x3c] = 3;
        file[0x3e] = 1;
        file.extend(&names);
        file.extend(content);
        file.extend([0; 64]);
        for (name, offset, size) in [(1_u8, 64, names.len()), (8, 64 + names.len(), content.len())] {
            let mut header = [0; 64];
            header[0] = name;
            header[4] = 1;
            header[0x18..0x20].copy_from_slice(&u64::try_from(offset).unwrap().to_le_bytes());
            header[0x20..0x28].copy_from_slice(&u64::try_from(size).unwrap().to_le_bytes());
            file.extend(header);
        }
        file
    }

    fn find(file: &[u8]) -> Result<Option<Vec<u8>>, EmbedError> {
        find_section(&mut Cursor::new(file), SECTION.as_bytes())
    }

    #[test]
    fn the_section_is_found_by_its_whole_name() {
        assert_eq!(find(&elf(SECTION, b"BC")).unwrap().as_deref(), Some(b"BC".as_slice()));
        assert_eq!(find(&elf(".vellum.bitcode2", b"BC")).unwrap(), None);
        assert_eq!(find(&elf(".vellum", b"BC")).unwrap(), None);
    }

    #[test]
    fn what_is_no_elf_file_has_no_section() {
        assert_eq!(find(b"").unwrap(), None);
        assert_eq!(find(&[b'x'; 100]).unwrap(), None);
    }

    #[test]
    fn a_damaged_file_is_never_a_panic() {
        let whole = elf(SECTION, b"BC\xc0\xde");
        for length in 64..whole.len() {
            assert!(find(&whole[..length]).is_err(), "cut at {length}");
        }
        for at in 0..whole.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut file = whole.clone();
                file[at] = value;
                // Any answer will do: the law is that there is one.
                drop(find(&file));
            }
        }
    }
}
