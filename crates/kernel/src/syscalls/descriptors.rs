//! Descriptors: copying, closing and pipes.

use vellum_collections::cast::low32;

use super::{Action::Own, Call, Syscall, calls};
use crate::{
    access,
    errno::{Answer, fail},
    fds::{HostFd, OnExec},
    host::Arg,
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_close => Own(close),
    SYS_close_range => Own(close_range),
    SYS_dup => Own(dup),
    SYS_dup2 => Own(dup2),
    SYS_dup3 => Own(dup3),
    SYS_pipe => Own(pipe),
    SYS_pipe2 => Own(pipe2),
];

fn close(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    kernel.fds.close(call.args[0])?;
    Ok(0)
}

fn close_range(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    /// Only marks the descriptors to be closed on `exec`.
    const MARK: u64 = 4;
    let [first, last, flags, ..] = call.args.map(|arg| u64::from(low32(arg)));
    if first > last {
        return fail(libc::EINVAL);
    }
    for fd in kernel.fds.open_between(first, last) {
        if flags & MARK == 0 {
            kernel.fds.close(fd)?;
        } else {
            kernel.fds.set_on_exec(fd, OnExec::Close)?;
        }
    }
    Ok(0)
}

fn dup(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    Ok(kernel.fds.duplicate(call.args[0], 0, OnExec::Keep)?)
}

fn dup2(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [fd, copy, ..] = call.args;
    if low32(fd) == low32(copy) {
        kernel.fds.check(fd)?;
        return Ok(u64::from(low32(fd)));
    }
    Ok(kernel.fds.duplicate_to(fd, copy, OnExec::Keep)?)
}

fn dup3(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [fd, copy, flags, ..] = call.args;
    if low32(fd) == low32(copy) {
        return fail(libc::EINVAL);
    }
    let on_exec = OnExec::from_flags(flags, libc::O_CLOEXEC);
    Ok(kernel.fds.duplicate_to(fd, copy, on_exec)?)
}

fn pipe(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    call.args[1] = 0;
    pipe2(kernel, call)
}

fn pipe2(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [result, flags, ..] = call.args;
    access::check_write(call.memory, result, 8)?;
    let mut args = [Arg::Bytes(vec![0; 8]), Arg::Word(flags)];
    kernel.host(libc::SYS_pipe2, &mut args)?;
    let ends = [0, 4].map(|offset| HostFd::adopt(u64::from(access::field32(args[0].bytes(), offset))));
    let mut bytes = Vec::with_capacity(8);
    let mut given: Vec<u64> = Vec::new();
    for end in ends {
        match kernel.fds.insert(end, OnExec::from_flags(flags, libc::O_CLOEXEC)) {
            Ok(fd) => {
                given.push(fd);
                bytes.extend(low32(fd).to_le_bytes());
            }
            Err(errno) => {
                for fd in given {
                    kernel.fds.close(fd)?;
                }
                return Err(errno.into());
            }
        }
    }
    access::write(call.memory, result, &bytes)?;
    Ok(0)
}
