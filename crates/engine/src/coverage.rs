//! What of a program was executed.
//!
//! The interpreter notes the first time a jump between blocks is made and a function is called; everything here
//! follows from that. An instruction counts as covered when its block was entered, and a branch is a way on from
//! a jump that has several.

use std::ops::AddAssign;

use vellum_collections::{IdVec, Set, cast::len64};
use vellum_ir::{BlockId, Body, FuncId};

use crate::program::Program;

/// Whose code a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The program's own.
    Program,
    /// The C library's.
    Library,
    /// None that is executed here: the engine provides the function.
    Outside,
}

/// How much of some code was executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Instructions in blocks that were entered.
    pub instructions: u64,
    /// All instructions.
    pub instructions_total: u64,
    /// Ways on from jumps with several that were taken.
    pub branches: u64,
    /// All of them.
    pub branches_total: u64,
    /// Functions that were called.
    pub functions: u64,
    /// All functions.
    pub functions_total: u64,
}

/// How much of a program was executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Of the program's own code.
    pub program: Covered,
    /// Of what it has of the C library.
    pub library: Covered,
}

impl AddAssign for Covered {
    fn add_assign(&mut self, other: Self) {
        self.instructions += other.instructions;
        self.instructions_total += other.instructions_total;
        self.branches += other.branches;
        self.branches_total += other.branches_total;
        self.functions += other.functions;
        self.functions_total += other.functions_total;
    }
}

impl Coverage {
    /// What was executed of `program` until now.
    pub fn of(program: &Program) -> Self {
        let mut coverage = Self::default();
        for (id, function) in program.module().functions.iter_ids() {
            let covered = |body| of_function(program, id, body);
            match (program.part(id), &function.body) {
                (Part::Program, Some(body)) => coverage.program += covered(body),
                (Part::Library, Some(body)) => coverage.library += covered(body),
                _ => (),
            }
        }
        coverage
    }
}

impl Program {
    /// Which blocks of a function were entered.
    pub fn covered_blocks(&self, id: FuncId) -> IdVec<BlockId, bool> {
        let Some(body) = &self.function(id).body else { return IdVec::new() };
        let mut entered: IdVec<BlockId, bool> = body.blocks.iter().map(|_| false).collect();
        if !self.is_called(id) {
            return entered;
        }
        if let Some(first) = entered.ids().next() {
            entered[first] = true;
        }
        let targets =
            body.blocks.iter().filter_map(|block| block.last()).flat_map(|last| last.inst.successors());
        for (target, jump) in targets.zip(0..) {
            entered[target] |= self.is_made(id, jump);
        }
        entered
    }

    /// For each block of a function, which of the ways on from it were taken, in the order of
    /// [`vellum_ir::Inst::successors`].
    pub fn covered_jumps(&self, id: FuncId) -> IdVec<BlockId, Vec<bool>> {
        let Some(body) = &self.function(id).body else { return IdVec::new() };
        let mut jumps = 0..;
        let of_block = |count| jumps.by_ref().take(count).map(|jump| self.is_made(id, jump)).collect();
        body.blocks
            .iter()
            .map(|block| block.last().map_or(0, |last| last.inst.successors().len()))
            .map(of_block)
            .collect()
    }
}

fn of_function(program: &Program, id: FuncId, body: &Body) -> Covered {
    // Blocks to which nothing leads are what is left of others.
    let ends = body.blocks.iter().filter_map(|block| block.last());
    let led_to: Set<BlockId> =
        ends.flat_map(|last| last.inst.successors()).chain(body.blocks.ids().next()).collect();
    let size = |block: BlockId| if led_to.contains(&block) { len64(body.blocks[block].len()) } else { 0 };
    let (blocks, jumps) = (program.covered_blocks(id), program.covered_jumps(id));
    let branches = || jumps.iter().filter(|ways| ways.len() > 1).flatten();
    Covered {
        instructions: blocks.iter_ids().filter(|(_, entered)| **entered).map(|(block, _)| size(block)).sum(),
        instructions_total: body.blocks.ids().map(size).sum(),
        branches: len64(branches().filter(|taken| **taken).count()),
        branches_total: len64(branches().count()),
        functions: u64::from(program.is_called(id)),
        functions_total: 1,
    }
}
