//! What holds for every model.
//!
//! A memory under a model is taken through random operations at symbolic places, as a path is: asked for the case of one
//! input, it goes on with the inputs of its guard, and a copy has the rest. Beside it each input has a memory of its own
//! that only ever meets numbers. Then for each input and each access:
//!
//! - guards are disjoint, and complete with the faults: an input is in exactly one case, or its access fails where it
//!   fails with numbers, and nowhere else;
//! - what is read is what was written, by numbers or by expressions, whatever shares an array;
//! - with numbers for addresses, all models agree with `forking`, also on the addresses of new objects;
//! - the same question has the same answer;
//! - bytes nobody wrote are known as such;
//! - none of that changes when objects are brought together at any moment, on some of the paths, or when they are split.

use std::rc::Rc;

use vellum_collections::{
    Random,
    cast::{index64, len64, low32},
};
use vellum_expr::{Cells, Evaluator, Expr, Exprs, Kind, Model as Input};

use super::{MODELS, ModelConfig, Row};
use crate::{
    Access, AddressOrigin, Asked, Case, Class, Heap, Layout, Leads, Meets, Memory, MemoryConfig, ObjectKind,
    Objects, Origin, PieceSize, PlaneForm, Split, SplitBy, Value, Way, fault::FaultKind,
};

/// Inputs there are: three symbols of two bits.
const INPUTS: u64 = 64;

/// A path: the inputs that take it, and its memory.
#[derive(Clone)]
struct Path {
    inputs: Vec<u64>,
    memory: Memory,
}

struct World {
    exprs: Exprs,
    bits: Vec<Expr>,
    inputs: Vec<Input>,
    random: Random,
    /// Heap objects that were not freed.
    live: Vec<(u64, u64)>,
    paths: Vec<Path>,
    /// For each input a memory that meets numbers only.
    references: Vec<Memory>,
}

impl World {
    fn new(row: &Row, objects: Objects, seed: u64) -> Self {
        let mut exprs = Exprs::new();
        let bits: Vec<Expr> = ["a", "b", "c"].iter().map(|name| exprs.variable(name, 2)).collect();
        let inputs = (0..INPUTS).map(|number| input(&exprs, &bits, number)).collect();
        let mut random = Random::new(seed);
        let all = [ObjectKind::Global, ObjectKind::Constant, ObjectKind::Stack];
        let include = if random.below(2) == 0 { Vec::new() } else { all.to_vec() };
        let groups = (0..2).map(|class| (Class(class), 7)).collect();
        let segment_threshold = 64 << random.below(6);
        let planes = if random.below(4) == 0 { PlaneForm::Naive } else { PlaneForm::Boosted };
        let gathering = ModelConfig::default().gathering;
        let config = ModelConfig { segment_threshold, include, groups, planes, gathering };
        let split = split(&mut random);
        let ours = MemoryConfig { objects, model: (row.make)(&config), split, ..MemoryConfig::default() };
        let forking = MemoryConfig { objects, ..MemoryConfig::default() };
        let paths = vec![Path { inputs: (0..INPUTS).collect(), memory: Memory::new(ours) }];
        let references = (0..INPUTS).map(|_| Memory::new(forking.clone())).collect();
        Self { exprs, bits, inputs, random, live: Vec::new(), paths, references }
    }

    fn value(&self, number: u64, e: Expr) -> u64 {
        Evaluator::new().word(&self.exprs, &self.inputs[index64(number)], e)
    }

    /// The same for every memory there is.
    fn allocate(&mut self) {
        let (size, class) = (1 + self.random.below(40), Class(self.random.below(3)));
        let heap = if self.random.below(2) == 0 { Heap::Malloc } else { Heap::Unwritten };
        let mut made = Vec::new();
        let ours = self.paths.iter_mut().map(|path| &mut path.memory);
        for memory in ours.chain(&mut self.references) {
            let class = Some(class);
            made.push(memory.allocate_classed(&mut self.exprs, heap, (size, 16), Origin(1), class).unwrap());
        }
        assert!(made.iter().all(|address| *address == made[0]), "addresses are the same everywhere");
        self.live.push((made[0], size));
    }

    fn free(&mut self) {
        if self.live.len() < 2 {
            return;
        }
        let at = index64(self.random.below(len64(self.live.len())));
        let (address, _) = self.live.swap_remove(at);
        let ours = self.paths.iter_mut().map(|path| &mut path.memory);
        for memory in ours.chain(&mut self.references) {
            memory.free(address, Origin(2)).unwrap();
            let again = memory.free(address, Origin(2)).unwrap_err();
            assert_eq!(again.kind, FaultKind::DoubleFree);
        }
    }

