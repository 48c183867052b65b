//! Where clang, the linker and the C library are.
//!
//! Finding them costs a few file system questions and starts no process. Nothing here reads the environment:
//! [`Env`] is what the driver read.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

/// The version of LLVM the whole project is built on.
const LLVM: &str = "22";

/// Where Debian installs it.
const LLVM_ROOT: &str = "/usr/lib/llvm-22";

/// The sysroot made from this source tree's `libc/`; see `build.rs`.
const SYSROOT_KEY: &str = env!("VELLUM_SYSROOT_KEY");

/// What the driver read from the environment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    /// `HOME`
    pub(crate) home: Option<PathBuf>,
    /// `XDG_CACHE_HOME`
    pub(crate) xdg_cache_home: Option<PathBuf>,
    /// `VELLUM_CACHE`: the folder that holds sysroots, instead of `vellum` in the user's cache.
    pub(crate) vellum_cache: Option<PathBuf>,
    /// `VELLUM_SYSROOT`: the sysroot itself.
    pub(crate) vellum_sysroot: Option<PathBuf>,
    /// `TMPDIR`
    pub(crate) tmpdir: Option<PathBuf>,
    /// `PATH`
    pub(crate) path: Option<OsString>,
    /// This program's own file, which clang calls back to link.
    pub(crate) exe: PathBuf,
}

impl Env {
    /// Asks `variable` for each variable that matters. An empty one counts as absent.
    pub(crate) fn new(exe: PathBuf, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let text = |name| variable(name).filter(|value| !value.is_empty());
        let path = |name| text(name).map(PathBuf::from);
        Self {
            home: path("HOME"),
            xdg_cache_home: path("XDG_CACHE_HOME"),
            vellum_cache: path("VELLUM_CACHE"),
            vellum_sysroot: path("VELLUM_SYSROOT"),
            tmpdir: path("TMPDIR"),
            path: text("PATH"),
            exe,
        }
    }

    /// The sysroot's folder, whether it exists or not: `libc/build` follows the same rules.
    fn sysroot(&self) -> Option<PathBuf> {
        if let Some(sysroot) = &self.vellum_sysroot {
            return Some(sysroot.clone());
        }
        let user = || self.xdg_cache_home.clone().or_else(|| Some(self.home.as_ref()?.join(".cache")));
        let cache = self.vellum_cache.clone().or_else(|| Some(user()?.join("vellum")))?;
        Some(cache.join(format!("sysroot-{SYSROOT_KEY}")))
    }
}

/// The programs and files that make bitcode out of C. All of them exist.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    /// The compiler.
    pub(crate) clang: PathBuf,
    /// The linker.
    pub(crate) lld: PathBuf,
    /// What puts a section into an ELF file.
    pub(crate) objcopy: PathBuf,
    /// The bitcode C library and its headers.
    pub(crate) sysroot: PathBuf,
    /// The compiler's own headers and libraries.
    pub(crate) resource_dir: PathBuf,
    /// Where temporary folders are made.
    pub(crate) temporary: PathBuf,
    /// This program.
    pub(crate) exe: PathBuf,
}

impl Toolchain {
    /// Finds everything, or says what is missing.
    pub(crate) fn locate(env: &Env) -> Result<Self, ToolchainError> {
        let root = llvm_root(env.path.as_deref()).ok_or(ToolchainError::NoClang)?;
        let existing =
            |path: PathBuf| if path.exists() { Ok(path) } else { Err(ToolchainError::Incomplete(path)) };
        let sysroot = env.sysroot().ok_or(ToolchainError::NoHome)?;
        if !sysroot.join("lib/libc.a").exists() {
            return Err(ToolchainError::NoSysroot(sysroot));
        }
        Ok(Self {
            clang: existing(root.join("bin/clang"))?,
            lld: existing(root.join("bin/ld.lld"))?,
            objcopy: existing(root.join("bin/llvm-objcopy"))?,
            resource_dir: existing(root.join("lib/clang").join(LLVM))?,
            sysroot,
            temporary: env.tmpdir.clone().unwrap_or_else(|| PathBuf::from("/tmp")),
            exe: env.exe.clone(),
        })
    }

    /// What compiles one C file to bitcode for `vellum run`; the caller adds `-O`, `-c` and `-o`.
    pub(crate) fn compile_flags(&self) -> Vec<OsString> {
        let mut flags = Self::defaults();
        flags.extend(self.settings());
        flags.extend(self.headers());
        flags.extend(UNMARKED.iter().map(OsString::from));
        flags.extend(["-static", "-emit-llvm", "-g"].map(OsString::from));
        flags
    }

    /// The C library: an archive of bitcode. `__vellum_start` is in it, too.
    pub(crate) fn libc_archive(&self) -> PathBuf {
        self.lib("libc.a")
    }

