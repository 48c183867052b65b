//! Questions about a single byte, answered by trying its values.

use vellum_collections::Set;
use vellum_expr::{BinaryOp, Expr, Exprs, GaveUp, Kind, Marker, Support};

use crate::{
    backend::{Answer, Backend, Query},
    budget::Meter,
    cases::Cases,
};

/// Expressions from which on a question is a large circuit.
const LARGE: usize = 400;

/// A backend that leaves to another one what is easier than 256 evaluations, or about more than one small symbol.
#[derive(Debug)]
pub(crate) struct Trying<B> {
    others: B,
    support: Support,
}

impl<B> Trying<B> {
    pub(crate) fn new(others: B) -> Self {
        Self { others, support: Support::new() }
    }
}

impl<B: Backend> Backend for Trying<B> {
    fn name(&self) -> &'static str {
        self.others.name()
    }

    fn check(
        &mut self,
        exprs: &mut Exprs,
        query: &Query<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, GaveUp> {
        let is_over = || meter.is_over();
        let supports: Vec<Vec<Expr>> =
            query.conditions.iter().map(|&c| self.support.of(exprs, c).to_vec()).collect();
        let is_one = supports.windows(2).all(|pair| pair[0] == pair[1]);
        if is_one && is_intricate(exprs, query.conditions) {
            let cases = Cases::new(query.conditions, supports, query.hint, &is_over);
            if let Ok(found) = cases.solve_one(exprs) {
                return Ok(found.map_or_else(|| Answer::Unsat(query.conditions.to_vec()), Answer::Sat));
            }
        }
        self.others.check(exprs, query, meter)
    }

    fn retain(&mut self, marker: &Marker) {
        self.support.clear();
        self.others.retain(marker);
    }
}

/// Whether conditions make a large circuit.
fn is_intricate(exprs: &Exprs, conditions: &[Expr]) -> bool {
    let mut seen: Set<Expr> = Set::default();
    let mut todo = conditions.to_vec();
    while let Some(e) = todo.pop() {
        if exprs.is_const(e) || !seen.insert(e) {
            continue;
        }
        let kind = exprs.kind(e);
        match kind {
            Kind::Binary(BinaryOp::Mul, a, b) if !exprs.is_const(a) && !exprs.is_const(b) => return true,
            Kind::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, ..) => {
                return true;
            }
            _ if seen.len() >= LARGE => return true,
            _ => todo.extend(kind.operands()),
        }
    }
    false
}
