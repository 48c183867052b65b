//! The file of a record: a beginning that says what it is, then frames.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use vellum_collections::{
    cast::{index, len32, len64, low32},
    combine,
};

use super::{Header, facts::Fact};
use crate::directory::DirectoryError;

/// What a file begins with. The number is that of the format.
const MAGIC: &[u8; 16] = b"vellum record 1\n";

/// Bytes of facts from which on they should be written, and beyond which they are.
const MANY: usize = 1 << 14;
const LIMIT: usize = 1 << 18;

/// Bytes of a frame's length and checksum.
const HEAD: usize = 8;

/// A record that nobody else writes to for as long as this is there.
#[derive(Debug)]
pub struct RecordLock {
    file: File,
    path: PathBuf,
}

/// A record that cannot be had for oneself.
#[derive(Debug)]
pub enum LockError {
    /// Somebody writes to it.
    Busy,
    /// It cannot be written at all.
    Io(io::Error),
}

impl RecordLock {
    /// Takes a record that is there. It has to be read after this: until then, somebody else may have gone on with it.
    pub fn take(path: &Path) -> Result<Self, LockError> {
        let file = OpenOptions::new().append(true).open(path).map_err(LockError::Io)?;
        if is_busy(&file) {
            return Err(LockError::Busy);
        }
        Ok(Self { file, path: path.to_owned() })
    }
}

/// Locks a file until it is closed, unless somebody else did. A file system without locks has nobody to tell.
fn is_busy(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// A record being written.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    /// The frame that is not written yet, with room for its head.
    waiting: Vec<u8>,
    /// Bytes written.
    written: u64,
    /// The first thing that went wrong; nothing is written after it.
    failure: Option<io::Error>,
}

impl RecordFile {
    /// Begins a record.
    pub fn create(path: &Path, header: &Header) -> Result<Self, DirectoryError> {
        let failed = |cause| DirectoryError::write(path.to_owned(), cause);
        let mut file = File::create(path).map_err(failed)?;
        if is_busy(&file) {
            return Err(failed(io::ErrorKind::ResourceBusy.into()));
        }
        file.write_all(MAGIC).map_err(failed)?;
        let mut record = Self::new(file, path, len64(MAGIC.len()));
        record.waiting.extend(header.to_bytes());
        record.flush()?;
        Ok(record)
    }

    /// Goes on with a record of which so many bytes are good.
    pub fn append(lock: RecordLock, intact: u64) -> Result<Self, DirectoryError> {
        let RecordLock { file, path } = lock;
        file.set_len(intact).map_err(|cause| DirectoryError::write(path.clone(), cause))?;
        Ok(Self::new(file, &path, intact))
    }

    fn new(file: File, path: &Path, written: u64) -> Self {
        // As much as it will mostly need, so that it does not depend on the clock when memory is taken.
        let mut waiting = Vec::with_capacity(2 * MANY);
        waiting.resize(HEAD, 0);
        Self { file, path: path.to_owned(), waiting, written, failure: None }
    }

    /// Adds a fact, which is written when somebody wants it, or when there are very many.
    pub fn add(&mut self, fact: &Fact) {
        fact.encode(&mut self.waiting);
        if self.waiting.len() > LIMIT {
            self.write();
        }
    }

    /// Writes what waits; tells what went wrong, now or before.
    pub fn flush(&mut self) -> Result<(), DirectoryError> {
        self.write();
        let failed = |cause: &io::Error| DirectoryError::write(self.path.clone(), same(cause));
        self.failure.as_ref().map_or(Ok(()), |cause| Err(failed(cause)))
    }

    /// Whether so much waits that it should be written.
    pub fn is_due(&self) -> bool {
        self.waiting.len() > MANY
    }

    /// Bytes there are, with those that wait.
    pub fn len(&self) -> u64 {
        self.written + len64(self.waiting.len() - HEAD)
    }

