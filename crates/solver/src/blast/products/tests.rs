//! Open products against the evaluator, and questions that no circuit answers in time.

use std::rc::Rc;

use vellum_collections::Map;
use vellum_expr::{BinaryOp, BruteForce, Evaluator, Expr, Exprs, Model, Oracle, PathCondition};

use super::{
    Factor, Factors, Product, Products, Refining,
    lemma::{Beside, Lemma, Multiple, Values},
};
use crate::{
    backend::{Answer, Backend, Query},
    blast::{BlastConfig, gates::Gates},
    budget::Meter,
    sat::{Lit, Outcome},
    testing::{Grower, Random},
};

/// Conflicts that are few for what a product of two 64-bit numbers would need.
const FEW: u64 = 20_000;

fn ask(exprs: &mut Exprs, conditions: &[Expr]) -> Option<Answer> {
    let query = Query { conditions, hint: &Model::new() };
    let mut backend = Refining::new(BlastConfig::default());
    let mut meter = Meter::new(FEW, &|| false);
    backend.check(exprs, &query, &mut meter).ok()
}

fn is_excluded(exprs: &mut Exprs, conditions: &[Expr]) -> bool {
    matches!(ask(exprs, conditions), Some(Answer::Unsat(_)))
}

fn brute_force(exprs: &mut Exprs, conditions: &[Expr]) -> Option<Model> {
    let all = conditions.iter().fold(Expr::TRUE, |all, &c| exprs.and(all, c));
    BruteForce::new().model(exprs, &PathCondition::new(), all).unwrap()
}

const OPERATIONS: [BinaryOp; 7] = [
    BinaryOp::Mul,
    BinaryOp::Mul,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::URem,
    BinaryOp::SDiv,
    BinaryOp::SRem,
];

/// Makes products, quotients and remainders of anything.
fn of_all_kinds(exprs: &mut Exprs, grower: &mut Grower) {
    grower.terms = ["a", "b", "c"].map(|name| exprs.variable(name, 4)).to_vec();
    for _ in 0..6 {
        let op = grower.random.pick(&OPERATIONS);
        let width = 4 + grower.random.below(5);
        let (a, b) = (grower.operand(exprs, width), grower.operand(exprs, width));
        let made = exprs.binary(op, a, b);
        let other = grower.operand(exprs, width);
        let sum = exprs.add(made, other);
        grower.terms.extend([made, sum]);
    }
}

/// Makes products of three factors, in several orders and of a width at which they may wrap, and sums with them.
fn of_three(exprs: &mut Exprs, grower: &mut Grower) {
    let width = 3 + grower.random.below(5);
    let [a, b, c] = ["a", "b", "c"].map(|name| {
        let number = exprs.variable(name, 3);
        exprs.zext(number, width)
    });
    let (ab, bc) = (exprs.mul(a, b), exprs.mul(b, c));
    let (one, other) = (exprs.mul(ab, c), exprs.mul(a, bc));
    let two = exprs.add(ab, bc);
    let sum = exprs.add(two, c);
    grower.terms = vec![a, b, c, ab, bc, one, other, sum];
}

#[test]
fn open_products_agree_with_trying_everything() {
    let (mut sat, mut unsat, mut given_up) = (0, 0, 0);
    for seed in 0..240 {
        let mut exprs = Exprs::new();
        let mut backend = Refining::new(BlastConfig::default());
        let mut grower = Grower::new(seed, Vec::new());
        if seed % 2 == 0 {
            of_all_kinds(&mut exprs, &mut grower);
        } else {
            of_three(&mut exprs, &mut grower);
        }
        for _ in 0..6 {
            let conditions: Vec<Expr> = (0..3).map(|_| grower.condition(&mut exprs, 8)).collect();
            let query = Query { conditions: &conditions, hint: &Model::new() };
            let mut meter = Meter::new(FEW, &|| false);
            let expected = brute_force(&mut exprs, &conditions);
            match backend.check(&mut exprs, &query, &mut meter) {
                Ok(Answer::Sat(model)) => {
                    let mut evaluator = Evaluator::new();
                    assert!(conditions.iter().all(|&c| evaluator.holds(&exprs, &model, c)), "seed {seed}");
                    sat += 1;
                }
                Ok(Answer::Unsat(core)) => {
                    assert!(core.iter().all(|c| conditions.contains(c)), "seed {seed}");
                    assert!(expected.is_none() && brute_force(&mut exprs, &core).is_none(), "seed {seed}");
                    unsat += 1;
                }
                Err(_) => given_up += 1,
            }
        }
    }
    assert!(sat > 500 && unsat > 200 && given_up < 600, "{sat} {unsat} {given_up}");
}

