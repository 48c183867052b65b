//! Replay natively: the program is compiled, and each test is a process of its own.
//!
//! A `.c` file is compiled as `vellum cc` does it, which links the runtime that supplies what the engine otherwise does.

use std::{
    env, fmt, fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::ExitCode,
};

use vellum_report::{
    Environment, KTest, Outcome,
    replay::{Captured, Ending, NativeRun, WRONG_TEST},
};

use super::{
    DIFFERENT, other_program, outcomes, sanitized, say,
    verdict::{REPORTED, UNSEEN, beside, recorded, shows, unseen},
};
use crate::{
    args::{ReplayArgs, Settings},
    cc::{self, scratch::Scratch},
    error::Error,
    load::{FUZZ_TARGET, named_file},
    toolchain::{Env, Toolchain},
};

/// The exit status when the test ended by a signal: the program's fault.
const FOUND: u8 = 1;

/// The exit status when the test had to be stopped, as of `timeout`.
const STOPPED: u8 = 124;

/// What sanitizers print of what they found.
const REPORTS: [&str; 2] = ["Sanitizer: ", "runtime error: "];

/// And what it is of memory that is never freed.
const LEAKS: &str = "LeakSanitizer: detected memory leaks";

/// Signals that end programs, by name.
const SIGNALS: &[(i32, &str)] = &[
    (4, "illegal instruction"),
    (5, "trap"),
    (6, "abort"),
    (7, "bus error"),
    (8, "arithmetic error"),
    (9, "killed"),
    (11, "segmentation fault"),
];

/// Runs a test, or all tests of a run directory.
pub(super) fn run(environment: &Env, args: &ReplayArgs, settings: &Settings) -> Result<ExitCode, Error> {
    refuse_libraries(args, settings)?;
    let toolchain = Toolchain::locate(environment)?;
    // Before the program, which takes longer: what is wrong with a test can be said at once.
    let single = if args.test.is_dir() { None } else { Some(Test::read(&args.test)?) };
    if let Some(test) = single.as_ref().filter(|_| !args.quiet) {
        warn(args, settings, test);
    }
    let scratch = Scratch::new(&toolchain.temporary)?;
    let executable = executable(&toolchain, args, settings, &scratch)?;
    let options = sanitized::options(settings, env::var_os(sanitized::OPTIONS).as_deref());
    let variables = [(sanitized::OPTIONS, options.as_str())];
    let replay = Replay {
        args,
        executable: absolute(&executable)?,
        folder: absolute(scratch.folder())?,
        variables: if args.sanitize { &variables } else { &[] },
    };
    match single {
        Some(test) => replay.single(&test),
        None => replay.directory(&args.test),
    }
}

/// A test case.
struct Test {
    /// Its file; an absolute path.
    file: PathBuf,
    content: KTest,
    surroundings: Environment,
}

impl Test {
    fn read(file: &Path) -> Result<Self, Error> {
        let bytes = fs::read(file).map_err(unreadable(file))?;
        let content = KTest::parse(&bytes).map_err(|cause| Error::Test { file: file.to_owned(), cause })?;
        let surroundings = Environment::of(&content)
            .map_err(|cause| Error::Surroundings { file: file.to_owned(), cause })?;
        Ok(Self { file: absolute(file)?, content, surroundings })
    }
}

/// A program, ready to be run once per test.
struct Replay<'a> {
    args: &'a ReplayArgs,
    /// An absolute path.
    executable: PathBuf,
    /// For whatever runs need; an absolute path.
    folder: PathBuf,
    /// What the program's environment has besides.
    variables: &'a [(&'a str, &'a str)],
}

