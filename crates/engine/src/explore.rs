//! Explores a program: runs its paths, one after the other and in slices, until none is left.

use vellum_collections::Id;
use vellum_expr::{Exprs, Marker};

use crate::{
    end::End,
    exec::{Machine, Pause},
    program::Program,
    search::{News, PathId, Searcher},
    state::State,
    symbolic::{Fork, ForkKind, Symbolic},
};

/// Instructions a path runs before another one may.
const SLICE: u64 = 1 << 14;

/// Expressions that have to have been made since the last time before dead ones are looked for.
const COLLECT: usize = 1 << 20;

/// Who hears of what happens.
pub trait Observer {
    /// A path is over.
    fn ended(&mut self, exprs: &Exprs, program: &Program, state: &State, end: &End);

    /// Called between slices: why to stop, if at all.
    fn pause(&mut self, progress: &Progress) -> Option<&'static str>;
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
    paths: Vec<Option<State>>,
    free: Vec<PathId>,
    limits: Limits,
    progress: Progress,
    /// Expressions there were when the dead ones were last forgotten.
    kept: usize,
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
            free: Vec::new(),
            limits,
            progress: Progress::default(),
            kept: 0,
        };
        for path in first {
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
            let path = self.searcher.select();
            self.step(path, observer);
            self.collect();
        }
        None
    }

    /// The paths that wait, for telling what was not explored.
    pub fn waiting(&self) -> impl Iterator<Item = &State> {
        self.paths.iter().flatten()
    }

    fn step(&mut self, path: PathId, observer: &mut dyn Observer) {
        let mut state = self.paths[path.index()].take().expect("a selected path waits");
        let before = state.instructions;
        let covered = self.program.covered();
        let mut machine = Machine { program: self.program, state: &mut state, symbolic: &mut self.symbolic };
        let left =
            self.limits.instructions.map_or(SLICE, |max| max.saturating_sub(self.progress.instructions));
        let pause = machine.run(left.clamp(1, SLICE));
        self.progress.instructions += state.instructions.saturating_sub(before);
        let forks = self.symbolic.take_forks();
        let end = match pause {
            Pause::End(end) => Some(end),
            Pause::Slice | Pause::Fork => self.too_deep(&state),
        };
        for fork in forks {
            self.take_in(fork, path, observer);
        }
        let news = if self.program.covered() > covered { News::Found } else { News::None };
        match end {
            Some(end) => {
                self.end(&state, &end, observer);
                self.searcher.remove(path);
                self.free.push(path);
                self.progress.waiting -= 1;
            }
            None => {
                self.paths[path.index()] = Some(state);
                self.searcher.ran(path, news);
            }
        }
    }

    fn take_in(&mut self, fork: Fork, parent: PathId, observer: &mut dyn Observer) {
        let kind = ForkKind::ALL.iter().position(|&kind| kind == fork.by).expect("every kind is listed");
        self.progress.forks[kind] += 1;
        match fork.end.or_else(|| self.too_deep(&fork.state)).or_else(|| self.too_many()) {
            Some(end) => self.end(&fork.state, &end, observer),
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

    fn end(&mut self, state: &State, end: &End, observer: &mut dyn Observer) {
        self.progress.ended += 1;
        observer.ended(&self.symbolic.exprs, self.program, state, end);
    }

    fn add(&mut self, state: State, parent: Option<PathId>) {
        let path = self.free.pop().unwrap_or_else(|| PathId::from_index(self.paths.len()));
        if path.index() == self.paths.len() {
            self.paths.push(None);
        }
        self.paths[path.index()] = Some(state);
        self.searcher.add(path, parent);
        self.progress.waiting += 1;
        self.progress.waiting_max = self.progress.waiting_max.max(self.progress.waiting);
    }

    /// Forgets expressions no path needs any more, once enough have been made.
    fn collect(&mut self) {
        if self.symbolic.exprs.len() < self.kept.saturating_mul(2).max(COLLECT) {
            return;
        }
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
