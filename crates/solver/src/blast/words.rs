//! Words of literals, the lowest bit first: sums, comparisons, choices, shifts.

use vellum_collections::cast::{index, len32};

use super::gates::Gates;
use crate::sat::Lit;

impl Gates {
    /// `a + b + carry`, and the carry out.
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Lit) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        (sum, carry)
    }

    /// `a - b`, and whether it did not go below zero.
    pub(super) fn sub(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
        self.add(a, &flipped(b), Lit::TRUE)
    }

    /// `-a` where `sign` holds, else `a`.
    pub(super) fn negate_if(&mut self, sign: Lit, a: &[Lit]) -> Vec<Lit> {
        let mut carry = sign;
        let mut result = Vec::with_capacity(a.len());
        for &bit in a {
            let bit = self.xor(bit, sign);
            result.push(self.xor(bit, carry));
            carry = self.and(bit, carry);
        }
        result
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.all(same)
    }

    /// Whether all hold.
    pub(super) fn all(&mut self, mut lits: Vec<Lit>) -> Lit {
        if lits.contains(&Lit::FALSE) {
            return Lit::FALSE;
        }
        lits.retain(|&lit| lit != Lit::TRUE);
        while lits.len() > 1 {
            lits = lits
                .chunks(2)
                .map(|pair| if let &[a, b] = pair { self.and(a, b) } else { pair[0] })
                .collect();
        }
        lits.first().copied().unwrap_or(Lit::TRUE)
    }

    /// Whether any holds.
    pub(super) fn any(&mut self, lits: &[Lit]) -> Lit {
        !self.all(flipped(lits))
    }

    /// `a < b`, unsigned; or `a <= b` if `or_equal`.
    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit], or_equal: Lit) -> Lit {
        a.iter().zip(b).fold(or_equal, |below, (&x, &y)| self.majority(!x, y, below))
    }

    /// `a < b`, signed; or `a <= b` if `or_equal`.
    pub(super) fn signed_less(&mut self, a: &[Lit], b: &[Lit], or_equal: Lit) -> Lit {
        let flip_sign = |word: &[Lit]| {
            let mut word = word.to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.less(&flip_sign(a), &flip_sign(b), or_equal)
    }

    pub(super) fn choose(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        a.iter().zip(b).map(|(&x, &y)| self.mux(c, x, y)).collect()
    }

    /// `a` moved up by `amount`, `fill` coming in.
    pub(super) fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
        let mut reversed: Vec<Lit> = a.to_vec();
        reversed.reverse();
        let mut shifted = self.shift_right(&reversed, amount, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    /// `a` moved down by `amount`, `fill` coming in.
    pub(super) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
        let width = len32(a.len());
        // Bits of the amount that alone move everything out.
        let small = (u32::BITS - (width - 1).leading_zeros()).min(len32(amount.len()));
        let mut word = a.to_vec();
        for stage in 0..small {
            let by = 1_usize << stage;
            let moved: Vec<Lit> =
                (0..word.len()).map(|i| word.get(i + by).copied().unwrap_or(fill)).collect();
            word = self.choose(amount[index(stage)], &moved, &word);
        }
        let far = self.any(&amount[index(small)..]);
        let filled = vec![fill; word.len()];
        self.choose(far, &filled, &word)
    }
}

/// Every bit flipped.
pub(super) fn flipped(word: &[Lit]) -> Vec<Lit> {
    word.iter().map(|&lit| !lit).collect()
}

/// The word with zeros above, or its low bits.
pub(super) fn fit(word: &[Lit], width: usize) -> Vec<Lit> {
    let mut word = word.to_vec();
    word.resize(width, Lit::FALSE);
    word
}
