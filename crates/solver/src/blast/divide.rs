//! Quotients and remainders. By zero: all ones, and the dividend.

use vellum_collections::cast::len32;

use super::{gates::Gates, words::fit};
use crate::sat::Lit;

impl Gates {
    /// The unsigned quotient and remainder.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let constant = b.iter().all(|lit| lit.is_const());
        if constant && b.contains(&Lit::TRUE) {
            return self.divide_by_constant(a, b);
        }
        self.divide_by_steps(a, b)
    }

    /// The signed quotient, towards zero.
    pub(super) fn signed_quotient(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let (a_sign, b_sign) = (sign(a), sign(b));
        let (a, b) = (self.negate_if(a_sign, a), self.negate_if(b_sign, b));
        let (quotient, _) = self.divide(&a, &b);
        let differ = self.xor(a_sign, b_sign);
        self.negate_if(differ, &quotient)
    }

    /// The signed remainder, with the dividend's sign.
    pub(super) fn signed_remainder(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let (a_sign, b_sign) = (sign(a), sign(b));
        let (a, b) = (self.negate_if(a_sign, a), self.negate_if(b_sign, b));
        let (_, remainder) = self.divide(&a, &b);
        self.negate_if(a_sign, &remainder)
    }

    /// Long division: a subtraction for each bit of the quotient.
    fn divide_by_steps(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = a.len();
        let mut quotient = vec![Lit::FALSE; width];
        let mut rest: Vec<Lit> = Vec::with_capacity(width + 1);
        for i in (0..width).rev() {
            rest.insert(0, a[i]);
            // Before the last bits come in the rest is short: a divisor with a bit above it is not in there.
            let have = rest.len();
            let (low, high) = b.split_at(have.min(width));
            let low = fit(low, have);
            let (difference, enough) = self.sub(&rest, &low);
            let above = self.any(high);
            let enough = self.and(enough, !above);
            quotient[i] = enough;
            rest = self.choose(enough, &difference, &rest);
            rest.truncate(width);
        }
        (quotient, self.below_divisor(&rest, b))
    }

    /// The remainder once more, as bits of which it is said that they are below a divisor that is not zero. The steps say so,
    /// too, but only together: that `x % n` is a place in `n` places is not to be found out step by step.
    fn below_divisor(&mut self, rest: &[Lit], divisor: &[Lit]) -> Vec<Lit> {
        let bits = self.undefined(len32(rest.len()));
        let same = self.equal(&bits, rest);
        let below = self.less(&bits, divisor, Lit::FALSE);
        let by_zero = !self.any(divisor);
        let fits = self.or(below, by_zero);
        let holds = self.and(same, fits);
        self.define(&bits, holds);
        bits
    }

    /// The quotient and remainder are the only numbers with `q * b + r == a` and `r < b`.
    fn divide_by_constant(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = a.len();
        let top = b.iter().rposition(|&lit| lit == Lit::TRUE).unwrap_or(0);
        if b.iter().filter(|&&lit| lit == Lit::TRUE).count() == 1 {
            return (fit(&a[top..], width), fit(&a[..top], width));
        }
        let used = a.iter().rposition(|&lit| lit != Lit::FALSE).map_or(0, |last| last + 1);
        if used <= top {
            return (vec![Lit::FALSE; width], a.to_vec());
        }
        let quotient = self.undefined(len32(used - top));
        let rest = self.undefined(len32(top + 1));
        // Both are below 2^(used + 1), so nothing is lost in two bits more.
        let wide = used + 2;
        let product = self.multiply(&fit(&quotient, wide), &fit(b, wide));
        let (sum, _) = self.add(&product, &fit(&rest, wide), Lit::FALSE);
        let exact = self.equal(&sum, &fit(a, wide));
        let small = self.less(&rest, &b[..=top], Lit::FALSE);
        let holds = self.and(exact, small);
        let bits: Vec<Lit> = quotient.iter().chain(&rest).copied().collect();
        self.define(&bits, holds);
        (fit(&quotient, width), fit(&rest, width))
    }
}

fn sign(word: &[Lit]) -> Lit {
    word.last().copied().unwrap_or(Lit::FALSE)
}
