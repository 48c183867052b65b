//! Large objects that are accessed at symbolic places are split into pieces, and an access meets one piece where paths part
//! for that ("Relocatable Addressing Model for Symbolic Execution", ISSTA 2020, section 2.4).

use vellum_expr::Exprs;
use vellum_memory::{Access, Case};

use super::Machine;
use crate::{relocation::Change, symbolic::Symbolic};

impl Machine<'_> {
    /// What an access of `len` bytes meets of a case of this path: all of it, or a piece of its object, in which case
    /// another path repeats the access with the other pieces.
    pub(super) fn in_pieces(&mut self, access: Access, case: Case, len: u64) -> Case {
        if !self.state.memory.may_split(&self.symbolic.exprs, &case) {
            return case;
        }
        if let Some(divided) = self.state.memory.split_for(&self.symbolic.exprs, &case, len) {
            self.symbolic.resolution.splits += 1;
            self.relocated(access, Change::Split(divided));
        }
        let Symbolic { exprs, evaluator, .. } = self.symbolic.evaluated_for(&self.state.model);
        let model = &self.state.model;
        let mut value = |exprs: &Exprs, e| evaluator.word(exprs, model, e);
        match self.state.memory.case_in_piece(exprs, &case, len, &mut value) {
            None => case,
            Some(piece) => {
                let is_there = self.decide_resolution(piece.guard);
                debug_assert!(is_there, "the piece is that of the path's own input");
                piece
            }
        }
    }
}
