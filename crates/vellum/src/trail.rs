//! The paths of a run beside those of a recorded one, and the record of the run itself.
//!
//! A node of this run has a recorded node while every decision on its path was as recorded. The first that is not is a
//! divergence: what lies behind it is explored as if nothing were known of it.

use std::time::Duration;

use vellum_collections::{Map, Set, cast::low64};
use vellum_engine::{ForkKind, Node, Onward, Parting, Program, Progress, Sighting};
use vellum_expr::{Exprs, GaveUp};
use vellum_ir::Loc;
use vellum_report::{
    DirectoryError,
    record::{Ending, Fact, Leaf, Parted, RecordedNode, RecordedTree},
};

use crate::{answers::SharedFile, past::How};

/// How much of the run a kill may lose, unless one step takes longer.
const INTERVAL: Duration = Duration::from_millis(250);

/// Follows a recorded run and writes the record of this one; either, both or none.
#[derive(Default)]
pub(crate) struct Trail {
    file: Option<SharedFile>,
    guide: Option<Guide>,
    /// By node of this run.
    spots: Map<u64, Spot>,
    /// Things that were seen and are in the record.
    covered: u64,
    /// When the record is written next, from the beginning.
    due: Duration,
    /// What the run has done, in all processes.
    pub(crate) work: Work,
    pub(crate) divergences: u64,
    /// Where that was told.
    told: Set<Option<Loc>>,
}

/// A recorded run to go along with.
pub(crate) struct Guide {
    pub(crate) tree: RecordedTree,
    pub(crate) how: How,
}

/// Where a waiting path is.
#[derive(Clone, Copy)]
struct Spot {
    /// In the recorded run, if that is known.
    recorded: Option<u64>,
    /// In what is written of this one.
    node: Node,
    onward: Onward,
}

/// What all processes that worked on a run have done, each thing once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Work {
    /// Recorded work that was not done again.
    pub(crate) taken: Taken,
    /// What the processes before this one did, if it goes on with their run.
    before: Taken,
    /// What this one did beyond that, but for paths that are under way.
    new: Taken,
}

impl Work {
    /// What a recorded run did.
    pub(crate) fn of(tree: &RecordedTree) -> Self {
        Self { before: Taken::of(tree.reached().map(|(_, node)| node)), ..Self::default() }
    }

    /// How far a run is. This process may not have come to all that those before it did: the count never goes back.
    pub(crate) fn and(&self, progress: &Progress) -> Progress {
        let mut all = progress.clone();
        all.instructions = (progress.instructions + self.taken.instructions)
            .max(self.before.instructions + self.new.instructions);
        for (kind, forks) in all.forks.iter_mut().enumerate() {
            *forks = (*forks + self.taken.forks[kind]).max(self.before.forks[kind] + self.new.forks[kind]);
        }
        all.ended += self.taken.paths;
        all
    }

    /// Instructions that processes before this one executed.
    pub(crate) fn instructions_before(&self) -> u64 {
        self.before.instructions
    }
}

/// A part of the work on a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Taken {
    pub(crate) instructions: u64,
    pub(crate) forks: [u64; ForkKind::ALL.len()],
    pub(crate) paths: u64,
}

impl Taken {
    /// The work of a recorded node and of what came from it.
    fn below(tree: &RecordedTree, id: u64) -> Self {
        Self::of(tree.below(id).map(|(_, node)| node))
    }

    /// The work of these nodes.
    fn of<'n>(nodes: impl Iterator<Item = &'n RecordedNode>) -> Self {
        let mut work = Self::default();
        for node in nodes {
            if let Some(parted) = &node.parted {
                work.forks[kind_number(parted.by)] += 1;
                work.instructions += parted.ran;
            }
            if let Some(leaf) = &node.leaf {
                work.instructions += leaf.ran;
                work.paths += 1;
            }
        }
        work
    }

    fn add(&mut self, more: &Self) {
        self.instructions += more.instructions;
        self.forks.iter_mut().zip(more.forks).for_each(|(forks, more)| *forks += more);
        self.paths += more.paths;
    }

    fn take_off(&mut self, less: &Self) {
        self.instructions = self.instructions.saturating_sub(less.instructions);
        let forks = self.forks.iter_mut().zip(less.forks);
        forks.for_each(|(forks, less)| *forks = forks.saturating_sub(less));
        self.paths = self.paths.saturating_sub(less.paths);
    }
}

