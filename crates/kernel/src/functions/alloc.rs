//! `malloc` and its relatives.
//!
//! Every block has exactly the size that was asked for, and `realloc` always moves: what a program gets away
//! with elsewhere shows here.

use vellum_engine::{End, ExternalCall, Outcome};
use vellum_expr::Expr;
use vellum_memory::{Access, Extent, Heap, Reach, Request, Sizes, Value};

use super::release::{self, Target};
use crate::{access, failures::Fails, kernel::Kernel};

/// What `malloc` aligns to.
pub(super) const ALIGN: u64 = 16;
const PAGE: u64 = 4096;
/// Where the C library keeps `errno`, counted from the thread pointer: musl's `struct pthread`.
const ERRNO: u64 = 52;

type Result = std::result::Result<Outcome, End>;

pub(super) fn malloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.value(0);
    let block = allocate(kernel, call, size, ALIGN)?;
    Ok(pointer(kernel, call, block))
}

pub(super) fn calloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let block = match product(call, call.value(0), call.value(1)) {
        Product::Number(size) => allocate_as(Heap::Malloc, kernel, call, size, ALIGN)?,
        Product::TooLarge => Block::None,
        Product::Ask(question) => Block::Ask(question),
    };
    Ok(pointer(kernel, call, block))
}

pub(super) fn realloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.value(1);
    resize(kernel, call, size)
}

pub(super) fn reallocarray(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    match product(call, call.value(1), call.value(2)) {
        Product::Number(size) => resize(kernel, call, size),
        Product::TooLarge => Ok(pointer(kernel, call, Block::None)),
        Product::Ask(question) => Ok(question),
    }
}

pub(super) fn aligned_alloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let align = match call.number(0) {
        Ok(align) => align,
        Err(question) => return Ok(question),
    };
    if !align.is_power_of_two() {
        set_errno(kernel, call, libc::EINVAL);
        return Ok(Outcome::Return(0));
    }
    let size = call.value(1);
    let block = allocate(kernel, call, size, align.max(ALIGN))?;
    Ok(pointer(kernel, call, block))
}

pub(super) fn posix_memalign(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let (result, align) = match call.number(0).and_then(|result| Ok((result, call.number(1)?))) {
        Ok(numbers) => numbers,
        Err(question) => return Ok(question),
    };
    if !align.is_power_of_two() || align < 8 {
        return Ok(failure(libc::EINVAL));
    }
    access::check_write(call.memory, result, 8)?;
    let size = call.value(2);
    match allocate(kernel, call, size, align.max(ALIGN))? {
        Block::At(block) => access::write(call.memory, result, &block.to_le_bytes())?,
        Block::None => return Ok(failure(libc::ENOMEM)),
        Block::Ask(question) => return Ok(question),
    }
    Ok(Outcome::Return(0))
}

pub(super) fn valloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.value(0);
    let block = allocate(kernel, call, size, PAGE)?;
    Ok(pointer(kernel, call, block))
}

pub(super) fn pvalloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.arg(0).checked_next_multiple_of(PAGE);
    let block = match size {
        Some(size) => allocate(kernel, call, Value::Concrete(size), PAGE)?,
        None => Block::None,
    };
    Ok(pointer(kernel, call, block))
}

pub(super) fn usable_size(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let address = call.arg(0);
    match call.memory.heap_object(address) {
        Some(object) => {
            let size = object.size_expr(call.exprs);
            Ok(match Value::of(call.exprs, size) {
                Value::Concrete(size) => Outcome::Return(size),
                value @ Value::Symbolic(_) => Outcome::Value(value),
            })
        }
        None if address == 0 => Ok(Outcome::Return(0)),
        None => Err(call.memory.explain(Access::Read, address, 1).into()),
    }
}

pub(super) fn new(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let size = call.value(0);
    never_null(kernel, call, size, ALIGN)
}

pub(super) fn aligned_new(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let align = match call.number(1) {
        Ok(align) => align,
        Err(question) => return Ok(question),
    };
    let size = call.value(0);
    never_null(kernel, call, size, align.max(ALIGN))
}

