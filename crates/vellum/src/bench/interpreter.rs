//! How fast concrete code runs, against native code and `lli`.

use std::{
    fs, io,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use super::{Bench, now, succeed, summary};

/// A program of the interpreter benchmark.
struct Program {
    name: &'static str,
    source: &'static str,
}

macro_rules! programs {
    ($($name:literal),*) => {
        &[$(Program { name: $name, source: include_str!(concat!("../../../../bench/interpreter/", $name, ".c")) }),*]
    };
}

/// The programs of the interpreter benchmark.
const PROGRAMS: &[Program] = programs!["loop", "sieve", "sort", "crc", "hash", "matrix"];

/// Runs of each program, natively and here; the fastest counts. `lli`, which takes longest, runs once.
const ROUNDS: u32 = 3;

/// Instructions per second KLEE executes of the same unoptimised loop on these machines.
const KLEE: f64 = 4.5e6;

/// What was measured of one program.
struct Row {
    name: String,
    instructions: u64,
    native: Option<Duration>,
    lli: Option<Duration>,
    vellum: Duration,
}

impl Bench<'_> {
    pub(super) fn interpreter(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "Interpreter, programs compiled with -O0; the fastest of {ROUNDS} runs counts; lli runs once."
        )?;
        writeln!(out)?;
        writeln!(
            out,
            "{:<10} {:>14} {:>10} {:>10} {:>10} {:>12} {:>8} {:>8} {:>9}",
            "program",
            "instructions",
            "native s",
            "lli s",
            "vellum s",
            "million/s",
            "× lli",
            "× KLEE",
            "÷ native"
        )?;
        for program in PROGRAMS {
            let row = self.measure(program)?;
            print_row(&mut out, &row)?;
        }
        if let Some(row) = self.sqlite()? {
            print_row(&mut out, &row)?;
        }
        writeln!(out)?;
        writeln!(
            out,
            "× lli: lli's time divided by ours; × KLEE: million/s divided by the 4.5 that KLEE does of `loop`."
        )
    }

    fn measure(&self, program: &Program) -> io::Result<Row> {
        let native = self.build(program.name, program.source, &[])?;
        let source = native.with_extension("c");
        let bitcode = self.folder.join(format!("{}.bc", program.name));
        succeed(
            Command::new(&self.toolchain.clang)
                .args(["-O0", "-c", "-emit-llvm", "-o"])
                .arg(&bitcode)
                .arg(&source),
        )?;
        let expected = Command::new(&native).output()?.stdout;
        let lli = self.lli(&bitcode, &expected)?;
        self.row(program.name, &native, &[], lli, None)
    }

    /// `SQLite` doing a fixed job, when `make test-long` has built it.
    fn sqlite(&self) -> io::Result<Option<Row>> {
        let Some(program) = self.package("sqlite3/sqlite3") else { return Ok(None) };
        let script = self.folder.join("script.sql");
        fs::write(&script, include_str!("../../../../bench/interpreter/sqlite.sql"))?;
        self.row("sqlite", &program, &[":memory:"], None, Some(&script)).map(Some)
    }

    fn row(
        &self,
        name: &str,
        native: &Path,
        args: &[&str],
        lli: Option<Duration>,
        stdin: Option<&Path>,
    ) -> io::Result<Row> {
        let input = || -> io::Result<Stdio> {
            stdin.map_or_else(|| Ok(Stdio::null()), |file| Ok(fs::File::open(file)?.into()))
        };
        let mut native_time: Option<Duration> = None;
        let mut fastest: Option<(Duration, u64)> = None;
        for round in 0..ROUNDS {
            let begin = now();
            succeed(Command::new(native).args(args).stdin(input()?))?;
            native_time = Some(native_time.map_or(begin.elapsed(), |best| best.min(begin.elapsed())));
            let out = self.folder.join(format!("{name}-out-{round}"));
            let mut command = Command::new(&self.toolchain.exe);
            command.args(["run", "--quiet", "--out"]).arg(&out).arg(native).args(args);
            succeed(command.stdin(input()?))?;
            let measured = figures(&out)?;
            fastest = Some(fastest.map_or(measured, |best| best.min(measured)));
        }
        let (vellum, instructions) = fastest.unwrap_or_default();
        Ok(Row { name: name.to_owned(), instructions, native: native_time, lli, vellum })
    }

    /// The time `lli --force-interpreter` takes; `None` where it is missing or cannot run the program.
    fn lli(&self, bitcode: &Path, expected: &[u8]) -> io::Result<Option<Duration>> {
        let lli = self.toolchain.clang.with_file_name("lli");
        if !lli.exists() {
            return Ok(None);
        }
        let begin = now();
        let output = Command::new(lli).arg("--force-interpreter").arg(bitcode).output()?;
        Ok((output.status.success() && output.stdout == expected).then(|| begin.elapsed()))
    }
}

/// Time spent executing and instructions executed, from a run's summary.
fn figures(out: &Path) -> io::Result<(Duration, u64)> {
    let summary = summary(out)?;
    let seconds = |key: &str| summary["time_s"][key].as_f64().unwrap_or(0.0);
    let running = Duration::from_secs_f64((seconds("wall") - seconds("load")).max(1e-9));
    Ok((running, summary["instructions"].as_u64().unwrap_or(0)))
}

fn print_row(out: &mut impl Write, row: &Row) -> io::Result<()> {
    let seconds =
        |time: Option<Duration>| time.map_or("–".to_owned(), |t| format!("{:.3}", t.as_secs_f64()));
    let vellum = row.vellum.as_secs_f64();
    let speed = crate::run::figure(row.instructions) / vellum;
    let times_lli = row.lli.map_or("–".to_owned(), |lli| format!("{:.1}", lli.as_secs_f64() / vellum));
    let slower =
        row.native.map_or("–".to_owned(), |native| format!("{:.0}", vellum / native.as_secs_f64()));
    writeln!(
        out,
        "{:<10} {:>14} {:>10} {:>10} {:>10.3} {:>12.1} {:>8} {:>8.1} {:>9}",
        row.name,
        row.instructions,
        seconds(row.native),
        seconds(row.lli),
        vellum,
        speed / 1e6,
        times_lli,
        speed / KLEE,
        slower
    )?;
    out.flush()
}
