//! Numbers the expressions of a question in an order that depends on nothing but its shape.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use vellum_bits::Bits;
use vellum_collections::{
    Map,
    cast::{index, len32},
};
use vellum_expr::{Expr, Exprs, Kind};

use super::{Canonical, Node, Operands, Shape, may_swap, operands, shell};

/// Symbols that are looked at where hashes do not tell two expressions apart, and expressions on the way there.
const LOOK: usize = 8;

/// Numbers expressions in the order a walk from the conditions down finishes them.
pub(super) struct Walk<H> {
    /// A hash of an expression that depends on its shape alone.
    hash: H,
    nodes: Vec<Node>,
    exprs: Vec<Expr>,
    places: Map<Expr, u32>,
    symbols: Vec<Expr>,
    wides: Vec<Bits>,
    has_ties: bool,
}

impl<H: Fn(Expr) -> u64> Walk<H> {
    pub(super) fn new(hash: H) -> Self {
        Self {
            hash,
            nodes: Vec::new(),
            exprs: Vec::new(),
            places: Map::default(),
            symbols: Vec::new(),
            wides: Vec::new(),
            has_ties: false,
        }
    }

    /// Whether the hash did not tell all expressions apart whose order mattered.
    pub(super) const fn has_ties(&self) -> bool {
        self.has_ties
    }

    /// The places of conditions, which come with their hashes; nothing if there are too many expressions.
    pub(super) fn conditions(
        &mut self,
        exprs: &Exprs,
        conditions: &mut [(u64, Expr)],
        limit: usize,
    ) -> Option<Vec<u32>> {
        conditions.sort_by_key(|&(hash, _)| hash);
        let mut roots = Vec::with_capacity(conditions.len());
        for group in conditions.chunk_by_mut(|a, b| a.0 == b.0) {
            if group.len() > 1 {
                self.has_ties = true;
                group.sort_by_cached_key(|&(_, condition)| self.numbers_in(exprs, condition));
            }
            for &(_, condition) in &*group {
                roots.push(self.place(exprs, condition, limit)?);
            }
        }
        Some(roots)
    }

    pub(super) fn canonical(self, conditions: Vec<u32>) -> Canonical {
        let shape =
            Shape { nodes: self.nodes.into(), wides: self.wides.into(), conditions: conditions.into() };
        Canonical { shape, symbols: self.symbols }
    }

    /// Hashes of the expressions walked through that tell symbols apart by where they occur.
    pub(super) fn finer(&self, exprs: &Exprs, roots: &[u32]) -> Map<Expr, u64> {
        // Operands come before what they are operands of.
        let mut contexts = vec![0_u64; self.nodes.len()];
        for &root in roots {
            contexts[index(root)] = mixed([1, (self.hash)(self.exprs[index(root)]), 0]);
        }
        for (place, &e) in self.exprs.iter().enumerate().rev() {
            let kind = exprs.kind(e);
            let swaps = may_swap(kind);
            for (number, operand) in (0..).zip(kind.operands()) {
                let side = if swaps { 0 } else { number };
                let here = mixed([contexts[place], (self.hash)(e), side]);
                let below = &mut contexts[index(self.places[&operand])];
                *below = below.wrapping_add(here);
            }
        }
        let mut finer: Map<Expr, u64> = Map::default();
        for (context, &e) in contexts.into_iter().zip(&self.exprs) {
            let kind = exprs.kind(e);
            let hash = match kind {
                Kind::Symbol { .. } => mixed([(self.hash)(e), context, 0]),
                _ => {
                    let parts = operands(kind, |operand| finer[&operand]);
                    parts.iter().fold((self.hash)(e), |hash, operand| mixed([hash, finer[&operand], 0]))
                }
            };
            finer.insert(e, hash);
        }
        finer
    }

    fn place(&mut self, exprs: &Exprs, e: Expr, limit: usize) -> Option<u32> {
        let mut todo: Vec<(Expr, Option<Operands>)> = vec![(e, None)];
        while let Some(&(next, order)) = todo.last() {
            if self.places.contains_key(&next) {
                todo.pop();
                continue;
            }
            let kind = exprs.kind(next);
            let Some(order) = order else {
                // Decided once: what is numbered meanwhile must not change it.
                let order = self.ordered(exprs, kind);
                let last = todo.len() - 1;
                todo[last].1 = Some(order);
                todo.extend(order.iter().rev().map(|operand| (operand, None)));
                continue;
            };
            if self.nodes.len() >= limit {
                return None;
            }
            let mut places = [0; 3];
            for (place, operand) in places.iter_mut().zip(order.iter()) {
                *place = self.places[&operand];
            }
            let number = match kind {
                Kind::Symbol { .. } => len32(self.symbols.len()),
                _ => len32(self.wides.len()),
            };
            match kind {
                Kind::Symbol { .. } => self.symbols.push(next),
                Kind::Wide(_) => self.wides.extend(exprs.as_bits(next)),
                _ => {}
            }
            self.nodes.push(Node { kind: shell(kind, number), width: exprs.width(next), operands: places });
            self.places.insert(next, len32(self.exprs.len()));
            self.exprs.push(next);
            todo.pop();
        }
        Some(self.places[&e])
    }

    /// The operands in the order they are walked to.
    fn ordered(&mut self, exprs: &Exprs, kind: Kind) -> Operands {
        let mut found = operands(kind, &self.hash);
        let [a, b, _] = found.all;
        if may_swap(kind) && a != b && (self.hash)(a) == (self.hash)(b) {
            self.has_ties = true;
            if self.numbers_in(exprs, b) < self.numbers_in(exprs, a) {
                found.all.swap(0, 1);
            }
        }
        found
    }

    /// The numbers of the first symbols below `e`, as far as they have one by now.
    fn numbers_in(&self, exprs: &Exprs, e: Expr) -> Vec<u32> {
        let mut numbers = Vec::new();
        let mut todo = vec![e];
        let mut looked = 0;
        while let Some(next) = todo.pop().filter(|_| looked < LOOK * LOOK && numbers.len() < LOOK) {
            looked += 1;
            match exprs.kind(next) {
                Kind::Symbol { .. } => numbers.push(self.places.get(&next).copied().unwrap_or(u32::MAX)),
                kind => todo.extend(operands(kind, &self.hash).iter().rev()),
            }
        }
        numbers
    }
}

fn mixed(parts: [u64; 3]) -> u64 {
    let mut hasher = FxHasher::default();
    parts.hash(&mut hasher);
    hasher.finish()
}
