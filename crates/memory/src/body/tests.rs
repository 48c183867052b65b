//! Random operations on objects, compared with plain byte vectors.
//!
//! A state has one vector for each of a few inputs: what its bytes are worth then, and which of them were ever written.
//! Whatever form an object has, it must be worth the same.

mod twins;

use vellum_collections::{
    Random,
    cast::{index64, len64, low8, low32},
};
use vellum_expr::{Evaluator, Expr, Exprs, Input, Model, Source};

use super::{Body, Bytes, Stretch, WRITTEN};
use crate::{
    contents::{Collides, Contents, Fill, Objects, PlaneForm, SymbolicPlaces},
    value::Value,
};

/// Inputs everything is compared under.
const INPUTS: usize = 3;

/// Symbolic bytes.
const SYMBOLS: u32 = 8;

struct World {
    exprs: Exprs,
    random: Random,
    input: Input,
    models: Vec<Model>,
    objects: Objects,
    size: u64,
    /// Whether objects begin as nobody wrote them.
    fresh: bool,
}

/// An object, and what its bytes are worth under each input; nothing where nobody wrote.
#[derive(Clone)]
struct State {
    body: Body,
    worth: Vec<Vec<Option<u8>>>,
    hashed: bool,
}

impl World {
    fn new(seed: u64, objects: Objects, size: u64, fresh: bool) -> Self {
        let mut random = Random::new(seed);
        let mut exprs = Exprs::new();
        let input = exprs.input("input", SYMBOLS);
        let models = (0..INPUTS)
            .map(|_| {
                let mut model = Model::new();
                for at in 0..SYMBOLS {
                    model.set(input, at, low8(random.next()).into());
                }
                model
            })
            .collect();
        Self { exprs, random, input, models, objects, size, fresh }
    }

    fn state(&self) -> State {
        if self.fresh {
            let body = Body::unwritten(self.size, self.objects).expect("there is room");
            return State { body, worth: vec![vec![None; index64(self.size)]; INPUTS], hashed: false };
        }
        let contents = Contents::filled(self.size, Fill::Zeros, self.objects).expect("there is room");
        let worth = vec![vec![Some(0); index64(self.size)]; INPUTS];
        State { body: contents.into(), worth, hashed: false }
    }

    fn eval(&self, number: usize, e: Expr) -> u64 {
        Evaluator::new().word(&self.exprs, &self.models[number], e)
    }

    /// A value of `len` bytes.
    fn value(&mut self, len: u64) -> Value {
        let width = low32(len * 8);
        if self.random.below(2) == 0 {
            // Small numbers come twice, so that some writes change nothing.
            return Value::Concrete(self.random.below(3));
        }
        let symbol = self.symbol();
        let wide = self.exprs.zext(symbol, 64);
        let factor = self.exprs.constant(64, 0x0101_0203);
        let product = self.exprs.mul(wide, factor);
        let value = self.exprs.fit(product, width);
        Value::of(&self.exprs, value)
    }

    fn symbol(&mut self) -> Expr {
        let at = low32(self.random.below(SYMBOLS.into()));
        self.exprs.symbol(self.input, at)
    }

    /// A symbolic place from which `len` bytes are inside.
    fn place(&mut self, len: u64) -> Expr {
        let symbol = self.symbol();
        let room = self.size - len;
        let bits = self.random.below(7).min(room.max(1).ilog2().into());
        let most = (1 << bits) - 1;
        let mask = self.exprs.constant(8, most);
        let few = self.exprs.and(symbol, mask);
        let wide = self.exprs.zext(few, 64);
        let first = self.random.below(room - most + 1);
        let first = self.exprs.constant(64, first);
        self.exprs.add(wide, first)
    }

    fn step(&mut self, state: &mut State) {
        let len = 1 + self.random.below(8);
        let at = self.random.below(self.size - len);
        match self.random.below(14) {
            0..=3 => self.write(state, at, len),
            4 => self.write_at(state, len),
            // Of arrays, what was there is written once more, which makes reads over spans deep.
            13 if self.objects.places != SymbolicPlaces::Arrays => self.write_if(state, len),
            5 => self.read_at(state, len),
            6 => self.copy(state),
            7 => self.store(state),
            8 => self.copy_numbers(state),
            9 => self.fill_span(state),
            10 => self.copy_span(state),
            _ => self.read(state, at, len),
        }
        if self.random.below(4) == 0 || state.hashed {
            // From now on it is kept.
            state.hashed = true;
            let kept = state.body.hash(&mut self.exprs);
            assert_eq!(kept, state.body.hash_anew(&mut self.exprs));
        }
    }

