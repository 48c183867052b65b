//! Several searchers, each with the same share of the work.

use super::{News, PathId, Searcher, Sight};

/// What a choice costs, in instructions: about as much time goes by until the processor has at hand what another path
/// works with.
const CHOICE: u64 = 1_000;

/// Several searchers: the one whose choices took the least work so far is next.
///
/// By turns, one whose paths soon part would get next to nothing beside one whose paths run on. What questions cost is left
/// out: a run whose answers come from a record chooses as the one did that was recorded.
pub struct Interleaved {
    parts: Vec<Part>,
    /// Whose choice goes on, and which path that is.
    chosen: Option<(usize, PathId)>,
}

struct Part {
    searcher: Box<dyn Searcher>,
    /// What its choices took so far.
    used: u64,
}

impl Interleaved {
    /// Shares the work between these; at least one.
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Self {
        assert!(!searchers.is_empty(), "somebody has to choose");
        let part = |searcher| Part { searcher, used: 0 };
        Self { parts: searchers.into_iter().map(part).collect(), chosen: None }
    }

    /// Whose turn it is.
    fn turn(&self) -> usize {
        (0..self.parts.len()).min_by_key(|&i| self.parts[i].used).expect("there is somebody")
    }
}

impl Searcher for Interleaved {
    fn add(&mut self, path: PathId, parent: Option<PathId>) {
        for part in &mut self.parts {
            part.searcher.add(path, parent);
        }
    }

    fn remove(&mut self, path: PathId) {
        self.chosen.take_if(|(_, chosen)| *chosen == path);
        for part in &mut self.parts {
            part.searcher.remove(path);
        }
    }

    fn look(&mut self, sight: &Sight<'_>) {
        let turn = self.turn();
        self.parts[turn].searcher.look(sight);
    }

    fn select(&mut self) -> PathId {
        let turn = self.turn();
        let path = self.parts[turn].searcher.select();
        self.chosen = Some((turn, path));
        path
    }

    fn ran(&mut self, path: PathId, news: News, work: u64) {
        // A path that nobody chose, such as one that follows a seed, is nobody's share.
        if let Some((turn, _)) = self.chosen.take_if(|(_, chosen)| *chosen == path) {
            self.parts[turn].used += work + CHOICE;
        }
        for part in &mut self.parts {
            part.searcher.ran(path, news, work);
        }
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Id;

    use super::{Interleaved, News, PathId, Searcher};

    /// Always chooses the same path.
    struct Stubborn(PathId);

    impl Searcher for Stubborn {
        fn add(&mut self, _: PathId, _: Option<PathId>) {}

        fn remove(&mut self, _: PathId) {}

        fn select(&mut self) -> PathId {
            self.0
        }
    }

    #[test]
    fn each_part_gets_the_same_share_of_the_work_however_much_a_choice_of_its_takes() {
        let [short, long, seeded] = [0, 1, 2].map(PathId::from_index);
        let mut both = Interleaved::new(vec![Box::new(Stubborn(short)), Box::new(Stubborn(long))]);
        let mut done = [0, 0];
        for _ in 0..10_000 {
            let path = both.select();
            let work = if path == short { 4_000 } else { 16_000 };
            done[path.index()] += work + super::CHOICE;
            both.ran(path, News::None, work);
            // What follows a seed is nobody's choice.
            both.ran(seeded, News::None, 1_000_000);
        }
        assert!(done[0].abs_diff(done[1]) < 20_000, "{done:?}");
    }
}
