//! Sizes, lengths and offsets: expressions over the input, as C text and as numbers.

use std::fmt;

use vellum_collections::{
    Random,
    cast::{index64, len64, low8},
};

use super::memory::Memory;

/// The largest size.
pub(super) const MOST: i64 = 40;

/// Values of the second symbol, where a program has one.
pub(super) const SECOND: i64 = 3;

/// What one run gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Input {
    /// The size.
    pub(super) n: i64,
    /// A second symbol; zero in a program without one.
    pub(super) a: i64,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n = {}, a = {}", self.n, self.a)
    }
}

/// An expression. But for differences, none is ever negative.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Number(i64),
    N,
    A,
    /// Some bits of a result, so that contents decide about lengths.
    Result(usize),
    Plus(Box<Term>, i64),
    Times(Box<Term>, i64),
    Masked(Box<Term>, i64),
    Shifted(Box<Term>, i64),
    Both(Box<Term>, Box<Term>),
    Difference(Box<Term>, Box<Term>),
    Chosen(Box<Condition>, Box<Term>, Box<Term>),
}

impl Term {
    /// Its value for an input, with the results there are by now.
    pub(super) fn value(&self, input: Input, memory: &Memory) -> i64 {
        let of = |term: &Self| term.value(input, memory);
        match self {
            Self::Number(number) => *number,
            Self::N => input.n,
            Self::A => input.a,
            Self::Result(which) => i64::from(memory.result(*which)) & 15,
            Self::Plus(term, by) => of(term) + by,
            Self::Times(term, by) => of(term) * by,
            Self::Masked(term, mask) => of(term) & mask,
            Self::Shifted(term, by) => of(term) >> by,
            Self::Both(a, b) => of(a) + of(b),
            Self::Difference(a, b) => of(a) - of(b),
            Self::Chosen(condition, a, b) => of(if condition.holds(input, memory) { a } else { b }),
        }
    }

    /// The same in C; differences are signed whatever the symbols' types.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::N => "n".to_owned(),
            Self::A => "a".to_owned(),
            Self::Result(which) => format!("(B[0][{which}] & 15)"),
            Self::Plus(term, by) => format!("({} + {by})", term.text()),
            Self::Times(term, by) => format!("({} * {by})", term.text()),
            Self::Masked(term, mask) => format!("({} & {mask})", term.text()),
            Self::Shifted(term, by) => format!("({} >> {by})", term.text()),
            Self::Both(a, b) => format!("({} + {})", a.text(), b.text()),
            Self::Difference(a, b) => format!("((long){} - (long){})", a.text(), b.text()),
            Self::Chosen(condition, a, b) => {
                format!("({} ? {} : {})", condition.text(), a.text(), b.text())
            }
        }
    }
}

/// What something depends on.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Less(Term, Term),
    Odd(Term),
    Equal(Term, i64),
}

impl Condition {
    pub(super) fn holds(&self, input: Input, memory: &Memory) -> bool {
        match self {
            Self::Less(a, b) => a.value(input, memory) < b.value(input, memory),
            Self::Odd(term) => term.value(input, memory) & 1 == 1,
            Self::Equal(term, number) => term.value(input, memory) == *number,
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Less(a, b) => format!("({} < {})", a.text(), b.text()),
            Self::Odd(term) => format!("({} & 1)", term.text()),
            Self::Equal(term, number) => format!("({} == {number})", term.text()),
        }
    }
}

/// Makes expressions up.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) random: Random,
    /// Whether there is a second symbol.
    pub(super) has_second: bool,
    /// How many results there are.
    pub(super) results: usize,
}

impl Terms {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }

    /// A number from `low` to `high`.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.below((high - low + 1).cast_unsigned()).cast_signed()
    }

    /// One of a list.
    pub(super) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[index64(self.random.below(len64(list.len())))]
    }

    /// One of so many in five.
    pub(super) fn often(&mut self, of_five: u64) -> bool {
        self.random.below(5) < of_five
    }

    /// A symbol.
    fn symbol(&mut self) -> Term {
        if self.has_second && self.random.below(4) == 0 { Term::A } else { Term::N }
    }

    /// A size or length: not negative, and never far above twice the largest size.
    pub(super) fn size(&mut self) -> Term {
        let n = || Box::new(Term::N);
        match self.random.below(16) {
            0..=4 => Term::N,
            5 => Term::Times(n(), 2),
            6 => Term::Plus(n(), self.between(1, 5)),
            7 => Term::Times(Box::new(Term::Masked(n(), 7)), 4),
            8 => Term::Shifted(n(), 1),
            9 => Term::Difference(Box::new(Term::Number(MOST)), n()),
            10 => Term::Masked(n(), self.one_of(&[3, 7, 12, 15, 56])),
            11 => Term::Number(self.between(0, 24)),
            12 if self.has_second => Term::Both(n(), Box::new(Term::A)),
            13 if self.results > 0 => Term::Result(index64(self.random.below(len64(self.results)))),
            14 => {
                let condition = self.condition();
                let (a, b) = (self.between(0, 30), self.between(0, 9));
                let other = if self.often(2) { Term::Number(a) } else { Term::Plus(n(), b) };
                Term::Chosen(Box::new(condition), n(), Box::new(other))
            }
            _ => Term::Plus(Box::new(self.symbol()), self.between(0, 2)),
        }
    }

    /// An offset, which may be negative.
    pub(super) fn offset(&mut self) -> Term {
        match self.random.below(8) {
            0..=2 => Term::Number(self.between(0, 9)),
            3 => {
                let less = self.between(1, 3);
                Term::Difference(Box::new(self.size()), Box::new(Term::Number(less)))
            }
            4 => Term::Masked(Box::new(self.symbol()), self.one_of(&[1, 3, 7])),
            5 => self.symbol(),
            _ => self.size(),
        }
    }

    /// A byte to write.
    pub(super) fn byte(&mut self) -> Term {
        match self.random.below(4) {
            0 => Term::Plus(Box::new(self.symbol()), self.between(0, 90)),
            1 => Term::Number(0),
            _ => Term::Number(i64::from(low8(self.random.below(250)))),
        }
    }

    /// What something depends on.
    pub(super) fn condition(&mut self) -> Condition {
        let symbol = self.symbol();
        match self.random.below(4) {
            0 => Condition::Odd(symbol),
            1 => Condition::Equal(symbol, self.between(0, 20)),
            2 => Condition::Less(Term::Number(self.between(0, 30)), symbol),
            _ => Condition::Less(symbol, Term::Number(self.between(1, 30))),
        }
    }
}
