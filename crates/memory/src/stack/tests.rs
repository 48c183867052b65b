//! Blocks, what is in them, and what is left when they are gone.

use std::rc::Rc;

use super::{FrameLayout, Life, Owner, Pointers, Stack};
use crate::{
    arena::{Region, Regions},
    contents::Objects,
    fault::FaultKind,
    object::Origin,
};

fn stack() -> Stack {
    Stack::new(Regions::default().stack(), Objects::default())
}

fn layout(sizes: &[u64]) -> Rc<FrameLayout> {
    named(1, sizes)
}

/// The layout of the function of that key.
fn named(key: u64, sizes: &[u64]) -> Rc<FrameLayout> {
    let mut layout = FrameLayout::new(key, Pointers::Escape);
    for (i, &size) in sizes.iter().enumerate() {
        layout.add(size, 1, Origin(u64::try_from(i).unwrap()), false).unwrap();
    }
    Rc::new(layout)
}

#[test]
fn locals_are_apart_and_bounds_are_exact() {
    let layout = layout(&[1, 16, 0, 100, 8]);
    let mut stack = stack();
    let (base, _) = stack.push(&layout);
    for local in layout.locals() {
        let start = base + u64::from(local.offset);
        let len = usize::try_from(local.size()).unwrap();
        assert!(len == 0 || stack.bytes(start, 0, len).is_some());
        assert!(stack.bytes(start, 0, len + 1).is_none(), "past the end of {local:?}");
        assert!(stack.bytes(start.wrapping_sub(1), 0, 1).is_none(), "before {local:?}");
    }
}

#[test]
fn returned_blocks_are_recognised_and_addresses_are_fresh() {
    let layout = layout(&[8]);
    let mut stack = stack();
    let mark = stack.mark();
    let (old, _) = stack.push(&layout);
    stack.release(mark);
    let (new, _) = stack.push(&layout);
    assert!(new > old);
    assert!(stack.is_returned(old) && !stack.is_returned(new));
    assert!(stack.bytes(old, 0, 1).is_none());
    stack.push(&layout);
    for address in old - 100..new + 3000 {
        let ranges = stack.returned_between(FaultKind::UseAfterReturn, old - 100, new + 3000);
        let inside = ranges.iter().any(|range| range.contains(&address));
        assert_eq!(inside, stack.is_returned(address), "{address:#x}");
        let alone = stack.returned_between(FaultKind::UseAfterReturn, address, address);
        assert_eq!(alone.len(), usize::from(inside));
    }
}

#[test]
fn a_stack_without_shadows_can_be_shared() {
    let layout = layout(&[8, 5000]);
    let mut stack = stack();
    let first = u64::from(layout.locals()[0].offset);
    let blocks: Vec<u64> = (0..3).map(|_| stack.push(&layout).0 + first).collect();
    let mark = stack.mark();
    let top = stack.push(&layout).0 + first;
    stack.freeze(mark);
    let copy = stack.clone();
    assert!(blocks.iter().chain([&top]).all(|&block| copy.bytes(block, 0, 8).is_some()));
}

#[test]
fn a_new_block_is_zero() {
    let layout = layout(&[8]);
    let mut stack = stack();
    let mark = stack.mark();
    let first = u64::from(layout.locals()[0].offset);
    let local = stack.push(&layout).0 + first;
    stack.bytes_mut(local, 0, 8).unwrap().fill(7);
    stack.release(mark);
    let local = stack.push(&layout).0 + first;
    assert_eq!(stack.bytes(local, 0, 8), Some(&[0; 8][..]));
}

/// The addresses of the blocks of some calls, each of which returns before the next.
fn addresses(stack: &mut Stack, calls: &[&Rc<FrameLayout>]) -> Vec<u64> {
    let mut call = |layout| {
        let mark = stack.mark();
        let (base, _) = stack.push(layout);
        stack.release(mark);
        base
    };
    calls.iter().map(|layout| call(layout)).collect()
}

#[test]
fn calls_of_one_function_do_not_move_those_of_another() {
    let (f, g, h) = (named(1, &[4, 100]), named(2, &[4]), named(3, &[4, 4]));
    let alone = addresses(&mut stack(), &[&f, &f, &g]);
    let with_more = addresses(&mut stack(), &[&h, &f, &h, &h, &f, &h, &g]);
    assert_eq!(alone, [with_more[1], with_more[4], with_more[6]]);
    assert_ne!(alone[0], alone[1], "an address that was used is not used again");
    // Neither do calls that have returned move those that come after, at any level.
    let mut stacks = [stack(), stack()];
    let outer = stacks.each_mut().map(|stack| stack.push(&f).0);
    addresses(&mut stacks[1], &[&h, &h]);
    let inner = stacks.each_mut().map(|stack| stack.push(&g).0);
    assert_eq!((outer[0], inner[0]), (outer[1], inner[1]));
}

