//! Jumps and what they assign to phis.

use vellum_bits::Bits;
use vellum_collections::{Id, IdVec, Map, cast::index, cast::index64, cast::len32, cast::len64};
use vellum_ir::{BlockId, Body, Inst, InstData, IntPredicate, Operand, Value};

use super::{Lower, narrow, push};
use crate::{
    code::{Edge, Move, Op, Slot, Switch},
    program::Program,
};

/// Blocks and the jumps between them while a function is decoded.
pub(super) struct Branches {
    starts: IdVec<BlockId, u32>,
    /// How often each value is used: a comparison used once, by the next jump, becomes part of it.
    uses: IdVec<Value, u32>,
}

impl Branches {
    pub(super) fn new(body: &Body) -> Self {
        let mut uses: IdVec<Value, u32> = body.values.iter().map(|_| 0).collect();
        for data in body.blocks.iter().flatten() {
            data.inst.for_each_operand(|operand| {
                if let Operand::Value(value) = operand {
                    uses[value] += 1;
                }
            });
        }
        Self { starts: body.blocks.iter().map(|_| 0).collect(), uses }
    }

    pub(super) fn start(&mut self, block: BlockId, at: u32) {
        self.starts[block] = at;
    }

    /// The first operation of each block.
    pub(super) fn into_starts(self) -> IdVec<BlockId, u32> {
        self.starts
    }
}

/// Values a dense switch may span for each case it has.
const DENSE: u64 = 4;

