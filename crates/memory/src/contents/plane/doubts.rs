//! Collision tests: whether a read meets what a record wrote, for some input of the path.
//!
//! Without an answer a read is right, only larger than it need be: a choice stays in it that no input takes. So whoever
//! is about to read may ask for the *doubts* there are, have them decided, and say which collisions never happen; a path
//! only ever gets more conditions, so what never happens stays so, and is remembered with the record.

use std::{ops::Range, rc::Rc};

use vellum_expr::{Expr, Exprs, WrittenValue};

use super::{
    super::PlaneForm,
    Plane,
    record::{Collides, Record, What},
};

/// A collision that may happen, as far as is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubt {
    /// For which inputs it does: the collision formula.
    pub(crate) formula: Expr,
    /// The number of the record in its list.
    record: usize,
    about: About,
}

/// What a doubt is about.
#[derive(Clone, Copy, Debug)]
enum About {
    /// Whether the record's value begins at this place.
    Start(u64),
    /// Whether so many bytes at that place meet something of it.
    Read(Expr, u64),
}

/// How the collision tests of a plane came out: where nearly all find a collision, asking makes reads no smaller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    hits: u32,
    misses: u32,
}

impl Tally {
    /// Tests to make before their outcomes decide whether there are further ones.
    const ENOUGH: u32 = 8;

    /// Tests go on while at least one in so many excludes a collision.
    const WORTH: u32 = 8;

    fn count(&mut self, answer: Collides) {
        match answer {
            Collides::Never => self.misses += 1,
            Collides::Maybe => self.hits += 1,
        }
    }

    /// Whether a further test is likely to say that there is no collision.
    fn is_promising(self) -> bool {
        let all = self.hits + self.misses;
        all < Self::ENOUGH || self.misses * Self::WORTH >= all
    }
}

/// What is to be decided before a read.
#[derive(Clone, Debug)]
pub(crate) struct Doubts<D> {
    /// Collisions that may happen.
    pub(crate) open: Vec<D>,
    /// Records whose collision needs no question: it was decided before, or is assumed because nearly all tests of this
    /// plane found one.
    pub(crate) remembered: u64,
}

impl<D> Default for Doubts<D> {
    fn default() -> Self {
        Self { open: Vec::new(), remembered: 0 }
    }
}

impl Plane {
    /// What is to be decided before `len` bytes are read at `index`.
    pub(crate) fn doubts(&self, exprs: &mut Exprs, index: Expr, len: u64) -> Doubts<Doubt> {
        let mut doubts = Doubts::default();
        let known = exprs.as_const(index).map(|at| at..at.saturating_add(len));
        if known.as_ref().is_some_and(|range| self.newer.covers(range)) {
            return doubts;
        }
        for (number, record) in self.list.iter().enumerate().rev() {
            if record.covers(exprs, index, len) {
                break;
            }
            if known.as_ref().is_some_and(|range| !record.is_near(range)) {
                continue;
            }
            let is_asked = self.form == PlaneForm::Naive || self.tally.is_promising();
            let tests = match (&record.what, &known) {
                (What::Value(_) | What::Span(_), _) if !is_asked => Vec::new(),
                (What::Value(written), Some(range)) => starts(exprs, record, written, range),
                (What::Value(_) | What::Span(_), _) => Vec::from_iter(
                    record.tested(index, len).is_none().then(|| read(exprs, record, index, len)),
                ),
                (What::Known(_), _) => continue,
            };
            doubts.remembered += u64::from(tests.is_empty());
            let asked = tests.into_iter().filter(|(formula, _)| *formula != Expr::TRUE);
            doubts.open.extend(asked.map(|(formula, about)| Doubt { formula, record: number, about }));
        }
        doubts
    }

    /// Whether a collision happens is answered.
    pub(crate) fn answer(&mut self, doubt: &Doubt, answer: Collides) {
        // What the other form is compared with asks again each time.
        if self.form == PlaneForm::Naive {
            return;
        }
        self.tally.count(answer);
        let record = Rc::make_mut(&mut self.list[doubt.record]);
        match doubt.about {
            About::Start(start) => record.remember_start(start, answer),
            About::Read(index, len) => record.remember_read(index, len, answer),
        }
    }
}

/// Whether the value of a record begins at the places from which it would reach into `range`.
fn starts(
    exprs: &mut Exprs,
    record: &Record,
    written: &WrittenValue,
    range: &Range<u64>,
) -> Vec<(Expr, About)> {
    let open = record.starts_reaching(range).filter(|&start| !record.is_hit(start));
    let test = |start: u64| {
        let place = exprs.constant(64, start);
        let begins = exprs.eq(written.index, place);
        (exprs.and(written.guard, begins), About::Start(start))
    };
    open.map(test).collect()
}

/// Whether `len` bytes at `index` meet something of a record.
fn read(exprs: &mut Exprs, record: &Record, index: Expr, len: u64) -> (Expr, About) {
    let bytes = u32::try_from(len).expect("a word is short");
    let formula = match &record.what {
        What::Value(written) => exprs.meets_written(written, index, bytes),
        What::Span(span) => exprs.meets_span(span, index, bytes),
        What::Known(_) => Expr::TRUE,
    };
    (formula, About::Read(index, len))
}

#[cfg(test)]
mod tests {
    use super::{Collides, Tally};

    fn tally(hits: usize, misses: usize) -> Tally {
        let mut tally = Tally::default();
        let answers = [vec![Collides::Maybe; hits], vec![Collides::Never; misses]].concat();
        for answer in answers {
            tally.count(answer);
        }
        tally
    }

    #[test]
    fn tests_end_where_fewer_than_one_in_eight_excludes_a_collision() {
        assert!(tally(7, 0).is_promising(), "too few to tell");
        assert!(!tally(8, 0).is_promising());
        assert!(tally(7, 1).is_promising() && tally(14, 2).is_promising());
        assert!(!tally(15, 1).is_promising());
    }
}
