//! Functions on integers and floats: what the less common operations compute.
//!
//! Each integer function exists twice, on a machine word and on [`Bits`] of any width; a test holds the two
//! against each other.

use vellum_bits::{Bits, FloatBinary, FloatKind, RoundTo, Signedness, word};
use vellum_collections::cast::{low32, low64};
use vellum_ir::{BinaryOp, FloatPredicate, IntPredicate};

/// A function of one to three integers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntFn {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    SAddOverflows,
    UAddOverflows,
    SSubOverflows,
    USubOverflows,
    SMulOverflows,
    UMulOverflows,
    /// Whether bits that differ from the sign are shifted out; never by the width or more, which is another error.
    SShlOverflows,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    Abs,
    SMax,
    SMin,
    UMax,
    UMin,
    SCmp,
    UCmp,
    CtPop,
    CtLz,
    CtTz,
    BSwap,
    BitReverse,
    FunnelShl,
    FunnelShr,
}

/// A function of one to three floats of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatFn {
    Binary(FloatBinary),
    Round(RoundTo),
    Neg,
    Abs,
    Sqrt,
    CopySign,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    Fma,
    MulAdd,
    /// The fraction `frexp` returns.
    Fraction,
}

/// Why an integer function has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undefined {
    /// The divisor is zero.
    DivisionByZero,
    /// The smallest number divided by -1.
    DivisionOverflow,
    /// A value of so many bits shifted by that or more.
    Overshift(u32),
    /// A float that an integer of so many bits cannot hold.
    FloatToInt(Signedness, u32),
}

impl IntFn {
    /// The function of an integer instruction; `None` for float arithmetic.
    pub(crate) fn of(op: BinaryOp) -> Option<Self> {
        Some(match op {
            BinaryOp::Add => Self::Add,
            BinaryOp::Sub => Self::Sub,
            BinaryOp::Mul => Self::Mul,
            BinaryOp::UDiv => Self::UDiv,
            BinaryOp::SDiv => Self::SDiv,
            BinaryOp::URem => Self::URem,
            BinaryOp::SRem => Self::SRem,
            BinaryOp::And => Self::And,
            BinaryOp::Or => Self::Or,
            BinaryOp::Xor => Self::Xor,
            BinaryOp::Shl => Self::Shl,
            BinaryOp::LShr => Self::LShr,
            BinaryOp::AShr => Self::AShr,
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                return None;
            }
        })
    }

    /// Whether the result is one bit rather than of the operands' width.
    pub(crate) fn is_predicate(self) -> bool {
        matches!(
            self,
            Self::SAddOverflows
                | Self::UAddOverflows
                | Self::SSubOverflows
                | Self::USubOverflows
                | Self::SMulOverflows
                | Self::UMulOverflows
                | Self::SShlOverflows
        )
    }

    fn is_signed_division(self) -> bool {
        matches!(self, Self::SDiv | Self::SRem)
    }
}

/// A division of words of `width` bits.
#[inline]
pub(crate) fn divide_word(f: IntFn, width: u32, a: u64, b: u64) -> Result<u64, Undefined> {
    if b == 0 {
        return Err(Undefined::DivisionByZero);
    }
    let (sa, sb) = (word::sign_extend(width, a), word::sign_extend(width, b));
    if f.is_signed_division() && sb == -1 && sa == word::sign_extend(width, 1 << (width - 1)) {
        return Err(Undefined::DivisionOverflow);
    }
    Ok(match f {
        IntFn::UDiv => a / b,
        IntFn::URem => a % b,
        IntFn::SDiv => word::from_signed(width, sa.wrapping_div(sb)),
        IntFn::SRem => word::from_signed(width, sa.wrapping_rem(sb)),
        _ => unreachable!("only divisions are decoded as divisions"),
    })
}

