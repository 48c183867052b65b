//! Hashes of what objects hold.
//!
//! An object that was asked for its hash keeps it from then on: whatever is written to it changes the hash by what the
//! bytes written over and the new ones add to it. Objects nobody asked pay nothing. What was written at symbolic places
//! is hashed anew each time: by the array it is, so equal contents have equal hashes if the same was written in the same
//! order.

use std::ops::Range;

use vellum_collections::combine;
use vellum_expr::Exprs;

use super::{Body, FEW, Written, bits_of};
use crate::contents::Contents;

/// A hash that is kept, in parts.
#[derive(Clone, Debug)]
pub(super) struct Hashed {
    /// Which bytes were written.
    pub(super) written: Written,
    sums: Sums,
}

/// The sums of an object's bytes and of its shadow, if that is not in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    bytes: u64,
    shadow: Option<u64>,
}

/// The sums of an object without some bytes that are about to change.
#[derive(Debug)]
pub(super) struct Rest {
    sums: Sums,
    range: Range<u64>,
}

impl Sums {
    fn less(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.wrapping_sub(other.bytes),
            shadow: self.shadow.zip(other.shadow).map(|(a, b)| a.wrapping_sub(b)),
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.wrapping_add(other.bytes),
            shadow: self.shadow.zip(other.shadow).map(|(a, b)| a.wrapping_add(b)),
        }
    }
}

impl Body {
    /// A number for what it holds: the same for the same contents, however they came about. Kept from now on.
    pub(crate) fn hash(&mut self, exprs: &mut Exprs) -> u64 {
        if let Some(hash) = self.kept_hash() {
            return hash;
        }
        let Some(sums) = self.sums(exprs) else { return self.hash_of_array(exprs) };
        let hash = self.hash_of(sums);
        let written = std::mem::take(&mut self.written);
        self.written = Written::Hashed(Box::new(Hashed { written, sums }));
        hash
    }

    /// The hash, if it is kept.
    pub(crate) fn kept_hash(&self) -> Option<u64> {
        match &self.written {
            Written::Hashed(hashed) => Some(self.hash_of(hashed.sums)),
            Written::All | Written::Few(_) | Written::Shadow(_) => None,
        }
    }

    /// Whether no hash is kept, and one could be.
    pub(crate) fn lacks_hash(&self) -> bool {
        if let Contents::None = self.contents {
            return false;
        }
        let shadow = match &self.written {
            Written::Hashed(_) => return false,
            Written::Shadow(shadow) => shadow.bytes.is_indexed(),
            Written::All | Written::Few(_) => false,
        };
        !shadow && !self.contents.is_indexed()
    }

    /// As [`Body::hash`], kept nowhere.
    pub(crate) fn hash_now(&self, exprs: &mut Exprs) -> u64 {
        if let Some(hash) = self.kept_hash() {
            return hash;
        }
        match self.sums(exprs) {
            Some(sums) => self.hash_of(sums),
            None => self.hash_of_array(exprs),
        }
    }

    /// As [`Body::hash`], from all bytes and kept nowhere.
    #[cfg(test)]
    pub(crate) fn hash_anew(&self, exprs: &mut Exprs) -> u64 {
        let mut other = self.clone();
        other.forget();
        other.hash(exprs)
    }

    /// The hash of an object with these sums.
    fn hash_of(&self, sums: Sums) -> u64 {
        let shadow = match (self.written.inner(), sums.shadow) {
            (Written::Few(bits), _) => combine([1, *bits]),
            (Written::Shadow(shadow), _)
                if self.len() <= FEW
                    && let Some(shadow) = shadow.all_numbers() =>
            {
                combine([1, bits_of(&shadow)])
            }
            (_, Some(sum)) => combine([2, sum]),
            (_, None) => 0,
        };
        combine([self.len(), sums.bytes, shadow])
    }

    /// The hash of an object that was written at symbolic places.
    fn hash_of_array(&self, exprs: &mut Exprs) -> u64 {
        let bytes = match self.contents.array(exprs) {
            Some(array) => exprs.array_fingerprint(array),
            None => self.contents.sum(exprs),
        };
        let shadow = match self.written.inner() {
            Written::Shadow(shadow) => match shadow.bytes.array(exprs) {
                Some(array) => exprs.array_fingerprint(array),
                None => shadow.bytes.sum(exprs),
            },
            Written::Few(bits) => *bits,
            Written::All | Written::Hashed(_) => 0,
        };
        combine([self.len(), bytes, shadow, 3])
    }

