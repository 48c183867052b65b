//! Products of two unknown numbers that are not circuits: their bits are left open, and `lemma` says what must hold
//! of them.
//!
//! A product of two unknowns is a circuit of thousands of gates from which a SAT solver learns little; that
//! `i < n` makes `i * size` less than `n * size` it never finds out. So here a product is a word of its own, as wide as
//! its factors together, which is what the product is without wrapping. A product that wraps is the low bits of
//! that word. A quotient by an unknown is a number whose product with the divisor is at most one divisor away.
//!
//! Law: whatever the input, the true products fulfil all that is said of the open words. So conditions that exclude each
//! other with open products exclude each other; an input found with them has to be tried.

mod lemma;
mod look;
mod refine;
mod regroup;
#[cfg(test)]
mod tests;

use vellum_collections::{
    Map,
    cast::{index, len32},
};
use vellum_expr::{BinaryOp, Expr, Exprs, Kind, Marker};

use super::{gates::Gates, words::fit};
use crate::sat::Lit;

pub(crate) use refine::Refining;

/// Bits of the widest factor of an open product.
const WIDEST: u32 = 64;

/// A number that is multiplied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Factor {
    Term(Expr),
    /// The first divided by the second, rounded down.
    Quotient(Expr, Expr),
}

impl Factor {
    fn is_marked(self, marker: &Marker) -> bool {
        match self {
            Self::Term(e) => marker.is_marked(e),
            Self::Quotient(a, b) => marker.is_marked(a) && marker.is_marked(b),
        }
    }
}

/// A product by its factors, the smaller one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Factors([Factor; 2]);

impl Factors {
    fn new(a: Factor, b: Factor) -> Self {
        Self(if a <= b { [a, b] } else { [b, a] })
    }

    /// The factor beside this one, if that is one of them.
    fn beside(self, common: Factor) -> Option<Factor> {
        let Self([a, b]) = self;
        if a == common { Some(b) } else { (b == common).then_some(a) }
    }
}

/// The words of a product.
struct Product {
    factors: [Box<[Lit]>; 2],
    /// As wide as both factors together.
    word: Box<[Lit]>,
}

/// The words of a division.
struct Division {
    quotient: Box<[Lit]>,
    remainder: Box<[Lit]>,
}

impl Division {
    const fn part(&self, part: Part) -> &[Lit] {
        match part {
            Part::Quotient => &self.quotient,
            Part::Remainder => &self.remainder,
        }
    }
}

/// All open products, and divisions that come down to one.
#[derive(Default)]
pub(super) struct Products {
    products: Map<Factors, Product>,
    divisions: Map<(Expr, Expr), Division>,
}

impl Products {
    /// The bits of `e`, whose operands have theirs in `words`, if it is such a product, quotient or remainder.
    pub(super) fn word(
        &mut self,
        gates: &mut Gates,
        words: &Map<Expr, Box<[Lit]>>,
        exprs: &Exprs,
        e: Expr,
    ) -> Option<Vec<Lit>> {
        match open(exprs, e)? {
            Open::Product(factors) => {
                let product = self.product(gates, words, exprs, factors);
                Some(fit(product, index(exprs.width(e))))
            }
            Open::Unsigned(part, a, b) => {
                Some(self.division(gates, words, exprs, (a, b)).part(part).to_vec())
            }
            Open::Signed(part, a, b) => {
                let result = self.division(gates, words, exprs, (a, b)).part(part);
                let any = gates.undefined(exprs.width(e));
                let [a, b] = [a, b].map(|e| words[&e].last().copied().unwrap_or(Lit::FALSE));
                let is_negative = gates.or(a, b);
                Some(gates.choose(is_negative, &any, result))
            }
        }
    }

    /// Forgets expressions that were reclaimed.
    pub(super) fn retain(&mut self, marker: &Marker) {
        self.products.retain(|factors, _| factors.0.iter().all(|factor| factor.is_marked(marker)));
        self.divisions.retain(|(a, b), _| marker.is_marked(*a) && marker.is_marked(*b));
    }

    fn factor(
        &mut self,
        gates: &mut Gates,
        words: &Map<Expr, Box<[Lit]>>,
        exprs: &Exprs,
        factor: Factor,
    ) -> Box<[Lit]> {
        match factor {
            Factor::Term(e) => words[&e].clone(),
            Factor::Quotient(a, b) => self.division(gates, words, exprs, (a, b)).quotient.clone(),
        }
    }

