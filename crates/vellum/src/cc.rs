//! `vellum cc`: a C compiler driver that keeps the program's bitcode.
//!
//! Compiling makes *fat* objects: machine code, and beside it the bitcode it came from. Every tool that knows
//! objects therefore knows ours. Linking is done twice from the same objects: once into a native executable,
//! once into one bitcode module, which becomes a section of the executable. The arguments are clang's, the
//! messages are clang's, and so is the exit status.
//!
//! clang does not call the linker but us (`bin/ld` in the sysroot, which starts `vellum cc --vellum-link=…`):
//! so whatever clang can compile and link in one step, we can.

pub(crate) mod args;
pub(crate) mod embed;
mod libm;
mod link;
pub(crate) mod record;
mod renames;
mod response;
pub(crate) mod scratch;

use std::error::Error;
use std::ffi::OsString;
use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

pub(crate) use crate::cc::args::is_probe;
use crate::cc::args::{Request, Role, Step};
use crate::cc::link::Kind;
use crate::cc::scratch::Scratch;
use crate::toolchain::{Toolchain, UNMARKED, glue};

/// Runs the driver with `args`, the program's name not among them, and returns its exit status.
pub(crate) fn run(toolchain: &Toolchain, args: &[OsString]) -> Result<i32, CcError> {
    if let Some((kind, rest)) = link::asked_for(args) {
        return link::run(toolchain, kind, &response::expand(rest));
    }
    let request = Request::new(response::expand(args));
    if request.has(Role::Sanitizer) && !request.has(Role::Trap) {
        return Err(CcError::Sanitizer);
    }
    warn_of_assembly(&request);
    let line = command_line(toolchain, &request);
    let mut clang = Command::new(&toolchain.clang);
    if !matches!(request.step, Step::Link(_)) && !response::is_long(&line) {
        return exit_status(clang.args(line));
    }
    // clang keeps objects between compiling and linking, and forgets them when it is killed.
    let scratch = Scratch::new(&toolchain.temporary)?;
    clang.args(response::shorten(line, &scratch.file("arguments"))?).env("TMPDIR", scratch.folder());
    if let Step::Link(kind) = request.step {
        clang.env("VELLUM_CC", &toolchain.exe).env("VELLUM_LINK", kind.name());
    }
    exit_status(&mut clang)
}

/// What clang is called with: defaults, the user's arguments, and what they must not change.
fn command_line(toolchain: &Toolchain, request: &Request) -> Vec<OsString> {
    let mut line = Toolchain::defaults();
    if request.is_incomplete {
        // Whatever followed would be the value that is missing. clang says so.
        line.extend(request.args.iter().cloned());
        return line;
    }
    if request.step == Step::Ask {
        line.push(glue("--sysroot=", &toolchain.sysroot));
        line.extend(request.args.iter().cloned());
        // The question may be the linker's to answer: `-Wl,--version`.
        line.extend(["-fuse-ld=lld", "-Wno-unused-command-line-argument"].map(OsString::from));
        line.push(glue("--ld-path=", &toolchain.lld));
        return line;
    }
    if links_a_program(request) && !request.has(Role::NoStart) {
        line.push(toolchain.lib(link::START).into());
    }
    line.extend(request.args.iter().cloned());
    line.extend(toolchain.settings());
    if !request.has(Role::NoHeaders) {
        line.extend(toolchain.headers());
    }
    if request.has(Role::BareBitcode) {
        line.extend(UNMARKED.iter().map(OsString::from));
    } else if !request.is_probe {
        // clang optimises the machine code of fat objects at every level, but for functions that are marked: those of
        // `-O0` stay as they were written, endless loops included.
        line.extend(["-flto=full", "-ffat-lto-objects"].map(OsString::from));
    }
    line.extend(record::notes(request));
    if let Step::Link(_) = request.step {
        line.extend(["-nostdlib", "-fuse-ld=lld"].map(OsString::from));
        line.push(glue("--ld-path=", &toolchain.sysroot.join("bin/ld")));
    }
    if request.step == Step::Compile {
        // For linking alone, but clang has a macro for it: headers translated in advance must agree on that.
        line.push("-static".into());
    }
    if links_a_program(request) {
        line.extend(["-static", "-no-pie"].map(OsString::from));
        if !request.has(Role::NoLibraries) {
            line.extend(link::LIBRARIES.iter().map(OsString::from));
        }
    }
    line
}

fn links_a_program(request: &Request) -> bool {
    matches!(request.step, Step::Link(Kind::Program | Kind::Probe))
}

fn warn_of_assembly(request: &Request) {
    for file in &request.assembly {
        let text = "is assembly: it runs natively, but the engine cannot see into it";
        // Nobody can be told that the message could not be written.
        let _ = writeln!(io::stderr(), "vellum cc: warning: {} {text}", file.display());
    }
}

/// Runs `command` and turns its end into an exit status, as a shell does.
fn exit_status(command: &mut Command) -> Result<i32, CcError> {
    let status = command.status().map_err(|error| CcError::start(command, error))?;
    Ok(status_code(status))
}

fn status_code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

/// Why the driver could not do its work. What clang and the linker complain about is not among it: they say
/// it themselves.
#[derive(Debug)]
pub(crate) enum CcError {
    /// A sanitizer was asked for.
    Sanitizer,
    /// A program could not be started.
    Start {
        /// The program.
        program: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// There was no place for temporary files; what made the attempt has said why.
    NoScratch,
    /// A file could not be made or written.
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A linker option that the bitcode cannot follow.
    LinkerOption {
        /// The option.
        option: String,
        /// Why not.
        why: &'static str,
    },
    /// Some of the bitcode is for `ThinLTO`, which has no module of the whole program.
    Thin {
        /// The executable.
        output: PathBuf,
    },
    /// The executable was linked, but not its bitcode.
    Bitcode {
        /// The executable.
        output: PathBuf,
        /// What the linker said.
        messages: String,
    },
}

impl CcError {
    fn start(command: &Command, error: io::Error) -> Self {
        Self::Start { program: command.get_program().into(), error }
    }

    fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }
}

impl Display for CcError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sanitizer => {
                let reason = "its library is not bitcode, and the engine checks memory by itself";
                write!(f, "-fsanitize is only supported with -fsanitize-trap: {reason}")
            }
            Self::Start { program, error } => {
                write!(f, "{} could not be started: {error}", program.display())
            }
            Self::NoScratch => write!(f, "no temporary folder could be made"),
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::LinkerOption { option, why } => write!(f, "-Wl,{option} is not supported: {why}"),
            Self::Thin { output } => write!(
                f,
                "{}: an input was compiled for ThinLTO; compile it with `vellum cc`, or with -flto=full",
                output.display()
            ),
            Self::Bitcode { output, messages } => {
                write!(f, "the bitcode of {} could not be linked:\n{}", output.display(), messages.trim_end())
            }
        }
    }
}

impl Error for CcError {}
