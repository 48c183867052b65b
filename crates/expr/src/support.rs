//! Which symbols an expression depends on.
//!
//! [`Facts::symbols`](crate::Facts::symbols) says it in 62 bits, exactly while there are no more symbols;
//! beyond that this is the exact answer.

use std::rc::Rc;

use vellum_collections::Map;

use crate::{
    array::{Array, ArrayKind},
    facts::Facts,
    kind::Kind,
    pool::{Expr, Exprs},
};

/// Sets of symbols, each expression's found once.
#[derive(Debug, Default)]
pub struct Support {
    known: Map<Expr, Rc<[Expr]>>,
    arrays: Map<Array, Rc<[Expr]>>,
    /// By [`Facts::symbols`](crate::Facts::symbols), while those tell all symbols apart.
    masks: Map<u64, Rc<[Expr]>>,
}

enum Item {
    Expr(Expr),
    Array(Array),
}

impl Support {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets everything: numbers may have been used again.
    pub fn clear(&mut self) {
        self.known.clear();
        self.arrays.clear();
        self.masks.clear();
    }

    /// The symbols `e` depends on, by rising number.
    pub fn of(&mut self, exprs: &Exprs, e: Expr) -> Rc<[Expr]> {
        if exprs.symbols() <= Facts::SYMBOLS {
            let mask = exprs.facts(e).symbols & !(Facts::GARBAGE | Facts::BASE);
            return Rc::clone(self.masks.entry(mask).or_insert_with(|| symbols_of(exprs, mask)));
        }
        let mut todo = vec![Item::Expr(e)];
        while let Some(item) = todo.last() {
            let before = todo.len();
            match *item {
                Item::Expr(e) => {
                    if !self.known.contains_key(&e) {
                        self.visit(exprs, e, &mut todo);
                    }
                }
                Item::Array(array) => {
                    if !self.arrays.contains_key(&array) {
                        self.visit_array(exprs, array, &mut todo);
                    }
                }
            }
            if todo.len() == before {
                todo.pop();
            }
        }
        Rc::clone(&self.known[&e])
    }

    fn visit(&mut self, exprs: &Exprs, e: Expr, todo: &mut Vec<Item>) {
        let kind = exprs.kind(e);
        if let Kind::Symbol { .. } = kind {
            self.known.insert(e, Rc::new([e]));
            return;
        }
        let before = todo.len();
        let needed = |o: &Expr| exprs.facts(*o).symbols != 0;
        todo.extend(kind.operands().filter(needed).filter(|o| !self.known.contains_key(o)).map(Item::Expr));
        let array = kind.array().filter(|&array| exprs.arrays.symbols(array) != 0);
        todo.extend(array.filter(|array| !self.arrays.contains_key(array)).map(Item::Array));
        if todo.len() > before {
            return;
        }
        let sets = kind.operands().filter(needed).map(|o| &self.known[&o]);
        let set = union(sets.chain(array.map(|array| &self.arrays[&array])));
        self.known.insert(e, set);
    }

    fn visit_array(&mut self, exprs: &Exprs, array: Array, todo: &mut Vec<Item>) {
        let before = todo.len();
        let (parts, below): (Vec<Expr>, Vec<Array>) = match exprs.array_kind(array) {
            &ArrayKind::Store { on, index, value } => (vec![index, value], vec![on]),
            ArrayKind::Span { on, span } => {
                (span.parts().collect(), span.array().into_iter().chain([*on]).collect())
            }
            ArrayKind::Cells(cells) => (cells.symbolic().iter().map(|&(_, e)| e).collect(), Vec::new()),
        };
        todo.extend(parts.iter().filter(|e| !self.known.contains_key(*e)).map(|&e| Item::Expr(e)));
        todo.extend(below.iter().filter(|on| !self.arrays.contains_key(*on)).map(|&on| Item::Array(on)));
        if todo.len() > before {
            return;
        }
        let sets = parts.iter().map(|e| &self.known[e]);
        let set = union(sets.chain(below.iter().map(|on| &self.arrays[on])));
        self.arrays.insert(array, set);
    }
}

fn symbols_of(exprs: &Exprs, mask: u64) -> Rc<[Expr]> {
    let named = exprs.symbol_list().iter().enumerate().filter(|(n, _)| mask >> n & 1 == 1);
    let mut symbols: Vec<Expr> = named.map(|(_, &symbol)| symbol).collect();
    symbols.sort_unstable();
    symbols.into()
}

fn union<'a>(sets: impl Iterator<Item = &'a Rc<[Expr]>>) -> Rc<[Expr]> {
    let mut sets: Vec<&Rc<[Expr]>> = sets.collect();
    sets.dedup_by(|a, b| Rc::ptr_eq(a, b));
    if let [only] = sets[..] {
        return Rc::clone(only);
    }
    let largest = sets.iter().copied().max_by_key(|set| set.len());
    let mut all: Vec<Expr> = sets.iter().flat_map(|set| set.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    // Most terms depend on what one of their operands does: they share the set.
    match largest {
        Some(largest) if largest.len() == all.len() => Rc::clone(largest),
        _ => all.into(),
    }
}
