//! What the program calls out to: system calls and the functions the engine provides.
//!
//! The program brings its C library along; at the bottom of that library is one function,
//! `__vellum_syscall`. [`Kernel`] answers it: files are the host's, everything that would differ between two
//! runs (clocks, process numbers, random bytes) is made up unless [`KernelConfig`] asks for the host's.
//! The functions that need the engine (`malloc`, `setjmp`, `memcpy` and their like) are answered here too.
//!
//! A function that is none of these may be the host's ([`KernelConfig::external`]): it is called for real.
//!
//! What is not supported fails as it would on a system without it and leaves a line in [`Kernel::warnings`], or
//! ends the path. What only asks for a favour that nobody can tell the absence of (locking pages in memory,
//! writing mappings to disk, most advice) is granted and ignored.

mod access;
mod config;
mod content;
mod errno;
mod external;
mod failures;
mod fds;
mod files;
mod functions;
mod host;
mod kernel;
mod stack;
mod surroundings;
mod syscalls;
#[cfg(test)]
mod tests;
mod warnings;

pub use config::{KernelConfig, Policy, Scope};
pub use failures::{Callers, MayFail};
pub use host::{Whose, cpu_time, interrupt_calls, send_signal};
pub use kernel::Kernel;
pub use surroundings::{Argument, Surroundings, Template};
