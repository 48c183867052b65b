//! Answers by the shape of a question: symbols are numbered as they occur, so questions that differ only in
//! the names of their symbols share an answer.
//!
//! Conditions are put in an order that depends on their shape alone, and so are operands that may change
//! places: neither the pool nor what was asked before reaches a shape, so that one made by another process is
//! the same. Two equal questions may still look different; two questions that look the same are.

mod walk;

use std::{
    hash::{Hash, Hasher},
    mem,
    rc::Rc,
};

use rustc_hash::FxHasher;
use vellum_bits::Bits;
use vellum_collections::{Id, Map};
use vellum_expr::{CompareOp, Expr, Exprs, Input, Kind, Model};

use self::walk::Walk;
use crate::backend::Answer;

/// One expression of a shape: its kind without operands, and the places of those in the shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    kind: Kind,
    width: u32,
    operands: [u32; 3],
}

/// A question whose symbols have lost their names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shape {
    nodes: Rc<[Node]>,
    /// Constants of more than 64 bits. The pool numbers these; a shape must not depend on it.
    wides: Rc<[Bits]>,
    conditions: Box<[u32]>,
}

/// A question's shape and the symbols behind it.
pub(crate) struct Canonical {
    shape: Shape,
    symbols: Vec<Expr>,
}

/// What was found for a shape.
#[derive(Clone)]
enum Entry {
    /// The conditions exclude each other.
    Unsat,
    /// They hold for these values of the symbols, in order.
    Sat(Rc<[u64]>),
}

/// The answers of the last questions, by shape.
pub(crate) struct Cache {
    limit: usize,
    /// Expressions of the young ones.
    size: usize,
    young: Map<Shape, Entry>,
    old: Map<Shape, Entry>,
    /// By expression: a hash of its shape; zero if unknown.
    hashes: Vec<u64>,
}

impl Cache {
    /// An empty cache that keeps shapes of so many expressions together.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, size: 0, young: Map::default(), old: Map::default(), hashes: Vec::new() }
    }

    /// The shape of a set of conditions without reads; nothing if it is too large.
    pub(crate) fn canonical(
        &mut self,
        exprs: &Exprs,
        conditions: &[Expr],
        limit: usize,
    ) -> Option<Canonical> {
        let mut keyed = Vec::with_capacity(conditions.len());
        let mut budget = limit;
        for &condition in conditions {
            keyed.push((self.hash(exprs, condition, &mut budget)?, condition));
        }
        let hashes = &self.hashes;
        let mut walk = Walk::new(|e: Expr| hashes[e.index()]);
        let mut roots = walk.conditions(exprs, &mut keyed, limit)?;
        if walk.has_ties() {
            let finer = walk.finer(exprs, &roots);
            for (hash, condition) in &mut keyed {
                *hash = finer[&*condition];
            }
            let mut again = Walk::new(|e: Expr| finer[&e]);
            roots = again.conditions(exprs, &mut keyed, limit)?;
            return Some(again.canonical(roots));
        }
        Some(walk.canonical(roots))
    }

    /// The answer to a question of this shape; an input is that of the hint but for the question's symbols.
    pub(crate) fn find(&mut self, exprs: &Exprs, question: &Canonical, hint: &Model) -> Option<Answer> {
        let entry = match self.young.get(&question.shape) {
            Some(entry) => entry.clone(),
            None => {
                let entry = self.old.get(&question.shape)?.clone();
                self.insert(question, entry.clone());
                entry
            }
        };
        let Entry::Sat(values) = entry else { return Some(Answer::Unsat(Vec::new())) };
        let mut model = hint.clone();
        for (&symbol, &value) in question.symbols.iter().zip(&*values) {
            if let Kind::Symbol { input, offset } = exprs.kind(symbol)
                && hint.element(input, offset) != value
            {
                model.set(input, offset, value);
            }
        }
        Some(Answer::Sat(model))
    }

    /// Remembers an answer.
    pub(crate) fn add(&mut self, exprs: &Exprs, question: &Canonical, answer: &Answer) {
        let value = |model: &Model, symbol: Expr| match exprs.kind(symbol) {
            Kind::Symbol { input, offset } => model.element(input, offset),
            _ => 0,
        };
        let entry = match answer {
            Answer::Unsat(_) => Entry::Unsat,
            Answer::Sat(model) => {
                Entry::Sat(question.symbols.iter().map(|&symbol| value(model, symbol)).collect())
            }
        };
        self.insert(question, entry);
    }

    fn insert(&mut self, question: &Canonical, entry: Entry) {
        if self.size > self.limit / 2 {
            self.old = mem::take(&mut self.young);
            self.size = 0;
        }
        self.size += question.shape.nodes.len();
        self.young.insert(question.shape.clone(), entry);
    }

    /// Forgets expressions that were reclaimed. Shapes stay: they are made of no expressions.
    pub(crate) fn retain(&mut self) {
        self.hashes.clear();
    }

    /// A hash of the shape of `e`, looking at no more new expressions than the budget allows.
    fn hash(&mut self, exprs: &Exprs, e: Expr, budget: &mut usize) -> Option<u64> {
        self.hashes.resize(self.hashes.len().max(exprs.capacity()), 0);
        let mut todo = vec![e];
        while let Some(&next) = todo.last() {
            if self.hashes[next.index()] != 0 {
                todo.pop();
                continue;
            }
            let before = todo.len();
            let kind = exprs.kind(next);
            todo.extend(kind.operands().filter(|operand| self.hashes[operand.index()] == 0));
            if todo.len() > before {
                continue;
            }
            *budget = budget.checked_sub(1)?;
            if kind.array().is_some() {
                return None;
            }
            let mut hasher = FxHasher::default();
            shell(kind, 0).hash(&mut hasher);
            exprs.width(next).hash(&mut hasher);
            if let Kind::Wide(_) = kind {
                exprs.as_bits(next).hash(&mut hasher);
            }
            for operand in operands(kind, |e| self.hashes[e.index()]).iter() {
                self.hashes[operand.index()].hash(&mut hasher);
            }
            self.hashes[next.index()] = hasher.finish() | 1;
            todo.pop();
        }
        Some(self.hashes[e.index()])
    }
}

/// Up to three operands.
#[derive(Clone, Copy)]
struct Operands {
    all: [Expr; 3],
    len: usize,
}

impl Operands {
    fn iter(&self) -> impl DoubleEndedIterator<Item = Expr> {
        self.all[..self.len].iter().copied()
    }
}

/// The operands; those that may change places by a hash of theirs.
fn operands(kind: Kind, hash: impl Fn(Expr) -> u64) -> Operands {
    let mut found = Operands { all: [Expr::FALSE; 3], len: 0 };
    for operand in kind.operands() {
        found.all[found.len] = operand;
        found.len += 1;
    }
    if may_swap(kind) && hash(found.all[0]) > hash(found.all[1]) {
        found.all.swap(0, 1);
    }
    found
}

/// Whether the first two operands may change places.
fn may_swap(kind: Kind) -> bool {
    match kind {
        Kind::Binary(op, ..) => op.is_commutative(),
        Kind::Compare(op, ..) => op == CompareOp::Eq,
        _ => false,
    }
}

/// The kind without its operands; a symbol, or a constant of many bits, by its number.
fn shell(kind: Kind, number: u32) -> Kind {
    match kind {
        Kind::Wide(_) => Kind::Const(number.into()),
        Kind::Symbol { .. } => Kind::Symbol { input: Input::from_index(0), offset: number },
        _ => kind.shell(),
    }
}

#[cfg(test)]
mod tests;
