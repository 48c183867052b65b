//! Figure 3 of "Fine-Grain Memory Object Representation in Symbolic Execution" (ASE 2019), step by step, and what
//! follows from it. The objects are larger than the figure's: small ones are not layered.

use vellum_collections::{
    Random,
    cast::{index64, len64, low32},
};
use vellum_expr::{Evaluator, Expr, Exprs, Model};

use super::{Contents, Fill, Objects, Piece, layers::LayerKind};
use crate::value::Value;

use LayerKind::{Indexed, Numbers, Terminal, Values};

const SIZE: u64 = 1000;

fn new() -> Contents {
    Contents::filled(SIZE, Fill::Zeros, Objects::LAYERED).expect("there is room")
}

/// The layers, the newest first; none where the bytes are this object's alone.
fn layers(contents: &Contents) -> Vec<LayerKind> {
    match contents {
        Contents::Layered(layers) => layers.kinds(),
        _ => Vec::new(),
    }
}

fn write(contents: &mut Contents, exprs: &mut Exprs, at: u64, value: Value) {
    contents.write(exprs, at, 1, value, Objects::LAYERED);
}

/// A symbolic place below `limit`, which is a power of two.
fn place(exprs: &mut Exprs, name: &str, limit: u64) -> Expr {
    let input = exprs.input(name, 1);
    let symbol = exprs.symbol(input, 0);
    let mask = exprs.constant(8, limit - 1);
    let few = exprs.and(symbol, mask);
    exprs.zext(few, 64)
}

#[test]
fn an_object_evolves_as_in_the_figure() {
    let exprs = &mut Exprs::new();
    let input = exprs.input("sym2", 1);
    let sym2 = exprs.symbol(input, 0);
    // I, II: a terminal layer of one's own is written in place.
    let mut first = new();
    write(&mut first, exprs, 2, Value::Concrete(23));
    assert_eq!(layers(&first), []);
    // III: a read at a symbolic place takes a snapshot, and leaves the object as it is.
    let sym1 = place(exprs, "sym1", 64);
    first.read_at(exprs, sym1, 1, &(0..first.len()));
    assert_eq!(layers(&first), []);
    // IV, V: after a fork, what is written next is a layer of its own.
    let mut second = first.clone();
    write(&mut first, exprs, 1, Value::Concrete(17));
    assert_eq!(layers(&first), [Numbers, Terminal]);
    assert_eq!(layers(&second), []);
    // VI: a byte that the newest layer does not have is found below.
    assert_eq!(first.read(exprs, 2, 1), Value::Concrete(23));
    // VII: writing what is there changes nothing, on the shared layer neither.
    write(&mut first, exprs, 2, Value::Concrete(23));
    write(&mut second, exprs, 2, Value::Concrete(23));
    assert_eq!((layers(&first), layers(&second)), (vec![Numbers, Terminal], vec![]));
    // VIII: an expression at a known place.
    write(&mut second, exprs, 2, Value::Symbolic(sym2));
    assert_eq!(layers(&second), [Values, Terminal]);
    assert_eq!(second.read(exprs, 2, 1), Value::Symbolic(sym2));
    // IX: layers that say every byte need nothing below them.
    for at in (0..SIZE).filter(|&at| at != 1) {
        write(&mut first, exprs, at, Value::Concrete(5));
    }
    assert!(layers(&first).len() <= 1);
    assert_eq!(first.read(exprs, 0, 2), Value::Concrete(0x1105));
    // X: a write at a symbolic place. What is outside of its bounds is read as before.
    let (sym3, eight) = (place(exprs, "sym3", 2), exprs.constant(8, 8));
    let all = 0..second.len();
    second.write_at(exprs, sym3, eight, &all, Objects::LAYERED);
    assert_eq!(layers(&second), [Indexed, Values, Terminal]);
    assert_eq!(second.read(exprs, 2, 1), Value::Symbolic(sym2));
    assert!(matches!(second.read(exprs, 1, 1), Value::Symbolic(_)));
}

