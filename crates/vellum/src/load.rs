//! From the file the user named to a module.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use vellum_bitcode::{Libc, Request, Source};
use vellum_ir::Module;

use crate::{args::CompileArgs, cc::embed::embedded_bitcode, error::Error, toolchain::Toolchain};

/// The function a program with a C library starts from.
pub(crate) const ENTRY: &str = "__vellum_start";

/// Reads the program, compiled and linked with the C library where it needs that.
pub(crate) fn load(toolchain: &Toolchain, file: &Path, how: &CompileArgs) -> Result<Module, Error> {
    let is_c = file.extension().is_some_and(|extension| extension == "c");
    let (bytes, libc) = if is_c { (compile(toolchain, file, how)?, true) } else { read(file)? };
    let libc = libc.then(|| Libc { crt: toolchain.crt(), archive: toolchain.libc_archive() });
    let source = Source { name: file.display().to_string(), bytes };
    Ok(vellum_bitcode::load(Request { program: vec![source], libc, entry: ENTRY, extra_roots: &[] })?)
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
        Ok(None) => Err(Error::NoBitcode(file.to_owned())),
        Err(cause) => Err(Error::Embedded { file: file.to_owned(), cause }),
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
        .arg(flag("-O", &how.optimise))
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

/// The file as clang must be given it: a name that looks like an option is one only to us.
fn named_file(file: &Path) -> PathBuf {
    if file.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(file)
    } else {
        file.to_owned()
    }
}
