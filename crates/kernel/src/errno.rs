//! How a system call fails, and what else may come of one.

use vellum_engine::{Bug, BugKind, End};
use vellum_expr::Expr;
use vellum_memory::{Fault, FaultKind};

/// An error number of Linux.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Errno(pub(crate) i32);

impl Errno {
    /// What a system call returns for it.
    pub(crate) fn word(self) -> u64 {
        (-i64::from(self.0)).cast_unsigned()
    }

    /// Whether a call that fails so fails again for the same arguments, whatever happens in the world meanwhile: what is wrong
    /// is the number, the descriptor, or what it is a descriptor of.
    pub(crate) fn is_lasting(self) -> bool {
        let lasting = [
            libc::EBADF,
            libc::EINVAL,
            libc::EISDIR,
            libc::ENOTSOCK,
            libc::ENOTTY,
            libc::EPIPE,
            libc::ESPIPE,
        ];
        lasting.contains(&self.0)
    }
}

/// Why a system call has no result.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It fails, and the program goes on.
    Errno(Errno),
    /// The path is over.
    End(Box<End>),
    /// The path has to decide this first; then the call is made again.
    Decide(Expr),
    /// It has to be known first how large this can be, which the path has decided to be no larger than that; then the call is
    /// made again, and finds the answer in [`Syscall::most`](crate::syscalls::Syscall).
    Bound(Expr, u64),
}

/// What a system call comes to.
pub(crate) type Answer = Result<u64, Stop>;

/// The failure with error number `errno`.
pub(crate) fn fail<T>(errno: i32) -> Result<T, Stop> {
    Err(Stop::Errno(Errno(errno)))
}

/// The end of a path that the engine cannot follow further.
pub(crate) fn unsupported<T>(what: impl Into<Box<str>>) -> Result<T, Stop> {
    Err(Stop::End(Box::new(End::Unsupported(what.into()))))
}

/// `result`, where null (or an address a little above it, where nothing ever is) given to a system call makes it fail with
/// `EFAULT`, as the kernel does it: programs ask so whether a call exists, and handle the failure. Any other pointer that
/// leads to no object, say into a freed block, stays an error of the program.
pub(crate) fn refuse_null<T>(result: Result<T, Stop>) -> Result<T, Stop> {
    match result {
        Err(Stop::End(end)) if is_null_dereference(&end) => fail(libc::EFAULT),
        result => result,
    }
}

/// Whether a path ends because of memory at null.
pub(crate) fn is_null_dereference(end: &End) -> bool {
    matches!(end, End::Bug(Bug { kind: BugKind::Memory(FaultKind::NullDereference), .. }))
}

impl From<Errno> for Stop {
    fn from(errno: Errno) -> Self {
        Self::Errno(errno)
    }
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        Self::End(Box::new(end))
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        End::from(fault).into()
    }
}

impl From<Bug> for Stop {
    fn from(bug: Bug) -> Self {
        End::from(bug).into()
    }
}
