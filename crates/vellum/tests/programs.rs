//! Every C program of `tests/programs`: what it does natively it does in Vellum, and what is wrong with it is
//! found on the line it marks; under memory models that keep the bytes of objects apart and under those that put them
//! together.
//!
//! The format of the programs is described in `tests/programs/README.md`. A folder is a test.

mod corpus;
#[path = "programs/expectation.rs"]
mod expectation;

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Output, Stdio},
};

use corpus::{folders, folders_of, is_long, programs_of};
use expectation::{Ending, Finding, Program};
use serde_json::Value;

/// The programs.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs");

/// A program that takes longer has lost its way.
const TIME: &str = "60s";

/// The default memory model.
const USUAL: &str = "forking";

/// Those that put the bytes of objects together, each at an optimisation level; the long suite has all at all.
const SHARING: &[(&str, &str)] = &[("flat", "0"), ("segmented", "2"), ("segmented", "0")];

folders! {
    alloca_vla = "alloca-vla"
    atomics = "atomics"
    bitfields = "bitfields"
    complex = "complex"
    constructors = "constructors"
    control_flow = "control-flow"
    dirs = "dirs"
    errors = "errors"
    floats = "floats"
    function_pointers = "function-pointers"
    globals = "globals"
    goto_labels = "goto-labels"
    heap = "heap"
    inline_assembly = "inline-assembly"
    integers = "integers"
    linker_sets = "linker-sets"
    locale_wchar = "locale-wchar"
    long_double = "long-double"
    math = "math"
    memory_errors = "memory-errors"
    neighbours = "neighbours"
    provenance = "provenance"
    read_only_write = "read-only-write"
    recursion = "recursion"
    setjmp = "setjmp"
    signals = "signals"
    stack = "stack"
    stdio = "stdio"
    stdlib = "stdlib"
    strings = "strings"
    structs = "structs"
    switches = "switch"
    thread_local = "thread-local"
    threads = "threads"
    time = "time"
    uaf = "uaf"
    unions = "unions"
    unsupported = "unsupported"
    use_after_return = "use-after-return"
    varargs = "varargs"
    vectors = "vectors"
    weak_alias = "weak-alias"
    wide_integers = "wide-integers"
}

#[test]
fn every_folder_is_a_test() {
    assert_eq!(folders_of(CORPUS), FOLDERS);
}

