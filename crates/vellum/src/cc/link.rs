//! Linking, when clang calls us as its linker.
//!
//! A program is linked twice at the same time from the same objects: the machine code in them into an
//! executable, the bitcode in them into one module. The linker decides symbols in the same way both times.
//! Only a complete result takes the output's name.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use vellum_ir::Section;

use crate::cc::scratch::Scratch;
use crate::cc::{CcError, embed, exit_status, libm, status_code};
use crate::toolchain::{Toolchain, glue};

/// What is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An executable with its bitcode.
    Program,
    /// An executable for a configuration script, without.
    Probe,
    /// A shared library. The engine has no use for it, but packages build them beside the static ones.
    Shared,
    /// An object of objects.
    Relocatable,
}

const KINDS: &[(Kind, &str)] = &[
    (Kind::Program, "program"),
    (Kind::Probe, "probe"),
    (Kind::Shared, "shared"),
    (Kind::Relocatable, "relocatable"),
];

impl Kind {
    /// The name by which the driver tells the linker.
    pub(crate) fn name(self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// The native entry point, in the sysroot's `lib`.
pub(crate) const START: &str = "start.o";

/// What every program is linked with, as clang takes it.
pub(crate) const LIBRARIES: &[&str] =
    &["-Wl,--start-group", "-lc", "-lvellum-native", "-lclang_rt.builtins", "-Wl,--end-group"];

/// The first function of every program: all that its bitcode must keep.
const ENTRY: &str = "__vellum_start";

/// A shared library's symbols from the C library stay undefined, whatever was asked for. And version scripts
/// may name symbols that do not exist, as GNU's linker has it.
const LENIENT: &[&str] = &["-z", "undefs", "--undefined-version"];

/// If these are the driver's arguments in its role as a linker: what to link, and the linker's arguments.
pub(crate) fn asked_for(args: &[OsString]) -> Option<(Kind, &[OsString])> {
    let (first, rest) = args.split_first()?;
    let name = first.to_str()?.strip_prefix("--vellum-link=")?;
    let (kind, _) = KINDS.iter().find(|(_, known)| *known == name)?;
    Some((*kind, rest))
}

/// Links, and returns the exit status.
pub(crate) fn run(toolchain: &Toolchain, kind: Kind, args: &[OsString]) -> Result<i32, CcError> {
    let plan = Plan::new(kind, args);
    match kind {
        Kind::Probe => exit_status(native(toolchain, &plan).arg("-o").arg(&plan.output)),
        Kind::Shared => exit_status(native(toolchain, &plan).args(LENIENT).arg("-o").arg(&plan.output)),
        Kind::Program | Kind::Relocatable => link_both(toolchain, kind, &plan),
    }
}

fn link_both(toolchain: &Toolchain, kind: Kind, plan: &Plan) -> Result<i32, CcError> {
    let scratch = Scratch::new(&toolchain.temporary)?;
    let (machine, module) = (scratch.file("machine"), scratch.file("module"));

    let mut second = bitcode(toolchain, kind, plan, &Extra::default());
    second.arg("-o").arg(&module).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut linking = second.spawn().map_err(|error| CcError::start(&second, error))?;
    let status = exit_status(native(toolchain, plan).arg("-o").arg(&machine));
    if !matches!(status, Ok(0)) {
        // It may have ended already; then there is nothing to stop.
        let _ = linking.kill();
    }
    let linked = linking.wait_with_output().map_err(|error| CcError::start(&second, error))?;
    let status = status?;
    // Some options make the linker succeed without linking anything: `--version` is one.
    if status != 0 || !machine.exists() {
        return Ok(status);
    }
    if status_code(linked.status) != 0 {
        let messages = String::from_utf8_lossy(&linked.stderr).into_owned();
        return Err(CcError::Bitcode { output: plan.output.clone(), messages });
    }
    if kind == Kind::Program {
        link_extra(toolchain, plan, &module)?;
    }
    if !module.exists() {
        // Nothing in it was bitcode.
        return match fs::copy(&machine, &plan.output) {
            Ok(_) => Ok(0),
            Err(error) => Err(CcError::file(&plan.output, error)),
        };
    }
    exit_status(&mut join(toolchain, kind, &machine, &module, &plan.output))
}

/// Links `module` once more, if that is what it takes to have all in it that it refers to.
fn link_extra(toolchain: &Toolchain, plan: &Plan, module: &Path) -> Result<(), CcError> {
    let extra = Extra::of(&fs::read(module).unwrap_or_default());
    if extra == Extra::default() {
        return Ok(());
    }
    let mut again = bitcode(toolchain, Kind::Program, plan, &extra);
    let linked = again.arg("-o").arg(module).stdin(Stdio::null()).output();
    let linked = linked.map_err(|error| CcError::start(&again, error))?;
    if linked.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&linked.stderr).into_owned();
    Err(CcError::Bitcode { output: plan.output.clone(), messages })
}

/// The linker, for machine code.
fn native(toolchain: &Toolchain, plan: &Plan) -> Command {
    let mut lld = Command::new(&toolchain.lld);
    lld.arg(glue("-L", &toolchain.lib("native"))).args(&plan.native);
    lld
}

/// What a program refers to without naming it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Extra {
    /// The functions behind intrinsics.
    functions: Vec<String>,
    /// Whether the program names the start or the end of a section, hence refers to all that is in it. The
    /// linker keeps that visible.
    sections: bool,
}

