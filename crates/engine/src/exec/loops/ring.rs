//! The operations of a loop, and the ways it goes round.

use std::ops::Range;

use vellum_analysis::{Ring, RingBlock, rings};
use vellum_collections::{
    Map,
    cast::{index, len32},
};
use vellum_ir::BlockId;

use super::round;
use crate::{
    code::{Code, Op, Slot},
    program::Program,
};

/// Blocks of a loop that is executed as a whole, at most.
const MOST_BLOCKS: usize = 64;

/// The operations of a loop that has no loop inside.
#[derive(Debug)]
pub(crate) struct RingCode {
    /// Its blocks, the head first, in an order in which rounds come by them.
    blocks: Vec<BlockCode>,
    /// The ways from the ends of blocks, by the first edge of each.
    ways: Map<u32, Way>,
    /// Registers that edges of the loop move values to.
    pub(super) phis: Vec<Slot>,
}

/// A block of such a loop.
#[derive(Debug)]
pub(super) struct BlockCode {
    pub(super) ops: Range<u32>,
    /// The operation at which all ways from the end of the block that stay in the loop have met again.
    join: u32,
    /// Whether every round comes by it.
    is_in_all: bool,
    /// Whether the loop may be left between it and where its ways meet again.
    is_left_before_join: bool,
}

/// Edges that are gone over one after the other: a jump, and those that it decides.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) edges: Vec<u32>,
    /// The operation it leads to.
    pub(super) target: u32,
}

impl RingCode {
    /// The loops of a function of which all operations can be executed on a copy.
    pub(crate) fn of(program: &Program, code: &Code) -> Box<[Self]> {
        let Some(body) = &program.function(code.function).body else { return Box::default() };
        let rings = rings(program.module(), body);
        let rings = rings.iter().filter(|ring| ring.blocks.len() <= MOST_BLOCKS);
        rings.filter_map(|ring| Self::new(code, ring)).collect()
    }

    fn new(code: &Code, ring: &Ring) -> Option<Self> {
        let mut is_in_all = vec![false; ring.blocks.len()];
        let mut number = 0;
        while let Some(is_in) = is_in_all.get_mut(number) {
            *is_in = true;
            number = ring.blocks[number].join;
        }
        let mut of = Self { blocks: Vec::new(), ways: Map::default(), phis: Vec::new() };
        let is_inside = |block: BlockId| ring.blocks.iter().any(|at| at.block == block);
        let leaves = |at: &RingBlock| at.ways.iter().any(|way| !is_inside(way.to));
        for (number, at) in ring.blocks.iter().enumerate() {
            let is_left_before_join = ring.blocks[number + 1..at.join].iter().any(leaves);
            let ops = ops_of(code, at.block);
            if !ops.clone().all(|pc| round::is_quiet(code, pc)) {
                return None;
            }
            let join = ring.blocks.get(at.join).unwrap_or(&ring.blocks[0]).block;
            let is_in_all = is_in_all[number];
            of.blocks.push(BlockCode { ops, join: code.blocks[join], is_in_all, is_left_before_join });
            for way in &at.ways {
                let edges: Option<Vec<u32>> =
                    way.jumps.iter().map(|&(block, number)| edge(code, block, number)).collect();
                let edges = edges?;
                let moves = edges.iter().flat_map(|&edge| code.moves_of(edge)).map(|m| m.to);
                of.phis.extend(moves);
                of.ways.insert(*edges.first()?, Way { edges, target: code.blocks[way.to] });
            }
        }
        of.phis.sort_unstable();
        of.phis.dedup();
        Some(of)
    }

    /// The block that an operation is in, if that is one of the loop's.
    pub(super) fn block(&self, pc: u32) -> Option<&BlockCode> {
        self.blocks.iter().find(|block| block.ops.contains(&pc))
    }

    /// Whether an operation is one of the loop's.
    pub(super) fn has(&self, pc: u32) -> bool {
        self.block(pc).is_some()
    }

    /// Whether every round comes by an operation.
    pub(super) fn is_in_all_rounds(&self, pc: u32) -> bool {
        self.block(pc).is_some_and(|block| block.is_in_all)
    }

    /// Whether the loop may be left after the branch that every round comes by, before its ways meet again: the branch is that of an
    /// `a` in `while (a || b)`.
    pub(super) fn is_part_of_condition(&self, pc: u32) -> bool {
        self.block(pc).is_some_and(|block| block.is_in_all && block.is_left_before_join)
    }

    /// Where ways from the branch at the end of a block meet again.
    pub(super) fn join(&self, pc: u32) -> Option<u32> {
        self.block(pc).map(|block| block.join)
    }

    /// Where an edge of the loop leads.
    pub(super) fn way(&self, edge: u32) -> &Way {
        self.ways.get(&edge).expect("edges from blocks of a loop have ways")
    }

    /// Whether a way that begins with an edge stays in the loop.
    pub(super) fn stays(&self, edge: u32) -> bool {
        self.has(self.way(edge).target)
    }

    /// The edges that every round goes over, but for those from the block of an operation.
    pub(super) fn edges_beside(&self, code: &Code, pc: u32) -> Vec<u32> {
        let mut edges = Vec::new();
        for block in self.blocks.iter().filter(|block| block.is_in_all && !block.ops.contains(&pc)) {
            let staying: Vec<u32> = round::edges_of(code.ops[index(block.ops.end - 1)])
                .into_iter()
                .filter(|&edge| self.stays(edge))
                .collect();
            if let [edge] = staying[..] {
                edges.extend(&self.way(edge).edges);
            }
        }
        edges
    }

    /// The one edge that leads to a block, and the block that it leaves; nothing if the block is the head, which is come to from
    /// outside as well.
    pub(super) fn edge_to(&self, code: &Code, block: &BlockCode) -> Option<(u32, &BlockCode)> {
        if self.blocks.first().is_some_and(|head| head.ops == block.ops) {
            return None;
        }
        let leads = |&edge: &u32| self.way(edge).target == block.ops.start;
        let mut edges = self.blocks.iter().flat_map(|from| {
            let edges = round::edges_of(code.ops[index(from.ops.end - 1)]);
            edges.into_iter().filter(leads).map(move |edge| (edge, from))
        });
        let only = edges.next()?;
        edges.next().is_none().then_some(only)
    }
}

/// The operations of a block.
fn ops_of(code: &Code, block: BlockId) -> Range<u32> {
    let start = code.blocks[block];
    let end = code.blocks.iter().copied().filter(|&other| other > start).min();
    start..end.unwrap_or(len32(code.ops.len()))
}

/// The edge to a successor of a block, by its number.
fn edge(code: &Code, block: BlockId, number: usize) -> Option<u32> {
    let last: Op = code.ops[index(ops_of(code, block).end - 1)];
    round::edges_of(last).get(number).copied()
}
