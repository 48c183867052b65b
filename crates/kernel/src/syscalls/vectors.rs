//! Reading and writing many pieces at once, which for the host is one piece.

use vellum_collections::cast::{index64, low32};

use super::{Action::Own, Call, Syscall, calls, shape::len_arg};
use crate::{
    access,
    errno::{Answer, Stop, fail},
    host::Arg,
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_readv => Own(readv),
    SYS_writev => Own(writev),
    SYS_preadv => Own(preadv),
    SYS_pwritev => Own(pwritev),
];

/// Pieces there may be at most.
pub(super) const MAX_PIECES: u64 = 1024;

/// Bytes one call may move on Linux.
pub(super) const MAX_BYTES: u64 = 0x7fff_f000;

/// A piece of memory: address and length.
pub(super) type Piece = (u64, u64);

fn readv(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    read(kernel, call, libc::SYS_read, None)
}

fn preadv(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let position = call.args[3];
    read(kernel, call, libc::SYS_pread64, Some(position))
}

fn writev(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    write(kernel, call, libc::SYS_write, None)
}

fn pwritev(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let position = call.args[3];
    write(kernel, call, libc::SYS_pwrite64, Some(position))
}

fn read(kernel: &mut Kernel, call: &mut Syscall<'_>, number: i64, position: Option<u64>) -> Answer {
    let host = kernel.host_fd(call.args[0])?;
    let pieces = pieces(call)?;
    for &(address, len) in &pieces {
        access::check_write(call.memory, address, len)?;
    }
    let total = pieces.iter().map(|(_, len)| len).sum::<u64>().min(MAX_BYTES);
    let mut args = vec![Arg::Word(host), Arg::Bytes(vec![0; index64(total)]), Arg::Word(total)];
    args.extend(position.map(Arg::Word));
    let result = kernel.host(number, &mut args)?;
    let mut rest = &args[1].bytes()[..index64(result)];
    for (address, len) in pieces {
        let (now, later) = rest.split_at(rest.len().min(index64(len)));
        access::write(call.memory, address, now)?;
        rest = later;
    }
    Ok(result)
}

fn write(kernel: &mut Kernel, call: &mut Syscall<'_>, number: i64, position: Option<u64>) -> Answer {
    let host = kernel.host_fd(call.args[0])?;
    let mut bytes = Vec::new();
    for (address, len) in pieces(call)? {
        bytes.extend_from_slice(&access::read(call.memory, address, len)?);
    }
    bytes.truncate(index64(MAX_BYTES));
    let len = len_arg(&bytes);
    let mut args = vec![Arg::Word(host), Arg::Bytes(bytes), len];
    args.extend(position.map(Arg::Word));
    kernel.host(number, &mut args)
}

/// The pieces that arguments 1 and 2 describe, as an array of `struct iovec`.
pub(super) fn pieces(call: &Syscall<'_>) -> Result<Vec<Piece>, Stop> {
    let [_, array, count, ..] = call.args;
    let count = u64::from(low32(count));
    if count > MAX_PIECES {
        return fail(libc::EINVAL);
    }
    let pieces: Vec<Piece> = match &call.pieces {
        Some(pieces) => pieces.clone(),
        None => {
            let bytes = access::read(call.memory, array, count * 16)?;
            bytes.chunks(16).map(|at| (access::field64(at, 0), access::field64(at, 8))).collect()
        }
    };
    let total = pieces.iter().try_fold(0, |sum: u64, (_, len)| sum.checked_add(*len));
    match total {
        Some(total) if i64::try_from(total).is_ok() => Ok(pieces),
        _ => fail(libc::EINVAL),
    }
}
