//! What a run leaves behind: findings, figures, test cases and the run directory.

mod directory;
mod environment;
mod finding;
mod ktest;
mod outcome;
pub mod replay;
mod sarif;
mod sha256;
mod summary;
pub mod testcomp;

pub use directory::{DirectoryError, RunDirectory, test_name};
pub use environment::{Environment, EnvironmentError, is_environment};
pub use finding::{Finding, StackEntry};
pub use ktest::{KTest, KTestError, KTestObject};
pub use outcome::Outcome;
pub use sarif::to_sarif;
pub use summary::{Paths, Queries, Summary};
