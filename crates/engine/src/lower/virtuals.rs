//! Moved pointers that nobody keeps.
//!
//! Most pointers are moved for an access right there, as in `a[i].x`. Such a pointer is *virtual*, it gets no register:
//! whoever accesses memory through it starts from the pointer it was moved from and goes the whole way at once. So
//! nothing is asked about where the moved pointer leads, but what every access is asked anyway.

use vellum_collections::{IdVec, Map};
use vellum_ir::{Body, Inst, Module, Operand, Term, Type, TypeKind, Value};

use super::{Lower, must};
use crate::code::{Op, Slot, Step};

/// How far a pointer is moved.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moved {
    /// By as many bytes as a register says.
    By(Slot),
    /// By a step.
    Index { w: u8, index: Slot, step: u32 },
}

/// A virtual pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Virtual<'p> {
    /// The pointer it was moved from, which is not virtual.
    from: Operand,
    distance: Distance<'p>,
    /// The move that made it.
    inst: Option<&'p Inst>,
}

/// How far away a virtual pointer is.
#[derive(Clone, Copy, Debug)]
enum Distance<'p> {
    /// So many bytes.
    Bytes(u64),
    /// As many bytes as a register says.
    Register(Slot),
    /// So many bytes and a term, which the next instruction adds.
    Term(u64, &'p Term),
}

/// For each value that is a virtual pointer, the position in its block where it, or one it is moved to, is used last.
pub(super) fn virtuals(module: &Module, body: &Body) -> IdVec<Value, Option<usize>> {
    let mut uses: IdVec<Value, u32> = body.values.iter().map(|_| 0).collect();
    for data in body.blocks.iter().flatten() {
        data.inst.for_each_operand(|operand| {
            if let Operand::Value(value) = operand {
                uses[value] += 1;
            }
        });
    }
    let mut virtuals: IdVec<Value, Option<usize>> = body.values.iter().map(|_| None).collect();
    for insts in &body.blocks {
        // How often a pointer is used without being needed, and where last.
        let mut seen: Map<Value, (u32, usize)> = Map::default();
        for (position, data) in insts.iter().enumerate().rev() {
            let mut last = position;
            if let (Inst::PtrAdd { .. }, Some(result)) = (&data.inst, data.result)
                && let Some(&(count, end)) = seen.get(&result)
                && count == uses[result]
            {
                virtuals[result] = Some(end);
                last = end;
            }
            if let Some(pointer) = started_from(module, body, &data.inst, data.result) {
                let (count, end) = seen.entry(pointer).or_default();
                (*count, *end) = (*count + 1, last.max(*end));
            }
        }
    }
    virtuals
}

/// The pointer that an instruction accesses a word through, or moves, and does nothing else with.
fn started_from(module: &Module, body: &Body, inst: &Inst, result: Option<Value>) -> Option<Value> {
    let is_word = |ty: Type| {
        let is_scalar = module.types.scalar_width(ty).is_some_and(|width| width <= 64);
        is_scalar && matches!(module.types.layout(ty).store, 1 | 2 | 4 | 8)
    };
    match *inst {
        Inst::Load(Operand::Value(address)) if is_word(body.values[must(result)]) => Some(address),
        Inst::Store { value, address: Operand::Value(address) }
            if value != Operand::Value(address) && is_word(module.operand_type(body, value)) =>
        {
            Some(address)
        }
        Inst::PtrAdd { base: Operand::Value(base), .. } => {
            (*module.types.kind(body.values[must(result)]) == TypeKind::Ptr).then_some(base)
        }
        _ => None,
    }
}

impl<'p> Lower<'p> {
    /// Decodes a move of a pointer to one that is virtual. The only instruction that uses it may be the next one.
    pub(super) fn virtual_move(&mut self, result: Value, inst: &'p Inst, is_for_next: bool) {
        let Inst::PtrAdd { base, offset, terms, .. } = inst else { return };
        let Virtual { from, distance, .. } = self.virtual_of(*base);
        let distance = match (distance, &terms[..]) {
            (Distance::Bytes(start), [term]) if is_for_next => {
                Distance::Term(start.wrapping_add_signed(*offset), term)
            }
            _ => self.farther(result, distance, *offset, terms),
        };
        self.pointers.insert(result, Virtual { from, distance, inst: Some(inst) });
    }

