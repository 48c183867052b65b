//! Reading and writing files of bytes where a place, a number of bytes or the length of the file depends on the input.
//!
//! Each call is one operation, whatever the number: what is read is a span of memory over the file's bytes, and a byte that
//! is written is a choice between the new one and the old one. Paths part only at the end of the file, where fewer bytes are
//! read than asked for.
//!
//! Law: whatever the input, a file's bytes behind its length are zero.

use std::ops::Range;

use vellum_collections::cast::{index64, low8};
use vellum_expr::{Array, Evaluator, Expr, Exprs, Source, Span};
use vellum_memory::{Access, Reach, Value};

use super::{MAX_LEN, Own, PLACE, Place};
use crate::{
    content::Content,
    errno::{Stop, fail},
    files::{NodeId, OpenId, What},
    kernel::Kernel,
    syscalls::{Syscall, vectors::Pieces},
};

/// Bytes of a file that a call may be about at most. Beyond that, it goes by numbers.
const MOST: u64 = 1 << 16;

/// Bytes on their way from memory to a file.
struct Bytes {
    /// The bytes; those behind `total` are zero.
    array: Array,
    /// How many there are; 64 bits.
    total: Expr,
    /// How many there can be.
    most: u64,
}

impl Bytes {
    /// The bytes for the input the path carries.
    fn evaluate(&self, call: &mut Syscall<'_>) -> Content {
        let mut evaluator = Evaluator::new();
        let count = evaluator.word(call.exprs, call.model, self.total).min(self.most);
        let byte = |at| {
            let at = call.exprs.constant(64, at);
            let byte = call.exprs.read(self.array, at, 1);
            low8(evaluator.word(call.exprs, call.model, byte))
        };
        Content::concrete((0..count).map(byte).collect())
    }
}

impl Kernel {
    /// Whether something of a call on a file of bytes depends on the input.
    pub(super) fn has_terms(
        &self,
        call: &Syscall<'_>,
        (id, node): (OpenId, NodeId),
        pieces: &Pieces,
    ) -> bool {
        let numbers = [self.files.opened(id).position, self.files.node(node).len()];
        matches!(pieces, Pieces::Terms(_))
            || call.terms[PLACE].is_some()
            || numbers.iter().any(|number| number.as_concrete().is_none())
    }

    /// Reads from a file into memory; `None` where that takes numbers.
    pub(super) fn read_terms(
        &mut self,
        call: &mut Syscall<'_>,
        (id, node): (OpenId, NodeId),
        to: &Pieces,
        place: Place,
    ) -> Own {
        let Some(to) = to.reaches(call, Access::Write)? else { return Ok(None) };
        let at = self.place_term(call, id, place)?;
        let len = self.files.node(node).len().expr(call.exprs, 64);
        let is_behind = call.exprs.ule(len, at);
        if call.decide(is_behind)? {
            return Ok(Some(0));
        }
        let left = call.exprs.sub(len, at);
        let shares = shares(call, &to, left)?;
        let total = shares.iter().fold(call.exprs.zero(64), |sum, share| call.exprs.add(sum, share.len));
        let most = shares.iter().map(|share| most_of(call, share)).fold(0, u64::saturating_add);
        let Some((array, start)) = self.window(call, node, at, most)? else { return Ok(None) };
        let start = call.exprs.constant(64, start);
        let mut from = call.exprs.sub(at, start);
        for share in &shares {
            let source = Source::Array { array, from };
            if call.memory.write_reach_of(call.exprs, share, source).is_none() {
                // The call is made again with numbers, and writes the same.
                return Ok(None);
            }
            from = call.exprs.add(from, share.len);
        }
        if place == Place::Position {
            let position = call.exprs.add(at, total);
            self.files.opened_mut(id).position = Value::of(call.exprs, position);
        }
        Ok(Some(call.returns(total)))
    }

    /// Writes from memory to a file, or to the output that all paths share; `None` where that takes numbers.
    pub(super) fn write_terms(
        &mut self,
        call: &mut Syscall<'_>,
        id: OpenId,
        from: &Pieces,
        place: Place,
    ) -> Own {
        let Some(from) = from.reaches(call, Access::Read)? else { return Ok(None) };
        let Some(bytes) = gather(call, &from)? else { return Ok(None) };
        let file = self.files.opened(id).clone();
        match (&file.what, &file.host) {
            (What::Node(node), _) => self.write_node(call, (id, *node), &bytes, place),
            (What::Output, Some(host)) => {
                if self.config.show_output {
                    let content = bytes.evaluate(call);
                    self.show(call, host, &file.what, &content)?;
                }
                Ok(Some(call.returns(bytes.total)))
            }
            (What::Output | What::Stream | What::Folder(_), _) => Ok(None),
        }
    }

