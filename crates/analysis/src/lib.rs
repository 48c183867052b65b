//! What can be said of a program from its text: who calls whom, and how far it is to code nobody has seen.

mod calls;
mod distance;

pub use calls::{CallGraph, Site};
pub use distance::{Code, Distances, Point, Seen};