    /// Never: it begins with what it is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes what waits, unless something went wrong before: what follows half a frame cannot be read.
    fn write(&mut self) {
        if self.failure.is_some() {
            self.waiting.truncate(HEAD);
        }
        if self.waiting.len() == HEAD {
            return;
        }
        let content = &self.waiting[HEAD..];
        let head = [len32(content.len()).to_le_bytes(), checksum(content).to_le_bytes()].concat();
        self.waiting[..HEAD].copy_from_slice(&head);
        match self.file.write_all(&self.waiting) {
            Ok(()) => self.written += len64(self.waiting.len()),
            Err(cause) => self.failure = Some(cause),
        }
        self.waiting.truncate(HEAD);
    }
}

/// The same failure, for somebody else to hear of.
fn same(cause: &io::Error) -> io::Error {
    cause.raw_os_error().map_or_else(|| cause.kind().into(), io::Error::from_raw_os_error)
}

/// A number that is another for nearly all other bytes.
fn checksum(bytes: &[u8]) -> u32 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    low32(combine(bytes.chunks(8).map(word).chain([len64(bytes.len())])))
}

/// The frames of a file, as far as they are good.
pub(super) struct Frames<'a> {
    content: &'a [u8],
    next: usize,
    intact: usize,
}

impl<'a> Frames<'a> {
    /// The frames behind the beginning; nothing if the file begins otherwise.
    pub(super) fn new(content: &'a [u8]) -> Option<Self> {
        content.starts_with(MAGIC).then_some(Self { content, next: MAGIC.len(), intact: MAGIC.len() })
    }

    /// Bytes until the end of the last frame that was asked for.
    pub(super) fn intact(&self) -> usize {
        self.intact
    }

    /// The next frame.
    pub(super) fn next(&mut self) -> Option<&'a [u8]> {
        let (length, expected) = self.head()?;
        let frame = self.content.get(self.next + HEAD..)?.get(..length)?;
        if checksum(frame) != expected {
            return None;
        }
        self.next += HEAD + length;
        self.intact = self.next;
        Some(frame)
    }

    /// Whether what follows the last good frame is the beginning of one.
    pub(super) fn is_torn(&self) -> bool {
        self.head().is_none_or(|(length, _)| self.next + HEAD + length > self.content.len())
    }

    fn head(&self) -> Option<(usize, u32)> {
        let head = self.content.get(self.next..)?.first_chunk::<HEAD>()?;
        let [a, b, c, d, rest @ ..] = *head;
        Some((index(u32::from_le_bytes([a, b, c, d])), u32::from_le_bytes(rest)))
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, fs::File, process};

    use super::{Fact, LockError, RecordFile, RecordLock};

    #[test]
    fn nothing_follows_a_frame_that_could_not_be_written() {
        let path = env::temp_dir().join(format!("vellum-record-failed-{}", process::id()));
        fs::write(&path, "").expect("a small file");
        let mut record = RecordFile::new(File::open(&path).expect("to read, not to write"), &path, 0);
        record.add(&Fact::Roots(1));
        assert!(record.flush().is_err());
        // As if there were room on the disk again.
        record.file = File::create(&path).expect("a small file");
        record.add(&Fact::Roots(2));
        let again = record.flush().expect_err("it is told again").to_string();
        assert!(again.contains("cannot write"), "{again}");
        assert_eq!(fs::read(&path).expect("it is there"), b"");
        fs::remove_file(&path).expect("it was made");
    }

    #[test]
    fn a_record_is_written_by_one() {
        let path = env::temp_dir().join(format!("vellum-record-locked-{}", process::id()));
        let record = RecordFile::create(&path, &super::Header::default()).expect("a new file");
        assert!(matches!(RecordLock::take(&path), Err(LockError::Busy)));
        drop(record);
        let lock = RecordLock::take(&path).expect("nobody has it");
        assert!(matches!(RecordLock::take(&path), Err(LockError::Busy)));
        drop(lock);
        fs::remove_file(&path).expect("it was made");
        assert!(matches!(RecordLock::take(&path), Err(LockError::Io(_))));
    }
}
