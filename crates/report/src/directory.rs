//! The folder a run leaves behind.
//!
//! Every file is written under another name and renamed when it is complete: whatever ends the process, a
//! file that is there can be read. Files that grow (`stats.jsonl`, `tree.jsonl`) grow by whole lines.

use std::{
    fmt, fs, io,
    io::Write,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    finding::Finding, ktest::KTest, lines::LineFile, relocations::RELOCATIONS, sarif::to_sarif,
    summary::Summary,
};

/// The symlink to the newest default run directory.
const LAST: &str = "vellum-last";

/// How the path of each test ended.
const OUTCOMES: &str = "tests.jsonl";

/// The folder of a Test-Comp suite in a run directory.
const SUITE: &str = "test-suite";

/// Bytes of lines that `tree.jsonl` may be behind.
const TREE_BUFFER: usize = 1 << 16;

/// A run directory.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
}

/// A run directory that cannot be made or written.
#[derive(Debug)]
pub struct DirectoryError {
    path: PathBuf,
    doing: &'static str,
    cause: io::Error,
}

impl DirectoryError {
    /// A file that cannot be written.
    pub(crate) fn write(path: PathBuf, cause: io::Error) -> Self {
        Self { path, doing: "write", cause }
    }
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, doing, cause } = self;
        write!(f, "{}: cannot {doing}: {cause} (choose another place with --out)", path.display())
    }
}

impl std::error::Error for DirectoryError {}

impl RunDirectory {
    /// Makes the folder the user asked for; one that exists must be empty.
    pub fn create(path: &Path) -> Result<Self, DirectoryError> {
        let fail = |cause| DirectoryError { path: path.to_owned(), doing: "create the run directory", cause };
        fs::create_dir_all(path).map_err(fail)?;
        if fs::read_dir(path).map_err(fail)?.next().is_some() {
            return Err(fail(io::Error::new(io::ErrorKind::AlreadyExists, "it exists and is not empty")));
        }
        Ok(Self { path: path.to_owned() })
    }

    /// Makes the next free `vellum-out-N` in `parent` and points `vellum-last` to it.
    pub fn create_next(parent: &Path) -> Result<Self, DirectoryError> {
        for n in 0_u32.. {
            let name = format!("vellum-out-{n}");
            let path = parent.join(&name);
            match fs::create_dir(&path) {
                Ok(()) => {
                    point_to(parent, &name);
                    return Ok(Self { path });
                }
                Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => (),
                Err(cause) => return Err(DirectoryError { path, doing: "create the run directory", cause }),
            }
        }
        unreachable!("four billion run directories")
    }

    /// The folder of a run that goes on.
    pub fn reopen(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Removes what belongs to tests and findings whose number `keep` does not want, and files that were never finished.
    pub fn remove_tests(&self, keep: impl Fn(u32) -> bool) -> Result<(), DirectoryError> {
        for folder in [self.path.clone(), self.path.join(SUITE)] {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_stale = number_of(&name).is_some_and(|number| !keep(number));
                let is_partial = name.starts_with('.') && name.strip_suffix(".part").is_some();
                if is_stale || is_partial {
                    let failed = |cause| DirectoryError { path: entry.path(), doing: "remove", cause };
                    fs::remove_file(entry.path()).map_err(failed)?;
                }
            }
        }
        Ok(())
    }

