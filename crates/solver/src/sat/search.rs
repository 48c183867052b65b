//! The search: propagation, decisions, restarts.

use vellum_collections::cast::index;

use super::{
    Lit, Outcome, Sat, Value,
    clauses::{ClauseRef, Watch},
};
use crate::budget::Meter;

/// Conflicts of the shortest run between two restarts.
const RESTART: u64 = 64;

impl Sat {
    /// Whether the active gates allow all assumptions at once.
    pub(crate) fn solve(&mut self, assumptions: &[Lit], meter: &mut Meter<'_>) -> Outcome {
        self.core.clear();
        debug_assert_eq!(self.level(), 0, "a question begins at the bottom");
        if self.contradiction || self.propagate().is_some() {
            self.contradiction = true;
            return Outcome::Unsat;
        }
        self.heap.order();
        let levels = self.levels.len() + assumptions.len() + 1;
        self.stamps.resize(self.stamps.len().max(levels), 0);
        let mut restarts = 0;
        loop {
            match self.run(assumptions, RESTART * luby(restarts), meter) {
                Some(outcome) => return outcome,
                None => restarts += 1,
            }
            self.back_to(self.level().min(u32::try_from(assumptions.len()).unwrap_or(u32::MAX)));
            self.reduce_if_due();
        }
    }

    /// Searches until the answer, or for so many conflicts.
    fn run(&mut self, assumptions: &[Lit], conflicts: u64, meter: &mut Meter<'_>) -> Option<Outcome> {
        let mut left = conflicts;
        loop {
            if let Some(conflict) = self.propagate() {
                if self.level() == 0 {
                    self.contradiction = true;
                    return Some(Outcome::Unsat);
                }
                self.learn_from(conflict);
                left = left.saturating_sub(1);
                if meter.conflict() {
                    self.back_to(0);
                    return Some(Outcome::Stopped);
                }
                continue;
            }
            if left == 0 {
                return None;
            }
            if meter.step() {
                self.back_to(0);
                return Some(Outcome::Stopped);
            }
            match self.next_decision(assumptions) {
                Ok(Some(lit)) => {
                    self.limits.push(self.trail.len());
                    self.enqueue(lit, None);
                }
                Ok(None) => return Some(Outcome::Sat),
                Err(failed) => {
                    self.explain(failed);
                    return Some(Outcome::Unsat);
                }
            }
        }
    }

    /// The next literal to decide, nothing if all is decided, or an assumption that is false already.
    fn next_decision(&mut self, assumptions: &[Lit]) -> Result<Option<Lit>, Lit> {
        while let Some(&assumption) = assumptions.get(self.limits.len()) {
            match self.value_of(assumption) {
                Value::Open => return Ok(Some(assumption)),
                Value::False => return Err(assumption),
                // A level of its own, so that levels and assumptions keep step.
                Value::True => self.limits.push(self.trail.len()),
            }
        }
        if self.open == 0 {
            return Ok(None);
        }
        while let Some(var) = self.heap.pop() {
            let lit = Lit::new(var);
            if self.value_of(lit) == Value::Open {
                return Ok(Some(lit.flip_if(!self.phases[index(var)])));
            }
        }
        Ok(None)
    }

    /// Draws all conclusions; a clause none of whose literals can be true any more, if there is one.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let is_false = !lit;
            let mut list = std::mem::take(&mut self.watches[is_false.code()]);
            let conflict = self.visit(is_false, &mut list);
            self.watches[is_false.code()] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    fn visit(&mut self, is_false: Lit, list: &mut Vec<Watch>) -> Option<ClauseRef> {
        // Facts of the lowest level stay: every clause has to see them, active or not.
        let all = self.limits.is_empty();
        let mut conflict = None;
        let mut kept = 0;
        let mut next = 0;
        while let Some(&watch) = list.get(next) {
            next += 1;
            list[kept] = watch;
            let blocker = self.value_of(watch.blocker);
            if blocker == Value::True || !all && self.active[index(watch.owner)] != self.question {
                kept += 1;
                continue;
            }
            if watch.is_binary() {
                kept += 1;
                if blocker == Value::False {
                    conflict = Some(watch.clause());
                    break;
                }
                self.enqueue(watch.blocker, Some(watch.clause()));
                continue;
            }
            let lits = self.clauses.lits_mut(watch.clause());
            if lits[0] == is_false {
                lits.swap(0, 1);
            }
            let first = lits[0];
            let first_value = self.values[first.code()];
            list[kept].blocker = first;
            if first_value == Value::True {
                kept += 1;
                continue;
            }
            let values = &self.values;
            if let Some(other) = (2..lits.len()).find(|&i| values[lits[i].code()] != Value::False) {
                lits.swap(1, other);
                let mut moved = watch;
                moved.blocker = first;
                self.watches[lits[1].code()].push(moved);
                continue;
            }
            kept += 1;
            if first_value == Value::False {
                conflict = Some(watch.clause());
                break;
            }
            self.enqueue(first, Some(watch.clause()));
        }
        if kept < next {
            list.copy_within(next.., kept);
            let len = list.len() - (next - kept);
            list.truncate(len);
        }
        conflict
    }
}

/// The sequence 1 1 2 1 1 2 4 …
fn luby(mut i: u64) -> u64 {
    loop {
        let bits = u64::BITS - (i + 1).leading_zeros();
        let power = 1 << (bits - 1);
        if i + 2 == 2 * power {
            return power;
        }
        i = i + 1 - power;
    }
}