/// Words and their values.
type Assigned = Vec<(Box<[Lit]>, u64)>;

/// Products of three unknown factors of three bits with a fourth, and a term of three bits beside them.
struct World {
    gates: Gates,
    products: Products,
    words: Map<Expr, Box<[Lit]>>,
    common: Factor,
    beside: Expr,
    multiples: Vec<Multiple>,
}

impl World {
    fn new() -> Self {
        let mut exprs = Exprs::new();
        let mut gates = Gates::new();
        let mut words: Map<Expr, Box<[Lit]>> = Map::default();
        let terms = ["c", "k", "x", "y", "z"].map(|name| exprs.variable(name, 3));
        for term in terms {
            words.insert(term, gates.undefined(3).into());
        }
        let [common, beside, others @ ..] = terms;
        let mut products = Products::default();
        let mut multiples = vec![Multiple::Times(0), Multiple::Times(1), Multiple::Times(5)];
        for other in others {
            let factors = Factors::new(Factor::Term(other), Factor::Term(common));
            let product = Product {
                factors: factors.0.map(|factor| word(&words, factor)),
                word: gates.undefined(6).into(),
            };
            products.products.insert(factors, product);
            multiples.push(Multiple::Product(factors));
        }
        Self { gates, products, words, common: Factor::Term(common), beside, multiples }
    }

    /// Whether a literal holds where the words have these values.
    fn holds(&mut self, lit: Lit, values: &Assigned) -> bool {
        let bits = values.iter().flat_map(|(word, value)| {
            word.iter().enumerate().map(move |(at, &bit)| bit.flip_if(value >> at & 1 == 0))
        });
        let assumptions: Vec<Lit> = bits.chain([lit]).collect();
        self.gates.begin(&assumptions);
        let outcome = self.gates.sat.solve(&assumptions, &mut Meter::new(u64::MAX, &|| false));
        outcome == Outcome::Sat
    }
}

fn word(words: &Map<Expr, Box<[Lit]>>, factor: Factor) -> Box<[Lit]> {
    match factor {
        Factor::Term(e) => words[&e].clone(),
        Factor::Quotient(..) => unreachable!("there is no quotient"),
    }
}

/// Values for all words: factors at random; products true, or now and then not.
fn values(world: &World, random: &mut Random, lies: u32) -> (Assigned, Map<Factors, Values>) {
    let mut of: Map<Expr, u64> = Map::default();
    for &e in world.words.keys() {
        of.insert(e, u64::from(random.below(8)));
    }
    let mut all: Assigned = world.words.iter().map(|(e, word)| (word.clone(), of[e])).collect();
    let mut seen: Map<Factors, Values> = Map::default();
    for (&factors, product) in &world.products.products {
        let pair = factors.0.map(|factor| match factor {
            Factor::Term(e) => of[&e],
            Factor::Quotient(..) => unreachable!("there is no quotient"),
        });
        let is_lie = lies > 0 && random.below(lies) == 0;
        let value = if is_lie { u64::from(random.below(64)) } else { pair[0] * pair[1] };
        all.push((product.word.clone(), value));
        seen.insert(factors, Values { factors: pair, product: value.into() });
    }
    (all, seen)
}

fn a_lemma(world: &World, random: &mut Random, beside: Beside) -> Lemma {
    let products: Vec<Multiple> = world.multiples[3..].to_vec();
    let sum = [random.pick(&world.multiples), random.pick(&world.multiples)];
    Lemma { common: world.common, sum, other: random.pick(&products), beside }
}