    /// Brings objects together on some of the paths.
    fn relocate(&mut self) {
        let count = 2 + self.random.below(3);
        let bases: Vec<u64> =
            (0..count).map(|_| self.live[index64(self.random.below(len64(self.live.len())))].0).collect();
        let layout = if self.random.below(2) == 0 { Layout::Canonical } else { Layout::AsMet };
        for path in &mut self.paths {
            if self.random.below(3) > 0 {
                path.memory.bring_together(&mut self.exprs, &bases, layout);
            }
        }
    }

    /// As the engine does before an access, for the input of that number.
    fn gather(&mut self, memory: &mut Memory, (access, address, len): (Access, Expr, u32), number: u64) {
        let Some(gathering) = memory.gathers() else { return };
        let input = self.inputs[index64(number)].clone();
        let mut value = |exprs: &Exprs, e: Expr| Evaluator::new().word(exprs, &input, e);
        let mut asked =
            Asked { access, address, len: len.into(), origin: AddressOrigin::Moved, value: &mut value };
        if let Leads::To { objects, is_known } = memory.leads_of(&mut self.exprs, &mut asked)
            && gathering.way(access, &objects, is_known) == Way::Together
        {
            let bases: Vec<u64> = objects.iter().map(|object| object.base).collect();
            memory.bring_together(&mut self.exprs, &bases, gathering.layout);
        }
    }

    /// As the engine does after that: what the input of that number meets of a case if its object is split.
    fn in_pieces(&mut self, memory: &mut Memory, case: Case, len: u32, number: u64) -> Case {
        memory.split_for(&self.exprs, &case, len.into());
        let input = self.inputs[index64(number)].clone();
        let mut value = |exprs: &Exprs, e: Expr| Evaluator::new().word(exprs, &input, e);
        match memory.case_in_piece(&mut self.exprs, &case, len.into(), &mut value) {
            Some(mut piece) => {
                piece.guard = self.exprs.and(case.guard, piece.guard);
                piece
            }
            None => case,
        }
    }

    /// An address that may lead to several objects, or beside them.
    fn address(&mut self, depth: u32) -> Expr {
        let bit = self.bits[index64(self.random.below(3))];
        let any = |world: &mut Self| {
            let (base, size) = world.live[index64(world.random.below(len64(world.live.len())))];
            base + world.random.below(size)
        };
        match self.random.below(if depth == 0 { 1 } else { 5 }) {
            0 => {
                let address = any(self);
                self.exprs.constant(64, address)
            }
            1 => {
                let (a, b) = (self.address(depth - 1), self.address(depth - 1));
                let zero = self.exprs.zero(2);
                let condition = self.exprs.eq(bit, zero);
                self.exprs.ite(condition, a, b)
            }
            2 => {
                let base = self.address(depth - 1);
                let (wide, by) = (self.exprs.zext(bit, 64), 1 + self.random.below(9));
                let by = self.exprs.constant(64, by);
                let step = self.exprs.mul(wide, by);
                self.exprs.add(base, step)
            }
            3 => {
                // Nothing that could be seen as a choice.
                let base = self.address(depth - 1);
                let wide = self.exprs.zext(bit, 64);
                let odd = self.exprs.xor(base, wide);
                let one = self.exprs.constant(64, 1);
                self.exprs.sub(odd, one)
            }
            _ => {
                let words: Vec<u8> = (0..4).flat_map(|_| any(self).to_le_bytes()).collect();
                let table = self.exprs.cells(Cells::new(words.into(), Vec::new()));
                let (wide, three) = (self.exprs.zext(bit, 64), self.exprs.constant(64, 3));
                let place = self.exprs.shl(wide, three);
                self.exprs.read(table, place, 8)
            }
        }
    }

    /// What is written: a number, or something of the input.
    fn word(&mut self, len: u32) -> Expr {
        let number = self.random.next();
        let constant = self.exprs.constant(len * 8, number & (u64::MAX >> (64 - len * 8)));
        if self.random.below(2) == 0 {
            return constant;
        }
        let bit = self.bits[index64(self.random.below(3))];
        let wide = self.exprs.zext(bit, len * 8);
        self.exprs.xor(constant, wide)
    }

