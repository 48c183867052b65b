//! The outside, as one value.

use std::{
    cell::{Cell, RefCell},
    ops::Range,
    rc::Rc,
    sync::atomic::Ordering,
};

use vellum_collections::{
    Map, Random,
    cast::{index, len32},
};
use vellum_engine::{
    Beyond, Definition, End, ExternalCall, ExternalId, Externals, LeftOut, Outcome, Takes, Verdicts,
};
use vellum_expr::{Exprs, Input, Marker, Model};
use vellum_memory::{Memory, Object};

use crate::{
    config::KernelConfig,
    errno::{Answer, Errno, Stop},
    external::External,
    failures::{FailingAllocations, Failures},
    fds::Fds,
    files::{Files, NodeId},
    functions::{FUNCTIONS, WorksOn},
    host::{self, Arg},
    surroundings::Shown,
    syscalls::{Calls, Clock, Entries, Limits, Mapping, Process, Signals},
    warnings::Warnings,
};

/// What the program calls out to, and what earlier calls of a path left behind.
#[derive(Clone)]
pub struct Kernel {
    pub(crate) config: Rc<KernelConfig>,
    /// Warnings and figures of all paths.
    pub(crate) shared: Rc<Shared>,
    pub(crate) table: Rc<Calls>,
    pub(crate) fds: Fds,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) signals: Signals,
    pub(crate) limits: Limits,
    pub(crate) process: Process,
    /// The mappings by their addresses.
    pub(crate) mappings: Map<u64, Mapping>,
    pub(crate) thread_pointer: u64,
    /// The object that is `errno` of a program without a C library, if it was needed.
    pub(crate) own_errno: u64,
    /// Which helper the pointers into external code's memory are of that the path may have; 0 if it has none.
    pub(crate) external_life: u64,
    /// Where that memory is, or was.
    pub(crate) external_memory: Vec<Range<u64>>,
    /// Which helper the path's last call was made in; 0 if it made none.
    pub(crate) external_last: u64,
    /// Objects that calls in it were given, the last one last: external code may have kept their addresses.
    pub(crate) external_kept: Vec<Object>,
    /// Files of this path's own.
    pub(crate) files: Files,
    /// System calls that may fail for no reason.
    pub(crate) failures: Option<Failures>,
    /// Allocations that may.
    pub(crate) failing_allocations: Option<FailingAllocations>,
    /// Parts of the input that its surroundings are made of, as far as the program sees numbers there.
    pub(crate) shown: Rc<Vec<Shown>>,
    /// What this path was not given that the real system would have, each thing once.
    left_out: Vec<LeftOut>,
    /// Standard output as an object of the test case.
    pub(crate) stdout: Option<(Input, NodeId)>,
}

/// What all paths have in common.
#[derive(Default)]
pub(crate) struct Shared {
    warnings: RefCell<Warnings>,
    calls: Cell<u64>,
    pub(crate) allocations: Cell<u64>,
    pub(crate) external: RefCell<External>,
    pub(crate) calls_external: Cell<bool>,
    /// What folders of the host hold, by name.
    pub(crate) entries: RefCell<Map<Vec<u8>, Entries>>,
}

/// The kernel of one path, copied when the path first calls out after a fork.
struct PathKernel(Rc<Kernel>);

/// Names with these beginnings are an agreement between the C library or the program and the engine: a body the
/// program brings along is not used.
const AGREED: [&str; 3] = ["__vellum_", "klee_", "__VERIFIER_"];

impl Kernel {
    /// A kernel for a program that has not begun.
    pub fn new(config: KernelConfig) -> Self {
        let limits = Limits::default();
        Self {
            shared: Rc::new(Shared {
                external: RefCell::new(External::new(config.external.clone())),
                ..Shared::default()
            }),
            table: Rc::new(Calls::new()),
            fds: Fds::standard(limits.descriptors()),
            clock: Clock::default(),
            random: Random::new(config.seed),
            signals: Signals::default(),
            limits,
            process: Process::default(),
            mappings: Map::default(),
            thread_pointer: 0,
            own_errno: 0,
            external_life: 0,
            external_memory: Vec::new(),
            external_last: 0,
            external_kept: Vec::new(),
            files: Files::default(),
            failures: None,
            failing_allocations: None,
            shown: Rc::default(),
            left_out: Vec::new(),
            stdout: None,
            config: Rc::new(config),
        }
    }

