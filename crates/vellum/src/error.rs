//! Everything that can be wrong with a command or its input: one line each.

use std::{fmt, io, path::PathBuf};

use vellum_bitcode::LoadError;
use vellum_engine::LinkError;
use vellum_report::DirectoryError;

use crate::{
    cc::{CcError, embed::EmbedError},
    toolchain::ToolchainError,
};

/// What was wrong.
#[derive(Debug)]
pub(crate) enum Error {
    /// The command line.
    Usage(String),
    /// A file cannot be read.
    Unreadable { file: PathBuf, cause: io::Error },
    /// An executable without bitcode.
    NoBitcode(PathBuf),
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
    /// The tools.
    Toolchain(ToolchainError),
    /// The compiler driver.
    Cc(CcError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Unreadable { file, cause } => write!(f, "{}: {cause}", file.display()),
            Self::NoBitcode(file) => write!(
                f,
                "{}: an executable without bitcode; build it with `vellum cc` in place of the compiler",
                file.display()
            ),
            Self::Embedded { file, cause } => write!(f, "{}: {cause}", file.display()),
            Self::Compile(file) => write!(f, "{}: clang refused it", file.display()),
            Self::Clang(cause) => write!(f, "clang-22 cannot be started: {cause}; run `make setup`"),
            Self::Load(cause) => cause.fmt(f),
            Self::Link { file, cause } => write!(f, "{}: {cause}", file.display()),
            Self::Invalid { file, message } => write!(f, "{}: {message}", file.display()),
            Self::Directory(cause) => cause.fmt(f),
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
