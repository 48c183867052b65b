//! The figures of a run, as `summary.json` has them.

use serde_json::{Value, json};

use crate::finding::Finding;

/// How many paths ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// Ended by themselves.
    pub completed: u64,
    /// Ended in a finding.
    pub errors: u64,
    /// Ended at something the engine cannot do.
    pub unsupported: u64,
    /// Stopped by a budget.
    pub stopped: u64,
}

/// The figures of a run. What this version does not measure is `null` in the file.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Vellum's version.
    pub version: String,
    /// The program as it was named.
    pub program: String,
    /// The seed of every random choice.
    pub seed: u64,
    /// The budget that ended the run, if one did.
    pub stopped_by: Option<String>,
    /// The status of the program, if it ended by itself.
    pub exit_status: Option<i32>,
    /// What the engine could not do, if it met something.
    pub unsupported: Option<String>,
    /// How paths ended.
    pub paths: Paths,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Instructions executed.
    pub instructions: u64,
    /// Calls of functions outside of the program, system calls included.
    pub external_calls: u64,
    /// Objects the program allocated.
    pub allocations: u64,
    /// Seconds from start to end.
    pub wall_seconds: f64,
    /// Seconds of them until the program began.
    pub load_seconds: f64,
    /// The most memory this process had.
    pub peak_rss_bytes: Option<u64>,
}

impl Summary {
    /// The content of `summary.json`.
    pub fn to_json(&self) -> Value {
        let complete = self.stopped_by.is_none() && self.paths.unsupported == 0;
        json!({
            "version": self.version,
            "program": self.program,
            "memory": "forking",
            "objects": "whole",
            "search": [],
            "seed": self.seed,
            "complete": complete,
            "stopped_by": self.stopped_by,
            "exit_status": self.exit_status,
            "unsupported": self.unsupported,
            "paths": {
                "completed": self.paths.completed,
                "errors": self.paths.errors,
                "unsupported": self.paths.unsupported,
                "stopped": self.paths.stopped,
            },
            "findings": self.findings.iter().map(finding_json).collect::<Vec<_>>(),
            "instructions": self.instructions,
            "forks": 0,
            "forks_by": { "branch": 0, "switch": 0, "pointer": 0 },
            "states_max": 1,
            "allocations": self.allocations,
            "external_calls": self.external_calls,
            "queries": { "asked": 0, "solved": 0, "by_cache": 0, "resolution": 0 },
            "time_s": { "wall": self.wall_seconds, "load": self.load_seconds, "solver": 0.0, "resolution": 0.0, "points_to": Value::Null },
            "memory_bytes": {
                "peak_rss": self.peak_rss_bytes,
                "states_peak": Value::Null,
                "largest_array": Value::Null,
                "largest_segment": Value::Null,
            },
            "coverage": {
                "instructions": Value::Null,
                "instructions_total": Value::Null,
                "branches": Value::Null,
                "branches_total": Value::Null,
            },
        })
    }
}

fn finding_json(finding: &Finding) -> Value {
    let position = finding.position();
    json!({
        "kind": finding.kind,
        "cwe": finding.cwe,
        "file": position.map(|p| p.file.as_str()),
        "line": position.map(|p| p.line),
        // Test cases arrive with symbolic input.
        "test": Value::Null,
        "message": finding.message,
    })
}
