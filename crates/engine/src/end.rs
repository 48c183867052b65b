//! How a path ends.

use vellum_bits::Signedness;
use vellum_ir::Loc;
use vellum_memory::{Fault, FaultKind};

use crate::scalar::Undefined;

/// How a path ends.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The program left with this status.
    Exit(i32),
    /// The program did something wrong.
    Bug(Bug),
    /// The engine cannot go on; the text says what it met.
    Unsupported(Box<str>),
    /// A limit was reached before the path was over; the text says which.
    Stopped(Box<str>),
    /// The solver could not say whether any input takes the path, so it carries none that does.
    Undecided(Box<str>),
    /// No input takes the path: it was made before anybody asked.
    Impossible,
    /// The program asked that nobody hears of this path.
    Silent,
    /// The program assumed something that does not hold on it.
    AssumedAway,
    /// The test that is replayed was not made for this program; the text says where it shows.
    Misfit(Box<str>),
    /// Whoever runs the path wanted to stop it while it waited for the outside.
    Interrupted,
}

impl End {
    /// The end of a path on which a block is larger than those of symbolic size that are followed.
    pub fn too_large(most: u64) -> Self {
        let what = "a block whose size is symbolic and larger than --max-symbolic-size";
        Self::Stopped(format!("{what} ({most} bytes)").into())
    }
}

/// An error of the program under test.
#[derive(Clone, Debug, PartialEq)]
pub struct Bug {
    /// What kind.
    pub kind: BugKind,
    /// What happened, as far as the kind and the fault do not say it.
    pub message: Box<str>,
    /// The memory access, for memory errors.
    pub fault: Option<Box<Fault>>,
    /// The size of the object it is about, in the names of the input, where it depends on that.
    pub size: Option<Box<str>>,
    /// Where it happened, if that is not where the path ends.
    pub at: Option<Loc>,
    /// What the file with its account is called after, if the program says; otherwise, its kind.
    pub suffix: Option<Box<str>>,
}

/// What a slice of execution ended with.
#[derive(Debug)]
pub enum Pause {
    /// The slice is used up; the path can go on.
    Slice,
    /// The path goes on, and others have come from it: see [`crate::Symbolic::take_forks`].
    Fork,
    /// The path is over.
    End(End),
}

/// The kinds of findings, as the contract names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BugKind {
    /// A memory error.
    Memory(FaultKind),
    /// Division or remainder by zero.
    DivisionByZero,
    /// Signed arithmetic whose result does not fit.
    SignedOverflow,
    /// Pointers to different objects were ordered or subtracted.
    PointerComparison,
    /// A block of the heap that nothing points to at the end.
    Leak,
    /// A path that comes back to where it was.
    InfiniteLoop,
    /// A shift by the width or more.
    Overshift,
    /// Another operation that the language leaves undefined for its operands.
    Undefined,
    /// A failed `assert`.
    Assertion,
    /// `abort`, a trap or a fatal signal the program raised.
    Abort,
    /// Code that must never run.
    Unreachable,
    /// The stack is full.
    StackOverflow,
    /// A call of something that is no function, or not with these arguments.
    BadCall,
    /// An intrinsic was misused, or the program reported an error itself.
    User,
}

/// Name and weakness number (CWE) of each kind.
const KINDS: &[(BugKind, &str, u32)] = &[
    (BugKind::Memory(FaultKind::OutOfBounds), "out-of-bounds", 119),
    (BugKind::Memory(FaultKind::NullDereference), "null-dereference", 476),
    (BugKind::Memory(FaultKind::UseAfterFree), "use-after-free", 416),
    (BugKind::Memory(FaultKind::UseAfterReturn), "use-after-return", 562),
    (BugKind::Memory(FaultKind::UseAfterScope), "use-after-scope", 825),
    (BugKind::Memory(FaultKind::DoubleFree), "double-free", 415),
    (BugKind::Memory(FaultKind::InvalidFree), "invalid-free", 590),
    (BugKind::Memory(FaultKind::ReadOnlyWrite), "read-only-write", 1257),
    (BugKind::Memory(FaultKind::NotNumbers), "symbolic", 0),
    (BugKind::Memory(FaultKind::Undecided), "undecided", 0),
    (BugKind::Memory(FaultKind::Uninitialised), "uninitialised", 457),
    (BugKind::Memory(FaultKind::NoAccess), "out-of-bounds", 119),
    (BugKind::DivisionByZero, "division-by-zero", 369),
    (BugKind::SignedOverflow, "signed-overflow", 190),
    (BugKind::PointerComparison, "pointer-comparison", 469),
    (BugKind::Leak, "leak", 401),
    (BugKind::InfiniteLoop, "infinite-loop", 835),
    (BugKind::Overshift, "overshift", 1335),
    (BugKind::Undefined, "undefined", 758),
    (BugKind::Assertion, "assertion", 617),
    (BugKind::Abort, "abort", 248),
    (BugKind::Unreachable, "unreachable", 758),
    (BugKind::StackOverflow, "stack-overflow", 674),
    (BugKind::BadCall, "bad-call", 628),
    (BugKind::User, "user", 1076),
];

impl BugKind {
    /// The contract's name.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The kind that the contract calls so.
    pub fn from_name(name: &str) -> Option<Self> {
        KINDS.iter().find(|(_, known, _)| *known == name).map(|(kind, ..)| *kind)
    }

    /// The weakness number.
    pub fn cwe(self) -> u32 {
        self.row().2
    }

    fn row(self) -> &'static (Self, &'static str, u32) {
        KINDS.iter().find(|(kind, ..)| *kind == self).expect("every kind has a row")
    }
}

impl Bug {
    /// A bug that is not a memory error.
    pub fn new(kind: BugKind, message: impl Into<Box<str>>) -> Self {
        Self { kind, message: message.into(), fault: None, size: None, at: None, suffix: None }
    }

    /// A memory error.
    pub fn memory(fault: Fault) -> Self {
        let kind = BugKind::Memory(fault.kind);
        Self {
            kind,
            message: Box::default(),
            fault: Some(Box::new(fault)),
            size: None,
            at: None,
            suffix: None,
        }
    }
}

impl From<Bug> for End {
    fn from(bug: Bug) -> Self {
        Self::Bug(bug)
    }
}

impl Undefined {
    /// What a program is told that computes this.
    pub(crate) fn bug(self) -> Bug {
        match self {
            Self::DivisionByZero => Bug::new(BugKind::DivisionByZero, "division by zero"),
            Self::DivisionOverflow => {
                Bug::new(BugKind::SignedOverflow, "the smallest integer divided by -1 has no result")
            }
            Self::Overshift(width) => {
                let message = format!("a value of {width} bits is shifted by its width or more");
                Bug::new(BugKind::Overshift, message)
            }
            Self::FloatToInt(signedness, width) => {
                let kind = if signedness == Signedness::Signed { "a signed" } else { "an unsigned" };
                let message = format!(
                    "a float is converted to {kind} integer of {width} bits, which cannot hold its value"
                );
                Bug::new(BugKind::Undefined, message)
            }
        }
    }
}

impl From<Undefined> for End {
    fn from(undefined: Undefined) -> Self {
        undefined.bug().into()
    }
}

impl From<Fault> for End {
    fn from(fault: Fault) -> Self {
        Self::Bug(Bug::memory(fault))
    }
}

/// A call that was active when a path ended.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveCall {
    /// The function's symbol name.
    pub function: Box<str>,
    /// Where it was; its inlined callers are in the debug information.
    pub loc: Option<Loc>,
}
