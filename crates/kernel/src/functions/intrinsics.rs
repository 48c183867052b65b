//! What a program tells or asks a symbolic executor: `klee_*` and `__VERIFIER_*`.

#![expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]

use vellum_engine::{Bug, BugKind, End, ExternalCall, Forking, Otherwise, Outcome};
use vellum_expr::Expr;
use vellum_memory::{Access, Value};

use super::inputs::misuse;
use crate::{access, kernel::Kernel};

type Result = std::result::Result<Outcome, End>;

/// A path on which the assumption cannot hold just ends, unless the user wants to hear of it.
pub(super) fn assume(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    assume_or(call, if kernel.config.strict_assume { Otherwise::Misuse } else { Otherwise::Quiet })
}

/// As the competitions define it: a path on which the assumption cannot hold always just ends.
pub(super) fn verifier_assume(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    assume_or(call, Otherwise::Quiet)
}

fn assume_or(call: &mut ExternalCall<'_>, otherwise: Otherwise) -> Result {
    let condition = match call.value(0) {
        Value::Concrete(0) => return Ok(Outcome::Assume(Expr::FALSE, otherwise)),
        Value::Concrete(_) => return Ok(Outcome::Assume(Expr::TRUE, otherwise)),
        Value::Symbolic(e) => e,
    };
    let zero = call.exprs.zero(call.exprs.width(condition));
    let holds = call.exprs.ne(condition, zero);
    Ok(Outcome::Assume(holds, otherwise))
}

/// `klee_define_fixed_object(address, size)`
pub(super) fn fixed_object(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (address, size) = (call.arg(0), call.arg(1));
    if call.memory.place_at(address, size, call.origin).is_some() {
        return Ok(Outcome::Return(0));
    }
    let what = match (address, size) {
        (0, _) => "null is no address",
        (_, 0) => "an object has bytes",
        _ => "another object is or may come to be there",
    };
    Err(misuse(format!("klee_define_fixed_object of {size} bytes at {address:#x}: {what}")))
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

/// `klee_prefer_cex(object, condition)`: of what, the condition says itself.
pub(super) fn prefer(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let Value::Symbolic(condition) = call.value(1) else { return Ok(Outcome::Return(0)) };
    let zero = call.exprs.zero(call.exprs.width(condition));
    Ok(Outcome::Prefer(call.exprs.ne(condition, zero)))
}

/// `klee_print_expr(text, value…)`
pub(super) fn print_expr(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let name = match call.number(0) {
        Ok(address) => access::text(call.memory, address)?,
        Err(question) => return Ok(question),
    };
    let values = call.values;
    let values: Vec<String> = values[1..].iter().map(|&value| shown(call, value)).collect();
    kernel.warn(format!("{name}: {}", values.join(", ")));
    Ok(Outcome::Return(0))
}

/// `klee_print_range(name, value)`: the value, and one that it has on this path.
pub(super) fn print_range(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let name = match call.number(0) {
        Ok(address) => access::text(call.memory, address)?,
        Err(question) => return Ok(question),
    };
    let value = call.value(1);
    let (text, example) = (shown(call, value), call.witness(value));
    kernel.warn(match value {
        Value::Concrete(_) => format!("{name}: {text}"),
        Value::Symbolic(_) => format!("{name}: {text}, for example {example}"),
    });
    Ok(Outcome::Return(0))
}

/// A value for a person.
fn shown(call: &mut ExternalCall<'_>, value: Value) -> String {
    match value {
        Value::Concrete(number) => number.to_string(),
        Value::Symbolic(e) => call.exprs.in_words(e).unwrap_or_else(|| call.exprs.show(e).to_string()),
    }
}

/// Hints this engine has no use for.
pub(super) fn nothing(_: &mut Kernel, _: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Return(0))
}

pub(super) fn set_forking(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    Ok(Outcome::Forking(if call.arg(0) == 0 { Forking::Off } else { Forking::On }))
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
    let suffix = if call.arg(3) == 0 { String::new() } else { text(call.arg(3))? };
    let bug = Bug::new(BugKind::User, format!("{message} ({file}:{line})"));
    Err(Bug { suffix: file_part(&suffix), ..bug }.into())
}

/// What of a text can be a part of a file's name; nothing if there is nothing else in it.
fn file_part(text: &str) -> Option<Box<str>> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let part: String = text.chars().take(64).map(|c| if is_plain(c) { c } else { '_' }).collect();
    part.chars().any(|c| c.is_ascii_alphanumeric()).then(|| part.into())
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
