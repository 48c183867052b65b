//! Random objects against a list of them: where they lie, and what comes back when.

use std::collections::{BTreeSet, VecDeque};

use vellum_collections::{
    Random,
    cast::{index64, len64},
};

use super::{Arena, Freed, LARGE, Region, SHIFTS, bin_of, large::BLOCK, room_of};
use crate::{
    body::Body,
    contents::{Contents, Fill, Objects},
    object::{Object, ObjectKind, Origin},
};

const HEAP: Region = Region { base: 64 << 40, size: 1 << 40 };

fn arena(size: u64) -> Arena {
    Arena::new(Region { size, ..HEAP }, Objects::default())
}

fn allocate(arena: &mut Arena, size: u64, align: u64) -> Option<u64> {
    let body: Body = Contents::filled(size, Fill::Zeros, Objects::default())?.into();
    arena.allocate(Object::new(0, size, ObjectKind::Heap, Origin(size)), body, align)
}

fn free(arena: &mut Arena, address: u64, delay: usize) {
    assert!(matches!(arena.free(address, Origin(9), delay), Freed::Done(_)));
}

fn slice(arena: &Arena, address: u64, len: usize) -> Option<&[u8]> {
    let (cell, offset) = arena.cell(address)?;
    cell.body.slice(offset..offset + len64(len))
}

#[test]
fn a_room_has_twice_the_size_of_its_slot_and_no_less_than_16_bytes() {
    for (bin, shift) in SHIFTS.into_iter().enumerate() {
        assert_eq!(room_of(bin), (shift + 1).max(4));
    }
}

#[test]
fn an_object_goes_to_the_bin_of_its_size_or_alignment() {
    for (size, align, bin) in [(0, 1, 0), (1, 1, 0), (2, 1, 1), (4, 4, 1), (5, 1, 2), (1, 16, 3), (17, 16, 4)]
    {
        assert_eq!(bin_of(size, align), bin, "{size} aligned to {align}");
    }
    for (size, align, bin) in [(64, 1, 5), (65, 1, 6), (1, 128, 6), (2048, 1, 7), (2049, 1, 8), (1, 4096, 8)]
    {
        assert_eq!(bin_of(size, align), bin, "{size} aligned to {align}");
    }
}

/// The paper's heap: eight bins of 64 GiB, and 512 GiB for large objects. Addresses are sums of high powers of two.
#[test]
fn the_first_objects_are_where_the_paper_has_them() {
    let mut arena = arena(1 << 40);
    let gib = 1 << 30;
    for (i, shift) in SHIFTS.iter().enumerate() {
        let places = [32, 16, 48, 8, 56, 24, 40].map(|place| HEAP.base + len64(i) * 64 * gib + place * gib);
        let objects = [(); 7].map(|()| allocate(&mut arena, 1 << shift, 1).unwrap());
        assert_eq!(objects, places);
    }
    assert_eq!(allocate(&mut arena, 1 << 20, 1), Some(HEAP.base + 768 * gib - (1 << 19)));
}

#[test]
fn objects_of_one_bin_do_not_move_those_of_another() {
    let sizes = [1, 4, 8, 16, 32, 64, 256, 2048, 5000, 1 << 20];
    let addresses = |extra: Option<u64>| {
        let mut arena = arena(1 << 40);
        let temporary = extra.map(|size| allocate(&mut arena, size, 1).unwrap());
        let first = sizes.map(|size| allocate(&mut arena, size, 1).unwrap());
        if let Some(temporary) = temporary {
            free(&mut arena, temporary, 8);
        }
        let second = sizes.map(|size| allocate(&mut arena, size, 1).unwrap());
        [first, second].concat()
    };
    let without = addresses(None);
    for extra in sizes {
        for (i, (a, b)) in addresses(Some(extra)).into_iter().zip(&without).enumerate() {
            let same_bin = bin_of(extra, 1) == bin_of(sizes[i % sizes.len()], 1);
            assert!(a == *b || same_bin, "an extra object of {extra} moves {}", sizes[i % sizes.len()]);
        }
    }
}

/// An object that is gone at once, with no quarantine, moves nothing at all.
#[test]
fn without_quarantine_a_temporary_object_leaves_no_trace() {
    for size in [1, 16, 2048, 4096, 1 << 20] {
        let (mut one, mut other) = (arena(1 << 40), arena(1 << 40));
        for i in 0..100 {
            let temporary = allocate(&mut other, size, 1).unwrap();
            free(&mut other, temporary, 0);
            let sizes = [size, i * 50];
            assert_eq!(
                sizes.map(|size| allocate(&mut one, size, 1)),
                sizes.map(|size| allocate(&mut other, size, 1))
            );
        }
    }
}

