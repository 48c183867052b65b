//! Which path goes on next.

mod ends;
mod interleaved;
mod measured;
mod tree;
mod weights;

use std::{collections::VecDeque, fmt};

use vellum_collections::{Random, define_id};

pub use self::interleaved::Interleaved;
use self::{ends::ToEnd, measured::Measured, tree::RandomPath, weights::Weights};
use crate::{program::Program, state::State};

define_id! {
    /// A waiting path; numbers of paths that are over are used again.
    pub struct PathId, "path";
}

/// Chooses among the waiting paths.
///
/// Laws: `select` returns a path that was added and not removed; its choice depends on the calls made so far and
/// on nothing else.
pub trait Searcher {
    /// A path waits: the first one, or one that came from `parent`.
    fn add(&mut self, path: PathId, parent: Option<PathId>);

    /// A path is over.
    fn remove(&mut self, path: PathId);

    /// Where all paths are, for those who choose by that: called before each choice.
    fn look(&mut self, sight: &Sight<'_>) {
        let _ = sight;
    }

    /// The path that goes on. There is at least one.
    fn select(&mut self) -> PathId;

    /// A path has run for a while: whether it came to code no path had seen, and how much work that was, in instructions.
    /// The paths that came from it meanwhile are added after that, and if it is over, it is removed after that.
    fn ran(&mut self, path: PathId, news: News, work: u64) {
        let _ = (path, news, work);
    }
}

/// What can be seen before a choice.
#[derive(Debug)]
pub struct Sight<'a> {
    pub(crate) program: &'a Program,
    /// The waiting paths by number.
    pub(crate) paths: &'a [Option<Box<State>>],
    /// Instructions executed on all paths.
    pub(crate) instructions: u64,
}

/// What a path came to while it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Code no path had seen.
    Found,
    /// Nothing new.
    None,
}

/// The strategies a user can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The newest path first.
    Dfs,
    /// All paths in turn.
    Bfs,
    /// Down the tree of forks, a coin at each.
    RandomPath,
    /// Any path, those that lately came to new code more often.
    CovNew,
    /// Any path.
    RandomState,
    /// Any path, those more often that need few instructions to come to new code.
    Distance,
    /// Any path, those more often that forked often.
    Depth,
    /// One path to its end, then another one.
    ToEnd,
}

/// Name of each strategy, and KLEE's where it has another one.
const STRATEGIES: [(Strategy, &str, Option<&str>); 8] = [
    (Strategy::Dfs, "dfs", None),
    (Strategy::Bfs, "bfs", None),
    (Strategy::RandomPath, "random-path", None),
    (Strategy::CovNew, "covnew", Some("nurs:covnew")),
    (Strategy::RandomState, "random-state", None),
    (Strategy::Distance, "distance", Some("nurs:md2u")),
    (Strategy::Depth, "depth", Some("nurs:depth")),
    (Strategy::ToEnd, "to-end", None),
];

impl Strategy {
    /// The strategy called `name`, here or by KLEE.
    pub fn from_name(name: &str) -> Option<Self> {
        let found = STRATEGIES.iter().find(|(_, known, klee)| *known == name || *klee == Some(name));
        found.map(|(strategy, ..)| *strategy)
    }

    /// The names of all strategies.
    pub fn names() -> impl Iterator<Item = &'static str> {
        STRATEGIES.iter().map(|(_, name, _)| *name)
    }

    /// A searcher for it.
    pub fn searcher(self, seed: u64) -> Box<dyn Searcher> {
        match self {
            Self::Dfs => Box::new(Dfs::default()),
            Self::Bfs => Box::new(Bfs::default()),
            Self::RandomPath => Box::new(RandomPath::new(seed)),
            Self::CovNew => Box::new(Weighted::new(seed, Recent::Matters)),
            Self::RandomState => Box::new(Weighted::new(seed, Recent::Ignored)),
            Self::Distance => Box::new(Measured::by_distance(seed)),
            Self::Depth => Box::new(Measured::by_depth(seed)),
            Self::ToEnd => Box::new(ToEnd::new(seed)),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row =
            STRATEGIES.iter().find(|(strategy, ..)| strategy == self).expect("every strategy has a row");
        f.write_str(row.1)
    }
}

/// The newest path first.
#[derive(Debug, Default)]
struct Dfs {
    paths: Vec<PathId>,
}

impl Searcher for Dfs {
    fn add(&mut self, path: PathId, _: Option<PathId>) {
        self.paths.push(path);
    }

    fn remove(&mut self, path: PathId) {
        // Nearly always the last one.
        if let Some(at) = self.paths.iter().rposition(|&other| other == path) {
            self.paths.remove(at);
        }
    }

    fn select(&mut self) -> PathId {
        *self.paths.last().expect("a path waits")
    }
}

/// All paths in turn: one that forked goes to the end, with those that came from it.
#[derive(Debug, Default)]
struct Bfs {
    paths: VecDeque<PathId>,
}

impl Searcher for Bfs {
    fn add(&mut self, path: PathId, parent: Option<PathId>) {
        if parent.is_some() && self.paths.front() == parent.as_ref() {
            self.paths.rotate_left(1);
        }
        self.paths.push_back(path);
    }

    fn remove(&mut self, path: PathId) {
        if self.paths.front() == Some(&path) {
            self.paths.pop_front();
        } else if let Some(at) = self.paths.iter().position(|&other| other == path) {
            self.paths.remove(at);
        }
    }

    fn select(&mut self) -> PathId {
        *self.paths.front().expect("a path waits")
    }
}

/// Whether new code gives a path weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recent {
    Matters,
    Ignored,
}