/// A division of integers of any width.
pub(crate) fn divide(f: IntFn, a: &Bits, b: &Bits) -> Result<Bits, Undefined> {
    if f.is_signed_division() && b.is_ones() && *a == Bits::signed_min(a.width()) {
        return Err(Undefined::DivisionOverflow);
    }
    let quotient = match f {
        IntFn::UDiv => a.udiv(b),
        IntFn::URem => a.urem(b),
        IntFn::SDiv => a.sdiv(b),
        IntFn::SRem => a.srem(b),
        _ => unreachable!("only divisions are decoded as divisions"),
    };
    quotient.ok_or(Undefined::DivisionByZero)
}

/// A function of words of `width` bits; divisions and funnel shifts have their own.
pub(crate) fn int_word(f: IntFn, width: u32, a: u64, b: u64) -> u64 {
    let (wide_a, wide_b) = (i128::from(word::sign_extend(width, a)), i128::from(word::sign_extend(width, b)));
    let (min, max) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let fits = |v: i128| (min..=max).contains(&v);
    let cut = |v: i128| word::truncate(width, low64(v.cast_unsigned()));
    let mask = word::mask(width);
    match f {
        IntFn::SAddOverflows => u64::from(!fits(wide_a + wide_b)),
        IntFn::SSubOverflows => u64::from(!fits(wide_a - wide_b)),
        IntFn::SMulOverflows => u64::from(!fits(wide_a * wide_b)),
        IntFn::UAddOverflows => u64::from(u128::from(a) + u128::from(b) > u128::from(mask)),
        IntFn::USubOverflows => u64::from(a < b),
        IntFn::UMulOverflows => u64::from(u128::from(a) * u128::from(b) > u128::from(mask)),
        IntFn::SShlOverflows => u64::from(b < u64::from(width) && !fits(wide_a << b)),
        IntFn::SAddSat => cut((wide_a + wide_b).clamp(min, max)),
        IntFn::SSubSat => cut((wide_a - wide_b).clamp(min, max)),
        IntFn::UAddSat => a.saturating_add(b).min(mask),
        IntFn::USubSat => a.saturating_sub(b),
        IntFn::Abs => word::from_signed(width, word::sign_extend(width, a).wrapping_abs()),
        IntFn::SMax => cut(wide_a.max(wide_b)),
        IntFn::SMin => cut(wide_a.min(wide_b)),
        IntFn::UMax => a.max(b),
        IntFn::UMin => a.min(b),
        IntFn::SCmp => ordering_word(width, wide_a.cmp(&wide_b)),
        IntFn::UCmp => ordering_word(width, a.cmp(&b)),
        IntFn::CtPop => u64::from(a.count_ones()),
        IntFn::CtLz => u64::from(a.leading_zeros() - (64 - width)),
        IntFn::CtTz => u64::from(a.trailing_zeros().min(width)),
        IntFn::BSwap => a.swap_bytes() >> (64 - width),
        IntFn::BitReverse => a.reverse_bits() >> (64 - width),
        _ => {
            let (a, b) = (Bits::from_u64(width, a), Bits::from_u64(width, b));
            int(f, &a, &b, &Bits::zero(width)).low_u64()
        }
    }
}

fn ordering_word(width: u32, ordering: std::cmp::Ordering) -> u64 {
    word::from_signed(width, i64::from(ordering.is_gt()) - i64::from(ordering.is_lt()))
}

/// `high:low` shifted left by `amount` modulo the width, the upper half; or shifted right, the lower half.
#[inline]
pub(crate) fn funnel_word(f: IntFn, width: u32, high: u64, low: u64, amount: u64) -> u64 {
    let shift = low32(amount % u64::from(width));
    let both = u128::from(high) << width | u128::from(low);
    let shifted = if f == IntFn::FunnelShl { (both << shift) >> width } else { both >> shift };
    word::truncate(width, low64(shifted))
}

