//! How wide values are built, read, resized, cut and permuted; and that narrow ones do not allocate.

use crate::bv::{Bits, Repr};
use crate::testing::{Random, WIDTHS};

fn for_values(seed: u64, mut check: impl FnMut(&mut Random, &Bits)) {
    let mut random = Random::new(seed);
    for width in WIDTHS {
        for _ in 0..200 {
            let value = random.bits(width);
            check(&mut random, &value);
        }
    }
}

#[test]
fn a_value_is_kept_in_its_limbs_and_nothing_above_the_width() {
    for_values(30, |random, _| {
        let limbs = [random.u64(), random.u64(), random.u64(), random.u64(), random.u64()];
        for width in WIDTHS {
            let value = Bits::from_limbs(width, &limbs);
            assert_eq!(value.limbs().len(), usize::try_from(width.div_ceil(64)).unwrap());
            for bit in 0..width {
                let limb = limbs[usize::try_from(bit / 64).unwrap()];
                assert_eq!(value.bit(bit), limb >> (bit % 64) & 1 == 1);
            }
            let spare = 64 * width.div_ceil(64) - width;
            assert_eq!(value.limbs().last().unwrap().leading_zeros().min(spare), spare);
        }
    });
}

#[test]
fn narrow_values_are_small_and_wide_ones_are_not() {
    for width in [1, 8, 64, 65, 128] {
        let values = [
            Bits::from_u64(width, 7),
            Bits::from_u128(width, u128::MAX),
            Bits::from_i64(width, -1),
            Bits::from_limbs(width, &[1, 2, 3]),
            Bits::from_le_bytes(width, &[1; 40]),
            Bits::ones(width),
            Bits::zero(128).trunc(width.min(128)),
        ];
        for value in values {
            assert_eq!(matches!(value.repr, Repr::Small(_)), width <= 64);
        }
    }
    assert_eq!(size_of::<Bits>(), 24);
}

#[test]
fn constructors_agree_on_one_number() {
    for width in [1, 8, 63, 64, 65, 127, 128, 129, 200] {
        let ones = Bits::ones(width);
        assert_eq!(Bits::from_i64(width, -1), ones);
        assert_eq!(Bits::from_limbs(width, &[u64::MAX; 9]), ones);
        assert_eq!(Bits::from_le_bytes(width, &[0xff; 99]), ones);
        assert_eq!(Bits::signed_min(width).add(&Bits::signed_max(width)), ones);
        assert!(ones.is_ones() && !ones.is_zero() && ones.count_ones() == width);
        assert_eq!(Bits::from_limbs(width, &[]), Bits::zero(width));
        assert_eq!(Bits::from_le_bytes(width, &[]), Bits::zero(width));
        assert_eq!(Bits::from_u128(width, 1), Bits::from_u64(width, 1));
    }
    assert_eq!(Bits::from_i64(100, -5).neg(), Bits::from_u64(100, 5));
    assert_eq!(Bits::from_i64(3, -5), Bits::from_u64(3, 3));
}

#[test]
fn a_number_is_read_back_where_it_fits() {
    for width in WIDTHS {
        assert_eq!(Bits::from_u64(width, 9).to_u64(), Some(9));
        assert_eq!(Bits::ones(width).to_u64().is_some(), width <= 64);
    }
    let wide = Bits::from_limbs(200, &[1, 2, 3]);
    assert_eq!(wide.low_u64(), 1);
    assert_eq!(wide.low_u128(), 2 << 64 | 1);
    assert_eq!(wide.to_u64(), None);
}

#[test]
fn bytes_give_the_value_back() {
    for_values(31, |_, value| {
        let bytes = value.to_le_bytes();
        assert_eq!(bytes.len(), usize::try_from(value.width().div_ceil(8)).unwrap());
        assert_eq!(Bits::from_le_bytes(value.width(), &bytes), *value);
        assert_eq!(bytes[1], u8::try_from(value.low_u64() >> 8 & 0xff).unwrap());
    });
}

#[test]
fn extending_and_truncating_are_inverse_and_keep_the_number() {
    for_values(32, |random, value| {
        let width = value.width() + random.below(150);
        assert_eq!(value.zext(width).trunc(value.width()), *value);
        assert_eq!(value.sext(width).trunc(value.width()), *value);
        assert_eq!(value.zext(width).leading_zeros(), value.leading_zeros() + width - value.width());
        let extended = value.sext(width);
        assert!((0..width).all(|bit| extended.bit(bit) == value.bit(bit.min(value.width() - 1))));
    });
}

#[test]
fn cutting_a_join_gives_the_parts_back() {
    for_values(33, |random, value| {
        let width = 1 + random.below(140);
        let low = random.bits(width);
        let joined = value.concat(&low);
        assert_eq!(joined.width(), value.width() + width);
        assert_eq!(joined.extract(0, width), low);
        assert_eq!(joined.extract(width, value.width()), *value);
    });
}

#[test]
fn an_extract_has_the_bits_from_its_low_bit_on() {
    for_values(34, |random, value| {
        let low = random.below(value.width());
        let width = 1 + random.below(value.width() - low);
        let part = value.extract(low, width);
        assert_eq!(part, value.lshr_u32(low).trunc(width));
        assert!((0..width).all(|bit| part.bit(bit) == value.bit(low + bit)));
    });
}

#[test]
fn reversing_mirrors_every_bit() {
    for_values(35, |_, value| {
        let width = value.width();
        let reversed = value.reverse_bits();
        assert!((0..width).all(|bit| reversed.bit(bit) == value.bit(width - 1 - bit)));
        assert_eq!(reversed.leading_zeros(), value.trailing_zeros());
        assert_eq!(value.leading_zeros() == width, value.is_zero());
        let ones = (0..width).filter(|&bit| value.bit(bit)).count();
        assert_eq!(usize::try_from(value.count_ones()).unwrap(), ones);
    });
}

#[test]
fn swapping_bytes_reverses_them() {
    let mut random = Random::new(36);
    for width in [16, 32, 48, 64, 80, 112, 128, 144, 256] {
        let value = random.bits(width);
        let mut bytes = value.to_le_bytes();
        bytes.reverse();
        assert_eq!(value.swap_bytes(), Bits::from_le_bytes(width, &bytes));
    }
    assert_eq!(Bits::from_u64(48, 0x0102_0304_0506).swap_bytes(), Bits::from_u64(48, 0x0605_0403_0201));
}

#[test]
#[should_panic(expected = "one width, not 8 and 9")]
fn operands_of_two_widths_are_refused() {
    let _ = Bits::zero(8).add(&Bits::zero(9));
}

#[test]
#[should_panic(expected = "1 to 2^24 bits, not 0")]
fn there_is_no_value_without_bits() {
    let _ = Bits::zero(0);
}

#[test]
#[should_panic(expected = "5 bits from bit 4 are not all in 8 bits")]
fn an_extract_past_the_top_is_refused() {
    let _ = Bits::zero(8).extract(4, 5);
}

#[test]
fn the_widest_value_works() {
    let width = Bits::MAX_WIDTH;
    let min = Bits::signed_min(width);
    assert_eq!(min.trailing_zeros(), width - 1);
    assert_eq!(min.lshr_u32(width - 1), Bits::from_u64(width, 1));
    assert_eq!(min.udiv(&Bits::from_u64(width, 2)), Some(min.lshr_u32(1)));
}
