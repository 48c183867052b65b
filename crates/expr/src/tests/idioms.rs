//! What compiled C asks for most, and what is left of it.

use expect_test::{Expect, expect};

use crate::{
    kind::CompareOp,
    pool::{Expr, Exprs},
};

fn check(build: impl FnOnce(&mut Exprs, [Expr; 4]) -> Expr, expected: &Expect) {
    let mut exprs = Exprs::new();
    let b = exprs.input("b", 4);
    let bytes = [0, 1, 2, 3].map(|i| exprs.symbol(b, i));
    let e = build(&mut exprs, bytes);
    expected.assert_eq(&exprs.show(e).to_string());
}

/// `x op value`, of any width.
macro_rules! with {
    ($exprs:ident.$op:ident($x:expr, $value:expr)) => {{
        let x = $x;
        let constant = vellum_bits::Bits::from_i64($exprs.width(x), $value);
        let constant = $exprs.bits(&constant);
        $exprs.$op(x, constant)
    }};
}

#[test]
fn a_condition_widened_and_tested_is_the_condition() {
    check(
        |exprs, [x, y, ..]| {
            let less = exprs.slt(x, y);
            let int = exprs.zext(less, 32);
            let long = exprs.sext(int, 64);
            with!(exprs.ne(long, 0))
        },
        &expect!["b[0] <s b[1]"],
    );
}

#[test]
fn a_choice_of_one_and_zero_is_the_condition() {
    check(
        |exprs, [x, y, ..]| {
            let equal = exprs.eq(x, y);
            let (one, zero) = (exprs.constant(32, 1), exprs.constant(32, 0));
            let int = exprs.ite(equal, one, zero);
            with!(exprs.eq(int, 0))
        },
        &expect!["b[0] != b[1]"],
    );
}

#[test]
fn bytes_packed_by_shifts_are_a_concatenation() {
    check(
        |exprs, bytes| {
            let mut word = exprs.zero(32);
            for (i, &byte) in bytes.iter().enumerate() {
                let wide = exprs.zext(byte, 32);
                let shifted = with!(exprs.shl(wide, 8 * i64::try_from(i).unwrap()));
                word = exprs.or(word, shifted);
            }
            word
        },
        &expect!["b[3] ++ (b[2] ++ (b[1] ++ b[0]))"],
    );
}

#[test]
fn bytes_of_a_word_packed_again_are_the_word() {
    check(
        |exprs, [x, y, z, w]| {
            let word = exprs.concat_bytes(&[x, y, z, w]);
            let sum = with!(exprs.mul(word, 77));
            let parts: Vec<Expr> = (0..4).map(|i| exprs.extract(sum, 8 * i, 8)).collect();
            let again = exprs.concat_bytes(&parts);
            with!(exprs.eq(again, 77))
        },
        &expect!["(b[3] = 0:8) & ((b[2] = 0:8) & ((b[1] = 0:8) & (b[0] = 1:8)))"],
    );
}

#[test]
fn a_swapped_word_swapped_again_is_the_word() {
    check(
        |exprs, [x, y, ..]| {
            let word = exprs.concat_bytes(&[x, y]);
            let swap = |exprs: &mut Exprs, word: Expr| {
                let (up, down) = (with!(exprs.shl(word, 8)), with!(exprs.lshr(word, 8)));
                exprs.or(up, down)
            };
            let swapped = swap(exprs, word);
            swap(exprs, swapped)
        },
        &expect!["b[1] ++ b[0]"],
    );
}

#[test]
fn a_digit_is_a_range_of_the_byte() {
    check(
        |exprs, [x, ..]| {
            let int = exprs.sext(x, 32);
            let shifted = with!(exprs.sub(int, 48));
            with!(exprs.ult(shifted, 10))
        },
        &expect!["(sext32(b[0]) + 4294967248:32) <u 10:32"],
    );
    check(
        |exprs, [x, ..]| {
            let int = exprs.zext(x, 32);
            let shifted = with!(exprs.sub(int, 48));
            with!(exprs.ult(shifted, 10))
        },
        &expect!["(b[0] + 208:8) <u 10:8"],
    );
}

#[test]
fn arithmetic_in_int_on_characters_stays_in_characters() {
    check(
        |exprs, [x, y, ..]| {
            let (x, y) = (exprs.sext(x, 32), exprs.sext(y, 32));
            let sum = exprs.add(x, y);
            let sum = with!(exprs.add(sum, 300));
            exprs.extract(sum, 0, 8)
        },
        &expect!["(b[0] + b[1]) + 44:8"],
    );
}

#[test]
fn the_sign_is_one_bit_however_it_is_asked_for() {
    check(
        |exprs, [x, ..]| {
            let int = exprs.sext(x, 32);
            let negative = with!(exprs.slt(int, 0));
            let masked = with!(exprs.and(int, 0x8000_0000));
            let bit = with!(exprs.ne(masked, 0));
            assert_eq!(bit, negative);
            let shifted = with!(exprs.lshr(int, 31));
            assert_eq!(with!(exprs.eq(shifted, 1)), negative);
            let shifted = with!(exprs.ashr(int, 31));
            assert_eq!(with!(exprs.ne(shifted, 0)), negative);
            exprs.not(negative)
        },
        &expect!["~b[0][7..8]"],
    );
}

#[test]
fn a_pointer_minus_its_base_is_the_offset() {
    check(
        |exprs, [x, ..]| {
            let index = exprs.zext(x, 64);
            let scaled = with!(exprs.mul(index, 8));
            let base = with!(exprs.add(scaled, 0x1000));
            let end = with!(exprs.add(base, 24));
            let distance = exprs.sub(end, base);
            let count = with!(exprs.udiv(distance, 8));
            assert_eq!(exprs.as_const(count), Some(3));
            let aligned = with!(exprs.and(end, -8));
            assert_eq!(aligned, end);
            end
        },
        &expect!["zext64(b[0] ++ 0:3) + 4120:64"],
    );
}

#[test]
fn a_comparison_and_its_opposite_are_opposites() {
    check(
        |exprs, [x, y, ..]| {
            let seven = exprs.constant(8, 7);
            for op in CompareOp::ALL {
                for other in [y, seven] {
                    let holds = exprs.compare(op, x, other);
                    let not = exprs.not(holds);
                    assert_eq!(exprs.and(holds, not), Expr::FALSE);
                    assert_eq!(exprs.or(holds, not), Expr::TRUE);
                    assert_eq!(exprs.not(not), holds);
                }
            }
            let below = exprs.slt(x, seven);
            exprs.not(below)
        },
        &expect!["6:8 <s b[0]"],
    );
}

#[test]
fn a_mask_made_of_a_condition_is_a_choice() {
    check(
        |exprs, [x, y, ..]| {
            let less = exprs.ult(x, y);
            let int = exprs.zext(less, 8);
            let mask = exprs.neg(int);
            exprs.and(mask, x)
        },
        &expect!["ite(b[0] <u b[1], b[0], 0:8)"],
    );
}
