//! Writes at places that are not constant, as choices above what was there before.

use std::rc::Rc;

use vellum_expr::{Array, ArrayKind, Cells, Expr, Exprs};

use super::bounds::Range;

/// A write.
pub(super) struct Write {
    pub(super) index: Expr,
    pub(super) value: Expr,
    /// The values its index may have.
    pub(super) range: Range,
}

/// Where a read looks.
pub(super) struct Place {
    pub(super) index: Expr,
    pub(super) range: Range,
    pub(super) bytes: u32,
}

/// The writes of an array, the newest first, and the bytes below.
pub(super) fn layers(exprs: &Exprs, mut array: Array) -> (Vec<Write>, Rc<Cells>) {
    let mut writes = Vec::new();
    loop {
        match exprs.array_kind(array) {
            ArrayKind::Span { .. } => unreachable!("a read takes spans apart"),
            ArrayKind::Cells(cells) => return (writes, Rc::clone(cells)),
            &ArrayKind::Store { on, index, value } => {
                writes.push(Write { index, value, range: Range::new(0, u64::MAX) });
                array = on;
            }
        }
    }
}

/// The value of the newest write that covers the read exactly; it and older ones are dropped.
pub(super) fn exact(exprs: &Exprs, writes: &mut Vec<Write>, place: &Place) -> Option<Expr> {
    let covers = |write: &Write| write.index == place.index && exprs.width(write.value) == place.bytes * 8;
    let found = writes.iter().position(covers)?;
    let value = writes[found].value;
    writes.truncate(found);
    Some(value)
}

impl Write {
    fn bytes(&self, exprs: &Exprs) -> u32 {
        exprs.width(self.value) / 8
    }

    /// Whether the read can see the write at all.
    pub(super) fn may_meet(&self, exprs: &Exprs, place: &Place) -> bool {
        let past = |range: Range, bytes: u32| range.max.checked_add(u64::from(bytes));
        let is_below = |end: Option<u64>, start: u64| end.is_some_and(|end| end <= start);
        // Only runs that do not wrap around lie apart like that.
        let (write_end, read_end) = (past(self.range, self.bytes(exprs)), past(place.range, place.bytes));
        let apart = write_end.is_some() && read_end.is_some();
        !(apart && (is_below(write_end, place.range.min) || is_below(read_end, self.range.min)))
    }

    /// What the read sees: the write where it hits, `below` elsewhere.
    pub(super) fn over(&self, exprs: &mut Exprs, place: &Place, below: Expr) -> Expr {
        let stored = self.bytes(exprs);
        let distance = exprs.sub(place.index, self.index);
        let unit = unit(exprs, self.index, place.index, distance, stored, place.bytes);
        let mut parts = Vec::new();
        for i in 0..place.bytes / unit {
            let old = exprs.extract(below, i * unit * 8, unit * 8);
            // The part lies this far into what was written.
            let step = exprs.constant(64, u64::from(i * unit));
            let into = exprs.add(distance, step);
            parts.push(self.part(exprs, into, (place.index, step), unit, old));
        }
        exprs.concat_bytes(&parts)
    }

    /// One unit: a part of the write if it begins `into` it, else the old value.
    fn part(&self, exprs: &mut Exprs, into: Expr, (index, step): (Expr, Expr), unit: u32, old: Expr) -> Expr {
        let count = self.bytes(exprs) / unit;
        let mut value = old;
        for i in (0..count).rev() {
            let here = exprs.extract(self.value, i * unit * 8, unit * 8);
            let at = exprs.constant(64, u64::from(i * unit));
            let hit = if count == 1 {
                // Comparing the places themselves saves a subtraction.
                let place = exprs.add(index, step);
                exprs.eq(place, self.index)
            } else {
                exprs.eq(into, at)
            };
            value = exprs.ite(hit, here, value);
        }
        value
    }
}

/// The largest size such that both runs begin a multiple of it apart and consist of such parts.
fn unit(exprs: &Exprs, write: Expr, read: Expr, distance: Expr, stored: u32, bytes: u32) -> u32 {
    let zeros = |e: Expr| exprs.facts(e).trailing_zeros();
    let aligned = zeros(distance).max(zeros(write).min(zeros(read)));
    let limit = stored.trailing_zeros().min(bytes.trailing_zeros()).min(31);
    1 << aligned.min(limit)
}
