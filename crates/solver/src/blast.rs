//! The bit-blaster: expressions as circuits, questions about them as questions to the SAT solver.
//!
//! A condition is a literal; a question solves under the assumption that its conditions' literals hold. The
//! circuits stay from question to question until they have grown too large.

mod divide;
mod gates;
mod multiply;
mod products;
#[cfg(test)]
mod tests;
mod words;

use vellum_bits::Bits;
use vellum_collections::{
    Map,
    cast::{index, len32},
};
use vellum_expr::{BinaryOp, CompareOp, Expr, Exprs, GaveUp, Kind, Marker, Model, worth};

use crate::{
    backend::{Answer, Backend, Query},
    budget::{Meter, Stop},
    sat::{Lit, Outcome},
};
use gates::{Gate, Gates};
use products::Products;
pub(crate) use products::Refining;
use words::flipped;

/// How large the circuits may grow.
#[derive(Clone, Copy, Debug)]
pub struct BlastConfig {
    /// Gates with which the instance is thrown away before the next question.
    pub reset_gates: usize,
    /// Gates beyond which a question is given up.
    pub max_gates: usize,
}

impl Default for BlastConfig {
    fn default() -> Self {
        Self { reset_gates: 500_000, max_gates: 8_000_000 }
    }
}

/// The bit-blaster with its SAT solver.
pub struct Blaster {
    config: BlastConfig,
    gates: Gates,
    /// The bits of each expression, the lowest first.
    words: Map<Expr, Box<[Lit]>>,
    /// Products that are no circuits but bits to be refined, if that is how it is done here.
    open: Option<Products>,
    resets: u64,
}

impl std::fmt::Debug for Blaster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Blaster({} gates)", self.gates.len())
    }
}

impl Backend for Blaster {
    fn name(&self) -> &'static str {
        "bit-blaster"
    }

    fn check(
        &mut self,
        exprs: &mut Exprs,
        query: &Query<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, GaveUp> {
        if self.gates.len() > self.config.reset_gates {
            self.reset();
        }
        let assumptions = match self.literals(exprs, query.conditions, meter) {
            Ok(literals) => literals,
            Err(answer) => return answer,
        };
        self.gates.begin(&assumptions);
        self.gates.follow(|input, offset| query.hint.element(input, offset));
        match self.gates.sat.solve(&assumptions, meter) {
            Outcome::Sat => Ok(Answer::Sat(self.model(query.hint))),
            Outcome::Unsat => Ok(Answer::Unsat(self.core(query.conditions, &assumptions))),
            Outcome::Stopped => Err(GaveUp),
        }
    }

    fn retain(&mut self, marker: &Marker) {
        self.words.retain(|&e, _| marker.is_marked(e));
        if let Some(open) = &mut self.open {
            open.retain(marker);
        }
    }
}

impl Blaster {
    /// A blaster that has seen nothing.
    pub fn new(config: BlastConfig) -> Self {
        Self { config, gates: Gates::new(), words: Map::default(), open: None, resets: 0 }
    }

    /// How often the instance was thrown away.
    pub const fn resets(&self) -> u64 {
        self.resets
    }

    /// Gates of the instance.
    pub fn gates(&self) -> usize {
        self.gates.len()
    }

    fn reset(&mut self) {
        self.gates = Gates::new();
        self.words.clear();
        if let Some(open) = &mut self.open {
            *open = Products::default();
        }
        self.resets += 1;
    }

    /// The input of the assignment found last.
    fn model(&self, hint: &Model) -> Model {
        let mut model = hint.clone();
        let mut values: Map<(vellum_expr::Input, u32), u64> = Map::default();
        for &var in &self.gates.cone {
            if let Gate::Input { input, offset, bit } = self.gates.gate(var) {
                let value = u64::from(self.gates.sat.value(Lit::new(var)));
                *values.entry((input, offset)).or_default() |= value << bit;
            }
        }
        for (&(input, offset), &value) in &values {
            if model.element(input, offset) != value {
                model.set(input, offset, value);
            }
        }
        model
    }