    /// The bitcode that defines `__vellum_start`.
    pub(crate) fn crt(&self) -> PathBuf {
        self.lib("crt1.o")
    }

    /// A file or folder in the sysroot's `lib`.
    pub(crate) fn lib(&self, name: &str) -> PathBuf {
        self.sysroot.join("lib").join(name)
    }

    /// Flags that come before the user's, who may say otherwise.
    pub(crate) fn defaults() -> Vec<OsString> {
        // GMP's longlong.h, which many programs carry a copy of, does without inline assembly for NO_ASM.
        ["--target=x86_64-linux-musl", "-fno-pic", "-gline-tables-only", "-DNO_ASM"]
            .map(OsString::from)
            .into()
    }

    /// Flags that come after the user's: without them the engine could not run the result.
    pub(crate) fn settings(&self) -> Vec<OsString> {
        let mut flags = vec![glue("--sysroot=", &self.sysroot)];
        flags.extend(SETTINGS.iter().map(OsString::from));
        flags
    }

    /// Where `#include <…>` looks: the sysroot, then the compiler.
    pub(crate) fn headers(&self) -> Vec<OsString> {
        vec![
            "-nostdinc".into(),
            "-isystem".into(),
            self.sysroot.join("include").into(),
            "-isystem".into(),
            self.resource_dir.join("include").into(),
        ]
    }
}

/// One way to compute everything: no x87, no vectors, no fused operations, no instrumentation.
const SETTINGS: &[&str] = &[
    "-mlong-double-64",
    "-ffp-contract=off",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-Wno-unused-command-line-argument",
    // Alone, this only has the compiler mark the lives of locals without optimising, too.
    "-Xclang",
    "-fsanitize-address-use-after-scope",
];

/// Where bitcode is the result: unoptimised functions are not marked as such, so whoever takes it may optimise it.
pub(crate) const UNMARKED: &[&str] = &["-Xclang", "-disable-O0-optnone"];

/// `prefix` and `path` as one argument.
pub(crate) fn glue(prefix: &str, path: &Path) -> OsString {
    let mut text = OsString::from(prefix);
    text.push(path);
    text
}

/// The folder above LLVM's `bin` and `lib`.
fn llvm_root(path: Option<&OsStr>) -> Option<PathBuf> {
    let usual = PathBuf::from(LLVM_ROOT);
    if usual.join("bin/clang").exists() {
        return Some(usual);
    }
    let name = format!("clang-{LLVM}");
    let clang = std::env::split_paths(path?).map(|folder| folder.join(&name)).find(|file| file.exists())?;
    Some(clang.canonicalize().ok()?.parent()?.parent()?.to_owned())
}

/// Why the toolchain cannot be used.
#[derive(Debug)]
pub(crate) enum ToolchainError {
    /// There is no clang of the right version.
    NoClang,
    /// There is a clang, but something that belongs to it is missing.
    Incomplete(PathBuf),
    /// The sysroot has not been built.
    NoSysroot(PathBuf),
    /// The environment does not say where the cache is.
    NoHome,
}

impl Display for ToolchainError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoClang => write!(f, "clang-{LLVM} is missing: run `make setup`"),
            Self::Incomplete(path) => write!(f, "{} is missing: run `make setup`", path.display()),
            Self::NoSysroot(path) => {
                write!(f, "the C library is not built ({}): run `make setup`", path.display())
            }
            Self::NoHome => write!(f, "neither HOME, XDG_CACHE_HOME, VELLUM_CACHE nor VELLUM_SYSROOT is set"),
        }
    }
}

impl Error for ToolchainError {}

#[cfg(test)]
mod tests {
    use super::{Env, SYSROOT_KEY};
    use std::ffi::OsString;
    use std::path::PathBuf;

    fn check(variables: &[(&str, &str)], expected: Option<&str>) {
        let lookup = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        };
        let expected = expected.map(|path| PathBuf::from(path.replace("KEY", SYSROOT_KEY)));
        assert_eq!(Env::new(PathBuf::new(), lookup).sysroot(), expected);
    }

    #[test]
    fn the_sysroot_is_in_the_users_cache() {
        check(&[("HOME", "/h")], Some("/h/.cache/vellum/sysroot-KEY"));
        check(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/x")], Some("/x/vellum/sysroot-KEY"));
        check(&[("HOME", "/h"), ("XDG_CACHE_HOME", "")], Some("/h/.cache/vellum/sysroot-KEY"));
    }

    #[test]
    fn the_sysroot_can_be_elsewhere() {
        check(&[("HOME", "/h"), ("VELLUM_CACHE", "/c")], Some("/c/sysroot-KEY"));
        check(&[("VELLUM_CACHE", "/c"), ("VELLUM_SYSROOT", "/s")], Some("/s"));
        check(&[], None);
    }
}
