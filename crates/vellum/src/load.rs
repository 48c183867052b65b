//! From the file the user named to a module.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use vellum_analysis::{Errors, fold_assumptions};
use vellum_bitcode::{Libc, LoadError, Request, Source};
use vellum_engine::Checks;
use vellum_ir::{Module, TypeKind, verify};

use crate::{
    args::{CompileArgs, Settings},
    cc::{self, embed::embedded_bitcode},
    error::{Error, NoBitcode},
    toolchain::Toolchain,
};

/// The function a program with a C library starts from.
pub(crate) const ENTRY: &str = "__vellum_start";

/// The function of a fuzz target, as libFuzzer calls it.
pub(crate) const FUZZ_TARGET: &str = "LLVMFuzzerTestOneInput";

/// The `main` of a program without one, in the sysroot; it calls a fuzz target.
const WITHOUT_MAIN: &str = "share/without-main.c";

/// Where a program starts that begins with another function than `main`.
const OTHER_ENTRY: &str = "__vellum_start_at";

/// The function called in place of `main` there.
const OTHER_MAIN: &str = "__vellum_entry";

/// What makes `long double` what it is to the host's libraries.
const LONG_DOUBLE: &str = "-mlong-double-80";

/// A program that can be run.
pub(crate) struct Runnable {
    pub(crate) module: Module,
    /// The function everything starts from.
    pub(crate) entry: &'static str,
    /// Whether that calls a fuzz target.
    pub(crate) is_fuzz_target: bool,
    /// What was read of the program itself.
    pub(crate) bytes: Vec<u8>,
}

/// Reads the program, compiled and linked with the C library where it needs that.
pub(crate) fn load(toolchain: &Toolchain, file: &Path, how: &CompileArgs) -> Result<Module, Error> {
    let (source, libc) = source(toolchain, file, how)?;
    let mut module =
        vellum_bitcode::load(Request { program: vec![source], libc, entry: ENTRY, extra_roots: &[] })?;
    fold_assumptions(&mut module, Errors::default());
    debug_assert_eq!(verify::check(&module).err(), None, "what is executed is well formed");
    Ok(module)
}

/// Reads the program to run it from `main`, from its fuzz target, or from the function the settings name.
pub(crate) fn load_to_run(
    toolchain: &Toolchain,
    file: &Path,
    settings: &Settings,
) -> Result<Runnable, Error> {
    let mut runnable = load_whole(toolchain, file, settings)?;
    let Checks { overflow, pointers, .. } = settings.checks();
    fold_assumptions(&mut runnable.module, Errors { overflow, pointers });
    debug_assert_eq!(verify::check(&runnable.module).err(), None, "what is executed is well formed");
    Ok(runnable)
}

fn load_whole(toolchain: &Toolchain, file: &Path, settings: &Settings) -> Result<Runnable, Error> {
    let start = settings.entry.as_deref();
    let alone = settings.external.is_without_libc();
    let mut compile = settings.compile.clone();
    if alone {
        // As the host's C library has it, unless the user says otherwise.
        compile.cflag.insert(0, LONG_DOUBLE.into());
    }
    let (source, libc) = source(toolchain, file, &compile)?;
    let bytes = source.bytes.clone();
    let has_own_libc = libc.is_none();
    if alone && has_own_libc {
        let message = format!("--libc none: {} has its C library in it", file.display());
        return Err(Error::Usage(message));
    }
    let libc = libc.filter(|_| !alone);
    let whole = |mut program: Vec<Source>, entry: &'static str, is_fuzz_target: bool| {
        let bytes = bytes.clone();
        if alone {
            let main = if entry == ENTRY { "main" } else { OTHER_MAIN };
            program.push(text("the start without a C library", entry, &start_alone(entry, main)));
            program.push(text("the end without a C library", "exit", EXIT));
        } else if entry == OTHER_ENTRY {
            program.push(text("the start of --entry", OTHER_ENTRY, START_AT));
        }
        let request = Request { program, libc: libc.clone(), entry, extra_roots: &[] };
        vellum_bitcode::load(request).map(|module| Runnable { module, entry, is_fuzz_target, bytes })
    };
    let start = match start {
        None | Some("main") => match (whole(vec![source.clone()], ENTRY, false), start) {
            (Err(LoadError::MissingMain { .. }), None) if probe(&source, FUZZ_TARGET).is_some() => {
                FUZZ_TARGET
            }
            (loaded, _) => return Ok(loaded?),
        },
        Some(name) => name,
    };
    let refuse = |why: &str| Err(Error::Usage(format!("--entry {start}: {why}")));
    let Some(signature) = probe(&source, start) else {
        return refuse(&format!("{} has no such function", file.display()));
    };
    let has_main = probe(&source, "main").is_some();
    let mut program = vec![source];
    if start == FUZZ_TARGET {
        program.push(fuzz_main(toolchain, if has_main { OTHER_MAIN } else { "main" })?);
        if !has_main {
            return Ok(whole(program, ENTRY, true)?);
        }
    } else if signature.takes_arguments {
        return refuse("a function with parameters; write one without that calls it");
    } else if start.contains(['"', '\\']) {
        return refuse("a name that cannot be written down");
    } else {
        program.push(text("the call of --entry", OTHER_MAIN, &call_of(start, signature.has_status)));
    }
    if has_own_libc {
        return refuse("in an executable, only main is a place to start from; take the .c or .bc file");
    }
    Ok(whole(program, OTHER_ENTRY, start == FUZZ_TARGET)?)
}

