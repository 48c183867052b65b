//! Variadic arguments, as the x86-64 convention passes them.
//!
//! A call saves the registers its arguments are in to memory, and a `va_list` walks that memory and then the
//! arguments that found no register. Only what was passed is part of an object: a function that asks for more
//! arguments than there are reads out of bounds.

use std::{cell::RefCell, ops::Range, rc::Rc};

use vellum_collections::{
    Map,
    cast::{index, index64, low32},
};
use vellum_expr::Exprs;
use vellum_memory::{FrameLayout, Local, Memory, Value};

use super::{no_stack, wide};
use crate::{
    code::{ArgSlot, LeafAccess, Pass, Variadic},
    end::End,
    origin::Maker,
    state::{State, VaList},
};

/// Bytes of the saved general registers, and of all saved registers.
const GENERAL_END: u32 = 48;
const VECTOR_END: u32 = 176;

/// Bytes a saved general register and a saved vector register take.
const GENERAL: u32 = 8;
const VECTOR: u32 = 16;

/// Bytes of a `va_list`.
pub(super) const LIST: u32 = 24;

/// Where an argument is.
enum Place {
    /// In the saved registers.
    Saved(u32),
    /// Among those in memory.
    Memory(u64),
}

/// How far registers and memory are used up.
#[derive(Clone, Copy)]
struct Used {
    general: u32,
    vector: u32,
    memory: u64,
}

impl Used {
    fn take(&mut self, pass: Pass, size: u64, align: u64) -> Place {
        match pass {
            Pass::General(count) if self.general + count * GENERAL <= GENERAL_END => {
                self.general += count * GENERAL;
                Place::Saved(self.general - count * GENERAL)
            }
            Pass::Vector if self.vector + VECTOR <= VECTOR_END => {
                self.vector += VECTOR;
                Place::Saved(self.vector - VECTOR)
            }
            _ => {
                let at = self.memory.next_multiple_of(align);
                self.memory = at + size;
                Place::Memory(at)
            }
        }
    }
}

/// The layouts of saved registers, by what is saved: few, and made when first needed.
#[derive(Debug, Default)]
pub(crate) struct SavedRegisters(RefCell<Map<[Range<u32>; 2], Rc<FrameLayout>>>);

impl SavedRegisters {
    /// The layout of an area in which the bytes of `general` and of `vector` registers are objects.
    fn layout(&self, general: Range<u32>, vector: Range<u32>) -> Rc<FrameLayout> {
        let mut known = self.0.borrow_mut();
        let layout = known.entry([general, vector]).or_insert_with_key(|saved| {
            let origin = Maker::Engine.origin();
            let local = |part: &Range<u32>| Local::new(part.start, part.end - part.start, origin, true);
            Rc::new(FrameLayout::exact(VECTOR_END, 16, &saved.each_ref().map(local)))
        });
        Rc::clone(layout)
    }
}

/// Lays out the variadic ones of `args`, those after the first `fixed`, and returns where a list of them
/// begins. `caller` is the caller's first register.
pub(super) fn pass(
    state: &mut State,
    exprs: &mut Exprs,
    saved_registers: &SavedRegisters,
    caller: usize,
    args: &[ArgSlot],
    fixed: usize,
) -> Result<VaList, End> {
    let mut used = Used { general: 0, vector: GENERAL_END, memory: 0 };
    let (fixed, variadic) = args.split_at(fixed.min(args.len()));
    for arg in fixed {
        used.take(arg.pass, arg.size, arg.align);
    }
    // Fixed arguments in memory are not part of the list.
    let begin = Used { memory: 0, ..used };
    let mut end = begin;
    for arg in variadic {
        end.take(arg.pass, arg.size, arg.align);
    }
    let memory = &mut state.memory;
    let layout = saved_registers.layout(begin.general..end.general, begin.vector..end.vector);
    let (saved, _) = memory.push_frame(&layout).ok_or_else(|| no_stack(memory))?;
    let align = variadic.iter().map(|arg| arg.align).fold(16, u64::max);
    let area = memory.alloca(end.memory, align, Maker::Engine.origin());
    let area = area.ok_or_else(|| no_stack(memory))?;
    let mut used = begin;
    for arg in variadic {
        let at = match used.take(arg.pass, arg.size, arg.align) {
            Place::Saved(offset) => saved + u64::from(offset),
            Place::Memory(offset) => area + offset,
        };
        write(state, exprs, caller, arg, at)?;
    }
    Ok(VaList { general: begin.general, vector: begin.vector, memory: area, saved })
}

/// Writes an argument to its place.
fn write(state: &mut State, exprs: &mut Exprs, caller: usize, arg: &ArgSlot, at: u64) -> Result<(), End> {
    let first = caller + index(arg.slot);
    if let Some(copied) = arg.by_value {
        let (memory, from) = (&mut state.memory, state.registers[first]);
        let copy = memory.copy(at, from, copied.size);
        let copy = copy.or_else(|_| memory.copy_values(exprs, at, from, copied.size));
        return copy.map_err(|(access, address)| memory.explain(access, address, copied.size).into());
    }
    let symbolic = |at: usize| matches!(state.register(at), Value::Symbolic(_));
    if !(first..first + index(arg.shape.slots)).any(symbolic)
        && let Some(room) = state.memory.bytes_mut(at, index64(arg.size))
    {
        // A saved vector register has room for 16 bytes; what the value does not fill is nobody's.
        match room.first_chunk_mut() {
            Some(word) if arg.shape.slots == 1 => *word = state.registers[first].to_le_bytes(),
            _ => wide::store(&state.registers[caller..], index(arg.slot), &arg.leaves, room),
        }
        return Ok(());
    }
    let single = [LeafAccess { bit: 0, width: 64, slot: 0 }];
    let leaves: &[LeafAccess] = if arg.shape.slots == 1 { &single } else { &arg.leaves };
    for leaf in leaves {
        for (word, bits) in (0..leaf.width).step_by(64).enumerate() {
            let value = state.register(first + index(leaf.slot) + word);
            let len = (leaf.width - bits).min(64).div_ceil(8);
            let place = at + leaf.bit / 8 + u64::from(bits / 8);
            state.memory.store_value(exprs, place, len, value).expect("the place was made for this argument");
        }
    }
    Ok(())
}

/// Makes the list at `address` stand at its beginning.
pub(super) fn start(memory: &mut Memory, address: u64, list: &VaList) -> Option<()> {
    let used = u64::from(list.general) | u64::from(list.vector) << 32;
    let words = [used, list.memory, list.saved].map(u64::to_le_bytes);
    memory.store_bytes(address, words.as_flattened())
}

/// Where the next argument of the list at `address` is; the list then stands after it.
pub(super) fn next(memory: &mut Memory, address: u64, arg: &Variadic) -> Option<u64> {
    let word = |at, size| memory.load(address.wrapping_add(at), size);
    let mut used = Used { general: low32(word(0, 4)?), vector: low32(word(4, 4)?), memory: word(8, 8)? };
    let saved = word(16, 8)?;
    let place = match used.take(arg.pass, arg.size, arg.align) {
        Place::Saved(offset) => saved.wrapping_add(u64::from(offset)),
        Place::Memory(at) => at,
    };
    memory.store(address, 4, u64::from(used.general))?;
    memory.store(address.wrapping_add(4), 4, u64::from(used.vector))?;
    memory.store(address.wrapping_add(8), 8, used.memory)?;
    Some(place)
}
