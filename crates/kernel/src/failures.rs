//! System calls that fail for no reason, so that a program can be seen to cope (`--max-fail`).
//!
//! As in KLEE, each kind of call has a number in the input: the call of that kind with this number, counted
//! from 1, fails. So each kind fails at most once on a path, and all together no more often than allowed. Unlike there, only
//! calls count that the program makes, unless asked otherwise: of a `printf` that fails because of its `write`, every
//! program has many, and few programs look.

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
const WRAPPERS: &[&str] = &[
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
        let is_own = call.through.is_none_or(|function| WRAPPERS.contains(&function));
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
}
