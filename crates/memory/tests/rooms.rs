//! Rooms: every address of an object, and the one just past its end, is its own and nobody else's.

use std::rc::Rc;

use vellum_collections::Random;
use vellum_memory::{FrameLayout, Heap, Memory, MemoryConfig, Origin, Pointers, Region, Regions, StackMark};

const ORIGIN: Origin = Origin(1);

/// Memory whose regions are as small as can be, or as they usually are.
fn memory(is_small: bool) -> Memory {
    let small = |base: u64| Region { base: base << 40, size: 9 << 12 };
    let regions = Regions::new(small(32), small(48), small(64), Region { base: 96 << 40, size: 1 << 40 });
    let regions = if is_small { regions.unwrap() } else { Regions::default() };
    Memory::new(MemoryConfig { regions, ..MemoryConfig::default() })
}

/// A size, mostly one that fills a slot or nearly does.
fn size(random: &mut Random) -> u64 {
    match random.below(4) {
        0 => random.below(200),
        1 => 1 << random.below(13),
        2 => (1 << random.below(13)) - 1,
        _ => 4096 * random.below(3) + random.below(2),
    }
}

/// Objects of all kinds of memory: their addresses and sizes.
fn objects(memory: &mut Memory, random: &mut Random) -> Vec<(u64, u64)> {
    let mut made = Vec::new();
    for _ in 0..200 {
        let kinds = [Heap::Malloc, Heap::Unwritten, Heap::Engine, Heap::Global, Heap::Constant];
        let kind = kinds[usize::try_from(random.below(5)).unwrap()];
        let size = size(random);
        let align = 1 << random.below(5);
        made.extend(memory.allocate(kind, size, align, ORIGIN).map(|base| (base, size)));
        if random.below(10) == 0 {
            let size = random.below(100);
            made.push((memory.alloca(size, 16, ORIGIN).unwrap(), size));
        }
        if random.below(10) == 0 {
            let mut layout = FrameLayout::new(1, Pointers::Escape);
            for _ in 0..random.below(6) {
                layout.add(random.below(100), 1 << random.below(5), ORIGIN, random.below(2) == 0).unwrap();
            }
            let layout = Rc::new(layout);
            let (block, _) = memory.push_frame(&layout).unwrap();
            let locals = layout.locals().iter();
            made.extend(locals.map(|local| (block + u64::from(local.offset), u64::from(local.size()))));
        }
    }
    made
}

#[test]
fn an_object_owns_its_addresses_and_the_one_past_its_end() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut memory = memory(seed % 2 == 0);
        let objects = objects(&mut memory, &mut random);
        assert!(objects.len() > 30, "seed {seed}");
        if seed % 3 == 0 {
            memory.freeze(memory.stack_mark());
        }
        for &(base, size) in &objects {
            for offset in [0, 1, size / 2, size.saturating_sub(1), size] {
                let offset = offset.min(size);
                assert_eq!(memory.owner(base + offset), Some(base), "seed {seed}: {offset} of {size}");
                assert!(memory.same_room(base + offset, base) && memory.same_room(base, base + offset));
            }
            // Whatever is in its room is its own.
            for _ in 0..20 {
                let far = 1 << random.below(20);
                let other = (base + size).wrapping_add(random.below(2 * far)).wrapping_sub(far);
                let is_own = memory.same_room(base, other);
                assert!(!is_own || memory.owner(other) == Some(base), "seed {seed}: {other:#x} of {base:#x}");
                assert!(is_own || !(base..=base + size).contains(&other));
            }
            for &(other, _) in objects.iter().filter(|&&(other, _)| other != base) {
                assert!(!memory.same_room(base, other) && !memory.same_room(base + size, other));
            }
        }
    }
}

#[test]
fn what_is_gone_keeps_its_room_until_another_comes() {
    let mut memory = memory(false);
    for size in [1, 16, 2048, 10_000] {
        let base = memory.allocate(Heap::Malloc, size, 16, ORIGIN).unwrap();
        memory.free(base, ORIGIN).unwrap();
        assert_eq!(memory.owner(base + size), Some(base));
        assert!(memory.object_from(base).is_none());
    }
    let local = memory.alloca(40, 16, ORIGIN).unwrap();
    memory.alloca(8, 16, ORIGIN).unwrap();
    memory.release(StackMark::BOTTOM);
    assert_eq!(memory.owner(local + 8), Some(local));
    for nowhere in [0, 8, u64::MAX, 20 << 40, 64 << 40] {
        assert_eq!(memory.owner(nowhere), None);
    }
}

#[test]
fn an_access_from_an_address_stays_in_its_object() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut memory = memory(seed % 2 == 0);
        let objects = objects(&mut memory, &mut random);
        for &(base, size) in &objects {
            let from = random.below(size + 1);
            let place = random.below(2 * size + 16).wrapping_sub(8);
            let by = place.wrapping_sub(from);
            let is_inside = place.saturating_add(4) <= size;
            let is_constant = memory.is_constant(base);
            let stored = memory.store_from(base + from, by, [1, 2, 3, 4]);
            assert_eq!(stored.is_some(), is_inside && !is_constant, "seed {seed}: {place} of {size}");
            if stored.is_some() {
                assert_eq!(memory.load_from(base + from, by), Some([1, 2, 3, 4]));
                assert_eq!(memory.load_array(base + place), Some([1, 2, 3, 4]));
            } else if !is_inside {
                assert_eq!(memory.load_from::<4>(base + from, by), None);
            }
        }
    }
}
