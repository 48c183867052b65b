//! `vellum replay`: one test case, run again.
//!
//! Natively a `.c` file is compiled as `vellum cc` does it, which links the runtime that supplies what the engine
//! otherwise does. Sanitizers need the host's C library, hence that runtime as source.

pub(crate) mod engine;
pub(crate) mod settings;

use std::{
    env,
    ffi::OsString,
    fs,
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use vellum_report::{
    Environment, KTest,
    replay::{Ending, NativeRun, is_same_program},
};

use crate::{
    args::{ReplayArgs, Settings},
    cc::{self, scratch::Scratch},
    error::Error,
    load::{FUZZ_TARGET, named_file},
    toolchain::{Env, Toolchain, glue},
};

/// The exit status when the test ended by a signal: the program's fault.
const FOUND: u8 = 1;

/// The exit status when the test had to be stopped, as of `timeout`.
const STOPPED: u8 = 124;

/// What makes sanitizers find what is there and end the program.
const SANITIZERS: &[&str] =
    &["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-w"];

/// Leaks are not what a test is about.
const LEAKS: (&str, &str) = ("ASAN_OPTIONS", "detect_leaks=0");

/// The file of a run directory that says how its tests ended.
const OUTCOMES: &str = "tests.jsonl";

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

/// Runs a test case again.
pub(crate) fn run(environment: &Env, args: &ReplayArgs) -> Result<ExitCode, Error> {
    let settings = args.settings.clone().or(settings::of_run(&args.test)?);
    if args.test.is_dir() {
        check_folder(args)?;
    }
    if !args.native {
        return engine::run(environment, args, &settings);
    }
    refuse_libraries(args, &settings)?;
    let toolchain = Toolchain::locate(environment)?;
    let unreadable = |file: &Path| {
        let file = file.to_owned();
        move |cause| Error::Unreadable { file, cause }
    };
    let content = fs::read(&args.test).map_err(unreadable(&args.test))?;
    let test = KTest::parse(&content).map_err(|cause| Error::Test { file: args.test.clone(), cause })?;
    let surroundings =
        Environment::of(&test).map_err(|cause| Error::Surroundings { file: args.test.clone(), cause })?;
    if !args.quiet {
        warn(args, &settings, &test, &surroundings);
    }
    let scratch = Scratch::new(&toolchain.temporary)?;
    let executable = executable(&toolchain, args, &settings, &scratch)?;
    let run = NativeRun {
        executable: &fs::canonicalize(&executable).map_err(unreadable(&executable))?,
        test: &fs::canonicalize(&args.test).map_err(unreadable(&args.test))?,
        environment: &surroundings,
        folder: &fs::canonicalize(scratch.folder()).map_err(unreadable(scratch.folder()))?,
        variables: if args.sanitize && env::var_os(LEAKS.0).is_none() { &[LEAKS] } else { &[] },
        limit: args.max_time,
    };
    let ending = run.pass_through()?;
    if !args.quiet {
        tell(args, ending);
    }
    Ok(ExitCode::from(match ending {
        Ending::Exit(status) => u8::try_from(status & 0xff).unwrap_or(FOUND),
        Ending::Signal(_) => FOUND,
        Ending::TimedOut => STOPPED,
    }))
}

/// Refuses a folder that has no tests to replay, and says what to do.
fn check_folder(args: &ReplayArgs) -> Result<(), Error> {
    let folder = &args.test;
    let unreadable = |cause| Error::Unreadable { file: folder.clone(), cause };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let files = entries.map(|entry| entry.map(|entry| entry.path()));
    let files = files.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    let is_test = |file: &&PathBuf| file.extension().is_some_and(|extension| extension == "ktest");
    let first = files.iter().filter(is_test).min();
    let has = |name: &str| files.iter().any(|file| file.file_name().is_some_and(|file| file == name));
    let why = match first {
        Some(first) if args.native => {
            format!("--native replays one test: name it, such as {}", first.display())
        }
        Some(_) if has(OUTCOMES) => return Ok(()),
        Some(first) => format!(
            "no path with a test came to its end, so there is nothing to compare; one test is replayed by its name, \
             such as {}",
            first.display()
        ),
        None if has("info") || has(OUTCOMES) => {
            "the run has no tests: they are written for paths with symbolic input, unless it was run with --tests none"
                .to_owned()
        }
        None => "no run directory, and no tests in it; name a folder that `vellum run` made, or a .ktest file".to_owned(),
    };
    Err(Error::Usage(format!("{}: {why}", folder.display())))
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
    if args.sanitize {
        let message = format!("--sanitize: {} is compiled already; name a .c file", file.display());
        return Err(Error::Usage(message));
    }
    if status.permissions().mode() & 0o111 == 0 {
        return Err(Error::NotExecutable(file.clone()));
    }
    Ok(file.clone())
}

fn compile(
    toolchain: &Toolchain,
    args: &ReplayArgs,
    settings: &Settings,
    scratch: &Scratch,
) -> Result<PathBuf, Error> {
    let how = &settings.compile;
    let output = scratch.file("program");
    let mut line = vec!["-g".into(), format!("-O{}", how.level()).into()];
    line.extend(how.cflag.iter().cloned());
    line.extend([named_file(&args.program).into(), "-o".into(), output.clone().into()]);
    let success = if args.sanitize {
        let share = toolchain.sysroot.join("share");
        let mut clang = Command::new(&toolchain.clang);
        clang.args(SANITIZERS).args(line).arg("-idirafter").arg(toolchain.sysroot.join("include"));
        clang.arg("-fuse-ld=lld").arg(glue("--ld-path=", &toolchain.lld));
        // Between these two, an object is linked only if something refers to it.
        clang.arg("-Wl,--start-lib").args(["replay.c", "without-main.c"].map(|name| share.join(name)));
        clang
            .arg("-Wl,--end-lib")
            .args(libraries(&settings.external.load))
            .arg("-lm")
            .status()
            .map_err(Error::Clang)?
            .success()
    } else {
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

/// What links libraries of the host: files by their path, others by their name.
fn libraries(load: &[PathBuf]) -> Vec<OsString> {
    let words = |library: &PathBuf| match fs::canonicalize(library) {
        Ok(path) => {
            let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
            vec![path.into_os_string(), glue("-Wl,-rpath,", &folder)]
        }
        Err(_) => vec![glue("-l:", library)],
    };
    load.iter().flat_map(words).collect()
}

/// Says what may make the replay differ from the run that made the test.
fn warn(args: &ReplayArgs, settings: &Settings, test: &KTest, surroundings: &Environment) {
    let mut warnings = Vec::new();
    warnings.extend(test.args.first().and_then(|made_for| other_program(made_for, &args.program)));
    if let Some(entry) = settings.entry.as_deref().filter(|entry| !["main", FUZZ_TARGET].contains(entry)) {
        warnings.push(format!("the run started from {entry}: natively the program starts from main"));
    }
    if settings.external.is_without_libc() && !args.sanitize {
        warnings.push("the run was without a C library: natively there is musl".to_owned());
    }
    let failures = surroundings.failures.iter();
    warnings.extend(
        failures.map(|name| format!("the test makes a system call fail ({name}): natively it will not")),
    );
    for warning in warnings {
        // Nobody can be told that the message could not be written.
        let _ = writeln!(io::stderr(), "vellum: warning: {warning}");
    }
}

/// What to say of a test that looks like one of another program.
fn other_program(made_for: &[u8], program: &Path) -> Option<String> {
    if is_same_program(made_for, program) {
        return None;
    }
    let made_for = String::from_utf8_lossy(made_for);
    Some(format!("the test was made for {made_for}, not for {}", program.display()))
}

/// Says how the test ended, where the exit status does not.
fn tell(args: &ReplayArgs, ending: Ending) {
    let text = match ending {
        Ending::Exit(_) => return,
        Ending::Signal(signal) => match SIGNALS.iter().find(|(number, _)| *number == signal) {
            Some((_, name)) => format!("ended by signal {signal} ({name})"),
            None => format!("ended by signal {signal}"),
        },
        Ending::TimedOut => format!("stopped after {:?}; --max-time gives it more", args.max_time),
    };
    let _ = writeln!(io::stderr(), "vellum: {}: {text}", args.program.display());
}
