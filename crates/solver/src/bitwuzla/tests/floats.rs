//! Floats: the evaluator's value is possible and no other is; what has no input has none.

use vellum_bits::{Bits, FloatKind, RoundTo, Signedness};
use vellum_expr::{BinaryOp, Cells, Evaluator, Expr, Exprs, FloatOp, FloatOrder, Model};

use super::{bitwuzla, check, fulfils, pinned};
use crate::{backend::Answer, budget::Stop, testing::Random};

const OPS: [FloatOp; 10] = [
    FloatOp::Add,
    FloatOp::Sub,
    FloatOp::Mul,
    FloatOp::Div,
    FloatOp::Sqrt,
    FloatOp::Round(RoundTo::Floor),
    FloatOp::Round(RoundTo::Ceil),
    FloatOp::Round(RoundTo::Trunc),
    FloatOp::Round(RoundTo::NearestEven),
    FloatOp::Round(RoundTo::NearestAway),
];

/// Bits of the stored significand.
fn fraction(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 10,
        FloatKind::BFloat => 7,
        FloatKind::Single => 23,
        _ => 52,
    }
}

/// Zeros, infinities, NaNs, powers of two, small integers, their neighbours, and anything.
fn interesting(random: &mut Random, kind: FloatKind) -> u64 {
    let fraction = fraction(kind);
    let sign = u64::from(random.below(2)) << (kind.bits() - 1);
    let exponents = (1 << (kind.bits() - 1 - fraction)) - 1;
    let magnitude = match random.below(7) {
        0 => 0,
        1 => u64::from(exponents) << fraction,
        2 => u64::from(exponents) << fraction | 1 << (fraction - 1) | u64::from(random.below(4)),
        3 => u64::from(random.below(exponents)) << fraction,
        4 => {
            let one = u64::from(exponents >> 1) << fraction;
            one + (u64::from(random.below(8)) << (fraction - 2)) + u64::from(random.below(3)) - 1
        }
        5 => u64::from(random.below(5)),
        _ => random.u64() & ((1 << (kind.bits() - 1)) - 1),
    };
    sign | magnitude
}

/// For pinned operands: the evaluator's result is possible, and no other is.
fn check_result(exprs: &mut Exprs, values: &[(Expr, u64)], result: Expr, kind: Option<FloatKind>) {
    let mut bitwuzla = bitwuzla();
    let (model, mut conditions) = pinned(exprs, values);
    let value = Evaluator::new().bits(exprs, &model, result);
    let is_nan = kind.is_some_and(|kind| kind.is_nan(value.low_u128()));
    let value = exprs.bits(&value);
    let same = exprs.eq(result, value);
    let what = format!("{}", exprs.show(result));
    conditions.push(same);
    let found = check(&mut bitwuzla, exprs, &conditions);
    assert!(matches!(found, Ok(Answer::Sat(_))), "{what} of {values:x?} is {value}: {found:?}");
    conditions.pop();
    conditions.push(exprs.not(same));
    match check(&mut bitwuzla, exprs, &conditions) {
        Ok(Answer::Unsat(_)) => {}
        // That no NaN but the evaluator's comes out is more than the solver knows.
        Err(Stop::Unconfirmed) if is_nan => {}
        found => panic!("{what} of {values:x?} is more than {value}: {found:?}"),
    }
}

#[test]
fn operations_have_the_evaluators_value() {
    for kind in [FloatKind::Half, FloatKind::Single, FloatKind::Double] {
        let mut exprs = Exprs::new();
        let mut random = Random::new(u64::from(kind.bits()));
        let symbols = ["a", "b", "c"].map(|name| exprs.variable(name, kind.bits()));
        let [a, b, c] = symbols;
        for op in OPS {
            for _ in 0..12 {
                let values = [a, b].map(|s| (s, interesting(&mut random, kind)));
                let second = if matches!(op, FloatOp::Sqrt | FloatOp::Round(_)) { a } else { b };
                let result = exprs.float(kind, op, a, second);
                check_result(&mut exprs, &values, result, Some(kind));
            }
        }
        for _ in 0..20 {
            let values = symbols.map(|s| (s, interesting(&mut random, kind)));
            let result = exprs.fma(kind, a, b, c);
            check_result(&mut exprs, &values, result, Some(kind));
            for order in [FloatOrder::Eq, FloatOrder::Lt, FloatOrder::Le] {
                let result = exprs.float_compare(kind, order, a, b);
                check_result(&mut exprs, &values, result, None);
            }
        }
    }
}

/// The integers at the ends of a width's ranges, and those just outside.
fn ends(width: u32) -> [Bits; 7] {
    let one = Bits::from_u64(width + 2, 1);
    let (half, full) = (one.shl_u32(width - 1), one.shl_u32(width));
    let below = half.neg().sub(&one);
    [below, half.neg(), one.neg(), half.sub(&one), half, full.sub(&one), full]
}

