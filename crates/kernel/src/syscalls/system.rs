//! The machine: its name, its size and its random bytes.

use vellum_collections::cast::index64;

use super::{
    Action::{Own, PassIf, Refuse},
    Call, Setting, Syscall, calls,
    shape::{
        Len::{Arg, Bytes},
        Shape::{Buffer, Int},
        Way::Out,
    },
};
use crate::{
    access::{self, fields},
    errno::Answer,
    kernel::Kernel,
};

/// Bytes of each of the six parts of `struct utsname`.
const NAME_LEN: usize = 65;
const NAMES: [&str; 6] = ["Linux", "vellum", "6.1.0", "#1 Vellum", "x86_64", "(none)"];

pub(super) const CALLS: &[Call] = calls![
    SYS_uname => PassIf(Setting::Ids, &[Buffer(Out, Bytes(390))], uname),
    SYS_sethostname => Refuse(libc::EPERM),
    SYS_setdomainname => Refuse(libc::EPERM),
    SYS_sysinfo => Own(sysinfo),
    SYS_getrandom => PassIf(Setting::Random, &[Buffer(Out, Arg(1)), Int, Int], getrandom),
];

fn uname(_: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let mut bytes = vec![0; NAME_LEN * NAMES.len()];
    for (part, name) in bytes.chunks_mut(NAME_LEN).zip(NAMES) {
        part[..name.len()].copy_from_slice(name.as_bytes());
    }
    access::write(call.memory, call.args[0], &bytes)?;
    Ok(0)
}

fn sysinfo(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    const TOTAL: u64 = 8 << 30;
    const FREE: u64 = 4 << 30;
    let up = kernel.clock.monotonic(call.instructions) / 1_000_000_000;
    // Uptime, three loads, memory: total, free, shared, buffers, swap: total, free; processes; high memory:
    // total, free; bytes per unit.
    let words = [up, 0, 0, 0, TOTAL, FREE, 0, 0, 0, 0, 1, 0, 0, 1];
    access::write(call.memory, call.args[0], &fields(&words))?;
    Ok(0)
}

fn getrandom(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [address, len, ..] = call.args;
    access::check_write(call.memory, address, len)?;
    let mut bytes = vec![0; index64(len)];
    kernel.random.fill(&mut bytes);
    access::write(call.memory, address, &bytes)?;
    Ok(len)
}
