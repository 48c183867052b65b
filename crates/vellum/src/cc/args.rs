//! What a compiler's command line asks for.
//!
//! Options are rows of two tables. An option that is in neither is clang's business and passed on; it is
//! listed only if it takes the next argument as its value, or matters to us.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::cc::link::Kind;

/// How far a command goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It asks the compiler something about itself.
    Ask,
    /// It stops before linking.
    Compile,
    /// It links.
    Link(Kind),
}

/// What an option means to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nothing: it is passed on.
    Keep,
    /// It contradicts how we build, harmlessly: it is left out.
    Drop,
    /// It asks something, unless there is an input.
    Ask,
    /// It stops after objects are made.
    Compile,
    /// It stops before that.
    Stop,
    /// It names something to link.
    Library,
    /// It says what the inputs after it are written in.
    Language,
    /// It wants bitcode instead of an object.
    BareBitcode,
    /// It makes a shared library.
    Shared,
    /// It makes an object of objects.
    Relocatable,
    /// It names the result.
    Output,
    /// It does without our start-up code.
    NoStart,
    /// It does without our libraries.
    NoLibraries,
    /// It does without both.
    NoStandard,
    /// It does without our headers.
    NoHeaders,
    /// It adds checks that report to a library.
    Sanitizer,
    /// It makes those checks trap instead.
    Trap,
    /// It writes something beside the result.
    Beside,
}

/// Where an option's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// There is none, or it is in the same argument.
    Here,
    /// It is the next argument.
    Next,
}

/// Options that are spelt exactly so.
const EXACT: &[(&str, Value, Role)] = &[
    ("--help", Value::Here, Role::Ask),
    ("--version", Value::Here, Role::Ask),
    ("-###", Value::Here, Role::Ask),
    ("-V", Value::Here, Role::Ask),
    ("-dumpmachine", Value::Here, Role::Ask),
    ("-dumpversion", Value::Here, Role::Ask),
    ("-qversion", Value::Here, Role::Ask),
    ("-v", Value::Here, Role::Ask),
    //
    ("--analyze", Value::Here, Role::Stop),
    ("--precompile", Value::Here, Role::Stop),
    ("-E", Value::Here, Role::Stop),
    ("-M", Value::Here, Role::Stop),
    ("-MM", Value::Here, Role::Stop),
    ("-S", Value::Here, Role::Stop),
    ("-c", Value::Here, Role::Compile),
    ("-fsyntax-only", Value::Here, Role::Stop),
    //
    ("-emit-llvm", Value::Here, Role::BareBitcode),
    ("-o", Value::Next, Role::Output),
    ("--shared", Value::Here, Role::Shared),
    ("-shared", Value::Here, Role::Shared),
    ("-r", Value::Here, Role::Relocatable),
    ("-nodefaultlibs", Value::Here, Role::NoLibraries),
    ("-nolibc", Value::Here, Role::NoLibraries),
    ("-nostartfiles", Value::Here, Role::NoStart),
    ("-nostdinc", Value::Here, Role::NoHeaders),
    ("-nostdlib", Value::Here, Role::NoStandard),
    //
    ("--static", Value::Here, Role::Drop),
    ("-ffat-lto-objects", Value::Here, Role::Drop),
    ("-flto", Value::Here, Role::Drop),
    ("-fno-fat-lto-objects", Value::Here, Role::Drop),
    ("-fno-lto", Value::Here, Role::Drop),
    ("-fno-use-linker-plugin", Value::Here, Role::Drop),
    ("-fuse-linker-plugin", Value::Here, Role::Drop),
    ("-lgcc", Value::Here, Role::Drop),
    ("-lgcc_eh", Value::Here, Role::Drop),
    ("-lgcc_s", Value::Here, Role::Drop),
    ("-no-pie", Value::Here, Role::Drop),
    ("-nopie", Value::Here, Role::Drop),
    ("-pie", Value::Here, Role::Drop),
    ("-rdynamic", Value::Here, Role::Drop),
    ("-shared-libgcc", Value::Here, Role::Drop),
    ("-static", Value::Here, Role::Drop),
    ("-static-libgcc", Value::Here, Role::Drop),
    ("-static-pie", Value::Here, Role::Drop),
    //
    ("--param", Value::Next, Role::Keep),
    ("--sysroot", Value::Next, Role::Keep),
    ("-A", Value::Next, Role::Keep),
    ("-B", Value::Next, Role::Keep),
    ("-D", Value::Next, Role::Keep),
    ("-F", Value::Next, Role::Keep),
    ("-G", Value::Next, Role::Keep),
    ("-I", Value::Next, Role::Keep),
    ("-L", Value::Next, Role::Keep),
    ("-MD", Value::Here, Role::Beside),
    ("-MF", Value::Next, Role::Beside),
    ("-MG", Value::Here, Role::Beside),
    ("-MJ", Value::Next, Role::Beside),
    ("-MMD", Value::Here, Role::Beside),
    ("-MP", Value::Here, Role::Beside),
    ("-MQ", Value::Next, Role::Beside),
    ("-MT", Value::Next, Role::Beside),
    ("-T", Value::Next, Role::Keep),
    ("-Tbss", Value::Next, Role::Keep),
    ("-Tdata", Value::Next, Role::Keep),
    ("-Ttext", Value::Next, Role::Keep),
    ("-U", Value::Next, Role::Keep),
    ("-Xassembler", Value::Next, Role::Keep),
    ("-Xclang", Value::Next, Role::Keep),
    ("-Xlinker", Value::Next, Role::Keep),
    ("-Xpreprocessor", Value::Next, Role::Keep),
    ("-arch", Value::Next, Role::Keep),
    ("-aux-info", Value::Next, Role::Keep),
    ("-e", Value::Next, Role::Keep),
    ("-framework", Value::Next, Role::Keep),
    ("-idirafter", Value::Next, Role::Keep),
    ("-imacros", Value::Next, Role::Keep),
    ("-include", Value::Next, Role::Keep),
    ("-include-pch", Value::Next, Role::Keep),
    ("-iprefix", Value::Next, Role::Keep),
    ("-iquote", Value::Next, Role::Keep),
    ("-isysroot", Value::Next, Role::Keep),
    ("-isystem", Value::Next, Role::Keep),
    ("-iwithprefix", Value::Next, Role::Keep),
    ("-iwithprefixbefore", Value::Next, Role::Keep),
    ("-l", Value::Next, Role::Library),
    ("-mllvm", Value::Next, Role::Keep),
    ("-rpath", Value::Next, Role::Keep),
    ("-target", Value::Next, Role::Keep),
    ("-u", Value::Next, Role::Keep),
    ("-x", Value::Next, Role::Language),
    ("-z", Value::Next, Role::Keep),
];

