//! Products.

use super::{gates::Gates, words::flipped};
use crate::sat::Lit;

/// A digit of a constant in the form with fewest digits that are not zero.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digit {
    Zero,
    One,
    MinusOne,
}

impl Gates {
    /// `a * b`, as wide as both.
    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let constant = |word: &[Lit]| word.iter().all(|lit| lit.is_const());
        if constant(b) {
            return self.multiply_constant(a, b);
        }
        if constant(a) {
            return self.multiply_constant(b, a);
        }
        let open = |word: &[Lit]| word.iter().filter(|&&lit| lit != Lit::FALSE).count();
        let (a, b) = if open(b) <= open(a) { (a, b) } else { (b, a) };
        let mut sum = vec![Lit::FALSE; a.len()];
        for (i, &bit) in b.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let row: Vec<Lit> = a[..a.len() - i].iter().map(|&x| self.and(x, bit)).collect();
            let (upper, _) = self.add(&sum[i..], &row, Lit::FALSE);
            sum[i..].copy_from_slice(&upper);
        }
        sum
    }

    /// A product with a constant: a sum or difference for each run of ones.
    fn multiply_constant(&mut self, a: &[Lit], constant: &[Lit]) -> Vec<Lit> {
        let mut sum = vec![Lit::FALSE; a.len()];
        for (i, digit) in digits(constant).into_iter().enumerate() {
            let row = &a[..a.len() - i];
            let (upper, _) = match digit {
                Digit::Zero => continue,
                Digit::One => self.add(&sum[i..], row, Lit::FALSE),
                Digit::MinusOne => self.add(&sum[i..], &flipped(row), Lit::TRUE),
            };
            sum[i..].copy_from_slice(&upper);
        }
        sum
    }
}

/// The constant in non-adjacent form, or its plain bits where that is no shorter.
fn digits(constant: &[Lit]) -> Vec<Digit> {
    let plain = constant.iter().map(|&lit| if lit == Lit::TRUE { Digit::One } else { Digit::Zero });
    let short = non_adjacent(constant);
    let count = |digits: &[Digit]| digits.iter().filter(|&&digit| digit != Digit::Zero).count();
    let plain: Vec<Digit> = plain.collect();
    if count(&short) < count(&plain) { short } else { plain }
}

fn non_adjacent(constant: &[Lit]) -> Vec<Digit> {
    let bit = |i: usize| constant.get(i) == Some(&Lit::TRUE);
    let mut carry = false;
    let mut digits = Vec::with_capacity(constant.len());
    for i in 0..constant.len() {
        let (digit, next) = match (bit(i) != carry, carry) {
            (false, carry) => (Digit::Zero, bit(i) && carry),
            // A run of ones begins, or goes on after a single zero.
            (true, _) if bit(i + 1) => (Digit::MinusOne, true),
            (true, _) => (Digit::One, false),
        };
        digits.push(digit);
        carry = next;
    }
    digits
}
