//! When a check gives up.
//!
//! Bitwuzla asks now and then whether to go on, at points that depend on the question alone. So a limit on the
//! number of times it asks gives the same answer on every machine; whoever has a clock or a flag is asked as well.

use std::{cell::Cell, ffi::c_void};

/// What the callback looks at. Only the solver's own thread sees the cells.
pub(crate) struct Fence {
    /// How often a check may be asked about.
    pub(crate) limit: Cell<u64>,
    /// How often the last check was asked about.
    pub(crate) polls: Cell<u64>,
}

impl Fence {
    pub(crate) fn new() -> Self {
        Self { limit: Cell::new(u64::MAX), polls: Cell::new(0) }
    }

    fn is_reached(&self) -> bool {
        let polls = self.polls.get() + 1;
        self.polls.set(polls);
        polls > self.limit.get()
    }
}

/// What the callback looks at during a check that somebody else may end, too.
pub(crate) struct Watch<'a> {
    pub(crate) fence: &'a Fence,
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

/// Bitwuzla's termination callback: not zero ends the check. Nothing in it panics.
pub(crate) extern "C" fn is_over(fence: *mut c_void) -> i32 {
    // SAFETY: the solver registered the address of its fence, which it keeps until Bitwuzla's solver is gone;
    // Bitwuzla calls from within a check, on the solver's thread.
    let fence = unsafe { &*fence.cast::<Fence>() };
    i32::from(fence.is_reached())
}

/// The same for a check that is watched.
pub(crate) extern "C" fn is_watch_over(watch: *mut c_void) -> i32 {
    // SAFETY: `Solver::check_until` registered the address of its watch, and takes it back before the watch is
    // gone; Bitwuzla calls from within a check, on the solver's thread.
    let watch = unsafe { &*watch.cast::<Watch<'_>>() };
    i32::from(watch.fence.is_reached() || (watch.is_over)())
}
