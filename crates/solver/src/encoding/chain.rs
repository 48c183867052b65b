//! A truth value that depends on one read of a constant table, and otherwise on constants only.
//!
//! `table[i] & 4 != 0` is itself a table of truth values. That is far smaller than the table, because most
//! neighbours are equal.

use std::rc::Rc;

use vellum_expr::{ArrayKind, Cells, Expr, Exprs, Kind};

/// Operations that are followed down to the read.
const LENGTH: usize = 8;

/// The read, and what is done with it.
pub(super) struct Chain {
    pub(super) cells: Rc<Cells>,
    pub(super) index: Expr,
    pub(super) bytes: u32,
    /// The operations, the first done last.
    steps: Vec<Expr>,
    read: Expr,
}

impl Chain {
    /// The chain below a truth value.
    pub(super) fn of(exprs: &Exprs, e: Expr) -> Option<Self> {
        if exprs.width(e) != 1 {
            return None;
        }
        let mut steps = Vec::new();
        let mut at = e;
        while steps.len() <= LENGTH {
            let kind = exprs.kind(at);
            if let Kind::Read { array, index } = kind {
                let ArrayKind::Cells(cells) = exprs.array_kind(array) else { return None };
                let is_constant = cells.symbolic().is_empty() && !exprs.is_const(index);
                let (cells, bytes) = (Rc::clone(cells), exprs.width(at) / 8);
                return is_constant.then_some(Self { cells, index, bytes, steps, read: at });
            }
            let mut open = kind.operands().filter(|&operand| !exprs.is_const(operand));
            let (Some(next), None) = (open.next(), open.next()) else { return None };
            steps.push(at);
            at = next;
        }
        None
    }

    /// What comes of a constant that was read.
    pub(super) fn result(&self, exprs: &mut Exprs, value: Expr) -> Expr {
        let mut below = self.read;
        let mut value = value;
        for &step in self.steps.iter().rev() {
            let (kind, width) = (exprs.kind(step), exprs.width(step));
            value = rebuilt(exprs, kind, width, |e| if e == below { value } else { e });
            below = step;
        }
        value
    }
}

/// The expression of this kind, which is no read, over other operands.
pub(super) fn rebuilt(exprs: &mut Exprs, kind: Kind, width: u32, now: impl Fn(Expr) -> Expr) -> Expr {
    match kind {
        Kind::Const(_)
        | Kind::Wide(_)
        | Kind::Symbol { .. }
        | Kind::Garbage { .. }
        | Kind::Base(_)
        | Kind::Read { .. } => unreachable!("these have no operands to change, or are read elsewhere"),
        Kind::Not(a) => exprs.not(now(a)),
        Kind::Binary(op, a, b) => exprs.binary(op, now(a), now(b)),
        Kind::Compare(op, a, b) => exprs.compare(op, now(a), now(b)),
        Kind::Ite(c, a, b) => exprs.ite(now(c), now(a), now(b)),
        Kind::Concat(a, b) => exprs.concat(now(a), now(b)),
        Kind::Extract { of, low } => exprs.extract(now(of), low, width),
        Kind::ZExt(a) => exprs.zext(now(a), width),
        Kind::SExt(a) => exprs.sext(now(a), width),
        Kind::Float(kind, op, a, b) => exprs.float(kind, op, now(a), now(b)),
        Kind::Fma(kind, a, b, c) => exprs.fma(kind, now(a), now(b), now(c)),
        Kind::FloatCompare(kind, order, a, b) => exprs.float_compare(kind, order, now(a), now(b)),
        Kind::FloatFromInt(kind, sign, a) => exprs.float_from_int(kind, sign, now(a)),
        Kind::FloatToInt(kind, sign, a) => exprs.float_to_int(kind, sign, now(a), width),
        Kind::FloatConvert(from, to, a) => exprs.float_convert(from, to, now(a)),
    }
}
