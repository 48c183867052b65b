//! What a run takes over from a recorded one, and what it writes down for the next.

use vellum_collections::{Set, cast::len64};
use vellum_engine::{Node, Onward, Program, State};
use vellum_ir::Loc;
use vellum_report::{
    Finding, Outcome, cause,
    record::{Ending, Leaf, More, Record, RecordedTree},
    test_name,
};

use super::{Divergence, Recorder, key};
use crate::trail::Beginning;

/// Divergences that a person is told of.
const TOLD: usize = 10;

/// Recorded paths of a run that goes on which lie behind a decision that is another now.
#[derive(Default)]
pub(crate) struct Stale {
    /// Their last nodes.
    nodes: Set<u64>,
    /// The numbers of their tests and findings.
    numbers: Set<u32>,
    /// What was found on them, and the end of the path.
    findings: Vec<(Finding, Ending, Option<Loc>)>,
    pub(crate) paths: u64,
    pub(crate) tests: u64,
}

impl Stale {
    fn keep_findings(&mut self, leaf: &Leaf) {
        let findings = leaf.more.iter().flat_map(|more| more.findings.iter().cloned());
        self.findings.extend(findings.map(|finding| (finding, leaf.end.clone(), leaf.at)));
    }

    /// Whether a path that still counts may have ended in this finding, too, without a word of it: each is told once.
    fn is_left(&self, tree: &RecordedTree, end: &Ending, at: Option<Loc>) -> bool {
        tree.reached().filter(|(id, _)| !self.nodes.contains(id)).any(|(_, node)| {
            node.leaf.as_ref().is_some_and(|leaf| match (end, &leaf.end) {
                // What a path that left by itself did not free.
                (Ending::Exit(_), Ending::Exit(_)) => true,
                (one, other) => one == other && leaf.at == at,
            })
        })
    }
}

