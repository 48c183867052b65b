//! A pool under test: terms with their values for every model, found without the pool's help.

use vellum_bits::Bits;
use vellum_collections::{Id, Set};

use super::{fired, naive, random::Random};
use crate::{
    eval::Evaluator,
    kind::{BinaryOp, CompareOp, Kind},
    model::Model,
    pool::{Expr, Exprs},
};

/// An expression and what it must be worth, model by model.
#[derive(Clone)]
pub(crate) struct Term {
    pub(crate) expr: Expr,
    pub(crate) width: u32,
    pub(crate) values: Vec<u128>,
}

pub(crate) struct World {
    pub(crate) exprs: Exprs,
    pub(crate) models: Vec<Model>,
    evaluators: Vec<Evaluator>,
    pub(crate) terms: Vec<Term>,
    pub(crate) random: Random,
    /// Nodes whose facts have been looked at.
    checked: usize,
    /// The rules applied so far.
    pub(crate) fired: Set<&'static str>,
}

impl World {
    /// Variables of these widths, and every value of all of them.
    pub(crate) fn exhaustive(seed: u64, widths: &[u32]) -> Self {
        let bits: u32 = widths.iter().sum();
        let numbers = 0..1_u64 << bits;
        let split = |mut number: u64| {
            let take = |&width: &u32| {
                let value = number & ((1 << width) - 1);
                number >>= width;
                value
            };
            widths.iter().map(take).collect()
        };
        let values: Vec<Vec<u64>> = numbers.map(split).collect();
        Self::new(seed, widths, &values)
    }

    /// Variables of these widths, and some values of them.
    pub(crate) fn sampled(seed: u64, widths: &[u32], samples: u32) -> Self {
        let mut random = Random::new(seed ^ 0x5eed);
        let values = (0..samples).map(|_| widths.iter().map(|&width| random.bits(width).low_u64()).collect());
        let values: Vec<Vec<u64>> = values.collect();
        Self::new(seed, widths, &values)
    }

    fn new(seed: u64, widths: &[u32], values: &[Vec<u64>]) -> Self {
        fired::take();
        let mut exprs = Exprs::new();
        let mut models = vec![Model::new(); values.len()];
        let mut terms = Vec::new();
        for (i, &width) in widths.iter().enumerate() {
            let expr = exprs.variable(&format!("v{i}"), width);
            let Kind::Symbol { input, offset } = exprs.kind(expr) else {
                unreachable!("a variable is a symbol")
            };
            for (model, values) in models.iter_mut().zip(values) {
                model.set(input, offset, values[i]);
            }
            let values = values.iter().map(|values| u128::from(values[i])).collect();
            terms.push(Term { expr, width, values });
        }
        let evaluators = models.iter().map(|_| Evaluator::new()).collect();
        Self {
            exprs,
            models,
            evaluators,
            terms,
            random: Random::new(seed),
            checked: 0,
            fired: Set::default(),
        }
    }

    pub(crate) fn constant(&mut self, value: &Bits) -> Term {
        let expr = self.exprs.bits(value);
        Term { expr, width: value.width(), values: vec![value.low_u128(); self.models.len()] }
    }

    fn combine(&mut self, kind: Kind, width: u32, operands: &[&Term], expr: Expr) -> Term {
        let value = |i: usize| {
            let operands: Vec<(u32, u128)> =
                operands.iter().map(|term| (term.width, term.values[i])).collect();
            naive::value(kind, width, &operands)
        };
        let values = (0..self.models.len()).map(value).collect();
        let term = Term { expr, width, values };
        self.check(&term, kind);
        term
    }

    pub(crate) fn not(&mut self, a: &Term) -> Term {
        let expr = self.exprs.not(a.expr);
        self.combine(Kind::Not(a.expr), a.width, &[a], expr)
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, a: &Term, b: &Term) -> Term {
        let expr = self.exprs.binary(op, a.expr, b.expr);
        self.combine(Kind::Binary(op, a.expr, b.expr), a.width, &[a, b], expr)
    }

