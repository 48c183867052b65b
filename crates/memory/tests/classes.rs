//! What an address says that leads to no live object, and where memory ends.

use std::rc::Rc;

use vellum_memory::{
    Access, FaultKind, FrameLayout, Heap, Memory, MemoryConfig, Origin, Pointers, Region, Regions, StackMark,
    Where,
};

const MAKER: Origin = Origin(3);
const FREER: Origin = Origin(5);

fn frame() -> Rc<FrameLayout> {
    let mut layout = FrameLayout::new(1, Pointers::Escape);
    layout.add(8, 8, MAKER, false).unwrap();
    Rc::new(layout)
}

#[test]
fn a_freed_object_says_who_made_and_who_freed_it() {
    for size in [1, 8, 100, 5000] {
        let mut memory = Memory::new(MemoryConfig::default());
        let block = memory.allocate(Heap::Malloc, size, 1, MAKER).unwrap();
        memory.free(block, FREER).unwrap();
        let fault = memory.explain(Access::Read, block + size / 2, 1);
        let object = fault.nearest.unwrap().object;
        assert_eq!((fault.kind, object.origin, object.freed), (FaultKind::UseAfterFree, MAKER, Some(FREER)));
        let again = memory.free(block, Origin(7)).unwrap_err();
        assert_eq!((again.kind, again.nearest.unwrap().object.freed), (FaultKind::DoubleFree, Some(FREER)));
        // Longer than it waits: as long as nothing else is there.
        let others: Vec<u64> =
            (0..20).map(|_| memory.allocate(Heap::Malloc, size, 1, MAKER).unwrap()).collect();
        for &other in &others {
            memory.free(other, FREER).unwrap();
        }
        assert_eq!(memory.explain(Access::Write, others[19], 1).kind, FaultKind::UseAfterFree);
    }
}

#[test]
fn beside_an_object_it_is_so_many_bytes_from_it() {
    let mut memory = Memory::new(MemoryConfig::default());
    for heap in [Heap::Malloc, Heap::Global, Heap::Constant] {
        for size in [1, 16, 100, 2048, 5000, 1 << 20] {
            let base = memory.allocate(heap, size, 1, Origin(size)).unwrap();
            for beyond in [0, 1, 100] {
                let fault = memory.explain(Access::Read, base + size + beyond, 4);
                let near = fault.nearest.unwrap();
                assert_eq!((fault.kind, near.place), (FaultKind::OutOfBounds, Where::After(beyond)));
                assert_eq!(near.object.origin, Origin(size));
                let near = memory.explain(Access::Read, base - beyond - 1, 1).nearest.unwrap();
                assert_eq!((near.object.base, near.place), (base, Where::Before(beyond + 1)));
            }
        }
    }
}

#[test]
fn null_frames_and_nothing_are_told_apart() {
    let mut memory = Memory::new(MemoryConfig::default());
    let (block, _) = memory.push_frame(&frame()).unwrap();
    memory.release(StackMark::BOTTOM);
    let kind = |address| memory.explain(Access::Read, address, 1).kind;
    assert_eq!(kind(0), FaultKind::NullDereference);
    assert_eq!(kind(4095), FaultKind::NullDereference);
    assert_eq!(kind(block), FaultKind::UseAfterReturn);
    for nothing in [4096, 1 << 44, memory.regions().heap().base, u64::MAX - 8] {
        let fault = memory.explain(Access::Write, nothing, 8);
        assert_eq!((fault.kind, fault.nearest), (FaultKind::OutOfBounds, None));
    }
}

#[test]
fn every_region_has_an_end() {
    let region = |base: u64, size| Region { base: base << 40, size };
    let regions =
        Regions::new(region(32, 9 << 12), region(33, 1 << 20), region(34, 1 << 16), region(35, 1 << 16));
    let mut memory = Memory::new(MemoryConfig { regions: regions.unwrap(), ..MemoryConfig::default() });
    assert_eq!(Ok(memory.regions()), regions);
    for heap in [Heap::Constant, Heap::Global, Heap::Malloc] {
        for size in [1, 64, 2048, 4096] {
            let count = (0..100_000).take_while(|_| memory.allocate(heap, size, 1, MAKER).is_some()).count();
            assert!(count < 100_000, "{heap:?} of {size}");
        }
    }
    let layout = frame();
    let calls = (0..100_000).take_while(|_| {
        let pushed = memory.push_frame(&layout).is_some();
        memory.release(StackMark::BOTTOM);
        pushed
    });
    assert!(calls.count() < 100_000);
    assert!(memory.stack_is_used_up() && memory.alloca(1, 1, MAKER).is_none());
}

#[test]
fn all_live_objects_can_be_walked_with_their_bytes() {
    let mut memory = Memory::new(MemoryConfig::default());
    let mut expected = Vec::new();
    for heap in [Heap::Constant, Heap::Global, Heap::Malloc, Heap::Unwritten] {
        for size in [3_usize, 5000] {
            let base = memory.allocate(heap, u64::try_from(size).unwrap(), 1, MAKER).unwrap();
            memory.initialise(base, &[7; 2]).unwrap();
            expected.push((base, [vec![7; 2], vec![0; size - 2]].concat()));
        }
    }
    let gone = memory.allocate(Heap::Malloc, 8, 1, MAKER).unwrap();
    memory.free(gone, FREER).unwrap();
    let frame = frame();
    let (block, _) = memory.push_frame(&frame).unwrap();
    expected.push((block + u64::from(frame.locals()[0].offset), vec![0; 8]));
    let mut found: Vec<(u64, Vec<u8>)> =
        memory.live_objects().map(|(object, bytes)| (object.base, bytes.unwrap().into_owned())).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}
