//! What can be said of a program from its text: who calls whom, how far it is to code nobody has seen, where loops
//! begin, which locals are surely written before they are read, which live in a part of a call, and where pointers may lead.
//! One thing is changed: conditions of assumptions lose their branches.

mod assumptions;
mod bits;
mod calls;
mod distance;
mod lives;
mod loops;
pub mod points_to;
mod written;

pub use assumptions::{Errors, fold_assumptions};
pub use calls::{CallGraph, Site};
pub use distance::{Code, Distances, Point, Seen};
pub use lives::{Marker, scoped_locals};
pub use loops::{Ring, RingBlock, Way, loop_heads, rings};
pub use points_to::PointsTo;
pub use written::surely_written;
