//! Any path, by what is measured of it: how near it is to code nobody has seen, or how often it forked.

use vellum_analysis::{Code, Distances, Seen};
use vellum_collections::{Id, Random, cast::len32, cast::len64};
use vellum_ir::FuncId;

use super::{News, PathId, Searcher, Sight, weights::Weights};
use crate::{coverage::Part, program::Program, state::State};

/// Instructions to new code beyond which it does not matter how many.
const FAR: u64 = 10_000;

/// Weight of a path that is at new code.
const NEAR: u64 = 1 << 36;

/// Chooses by weight. Paths are measured when the choice is near: one that was added or ran at the next one, all
/// when distances have changed.
pub(super) struct Measured {
    numbers: Random,
    weights: Weights,
    measure: Measure,
    /// Paths to measure again.
    changed: Vec<PathId>,
}

enum Measure {
    /// Times the path forked.
    Depth,
    /// Instructions to new code; nothing before the first choice.
    Distance(Option<Box<Map>>),
}

/// Where new code is.
struct Map {
    distances: Distances,
    /// What was covered when distances were found.
    covered: u64,
    /// Instructions all paths have to execute until they may be found again: as many things as were looked at
    /// the last time, so that looking takes no more time than running.
    next: u64,
}

impl Measured {
    /// Deeper paths more often.
    pub(super) fn by_depth(seed: u64) -> Self {
        Self::new(seed, Measure::Depth)
    }

    /// Paths near new code more often: by the square of how near they are.
    pub(super) fn by_distance(seed: u64) -> Self {
        Self::new(seed, Measure::Distance(None))
    }

    fn new(seed: u64, measure: Measure) -> Self {
        Self { numbers: Random::new(seed), weights: Weights::new(), measure, changed: Vec::new() }
    }
}

impl Searcher for Measured {
    fn add(&mut self, path: PathId, _: Option<PathId>) {
        self.weights.set(path, 1);
        self.changed.push(path);
    }

    fn remove(&mut self, path: PathId) {
        self.weights.set(path, 0);
    }

    fn look(&mut self, sight: &Sight<'_>) {
        let Self { weights, measure, changed, .. } = self;
        let map = match measure {
            Measure::Depth => None,
            Measure::Distance(map) => {
                let map = map.get_or_insert_with(|| Box::new(Map::new(sight.program)));
                if map.is_stale(sight) {
                    map.update(sight);
                    changed.clear();
                    changed.extend((0..sight.paths.len()).map(PathId::from_index));
                }
                Some(&**map)
            }
        };
        for path in changed.drain(..) {
            if let Some(state) = sight.paths.get(path.index()).and_then(Option::as_deref) {
                weights.set(
                    path,
                    map.map_or(u64::from(state.depth()) + 1, |map| map.weight(sight.program, state)),
                );
            }
        }
    }

    fn select(&mut self) -> PathId {
        self.weights.choose(&mut self.numbers)
    }

    fn ran(&mut self, path: PathId, _: News, _: u64) {
        self.changed.push(path);
    }
}

impl Map {
    fn new(program: &Program) -> Self {
        let functions = program.module().functions.ids();
        let code = |id| match program.part(id) {
            Part::Program => Code::Goal,
            Part::Library => Code::Way,
            Part::Outside => Code::None,
        };
        let distances = Distances::new(program.module(), functions.map(code).collect());
        Self { distances, covered: 0, next: 0 }
    }

    fn is_stale(&self, sight: &Sight<'_>) -> bool {
        sight.program.covered() != self.covered && sight.instructions >= self.next
    }

    fn update(&mut self, sight: &Sight<'_>) {
        self.distances.update(sight.program);
        self.covered = sight.program.covered();
        self.next = sight.instructions + len64(self.distances.size() + sight.paths.len());
    }

    fn weight(&self, program: &Program, state: &State) -> u64 {
        let distance = self.distances.from(state.points(program)).map_or(FAR, u64::from).clamp(1, FAR);
        NEAR / (distance * distance)
    }
}

impl Seen for Program {
    fn entered(&self, function: FuncId) -> bool {
        self.is_called(function)
    }

    fn made(&self, function: FuncId, jump: usize) -> bool {
        self.is_made(function, len32(jump))
    }
}
