//! Counters of all processes that worked on a run.

use vellum_collections::cast::{index64, len64};
use vellum_report::Queries;

/// What all processes did together: a resumed run counts what those before it did, and what it did once more to come to
/// where they were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) microseconds: u64,
    pub(crate) solver_microseconds: u64,
    pub(crate) external_calls: u64,
    pub(crate) allocations: u64,
    pub(crate) states_max: u64,
    pub(crate) queries: Queries,
}

impl Totals {
    /// As a record has them.
    pub(crate) fn to_numbers(&self) -> Vec<u64> {
        let Queries { asked, solved, gave_up, disagreements, by, gave_up_by } = &self.queries;
        let mut numbers =
            vec![self.microseconds, self.solver_microseconds, self.external_calls, self.allocations];
        numbers.extend([self.states_max, *asked, *solved, *gave_up, *disagreements]);
        numbers.push(len64(by.len()));
        numbers.extend(by.iter().chain(gave_up_by).map(|(_, count)| count));
        numbers
    }

    /// These and what a record has. A record that has something else adds nothing.
    pub(crate) fn add(mut self, numbers: &[u64]) -> Self {
        let &[
            wall,
            solver,
            calls,
            allocations,
            states,
            asked,
            solved,
            gave_up,
            disagreements,
            stages,
            ref by @ ..,
        ] = numbers
        else {
            return self;
        };
        self.microseconds += wall;
        self.solver_microseconds += solver;
        self.external_calls += calls;
        self.allocations += allocations;
        self.states_max = self.states_max.max(states);
        let queries = &mut self.queries;
        queries.asked += asked;
        queries.solved += solved;
        queries.gave_up += gave_up;
        queries.disagreements += disagreements;
        let (stages, reasons) = by.split_at(index64(stages).min(by.len()));
        let rows = queries.by.iter_mut().zip(stages).chain(queries.gave_up_by.iter_mut().zip(reasons));
        rows.for_each(|((_, count), more)| *count += more);
        self
    }
}

#[cfg(test)]
mod tests {
    use vellum_report::Queries;

    use super::Totals;

    #[test]
    fn counters_add_up_and_the_most_is_the_most_of_all() {
        let queries = Queries {
            asked: 5,
            solved: 4,
            by: vec![("a", 1), ("b", 2)],
            gave_up_by: vec![("c", 3)],
            ..Queries::default()
        };
        let one = Totals { microseconds: 7, states_max: 9, queries, ..Totals::default() };
        let both = one.clone().add(&one.to_numbers());
        assert_eq!((both.microseconds, both.states_max, both.queries.asked), (14, 9, 10));
        assert_eq!((both.queries.by, both.queries.gave_up_by), (vec![("a", 2), ("b", 4)], vec![("c", 6)]));
        assert_eq!(one.clone().add(&[]).to_numbers(), one.to_numbers());
    }
}
