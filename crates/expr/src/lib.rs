//! Expressions over symbolic input.
//!
//! An [`Expr`] is a term over bit-vectors of any width: a number into the pool ([`Exprs`]) that made it. Equal
//! terms have equal numbers, and every term is in simplest form as far as the rules of [`rules`] go: asking
//! the pool for `x + 0` gives `x`. A truth value is a bit-vector of one bit.
//!
//! Everything is a function of the calls made: the same calls give the same numbers. Terms nobody can reach
//! any more are reclaimed at moments the caller chooses ([`Exprs::collect`]).
//!
//! ```
//! use vellum_expr::Exprs;
//!
//! let mut exprs = Exprs::new();
//! let input = exprs.input("key", 2);
//! let low = exprs.symbol(input, 0);
//! let high = exprs.symbol(input, 1);
//! let word = exprs.concat(high, low);
//! assert_eq!(exprs.extract(word, 8, 8), high);
//! let zero = exprs.constant(16, 0);
//! assert_eq!(exprs.add(word, zero), word);
//! ```

mod array;
mod base;
mod build;
mod cells;
mod choice;
mod collect;
mod columns;
mod digest;
mod display;
mod eval;
mod facts;
mod fingerprint;
mod garbage;
mod kind;
mod model;
mod oracle;
mod over;
mod parts;
mod path;
mod pool;
pub mod rules;
mod set;
mod smt;
mod span;
mod substitute;
mod support;
#[cfg(test)]
mod tests;
mod window;
mod words;

pub use array::{Array, ArrayKind};
pub use base::{CHOSEN, NO_OBJECT, worth};
pub use cells::{Bytes, Cells, Part};
pub use choice::Choice;
pub use collect::Marker;
pub use columns::{ByteTable, Columns, NoTable};
pub use digest::digest_of_set;
pub use display::Show;
pub use eval::Evaluator;
pub use facts::Facts;
pub use fingerprint::byte_fingerprint;
pub use kind::{BinaryOp, CompareOp, FloatOp, FloatOrder, Kind};
pub use model::Model;
pub use oracle::{BruteForce, GaveUp, Oracle, Subject, Verdict};
pub use over::WrittenValue;
pub use path::PathCondition;
pub use pool::{Expr, Exprs, Input};
pub use smt::Script;
pub use span::{Function, Source, Span};
pub use substitute::Substitution;
pub use support::Support;
