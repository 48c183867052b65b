//! Symbolically many blocks at once: `vellum_alloc_many` and `vellum_free_many`.
//!
//! The multi-allocation of "Symbolic Memory with Pointers" (Trtík and Strejček, ATVA 2014). There, the blocks of one call
//! are segments with negative numbers, and which of them a pointer leads to may be a term. Here they are as many blocks
//! as the path has at most, of which those behind the symbolic count are gone from the beginning, and a table of their
//! addresses: which of them `table[i]` is stays open, as with any table of pointers, under every memory model.

use vellum_engine::{End, ExternalCall, Outcome};
use vellum_expr::Expr;
use vellum_memory::{Access, Extent, Fault, FaultKind, Gone, Heap, Reach, Sizes, Value};

use super::alloc::{self, Size, at_most, pointer_or_null, undefined};
use crate::kernel::Kernel;

/// Blocks of one call at most where their number is symbolic.
const MOST_BLOCKS: u64 = 1024;

/// Blocks of one call at most in any case.
const MOST_EVER: u64 = 1 << 20;

/// Bytes of an address in the table.
const WORD: u64 = 8;

/// Why paths end that ask for more.
const TOO_MANY: &str = "vellum_alloc_many of symbolically many blocks, more than 1024";

/// Either what was asked for, or how the call goes on without it.
type Known<T> = std::result::Result<T, Result>;
type Result = std::result::Result<Outcome, End>;

/// A number that may depend on the input, and the most it can be.
#[derive(Clone, Copy)]
struct Bounded {
    term: Expr,
    most: u64,
}

/// `void **vellum_alloc_many(size_t count, size_t size)`
pub(super) fn alloc(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let numbers = number_of_blocks(call).and_then(|count| Ok((count, size_of_blocks(call, count)?)));
    let (count, size) = match numbers {
        Ok(numbers) => numbers,
        Err(answer) => return answer,
    };
    let mut table = Vec::new();
    for number in 0..count.most {
        let Some(address) = block(kernel, call, count, size, number) else {
            return Ok(pointer_or_null(kernel, call, None));
        };
        let address = call.exprs.constant(64, address);
        table.extend((0..8).map(|byte| call.exprs.extract(address, byte * 8, 8)));
    }
    let word = call.exprs.constant(64, WORD);
    let bytes = Bounded { term: call.exprs.mul(count.term, word), most: count.most * WORD };
    let made = place(kernel, call, bytes, None);
    if let Some(start) = made {
        write_table(call, start, &table);
    }
    Ok(pointer_or_null(kernel, call, made))
}

/// How many blocks are asked for.
fn number_of_blocks(call: &mut ExternalCall<'_>) -> Known<Bounded> {
    let term = match argument(call, 0)? {
        Value::Concrete(count) if count <= MOST_EVER => {
            return Ok(Bounded { term: call.exprs.constant(64, count), most: count });
        }
        Value::Concrete(_) => {
            return Err(Err(End::Unsupported("vellum_alloc_many of more than 2^20 blocks".into())));
        }
        Value::Symbolic(term) => term,
    };
    if !holds(call, |call| at_most(call, term, MOST_BLOCKS))? {
        return Err(Err(End::Stopped(TOO_MANY.into())));
    }
    match call.most {
        Some(most) => Ok(Bounded { term, most }),
        None => Err(Ok(Outcome::Bound(term, MOST_BLOCKS))),
    }
}

/// How large each of them is.
fn size_of_blocks(call: &mut ExternalCall<'_>, count: Bounded) -> Known<Bounded> {
    let (term, limit) = match (argument(call, 1)?, call.memory.sizes()) {
        (Value::Concrete(size), _) => {
            return Ok(Bounded { term: call.exprs.constant(64, size), most: size });
        }
        (Value::Symbolic(term), Sizes::Terms { most }) => (term, most),
        (Value::Symbolic(_), Sizes::Enumerate) => unreachable!("it is a number then"),
    };
    if !holds(call, |call| at_most(call, term, limit))? {
        return Err(Err(End::too_large(limit)));
    }
    match call.most {
        // Of two numbers, only the first is looked at closely.
        Some(most) if call.exprs.is_const(count.term) => Ok(Bounded { term, most }),
        None => Err(Ok(Outcome::Bound(term, limit))),
        Some(_) => Ok(Bounded { term, most: call.exprs.facts(term).max.min(limit) }),
    }
}

