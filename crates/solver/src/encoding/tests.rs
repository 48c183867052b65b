//! Encoded reads against the evaluator.

use std::collections::BTreeMap;

use vellum_bits::word;
use vellum_collections::{
    Random,
    cast::{index64, low8},
};
use vellum_expr::{Bytes, Cells, Evaluator, Expr, Exprs, Kind, Model};

use super::Encoder;
use crate::testing::Grower;

fn set(exprs: &Exprs, model: &mut Model, symbol: Expr, value: u64) {
    let Kind::Symbol { input, offset } = exprs.kind(symbol) else { panic!("a symbol") };
    model.set(input, offset, word::truncate(exprs.width(symbol), value));
}

#[test]
fn random_reads_mean_the_same_for_every_input() {
    let mut hits = 0;
    for seed in 0..12 {
        let mut exprs = Exprs::new();
        let symbols = vec![exprs.variable("x", 4), exprs.variable("y", 3), exprs.variable("z", 3)];
        let mut grower = Grower::new(seed, symbols.clone());
        let mut encoder = Encoder::default();
        for round in 0..30 {
            let mut conditions = Vec::new();
            for _ in 0..2 {
                let bytes = grower.random.pick(&[1, 1, 2, 4, 8, 3]);
                let read = grower.read(&mut exprs, bytes);
                grower.terms.push(read);
                let op = grower.random.pick(&vellum_expr::CompareOp::ALL);
                let other = grower.operand(&mut exprs, bytes * 8);
                conditions.push(exprs.compare(op, read, other));
            }
            let limit = exprs.constant(4, u64::from(grower.random.below(16)));
            conditions.push(exprs.ult(symbols[0], limit));
            let floor = exprs.constant(3, u64::from(grower.random.below(3)));
            conditions.push(exprs.sle(floor, symbols[1]));
            let encoded = encoder.encode(&mut exprs, &conditions);
            assert!(encoded.iter().all(|&c| !encoder.has_read(&exprs, c)));
            let (mut before, mut after) = (Evaluator::new(), Evaluator::new());
            for number in 0..1 << 10 {
                let mut model = Model::new();
                set(&exprs, &mut model, symbols[0], number);
                set(&exprs, &mut model, symbols[1], number >> 4);
                set(&exprs, &mut model, symbols[2], number >> 7);
                before.reset();
                after.reset();
                let was = conditions.iter().all(|&c| before.holds(&exprs, &model, c));
                let is = encoded.iter().all(|&c| after.holds(&exprs, &model, c));
                assert_eq!(was, is, "seed {seed}, round {round}, input {number}");
                hits += u32::from(was);
            }
            grower.terms.truncate(12);
        }
    }
    assert!(hits > 5_000, "the conditions hold often enough: {hits}");
}

#[test]
fn the_largest_array_is_that_of_a_read_in_a_condition() {
    let mut exprs = Exprs::new();
    let index = exprs.variable("i", 8);
    let index = exprs.zext(index, 64);
    let mut encoder = Encoder::default();
    let read = |exprs: &mut Exprs, size: u8| {
        let bytes = (0..size).map(|at| at.wrapping_mul(at)).collect();
        let array = exprs.cells(Cells::new(bytes, Vec::new()));
        exprs.read(array, index, 1)
    };
    let (few, many, unasked) = (read(&mut exprs, 10), read(&mut exprs, 200), read(&mut exprs, 250));
    assert_ne!(unasked, many);
    let nine = exprs.constant(8, 9);
    for (read, largest) in [(nine, 0), (few, 10), (many, 200), (few, 200)] {
        let (index, limit) = (exprs.extract(index, 0, 8), exprs.constant(8, 200));
        let conditions = [exprs.eq(read, nine), exprs.ult(index, limit)];
        encoder.encode(&mut exprs, &conditions);
        assert_eq!(encoder.largest_array(), largest);
    }
}

