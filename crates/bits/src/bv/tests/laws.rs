//! Operations on wide values: against 128-bit numbers where they fit, against laws where not.

use crate::bv::Bits;
use crate::testing::{Random, WIDTHS};

const ROUNDS: u32 = 300;

/// Calls a check with random pairs of every width.
fn for_pairs(seed: u64, mut check: impl FnMut(&Bits, &Bits)) {
    let mut random = Random::new(seed);
    for width in WIDTHS {
        for _ in 0..ROUNDS {
            let (a, b) = (random.bits(width), random.bits(width));
            check(&a, &b);
        }
    }
}

/// As `for_pairs`, with the numbers, at widths a `u128` can follow.
fn for_numbers(seed: u64, mut check: impl FnMut(&Bits, u128, &Bits, u128)) {
    for_pairs(seed, |a, b| {
        if a.width() <= 128 {
            check(a, a.low_u128(), b, b.low_u128());
        }
    });
}

fn signed(value: &Bits) -> i128 {
    value.sext(128).low_u128().cast_signed()
}

#[test]
fn arithmetic_agrees_with_128_bit_numbers() {
    for_numbers(10, |a, x, b, y| {
        let number = |value| Bits::from_u128(a.width(), value);
        assert_eq!(a.add(b), number(x.wrapping_add(y)), "{a} + {b}");
        assert_eq!(a.sub(b), number(x.wrapping_sub(y)), "{a} - {b}");
        assert_eq!(a.mul(b), number(x.wrapping_mul(y)), "{a} * {b}");
        assert_eq!(a.udiv(b), x.checked_div(y).map(number), "{a} / {b}");
        assert_eq!(a.urem(b), x.checked_rem(y).map(number), "{a} % {b}");
        assert_eq!(a.ult(b), x < y, "{a} < {b}");
        assert_eq!(a.slt(b), signed(a) < signed(b), "{a} < {b}, signed");
        assert_eq!(a.sle(b), signed(a) <= signed(b), "{a} <= {b}, signed");
    });
}

#[test]
fn signed_division_agrees_with_128_bit_numbers() {
    for_numbers(11, |a, _, b, y| {
        let number = |value: i128| Bits::from_u128(a.width(), value.cast_unsigned());
        let expected = (y != 0).then(|| number(signed(a).wrapping_div(signed(b))));
        assert_eq!(a.sdiv(b), expected, "{a} / {b}");
        let expected = (y != 0).then(|| number(signed(a).wrapping_rem(signed(b))));
        assert_eq!(a.srem(b), expected, "{a} % {b}");
    });
}

#[test]
fn quotient_times_divisor_plus_remainder_is_the_dividend() {
    for_pairs(12, |a, b| {
        let (Some(quotient), Some(remainder)) = (a.udiv(b), a.urem(b)) else {
            return assert!(b.is_zero());
        };
        assert!(remainder.ult(b), "{a} % {b}");
        assert!(!quotient.umul_overflows(b), "{a} / {b}");
        assert_eq!(quotient.mul(b).add(&remainder), *a, "{a} / {b}");

        let (Some(quotient), Some(remainder)) = (a.sdiv(b), a.srem(b)) else {
            panic!("signed division is defined where unsigned is");
        };
        assert_eq!(quotient.mul(b).add(&remainder), *a, "{a} / {b}, signed");
        assert!(remainder.is_zero() || remainder.sign_bit() == a.sign_bit(), "{a} % {b}, signed");
    });
}

#[test]
fn addition_and_multiplication_have_inverses_and_distribute() {
    let mut random = Random::new(13);
    for_pairs(14, |a, b| {
        let c = random.bits(a.width());
        assert_eq!(a.add(b).sub(b), *a);
        assert_eq!(a.add(&a.neg()), Bits::zero(a.width()));
        assert_eq!(a.not().add(&Bits::from_u64(a.width(), 1)), a.neg());
        assert_eq!(a.mul(&b.add(&c)), a.mul(b).add(&a.mul(&c)));
        assert_eq!(a.mul(b), b.mul(a));
        assert_eq!(a.xor(b), a.or(b).sub(&a.and(b)));
        assert_eq!(a.and(b).not(), a.not().or(&b.not()));
    });
}

#[test]
fn overflow_is_a_result_that_a_wider_value_has_room_for() {
    for_pairs(15, |a, b| {
        let width = a.width() * 2 + 1;
        let wide = |operation: fn(&Bits, &Bits) -> Bits, extend: fn(&Bits, u32) -> Bits| {
            let exact = operation(&extend(a, width), &extend(b, width));
            extend(&exact.trunc(a.width()), width) != exact
        };
        assert_eq!(a.uadd_overflows(b), wide(Bits::add, Bits::zext), "{a} + {b}");
        assert_eq!(a.sadd_overflows(b), wide(Bits::add, Bits::sext), "{a} + {b}, signed");
        assert_eq!(a.usub_overflows(b), wide(Bits::sub, Bits::zext), "{a} - {b}");
        assert_eq!(a.ssub_overflows(b), wide(Bits::sub, Bits::sext), "{a} - {b}, signed");
        assert_eq!(a.umul_overflows(b), wide(Bits::mul, Bits::zext), "{a} * {b}");
        assert_eq!(a.smul_overflows(b), wide(Bits::mul, Bits::sext), "{a} * {b}, signed");
    });
}

