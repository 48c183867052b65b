//! Functions that make input.

use vellum_collections::cast::{len64, low32};
use vellum_engine::{Bug, BugKind, End, ExternalCall, Maker, Outcome, ReplayObject};
use vellum_expr::{Expr, Exprs, Input};
use vellum_memory::{Access, Extent, Heap, Piece, Value};

use crate::{
    access,
    kernel::Kernel,
    surroundings::{add_input, add_sized_input},
};

type Result = std::result::Result<Outcome, End>;

/// A mistake in the use of an intrinsic.
pub(super) fn misuse(message: impl Into<Box<str>>) -> End {
    Bug::new(BugKind::User, message).into()
}

/// Has the object of `size` bytes at `address`, all of it, hold a new part of the input.
fn fill_with_input(
    call: &mut ExternalCall<'_>,
    name: &str,
    address: u64,
    size: u64,
) -> std::result::Result<(), End> {
    let number = call.inputs.len();
    let input = begin_input(call, name, size)?;
    let piece = match call.replay {
        Some(objects) => Piece::concrete(replayed(call.exprs, objects, number, name, input)?.to_vec()),
        None => Piece::of_input(call.exprs, input, 0..call.exprs.input_size(input)),
    };
    call.memory.put(call.exprs, address, &piece).expect("the object was found");
    Ok(())
}

/// A new part of the input, under a name no other part of this path has, which takes the values that seeds have for it.
fn begin_input(call: &mut ExternalCall<'_>, name: &str, size: u64) -> std::result::Result<Input, End> {
    let size = u32::try_from(size).map_err(|_| misuse("an input of more than 4 GiB"))?;
    let number = call.inputs.len();
    let input = add_input(call.exprs, call.inputs, name, size);
    if call.replay.is_none() {
        call.seeds.take(call.exprs, number, name, input, |_| true);
    }
    Ok(input)
}

fn symbols(exprs: &mut Exprs, input: Input) -> Vec<Expr> {
    (0..exprs.input_size(input)).map(|offset| exprs.symbol(input, offset)).collect()
}

/// The bytes of a new part of the input, under a name no other part of this path has.
pub(crate) fn new_input(
    call: &mut ExternalCall<'_>,
    name: &str,
    size: u64,
) -> std::result::Result<Vec<Expr>, End> {
    let number = call.inputs.len();
    let input = begin_input(call, name, size)?;
    let Some(objects) = call.replay else { return Ok(symbols(call.exprs, input)) };
    let bytes = replayed(call.exprs, objects, number, name, input)?;
    Ok(bytes.iter().map(|&byte| call.exprs.constant(8, u64::from(byte))).collect())
}

/// The bytes a test has for input number `number`, which the program calls `name`.
pub(crate) fn replayed<'a>(
    exprs: &Exprs,
    objects: &'a [ReplayObject],
    number: usize,
    name: &str,
    input: Input,
) -> std::result::Result<&'a [u8], End> {
    let misfit = |what: String| End::Misfit(what.into());
    let wanted = format!("input {} is `{name}` of {} bytes", number + 1, exprs.input_size(input));
    let object =
        objects.get(number).ok_or_else(|| misfit(format!("{wanted}, the test has only {number}")))?;
    if !object.is_called(exprs, name, input) {
        let found = String::from_utf8_lossy(&object.name);
        return Err(misfit(format!(
            "{wanted}, the test has `{found}` of {} bytes there",
            object.bytes.len()
        )));
    }
    Ok(&object.bytes)
}

/// The name the program gives an input.
fn name(call: &ExternalCall<'_>, address: u64) -> std::result::Result<String, End> {
    let given = match address {
        0 => String::new(),
        _ => access::text(call.memory, address)?,
    };
    Ok(if given.is_empty() { "unnamed".to_owned() } else { given })
}

