//! Operations without a defined result for some operands, where the program's own code must not have one.
//!
//! LLVM says `poison` where C says undefined, and an optimiser may execute an operation though the source does not, as
//! long as nothing uses the poison. So these are errors in functions no optimiser has been over, or everywhere where the
//! user wants that; but not where a `select` may drop the result: clang itself makes `__builtin_ffs` and the like so.

use vellum_bits::Bits;
use vellum_collections::IdVec;
use vellum_ir::{Body, Inst, IntPredicate, Operand, Value};

use super::{Lower, push};
use crate::{
    code::{CalcKind, Op, Slot},
    end::{Bug, BugKind},
    program::Extent,
    scalar::IntFn,
};

/// For each value, whether a `select` may drop it, or what is computed of it.
fn dropped(body: &Body) -> IdVec<Value, bool> {
    let mut dropped: IdVec<Value, bool> = body.values.iter().map(|_| false).collect();
    let mark = |dropped: &mut IdVec<Value, bool>, operand: &Operand| {
        if let Operand::Value(value) = operand {
            dropped[*value] = true;
        }
    };
    // Backwards, so that the users of a value come before it. Of blocks in another order some may be missed.
    let blocks: Vec<_> = body.blocks.iter().collect();
    for data in blocks.into_iter().rev().flat_map(|block| block.iter().rev()) {
        match (&data.inst, data.result) {
            (Inst::Select(_, a, b), _) => {
                mark(&mut dropped, a);
                mark(&mut dropped, b);
            }
            (Inst::Binary(.., a, b), Some(result)) if dropped[result] => {
                mark(&mut dropped, a);
                mark(&mut dropped, b);
            }
            (Inst::Cast(_, a) | Inst::Freeze(a), Some(result)) if dropped[result] => mark(&mut dropped, a),
            _ => {}
        }
    }
    dropped
}

impl Lower<'_> {
    /// Whether `result` must have a defined value, where `extent` says which functions are looked at.
    pub(super) fn must_be_defined(&self, result: Value, extent: Extent) -> bool {
        let is_looked_at = match extent {
            Extent::Nowhere => false,
            Extent::Unoptimised => self.module.functions[self.id].unoptimised,
            Extent::Everywhere => true,
        };
        is_looked_at && self.is_programs_own() && !self.dropped.get_or_init(|| dropped(self.body))[result]
    }

    /// Whether an intrinsic says by its second operand that it has no result for some value of the first.
    pub(super) fn has_poison_flag(&self, args: &[Operand]) -> bool {
        args.get(1).and_then(|&flag| self.constant(flag)) == Some(1)
    }

    /// Whether it is an error that such an intrinsic has no result.
    pub(super) fn is_poison_error(&self, result: Value, f: IntFn) -> bool {
        let checks = self.program.checks();
        let on_request = f == IntFn::Abs && checks.overflow;
        let extent = if on_request { Extent::Everywhere } else { checks.undefined };
        self.must_be_defined(result, extent)
    }

    /// A shift by the width or more is an error.
    pub(super) fn shift_within_width(&mut self, f: IntFn, width: u32, d: Slot, [a, b]: [Slot; 2]) {
        if width > 64 {
            return self.calc(CalcKind::CheckedShift(f), width, width, d, [a, b, a]);
        }
        let at = vellum_collections::cast::len32(self.code.ops.len());
        self.code.checked_shifts.push(at);
        self.int_op(f, width, d, a, b);
    }

    /// Counting the zeros of zero, and the magnitude of the smallest integer, are errors where a flag of the intrinsic says
    /// that they have no result.
    pub(super) fn forbid_poison(&mut self, f: IntFn, width: u32, a: Slot) {
        let smallest = Bits::signed_min(width);
        let (bad, bug) = match f {
            IntFn::CtLz => {
                (Bits::zero(width), undefined("the leading zeros of 0 are counted: that has no result"))
            }
            IntFn::CtTz => {
                (Bits::zero(width), undefined("the trailing zeros of 0 are counted: that has no result"))
            }
            IntFn::Abs => {
                let message =
                    format!("the magnitude of the smallest signed integer of {width} bits does not fit");
                (smallest, Bug::new(BugKind::SignedOverflow, message))
            }
            _ => return,
        };
        let bad = self.registers.bits(&bad);
        let c = self.registers.temporary(1);
        self.compare_scalars(IntPredicate::Eq, width, c, a, bad);
        self.forbid(c, bug);
    }

    /// Ends the path with `bug` where a register is not zero.
    pub(super) fn forbid(&mut self, c: Slot, bug: Bug) {
        let bug = push(&mut self.code.bugs, bug);
        self.emit(Op::Forbid { c, bug });
    }
}

fn undefined(message: &str) -> Bug {
    Bug::new(BugKind::Undefined, message)
}
