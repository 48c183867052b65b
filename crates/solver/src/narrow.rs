//! Symbols whose upper bits the conditions fix, put into all conditions.
//!
//! `0 < x && x < 6` leaves three bits of the 32 that `x` is read as. With the others known, the rules make the
//! arithmetic on `x` as narrow: a remainder of three bits is a small circuit, one of 32 bits is a hard one.
//! It takes a look at every condition, so it is left for questions that turn out to be hard.

use vellum_collections::Map;
use vellum_expr::{Expr, Exprs, Kind, Substitution};

use crate::encoding::bounds::Bounds;

/// What is known of a symbol: all bits from `free` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) free: u32,
    /// The symbol's value; the free bits are any.
    pub(crate) value: u64,
}

/// Conditions without reads that mean the same together: each of those given with what is known put in, then what
/// is known. Nothing if nothing is.
pub(crate) fn narrow(exprs: &mut Exprs, conditions: &[Expr]) -> Option<Vec<Expr>> {
    let known = known_symbols(exprs, conditions);
    let mut substitution = Substitution::new();
    let mut facts = Vec::new();
    for (&symbol, &Known { free, value }) in &known {
        let width = exprs.width(symbol);
        let upper = exprs.constant(width - free, value >> free);
        let (fixed, replacement) = if free == 0 {
            (symbol, upper)
        } else {
            let lower = exprs.extract(symbol, 0, free);
            (exprs.extract(symbol, free, width - free), exprs.concat(upper, lower))
        };
        facts.push(exprs.eq(fixed, upper));
        substitution.replace(exprs, symbol, replacement);
    }
    if substitution.is_empty() {
        return None;
    }
    let mut narrowed: Vec<Expr> = conditions.iter().map(|&c| substitution.apply(exprs, c)).collect();
    narrowed.extend(facts);
    Some(narrowed)
}

/// The symbols some condition bounds, alone or as a part of a larger number.
pub(crate) fn known_symbols(exprs: &Exprs, conditions: &[Expr]) -> Map<Expr, Known> {
    let bounds = Bounds::of(exprs, conditions, |_| false);
    let mut known: Map<Expr, Known> = Map::default();
    for term in bounds.terms() {
        let range = bounds.range(exprs, term);
        if range.min > range.max {
            continue;
        }
        // Bits above the highest one in which the bounds differ are the same for all values between.
        let free = 64 - (range.min ^ range.max).leading_zeros();
        let mut parts = vec![(term, 0)];
        while let Some((part, low)) = parts.pop() {
            let width = exprs.width(part);
            match exprs.kind(part) {
                Kind::Concat(high, rest) => parts.extend([(rest, low), (high, low + exprs.width(rest))]),
                Kind::ZExt(rest) => parts.push((rest, low)),
                Kind::Symbol { .. } if free < low + width => {
                    let new = Known {
                        free: free.saturating_sub(low),
                        value: vellum_bits::word::truncate(width, range.min >> low),
                    };
                    let old = known.entry(part).or_insert(new);
                    if new.free < old.free {
                        *old = new;
                    }
                }
                _ => {}
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use vellum_expr::{BinaryOp, BruteForce, Expr, Exprs, Oracle, PathCondition};

    use super::narrow;
    use crate::testing::Grower;

    #[test]
    fn arithmetic_gets_as_narrow_as_its_operands() {
        let mut exprs = Exprs::new();
        let input = exprs.input("x", 4);
        let bytes = [3, 2, 1, 0].map(|i| exprs.symbol(input, i));
        let x = bytes.into_iter().reduce(|high, low| exprs.concat(high, low)).unwrap();
        let y = exprs.variable("y", 32);
        let (zero, six) = (exprs.constant(32, 0), exprs.constant(32, 6));
        let mut conditions = Vec::new();
        for e in [x, y] {
            conditions.push(exprs.slt(zero, e));
            conditions.push(exprs.slt(e, six));
        }
        let rest = exprs.binary(BinaryOp::SRem, x, y);
        conditions.push(exprs.eq(rest, zero));
        let narrowed = narrow(&mut exprs, &conditions).unwrap();
        let lines: Vec<String> = narrowed.iter().map(|&e| exprs.show(e).to_string()).collect();
        expect![[r"
            x[0][0..3] != 0:3
            x[0][0..3] <u 6:3
            y[0..3] != 0:3
            y[0..3] <u 6:3
            (x[0][0..3] %u y[0..3]) = 0:3
            x[3] = 0:8
            x[2] = 0:8
            x[1] = 0:8
            x[0][3..8] = 0:5
            y[3..32] = 0:29
        "]]
        .assert_eq(&(lines.join("\n") + "\n"));
    }

    #[test]
    fn narrowed_conditions_have_the_same_inputs() {
        let mut narrowed_sets = 0;
        for seed in 0..200 {
            let mut exprs = Exprs::new();
            let (a, b) = (exprs.variable("a", 3), exprs.variable("b", 3));
            let both = exprs.concat(a, b);
            let mut grower = Grower::new(seed, vec![a, b, both]);
            for _ in 0..4 {
                grower.grow(&mut exprs, 8);
            }
            let mut conditions: Vec<Expr> = (0..3).map(|_| grower.condition(&mut exprs, 8)).collect();
            let limit = exprs.constant(6, u64::from(grower.random.below(40)));
            conditions.push(exprs.ult(both, limit));
            conditions.retain(|c| !exprs.is_const(*c));
            let Some(narrowed) = narrow(&mut exprs, &conditions) else { continue };
            narrowed_sets += 1;
            let all = |exprs: &mut Exprs, conditions: &[Expr]| {
                conditions.iter().fold(Expr::TRUE, |all, &c| exprs.and(all, c))
            };
            let (one, other) = (all(&mut exprs, &conditions), all(&mut exprs, &narrowed));
            let differ = exprs.xor(one, other);
            let found = BruteForce::new().model(&mut exprs, &PathCondition::new(), differ).unwrap();
            assert_eq!(found, None, "seed {seed}");
        }
        assert!(narrowed_sets > 50, "{narrowed_sets}");
    }
}