impl Extra {
    /// What `module`, a bitcode file, shows. Names stand in it as they are, one after the other.
    fn of(module: &[u8]) -> Self {
        let names = |prefix: &str| module.windows(prefix.len()).any(|window| window == prefix.as_bytes());
        let functions = libm::behind_intrinsics(module);
        Self { functions, sections: Section::BOUNDS.iter().any(|prefix| names(prefix)) }
    }
}

/// The linker, for bitcode. A program keeps what can be reached from its entry, and `extra`.
fn bitcode(toolchain: &Toolchain, kind: Kind, plan: &Plan, extra: &Extra) -> Command {
    let mut lld = Command::new(&toolchain.lld);
    lld.args(&plan.bitcode).args(["--fat-lto-objects", "--lto-emit-llvm", "--lto-O0"]);
    lld.args(extra.functions.iter().map(|name| format!("--undefined={name}")));
    if kind == Kind::Program {
        let roots = [&[ENTRY.to_owned()], extra.functions.as_slice()].concat().join(";preserve-gv=");
        let keep = format!("internalize<preserve-gv={roots}>,");
        let keep = if plan.has_start && !extra.sections { keep.as_str() } else { "" };
        lld.arg(format!("--lto-newpm-passes={keep}globaldce,strip-dead-debug-info,strip-dead-prototypes"));
    }
    lld
}

/// What puts `module` into `machine` and names the result `output`.
fn join(toolchain: &Toolchain, kind: Kind, machine: &Path, module: &Path, output: &Path) -> Command {
    let mut objcopy = Command::new(&toolchain.objcopy);
    if kind == Kind::Relocatable {
        // A fat object again: its parts' bitcode makes room for the whole's. The type is the linker's mark.
        objcopy.arg("--remove-section=.llvm.lto").arg(glue("--add-section=.llvm.lto=", module));
        objcopy.args(["--set-section-flags=.llvm.lto=exclude", "--set-section-type=.llvm.lto=0x6fff4c0c"]);
    } else {
        objcopy.arg(glue(&format!("--add-section={}=", embed::SECTION), module));
    }
    objcopy.arg(machine).arg(output);
    objcopy
}

/// What becomes of a linker option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It has no place in a static executable, or would give the bitcode away.
    Drop,
    /// It writes something that is to be written once.
    Native,
    /// It names the result.
    Output,
}

/// Whether an option takes the next argument when it has no `=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    None,
    Next,
}

/// Linker options without their one or two hyphens. All others are passed on.
const OPTIONS: &[(&str, Value, Fate)] = &[
    ("o", Value::Next, Fate::Output),
    ("output", Value::Next, Fate::Output),
    //
    ("Bdynamic", Value::None, Fate::Drop),
    ("E", Value::None, Fate::Drop),
    ("dynamic-linker", Value::Next, Fate::Drop),
    ("export-dynamic", Value::None, Fate::Drop),
    ("fat-lto-objects", Value::None, Fate::Drop),
    ("pie", Value::None, Fate::Drop),
    ("plugin", Value::Next, Fate::Drop),
    ("plugin-opt", Value::Next, Fate::Drop),
    ("save-temps", Value::None, Fate::Drop),
    //
    ("M", Value::None, Fate::Native),
    ("Map", Value::Next, Fate::Native),
    ("cref", Value::None, Fate::Native),
    ("dependency-file", Value::Next, Fate::Native),
    ("print-map", Value::None, Fate::Native),
    ("reproduce", Value::Next, Fate::Native),
    ("t", Value::None, Fate::Native),
    ("time-trace", Value::None, Fate::Native),
    ("trace", Value::None, Fate::Native),
    ("why-extract", Value::Next, Fate::Native),
];

