//! `vellum run`: executes a program and leaves a run directory.

use std::{
    env,
    fmt::Write as _,
    io::Write as _,
    os::unix::ffi::OsStrExt,
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use vellum_engine::{Bug, End, Machine, Pause, Program, State};
use vellum_kernel::{Kernel, KernelConfig};
use vellum_memory::MemoryConfig;
use vellum_report::{Finding, Paths, RunDirectory, Summary};

use crate::{
    args::RunArgs,
    error::Error,
    interrupt::Watch,
    load::{ENTRY, load},
    toolchain::{Env, Toolchain},
};

/// Instructions between two looks at the clock and at Ctrl-C.
const SLICE: u64 = 1 << 20;

/// Exit status when something was found.
const FOUND: u8 = 1;

/// Exit status when the engine could not go on.
const FAILED: u8 = 3;

/// How a run ended.
enum Outcome {
    /// The program left with this status.
    Exit(i32),
    /// The program did something wrong.
    Bug(Bug),
    /// The engine could not go on.
    Unsupported(Box<str>),
    /// A budget or the user stopped it.
    Stopped(&'static str),
}

/// Who stopped a run, when the user did.
const INTERRUPT: &str = "interrupt";

impl From<End> for Outcome {
    fn from(end: End) -> Self {
        match end {
            End::Exit(status) => Self::Exit(status),
            End::Bug(bug) => Self::Bug(bug),
            End::Unsupported(what) => Self::Unsupported(what),
            End::Interrupted => Self::Stopped(INTERRUPT),
        }
    }
}

/// What stops a run from outside.
struct Limits {
    begin: Instant,
    interrupted: Arc<AtomicBool>,
}

/// Executes a program.
pub(crate) fn run(environment: &Env, args: &RunArgs) -> Result<ExitCode, Error> {
    let begin = now();
    let toolchain = Toolchain::locate(environment)?;
    let module = load(&toolchain, args.program(), &args.compile)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let mut kernel = Kernel::new(kernel_config(args, Arc::clone(&interrupted)));
    let config = MemoryConfig { quarantine: args.quarantine, stack_limit: args.max_stack };
    let link = |cause| Error::Link { file: args.program().to_owned(), cause };
    let (program, memory) = Program::link(module, &kernel, config).map_err(link)?;
    // The program may change the current folder: the run directory's path must not depend on it.
    let here = env::current_dir().unwrap_or_default();
    let directory = match &args.out {
        Some(path) => RunDirectory::create(&here.join(path))?,
        None => RunDirectory::create_next(&here)?,
    };
    let mut state = State::new(memory);
    let loaded = begin.elapsed();
    let watch = Watch::new(&interrupted);
    let outcome = execute(&program, &mut state, &mut kernel, args, &Limits { begin, interrupted });
    drop(watch);
    let stack = state.backtrace(&program);
    let mut summary = Summary {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        program: args.program().display().to_string(),
        seed: args.seed,
        instructions: state.instructions(&program),
        external_calls: kernel.calls(),
        allocations: kernel.allocations(),
        load_seconds: loaded.as_secs_f64(),
        peak_rss_bytes: peak_rss(),
        ..Summary::default()
    };
    match &outcome {
        Outcome::Bug(bug) => {
            let finding = Finding::new(&program, bug, &stack, &here);
            directory.write_finding(1, &finding)?;
            summary.findings.push(finding);
        }
        Outcome::Unsupported(what) => {
            let entry = Finding::stack_of(&program, &stack, &here);
            let place = entry.iter().find(|entry| entry.line != 0).map(|entry| format!(" in {entry}"));
            summary.unsupported = Some(format!("{what}{}", place.unwrap_or_default()));
        }
        Outcome::Exit(status) => summary.exit_status = Some(*status),
        Outcome::Stopped(by) => summary.stopped_by = Some((*by).to_owned()),
    }
    summary.paths = count(&outcome);
    summary.wall_seconds = begin.elapsed().as_secs_f64();
    directory.write_info(&info(args, &summary))?;
    directory.write_summary(&summary)?;
    let shown = directory.path().strip_prefix(&here).unwrap_or(directory.path());
    tell(args, &kernel, shown, &summary, loaded);
    Ok(status(&outcome))
}

fn kernel_config(args: &RunArgs, interrupt: Arc<AtomicBool>) -> KernelConfig {
    KernelConfig {
        host_time: args.host_time,
        host_ids: args.host_ids,
        host_random: args.host_random,
        seed: args.seed,
        interrupt,
    }
}

/// Runs the program to its end, in slices.
fn execute(
    program: &Program,
    state: &mut State,
    kernel: &mut Kernel,
    args: &RunArgs,
    limits: &Limits,
) -> Outcome {
    let entry = program.module().function_named(ENTRY).expect("the loader made sure of the entry point");
    let arguments: Vec<Vec<u8>> = args.command.iter().map(|word| word.as_bytes().to_vec()).collect();
    let environment: Vec<Vec<u8>> =
        env::vars_os().map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat()).collect();
    let stack = kernel.initial_stack(&mut state.memory, &arguments, &environment);
    let mut machine = Machine { program, state, externals: kernel };
    let started = match stack {
        Some(stack) => machine.start(entry, &[stack]),
        None => Err(End::Unsupported("arguments and environment do not fit into memory".into())),
    };
    if let Err(end) = started {
        return end.into();
    }
    loop {
        let left =
            args.max_instructions.map_or(SLICE, |max| max.saturating_sub(machine.executed()).min(SLICE));
        if left == 0 {
            return Outcome::Stopped("max-instructions");
        }
        match machine.run(left) {
            Pause::End(end) => return end.into(),
            Pause::Slice => (),
        }
        if limits.interrupted.load(Ordering::Relaxed) {
            return Outcome::Stopped(INTERRUPT);
        }
        if args.max_time.is_some_and(|max| limits.begin.elapsed() >= max) {
            return Outcome::Stopped("max-time");
        }
    }
}

fn count(outcome: &Outcome) -> Paths {
    let mut paths = Paths::default();
    match outcome {
        Outcome::Exit(_) => paths.completed = 1,
        Outcome::Bug(_) => paths.errors = 1,
        Outcome::Unsupported(_) => paths.unsupported = 1,
        Outcome::Stopped(_) => paths.stopped = 1,
    }
    paths
}

/// A run without symbolic input is the program itself: where it ended by itself, its status is ours.
fn status(outcome: &Outcome) -> ExitCode {
    ExitCode::from(match outcome {
        Outcome::Exit(status) => u8::try_from(*status & 0xff).unwrap_or(FOUND),
        Outcome::Bug(_) => FOUND,
        Outcome::Unsupported(_) => FAILED,
        Outcome::Stopped(_) => 0,
    })
}

fn info(args: &RunArgs, summary: &Summary) -> String {
    let words: Vec<String> = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut text = String::new();
    let _ = writeln!(text, "command: {}", words.join(" "));
    let _ = writeln!(text, "version: vellum {}, LLVM 22", summary.version);
    let _ = writeln!(text, "folder: {}", env::current_dir().unwrap_or_default().display());
    let _ = writeln!(text, "seed: {}", args.seed);
    let _ = writeln!(text, "seconds: {:.3}", summary.wall_seconds);
    text
}

/// What a person at a terminal is told.
fn tell(args: &RunArgs, kernel: &Kernel, directory: &Path, summary: &Summary, loaded: Duration) {
    let mut text = String::new();
    if !args.quiet {
        for warning in kernel.warnings() {
            let _ = writeln!(text, "vellum: warning: {warning}");
        }
        for finding in &summary.findings {
            let _ = write!(text, "vellum: {}", finding.to_string().trim_start_matches("Error: "));
            let _ = writeln!(text, "vellum: the run is in {}", directory.display());
        }
        if let Some(what) = &summary.unsupported {
            let _ = writeln!(text, "vellum: unsupported: {what}");
        }
        if let Some(by) = &summary.stopped_by {
            let _ = writeln!(text, "vellum: stopped by {by} after {} instructions", summary.instructions);
        }
    }
    if args.stats {
        let running = (summary.wall_seconds - loaded.as_secs_f64()).max(1e-9);
        let millions = figure(summary.instructions) / 1e6;
        let _ = writeln!(
            text,
            "vellum: {} instructions in {running:.3} s ({:.1} million/s), loaded in {:.3} s",
            summary.instructions,
            millions / running,
            loaded.as_secs_f64()
        );
    }
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A count for a quotient: exact up to 2^53.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "printed with one decimal")]
pub(crate) fn figure(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::disallowed_methods, reason = "the driver knows the clock")]
fn now() -> Instant {
    Instant::now()
}

/// The most memory this process had, as Linux reports it.
fn peak_rss() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}
