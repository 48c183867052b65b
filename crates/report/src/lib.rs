//! What a run leaves behind: findings, figures, test cases and the run directory.

mod corpus;
mod directory;
mod environment;
mod explain;
mod finding;
mod ktest;
mod lcov;
mod lines;
mod outcome;
pub mod record;
mod relocations;
pub mod replay;
mod sarif;
mod sha256;
mod statistics;
mod summary;
pub mod testcomp;
mod tree;

pub use corpus::{Corpus, Verdict};
pub use directory::{DirectoryError, RunDirectory, test_name};
pub use environment::{Environment, EnvironmentError, is_environment};
pub use explain::{ExplainError, memory_of};
pub use finding::{Finding, StackEntry, innermost};
pub use ktest::{KTest, KTestError, KTestObject};
pub use lcov::to_lcov;
pub use lines::LineFile;
pub use outcome::Outcome;
pub use relocations::Relocations;
pub use sarif::to_sarif;
pub use sha256::sha256;
pub use statistics::Snapshot;
pub use summary::{Paths, Queries, RecordFigures, Summary, cause};
pub use tree::Tree;
