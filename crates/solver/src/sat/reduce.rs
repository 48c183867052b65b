//! Forgetting clauses that do not help any more.

use vellum_collections::cast::index;

use super::{Lit, Sat, Value, clauses::ClauseRef};

/// Learnt clauses before the first are forgotten.
pub(super) const FIRST: usize = 2_000;
/// Learnt clauses more than may be kept after each forgetting.
const GROWTH: usize = 500;
/// Learnt clauses kept for later questions.
const SHELF: usize = 3_000;
/// Literals of a clause worth keeping.
const SHORT: usize = 24;

impl Sat {
    /// Drops all clauses. What was learnt is kept aside until [`Sat::restore`].
    pub(crate) fn detach_all(&mut self) {
        self.back_to(0);
        for &clause in &self.learnts {
            let lits = self.clauses.lits(clause);
            if let Some(worth) = self.clauses.worth(clause).filter(|_| lits.len() <= SHORT) {
                self.shelf.push((worth, lits.into()));
            }
        }
        let excess = self.shelf.len().saturating_sub(SHELF);
        self.shelf.drain(..excess);
        self.learnts.clear();
        self.clauses.clear();
        // Clauses mention attached variables only.
        for var in self.attached_list.drain(..) {
            self.attached[index(var)] = false;
            self.watches[Lit::new(var).code()].clear();
            self.watches[(!Lit::new(var)).code()].clear();
        }
        for lit in &self.trail {
            self.reasons[index(lit.var())] = None;
        }
        self.next_reduction = FIRST;
    }

    /// Takes back what was learnt about the gates that are attached.
    pub(crate) fn restore(&mut self) {
        let shelf = std::mem::take(&mut self.shelf);
        for (worth, lits) in shelf {
            if !lits.iter().all(|lit| self.attached[index(lit.var())]) {
                self.shelf.push((worth, lits));
                continue;
            }
            let mut open = lits.to_vec();
            open.retain(|&lit| self.value_of(lit) != Value::False);
            if open.iter().any(|&lit| self.value_of(lit) == Value::True) {
                continue;
            }
            match open[..] {
                [] => self.contradiction = true,
                [unit] => self.enqueue(unit, None),
                _ => {
                    let clause = self.clauses.add(&open, Some(worth));
                    self.learnts.push(clause);
                    self.watch(clause, 0);
                }
            }
        }
    }

    /// Forgets the less useful half of what was learnt, from time to time.
    pub(super) fn reduce_if_due(&mut self) {
        if self.learnts.len() < self.next_reduction {
            return;
        }
        let mut order: Vec<ClauseRef> = self.learnts.clone();
        let clauses = &self.clauses;
        order.sort_by(|&a, &b| {
            let (Some(a), Some(b)) = (clauses.worth(a), clauses.worth(b)) else {
                unreachable!("learnt clauses have a worth")
            };
            b.levels.cmp(&a.levels).then(a.activity.total_cmp(&b.activity))
        });
        for &clause in &order[..order.len() / 2] {
            let keep =
                self.clauses.worth(clause).is_none_or(|worth| worth.levels <= 2) || self.is_reason(clause);
            if !keep {
                self.clauses.kill(clause);
            }
        }
        let clauses = &self.clauses;
        self.learnts.retain(|&clause| !clauses.is_dead(clause));
        for list in &mut self.watches {
            list.retain(|watch| watch.owner != 0 || !clauses.is_dead(watch.clause()));
        }
        self.next_reduction = self.learnts.len() + self.next_reduction / 2 + GROWTH;
    }

    /// Whether some literal was concluded from this clause.
    fn is_reason(&self, clause: ClauseRef) -> bool {
        self.clauses
            .lits(clause)
            .iter()
            .take(2)
            .any(|lit| self.reasons[index(lit.var())] == Some(clause) && self.value_of(*lit) == Value::True)
    }
}