/// What a path came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    Forked(ForkKind, Option<Loc>),
    Ended(Ending, Option<Loc>),
}

/// A path that does not do what the recorded one did.
#[derive(Clone, Debug)]
pub(crate) struct Divergence {
    pub(crate) recorded: Came,
    pub(crate) now: Came,
}

/// What became of a node that parted.
pub(crate) struct Followed {
    pub(crate) parent: Option<u64>,
    pub(crate) parted: Parted,
    pub(crate) onward: [Onward; 2],
    /// Nothing is to be said of it: somebody else has said all.
    pub(crate) is_known: bool,
    /// Parts of the recorded tree that are not run again, by the nodes of this run.
    pub(crate) taken: Vec<(Node, u64)>,
    pub(crate) divergence: Option<Divergence>,
    /// The recorded node that nothing is left of in the run that goes on.
    pub(crate) stale: Option<u64>,
}

/// What became of a node that ended.
pub(crate) struct Over {
    pub(crate) node: Node,
    /// The recorded run was further: this one was stopped on the way.
    pub(crate) is_ahead: bool,
    pub(crate) divergence: Option<Divergence>,
    /// The recorded node that nothing is left of in the run that goes on.
    pub(crate) stale: Option<u64>,
}

/// How a run begins.
pub(crate) struct Beginning {
    /// What becomes of each first path.
    pub(crate) onward: Vec<Onward>,
    /// Parts of the recorded tree that are not run again, by the nodes of this run.
    pub(crate) taken: Vec<(Node, u64)>,
    /// Recorded nodes that nothing is left of in the run that goes on.
    pub(crate) stale: Vec<u64>,
}

/// A recorded decision, looked at from a path of this run.
enum Compared {
    /// The recorded nodes of both sides, which are those of a younger node if the recorded run could not decide something.
    Same {
        children: [u64; 2],
        is_younger: bool,
    },
    /// The recorded run did not come that far.
    Unknown,
    Different(Came),
}

impl Trail {
    pub(crate) fn new(file: Option<SharedFile>, guide: Option<Guide>) -> Self {
        let resumed = guide.as_ref().filter(|guide| guide.how == How::Resume);
        let work = resumed.map(|guide| Work::of(&guide.tree)).unwrap_or_default();
        Self { file, guide, work, ..Self::default() }
    }

    pub(crate) fn is_recorded(&self) -> bool {
        self.file.is_some()
    }

    /// Whether there is a record, of this run or of another.
    pub(crate) fn is_used(&self) -> bool {
        self.file.is_some() || self.guide.is_some()
    }

    /// Bytes of the record.
    pub(crate) fn bytes(&self) -> Option<u64> {
        self.file.as_ref().map(|file| file.borrow().len())
    }

    fn is_resumed(&self) -> bool {
        self.guide.as_ref().is_some_and(|guide| guide.how == How::Resume)
    }

    pub(crate) fn add(&self, fact: &Fact) {
        if let Some(file) = &self.file {
            file.borrow_mut().add(fact);
        }
    }

    /// The recorded tree, if there is one.
    pub(crate) fn tree(&self) -> Option<&RecordedTree> {
        self.guide.as_ref().map(|guide| &guide.tree)
    }

