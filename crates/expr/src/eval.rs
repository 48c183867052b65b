//! The value of an expression for given input.
//!
//! No recursion: expressions get as deep as the program's loops are long.

use vellum_bits::{Bits, FloatBinary, FloatKind, convert, word};
use vellum_collections::{
    Id, Map,
    cast::{index64, low8},
};

use crate::{
    array::{Array, ArrayKind},
    base::worth,
    kind::{BinaryOp, CompareOp, FloatOp, FloatOrder, Kind},
    model::Model,
    pool::{Expr, Exprs},
};

/// The constant an expression of constants stands for.
pub(crate) fn fold(exprs: &mut Exprs, kind: Kind, width: u32) -> Expr {
    let narrow = width <= 64 && kind.operands().all(|e| exprs.width(e) <= 64);
    if narrow && let Some(value) = word_value(exprs, kind, width, |e| exprs.as_const(e)) {
        return exprs.constant(width, value);
    }
    let value = bits_value(exprs, kind, width, |e| exprs.as_bits(e).expect("the operands are constant"));
    exprs.bits(&value)
}

/// Evaluates expressions of one pool for one model after another, each expression once per model.
#[derive(Debug, Default)]
pub struct Evaluator {
    /// By expression: the round its value was found in.
    rounds: Vec<u32>,
    words: Vec<u64>,
    wides: Map<Expr, Bits>,
    round: u32,
    todo: Vec<Expr>,
}

impl Evaluator {
    /// An evaluator that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all values: the model, or what the pool holds, has changed.
    pub fn reset(&mut self) {
        if self.round == u32::MAX {
            self.rounds.clear();
            self.round = 0;
        }
        self.round += 1;
        self.wides.clear();
    }

    /// Whether the truth value `e` holds.
    pub fn holds(&mut self, exprs: &Exprs, model: &Model, e: Expr) -> bool {
        self.word(exprs, model, e) != 0
    }

    /// The value of an expression of at most 64 bits. Call [`Evaluator::reset`] before another model.
    pub fn word(&mut self, exprs: &Exprs, model: &Model, e: Expr) -> u64 {
        debug_assert!(exprs.width(e) <= 64, "a word has at most 64 bits");
        if let Some(value) = exprs.as_const(e) {
            return value;
        }
        self.run(exprs, model, e);
        self.words[e.index()]
    }

    /// The value of an expression of any width. Call [`Evaluator::reset`] before another model.
    pub fn bits(&mut self, exprs: &Exprs, model: &Model, e: Expr) -> Bits {
        if let Some(value) = exprs.as_bits(e) {
            return value;
        }
        self.run(exprs, model, e);
        self.known(exprs, e).expect("it was just evaluated")
    }

    fn run(&mut self, exprs: &Exprs, model: &Model, e: Expr) {
        if self.round == 0 {
            self.round = 1;
        }
        if self.rounds.len() < exprs.capacity() {
            self.rounds.resize(exprs.capacity(), 0);
            self.words.resize(exprs.capacity(), 0);
        }
        self.todo.push(e);
        while let Some(&next) = self.todo.last() {
            if self.is_known(next) {
                self.todo.pop();
                continue;
            }
            match self.compute(exprs, model, next) {
                Ok(()) => {
                    self.rounds[next.index()] = self.round;
                    self.todo.pop();
                }
                Err(missing) => self.todo.push(missing),
            }
        }
    }

    fn is_known(&self, e: Expr) -> bool {
        self.rounds[e.index()] == self.round
    }

    fn known(&self, exprs: &Exprs, e: Expr) -> Option<Bits> {
        if let Some(bits) = exprs.as_bits(e) {
            return Some(bits);
        }
        let width = exprs.width(e);
        if !self.is_known(e) {
            return None;
        }
        Some(if width <= 64 { Bits::from_u64(width, self.words[e.index()]) } else { self.wides[&e].clone() })
    }

    fn need(&self, exprs: &Exprs, e: Expr) -> Result<u64, Expr> {
        match exprs.as_const(e) {
            Some(value) => Ok(value),
            None if self.is_known(e) => Ok(self.words[e.index()]),
            None => Err(e),
        }
    }

