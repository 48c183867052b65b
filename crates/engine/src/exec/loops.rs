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
//! `ring.rs` says what a loop consists of, `trip.rs` what moves, and `count.rs` how many rounds there are. All of it executes
//! rounds on a copy of the path (`round.rs`, `access.rs`), where nothing forks: both sides of a branch inside a round are executed,
//! and what they leave behind is a choice (`sides.rs`); any other operation that would fork is not made, and the loop is executed as
//! any other code. So whatever is done here is what executing it comes to; `--loops execute` switches it off, and a test compares the two.

mod access;
mod count;
mod fill;
mod ring;
mod round;
mod scan;
mod sides;
mod trip;

use vellum_collections::cast::index;
use vellum_expr::Expr;
use vellum_memory::Sizes;

pub(crate) use self::ring::RingCode;
use self::trip::Variable;
use super::Machine;
use crate::{
    code::{Code, Keeps},
    end::End,
    symbolic::Loops,
};

/// A loop at one of its branches.
#[derive(Clone, Copy)]
struct LoopAt<'a> {
    ring: &'a RingCode,
    code: &'a Code,
    /// The branch.
    pc: u32,
    ways: Ways,
}

/// Where the branch leads.
#[derive(Clone, Copy)]
enum Ways {
    /// One way stays in the loop, the other leaves it; the edges that they begin with.
    Out { stay: u32, leave: u32 },
    /// Both stay, and the loop may be left later on one of them; the edge of the condition.
    In(u32),
}

/// Why nothing was done: this loop has to be executed iteration by iteration.
struct Bail;

impl Machine<'_> {
    /// Executes what is left of the loop that a branch is in: `false` if that is to be done round by round, as on the path of a
    /// seed, or if the branch is in none. The branch goes over `edge` if `condition` holds, else over the next one.
    pub(super) fn rest_of_loop(&mut self, condition: Expr, edge: u32) -> Result<bool, End> {
        let is_wanted = self.symbolic.loops == Loops::Whole
            && self.state.trail.is_none()
            && !self.puts_questions_off()
            && matches!(self.state.memory.sizes(), Sizes::Terms { .. })
            && !self.symbolic.exprs.is_const(condition);
        if !is_wanted {
            return Ok(false);
        }
        let frame = *self.frame();
        let code = self.program.code(frame.function).expect("a frame's function has code");
        let rings = code.rings.get_or_init(|| RingCode::of(self.program, code));
        let Some(ring) = rings.iter().find(|ring| ring.has(frame.pc)) else { return Ok(false) };
        if !ring.is_in_all_rounds(frame.pc) {
            return Ok(false);
        }
        let stays = [edge, edge + 1].map(|edge| ring.stays(edge));
        let ways = match stays {
            [true, false] => Ways::Out { stay: edge, leave: edge + 1 },
            [false, true] => Ways::Out { stay: edge + 1, leave: edge },
            [true, true] if ring.is_part_of_condition(frame.pc) => Ways::In(edge),
            _ => return Ok(false),
        };
        let at = LoopAt { ring, code, pc: frame.pc, ways };
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

    /// The edges that every round goes over.
    fn edges(&self) -> Vec<u32> {
        let mut edges = self.ring.edges_beside(self.code, self.pc);
        if let Ways::Out { stay, .. } = self.ways {
            edges.extend(&self.ring.way(stay).edges);
        }
        edges
    }
}
