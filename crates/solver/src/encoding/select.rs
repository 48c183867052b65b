//! One of the values of a table, by an index that is not constant.
//!
//! The table is given as runs of equal values. A few exceptions from a default become comparisons; anything
//! else a tree of choices over the index's bits, in which equal halves are one.

use vellum_collections::Map;
use vellum_expr::{Cells, Expr, Exprs};

use super::{bounds::Range, chain::Chain};

/// Values of the selector from `first` to `last` all choose `value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    first: u64,
    last: u64,
    /// How many of them there are.
    count: u64,
    value: Expr,
}

/// A place computed from a smaller term: `term * factor + offset`, never wrapping.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    pub(super) term: Expr,
    pub(super) factor: u64,
    pub(super) offset: i128,
    pub(super) range: Range,
}

impl Affine {
    /// The place for a value of the term.
    pub(super) fn place(&self, value: u64) -> i128 {
        i128::from(value) * i128::from(self.factor) + self.offset
    }
}

/// Runs up to this many that differ from the default are compared one by one.
const FEW: usize = 4;

/// Where the bytes of a table come from.
pub(super) struct Table<'a> {
    pub(super) cells: &'a Cells,
    /// The expressions of cells that are not constant, by rising place.
    pub(super) symbolic: &'a [(u32, Expr)],
    pub(super) bytes: u32,
    /// What is done with the value that was read.
    pub(super) chain: Option<&'a Chain>,
}

impl Table<'_> {
    /// What comes of a value.
    fn result(&self, exprs: &mut Exprs, value: Expr) -> Expr {
        self.chain.map_or(value, |chain| chain.result(exprs, value))
    }

    /// What comes of a read outside.
    pub(super) fn outside(&self, exprs: &mut Exprs) -> Expr {
        let zero = exprs.zero(self.bytes * 8);
        self.result(exprs, zero)
    }

    /// The runs of results.
    fn results(&self, exprs: &mut Exprs, runs: Vec<Run>) -> Vec<Run> {
        if self.chain.is_none() {
            return runs;
        }
        let mut known: Map<Expr, Expr> = Map::default();
        let mut results: Vec<Run> = Vec::new();
        for run in runs {
            let value = match known.get(&run.value) {
                Some(&value) => value,
                None => {
                    let value = self.result(exprs, run.value);
                    known.insert(run.value, value);
                    value
                }
            };
            match results.last_mut() {
                Some(last) if last.value == value => {
                    last.last = run.last;
                    last.count += run.count;
                }
                _ => results.push(Run { value, ..run }),
            }
        }
        results
    }

    /// The value read at a place; zero outside.
    fn value(&self, exprs: &mut Exprs, place: u64) -> Expr {
        let parts: Vec<Expr> = (0..u64::from(self.bytes)).map(|i| self.cell(exprs, place + i)).collect();
        exprs.concat_bytes(&parts)
    }

    fn cell(&self, exprs: &mut Exprs, place: u64) -> Expr {
        match self.symbolic.binary_search_by_key(&place, |&(at, _)| u64::from(at)) {
            Ok(found) => self.symbolic[found].1,
            Err(_) => exprs.constant(8, u64::from(self.byte(place))),
        }
    }

    fn byte(&self, place: u64) -> u8 {
        self.cells.byte(place)
    }

    /// The last place at or behind `place` of which the value is known to be the one there, without a look at those between.
    fn same_until(&self, place: u64, next_symbolic: usize) -> u64 {
        let bytes = u64::from(self.bytes);
        let Some((_, end)) = self.cells.bytes().same_from(place) else { return place };
        let end = self.symbolic.get(next_symbolic).map_or(end, |&(at, _)| end.min(at.into()));
        end.saturating_sub(bytes).max(place)
    }

    /// The value at a place if it is constant and a word.
    fn word(&self, place: u64, next_symbolic: usize) -> Option<u64> {
        let end = place + u64::from(self.bytes);
        let is_free = self.symbolic.get(next_symbolic).is_none_or(|&(at, _)| u64::from(at) >= end);
        (is_free && self.bytes <= 8).then(|| {
            (0..u64::from(self.bytes)).rev().fold(0, |word, i| word << 8 | u64::from(self.byte(place + i)))
        })
    }

    /// The runs of values the selector chooses from, for those of its values that lie in the range.
    fn runs(&self, exprs: &mut Exprs, index: &Affine, known: (u64, u64)) -> Vec<Run> {
        let (zeros, ones) = known;
        let step = 1 << zeros.trailing_ones().min(63);
        let mut runs: Vec<Run> = Vec::new();
        let mut word_before = None;
        let mut next_symbolic = 0;
        let first = index.range.min.next_multiple_of(step);
        let mut at = first;
        while at <= index.range.max {
            if at & zeros == 0 && at & ones == ones {
                let place = u64::try_from(index.place(at)).expect("the caller keeps places inside");
                while self.symbolic.get(next_symbolic).is_some_and(|&(cell, _)| u64::from(cell) < place) {
                    next_symbolic += 1;
                }
                let word = self.word(place, next_symbolic);
                let value = match (word, word_before, runs.last()) {
                    (Some(word), Some(before), Some(run)) if word == before => run.value,
                    (Some(word), ..) => exprs.constant(self.bytes * 8, word),
                    (None, ..) => self.value(exprs, place),
                };
                word_before = word;
                // Those that follow in a stretch of one byte; some of them may be no values of the selector.
                let far = self.same_until(place, next_symbolic) - place;
                let more = (far / index.factor / step).min((index.range.max - at) / step);
                let last = at + more * step;
                match runs.last_mut() {
                    Some(run) if run.value == value => {
                        run.last = last;
                        run.count += 1 + more;
                    }
                    _ => runs.push(Run { first: at, last, count: 1 + more, value }),
                }
                at = last;
            }
            let Some(next) = at.checked_add(step) else { break };
            at = next;
        }
        runs
    }

    /// The value at the index, which lies in its range.
    pub(super) fn select(&self, exprs: &mut Exprs, index: &Affine) -> Expr {
        let facts = *exprs.facts(index.term);
        let width = exprs.width(index.term);
        let mask = vellum_bits::word::mask(width);
        let runs = self.runs(exprs, index, (facts.zeros & mask, facts.ones));
        let runs = self.results(exprs, runs);
        if runs.is_empty() {
            return self.outside(exprs);
        }
        let default = most_frequent(&runs);
        let exceptions: Vec<Run> = runs.iter().filter(|run| run.value != default).copied().collect();
        if exceptions.len() <= FEW {
            exceptions.iter().rfold(default, |rest, run| {
                let hit = in_run(exprs, index.term, run, index.range);
                exprs.ite(hit, run.value, rest)
            })
        } else {
            let bits = u64::BITS - index.range.max.leading_zeros();
            let tree = Tree { runs: &runs, selector: index.term };
            tree.block(exprs, 0, bits).unwrap_or(default)
        }
    }
}

