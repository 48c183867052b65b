//! Arguments that depend on the input, by case: numbers for which a system call does the same are one path.

use vellum_collections::cast::low32;
use vellum_engine::{End, ExternalCall, Outcome};
use vellum_expr::Expr;
use vellum_memory::{Access, PAGE, Reach, Sizes, Value};

use super::vectors::{MAX_PIECES, Pieces};
use crate::{access, files::What, kernel::Kernel};

/// An argument for a system call.
pub(super) enum Number {
    /// This number, or one that is as good.
    Known(u64),
    /// The call takes it as it is, 64 bits.
    Term(Expr),
    /// The path has to decide something before.
    Ask(Outcome),
}

/// What an argument means to a system call.
enum Meaning {
    /// A pointer to bytes that are read or written.
    Bytes(Access),
    /// How many of them there are; the argument before it is that pointer.
    Count(Access),
    /// Bytes of whole pages.
    Pages,
    /// A place in the file, or its length.
    FilePlace,
    /// A descriptor.
    Descriptor,
    /// A descriptor that is to be made.
    NewDescriptor,
    /// Seconds of which it matters only whether they are none; 32 bits.
    Seconds,
}

/// Calls that are about a descriptor, their first argument.
const TAKE_DESCRIPTOR: &[i64] = &[
    libc::SYS_read,
    libc::SYS_pread64,
    libc::SYS_readv,
    libc::SYS_preadv,
    libc::SYS_write,
    libc::SYS_pwrite64,
    libc::SYS_writev,
    libc::SYS_pwritev,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_ftruncate,
    libc::SYS_ioctl,
    libc::SYS_fcntl,
    libc::SYS_getdents64,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_close,
    libc::SYS_dup,
    libc::SYS_dup2,
    libc::SYS_dup3,
];

fn meaning(number: u64, i: usize) -> Option<Meaning> {
    let number = i64::try_from(number).ok()?;
    Some(match (number, i) {
        (libc::SYS_read | libc::SYS_pread64, 1) => Meaning::Bytes(Access::Write),
        (libc::SYS_write | libc::SYS_pwrite64, 1) => Meaning::Bytes(Access::Read),
        (libc::SYS_read | libc::SYS_pread64, 2) | (libc::SYS_getrandom, 1) => Meaning::Count(Access::Write),
        (libc::SYS_write | libc::SYS_pwrite64, 2) => Meaning::Count(Access::Read),
        (libc::SYS_lseek | libc::SYS_ftruncate, 1)
        | (libc::SYS_pread64 | libc::SYS_pwrite64 | libc::SYS_preadv | libc::SYS_pwritev, 3) => {
            Meaning::FilePlace
        }
        (number, 0) if TAKE_DESCRIPTOR.contains(&number) => Meaning::Descriptor,
        (libc::SYS_dup2 | libc::SYS_dup3, 1) => Meaning::NewDescriptor,
        (libc::SYS_alarm, 0) => Meaning::Seconds,
        (libc::SYS_mmap | libc::SYS_munmap | libc::SYS_mprotect | libc::SYS_madvise, 1)
        | (libc::SYS_mremap, 1 | 2) => Meaning::Pages,
        _ => return None,
    })
}

