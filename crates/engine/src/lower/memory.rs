//! Loads, stores, addresses, locals and atomics.

use vellum_analysis::{Marker, scoped_locals, surely_written};
use vellum_collections::{Id, cast::len64};
use vellum_ir::{
    Alloca, BinaryOp, Callee, Const, Inst, InstData, IntPredicate, Intrinsic, Operand, RmwOp, Term, Type,
    TypeKind, Value,
};

use vellum_memory::{FrameLayout, Life, Owner, Pointers};

use super::{
    Lower, Place, lane, narrow, push,
    virtuals::{Moved, advance},
    word_bytes,
};
use crate::{
    code::{AllocaSite, LeafAccess, LocalByte, Op, OpSource, Pass, Slot, Step, Variadic},
    origin::Maker,
    scalar::IntFn,
};

/// The hash of Fowler, Noll and Vo: of nothing, and what it is multiplied with.
const FNV: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

impl Lower<'_> {
    /// Gives the fixed-size locals of the entry block their places in the frame.
    pub(super) fn locals(&mut self) {
        let body = self.body;
        let Some(entry) = body.blocks.iter().next() else { return };
        let tracks = self.program.checks().uninitialised;
        let written = surely_written(self.module, body);
        let scoped = scoped_locals(self.module, body, &written);
        let mut locals = Vec::new();
        for data in entry {
            let (Inst::Alloca(alloca), Some(value)) = (&data.inst, data.result) else { continue };
            let Some(count) = self.constant(alloca.count) else { continue };
            let Some(size) = alloca.size.checked_mul(count) else { continue };
            if scoped.contains(&value) {
                let (element, align) = (size, alloca.align);
                let owner = self.owner(value, Life::Scope);
                let site =
                    push(&mut self.code.allocas, AllocaSite { element, align, owner, count_width: 64 });
                self.scopes.insert(value, site);
            } else {
                locals.push((size, alloca.align, value));
            }
        }
        // What is only loaded and stored leaves no pointer; garbage of what is tracked is told apart by its address.
        let stay = locals.iter().all(|(_, _, value)| written.contains(value));
        let pointers = if stay { Pointers::Stay } else { Pointers::Escape };
        self.layout = FrameLayout::new(self.key(), pointers);
        // Large locals live apart from the block and come last, tracked ones first: shadows end with the last of them.
        locals.sort_by_key(|(size, _, value)| (FrameLayout::is_large(*size), written.contains(value)));
        for (size, align, value) in locals {
            let origin = Maker::Local(self.id, value).origin();
            let tracked = tracks && !written.contains(&value);
            if let Some(local) = self.layout.add(size, align, origin, tracked) {
                let local = LocalByte { address: local.offset, byte: local.byte };
                self.places.insert(value, Place { local, size, offset: 0, tracked });
            }
        }
    }

    /// Follows a marker of a local's life.
    ///
    /// Says whether the instruction is one.
    pub(super) fn marker(&mut self, inst: &Inst) -> bool {
        let Some(marker) = Marker::of(inst) else { return false };
        let (Marker::Begin(local) | Marker::End(local)) = marker;
        if let Some(&site) = self.scopes.get(&local) {
            let d = self.define(local);
            self.emit(match marker {
                Marker::Begin(_) => Op::BeginScope { d, site },
                Marker::End(_) => Op::EndScope { d },
            });
        }
        true
    }

    /// Whose a block is that is a local's alone.
    fn owner(&self, local: Value, life: Life) -> Owner {
        let key = self.key().wrapping_add(len64(local.index()));
        Owner { origin: Maker::Local(self.id, local).origin(), key, life }
    }

    /// A number that follows from the function's name.
    fn key(&self) -> u64 {
        let name = &self.module.functions[self.id].name;
        name.bytes().fold(FNV, |key, byte| (key ^ u64::from(byte)).wrapping_mul(FNV_PRIME))
    }

    /// Constant pointers that lead out of the global they were made from are made when the function begins: they are no
    /// numbers.
    pub(super) fn outside_pointers(&mut self) {
        let body = self.body;
        let mut found: Vec<(Const, (u64, u64))> = Vec::new();
        for data in body.blocks.iter().flatten() {
            data.inst.for_each_operand(|operand| {
                if let Operand::Const(constant) = operand {
                    found.extend(self.program.outside_pointer(constant).map(|pointer| (constant, pointer)));
                }
            });
        }
        self.source = OpSource { loc: None, remaining: self.code.entry_cost };
        for (constant, (base, offset)) in found {
            if !self.outside.contains_key(&constant) {
                let d = self.registers.permanent(1);
                let (base, by) = (self.word(base), self.word(offset));
                self.emit(Op::Advance { d, base, by });
                self.outside.insert(constant, d);
            }
        }
    }

    pub(super) fn alloca(&mut self, result: Value, alloca: &Alloca) {
        let d = self.define(result);
        if let Some(place) = self.places.get(&result) {
            let offset = place.local.address;
            return self.emit(Op::LocalAddress { d, offset });
        }
        if self.scopes.contains_key(&result) {
            let a = self.word(0);
            return self.emit(Op::Move { d, a });
        }
        let ty = self.type_of(alloca.count);
        let life = if self.restores { Life::Restored } else { Life::Call };
        let site = AllocaSite {
            element: alloca.size,
            align: alloca.align,
            owner: self.owner(result, life),
            count_width: self.lane_width(ty),
        };
        let count = self.read(alloca.count);
        let site = push(&mut self.code.allocas, site);
        self.emit(Op::Alloca { d, count, site });
    }

    /// The frame offset of an access of `bytes` bytes at `address`, when it is certainly inside a small local, and
    /// whether that is tracked.
    fn local_access(&self, address: Operand, bytes: u64) -> Option<(LocalByte, bool)> {
        let Operand::Value(value) = address else { return None };
        let place = self.places.get(&value).filter(|place| !FrameLayout::is_large(place.size))?;
        let offset = u64::try_from(place.offset).ok()?;
        let inside = offset.checked_add(bytes)? <= place.size;
        let offset = u32::try_from(offset).ok()?;
        let LocalByte { address, byte } = place.local;
        inside.then(|| (LocalByte { address: address + offset, byte: byte + offset }, place.tracked))
    }

    pub(super) fn load(&mut self, result: Value, address: Operand) {
        let d = self.define(result);
        self.load_value(d, self.body.values[result], address);
    }

    /// Loads a value of `ty` into the registers from `d` on.
    pub(super) fn load_value(&mut self, d: Slot, ty: Type, address: Operand) {
        let store = self.types().layout(ty).store;
        let width = self.types().scalar_width(ty).filter(|&width| width <= 64);
        let (Some(width), Some(n)) = (width, word_bytes(store)) else {
            return self.load_many(d, ty, address);
        };
        match self.local_access(address, store).and_then(|place| load_local(n, d, place)) {
            Some(op) => self.emit(op),
            None => match self.way_to(address) {
                Some((base, moved)) => self.emit(load_at(n, d, base, moved)),
                None => {
                    let address = self.read(address);
                    self.emit(load(n, d, address));
                }
            },
        }
        if u64::from(width) < 8 * store {
            self.emit(Op::Truncate { w: narrow(width), d, a: d });
        }
    }

    fn load_many(&mut self, d: Slot, ty: Type, address: Operand) {
        let Some((access, size)) = self.access(ty) else { return };
        // What has no bytes is nowhere, so no address is wrong.
        if size == 0 {
            return;
        }
        let address = self.read(address);
        self.emit(Op::LoadMany { d, address, access, size });
    }

    /// The scalars of a value that is accessed whole; `None` (and an operation that says so) if it is too
    /// large for registers.
    fn access(&mut self, ty: Type) -> Option<(u32, u32)> {
        let Ok(size) = u32::try_from(self.types().layout(ty).store) else {
            self.unsupported("load or store of a value of 4 GiB or more");
            return None;
        };
        let leaves = self.leaves(ty);
        Some((push(&mut self.code.accesses, leaves.into()), size))
    }

    /// The scalars of a value.
    pub(super) fn leaves(&self, ty: Type) -> Box<[LeafAccess]> {
        let leaves = self.types().leaves(ty);
        leaves.iter().map(|leaf| LeafAccess { bit: leaf.bit, width: leaf.width, slot: leaf.slot }).collect()
    }

    pub(super) fn store(&mut self, value: Operand, address: Operand) {
        let ty = self.type_of(value);
        let v = self.read(value);
        self.store_value(v, ty, address);
    }

    /// Stores the value of `ty` in the registers from `v` on.
    pub(super) fn store_value(&mut self, v: Slot, ty: Type, address: Operand) {
        let store = self.types().layout(ty).store;
        let is_word = self.types().scalar_width(ty).is_some_and(|width| width <= 64);
        let (true, Some(n)) = (is_word, word_bytes(store)) else {
            let Some((access, size)) = self.access(ty).filter(|(_, size)| *size > 0) else { return };
            let address = self.read(address);
            return self.emit(Op::StoreMany { v, address, access, size });
        };
        match self.local_access(address, store).and_then(|place| store_local(n, place, v)) {
            Some(op) => self.emit(op),
            None => match self.way_to(address) {
                Some((base, moved)) => self.emit(store_at(n, base, moved, v)),
                None => {
                    let address = self.read(address);
                    self.emit(store_word(n, address, v));
                }
            },
        }
    }

    /// Notes where a moved pointer leads, if it is a local and how far is known.
    pub(super) fn note_place(&mut self, result: Value, base: Operand, offset: i64, terms: &[Term]) {
        if let (Operand::Value(value), []) = (base, terms)
            && let Some(&place) = self.places.get(&value)
            && let Some(sum) = place.offset.checked_add(offset)
        {
            self.places.insert(result, Place { offset: sum, ..place });
        }
    }

    pub(super) fn ptr_add(&mut self, result: Value, base: Operand, offset: i64, terms: &[Term]) {
        let lanes = self.types().lanes(self.body.values[result]);
        let d = self.define(result);
        if let Some(place) = self.places.get(&result).copied() {
            let is_inside = u64::try_from(place.offset).is_ok_and(|offset| offset <= place.size);
            if is_inside && let Ok(inside) = u32::try_from(place.offset) {
                return self.emit(Op::LocalAddress { d, offset: place.local.address + inside });
            }
        }
        if self.is_virtual(base) {
            return self.real_move(result, base, offset, terms);
        }
        let base = self.broadcast(base);
        let terms = self.broadcast_terms(terms);
        for i in 0..lanes {
            let (d, base) = (lane(d, 1, i), lane(base.0, base.1, i));
            let op = match self.moved(offset, &terms, i) {
                _ if offset == 0 && terms.is_empty() => Op::Move { d, a: base },
                moved => advance(d, base, moved),
            };
            self.emit(op);
        }
    }

    /// An operand's first register and the distance to its next lane: 0 if it is the same for all lanes.
    fn broadcast(&mut self, operand: Operand) -> (Slot, u32) {
        let ty = self.type_of(operand);
        let is_vector = matches!(self.types().kind(ty), TypeKind::Vector { .. });
        let stride = if is_vector { self.slots(self.types().lane(ty)) } else { 0 };
        (self.read(operand), stride)
    }

    fn broadcast_terms(&mut self, terms: &[Term]) -> Vec<Scaled> {
        let scaled = |term: &Term| Scaled {
            index: self.broadcast(term.index),
            // An index wider than 64 bits counts modulo 2^64: its low register is all that matters.
            width: narrow(self.lane_width(self.type_of(term.index)).min(64)),
            scale: term.scale.cast_unsigned(),
        };
        terms.iter().map(scaled).collect()
    }

    /// How far a pointer is moved: by `offset` and these terms, of lane `i`.
    fn moved(&mut self, offset: i64, terms: &[Scaled], i: u32) -> Moved {
        let mut offset = offset.cast_unsigned();
        let index = |term: &Scaled| lane(term.index.0, term.index.1, i);
        if let [term] = terms {
            let step = push(&mut self.code.steps, Step { scale: term.scale, offset });
            return Moved::Index { w: term.width, index: index(term), step };
        }
        if terms.is_empty() {
            return Moved::By(self.word(offset));
        }
        let (d, mut sum) = (self.registers.temporary(1), self.word(0));
        for term in terms {
            let step = push(&mut self.code.steps, Step { scale: term.scale, offset });
            self.emit(Op::Scale { w: term.width, d, sum, index: index(term), step });
            (sum, offset) = (d, 0);
        }
        Moved::By(d)
    }

    pub(super) fn atomic_rmw(&mut self, result: Value, op: RmwOp, address: Operand, value: Operand) {
        let ty = self.type_of(value);
        let d = self.define(result);
        let count = self.slots(ty);
        let new = self.registers.temporary(count);
        let value = self.read(value);
        self.load_value(d, ty, address);
        match op {
            RmwOp::Xchg => self.copy(new, value, count),
            // The compiler makes an integer of a pointer that is moved this way.
            RmwOp::Add if count == 1 && self.types().scalar_width(ty) == Some(64) => {
                self.emit(Op::Advance { d: new, base: d, by: value });
            }
            _ => self.lanes(ty, [new, d, value], |lower, lanes| lower.combine(op, ty, lanes)),
        }
        self.store_value(new, ty, address);
    }

    /// The new value of one lane.
    fn combine(&mut self, op: RmwOp, ty: Type, [new, old, value]: [Slot; 3]) {
        if let Some(kind) = self.float_kind(ty) {
            let op = match op {
                RmwOp::FAdd => BinaryOp::FAdd,
                RmwOp::FSub => BinaryOp::FSub,
                _ => return self.unsupported("atomic floating-point minimum or maximum"),
            };
            return self.float_binary(op, kind, new, old, value);
        }
        let width = self.lane_width(ty);
        let f = match op {
            RmwOp::Add => IntFn::Add,
            RmwOp::Sub => IntFn::Sub,
            RmwOp::And | RmwOp::Nand => IntFn::And,
            RmwOp::Or => IntFn::Or,
            RmwOp::Xor => IntFn::Xor,
            RmwOp::Max => IntFn::SMax,
            RmwOp::Min => IntFn::SMin,
            RmwOp::UMax => IntFn::UMax,
            RmwOp::UMin => IntFn::UMin,
            RmwOp::USubSat => IntFn::USubSat,
            _ => return self.unsupported(&format!("atomicrmw {}", op.name())),
        };
        self.int_op(f, width, new, old, value);
        if op == RmwOp::Nand {
            let ones = self.registers.permanent_ones(width);
            self.int_op(IntFn::Xor, width, new, new, ones);
        }
    }

    pub(super) fn compare_exchange(
        &mut self,
        result: Value,
        address: Operand,
        expected: Operand,
        new: Operand,
    ) {
        let ty = self.type_of(expected);
        let (width, count) = (self.lane_width(ty), self.slots(ty));
        let d = self.define(result);
        let written = self.registers.temporary(count);
        let (expected, new) = (self.read(expected), self.read(new));
        let equal = d + count;
        self.load_value(d, ty, address);
        self.compare_scalars(IntPredicate::Eq, width, equal, d, expected);
        self.select_slots(written, equal, new, d, count);
        self.store_value(written, ty, address);
    }

    pub(super) fn va_arg(&mut self, result: Value, list: Operand) {
        let ty = self.body.values[result];
        let layout = self.types().layout(ty);
        let (size, align) = (layout.size.next_multiple_of(8), layout.align.max(8));
        let variadic = Variadic { pass: Pass::of(self.types(), ty), size, align };
        let d = self.define(result);
        let address = self.registers.temporary(1);
        let list = self.read(list);
        let arg = push(&mut self.code.variadics, variadic);
        self.emit(Op::VaNext { d: address, list, arg });
        let Some((access, size)) = self.access(ty) else { return };
        self.emit(Op::LoadMany { d, address, access, size });
    }
}