/// The value of most places.
fn most_frequent(runs: &[Run]) -> Expr {
    let mut counts: Map<Expr, u64> = Map::default();
    for run in runs {
        *counts.entry(run.value).or_default() += run.count;
    }
    let best = counts.iter().rev().max_by_key(|&(_, &count)| count);
    *best.expect("there is a run").0
}

/// Whether the selector lies in a run.
fn in_run(exprs: &mut Exprs, selector: Expr, run: &Run, range: Range) -> Expr {
    let width = exprs.width(selector);
    let first = exprs.constant(width, run.first);
    let last = exprs.constant(width, run.last);
    if run.first == run.last {
        return exprs.eq(selector, first);
    }
    let from = if run.first <= range.min { Expr::TRUE } else { exprs.ule(first, selector) };
    let to = if run.last >= range.max { Expr::TRUE } else { exprs.ule(selector, last) };
    exprs.and(from, to)
}

struct Tree<'a> {
    runs: &'a [Run],
    selector: Expr,
}

impl Tree<'_> {
    /// The value where the selector's bits above `bits` are those of `base`; nothing if it is never there. At
    /// most one call deep per bit of the selector.
    fn block(&self, exprs: &mut Exprs, base: u64, bits: u32) -> Option<Expr> {
        let last = base + (u64::MAX >> (u64::BITS - bits.max(1))) * u64::from(bits > 0);
        let start = self.runs.partition_point(|run| run.last < base);
        let end = start + self.runs[start..].partition_point(|run| run.first <= last);
        let (first, rest) = self.runs[start..end].split_first()?;
        if rest.iter().all(|run| run.value == first.value) {
            return Some(first.value);
        }
        let bit = bits - 1;
        let low = self.block(exprs, base, bit);
        let high = self.block(exprs, base + (1 << bit), bit);
        match (low, high) {
            (Some(low), Some(high)) if low != high => {
                let choice = exprs.extract(self.selector, bit, 1);
                Some(exprs.ite(choice, high, low))
            }
            (low, high) => low.or(high),
        }
    }
}