    pub(crate) fn compare(&mut self, op: CompareOp, a: &Term, b: &Term) -> Term {
        let expr = self.exprs.compare(op, a.expr, b.expr);
        self.combine(Kind::Compare(op, a.expr, b.expr), 1, &[a, b], expr)
    }

    pub(crate) fn ite(&mut self, c: &Term, a: &Term, b: &Term) -> Term {
        let expr = self.exprs.ite(c.expr, a.expr, b.expr);
        self.combine(Kind::Ite(c.expr, a.expr, b.expr), a.width, &[c, a, b], expr)
    }

    pub(crate) fn concat(&mut self, a: &Term, b: &Term) -> Term {
        let expr = self.exprs.concat(a.expr, b.expr);
        self.combine(Kind::Concat(a.expr, b.expr), a.width + b.width, &[a, b], expr)
    }

    pub(crate) fn extract(&mut self, a: &Term, low: u32, width: u32) -> Term {
        let expr = self.exprs.extract(a.expr, low, width);
        self.combine(Kind::Extract { of: a.expr, low }, width, &[a], expr)
    }

    pub(crate) fn zext(&mut self, a: &Term, width: u32) -> Term {
        let expr = self.exprs.zext(a.expr, width);
        self.combine(Kind::ZExt(a.expr), width, &[a], expr)
    }

    pub(crate) fn sext(&mut self, a: &Term, width: u32) -> Term {
        let expr = self.exprs.sext(a.expr, width);
        self.combine(Kind::SExt(a.expr), width, &[a], expr)
    }

    /// A computation on floats.
    pub(crate) fn float(&mut self, kind: Kind, width: u32, operands: &[&Term]) -> Term {
        let expr = self.exprs.rebuild(kind, width, |e| e);
        self.combine(kind, width, operands, expr)
    }

    pub(crate) fn value(&mut self, model: usize, e: Expr) -> u128 {
        self.evaluators[model].bits(&self.exprs, &self.models[model], e).low_u128()
    }

    /// The term's expression is worth what it must be, and everything made on the way holds what it promises.
    pub(crate) fn check(&mut self, term: &Term, kind: Kind) {
        assert_eq!(self.exprs.width(term.expr), term.width, "{kind:?}");
        for model in 0..self.models.len() {
            let found = self.value(model, term.expr);
            assert_eq!(found, term.values[model], "{kind:?} became {:?}", self.exprs.kind(term.expr));
        }
        for rule in fired::take() {
            self.fired.insert(rule.name);
            self.check_rule(&rule);
        }
        for i in self.checked..self.exprs.capacity() {
            self.check_facts(Expr::from_index(i));
        }
        self.checked = self.exprs.capacity();
    }

    fn check_rule(&mut self, rule: &fired::Fired) {
        let operands: Vec<Expr> = rule.kind.operands().collect();
        assert_eq!(self.exprs.width(rule.result), rule.width, "{rule:?}");
        for model in 0..self.models.len() {
            let values: Vec<(u32, u128)> =
                operands.iter().map(|&e| (self.exprs.width(e), self.value(model, e))).collect();
            let expected = naive::value(rule.kind, rule.width, &values);
            let found = self.value(model, rule.result);
            assert_eq!(found, expected, "{rule:?}, where the operands are {values:?}");
        }
    }

    fn check_facts(&mut self, e: Expr) {
        let (facts, width, kind) = (*self.exprs.facts(e), self.exprs.width(e), self.exprs.kind(e));
        for model in 0..self.models.len() {
            let value = self.value(model, e);
            if width <= 64 {
                let value = u64::try_from(value).expect("it has at most 64 bits");
                assert_eq!(value & facts.zeros, 0, "{kind:?} is {value}, {facts:?}");
                assert_eq!(!value & facts.ones, 0, "{kind:?} is {value}, {facts:?}");
                assert!((facts.min..=facts.max).contains(&value), "{kind:?} is {value}, {facts:?}");
                let (least, most) = facts.signed_bounds(width);
                let signed = vellum_bits::word::sign_extend(width, value);
                assert!((least..=most).contains(&signed), "{kind:?} is {signed}, {facts:?}");
            }
        }
    }
}
