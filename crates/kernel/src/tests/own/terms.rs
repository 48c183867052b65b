//! Files whose places, lengths and numbers of bytes depend on the input, against a file of plain bytes for each input.

use std::rc::Rc;

use vellum_collections::{
    Random,
    cast::{index64, len64, low8},
};
use vellum_engine::Outcome;
use vellum_expr::{Evaluator, Expr, Input, Model};
use vellum_memory::Value;

use super::{Path, one};
use crate::{Surroundings, Template};

/// Bytes of memory that calls read into or write from.
const ROOM: u64 = 24;

/// Bytes of the file at first.
const FILE: usize = 10;

/// A system call on the file: numbers of the input that its arguments are, and what they are added to.
#[derive(Clone, Copy, Debug)]
struct Step {
    call: i64,
    offset: Number,
    len: Number,
    place: Number,
    whence: u64,
}

/// A number, and how much of an input byte is added to it.
#[derive(Clone, Copy, Debug)]
struct Number {
    least: u64,
    /// The byte, and below which power of two what is added is.
    more: Option<(u32, u32)>,
}

impl Number {
    fn new(random: &mut Random, most: u64) -> Self {
        let byte = u32::try_from(random.below(6)).expect("six bytes");
        let more = [None, Some((byte, 1)), Some((byte, 2))][index64(random.below(3))];
        Self { least: random.below(most - 3), more }
    }

    fn value(self, path: &Path, input: Input) -> Value {
        let Some((byte, bits)) = self.more else { return Value::Concrete(self.least) };
        let mut exprs = path.exprs.borrow_mut();
        let symbol = exprs.symbol(input, byte);
        let part = exprs.extract(symbol, 0, bits);
        let (part, least) = (exprs.zext(part, 64), exprs.constant(64, self.least));
        Value::Symbolic(exprs.add(part, least))
    }

    fn number(self, bytes: &[u8]) -> u64 {
        let more =
            |(byte, bits): (u32, u32)| u64::from(bytes[vellum_collections::cast::index(byte)]) % (1 << bits);
        self.least + self.more.map_or(0, more)
    }
}

impl Step {
    fn new(random: &mut Random) -> Self {
        const CALLS: [i64; 7] = [
            libc::SYS_read,
            libc::SYS_write,
            libc::SYS_pread64,
            libc::SYS_pwrite64,
            libc::SYS_lseek,
            libc::SYS_ftruncate,
            libc::SYS_fstat,
        ];
        Self {
            call: CALLS[index64(random.below(len64(CALLS.len())))],
            offset: Number::new(random, ROOM / 2),
            len: Number::new(random, ROOM / 2),
            place: Number::new(random, 16),
            whence: random.below(3),
        }
    }

    /// Makes the call on a path, whatever it has to decide; the result.
    fn make(&self, path: &mut Path, (fd, input): (u64, Input), (room, status): (u64, u64)) -> Expr {
        let [offset, len, place] =
            [self.offset, self.len, self.place].map(|number| number.value(path, input));
        let (address, pointer) = {
            let exprs = &mut path.exprs.borrow_mut();
            let base = exprs.constant(64, room);
            let by = offset.expr(exprs, 64);
            let (number, pointer) = (exprs.add(base, by), exprs.pointer(room, by));
            match Value::of(exprs, number) {
                Value::Concrete(number) => (Value::Concrete(number), Value::Concrete(number)),
                symbolic @ Value::Symbolic(_) => (symbolic, Value::Symbolic(pointer)),
            }
        };
        let number = Value::Concrete(self.call.cast_unsigned());
        let (fd, whence) = (Value::Concrete(fd), Value::Concrete(self.whence));
        let values = match self.call {
            libc::SYS_lseek => vec![number, fd, place, whence],
            libc::SYS_ftruncate => vec![number, fd, place],
            libc::SYS_fstat => vec![number, fd, Value::Concrete(status)],
            _ => vec![number, fd, address, len, place],
        };
        let mut pointers = values.clone();
        if pointers.len() == 5 {
            pointers[2] = pointer;
        }
        let mut most = None;
        for _ in 0..100 {
            let outcome = path.call_with(&values, &pointers, most.take());
            let exprs = Rc::clone(&path.exprs);
            match outcome.expect("all of it is inside") {
                Outcome::Return(word) | Outcome::Repeats(word) => {
                    return exprs.borrow_mut().constant(64, word);
                }
                Outcome::Value(value) => return value.expr(&mut exprs.borrow_mut(), 64),
                Outcome::Decide(condition) => path.decide(condition),
                Outcome::Inside(_, reach) => {
                    let object = path.memory.object_from(reach.base).expect("it is there");
                    let inside = object.inside_many(&mut exprs.borrow_mut(), reach.offset, reach.len);
                    path.decide(inside);
                }
                // Anything that is no less will do.
                Outcome::Bound(_, limit) => most = Some(limit.min(1024)),
                other => panic!("the system call gave {other:?}"),
            }
        }
        panic!("{self:?} goes on asking");
    }

