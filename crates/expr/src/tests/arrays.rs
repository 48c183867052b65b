//! Reads and writes, compared with plain tables of bytes.

use vellum_bits::Bits;
use vellum_collections::{
    Map, Set,
    cast::{index, low8, low32, low64},
};

use super::world::{Term, World};
use crate::{
    array::Array,
    cells::Cells,
    kind::{BinaryOp, Kind},
    pool::Exprs,
    span::{Function, Source, Span},
};

/// An array and its bytes, model by model; those not mentioned are zero.
#[derive(Clone)]
struct Table {
    array: Array,
    bytes: Vec<Map<u64, u8>>,
}

/// What a span writes.
enum Written {
    Byte(Term),
    Copy(Table, Term),
    /// In round `r`, `r · factor + byte` in some bytes, every round some bytes further on.
    Rounds {
        factor: u64,
        byte: Term,
        bytes: u32,
        step: u64,
    },
}

impl World {
    fn table(&mut self, size: u32, uniform: bool) -> Table {
        let mut bytes = vec![7; index(size)].into_boxed_slice();
        let mut tables = vec![Map::default(); self.models.len()];
        let mut symbolic = Vec::new();
        for at in 0..size {
            let symbol = self.terms.iter().find(|term| term.width == 8).cloned();
            match (self.random.below(8), symbol) {
                (0, Some(term)) if !uniform => {
                    symbolic.push((at, term.expr));
                    for (table, value) in tables.iter_mut().zip(&term.values) {
                        table.insert(u64::from(at), low8(low64(*value)));
                    }
                }
                (kind, _) => {
                    let byte =
                        if uniform { 7 } else { low8(self.random.u64() & if kind < 4 { 0xff } else { 3 }) };
                    bytes[index(at)] = byte;
                    for table in &mut tables {
                        table.insert(u64::from(at), byte);
                    }
                }
            }
        }
        Table { array: self.exprs.cells(Cells::new(bytes, symbolic)), bytes: tables }
    }

    fn store(&mut self, table: &Table, at: &Term, value: &Term) -> Table {
        let mut bytes = table.bytes.clone();
        for (model, bytes) in bytes.iter_mut().enumerate() {
            for i in 0..u64::from(value.width / 8) {
                let place = low64(at.values[model]).wrapping_add(i);
                bytes.insert(place, low8(low64(value.values[model] >> (8 * i))));
            }
        }
        Table { array: self.exprs.store(table.array, at.expr, value.expr), bytes }
    }

    fn read(&mut self, table: &Table, at: &Term, bytes: u32) -> Term {
        let expr = self.exprs.read(table.array, at.expr, bytes);
        let value = |model: usize| {
            let byte = |i: u32| {
                let place = low64(at.values[model]).wrapping_add(u64::from(i));
                u128::from(table.bytes[model].get(&place).copied().unwrap_or(0)) << (8 * i)
            };
            (0..bytes).map(byte).sum()
        };
        let term = Term { expr, width: bytes * 8, values: (0..self.models.len()).map(value).collect() };
        self.check(&term, Kind::Read { array: table.array, index: at.expr });
        term
    }

    /// Writes one byte, what another table holds from a place of its own on, or a function of the place to `len` places.
    fn span(&mut self, table: &Table, (start, len): (&Term, &Term), what: &Written) -> Table {
        let mut bytes = table.bytes.clone();
        for (model, bytes) in bytes.iter_mut().enumerate() {
            for i in 0..low64(len.values[model]) {
                let byte = match what {
                    Written::Byte(byte) => Some(low8(low64(byte.values[model]))),
                    Written::Copy(from, at) => {
                        let place = low64(at.values[model]).wrapping_add(i);
                        Some(from.bytes[model].get(&place).copied().unwrap_or(0))
                    }
                    Written::Rounds { factor, byte, bytes, step } => {
                        let (round, place) = (i / step, i % step);
                        let value = low64(byte.values[model]).wrapping_add(round.wrapping_mul(*factor));
                        (place < u64::from(*bytes)).then(|| low8(value >> (8 * place)))
                    }
                };
                if let Some(byte) = byte {
                    bytes.insert(low64(start.values[model]).wrapping_add(i), byte);
                }
            }
        }
        let source = match what {
            Written::Byte(byte) => Source::Byte(byte.expr),
            Written::Copy(from, at) => Source::Array { array: from.array, from: at.expr },
            Written::Rounds { factor, byte, bytes, step } => {
                Source::Function(self.rounds(*factor, byte, *bytes, *step))
            }
        };
        let span = Span { start: start.expr, len: len.expr, source };
        Table { array: self.exprs.span(table.array, span), bytes }
    }

    fn rounds(&mut self, factor: u64, byte: &Term, bytes: u32, step: u64) -> Function {
        let round = self.exprs.variable("round", 16);
        let (wide, factor) = (self.exprs.fit(round, bytes * 8), self.exprs.constant(bytes * 8, factor));
        let (scaled, byte) = (self.exprs.mul(wide, factor), self.exprs.zext(byte.expr, bytes * 8));
        Function { value: self.exprs.add(scaled, byte), round, step }
    }

