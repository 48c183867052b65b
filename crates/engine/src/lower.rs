//! From a function of the module to the form that is stepped.
//!
//! One pass over the blocks. Each rooms' functions handle one family of instructions; what they share is
//! here: registers, constants and the list of operations.

mod arith;
mod call;
mod checks;
mod control;
mod intrinsic;
mod memory;
mod registers;
mod undefined;
mod vector;
mod virtuals;

use std::{
    cell::{Cell, OnceCell},
    rc::Rc,
};

use vellum_analysis::loop_heads;
use vellum_bits::FloatKind;
use vellum_collections::{Id, IdVec, Map, cast::len32};
use vellum_ir::{
    BlockId, Body, Const, FuncId, Inst, InstData, Loc, Module, Operand, Type, TypeKind, Types, Value,
};
use vellum_memory::{FrameLayout, Pointers};

use crate::{
    code::{Class, Code, LocalByte, Op, OpSource, ParamSlot, Pass, Shape, Slot},
    program::Program,
};
use checks::CheckedPointers;
use control::Branches;
use registers::Registers;
use virtuals::{Virtual, virtuals};

/// Decodes a function.
pub(crate) fn function(program: &Program, id: FuncId, body: &Body) -> Code {
    let mut lower = Lower::new(program, id, body);
    lower.params();
    lower.locals();
    lower.outside_pointers();
    for (block, insts) in body.blocks.iter_ids() {
        lower.block(block, insts);
    }
    lower.finish()
}

/// A function being decoded.
struct Lower<'p> {
    program: &'p Program,
    module: &'p Module,
    id: FuncId,
    body: &'p Body,
    registers: Registers,
    branches: Branches,
    /// The blocks at which loops begin, where that is checked.
    heads: Option<IdVec<BlockId, bool>>,
    /// Where pointers come from, where that is checked.
    checked: CheckedPointers<'p>,
    /// Places of locals that are addressed directly.
    places: Map<Value, Place>,
    /// For each value, whether it is used by more than arithmetic.
    kept: IdVec<Value, bool>,
    /// For each value, whether a `select` may drop it; found when first needed.
    dropped: OnceCell<IdVec<Value, bool>>,
    /// For each value that is a virtual pointer, where its life ends.
    virtuals: IdVec<Value, Option<usize>>,
    /// The virtual pointers so far.
    pointers: Map<Value, Virtual<'p>>,
    /// The registers of constant pointers that lead out of their globals.
    outside: Map<Const, Slot>,
    /// The locals that live in a part of a call, and where it is said what they are.
    scopes: Map<Value, u32>,
    /// Whether the stack may be restored to what it was before.
    restores: bool,
    layout: FrameLayout,
    code: Code,
    source: OpSource,
}

/// A byte of a local.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Where the local is in the frame.
    local: LocalByte,
    /// Size of the local.
    size: u64,
    /// Offset inside the local; may be out of bounds until it is used.
    offset: i64,
    /// Whether it is kept which of its bytes were written.
    tracked: bool,
}

impl<'p> Lower<'p> {
    fn new(program: &'p Program, id: FuncId, body: &'p Body) -> Self {
        let module = program.module();
        let virtuals = virtuals(module, body);
        let code = Code {
            ops: Vec::new(),
            sources: Vec::new(),
            template: Vec::new(),
            params: Vec::new(),
            signature: 0,
            result: Shape::of(&module.types, module.functions[id].result),
            edges: Vec::new(),
            moves: Vec::new(),
            calls: Vec::new(),
            calcs: Vec::new(),
            accesses: Vec::new(),
            switches: Vec::new(),
            jumps: Vec::new(),
            allocas: Vec::new(),
            steps: Vec::new(),
            variadics: Vec::new(),
            texts: Vec::new(),
            bugs: Vec::new(),
            checked_shifts: Vec::new(),
            layout: Rc::new(FrameLayout::new(0, Pointers::Stay)),
            entry_cost: body.blocks.iter().next().map_or(0, |entry| len32(entry.len())),
            function: id,
            part: program.part(id),
            seen: Box::default(),
            called: Cell::new(false),
            blocks: IdVec::new(),
            reads: OnceCell::new(),
            keeps: Box::default(),
            rings: OnceCell::new(),
        };
        Self {
            program,
            module,
            id,
            body,
            registers: if program.checks().fields {
                // An access looks at the whole way to it.
                Registers::unshared(body)
            } else {
                Registers::new(module, body, &virtuals)
            },
            branches: Branches::new(body),
            heads: program.checks().loops.then(|| loop_heads(body)),
            checked: CheckedPointers::new(program.checks(), body),
            places: Map::default(),
            kept: arith::kept(body),
            dropped: OnceCell::new(),
            virtuals,
            pointers: Map::default(),
            outside: Map::default(),
            scopes: Map::default(),
            restores: body.blocks.iter().flatten().any(memory::restores_stack),
            layout: FrameLayout::new(0, Pointers::Escape),
            code,
            source: OpSource { loc: None, remaining: 0 },
        }
    }

