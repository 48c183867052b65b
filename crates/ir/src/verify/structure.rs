//! The rules of a body's structure: ids lead somewhere, blocks end once, values are defined once.

use vellum_collections::{Id, IdVec};

use super::{
    Code, Problem, Rule,
    items::{check_loc, check_type_id},
    walk::operands,
    want,
};
use crate::{
    constant::Const,
    inst::{BlockId, Callee, Inst, InstData, Operand, Value},
    types::{Type, TypeKind},
};

/// The most registers a value may take. What is larger belongs in memory.
const MAX_SLOTS: u32 = 1 << 20;

impl Code<'_> {
    pub(super) fn check_structure(self, problems: &mut Vec<Problem>) {
        if let Err(message) = self.check_values() {
            problems.push(self.problem(message));
            return;
        }
        let mut defined: IdVec<Value, bool> = self.body.values.ids().map(|_| false).collect();
        for param in self.body.values.ids().take(self.function.params.len()) {
            defined[param] = true;
        }
        for (id, block) in self.body.blocks.iter_ids() {
            self.check_block(id, block, problems);
            for inst in block {
                let rules = [self.check_ids(inst), define(&mut defined, inst.result)];
                problems.extend(
                    rules
                        .into_iter()
                        .filter_map(Result::err)
                        .map(|message| self.problem_at(id, inst, message)),
                );
            }
        }
        for (value, defined) in defined.iter_ids() {
            if !defined {
                problems.push(self.problem(format!("{value} is never defined")));
            }
        }
    }

    fn check_values(self) -> Rule {
        want(!self.body.blocks.is_empty(), || "the body has no block".to_owned())?;
        want(self.body.values.len() >= self.function.params.len(), || {
            "there are fewer values than parameters".to_owned()
        })?;
        for (value, ty) in self.body.values.iter_ids() {
            check_type_id(self.module, *ty)?;
            self.check_value_type(*ty).map_err(|message| format!("{value}: {message}"))?;
        }
        for ((value, ty), param) in self.body.values.iter_ids().zip(&self.function.params) {
            want(*ty == param.ty, || format!("{value} is a parameter but has not its type"))?;
        }
        Ok(())
    }

    /// Checks that registers can hold a value of type `ty`.
    fn check_value_type(self, ty: Type) -> Rule {
        want(*self.module.types.kind(ty) != TypeKind::Void, || "there is no void value".to_owned())?;
        want(self.module.types.layout(ty).slots <= MAX_SLOTS, || {
            "the type is too large for a value".to_owned()
        })
    }

    fn check_block(self, id: BlockId, block: &[InstData], problems: &mut Vec<Problem>) {
        if !block.last().is_some_and(|inst| inst.inst.is_terminator()) {
            problems.push(self.problem_in(id, "the block does not end in a terminator"));
        }
        let mut after_phis = false;
        for (i, inst) in block.iter().enumerate() {
            let is_phi = matches!(inst.inst, Inst::Phi(_));
            if is_phi && id.index() == 0 {
                problems.push(self.problem_at(id, inst, "the entry block has no phis"));
            } else if is_phi && after_phis {
                problems.push(self.problem_at(id, inst, "phis come first in their block"));
            }
            after_phis |= !is_phi;
            if inst.inst.is_terminator() && i + 1 < block.len() {
                problems.push(self.problem_at(id, inst, "a terminator ends its block"));
            }
        }
    }

    fn check_ids(self, data: &InstData) -> Rule {
        check_loc(self.positions, data.loc)?;
        for operand in operands(&data.inst) {
            match operand {
                Operand::Value(value) => self.value_exists(value)?,
                Operand::Const(constant) => self.check_constant_id(constant)?,
            }
        }
        for block in data.inst.successors() {
            self.block_exists(block)?;
        }
        match &data.inst {
            Inst::Phi(entries) => entries.iter().try_for_each(|(block, _)| self.block_exists(*block)),
            Inst::Call(call) => match call.callee {
                Callee::Function(id) => {
                    want(self.module.functions.get(id).is_some(), || format!("there is no function {id}"))
                }
                Callee::Pointer(_) | Callee::Intrinsic(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn value_exists(self, value: Value) -> Rule {
        want(self.body.values.get(value).is_some(), || format!("there is no value {value}"))
    }

    fn block_exists(self, block: BlockId) -> Rule {
        want(self.body.blocks.get(block).is_some(), || format!("there is no block {block}"))
    }

    fn check_constant_id(self, constant: Const) -> Rule {
        want(constant.index() < self.module.consts.len(), || format!("there is no constant {constant}"))?;
        self.check_value_type(self.module.const_type(constant))
    }
}

fn define(defined: &mut IdVec<Value, bool>, result: Option<Value>) -> Rule {
    let Some(value) = result else {
        return Ok(());
    };
    want(value.index() < defined.len(), || format!("there is no value {value}"))?;
    want(!std::mem::replace(&mut defined[value], true), || format!("{value} is defined twice"))
}
