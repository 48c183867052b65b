//! Explores a program: runs its paths, one after the other and in slices, until none is left.

use vellum_collections::Id;
use vellum_expr::{Expr, Exprs, Marker};
use vellum_ir::Loc;

use crate::{
    end::{End, Pause},
    exec::Machine,
    leaks::{Leak, leaks_of},
    program::Program,
    relocation::Relocation,
    search::{News, PathId, Searcher, Sight},
    state::{Node, State},
    symbolic::{Fork, ForkKind, Symbolic},
};

/// Instructions a path runs before another one may.
const SLICE: u64 = 1 << 14;

/// Expressions that have to have been made since the last time before dead ones are looked for.
const COLLECT: usize = 1 << 20;

/// What part of the waiting paths is given up at once when memory is short: one in so many.
const SHED: usize = 10;

/// Who hears of what happens.
pub trait Observer {
    /// Paths parted: a node of the tree of paths has two children now. Which of them are explored.
    fn parted(&mut self, exprs: &mut Exprs, program: &Program, parting: &Parting) -> [Onward; 2] {
        let _ = (exprs, program, parting);
        [Onward::Explore; 2]
    }

    /// Objects were brought together in a segment, or split into pieces, on a path.
    fn relocated(&mut self, program: &Program, relocation: &Relocation) {
        let _ = (program, relocation);
    }

    /// A path is over, and leaves blocks behind that nothing points to.
    fn ended(&mut self, exprs: &Exprs, program: &Program, state: &State, end: &End, leaks: &[Leak]);

    /// Called between slices: whether paths have to be given up so that the others have memory.
    fn is_memory_short(&self) -> bool {
        false
    }

    /// Called between slices: why to stop, if at all.
    fn pause(&mut self, progress: &Progress) -> Option<&'static str>;
}

/// Where paths parted.
#[derive(Clone, Copy, Debug)]
pub struct Parting {
    /// The path until then.
    pub node: Node,
    /// What it became: itself from there on, and the new path.
    pub children: [u64; 2],
    /// Why.
    pub by: ForkKind,
    /// At which instruction.
    pub at: Option<Loc>,
    /// What was decided.
    pub condition: Expr,
    /// How the new path has it; the other one has the opposite.
    pub holds: bool,
    /// Instructions that were executed on the path until then, since it last parted.
    pub ran: u64,
}

/// What becomes of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// It is explored.
    Explore,
    /// Somebody knows where it leads: nobody hears of it.
    TakenOver,
}

/// How far an exploration is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Paths that wait.
    pub waiting: usize,
    /// The most that waited at once.
    pub waiting_max: usize,
    /// Instructions executed on all paths.
    pub instructions: u64,
    /// Forks, by reason in the order of [`ForkKind::ALL`].
    pub forks: [u64; ForkKind::ALL.len()],
    /// Paths that are over.
    pub ended: u64,
}

impl Progress {
    /// Forks of all kinds.
    pub fn all_forks(&self) -> u64 {
        self.forks.iter().sum()
    }
}

/// Budgets that end single paths, or all.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Forks on one path.
    pub depth: Option<u32>,
    /// Paths that may wait.
    pub states: Option<usize>,
    /// Instructions on all paths: no slice goes beyond; the observer says when to stop.
    pub instructions: Option<u64>,
}

/// A program being explored.
pub struct Explorer<'a> {
    program: &'a Program,
    searcher: Box<dyn Searcher>,
    /// What all paths share.
    pub symbolic: Symbolic,
    /// Each in a room of its own: there may be many, and then fewer.
    paths: Vec<Option<Box<State>>>,
    /// Paths that had seeds when they came about, the newest last.
    seeded: Vec<PathId>,
    free: Vec<PathId>,
    limits: Limits,
    progress: Progress,
    /// Expressions there were when the dead ones were last forgotten.
    kept: usize,
    /// Nodes of the tree of paths.
    nodes: u64,
}