#[test]
fn functions_whose_keys_choose_the_same_bin_get_one_each() {
    let layouts: Vec<_> = (0..4000).map(|key| named(key, &[4])).collect();
    let mut found = addresses(&mut stack(), &layouts.iter().collect::<Vec<_>>());
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 4000);
}

#[test]
fn a_local_that_is_gone_is_named() {
    let layout = layout(&[8, 100]);
    let mut stack = stack();
    let mark = stack.mark();
    let (old, _) = stack.push(&layout);
    let scope = Owner { origin: Origin(7), key: 9, life: Life::Scope };
    let scoped = stack.push_single(4, 4, scope, true).unwrap();
    let dynamic = stack.push_single(4, 4, Origin(8).into(), true).unwrap();
    stack.release(mark);
    stack.push(&layout);
    let second = old + u64::from(layout.locals()[1].offset);
    let gone = |address| stack.gone_local(address).map(|local| (local.base, local.size, local.origin));
    assert_eq!(gone(second + 99), Some((second, 100, Origin(1))));
    assert_eq!(gone(second - 1), Some((second, 100, Origin(1))), "what is before it is in its room");
    assert_eq!(gone(scoped + 3), Some((scoped, 4, Origin(7))));
    assert_eq!(stack.gone(scoped), Some(FaultKind::UseAfterScope));
    assert_eq!([second, dynamic].map(|local| stack.gone(local)), [Some(FaultKind::UseAfterReturn); 2]);
}

#[test]
fn what_is_near_a_live_local_is_not_what_is_gone() {
    let layout = layout(&[8]);
    let mut stack = stack();
    let mark = stack.mark();
    stack.push(&layout);
    stack.release(mark);
    let (base, _) = stack.push(&layout);
    let local = base + u64::from(layout.locals()[0].offset);
    for address in local - 496..local + 504 {
        assert!(!stack.is_returned(address));
        assert_eq!(stack.owner(address), Some(local));
    }
}

#[test]
fn locals_are_a_kilobyte_apart_and_take_no_more_bytes_than_they_have() {
    let layout = layout(&[1, 8, 64, 8]);
    for pair in layout.locals().windows(2) {
        assert!(pair[1].offset - (pair[0].offset + pair[0].size()) >= 1000, "{pair:?}");
        assert!(pair[1].byte - pair[0].byte <= pair[0].size().next_multiple_of(8));
    }
}

#[test]
fn blocks_to_which_no_pointer_is_left_take_the_same_addresses() {
    let mut private = FrameLayout::new(1, Pointers::Stay);
    private.add(4, 4, Origin(0), false).unwrap();
    let private = Rc::new(private);
    let escaping = layout(&[4]);
    let found = addresses(&mut stack(), &[&private, &escaping, &private]);
    assert_eq!(found[0], found[2]);
    assert!(found[1] > found[0]);
}

/// All that can be had of a small region, where no two blocks may meet.
#[test]
fn a_small_region_is_used_up_and_never_twice() {
    for (tebi, size) in [(100, 1 << 20), (100, 1 << 24)] {
        let region = Region { base: tebi << 40, size };
        let mut stack = Stack::new(region, Objects::default());
        let layouts = [layout(&[8]), layout(&[70_000]), layout(&[8, 3000])];
        let mut used: Vec<(u64, u64)> = Vec::new();
        for round in 0.. {
            let mark = stack.mark();
            for depth in 0..=round % 5 {
                let layout = &layouts[(round + depth) % 3];
                let (base, _) = stack.push(layout);
                if stack.has_addresses() {
                    used.push((base, u64::from(layout.size())));
                }
            }
            if !stack.has_addresses() {
                break;
            }
            stack.release(mark);
        }
        used.sort_unstable();
        assert!(used.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
        assert!(used.len() > 10 && used.iter().all(|&(base, size)| region.contains(base + size)));
    }
}

#[test]
fn deep_levels_are_in_order_too_and_remember_what_was_there() {
    let layout = layout(&[8]);
    let mut stack = stack();
    let bases: Vec<u64> = (0..1000).map(|_| stack.push(&layout).0).collect();
    assert!(bases.is_sorted() && bases.iter().all(|&base| stack.owner(base).is_some()));
    stack.release(super::StackMark(10));
    let again: Vec<u64> = (0..990).map(|_| stack.push(&layout).0).collect();
    assert!(again.is_sorted() && again.iter().all(|base| !bases.contains(base)));
    assert!(bases[10..].iter().all(|&base| stack.is_returned(base)));
    assert!(bases[..10].iter().chain(&again).all(|&base| !stack.is_returned(base)));
}