#[test]
fn conversions_have_the_evaluators_value() {
    let kinds = [FloatKind::Half, FloatKind::BFloat, FloatKind::Single, FloatKind::Double];
    let mut random = Random::new(5);
    for kind in kinds {
        let mut exprs = Exprs::new();
        let a = exprs.variable("a", kind.bits());
        for width in [1, 2, 8, 11, 12, 16, 17, 24, 25, 32, 64, 65] {
            let integer = exprs.variable(&format!("i{width}"), width.min(64));
            for signedness in [Signedness::Signed, Signedness::Unsigned] {
                let result = exprs.float_to_int(kind, signedness, a, width);
                for _ in 0..4 {
                    let values = [(a, interesting(&mut random, kind))];
                    check_result(&mut exprs, &values, result, None);
                }
                for end in ends(width) {
                    let end = u64::try_from(kind.from_int(&end, Signedness::Signed)).unwrap();
                    for pattern in [end, end + 1, end.saturating_sub(1)] {
                        check_result(&mut exprs, &[(a, pattern)], result, None);
                    }
                }
                if kind != FloatKind::BFloat && width <= 64 {
                    let result = exprs.float_from_int(kind, signedness, integer);
                    let values = [(integer, random.u64() >> random.below(64))];
                    check_result(&mut exprs, &values, result, Some(kind));
                }
            }
        }
        for to in kinds.into_iter().filter(|&to| to != kind) {
            if to == FloatKind::BFloat && kind != FloatKind::Single {
                continue;
            }
            for round in 0..25 {
                // Every other one is at or beside the middle of two bfloats.
                let middle = u64::from(0x7fff + random.below(3)) | u64::from(random.below(4)) << 16;
                let pattern = interesting(&mut random, kind);
                let values = [(a, if round % 2 == 0 { pattern } else { pattern & !0x3_ffff | middle })];
                let result = exprs.float_convert(kind, to, a);
                check_result(&mut exprs, &values, result, Some(to));
            }
        }
    }
}

/// Grows a random float of a format.
fn grow(random: &mut Random, exprs: &mut Exprs, kind: FloatKind, terms: &[Expr], cheap: bool) -> Expr {
    let pick = |random: &mut Random| random.pick(terms);
    let (a, b) = (pick(random), pick(random));
    let ops = if cheap { &OPS[..3] } else { &OPS[..] };
    match random.below(10) {
        0 => exprs.constant(kind.bits(), interesting(random, kind)),
        1 => {
            let sign = exprs.bits(&Bits::signed_min(kind.bits()));
            exprs.binary(BinaryOp::Xor, a, sign)
        }
        2 => {
            let order = random.pick(&[FloatOrder::Eq, FloatOrder::Lt, FloatOrder::Le]);
            let less = exprs.float_compare(kind, order, a, b);
            exprs.ite(less, a, b)
        }
        3 => {
            let whole = exprs.float_to_int(kind, Signedness::Signed, a, 8);
            exprs.float_from_int(kind, Signedness::Signed, whole)
        }
        4 => {
            let sign = exprs.bits(&Bits::signed_min(kind.bits()));
            let magnitude = exprs.not(sign);
            exprs.binary(BinaryOp::And, a, magnitude)
        }
        _ => {
            let op = random.pick(ops);
            let second = if matches!(op, FloatOp::Sqrt | FloatOp::Round(_)) { a } else { b };
            exprs.float(kind, op, a, second)
        }
    }
}

/// A comparison of floats, or of their bits.
fn condition(random: &mut Random, exprs: &mut Exprs, kind: FloatKind, terms: &[Expr]) -> Expr {
    let (a, b) = (random.pick(terms), random.pick(terms));
    let holds = match random.below(5) {
        0 => exprs.eq(a, b),
        1 => {
            let low = random.below(kind.bits());
            let bit = exprs.extract(a, low, 1);
            exprs.eq(bit, Expr::TRUE)
        }
        2 => exprs.float_compare(kind, FloatOrder::Eq, a, b),
        3 => exprs.float_compare(kind, FloatOrder::Le, a, b),
        _ => exprs.float_compare(kind, FloatOrder::Lt, a, b),
    };
    if random.below(3) == 0 { exprs.not(holds) } else { holds }
}