/// Argument `i` of system call `number`, of which those before it are known.
pub(super) fn argument(
    kernel: &mut Kernel,
    call: &mut ExternalCall<'_>,
    (number, i): (u64, usize),
    before: &[u64],
) -> Result<Number, End> {
    let value = call.value(i + 1);
    let Value::Symbolic(e) = value else { return Ok(by_value(call, value)) };
    if call.memory.sizes() == Sizes::Enumerate || call.exprs.has_garbage(e) {
        return Ok(by_value(call, value));
    }
    let e = call.exprs.zext(e, 64);
    let Some(meaning) = meaning(number, i) else { return Ok(by_value(call, value)) };
    Ok(match meaning {
        Meaning::Pages => return pages(call, e),
        Meaning::Descriptor => {
            // All that are not open are refused alike.
            let (fd, mut is_open) = (call.exprs.extract(e, 0, 32), Expr::FALSE);
            for number in kernel.fds.open_between(0, u64::MAX) {
                let number = call.exprs.constant(32, number);
                let is_this = call.exprs.eq(fd, number);
                is_open = call.exprs.or(is_open, is_this);
            }
            unlike(call, is_open, value)
        }
        Meaning::NewDescriptor => {
            // All that are too large are refused alike.
            let (fd, limit) = (call.exprs.extract(e, 0, 32), call.exprs.constant(32, kernel.fds.limit));
            let may_be_made = call.exprs.ult(fd, limit);
            unlike(call, may_be_made, value)
        }
        Meaning::Seconds => {
            let (seconds, none) = (call.exprs.extract(e, 0, 32), call.exprs.zero(32));
            let is_set = call.exprs.ne(seconds, none);
            match call.decided(is_set) {
                None => Number::Ask(Outcome::Decide(is_set)),
                Some(_) => Number::Known(call.witness(value)),
            }
        }
        Meaning::FilePlace => match file(kernel, before) {
            File::Bytes => Number::Term(e),
            File::Output | File::Other | File::Closed => by_value(call, value),
        },
        Meaning::Bytes(access) => match file(kernel, before) {
            File::Closed => Number::Known(call.witness(value)),
            kind if kind.takes_terms(access) && call.place(i + 1).is_some() => Number::Term(e),
            File::Bytes | File::Output | File::Other => by_value(call, value),
        },
        Meaning::Count(access) => {
            let kind = if before.len() > 1 { file(kernel, before) } else { File::Other };
            match (kind, before.last()) {
                // Whatever the number, nothing is accessed then.
                (File::Closed, _) => Number::Known(call.witness(value)),
                (kind, _) if kind.takes_terms(access) => Number::Term(e),
                (_, Some(&address)) => {
                    count(call, access, address, e).map_or_else(Number::Ask, Number::Known)
                }
                (_, None) => by_value(call, value),
            }
        }
    })
}

/// A number for each value.
fn by_value(call: &mut ExternalCall<'_>, value: Value) -> Number {
    call.number_of(value).map_or_else(Number::Ask, Number::Known)
}

/// A number for each value for which `differs` holds, and one for all others.
fn unlike(call: &mut ExternalCall<'_>, differs: Expr, value: Value) -> Number {
    match call.decided(differs) {
        None => Number::Ask(Outcome::Decide(differs)),
        Some(false) => Number::Known(call.witness(value)),
        Some(true) => by_value(call, value),
    }
}

/// How many bytes at `address` are read or written.
fn count(call: &mut ExternalCall<'_>, access: Access, address: u64, len: Expr) -> Result<u64, Outcome> {
    if let Some(object) = call.memory.object_at(address) {
        let offset = call.exprs.constant(64, address - object.base);
        stay_inside(call, access, Reach { base: object.base, offset, len })?;
    } else {
        // There are no bytes at all: whatever their number, unless it is none, the call fails alike.
        let none = call.exprs.zero(64);
        let is_none = call.exprs.eq(len, none);
        return match call.decided(is_none) {
            None => Err(Outcome::Decide(is_none)),
            Some(_) => Ok(call.witness(Value::Symbolic(len))),
        };
    }
    call.number_of(Value::Symbolic(len))
}

/// What a descriptor leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    /// A file of bytes.
    Bytes,
    /// What all paths write to.
    Output,
    /// Something of the host's.
    Other,
    /// Nothing.
    Closed,
}

impl File {
    /// Whether it can be read or written when places and numbers of bytes depend on the input.
    fn takes_terms(self, access: Access) -> bool {
        match self {
            Self::Bytes => true,
            Self::Output => access == Access::Read,
            Self::Other | Self::Closed => false,
        }
    }
}