    /// What the user should hear about, in the order it came up, each thing once.
    pub fn warnings(&self) -> Vec<String> {
        self.shared.warnings.borrow().iter().map(str::to_owned).collect()
    }

    /// Calls the program has made.
    pub fn calls(&self) -> u64 {
        self.shared.calls.get()
    }

    /// Blocks the program has allocated.
    pub fn allocations(&self) -> u64 {
        self.shared.allocations.get()
    }

    pub(crate) fn warn(&self, text: impl Into<String>) {
        self.shared.warnings.borrow_mut().add(text.into());
    }

    /// Notes that the path goes on otherwise than with the real system, and warns of it. What is found on it all the same
    /// is the program's.
    pub(crate) fn leave_out(&mut self, what: impl Into<Box<str>>) {
        self.note_left_out(what.into(), Verdicts::Stand);
    }

    /// As [`Self::leave_out`], where a correct program may go wrong because of it.
    pub(crate) fn leave_in_doubt(&mut self, what: impl Into<Box<str>>) {
        self.note_left_out(what.into(), Verdicts::Doubtful);
    }

    fn note_left_out(&mut self, what: Box<str>, verdicts: Verdicts) {
        if self.left_out.iter().all(|known| known.what != what) {
            self.warn(&*what);
            self.left_out.push(LeftOut { what, verdicts });
        }
    }

    /// Notes that `size` bytes were refused, unless no machine would have had them.
    pub(crate) fn note_exhaustion(&mut self, memory: &Memory, size: u64) {
        if size < memory.regions().heap().size {
            self.leave_out("memory is exhausted: an allocation failed, as the program was told");
        }
    }

    fn mark_files(&self, marker: &mut Marker) {
        self.files.mark(marker);
        if let Some(failures) = &self.failures {
            failures.mark(marker);
        }
        if let Some(failing) = &self.failing_allocations {
            failing.mark(marker);
        }
    }

    fn is_interrupted(&self) -> bool {
        self.config.interrupt.load(Ordering::Relaxed)
    }

    /// Performs a system call of the host for the program.
    pub(crate) fn host(&mut self, number: i64, args: &mut [Arg]) -> Answer {
        if self.is_interrupted() {
            return Err(End::Interrupted.into());
        }
        // The program's mask is for the files it makes, not for ours.
        let own = self.process.umask.map(host::umask);
        let result = host::call(number, args);
        own.map(host::umask);
        if result == Err(Errno(libc::EINTR)) && self.is_interrupted() {
            return Err(End::Interrupted.into());
        }
        if result == Err(Errno(libc::EPIPE)) {
            self.broken_pipe()?;
        }
        result.map_err(Stop::from)
    }

    /// A kernel like this one for the program's first path.
    pub fn outside(&self) -> Box<dyn Externals> {
        Box::new(PathKernel(Rc::new(self.clone())))
    }

    /// The function provided under `name`, if any: ours, or external code.
    fn find(&self, name: &str, definition: Definition) -> Option<ExternalId> {
        let agreed = AGREED.iter().any(|prefix| name.starts_with(prefix));
        if definition == Definition::Present && !agreed {
            return None;
        }
        if let Some(position) = FUNCTIONS.iter().position(|function| function.name == name) {
            return Some(ExternalId(len32(position)));
        }
        let position = match definition {
            Definition::Missing if !agreed && !self.is_half_of_libc(name) => {
                self.shared.external.borrow_mut().find(name)?
            }
            _ => return None,
        };
        Some(ExternalId(len32(FUNCTIONS.len() + position)))
    }

