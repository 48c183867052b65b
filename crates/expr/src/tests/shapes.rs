//! Terms of the shapes that rules look for and chance seldom makes.

use vellum_bits::Bits;

use super::world::{Term, World};
use crate::kind::{
    BinaryOp::{self, Add, And, Or, Sub, Xor},
    CompareOp::{self, Eq},
};

/// How many shapes there are.
pub(super) const SHAPES: u32 = 10;

impl World {
    fn number(&mut self, width: u32) -> Term {
        let value = self.random.bits(width);
        self.constant(&value)
    }

    /// Many terms of every shape over the first variables.
    pub(super) fn every_shape(&mut self) {
        let width = self.terms[0].width;
        for shape in 0..SHAPES {
            for _ in 0..40 {
                let mut pick = || {
                    let term = self.any();
                    self.resized(&term, width)
                };
                let (a, b, c) = (pick(), pick(), pick());
                self.shape(shape, &a, &b, &c);
            }
        }
    }

    /// A term of one of the shapes over `a`, `b` and `c`, all of one width.
    pub(super) fn shape(&mut self, shape: u32, a: &Term, b: &Term, c: &Term) -> Term {
        match shape {
            0 => self.two_constants(a),
            1 => self.common_operands(a, b, c),
            2 => self.two_conditions(a, b),
            3 => self.range_of_characters(a),
            4 => self.compared_choice(a),
            5 => {
                let (equal, order) = (self.compare(Eq, a, b), self.random.below(2));
                if order == 0 { self.ite(&equal, a, b) } else { self.ite(&equal, b, a) }
            }
            6 => self.packed(a, b),
            7 => self.cut_and_joined(a, b),
            8 => {
                let condition = self.compare(Eq, a, c);
                let (x, y) = if self.random.below(2) == 0 {
                    (self.concat(a, b), self.concat(c, b))
                } else {
                    (self.concat(b, a), self.concat(b, c))
                };
                self.ite(&condition, &x, &y)
            }
            _ => self.masked(a),
        }
    }

    /// `(a op c) op d`
    fn two_constants(&mut self, a: &Term) -> Term {
        let (c, d) = (self.number(a.width), self.number(a.width));
        let first = self.random.pick(&BinaryOp::ALL);
        let second = if self.random.below(3) == 0 { first } else { self.random.pick(&BinaryOp::ALL) };
        let inner =
            if self.random.below(4) == 0 { self.binary(first, &c, a) } else { self.binary(first, a, &c) };
        let order = self.random.pick(&CompareOp::ALL);
        match self.random.below(6) {
            0 => self.binary(second, &d, &inner),
            1 => self.compare(order, &d, &inner),
            2 => self.compare(order, &inner, &d),
            _ => self.binary(second, &inner, &d),
        }
    }

    /// `(a op c) op d` for every operation, with constants of no particular shape.
    pub(super) fn every_operation_twice(&mut self, a: &Term) {
        for op in BinaryOp::ALL {
            for _ in 0..30 {
                let (c, d) = (self.random.uniform(a.width), self.random.uniform(a.width));
                let (c, d) = (self.constant(&c), self.constant(&d));
                let inner = self.binary(op, a, &c);
                self.binary(op, &inner, &d);
                self.compare(Eq, &inner, &d);
            }
        }
    }

    /// Every operation on `a` and `b`, and every comparison of it with an edge of the range.
    pub(super) fn every_edge(&mut self, a: &Term, b: &Term) {
        let (min, max, one) =
            (Bits::signed_min(a.width), Bits::signed_max(a.width), Bits::from_u64(a.width, 1));
        let zero = Bits::zero(a.width);
        for edge in [
            zero.clone(),
            one.clone(),
            zero.sub(&one),
            min.clone(),
            max.clone(),
            min.add(&one),
            max.sub(&one),
        ] {
            let edge = self.constant(&edge);
            for op in BinaryOp::ALL {
                self.binary(op, a, &edge);
                self.binary(op, &edge, a);
                let inner = self.binary(op, a, b);
                for order in CompareOp::ALL {
                    self.compare(order, &inner, &edge);
                    self.compare(order, &edge, &inner);
                }
            }
        }
    }

    /// `(a op b) op' (a op c)`, operands in any order
    fn common_operands(&mut self, a: &Term, b: &Term, c: &Term) -> Term {
        let op = self.random.pick(&[Add, Sub, Xor, And, Or]);
        let mut side = |x: &Term, y: &Term| {
            if self.random.below(2) == 0 { self.binary(op, x, y) } else { self.binary(op, y, x) }
        };
        let (x, y) = (side(a, b), side(a, c));
        match self.random.below(3) {
            0 => self.binary(Sub, &x, &y),
            1 => self.binary(op, &x, &y),
            _ => self.compare(Eq, &x, &y),
        }
    }

