//! Makes a program up, statement by statement, and executes each for every input before it is taken.

use vellum_collections::{Random, cast::index64, cast::len64};

use super::{
    calls::Call,
    loops::{Body, COUNTERS, ELEMENTS, Loop, Way},
    memory::{Fault, Memory, RESULTS, SLOTS, Stop},
    operations::{Base, Maker, Operation, Place},
    terms::{Input, MOST, SECOND, Term, Terms},
};

/// Statements of a program, at least and at most.
const STATEMENTS: (i64, i64) = (8, 18);

/// Statements that are wrong for some inputs.
const WRONG: usize = 4;

/// Loops, which have a path for each number of rounds: one program has at most so many, or so many.
const LOOPS: &[usize] = &[0, 0, 1, 2, 3];

/// Blocks that are freed; fewer than are kept from reuse.
const FREED: usize = 4;

/// Of so many inputs, one must get to the end.
const LEFT: usize = 3;

/// Types of the size.
const TYPES: &[&str] = &["unsigned char", "unsigned short", "unsigned", "size_t"];

/// How an input ends.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// At the end of the program, with this memory.
    Ends(Memory),
    /// At a statement.
    Fails(usize, Fault),
}

/// A program.
pub(super) struct Program {
    pub(super) seed: u64,
    /// The type of the size.
    pub(super) ty: &'static str,
    pub(super) has_second: bool,
    pub(super) operations: Vec<Operation>,
    /// How each input ends; an input's place is its number.
    pub(super) verdicts: Vec<(Input, Verdict)>,
}

struct Generator {
    terms: Terms,
    operations: Vec<Operation>,
    verdicts: Vec<(Input, Verdict)>,
    /// What was asked for, of the blocks that slots point to.
    sizes: [Option<Term>; SLOTS],
    wrong: usize,
    loops: usize,
    most_loops: usize,
    freed: usize,
}

/// The program of `seed`.
pub(super) fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let has_second = random.below(4) == 0;
    let ty = TYPES[index64(random.below(len64(TYPES.len())))];
    let most_loops = LOOPS[index64(random.below(len64(LOOPS.len())))];
    let second = if has_second { SECOND } else { 1 };
    let inputs = (0..=MOST).flat_map(|n| (0..second).map(move |a| Input { n, a }));
    let mut generator = Generator {
        terms: Terms { random, has_second, results: 0 },
        operations: Vec::new(),
        verdicts: inputs.map(|input| (input, Verdict::Ends(Memory::new()))).collect(),
        sizes: [const { None }; SLOTS],
        wrong: 0,
        loops: 0,
        most_loops,
        freed: 0,
    };
    let count = generator.terms.between(STATEMENTS.0, STATEMENTS.1);
    for slot in 1..4 {
        generator.allocate(slot);
    }
    for _ in 0..count {
        // Most of what is made up is not to be taken; without an end there might be no program.
        (0..40).any(|_| generator.statement());
    }
    let Generator { operations, verdicts, .. } = generator;
    Program { seed, ty, has_second, operations, verdicts }
}

