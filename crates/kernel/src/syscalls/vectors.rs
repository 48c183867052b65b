//! Reading and writing many pieces at once, which for the host is one piece.

use vellum_collections::cast::{index64, low32};
use vellum_memory::{Access, NULL_PAGE, Reach};

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

/// Pieces of memory that bytes come from or go to.
#[derive(Clone, Debug)]
pub(super) enum Pieces {
    /// Numbers.
    Numbers(Vec<Piece>),
    /// Places or lengths that depend on the input; each piece is inside its object.
    Terms(Vec<Reach>),
    /// Some are longer than any piece of memory.
    Refused,
}

/// How a call says which pieces of memory it is about.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// It has a pointer to one and its length.
    One,
    /// It has a pointer to a list of them.
    List,
}

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
    let bytes = access::read(call.memory, array, count * 16)?;
    let pieces: Vec<Piece> =
        bytes.chunks(16).map(|at| (access::field64(at, 0), access::field64(at, 8))).collect();
    let total = pieces.iter().try_fold(0, |sum: u64, (_, len)| sum.checked_add(*len));
    match total {
        Some(total) if i64::try_from(total).is_ok() => Ok(before_null(call, pieces)),
        _ => fail(libc::EINVAL),
    }
}

/// Those of `pieces` that come before one at null: the kernel moves their bytes and says how many, and fails only where it
/// has moved none.
fn before_null(call: &Syscall<'_>, mut pieces: Vec<Piece>) -> Vec<Piece> {
    let is_null = |address| address < NULL_PAGE && call.memory.object_at(address).is_none();
    let first = pieces.iter().position(|&(_, len)| len > 0);
    let null = pieces.iter().position(|&(address, len)| len > 0 && is_null(address));
    if let Some(null) = null.filter(|_| null != first) {
        pieces.truncate(null);
    }
    pieces
}

impl Pieces {
    /// The piece that arguments 1 and 2 of a call are, or the pieces of which they say where they are.
    pub(super) fn of(call: &Syscall<'_>, form: Form) -> Result<Self, Stop> {
        match (&call.pieces, form) {
            (Some(Self::Refused), _) => fail(libc::EINVAL),
            (Some(pieces), _) => Ok(pieces.clone()),
            (None, Form::One) => Ok(Self::Numbers(vec![(call.args[1], call.args[2].min(MAX_BYTES))])),
            (None, Form::List) => pieces(call).map(Self::Numbers),
        }
    }

    /// The pieces as numbers, which the path decides.
    pub(super) fn numbers(&self, call: &mut Syscall<'_>) -> Result<Vec<Piece>, Stop> {
        let reaches = match self {
            Self::Numbers(pieces) => return Ok(pieces.clone()),
            Self::Terms(reaches) => reaches,
            Self::Refused => return fail(libc::EINVAL),
        };
        let number = |reach: &Reach| {
            let address = reach.base.wrapping_add(call.number_of(reach.offset)?);
            Ok((address, call.number_of(reach.len)?))
        };
        reaches.iter().map(number).collect()
    }

    /// The pieces as parts of objects that may be accessed as a whole; `None` where some may not.
    pub(super) fn reaches(&self, call: &mut Syscall<'_>, access: Access) -> Result<Option<Vec<Reach>>, Stop> {
        let pieces = match self {
            Self::Numbers(pieces) => pieces,
            Self::Terms(reaches) => return Ok(Some(reaches.clone())),
            Self::Refused => return fail(libc::EINVAL),
        };
        let mut reaches = Vec::new();
        for &(address, len) in pieces.iter().filter(|(_, len)| *len > 0) {
            let object =
                call.memory.object_at(address).filter(|object| address - object.base + len <= object.size);
            let Some(object) = object.filter(|object| call.memory.is_plain(access, object.base)) else {
                return Ok(None);
            };
            let offset = call.exprs.constant(64, address - object.base);
            reaches.push(Reach { base: object.base, offset, len: call.exprs.constant(64, len) });
        }
        Ok(Some(reaches))
    }
}
