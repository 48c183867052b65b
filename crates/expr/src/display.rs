//! Expressions as text, for people: infix, and cut off where it gets long.
//!
//! `(key[0] + 3:8) <u 7:8`: a constant carries its width, a comparison its reading, `++` puts bits above others,
//! `x[8..16]` cuts some out, and `…` stands for what is too long to be shown.

use std::fmt;

use vellum_bits::Signedness;

use crate::{
    kind::{BinaryOp, CompareOp, FloatOp, FloatOrder, Kind},
    pool::{Expr, Exprs, Input},
};

/// Nodes that are shown; a node that occurs twice counts twice.
const LIMIT: u32 = 100;

/// An expression that can be printed.
#[derive(Debug)]
pub struct Show<'a> {
    exprs: &'a Exprs,
    expr: Expr,
}

impl Exprs {
    /// `e` as text.
    pub fn show(&self, e: Expr) -> Show<'_> {
        Show { exprs: self, expr: e }
    }
}

/// What is still to be printed.
enum Piece {
    Text(&'static str),
    Cut(u32, u32),
    /// In parentheses, if it needs any.
    Operand(Expr),
    Whole(Expr),
}

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut nodes = 0;
        let mut todo = vec![Piece::Whole(self.expr)];
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Cut(low, high) => write!(f, "[{low}..{high}]")?,
                Piece::Operand(_) | Piece::Whole(_) if nodes == LIMIT => f.write_str("…")?,
                Piece::Operand(e) => {
                    nodes += 1;
                    if self.is_infix(e) {
                        f.write_str("(")?;
                        todo.push(Piece::Text(")"));
                    }
                    self.node(f, e, &mut todo)?;
                }
                Piece::Whole(e) => {
                    nodes += 1;
                    self.node(f, e, &mut todo)?;
                }
            }
        }
        Ok(())
    }
}

impl Show<'_> {
    fn is_infix(&self, e: Expr) -> bool {
        match self.exprs.kind(e) {
            Kind::Not(inner) => self.exprs.as_equality(inner).is_some(),
            kind => matches!(
                kind,
                Kind::Binary(..) | Kind::Compare(..) | Kind::Concat(..) | Kind::FloatCompare(..)
            ),
        }
    }

    /// Prints the beginning of a node; the rest goes on top of what is to be printed.
    fn node(&self, f: &mut fmt::Formatter<'_>, e: Expr, todo: &mut Vec<Piece>) -> fmt::Result {
        let width = self.exprs.width(e);
        match self.exprs.kind(e) {
            Kind::Const(value) if width == 1 => f.write_str(if value == 0 { "false" } else { "true" }),
            Kind::Const(value) => write!(f, "{value}:{width}"),
            Kind::Wide(_) => match self.exprs.as_bits(e) {
                Some(value) => write!(f, "{value}:{width}"),
                None => Ok(()),
            },
            Kind::Symbol { input, offset } => self.symbol(f, input, offset),
            Kind::Garbage { .. } => f.write_str("uninitialised"),
            Kind::Base(address) => write!(f, "object {address:#x}"),
            Kind::Not(inner) => match self.exprs.as_equality(inner) {
                Some((a, b)) => infix(todo, a, " != ", b),
                None => {
                    todo.push(Piece::Operand(inner));
                    f.write_str("~")
                }
            },
            Kind::Binary(op, a, b) => infix(todo, a, binary_sign(op), b),
            Kind::Compare(op, a, b) => infix(todo, a, compare_sign(op), b),
            Kind::FloatCompare(_, order, a, b) => infix(todo, a, order_sign(order), b),
            Kind::Concat(a, b) => infix(todo, a, " ++ ", b),
            Kind::Extract { of, low } => {
                todo.extend([Piece::Cut(low, low + width), Piece::Operand(of)]);
                Ok(())
            }
            kind => {
                name(f, kind, width)?;
                todo.push(Piece::Text(")"));
                let operands: Vec<Expr> = kind.operands().collect();
                for (i, &operand) in operands.iter().enumerate().rev() {
                    todo.push(Piece::Whole(operand));
                    if i > 0 {
                        todo.push(Piece::Text(", "));
                    }
                }
                Ok(())
            }
        }
    }

    fn symbol(&self, f: &mut fmt::Formatter<'_>, input: Input, offset: u32) -> fmt::Result {
        f.write_str(self.exprs.input_name(input))?;
        if self.exprs.input_size(input) == 1 { Ok(()) } else { write!(f, "[{offset}]") }
    }
}