/// A function of integers of any width, apart from divisions.
pub(crate) fn int(f: IntFn, a: &Bits, b: &Bits, c: &Bits) -> Bits {
    let width = a.width();
    let bit = |value: bool| Bits::from_u64(1, u64::from(value));
    let number = |value: u32| Bits::from_u64(width, u64::from(value));
    match f {
        IntFn::Add => a.add(b),
        IntFn::Sub => a.sub(b),
        IntFn::Mul => a.mul(b),
        IntFn::And => a.and(b),
        IntFn::Or => a.or(b),
        IntFn::Xor => a.xor(b),
        IntFn::Shl => a.shl(b),
        IntFn::LShr => a.lshr(b),
        IntFn::AShr => a.ashr(b),
        IntFn::SAddOverflows => bit(a.sadd_overflows(b)),
        IntFn::UAddOverflows => bit(a.uadd_overflows(b)),
        IntFn::SSubOverflows => bit(a.ssub_overflows(b)),
        IntFn::USubOverflows => bit(a.usub_overflows(b)),
        IntFn::SMulOverflows => bit(a.smul_overflows(b)),
        IntFn::UMulOverflows => bit(a.umul_overflows(b)),
        IntFn::SShlOverflows => {
            let is_amount = b.to_u64().is_some_and(|amount| amount < u64::from(width));
            bit(is_amount && a.shl(b).ashr(b) != *a)
        }
        IntFn::SAddSat => a.sadd_sat(b),
        IntFn::UAddSat => a.uadd_sat(b),
        IntFn::SSubSat => a.ssub_sat(b),
        IntFn::USubSat => a.usub_sat(b),
        IntFn::SShlSat => a.sshl_sat(b),
        IntFn::UShlSat => a.ushl_sat(b),
        IntFn::Abs => {
            if a.sign_bit() {
                a.neg()
            } else {
                a.clone()
            }
        }
        IntFn::SMax => a.smax(b),
        IntFn::SMin => a.smin(b),
        IntFn::UMax => a.umax(b),
        IntFn::UMin => a.umin(b),
        IntFn::SCmp => Bits::from_i64(width, i64::from(b.slt(a)) - i64::from(a.slt(b))),
        IntFn::UCmp => Bits::from_i64(width, i64::from(b.ult(a)) - i64::from(a.ult(b))),
        IntFn::CtPop => number(a.count_ones()),
        IntFn::CtLz => number(a.leading_zeros()),
        IntFn::CtTz => number(a.trailing_zeros()),
        IntFn::BSwap => a.swap_bytes(),
        IntFn::BitReverse => a.reverse_bits(),
        IntFn::FunnelShl | IntFn::FunnelShr => funnel(f, a, b, c),
        IntFn::UDiv | IntFn::SDiv | IntFn::URem | IntFn::SRem => {
            unreachable!("divisions can fail and have their own function")
        }
    }
}

fn funnel(f: IntFn, high: &Bits, low: &Bits, amount: &Bits) -> Bits {
    let width = high.width();
    let modulus = Bits::from_u64(width, u64::from(width));
    // A width that does not fit its own type (i1, i2, i3 …) wraps; LLVM reduces the amount first, so do we.
    let shift = match amount.urem(&modulus) {
        Some(rest) if u64::from(width) <= word::mask(width.min(64)) => low32(rest.low_u64()),
        _ => low32(amount.low_u64() % u64::from(width)),
    };
    let both = high.concat(low);
    match f {
        IntFn::FunnelShl => both.shl_u32(shift).extract(width, width),
        _ => both.lshr_u32(shift).extract(0, width),
    }
}

/// A comparison of integers of any width.
pub(crate) fn compare(predicate: IntPredicate, a: &Bits, b: &Bits) -> bool {
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ult => a.ult(b),
        IntPredicate::Ule => a.ule(b),
        IntPredicate::Ugt => b.ult(a),
        IntPredicate::Uge => b.ule(a),
        IntPredicate::Slt => a.slt(b),
        IntPredicate::Sle => a.sle(b),
        IntPredicate::Sgt => b.slt(a),
        IntPredicate::Sge => b.sle(a),
    }
}

