//! Expressions as Bitwuzla's terms.
//!
//! An expression may be wanted in several forms: its bits, the truth value of a single bit, the float its bits are
//! the pattern of. Each form is made once, and made of other forms without recursion. A float that is computed and
//! compared never becomes bits; where its bits are wanted, they are an unknown with a definition that every
//! question about them must assert.

use vellum_bits::{Bits, FloatKind};
use vellum_bitwuzla::{Base, Kind as Op, Sort, Term, TermManager};
use vellum_collections::{Map, Set};
use vellum_expr::{BinaryOp, CompareOp, Expr, Exprs, GaveUp, Kind, Marker, worth};

use super::{Nans, float};
use crate::budget::{Meter, Stop};

/// What an expression is wanted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// A bit-vector of its width.
    Bits,
    /// A truth value; it has one bit.
    Truth,
    /// The float it is the pattern of.
    Float(FloatKind),
}

/// What pins the bits of a computed float.
pub(super) struct Definition {
    /// Holds for the right bits: all of them, unless the float is a NaN.
    pub(super) holds: Option<Term>,
    pub(super) is_nan: Term,
    /// Holds for the bits of the NaN an invalid operation gives.
    pub(super) is_default: Term,
}

/// What a question is made of.
pub(super) struct Reached {
    pub(super) symbols: Vec<Expr>,
    /// Computed floats whose bits are looked at.
    pub(super) defined: Vec<Expr>,
    /// Computed floats.
    pub(super) floats: usize,
}

/// All terms, by what they stand for.
pub(super) struct Terms {
    pub(super) manager: TermManager,
    made: Map<(Expr, Form), Term>,
    pub(super) definitions: Map<Expr, Definition>,
}

impl Terms {
    pub(super) fn new() -> Self {
        Self { manager: TermManager::new(), made: Map::default(), definitions: Map::default() }
    }

    pub(super) fn manager(&self) -> &TermManager {
        &self.manager
    }

    pub(super) fn len(&self) -> usize {
        self.made.len()
    }

    /// Forgets expressions that were reclaimed.
    pub(super) fn retain(&mut self, marker: &Marker) {
        self.made.retain(|&(e, _), _| marker.is_marked(e));
        self.definitions.retain(|&e, _| marker.is_marked(e));
    }

    /// A condition that was translated.
    pub(super) fn truth(&self, e: Expr) -> &Term {
        self.get(e, Form::Truth)
    }

    /// The bits of an expression that was translated.
    pub(super) fn bits(&self, e: Expr) -> &Term {
        self.get(e, Form::Bits)
    }

    pub(super) fn get(&self, e: Expr, form: Form) -> &Term {
        &self.made[&(e, form)]
    }

    /// What a question about these bits asserts.
    pub(super) fn definition(&self, e: Expr, nans: Nans) -> Vec<Term> {
        let Definition { holds, is_nan, is_default } = &self.definitions[&e];
        let mut terms: Vec<Term> = holds.iter().cloned().collect();
        match nans {
            Nans::Any => {}
            Nans::Absent => terms.push(self.manager.term(Op::Not, &[is_nan])),
            Nans::Default => terms.push(self.manager.term(Op::Implies, &[is_nan, is_default])),
        }
        terms
    }

    /// Makes the term of a condition.
    pub(super) fn translate(
        &mut self,
        exprs: &Exprs,
        condition: Expr,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), GaveUp> {
        let mut todo = vec![(condition, Form::Truth)];
        while let Some(&(e, form)) = todo.last() {
            if self.made.contains_key(&(e, form)) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            needs(exprs, e, form, |part| {
                if !self.made.contains_key(&part) {
                    todo.push(part);
                }
            });
            if todo.len() > before {
                continue;
            }
            let term = if self.len() >= limit { Err(Stop::Size) } else { self.make(exprs, e, form) };
            let term = term.map_err(|reason| {
                meter.stop(reason);
                GaveUp
            })?;
            self.made.insert((e, form), term);
            todo.pop();
            if meter.step() {
                return Err(GaveUp);
            }
        }
        Ok(())
    }

