//! Arithmetic on slices of limbs, least significant first.
//!
//! Nothing here knows a width: results may have bits above it, and may have fewer limbs than the
//! operands where the missing ones are zero. `Bits::from_vec` makes them canonical.

use std::cmp::Ordering;

/// How many limbs a width needs.
pub(super) fn count(width: u32) -> usize {
    index(width.div_ceil(64))
}

/// A number of bits, bytes or limbs as an index.
pub(super) fn index(number: u32) -> usize {
    usize::try_from(number).expect("sizes of a value fit in the address space")
}

/// The low and high half.
pub(super) fn split(value: u128) -> [u64; 2] {
    let half = |part: u128| u64::try_from(part).expect("half of 128 bits is 64 bits");
    [half(value & u128::from(u64::MAX)), half(value >> 64)]
}

/// The inverse of `split`.
pub(super) fn join(low: u64, high: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// The limbs without the zeros at the top.
pub(super) fn significant(limbs: &[u64]) -> &[u64] {
    let len = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1);
    &limbs[..len]
}

/// The position of the highest set bit, plus one.
pub(super) fn bit_length(limbs: &[u64]) -> u64 {
    match significant(limbs) {
        [] => 0,
        [rest @ .., top] => {
            let below = u64::try_from(rest.len()).expect("a length fits in 64 bits") * 64;
            below + u64::from(64 - top.leading_zeros())
        }
    }
}

/// The order of two numbers with equally many limbs.
pub(super) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// `a + b`, without the carry out; equally many limbs.
pub(super) fn add(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut carry = false;
    let mut step = |(&x, &y): (&u64, &u64)| {
        let (sum, out) = x.carrying_add(y, carry);
        carry = out;
        sum
    };
    a.iter().zip(b).map(&mut step).collect()
}

/// `a - b`, without the borrow out; equally many limbs.
pub(super) fn sub(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut borrow = false;
    let mut step = |(&x, &y): (&u64, &u64)| {
        let (difference, out) = x.borrowing_sub(y, borrow);
        borrow = out;
        difference
    };
    a.iter().zip(b).map(&mut step).collect()
}

/// The low `len` limbs of `a * b`.
pub(super) fn mul(a: &[u64], b: &[u64], len: usize) -> Vec<u64> {
    let (a, b) = (significant(a), significant(b));
    let mut product = vec![0; len];
    for (i, &x) in a.iter().enumerate().take(len) {
        let mut carry = 0;
        for (slot, &y) in product[i..].iter_mut().zip(b) {
            (*slot, carry) = x.carrying_mul_add(y, *slot, carry);
        }
        if let Some(slot) = product.get_mut(i + b.len()) {
            *slot = carry;
        }
    }
    product
}

/// `limbs * factor + addend` in place, growing by a limb when it must.
pub(super) fn scale(limbs: &mut Vec<u64>, factor: u64, addend: u64) {
    let mut carry = addend;
    for limb in limbs.iter_mut() {
        (*limb, carry) = limb.carrying_mul(factor, carry);
    }
    if carry != 0 {
        limbs.push(carry);
    }
}

/// `limbs << amount`, in as many limbs.
pub(super) fn shl(limbs: &[u64], amount: u32) -> Vec<u64> {
    let (whole, part) = (index(amount / 64), amount % 64);
    let mut shifted = vec![0; whole.min(limbs.len())];
    let mut below = 0;
    for &limb in &limbs[..limbs.len() - shifted.len()] {
        shifted.push(funnel(below, limb, 64 - part));
        below = limb;
    }
    shifted
}

/// `len` limbs of `limbs` from a bit on; what lies beyond the top is zero.
pub(super) fn window(limbs: &[u64], from: u32, len: usize) -> Vec<u64> {
    let (whole, part) = (index(from / 64), from % 64);
    let limb = |i: usize| limbs.get(i).copied().unwrap_or(0);
    (whole..whole + len).map(|i| funnel(limb(i), limb(i + 1), part)).collect()
}

/// Quotient and remainder; the divisor is not zero.
pub(super) fn div_rem(numerator: &[u64], divisor: &[u64]) -> (Vec<u64>, Vec<u64>) {
    match (significant(numerator), significant(divisor)) {
        ([] | [_] | [_, _], [] | [_] | [_, _]) => {
            let whole =
                |limbs: &[u64]| join(limbs.first().copied().unwrap_or(0), limbs.get(1).copied().unwrap_or(0));
            let (n, d) = (whole(numerator), whole(divisor));
            (split(n / d).to_vec(), split(n % d).to_vec())
        }
        (n, d) if n.len() < d.len() => (Vec::new(), n.to_vec()),
        (n, [d]) => div_rem_limb(n, *d),
        (n, d) => div_rem_knuth(n, d),
    }
}

/// The 64 bits of `high:low` from a bit on, for a bit in `0..=64`.
fn funnel(low: u64, high: u64, from: u32) -> u64 {
    let [funnelled, _] = split(join(low, high) >> from);
    funnelled
}

