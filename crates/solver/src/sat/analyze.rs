//! What a conflict teaches, and which assumptions are to blame.

use vellum_collections::cast::index;

use super::{
    Lit, Sat,
    clauses::{ClauseRef, Worth},
};

impl Sat {
    /// Learns a clause from a conflict, takes back decisions, and draws the clause's conclusion.
    pub(super) fn learn_from(&mut self, conflict: ClauseRef) {
        let first = self.first_unique_point(conflict);
        self.learnt[0] = !first;
        self.minimise();
        let levels = self.count_levels();
        let back = self.second_level();
        for var in self.to_clear.drain(..) {
            self.seen[index(var)] = false;
        }
        self.back_to(back);
        let learnt = std::mem::take(&mut self.learnt);
        let reason = (learnt.len() > 1).then(|| {
            let worth = Worth { levels, activity: self.clause_bump };
            let clause = self.clauses.add(&learnt, Some(worth));
            self.learnts.push(clause);
            self.watch(clause, 0);
            clause
        });
        self.enqueue(learnt[0], reason);
        self.learnt = learnt;
        self.heap.decay();
        self.clause_bump /= 0.999;
    }

    /// Fills `learnt` from its second place on, and returns the literal for the first.
    fn first_unique_point(&mut self, conflict: ClauseRef) -> Lit {
        self.learnt.clear();
        self.learnt.push(Lit::TRUE);
        let level = self.level();
        let mut open = 0;
        let mut reason = Some(conflict);
        let mut resolved = None;
        let mut at = self.trail.len();
        loop {
            let clause = reason.expect("a literal below the unique point has a reason");
            self.bump_clause(clause);
            for i in 0..self.clauses.lits(clause).len() {
                let lit = self.clauses.lits(clause)[i];
                let var = index(lit.var());
                if Some(lit) == resolved || self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                self.seen[var] = true;
                self.to_clear.push(lit.var());
                self.heap.bump(lit.var());
                if self.levels[var] == level {
                    open += 1;
                } else {
                    self.learnt.push(lit);
                }
            }
            loop {
                at -= 1;
                if self.seen[index(self.trail[at].var())] {
                    break;
                }
            }
            let lit = self.trail[at];
            open -= 1;
            if open == 0 {
                return lit;
            }
            resolved = Some(lit);
            reason = self.reasons[index(lit.var())];
        }
    }

    /// Leaves out literals that follow from the others.
    fn minimise(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        let mut place = 0;
        learnt.retain(|&lit| {
            place += 1;
            place == 1 || !self.is_redundant(lit)
        });
        self.learnt = learnt;
    }

    /// Whether a literal's reasons lead only to literals of the clause.
    fn is_redundant(&mut self, lit: Lit) -> bool {
        let Some(reason) = self.reasons[index(lit.var())] else { return false };
        let before = self.to_clear.len();
        let mut todo = vec![reason];
        while let Some(clause) = todo.pop() {
            for i in 0..self.clauses.lits(clause).len() {
                let var = self.clauses.lits(clause)[i].var();
                if self.seen[index(var)] || self.levels[index(var)] == 0 {
                    continue;
                }
                let Some(reason) = self.reasons[index(var)] else {
                    for var in self.to_clear.drain(before..) {
                        self.seen[index(var)] = false;
                    }
                    return false;
                };
                self.seen[index(var)] = true;
                self.to_clear.push(var);
                todo.push(reason);
            }
        }
        true
    }

    /// Decision levels among the literals of the learnt clause.
    fn count_levels(&mut self) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for lit in &self.learnt {
            let level = index(self.levels[index(lit.var())]);
            if self.stamps[level] != self.stamp {
                self.stamps[level] = self.stamp;
                count += 1;
            }
        }
        count
    }

    /// Moves a literal of the second highest level to the second place, and returns that level.
    fn second_level(&mut self) -> u32 {
        let level = |sat: &Self, i: usize| sat.levels[index(sat.learnt[i].var())];
        let Some(at) = (1..self.learnt.len()).max_by_key(|&i| (level(self, i), std::cmp::Reverse(i))) else {
            return 0;
        };
        self.learnt.swap(1, at);
        level(self, 1)
    }

    fn bump_clause(&mut self, clause: ClauseRef) {
        let bump = self.clause_bump;
        let Some(worth) = self.clauses.worth_mut(clause) else { return };
        worth.activity += bump;
        if worth.activity > 1e20 {
            for &clause in &self.learnts {
                if let Some(worth) = self.clauses.worth_mut(clause) {
                    worth.activity *= 1e-20;
                }
            }
            self.clause_bump *= 1e-20;
        }
    }

    /// Which assumptions made this one false.
    pub(super) fn explain(&mut self, failed: Lit) {
        self.core.push(failed);
        self.seen[index(failed.var())] = true;
        let start = self.limits.first().copied().unwrap_or(self.trail.len());
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            let var = index(lit.var());
            if !std::mem::replace(&mut self.seen[var], false) {
                continue;
            }
            match self.reasons[var] {
                // Above the lowest level only assumptions have been decided.
                None => self.core.push(lit),
                Some(reason) => {
                    for other in self.clauses.lits(reason) {
                        if self.levels[index(other.var())] > 0 && other.var() != lit.var() {
                            self.seen[index(other.var())] = true;
                        }
                    }
                }
            }
        }
        self.seen[index(failed.var())] = false;
        self.core.sort_unstable();
        self.core.dedup();
    }
}
