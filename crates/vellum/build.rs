//! Asks `libc/key` which sysroot belongs to this source tree, so that the program looks for exactly that one.

use std::process::{Command, ExitCode};

const LIBC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../libc");

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed={LIBC}");
    let key = match Command::new(format!("{LIBC}/key")).output() {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Ok(output) => {
            return fail(&format!("libc/key failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        Err(error) => return fail(&format!("libc/key could not be started: {error}")),
    };
    println!("cargo::rustc-env=VELLUM_SYSROOT_KEY={key}");
    ExitCode::SUCCESS
}

fn fail(why: &str) -> ExitCode {
    println!("cargo::error={why}");
    ExitCode::FAILURE
}