/// What an allocation comes to.
#[derive(Clone, Copy)]
enum Block {
    /// A block at this address.
    At(u64),
    /// There is no memory for it.
    None,
    /// Something has to be known of its size before.
    Ask(Outcome),
}

/// How large a block is to be.
pub(super) enum Size {
    Number(u64),
    /// As large as an expression says.
    Term(Extent),
    /// Larger than all memory, for every input of the path.
    TooLarge,
    /// Something has to be known of it before.
    Ask(Outcome),
}

/// What two numbers multiplied come to.
enum Product {
    Number(Value),
    /// It has more than 64 bits.
    TooLarge,
    /// Something has to be known of them before.
    Ask(Outcome),
}

/// A block nobody wrote.
fn allocate(
    kernel: &mut Kernel,
    call: &mut ExternalCall<'_>,
    size: Value,
    align: u64,
) -> std::result::Result<Block, End> {
    allocate_as(Heap::Unwritten, kernel, call, size, align)
}

fn allocate_as(
    heap: Heap,
    kernel: &mut Kernel,
    call: &mut ExternalCall<'_>,
    size: Value,
    align: u64,
) -> std::result::Result<Block, End> {
    let size = match size_of(call, size)? {
        Size::Ask(question) => return Ok(Block::Ask(question)),
        size => size,
    };
    Ok(match kernel.allocation_fails(call) {
        Fails::Yes => Block::None,
        Fails::No => place(heap, kernel, call, &size, align).map_or(Block::None, Block::At),
        Fails::Ask(question) => Block::Ask(question),
    })
}

/// What `operator new` returns for `size` bytes: it never fails, because it would have to throw.
fn never_null(kernel: &mut Kernel, call: &mut ExternalCall<'_>, size: Value, align: u64) -> Result {
    match size_of(call, size)? {
        Size::Ask(question) => Ok(question),
        size => {
            let block = place(Heap::Unwritten, kernel, call, &size, align);
            let what = "operator new has no memory and cannot throw";
            block.map(Outcome::Return).ok_or_else(|| End::Unsupported(what.into()))
        }
    }
}

/// Where a block of a size that is known well enough is; `None`, and the user hears of it, when there is no memory for it.
pub(super) fn place(
    heap: Heap,
    kernel: &mut Kernel,
    call: &mut ExternalCall<'_>,
    size: &Size,
    align: u64,
) -> Option<u64> {
    let (block, bytes) = match *size {
        Size::Number(size) => {
            let request = (size, align);
            let block = call.memory.allocate_classed(call.exprs, heap, request, call.origin, call.class);
            (block, size)
        }
        Size::Term(extent) => {
            let request = Request { align, origin: call.origin, class: call.class };
            (call.memory.allocate_sized(call.exprs, heap, extent, request), extent.capacity)
        }
        Size::TooLarge | Size::Ask(_) => (None, u64::MAX),
    };
    let made = &kernel.shared.allocations;
    made.set(made.get() + 1);
    if block.is_none() {
        kernel.note_exhaustion(call.memory, bytes);
    }
    block
}

/// How large a block of so many bytes is to be.
fn size_of(call: &mut ExternalCall<'_>, size: Value) -> std::result::Result<Size, End> {
    let size = match (size, call.memory.sizes()) {
        (Value::Concrete(size), _) => return Ok(Size::Number(size)),
        (Value::Symbolic(e), _) if call.exprs.has_garbage(e) => return Ok(Size::Ask(undefined(call, e))),
        (Value::Symbolic(_), Sizes::Enumerate) => {
            return Ok(call.number_of(size).map_or_else(Size::Ask, Size::Number));
        }
        (Value::Symbolic(e), Sizes::Terms { most }) => (call.exprs.zext(e, 64), most),
    };
    let (size, most) = size;
    let fits = at_most(call, size, most);
    match call.decided(fits) {
        None => return Ok(Size::Ask(Outcome::Decide(fits))),
        Some(true) => {
            let term = |capacity| Size::Term(Extent::new(capacity, size));
            return Ok(call.most.map_or_else(|| Size::Ask(Outcome::Bound(size, most)), term));
        }
        Some(false) => (),
    }
    let may_fit = at_most(call, size, call.memory.regions().heap().size);
    match call.decided(may_fit) {
        None => Ok(Size::Ask(Outcome::Decide(may_fit))),
        Some(true) => Err(End::too_large(most)),
        Some(false) => Ok(Size::TooLarge),
    }
}

