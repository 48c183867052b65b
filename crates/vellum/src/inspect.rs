//! `vellum ir`: a program in Vellum's own form.

use std::process::ExitCode;

use vellum_ir::verify;

use crate::{
    args::IrArgs,
    error::Error,
    load::load,
    say,
    toolchain::{Env, Toolchain},
};

/// Prints a program.
pub(crate) fn run(environment: &Env, args: &IrArgs) -> Result<ExitCode, Error> {
    let toolchain = Toolchain::locate(environment)?;
    let module = load(&toolchain, &args.program, &args.compile)?;
    let file = &args.program;
    verify::check(&module)
        .map_err(|error| Error::Invalid { file: file.clone(), message: error.to_string() })?;
    if !args.check {
        say(&module)?;
    }
    Ok(ExitCode::SUCCESS)
}
