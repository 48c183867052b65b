//! Checks of pointers on request: operations of their own, in the program's own code.

use vellum_collections::{Map, Set};
use vellum_ir::{
    BinaryOp, Body, CastOp, ConstKind, Inst, IntPredicate, Leads, Operand, Term, Type, TypeKind, Value,
};

use super::Lower;
use crate::{code::Op, program::Checks};

/// A move of a pointer: bytes and terms.
type Step<'p> = (i64, &'p [Term]);

/// Where pointers come from, as far as a check wants to know.
#[derive(Default)]
pub(super) struct CheckedPointers<'p> {
    /// The integers that are pointers.
    casts: Set<Value>,
    /// The pointers that were moved.
    moves: Map<Value, &'p Inst>,
}

impl<'p> CheckedPointers<'p> {
    /// Those of a function.
    pub(super) fn new(checks: Checks, body: &'p Body) -> Self {
        let mut found = Self::default();
        if !checks.pointers && !checks.fields {
            return found;
        }
        for data in body.blocks.iter().flatten() {
            match (&data.inst, data.result) {
                (Inst::Cast(CastOp::PtrToInt, _), Some(result)) => {
                    found.casts.insert(result);
                }
                (inst @ Inst::PtrAdd { .. }, Some(result)) => {
                    found.moves.insert(result, inst);
                }
                _ => {}
            }
        }
        found
    }
}

impl<'p> Lower<'p> {
    /// Ends the path where pointers to different objects are ordered.
    pub(super) fn check_order(&mut self, predicate: IntPredicate, a: Operand, b: Operand) {
        let is_order = !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        let is_pointer = *self.types().kind(self.type_of(a)) == TypeKind::Ptr;
        if is_order && is_pointer && self.program.checks().pointers && self.is_programs_own() {
            self.check_same_object("ordered", a, b);
        }
    }

    /// Ends the path where pointers to different objects are subtracted.
    pub(super) fn check_difference(&mut self, op: BinaryOp, a: Operand, b: Operand) {
        if op == BinaryOp::Sub && self.program.checks().pointers && self.is_programs_own() {
            // Their own registers hold what they were cast from.
            if [a, b].iter().all(|&operand| self.is_cast_pointer(operand)) {
                self.check_same_object("subtracted", a, b);
            }
        }
    }

    /// Whether an integer was cast from a pointer.
    fn is_cast_pointer(&self, integer: Operand) -> bool {
        match integer {
            Operand::Value(value) => self.checked.casts.contains(&value),
            Operand::Const(constant) => matches!(self.module.consts.kind(constant), ConstKind::Expr(..)),
        }
    }

    fn check_same_object(&mut self, what: &str, a: Operand, b: Operand) {
        let text = self.text(&format!("pointers to different objects are {what}"));
        let (a, b) = (self.pointer(a), self.pointer(b));
        self.emit(Op::SameObject { a, b, text });
    }

    /// Ends the path where an access to a value of `ty` leaves the array in a structure that `address` leads into.
    pub(super) fn check_member(&mut self, address: Operand, ty: Type) {
        if !self.program.checks().fields || !self.is_programs_own() {
            return;
        }
        let Some((size, steps)) = self.way_into_member(address) else { return };
        let len = self.types().layout(ty).store;
        let unit = if len == 1 { "byte" } else { "bytes" };
        let text =
            self.text(&format!("an access of {len} {unit} leaves the array of {size} bytes in a structure"));
        let by = self.registers.temporary(1);
        let mut sum = self.word(0);
        for (offset, terms) in steps {
            self.sum(by, sum, offset.cast_unsigned(), terms);
            sum = by;
        }
        let room = self.word((size + 1).saturating_sub(len));
        self.emit(Op::Member { by, room, text });
    }

    /// The array in a structure that `address` leads into: its bytes, and the way from its start.
    fn way_into_member(&self, address: Operand) -> Option<(u64, Vec<Step<'p>>)> {
        let mut steps = Vec::new();
        let mut pointer = address;
        loop {
            let Operand::Value(value) = pointer else { return None };
            let &inst = self.checked.moves.get(&value)?;
            let Inst::PtrAdd { base, offset, terms, leads } = inst else { return None };
            // A step back leads out of the member again, as to the structure that it is part of.
            if *offset < 0 {
                return None;
            }
            steps.push((*offset, &terms[..]));
            if let Leads::Element(size) = *leads
                && self.is_member(*base, size)
            {
                return Some((size, steps));
            }
            pointer = *base;
        }
    }

    /// Whether an array of `size` bytes, to which `pointer` leads, is part of a structure.
    fn is_member(&self, pointer: Operand, size: u64) -> bool {
        match pointer {
            Operand::Value(value) => {
                matches!(self.checked.moves.get(&value), Some(Inst::PtrAdd { leads: Leads::Member, .. }))
            }
            // The types of constants are not kept: part of a global that is larger.
            Operand::Const(constant) => self.program.global_of(constant).is_some_and(|whole| whole > size),
        }
    }
}
