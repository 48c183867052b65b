//! The scheduler: one processor, ordinary priority.

#![expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]

use vellum_collections::cast::low32;

use super::{
    Action::{Fail, Own, Return},
    Call, Syscall, calls,
};
use crate::{
    access,
    errno::{Answer, fail},
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_sched_yield => Return(0),
    SYS_sched_getaffinity => Own(getaffinity),
    SYS_sched_setaffinity => Return(0),
    SYS_sched_getscheduler => Return(0),
    SYS_sched_setscheduler => Fail(libc::EPERM),
    SYS_sched_getparam => Own(getparam),
    SYS_sched_setparam => Fail(libc::EPERM),
    SYS_sched_get_priority_max => Own(|_, call| priority(call, 99)),
    SYS_sched_get_priority_min => Own(|_, call| priority(call, 1)),
    SYS_getcpu => Own(getcpu),
    SYS_getpriority => Own(getpriority),
    SYS_setpriority => Own(setpriority),
];

fn getaffinity(_: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [_, len, mask, ..] = call.args;
    if len < 8 {
        return fail(libc::EINVAL);
    }
    access::write(call.memory, mask, &1_u64.to_le_bytes())?;
    Ok(8)
}

fn getparam(_: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    access::write(call.memory, call.args[1], &[0; 4])?;
    Ok(0)
}

/// A bound of the priorities of a policy: only the real-time ones (1 and 2) have any.
fn priority(call: &Syscall<'_>, bound: u64) -> Answer {
    match low32(call.args[0]) {
        1 | 2 => Ok(bound),
        0 | 3 | 5 => Ok(0),
        _ => fail(libc::EINVAL),
    }
}

fn getcpu(_: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [processor, node, ..] = call.args;
    access::write_if_any(call.memory, processor, &[0; 4])?;
    access::write_if_any(call.memory, node, &[0; 4])?;
    Ok(0)
}

fn getpriority(kernel: &mut Kernel, _: &mut Syscall<'_>) -> Answer {
    // So that the result is never negative, the system call counts from 40 downwards.
    Ok(u64::from((20 - kernel.process.nice).unsigned_abs()))
}

fn setpriority(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let nice = low32(call.args[2]).cast_signed().clamp(-20, 19);
    if nice < kernel.process.nice {
        return fail(libc::EACCES);
    }
    kernel.process.nice = nice;
    Ok(0)
}
