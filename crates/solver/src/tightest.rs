//! Bounds of a path that another one makes superfluous.
//!
//! A loop that counts to a symbolic number leaves a condition behind in each round, `0 < n`, `1 < n`, and so on, of which
//! the last says all. A question about the number needs no other one.

use vellum_bits::word;
use vellum_collections::{Map, cast::index};
use vellum_expr::{CompareOp, Expr, Exprs, Kind};

/// From which side a number is bounded, and how it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    AtLeast,
    AtMost,
    SignedAtLeast,
    SignedAtMost,
}

/// What a condition says of a term.
#[derive(Clone, Copy, Debug)]
struct Bound {
    of: (Expr, Side),
    limit: i128,
}

impl Bound {
    /// The bound that a condition is, if it is one.
    fn of(exprs: &Exprs, condition: Expr) -> Option<Self> {
        match exprs.kind(condition) {
            Kind::Not(opposite) => match exprs.kind(opposite) {
                // That `a` is not below `b` says that `b` is at most `a`.
                Kind::Compare(CompareOp::Ult, a, b) => Self::compared(exprs, CompareOp::Ule, b, a),
                Kind::Compare(CompareOp::Ule, a, b) => Self::compared(exprs, CompareOp::Ult, b, a),
                Kind::Compare(CompareOp::Slt, a, b) => Self::compared(exprs, CompareOp::Sle, b, a),
                Kind::Compare(CompareOp::Sle, a, b) => Self::compared(exprs, CompareOp::Slt, b, a),
                Kind::Compare(CompareOp::Eq, a, b) => {
                    Self::not_zero(exprs, a, b).or_else(|| Self::not_zero(exprs, b, a))
                }
                _ => None,
            },
            Kind::Compare(op, a, b) => Self::compared(exprs, op, a, b),
            _ => None,
        }
    }

    /// What is not zero is at least one.
    fn not_zero(exprs: &Exprs, a: Expr, zero: Expr) -> Option<Self> {
        let is_zero = exprs.as_const(zero) == Some(0) && !exprs.is_const(a);
        is_zero.then_some(Self { of: (a, Side::AtLeast), limit: 1 })
    }

    fn compared(exprs: &Exprs, op: CompareOp, a: Expr, b: Expr) -> Option<Self> {
        let (is_signed, is_strict) = match op {
            CompareOp::Ult => (false, true),
            CompareOp::Ule => (false, false),
            CompareOp::Slt => (true, true),
            CompareOp::Sle => (true, false),
            CompareOp::Eq => return None,
        };
        let number = |e: Expr| {
            let number = exprs.as_const(e)?;
            let signed = i128::from(word::sign_extend(exprs.width(e), number));
            Some(if is_signed { signed } else { i128::from(number) })
        };
        let less = i128::from(is_strict);
        let (term, side, limit) = match (number(a), number(b)) {
            (Some(a), None) => (b, if is_signed { Side::SignedAtLeast } else { Side::AtLeast }, a + less),
            (None, Some(b)) => (a, if is_signed { Side::SignedAtMost } else { Side::AtMost }, b - less),
            _ => return None,
        };
        Some(Self { of: (term, side), limit })
    }

    /// Whether it says what another one of the same term and side does, or more.
    fn implies(&self, limit: i128) -> bool {
        match self.of.1 {
            Side::AtLeast | Side::SignedAtLeast => self.limit >= limit,
            Side::AtMost | Side::SignedAtMost => self.limit <= limit,
        }
    }
}

/// The tightest bounds among the conditions of a path.
#[derive(Default)]
pub(crate) struct Tightest {
    /// Where each is, and its limit.
    known: Map<(Expr, Side), (u32, i128)>,
    /// By place: whether a condition is implied by another one.
    is_superfluous: Vec<bool>,
}

/// What a condition changed.
pub(crate) struct Tightened {
    of: (Expr, Side),
    /// The bound that it took the place of.
    before: Option<(u32, i128)>,
}

