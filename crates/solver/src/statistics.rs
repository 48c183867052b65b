//! What the solver did.

use std::time::Duration;

use crate::budget::Stop;

/// Counts of one solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Questions whether some condition can hold on a path.
    pub questions: u64,
    /// Answered because the condition was constant.
    pub by_folding: u64,
    /// Answered by what the path fixes.
    pub by_equalities: u64,
    /// Answered by somebody who kept the answer.
    pub by_record: u64,
    /// Answered by an input found earlier.
    pub by_models: u64,
    /// Answered by conditions known to exclude each other.
    pub by_cores: u64,
    /// Answered by tables of the values of a byte.
    pub by_tables: u64,
    /// Answered by a question of the same shape.
    pub by_shape: u64,
    /// Answered by a backend, or given up by it.
    pub by_backend: u64,
    /// Those of them that were answered with products of unknowns left open.
    pub by_products: u64,
    /// Those of them that were answered for each value of symbols that have few.
    pub by_cases: u64,
    /// Those of them that were answered once what their conditions fix was put in.
    pub by_narrowing: u64,
    /// Sets of conditions the first backend was given.
    pub backend_calls: u64,
    /// Questions the second backend was asked.
    pub by_second: u64,
    /// Conflicts in all backends that count them.
    pub conflicts: u64,
    /// Given up: too many conflicts.
    pub gave_up_conflicts: u64,
    /// Given up: time, or an interrupt.
    pub gave_up_time: u64,
    /// Given up: too large.
    pub gave_up_size: u64,
    /// Given up: nobody knows such expressions.
    pub gave_up_unsupported: u64,
    /// Given up: nobody knows which NaN an operation gives.
    pub gave_up_unconfirmed: u64,
    /// Given up: a backend failed.
    pub gave_up_failed: u64,
    /// Answers that were found to be wrong; always zero unless answers are checked.
    pub disagreements: u64,
    /// Bytes of the largest array that a question read, of those that no earlier stage answered.
    pub largest_array: u64,
    /// Time in backends, if there is a clock.
    pub time: Duration,
}

impl Statistics {
    /// Questions that were given up.
    pub const fn gave_up(&self) -> u64 {
        self.gave_up_conflicts
            + self.gave_up_time
            + self.gave_up_size
            + self.gave_up_unsupported
            + self.gave_up_unconfirmed
            + self.gave_up_failed
    }

    pub(crate) const fn count(&mut self, stop: Stop) {
        let counter = match stop {
            Stop::Conflicts => &mut self.gave_up_conflicts,
            Stop::Time => &mut self.gave_up_time,
            Stop::Size => &mut self.gave_up_size,
            Stop::Unsupported => &mut self.gave_up_unsupported,
            Stop::Unconfirmed => &mut self.gave_up_unconfirmed,
            Stop::Failed => &mut self.gave_up_failed,
        };
        *counter += 1;
    }
}
