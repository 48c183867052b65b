//! A SAT solver for circuits: conflict-driven clause learning, restricted per question to what matters.
//!
//! One instance serves many questions. Every variable is the output of a gate, and the clauses of a gate
//! define its output by its inputs. A question names the gates it depends on ([`Sat::activate`]); only those
//! are decided, and only their clauses are looked at. That is enough: once the active gates agree, the others
//! follow from their inputs. Clauses of gates that questions no longer depend on are dropped from time to
//! time ([`Sat::detach_all`]). So the cost of a question does not grow with the number of questions before
//! it.
//!
//! Law: clauses other than definitions of gates may only say what the definitions imply.

mod analyze;
mod clauses;
mod heap;
mod reduce;
mod search;
#[cfg(test)]
mod tests;

use std::ops::Not;

use vellum_collections::cast::{index, len32};

use clauses::{ClauseRef, Clauses, Watch, Worth};
use heap::Heap;

/// A variable, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    /// Always true: the first variable.
    pub(crate) const TRUE: Self = Self(0);
    /// Never true.
    pub(crate) const FALSE: Self = Self(1);

    pub(crate) const fn new(var: u32) -> Self {
        Self(var << 1)
    }

    pub(crate) const fn truth(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(crate) const fn var(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal, or its opposite if `flip`.
    pub(crate) fn flip_if(self, flip: bool) -> Self {
        Self(self.0 ^ u32::from(flip))
    }

    pub(crate) const fn is_const(self) -> bool {
        self.0 <= 1
    }

    const fn code(self) -> usize {
        index(self.0)
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What is known of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Value {
    Open,
    True,
    False,
}

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// There is an assignment: [`Sat::value`].
    Sat,
    /// There is none: [`Sat::core`].
    Unsat,
    /// Nobody knows.
    Stopped,
}

/// The solver.
pub(crate) struct Sat {
    clauses: Clauses,
    learnts: Vec<ClauseRef>,
    /// By literal: the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// By literal.
    values: Vec<Value>,
    /// By variable.
    levels: Vec<u32>,
    reasons: Vec<Option<ClauseRef>>,
    phases: Vec<bool>,
    /// By variable: the last question it was active in.
    active: Vec<u32>,
    question: u32,
    /// Active variables without a value.
    open: usize,
    /// By variable: whether it follows from no others.
    free: Vec<bool>,
    /// By variable: whether the clauses of its gate are here.
    attached: Vec<bool>,
    /// The attached variables.
    attached_list: Vec<u32>,
    /// Learnt clauses of gates that are not attached, for when they are again.
    shelf: Vec<(Worth, Box<[Lit]>)>,
    trail: Vec<Lit>,
    /// Where each decision level begins in the trail.
    limits: Vec<usize>,
    /// Literals of the trail before this one have been propagated.
    head: usize,
    heap: Heap,
    clause_bump: f32,
    core: Vec<Lit>,
    /// Scratch of the conflict analysis.
    seen: Vec<bool>,
    to_clear: Vec<u32>,
    stamps: Vec<u32>,
    stamp: u32,
    learnt: Vec<Lit>,
    next_reduction: usize,
    /// The definitions contradict each other; cannot happen with gates.
    contradiction: bool,
}

impl Sat {
    /// A solver with only the constant.
    pub(crate) fn new() -> Self {
        let mut sat = Self {
            clauses: Clauses::default(),
            learnts: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            phases: Vec::new(),
            active: Vec::new(),
            question: 1,
            open: 0,
            free: Vec::new(),
            attached: Vec::new(),
            attached_list: Vec::new(),
            shelf: Vec::new(),
            trail: Vec::new(),
            limits: Vec::new(),
            head: 0,
            heap: Heap::default(),
            clause_bump: 1.0,
            core: Vec::new(),
            seen: Vec::new(),
            to_clear: Vec::new(),
            stamps: vec![0],
            stamp: 0,
            learnt: Vec::new(),
            next_reduction: reduce::FIRST,
            contradiction: false,
        };
        let constant = sat.add_var();
        sat.enqueue(Lit::new(constant), None);
        sat.head = 1;
        sat
    }

    /// A new variable that follows from others.
    pub(crate) fn add_gate(&mut self) -> u32 {
        let var = self.add_var();
        self.free[index(var)] = false;
        var
    }

    /// A new variable that follows from nothing.
    pub(crate) fn add_var(&mut self) -> u32 {
        let var = len32(self.levels.len());
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([Value::Open, Value::Open]);
        self.levels.push(0);
        self.reasons.push(None);
        self.phases.push(false);
        self.active.push(0);
        self.free.push(true);
        self.attached.push(false);
        self.seen.push(false);
        self.stamps.push(0);
        self.heap.add_var();
        var
    }

    /// A clause that helps to define `owner`, looked at only while `owner` is active.
    pub(crate) fn add_clause(&mut self, owner: u32, lits: &[Lit]) {
        self.back_to(0);
        let mut kept: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            match self.value_of(lit) {
                Value::True => return,
                Value::False => {}
                Value::Open if kept.contains(&!lit) => return,
                Value::Open if kept.contains(&lit) => {}
                Value::Open => kept.push(lit),
            }
        }
        match kept[..] {
            [] => self.contradiction = true,
            [unit] => self.enqueue(unit, None),
            _ => {
                let clause = self.clauses.add(&kept, None);
                self.watch(clause, owner);
            }
        }
    }

    fn watch(&mut self, clause: ClauseRef, owner: u32) {
        let (first, second, len) = {
            let lits = self.clauses.lits(clause);
            (lits[0], lits[1], lits.len())
        };
        self.watches[first.code()].push(Watch::new(clause, second, owner, len == 2));
        self.watches[second.code()].push(Watch::new(clause, first, owner, len == 2));
    }

    /// Whether the clauses of this gate have to be added now.
    pub(crate) fn attach(&mut self, var: u32) -> bool {
        let is_new = !std::mem::replace(&mut self.attached[index(var)], true);
        if is_new {
            self.attached_list.push(var);
        }
        is_new
    }

    /// Gates whose clauses are here.
    pub(crate) fn attached(&self) -> usize {
        self.attached_list.len()
    }

    /// Begins a question that depends on nothing yet.
    pub(crate) fn begin(&mut self) {
        // First, so that nothing taken back waits for a decision again.
        self.question += 1;
        self.heap.clear();
        self.back_to(0);
        self.active[0] = self.question;
        self.open = 0;
    }

    /// The question depends on this gate.
    pub(crate) fn activate(&mut self, var: u32) {
        self.active[index(var)] = self.question;
        if self.values[Lit::new(var).code()] == Value::Open {
            self.open += 1;
            if self.may_decide(var) {
                self.heap.push_unordered(var);
            }
        }
    }

    /// Inputs of the circuit are decided, and gates that took part in a conflict; others follow.
    fn may_decide(&self, var: u32) -> bool {
        self.free[index(var)] || self.heap.is_bumped(var)
    }

    /// Whether the question depends on this gate.
    pub(crate) fn is_active(&self, var: u32) -> bool {
        self.active[index(var)] == self.question
    }

    /// The value to try first.
    pub(crate) fn set_phase(&mut self, var: u32, value: bool) {
        self.phases[index(var)] = value;
    }

    /// The value of an active literal in the assignment found last.
    pub(crate) fn value(&self, lit: Lit) -> bool {
        match self.value_of(lit) {
            Value::True => true,
            Value::False => false,
            Value::Open => self.phases[index(lit.var())] != lit.is_negated(),
        }
    }

    /// Assumptions of the last question that cannot hold together.
    pub(crate) fn core(&self) -> &[Lit] {
        &self.core
    }

    /// How much memory the instance takes, in words of its clauses.
    pub(crate) fn size(&self) -> usize {
        self.clauses.words() + self.values.len()
    }

    fn value_of(&self, lit: Lit) -> Value {
        self.values[lit.code()]
    }

    fn level(&self) -> u32 {
        len32(self.limits.len())
    }

    fn enqueue(&mut self, lit: Lit, reason: Option<ClauseRef>) {
        debug_assert_eq!(self.value_of(lit), Value::Open, "a literal is set once");
        self.values[lit.code()] = Value::True;
        self.values[(!lit).code()] = Value::False;
        let var = index(lit.var());
        self.levels[var] = len32(self.limits.len());
        self.reasons[var] = reason;
        self.open -= usize::from(self.active[var] == self.question);
        self.trail.push(lit);
    }

    /// Takes back all decisions above a level.
    fn back_to(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let start = self.limits[index(level)];
        for i in (start..self.trail.len()).rev() {
            let lit = self.trail[i];
            self.values[lit.code()] = Value::Open;
            self.values[(!lit).code()] = Value::Open;
            self.phases[index(lit.var())] = !lit.is_negated();
            if self.is_active(lit.var()) {
                self.open += 1;
                if self.may_decide(lit.var()) {
                    self.heap.insert(lit.var());
                }
            }
        }
        self.trail.truncate(start);
        self.limits.truncate(index(level));
        self.head = start;
    }
}
