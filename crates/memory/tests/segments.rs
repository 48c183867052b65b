//! Random objects whose bytes share a segment, compared with a list of objects that share nothing.
//!
//! Bytes of a segment are used again as soon as nobody has them, and addresses are not: what an object holds, which of its
//! bytes nobody wrote, and who met a freed object must be as if each had bytes of its own.

use vellum_collections::{
    Random,
    cast::{index64, len64, low8, low32},
};
use vellum_expr::{Expr, Exprs};
use vellum_memory::{
    Access, Class, FaultKind, Heap, Memory, MemoryConfig, ModelConfig, Objects, Origin, Value, model_named,
};

/// What a byte should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Byte {
    Unwritten,
    Number(u8),
    Symbol(Expr),
}

#[derive(Clone)]
struct Path {
    memory: Memory,
    live: Vec<(u64, Vec<Byte>)>,
    /// Addresses of freed objects that nothing else had since.
    freed: Vec<u64>,
}

struct World {
    exprs: Exprs,
    random: Random,
    symbols: Vec<Expr>,
}

#[test]
fn bytes_that_are_used_again_are_those_of_the_new_object() {
    for objects in Objects::ALL {
        for (model, seeds) in [("flat", 0..3), ("segmented", 3..6)] {
            for seed in seeds {
                run(model, objects, seed);
            }
        }
    }
}

fn run(model: &str, objects: Objects, seed: u64) {
    let mut exprs = Exprs::new();
    let symbols = ["a", "b", "c"].map(|name| exprs.variable(name, 8)).to_vec();
    let mut world = World { exprs, random: Random::new(seed), symbols };
    let config = ModelConfig { segment_threshold: 2000, ..ModelConfig::default() };
    let model = (model_named(model).unwrap().make)(&config);
    let config = MemoryConfig { objects, model, quarantine: 2, ..MemoryConfig::default() };
    let path = Path { memory: Memory::new(config), live: Vec::new(), freed: Vec::new() };
    let mut paths = vec![path];
    for _ in 0..1000 {
        let chosen = index64(world.random.below(len64(paths.len())));
        let path = &mut paths[chosen];
        match world.random.below(20) {
            0..=4 => world.allocate(path),
            5..=8 => world.free(path),
            9..=16 => world.write(path),
            17 => world.check(path),
            18 if paths.len() < 4 => {
                let copy = paths[chosen].clone();
                paths.push(copy);
            }
            _ if paths.len() > 2 => drop(paths.swap_remove(chosen)),
            _ => (),
        }
    }
    for path in &mut paths {
        world.check(path);
    }
}

impl World {
    fn allocate(&mut self, path: &mut Path) {
        let size = match self.random.below(8) {
            0 => 0,
            1..=5 => self.random.below(100),
            6 => self.random.below(1000),
            _ if self.random.below(8) > 0 => self.random.below(200),
            _ => 70_000,
        };
        let (heap, byte) = match self.random.below(2) {
            0 => (Heap::Malloc, Byte::Number(0)),
            _ => (Heap::Unwritten, Byte::Unwritten),
        };
        let class = Some(Class(self.random.below(2)));
        let made = path.memory.allocate_classed(&mut self.exprs, heap, (size, 16), Origin(1), class);
        let base = made.expect("there is room");
        path.freed.retain(|&freed| freed != base);
        path.live.push((base, vec![byte; index64(size)]));
    }

    fn free(&mut self, path: &mut Path) {
        if path.live.is_empty() {
            return;
        }
        let chosen = self.random.below(len64(path.live.len()));
        let (base, bytes) = path.live.swap_remove(index64(chosen));
        path.memory.free(base, Origin(2)).unwrap();
        // Large ones make memory forget others nearby.
        if !bytes.is_empty() && bytes.len() <= 2000 {
            path.freed.push(base);
        }
    }

    fn write(&mut self, path: &mut Path) {
        if path.live.is_empty() {
            return;
        }
        let chosen = self.random.below(len64(path.live.len()));
        let (base, bytes) = &mut path.live[index64(chosen)];
        let len = 1 + self.random.below(8);
        let Some(last) = len64(bytes.len()).checked_sub(len) else { return };
        let at = self.random.below(last + 1);
        let target = &mut bytes[index64(at)..index64(at + len)];
        if self.random.below(3) > 0 {
            let word = self.random.next();
            path.memory.store(*base + at, low32(len), word).or_else(|| {
                path.memory.store_value(&mut self.exprs, *base + at, low32(len), Value::Concrete(word))
            });
            for (i, byte) in (0..).zip(target) {
                *byte = Byte::Number(low8(word >> (8 * i)));
            }
        } else {
            let chosen = self.random.below(len64(self.symbols.len()));
            let symbol = self.symbols[index64(chosen)];
            let word = self.exprs.concat_bytes(&vec![symbol; index64(len)]);
            let value = Value::of(&self.exprs, word);
            path.memory.store_value(&mut self.exprs, *base + at, low32(len), value).unwrap();
            target.fill(Byte::Symbol(symbol));
        }
    }

    fn check(&mut self, path: &mut Path) {
        for (base, bytes) in &path.live {
            // Of large ones, some bytes.
            let step = 1 + bytes.len() / 500;
            for (address, &expected) in (*base..).zip(bytes).step_by(step) {
                let fast = path.memory.load(address, 1);
                assert!(fast.is_none_or(|byte| expected == Byte::Number(low8(byte))));
                let found = match path.memory.load_value(&mut self.exprs, address, 1).unwrap() {
                    Value::Concrete(byte) => Byte::Number(low8(byte)),
                    Value::Symbolic(e) if self.exprs.has_garbage(e) => Byte::Unwritten,
                    Value::Symbolic(e) => Byte::Symbol(e),
                };
                assert_eq!(found, expected, "at {address:#x}, {} bytes", bytes.len());
            }
            let end = base + len64(bytes.len());
            assert!(path.memory.load(end, 1).is_none() && path.memory.store(end, 1, 0).is_none());
        }
        for &freed in &path.freed {
            assert!(path.memory.load(freed, 1).is_none() && path.memory.store(freed, 1, 0).is_none());
            assert_eq!(path.memory.explain(Access::Read, freed, 1).kind, FaultKind::UseAfterFree);
        }
    }
}

#[test]
fn room_of_neighbours_that_were_freed_is_one() {
    let model = (model_named("flat").unwrap().make)(&ModelConfig::default());
    let mut memory = Memory::new(MemoryConfig { model, ..MemoryConfig::default() });
    let mut exprs = Exprs::new();
    let mut make = |memory: &mut Memory, size: u64| {
        memory.allocate_classed(&mut exprs, Heap::Malloc, (size, 16), Origin(0), None).unwrap()
    };
    let objects: Vec<u64> = (0..30).map(|_| make(&mut memory, 64)).collect();
    assert_eq!(memory.largest_segment(), 30 * 64);
    // Every other one, then those between them, then the last of all.
    let order = (0..30).step_by(2).chain((1..29).step_by(2));
    order.for_each(|i| memory.free(objects[i], Origin(0)).unwrap());
    make(&mut memory, 29 * 64);
    assert_eq!(memory.largest_segment(), 30 * 64, "it fits where they were");
    memory.free(objects[29], Origin(0)).unwrap();
    assert_eq!(memory.largest_segment(), 29 * 64);
    make(&mut memory, 100);
    assert_eq!(memory.largest_segment(), 29 * 64 + 112);
}
