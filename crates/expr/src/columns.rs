//! The values of expressions over a single byte of the input, for all values of that byte at once.
//!
//! Most questions about what a parser reads are about one byte. A *column* has the value of an expression for each value
//! of its byte, one *lane* each; it is computed from the columns of the operands, and kept: the next condition over the
//! same byte has most of its expressions in common with this one.
//!
//! No recursion: expressions get as deep as the program's loops are long.

use vellum_bits::{Bits, word};
use vellum_collections::{
    Map,
    cast::{index, len32, len64},
};

use crate::{
    array::{Array, ArrayKind},
    base::worth,
    eval::{binary_word, bits_value, compare_word},
    kind::{BinaryOp, CompareOp, Kind},
    pool::{Expr, Exprs},
};

/// Values of a byte.
const LANES: usize = 256;

/// Columns that are kept, and that a condition may add.
const KEPT: usize = 1024;
const ADDED: usize = 1024;

/// Writes to an array that a read looks at.
const STORES: usize = 32;

/// The values of an expression by the value of its byte.
type Lanes = [u64; LANES];

/// For which values of a byte a condition holds: a bit for each, the lowest value in the lowest bit of the first word.
pub type ByteTable = [u64; 4];

/// A condition has no table: it depends on more than a byte, has numbers of more than 64 bits, or too many expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTable;

/// Columns of expressions of one pool.
#[derive(Default)]
pub struct Columns {
    places: Map<Expr, u32>,
    columns: Vec<Lanes>,
}

/// Why a column cannot be computed yet.
enum Missing {
    /// This one is needed first.
    Column(Expr),
    Never,
}

/// A write to an array: its first place and what was written, by lane.
struct WrittenLanes {
    first: Lanes,
    value: Lanes,
    bytes: u64,
}

impl Columns {
    /// No columns yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all columns: the numbers of expressions may have been used again.
    pub fn clear(&mut self) {
        self.places.clear();
        self.columns.clear();
    }

    /// For which values of `symbol`, of at most 8 bits and the only symbol in it, a condition holds.
    pub fn table(&mut self, exprs: &Exprs, symbol: Expr, condition: Expr) -> Result<ByteTable, NoTable> {
        if self.columns.len() >= KEPT {
            self.clear();
        }
        self.run(exprs, symbol, condition)?;
        let lanes = self.lanes(exprs, condition).map_err(|_| NoTable)?;
        let mut table = ByteTable::default();
        for (value, _) in
            lanes.iter().enumerate().take(1 << exprs.width(symbol)).filter(|(_, lane)| **lane != 0)
        {
            table[value / 64] |= 1 << (value % 64);
        }
        Ok(table)
    }

    fn run(&mut self, exprs: &Exprs, symbol: Expr, e: Expr) -> Result<(), NoTable> {
        let most = self.columns.len() + ADDED;
        let mut todo = vec![e];
        while let Some(&next) = todo.last() {
            if exprs.is_const(next) || self.places.contains_key(&next) {
                todo.pop();
                continue;
            }
            match self.compute(exprs, symbol, next) {
                Ok(_) if self.columns.len() >= most => return Err(NoTable),
                Ok(lanes) => {
                    self.places.insert(next, len32(self.columns.len()));
                    self.columns.push(lanes);
                    todo.pop();
                }
                Err(Missing::Column(first)) => todo.push(first),
                Err(Missing::Never) => return Err(NoTable),
            }
        }
        Ok(())
    }

    /// The column of an expression, if it is known.
    fn lanes(&self, exprs: &Exprs, e: Expr) -> Result<Lanes, Missing> {
        if let Some(value) = exprs.as_const(e) {
            return Ok([value; LANES]);
        }
        let place = self.places.get(&e).ok_or(Missing::Column(e))?;
        Ok(self.columns[index(*place)])
    }

    fn lane(&self, exprs: &Exprs, e: Expr, lane: usize) -> Result<u64, Missing> {
        match exprs.as_const(e) {
            Some(value) => Ok(value),
            None => {
                self.places.get(&e).map(|&place| self.columns[index(place)][lane]).ok_or(Missing::Column(e))
            }
        }
    }

