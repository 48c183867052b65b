//! Programs with sanitizers, hence with the host's C library, which sanitizers need.
//!
//! A `.c` file is compiled and linked at once. An executable of `vellum cc` is built again from its sources, each
//! compiled where and as it was: with other sources it would be another program, so these are compared first.

use std::{
    ffi::{OsStr, OsString},
    fmt, fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
};

use vellum_report::sha256;

use super::{say, verdict::REPORTED};
use crate::{
    args::{ReplayArgs, Settings},
    cc::{
        args::Input,
        embed::embedded_bitcode,
        record::{Build, Compilation, RecordError},
        scratch::Scratch,
    },
    error::{Error, NoBitcode},
    load::named_file,
    toolchain::{Toolchain, glue},
};

/// What makes sanitizers find what is there and end the program. Their words are all that is wanted.
const SANITIZERS: &[&str] =
    &["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-w"];

/// What the C library of `vellum cc` has and the host's may not, as a file, and the header that goes with it.
const MUSL: (&str, &str) = ("musl.c", include_str!("musl.c"));
const MUSL_HEADER: (&str, &str) = ("musl.h", include_str!("musl.h"));

/// A header that the host had once. What musl's declares is not what the host's others do.
const STROPTS: (&str, &str) = ("stropts.h", "#include <sys/ioctl.h>\n");

/// The variable in which sanitizers find their options.
pub(super) const OPTIONS: &str = "ASAN_OPTIONS";

/// What it is set to. What the user has in it counts more, but for the status by which we know a report.
pub(super) fn options(settings: &Settings, user: Option<&OsStr>) -> String {
    // Leaks are not what a test is about unless they were asked for, and a program may find out by itself that there
    // is no memory left.
    let leaks = u8::from(settings.checks().leaks);
    let user = user.map(OsStr::to_string_lossy).unwrap_or_default();
    format!("detect_leaks={leaks}:allocator_may_return_null=1:{user}:exitcode={REPORTED}")
}

/// Compiles and links a `.c` file. Whether clang took it is in the status.
pub(super) fn compile(
    toolchain: &Toolchain,
    file: &Path,
    settings: &Settings,
    output: &Path,
) -> Result<ExitStatus, Error> {
    let how = &settings.compile;
    let mut clang = clang(toolchain);
    clang.arg("-g").arg(format!("-O{}", how.level())).args(&how.cflag).arg(named_file(file));
    link(&mut clang, toolchain, &settings.external.load, output);
    clang.status().map_err(Error::Clang)
}

/// Builds an executable of `vellum cc` again, with sanitizers.
pub(super) fn rebuild(
    toolchain: &Toolchain,
    args: &ReplayArgs,
    settings: &Settings,
    scratch: &Scratch,
) -> Result<PathBuf, Error> {
    let program = &args.program;
    let build = read(program)?;
    let rebuild = Rebuild { toolchain, settings, program, scratch };
    let units = rebuild.units(&build)?;
    if !args.quiet {
        for object in &build.objects {
            say(format_args!(
                "warning: {} does not say how it was compiled (assembly, or not by `vellum cc`): it is linked as it is",
                object.display()
            ));
        }
    }
    rebuild.compile(&units)?;
    if let Some(header) = rebuild.newer_header(&units).filter(|_| !args.quiet) {
        let (header, program) = (header.display(), program.display());
        say(format_args!(
            "warning: {header} is newer than {program}: it may not be what {program} was built from"
        ));
    }
    rebuild.link(&build, &units)
}

/// How the executable was built.
fn read(program: &Path) -> Result<Build, Error> {
    let rebuild = |cause| Error::Rebuild { program: program.to_owned(), cause };
    match Build::read(program) {
        Ok(build) => Ok(build),
        Err(RecordError::Elf(cause)) => Err(Error::Embedded { file: program.to_owned(), cause }),
        Err(RecordError::Unknown) => Err(rebuild(RebuildError::Unknown)),
        Err(RecordError::None) => match embedded_bitcode(program) {
            Ok(Some(_)) => Err(rebuild(RebuildError::NoRecord)),
            _ => Err(Error::NoBitcode { file: program.to_owned(), why: NoBitcode::Executable }),
        },
    }
}

/// An executable that is being built again.
struct Rebuild<'a> {
    toolchain: &'a Toolchain,
    settings: &'a Settings,
    program: &'a Path,
    scratch: &'a Scratch,
}

/// A source that becomes an object.
struct Unit {
    folder: PathBuf,
    options: Vec<OsString>,
    source: Input,
    object: PathBuf,
    /// Whether the program may do without.
    is_optional: bool,
}

impl Unit {
    fn path(&self) -> PathBuf {
        self.folder.join(&self.source.file)
    }

    /// The file in which clang writes down what it read.
    fn dependencies(&self) -> PathBuf {
        self.object.with_extension("d")
    }
}

