//! What was freed lately: first in, first out.

use vellum_collections::{SharedVec, cast::len64};

/// A queue of what waits before it may be used again. Copies share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Quarantine {
    /// A ring, once it is full.
    ring: SharedVec<u64>,
    /// The oldest entry of a full ring.
    oldest: usize,
}

impl Quarantine {
    /// Adds what was just freed; what has waited for `delay` others since, if anything. Nothing ever leaves a quarantine
    /// of `usize::MAX`, and nothing needs to be remembered for it.
    pub(super) fn push(&mut self, item: u64, delay: usize) -> Option<u64> {
        if delay == 0 {
            return Some(item);
        }
        if delay == usize::MAX {
            return None;
        }
        if self.ring.len() < delay {
            self.ring.push(item);
            return None;
        }
        let place = self.ring.get_mut(self.oldest)?;
        let oldest = std::mem::replace(place, item);
        self.oldest = (self.oldest + 1) % delay;
        Some(oldest)
    }

    /// All that waits, the oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        let len = self.ring.len();
        (0..len).filter_map(move |i| self.ring.get((self.oldest + i) % len).copied())
    }

    /// How many wait.
    pub(super) fn len(&self) -> u64 {
        len64(self.ring.len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::Quarantine;

    #[test]
    fn what_waits_longest_leaves_first() {
        for delay in [0, 1, 2, 8, 100] {
            let (mut quarantine, mut model) = (Quarantine::default(), VecDeque::new());
            for item in 0..500 {
                model.push_back(item);
                let expected = if model.len() > delay { model.pop_front() } else { None };
                assert_eq!(quarantine.push(item, delay), expected);
                assert!(quarantine.iter().eq(model.iter().copied()), "after {item} of {delay}");
            }
        }
    }

    #[test]
    fn nothing_leaves_an_endless_one() {
        let mut quarantine = Quarantine::default();
        assert!((0..1000).all(|item| quarantine.push(item, usize::MAX).is_none()));
        assert_eq!(quarantine.len(), 0, "nor does it grow");
    }
}