    /// Decoding is done with an instruction: what the virtual pointers it uses are made of may be free, too.
    pub(super) fn leave_virtuals(&mut self, inst: &Inst) {
        let mut todo = Vec::new();
        let Self { pointers, registers, .. } = self;
        let add = |inst: &Inst, todo: &mut Vec<&'p Inst>| {
            inst.for_each_operand(|operand| {
                if let Operand::Value(value) = operand {
                    todo.extend(pointers.get(&value).and_then(|pointer| pointer.inst));
                }
            });
        };
        add(inst, &mut todo);
        while let Some(made_by) = todo.pop() {
            registers.leave(made_by);
            add(made_by, &mut todo);
        }
    }

    /// Decodes a move of a pointer that is virtual to one that is not.
    pub(super) fn real_move(&mut self, result: Value, base: Operand, offset: i64, terms: &[Term]) {
        let Virtual { from, distance, .. } = self.virtual_of(base);
        let distance = self.farther(result, distance, offset, terms);
        let (base, moved) = (self.read(from), self.way(distance));
        let d = self.define(result);
        self.emit(advance(d, base, moved));
    }

    /// Whether a pointer is virtual.
    pub(super) fn is_virtual(&self, pointer: Operand) -> bool {
        matches!(pointer, Operand::Value(value) if self.pointers.contains_key(&value))
    }

    /// A pointer as one that is virtual.
    fn virtual_of(&self, base: Operand) -> Virtual<'p> {
        let known = match base {
            Operand::Value(value) => self.pointers.get(&value).copied(),
            Operand::Const(_) => None,
        };
        known.unwrap_or(Virtual { from: base, distance: Distance::Bytes(0), inst: None })
    }

    /// A distance and some more, in the register of `result` if it has to be computed.
    fn farther(
        &mut self,
        result: Value,
        distance: Distance<'p>,
        offset: i64,
        terms: &[Term],
    ) -> Distance<'p> {
        let (sum, offset) = match distance {
            Distance::Bytes(start) if terms.is_empty() => {
                return Distance::Bytes(start.wrapping_add_signed(offset));
            }
            Distance::Register(_) if terms.is_empty() && offset == 0 => return distance,
            Distance::Bytes(start) => (self.word(0), start.wrapping_add_signed(offset)),
            Distance::Register(sum) => (sum, offset.cast_unsigned()),
            Distance::Term(..) => unreachable!("a term is left to an access"),
        };
        let d = self.define(result);
        self.sum(d, sum, offset, terms);
        Distance::Register(d)
    }

    /// The register of a pointer, which it gets for this instruction if it is virtual.
    pub(super) fn pointer(&mut self, pointer: Operand) -> Slot {
        let Some((base, moved)) = self.way_to(pointer) else { return self.read(pointer) };
        let d = self.registers.temporary(1);
        self.emit(advance(d, base, moved));
        d
    }

    /// The distance `sum`, some bytes and terms.
    pub(super) fn sum(&mut self, d: Slot, mut sum: Slot, mut offset: u64, terms: &[Term]) {
        for term in terms {
            let Moved::Index { w, index, step } = self.step(offset, term) else { continue };
            self.emit(Op::Scale { w, d, sum, index, step });
            (sum, offset) = (d, 0);
        }
        if terms.is_empty() {
            let b = self.word(offset);
            self.emit(Op::Add { w: 64, d, a: sum, b });
        }
    }

    fn step(&mut self, offset: u64, term: &Term) -> Moved {
        let index = self.read(term.index);
        // An index wider than 64 bits counts modulo 2^64: its low register is all that matters.
        let w = super::narrow(self.lane_width(self.type_of(term.index)).min(64));
        let step = super::push(&mut self.code.steps, Step { scale: term.scale.cast_unsigned(), offset });
        Moved::Index { w, index, step }
    }

    /// Where an access through `address` starts, and how far it goes from there; `None` if that is no virtual pointer.
    pub(super) fn way_to(&mut self, address: Operand) -> Option<(Slot, Moved)> {
        let Operand::Value(value) = address else { return None };
        let Virtual { from, distance, .. } = *self.pointers.get(&value)?;
        Some((self.read(from), self.way(distance)))
    }

    fn way(&mut self, distance: Distance<'_>) -> Moved {
        match distance {
            Distance::Bytes(bytes) => Moved::By(self.word(bytes)),
            Distance::Register(slot) => Moved::By(slot),
            Distance::Term(offset, term) => self.step(offset, term),
        }
    }
}

/// The move of a pointer.
pub(super) fn advance(d: Slot, base: Slot, moved: Moved) -> Op {
    match moved {
        Moved::By(by) => Op::Advance { d, base, by },
        Moved::Index { w, index, step } => Op::Index { w, d, base, index, step },
    }
}
