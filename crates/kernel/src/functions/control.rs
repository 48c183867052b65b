//! Jumps, ends, and the thread there is one of.

#![expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]

use vellum_collections::cast::{index64, low32};
use vellum_engine::{Bug, BugKind, End, ExternalCall, Outcome, ReturnPoint};

use crate::{access, errno::Errno, kernel::Kernel};

type Result = std::result::Result<Outcome, End>;

/// What `jmp_buf` is long, where in it a flag says that a signal mask was saved, and where that mask is.
const BUFFER_LEN: u64 = 200;
const FLAG: usize = 64;
const MASK: usize = 72;

/// Where in the buffer of `__builtin_setjmp` the point is.
const BUILTIN_POINT: u64 = 24;

pub(super) fn get_thread_pointer(kernel: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(kernel.thread_pointer))
}

pub(super) fn set_thread_pointer(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    kernel.thread_pointer = call.arg(0);
    Ok(Outcome::Return(0))
}

pub(super) fn set_jump(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    remember(call, 0, 0)
}

pub(super) fn set_jump_and_mask(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let flag = u64::from(low32(call.arg(1)));
    remember(call, flag, kernel.signals.mask())
}

/// Cycles of the processor, one a nanosecond, on the clock that the program's time is taken from.
pub(super) fn cycles(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(kernel.clock.monotonic(call.instructions)))
}

fn remember(call: &mut ExternalCall<'_>, flag: u64, mask: u64) -> Result {
    let buffer = call.arg(0);
    // What a machine has registers for is zero.
    let mut saved = vec![0; index64(BUFFER_LEN)];
    let [serial, place] = call.point.0;
    for (at, word) in [(0, serial), (8, place), (FLAG, flag), (MASK, mask)] {
        saved[at..at + 8].copy_from_slice(&word.to_le_bytes());
    }
    access::write(call.memory, buffer, &saved)?;
    Ok(Outcome::Return(0))
}

fn write_point(call: &mut ExternalCall<'_>, address: u64) -> std::result::Result<(), End> {
    let bytes: Vec<u8> = call.point.0.iter().flat_map(|word| word.to_le_bytes()).collect();
    Ok(access::write(call.memory, address, &bytes)?)
}

pub(super) fn long_jump(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (buffer, value) = (call.arg(0), low32(call.arg(1)));
    let saved = access::read(call.memory, buffer, BUFFER_LEN)?;
    let point = ReturnPoint([access::field64(&saved, 0), access::field64(&saved, 8)]);
    let (flag, mask) = (access::field64(&saved, FLAG), access::field64(&saved, MASK));
    if flag != 0 {
        kernel.set_signal_mask(mask)?;
    }
    Ok(Outcome::LongJump { point, value: value.max(1) })
}

/// `__builtin_setjmp`: of the five words of its buffer the compiler fills the first and the third itself.
pub(super) fn set_builtin_jump(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    write_point(call, call.arg(0).wrapping_add(BUILTIN_POINT))?;
    Ok(Outcome::Return(0))
}

/// `__builtin_longjmp`, which always brings 1.
pub(super) fn builtin_jump(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let saved = access::read(call.memory, call.arg(0).wrapping_add(BUILTIN_POINT), 16)?;
    let point = ReturnPoint([access::field64(&saved, 0), access::field64(&saved, 8)]);
    Ok(Outcome::LongJump { point, value: 1 })
}

/// The status is what it is for the input the path carries, as that of `main`.
pub(super) fn exit(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    Err(End::Exit(low32(call.witness(call.value(0))).cast_signed()))
}

pub(super) fn abort(kernel: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Err(kernel.signals.abort())
}

pub(super) fn assertion(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let line = low32(call.arg(2));
    let text = |address| access::text(call.memory, address);
    let (condition, file) = (text(call.arg(0))?, text(call.arg(1))?);
    let function = match call.arg(3) {
        0 => "?".into(),
        address => text(address)?,
    };
    let message = format!("assertion \"{condition}\" failed in {function} at {file}:{line}");
    Err(Bug::new(BugKind::Assertion, message).into())
}

pub(super) fn clone(kernel: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    kernel.leave_in_doubt("threads and processes are not supported: `clone` fails");
    Ok(Outcome::Return(Errno(libc::ENOSYS).word()))
}

pub(super) fn vfork(kernel: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    kernel.leave_in_doubt("threads and processes are not supported: `vfork` fails");
    Ok(Outcome::Return(u64::MAX))
}

pub(super) fn restore(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Err(End::Unsupported("return from a signal handler that was never entered".into()))
}

pub(super) fn unmap_self(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Err(End::Unsupported("the end of a thread that was never started".into()))
}
