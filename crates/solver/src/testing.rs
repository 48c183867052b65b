//! What the tests of this crate share: a seeded generator of numbers and expressions.

use vellum_collections::cast::low32;
use vellum_expr::{BinaryOp, Cells, CompareOp, Expr, Exprs};

/// Random numbers, seeded.
pub(crate) struct Random(vellum_collections::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(vellum_collections::Random::new(seed))
    }

    pub(crate) fn u64(&mut self) -> u64 {
        self.0.next()
    }

    /// A number in `0..bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        low32(self.u64() % u64::from(bound))
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[vellum_collections::cast::index(self.below(u32::try_from(items.len()).unwrap()))]
    }
}

/// Grows random expressions over given symbols.
pub(crate) struct Grower {
    pub(crate) random: Random,
    /// What operands are taken from.
    pub(crate) terms: Vec<Expr>,
    pub(crate) with_arrays: bool,
}

impl Grower {
    pub(crate) fn new(seed: u64, terms: Vec<Expr>) -> Self {
        Self { random: Random::new(seed), terms, with_arrays: false }
    }

    /// A constant, or an expression made before, brought to the width.
    pub(crate) fn operand(&mut self, exprs: &mut Exprs, width: u32) -> Expr {
        if self.random.below(5) == 0 {
            let value = match self.random.below(3) {
                0 => u64::from(self.random.below(4)),
                1 => u64::MAX << self.random.below(width.min(64)),
                _ => self.random.u64(),
            };
            let word = exprs.constant(width.min(64), value);
            return exprs.zext(word, width);
        }
        let e = self.random.pick(&self.terms);
        let have = exprs.width(e);
        if have == width {
            return e;
        }
        if have < width {
            return if self.random.below(2) == 0 { exprs.zext(e, width) } else { exprs.sext(e, width) };
        }
        let low = self.random.below(have - width + 1);
        exprs.extract(e, low, width)
    }

    /// Makes one more expression, of at most so many bits.
    pub(crate) fn grow(&mut self, exprs: &mut Exprs, max_width: u32) -> Expr {
        let width = 1 + self.random.below(max_width);
        let kinds = if self.with_arrays && width >= 8 { 10 } else { 8 };
        let e = match self.random.below(kinds) {
            0..=2 => {
                let op = self.random.pick(&BinaryOp::ALL);
                let (a, b) = (self.operand(exprs, width), self.operand(exprs, width));
                exprs.binary(op, a, b)
            }
            3 | 4 => self.condition(exprs, max_width),
            5 => {
                let c = self.operand(exprs, 1);
                let (a, b) = (self.operand(exprs, width), self.operand(exprs, width));
                exprs.ite(c, a, b)
            }
            6 => {
                let a = self.operand(exprs, width);
                exprs.not(a)
            }
            7 if width > 1 => {
                let high = 1 + self.random.below(width - 1);
                let (a, b) = (self.operand(exprs, high), self.operand(exprs, width - high));
                exprs.concat(a, b)
            }
            7 => self.operand(exprs, width),
            _ => self.read(exprs, width / 8),
        };
        self.terms.push(e);
        e
    }

    /// A comparison.
    pub(crate) fn condition(&mut self, exprs: &mut Exprs, max_width: u32) -> Expr {
        let width = 1 + self.random.below(max_width);
        let op = self.random.pick(&CompareOp::ALL);
        let (a, b) = (self.operand(exprs, width), self.operand(exprs, width));
        exprs.compare(op, a, b)
    }

    /// A read from a small array with some writes.
    pub(crate) fn read(&mut self, exprs: &mut Exprs, bytes: u32) -> Expr {
        let size = 1 + self.random.below(20);
        let mut content: Vec<u8> = Vec::new();
        let mut symbolic = Vec::new();
        for at in 0..size {
            content.push(self.random.pick(&[0, 0, 0, 7, 200, 13]));
            if self.random.below(6) == 0 {
                symbolic.push((at, self.operand(exprs, 8)));
            }
        }
        for &(at, e) in &symbolic {
            if let Some(value) = exprs.as_const(e) {
                content[vellum_collections::cast::index(at)] = vellum_collections::cast::low8(value);
            }
        }
        symbolic.retain(|&(_, e)| !exprs.is_const(e));
        let mut array = exprs.cells(Cells::new(content.into(), symbolic));
        for _ in 0..self.random.below(4) {
            let (index, width) = (self.index(exprs), self.random.pick(&[8, 8, 16, 32]));
            let value = self.operand(exprs, width);
            array = exprs.store(array, index, value);
        }
        let index = self.index(exprs);
        exprs.read(array, index, bytes)
    }

    fn index(&mut self, exprs: &mut Exprs) -> Expr {
        let narrow = 1 + self.random.below(6);
        let e = self.operand(exprs, narrow);
        let wide = exprs.zext(e, 64);
        match self.random.below(5) {
            0 => {
                let four = exprs.constant(64, 4);
                exprs.mul(wide, four)
            }
            1 => {
                let step = exprs.constant(64, u64::from(self.random.below(8)));
                exprs.add(wide, step)
            }
            2 => {
                let step = exprs.constant(64, u64::from(self.random.below(8)));
                exprs.sub(wide, step)
            }
            _ => wide,
        }
    }
}
