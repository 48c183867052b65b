//! Arguments that depend on the input, by case: numbers for which a system call does the same are one path.

use vellum_engine::{End, ExternalCall, Outcome};
use vellum_expr::Expr;
use vellum_memory::{Access, PAGE, Reach, Sizes, Value};

use super::{
    own::MAX_LEN,
    vectors::{MAX_PIECES, Piece},
};
use crate::{
    access,
    files::{Node, OpenFile, What},
    kernel::Kernel,
};

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
    /// Bytes to be read from or written to where the argument before it points.
    Count(Access),
    /// Bytes of whole pages.
    Pages,
    /// A place in the file, or its length, of a call that knows what to do with a term.
    FileTerm,
    /// A place in the file that is read or written.
    Place(Access),
    /// A descriptor.
    Descriptor,
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
        (libc::SYS_read | libc::SYS_pread64, 2) | (libc::SYS_getrandom, 1) => Meaning::Count(Access::Write),
        (libc::SYS_write | libc::SYS_pwrite64, 2) => Meaning::Count(Access::Read),
        (libc::SYS_lseek | libc::SYS_ftruncate, 1) => Meaning::FileTerm,
        (libc::SYS_pread64, 3) => Meaning::Place(Access::Write),
        (libc::SYS_pwrite64, 3) => Meaning::Place(Access::Read),
        (number, 0) if TAKE_DESCRIPTOR.contains(&number) => Meaning::Descriptor,
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
    let by_value =
        |call: &mut ExternalCall<'_>| call.number_of(value).map_or_else(Number::Ask, Number::Known);
    let Value::Symbolic(e) = value else { return Ok(by_value(call)) };
    if call.memory.sizes() == Sizes::Enumerate || call.exprs.has_garbage(e) {
        return Ok(by_value(call));
    }
    let e = call.exprs.zext(e, 64);
    match meaning(number, i) {
        None => Ok(by_value(call)),
        Some(Meaning::Pages) => pages(call, e),
        Some(Meaning::Descriptor) => {
            // All that are not open are refused alike.
            let (fd, mut is_open) = (call.exprs.extract(e, 0, 32), Expr::FALSE);
            for number in kernel.fds.open_between(0, u64::MAX) {
                let number = call.exprs.constant(32, number);
                let is_this = call.exprs.eq(fd, number);
                is_open = call.exprs.or(is_open, is_this);
            }
            Ok(match call.decided(is_open) {
                None => Number::Ask(Outcome::Decide(is_open)),
                Some(false) => Number::Known(call.witness(value)),
                Some(true) => by_value(call),
            })
        }
        Some(Meaning::FileTerm) => {
            let file = before.first().and_then(|&fd| file(kernel, fd));
            Ok(if file.is_some() { Number::Term(e) } else { by_value(call) })
        }
        Some(Meaning::Place(access)) => {
            // Behind the end there is nothing to read, and too far behind it nothing can be written: wherever that is.
            let len = before.first().and_then(|&fd| file_len(kernel, fd));
            let Some(len) = len else { return Ok(by_value(call)) };
            let end = call.exprs.constant(64, if access == Access::Write { len } else { MAX_LEN });
            let none = call.exprs.zero(64);
            let (is_negative, is_behind) = (call.exprs.slt(e, none), call.exprs.ult(end, e));
            for same in [is_negative, is_behind] {
                match call.decided(same) {
                    None => return Ok(Number::Ask(Outcome::Decide(same))),
                    Some(true) => return Ok(Number::Known(call.witness(value))),
                    Some(false) => (),
                }
            }
            Ok(by_value(call))
        }
        Some(Meaning::Count(access)) => {
            let Some(&address) = before.last() else { return Ok(by_value(call)) };
            // Whatever the number, nothing is accessed then.
            if before.len() > 1 && kernel.fds.check(before[0]).is_err() {
                return Ok(Number::Known(call.witness(value)));
            }
            let is_read = i64::try_from(number) == Ok(libc::SYS_read);
            let left = if is_read { left_to_read(kernel, before[0]) } else { None };
            Ok(count(call, access, (address, e), left).map_or_else(Number::Ask, Number::Known))
        }
    }
}

