//! `vellum bench`: the benchmark suite.
//!
//! Every figure is a ratio of times from one run on one machine: the machines we measure on are shared and
//! noisy, and seconds alone say little. Where KLEE's figures stand beside ours, they are those measured on a
//! machine of the same kind.

mod allocator;
mod engine;
mod interpreter;
mod layers;
mod record;

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Instant,
};

use serde_json::Value;

use crate::{
    args::BenchArgs,
    error::Error,
    toolchain::{Env, Toolchain},
};

/// Measures, and prints what it measured.
type Benchmark = fn(&Bench<'_>) -> io::Result<()>;

/// The benchmarks by name.
const BENCHMARKS: &[(&str, Benchmark)] = &[
    ("interpreter", |bench| bench.interpreter()),
    ("engine", |bench| bench.engine()),
    ("layers", |bench| bench.layers()),
    ("allocator", |bench| bench.allocator()),
    ("record", |bench| bench.record()),
];

/// Runs the benchmarks asked for.
pub(crate) fn run(environment: &Env, args: &BenchArgs) -> Result<ExitCode, Error> {
    let toolchain = Toolchain::locate(environment)?;
    let known = |name: &String| BENCHMARKS.iter().any(|(known, _)| known == name);
    if let Some(name) = args.names.iter().find(|name| !known(name)) {
        let names: Vec<&str> = BENCHMARKS.iter().map(|(name, _)| *name).collect();
        return Err(Error::Usage(format!("no benchmark `{name}`; there are: {}", names.join(", "))));
    }
    let folder = toolchain.temporary.join(format!("vellum-bench-{}", std::process::id()));
    let failed = |cause| Error::Unreadable { file: folder.clone(), cause };
    fs::create_dir_all(&folder).map_err(failed)?;
    let bench = Bench { toolchain: &toolchain, folder: &folder };
    let asked = |name: &str| args.names.is_empty() || args.names.iter().any(|asked| asked == name);
    let mut asked = BENCHMARKS.iter().filter(|(name, _)| asked(name));
    let result = asked.try_for_each(|(_, run)| run(&bench));
    let _ = fs::remove_dir_all(&folder);
    result.map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}

struct Bench<'a> {
    toolchain: &'a Toolchain,
    folder: &'a Path,
}

impl Bench<'_> {
    /// A program built of `source`, natively and with its bitcode.
    fn build(&self, name: &str, source: &str, flags: &[&str]) -> io::Result<PathBuf> {
        let file = self.folder.join(format!("{name}.c"));
        fs::write(&file, source)?;
        let native = self.folder.join(name);
        let mut command = Command::new(&self.toolchain.exe);
        succeed(command.args(["cc", "-O0", "-g"]).args(flags).arg("-o").arg(&native).arg(&file))?;
        Ok(native)
    }

    /// A program of a package, when `make test-long` has built it.
    fn package(&self, program: &str) -> Option<PathBuf> {
        let cache = self.toolchain.sysroot.parent().unwrap_or(Path::new("/"));
        let program = cache.join("packages").join(program);
        program.exists().then_some(program)
    }
}

/// What a run says of itself.
fn summary(out: &Path) -> io::Result<Value> {
    Ok(serde_json::from_str(&fs::read_to_string(out.join("summary.json"))?)?)
}

fn succeed(command: &mut Command) -> io::Result<()> {
    let program = PathBuf::from(command.get_program());
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let message = format!("{} failed: {}", program.display(), String::from_utf8_lossy(&output.stderr).trim());
    Err(io::Error::other(message))
}

#[expect(clippy::disallowed_methods, reason = "a benchmark needs the clock")]
fn now() -> Instant {
    Instant::now()
}
