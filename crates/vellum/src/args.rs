//! What was typed.

mod bench;
mod model;
mod record;
mod settings;
pub(crate) mod values;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, CommandFactory, Parser, Subcommand, error::ErrorKind};

use vellum_engine::Strategy;
use vellum_memory::Objects;
use vellum_solver::Stage;

use self::values::{
    class_kind, goal, interval, jobs, limit, memory_limit, objects, search, stage, states, tests, time_limit,
};
pub(crate) use self::{
    bench::BenchArgs,
    model::{Context, ModelArgs},
    record::RecordArgs,
    settings::{CheckArgs, CompileArgs, ExternalArgs, ExternalMode, Library, Settings},
};
use crate::{error::Error, klee};

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
    /// Print where a program's pointers may lead, and which objects may alias
    PointsTo(PointsToArgs),
    /// Say how the memory of a test's path came to be as it was
    Explain(ExplainArgs),
    /// Run one test case again
    Replay(Box<ReplayArgs>),
    /// Run the benchmark suite and print its tables
    Bench(BenchArgs),
}

/// Options of `vellum replay`.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    // What of it was not typed is as in the run that made the test.
    #[command(flatten)]
    pub(crate) settings: Settings,

    /// The test case: a .ktest file, or a run directory for all its tests
    pub(crate) test: PathBuf,

    /// The program: as for `vellum run`; natively a .c file or an executable built by `vellum cc`
    pub(crate) program: PathBuf,

    /// Run the program natively; exit with its status, 65 if the test does not fit it, 1 if a signal ended it,
    /// 124 if it was stopped, 5 if sanitizers show nothing of what the run found
    #[arg(long, conflicts_with = "entry")]
    pub(crate) native: bool,

    /// Build the .c file, or an executable of `vellum cc` again, with the address and undefined-behaviour sanitizers and
    /// the host's C library; with --check-leaks, the leak sanitizer, too
    #[arg(long, requires = "native")]
    pub(crate) sanitize: bool,

    /// Stop the program after that time (90s, 10min, 2h)
    #[arg(long, value_name = "TIME", value_parser = time_limit, default_value = "60s")]
    pub(crate) max_time: Duration,

    /// Print nothing but what the program prints
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Options of `vellum explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// Which objects came together on the path, and which were split, where and why
    #[arg(long, required = true)]
    pub(crate) memory: bool,

    /// The run directory
    pub(crate) run: PathBuf,

    /// One of its tests: test000001.ktest, or test000001
    pub(crate) test: String,
}

/// Options of `vellum run`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) settings: Settings,

    /// The program, and what it gets as its arguments
    // One list: whatever follows the program is the program's, even if it looks like an option of ours.
    #[arg(trailing_var_arg = true, required_unless_present_any = ["resume", "rerun"], value_names = ["PROGRAM", "ARGS"])]
    pub(crate) command: Vec<OsString>,

    /// Folder for what the run leaves behind [default: vellum-out-N]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Stop after that many instructions
    #[arg(long, value_name = "N", value_parser = limit)]
    pub(crate) max_instructions: Option<u64>,

    /// Stop after that time (90s, 10min, 1h30min)
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    pub(crate) max_time: Option<Duration>,

    /// Stop after that many paths
    #[arg(long, value_name = "N", value_parser = limit)]
    pub(crate) max_paths: Option<u64>,

    /// End a path that forked more often than this
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<u32>,

    /// Worker threads: 1, for now
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<()>,

    /// Paths that may wait at once; those beyond end as stopped
    #[arg(long, value_name = "N", value_parser = states)]
    pub(crate) max_states: Option<usize>,

    /// Memory all paths may take together (2GiB, 500MB, inf); where it runs short, those that forked most often are
    /// put away, and executed again later without the solver [default: half of what the machine has]
    #[arg(long, value_name = "BYTES", value_parser = memory_limit)]
    pub(crate) max_memory: Option<u64>,

    /// Which path goes on: dfs, bfs, random-path, covnew, random-state, distance, depth, to-end (one to its end, then
    /// another), or KLEE's names for them; several with `+` or repetition share the work [default:
    /// random-path+covnew+to-end]
    #[arg(long, value_name = "NAME", value_parser = search)]
    pub(crate) search: Vec<Vec<Strategy>>,

    /// Which paths get a test case: all, ended (not those that a limit stops), covering (those that came to new code of
    /// the program), none; those that end in a finding always do [default: all]
    #[arg(long, value_name = "WHICH", value_parser = tests)]
    pub(crate) tests: Option<Tests>,

    /// Report a finding on every path that has one, not once for each position in the source
    #[arg(long)]
    pub(crate) all_findings: bool,

    /// Write the tests as a Test-Comp suite, too, for covering branches or for reaching the error function
    #[arg(long, value_name = "branches|error", value_parser = goal, num_args = 0..=1, require_equals = true,
        default_missing_value = "branches")]
    pub(crate) test_comp: Option<SuiteGoal>,

    /// Time between two lines of stats.jsonl
    #[arg(long, value_name = "TIME", value_parser = interval, default_value = "1s")]
    pub(crate) stats_interval: Duration,

    /// Give up a question to the solver after that time
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    pub(crate) max_solver_time: Option<Duration>,

    /// Compare every answer of the solver with another solver's, and try every input it finds
    #[arg(long)]
    pub(crate) check_solver: bool,

    /// Leave stages of the solver out, to see what they save: equalities, independence, models, cores, tables,
    /// lazy, shape, products, cases, narrowing; `,` or repetition for several
    #[arg(long, value_name = "STAGE", value_parser = stage, value_delimiter = ',')]
    pub(crate) without: Vec<Stage>,

    /// Write every question that reaches the solver's backends into that folder, as SMT-LIB 2
    #[arg(long, value_name = "DIR")]
    pub(crate) log_queries: Option<PathBuf>,

    /// Show how far the exploration is even if standard error is no terminal
    #[arg(long)]
    pub(crate) progress: bool,

    /// How paths share objects: layered (what a path changed), whole (a copy of the object, at the first
    /// change)
    #[arg(long, value_name = "FORM", value_parser = objects, default_value = "layered")]
    pub(crate) objects: Objects,

    #[command(flatten)]
    pub(crate) model: ModelArgs,

    #[command(flatten)]
    pub(crate) symbolic: SymbolicArgs,

    /// The words before the program, for what the order of options says
    #[arg(skip)]
    pub(crate) before: Vec<OsString>,

    /// What the user should hear of his options
    #[arg(skip)]
    pub(crate) notes: Vec<String>,

    /// Bytes of input a fuzz target (`LLVMFuzzerTestOneInput`) gets at most [default: 16, or the longest seed]
    #[arg(long, value_name = "N")]
    pub(crate) fuzz_size: Option<u32>,

    #[command(flatten)]
    pub(crate) inputs: InputArgs,

    #[command(flatten)]
    pub(crate) recording: RecordArgs,

    /// Stop at the first finding
    #[arg(long)]
    pub(crate) exit_on_error: bool,

    /// Show what the program prints on paths with symbolic input, too
    #[arg(long)]
    pub(crate) show_output: bool,

    /// Print instructions, time and speed at the end
    #[arg(long)]
    pub(crate) stats: bool,

    /// Count all loads and stores, in summary.json: `vellum bench planes` sets those beside them that planes resolve
    #[arg(long, hide = true)]
    pub(crate) count_accesses: bool,

    /// Bring objects together at random moments, which must change nothing: for tests of Vellum
    #[arg(long, value_name = "SEED", hide = true)]
    pub(crate) relocate: Option<u64>,

    /// Move single objects at random moments, each to a place of its own: for tests of Vellum
    #[arg(long, value_name = "SEED", hide = true, conflicts_with = "relocate")]
    pub(crate) relocate_alone: Option<u64>,

    /// Put paths away at random moments although there is memory, which must change nothing: for tests of Vellum
    #[arg(long, value_name = "SEED", hide = true)]
    pub(crate) put_away: Option<u64>,

    /// Print nothing but what the program prints
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl RunArgs {
    /// The program.
    pub(crate) fn program(&self) -> &Path {
        Path::new(&self.command[0])
    }

    /// Which paths get a test case.
    pub(crate) fn tests(&self) -> Result<Tests, Error> {
        let tests = self.tests.unwrap_or_default();
        if tests == Tests::None && self.test_comp.is_some() {
            let message = "--test-comp makes a suite of the tests, and --tests none leaves them out";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(tests)
    }
}

/// Which paths get a test case, beside those that end in a finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tests {
    #[default]
    All,
    /// Those that no limit stopped.
    Ended,
    /// Those that came to code of the program that no path had seen.
    Covering,
    None,
}

/// What a Test-Comp suite is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuiteGoal {
    Branches,
    Error,
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

    /// COUNT symbolic files A, B, … of N bytes each, or each with the content of a file as for --sym-stdin
    #[arg(long, num_args = 2, value_names = ["COUNT", "N|TEMPLATE"])]
    sym_files: Vec<OsString>,

    /// Standard input of N symbolic bytes, or the content of a file with a symbolic byte for each `?`;
    /// `:LOW-HIGH` behind either says which bytes they may be, as in 8:0x20-0x7e
    #[arg(long, value_name = "N|TEMPLATE")]
    sym_stdin: Vec<OsString>,

    /// Keep what each path writes to standard output in its test case (1024 bytes)
    #[arg(long)]
    sym_stdout: bool,

    /// Let up to N calls of read, write, close, ftruncate and getcwd fail on each path; with `,all` behind N, also those
    /// that the C library makes on its own account, as in printf
    #[arg(long, value_name = "N[,all]")]
    max_fail: Vec<OsString>,

    /// Let up to N calls of malloc, calloc, realloc and the like fail on each path; with `,all` behind N, also those that
    /// the C library makes on its own account, as in strdup
    #[arg(long, value_name = "N[,all]")]
    malloc_fail: Vec<OsString>,
}

/// Inputs that are there already, and where new ones go.
#[derive(Args, Debug)]
pub(crate) struct InputArgs {
    /// A folder of inputs for a fuzz target, explored first: a file is an input; repeatable
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Vec<PathBuf>,

    /// A folder that gets the input of every test of a fuzz target, called by its hash
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus_out: Option<PathBuf>,

    /// A test case whose path is explored first; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Vec<PathBuf>,

    /// A folder of such test cases (.ktest); repeatable
    #[arg(long, value_name = "DIR")]
    pub(crate) seed_dir: Vec<PathBuf>,
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

/// Options of `vellum points-to`.
#[derive(Args, Debug)]
pub(crate) struct PointsToArgs {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,

    /// The program: as for `vellum run`
    pub(crate) program: PathBuf,

    /// Function to start from, in place of main
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,

    /// Every pointer of that function; repeatable
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Vec<String>,

    /// Objects that have classes, beside those of the heap: globals, constants, locals; `,` or repetition for several
    #[arg(long, value_name = "KIND", value_parser = class_kind, value_delimiter = ',')]
    pub(crate) with: Vec<ClassKind>,

    /// Every class and every pointer, not only the largest
    #[arg(long)]
    pub(crate) all: bool,

    /// Print JSON: every class, and the pointers that the text has
    #[arg(long)]
    pub(crate) json: bool,
}

/// Kinds of objects that may have alias classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassKind {
    Globals,
    Constants,
    Locals,
}

/// What became of the words typed.
pub(crate) enum Parsed {
    /// Something to do.
    Command(Command),
    /// Something to print: help or version.
    Text(String),
}

/// Options of the contract that a later version brings.
const LATER: &[&str] = &["--cluster"];

/// Commands of the contract that a later version brings.
const LATER_COMMANDS: &[&str] = &["report"];

/// Understands the command line.
pub(crate) fn parse(typed: &[OsString]) -> Result<Parsed, Error> {
    if let Some(command) = typed.first().and_then(|word| word.to_str())
        && LATER_COMMANDS.contains(&command)
    {
        return Err(Error::Usage(format!("`vellum {command}` is not in this version yet")));
    }
    let klee::Translated { words: typed, notes } = in_our_words(typed)?;
    understand(&typed, notes)
}

/// The options of a run that goes on from one whose words before the program were `recorded`; those typed before it now
/// replace them.
pub(crate) fn parse_again(
    recorded: &[OsString],
    typed: &[OsString],
    command: &[OsString],
) -> Result<Box<RunArgs>, Error> {
    let words = with_values(|values| record::together(recorded, typed, command, values));
    match understand(&words, Vec::new())? {
        Parsed::Command(Command::Run(args)) => Ok(args),
        _ => Err(Error::Usage("a record of something that was no run".to_owned())),
    }
}

/// The words of another run of the same program, with these options instead of those that were typed.
pub(crate) fn words_with(before: &[OsString], instead: &[OsString], command: &[OsString]) -> Vec<OsString> {
    with_values(|values| record::together(before, instead, command, values))
}

/// The first option of two runs, by the words before the program, that may lead paths elsewhere: how each has it.
pub(crate) fn difference(recorded: &[OsString], now: &[OsString]) -> Option<[String; 2]> {
    with_values(|values| record::difference(recorded, now, values))
}

fn understand(typed: &[OsString], notes: Vec<String>) -> Result<Parsed, Error> {
    let words = std::iter::once(OsString::from("vellum")).chain(typed.iter().cloned());
    match CommandLine::try_parse_from(words) {
        Ok(CommandLine { command: Command::Run(mut args) }) => {
            // Whatever follows the program is its command.
            args.before = typed[..typed.len().saturating_sub(args.command.len())].to_vec();
            args.notes = notes;
            args.notes.extend(args.model.useless());
            Ok(Parsed::Command(Command::Run(args)))
        }
        Ok(CommandLine { command }) => Ok(Parsed::Command(command)),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Ok(Parsed::Text(error.to_string()))
        }
        Err(error) => Err(Error::Usage(one_line(&error, typed))),
    }
}

/// The words typed, with KLEE's options of `run` put into ours.
fn in_our_words(typed: &[OsString]) -> Result<klee::Translated, Error> {
    let Some((first, rest)) = typed.split_first().filter(|(first, _)| *first == "run") else {
        return Ok(klee::Translated { words: typed.to_vec(), notes: Vec::new() });
    };
    let mut translated = with_values(|values| klee::translate(rest, values))?;
    translated.words.insert(0, first.clone());
    Ok(translated)
}

/// What `work` makes of how many values each option of `run` takes.
fn with_values<T>(work: impl FnOnce(&dyn Fn(&str) -> Option<usize>) -> T) -> T {
    let mut commands = CommandLine::command();
    commands.build();
    let run = commands.find_subcommand("run").expect("it is one of ours");
    work(&|name: &str| {
        let option = run.get_arguments().find(|argument| argument.get_long() == Some(name))?;
        Some(option.get_num_args().map_or(0, |values| values.min_values()))
    })
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

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{Command, Parsed, parse};

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn a_check_alone_is_on() {
        for (text, on) in
            [("--check-loops a.c", true), ("--check-loops off a.c", false), ("--check-loops=on a.c", true)]
        {
            let Ok(Parsed::Command(Command::Run(args))) = parse(&words(&format!("run {text}"))) else {
                panic!("the command line is good: {text}");
            };
            assert_eq!((args.settings.checks.loops, args.command), (Some(on), words("a.c")));
        }
    }

    #[test]
    fn what_follows_the_program_is_the_programs() {
        let Ok(Parsed::Command(Command::Run(args))) = parse(&words("run --seed 3 a.c --seed 4 -x")) else {
            panic!("the command line is good");
        };
        assert_eq!((args.settings.seed, args.command), (Some(3), words("a.c --seed 4 -x")));
        assert_eq!(args.before, words("run --seed 3"));
    }

    #[test]
    fn options_of_later_versions_are_refused_by_name() {
        let refuse = |text| match parse(&words(text)) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{text} is not supported"),
        };
        assert_eq!(refuse("run --cluster nats://a a.c"), "option `--cluster` is not in this version yet");
    }

    #[test]
    fn errors_are_one_line() {
        for text in ["", "run", "frobnicate", "run --nonsense a.c", "run --seed x a.c"] {
            let Err(error) = parse(&words(text)) else { panic!("`{text}` is understood") };
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    }
}
