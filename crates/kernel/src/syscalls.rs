//! System calls: the tables and how a row is carried out.
//!
//! Each room below has a table `CALLS` with a row per system call and, under it, the handlers its rows name.
//! Most rows only say what shape the arguments have; [`shape`] does the rest.

mod cases;
mod descriptors;
mod fcntl;
mod files;
mod ids;
mod ioctl;
mod limits;
mod mapping;
mod missing;
mod names;
mod own;
mod poll;
mod process;
mod schedule;
mod shape;
mod signals;
mod system;
mod time;
mod vectors;

use std::rc::Rc;

use vellum_collections::{SharedVec, cast::index64};
use vellum_engine::{End, ExternalCall, InputObject, Outcome, decided};
use vellum_expr::{Evaluator, Expr, Exprs, Model, PathCondition};
use vellum_memory::{Memory, Origin, Value};

pub(crate) use limits::Limits;
pub(crate) use mapping::Mapping;
pub(crate) use names::Entries;
pub(crate) use process::Process;
pub(crate) use signals::Signals;
pub(crate) use time::Clock;

use crate::{
    config::KernelConfig,
    errno::{Answer, Errno, Stop, fail, is_null_dereference, refuse_null},
    failures::Failures,
    fds::{HostFd, OnExec},
    kernel::Kernel,
};
use cases::Number;
use shape::Shape;
use vectors::Pieces;

/// A system call in progress.
pub(crate) struct Syscall<'a> {
    pub(crate) memory: &'a mut Memory,
    /// All expressions.
    pub(crate) exprs: &'a mut Exprs,
    /// What the path has decided.
    path: &'a PathCondition,
    /// An input that takes the path.
    model: &'a Rc<Model>,
    /// The parts of the input there are.
    inputs: &'a SharedVec<InputObject>,
    pub(crate) args: [u64; 6],
    /// Arguments that depend on the input, where the call takes them as they are; 64 bits. The number is one of many then.
    terms: [Option<Expr>; 6],
    /// The pieces of memory it is about, where some of that depends on the input.
    pieces: Option<Pieces>,
    /// The result, if it depends on the input; 64 bits.
    result: Option<Expr>,
    /// What the call asked for by [`Stop::Bound`].
    most: Option<u64>,
    /// The function of the C library that the program called, if the call is made inside of it.
    pub(crate) through: Option<&'a str>,
    /// For objects the call makes or frees.
    origin: Origin,
    /// Instructions executed so far.
    instructions: u64,
}

impl Syscall<'_> {
    /// Whether `condition` holds on this path; where it has not decided that, the error makes it do so.
    pub(crate) fn decide(&mut self, condition: Expr) -> Result<bool, Stop> {
        decided(self.exprs, self.path, condition).ok_or(Stop::Decide(condition))
    }

    /// Has the call return `value`, 64 bits; its number, if it is one, else any.
    pub(crate) fn returns(&mut self, value: Expr) -> u64 {
        match self.exprs.as_const(value) {
            Some(number) => number,
            None => {
                self.result = Some(value);
                0
            }
        }
    }

    /// The number that `e` is on this path; where it has not decided that, the error makes it do so.
    pub(crate) fn number_of(&mut self, e: Expr) -> Result<u64, Stop> {
        let number = Evaluator::new().word(self.exprs, self.model, e);
        let constant = self.exprs.constant(self.exprs.width(e), number);
        let equal = self.exprs.eq(e, constant);
        if self.decide(equal)? { Ok(number) } else { Err(Stop::Decide(equal)) }
    }
}

