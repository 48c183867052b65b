//! Everything that can be wrong with a command or its input: one line each.

use std::{fmt, io, path::PathBuf};

use vellum_bitcode::LoadError;
use vellum_engine::LinkError;
use vellum_report::{DirectoryError, EnvironmentError, ExplainError, KTestError, replay::ReplayError};

use crate::{
    cc::{CcError, embed::EmbedError},
    replay::sanitized::RebuildError,
    toolchain::ToolchainError,
};

/// What was wrong.
#[derive(Debug)]
pub(crate) enum Error {
    /// The command line.
    Usage(String),
    /// A file cannot be read.
    Unreadable { file: PathBuf, cause: io::Error },
    /// A file cannot be written.
    Unwritable { file: PathBuf, cause: io::Error },
    /// A file of machine code without bitcode, and why that may be.
    NoBitcode { file: PathBuf, why: NoBitcode },
    /// The standard output.
    Output(io::Error),
    /// A damaged executable.
    Embedded { file: PathBuf, cause: EmbedError },
    /// clang refused the program and said why.
    Compile(PathBuf),
    /// clang could not be started.
    Clang(io::Error),
    /// The program cannot be loaded.
    Load(LoadError),
    /// The program cannot be linked.
    Link { file: PathBuf, cause: LinkError },
    /// A broken module, which is our own fault if it came from a good file.
    Invalid { file: PathBuf, message: String },
    /// The run directory.
    Directory(DirectoryError),
    /// A run of which something is to be told.
    Explain(ExplainError),
    /// A file that is no test case.
    Test { file: PathBuf, cause: KTestError },
    /// A test case that contradicts itself.
    Surroundings { file: PathBuf, cause: EnvironmentError },
    /// A program that cannot be run natively.
    NotExecutable(PathBuf),
    /// An executable that cannot be built again with sanitizers.
    Rebuild { program: PathBuf, cause: RebuildError },
    /// A test case that could not be run.
    Replay(ReplayError),
    /// Libraries of the host.
    External(vellum_foreign::Error),
    /// The tools.
    Toolchain(ToolchainError),
    /// The compiler driver.
    Cc(CcError),
}

/// Why a file of machine code may be without bitcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoBitcode {
    /// It is no program.
    Object,
    /// Its name is one that configuration scripts use.
    Probe,
    /// It was built by another compiler, or it was stripped.
    Executable,
}

impl NoBitcode {
    fn text(self) -> &'static str {
        match self {
            Self::Object => "an object, not a program; link it with `vellum cc` and run what comes of it",
            Self::Probe => {
                "an executable without bitcode: `vellum cc` takes a program of this name for one of a \
                 configuration script; give it another name"
            }
            Self::Executable => {
                "an executable without bitcode; build it with `vellum cc` in place of the compiler, and do not \
                 strip it"
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Unreadable { file, cause } | Self::Unwritable { file, cause } => {
                write!(f, "{}: {cause}", file.display())
            }
            Self::NoBitcode { file, why } => write!(f, "{}: {}", file.display(), why.text()),
            Self::Output(cause) => write!(f, "standard output: {cause}"),
            Self::Embedded { file, cause } => write!(f, "{}: {cause}", file.display()),
            Self::Compile(file) => write!(f, "{}: clang refused it", file.display()),
            Self::Clang(cause) => write!(f, "clang-22 cannot be started: {cause}; run `make setup`"),
            Self::Load(cause) => cause.fmt(f),
            Self::Link { file, cause } => write!(f, "{}: {cause}", file.display()),
            Self::Invalid { file, message } => write!(f, "{}: {message}", file.display()),
            Self::Directory(cause) => cause.fmt(f),
            Self::Explain(cause) => cause.fmt(f),
            Self::Test { file, cause } => write!(f, "{}: {cause}", file.display()),
            Self::Surroundings { file, cause } => write!(f, "{}: {cause}", file.display()),
            Self::NotExecutable(file) => write!(
                f,
                "{}: neither a .c file nor an executable; natively, nothing else can be run",
                file.display()
            ),
            Self::Rebuild { program, cause } => write!(f, "{}: {cause}", program.display()),
            Self::Replay(cause) => cause.fmt(f),
            Self::External(cause) => cause.fmt(f),
            Self::Toolchain(cause) => cause.fmt(f),
            Self::Cc(cause) => cause.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<LoadError> for Error {
    fn from(cause: LoadError) -> Self {
        Self::Load(cause)
    }
}

impl From<DirectoryError> for Error {
    fn from(cause: DirectoryError) -> Self {
        Self::Directory(cause)
    }
}

impl From<ExplainError> for Error {
    fn from(cause: ExplainError) -> Self {
        Self::Explain(cause)
    }
}

impl From<ReplayError> for Error {
    fn from(cause: ReplayError) -> Self {
        Self::Replay(cause)
    }
}

impl From<ToolchainError> for Error {
    fn from(cause: ToolchainError) -> Self {
        Self::Toolchain(cause)
    }
}

impl From<CcError> for Error {
    fn from(cause: CcError) -> Self {
        Self::Cc(cause)
    }
}
