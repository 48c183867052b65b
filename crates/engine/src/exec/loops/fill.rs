//! Loops whose stores depend only on the input and the iteration: each store becomes one write to symbolically many
//! places.

use std::rc::Rc;

use vellum_collections::cast::index;
use vellum_expr::{Expr, Function, Source};
use vellum_memory::{Access, Memory, Reach, Value};

use super::{
    Bail, LoopAt, Ways,
    access::LoopAccess,
    round::Happening,
    trip::{ROUND_BITS, Trip, Variable},
};
use crate::{
    end::End,
    exec::{Machine, fork::Other},
    symbolic::{Fork, ForkKind},
};

/// An access that moves by the same distance every round.
struct Moving {
    access: LoopAccess,
    /// Where it is in the first round; 64 bits.
    from: Expr,
    /// By how many bytes it moves.
    step: i64,
    /// In how many rounds, from the first on, it is inside its object; 64 bits.
    rounds: Expr,
}

/// A loop that can be executed by one write for each of its stores.
struct Plan {
    /// How many rounds there are; 64 bits.
    count: Expr,
    /// The accesses whose address changes from iteration to iteration, in the order of execution.
    moving: Vec<Moving>,
}

impl Machine<'_> {
    /// Executes what is left of a loop that only stores functions of the round: `false` if it is none.
    pub(super) fn fill_loop(&mut self, at: &LoopAt<'_>, trip: &Trip) -> Result<bool, End> {
        let Ways::Out { leave, .. } = at.ways else { return Ok(false) };
        let Ok(plan) = self.plan(at, trip) else { return Ok(false) };
        let exprs = &mut self.symbolic.exprs;
        let none = exprs.zero(64);
        let goes_round = exprs.ne(plan.count, none);
        if !self.may_hold(goes_round) {
            return Ok(false);
        }
        if plan.moving.is_empty() {
            let exprs = &mut self.symbolic.exprs;
            let most = exprs.constant(64, 1 << ROUND_BITS);
            let is_followed = exprs.ult(plan.count, most);
            if !self.decide(is_followed, ForkKind::Branch) {
                return Ok(false);
            }
        }
        for number in 0..plan.moving.len() {
            self.stay_inside_rounds(&plan, number)?;
        }
        let mut memory = self.state.memory.clone();
        for moving in plan.moving.iter().filter(|moving| moving.access.access == Access::Write) {
            if self.write_rounds(&mut memory, trip, moving, plan.count).is_none() {
                return Ok(false);
            }
        }
        self.state.memory = memory;
        self.leave_after(at, trip, plan.count, leave);
        Ok(true)
    }

    /// Whether a condition holds for some input of the path.
    pub(super) fn may_hold(&mut self, condition: Expr) -> bool {
        self.symbolic.value(&self.state.model, condition) != 0
            || !matches!(self.symbolic.near(self.state, condition), Ok(None))
    }

    fn plan(&mut self, at: &LoopAt<'_>, trip: &Trip) -> Result<Plan, Bail> {
        let count = trip.count.ok_or(Bail)?;
        let exprs = &self.symbolic.exprs;
        if trip.changes.iter().any(|change| at.outlives(change.variable) && trip.is_lost(exprs, change)) {
            return Err(Bail);
        }
        let (mut moving, mut fixed) = (Vec::new(), Vec::new());
        for (number, happening) in trip.happenings.iter().enumerate() {
            let access = match happening {
                Happening::Access(access) => access,
                Happening::New { .. } => continue,
                Happening::Exit { .. } => return Err(Bail),
            };
            if !is_met_before(access, &trip.happenings[..number])
                || trip.is_unknown(&self.symbolic.exprs, access.place)
            {
                return Err(Bail);
            }
            match self.moving(trip, access)? {
                Some(access) => moving.push(access),
                None => fixed.push(*access),
            }
        }
        let stores = || moving.iter().filter(|moving: &&Moving| moving.access.access == Access::Write);
        for store in stores() {
            let is_same = |access: &LoopAccess| access.object.base == store.access.object.base;
            if fixed.iter().any(is_same) {
                return Err(Bail);
            }
        }
        for (first, a) in moving.iter().enumerate() {
            for b in &moving[first + 1..] {
                self.are_apart(a, b)?;
            }
        }
        Ok(Plan { count, moving })
    }

    /// How an access moves; nothing if it stays where it is.
    fn moving(&mut self, trip: &Trip, access: &LoopAccess) -> Result<Option<Moving>, Bail> {
        let exprs = &mut self.symbolic.exprs;
        let (first, second) = (exprs.zero(64), exprs.constant(64, 1));
        let from = trip.in_round(exprs, access.place, first);
        if from == access.place {
            let is_inside = access.object.inside_from(exprs, access.place, access.len.into());
            let is_store = access.access == Access::Write;
            let is_fine = is_inside == Expr::TRUE && (access.is_variable || !is_store);
            return if is_fine { Ok(None) } else { Err(Bail) };
        }
        let next = trip.in_round(exprs, access.place, second);
        let step = exprs.sub(next, from);
        // What the step is for one input, it must be for all.
        let step = self.symbolic.value(&self.state.model, step);
        let exprs = &mut self.symbolic.exprs;
        let by = exprs.constant(64, step);
        let distance = exprs.mul(by, trip.number);
        let expected = exprs.add(from, distance);
        let (expected, place) = (Value::of(exprs, expected), Value::of(exprs, access.place));
        if step == 0 || !self.are_equal(expected, place) {
            return Err(Bail);
        }
        let step = step.cast_signed();
        let rounds = access.object.capacity() / step.unsigned_abs();
        let is_write = access.access == Access::Write;
        let overlaps = is_write && step.unsigned_abs() < u64::from(access.len);
        // To find the round of a place takes a division; with a start that is no number, a solver would have to make it.
        let divides =
            is_write && !step.unsigned_abs().is_power_of_two() && !self.symbolic.exprs.is_const(from);
        if rounds + 1 >= 1 << ROUND_BITS
            || overlaps
            || divides
            || (is_write && !self.is_function(trip, access.value))
        {
            return Err(Bail);
        }
        let rounds = self.rounds_inside(access, from, step);
        Ok(Some(Moving { access: *access, from, step, rounds }))
    }

    /// Whether a value depends on nothing but the input and the round.
    fn is_function(&self, trip: &Trip, value: Value) -> bool {
        let exprs = &self.symbolic.exprs;
        match value {
            Value::Concrete(_) => true,
            Value::Symbolic(e) => !trip.is_unknown(exprs, e) && !exprs.has_garbage(e) && !exprs.has_base(e),
        }
    }

    /// In how many rounds an access is inside its object, from the first on.
    fn rounds_inside(&mut self, access: &LoopAccess, from: Expr, step: i64) -> Expr {
        let exprs = &mut self.symbolic.exprs;
        let is_inside = access.object.inside_from(exprs, from, access.len.into());
        let room = if step > 0 {
            let (size, len) = (access.object.size_expr(exprs), exprs.constant(64, access.len.into()));
            let last = exprs.sub(size, len);
            exprs.sub(last, from)
        } else {
            from
        };
        let size = exprs.constant(64, step.unsigned_abs());
        let more = exprs.udiv(room, size);
        let (one, none) = (exprs.constant(64, 1), exprs.zero(64));
        let rounds = exprs.add(more, one);
        exprs.ite(is_inside, rounds, none)
    }

    /// Whether no round reads or writes what one before it has written, or the same round wrote before.
    fn are_apart(&mut self, a: &Moving, b: &Moving) -> Result<(), Bail> {
        let is_store = |moving: &Moving| moving.access.access == Access::Write;
        if a.access.object.base != b.access.object.base || (!is_store(a) && !is_store(b)) {
            return Ok(());
        }
        let exprs = &mut self.symbolic.exprs;
        let distance = exprs.sub(b.from, a.from);
        // In the first iteration the second access starts so many bytes behind the first; both are in one object.
        let distance = exprs.as_const(distance).ok_or(Bail)?.cast_signed();
        let (len_a, len_b) = (i64::from(a.access.len), i64::from(b.access.len));
        let step = a.step;
        let is_fine = a.step == b.step
            && match (is_store(a), is_store(b)) {
                (true, true) => {
                    let (first, end) = (distance.min(0), len_a.max(distance + len_b));
                    end - first <= step.abs() && (distance >= len_a || distance + len_b <= 0)
                }
                // What is read must lie ahead of all that was written.
                (true, false) if step > 0 => distance >= len_a,
                (true, false) => distance + len_b <= 0,
                (false, _) if step > 0 => distance + len_b <= step,
                (false, _) => distance - step >= len_a,
            };
        if is_fine { Ok(()) } else { Err(Bail) }
    }

    /// Leaves this path to the inputs for which an access is not the first to leave its object; for the others another path
    /// ends with a finding.
    fn stay_inside_rounds(&mut self, plan: &Plan, number: usize) -> Result<(), End> {
        let Moving { access, from, step, rounds } = &plan.moving[number];
        let exprs = &mut self.symbolic.exprs;
        let mut leaves = exprs.ult(*rounds, plan.count);
        for (other, moving) in plan.moving.iter().enumerate().filter(|(other, _)| *other != number) {
            let is_before = if other < number {
                exprs.ult(*rounds, moving.rounds)
            } else {
                exprs.ule(*rounds, moving.rounds)
            };
            leaves = exprs.and(leaves, is_before);
        }
        let by = exprs.constant(64, step.cast_unsigned());
        let distance = exprs.mul(by, *rounds);
        let place = exprs.add(*from, distance);
        let len = exprs.constant(64, access.len.into());
        let stays = exprs.not(leaves);
        let split = self.split_resolution(stays);
        if !split.here {
            if let Some(state) = split.other.path() {
                self.symbolic.push_fork(Fork { state, end: None, by: ForkKind::Pointer, ahead: 0 });
            }
            self.frame_mut().pc = access.pc;
            let model = Rc::clone(&self.state.model);
            return Err(self.fault_of(access.access, (access.object.base, place), len, &model));
        }
        if let Other::Path(mut state) = split.other {
            let end = self.fault_of(access.access, (access.object.base, place), len, &state.model);
            if let Some(frame) = state.frames.last_mut() {
                frame.pc = access.pc;
            }
            let fork = Fork { state: *state, end: Some(end), by: ForkKind::Pointer, ahead: 0 };
            self.symbolic.push_fork(fork);
        }
        Ok(())
    }

    /// Writes what all rounds store.
    fn write_rounds(&mut self, memory: &mut Memory, trip: &Trip, moving: &Moving, count: Expr) -> Option<()> {
        let Moving { access, from, step, .. } = moving;
        let exprs = &mut self.symbolic.exprs;
        let mut value = access.value.expr(exprs, access.len * 8);
        let (one, none) = (exprs.constant(64, 1), exprs.zero(64));
        let last = exprs.sub(count, one);
        let size = exprs.constant(64, step.unsigned_abs());
        let reach = exprs.mul(last, size);
        let mut offset = *from;
        if *step < 0 {
            // The last round writes to the first place.
            offset = exprs.sub(*from, reach);
            let opposite = exprs.sub(last, trip.number);
            value = trip.in_round(exprs, value, opposite);
        }
        let bytes = exprs.constant(64, access.len.into());
        let (end, is_none) = (exprs.add(reach, bytes), exprs.eq(count, none));
        let len = if step.unsigned_abs() == u64::from(access.len) {
            exprs.mul(count, size)
        } else {
            exprs.ite(is_none, none, end)
        };
        let function = Function { value, round: trip.round, step: step.unsigned_abs() };
        let reach = Reach { base: access.object.base, offset, len };
        memory.write_reach_of(exprs, &reach, Source::Function(function))
    }

    /// Goes on behind the loop, over an edge, after so many rounds.
    fn leave_after(&mut self, at: &LoopAt<'_>, trip: &Trip, count: Expr, leave: u32) {
        let changes: Vec<(Variable, Value)> = trip
            .changes
            .iter()
            .filter(|change| at.outlives(change.variable))
            .map(|change| (change.variable, self.after_rounds(trip, change, count)))
            .collect();
        for (variable, value) in changes {
            let held = self.hold(variable, value);
            debug_assert!(held.is_ok(), "a local that was written can be written again");
        }
        self.cover_round(at);
        self.cover_first(at, trip, count);
        let cost = |edge: u32| u64::from(at.code.edges[index(edge)].cost);
        self.state.instructions += at.edges().into_iter().map(cost).sum::<u64>();
        for &edge in &at.ring.way(leave).edges {
            self.jump(edge);
        }
    }

    /// Notes what the first of so many rounds comes by and others do not have to.
    fn cover_first(&mut self, at: &LoopAt<'_>, trip: &Trip, count: Expr) {
        let exprs = &mut self.symbolic.exprs;
        let first = exprs.zero(64);
        let goes_round = exprs.ne(count, first);
        let mut new = Vec::new();
        for happening in &trip.happenings {
            if let Happening::New { condition, edge } = *happening
                && !trip.is_unknown(exprs, condition)
            {
                let condition = trip.in_round(exprs, condition, first);
                new.push((exprs.and(goes_round, condition), edge));
            }
        }
        self.cover_new(at, &new);
    }

    /// Notes the ways that the path's own input takes, of some that no path had gone.
    pub(super) fn cover_new(&mut self, at: &LoopAt<'_>, new: &[(Expr, u32)]) {
        for &(condition, edge) in new {
            let edges = &at.ring.way(edge).edges;
            let is_new = edges.iter().any(|&edge| !at.code.seen[index(edge)].get());
            if is_new && self.symbolic.value(&self.state.model, condition) != 0 {
                for &edge in edges {
                    self.note_edge(at.code, edge);
                }
            }
        }
    }

    /// Notes what a round comes by.
    pub(super) fn cover_round(&mut self, at: &LoopAt<'_>) {
        for edge in at.edges() {
            self.note_edge(at.code, edge);
        }
    }
}

/// Whether an access is made by every round, or one that is has met its bytes before: then it is never the first to leave its object.
fn is_met_before(access: &LoopAccess, before: &[Happening]) -> bool {
    let meets = |happening: &Happening| match happening {
        Happening::Access(other) => {
            other.guard == Expr::TRUE
                && other.object.base == access.object.base
                && other.place == access.place
                && other.len >= access.len
        }
        Happening::Exit { .. } | Happening::New { .. } => false,
    };
    access.guard == Expr::TRUE || access.is_variable || before.iter().any(meets)
}
