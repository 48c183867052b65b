//! GCC's execution tests (`gcc.c-torture/execute`), each run natively and in Vellum.
//!
//! The programs come from Debian's package `gcc-12-source` and are unpacked into the cache, never into the
//! project. A program counts when clang compiles it and its native run succeeds; Vellum must then end the
//! same way. What does not pass is listed with its reason in `tests/torture/expected.txt`, and the suite fails
//! on any difference: a regression and a surprise success both show.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use crate::{
    cache::cache,
    process::{Ended, in_parallel, run as run_process},
    root, vellum,
};

const LEVELS: &[&str] = &["0", "2"];
const EXPECTED: &str = "tests/torture/expected.txt";
const LIMIT: Duration = Duration::from_mins(1);

/// The share of counting programs that must pass.
const GOAL: f64 = 0.97;

/// A test: its name and its files.
struct Test {
    name: String,
    files: Vec<PathBuf>,
    options: Vec<String>,
}

/// What became of a test at one level.
enum Verdict {
    /// clang does not compile it, or it fails natively.
    DoesNotCount,
    Passed,
    Failed(String),
}

/// Runs the suite; `--bless` writes the list anew, names restrict it.
#[expect(clippy::print_stdout, reason = "the results are for whoever started it")]
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let bless = words.iter().any(|word| word == "--bless");
    let names: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    let vellum = vellum()?;
    let sources = unpack()?;
    let mut tests = collect(&sources);
    tests.retain(|test| names.is_empty() || names.iter().any(|name| test.name == **name));
    let scratch = cache().join("torture-scratch");
    let mut listing = String::new();
    let mut low = Vec::new();
    for level in LEVELS {
        let verdicts = in_parallel(&tests, |worker, test| {
            judge(test, level, &vellum, &scratch.join(worker.to_string()))
        });
        let (mut passed, mut failed) = (0_u32, 0_u32);
        for (test, verdict) in tests.iter().zip(&verdicts) {
            match verdict {
                Verdict::DoesNotCount => (),
                Verdict::Passed => passed += 1,
                Verdict::Failed(why) => {
                    failed += 1;
                    let _ = writeln!(listing, "-O{level} {}: {why}", test.name);
                }
            }
        }
        let share = f64::from(passed) / f64::from((passed + failed).max(1));
        println!("-O{level}: {passed} passed, {failed} failed, {:.2} %", 100.0 * share);
        if share < GOAL {
            low.push(*level);
        }
    }
    compare(&listing, bless, !names.is_empty())?;
    if low.is_empty() { Ok(()) } else { Err(format!("fewer than 97 % pass at -O{}", low.join(" and -O"))) }
}

#[expect(clippy::print_stdout, reason = "the results are for whoever started it")]
fn compare(listing: &str, bless: bool, partial: bool) -> Result<(), String> {
    let file = root().join(EXPECTED);
    if partial {
        println!("{listing}");
        return Ok(());
    }
    if bless {
        fs::create_dir_all(file.parent().unwrap_or(&file)).map_err(|error| error.to_string())?;
        return fs::write(&file, listing).map_err(|error| format!("{}: {error}", file.display()));
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    let mut differences = String::new();
    for line in listing.lines().filter(|line| !expected.lines().any(|other| other == *line)) {
        let _ = writeln!(differences, "new: {line}");
    }
    for line in expected.lines().filter(|line| !listing.lines().any(|other| other == *line)) {
        let _ = writeln!(differences, "gone: {line}");
    }
    if differences.is_empty() {
        Ok(())
    } else {
        Err(format!("{differences}(--bless writes {EXPECTED} anew)"))
    }
}

/// Where the programs are once they are unpacked.
fn unpacked() -> PathBuf {
    cache().join("torture/gcc/testsuite/gcc.c-torture/execute")
}

/// The folder with the programs, unpacked on first use.
fn unpack() -> Result<PathBuf, String> {
    let folder = cache().join("torture");
    let sources = unpacked();
    // Written when all is there: an unpacking that was interrupted begins anew.
    let stamp = folder.join("unpacked");
    if stamp.exists() {
        return Ok(sources);
    }
    let archives = fs::read_dir("/usr/src/gcc-12").into_iter().flatten().flatten().map(|entry| entry.path());
    let is_source = |path: &PathBuf| {
        path.file_name().is_some_and(|name| {
            name.to_string_lossy().starts_with("gcc-12") && path.extension().is_some_and(|e| e == "xz")
        })
    };
    let archive =
        archives.into_iter().find(is_source).ok_or("install the Debian package gcc-12-source first")?;
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let status = Command::new("tar")
        .arg("xf")
        .arg(&archive)
        .arg("-C")
        .arg(&folder)
        .args(["--strip-components=1", "--wildcards", "*/gcc.c-torture/execute/*"])
        .status();
    match status {
        Ok(status) if status.success() => match fs::write(&stamp, "") {
            Ok(()) => Ok(sources),
            Err(error) => Err(format!("{}: {error}", stamp.display())),
        },
        _ => Err(format!("{}: cannot be unpacked", archive.display())),
    }
}

fn collect(sources: &Path) -> Vec<Test> {
    let mut tests = Vec::new();
    for (folder, prefix) in
        [(sources.to_owned(), ""), (sources.join("ieee"), "ieee/"), (sources.join("builtins"), "builtins/")]
    {
        let files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "c")) {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if prefix == "builtins/" && stem.ends_with("-lib") {
                continue;
            }
            let mut files = vec![file.clone()];
            if prefix == "builtins/" {
                files.push(folder.join(format!("{stem}-lib.c")));
                files.push(folder.join("lib/main.c"));
                files.retain(|file| file.exists());
            }
            let text = fs::read(&file).unwrap_or_default();
            tests.push(Test {
                name: format!("{prefix}{stem}"),
                files,
                options: options(&String::from_utf8_lossy(&text)),
            });
        }
    }
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    tests
}