fn div_rem_limb(numerator: &[u64], divisor: u64) -> (Vec<u64>, Vec<u64>) {
    let mut quotient = vec![0; numerator.len()];
    let mut rest = 0;
    for (slot, &limb) in quotient.iter_mut().zip(numerator).rev() {
        let part = join(limb, rest);
        [*slot, _] = split(part / u128::from(divisor));
        [rest, _] = split(part % u128::from(divisor));
    }
    (quotient, vec![rest])
}

/// Knuth's algorithm D (The Art of Computer Programming, volume 2, 4.3.1).
///
/// Both operands are without leading zero limbs, the divisor has at least two, the numerator no fewer.
fn div_rem_knuth(numerator: &[u64], divisor: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let n = divisor.len();
    // With the divisor's top bit set, a digit guessed from two limbs is at most two too large.
    let shift = divisor[n - 1].leading_zeros();
    let divisor = shl(divisor, shift);
    let mut rest = shl(&[numerator, &[0]].concat(), shift);
    let mut quotient = vec![0; numerator.len() - n + 1];
    for (j, slot) in quotient.iter_mut().enumerate().rev() {
        let digit = guess_digit(&rest[j + n - 2..=j + n], &divisor[n - 2..]);
        let part = &mut rest[j..=j + n];
        *slot = if sub_scaled(part, &divisor, digit) {
            add_back(part, &divisor);
            digit - 1
        } else {
            digit
        };
    }
    (quotient, window(&rest, shift, n))
}

/// Knuth's step D3: a quotient digit from the top three limbs over the top two, at most one too large.
fn guess_digit(rest: &[u64], divisor: &[u64]) -> u64 {
    let top = u128::from(divisor[1]);
    let part = join(rest[1], rest[2]);
    let (mut digit, mut left) = (part / top, part % top);
    while digit >> 64 != 0 || digit * u128::from(divisor[0]) > (left << 64 | u128::from(rest[0])) {
        digit -= 1;
        left += top;
        if left >> 64 != 0 {
            break;
        }
    }
    u64::try_from(digit).expect("the guess is one digit after step D3")
}

/// `rest -= divisor * digit`, and whether that went below zero; `rest` has one limb more.
fn sub_scaled(rest: &mut [u64], divisor: &[u64], digit: u64) -> bool {
    let (mut carry, mut borrow) = (0, false);
    for (slot, &limb) in rest.iter_mut().zip(divisor.iter().chain(&[0])) {
        let product;
        (product, carry) = limb.carrying_mul(digit, carry);
        (*slot, borrow) = slot.borrowing_sub(product, borrow);
    }
    borrow
}

/// `rest += divisor`, without the carry out that cancels the borrow before.
fn add_back(rest: &mut [u64], divisor: &[u64]) {
    let mut carry = false;
    for (slot, &limb) in rest.iter_mut().zip(divisor.iter().chain(&[0])) {
        (*slot, carry) = slot.carrying_add(limb, carry);
    }
}

#[cfg(test)]
mod tests {
    use super::{add, compare, div_rem, guess_digit, mul, significant};
    use crate::testing::Random;

    #[test]
    fn a_guessed_digit_may_be_one_too_large() {
        // Hacker's Delight's case for the add-back step, scaled to 64-bit limbs.
        let numerator = [0, 0, 0x8000_0000_0000_0000, 0x7fff_ffff_ffff_ffff];
        let divisor = [1, 0, 0x8000_0000_0000_0000];
        assert_eq!(guess_digit(&numerator[1..], &divisor[1..]), 0xffff_ffff_ffff_fffe + 1);
        let (quotient, rest) = div_rem(&numerator, &divisor);
        assert_eq!(significant(&quotient), [0xffff_ffff_ffff_fffe]);
        assert_eq!(significant(&rest), [2, u64::MAX, 0x7fff_ffff_ffff_ffff]);
    }

    #[test]
    fn quotient_and_remainder_of_limbs_full_of_extremes_give_the_numerator_back() {
        let mut random = Random::new(4);
        let mut limbs = |len: u32| -> Vec<u64> {
            let mut limb = || match random.below(4) {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << 63,
                _ => random.u64(),
            };
            (0..len).map(|_| limb()).collect()
        };
        for round in 0..20_000 {
            let (n, d) = (limbs(2 + round % 5), limbs(1 + round % 4));
            if significant(&d).is_empty() {
                continue;
            }
            let (quotient, mut rest) = div_rem(&n, &d);
            let len = n.len().max(d.len());
            rest.resize(len, 0);
            let wide = |limbs: &[u64]| mul(limbs, &[1], len);
            assert!(compare(&rest, &wide(&d)).is_lt(), "{n:x?} / {d:x?}");
            assert_eq!(add(&mul(&quotient, &d, len), &rest), wide(&n), "{n:x?} / {d:x?}");
        }
    }
}
