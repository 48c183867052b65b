//! Signals: remembered, and never delivered to a handler.
//!
//! A signal the program sends itself does what its action says as soon as it is not blocked: nothing, or end
//! the path. A handler would have to run between two instructions, which the engine cannot do yet.

use std::rc::Rc;

use vellum_collections::cast::{index, low32};
use vellum_engine::{Bug, BugKind, End};

use super::{
    Action::{Own, Refuse},
    Call, Syscall, calls,
};
use crate::{
    access::{self, fields},
    errno::{Answer, Stop, fail, unsupported},
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_rt_sigaction => Own(sigaction),
    SYS_rt_sigprocmask => Own(sigprocmask),
    SYS_rt_sigpending => Own(sigpending),
    SYS_rt_sigtimedwait => Own(sigtimedwait),
    SYS_rt_sigsuspend => Own(sigsuspend),
    SYS_rt_sigqueueinfo => Refuse(libc::EPERM),
    SYS_rt_tgsigqueueinfo => Refuse(libc::EPERM),
    SYS_rt_sigreturn => Refuse(libc::ENOSYS),
    SYS_sigaltstack => Own(sigaltstack),
    SYS_pause => Own(|_, _| wait_for_ever()),
    SYS_kill => Own(kill),
    SYS_tkill => Own(tkill),
    SYS_tgkill => Own(tgkill),
];

/// Bytes of a set of signals, and of the kernel's `struct sigaction`: handler, flags, restorer, mask.
const SET_LEN: u64 = 8;
const ACTION_LEN: u64 = 32;

/// Signals there are.
const COUNT: u32 = 64;

const DEFAULT: u64 = 0;
const IGNORE: u64 = 1;

/// What a signal does to a program that has said nothing about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Nothing,
    Stop,
    Kill,
}

const NAMES: &[(i32, &str, Effect)] = &[
    (libc::SIGHUP, "SIGHUP", Effect::Kill),
    (libc::SIGINT, "SIGINT", Effect::Kill),
    (libc::SIGQUIT, "SIGQUIT", Effect::Kill),
    (libc::SIGILL, "SIGILL", Effect::Kill),
    (libc::SIGTRAP, "SIGTRAP", Effect::Kill),
    (libc::SIGABRT, "SIGABRT", Effect::Kill),
    (libc::SIGBUS, "SIGBUS", Effect::Kill),
    (libc::SIGFPE, "SIGFPE", Effect::Kill),
    (libc::SIGKILL, "SIGKILL", Effect::Kill),
    (libc::SIGUSR1, "SIGUSR1", Effect::Kill),
    (libc::SIGSEGV, "SIGSEGV", Effect::Kill),
    (libc::SIGUSR2, "SIGUSR2", Effect::Kill),
    (libc::SIGPIPE, "SIGPIPE", Effect::Kill),
    (libc::SIGALRM, "SIGALRM", Effect::Kill),
    (libc::SIGTERM, "SIGTERM", Effect::Kill),
    (libc::SIGCHLD, "SIGCHLD", Effect::Nothing),
    (libc::SIGCONT, "SIGCONT", Effect::Nothing),
    (libc::SIGSTOP, "SIGSTOP", Effect::Stop),
    (libc::SIGTSTP, "SIGTSTP", Effect::Stop),
    (libc::SIGTTIN, "SIGTTIN", Effect::Stop),
    (libc::SIGTTOU, "SIGTTOU", Effect::Stop),
    (libc::SIGURG, "SIGURG", Effect::Nothing),
    (libc::SIGXCPU, "SIGXCPU", Effect::Kill),
    (libc::SIGXFSZ, "SIGXFSZ", Effect::Kill),
    (libc::SIGVTALRM, "SIGVTALRM", Effect::Kill),
    (libc::SIGPROF, "SIGPROF", Effect::Kill),
    (libc::SIGWINCH, "SIGWINCH", Effect::Nothing),
    (libc::SIGIO, "SIGIO", Effect::Kill),
    (libc::SIGPWR, "SIGPWR", Effect::Kill),
    (libc::SIGSYS, "SIGSYS", Effect::Kill),
];

/// A signal number from 1 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signal(u32);

const KILL: Signal = Signal(libc::SIGKILL.unsigned_abs());
const STOP: Signal = Signal(libc::SIGSTOP.unsigned_abs());
const ABORT: Signal = Signal(libc::SIGABRT.unsigned_abs());
const PIPE: Signal = Signal(libc::SIGPIPE.unsigned_abs());

