//! How expressions are made.
//!
//! Each constructor folds constants, puts operands in order, lets the rules simplify, and asks the facts
//! whether only one value is left; what remains is interned.

use vellum_bits::{FloatKind, Signedness};

use crate::{
    eval::fold,
    kind::{BinaryOp, CompareOp, FloatOp, FloatOrder, Kind},
    pool::{Expr, Exprs, Node},
    rules,
};

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        $(
            $(#[$doc])*
            pub fn $name(&mut self, a: Expr, b: Expr) -> Expr {
                self.binary(BinaryOp::$op, a, b)
            }
        )*
    };
}

impl Exprs {
    binary! {
        /// Sum.
        add = Add;
        /// Difference.
        sub = Sub;
        /// Product.
        mul = Mul;
        /// Unsigned quotient.
        udiv = UDiv;
        /// Signed quotient.
        sdiv = SDiv;
        /// Unsigned remainder.
        urem = URem;
        /// Signed remainder.
        srem = SRem;
        /// Bitwise and; of truth values, both.
        and = And;
        /// Bitwise or; of truth values, either.
        or = Or;
        /// Bitwise exclusive or.
        xor = Xor;
        /// Left shift.
        shl = Shl;
        /// Right shift, zeros in.
        lshr = LShr;
        /// Right shift, signs in.
        ashr = AShr;
    }

