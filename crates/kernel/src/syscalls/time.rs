//! Clocks and sleeping.
//!
//! Unless the host's clocks are asked for, a nanosecond passes per instruction, and sleeping moves the clocks
//! on without taking time.

#![expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]

use vellum_collections::cast::low32;
use vellum_expr::{Evaluator, Expr};

use super::{
    Action::{Fail, Own, PassIf},
    Call, Setting, Syscall, calls,
    shape::{
        Len::Bytes,
        Shape::{self, Buffer, Int, Maybe},
        Way::{In, Out},
    },
};
use crate::{
    access::{self, fields},
    errno::{Answer, Stop, fail},
    kernel::Kernel,
};

/// A `timespec` or `timeval`.
const TIME: Shape = Buffer(Out, Bytes(16));
const DURATION: Shape = Buffer(In, Bytes(16));
const MAYBE_TIME: Shape = Maybe(Out, Bytes(16));

pub(super) const CALLS: &[Call] = calls![
    SYS_time => PassIf(Setting::Time, &[Maybe(Out, Bytes(8))], time),
    SYS_gettimeofday => PassIf(Setting::Time, &[MAYBE_TIME, Maybe(Out, Bytes(8))], gettimeofday),
    SYS_clock_gettime => PassIf(Setting::Time, &[Int, TIME], clock_gettime),
    SYS_clock_getres => PassIf(Setting::Time, &[Int, MAYBE_TIME], clock_getres),
    SYS_clock_nanosleep => PassIf(Setting::Time, &[Int, Int, DURATION, MAYBE_TIME], clock_nanosleep),
    SYS_nanosleep => PassIf(Setting::Time, &[DURATION, MAYBE_TIME], nanosleep),
    SYS_times => PassIf(Setting::Time, &[Maybe(Out, Bytes(32))], times),
    SYS_getrusage => PassIf(Setting::Time, &[Int, Buffer(Out, Bytes(144))], getrusage),
    SYS_settimeofday => Fail(libc::EPERM),
    SYS_clock_settime => Fail(libc::EPERM),
    SYS_getitimer => Own(getitimer),
    SYS_setitimer => Own(setitimer),
    SYS_alarm => Own(alarm),
];

pub(super) const SECOND: u64 = 1_000_000_000;

/// When the program starts: 2001-09-09, one thousand million seconds after the epoch.
const REAL_START: u64 = SECOND * SECOND;

/// What the machine's clock says then.
const MONOTONIC_START: u64 = 1000 * SECOND;

/// A tick of `times`, of which there are a hundred a second.
const TICK: u64 = SECOND / 100;

/// The time the program believes in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    /// Nanoseconds slept.
    slept: u64,
}

impl Clock {
    fn real(&self, instructions: u64) -> u64 {
        REAL_START + instructions.saturating_add(self.slept)
    }

    /// Nanoseconds since the machine started.
    pub(crate) fn monotonic(&self, instructions: u64) -> u64 {
        MONOTONIC_START + instructions.saturating_add(self.slept)
    }

    /// Moves on by `duration` nanoseconds; a century is as good as for ever.
    pub(super) fn sleep(&mut self, duration: u64) {
        const CENTURY: u64 = 100 * 365 * 24 * 3600 * SECOND;
        self.slept = self.slept.saturating_add(duration).min(CENTURY);
    }

    /// The time on the clock with this number.
    fn read(&self, clock: u64, instructions: u64) -> Result<u64, Stop> {
        match low32(clock).cast_signed() {
            libc::CLOCK_REALTIME
            | libc::CLOCK_REALTIME_COARSE
            | libc::CLOCK_REALTIME_ALARM
            | libc::CLOCK_TAI => Ok(self.real(instructions)),
            libc::CLOCK_MONOTONIC
            | libc::CLOCK_MONOTONIC_RAW
            | libc::CLOCK_MONOTONIC_COARSE
            | libc::CLOCK_BOOTTIME
            | libc::CLOCK_BOOTTIME_ALARM => Ok(self.monotonic(instructions)),
            libc::CLOCK_PROCESS_CPUTIME_ID | libc::CLOCK_THREAD_CPUTIME_ID => Ok(instructions),
            _ => fail(libc::EINVAL),
        }
    }
}

impl Kernel {
    /// Sleeps for the `timespec` at `address`, in the program's time only.
    pub(super) fn sleep(&mut self, call: &mut Syscall<'_>, address: u64) -> Result<(), Stop> {
        let duration = duration(call, address, 1)?;
        self.clock.sleep(duration);
        Ok(())
    }
}

