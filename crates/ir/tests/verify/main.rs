//! The verifier: every rule is broken once, and says so.

#![expect(clippy::needless_pass_by_value, reason = "expectations are written where a check is called")]
#![expect(clippy::needless_raw_string_hashes, reason = "expect-test writes its snapshots with them")]

mod bodies;
mod instructions;
mod tables;

use expect_test::Expect;
use vellum_collections::Id;
use vellum_ir::{BlockId, Body, FuncId, InstData, Module, text, verify};

fn parse(text: &str) -> Module {
    text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn problems(module: &Module) -> String {
    verify::check(module).map_or_else(|error| error.to_string(), |()| "valid".to_owned())
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&problems(&parse(text)));
}

/// For what no text says: breaks a valid module by hand.
fn check_broken(text: &str, break_it: impl FnOnce(&mut Module), expected: Expect) {
    let mut module = parse(text);
    assert_eq!(problems(&module), "valid");
    break_it(&mut module);
    expected.assert_eq(&problems(&module));
}

/// The body of the first function.
fn body(module: &mut Module) -> &mut Body {
    module.functions[FuncId::from_index(0)].body.as_mut().unwrap()
}

/// An instruction of the first function.
fn inst(module: &mut Module, block: usize, index: usize) -> &mut InstData {
    &mut body(module).blocks[BlockId::from_index(block)][index]
}
