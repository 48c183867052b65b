//! `vellum bench`: the benchmark suite.
//!
//! Every figure is a ratio of times from one run on one machine: the machines we measure on are shared and
//! noisy, and seconds alone say little. Where KLEE's figures stand beside ours, they are those measured on a
//! machine of the same kind.

mod allocator;
mod engine;
mod fit;
mod interpreter;
mod layers;
mod matrix;
mod models;
mod overhead;
mod pairs;
mod papers;
mod planes;
mod plot;
mod record;
mod relocation;
mod sizes;

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

/// Whether a benchmark runs when none is named.
#[derive(PartialEq, Eq)]
enum Runs {
    Always,
    ByName,
}

/// The benchmarks by name.
const BENCHMARKS: &[(&str, Runs, Benchmark)] = &[
    ("interpreter", Runs::Always, |bench| bench.interpreter()),
    ("engine", Runs::Always, |bench| bench.engine()),
    ("layers", Runs::Always, |bench| bench.layers()),
    ("allocator", Runs::Always, |bench| bench.allocator()),
    ("record", Runs::Always, |bench| bench.record()),
    ("sizes", Runs::Always, |bench| bench.sizes()),
    ("planes", Runs::Always, |bench| bench.planes()),
    ("matrix", Runs::Always, |bench| bench.matrix()),
    // Hours, where several models need all the time they may take.
    ("papers", Runs::ByName, |bench| bench.papers()),
];

/// Runs the benchmarks asked for.
pub(crate) fn run(environment: &Env, args: &BenchArgs) -> Result<ExitCode, Error> {
    let toolchain = Toolchain::locate(environment)?;
    let known = |name: &String| BENCHMARKS.iter().any(|(known, ..)| known == name);
    if let Some(name) = args.names.iter().find(|name| !known(name)) {
        let names: Vec<&str> = BENCHMARKS.iter().map(|(name, ..)| *name).collect();
        return Err(Error::Usage(format!("no benchmark `{name}`; there are: {}", names.join(", "))));
    }
    let folder = toolchain.temporary.join(format!("vellum-bench-{}", std::process::id()));
    let failed = |cause| Error::Unreadable { file: folder.clone(), cause };
    fs::create_dir_all(&folder).map_err(failed)?;
    let bench = Bench { toolchain: &toolchain, folder: &folder, args };
    let by_name = |name: &str| args.names.iter().any(|asked| asked == name);
    let asked = |name: &str, runs: &Runs| by_name(name) || (args.names.is_empty() && *runs == Runs::Always);
    let mut asked = BENCHMARKS.iter().filter(|(name, runs, _)| asked(name, runs));
    let result = asked.try_for_each(|(.., run)| run(&bench));
    let _ = fs::remove_dir_all(&folder);
    result.map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}

struct Bench<'a> {
    toolchain: &'a Toolchain,
    folder: &'a Path,
    args: &'a BenchArgs,
}

/// Models of memory that are compared if none are named.
const MODELS: [&str; 6] = ["forking", "single", "merging", "flat", "segmented", "segmented-ideal"];

impl Bench<'_> {
    /// The models of memory that were named, or all of `usual`.
    fn models(&self, usual: &[&str]) -> Vec<String> {
        match &self.args.models[..] {
            [] => usual.iter().map(ToString::to_string).collect(),
            named => named.to_vec(),
        }
    }

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