/// An argument as a number, or as a term of 64 bits where these may stay open.
fn argument(call: &mut ExternalCall<'_>, number: usize) -> Known<Value> {
    match (call.value(number), call.memory.sizes()) {
        (Value::Symbolic(e), _) if call.exprs.has_garbage(e) => Err(Ok(undefined(call, e))),
        (value @ Value::Symbolic(_), Sizes::Enumerate) => {
            call.number_of(value).map(Value::Concrete).map_err(Ok)
        }
        (Value::Symbolic(e), Sizes::Terms { .. }) => Ok(Value::Symbolic(call.exprs.zext(e, 64))),
        (value @ Value::Concrete(_), _) => Ok(value),
    }
}

/// Whether a condition holds on the path; it is asked where that is not decided yet.
fn holds(call: &mut ExternalCall<'_>, condition: impl Fn(&mut ExternalCall<'_>) -> Expr) -> Known<bool> {
    let condition = condition(call);
    call.decided(condition).ok_or(Ok(Outcome::Decide(condition)))
}

/// The block of that number, which is there for inputs that have so many.
fn block(
    kernel: &mut Kernel,
    call: &mut ExternalCall<'_>,
    count: Bounded,
    size: Bounded,
    number: u64,
) -> Option<u64> {
    let number = call.exprs.constant(64, number);
    let is_there = call.exprs.ult(number, count.term);
    if is_there == Expr::TRUE {
        return place(kernel, call, size, None);
    }
    let (none, when) = (call.exprs.zero(64), call.exprs.not(is_there));
    let left = call.exprs.ite(is_there, size.term, none);
    let gone = Gone { when, size: size.term, by: call.origin };
    place(kernel, call, Bounded { term: left, ..size }, Some(gone))
}

/// A new block of the heap, which is gone for some inputs if `gone` says so.
fn place(kernel: &mut Kernel, call: &mut ExternalCall<'_>, size: Bounded, gone: Option<Gone>) -> Option<u64> {
    let size = match call.exprs.as_const(size.term) {
        Some(bytes) if gone.is_none() => Size::Number(bytes),
        _ => Size::Term(Extent { capacity: size.most, size: size.term, gone }),
    };
    alloc::place(Heap::Unwritten, kernel, call, &size, alloc::ALIGN)
}

/// Writes the addresses of all blocks, also of those that are not there for some inputs.
fn write_table(call: &mut ExternalCall<'_>, start: u64, table: &[Expr]) {
    if call.memory.put_all(call.exprs, start, table).is_some() {
        return;
    }
    // It has as many bytes for every input.
    for (at, &byte) in (start..).zip(table) {
        let byte = Value::of(call.exprs, byte);
        let _ = call.memory.store_value(call.exprs, at, 1, byte);
    }
}

