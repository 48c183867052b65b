//! The simplifier: small named rules, in tables by the kind of expression they look at.
//!
//! Laws, held by tests that walk the tables: both sides of a rule agree for every input; every rule is needed
//! by some expression. A rule looks a bounded way into its operands, decides, and only then builds; it never
//! copies a subterm without something else going away. What it builds is simplified in turn.
//!
//! The forms the rules lead to, so that equal things meet:
//!
//! * a constant is the last operand, and the outermost one: `(x + y) + 3`, `(x - y) + 3`; `x - 3` is `x + -3`;
//! * a comparison with a constant is strict; one with the edge of the range is an equality;
//! * the sign of `x` is its highest bit, not `x < 0`;
//! * a negation of a comparison is the opposite comparison; of one-bit terms there are `and`, `or`, `not`, `=`;
//! * a condition as a number is `zext`, or `sext` for all ones; never `ite(c, 1, 0)`;
//! * shifts and masks by constants are `concat`, `extract` and extensions; `concat` nests to the right;
//! * extensions are as far out as they go: `zext(x) & zext(y)` is `zext(x & y)`.

mod add;
mod bitwise;
mod boolean;
mod divide;
mod equal;
mod extend;
mod float;
mod ite;
mod look;
mod multiply;
mod not;
mod order;
mod seam;
mod shift;
mod signed;
mod slice;
mod sub;

pub(crate) use self::slice::adjacent;
use crate::{
    kind::{BinaryOp, CompareOp, Kind},
    pool::{Expr, Exprs},
};

/// A row of a table: what a rule is called, and how it is tried.
#[derive(Clone, Copy, Debug)]
pub struct Rule<F> {
    name: &'static str,
    apply: F,
}

/// The rows of the named functions, in order.
macro_rules! table {
    ($($name:ident),* $(,)?) => {
        &[$($crate::rules::Rule { name: stringify!($name), apply: $name }),*]
    };
}
use table;

type Unary = fn(&mut Exprs, Expr) -> Option<Expr>;
type Binary = fn(&mut Exprs, Expr, Expr) -> Option<Expr>;
type Ternary = fn(&mut Exprs, Expr, Expr, Expr) -> Option<Expr>;
/// Of any operation.
type Operation = fn(&mut Exprs, BinaryOp, Expr, Expr) -> Option<Expr>;
/// Of any comparison.
type Comparison = fn(&mut Exprs, CompareOp, Expr, Expr) -> Option<Expr>;
/// What, its lowest bit, how many bits.
type Slice = fn(&mut Exprs, Expr, u32, u32) -> Option<Expr>;
/// What, and to how many bits.
type Extend = fn(&mut Exprs, Expr, u32) -> Option<Expr>;
/// Floats: the kind and the width.
type Whole = fn(&mut Exprs, Kind, u32) -> Option<Expr>;

/// How deep rules may work inside each other: a fence for the stack.
///
/// What lies beyond this fence and the next is correct, but not in simplest form. They are reached by values of
/// hundreds of parts only.
const DEPTH: u32 = 100;

/// How many expressions rules may make on the way to one.
const STEPS: u32 = 1000;

/// How far the rules at work have got.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    depth: u32,
    steps: u32,
}

impl Progress {
    /// Whether no rule is being applied.
    pub(crate) fn is_outermost(&self) -> bool {
        self.depth == 0
    }
}

/// The first rule that applies to an expression about to be made gives it in simplest form.
pub(crate) fn simplify(exprs: &mut Exprs, kind: Kind, width: u32) -> Option<Expr> {
    let progress = &mut exprs.progress;
    if progress.depth == 0 {
        progress.steps = 0;
    }
    if progress.depth == DEPTH || progress.steps == STEPS {
        return None;
    }
    progress.depth += 1;
    progress.steps += 1;
    let found = first(exprs, kind, width);
    exprs.progress.depth -= 1;
    let (name, simpler) = found?;
    note(name, kind, width, simpler);
    Some(simpler)
}

/// Tests look at every rule that was applied.
#[cfg(test)]
use crate::tests::fired::note;

#[cfg(not(test))]
fn note(_: &str, _: Kind, _: u32, _: Expr) {}

