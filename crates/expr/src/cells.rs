//! Bytes of an array of which every one is given.
//!
//! Long stretches of one byte are kept as that byte and their ends, so that a gibibyte of zeros takes no memory: only the
//! pages that hold something else do.
//! Law: how bytes are kept follows from what they are, so that equal bytes are equal whoever put them together.

use std::{collections::BTreeMap, ops::Range};

use vellum_collections::cast::{index64, len64, low8};

use crate::pool::{Expr, Exprs};

/// Fewer bytes than this lie side by side, whatever they are.
const SPARSE: u64 = 1 << 16;

/// A stretch of one byte begins and ends at a multiple of this, or at the end.
const PAGE: u64 = 4096;

/// Constant bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bytes(Form);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// All of them, fewer than [`SPARSE`].
    Dense(Box<[u8]>),
    /// By rising place, from the first byte to the last. Two neighbours are of different kinds or have different bytes.
    Sparse(Box<[Stretch]>),
}

/// Some of the bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stretch {
    start: u64,
    end: u64,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum What {
    /// One byte all over.
    Same(u8),
    /// Pages none of which has one byte all over.
    Given(Box<[u8]>),
}

/// Some bytes as others see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// So many times the same byte.
    Same(u8, u64),
    /// These.
    Given(&'a [u8]),
}

impl Part<'_> {
    /// How many bytes that are.
    fn len(self) -> u64 {
        match self {
            Self::Same(_, count) => count,
            Self::Given(bytes) => len64(bytes.len()),
        }
    }
}

impl From<Box<[u8]>> for Bytes {
    fn from(bytes: Box<[u8]>) -> Self {
        if Self::are_dense(&bytes) { Self(Form::Dense(bytes)) } else { Self::of(&bytes) }
    }
}

impl Bytes {
    /// A copy of these.
    pub fn of(bytes: &[u8]) -> Self {
        if Self::are_dense(bytes) {
            return Self(Form::Dense(bytes.into()));
        }
        let mut all = Builder::default();
        for page in bytes.chunks(index64(PAGE)) {
            all.page(page);
        }
        all.finish()
    }

    /// `len` times the same byte, but for some pages: by the number of each, what it holds. The last one may be shorter.
    pub fn pages(len: u64, byte: u8, pages: &BTreeMap<u64, Vec<u8>>) -> Self {
        if len < SPARSE {
            let mut bytes = vec![byte; index64(len)];
            for (number, page) in pages {
                let start = index64(number * PAGE);
                bytes[start..start + page.len()].copy_from_slice(page);
            }
            return Self(Form::Dense(bytes.into()));
        }
        let mut all = Builder::default();
        for (&number, page) in pages {
            all.same(byte, number * PAGE - all.end);
            all.page(page);
        }
        all.same(byte, len - all.end);
        all.finish()
    }

    /// Which pages reach into `range`, and where they lie among `len` bytes.
    pub fn pages_of(range: &Range<u64>, len: u64) -> impl Iterator<Item = (u64, Range<u64>)> + use<> {
        let numbers = range.start / PAGE..range.end.div_ceil(PAGE);
        numbers.map(move |number| (number, number * PAGE..len.min((number + 1) * PAGE)))
    }

    /// Whether these lie side by side.
    pub(crate) fn are_dense(bytes: &[u8]) -> bool {
        len64(bytes.len()) < SPARSE
    }

    /// All of them, if they lie side by side.
    pub(crate) fn dense(&self) -> Option<&[u8]> {
        match &self.0 {
            Form::Dense(bytes) => Some(bytes),
            Form::Sparse(_) => None,
        }
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Form::Dense(bytes) => len64(bytes.len()),
            Form::Sparse(stretches) => stretches.last().map_or(0, |last| last.end),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The byte at `at`; zero outside.
    #[inline]
    pub fn get(&self, at: u64) -> u8 {
        match &self.0 {
            Form::Dense(bytes) => usize::try_from(at).ok().and_then(|at| bytes.get(at)).copied().unwrap_or(0),
            Form::Sparse(_) => self.stretch_at(at).map_or(0, |stretch| match &stretch.what {
                What::Same(byte) => *byte,
                What::Given(bytes) => bytes[index64(at - stretch.start)],
            }),
        }
    }

    /// The bytes of `range`, part by part; none where they do not reach.
    pub fn parts(&self, range: Range<u64>) -> impl Iterator<Item = Part<'_>> {
        let (dense, stretches) = match &self.0 {
            Form::Dense(bytes) => {
                let end = range.end.min(self.len());
                (Some(&bytes[index64(range.start.min(end))..index64(end)]), &[][..])
            }
            Form::Sparse(stretches) => (None, stretches.as_ref()),
        };
        let first = stretches.partition_point(|stretch| stretch.end <= range.start);
        let met = stretches[first..].iter().take_while(move |stretch| stretch.start < range.end);
        let sparse = met.map(move |stretch| {
            let (start, end) = (range.start.max(stretch.start), range.end.min(stretch.end));
            match &stretch.what {
                What::Same(byte) => Part::Same(*byte, end - start),
                What::Given(bytes) => {
                    Part::Given(&bytes[index64(start - stretch.start)..index64(end - stretch.start)])
                }
            }
        });
        dense.map(Part::Given).into_iter().chain(sparse)
    }