/// Whether an instruction restores the stack to what it was before.
pub(super) fn restores_stack(data: &InstData) -> bool {
    matches!(&data.inst, Inst::Call(call) if call.callee == Callee::Intrinsic(Intrinsic::StackRestore))
}

/// A term of a distance: its index's first register and the distance to the next lane's, its width, and what it counts.
struct Scaled {
    index: (Slot, u32),
    width: u8,
    scale: u64,
}

/// The load of a word of `n` bytes behind a pointer.
fn load_at(n: u8, d: Slot, base: Slot, moved: Moved) -> Op {
    match (n, moved) {
        (1, Moved::By(by)) => Op::LoadAt8 { d, base, by },
        (2, Moved::By(by)) => Op::LoadAt16 { d, base, by },
        (4, Moved::By(by)) => Op::LoadAt32 { d, base, by },
        (_, Moved::By(by)) => Op::LoadAt64 { d, base, by },
        (1, Moved::Index { w, index, step }) => Op::LoadIndex8 { w, d, base, index, step },
        (2, Moved::Index { w, index, step }) => Op::LoadIndex16 { w, d, base, index, step },
        (4, Moved::Index { w, index, step }) => Op::LoadIndex32 { w, d, base, index, step },
        (_, Moved::Index { w, index, step }) => Op::LoadIndex64 { w, d, base, index, step },
    }
}