/// Options that begin so. The first row that fits counts.
const BEGINNINGS: &[(&str, Role)] = &[
    ("--ld-path=", Role::Drop),
    ("--print-", Role::Ask),
    ("--save-temps", Role::Beside),
    ("-Wp,-M", Role::Beside),
    ("-flto=", Role::Drop),
    ("-fsanitize-trap", Role::Trap),
    ("-fsanitize=", Role::Sanitizer),
    ("-fuse-ld=", Role::Drop),
    ("-l", Role::Library),
    ("-o", Role::Output),
    ("-print-", Role::Ask),
    ("-save-temps", Role::Beside),
    ("-specs=", Role::Drop),
    ("-x", Role::Language),
];

/// Programs that a configuration script makes to learn about the compiler. They are built natively alone,
/// which is faster; nobody will want their bitcode.
const PROBES: &[&str] = &["conftest", "conftst", "cmTC_"];

/// What a command line asks for.
#[derive(Debug)]
pub(crate) struct Request {
    /// How far it goes.
    pub(crate) step: Step,
    /// Whether a configuration script asks.
    pub(crate) is_probe: bool,
    /// Inputs in assembly that will be part of a program.
    pub(crate) assembly: Vec<PathBuf>,
    /// Whether the last option lacks its value.
    pub(crate) is_incomplete: bool,
    /// What is passed on to clang.
    pub(crate) args: Vec<OsString>,
    /// Inputs in C or C++ that are compiled to objects.
    pub(crate) sources: Vec<Input>,
    /// Of what is passed on, what says how these are compiled.
    pub(crate) options: Vec<OsString>,
    roles: Vec<Role>,
}

/// A file, and what the user says it is written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) file: PathBuf,
    pub(crate) language: Option<OsString>,
}

impl Input {
    /// Whether it is written in C++.
    pub(crate) fn is_cxx(&self) -> bool {
        is_one_of(self, &["c++", "c++-cpp-output"], CXX)
    }

    fn is_source(&self) -> bool {
        self.is_cxx() || is_one_of(self, &["c", "cpp-output"], &["c", "i"])
    }
}

/// The extensions of C++.
const CXX: &[&str] = &["C", "CPP", "c++", "cc", "cp", "cpp", "cxx", "ii"];

