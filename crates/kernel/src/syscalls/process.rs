//! The process, of which there is one: who it is and how it ends.

use vellum_collections::cast::{low8, low32};
use vellum_engine::End;

use super::{
    Action::{Fail, Own, Return, Withhold},
    Call, Syscall, calls,
};
use crate::{
    access,
    errno::{Answer, fail, unsupported},
    host,
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_exit => Own(exit),
    SYS_exit_group => Own(exit),
    SYS_getpid => Own(|kernel, _| Ok(kernel.pid())),
    SYS_gettid => Own(|kernel, _| Ok(kernel.pid())),
    SYS_getppid => Own(|kernel, _| Ok(kernel.id(libc::SYS_getppid, PARENT))),
    SYS_getpgrp => Own(|kernel, _| Ok(kernel.group())),
    SYS_getpgid => Own(|kernel, call| own_only(kernel, call, libc::SYS_getpgrp)),
    SYS_getsid => Own(|kernel, call| own_only(kernel, call, libc::SYS_getsid)),
    SYS_setpgid => Own(setpgid),
    // It leads its group already.
    SYS_setsid => Fail(libc::EPERM),
    // It has no children.
    SYS_wait4 => Fail(libc::ECHILD),
    SYS_waitid => Fail(libc::ECHILD),
    SYS_fork => Withhold(libc::ENOSYS),
    SYS_vfork => Withhold(libc::ENOSYS),
    SYS_clone => Withhold(libc::ENOSYS),
    SYS_clone3 => Withhold(libc::ENOSYS),
    SYS_execve => Withhold(libc::ENOSYS),
    SYS_execveat => Withhold(libc::ENOSYS),
    SYS_umask => Own(|kernel, call| Ok(kernel.set_umask(low32(call.args[0]) & 0o777))),
    SYS_personality => Return(0),
    SYS_prctl => Own(prctl),
    SYS_arch_prctl => Own(arch_prctl),
    // With one thread there is nobody to wake and nothing to order.
    SYS_set_tid_address => Own(|kernel, _| Ok(kernel.pid())),
    SYS_set_robust_list => Return(0),
    SYS_membarrier => Return(0),
    SYS_rseq => Fail(libc::ENOSYS),
    SYS_futex => Own(futex),
];

const SELF: u64 = 1000;
const PARENT: u64 = 999;

/// What the process says about itself.
#[derive(Clone, Debug)]
pub(crate) struct Process {
    /// The name `prctl` knows it by.
    name: [u8; 16],
    /// Its priority: 0 is usual, 19 is lowest.
    pub(super) nice: i32,
    /// The mask for the modes of files it makes, once it has set one.
    pub(crate) umask: Option<u32>,
}

impl Default for Process {
    fn default() -> Self {
        Self { name: *b"program\0\0\0\0\0\0\0\0\0", nice: 0, umask: None }
    }
}

impl Kernel {
    /// The process's number.
    pub(super) fn pid(&self) -> u64 {
        self.id(libc::SYS_getpid, SELF)
    }

    /// The process group's number.
    pub(super) fn group(&self) -> u64 {
        self.id(libc::SYS_getpgrp, SELF)
    }

    fn id(&self, number: i64, own: u64) -> u64 {
        if !self.config.host_ids {
            return own;
        }
        host::plain(number, &[0]).expect("asking for the process's own numbers never fails")
    }

    /// Sets the mask for the modes of files the program makes; what it was before.
    fn set_umask(&mut self, mask: u32) -> u64 {
        let before = self.process.umask.replace(mask).unwrap_or_else(|| {
            // The host tells its mask only to who sets another one.
            let own = host::umask(0o77);
            host::umask(own);
            own
        });
        u64::from(before)
    }

    /// Whether `process` (a `pid_t`) means this one.
    pub(super) fn is_self(&self, process: u64) -> bool {
        low32(process) == low32(self.pid())
    }
}

fn exit(_: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    Err(End::Exit(i32::from(low8(call.args[0]))).into())
}

/// A number of this process, for a call that may ask about any.
fn own_only(kernel: &mut Kernel, call: &mut Syscall<'_>, number: i64) -> Answer {
    let process = call.args[0];
    if low32(process) == 0 || kernel.is_self(process) {
        Ok(kernel.id(number, SELF))
    } else {
        fail(libc::ESRCH)
    }
}

fn setpgid(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [process, group, ..] = call.args;
    if low32(process) != 0 && !kernel.is_self(process) {
        return fail(libc::ESRCH);
    }
    let stays = low32(group) == 0 || low32(group) == low32(kernel.group());
    if stays { Ok(0) } else { fail(libc::EPERM) }
}

fn prctl(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [option, address, ..] = call.args;
    match low32(option).cast_signed() {
        libc::PR_SET_NAME => {
            let name = access::string(call.memory, address)?;
            let len = name.len().min(15);
            kernel.process.name = [0; 16];
            kernel.process.name[..len].copy_from_slice(&name[..len]);
            Ok(0)
        }
        libc::PR_GET_NAME => {
            access::write(call.memory, address, &kernel.process.name)?;
            Ok(0)
        }
        libc::PR_SET_DUMPABLE | libc::PR_SET_PDEATHSIG | libc::PR_SET_NO_NEW_PRIVS => Ok(0),
        libc::PR_GET_DUMPABLE => Ok(1),
        // Names for mappings, of which nobody hears.
        libc::PR_SET_VMA => fail(libc::EINVAL),
        other => {
            kernel.leave_out(format!("prctl option {other} is not supported: it fails"));
            fail(libc::EINVAL)
        }
    }
}

fn arch_prctl(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    const SET_FS: u64 = 0x1002;
    const GET_FS: u64 = 0x1003;
    let [option, value, ..] = call.args;
    match option {
        SET_FS => kernel.thread_pointer = value,
        GET_FS => access::write(call.memory, value, &kernel.thread_pointer.to_le_bytes())?,
        _ => return fail(libc::EINVAL),
    }
    Ok(0)
}

fn futex(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [address, operation, expected, timeout, ..] = call.args;
    let now = access::field32(&access::read(call.memory, address, 4)?, 0);
    match low32(operation).cast_signed() & libc::FUTEX_CMD_MASK {
        libc::FUTEX_WAKE | libc::FUTEX_WAKE_BITSET | libc::FUTEX_REQUEUE | libc::FUTEX_CMP_REQUEUE => Ok(0),
        libc::FUTEX_WAIT | libc::FUTEX_WAIT_BITSET if now != low32(expected) => fail(libc::EAGAIN),
        libc::FUTEX_WAIT if timeout != 0 => {
            kernel.sleep(call, timeout)?;
            fail(libc::ETIMEDOUT)
        }
        libc::FUTEX_WAIT_BITSET if timeout != 0 => fail(libc::ETIMEDOUT),
        libc::FUTEX_WAIT | libc::FUTEX_WAIT_BITSET => {
            unsupported("the only thread waits for another one: it would never go on")
        }
        _ => {
            kernel.leave_out(format!("futex operation {operation} is not supported: it fails"));
            fail(libc::ENOSYS)
        }
    }
}
