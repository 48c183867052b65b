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
    /// An assumption that cannot hold on a path (`klee_assume`) is an error.
    pub strict_assume: bool,
    /// Bytes of input a fuzz target gets at most.
    pub fuzz_size: u32,
    /// Whoever runs the program sets it to stop it: no call of the host begins then, and one that waits ends
    /// the path when a signal interrupts it ([`interrupt_calls`](crate::interrupt_calls)).
    pub interrupt: Arc<AtomicBool>,
    /// Which values external code may get.
    pub policy: Policy,
    /// Whether the program has a C library of its own.
    pub has_libc: bool,
    /// Which objects external code gets to see.
    pub scope: Scope,
    /// How external code is called; without it there is none.
    pub external: Option<vellum_foreign::Config>,
}

/// Which values external code may get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Only numbers: a call that would get something symbolic ends the path.
    #[default]
    Concrete,
    /// A value of whatever is symbolic; the path goes on with that value.
    All,
    /// None: every call ends the path.
    None,
}

/// Which objects external code gets to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Those its arguments lead to, and those that words in these lead to, and so on.
    #[default]
    Reachable,
    /// All there are.
    All,
}
