//! Which locals are surely written before they are read.
//!
//! Most locals of unoptimised code are: a compiler keeps every variable in memory, and stores before it loads. Whoever
//! executes such a function need not look whether they were written.

use vellum_collections::{IdVec, Map, Set};
use vellum_ir::{BlockId, Body, Inst, InstData, Module, Operand, Value};

/// The locals of a function that are only loaded and stored, each time as a whole, and never loaded before they were
/// stored.
pub fn surely_written(module: &Module, body: &Body) -> Set<Value> {
    let locals = Locals::of(module, body);
    if locals.numbers.is_empty() {
        return Set::default();
    }
    let known = locals.known_at_entries(body);
    let mut read_early = Bits::none(locals.numbers.len());
    for (block, insts) in body.blocks.iter_ids() {
        let mut written = known[block].clone();
        for data in insts {
            match locals.access(data) {
                Some(Access::Store(number)) => written.set(number),
                Some(Access::Load(number)) if !written.has(number) => read_early.set(number),
                Some(Access::Load(_)) | None => (),
            }
        }
    }
    let numbers = locals.numbers.iter();
    numbers.filter(|(_, number)| !read_early.has(**number)).map(|(&value, _)| value).collect()
}

/// The locals in question, numbered.
struct Locals {
    numbers: Map<Value, usize>,
}

enum Access {
    Load(usize),
    Store(usize),
}

impl Locals {
    /// Those that nothing is done with but to load and store all of them.
    fn of(module: &Module, body: &Body) -> Self {
        let mut sizes: Map<Value, u64> = Map::default();
        for data in body.blocks.iter().flatten() {
            if let (Inst::Alloca(alloca), Some(value)) = (&data.inst, data.result) {
                sizes.insert(value, alloca.size);
            }
        }
        let mut refused: Set<Value> = Set::default();
        for data in body.blocks.iter().flatten() {
            let mut refuse = |operand: Operand| {
                if let Operand::Value(value) = operand {
                    refused.insert(value);
                }
            };
            let (address, ty) = match &data.inst {
                Inst::Load(address) => (*address, data.result.map(|value| body.values[value])),
                Inst::Store { value, address } => {
                    refuse(*value);
                    (*address, Some(module.operand_type(body, *value)))
                }
                inst => {
                    inst.for_each_operand(refuse);
                    continue;
                }
            };
            let Operand::Value(local) = address else { continue };
            if ty.map(|ty| module.types.layout(ty).store) != sizes.get(&local).copied() {
                refused.insert(local);
            }
        }
        let kept = sizes.into_keys().filter(|local| !refused.contains(local));
        Self { numbers: kept.enumerate().map(|(number, local)| (local, number)).collect() }
    }

    fn access(&self, data: &InstData) -> Option<Access> {
        let number = |address: &Operand| match address {
            Operand::Value(value) => self.numbers.get(value).copied(),
            Operand::Const(_) => None,
        };
        match &data.inst {
            Inst::Load(address) => number(address).map(Access::Load),
            Inst::Store { address, .. } => number(address).map(Access::Store),
            _ => None,
        }
    }

    /// For each block, the locals that are written whichever way it is reached.
    fn known_at_entries(&self, body: &Body) -> IdVec<BlockId, Bits> {
        let count = self.numbers.len();
        let mut stored: IdVec<BlockId, Bits> = body.blocks.iter().map(|_| Bits::none(count)).collect();
        for (block, insts) in body.blocks.iter_ids() {
            for data in insts {
                if let Some(Access::Store(number)) = self.access(data) {
                    stored[block].set(number);
                }
            }
        }
        let mut known: IdVec<BlockId, Bits> = body.blocks.iter().map(|_| Bits::all(count)).collect();
        let Some(entry) = body.blocks.ids().next() else { return known };
        known[entry] = Bits::none(count);
        let mut todo: Vec<BlockId> = body.blocks.ids().collect();
        todo.reverse();
        let mut waiting: IdVec<BlockId, bool> = body.blocks.iter().map(|_| true).collect();
        while let Some(block) = todo.pop() {
            waiting[block] = false;
            let mut after = known[block].clone();
            after.join(&stored[block]);
            let Some(last) = body.blocks[block].last() else { continue };
            for next in last.inst.successors() {
                if known[next].meet(&after) && !waiting[next] {
                    waiting[next] = true;
                    todo.push(next);
                }
            }
        }
        known
    }
}

/// A set of small numbers.
#[derive(Clone)]
struct Bits(Vec<u64>);

impl Bits {
    fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn all(count: usize) -> Self {
        Self(vec![u64::MAX; count.div_ceil(64)])
    }

    fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    fn set(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn join(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// Keeps what `other` has too; whether that is less.
    fn meet(&mut self, other: &Self) -> bool {
        let mut less = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            less |= *word & !other != 0;
            *word &= other;
        }
        less
    }
}
