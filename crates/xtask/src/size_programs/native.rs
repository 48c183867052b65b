//! The reference against the program itself: natively, with a sanitizer, for each input.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use vellum_collections::cast::len64;

use super::{
    check::LIMIT,
    generator::{Program, Verdict},
};
use crate::process::run;

/// How the program is compiled.
const FLAGS: &[&str] = &["-w", "-O1", "-DNATIVE", "-fno-builtin", "-fsanitize=address"];

/// Room around blocks for accesses that are far from them, and no guesses about bytes a function may not look at.
const SANITIZER: &str = "redzone=512:strict_memcmp=0:detect_leaks=0:detect_stack_use_after_return=0";

/// What the first statement's number is added to, for the status of a process that the sanitizer ended.
const NOTICED: u64 = 128;

/// Compares how each input ends natively with what the reference says; how many were compared.
pub(super) fn check(program: &Program, folder: &Path) -> Result<u64, String> {
    let mut compiler = Command::new("clang-22");
    compiler.args(FLAGS).args(["-o", "native", "program.c"]).current_dir(folder);
    let ended = run(&mut compiler, Stdio::null(), folder, LIMIT).map_err(|error| error.to_string())?;
    if !ended.succeeded() {
        return Err(format!("clang: {}", String::from_utf8_lossy(&ended.stderr)));
    }
    let mut command = Command::new(folder.join("native"));
    command.env("ASAN_OPTIONS", SANITIZER).current_dir(folder);
    let ended = run(&mut command, Stdio::null(), folder, LIMIT).map_err(|error| error.to_string())?;
    let statuses = ended.stdout;
    if statuses.len() != program.verdicts.len() {
        return Err(format!(
            "natively, {} inputs ended: {}",
            statuses.len(),
            String::from_utf8_lossy(&ended.stderr)
        ));
    }
    let mut compared = 0;
    for (number, ((input, verdict), &status)) in program.verdicts.iter().zip(&statuses).enumerate() {
        let expected = match verdict {
            Verdict::Ends(_) => len64(number),
            Verdict::Fails(_, fault) if !fault.is_noticed => continue,
            Verdict::Fails(statement, _) => NOTICED + len64(*statement),
        };
        if u64::from(status) != expected {
            return Err(format!("natively, {input} has status {status} and not {expected}: {verdict:?}"));
        }
        compared += 1;
    }
    Ok(compared)
}