impl Lower<'_> {
    /// Whether the comparison at `position` is made by the jump after it.
    pub(super) fn is_fused(&self, insts: &[InstData], position: usize) -> bool {
        let (Inst::Compare(_, a, _), Some(result)) = (&insts[position].inst, insts[position].result) else {
            return false;
        };
        let by_next = insts
            .get(position + 1)
            .is_some_and(|next| matches!(next.inst, Inst::CondBr(Operand::Value(c), ..) if c == result));
        by_next && self.branches.uses[result] == 1 && self.lane_width(self.type_of(*a)) <= 64
    }

    pub(super) fn terminator(&mut self, block: BlockId, insts: &[InstData], inst: &Inst) {
        match inst {
            Inst::Br(target) => {
                let edge = self.edge(block, *target);
                self.emit(Op::Jump { edge });
            }
            Inst::CondBr(condition, then, otherwise) => {
                self.branch(block, insts, *condition, *then, *otherwise);
            }
            Inst::Switch { value, default, cases } => self.switch(block, *value, *default, cases),
            Inst::IndirectBr(address, targets) => self.indirect(block, *address, targets),
            Inst::Ret(value) => {
                let (v, count) = match value {
                    Some(value) => (self.read(*value), self.slots(self.type_of(*value))),
                    None => (0, 0),
                };
                self.emit(Op::Return { v, count });
            }
            _ => self.emit(Op::Unreachable),
        }
    }

    fn branch(
        &mut self,
        block: BlockId,
        insts: &[InstData],
        condition: Operand,
        then: BlockId,
        otherwise: BlockId,
    ) {
        let fused = insts.len().checked_sub(2).filter(|&before| self.is_fused(insts, before));
        let operands = match fused.map(|before| &insts[before].inst) {
            Some(Inst::Compare(predicate, a, b)) => {
                let width = self.lane_width(self.type_of(*a));
                Some((*predicate, narrow(width), self.read(*a), self.read(*b)))
            }
            _ => None,
        };
        let c = if operands.is_none() { self.read(condition) } else { 0 };
        let edge = self.edge(block, then);
        self.edge(block, otherwise);
        self.emit(match operands {
            None => Op::Branch { c, edge },
            Some((predicate, w, a, b)) => match predicate {
                IntPredicate::Eq => Op::BranchEq { a, b, edge },
                IntPredicate::Ne => Op::BranchNe { a, b, edge },
                IntPredicate::Ult => Op::BranchUlt { a, b, edge },
                IntPredicate::Ule => Op::BranchUle { a, b, edge },
                IntPredicate::Ugt => Op::BranchUlt { a: b, b: a, edge },
                IntPredicate::Uge => Op::BranchUle { a: b, b: a, edge },
                IntPredicate::Slt => Op::BranchSlt { w, a, b, edge },
                IntPredicate::Sle => Op::BranchSle { w, a, b, edge },
                IntPredicate::Sgt => Op::BranchSlt { w, a: b, b: a, edge },
                IntPredicate::Sge => Op::BranchSle { w, a: b, b: a, edge },
            },
        });
    }

    fn switch(&mut self, block: BlockId, value: Operand, default: BlockId, cases: &[(Bits, BlockId)]) {
        let wide = self.lane_width(self.type_of(value)) > 64;
        let v = if wide { self.case_number(value, cases) } else { self.read(value) };
        let number = |(i, (value, _)): (u64, &(Bits, _))| if wide { i } else { value.low_u64() };
        let mut known = Map::default();
        let default = self.edge_once(&mut known, block, default);
        let targets: Vec<u32> =
            cases.iter().map(|(_, target)| self.edge_once(&mut known, block, *target)).collect();
        let mut edges: Vec<(u64, u32)> = (1..).zip(cases).map(number).zip(targets).collect();
        edges.sort_unstable();
        let dense = dense_table(&edges, default);
        let table = push(&mut self.code.switches, Switch { default, cases: edges, dense });
        self.emit(Op::Switch { v, table });
    }

    /// A register with the number of the case, from 1 on, that is equal to a value of several registers; 0 if
    /// there is none.
    fn case_number(&mut self, value: Operand, cases: &[(Bits, BlockId)]) -> Slot {
        let v = self.read(value);
        let number = self.registers.temporary(1);
        let [equal, part] = [1, 1].map(|count| self.registers.temporary(count));
        let none = self.word(0);
        self.emit(Op::Move { d: number, a: none });
        for (i, (case, _)) in (1..).zip(cases) {
            let (yes, this) = (self.word(1), self.word(i));
            self.emit(Op::Move { d: equal, a: yes });
            for (a, &limb) in (v..).zip(case.limbs()) {
                let b = self.word(limb);
                self.emit(Op::Eq { d: part, a, b });
                self.emit(Op::And { d: equal, a: equal, b: part });
            }
            self.emit(Op::Select { d: number, c: equal, a: this, b: number });
        }
        number
    }

    fn indirect(&mut self, block: BlockId, address: Operand, targets: &[BlockId]) {
        let v = self.read(address);
        let mut known = Map::default();
        let mut edges: Vec<(u64, u32)> = targets
            .iter()
            .map(|&target| {
                (Program::block_address(self.id, target), self.edge_once(&mut known, block, target))
            })
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let table = push(&mut self.code.jumps, edges);
        self.emit(Op::IndirectJump { v, table });
    }

    /// The jump from `from` to `to`, one for all cases that lead there: what they assign to phis is the same.
    fn edge_once(&mut self, known: &mut Map<BlockId, u32>, from: BlockId, to: BlockId) -> u32 {
        if let Some(&edge) = known.get(&to) {
            return edge;
        }
        let edge = self.edge(from, to);
        known.insert(to, edge);
        edge
    }

    /// A new jump from `from` to `to`.
    fn edge(&mut self, from: BlockId, to: BlockId) -> u32 {
        let target = &self.body.blocks[to];
        let mut moves = Vec::new();
        for data in target {
            let (Inst::Phi(incoming), Some(phi)) = (&data.inst, data.result) else { break };
            let Some((_, operand)) = incoming.iter().find(|(block, _)| *block == from) else { continue };
            let (to, from) = (self.define(phi), self.read(*operand));
            let count = self.slots(self.body.values[phi]);
            moves.extend((0..count).map(|i| Move { to: to + i, from: from + i }));
        }
        let moves = self.in_parallel(moves);
        let first_move = len32(self.code.moves.len());
        self.code.moves.extend(moves);
        let end_move = len32(self.code.moves.len());
        let edge = Edge { target: len32(to.index()), first_move, end_move, cost: len32(target.len()) };
        push(&mut self.code.edges, edge)
    }

    /// Moves that, done one after the other, do what `moves` do all at once.
    fn in_parallel(&mut self, mut moves: Vec<Move>) -> Vec<Move> {
        moves.retain(|m| m.to != m.from);
        let overwritten = |i: usize, slot: Slot| moves[..i].iter().any(|earlier| earlier.to == slot);
        if !moves.iter().enumerate().any(|(i, m)| overwritten(i, m.from)) {
            return moves;
        }
        let first = self.registers.permanent(len32(moves.len()));
        let temporaries = (0..len32(moves.len())).map(|i| first + i);
        let saves: Vec<_> =
            moves.iter().zip(temporaries.clone()).map(|(m, to)| Move { to, from: m.from }).collect();
        let assigns = moves.iter().zip(temporaries).map(|(m, from)| Move { to: m.to, from });
        saves.into_iter().chain(assigns).collect()
    }

    /// Turns the blocks that jumps name into positions of operations.
    pub(super) fn resolve_edges(&mut self) {
        for edge in &mut self.code.edges {
            edge.target = self.branches.starts[BlockId::from_index(index(edge.target))];
        }
    }
}

fn dense_table(cases: &[(u64, u32)], default: u32) -> Option<(u64, Vec<u32>)> {
    let (&(first, _), &(last, _)) = (cases.first()?, cases.last()?);
    let span = (last - first).checked_add(1)?;
    if span > DENSE * len64(cases.len()) + 16 {
        return None;
    }
    let mut table = vec![default; index64(span)];
    for &(value, edge) in cases {
        table[index64(value - first)] = edge;
    }
    Some((first, table))
}
