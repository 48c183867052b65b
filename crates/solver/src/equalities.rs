//! What a path fixes: terms that have one value on it, and conditions that hold or not.

use vellum_collections::{Map, Set};
use vellum_expr::{ArrayKind, CompareOp, Expr, Exprs, Kind, Substitution};

/// Expressions of a question that are looked at.
const LOOKED_AT: usize = 500;

/// Terms with one value.
#[derive(Default)]
pub(crate) struct Known {
    values: Map<Expr, Expr>,
    /// The symbols of those terms.
    symbols: u64,
}

/// What came to be known by one condition.
pub(crate) struct Added {
    /// Terms, and what they were before, if they were known.
    terms: [Option<(Expr, Option<Expr>)>; 3],
    /// The symbols there were before.
    symbols: u64,
}

impl Known {
    /// A condition of the path holds.
    pub(crate) fn add(&mut self, exprs: &mut Exprs, condition: Expr) -> Added {
        let mut added = Added { terms: [None; 3], symbols: self.symbols };
        let opposite = exprs.not(condition);
        added.terms[0] = self.insert(exprs, condition, Expr::TRUE);
        added.terms[1] = self.insert(exprs, opposite, Expr::FALSE);
        if let Kind::Compare(CompareOp::Eq, term, value) = exprs.kind(condition)
            && exprs.is_const(value)
        {
            added.terms[2] = self.insert(exprs, term, value);
        }
        added
    }

    /// Forgets what the last condition added.
    pub(crate) fn take_back(&mut self, added: &Added) {
        for (term, before) in added.terms.iter().rev().flatten().copied() {
            match before {
                Some(value) => self.values.insert(term, value),
                None => self.values.swap_remove(&term),
            };
        }
        self.symbols = added.symbols;
    }

    fn insert(&mut self, exprs: &Exprs, term: Expr, value: Expr) -> Option<(Expr, Option<Expr>)> {
        if exprs.is_const(term) {
            return None;
        }
        self.symbols |= exprs.facts(term).symbols;
        Some((term, self.values.insert(term, value)))
    }

    /// The question with the values put in.
    pub(crate) fn apply(&self, exprs: &mut Exprs, question: Expr) -> Expr {
        if let Some(&value) = self.values.get(&question) {
            return value;
        }
        let mut substitution = Substitution::new();
        let mut seen: Set<Expr> = Set::default();
        let mut todo = vec![question];
        while let Some(e) = todo.pop() {
            if exprs.facts(e).symbols & self.symbols == 0 || !seen.insert(e) {
                continue;
            }
            if let Some(&value) = self.values.get(&e) {
                substitution.replace(exprs, e, value);
                continue;
            }
            let kind = exprs.kind(e);
            if let Kind::Read { array, .. } = kind {
                // Putting values into a whole array costs more than it saves.
                match exprs.array_kind(array) {
                    ArrayKind::Cells(cells) if cells.symbolic().is_empty() => {}
                    _ => return question,
                }
            }
            if seen.len() > LOOKED_AT {
                break;
            }
            todo.extend(kind.operands());
        }
        if substitution.is_empty() { question } else { substitution.apply(exprs, question) }
    }
}