    /// So many paths begin the run.
    pub(crate) fn begin(&mut self, roots: u64) -> Beginning {
        let (mut onward, mut taken) = (Vec::new(), Vec::new());
        // The roots that are explored are numbered one after the other.
        let mut number = 0;
        for root in 0..roots {
            let recorded = self.guide.as_ref().filter(|guide| guide.tree.roots() == roots).map(|_| root);
            let id = recorded.filter(|_| self.is_resumed()).unwrap_or(self.first() + number);
            let spot = self.spot(recorded, Node { id, parent: None });
            onward.push(spot.onward);
            match spot.onward {
                Onward::TakenOver => {
                    taken.push((spot.node, root));
                    self.take_over(root);
                }
                Onward::Explore => {
                    self.put(number, spot);
                    number += 1;
                }
            }
        }
        if !self.is_resumed() {
            self.add(&Fact::Roots(roots));
        }
        let others = self.tree().map_or(roots, RecordedTree::roots);
        self.divergences += u64::from(others != roots);
        let stale = if self.is_resumed() && others != roots { 0..others.min(self.first()) } else { 0..0 };
        stale.clone().for_each(|node| self.forget_before(node));
        Beginning { onward, taken, stale: stale.collect() }
    }

    /// The first number that no recorded node has, if they are written to the same tree.
    fn first(&self) -> u64 {
        if self.is_resumed() { self.tree().map_or(0, RecordedTree::len) } else { 0 }
    }

    fn spot(&self, recorded: Option<u64>, node: Node) -> Spot {
        let may_prune = self.guide.as_ref().filter(|guide| guide.how != How::Rerun);
        let finished = may_prune.is_some_and(|guide| recorded.is_some_and(|id| guide.tree.is_finished(id)));
        Spot { recorded, node, onward: if finished { Onward::TakenOver } else { Onward::Explore } }
    }

    fn put(&mut self, node: u64, spot: Spot) {
        if self.guide.is_some() {
            self.spots.insert(node, spot);
        }
    }

    fn remove(&mut self, node: Node) -> Spot {
        let unknown = Spot { recorded: None, node, onward: Onward::Explore };
        self.spots.swap_remove(&node.id).unwrap_or(unknown)
    }

    /// A node of this run parted.
    pub(crate) fn parted(&mut self, exprs: &mut Exprs, parting: &Parting) -> Followed {
        let spot = self.remove(parting.node);
        let node = spot.node;
        let condition = if self.guide.is_some() || self.file.is_some() {
            low64(exprs.digest(parting.condition))
        } else {
            0
        };
        let compared = spot.recorded.map_or(Compared::Unknown, |id| self.compare(id, parting, condition));
        let (mut recorded, mut is_written, mut divergence, mut stale) = ([None; 2], false, None, None);
        if spot.onward == Onward::Explore {
            self.count_parting(&compared, spot.recorded, parting);
        }
        match compared {
            Compared::Same { children, is_younger } => {
                recorded = children.map(Some);
                is_written = self.is_resumed() && !is_younger;
            }
            Compared::Unknown => (),
            Compared::Different(came) => {
                let now = Came::Forked(parting.by, parting.at);
                divergence = self.diverge(Divergence { recorded: came, now }, parting.at);
                stale = spot.recorded;
            }
        }
        let first = self.first();
        let own = |child: usize| recorded[child].filter(|_| self.is_resumed());
        let children = [0, 1].map(|child| own(child).unwrap_or(first + parting.children[child]));
        let spots = [0, 1].map(|i| self.spot(recorded[i], Node { id: children[i], parent: Some(node.id) }));
        let mut taken = Vec::new();
        for (i, spot) in spots.into_iter().enumerate() {
            self.put(parting.children[i], spot);
            if let (Onward::TakenOver, Some(id)) = (spot.onward, recorded[i]) {
                taken.push((spot.node, id));
            }
        }
        // What comes from a path that is taken over was taken over with it.
        let is_known = spot.onward == Onward::TakenOver && stale.is_none();
        if let (Onward::TakenOver, Some(id)) = (spot.onward, stale) {
            self.give_back(id);
        }
        if is_known && recorded[0].is_some() {
            taken.clear();
            let taken = &mut self.work.taken;
            taken.forks[kind_number(parting.by)] -= 1;
            taken.instructions = taken.instructions.saturating_sub(parting.ran);
        }
        for &(_, id) in &taken {
            self.take_over(id);
        }
        let Parting { by, at, holds, ran, .. } = *parting;
        let parted = Parted { node: node.id, children, by, at, condition, holds, ran };
        if !is_known && !is_written {
            self.add(&Fact::Parted(parted));
        }
        let onward = spots.map(|spot| spot.onward);
        let stale = stale.filter(|_| self.is_resumed());
        Followed { parent: node.parent, parted, onward, is_known, taken, divergence, stale }
    }

