//! The command line: what was typed, what will run, the exit status.
//!
//! This file reads the environment and prints; no other part of the project does either on its own.

mod args;
mod bench;
mod cc;
mod error;
mod inspect;
mod interrupt;
mod load;
mod run;
mod toolchain;

use std::{
    env,
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use crate::{
    args::{Command, Parsed},
    error::Error,
    toolchain::{Env, Toolchain},
};

/// The command or its input was wrong.
const WRONG: u8 = 2;

fn main() -> ExitCode {
    let typed: Vec<OsString> = env::args_os().skip(1).collect();
    let exe = env::current_exe().unwrap_or_else(|_| PathBuf::from("vellum"));
    let environment = Env::new(exe, |name| env::var_os(name));
    match dispatch(&environment, &typed) {
        Ok(status) => status,
        Err(error) => {
            complain(&error);
            ExitCode::from(WRONG)
        }
    }
}

fn dispatch(environment: &Env, typed: &[OsString]) -> Result<ExitCode, Error> {
    // Everything after `cc` is clang's language, not ours.
    if let Some((first, rest)) = typed.split_first()
        && first == "cc"
    {
        let toolchain = Toolchain::locate(environment)?;
        let status = cc::run(&toolchain, rest)?;
        return Ok(ExitCode::from(u8::try_from(status).unwrap_or(1)));
    }
    match args::parse(typed)? {
        Parsed::Text(text) => {
            // A reader that went away needs no error.
            let _ = io::stdout().write_all(text.as_bytes());
            Ok(ExitCode::SUCCESS)
        }
        Parsed::Command(Command::Run(args)) => run::run(environment, &args),
        Parsed::Command(Command::Bench(args)) => bench::run(environment, &args),
        Parsed::Command(Command::Ir(args)) => inspect::run(environment, &args),
    }
}

#[expect(clippy::print_stderr, reason = "this is where errors are told")]
fn complain(error: &Error) {
    if let Error::Compile(_) = error {
        // clang has said it all.
        return;
    }
    eprintln!("vellum: error: {error}");
}