    /// What conditions that were translated are made of, in a fixed order.
    pub(super) fn reach(&self, exprs: &Exprs, conditions: &[Expr]) -> Reached {
        let mut seen: Set<(Expr, Form)> = conditions.iter().map(|&c| (c, Form::Truth)).collect();
        let mut next = 0;
        while let Some(&(e, form)) = seen.get_index(next) {
            needs(exprs, e, form, |part| {
                seen.insert(part);
            });
            next += 1;
        }
        let bits = seen.iter().filter(|(_, form)| *form == Form::Bits).map(|&(e, _)| e);
        let is_symbol = |e: &Expr| matches!(exprs.kind(*e), Kind::Symbol { .. });
        Reached {
            symbols: bits.clone().filter(is_symbol).collect(),
            defined: bits.filter(|e| self.definitions.contains_key(e)).collect(),
            floats: seen
                .iter()
                .filter(|(e, form)| {
                    matches!(form, Form::Float(_)) && float::computed(exprs.kind(*e)).is_some()
                })
                .count(),
        }
    }

    /// The term of a form whose parts are there.
    fn make(&mut self, exprs: &Exprs, e: Expr, form: Form) -> Result<Term, Stop> {
        match form {
            Form::Truth => Ok(self.make_truth(exprs, e)),
            Form::Bits if is_logic(exprs, e) => {
                let (one, zero) = (self.number(1, 1), self.number(1, 0));
                Ok(self.manager.term(Op::Ite, &[self.truth(e), &one, &zero]))
            }
            Form::Bits => self.make_bits(exprs, e),
            Form::Float(kind) => float::make(self, exprs, e, kind),
        }
    }

    fn make_truth(&self, exprs: &Exprs, e: Expr) -> Term {
        let term = |op: Op, parts: &[&Term]| self.manager.term(op, parts);
        match exprs.kind(e) {
            Kind::Const(value) => self.manager.truth(value != 0),
            Kind::Not(a) => term(Op::Not, &[self.truth(a)]),
            Kind::Binary(BinaryOp::And, a, b) => term(Op::And, &[self.truth(a), self.truth(b)]),
            Kind::Binary(BinaryOp::Or, a, b) => term(Op::Or, &[self.truth(a), self.truth(b)]),
            Kind::Binary(BinaryOp::Xor, a, b) => term(Op::Xor, &[self.truth(a), self.truth(b)]),
            Kind::Ite(c, a, b) => term(Op::Ite, &[self.truth(c), self.truth(a), self.truth(b)]),
            Kind::Compare(CompareOp::Eq, a, b) if exprs.width(a) == 1 => {
                term(Op::Equal, &[self.truth(a), self.truth(b)])
            }
            Kind::Compare(op, a, b) => term(compare_op(op), &[self.bits(a), self.bits(b)]),
            Kind::FloatCompare(kind, order, a, b) => {
                let (a, b) = (self.get(a, Form::Float(kind)), self.get(b, Form::Float(kind)));
                term(float::order_op(order), &[a, b])
            }
            _ => term(Op::Equal, &[self.bits(e), &self.number(1, 1)]),
        }
    }

    fn make_bits(&mut self, exprs: &Exprs, e: Expr) -> Result<Term, Stop> {
        let width = exprs.width(e);
        let manager = &self.manager;
        Ok(match exprs.kind(e) {
            Kind::Const(_) | Kind::Wide(_) => {
                self.constant(&exprs.as_bits(e).expect("constants have a value"))
            }
            // A model holds no more than 64 bits of an element.
            Kind::Symbol { .. } if width > 64 => return Err(Stop::Unsupported),
            Kind::Symbol { .. } => manager.unknown(&self.sort(width)),
            Kind::Garbage { .. } => unreachable!("no formula depends on bytes nobody wrote"),
            Kind::Base(address) => self.number(width, worth(address)),
            Kind::Not(a) => manager.term(Op::BvNot, &[self.bits(a)]),
            Kind::Binary(op, a, b) => manager.term(binary_op(op), &[self.bits(a), self.bits(b)]),
            Kind::Ite(c, a, b) => manager.term(Op::Ite, &[self.truth(c), self.bits(a), self.bits(b)]),
            Kind::Concat(high, low) => manager.term(Op::BvConcat, &[self.bits(high), self.bits(low)]),
            Kind::Extract { of, low } => self.part(self.bits(of), low + width - 1, low),
            Kind::ZExt(a) => self.extended(Op::BvZeroExtend, self.bits(a), width - exprs.width(a)),
            Kind::SExt(a) => self.extended(Op::BvSignExtend, self.bits(a), width - exprs.width(a)),
            Kind::FloatToInt(kind, signedness, a) => float::to_int(self, kind, signedness, a, width)?,
            Kind::Float(..) | Kind::Fma(..) | Kind::FloatFromInt(..) | Kind::FloatConvert(..) => {
                float::pattern(self, exprs, e)?
            }
            // Reads have been encoded away; comparisons are truth values.
            Kind::Read { .. } | Kind::Compare(..) | Kind::FloatCompare(..) => return Err(Stop::Unsupported),
        })
    }