/// Any path, by weight.
#[derive(Debug)]
struct Weighted {
    numbers: Random,
    recent: Recent,
    weights: Weights,
}

/// Weight of a path that has just come to new code; halved each time it runs without news.
const FRESH: u64 = 1 << 16;

impl Weighted {
    fn new(seed: u64, recent: Recent) -> Self {
        Self { numbers: Random::new(seed), recent, weights: Weights::new() }
    }
}

impl Searcher for Weighted {
    fn add(&mut self, path: PathId, parent: Option<PathId>) {
        let weight = match (self.recent, parent) {
            (Recent::Ignored, _) => 1,
            (Recent::Matters, None) => FRESH,
            (Recent::Matters, Some(parent)) => self.weights.get(parent).max(1),
        };
        self.weights.set(path, weight);
    }

    fn remove(&mut self, path: PathId) {
        self.weights.set(path, 0);
    }

    fn select(&mut self) -> PathId {
        self.weights.choose(&mut self.numbers)
    }

    fn ran(&mut self, path: PathId, news: News, _: u64) {
        if self.recent == Recent::Matters && self.weights.get(path) > 0 {
            let weight = match news {
                News::Found => FRESH,
                News::None => (self.weights.get(path) / 2).max(1),
            };
            self.weights.set(path, weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Id;

    use super::{Interleaved, News, PathId, Random, STRATEGIES, Searcher};

    fn path(number: usize) -> PathId {
        PathId::from_index(number)
    }

    /// Every searcher, and all of them in turn.
    fn searchers() -> Vec<(String, Box<dyn Searcher>)> {
        let mut all: Vec<(String, Box<dyn Searcher>)> =
            STRATEGIES.iter().map(|(strategy, name, _)| ((*name).to_owned(), strategy.searcher(7))).collect();
        let together = STRATEGIES.iter().map(|(strategy, ..)| strategy.searcher(7)).collect();
        all.push(("all in turn".to_owned(), Box::new(Interleaved::new(together))));
        all
    }

    #[test]
    fn only_waiting_paths_are_selected_and_each_one_is_in_the_end() {
        for (name, mut searcher) in searchers() {
            let mut numbers = Random::new(3);
            let mut waiting = vec![path(0)];
            let mut free = Vec::new();
            let mut next = 1;
            searcher.add(path(0), None);
            for _ in 0..20_000 {
                let Some(&any) = waiting.first() else { break };
                let chosen = searcher.select();
                assert!(waiting.contains(&chosen), "{name} selects {chosen}, not one like {any}");
                if numbers.below(100) < 48 && waiting.len() < 500 {
                    let child = free.pop().unwrap_or_else(|| {
                        next += 1;
                        path(next - 1)
                    });
                    searcher.add(child, Some(chosen));
                    waiting.push(child);
                    searcher.ran(chosen, News::Found, 100);
                } else if numbers.below(2) == 0 {
                    searcher.remove(chosen);
                    waiting.retain(|&other| other != chosen);
                    free.push(chosen);
                } else {
                    searcher.ran(chosen, News::None, 100);
                }
            }
            while !waiting.is_empty() {
                let chosen = searcher.select();
                assert!(waiting.contains(&chosen), "{name} forgets or invents paths");
                searcher.remove(chosen);
                waiting.retain(|&other| other != chosen);
            }
        }
    }

    #[test]
    fn strategies_are_known_by_their_names_and_klees() {
        for (strategy, name, klee) in STRATEGIES {
            assert_eq!(strategy.to_string(), name);
            for name in std::iter::once(name).chain(klee) {
                assert_eq!(super::Strategy::from_name(name), Some(strategy));
            }
        }
        assert_eq!(super::Strategy::from_name("nurs:icnt"), None);
    }

    #[test]
    fn the_same_calls_give_the_same_choices() {
        let choices = |mut searcher: Box<dyn Searcher>| {
            searcher.add(path(0), None);
            for number in 1..50 {
                let parent = searcher.select();
                searcher.add(path(number), Some(parent));
            }
            (0..50).map(|_| searcher.select()).collect::<Vec<_>>()
        };
        for ((name, first), (_, second)) in searchers().into_iter().zip(searchers()) {
            assert_eq!(choices(first), choices(second), "{name}");
        }
    }

    #[test]
    fn code_found_long_ago_makes_no_path_that_came_of_it_more_likely_than_one_that_found_some_just_now() {
        let mut searcher = super::Strategy::CovNew.searcher(1);
        searcher.add(path(0), None);
        for number in 0..50 {
            searcher.ran(path(number), News::None, 100);
            searcher.add(path(number + 1), Some(path(number)));
        }
        searcher.ran(path(50), News::Found, 100);
        let chosen = (0..1_000).filter(|_| searcher.select() == path(50)).count();
        assert!(chosen > 400, "{chosen} of 1000");
    }

    #[test]
    fn depth_first_takes_the_newest_and_breadth_first_who_waited_longest() {
        let order = |strategy: super::Strategy| {
            let mut searcher = strategy.searcher(0);
            searcher.add(path(0), None);
            searcher.add(path(1), Some(path(0)));
            searcher.add(path(2), Some(path(0)));
            let mut order = Vec::new();
            for _ in 0..3 {
                let chosen = searcher.select();
                searcher.remove(chosen);
                order.push(chosen);
            }
            order
        };
        assert_eq!(order(super::Strategy::Dfs), [path(2), path(1), path(0)]);
        // The parent went to the end of the line when it forked the second time.
        assert_eq!(order(super::Strategy::Bfs), [path(1), path(0), path(2)]);
    }
}
