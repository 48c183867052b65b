//! Linking, when clang calls us as its linker.
//!
//! A program is linked twice at the same time from the same objects: the machine code in them into an
//! executable, the bitcode in them into one module. The linker decides symbols in the same way both times.
//! Only a complete result takes the output's name; what is no file (a device, a link) is written into.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use vellum_ir::Section;

use crate::cc::record::{self, Build};
use crate::cc::renames::Renames;
use crate::cc::scratch::Scratch;
use crate::cc::{CcError, embed, exit_status, libm, response, status_code};
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

/// The first function of every program.
const FIRST: &str = "__vellum_start";

/// The sections of functions that run before and after `main`.
const ARRAYS: &[&str] = &[".init_array", ".fini_array"];

/// All that a program's bitcode must keep: the first function of every program and, as `main` is native where a
/// fuzz target has none, what that calls. LLVM's pass takes such a list.
const ENTRY: &str = "__vellum_start;preserve-gv=LLVMFuzzerTestOneInput;preserve-gv=LLVMFuzzerInitialize";

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
    let mut plan = Plan::new(kind, args)?;
    let is_both = matches!(kind, Kind::Program | Kind::Relocatable);
    if !is_both && !response::is_long(&plan.native) {
        return link_natively(toolchain, kind, &plan);
    }
    let scratch = Scratch::new(&toolchain.temporary)?;
    plan.inputs.clone_from(&plan.native);
    plan.native = response::shorten(plan.native, &scratch.file("native"))?;
    plan.bitcode = response::shorten(plan.bitcode, &scratch.file("bitcode"))?;
    if is_both { link_both(toolchain, kind, plan, &scratch) } else { link_natively(toolchain, kind, &plan) }
}

fn link_natively(toolchain: &Toolchain, kind: Kind, plan: &Plan) -> Result<i32, CcError> {
    let lenient = if kind == Kind::Shared { LENIENT } else { &[] };
    exit_status(native(toolchain, plan).args(lenient).arg("-o").arg(&plan.output))
}

fn link_both(toolchain: &Toolchain, kind: Kind, plan: Plan, scratch: &Scratch) -> Result<i32, CcError> {
    let (machine, module) = (scratch.file("machine"), scratch.file("module"));

    let mut second = bitcode(toolchain, kind, &plan, &Extra::default());
    second.arg("-o").arg(&module).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut linking = second.spawn().map_err(|error| CcError::start(&second, error))?;
    let status = exit_status(native(toolchain, &plan).arg("-o").arg(&machine));
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
        link_extra(toolchain, &plan, &machine, &module)?;
    }
    if !module.exists() {
        // Nothing in it was bitcode.
        return copy(&machine, &plan.output);
    }
    plan.renames.apply(&module, &plan.output)?;
    let record = scratch.file("record");
    if kind == Kind::Program {
        let build = Build::of_link(toolchain, &plan.inputs, &machine);
        fs::write(&record, build.to_bytes()).map_err(|error| CcError::file(&record, error))?;
    }
    let parts = Parts { machine, module, record };
    if may_be_replaced(&plan.output) {
        return exit_status(&mut parts.join(toolchain, kind, &plan.output));
    }
    let joined = scratch.file("joined");
    match exit_status(&mut parts.join(toolchain, kind, &joined))? {
        0 => copy(&joined, &plan.output),
        status => Ok(status),
    }
}

/// Whether a file may take the output's place. What is there may also be a device, or a link to one.
fn may_be_replaced(output: &Path) -> bool {
    fs::symlink_metadata(output).map_or(true, |metadata| metadata.is_file())
}

/// Writes `file` into `output`.
fn copy(file: &Path, output: &Path) -> Result<i32, CcError> {
    fs::copy(file, output).map(|_| 0).map_err(|error| CcError::file(output, error))
}

/// Links `module` once more, if that is what it takes to have all in it that it refers to.
fn link_extra(toolchain: &Toolchain, plan: &Plan, machine: &Path, module: &Path) -> Result<(), CcError> {
    let bytes = fs::read(module).unwrap_or_default();
    // The linker writes one file for each module that is for ThinLTO, all with the same name.
    if plan.has_start && !contains(&bytes, FIRST) {
        return Err(CcError::Thin { output: plan.output.clone() });
    }
    let extra = Extra::of(&bytes, machine);
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
    /// Whether functions run before or after `main`, by whatever is in the sections for that.
    arrays: bool,
}