    /// Every byte that is not zero, by rising place.
    pub fn others_than_zero(&self) -> impl Iterator<Item = (u64, u8)> {
        let mut end = 0;
        let each = self.parts(0..self.len()).flat_map(move |part| {
            let start = end;
            let (same, given) = match part {
                Part::Same(byte, count) => ((byte, if byte == 0 { 0 } else { count }), &[][..]),
                Part::Given(bytes) => ((0, 0), bytes),
            };
            end += part.len();
            let given = (start..).zip(given.iter().copied());
            (start..start + same.1).map(move |at| (at, same.0)).chain(given)
        });
        each.filter(|&(_, byte)| byte != 0)
    }

    /// A copy of `range`, as far as there are bytes.
    pub fn copy(&self, range: Range<u64>) -> Vec<u8> {
        let mut copy = Vec::new();
        for part in self.parts(range) {
            match part {
                Part::Same(byte, count) => copy.resize(copy.len() + index64(count), byte),
                Part::Given(bytes) => copy.extend_from_slice(bytes),
            }
        }
        copy
    }

    /// The byte that all places of `range` hold, if they do and that is to be seen by looking at no more than `most`.
    pub fn uniform(&self, range: Range<u64>, most: u64) -> Option<u8> {
        let (mut found, mut looked, mut count) = (None, 0, 0);
        let wanted = range.end - range.start;
        for part in self.parts(range) {
            let byte = match part {
                Part::Same(byte, len) => {
                    count += len;
                    byte
                }
                Part::Given(bytes) => {
                    looked += len64(bytes.len());
                    count += len64(bytes.len());
                    let &first = bytes.first()?;
                    (looked <= most && bytes.iter().all(|&byte| byte == first)).then_some(first)?
                }
            };
            if *found.get_or_insert(byte) != byte {
                return None;
            }
        }
        found.filter(|_| count == wanted)
    }

    /// The byte at `at` and where the stretch of it ends that is known without looking.
    pub fn same_from(&self, at: u64) -> Option<(u8, u64)> {
        match self.stretch_at(at)? {
            &Stretch { end, what: What::Same(byte), .. } => Some((byte, end)),
            Stretch { what: What::Given(_), .. } => None,
        }
    }

    /// The same with some bytes changed.
    #[must_use]
    pub fn with(&self, changes: impl IntoIterator<Item = (u64, u8)>) -> Self {
        let len = self.len();
        if let Form::Dense(bytes) = &self.0 {
            let mut bytes = bytes.clone();
            changes.into_iter().for_each(|(at, byte)| bytes[index64(at)] = byte);
            return Self(Form::Dense(bytes));
        }
        let mut pages: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        for (at, byte) in changes {
            let page = pages.entry(at / PAGE).or_insert_with(|| {
                let start = at / PAGE * PAGE;
                self.copy(start..len.min(start + PAGE))
            });
            page[index64(at % PAGE)] = byte;
        }
        let mut all = Builder::default();
        for (&number, page) in &pages {
            self.append(&mut all, number * PAGE);
            all.page(page);
        }
        self.append(&mut all, len);
        all.finish()
    }

    /// Gives a builder what is missing there up to `end`.
    fn append(&self, all: &mut Builder, end: u64) {
        for part in self.parts(all.end..end) {
            match part {
                Part::Same(byte, count) => all.same(byte, count),
                Part::Given(bytes) => all.given(bytes),
            }
        }
    }

    fn stretch_at(&self, at: u64) -> Option<&Stretch> {
        match &self.0 {
            Form::Dense(_) => None,
            Form::Sparse(stretches) => {
                let found = stretches.partition_point(|stretch| stretch.end <= at);
                stretches.get(found)
            }
        }
    }
}

/// Bytes being put together from the first to the last.
#[derive(Default)]
struct Builder {
    done: Vec<Stretch>,
    /// Pages behind that, none of which has one byte all over.
    given: Vec<u8>,
    end: u64,
}

