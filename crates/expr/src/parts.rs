//! What expressions are made of, for those who compute something of it from the bottom up.

use std::hash::{Hash, Hasher};

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
                ArrayKind::Cells(cells) => cells.symbolic().iter().for_each(|&(_, e)| each(Item::Expr(e))),
            },
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