impl Signal {
    fn new(word: u64) -> Result<Self, Stop> {
        let number = low32(word);
        if (1..=COUNT).contains(&number) { Ok(Self(number)) } else { fail(libc::EINVAL) }
    }

    fn bit(self) -> u64 {
        1 << (self.0 - 1)
    }

    fn row(self) -> Option<&'static (i32, &'static str, Effect)> {
        NAMES.iter().find(|(number, ..)| number.unsigned_abs() == self.0)
    }

    fn name(self) -> String {
        self.row().map_or_else(|| format!("signal {}", self.0), |(_, name, _)| (*name).to_owned())
    }

    fn effect(self) -> Effect {
        self.row().map_or(Effect::Kill, |(.., effect)| *effect)
    }
}

/// What the program has said about signals, and which wait.
#[derive(Clone, Debug)]
pub(crate) struct Signals {
    /// Handler, flags, restorer and mask of each. Paths share them, since programs seldom change them.
    actions: Rc<[[u64; 4]; 64]>,
    mask: u64,
    pending: u64,
    /// The alternative stack: address, flags, size.
    stack: [u64; 3],
}

impl Default for Signals {
    fn default() -> Self {
        let disabled = u64::from(libc::SS_DISABLE.unsigned_abs());
        Self { actions: Rc::new([[DEFAULT, 0, 0, 0]; 64]), mask: 0, pending: 0, stack: [0, disabled, 0] }
    }
}

impl Signals {
    /// The signals that are blocked.
    pub(crate) fn mask(&self) -> u64 {
        self.mask
    }

    fn action(&mut self, signal: Signal) -> &mut [u64; 4] {
        &mut Rc::make_mut(&mut self.actions)[index(signal.0 - 1)]
    }

    /// Sends `signal` to the program.
    fn send(&mut self, signal: Signal) -> Result<(), End> {
        if !self.is_ignored(signal) {
            self.pending |= signal.bit();
        }
        self.deliver()
    }

    /// Whether the program said that `signal` does nothing, or said nothing about one that does nothing.
    fn is_ignored(&self, signal: Signal) -> bool {
        let [handler, ..] = self.actions[index(signal.0 - 1)];
        handler == IGNORE || (handler == DEFAULT && signal.effect() == Effect::Nothing)
    }

    /// What `abort` comes to: `SIGABRT`, from which only a handler comes back.
    pub(crate) fn abort(&mut self) -> End {
        let [handler, ..] = *self.action(ABORT);
        if [DEFAULT, IGNORE].contains(&handler) || self.mask & ABORT.bit() != 0 {
            return Bug::new(BugKind::Abort, "the program called abort").into();
        }
        delivery(ABORT)
    }

    /// Acts on the pending signals that are not blocked.
    fn deliver(&mut self) -> Result<(), End> {
        let due = self.pending & !self.mask;
        if due == 0 {
            return Ok(());
        }
        let signal = Signal(due.trailing_zeros() + 1);
        let [handler, ..] = *self.action(signal);
        let name = signal.name();
        Err(match (handler, signal.effect()) {
            (DEFAULT, Effect::Stop) => {
                End::Unsupported(format!("the program stops itself with {name}").into())
            }
            // Whoever read its output has gone: no fault of the program. The shell says 128 + 13.
            (DEFAULT, _) if signal == PIPE => End::Exit(141),
            (DEFAULT, _) => Bug::new(BugKind::Abort, format!("the program sent itself {name}")).into(),
            _ => delivery(signal),
        })
    }
}

fn delivery(signal: Signal) -> End {
    End::Unsupported(format!("delivery of {} to the program's handler", signal.name()).into())
}

impl Kernel {
    /// Blocks the signals in `mask` and no others.
    pub(crate) fn set_signal_mask(&mut self, mask: u64) -> Result<(), End> {
        self.signals.mask = mask & !KILL.bit() & !STOP.bit();
        self.signals.deliver()
    }

    /// What a write to a pipe without a reader comes to, before it fails.
    pub(crate) fn broken_pipe(&mut self) -> Result<(), End> {
        self.signals.send(PIPE)
    }
}

fn read_set(call: &Syscall<'_>, address: u64) -> Result<u64, Stop> {
    Ok(access::field64(&access::read(call.memory, address, SET_LEN)?, 0))
}

