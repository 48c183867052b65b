//! Solvers: what is asserted, and whether it can hold.
//!
//! Law: a solver uses the terms of one manager. Levels are counted here, because Bitwuzla counts the hidden
//! level of a check with assumptions among its own.

use std::{ffi::c_void, ptr::NonNull, rc::Rc};

use crate::{
    Opt, TermManager,
    error::checked,
    ffi::{self, RawSolver},
    manager::{Owner, Term, c_string, count, raw_terms},
    stop::{Fence, Watch, is_over, is_watch_over},
};

/// Whether the assertions can hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes; [`Solver::value`] says how.
    Sat,
    /// No.
    Unsat,
    /// The check was stopped, or Bitwuzla gave up.
    Unknown,
}

/// What an option is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A number; for a switch, 0 or 1.
    Number(u64),
    /// One of several words.
    Word(&'static str),
}

/// A set of assertions in levels, and what Bitwuzla knows about it.
pub struct Solver {
    raw: NonNull<RawSolver>,
    owner: Rc<Owner>,
    /// Shared with the callback, which outlives every check.
    fence: Rc<Fence>,
    depth: u32,
}

impl Solver {
    /// A solver without assertions. [`Opt::ProduceModels`] is on unless the options say otherwise.
    pub fn new(manager: &TermManager, options: &[(Opt, Setting)]) -> Self {
        let owner = Rc::clone(manager.owner());
        let settings = Options::new();
        settings.set(Opt::ProduceModels, Setting::Number(1));
        for &(option, setting) in options {
            settings.set(option, setting);
        }
        // SAFETY: manager and options are live; Bitwuzla copies the options.
        let raw = owner.call(|| unsafe { ffi::bitwuzla_new(owner.raw(), settings.0.as_ptr()) });
        let raw = NonNull::new(raw).expect("Bitwuzla returns null only after a complaint");
        let solver = Self { raw, owner, fence: Rc::new(Fence::new()), depth: 0 };
        solver.call(|_| solver.heed_fence());
        solver
    }

    /// Has Bitwuzla ask the fence whether to go on.
    fn heed_fence(&self) {
        let fence = Rc::as_ptr(&self.fence).cast_mut().cast::<c_void>();
        // SAFETY: the solver is live, and it is gone before its fence is: `drop` deletes it first.
        unsafe { ffi::bitwuzla_set_termination_callback(self.raw.as_ptr(), is_over, fence) }
    }

    fn call<T>(&self, call: impl FnOnce(*mut RawSolver) -> T) -> T {
        self.owner.call(|| call(self.raw.as_ptr()))
    }

    /// Ends each check when Bitwuzla has asked whether to go on that often: the same on every machine.
    pub fn set_poll_limit(&mut self, polls: u64) {
        self.fence.limit.set(polls);
    }

    /// How often Bitwuzla asked during the last check.
    pub fn polls(&self) -> u64 {
        self.fence.polls.get()
    }

    /// Starts a level.
    pub fn push(&mut self) {
        // SAFETY: the solver is live.
        self.call(|raw| unsafe { ffi::bitwuzla_push(raw, 1) });
        self.depth += 1;
    }

    /// Ends the last level, and with it what was asserted there.
    pub fn pop(&mut self) {
        assert!(self.depth > 0, "every level has ended already");
        self.depth -= 1;
        // SAFETY: the solver is live, and it has a level.
        self.call(|raw| unsafe { ffi::bitwuzla_pop(raw, 1) });
    }

    /// How many levels there are.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Asserts a truth value in this level.
    pub fn assert(&mut self, term: &Term) {
        let term = term.raw_for(&self.owner);
        // SAFETY: solver and term are live and use the same manager; Bitwuzla checks the sort.
        self.call(|raw| unsafe { ffi::bitwuzla_assert(raw, term) });
    }

    /// Whether the assertions can hold.
    pub fn check(&mut self) -> Answer {
        self.fence.polls.set(0);
        // SAFETY: the solver is live.
        answer(self.call(|raw| unsafe { ffi::bitwuzla_check_sat(raw) }))
    }

