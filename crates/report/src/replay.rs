//! A test case, run natively.
//!
//! The program gets the arguments, the standard input and the files of the test; what it makes symbolic itself
//! comes from the runtime that `vellum cc` links (`libc/vellum/replay.c`), which is told where the test is.

use std::{
    ffi::{OsStr, OsString},
    fmt, fs, io,
    os::unix::{ffi::OsStrExt, process::CommandExt, process::ExitStatusExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::environment::Environment;

/// Tells the runtime where the test is, as in KLEE.
const TEST_FILE: &str = "KTEST_FILE";

/// The status with which the runtime says that the test is not one of this program.
pub const WRONG_TEST: i32 = 65;

/// The longest time between two looks at the program.
const PATIENCE: Duration = Duration::from_millis(20);

/// A native run of a test.
#[derive(Clone, Copy, Debug)]
pub struct NativeRun<'a> {
    /// The program; an absolute path.
    pub executable: &'a Path,
    /// The file with the test; an absolute path.
    pub test: &'a Path,
    /// What the test says about the program's surroundings.
    pub environment: &'a Environment,
    /// An empty folder for whatever the run needs. Symbolic files are in a folder inside it, from which the
    /// program starts; without such files it starts from where we are.
    pub folder: &'a Path,
    /// Environment variables it has besides ours.
    pub variables: &'a [(&'a str, &'a str)],
    /// When to stop it.
    pub limit: Duration,
}

/// How a native run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It had to be stopped.
    TimedOut,
}

/// A native run and what it printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    /// How it ended.
    pub ending: Ending,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error output.
    pub stderr: Vec<u8>,
}

impl NativeRun<'_> {
    /// Runs the test. The program prints to where we print and, if the test has no standard input, reads ours.
    pub fn pass_through(&self) -> Result<Ending, ReplayError> {
        let mut command = self.command()?;
        if self.environment.stdin.is_none() {
            command.stdin(Stdio::inherit());
        }
        self.finish(&mut command)
    }

    /// Runs the test and keeps what it prints. If the test has no standard input, there is none.
    pub fn capture(&self) -> Result<Captured, ReplayError> {
        // Files, unlike pipes, do not have to be read while the program runs, or while a child of it does.
        let (output, errors) = (self.folder.join("stdout"), self.folder.join("stderr"));
        let create = |path: &Path| fs::File::create(path).map_err(failed("write", path));
        let mut command = self.command()?;
        command.stdout(create(&output)?).stderr(create(&errors)?);
        let ending = self.finish(&mut command)?;
        let read = |path: &Path| fs::read(path).map_err(failed("read", path));
        Ok(Captured { ending, stdout: read(&output)?, stderr: read(&errors)? })
    }

    /// The command, with its files in place.
    fn command(&self) -> Result<Command, ReplayError> {
        let Environment { args, stdin, files, .. } = self.environment;
        let mut command = Command::new(self.executable);
        if let Some((name, rest)) = args.split_first() {
            command.arg0(OsStr::from_bytes(name)).args(rest.iter().map(|arg| OsStr::from_bytes(arg)));
        }
        command.env(TEST_FILE, self.test).envs(self.variables.iter().copied()).stdin(Stdio::null());
        let write = |path: &Path, content: &[u8]| fs::write(path, content).map_err(failed("write", path));
        if let Some(content) = stdin {
            let path = self.folder.join("stdin");
            write(&path, content)?;
            command.stdin(fs::File::open(&path).map_err(failed("read", &path))?);
        }
        if !files.is_empty() {
            let folder = self.folder.join("files");
            fs::create_dir(&folder).map_err(failed("create", &folder))?;
            for (name, content) in files {
                write(&folder.join(name), content)?;
            }
            command.current_dir(folder);
        }
        Ok(command)
    }

    fn finish(&self, command: &mut Command) -> Result<Ending, ReplayError> {
        let fail = failed("run", self.executable);
        let mut child = command.spawn().map_err(&fail)?;
        wait(&mut child, self.limit).map_err(&fail)
    }
}

#[expect(clippy::disallowed_methods, reason = "the time limit of another process is wall-clock time")]
fn wait(child: &mut Child, limit: Duration) -> io::Result<Ending> {
    let begin = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            let signal = status.signal().map(Ending::Signal);
            return Ok(status.code().map(Ending::Exit).or(signal).unwrap_or(Ending::TimedOut));
        }
        let left = limit.saturating_sub(begin.elapsed());
        if left.is_zero() {
            child.kill()?;
            child.wait()?;
            return Ok(Ending::TimedOut);
        }
        thread::sleep(pause.min(left));
        pause = (pause * 2).min(PATIENCE);
    }
}

