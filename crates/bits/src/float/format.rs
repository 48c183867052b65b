//! The bit patterns of a kind: their fields, what they stand for, and what only looks at them.
//!
//! A pattern is a sign, an exponent field and a significand field. The significand field of the
//! x87 begins with the integer bit that other kinds leave out; patterns in which that bit
//! contradicts the exponent are taken as signalling NaNs, because the x87 refuses them.

use super::FloatKind;

/// What a pattern stands for, apart from its sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Nan,
    Infinite,
    /// `significand * 2^exponent`; the significand has at most the bits of the kind's precision.
    Finite {
        significand: u128,
        exponent: i32,
    },
}

/// What only looks at, or only changes, the fields.
impl FloatKind {
    /// The sign flipped, even of a NaN.
    pub fn neg(self, a: u128) -> u128 {
        a ^ self.sign_bit()
    }

    /// The sign cleared, even of a NaN.
    pub fn abs(self, a: u128) -> u128 {
        a & !self.sign_bit()
    }

    /// The first value with the sign of the second.
    pub fn copysign(self, a: u128, b: u128) -> u128 {
        self.abs(a) | b & self.sign_bit()
    }

    /// Whether the value is a NaN, quiet or signalling.
    pub fn is_nan(self, a: u128) -> bool {
        self.value(a) == Value::Nan
    }

    /// The one bit of LLVM's `is.fpclass` mask that the value belongs to.
    pub fn classify(self, a: u128) -> u32 {
        let [negative, positive] = match self.value(a) {
            Value::Nan if self.is_unsupported(a) || a & self.quiet_bit() == 0 => [0x1, 0x1],
            Value::Nan => [0x2, 0x2],
            Value::Infinite => [0x4, 0x200],
            Value::Finite { significand: 0, .. } => [0x20, 0x40],
            Value::Finite { significand, .. } if significand >> self.fraction_bits() == 0 => [0x10, 0x80],
            Value::Finite { .. } => [0x8, 0x100],
        };
        if self.is_negative(a) { negative } else { positive }
    }
}

/// The fields, for the other files of floats.
impl FloatKind {
    /// What a pattern stands for.
    pub(super) fn value(self, a: u128) -> Value {
        let (field, significand) = (self.exponent_field(a), self.significand_field(a));
        if self.is_unsupported(a) {
            Value::Nan
        } else if field == self.exponent_mask() {
            if significand == self.integer_bit() { Value::Infinite } else { Value::Nan }
        } else {
            let biased = i32::try_from(field).expect("an exponent has at most 15 bits");
            let hidden = if field == 0 || self == FloatKind::X87 { 0 } else { 1 << self.fraction_bits() };
            // Subnormals have the exponent of the smallest normals.
            Value::Finite {
                significand: significand | hidden,
                exponent: biased.max(1) + self.exponent_base(),
            }
        }
    }

    /// The pattern of `significand * 2^exponent`, a positive normal value of the kind.
    pub(super) fn normal(self, significand: u128, exponent: i32) -> u128 {
        assert!(significand >> self.fraction_bits() == 1, "a normal significand has all its bits");
        let field =
            u128::try_from(exponent - self.exponent_base()).expect("a normal exponent is not negative");
        assert!((1..self.exponent_mask()).contains(&field), "a normal exponent is inside its range");
        field << self.exponent_shift() | self.significand_field(significand)
    }

    /// A pattern as an operand of arithmetic: one the x87 refuses becomes the NaN it would give.
    pub(super) fn operand(self, a: u128) -> u128 {
        debug_assert!(
            self == FloatKind::Quad || a >> self.bits() == 0,
            "a {self} has no bits above its own: {a:#x}"
        );
        if self.is_unsupported(a) { self.default_nan() } else { a }
    }

    pub(super) fn is_negative(self, a: u128) -> bool {
        a & self.sign_bit() != 0
    }

    /// A NaN made quiet, keeping its payload.
    pub(super) fn quiet(self, a: u128) -> u128 {
        self.operand(a) | self.quiet_bit()
    }

    pub(super) fn default_nan(self) -> u128 {
        self.exponent_mask() << self.exponent_shift() | self.integer_bit() | self.quiet_bit()
    }

    /// How many bits of the significand are behind the binary point.
    pub(super) fn fraction_bits(self) -> u32 {
        match self {
            FloatKind::X87 => 63,
            _ => self.exponent_shift(),
        }
    }

    fn exponent_bits(self) -> u32 {
        match self {
            FloatKind::Half => 5,
            FloatKind::BFloat | FloatKind::Single => 8,
            FloatKind::Double => 11,
            FloatKind::X87 | FloatKind::Quad => 15,
        }
    }

    /// Where the exponent field begins, and the significand field ends.
    fn exponent_shift(self) -> u32 {
        self.bits() - 1 - self.exponent_bits()
    }

    fn exponent_mask(self) -> u128 {
        (1 << self.exponent_bits()) - 1
    }

    /// What an exponent field of zero means for a significand read as an integer.
    fn exponent_base(self) -> i32 {
        let bias = (1_i32 << (self.exponent_bits() - 1)) - 1;
        let fraction_bits = i32::try_from(self.fraction_bits()).expect("at most 112");
        -bias - fraction_bits
    }

    fn sign_bit(self) -> u128 {
        1 << (self.bits() - 1)
    }

    fn quiet_bit(self) -> u128 {
        1 << (self.fraction_bits() - 1)
    }

    /// The integer bit, where it is stored.
    fn integer_bit(self) -> u128 {
        if self == FloatKind::X87 { 1 << 63 } else { 0 }
    }

    fn exponent_field(self, a: u128) -> u128 {
        a >> self.exponent_shift() & self.exponent_mask()
    }

    fn significand_field(self, a: u128) -> u128 {
        a & ((1 << self.exponent_shift()) - 1)
    }

    /// Whether the stored integer bit is clear where the exponent wants it set.
    fn is_unsupported(self, a: u128) -> bool {
        self == FloatKind::X87 && self.exponent_field(a) != 0 && a & self.integer_bit() == 0
    }
}