/// What two numbers of elements and of bytes come to.
fn product(call: &mut ExternalCall<'_>, a: Value, b: Value) -> Product {
    if let (Value::Concrete(a), Value::Concrete(b)) = (a, b) {
        return a.checked_mul(b).map_or(Product::TooLarge, |size| Product::Number(Value::Concrete(size)));
    }
    for value in [a, b] {
        if let Value::Symbolic(e) = value
            && call.exprs.has_garbage(e)
        {
            return Product::Ask(undefined(call, e));
        }
    }
    if call.memory.sizes() == Sizes::Enumerate {
        return match call.number_of(a).and_then(|a| Ok((a, call.number_of(b)?))) {
            Ok((a, b)) => product(call, Value::Concrete(a), Value::Concrete(b)),
            Err(question) => Product::Ask(question),
        };
    }
    let [a, b] = [a, b].map(|value| {
        let e = value.expr(call.exprs, 64);
        call.exprs.zext(e, 64)
    });
    let fits = match (call.exprs.as_const(a), call.exprs.as_const(b)) {
        (Some(count), _) => at_most(call, b, u64::MAX / count.max(1)),
        (_, Some(count)) => at_most(call, a, u64::MAX / count.max(1)),
        (None, None) => {
            // Most are, and it takes no multiplication to see that they do not overflow.
            let halves = [a, b].map(|e| at_most(call, e, u32::MAX.into()));
            let are_small = call.exprs.and(halves[0], halves[1]);
            match call.decided(are_small) {
                None => return Product::Ask(Outcome::Decide(are_small)),
                Some(true) => Expr::TRUE,
                Some(false) => {
                    let (a, b) = (call.exprs.zext(a, 128), call.exprs.zext(b, 128));
                    let product = call.exprs.mul(a, b);
                    let (above, none) = (call.exprs.extract(product, 64, 64), call.exprs.zero(64));
                    call.exprs.eq(above, none)
                }
            }
        }
    };
    match call.decided(fits) {
        None => Product::Ask(Outcome::Decide(fits)),
        Some(true) => {
            let size = call.exprs.mul(a, b);
            Product::Number(Value::of(call.exprs, size))
        }
        Some(false) => Product::TooLarge,
    }
}

pub(super) fn at_most(call: &mut ExternalCall<'_>, e: Expr, most: u64) -> Expr {
    let most = call.exprs.constant(64, most);
    call.exprs.ule(e, most)
}

/// Asks for a number that depends on memory nobody wrote, which is an error of the program. The question is about such a
/// byte itself: one about the number may have an answer that does not depend on it, and would be asked again and again.
pub(super) fn undefined(call: &mut ExternalCall<'_>, e: Expr) -> Outcome {
    let byte = call.exprs.garbage_in(e).first().copied().unwrap_or(e);
    let zero = call.exprs.zero(call.exprs.width(byte));
    Outcome::Decide(call.exprs.eq(byte, zero))
}

/// Moves a block into one of `size` bytes.
fn resize(kernel: &mut Kernel, call: &mut ExternalCall<'_>, size: Value) -> Result {
    let blocks = match release::target(kernel, call, call.value(0))? {
        Target::Null => Vec::new(),
        Target::Blocks(blocks) => blocks,
        Target::Outside => return Err(End::Unsupported("realloc of memory of external code".into())),
        Target::Ask(question) => return Ok(question),
    };
    // Before anything is made: what is no block cannot be moved.
    let is_block = |call: &ExternalCall<'_>, &(_, base): &(Expr, u64)| {
        call.memory.heap_object(base).is_some() && !kernel.mappings.contains_key(&base)
    };
    if !blocks.iter().all(|block| is_block(call, block)) {
        release::release_one_of(kernel, call, &blocks)?;
    }
    if !kernel.config.has_libc && !blocks.is_empty() {
        match is_zero(call, size) {
            // The host's C library takes that for a `free`; musl gives a block of no bytes.
            Ok(true) => {
                release::release_one_of(kernel, call, &blocks)?;
                return Ok(Outcome::Return(0));
            }
            Ok(false) => (),
            Err(question) => return Ok(question),
        }
    }
    let new = match allocate(kernel, call, size, ALIGN)? {
        Block::At(new) => new,
        block => return Ok(pointer(kernel, call, block)),
    };
    for &(when, old) in &blocks {
        keep(call, new, old, when)?;
    }
    if !blocks.is_empty() {
        release::release_one_of(kernel, call, &blocks)?;
    }
    Ok(Outcome::Return(new))
}