    /// Does something at `address` on every path, each part of which goes on with what it meets.
    fn access(&mut self, access: Access, address: Expr, len: u32, value: Expr) {
        let mut waiting = std::mem::take(&mut self.paths);
        while let Some(mut path) = waiting.pop() {
            let Some(&first) = path.inputs.first() else { continue };
            self.gather(&mut path.memory, (access, address, len), first);
            let case = self.ask(&path.memory, access, address, len, first);
            let case = case.map(|case| self.in_pieces(&mut path.memory, case, len, first));
            let (guard, fails) = match &case {
                Some(case) => (case.guard, false),
                None => (Expr::TRUE, true),
            };
            if fails {
                // The access of this input fails; the others are asked for one by one.
                self.check_fault(first, access, address, len);
                let rest = path.inputs.split_off(1);
                waiting.push(Path { inputs: rest, memory: path.memory.clone() });
                self.paths.push(path);
                continue;
            }
            let (inside, outside): (Vec<u64>, Vec<u64>) =
                path.inputs.iter().partition(|&&number| self.value(number, guard) != 0);
            assert!(inside.contains(&first), "the case is that of the input it was asked for");
            waiting.push(Path { inputs: outside, memory: path.memory.clone() });
            path.inputs = inside;
            let case = case.expect("it was just there");
            match access {
                Access::Read => {
                    let read = path.memory.load_case(&mut self.exprs, &case, 0, len).unwrap();
                    let again = path.memory.load_case(&mut self.exprs, &case, 0, len).unwrap();
                    let read = read.expr(&mut self.exprs, len * 8);
                    let again = again.expr(&mut self.exprs, len * 8);
                    if !self.exprs.has_garbage(read) {
                        assert_eq!(read, again, "the same question has the same answer");
                    }
                    self.check_read(&path, address, read);
                }
                Access::Write | Access::Free => {
                    let word = Value::of(&self.exprs, value);
                    path.memory.store_case(&mut self.exprs, &case, (0, len), word).unwrap();
                }
            }
            self.paths.push(path);
        }
        if access == Access::Write {
            self.write_references(address, len, value);
        }
    }

    fn ask(&mut self, memory: &Memory, access: Access, address: Expr, len: u32, number: u64) -> Option<Case> {
        let input = self.inputs[index64(number)].clone();
        let mut value = |exprs: &Exprs, e: Expr| Evaluator::new().word(exprs, &input, e);
        let mut asked =
            Asked { access, address, len: len.into(), origin: AddressOrigin::Moved, value: &mut value };
        let meets = memory.case(&mut self.exprs, &mut asked);
        let again = memory.case(&mut self.exprs, &mut asked).into_case();
        if let Meets::Left(left) = &meets {
            let place = self.value(number, address);
            assert!(!left.object.holds(place, len.into()), "it has left its object");
            assert_eq!((self.value(number, left.stays), self.value(number, left.same_object)), (0, 1));
        }
        let case = meets.into_case();
        assert_eq!(case.as_ref().map(|case| case.guard), again.as_ref().map(|case| case.guard));
        case
    }

    fn check_fault(&self, number: u64, access: Access, address: Expr, len: u32) {
        let address = self.value(number, address);
        let reference = &self.references[index64(number)];
        assert!(!reference.is_inside(address, len.into()), "no object where there is one");
        let fault = reference.explain(access, address, len.into());
        let path = self.paths.last().map(|path| &path.memory);
        if let Some(memory) = path {
            assert_eq!(memory.explain(access, address, len.into()).kind, fault.kind);
        }
    }

    fn check_read(&mut self, path: &Path, address: Expr, read: Expr) {
        let len = self.exprs.width(read) / 8;
        // Whether two values of the bytes nobody wrote make a difference.
        let garbage = self.exprs.garbage_in(read);
        let [zeros, ones] = [0, 0xff].map(|byte| {
            let bytes = vec![self.exprs.constant(8, byte); garbage.len()];
            self.exprs.replace_garbage(read, &garbage, &bytes)
        });
        for &number in &path.inputs {
            let at = self.value(number, address);
            let reference = &self.references[index64(number)];
            assert!(reference.is_inside(at, len.into()), "an access that must fail is in no case");
            let expected = reference.load_value(&mut self.exprs, at, len).unwrap();
            match expected {
                Value::Concrete(expected) => {
                    let found = [zeros, ones].map(|e| self.value(number, e));
                    assert_eq!(found, [expected; 2], "input {number} at {at:#x}");
                }
                Value::Symbolic(_) => {
                    let found = [zeros, ones].map(|e| self.value(number, e));
                    assert_ne!(found[0], found[1], "input {number} at {at:#x}: nobody wrote it");
                }
            }
        }
    }

    fn write_references(&mut self, address: Expr, len: u32, value: Expr) {
        for number in 0..INPUTS {
            let (at, word) = (self.value(number, address), self.value(number, value));
            let reference = &mut self.references[index64(number)];
            // Where it fails, nothing is written: the path would have ended.
            let _ = reference.store_value(&mut self.exprs, at, len, Value::Concrete(word));
        }
    }

