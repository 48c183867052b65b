//! Replacing expressions inside others.

use vellum_collections::Map;

use crate::{
    array::{Array, ArrayKind},
    pool::{Expr, Exprs},
};

/// Replaces expressions by others of the same width, wherever they occur.
#[derive(Debug, Default)]
pub struct Substitution {
    done: Map<Expr, Expr>,
    arrays: Map<Array, Array>,
    /// Symbols of what is replaced: an expression without any of them stays as it is.
    symbols: u64,
}

enum Item {
    Expr(Expr),
    Array(Array),
}

impl Substitution {
    /// Replaces nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether it replaces nothing.
    pub fn is_empty(&self) -> bool {
        self.symbols == 0
    }

    /// Replaces `from`, which depends on some symbol, by `to`. All replacements come before the first use.
    pub fn replace(&mut self, exprs: &Exprs, from: Expr, to: Expr) {
        debug_assert_eq!(exprs.width(from), exprs.width(to), "a replacement has the same width");
        self.symbols |= exprs.facts(from).symbols;
        self.done.insert(from, to);
    }

    /// `e` with everything replaced.
    pub fn apply(&mut self, exprs: &mut Exprs, e: Expr) -> Expr {
        let mut todo = vec![Item::Expr(e)];
        while let Some(item) = todo.last() {
            let before = todo.len();
            match *item {
                Item::Expr(e) => self.visit(exprs, e, &mut todo),
                Item::Array(array) => self.visit_array(exprs, array, &mut todo),
            }
            if todo.len() == before {
                todo.pop();
            }
        }
        self.now(exprs, e).expect("it was just replaced")
    }

    /// What `e` becomes, as far as known.
    fn now(&self, exprs: &Exprs, e: Expr) -> Option<Expr> {
        if exprs.facts(e).symbols & self.symbols == 0 { Some(e) } else { self.done.get(&e).copied() }
    }

    fn now_array(&self, exprs: &Exprs, array: Array) -> Option<Array> {
        if exprs.arrays.symbols(array) & self.symbols == 0 {
            Some(array)
        } else {
            self.arrays.get(&array).copied()
        }
    }

    fn visit(&mut self, exprs: &mut Exprs, e: Expr, todo: &mut Vec<Item>) {
        if self.now(exprs, e).is_some() {
            return;
        }
        let (kind, width) = (exprs.kind(e), exprs.width(e));
        let before = todo.len();
        todo.extend(kind.operands().filter(|&o| self.now(exprs, o).is_none()).map(Item::Expr));
        todo.extend(kind.array().filter(|&a| self.now_array(exprs, a).is_none()).map(Item::Array));
        if todo.len() > before {
            return;
        }
        let to = |o: Expr| self.done.get(&o).copied().unwrap_or(o);
        let made = match kind {
            crate::Kind::Read { array, index } => {
                let array = self.arrays.get(&array).copied().unwrap_or(array);
                exprs.read(array, to(index), width / 8)
            }
            _ => exprs.rebuild(kind, width, to),
        };
        self.done.insert(e, made);
    }

    fn visit_array(&mut self, exprs: &mut Exprs, array: Array, todo: &mut Vec<Item>) {
        if self.now_array(exprs, array).is_some() {
            return;
        }
        let before = todo.len();
        let made = match exprs.array_kind(array).clone() {
            ArrayKind::Store { on, index, value } => {
                todo.extend(
                    [index, value].into_iter().filter(|&e| self.now(exprs, e).is_none()).map(Item::Expr),
                );
                todo.extend(self.now_array(exprs, on).is_none().then_some(Item::Array(on)));
                if todo.len() > before {
                    return;
                }
                let to = |e: Expr| self.done.get(&e).copied().unwrap_or(e);
                let on = self.arrays.get(&on).copied().unwrap_or(on);
                exprs.store(on, to(index), to(value))
            }
            ArrayKind::Span { on, span } => {
                todo.extend(span.parts().filter(|&e| self.now(exprs, e).is_none()).map(Item::Expr));
                let arrays = span.array().into_iter().chain([on]);
                todo.extend(arrays.filter(|&array| self.now_array(exprs, array).is_none()).map(Item::Array));
                if todo.len() > before {
                    return;
                }
                let to = |e: Expr| self.done.get(&e).copied().unwrap_or(e);
                let to_array = |array: Array| self.arrays.get(&array).copied().unwrap_or(array);
                exprs.span(to_array(on), span.mapped(to, to_array))
            }
            ArrayKind::Cells(cells) => {
                let missing = cells.symbolic().iter().filter(|(_, e)| self.now(exprs, *e).is_none());
                todo.extend(missing.map(|&(_, e)| Item::Expr(e)));
                if todo.len() > before {
                    return;
                }
                let replaced = cells.replaced(exprs, |e| self.done.get(&e).copied().unwrap_or(e));
                exprs.cells(replaced)
            }
        };
        self.arrays.insert(array, made);
    }
}
