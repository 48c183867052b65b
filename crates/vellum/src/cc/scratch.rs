//! A temporary folder that does not outlive us, however we end.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::cc::CcError;

/// Makes the folder, says its name, waits for the end of its input, which we hold, and removes the folder.
/// So the folder is never without someone who will remove it.
const JANITOR: &str = r#"
    trap '' PIPE
    folder=$(mktemp -d "$0/vellum-cc.XXXXXX") || exit 1
    printf '%s\n' "$folder"
    read -r _
    rm -rf -- "$folder"
"#;

/// A folder of our own. It is gone when this value is, and also when the process is killed.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: PathBuf,
    /// A process group of its own, so that an interrupt at the terminal does not reach it.
    janitor: Child,
}

impl Scratch {
    /// Makes a folder inside `parent`.
    pub(crate) fn new(parent: &Path) -> Result<Self, CcError> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", JANITOR]).arg(parent);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let mut janitor = command.spawn().map_err(|error| CcError::start(&command, error))?;
        let mut name = Vec::new();
        if let Some(output) = janitor.stdout.take() {
            BufReader::new(output)
                .read_until(b'\n', &mut name)
                .map_err(|error| CcError::file(parent, error))?;
        }
        name.pop();
        let scratch = Self { folder: OsString::from_vec(name).into(), janitor };
        if scratch.folder.as_os_str().is_empty() { Err(CcError::NoScratch) } else { Ok(scratch) }
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a file in the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(self.janitor.stdin.take());
        // There is nobody left to report to.
        let _ = self.janitor.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::Scratch;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_folder_and_what_is_in_it_are_removed() {
        let scratch = Scratch::new(&std::env::temp_dir()).unwrap();
        let file = scratch.file("a");
        fs::write(&file, "a").unwrap();
        drop(scratch);
        assert!(!file.parent().unwrap().exists());
    }

    #[test]
    fn no_folder_can_be_made_where_there_is_none() {
        assert!(Scratch::new(Path::new("/does/not/exist")).is_err());
    }
}
