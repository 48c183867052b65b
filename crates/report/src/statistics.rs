//! `stats.jsonl`: every counter of a run, once in a while. Names are those of `summary.json`.

use serde_json::json;
use vellum_engine::{Coverage, ForkKind, Progress};

use crate::summary::{Paths, Queries, counts, coverage_json, paths_json, queries_json};

/// The counters at one time.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Seconds since the start.
    pub wall_seconds: f64,
    /// Seconds of them in the solver's backends.
    pub solver_seconds: f64,
    /// How far the exploration is.
    pub progress: Progress,
    /// How paths ended.
    pub paths: Paths,
    /// Findings.
    pub findings: u64,
    /// Test cases.
    pub tests: u64,
    /// Questions to the solver.
    pub queries: Queries,
    /// Calls of functions outside of the program, system calls included.
    pub external_calls: u64,
    /// Objects the program allocated.
    pub allocations: u64,
    /// How much of the program was executed.
    pub coverage: Coverage,
    /// The memory this process has.
    pub rss_bytes: Option<u64>,
}

impl Snapshot {
    /// The line.
    pub fn to_line(&self) -> String {
        let progress = &self.progress;
        let forks: Vec<_> =
            ForkKind::ALL.iter().zip(progress.forks).map(|(kind, count)| (kind.name(), count)).collect();
        json!({
            "time_s": { "wall": self.wall_seconds, "solver": self.solver_seconds },
            "instructions": progress.instructions,
            "paths": paths_json(&self.paths),
            "ended": progress.ended,
            "states": progress.waiting,
            "states_max": progress.waiting_max,
            "forks": progress.all_forks(),
            "forks_by": counts(&forks),
            "findings": self.findings,
            "tests": self.tests,
            "queries": queries_json(&self.queries),
            "external_calls": self.external_calls,
            "allocations": self.allocations,
            "coverage": coverage_json(&self.coverage),
            "memory_bytes": { "rss": self.rss_bytes },
        })
        .to_string()
    }
}
