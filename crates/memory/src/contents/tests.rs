//! Figure 3 of "Fine-Grain Memory Object Representation in Symbolic Execution" (ASE 2019), step by step, and what
//! follows from it. The objects are larger than the figure's: small ones are not layered.

use vellum_expr::{Expr, Exprs};

use super::{Contents, Fill, Objects, layers::LayerKind};
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
