//! "Symbolic Memory with Pointers" (Trtík and Strejček, ATVA 2014): the running example of its Figure 2, line by line, and
//! the tables of its sections 2 and 3.
//!
//! Pointers have eight bytes here, and segments are numbered in the order in which the test made them. The paper tests for
//! collisions when it writes, Vellum when it reads; the questions and answers are the same.

use std::{fmt::Write as _, rc::Rc};

use expect_test::{Expect, expect};
use vellum_expr::{BruteForce, Expr, Exprs, Kind, Model as Input, Oracle, PathCondition, Source, Span};
use vellum_memory::{
    Extent, Heap, Memory, MemoryConfig, ModelConfig, Origin, PlaneForm, Reach, RecordView, Request, Value,
    model_named,
};

struct World {
    exprs: Exprs,
    memory: Memory,
    path: PathCondition,
    /// Where segments begin, the first first, and how many bytes their words have.
    segments: Vec<(u64, u64)>,
}

impl World {
    fn new(planes: PlaneForm) -> Self {
        let config = ModelConfig { planes, ..ModelConfig::default() };
        let model = (model_named("planes").unwrap().make)(&config);
        let memory = Memory::new(MemoryConfig { model: Rc::clone(&model), ..MemoryConfig::default() });
        Self { exprs: Exprs::new(), memory, path: PathCondition::new(), segments: Vec::new() }
    }

    fn symbol(&mut self, name: &str, width: u32) -> Expr {
        let symbol = self.exprs.variable(name, 8);
        self.exprs.zext(symbol, width)
    }

    fn constant(&mut self, number: u64) -> Expr {
        self.exprs.constant(64, number)
    }

    /// A segment of so many bytes, which are zero.
    fn segment(&mut self, size: u64, word: u64) -> u64 {
        let base = self.memory.allocate(Heap::Malloc, size, 16, Origin(0)).unwrap();
        self.segments.push((base, word));
        base
    }

    /// A segment of `size` bytes that nobody wrote, and at most `capacity`.
    fn sized(&mut self, size: Expr, capacity: u64, word: u64) -> u64 {
        let request = Request { align: 16, origin: Origin(0), class: None };
        let extent = Extent::new(capacity, size);
        let base = self.memory.allocate_sized(&mut self.exprs, Heap::Unwritten, extent, request).unwrap();
        self.segments.push((base, word));
        base
    }

    fn write(&mut self, address: u64, len: u32, value: Value) {
        self.memory.store_value(&mut self.exprs, address, len, value).expect("it is inside");
    }

    fn write_at(&mut self, base: u64, offset: Expr, value: Expr) {
        self.memory.write_at(&mut self.exprs, base, offset, value).expect("it is inside");
    }

    /// Makes the collision tests before a read, and says how they come out.
    fn tests(&mut self, address: u64, len: u32) -> String {
        let mut text = String::new();
        for collision in self.memory.collisions_at(&mut self.exprs, address, len).open {
            let found = BruteForce::new().model(&mut self.exprs, &self.path, collision.formula);
            let result = match found {
                Ok(None) => {
                    self.memory.never_collides(&collision);
                    "UNSAT"
                }
                _ => {
                    self.memory.may_collide(&collision);
                    "SAT"
                }
            };
            writeln!(text, "{}: {result}", self.exprs.show(collision.formula)).unwrap();
        }
        text
    }

    fn read(&mut self, address: u64, len: u32) -> String {
        let value = self.memory.load_value(&mut self.exprs, address, len).expect("it is inside");
        let value = value.expr(&mut self.exprs, len * 8);
        self.text(value)
    }

    fn text(&self, e: Expr) -> String {
        match self.exprs.as_const(e) {
            Some(number) => number.to_string(),
            None => self.exprs.in_words(e).unwrap_or_else(|| self.exprs.show(e).to_string()),
        }
    }

    /// The planes, as the paper writes them.
    fn planes(&mut self) -> String {
        let names = ["Segments", "Offsets", "Integers", "Sizes"];
        let (mut known, mut records) = (vec![Vec::new(); 4], vec![Vec::new(); 4]);
        for (number, (base, word)) in (1..).zip(self.segments.clone()) {
            let view = self.memory.plane_view(&mut self.exprs, base, word).expect("it is alone");
            for (at, value) in view.known {
                for (plane, text) in self.entries(word, value) {
                    known[plane].push(format!("{number}:{at} = {text}"));
                }
            }
            for record in view.records {
                let text = self.record(number, &record);
                records[2].push(text);
            }
            let object = self.memory.object_at(base).unwrap();
            let size = object.size_expr(&mut self.exprs);
            known[3].push(format!("{number}:0 = {}", self.text(size)));
        }
        let mut text = String::new();
        for (plane, name) in names.iter().enumerate() {
            let (known, records) = (known[plane].join(", "), records[plane].join(", "));
            if !known.is_empty() || !records.is_empty() {
                writeln!(text, "{name} {{{known}}} [{records}]").unwrap();
            }
        }
        text
    }

