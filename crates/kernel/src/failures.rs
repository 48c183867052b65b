//! Calls that fail for no reason, so that a program can be seen to cope: system calls (`--max-fail`) and allocations
//! (`--malloc-fail`).
//!
//! As in KLEE, each kind of call has a number in the input: the call of that kind with this number, counted
//! from 1, fails. So each kind fails at most once on a path, and all together no more often than allowed. Unlike there, only
//! calls count that the program makes, unless asked otherwise: of a `printf` that fails because of its `write`, every
//! program has many, and few programs look.

use vellum_engine::{ExternalCall, Outcome};
use vellum_expr::{Expr, Marker};

use crate::{
    errno::{Errno, Stop},
    kernel::Kernel,
    syscalls::Syscall,
};

/// A kind of calls that can be made to fail.
pub(crate) struct Failure {
    /// The object in the test case.
    pub(crate) name: &'static str,
    /// The system calls.
    calls: &'static [i64],
    /// How they fail.
    errno: i32,
}

/// The kinds, in the order of their objects.
pub(crate) const FAILURES: [Failure; 5] = [
    Failure {
        name: "read_fail",
        calls: &[libc::SYS_read, libc::SYS_pread64, libc::SYS_readv, libc::SYS_preadv],
        errno: libc::EIO,
    },
    Failure {
        name: "write_fail",
        calls: &[libc::SYS_write, libc::SYS_pwrite64, libc::SYS_writev, libc::SYS_pwritev],
        errno: libc::EIO,
    },
    Failure { name: "close_fail", calls: &[libc::SYS_close], errno: libc::EIO },
    Failure { name: "ftruncate_fail", calls: &[libc::SYS_ftruncate], errno: libc::EIO },
    Failure { name: "getcwd_fail", calls: &[libc::SYS_getcwd], errno: libc::ERANGE },
];

/// How often calls may fail for no reason on a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MayFail {
    /// So many of them.
    pub most: u32,
    /// Of these.
    pub callers: Callers,
}

/// Whose calls may fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Callers {
    /// The program's.
    #[default]
    Program,
    /// The program's, and those the C library makes on its own account.
    All,
}

/// Functions of the C library that are system calls: what is called inside of them, the program calls.
const SYSTEM_CALLS: &[&str] = &[
    "read",
    "pread",
    "readv",
    "preadv",
    "write",
    "pwrite",
    "writev",
    "pwritev",
    "close",
    "posix_close",
    "ftruncate",
    "getcwd",
    "syscall",
];

/// What may still fail on a path.
#[derive(Clone, Debug)]
pub(crate) struct Failures {
    /// How many more calls may.
    left: u32,
    /// Whose.
    callers: Callers,
    /// For each kind, which call it is to be, and how many there have been.
    kinds: [(Expr, u32); FAILURES.len()],
}

impl Failures {
    /// Nothing has failed yet.
    pub(crate) fn new(may: MayFail, which: [Expr; FAILURES.len()]) -> Self {
        Self { left: may.most, callers: may.callers, kinds: which.map(|which| (which, 0)) }
    }

    /// Whether no call fails any more.
    pub(crate) fn are_over(&self) -> bool {
        self.left == 0
    }

    /// Marks the expressions it holds.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for (which, _) in self.kinds {
            marker.mark(which);
        }
    }
}

/// Functions of the C library that do nothing but allocate: what they ask for, the program does.
const ALLOCATORS: &[&str] = &["reallocarray", "valloc"];

/// The object in the test case that says which allocations fail.
pub(crate) const ALLOCATIONS: &str = "malloc_fail";

/// Which allocations fail on a path.
///
/// The numbers of those that do are in the input, counted from 1 among the allocations that may fail, the first one first: the
/// next number matters once the one before it has been met, so that no two inputs fail the same calls in another order.
#[derive(Clone, Debug)]
pub(crate) struct FailingAllocations {
    callers: Callers,
    /// Their numbers, 32 bits each.
    which: Vec<Expr>,
    /// How many have failed.
    failed: usize,
    /// How many there have been.
    made: u32,
}

/// Whether an allocation fails for no reason.
pub(crate) enum Fails {
    Yes,
    No,
    /// The path has to decide that first; then the call is made again.
    Ask(Outcome),
}

impl FailingAllocations {
    /// None has failed yet.
    pub(crate) fn new(callers: Callers, which: Vec<Expr>) -> Self {
        Self { callers, which, failed: 0, made: 0 }
    }

    /// Marks the expressions it holds.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for &which in &self.which {
            marker.mark(which);
        }
    }
}

/// A call that is counted once it has happened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted(usize);

impl Kernel {
    /// Whether system call `number` is made to fail: then that is the error. Otherwise it may have to be
    /// counted.
    pub(crate) fn try_to_fail(
        &mut self,
        call: &mut Syscall<'_>,
        number: i64,
    ) -> Result<Option<Counted>, Stop> {
        let Some(failures) = &self.failures else { return Ok(None) };
        let Some(kind) = FAILURES.iter().position(|kind| kind.calls.contains(&number)) else {
            return Ok(None);
        };
        let is_own = call.through.is_none_or(|function| SYSTEM_CALLS.contains(&function));
        if failures.left == 0 || (failures.callers == Callers::Program && !is_own) {
            return Ok(None);
        }
        if number != libc::SYS_getcwd {
            self.fds.check(call.args[0])?;
        }
        let (which, before) = failures.kinds[kind];
        let this = call.exprs.constant(32, u64::from(before) + 1);
        let fails = call.exprs.eq(which, this);
        if !call.decide(fails)? {
            return Ok(Some(Counted(kind)));
        }
        self.count(Counted(kind));
        if let Some(failures) = &mut self.failures {
            failures.left -= 1;
        }
        Err(Errno(FAILURES[kind].errno).into())
    }

    /// Counts a call that has happened.
    pub(crate) fn count(&mut self, call: Counted) {
        if let Some(failures) = &mut self.failures {
            failures.kinds[call.0].1 += 1;
        }
    }

    /// Whether the allocation that `call` is about to make fails instead. The answer is asked for once per allocation, which
    /// is counted then.
    pub(crate) fn allocation_fails(&mut self, call: &mut ExternalCall<'_>) -> Fails {
        let Some(failing) = &mut self.failing_allocations else { return Fails::No };
        let is_own = call.through.is_none_or(|function| ALLOCATORS.contains(&function));
        let may_fail = failing.callers == Callers::All || is_own;
        let Some(&which) = failing.which.get(failing.failed).filter(|_| may_fail) else { return Fails::No };
        let this = call.exprs.constant(32, u64::from(failing.made) + 1);
        let fails = call.exprs.eq(which, this);
        let Some(fails) = call.decided(fails) else { return Fails::Ask(Outcome::Decide(fails)) };
        failing.made += 1;
        if fails {
            failing.failed += 1;
            Fails::Yes
        } else {
            Fails::No
        }
    }
}
