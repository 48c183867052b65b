//! Runs a case natively and in Vellum, and says where the two differ.
//!
//! Both runs have the same folder, the same input files, the same environment and, because programs are
//! called through small scripts, the same `argv[0]`.

use std::{
    collections::BTreeMap,
    fs, io,
    os::unix::fs::{FileTypeExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, SystemTime},
};

use crate::{
    cache::cache,
    packages::report,
    process::{Ended, run as run_process},
};

/// How long one run of a line may take, in seconds.
const LIMIT: u64 = 120;

/// When every input file was changed last: in 1998, long before both today and the day on which Vellum's clock
/// starts.
const CHANGED: Duration = Duration::from_hours(250_000);

/// The cases in `text`: one per line, neither empty nor a comment.
pub(super) fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// What can be seen of a run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// How the line ended and what it printed.
    pub(super) ended: Ended,
    /// What was in its folder afterwards: a description and the content of each.
    pub(super) files: BTreeMap<String, (String, Vec<u8>)>,
}

/// Where one worker runs its cases.
pub(super) struct Room {
    folder: PathBuf,
}

impl Room {
    /// Makes the room in `folder`: scripts that call the executables in `programs` natively and in Vellum.
    pub(super) fn open(folder: &Path, vellum: &Path, programs: &Path) -> io::Result<Self> {
        let room = Self { folder: folder.to_owned() };
        // Cases of one package follow each other: the scripts are likely there.
        let marker = folder.join("programs");
        if fs::read(&marker).is_ok_and(|content| content == programs.as_os_str().as_encoded_bytes()) {
            return Ok(room);
        }
        empty(folder)?;
        let in_vellum =
            format!("'{}' run --quiet --out '{}'/$$", vellum.display(), room.outcomes().display());
        for (calls, prefix) in [("native", ""), ("vellum", in_vellum.as_str())] {
            let scripts = folder.join(calls);
            fs::create_dir(&scripts)?;
            for program in executables(programs)? {
                let script = scripts.join(program.file_name().unwrap_or_default());
                fs::write(&script, format!("#!/bin/sh\nexec {prefix} '{}' \"$@\"\n", program.display()))?;
                fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
            }
        }
        fs::write(marker, programs.as_os_str().as_encoded_bytes())?;
        Ok(room)
    }

    /// Runs `line` both ways on the files in `inputs`; `None` if nothing differs.
    pub(super) fn difference(&self, line: &str, inputs: &Path) -> io::Result<Option<String>> {
        let native = self.observe(line, inputs, "native")?;
        let vellum = self.observe(line, inputs, "vellum")?;
        let complaints = self.complaints()?;
        if native == vellum && complaints.is_empty() && !timed_out(&native) {
            return Ok(None);
        }
        Ok(Some(report::difference(&native, &vellum) + &complaints))
    }

    fn observe(&self, line: &str, inputs: &Path, calls: &str) -> io::Result<Seen> {
        let home = self.folder.join("home");
        empty(&home)?;
        empty(&self.outcomes())?;
        lay_out(inputs, &home)?;
        // `timeout` ends the whole process group. B is not exported, lest a program prints it.
        let script = format!("umask 022; B={}/{calls}; {line}", self.folder.display());
        let mut command = Command::new("timeout");
        command.args(["-k", "1", &LIMIT.to_string(), "sh", "-c", &script]).current_dir(&home).env_clear();
        command.env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").env("TZ", "UTC0").env("HOME", &home);
        command.env("VELLUM_CACHE", cache());
        let ended = run_process(&mut command, Stdio::null(), &self.folder, Duration::from_secs(LIMIT + 5))?;
        let mut files = BTreeMap::new();
        list(&home, "", &mut files)?;
        Ok(Seen { ended, files })
    }

    /// Where the runs in Vellum leave their directories.
    fn outcomes(&self) -> PathBuf {
        self.folder.join("out")
    }

    /// What the last line's runs in Vellum stumbled over, whether it shows in their output or not.
    fn complaints(&self) -> io::Result<String> {
        let mut text = String::new();
        for entry in fs::read_dir(self.outcomes())? {
            let summary = fs::read_to_string(entry?.path().join("summary.json")).unwrap_or_default();
            text.push_str(&report::complaint(&summary));
        }
        Ok(text)
    }
}

/// Whether `timeout` or, should that fail, our own limit ended a run. No case may rely on that.
fn timed_out(seen: &Seen) -> bool {
    seen.ended.timed_out || seen.ended.status == Some(124)
}

/// The programs in `folder`, in order.
fn executables(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let metadata = fs::symlink_metadata(&path)?;
        if metadata.is_file() && metadata.permissions().mode() & 0o111 != 0 && is_elf(&path)? {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn is_elf(path: &Path) -> io::Result<bool> {
    let mut start = [0; 4];
    let read = io::Read::read(&mut fs::File::open(path)?, &mut start)?;
    Ok(start[..read] == *b"\x7fELF")
}

/// Makes `folder` an empty one.
fn empty(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)
}

/// Copies the input files to `home`, all equally old.
fn lay_out(inputs: &Path, home: &Path) -> io::Result<()> {
    for entry in fs::read_dir(inputs)? {
        let entry = entry?;
        let copy = home.join(entry.file_name());
        fs::copy(entry.path(), &copy)?;
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o644))?;
        fs::File::options().write(true).open(&copy)?.set_modified(SystemTime::UNIX_EPOCH + CHANGED)?;
    }
    Ok(())
}

/// Describes what is in `folder`, by its path from the top.
fn list(folder: &Path, prefix: &str, files: &mut BTreeMap<String, (String, Vec<u8>)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let metadata = fs::symlink_metadata(entry.path())?;
        let kind = metadata.file_type();
        let mode = metadata.permissions().mode() & 0o7777;
        let (what, content) = if kind.is_symlink() {
            ("link", fs::read_link(entry.path())?.into_os_string().into_encoded_bytes())
        } else if kind.is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
            ("folder", Vec::new())
        } else if kind.is_file() {
            ("file", fs::read(entry.path())?)
        } else {
            (if kind.is_fifo() { "fifo" } else { "other" }, Vec::new())
        };
        files.insert(name, (format!("{what} {mode:o}"), content));
    }
    Ok(())
}
