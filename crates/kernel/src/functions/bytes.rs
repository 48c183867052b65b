//! `memcpy` and its relatives.

use vellum_engine::{Beyond, Bug, BugKind, End, ExternalCall, Outcome};
use vellum_memory::Value;

use crate::{access, kernel::Kernel};

type Result = std::result::Result<Outcome, End>;

pub(super) fn copy(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (to, from, len) = (call.arg(0), call.arg(1), call.arg(2));
    if let Err(fault) = access::copy_values(call, to, from, len) {
        match kernel.outside_memory(from, len) {
            Beyond::Bytes(bytes) => access::write(call.memory, to, &bytes)?,
            Beyond::Nothing | Beyond::Gone => return Err(fault.into()),
        }
    }
    Ok(Outcome::Return(to))
}

pub(super) fn copy_to_end(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    copy(kernel, call)?;
    Ok(Outcome::Return(call.arg(0).wrapping_add(call.arg(2))))
}

pub(super) fn fill(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let numbers = call.number(0).and_then(|to| Ok((to, call.number(2)?)));
    let (to, len) = match numbers {
        Ok(numbers) => numbers,
        Err(outcome) => return Ok(outcome),
    };
    let byte = call.value(1).expr(call.exprs, 8);
    let byte = Value::of(call.exprs, byte);
    access::fill_values(call, to, byte, len)?;
    Ok(Outcome::Return(to))
}

pub(super) fn checked_copy(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    copy(kernel, call).and_then(|outcome| within(call, outcome))
}

pub(super) fn checked_copy_to_end(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    copy_to_end(kernel, call).and_then(|outcome| within(call, outcome))
}

pub(super) fn checked_fill(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    fill(kernel, call).and_then(|outcome| within(call, outcome))
}

/// Strings are copied byte by byte where the question does not come straight from the C library, which makes it an
/// operation of the engine.
#[expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]
pub(super) fn prefix(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(u64::MAX))
}

/// `outcome`, if the length is no larger than what the compiler knew of the target (the fourth argument).
fn within(call: &ExternalCall<'_>, outcome: Outcome) -> Result {
    let (len, room) = (call.arg(2), call.arg(3));
    if len <= room {
        return Ok(outcome);
    }
    Err(Bug::new(BugKind::Abort, format!("{len} bytes are written where the compiler knows of {room}"))
        .into())
}
