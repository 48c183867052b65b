//! Every operation on every value of every small width, against numbers in an `i128`.

use crate::bv::Bits;

/// Small enough that all pairs are tried, large enough to have an inside and edges.
const WIDTHS: std::ops::RangeInclusive<u32> = 1..=5;

/// A value in the tests' own terms: its width and its unsigned reading.
#[derive(Clone, Copy)]
struct Plain {
    width: u32,
    value: i128,
}

impl Plain {
    fn modulus(self) -> i128 {
        1 << self.width
    }

    fn signed(self) -> i128 {
        if self.value * 2 >= self.modulus() { self.value - self.modulus() } else { self.value }
    }

    fn signed_overflow(self, result: i128) -> bool {
        result < -self.modulus() / 2 || result >= self.modulus() / 2
    }

    fn unsigned_overflow(self, result: i128) -> bool {
        result < 0 || result >= self.modulus()
    }

    fn clamp_signed(self, result: i128) -> i128 {
        result.clamp(-self.modulus() / 2, self.modulus() / 2 - 1)
    }

    fn clamp_unsigned(self, result: i128) -> i128 {
        result.clamp(0, self.modulus() - 1)
    }

    /// `value * 2^amount`, for amounts that 128 bits leave room for.
    fn scaled(value: i128, amount: Plain) -> i128 {
        value << amount.value
    }
}

