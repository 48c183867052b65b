//! Replay in the engine: the program runs on numbers, and where it asks for input the test answers. Symbolic
//! surroundings are made again from the command in the test, with the values of its objects.

use std::{
    env, fs,
    io::{self, Write as _},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use vellum_engine::{End, Machine, Pause, Program, ReplayObject, State, Symbolic, leaks_of};
use vellum_kernel::{Kernel, KernelConfig, Surroundings};
use vellum_memory::Memory;
use vellum_report::{Finding, KTest, Outcome};
use vellum_solver::{Bitwuzla, BitwuzlaConfig, Solver, SolverConfig};

use super::{DIFFERENT, other_program, outcomes};
use crate::{
    args::{ReplayArgs, Settings},
    error::Error,
    load::{Runnable, load_to_run},
    run::LEFT_OUT,
    surroundings::{self, Recorded},
    toolchain::{Env, Toolchain},
};

/// Instructions between two looks at the clock.
const SLICE: u64 = 1 << 20;

/// Exit status when something was found.
const FOUND: u8 = 1;

/// Exit status when the test does not fit the program.
const MISFIT: u8 = 2;

/// Exit status when a test had to be stopped.
const STOPPED: u8 = 124;

/// Replays a test, or all tests of a run directory.
pub(crate) fn run(environment: &Env, args: &ReplayArgs, settings: &Settings) -> Result<ExitCode, Error> {
    let toolchain = Toolchain::locate(environment)?;
    // Before the program, which takes longer: what is wrong with a test can be said at once.
    let single = if args.test.is_dir() { None } else { Some(read(&args.test, &args.program)?) };
    let Runnable { module, entry, .. } = load_to_run(&toolchain, &args.program, settings)?;
    let here = env::current_dir().unwrap_or_default();
    let outside = settings.kernel(&environment.exe, &here, &Arc::default());
    let kernel = Kernel::new(KernelConfig { show_output: single.is_some(), ..outside });
    if !settings.external.load.is_empty() {
        kernel.load_libraries().map_err(Error::External)?;
    }
    let checks = settings.checks();
    let link = |cause| Error::Link { file: args.program.clone(), cause };
    let (program, memory) = Program::link(module, &kernel, settings.memory(), checks).map_err(link)?;
    let replay = Replay { program, memory, kernel, entry, args, here };
    match single {
        Some(test) => Ok(replay.single(&test)),
        None => replay.directory(&args.test),
    }
}

/// A program, ready to be run once per test.
struct Replay<'a> {
    program: Program,
    memory: Memory,
    kernel: Kernel,
    /// The function everything starts from.
    entry: &'static str,
    args: &'a ReplayArgs,
    here: PathBuf,
}

/// How a test ended.
enum Ending {
    /// Beside it, what was found.
    Outcome(Outcome, Vec<Finding>),
    Unsupported(String),
    Misfit(String),
    Stopped,
}