/// `void vellum_free_many(void **blocks, size_t count)`
pub(super) fn free(_: &mut Kernel, call: &mut ExternalCall<'_>) -> Result {
    let table = match call.number(0) {
        Ok(0) => return Ok(Outcome::Return(0)),
        Ok(table) => table,
        Err(question) => return Ok(question),
    };
    let (blocks, count) = match blocks_of(call, table) {
        Ok(blocks) => blocks,
        Err(answer) => return answer,
    };
    let freed: Vec<(Expr, u64)> = blocks
        .into_iter()
        .zip(0..)
        .map(|(block, number)| {
            let number = call.exprs.constant(64, number);
            (call.exprs.ult(number, count), block)
        })
        .collect();
    let twice = freed.iter().fold(Expr::FALSE, |any, &(when, block)| {
        let is_gone = gone_when(call, block);
        let again = call.exprs.and(when, is_gone);
        call.exprs.or(any, again)
    });
    match call.decided(twice) {
        None => return Ok(Outcome::Decide(twice)),
        Some(true) => return Err(double_free(call, &freed).into()),
        Some(false) => (),
    }
    for (when, block) in freed {
        match when {
            Expr::TRUE => call.memory.free(block, call.origin)?,
            Expr::FALSE => (),
            _ => call
                .memory
                .free_if(call.exprs, block, when, call.origin)
                .ok_or_else(|| End::Unsupported("a free of one of several protected blocks".into()))?,
        }
    }
    call.memory.free(table, call.origin)?;
    Ok(Outcome::Return(0))
}

/// The blocks of a table, and how many of them are to be freed.
fn blocks_of(call: &mut ExternalCall<'_>, table: u64) -> Known<(Vec<u64>, Expr)> {
    let Some(object) = call.memory.heap_object(table) else {
        return Err(Err(call.memory.free(table, call.origin).expect_err("it is no block").into()));
    };
    let count = match argument(call, 1)? {
        Value::Concrete(count) => call.exprs.constant(64, count),
        Value::Symbolic(count) => count,
    };
    let entries = object.capacity() / WORD;
    if !holds(call, |call| at_most(call, count, entries))? {
        return Err(Err(call.memory.explain_from(Access::Read, table, entries * WORD, WORD).into()));
    }
    let (offset, word) = (call.exprs.zero(64), call.exprs.constant(64, WORD));
    let len = call.exprs.mul(count, word);
    let inside = object.inside_many(call.exprs, offset, len);
    if call.decided(inside) != Some(true) {
        return Err(Ok(Outcome::Inside(Access::Read, Reach { base: table, offset, len })));
    }
    let most = call.exprs.facts(count).max.min(entries);
    let mut blocks = Vec::new();
    for entry in 0..most {
        let place = call.exprs.constant(64, entry * WORD);
        let read = call.memory.read_at(call.exprs, table, place, 8);
        let Some(read) = read else {
            return Err(Err(call.memory.explain_from(Access::Read, table, entry * WORD, WORD).into()));
        };
        // All of the table was written. But what shares an array with others may have become an expression by now, of one
        // value, and so may whether it was written.
        let garbage = call.exprs.garbage_in(read);
        let zeros = vec![call.exprs.zero(8); garbage.len()];
        let read = call.exprs.replace_garbage(read, &garbage, &zeros);
        let read = call.exprs.without_bases(read);
        let block = Value::of(call.exprs, read);
        blocks.push(call.number_of(block).map_err(Ok)?);
    }
    Ok((blocks, count))
}

/// For which inputs there is no block at an address that could be freed.
fn gone_when(call: &ExternalCall<'_>, address: u64) -> Expr {
    match call.memory.heap_object(address) {
        None => Expr::TRUE,
        Some(object) => object.extent.and_then(|extent| extent.gone).map_or(Expr::FALSE, |gone| gone.when),
    }
}

/// What is wrong where a block is freed that is gone for the path's own input.
fn double_free(call: &mut ExternalCall<'_>, freed: &[(Expr, u64)]) -> Fault {
    let is_wrong = |call: &mut ExternalCall<'_>, (when, block): (Expr, u64)| {
        let is_gone = gone_when(call, block);
        let again = call.exprs.and(when, is_gone);
        call.witness(Value::Symbolic(again)) != 0
    };
    let wrong = freed.iter().copied().find(|&one| is_wrong(call, one));
    let (_, block) = wrong.expect("the path's own input frees one that is gone");
    let fault = call.memory.explain(Access::Free, block, 0);
    match call.memory.heap_object(block) {
        Some(_) => Fault { kind: FaultKind::DoubleFree, ..fault },
        None => call.memory.free(block, call.origin).err().unwrap_or(fault),
    }
}
