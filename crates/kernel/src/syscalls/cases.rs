//! Arguments that depend on the input, by case: numbers for which a system call does the same are one path.

use vellum_engine::{End, ExternalCall, Outcome};
use vellum_expr::Expr;
use vellum_memory::{Access, PAGE, Reach, Sizes, Value};

use crate::{files::What, kernel::Kernel};

/// An argument for a system call.
pub(super) enum Number {
    /// This number, or one that is as good.
    Known(u64),
    /// The path has to decide something before.
    Ask(Outcome),
}

/// What an argument means to a system call.
enum Meaning {
    /// Bytes to be read from or written to where the argument before it points.
    Count(Access),
    /// Bytes of whole pages.
    Pages,
}

fn meaning(number: u64, i: usize) -> Option<Meaning> {
    let number = i64::try_from(number).ok()?;
    Some(match (number, i) {
        (libc::SYS_read | libc::SYS_pread64, 2) => Meaning::Count(Access::Write),
        (libc::SYS_write | libc::SYS_pwrite64, 2) => Meaning::Count(Access::Read),
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
        Some(Meaning::Count(access)) => {
            let &[fd, address, ..] = before else { return Ok(by_value(call)) };
            if let Some(question) = stay_inside(call, access, address, e) {
                return Ok(Number::Ask(question));
            }
            let is_read = i64::try_from(number) == Ok(libc::SYS_read);
            let left = if is_read { left_to_read(kernel, fd) } else { None };
            let Some(left) = left else { return Ok(by_value(call)) };
            // Whoever asks for more than there is gets what there is.
            let left = call.exprs.constant(64, left);
            let is_all = call.exprs.ule(left, e);
            Ok(match call.decided(is_all) {
                None => Number::Ask(Outcome::Decide(is_all)),
                Some(true) => Number::Known(call.witness(value)),
                Some(false) => by_value(call),
            })
        }
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
    let id = kernel.take_over(fd).ok()??;
    let file = kernel.files.opened(id);
    match &file.what {
        What::Node(node) => Some(kernel.files.node(*node).len().saturating_sub(file.position)),
        What::Output | What::Stream | What::Folder(_) => None,
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