/// The compiler options a test asks for (`dg-options`, `dg-additional-options`).
fn options(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in
        text.lines().filter(|line| line.contains("dg-options") || line.contains("dg-additional-options"))
    {
        if let Some(quoted) = line.split('"').nth(1) {
            found.extend(quoted.split_whitespace().map(str::to_owned));
        }
    }
    // Options of GCC that clang does not have; they do not change what the program means.
    found.retain(|option| !option.starts_with("-fno-tree") && !option.starts_with("--param"));
    found
}

fn judge(test: &Test, level: &str, vellum: &Path, scratch: &Path) -> Verdict {
    fs::create_dir_all(scratch).expect("the cache can be written");
    let native = scratch.join("native");
    let flags = [
        &format!("-O{level}"),
        "-w",
        "-std=gnu89",
        "-Wno-implicit-int",
        "-Wno-implicit-function-declaration",
    ];
    let compile = |compiler: &mut Command, output: &Path| {
        let command =
            compiler.args(flags).args(&test.options).args(&test.files).arg("-o").arg(output).arg("-lm");
        run_process(command.current_dir(scratch), Stdio::null(), scratch, LIMIT)
            .is_ok_and(|ended| ended.succeeded())
    };
    if !compile(&mut Command::new("clang-22"), &native) {
        return Verdict::DoesNotCount;
    }
    let native = run_process(Command::new(&native).current_dir(scratch), Stdio::null(), scratch, LIMIT);
    if !native.is_ok_and(|ended| ended.succeeded()) {
        return Verdict::DoesNotCount;
    }
    let _ = fs::remove_dir_all(scratch.join("out"));
    let mut command = Command::new(vellum);
    command.args(["run", "--out", "out"]).current_dir(scratch);
    if let [file] = &test.files[..] {
        let flags = flags.iter().map(|flag| (*flag).to_owned()).chain(test.options.iter().cloned());
        command.args(flags.flat_map(|flag| ["--cflag".to_owned(), flag])).arg(file);
    } else {
        let built = scratch.join("vellum-built");
        if !compile(Command::new(vellum).arg("cc"), &built) {
            return Verdict::Failed("`vellum cc` does not build it".to_owned());
        }
        command.arg(&built);
    }
    match run_process(&mut command, Stdio::null(), scratch, LIMIT) {
        Ok(ended) if ended.succeeded() => Verdict::Passed,
        Ok(ended) => Verdict::Failed(reason(&ended)),
        Err(error) => Verdict::Failed(error.to_string()),
    }
}

/// Why a run in Vellum failed, in a line that does not change from run to run.
fn reason(ended: &Ended) -> String {
    if ended.timed_out {
        return "time limit".to_owned();
    }
    let text = String::from_utf8_lossy(&ended.stderr);
    let line = text.lines().find(|line| line.starts_with("vellum: ") && !line.contains("warning:"));
    let line = line.map(|line| line.trim_start_matches("vellum: ").to_owned());
    // Addresses depend on the layout of all globals before: they say nothing here.
    let line = line.map(|line| line.split(" at 0x").next().unwrap_or_default().to_owned());
    // Nor does where the cache is.
    let line = line.map(|line| line.replace(&format!("{}/", unpacked().display()), ""));
    line.unwrap_or_else(|| match ended.status {
        Some(status) => format!("exit status {status}"),
        None => "ended by a signal".to_owned(),
    })
}
