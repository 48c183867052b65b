//! The outside, as one value.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::atomic::Ordering,
};

use vellum_collections::{
    Map, Random,
    cast::{index, len32},
};
use vellum_engine::{Definition, End, ExternalCall, ExternalId, Externals, Outcome, Takes};
use vellum_expr::{Exprs, Input, Marker, Model};

use crate::{
    config::KernelConfig,
    content::Content,
    errno::{Answer, Errno, Stop},
    failures::Failures,
    fds::Fds,
    files::{Files, NodeId},
    functions::{FUNCTIONS, Function},
    host::{self, Arg},
    syscalls::{Calls, Clock, Limits, Mapping, Process, Signals},
    warnings::Warnings,
};

/// What the program calls out to, and what earlier calls of a path left behind.
#[derive(Clone)]
pub struct Kernel {
    pub(crate) config: KernelConfig,
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
    /// Files of this path's own.
    pub(crate) files: Files,
    /// System calls that may fail for no reason.
    pub(crate) failures: Option<Failures>,
    /// What the program sees of the input its surroundings are made of, where some of that are numbers.
    pub(crate) shown: Rc<Vec<(Input, Content)>>,
    /// Standard output as an object of the test case.
    pub(crate) stdout: Option<(Input, NodeId)>,
}

/// What all paths have in common.
#[derive(Default)]
pub(crate) struct Shared {
    warnings: RefCell<Warnings>,
    calls: Cell<u64>,
    pub(crate) allocations: Cell<u64>,
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
            shared: Rc::default(),
            table: Rc::new(Calls::new()),
            fds: Fds::standard(limits.descriptors()),
            clock: Clock::default(),
            random: Random::new(config.seed),
            signals: Signals::default(),
            limits,
            process: Process::default(),
            mappings: Map::default(),
            thread_pointer: 0,
            files: Files::default(),
            failures: None,
            shown: Rc::default(),
            stdout: None,
            config,
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

    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.shared.warnings.borrow_mut().add(text.into());
    }

    fn mark_files(&self, marker: &mut Marker) {
        self.files.mark(marker);
        if let Some(failures) = &self.failures {
            failures.mark(marker);
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

    /// The function provided under `name`, if any.
    fn find(name: &str, definition: Definition) -> Option<ExternalId> {
        let position = FUNCTIONS.iter().position(|function| function.name == name)?;
        let agreed = AGREED.iter().any(|prefix| name.starts_with(prefix));
        (definition == Definition::Missing || agreed).then(|| ExternalId(len32(position)))
    }

    fn function(id: ExternalId) -> &'static Function {
        FUNCTIONS.get(index(id.0)).expect("the id came from `resolve`")
    }

    fn perform_call(&mut self, id: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        self.shared.calls.set(self.shared.calls.get() + 1);
        (Self::function(id).handler)(self, call)
    }
}

impl Externals for Kernel {
    fn resolve(&self, name: &str, definition: Definition) -> Option<ExternalId> {
        Self::find(name, definition)
    }

    fn takes(&self, function: ExternalId) -> Takes {
        Self::function(function).takes
    }

    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        self.perform_call(function, call)
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

    fn complete(&self, exprs: &Exprs, model: &mut Model) {
        self.complete_input(exprs, model);
    }
}

impl Externals for PathKernel {
    fn resolve(&self, name: &str, definition: Definition) -> Option<ExternalId> {
        Kernel::find(name, definition)
    }

    fn takes(&self, function: ExternalId) -> Takes {
        Kernel::function(function).takes
    }

    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        Rc::make_mut(&mut self.0).perform_call(function, call)
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

    fn complete(&self, exprs: &Exprs, model: &mut Model) {
        self.0.complete_input(exprs, model);
    }
}