impl Extra {
    /// What `module`, a bitcode file, and `machine`, the executable, show. Names stand in the former as they
    /// are, one after the other.
    fn of(module: &[u8], machine: &Path) -> Self {
        Self {
            functions: libm::behind_intrinsics(module),
            sections: Section::BOUNDS.iter().any(|prefix| contains(module, prefix)),
            arrays: ARRAYS.iter().any(|name| embed::has_section(machine, name)),
        }
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// The linker, for bitcode. A program keeps what can be reached from its entry, and `extra`.
fn bitcode(toolchain: &Toolchain, kind: Kind, plan: &Plan, extra: &Extra) -> Command {
    let mut lld = Command::new(&toolchain.lld);
    lld.args(&plan.bitcode).args(["--fat-lto-objects", "--lto-emit-llvm", "--lto-O0"]);
    lld.args(extra.functions.iter().map(|name| format!("--undefined={name}")));
    if extra.arrays {
        // To the linker's eyes the program names these sections, too.
        lld.args(ARRAYS.iter().map(|name| format!("--undefined=__start_{name}")));
    }
    if kind == Kind::Program {
        let kept = plan.renames.names().into_iter().map(str::to_owned).collect::<Vec<_>>();
        let roots = [&[ENTRY.to_owned()], extra.functions.as_slice(), &kept].concat().join(";preserve-gv=");
        let keep = format!("internalize<preserve-gv={roots}>,");
        let keep = if plan.has_start && !extra.sections && !extra.arrays { keep.as_str() } else { "" };
        lld.arg(format!("--lto-newpm-passes={keep}globaldce,strip-dead-debug-info,strip-dead-prototypes"));
    }
    lld
}

/// What an output is made of.
struct Parts {
    machine: PathBuf,
    module: PathBuf,
    /// How it was built, if it is a program.
    record: PathBuf,
}

impl Parts {
    /// What puts them into one file, `output`.
    fn join(&self, toolchain: &Toolchain, kind: Kind, output: &Path) -> Command {
        let mut objcopy = Command::new(&toolchain.objcopy);
        if kind == Kind::Relocatable {
            // A fat object again: its parts' bitcode makes room for the whole's. The type is the linker's mark.
            objcopy.arg("--remove-section=.llvm.lto").arg(glue("--add-section=.llvm.lto=", &self.module));
            objcopy
                .args(["--set-section-flags=.llvm.lto=exclude", "--set-section-type=.llvm.lto=0x6fff4c0c"]);
        } else {
            objcopy.arg(glue(&format!("--add-section={}=", embed::SECTION), &self.module));
            // The record says what the parts do, and more.
            objcopy.arg(format!("--remove-section={}", record::COMMANDS));
            objcopy.arg(glue(&format!("--add-section={}=", record::SECTION), &self.record));
        }
        objcopy.arg(&self.machine).arg(output);
        objcopy
    }
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
    /// It gives a symbol's name to another one, which keeps a third name.
    Wrap,
    /// It defines a symbol.
    Define,
    /// It says where the machine code begins.
    Entry,
    /// It says what inputs are.
    Format,
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
    //
    ("b", Value::Next, Fate::Format),
    ("defsym", Value::Next, Fate::Define),
    ("e", Value::Next, Fate::Entry),
    ("entry", Value::Next, Fate::Entry),
    ("format", Value::Next, Fate::Format),
    ("wrap", Value::Next, Fate::Wrap),
];

/// A linker's command line, taken apart.
#[derive(Debug, Default)]
struct Plan {
    output: PathBuf,
    /// What is linked, whether through a file or not.
    inputs: Vec<OsString>,
    native: Vec<OsString>,
    bitcode: Vec<OsString>,
    has_start: bool,
    renames: Renames,
}

impl Plan {
    fn new(kind: Kind, args: &[OsString]) -> Result<Self, CcError> {
        let mut plan = Self { output: "a.out".into(), ..Self::default() };
        let has_bitcode = matches!(kind, Kind::Program | Kind::Relocatable);
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let Some(option) = meaning(arg) else {
                plan.add(kind, arg);
                continue;
            };
            let next = if option.value == Value::Next { rest.next() } else { None };
            let value = option.glued.map(OsStr::new).or_else(|| Some(next?.as_os_str()));
            match option.fate {
                Fate::Drop => continue,
                Fate::Output => {
                    plan.output = value.map_or(plan.output, PathBuf::from);
                    continue;
                }
                Fate::Native => {}
                fate => {
                    if has_bitcode && let Some(value) = value.and_then(OsStr::to_str) {
                        plan.note(fate, value)?;
                    }
                    plan.bitcode.push(arg.clone());
                    plan.bitcode.extend(next.cloned());
                }
            }
            plan.native.push(arg.clone());
            plan.native.extend(next.cloned());
        }
        Ok(plan)
    }

    /// Takes an option into account that makes names mean something else, or says that this cannot be done.
    fn note(&mut self, fate: Fate, value: &str) -> Result<(), CcError> {
        let refused =
            |option: &str, why| Err(CcError::LinkerOption { option: format!("{option}={value}"), why });
        match fate {
            Fate::Wrap if self.renames.wrap(value) => {}
            Fate::Wrap => return refused("--wrap", "another option gives the name a meaning already"),
            Fate::Define if self.renames.define(value) => {}
            Fate::Define => {
                return refused("--defsym", "in bitcode, only the name of another symbol can be a value");
            }
            Fate::Entry if value != "_start" => {
                return refused("--entry", "in bitcode, a program begins with `main`");
            }
            Fate::Format if value == "binary" => {
                return refused(
                    "--format",
                    "the bitcode would lack the data; write it as an array in C, or `#embed` it",
                );
            }
            Fate::Drop | Fate::Native | Fate::Output | Fate::Entry | Fate::Format => {}
        }
        Ok(())
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

/// An option of the table, with the value that is in the same argument.
struct Known<'a> {
    value: Value,
    fate: Fate,
    glued: Option<&'a str>,
}

fn meaning(arg: &OsStr) -> Option<Known<'_>> {
    let text = arg.to_str()?.strip_prefix('-')?;
    let text = text.strip_prefix('-').unwrap_or(text);
    let (name, glued) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let (_, value, fate) = OPTIONS.iter().find(|(known, ..)| *known == name)?;
    Some(Known { value: if glued.is_some() { Value::None } else { *value }, fate: *fate, glued })
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
        let plan = Plan::new(Kind::Program, &words(line)).unwrap();
        assert_eq!(plan.output.to_str(), Some(output));
        assert_eq!(plan.native, words(native));
        assert_eq!(plan.bitcode, words(bitcode));
    }