    /// Whether the assertions can hold; ends soon after `is_over` says so, which must not panic.
    pub fn check_until(&mut self, is_over: &dyn Fn() -> bool) -> Answer {
        self.fence.polls.set(0);
        let watch = Watch { fence: &self.fence, is_over };
        let state = (&raw const watch).cast_mut().cast::<c_void>();
        let heeding = Heeding(self);
        // SAFETY: the solver is live, and `heeding` ends this before the watch is gone.
        self.call(|raw| unsafe { ffi::bitwuzla_set_termination_callback(raw, is_watch_over, state) });
        // SAFETY: the solver is live.
        let result = self.call(|raw| unsafe { ffi::bitwuzla_check_sat(raw) });
        drop(heeding);
        answer(result)
    }

    /// Whether the assertions can hold together with the assumptions.
    pub fn check_assuming(&mut self, assumptions: &[&Term]) -> Answer {
        assert!(assumptions.iter().all(|term| term.is_bool()), "only a truth value can be assumed");
        let mut terms = raw_terms(assumptions, &self.owner);
        let count = count(terms.len());
        self.fence.polls.set(0);
        // SAFETY: solver and terms are live and use the same manager, the array has as many entries as is
        // said, and all of them are truth values.
        answer(self.call(|raw| unsafe { ffi::bitwuzla_check_sat_assuming(raw, count, terms.as_mut_ptr()) }))
    }

    /// What the term is in the model of the last check, which said [`Answer::Sat`].
    pub fn value(&self, term: &Term) -> Term {
        let term = term.raw_for(&self.owner);
        // SAFETY: solver and term are live and use the same manager; Bitwuzla checks that there is a model.
        Term::returned(&self.owner, || unsafe { ffi::bitwuzla_get_value(self.raw.as_ptr(), term) })
    }

    /// Whether the assumption was a reason for the last check to say [`Answer::Unsat`]. Wants
    /// [`Opt::ProduceUnsatAssumptions`].
    pub fn is_blamed(&self, assumption: &Term) -> bool {
        let term = assumption.raw_for(&self.owner);
        // SAFETY: solver and term are live and use the same manager; Bitwuzla checks that it was assumed.
        self.call(|raw| unsafe { ffi::bitwuzla_is_unsat_assumption(raw, term) })
    }
}

/// While it lives, somebody else than the fence may be asked whether to go on.
struct Heeding<'a>(&'a Solver);

impl Drop for Heeding<'_> {
    fn drop(&mut self) {
        // Nobody touches a broken solver again, so it asks nobody either.
        if !self.0.owner.is_broken() {
            self.0.heed_fence();
        }
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        if self.owner.is_broken() {
            // Bitwuzla's solver stays, hence what it points to.
            std::mem::forget(Rc::clone(&self.fence));
        } else {
            // SAFETY: the solver is live and ours, and its manager is still live.
            unsafe { ffi::bitwuzla_delete(self.raw.as_ptr()) }
        }
    }
}

/// Options on their way to a solver.
struct Options(NonNull<ffi::RawOptions>);

impl Options {
    fn new() -> Self {
        // SAFETY: has no precondition.
        let raw = checked(|| unsafe { ffi::bitwuzla_options_new() });
        Self(NonNull::new(raw).expect("Bitwuzla returns null only after a complaint"))
    }

    fn set(&self, option: Opt, setting: Setting) {
        let raw = self.0.as_ptr();
        match setting {
            // SAFETY: the options are live; Bitwuzla checks whether the option takes the number.
            Setting::Number(number) => checked(|| unsafe { ffi::bitwuzla_set_option(raw, option, number) }),
            Setting::Word(word) => {
                let word = c_string(word);
                // SAFETY: as above; the string is read during the call.
                checked(|| unsafe { ffi::bitwuzla_set_option_mode(raw, option, word.as_ptr()) });
            }
        }
    }
}

impl Drop for Options {
    fn drop(&mut self) {
        // SAFETY: the options are live and ours.
        unsafe { ffi::bitwuzla_options_delete(self.0.as_ptr()) }
    }
}

fn answer(result: ffi::RawResult) -> Answer {
    match result {
        10 => Answer::Sat,
        20 => Answer::Unsat,
        _ => Answer::Unknown,
    }
}