#[test]
fn only_reachable_places_of_a_table_are_looked_at() {
    let mut exprs = Exprs::new();
    let input = exprs.input("i", 1);
    let byte = exprs.symbol(input, 0);
    let index = exprs.zext(byte, 64);
    let mut content: Vec<u8> = vec![0; 256];
    content[20] = 9;
    content[200] = 7;
    let table = exprs.cells(Cells::new(content.into(), Vec::new()));
    let read = exprs.read(table, index, 1);
    let zero = exprs.constant(8, 0);
    let limit = exprs.constant(8, 100);
    let (is_set, is_low) = (exprs.ne(read, zero), exprs.ult(byte, limit));
    let encoded = Encoder::default().encode(&mut exprs, &[is_set, is_low]);
    let twenty = exprs.constant(8, 20);
    let is_twenty = exprs.eq(byte, twenty);
    let nine = exprs.constant(8, 9);
    let chosen = exprs.ite(is_twenty, nine, zero);
    assert_eq!(encoded, [exprs.ne(chosen, zero), is_low]);
}

/// Stretches of one byte are stepped over, so a table may be as large as it likes; the encoded condition is that of the read.
#[test]
fn a_table_of_long_stretches_is_looked_at_where_it_changes() {
    const LEN: u64 = 1 << 42;
    let mut random = Random::new(5);
    for round in 0..40 {
        let mut exprs = Exprs::new();
        let input = exprs.input("i", 6);
        let parts: Vec<Expr> = (0..6).map(|at| exprs.symbol(input, at)).collect();
        let selector = exprs.concat_bytes(&parts);
        let selector = exprs.zext(selector, 64);
        let (step, bytes) = ([1, 4, 24][round % 3], [1, 4, 8][round / 3 % 3]);
        let (factor, start) = (exprs.constant(64, step), exprs.constant(64, random.below(50)));
        let scaled = exprs.mul(selector, factor);
        let index = exprs.add(scaled, start);
        let limit = exprs.constant(64, LEN / step - 100);
        let inside = exprs.ult(selector, limit);
        let pages: BTreeMap<u64, Vec<u8>> = (0..3)
            .map(|_| {
                let mut page = vec![0; 4096];
                (0..4).for_each(|_| page[index64(random.below(4096))] = low8(random.below(256)));
                (random.below(LEN / 4096), page)
            })
            .collect();
        let symbolic = vec![(7000, parts[0]), (9001, parts[1])];
        let filled = Bytes::pages(LEN, low8(random.below(2)), &pages);
        let table = exprs.cells(Cells::of(filled, symbolic));
        let read = exprs.read(table, index, bytes);
        let zero = exprs.zero(bytes * 8);
        let condition = exprs.ne(read, zero);
        let encoded = Encoder::default().encode(&mut exprs, &[condition, inside]);
        let places = pages.keys().map(|number| number * 4096).chain([6990, 8990, 0, LEN / 3]);
        for place in places.flat_map(|place| (0..30).map(move |by| place + by * 140)) {
            let mut model = Model::new();
            (0..6).zip((place / step).to_le_bytes()).for_each(|(at, byte)| model.set(input, at, byte.into()));
            let mut evaluator = Evaluator::new();
            if evaluator.holds(&exprs, &model, inside) {
                let values = [condition, encoded[0]].map(|e| evaluator.holds(&exprs, &model, e));
                assert_eq!(values[0], values[1], "round {round}, place {place}");
            }
        }
    }
}

