//! The allocator of the process, which knows how much each thread holds.
//!
//! Paths are made and dropped by the hundred thousand, in small pieces: mimalloc is made for that. What is
//! counted are the bytes asked for, so that the same run counts the same on every machine.

#![expect(unsafe_code, reason = "an allocator is unsafe to implement")]

use std::{
    alloc::{GlobalAlloc, Layout},
    cell::Cell,
};

use mimalloc::MiMalloc;

/// mimalloc, counted.
pub(crate) struct Counting;

thread_local! {
    /// Bytes this thread asked for, less those it gave back; what crosses threads may take it below zero.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// Bytes of memory this thread holds, but for what C and C++ libraries took.
pub(crate) fn held() -> u64 {
    u64::try_from(HELD.get()).unwrap_or(0)
}

fn add(bytes: usize) {
    HELD.set(HELD.get().wrapping_add_unsigned(bytes));
}

fn subtract(bytes: usize) {
    HELD.set(HELD.get().wrapping_sub_unsigned(bytes));
}

// SAFETY: every call is passed on to mimalloc as it came, and its answer back. The count is a number of the
// thread's own, without destructor, so that it can be read at any time of the thread's life.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps to the laws of this function, which are the same there.
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as above.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        subtract(layout.size());
        // SAFETY: as above.
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        subtract(layout.size());
        add(size);
        // SAFETY: as above.
        unsafe { MiMalloc.realloc(block, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::held;

    #[test]
    fn what_is_asked_for_is_counted_until_it_is_given_back() {
        let before = held();
        let mut bytes: Vec<u8> = Vec::with_capacity(100);
        assert_eq!(held(), before + 100);
        bytes.reserve_exact(1000);
        assert_eq!(held(), before + 1000);
        drop(bytes);
        assert_eq!(held(), before);
    }
}
