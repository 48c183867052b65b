//! Answers by the shape of a question: symbols are numbered as they occur, so questions that differ only in
//! the names of their symbols share an answer.
//!
//! Conditions are put in an order that depends on their shape alone, and so are operands that may change
//! places. Two equal questions may still look different; two questions that look the same are.

use std::{
    hash::{Hash, Hasher},
    mem,
    rc::Rc,
};

use rustc_hash::FxHasher;
use vellum_collections::{Id, Map, cast::len32};
use vellum_expr::{CompareOp, Expr, Exprs, Input, Kind, Model};

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
        keyed.sort_by_key(|&(hash, _)| hash);
        let mut walk =
            Walk { hashes: &self.hashes, nodes: Vec::new(), places: Map::default(), symbols: Vec::new() };
        let mut roots = Vec::with_capacity(keyed.len());
        for (_, condition) in keyed {
            roots.push(walk.place(exprs, condition, limit)?);
        }
        let shape = Shape { nodes: walk.nodes.into(), conditions: roots.into() };
        Some(Canonical { shape, symbols: walk.symbols })
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
            let (operands, len) = sorted_operands(&self.hashes, kind);
            for operand in &operands[..len] {
                self.hashes[operand.index()].hash(&mut hasher);
            }
            self.hashes[next.index()] = hasher.finish() | 1;
            todo.pop();
        }
        Some(self.hashes[e.index()])
    }
}

/// The operands; those that may change places by their shape.
fn sorted_operands(hashes: &[u64], kind: Kind) -> ([Expr; 3], usize) {
    let mut operands = [Expr::FALSE; 3];
    let mut len = 0;
    for operand in kind.operands() {
        operands[len] = operand;
        len += 1;
    }
    let may_swap = match kind {
        Kind::Binary(op, ..) => op.is_commutative(),
        Kind::Compare(op, ..) => op == CompareOp::Eq,
        _ => false,
    };
    if may_swap && hashes[operands[0].index()] > hashes[operands[1].index()] {
        operands.swap(0, 1);
    }
    (operands, len)
}

/// Numbers expressions in the order a walk from the conditions down finishes them.
struct Walk<'a> {
    hashes: &'a [u64],
    nodes: Vec<Node>,
    places: Map<Expr, u32>,
    symbols: Vec<Expr>,
}

impl Walk<'_> {
    fn place(&mut self, exprs: &Exprs, e: Expr, limit: usize) -> Option<u32> {
        let mut todo = vec![e];
        while let Some(&next) = todo.last() {
            if self.places.contains_key(&next) {
                todo.pop();
                continue;
            }
            let kind = exprs.kind(next);
            let (operands, len) = sorted_operands(self.hashes, kind);
            let before = todo.len();
            todo.extend(operands[..len].iter().rev().filter(|operand| !self.places.contains_key(*operand)));
            if todo.len() > before {
                continue;
            }
            if self.nodes.len() >= limit {
                return None;
            }
            let mut places = [0; 3];
            for (place, operand) in places.iter_mut().zip(&operands[..len]) {
                *place = self.places[operand];
            }
            let number = len32(self.symbols.len());
            if let Kind::Symbol { .. } = kind {
                self.symbols.push(next);
            }
            let node = Node { kind: shell(kind, number), width: exprs.width(next), operands: places };
            self.places.insert(next, len32(self.nodes.len()));
            self.nodes.push(node);
            todo.pop();
        }
        Some(self.places[&e])
    }
}

/// The kind without its operands; a symbol by its number.
fn shell(kind: Kind, symbol: u32) -> Kind {
    let none = Expr::FALSE;
    match kind {
        Kind::Const(_) | Kind::Wide(_) => kind,
        Kind::Symbol { .. } => Kind::Symbol { input: Input::from_index(0), offset: symbol },
        Kind::Not(_) => Kind::Not(none),
        Kind::Binary(op, ..) => Kind::Binary(op, none, none),
        Kind::Compare(op, ..) => Kind::Compare(op, none, none),
        Kind::Ite(..) => Kind::Ite(none, none, none),
        Kind::Concat(..) => Kind::Concat(none, none),
        Kind::Extract { low, .. } => Kind::Extract { of: none, low },
        Kind::ZExt(_) => Kind::ZExt(none),
        Kind::SExt(_) => Kind::SExt(none),
        Kind::Read { array, .. } => Kind::Read { array, index: none },
        Kind::Float(kind, op, ..) => Kind::Float(kind, op, none, none),
        Kind::Fma(kind, ..) => Kind::Fma(kind, none, none, none),
        Kind::FloatCompare(kind, order, ..) => Kind::FloatCompare(kind, order, none, none),
        Kind::FloatFromInt(kind, sign, _) => Kind::FloatFromInt(kind, sign, none),
        Kind::FloatToInt(kind, sign, _) => Kind::FloatToInt(kind, sign, none),
        Kind::FloatConvert(from, to, _) => Kind::FloatConvert(from, to, none),
    }
}
