//! Reads of arrays as choices between values: no backend ever sees an array.
//!
//! A read looks only at the places its index can reach where the conditions of the question hold. The encoded
//! conditions together mean what the original ones together mean; one alone need not. (By the size of terms:
//! the range of an index comes from conditions on terms whose reads have smaller indices.)

pub(crate) mod bounds;
mod chain;
mod select;
mod stores;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use vellum_bits::word;
use vellum_collections::{Id, Map, Set};
use vellum_expr::{Array, ArrayKind, BinaryOp, Cells, Expr, Exprs, Kind, Marker};

use bounds::{Bounds, Range};
use chain::Chain;
use select::{Affine, Table};

/// Whether a read occurs in an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    Unknown,
    None,
    Some,
}

/// Encodes conditions, remembering what it made.
#[derive(Default)]
pub(crate) struct Encoder {
    /// By expression.
    reads: Vec<Reads>,
    /// By condition: the terms on whose ranges its encoding depends.
    indices: Map<Expr, Rc<[Expr]>>,
    /// By condition and the ranges of those indices.
    done: Map<(Expr, Box<[Range]>), Expr>,
    todo: Vec<Expr>,
    /// Bytes of the largest array that a condition reads.
    largest_array: u64,
}

/// Encoded conditions after which the memory of them is dropped.
const REMEMBERED: usize = 50_000;

impl Encoder {
    /// Conditions that mean the same together and read no array, in the same order.
    pub(crate) fn encode(&mut self, exprs: &mut Exprs, conditions: &[Expr]) -> Vec<Expr> {
        if conditions.iter().filter(|&&condition| self.has_read(exprs, condition)).count() == 0 {
            return conditions.to_vec();
        }
        let bounds = Bounds::of(exprs, conditions, |e| self.reads[e.index()] == Reads::Some);
        if self.done.len() > REMEMBERED {
            self.done.clear();
            self.indices.clear();
        }
        let mut rewriting = Rewriting { bounds: &bounds, ranges: Map::default(), made: Map::default() };
        conditions.iter().map(|&c| self.encode_one(exprs, c, &mut rewriting)).collect()
    }

    fn encode_one(&mut self, exprs: &mut Exprs, condition: Expr, rewriting: &mut Rewriting<'_>) -> Expr {
        if self.reads[condition.index()] != Reads::Some {
            return condition;
        }
        let indices = match self.indices.get(&condition) {
            Some(indices) => Rc::clone(indices),
            None => {
                let indices = self.find_indices(exprs, condition);
                self.indices.insert(condition, Rc::clone(&indices));
                indices
            }
        };
        let ranges = indices.iter().map(|&index| rewriting.range(exprs, index)).collect();
        let key = (condition, ranges);
        if let Some(&made) = self.done.get(&key) {
            return made;
        }
        let made = self.rewrite(exprs, condition, rewriting);
        // Where conditions contradict each other anything will do, and the ranges of the indices need not show it.
        if !rewriting.bounds.is_contradiction() {
            self.done.insert(key, made);
        }
        made
    }

    /// Bytes of the largest array that a condition so far reads.
    pub(crate) fn largest_array(&self) -> u64 {
        self.largest_array
    }

    /// Forgets expressions that were reclaimed.
    pub(crate) fn retain(&mut self, marker: &Marker) {
        self.reads.clear();
        // Terms below a condition live as long as it does.
        self.indices.retain(|&condition, _| marker.is_marked(condition));
        self.done.retain(|(condition, _), made| marker.is_marked(*condition) && marker.is_marked(*made));
    }

    /// Whether a read occurs in `e`, outside of arrays.
    pub(crate) fn has_read(&mut self, exprs: &Exprs, e: Expr) -> bool {
        if self.reads.len() < exprs.capacity() {
            self.reads.resize(exprs.capacity(), Reads::Unknown);
        }
        self.todo.push(e);
        while let Some(&next) = self.todo.last() {
            let before = self.todo.len();
            if self.reads[next.index()] == Reads::Unknown {
                let kind = exprs.kind(next);
                let mut found = kind.array().is_some();
                for operand in kind.operands() {
                    match self.reads[operand.index()] {
                        Reads::Unknown => self.todo.push(operand),
                        Reads::Some => found = true,
                        Reads::None => {}
                    }
                }
                if self.todo.len() == before {
                    self.reads[next.index()] = if found { Reads::Some } else { Reads::None };
                }
            }
            if self.todo.len() == before {
                self.todo.pop();
            }
        }
        self.reads[e.index()] == Reads::Some
    }

