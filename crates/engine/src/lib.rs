//! States and the interpreter loop.
//!
//! A [`Program`] is a module laid out in memory; a [`State`] is a path through it; a [`Machine`] steps one.
//! The engine knows neither LLVM nor the operating system: programs arrive as [`vellum_ir::Module`], and what
//! they call beyond themselves goes through [`Externals`].

mod code;
mod end;
mod exec;
mod externals;
mod lower;
mod origin;
mod program;
mod scalar;
mod state;

pub use end::{ActiveCall, Bug, BugKind, End};
pub use exec::{Machine, Pause};
pub use externals::{Definition, ExternalCall, ExternalId, Externals, Outcome, ReturnPoint};
pub use origin::Maker;
pub use program::{LinkError, Program};
pub use state::State;