/// The store of a word of `n` bytes behind a pointer.
fn store_at(n: u8, base: Slot, moved: Moved, v: Slot) -> Op {
    match (n, moved) {
        (1, Moved::By(by)) => Op::StoreAt8 { base, by, v },
        (2, Moved::By(by)) => Op::StoreAt16 { base, by, v },
        (4, Moved::By(by)) => Op::StoreAt32 { base, by, v },
        (_, Moved::By(by)) => Op::StoreAt64 { base, by, v },
        (1, Moved::Index { w, index, step }) => Op::StoreIndex8 { w, base, index, step, v },
        (2, Moved::Index { w, index, step }) => Op::StoreIndex16 { w, base, index, step, v },
        (4, Moved::Index { w, index, step }) => Op::StoreIndex32 { w, base, index, step, v },
        (_, Moved::Index { w, index, step }) => Op::StoreIndex64 { w, base, index, step, v },
    }
}

/// The load of a word of `n` bytes.
pub(super) fn load(n: u8, d: Slot, address: Slot) -> Op {
    match n {
        1 => Op::Load8 { d, address },
        2 => Op::Load16 { d, address },
        4 => Op::Load32 { d, address },
        8 => Op::Load64 { d, address },
        _ => Op::LoadOdd { n, d, address },
    }
}