    /// Reads every byte of every object, by numbers.
    fn compare_all(&mut self) {
        let paths = std::mem::take(&mut self.paths);
        for path in &paths {
            for &(base, size) in &self.live.clone() {
                for at in base..base + size {
                    let read = path.memory.load_value(&mut self.exprs, at, 1).unwrap();
                    let read = read.expr(&mut self.exprs, 8);
                    let address = self.exprs.constant(64, at);
                    self.check_read(path, address, read);
                }
                assert_eq!(
                    path.memory.load_value(&mut self.exprs, base + size, 1),
                    None,
                    "bounds are the object's"
                );
            }
        }
        self.paths = paths;
    }
}

/// Every other time, objects are split.
fn split(random: &mut Random) -> Option<Split> {
    let by = if random.below(2) == 0 { SplitBy::Choice } else { SplitBy::Fork };
    let pieces = PieceSize::Bytes(1 + random.below(12));
    (random.below(2) == 0).then_some(Split { pieces, threshold: 4, by })
}

fn input(exprs: &Exprs, bits: &[Expr], number: u64) -> Input {
    let mut input = Input::new();
    for (i, &bit) in bits.iter().enumerate() {
        let Kind::Symbol { input: symbol, offset } = exprs.kind(bit) else {
            unreachable!("it is a variable")
        };
        input.set(symbol, offset, number >> (2 * i) & 3);
    }
    input
}

fn obey(row: &Row) {
    for (seed, objects) in (0..16).flat_map(|seed| Objects::ALL.map(|objects| (seed, objects))) {
        let mut world = World::new(row, objects, seed);
        for _ in 0..6 {
            world.allocate();
        }
        for _ in 0..30 {
            let len = 1 << low32(world.random.below(4));
            match world.random.below(10) {
                0 => world.allocate(),
                1 => world.free(),
                2 if seed % 2 == 0 => world.relocate(),
                2..=5 => {
                    let (address, value) = (world.address(3), world.word(len));
                    world.access(Access::Write, address, len, value);
                }
                _ => {
                    let address = world.address(3);
                    world.access(Access::Read, address, len, Expr::FALSE);
                }
            }
        }
        world.compare_all();
    }
}

macro_rules! laws {
    ($($test:ident = $name:literal)*) => {
        $(
            #[test]
            fn $test() {
                obey(MODELS.iter().find(|row| row.name == $name).unwrap());
            }
        )*

        #[test]
        fn every_model_is_a_test() {
            let names: Vec<&str> = MODELS.iter().map(|row| row.name).collect();
            assert_eq!(names, [$($name),*]);
        }
    };
}

laws! {
    forking = "forking"
    single = "single"
    merging = "merging"
    flat = "flat"
    segmented = "segmented"
    segmented_ideal = "segmented-ideal"
    auto = "auto"
    planes = "planes"
    dynamic = "dynamic"
}

/// Without it the laws would hold for a model that never meets two objects at once.
#[test]
fn models_that_merge_meet_many_objects_at_once() {
    for (name, most) in [("forking", 1), ("single", 1), ("merging", 4), ("flat", 4), ("segmented", 4)] {
        let row = super::model_named(name).unwrap();
        let model = (row.make)(&ModelConfig::default());
        let mut memory = Memory::new(MemoryConfig { model, ..MemoryConfig::default() });
        let mut exprs = Exprs::new();
        let bit = exprs.variable("i", 2);
        let mut words = Vec::new();
        for _ in 0..4 {
            let class = Some(Class(0));
            let made = memory.allocate_classed(&mut exprs, Heap::Malloc, (24, 16), Origin(1), class);
            words.extend(made.unwrap().to_le_bytes());
        }
        let table = exprs.cells(Cells::new(words.into(), Vec::new()));
        let (wide, three) = (exprs.zext(bit, 64), exprs.constant(64, 3));
        let place = exprs.shl(wide, three);
        let address = exprs.read(table, place, 8);
        let zero = Rc::new(Input::new());
        let mut value = |exprs: &Exprs, e: Expr| Evaluator::new().word(exprs, &zero, e);
        let mut asked = Asked {
            access: Access::Read,
            address,
            len: 8,
            origin: AddressOrigin::Computed,
            value: &mut value,
        };
        let case = memory.case(&mut exprs, &mut asked).into_case().unwrap();
        assert_eq!(case.objects, most, "{name}");
        // All four entries are inside their objects: there is nothing to ask anybody.
        assert_eq!(exprs.as_const(case.guard).is_some(), most > 1, "{name}");
    }
}
