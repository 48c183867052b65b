//! Which register holds what.
//!
//! A value used only in the block that defines it gives its registers back after its last use; every other
//! value keeps its own. Functions that can return twice (`setjmp`) share nothing: control may come back to a
//! point where a value that looked dead is alive.

use std::ops::Range;

use vellum_bits::Bits;
use vellum_collections::{Id, IdVec, Map, cast::index, cast::len32};
use vellum_ir::{BlockId, Body, Callee, Const, Inst, Module, Operand, Value};

use crate::code::{Keeps, Slot};

/// The registers of a function being decoded.
pub(super) struct Registers {
    template: Vec<u64>,
    of_value: IdVec<Value, Option<Slot>>,
    /// Width in registers of values that have any.
    counts: IdVec<Value, u32>,
    lives: IdVec<Value, Life>,
    words: Map<u64, Slot>,
    constants: Map<Const, Slot>,
    /// Free runs of registers by length.
    free: Map<u32, Vec<Slot>>,
    temporaries: Vec<(Slot, u32)>,
    /// Registers that are given back.
    passing: Vec<Range<Slot>>,
    /// Values of the current block that may give their registers back.
    active: Vec<Value>,
    position: (BlockId, usize),
}

/// Where a value is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// Only in its own block, there last.
    Until(usize),
    /// Elsewhere too.
    Whole,
}

impl Registers {
    pub(super) fn new(module: &Module, body: &Body, virtuals: &IdVec<Value, Option<usize>>) -> Self {
        Self { lives: lives(module, body, virtuals), ..Self::unshared(body) }
    }

    /// Every value keeps its own registers.
    pub(super) fn unshared(body: &Body) -> Self {
        Self {
            template: Vec::new(),
            of_value: body.values.iter().map(|_| None).collect(),
            counts: body.values.iter().map(|_| 0).collect(),
            lives: body.values.iter().map(|_| Life::Whole).collect(),
            words: Map::default(),
            constants: Map::default(),
            free: Map::default(),
            temporaries: Vec::new(),
            passing: Vec::new(),
            active: Vec::new(),
            position: (BlockId::from_index(0), 0),
        }
    }

    /// Decoding reaches an instruction.
    pub(super) fn enter(&mut self, block: BlockId, position: usize) {
        self.position = (block, position);
    }

    /// Decoding is done with an instruction: temporaries and values used for the last time are free.
    pub(super) fn leave(&mut self, inst: &Inst) {
        for (slot, count) in std::mem::take(&mut self.temporaries) {
            self.free.entry(count).or_default().push(slot);
        }
        let (_, position) = self.position;
        inst.for_each_operand(|operand| {
            if let Operand::Value(value) = operand
                && self.lives[value] == Life::Until(position)
                && let Some(slot) = self.of_value[value].take()
            {
                self.free.entry(self.counts[value]).or_default().push(slot);
            }
        });
    }

    /// Decoding is done with a block: what only lives in it is free.
    pub(super) fn leave_block(&mut self) {
        for value in std::mem::take(&mut self.active) {
            if let Some(slot) = self.of_value[value].take() {
                self.free.entry(self.counts[value]).or_default().push(slot);
            }
        }
    }

    /// The first register of `value`, which takes `count` of them.
    pub(super) fn define(&mut self, value: Value, count: u32) -> Slot {
        if let Some(slot) = self.of_value[value] {
            return slot;
        }
        let slot = match self.lives[value] {
            Life::Until(_) => {
                self.active.push(value);
                self.reuse(count)
            }
            Life::Whole => self.fresh(&vec![0; index(count)]),
        };
        self.of_value[value] = Some(slot);
        self.counts[value] = count;
        slot
    }

    /// Registers for the current instruction only.
    pub(super) fn temporary(&mut self, count: u32) -> Slot {
        let slot = self.reuse(count);
        self.temporaries.push((slot, count));
        slot
    }

    /// Registers nobody else gets.
    pub(super) fn permanent(&mut self, count: u32) -> Slot {
        self.fresh(&vec![0; index(count)])
    }

    /// Registers that always hold `width` ones.
    pub(super) fn permanent_ones(&mut self, width: u32) -> Slot {
        self.fresh(Bits::ones(width).limbs())
    }

    /// The register that always holds `word`.
    pub(super) fn word(&mut self, word: u64) -> Slot {
        if let Some(&slot) = self.words.get(&word) {
            return slot;
        }
        let slot = self.fresh(&[word]);
        self.words.insert(word, slot);
        slot
    }

    /// Registers that always hold these bits.
    pub(super) fn bits(&mut self, bits: &Bits) -> Slot {
        match bits.limbs() {
            [word] => self.word(*word),
            limbs => self.fresh(limbs),
        }
    }

    /// The registers that always hold a constant.
    pub(super) fn words(&mut self, constant: Const, words: &[u64]) -> Slot {
        if let Some(&slot) = self.constants.get(&constant) {
            return slot;
        }
        let slot = self.fresh(words);
        self.constants.insert(constant, slot);
        slot
    }

    /// What the registers hold at the start, and what they are for.
    pub(super) fn into_template(self) -> (Vec<u64>, Box<[Keeps]>) {
        let mut keeps = vec![Keeps::Value; self.template.len()].into_boxed_slice();
        for slot in self.passing.into_iter().flatten() {
            keeps[index(slot)] = Keeps::Nothing;
        }
        for &slot in self.words.values() {
            keeps[index(slot)] = Keeps::Constant;
        }
        (self.template, keeps)
    }

    fn reuse(&mut self, count: u32) -> Slot {
        match self.free.get_mut(&count).and_then(Vec::pop) {
            Some(slot) => slot,
            None => {
                let slot = self.fresh(&vec![0; index(count)]);
                self.passing.push(slot..slot + count);
                slot
            }
        }
    }

    fn fresh(&mut self, words: &[u64]) -> Slot {
        let slot = len32(self.template.len());
        self.template.extend_from_slice(words);
        slot
    }
}

/// Where values are used. What a virtual pointer is made of is used as long as that is.
fn lives(module: &Module, body: &Body, virtuals: &IdVec<Value, Option<usize>>) -> IdVec<Value, Life> {
    let mut lives: IdVec<Value, Life> = body.values.iter().map(|_| Life::Whole).collect();
    if body.blocks.iter().flatten().any(|data| returns_twice(module, &data.inst)) {
        return lives;
    }
    let mut home: IdVec<Value, Option<BlockId>> = body.values.iter().map(|_| None).collect();
    for (block, insts) in body.blocks.iter_ids() {
        for (position, data) in insts.iter().enumerate() {
            // A phi is written by its predecessors: its registers are always its own.
            if let (Some(value), false) = (data.result, matches!(data.inst, Inst::Phi(_))) {
                home[value] = Some(block);
                lives[value] = Life::Until(position);
            }
        }
    }
    for (block, insts) in body.blocks.iter_ids() {
        for (position, data) in insts.iter().enumerate() {
            let in_phi = matches!(data.inst, Inst::Phi(_));
            let position = data.result.and_then(|result| virtuals[result]).unwrap_or(position);
            data.inst.for_each_operand(|operand| {
                let Operand::Value(value) = operand else { return };
                if in_phi || home[value] != Some(block) {
                    lives[value] = Life::Whole;
                } else if let Life::Until(last) = lives[value] {
                    lives[value] = Life::Until(last.max(position));
                }
            });
        }
    }
    lives
}

fn returns_twice(module: &Module, inst: &Inst) -> bool {
    matches!(inst, Inst::Call(call)
        if matches!(call.callee, Callee::Function(id) if module.functions[id].returns_twice))
}
