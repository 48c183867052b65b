//! What a run leaves behind: findings, figures and the run directory.

mod directory;
mod finding;
mod summary;

pub use directory::{DirectoryError, RunDirectory};
pub use finding::{Finding, StackEntry};
pub use summary::{Paths, Summary};