    /// The word of a product: zero where a factor is, and else any.
    fn product(
        &mut self,
        gates: &mut Gates,
        words: &Map<Expr, Box<[Lit]>>,
        exprs: &Exprs,
        factors: Factors,
    ) -> &[Lit] {
        if !self.products.contains_key(&factors) {
            let words = factors.0.map(|factor| self.factor(gates, words, exprs, factor));
            self.products.insert(factors, Product::new(gates, words));
        }
        &self.products[&factors].word
    }

    /// The words of a division: by zero all ones and the dividend; else `quotient * divisor + remainder` is the dividend.
    fn division(
        &mut self,
        gates: &mut Gates,
        words: &Map<Expr, Box<[Lit]>>,
        exprs: &Exprs,
        (a, b): (Expr, Expr),
    ) -> &Division {
        if !self.divisions.contains_key(&(a, b)) {
            let width = exprs.width(a);
            let (quotient, remainder) = (gates.undefined(width), gates.undefined(width));
            let made = Division { quotient: quotient.clone().into(), remainder: remainder.clone().into() };
            self.divisions.insert((a, b), made);
            let divisor = factor(exprs, b).expect("only by an unknown");
            let product = self.product(gates, words, exprs, Factors::new(Factor::Quotient(a, b), divisor));
            let wide = product.len() + 1;
            let (sum, _) = gates.add(&fit(product, wide), &fit(&remainder, wide), Lit::FALSE);
            let exact = gates.equal(&sum, &fit(&words[&a], wide));
            let small = gates.less(&remainder, &words[&b], Lit::FALSE);
            let divided = gates.and(exact, small);
            let all = gates.all(quotient.clone());
            let whole = gates.equal(&remainder, &words[&a]);
            let by_zero = gates.and(all, whole);
            let positive = gates.any(&words[&b]);
            let holds = gates.mux(positive, divided, by_zero);
            gates.define(&[quotient, remainder].concat(), holds);
        }
        &self.divisions[&(a, b)]
    }
}

impl Product {
    fn new(gates: &mut Gates, factors: [Box<[Lit]>; 2]) -> Self {
        let [a, b] = &factors;
        let word = gates.undefined(len32(a.len() + b.len()));
        let [a, b, product] = [a, b, &word[..]].map(|word| gates.any(word));
        let both = gates.and(a, b);
        let holds = !gates.xor(product, both);
        gates.define(&word, holds);
        Self { factors, word: word.into() }
    }
}

/// A term whose bits are left open.
enum Open {
    Product(Factors),
    Unsigned(Part, Expr, Expr),
    /// The same of signed numbers, which is any number where one of them is negative.
    Signed(Part, Expr, Expr),
}

/// What is taken of a division.
#[derive(Clone, Copy)]
enum Part {
    Quotient,
    Remainder,
}

fn open(exprs: &Exprs, e: Expr) -> Option<Open> {
    let Kind::Binary(op, a, b) = exprs.kind(e) else { return None };
    let is_division = exprs.width(a) <= WIDEST && factor(exprs, b).is_some();
    match op {
        BinaryOp::Mul => Some(Open::Product(Factors::new(factor(exprs, a)?, factor(exprs, b)?))),
        BinaryOp::UDiv if is_division => Some(Open::Unsigned(Part::Quotient, a, b)),
        BinaryOp::URem if is_division => Some(Open::Unsigned(Part::Remainder, a, b)),
        BinaryOp::SDiv if is_division => Some(Open::Signed(Part::Quotient, a, b)),
        BinaryOp::SRem if is_division => Some(Open::Signed(Part::Remainder, a, b)),
        _ => None,
    }
}

/// What an operand is as a factor: nothing, where it is a constant or too wide.
fn factor(exprs: &Exprs, e: Expr) -> Option<Factor> {
    let e = narrow(exprs, e);
    match exprs.kind(e) {
        Kind::Const(_) | Kind::Wide(_) | Kind::Base(_) => None,
        _ if exprs.width(e) > WIDEST => None,
        Kind::Binary(BinaryOp::UDiv, a, b) if factor(exprs, b).is_some() => Some(Factor::Quotient(a, b)),
        _ => Some(Factor::Term(e)),
    }
}

/// The term without zeros above.
fn narrow(exprs: &Exprs, mut e: Expr) -> Expr {
    while let Kind::ZExt(rest) = exprs.kind(e) {
        e = rest;
    }
    e
}