pub(super) fn make_symbolic(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (address, name_at) = match call.number(0).and_then(|address| Ok((address, call.number(2)?))) {
        Ok(numbers) => numbers,
        Err(question) => return Ok(question),
    };
    let name = name(call, name_at)?;
    let object = call.memory.object_at(address);
    if let Some(object) = object.filter(|object| object.base == address)
        && let Some(extent) = object.extent
    {
        return make_block_symbolic(call, address, extent, &name);
    }
    let size = match call.number(1) {
        Ok(size) => size,
        Err(question) => return Ok(question),
    };
    let Some(object) = object.filter(|object| address < object.base + object.size || object.size == 0) else {
        return Err(misuse(format!(
            "klee_make_symbolic of {size} bytes at {address:#x}, where there is no object"
        )));
    };
    if object.base != address || object.size != size {
        let text = format!(
            "klee_make_symbolic of {size} bytes, {} bytes into an object of {}: it has to be all of one object",
            address - object.base,
            object.size
        );
        return Err(misuse(text));
    }
    if call.memory.is_constant(address) {
        return Err(misuse("klee_make_symbolic of a constant"));
    }
    if size == 0 {
        return Ok(Outcome::Return(0));
    }
    fill_with_input(call, &name, address, size)?;
    Ok(Outcome::Return(0))
}

/// Makes input of a block whose size depends on other input.
fn make_block_symbolic(call: &mut ExternalCall<'_>, address: u64, extent: Extent, name: &str) -> Result {
    let size = call.value(1).expr(call.exprs, 64);
    let is_all = call.exprs.eq(size, extent.size);
    match call.decided(is_all) {
        None => return Ok(Outcome::Decide(is_all)),
        Some(true) => (),
        Some(false) => {
            let (size, all) = (Value::of(call.exprs, size), Value::of(call.exprs, extent.size));
            let (size, all) = (call.witness(size), call.witness(all));
            return Err(misuse(format!(
                "klee_make_symbolic of {size} bytes of an object of {all}: it has to be all of one object"
            )));
        }
    }
    let bytes = u32::try_from(extent.capacity).map_err(|_| misuse("an input of more than 4 GiB"))?;
    let number = call.inputs.len();
    let input = add_sized_input(call.exprs, call.inputs, name, (bytes, Some(extent.size)));
    call.seeds.take_sized(call.exprs, number, name, input, extent.size);
    let symbols = symbols(call.exprs, input);
    // What lies behind the end is nobody's, so it may be anything.
    let put = call.memory.put_all(call.exprs, address, &symbols);
    put.map(|()| Outcome::Return(0)).ok_or_else(|| call.memory.explain(Access::Write, address, 1).into())
}

/// A new number of `size` bytes.
fn number(call: &mut ExternalCall<'_>, name: &str, size: u64) -> std::result::Result<Expr, End> {
    let bytes = new_input(call, name, size)?;
    Ok(call.exprs.concat_bytes(&bytes))
}

pub(super) fn int(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let name = name(call, call.arg(0))?;
    let e = number(call, &name, 4)?;
    Ok(Outcome::Value(Value::of(call.exprs, e)))
}

/// A number from `begin` up to, not including, `end`.
pub(super) fn range(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let signed = |word: u64| low32(word).cast_signed();
    let (begin, end) = (signed(call.arg(0)), signed(call.arg(1)));
    if begin >= end {
        return Err(misuse(format!("klee_range from {begin} to {end}: there is no such number")));
    }
    if begin + 1 == end {
        return Ok(Outcome::Return(u64::from(begin.cast_unsigned())));
    }
    let name = name(call, call.arg(2))?;
    let e = number(call, &name, 4)?;
    Ok(bounded(call, e, begin, end))
}

pub(super) fn choose(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    if call.value(0) == Value::Concrete(0) {
        return Err(misuse("klee_choose of a number below 0: there is no such number"));
    }
    let e = number(call, "klee_choose", 8)?;
    let limit = call.value(0).expr(call.exprs, 64);
    let below = call.exprs.ult(e, limit);
    Ok(Outcome::ValueIf(Value::of(call.exprs, e), below))
}

