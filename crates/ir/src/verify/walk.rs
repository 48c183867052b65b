//! What an instruction reads, as a list.

use crate::inst::{Inst, Operand};

/// The operands, in the order they are written.
pub(super) fn operands(inst: &Inst) -> Vec<Operand> {
    let mut operands = Vec::new();
    inst.for_each_operand(|operand| operands.push(operand));
    operands
}
