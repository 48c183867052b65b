//! Memory operations that meet an expression, in what is stored or in where.

use vellum_collections::cast::{index, index64};
use vellum_expr::Expr;
use vellum_memory::{Access, Case, Piece, Value};

use super::find::Operands;
use crate::{
    code::{Code, LeafAccess, LocalByte, Op, Slot},
    end::{Bug, BugKind, End},
    exec::{
        Machine,
        patience::PART,
        pointer::{Address, Place},
        variadic,
    },
    externals::Beyond,
};

/// Bytes that are moved through symbolic pointers word by word; for more, each address is a path of its own.
const SHORT: u64 = 256;

impl Machine<'_> {
    /// Operations on memory, and all that are left: loads and stores of a register here.
    pub(super) fn memory_op(&mut self, op: Op, code: &Code) -> Result<(), End> {
        match op {
            Op::Load8 { d, address } => self.load_to(d, address, 1)?,
            Op::Load16 { d, address } => self.load_to(d, address, 2)?,
            Op::Load32 { d, address } => self.load_to(d, address, 4)?,
            Op::Load64 { d, address } => self.load_to(d, address, 8)?,
            Op::LoadOdd { n, d, address } => self.load_to(d, address, n.into())?,
            Op::Store8 { address, v } => self.store_from(address, 1, v)?,
            Op::Store16 { address, v } => self.store_from(address, 2, v)?,
            Op::Store32 { address, v } => self.store_from(address, 4, v)?,
            Op::Store64 { address, v } => self.store_from(address, 8, v)?,
            Op::StoreOdd { n, address, v } => self.store_from(address, n.into(), v)?,
            Op::LoadIf { n, c, d, address } => {
                if self.concrete(c)? != 0 {
                    self.load_to(d, address, n.into())?;
                }
            }
            Op::StoreIf { n, c, v, address } => {
                if self.concrete(c)? != 0 {
                    self.store_from(address, n.into(), v)?;
                }
            }
            Op::LoadLocal8 { d, offset } | Op::LoadTracked8 { d, offset } => self.load_local(d, offset, 1)?,
            Op::LoadLocal16 { d, offset } | Op::LoadTracked16 { d, offset } => {
                self.load_local(d, offset, 2)?;
            }
            Op::LoadLocal32 { d, offset } | Op::LoadTracked32 { d, offset } => {
                self.load_local(d, offset, 4)?;
            }
            Op::LoadLocal64 { d, offset } | Op::LoadTracked64 { d, offset } => {
                self.load_local(d, offset, 8)?;
            }
            Op::StoreLocal8 { offset, v } | Op::StoreTracked8 { offset, v } => {
                self.store_local(offset, 1, v)?;
            }
            Op::StoreLocal16 { offset, v } | Op::StoreTracked16 { offset, v } => {
                self.store_local(offset, 2, v)?;
            }
            Op::StoreLocal32 { offset, v } | Op::StoreTracked32 { offset, v } => {
                self.store_local(offset, 4, v)?;
            }
            Op::StoreLocal64 { offset, v } | Op::StoreTracked64 { offset, v } => {
                self.store_local(offset, 8, v)?;
            }
            _ => return self.moved_op(op, code),
        }
        Ok(())
    }

    /// Loads and stores of what is some way behind a pointer, and all that are left.
    fn moved_op(&mut self, op: Op, code: &Code) -> Result<(), End> {
        match op {
            Op::LoadAt8 { d, base, by } => {
                let place = self.advanced(base, by);
                self.load_into(d, place, 1)?;
            }
            Op::LoadAt16 { d, base, by } => {
                let place = self.advanced(base, by);
                self.load_into(d, place, 2)?;
            }
            Op::LoadAt32 { d, base, by } => {
                let place = self.advanced(base, by);
                self.load_into(d, place, 4)?;
            }
            Op::LoadAt64 { d, base, by } => {
                let place = self.advanced(base, by);
                self.load_into(d, place, 8)?;
            }
            Op::StoreAt8 { base, by, v } => {
                let place = self.advanced(base, by);
                self.store_out(place, 1, v)?;
            }
            Op::StoreAt16 { base, by, v } => {
                let place = self.advanced(base, by);
                self.store_out(place, 2, v)?;
            }
            Op::StoreAt32 { base, by, v } => {
                let place = self.advanced(base, by);
                self.store_out(place, 4, v)?;
            }
            Op::StoreAt64 { base, by, v } => {
                let place = self.advanced(base, by);
                self.store_out(place, 8, v)?;
            }
            Op::LoadIndex8 { w, d, base, index: i, step } => {
                let place = self.indexed(code, base, (w, i, step));
                self.load_into(d, place, 1)?;
            }
            Op::LoadIndex16 { w, d, base, index: i, step } => {
                let place = self.indexed(code, base, (w, i, step));
                self.load_into(d, place, 2)?;
            }
            Op::LoadIndex32 { w, d, base, index: i, step } => {
                let place = self.indexed(code, base, (w, i, step));
                self.load_into(d, place, 4)?;
            }
            Op::LoadIndex64 { w, d, base, index: i, step } => {
                let place = self.indexed(code, base, (w, i, step));
                self.load_into(d, place, 8)?;
            }
            Op::StoreIndex8 { w, base, index: i, step, v } => {
                let place = self.indexed(code, base, (w, i, step));
                self.store_out(place, 1, v)?;
            }
            Op::StoreIndex16 { w, base, index: i, step, v } => {
                let place = self.indexed(code, base, (w, i, step));
                self.store_out(place, 2, v)?;
            }
            Op::StoreIndex32 { w, base, index: i, step, v } => {
                let place = self.indexed(code, base, (w, i, step));
                self.store_out(place, 4, v)?;
            }
            Op::StoreIndex64 { w, base, index: i, step, v } => {
                let place = self.indexed(code, base, (w, i, step));
                self.store_out(place, 8, v)?;
            }
            _ => return self.block_op(op, code),
        }
        Ok(())
    }

    fn load_into(&mut self, d: Slot, place: Value, len: u32) -> Result<(), End> {
        let value = self.load(place, len)?;
        self.set(d, value);
        Ok(())
    }

    fn store_out(&mut self, place: Value, len: u32, v: Slot) -> Result<(), End> {
        let value = self.cut(v, len);
        self.store(place, len, value)
    }

    /// Operations on many bytes and on the stack, and all that are left.
    fn block_op(&mut self, op: Op, code: &Code) -> Result<(), End> {
        match op {
            Op::LoadMany { d, address, access, size } => {
                self.load_many(d, address, &code.accesses[index(access)], size)?;
            }
            Op::StoreMany { v, address, access, size } => {
                self.store_many(v, address, &code.accesses[index(access)], size)?;
            }
            Op::Alloca { d, count, site } => self.alloca(d, count, &code.allocas[index(site)])?,
            Op::Copy { to, from, len } if self.is_short([to, from], len) => {
                let len = self.concrete(len)?;
                self.short_copy(self.value(to), self.value(from), len)?;
            }
            Op::Copy { to, from, len }
                if !self.are_numbers(&[to, from, len]) && self.copy_many([to, from, len])? => {}
            Op::Copy { to, from, len } => {
                let len = self.concrete(len)?;
                let from = self.start_of(Access::Read, from, len)?;
                let to = self.start_of(Access::Write, to, len)?;
                self.copy(to, from, len)?;
            }
            Op::Fill { to, byte, len } if self.is_short([to, to], len) => {
                let len = self.concrete(len)?;
                let byte = self.expr(byte, 8);
                self.short_fill(self.value(to), byte, len)?;
            }
            Op::Fill { to, byte, len }
                if !self.are_numbers(&[to, len]) && self.fill_many(to, byte, len)? => {}
            Op::Fill { to, byte, len } => {
                let len = self.concrete(len)?;
                let to = self.start_of(Access::Write, to, len)?;
                let byte = self.expr(byte, 8);
                let byte = Value::of(&self.symbolic.exprs, byte);
                self.fill(to, byte, len)?;
            }
            Op::Find { f, d, a, b, n } => self.find(f, d, Operands { a, b, n })?,
            Op::StackRestore { token } => {
                let token = self.concrete(token)?;
                let mark = self.frame().locals_mark;
                self.state.memory.release_from(token, mark);
            }
            Op::ObjectSize { d, address, w, minimum } => self.object_size(d, address, w, minimum)?,
            Op::VaStart { list } => {
                let list = self.start_of(Access::Write, list, variadic::LIST.into())?;
                let saved = self.frame().variadic;
                let started = variadic::start(&mut self.state.memory, list, &saved);
                started.ok_or_else(|| self.explain(Access::Write, list, variadic::LIST.into()))?;
            }
            Op::VaNext { d, list, arg } => {
                let list = self.start_of(Access::Read, list, variadic::LIST.into())?;
                let next = variadic::next(&mut self.state.memory, list, &code.variadics[index(arg)]);
                let address = next.ok_or_else(|| self.explain(Access::Read, list, variadic::LIST.into()))?;
                self.set(d, Value::Concrete(address));
            }
            _ => {
                return Err(
                    Bug::new(BugKind::Unreachable, format!("{op:?} has nothing symbolic about it")).into()
                );
            }
        }
        Ok(())
    }

    /// Whether one of the pointers is symbolic, and what is done there so short that it is some loads and stores.
    fn is_short(&self, pointers: [Slot; 2], len: Slot) -> bool {
        let is_symbolic = |&slot: &Slot| self.value(slot).as_concrete().is_none();
        let is_short = |len: u64| (1..=SHORT).contains(&len);
        pointers.iter().any(is_symbolic) && self.value(len).as_concrete().is_some_and(is_short)
    }

    /// Fills bytes, not too many at once.
    fn fill(&mut self, to: u64, byte: Value, len: u64) -> Result<(), End> {
        if len > PART && !self.state.memory.is_inside(to, len) {
            return Err(self.explain(Access::Write, to, len));
        }
        for at in (0..len.max(1)).step_by(index64(PART)) {
            let (to, part) = (to + at, PART.min(len - at));
            self.spend(part)?;
            let filled = self.state.memory.fill_values(&mut self.symbolic.exprs, to, byte, part);
            filled.ok_or_else(|| self.explain(Access::Write, to, part))?;
        }
        Ok(())
    }

    /// Copies bytes, as if through a buffer, not too many at once.
    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), End> {
        let are_inside = |(address, len)| self.state.memory.is_inside(address, len);
        if len <= PART || ![(to, len), (from, len)].into_iter().all(are_inside) {
            self.spend(len)?;
            return self.copy_at_once(to, from, len);
        }
        // From the end that is not overwritten before it is read.
        let parts = len.div_ceil(PART);
        let is_upwards = to <= from || to - from >= len;
        for i in 0..parts {
            let at = PART * if is_upwards { i } else { parts - 1 - i };
            let part = PART.min(len - at);
            self.spend(part)?;
            self.copy_at_once(to + at, from + at, part)?;
        }
        Ok(())
    }

    /// Copies bytes; from memory of the outside, too.
    fn copy_at_once(&mut self, to: u64, from: u64, len: u64) -> Result<(), End> {
        let exprs = &mut self.symbolic.exprs;
        match self.state.memory.copy_values(exprs, to, from, len) {
            Ok(()) => Ok(()),
            Err((Access::Read, _)) if let Beyond::Bytes(bytes) = self.state.outside().beyond(from, len) => {
                let put = self.state.memory.put(exprs, to, &Piece::concrete(bytes));
                put.ok_or_else(|| self.explain(Access::Write, to, len))
            }
            Err((access, address)) => Err(self.explain(access, address, len)),
        }
    }

    fn short_copy(&mut self, to: Value, from: Value, len: u64) -> Result<(), End> {
        let words = self.load_words(from, len)?;
        self.store_words(to, len, &words)
    }

    fn short_fill(&mut self, to: Value, byte: Expr, len: u64) -> Result<(), End> {
        let exprs = &mut self.symbolic.exprs;
        let word = exprs.concat_bytes(&[byte; 8]);
        let word = Value::of(exprs, word);
        let words: Vec<Value> = parts(len).map(|_| word).collect();
        self.store_words(to, len, &words)
    }

    /// What many bytes meet. Whether all of them are inside is decided before the first is written: the operation is
    /// made again, and must find its source as it was.
    fn resolve_words(&mut self, access: Access, address: Address, len: u64) -> Result<Case, End> {
        let case = self.resolve(access, address, len)?;
        match self.state.memory.undecided_case(&self.symbolic.exprs, &case, len) {
            Some(start) => Err(self.explain(access, start, len)),
            None => Ok(case),
        }
    }

    /// Reads `len` bytes, all inside one object, as words and what is left of one.
    fn load_words(&mut self, from: Value, len: u64) -> Result<Vec<Value>, End> {
        match self.place(from)? {
            Place::Symbolic(address) => {
                let case = self.resolve_words(Access::Read, address, len)?;
                parts(len).map(|(at, size)| self.load_case(&case, at, (address, size))).collect()
            }
            Place::Known(start) => {
                let is_there = self.state.memory.is_inside(start, len)
                    || matches!(self.state.outside().beyond(start, len), Beyond::Bytes(_));
                if !is_there {
                    return Err(self.explain(Access::Read, start, len));
                }
                parts(len).map(|(at, size)| self.load(Value::Concrete(start + at), size)).collect()
            }
        }
    }

    /// Writes what [`Machine::load_words`] reads.
    fn store_words(&mut self, to: Value, len: u64, words: &[Value]) -> Result<(), End> {
        match self.place(to)? {
            Place::Symbolic(address) => {
                let case = self.resolve_words(Access::Write, address, len)?;
                for ((at, size), &word) in parts(len).zip(words) {
                    let word = self.cut_value(word, size);
                    self.store_case(&case, at, (address, size), word)?;
                }
            }
            Place::Known(start) => {
                if self.state.memory.is_constant(start) || !self.state.memory.is_inside(start, len) {
                    return Err(self.explain(Access::Write, start, len));
                }
                for ((at, size), &word) in parts(len).zip(words) {
                    let word = self.cut_value(word, size);
                    self.store(Value::Concrete(start + at), size, word)?;
                }
            }
        }
        Ok(())
    }

    fn load_to(&mut self, d: Slot, address: Slot, len: u32) -> Result<(), End> {
        self.load_into(d, self.value(address), len)
    }

    fn store_from(&mut self, address: Slot, len: u32, v: Slot) -> Result<(), End> {
        self.store_out(self.value(address), len, v)
    }

    fn load_local(&mut self, d: Slot, offset: LocalByte, len: u32) -> Result<(), End> {
        let address = self.frame().block + u64::from(offset.address);
        self.load_into(d, Value::Concrete(address), len)
    }

    fn store_local(&mut self, offset: LocalByte, len: u32, v: Slot) -> Result<(), End> {
        let address = self.frame().block + u64::from(offset.address);
        self.store_out(Value::Concrete(address), len, v)
    }

    /// The low bytes of a register.
    fn cut(&mut self, v: Slot, len: u32) -> Value {
        self.cut_value(self.value(v), len)
    }

    /// The low bytes of a value.
    pub(in crate::exec) fn cut_value(&mut self, value: Value, len: u32) -> Value {
        match value {
            Value::Concrete(number) => Value::Concrete(number),
            Value::Symbolic(e) => {
                let exprs = &mut self.symbolic.exprs;
                let cut = exprs.fit(e, len * 8);
                Value::of(exprs, cut)
            }
        }
    }

    /// Loads a value of several registers.
    fn load_many(&mut self, d: Slot, address: Slot, leaves: &[LeafAccess], size: u32) -> Result<(), End> {
        let words = match self.load_begun_words(self.value(address), size)? {
            Some(words) => words,
            None => self.load_words(self.value(address), size.into())?,
        };
        let mut whole: Option<Expr> = None;
        for ((_, len), part) in parts(size.into()).zip(words) {
            let exprs = &mut self.symbolic.exprs;
            let part = part.expr(exprs, len * 8);
            whole = Some(whole.map_or(part, |low| exprs.concat(part, low)));
        }
        if let Some(bits) = whole {
            self.scatter(d, leaves, bits);
        }
        Ok(())
    }

    /// Stores a value of several registers; padding between its parts keeps what it held.
    fn store_many(&mut self, v: Slot, address: Slot, leaves: &[LeafAccess], size: u32) -> Result<(), End> {
        let target = match self.place(self.value(address))? {
            Place::Known(start) => {
                if self.state.memory.is_constant(start) || !self.state.memory.is_inside(start, size.into()) {
                    return Err(self.explain(Access::Write, start, size.into()));
                }
                Target::Known(start)
            }
            Place::Symbolic(address) => {
                Target::Case(Box::new(self.resolve_words(Access::Write, address, size.into())?), address)
            }
        };
        if leaves.iter().any(|leaf| !leaf.bit.is_multiple_of(8) || !leaf.width.is_multiple_of(8)) {
            let whole = self.gather(v, leaves);
            return self.store_bits(&target, 0, whole);
        }
        for leaf in leaves {
            let value = self.bits(v + leaf.slot, leaf.width);
            self.store_bits(&target, leaf.bit / 8, value)?;
        }
        Ok(())
    }

    /// Stores all bits of an expression `at` bytes behind the start of a target, zeros above them up to a whole byte.
    fn store_bits(&mut self, target: &Target, at: u64, bits: Expr) -> Result<(), End> {
        let exprs = &mut self.symbolic.exprs;
        let bits = exprs.zext(bits, exprs.width(bits).next_multiple_of(8));
        let size = exprs.width(bits) / 8;
        for first in (0..size).step_by(8) {
            let len = (size - first).min(8);
            let exprs = &mut self.symbolic.exprs;
            let part = exprs.extract(bits, first * 8, len * 8);
            let part = Value::of(exprs, part);
            let at = at + u64::from(first);
            match target {
                Target::Known(start) => self.store(Value::Concrete(start + at), len, part)?,
                Target::Case(case, address) => self.store_case(case, at, (*address, len), part)?,
            }
        }
        Ok(())
    }

    /// The parts of a value put together, each at its bit.
    pub(super) fn gather(&mut self, slot: Slot, leaves: &[LeafAccess]) -> Expr {
        let mut whole: Option<Expr> = None;
        let mut filled = 0;
        for leaf in leaves {
            let part = self.bits(slot + leaf.slot, leaf.width);
            let exprs = &mut self.symbolic.exprs;
            let part = match leaf.bit - filled {
                0 => part,
                gap => {
                    let gap = exprs.zero(u32::try_from(gap).expect("a value has few bits"));
                    exprs.concat(part, gap)
                }
            };
            whole = Some(whole.map_or(part, |low| exprs.concat(part, low)));
            filled = leaf.bit + u64::from(leaf.width);
        }
        whole.unwrap_or(Expr::FALSE)
    }

    /// Takes a value apart into its registers.
    pub(super) fn scatter(&mut self, slot: Slot, leaves: &[LeafAccess], bits: Expr) {
        for leaf in leaves {
            let low = u32::try_from(leaf.bit).expect("a value has few bits");
            let part = self.symbolic.exprs.extract(bits, low, leaf.width);
            self.set_wide(slot + leaf.slot, part);
        }
    }
}

/// Where a value of several registers is stored; all of it is inside.
enum Target {
    /// At this address.
    Known(u64),
    /// In what this address meets.
    Case(Box<Case>, Address),
}

/// Where the words of `len` bytes begin, and what is left of one; and how many bytes each has.
fn parts(len: u64) -> impl Iterator<Item = (u64, u32)> {
    (0..len).step_by(8).map(move |at| (at, u32::try_from((len - at).min(8)).expect("a word is short")))
}
