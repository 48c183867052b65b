//! Operations that may take long.
//!
//! Limits of the run are looked at between slices of a path, and an operation is over in no time, as a rule. One that is not
//! says how much it has done while it does it, so that limits hold in the midst of it, too.

use super::Machine;
use crate::{end::End, symbolic::Halt};

/// Bytes that are moved at once.
pub(super) const PART: u64 = 1 << 20;

/// What a question to the oracle counts as, in bytes moved.
pub(super) const ROUND: u64 = 1 << 12;

impl Machine<'_> {
    /// Says that as much was done as it takes to move so many bytes: the path ends if nothing more is wanted.
    pub(super) fn spend(&mut self, work: u64) -> Result<(), End> {
        match self.symbolic.halts_after(work) {
            None => Ok(()),
            Some(Halt::Interrupted) => Err(End::Interrupted),
            Some(Halt::Limit(limit)) => Err(End::Stopped(limit.into())),
        }
    }
}
