//! A backend that leaves products open and says more of them only where an input breaks the law.

use vellum_collections::{Map, Set};
use vellum_expr::{Evaluator, Exprs, GaveUp, Marker, Model};

use super::{
    Factors, Products,
    lemma::{Beside, Lemma, Multiple, Values},
    look::Looked,
    regroup::{self, Regrouped},
};
use crate::{
    backend::{Answer, Backend, Query},
    blast::{BlastConfig, Blaster},
    budget::{Meter, Stop},
    sat::{Lit, Outcome},
};

/// Inputs that are tried before the question is left to others.
const ROUNDS: u32 = 200;

/// Products with a common factor of which sums are looked at.
const SUMMED: usize = 8;

/// Answers questions with products of unknowns in them, and leaves all others to others.
pub(crate) struct Refining {
    blaster: Blaster,
    /// What was needed so far, and its literal.
    lemmas: Map<Lemma, Lit>,
    evaluator: Evaluator,
}

impl std::fmt::Debug for Refining {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Refining({:?}, {} lemmas)", self.blaster, self.lemmas.len())
    }
}

impl Backend for Refining {
    fn name(&self) -> &'static str {
        "products"
    }

    fn check(
        &mut self,
        exprs: &mut Exprs,
        query: &Query<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, GaveUp> {
        let looked = Looked::at(exprs, query.conditions);
        if !looked.has_open {
            meter.stop(Stop::Unsupported);
            return Err(GaveUp);
        }
        if self.blaster.gates.len() > self.blaster.config.reset_gates {
            self.blaster.reset();
            self.lemmas.clear();
        }
        let conditions = match self.blaster.literals(exprs, query.conditions, meter) {
            Ok(literals) => literals,
            Err(answer) => return answer,
        };
        let mut assumptions = conditions.clone();
        assumptions.extend(self.regrouped(exprs, &looked));
        assumptions.extend(self.needed_before(&conditions));
        for _ in 0..ROUNDS {
            let gates = &mut self.blaster.gates;
            gates.begin(&assumptions);
            gates.follow(|input, offset| query.hint.element(input, offset));
            match gates.sat.solve(&assumptions, meter) {
                Outcome::Unsat => return Ok(Answer::Unsat(self.blaster.core(query.conditions, &conditions))),
                Outcome::Stopped => return Err(GaveUp),
                Outcome::Sat => {}
            }
            let model = self.blaster.model(query.hint);
            if self.fulfils(exprs, &model, query) {
                return Ok(Answer::Sat(model));
            }
            let before = assumptions.len();
            for lemma in broken(&self.values()) {
                for lemma in looked.with_terms(lemma) {
                    let lit = self.literal(lemma);
                    assumptions.extend(lit.filter(|lit| !assumptions.contains(lit)));
                }
            }
            if assumptions.len() == before {
                break;
            }
        }
        meter.stop(Stop::Conflicts);
        Err(GaveUp)
    }

    fn retain(&mut self, marker: &Marker) {
        self.blaster.retain(marker);
        let products = self.blaster.open.get_or_insert_default();
        self.lemmas.retain(|lemma, _| {
            let is_known = match &lemma.beside {
                Beside::Common => true,
                Beside::Terms(terms) => terms.iter().all(|&term| marker.is_marked(term)),
            };
            is_known && lemma.products().all(|product| products.products.contains_key(&product))
        });
    }
}

impl Refining {
    pub(crate) fn new(config: BlastConfig) -> Self {
        let blaster = Blaster { open: Some(Products::default()), ..Blaster::new(config) };
        Self { blaster, lemmas: Map::default(), evaluator: Evaluator::new() }
    }

    /// What earlier questions needed about the products that some conditions depend on.
    fn needed_before(&mut self, conditions: &[Lit]) -> Vec<Lit> {
        let Self { blaster: Blaster { gates, open, .. }, lemmas, .. } = self;
        let products = open.get_or_insert_default();
        gates.begin(conditions);
        let is_active = |factors: &Factors| {
            products.products.get(factors).is_some_and(|product| gates.sat.is_active(product.word[0].var()))
        };
        lemmas
            .iter()
            .filter(|(lemma, _)| lemma.products().all(|p| is_active(&p)))
            .map(|(_, &lit)| lit)
            .collect()
    }

    fn fulfils(&mut self, exprs: &Exprs, model: &Model, query: &Query<'_>) -> bool {
        self.evaluator.reset();
        query.conditions.iter().all(|&condition| self.evaluator.holds(exprs, model, condition))
    }

    /// What the assignment found last says of the products the question depends on.
    fn values(&mut self) -> Map<Factors, Values> {
        let Blaster { gates, open, .. } = &mut self.blaster;
        let sat = &gates.sat;
        let value = |word: &[Lit]| {
            word.iter().rev().fold(0_u128, |value, &lit| value << 1 | u128::from(sat.value(lit)))
        };
        let narrow = |word: &[Lit]| u64::try_from(value(word)).expect("factors have at most 64 bits");
        let products = open.get_or_insert_default().products.iter();
        let products = products.filter(|(_, product)| sat.is_active(product.word[0].var()));
        let values = products.map(|(&factors, product)| {
            let [a, b] = &product.factors;
            (factors, Values { factors: [narrow(a), narrow(b)], product: value(&product.word) })
        });
        values.collect()
    }

