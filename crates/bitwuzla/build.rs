//! Links Bitwuzla as `make setup` built it: static, with GMP and MPFR as shared libraries.
//!
//! The recipe's key says which of the libraries in the cache belongs to this source tree.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// The folder of the recipe.
const RECIPE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../solver");

/// LGPL, hence dynamic; and the C++ library, which LLVM uses, too.
const SYSTEM: &[&str] = &["mpfr", "gmp", "stdc++"];

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={RECIPE}");
    let folder = match library() {
        Ok(folder) => folder,
        Err(why) => {
            println!("cargo::error={why}");
            return ExitCode::FAILURE;
        }
    };
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rustc-link-search=native={}", folder.join("lib").display());
    // Left out of our own library file: the final link takes from Bitwuzla's only what is used.
    println!("cargo::rustc-link-lib=static:-bundle=bitwuzla");
    for name in SYSTEM {
        println!("cargo::rustc-link-lib=dylib={name}");
    }
    println!("cargo::rustc-env=VELLUM_BITWUZLA={}", folder.display());
    ExitCode::SUCCESS
}

/// Where the library is.
fn library() -> Result<PathBuf, String> {
    let output = Command::new(format!("{RECIPE}/key"))
        .output()
        .map_err(|error| format!("{RECIPE}/key could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("{RECIPE}/key failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let key = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let folder = cache()?.join(format!("bitwuzla-{key}"));
    if folder.join("lib/libbitwuzla.a").is_file() {
        Ok(folder)
    } else {
        Err(format!("{} is missing: run `make setup`", folder.display()))
    }
}

/// The cache, as the recipe finds it.
fn cache() -> Result<PathBuf, String> {
    let variable = |name: &str| {
        println!("cargo::rerun-if-env-changed={name}");
        env::var_os(name).filter(|value| !value.is_empty())
    };
    if let Some(cache) = variable("VELLUM_CACHE") {
        return Ok(PathBuf::from(cache));
    }
    if let Some(caches) = variable("XDG_CACHE_HOME") {
        return Ok(Path::new(&caches).join("vellum"));
    }
    let home = variable("HOME").ok_or("neither VELLUM_CACHE nor HOME is set")?;
    Ok(Path::new(&home).join(".cache/vellum"))
}