    /// An index: constant, or some bits of a variable, scaled and moved; sometimes around the end of all numbers.
    fn place(&mut self) -> Term {
        let number = match self.random.below(4) {
            0 => self.random.u64() % 24,
            1 => (self.random.u64() % 24).wrapping_sub(12),
            _ => 8 * (self.random.u64() % 3),
        };
        let constant = self.constant(&Bits::from_u64(64, number));
        if self.random.below(4) == 0 {
            return constant;
        }
        let variable = self.terms[index(self.random.below(2))].clone();
        let bits = 1 + self.random.below(variable.width);
        let cut = self.extract(&variable, 0, bits);
        let wide = self.zext(&cut, 64);
        let scale = self.random.pick(&[1, 1, 2, 4, 8]);
        let scale = self.constant(&Bits::from_u64(64, scale));
        let scaled = self.binary(BinaryOp::Mul, &wide, &scale);
        self.binary(BinaryOp::Add, &scaled, &constant)
    }
}

#[test]
fn reads_find_the_last_write_or_the_cell_or_zero() {
    let mut fired = Set::default();
    for seed in 0..60 {
        let mut world = World::exhaustive(seed, &[4, 3]);
        let narrow = world.terms[0].clone();
        let byte = world.zext(&narrow, 8);
        world.terms.push(byte);
        let mut table = world.table(low32(seed % 20), seed % 5 == 0);
        let base = world.place();
        for _ in 0..12 {
            let bytes = world.random.pick(&[1, 1, 2, 4, 8, 3, 16]);
            // Now and then a place at a known distance from another.
            let at = match world.random.below(3) {
                0 => {
                    let distance = world.random.u64() % 5;
                    let distance = world.constant(&Bits::from_u64(64, distance));
                    world.binary(BinaryOp::Add, &base, &distance)
                }
                _ => world.place(),
            };
            let found = world.read(&table, &at, bytes);
            let one = world.constant(&Bits::from_u64(64, u64::from(bytes)));
            let after = world.binary(BinaryOp::Add, &at, &one);
            let next = world.read(&table, &after, bytes);
            if bytes <= 8 {
                world.concat(&next, &found);
            }
            if world.random.below(2) == 0 {
                let symbolic = world.terms[1].clone();
                let value = world.sext(&symbolic, bytes * 8);
                let value = world.binary(BinaryOp::Add, &value, &found);
                table = world.store(&table, &at, &value);
            }
        }
        fired.extend(world.fired);
    }
    assert!(fired.contains("concat_reads"));
}

#[test]
fn reads_through_spans_are_what_copying_byte_by_byte_leaves() {
    for seed in 0..40 {
        let mut world = World::exhaustive(seed, &[4, 3]);
        let narrow = world.terms[0].clone();
        let byte = world.zext(&narrow, 8);
        world.terms.push(byte.clone());
        let mut table = world.table(low32(seed % 20), seed % 5 == 0);
        let other = world.table(12, false);
        for _ in 0..8 {
            let (start, at) = (world.place(), world.place());
            let len = match world.random.below(3) {
                0 => world.constant(&Bits::from_u64(64, seed % 9)),
                which => {
                    let variable = world.terms[index(which - 1)].clone();
                    world.zext(&variable, 64)
                }
            };
            let what = match world.random.below(4) {
                0 => Written::Byte(byte.clone()),
                1 => Written::Copy(other.clone(), world.place()),
                2 => {
                    let bytes = world.random.pick(&[1, 1, 2, 4]);
                    let step = u64::from(bytes) + world.random.pick(&[0, 0, 1, 4]);
                    Written::Rounds { factor: seed % 7, byte: byte.clone(), bytes, step }
                }
                _ => Written::Copy(table.clone(), world.place()),
            };
            table = world.span(&table, (&start, &len), &what);
            let bytes = world.random.pick(&[1, 1, 2, 4, 8, 3, 16]);
            let found = world.read(&table, &at, bytes);
            if world.random.below(2) == 0 {
                let target = world.place();
                table = world.store(&table, &target, &found);
            }
            let place = world.place();
            world.read(&table, &place, 2);
        }
    }
}

/// `struct { unsigned count; void *first; } table[]`: to write a count changes no pointer, wherever either is.
#[test]
fn a_field_that_is_written_somewhere_is_not_what_is_read_of_another() {
    let exprs = &mut Exprs::new();
    let field = |exprs: &mut Exprs, name: &str, offset: u64| {
        let (number, sixteen) = (exprs.variable(name, 8), exprs.constant(64, 16));
        let wide = exprs.zext(number, 64);
        let (element, offset) = (exprs.mul(wide, sixteen), exprs.constant(64, offset));
        exprs.add(element, offset)
    };
    let table: Vec<u8> = (0..=255).flat_map(|byte| [byte; 16]).collect();
    let table = exprs.numbers(&table);
    let (count, value) = (field(exprs, "i", 0), exprs.variable("count", 32));
    let written = exprs.store(table, count, value);
    let first = field(exprs, "j", 8);
    assert_eq!(exprs.read(written, first, 8), exprs.read(table, first, 8));
    // Of a word that begins in the count, a part may be it.
    let across = field(exprs, "j", 3);
    assert_ne!(exprs.read(written, across, 8), exprs.read(table, across, 8));
    let before = field(exprs, "j", 12);
    assert_ne!(exprs.read(written, before, 8), exprs.read(table, before, 8));
}
