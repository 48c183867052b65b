//! Paths for which there is no memory: they are put away, and taken up again when there is room.
//!
//! What is kept of such a path is what it was told (`told.rs`), which is little. Taking it up means to execute it again
//! from where it asked for the first time, without asking and without anybody hearing of it; from where it was put away it
//! goes on as any path does. So an exploration comes to the same paths whatever memory there is, only later.

use vellum_collections::Id;
use vellum_expr::Expr;

use super::{Explorer, Observer, Room, Slice};
use crate::{
    end::{End, Pause},
    exec::ask,
    search::PathId,
    state::State,
    told::{PutAway, Retold},
};

/// What part of the waiting paths is put away at once when memory is short: one in so many.
const SHED: usize = 10;

/// Slices of other paths after which one that was put away is executed again, where there is room for it.
const PATIENCE: u32 = 64;

/// Why a path ends that could be neither kept nor put away, or that was another one when it was taken up.
const GIVEN_UP: &str = "max-memory";

/// What came of executing a path again for a slice.
enum Again {
    /// It is not yet where it was.
    Under,
    /// It is where it was, or further.
    There(Slice),
    /// It is another path.
    Another,
}

impl Explorer<'_> {
    /// Puts away a part of the paths that wait, and forgets what only they needed; where one is left, forgets what can be
    /// found out again. Whether anything was done since that path last went on.
    ///
    /// The rule: those that forked most often go first, which are the smallest parts of what there is to explore;
    /// among equals, those in the higher places, which mostly came later.
    pub(super) fn make_room(&mut self, observer: &mut dyn Observer) -> bool {
        let depth = |i: usize| self.paths[i].as_deref().map(State::depth);
        let mut order: Vec<(u32, usize)> =
            (0..self.paths.len()).filter_map(|i| depth(i).map(|depth| (depth, i))).collect();
        if order.len() < 2 {
            let last = self.forgot_at.replace(self.progress.instructions);
            self.symbolic.oracle.forget();
            self.forget();
            return last != self.forgot_at;
        }
        order.sort_unstable();
        let kept = order.len() - order.len().div_ceil(SHED).min(order.len() - 1);
        for &(_, i) in &order[kept..] {
            let mut state = self.paths[i].take().expect("it was just there");
            match PutAway::of(&state) {
                Some(away) => self.put_away(away),
                None => self.end(&mut state, &End::Stopped(GIVEN_UP.into()), observer),
            }
            self.leave(PathId::from_index(i));
        }
        self.forget();
        true
    }

    fn put_away(&mut self, away: PutAway) {
        self.away.push(away);
        self.progress.away = self.away.len();
        self.progress.put_away += 1;
    }

    /// Puts the path that just went on away now and then, if that is wanted.
    pub(super) fn put_away_at_random(&mut self, path: PathId) {
        let Some(numbers) = &mut self.absent_minded else { return };
        if numbers.below(4) == 0
            && let Some(away) = self.paths[path.index()].as_deref().and_then(PutAway::of)
        {
            self.put_away(away);
            self.paths[path.index()] = None;
            self.leave(path);
        }
    }

    /// Whether a path that was put away is to be taken up: if no other waits, or now and then while there is much room.
    pub(super) fn is_time_to_take_up(&mut self, room: Room) -> bool {
        if self.away.is_empty() {
            return false;
        }
        self.since_taken_up += 1;
        let patience = if self.absent_minded.is_some() { 1 } else { PATIENCE };
        let is_time = self.progress.waiting == 0 || room == Room::Plenty && self.since_taken_up > patience;
        if is_time {
            self.since_taken_up = 0;
        }
        is_time
    }

    /// Takes up the path that was put away last: why to stop, if there is a reason before it is where it was.
    pub(super) fn take_up(&mut self, observer: &mut dyn Observer) -> Option<&'static str> {
        let away = self.away.pop().expect("there is one");
        self.progress.away = self.away.len();
        let mut state = Box::new(away.begin());
        loop {
            if state.retold.as_ref().is_some_and(|retold| !retold.is_over()) {
                // It has an input, which it was told.
                let _ = ask(&mut self.symbolic, &mut state);
            }
            if state.unasked.is_some() {
                state.retold = None;
                self.add_again(state, &away);
                return None;
            }
            match self.execute_again(&mut state, &away) {
                Again::Under => (),
                Again::There(slice) => {
                    let path = self.add_again(state, &away);
                    let state = self.paths[path.index()].take().expect("it was just added");
                    self.went_on(path, state, slice, observer);
                    return None;
                }
                Again::Another => {
                    put_back(&mut state, &away);
                    self.end(&mut state, &End::Undecided(GIVEN_UP.into()), observer);
                    return None;
                }
            }
            if let Some(reason) = observer.pause(&self.progress) {
                self.away.push(away);
                return Some(reason);
            }
        }
    }

    /// Executes a slice of a path that was put away.
    fn execute_again(&mut self, state: &mut State, away: &PutAway) -> Again {
        let covered = self.program.covered();
        let mut pause = self.run_slice(state);
        let mut forks = self.symbolic.take_forks();
        if state.is_left_behind {
            let Some(at) = forks.iter().position(|fork| !fork.state.is_left_behind) else {
                return Again::Another;
            };
            // The way the path took is that of the fork.
            let fork = forks.swap_remove(at);
            (*state, pause) = (fork.state, fork.end.map_or(Pause::Fork, Pause::End));
        }
        forks.retain(|fork| !fork.state.is_left_behind);
        let is_over = state.retold.as_deref().is_none_or(Retold::is_over);
        let is_another = state.retold.as_deref().is_some_and(|retold| retold.is_another);
        if is_another || !is_over && matches!(pause, Pause::End(_)) {
            return Again::Another;
        }
        if is_over {
            state.retold = None;
            let ran = state.instructions.saturating_sub(away.instructions);
            return Again::There(Slice { pause, forks, ran, covered });
        }
        self.symbolic.relocations.clear();
        Again::Under
    }

    /// A path that was put away waits again.
    fn add_again(&mut self, mut state: Box<State>, away: &PutAway) -> PathId {
        put_back(&mut state, away);
        self.add(*state, None)
    }

    /// Ends the paths that are still put away. They carry no input that could be shown.
    pub(super) fn stop_away(&mut self, end: &End, observer: &mut dyn Observer) {
        for away in std::mem::take(&mut self.away) {
            let mut state = State::clone(away.origin());
            state.unasked = Some(Expr::TRUE);
            put_back(&mut state, &away);
            self.tell(&mut state, end, observer);
        }
        self.progress.away = 0;
    }
}

/// Gives a path what does not follow from executing it.
fn put_back(state: &mut State, away: &PutAway) {
    state.node = away.node;
    state.depth = away.depth;
    state.ran = away.ran;
    state.relocation = away.relocation;
    state.news.clone_from(&away.news);
}
