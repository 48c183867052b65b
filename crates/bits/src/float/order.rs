//! Comparison of floats, and the smaller and larger of two.

use std::cmp::Ordering;

use super::{FloatKind, host, soft};

impl FloatKind {
    /// The order of two values; `None` when either is a NaN. The two zeros are equal.
    pub fn compare(self, a: u128, b: u128) -> Option<Ordering> {
        let (a, b) = (self.operand(a), self.operand(b));
        match self {
            FloatKind::Single => host::compare_single(a, b),
            FloatKind::Double => host::compare_double(a, b),
            _ => soft::compare(self, a, b),
        }
    }

    /// The smaller value, or the only one that is not a NaN: `llvm.minnum`.
    ///
    /// LLVM leaves open which of two zeros it is; here it is the negative one.
    pub fn min_num(self, a: u128, b: u128) -> u128 {
        self.pick_number(a, b, FloatKind::minimum)
    }

    /// The larger value, or the only one that is not a NaN: `llvm.maxnum`.
    ///
    /// LLVM leaves open which of two zeros it is; here it is the positive one.
    pub fn max_num(self, a: u128, b: u128) -> u128 {
        self.pick_number(a, b, FloatKind::maximum)
    }

    /// The smaller value, or a NaN if either is one; the negative zero is the smaller one.
    pub fn minimum(self, a: u128, b: u128) -> u128 {
        self.pick(a, b, Ordering::Less)
    }

    /// The larger value, or a NaN if either is one; the positive zero is the larger one.
    pub fn maximum(self, a: u128, b: u128) -> u128 {
        self.pick(a, b, Ordering::Greater)
    }

    fn pick_number(self, a: u128, b: u128, pick: fn(FloatKind, u128, u128) -> u128) -> u128 {
        match (self.is_nan(a), self.is_nan(b)) {
            (true, false) => b,
            (false, true) => a,
            _ => pick(self, a, b),
        }
    }

    /// The value that is `wanted` compared to the other.
    fn pick(self, a: u128, b: u128, wanted: Ordering) -> u128 {
        let Some(order) = self.compare(a, b) else {
            return self.quiet(if self.is_nan(a) { a } else { b });
        };
        // Equal values differ at most in the sign of a zero.
        let order = order.then(self.is_negative(b).cmp(&self.is_negative(a)));
        if order == wanted { a } else { b }
    }
}
