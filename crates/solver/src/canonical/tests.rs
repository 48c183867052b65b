//! Keys of questions: the same whatever names, objects, states and processes they come from.

use vellum_bits::Bits;
use vellum_collections::Map;
use vellum_expr::{Cells, Expr, Exprs, Marker, Model};

use super::{Cache, Shape};
use crate::{backend::Answer, encoding::Encoder, testing::Grower};

/// A process: what it has seen so far leaves traces in its pool.
struct Process {
    exprs: Exprs,
    encoder: Encoder,
    cache: Cache,
}

impl Process {
    fn new() -> Self {
        Self { exprs: Exprs::new(), encoder: Encoder::default(), cache: Cache::new(1000) }
    }

    fn shape(&mut self, conditions: &[Expr]) -> Shape {
        let encoded = self.encoder.encode(&mut self.exprs, conditions);
        self.cache.canonical(&self.exprs, &encoded, 10_000).expect("it is small enough").shape
    }

    /// A table and sums over symbols of these names, which the pool met in another order.
    fn question(&mut self, names: [&str; 3], reversed: bool) -> Vec<Expr> {
        let exprs = &mut self.exprs;
        let mut symbols: Map<&str, Expr> = Map::default();
        let order = if reversed { [2, 1, 0] } else { [0, 1, 2] };
        for i in order {
            symbols.insert(names[i], exprs.variable(names[i], 8));
        }
        let [x, y, z] = names.map(|name| symbols[name]);
        let table = exprs.cells(Cells::new((0..=255).rev().collect(), vec![(7, x)]));
        let index = exprs.zext(y, 64);
        let read = exprs.read(table, index, 1);
        let (ten, seven) = (exprs.constant(8, 10), exprs.constant(8, 7));
        let sum = if reversed { exprs.add(z, x) } else { exprs.add(x, z) };
        let product = if reversed { exprs.mul(y, z) } else { exprs.mul(z, y) };
        let both = if reversed { exprs.xor(product, sum) } else { exprs.xor(sum, product) };
        let mut conditions =
            vec![exprs.eq(read, seven), exprs.ult(sum, ten), exprs.eq(both, seven), exprs.ult(z, y)];
        if reversed {
            conditions.reverse();
        }
        conditions
    }
}

#[test]
fn questions_of_different_objects_and_states_have_one_key() {
    let mut process = Process::new();
    let first = process.question(["a", "b", "c"], false);
    let second = process.question(["p", "q", "r"], true);
    assert_ne!(first, second);
    assert_eq!(process.shape(&first), process.shape(&second));
    let other = process.question(["q", "p", "r"], true);
    let other = [&other[..3], &second[3..]].concat();
    assert_ne!(process.shape(&first), process.shape(&other));
}

#[test]
fn another_process_makes_the_same_key() {
    let mut first = Process::new();
    let question = first.question(["a", "b", "c"], false);
    let first = first.shape(&question);
    let mut second = Process::new();
    // What it did before: other expressions, another array, and the question's own parts the other way around.
    for number in 0..100 {
        second.exprs.constant(8, number);
    }
    second.exprs.numbers(&[1, 2, 3]);
    let question = second.question(["z", "y", "x"], true);
    assert_eq!(first, second.shape(&question));
}

#[test]
fn wide_constants_count_by_their_value() {
    let equal = |process: &mut Process, value: u128| {
        let exprs = &mut process.exprs;
        let x = exprs.variable("x", 64);
        let wide = exprs.zext(x, 128);
        let shifted = exprs.mul(wide, wide);
        let constant = exprs.bits(&Bits::from_u128(128, value));
        [exprs.ult(shifted, constant)]
    };
    let (mut first, mut second) = (Process::new(), Process::new());
    let large = 1 << 100;
    let question = equal(&mut first, large);
    let key = first.shape(&question);
    // Another constant has the number now that the first one had.
    let marker: Marker = first.exprs.collect(|_| {});
    first.encoder.retain(&marker);
    first.cache.retain();
    let question = equal(&mut first, large + 1);
    assert_ne!(key, first.shape(&question));
    equal(&mut second, large + 1);
    let question = equal(&mut second, large);
    assert_eq!(key, second.shape(&question));
}

/// Random questions, asked by two processes that met the symbols in opposite orders.
#[test]
fn nearly_all_keys_survive_another_order_of_symbols() {
    let mut different = Vec::new();
    for seed in 0..1000 {
        let [first, second] = [false, true].map(|reversed| {
            let mut process = Process::new();
            let mut names = ["a", "b", "c", "d"];
            if reversed {
                names.reverse();
            }
            let mut terms = names.map(|name| process.exprs.variable(name, 8)).to_vec();
            if reversed {
                terms.reverse();
            }
            let mut grower = Grower::new(seed, terms);
            grower.with_arrays = seed % 2 == 0;
            grower.grow(&mut process.exprs, 6);
            let mut conditions: Vec<Expr> = (0..3).map(|_| grower.condition(&mut process.exprs, 8)).collect();
            if reversed {
                conditions.reverse();
            }
            process.shape(&conditions)
        });
        if first != second {
            different.push(seed);
        }
    }
    assert!(different.len() <= 2, "{different:?}");
}

#[test]
fn an_answer_is_found_again_under_other_names() {
    let mut process = Process::new();
    let first = process.question(["a", "b", "c"], false);
    let second = process.question(["p", "q", "r"], true);
    let encoded = process.encoder.encode(&mut process.exprs, &first);
    let question = process.cache.canonical(&process.exprs, &encoded, 10_000).expect("it is small enough");
    process.cache.add(&process.exprs, &question, &Answer::Unsat(Vec::new()));
    let encoded = process.encoder.encode(&mut process.exprs, &second);
    let question = process.cache.canonical(&process.exprs, &encoded, 10_000).expect("it is small enough");
    let found = process.cache.find(&process.exprs, &question, &Model::new());
    assert_eq!(found, Some(Answer::Unsat(Vec::new())));
}
