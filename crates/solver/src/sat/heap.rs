//! Which variable to decide next: a heap by activity, the older variable first among equals.

use vellum_collections::cast::{index, len32};

const ABSENT: u32 = u32::MAX;

/// Variables waiting to be decided.
#[derive(Default)]
pub(super) struct Heap {
    items: Vec<u32>,
    /// By variable: its place among the items.
    places: Vec<u32>,
    /// By variable.
    activities: Vec<f64>,
    bump: f64,
}

impl Heap {
    pub(super) fn add_var(&mut self) {
        self.places.push(ABSENT);
        self.activities.push(0.0);
        if self.bump == 0.0 {
            self.bump = 1.0;
        }
    }

    pub(super) fn clear(&mut self) {
        for &var in &self.items {
            self.places[index(var)] = ABSENT;
        }
        self.items.clear();
    }

    /// Adds a variable; [`Heap::order`] comes before anything else.
    pub(super) fn push_unordered(&mut self, var: u32) {
        if self.places[index(var)] == ABSENT {
            self.places[index(var)] = len32(self.items.len());
            self.items.push(var);
        }
    }

    pub(super) fn order(&mut self) {
        for at in (0..self.items.len() / 2).rev() {
            self.down(at);
        }
    }

    pub(super) fn insert(&mut self, var: u32) {
        if self.places[index(var)] == ABSENT {
            let at = self.items.len();
            self.places[index(var)] = len32(at);
            self.items.push(var);
            self.up(at);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let last = self.items.pop()?;
        let first = match self.items.first_mut() {
            Some(first) => std::mem::replace(first, last),
            None => last,
        };
        self.places[index(first)] = ABSENT;
        if first != last {
            self.places[index(last)] = 0;
            self.down(0);
        }
        Some(first)
    }

    /// Whether a variable took part in one of the last few hundred conflicts.
    pub(super) fn is_bumped(&self, var: u32) -> bool {
        self.activities[index(var)] > self.bump * 1e-9
    }

    /// A variable took part in a conflict.
    pub(super) fn bump(&mut self, var: u32) {
        self.activities[index(var)] += self.bump;
        if self.activities[index(var)] > 1e100 {
            for activity in &mut self.activities {
                *activity *= 1e-100;
            }
            self.bump *= 1e-100;
        }
        let place = self.places[index(var)];
        if place != ABSENT {
            self.up(index(place));
        }
    }

    /// All activities count a little less from now on.
    pub(super) fn decay(&mut self) {
        self.bump /= 0.95;
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activities[index(a)], self.activities[index(b)]);
        x > y || x >= y && a < b
    }

    fn put(&mut self, at: usize, var: u32) {
        self.items[at] = var;
        self.places[index(var)] = len32(at);
    }

    fn up(&mut self, mut at: usize) {
        let var = self.items[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.is_before(var, self.items[parent]) {
                break;
            }
            self.put(at, self.items[parent]);
            at = parent;
        }
        self.put(at, var);
    }

    fn down(&mut self, mut at: usize) {
        let var = self.items[at];
        loop {
            let left = 2 * at + 1;
            let Some(&first) = self.items.get(left) else { break };
            let (child, other) = match self.items.get(left + 1) {
                Some(&second) if self.is_before(second, first) => (left + 1, second),
                _ => (left, first),
            };
            if !self.is_before(other, var) {
                break;
            }
            self.put(at, other);
            at = child;
        }
        self.put(at, var);
    }
}
