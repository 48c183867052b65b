//! Files that grow while a run goes on, line by line.
//!
//! Lines are written whole, several at once: whatever ends the process, at most the last line is cut.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use vellum_collections::cast::len64;

use crate::directory::DirectoryError;

/// Longer than any line.
const LONG: usize = 1 << 12;

/// A file of lines.
#[derive(Debug)]
pub struct LineFile {
    file: File,
    path: PathBuf,
    waiting: String,
    /// Bytes that may wait.
    limit: usize,
}

impl LineFile {
    pub(crate) fn create(path: &Path, limit: usize) -> io::Result<Self> {
        // As much as it will ever need, so that it does not depend on the clock when memory is taken.
        let waiting = String::with_capacity(limit + LONG);
        Ok(Self { file: File::create(path)?, path: path.to_owned(), waiting, limit })
    }

    /// Goes on with a file that may be there; half a line at its end is left out.
    pub(crate) fn append(path: &Path, limit: usize) -> io::Result<Self> {
        let before = fs::read(path).unwrap_or_default();
        let whole = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        file.set_len(len64(whole))?;
        Ok(Self { file, path: path.to_owned(), waiting: String::with_capacity(limit + LONG), limit })
    }

    /// Adds what `write` writes, and the end of the line.
    pub fn line(&mut self, write: impl FnOnce(&mut String)) -> Result<(), DirectoryError> {
        write(&mut self.waiting);
        self.waiting.push('\n');
        if self.waiting.len() > self.limit { self.flush() } else { Ok(()) }
    }

    /// Writes what waits.
    pub fn flush(&mut self) -> Result<(), DirectoryError> {
        let written = self.file.write_all(self.waiting.as_bytes());
        self.waiting.clear();
        written.map_err(|cause| DirectoryError::write(self.path.clone(), cause))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::LineFile;

    #[test]
    fn the_file_has_whole_lines_at_any_time() {
        let path = std::env::temp_dir().join(format!("vellum-lines-{}", std::process::id()));
        let mut file = LineFile::create(&path, 20).expect("a new file");
        for number in 0..10 {
            let line = format!("line {number}");
            file.line(|text| text.push_str(&line)).expect("a small file");
            let text = fs::read_to_string(&path).expect("it is there");
            assert!(text.is_empty() || text.ends_with('\n'), "{text}");
        }
        file.flush().expect("a small file");
        fs::write(&path, [fs::read(&path).expect("it is there"), b"half a l".to_vec()].concat())
            .expect("small");
        let mut again = LineFile::append(&path, 0).expect("it is there");
        again.line(|text| text.push_str("line 10")).expect("a small file");
        assert!(fs::read_to_string(&path).expect("it is there").ends_with("line 9\nline 10\n"));
        assert_eq!(fs::read_to_string(&path).expect("it is there").lines().count(), 11);
        fs::remove_file(&path).expect("it was made");
    }
}