/// The beginning of something written as a call.
fn name(f: &mut fmt::Formatter<'_>, kind: Kind, width: u32) -> fmt::Result {
    let letter = |signedness| if signedness == Signedness::Signed { 's' } else { 'u' };
    match kind {
        Kind::ZExt(_) => write!(f, "zext{width}("),
        Kind::SExt(_) => write!(f, "sext{width}("),
        Kind::Read { array, .. } => write!(f, "read{width}({array}, "),
        Kind::Float(format, op, ..) => write!(f, "{format}.{}(", float_name(op)),
        Kind::Fma(format, ..) => write!(f, "{format}.fma("),
        Kind::FloatFromInt(format, signedness, _) => write!(f, "{format}.of.{}(", letter(signedness)),
        Kind::FloatToInt(_, signedness, _) => write!(f, "int{width}.{}(", letter(signedness)),
        Kind::FloatConvert(_, to, _) => write!(f, "{to}("),
        _ => f.write_str("ite("),
    }
}

impl Exprs {
    fn as_equality(&self, e: Expr) -> Option<(Expr, Expr)> {
        match self.kind(e) {
            Kind::Compare(CompareOp::Eq, a, b) => Some((a, b)),
            _ => None,
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the last call of every arm of a formatter")]
fn infix(todo: &mut Vec<Piece>, a: Expr, sign: &'static str, b: Expr) -> fmt::Result {
    todo.extend([Piece::Operand(b), Piece::Text(sign), Piece::Operand(a)]);
    Ok(())
}

fn binary_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Mul => " * ",
        BinaryOp::UDiv => " /u ",
        BinaryOp::SDiv => " /s ",
        BinaryOp::URem => " %u ",
        BinaryOp::SRem => " %s ",
        BinaryOp::And => " & ",
        BinaryOp::Or => " | ",
        BinaryOp::Xor => " ^ ",
        BinaryOp::Shl => " << ",
        BinaryOp::LShr => " >>u ",
        BinaryOp::AShr => " >>s ",
    }
}

fn compare_sign(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => " = ",
        CompareOp::Ult => " <u ",
        CompareOp::Ule => " <=u ",
        CompareOp::Slt => " <s ",
        CompareOp::Sle => " <=s ",
    }
}

fn order_sign(order: FloatOrder) -> &'static str {
    match order {
        FloatOrder::Eq => " =f ",
        FloatOrder::Lt => " <f ",
        FloatOrder::Le => " <=f ",
    }
}

fn float_name(op: FloatOp) -> &'static str {
    match op {
        FloatOp::Add => "add",
        FloatOp::Sub => "sub",
        FloatOp::Mul => "mul",
        FloatOp::Div => "div",
        FloatOp::Sqrt => "sqrt",
        FloatOp::Round(_) => "round",
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use vellum_bits::{FloatKind, Signedness};

    use crate::{
        cells::Cells,
        kind::{FloatOp, FloatOrder},
        pool::{Expr, Exprs},
    };

    fn check(build: impl FnOnce(&mut Exprs) -> Expr, expected: &Expect) {
        let mut exprs = Exprs::new();
        let e = build(&mut exprs);
        expected.assert_eq(&exprs.show(e).to_string());
    }

    #[test]
    fn a_comparison_of_a_sum() {
        check(
            |exprs| {
                let key = exprs.input("key", 2);
                let (x, three, seven) = (exprs.symbol(key, 0), exprs.constant(8, 3), exprs.constant(8, 7));
                let sum = exprs.add(x, three);
                exprs.ult(sum, seven)
            },
            &expect!["(key[0] + 3:8) <u 7:8"],
        );
    }

    #[test]
    fn every_other_form() {
        check(
            |exprs| {
                let (x, y) = (exprs.variable("x", 16), exprs.variable("y", 16));
                let array = exprs.cells(Cells::new(Box::new([1, 2, 3, 4]), Vec::new()));
                let index = exprs.sext(x, 64);
                let found = exprs.read(array, index, 2);
                let float = FloatKind::Half;
                let product = exprs.float(float, FloatOp::Mul, found, y);
                let number = exprs.float_to_int(float, Signedness::Signed, product, 8);
                let part = exprs.extract(x, 4, 8);
                let sum = exprs.mul(part, number);
                let least = exprs.float_compare(float, FloatOrder::Le, x, y);
                let other = exprs.ne(x, y);
                let (a, b) = (exprs.and(least, other), exprs.zext(sum, 80));
                let c = exprs.concat(y, x);
                let d = exprs.zext(c, 80);
                let sum = exprs.sub(d, b);
                let not = exprs.not(sum);
                exprs.ite(a, b, not)
            },
            &expect![
                "ite((x <=f y) & (x != y), zext80(int8.s(half.mul(read16(a0, sext64(x)), y)) * x[4..12]), ~(zext80(y ++ x) - zext80(int8.s(half.mul(read16(a0, sext64(x)), y)) * x[4..12])))"
            ],
        );
    }

    #[test]
    fn what_is_long_is_cut_off() {
        let mut exprs = Exprs::new();
        let mut e = exprs.variable("x", 32);
        for _ in 0..200_000 {
            e = exprs.mul(e, e);
        }
        let text = exprs.show(e).to_string();
        assert!(text.contains('…') && text.len() < 2000, "{text}");
    }
}
