//! States and the interpreter loop.
//!
//! A [`Program`] is a module laid out in memory; a [`State`] is a path through it; a [`Machine`] steps one.
//! The engine knows neither LLVM nor the operating system: programs arrive as [`vellum_ir::Module`], and what
//! they call beyond themselves goes through [`Externals`].

mod code;
mod coverage;
mod end;
mod exec;
mod explore;
mod externals;
mod fingerprint;
mod leaks;
mod lower;
mod news;
mod origin;
mod program;
mod relocation;
mod resolution;
mod scalar;
mod search;
mod seeds;
mod signature;
mod state;
mod symbolic;
mod told;
mod trail;

pub use coverage::{Coverage, Covered, Part};
pub use end::{ActiveCall, Bug, BugKind, End, Pause};
pub use exec::Machine;
pub use explore::{Explorer, Limits, Observer, Onward, Parting, Progress, Room};
pub use externals::{
    Beyond, Definition, ExternalCall, ExternalId, Externals, Forking, LeftOut, Otherwise, Outcome,
    ReplayObject, ReturnPoint, Takes, Verdicts, decided,
};
pub use leaks::{Leak, leaks_of};
pub use news::Sighting;
pub use origin::Maker;
pub use program::{Checks, Classifier, Extent, LinkError, Program, RandomRelocations};
pub use relocation::{Change, Relocation};
pub use resolution::{PlaneFigures, Resolution};
pub use search::{Interleaved, News, PathId, Searcher, Sight, Strategy};
pub use seeds::Seeds;
pub use signature::{Half, Passed, Piece, Signature};
pub use state::{InputObject, Node, State};
pub use symbolic::{Assumptions, Fork, ForkKind, Halt, Loops, Symbolic};
