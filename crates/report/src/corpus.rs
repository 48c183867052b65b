//! Inputs of fuzz targets as fuzzers keep them: a folder of files, each of which is an input.
//!
//! A file is called by the hash of its content, so that the same input is there once whoever found it. Inputs
//! that end in a finding are called `crash-` and their hash, as libFuzzer calls them.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use vellum_collections::cast::{index, index64, len32, len64};

use crate::{
    directory::write_whole,
    ktest::{KTest, KTestObject},
    sha256::sha256,
};

/// What the parts of a fuzz target's input are called.
const DATA: &[u8] = b"data";
const SIZE: &[u8] = b"size";

/// What an input comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The target found nothing wrong.
    Passes,
    /// The target crashes.
    Crashes,
}

/// A folder that gets inputs.
#[derive(Debug)]
pub struct Corpus {
    folder: PathBuf,
}

impl Corpus {
    /// The folder, made if it is not there; other inputs may be in it.
    pub fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes an input; the file is complete as soon as it has its name.
    pub fn write(&self, input: &[u8], verdict: Verdict) -> io::Result<PathBuf> {
        let prefix = if verdict == Verdict::Crashes { "crash-" } else { "" };
        write_whole(&self.folder, &format!("{prefix}{}", sha256(input)), input)
    }

    /// The inputs in `folder` and in folders below it, in the order of their names. Names that begin with a dot
    /// are not looked at.
    pub fn read(folder: &Path) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
        let mut inputs = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                let is_hidden =
                    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
                if is_hidden {
                    continue;
                }
                let kind = fs::metadata(&path)?;
                if kind.is_dir() {
                    folders.push(path);
                } else if kind.is_file() {
                    let content = fs::read(&path)?;
                    inputs.push((path, content));
                }
            }
        }
        inputs.sort();
        Ok(inputs)
    }
}

impl KTest {
    /// The input of a fuzz target, if the test is one of such a program.
    pub fn fuzz_input(&self) -> Option<Vec<u8>> {
        let size = self.object(SIZE)?.bytes.as_slice().try_into().ok().map(u64::from_le_bytes)?;
        let mut data = self.object(DATA).map(|object| object.bytes.clone()).unwrap_or_default();
        if size > len64(data.len()) {
            return None;
        }
        data.truncate(index64(size));
        Some(data)
    }

    /// The objects of a fuzz target's test with this input, where there may be `most` bytes. `None` when there
    /// are more.
    pub fn fuzz_objects(input: &[u8], most: u32) -> Option<Vec<KTestObject>> {
        if input.len() > index(most) {
            return None;
        }
        let mut data = input.to_vec();
        data.resize(index(most), 0);
        let size = KTestObject::new(SIZE, u64::from(len32(input.len())).to_le_bytes());
        let data = KTestObject::new(DATA, data);
        Some(if most == 0 { vec![size] } else { vec![data, size] })
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::{Corpus, Verdict};
    use crate::ktest::{KTest, KTestObject};

    #[test]
    fn an_input_is_a_file_called_by_its_content() {
        let folder = std::env::temp_dir().join(format!("vellum-corpus-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let corpus = Corpus::create(&folder).expect("a new folder");
        for input in [&b"abc"[..], b"", b"abc"] {
            corpus.write(input, Verdict::Passes).expect("a small file");
        }
        corpus.write(b"bad", Verdict::Crashes).expect("a small file");
        fs::write(folder.join(".hidden"), "x").expect("a small file");
        fs::create_dir(folder.join("below")).expect("a new folder");
        fs::write(folder.join("below/more"), "m").expect("a small file");
        let read = Corpus::read(&folder).expect("it was made");
        let named = |(path, content): &(PathBuf, Vec<u8>)| {
            let name = path.strip_prefix(&folder).expect("inside").display().to_string();
            (name.chars().take(10).collect::<String>(), content.clone())
        };
        let expected =
            [("ba7816bf8f", &b"abc"[..]), ("below/more", b"m"), ("crash-2f05", b"bad"), ("e3b0c44298", b"")];
        let expected = expected.map(|(name, content)| (name.to_owned(), content.to_vec()));
        assert_eq!(read.iter().map(named).collect::<Vec<_>>(), expected);
        fs::remove_dir_all(&folder).expect("it was made");
    }

    #[test]
    fn a_test_and_its_input_say_the_same() {
        for (input, most) in [(&b""[..], 0), (b"", 3), (b"ab", 2), (b"ab", 9)] {
            let objects = KTest::fuzz_objects(input, most).expect("short enough");
            let test = KTest { objects, ..KTest::default() };
            assert_eq!(test.fuzz_input().as_deref(), Some(input));
        }
        assert_eq!(KTest::fuzz_objects(b"abc", 2), None);
        let wrong = KTest { objects: vec![KTestObject::new("size", [9; 8])], ..KTest::default() };
        assert_eq!((wrong.fuzz_input(), KTest::default().fuzz_input()), (None, None));
    }
}
