//! Objects at addresses that the program chooses, as those of a device's registers.

use std::{ops::Range, rc::Rc};

use super::{Heap, Memory, arena_of};
use crate::{
    arena::CODE,
    object::{Object, ObjectKind, Origin},
};

impl Memory {
    /// Makes an object of zeros that begins at `address`. `None` where the program's own memory may be, or such an object is.
    pub fn place_at(&mut self, address: u64, size: u64, origin: Origin) -> Option<()> {
        let end = address.checked_add(size).filter(|_| address > 0 && size > 0)?;
        let regions = self.regions();
        let own = [regions.constants(), regions.globals(), regions.heap(), regions.stack(), CODE];
        let is_beyond = end > regions.stack().base;
        if is_beyond
            || own.iter().any(|region| overlap(&(address..end), region.base..region.base + region.size))
        {
            return None;
        }
        // Where an arena has no slots, an address leads to the last object that begins before it.
        let before = self.arena(end - 1).object(end - 1);
        if before.is_some_and(|object| overlap(&(address..end), object.base..object.base + object.size)) {
            return None;
        }
        let object = Object::new(address, size, ObjectKind::Engine, origin);
        let body = self.new_body(Heap::Engine, &object)?;
        Rc::make_mut(&mut self.arenas[arena_of(&self.bases, address)]).place_at(object, body)
    }
}

fn overlap(a: &Range<u64>, b: Range<u64>) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use crate::{Memory, MemoryConfig, Origin};

    #[test]
    fn an_object_is_where_it_was_put_and_nowhere_else() {
        let mut memory = Memory::new(MemoryConfig::default());
        let origin = Origin(1);
        assert_eq!(memory.place_at(0x7000, 8, origin), Some(()));
        assert_eq!(memory.place_at(0x7008, 4, origin), Some(()));
        assert_eq!(memory.place_at(0xffff_f000, 1 << 20, origin), Some(()));
        assert_eq!(memory.load(0x7000, 8), Some(0));
        memory.store_bytes(0x7008, &[7, 0, 0, 0]).unwrap();
        memory.store_bytes(0x1_000f_efff, &[9]).unwrap();
        assert_eq!((memory.load(0x7008, 4), memory.load(0x1_000f_efff, 1)), (Some(7), Some(9)));
        assert_eq!(
            (memory.load(0x7006, 4), memory.load(0x700c, 1), memory.load(0x6fff, 1)),
            (None, None, None)
        );
        assert_eq!(memory.object_at(0x7009).map(|object| (object.base, object.size)), Some((0x7008, 4)));
    }

    #[test]
    fn what_is_in_the_way_is_no_place() {
        let mut memory = Memory::new(MemoryConfig::default());
        let origin = Origin(1);
        memory.place_at(0x7000, 8, origin).unwrap();
        let regions = memory.regions();
        let taken = [
            (0, 8),
            (8, 0),
            (0x7000, 8),
            (0x6ffc, 5),
            (0x7007, 1),
            (0x6000, 0x10000),
            (u64::MAX - 3, 8),
            (crate::CODE_BASE, 8),
            (regions.constants().base - 1, 2),
            (regions.heap().base + 4096, 8),
            (regions.heap().base + regions.heap().size - 1, 1),
            (regions.stack().base, 16),
            (1 << 46, 1 << 46),
        ];
        for (address, size) in taken {
            assert_eq!(memory.place_at(address, size, origin), None, "{size} bytes at {address:#x}");
        }
        let behind = regions.heap().base + regions.heap().size;
        assert_eq!(memory.place_at(behind, 8, origin), Some(()));
        assert_eq!(memory.load(behind, 8), Some(0));
    }
}