impl Generator {
    /// Takes a statement, unless nothing is said about it for some input, or too little would be left to do.
    fn take(&mut self, operation: Operation) -> bool {
        let number = self.operations.len();
        let mut verdicts = self.verdicts.clone();
        let mut fails = false;
        for (input, verdict) in &mut verdicts {
            let Verdict::Ends(memory) = verdict else { continue };
            match operation.execute(*input, memory) {
                Ok(()) => {}
                Err(Stop::Unclear) => return false,
                Err(Stop::Fault(fault)) => {
                    *verdict = Verdict::Fails(number, fault);
                    fails = true;
                }
            }
        }
        let left = verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Ends(_))).count();
        if fails && (self.wrong >= WRONG || left * LEFT < verdicts.len() || self.terms.often(3)) {
            return false;
        }
        let loops = usize::from(operation.has_loop());
        if self.loops + loops > self.most_loops {
            return false;
        }
        self.loops += loops;
        self.wrong += usize::from(fails);
        self.operations.push(operation);
        self.verdicts = verdicts;
        true
    }

    /// Tries one statement.
    fn statement(&mut self) -> bool {
        match self.terms.below(20) {
            0 => {
                let idle: Vec<usize> = (1..SLOTS).filter(|&slot| self.is_idle(slot)).collect();
                !idle.is_empty() && {
                    let slot = self.terms.one_of(&idle);
                    self.allocate(slot)
                }
            }
            1 => self.reallocate(),
            2 => self.free(),
            3 => {
                let (slot, place) = (index64(self.terms.below(2)) + 4, self.place());
                let operation = Operation::Point(slot, place);
                let taken = self.take(operation);
                self.sizes[slot] = if taken { None } else { self.sizes[slot].take() };
                taken
            }
            4..=6 => {
                let operation = self.access();
                self.perhaps(operation)
            }
            7..=15 => {
                let call = Operation::Call(self.call());
                self.perhaps(call)
            }
            _ => {
                let operation = Operation::Loop(self.make_loop());
                self.take(operation)
            }
        }
    }

    /// Takes a statement, sometimes for some inputs only.
    fn perhaps(&mut self, operation: Operation) -> bool {
        if self.terms.below(6) == 0 {
            let condition = self.terms.condition();
            return self.take(Operation::If(condition, Box::new(operation)));
        }
        self.take(operation)
    }

    fn is_idle(&self, slot: usize) -> bool {
        self.verdicts.iter().all(|(_, verdict)| match verdict {
            Verdict::Ends(memory) => memory.is_idle(slot),
            Verdict::Fails(..) => true,
        })
    }

    /// A new block, most often with something in it.
    fn allocate(&mut self, slot: usize) -> bool {
        use Maker::{Aligned, Alloca, Array, Calloc, CallocWords, Malloc};
        let maker = self.terms.one_of(&[Malloc, Malloc, Aligned, Calloc, Calloc, CallocWords, Alloca, Array]);
        let size = self.terms.size();
        let bytes = match maker {
            CallocWords => Term::Times(Box::new(size.clone()), 4),
            Array => Term::Plus(Box::new(size.clone()), 1),
            _ => size.clone(),
        };
        if !self.take(Operation::Allocate(slot, maker, size)) {
            return false;
        }
        self.sizes[slot] = Some(bytes.clone());
        let is_written = matches!(maker, Calloc | CallocWords);
        if !is_written && self.terms.often(4) {
            let byte = self.terms.byte();
            let place = Place { base: Base::Slot(slot), at: Term::Number(0) };
            self.take(Operation::Call(Call::Fill(place, byte, bytes)));
        }
        true
    }

    fn reallocate(&mut self) -> bool {
        let (mut place, size) = (self.place(), self.terms.size());
        if self.terms.often(4) {
            place.at = Term::Number(0);
        }
        let slot = match place.base {
            Base::Slot(slot) => slot,
            _ => index64(self.terms.below(len64(SLOTS - 1))) + 1,
        };
        if self.freed == FREED || !self.take(Operation::Reallocate(slot, place, size.clone())) {
            return false;
        }
        self.sizes[slot] = Some(Term::Plus(Box::new(size), 1));
        self.freed += 1;
        true
    }

    fn free(&mut self) -> bool {
        if self.freed == FREED {
            return false;
        }
        let mut place = self.place();
        if self.terms.often(4) {
            place.at = Term::Number(0);
        }
        let free = Operation::Free(place);
        let condition = self.terms.condition();
        let is_conditional = self.terms.often(3);
        let operation = if is_conditional { Operation::If(condition, Box::new(free)) } else { free };
        let taken = self.take(operation);
        self.freed += usize::from(taken);
        taken
    }

    /// A pointer and a distance.
    fn place(&mut self) -> Place {
        let slot = index64(self.terms.below(len64(SLOTS - 1))) + 1;
        let base = match self.terms.below(8) {
            0 => {
                let other = index64(self.terms.below(3)) + 1;
                Base::Chosen(self.terms.condition(), slot, other)
            }
            1 if slot + 1 < SLOTS => {
                let has_second = self.terms.has_second;
                Base::Indexed(slot, if has_second { Term::A } else { Term::N })
            }
            _ => Base::Slot(slot),
        };
        let at = if self.terms.often(3) { Term::Number(0) } else { self.terms.offset() };
        Place { base, at }
    }

    /// A length for an access at a place: what is there, or anything.
    fn length(&mut self, place: &Place, other: &Place) -> Term {
        let of = |place: &Place| match place.base {
            Base::Slot(slot) => self.sizes[slot].clone(),
            _ => None,
        };
        let (here, there) = (of(place), of(other));
        match self.terms.below(5) {
            0 | 1 => here.unwrap_or(Term::N),
            2 => there.unwrap_or(Term::N),
            _ => self.terms.size(),
        }
    }

    /// A result to be written.
    fn result(&mut self) -> usize {
        self.terms.results = (self.terms.results + 1).min(RESULTS);
        index64(self.terms.below(len64(self.terms.results)))
    }

    /// A single load or store.
    fn access(&mut self) -> Operation {
        let mut place = self.place();
        place.at = self.terms.offset();
        let len = self.terms.one_of(&[1, 1, 2, 4]);
        if self.terms.often(2) {
            return Operation::Load(self.result(), place, len);
        }
        Operation::Store(place, len, self.terms.byte())
    }

    fn call(&mut self) -> Call {
        let (to, from) = (self.place(), self.place());
        let len = self.length(&to, &from);
        match self.terms.below(19) {
            0..=2 => Call::Fill(to, self.terms.byte(), len),
            3..=6 => Call::Copy(to, from, len),
            7 | 8 => {
                let same = Place { base: to.base.clone(), at: self.terms.offset() };
                Call::Move(to, if self.terms.often(4) { same } else { from }, len)
            }
            9 => Call::Compare(self.result(), to, from, len),
            10 => Call::Find(self.result(), to, self.terms.between(0, 60), len),
            11 => Call::Length(self.result(), to),
            12 => Call::LengthAtMost(self.result(), to, len),
            13 | 14 => Call::CopyStringAtMost(to, from, len),
            15 => Call::CopyString(to, from),
            16 => Call::CompareStringsAtMost(self.result(), to, from, len),
            17 => Call::FindInString(self.result(), to, self.terms.between(0, 60)),
            _ => Call::Append(to, from),
        }
    }

    fn make_loop(&mut self) -> Loop {
        use Body::{Change, Compare, CompareInHead, Copy, Count, Fill, Find, FindInHead, Skip, Sum};
        let (place, other) = (self.place(), self.place());
        let element = self.terms.one_of(&[ELEMENTS[0], ELEMENTS[0], ELEMENTS[1], ELEMENTS[2]]);
        let shift = [0, 0, 1, 1, 2][index64(element.1.cast_unsigned())];
        let bytes = self.length(&place, &other);
        let bound = if shift == 0 { bytes } else { Term::Shifted(Box::new(bytes), shift) };
        let way =
            self.terms.one_of(&[Way::Forwards, Way::Forwards, Way::Backwards, Way::Pointer, Way::Countdown]);
        let step = if way == Way::Countdown { 1 } else { self.terms.one_of(&[1, 1, 2]) };
        let body = self.terms.one_of(&[
            Fill,
            Fill,
            Copy,
            Copy,
            Sum,
            Sum,
            Find,
            Compare,
            FindInHead,
            CompareInHead,
            Skip,
            Count,
            Change,
        ]);
        Loop {
            body,
            way,
            element,
            counter: self.terms.one_of(COUNTERS),
            step,
            bound,
            place,
            other,
            numbers: (self.terms.between(0, 7), self.terms.between(0, 60)),
            result: self.result(),
        }
    }
}
