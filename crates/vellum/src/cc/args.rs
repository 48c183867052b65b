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
    /// It stops before linking.
    Stop,
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
    ("-c", Value::Here, Role::Stop),
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
    ("-MF", Value::Next, Role::Keep),
    ("-MJ", Value::Next, Role::Keep),
    ("-MQ", Value::Next, Role::Keep),
    ("-MT", Value::Next, Role::Keep),
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
    ("-l", Value::Next, Role::Keep),
    ("-mllvm", Value::Next, Role::Keep),
    ("-rpath", Value::Next, Role::Keep),
    ("-target", Value::Next, Role::Keep),
    ("-u", Value::Next, Role::Keep),
    ("-x", Value::Next, Role::Keep),
    ("-z", Value::Next, Role::Keep),
];

/// Options that begin so. The first row that fits counts.
const BEGINNINGS: &[(&str, Role)] = &[
    ("--ld-path=", Role::Drop),
    ("--print-", Role::Ask),
    ("-flto=", Role::Drop),
    ("-fsanitize-trap", Role::Trap),
    ("-fsanitize=", Role::Sanitizer),
    ("-fuse-ld=", Role::Drop),
    ("-o", Role::Output),
    ("-print-", Role::Ask),
    ("-specs=", Role::Drop),
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
    /// What is passed on to clang.
    pub(crate) args: Vec<OsString>,
    roles: Vec<Role>,
}

impl Request {
    /// Reads a command line.
    pub(crate) fn new(args: Vec<OsString>) -> Self {
        let mut passed = Vec::new();
        let mut roles = Vec::new();
        let mut inputs = Vec::new();
        let mut outputs = Vec::new();
        let mut rest = args.into_iter();
        while let Some(arg) = rest.next() {
            if !is_option(&arg) {
                inputs.push(PathBuf::from(&arg));
                passed.push(arg);
                continue;
            }
            let (value, role) = meaning(&arg);
            let value = if value == Value::Next { rest.next() } else { None };
            roles.push(role);
            match (role, &value) {
                (Role::Output, Some(name)) => outputs.push(PathBuf::from(name)),
                (Role::Drop, _) => continue,
                _ => {}
            }
            passed.push(arg);
            passed.extend(value);
        }
        let is_probe = inputs.iter().chain(&outputs).any(|file| is_probe(file));
        let step = step(&roles, &inputs, is_probe);
        if is_probe || step == Step::Ask {
            inputs.clear();
        }
        inputs.retain(|file| is_assembly(file));
        Self { step, is_probe, assembly: inputs, args: passed, roles }
    }

    /// Whether some option has this role.
    pub(crate) fn has(&self, role: Role) -> bool {
        let nothing_standard = matches!(role, Role::NoStart | Role::NoLibraries);
        self.roles.contains(&role) || (nothing_standard && self.roles.contains(&Role::NoStandard))
    }
}

fn step(roles: &[Role], inputs: &[PathBuf], is_probe: bool) -> Step {
    if inputs.is_empty() {
        Step::Ask
    } else if roles.contains(&Role::Stop) {
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
    (Value::Here, role)
}

fn is_assembly(file: &Path) -> bool {
    file.extension().is_some_and(|extension| ["s", "S", "sx"].iter().any(|known| extension == *known))
}

fn is_probe(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().as_encoded_bytes();
    PROBES.iter().any(|probe| name.starts_with(probe.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{EXACT, Request, Role, Step};
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
        ] {
            assert_eq!(request(line).step, step, "{line}");
        }
    }

    #[test]
    fn a_value_is_not_an_input() {
        for (name, ..) in EXACT.iter().filter(|(_, value, _)| *value == super::Value::Next) {
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
        assert_eq!(request("-c a.S b.c").assembly.len(), 1);
        assert!(request("-c conftest.s").assembly.is_empty());
    }

    #[test]
    fn doing_without_the_standard_is_doing_without_both_parts() {
        let request = request("-nostdlib a.c");
        assert!(
            request.has(Role::NoStart) && request.has(Role::NoLibraries) && !request.has(Role::NoHeaders)
        );
    }
}
