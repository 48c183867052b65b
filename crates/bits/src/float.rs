//! Floating-point types and their operations; a value is its bit pattern in a `u128`.
//!
//! Every operation rounds to nearest, ties to even, and is correctly rounded. `rustc_apfloat`
//! does the work, except where the host's `f32` and `f64` give the same bits faster. Which NaN an
//! operation gives is not promised; that it is a quiet one is.

mod format;
mod host;
mod integer;
mod order;
mod soft;
mod sqrt;

#[cfg(test)]
mod tests;

use std::fmt;

use self::format::Value;
pub use self::integer::Signedness;

/// A floating-point type of LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// The top half of a binary32.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// The 80-bit format of the x87, with its integer bit stored.
    X87,
    /// IEEE binary128.
    Quad,
}

/// An operation on two floats with a rounded result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatBinary {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// What is left after a whole quotient rounded toward zero: C's `fmod`, LLVM's `frem`.
    Rem,
}

/// Which integral value a float becomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundTo {
    /// The largest not above.
    Floor,
    /// The smallest not below.
    Ceil,
    /// The nearest toward zero.
    Trunc,
    /// The nearest, the even one of two.
    NearestEven,
    /// The nearest, the one away from zero of two.
    NearestAway,
}

/// The value of one kind as a value of another, rounded to the nearest.
pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    let a = from.operand(a);
    match (from, to) {
        (FloatKind::Single, FloatKind::Double) => host::widen(a),
        (FloatKind::Double, FloatKind::Single) => host::narrow(a),
        _ => soft::convert(from, to, a),
    }
}

/// What a kind is.
impl FloatKind {
    /// Every kind, narrowest first.
    pub const ALL: [FloatKind; 6] = [
        FloatKind::Half,
        FloatKind::BFloat,
        FloatKind::Single,
        FloatKind::Double,
        FloatKind::X87,
        FloatKind::Quad,
    ];

    /// How many bits a value has.
    pub const fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }

    /// What LLVM's text calls it.
    pub const fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Single => "float",
            FloatKind::Double => "double",
            FloatKind::X87 => "x86_fp80",
            FloatKind::Quad => "fp128",
        }
    }

    /// The kind that LLVM's text calls this.
    pub fn from_name(name: &str) -> Option<FloatKind> {
        FloatKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for FloatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Arithmetic.
impl FloatKind {
    /// An operation on two values.
    pub fn binary(self, operation: FloatBinary, a: u128, b: u128) -> u128 {
        let (a, b) = (self.operand(a), self.operand(b));
        match self {
            FloatKind::Single => host::binary_single(operation, a, b),
            FloatKind::Double => host::binary_double(operation, a, b),
            _ => soft::binary(self, operation, a, b),
        }
    }

    /// `a * b + c`, rounded once.
    pub fn fma(self, a: u128, b: u128, c: u128) -> u128 {
        soft::fma(self, self.operand(a), self.operand(b), self.operand(c))
    }

    /// The square root.
    pub fn sqrt(self, a: u128) -> u128 {
        let a = self.operand(a);
        match self {
            FloatKind::Single => host::sqrt_single(a),
            FloatKind::Double => host::sqrt_double(a),
            _ => sqrt::sqrt(self, a),
        }
    }

    /// An integral value nearby, with the sign of the operand.
    pub fn round(self, to: RoundTo, a: u128) -> u128 {
        soft::round(self, to, self.operand(a))
    }

    /// `a * 2^exponent`, rounded once.
    pub fn ldexp(self, a: u128, exponent: i32) -> u128 {
        soft::ldexp(self, self.operand(a), exponent)
    }

    /// A fraction of magnitude in `0.5..1` and the power of two that give the value as a product.
    ///
    /// Zeros, infinities and NaNs come back themselves, with zero, as from glibc.
    pub fn frexp(self, a: u128) -> (u128, i32) {
        let a = self.operand(a);
        match self.value(a) {
            Value::Nan => (self.quiet(a), 0),
            Value::Infinite | Value::Finite { significand: 0, .. } => (a, 0),
            Value::Finite { .. } => soft::frexp(self, a),
        }
    }
}