    fn compute(&self, exprs: &Exprs, symbol: Expr, e: Expr) -> Result<Lanes, Missing> {
        let (kind, width) = (exprs.kind(e), exprs.width(e));
        if width > 64 || kind.operands().any(|operand| exprs.width(operand) > 64) {
            return Err(Missing::Never);
        }
        let is_missing = |o: &Expr| !exprs.is_const(*o) && !self.places.contains_key(o);
        if let Some(first) = kind.operands().find(is_missing) {
            return Err(Missing::Column(first));
        }
        let of = |e: Expr| self.lanes(exprs, e);
        Ok(match kind {
            Kind::Symbol { .. } if e == symbol => {
                std::array::from_fn(|lane| word::truncate(width, len64(lane)))
            }
            Kind::Const(_) | Kind::Wide(_) | Kind::Symbol { .. } | Kind::Garbage { .. } => {
                return Err(Missing::Never);
            }
            Kind::Base(address) => [worth(address); LANES],
            Kind::Not(a) => of(a)?.map(|a| word::truncate(width, !a)),
            Kind::Binary(op, a, b) => binary(op, width, &of(a)?, &of(b)?),
            Kind::Compare(op, a, b) => compare(op, exprs.width(a), &of(a)?, &of(b)?),
            Kind::Ite(c, a, b) => {
                let (c, a, b) = (of(c)?, of(a)?, of(b)?);
                std::array::from_fn(|lane| if c[lane] == 0 { b[lane] } else { a[lane] })
            }
            Kind::Concat(high, low) => {
                let by = exprs.width(low);
                both(&of(high)?, &of(low)?, |high, low| high << by | low)
            }
            Kind::Extract { of: a, low } => of(a)?.map(|a| word::truncate(width, a >> low)),
            Kind::ZExt(a) => of(a)?,
            Kind::SExt(a) => {
                let from = exprs.width(a);
                of(a)?.map(|a| word::from_signed(width, word::sign_extend(from, a)))
            }
            Kind::Read { array, index } => self.read(exprs, array, &of(index)?, width / 8)?,
            Kind::Float(..)
            | Kind::Fma(..)
            | Kind::FloatCompare(..)
            | Kind::FloatFromInt(..)
            | Kind::FloatToInt(..)
            | Kind::FloatConvert(..) => {
                let mut lanes = [0; LANES];
                for (lane, value) in lanes.iter_mut().enumerate() {
                    let known = |o| Bits::from_u64(exprs.width(o), self.lane(exprs, o, lane).unwrap_or(0));
                    *value = bits_value(exprs, kind, width, known).low_u64();
                }
                lanes
            }
        })
    }

    /// At most eight bytes of an array, from a place that differs by lane.
    fn read(&self, exprs: &Exprs, mut array: Array, places: &Lanes, bytes: u32) -> Result<Lanes, Missing> {
        let mut above: Vec<WrittenLanes> = Vec::new();
        let cells = loop {
            match exprs.array_kind(array) {
                ArrayKind::Cells(cells) => break cells,
                ArrayKind::Span { .. } => return Err(Missing::Never),
                &ArrayKind::Store { on, index, value } => {
                    if above.len() >= STORES || exprs.width(value) > 64 {
                        return Err(Missing::Never);
                    }
                    let (first, bytes) = (self.lanes(exprs, index)?, u64::from(exprs.width(value) / 8));
                    above.push(WrittenLanes { first, value: self.lanes(exprs, value)?, bytes });
                    array = on;
                }
            }
        };
        let mut lanes = [0; LANES];
        for (lane, word) in lanes.iter_mut().enumerate() {
            for i in 0..bytes {
                let place = places[lane].wrapping_add(u64::from(i));
                let inside = |written: &WrittenLanes| place.wrapping_sub(written.first[lane]);
                let byte = match above.iter().find(|written| inside(written) < written.bytes) {
                    Some(written) => written.value[lane] >> (8 * inside(written)) & 0xff,
                    None => match cells.expr(place) {
                        Some(cell) => self.lane(exprs, cell, lane)?,
                        None => u64::from(cells.byte(place)),
                    },
                };
                *word |= byte << (8 * i);
            }
        }
        Ok(lanes)
    }
}

/// Two columns, lane by lane.
#[inline]
fn both(a: &Lanes, b: &Lanes, value: impl Fn(u64, u64) -> u64) -> Lanes {
    std::array::from_fn(|lane| value(a[lane], b[lane]))
}

/// A loop for each operation: what the operation is must not be asked for every lane.
fn binary(op: BinaryOp, width: u32, a: &Lanes, b: &Lanes) -> Lanes {
    match op {
        BinaryOp::Add => both(a, b, |a, b| binary_word(BinaryOp::Add, width, a, b)),
        BinaryOp::Sub => both(a, b, |a, b| binary_word(BinaryOp::Sub, width, a, b)),
        BinaryOp::Mul => both(a, b, |a, b| binary_word(BinaryOp::Mul, width, a, b)),
        BinaryOp::And => both(a, b, |a, b| binary_word(BinaryOp::And, width, a, b)),
        BinaryOp::Or => both(a, b, |a, b| binary_word(BinaryOp::Or, width, a, b)),
        BinaryOp::Xor => both(a, b, |a, b| binary_word(BinaryOp::Xor, width, a, b)),
        BinaryOp::Shl => both(a, b, |a, b| binary_word(BinaryOp::Shl, width, a, b)),
        BinaryOp::LShr => both(a, b, |a, b| binary_word(BinaryOp::LShr, width, a, b)),
        BinaryOp::AShr | BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
            both(a, b, |a, b| binary_word(op, width, a, b))
        }
    }
}

fn compare(op: CompareOp, width: u32, a: &Lanes, b: &Lanes) -> Lanes {
    match op {
        CompareOp::Eq => both(a, b, |a, b| u64::from(compare_word(CompareOp::Eq, width, a, b))),
        CompareOp::Ult => both(a, b, |a, b| u64::from(compare_word(CompareOp::Ult, width, a, b))),
        CompareOp::Ule => both(a, b, |a, b| u64::from(compare_word(CompareOp::Ule, width, a, b))),
        CompareOp::Slt => both(a, b, |a, b| u64::from(compare_word(CompareOp::Slt, width, a, b))),
        CompareOp::Sle => both(a, b, |a, b| u64::from(compare_word(CompareOp::Sle, width, a, b))),
    }
}
