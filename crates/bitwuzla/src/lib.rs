//! The SMT solver Bitwuzla, in process: terms of bit vectors and floats, and solvers that decide them.
//!
//! Law: everything that belongs to one [`TermManager`] stays on one thread (nothing here is `Send`), and
//! lives as long as it is referred to. Several managers may be at work on several threads. A call that
//! Bitwuzla refuses is our mistake, hence a panic with Bitwuzla's sentence; the process goes on, and so may
//! the manager. Only where an error came out of the middle of the solver is the manager *broken*: it answers
//! nothing more, and its memory is not reused.
//!
//! All `unsafe` code of the crate is in this folder; `ffi` declares what `bitwuzla/c/bitwuzla.h` does.

#![expect(unsafe_code, reason = "this crate is the interface to Bitwuzla")]

mod error;
#[cfg(test)]
mod exhaustion;
mod ffi;
mod kind;
mod manager;
mod solver;
mod stop;

pub use error::is_error_inside;
pub use kind::{Kind, Opt, RoundingMode};
pub use manager::{Base, Sort, Term, TermManager};
pub use solver::{Answer, Setting, Solver};