#[test]
fn writes_at_known_places_after_one_at_a_symbolic_place_do_not_pile_up() {
    let exprs = &mut Exprs::new();
    let mut contents = new();
    let (anywhere, value) = (place(exprs, "anywhere", 64), exprs.constant(8, 1));
    let all = 0..contents.len();
    contents.write_at(exprs, anywhere, value, &all, Objects::LAYERED);
    for round in 0..1000 {
        write(&mut contents, exprs, 5 * round % 63, Value::Concrete(round));
    }
    assert_eq!(layers(&contents), [Numbers, Indexed, Terminal]);
    // Once nothing of the write at a symbolic place is left to see, there is nothing but numbers.
    for round in 0..1000 {
        write(&mut contents, exprs, 63, Value::Concrete(round));
    }
    assert_eq!(layers(&contents), []);
}

#[test]
fn what_was_read_anywhere_is_kept_until_the_next_write() {
    let exprs = &mut Exprs::new();
    let input = exprs.input("anywhere", 4);
    let bytes: Vec<Expr> = (0..4).map(|at| exprs.symbol(input, at)).collect();
    let word = exprs.concat_bytes(&bytes);
    let anywhere = exprs.zext(word, 64);
    for objects in Objects::ALL {
        let mut contents = Contents::of(&vec![1; 100_000]);
        contents.write(exprs, 7, 1, Value::Concrete(2), objects);
        let before = contents.read_at(exprs, anywhere, 1, &(0..contents.len()));
        // The array it is lives on with the object, and is not made again.
        exprs.collect(|marker| {
            marker.mark(anywhere);
            contents.mark(marker);
        });
        assert_eq!(contents.read_at(exprs, anywhere, 1, &(0..contents.len())), before);
        contents.write(exprs, 7, 1, Value::Concrete(3), objects);
        let after = contents.read_at(exprs, anywhere, 1, &(0..contents.len()));
        assert_ne!(after, before);
        contents.write(exprs, 9, 1, Value::Symbolic(bytes[0]), objects);
        let symbolic = contents.read_at(exprs, anywhere, 1, &(0..contents.len()));
        assert_ne!(symbolic, after);
        contents.write(exprs, 9, 1, Value::Symbolic(bytes[1]), objects);
        assert_ne!(contents.read_at(exprs, anywhere, 1, &(0..contents.len())), symbolic);
    }
}

#[test]
fn a_read_of_few_places_looks_at_those_alone() {
    let exprs = &mut Exprs::new();
    let few = place(exprs, "few", 16);
    for objects in Objects::ALL {
        let mut contents = Contents::filled(1 << 20, Fill::Zeros, objects).expect("there is room");
        for at in 0..16 {
            contents.write(exprs, at, 1, Value::Concrete(at), objects);
        }
        let read = contents.read_at(exprs, few, 1, &(0..contents.len()));
        let array = exprs.kind(read).array().expect("a read");
        assert_eq!(exprs.array_size(array), 16);
    }
}

#[test]
fn a_line_of_forks_leaves_few_layers() {
    let exprs = &mut Exprs::new();
    let mut contents = Contents::filled(1 << 16, Fill::Zeros, Objects::LAYERED).expect("there is room");
    let mut others = Vec::new();
    for round in 0..1000 {
        others.push(contents.clone());
        write(&mut contents, exprs, 64 * round, Value::Concrete(1));
    }
    assert!(layers(&contents).len() <= 12, "{:?}", layers(&contents));
    assert!((0..1000).all(|round| contents.read(exprs, 64 * round, 1) == Value::Concrete(1)));
    assert!(others.iter().zip(0..).all(|(old, round)| old.read(exprs, 64 * round, 1) == Value::Concrete(0)));
}