    /// Some bytes from a symbolic place on, of symbolic number.
    fn symbolic_stretch(&mut self) -> Stretch {
        let most = self.random.below(self.size / 2).min(63);
        let start = self.place(most);
        let symbol = self.symbol();
        let (bound, none) = (self.exprs.constant(8, most), self.exprs.zero(8));
        let fits = self.exprs.ule(symbol, bound);
        let len = self.exprs.ite(fits, symbol, none);
        Stretch { start, len: self.exprs.zext(len, 64), bounds: 0..self.size }
    }

    fn fill_span(&mut self, state: &mut State) {
        let (to, byte) = (self.symbolic_stretch(), self.symbol());
        let bytes = Bytes { value: Source::Byte(byte), shadow: None };
        if state.body.write_span(&mut self.exprs, &to, bytes, self.objects).is_none() {
            return;
        }
        for number in 0..INPUTS {
            let (start, len) = (self.eval(number, to.start), self.eval(number, to.len));
            let byte = low8(self.eval(number, byte));
            state.worth[number][index64(start)..index64(start + len)].fill(Some(byte));
        }
    }

    /// Copies inside the object; what is read may be what is written.
    fn copy_span(&mut self, state: &mut State) {
        let to = self.symbolic_stretch();
        let from = self.place(63.min(self.size / 2));
        let bytes = state.body.source(&mut self.exprs, from, &(0..self.size));
        if state.body.write_span(&mut self.exprs, &to, bytes, self.objects).is_none() {
            return;
        }
        for number in 0..INPUTS {
            let (start, len) = (self.eval(number, to.start), self.eval(number, to.len));
            let from = self.eval(number, from);
            let bytes = state.worth[number][index64(from)..index64(from + len)].to_vec();
            state.worth[number][index64(start)..index64(start + len)].copy_from_slice(&bytes);
        }
    }

    /// What a value is worth under an input.
    fn word(&self, number: usize, value: Value) -> u64 {
        match value {
            Value::Concrete(word) => word,
            Value::Symbolic(e) => self.eval(number, e),
        }
    }

    fn write(&mut self, state: &mut State, at: u64, len: u64) {
        let value = self.value(len);
        state.body.write(&mut self.exprs, at, len, value, self.objects);
        for number in 0..INPUTS {
            set(&mut state.worth[number], at, &self.word(number, value).to_le_bytes()[..index64(len)]);
        }
    }

    fn write_at(&mut self, state: &mut State, len: u64) {
        let (place, value) = (self.place(len), self.value(len));
        let value = value.expr(&mut self.exprs, low32(len * 8));
        let all = 0..state.body.len();
        state.body.write_within(&mut self.exprs, place, value, &all, self.objects);
        for number in 0..INPUTS {
            let (at, word) = (self.eval(number, place), self.eval(number, value));
            set(&mut state.worth[number], at, &word.to_le_bytes()[..index64(len)]);
        }
    }

    /// Writes where a condition holds; elsewhere the place may be anything.
    fn write_if(&mut self, state: &mut State, len: u64) {
        let (place, value, symbol) = (self.place(len), self.value(len), self.symbol());
        let value = value.expr(&mut self.exprs, low32(len * 8));
        let (half, far) = (self.exprs.constant(8, 128), self.exprs.constant(64, u64::MAX / 2));
        let guard = self.exprs.ult(symbol, half);
        let place = self.exprs.ite(guard, place, far);
        let within = 0..state.body.len();
        state.body.write_if(&mut self.exprs, (guard, &within), place, value, self.objects);
        for number in 0..INPUTS {
            let (at, word) = (self.eval(number, place), self.eval(number, value));
            if self.eval(number, guard) != 0 {
                set(&mut state.worth[number], at, &word.to_le_bytes()[..index64(len)]);
            }
        }
    }

    /// Tells a plane which collisions happen for no input, as far as it asks before a read.
    fn decide(&mut self, state: &mut State, index: Expr, len: u64) {
        for doubt in state.body.doubts(&mut self.exprs, index, len).open {
            let is_never = (0..INPUTS).all(|number| self.eval(number, doubt.doubt.formula) == 0);
            state.body.answer(&doubt, if is_never { Collides::Never } else { Collides::Maybe });
        }
        if self.objects.places != SymbolicPlaces::Planes(PlaneForm::Naive) {
            let open = state.body.doubts(&mut self.exprs, index, len).open;
            assert!(open.is_empty(), "what was answered is not asked again");
        }
    }