    /// Computes `e` from what is known, or says what has to be known first.
    fn compute(&mut self, exprs: &Exprs, model: &Model, e: Expr) -> Result<(), Expr> {
        let (kind, width) = (exprs.kind(e), exprs.width(e));
        match kind {
            Kind::Symbol { input, offset } => {
                self.words[e.index()] = word::truncate(width, model.element(input, offset));
            }
            // Any value will do; a path's own input decides nothing by it.
            Kind::Garbage { .. } => self.words[e.index()] = 0,
            Kind::Base(address) => self.words[e.index()] = worth(address),
            Kind::Ite(c, a, b) => {
                let side = if self.need(exprs, c)? == 0 { b } else { a };
                self.copy(exprs, e, side)?;
            }
            Kind::Read { array, index } => {
                let index = self.need(exprs, index)?;
                let mut limbs = Vec::new();
                for first in (0..width / 8).step_by(8) {
                    let place = index.wrapping_add(u64::from(first));
                    limbs.push(self.read(exprs, array, place, (width / 8 - first).min(8))?);
                }
                self.put(e, Bits::from_limbs(width, &limbs));
            }
            _ => {
                for operand in kind.operands() {
                    if !exprs.is_const(operand) && !self.is_known(operand) {
                        return Err(operand);
                    }
                }
                let narrow = width <= 64 && kind.operands().all(|o| exprs.width(o) <= 64);
                let value =
                    if narrow { word_value(exprs, kind, width, |o| self.need(exprs, o).ok()) } else { None };
                match value {
                    Some(value) => self.words[e.index()] = value,
                    None => {
                        let known = |o| self.known(exprs, o).expect("operands are known");
                        self.put(e, bits_value(exprs, kind, width, known));
                    }
                }
            }
        }
        Ok(())
    }

    fn copy(&mut self, exprs: &Exprs, e: Expr, from: Expr) -> Result<(), Expr> {
        let value = self.known(exprs, from).ok_or(from)?;
        self.put(e, value);
        Ok(())
    }

    fn put(&mut self, e: Expr, value: Bits) {
        if value.width() <= 64 {
            self.words[e.index()] = value.low_u64();
        } else {
            self.wides.insert(e, value);
        }
    }

    /// At most eight bytes of an array.
    fn read(&mut self, exprs: &Exprs, mut array: Array, index: u64, bytes: u32) -> Result<u64, Expr> {
        let mut found = 0;
        let mut missing: Vec<u32> = (0..bytes).collect();
        while let &ArrayKind::Store { on, index: at, value } = exprs.array_kind(array) {
            if missing.is_empty() {
                return Ok(found);
            }
            let Ok(first) = self.need(exprs, at) else {
                self.want_indices(exprs, on);
                return Err(at);
            };
            let stored = u64::from(exprs.width(value) / 8);
            let inside = |i: u32| index.wrapping_add(u64::from(i)).wrapping_sub(first);
            for &i in missing.iter().filter(|&&i| inside(i) < stored) {
                found |= u64::from(self.byte(exprs, value, inside(i))?) << (8 * i);
            }
            missing.retain(|&i| inside(i) >= stored);
            array = on;
        }
        if let ArrayKind::Cells(cells) = exprs.array_kind(array) {
            for i in missing {
                let place = index.wrapping_add(u64::from(i));
                let byte = match cells.expr(place) {
                    Some(cell) => self.need(exprs, cell)?,
                    None => u64::from(cells.byte(place)),
                };
                found |= byte << (8 * i);
            }
        }
        Ok(found)
    }

    /// The indices of all stores of an array will be asked for: one by one would mean to start again for each.
    fn want_indices(&mut self, exprs: &Exprs, mut array: Array) {
        while let &ArrayKind::Store { on, index, .. } = exprs.array_kind(array) {
            if self.need(exprs, index).is_err() {
                self.todo.push(index);
            }
            array = on;
        }
    }

    /// A byte of an expression.
    fn byte(&self, exprs: &Exprs, e: Expr, at: u64) -> Result<u8, Expr> {
        if exprs.width(e) <= 64 {
            return Ok(low8(self.need(exprs, e)? >> (8 * at)));
        }
        let value = self.known(exprs, e).ok_or(e)?;
        Ok(low8(value.limbs()[index64(at / 8)] >> (8 * (at % 8))))
    }
}

/// The value of a kind whose operands and result have at most 64 bits; `None` for floats.
fn word_value(exprs: &Exprs, kind: Kind, width: u32, value: impl Fn(Expr) -> Option<u64>) -> Option<u64> {
    Some(match kind {
        Kind::Const(constant) => constant,
        Kind::Base(address) => worth(address),
        Kind::Not(a) => word::truncate(width, !value(a)?),
        Kind::Binary(op, a, b) => binary_word(op, width, value(a)?, value(b)?),
        Kind::Compare(op, a, b) => u64::from(compare_word(op, exprs.width(a), value(a)?, value(b)?)),
        Kind::Ite(c, a, b) => value(if value(c)? == 0 { b } else { a })?,
        Kind::Concat(high, low) => value(high)? << exprs.width(low) | value(low)?,
        Kind::Extract { of, low } => word::truncate(width, value(of)? >> low),
        Kind::ZExt(a) => value(a)?,
        Kind::SExt(a) => word::from_signed(width, word::sign_extend(exprs.width(a), value(a)?)),
        _ => return None,
    })
}