#[test]
fn a_freed_address_comes_back_after_as_many_frees_as_the_quarantine_is_long() {
    for size in [1, 16, 300, 4096, 100_000] {
        for delay in [0, 1, 3, 8] {
            let mut arena = arena(1 << 40);
            let first = allocate(&mut arena, size, 1).unwrap();
            free(&mut arena, first, delay);
            for _ in 0..delay {
                let other = allocate(&mut arena, size, 1).unwrap();
                assert!(other != first && !arena.large.is_free(first), "{size} after {delay}");
                free(&mut arena, other, delay);
            }
            // The middle of what is free now may be elsewhere.
            let is_back = arena.large.is_free(first) || allocate(&mut arena, size, 1) == Some(first);
            assert!(is_back, "{size} after {delay}");
        }
        let mut arena = arena(1 << 40);
        let mut seen = BTreeSet::new();
        for _ in 0..200 {
            let address = allocate(&mut arena, size, 1).unwrap();
            assert!(seen.insert(address), "never again");
            free(&mut arena, address, usize::MAX);
            assert!(arena.nearest(address).is_some_and(|near| near.object.freed.is_some()));
        }
    }
}

#[test]
fn tiny_regions_are_full_at_some_point_and_say_so() {
    for size in [9 << 12, 100 << 12] {
        for want in [0, 1, 4, 8, 16, 32, 64, 256, 2048, 3000, 10_000] {
            let mut arena = arena(size);
            let mut objects: Vec<u64> = (0..100_000).map_while(|_| allocate(&mut arena, want, 1)).collect();
            assert!(objects.len() < 100_000);
            assert_eq!(allocate(&mut arena, want, 1), None, "full is full");
            if let Some(last) = objects.pop() {
                free(&mut arena, last, 0);
                assert_eq!(allocate(&mut arena, want, 1), Some(last));
            }
            assert!(objects.iter().all(|&object| arena.object(object).is_some_and(|o| o.base == object)));
        }
    }
}

/// What should be there.
#[derive(Clone, Default)]
struct Model {
    /// Base, size, alignment.
    live: Vec<(u64, u64)>,
    /// By bin, the oldest first.
    waiting: [VecDeque<u64>; LARGE + 1],
    /// By bin, the most there were at once.
    most: [usize; LARGE + 1],
}

#[test]
fn random_objects_are_apart_aligned_and_found() {
    for seed in 0..12 {
        let delay = [0, 1, 3, 8, 20, usize::MAX][index64(seed % 6)];
        let size = [1 << 24, 1 << 34, 1 << 40][index64(seed % 3)];
        run(&mut Random::new(seed), arena(size), delay);
    }
}

fn run(numbers: &mut Random, arena: Arena, delay: usize) {
    let mut paths = vec![(arena, Model::default())];
    for step in 0..5000 {
        let chosen = index64(numbers.below(len64(paths.len())));
        match numbers.below(40) {
            0..=22 => {
                let (arena, model) = &mut paths[chosen];
                let size = [1, 4, 8, 16, 32, 64, 256, 2048, 5000, 100_000][index64(numbers.below(10))];
                let (size, align) = (numbers.below(size + 1), 1 << numbers.below(14));
                add(arena, model, size, align);
            }
            23..=37 => {
                let (arena, model) = &mut paths[chosen];
                let any = index64(numbers.below(len64(model.live.len())));
                if any < model.live.len() {
                    let (base, size) = model.live.swap_remove(any);
                    take(arena, model, base, size, delay);
                }
            }
            38 if paths.len() < 5 => {
                let copy = paths[chosen].clone();
                paths.push(copy);
            }
            39 if paths.len() > 2 => drop(paths.swap_remove(chosen)),
            _ => (),
        }
        if step % 250 == 0 {
            for (arena, model) in &paths {
                check(arena, model);
            }
        }
    }
}

fn add(arena: &mut Arena, model: &mut Model, size: u64, align: u64) {
    let Some(base) = allocate(arena, size, align) else { return };
    assert!(base.is_multiple_of(align), "alignment");
    let bin = bin_of(size, align);
    assert!(!model.waiting[bin].contains(&base), "it waits");
    model.live.push((base, size));
    let live = model.live.iter().filter(|(base, _)| bin_at(arena, *base) == bin).count();
    model.most[bin] = model.most[bin].max(live + model.waiting[bin].len());
}