    fn literal(&mut self, lemma: Lemma) -> Option<Lit> {
        if let Some(&known) = self.lemmas.get(&lemma) {
            return Some(known);
        }
        let Blaster { gates, open, words, .. } = &mut self.blaster;
        let products = open.get_or_insert_default();
        let lit = lemma.literal(gates, products, words)?;
        self.lemmas.insert(lemma, lit);
        Some(lit)
    }

    /// Other groups of what the question adds and multiplies.
    fn regrouped(&mut self, exprs: &Exprs, looked: &Looked) -> Vec<Lit> {
        let Blaster { gates, open, words, .. } = &mut self.blaster;
        let products = open.get_or_insert_default();
        let sums = looked.sums.iter().filter_map(|sum| regroup::sum(gates, words, exprs, sum));
        let mut found: Vec<Lit> = sums.collect();
        for regrouped in Regrouped::all(exprs, &looked.products) {
            found.push(regrouped.literal(gates, products, words, exprs));
        }
        found
    }
}

impl Looked {
    /// A law, and the same with each term that the question adds to one of its products.
    fn with_terms(&self, lemma: Lemma) -> impl Iterator<Item = Lemma> {
        let products: Vec<Factors> = lemma.products().collect();
        // With one product alone it is about constants, and terms beside it are as hard to add.
        let products = if products.len() > 1 { products } else { Vec::new() };
        let parts = products.into_iter().filter_map(|product| self.beside.get(&product)).flatten();
        let with = lemma.clone();
        let parts = parts.map(move |terms| Lemma { beside: Beside::Terms(terms.clone()), ..with.clone() });
        [lemma].into_iter().chain(parts)
    }
}

/// Laws that some values break: for each product that is wrong, some that no longer allow it.
fn broken(values: &Map<Factors, Values>) -> Vec<Lemma> {
    let mut found: Set<Lemma> = Set::default();
    for (&product, of) in values {
        if of.are_true() {
            continue;
        }
        let before = found.len();
        found.extend(bounds(product, *of).chain(pairs(product, values)).filter(|lemma| lemma.fails(values)));
        if found.len() == before {
            found.extend(sums(product, values).into_iter().filter(|lemma| lemma.fails(values)));
        }
        if found.len() == before {
            found.insert(exactly(product, *of));
        }
    }
    found.into_iter().collect()
}

/// A product compared with so many times one of its factors.
fn times(product: Factors, place: usize, times: u64) -> Lemma {
    let sum = [Multiple::Times(times), Multiple::Times(0)];
    Lemma { common: product.0[1 - place], sum, other: Multiple::Product(product), beside: Beside::Common }
}

/// A product compared with the powers of two next to each factor.
fn bounds(product: Factors, values: Values) -> impl Iterator<Item = Lemma> {
    (0..2).flat_map(move |place| {
        let below = values.factors[place].checked_ilog2();
        let powers = below.into_iter().flat_map(|i| [1_u64.checked_shl(i), 1_u64.checked_shl(i + 1)]);
        powers.flatten().map(move |power| times(product, place, power))
    })
}

/// What it is where its smaller factor is what it is now.
fn exactly(product: Factors, values: Values) -> Lemma {
    let [a, b] = values.factors;
    if a <= b { times(product, 0, a) } else { times(product, 1, b) }
}

/// A product compared with all others that have a factor in common with it.
fn pairs(product: Factors, values: &Map<Factors, Values>) -> impl Iterator<Item = Lemma> {
    values.keys().filter(move |&&other| other != product).flat_map(move |&other| {
        let common = product.0.into_iter().filter(move |&common| other.beside(common).is_some());
        common.map(move |common| {
            let (small, large) = (product.min(other), product.max(other));
            let sum = [Multiple::Product(small), Multiple::Times(0)];
            Lemma { common, sum, other: Multiple::Product(large), beside: Beside::Common }
        })
    })
}

/// Sums of two multiples of a common factor, one of which may be that factor itself, compared with a third one.
fn sums(product: Factors, values: &Map<Factors, Values>) -> Vec<Lemma> {
    let mut found = Vec::new();
    for common in product.0 {
        let multiples = values.keys().filter(|other| other.beside(common).is_some()).take(SUMMED);
        let multiples: Vec<Multiple> = multiples.map(|&other| Multiple::Product(other)).collect();
        let with_one = [&[Multiple::Times(1)], &multiples[..]].concat();
        for (at, &x) in with_one.iter().enumerate() {
            for &y in &with_one[at..] {
                for &other in &multiples {
                    if [x, y, other].contains(&Multiple::Product(product)) && other != x && other != y {
                        found.push(Lemma { common, sum: [x, y], other, beside: Beside::Common });
                    }
                }
            }
        }
    }
    found
}
