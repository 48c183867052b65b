//! The program's memory, as its system calls see it.
//!
//! A pointer that does not lead to enough bytes is an error of the program, whatever the real kernel would
//! say to it; so every access either succeeds or gives the fault an instruction would have given there. The exception is
//! null: [`refuse_null`](crate::errno::refuse_null) makes of its fault what the kernel says.

use std::borrow::Cow;

use vellum_collections::cast::{index64, len64};
use vellum_engine::ExternalCall;
use vellum_expr::Exprs;
use vellum_memory::{Access, Fault, Memory, Value};

use crate::content::Content;

/// No object is so long; keeps sums of an address and a length from wrapping.
const TOO_LONG: u64 = 1 << 47;

/// The `len` bytes at `address`. No bytes are anywhere.
pub(crate) fn read(memory: &Memory, address: u64, len: u64) -> Result<Cow<'_, [u8]>, Fault> {
    if len == 0 {
        return Ok(Cow::default());
    }
    let bytes = if len < TOO_LONG { memory.concrete(address, len) } else { None };
    bytes.ok_or_else(|| memory.explain(Access::Read, address, len))
}

/// The `len` bytes at `address`, of which those of the fields have to be there; each has its place and length. What lies
/// between is nobody's, or the kernel's to write: zero where the program did not.
pub(crate) fn read_fields(
    memory: &Memory,
    address: u64,
    len: u64,
    fields: &[(u64, u64)],
) -> Result<Vec<u8>, Fault> {
    if let Ok(bytes) = read(memory, address, len) {
        return Ok(bytes.into_owned());
    }
    if len >= TOO_LONG || !memory.is_inside(address, len) {
        return Err(memory.explain(Access::Read, address, len));
    }
    for &(at, len) in fields {
        read(memory, address + at, len)?;
    }
    let byte = |at| memory.concrete(address + at, 1).map_or(0, |byte| byte[0]);
    Ok((0..len).map(byte).collect())
}

/// Whether the program may write `len` bytes at `address`, and numbers can be written there as they are. To be asked
/// before anything is done that cannot be done again.
pub(crate) fn check_write(memory: &Memory, address: u64, len: u64) -> Result<(), Fault> {
    let inside =
        || memory.is_inside(address, len) && !memory.is_constant(address) && memory.can_store(address, len);
    let allowed = len == 0 || (len < TOO_LONG && inside());
    if allowed { Ok(()) } else { Err(memory.explain(Access::Write, address, len)) }
}

/// Writes `bytes` at `address`.
pub(crate) fn write(memory: &mut Memory, address: u64, bytes: &[u8]) -> Result<(), Fault> {
    check_write(memory, address, len64(bytes.len()))?;
    if bytes.is_empty() {
        return Ok(());
    }
    memory
        .store_bytes(address, bytes)
        .ok_or_else(|| memory.explain(Access::Write, address, len64(bytes.len())))
}

/// Writes `bytes` at `address`, unless that is null.
pub(crate) fn write_if_any(memory: &mut Memory, address: u64, bytes: &[u8]) -> Result<(), Fault> {
    if address == 0 { Ok(()) } else { write(memory, address, bytes) }
}

/// Copies `len` bytes, as if through a buffer.
pub(crate) fn copy(memory: &mut Memory, to: u64, from: u64, len: u64) -> Result<(), Fault> {
    if len >= TOO_LONG {
        return Err(memory.explain(Access::Read, from, len));
    }
    memory.copy(to, from, len).map_err(|(access, address)| memory.explain(access, address, len))
}

/// Copies `len` bytes, whatever they hold, as if through a buffer.
pub(crate) fn copy_values(call: &mut ExternalCall<'_>, to: u64, from: u64, len: u64) -> Result<(), Fault> {
    let memory = &mut *call.memory;
    if len >= TOO_LONG {
        return Err(memory.explain(Access::Read, from, len));
    }
    let copied = memory.copy(to, from, len).or_else(|_| memory.copy_values(call.exprs, to, from, len));
    copied.map_err(|(access, address)| memory.explain(access, address, len))
}

/// The `len` bytes at `address`, whatever they hold.
pub(crate) fn read_values(
    memory: &Memory,
    exprs: &mut Exprs,
    address: u64,
    len: u64,
) -> Result<Content, Fault> {
    if len == 0 {
        return Ok(Content::default());
    }
    let fault = || memory.explain(Access::Read, address, len);
    if len >= TOO_LONG {
        return Err(fault());
    }
    if let Some(bytes) = memory.concrete(address, len) {
        return Ok(Content::concrete(bytes.into_owned()));
    }
    if !memory.is_inside(address, len) {
        return Err(fault());
    }
    let mut content = Content::concrete(vec![0; index64(len)]);
    for at in 0..len {
        let value = memory.load_value(exprs, address + at, 1).ok_or_else(fault)?;
        let byte = value.expr(exprs, 8);
        if exprs.has_garbage(byte) {
            return Err(memory.explain(Access::Read, address + at, 1));
        }
        content.set(exprs, at, byte);
    }
    Ok(content)
}

/// Writes `content` at `address`.
pub(crate) fn write_values(
    memory: &mut Memory,
    exprs: &mut Exprs,
    address: u64,
    content: &Content,
) -> Result<(), Fault> {
    check_write(memory, address, content.len())?;
    if content.len() == 0 {
        return Ok(());
    }
    let piece = content.piece(exprs);
    let mut done = memory.put(exprs, address, &piece).is_some();
    for (at, e) in content.expressions() {
        done &= memory.store_value(exprs, address + at, 1, Value::Symbolic(e)).is_some();
    }
    if done { Ok(()) } else { Err(memory.explain(Access::Write, address, content.len())) }
}

/// Fills `len` bytes with one value.
pub(crate) fn fill_values(call: &mut ExternalCall<'_>, to: u64, byte: Value, len: u64) -> Result<(), Fault> {
    check_write(call.memory, to, len)?;
    let filled = call.memory.fill_values(call.exprs, to, byte, len);
    filled.ok_or_else(|| call.memory.explain(Access::Write, to, len))
}

/// Fills `len` bytes.
pub(crate) fn fill(memory: &mut Memory, address: u64, byte: u8, len: u64) -> Result<(), Fault> {
    check_write(memory, address, len)?;
    memory.fill(address, byte, len).ok_or_else(|| memory.explain(Access::Write, address, len))
}

/// The bytes of the C string at `address`, without the zero at its end.
pub(crate) fn string(memory: &Memory, address: u64) -> Result<Cow<'_, [u8]>, Fault> {
    memory.c_string(address).map_err(|at| memory.explain(Access::Read, at, 1))
}

/// As [`string`], as text.
pub(crate) fn text(memory: &Memory, address: u64) -> Result<String, Fault> {
    Ok(String::from_utf8_lossy(&string(memory, address)?).into_owned())
}

/// The 32-bit field at `offset` of a structure.
pub(crate) fn field32(bytes: &[u8], offset: usize) -> u32 {
    let field = bytes[offset..].first_chunk().expect("the structure has this field");
    u32::from_le_bytes(*field)
}

/// The 64-bit field at `offset` of a structure.
pub(crate) fn field64(bytes: &[u8], offset: usize) -> u64 {
    let field = bytes[offset..].first_chunk().expect("the structure has this field");
    u64::from_le_bytes(*field)
}

/// A structure of 64-bit fields.
pub(crate) fn fields(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
