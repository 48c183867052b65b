//! The one law about open products: multiples of a number are in the order of what it is multiplied with.
//!
//! For natural numbers: if `x + y < z` then `x * c + y * c + c <= z * c`, and so the other way round; if `x + y = z` then
//! `x * c + y * c = z * c`. With `y = 0` this compares two products that have a factor in common; with a constant for `x` it
//! bounds a product by what one of its factors is above or below, and says what it is where that factor is the constant.
//!
//! So `x * c + y * c + k < z * c` for any `k < c`. It follows, but a SAT solver takes thousands of conflicts to add up
//! inequalities; for what the question adds to a product (`row * width + column`) it is said once more.

use std::rc::Rc;

use vellum_collections::Map;
use vellum_expr::Expr;

use super::{Factor, Factors, Products};
use crate::{
    blast::{gates::Gates, words::fit},
    sat::Lit,
};

/// A multiple of a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Multiple {
    /// So many times the number.
    Times(u64),
    /// An open product of which the number is a factor.
    Product(Factors),
}

/// The law for a sum of two multiples of `common`, and a third one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Lemma {
    pub(super) common: Factor,
    pub(super) sum: [Multiple; 2],
    pub(super) other: Multiple,
    pub(super) beside: Beside,
}

/// What the law says may be added to the smaller side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Beside {
    /// The common factor.
    Common,
    /// The sum of some terms, where it is less than the common factor.
    Terms(Rc<[Expr]>),
}

/// The values of a product, which need not fit together, and of its factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Values {
    pub(super) factors: [u64; 2],
    pub(super) product: u128,
}

impl Values {
    pub(super) fn are_true(self) -> bool {
        let [a, b] = self.factors;
        u128::from(a) * u128::from(b) == self.product
    }
}

/// A multiple and what it is divided by the number.
struct Part<T> {
    times: T,
    product: T,
}

impl Lemma {
    pub(super) fn products(&self) -> impl Iterator<Item = Factors> {
        let [x, y] = self.sum;
        [x, y, self.other].into_iter().filter_map(|multiple| match multiple {
            Multiple::Times(_) => None,
            Multiple::Product(factors) => Some(factors),
        })
    }

    /// Whether the law is broken by some values, with the common factor beside.
    pub(super) fn fails(&self, values: &Map<Factors, Values>) -> bool {
        let Some(common) = self.products().find_map(|product| value_of(values, product, self.common)) else {
            return false;
        };
        let part = |multiple: Multiple| match multiple {
            Multiple::Times(times) => {
                Part { times: u128::from(times), product: u128::from(times) * u128::from(common) }
            }
            Multiple::Product(factors) => {
                let times = factors.beside(self.common).and_then(|other| value_of(values, factors, other));
                Part { times: times.unwrap_or(0).into(), product: values[&factors].product }
            }
        };
        let [x, y] = self.sum.map(part);
        let z = part(self.other);
        let sum = x.product.saturating_add(y.product);
        let after = |product: u128| product.saturating_add(u128::from(common));
        match (x.times + y.times).cmp(&z.times) {
            std::cmp::Ordering::Less => after(sum) > z.product,
            std::cmp::Ordering::Equal => sum != z.product,
            std::cmp::Ordering::Greater => after(z.product) > sum,
        }
    }

    /// The law as a literal, which is true whatever the input. Nothing, if some product or term has no word.
    pub(super) fn literal(
        &self,
        gates: &mut Gates,
        products: &Products,
        words: &Map<Expr, Box<[Lit]>>,
    ) -> Option<Lit> {
        let common = self.products().find_map(|product| products.word_of(product, self.common))?.to_vec();
        let beside = match &self.beside {
            Beside::Common => common.clone(),
            Beside::Terms(terms) => total(gates, words, terms)?,
        };
        let [x, y] = self.sum;
        let (x, y) = (self.part(gates, products, &common, x)?, self.part(gates, products, &common, y)?);
        let z = self.part(gates, products, &common, self.other)?;

        let [x_times, y_times, other] = widened([x.times, y.times, z.times]);
        let (sum, _) = gates.add(&x_times, &y_times, Lit::FALSE);
        let (less, more) = (gates.less(&sum, &other, Lit::FALSE), gates.less(&other, &sum, Lit::FALSE));

        let [x, y, other, beside, common] = widened([x.product, y.product, z.product, beside, common]);
        let (sum, _) = gates.add(&x, &y, Lit::FALSE);
        let (after_sum, after_other) =
            (gates.add(&sum, &beside, Lit::FALSE).0, gates.add(&other, &beside, Lit::FALSE).0);
        let (premise, or_equal) = match self.beside {
            Beside::Common => (Lit::TRUE, Lit::TRUE),
            Beside::Terms(_) => (gates.less(&beside, &common, Lit::FALSE), Lit::FALSE),
        };
        let below = gates.less(&after_sum, &other, or_equal);
        let above = gates.less(&after_other, &sum, or_equal);
        let ordered = gates.mux(less, below, above);
        let ordered = gates.or(ordered, !premise);
        let same = gates.equal(&sum, &other);
        let differ = gates.or(less, more);
        Some(gates.mux(differ, ordered, same))
    }

    fn part(
        &self,
        gates: &mut Gates,
        products: &Products,
        common: &[Lit],
        multiple: Multiple,
    ) -> Option<Part<Vec<Lit>>> {
        match multiple {
            Multiple::Times(times) => {
                let bits = u64::BITS - times.leading_zeros();
                let times: Vec<Lit> = (0..bits).map(|bit| Lit::truth(times >> bit & 1 == 1)).collect();
                let wide = common.len() + times.len();
                let product = gates.multiply(&fit(common, wide), &fit(&times, wide));
                Some(Part { times, product })
            }
            Multiple::Product(factors) => {
                let times = products.word_of(factors, factors.beside(self.common)?)?.to_vec();
                Some(Part { times, product: products.products.get(&factors)?.word.to_vec() })
            }
        }
    }
}

/// The sum of terms, as wide as it takes to hold it.
pub(super) fn total(gates: &mut Gates, words: &Map<Expr, Box<[Lit]>>, terms: &[Expr]) -> Option<Vec<Lit>> {
    let mut total = Vec::new();
    for term in terms {
        let [sum, term] = widened([total, words.get(term)?.to_vec()]);
        total = gates.add(&sum, &term, Lit::FALSE).0;
    }
    Some(total)
}

/// Words as wide as it takes to add three of them.
fn widened<const N: usize>(words: [Vec<Lit>; N]) -> [Vec<Lit>; N] {
    let wide = words.iter().map(Vec::len).max().unwrap_or(0) + 2;
    words.map(|word| fit(&word, wide))
}

/// The value of a factor of a product.
fn value_of(values: &Map<Factors, Values>, product: Factors, factor: Factor) -> Option<u64> {
    let place = product.0.iter().position(|&other| other == factor)?;
    Some(values.get(&product)?.factors[place])
}

impl Products {
    /// The word of a factor of a product.
    fn word_of(&self, product: Factors, factor: Factor) -> Option<&[Lit]> {
        let place = product.0.iter().position(|&other| other == factor)?;
        Some(&self.products.get(&product)?.factors[place])
    }
}
