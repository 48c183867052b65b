//! A set of numbers that gives out its smallest first.
//!
//! A bit per number, and above each level of words a level with a bit per word that is not zero. Copies share words, so
//! a change after a copy duplicates a few of them, however many numbers there are.

use vellum_collections::{
    SharedVec,
    cast::{index, len64},
};

/// Levels of words; with 64 bits a word, numbers have up to 30 bits.
const LEVELS: usize = 5;

/// What the numbers are below.
pub(super) const LIMIT: usize = 1 << (6 * LEVELS);

/// A set of numbers below [`LIMIT`].
#[derive(Clone, Debug, Default)]
pub(super) struct Holes {
    levels: [SharedVec<u64>; LEVELS],
    count: usize,
}

impl Holes {
    /// Adds a number that is not in it.
    pub(super) fn insert(&mut self, number: usize) {
        debug_assert!(number < LIMIT, "every number has its bit");
        self.count += 1;
        let mut at = number;
        for level in &mut self.levels {
            while level.len() <= at / 64 {
                level.push(0);
            }
            let Some(word) = level.get_mut(at / 64) else { return };
            let was_empty = *word == 0;
            *word |= 1 << (at % 64);
            if !was_empty {
                return;
            }
            at /= 64;
        }
    }

    /// Removes the smallest number.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let smallest = self.first()?;
        self.count -= 1;
        let mut at = smallest;
        for level in &mut self.levels {
            let word = level.get_mut(at / 64)?;
            *word &= !(1 << (at % 64));
            if *word != 0 {
                break;
            }
            at /= 64;
        }
        Some(smallest)
    }

    /// The smallest number.
    fn first(&self) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        self.levels.iter().rev().try_fold(0, |at, level| {
            let word = level.get(at)?;
            Some(at * 64 + index(word.trailing_zeros()))
        })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// All of them, by rising number.
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        let words = self.levels[0].iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(at, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| len64(at) * 64 + bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use vellum_collections::{
        Random,
        cast::{index64, len64},
    };

    use super::Holes;

    #[test]
    fn it_behaves_like_an_ordered_set() {
        let mut numbers = Random::new(1);
        let mut pairs: Vec<(Holes, BTreeSet<usize>)> = vec![Default::default()];
        for _ in 0..50_000 {
            let chosen = index64(numbers.below(len64(pairs.len())));
            let (holes, model) = &mut pairs[chosen];
            match numbers.below(20) {
                0..=9 => {
                    let limit = [10, 1000, 300_000][index64(numbers.below(3))];
                    let number = index64(numbers.below(limit));
                    if model.insert(number) {
                        holes.insert(number);
                    }
                }
                10..=18 => assert_eq!(holes.pop(), model.pop_first()),
                _ if pairs.len() < 4 => {
                    let copy = pairs[chosen].clone();
                    pairs.push(copy);
                }
                _ => drop(pairs.swap_remove(chosen)),
            }
            if pairs.is_empty() {
                pairs.push(Default::default());
            }
        }
        for (holes, model) in &pairs {
            assert_eq!(holes.len(), model.len());
            assert!(holes.iter().eq(model.iter().map(|&number| len64(number))));
        }
    }
}
