//! `ioctl`: a row per request.

use vellum_collections::cast::low32;

use super::{
    Action::{self, Own, Pass},
    Call, Syscall, calls,
    shape::{
        Len::Bytes,
        Shape::{Buffer, Fd, Int},
        Way::{In, Out},
    },
};
use crate::{
    access,
    errno::{Answer, fail},
    fds::OnExec,
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_ioctl => Own(ioctl),
];

/// The kernel's `struct termios`, which is shorter than the C library's.
const GET_TERMIOS: Action = Pass(&[Fd, Int, Buffer(Out, Bytes(36))]);
const SET_TERMIOS: Action = Pass(&[Fd, Int, Buffer(In, Bytes(36))]);
const GET_WINDOW: Action = Pass(&[Fd, Int, Buffer(Out, Bytes(8))]);
const SET_WINDOW: Action = Pass(&[Fd, Int, Buffer(In, Bytes(8))]);
const GET_INT: Action = Pass(&[Fd, Int, Buffer(Out, Bytes(4))]);
const SET_INT: Action = Pass(&[Fd, Int, Buffer(In, Bytes(4))]);
const GET_LONG: Action = Pass(&[Fd, Int, Buffer(Out, Bytes(8))]);
const NUMBER: Action = Pass(&[Fd, Int, Int]);

/// Makes a file share another's blocks; not in the `libc` crate.
const FICLONE: u64 = 0x4004_9409;
/// The size of a block device in bytes; not in the `libc` crate.
const BLKGETSIZE64: u64 = 0x8008_1272;

const REQUESTS: &[(u64, Action)] = &[
    (libc::TCGETS, GET_TERMIOS),
    (libc::TCSETS, SET_TERMIOS),
    (libc::TCSETSW, SET_TERMIOS),
    (libc::TCSETSF, SET_TERMIOS),
    (libc::TCSBRK, NUMBER),
    (libc::TCXONC, NUMBER),
    (libc::TCFLSH, NUMBER),
    (libc::TIOCGWINSZ, GET_WINDOW),
    (libc::TIOCSWINSZ, SET_WINDOW),
    (libc::TIOCGPGRP, Own(foreground)),
    (libc::TIOCSPGRP, Own(set_foreground)),
    (libc::TIOCGSID, Own(foreground)),
    (libc::TIOCOUTQ, GET_INT),
    (libc::FIONREAD, GET_INT),
    (libc::FIONBIO, SET_INT),
    (libc::FIOCLEX, Own(close_on_exec)),
    (libc::FIONCLEX, Own(keep_on_exec)),
    (libc::FS_IOC_GETFLAGS, GET_LONG),
    (BLKGETSIZE64, GET_LONG),
    (FICLONE, Pass(&[Fd, Int, Fd])),
];

fn ioctl(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    kernel.fds.check(call.args[0])?;
    let request = u64::from(low32(call.args[1]));
    let Some((_, action)) = REQUESTS.iter().find(|(row, _)| *row == request) else {
        kernel.leave_out(format!("ioctl request {request:#x} is not supported: it fails"));
        return fail(libc::ENOTTY);
    };
    kernel.act(call, libc::SYS_ioctl, *action)
}

/// Of a terminal, the program's own group and session are the ones in front.
fn foreground(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [_, _, result, ..] = call.args;
    access::check_write(call.memory, result, 4)?;
    kernel.act(call, libc::SYS_ioctl, GET_INT)?;
    let group = low32(kernel.group());
    access::write(call.memory, result, &group.to_le_bytes())?;
    Ok(0)
}

fn set_foreground(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [_, _, group, ..] = call.args;
    let wanted = access::field32(&access::read(call.memory, group, 4)?, 0);
    if wanted == low32(kernel.group()) { Ok(0) } else { fail(libc::EPERM) }
}

fn close_on_exec(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    kernel.fds.set_on_exec(call.args[0], OnExec::Close)?;
    Ok(0)
}

fn keep_on_exec(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    kernel.fds.set_on_exec(call.args[0], OnExec::Keep)?;
    Ok(0)
}