/// What matters of a function that is to be called.
struct Signature {
    takes_arguments: bool,
    /// Whether it returns a number, which is then the exit status.
    has_status: bool,
}

/// Whether the program itself defines a function, and how it is called.
fn probe(program: &Source, name: &str) -> Option<Signature> {
    let request = Request { program: vec![program.clone()], libc: None, entry: name, extra_roots: &[] };
    let module = vellum_bitcode::load(request).ok()?;
    let function = &module.functions[module.function_named(name)?];
    function.body.as_ref()?;
    Some(Signature {
        takes_arguments: !function.params.is_empty() || function.variadic,
        has_status: matches!(module.types.kind(function.result), TypeKind::Int(1..=64)),
    })
}

/// The function, under that name, that calls a fuzz target.
fn fuzz_main(toolchain: &Toolchain, name: &str) -> Result<Source, Error> {
    let file = toolchain.sysroot.join(WITHOUT_MAIN);
    let mut map = OsString::from("-ffile-prefix-map=");
    map.push(file.parent().unwrap_or(&toolchain.sysroot));
    map.push("=vellum");
    // Its debug information is that of the C library's own files: it is no code of the program's.
    let cflag = vec![format!("-Dmain={name}").into(), map, "-fdebug-compilation-dir=.".into()];
    let how = CompileArgs { optimise: None, cflag };
    let bytes = compile(toolchain, &file, &how)?;
    Ok(Source { name: file.display().to_string(), bytes })
}

/// Code of our own, of one function.
fn text(name: &str, function: &str, text: &str) -> Source {
    Source { name: name.to_owned(), bytes: [text, &OURS.replace("NAME", function)].concat().into_bytes() }
}

