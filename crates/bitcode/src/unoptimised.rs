//! Which functions no optimiser has been over.
//!
//! An optimiser moves an operation to where its result may not be needed, and has a condition choose afterwards. What
//! the language leaves undefined is harmless there, so whoever checks for it asks first whether a function is as its
//! author wrote it. The name of a file does not tell, and neither does one attribute: `vellum cc` and users of KLEE
//! have clang leave out `optnone`, so that the bitcode can be optimised later.

use crate::{
    convert::Converter,
    llvm::{Block, Opcode, Value},
};

impl<'m> Converter<'m> {
    /// Whether a function is surely as it was written. Where nothing tells, it counts as optimised.
    pub(crate) fn is_unoptimised(&self, function: Value<'m>) -> bool {
        if function.function_attribute(u32::MAX, self.attributes.never_optimised).is_some() {
            return true;
        }
        let instructions = || function.blocks().flat_map(Block::instructions);
        if instructions().any(is_plain_variable) {
            return true;
        }
        // There may be no such variable. Then the compiler's word counts, but an optimiser that came after it leaves records
        // of the variables that it has moved.
        self.is_said_to_be_optimised(function) == Some(false)
            && !instructions().any(Value::has_variable_in_register)
    }
}

/// Whether an instruction makes a variable that every optimiser would move into a register: it is only loaded and stored.
fn is_plain_variable(inst: Value<'_>) -> bool {
    inst.opcode() == Opcode::LLVMAlloca && inst.users().all(|user| is_plain_access(user, inst))
}

fn is_plain_access(user: Value<'_>, variable: Value<'_>) -> bool {
    match user.opcode() {
        Opcode::LLVMLoad => !user.is_volatile(),
        Opcode::LLVMStore => !user.is_volatile() && user.operand(0) != variable,
        Opcode::LLVMCall => user.called_value().name().starts_with(b"llvm.lifetime."),
        _ => false,
    }
}
