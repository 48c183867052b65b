//! What an instruction reads and where it leads, as lists.

use crate::inst::{BlockId, Inst, Operand};

/// The operands, in the order they are written.
pub(super) fn operands(inst: &Inst) -> Vec<Operand> {
    let mut operands = Vec::new();
    inst.for_each_operand(|operand| operands.push(operand));
    operands
}

/// The blocks a terminator may jump to, one per edge; none for other instructions.
pub(super) fn successors(inst: &Inst) -> Vec<BlockId> {
    match inst {
        Inst::Br(target) => vec![*target],
        Inst::CondBr(_, yes, no) => vec![*yes, *no],
        Inst::Switch { default, cases, .. } => {
            std::iter::once(*default).chain(cases.iter().map(|(_, target)| *target)).collect()
        }
        Inst::IndirectBr(_, targets) => targets.to_vec(),
        _ => Vec::new(),
    }
}
