//! `malloc` and its relatives.
//!
//! Every block has exactly the size that was asked for, and `realloc` always moves: what a program gets away
//! with elsewhere shows here.

#![expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]

use vellum_engine::{Beyond, End, ExternalCall, Outcome};
use vellum_memory::{Access, Fault, FaultKind, Heap};

use crate::{access, kernel::Kernel};

/// What `malloc` aligns to.
const ALIGN: u64 = 16;
const PAGE: u64 = 4096;
/// Where the C library keeps `errno`, counted from the thread pointer: musl's `struct pthread`.
const ERRNO: u64 = 52;

type Result = std::result::Result<Outcome, End>;

pub(super) fn malloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.arg(0);
    let block = allocate(kernel, call, size, ALIGN);
    Ok(pointer(kernel, call, block))
}

pub(super) fn calloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.arg(0).checked_mul(call.arg(1));
    let block = size.and_then(|size| allocate_as(Heap::Malloc, kernel, call, size, ALIGN));
    Ok(pointer(kernel, call, block))
}

pub(super) fn realloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (old, size) = (call.arg(0), call.arg(1));
    resize(kernel, call, old, size)
}

pub(super) fn reallocarray(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let old = call.arg(0);
    match call.arg(1).checked_mul(call.arg(2)) {
        Some(size) => resize(kernel, call, old, size),
        None => Ok(pointer(kernel, call, None)),
    }
}

pub(super) fn free(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let address = call.arg(0);
    if let Beyond::Bytes(_) = kernel.outside_memory(address, 1) {
        // All paths share memory of external code, so it stays.
        return Ok(Outcome::Return(0));
    }
    if address != 0 {
        release(kernel, call, address)?;
    }
    Ok(Outcome::Return(0))
}

pub(super) fn aligned_alloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (align, size) = (call.arg(0), call.arg(1));
    if !align.is_power_of_two() {
        set_errno(kernel, call, libc::EINVAL);
        return Ok(Outcome::Return(0));
    }
    let block = allocate(kernel, call, size, align.max(ALIGN));
    Ok(pointer(kernel, call, block))
}

pub(super) fn posix_memalign(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (result, align, size) = (call.arg(0), call.arg(1), call.arg(2));
    if !align.is_power_of_two() || align < 8 {
        return Ok(failure(libc::EINVAL));
    }
    access::check_write(call.memory, result, 8)?;
    let Some(block) = allocate(kernel, call, size, align.max(ALIGN)) else {
        return Ok(failure(libc::ENOMEM));
    };
    access::write(call.memory, result, &block.to_le_bytes())?;
    Ok(Outcome::Return(0))
}

pub(super) fn valloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.arg(0);
    let block = allocate(kernel, call, size, PAGE);
    Ok(pointer(kernel, call, block))
}

pub(super) fn pvalloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.arg(0).checked_next_multiple_of(PAGE);
    let block = size.and_then(|size| allocate(kernel, call, size, PAGE));
    Ok(pointer(kernel, call, block))
}

pub(super) fn usable_size(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let address = call.arg(0);
    match call.memory.heap_object(address) {
        Some(object) => Ok(Outcome::Return(object.size)),
        None if address == 0 => Ok(Outcome::Return(0)),
        None => Err(call.memory.explain(Access::Read, address, 1).into()),
    }
}

pub(super) fn new(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.arg(0);
    present(allocate(kernel, call, size, ALIGN))
}

pub(super) fn aligned_new(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (size, align) = (call.arg(0), call.arg(1));
    present(allocate(kernel, call, size, align.max(ALIGN)))
}

/// A block nobody wrote.
fn allocate(kernel: &Kernel, call: &mut ExternalCall<'_>, size: u64, align: u64) -> Option<u64> {
    allocate_as(Heap::Unwritten, kernel, call, size, align)
}

fn allocate_as(
    heap: Heap,
    kernel: &Kernel,
    call: &mut ExternalCall<'_>,
    size: u64,
    align: u64,
) -> Option<u64> {
    let made = &kernel.shared.allocations;
    made.set(made.get() + 1);
    let block = call.memory.allocate_classed(call.exprs, heap, (size, align), call.origin, call.class);
    if block.is_none() {
        kernel.warn_of_exhaustion(call.memory, size);
    }
    block
}

/// Moves a block into one of `size` bytes.
fn resize(kernel: &mut Kernel, call: &mut ExternalCall<'_>, old: u64, size: u64) -> Result {
    if old == 0 {
        let block = allocate(kernel, call, size, ALIGN);
        return Ok(pointer(kernel, call, block));
    }
    let Some(object) = call.memory.heap_object(old).filter(|_| !kernel.mappings.contains_key(&old)) else {
        return Err(release(kernel, call, old).expect_err("there is no block to release").into());
    };
    let Some(new) = allocate(kernel, call, size, ALIGN) else { return Ok(pointer(kernel, call, None)) };
    access::copy_values(call, new, old, object.size.min(size))?;
    release(kernel, call, old)?;
    Ok(Outcome::Return(new))
}

fn release(kernel: &Kernel, call: &mut ExternalCall<'_>, address: u64) -> std::result::Result<(), Fault> {
    if kernel.mappings.contains_key(&address) {
        let fault = call.memory.explain(Access::Free, address, 0);
        return Err(Fault { kind: FaultKind::InvalidFree, ..fault });
    }
    call.memory.free(address, call.origin)
}

/// Null, and `errno` says why, when there is no block.
fn pointer(kernel: &Kernel, call: &mut ExternalCall<'_>, block: Option<u64>) -> Outcome {
    if block.is_none() {
        set_errno(kernel, call, libc::ENOMEM);
    }
    Outcome::Return(block.unwrap_or(0))
}

fn set_errno(kernel: &Kernel, call: &mut ExternalCall<'_>, errno: i32) {
    // A program without the C library has no `errno`.
    let _ = access::write(call.memory, errno_address(kernel), &errno.to_le_bytes());
}

/// Where the C library keeps `errno`, or where it is without one.
pub(crate) fn errno_address(kernel: &Kernel) -> u64 {
    if kernel.own_errno != 0 { kernel.own_errno } else { kernel.thread_pointer.wrapping_add(ERRNO) }
}

/// Where `errno` is, for a program without a C library.
pub(super) fn errno_location(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let place = kernel.errno_place(call);
    place.map(Outcome::Return).ok_or_else(|| End::Unsupported("there is no room for `errno`".into()))
}

fn failure(errno: i32) -> Outcome {
    Outcome::Return(u64::from(errno.unsigned_abs()))
}

/// What `operator new` returns, which is never null.
fn present(block: Option<u64>) -> Result {
    let missing = || End::Unsupported("operator new has no memory and cannot throw".into());
    block.map(Outcome::Return).ok_or_else(missing)
}