impl Rebuild<'_> {
    fn error(&self, cause: RebuildError) -> Error {
        Error::Rebuild { program: self.program.to_owned(), cause }
    }

    /// What is to be compiled, once it is known that all of it is there.
    fn units(&self, build: &Build) -> Result<Vec<Unit>, Error> {
        if let Some(name) = build.lost.first() {
            return Err(self.error(RebuildError::Lost(name.clone())));
        }
        if let Some(object) = build.objects.iter().find(|object| !object.exists()) {
            return Err(self.error(RebuildError::ObjectGone(object.clone())));
        }
        let mut units = Vec::new();
        for command in &build.commands {
            for (source, hash) in command.request().sources.into_iter().zip(&command.hashes) {
                self.check(command, &source, hash.as_deref())?;
                units.push(Unit {
                    folder: command.folder.clone(),
                    options: command.request().options,
                    source,
                    object: self.scratch.file(&format!("part{}.o", units.len())),
                    is_optional: command.is_of_several(),
                });
            }
        }
        Ok(units)
    }

    /// Whether a source is what it was.
    fn check(&self, command: &Compilation, source: &Input, hash: Option<&str>) -> Result<(), Error> {
        let path = command.folder.join(&source.file);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return Err(self.error(RebuildError::Gone(path)));
            }
            Err(cause) => return Err(Error::Unreadable { file: path, cause }),
        };
        // What was gone when the program was linked and is there again may be anything.
        if hash == Some(sha256(&text).as_str()) {
            Ok(())
        } else {
            Err(self.error(RebuildError::Changed(path)))
        }
    }

    /// Compiles as many at a time as there are processors.
    fn compile(&self, units: &[Unit]) -> Result<(), Error> {
        for (name, text) in [MUSL, MUSL_HEADER, STROPTS] {
            let file = self.scratch.file(name);
            fs::write(&file, text).map_err(|cause| Error::Unwritable { file, cause })?;
        }
        let jobs = thread::available_parallelism().map_or(1, NonZero::get);
        for batch in units.chunks(jobs) {
            let started: Vec<io::Result<Child>> = batch.iter().map(|unit| self.start(unit)).collect();
            let ended: Vec<io::Result<ExitStatus>> =
                started.into_iter().map(|child| child.and_then(|mut child| child.wait())).collect();
            for (unit, status) in batch.iter().zip(ended) {
                if !status.map_err(Error::Clang)?.success() {
                    return Err(self.error(RebuildError::Compile(unit.path())));
                }
            }
        }
        Ok(())
    }

    fn start(&self, unit: &Unit) -> io::Result<Child> {
        let mut command = Command::new(&self.toolchain.clang);
        command.current_dir(&unit.folder).stdin(Stdio::null());
        // As `vellum cc` has it; what the user says comes later, as there.
        command.args(["-g", "-DNO_ASM", "-fno-pic"]).args(SANITIZERS);
        // Packages rely on it (obstacks of gnulib), the engine lets pointers leave their objects, and an access through
        // one that did is seen all the same.
        command.arg("-fno-sanitize=pointer-overflow").args(&unit.options);
        command.args(&self.settings.compile.cflag).args(["-w", "-U_FORTIFY_SOURCE"]);
        // A configuration script may have found functions elsewhere that the host's headers do not declare, or declare
        // otherwise (`strerror_r`).
        command.args(["-Wno-error=implicit-function-declaration", "-Wno-error=int-conversion"]);
        command.arg("-include").arg(self.scratch.file(MUSL_HEADER.0));
        command.arg("-idirafter").arg(self.scratch.folder());
        headers(&mut command, self.toolchain);
        command.args(["-MMD", "-MF"]).arg(unit.dependencies());
        if let Some(language) = &unit.source.language {
            command.arg("-x").arg(language);
        }
        command.arg("-c").arg(named_file(&unit.source.file)).arg("-o").arg(&unit.object).spawn()
    }

    /// A header that was written after the executable: what headers were is not recorded.
    fn newer_header(&self, units: &[Unit]) -> Option<PathBuf> {
        let written = |file: &Path| fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
        let built = written(self.program)?;
        let of_unit = |unit: &Unit| {
            let text = fs::read_to_string(unit.dependencies()).unwrap_or_default();
            words(&text).into_iter().skip(2).map(|name| unit.folder.join(name)).collect::<Vec<PathBuf>>()
        };
        let files = units.iter().flat_map(of_unit).filter(|file| !file.starts_with(self.scratch.folder()));
        files.into_iter().find(|file| written(file).is_some_and(|written| written > built))
    }

    fn link(&self, build: &Build, units: &[Unit]) -> Result<PathBuf, Error> {
        let output = self.scratch.file("program");
        let mut command = clang(self.toolchain);
        if units.iter().any(|unit| unit.source.is_cxx()) {
            command.args(["-fsanitize-link-c++-runtime", "-lstdc++"]);
        }
        let objects =
            |optional| units.iter().filter(move |unit| unit.is_optional == optional).map(|unit| &unit.object);
        command.arg("-no-pie").args(objects(false)).args(&build.objects);
        command.arg("-Wl,--start-lib").args(objects(true)).arg("-Wl,--end-lib");
        command.arg("-Wl,--start-group").args(&build.libraries).arg("-Wl,--end-group");
        link(&mut command, self.toolchain, &self.settings.external.load, &output);
        command.arg("-Wl,--start-lib").arg(self.scratch.file(MUSL.0)).arg("-Wl,--end-lib");
        let status = command.status().map_err(Error::Clang)?;
        if status.success() { Ok(output) } else { Err(self.error(RebuildError::Link)) }
    }
}

