//! What can be set.

use std::time::Duration;

use crate::blast::BlastConfig;

/// How questions are answered.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one switch for each stage")]
pub struct SolverConfig {
    /// Put what the path fixes into the question.
    pub equalities: bool,
    /// Look only at conditions that share symbols with the question, directly or through others.
    pub independence: bool,
    /// Inputs found earlier that are tried on a question; none turns the stage off.
    pub models: usize,
    /// Remember which conditions exclude each other.
    pub cores: bool,
    /// Remember answers by the shape of the question, whatever its symbols are called.
    pub canonical: bool,
    /// Expressions of a question beyond which its shape is not looked at.
    pub canonical_size: usize,
    /// Expressions all remembered shapes may have together.
    pub cache_size: usize,
    /// Leave out conditions of the path until an input violates them.
    pub lazy: bool,
    /// Conflicts after which a backend gives up.
    pub conflicts: u64,
    /// Conflicts after which what the conditions fix is put into all of them, and the question asked again.
    pub narrow_conflicts: u64,
    /// Conflicts after which the first backend leaves the question to the second one, if there is one.
    pub first_conflicts: u64,
    /// Time after which a question is given up; only holds if the solver was given a clock.
    pub time: Option<Duration>,
    /// What the clock says when no question is answered any more.
    pub deadline: Option<Duration>,
    /// How large circuits may grow.
    pub blast: BlastConfig,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            equalities: true,
            independence: true,
            models: 8,
            cores: true,
            canonical: true,
            canonical_size: 300,
            cache_size: 500_000,
            lazy: true,
            conflicts: 200_000,
            narrow_conflicts: 300,
            first_conflicts: 5_000,
            time: Some(Duration::from_secs(30)),
            deadline: None,
            blast: BlastConfig::default(),
        }
    }
}

impl SolverConfig {
    /// Every stage off that only saves work.
    pub fn plain() -> Self {
        Self {
            equalities: false,
            independence: false,
            models: 0,
            cores: false,
            canonical: false,
            lazy: false,
            ..Self::default()
        }
    }
}