    fn params(&mut self) {
        let function = &self.module.functions[self.id];
        for (i, param) in function.params.iter().enumerate() {
            let slot = self.registers.define(Value::from_index(i), self.slots(param.ty));
            let shape = Shape::of(&self.module.types, param.ty);
            self.code.params.push(ParamSlot { slot, shape });
        }
        let shapes = self.code.params.iter().map(|param| param.shape).collect();
        self.code.signature = self.program.signature(shapes);
    }

    fn block(&mut self, block: BlockId, insts: &'p [InstData]) {
        self.branches.start(block, len32(self.code.ops.len()));
        self.round(block, insts);
        for (position, data) in insts.iter().enumerate() {
            let loc = data.loc.or_else(|| self.jump_to(block, &data.inst));
            self.source = OpSource { loc, remaining: len32(insts.len() - position - 1) };
            self.registers.enter(block, position);
            self.inst(block, insts, position);
            // The jump after a fused comparison still reads the comparison's operands.
            if !self.is_fused(insts, position) {
                self.registers.leave(&data.inst);
                self.leave_virtuals(&data.inst);
            }
        }
        self.registers.leave_block();
    }

    /// Where the jump stands that leads to a computed jump: clang has one of these for all of a function, without a position.
    fn jump_to(&self, block: BlockId, inst: &Inst) -> Option<Loc> {
        if !matches!(inst, Inst::IndirectBr(..)) {
            return None;
        }
        let ends = self.body.blocks.iter().filter_map(|block| block.last());
        let mut jumps = ends.filter(|end| end.inst.successors().contains(&block));
        let only = jumps.next()?;
        if jumps.next().is_none() { only.loc } else { None }
    }

    /// Where loops are checked, accesses counted or objects brought together at random, operations at the beginning of each block.
    fn round(&mut self, block: BlockId, insts: &[InstData]) {
        self.source =
            OpSource { loc: insts.first().and_then(|data| data.loc), remaining: len32(insts.len()) };
        if let Some(heads) = &self.heads {
            let head = heads[block];
            self.emit(Op::Block { head });
        }
        let count = if self.program.checks().accesses { accesses(insts) } else { 0 };
        if count > 0 {
            self.emit(Op::Accesses { count });
        }
        if self.program.checks().relocations.is_some() {
            self.emit(Op::Relocate);
        }
    }

    fn inst(&mut self, block: BlockId, insts: &'p [InstData], position: usize) {
        let InstData { result, inst, .. } = &insts[position];
        match inst {
            Inst::Binary(op, wrap, a, b) => {
                self.check_difference(*op, *a, *b);
                self.binary(must(*result), *op, *wrap, *a, *b);
            }
            Inst::FNeg(a) => self.negate_float(must(*result), *a),
            Inst::Compare(predicate, a, b) => {
                self.check_order(*predicate, *a, *b);
                if !self.is_fused(insts, position) {
                    self.compare(must(*result), *predicate, *a, *b);
                }
            }
            Inst::FloatCompare(predicate, a, b) => {
                self.compare_floats(must(*result), *predicate, *a, *b);
            }
            Inst::Cast(op, a) => self.cast(must(*result), *op, *a),
            Inst::Select(c, a, b) => self.select(must(*result), *c, *a, *b),
            Inst::Freeze(a) => self.copy_value(must(*result), *a),
            Inst::Alloca(alloca) => self.alloca(must(*result), alloca),
            Inst::Load(address) => {
                self.check_member(*address, self.body.values[must(*result)]);
                self.load(must(*result), *address);
            }
            Inst::Store { value, address } => {
                self.check_member(*address, self.type_of(*value));
                self.store(*value, *address);
            }
            Inst::PtrAdd { base, offset, terms, .. } => {
                let (result, base) = (must(*result), *base);
                self.note_place(result, base, *offset, terms);
                match self.virtuals[result] {
                    Some(end) => {
                        let is_for_next =
                            end == position + 1 && !matches!(insts[end].inst, Inst::PtrAdd { .. });
                        self.virtual_move(result, inst, is_for_next);
                    }
                    None => self.ptr_add(result, base, *offset, terms),
                }
            }
            Inst::ExtractValue(aggregate, path) => self.extract_value(must(*result), *aggregate, path),
            Inst::InsertValue { aggregate, part, path } => {
                self.insert_value(must(*result), *aggregate, *part, path);
            }
            Inst::ExtractElement(vector, lane) => self.extract_element(must(*result), *vector, *lane),
            Inst::InsertElement { vector, element, lane } => {
                self.insert_element(must(*result), *vector, *element, *lane);
            }
            Inst::Shuffle(a, b, mask) => self.shuffle(must(*result), *a, *b, mask),
            Inst::AtomicRmw { op, address, value } => {
                self.atomic_rmw(must(*result), *op, *address, *value);
            }
            Inst::CmpXchg { address, expected, new } => {
                self.compare_exchange(must(*result), *address, *expected, *new);
            }
            Inst::Call(_) if self.marker(inst) => (),
            Inst::Call(call) => self.call(*result, call),
            Inst::VaArg(list) => self.va_arg(must(*result), *list),
            Inst::Phi(_) => (),
            Inst::Unsupported(text) => self.unsupported(text),
            Inst::Br(_)
            | Inst::CondBr(..)
            | Inst::Switch { .. }
            | Inst::IndirectBr(..)
            | Inst::Ret(_)
            | Inst::Unreachable => self.terminator(block, insts, inst),
        }
    }