/// A number of bytes at `address` to be read or written, of which so many are left in the file.
fn count(
    call: &mut ExternalCall<'_>,
    access: Access,
    (address, len): (u64, Expr),
    left: Option<u64>,
) -> Result<u64, Outcome> {
    if let Some(question) = stay_inside(call, access, address, len) {
        return Err(question);
    }
    if let Some(left) = left {
        // Whoever asks for more than there is gets what there is.
        let all = call.exprs.constant(64, left);
        let is_all = call.exprs.ule(all, len);
        match call.decided(is_all) {
            None => return Err(Outcome::Decide(is_all)),
            Some(true) => return Ok(left),
            Some(false) => (),
        }
    }
    call.number_of(Value::Symbolic(len))
}

/// The pieces of memory that `readv` or `writev` is about, if a length among them depends on the input.
pub(super) fn pieces(
    kernel: &mut Kernel,
    call: &mut ExternalCall<'_>,
    number: u64,
    args: [u64; 6],
) -> Result<Option<Vec<Piece>>, Outcome> {
    let access = match i64::try_from(number) {
        Ok(libc::SYS_readv) => Access::Write,
        Ok(libc::SYS_writev) => Access::Read,
        _ => return Ok(None),
    };
    let [fd, array, len, ..] = args;
    let is_open = kernel.fds.check(fd).is_ok();
    if call.memory.sizes() == Sizes::Enumerate || len > MAX_PIECES || !is_open {
        return Ok(None);
    }
    if access::read(call.memory, array, len * 16).is_ok() {
        return Ok(None);
    }
    let Ok(content) = access::read_values(call.memory, call.exprs, array, len * 16) else { return Ok(None) };
    let mut left = if access == Access::Write { left_to_read(kernel, fd) } else { None };
    let (mut pieces, mut is_symbolic) = (Vec::new(), false);
    for at in (0..len * 16).step_by(16) {
        let address = content.number(call.exprs, at..at + 8);
        let len = content.number(call.exprs, at + 8..at + 16);
        let Some(address) = call.exprs.as_const(address) else { return Ok(None) };
        let len = match call.exprs.as_const(len) {
            Some(len) => len,
            None if call.exprs.has_garbage(len) => return Ok(None),
            None => {
                is_symbolic = true;
                piece(call, access, (address, len), left)?
            }
        };
        left = left.map(|left| left.saturating_sub(len));
        pieces.push((address, len));
    }
    Ok(is_symbolic.then_some(pieces))
}

/// The length of one piece.
fn piece(
    call: &mut ExternalCall<'_>,
    access: Access,
    (address, len): (u64, Expr),
    left: Option<u64>,
) -> Result<u64, Outcome> {
    // More than there can be is refused, however much it is.
    let most = call.exprs.constant(64, i64::MAX.cast_unsigned());
    let is_refused = call.exprs.ult(most, len);
    match call.decided(is_refused) {
        None => Err(Outcome::Decide(is_refused)),
        Some(true) => Ok(call.witness(Value::Symbolic(len))),
        Some(false) => count(call, access, (address, len), left),
    }
}

/// What is to be known before so many bytes at `address` are accessed: that they are inside one object.
fn stay_inside(call: &mut ExternalCall<'_>, access: Access, address: u64, len: Expr) -> Option<Outcome> {
    let object = call.memory.object_at(address)?;
    let offset = call.exprs.constant(64, address - object.base);
    let is_inside = object.inside_many(call.exprs, offset, len);
    let reach = Reach { base: object.base, offset, len };
    (call.decided(is_inside) != Some(true)).then_some(Outcome::Inside(access, reach))
}

/// How many bytes there are still to be read of a file.
fn left_to_read(kernel: &mut Kernel, fd: u64) -> Option<u64> {
    let (file, _) = file(kernel, fd)?;
    let (is_behind, position) = (file.behind.is_some(), file.position);
    let len = file_len(kernel, fd).filter(|_| !is_behind)?;
    Some(len.saturating_sub(position))
}

/// How long the file behind a descriptor is, if that is a number.
fn file_len(kernel: &mut Kernel, fd: u64) -> Option<u64> {
    let (_, node) = file(kernel, fd)?;
    node.grown.is_none().then(|| node.len())
}

/// The file of bytes behind a descriptor.
fn file(kernel: &mut Kernel, fd: u64) -> Option<(&OpenFile, &Node)> {
    let id = kernel.take_over(fd).ok()??;
    let file = kernel.files.opened(id);
    let What::Node(node) = file.what else { return None };
    Some((file, kernel.files.node(node)))
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
