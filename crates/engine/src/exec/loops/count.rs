//! How many rounds a loop makes: what counts at its branch, what it is compared with, and the formula of both.

use vellum_bits::word;
use vellum_collections::cast::index;
use vellum_expr::Expr;
use vellum_memory::Value;

use super::{
    Bail, LoopAt, Ways,
    trip::{Supposed, Trip, Variable, held},
};
use crate::{
    code::{Move, Op, Slot},
    exec::Machine,
    state::State,
};

/// How the branch compares what counts with what stays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    More,
    AtLeast,
    Differs,
}

impl Relation {
    /// The relation with its sides swapped.
    fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            Self::Differs => Self::Differs,
        }
    }

    /// The relation that holds where this one does not; two numbers that are known to differ are left at that.
    fn negated(self) -> Self {
        match self {
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::More,
            Self::More => Self::AtMost,
            Self::AtLeast => Self::Less,
            Self::Differs => Self::Differs,
        }
    }
}

/// The branch of a loop that counts.
pub(super) struct Counter {
    counts: Slot,
    stays: Slot,
    relation: Relation,
    /// The width of a signed comparison; `None` if it is unsigned.
    signed: Option<u32>,
}

impl Machine<'_> {
    /// What counts at the branch, if one side moves and the other does not.
    pub(super) fn counter(&mut self, at: &LoopAt<'_>, op: Op, first: &State) -> Result<Counter, Bail> {
        let (a, b, signed, kind, edge) = match op {
            Op::BranchEq { a, b, edge } => (a, b, None, None, edge + 1),
            Op::BranchNe { a, b, edge } => (a, b, None, None, edge),
            Op::BranchUlt { a, b, edge } => (a, b, None, Some(Relation::Less), edge),
            Op::BranchUle { a, b, edge } => (a, b, None, Some(Relation::AtMost), edge),
            Op::BranchSlt { w, a, b, edge } => (a, b, Some(w.into()), Some(Relation::Less), edge),
            Op::BranchSle { w, a, b, edge } => (a, b, Some(w.into()), Some(Relation::AtMost), edge),
            Op::Branch { c, edge } => {
                let compare = self::compare(at, c).ok_or(Bail)?;
                return self.counter(at, branch(compare, edge).ok_or(Bail)?, first);
            }
            _ => return Err(Bail),
        };
        let [moves_a, moves_b] = [a, b].map(|slot| {
            let (before, after) = self.held_in(Variable::Register(slot), first)?;
            Ok((before != after).then(|| self.suppose(before, after, 64)))
        });
        let is_motion = |motion: &Option<Supposed>| matches!(motion, Some(Supposed::Moves(by, _) | Supposed::Advances(by)) if *by != 0);
        let (counts, stays, is_first) = match (moves_a?, moves_b?) {
            (motion, None) if is_motion(&motion) => (a, b, true),
            (None, motion) if is_motion(&motion) => (b, a, false),
            _ => return Err(Bail),
        };
        let stay = match at.ways {
            Ways::Out { stay, .. } => stay,
            Ways::In(edge) => edge,
        };
        let relation = match kind {
            None if stay == edge => Relation::Differs,
            None => return Err(Bail),
            Some(relation) => {
                let relation = if is_first { relation } else { relation.mirrored() };
                if stay == edge { relation } else { relation.negated() }
            }
        };
        Ok(Counter { counts, stays, relation, signed })
    }

    /// How many rounds there are until the branch leaves the loop; 64 bits.
    pub(super) fn count(&mut self, trip: &Trip, counter: &Counter, end: &State) -> Option<Expr> {
        let limit = self.number(counter.stays);
        let later = held(&mut self.symbolic.exprs, end, Variable::Register(counter.stays)).ok()?;
        if self.symbolic.number(later) != limit {
            return None;
        }
        let from = self.number(counter.counts);
        let after = held(&mut self.symbolic.exprs, end, Variable::Register(counter.counts)).ok()?;
        let Value::Symbolic(after) = self.symbolic.number(after) else { return None };
        let exprs = &mut self.symbolic.exprs;
        let width = counter.signed.unwrap_or_else(|| exprs.width(after));
        let is_narrow = |value: Value| match value {
            Value::Concrete(number) => width == 64 || number >> width == 0,
            Value::Symbolic(e) => exprs.width(e) <= width,
        };
        if !is_narrow(limit) || !is_narrow(from) {
            return None;
        }
        let (limit, from, after) =
            (limit.expr(exprs, width), from.expr(exprs, width), exprs.fit(after, width));
        let first = exprs.zero(64);
        let after_first = trip.in_round(exprs, after, first);
        let step = exprs.sub(after_first, from);
        let step = exprs.as_const(step)?;
        let one = exprs.constant(64, 1);
        let (rounds, by) = (exprs.add(trip.number, one), exprs.constant(width, step));
        let rounds = exprs.fit(rounds, width);
        let distance = exprs.mul(by, rounds);
        let expected = exprs.add(from, distance);
        let (expected, after) = (Value::of(exprs, expected), Value::of(exprs, after));
        if !self.are_equal(expected, after) {
            return None;
        }
        self.rounds_between((from, limit), step, counter)
    }

    /// Rounds from `from` on by `step` as long as the counter's relation to `limit` holds.
    fn rounds_between(&mut self, (from, limit): (Expr, Expr), step: u64, counter: &Counter) -> Option<Expr> {
        let exprs = &mut self.symbolic.exprs;
        let width = exprs.width(from);
        let signed_step = word::sign_extend(width, step);
        let (rises, size) = (signed_step > 0, signed_step.unsigned_abs());
        let up = matches!(counter.relation, Relation::Less | Relation::AtMost);
        if counter.relation != Relation::Differs && up != rises {
            return None;
        }
        let distance = if rises { exprs.sub(limit, from) } else { exprs.sub(from, limit) };
        let distance = exprs.zext(distance, 64);
        if counter.relation == Relation::Differs {
            return match size {
                1 => Some(distance),
                _ if size.is_power_of_two() && exprs.facts(distance).zeros & (size - 1) == size - 1 => {
                    let size = exprs.constant(64, size);
                    Some(exprs.udiv(distance, size))
                }
                _ => None,
            };
        }
        // As numbers without a sign, in the same order.
        let [from, limit] = [from, limit].map(|e| match counter.signed {
            None => e,
            Some(_) => {
                let sign = exprs.constant(width, 1 << (width - 1));
                exprs.xor(e, sign)
            }
        });
        if self.may_pass(limit, size, counter.relation) {
            return None;
        }
        let exprs = &mut self.symbolic.exprs;
        let (less, step) = (exprs.constant(64, size - 1), exprs.constant(64, size));
        let (goes, sum) = match counter.relation {
            Relation::Less => (exprs.ult(from, limit), exprs.add(distance, less)),
            Relation::More => (exprs.ult(limit, from), exprs.add(distance, less)),
            Relation::AtMost => (exprs.ule(from, limit), exprs.add(distance, step)),
            _ => (exprs.ule(limit, from), exprs.add(distance, step)),
        };
        let (rounds, none) = (exprs.udiv(sum, step), exprs.zero(64));
        Some(exprs.ite(goes, rounds, none))
    }

    /// Whether steps of that size may go past `limit` and around the end of all numbers before the relation fails.
    fn may_pass(&mut self, limit: Expr, size: u64, relation: Relation) -> bool {
        let exprs = &mut self.symbolic.exprs;
        let width = exprs.width(limit);
        let most = word::truncate(width, u64::MAX);
        let room = match relation {
            Relation::Less | Relation::More => size - 1,
            _ => size,
        };
        if room > most {
            return true;
        }
        let passes = match relation {
            Relation::Less | Relation::AtMost => {
                let last = exprs.constant(width, most - room);
                exprs.ult(last, limit)
            }
            _ => {
                let first = exprs.constant(width, room);
                exprs.ult(limit, first)
            }
        };
        match exprs.as_const(passes) {
            Some(passes) => passes != 0,
            None => !matches!(self.symbolic.near(self.state, passes), Ok(None)),
        }
    }
}

