//! What a set of conditions says directly about the values of terms: `index < 10`, `x + 3 == 7`, `!(n < 4)`.

use vellum_bits::word;
use vellum_collections::{Map, cast::low32};
use vellum_expr::{BinaryOp, CompareOp, Expr, Exprs, Kind};

/// The values a term may have, unsigned. Empty if `min` is above `max`: the conditions contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Range {
    pub(crate) min: u64,
    pub(crate) max: u64,
}

impl Range {
    pub(crate) const fn new(min: u64, max: u64) -> Self {
        Self { min, max }
    }

    pub(super) fn meet(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    fn join(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The values `x` for which `x * factor + offset` lies in here.
    pub(super) fn before(self, factor: u64, offset: i128) -> Self {
        let factor = i128::from(factor);
        let min = (i128::from(self.min) - offset + factor - 1).div_euclid(factor);
        let max = (i128::from(self.max) - offset).div_euclid(factor);
        // Below zero there is nothing; above all values there is nothing, either.
        match (u64::try_from(min.max(0)), u64::try_from(max.min(i128::from(u64::MAX)))) {
            (Ok(min), Ok(max)) => Self { min, max },
            _ => Self { min: 1, max: 0 },
        }
    }
}

/// Both readings of a term.
#[derive(Clone, Copy)]
struct Bound {
    unsigned: Range,
    smallest: i64,
    largest: i64,
}

/// How deep a term is looked into.
const DEPTH: u32 = 12;

/// What the conditions say of each term they compare with a constant.
#[derive(Default)]
pub(crate) struct Bounds {
    known: Map<Expr, Bound>,
}

impl Bounds {
    pub(crate) fn of(exprs: &Exprs, conditions: &[Expr], has_read: impl Fn(Expr) -> bool) -> Self {
        let mut bounds = Self::default();
        for &condition in conditions {
            let (holds, condition) = match exprs.kind(condition) {
                Kind::Not(inner) => (false, inner),
                _ => (true, condition),
            };
            if let Kind::Extract { of, low } = exprs.kind(condition)
                && !holds
                && low + 1 == exprs.width(of)
                && low < 64
            {
                bounds.add_signed(exprs, of, 0, i64::MAX);
            }
            if let Kind::Compare(op, a, b) = exprs.kind(condition)
                && exprs.width(a) <= 64
            {
                // The facts of a term with reads in it are not relied on: its encoding may go beyond them.
                let limit = |e: Expr| {
                    let facts = exprs.facts(e);
                    (exprs.is_const(e) || !has_read(e)).then(|| Range::new(facts.min, facts.max))
                };
                if let Some(limit) = limit(b) {
                    bounds.compare(exprs, a, holds, op, limit);
                }
                if let Some(limit) = limit(a) {
                    bounds.compared(exprs, b, holds, op, limit);
                }
            }
        }
        bounds
    }

    /// `e op limit`, or its opposite.
    fn compare(&mut self, exprs: &Exprs, e: Expr, holds: bool, op: CompareOp, limit: Range) {
        let width = exprs.width(e);
        let most = word::mask(width);
        let signed = |value| word::sign_extend(width, value);
        let is_one = limit.min == limit.max;
        match (op, holds) {
            (CompareOp::Eq, true) => self.add(exprs, e, limit),
            (CompareOp::Ult, true) => self.add(exprs, e, Range::new(0, limit.max.saturating_sub(1))),
            (CompareOp::Ule, true) => self.add(exprs, e, Range::new(0, limit.max)),
            (CompareOp::Ult, false) => self.add(exprs, e, Range::new(limit.min, most)),
            (CompareOp::Ule, false) => {
                self.add(exprs, e, Range::new(limit.min.saturating_add(1).min(most), most));
            }
            (CompareOp::Slt, true) if is_one => {
                self.add_signed(exprs, e, i64::MIN, signed(limit.max).saturating_sub(1));
            }
            (CompareOp::Sle, true) if is_one => self.add_signed(exprs, e, i64::MIN, signed(limit.max)),
            (CompareOp::Slt, false) if is_one => self.add_signed(exprs, e, signed(limit.max), i64::MAX),
            (CompareOp::Sle, false) if is_one => {
                self.add_signed(exprs, e, signed(limit.max).saturating_add(1), i64::MAX);
            }
            (CompareOp::Eq | CompareOp::Slt | CompareOp::Sle, _) => {}
        }
    }

    /// `limit op e`, or its opposite.
    fn compared(&mut self, exprs: &Exprs, e: Expr, holds: bool, op: CompareOp, limit: Range) {
        let turned = match op {
            CompareOp::Eq => CompareOp::Eq,
            CompareOp::Ult => CompareOp::Ule,
            CompareOp::Ule => CompareOp::Ult,
            CompareOp::Slt => CompareOp::Sle,
            CompareOp::Sle => CompareOp::Slt,
        };
        // `c < e` is the opposite of `e <= c`.
        let holds = if op == CompareOp::Eq { holds } else { !holds };
        self.compare(exprs, e, holds, turned, limit);
    }

    fn entry(&mut self, exprs: &Exprs, e: Expr) -> &mut Bound {
        self.known.entry(e).or_insert_with(|| {
            let facts = exprs.facts(e);
            Bound { unsigned: Range::new(facts.min, facts.max), smallest: i64::MIN, largest: i64::MAX }
        })
    }

    fn add(&mut self, exprs: &Exprs, mut e: Expr, mut range: Range) {
        loop {
            let bound = self.entry(exprs, e);
            bound.unsigned = bound.unsigned.meet(range);
            range = bound.unsigned;
            match exprs.kind(e) {
                Kind::ZExt(inner) => e = inner,
                Kind::Binary(BinaryOp::Add, inner, step) => {
                    let Some(step) = exprs.as_const(step) else { return };
                    let width = exprs.width(e);
                    let back = |value: u64| word::truncate(width, value.wrapping_sub(step));
                    range = Range::new(back(range.min), back(range.max));
                    if range.min > range.max {
                        return;
                    }
                    e = inner;
                }
                _ => return,
            }
        }
    }

    fn add_signed(&mut self, exprs: &Exprs, mut e: Expr, smallest: i64, largest: i64) {
        loop {
            let bound = self.entry(exprs, e);
            bound.smallest = bound.smallest.max(smallest);
            bound.largest = bound.largest.min(largest);
            match exprs.kind(e) {
                Kind::SExt(inner) => e = inner,
                _ => return,
            }
        }
    }

    /// Whether there is a term that no value is left for.
    pub(crate) fn is_contradiction(&self) -> bool {
        self.known.values().any(|bound| bound.unsigned.min > bound.unsigned.max)
    }

    /// The terms something is known of.
    pub(crate) fn terms(&self) -> impl Iterator<Item = Expr> {
        self.known.keys().copied()
    }

    /// The values `e`, of at most 64 bits, may have where the conditions hold.
    pub(crate) fn range(&self, exprs: &Exprs, e: Expr) -> Range {
        self.look(exprs, e, DEPTH)
    }

    fn look(&self, exprs: &Exprs, e: Expr, depth: u32) -> Range {
        let facts = exprs.facts(e);
        let mut range = Range::new(facts.min, facts.max);
        if let Some(bound) = self.known.get(&e) {
            range = range.meet(bound.unsigned);
            if bound.smallest >= 0 {
                let largest = bound.largest.max(0).cast_unsigned();
                range = range.meet(Range::new(bound.smallest.cast_unsigned(), largest));
            } else if bound.largest < i64::MAX && range.max < 1 << (exprs.width(e) - 1) {
                // Never negative, so the signed limit is one.
                range.max = range.max.min(bound.largest.max(0).cast_unsigned());
            }
        }
        if depth == 0 || self.known.is_empty() || facts.symbols == 0 {
            return range;
        }
        match self.structure(exprs, e, depth - 1) {
            Some(inner) => range.meet(inner),
            None => range,
        }
    }

    fn structure(&self, exprs: &Exprs, e: Expr, depth: u32) -> Option<Range> {
        let width = exprs.width(e);
        let most = word::mask(width);
        let of =
            |e: Expr| (exprs.width(e) <= 64).then(|| self.look(exprs, e, depth)).filter(|r| r.min <= r.max);
        match exprs.kind(e) {
            Kind::ZExt(a) => of(a),
            Kind::SExt(a) => of(a).filter(|range| range.max < 1 << (exprs.width(a) - 1)),
            Kind::Extract { of: a, low: 0 } => of(a).filter(|range| range.max <= most),
            Kind::Ite(_, a, b) => Some(of(a)?.join(of(b)?)),
            Kind::Concat(high, low) => {
                let (high, low, shift) = (of(high)?, of(low)?, exprs.width(low));
                Some(Range::new(high.min << shift | low.min, high.max << shift | low.max))
            }
            Kind::Binary(op, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                match op {
                    BinaryOp::Add => {
                        let (min, max) =
                            (u128::from(a.min) + u128::from(b.min), u128::from(a.max) + u128::from(b.max));
                        let beyond = u128::from(most) + 1;
                        // Below the top for all values, or above it for all.
                        (min / beyond == max / beyond).then(|| {
                            Range::new(a.min.wrapping_add(b.min) & most, a.max.wrapping_add(b.max) & most)
                        })
                    }
                    BinaryOp::Sub => (a.min >= b.max).then(|| Range::new(a.min - b.max, a.max - b.min)),
                    BinaryOp::Mul => {
                        let max = a.max.checked_mul(b.max).filter(|&max| max <= most)?;
                        Some(Range::new(a.min * b.min, max))
                    }
                    BinaryOp::Shl if b.min == b.max && b.max < u64::from(width) => {
                        let max = u128::from(a.max) << b.max;
                        (max <= u128::from(most)).then(|| Range::new(a.min << b.max, a.max << b.max))
                    }
                    BinaryOp::LShr if b.min == b.max && b.max < u64::from(width) => {
                        Some(Range::new(a.min >> low32(b.max), a.max >> low32(b.max)))
                    }
                    BinaryOp::UDiv if b.min > 0 => Some(Range::new(a.min / b.max, a.max / b.min)),
                    BinaryOp::And => Some(Range::new(0, a.max.min(b.max))),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