/// A function of floats of one format, as bit patterns.
pub(crate) fn float(kind: FloatKind, f: FloatFn, a: u128, b: u128, c: u128) -> u128 {
    match f {
        FloatFn::Binary(op) => kind.binary(op, a, b),
        FloatFn::Round(to) => kind.round(to, a),
        FloatFn::Neg => kind.neg(a),
        FloatFn::Abs => kind.abs(a),
        FloatFn::Sqrt => kind.sqrt(a),
        FloatFn::CopySign => kind.copysign(a, b),
        FloatFn::MinNum => kind.min_num(a, b),
        FloatFn::MaxNum => kind.max_num(a, b),
        FloatFn::Minimum => kind.minimum(a, b),
        FloatFn::Maximum => kind.maximum(a, b),
        FloatFn::Fma => kind.fma(a, b, c),
        FloatFn::MulAdd => kind.binary(FloatBinary::Add, kind.binary(FloatBinary::Mul, a, b), c),
        FloatFn::Fraction => kind.frexp(a).0,
    }
}

/// How a float becomes an integer. Out of range there is no defined result; this is the one of clang's
/// code for x86-64 without vectors, whose instructions give the smallest integer for what they cannot convert.
/// For 80-bit floats, which the processor converts otherwise, it is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToInt {
    /// As a signed integer of so many bits, which is then cut.
    Signed(u32),
    /// As a signed integer `x`, and the float less 2^63 as `y`: where `x` is negative, `x | y`.
    Halves,
    /// By a function of the runtime: here, the smallest signed integer.
    Wide,
}

impl ToInt {
    pub(crate) fn of(signedness: Signedness, width: u32) -> Self {
        match (signedness, width) {
            (_, ..=31) | (Signedness::Signed, 32) => Self::Signed(32),
            (_, ..=63) | (Signedness::Signed, 64) => Self::Signed(64),
            (Signedness::Unsigned, 64) => Self::Halves,
            _ => Self::Wide,
        }
    }

    /// 2^63 in a float format.
    pub(crate) fn half(kind: FloatKind) -> u128 {
        kind.from_int(&Bits::signed_min(64), Signedness::Unsigned)
    }
}

/// A float as an integer of `width` bits.
pub(crate) fn float_to_int(kind: FloatKind, a: u128, signedness: Signedness, width: u32) -> Bits {
    let signed = |a: u128, width: u32| {
        kind.to_int(a, width, Signedness::Signed).unwrap_or_else(|| Bits::signed_min(width))
    };
    let out_of_range = || match ToInt::of(signedness, width) {
        ToInt::Signed(at) => signed(a, at).trunc(width),
        ToInt::Halves => {
            let (low, high) =
                (signed(a, 64), signed(kind.binary(FloatBinary::Sub, a, ToInt::half(kind)), 64));
            if low.sign_bit() { low.or(&high) } else { low }
        }
        ToInt::Wide => Bits::signed_min(width),
    };
    kind.to_int(a, width, signedness).unwrap_or_else(out_of_range)
}

/// What a float predicate says of an ordering; `None` is unordered.
#[inline]
pub(crate) fn holds(predicate: FloatPredicate, ordering: Option<std::cmp::Ordering>) -> bool {
    use FloatPredicate as P;
    let Some(ordering) = ordering else {
        return matches!(predicate, P::Ueq | P::Ugt | P::Uge | P::Ult | P::Ule | P::Une | P::Uno | P::True);
    };
    match predicate {
        P::False | P::Uno => false,
        P::True | P::Ord => true,
        P::Oeq | P::Ueq => ordering.is_eq(),
        P::Ogt | P::Ugt => ordering.is_gt(),
        P::Oge | P::Uge => ordering.is_ge(),
        P::Olt | P::Ult => ordering.is_lt(),
        P::Ole | P::Ule => ordering.is_le(),
        P::One | P::Une => ordering.is_ne(),
    }
}

#[cfg(test)]
mod tests {
    use vellum_bits::{Bits, word};

    use super::{IntFn, divide, divide_word, float_to_int, funnel_word, int, int_word};

