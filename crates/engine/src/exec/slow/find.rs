//! Functions of the C library that look through bytes: `strlen`, `memchr`, `strchr`, `memcmp`, `strcmp` and their relatives.
//!
//! Each looks at one byte after the other, or at one pair, until one *stops* it. Where the number of bytes, their place or
//! the size of their object depends on the input, where it stops is an expression: a choice between the places, by
//! whether the byte there stops it. So however many lengths there may be, it takes one path. The one question asked is
//! whether all that was looked at is inside the object; bytes behind the one that stops the function are not looked at.
//!
//! Where only the bytes themselves depend on the input, each place at which the function may stop is a path, as in the C
//! library: what programs do with the length of a string that they know is cheap, and with one that is a choice it is
//! not: as choices, two of the papers' programs that take one to four seconds did not end in twenty. Functions that copy
//! strings ask which it is ([`Find::Prefix`]) and copy the bytes together, or one by one (`libc/vellum/string.c`).

use vellum_collections::cast::low8;
use vellum_expr::{Expr, Exprs};
use vellum_memory::{Access, Object, Sizes, Value};

use crate::{
    code::{Find, Slot},
    end::End,
    exec::{
        Machine,
        garbage::Used,
        patience::ROUND,
        pointer::{Address, Place},
    },
    symbolic::ForkKind,
};

/// Bytes that may stop the function, after which the path decides whether one of them does.
const MANY: usize = 1024;

/// Places at which two strings are compared together, at most. Two long ones that are both symbolic are seldom compared
/// with success: a path for each place ends soon, and together they are a hard question.
const FEW: usize = 64;

/// The registers of a function's operands.
#[derive(Clone, Copy)]
pub(super) struct Operands {
    pub(super) a: Slot,
    pub(super) b: Slot,
    pub(super) n: Slot,
}

/// Bytes of one object that are looked through.
struct Stream {
    object: Object,
    /// How far behind its start they begin; 64 bits.
    offset: Expr,
}

/// Where a function stops.
struct Found {
    /// How many bytes come before that; where none stops it, no fewer than it may look at. 64 bits.
    before: Expr,
    /// By how much the bytes differ there; 32 bits.
    difference: Expr,
    /// The places at which it may stop.
    places: Vec<Stop>,
}

/// A place at which a function may stop.
struct Stop {
    at: u64,
    /// Whether the byte there stops it; 1 bit.
    stops: Expr,
    /// By how much the bytes differ there; 32 bits.
    differs_by: Expr,
}

/// What a function says of the place at which it stops.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// How many bytes come before it; all there are to look at if there is no such place.
    Before,
    /// A pointer to it; null if there is none.
    Pointer,
    /// By how much two bytes differ there; zero if there is none.
    Difference,
}

impl Find {
    fn answer(self) -> Answer {
        match self {
            Self::Length | Self::LengthAtMost | Self::Prefix => Answer::Before,
            Self::Byte | Self::ByteOrEnd => Answer::Pointer,
            Self::Difference | Self::Strings | Self::StringsAtMost => Answer::Difference,
        }
    }

    /// Whether two bytes are compared, one of each operand.
    fn is_of_pairs(self) -> bool {
        self.answer() == Answer::Difference
    }

    /// Whether it looks at a given number of bytes at most.
    fn is_limited(self) -> bool {
        !matches!(self, Self::Length | Self::ByteOrEnd | Self::Strings)
    }

    /// Whether a zero stops the function, whatever it looks for.
    fn ends_with_string(self) -> bool {
        matches!(self, Self::ByteOrEnd | Self::Strings | Self::StringsAtMost)
    }

    /// Whether a byte stops the function; `other` is what it is compared with.
    fn stops(self, exprs: &mut Exprs, byte: Expr, other: Expr) -> Expr {
        let stops = if self.is_of_pairs() { exprs.ne(byte, other) } else { exprs.eq(byte, other) };
        if !self.ends_with_string() || (self.is_of_pairs() && exprs.facts(other).min > 0) {
            return stops;
        }
        let zero = exprs.zero(8);
        let is_end = exprs.eq(byte, zero);
        exprs.or(stops, is_end)
    }

    /// The same, of bytes that are numbers.
    fn stops_at(self, byte: u8, other: u8) -> bool {
        (byte == other) != self.is_of_pairs() || (byte == 0 && self.ends_with_string())
    }
}

