//! How much a question may cost, and who may stop it.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Stops the question under way, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Nobody has asked to stop.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whoever sets the flag asks to stop.
    pub const fn from_flag(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    /// Asks to stop; questions are given up until [`Interrupt::clear`].
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Questions are answered again.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether somebody has asked to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a question was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It took as many conflicts as it may.
    Conflicts,
    /// It took as long as it may, or somebody asked to stop.
    Time,
    /// Its circuit would be too large.
    Size,
    /// It contains what no backend knows.
    Unsupported,
    /// The input that was found did not stand the test: it depends on which NaN an operation gives.
    Unconfirmed,
    /// The backend failed, for want of memory or by a mistake in it.
    Failed,
}

/// What is left of a question's budget.
pub struct Meter<'a> {
    conflicts: u64,
    used: u64,
    steps: u32,
    is_over: &'a dyn Fn() -> bool,
    stopped: Option<Stop>,
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Meter({} of {} conflicts)", self.used, self.conflicts)
    }
}

/// Steps between two looks at the clock.
const STEPS: u32 = 256;

impl<'a> Meter<'a> {
    /// So many conflicts, until `is_over` says so.
    pub fn new(conflicts: u64, is_over: &'a dyn Fn() -> bool) -> Self {
        Self { conflicts, used: 0, steps: 0, is_over, stopped: None }
    }

    /// Counts a conflict; whether to stop.
    pub fn conflict(&mut self) -> bool {
        self.used += 1;
        if self.used >= self.conflicts {
            self.stop(Stop::Conflicts);
        }
        self.steps += 16;
        self.step()
    }

    /// Counts a small step; whether to stop.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        if self.steps >= STEPS {
            self.steps = 0;
            if (self.is_over)() {
                self.stop(Stop::Time);
            }
        }
        self.stopped.is_some()
    }

    /// Stops for a reason; the first one counts.
    pub fn stop(&mut self, reason: Stop) {
        self.stopped.get_or_insert(reason);
    }

    /// Why it stopped, if it did.
    pub const fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Conflicts so far.
    pub const fn used(&self) -> u64 {
        self.used
    }

    /// Conflicts that are left.
    pub const fn left(&self) -> u64 {
        self.conflicts.saturating_sub(self.used)
    }

    /// Whether the time is up, asked now.
    pub fn is_over(&self) -> bool {
        (self.is_over)()
    }
}