#[test]
fn the_law_holds_for_all_true_products() {
    let mut random = Random::new(1);
    for round in 0..400 {
        let mut world = World::new();
        let beside = [Beside::Common, Beside::Terms(Rc::from([world.beside]))][round % 2].clone();
        let lemma = a_lemma(&world, &mut random, beside);
        let lit = lemma.literal(&mut world.gates, &world.products, &world.words).unwrap();
        for _ in 0..40 {
            let (all, seen) = values(&world, &mut random, 0);
            assert!(!lemma.fails(&seen), "{lemma:?} {seen:?}");
            assert!(world.holds(lit, &all), "{lemma:?} {seen:?}");
        }
    }
}

#[test]
fn a_wrong_product_is_excluded_by_a_law_that_fails_for_it() {
    let (mut random, mut failed) = (Random::new(2), 0);
    for _ in 0..400 {
        let mut world = World::new();
        let lemma = a_lemma(&world, &mut random, Beside::Common);
        let lit = lemma.literal(&mut world.gates, &world.products, &world.words).unwrap();
        for _ in 0..40 {
            let (all, seen) = values(&world, &mut random, 2);
            failed += u32::from(lemma.fails(&seen));
            assert_eq!(world.holds(lit, &all), !lemma.fails(&seen), "{lemma:?} {seen:?}");
        }
    }
    assert!(failed > 1_000, "{failed}");
}

#[test]
fn an_element_of_a_matrix_lies_in_it() {
    let mut exprs = Exprs::new();
    let [rows, columns, row, column] =
        ["rows", "columns", "row", "column"].map(|name| exprs.variable(name, 32));
    let product = |exprs: &mut Exprs, a: Expr, b: Expr, width: u32| {
        let (a, b) = (exprs.zext(a, width), exprs.zext(b, width));
        exprs.mul(a, b)
    };
    let whole = product(&mut exprs, rows, columns, 64);
    let most = exprs.constant(64, 1 << 61);
    let whole61 = product(&mut exprs, rows, columns, 61);
    let most61 = exprs.constant(61, 65537);
    let mut conditions = vec![
        exprs.ult(whole, most),
        exprs.ult(whole61, most61),
        exprs.ult(row, rows),
        exprs.ult(column, columns),
    ];
    let before = product(&mut exprs, row, columns, 61);
    let beside = exprs.zext(column, 61);
    let index = exprs.add(before, beside);
    let far = exprs.constant(61, 0x1fff_f7e8_0000_1000);
    conditions.push(exprs.eq(index, far));
    assert!(is_excluded(&mut exprs, &conditions));
    conditions.pop();
    let none = exprs.constant(61, 0);
    let some = exprs.ne(whole61, none);
    let three = exprs.constant(3, 0);
    let (offset, size) = (exprs.concat(index, three), exprs.concat(whole61, three));
    let eight = exprs.constant(64, 8);
    let last = exprs.sub(size, eight);
    let inside = exprs.ule(offset, last);
    let inside = exprs.and(some, inside);
    conditions.push(exprs.not(inside));
    assert!(is_excluded(&mut exprs, &conditions));
}

#[test]
fn an_element_of_a_block_of_matrices_lies_in_it() {
    let mut exprs = Exprs::new();
    let names = ["planes", "rows", "columns", "plane", "row", "column"];
    let numbers = names.map(|name| exprs.variable(name, 32));
    let [planes, rows, columns, plane, row, column] = numbers.map(|e| exprs.zext(e, 64));
    let most = exprs.constant(64, 4096);
    let stride = exprs.mul(rows, columns);
    let size = exprs.mul(stride, planes);
    let before = exprs.mul(plane, stride);
    let in_plane = exprs.mul(row, columns);
    let index = exprs.add(before, in_plane);
    let index = exprs.add(index, column);
    let conditions = [
        exprs.ule(stride, most),
        exprs.ule(size, most),
        exprs.ult(plane, planes),
        exprs.ult(row, rows),
        exprs.ult(column, columns),
        exprs.ule(size, index),
    ];
    assert!(is_excluded(&mut exprs, &conditions));
}