    /// The same on plain bytes.
    fn expect(&self, bytes: &[u8], file: &mut Plain) -> i64 {
        let [offset, len, place] = [self.offset, self.len, self.place].map(|number| number.number(bytes));
        let at =
            if matches!(self.call, libc::SYS_pread64 | libc::SYS_pwrite64) { place } else { file.position };
        let is_moved = matches!(self.call, libc::SYS_read | libc::SYS_write);
        let count = match self.call {
            libc::SYS_read | libc::SYS_pread64 => {
                let rest = file.bytes.get(index64(at)..).unwrap_or_default();
                let part = rest[..rest.len().min(index64(len))].to_vec();
                file.room[index64(offset)..][..part.len()].copy_from_slice(&part);
                len64(part.len())
            }
            libc::SYS_write | libc::SYS_pwrite64 => {
                let part = file.room[index64(offset)..][..index64(len)].to_vec();
                if len > 0 {
                    let size = file.bytes.len().max(index64(at + len));
                    file.bytes.resize(size, 0);
                    file.bytes[index64(at)..][..part.len()].copy_from_slice(&part);
                }
                len
            }
            libc::SYS_lseek => {
                let from = [0, file.position, len64(file.bytes.len())][index64(self.whence)];
                file.position = from + place;
                return file.position.cast_signed();
            }
            libc::SYS_ftruncate => {
                file.bytes.resize(index64(place), 0);
                return 0;
            }
            _ => {
                file.size = len64(file.bytes.len());
                return 0;
            }
        };
        if is_moved {
            file.position = at + count;
        }
        count.cast_signed()
    }
}

/// A file of plain bytes, and the memory calls are about.
struct Plain {
    bytes: Vec<u8>,
    position: u64,
    room: Vec<u8>,
    /// What `fstat` said last.
    size: u64,
}

/// The input of a path, with other bytes in the file.
fn model_of(path: &Path, input: Input, bytes: &[u8]) -> Model {
    let mut model = (*path.model).clone();
    for (at, &byte) in (0..).zip(bytes) {
        model.set(input, at, byte.into());
    }
    model
}

/// Whether a model takes a path.
fn takes(path: &Path, model: &Model) -> bool {
    let (exprs, mut evaluator) = (path.exprs.borrow(), Evaluator::new());
    path.conditions.iter().all(|condition| evaluator.holds(&exprs, model, condition))
}

/// Compares what a path came to with what the same calls come to for an input that takes it.
fn compare(
    path: &Path,
    (steps, results): (&[Step], &[Expr]),
    (room, status): (u64, u64),
    input: Input,
    bytes: &[u8],
) {
    let model = model_of(path, input, bytes);
    let mut evaluator = Evaluator::new();
    let mut value = |e: Expr| evaluator.word(&path.exprs.borrow(), &model, e);
    let mut file =
        Plain { bytes: bytes.to_vec(), position: 0, room: vec![b'#'; index64(ROOM)], size: u64::MAX };
    for (step, &result) in steps.iter().zip(results) {
        let expected = step.expect(bytes, &mut file);
        assert_eq!(value(result).cast_signed(), expected, "{step:?} of {steps:?} for {bytes:?}");
    }
    let mut load = |address, len| {
        let loaded = path.memory.load_value(&mut path.exprs.borrow_mut(), address, len).expect("it is there");
        let e = loaded.expr(&mut path.exprs.borrow_mut(), len * 8);
        value(e)
    };
    let held: Vec<u8> = (0..ROOM).map(|at| low8(load(room + at, 1))).collect();
    assert_eq!(held, file.room, "{steps:?} for {bytes:?}");
    assert_eq!(load(status + 48, 8), file.size, "{steps:?} for {bytes:?}");
}

#[test]
fn a_file_is_what_plain_bytes_are_for_each_input() {
    let mut others = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut path = one(&Surroundings {
            files: Some((1, Template { bytes: vec![None; FILE], allowed: 0..=u8::MAX })),
            ..Surroundings::default()
        });
        let fd = path.open("A", libc::O_RDWR);
        let (room, status) = (path.put(&[b'#'; 24]), path.put(&[0xff; 144]));
        let object = path.inputs.iter().find(|object| &*object.name == "A_data").expect("it is there");
        let input = object.input;
        let mut bytes = [0; FILE];
        random.fill(&mut bytes);
        path.model = Rc::new(model_of(&path, input, &bytes));
        let steps: Vec<Step> = (0..8).map(|_| Step::new(&mut random)).collect();
        let results: Vec<Expr> =
            steps.iter().map(|step| step.make(&mut path, (fd, input), (room, status))).collect();
        compare(&path, (&steps, &results), (room, status), input, &bytes);
        for _ in 0..40 {
            random.fill(&mut bytes);
            if takes(&path, &model_of(&path, input, &bytes)) {
                compare(&path, (&steps, &results), (room, status), input, &bytes);
                others += 1;
            }
        }
    }
    assert!(others > 1000, "only {others} other inputs took the same path");
}
