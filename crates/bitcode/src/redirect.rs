//! References to one symbol become references to another: what a linker's `--wrap` and `--defsym` do, which
//! LLVM's own linker leaves out of the bitcode it writes.

use crate::{
    Source,
    error::{LoadError, one_line},
    guard::Guard,
    llvm::Context,
    memory::MemoryLimit,
    with_llvm,
};

/// The module in `bytes`, called `name`, as bitcode in which all references to the first symbol of each pair mean
/// the second. The pairs take effect one after the other.
pub fn redirect(name: &str, bytes: Vec<u8>, pairs: Vec<(String, String)>) -> Result<Vec<u8>, LoadError> {
    let file = name.to_owned();
    with_llvm(name, bytes.len(), move |answer| {
        let guard = Guard::new();
        let limit = MemoryLimit::for_input(bytes.len());
        guard.reading(&file);
        let result = rewrite(&file, &bytes, &pairs);
        drop(limit);
        drop(guard);
        answer(result);
    })
}

fn rewrite(file: &str, bytes: &[u8], pairs: &[(String, String)]) -> Result<Vec<u8>, LoadError> {
    let context = Context::new();
    let corrupt =
        |message: String| LoadError::Corrupt { file: file.to_owned(), message: one_line(file, &message) };
    let mut module = context.parse(file, bytes, Source::form(file, bytes)?).map_err(corrupt)?;
    for (from, to) in pairs {
        module.redirect(from, to);
    }
    Ok(module.to_bitcode())
}