#[test]
fn factors_may_be_multiplied_in_another_order() {
    let mut exprs = Exprs::new();
    let names = ["width", "height", "depth", "x", "y", "k"];
    let [width, height, depth, x, y, k] = names.map(|name| exprs.variable(name, 32));
    let area = exprs.mul(width, height);
    let size = exprs.mul(area, depth);
    let stride = exprs.mul(width, depth);
    let (row, column) = (exprs.mul(y, stride), exprs.mul(x, depth));
    let index = exprs.add(row, column);
    let index = exprs.add(index, k);
    let mut conditions = Vec::new();
    for (number, limit) in [(width, 2001), (height, 2001), (depth, 9), (size, 4097)] {
        let limit = exprs.constant(32, limit);
        conditions.push(exprs.ult(number, limit));
    }
    for (number, limit) in [(x, width), (y, height), (k, depth)] {
        conditions.push(exprs.ult(number, limit));
    }
    conditions.push(exprs.ule(size, index));
    assert!(is_excluded(&mut exprs, &conditions));
}

#[test]
fn a_signed_quotient_bounds_a_product() {
    let mut exprs = Exprs::new();
    let [rows, columns] = ["rows", "columns"].map(|name| exprs.variable(name, 32));
    let (zero, most) = (exprs.constant(32, 0), exprs.constant(32, 4096));
    let size = exprs.mul(rows, columns);
    let quotient = exprs.binary(BinaryOp::SDiv, most, columns);
    let conditions =
        [exprs.slt(zero, rows), exprs.slt(zero, columns), exprs.sle(rows, quotient), exprs.ult(most, size)];
    assert!(is_excluded(&mut exprs, &conditions));
}

#[test]
fn the_last_byte_of_an_item_lies_in_the_list() {
    let mut exprs = Exprs::new();
    let [count, size, i] = ["count", "size", "i"].map(|name| exprs.variable(name, 64));
    let total = exprs.mul(count, size);
    let [wide_count, wide_size, wide_total] = [count, size, total].map(|e| exprs.zext(e, 128));
    let exact = exprs.mul(wide_count, wide_size);
    let (zero, one, most) = (exprs.constant(64, 0), exprs.constant(64, 1), exprs.constant(64, 4096));
    let before = exprs.mul(i, size);
    let after = exprs.add(before, size);
    let (last, end) = (exprs.sub(after, one), exprs.sub(total, one));
    let (is_some, inside) = (exprs.ne(total, zero), exprs.ule(last, end));
    let inside = exprs.and(is_some, inside);
    let conditions = [
        exprs.eq(exact, wide_total),
        exprs.ule(total, most),
        exprs.ult(i, count),
        exprs.ne(size, zero),
        exprs.not(inside),
    ];
    assert!(is_excluded(&mut exprs, &conditions));
}

#[test]
fn a_pixel_lies_in_an_image_whose_size_was_checked_by_division() {
    let mut exprs = Exprs::new();
    let names = ["width", "height", "depth", "x", "y", "k"];
    let [width, height, depth, x, y, k] = names.map(|name| exprs.variable(name, 64));
    let (zero, most, all) = (exprs.constant(64, 0), exprs.constant(64, 4096), exprs.constant(64, u64::MAX));
    let area = exprs.mul(width, height);
    let size = exprs.mul(area, depth);
    let (by_height, by_depth) = (exprs.udiv(all, height), exprs.udiv(all, depth));
    let row = exprs.mul(y, width);
    let pixel = exprs.add(row, x);
    let before = exprs.mul(pixel, depth);
    let index = exprs.add(before, k);
    let mut conditions = vec![
        exprs.ule(width, by_height),
        exprs.ule(area, by_depth),
        exprs.ule(size, most),
        exprs.ult(x, width),
        exprs.ult(y, height),
        exprs.ult(k, depth),
    ];
    for number in [width, height, depth] {
        conditions.push(exprs.ne(number, zero));
    }
    conditions.push(exprs.ule(size, index));
    assert!(is_excluded(&mut exprs, &conditions));
}