    /// What the recorded run did where a path of this one parted. A side that nobody could decide then may be decided
    /// now, and be none: then the recorded run is followed on the other side.
    fn compare(&self, id: u64, parting: &Parting, condition: u64) -> Compared {
        let Some(tree) = self.tree() else { return Compared::Unknown };
        let mut at = id;
        loop {
            let Some(recorded) = tree.node(at) else { return Compared::Unknown };
            let Some(parted) = &recorded.parted else {
                return match recorded.leaf.as_deref().filter(|leaf| leaf.end.is_finished()) {
                    Some(leaf) => Compared::Different(Came::Ended(leaf.end.clone(), leaf.at)),
                    None => Compared::Unknown,
                };
            };
            let [first, second] = parted.children;
            if (parted.by, parted.at, parted.condition) == (parting.by, parting.at, condition) {
                let is_turned = parted.holds != parting.holds;
                let children = if is_turned { [second, first] } else { [first, second] };
                return Compared::Same { children, is_younger: at != id };
            }
            match undecided(tree, parted) {
                Some(other) => at = other,
                None => return Compared::Different(Came::Forked(parted.by, parted.at)),
            }
        }
    }

    /// Counts what a node did that parted, as far as no earlier process did it.
    fn count_parting(&mut self, compared: &Compared, recorded: Option<u64>, parting: &Parting) {
        match (compared, recorded) {
            (Compared::Same { .. }, _) => return,
            (Compared::Different(_), Some(id)) => self.forget_before(id),
            _ => (),
        }
        self.count_new(recorded, parting.ran);
        self.work.new.forks[kind_number(parting.by)] += 1;
    }

    /// Counts instructions of a node, but for those that an earlier process executed before it was stopped there.
    fn count_new(&mut self, recorded: Option<u64>, ran: u64) {
        let leaf = |id: u64| self.tree()?.node(id)?.leaf.as_deref();
        let stopped = recorded.and_then(leaf).filter(|leaf| !leaf.end.is_finished());
        let known = stopped.map_or(0, |leaf| leaf.ran);
        self.work.new.instructions += ran.saturating_sub(known);
    }

    /// What came from a node is of no account any more.
    fn forget_before(&mut self, id: u64) {
        if self.is_resumed() {
            let less = self.tree().map(|tree| Taken::below(tree, id)).unwrap_or_default();
            self.work.before.take_off(&less);
        }
    }

    /// A path of this run is over, `ran` instructions after it last parted.
    pub(crate) fn ended(&mut self, node: Node, end: &Ending, at: Option<Loc>, ran: u64) -> Over {
        let spot = self.remove(node);
        let came = spot.recorded.filter(|_| end.is_finished()).and_then(|id| self.other_end(id, end));
        let stale = spot.recorded.filter(|_| came.is_some() && self.is_resumed());
        let now = || Came::Ended(end.clone(), at);
        let divergence = came.and_then(|recorded| self.diverge(Divergence { recorded, now: now() }, at));
        let was_further = |id: u64| {
            let node = self.tree().and_then(|tree| tree.node(id));
            let stopped_later = |leaf: &Leaf| !leaf.end.is_finished() && leaf.ran > ran;
            node.is_some_and(|node| node.parted.is_some() || node.leaf.as_deref().is_some_and(stopped_later))
        };
        let is_ahead = self.is_resumed() && !end.is_finished() && spot.recorded.is_some_and(was_further);
        if let Some(id) = stale {
            self.forget_before(id);
        }
        if !is_ahead {
            self.count_new(spot.recorded, ran);
        }
        Over { node: spot.node, is_ahead, divergence, stale }
    }

