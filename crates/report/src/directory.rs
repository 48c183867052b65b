//! The folder a run leaves behind.
//!
//! Every file is written under another name and renamed when it is complete: whatever ends the process, a
//! file that is there can be read.

use std::{
    fmt, fs, io,
    io::Write,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use crate::{finding::Finding, summary::Summary};

/// The symlink to the newest default run directory.
const LAST: &str = "vellum-last";

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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the account of finding number `number`.
    pub fn write_finding(&self, number: u32, finding: &Finding) -> Result<PathBuf, DirectoryError> {
        let name = format!("test{number:06}.{}.err", finding.kind);
        self.write(&name, finding.to_string().as_bytes())
    }

    /// Writes `info`: how the run came about.
    pub fn write_info(&self, text: &str) -> Result<PathBuf, DirectoryError> {
        self.write("info", text.as_bytes())
    }

    /// Writes `summary.json`, which comes last.
    pub fn write_summary(&self, summary: &Summary) -> Result<PathBuf, DirectoryError> {
        let text = serde_json::to_string_pretty(&summary.to_json()).expect("figures are numbers and strings");
        self.write("summary.json", format!("{text}\n").as_bytes())
    }

    fn write(&self, name: &str, content: &[u8]) -> Result<PathBuf, DirectoryError> {
        let path = self.path.join(name);
        let partial = self.path.join(format!(".{name}.part"));
        let written = fs::File::create(&partial)
            .and_then(|mut file| file.write_all(content))
            .and_then(|()| fs::rename(&partial, &path));
        match written {
            Ok(()) => Ok(path),
            Err(cause) => Err(DirectoryError { path, doing: "write", cause }),
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