impl Replay<'_> {
    /// Replays one test, which sees our terminal: the exit status is that of the program, as far as it has one.
    fn single(&self, test: &Test) -> Result<ExitCode, Error> {
        let ending = self.process(test, &self.folder).pass_through()?;
        if !self.args.quiet {
            tell(self.args, ending);
        }
        if self.args.sanitize
            && let Some(Outcome::Finding { kind, place }) = recorded(&test.file)
            && let Ending::Exit(status) = ending
            && status != WRONG_TEST
            && !shows(&kind, ending, false)
        {
            if !self.args.quiet {
                say(format_args!("{}", unseen(&kind, place.as_ref(), status)));
            }
            return Ok(ExitCode::from(UNSEEN));
        }
        Ok(ExitCode::from(match ending {
            Ending::Exit(REPORTED) if self.args.sanitize => FOUND,
            Ending::Exit(status) => u8::try_from(status & 0xff).unwrap_or(FOUND),
            Ending::Signal(_) => FOUND,
            Ending::TimedOut => STOPPED,
        }))
    }

    /// Replays all tests of a run directory. Those whose paths left by themselves have to do so with the same status; of
    /// what was found, a native run may see nothing, which is told and is no difference.
    fn directory(&self, folder: &Path) -> Result<ExitCode, Error> {
        let expected = outcomes(folder)?;
        let mut tally = Tally::default();
        for (name, expected) in &expected {
            let test = Test::read(&folder.join(name))?;
            let own = self.folder.join(name);
            fs::create_dir(&own).map_err(unreadable(&own))?;
            let captured = self.process(&test, &own).capture()?;
            // A run may leave much behind, and there may be many.
            fs::remove_dir_all(&own).map_err(unreadable(&own))?;
            self.compare(&mut tally, &test, name, expected, &Ended { captured: &captured });
        }
        let Tally { different, found, seen } = tally;
        if !self.args.quiet {
            let count = expected.len();
            say(format_args!(
                "{count} tests replayed natively, {different} ended differently; of {found} findings {seen} were seen"
            ));
        }
        Ok(ExitCode::from(match different {
            0 if seen < found && self.args.sanitize => UNSEEN,
            0 => 0,
            _ => DIFFERENT,
        }))
    }

    /// Compares how a test ended with how its path did.
    fn compare(&self, tally: &mut Tally, test: &Test, name: &str, expected: &Outcome, ended: &Ended<'_>) {
        let finding = match expected {
            Outcome::Finding { .. } => Some(expected.clone()),
            Outcome::Exit(_) => beside(&test.file),
        };
        if let Some(finding @ Outcome::Finding { kind, .. }) = &finding {
            let is_seen = shows(kind, ended.captured.ending, ended.report().is_some());
            tally.found += 1;
            tally.seen += u64::from(is_seen);
            if !is_seen && !self.args.quiet {
                say(format_args!("{name}: {ended}: natively {finding} is not seen"));
            }
        }
        let is_as_expected = match expected {
            Outcome::Exit(status) => ended.is_exit(*status) || ended.is_leak(),
            Outcome::Finding { .. } => true,
        };
        if !is_as_expected {
            tally.different += 1;
            say(format_args!("{name}: {ended} instead of {expected}"));
        }
    }

    fn process<'a>(&'a self, test: &'a Test, folder: &'a Path) -> NativeRun<'a> {
        NativeRun {
            executable: &self.executable,
            test: &test.file,
            environment: &test.surroundings,
            folder,
            variables: self.variables,
            limit: self.args.max_time,
        }
    }
}

/// How the tests of a run directory compare.
#[derive(Default)]
struct Tally {
    different: u64,
    /// Those with a finding, and of these, those that show it.
    found: u64,
    seen: u64,
}

/// How a test ended of which nobody sees what it prints.
struct Ended<'a> {
    captured: &'a Captured,
}

impl Ended<'_> {
    /// The line in which a sanitizer says what it found.
    fn report(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.captured.stderr);
        let line = text.lines().find(|line| REPORTS.iter().any(|report| line.contains(report)));
        line.map(str::to_owned)
    }

    /// Whether the program left something allocated, which is looked for only if leaks were asked for. A run tells a
    /// place that leaks once; the paths of other tests may come by there, too.
    fn is_leak(&self) -> bool {
        self.report().is_some_and(|report| report.contains(LEAKS))
    }

    /// Whether the program left by itself, with this status.
    fn is_exit(&self, status: i32) -> bool {
        self.captured.ending == Ending::Exit(status & 0xff) && self.report().is_none()
    }
}