fn take(arena: &mut Arena, model: &mut Model, base: u64, size: u64, delay: usize) {
    let bin = bin_at(arena, base);
    free(arena, base, delay);
    assert!(matches!(arena.free(base, Origin(1), delay), Freed::Again));
    let near = arena.nearest(base).expect("who had it is known");
    assert_eq!((near.object.base, near.object.size, near.object.freed), (base, size, Some(Origin(9))));
    model.waiting[bin].push_back(base);
    if model.waiting[bin].len() > delay {
        model.waiting[bin].pop_front();
    }
}

fn bin_at(arena: &Arena, address: u64) -> usize {
    index64((address - arena.base) >> arena.bits).min(LARGE)
}

fn check(arena: &Arena, model: &Model) {
    let mut objects = model.live.clone();
    objects.sort_unstable();
    let mut last: Option<(u64, u64)> = None;
    for &(base, size) in &objects {
        let object = arena.object(base).expect("it is found");
        assert_eq!((object.base, object.size, object.freed), (base, size, None));
        let cell = arena.cell(base);
        let bytes = cell.and_then(|(cell, offset)| cell.body.concrete(offset..offset + size));
        assert_eq!(bytes.map(|bytes| bytes.len()), Some(index64(size)));
        assert!(slice(arena, base, index64(size) + 1).is_none(), "not beyond its end");
        assert!(slice(arena, base - 1, 1).is_none(), "nor before its start");
        if let Some((before, end)) = last.filter(|(before, _)| bin_at(arena, *before) == bin_at(arena, base))
        {
            let bin = bin_at(arena, base);
            let promised = match SHIFTS.get(bin) {
                Some(&shift) => {
                    let share = (1 << arena.bits) / (len64(model.most[bin]) + 1).next_power_of_two();
                    assert!(base - before >= share, "{share} between {} in bin {bin}", model.most[bin]);
                    share - (1 << shift)
                }
                None => BLOCK,
            };
            assert!(promised > 0 && base - end >= promised, "objects are {promised} apart in bin {bin}");
        }
        last = Some((base, base + size));
    }
    for &base in model.waiting.iter().flatten() {
        assert!(arena.object(base).is_some_and(|object| object.base == base && object.freed.is_some()));
        assert!(slice(arena, base, 1).is_none());
    }
}

/// A copy with very many objects shares them; what it allocates then duplicates little.
#[test]
fn a_copy_is_cheap_however_many_objects_there_are() {
    let mut arena = arena(1 << 40);
    for _ in 0..10_000 {
        allocate(&mut arena, 8, 1).unwrap();
    }
    let before = arena.clone();
    let mut copy = arena.clone();
    allocate(&mut copy, 8, 1).unwrap();
    free(&mut copy, before.objects().next().unwrap().base, 8);
    let shared = |cell: &super::Cell| {
        cell.object.as_ref().is_some_and(|object| std::rc::Rc::strong_count(object) == 1)
    };
    // Those of two leaves of sixteen are held twice.
    let twice = before.cells[2].iter().filter(|cell| !shared(cell)).count();
    assert!(twice <= 32, "{twice}");
}

/// Free regions are many, and large objects are found all the same: in turn, again, and after others are gone.
#[test]
fn many_large_objects_are_each_found() {
    let mut arena = arena(1 << 40);
    let objects: Vec<u64> = (0..3000).map(|i| allocate(&mut arena, 3000 + i, 1).unwrap()).collect();
    for _ in 0..3 {
        for (i, &base) in objects.iter().enumerate() {
            assert_eq!(slice(&arena, base + 5, 2990 + i).map(<[u8]>::len), Some(2990 + i));
        }
    }
    for &base in objects.iter().step_by(2) {
        free(&mut arena, base, 3);
    }
    for (i, &base) in objects.iter().enumerate() {
        assert_eq!(slice(&arena, base, 1).is_some(), i % 2 == 1);
    }
}

/// An object forgets what was there before, and what its own wrong indices could lead to.
#[test]
fn a_new_large_object_is_not_taken_for_the_old_one() {
    let mut arena = arena(1 << 40);
    let large = allocate(&mut arena, 100 * BLOCK, 1).unwrap();
    free(&mut arena, large, 0);
    let small = allocate(&mut arena, 2 * BLOCK, 1).unwrap();
    assert!(small > large && small < large + 100 * BLOCK, "it lies where the old one was");
    let near = arena.nearest(small + 3 * BLOCK).unwrap();
    assert_eq!(near.object.base, small);
    assert!(arena.nearest(large).is_some_and(|near| near.object.base == small));
    assert_eq!(arena.objects().count(), 1);
}
