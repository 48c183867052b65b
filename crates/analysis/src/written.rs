//! Which locals are surely written before they are read.
//!
//! Most locals of unoptimised code are: a compiler keeps every variable in memory, and stores before it loads. Whoever
//! executes such a function need not look whether they were written.

use vellum_collections::{IdVec, Map, Set};
use vellum_ir::{BlockId, Body, Inst, InstData, Module, Operand, Value};

use crate::{
    bits::{Bits, on_every_way},
    lives::Marker,
};

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
                Some(Access::Begin(number)) => written.clear(number),
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
    /// Its life begins, perhaps once more.
    Begin(usize),
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
                inst if Marker::of(inst).is_some() => continue,
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
            inst => match Marker::of(inst)? {
                Marker::Begin(local) => number(&Operand::Value(local)).map(Access::Begin),
                Marker::End(_) => None,
            },
        }
    }

    /// For each block, the locals that are written whichever way it is reached.
    fn known_at_entries(&self, body: &Body) -> IdVec<BlockId, Bits> {
        on_every_way(body, self.numbers.len(), |block, written| {
            for data in &body.blocks[block] {
                match self.access(data) {
                    Some(Access::Store(number)) => written.set(number),
                    Some(Access::Begin(number)) => written.clear(number),
                    Some(Access::Load(_)) | None => (),
                }
            }
        })
    }
}
