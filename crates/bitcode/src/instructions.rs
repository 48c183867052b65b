//! The code of a function, instruction by instruction.
//!
//! Blocks keep their order and values are numbered in the order of their instructions, parameters first. What
//! cannot be expressed becomes `Unsupported` in its place, with a result if others name it; if it ended the
//! block, `unreachable` follows.

mod operations;

use vellum_collections::{Id, Map, Set};
use vellum_ir::{
    Alloca, BlockId, Body, ConstKind, FuncId, Inst, InstData, Loc, Operand, Term, TypeKind, Value as Local,
};

use crate::{
    assembly::Assembly,
    calls::refuse_bundles,
    cleanups,
    constants::{Lanes, describe, exact_bits},
    convert::{Converter, Unsupported},
    link::symbol_name,
    llvm::{Block, Opcode, Value},
};

impl<'m> Converter<'m> {
    /// Gives a function its body.
    pub(crate) fn fill_function(&mut self, id: FuncId, function: Value<'m>) {
        if self.out.functions[id].body.is_some() {
            return;
        }
        let is_library = self.symbols.is_of_library(symbol_name(function));
        let mut code = Code {
            cx: self,
            is_library,
            body: Body::default(),
            values: Map::default(),
            blocks: Map::default(),
            lost_ways: false,
            variables: Map::default(),
            block: Vec::new(),
            loc: None,
        };
        code.number(function);
        for block in function.blocks() {
            code.convert_block(block);
        }
        if code.lost_ways {
            code.forget_lost_ways();
        }
        let mut body = code.body;
        let consts = &self.out.consts;
        let params = self.out.functions[id].params.len();
        cleanups::thread(&mut body, params, |constant| match consts.kind(constant) {
            ConstKind::Bits(_, bits) => bits.to_u64(),
            ConstKind::Zero(_) => Some(0),
            _ => None,
        });
        self.out.functions[id].body = Some(body);
        self.out.functions[id].unoptimised = !is_library && self.is_unoptimised(function);
    }
}

/// What the conversion of an instruction gives: an instruction, or nothing if there is none to run.
pub(crate) type Converted = Result<Option<Inst>, Unsupported>;

/// A function under construction.
pub(crate) struct Code<'a, 'm> {
    pub(crate) cx: &'a mut Converter<'m>,
    /// Whether it is one of the C library.
    pub(crate) is_library: bool,
    pub(crate) body: Body,
    values: Map<Value<'m>, Local>,
    blocks: Map<Block<'m>, BlockId>,
    /// Whether some terminator has fewer ways out than LLVM's.
    pub(crate) lost_ways: bool,
    /// Names of stack variables by their address.
    variables: Map<Value<'m>, Box<str>>,
    block: Vec<InstData>,
    loc: Option<Loc>,
}