    /// What the recorded run came to, if that is not this end.
    fn other_end(&self, mut id: u64, end: &Ending) -> Option<Came> {
        let tree = self.tree()?;
        loop {
            let recorded = tree.node(id)?;
            let Some(parted) = &recorded.parted else {
                let leaf =
                    recorded.leaf.as_deref().filter(|leaf| leaf.end.is_finished() && leaf.end != *end)?;
                return Some(Came::Ended(leaf.end.clone(), leaf.at));
            };
            match undecided(tree, parted) {
                Some(other) => id = other,
                None => return Some(Came::Forked(parted.by, parted.at)),
            }
        }
    }

    /// Counts a divergence, which is told once for each place.
    fn diverge(&mut self, divergence: Divergence, at: Option<Loc>) -> Option<Divergence> {
        self.divergences += 1;
        self.told.insert(at).then_some(divergence)
    }

    /// Counts what is not run again.
    fn take_over(&mut self, id: u64) {
        let more = self.tree().map(|tree| Taken::below(tree, id)).unwrap_or_default();
        self.work.taken.add(&more);
    }

    /// Counts no longer what is run again after all.
    fn give_back(&mut self, id: u64) {
        let less = self.tree().map(|tree| Taken::below(tree, id)).unwrap_or_default();
        self.work.taken.take_off(&less);
    }

    /// Writes down the end of a path, after what was covered until then and what it shows.
    pub(crate) fn write_leaf(&mut self, program: &Program, leaf: Leaf, shown: Vec<Sighting>) {
        self.write_coverage(program);
        if !shown.is_empty() {
            self.add(&Fact::Shown(shown));
        }
        self.add(&Fact::Ended(leaf));
    }

    /// Code that the recorded run covered already is in its record.
    pub(crate) fn forget_coverage(&mut self, program: &Program) {
        if self.is_resumed() {
            self.covered = program.covered();
        }
    }

    fn write_coverage(&mut self, program: &Program) {
        if program.covered() > self.covered {
            self.add(&Fact::Seen(program.seen_since(self.covered)));
            self.covered = program.covered();
        }
    }

    /// Writes what waits, if it is time.
    pub(crate) fn pause(
        &mut self,
        elapsed: Duration,
        program: &Program,
        totals: impl FnOnce() -> Vec<u64>,
    ) -> Result<(), DirectoryError> {
        let is_due = |file: &SharedFile| elapsed >= self.due || file.borrow().is_due();
        if !self.file.as_ref().is_some_and(is_due) {
            return Ok(());
        }
        self.due = elapsed + INTERVAL;
        self.flush(program, totals())
    }

    /// Writes what waits.
    pub(crate) fn flush(&mut self, program: &Program, totals: Vec<u64>) -> Result<(), DirectoryError> {
        self.write_coverage(program);
        self.add(&Fact::Totals(totals));
        self.file.as_ref().map_or(Ok(()), |file| file.borrow_mut().flush())
    }

    /// The run is over, with that exit status.
    pub(crate) fn close(&self, status: u8) -> Result<(), DirectoryError> {
        self.add(&Fact::Closed { status });
        self.file.as_ref().map_or(Ok(()), |file| file.borrow_mut().flush())
    }
}

fn kind_number(by: ForkKind) -> usize {
    ForkKind::ALL.iter().position(|&kind| kind == by).expect("every kind is listed")
}

/// The other child of a node of which one was given up as soon as it came about, or turned out to be taken by no input.
fn undecided(tree: &RecordedTree, parted: &Parted) -> Option<u64> {
    let [first, second] = parted.children;
    let gave_up = GaveUp.to_string();
    let is_none = |id: u64| {
        let leaf = tree.node(id).and_then(|node| node.leaf.as_deref());
        leaf.is_some_and(|leaf| match &leaf.end {
            Ending::Stopped(why) => **why == *gave_up,
            end => *end == Ending::Impossible,
        })
    };
    if is_none(second) { Some(first) } else { is_none(first).then_some(second) }
}