#[test]
fn the_index_of_a_table_of_structures_needs_no_product() {
    let mut exprs = Exprs::new();
    let input = exprs.input("i", 1);
    let byte = exprs.symbol(input, 0);
    let (wide, size, start) = (exprs.zext(byte, 64), exprs.constant(64, 24), exprs.constant(64, 8));
    let scaled = exprs.mul(wide, size);
    let index = exprs.add(scaled, start);
    let content: Vec<u8> = (0..256 * 24).map(|i| u8::try_from(i % 251).unwrap()).collect();
    let table = exprs.cells(Cells::new(content.into(), Vec::new()));
    let read = exprs.read(table, index, 4);
    let value = exprs.constant(32, 77);
    let condition = exprs.eq(read, value);
    let [encoded] = Encoder::default().encode(&mut exprs, &[condition])[..] else { panic!("one condition") };
    let mut todo = vec![encoded];
    while let Some(e) = todo.pop() {
        assert!(!matches!(exprs.kind(e), Kind::Binary(vellum_expr::BinaryOp::Mul, ..)), "no product");
        todo.extend(exprs.kind(e).operands());
    }
}

/// What is known of `3 * byte` says nothing of `byte` by itself.
#[test]
fn what_is_known_of_a_product_holds_for_the_place_it_leads_to() {
    let mut exprs = Exprs::new();
    let input = exprs.input("i", 1);
    let byte = exprs.symbol(input, 0);
    let (wide, three) = (exprs.zext(byte, 64), exprs.constant(64, 3));
    let product = exprs.mul(wide, three);
    let (first, last) = (exprs.constant(64, 14), exprs.constant(64, 40));
    let (from, to) = (exprs.ule(first, product), exprs.ule(product, last));
    let index = exprs.sub(product, first);
    // What no input reads is a read that nobody encodes.
    let beyond = exprs.cells(Cells::new(vec![1; 4].into(), Vec::new()));
    let inner = exprs.read(beyond, wide, 1);
    let content: Vec<u8> = (0..60).collect();
    let table = exprs.cells(Cells::new(content.into(), vec![(31, inner)]));
    let read = exprs.read(table, index, 1);
    let limit = exprs.constant(8, 9);
    let conditions = [from, to, exprs.ule(limit, read)];
    let mut encoder = Encoder::default();
    let encoded = encoder.encode(&mut exprs, &conditions);
    assert!(encoded.iter().all(|&c| !encoder.has_read(&exprs, c)));
    let (mut before, mut after) = (Evaluator::new(), Evaluator::new());
    for value in 0..256 {
        let mut model = Model::new();
        set(&exprs, &mut model, byte, value);
        before.reset();
        after.reset();
        let was = conditions.iter().all(|&c| before.holds(&exprs, &model, c));
        let is = encoded.iter().all(|&c| after.holds(&exprs, &model, c));
        assert_eq!((was, is), ((8..=13).contains(&value), was), "{value}");
    }
}

#[test]
fn a_test_of_a_table_is_a_table_of_truth_values() {
    let mut exprs = Exprs::new();
    let input = exprs.input("i", 1);
    let byte = exprs.symbol(input, 0);
    let index = exprs.zext(byte, 64);
    // As in <ctype.h>: bit 2 is set for digits, among other bits.
    let content: Vec<u8> =
        (0..=255).map(|c: u8| if c.is_ascii_digit() { 4 | c << 4 } else { c & 0xf3 }).collect();
    let table = exprs.cells(Cells::new(content.into(), Vec::new()));
    let read = exprs.read(table, index, 1);
    let (mask, zero) = (exprs.constant(8, 12), exprs.constant(8, 0));
    let bits = exprs.and(read, mask);
    let is_digit = exprs.ne(bits, zero);
    let [encoded] = Encoder::default().encode(&mut exprs, &[is_digit])[..] else { panic!("one condition") };
    let (mut before, mut after) = (Evaluator::new(), Evaluator::new());
    for value in 0..256 {
        let mut model = Model::new();
        set(&exprs, &mut model, byte, value);
        before.reset();
        after.reset();
        let holds = before.holds(&exprs, &model, is_digit);
        assert_eq!(holds, after.holds(&exprs, &model, encoded));
        assert_eq!(holds, (48..58).contains(&value));
    }
    let (first, last) = (exprs.constant(8, 48), exprs.constant(8, 57));
    let (from, to) = (exprs.ule(first, byte), exprs.ule(byte, last));
    assert_eq!(encoded, exprs.and(from, to));
}