    #[test]
    fn both_links_get_the_same_objects() {
        check("-static -o x a.o -lc", "x", "-static a.o -lc", "-static a.o -lc");
        check("a.o", "a.out", "a.o", "a.o");
        check("--output=x a.o", "x", "a.o", "a.o");
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
    fn names_that_mean_another_symbol_are_noted() {
        let names = |line: &str| -> Vec<String> {
            let plan = Plan::new(Kind::Program, &words(line)).unwrap();
            assert_eq!((&plan.native, &plan.bitcode), (&words(line), &words(line)));
            plan.renames.names().into_iter().map(str::to_owned).collect()
        };
        for line in ["--wrap=f a.o", "--wrap f a.o", "-wrap=f a.o"] {
            assert_eq!(names(line), ["__real_f", "__wrap_f", "f"], "{line}");
        }
        for line in ["--defsym=a=b a.o", "--defsym a=b a.o"] {
            assert_eq!(names(line), ["a", "b"], "{line}");
        }
        assert!(names("-e _start -b elf a.o").is_empty());
    }

    #[test]
    fn what_the_bitcode_could_not_follow_is_refused() {
        for line in ["--defsym=a=5", "--defsym a=b+1", "-e f", "--entry=f", "-b binary", "--format=binary"] {
            assert!(Plan::new(Kind::Program, &words(line)).is_err(), "{line}");
            assert!(Plan::new(Kind::Shared, &words(line)).is_ok(), "{line}");
        }
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