/// The comparison that the condition of a branch is, in the block before: `while (p[i] && i < n)` is left at the end of both.
fn compare(at: &LoopAt<'_>, condition: Slot) -> Option<Op> {
    let block = at.ring.block(at.pc).filter(|block| block.ops.len() == 1)?;
    let (edge, before) = at.ring.edge_to(at.code, block)?;
    let edges = &at.ring.way(edge).edges;
    let moves: Vec<Move> = edges.iter().flat_map(|&edge| at.code.moves_of(edge)).copied().collect();
    let source = moves.iter().rev().fold(condition, |slot, m| if m.to == slot { m.from } else { slot });
    // Nothing comes between the comparison and the branch, so what is compared is still in its registers.
    let last = before.ops.end.checked_sub(2).filter(|last| before.ops.contains(last))?;
    let op = at.code.ops[index(last)];
    let (Op::Eq { d, a, b }
    | Op::Ne { d, a, b }
    | Op::Ult { d, a, b }
    | Op::Ule { d, a, b }
    | Op::Slt { d, a, b, .. }
    | Op::Sle { d, a, b, .. }) = op
    else {
        return None;
    };
    let is_kept = d == source && !moves.iter().any(|m| [a, b].contains(&m.to)) && ![a, b].contains(&d);
    is_kept.then_some(op)
}

/// The branch that compares as an operation does.
fn branch(compare: Op, edge: u32) -> Option<Op> {
    Some(match compare {
        Op::Eq { a, b, .. } => Op::BranchEq { a, b, edge },
        Op::Ne { a, b, .. } => Op::BranchNe { a, b, edge },
        Op::Ult { a, b, .. } => Op::BranchUlt { a, b, edge },
        Op::Ule { a, b, .. } => Op::BranchUle { a, b, edge },
        Op::Slt { w, a, b, .. } => Op::BranchSlt { w, a, b, edge },
        Op::Sle { w, a, b, .. } => Op::BranchSle { w, a, b, edge },
        _ => return None,
    })
}