/// Runs every program of a folder; the panic lists all that failed.
fn check_folder(folder: &str) {
    let mut failures = String::new();
    for file in programs_of(CORPUS, folder) {
        let name = format!("{folder}/{}", file.file_stem().unwrap().display());
        let program = match Program::parse(&file, &fs::read_to_string(&file).unwrap()) {
            Ok(program) => program,
            Err(error) => {
                let _ = writeln!(failures, "{name}: {error}");
                continue;
            }
        };
        for level in &program.levels {
            if let Err(error) = Case::new(&name, &program, level).check() {
                let _ = writeln!(failures, "{name} at -O{level}: {error}\n");
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// A program at one optimisation level, with a folder to work in.
struct Case<'a> {
    program: &'a Program,
    level: &'a str,
    scratch: PathBuf,
}

/// How a run ended and what it printed.
#[derive(PartialEq, Eq)]
struct Run {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

impl<'a> Case<'a> {
    fn new(name: &str, program: &'a Program, level: &'a str) -> Self {
        let name = format!("programs/{}-O{level}", name.replace('/', "-"));
        let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // Something is there only if an earlier run failed.
        let _ = fs::remove_dir_all(&scratch);
        fs::create_dir_all(&scratch).unwrap();
        Self { program, level, scratch }
    }

    /// Whether the program does what it should; if so, its folder is gone.
    fn check(&self) -> Result<(), String> {
        match &self.program.ending {
            Ending::AsNative(status) => self.check_native(*status),
            Ending::Repeatable => self.check_repeatable(),
            Ending::Finding(finding) => self.check_finding(finding),
            Ending::Unsupported(text) => self.check_unsupported(text),
        }?;
        fs::remove_dir_all(&self.scratch).map_err(|error| error.to_string())
    }

    fn check_native(&self, status: Option<i32>) -> Result<(), String> {
        let executable = self.build()?;
        let native = self.execute("native", &mut Command::new(&executable));
        if let Some(status) = status {
            same("native exit status", &Some(status), &native.status.code())?;
        }
        for memory in self.memories() {
            self.check_as_native(memory, &executable, &native).map_err(|e| format!("{memory}: {e}"))?;
        }
        Ok(())
    }

    fn check_as_native(&self, memory: &str, executable: &Path, native: &Run) -> Result<(), String> {
        // The source and what was built of it are both programs; each gets its turn.
        let file = if self.level == "0" { &self.program.file } else { executable };
        let (run, summary) = self.run_file(memory, memory, file)?;
        if summary["paths"]["completed"] != 1 {
            return Err(format!("the program's end is expected, got\n{}{}", run.stdout, run.stderr));
        }
        same("stdout", &native.stdout, &run.stdout)?;
        same("exit status", &native.status, &run.status)?;
        if run.stderr.contains("vellum: warning: ") {
            return Ok(());
        }
        same("stderr", &native.stderr, &run.stderr)
    }

    /// The memory models this is tried with.
    fn memories(&self) -> Vec<&'static str> {
        let mut list = vec![USUAL];
        for &(memory, level) in SHARING {
            if (level == self.level || is_long()) && !list.contains(&memory) {
                list.push(memory);
            }
        }
        list
    }

    fn check_repeatable(&self) -> Result<(), String> {
        let (first, summary) = self.run("first")?;
        if summary["paths"]["completed"] != 1 {
            return Err(format!("the program's end is expected, got\n{}{}", first.stdout, first.stderr));
        }
        let (second, _) = self.run("second")?;
        same("stdout", &first.stdout, &second.stdout)?;
        same("stderr", &first.stderr, &second.stderr)?;
        same("exit status", &ExitStatus::from_raw(0), &first.status)?;
        same("second exit status", &first.status, &second.status)
    }

    fn check_finding(&self, expected: &Finding) -> Result<(), String> {
        for memory in self.memories() {
            self.check_finding_with(memory, expected).map_err(|error| format!("{memory}: {error}"))?;
        }
        Ok(())
    }

    fn check_finding_with(&self, memory: &str, expected: &Finding) -> Result<(), String> {
        let (run, summary) = self.run_file(memory, memory, &self.program.file)?;
        let Some([found]) = summary["findings"].as_array().map(Vec::as_slice) else {
            return Err(format!("{expected:?} is expected, got\n{}{}", run.stdout, run.stderr));
        };
        same("kind", &Some(expected.kind.as_str()), &found["kind"].as_str())?;
        let name = format!("out-{memory}/test000001.{}.err", expected.kind);
        let account = fs::read_to_string(self.scratch.join(&name)).map_err(|e| format!("{name}: {e}"))?;
        contains("message", found["message"].as_str().unwrap_or_default(), &expected.message)?;
        self.check_place(expected, found, &account)?;
        same("paths that ended in an error", &Some(1), &summary["paths"]["errors"].as_u64())?;
        same("exit status", &Some(1), &run.status.code())
    }

    /// Whether a finding is on the marked line, or in a function that was called there.
    fn check_place(&self, expected: &Finding, found: &Value, account: &str) -> Result<(), String> {
        let file = self.program.file.to_str();
        let Some(function) = &expected.function else {
            let line = expected.line.map(|line| u64::try_from(line).unwrap());
            same("line", &line, &found["line"].as_u64())?;
            same("file", &file, &found["file"].as_str())?;
            return contains("account", account, &format!("\nLine: {}\n", line.unwrap_or(0)));
        };
        let mut frames = account.lines().filter(|line| line.starts_with("  #"));
        let called = frames.any(|frame| frame.contains(&format!(" {function} at ")));
        let caller = frames.next().filter(|_| called).unwrap_or_default();
        match expected.line {
            Some(line) if !caller.contains(&format!("{}:{line}:", file.unwrap_or_default())) => {
                Err(format!("a call of {function} from line {line} is expected, got\n{account}"))
            }
            None if !called => Err(format!("a call of {function} is expected, got\n{account}")),
            _ => Ok(()),
        }
    }

    fn check_unsupported(&self, text: &str) -> Result<(), String> {
        let (run, summary) = self.run("vellum")?;
        let Some(what) = summary["unsupported"].as_str() else {
            return Err(format!("unsupported: `{text}` is expected, got\n{}{}", run.stdout, run.stderr));
        };
        contains("unsupported", what, text)?;
        same("exit status", &Some(4), &run.status.code())
    }

    /// Builds the program natively.
    fn build(&self) -> Result<PathBuf, String> {
        let executable = self.scratch.join("program");
        let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
            .arg("cc")
            .arg(format!("-O{}", self.level))
            .args(&self.program.cflags)
            .arg("-w")
            .arg(&self.program.file)
            .arg("-lm")
            .arg("-o")
            .arg(&executable)
            .output()
            .unwrap();
        if output.status.success() { Ok(executable) } else { Err(Run::of(&output).stderr) }
    }

    /// Runs the program in Vellum.
    fn run(&self, name: &str) -> Result<(Run, Value), String> {
        self.run_file(name, USUAL, &self.program.file)
    }

    /// Runs the program, which is in `file`, in Vellum under a memory model; its folder and its run directory are named
    /// after `name`.
    fn run_file(&self, name: &str, memory: &str, file: &Path) -> Result<(Run, Value), String> {
        let out = self.scratch.join(format!("out-{name}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(["run", "--max-time", TIME, "--memory", memory, "--cflag", "-w", "-O", self.level]);
        command.arg("--out").arg(&out);
        for flag in &self.program.cflags {
            command.arg("--cflag").arg(flag);
        }
        command.arg(file);
        let run = self.execute(name, &mut command);
        let told = |error| format!("no summary ({error}), but {}\n{}", run.status, run.stderr);
        let summary =
            fs::read_to_string(out.join("summary.json")).map_err(|error| told(error.to_string()))?;
        let summary = serde_json::from_str(&summary).map_err(|error| told(error.to_string()))?;
        Ok((run, summary))
    }

    /// Executes `command` in a folder of its own with the program's arguments, environment and input.
    fn execute(&self, name: &str, command: &mut Command) -> Run {
        let folder = self.scratch.join(name);
        fs::create_dir(&folder).unwrap();
        command.args(&self.program.args).envs(self.program.env.iter().cloned()).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that does not read its input is fine; input is shorter than a pipe holds.
        let _ = child.stdin.take().unwrap().write_all(&self.program.stdin);
        Run::of(&child.wait_with_output().unwrap())
    }
}

impl Run {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { status: output.status, stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }
}

/// An error unless `got` is what is expected.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, got: &T) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    Err(format!("{what}\n  expected {expected:?}\n       got {got:?}"))
}

/// An error unless `part` is in `whole`.
fn contains(what: &str, whole: &str, part: &str) -> Result<(), String> {
    if whole.contains(part) {
        return Ok(());
    }
    Err(format!("{what}\n  expected {part:?}\n        in {whole:?}"))
}