/// What the first of a call's arguments leads to.
fn file(kernel: &mut Kernel, args: &[u64]) -> File {
    let Some(&fd) = args.first().filter(|&&fd| kernel.fds.check(fd).is_ok()) else { return File::Closed };
    match kernel.take_over(fd) {
        Ok(Some(id)) => match kernel.files.opened(id).what {
            What::Node(_) => File::Bytes,
            What::Output => File::Output,
            What::Stream | What::Folder(_) => File::Other,
        },
        Ok(None) | Err(_) => File::Other,
    }
}

/// Calls that move bytes between memory and a file: what they do to memory, and whether they are given a list of pieces.
fn moves(number: u64) -> Option<(Access, bool)> {
    Some(match i64::try_from(number).ok()? {
        libc::SYS_read | libc::SYS_pread64 => (Access::Write, false),
        libc::SYS_readv | libc::SYS_preadv => (Access::Write, true),
        libc::SYS_write | libc::SYS_pwrite64 => (Access::Read, false),
        libc::SYS_writev | libc::SYS_pwritev => (Access::Read, true),
        _ => return None,
    })
}

/// Why there are no pieces of memory yet: what the call comes to before.
pub(super) type Early = Result<Outcome, End>;

/// The pieces of memory that a call is about, if a place or a length among them depends on the input. Each is inside its
/// object.
pub(super) fn pieces(
    kernel: &mut Kernel,
    call: &mut ExternalCall<'_>,
    number: u64,
    (args, terms): ([u64; 6], [Option<Expr>; 6]),
) -> Result<Option<Pieces>, Early> {
    let Some((access, is_list)) = moves(number) else { return Ok(None) };
    if call.memory.sizes() == Sizes::Enumerate {
        return Ok(None);
    }
    let listed = if is_list {
        listed(call, args)
    } else {
        let address = call.place(2).filter(|_| terms[1].is_some());
        let address = address.map_or(Address::Number(args[1]), |(base, offset)| Address::In(base, offset));
        let len = terms[2].map_or(Value::Concrete(args[2]), Value::Symbolic);
        (terms[1].is_some() || terms[2].is_some()).then(|| vec![(address, len)])
    };
    let Some(listed) = listed else { return Ok(None) };
    let kind = file(kernel, &args);
    if kind == File::Closed {
        return Ok(Some(Pieces::Numbers(Vec::new())));
    }
    let mut reaches = Vec::new();
    for (address, len) in listed {
        let len = len.expr(call.exprs, 64);
        if is_list && is_refused(call, len).map_err(Ok)? {
            return Ok(Some(Pieces::Refused));
        }
        reaches.extend(reach(call, access, address, len)?);
    }
    if kind.takes_terms(access) && reaches.iter().all(|reach| call.memory.is_plain(access, reach.base)) {
        return Ok(Some(Pieces::Terms(reaches)));
    }
    let mut numbers = Vec::new();
    for Reach { base, offset, len } in reaches {
        let offset = call.number_of(Value::Symbolic(offset)).map_err(Ok)?;
        let len = call.number_of(Value::Symbolic(len)).map_err(Ok)?;
        numbers.push((base.wrapping_add(offset), len));
    }
    Ok(Some(Pieces::Numbers(numbers)))
}

/// Where a piece of memory is.
#[derive(Clone, Copy)]
enum Address {
    /// At a number.
    Number(u64),
    /// In an object, behind its start by an offset of 64 bits.
    In(u64, Expr),
}