#[test]
fn a_test_of_a_table_holds_outside_of_it_if_it_holds_of_zero() {
    let mut exprs = Exprs::new();
    let input = exprs.input("i", 1);
    let byte = exprs.symbol(input, 0);
    let index = exprs.zext(byte, 64);
    let table = exprs.cells(Cells::new(vec![7; 10].into(), Vec::new()));
    let read = exprs.read(table, index, 1);
    let zero = exprs.constant(8, 0);
    let is_zero = exprs.eq(read, zero);
    let [encoded] = Encoder::default().encode(&mut exprs, &[is_zero])[..] else { panic!("one condition") };
    let mut evaluator = Evaluator::new();
    for value in 0..256 {
        let mut model = Model::new();
        set(&exprs, &mut model, byte, value);
        evaluator.reset();
        assert_eq!(evaluator.holds(&exprs, &model, encoded), value >= 10);
    }
}

#[test]
fn what_was_made_of_a_contradiction_is_of_no_use_later() {
    let mut exprs = Exprs::new();
    let narrow = exprs.variable("n", 16);
    let index = exprs.zext(narrow, 64);
    let bytes = [1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1];
    let array = exprs.cells(Cells::new(bytes.into(), Vec::new()));
    let (read, zero) = (exprs.read(array, index, 1), exprs.zero(8));
    let is_zero = exprs.eq(read, zero);
    let (limit, factor) = (exprs.variable("limit", 64), exprs.constant(64, 3));
    let limit = exprs.urem(limit, factor);
    let three = exprs.constant(16, 3);
    let (is_small, is_large) = (exprs.ule(index, limit), exprs.ult(three, narrow));
    let mut encoder = Encoder::default();
    assert!(encoder.has_read(&exprs, is_zero));
    // No value is left for `n`, though the index seems to have two.
    encoder.encode(&mut exprs, &[is_small, is_large, is_zero]);
    let encoded = encoder.encode(&mut exprs, &[is_small, is_zero]);
    let mut model = Model::new();
    set(&exprs, &mut model, narrow, 0);
    let holds = encoded.iter().all(|&c| Evaluator::new().holds(&exprs, &model, c));
    assert!(!holds, "at 0 there is 1");
}

/// The index may be anything, but the term that it is computed from has no value left.
#[test]
fn a_contradiction_below_an_index_is_of_no_use_later_either() {
    let mut exprs = Exprs::new();
    let byte = exprs.variable("n", 8);
    let (low, scale) = (exprs.extract(byte, 0, 2), exprs.zero(3));
    let place = exprs.concat(low, scale);
    let index = exprs.zext(place, 64);
    let bytes: Vec<u8> = [11, 22, 33, 44_u64].iter().flat_map(|word| word.to_le_bytes()).collect();
    let array = exprs.cells(Cells::new(bytes.into(), Vec::new()));
    let (read, second) = (exprs.read(array, index, 8), exprs.constant(64, 22));
    let is_second = exprs.eq(read, second);
    let (two, three) = (exprs.constant(8, 2), exprs.constant(2, 3));
    let (is_two, is_three) = (exprs.eq(byte, two), exprs.eq(low, three));
    let mut encoder = Encoder::default();
    encoder.encode(&mut exprs, &[is_two, is_three, is_second]);
    for value in 0..=255_u64 {
        let encoded = encoder.encode(&mut exprs, &[is_second]);
        let mut model = Model::new();
        set(&exprs, &mut model, byte, value);
        let holds = encoded.iter().all(|&c| Evaluator::new().holds(&exprs, &model, c));
        assert_eq!(holds, value % 4 == 1, "the word at {value}");
    }
}
