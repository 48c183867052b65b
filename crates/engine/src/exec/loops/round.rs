//! One iteration of a loop (a *round*), executed on a copy of a path.
//!
//! The solver is not asked and the path does not fork. The caller hears of every access and of every branch that may leave the
//! loop, and decides what the bounds checks and these branches come to. Where a branch may go either way inside the loop, both
//! sides are executed (`sides.rs`).

use vellum_collections::cast::index;
use vellum_expr::{CompareOp, Expr};
use vellum_memory::Value;

use super::{Bail, LoopAt, Ways, access::LoopAccess, trip::Variable};
use crate::{
    code::{Code, Op, Slot},
    exec::Machine,
};

/// What happens in a round beside what it leaves in registers.
#[derive(Clone, Copy)]
pub(super) enum Happening {
    /// Memory is accessed.
    Access(LoopAccess),
    /// The loop is left, by the way that begins with `edge`, if `condition` holds.
    Exit { condition: Expr, edge: u32 },
    /// The way that begins with `edge`, which no path has gone so far, is gone if `condition` holds.
    New { condition: Expr, edge: u32 },
}

/// Whether a round goes on after something happened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goes {
    On,
    /// No input that came there goes on.
    NoFurther,
}

/// Who hears of what happens in a round, before it does.
pub(super) trait Visit: FnMut(&mut Machine<'_>, Happening) -> Result<Goes, Bail> {}

impl<F: FnMut(&mut Machine<'_>, Happening) -> Result<Goes, Bail>> Visit for F {}

/// A round under execution.
pub(super) struct Walk<'a, V> {
    pub(super) at: LoopAt<'a>,
    /// The inputs that are on this side of the branches of which both sides are executed.
    pub(super) guard: Expr,
    /// How many such branches it is inside of.
    pub(super) depth: u32,
    /// Local variables that were stored to.
    pub(super) stored: Vec<Variable>,
    pub(super) visit: V,
}

/// Whether an operation can be part of a round.
pub(super) fn is_quiet(code: &Code, pc: u32) -> bool {
    let op = code.ops[index(pc)];
    is_plain(op) || is_move(op) || is_access(op) || branch_edge(op).is_some() || matches!(op, Op::Jump { .. })
}

/// Operations on registers that ask nothing.
#[rustfmt::skip]
fn is_plain(op: Op) -> bool {
    matches!(op,
        Op::Add { .. } | Op::Sub { .. } | Op::Mul { .. } | Op::And { .. } | Op::Or { .. } | Op::Xor { .. }
        | Op::Shl { .. } | Op::LShr { .. } | Op::AShr { .. } | Op::Int { .. } | Op::Funnel { .. }
        | Op::Eq { .. } | Op::Ne { .. } | Op::Ult { .. } | Op::Ule { .. } | Op::Slt { .. } | Op::Sle { .. }
        | Op::AddF64 { .. } | Op::SubF64 { .. } | Op::MulF64 { .. } | Op::DivF64 { .. }
        | Op::AddF32 { .. } | Op::SubF32 { .. } | Op::MulF32 { .. } | Op::DivF32 { .. }
        | Op::CompareF64 { .. } | Op::CompareF32 { .. }
        | Op::Move { .. } | Op::Truncate { .. } | Op::SignExtend { .. } | Op::Select { .. }
        | Op::LocalAddress { .. } | Op::ToInteger { .. } | Op::FromInteger { .. } | Op::Scale { .. } | Op::Assume
        | Op::Accesses { .. } | Op::Relocate)
}

/// Operations that move a pointer.
fn is_move(op: Op) -> bool {
    matches!(op, Op::Advance { .. } | Op::Index { .. })
}

#[rustfmt::skip]
fn is_access(op: Op) -> bool {
    matches!(op,
        Op::Load8 { .. } | Op::Load16 { .. } | Op::Load32 { .. } | Op::Load64 { .. }
        | Op::LoadAt8 { .. } | Op::LoadAt16 { .. } | Op::LoadAt32 { .. } | Op::LoadAt64 { .. }
        | Op::LoadIndex8 { .. } | Op::LoadIndex16 { .. } | Op::LoadIndex32 { .. } | Op::LoadIndex64 { .. }
        | Op::LoadLocal8 { .. } | Op::LoadLocal16 { .. } | Op::LoadLocal32 { .. } | Op::LoadLocal64 { .. }
        | Op::LoadTracked8 { .. } | Op::LoadTracked16 { .. } | Op::LoadTracked32 { .. } | Op::LoadTracked64 { .. }
        | Op::Store8 { .. } | Op::Store16 { .. } | Op::Store32 { .. } | Op::Store64 { .. }
        | Op::StoreAt8 { .. } | Op::StoreAt16 { .. } | Op::StoreAt32 { .. } | Op::StoreAt64 { .. }
        | Op::StoreIndex8 { .. } | Op::StoreIndex16 { .. } | Op::StoreIndex32 { .. } | Op::StoreIndex64 { .. }
        | Op::StoreLocal8 { .. } | Op::StoreLocal16 { .. } | Op::StoreLocal32 { .. } | Op::StoreLocal64 { .. }
        | Op::StoreTracked8 { .. } | Op::StoreTracked16 { .. } | Op::StoreTracked32 { .. }
        | Op::StoreTracked64 { .. })
}

/// The edge a branch takes if its condition holds.
fn branch_edge(op: Op) -> Option<u32> {
    match op {
        Op::Branch { edge, .. }
        | Op::BranchEq { edge, .. }
        | Op::BranchNe { edge, .. }
        | Op::BranchUlt { edge, .. }
        | Op::BranchUle { edge, .. }
        | Op::BranchSlt { edge, .. }
        | Op::BranchSle { edge, .. } => Some(edge),
        _ => None,
    }
}

/// The edges that lead on from the operation at the end of a block.
pub(super) fn edges_of(op: Op) -> Vec<u32> {
    match op {
        Op::Jump { edge } => vec![edge],
        _ => branch_edge(op).map_or_else(Vec::new, |edge| vec![edge, edge + 1]),
    }
}

impl Machine<'_> {
    /// Goes on from the branch of a loop, on the way that stays or on both, until the path is there again. `visit` hears of what happens.
    pub(super) fn round(&mut self, at: &LoopAt<'_>, visit: impl Visit) -> Result<Goes, Bail> {
        let mut walk = Walk { at: *at, guard: Expr::TRUE, depth: 0, stored: Vec::new(), visit };
        match at.ways {
            Ways::Out { stay, .. } => self.follow(&mut walk, stay)?,
            Ways::In(_) => {
                if self.quiet_step(&mut walk, at.pc)? == Goes::NoFurther {
                    return Ok(Goes::NoFurther);
                }
            }
        }
        self.walk(&mut walk, at.pc)
    }

    /// Goes on until the path is at `end`.
    pub(super) fn walk(&mut self, walk: &mut Walk<'_, impl Visit>, end: u32) -> Result<Goes, Bail> {
        while self.frame().pc != end {
            let pc = self.frame().pc;
            // Only what the loop has is sure to be quiet.
            if !walk.at.ring.has(pc) {
                return Err(Bail);
            }
            if self.quiet_step(walk, pc)? == Goes::NoFurther {
                return Ok(Goes::NoFurther);
            }
        }
        Ok(Goes::On)
    }

    fn quiet_step(&mut self, walk: &mut Walk<'_, impl Visit>, pc: u32) -> Result<Goes, Bail> {
        let code = walk.at.code;
        let op = code.ops[index(pc)];
        if let Op::Jump { edge } = op {
            self.follow(walk, edge)?;
            return Ok(Goes::On);
        }
        if let Some(edge) = branch_edge(op) {
            let condition = self.condition(op);
            return self.quiet_branch(walk, condition, edge);
        }
        if let Some(operation) = self.operation(op, code)? {
            if self.quiet_access(walk, pc, &operation)? == Goes::NoFurther {
                return Ok(Goes::NoFurther);
            }
        } else {
            self.quiet_scalar(op, code)?;
        }
        self.frame_mut().pc += 1;
        Ok(Goes::On)
    }

    /// The condition of a branch.
    pub(super) fn condition(&mut self, op: Op) -> Expr {
        match op {
            Op::Branch { c, .. } => self.expr(c, 1),
            Op::BranchEq { a, b, .. } => self.compare(CompareOp::Eq, 0, a, b),
            Op::BranchUlt { a, b, .. } => self.compare(CompareOp::Ult, 0, a, b),
            Op::BranchUle { a, b, .. } => self.compare(CompareOp::Ule, 0, a, b),
            Op::BranchSlt { w, a, b, .. } => self.compare(CompareOp::Slt, w.into(), a, b),
            Op::BranchSle { w, a, b, .. } => self.compare(CompareOp::Sle, w.into(), a, b),
            Op::BranchNe { a, b, .. } => {
                let equal = self.compare(CompareOp::Eq, 0, a, b);
                self.symbolic.exprs.not(equal)
            }
            _ => unreachable!("{op:?} is no branch"),
        }
    }

    /// Goes where a branch leads that the path stays in the loop at.
    fn quiet_branch(
        &mut self,
        walk: &mut Walk<'_, impl Visit>,
        condition: Expr,
        edge: u32,
    ) -> Result<Goes, Bail> {
        let ring = walk.at.ring;
        if let Some(known) = self.symbolic.exprs.as_const(condition) {
            let edge = edge + u32::from(known == 0);
            if !ring.stays(edge) {
                (walk.visit)(self, Happening::Exit { condition: walk.guard, edge })?;
                return Ok(Goes::NoFurther);
            }
            self.follow(walk, edge)?;
            return Ok(Goes::On);
        }
        if self.symbolic.exprs.has_garbage(condition) {
            return Err(Bail);
        }
        let (stay, leave) = match [edge, edge + 1].map(|edge| ring.stays(edge)) {
            [true, true] => return self.both_sides(walk, condition, edge),
            [true, false] => (edge, edge + 1),
            [false, true] => (edge + 1, edge),
            [false, false] => return Err(Bail),
        };
        let exprs = &mut self.symbolic.exprs;
        let condition = if leave == edge { condition } else { exprs.not(condition) };
        let condition = exprs.and(walk.guard, condition);
        if (walk.visit)(self, Happening::Exit { condition, edge: leave })? == Goes::NoFurther {
            return Ok(Goes::NoFurther);
        }
        self.follow(walk, stay)?;
        Ok(Goes::On)
    }

    /// Goes a way, on a copy. What all rounds come by, others say is covered.
    pub(super) fn follow(&mut self, walk: &mut Walk<'_, impl Visit>, edge: u32) -> Result<(), Bail> {
        let code = walk.at.code;
        let way = walk.at.ring.way(edge);
        let is_new = way.edges.iter().any(|&edge| !code.seen[index(edge)].get());
        if walk.guard != Expr::TRUE && is_new {
            (walk.visit)(self, Happening::New { condition: walk.guard, edge })?;
        }
        for &edge in &way.edges {
            for m in code.moves_of(edge) {
                self.set(m.to, self.value(m.from));
            }
            self.state.instructions += u64::from(code.edges[index(edge)].cost);
        }
        self.frame_mut().pc = way.target;
        Ok(())
    }

    fn quiet_scalar(&mut self, op: Op, code: &Code) -> Result<(), Bail> {
        match op {
            Op::LocalAddress { d, offset } => {
                let address = self.frame().block + u64::from(offset);
                self.set(d, Value::Concrete(address));
            }
            // What is done on a copy asks no oracle and is not counted, neither here nor among the reads of planes.
            Op::Assume | Op::Accesses { .. } | Op::Relocate => {}
            Op::Shl { w, b, .. } | Op::LShr { w, b, .. } | Op::AShr { w, b, .. }
                if self.value(b).as_concrete().is_none_or(|amount| amount >= u64::from(w)) =>
            {
                return Err(Bail);
            }
            Op::Advance { base, .. } | Op::Index { base, .. } if !self.knows_object(base) => {
                return Err(Bail);
            }
            _ => {
                let done = self.scalar(op, code).map_err(|_| Bail)?;
                debug_assert!(done, "{op:?} is one on registers");
            }
        }
        Ok(())
    }

    /// Whether it is clear without asking which object the pointer in a register is of.
    pub(super) fn knows_object(&mut self, slot: Slot) -> bool {
        match self.value(slot) {
            Value::Concrete(_) => true,
            Value::Symbolic(e) => self.symbolic.exprs.as_pointer(e).is_some(),
        }
    }
}