#[test]
fn the_signed_product_may_just_reach_the_smallest_number() {
    for width in WIDTHS {
        let power = |exponent: u32| Bits::from_u64(width, 1).shl_u32(exponent);
        let (a, b) = (power(width / 2), power(width - 1 - width / 2));
        assert!(!a.smul_overflows(&b.neg()), "i{width}");
        assert!(!a.neg().smul_overflows(&b), "i{width}");
        assert!(a.smul_overflows(&b), "i{width}");
        assert!(a.neg().smul_overflows(&b.neg()), "i{width}");
        assert!(Bits::signed_min(width).smul_overflows(&Bits::ones(width)), "i{width}");
    }
}

#[test]
fn saturation_is_the_wrapped_result_or_an_end() {
    for_pairs(16, |a, b| {
        let width = a.width();
        let end = if a.sign_bit() { Bits::signed_min(width) } else { Bits::signed_max(width) };
        let or = |overflows: bool, end: &Bits, wrapped: Bits| if overflows { end.clone() } else { wrapped };
        assert_eq!(a.uadd_sat(b), or(a.uadd_overflows(b), &Bits::ones(width), a.add(b)));
        assert_eq!(a.usub_sat(b), or(a.ult(b), &Bits::zero(width), a.sub(b)));
        assert_eq!(a.sadd_sat(b), or(a.sadd_overflows(b), &end, a.add(b)));
        assert_eq!(a.ssub_sat(b), or(a.ssub_overflows(b), &end, a.sub(b)));
    });
}

#[test]
fn a_saturating_shift_is_the_exact_one_or_an_end() {
    let mut random = Random::new(21);
    for_pairs(22, |a, _| {
        let (width, amount) = (a.width(), random.below(a.width() + 5));
        let wide = width * 2 + 5;
        let by = Bits::from_u64(wide, amount.into());
        let end = if a.sign_bit() { Bits::signed_min(width) } else { Bits::signed_max(width) };
        let exact = a.zext(wide).shl(&by);
        let fits = exact.leading_zeros() >= wide - width;
        assert_eq!(
            a.ushl_sat(&by),
            if fits { exact.trunc(width) } else { Bits::ones(width) },
            "{a} << {amount}"
        );
        let exact = a.sext(wide).shl(&by);
        let fits =
            exact.sle(&Bits::signed_max(width).sext(wide)) && Bits::signed_min(width).sext(wide).sle(&exact);
        assert_eq!(a.sshl_sat(&by), if fits { exact.trunc(width) } else { end }, "{a} << {amount}, signed");
    });
}

#[test]
fn shifts_are_multiplications_and_divisions_by_powers_of_two() {
    let mut random = Random::new(17);
    for_pairs(18, |a, _| {
        let width = a.width();
        let amount = random.below(width);
        let power = Bits::from_u64(width, 1).shl_u32(amount);
        assert!(power.bit(amount) && power.count_ones() == 1);
        assert_eq!(a.shl_u32(amount), a.mul(&power), "{a} << {amount}");
        assert_eq!(Some(a.lshr_u32(amount)), a.udiv(&power), "{a} >> {amount}");
        let shifted = a.ashr_u32(amount);
        let from = |bit: u32| a.bit((bit + amount).min(width - 1));
        assert!((0..width).all(|bit| shifted.bit(bit) == from(bit)), "{a} >> {amount}, signed");
        let by = Bits::from_u64(width + 7, amount.into());
        assert_eq!(a.shl(&by), a.shl_u32(amount));
        assert_eq!(a.lshr(&by), a.lshr_u32(amount));
        assert_eq!(a.ashr(&by), a.ashr_u32(amount));
    });
}

#[test]
fn an_amount_past_the_width_shifts_everything_out() {
    let mut random = Random::new(19);
    for_pairs(20, |a, _| {
        let width = a.width();
        let fill = if a.sign_bit() { Bits::ones(width) } else { Bits::zero(width) };
        let past = [Bits::from_u64(64, width.into()), Bits::from_u64(130, 1).shl_u32(64), random.bits(99)];
        for amount in past.iter().filter(|amount| amount.to_u64().is_none_or(|n| n >= width.into())) {
            assert_eq!(a.shl(amount), Bits::zero(width));
            assert_eq!(a.lshr(amount), Bits::zero(width));
            assert_eq!(a.ashr(amount), fill);
        }
    });
}