impl Request {
    /// Reads a command line.
    pub(crate) fn new(args: Vec<OsString>) -> Self {
        let mut passed = Vec::new();
        let mut options = Vec::new();
        let mut roles = Vec::new();
        let mut inputs = Vec::new();
        let mut outputs = Vec::new();
        let mut language = None;
        let mut is_incomplete = false;
        let mut rest = args.into_iter();
        while let Some(arg) = rest.next() {
            if !is_option(&arg) {
                inputs.push(Input { file: PathBuf::from(&arg), language: language.clone() });
                passed.push(arg);
                continue;
            }
            let (value, role) = meaning(&arg);
            let value = match value {
                Value::Next => {
                    let next = rest.next();
                    is_incomplete = next.is_none();
                    next
                }
                Value::Here => None,
            };
            roles.push(role);
            match (role, &value) {
                (Role::Output, Some(name)) => outputs.push(PathBuf::from(name)),
                (Role::Language, _) => language = said_language(&arg, value.as_deref()),
                (Role::Drop, _) => continue,
                (Role::Keep | Role::NoHeaders, _) => {
                    options.push(arg.clone());
                    options.extend(value.clone());
                }
                _ => {}
            }
            passed.push(arg);
            passed.extend(value);
        }
        let files = inputs.iter().map(|input| &input.file);
        let is_probe = files.chain(&outputs).any(|file| is_probe(file));
        let step = if is_incomplete { Step::Ask } else { step(&roles, &inputs, is_probe) };
        let makes_objects =
            matches!(step, Step::Link(_)) || (roles.contains(&Role::Compile) && !roles.contains(&Role::Stop));
        inputs.retain(|_| makes_objects && !is_probe);
        let sources = inputs.iter().filter(|input| input.is_source()).cloned().collect();
        let assembly = inputs.into_iter().filter(is_assembly).map(|input| input.file).collect();
        Self { step, is_probe, assembly, is_incomplete, args: passed, sources, options, roles }
    }

    /// Whether some option has this role.
    pub(crate) fn has(&self, role: Role) -> bool {
        let nothing_standard = matches!(role, Role::NoStart | Role::NoLibraries);
        self.roles.contains(&role) || (nothing_standard && self.roles.contains(&Role::NoStandard))
    }
}

fn step(roles: &[Role], inputs: &[Input], is_probe: bool) -> Step {
    if inputs.is_empty() && !roles.contains(&Role::Library) {
        Step::Ask
    } else if roles.contains(&Role::Stop) || roles.contains(&Role::Compile) || is_header_only(inputs) {
        Step::Compile
    } else if roles.contains(&Role::Relocatable) {
        Step::Link(Kind::Relocatable)
    } else if roles.contains(&Role::Shared) {
        Step::Link(Kind::Shared)
    } else if is_probe {
        Step::Link(Kind::Probe)
    } else {
        Step::Link(Kind::Program)
    }
}

/// `-` alone is the standard input.
fn is_option(arg: &OsStr) -> bool {
    arg.as_encoded_bytes().starts_with(b"-") && arg != "-"
}

fn meaning(option: &OsStr) -> (Value, Role) {
    if let Some((_, value, role)) = EXACT.iter().find(|(name, ..)| option == *name) {
        return (*value, *role);
    }
    let begins = |name: &str| option.as_encoded_bytes().starts_with(name.as_bytes());
    let role = BEGINNINGS.iter().find(|(name, _)| begins(name)).map_or(Role::Keep, |(_, role)| *role);
    if names_file(option) { (Value::Here, Role::Library) } else { (Value::Here, role) }
}

/// Whether the linker is given a file: `-Wl,a.o`, but not `-Wl,--version`.
fn names_file(option: &OsStr) -> bool {
    let parts = option.as_encoded_bytes().strip_prefix(b"-Wl,");
    parts.is_some_and(|parts| parts.split(|byte| *byte == b',').any(|part| !part.starts_with(b"-")))
}

/// What `-x` says, in one argument or two; nothing when it leaves it to the file's name.
fn said_language(option: &OsStr, value: Option<&OsStr>) -> Option<OsString> {
    let glued = option.to_str().and_then(|text| text.strip_prefix("-x")).filter(|text| !text.is_empty());
    glued.map(OsString::from).or_else(|| value.map(OsStr::to_owned)).filter(|language| language != "none")
}

/// Whether what a file is written in, or else its extension, is one of these.
fn is_one_of(input: &Input, languages: &[&str], extensions: &[&str]) -> bool {
    match (&input.language, input.file.extension()) {
        (Some(language), _) => languages.iter().any(|known| language == *known),
        (None, Some(extension)) => extensions.iter().any(|known| extension == *known),
        (None, None) => false,
    }
}

fn is_assembly(input: &Input) -> bool {
    is_one_of(input, &["assembler", "assembler-with-cpp"], &["s", "S", "sx"])
}

/// Whether all there is to do is to translate headers in advance.
fn is_header_only(inputs: &[Input]) -> bool {
    const EXTENSIONS: &[&str] = &["h", "H", "h++", "hh", "hp", "hpp", "hxx"];
    let is_header =
        |input: &Input| is_one_of(input, &["c-header", "c++-header", "cpp-output-header"], EXTENSIONS);
    !inputs.is_empty() && inputs.iter().all(is_header)
}