/// The store of a word of `n` bytes.
fn store_word(n: u8, address: Slot, v: Slot) -> Op {
    match n {
        1 => Op::Store8 { address, v },
        2 => Op::Store16 { address, v },
        4 => Op::Store32 { address, v },
        8 => Op::Store64 { address, v },
        _ => Op::StoreOdd { n, address, v },
    }
}

/// The load of a word of `n` bytes of a local; `None` for sizes that have no operation of their own.
fn load_local(n: u8, d: Slot, (offset, tracked): (LocalByte, bool)) -> Option<Op> {
    Some(match (n, tracked) {
        (1, false) => Op::LoadLocal8 { d, offset },
        (2, false) => Op::LoadLocal16 { d, offset },
        (4, false) => Op::LoadLocal32 { d, offset },
        (8, false) => Op::LoadLocal64 { d, offset },
        (1, true) => Op::LoadTracked8 { d, offset },
        (2, true) => Op::LoadTracked16 { d, offset },
        (4, true) => Op::LoadTracked32 { d, offset },
        (8, true) => Op::LoadTracked64 { d, offset },
        _ => return None,
    })
}

/// The store of a word of `n` bytes to a local; `None` for sizes that have no operation of their own.
fn store_local(n: u8, (offset, tracked): (LocalByte, bool), v: Slot) -> Option<Op> {
    Some(match (n, tracked) {
        (1, false) => Op::StoreLocal8 { offset, v },
        (2, false) => Op::StoreLocal16 { offset, v },
        (4, false) => Op::StoreLocal32 { offset, v },
        (8, false) => Op::StoreLocal64 { offset, v },
        (1, true) => Op::StoreTracked8 { offset, v },
        (2, true) => Op::StoreTracked16 { offset, v },
        (4, true) => Op::StoreTracked32 { offset, v },
        (8, true) => Op::StoreTracked64 { offset, v },
        _ => return None,
    })
}