    /// Two comparisons of one term, joined.
    fn two_conditions(&mut self, a: &Term, b: &Term) -> Term {
        let (c, d) = if self.random.below(2) == 0 {
            (self.number(a.width), self.number(a.width))
        } else {
            (b.clone(), b.clone())
        };
        let first = self.random.pick(&CompareOp::ALL);
        let second = if self.random.below(2) == 0 { first } else { self.random.pick(&CompareOp::ALL) };
        let mut condition = |op: CompareOp, to: &Term| {
            let made =
                if self.random.below(2) == 0 { self.compare(op, a, to) } else { self.compare(op, to, a) };
            if self.random.below(4) == 0 { self.not(&made) } else { made }
        };
        let (x, y) = (condition(first, &c), condition(second, &d));
        let op = self.random.pick(&[And, Or, Xor]);
        self.binary(op, &x, &y)
    }

    /// `extend(a) + c < d`
    fn range_of_characters(&mut self, a: &Term) -> Term {
        let wide =
            if self.random.below(2) == 0 { self.zext(a, a.width + 1) } else { self.sext(a, a.width + 1) };
        let (c, d) = (self.number(wide.width), self.number(wide.width));
        let sum = self.binary(Add, &wide, &c);
        let op = self.random.pick(&CompareOp::ALL);
        if self.random.below(3) == 0 { self.compare(op, &d, &sum) } else { self.compare(op, &sum, &d) }
    }

    /// `ite(a < k, c, d) < e`
    fn compared_choice(&mut self, a: &Term) -> Term {
        let limit = self.number(a.width);
        let condition = self.compare(CompareOp::Ult, a, &limit);
        let (c, d, e) = (self.number(a.width), self.number(a.width), self.number(a.width));
        let choice = self.ite(&condition, &c, &d);
        let op = self.random.pick(&CompareOp::ALL);
        match self.random.below(4) {
            0 => self.compare(op, &e, &choice),
            1 => self.compare(op, &choice, &e),
            2 => {
                let op = self.random.pick(&BinaryOp::ALL);
                self.binary(op, &choice, &e)
            }
            _ => self.extract(&choice, 0, a.width.div_ceil(2)),
        }
    }

    /// `zext(a) op zext(b) << k`: parts of a word put together
    fn packed(&mut self, a: &Term, b: &Term) -> Term {
        let (low, high) = (self.zext(a, a.width + b.width), self.zext(b, a.width + b.width));
        let amount = self.constant(&Bits::from_u64(low.width, u64::from(a.width)));
        let shifted = self.binary(BinaryOp::Shl, &high, &amount);
        let op = self.random.pick(&[Or, Add, Xor]);
        let packed = self.binary(op, &low, &shifted);
        if self.random.below(2) == 0 {
            return packed;
        }
        let from = self.random.below(packed.width);
        let width = 1 + self.random.below(packed.width - from);
        self.extract(&packed, from, width)
    }

    /// Neighbouring parts of `a`, put together again, perhaps with `b` below.
    fn cut_and_joined(&mut self, a: &Term, b: &Term) -> Term {
        if a.width < 3 {
            return self.packed(a, b);
        }
        let low = self.random.below(a.width - 2);
        let middle = low + 1 + self.random.below(a.width - low - 2);
        let (high, low) = (self.extract(a, middle, a.width - middle), self.extract(a, low, middle - low));
        if self.random.below(2) == 0 {
            return self.concat(&high, &low);
        }
        let b = self.extract(b, 0, 1);
        let joined = self.concat(&low, &b);
        self.concat(&high, &joined)
    }

    /// `a & c | d`, where every bit is set in `c` or `d`; the same the other way round; with shifts in between
    fn masked(&mut self, a: &Term) -> Term {
        let c = self.number(a.width);
        let (d, k) = (self.not(&c), self.random.below(a.width));
        let k = self.constant(&Bits::from_u64(a.width, u64::from(k)));
        match self.random.below(5) {
            4 => {
                let (c, d) = (self.random.uniform(a.width), self.random.uniform(a.width));
                let (c, d) = (self.constant(&c), self.constant(&d));
                let masked = self.binary(And, a, &c);
                self.binary(And, &masked, &d)
            }
            3 => {
                let (d, quotient) = (self.number(a.width), self.binary(BinaryOp::UDiv, a, &c));
                self.binary(BinaryOp::UDiv, &quotient, &d)
            }
            0 => {
                let masked = self.binary(And, a, &c);
                self.binary(Or, &masked, &d)
            }
            1 => {
                let masked = self.binary(Or, a, &c);
                self.binary(And, &masked, &d)
            }
            _ => {
                let sum = self.binary(Add, a, &c);
                let op = self.random.pick(&[BinaryOp::Shl, BinaryOp::LShr, BinaryOp::AShr, BinaryOp::Mul]);
                self.binary(op, &sum, &k)
            }
        }
    }
}
