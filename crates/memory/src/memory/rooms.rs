//! Rooms: the addresses that are an object's own.
//!
//! Every object has a room, and no other object is in it: its bytes, the address just past its end, and what else is
//! left of a slot, of blocks, or of a granule of the stack. A number in the room of an object is a pointer to that
//! object; so a pointer that is moved inside its room may stay a number, and one that leaves it may not. Rooms begin and
//! end at multiples of 16, which spares most moves a look at what is there.

use std::ops::Range;

use super::Memory;
use crate::{arena::CODE, fault::FaultKind, object::Object};

/// What rooms are made of, as a power of two.
const GRANULE: u32 = 4;

impl Memory {
    /// Whether two addresses are in the same room, whether or not an object is there.
    #[inline]
    pub fn same_room(&self, a: u64, b: u64) -> bool {
        (a ^ b) >> GRANULE == 0 || self.same_large_room(a, b)
    }

    #[inline(never)]
    fn same_large_room(&self, a: u64, b: u64) -> bool {
        if self.is_stack(a) { self.stack.same_room(a, b) } else { self.arena(a).same_room(a, b) }
    }

    /// The object that a pointer with this number belongs to, named by the address of its first byte: the live or freed
    /// object in whose room the number is. Of a local that is gone the start may not be known any more; then the number itself
    /// stands for it. `None` for numbers in no room.
    pub fn owner(&self, address: u64) -> Option<u64> {
        if self.is_stack(address) {
            let start = || self.stack.gone_local(address).map_or(address, |local| local.base);
            let gone = || self.stack.is_returned(address).then(start);
            return self.stack.owner(address).or_else(gone);
        }
        self.arena(address).owner(address).map(|object| object.base)
    }

    /// Whether a number may be the address of something: of an object, live or gone, or of a function.
    pub(crate) fn is_pointer(&self, number: u64) -> bool {
        CODE.contains(number) || self.owner(number).is_some()
    }

    /// Whether a number is in the room of an object that is gone, or in that of a live one but neither inside it nor just
    /// past its end: a pointer that was moved there belongs to the object, any other number does not.
    pub fn is_beside(&self, address: u64) -> bool {
        if self.is_stack(address) {
            return match self.stack.owner(address) {
                Some(_) => self.object_at(address).is_none(),
                None => self.stack.is_returned(address),
            };
        }
        let owner = self.arena(address).owner(address);
        owner.is_some_and(|object| {
            object.freed.is_some() || address.wrapping_sub(object.base) > object.capacity()
        })
    }

    /// The rooms that touch the addresses from `min` to `max`, in order, of objects whose use is that kind of error because
    /// they are gone; of locals, only those of symbolic size.
    pub(crate) fn rooms_of_gone(&self, kind: FaultKind, min: u64, max: u64) -> Vec<Range<u64>> {
        let rooms = self.arenas.iter().flat_map(|arena| {
            let gone = arena.objects().filter(|object| self.gone_at(object.base) == Some(kind));
            gone.map(|object| arena.room(&object))
        });
        let mut rooms: Vec<Range<u64>> = rooms.filter(|room| room.start <= max && min < room.end).collect();
        rooms.sort_unstable_by_key(|room| room.start);
        rooms
    }

    /// As [`Memory::owner`], but `None` for locals whose function has returned.
    pub fn known_owner(&self, address: u64) -> Option<u64> {
        if self.is_stack(address) { self.stack.owner(address) } else { self.owner(address) }
    }

    /// The live object that starts at `base`.
    pub fn object_from(&self, base: u64) -> Option<Object> {
        self.object_at(base).filter(|object| object.base == base)
    }
}
