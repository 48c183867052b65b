//! Sets of numbers, most of which are close to others in the set.

/// A set of `u32`, as words of 64 bits with their place, sorted by it; only words that are not zero are there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SparseSet {
    words: Vec<(u32, u64)>,
}

impl SparseSet {
    /// The empty set.
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// Whether it has no member.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many members it has.
    pub fn len(&self) -> usize {
        self.words.iter().map(|(_, word)| crate::cast::index(word.count_ones())).sum()
    }

    /// How many words its members take.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Whether `value` is a member.
    pub fn contains(&self, value: u32) -> bool {
        match self.find(value >> 6) {
            Ok(at) => self.words[at].1 >> (value & 63) & 1 == 1,
            Err(_) => false,
        }
    }

    /// Adds a member; whether it is new.
    pub fn insert(&mut self, value: u32) -> bool {
        let bit = 1 << (value & 63);
        match self.find(value >> 6) {
            Ok(at) => {
                let word = &mut self.words[at].1;
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
            Err(at) => {
                self.words.insert(at, (value >> 6, bit));
                true
            }
        }
    }

    /// Takes a member away; whether it was there.
    pub fn remove(&mut self, value: u32) -> bool {
        let Ok(at) = self.find(value >> 6) else { return false };
        let bit = 1 << (value & 63);
        let word = &mut self.words[at].1;
        let was_there = *word & bit != 0;
        *word &= !bit;
        if *word == 0 {
            self.words.remove(at);
        }
        was_there
    }

    /// Adds the members of `other`; whether one of them is new.
    pub fn union(&mut self, other: &Self) -> bool {
        if self.words.is_empty() {
            self.words.clone_from(&other.words);
            return !other.words.is_empty();
        }
        let (mut changed, mut missing, mut at) = (false, 0, 0);
        for &(place, theirs) in &other.words {
            while at < self.words.len() && self.words[at].0 < place {
                at += 1;
            }
            match self.words.get_mut(at) {
                Some((ours, word)) if *ours == place => {
                    changed |= theirs & !*word != 0;
                    *word |= theirs;
                }
                _ => missing += 1,
            }
        }
        if missing > 0 {
            self.merge_missing(other, missing);
        }
        changed || missing > 0
    }

    /// Puts the words of `other` that have no place here yet where they belong, from the back so that each word moves once.
    fn merge_missing(&mut self, other: &Self, missing: usize) {
        let mut from = self.words.len();
        let mut to = from + missing;
        self.words.resize(to, (0, 0));
        for &(place, theirs) in other.words.iter().rev() {
            while from > 0 && self.words[from - 1].0 > place {
                from -= 1;
                to -= 1;
                self.words[to] = self.words[from];
            }
            if from == 0 || self.words[from - 1].0 != place {
                to -= 1;
                self.words[to] = (place, theirs);
            }
            if from == to {
                break;
            }
        }
    }

    /// The members that `other` has not.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut at = 0;
        let keep = |&(place, word): &(u32, u64)| {
            while at < other.words.len() && other.words[at].0 < place {
                at += 1;
            }
            let rest = match other.words.get(at) {
                Some((theirs, removed)) if *theirs == place => word & !removed,
                _ => word,
            };
            (rest != 0).then_some((place, rest))
        };
        Self { words: self.words.iter().filter_map(keep).collect() }
    }

    /// The members, rising.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|&(place, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(place << 6 | bit)
            })
        })
    }

    fn find(&self, place: u32) -> Result<usize, usize> {
        // Members are often added in rising order.
        match self.words.last() {
            Some((last, _)) if *last < place => Err(self.words.len()),
            None => Err(0),
            Some(_) => self.words.binary_search_by_key(&place, |(place, _)| *place),
        }
    }
}

impl FromIterator<u32> for SparseSet {
    fn from_iter<It: IntoIterator<Item = u32>>(iter: It) -> Self {
        let mut values: Vec<u32> = iter.into_iter().collect();
        values.sort_unstable();
        let mut set = Self::new();
        for value in values {
            set.insert(value);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::SparseSet;
    use crate::Random;

    #[test]
    fn random_operations_agree_with_a_plain_set() {
        let mut random = Random::new(7);
        let mut sets: Vec<(SparseSet, BTreeSet<u32>)> = vec![Default::default(); 6];
        for round in 0..20_000 {
            let span = [70, 1000, 1_000_000][round % 3];
            let value = u32::try_from(random.below(span)).unwrap();
            let [a, b] = [0, 0].map(|_: u8| usize::try_from(random.below(6)).unwrap());
            let other = sets[b].clone();
            let (ours, plain) = &mut sets[a];
            match random.below(8) {
                0..=2 => assert_eq!(ours.insert(value), plain.insert(value)),
                3 => assert_eq!(ours.remove(value), plain.remove(&value)),
                4 => {
                    let before = plain.len();
                    plain.extend(&other.1);
                    assert_eq!(ours.union(&other.0), plain.len() > before);
                }
                5 => {
                    *ours = ours.without(&other.0);
                    *plain = &*plain - &other.1;
                }
                6 => assert_eq!(ours.contains(value), plain.contains(&value)),
                _ => {
                    plain.retain(|value| value % 2 == 0);
                    *ours = ours.iter().filter(|value| value % 2 == 0).collect();
                }
            }
            assert!(ours.iter().eq(plain.iter().copied()));
            assert_eq!((ours.len(), ours.is_empty()), (plain.len(), plain.is_empty()));
        }
    }
}
