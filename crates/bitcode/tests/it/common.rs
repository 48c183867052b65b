//! Text of LLVM's in, text of ours out.

use expect_test::Expect;
use vellum_bitcode::{LoadError, Request, Source, load};
use vellum_ir::{Module, verify};

/// Loads one module of text from its function `main`.
pub(crate) fn load_text(text: &str) -> Result<Module, LoadError> {
    load_texts(&[text])
}

/// Loads modules of text, named `0.ll`, `1.ll` and so on, from their function `main`.
pub(crate) fn load_texts(texts: &[&str]) -> Result<Module, LoadError> {
    let source = |(number, text): (usize, &&str)| Source {
        name: format!("{number}.ll"),
        bytes: text.as_bytes().to_vec(),
    };
    let program = texts.iter().enumerate().map(source).collect();
    load(Request { program, libc: None, entry: "main", extra_roots: &[] })
}

/// Checks what modules become, and that it keeps the rules of the program form.
pub(crate) fn check_all(texts: &[&str], expected: &Expect) {
    let module = load_texts(texts).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}\n{module}"));
    expected.assert_eq(&module.to_string());
}

/// Checks what a module becomes.
pub(crate) fn check(text: &str, expected: &Expect) {
    check_all(&[text], expected);
}
