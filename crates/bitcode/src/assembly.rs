//! Inline assembly whose meaning is known: that of no instruction at all, and of those in a table.
//!
//! A template is executed while it is converted: registers and operands hold values of the program form, and each instruction
//! computes new ones. What ends in an output is the result. Anything without a row, and an output nobody wrote, is not
//! supported: the path that comes there ends, and says with which template.

mod rows;
mod template;

use vellum_collections::Map;
use vellum_ir::{CastOp, ConstKind, Inst, Operand, TypeKind};

use crate::{
    convert::Unsupported,
    instructions::{Code, Converted},
    llvm::{self, Block, Value},
};
pub(crate) use rows::CYCLES;
use rows::Flags;
pub(crate) use template::Dialect;
use template::{Arg, Statement};

/// Inline assembly as a call has it.
pub(crate) struct Assembly {
    pub(crate) text: String,
    pub(crate) constraints: String,
    pub(crate) dialect: Dialect,
}

/// Where an operand is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// In a register of the machine, or in one that nothing else is in, which has the operand's number for a name.
    Register(String),
    /// In memory, at this address.
    Memory(Operand),
    /// It is a condition of the flags.
    Flag(String),
    /// It is a label.
    Label,
}

/// A template under execution. `None` anywhere means that something has no form here.
struct Machine<'c, 'a, 'm> {
    code: &'c mut Code<'a, 'm>,
    operands: Vec<Place>,
    /// Those of the operands that the call returns.
    outputs: Vec<usize>,
    registers: Map<String, Operand>,
    flags: Flags,
}

/// Something has no form here.
struct NoForm;

/// How a template is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// At its end.
    Falls,
    /// Over a label, by its number among the labels.
    Jumps(usize),
    /// Not at all.
    Never,
}

impl<'m> Code<'_, 'm> {
    /// What a call of inline assembly becomes.
    pub(crate) fn inline_asm(&mut self, call: Value<'m>, assembly: &Assembly) -> Converted {
        self.assembled(call, assembly).map(|(result, _)| result)
    }

    /// What `asm goto` becomes: a call and a jump.
    pub(crate) fn asm_goto(&mut self, call: Value<'m>, assembly: &Assembly) -> Converted {
        let targets: Vec<Block<'m>> = call.successors().collect();
        let result = self.value_of(call);
        let (last, exit) = self.assembled(call, assembly)?;
        if let Some(inst) = last {
            self.push(result, inst);
        }
        self.lost_ways = true;
        let way = match exit {
            Exit::Jumps(label) => label + 1,
            Exit::Falls => 0,
            Exit::Never => return Ok(Some(Inst::Unreachable)),
        };
        let target = targets.get(way).ok_or_else(|| refusal(assembly))?;
        Ok(Some(Inst::Br(self.target(*target))))
    }

    fn assembled(
        &mut self,
        call: Value<'m>,
        assembly: &Assembly,
    ) -> Result<(Option<Inst>, Exit), Unsupported> {
        // Instructions before one that cannot be expressed must not stay.
        let mark = self.mark();
        let done = self.assemble(call, assembly);
        if done.is_none() {
            self.back_to(mark);
        }
        done.ok_or_else(|| refusal(assembly))
    }

    fn assemble(&mut self, call: Value<'m>, assembly: &Assembly) -> Option<(Option<Inst>, Exit)> {
        let statements = template::parse(&assembly.text, assembly.dialect)?;
        let mut machine = Machine {
            code: self,
            operands: Vec::new(),
            outputs: Vec::new(),
            registers: Map::default(),
            flags: Flags::Unknown,
        };
        machine.bind(call, &assembly.constraints)?;
        let exit = machine.run(&statements)?;
        if exit == Exit::Never {
            machine.outputs.clear();
        }
        let result = machine.result(call).ok()?;
        Some((result, exit))
    }
}

fn refusal(assembly: &Assembly) -> Unsupported {
    Unsupported::new(format!("inline assembly \"{}\"", assembly.text.escape_debug()))
}

/// The parts between commas that are not inside braces.
fn split(constraints: &str) -> Vec<&str> {
    let mut depth = 0_u32;
    let parts = constraints.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => (),
        }
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.is_empty()).collect()
}