/// Whether a number is 0; where that is not decided, the error is what has to be.
fn is_zero(call: &mut ExternalCall<'_>, number: Value) -> std::result::Result<bool, Outcome> {
    let e = match number {
        Value::Concrete(number) => return Ok(number == 0),
        Value::Symbolic(e) => e,
    };
    if call.exprs.has_garbage(e) {
        return Err(undefined(call, e));
    }
    let zero = call.exprs.zero(call.exprs.width(e));
    let is_zero = call.exprs.eq(e, zero);
    call.decided(is_zero).ok_or(Outcome::Decide(is_zero))
}

/// Copies what a block held into the one that takes its place, as far as there is room, for the inputs for which it does.
fn keep(call: &mut ExternalCall<'_>, new: u64, old: u64, when: Expr) -> std::result::Result<(), End> {
    let blocks = call.memory.heap_object(new).zip(call.memory.heap_object(old));
    let Some((larger, old)) = blocks else { return Ok(()) };
    if old.extent.is_none() && larger.extent.is_none() && when == Expr::TRUE {
        return Ok(access::copy_values(call, new, old.base, old.size.min(larger.size))?);
    }
    let exprs = &mut *call.exprs;
    let (before, after) = (old.size_expr(exprs), larger.size_expr(exprs));
    let is_less = exprs.ult(before, after);
    let (len, offset) = (exprs.ite(is_less, before, after), exprs.zero(64));
    let len = exprs.ite(when, len, offset);
    let to = Reach { base: new, offset, len };
    let from = Reach { base: old.base, offset, len };
    let copied = call.memory.copy_reach(exprs, &to, &from).or_else(|| {
        let most = old.capacity().min(larger.capacity());
        keep_bytes(call, &to, &from, most)
    });
    copied.ok_or_else(|| End::Unsupported("a large block of symbolic size that was moved too often".into()))
}

/// The same, of `most` bytes at most, one after the other: where bytes were copied within one array again and again, reading
/// all of them together takes too long.
fn keep_bytes(call: &mut ExternalCall<'_>, to: &Reach, from: &Reach, most: u64) -> Option<()> {
    /// Bytes that are worth an expression each.
    const MOST: u64 = 4096;
    if most > MOST {
        return None;
    }
    for at in 0..most {
        let place = call.exprs.constant(64, at);
        let byte = call.memory.read_at(call.exprs, from.base, place, 1)?;
        let fresh = call.memory.read_at(call.exprs, to.base, place, 1)?;
        let is_kept = call.exprs.ult(place, from.len);
        let byte = call.exprs.ite(is_kept, byte, fresh);
        call.memory.write_at(call.exprs, to.base, place, byte)?;
    }
    Some(())
}

/// What an allocation returns that made a block here, or none.
pub(super) fn pointer_or_null(kernel: &Kernel, call: &mut ExternalCall<'_>, made: Option<u64>) -> Outcome {
    pointer(kernel, call, made.map_or(Block::None, Block::At))
}

/// What an allocation returns: null, and `errno` says why, when there is no block.
fn pointer(kernel: &Kernel, call: &mut ExternalCall<'_>, block: Block) -> Outcome {
    match block {
        Block::At(address) => Outcome::Return(address),
        Block::None => {
            set_errno(kernel, call, libc::ENOMEM);
            Outcome::Return(0)
        }
        Block::Ask(question) => question,
    }
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
