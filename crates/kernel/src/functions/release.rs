//! `free`, and what it and `realloc` are given.
//!
//! A pointer may lead to one of several blocks, or be some way off. Then there is one case for each kind of outcome: null,
//! fine, freed before, no block. Where it is fine, all blocks it may lead to are freed, each for the inputs for which it is
//! the one.

use vellum_engine::{Beyond, End, ExternalCall, Outcome};
use vellum_expr::Expr;
use vellum_memory::{Access, Fault, FaultKind, Sizes, Value};

use super::alloc::undefined;
use crate::kernel::Kernel;

/// What a pointer leads to that is to be freed.
pub(super) enum Target {
    /// Nothing, which is fine.
    Null,
    /// Memory of external code, which all paths share: it stays.
    Outside,
    /// One of these blocks: for which inputs, and where it starts.
    Blocks(Vec<(Expr, u64)>),
    /// Something has to be known of it before.
    Ask(Outcome),
}

pub(super) fn free(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
    match target(kernel, call, call.value(0))? {
        Target::Null | Target::Outside => (),
        Target::Blocks(blocks) => release_one_of(kernel, call, &blocks)?,
        Target::Ask(question) => return Ok(question),
    }
    Ok(Outcome::Return(0))
}

/// Frees each of some blocks for the inputs for which it is the one.
pub(super) fn release_one_of(
    kernel: &Kernel,
    call: &mut ExternalCall<'_>,
    blocks: &[(Expr, u64)],
) -> Result<(), End> {
    if let &[(_, block)] = blocks {
        return Ok(release(kernel, call, block)?);
    }
    for &(when, block) in blocks {
        let freed = call.memory.free_if(call.exprs, block, when, call.origin);
        freed.ok_or_else(|| End::Unsupported("a free of one of several protected blocks".into()))?;
    }
    Ok(())
}

fn release(kernel: &Kernel, call: &mut ExternalCall<'_>, address: u64) -> Result<(), Fault> {
    if kernel.mappings.contains_key(&address) {
        let fault = call.memory.explain(Access::Free, address, 0);
        return Err(Fault { kind: FaultKind::InvalidFree, ..fault });
    }
    call.memory.free(address, call.origin)
}

/// What a pointer leads to that is to be freed.
pub(super) fn target(kernel: &Kernel, call: &mut ExternalCall<'_>, pointer: Value) -> Result<Target, End> {
    let e = match pointer {
        Value::Concrete(address) => return one(kernel, call, address),
        Value::Symbolic(e) => e,
    };
    if call.exprs.has_garbage(e) {
        return Ok(Target::Ask(undefined(call, e)));
    }
    let constants: Vec<u64> =
        call.exprs.choices(e).into_iter().flat_map(|choice| choice.constants.clone()).collect();
    let witness = call.witness(pointer);
    let may_stay_open = call.memory.sizes() != Sizes::Enumerate
        && !constants.is_empty()
        && !is_special(kernel, call, witness);
    if !may_stay_open {
        return match call.number_of(pointer) {
            Ok(address) => one(kernel, call, address),
            Err(question) => Ok(Target::Ask(question)),
        };
    }
    let e = call.exprs.zext(e, 64);
    if constants.contains(&0) || witness == 0 {
        let is_null = is_one_of(call, e, &[0]);
        match call.decided(is_null) {
            None => return Ok(Target::Ask(Outcome::Decide(is_null))),
            Some(true) => return Ok(Target::Null),
            Some(false) => (),
        }
    }
    let mut bases: Vec<u64> =
        constants.iter().filter_map(|&address| call.memory.known_owner(address)).collect();
    // A pointer that was moved to where another block begins frees that one, as natively.
    bases.extend(call.memory.heap_object(witness).map(|object| object.base));
    bases.sort_unstable();
    bases.dedup();
    let only = if let [only] = bases[..] { Some(only) } else { None };
    for kind in [Start::Special, Start::Live, Start::Freed, Start::NoBlock] {
        let is_such = |&base: &u64| Start::of(kernel, call, base) == kind;
        let starts: Vec<u64> = bases.iter().copied().filter(is_such).collect();
        let is_start = is_one_of(call, e, &starts);
        match call.decided(is_start) {
            None => return Ok(Target::Ask(Outcome::Decide(is_start))),
            Some(true) if kind == Start::Live => {
                let guard = |call: &mut ExternalCall<'_>, base| (is_one_of(call, e, &[base]), base);
                return Ok(Target::Blocks(starts.into_iter().map(|base| guard(call, base)).collect()));
            }
            // Freed before, or never a block: as for the path's own input.
            Some(true) => break,
            Some(false) => (),
        }
    }
    let fault = release(kernel, call, witness).expect_err("it leads to no block");
    // Of a pointer that was moved away from its block, that says more than where it is now.
    let own = only.map(|base| call.memory.explain_from(Access::Free, base, witness.wrapping_sub(base), 0));
    Err(Fault { nearest: own.and_then(|own| own.nearest).or(fault.nearest), ..fault }.into())
}

/// What an address leads to that is to be freed.
fn one(kernel: &Kernel, call: &mut ExternalCall<'_>, address: u64) -> Result<Target, End> {
    if let Beyond::Bytes(_) = kernel.outside_memory(address, 1) {
        return Ok(Target::Outside);
    }
    if address == 0 {
        return Ok(Target::Null);
    }
    if let Some(gone) = call.memory.heap_object(address).and_then(|object| object.extent?.gone) {
        match call.decided(gone.when) {
            None => return Ok(Target::Ask(Outcome::Decide(gone.when))),
            Some(true) => {
                let fault = call.memory.explain(Access::Free, address, 0);
                return Err(Fault { kind: FaultKind::DoubleFree, ..fault }.into());
            }
            Some(false) => (),
        }
    }
    Ok(Target::Blocks(vec![(Expr::TRUE, address)]))
}

/// What begins where a pointer leads that is to be freed. Each kind is a case of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// See [`is_special`]; the path's own input leads to no such.
    Special,
    Live,
    Freed,
    NoBlock,
}

impl Start {
    fn of(kernel: &Kernel, call: &ExternalCall<'_>, base: u64) -> Self {
        if is_special(kernel, call, base) {
            return Self::Special;
        }
        match call.memory.gone_at(base) {
            None if call.memory.heap_object(base).is_some() => Self::Live,
            Some(FaultKind::UseAfterFree) => Self::Freed,
            _ => Self::NoBlock,
        }
    }
}

/// Whether what is at an address is no block that can be freed for some inputs only.
fn is_special(kernel: &Kernel, call: &ExternalCall<'_>, address: u64) -> bool {
    let is_open = call.memory.heap_object(address).is_some_and(|object| {
        object.extent.is_some_and(|extent| extent.gone.is_some())
            || !call.memory.protections(address).is_empty()
    });
    is_open
        || kernel.mappings.contains_key(&address)
        || matches!(kernel.outside_memory(address, 1), Beyond::Bytes(_))
}

/// Whether `e` is one of these addresses.
fn is_one_of(call: &mut ExternalCall<'_>, e: Expr, addresses: &[u64]) -> Expr {
    addresses.iter().fold(Expr::FALSE, |any, &address| {
        let address = call.exprs.constant(64, address);
        let same = call.exprs.eq(e, address);
        call.exprs.or(any, same)
    })
}
