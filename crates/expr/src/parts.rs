//! What expressions are made of, for those who compute something of it from the bottom up.

use std::hash::{Hash, Hasher};

use vellum_collections::Set;

use crate::{
    array::{Array, ArrayKind},
    kind::Kind,
    pool::{Expr, Exprs},
};

/// An expression, or an array value.
#[derive(Clone, Copy)]
pub(crate) enum Item {
    Expr(Expr),
    Array(Array),
}

impl Exprs {
    /// Makes `item` known, after all it is made of. No recursion: expressions get deep.
    pub(crate) fn bottom_up(
        &mut self,
        item: Item,
        is_known: fn(&Self, Item) -> bool,
        make: fn(&mut Self, Item),
    ) {
        let mut todo = vec![item];
        while let Some(&next) = todo.last() {
            let before = todo.len();
            if !is_known(self, next) {
                self.parts(next, |part| {
                    if !is_known(self, part) {
                        todo.push(part);
                    }
                });
                if todo.len() > before {
                    continue;
                }
                make(self, next);
            }
            todo.pop();
        }
    }

    /// What `item` is directly made of.
    fn parts(&self, item: Item, mut each: impl FnMut(Item)) {
        match item {
            Item::Expr(e) => {
                self.kind(e).operands().for_each(|e| each(Item::Expr(e)));
                self.kind(e).array().into_iter().for_each(|array| each(Item::Array(array)));
            }
            Item::Array(array) => match self.array_kind(array) {
                &ArrayKind::Store { on, index, value } => {
                    [Item::Expr(index), Item::Expr(value), Item::Array(on)].into_iter().for_each(each);
                }
                ArrayKind::Span { on, span } => {
                    span.parts().map(Item::Expr).for_each(&mut each);
                    span.array().into_iter().chain([*on]).map(Item::Array).for_each(each);
                }
                ArrayKind::Cells(cells) => cells.symbolic().iter().for_each(|&(_, e)| each(Item::Expr(e))),
            },
        }
    }

    /// The expressions without parts that `e` is made of and whose [`crate::Facts::symbols`] have this bit, in an order that
    /// depends on `e` alone.
    pub(crate) fn leaves(&self, e: Expr, bit: u64) -> Vec<Expr> {
        let mut found = Vec::new();
        let mut seen: Set<Expr> = Set::default();
        let mut seen_arrays: Set<Array> = Set::default();
        let (mut todo, mut arrays) = (vec![e], Vec::new());
        loop {
            if let Some(e) = todo.pop() {
                if self.facts(e).symbols & bit == 0 || !seen.insert(e) {
                    continue;
                }
                let kind = self.kind(e);
                if kind.operands().next().is_none() && kind.array().is_none() {
                    found.push(e);
                }
                todo.extend(kind.operands());
                arrays.extend(kind.array());
            } else if let Some(array) = arrays.pop() {
                if self.arrays.symbols(array) & bit == 0 || !seen_arrays.insert(array) {
                    continue;
                }
                match self.array_kind(array) {
                    &ArrayKind::Store { on, index, value } => {
                        todo.extend([index, value]);
                        arrays.push(on);
                    }
                    ArrayKind::Span { on, span } => {
                        todo.extend(span.parts());
                        arrays.extend(span.array().into_iter().chain([*on]));
                    }
                    ArrayKind::Cells(cells) => todo.extend(cells.symbolic().iter().map(|&(_, e)| e)),
                }
            } else {
                return found;
            }
        }
    }

    /// Hashes what an expression is but for its width and what it is made of, the same in every pool.
    pub(crate) fn hash_own(&self, e: Expr, hasher: &mut impl Hasher) {
        match self.kind(e) {
            Kind::Symbol { input, offset } => {
                (self.input_name(input), self.input_size(input), self.input_width(input), offset)
                    .hash(hasher);
            }
            Kind::Garbage { place, .. } => (self.garbage_source(e), place).hash(hasher),
            Kind::Wide(_) => self.as_bits(e).hash(hasher),
            // The array is one of its parts, and no matter of its number.
            Kind::Read { .. } => "read".hash(hasher),
            kind => kind.shell().hash(hasher),
        }
    }
}