    /// A value as what is in each plane: a pointer is a segment and an offset.
    fn entries(&self, word: u64, value: Expr) -> Vec<(usize, String)> {
        let Some(number) = self.exprs.as_const(value).filter(|_| word == 8) else {
            return vec![(2, self.text(value))];
        };
        let segment = self.memory.object_at(number).map(|object| object.base);
        let place = self.segments.iter().position(|&(base, _)| Some(base) == segment);
        let (segment, offset) = match (place, segment) {
            (Some(place), Some(base)) => (place + 1, number - base),
            _ => (0, number),
        };
        vec![(0, segment.to_string()), (1, offset.to_string())]
    }

    fn record(&mut self, segment: usize, record: &RecordView) -> String {
        match record {
            RecordView::Known(at, value) => format!("({segment}:{at}, {})", self.text(*value)),
            RecordView::Value(written) => {
                format!("({segment}:{}, {})", self.text(written.index), self.text(written.value))
            }
            RecordView::Span(Span { start, len, source }) => {
                let end = self.exprs.add(*start, *len);
                let places = format!("{} <= w < {}", self.text(*start), self.text(end));
                let value = match source {
                    Source::Byte(byte) => self.text(*byte),
                    Source::Array { .. } | Source::Function(_) => "a function of w".to_owned(),
                };
                format!("({segment}:{{w | {places}}}, {value})")
            }
        }
    }
}

fn check(found: &str, expected: &Expect) {
    expected.assert_eq(found);
}

/// Figure 2 up to the end of line 6: the world, the array's address, and what the planes hold before each line.
fn figure_2(planes: PlaneForm) -> (World, u64, Vec<String>) {
    let mut world = World::new(planes);
    let (n, i) = (world.symbol("n", 32), world.symbol("i", 32));
    let (a, stack) = (world.segment(8, 8), world.segment(8, 4));
    world.write(stack, 4, Value::Symbolic(n));
    world.write(stack + 4, 4, Value::Symbolic(i));
    let mut seen = vec![world.planes()];
    // 3: A = (int*)malloc(n * sizeof(int));
    let (wide, four) = (world.exprs.zext(n, 64), world.constant(4));
    let size = world.exprs.mul(wide, four);
    let array = world.sized(size, 4 * 255, 4);
    world.write(a, 8, Value::Concrete(array));
    seen.push(world.planes());
    // The paper does not look whether what is written is inside; here the path has n >= 5.
    let five = world.exprs.constant(32, 5);
    let fits = world.exprs.ule(five, n);
    world.path.assume(&world.exprs, fits);
    world.memory.has_at_least(array, 20);
    // 4 and 5: A[3] = 777; A[4] = 888;
    world.write(array + 4 * 3, 4, Value::Concrete(777));
    world.write(array + 4 * 4, 4, Value::Concrete(888));
    seen.push(world.planes());
    // 6: A[3 * i + 1] = 999;
    let (index, three, one) = (world.exprs.zext(i, 64), world.constant(3), world.constant(1));
    let index = world.exprs.mul(index, three);
    let index = world.exprs.add(index, one);
    let offset = world.exprs.mul(index, four);
    let value = world.exprs.constant(32, 999);
    world.write_at(array, offset, value);
    seen.push(world.planes());
    (world, array, seen)
}

