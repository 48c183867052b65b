//! Explores a program: runs its paths, one after the other and in slices, until none is left.

mod away;

use std::rc::Rc;

use vellum_collections::{Id, Random};
use vellum_expr::{Expr, Exprs, Marker};
use vellum_ir::Loc;

use crate::{
    end::{End, Pause},
    exec::{Machine, ask},
    leaks::{Leak, leaks_of},
    program::Program,
    relocation::Relocation,
    search::{News, PathId, Searcher, Sight},
    state::{Node, State},
    symbolic::{Fork, ForkKind, Symbolic},
    told::PutAway,
};

/// Instructions a path runs before another one may.
const SLICE: u64 = 1 << 14;

/// Expressions that have to have been made since the last time before dead ones are looked for.
const COLLECT: usize = 1 << 20;

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

    /// Called between slices: how much memory there is for paths.
    fn room(&self) -> Room {
        Room::Plenty
    }

    /// Called between slices: why to stop, if at all.
    fn pause(&mut self, progress: &Progress) -> Option<&'static str>;
}

/// How much memory there is for paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Some have to be put away.
    Short,
    /// Those that are there can stay.
    Enough,
    /// Some that were put away can be taken up again.
    Plenty,
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
    /// Paths that wait and are in memory.
    pub waiting: usize,
    /// Paths that wait and are put away.
    pub away: usize,
    /// How often paths were put away.
    pub put_away: u64,
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
    /// Seeds random choices of paths that are put away although there is memory, for tests.
    pub put_away: Option<u64>,
}

/// What came of a slice of a path.
struct Slice {
    pause: Pause,
    forks: Vec<Fork>,
    /// Instructions that were executed for the first time.
    ran: u64,
    /// What was covered before.
    covered: u64,
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
    /// Paths for which there was no memory.
    away: Vec<PutAway>,
    /// Slices since one of them was taken up.
    since_taken_up: u32,
    /// Says when a path is put away although there is memory, if so.
    absent_minded: Option<Random>,
    /// Instructions there had been when what can be found out again was last forgotten.
    forgot_at: Option<u64>,
    /// How often the expressions that paths still need were marked, so far: tells one marking from the next.
    searches: u64,
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
            away: Vec::new(),
            since_taken_up: 0,
            absent_minded: limits.put_away.map(Random::new),
            forgot_at: None,
            searches: 0,
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
        while self.progress.waiting + self.away.len() > 0 {
            if let Some(reason) = observer.pause(&self.progress) {
                return Some(reason);
            }
            let room = observer.room();
            if room == Room::Short && self.progress.waiting > 0 {
                if !self.make_room(observer) {
                    return Some("max-memory");
                }
                continue;
            }
            if self.is_time_to_take_up(room) {
                if let Some(reason) = self.take_up(observer) {
                    return Some(reason);
                }
                continue;
            }
            let (program, instructions) = (self.program, self.progress.instructions);
            self.searcher.look(&Sight { program, paths: &self.paths, instructions });
            let path = self.newest_seeded().unwrap_or_else(|| self.searcher.select());
            self.step(path, observer);
            self.put_away_at_random(path);
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
        self.stop_away(&end, observer);
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
        if let Some(end) = ask(&mut self.symbolic, &mut state) {
            self.end(&mut state, &end, observer);
            return self.leave(path);
        }
        let before = state.instructions;
        let covered = self.program.covered();
        let pause = self.run_slice(&mut state);
        let ran = state.instructions.saturating_sub(before);
        let forks = self.symbolic.take_forks();
        self.went_on(path, state, Slice { pause, forks, ran, covered }, observer);
    }

    /// Executes a slice of a path.
    fn run_slice(&mut self, state: &mut State) -> Pause {
        let mut machine = Machine { program: self.program, state, symbolic: &mut self.symbolic };
        let left =
            self.limits.instructions.map_or(SLICE, |max| max.saturating_sub(self.progress.instructions));
        machine.run(left.clamp(1, SLICE))
    }

    /// Takes in what came of a slice of a path.
    fn went_on(&mut self, path: PathId, mut state: Box<State>, slice: Slice, observer: &mut dyn Observer) {
        let Slice { pause, forks, ran, covered } = slice;
        self.progress.instructions += ran;
        state.ran += ran;
        state.add_news(self.program);
        for relocation in std::mem::take(&mut self.symbolic.relocations) {
            observer.relocated(self.program, &relocation);
        }
        let end = match pause {
            Pause::End(end) => Some(end),
            Pause::Slice | Pause::Fork => self.too_deep(&state),
        };
        let news = if self.program.covered() > covered { News::Found } else { News::None };
        self.searcher.ran(path, news, ran);
        let mut onward = Onward::Explore;
        for mut fork in forks {
            let [mine, theirs] = self.part(&mut state, &mut fork, observer);
            onward = mine;
            self.take_in(fork, theirs, path, observer);
        }
        match (onward, end) {
            (Onward::Explore, None) => {
                self.paths[path.index()] = Some(state);
                return;
            }
            (Onward::Explore, Some(end)) => self.end(&mut state, &end, observer),
            (Onward::TakenOver, _) => self.program.take_back(state.news.take()),
        }
        self.leave(path);
    }

    /// A path waits no longer.
    fn leave(&mut self, path: PathId) {
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
            None => {
                self.add(fork.state, Some(parent));
            }
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
        let judged = match end {
            // It carries no input that takes it.
            End::Stopped(why) if state.unasked.is_some() => Some(End::Undecided(why.clone())),
            _ => state.judge(end),
        };
        let end = judged.as_ref().unwrap_or(end);
        let leaks = leaks_of(self.program, &mut self.symbolic, state, end);
        observer.ended(&self.symbolic.exprs, self.program, state, end, &leaks);
        let news = state.news.take();
        let is_shown = !matches!(end, End::Silent | End::AssumedAway | End::Impossible | End::Undecided(_));
        if let Some(news) = news.as_deref().filter(|_| is_shown) {
            news.show();
        }
        self.program.take_back(news);
    }

    fn add(&mut self, state: State, parent: Option<PathId>) -> PathId {
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
        path
    }

    /// Forgets expressions no path needs any more, once enough have been made.
    fn collect(&mut self) {
        if self.symbolic.exprs.len() >= self.kept.saturating_mul(2).max(COLLECT) {
            self.forget();
        }
    }

    /// Forgets expressions no path needs any more.
    fn forget(&mut self) {
        self.searches += 1;
        let (paths, away, search) = (&self.paths, &self.away, self.searches);
        let roots = |marker: &mut Marker| {
            let mut origins: Vec<&Rc<State>> = Vec::new();
            let waiting = paths.iter().flatten();
            let told = waiting.clone().map(|state| &state.told).chain(away.iter().map(PutAway::told));
            for told in told {
                told.mark(marker, search);
                if let Some(origin) = &told.origin
                    && !origins.iter().rev().any(|other| Rc::ptr_eq(other, origin))
                {
                    origin.mark(marker);
                    origins.push(origin);
                }
            }
            for state in waiting {
                state.mark(marker);
            }
        };
        let marker = self.symbolic.exprs.collect(roots);
        self.symbolic.oracle.retain(&marker);
        self.symbolic.forget();
        self.kept = self.symbolic.exprs.len();
    }
}