/// Debug information of the function `NAME`, which says that it is not the program's.
const OURS: &str = "\
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: \"vellum/entry\", directory: \".\")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !\"Debug Info Version\", i32 3}
!4 = distinct !DISubprogram(name: \"NAME\", scope: !1, file: !1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 0, scope: !4)
";

/// As `__vellum_start`, for another function than `main`.
const START_AT: &str = "\
declare i32 @__libc_start_main(ptr, i32, ptr, ptr, ptr, ptr)
declare i32 @__vellum_entry(i32, ptr, ptr)
define void @__vellum_start_at(ptr %sp) !dbg !4 {
  %argc = load i32, ptr %sp
  %argv = getelementptr i8, ptr %sp, i64 8
  %status = call i32 @__libc_start_main(ptr @__vellum_entry, i32 %argc, ptr %argv, ptr null, ptr null, ptr null), !dbg !5
  unreachable
}
";

/// The function that calls `main` where no C library does, after the constructors.
fn start_alone(name: &str, main: &str) -> String {
    ALONE.replace("NAME", name).replace("MAIN", main)
}

const ALONE: &str = "\
@__init_array_start = external global [0 x ptr]
@__init_array_end = external global [0 x ptr]
declare void @exit(i32)
declare i32 @MAIN(i32, ptr, ptr)
define void @NAME(ptr %sp) !dbg !4 {
entry:
  %argc = load i32, ptr %sp
  %argv = getelementptr i8, ptr %sp, i64 8
  %count = sext i32 %argc to i64
  %last = getelementptr ptr, ptr %argv, i64 %count
  %envp = getelementptr i8, ptr %last, i64 8
  br label %next
next:
  %at = phi ptr [ @__init_array_start, %entry ], [ %after, %run ]
  %over = icmp eq ptr %at, @__init_array_end
  br i1 %over, label %begin, label %run
run:
  %constructor = load ptr, ptr %at
  call void %constructor(i32 %argc, ptr %argv, ptr %envp), !dbg !5
  %after = getelementptr i8, ptr %at, i64 8
  br label %next
begin:
  %status = call i32 @MAIN(i32 %argc, ptr %argv, ptr %envp), !dbg !5
  call void @exit(i32 %status), !dbg !5
  unreachable
}
";

/// And the one that ends it, after the destructors.
const EXIT: &str = "\
@__fini_array_start = external global [0 x ptr]
@__fini_array_end = external global [0 x ptr]
declare void @_Exit(i32)
define weak void @exit(i32 %status) !dbg !4 {
entry:
  br label %next
next:
  %behind = phi ptr [ @__fini_array_end, %entry ], [ %at, %run ]
  %over = icmp eq ptr %behind, @__fini_array_start
  br i1 %over, label %end, label %run
run:
  %at = getelementptr i8, ptr %behind, i64 -8
  %destructor = load ptr, ptr %at
  call void %destructor(), !dbg !5
  br label %next
end:
  call void @_Exit(i32 %status), !dbg !5
  unreachable
}
";

/// The function in the place of `main` that calls `name`, whose result is the exit status if it is a number.
fn call_of(name: &str, has_status: bool) -> String {
    let (call, status) = if has_status { ("%status = call i32", "%status") } else { ("call void", "0") };
    let result = if has_status { "i32" } else { "void" };
    format!(
        "declare {result} @\"{name}\"()\n\
         define i32 @__vellum_entry(i32 %argc, ptr %argv, ptr %envp) !dbg !4 {{\n\
         \x20 {call} @\"{name}\"(), !dbg !5\n  ret i32 {status}, !dbg !5\n}}\n"
    )
}

/// The program, and the C library where it needs that.
fn source(toolchain: &Toolchain, file: &Path, how: &CompileArgs) -> Result<(Source, Option<Libc>), Error> {
    let is_c = file.extension().is_some_and(|extension| extension == "c");
    let (bytes, libc) = if is_c { (compile(toolchain, file, how)?, true) } else { read(file)? };
    let libc = libc.then(|| Libc { crt: toolchain.crt(), archive: toolchain.libc_archive() });
    Ok((Source { name: file.display().to_string(), bytes }, libc))
}

/// The bitcode or text in a file, and whether it still needs the C library.
fn read(file: &Path) -> Result<(Vec<u8>, bool), Error> {
    let unreadable = |cause| Error::Unreadable { file: file.to_owned(), cause };
    let bytes = fs::read(file).map_err(unreadable)?;
    if !bytes.starts_with(b"\x7fELF") {
        return Ok((bytes, true));
    }
    match embedded_bitcode(file) {
        Ok(Some(bitcode)) => Ok((bitcode, false)),
        Ok(None) => Err(Error::NoBitcode { file: file.to_owned(), why: without_bitcode(file, &bytes) }),
        Err(cause) => Err(Error::Embedded { file: file.to_owned(), cause }),
    }
}

/// Why an ELF file has no bitcode, as far as can be seen.
fn without_bitcode(file: &Path, bytes: &[u8]) -> NoBitcode {
    /// Where an ELF file says what it is, and how it says that it is an object.
    const KIND: usize = 0x10;
    const RELOCATABLE: u8 = 1;
    if bytes.get(KIND) == Some(&RELOCATABLE) {
        NoBitcode::Object
    } else if cc::is_probe(file) {
        NoBitcode::Probe
    } else {
        NoBitcode::Executable
    }
}

/// Compiles a C file; clang's messages go straight to the user.
fn compile(toolchain: &Toolchain, file: &Path, how: &CompileArgs) -> Result<Vec<u8>, Error> {
    let unreadable = |cause| Error::Unreadable { file: file.to_owned(), cause };
    if fs::metadata(file).map_err(unreadable)?.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    let output = Command::new(&toolchain.clang)
        .args(toolchain.compile_flags())
        .arg(flag("-O", how.level()))
        .args(&how.cflag)
        .args(["-c", "-o", "-"])
        .arg(named_file(file))
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(Error::Clang)?;
    if !output.status.success() {
        return Err(Error::Compile(file.to_owned()));
    }
    Ok(output.stdout)
}

fn flag(name: &str, value: &str) -> OsString {
    format!("{name}{value}").into()
}

/// The file as a command must be given it: under a name that does not look like an option.
pub(crate) fn named_file(file: &Path) -> PathBuf {
    if file.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(file)
    } else {
        file.to_owned()
    }
}