impl Builder {
    fn page(&mut self, page: &[u8]) {
        match page.split_first() {
            Some((&first, rest)) if rest.iter().all(|&byte| byte == first) => {
                self.same(first, len64(page.len()));
            }
            _ => self.given(page),
        }
    }

    fn given(&mut self, bytes: &[u8]) {
        self.given.extend_from_slice(bytes);
        self.end += len64(bytes.len());
    }

    fn same(&mut self, byte: u8, count: u64) {
        if count == 0 {
            return;
        }
        self.put_given();
        let (start, end) = (self.end, self.end + count);
        self.end = end;
        match self.done.last_mut() {
            Some(last) if last.what == What::Same(byte) => last.end = end,
            _ => self.done.push(Stretch { start, end, what: What::Same(byte) }),
        }
    }

    fn put_given(&mut self) {
        if !self.given.is_empty() {
            let bytes = std::mem::take(&mut self.given);
            let start = self.end - len64(bytes.len());
            self.done.push(Stretch { start, end: self.end, what: What::Given(bytes.into()) });
        }
    }

    fn finish(mut self) -> Bytes {
        self.put_given();
        Bytes(Form::Sparse(self.done.into()))
    }
}

/// Bytes, some of which are expressions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    bytes: Bytes,
    /// Bytes that are not constant, by rising place; 8 bits each.
    symbolic: Box<[(u32, Expr)]>,
}

impl Cells {
    /// Bytes of which those at the given places, in rising order, are expressions of 8 bits.
    pub fn new(bytes: Box<[u8]>, symbolic: Vec<(u32, Expr)>) -> Self {
        Self::of(bytes.into(), symbolic)
    }