fn first(exprs: &mut Exprs, kind: Kind, width: u32) -> Option<(&'static str, Expr)> {
    match kind {
        Kind::Const(_)
        | Kind::Wide(_)
        | Kind::Symbol { .. }
        | Kind::Garbage { .. }
        | Kind::Base(_)
        | Kind::Read { .. } => None,
        Kind::Not(x) => walk(not::NOT, |rule| rule(exprs, x)),
        Kind::Binary(op, x, y) => walk(binary(op), |rule| rule(exprs, x, y))
            .or_else(|| walk(bitwise::ANY, |rule| rule(exprs, op, x, y))),
        Kind::Compare(op, x, y) => walk(compare(op), |rule| rule(exprs, x, y))
            .or_else(|| walk(order::ANY, |rule| rule(exprs, op, x, y))),
        Kind::Ite(c, x, y) => walk(ite::ITE, |rule| rule(exprs, c, x, y)),
        Kind::Concat(high, low) => walk(slice::CONCAT, |rule| rule(exprs, high, low)),
        Kind::Extract { of, low } => walk(slice::EXTRACT, |rule| rule(exprs, of, low, width)),
        Kind::ZExt(x) => walk(extend::ZEXT, |rule| rule(exprs, x, width)),
        Kind::SExt(x) => walk(extend::SEXT, |rule| rule(exprs, x, width)),
        Kind::Float(..)
        | Kind::Fma(..)
        | Kind::FloatCompare(..)
        | Kind::FloatFromInt(..)
        | Kind::FloatToInt(..)
        | Kind::FloatConvert(..) => walk(float::FLOAT, |rule| rule(exprs, kind, width)),
    }
}

fn walk<F: Copy>(
    rules: &[Rule<F>],
    mut apply: impl FnMut(F) -> Option<Expr>,
) -> Option<(&'static str, Expr)> {
    rules.iter().find_map(|rule| Some((rule.name, apply(rule.apply)?)))
}

fn binary(op: BinaryOp) -> &'static [Rule<Binary>] {
    match op {
        BinaryOp::Add => add::ADD,
        BinaryOp::Sub => sub::SUB,
        BinaryOp::Mul => multiply::MUL,
        BinaryOp::UDiv => divide::UDIV,
        BinaryOp::SDiv => divide::SDIV,
        BinaryOp::URem => divide::UREM,
        BinaryOp::SRem => divide::SREM,
        BinaryOp::And => bitwise::AND,
        BinaryOp::Or => bitwise::OR,
        BinaryOp::Xor => bitwise::XOR,
        BinaryOp::Shl => shift::SHL,
        BinaryOp::LShr => shift::LSHR,
        BinaryOp::AShr => shift::ASHR,
    }
}

fn compare(op: CompareOp) -> &'static [Rule<Binary>] {
    match op {
        CompareOp::Eq => equal::EQ,
        CompareOp::Ult => order::ULT,
        CompareOp::Ule => order::ULE,
        CompareOp::Slt => signed::SLT,
        CompareOp::Sle => signed::SLE,
    }
}

/// The name of every rule.
pub fn names() -> Vec<&'static str> {
    fn of<F>(rules: &'static [Rule<F>]) -> impl Iterator<Item = &'static str> {
        rules.iter().map(|rule| rule.name)
    }
    let mut names: Vec<&'static str> = Vec::new();
    names.extend(BinaryOp::ALL.into_iter().flat_map(|op| of(binary(op))));
    names.extend(CompareOp::ALL.into_iter().flat_map(|op| of(compare(op))));
    names.extend(of(not::NOT).chain(of(bitwise::ANY)).chain(of(order::ANY)).chain(of(ite::ITE)));
    names.extend(of(slice::CONCAT).chain(of(slice::EXTRACT)).chain(of(extend::ZEXT)).chain(of(extend::SEXT)));
    names.extend(of(float::FLOAT));
    names
}

/// The rule on the operands as they stand, or the other way round.
fn either(
    exprs: &mut Exprs,
    x: Expr,
    y: Expr,
    rule: impl Fn(&mut Exprs, Expr, Expr) -> Option<Expr>,
) -> Option<Expr> {
    rule(exprs, x, y).or_else(|| rule(exprs, y, x))
}
