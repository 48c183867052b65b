//! What there is in some conditions: open products, and sums they are part of.

use std::rc::Rc;

use vellum_collections::{Map, Set};
use vellum_expr::{BinaryOp, Expr, Exprs, Kind};

use super::{Factors, Open, narrow, open};

/// Terms of a sum beside a product of which every part is looked at.
const PARTS: usize = 3;

/// Terms of a sum.
const TERMS: usize = 12;

/// A sum with an open product in it.
pub(super) struct Sum {
    pub(super) whole: Expr,
    pub(super) product: Expr,
    factors: Factors,
    /// All else that is added, without zeros above; constants apart.
    pub(super) others: Rc<[Expr]>,
    pub(super) constants: Vec<Expr>,
}

/// What there is in some conditions.
#[derive(Default)]
pub(super) struct Looked {
    /// Whether some product or quotient would be left open.
    pub(super) has_open: bool,
    pub(super) products: Map<Expr, Factors>,
    pub(super) sums: Vec<Sum>,
    /// Terms that are added to an open product together.
    pub(super) beside: Map<Factors, Set<Rc<[Expr]>>>,
}

impl Looked {
    pub(super) fn at(exprs: &Exprs, conditions: &[Expr]) -> Self {
        let mut looked = Self::default();
        let mut seen: Set<Expr> = Set::default();
        let mut todo = conditions.to_vec();
        while let Some(e) = todo.pop() {
            if exprs.is_const(e) || !seen.insert(e) {
                continue;
            }
            let opened = open(exprs, e);
            looked.has_open |= opened.is_some();
            if let Some(Open::Product(factors)) = opened {
                looked.products.insert(e, factors);
            }
            match exprs.kind(e) {
                Kind::Binary(BinaryOp::Add, ..) => {
                    let terms = terms(exprs, e);
                    for sum in sums(exprs, e, &terms) {
                        looked.add(sum);
                    }
                    todo.extend(terms);
                }
                kind => todo.extend(kind.operands()),
            }
        }
        looked
    }

    fn add(&mut self, sum: Sum) {
        let parts = self.beside.entry(sum.factors).or_default();
        if sum.others.len() <= PARTS {
            parts.extend((1..1 << sum.others.len()).map(|part| chosen(&sum.others, part)));
        } else {
            parts.extend(sum.others.iter().map(|&term| Rc::from([term])));
            parts.insert(sum.others.clone());
        }
        self.sums.push(sum);
    }
}

/// A sum of these terms, once for each open product among them.
fn sums(exprs: &Exprs, whole: Expr, terms: &[Expr]) -> Vec<Sum> {
    let (constants, terms): (Vec<Expr>, Vec<Expr>) = terms.iter().partition(|&&term| exprs.is_const(term));
    let mut found = Vec::new();
    for (at, &product) in terms.iter().enumerate() {
        let Some(Open::Product(factors)) = open(exprs, narrow(exprs, product)) else { continue };
        let others = terms.iter().enumerate().filter(|&(other, _)| other != at);
        let others = others.map(|(_, &term)| narrow(exprs, term)).collect();
        found.push(Sum { whole, product, factors, others, constants: constants.clone() });
    }
    found
}

/// Those of the terms whose bits are set.
fn chosen(terms: &[Expr], part: u32) -> Rc<[Expr]> {
    terms.iter().enumerate().filter(|(at, _)| part >> at & 1 == 1).map(|(_, &term)| term).collect()
}

/// What a sum adds up; sums in it are terms where there would be too many.
fn terms(exprs: &Exprs, sum: Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    let mut todo = vec![sum];
    while let Some(e) = todo.pop() {
        match exprs.kind(e) {
            Kind::Binary(BinaryOp::Add, a, b) if found.len() + todo.len() < TERMS => todo.extend([b, a]),
            _ => found.push(e),
        }
    }
    found
}
