//! Expressions that lie over bytes at known places.
//!
//! Values stay as they were stored: a word that was written whole is read back whole.

use std::ops::Range;

use vellum_collections::cast::{index64, len64, low8, low32};
use vellum_expr::{Array, Expr, Exprs, Input, Marker};

use crate::value::Value;

/// An expression over some bytes, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) start: u64,
    pub(crate) len: u64,
    value: RunValue,
}

/// What lies over the bytes of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunValue {
    /// An expression as wide as the run.
    Expr(Expr),
    /// Elements of an input, this one first, none of which is an expression before somebody asks for it: more than
    /// [`LONGEST`].
    Untouched(Input, u32),
}

/// Bytes that are one expression, at most.
const LONGEST: u64 = 8;

impl Run {
    pub(crate) fn new(start: u64, len: u64, value: Expr) -> Self {
        Self { start, len, value: RunValue::Expr(value) }
    }

    /// Elements of an input, from this one on.
    fn of_input(exprs: &mut Exprs, (start, len): (u64, u64), input: Input, first: u32) -> Self {
        if len > LONGEST {
            return Self { start, len, value: RunValue::Untouched(input, first) };
        }
        let bytes: Vec<Expr> = (first..first + low32(len)).map(|at| exprs.symbol(input, at)).collect();
        Self::new(start, len, exprs.concat_bytes(&bytes))
    }

    /// The same over other bytes.
    pub(crate) fn moved_to(&self, start: u64) -> Self {
        Self { start, ..*self }
    }

    /// The expression of a run of at most eight bytes.
    pub(crate) fn expr(&self) -> Expr {
        match self.value {
            RunValue::Expr(value) => value,
            RunValue::Untouched(..) => unreachable!("what is read at once is short"),
        }
    }

    /// The expression over one of its bytes.
    pub(crate) fn byte(&self, exprs: &mut Exprs, at: u64) -> Expr {
        self.part(exprs, at..at + 1).expr()
    }

    pub(crate) fn mark(&self, marker: &mut Marker) {
        // Symbols are never reclaimed.
        if let RunValue::Expr(value) = self.value {
            marker.mark(value);
        }
    }

    /// Bytes of it that are elements of an input nobody has looked at yet.
    fn untouched(&self) -> u64 {
        match self.value {
            RunValue::Expr(_) => 0,
            RunValue::Untouched(..) => self.len,
        }
    }

    pub(crate) fn end(&self) -> u64 {
        self.start + self.len
    }

    /// The part of it that lies over `range`.
    pub(crate) fn part(&self, exprs: &mut Exprs, range: Range<u64>) -> Self {
        let bits = |bytes: u64| u32::try_from(bytes * 8).expect("a run is short");
        let (len, before) = (range.end - range.start, range.start - self.start);
        match self.value {
            RunValue::Untouched(input, first) => {
                Self::of_input(exprs, (range.start, len), input, first + low32(before))
            }
            RunValue::Expr(value) => {
                Self::new(range.start, len, exprs.extract(value, bits(before), bits(len)))
            }
        }
    }
}

/// From so many elements of an input on, none of them is an expression before somebody asks for it.
const MANY: u64 = 1 << 16;

/// Runs by rising place; they do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Runs {
    list: Vec<Run>,
    /// Bytes they lie over.
    count: u64,
    /// Those of them that are elements of an input nobody has looked at yet.
    untouched: u64,
}

impl Runs {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Run> {
        self.list.iter()
    }

    /// Bytes they lie over.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Bytes of elements of an input nobody has looked at yet.
    pub(crate) fn untouched(&self) -> u64 {
        self.untouched
    }

    /// How many there are.
    pub(crate) fn weight(&self) -> usize {
        self.list.len()
    }

    /// Counts bytes that are there from now on, or no more.
    fn count_in(&mut self, runs: &[Run]) {
        self.count += runs.iter().map(|run| run.len).sum::<u64>();
        self.untouched += runs.iter().map(Run::untouched).sum::<u64>();
    }

    fn count_out(&mut self, runs: &[Run]) {
        self.count -= runs.iter().map(|run| run.len).sum::<u64>();
        self.untouched -= runs.iter().map(Run::untouched).sum::<u64>();
    }

    /// The first run that ends behind `at`.
    pub(crate) fn from(&self, at: u64) -> Option<&Run> {
        self.list.get(self.place(at))
    }

    /// Whether a run reaches into `range`.
    pub(crate) fn touch(&self, range: &Range<u64>) -> bool {
        self.from(range.start).is_some_and(|run| run.start < range.end)
    }