#[test]
fn an_object_with_expressions_that_is_walked_through_becomes_two_layers() {
    let exprs = &mut Exprs::new();
    let mut contents = Contents::filled(4096, Fill::Zeros, Objects::LAYERED).expect("there is room");
    let symbol = Value::Symbolic(exprs.variable("x", 8));
    let value = |round: u64| if round.is_multiple_of(10) { symbol } else { Value::Concrete(round) };
    let mut others = Vec::new();
    for round in 0..100 {
        others.push(contents.clone());
        write(&mut contents, exprs, 40 * round, value(round));
    }
    assert!(layers(&contents).len() > 2);
    for _ in 0..4096 / 16 {
        contents.read(exprs, 4095, 1);
    }
    write(&mut contents, exprs, 4095, Value::Concrete(1));
    assert_eq!(layers(&contents), [Values, Terminal]);
    assert!((0..100).all(|round| contents.read(exprs, 40 * round, 1) == value(round)));
    assert_eq!(contents.read(exprs, 4095, 1), Value::Concrete(1));
    assert!(others.iter().zip(0..).all(|(old, round)| old.read(exprs, 40 * round, 1) == Value::Concrete(0)));
}

#[test]
fn a_gibibyte_of_zeros_takes_no_room_until_something_is_written() {
    let exprs = &mut Exprs::new();
    let mut contents = Contents::filled(1 << 30, Fill::Zeros, Objects::LAYERED).expect("there is room");
    assert_eq!(contents.read(exprs, 1 << 29, 8), Value::Concrete(0));
    contents.write(exprs, 1 << 29, 8, Value::Concrete(7), Objects::LAYERED);
    assert_eq!(contents.read(exprs, 1 << 29, 8), Value::Concrete(7));
    assert_eq!(layers(&contents), [Numbers, Terminal]);
}

/// Random writes and copies, on several objects at once, of which all must look the same to whoever reads them.
fn change_alike(
    exprs: &mut Exprs,
    random: &mut Random,
    objects: &mut [(Contents, Objects)],
    symbols: &[Expr],
) {
    let size = objects[0].0.len();
    // Near places are met again.
    let at = |random: &mut Random| match random.below(3) {
        0 => random.below(size - 16),
        _ => size / 2 + random.below(100),
    };
    let (to, from) = (at(random), at(random));
    let symbol = symbols[index64(random.below(len64(symbols.len())))];
    let (choice, len, number) = (random.below(5), 1 + random.below(8), random.below(1 << 40));
    let zero_fill = random.below(2);
    let fifteen = exprs.constant(8, 15);
    let few = exprs.and(symbol, fifteen);
    let few = exprs.zext(few, 64);
    let first = exprs.constant(64, to);
    let place = exprs.add(first, few);
    for (contents, form) in objects.iter_mut() {
        let all = 0..size;
        match choice {
            0 => contents.write(exprs, to, len, Value::Concrete(number), *form),
            1 => contents.write(exprs, to, 1, Value::Symbolic(symbol), *form),
            2 => contents.write_at(exprs, place, symbol, &all, *form),
            3 => {
                let piece = contents.piece(exprs, from..from + len);
                contents.put(exprs, to, &piece, *form);
            }
            _ => {
                let bytes = vec![u8::from(zero_fill == 0); index64(size.min(9000))];
                contents.put(exprs, to.min(size - len64(bytes.len())), &Piece::concrete(bytes), *form);
            }
        }
    }
    let width = low32(len) * 8;
    let mut read = |(contents, _): &(Contents, Objects)| {
        let near = contents.read_at(exprs, place, 2, &(0..size));
        let known = [to, from].map(|at| contents.read(exprs, at, len).expr(exprs, width));
        [near, known[0], known[1]]
    };
    let reads: Vec<[Expr; 3]> = objects.iter().map(&mut read).collect();
    for others in &reads[1..] {
        others.iter().zip(&reads[0]).for_each(|(&a, &b)| check_same(exprs, random, a, b));
    }
}

/// Two expressions have the same value whatever the input.
fn check_same(exprs: &Exprs, random: &mut Random, a: Expr, b: Expr) {
    for _ in 0..if a == b { 0 } else { 20 } {
        let mut model = Model::new();
        for input in exprs.inputs() {
            (0..exprs.input_size(input).min(24)).for_each(|at| model.set(input, at, random.below(256)));
        }
        let values = [a, b].map(|e| Evaluator::new().word(exprs, &model, e));
        assert_eq!(values[0], values[1]);
    }
}