    /// An operation on two bit-vectors of the same width.
    pub fn binary(&mut self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "{op:?} of operands of one width");
        let (a, b) = if op.is_commutative() { self.ordered(a, b) } else { (a, b) };
        self.make(Kind::Binary(op, a, b), width)
    }

    /// A comparison; the result is a truth value.
    pub fn compare(&mut self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        debug_assert_eq!(self.width(a), self.width(b), "{op:?} of operands of one width");
        let (a, b) = if op == CompareOp::Eq { self.ordered(a, b) } else { (a, b) };
        self.make(Kind::Compare(op, a, b), 1)
    }

    /// Whether two are equal.
    pub fn eq(&mut self, a: Expr, b: Expr) -> Expr {
        self.compare(CompareOp::Eq, a, b)
    }

    /// Whether two differ.
    pub fn ne(&mut self, a: Expr, b: Expr) -> Expr {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Whether `a` is below `b`, unsigned.
    pub fn ult(&mut self, a: Expr, b: Expr) -> Expr {
        self.compare(CompareOp::Ult, a, b)
    }

    /// Whether `a` is at most `b`, unsigned.
    pub fn ule(&mut self, a: Expr, b: Expr) -> Expr {
        self.compare(CompareOp::Ule, a, b)
    }

    /// Whether `a` is below `b`, signed.
    pub fn slt(&mut self, a: Expr, b: Expr) -> Expr {
        self.compare(CompareOp::Slt, a, b)
    }

    /// Whether `a` is at most `b`, signed.
    pub fn sle(&mut self, a: Expr, b: Expr) -> Expr {
        self.compare(CompareOp::Sle, a, b)
    }

    /// Every bit flipped; of a truth value, its opposite.
    pub fn not(&mut self, a: Expr) -> Expr {
        self.make(Kind::Not(a), self.width(a))
    }

    /// Zero minus `a`.
    pub fn neg(&mut self, a: Expr) -> Expr {
        let zero = self.zero(self.width(a));
        self.sub(zero, a)
    }

    /// `a` where `c` holds, else `b`.
    pub fn ite(&mut self, c: Expr, a: Expr, b: Expr) -> Expr {
        debug_assert_eq!(self.width(c), 1, "a condition is a truth value");
        debug_assert_eq!(self.width(a), self.width(b), "both sides have one width");
        self.make(Kind::Ite(c, a, b), self.width(a))
    }

    /// The bits of `high` above those of `low`.
    pub fn concat(&mut self, high: Expr, low: Expr) -> Expr {
        let width = self.width(high) + self.width(low);
        self.make(Kind::Concat(high, low), width)
    }

    /// `width` bits of `of` from bit `low` on.
    pub fn extract(&mut self, of: Expr, low: u32, width: u32) -> Expr {
        debug_assert!(low + width <= self.width(of), "bits that are there");
        if width == self.width(of) {
            return of;
        }
        self.make(Kind::Extract { of, low }, width)
    }

    /// `a` with zeros above, up to `width` bits.
    pub fn zext(&mut self, a: Expr, width: u32) -> Expr {
        debug_assert!(width >= self.width(a), "an extension does not narrow");
        if width == self.width(a) { a } else { self.make(Kind::ZExt(a), width) }
    }

    /// `a` with copies of its sign above, up to `width` bits.
    pub fn sext(&mut self, a: Expr, width: u32) -> Expr {
        debug_assert!(width >= self.width(a), "an extension does not narrow");
        if width == self.width(a) { a } else { self.make(Kind::SExt(a), width) }
    }

    /// The low bits of `a`, or `a` with zeros above: `width` bits in any case.
    pub fn fit(&mut self, a: Expr, width: u32) -> Expr {
        if width <= self.width(a) { self.extract(a, 0, width) } else { self.zext(a, width) }
    }

    /// Zero.
    pub fn zero(&mut self, width: u32) -> Expr {
        if width <= 64 { self.constant(width, 0) } else { self.bits(&vellum_bits::Bits::zero(width)) }
    }

    /// All bits set.
    pub fn ones(&mut self, width: u32) -> Expr {
        if width <= 64 { self.constant(width, u64::MAX) } else { self.bits(&vellum_bits::Bits::ones(width)) }
    }

    /// A computation on two floats.
    pub fn float(&mut self, kind: FloatKind, op: FloatOp, a: Expr, b: Expr) -> Expr {
        self.make(Kind::Float(kind, op, a, b), kind.bits())
    }

    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, kind: FloatKind, a: Expr, b: Expr, c: Expr) -> Expr {
        self.make(Kind::Fma(kind, a, b, c), kind.bits())
    }

    /// A comparison of floats.
    pub fn float_compare(&mut self, kind: FloatKind, order: FloatOrder, a: Expr, b: Expr) -> Expr {
        self.make(Kind::FloatCompare(kind, order, a, b), 1)
    }

    /// Whether a float is not a number.
    pub fn float_is_nan(&mut self, kind: FloatKind, a: Expr) -> Expr {
        let equal = self.float_compare(kind, FloatOrder::Eq, a, a);
        self.not(equal)
    }

    /// An integer as a float.
    pub fn float_from_int(&mut self, kind: FloatKind, signedness: Signedness, a: Expr) -> Expr {
        self.make(Kind::FloatFromInt(kind, signedness, a), kind.bits())
    }

    /// A float as an integer of `width` bits.
    pub fn float_to_int(&mut self, kind: FloatKind, signedness: Signedness, a: Expr, width: u32) -> Expr {
        self.make(Kind::FloatToInt(kind, signedness, a), width)
    }

    /// A float in another format.
    pub fn float_convert(&mut self, from: FloatKind, to: FloatKind, a: Expr) -> Expr {
        if from == to { a } else { self.make(Kind::FloatConvert(from, to, a), to.bits()) }
    }

    /// The expression of this kind over other operands.
    pub(crate) fn rebuild(&mut self, kind: Kind, width: u32, to: impl Fn(Expr) -> Expr) -> Expr {
        match kind {
            Kind::Const(_) | Kind::Wide(_) | Kind::Symbol { .. } | Kind::Garbage { .. } | Kind::Base(_) => {
                self.intern(kind, width)
            }
            Kind::Not(a) => self.not(to(a)),
            Kind::Binary(op, a, b) => self.binary(op, to(a), to(b)),
            Kind::Compare(op, a, b) => self.compare(op, to(a), to(b)),
            Kind::Ite(c, a, b) => self.ite(to(c), to(a), to(b)),
            Kind::Concat(a, b) => self.concat(to(a), to(b)),
            Kind::Extract { of, low } => self.extract(to(of), low, width),
            Kind::ZExt(a) => self.zext(to(a), width),
            Kind::SExt(a) => self.sext(to(a), width),
            Kind::Read { array, index } => self.read(array, to(index), width / 8),
            Kind::Float(kind, op, a, b) => self.float(kind, op, to(a), to(b)),
            Kind::Fma(kind, a, b, c) => self.fma(kind, to(a), to(b), to(c)),
            Kind::FloatCompare(kind, order, a, b) => self.float_compare(kind, order, to(a), to(b)),
            Kind::FloatFromInt(kind, s, a) => self.float_from_int(kind, s, to(a)),
            Kind::FloatToInt(kind, s, a) => self.float_to_int(kind, s, to(a), width),
            Kind::FloatConvert(from, into, a) => self.float_convert(from, into, to(a)),
        }
    }

    /// The simplest expression known for `kind`.
    ///
    /// A node that is there already needs no second look: rules depend on its operands alone, and those have
    /// not changed since.
    fn make(&mut self, kind: Kind, width: u32) -> Expr {
        if kind.operands().all(|e| self.is_const(e)) {
            return fold(self, kind, width);
        }
        let node = Node { kind, width };
        let hash = match self.find(&node) {
            Ok(found) => return found,
            Err(hash) => hash,
        };
        // Inside the simplifier what comes of a node also depends on how deep that is.
        let is_outermost = self.progress.is_outermost();
        if is_outermost && let Some(simpler) = self.memo.get(&node, hash) {
            return simpler;
        }
        let facts = self.facts_of(kind, width);
        if let Some(value) = facts.value(width) {
            return self.constant(width, value);
        }
        match rules::simplify(self, kind, width) {
            Some(simpler) => {
                if is_outermost {
                    self.memo.set(node, hash, simpler);
                }
                simpler
            }
            None => self.insert(node, facts, hash),
        }
    }

    /// As [`Exprs::make`], without a look at the rules.
    pub(crate) fn intern_or_decide(&mut self, kind: Kind, width: u32) -> Expr {
        let node = Node { kind, width };
        let hash = match self.find(&node) {
            Ok(found) => return found,
            Err(hash) => hash,
        };
        let facts = self.facts_of(kind, width);
        match facts.value(width) {
            Some(value) => self.constant(width, value),
            None => self.insert(node, facts, hash),
        }
    }

    /// Constants go last, otherwise the older operand first.
    fn ordered(&self, a: Expr, b: Expr) -> (Expr, Expr) {
        if (self.is_const(a), a) > (self.is_const(b), b) { (b, a) } else { (a, b) }
    }
}