    fn read(&mut self, state: &mut State, at: u64, len: u64) {
        if self.random.below(2) == 0 {
            let index = self.exprs.constant(64, at);
            self.decide(state, index, len);
        }
        let (value, shadow) = state.body.read(&mut self.exprs, at, len);
        let shadow = shadow.unwrap_or(Value::Concrete(u64::MAX));
        for (number, worth) in state.worth.iter().enumerate() {
            let (word, shadow) = (self.word(number, value), self.word(number, shadow));
            check(worth, at, len, word, shadow);
        }
        if let Some(bytes) = state.body.slice(at..at + len) {
            assert!(bytes.iter().map(|&byte| Some(byte)).eq(at_once(&state.worth[0], at, len)));
        }
    }

    fn read_at(&mut self, state: &mut State, len: u64) {
        let place = self.place(len);
        if self.random.below(2) == 0 {
            self.decide(state, place, len);
        }
        let (value, shadow) =
            state.body.read_within(&mut self.exprs, place, low32(len), &(0..state.body.len()));
        let shadow = shadow.map_or(Value::Concrete(u64::MAX), |shadow| Value::of(&self.exprs, shadow));
        for (number, worth) in state.worth.iter().enumerate() {
            let (at, word) = (self.eval(number, place), self.eval(number, value));
            check(worth, at, len, word, self.word(number, shadow));
        }
    }

    /// Two places for the same number of bytes.
    fn stretch(&mut self) -> (u64, u64, u64) {
        let len = 1 + self.random.below(self.size - 1);
        let room = self.size - len + 1;
        (len, self.random.below(room), self.random.below(room))
    }

    fn copy(&mut self, state: &mut State) {
        let (len, from, to) = self.stretch();
        let piece = state.body.piece(&mut self.exprs, from..from + len);
        state.body.put(&mut self.exprs, to, &piece, self.objects);
        move_worth(state, len, from, to);
    }

    /// Copies as programs without expressions do.
    fn copy_numbers(&mut self, state: &mut State) {
        let (len, from, to) = self.stretch();
        let Some(numbers) = state.body.numbers(from..from + len) else { return };
        let (bytes, shadow) = (numbers.bytes.into_owned(), numbers.shadow.map(std::borrow::Cow::into_owned));
        if let Some(target) = state.body.slice_mut(to..to + len, self.objects) {
            target.copy_from_slice(&bytes);
        } else if state.body.store(to, &bytes, self.objects).is_none() {
            return self.write_each(state, to, &bytes);
        }
        if let Some(shadow) = shadow {
            state.body.shade(to, &shadow, self.objects);
        }
        move_worth(state, len, from, to);
    }

    /// A store that failed may have changed some of its bytes; a write of all of them makes that good.
    fn write_each(&mut self, state: &mut State, to: u64, bytes: &[u8]) {
        for (at, &byte) in (to..).zip(bytes) {
            state.body.write(&mut self.exprs, at, 1, Value::Concrete(byte.into()), self.objects);
        }
        for worth in &mut state.worth {
            set(worth, to, bytes);
        }
    }

    fn store(&mut self, state: &mut State) {
        let (len, at, _) = self.stretch();
        let mut bytes = vec![0; index64(len)];
        self.random.fill(&mut bytes);
        if state.body.store(at, &bytes, self.objects).is_none() {
            return self.write_each(state, at, &bytes);
        }
        for worth in &mut state.worth {
            set(worth, at, &bytes);
        }
    }
}

fn set(worth: &mut [Option<u8>], at: u64, bytes: &[u8]) {
    for (place, &byte) in worth[index64(at)..].iter_mut().zip(bytes) {
        *place = Some(byte);
    }
}

fn at_once(worth: &[Option<u8>], at: u64, len: u64) -> impl Iterator<Item = Option<u8>> {
    worth[index64(at)..index64(at + len)].iter().copied()
}

fn move_worth(state: &mut State, len: u64, from: u64, to: u64) {
    for worth in &mut state.worth {
        worth.copy_within(index64(from)..index64(from + len), index64(to));
    }
}

/// A read gave the bytes of `word`, of which those were written whose `shadow` says so.
fn check(worth: &[Option<u8>], at: u64, len: u64, word: u64, shadow: u64) {
    let read = word.to_le_bytes().into_iter().zip(shadow.to_le_bytes()).take(index64(len));
    let read = read.map(|(byte, shadow)| {
        assert!(shadow == WRITTEN || shadow == 0);
        (shadow == WRITTEN).then_some(byte)
    });
    assert!(read.eq(at_once(worth, at, len)), "{len} bytes at {at}");
}

