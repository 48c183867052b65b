//! Blocks, what is in them, and what is left when they are gone.

use std::rc::Rc;

use super::{FrameLayout, Stack};
use crate::{arena::Regions, contents::Objects, object::Origin};

fn stack() -> Stack {
    Stack::new(Regions::default().stack(), Objects::default())
}

fn layout(sizes: &[u64]) -> Rc<FrameLayout> {
    let mut layout = FrameLayout::default();
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
    for address in old - 100..new + 300 {
        let ranges = stack.returned_between(old - 100, new + 300);
        let inside = ranges.iter().any(|range| range.contains(&address));
        assert_eq!(inside, stack.is_returned(address) && address >= stack.region.base, "{address:#x}");
        let alone = stack.returned_between(address, address);
        assert_eq!(alone.len(), usize::from(inside));
    }
}

#[test]
fn a_stack_without_shadows_can_be_shared() {
    let layout = layout(&[8, 5000]);
    let mut stack = stack();
    let blocks: Vec<u64> = (0..3).map(|_| stack.push(&layout).0).collect();
    let mark = stack.mark();
    let (top, _) = stack.push(&layout);
    stack.freeze(mark);
    let copy = stack.clone();
    assert!(blocks.iter().chain([&top]).all(|&block| copy.bytes(block, 0, 8).is_some()));
}

#[test]
fn a_new_block_is_zero() {
    let layout = layout(&[8]);
    let mut stack = stack();
    let mark = stack.mark();
    let (base, _) = stack.push(&layout);
    stack.bytes_mut(base, 0, 8).unwrap().fill(7);
    stack.release(mark);
    let (base, _) = stack.push(&layout);
    assert_eq!(stack.bytes(base, 0, 8), Some(&[0; 8][..]));
}
