//! What can be set.

use std::sync::{Arc, atomic::AtomicBool};

/// What the program sees of the machine it runs on.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct KernelConfig {
    /// Clocks are the host's and sleeping takes time. Otherwise time starts at a fixed moment, passes with
    /// the instructions executed, and sleeping only moves it on.
    pub host_time: bool,
    /// Process numbers and the system's name are the host's. Otherwise they are always the same.
    pub host_ids: bool,
    /// Random bytes are the host's. Otherwise they follow from `seed`.
    pub host_random: bool,
    /// Where random bytes start.
    pub seed: u64,
    /// What a path with symbolic input prints is shown, for the input the path carries. Otherwise it is not: each
    /// path would print it.
    pub show_output: bool,
    /// Bytes of input a fuzz target gets at most.
    pub fuzz_size: u32,
    /// Whoever runs the program sets it to stop it: no call of the host begins then, and one that waits ends
    /// the path when a signal interrupts it ([`interrupt_calls`](crate::interrupt_calls)).
    pub interrupt: Arc<AtomicBool>,
}