#[test]
fn figure_2_line_by_line() {
    let (mut world, array, seen) = figure_2(PlaneForm::Boosted);
    check(
        &seen[0],
        &expect![[r"
            Segments {1:0 = 0} []
            Offsets {1:0 = 0} []
            Integers {2:0 = n, 2:4 = i} []
            Sizes {1:0 = 8, 2:0 = 8} []
        "]],
    );
    check(
        &seen[1],
        &expect![[r"
            Segments {1:0 = 3} []
            Offsets {1:0 = 0} []
            Integers {2:0 = n, 2:4 = i} []
            Sizes {1:0 = 8, 2:0 = 8, 3:0 = 4 * n} []
        "]],
    );
    check(
        &seen[2],
        &expect![[r"
            Segments {1:0 = 3} []
            Offsets {1:0 = 0} []
            Integers {2:0 = n, 2:4 = i, 3:12 = 777, 3:16 = 888} []
            Sizes {1:0 = 8, 2:0 = 8, 3:0 = 4 * n} []
        "]],
    );
    // Nobody has read A[3] or A[4] yet, so whether the new record collides with them is open.
    check(
        &seen[3],
        &expect![[r"
            Segments {1:0 = 3} []
            Offsets {1:0 = 0} []
            Integers {2:0 = n, 2:4 = i} [(3:12, 777), (3:16, 888), (3:12 * i + 4, 999)]
            Sizes {1:0 = 8, 2:0 = 8, 3:0 = 4 * n} []
        "]],
    );
    check(
        &world.tests(array + 12, 4),
        &expect![[r"
        (zext64(i) * 12:64) = 8:64: UNSAT
        (zext64(i) * 12:64) = 8:64: UNSAT
    "]],
    );
    check(
        &world.tests(array + 16, 4),
        &expect![[r"
        (zext64(i) * 12:64) = 12:64: SAT
        (zext64(i) * 12:64) = 12:64: SAT
    "]],
    );
    check(
        &world.planes(),
        &expect![[r"
            Segments {1:0 = 3} []
            Offsets {1:0 = 0} []
            Integers {2:0 = n, 2:4 = i, 3:12 = 777} [(3:16, 888), (3:12 * i + 4, 999)]
            Sizes {1:0 = 8, 2:0 = 8, 3:0 = 4 * n} []
        "]],
    );
    // 7: return A[3] + A[4];
    assert_eq!(world.read(array + 12, 4), "777", "without a choice");
    check(&world.read(array + 16, 4), &expect!["ite((zext64(i) * 12:64) = 12:64, 999:32, 888:32)"]);
    assert!(world.tests(array + 16, 4).is_empty(), "what was answered is not asked again");
}

#[test]
fn the_naive_form_asks_about_every_record_and_says_the_same() {
    let (mut naive, array, seen) = figure_2(PlaneForm::Naive);
    let before_line_6 = seen[2].lines().find(|plane| plane.starts_with("Integers"));
    assert_eq!(before_line_6, Some("Integers {2:0 = n, 2:4 = i} [(3:12, 777), (3:16, 888)]"));
    check(
        &naive.planes(),
        &expect![[r"
        Segments {1:0 = 3} []
        Offsets {1:0 = 0} []
        Integers {2:0 = n, 2:4 = i} [(3:12, 777), (3:16, 888), (3:12 * i + 4, 999)]
        Sizes {1:0 = 8, 2:0 = 8, 3:0 = 4 * n} []
    "]],
    );
    let (mut boosted, same, _) = figure_2(PlaneForm::Boosted);
    assert_eq!(array, same);
    boosted.tests(array + 12, 4);
    naive.tests(array + 12, 4);
    for address in [array + 12, array + 16] {
        for (n, i) in [(5, 0), (5, 1), (9, 2)] {
            let values = [&mut naive, &mut boosted].map(|world| value_for(world, address, n, i));
            assert_eq!(values[0], values[1], "at {address:#x} for n = {n}, i = {i}");
        }
    }
}

/// Four bytes at an address, for an input.
fn value_for(world: &mut World, address: u64, n: u64, i: u64) -> u64 {
    let value = world.memory.load_value(&mut world.exprs, address, 4).unwrap().expr(&mut world.exprs, 32);
    let mut input = Input::new();
    for (name, number) in [("n", n), ("i", i)] {
        let symbol = world.exprs.variable(name, 8);
        let Kind::Symbol { input: symbol, offset } = world.exprs.kind(symbol) else {
            unreachable!("a variable")
        };
        input.set(symbol, offset, number);
    }
    vellum_expr::Evaluator::new().word(&world.exprs, &input, value)
}

#[test]
fn memset_of_symbolically_many_bytes_is_one_record() {
    // char A[n]; memset(A, 0, n);
    let mut world = World::new(PlaneForm::Boosted);
    let n = world.symbol("n", 64);
    let array = world.sized(n, 255, 1);
    let (start, zero) = (world.constant(0), world.exprs.constant(8, 0));
    let reach = Reach { base: array, offset: start, len: n };
    world.memory.fill_reach(&mut world.exprs, &reach, zero).expect("it is light");
    check(
        &world.planes(),
        &expect![[r"
        Integers {} [(1:{w | 0 <= w < n}, 0)]
        Sizes {1:0 = n} []
    "]],
    );
    world.memory.has_at_least(array, 3);
    check(&world.read(array + 2, 1), &expect!["ite(n <u 3:8, uninitialised, 0:8)"]);
}

#[test]
fn a_record_that_is_covered_is_dropped() {
    let mut world = World::new(PlaneForm::Boosted);
    let i = world.symbol("i", 64);
    let three = world.constant(3);
    let index = world.exprs.and(i, three);
    let array = world.segment(4, 1);
    for value in [7, 8] {
        let value = world.exprs.constant(8, value);
        world.write_at(array, index, value);
    }
    check(
        &world.planes(),
        &expect![[r"
        Integers {} [(1:0, 0), (1:1, 0), (1:2, 0), (1:3, 0), (1:zext64(i[0..2]), 8)]
        Sizes {1:0 = 4} []
    "]],
    );
    for at in 0..4 {
        world.write(array + at, 1, Value::Concrete(at));
    }
    check(
        &world.planes(),
        &expect![[r"
        Integers {1:0 = 0, 1:1 = 1, 1:2 = 2, 1:3 = 3} []
        Sizes {1:0 = 4} []
    "]],
    );
}