/// A system call whose answer is our own.
type Handler = fn(&mut Kernel, &mut Syscall<'_>) -> Answer;

/// A row of the table.
struct Call {
    number: i64,
    name: &'static str,
    action: Action,
}

/// What to do for a system call.
#[derive(Clone, Copy)]
enum Action {
    /// Ask the host; the arguments have these shapes.
    Pass(&'static [Shape]),
    /// Ask the host; the result is a new descriptor.
    Open(&'static [Shape], CloseFlag),
    /// Ask the host if the configuration says so, else the handler.
    PassIf(Setting, &'static [Shape], Handler),
    /// Ask the handler.
    Own(Handler),
    /// Return this.
    Return(u64),
    /// Fail with this error number.
    Fail(i32),
    /// Fail with this error number, because the call is not supported; what it would have led to is left out.
    Refuse(i32),
    /// The same for a call that gives a program what it goes on with, often without a look at the result: another flow of
    /// control, an address, a number in memory.
    Withhold(i32),
}

/// Where a call that opens something says whether it is closed on `exec`.
#[derive(Clone, Copy)]
enum CloseFlag {
    /// In a bit of an argument.
    Bit(usize, i32),
    /// Nowhere: it is not.
    Never,
}

/// What the configuration may leave to the host.
#[derive(Clone, Copy)]
enum Setting {
    Time,
    Ids,
    Random,
}

impl Setting {
    fn is_host(self, config: &KernelConfig) -> bool {
        match self {
            Self::Time => config.host_time,
            Self::Ids => config.host_ids,
            Self::Random => config.host_random,
        }
    }
}

/// A list of rows; the name is the constant's without `SYS_`.
macro_rules! calls {
    ($($number:ident => $action:expr,)*) => {
        &[$($crate::syscalls::Call {
            number: libc::$number,
            name: stringify!($number).split_at(4).1,
            action: $action,
        },)*]
    };
}
use calls;

/// The rooms' tables.
const TABLES: &[&[Call]] = &[
    descriptors::CALLS,
    fcntl::CALLS,
    files::CALLS,
    ids::CALLS,
    ioctl::CALLS,
    limits::CALLS,
    mapping::CALLS,
    missing::CALLS,
    poll::CALLS,
    process::CALLS,
    schedule::CALLS,
    signals::CALLS,
    system::CALLS,
    time::CALLS,
    vectors::CALLS,
];

/// All rows by their numbers.
pub(crate) struct Calls {
    by_number: Vec<Option<&'static Call>>,
}

impl Calls {
    pub(crate) fn new() -> Self {
        let mut by_number = Vec::new();
        for row in TABLES.iter().copied().flatten() {
            let number = usize::try_from(row.number).expect("system calls have small numbers");
            if by_number.len() <= number {
                by_number.resize(number + 1, None);
            }
            by_number[number] = Some(row);
        }
        Self { by_number }
    }

    fn get(&self, number: u64) -> Option<&'static Call> {
        *self.by_number.get(index64(number))?
    }
}

/// Carries out `__vellum_syscall`.
pub(crate) fn dispatch(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
    let (mut args, mut terms) = ([0; 6], [None; 6]);
    let number = match call.number(0) {
        Ok(number) => number,
        Err(outcome) => return Ok(outcome),
    };
    let exits = [libc::SYS_exit, libc::SYS_exit_group].iter().any(|&exit| u64::try_from(exit) == Ok(number));
    for i in 0..args.len() {
        // Which status it is that a path leaves with divides no paths; that it is known has to be decided.
        if exits && !call.has_garbage(i + 1) {
            args[i] = call.witness(call.value(i + 1));
            continue;
        }
        args[i] = match cases::argument(kernel, call, (number, i), &args[..i])? {
            Number::Known(number) => number,
            Number::Term(e) => {
                terms[i] = Some(e);
                call.witness(Value::Symbolic(e))
            }
            Number::Ask(outcome) => return Ok(outcome),
        };
    }
    let pieces = match cases::pieces(kernel, call, number, (args, terms)) {
        Ok(pieces) => pieces,
        Err(Err(end)) if is_null_dereference(&end) => return Ok(Outcome::Return(Errno(libc::EFAULT).word())),
        Err(early) => return early,
    };
    let mut syscall = Syscall {
        memory: &mut *call.memory,
        exprs: &mut *call.exprs,
        path: call.path,
        model: call.model,
        inputs: &*call.inputs,
        args,
        terms,
        pieces,
        result: None,
        most: call.most,
        through: call.through,
        origin: call.origin,
        instructions: call.instructions,
    };
    let row = kernel.table.get(number);
    // A program is not to be blamed for what we do not support, nor for failures it was promised only some of.
    let may_repeat = row.is_some_and(|row| !matches!(row.action, Action::Refuse(_)))
        && kernel.failures.as_ref().is_none_or(Failures::are_over);
    let answer = match row {
        Some(row) => kernel.perform(&mut syscall, row),
        None => {
            kernel.leave_out(format!("system call number {number} is not known: it fails"));
            fail(libc::ENOSYS)
        }
    };
    match answer {
        Ok(word) => Ok(syscall.result.map_or(Outcome::Return(word), |e| Outcome::Value(Value::Symbolic(e)))),
        Err(Stop::Errno(errno)) if may_repeat && errno.is_lasting() => Ok(Outcome::Repeats(errno.word())),
        Err(Stop::Errno(errno)) => Ok(Outcome::Return(errno.word())),
        Err(Stop::End(end)) => Err(*end),
        Err(Stop::Decide(condition)) => Ok(Outcome::Decide(condition)),
        Err(Stop::Bound(e, limit)) => Ok(Outcome::Bound(e, limit)),
    }
}

impl Kernel {
    fn perform(&mut self, call: &mut Syscall<'_>, row: &Call) -> Answer {
        let counted = self.try_to_fail(call, row.number)?;
        let answer = match self.answer(call, row) {
            Ok(Some(word)) => Ok(word),
            Ok(None) => self.carry_out(call, row),
            Err(stop) => Err(stop),
        };
        let answer = refuse_null(answer);
        // Otherwise the path is over, or the call is made again.
        if let (Some(counted), Ok(_) | Err(Stop::Errno(_))) = (counted, &answer) {
            self.count(counted);
        }
        answer
    }

    fn carry_out(&mut self, call: &mut Syscall<'_>, row: &Call) -> Answer {
        let what = || format!("system call {} ({}) is not supported: it fails", row.name, row.number);
        match row.action {
            Action::Refuse(_) => self.leave_out(what()),
            Action::Withhold(_) => self.leave_in_doubt(what()),
            _ => (),
        }
        self.act(call, row.number, row.action)
    }

    /// Carries out `action`, through system call `number` if it comes to the host.
    fn act(&mut self, call: &mut Syscall<'_>, number: i64, action: Action) -> Answer {
        match action {
            Action::Pass(shapes) => self.pass(call, number, shapes),
            Action::Open(shapes, flag) => self.open(call, number, shapes, flag),
            Action::PassIf(setting, shapes, _) if setting.is_host(&self.config) => {
                self.pass(call, number, shapes)
            }
            Action::PassIf(_, _, handler) | Action::Own(handler) => handler(self, call),
            Action::Return(word) => Ok(word),
            Action::Fail(errno) | Action::Refuse(errno) | Action::Withhold(errno) => Err(Errno(errno).into()),
        }
    }

    fn open(&mut self, call: &mut Syscall<'_>, number: i64, shapes: &[Shape], flag: CloseFlag) -> Answer {
        self.fds.vacant(0)?;
        let host = HostFd::adopt(self.pass(call, number, shapes)?);
        let on_exec = match flag {
            CloseFlag::Bit(arg, bit) => OnExec::from_flags(call.args[arg], bit),
            CloseFlag::Never => OnExec::Keep,
        };
        Ok(self.fds.insert(host, on_exec)?)
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::Set;

    use super::TABLES;

    #[test]
    fn structures_are_as_long_as_the_tables_say() {
        let sizes = [
            (size_of::<libc::stat>(), 144),
            (size_of::<libc::statfs>(), 120),
            (size_of::<libc::statx>(), 256),
            (size_of::<libc::utsname>(), 390),
            (size_of::<libc::rusage>(), 144),
            (size_of::<libc::tms>(), 32),
            (size_of::<libc::itimerval>(), 32),
            (size_of::<libc::timespec>(), 16),
            (size_of::<libc::timeval>(), 16),
            (size_of::<libc::utimbuf>(), 16),
            (size_of::<libc::sysinfo>(), 112),
            (size_of::<libc::rlimit>(), 16),
            (size_of::<libc::flock>(), 32),
            (size_of::<libc::winsize>(), 8),
            (size_of::<libc::epoll_event>(), 12),
            (size_of::<libc::pollfd>(), 8),
            (size_of::<libc::iovec>(), 16),
            (size_of::<libc::stack_t>(), 24),
            (size_of::<libc::siginfo_t>(), 128),
        ];
        for (size, expected) in sizes {
            assert_eq!(size, expected);
        }
    }

    #[test]
    fn every_call_has_one_row() {
        let mut seen = Set::default();
        for row in TABLES.iter().copied().flatten() {
            assert!(seen.insert(row.number), "{} has two rows", row.name);
        }
        let known = (0..=334).chain(424..=449).filter(|number| ![174, 177, 178, 333].contains(number));
        for number in known {
            assert!(seen.contains(&number), "system call {number} has no row");
        }
    }
}