impl<'m> Machine<'_, '_, 'm> {
    /// Finds where the operands are, and puts the inputs there. Outputs come first; those in memory take an argument each, as
    /// inputs do.
    fn bind(&mut self, call: Value<'m>, constraints: &str) -> Option<()> {
        let mut arguments = call.arguments();
        let own = |number: usize| Place::Register(number.to_string());
        for part in split(constraints) {
            if part.starts_with('~') {
                continue;
            }
            let number = self.operands.len();
            let (is_output, part) = part.strip_prefix('=').map_or((false, part), |rest| (true, rest));
            let part = part.trim_start_matches(['&', '%']);
            let place = if part.starts_with('!') {
                Place::Label
            } else if part.starts_with('*') {
                Place::Memory(self.code.operand(arguments.next()?).ok()?)
            } else if let Some(condition) = part.strip_prefix("{@cc").and_then(|rest| rest.strip_suffix('}'))
            {
                Place::Flag(condition.to_owned())
            } else if let Some(name) = part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                match template::register(name) {
                    Some(Arg::Register(family, _)) => Place::Register(family),
                    _ => Place::Register(name.to_owned()),
                }
            } else if let Ok(tied) = part.parse::<usize>() {
                self.operands.get(tied)?.clone()
            } else {
                own(number)
            };
            match &place {
                Place::Register(_) | Place::Flag(_) if is_output => self.outputs.push(number),
                Place::Register(name) => {
                    let value = self.code.operand(arguments.next()?).ok()?;
                    self.registers.insert(name.clone(), value);
                }
                _ => {}
            }
            self.operands.push(place);
        }
        Some(())
    }

    /// Executes instructions one after the other.
    fn run(&mut self, statements: &[Statement]) -> Option<Exit> {
        for (number, statement) in statements.iter().enumerate() {
            if let ("jmp", [Arg::Label(label)]) = (statement.mnemonic.as_str(), &statement.args[..]) {
                let is_label = |place: &&Place| **place == Place::Label;
                let before = self.operands.get(..*label)?.iter().filter(is_label).count();
                return (number + 1 == statements.len()).then_some(Exit::Jumps(before));
            }
            if self.execute(statement)? == rows::Then::Ends {
                return Some(Exit::Never);
            }
        }
        Some(Exit::Falls)
    }

    /// The instruction that makes the call's result of the outputs.
    fn result(&mut self, call: Value<'m>) -> Result<Option<Inst>, NoForm> {
        let outputs = std::mem::take(&mut self.outputs);
        let ty = self.code.cx.ty(call.ty()).map_err(|_| NoForm)?;
        match outputs[..] {
            [] if call.ty().kind() == llvm::TypeKind::LLVMVoidTypeKind => Ok(None),
            // Control does not come here.
            [] => {
                let nothing = self.code.cx.out.consts.intern(ConstKind::Undef(ty));
                Ok(Some(Inst::Freeze(Operand::Const(nothing))))
            }
            [only] => {
                let value = self.output(only, ty).ok_or(NoForm)?;
                Ok(Some(Inst::Freeze(value)))
            }
            _ => {
                let nothing = self.code.cx.out.consts.intern(ConstKind::Undef(ty));
                let mut whole = Operand::Const(nothing);
                let mut last = None;
                for (field, &output) in (0..).zip(&outputs) {
                    let (part, _) = self.code.cx.out.types.descend(ty, &[field]).ok_or(NoForm)?;
                    let value = self.output(output, part).ok_or(NoForm)?;
                    if let Some(inst) = last.take() {
                        whole = self.code.compute(ty, inst);
                    }
                    last = Some(Inst::InsertValue { aggregate: whole, part: value, path: [field].into() });
                }
                Ok(last)
            }
        }
    }

    /// What an output holds at the end, as a value of its type.
    fn output(&mut self, number: usize, ty: vellum_ir::Type) -> Option<Operand> {
        let name = match &self.operands[number] {
            Place::Register(name) => name.clone(),
            Place::Flag(condition) => {
                let condition = condition.clone();
                let holds = self.condition(&condition)?;
                return Some(self.code.compute(ty, Inst::Cast(CastOp::ZExt, holds)));
            }
            _ => return None,
        };
        let held = *self.registers.get(&name)?;
        let have = self.code.cx.out.operand_type(&self.code.body, held);
        if have == ty {
            return Some(held);
        }
        let types = &self.code.cx.out.types;
        match (types.kind(have), types.kind(ty)) {
            (&TypeKind::Int(from), &TypeKind::Int(to)) if from > to => {
                Some(self.cast(CastOp::Trunc, ty, held))
            }
            // Writing 32 bits of a register clears the others.
            (TypeKind::Int(32), TypeKind::Int(64)) => Some(self.cast(CastOp::ZExt, ty, held)),
            (TypeKind::Int(64), TypeKind::Ptr) => Some(self.cast(CastOp::IntToPtr, ty, held)),
            (TypeKind::Ptr, TypeKind::Int(64)) => Some(self.cast(CastOp::PtrToInt, ty, held)),
            _ => None,
        }
    }

    fn cast(&mut self, op: CastOp, ty: vellum_ir::Type, value: Operand) -> Operand {
        self.code.compute(ty, Inst::Cast(op, value))
    }
}

impl Assembly {
    /// The inline assembly that a call calls, if that is what it does.
    pub(crate) fn of(callee: Value<'_>) -> Option<Self> {
        let (text, constraints) = callee.inline_asm()?;
        let dialect = if callee.is_intel_syntax() { Dialect::Intel } else { Dialect::Att };
        Some(Self { text, constraints, dialect })
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn constraints_are_split_outside_of_braces() {
        assert_eq!(split("={ax},=&r,0,~{memory}"), ["={ax}", "=&r", "0", "~{memory}"]);
        assert_eq!(split("={@ccz},r"), ["={@ccz}", "r"]);
        assert!(split("").is_empty());
    }
}