    /// The runs that reach into `range`.
    pub(crate) fn touching(&self, range: &Range<u64>) -> impl Iterator<Item = &Run> {
        let (first, last) = self.touched(range);
        self.list[first..last].iter()
    }

    /// Makes room: no run reaches into `range` any more.
    pub(crate) fn clear(&mut self, exprs: &mut Exprs, range: &Range<u64>) {
        let (first, last) = self.touched(range);
        let mut kept = Vec::new();
        for run in &self.list[first..last] {
            for side in [run.start..range.start.min(run.end()), range.end.max(run.start)..run.end()] {
                if side.start < side.end {
                    kept.push(run.part(exprs, side));
                }
            }
        }
        if first < last {
            self.count_in(&kept);
            let gone: Vec<Run> = self.list.splice(first..last, kept).collect();
            self.count_out(&gone);
        }
    }

    /// Whether a run lies partly in `range`, and partly not.
    pub(crate) fn are_cut(&self, range: &Range<u64>) -> bool {
        let (first, last) = self.touched(range);
        self.list[first..last].iter().any(|run| run.start < range.start || run.end() > range.end)
    }

    /// As [`Runs::clear`], if that cuts no run in two; whether it was done.
    pub(crate) fn clear_whole(&mut self, range: &Range<u64>) -> bool {
        if self.are_cut(range) {
            return false;
        }
        let (first, last) = self.touched(range);
        let gone: Vec<Run> = self.list.drain(first..last).collect();
        self.count_out(&gone);
        true
    }

    /// Adds runs, by rising place, where there is room for them.
    pub(crate) fn insert(&mut self, runs: impl IntoIterator<Item = Run>) {
        let mut runs = runs.into_iter();
        let Some(first) = runs.next() else { return };
        let place = self.place(first.start);
        let before = self.list.len();
        self.list.splice(place..place, std::iter::once(first).chain(runs));
        let added = self.list.len() - before;
        self.count += self.list[place..place + added].iter().map(|run| run.len).sum::<u64>();
        self.untouched += self.list[place..place + added].iter().map(Run::untouched).sum::<u64>();
    }

    pub(crate) fn clear_all(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn mark(&self, marker: &mut Marker) {
        for run in &self.list {
            run.mark(marker);
        }
    }

    fn place(&self, at: u64) -> usize {
        self.list.partition_point(|run| run.end() <= at)
    }

    fn touched(&self, range: &Range<u64>) -> (usize, usize) {
        let first = self.place(range.start);
        (first, self.list.partition_point(|run| run.start < range.end).max(first))
    }
}

/// A part of some bytes, to be put elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub(crate) bytes: Vec<u8>,
    pub(crate) runs: Vec<Run>,
    /// Which of them were ever written, byte by byte, unless all were.
    pub(crate) shadow: Option<Box<Piece>>,
}

impl Piece {
    /// Zeros that nobody wrote.
    pub(crate) fn unwritten(zeros: Vec<u8>) -> Self {
        let shadow = Some(Box::new(Self::concrete(zeros.clone())));
        Self { shadow, ..Self::concrete(zeros) }
    }

    /// Bytes without expressions.
    pub fn concrete(bytes: Vec<u8>) -> Self {
        Self { bytes, runs: Vec::new(), shadow: None }
    }

    /// Bytes, one after the other.
    pub(crate) fn of_bytes(exprs: &mut Exprs, bytes: &[Expr]) -> Self {
        let mut piece = Self::default();
        for &byte in bytes {
            piece.push(exprs, 1, byte);
        }
        piece
    }

    /// One byte, `len` times.
    pub fn repeated(exprs: &mut Exprs, byte: Value, len: u64) -> Self {
        match byte {
            Value::Concrete(byte) => Self::concrete(vec![low8(byte); index64(len)]),
            Value::Symbolic(byte) => {
                let value = exprs.fit(byte, 8);
                let runs = (0..len).map(|start| Run::new(start, 1, value)).collect();
                Self { bytes: vec![0; index64(len)], runs, shadow: None }
            }
        }
    }

    /// Elements of an input, which are no expressions before somebody asks where there are many.
    pub fn of_input(exprs: &mut Exprs, input: Input, elements: Range<u32>) -> Self {
        let len = u64::from(elements.end - elements.start);
        let mut piece = Self::concrete(vec![0; index64(len)]);
        if len < MANY {
            for (start, element) in (0..).zip(elements) {
                piece.runs.push(Run::new(start, 1, exprs.symbol(input, element)));
            }
        } else {
            piece.runs.push(Run::of_input(exprs, (0, len), input, elements.start));
        }
        piece
    }