    fn finish(mut self) -> Code {
        self.resolve_edges();
        self.code.blocks = self.branches.into_starts();
        self.code.seen = vec![Cell::new(false); self.code.edges.len()].into();
        (self.code.template, self.code.keeps) = self.registers.into_template();
        self.code.layout = Rc::new(self.layout);
        self.code
    }

    fn types(&self) -> &'p Types {
        &self.module.types
    }

    fn type_of(&self, operand: Operand) -> Type {
        self.module.operand_type(self.body, operand)
    }

    /// Registers a value of `ty` takes.
    fn slots(&self, ty: Type) -> u32 {
        self.types().layout(ty).slots
    }

    /// The register of `value`, made when first asked for.
    fn define(&mut self, value: Value) -> Slot {
        self.registers.define(value, self.slots(self.body.values[value]))
    }

    /// The first register of `operand`.
    fn read(&mut self, operand: Operand) -> Slot {
        match operand {
            Operand::Value(value) => self.define(value),
            Operand::Const(constant) if let Some(&slot) = self.outside.get(&constant) => slot,
            Operand::Const(constant) => match self.program.const_words(constant).as_slice() {
                [word] => self.registers.word(*word),
                words => self.registers.words(constant, words),
            },
        }
    }

    /// The register that always holds `word`.
    fn word(&mut self, word: u64) -> Slot {
        self.registers.word(word)
    }

    /// The value of a constant operand of at most 64 bits.
    fn constant(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Value(_) => None,
            Operand::Const(constant) => match self.program.const_words(constant).as_slice() {
                [word] => Some(*word),
                _ => None,
            },
        }
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.sources.push(self.source);
    }

    fn unsupported(&mut self, text: &str) {
        let text = self.text(text);
        self.emit(Op::Unsupported { text });
    }

    /// The number of a text that an operation may end with.
    fn text(&mut self, text: &str) -> u32 {
        self.code.texts.push(text.into());
        len32(self.code.texts.len() - 1)
    }

    /// Copies `count` registers.
    fn copy(&mut self, d: Slot, a: Slot, count: u32) {
        match count {
            0 => (),
            1 => self.emit(Op::Move { d, a }),
            _ => self.emit(Op::MoveMany { d, a, count }),
        }
    }

    fn copy_value(&mut self, result: Value, operand: Operand) {
        let (d, a) = (self.define(result), self.read(operand));
        let count = self.slots(self.body.values[result]);
        self.copy(d, a, count);
    }
}

impl Shape {
    /// What a value of `ty` looks like when passed.
    pub(crate) fn of(types: &Types, ty: Type) -> Self {
        let slots = types.layout(ty).slots;
        let class = match types.kind(ty) {
            TypeKind::Void => Class::Void,
            TypeKind::Int(_) | TypeKind::Ptr if slots == 1 => Class::Word,
            TypeKind::Float(kind) if slots == 1 => Class::Float(*kind),
            _ => Class::Other,
        };
        let width = types.scalar_width(ty).filter(|_| slots == 1).unwrap_or(64);
        Self { class, slots, width }
    }
}

impl Pass {
    /// How a value of `ty` is passed.
    fn of(types: &Types, ty: Type) -> Self {
        match *types.kind(ty) {
            TypeKind::Int(width) if width <= 128 => Self::General(width.div_ceil(64)),
            TypeKind::Ptr => Self::General(1),
            TypeKind::Float(FloatKind::X87) => Self::Memory,
            TypeKind::Float(_) => Self::Vector,
            TypeKind::Vector { .. } if types.layout(ty).store <= 16 => Self::Vector,
            _ => Self::Memory,
        }
    }
}

/// The loads and stores among instructions.
fn accesses(insts: &[InstData]) -> u32 {
    let count = |data: &InstData| match data.inst {
        Inst::Load(_) | Inst::Store { .. } => 1,
        Inst::AtomicRmw { .. } | Inst::CmpXchg { .. } => 2,
        _ => 0,
    };
    insts.iter().map(count).sum()
}

/// The value of an instruction that has one.
fn must(result: Option<Value>) -> Value {
    result.expect("the verifier saw a result")
}

/// A width of at most 64 bits in the form operations hold it.
fn narrow(width: u32) -> u8 {
    debug_assert!((1..=64).contains(&width), "{width} bits are no word");
    u8::try_from(width).unwrap_or(64)
}

/// The registers from `first` on, `stride` apart.
fn lane(first: Slot, stride: u32, lane: u32) -> Slot {
    first + stride * lane
}

/// A position in a list, as a number operations hold.
fn push<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    len32(list.len() - 1)
}

/// Bytes of a load or store that is one word: 1 to 8.
fn word_bytes(bytes: u64) -> Option<u8> {
    u8::try_from(bytes).ok().filter(|bytes| (1..=8).contains(bytes))
}