impl Stream {
    /// Whether all that is looked at is in the object: all there may be is, or some byte in it stops the function. That
    /// it is the first to do so need not be said, so that the solver is spared the choice between the places; 1 bit.
    fn stops_inside(&self, exprs: &mut Exprs, found: &Found, limit: Option<Expr>) -> Expr {
        let mut stops_inside = Expr::FALSE;
        for &Stop { at, stops, .. } in &found.places {
            let at = exprs.constant(64, at);
            let place = exprs.add(self.offset, at);
            let is_inside = self.object.inside_from(exprs, place, 1);
            let stops = exprs.and(stops, is_inside);
            stops_inside = exprs.or(stops_inside, stops);
        }
        let starts_inside = self.object.inside_from(exprs, self.offset, 1);
        let stops_inside = exprs.and(starts_inside, stops_inside);
        match limit {
            Some(limit) => {
                let is_all_inside = self.object.inside_many(exprs, self.offset, limit);
                exprs.or(is_all_inside, stops_inside)
            }
            None => stops_inside,
        }
    }

    /// The same, by where the function stops.
    fn looks_inside(&self, exprs: &mut Exprs, found: &Found, limit: Option<Expr>) -> Expr {
        let one = exprs.constant(64, 1);
        let mut looked_at = exprs.add(found.before, one);
        if let Some(limit) = limit {
            let is_found = exprs.ult(found.before, limit);
            looked_at = exprs.ite(is_found, looked_at, limit);
        }
        self.object.inside_many(exprs, self.offset, looked_at)
    }
}