type Binary = (&'static str, fn(&Bits, &Bits) -> Bits, fn(Plain, Plain) -> i128);
type Division = (&'static str, fn(&Bits, &Bits) -> Option<Bits>, fn(Plain, Plain) -> i128);
type Predicate = (&'static str, fn(&Bits, &Bits) -> bool, fn(Plain, Plain) -> bool);
type Unary = (&'static str, fn(&Bits) -> Bits, fn(Plain) -> i128);
type Count = (&'static str, fn(&Bits) -> u32, fn(Plain) -> i128);

const BINARY: [Binary; 19] = [
    ("add", Bits::add, |a, b| a.value + b.value),
    ("sub", Bits::sub, |a, b| a.value - b.value),
    ("mul", Bits::mul, |a, b| a.value * b.value),
    ("and", Bits::and, |a, b| a.value & b.value),
    ("or", Bits::or, |a, b| a.value | b.value),
    ("xor", Bits::xor, |a, b| a.value ^ b.value),
    ("shl", Bits::shl, |a, b| Plain::scaled(a.value, b)),
    ("lshr", Bits::lshr, |a, b| a.value >> b.value),
    ("ashr", Bits::ashr, |a, b| a.signed() >> b.value),
    ("umin", Bits::umin, |a, b| a.value.min(b.value)),
    ("umax", Bits::umax, |a, b| a.value.max(b.value)),
    ("smin", Bits::smin, |a, b| a.signed().min(b.signed())),
    ("smax", Bits::smax, |a, b| a.signed().max(b.signed())),
    ("uadd_sat", Bits::uadd_sat, |a, b| a.clamp_unsigned(a.value + b.value)),
    ("sadd_sat", Bits::sadd_sat, |a, b| a.clamp_signed(a.signed() + b.signed())),
    ("usub_sat", Bits::usub_sat, |a, b| a.clamp_unsigned(a.value - b.value)),
    ("ssub_sat", Bits::ssub_sat, |a, b| a.clamp_signed(a.signed() - b.signed())),
    ("ushl_sat", Bits::ushl_sat, |a, b| a.clamp_unsigned(Plain::scaled(a.value, b))),
    ("sshl_sat", Bits::sshl_sat, |a, b| a.clamp_signed(Plain::scaled(a.signed(), b))),
];

const DIVISION: [Division; 4] = [
    ("udiv", Bits::udiv, |a, b| a.value / b.value),
    ("urem", Bits::urem, |a, b| a.value % b.value),
    ("sdiv", Bits::sdiv, |a, b| a.signed() / b.signed()),
    ("srem", Bits::srem, |a, b| a.signed() % b.signed()),
];

const PREDICATES: [Predicate; 10] = [
    ("ult", Bits::ult, |a, b| a.value < b.value),
    ("ule", Bits::ule, |a, b| a.value <= b.value),
    ("slt", Bits::slt, |a, b| a.signed() < b.signed()),
    ("sle", Bits::sle, |a, b| a.signed() <= b.signed()),
    ("uadd_overflows", Bits::uadd_overflows, |a, b| a.unsigned_overflow(a.value + b.value)),
    ("sadd_overflows", Bits::sadd_overflows, |a, b| a.signed_overflow(a.signed() + b.signed())),
    ("usub_overflows", Bits::usub_overflows, |a, b| a.unsigned_overflow(a.value - b.value)),
    ("ssub_overflows", Bits::ssub_overflows, |a, b| a.signed_overflow(a.signed() - b.signed())),
    ("umul_overflows", Bits::umul_overflows, |a, b| a.unsigned_overflow(a.value * b.value)),
    ("smul_overflows", Bits::smul_overflows, |a, b| a.signed_overflow(a.signed() * b.signed())),
];

const UNARY: [Unary; 3] = [
    ("neg", Bits::neg, |a| -a.value),
    ("not", Bits::not, |a| -1 - a.value),
    ("reverse_bits", Bits::reverse_bits, |a| {
        (0..a.width).map(|bit| (a.value >> bit & 1) << (a.width - 1 - bit)).sum()
    }),
];

const COUNTS: [Count; 3] = [
    ("count_ones", Bits::count_ones, |a| (0..a.width).map(|bit| a.value >> bit & 1).sum()),
    ("leading_zeros", Bits::leading_zeros, |a| {
        (0..=i128::from(a.width)).find(|zeros| a.value << zeros >= a.modulus() / 2).unwrap_or(a.width.into())
    }),
    ("trailing_zeros", Bits::trailing_zeros, |a| {
        (0..i128::from(a.width)).find(|bit| a.value >> bit & 1 == 1).unwrap_or(a.width.into())
    }),
];

/// The value of a width that a number stands for: the tests' own way into `Bits`.
fn bits(width: u32, number: i128) -> Bits {
    Bits::from_u64(width, u64::try_from(number.rem_euclid(1 << width)).unwrap())
}

fn values(width: u32) -> impl Iterator<Item = (Plain, Bits)> {
    (0..1_i128 << width).map(move |value| (Plain { width, value }, bits(width, value)))
}

fn pairs() -> impl Iterator<Item = ((Plain, Bits), (Plain, Bits))> {
    WIDTHS.flat_map(|width| values(width).flat_map(move |a| values(width).map(move |b| (a.clone(), b))))
}

#[test]
fn binary_operations_are_those_of_the_numbers() {
    for ((x, a), (y, b)) in pairs() {
        for (name, operation, expected) in BINARY {
            assert_eq!(operation(&a, &b), bits(x.width, expected(x, y)), "{name} i{} {a}, {b}", x.width);
        }
    }
}

#[test]
fn division_is_that_of_the_numbers_and_nothing_by_zero() {
    for ((x, a), (y, b)) in pairs() {
        for (name, operation, expected) in DIVISION {
            let expected = (y.value != 0).then(|| bits(x.width, expected(x, y)));
            assert_eq!(operation(&a, &b), expected, "{name} i{} {a}, {b}", x.width);
        }
    }
}

#[test]
fn predicates_are_those_of_the_numbers() {
    for ((x, a), (y, b)) in pairs() {
        for (name, predicate, expected) in PREDICATES {
            assert_eq!(predicate(&a, &b), expected(x, y), "{name} i{} {a}, {b}", x.width);
        }
    }
}

#[test]
fn unary_operations_and_counts_are_those_of_the_numbers() {
    for (x, a) in WIDTHS.flat_map(values) {
        for (name, operation, expected) in UNARY {
            assert_eq!(operation(&a), bits(x.width, expected(x)), "{name} i{} {a}", x.width);
        }
        for (name, count, expected) in COUNTS {
            assert_eq!(i128::from(count(&a)), expected(x), "{name} i{} {a}", x.width);
        }
        assert_eq!(a.is_zero(), x.value == 0);
        assert_eq!(a.is_ones(), x.value == x.modulus() - 1);
        assert_eq!(a.sign_bit(), x.signed() < 0);
        assert_eq!(Bits::from_i64(x.width, i64::try_from(x.signed()).unwrap()), a);
    }
}

#[test]
fn changing_the_width_keeps_the_number_or_its_low_bits() {
    for (x, a) in WIDTHS.flat_map(values) {
        for width in x.width..=7 {
            assert_eq!(a.zext(width), bits(width, x.value), "zext i{} {a} to {width}", x.width);
            assert_eq!(a.sext(width), bits(width, x.signed()), "sext i{} {a} to {width}", x.width);
        }
        for width in 1..=x.width {
            assert_eq!(a.trunc(width), bits(width, x.value), "trunc i{} {a} to {width}", x.width);
            for low in 0..=x.width - width {
                assert_eq!(a.extract(low, width), bits(width, x.value >> low), "i{} {a} from {low}", x.width);
            }
        }
    }
}

#[test]
fn joining_puts_the_first_operand_on_top() {
    for (x, a) in (1..=4).flat_map(values) {
        for (y, b) in (1..=4).flat_map(values) {
            assert_eq!(a.concat(&b), bits(x.width + y.width, x.value * y.modulus() + y.value));
        }
    }
}