/// Random conditions over random floats: an input does what it should, and where there is none, none is found by
/// trying.
#[test]
fn random_float_expressions_agree_with_the_evaluator() {
    let mut seen = [0, 0, 0];
    for (kind, seeds) in [(FloatKind::Half, 60), (FloatKind::Single, 15), (FloatKind::Double, 6)] {
        for seed in 0..seeds {
            let mut random = Random::new(seed ^ u64::from(kind.bits()) << 32);
            let mut exprs = Exprs::new();
            let mut bitwuzla = bitwuzla();
            let symbols = ["a", "b"].map(|name| exprs.variable(name, kind.bits()));
            let mut terms = symbols.to_vec();
            for _ in 0..4 {
                let term = grow(&mut random, &mut exprs, kind, &terms, kind != FloatKind::Half);
                terms.push(term);
            }
            for _ in 0..3 {
                let conditions: Vec<Expr> =
                    (0..2).map(|_| condition(&mut random, &mut exprs, kind, &terms)).collect();
                match check(&mut bitwuzla, &mut exprs, &conditions) {
                    Ok(Answer::Sat(model)) => {
                        assert!(fulfils(&exprs, &model, &conditions));
                        seen[0] += 1;
                    }
                    Ok(Answer::Unsat(_)) => {
                        for _ in 0..300 {
                            let values = symbols.map(|s| (s, interesting(&mut random, kind)));
                            let model = pinned(&mut exprs, &values).0;
                            assert!(!fulfils(&exprs, &model, &conditions), "{kind} {seed}: {values:x?}");
                        }
                        seen[1] += 1;
                    }
                    Err(Stop::Unconfirmed) => seen[2] += 1,
                    Err(stop) => panic!("{kind} {seed}: {stop:?}"),
                }
            }
        }
    }
    assert!(seen[0] > 60 && seen[1] > 30 && seen[2] * 20 < seen[0], "all answers occur: {seen:?}");
}

#[test]
fn the_sign_of_a_computed_nan_is_never_answered_wrongly() {
    let mut exprs = Exprs::new();
    let kind = FloatKind::Single;
    let (a, b) = (exprs.variable("a", 32), exprs.variable("b", 32));
    let product = exprs.float(kind, FloatOp::Mul, a, b);
    let is_nan = exprs.float_is_nan(kind, product);
    let sign = exprs.extract(product, 31, 1);
    for wanted in [sign, exprs.not(sign)] {
        match check(&mut bitwuzla(), &mut exprs, &[is_nan, wanted]) {
            Ok(Answer::Sat(model)) => assert!(fulfils(&exprs, &model, &[is_nan, wanted])),
            Err(Stop::Unconfirmed) => {}
            found => panic!("such NaNs exist: {found:?}"),
        }
    }
    // But what is promised is known: it is a quiet one.
    let quiet = exprs.extract(product, 22, 1);
    let signalling = exprs.not(quiet);
    let found = check(&mut bitwuzla(), &mut exprs, &[is_nan, signalling]);
    assert!(matches!(found, Ok(Answer::Unsat(_))), "{found:?}");
}

#[test]
fn what_bitwuzla_has_no_word_for_is_given_up() {
    let mut exprs = Exprs::new();
    let refuse = |exprs: &mut Exprs, condition| {
        assert_eq!(check(&mut bitwuzla(), exprs, &[condition]), Err(Stop::Unsupported));
    };
    let byte = exprs.variable("byte", 8);
    let wide = exprs.zext(byte, 80);
    let order = exprs.float_compare(FloatKind::X87, FloatOrder::Eq, wide, wide);
    refuse(&mut exprs, order);
    let half = exprs.zext(byte, 16);
    let sum = exprs.float(FloatKind::BFloat, FloatOp::Add, half, half);
    let order = exprs.float_compare(FloatKind::BFloat, FloatOrder::Eq, sum, half);
    refuse(&mut exprs, order);
    let index = exprs.zext(byte, 64);
    let array = exprs.cells(Cells::new(vec![1, 2, 3].into(), vec![]));
    let read = exprs.read(array, index, 1);
    let same = exprs.eq(read, byte);
    refuse(&mut exprs, same);
}

#[test]
fn a_float_is_found_by_the_whole_solver() {
    let mut exprs = Exprs::new();
    let mut solver = crate::Solver::new(crate::SolverConfig::default()).with_second(Box::new(bitwuzla()));
    let x = exprs.variable("x", 64);
    let kind = FloatKind::Double;
    let constant = |exprs: &mut Exprs, value: f64| exprs.constant(64, value.to_bits());
    let (tenth, wanted) = (constant(&mut exprs, 0.1), constant(&mut exprs, 0.3));
    let sum = exprs.float(kind, FloatOp::Add, x, tenth);
    let same = exprs.float_compare(kind, FloatOrder::Eq, sum, wanted);
    let path = vellum_expr::PathCondition::new();
    let branch = solver.branch(&mut exprs, &path, same, &Model::new()).unwrap();
    let model = branch.other.unwrap();
    let value = f64::from_bits(Evaluator::new().word(&exprs, &model, x));
    assert!(!branch.known_side && (value + 0.1).to_bits() == 0.3_f64.to_bits(), "{value}");
    assert_eq!(solver.statistics().by_second, 1);
}
