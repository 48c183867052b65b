//! What a program tells or asks a symbolic executor: `klee_*` and `__VERIFIER_*`.

#![expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]

use vellum_engine::{Bug, BugKind, End, ExternalCall, Otherwise, Outcome};
use vellum_expr::Expr;
use vellum_memory::{Access, Value};

use super::inputs::misuse;
use crate::{access, kernel::Kernel};

type Result = std::result::Result<Outcome, End>;

pub(super) fn assume(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    assume_or(call, Otherwise::Misuse)
}

/// As the competitions define it: a path on which the assumption cannot hold just ends.
pub(super) fn verifier_assume(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    assume_or(call, Otherwise::Exit)
}

fn assume_or(call: &mut ExternalCall<'_>, otherwise: Otherwise) -> Result {
    let condition = match call.value(0) {
        Value::Concrete(0) => return Ok(Outcome::Assume(Expr::FALSE, otherwise)),
        Value::Concrete(_) => return Ok(Outcome::Return(0)),
        Value::Symbolic(e) => e,
    };
    let zero = call.exprs.zero(call.exprs.width(condition));
    let holds = call.exprs.ne(condition, zero);
    Ok(Outcome::Assume(holds, otherwise))
}

pub(super) fn fixed_object(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Err(End::Unsupported("klee_define_fixed_object: memory at an address the program chooses".into()))
}

pub(super) fn is_symbolic(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(u64::from(call.value(0).as_concrete().is_none())))
}

pub(super) fn is_replay(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(0))
}

pub(super) fn get_value(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(call.witness(call.value(0))))
}

/// Hints this engine has no use for.
pub(super) fn nothing(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(0))
}

pub(super) fn set_forking(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    if call.arg(0) == 0 {
        kernel.warn("klee_set_forking(0) has no effect: paths fork as ever");
    }
    Ok(Outcome::Return(0))
}

pub(super) fn warning(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let text = access::text(call.memory, call.arg(0))?;
    kernel.warn(text);
    Ok(Outcome::Return(0))
}

pub(super) fn silent_exit(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Err(End::Silent)
}

pub(super) fn report_error(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let text = |address| access::text(call.memory, address);
    let (file, message) = (text(call.arg(0))?, text(call.arg(2))?);
    let line = vellum_collections::cast::low32(call.arg(1));
    Err(misuse(format!("{message} ({file}:{line})")))
}

pub(super) fn object_size(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let address = call.arg(0);
    match call.memory.object_at(address) {
        Some(object) => Ok(Outcome::Return(object.size)),
        None => Err(call.memory.explain(Access::Read, address, 1).into()),
    }
}

pub(super) fn check_access(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (address, len) = (call.arg(0), call.arg(1));
    if call.memory.is_inside(address, len) {
        return Ok(Outcome::Return(0));
    }
    Err(call.memory.explain(Access::Read, address, len).into())
}

pub(super) fn get_errno(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(call.memory.load(super::alloc::errno_address(kernel), 4).unwrap_or(0)))
}

pub(super) fn reach_error(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Err(Bug::new(BugKind::Assertion, "the program reached its error function").into())
}
