//! What can be said of a program from its text: who calls whom, how far it is to code nobody has seen, where loops
//! begin, and which locals are surely written before they are read.

mod calls;
mod distance;
mod loops;
mod written;

pub use calls::{CallGraph, Site};
pub use distance::{Code, Distances, Point, Seen};
pub use loops::loop_heads;
pub use written::surely_written;