impl<'a> Explorer<'a> {
    /// An exploration that begins with the paths `first`.
    pub fn new(
        program: &'a Program,
        symbolic: Symbolic,
        searcher: Box<dyn Searcher>,
        limits: Limits,
        first: Vec<State>,
    ) -> Self {
        let mut explorer = Self {
            program,
            searcher,
            symbolic,
            paths: Vec::new(),
            seeded: Vec::new(),
            free: Vec::new(),
            limits,
            progress: Progress::default(),
            kept: 0,
            nodes: 0,
        };
        for mut path in first {
            path.node = Node { id: explorer.next_node(), parent: None };
            explorer.add(path, None);
        }
        explorer
    }

    /// How far it is.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Runs paths until none is left, or the observer says why to stop.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Option<&'static str> {
        while self.progress.waiting > 0 {
            if let Some(reason) = observer.pause(&self.progress) {
                return Some(reason);
            }
            if observer.is_memory_short() {
                if self.progress.waiting == 1 {
                    return Some("max-memory");
                }
                self.shed(observer);
                continue;
            }
            let (program, instructions) = (self.program, self.progress.instructions);
            self.searcher.look(&Sight { program, paths: &self.paths, instructions });
            let path = self.newest_seeded().unwrap_or_else(|| self.searcher.select());
            self.step(path, observer);
            self.collect();
        }
        None
    }

    /// Ends the paths that still wait because of `reason`: nobody wants to know where they lead.
    pub fn stop(&mut self, reason: &str, observer: &mut dyn Observer) {
        let end = End::Stopped(reason.into());
        for mut state in std::mem::take(&mut self.paths).into_iter().flatten() {
            self.tell(&mut state, &end, observer);
        }
    }

    /// Gives up a part of the paths that wait, and forgets what only they needed.
    ///
    /// The rule: those that forked most often go first, which are the smallest parts of what there is to explore;
    /// among equals, those in the higher places, which mostly came later.
    fn shed(&mut self, observer: &mut dyn Observer) {
        let depth = |i: usize| self.paths[i].as_deref().map(State::depth);
        let mut order: Vec<(u32, usize)> =
            (0..self.paths.len()).filter_map(|i| depth(i).map(|depth| (depth, i))).collect();
        order.sort_unstable();
        let kept = order.len() - order.len().div_ceil(SHED).min(order.len() - 1);
        for &(_, i) in order[kept..].iter().rev() {
            let mut state = self.paths[i].take().expect("it was just there");
            let path = PathId::from_index(i);
            self.end(&mut state, &End::Stopped("max-memory".into()), observer);
            self.searcher.remove(path);
            self.free.push(path);
            self.progress.waiting -= 1;
        }
        self.forget();
    }

    /// The newest path that has seeds: where they lead is explored before anything else.
    fn newest_seeded(&mut self) -> Option<PathId> {
        while let Some(&path) = self.seeded.last() {
            if self.paths[path.index()].as_ref().is_some_and(|state| !state.seeds.is_empty()) {
                return Some(path);
            }
            self.seeded.pop();
        }
        None
    }

    fn step(&mut self, path: PathId, observer: &mut dyn Observer) {
        let mut state = self.paths[path.index()].take().expect("a selected path waits");
        let before = state.instructions;
        let covered = self.program.covered();
        let mut machine = Machine { program: self.program, state: &mut state, symbolic: &mut self.symbolic };
        let left =
            self.limits.instructions.map_or(SLICE, |max| max.saturating_sub(self.progress.instructions));
        let pause = machine.run(left.clamp(1, SLICE));
        let ran = state.instructions.saturating_sub(before);
        self.progress.instructions += ran;
        state.ran += ran;
        state.add_news(self.program);
        for relocation in std::mem::take(&mut self.symbolic.relocations) {
            observer.relocated(self.program, &relocation);
        }
        let forks = self.symbolic.take_forks();
        let end = match pause {
            Pause::End(end) => Some(end),
            Pause::Slice | Pause::Fork => self.too_deep(&state),
        };
        let mut onward = Onward::Explore;
        for mut fork in forks {
            let [mine, theirs] = self.part(&mut state, &mut fork, observer);
            onward = mine;
            self.take_in(fork, theirs, path, observer);
        }
        let news = if self.program.covered() > covered { News::Found } else { News::None };
        match (onward, end) {
            (Onward::Explore, None) => {
                self.paths[path.index()] = Some(state);
                self.searcher.ran(path, news);
                return;
            }
            (Onward::Explore, Some(end)) => self.end(&mut state, &end, observer),
            (Onward::TakenOver, _) => self.program.take_back(state.news.take()),
        }
        self.searcher.remove(path);
        self.free.push(path);
        self.progress.waiting -= 1;
    }

    /// Gives both paths of a fork their place in the tree.
    fn part(&mut self, state: &mut State, fork: &mut Fork, observer: &mut dyn Observer) -> [Onward; 2] {
        let node = state.node;
        let children = [self.next_node(), self.next_node()];
        [state.node, fork.state.node] = children.map(|id| Node { id, parent: Some(node.id) });
        let ran = std::mem::take(&mut state.ran);
        fork.state.ran = fork.ahead;
        let State { forked_at: at, forked_on: (condition, holds), .. } = fork.state;
        let parting = Parting { node, children, by: fork.by, at, condition, holds, ran };
        observer.parted(&mut self.symbolic.exprs, self.program, &parting)
    }

    fn next_node(&mut self) -> u64 {
        self.nodes += 1;
        self.nodes - 1
    }

    fn take_in(&mut self, mut fork: Fork, onward: Onward, parent: PathId, observer: &mut dyn Observer) {
        let kind = ForkKind::ALL.iter().position(|&kind| kind == fork.by).expect("every kind is listed");
        self.progress.forks[kind] += 1;
        if onward == Onward::TakenOver {
            return self.program.take_back(fork.state.news.take());
        }
        self.progress.instructions += fork.ahead;
        match fork.end.take().or_else(|| self.too_deep(&fork.state)).or_else(|| self.too_many()) {
            Some(end) => self.end(&mut fork.state, &end, observer),
            None => self.add(fork.state, Some(parent)),
        }
    }

    fn too_deep(&self, state: &State) -> Option<End> {
        let too_deep = self.limits.depth.is_some_and(|limit| state.depth() > limit);
        too_deep.then(|| End::Stopped("max-depth".into()))
    }

    /// A path that is there stays; one that would come to those that wait does not.
    fn too_many(&self) -> Option<End> {
        let too_many = self.limits.states.is_some_and(|limit| self.progress.waiting >= limit);
        too_many.then(|| End::Stopped("max-states".into()))
    }

    fn end(&mut self, state: &mut State, end: &End, observer: &mut dyn Observer) {
        self.progress.ended += 1;
        self.tell(state, end, observer);
    }

    /// Tells the observer of the end of a path.
    fn tell(&mut self, state: &mut State, end: &End, observer: &mut dyn Observer) {
        let judged = state.judge(end);
        let end = judged.as_ref().unwrap_or(end);
        let leaks = leaks_of(self.program, &mut self.symbolic, state, end);
        observer.ended(&self.symbolic.exprs, self.program, state, end, &leaks);
        let news = state.news.take();
        if let Some(news) = news.as_deref().filter(|_| !matches!(end, End::Silent | End::AssumedAway)) {
            news.show();
        }
        self.program.take_back(news);
    }

    fn add(&mut self, state: State, parent: Option<PathId>) {
        let path = self.free.pop().unwrap_or_else(|| PathId::from_index(self.paths.len()));
        if path.index() == self.paths.len() {
            self.paths.push(None);
        }
        if !state.seeds.is_empty() {
            self.seeded.push(path);
        }
        self.paths[path.index()] = Some(Box::new(state));
        self.searcher.add(path, parent);
        self.progress.waiting += 1;
        self.progress.waiting_max = self.progress.waiting_max.max(self.progress.waiting);
    }

    /// Forgets expressions no path needs any more, once enough have been made.
    fn collect(&mut self) {
        if self.symbolic.exprs.len() >= self.kept.saturating_mul(2).max(COLLECT) {
            self.forget();
        }
    }

    /// Forgets expressions no path needs any more.
    fn forget(&mut self) {
        let paths = &self.paths;
        let roots = |marker: &mut Marker| {
            for state in paths.iter().flatten() {
                state.mark(marker);
            }
        };
        let marker = self.symbolic.exprs.collect(roots);
        self.symbolic.oracle.retain(&marker);
        self.symbolic.forget();
        self.kept = self.symbolic.exprs.len();
    }
}
