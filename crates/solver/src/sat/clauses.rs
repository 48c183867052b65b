//! Where clauses live: one after the other in a row of words.

use vellum_collections::cast::{index, len32};

use super::Lit;

/// A clause: where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseRef(u32);

/// What a literal's list knows of a clause without looking at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// The clause, and in the lowest bit whether it has two literals.
    clause: u32,
    /// If this one is true the clause holds.
    pub(super) blocker: Lit,
    /// The gate the clause defines; the constant for what was learnt.
    pub(super) owner: u32,
}

impl Watch {
    pub(super) fn new(clause: ClauseRef, blocker: Lit, owner: u32, is_binary: bool) -> Self {
        Self { clause: clause.0 << 1 | u32::from(is_binary), blocker, owner }
    }

    pub(super) const fn clause(self) -> ClauseRef {
        ClauseRef(self.clause >> 1)
    }

    pub(super) const fn is_binary(self) -> bool {
        self.clause & 1 == 1
    }
}

/// How useful a learnt clause is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// Decision levels among its literals when it was learnt.
    pub(super) levels: u32,
    pub(super) activity: f32,
}

#[derive(Clone, Copy, Debug)]
struct Header {
    start: u32,
    len: u32,
    /// Of learnt clauses only.
    worth: Option<Worth>,
    is_dead: bool,
}

/// All clauses. The room of dead ones is not used again: instances are thrown away before that matters.
#[derive(Default)]
pub(super) struct Clauses {
    headers: Vec<Header>,
    lits: Vec<Lit>,
}

impl Clauses {
    pub(super) fn add(&mut self, lits: &[Lit], worth: Option<Worth>) -> ClauseRef {
        let clause = ClauseRef(len32(self.headers.len()));
        self.headers.push(Header {
            start: len32(self.lits.len()),
            len: len32(lits.len()),
            worth,
            is_dead: false,
        });
        self.lits.extend_from_slice(lits);
        clause
    }

    pub(super) fn clear(&mut self) {
        self.headers.clear();
        self.lits.clear();
    }

    pub(super) fn lits(&self, clause: ClauseRef) -> &[Lit] {
        let header = &self.headers[index(clause.0)];
        &self.lits[index(header.start)..index(header.start + header.len)]
    }

    pub(super) fn lits_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let header = &self.headers[index(clause.0)];
        &mut self.lits[index(header.start)..index(header.start + header.len)]
    }

    pub(super) fn worth(&self, clause: ClauseRef) -> Option<Worth> {
        self.headers[index(clause.0)].worth
    }

    pub(super) fn worth_mut(&mut self, clause: ClauseRef) -> Option<&mut Worth> {
        self.headers[index(clause.0)].worth.as_mut()
    }

    pub(super) fn kill(&mut self, clause: ClauseRef) {
        self.headers[index(clause.0)].is_dead = true;
    }

    pub(super) fn is_dead(&self, clause: ClauseRef) -> bool {
        self.headers[index(clause.0)].is_dead
    }

    /// Words in use, dead ones included.
    pub(super) fn words(&self) -> usize {
        self.lits.len() + self.headers.len() * 5
    }
}
