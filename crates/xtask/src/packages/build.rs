//! Fetches and builds packages in the cache, never in the project.
//!
//! A package is built once: a stamp in its folder says by which recipe and with which C library. Whoever
//! deletes the stamp gets it built anew. The suite of packages and the papers' programs have a folder each, because they
//! want the same packages built in different ways.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use crate::{
    cache::cache,
    packages::recipes::{CONFIGURE, Recipe},
    root,
};

/// The file that says how a package was built.
const STAMP: &str = "vellum-stamp";

/// The lines of a failed build's log that are shown.
const SHOWN: usize = 12;

/// A package, where it is built, and what is made of it then.
pub(crate) struct Build<'a> {
    /// How it is built.
    pub(crate) recipe: &'a Recipe,
    /// Where.
    pub(crate) folder: PathBuf,
    /// A shell line after `make`, in which `$VELLUM` is the compiler and `$ROOT` the project.
    pub(crate) finish: &'a str,
    /// What else, when it changes, asks for a new build.
    pub(crate) depends: String,
}

impl<'a> Build<'a> {
    /// A package of the suite.
    pub(super) fn of_suite(recipe: &'a Recipe) -> Self {
        Self { recipe, folder: folder(recipe), finish: "", depends: String::new() }
    }
}

/// Where a package of the suite is built.
pub(super) fn folder(recipe: &Recipe) -> PathBuf {
    cache().join("packages").join(recipe.name)
}

/// Builds those packages that are not built yet.
pub(crate) fn build_missing(builds: &[Build<'_>], vellum: &Path) -> Result<(), String> {
    let library = library(vellum)?;
    let wanted = |build: &Build<'_>| {
        format!("{library}\n{CONFIGURE:?}\n{:#?}\n{}{}", build.recipe, build.finish, build.depends)
    };
    let is_missing = |build: &&Build<'_>| {
        !fs::read_to_string(build.folder.join(STAMP)).is_ok_and(|stamp| stamp == wanted(build))
    };
    let missing: Vec<&Build<'_>> = builds.iter().filter(is_missing).collect();
    check_needs(&missing)?;
    for build in missing {
        make(build, vellum)?;
        let stamp = build.folder.join(STAMP);
        fs::write(&stamp, wanted(build)).map_err(|error| format!("{}: {error}", stamp.display()))?;
    }
    Ok(())
}

/// Makes sure that these packages can be built, or names in one line what to install.
fn check_needs(builds: &[&Build<'_>]) -> Result<(), String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |program: &str| std::env::split_paths(&path).any(|folder| folder.join(program).exists());
    let needs = builds.iter().flat_map(|build| build.recipe.needs);
    let mut missing: Vec<&str> =
        needs.filter(|(program, _)| !is_there(program)).map(|(_, package)| *package).collect();
    missing.sort_unstable();
    missing.dedup();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("install the Debian packages: {}", missing.join(" ")))
    }
}

#[expect(clippy::print_stdout, reason = "a build takes minutes: whoever waits wants to know")]
fn make(build: &Build<'_>, vellum: &Path) -> Result<(), String> {
    let Build { recipe, folder, finish, .. } = build;
    println!("{}: building in {}", recipe.name, folder.display());
    let archive = fetch(recipe)?;
    let broken = |error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(broken)?;
    }
    fs::create_dir_all(folder).map_err(broken)?;
    let mut unpack = Command::new("tar");
    step(unpack.arg("xf").arg(&archive).arg("--strip-components=1"), folder)?;
    if !recipe.prepare.is_empty() {
        step(Command::new("sh").args(["-c", recipe.prepare]), folder)?;
    }
    let compiler = format!("CC={} cc", vellum.display());
    step(Command::new("./configure").arg(compiler).args(CONFIGURE).args(recipe.configure), folder)?;
    let jobs = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    step(Command::new("make").arg(format!("-j{jobs}")).args(recipe.make), folder)?;
    if finish.is_empty() {
        return Ok(());
    }
    step(Command::new("sh").args(["-c", finish]).env("VELLUM", vellum).env("ROOT", root()), folder)
}

/// The C library that `vellum cc` links programs with: its path has a key that says what is in it.
fn library(vellum: &Path) -> Result<String, String> {
    let output = Command::new(vellum).args(["cc", "-print-file-name=libc.a"]).output();
    let output = output.map_err(|error| format!("{}: {error}", vellum.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The package's sources as its authors published them, downloaded on first use.
fn fetch(recipe: &Recipe) -> Result<PathBuf, String> {
    let sources = cache().join("packages-src");
    let folder = sources.join(recipe.name);
    if !folder.exists() {
        fs::create_dir_all(&sources).map_err(|error| format!("{}: {error}", sources.display()))?;
        let status = Command::new(root().join("libc/fetch")).arg(recipe.source).arg(&folder).status();
        if !status.is_ok_and(|status| status.success()) {
            return Err(format!("{}: the source package {} did not come", recipe.name, recipe.source));
        }
    }
    // A signature may lie beside it.
    let is_archive =
        |name: &str| name.split_once(".orig.tar.").is_some_and(|(_, compression)| !compression.contains('.'));
    let mut files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    files
        .find(|path| path.file_name().is_some_and(|name| is_archive(&name.to_string_lossy())))
        .ok_or_else(|| format!("{}: no sources in {}", recipe.name, folder.display()))
}

/// Runs one step of a build in `folder`; what it says goes into a log, and on failure the log's end is shown.
fn step(command: &mut Command, folder: &Path) -> Result<(), String> {
    let log = folder.join("vellum-log");
    let broken = |error| format!("{}: {error}", log.display());
    let output = File::options().create(true).append(true).open(&log).map_err(broken)?;
    let errors = output.try_clone().map_err(broken)?;
    command.current_dir(folder).stdin(Stdio::null()).stdout(output).stderr(errors);
    // Nothing of the machine's own libraries may be found, and nothing of a `make` that called us be heard.
    command.env("LC_ALL", "C").env("PKG_CONFIG_LIBDIR", "/nonexistent").env("FORCE_UNSAFE_CONFIGURE", "1");
    for variable in ["MAKEFLAGS", "MAKELEVEL", "MFLAGS", "CFLAGS", "CPPFLAGS", "LDFLAGS"] {
        command.env_remove(variable);
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        ended => {
            let why = ended.map_or_else(|error| error.to_string(), |status| status.to_string());
            let text = fs::read(&log).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let lines: Vec<&str> = text.lines().collect();
            let end = lines[lines.len().saturating_sub(SHOWN)..].join("\n");
            Err(format!("{}: {command:?}: {why}\n{end}", log.display()))
        }
    }
}
