//! What a program does, one statement each, as C text and as what comes of it.

use vellum_collections::cast::low8;

use super::{
    calls::Call,
    loops::{Loop, bytes_of, number_of},
    memory::{Kind, Memory, Pointer, Stop},
    terms::{Condition, Input, Term},
};

/// A pointer and a distance.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) base: Base,
    pub(super) at: Term,
}

/// Which pointer.
#[derive(Clone, Debug)]
pub(super) enum Base {
    Slot(usize),
    /// One of two, by a condition.
    Chosen(Condition, usize, usize),
    /// That of this slot or of the next, by the lowest bit.
    Indexed(usize, Term),
}

impl Place {
    pub(super) fn pointer(&self, input: Input, memory: &Memory) -> Result<Pointer, Stop> {
        let slot = match &self.base {
            Base::Slot(slot) => *slot,
            Base::Chosen(condition, a, b) => {
                if condition.holds(input, memory) {
                    *a
                } else {
                    *b
                }
            }
            Base::Indexed(slot, term) => slot + usize::from(term.value(input, memory) & 1 == 1),
        };
        Ok(memory.pointer(slot)?.plus(self.at.value(input, memory)))
    }

    pub(super) fn text(&self) -> String {
        let base = match &self.base {
            Base::Slot(slot) => format!("B[{slot}]"),
            Base::Chosen(condition, a, b) => format!("({} ? B[{a}] : B[{b}])", condition.text()),
            Base::Indexed(slot, term) => format!("B[{slot} + ({} & 1)]", term.text()),
        };
        match self.at {
            Term::Number(0) => base,
            _ => format!("{base} + {}", self.at.text()),
        }
    }
}

/// How a block is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Maker {
    Malloc,
    Calloc,
    /// With elements of four bytes.
    CallocWords,
    Aligned,
    Alloca,
    /// An array of variable length, which has at least one byte.
    Array,
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    Allocate(usize, Maker, Term),
    /// A slot gets what becomes of a block, one byte larger than the term, so that no block of no bytes is asked for.
    Reallocate(usize, Place, Term),
    Free(Place),
    /// A slot gets a pointer to somewhere in another's block.
    Point(usize, Place),
    Store(Place, i64, Term),
    Load(usize, Place, i64),
    Call(Call),
    Loop(Loop),
    /// Only for some inputs.
    If(Condition, Box<Operation>),
}

impl Operation {
    /// Does it.
    pub(super) fn execute(&self, input: Input, memory: &mut Memory) -> Result<(), Stop> {
        match self {
            Self::Allocate(slot, maker, size) => {
                let size = size.value(input, memory);
                let (kind, size, byte) = match maker {
                    Maker::Malloc | Maker::Aligned => (Kind::Heap, size, None),
                    Maker::Calloc => (Kind::Heap, size, Some(0)),
                    Maker::CallocWords => (Kind::Heap, 4 * size, Some(0)),
                    Maker::Alloca => (Kind::Stack, size, None),
                    Maker::Array => (Kind::Stack, size + 1, None),
                };
                let pointer = memory.allocate(kind, size, byte);
                memory.set(*slot, pointer);
                Ok(())
            }
            Self::Reallocate(slot, place, size) => {
                let size = size.value(input, memory) + 1;
                let pointer = memory.reallocate(place.pointer(input, memory)?, size)?;
                memory.set(*slot, pointer);
                Ok(())
            }
            Self::Free(place) => memory.free(place.pointer(input, memory)?),
            Self::Point(slot, place) => {
                let pointer = place.pointer(input, memory)?;
                memory.set(*slot, pointer);
                Ok(())
            }
            Self::Store(place, len, value) => {
                let value = value.value(input, memory);
                memory.write(place.pointer(input, memory)?, &bytes_of(value, *len))
            }
            Self::Load(result, place, len) => {
                let value = number_of(&memory.read_written(place.pointer(input, memory)?, *len)?);
                write_result(memory, *result, value ^ (value >> 8))
            }
            Self::Call(call) => call.execute(input, memory),
            Self::Loop(each) => each.execute(input, memory),
            Self::If(condition, then) if condition.holds(input, memory) => then.execute(input, memory),
            Self::If(..) => Ok(()),
        }
    }

    /// The statement in C; `number` tells its variables from those of others.
    pub(super) fn text(&self, number: usize) -> String {
        match self {
            Self::Allocate(slot, maker, size) => {
                let size = size.text();
                match maker {
                    Maker::Malloc => format!("B[{slot}] = malloc({size});"),
                    Maker::Aligned => {
                        format!("{{ void *m = 0; posix_memalign(&m, 32, {size}); B[{slot}] = m; }}")
                    }
                    Maker::Calloc => format!("B[{slot}] = calloc({size}, 1);"),
                    Maker::CallocWords => format!("B[{slot}] = calloc({size}, 4);"),
                    Maker::Alloca => format!("B[{slot}] = __builtin_alloca({size});"),
                    Maker::Array => format!("u8 v{number}[{size} + 1]; B[{slot}] = v{number};"),
                }
            }
            Self::Reallocate(slot, place, size) => {
                format!("B[{slot}] = realloc({}, {} + 1);", place.text(), size.text())
            }
            Self::Free(place) => format!("free({});", place.text()),
            Self::Point(slot, place) => format!("B[{slot}] = {};", place.text()),
            Self::Store(place, len, value) => {
                let (ty, value) = (unsigned(*len), value.text());
                format!("*({ty} *)({}) = ({ty}){value};", place.text())
            }
            Self::Load(result, place, len) => {
                let place = place.text();
                format!("{{ u32 v = *({} *)({place}); B[0][{result}] = (u8)(v ^ v >> 8); }}", unsigned(*len))
            }
            Self::Call(call) => call.text(),
            Self::Loop(each) => each.text(),
            Self::If(condition, then) => format!("if {} {{ {} }}", condition.text(), then.text(number)),
        }
    }

    /// Whether it is a loop, or calls a function that has one.
    pub(super) fn has_loop(&self) -> bool {
        match self {
            Self::Loop(_) => true,
            Self::Call(call) => call.has_loop(),
            Self::If(_, then) => then.has_loop(),
            _ => false,
        }
    }
}

/// Keeps a result.
pub(super) fn write_result(memory: &mut Memory, which: usize, value: i64) -> Result<(), Stop> {
    let at = i64::try_from(which).unwrap_or(0);
    let pointer = memory.pointer(0)?.plus(at);
    memory.write(pointer, &[Some(low8(value.cast_unsigned()))])
}

/// The unsigned type of so many bytes.
fn unsigned(len: i64) -> &'static str {
    match len {
        1 => "u8",
        2 => "u16",
        _ => "u32",
    }
}
