//! How a path that never ends is recognised.
//!
//! A path that comes back to the same place with the same memory and registers, and did nothing in between that the world
//! could see or answer to, does the same again for ever. What it has decided meanwhile does not matter: for every input that
//! takes it, it was in that state twice.
//!
//! One earlier state is remembered at a time, a later one each time twice as many rounds have passed (Brent's way to find a
//! cycle): so a cycle is found after a few times its length, whatever came before it. It is one at the beginning of the
//! outermost loop there was a round of lately, which is the loop to speak of. To look at all of a state is dear, so it is only
//! done where the innermost call's registers are what they were.

use std::rc::Rc;

use vellum_expr::Marker;
use vellum_ir::{FuncId, Loc};
use vellum_memory::{Memory, Value};

/// Rounds before the first state is remembered: most loops are shorter.
const FIRST: u64 = 64;

/// Blocks of a cycle after which no more are written down.
const LONGEST: usize = 10_000;

/// What is remembered of the way a path has come since it last met the world.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// Beginnings of rounds of loops.
    rounds: u64,
    /// When to remember another state, if it is at `outermost`.
    next: u64,
    /// The outermost loop head since the number of rounds last doubled, and before that.
    outermost: [Option<Head>; 2],
    earlier: Option<Earlier>,
    /// States that looked like the earlier one and were not, since it was remembered.
    mistaken: u64,
    /// Those that look like it and are not looked at before the next one is.
    skip: u64,
    /// Once the path was found to go round: where it has come since.
    places: Option<Vec<Loc>>,
}

/// A loop head: how many calls it is inside, and where. Outer loops come before inner ones.
type Head = (usize, u32);

/// A state at the beginning of a round.
#[derive(Clone, Debug)]
struct Earlier {
    sight: Sight,
    snapshot: Rc<Snapshot>,
}

/// What a path held.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// A number for all of it.
    pub(crate) fingerprint: u64,
    pub(crate) memory: Memory,
    /// The registers of all calls, the outermost first.
    pub(crate) registers: Vec<Value>,
    /// The calls: function, operation, address of the locals.
    pub(crate) calls: Vec<(FuncId, u32, u64)>,
}

/// What is seen of a state at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) calls: usize,
    pub(crate) function: FuncId,
    pub(crate) pc: u32,
    /// A number for the registers of the innermost call.
    pub(crate) registers: u64,
}

/// What to do at the beginning of a round.
#[derive(Debug)]
pub(crate) enum Look {
    /// Go on.
    Away,
    /// [`Trail::remember`] the state.
    Remember,
    /// Compare the state with the one that is remembered, then say so: [`Trail::again`] or [`Trail::mistaken`].
    Compare(Rc<Snapshot>),
}

impl Default for Trail {
    fn default() -> Self {
        Self {
            rounds: 0,
            next: FIRST,
            outermost: [None; 2],
            earlier: None,
            mistaken: 0,
            skip: 0,
            places: None,
        }
    }
}

impl Trail {
    /// Forgets everything: the path met the world.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether places are being written down.
    pub(crate) fn is_recording(&self) -> bool {
        self.places.is_some()
    }

    /// Writes a place down.
    pub(crate) fn record(&mut self, place: Loc) {
        if let Some(places) = &mut self.places
            && places.len() < LONGEST
        {
            places.push(place);
        }
    }

    /// A round of a loop begins.
    pub(crate) fn round(&mut self, sight: Sight) -> Look {
        self.rounds += 1;
        let head = (sight.calls, sight.pc);
        let [latest, before] = &mut self.outermost;
        if self.rounds.is_power_of_two() {
            *before = latest.take();
        }
        *latest = Some(latest.map_or(head, |latest| latest.min(head)));
        if self.rounds >= self.next && *before == Some(head) {
            return Look::Remember;
        }
        match &self.earlier {
            Some(earlier) if earlier.sight == sight => {
                let look = self.skip == 0;
                self.skip = self.skip.saturating_sub(1);
                if look { Look::Compare(Rc::clone(&earlier.snapshot)) } else { Look::Away }
            }
            _ => Look::Away,
        }
    }

    /// The state to compare later ones with.
    pub(crate) fn remember(&mut self, sight: Sight, snapshot: Snapshot) {
        self.next = self.rounds.next_power_of_two() * 2;
        self.earlier = Some(Earlier { sight, snapshot: Rc::new(snapshot) });
        (self.mistaken, self.skip, self.places) = (0, 0, None);
    }

    /// A state that looked like the earlier one was another.
    pub(crate) fn mistaken(&mut self) {
        // Ever longer pauses: no cycle keeps out of their way.
        self.mistaken += 1;
        self.skip = self.mistaken;
    }

    /// The path is where it was: for a round of the cycle places are written down, and these are returned the second time.
    pub(crate) fn again(&mut self) -> Option<Vec<Loc>> {
        // The next state to remember must not come in between. But it must come: the path may have been where it was for
        // some inputs only, and leave them.
        self.next = self.next.max(2 * self.rounds);
        self.mistaken = 0;
        let places = self.places.replace(Vec::new());
        places.filter(|places| !places.is_empty())
    }

    /// Marks the expressions of the state that is remembered.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        let Some(earlier) = &self.earlier else { return };
        earlier.snapshot.memory.mark(marker);
        for value in &earlier.snapshot.registers {
            if let Value::Symbolic(e) = value {
                marker.mark(*e);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Id;

    use vellum_memory::{Memory, MemoryConfig};

    use super::{FuncId, Loc, Look, Sight, Snapshot, Trail};

    fn snapshot(fingerprint: u64) -> Snapshot {
        let memory = Memory::new(MemoryConfig::default());
        Snapshot { fingerprint, memory, registers: Vec::new(), calls: Vec::new() }
    }

    /// Walks through states until a cycle is found: after how many rounds, and its places.
    fn walk(states: impl Iterator<Item = u64>, sight: impl Fn(u64) -> u64) -> Option<(usize, usize)> {
        let mut trail = Trail::default();
        for (round, state) in states.enumerate() {
            let sight = Sight { calls: 1, function: FuncId::from_index(0), pc: 0, registers: sight(state) };
            if trail.is_recording() {
                trail.record(Loc::from_index(0));
            }
            match trail.round(sight) {
                Look::Away => (),
                Look::Remember => trail.remember(sight, snapshot(state)),
                Look::Compare(earlier) if earlier.fingerprint != state => trail.mistaken(),
                Look::Compare(_) => {
                    if let Some(places) = trail.again() {
                        return Some((round, places.len()));
                    }
                }
            }
        }
        None
    }

    #[test]
    fn a_cycle_is_found_whatever_came_before_it() {
        for (before, length) in [(0, 1), (0, 7), (1000, 1), (3000, 1000), (10, 5000)] {
            let states = (0..before).chain((0..length).map(|n| 1_000_000 + n).cycle()).take(100_000);
            let (round, places) = walk(states, |state| state).expect("there is a cycle");
            let longest = usize::try_from(8 * length.max(before) + 300).unwrap();
            assert!(round < longest, "{before} {length}: {round}");
            assert_eq!(places, usize::try_from(length).unwrap());
        }
    }

    #[test]
    fn states_that_look_alike_hide_no_cycle() {
        let states = (0..100).cycle().take(1_000_000);
        assert!(walk(states, |_| 0).is_some());
    }

    #[test]
    fn what_never_repeats_is_no_cycle() {
        assert_eq!(walk(0..20_000, |state| state % 10), None);
    }
}
