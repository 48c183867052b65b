//! The outside, as one value.

use std::sync::atomic::Ordering;

use vellum_collections::{
    Map,
    cast::{index, len32},
};
use vellum_engine::{Definition, End, ExternalCall, ExternalId, Externals, Outcome};

use crate::{
    config::KernelConfig,
    errno::{Answer, Errno, Stop},
    fds::Fds,
    functions::FUNCTIONS,
    host::{self, Arg},
    random::Random,
    syscalls::{Calls, Clock, Limits, Process, Signals},
    warnings::Warnings,
};

/// What the program calls out to, and what earlier calls left behind.
pub struct Kernel {
    pub(crate) config: KernelConfig,
    pub(crate) warnings: Warnings,
    pub(crate) table: Calls,
    pub(crate) fds: Fds,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) signals: Signals,
    pub(crate) limits: Limits,
    pub(crate) process: Process,
    /// Lengths of the mappings by their addresses.
    pub(crate) mappings: Map<u64, u64>,
    pub(crate) thread_pointer: u64,
    pub(crate) calls: u64,
    pub(crate) allocations: u64,
}

/// Names with this beginning are an agreement between the C library and the engine.
const AGREED: &str = "__vellum_";

impl Kernel {
    /// A kernel for a program that has not begun.
    pub fn new(config: KernelConfig) -> Self {
        let limits = Limits::default();
        Self {
            warnings: Warnings::default(),
            table: Calls::new(),
            fds: Fds::standard(limits.descriptors()),
            clock: Clock::default(),
            random: Random::new(config.seed),
            signals: Signals::default(),
            limits,
            process: Process::default(),
            mappings: Map::default(),
            thread_pointer: 0,
            calls: 0,
            allocations: 0,
            config,
        }
    }

    /// What the user should hear about, in the order it came up, each thing once.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        self.warnings.iter()
    }

    /// Calls the program has made.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Blocks the program has allocated.
    pub fn allocations(&self) -> u64 {
        self.allocations
    }

    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.warnings.add(text.into());
    }

    fn is_interrupted(&self) -> bool {
        self.config.interrupt.load(Ordering::Relaxed)
    }

    /// Performs a system call of the host for the program.
    pub(crate) fn host(&mut self, number: i64, args: &mut [Arg]) -> Answer {
        if self.is_interrupted() {
            return Err(End::Interrupted.into());
        }
        let result = host::call(number, args);
        if result == Err(Errno(libc::EINTR)) && self.is_interrupted() {
            return Err(End::Interrupted.into());
        }
        if result == Err(Errno(libc::EPIPE)) {
            self.broken_pipe()?;
        }
        result.map_err(Stop::from)
    }
}

impl Externals for Kernel {
    fn resolve(&self, name: &str, definition: Definition) -> Option<ExternalId> {
        let position = FUNCTIONS.iter().position(|function| function.name == name)?;
        let ours = definition == Definition::Missing || name.starts_with(AGREED);
        ours.then(|| ExternalId(len32(position)))
    }

    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        self.calls += 1;
        let function = FUNCTIONS.get(index(function.0)).expect("the id came from `resolve`");
        (function.handler)(self, call)
    }
}