impl<'m> Code<'_, 'm> {
    /// Gives numbers to blocks, parameters and results, which may be used before they are converted.
    fn number(&mut self, function: Value<'m>) {
        for param in function.params() {
            self.number_value(param);
        }
        for (number, block) in function.blocks().enumerate() {
            self.blocks.insert(block, BlockId::from_index(number));
            for inst in block.instructions() {
                self.number_value(inst);
                let names: Vec<_> = self.cx.declared_names(inst).collect();
                for (address, name) in names {
                    self.variables.entry(address).or_insert(name);
                }
            }
        }
    }

    /// Values of types that cannot be expressed get no number: whoever uses them cannot be expressed either.
    fn number_value(&mut self, value: Value<'m>) {
        if let Ok(ty) = self.cx.register_type(value.ty())
            && ty != self.cx.out.types.void()
        {
            let local = self.body.values.push(ty);
            self.values.insert(value, local);
        }
    }

    fn convert_block(&mut self, block: Block<'m>) {
        let mut late = Vec::new();
        for inst in block.instructions() {
            self.loc = self.cx.position(inst);
            let is_phi = inst.opcode() == Opcode::LLVMPHI;
            if !is_phi {
                self.block.append(&mut late);
            }
            let result = self.values.get(&inst).copied();
            let unsupported = match self.convert(inst) {
                Ok(Some(inst)) => {
                    // The result of an `invoke` is that of the call before the branch it becomes.
                    self.push(result.filter(|_| !inst.is_terminator()), inst);
                    continue;
                }
                Ok(None) => continue,
                Err(Unsupported(what)) => InstData { result, inst: Inst::Unsupported(what), loc: self.loc },
            };
            // Phis come first in a block; one that cannot be expressed waits for the others.
            if is_phi {
                late.push(unsupported);
                continue;
            }
            self.block.push(unsupported);
            if inst.is_terminator() {
                self.push(None, Inst::Unreachable);
                self.lost_ways = true;
            }
        }
        // Copied out, so that the block takes no more memory than it needs.
        let block = self.block.drain(..).collect();
        self.body.blocks.push(block);
    }

    /// Appends an instruction to the current block.
    pub(crate) fn push(&mut self, result: Option<Local>, inst: Inst) {
        self.block.push(InstData { result, inst, loc: self.loc });
    }

    /// Appends an instruction with a new result and returns that.
    pub(crate) fn compute(&mut self, ty: vellum_ir::Type, inst: Inst) -> Operand {
        let local = self.body.values.push(ty);
        self.push(Some(local), inst);
        Operand::Value(local)
    }

    /// What an instruction reads.
    pub(crate) fn operand(&mut self, value: Value<'m>) -> Result<Operand, Unsupported> {
        if let Some(&local) = self.values.get(&value) {
            return Ok(Operand::Value(local));
        }
        self.cx.register_type(value.ty())?;
        if value.is_constant() {
            return self.cx.constant(value).map(Operand::Const);
        }
        Err(Unsupported::new(format!("operand {}", describe(value))))
    }

    /// Operand `number` of an instruction.
    pub(crate) fn nth(&mut self, inst: Value<'m>, number: u32) -> Result<Operand, Unsupported> {
        self.operand(inst.operand(number))
    }

    /// The number of a block of this function.
    pub(crate) fn target(&self, block: Block<'m>) -> BlockId {
        self.blocks[&block]
    }

    /// Removes from phis the blocks that do not lead to them any more.
    fn forget_lost_ways(&mut self) {
        let mut ways: Set<(BlockId, BlockId)> = Set::default();
        for (from, block) in self.body.blocks.iter_ids() {
            ways.extend(block.last().into_iter().flat_map(|end| ways_out(&end.inst)).map(|to| (from, to)));
        }
        for to in self.body.blocks.ids() {
            for data in &mut self.body.blocks[to] {
                if let Inst::Phi(incoming) = &mut data.inst {
                    let kept = incoming.iter().copied().filter(|(from, _)| ways.contains(&(*from, to)));
                    *incoming = kept.collect();
                }
            }
        }
    }

    fn phi(&mut self, phi: Value<'m>) -> Converted {
        let entry = |(from, value)| Ok((self.target(from), self.operand(value)?));
        Ok(Some(Inst::Phi(phi.incoming().map(entry).collect::<Result<_, _>>()?)))
    }

    fn alloca(&mut self, inst: Value<'m>) -> Converted {
        let ty = self.cx.ty(inst.allocated_type())?;
        let name = match self.variables.get(&inst) {
            Some(name) => Some(name.clone()),
            None if inst.name().is_empty() => None,
            None => Some(inst.name_text().into()),
        };
        let layout = self.cx.out.types.layout(ty);
        let (size, natural) = (layout.size, layout.align);
        let align = match inst.alignment() {
            0 => natural,
            stated => stated,
        };
        Ok(Some(Inst::Alloca(Box::new(Alloca { size, count: self.nth(inst, 0)?, align, name }))))
    }

    fn pointer_add(&mut self, inst: Value<'m>) -> Converted {
        let (offset, terms) = self.cx.offsets(inst, Lanes::All)?;
        let base = self.nth(inst, 0)?;
        let mut converted = Vec::with_capacity(terms.len());
        for (value, scale) in terms {
            let index = self.operand(value)?;
            let ty = self.cx.out.operand_type(&self.body, index);
            let lane = self.cx.out.types.lane(ty);
            if self.cx.out.types.scalar_width(lane).is_none_or(|width| width > 64) {
                return Err(Unsupported::new(format!("getelementptr with an index of type {}", value.ty())));
            }
            converted.push(Term { index, scale });
        }
        converted.extend(self.missing_lanes(inst, base, &converted)?);
        let leads = self.cx.leads(inst)?;
        Ok(Some(Inst::PtrAdd { base, offset, terms: converted.into(), leads }))
    }

    /// A zero for every lane, where the result is a vector but the constant index that made it so is gone.
    fn missing_lanes(
        &mut self,
        inst: Value<'m>,
        base: Operand,
        terms: &[Term],
    ) -> Result<Option<Term>, Unsupported> {
        let result = self.cx.ty(inst.ty())?;
        let TypeKind::Vector { lanes, .. } = *self.cx.out.types.kind(result) else { return Ok(None) };
        let mut operands = std::iter::once(base).chain(terms.iter().map(|term| term.index));
        let is_vector = |operand| {
            let ty = self.cx.out.operand_type(&self.body, operand);
            matches!(self.cx.out.types.kind(ty), TypeKind::Vector { .. })
        };
        if operands.any(is_vector) {
            return Ok(None);
        }
        let element = self.cx.out.types.int(64);
        let ty = self.cx.out.types.intern(TypeKind::Vector { element, lanes });
        let zeros = self.cx.out.consts.intern(ConstKind::Zero(ty));
        Ok(Some(Term { index: Operand::Const(zeros), scale: 1 }))
    }

    fn switch(&mut self, inst: Value<'m>) -> Converted {
        let mut successors = inst.successors();
        let default = self.target(successors.next().expect("a switch has a default"));
        let case = |(number, to)| Ok((exact_bits(inst.case_value(number))?, self.target(to)));
        let cases = (1..).zip(successors).map(case).collect::<Result<_, _>>()?;
        Ok(Some(Inst::Switch { value: self.nth(inst, 0)?, default, cases }))
    }

    fn branch(&mut self, inst: Value<'m>) -> Converted {
        let targets: Vec<BlockId> = inst.successors().map(|to| self.target(to)).collect();
        Ok(Some(match targets[..] {
            [to] => Inst::Br(to),
            [then, otherwise] => Inst::CondBr(self.nth(inst, 0)?, then, otherwise),
            _ => return Err(Unsupported::new("br with more than two ways")),
        }))
    }

    fn call_and_jump(&mut self, inst: Value<'m>) -> Converted {
        refuse_bundles(inst)?;
        match Assembly::of(inst.called_value()) {
            Some(assembly) => self.asm_goto(inst, &assembly),
            None => Err(Unsupported::new("callbr of a function")),
        }
    }

    /// The number of an instruction's result, if it has one.
    pub(crate) fn value_of(&self, inst: Value<'m>) -> Option<Local> {
        self.values.get(&inst).copied()
    }

    /// How many instructions the current block has so far, and the function values.
    pub(crate) fn mark(&self) -> (usize, usize) {
        (self.block.len(), self.body.values.len())
    }

    /// Takes back the instructions that were appended since [`Self::mark`], and their results.
    pub(crate) fn back_to(&mut self, (instructions, values): (usize, usize)) {
        self.block.truncate(instructions);
        self.body.values = self.body.values.iter().copied().take(values).collect();
    }

    fn invoke(&mut self, inst: Value<'m>) -> Converted {
        let result = self.values.get(&inst).copied();
        if let Some(call) = self.call(inst)? {
            self.push(result, call);
        }
        self.lost_ways = true;
        Ok(Some(Inst::Br(self.target(inst.normal_destination()))))
    }
}

/// Where an instruction may lead.
fn ways_out(inst: &Inst) -> Vec<BlockId> {
    match inst {
        Inst::Br(to) => vec![*to],
        Inst::CondBr(_, then, otherwise) => vec![*then, *otherwise],
        Inst::Switch { default, cases, .. } => {
            std::iter::once(*default).chain(cases.iter().map(|(_, to)| *to)).collect()
        }
        Inst::IndirectBr(_, targets) => targets.to_vec(),
        _ => Vec::new(),
    }
}