impl Tightest {
    /// Takes in the condition at the next place.
    pub(crate) fn add(&mut self, exprs: &Exprs, place: u32, condition: Expr) -> Option<Tightened> {
        self.is_superfluous.push(false);
        let bound = Bound::of(exprs, condition)?;
        let before = self.known.get(&bound.of).copied();
        if let Some((older, limit)) = before {
            let weaker = if bound.implies(limit) { older } else { place };
            self.is_superfluous[index(weaker)] = true;
            if weaker == place {
                return None;
            }
        }
        self.known.insert(bound.of, (place, bound.limit));
        Some(Tightened { of: bound.of, before })
    }

    /// Takes back the condition that was added last.
    pub(crate) fn take_back(&mut self, tightened: Option<&Tightened>) {
        self.is_superfluous.pop();
        let Some(Tightened { of, before }) = tightened else { return };
        match before {
            Some(before) => {
                self.is_superfluous[index(before.0)] = false;
                self.known.insert(*of, *before);
            }
            None => {
                self.known.swap_remove(of);
            }
        }
    }

    /// Whether the condition at a place is implied by another one.
    pub(crate) fn makes_superfluous(&self, place: u32) -> bool {
        self.is_superfluous[index(place)]
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::{
        Random,
        cast::{index, len32},
    };
    use vellum_expr::{Evaluator, Expr, Exprs, Model};

    use super::Tightest;

    /// Comparisons of two bytes with constants, either way around, some of them negated.
    fn comparison(exprs: &mut Exprs, random: &mut Random, terms: &[Expr]) -> Expr {
        let term = terms[usize::from(random.below(2) == 0)];
        // Zero is special.
        let value = if random.below(8) == 0 { 0 } else { random.below(256) };
        let constant = exprs.constant(8, value);
        let (a, b) = if random.below(2) == 0 { (term, constant) } else { (constant, term) };
        let compared = match random.below(5) {
            0 => exprs.ult(a, b),
            1 => exprs.ule(a, b),
            2 => exprs.slt(a, b),
            3 => exprs.sle(a, b),
            _ => exprs.eq(a, b),
        };
        if random.below(3) == 0 { exprs.not(compared) } else { compared }
    }

    #[test]
    fn the_conditions_that_are_left_say_what_all_of_them_do() {
        let mut dropped = 0;
        for seed in 0..60 {
            let (mut exprs, mut random) = (Exprs::new(), Random::new(seed));
            let input = exprs.input("x", 2);
            let terms = [exprs.symbol(input, 0), exprs.symbol(input, 1)];
            let mut tightest = Tightest::default();
            let (mut conditions, mut changes): (Vec<Expr>, Vec<_>) = Default::default();
            for _ in 0..60 {
                if random.below(3) == 0 && !conditions.is_empty() {
                    conditions.pop();
                    let change = changes.pop().expect("one for each");
                    tightest.take_back(Option::as_ref(&change));
                } else {
                    let condition = comparison(&mut exprs, &mut random, &terms);
                    changes.push(tightest.add(&exprs, len32(conditions.len()), condition));
                    conditions.push(condition);
                }
                let is_left = |&place: &u32| !tightest.makes_superfluous(place);
                let left: Vec<u32> = (0..len32(conditions.len())).filter(is_left).collect();
                dropped += conditions.len() - left.len();
                for _ in 0..30 {
                    let mut model = Model::new();
                    (0..2).for_each(|at| model.set(input, at, random.below(256)));
                    let mut evaluator = Evaluator::new();
                    let mut holds = |condition: Expr| evaluator.holds(&exprs, &model, condition);
                    let by_all = conditions.iter().all(|&condition| holds(condition));
                    assert_eq!(left.iter().all(|&place| holds(conditions[index(place)])), by_all);
                }
            }
        }
        assert!(dropped > 1000, "{dropped} conditions were left out");
    }
}
