//! The run that another one goes on from.

use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use vellum_report::record::{Header, LockError, RECORD, Record, RecordError, RecordLock};

use crate::{
    args::{self, RunArgs},
    error::Error,
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
    let record = read(&run)?;
    if let (How::Resume, Some(status)) = (how, record.complete()) {
        let text = format!("vellum: {}: the run is complete, nothing is left to explore\n", run.display());
        return Ok(Opened::Complete(text, status));
    }
    let lock = match lock.transpose() {
        Ok(lock) => lock,
        Err(LockError::Io(cause)) => return Err(Error::Unwritable { file: run.join(RECORD), cause }),
        Err(LockError::Busy) => unreachable!("that was refused"),
    };
    let header = &record.header;
    let command: &[OsString] = if args.command.is_empty() { &header.command } else { &args.command };
    let mut args = args::parse_again(&header.before, &args.before, command)?;
    if how == How::Prune {
        check_same(header, &args, &run)?;
    }
    if let Some(out) = &mut args.out {
        *out = typed_in.join(&out);
    }
    // What the recorded run saw from where it was, this one sees, too.
    env::set_current_dir(&header.folder)
        .map_err(|cause| Error::Unreadable { file: header.folder.clone(), cause })?;
    Ok(Opened::Run(args, Box::new(Past { record, lock, how, run, typed_in })))
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
