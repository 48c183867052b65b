//! Users and groups: the host's, and they stay what they are.

use vellum_collections::cast::low32;

use super::{
    Action::{Own, Pass, Refuse, Withhold},
    Call, Syscall, calls,
    shape::{
        Len::{Bytes, Items},
        Shape::{self, Buffer, Int},
        Way::Out,
    },
};
use crate::{
    errno::{Answer, fail},
    host,
    kernel::Kernel,
};

const ID: Shape = Buffer(Out, Bytes(4));

pub(super) const CALLS: &[Call] = calls![
    SYS_getuid => Pass(&[]),
    SYS_geteuid => Pass(&[]),
    SYS_getgid => Pass(&[]),
    SYS_getegid => Pass(&[]),
    SYS_getresuid => Pass(&[ID, ID, ID]),
    SYS_getresgid => Pass(&[ID, ID, ID]),
    SYS_getgroups => Pass(&[Int, Buffer(Out, Items(0, 4))]),
    SYS_setuid => Own(|kernel, call| keep(kernel, call, libc::SYS_geteuid, 1)),
    SYS_setgid => Own(|kernel, call| keep(kernel, call, libc::SYS_getegid, 1)),
    SYS_setreuid => Own(|kernel, call| keep(kernel, call, libc::SYS_geteuid, 2)),
    SYS_setregid => Own(|kernel, call| keep(kernel, call, libc::SYS_getegid, 2)),
    SYS_setresuid => Own(|kernel, call| keep(kernel, call, libc::SYS_geteuid, 3)),
    SYS_setresgid => Own(|kernel, call| keep(kernel, call, libc::SYS_getegid, 3)),
    SYS_setgroups => Refuse(libc::EPERM),
    SYS_setfsuid => Refuse(libc::EPERM),
    SYS_setfsgid => Refuse(libc::EPERM),
    SYS_capget => Withhold(libc::ENOSYS),
    SYS_capset => Refuse(libc::EPERM),
];

/// Succeeds when the first `count` arguments, where they are not -1, are the present id.
fn keep(kernel: &mut Kernel, call: &mut Syscall<'_>, present: i64, count: usize) -> Answer {
    let present = low32(host::plain(present, &[])?);
    if call.args[..count].iter().all(|&id| low32(id) == u32::MAX || low32(id) == present) {
        return Ok(0);
    }
    kernel.leave_out("a change of user or group is not supported: it fails");
    fail(libc::EPERM)
}
