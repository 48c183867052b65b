//! Reads whose index can only take a few places.

use vellum_collections::cast::{index64, low8};

use crate::{
    array::{Array, ArrayKind},
    cells::Cells,
    kind::Kind,
    pool::{Expr, Exprs},
};

/// Numbers that differ everywhere.
fn numbers(size: u64) -> Vec<u8> {
    (0..size).map(|at| low8(at ^ at >> 8 ^ at >> 16)).collect()
}

/// A byte of the input, `first` places on.
fn from(exprs: &mut Exprs, name: &str, first: u64) -> Expr {
    let byte = exprs.variable(name, 8);
    let (wide, first) = (exprs.zext(byte, 64), exprs.constant(64, first));
    exprs.add(wide, first)
}

fn parts(exprs: &Exprs, e: Expr) -> (Array, Expr) {
    match exprs.kind(e) {
        Kind::Read { array, index } => (array, index),
        kind => panic!("no read: {kind:?}"),
    }
}

#[test]
fn a_read_of_few_places_is_one_of_those_places_alone() {
    let exprs = &mut Exprs::new();
    let large = exprs.numbers(&numbers(1 << 20));
    let index = from(exprs, "x", 5000);
    let read = exprs.read(large, index, 4);
    let (near, index) = parts(exprs, read);
    assert_eq!(exprs.array_size(near), 259);
    assert_eq!(index, from(exprs, "x", 0));
    let ArrayKind::Cells(cells) = exprs.array_kind(near) else { panic!("nothing was written") };
    assert_eq!(cells.bytes().copy(0..cells.len()), numbers(1 << 20)[5000..5259]);
}

#[test]
fn the_same_bytes_elsewhere_are_the_same_read() {
    let exprs = &mut Exprs::new();
    let bytes = numbers(10_000);
    let (here, there) = (exprs.numbers(&bytes), exprs.numbers(&bytes[1000..]));
    let (index, other) = (from(exprs, "x", 5000), from(exprs, "x", 4000));
    assert_eq!(exprs.read(here, index, 2), exprs.read(there, other, 2));
    let changed = from(exprs, "x", 4001);
    assert_ne!(exprs.read(here, index, 2), exprs.read(there, changed, 2));
}

#[test]
fn what_was_written_at_known_places_is_part_of_the_window() {
    let exprs = &mut Exprs::new();
    let mut bytes = numbers(10_000);
    let array = exprs.numbers(&bytes);
    let far = from(exprs, "far", 300);
    let (byte, word) = (exprs.variable("byte", 8), exprs.constant(32, 0x0403_0201));
    // A symbolic place the read never meets, and known ones: inside, at the edge, outside.
    let mut written = exprs.store(array, far, byte);
    for at in [2010, 1998, 7000] {
        let at = exprs.constant(64, at);
        written = exprs.store(written, at, word);
    }
    for at in [2010, 1998, 7000] {
        bytes[at..at + 4].copy_from_slice(&[1, 2, 3, 4]);
    }
    let index = from(exprs, "x", 2000);
    let expected = exprs.numbers(&bytes);
    assert_eq!(exprs.read(written, index, 1), exprs.read(expected, index, 1));
    // One that it may meet keeps everything.
    let near = from(exprs, "near", 2100);
    let written = exprs.store(written, near, byte);
    let read = exprs.read(written, index, 1);
    assert_eq!(parts(exprs, read), (written, index));
}

#[test]
fn large_windows_of_an_array_are_the_array() {
    let exprs = &mut Exprs::new();
    let low = exprs.variable("low", 13);
    let index = exprs.zext(low, 64);
    for (size, near) in [(9000, 9000), (8192 * 8, 8192)] {
        let array = exprs.numbers(&numbers(size));
        let read = exprs.read(array, index, 1);
        let (found, _) = parts(exprs, read);
        assert_eq!(exprs.array_size(found), near);
    }
}

#[test]
fn constants_among_expressions_are_bytes() {
    let exprs = &mut Exprs::new();
    let seven = exprs.constant(8, 7);
    let mixed = exprs.cells(Cells::new(vec![1, 2, 3].into(), vec![(1, seven)]));
    assert_eq!(mixed, exprs.numbers(&[1, 7, 3]));
}

#[test]
fn a_read_at_a_known_place_looks_past_what_a_write_cannot_reach() {
    let exprs = &mut Exprs::new();
    let bytes = numbers(1000);
    let array = exprs.numbers(&bytes);
    let (place, value) = (from(exprs, "x", 500), exprs.variable("value", 8));
    let written = exprs.store(array, place, value);
    let at = exprs.constant(64, 498);
    let read = exprs.read(written, at, 4);
    let known = exprs.extract(read, 0, 16);
    let expected = u64::from(bytes[index64(498)]) | u64::from(bytes[index64(499)]) << 8;
    assert_eq!(exprs.as_const(known), Some(expected));
    assert!(exprs.as_const(read).is_none());
}