    fn write_node(
        &mut self,
        call: &mut Syscall<'_>,
        (id, node): (OpenId, NodeId),
        bytes: &Bytes,
        place: Place,
    ) -> Own {
        let len = self.files.node(node).len().expr(call.exprs, 64);
        let appends = self.files.opened(id).appends();
        let at = if appends { len } else { self.place_term(call, id, place)? };
        let (end, most) = (call.exprs.add(at, bytes.total), call.exprs.constant(64, MAX_LEN));
        let is_too_long = call.exprs.ult(most, end);
        if call.decide(is_too_long)? {
            return fail(libc::EFBIG);
        }
        let (first, last) = (call.exprs.facts(at).min, call.exprs.facts(at).max);
        let last = match call.most {
            _ if last <= self.files.node(node).stored() => last,
            Some(most) => most,
            None => return Err(Stop::Bound(at, MAX_LEN)),
        };
        let places = first..last.saturating_add(bytes.most);
        if places.end.saturating_sub(places.start) > MOST {
            return Ok(None);
        }
        self.change(call, node, places, |exprs, place, old| {
            let inside = exprs.sub(place, at);
            let (is_new, new) = (exprs.ult(inside, bytes.total), exprs.read(bytes.array, inside, 1));
            exprs.ite(is_new, new, old)
        })?;
        // Where nothing is written, a place behind the end makes the file no longer.
        let none = call.exprs.zero(64);
        let (is_some, is_longer) = (call.exprs.ne(bytes.total, none), call.exprs.ult(len, end));
        let grows = call.exprs.and(is_some, is_longer);
        let len = call.exprs.ite(grows, end, len);
        self.set_len(call, node, len)?;
        if place == Place::Position {
            self.files.opened_mut(id).position = Value::of(call.exprs, end);
        }
        Ok(Some(call.returns(bytes.total)))
    }

    /// Makes a file that long, which depends on the input.
    pub(super) fn truncate_to(
        &mut self,
        call: &mut Syscall<'_>,
        node: NodeId,
        len: Expr,
    ) -> Result<(), Stop> {
        let stored = self.content_mut(node)?.len();
        let first = call.exprs.facts(len).min.min(stored);
        if stored - first > MOST {
            let len = call.number_of(len)?;
            return self.truncate(node, len);
        }
        self.change(call, node, first..stored, |exprs, place, old| {
            let (is_inside, zero) = (exprs.ult(place, len), exprs.zero(8));
            exprs.ite(is_inside, old, zero)
        })?;
        self.set_len(call, node, len)
    }

    /// Makes each byte of a file in `places` what `new` says of its place and of what is there.
    fn change(
        &mut self,
        call: &mut Syscall<'_>,
        node: NodeId,
        places: Range<u64>,
        mut new: impl FnMut(&mut Exprs, Expr, Expr) -> Expr,
    ) -> Result<(), Stop> {
        let content = self.content_mut(node)?;
        if content.len() < places.end {
            content.resize(places.end);
        }
        for at in places {
            let (place, old) = (call.exprs.constant(64, at), content.expr(call.exprs, at));
            let byte = new(call.exprs, place, old);
            content.set(call.exprs, at, byte);
        }
        Ok(())
    }

    fn set_len(&mut self, call: &mut Syscall<'_>, node: NodeId, len: Expr) -> Result<(), Stop> {
        match call.exprs.as_const(len) {
            Some(len) => self.truncate(node, len),
            None => {
                self.files.node_mut(node).sized = Some(len);
                Ok(())
            }
        }
    }

    /// Where a call reads or writes; 64 bits.
    fn place_term(&mut self, call: &mut Syscall<'_>, id: OpenId, place: Place) -> Result<Expr, Stop> {
        let at = match (place, call.terms[PLACE]) {
            (Place::Position, _) => return Ok(self.files.opened(id).position.expr(call.exprs, 64)),
            (Place::Argument, Some(term)) => term,
            (Place::Argument, None) => call.exprs.constant(64, call.args[PLACE]),
        };
        let none = call.exprs.zero(64);
        let is_negative = call.exprs.slt(at, none);
        if call.decide(is_negative)? { fail(libc::EINVAL) } else { Ok(at) }
    }