    pub(super) fn sort(&self, width: u32) -> Sort {
        self.manager.bv_sort(u64::from(width))
    }

    pub(super) fn number(&self, width: u32, value: u64) -> Term {
        self.manager.bv_value(&self.sort(width), value)
    }

    pub(super) fn constant(&self, value: &Bits) -> Term {
        if value.width() <= 64 {
            return self.number(value.width(), value.low_u64());
        }
        let digits = value.to_string();
        let digits = digits.strip_prefix("0x").expect("wide values are written in hexadecimal");
        self.manager.bv_digits(&self.sort(value.width()), digits, Base::Hexadecimal)
    }

    /// The bits from `high` down to `low`.
    pub(super) fn part(&self, of: &Term, high: u32, low: u32) -> Term {
        self.manager.indexed(Op::BvExtract, &[of], &[u64::from(high), u64::from(low)])
    }

    /// With so many bits more.
    pub(super) fn extended(&self, op: Op, of: &Term, more: u32) -> Term {
        self.manager.indexed(op, &[of], &[u64::from(more)])
    }
}

/// What a form of an expression is made of.
fn needs(exprs: &Exprs, e: Expr, form: Form, mut part: impl FnMut((Expr, Form))) {
    let mut all = |parts: &[Expr], form: Form| parts.iter().for_each(|&e| part((e, form)));
    let kind = exprs.kind(e);
    match (form, kind) {
        (Form::Truth, Kind::Const(_)) => {}
        (Form::Truth, Kind::Not(a)) => all(&[a], Form::Truth),
        (Form::Truth, Kind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b)) => {
            all(&[a, b], Form::Truth);
        }
        (Form::Truth, Kind::Ite(c, a, b)) => all(&[c, a, b], Form::Truth),
        (Form::Truth, Kind::Compare(CompareOp::Eq, a, b)) if exprs.width(a) == 1 => {
            all(&[a, b], Form::Truth);
        }
        (Form::Truth, Kind::Compare(_, a, b)) => all(&[a, b], Form::Bits),
        (Form::Truth, Kind::FloatCompare(kind, _, a, b)) => all(&[a, b], Form::Float(kind)),
        (Form::Truth, _) => all(&[e], Form::Bits),
        (Form::Bits, _) if is_logic(exprs, e) => all(&[e], Form::Truth),
        (Form::Bits, Kind::Ite(c, a, b)) => {
            all(&[c], Form::Truth);
            all(&[a, b], Form::Bits);
        }
        (Form::Bits, Kind::FloatToInt(kind, _, a)) => all(&[a], Form::Float(kind)),
        (Form::Bits, _) => match float::computed(kind) {
            Some(FloatKind::BFloat) => float::bfloat_needs(kind, all),
            Some(format) => all(&[e], Form::Float(format)),
            None => kind.operands().for_each(|operand| all(&[operand], Form::Bits)),
        },
        (Form::Float(format), _) => float::needs(exprs, e, format, all),
    }
}

/// Whether the truth value comes first, and the bit is made of it.
fn is_logic(exprs: &Exprs, e: Expr) -> bool {
    exprs.width(e) == 1
        && matches!(
            exprs.kind(e),
            Kind::Not(_)
                | Kind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..)
                | Kind::Ite(..)
                | Kind::Compare(..)
                | Kind::FloatCompare(..)
        )
}

const fn compare_op(op: CompareOp) -> Op {
    match op {
        CompareOp::Eq => Op::Equal,
        CompareOp::Ult => Op::BvUlt,
        CompareOp::Ule => Op::BvUle,
        CompareOp::Slt => Op::BvSlt,
        CompareOp::Sle => Op::BvSle,
    }
}

const fn binary_op(op: BinaryOp) -> Op {
    match op {
        BinaryOp::Add => Op::BvAdd,
        BinaryOp::Sub => Op::BvSub,
        BinaryOp::Mul => Op::BvMul,
        BinaryOp::UDiv => Op::BvUdiv,
        BinaryOp::SDiv => Op::BvSdiv,
        BinaryOp::URem => Op::BvUrem,
        BinaryOp::SRem => Op::BvSrem,
        BinaryOp::And => Op::BvAnd,
        BinaryOp::Or => Op::BvOr,
        BinaryOp::Xor => Op::BvXor,
        BinaryOp::Shl => Op::BvShl,
        BinaryOp::LShr => Op::BvShr,
        BinaryOp::AShr => Op::BvAshr,
    }
}