impl Machine<'_> {
    /// Calls a function that looks through bytes.
    pub(super) fn find(&mut self, f: Find, d: Slot, operands: Operands) -> Result<(), End> {
        let result = match self.find_number(f, operands) {
            Some(number) => Value::Concrete(number),
            None => self.find_value(f, operands)?,
        };
        self.set(d, result);
        Ok(())
    }

    /// The result where it takes no expression to find it.
    fn find_number(&self, f: Find, operands: Operands) -> Option<u64> {
        let [a, b] = [operands.a, operands.b].map(|slot| self.value(slot).as_concrete());
        let (a, b) = (a?, b?);
        let limit = if f.is_limited() { self.value(operands.n).as_concrete()? } else { u64::MAX };
        let load = |address: u64| self.state.memory.load_array::<1>(address).map(|[byte]| byte);
        for at in 0..limit {
            let byte = load(a.wrapping_add(at))?;
            let other = if f.is_of_pairs() { load(b.wrapping_add(at))? } else { low8(b) };
            if f.stops_at(byte, other) {
                return Some(match f.answer() {
                    Answer::Before => at,
                    Answer::Pointer => a.wrapping_add(at),
                    Answer::Difference => u64::from((i32::from(byte) - i32::from(other)).cast_unsigned()),
                });
            }
        }
        Some(if f.answer() == Answer::Before { limit } else { 0 })
    }

    fn find_value(&mut self, f: Find, operands: Operands) -> Result<Value, End> {
        let limit = self.expr(operands.n, 64);
        let limit = self.defined(limit, Used::Operation)?;
        let streams = match self.state.memory.sizes() {
            Sizes::Terms { .. } => self.streams(f, operands)?,
            Sizes::Enumerate => None,
        };
        let streams = streams.filter(|streams| self.is_open(f, streams, limit));
        let Some(streams) = streams else { return self.find_by_rounds(f, operands) };
        let limit = f.is_limited().then_some(limit);
        let other = self.expr(operands.b, 8);
        let other = self.defined(other, Used::Operation)?;
        let Some(found) = self.look_through(f, &streams, other, limit)? else {
            return self.find_by_rounds(f, operands);
        };
        self.stay_inside_streams(f, &streams, &found, limit)?;
        Ok(self.result(f, operands, &found, limit))
    }

    /// Whether how many bytes there are to look at, or where, depends on the input.
    fn is_open(&self, f: Find, streams: &[Stream], limit: Expr) -> bool {
        let exprs = &self.symbolic.exprs;
        let is_open = |stream: &Stream| stream.object.extent.is_some() || !exprs.is_const(stream.offset);
        (f.is_limited() && !exprs.is_const(limit)) || streams.iter().any(is_open)
    }

    /// The objects the pointers lead to, if each leads to one that is one array of bytes.
    fn streams(&mut self, f: Find, operands: Operands) -> Result<Option<Vec<Stream>>, End> {
        let pointers = [operands.a, operands.b];
        let mut streams = Vec::new();
        for &slot in &pointers[..if f.is_of_pairs() { 2 } else { 1 }] {
            let (base, offset) = match self.place(self.value(slot))? {
                Place::Known(number) => {
                    let Some(object) = self.state.memory.object_at(number) else { return Ok(None) };
                    (object.base, self.symbolic.exprs.constant(64, number.wrapping_sub(object.base)))
                }
                Place::Symbolic(Address::Of { object, offset }) => (object, offset),
                Place::Symbolic(_) => return Ok(None),
            };
            let memory = &self.state.memory;
            let is_plain = memory.protections(base).is_empty();
            let Some(object) = memory.object_from(base).filter(|_| is_plain) else { return Ok(None) };
            streams.push(Stream { object, offset });
        }
        Ok(Some(streams))
    }

    /// Where the function stops, as if there were no end to the objects; nothing where it is better not taken together.
    fn look_through(
        &mut self,
        f: Find,
        streams: &[Stream],
        other: Expr,
        limit: Option<Expr>,
    ) -> Result<Option<Found>, End> {
        let exprs = &self.symbolic.exprs;
        let room = |s: &Stream| s.object.capacity().saturating_sub(exprs.facts(s.offset).min);
        let room = streams.iter().map(room).min().unwrap_or(0);
        let end = limit.map_or(room, |limit| room.min(exprs.facts(limit).max));
        let mut places = Vec::new();
        for at in 0..end {
            let byte = self.byte_of(&streams[0], at);
            let other = streams.get(1).map_or(other, |stream| self.byte_of(stream, at));
            let exprs = &mut self.symbolic.exprs;
            let mut stops = f.stops(exprs, byte, other);
            if exprs.has_garbage(stops) {
                // Bytes that are not looked at may be anything.
                let is_not_reached = not_reached(exprs, streams, limit, at);
                stops = exprs.or(is_not_reached, stops);
            }
            if stops == Expr::FALSE {
                continue;
            }
            let (wide, other) = (exprs.zext(byte, 32), exprs.zext(other, 32));
            places.push(Stop { at, stops, differs_by: exprs.sub(wide, other) });
            if stops == Expr::TRUE {
                break;
            }
            if places.len() == FEW && f.is_of_pairs() && f.ends_with_string() {
                return Ok(None);
            }
            if places.len() == MANY {
                if self.decide_any(&places, limit, at + 1)? {
                    break;
                }
                places.clear();
            }
        }
        self.first_of(places, end).map(Some)
    }

    /// Decides whether one of many bytes stops the function, or their number does.
    fn decide_any(&mut self, places: &[Stop], limit: Option<Expr>, at: u64) -> Result<bool, End> {
        let exprs = &mut self.symbolic.exprs;
        let mut any = places.iter().fold(Expr::FALSE, |any, place| exprs.or(any, place.stops));
        if let Some(limit) = limit {
            let at = exprs.constant(64, at);
            let is_short = exprs.ule(limit, at);
            any = exprs.or(any, is_short);
        }
        let any = self.defined(any, Used::Operation)?;
        Ok(self.decide(any, ForkKind::Value))
    }

    /// The first of the places at which the function stops, or the end of what there is to look at.
    fn first_of(&mut self, places: Vec<Stop>, end: u64) -> Result<Found, End> {
        let exprs = &mut self.symbolic.exprs;
        let (mut before, mut difference) = (exprs.constant(64, end), exprs.zero(32));
        for &Stop { at, stops, differs_by } in places.iter().rev() {
            let at = exprs.constant(64, at);
            before = exprs.ite(stops, at, before);
            difference = exprs.ite(stops, differs_by, difference);
        }
        let before = self.defined(before, Used::Operation)?;
        Ok(Found { before, difference, places })
    }

    /// A byte of a stream as a number, whether it is inside the object or not.
    fn byte_of(&mut self, stream: &Stream, at: u64) -> Expr {
        let exprs = &mut self.symbolic.exprs;
        let memory = &self.state.memory;
        let by = exprs.constant(64, at);
        let place = exprs.add(stream.offset, by);
        let known = exprs.as_const(place).filter(|&place| place < stream.object.size);
        let byte = match known {
            Some(place) => memory.load_value(exprs, stream.object.base + place, 1),
            None => memory.read_at(exprs, stream.object.base, place, 1).map(Value::Symbolic),
        };
        let byte = self.symbolic.number(byte.unwrap_or(Value::Concrete(0)));
        byte.expr(&mut self.symbolic.exprs, 8)
    }

    /// Leaves this path to the inputs for which all that is looked at is inside its object.
    fn stay_inside_streams(
        &mut self,
        f: Find,
        streams: &[Stream],
        found: &Found,
        limit: Option<Expr>,
    ) -> Result<(), End> {
        let mut by_room: Vec<&Stream> = streams.iter().collect();
        // The shorter one is left first.
        by_room.sort_by_key(|s| s.object.capacity().saturating_sub(self.symbolic.exprs.facts(s.offset).min));
        for stream in by_room {
            let exprs = &mut self.symbolic.exprs;
            let by_place = stream.looks_inside(exprs, found, limit);
            let mut is_inside = stream.stops_inside(exprs, found, limit);
            if exprs.has_garbage(is_inside) {
                is_inside = by_place;
            }
            let (one, size) = (exprs.constant(64, 1), stream.object.size_expr(exprs));
            let is_before = exprs.ult(stream.offset, size);
            // The first byte outside: the one behind the object, or where the pointer leads.
            let outside = exprs.ite(is_before, size, stream.offset);
            self.stay_inside(Access::Read, (&stream.object, outside), one, is_inside)?;
            if f.answer() != Answer::Difference {
                // What is copied up to that place is in the object, too: that need not be asked again.
                self.state.path.assume(&self.symbolic.exprs, by_place);
            }
        }
        Ok(())
    }

    /// What the function returns.
    fn result(&mut self, f: Find, operands: Operands, found: &Found, limit: Option<Expr>) -> Value {
        let &Found { before, difference, .. } = found;
        let exprs = &mut self.symbolic.exprs;
        let (stopped, otherwise) = match f.answer() {
            Answer::Before => (before, limit.unwrap_or(before)),
            Answer::Difference => (difference, exprs.zero(32)),
            Answer::Pointer => {
                let by = Value::of(exprs, before);
                let place = self.moved(self.value(operands.a), by);
                let exprs = &mut self.symbolic.exprs;
                (place.expr(exprs, 64), exprs.zero(64))
            }
        };
        let exprs = &mut self.symbolic.exprs;
        let is_found = limit.map_or(Expr::TRUE, |limit| exprs.ult(before, limit));
        let result = exprs.ite(is_found, stopped, otherwise);
        Value::of(exprs, result)
    }

    /// As the C library does it: each byte is a load of its own, and each place at which the function may stop a path.
    fn find_by_rounds(&mut self, f: Find, operands: Operands) -> Result<Value, End> {
        if f == Find::Prefix {
            return Ok(Value::Concrete(u64::MAX));
        }
        let Operands { a, b, n } = operands;
        let limit = if f.is_limited() { self.concrete(n)? } else { u64::MAX };
        for at in 0..limit {
            let by = Value::Concrete(at);
            let place = self.moved(self.value(a), by);
            let byte = self.byte_at(place)?;
            let other = if f.is_of_pairs() {
                let place = self.moved(self.value(b), by);
                self.byte_at(place)?
            } else {
                self.expr(b, 8)
            };
            let exprs = &mut self.symbolic.exprs;
            let stops = f.stops(exprs, byte, other);
            let stops = self.defined(stops, Used::Branch)?;
            self.spend(ROUND)?;
            if self.decide(stops, ForkKind::Branch) {
                let exprs = &mut self.symbolic.exprs;
                return Ok(match f.answer() {
                    Answer::Before => by,
                    Answer::Pointer => place,
                    Answer::Difference => {
                        let (byte, other) = (exprs.zext(byte, 32), exprs.zext(other, 32));
                        let difference = exprs.sub(byte, other);
                        Value::of(exprs, difference)
                    }
                });
            }
        }
        Ok(Value::Concrete(if f.answer() == Answer::Before { limit } else { 0 }))
    }

    /// The byte at `place`, as a number: it may be one of a pointer.
    fn byte_at(&mut self, place: Value) -> Result<Expr, End> {
        let byte = self.load(place, 1)?;
        Ok(self.symbolic.number(byte).expr(&mut self.symbolic.exprs, 8))
    }
}

/// Whether so many bytes are all there are, in an object or to look at; 1 bit.
fn not_reached(exprs: &mut Exprs, streams: &[Stream], limit: Option<Expr>, at: u64) -> Expr {
    let at = exprs.constant(64, at);
    let is_enough = limit.map_or(Expr::FALSE, |limit| exprs.ule(limit, at));
    streams.iter().fold(is_enough, |any, stream| {
        let place = exprs.add(stream.offset, at);
        let is_inside = stream.object.inside_from(exprs, place, 1);
        let is_outside = exprs.not(is_inside);
        exprs.or(any, is_outside)
    })
}