    /// Puts another piece in the place of some of its bytes.
    pub fn overlay(&mut self, exprs: &mut Exprs, at: u64, other: &Self) {
        let places = at..at + other.len();
        let mut runs = Runs::default();
        runs.insert(std::mem::take(&mut self.runs));
        runs.clear(exprs, &places);
        runs.insert(other.runs.iter().map(|run| run.moved_to(run.start + at)));
        self.runs = runs.list;
        self.bytes[index64(places.start)..index64(places.end)].copy_from_slice(&other.bytes);
    }

    /// Adds a part at the end: what it is worth goes to the bytes if it is constant.
    pub(crate) fn push(&mut self, exprs: &Exprs, len: u64, value: Expr) {
        self.push_run(exprs, Run::new(0, len, value));
    }

    /// Adds a run at the end, wherever it was.
    pub(crate) fn push_run(&mut self, exprs: &Exprs, run: Run) {
        let start = self.len();
        self.bytes.resize(index64(start + run.len), 0);
        self.replace(exprs, run.moved_to(start));
    }

    /// Says what lies over some of its bytes, behind all expressions so far: what it is worth goes to the bytes if it is
    /// constant.
    pub(crate) fn replace(&mut self, exprs: &Exprs, run: Run) {
        let target = &mut self.bytes[index64(run.start)..index64(run.end())];
        let bits = match run.value {
            RunValue::Expr(value) => exprs.as_bits(value),
            RunValue::Untouched(..) => None,
        };
        match bits {
            Some(bits) => target.copy_from_slice(&bits.to_le_bytes()),
            None => {
                target.fill(0);
                self.runs.push(run);
            }
        }
    }

    /// The bytes, if none is an expression and all were written.
    pub fn as_numbers(&self) -> Option<&[u8]> {
        self.as_concrete().filter(|_| self.shadow.is_none())
    }

    /// Its bytes that are expressions, by place.
    pub(crate) fn symbolic(&self, exprs: &mut Exprs) -> Vec<(u32, Expr)> {
        let mut symbolic = Vec::new();
        for run in &self.runs {
            for at in run.start..run.end() {
                let place = u32::try_from(at).expect("an array value has fewer than 2^32 bytes");
                symbolic.push((place, run.byte(exprs, at)));
            }
        }
        symbolic
    }

    /// `array` with the piece written at `at`, in words: how it came to be what it is leaves no trace.
    pub(crate) fn stored(&self, exprs: &mut Exprs, mut array: Array, at: u64) -> Array {
        let (mut start, mut runs) = (0, self.runs.iter().copied().peekable());
        while start < self.len() {
            let end = self.len().min((at + start) / 8 * 8 + 8 - at);
            let mut bytes: Vec<Expr> = Vec::new();
            for place in start..end {
                while runs.next_if(|run| run.end() <= place).is_some() {}
                bytes.push(match runs.peek().filter(|run| run.start <= place) {
                    Some(run) => run.byte(exprs, place),
                    None => exprs.constant(8, self.bytes[index64(place)].into()),
                });
            }
            let (place, value) = (exprs.constant(64, at + start), exprs.concat_bytes(&bytes));
            array = exprs.store(array, place, value);
            start = end;
        }
        array
    }

    /// Some of its bytes, of which there are few, as a value.
    pub(crate) fn value(&self, exprs: &mut Exprs, range: Range<u64>) -> Expr {
        let whole = |run: &&Run| run.start == range.start && run.end() == range.end;
        if let Some(run) = self.runs.iter().find(whole) {
            return run.expr();
        }
        let bytes: Vec<Expr> = range.map(|place| self.byte(exprs, place)).collect();
        exprs.concat_bytes(&bytes)
    }

    /// One of its bytes, if it is a number.
    pub(crate) fn number_at(&self, place: u64) -> Option<u8> {
        let is_symbolic = self.runs.iter().any(|run| run.start <= place && place < run.end());
        if is_symbolic { None } else { self.bytes.get(index64(place)).copied() }
    }

    /// One of its bytes.
    fn byte(&self, exprs: &mut Exprs, place: u64) -> Expr {
        match self.runs.iter().find(|run| run.start <= place && place < run.end()) {
            Some(run) => run.byte(exprs, place),
            None => exprs.constant(8, self.bytes[index64(place)].into()),
        }
    }

    /// The same, all of it written.
    pub(crate) fn without_shadow(&self) -> Self {
        Self { bytes: self.bytes.clone(), runs: self.runs.clone(), shadow: None }
    }

    /// The bytes, if none is an expression.
    pub(crate) fn as_concrete(&self) -> Option<&[u8]> {
        self.runs.is_empty().then_some(&self.bytes)
    }

    /// How many bytes there are.
    pub fn len(&self) -> u64 {
        len64(self.bytes.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}