    /// The sums of everything; `None` when something was written at symbolic places.
    fn sums(&self, exprs: &mut Exprs) -> Option<Sums> {
        let shadow = match self.written.inner() {
            Written::Shadow(shadow) if shadow.bytes.array(exprs).is_some() => return None,
            Written::Shadow(shadow) => Some(shadow.bytes.sum(exprs)),
            Written::All | Written::Few(_) | Written::Hashed(_) => None,
        };
        if self.contents.array(exprs).is_some() {
            return None;
        }
        Some(Sums { bytes: self.contents.sum(exprs), shadow })
    }

    fn sums_of(&self, exprs: &mut Exprs, range: &Range<u64>) -> Sums {
        let shadow = match self.written.inner() {
            Written::Shadow(shadow) => Some(shadow.bytes.sum_of(exprs, range.clone())),
            Written::All | Written::Few(_) | Written::Hashed(_) => None,
        };
        Sums { bytes: self.contents.sum_of(exprs, range.clone()), shadow }
    }

    /// As [`Body::sums_of`], if all are numbers.
    fn sums_of_numbers(&self, range: &Range<u64>) -> Option<Sums> {
        let shadow = match self.written.inner() {
            Written::Shadow(shadow) => Some(shadow.bytes.sum_of_numbers(range.clone())?),
            Written::All | Written::Few(_) | Written::Hashed(_) => None,
        };
        Some(Sums { bytes: self.contents.sum_of_numbers(range.clone())?, shadow })
    }

    /// Forgets the hash: nobody can say how it changes.
    pub(super) fn forget(&mut self) {
        if let Written::Hashed(hashed) = &mut self.written {
            self.written = std::mem::take(&mut hashed.written);
        }
    }

    /// The bytes of `range` are about to change: what the rest of the object comes to, if its hash is kept.
    pub(super) fn open(&mut self, exprs: &mut Exprs, range: &Range<u64>) -> Option<Rest> {
        let sums = self.kept()?;
        let mut range = self.contents.uncut(exprs, range);
        if let Written::Shadow(shadow) = &self.written {
            range = shadow.bytes.uncut(exprs, &range);
            range = self.contents.uncut(exprs, &range);
        }
        Some(Rest { sums: sums.less(self.sums_of(exprs, &range)), range })
    }

    /// As [`Body::open`], by numbers only.
    pub(super) fn open_numbers(&mut self, range: &Range<u64>) -> Option<Rest> {
        let sums = self.kept()?;
        let uncut = match &self.written {
            Written::Shadow(shadow) => shadow.bytes.is_uncut(range),
            Written::All | Written::Few(_) | Written::Hashed(_) => true,
        };
        let changed = self.sums_of_numbers(range).filter(|_| uncut && self.contents.is_uncut(range))?;
        Some(Rest { sums: sums.less(changed), range: range.clone() })
    }

    /// The bytes have changed.
    pub(super) fn close(&mut self, exprs: &mut Exprs, rest: Option<Rest>) {
        if let Some(rest) = rest {
            let sums = self.sums_of(exprs, &rest.range);
            self.keep(rest.sums, sums);
        }
    }

    /// As [`Body::close`], by numbers only.
    pub(super) fn close_numbers(&mut self, rest: Option<Rest>) {
        if let Some(rest) = rest
            && let Some(sums) = self.sums_of_numbers(&rest.range)
        {
            self.keep(rest.sums, sums);
        }
    }

    /// Takes the hash out.
    fn kept(&mut self) -> Option<Sums> {
        let Written::Hashed(hashed) = &mut self.written else { return None };
        let sums = hashed.sums;
        self.forget();
        Some(sums)
    }

    /// Keeps a hash again, unless the object has got a shadow that was not counted.
    fn keep(&mut self, rest: Sums, more: Sums) {
        if more.shadow.is_some() && rest.shadow.is_none() {
            return;
        }
        let sums = rest.and(more);
        let written = std::mem::take(&mut self.written);
        self.written = Written::Hashed(Box::new(Hashed { written, sums }));
    }
}