#[inline]
pub(crate) fn binary_word(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    let signed = |value| word::sign_extend(width, value);
    let shift = u32::try_from(b).ok().filter(|&b| b < width);
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv if b == 0 => {
            if signed(a) < 0 {
                1
            } else {
                u64::MAX
            }
        }
        BinaryOp::SDiv => signed(a).wrapping_div(signed(b)).cast_unsigned(),
        BinaryOp::SRem if b == 0 => a,
        BinaryOp::SRem => signed(a).wrapping_rem(signed(b)).cast_unsigned(),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => shift.map_or(0, |s| a << s),
        BinaryOp::LShr => shift.map_or(0, |s| a >> s),
        BinaryOp::AShr => (signed(a) >> shift.unwrap_or(63)).cast_unsigned(),
    };
    word::truncate(width, value)
}

#[inline]
pub(crate) fn compare_word(op: CompareOp, width: u32, a: u64, b: u64) -> bool {
    let signed = |value| word::sign_extend(width, value);
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => signed(a) < signed(b),
        CompareOp::Sle => signed(a) <= signed(b),
    }
}

/// The value of any kind but symbols and reads.
pub(crate) fn bits_value(exprs: &Exprs, kind: Kind, width: u32, value: impl Fn(Expr) -> Bits) -> Bits {
    let bit = |holds: bool| Bits::from_u64(1, u64::from(holds));
    let float = |pattern: u128| Bits::from_u128(width, pattern);
    let pattern = |e: Expr| value(e).low_u128();
    match kind {
        Kind::Const(constant) => Bits::from_u64(width, constant),
        Kind::Base(address) => Bits::from_u64(width, worth(address)),
        Kind::Wide(_) | Kind::Symbol { .. } | Kind::Garbage { .. } | Kind::Read { .. } => {
            unreachable!("the caller looks these up")
        }
        Kind::Not(a) => value(a).not(),
        Kind::Binary(op, a, b) => binary_bits(op, &value(a), &value(b)),
        Kind::Compare(op, a, b) => {
            let (a, b) = (value(a), value(b));
            bit(match op {
                CompareOp::Eq => a == b,
                CompareOp::Ult => a.ult(&b),
                CompareOp::Ule => a.ule(&b),
                CompareOp::Slt => a.slt(&b),
                CompareOp::Sle => a.sle(&b),
            })
        }
        Kind::Ite(c, a, b) => value(if value(c).is_zero() { b } else { a }),
        Kind::Concat(high, low) => value(high).concat(&value(low)),
        Kind::Extract { of, low } => value(of).extract(low, width),
        Kind::ZExt(a) => value(a).zext(width),
        Kind::SExt(a) => value(a).sext(width),
        Kind::Float(kind, op, a, b) => float(float_value(kind, op, pattern(a), pattern(b))),
        Kind::Fma(kind, a, b, c) => float(kind.fma(pattern(a), pattern(b), pattern(c))),
        Kind::FloatCompare(kind, order, a, b) => {
            let ordering = kind.compare(pattern(a), pattern(b));
            bit(ordering.is_some_and(|ordering| match order {
                FloatOrder::Eq => ordering.is_eq(),
                FloatOrder::Lt => ordering.is_lt(),
                FloatOrder::Le => ordering.is_le(),
            }))
        }
        Kind::FloatFromInt(kind, signedness, a) => float(kind.from_int(&value(a), signedness)),
        Kind::FloatToInt(kind, signedness, a) => {
            debug_assert_eq!(exprs.width(a), kind.bits(), "a float of its format");
            kind.to_int(pattern(a), width, signedness).unwrap_or_else(|| Bits::signed_min(width))
        }
        Kind::FloatConvert(from, to, a) => float(convert(from, to, pattern(a))),
    }
}

fn float_value(kind: FloatKind, op: FloatOp, a: u128, b: u128) -> u128 {
    match op {
        FloatOp::Add => kind.binary(FloatBinary::Add, a, b),
        FloatOp::Sub => kind.binary(FloatBinary::Sub, a, b),
        FloatOp::Mul => kind.binary(FloatBinary::Mul, a, b),
        FloatOp::Div => kind.binary(FloatBinary::Div, a, b),
        FloatOp::Sqrt => kind.sqrt(a),
        FloatOp::Round(to) => kind.round(to, a),
    }
}

fn binary_bits(op: BinaryOp, a: &Bits, b: &Bits) -> Bits {
    let width = a.width();
    match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::UDiv => a.udiv(b).unwrap_or_else(|| Bits::ones(width)),
        BinaryOp::URem => a.urem(b).unwrap_or_else(|| a.clone()),
        BinaryOp::SDiv => a.sdiv(b).unwrap_or_else(|| match a.sign_bit() {
            _ if !b.is_zero() => a.clone(),
            true => Bits::from_u64(width, 1),
            false => Bits::ones(width),
        }),
        BinaryOp::SRem => {
            a.srem(b).unwrap_or_else(|| if b.is_zero() { a.clone() } else { Bits::zero(width) })
        }
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        BinaryOp::Xor => a.xor(b),
        BinaryOp::Shl => a.shl(b),
        BinaryOp::LShr => a.lshr(b),
        BinaryOp::AShr => a.ashr(b),
    }
}
