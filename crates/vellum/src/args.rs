//! What was typed.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, Parser, Subcommand, error::ErrorKind};

use vellum_engine::Strategy;

use crate::error::Error;

/// Runs C programs inside an interpreter that checks every memory access.
#[derive(Debug, Parser)]
#[command(name = "vellum", version, disable_help_subcommand = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a program: a .c, .bc or .ll file, or an executable built by `vellum cc`
    Run(Box<RunArgs>),
    /// Print a program in Vellum's own form, checked
    Ir(IrArgs),
    /// Run one test case again
    Replay(ReplayArgs),
    /// Run the benchmark suite and print its tables
    Bench(BenchArgs),
}

/// Options of `vellum replay`.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,

    /// The test case: a .ktest file, or (in the engine) a run directory for all its tests
    pub(crate) test: PathBuf,

    /// The program: a .c file or an executable built by `vellum cc`
    pub(crate) program: PathBuf,

    /// Run the program natively; exit with its status, 65 if the test does not fit it, 1 if a signal ended it,
    /// 124 if it was stopped
    #[arg(long)]
    pub(crate) native: bool,

    /// Compile a .c file with the address and undefined-behaviour sanitizers, and the host's C library
    #[arg(long, requires = "native")]
    pub(crate) sanitize: bool,

    /// Stop the program after that time (90s, 10min, 2h)
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) max_time: Duration,

    /// Print nothing but what the program prints
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Options of `vellum bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Which benchmarks [default: all]
    pub(crate) names: Vec<String>,
}

/// Options of `vellum run`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,

    /// The program, and what it gets as its arguments
    // One list: whatever follows the program is the program's, even if it looks like an option of ours.
    #[arg(trailing_var_arg = true, required = true, value_names = ["PROGRAM", "ARGS"])]
    pub(crate) command: Vec<OsString>,

    /// Folder for what the run leaves behind [default: vellum-out-N]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Seeds every random choice
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Stop after that many instructions
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) max_instructions: Option<u64>,

    /// Stop after that time (90s, 10min, 2h)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) max_time: Option<Duration>,

    /// Stop after that many paths
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) max_paths: Option<u64>,

    /// End a path that forked more often than this
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<u32>,

    /// Paths that may wait at once; those beyond end as stopped
    #[arg(long, value_name = "N")]
    pub(crate) max_states: Option<usize>,

    /// Which path goes on: dfs, bfs, random-path, covnew, random-state; `+` or repetition takes turns
    /// [default: random-path+covnew]
    #[arg(long, value_name = "NAME", value_parser = search)]
    pub(crate) search: Vec<Vec<Strategy>>,

    /// Give up a question to the solver after that time
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) max_solver_time: Option<Duration>,

    /// Compare every answer of the solver with another solver's, and try every input it finds
    #[arg(long)]
    pub(crate) check_solver: bool,

    /// Write every question that reaches the solver's backends into that folder, as SMT-LIB 2
    #[arg(long, value_name = "DIR")]
    pub(crate) log_queries: Option<PathBuf>,

    /// Show how far the exploration is even if standard error is no terminal
    #[arg(long)]
    pub(crate) progress: bool,

    /// Bytes of local variables the program may have at once (as `ulimit -s`)
    #[arg(long, value_name = "BYTES", value_parser = size, default_value = "8MiB")]
    pub(crate) max_stack: u64,

    /// Report shifts by the width or more: on, off [default: on for a .c file that is not optimised]
    #[arg(long, value_name = "WHEN", value_parser = switch)]
    pub(crate) check_overshift: Option<bool>,

    /// Freed addresses kept from reuse per size class; `inf` = never reuse
    #[arg(long, value_name = "N", value_parser = quarantine, default_value = "8")]
    pub(crate) quarantine: usize,

    #[command(flatten)]
    pub(crate) symbolic: SymbolicArgs,

    /// The words before the program, for what the order of options says
    #[arg(skip)]
    pub(crate) before: Vec<OsString>,

    /// Function to start from, in place of main
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,

    /// Bytes of input a fuzz target (`LLVMFuzzerTestOneInput`) gets at most [default: 16]
    #[arg(long, value_name = "N")]
    pub(crate) fuzz_size: Option<u32>,

    /// Show what the program prints on paths with symbolic input, too
    #[arg(long)]
    pub(crate) show_output: bool,

    /// Let the program see the host's clock
    #[arg(long)]
    pub(crate) host_time: bool,

    /// Let the program see the host's process ids and name
    #[arg(long)]
    pub(crate) host_ids: bool,

    /// Let the program have the host's random numbers
    #[arg(long)]
    pub(crate) host_random: bool,

    /// Print instructions, time and speed at the end
    #[arg(long)]
    pub(crate) stats: bool,

    /// Print nothing but what the program prints
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl RunArgs {
    /// The program.
    pub(crate) fn program(&self) -> &Path {
        Path::new(&self.command[0])
    }
}

/// Symbolic surroundings. They are read again, in order and wherever they stand, by [`crate::surroundings`];
/// here they are what `--help` shows.
#[derive(Args, Debug)]
pub(crate) struct SymbolicArgs {
    /// A symbolic argument of at most N bytes; like the next five, also after PROGRAM
    #[arg(long, value_name = "N")]
    sym_arg: Vec<OsString>,

    /// MIN to MAX symbolic arguments of at most N bytes each
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "N"])]
    sym_args: Vec<OsString>,

    /// COUNT symbolic files A, B, … of N bytes each
    #[arg(long, num_args = 2, value_names = ["COUNT", "N"])]
    sym_files: Vec<OsString>,

    /// Standard input of N symbolic bytes, or the content of a file with a symbolic byte for each `?`;
    /// `:LOW-HIGH` behind either says which bytes they may be, as in 8:0x20-0x7e
    #[arg(long, value_name = "N|TEMPLATE")]
    sym_stdin: Vec<OsString>,

    /// Keep what each path writes to standard output in its test case (1024 bytes)
    #[arg(long)]
    sym_stdout: bool,

    /// Let up to N calls of read, write, close, ftruncate and getcwd fail on each path
    #[arg(long, value_name = "N")]
    max_fail: Vec<OsString>,
}

/// Options of `vellum ir`.
#[derive(Args, Debug)]
pub(crate) struct IrArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,

    /// The program
    pub(crate) program: PathBuf,

    /// Check the program, print nothing
    #[arg(long)]
    pub(crate) check: bool,
}

/// How a program is compiled.
#[derive(Args, Debug)]
pub(crate) struct CompileArgs {
    /// Optimisation level for a .c file: 0, 1, 2, 3, s
    #[arg(short = 'O', value_name = "LEVEL", default_value = "0")]
    pub(crate) optimise: String,

    /// An argument for the compiler of a .c file, such as -DNAME or -Ifolder; repeatable
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) cflag: Vec<OsString>,
}

fn switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("`{text}` is neither on nor off")),
    }
}

fn search(text: &str) -> Result<Vec<Strategy>, String> {
    let strategy = |name: &str| {
        Strategy::from_name(name)
            .ok_or_else(|| format!("`{name}` is none of dfs, bfs, random-path, covnew, random-state"))
    };
    text.split('+').map(strategy).collect()
}

impl CompileArgs {
    /// Whether `program` is compiled here, as it was written.
    pub(crate) fn is_unoptimised(&self, program: &Path) -> bool {
        let mut levels = self.cflag.iter().filter_map(|flag| flag.to_str()?.strip_prefix("-O"));
        let level = levels.next_back().unwrap_or(&self.optimise);
        program.extension().is_some_and(|extension| extension == "c") && level == "0"
    }
}

/// What became of the words typed.
pub(crate) enum Parsed {
    /// Something to do.
    Command(Command),
    /// Something to print: help or version.
    Text(String),
}

/// Options of the contract that a later version brings.
const LATER: &[&str] =
    &["--memory", "--split", "--split-threshold", "--objects", "--max-memory", "--check-uninit", "--jobs"];

/// Commands of the contract that a later version brings.
const LATER_COMMANDS: &[&str] = &["report", "explain"];

/// Understands the command line.
pub(crate) fn parse(typed: &[OsString]) -> Result<Parsed, Error> {
    if let Some(command) = typed.first().and_then(|word| word.to_str())
        && LATER_COMMANDS.contains(&command)
    {
        return Err(Error::Usage(format!("`vellum {command}` is not in this version yet")));
    }
    let words = std::iter::once(OsString::from("vellum")).chain(typed.iter().cloned());
    match CommandLine::try_parse_from(words) {
        Ok(CommandLine { command: Command::Run(mut args) }) => {
            // Whatever follows the program is its command.
            args.before = typed[..typed.len().saturating_sub(args.command.len())].to_vec();
            Ok(Parsed::Command(Command::Run(args)))
        }
        Ok(CommandLine { command }) => Ok(Parsed::Command(command)),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Ok(Parsed::Text(error.to_string()))
        }
        Err(error) => Err(Error::Usage(one_line(&error, typed))),
    }
}

fn one_line(error: &clap::Error, typed: &[OsString]) -> String {
    let later = typed
        .iter()
        .filter_map(|word| word.to_str())
        .find(|word| LATER.contains(&word.split('=').next().unwrap_or(word)));
    if let (ErrorKind::UnknownArgument, Some(option)) = (error.kind(), later) {
        return format!("option `{option}` is not in this version yet");
    }
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    // Some messages list what is missing below their first line.
    let rest: Vec<&str> = if first.ends_with(':') {
        lines.take_while(|l| !l.starts_with("Usage")).collect()
    } else {
        Vec::new()
    };
    format!("{first} {}", rest.join(", ")).trim().to_owned() + "; `vellum --help` lists what there is"
}

fn count(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| "a whole number is expected".to_owned())
}

fn quarantine(text: &str) -> Result<usize, String> {
    if text == "inf" {
        return Ok(usize::MAX);
    }
    text.parse().map_err(|_| "a whole number or `inf` is expected".to_owned())
}

/// `90s`, `10min`, `1.5h`; seconds without a unit.
fn duration(text: &str) -> Result<Duration, String> {
    const UNITS: &[(&str, f64)] =
        &[("ms", 0.001), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let seconds = scaled(text, UNITS).ok_or("a time such as 90s, 10min or 2h is expected")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// `512`, `64KiB`, `2GiB`.
fn size(text: &str) -> Result<u64, String> {
    const UNITS: &[(&str, u64)] = &[
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("KB", 1000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("B", 1),
        ("", 1),
    ];
    let (number, unit) = split_unit(text);
    let scale = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, scale)| *scale);
    let bytes = scale.and_then(|scale| number.parse::<u64>().ok()?.checked_mul(scale));
    bytes.ok_or_else(|| "a size such as 4096, 64KiB or 2GiB is expected".to_owned())
}

fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, unit) = split_unit(text);
    let scale = units.iter().find(|(name, _)| *name == unit)?.1;
    Some(number.parse::<f64>().ok()? * scale)
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{Command, Duration, Parsed, duration, parse, size};

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("10min"), Ok(Duration::from_mins(10)));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert!(duration("soon").is_err() && size("12furlongs").is_err() && duration("-1s").is_err());
    }

    #[test]
    fn what_follows_the_program_is_the_programs() {
        let Ok(Parsed::Command(Command::Run(args))) = parse(&words("run --seed 3 a.c --seed 4 -x")) else {
            panic!("the command line is good");
        };
        assert_eq!((args.seed, args.command), (3, words("a.c --seed 4 -x")));
        assert_eq!(args.before, words("run --seed 3"));
    }

    #[test]
    fn options_of_later_versions_are_refused_by_name() {
        let refuse = |text| match parse(&words(text)) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{text} is not supported"),
        };
        assert_eq!(refuse("run --memory planes a.c"), "option `--memory` is not in this version yet");
    }

    #[test]
    fn a_program_is_as_written_unless_some_option_optimises_it() {
        let is_unoptimised = |text| {
            let Ok(Parsed::Command(Command::Run(args))) = parse(&words(text)) else {
                panic!("the command line is good");
            };
            args.compile.is_unoptimised(args.program())
        };
        assert!(is_unoptimised("run a.c") && is_unoptimised("run --cflag -O0 a.c"));
        assert!(!is_unoptimised("run -O2 a.c") && !is_unoptimised("run --cflag -O2 a.c"));
        assert!(!is_unoptimised("run a.bc"));
    }

    #[test]
    fn errors_are_one_line() {
        for text in ["", "run", "frobnicate", "run --nonsense a.c", "run --seed x a.c"] {
            let Err(error) = parse(&words(text)) else { panic!("`{text}` is understood") };
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    }
}