/// The input of a fuzz target: the address of as many bytes as there may be, and through the argument how many of
/// them there are.
pub(super) fn fuzz_input(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size_at = call.arg(0);
    access::check_write(call.memory, size_at, 8)?;
    let most = match call.replay {
        Some(objects) => fuzz_data_len(objects, call.inputs.len()),
        None => u64::from(kernel.config.fuzz_size),
    };
    let address = call.memory.allocate(Heap::Engine, most, 16, Maker::Engine.origin());
    let address = address.ok_or_else(|| End::Unsupported("the input does not fit into memory".into()))?;
    if most > 0 {
        fill_with_input(call, "data", address, most)?;
    }
    let limit = call.exprs.constant(64, most);
    // A test without a size, made by hand, is all of its data.
    let is_stated = call.replay.is_none_or(|objects| objects.len() > call.inputs.len());
    let size = if is_stated { number(call, "size", 8)? } else { limit };
    let value = Value::of(call.exprs, size);
    let stored = call.memory.store_value(call.exprs, size_at, 8, value);
    stored.ok_or_else(|| call.memory.explain(Access::Write, size_at, 8))?;
    let inside = call.exprs.ule(size, limit);
    if inside == Expr::FALSE {
        let size = call.exprs.as_const(size).unwrap_or(0);
        return Err(End::Misfit(format!("the input should have {size} bytes, the test has {most}").into()));
    }
    Ok(Outcome::ValueIf(Value::Concrete(address), inside))
}

/// The bytes of input a test has for a fuzz target; a test has no objects without bytes.
fn fuzz_data_len(objects: &[ReplayObject], number: usize) -> u64 {
    let data = objects.get(number).filter(|object| *object.name == *b"data");
    data.map_or(0, |object| len64(object.bytes.len()))
}

fn bounded(call: &mut ExternalCall<'_>, e: Expr, begin: i32, end: i32) -> Outcome {
    let exprs = &mut *call.exprs;
    let (begin, end) = (
        exprs.constant(32, u64::from(begin.cast_unsigned())),
        exprs.constant(32, u64::from(end.cast_unsigned())),
    );
    let (low, high) = (exprs.sle(begin, e), exprs.slt(e, end));
    let inside = exprs.and(low, high);
    Outcome::ValueIf(Value::of(exprs, e), inside)
}

/// The functions of the verification competitions that make an input: name and bytes.
pub(super) const NONDET: &[(&str, u64)] = &[
    ("__VERIFIER_nondet_bool", 1),
    ("__VERIFIER_nondet_char", 1),
    ("__VERIFIER_nondet_uchar", 1),
    ("__VERIFIER_nondet_unsigned_char", 1),
    ("__VERIFIER_nondet_u8", 1),
    ("__VERIFIER_nondet_short", 2),
    ("__VERIFIER_nondet_ushort", 2),
    ("__VERIFIER_nondet_u16", 2),
    ("__VERIFIER_nondet_int", 4),
    ("__VERIFIER_nondet_uint", 4),
    ("__VERIFIER_nondet_unsigned", 4),
    ("__VERIFIER_nondet_unsigned_int", 4),
    ("__VERIFIER_nondet_u32", 4),
    ("__VERIFIER_nondet_float", 4),
    ("__VERIFIER_nondet_long", 8),
    ("__VERIFIER_nondet_ulong", 8),
    ("__VERIFIER_nondet_longlong", 8),
    ("__VERIFIER_nondet_ulonglong", 8),
    ("__VERIFIER_nondet_u64", 8),
    ("__VERIFIER_nondet_size_t", 8),
    ("__VERIFIER_nondet_double", 8),
    ("__VERIFIER_nondet_pchar", 8),
    ("__VERIFIER_nondet_pointer", 8),
    ("__VERIFIER_nondet_loff_t", 8),
    ("__VERIFIER_nondet_sector_t", 8),
];

/// A new number of one of these functions; a truth value is 0 or 1.
fn nondet_number(call: &mut ExternalCall<'_>, name: &str, size: u64) -> Result {
    let e = number(call, name, size)?;
    if name != "__VERIFIER_nondet_bool" {
        return Ok(Outcome::Value(Value::of(call.exprs, e)));
    }
    let one = call.exprs.constant(8, 1);
    let inside = call.exprs.ule(e, one);
    Ok(Outcome::ValueIf(Value::of(call.exprs, e), inside))
}

/// Row `N` of [`NONDET`].
pub(super) fn nondet<const N: usize>(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (name, size) = NONDET[N];
    nondet_number(call, name, size)
}
