//! Whether a module keeps the rules that everyone who reads it relies on.
//!
//! The tables come first (types, constants, positions), then globals and signatures, then bodies: their
//! structure, their flow and the types of their instructions. A later part is looked at only if what it
//! rests on is sound. Nothing here is a rule about programs: a call with the wrong arguments or a shift by
//! too much is the program's fault and the engine's to find.

use std::{error::Error, fmt};

use crate::{
    inst::{BlockId, InstData},
    module::{Body, FuncId, Function, Module},
    text,
};

mod casts;
mod flow;
mod intrinsics;
mod items;
mod structure;
mod tables;
mod typing;
mod walk;

/// Everything found wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// In order of the module; never empty.
    pub problems: Vec<Problem>,
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The symbol, block and instruction in text form, as far as the rule is about one.
    pub place: String,
    /// What is wrong, as a sentence without full stop.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "\n" })?;
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl Error for VerifyError {}

/// Checks every rule.
pub fn check(module: &Module) -> Result<(), VerifyError> {
    let mut problems = tables::problems(module);
    let positions = module.debug.iter().count();
    if problems.is_empty() {
        problems = items::problems(module, positions);
    }
    if problems.is_empty() {
        for (id, function) in module.functions.iter_ids() {
            if let Some(body) = &function.body {
                Code { module, id, function, body, positions }.check(&mut problems);
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(VerifyError { problems }) }
}

/// Whether a rule holds; if not, the sentence that says why.
type Rule = Result<(), String>;

/// The rule that `holds`.
fn want(holds: bool, sentence: impl FnOnce() -> String) -> Rule {
    if holds { Ok(()) } else { Err(sentence()) }
}

/// A function with a body, whose signature is sound.
#[derive(Clone, Copy)]
struct Code<'m> {
    module: &'m Module,
    id: FuncId,
    function: &'m Function,
    body: &'m Body,
    /// How many source positions the module has.
    positions: usize,
}

impl Code<'_> {
    fn check(self, problems: &mut Vec<Problem>) {
        let before = problems.len();
        self.check_structure(problems);
        if problems.len() == before {
            self.check_flow(problems);
            self.check_types(problems);
        }
    }

    /// A problem with the whole function.
    fn problem(self, message: impl Into<String>) -> Problem {
        Problem { place: text::of_function(self.module, self.id).to_string(), message: message.into() }
    }

    /// A problem with a block.
    fn problem_in(self, block: BlockId, message: impl Into<String>) -> Problem {
        let function = text::of_function(self.module, self.id);
        Problem { place: format!("{function} {block}"), message: message.into() }
    }

    /// A problem with an instruction.
    fn problem_at(self, block: BlockId, inst: &InstData, message: impl Into<String>) -> Problem {
        let (function, inst) =
            (text::of_function(self.module, self.id), text::of_inst(self.module, self.body, inst));
        Problem { place: format!("{function} {block} `{inst}`"), message: message.into() }
    }
}