/// The words of a rule for `make`, the target first: spaces in names follow a backslash, and so do the ends of lines.
fn words(rule: &str) -> Vec<String> {
    let joined = rule.replace("\\\n", " ").replace("\\ ", "\0");
    joined.split_ascii_whitespace().map(|word| word.replace('\0', " ")).collect()
}

fn clang(toolchain: &Toolchain) -> Command {
    let mut clang = Command::new(&toolchain.clang);
    clang.args(SANITIZERS);
    headers(&mut clang, toolchain);
    clang
}

/// Where `klee.h` is. The host's own headers come before the others that are there.
fn headers(clang: &mut Command, toolchain: &Toolchain) {
    clang.arg("-idirafter").arg(toolchain.sysroot.join("include"));
}

/// Lets clang link what it was given so far, with what takes the engine's place.
fn link(clang: &mut Command, toolchain: &Toolchain, load: &[PathBuf], output: &Path) {
    let share = toolchain.sysroot.join("share");
    clang.arg("-fuse-ld=lld").arg(glue("--ld-path=", &toolchain.lld)).arg("-o").arg(output);
    // Between these two, an object is linked only if something refers to it.
    clang.arg("-Wl,--start-lib").args(["replay.c", "without-main.c"].map(|name| share.join(name)));
    clang.arg("-Wl,--end-lib").args(libraries(load)).arg("-lm");
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

/// Why an executable cannot be built again.
#[derive(Debug)]
pub(crate) enum RebuildError {
    /// It was built when executables did not say how.
    NoRecord,
    /// What it says is of another version, or damaged.
    Unknown,
    /// A source is no more.
    Gone(PathBuf),
    /// A source is not what it was.
    Changed(PathBuf),
    /// An object that no source is known of is no more.
    ObjectGone(PathBuf),
    /// An object that no source is known of was made only to be linked.
    Lost(OsString),
    /// clang refused a source.
    Compile(PathBuf),
    /// The linker refused the parts.
    Link,
}

impl fmt::Display for RebuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let again = "build it again with `vellum cc`";
        match self {
            Self::NoRecord => {
                write!(f, "built by a `vellum cc` that did not keep how; {again}, or replay without --sanitize")
            }
            Self::Unknown => {
                write!(f, "how it was built is damaged, or written by another version of `vellum cc`; {again}")
            }
            Self::Gone(source) => write!(
                f,
                "its source {} is gone; put it back, or {again} where its sources stay",
                source.display()
            ),
            Self::Changed(source) => {
                write!(f, "its source {} has changed since; {again}, and run it again", source.display())
            }
            Self::ObjectGone(object) => write!(f, "its part {} is gone; make it again", object.display()),
            Self::Lost(name) => write!(
                f,
                "its part {} was made of assembly or bitcode while linking and is gone; make an object of it with -c, \
                 then link that",
                name.display()
            ),
            Self::Compile(source) => write!(
                f,
                "{}: clang refused it with sanitizers and the host's C library; --cflag adds arguments that help",
                source.display()
            ),
            Self::Link => f.write_str(
                "its parts could not be linked with sanitizers and the host's C library; libraries that it was linked \
                 with (-l) must be there for the host, too",
            ),
        }
    }
}

impl std::error::Error for RebuildError {}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::{options, words};
    use crate::args::{CheckArgs, Settings};

    #[test]
    fn rules_are_split_into_names() {
        assert_eq!(words("a.o: b.c \\\n  ../c\\ d.h \\\n  /e.h\n"), ["a.o:", "b.c", "../c d.h", "/e.h"]);
    }

    #[test]
    fn leaks_are_looked_for_when_they_were_asked_for() {
        let settings =
            |leaks| Settings { checks: CheckArgs { leaks, ..CheckArgs::default() }, ..Settings::default() };
        assert!(options(&settings(None), None).starts_with("detect_leaks=0:"));
        assert!(options(&settings(Some(true)), None).starts_with("detect_leaks=1:"));
        // The last one counts.
        assert!(options(&settings(None), Some(OsStr::new("detect_leaks=1"))).contains(":detect_leaks=1:"));
    }
}
