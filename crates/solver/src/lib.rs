//! Decides formulas over symbolic input: the [`Oracle`](vellum_expr::Oracle) behind every branch.
//!
//! A question passes through stages, each in a file of its own, until one answers it:
//!
//! 1. `equalities`: what the path fixes is put into the question;
//! 2. `independence`: conditions that share no symbol with the question are left out;
//! 3. `kept`: answers that somebody keeps, if there is somebody, with the conditions left out but nothing put in;
//! 4. `models`: inputs found earlier are tried, and sets of conditions known to exclude each other;
//! 5. `tables`: what is about a single byte is looked up;
//! 6. `encoding`: reads of arrays become choices between values;
//! 7. `lazy`: the question is solved with those conditions only that turn out to matter;
//! 8. `canonical`: answers to sets of conditions of the same shape;
//! 9. `blast` and `sat`: a circuit and a SAT solver, or another [`Backend`];
//! 10. `blast::products`: a question that turns out to be hard is asked with products of unknowns left open, of which only
//!     as much is said as it takes;
//! 11. `cases` and `narrow`: then it is asked for each value of symbols that have few, and with what its conditions fix
//!     put in;
//! 12. `bitwuzla`: another solver, if one is given, for floats and what the first backend gives up on.
//!
//! All of it is a function of the questions asked, in their order: no clock, no address and no hash order
//! reaches an answer or an input. Only a question that runs out of time ends differently on another machine,
//! and it ends as given up.
//!
//! ```
//! use vellum_expr::{Exprs, Oracle, PathCondition, Verdict};
//! use vellum_solver::{Solver, SolverConfig};
//!
//! let mut exprs = Exprs::new();
//! let mut solver = Solver::new(SolverConfig::default());
//! let x = exprs.variable("x", 32);
//! let (ten, three) = (exprs.constant(32, 10), exprs.constant(32, 3));
//! let mut path = PathCondition::new();
//! let small = exprs.ult(x, ten);
//! path.assume(&exprs, small);
//! let product = exprs.mul(x, three);
//! let limit = exprs.constant(32, 30);
//! let below = exprs.ult(product, limit);
//! assert_eq!(solver.decide(&mut exprs, &path, below), Ok(Verdict::Always));
//! ```

mod backend;
mod bitwuzla;
mod blast;
mod budget;
mod canonical;
mod cases;
mod config;
mod encoding;
mod equalities;
mod independence;
mod kept;
mod lazy;
mod log;
mod models;
mod narrow;
mod sat;
mod solver;
mod statistics;
mod tables;
#[cfg(test)]
mod testing;
mod tightest;
mod trying;

pub use backend::{Answer, Backend, Query};
pub use bitwuzla::{Bitwuzla, BitwuzlaConfig};
pub use blast::{BlastConfig, Blaster};
pub use budget::{Interrupt, Meter, Stop};
pub use config::{SolverConfig, Stage};
pub use kept::{Answers, Kept};
pub use log::{QueryLog, SmtLog};
pub use solver::{Branch, Clock, Solver};
pub use statistics::Statistics;