/// Whether a test whose first argument is `made_for` looks like one of `program`: the names are the same up to
/// their extensions.
pub fn is_same_program(made_for: &[u8], program: &Path) -> bool {
    let stem = |path: &Path| path.file_name().map(|name| Path::new(name).with_extension("").into_os_string());
    stem(Path::new(OsStr::from_bytes(made_for))) == stem(program)
}

/// Why a test could not be run.
#[derive(Debug)]
pub struct ReplayError {
    doing: &'static str,
    path: PathBuf,
    cause: io::Error,
}

fn failed(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> ReplayError {
    let path: OsString = path.into();
    move |cause| ReplayError { doing, path: PathBuf::from(&path), cause }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: cannot {} it: {}", self.path.display(), self.doing, self.cause)
    }
}

impl std::error::Error for ReplayError {}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::{Path, PathBuf},
        time::Duration,
    };

    use super::{Captured, Ending, NativeRun, is_same_program};
    use crate::environment::Environment;

    /// Runs a shell script in an environment.
    fn check(name: &str, script: &str, environment: Environment, limit: Duration) -> Captured {
        let folder = std::env::temp_dir().join(format!("vellum-replay-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a temporary folder");
        let words = ["sh", "-c", script, "sh"].map(|word| word.as_bytes().to_vec());
        let environment = Environment { args: [&words[..], &environment.args].concat(), ..environment };
        let run = NativeRun {
            executable: Path::new("/bin/sh"),
            test: Path::new("/the/test"),
            environment: &environment,
            folder: &folder,
            variables: &[("COLOUR", "red")],
            limit,
        };
        let captured = run.capture().expect("a shell");
        fs::remove_dir_all(&folder).expect("it was made");
        captured
    }

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn a_program_gets_arguments_input_and_files() {
        let environment = Environment {
            args: vec![b"a b".to_vec(), vec![0xff]],
            stdin: Some(b"input".to_vec()),
            files: vec![("A".to_owned(), b"first".to_vec()), ("B".to_owned(), Vec::new())],
            failures: Vec::new(),
        };
        let script = r#"printf '%s|%s|' "$1" "$2"; cat; cat A B; echo * "$KTEST_FILE" $COLOUR >&2; exit 3"#;
        let captured = check("all", script, environment, LONG);
        assert_eq!(captured.ending, Ending::Exit(3));
        assert_eq!(captured.stdout, b"a b|\xff|inputfirst");
        assert_eq!(captured.stderr, b"A B /the/test red\n");
    }

    #[test]
    fn without_files_it_starts_from_here_and_reads_nothing() {
        let captured = check("none", "pwd -P; cat", Environment::default(), LONG);
        let here = fs::canonicalize(".").expect("a folder");
        assert_eq!(captured.stdout, format!("{}\n", here.display()).into_bytes());
    }

    #[test]
    fn signals_and_endless_programs_are_told_apart() {
        let run = |name, script, limit| check(name, script, Environment::default(), limit).ending;
        assert_eq!(run("signal", "kill -SEGV $$", LONG), Ending::Signal(11));
        assert_eq!(run("endless", "while :; do :; done", Duration::from_millis(50)), Ending::TimedOut);
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        let folder = PathBuf::from("/nowhere");
        let environment = Environment::default();
        let executable = Path::new("/does/not/exist");
        let run = NativeRun {
            executable,
            test: executable,
            environment: &environment,
            folder: &folder,
            variables: &[],
            limit: LONG,
        };
        let message = run.pass_through().expect_err("there is no such program").to_string();
        assert!(message.starts_with("/does/not/exist: cannot run it: "), "{message}");
        let message = run.capture().expect_err("there is no such folder").to_string();
        assert!(message.starts_with("/nowhere/stdout: cannot write it: "), "{message}");
    }

    #[test]
    fn programs_are_compared_by_name() {
        for (made_for, program, same) in [
            ("a.bc", "/x/a", true),
            ("src/a.c", "a.c", true),
            ("./a", "b/a", true),
            ("a", "b", false),
            ("", "b", false),
        ] {
            assert_eq!(
                is_same_program(made_for.as_bytes(), Path::new(program)),
                same,
                "{made_for} {program}"
            );
        }
    }
}
