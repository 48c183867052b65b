//! Loads a program and says what is in it: `load FILE... [--libc CRT ARCHIVE] [--entry NAME] [--verify] [--print]`.

use std::{env, fs, process::ExitCode};

use vellum_bitcode::{Libc, Request, Source, load};
use vellum_ir::Inst;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program")]
fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let (mut program, mut libc, mut entry) = (Vec::new(), None, None);
    let (mut print, mut verify) = (false, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--libc" => {
                let mut path = || args.next().expect("--libc CRT ARCHIVE").into();
                libc = Some(Libc { crt: path(), archive: path() });
            }
            "--print" => print = true,
            "--verify" => verify = true,
            "--entry" => entry = args.next(),
            _ => program.push(Source { bytes: fs::read(&arg).expect("the file can be read"), name: arg }),
        }
    }
    let entry = entry.unwrap_or_else(|| if libc.is_some() { "__vellum_start" } else { "main" }.to_owned());
    match load(Request { program, libc, entry: &entry, extra_roots: &[] }) {
        Ok(module) => {
            let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
            let instructions = || bodies.clone().flat_map(|body| &body.blocks).flatten();
            let unsupported = instructions().filter_map(|data| match &data.inst {
                Inst::Unsupported(what) => Some(what),
                _ => None,
            });
            println!(
                "{} functions, {} defined, {} globals, {} instructions, {} unsupported",
                module.functions.len(),
                bodies.clone().count(),
                module.globals.len(),
                instructions().count(),
                unsupported.clone().count(),
            );
            unsupported.for_each(|what| println!("unsupported: {what}"));
            if print {
                println!("{module}");
            }
            if verify && let Err(error) = vellum_ir::verify::check(&module) {
                println!("{error}");
                return ExitCode::FAILURE;
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("vellum: error: {error}");
            ExitCode::from(2)
        }
    }
}
