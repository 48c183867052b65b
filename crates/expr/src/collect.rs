//! Reclaiming expressions nobody can reach.
//!
//! Numbers do not move: whoever holds a live expression may go on holding it. Tables by expression that are
//! no root must forget the dead ones, because their numbers are used again.

use vellum_collections::Id;

use crate::{
    array::{Array, ArrayKind},
    pool::{Expr, Exprs},
    span::Span,
};

/// Notes what is still needed.
#[derive(Debug)]
pub struct Marker {
    exprs: Vec<bool>,
    arrays: Vec<bool>,
    todo: Vec<Expr>,
    todo_arrays: Vec<Array>,
}

impl Marker {
    /// `e` and all it is made of are needed.
    pub fn mark(&mut self, e: Expr) {
        if !std::mem::replace(&mut self.exprs[e.index()], true) {
            self.todo.push(e);
        }
    }

    /// `array` and all it is made of are needed.
    pub fn mark_array(&mut self, array: Array) {
        if !std::mem::replace(&mut self.arrays[array.index()], true) {
            self.todo_arrays.push(array);
        }
    }

    /// What `span` is made of is needed.
    pub fn mark_span(&mut self, span: &Span) {
        span.parts().for_each(|e| self.mark(e));
        span.array().into_iter().for_each(|array| self.mark_array(array));
    }

    /// Whether `e` has been found to be needed.
    pub fn is_marked(&self, e: Expr) -> bool {
        self.exprs.get(e.index()).copied().unwrap_or(false)
    }

    fn spread(&mut self, exprs: &Exprs) {
        loop {
            if let Some(e) = self.todo.pop() {
                let kind = exprs.kind(e);
                for operand in kind.operands() {
                    self.mark(operand);
                }
                if let Some(array) = kind.array() {
                    self.mark_array(array);
                }
            } else if let Some(array) = self.todo_arrays.pop() {
                match exprs.array_kind(array) {
                    &ArrayKind::Store { on, index, value } => {
                        self.mark(index);
                        self.mark(value);
                        self.mark_array(on);
                    }
                    ArrayKind::Span { on, span } => {
                        self.mark_span(span);
                        self.mark_array(*on);
                    }
                    ArrayKind::Cells(cells) => {
                        for &(_, e) in cells.symbolic() {
                            self.mark(e);
                        }
                    }
                }
            } else {
                return;
            }
        }
    }
}

impl Exprs {
    /// Forgets everything that cannot be reached from what `roots` marks. The marker that comes back tells
    /// what lived on.
    pub fn collect(&mut self, roots: impl FnOnce(&mut Marker)) -> Marker {
        let mut marker = Marker {
            exprs: vec![false; self.capacity()],
            arrays: vec![false; self.arrays.capacity()],
            todo: Vec::new(),
            todo_arrays: Vec::new(),
        };
        marker.mark(Expr::FALSE);
        marker.mark(Expr::TRUE);
        roots(&mut marker);
        marker.spread(self);
        let is_symbol = |e: Expr, exprs: &Self| matches!(exprs.kind(e), crate::Kind::Symbol { .. });
        for i in 0..self.capacity() {
            let e = Expr::from_index(i);
            if is_symbol(e, self) {
                marker.mark(e);
            }
        }
        self.arrays.retain(|array| marker.arrays[array.index()]);
        self.retain(|e| marker.exprs[e.index()]);
        marker
    }
}