#[test]
fn a_large_input_is_the_same_as_an_expression_for_each_of_its_bytes() {
    for seed in 0..5 {
        let (exprs, mut random) = (&mut Exprs::new(), Random::new(seed));
        let input = exprs.input("large", 70_000);
        let symbols: Vec<Expr> = (0..70_000).map(|at| exprs.symbol(input, at)).collect();
        let layered = Objects::LAYERED;
        let pieces = [Piece::of_input(exprs, input, 0..70_000), Piece::of_bytes(exprs, &symbols)];
        let mut both = pieces.map(|piece| {
            let mut contents = Contents::filled(70_000, Fill::Zeros, layered).expect("there is room");
            contents.put(exprs, 0, &piece, layered);
            (contents, layered)
        });
        assert_eq!(both.each_ref().map(|(contents, _)| contents.has_large_input()), [true, false]);
        for _ in 0..30 {
            change_alike(exprs, &mut random, &mut both, &symbols[..40]);
        }
        let all = both.map(|(contents, _)| contents.piece(exprs, 0..70_000).symbolic(exprs));
        assert_eq!(all[0].len(), all[1].len());
        for (a, b) in all[0].iter().zip(&all[1]) {
            assert_eq!(a.0, b.0);
            check_same(exprs, &mut random, a.1, b.1);
        }
    }
}

#[test]
fn a_sparse_object_is_read_anywhere_as_one_with_all_its_bytes() {
    const LEN: u64 = 100_001;
    for seed in 0..20 {
        let (exprs, mut random) = (&mut Exprs::new(), Random::new(seed));
        let input = exprs.input("x", 24);
        let symbols: Vec<Expr> = (0..16).map(|at| exprs.symbol(input, at)).collect();
        // Anywhere in the object, and mostly where things are written.
        let parts: Vec<Expr> = (16..18).map(|at| exprs.symbol(input, at)).collect();
        let (near, middle) = (exprs.concat_bytes(&parts), exprs.constant(64, LEN / 2));
        let anywhere = exprs.zext(near, 64);
        let anywhere = exprs.add(anywhere, middle);
        let mut both =
            Objects::ALL.map(|form| (Contents::filled(LEN, Fill::Zeros, form).expect("there is room"), form));
        for _ in 0..30 {
            change_alike(exprs, &mut random, &mut both, &symbols);
            let reads = [0, 1].map(|i: usize| both[i].0.read_at(exprs, anywhere, 1, &(0..LEN)));
            if !both[0].0.is_indexed() {
                assert_eq!(reads[0], reads[1]);
            }
            // The same writes at symbolic places may be kept in another order.
            check_same(exprs, &mut random, reads[0], reads[1]);
        }
    }
}

#[test]
fn objects_larger_than_memory_are_read_and_written_anywhere() {
    const LEN: u64 = 1 << 44;
    let exprs = &mut Exprs::new();
    let input = exprs.input("x", 8);
    let parts: Vec<Expr> = (0..8).map(|at| exprs.symbol(input, at)).collect();
    let anywhere = exprs.concat_bytes(&parts);
    let mut contents = Contents::filled(LEN, Fill::Zeros, Objects::LAYERED).expect("none of it is anywhere");
    contents.write(exprs, LEN - 9, 4, Value::Concrete(0x0102_0304), Objects::LAYERED);
    contents.write(exprs, LEN / 2 + 77, 1, Value::Symbolic(parts[0]), Objects::LAYERED);
    let read = contents.read_at(exprs, anywhere, 1, &(0..LEN));
    let value = |exprs: &Exprs, at: u64| {
        let mut model = Model::new();
        (0..).zip(at.to_le_bytes()).for_each(|(byte, value)| model.set(input, byte, value.into()));
        Evaluator::new().word(exprs, &model, read)
    };
    // The lowest byte of the place is what the object holds in its middle.
    let places = [0, LEN - 9, LEN - 6, LEN / 2 + 76, LEN / 2 + 77];
    assert_eq!(places.map(|at| value(exprs, at)), [0, 4, 1, 0, 77]);
    assert_eq!(contents.read(exprs, LEN / 2 + 77, 1), Value::Symbolic(parts[0]));
    contents.write_at(exprs, anywhere, parts[1], &(0..LEN), Objects::LAYERED);
    assert!(matches!(contents.read(exprs, 77, 1), Value::Symbolic(_)));
}
