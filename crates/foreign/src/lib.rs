//! Code that is no bitcode: functions of the host's libraries, called for real.
//!
//! The program's objects are copied to their own addresses, the call is made, and what it changed is there to be
//! read. The memory is a file without a disk behind it ([`Host::write`], [`Host::read`]) that is mapped where the
//! objects are: in a *helper*, another process of the same program, so that a call that crashes, exits or never
//! returns costs one path; or, if that is wanted, in this process. [`serve`] is what the helper does.
//!
//! Nothing here knows what a path is: memory of the libraries themselves is shared by all who call.

mod crash;
mod helper;
mod host;
mod local;
mod native;
mod pages;
mod protocol;
mod values;

use std::{
    fmt,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

pub use helper::serve;
pub use host::Host;
pub use values::{Answer, Argument, Call, Half, Kind};

/// The word that makes this program a helper.
pub const HELPER: &str = "external-helper";

/// How external code is called.
#[derive(Clone, Debug)]
pub struct Config {
    /// The program to start as a helper.
    pub helper: PathBuf,
    /// Libraries to look for functions in, before the C library and that of mathematics.
    pub libraries: Vec<PathBuf>,
    /// Where calls are made.
    pub place: Place,
    /// How long a call may take in a helper.
    pub timeout: Duration,
    /// Whoever waits for a call sets it to stop waiting.
    pub interrupt: Arc<AtomicBool>,
    /// Says when nobody has time to wait any longer.
    pub deadline: Deadline,
}

/// Whether time is over, which only somebody with a clock can say.
#[derive(Clone, Default)]
pub struct Deadline(Option<Arc<dyn Fn() -> bool>>);

impl Deadline {
    /// One that is reached when `is_over` says so.
    pub fn new(is_over: impl Fn() -> bool + 'static) -> Self {
        Self(Some(Arc::new(is_over)))
    }

    fn is_reached(&self) -> bool {
        self.0.as_ref().is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for Deadline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Deadline(some)" } else { "Deadline(none)" })
    }
}

/// Where calls are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// In another process, whose end is no harm.
    #[default]
    Helper,
    /// In this one, which has no protection against what it calls.
    InProcess,
}

/// A part of the address space that objects are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its first address.
    pub base: u64,
    /// How many bytes it has.
    pub size: u64,
    /// What calls may do with it.
    pub use_for: Use,
}

/// What calls may do with a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Read it. What was written there stays when pages are given back.
    Reading,
    /// Read and write it.
    Writing,
}

impl Region {
    fn contains(&self, address: u64) -> bool {
        address.checked_sub(self.base).is_some_and(|offset| offset < self.size)
    }
}

/// What becomes of what external code prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// It is printed.
    Shown,
    /// Nobody sees it.
    Hidden,
}

/// Why a call did not return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A signal ended it. The address is what it could not access, if that was it, and whether it wanted to execute
    /// what is there.
    Crashed {
        /// The signal.
        signal: i32,
        /// The address it could not access, if the signal is about one.
        address: Option<u64>,
        /// Whether it wanted to execute what is at the address.
        jumped: bool,
    },
    /// It ended its process with this status.
    Exited(i32),
    /// It was not over after the time it has.
    TimedOut,
    /// It left another process behind.
    Forked,
    /// Whoever waited does not want to any more.
    Interrupted,
    /// There was no time left to wait.
    OutOfTime,
    /// The helper could not be used; the text says why.
    Broken(String),
}

/// What is at an address that is in no region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Nothing that can be read.
    Nothing,
    /// These bytes of external code's own memory.
    Bytes(Vec<u8>),
    /// There is no telling: the helper that could say has ended.
    Gone,
}

/// Why external code cannot be used at all.
#[derive(Debug)]
pub enum Error {
    /// A library that cannot be loaded, in the words of the system's loader.
    Library(String),
    /// The helper cannot be started.
    Helper(std::io::Error),
    /// The helper ended before it could do anything: a library's own beginning may be at fault.
    Ended(Failure),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library(why) => write!(f, "--load: {why}"),
            Self::Helper(cause) => write!(f, "the helper for external code cannot be started: {cause}"),
            Self::Ended(how) => {
                write!(f, "the helper for external code ended while libraries were loaded: it {how}")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Signals that end programs, by name.
const SIGNALS: &[(i32, &str)] = &[
    (libc::SIGILL, "illegal instruction"),
    (libc::SIGTRAP, "trap"),
    (libc::SIGABRT, "abort"),
    (libc::SIGBUS, "bus error"),
    (libc::SIGFPE, "arithmetic error"),
    (libc::SIGKILL, "killed"),
    (libc::SIGSEGV, "segmentation fault"),
    (libc::SIGPIPE, "broken pipe"),
];

/// What it did, as the end of a sentence.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crashed { signal, address, .. } => {
                let name = SIGNALS.iter().find(|(number, _)| number == signal).map(|(_, name)| *name);
                write!(f, "crashed: signal {signal}")?;
                name.map_or(Ok(()), |name| write!(f, ", {name}"))?;
                address.map_or(Ok(()), |address| write!(f, " at {address:#x}"))
            }
            Self::Exited(status) => write!(f, "ended its process with status {status}"),
            Self::TimedOut => f.write_str("did not return in time"),
            Self::Forked => f.write_str("forked, and two programs would go on from there"),
            Self::Interrupted => f.write_str("was interrupted"),
            Self::OutOfTime => f.write_str("was not over when the run was"),
            Self::Broken(why) => write!(f, "could not be called: {why}"),
        }
    }
}
