//! Random operations on contents, compared with plain byte vectors.
//!
//! A state has one vector for each of a few inputs: what its bytes are worth then. Whatever form the contents
//! have, they must be worth the same.

mod figures;

use vellum_collections::{
    Random,
    cast::{index64, low8, low32},
};
use vellum_expr::{Evaluator, Expr, Exprs, Input, Model};

use super::{Contents, Objects};
use crate::value::Value;

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
}

/// Contents, and what they are worth under each input.
#[derive(Clone)]
struct State {
    contents: Contents,
    worth: Vec<Vec<u8>>,
}

impl World {
    fn new(seed: u64, objects: Objects, size: u64) -> Self {
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
        Self { exprs, random, input, models, objects, size }
    }

    fn state(&self) -> State {
        let contents = Contents::zeroed(self.size, self.objects).expect("there is room");
        State { contents, worth: vec![vec![0; index64(self.size)]; INPUTS] }
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
        match self.random.below(10) {
            0..=3 => self.write(state, at, len),
            4 => self.write_at(state, len),
            5 => self.read_at(state, len),
            6 => self.copy(state),
            7 => self.store(state),
            _ => self.read(state, at, len),
        }
    }

    fn write(&mut self, state: &mut State, at: u64, len: u64) {
        let value = self.value(len);
        state.contents.write(&mut self.exprs, at, len, value, self.objects);
        for (number, worth) in state.worth.iter_mut().enumerate() {
            let word = match value {
                Value::Concrete(word) => word,
                Value::Symbolic(e) => self.eval(number, e),
            };
            let bytes = &word.to_le_bytes()[..index64(len)];
            worth[index64(at)..index64(at + len)].copy_from_slice(bytes);
        }
    }

    fn write_at(&mut self, state: &mut State, len: u64) {
        let (place, value) = (self.place(len), self.value(len));
        let value = match value {
            Value::Concrete(word) => self.exprs.constant(low32(len * 8), word),
            Value::Symbolic(e) => e,
        };
        state.contents.write_at(&mut self.exprs, place, value, self.objects);
        for (number, worth) in state.worth.iter_mut().enumerate() {
            let (at, word) = (self.eval(number, place), self.eval(number, value));
            let bytes = &word.to_le_bytes()[..index64(len)];
            worth[index64(at)..index64(at + len)].copy_from_slice(bytes);
        }
    }

    fn read(&mut self, state: &State, at: u64, len: u64) {
        let value = state.contents.read(&mut self.exprs, at, len);
        for (number, worth) in state.worth.iter().enumerate() {
            let word = match value {
                Value::Concrete(word) => word,
                Value::Symbolic(e) => self.eval(number, e),
            };
            assert_eq!(&word.to_le_bytes()[..index64(len)], &worth[index64(at)..index64(at + len)]);
        }
    }

    fn read_at(&mut self, state: &mut State, len: u64) {
        let place = self.place(len);
        let value = state.contents.read_at(&mut self.exprs, place, low32(len));
        for (number, worth) in state.worth.iter().enumerate() {
            let (at, word) = (self.eval(number, place), self.eval(number, value));
            assert_eq!(&word.to_le_bytes()[..index64(len)], &worth[index64(at)..index64(at + len)]);
        }
    }

    fn copy(&mut self, state: &mut State) {
        let len = 1 + self.random.below(self.size - 1);
        let (from, to) = (self.random.below(self.size - len + 1), self.random.below(self.size - len + 1));
        let piece = state.contents.piece(&mut self.exprs, from..from + len);
        state.contents.put(&mut self.exprs, to, &piece, self.objects);
        for worth in &mut state.worth {
            worth.copy_within(index64(from)..index64(from + len), index64(to));
        }
    }

    fn store(&mut self, state: &mut State) {
        let len = 1 + self.random.below(self.size - 1);
        let at = self.random.below(self.size - len + 1);
        let mut bytes = vec![0; index64(len)];
        self.random.fill(&mut bytes);
        if state.contents.store(at, &bytes, self.objects).is_none() {
            return;
        }
        for worth in &mut state.worth {
            worth[index64(at)..index64(at + len)].copy_from_slice(&bytes);
        }
    }
}

fn run(objects: Objects) {
    for seed in 0..60 {
        let size = [16, 65, 100, 500, 3000][index64(seed % 5)];
        let mut world = World::new(seed, objects, size);
        let mut states = vec![world.state()];
        for _ in 0..400 {
            let which = index64(world.random.below(u64::try_from(states.len()).unwrap()));
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
    run(Objects::Layered);
}

#[test]
fn whole_objects_are_worth_what_bytes_are() {
    run(Objects::Whole);
}
