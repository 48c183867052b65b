//! Links LLVM 22 statically, as `llvm-config-22` describes it.
//!
//! Static, because the shared library brings Z3, libxml2 and ICU into the process and costs start-up time.
//! `LLVM_CONFIG` names another `llvm-config` of the same version.

use std::{env, process::Command};

/// What the crate uses; `llvm-config` adds what these need.
const COMPONENTS: &[&str] = &["core", "bitreader", "bitwriter", "irreader", "analysis", "target", "support"];

/// The libraries of the system that those parts of LLVM call.
const SYSTEM: &[&str] = &["-lz", "-lzstd", "-lm", "-ldl", "-lrt"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LLVM_CONFIG");
    let tool = env::var_os("LLVM_CONFIG").unwrap_or_else(|| "llvm-config-22".into());
    let ask = |question: &str, components: &[&str]| {
        let output =
            Command::new(&tool).args(["--link-static", question]).args(components).output().unwrap_or_else(
                |error| panic!("cannot run {}: {error}; install llvm-22-dev", tool.display()),
            );
        assert!(output.status.success(), "{} {question} failed", tool.display());
        String::from_utf8(output.stdout).expect("llvm-config prints text")
    };

    let version = ask("--version", &[]);
    assert!(version.starts_with("22."), "LLVM 22 is needed, this is {}; set LLVM_CONFIG", version.trim());
    println!("cargo::rustc-link-search=native={}", ask("--libdir", &[]).trim());
    for file in ask("--libnames", COMPONENTS).split_whitespace() {
        let name = file.trim_start_matches("lib").trim_end_matches(".a");
        // Left out of our own library file: the final link takes from LLVM's only what is used.
        println!("cargo::rustc-link-lib=static:-bundle={name}");
    }
    for flag in ask("--system-libs", COMPONENTS).split_whitespace().filter(|flag| SYSTEM.contains(flag)) {
        println!("cargo::rustc-link-lib=dylib={}", flag.trim_start_matches("-l"));
    }
    println!("cargo::rustc-link-lib=dylib=stdc++");
}