fn run(objects: Objects, seeds: u64, steps: u64) {
    for seed in 0..seeds {
        let size = [16, 64, 65, 100, 500, 3000][index64(seed % 6)];
        let mut world = World::new(seed, objects, size, seed % 4 != 0);
        let mut states = vec![world.state()];
        for _ in 0..steps {
            let which = index64(world.random.below(len64(states.len())));
            match world.random.below(20) {
                0 if states.len() < 8 => states.push(states[which].clone()),
                1 if states.len() > 1 => drop(states.swap_remove(which)),
                _ => world.step(&mut states[which]),
            }
        }
        for state in &mut states {
            for at in 0..size {
                world.read(state, at, 1);
            }
        }
    }
}

#[test]
fn layers_are_worth_what_bytes_are() {
    run(Objects::LAYERED, 120, 400);
}

#[test]
fn whole_objects_are_worth_what_bytes_are() {
    run(Objects::WHOLE, 120, 400);
}

#[test]
fn planes_are_worth_what_bytes_are() {
    for objects in Objects::ALL {
        run(Objects { places: SymbolicPlaces::Planes(PlaneForm::Boosted), ..objects }, 24, 60);
    }
}

#[test]
fn naive_planes_are_worth_what_bytes_are() {
    run(Objects { places: SymbolicPlaces::Planes(PlaneForm::Naive), ..Objects::LAYERED }, 18, 50);
}

/// Objects that hold the same have the same hash, whichever way they came to it; others have another.
fn hash_alike(objects: Objects) {
    let mut exprs = Exprs::new();
    let input = exprs.input("input", 1);
    let symbol = exprs.symbol(input, 0);
    for (seed, size) in (0..).zip([16, 64, 65, 300, 5000]) {
        let mut random = Random::new(seed);
        let fresh = |_| Body::unwritten(size, objects).expect("there is room");
        let mut bodies: Vec<Body> = (0..3).map(fresh).collect();
        // The same bytes in another order, one of them over something else, one of the objects asked in between.
        let mut places: Vec<u64> = (0..size).filter(|at| at % 5 != 3).collect();
        for (number, body) in bodies.iter_mut().enumerate() {
            if number == 1 {
                places.reverse();
            }
            for &at in &places {
                let value = if at % 11 == 0 { Value::Symbolic(symbol) } else { Value::Concrete(at % 3) };
                if random.below(10) == 0 {
                    body.write(&mut exprs, at, 1, Value::Concrete(7), objects);
                }
                if number == 2 && at % 50 == 0 {
                    body.hash(&mut exprs);
                }
                body.write(&mut exprs, at, 1, value, objects);
            }
        }
        let hashes: Vec<u64> = bodies.iter_mut().map(|body| body.hash(&mut exprs)).collect();
        assert!(hashes.iter().all(|&hash| hash == hashes[0]), "of {size} bytes: {hashes:?}");
        bodies[0].write(&mut exprs, 3, 1, Value::Concrete(0), objects);
        assert_ne!(bodies[0].hash(&mut exprs), hashes[0], "what was never written is not zero");
        bodies[1].write(&mut exprs, 0, 1, Value::Concrete(1), objects);
        assert_ne!(bodies[1].hash(&mut exprs), hashes[0]);
    }
}

#[test]
fn equal_objects_have_equal_hashes() {
    hash_alike(Objects::LAYERED);
    hash_alike(Objects::WHOLE);
}

#[test]
fn an_object_written_everywhere_is_that_however_it_came_about() {
    let exprs = &mut Exprs::new();
    for objects in Objects::ALL {
        for size in [8, 64, 300] {
            let written = vec![7; index64(size)];
            let mut whole = Body::of(&written, None);
            let fresh = || Body::unwritten(size, objects).expect("there is room");
            let (mut sliced, mut stored, mut single) = (fresh(), fresh(), fresh());
            sliced.slice_mut(0..size, objects).expect("it is its own").copy_from_slice(&written);
            stored.store(0, &written, objects).expect("there is room");
            for at in 0..size {
                single.write(exprs, at, 1, Value::Concrete(7), objects);
            }
            for body in [&mut sliced, &mut stored, &mut single] {
                assert_eq!(body.hash(exprs), whole.hash(exprs), "{size} bytes");
            }
        }
    }
}

#[test]
fn a_gigabyte_nobody_wrote_is_hashed_at_once() {
    let mut exprs = Exprs::new();
    let mut body = Body::unwritten(1 << 30, Objects::LAYERED).expect("it takes no room");
    let before = body.hash(&mut exprs);
    body.write(&mut exprs, 1 << 29, 4, Value::Concrete(5), Objects::LAYERED);
    assert_ne!(body.hash(&mut exprs), before);
}