impl Replay<'_> {
    /// Replays one test: the exit status is that of the program, as far as it has one.
    fn single(&self, test: &Test) -> ExitCode {
        if !self.args.quiet
            && let Some(warning) = other_program(&test.made_for, &self.args.program)
        {
            let _ = writeln!(io::stderr(), "vellum: warning: {warning}");
        }
        let (status, texts) = match self.test(test) {
            Ending::Outcome(outcome, findings) => {
                (status(&outcome, &findings), findings.iter().map(Finding::to_string).collect())
            }
            Ending::Unsupported(what) => (LEFT_OUT, vec![format!("unsupported: {what}")]),
            Ending::Misfit(what) => {
                (MISFIT, vec![format!("error: the test does not fit the program: {what}")])
            }
            Ending::Stopped => (STOPPED, vec!["stopped by --max-time".to_owned()]),
        };
        for text in texts.iter().filter(|_| !self.args.quiet) {
            let _ = writeln!(io::stderr(), "vellum: {}", text.trim_start_matches("Error: ").trim_end());
        }
        ExitCode::from(status)
    }

    /// Replays all tests of a run directory and compares how they end with how they ended.
    fn directory(&self, folder: &Path) -> Result<ExitCode, Error> {
        let expected = outcomes(folder)?;
        let mut different = 0_u64;
        for (test, expected) in &expected {
            let ending = match self.test(&read(&folder.join(test), &self.args.program)?) {
                Ending::Outcome(outcome, _) if outcome == *expected => continue,
                Ending::Outcome(outcome, _) => outcome.to_string(),
                Ending::Unsupported(what) => format!("unsupported: {what}"),
                Ending::Misfit(what) => format!("it does not fit the program: {what}"),
                Ending::Stopped => "stopped by --max-time".to_owned(),
            };
            different += 1;
            let _ = writeln!(io::stderr(), "vellum: {test}: {ending} instead of {expected}");
        }
        if !self.args.quiet {
            let count = expected.len();
            let _ = writeln!(io::stderr(), "vellum: {count} tests replayed, {different} ended differently");
        }
        Ok(ExitCode::from(if different == 0 { 0 } else { DIFFERENT }))
    }

    fn test(&self, test: &Test) -> Ending {
        let begin = now();
        // Of a test's input nothing is symbolic; memory that nobody wrote may be anything all the same.
        let solver = Solver::new(SolverConfig::default())
            .with_second(Box::new(Bitwuzla::new(BitwuzlaConfig::default())));
        let mut symbolic = Symbolic::new(Box::new(solver));
        symbolic.replay = Some(test.objects.clone());
        let environment: Vec<Vec<u8>> =
            env::vars_os().map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat()).collect();
        let (exprs, surroundings) = (&mut symbolic.exprs, &test.surroundings);
        let beginning =
            self.kernel.beginning_of_test(&self.memory, exprs, surroundings, &environment, &test.objects);
        let (mut state, stack) = match beginning {
            Ok(beginning) => beginning,
            Err(end) => {
                let state = State::new(self.memory.clone(), self.kernel.outside());
                return self.ending(&mut symbolic, &state, end);
            }
        };
        let module = self.program.module();
        let entry = module.function_named(self.entry).expect("the loader made sure of the entry point");
        let mut machine = Machine { program: &self.program, state: &mut state, symbolic: &mut symbolic };
        let mut end = machine.start(entry, &[stack]).err();
        while end.is_none() {
            match machine.run(SLICE) {
                Pause::End(over) => end = Some(over),
                Pause::Slice | Pause::Fork if begin.elapsed() >= self.args.max_time => {
                    return Ending::Stopped;
                }
                Pause::Slice | Pause::Fork => (),
            }
        }
        self.ending(&mut symbolic, &state, end.expect("the path is over"))
    }

    fn ending(&self, symbolic: &mut Symbolic, state: &State, end: End) -> Ending {
        match state.judge(&end).unwrap_or(end) {
            End::Exit(status) => {
                let end = End::Exit(status);
                let leaks = leaks_of(&self.program, symbolic, state, &end);
                let leaks = leaks.iter().map(|leak| Finding::leak(&self.program, leak, &self.here));
                Ending::Outcome(Outcome::Exit(status), leaks.collect())
            }
            End::Bug(bug) => {
                let finding = Finding::new(&self.program, &bug, &state.backtrace(&self.program), &self.here);
                Ending::Outcome(Outcome::of(&finding), vec![finding])
            }
            End::Unsupported(what) => Ending::Unsupported(what.into()),
            End::AssumedAway => {
                Ending::Misfit("the program assumes something that does not hold for its input".into())
            }
            End::Misfit(what) => Ending::Misfit(what.into()),
            End::Silent => Ending::Unsupported("the program left silently".to_owned()),
            End::Stopped(_) | End::Undecided(_) | End::Impossible | End::Interrupted => Ending::Stopped,
        }
    }
}

/// The exit status after a test that ended like this: as of a run, that of the program unless it says that nothing is
/// wrong.
fn status(outcome: &Outcome, findings: &[Finding]) -> u8 {
    match outcome {
        Outcome::Exit(0) if findings.is_empty() => 0,
        Outcome::Exit(0) | Outcome::Finding { .. } => FOUND,
        Outcome::Exit(status) => u8::try_from(status & 0xff).unwrap_or(FOUND),
    }
}

/// A test, as the engine wants it.
struct Test {
    /// The program it was made for.
    made_for: Vec<u8>,
    surroundings: Surroundings,
    objects: Vec<ReplayObject>,
}

fn read(file: &Path, program: &Path) -> Result<Test, Error> {
    let mut test = read_ktest(file)?;
    if test.args.is_empty() {
        test.args.push(program.as_os_str().as_bytes().to_vec());
    }
    let bytes = |name: &[u8]| test.object(name).map_or(0, |object| object.bytes.len());
    let recorded = Recorded { stdin: bytes(b"stdin"), file: bytes(b"A_data") };
    let surroundings = surroundings::of_test(&test.args, recorded)
        .map_err(|cause| Error::Usage(format!("{}: a test with a wrong command: {cause}", file.display())))?;
    Ok(Test { surroundings, made_for: test.args[0].clone(), objects: replay_objects(test) })
}

/// Reads a test case.
pub(crate) fn read_ktest(file: &Path) -> Result<KTest, Error> {
    let content = fs::read(file).map_err(|cause| Error::Unreadable { file: file.to_owned(), cause })?;
    KTest::parse(&content).map_err(|cause| Error::Test { file: file.to_owned(), cause })
}

/// The objects of a test in the order the program wants them.
pub(crate) fn replay_objects(test: KTest) -> Vec<ReplayObject> {
    // Only KLEE asks for its version.
    let objects = test.objects.into_iter().filter(|object| object.name != b"model_version");
    objects.map(|object| ReplayObject { name: object.name.into(), bytes: object.bytes.into() }).collect()
}

#[expect(clippy::disallowed_methods, reason = "the driver knows the clock")]
fn now() -> Instant {
    Instant::now()
}
