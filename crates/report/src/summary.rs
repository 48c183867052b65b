//! The figures of a run, as `summary.json` has them.

use serde_json::{Value, json};
use vellum_engine::{Coverage, Covered, Resolution};
use vellum_memory::Class;

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
    /// Ended at an assumption of the program that does not hold on them.
    pub assumed_away: u64,
}

impl Paths {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.completed + self.errors + self.unsupported + self.stopped + self.assumed_away
    }
}

/// Questions to the solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queries {
    /// All of them.
    pub asked: u64,
    /// Those a backend had to answer.
    pub solved: u64,
    /// Those nobody answered within the limits.
    pub gave_up: u64,
    /// Those whose answer was found to be wrong.
    pub disagreements: u64,
    /// By the stage that answered.
    pub by: Vec<(&'static str, u64)>,
    /// Those nobody answered, by the reason.
    pub gave_up_by: Vec<(&'static str, u64)>,
}

/// What a run had of a recorded one, and what it recorded itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFigures {
    /// Questions that a record answered.
    pub answered: u64,
    /// Paths that were not run again.
    pub taken_over: u64,
    /// Decisions that were not as recorded.
    pub divergences: u64,
    /// The first of them, told to a person.
    pub first_divergence: Option<String>,
    /// Bytes of this run's record, if there is one.
    pub bytes: Option<u64>,
}

/// The figures of a run. What this version does not measure is `null` in the file.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Vellum's version.
    pub version: String,
    /// The program as it was named.
    pub program: String,
    /// How paths shared objects.
    pub objects: &'static str,
    /// The memory model.
    pub memory: &'static str,
    /// The seed of every random choice.
    pub seed: u64,
    /// The budget that ended the run, if one did.
    pub stopped_by: Option<String>,
    /// The status of the program, if it ended by itself.
    pub exit_status: Option<i32>,
    /// What the engine could not do, if it met something.
    pub unsupported: Option<String>,
    /// How many paths met what kind of thing the engine cannot do.
    pub unsupported_by: Vec<(String, u64)>,
    /// What paths that went on were not given that the real system would have, and on how many paths.
    pub left_out: Vec<(String, u64)>,
    /// How paths ended.
    pub paths: Paths,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Instructions executed.
    pub instructions: u64,
    /// The search strategies, by name.
    pub search: Vec<String>,
    /// Forks by reason.
    pub forks: Vec<(&'static str, u64)>,
    /// The most paths that waited at once.
    pub states_max: u64,
    /// How often a waiting path was put away because memory was short.
    pub states_put_away: u64,
    /// What was recorded, if anything was.
    pub record: Option<RecordFigures>,
    /// Questions to the solver.
    pub queries: Queries,
    /// Bytes of the largest array that a question read which the solver had to work out.
    pub largest_array: u64,
    /// What symbolic addresses led to.
    pub resolution: Resolution,
    /// Seconds in the solver for questions about that.
    pub resolution_seconds: f64,
    /// Seconds of the points-to analysis, if there was one.
    pub points_to_seconds: Option<f64>,
    /// Seconds in the solver's backends.
    pub solver_seconds: f64,
    /// Calls of functions outside of the program, system calls included.
    pub external_calls: u64,
    /// Objects the program allocated.
    pub allocations: u64,
    /// How much of the program was executed.
    pub coverage: Coverage,
    /// Seconds from start to end.
    pub wall_seconds: f64,
    /// Seconds of them until the program began.
    pub load_seconds: f64,
    /// The most memory this process had.
    pub peak_rss_bytes: Option<u64>,
    /// The most memory all paths took together, with what is remembered for them.
    pub states_peak_bytes: u64,
}

impl Summary {
    /// Whether behaviour of the program was not explored because of something that is not supported.
    pub fn lacks_support(&self) -> bool {
        self.paths.unsupported > 0 || !self.left_out.is_empty()
    }

    /// Whether everything was explored.
    pub fn is_complete(&self) -> bool {
        self.stopped_by.is_none() && self.paths.stopped == 0 && !self.lacks_support()
    }