    /// Removes the lines of `tests.jsonl` about tests whose number `keep` does not want; nobody may be writing it.
    pub fn remove_outcomes(&self, keep: impl Fn(u32) -> bool) -> Result<(), DirectoryError> {
        let Ok(text) = fs::read_to_string(self.path.join(OUTCOMES)) else { return Ok(()) };
        let number = |line: &str| number_of(serde_json::from_str::<Value>(line).ok()?.get("test")?.as_str()?);
        let is_kept = |line: &&str| number(line).is_none_or(&keep);
        let kept: String = text.split_inclusive('\n').filter(is_kept).collect();
        self.write(OUTCOMES, kept.as_bytes()).map(drop)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the account of finding number `number`.
    pub fn write_finding(&self, number: u32, finding: &Finding) -> Result<PathBuf, DirectoryError> {
        let kind = finding.suffix.as_deref().unwrap_or(finding.kind);
        // A path may leave several blocks behind.
        let name = |nth: u32| match nth {
            1 => format!("test{number:06}.{kind}.err"),
            _ => format!("test{number:06}.{kind}.{nth}.err"),
        };
        let is_free = |name: &String| !self.path.join(name).exists();
        let name = (1..u32::MAX).map(name).find(is_free).expect("a folder has few files");
        self.write(&name, finding.to_string().as_bytes())
    }

    /// Writes test case number `number`.
    pub fn write_test(&self, number: u32, test: &KTest) -> Result<PathBuf, DirectoryError> {
        let name = test_name(number);
        let content = test.to_bytes().map_err(|error| DirectoryError {
            path: self.path.join(&name),
            doing: "write",
            cause: io::Error::new(io::ErrorKind::FileTooLarge, error),
        })?;
        self.write(&name, &content)
    }

    /// Writes `findings.sarif`; relative file names are as seen from `folder`.
    pub fn write_sarif(
        &self,
        findings: &[Finding],
        version: &str,
        folder: &Path,
    ) -> Result<PathBuf, DirectoryError> {
        self.write_json("findings.sarif", &to_sarif(findings, version, folder))
    }

    /// Writes `replay.json`: what a replay of the tests has to know.
    pub fn write_replay(&self, settings: &Value) -> Result<PathBuf, DirectoryError> {
        self.write_json("replay.json", settings)
    }

    /// Writes a file of a Test-Comp suite, which has a folder of its own in the run directory.
    pub fn write_suite_file(&self, name: &str, content: &str) -> Result<PathBuf, DirectoryError> {
        let folder = self.path.join(SUITE);
        let fail = |cause| DirectoryError { path: folder.clone(), doing: "create the folder", cause };
        fs::create_dir_all(&folder).map_err(fail)?;
        write(&folder, name, content.as_bytes())
    }

    /// Writes `coverage.lcov`.
    pub fn write_coverage(&self, text: &str) -> Result<PathBuf, DirectoryError> {
        self.write("coverage.lcov", text.as_bytes())
    }

    /// Begins `stats.jsonl`, or goes on with it; every line is there as soon as it is known.
    pub fn statistics(&self) -> Result<LineFile, DirectoryError> {
        let path = self.path.join("stats.jsonl");
        LineFile::append(&path, 0).map_err(|cause| DirectoryError::write(path, cause))
    }

    /// Begins `tree.jsonl`; lines are there when there are many, or the run is over.
    pub fn tree(&self) -> Result<LineFile, DirectoryError> {
        self.lines("tree.jsonl", TREE_BUFFER)
    }

    /// Begins `relocations.jsonl`, or goes on with it.
    pub(crate) fn relocations(&self) -> Result<LineFile, DirectoryError> {
        let path = self.path.join(RELOCATIONS);
        LineFile::append(&path, TREE_BUFFER).map_err(|cause| DirectoryError::write(path, cause))
    }

    /// Begins `tests.jsonl`: how the path of each test ended.
    pub fn outcomes(&self) -> Result<LineFile, DirectoryError> {
        self.lines(OUTCOMES, 1 << 12)
    }

    fn lines(&self, name: &str, buffer: usize) -> Result<LineFile, DirectoryError> {
        let path = self.path.join(name);
        LineFile::create(&path, buffer).map_err(|cause| DirectoryError::write(path, cause))
    }

    /// Writes `info`: how the run came about.
    pub fn write_info(&self, text: &str) -> Result<PathBuf, DirectoryError> {
        self.write("info", text.as_bytes())
    }

    /// Writes `summary.json`, which comes last.
    pub fn write_summary(&self, summary: &Summary) -> Result<PathBuf, DirectoryError> {
        self.write_json("summary.json", &summary.to_json())
    }

    fn write_json(&self, name: &str, value: &Value) -> Result<PathBuf, DirectoryError> {
        let text = serde_json::to_string_pretty(value).expect("keys are strings");
        self.write(name, format!("{text}\n").as_bytes())
    }

    fn write(&self, name: &str, content: &[u8]) -> Result<PathBuf, DirectoryError> {
        write(&self.path, name, content)
    }
}

/// The file name of test case number `number`.
pub fn test_name(number: u32) -> String {
    format!("test{number:06}.ktest")
}

/// The number in the name of a test's file.
fn number_of(name: &str) -> Option<u32> {
    name.strip_prefix("test")?.split('.').next()?.parse().ok()
}

fn write(folder: &Path, name: &str, content: &[u8]) -> Result<PathBuf, DirectoryError> {
    let failed = |cause| DirectoryError { path: folder.join(name), doing: "write", cause };
    write_whole(folder, name, content).map_err(failed)
}

/// Writes a file that is complete as soon as it has its name.
pub(crate) fn write_whole(folder: &Path, name: &str, content: &[u8]) -> io::Result<PathBuf> {
    let path = folder.join(name);
    let partial = folder.join(format!(".{name}.part"));
    let written = fs::File::create(&partial)
        .and_then(|mut file| file.write_all(content))
        .and_then(|()| fs::rename(&partial, &path));
    match written {
        Ok(()) => Ok(path),
        Err(cause) => {
            // What is there of it is of no use; it may be that the disk is full.
            let _ = fs::remove_file(&partial);
            Err(cause)
        }
    }
}

/// Points the symlink at `name`; a folder where that is impossible just has none.
fn point_to(parent: &Path, name: &str) {
    let link = parent.join(LAST);
    if link.is_symlink() {
        let _ = fs::remove_file(&link);
    }
    let _ = symlink(name, link);
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{RunDirectory, test_name};
    use crate::ktest::{KTest, KTestObject};

    #[test]
    fn tests_and_findings_are_complete_files() {
        let parent = std::env::temp_dir().join(format!("vellum-directory-{}", std::process::id()));
        let _ = fs::remove_dir_all(&parent);
        let directory = RunDirectory::create(&parent).expect("a new folder");
        let test_of = |byte: u8| KTest { objects: vec![KTestObject::new("x", [byte])], ..KTest::default() };
        let test = test_of(1);
        let written = directory.write_test(4, &test).expect("a small file");
        assert_eq!(written, parent.join(test_name(4)));
        assert_eq!(KTest::parse(&fs::read(written).expect("it was written")), Ok(test));
        directory.write_sarif(&[], "0", &parent).expect("a small file");
        directory.write_suite_file("metadata.xml", "<x/>").expect("a small file");
        let entries = fs::read_dir(&parent).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        assert_eq!(names, ["findings.sarif", "test-suite", "test000004.ktest"]);
        directory.write_test(5, &test_of(2)).expect("a small file");
        directory.remove_tests(|number| number == 5).expect("files of ours");
        assert!(!parent.join(test_name(4)).exists() && parent.join(test_name(5)).exists());
        fs::remove_dir_all(&parent).expect("it was made");
        let message = directory.write_test(5, &KTest::default()).expect_err("the folder is gone").to_string();
        assert!(message.contains("test000005.ktest: cannot write"), "{message}");
    }
}