    /// The literals of conditions; the answer, if nothing has to be solved for it.
    fn literals(
        &mut self,
        exprs: &Exprs,
        conditions: &[Expr],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Lit>, Result<Answer, GaveUp>> {
        let mut literals = Vec::with_capacity(conditions.len());
        for &condition in conditions {
            match self.literal(exprs, condition, meter) {
                Ok(Lit::FALSE) => return Err(Ok(Answer::Unsat(vec![condition]))),
                Ok(lit) => literals.push(lit),
                Err(GaveUp) => return Err(Err(GaveUp)),
            }
        }
        Ok(literals)
    }

    /// The conditions, of which these are the literals, that were found to exclude each other.
    fn core(&self, conditions: &[Expr], literals: &[Lit]) -> Vec<Expr> {
        let core = self.gates.sat.core();
        let both = conditions.iter().zip(literals);
        both.filter(|(_, lit)| core.binary_search(lit).is_ok()).map(|(&condition, _)| condition).collect()
    }

    /// The literal of a truth value.
    fn literal(&mut self, exprs: &Exprs, e: Expr, meter: &mut Meter<'_>) -> Result<Lit, GaveUp> {
        let mut todo = vec![e];
        while let Some(&next) = todo.last() {
            if self.words.contains_key(&next) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            let kind = exprs.kind(next);
            todo.extend(kind.operands().filter(|operand| !self.words.contains_key(operand)));
            if todo.len() > before {
                continue;
            }
            let too_large = self.gates.len() + cost(exprs, next) > self.config.max_gates;
            let word = if too_large { Err(Stop::Size) } else { self.word(exprs, next) };
            let word = word.map_err(|reason| {
                meter.stop(reason);
                GaveUp
            })?;
            debug_assert_eq!(len32(word.len()), exprs.width(next), "as many bits as the expression is wide");
            self.words.insert(next, word.into());
            todo.pop();
            if meter.step() {
                return Err(GaveUp);
            }
        }
        Ok(self.words[&e][0])
    }

    /// The bits of an expression whose operands are known.
    fn word(&mut self, exprs: &Exprs, e: Expr) -> Result<Vec<Lit>, Stop> {
        let Self { gates, words, open, .. } = self;
        if let Some(word) = open.as_mut().and_then(|open| open.word(gates, words, exprs, e)) {
            return Ok(word);
        }
        let word = |e: Expr| &words[&e][..];
        let width = index(exprs.width(e));
        Ok(match exprs.kind(e) {
            Kind::Const(_) | Kind::Wide(_) => constant(&exprs.as_bits(e).expect("constants have a value")),
            // A model holds no more than 64 bits of an element.
            Kind::Symbol { .. } if width > 64 => return Err(Stop::Unsupported),
            Kind::Symbol { input, offset } => {
                (0..len32(width)).map(|bit| gates.input(input, offset, bit)).collect()
            }
            Kind::Garbage { .. } => unreachable!("no formula depends on bytes nobody wrote"),
            Kind::Base(address) => constant(&Bits::from_u64(64, worth(address))),
            Kind::Not(a) => flipped(word(a)),
            Kind::Binary(op, a, b) => binary(gates, op, word(a), word(b)),
            Kind::Compare(op, a, b) => vec![compare(gates, op, word(a), word(b))],
            Kind::Ite(c, a, b) => gates.choose(word(c)[0], word(a), word(b)),
            Kind::Concat(high, low) => [word(low), word(high)].concat(),
            Kind::Extract { of, low } => word(of)[index(low)..][..width].to_vec(),
            Kind::ZExt(a) => words::fit(word(a), width),
            Kind::SExt(a) => {
                let mut word = word(a).to_vec();
                let sign = word[word.len() - 1];
                word.resize(width, sign);
                word
            }
            Kind::Read { .. }
            | Kind::Float(..)
            | Kind::Fma(..)
            | Kind::FloatCompare(..)
            | Kind::FloatFromInt(..)
            | Kind::FloatToInt(..)
            | Kind::FloatConvert(..) => return Err(Stop::Unsupported),
        })
    }
}

fn constant(value: &Bits) -> Vec<Lit> {
    (0..value.width()).map(|bit| Lit::truth(value.bit(bit))).collect()
}

fn binary(gates: &mut Gates, op: BinaryOp, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let bitwise = |gates: &mut Gates, gate: fn(&mut Gates, Lit, Lit) -> Lit| -> Vec<Lit> {
        a.iter().zip(b).map(|(&x, &y)| gate(gates, x, y)).collect()
    };
    match op {
        BinaryOp::Add => gates.add(a, b, Lit::FALSE).0,
        BinaryOp::Sub => gates.sub(a, b).0,
        BinaryOp::Mul => gates.multiply(a, b),
        BinaryOp::UDiv => gates.divide(a, b).0,
        BinaryOp::URem => gates.divide(a, b).1,
        BinaryOp::SDiv => gates.signed_quotient(a, b),
        BinaryOp::SRem => gates.signed_remainder(a, b),
        BinaryOp::And => bitwise(gates, Gates::and),
        BinaryOp::Or => bitwise(gates, Gates::or),
        BinaryOp::Xor => bitwise(gates, Gates::xor),
        BinaryOp::Shl => gates.shift_left(a, b),
        BinaryOp::LShr => gates.shift_right(a, b, Lit::FALSE),
        BinaryOp::AShr => gates.shift_right(a, b, a[a.len() - 1]),
    }
}

fn compare(gates: &mut Gates, op: CompareOp, a: &[Lit], b: &[Lit]) -> Lit {
    match op {
        CompareOp::Eq => gates.equal(a, b),
        CompareOp::Ult => gates.less(a, b, Lit::FALSE),
        CompareOp::Ule => gates.less(a, b, Lit::TRUE),
        CompareOp::Slt => gates.signed_less(a, b, Lit::FALSE),
        CompareOp::Sle => gates.signed_less(a, b, Lit::TRUE),
    }
}

/// About how many gates an expression takes.
fn cost(exprs: &Exprs, e: Expr) -> usize {
    let width = index(exprs.width(e));
    match exprs.kind(e) {
        Kind::Binary(
            BinaryOp::Mul | BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem,
            ..,
        ) => width.saturating_mul(width).saturating_mul(3),
        _ => width.saturating_mul(8),
    }
}