/// Nanoseconds in the structure of seconds and a fraction at `address`; the fraction counts in `unit`
/// nanoseconds.
pub(super) fn duration(call: &mut Syscall<'_>, address: u64, unit: u64) -> Result<u64, Stop> {
    let content = access::read_values(call.memory, call.exprs, address, 16)?;
    let (seconds, fraction) = (content.number(call.exprs, 0..8), content.number(call.exprs, 8..16));
    let exprs = &mut *call.exprs;
    let (most, limit) = (exprs.constant(64, i64::MAX.cast_unsigned()), exprs.constant(64, SECOND / unit));
    let (is_positive, is_less) = (exprs.ule(seconds, most), exprs.ult(fraction, limit));
    let is_valid = exprs.and(is_positive, is_less);
    if !call.decide(is_valid)? {
        return fail(libc::EINVAL);
    }
    // How long it is divides no paths: the program's time is as long as for the path's own input.
    let mut evaluator = Evaluator::new();
    let [seconds, fraction] = [seconds, fraction].map(|e| evaluator.word(call.exprs, call.model, e));
    Ok(seconds.saturating_mul(SECOND).saturating_add(fraction * unit))
}

/// Seconds and a fraction that counts in `unit` nanoseconds.
fn split(time: u64, unit: u64) -> Vec<u8> {
    fields(&[time / SECOND, time % SECOND / unit])
}

fn time(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let seconds = kernel.clock.real(call.instructions) / SECOND;
    access::write_if_any(call.memory, call.args[0], &seconds.to_le_bytes())?;
    Ok(seconds)
}

fn gettimeofday(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [result, zone, ..] = call.args;
    let now = kernel.clock.real(call.instructions);
    access::write_if_any(call.memory, result, &split(now, 1000))?;
    access::write_if_any(call.memory, zone, &[0; 8])?;
    Ok(0)
}

fn clock_gettime(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [clock, result, ..] = call.args;
    let now = kernel.clock.read(clock, call.instructions)?;
    access::write(call.memory, result, &split(now, 1))?;
    Ok(0)
}

fn clock_getres(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [clock, result, ..] = call.args;
    kernel.clock.read(clock, call.instructions)?;
    access::write_if_any(call.memory, result, &split(1, 1))?;
    Ok(0)
}

fn nanosleep(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let address = call.args[0];
    kernel.sleep(call, address)?;
    Ok(0)
}

fn clock_nanosleep(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [clock, flags, address, ..] = call.args;
    let now = kernel.clock.read(clock, call.instructions)?;
    let duration = duration(call, address, 1)?;
    let until = low32(flags).cast_signed() & libc::TIMER_ABSTIME != 0;
    kernel.clock.sleep(if until { duration.saturating_sub(now) } else { duration });
    Ok(0)
}

fn times(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let user = call.instructions / TICK;
    access::write_if_any(call.memory, call.args[0], &fields(&[user, 0, 0, 0]))?;
    Ok(kernel.clock.monotonic(call.instructions) / TICK)
}

fn getrusage(_: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    /// Where the largest memory use is in `struct rusage`, and what it is in KiB.
    const LARGEST: (usize, u64) = (4, 8192);
    let [who, result, ..] = call.args;
    let mut words = [0; 18];
    match low32(who).cast_signed() {
        libc::RUSAGE_SELF | libc::RUSAGE_THREAD => {
            words[0] = call.instructions / SECOND;
            words[1] = call.instructions % SECOND / 1000;
            words[LARGEST.0] = LARGEST.1;
        }
        libc::RUSAGE_CHILDREN => (),
        _ => return fail(libc::EINVAL),
    }
    access::write(call.memory, result, &fields(&words))?;
    Ok(0)
}

fn getitimer(_: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    access::write(call.memory, call.args[1], &[0; 32])?;
    Ok(0)
}

fn setitimer(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    /// The timers there are, and the microseconds of a second.
    const TIMERS: u32 = 3;
    const SECOND: u64 = 1_000_000;
    let [which, new, old, ..] = call.args;
    if low32(which) >= TIMERS {
        return fail(libc::EINVAL);
    }
    // The interval, then the time until it fires first: seconds and microseconds.
    let timer = access::read_values(call.memory, call.exprs, new, 32)?;
    let words = [0..8, 8..16, 16..24, 24..32].map(|word| timer.number(call.exprs, word));
    let (none, second) = (call.exprs.zero(64), call.exprs.constant(64, SECOND));
    let mut is_valid = Expr::TRUE;
    for pair in words.chunks(2) {
        let (is_time, is_part) = (call.exprs.sle(none, pair[0]), call.exprs.ult(pair[1], second));
        let both = call.exprs.and(is_time, is_part);
        is_valid = call.exprs.and(is_valid, both);
    }
    if !call.decide(is_valid)? {
        return fail(libc::EINVAL);
    }
    let either = call.exprs.or(words[2], words[3]);
    let sets = call.exprs.ne(either, none);
    if call.decide(sets)? {
        kernel.never_fires("setitimer");
    }
    access::write_if_any(call.memory, old, &[0; 32])?;
    Ok(0)
}

fn alarm(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    if low32(call.args[0]) != 0 {
        kernel.never_fires("alarm");
    }
    Ok(0)
}

impl Kernel {
    fn never_fires(&mut self, name: &str) {
        self.leave_out(format!("timers are not supported: that of `{name}` never fires"));
    }
}
