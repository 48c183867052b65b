//! How much memory reading may take, and giving it back.
//!
//! A damaged count makes LLVM allocate, and touch, as much as there is. While a [`MemoryLimit`] is alive the
//! process may grow by a generous multiple of its input and not further; what asks for more is told that
//! there is none, and [`crate::guard`] takes over from there.

use std::fs;

use vellum_collections::cast::len64;

/// What every program gets.
const FLOOR: u64 = 2 << 30;

/// Bytes of memory per byte of input: LLVM needs about thirty.
const PER_BYTE: u64 = 256;

/// A limit on the address space of the process, lifted on drop.
pub(crate) struct MemoryLimit {
    previous: libc::rlimit,
}

impl MemoryLimit {
    /// Allows the process to grow by what reading this many bytes may need. Where the system does not say how
    /// large the process is, or has a lower limit already, there is nothing to do.
    pub(crate) fn for_input(bytes: usize) -> Option<Self> {
        let growth = len64(bytes).saturating_mul(PER_BYTE).saturating_add(FLOOR);
        let limit = address_space()?.saturating_add(growth);
        let mut previous = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: fills the struct.
        let known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut previous) } == 0;
        if !known || previous.rlim_cur <= limit {
            return None;
        }
        let new = libc::rlimit { rlim_cur: limit, rlim_max: previous.rlim_max };
        // SAFETY: reads the struct.
        (unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const new) } == 0).then_some(Self { previous })
    }
}

impl Drop for MemoryLimit {
    fn drop(&mut self) {
        // SAFETY: reads the struct; raising a soft limit to where it was is always allowed.
        unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const self.previous) };
    }
}

/// Bytes of address space the process has.
fn address_space() -> Option<u64> {
    const PAGE: u64 = 4096;
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split(' ').next()?.parse().ok()?;
    pages.checked_mul(PAGE)
}

/// Gives memory that was freed back to the system: LLVM needs far more than the program form does.
pub(crate) fn return_free_memory() {
    // SAFETY: has no precondition.
    unsafe { libc::malloc_trim(0) };
}