    /// As [`Cells::new`], of what may have long stretches of one byte.
    pub fn of(mut bytes: Bytes, symbolic: Vec<(u32, Expr)>) -> Self {
        debug_assert!(symbolic.is_sorted_by(|a, b| a.0 < b.0), "places rise");
        // What lies under an expression must not tell two equal arrays apart.
        if symbolic.iter().any(|&(at, _)| bytes.get(at.into()) != 0) {
            bytes = bytes.with(symbolic.iter().map(|&(at, _)| (at.into(), 0)));
        }
        Self { bytes, symbolic: symbolic.into() }
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.bytes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether they are these constants, which lie side by side.
    pub(crate) fn is_constant(&self, bytes: &[u8]) -> bool {
        self.symbolic.is_empty() && self.bytes.dense() == Some(bytes)
    }

    /// The bytes; zero where there is an expression.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The places and expressions of bytes that are not constant.
    pub fn symbolic(&self) -> &[(u32, Expr)] {
        &self.symbolic
    }

    /// The expression at `at`, if it is not constant.
    pub fn expr(&self, at: u64) -> Option<Expr> {
        let found = self.symbolic.binary_search_by_key(&at, |&(place, _)| u64::from(place)).ok()?;
        Some(self.symbolic[found].1)
    }

    /// The constant at `at`; zero outside.
    pub fn byte(&self, at: u64) -> u8 {
        self.bytes.get(at)
    }

    /// Whether an expression lies at `first` or after, before `end`.
    pub(crate) fn has_symbolic(&self, first: u64, end: u64) -> bool {
        let before = |at: u64| self.symbolic.partition_point(|&(place, _)| u64::from(place) < at);
        before(first) != before(end)
    }

    /// At most eight constant bytes from `at` on.
    pub(crate) fn constant_word(&self, at: u64, bytes: u64) -> u64 {
        (0..bytes).rev().fold(0, |word, i| word << 8 | u64::from(self.byte(at.wrapping_add(i))))
    }

    /// The same with what turns out to be constant among the expressions as a byte like any other.
    pub(crate) fn settled(self, exprs: &Exprs) -> Self {
        if !self.symbolic.iter().any(|&(_, e)| exprs.is_const(e)) {
            return self;
        }
        let (known, symbolic): (Vec<_>, Vec<_>) =
            self.symbolic.iter().partition(|&&(_, e)| exprs.is_const(e));
        let number = |e: Expr| low8(exprs.as_const(e).unwrap_or(0));
        let bytes = self.bytes.with(known.into_iter().map(|(at, e)| (at.into(), number(e))));
        Self { bytes, symbolic: symbolic.into() }
    }

    /// The same with other expressions, of which some may be constant.
    #[must_use]
    pub fn replaced(&self, exprs: &Exprs, mut by: impl FnMut(Expr) -> Expr) -> Self {
        let symbolic = self.symbolic.iter().map(|&(at, e)| (at, by(e))).collect();
        Self { bytes: self.bytes.clone(), symbolic }.settled(exprs)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, ops::Range};

    use vellum_collections::{
        Random,
        cast::{index64, len64, low8},
    };

    use super::{Bytes, PAGE, Part, SPARSE};

    /// Mostly zeros, with some stretches of other bytes.
    fn content(random: &mut Random, len: u64) -> Vec<u8> {
        let mut bytes = vec![0; index64(len)];
        for _ in 0..random.below(12) {
            let at = random.below(len);
            let end = len.min(at + 1 + random.below(3 * PAGE));
            let byte = low8(random.below(3));
            let is_mixed = random.below(2) == 0;
            for place in at..end {
                bytes[index64(place)] = if is_mixed { low8(random.below(256)) } else { byte };
            }
        }
        bytes
    }

    fn some_range(random: &mut Random, len: u64) -> Range<u64> {
        let start = random.below(len);
        start..start + 1 + random.below(len - start)
    }

    #[test]
    fn bytes_are_what_they_were_made_of_however_that_was_done() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let len = [SPARSE - 1, SPARSE, SPARSE + 1, 3 * SPARSE + 77, 40_000][index64(random.below(5))];
            let plain = content(&mut random, len);
            let bytes = Bytes::of(&plain);
            assert_eq!((bytes.len(), bytes.is_empty()), (len, false));
            assert_eq!(bytes, Bytes::from(plain.clone().into_boxed_slice()));
            // By pages over one byte, some of which would not have been needed.
            let fill = low8(random.below(2));
            let pages: BTreeMap<u64, Vec<u8>> = Bytes::pages_of(&(0..len), len)
                .filter_map(|(number, range)| {
                    let page = plain[index64(range.start)..index64(range.end)].to_vec();
                    let is_needed = page.iter().any(|&byte| byte != fill);
                    (is_needed || random.below(2) == 0).then_some((number, page))
                })
                .collect();
            assert_eq!(Bytes::pages(len, fill, &pages), bytes);
            // From others, byte by byte.
            let other = content(&mut random, len);
            let changes = (0..len).filter(|&at| other[index64(at)] != plain[index64(at)]);
            let changes: Vec<_> = changes.map(|at| (at, other[index64(at)])).collect();
            assert_eq!(bytes.with(changes), Bytes::of(&other));
        }
    }

    #[test]
    fn bytes_are_read_as_a_slice_is() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let len = SPARSE - 5 + random.below(3 * SPARSE);
            let plain = content(&mut random, len);
            let bytes = Bytes::of(&plain);
            for _ in 0..40 {
                let range = some_range(&mut random, len);
                let slice = &plain[index64(range.start)..index64(range.end)];
                assert_eq!(bytes.copy(range.clone()), slice);
                assert_eq!(bytes.get(range.start), slice[0]);
                let is_same = slice.iter().all(|&byte| byte == slice[0]);
                assert_eq!(bytes.uniform(range.clone(), u64::MAX), is_same.then_some(slice[0]));
                if let Some((byte, end)) = bytes.same_from(range.start) {
                    assert!(plain[index64(range.start)..index64(end)].iter().all(|&other| other == byte));
                }
            }
            assert_eq!((bytes.get(len), bytes.get(u64::MAX), bytes.same_from(len)), (0, 0, None));
            assert_eq!(bytes.uniform(len - 1..len + 1, u64::MAX), None);
        }
    }

    #[test]
    fn many_equal_bytes_cost_nothing() {
        let len = 1 << 40;
        let page: Vec<u8> = (0..PAGE).map(low8).collect();
        let bytes = Bytes::pages(len, 0, &BTreeMap::from([(5, page.clone())]));
        assert_eq!((bytes.len(), bytes.get(5 * PAGE + 3), bytes.get(len - 1)), (len, 3, 0));
        let parts: Vec<Part<'_>> = bytes.parts(0..len).collect();
        let behind = len - 6 * PAGE;
        assert_eq!(parts, [Part::Same(0, 5 * PAGE), Part::Given(&page), Part::Same(0, behind)]);
        assert_eq!(bytes.uniform(6 * PAGE..len, 0), Some(0));
        assert_eq!(bytes.same_from(6 * PAGE), Some((0, len)));
        assert_eq!(len64(bytes.copy(4 * PAGE..7 * PAGE).len()), 3 * PAGE);
        let changed = bytes.with((5 * PAGE..6 * PAGE).map(|at| (at, 0)));
        assert_eq!(changed, Bytes::pages(len, 0, &BTreeMap::new()));
    }
}
