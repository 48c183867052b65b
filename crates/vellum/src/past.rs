//! The run that another one goes on from.

use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use vellum_collections::cast::len64;
use vellum_report::record::{Ending, Header, Leaf, LockError, RECORD, Record, RecordError, RecordLock};

use crate::{
    args::{self, RunArgs},
    error::Error,
    trail::Work,
};

/// A recorded run.
pub(crate) struct Past {
    pub(crate) record: Record,
    /// What keeps others from writing to it, if this run does.
    pub(crate) lock: Option<RecordLock>,
    pub(crate) how: How,
    /// Its folder.
    pub(crate) run: PathBuf,
    /// The folder the command was typed in.
    pub(crate) typed_in: PathBuf,
    /// What the user should hear of it.
    pub(crate) note: Option<String>,
}

/// What becomes of a recorded run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// It goes on.
    Resume,
    /// It is run again.
    Rerun,
    /// Of it, what was not explored to the end is run again.
    Prune,
}

/// What comes of looking at a recorded run.
pub(crate) enum Opened {
    /// There is something to run.
    Run(Box<RunArgs>, Box<Past>),
    /// There is nothing left to do: what to say, and the exit status.
    Complete(String, u8),
}

/// Reads the record of the run that the options name, and goes to the folder it began in.
pub(crate) fn open(args: &RunArgs) -> Result<Opened, Error> {
    let (how, run) = match (&args.recording.resume, &args.recording.rerun) {
        (Some(run), _) => (How::Resume, run),
        (_, Some(run)) => (if args.recording.prune { How::Prune } else { How::Rerun }, run),
        _ => unreachable!("only asked for where a run is named"),
    };
    if how == How::Resume && !args.command.is_empty() {
        let message = "--resume: the program and its arguments are those of the run; none can be typed";
        return Err(Error::Usage(message.to_owned()));
    }
    let typed_in = env::current_dir().unwrap_or_default();
    let run = typed_in.join(run);
    let lock = (how == How::Resume).then(|| RecordLock::take(&run.join(RECORD)));
    if let Some(Err(LockError::Busy)) = &lock {
        let why = "the run is going on, in another process; it can be resumed when that is over";
        return Err(Error::Usage(format!("{}: {why}", run.display())));
    }
    let mut record = read(&run)?;
    let header = &record.header;
    let command: &[OsString] = if args.command.is_empty() { &header.command } else { &args.command };
    let mut args = args::parse_again(&header.before, &args.before, command)?;
    let note = if how == How::Resume { reopen(&mut record, &args) } else { None };
    if how == How::Resume
        && let Some((why, status)) = nothing_to_do(&record, &args)
    {
        return Ok(Opened::Complete(format!("vellum: {}: {why}\n", run.display()), status));
    }
    let header = &record.header;
    let lock = match lock.transpose() {
        Ok(lock) => lock,
        Err(LockError::Io(cause)) => return Err(Error::Unwritable { file: run.join(RECORD), cause }),
        Err(LockError::Busy) => unreachable!("that was refused"),
    };
    if how == How::Prune {
        check_same(header, &args, &run)?;
    }
    if let Some(out) = &mut args.out {
        *out = typed_in.join(&out);
    }
    // What the recorded run saw from where it was, this one sees, too.
    env::set_current_dir(&header.folder)
        .map_err(|cause| Error::Unreadable { file: header.folder.clone(), cause })?;
    Ok(Opened::Run(args, Box::new(Past { record, lock, how, run, typed_in, note })))
}

/// Has a run that goes on under other options take up the paths again that met something unsupported: what to say.
fn reopen(record: &mut Record, args: &RunArgs) -> Option<String> {
    let [then, now] = args::difference(&record.header.before, &args.before)?;
    let count = record.tree.reopen_unsupported();
    (count > 0).then(|| {
        format!(
            "{count} paths that met something unsupported are run again: the run was with {then}, and this is {now}"
        )
    })
}

/// Why a run that is to go on does not, and its exit status.
fn nothing_to_do(record: &Record, args: &RunArgs) -> Option<(String, u8)> {
    if let Some(status) = record.complete() {
        let is_unsupported = |leaf: &Leaf| matches!(leaf.end, Ending::Unsupported(_));
        let unsupported = record.tree.leaves().filter(|leaf| is_unsupported(leaf)).count();
        let more = match unsupported {
            0 => String::new(),
            count => format!(
                "; {count} paths met something unsupported, and are run again only under other options, such as \
                 --external all"
            ),
        };
        return Some((format!("the run is complete, nothing is left to explore{more}"), status));
    }
    let instructions = Work::of(&record.tree).instructions_before();
    let leaves = record.tree.reached().filter_map(|(_, node)| node.leaf.as_deref());
    let counts =
        |leaf: &&Leaf| leaf.end.is_finished() && !matches!(leaf.end, Ending::Silent | Ending::Impossible);
    let paths = len64(leaves.filter(counts).count());
    let reached = |max: Option<u64>, done: u64| max.filter(|&max| done >= max);
    let why = if let Some(max) = reached(args.max_instructions, instructions) {
        format!("--max-instructions {max} is reached: {instructions} instructions were executed")
    } else if let Some(max) = reached(args.max_paths, paths) {
        format!("--max-paths {max} is reached: {paths} paths are over")
    } else {
        return None;
    };
    Some((format!("{why}; a larger limit goes on with the run"), record.closed.unwrap_or(0)))
}

/// Refuses to take over paths of a run that was told something else: they may lead elsewhere now.
fn check_same(header: &Header, args: &RunArgs, run: &Path) -> Result<(), Error> {
    let line = |words: &[OsString]| {
        let words: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
        format!("`{}`", words.join(" "))
    };
    let command = (header.command != args.command).then(|| [line(&header.command), line(&args.command)]);
    match args::difference(&header.before, &args.before).or(command) {
        None => Ok(()),
        Some([then, now]) => Err(Error::Usage(format!(
            "--prune: {} was run with {then}, and this is {now}: its paths may lead elsewhere now; leave --prune out",
            run.display()
        ))),
    }
}

fn read(run: &Path) -> Result<Record, Error> {
    let file = run.join(RECORD);
    let refuse = |why: &str| Error::Usage(format!("{}: {why}", file.display()));
    let record = Record::read(&file).map_err(|error| match error {
        RecordError::Io(cause) if cause.kind() == io::ErrorKind::NotFound && run.is_dir() => Error::Usage(
            format!("{}: the run was not recorded; `vellum run --record` records one", run.display()),
        ),
        RecordError::Io(cause) => Error::Unreadable { file: file.clone(), cause },
        other => refuse(&other.to_string()),
    })?;
    let ours = env!("CARGO_PKG_VERSION");
    let theirs = &record.header.version;
    if theirs != ours {
        return Err(refuse(&format!("the record of vellum {theirs}, and this is {ours}")));
    }
    Ok(record)
}

impl Past {
    /// Refuses a program that is not the recorded one.
    pub(crate) fn check(&self, program: &Path, hash: &str) -> Result<(), Error> {
        let header = &self.record.header;
        if header.hash == hash {
            return Ok(());
        }
        Err(Error::Usage(format!(
            "{}: not the program that was recorded in {}: {} was {:.12}…, this is {:.12}…",
            program.display(),
            self.run.display(),
            header.program,
            header.hash,
            hash
        )))
    }
}