impl Recorder<'_> {
    /// Takes over what the recorded paths of the same run left behind that are over, and removes what others left.
    pub(crate) fn take_over_all(&mut self, record: &Record) {
        let reached = record.tree.reached().filter_map(|(_, node)| node.leaf.as_deref());
        let finished: Vec<&Leaf> = reached.filter(|leaf| leaf.end.is_finished()).collect();
        let nodes: Set<u64> = finished.iter().map(|leaf| leaf.node).collect();
        for leaf in record.tree.leaves().filter(|leaf| leaf.end.is_finished() && !nodes.contains(&leaf.node))
        {
            self.stale.keep_findings(leaf);
        }
        let kept: Set<u32> = finished.iter().map(|leaf| leaf.number).collect();
        let removed = self.directory.remove_tests(|number| kept.contains(&number));
        self.check(removed);
        self.tests = record.tree.leaves().map(|leaf| leaf.number).max().unwrap_or(0);
        let mut by_number = finished;
        by_number.sort_by_key(|leaf| (leaf.number, leaf.node));
        for leaf in by_number {
            self.take_over_leaf(leaf);
        }
        self.flush_outcomes();
        self.findings_before = self.findings.len();
        self.journal.before.clone_from(&record.totals);
    }

    fn take_over_leaf(&mut self, leaf: &Leaf) {
        match &leaf.end {
            Ending::Exit(status) => {
                self.paths.completed += 1;
                self.exit_status = Some(*status);
            }
            Ending::Bug(_) => self.paths.errors += 1,
            Ending::Unsupported(what) => {
                self.paths.unsupported += 1;
                self.count_cause(what);
            }
            Ending::AssumedAway => self.paths.assumed_away += 1,
            Ending::Stopped(_) | Ending::Interrupted | Ending::Impossible | Ending::Silent => (),
        }
        self.symbolic |= leaf.symbolic;
        self.written += u64::from(leaf.has_test);
        let more = leaf.more.as_deref().cloned().unwrap_or_default();
        if leaf.has_test {
            let exit = match leaf.end {
                Ending::Exit(status) => Some(Outcome::Exit(status).to_line(&test_name(leaf.number))),
                _ => None,
            };
            self.add_outcome(more.outcome.or(exit));
        }
        self.followed.extend(more.seeds.iter().filter_map(|&seed| usize::try_from(seed).ok()));
        self.unsupported.extend(more.unsupported);
        for what in more.left_out {
            *self.left_out.entry(what).or_insert(0) += 1;
        }
        for finding in more.findings {
            self.known.insert(key(&finding));
            self.findings.push(finding);
        }
    }

    /// Counts recorded paths no longer that came from a node which is another now.
    pub(super) fn take_back(&mut self, node: Option<u64>) {
        let Some((tree, node)) = self.trail.tree().zip(node) else { return };
        let below = tree.below(node).filter_map(|(_, node)| node.leaf.as_deref());
        let leaves: Vec<Leaf> = below.filter(|leaf| leaf.end.is_finished()).cloned().collect();
        for leaf in &leaves {
            self.take_back_leaf(leaf);
        }
        if self.paths.unsupported == 0 {
            self.unsupported.clear();
        }
    }

    /// Counts a path that ended at something the engine cannot do by what kind of thing that is.
    pub(super) fn count_cause(&mut self, what: &str) {
        *self.causes.entry(cause(what).to_owned()).or_insert(0) += 1;
    }

    fn take_back_leaf(&mut self, leaf: &Leaf) {
        if !self.stale.nodes.insert(leaf.node) {
            return;
        }
        match &leaf.end {
            Ending::Exit(_) => self.paths.completed -= 1,
            Ending::Bug(_) => self.paths.errors -= 1,
            Ending::Unsupported(what) => {
                self.paths.unsupported -= 1;
                if let Some(count) = self.causes.get_mut(cause(what)) {
                    *count -= 1;
                }
            }
            Ending::AssumedAway => self.paths.assumed_away -= 1,
            Ending::Stopped(_) | Ending::Interrupted | Ending::Impossible | Ending::Silent => (),
        }
        self.written -= u64::from(leaf.has_test);
        self.stale.paths += 1;
        self.stale.tests += u64::from(leaf.has_test);
        self.stale.numbers.extend((leaf.number > 0).then_some(leaf.number));
        self.stale.keep_findings(leaf);
        for what in leaf.more.iter().flat_map(|more| &more.left_out) {
            let count = self.left_out.get_mut(what).expect("what a path left out was counted with it");
            *count -= 1;
        }
        self.left_out.retain(|_, count| *count > 0);
        for finding in leaf.more.iter().flat_map(|more| &more.findings) {
            if let Some(place) = self.findings.iter().position(|other| other == finding) {
                self.findings.remove(place);
                self.findings_before = self.findings_before.saturating_sub(1);
            }
            let key = key(finding);
            if !self.findings.iter().any(|other| super::key(other) == key) {
                self.known.swap_remove(&key);
            }
        }
    }

    /// Removes the tests of paths that are not counted any more. What was found there stays, without a test, if others
    /// that count were silent of it for that reason.
    pub(super) fn remove_stale(&mut self) {
        let stale = std::mem::take(&mut self.stale);
        if !stale.numbers.is_empty() {
            self.outcomes = None;
            let kept = |number: u32| !stale.numbers.contains(&number);
            let removed =
                self.directory.remove_tests(kept).and_then(|()| self.directory.remove_outcomes(kept));
            self.check(removed);
        }
        let mut looked_at = Set::default();
        for (finding, end, at) in &stale.findings {
            let key = key(finding);
            if !looked_at.insert((key.clone(), *at)) {
                continue;
            }
            let is_told = self.findings.iter().any(|other| super::key(other) == key);
            let is_left = |tree| stale.is_left(tree, end, *at);
            if !is_told && (self.repeated.contains(&key) || self.trail.tree().is_some_and(is_left)) {
                self.tests += 1;
                self.keep_finding(Finding { test: None, ..finding.clone() });
            }
        }
        self.stale = stale;
    }

    fn add_outcome(&mut self, line: Option<String>) {
        let Some(line) = line else { return };
        if self.outcomes.is_none() {
            match self.directory.outcomes() {
                Ok(file) => self.outcomes = Some(file),
                Err(error) => return self.check(Err(error)),
            }
        }
        let written = self.outcomes.as_mut().map_or(Ok(()), |file| file.line(|text| text.push_str(&line)));
        self.check(written);
    }

    /// The first paths of the run, but for those of which a record says where they lead.
    pub(crate) fn begin_with(&mut self, states: Vec<State>, program: &Program) -> Vec<State> {
        self.trail.forget_coverage(program);
        let Beginning { onward, taken, stale } = self.trail.begin(len64(states.len()));
        for (node, recorded) in taken {
            self.take_over(node, recorded);
        }
        for node in stale {
            self.take_back(Some(node));
        }
        states
            .into_iter()
            .zip(onward)
            .filter(|(_, onward)| *onward == Onward::Explore)
            .map(|(s, _)| s)
            .collect()
    }

    /// A part of the recorded tree that is not run again.
    pub(super) fn take_over(&mut self, node: Node, recorded: u64) {
        let Self { trail, journal, .. } = self;
        let Some(tree) = trail.tree() else { return };
        let Some(run) = self.elsewhere.clone() else {
            let noted = journal.taken_over(tree, node);
            return self.check(noted);
        };
        let noted = journal.pruned(node, recorded);
        let leaves = || tree.below(recorded).filter_map(|(_, node)| node.leaf.as_deref());
        let more = leaves().filter_map(|leaf| leaf.more.as_deref());
        let findings: Vec<Finding> = more.flat_map(|more| more.findings.clone()).collect();
        let unsupported = |leaf: &Leaf| match &leaf.end {
            Ending::Unsupported(what) => {
                Some(format!("a path that was not run again ended there as unsupported: {what}"))
            }
            _ => None,
        };
        let left_out = leaves().flat_map(|leaf| {
            let noted = leaf.more.iter().flat_map(|more| more.left_out.clone());
            noted.chain(unsupported(leaf)).collect::<Vec<_>>()
        });
        let left_out: Vec<String> = left_out.collect();
        self.symbolic |= leaves().any(|leaf| leaf.symbolic);
        self.check(noted);
        for what in left_out {
            *self.left_out.entry(what).or_insert(0) += 1;
        }
        for finding in findings {
            if self.is_new(&finding) {
                // The test is where it was.
                let test = finding.test.as_ref().map(|test| run.join(test).display().to_string());
                self.findings.push(Finding { test, ..finding });
            }
        }
    }

    /// Keeps what is to be told of a path that is not as recorded.
    pub(super) fn diverge(&mut self, divergence: Option<&Divergence>) {
        if let Some(divergence) = divergence.filter(|_| self.divergences.len() < TOLD) {
            let text = self.journal.tell(divergence);
            self.divergences.push(text);
        }
    }

    /// What is written down of a path that is over; before it there were so many tests and findings.
    pub(super) fn leaf(
        &self,
        (node, at): (Node, Option<Loc>),
        end: Ending,
        state: &State,
        has_test: bool,
        (tests, findings): (u32, usize),
    ) -> Leaf {
        let unsupported =
            matches!(end, Ending::Unsupported(_)).then(|| self.last_unsupported.clone()).flatten();
        let more = More {
            findings: self.findings[findings..].to_vec(),
            outcome: self.noted.clone(),
            unsupported,
            left_out: state.outside().left_out().iter().map(|left_out| left_out.what.to_string()).collect(),
            seeds: state.seeds.numbers().map(len64).collect(),
        };
        // A finding without input has a number, too.
        let has_number = self.tests > tests || !more.findings.is_empty();
        Leaf {
            node: node.id,
            end,
            at,
            ran: state.ran(),
            symbolic: !state.inputs.is_empty(),
            number: if has_number { self.tests.max(1) } else { 0 },
            has_test,
            more: more.boxed(),
        }
    }
}
