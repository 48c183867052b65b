//! `cargo run -p xtask -- NAME`, where NAME is one of the suites.

use std::process::ExitCode;

use xtask::SUITES;

#[expect(clippy::print_stderr, reason = "the results are for whoever started it")]
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let suite = words.first().and_then(|name| SUITES.iter().find(|(row, ..)| row == name));
    let Some((_, _, run)) = suite else {
        for (name, what, _) in SUITES {
            eprintln!("{name:16} {what}");
        }
        return ExitCode::from(2);
    };
    match run(&words[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
