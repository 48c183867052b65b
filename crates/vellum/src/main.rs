//! The command line: what was typed, what will run, the exit status.
//!
//! This file reads the environment and prints; no other part of the project does either on its own.

mod advice;
mod allocator;
mod answers;
mod args;
mod bench;
mod cc;
mod classes;
mod error;
mod explore;
mod info;
mod inspect;
mod interrupt;
mod journal;
mod klee;
mod learning;
mod load;
mod machine;
mod past;
mod points_to;
mod progress;
mod recording;
mod replay;
mod run;
mod seeds;
mod shell;
mod solving;
mod suite;
mod surroundings;
mod toolchain;
mod totals;
mod trail;

use std::{
    env,
    ffi::OsString,
    fmt::Display,
    io::{self, Write},
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    path::PathBuf,
    process::ExitCode,
};

use crate::{
    args::{Command, Parsed, RunArgs},
    error::Error,
    past::Opened,
    toolchain::{Env, Toolchain},
};

#[global_allocator]
static ALLOCATOR: allocator::Counting = allocator::Counting;

/// The command or its input was wrong.
const WRONG: u8 = 2;

/// Vellum itself was wrong.
const BROKEN: u8 = 3;

fn main() -> ExitCode {
    let typed: Vec<OsString> = env::args_os().skip(1).collect();
    let exe = env::current_exe().unwrap_or_else(|_| PathBuf::from("vellum"));
    let environment = Env::new(exe, |name| env::var_os(name));
    let details = env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    tell_of_panics(if details { Details::Shown } else { Details::Hidden });
    // Whatever was left half done is not looked at again.
    match panic::catch_unwind(AssertUnwindSafe(|| dispatch(&environment, &typed))) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => {
            complain(&error);
            ExitCode::from(WRONG)
        }
        Err(_) => ExitCode::from(BROKEN),
    }
}

/// Whether a panic comes with where it came from.
enum Details {
    Shown,
    Hidden,
}

/// A panic, on whichever thread, is our own mistake: one line that says so, after the details for those who asked
/// for them.
#[expect(clippy::print_stderr, reason = "this is where errors are told")]
fn tell_of_panics(details: Details) {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if let Details::Shown = details {
            usual(info);
        }
        eprintln!("{}", panic_text(info));
    }));
}

fn panic_text(info: &PanicHookInfo<'_>) -> String {
    let what = info.payload_as_str().unwrap_or("a panic without a message").replace(char::is_control, " ");
    let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
    format!(
        "vellum: internal error: {what}{}; please report it with what RUST_BACKTRACE=1 shows",
        place.unwrap_or_default()
    )
}

/// Prints what was asked for. A reader that went away needs no error.
pub(crate) fn say(text: &dyn Display) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(cause)),
        _ => Ok(()),
    }
}

fn dispatch(environment: &Env, typed: &[OsString]) -> Result<ExitCode, Error> {
    // Nobody types this: it is how external code gets a process of its own.
    if let Some((first, libraries)) = typed.split_first()
        && first == vellum_foreign::HELPER
    {
        vellum_foreign::serve(libraries);
    }
    // Everything after `cc` is clang's language, not ours.
    if let Some((first, rest)) = typed.split_first()
        && first == "cc"
    {
        let toolchain = Toolchain::locate(environment)?;
        let status = cc::run(&toolchain, rest)?;
        return Ok(ExitCode::from(u8::try_from(status).unwrap_or(1)));
    }
    if typed.is_empty() {
        return Err(Error::Usage("no command; `vellum --help` lists what there is".to_owned()));
    }
    match args::parse(typed)? {
        Parsed::Text(text) => say(&text).map(|()| ExitCode::SUCCESS),
        Parsed::Command(Command::Run(args)) if args.recording.has_past() => match past::open(&args)? {
            Opened::Run(args, past) => run::run(environment, &args, Some(*past)),
            Opened::Complete(text, status) => {
                tell(&args, &text);
                Ok(ExitCode::from(status))
            }
        },
        Parsed::Command(Command::Run(args)) => run::run(environment, &args, None),
        Parsed::Command(Command::Replay(args)) => replay::run(environment, &args),
        Parsed::Command(Command::Explain(args)) => {
            let text = vellum_report::memory_of(&args.run, &args.test)?;
            say(&text).map(|()| ExitCode::SUCCESS)
        }
        Parsed::Command(Command::Bench(args)) => bench::run(environment, &args),
        Parsed::Command(Command::Ir(args)) => inspect::run(environment, &args),
        Parsed::Command(Command::PointsTo(args)) => points_to::run(environment, &args),
    }
}

/// Says what a person should hear who did not ask for silence.
fn tell(args: &RunArgs, text: &str) {
    if !args.quiet {
        let _ = io::stderr().write_all(text.as_bytes());
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

#[cfg(test)]
mod tests {
    use std::{panic, sync::mpsc};

    use super::panic_text;

    #[test]
    fn a_panic_is_one_line_that_asks_for_a_report() {
        let (sender, receiver) = mpsc::channel();
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| drop(sender.send(panic_text(info)))));
        let ended = panic::catch_unwind(|| panic!("two\nlines"));
        panic::set_hook(usual);
        assert!(ended.is_err());
        let text = receiver.recv().unwrap();
        assert!(text.starts_with("vellum: internal error: two lines (crates/vellum/src/main.rs:"), "{text}");
        assert!(text.lines().count() == 1 && text.contains("please report it"), "{text}");
    }
}