/// The pieces of a list of them, if there are expressions in it.
fn listed(call: &mut ExternalCall<'_>, args: [u64; 6]) -> Option<Vec<(Address, Value)>> {
    let [_, array, len, ..] = args;
    let len = u64::from(low32(len));
    if len > MAX_PIECES || access::read(call.memory, array, len * 16).is_ok() {
        return None;
    }
    let content = access::read_values(call.memory, call.exprs, array, len * 16).ok()?;
    let mut pieces = Vec::new();
    for at in (0..len * 16).step_by(16) {
        let address = content.number(call.exprs, at..at + 8);
        let address = match call.exprs.as_const(address) {
            Some(number) => Address::Number(number),
            None => call.exprs.as_place(address).map(|(base, offset)| Address::In(base, offset))?,
        };
        let len = content.number(call.exprs, at + 8..at + 16);
        pieces.push((address, Value::of(call.exprs, len)));
    }
    Some(pieces)
}

/// Whether a piece of a list is longer than any may be.
fn is_refused(call: &mut ExternalCall<'_>, len: Expr) -> Result<bool, Outcome> {
    let most = call.exprs.constant(64, i64::MAX.cast_unsigned());
    let is_refused = call.exprs.ult(most, len);
    call.decided(is_refused).ok_or(Outcome::Decide(is_refused))
}

/// A piece of memory, which is inside its object; `None` where it has no bytes.
fn reach(
    call: &mut ExternalCall<'_>,
    access: Access,
    address: Address,
    len: Expr,
) -> Result<Option<Reach>, Early> {
    let none = call.exprs.zero(64);
    if len == none {
        return Ok(None);
    }
    let (base, offset) = match address {
        Address::In(base, offset) => (base, offset),
        Address::Number(number) => match call.memory.object_at(number) {
            Some(object) => (object.base, call.exprs.constant(64, number - object.base)),
            None => {
                let is_none = call.exprs.eq(len, none);
                return match call.decided(is_none) {
                    None => Err(Ok(Outcome::Decide(is_none))),
                    Some(true) => Ok(None),
                    Some(false) => {
                        let len = call.witness(Value::Symbolic(len));
                        Err(Err(call.memory.explain(access, number, len).into()))
                    }
                };
            }
        },
    };
    let reach = Reach { base, offset, len };
    stay_inside(call, access, reach).map_err(Ok)?;
    Ok(Some(reach))
}

/// Has the path decide that these bytes are inside one object.
fn stay_inside(call: &mut ExternalCall<'_>, access: Access, reach: Reach) -> Result<(), Outcome> {
    let is_inside = call
        .memory
        .object_from(reach.base)
        .map(|object| object.inside_many(call.exprs, reach.offset, reach.len));
    match is_inside.and_then(|is_inside| call.decided(is_inside)) {
        Some(true) => Ok(()),
        Some(false) | None => Err(Outcome::Inside(access, reach)),
    }
}

/// A length of which only the number of pages matters.
fn pages(call: &mut ExternalCall<'_>, len: Expr) -> Result<Number, End> {
    if let Sizes::Terms { most } = call.memory.sizes() {
        let limit = call.exprs.constant(64, most);
        let all = call.exprs.constant(64, call.memory.regions().heap().size);
        let (fits, may_fit) = (call.exprs.ule(len, limit), call.exprs.ule(len, all));
        match (call.decided(fits), call.decided(may_fit)) {
            (None, _) => return Ok(Number::Ask(Outcome::Decide(fits))),
            (Some(true), _) => (),
            (Some(false), None) => return Ok(Number::Ask(Outcome::Decide(may_fit))),
            (Some(false), Some(true)) => return Err(End::too_large(most)),
            // More than there is, whatever the number.
            (Some(false), Some(false)) => return Ok(Number::Known(call.witness(Value::Symbolic(len)))),
        }
    }
    let last = call.exprs.constant(64, PAGE - 1);
    let above = call.exprs.add(len, last);
    let count = call.exprs.extract(above, PAGE.trailing_zeros(), 64 - PAGE.trailing_zeros());
    let count = Value::of(call.exprs, count);
    Ok(match call.number_of(count) {
        Ok(_) => Number::Known(call.witness(Value::Symbolic(len))),
        Err(question) => Number::Ask(question),
    })
}
