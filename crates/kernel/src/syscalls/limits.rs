//! Resource limits: the program's own, since Vellum's must not change.

use std::rc::Rc;

use vellum_collections::cast::{index64, low32};

use super::{Action::Own, Call, Syscall, calls};
use crate::{
    access::{self, fields},
    errno::{Answer, Errno, Stop, fail},
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_getrlimit => Own(getrlimit),
    SYS_setrlimit => Own(setrlimit),
    SYS_prlimit64 => Own(prlimit),
];

/// A soft limit and a hard one.
type Pair = [u64; 2];

/// The limits by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// Paths share them, since programs seldom change them.
    pairs: Rc<[Pair; 16]>,
}

const UNLIMITED: u64 = u64::MAX;
const STACK: usize = 3;
const CORE: usize = 4;
const DESCRIPTORS: usize = 7;

/// Bytes of locals, however much the program asks for.
const LARGEST_STACK: u64 = 1 << 30;

/// Limits that a program would notice and that nobody looks after.
const IGNORED: &[(usize, &str)] =
    &[(0, "RLIMIT_CPU"), (1, "RLIMIT_FSIZE"), (2, "RLIMIT_DATA"), (9, "RLIMIT_AS")];

impl Default for Limits {
    fn default() -> Self {
        let mut pairs = [[UNLIMITED; 2]; 16];
        pairs[STACK] = [8 << 20, UNLIMITED];
        pairs[CORE] = [0, UNLIMITED];
        pairs[DESCRIPTORS] = [1024, 4096];
        Self { pairs: Rc::new(pairs) }
    }
}

impl Limits {
    /// Descriptors have numbers below this.
    pub(crate) fn descriptors(&self) -> u64 {
        let [soft, _] = self.pairs[DESCRIPTORS];
        soft
    }

    fn get(&mut self, resource: u64) -> Result<&mut Pair, Errno> {
        Rc::make_mut(&mut self.pairs).get_mut(index64(u64::from(low32(resource)))).ok_or(Errno(libc::EINVAL))
    }
}

fn getrlimit(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [resource, old, ..] = call.args;
    exchange(kernel, call, resource, 0, old)
}

fn setrlimit(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [resource, new, ..] = call.args;
    access::read(call.memory, new, 16)?;
    exchange(kernel, call, resource, new, 0)
}

fn prlimit(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [process, resource, new, old, ..] = call.args;
    if low32(process) != 0 && low32(process) != low32(kernel.pid()) {
        return fail(libc::ESRCH);
    }
    exchange(kernel, call, resource, new, old)
}

/// Sets a limit from `new` and stores what it was before at `old`, each unless null.
fn exchange(kernel: &mut Kernel, call: &mut Syscall<'_>, resource: u64, new: u64, old: u64) -> Answer {
    let limit = kernel.limits.get(resource)?;
    let before = *limit;
    if new != 0 {
        *limit = wanted(&access::read(call.memory, new, 16)?, before)?;
        let [soft, _] = *limit;
        match index64(resource) {
            STACK => call.memory.set_stack_limit(soft.min(LARGEST_STACK)),
            number if soft < before[0] => {
                if let Some((_, name)) = IGNORED.iter().find(|(row, _)| *row == number) {
                    kernel.leave_out(format!("the limit {name} is remembered and not enforced"));
                }
            }
            _ => (),
        }
    }
    kernel.fds.limit = kernel.limits.descriptors();
    access::write_if_any(call.memory, old, &fields(&before))?;
    Ok(0)
}

fn wanted(bytes: &[u8], [_, hard_before]: Pair) -> Result<Pair, Stop> {
    let [soft, hard] = [0, 8].map(|offset| access::field64(bytes, offset));
    if soft > hard {
        return fail(libc::EINVAL);
    }
    if hard > hard_before {
        return fail(libc::EPERM);
    }
    Ok([soft, hard])
}
