//! Sums and products whose terms are grouped in another way: `(a + b) + c` and `a + (b + c)`, `(a * b) * c` and `a * (b * c)`.
//!
//! The law in `lemma` is about the groups a question has. That another group has the same value takes adders to see, or
//! is out of sight where products are open; here it is said.

use vellum_collections::{Map, cast::index};
use vellum_expr::{Expr, Exprs};

use super::{Factor, Factors, Open, Products, lemma::total, look::Sum, open};
use crate::{
    blast::{gates::Gates, words::fit},
    sat::Lit,
};

/// A product with an open product as a factor, and the same numbers multiplied in another order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Regrouped {
    /// `(a * b) * c`
    one: Factors,
    /// `a * b`, and as the factor that may have wrapped.
    inner: (Factors, Expr),
    /// `b * c`, and as the factor that may have wrapped.
    outer: (Factors, Expr),
    a: Factor,
}

impl Regrouped {
    /// All of them among some products that a question has.
    pub(super) fn all(exprs: &Exprs, products: &Map<Expr, Factors>) -> Vec<Self> {
        let mut found = Vec::new();
        for &one in products.values() {
            for (place, c) in [(0, one.0[1]), (1, one.0[0])] {
                let Factor::Term(inner) = one.0[place] else { continue };
                let Some(Open::Product(factors)) = open(exprs, inner) else { continue };
                for (a, b) in [(factors.0[0], factors.0[1]), (factors.0[1], factors.0[0])] {
                    let outer = products.iter().filter(|&(_, &other)| other == Factors::new(b, c));
                    let outer =
                        outer.filter(|&(&outer, _)| outer != inner && super::factor(exprs, outer).is_some());
                    found.extend(outer.map(|(&outer, &others)| Self {
                        one,
                        inner: (factors, inner),
                        outer: (others, outer),
                        a,
                    }));
                }
            }
        }
        found
    }

    /// Where neither `a * b` nor `b * c` wraps, both products are the same. And where `a * b` does not and `(a * b) * c` is
    /// within the width of `b * c`, neither does that, unless `a` is zero.
    pub(super) fn literal(
        self,
        gates: &mut Gates,
        products: &mut Products,
        words: &Map<Expr, Box<[Lit]>>,
        exprs: &Exprs,
    ) -> Lit {
        let other = Factors::new(self.a, Factor::Term(self.outer.1));
        let mut word = |factors: Factors| products.product(gates, words, exprs, factors).to_vec();
        let [one, other, inner, outer] = [self.one, other, self.inner.0, self.outer.0].map(&mut word);
        let a = products.factor(gates, words, exprs, self.a);
        let above = |word: &[Lit], e: Expr| word.get(index(exprs.width(e))..).unwrap_or(&[]).to_vec();
        let inner_fits = !gates.any(&above(&inner, self.inner.1));
        let outer_fits = !gates.any(&above(&outer, self.outer.1));
        let wide = one.len().max(other.len());
        let same = gates.equal(&fit(&one, wide), &fit(&other, wide));
        let within = !gates.any(&above(&one, self.outer.1));
        let is_some = gates.any(&a);
        let then_fits = gates.and(within, is_some);
        let ok = gates.or(outer_fits, !then_fits);
        let equal = gates.or(same, !outer_fits);
        let both = gates.and(ok, equal);
        gates.or(both, !inner_fits)
    }
}

/// That a sum is its product and the sum of the others. Nothing, if some term has no word.
pub(super) fn sum(gates: &mut Gates, words: &Map<Expr, Box<[Lit]>>, exprs: &Exprs, sum: &Sum) -> Option<Lit> {
    let width = index(exprs.width(sum.whole));
    let product = words.get(&sum.product)?;
    let others = fit(&total(gates, words, &sum.others)?, width);
    let (mut regrouped, _) = gates.add(product, &others, Lit::FALSE);
    for constant in &sum.constants {
        regrouped = gates.add(&regrouped, words.get(constant)?, Lit::FALSE).0;
    }
    Some(gates.equal(&regrouped, words.get(&sum.whole)?))
}