#[test]
fn a_place_outside_of_where_it_should_be_touches_nothing() {
    let exprs = &mut Exprs::new();
    let input = exprs.input("input", 1);
    let byte = exprs.symbol(input, 0);
    let mask = exprs.constant(8, 7);
    let few = exprs.and(byte, mask);
    let place = exprs.zext(few, 64);
    for objects in Objects::ALL {
        for (size, within) in [(60, 20..30), (1000, 500..600)] {
            let mut body = Body::unwritten(size, objects).expect("there is room");
            let _other = body.clone();
            body.write(exprs, 20, 1, Value::Symbolic(byte), objects);
            assert_eq!(body.reach(exprs, place, 1, &within), within.start..within.start);
            assert_eq!(body.read_within(exprs, place, 1, &within).1, None);
            let far = exprs.constant(64, u64::MAX);
            assert_eq!(body.reach(exprs, far, 1, &within), within.end..within.end);
        }
    }
}

/// Figure 3 of "Fine-Grain Memory Object Representation in Symbolic Execution" (ASE 2019) with what it says of memory
/// nobody wrote; `contents/tests.rs` has its layers.
#[test]
fn what_was_never_written_is_seen_through_layers() {
    let exprs = &mut Exprs::new();
    let objects = Objects::LAYERED;
    let number = |value: u64| (Value::Concrete(value), None);
    let nothing = (Value::Concrete(0), Some(Value::Concrete(0)));
    let input = exprs.input("sym", 3);
    let [sym1, sym2, sym3] = [0, 1, 2].map(|at| exprs.symbol(input, at));
    let anywhere = exprs.zext(sym1, 64);
    // I, II: one byte is written.
    let mut first = Body::unwritten(1000, objects).expect("there is room");
    assert_eq!(first.read(exprs, 2, 1), nothing);
    first.write(exprs, 2, 1, Value::Concrete(23), objects);
    assert_eq!(first.read(exprs, 2, 1), number(23));
    // III: a symbolic place may be one that was written, or not.
    let (_, shadow) = first.read_within(exprs, anywhere, 1, &(0..first.len()));
    assert!(shadow.is_some_and(|shadow| !exprs.is_const(shadow)));
    // IV to VI: after a fork each has its own; a byte that is in no layer is uninitialised.
    let mut second = first.clone();
    first.write(exprs, 1, 1, Value::Concrete(17), objects);
    assert_eq!((first.read(exprs, 2, 1), second.read(exprs, 2, 1)), (number(23), number(23)));
    assert_eq!((first.read(exprs, 1, 1), second.read(exprs, 1, 1)), (number(17), nothing));
    assert_eq!(first.read(exprs, 0, 1), nothing);
    // VII: writing what is there changes nothing; writing a zero where there was nothing does.
    let before = first.hash(exprs);
    first.write(exprs, 2, 1, Value::Concrete(23), objects);
    assert_eq!(first.hash(exprs), before);
    first.write(exprs, 3, 1, Value::Concrete(0), objects);
    assert_ne!(first.hash(exprs), before);
    // VIII: an expression is a value.
    second.write(exprs, 2, 1, Value::Symbolic(sym2), objects);
    assert_eq!(second.read(exprs, 2, 1), (Value::Symbolic(sym2), None));
    // IX: once everything is written there is no shadow left, and a symbolic place meets none.
    first.store(0, &[5; 1000], objects).expect("there is room");
    assert_eq!(first.read_within(exprs, anywhere, 1, &(0..first.len())).1, None);
    // X: a write at a symbolic place initialises one of the bytes it may meet.
    let few = exprs.constant(8, 1);
    let few = exprs.and(sym3, few);
    let (place, eight) = (exprs.zext(few, 64), exprs.constant(8, 8));
    let all = 0..second.len();
    second.write_within(exprs, place, eight, &all, objects);
    let (_, shadow) = second.read(exprs, 0, 1);
    let Some(Value::Symbolic(shadow)) = shadow else { panic!("{shadow:?}") };
    for (value, expected) in [(0, u64::from(WRITTEN)), (1, 0)] {
        let mut model = Model::new();
        model.set(input, 2, value);
        assert_eq!(Evaluator::new().word(exprs, &model, shadow), expected);
    }
    assert_eq!(second.read(exprs, 2, 1), (Value::Symbolic(sym2), None));
}
