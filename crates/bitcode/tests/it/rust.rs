//! Modules made by the machine's own `rustc`, whose LLVM is younger than ours or the same.

use std::{fs, path::PathBuf, process::Command};

use vellum_bitcode::{Request, Source, load};
use vellum_ir::{Inst, verify};

#[test]
fn a_rust_function_can_be_read() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (source, object) = (folder.join("rust.rs"), folder.join("rust.bc"));
    let text = "#[unsafe(no_mangle)] pub extern \"C\" fn sum(values: &[i32; 4], times: u128) -> u128 {
                  values.iter().map(|v| *v as u128).sum::<u128>().wrapping_mul(times)
                }";
    fs::write(&source, text).unwrap();
    let status = Command::new("rustc")
        .args([
            "--edition=2024",
            "--crate-type=lib",
            "--emit=llvm-bc",
            "-Cpanic=abort",
            "-Copt-level=1",
            "-g",
        ])
        .arg(&source)
        .arg("-o")
        .arg(&object)
        .status();
    assert!(status.unwrap().success(), "rustc works");

    let program = vec![Source { name: "rust.bc".to_owned(), bytes: fs::read(&object).unwrap() }];
    let module = load(Request { program, libc: None, entry: "sum", extra_roots: &[] }).unwrap();
    verify::check(&module).unwrap();
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    let mut code = bodies.flat_map(|body| &body.blocks).flatten();
    assert!(code.all(|data| !matches!(data.inst, Inst::Unsupported(_))), "{module}");
    let sum = &module.functions[module.function_named("sum").unwrap()];
    assert!(module.debug.text(module.debug.position(sum.loc.unwrap()).file).ends_with("rust.rs"));
}
