//! `fcntl`: a row per command.

use vellum_collections::cast::low32;

use super::{
    Action::{self, Own, Pass},
    Call, Syscall, calls,
    shape::{
        Len::{self, Bytes, Fields},
        Shape::{self, Buffer, Fd, Int},
        Way::{In, InOut, Out},
    },
};
use crate::{
    errno::{Answer, fail},
    fds::OnExec,
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_fcntl => Own(fcntl),
];

const NUMBER: Action = Pass(&[Fd, Int, Int]);
/// A `struct flock`, without the process, which only an answer has.
const LOCK: Len = Fields(32, &[(0, 4), (8, 16)]);
const GET_LOCK: &[Shape] = &[Fd, Int, Buffer(InOut, LOCK)];
const SET_LOCK: &[Shape] = &[Fd, Int, Buffer(In, LOCK)];
const GET_OWNER: &[Shape] = &[Fd, Int, Buffer(Out, Bytes(8))];
/// Not in the `libc` crate.
const F_GETOWN_EX: i32 = 16;

const COMMANDS: &[(i32, Action)] = &[
    (libc::F_DUPFD, Own(duplicate)),
    (libc::F_DUPFD_CLOEXEC, Own(duplicate_closing)),
    (libc::F_GETFD, Own(get_flags)),
    (libc::F_SETFD, Own(set_flags)),
    (libc::F_GETFL, NUMBER),
    (libc::F_SETFL, NUMBER),
    (libc::F_GETLK, Pass(GET_LOCK)),
    (libc::F_SETLK, Pass(SET_LOCK)),
    (libc::F_SETLKW, Pass(SET_LOCK)),
    (libc::F_OFD_GETLK, Pass(GET_LOCK)),
    (libc::F_OFD_SETLK, Pass(SET_LOCK)),
    (libc::F_OFD_SETLKW, Pass(SET_LOCK)),
    (F_GETOWN_EX, Pass(GET_OWNER)),
    (libc::F_GETPIPE_SZ, NUMBER),
    (libc::F_SETPIPE_SZ, NUMBER),
    (libc::F_GET_SEALS, NUMBER),
    (libc::F_ADD_SEALS, NUMBER),
];

fn fcntl(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    kernel.fds.check(call.args[0])?;
    let command = low32(call.args[1]).cast_signed();
    let Some((_, action)) = COMMANDS.iter().find(|(row, _)| *row == command) else {
        kernel.leave_out(format!("fcntl command {command} is not supported: it fails"));
        return fail(libc::EINVAL);
    };
    kernel.act(call, libc::SYS_fcntl, *action)
}

fn duplicate(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [fd, _, least, ..] = call.args;
    Ok(kernel.fds.duplicate(fd, u64::from(low32(least)), OnExec::Keep)?)
}

fn duplicate_closing(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [fd, _, least, ..] = call.args;
    Ok(kernel.fds.duplicate(fd, u64::from(low32(least)), OnExec::Close)?)
}

fn get_flags(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    Ok(match kernel.fds.on_exec(call.args[0])? {
        OnExec::Keep => 0,
        OnExec::Close => u64::from(libc::FD_CLOEXEC.unsigned_abs()),
    })
}

fn set_flags(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [fd, _, flags, ..] = call.args;
    kernel.fds.set_on_exec(fd, OnExec::from_flags(flags, libc::FD_CLOEXEC))?;
    Ok(0)
}