fn sigaction(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [signal, new, old, len, ..] = call.args;
    let signal = Signal::new(signal)?;
    if len != SET_LEN || (new != 0 && [KILL, STOP].contains(&signal)) {
        return fail(libc::EINVAL);
    }
    let before = *kernel.signals.action(signal);
    if new != 0 {
        let bytes = access::read(call.memory, new, ACTION_LEN)?;
        *kernel.signals.action(signal) = [0, 8, 16, 24].map(|offset| access::field64(&bytes, offset));
    }
    // One that waits and is ignored now will never come.
    if kernel.signals.is_ignored(signal) {
        kernel.signals.pending &= !signal.bit();
    }
    access::write_if_any(call.memory, old, &fields(&before))?;
    Ok(0)
}

fn sigprocmask(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [how, new, old, len, ..] = call.args;
    if len != SET_LEN {
        return fail(libc::EINVAL);
    }
    let before = kernel.signals.mask;
    let set = if new == 0 { None } else { Some(read_set(call, new)?) };
    access::write_if_any(call.memory, old, &before.to_le_bytes())?;
    let Some(set) = set else { return Ok(0) };
    let mask = match low32(how).cast_signed() {
        libc::SIG_BLOCK => before | set,
        libc::SIG_UNBLOCK => before & !set,
        libc::SIG_SETMASK => set,
        _ => return fail(libc::EINVAL),
    };
    kernel.set_signal_mask(mask)?;
    Ok(0)
}

fn sigpending(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    access::write(call.memory, call.args[0], &kernel.signals.pending.to_le_bytes())?;
    Ok(0)
}

fn sigtimedwait(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    const INFO_LEN: usize = 128;
    let [set, info, timeout, ..] = call.args;
    let found = kernel.signals.pending & read_set(call, set)?;
    if found != 0 {
        let signal = found.trailing_zeros() + 1;
        kernel.signals.pending &= !Signal(signal).bit();
        let mut bytes = [0; INFO_LEN];
        bytes[..4].copy_from_slice(&signal.to_le_bytes());
        access::write_if_any(call.memory, info, &bytes)?;
        return Ok(u64::from(signal));
    }
    if timeout == 0 {
        return wait_for_ever();
    }
    kernel.sleep(call, timeout)?;
    fail(libc::EAGAIN)
}

fn sigsuspend(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let mask = read_set(call, call.args[0])?;
    kernel.set_signal_mask(mask)?;
    wait_for_ever()
}

/// Nobody sends signals but the program itself, which is waiting.
fn wait_for_ever() -> Answer {
    unsupported("the program waits for a signal: none will come")
}

fn sigaltstack(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [new, old, ..] = call.args;
    let before = kernel.signals.stack;
    if new != 0 {
        let bytes = access::read_fields(call.memory, new, 24, &[(0, 12), (16, 8)])?;
        kernel.signals.stack = [0, 8, 16].map(|offset| access::field64(&bytes, offset));
    }
    access::write_if_any(call.memory, old, &fields(&before))?;
    Ok(0)
}

fn kill(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [process, signal, ..] = call.args;
    let group = low32(kernel.group()).cast_signed();
    let target = low32(process).cast_signed();
    if kernel.is_self(process) || [0, -1, -group].contains(&target) {
        return send(kernel, signal);
    }
    no_such_process(kernel)
}

fn tkill(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [thread, signal, ..] = call.args;
    if kernel.is_self(thread) { send(kernel, signal) } else { no_such_process(kernel) }
}

fn tgkill(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [process, thread, signal, ..] = call.args;
    if kernel.is_self(process) && kernel.is_self(thread) {
        return send(kernel, signal);
    }
    no_such_process(kernel)
}

/// Sends the program a signal; 0 only asks whether one could.
fn send(kernel: &mut Kernel, signal: u64) -> Answer {
    if low32(signal) != 0 {
        kernel.signals.send(Signal::new(signal)?)?;
    }
    Ok(0)
}

/// With numbers of our own there is nobody else; with the host's, others are to be left alone.
fn no_such_process(kernel: &mut Kernel) -> Answer {
    if !kernel.config.host_ids {
        return fail(libc::ESRCH);
    }
    kernel.leave_out("signals to other processes are not supported: sending one fails");
    fail(libc::EPERM)
}