/// Whether a program of this name is one that a configuration script makes.
pub(crate) fn is_probe(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().as_encoded_bytes();
    PROBES.iter().any(|probe| name.starts_with(probe.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{EXACT, Input, Request, Role, Step};
    use crate::cc::link::Kind;
    use std::ffi::OsString;

    fn request(line: &str) -> Request {
        Request::new(line.split_whitespace().map(OsString::from).collect())
    }

    #[test]
    fn the_step_follows_from_options_and_inputs() {
        for (line, step) in [
            ("", Step::Ask),
            ("-v", Step::Ask),
            ("--version", Step::Ask),
            ("-print-prog-name=ld", Step::Ask),
            ("-v a.c", Step::Link(Kind::Program)),
            ("-c a.c", Step::Compile),
            ("a.c -o a -MM", Step::Compile),
            ("-E -", Step::Compile),
            ("a.o b.a -lm -o a", Step::Link(Kind::Program)),
            ("-o conftest conftest.c", Step::Link(Kind::Probe)),
            ("-r a.o b.o -o c.o", Step::Link(Kind::Relocatable)),
            ("-shared a.o -o liba.so", Step::Link(Kind::Shared)),
            ("-la -o a", Step::Link(Kind::Program)),
            ("-l a", Step::Link(Kind::Program)),
            ("-Wl,--start-group,a.o -o a", Step::Link(Kind::Program)),
            ("-Wl,--version", Step::Ask),
            ("a.h", Step::Compile),
            ("-x c-header a", Step::Compile),
            ("-xc-header a -o a.pch", Step::Compile),
            ("a.h b.c", Step::Link(Kind::Program)),
            ("-x c a.h", Step::Link(Kind::Program)),
        ] {
            assert_eq!(request(line).step, step, "{line}");
        }
    }

    #[test]
    fn a_value_is_not_an_input() {
        let takes_value = |(_, value, role): &&(&str, super::Value, Role)| {
            *value == super::Value::Next && *role != Role::Library
        };
        for (name, ..) in EXACT.iter().filter(takes_value) {
            assert_eq!(request(&format!("{name} value -v")).step, Step::Ask, "{name}");
        }
    }

    #[test]
    fn what_contradicts_us_is_left_out() {
        let line = "-static -pie -flto=thin -fuse-ld=gold -O2 a.c -o a";
        assert_eq!(request(line).args, ["-O2", "a.c", "-o", "a"]);
    }

    #[test]
    fn only_assembly_that_ends_up_in_a_program_is_worth_a_warning() {
        for line in ["-c a.S b.c", "-c -x assembler a", "-xassembler a -x c b.s", "-x none a.s b.o -o a"] {
            assert_eq!(request(line).assembly.len(), 1, "{line}");
        }
        for line in ["-c conftest.s", "-E a.S", "-c -M a.S", "-c -x c a.s", "-fsyntax-only a.S"] {
            assert!(request(line).assembly.is_empty(), "{line}");
        }
    }

    #[test]
    fn how_sources_are_compiled_is_told_from_what_else_is_asked_for() {
        let line =
            "-O2 -I ../include -DA=1 -MD -MF a.d -Wp,-MMD,b.d -c -o out/a.o src/a.c -fsanitize=undefined";
        let asked = request(line);
        assert_eq!(asked.options, ["-O2", "-I", "../include", "-DA=1"]);
        assert_eq!(asked.sources.len(), 1);
        assert_eq!(asked.sources[0].file.to_str(), Some("src/a.c"));
        let asked = request("a.c b.o helper.S -x c++ c -x none d.cc -lm -o p");
        let names: Vec<_> = asked.sources.iter().map(|source| source.file.to_str()).collect();
        assert_eq!(names, [Some("a.c"), Some("c"), Some("d.cc")]);
        assert_eq!(asked.sources.iter().map(Input::is_cxx).collect::<Vec<_>>(), [false, true, true]);
        assert!(request("-E a.c").sources.is_empty() && request("-c conftest.c").sources.is_empty());
    }

    #[test]
    fn an_option_without_its_value_is_not_given_ours() {
        for line in ["a.c -o", "-c a.c -MF", "a.c -x"] {
            assert!(request(line).is_incomplete, "{line}");
        }
        assert!(!request("a.c -o a").is_incomplete);
    }

    #[test]
    fn doing_without_the_standard_is_doing_without_both_parts() {
        let request = request("-nostdlib a.c");
        assert!(
            request.has(Role::NoStart) && request.has(Role::NoLibraries) && !request.has(Role::NoHeaders)
        );
    }
}