    /// The content of `summary.json`.
    pub fn to_json(&self) -> Value {
        let mut queries = queries_json(&self.queries);
        queries["resolution"] = self.resolution.questions.into();
        json!({
            "version": self.version,
            "program": self.program,
            "memory": self.memory,
            "objects": self.objects,
            "search": self.search,
            "seed": self.seed,
            "complete": self.is_complete(),
            "stopped_by": self.stopped_by,
            "exit_status": self.exit_status,
            "unsupported": self.unsupported,
            "unsupported_by": causes_json(&self.unsupported_by),
            "left_out": self.left_out.iter().map(left_out_json).collect::<Vec<_>>(),
            "paths": paths_json(&self.paths),
            "findings": self.findings.iter().map(finding_json).collect::<Vec<_>>(),
            "instructions": self.instructions,
            "forks": self.forks.iter().map(|(_, count)| count).sum::<u64>(),
            "forks_by": counts(&self.forks),
            "states_max": self.states_max,
            "states_put_away": self.states_put_away,
            "allocations": self.allocations,
            "external_calls": self.external_calls,
            "queries": queries,
            "resolution": resolution_json(&self.resolution),
            "time_s": {
                "wall": self.wall_seconds,
                "load": self.load_seconds,
                "solver": self.solver_seconds,
                "resolution": self.resolution_seconds,
                "points_to": self.points_to_seconds,
            },
            "memory_bytes": {
                "peak_rss": self.peak_rss_bytes,
                "states_peak": self.states_peak_bytes,
                "largest_array": self.largest_array,
                "largest_segment": self.resolution.largest_segment,
            },
            "coverage": coverage_json(&self.coverage),
            "record": self.record.as_ref().map(record_json),
        })
    }
}

/// What kind of thing a text names that says what the engine cannot do: it comes before the details.
pub fn cause(what: &str) -> &str {
    what.split(['"', '`', ':', '(']).next().unwrap_or(what).trim_end()
}

fn causes_json(causes: &[(String, u64)]) -> Value {
    let met = causes.iter().filter(|(_, count)| *count > 0);
    met.map(|(what, count)| (what.clone(), json!(count))).collect::<serde_json::Map<_, _>>().into()
}

fn left_out_json((what, paths): &(String, u64)) -> Value {
    json!({ "what": what, "paths": paths })
}

fn resolution_json(resolution: &Resolution) -> Value {
    json!({
        "accesses": resolution.accesses,
        "multiple": resolution.multiple,
        "more_than_ten": resolution.many,
        "most_objects": resolution.most,
        "too_many": resolution.too_many,
        "not_explored": resolution.dropped,
        "segments": resolution.segments,
        "relocations": resolution.relocations,
        "splits": resolution.splits,
        "planes": {
            "operations": resolution.planes.operations,
            "reads": resolution.planes.reads,
            "writes": resolution.planes.writes,
            "tests": resolution.planes.tests,
            "questions": resolution.planes.questions,
            "remembered": resolution.planes.remembered,
        },
        "met": resolution.met.iter().map(|&(a, b)| [a, b].map(class_name)).collect::<Vec<_>>(),
    })
}

/// A class, all of whose bits a number of JSON need not have.
fn class_name(class: Class) -> String {
    format!("{:016x}", class.0)
}

fn record_json(record: &RecordFigures) -> Value {
    json!({
        "answered": record.answered,
        "taken_over": record.taken_over,
        "divergences": record.divergences,
        "first_divergence": record.first_divergence,
        "bytes": record.bytes,
    })
}

pub(crate) fn paths_json(paths: &Paths) -> Value {
    json!({
        "completed": paths.completed,
        "errors": paths.errors,
        "unsupported": paths.unsupported,
        "stopped": paths.stopped,
        "assumed_away": paths.assumed_away,
    })
}

pub(crate) fn queries_json(queries: &Queries) -> Value {
    json!({
        "asked": queries.asked,
        "solved": queries.solved,
        "by_cache": queries.asked - queries.solved,
        "gave_up": queries.gave_up,
        "gave_up_by": counts(&queries.gave_up_by),
        "disagreements": queries.disagreements,
        "by": counts(&queries.by),
    })
}

/// The program's own code; what it has of the C library stands apart.
pub(crate) fn coverage_json(coverage: &Coverage) -> Value {
    let part = |covered: &Covered| {
        json!({
            "instructions": covered.instructions,
            "instructions_total": covered.instructions_total,
            "branches": covered.branches,
            "branches_total": covered.branches_total,
            "functions": covered.functions,
            "functions_total": covered.functions_total,
        })
    };
    let mut all = part(&coverage.program);
    all["library"] = part(&coverage.library);
    all
}

pub(crate) fn counts(rows: &[(&'static str, u64)]) -> Value {
    rows.iter()
        .map(|(name, count)| ((*name).to_owned(), json!(count)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn finding_json(finding: &Finding) -> Value {
    let position = finding.position();
    json!({
        "kind": finding.kind,
        "cwe": finding.cwe,
        "file": position.map(|p| p.file.as_str()),
        "line": position.map(|p| p.line),
        "test": finding.test,
        "message": finding.message,
    })
}