impl fmt::Display for Ended<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.report(), self.captured.ending) {
            (Some(report), _) => f.write_str(&report),
            (None, Ending::Exit(status)) => write!(f, "exit {status}"),
            (None, Ending::Signal(signal)) => f.write_str(&by_signal(signal)),
            (None, Ending::TimedOut) => f.write_str("stopped by --max-time"),
        }
    }
}

fn absolute(file: &Path) -> Result<PathBuf, Error> {
    fs::canonicalize(file).map_err(unreadable(file))
}

fn unreadable(file: &Path) -> impl Fn(io::Error) -> Error {
    let file = file.to_owned();
    move |cause| Error::Unreadable { file: file.clone(), cause }
}

/// The program as something that can be run.
fn executable(
    toolchain: &Toolchain,
    args: &ReplayArgs,
    settings: &Settings,
    scratch: &Scratch,
) -> Result<PathBuf, Error> {
    let file = &args.program;
    let unreadable = |cause| Error::Unreadable { file: file.clone(), cause };
    let status = fs::metadata(file).map_err(unreadable)?;
    if status.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    if file.extension().is_some_and(|extension| extension == "c") {
        return compile(toolchain, args, settings, scratch);
    }
    if status.permissions().mode() & 0o111 == 0 {
        return Err(Error::NotExecutable(file.clone()));
    }
    if args.sanitize { sanitized::rebuild(toolchain, args, settings, scratch) } else { Ok(file.clone()) }
}

fn compile(
    toolchain: &Toolchain,
    args: &ReplayArgs,
    settings: &Settings,
    scratch: &Scratch,
) -> Result<PathBuf, Error> {
    let output = scratch.file("program");
    let success = if args.sanitize {
        sanitized::compile(toolchain, &args.program, settings, &output)?.success()
    } else {
        let how = &settings.compile;
        let mut line = vec!["-g".into(), format!("-O{}", how.level()).into()];
        line.extend(how.cflag.iter().cloned());
        line.extend([named_file(&args.program).into(), "-o".into(), output.clone().into()]);
        cc::run(toolchain, &line)? == 0
    };
    if success { Ok(output) } else { Err(Error::Compile(args.program.clone())) }
}

/// Libraries of the host belong to the host's C library, which only sanitized programs have.
fn refuse_libraries(args: &ReplayArgs, settings: &Settings) -> Result<(), Error> {
    match settings.external.load.first() {
        Some(library) if !args.sanitize => Err(Error::Usage(format!(
            "--native: the run loaded {}, which needs the host's C library; --sanitize builds a .c file with it",
            library.display()
        ))),
        _ => Ok(()),
    }
}

/// Says what may make the replay differ from the run that made the test.
fn warn(args: &ReplayArgs, settings: &Settings, test: &Test) {
    let mut warnings = Vec::new();
    warnings.extend(test.content.args.first().and_then(|made_for| other_program(made_for, &args.program)));
    if let Some(entry) = settings.entry.as_deref().filter(|entry| !["main", FUZZ_TARGET].contains(entry)) {
        warnings.push(format!("the run started from {entry}: natively the program starts from main"));
    }
    if settings.external.is_without_libc() && !args.sanitize {
        warnings.push("the run was without a C library: natively there is musl".to_owned());
    }
    let failures = test.surroundings.failures.iter();
    warnings
        .extend(failures.map(|name| format!("the test makes a call fail ({name}): natively it will not")));
    for warning in warnings {
        say(format_args!("warning: {warning}"));
    }
}

/// Says how the test ended, where the exit status does not.
fn tell(args: &ReplayArgs, ending: Ending) {
    let text = match ending {
        Ending::Exit(_) => return,
        Ending::Signal(signal) => by_signal(signal),
        Ending::TimedOut => format!("stopped after {:?}; --max-time gives it more", args.max_time),
    };
    say(format_args!("{}: {text}", args.program.display()));
}

fn by_signal(signal: i32) -> String {
    match SIGNALS.iter().find(|(number, _)| *number == signal) {
        Some((_, name)) => format!("ended by signal {signal} ({name})"),
        None => format!("ended by signal {signal}"),
    }
}