/// A linker's command line, taken apart.
#[derive(Debug)]
struct Plan {
    output: PathBuf,
    native: Vec<OsString>,
    bitcode: Vec<OsString>,
    has_start: bool,
}

impl Plan {
    fn new(kind: Kind, args: &[OsString]) -> Self {
        let mut plan =
            Self { output: "a.out".into(), native: Vec::new(), bitcode: Vec::new(), has_start: false };
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let Some((value, fate)) = meaning(arg) else {
                plan.add(kind, arg);
                continue;
            };
            let value = if value == Value::Next { rest.next() } else { None };
            match (fate, value) {
                (Fate::Output, Some(name)) => plan.output = name.into(),
                (Fate::Output | Fate::Drop, _) => {}
                (Fate::Native, _) => {
                    plan.native.push(arg.clone());
                    plan.native.extend(value.cloned());
                }
            }
        }
        plan
    }

    fn add(&mut self, kind: Kind, arg: &OsStr) {
        // Our library is not position independent.
        if kind == Kind::Shared && arg == "-lc" {
            return;
        }
        let path = Path::new(arg);
        self.has_start |= path.ends_with(Path::new("lib").join(START));
        let library = if kind == Kind::Shared { None } else { static_twin(path) };
        let arg = library.map_or_else(|| arg.to_owned(), PathBuf::into_os_string);
        self.native.push(arg.clone());
        self.bitcode.push(arg);
    }
}

fn meaning(arg: &OsStr) -> Option<(Value, Fate)> {
    let text = arg.to_str()?.strip_prefix('-')?;
    let text = text.strip_prefix('-').unwrap_or(text);
    let (name, glued) = text.split_once('=').map_or((text, false), |(name, _)| (name, true));
    let (_, value, fate) = OPTIONS.iter().find(|(known, ..)| *known == name)?;
    Some((if glued { Value::None } else { *value }, *fate))
}

/// The static library beside a shared one, if there is one: `libtool` makes both and links with the latter.
fn static_twin(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?;
    let (stem, version) = name.split_once(".so")?;
    if !version.chars().all(|c| c == '.' || c.is_ascii_digit()) {
        return None;
    }
    let twin = file.with_file_name(format!("{stem}.a"));
    twin.exists().then_some(twin)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Plan, asked_for};
    use std::ffi::OsString;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn check(line: &str, output: &str, native: &str, bitcode: &str) {
        let plan = Plan::new(Kind::Program, &words(line));
        assert_eq!(plan.output.to_str(), Some(output));
        assert_eq!(plan.native, words(native));
        assert_eq!(plan.bitcode, words(bitcode));
    }

    #[test]
    fn both_links_get_the_same_objects() {
        check("-static -o x a.o -lc", "x", "-static a.o -lc", "-static a.o -lc");
        check("a.o", "a.out", "a.o", "a.o");
    }

    #[test]
    fn a_map_is_written_once() {
        check("-Map m a.o", "a.out", "-Map m a.o", "a.o");
        check("--Map=m a.o", "a.out", "--Map=m a.o", "a.o");
    }

    #[test]
    fn what_makes_dynamic_programs_is_dropped() {
        check("-pie --dynamic-linker=/x -plugin p -export-dynamic a.o", "a.out", "a.o", "a.o");
    }

    #[test]
    fn the_linker_is_told_what_it_links() {
        for kind in [Kind::Program, Kind::Probe, Kind::Shared, Kind::Relocatable] {
            let args = [OsString::from(format!("--vellum-link={}", kind.name())), OsString::from("a.o")];
            assert_eq!(asked_for(&args), Some((kind, &args[1..])));
        }
        assert_eq!(asked_for(&words("-c a.c")), None);
    }
}