    /// Whether a function works on what the program's own C library keeps for itself, such as its streams, and the host's
    /// would misunderstand that: the checked twins of functions of the C library.
    fn is_half_of_libc(&self, name: &str) -> bool {
        self.config.has_libc && name.starts_with("__") && name.ends_with("_chk")
    }

    /// What a function can work with. External code refuses what it cannot work with itself.
    fn takes_of(id: ExternalId) -> Takes {
        FUNCTIONS.get(index(id.0)).map_or(Takes::Values, |function| function.takes)
    }

    /// Whether a function works on the program's memory alone; what external code does nobody knows. An allocation that may
    /// fail depends on how many there have been, too.
    fn is_inner_function(&self, id: ExternalId) -> bool {
        FUNCTIONS.get(index(id.0)).is_some_and(|function| match function.works_on {
            WorksOn::Memory => true,
            WorksOn::Heap => self.failing_allocations.is_none(),
            WorksOn::World => false,
        })
    }

    /// Whether some calls fail: those that the program's own code asks for, or all.
    fn is_to_fail(&self) -> bool {
        self.failures.is_some() || self.failing_allocations.is_some()
    }

    fn perform_call(&mut self, id: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        self.shared.calls.set(self.shared.calls.get() + 1);
        let result = match FUNCTIONS.get(index(id.0)) {
            Some(function) => (function.handler)(self, call),
            None => self.call_external(id.0 - len32(FUNCTIONS.len()), call),
        };
        result.map_err(|end| self.blame(end))
    }
}

impl Externals for Kernel {
    fn resolve(&self, name: &str, definition: Definition) -> Option<ExternalId> {
        self.find(name, definition)
    }

    fn variable(&self, name: &str, size: u64) -> Option<u64> {
        self.find_variable(name, size)
    }

    fn takes(&self, function: ExternalId) -> Takes {
        Self::takes_of(function)
    }

    fn is_inner(&self, function: ExternalId) -> bool {
        self.is_inner_function(function)
    }

    fn wants_callers(&self) -> bool {
        self.is_to_fail()
    }

    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        self.perform_call(function, call)
    }

    fn can_be_repeated(&self) -> bool {
        // External code would be called once more, and output shown once more.
        self.external_last == 0 && !self.config.show_output
    }

    fn fork(&self) -> Box<dyn Externals> {
        self.outside()
    }

    fn mark(&self, marker: &mut Marker) {
        self.mark_files(marker);
    }

    fn is_mapping(&self, base: u64) -> bool {
        self.mappings.contains_key(&base)
    }

    fn beyond(&self, address: u64, len: u64) -> Beyond {
        self.outside_memory(address, len)
    }

    fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    fn complete(&self, exprs: &Exprs, model: &mut Model) {
        self.complete_input(exprs, model);
    }
}

impl Externals for PathKernel {
    fn resolve(&self, name: &str, definition: Definition) -> Option<ExternalId> {
        self.0.find(name, definition)
    }

    fn variable(&self, name: &str, size: u64) -> Option<u64> {
        self.0.find_variable(name, size)
    }

    fn takes(&self, function: ExternalId) -> Takes {
        Kernel::takes_of(function)
    }

    fn is_inner(&self, function: ExternalId) -> bool {
        self.0.is_inner_function(function)
    }

    fn wants_callers(&self) -> bool {
        self.0.is_to_fail()
    }

    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        Rc::make_mut(&mut self.0).perform_call(function, call)
    }

    fn can_be_repeated(&self) -> bool {
        self.0.can_be_repeated()
    }

    fn fork(&self) -> Box<dyn Externals> {
        Box::new(Self(Rc::clone(&self.0)))
    }

    fn mark(&self, marker: &mut Marker) {
        self.0.mark_files(marker);
    }

    fn is_mapping(&self, base: u64) -> bool {
        self.0.is_mapping(base)
    }

    fn beyond(&self, address: u64, len: u64) -> Beyond {
        self.0.outside_memory(address, len)
    }

    fn left_out(&self) -> &[LeftOut] {
        self.0.left_out()
    }

    fn complete(&self, exprs: &Exprs, model: &mut Model) {
        self.0.complete_input(exprs, model);
    }
}