    /// The bytes of a file of which up to `most` are read at `at`, and the place of the first; `None` if they are too many.
    fn window(
        &mut self,
        call: &mut Syscall<'_>,
        node: NodeId,
        at: Expr,
        most: u64,
    ) -> Result<Option<(Array, u64)>, Stop> {
        let len = self.files.node(node).len().expr(call.exprs, 64);
        let stored = call.exprs.constant(64, self.files.node(node).stored());
        // Only `ftruncate` makes a file longer than what is stored of it.
        let is_stored = call.exprs.ule(len, stored);
        let longest = if call.decide(is_stored)? { stored } else { len };
        let (at, longest) = (call.exprs.facts(at), call.exprs.facts(longest).max);
        let (start, end) = (at.min, at.max.saturating_add(most).min(longest));
        let count = end.saturating_sub(start);
        if count > MOST {
            return Ok(None);
        }
        let mut content = self.node_bytes(node, start, count)?;
        content.resize(count);
        Ok(Some((content.array(call.exprs), start)))
    }
}

/// The part of each piece that is filled when so many bytes are left of a file.
fn shares(call: &mut Syscall<'_>, to: &[Reach], left: Expr) -> Result<Vec<Reach>, Stop> {
    let (mut shares, mut done) = (Vec::new(), call.exprs.zero(64));
    for piece in to {
        // Pieces are inside objects, so their sum does not overflow.
        let end = call.exprs.add(done, piece.len);
        let is_full = call.exprs.ule(end, left);
        if !call.decide(is_full)? {
            let len = call.exprs.sub(left, done);
            shares.push(Reach { len, ..*piece });
            break;
        }
        shares.push(*piece);
        done = end;
    }
    Ok(shares)
}

/// How many bytes a piece of memory can have: no more than are left of its object.
fn most_of(call: &Syscall<'_>, reach: &Reach) -> u64 {
    let capacity = call.memory.object_from(reach.base).map_or(0, |object| object.capacity());
    call.exprs.facts(reach.len).max.min(capacity)
}

/// The bytes of pieces of memory, one after the other; `None` where that takes numbers.
fn gather(call: &mut Syscall<'_>, from: &[Reach]) -> Result<Option<Bytes>, Stop> {
    let mut pieces = Vec::new();
    for reach in from {
        let most = most_of(call, reach);
        if most > MOST {
            return Ok(None);
        }
        let Some(content) = read(call, reach, most)? else { return Ok(None) };
        pieces.push((content.array(call.exprs), reach.len));
    }
    let most: u64 = from.iter().map(|reach| most_of(call, reach)).sum();
    if let &[(array, total)] = &*pieces {
        return Ok(Some(Bytes { array, total, most }));
    }
    let mut array = Content::concrete(vec![0; index64(most)]).array(call.exprs);
    let mut total = call.exprs.zero(64);
    for (piece, len) in pieces {
        let from = call.exprs.zero(64);
        let span = Span { start: total, len, source: Source::Array { array: piece, from } };
        if call.exprs.is_too_heavy(array, &span) {
            return Ok(None);
        }
        array = call.exprs.span(array, span);
        total = call.exprs.add(total, len);
    }
    Ok(Some(Bytes { array, total, most }))
}

/// The bytes of a piece of memory, those behind its length as zeros; `None` where numbers have to tell whether they were ever
/// written.
fn read(call: &mut Syscall<'_>, reach: &Reach, most: u64) -> Result<Option<Content>, Stop> {
    let mut content = Content::concrete(vec![0; index64(most)]);
    let mut missing = Vec::new();
    for at in 0..most {
        let number = call.exprs.constant(64, at);
        let place = call.exprs.add(reach.offset, number);
        let Some(byte) = call.memory.read_at(call.exprs, reach.base, place, 1) else { return Ok(None) };
        let (is_inside, zero) = (call.exprs.ult(number, reach.len), call.exprs.zero(8));
        let mut byte = call.exprs.ite(is_inside, byte, zero);
        if call.exprs.has_garbage(byte) {
            missing.push((at, call.exprs.garbage_guard(byte)));
            byte = call.exprs.without_garbage(byte);
        }
        content.set(call.exprs, at, byte);
    }
    let any = missing.iter().fold(Expr::FALSE, |any, &(_, guard)| call.exprs.or(any, guard));
    if !call.decide(any)? {
        return Ok(Some(content));
    }
    let mut evaluator = Evaluator::new();
    let first = missing.iter().find(|(_, guard)| evaluator.holds(call.exprs, call.model, *guard));
    if let (Some(&(at, guard)), Some(offset)) = (first, call.exprs.as_const(reach.offset))
        && call.decide(guard)?
    {
        return Err(call.memory.explain(Access::Read, reach.base + offset + at, 1).into());
    }
    Ok(None)
}