    /// All but divisions and funnel shifts, which have their own, and those that are operations of their own.
    const FUNCTIONS: &[IntFn] = &[
        IntFn::SAddOverflows,
        IntFn::UAddOverflows,
        IntFn::SSubOverflows,
        IntFn::USubOverflows,
        IntFn::SMulOverflows,
        IntFn::UMulOverflows,
        IntFn::SShlOverflows,
        IntFn::SAddSat,
        IntFn::UAddSat,
        IntFn::SSubSat,
        IntFn::USubSat,
        IntFn::SShlSat,
        IntFn::UShlSat,
        IntFn::Abs,
        IntFn::SMax,
        IntFn::SMin,
        IntFn::UMax,
        IntFn::UMin,
        IntFn::SCmp,
        IntFn::UCmp,
        IntFn::CtPop,
        IntFn::CtLz,
        IntFn::CtTz,
        IntFn::BSwap,
        IntFn::BitReverse,
    ];

    fn pairs(width: u32) -> impl Iterator<Item = (u64, u64)> {
        let interesting = move |i: u64| {
            let mixed = i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
            let edge = [0, 1, word::mask(width), 1 << (width - 1), word::mask(width) >> 1];
            edge.get(usize::try_from(i).unwrap()).copied().unwrap_or(word::truncate(width, mixed))
        };
        (0..24).flat_map(move |i| (0..24).map(move |j| (interesting(i), interesting(j))))
    }

    #[test]
    fn a_float_out_of_range_becomes_what_machine_code_makes_of_it() {
        use vellum_bits::{
            FloatKind::Double,
            Signedness::{Signed, Unsigned},
        };
        let cases = [
            (-1.0, Unsigned, 32, 0xffff_ffff),
            (5e9, Unsigned, 32, 0x2a05_f200),
            (5e9, Signed, 32, 0x8000_0000),
            (-1.0, Unsigned, 8, 0xff),
            (300.0, Unsigned, 8, 44),
            (300.0, Signed, 8, 44),
            (-129.0, Signed, 8, 127),
            (5e9, Signed, 8, 0),
            (70000.0, Signed, 16, 4464),
            (-1.0, Unsigned, 16, 0xffff),
            (-1.0, Unsigned, 64, u64::MAX),
            (1.5e19, Unsigned, 64, 15_000_000_000_000_000_000),
            (1e20, Unsigned, 64, 1 << 63),
            (1e20, Signed, 64, 1 << 63),
            (f64::NAN, Unsigned, 64, 1 << 63),
            (f64::NAN, Unsigned, 32, 0),
        ];
        for (a, signedness, width, expected) in cases {
            let result = float_to_int(Double, u128::from(a.to_bits()), signedness, width);
            assert_eq!(result.low_u64(), expected, "{a} as {signedness:?} i{width}");
        }
    }

    #[test]
    fn words_and_bits_agree() {
        for width in [1, 3, 8, 16, 31, 32, 63, 64] {
            for (a, b) in pairs(width) {
                let (wide_a, wide_b) = (Bits::from_u64(width, a), Bits::from_u64(width, b));
                let swaps = width % 16 == 0;
                for &f in FUNCTIONS.iter().filter(|&&f| f != IntFn::BSwap || swaps) {
                    let expected = int(f, &wide_a, &wide_b, &Bits::zero(width)).low_u64();
                    assert_eq!(int_word(f, width, a, b), expected, "{f:?} i{width} {a} {b}");
                }
                for f in [IntFn::FunnelShl, IntFn::FunnelShr] {
                    let expected = int(f, &wide_a, &wide_b, &wide_b).low_u64();
                    assert_eq!(funnel_word(f, width, a, b, b), expected, "{f:?} i{width} {a} {b}");
                }
                for f in [IntFn::UDiv, IntFn::SDiv, IntFn::URem, IntFn::SRem] {
                    let expected = divide(f, &wide_a, &wide_b).map(|q| q.low_u64());
                    assert_eq!(divide_word(f, width, a, b), expected, "{f:?} i{width} {a} {b}");
                }
            }
        }
    }
}
