//! Reads LLVM bitcode into Vellum's own program form.
//!
//! This is the only crate that knows LLVM. [`load`] reads a program, finds what it needs of the C library and
//! converts everything that can be reached from the entry function into a [`vellum_ir::Module`], which holds
//! nothing of LLVM's. A thread of its own frees LLVM's memory while the program already runs. [`redirect()`] is
//! for the linker: it makes references to one symbol references to another.
//!
//! What the program form cannot express becomes [`vellum_ir::Inst::Unsupported`] with a text that names it:
//! a path that gets there ends, the rest of the program is not affected.

#![expect(
    unsafe_code,
    reason = "LLVM's interface is C; `llvm`, `guard` and `memory` wrap it, the rest is safe"
)]

mod archive;
mod assembly;
mod calls;
mod cleanups;
mod constants;
mod convert;
mod debug;
mod error;
mod globals;
mod guard;
mod instructions;
mod intrinsics;
mod libm;
mod link;
mod llvm;
mod long_double;
mod memory;
mod redirect;
mod sections;
mod target;
mod types;
mod unoptimised;

use std::{
    panic,
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use vellum_ir::Module;

use crate::{
    convert::Roots,
    guard::Guard,
    llvm::Form,
    memory::{MemoryLimit, return_free_memory},
};
pub use crate::{error::LoadError, libm::LIBRARY_FUNCTIONS, redirect::redirect};

/// A module to read.
#[derive(Clone, Debug)]
pub struct Source {
    /// What to call it in messages.
    pub name: String,
    /// Bitcode, or LLVM's text form.
    pub bytes: Vec<u8>,
}

/// The C library as bitcode.
#[derive(Clone, Debug)]
pub struct Libc {
    /// A bitcode file with the start-up code that calls `main`.
    pub crt: PathBuf,
    /// An `ar` archive with a symbol table, of which members are taken as needed.
    pub archive: PathBuf,
}

/// What to load.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The modules of the program.
    pub program: Vec<Source>,
    /// The C library, unless the program brings its own.
    pub libc: Option<Libc>,
    /// The function everything starts from; it must be defined.
    pub entry: &'a str,
    /// Functions to keep, and to take from the library, though nobody calls them; none has to exist.
    pub extra_roots: &'a [&'a str],
}

/// LLVM's deepest recursions (nested constants, types, metadata) must not be limited by the caller's stack.
const STACK_BYTES: usize = 256 << 20;

/// Reads a program.
///
/// Symbols that nobody defines stay declarations. Damaged input that LLVM crashes on ends the process with
/// status 2 and one line on standard error.
pub fn load(request: Request<'_>) -> Result<Module, LoadError> {
    let job = Job::new(request);
    with_llvm(&job.name.clone(), job.size, move |answer| job.run(answer))
}

/// Lets `work` use LLVM on input of that name and size, and returns what it answers with.
///
/// It does so on a thread of its own, which goes on while the caller has the answer already.
fn with_llvm<T: Send + 'static>(
    name: &str,
    size: usize,
    work: impl FnOnce(&dyn Fn(Result<T, LoadError>)) + Send + 'static,
) -> Result<T, LoadError> {
    // Signal handlers and LLVM's error handler exist once per process.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let (sender, receiver) = mpsc::channel();
    let reader = thread::Builder::new().name("bitcode".to_owned()).stack_size(STACK_BYTES);
    let reader = reader.spawn(move || {
        // The receiver waits, or ends the process.
        work(&|answer| drop(sender.send(answer)));
        return_free_memory();
    });
    let reader =
        reader.map_err(|error| LoadError::NoMemory { file: name.to_owned(), message: error.to_string() })?;
    match receiver.recv_timeout(patience(size)) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => guard::lose_patience(name),
        Err(RecvTimeoutError::Disconnected) => match reader.join() {
            Err(panic) => panic::resume_unwind(panic),
            Ok(()) => unreachable!("the reader sends a result before it ends"),
        },
    }
}

/// A request that a thread of its own can hold.
struct Job {
    program: Vec<Source>,
    libc: Option<Libc>,
    entry: String,
    extra_roots: Vec<String>,
    size: usize,
    name: String,
}

impl Job {
    fn new(request: Request<'_>) -> Self {
        Self {
            size: request.program.iter().map(|source| source.bytes.len()).sum(),
            name: request.program.first().map_or_else(String::new, |source| source.name.clone()),
            entry: request.entry.to_owned(),
            extra_roots: request.extra_roots.iter().map(|&root| root.to_owned()).collect(),
            program: request.program,
            libc: request.libc,
        }
    }

    /// Reads and answers. LLVM's own memory goes afterwards, while the program already runs.
    fn run(self, answer: &dyn Fn(Result<Module, LoadError>)) {
        let extra: Vec<&str> = self.extra_roots.iter().map(String::as_str).collect();
        let roots = Roots { entry: &self.entry, extra: &extra };
        let guard = Guard::new();
        let limit = MemoryLimit::for_input(self.size);
        let context = llvm::Context::new();
        let request =
            Request { program: self.program, libc: self.libc, entry: &self.entry, extra_roots: &extra };
        let units;
        let result = match link::gather(&context, &guard, request) {
            Ok(gathered) => {
                units = gathered;
                convert::convert(&context, &units, roots)
            }
            Err(error) => Err(error),
        };
        drop(limit);
        drop(guard);
        answer(result);
    }
}

/// How long reading may take: on damaged input LLVM may go round in circles. A minute, and ten seconds per
/// megabyte, are a hundred times what sound input takes.
fn patience(bytes: usize) -> Duration {
    Duration::from_mins(1) + Duration::from_micros(10) * u32::try_from(bytes).unwrap_or(u32::MAX)
}

impl Source {
    /// In which form the bytes are written.
    fn form(name: &str, bytes: &[u8]) -> Result<Form, LoadError> {
        if Form::is_bitcode(bytes) {
            return Ok(Form::Bitcode);
        }
        match what_else(bytes) {
            None => Ok(Form::Text),
            Some((what, advice)) => Err(LoadError::NotBitcode { file: name.to_owned(), what, advice }),
        }
    }
}

/// What bytes that are not bitcode seem to be, and what to do then; `None` for text.
fn what_else(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const COMPILE: &str = "compile with `vellum cc` or `clang -emit-llvm -c`";
    const STARTS: &[(&[u8], &str, &str)] = &[
        (b"\x7fELF", "an ELF file of machine code", COMPILE),
        (b"!<arch>", "an archive", "link it into a program with `vellum cc`"),
        (b"!<thin>", "an archive", "link it into a program with `vellum cc`"),
        (b"\0asm", "a WebAssembly module", COMPILE),
        (b"#!", "a script", "name the program it starts"),
    ];
    /// How lines of LLVM's text form start; every module has one of these.
    const LINES: &[&[u8]] = &[b"define", b"declare", b"target", b"source_filename", b"@", b"!"];
    if bytes.is_empty() {
        return Some(("an empty file", COMPILE));
    }
    if let Some((_, what, advice)) = STARTS.iter().find(|(start, ..)| bytes.starts_with(start)) {
        return Some((what, advice));
    }
    let looked_at = &bytes[..bytes.len().min(4096)];
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80..);
    if !looked_at.iter().all(is_text) {
        return Some(("binary data", COMPILE));
    }
    let is_llvm = |line: &[u8]| LINES.iter().any(|start| line.trim_ascii_start().starts_with(start));
    let mut lines = bytes.split(|&byte| byte == b'\n');
    (!lines.any(is_llvm)).then_some(("some other text", COMPILE))
}
