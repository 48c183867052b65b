//! Loops as one operation.
//!
//! A loop whose number of rounds depends on the input would be a path for each number. Where a branch at which such a loop
//! may be left depends on the input, and the loop *counts* (one side of the comparison moves by the same distance every
//! round, the other stays), the rounds that are left are taken together:
//!
//! * `fill.rs`: a loop that only stores functions of the round is one write to symbolically many places;
//! * `scan.rs`: a loop that stores nothing but variables is executed round by round without asking, and the places at which
//!   it may be left become one: what it leaves behind is a choice between them.
//!
//! `trip.rs` finds what moves, and `count.rs` how many rounds there are. All of it executes rounds on a copy of the path
//! (`round.rs`), where nothing forks: an operation that would is not made, and the loop is executed as any other code. So
//! whatever is done here is what executing it comes to; `--loops execute` switches it off, and a test compares the two.

mod count;
mod fill;
mod round;
mod scan;
mod trip;

use std::ops::Range;

use vellum_analysis::rings;
use vellum_collections::cast::{index, len32};
use vellum_expr::Expr;
use vellum_memory::Sizes;

use self::trip::Variable;
use super::Machine;
use crate::{
    code::{Code, Keeps},
    end::End,
    program::Program,
    symbolic::Loops,
};

/// The operations of a loop that goes round in one way.
#[derive(Debug)]
pub(crate) struct RingCode {
    /// Those of each block.
    blocks: Vec<Range<u32>>,
}

/// A loop at one of its branches.
#[derive(Clone, Copy)]
struct LoopAt<'a> {
    ring: &'a RingCode,
    code: &'a Code,
    /// The branch.
    pc: u32,
    /// The edge that stays in the loop, and the one that leaves it.
    stay: u32,
    leave: u32,
}

/// Why nothing was done: this loop has to be executed iteration by iteration.
struct Bail;

impl RingCode {
    /// Whether an operation is one of the loop's.
    fn has(&self, pc: u32) -> bool {
        self.blocks.iter().any(|block| block.contains(&pc))
    }

    /// The loops of a function of which all operations can be executed on a copy.
    pub(crate) fn of(program: &Program, code: &Code) -> Box<[Self]> {
        let Some(body) = &program.function(code.function).body else { return Box::default() };
        let all = |ring: vellum_analysis::Ring| {
            let blocks = ring.blocks.iter().map(|&block| {
                let start = code.blocks[block];
                let end = code.blocks.iter().copied().filter(|&other| other > start).min();
                start..end.unwrap_or(len32(code.ops.len()))
            });
            Self { blocks: blocks.collect() }
        };
        let is_quiet =
            |ring: &Self| ring.blocks.iter().cloned().flatten().all(|pc| round::is_quiet(code, pc));
        rings(body).into_iter().map(all).filter(is_quiet).collect()
    }
}

impl Machine<'_> {
    /// Executes what is left of the loop that a branch is in: `false` if that is to be done round by round, or if the branch
    /// is in none. The branch goes over `edge` if `condition` holds, else over the next one.
    pub(super) fn rest_of_loop(&mut self, condition: Expr, edge: u32) -> Result<bool, End> {
        let is_wanted = self.symbolic.loops == Loops::Whole
            && self.state.trail.is_none()
            && matches!(self.state.memory.sizes(), Sizes::Terms { .. })
            && !self.symbolic.exprs.is_const(condition);
        if !is_wanted {
            return Ok(false);
        }
        let frame = *self.frame();
        let code = self.program.code(frame.function).expect("a frame's function has code");
        let rings = code.rings.get_or_init(|| RingCode::of(self.program, code));
        let Some(ring) = rings.iter().find(|ring| ring.has(frame.pc)) else { return Ok(false) };
        let stays = [edge, edge + 1].map(|edge| ring.has(code.edges[index(edge)].target));
        let (stay, leave) = match stays {
            [true, false] => (edge, edge + 1),
            [false, true] => (edge + 1, edge),
            _ => return Ok(false),
        };
        let at = LoopAt { ring, code, pc: frame.pc, stay, leave };
        let Ok(trip) = self.trip(&at) else { return Ok(false) };
        Ok(self.fill_loop(&at, &trip)? || self.scan_loop(&at, &trip)?)
    }
}

impl LoopAt<'_> {
    /// Whether what a variable holds may be used behind the loop.
    fn outlives(&self, variable: Variable) -> bool {
        match variable {
            Variable::Register(slot) => self.code.keeps[index(slot)] == Keeps::Value,
            Variable::Local(..) => true,
        }
    }

    /// The edges of a round, from the branch on.
    fn edges(&self) -> Vec<u32> {
        let mut edges = vec![self.stay];
        for block in &self.ring.blocks {
            let last = block.end - 1;
            if last != self.pc
                && let Some(edge) = round::staying_edge(self, last)
            {
                edges.push(edge);
            }
        }
        edges
    }
}