    /// The indices of all reads and writes below, and what these are computed from ([`Rewriting::affine`]).
    fn find_indices(&mut self, exprs: &Exprs, condition: Expr) -> Rc<[Expr]> {
        let mut found = Set::default();
        let mut seen: Set<Expr> = Set::default();
        let mut arrays: Set<Array> = Set::default();
        let mut todo = vec![condition];
        while let Some(e) = todo.pop() {
            if !self.has_read(exprs, e) || !seen.insert(e) {
                continue;
            }
            todo.extend(exprs.kind(e).operands());
            let Kind::Read { array, index } = exprs.kind(e) else { continue };
            found.extend(std::iter::successors(Some(index), |&term| Some(step_below(exprs, term)?.term)));
            let mut next = Some(array);
            while let Some(array) = next.filter(|&array| arrays.insert(array)) {
                match exprs.array_kind(array) {
                    &ArrayKind::Store { on, index, value } => {
                        found.insert(index);
                        todo.extend([index, value]);
                        next = Some(on);
                    }
                    ArrayKind::Span { .. } => unreachable!("a read takes spans apart"),
                    ArrayKind::Cells(cells) => {
                        self.largest_array = self.largest_array.max(cells.len());
                        todo.extend(cells.symbolic().iter().map(|&(_, e)| e));
                        next = None;
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    fn rewrite(&mut self, exprs: &mut Exprs, e: Expr, rewriting: &mut Rewriting<'_>) -> Expr {
        let mut todo = vec![e];
        while let Some(&next) = todo.last() {
            let before = todo.len();
            if self.has_read(exprs, next) && !rewriting.made.contains_key(&next) {
                let needed = rewriting.needed(exprs, next);
                todo.extend(
                    needed.iter().filter(|&&e| self.has_read(exprs, e) && !rewriting.made.contains_key(&e)),
                );
                if todo.len() == before {
                    let made = rewriting.make(exprs, next);
                    rewriting.made.insert(next, made);
                }
            }
            if todo.len() == before {
                todo.pop();
            }
        }
        rewriting.now(e)
    }
}

/// How a term is computed from a smaller one: `term * factor + offset`.
struct Step {
    term: Expr,
    factor: u64,
    offset: i128,
}

/// The smaller term that `e` is computed from by constants, if it is.
fn step_below(exprs: &Exprs, e: Expr) -> Option<Step> {
    // Below a truth value nothing may have been encoded: it may have been a table.
    if exprs.width(e) == 1 {
        return None;
    }
    let step = |term, factor, offset| Some(Step { term, factor, offset });
    match exprs.kind(e) {
        Kind::ZExt(a) | Kind::SExt(a) => step(a, 1, 0),
        Kind::Binary(BinaryOp::Add, a, b) => {
            step(a, 1, i128::from(word::sign_extend(exprs.width(b), exprs.as_const(b)?)))
        }
        Kind::Binary(BinaryOp::Mul, a, b) => step(a, exprs.as_const(b).filter(|&factor| factor > 0)?, 0),
        Kind::Concat(a, b) if exprs.width(b) < 32 => {
            step(a, 1 << exprs.width(b), i128::from(exprs.as_const(b)?))
        }
        Kind::Binary(BinaryOp::Shl, a, b) => step(a, 1 << exprs.as_const(b).filter(|&shift| shift < 32)?, 0),
        _ => None,
    }
}

/// One question's encoding under way.
struct Rewriting<'a> {
    bounds: &'a Bounds,
    /// Ranges of terms that several conditions depend on.
    ranges: Map<Expr, Range>,
    /// What expressions with reads have become.
    made: Map<Expr, Expr>,
}

impl Rewriting<'_> {
    /// The values a term may have where the conditions hold.
    fn range(&mut self, exprs: &Exprs, e: Expr) -> Range {
        *self.ranges.entry(e).or_insert_with(|| self.bounds.range(exprs, e))
    }

    fn now(&self, e: Expr) -> Expr {
        self.made.get(&e).copied().unwrap_or(e)
    }

    /// What must be encoded before an expression.
    fn needed(&self, exprs: &Exprs, e: Expr) -> Vec<Expr> {
        if let Some((chain, _)) = self.chain(exprs, e) {
            return vec![chain.index];
        }
        let mut needed: Vec<Expr> = exprs.kind(e).operands().collect();
        let Kind::Read { array, index } = exprs.kind(e) else { return needed };
        let (writes, cells) = stores::layers(exprs, array);
        needed.extend(writes.iter().flat_map(|write| [write.index, write.value]));
        let range = self.bounds.range(exprs, index);
        let last = range.max.saturating_add(u64::from(exprs.width(e) / 8));
        // A read that wraps around reaches the first bytes, too.
        let in_reach = |at: u64| last == u64::MAX || at < last && at >= range.min;
        needed.extend(cells.symbolic().iter().filter(|&&(at, _)| in_reach(u64::from(at))).map(|&(_, e)| e));
        needed
    }

    fn make(&self, exprs: &mut Exprs, e: Expr) -> Expr {
        if let Some((chain, place)) = self.chain(exprs, e) {
            let table = Table { cells: &chain.cells, symbolic: &[], bytes: chain.bytes, chain: Some(&chain) };
            return self.look_up(exprs, &table, &place);
        }
        let (kind, width) = (exprs.kind(e), exprs.width(e));
        match kind {
            Kind::Read { array, index } => self.read(exprs, array, index, width / 8),
            _ => chain::rebuilt(exprs, kind, width, |e| self.now(e)),
        }
    }

    /// A computation with constants on what is read from a constant table, and where it is read.
    fn chain(&self, exprs: &Exprs, e: Expr) -> Option<(Chain, Affine)> {
        let chain = Chain::of(exprs, e)?;
        let place = self.affine(exprs, chain.index);
        let is_inside = place.place(place.range.max) <= i128::from(u64::MAX) - i128::from(chain.bytes);
        is_inside.then_some((chain, place))
    }

    fn read(&self, exprs: &mut Exprs, array: Array, index: Expr, bytes: u32) -> Expr {
        let (mut writes, cells) = stores::layers(exprs, array);
        let range = self.bounds.range(exprs, index);
        for write in &mut writes {
            write.range = self.bounds.range(exprs, write.index);
            write.index = self.now(write.index);
            write.value = self.now(write.value);
        }
        let place = stores::Place { index: self.now(index), range, bytes };
        writes.retain(|write| write.may_meet(exprs, &place));
        let base = match stores::exact(exprs, &mut writes, &place) {
            Some(value) => value,
            None => self.read_cells(exprs, &cells, index, bytes),
        };
        writes.iter().rev().fold(base, |below, write| write.over(exprs, &place, below))
    }

    /// A read from given bytes.
    fn read_cells(&self, exprs: &mut Exprs, cells: &Cells, index: Expr, bytes: u32) -> Expr {
        let place = self.affine(exprs, index);
        if place.place(place.range.max) > i128::from(u64::MAX) - i128::from(bytes) && bytes > 1 {
            return self.read_around(exprs, cells, index, bytes);
        }
        let symbolic: Vec<(u32, Expr)> = cells.symbolic().iter().map(|&(at, e)| (at, self.now(e))).collect();
        self.look_up(exprs, &Table { cells, symbolic: &symbolic, bytes, chain: None }, &place)
    }

    /// The value of a table at a place that does not wrap around.
    fn look_up(&self, exprs: &mut Exprs, table: &Table<'_>, place: &Affine) -> Expr {
        let (first, last) = (place.place(place.range.min), place.place(place.range.max));
        let size = i128::from(table.cells.len());
        if place.range.min > place.range.max || first >= size {
            return table.outside(exprs);
        }
        let term = self.now(place.term);
        if last < size {
            return table.select(exprs, &Affine { term, ..*place });
        }
        // The last value of the term that is inside; beyond it there are zeros.
        let inside = u64::try_from((size - 1 - place.offset) / i128::from(place.factor)).unwrap_or(0);
        let range = Range::new(place.range.min, inside);
        let value = table.select(exprs, &Affine { term, range, ..*place });
        let limit = exprs.constant(exprs.width(term), inside);
        let is_inside = exprs.ule(term, limit);
        let outside = table.outside(exprs);
        exprs.ite(is_inside, value, outside)
    }

    /// A read that may wrap around the end of all addresses, byte by byte.
    fn read_around(&self, exprs: &mut Exprs, cells: &Cells, index: Expr, bytes: u32) -> Expr {
        let index = self.now(index);
        let mut parts = Vec::new();
        for i in 0..bytes {
            let step = exprs.constant(64, u64::from(i));
            let at = exprs.add(index, step);
            let facts = exprs.facts(at);
            let place = Affine { term: at, factor: 1, offset: 0, range: Range::new(facts.min, facts.max) };
            let symbolic: Vec<(u32, Expr)> =
                cells.symbolic().iter().map(|&(at, e)| (at, self.now(e))).collect();
            let table = Table { cells, symbolic: &symbolic, bytes: 1, chain: None };
            let inside = cells.len().saturating_sub(1).min(place.range.max);
            let value = table.select(exprs, &Affine { range: Range::new(place.range.min, inside), ..place });
            let limit = exprs.constant(64, cells.len());
            let is_inside = exprs.ult(at, limit);
            let outside = exprs.zero(8);
            parts.push(exprs.ite(is_inside, value, outside));
        }
        exprs.concat_bytes(&parts)
    }

    /// The smallest term the index is a multiple of, plus something.
    fn affine(&self, exprs: &Exprs, index: Expr) -> Affine {
        let mut best = Affine { term: index, factor: 1, offset: 0, range: self.bounds.range(exprs, index) };
        loop {
            let Some(Step { term, factor, offset }) = step_below(exprs, best.term) else { return best };
            // Within the term's range the smaller computation must not leave the width of the larger one.
            let range = self.bounds.range(exprs, term);
            let value = |x: u64| i128::from(x) * i128::from(factor) + offset;
            let is_negative = matches!(exprs.kind(best.term), Kind::SExt(_)) && {
                range.max >> (exprs.width(term) - 1) != 0
            };
            let fits =
                value(range.min) >= 0 && value(range.max) <= i128::from(word::mask(exprs.width(best.term)));
            let Some(all) = best.factor.checked_mul(factor).filter(|_| fits && !is_negative) else {
                return best;
            };
            let range = range.meet(best.range.before(factor, offset));
            let offset = best.offset + offset * i128::from(best.factor);
            best = Affine { term, factor: all, offset, range };
        }
    }
}
