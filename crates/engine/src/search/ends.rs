//! One path to its end, then another one.
//!
//! Where paths part every few instructions, one that is chosen anew at each fork hardly ever comes to an end: the tree
//! of forks grows on all sides. The path that carries its input goes on here until it is over, and the ways that it
//! leaves behind wait.

use super::{News, PathId, Searcher, tree::RandomPath};

/// Work, in instructions, for which a path is followed at first; twice as much each time that was not enough. So a path
/// that never ends does not keep others from theirs.
const PATIENCE: u64 = 1 << 20;

/// Follows a path until it is over, and chooses the next one down the tree of forks.
pub(super) struct ToEnd {
    tree: RandomPath,
    /// The path that is followed, and the work until another one is.
    followed: Option<(PathId, u64)>,
    patience: u64,
}

impl ToEnd {
    /// Follows nothing yet.
    pub(super) fn new(seed: u64) -> Self {
        Self { tree: RandomPath::new(seed), followed: None, patience: PATIENCE }
    }
}

impl Searcher for ToEnd {
    fn add(&mut self, path: PathId, parent: Option<PathId>) {
        self.tree.add(path, parent);
    }

    fn remove(&mut self, path: PathId) {
        self.followed.take_if(|(followed, _)| *followed == path);
        self.tree.remove(path);
    }

    fn select(&mut self) -> PathId {
        let Self { tree, followed, patience } = self;
        followed.get_or_insert_with(|| (tree.select(), *patience)).0
    }

    fn ran(&mut self, path: PathId, _: News, work: u64) {
        let Some((_, left)) = self.followed.as_mut().filter(|(followed, _)| *followed == path) else {
            return;
        };
        *left = left.saturating_sub(work);
        if *left == 0 {
            self.followed = None;
            self.patience = self.patience.saturating_mul(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Id;

    use super::{News, PATIENCE, PathId, Searcher, ToEnd};

    /// A path that parts from another one every few instructions, so often: whether it is chosen each time.
    fn is_followed(forks: usize, instructions: u64) -> bool {
        let path = PathId::from_index;
        let mut searcher = ToEnd::new(1);
        searcher.add(path(0), None);
        (1..=forks).all(|number| {
            let is_it = searcher.select() == path(0);
            searcher.ran(path(0), News::None, instructions);
            searcher.add(path(number), Some(path(0)));
            is_it
        })
    }

    #[test]
    fn a_path_is_followed_to_its_end_however_often_it_forks() {
        assert!(is_followed(10_000, 10));
        // Down the tree of forks, half of them are left behind each time.
        let mut tree = super::RandomPath::new(1);
        tree.add(PathId::from_index(0), None);
        for number in 1..100 {
            tree.add(PathId::from_index(number), Some(PathId::from_index(0)));
        }
        assert!((0..1_000).all(|_| tree.select() != PathId::from_index(0)));
    }

    #[test]
    fn a_path_that_does_not_end_leaves_the_others_their_turn_and_has_twice_as_long_the_next_time() {
        let mut searcher = ToEnd::new(1);
        for number in 0..2 {
            searcher.add(PathId::from_index(number), None);
        }
        let mut turns = vec![0];
        let mut last = searcher.select();
        for _ in 0..1_000 {
            let path = searcher.select();
            if path != last {
                turns.push(0);
                last = path;
            }
            *turns.last_mut().expect("there is one") += PATIENCE / 4;
            searcher.ran(path, News::None, PATIENCE / 4);
        }
        assert!(turns.len() > 1, "both are followed");
        assert!(turns[0] >= PATIENCE && turns[1] >= 2 * PATIENCE, "{turns:?}");
    }
}
