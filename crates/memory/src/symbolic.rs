//! The same door for values that may be expressions, and for places that are.
//!
//! Slower than the numbers' own; it also answers where those do not, because an object holds an expression.

use std::{borrow::Cow, ops::Range};

use vellum_collections::cast::{index, index64, len64};
use vellum_expr::{Expr, Exprs, Marker};

use crate::{
    body::Numbers,
    contents::Piece,
    fault::{Access, FaultKind},
    memory::{ArrayOf, ByPiece, Memory},
    object::{Object, Origin},
    value::Value,
};

impl Memory {
    /// Reads `len` bytes (1 to 8); `None` when they are not all inside one object.
    pub fn load_value(&self, exprs: &mut Exprs, address: u64, len: u32) -> Option<Value> {
        if self.is_local(address) {
            let found = self.stack().find(address, index(len))?;
            let read = self.stack().local(&found).read(exprs, found.offset, len.into());
            return Some(self.with_garbage(exprs, address, len, read));
        }
        let (body, offset) = self.body(Access::Read, address, len.into())?;
        let read = body.read(exprs, offset, len.into());
        Some(self.with_garbage(exprs, address, len, read))
    }

    /// Writes the low `len` bytes (1 to 8) of `value`; `None` when they are not all inside one object that may
    /// be written.
    pub fn store_value(&mut self, exprs: &mut Exprs, address: u64, len: u32, value: Value) -> Option<()> {
        if self.is_local(address) {
            let found = self.stack().find(address, index(len))?;
            self.stack_mut().local_mut(&found)?.write(exprs, found.offset, len.into(), value);
            return Some(());
        }
        let objects = self.objects();
        let (body, offset) = self.body_mut(Access::Write, address, len.into())?;
        body.write(exprs, offset, len.into(), value, objects);
        Some(())
    }

    /// Reads `len` bytes at a symbolic place inside the object that starts at `base`.
    pub fn read_at(&self, exprs: &mut Exprs, base: u64, place: Expr, len: u32) -> Option<Expr> {
        self.read_in(exprs, base, place, len, None)
    }

    /// As [`Memory::read_at`], of bytes that are all in a window, if there is one.
    pub(crate) fn read_in(
        &self,
        exprs: &mut Exprs,
        base: u64,
        place: Expr,
        len: u32,
        window: Option<Range<u64>>,
    ) -> Option<Expr> {
        let (body, start, size) = if self.is_local(base) {
            let found = self.stack().find(base, 0)?;
            let body = self.stack().local(&found).as_body(exprs);
            let size = body.len();
            (body, 0, size)
        } else {
            let (body, start) = self.body(Access::Read, base, 0)?;
            let shared = self.shared_object(base).map(|object| object.capacity());
            (Cow::Borrowed(body), start, shared.unwrap_or(body.len()))
        };
        let first = exprs.constant(64, start);
        let index = exprs.add(place, first);
        let mut read = |exprs: &mut Exprs, window: &Range<u64>| {
            body.read_within(exprs, index, len, &(start + window.start..start + window.end))
        };
        let read = match (window, self.chooses(ArrayOf::Object(base))) {
            (None, Some(piece)) => ByPiece::new(piece, &(0..size), len).choose(exprs, place, &mut read),
            (window, _) => read(exprs, &window.unwrap_or(0..size)),
        };
        Some(self.with_fresh_garbage(exprs, base, read))
    }

    /// Writes `value` at a symbolic place inside the object that starts at `base`; `None` when it may not be
    /// written.
    pub fn write_at(&mut self, exprs: &mut Exprs, base: u64, place: Expr, value: Expr) -> Option<()> {
        self.write_in(exprs, base, place, value, None)
    }

    /// As [`Memory::write_at`], of bytes that are all in a window, if there is one.
    pub(crate) fn write_in(
        &mut self,
        exprs: &mut Exprs,
        base: u64,
        place: Expr,
        value: Expr,
        window: Option<Range<u64>>,
    ) -> Option<()> {
        if self.is_local(base) {
            let found = self.stack().find(base, 0)?;
            self.stack_mut().local_mut(&found)?.write_in(exprs, place, value, window);
            return Some(());
        }
        let objects = self.objects();
        let shared = self.shared_object(base).map(|object| object.capacity());
        let (body, start) = self.body_mut(Access::Write, base, 0)?;
        let window = window.unwrap_or(0..shared.unwrap_or(body.len()));
        let first = exprs.constant(64, start);
        let index = exprs.add(place, first);
        body.write_within(exprs, index, value, &(start + window.start..start + window.end), objects);
        Some(())
    }

    /// A copy of `len` bytes; `None` when they are not all inside one object.
    pub fn piece(&self, exprs: &mut Exprs, address: u64, len: u64) -> Option<Piece> {
        if let Some(bytes) = self.bytes(address, index64(len)) {
            return Some(Piece::concrete(bytes.to_vec()));
        }
        if self.is_local(address) {
            let found = self.stack().find(address, index64(len))?;
            let range = found.offset..found.offset + len;
            return Some(self.stack().local(&found).piece(exprs, range));
        }
        let (body, offset) = self.body(Access::Read, address, len)?;
        Some(body.piece(exprs, offset..offset + len))
    }

    /// Puts a piece somewhere; `None` when there is no room for it that may be written.
    pub fn put(&mut self, exprs: &mut Exprs, address: u64, piece: &Piece) -> Option<()> {
        if let Some(bytes) = piece.as_numbers()
            && let Some(target) = self.bytes_mut(address, bytes.len())
        {
            target.copy_from_slice(bytes);
            return Some(());
        }
        if self.is_local(address) {
            let found = self.stack().find(address, index64(piece.len()))?;
            self.stack_mut().local_mut(&found)?.put(exprs, found.offset, piece);
            return Some(());
        }
        let objects = self.objects();
        let (body, offset) = self.body_mut(Access::Write, address, piece.len())?;
        body.put(exprs, offset, piece, objects);
        Some(())
    }

    /// Copies `len` bytes, as if through a buffer. An access that fails is reported with its address.
    pub fn copy_values(
        &mut self,
        exprs: &mut Exprs,
        to: u64,
        from: u64,
        len: u64,
    ) -> Result<(), (Access, u64)> {
        if len == 0 {
            return Ok(());
        }
        let piece = self.piece(exprs, from, len).ok_or((Access::Read, from))?;
        self.put(exprs, to, &piece).ok_or((Access::Write, to))
    }

    /// Fills `len` bytes with one value; `None` when they are not all inside one object that may be written.
    pub fn fill_values(&mut self, exprs: &mut Exprs, address: u64, byte: Value, len: u64) -> Option<()> {
        if len == 0 {
            return Some(());
        }
        if !self.has_room(address, len) {
            return None;
        }
        let piece = Piece::repeated(exprs, byte, len);
        self.put(exprs, address, &piece)
    }

    /// The bytes at `address` as long as they are numbers, at most `limit` of them, inside one object.
    pub fn concrete_prefix(&self, address: u64, limit: u64) -> Cow<'_, [u8]> {
        let Some(object) = self.object_at(address) else { return Cow::default() };
        let limit = limit.min((object.base + object.size).saturating_sub(address));
        let known = |len: u64| self.concrete(address, len).is_some();
        // Whether a prefix is all numbers falls from true to false once, as it grows.
        let (mut low, mut high) = (0, limit);
        while low < high {
            let middle = high - (high - low) / 2;
            if known(middle) { low = middle } else { high = middle - 1 }
        }
        self.concrete(address, low).unwrap_or_default()
    }

    /// The bytes at `address` if they are inside one object, all written and all numbers, whatever else it holds.
    pub fn concrete(&self, address: u64, len: u64) -> Option<Cow<'_, [u8]>> {
        if self.is_local(address) {
            let found = self.stack().find(address, index64(len))?;
            return self.stack().local(&found).concrete(found.offset..found.offset + len);
        }
        let (body, offset) = self.body(Access::Read, address, len)?;
        body.concrete(offset..offset + len)
    }

    /// The bytes at `address` if they are inside one object and all numbers, and their shadow unless all of them
    /// were written.
    pub(crate) fn numbers(&self, address: u64, len: u64) -> Option<Numbers<'_>> {
        if self.is_local(address) {
            let found = self.stack().find(address, index64(len))?;
            return self.stack().local(&found).numbers(found.offset..found.offset + len);
        }
        let (body, offset) = self.body(Access::Read, address, len)?;
        body.numbers(offset..offset + len)
    }

    /// The bytes at `address` if they are inside one object and all numbers; zeros where nobody wrote.
    pub fn written_or_zero(&self, address: u64, len: u64) -> Option<Cow<'_, [u8]>> {
        self.numbers(address, len).map(|numbers| numbers.bytes)
    }

    /// For each of the bytes at `address`, which are inside one object and all numbers, whether it was ever written
    /// (not zero); `None` when all were.
    pub fn shadow(&self, address: u64, len: u64) -> Option<Cow<'_, [u8]>> {
        self.numbers(address, len)?.shadow
    }

    /// Says again which of the bytes at `address`, which were just written, nobody wrote.
    pub(crate) fn shade(&mut self, address: u64, shadow: &[u8]) {
        let objects = self.objects();
        if self.is_local(address) {
            let found = self.stack().find(address, shadow.len());
            if let Some(mut local) = found.and_then(|found| self.stack_mut().local_mut(&found)) {
                let offset = found.map_or(0, |found| found.offset);
                local.shade(offset, shadow);
            }
        } else if let Some((body, offset)) = self.body_mut(Access::Write, address, len64(shadow.len())) {
            body.shade(offset, shadow, objects);
        }
    }

    /// What was read at `address`, with bytes of any value where nobody wrote any.
    fn with_garbage(
        &self,
        exprs: &mut Exprs,
        address: u64,
        len: u32,
        (value, shadow): (Value, Option<Value>),
    ) -> Value {
        let Some(shadow) = shadow else { return value };
        let origin = self.origin_at(address);
        let shadow = shadow.expr(exprs, len * 8);
        let value = value.expr(exprs, len * 8);
        let mut bytes = Vec::new();
        for at in 0..len {
            let (written, byte) = (exprs.extract(shadow, at * 8, 8), exprs.extract(value, at * 8, 8));
            let garbage = exprs.garbage(origin.0, address + u64::from(at));
            bytes.push(either(exprs, written, byte, garbage));
        }
        let whole = exprs.concat_bytes(&bytes);
        Value::of(exprs, whole)
    }

    /// What was read at some place of the object at `base`, with bytes of any value where nobody wrote any.
    pub(crate) fn with_fresh_garbage(
        &self,
        exprs: &mut Exprs,
        base: u64,
        read: (Expr, Option<Expr>),
    ) -> Expr {
        let (value, Some(shadow)) = read else { return read.0 };
        let origin = self.origin_at(base);
        let bytes: Vec<Expr> = (0..exprs.width(value) / 8).map(|_| exprs.fresh_garbage(origin.0)).collect();
        let garbage = exprs.concat_bytes(&bytes);
        either(exprs, shadow, value, garbage)
    }

    /// Who made the object at `address`.
    fn origin_at(&self, address: u64) -> Origin {
        self.object_at(address).map_or(Origin(0), |object| object.origin)
    }

    /// Whether `len` bytes at `address` are inside one object, whatever they hold.
    pub fn is_inside(&self, address: u64, len: u64) -> bool {
        let Ok(small) = usize::try_from(len) else { return false };
        if self.is_stack(address) {
            return self.stack().find(address, small).is_some();
        }
        self.body(Access::Read, address, len).is_some()
    }

    /// Whether the program may write nothing at `address`, whatever is there.
    pub fn is_constant(&self, address: u64) -> bool {
        self.is_before_globals(address) && address >= self.regions().constants().base
    }

    /// Whether [`Memory::store_bytes`] can write `len` bytes at `address`.
    pub fn can_store(&self, address: u64, len: u64) -> bool {
        if self.is_local(address) {
            let found = self.stack().find(address, index64(len));
            return found.is_some_and(|found| {
                self.stack().local(&found).can_store(&(found.offset..found.offset + len))
            });
        }
        let body = self.body(Access::Write, address, len);
        body.is_some_and(|(body, offset)| body.can_store(&(offset..offset + len)))
    }

    /// Writes `bytes` at `address`; `None` when there is no room for them inside one object that may be written, or
    /// an expression would be cut in two.
    #[cold]
    pub fn store_bytes(&mut self, address: u64, bytes: &[u8]) -> Option<()> {
        if let Some(target) = self.bytes_mut(address, bytes.len()) {
            target.copy_from_slice(bytes);
            return Some(());
        }
        if self.is_local(address) {
            let found = self.stack().find(address, bytes.len())?;
            return self.stack_mut().local_mut(&found)?.store(found.offset, bytes);
        }
        let objects = self.objects();
        let (body, offset) = self.body_mut(Access::Write, address, len64(bytes.len()))?;
        body.store(offset, bytes, objects)
    }

    /// The live objects that touch the addresses from `min` to `max`, by rising address.
    pub fn objects_between(&self, min: u64, max: u64) -> Vec<Object> {
        let live = self.all_objects().filter(|object| object.freed.is_none());
        between(live, min, max)
    }

    /// The rooms of freed objects that touch the addresses from `min` to `max`, as far as nothing else has them yet, in
    /// order.
    pub fn freed_between(&self, min: u64, max: u64) -> Vec<Range<u64>> {
        self.rooms_of_gone(FaultKind::UseAfterFree, min, max)
    }

    /// The addresses from `min` to `max` that belonged to locals whose use is that kind of error because they are gone, in order.
    pub fn returned_between(&self, kind: FaultKind, min: u64, max: u64) -> Vec<Range<u64>> {
        let mut returned = self.stack().returned_between(kind, min, max);
        // Those of symbolic size were lent by the heap.
        returned.extend(self.rooms_of_gone(kind, min, max));
        returned.sort_unstable_by_key(|range| range.start);
        returned
    }

    /// All live objects with their bytes, in a fixed order: zeros where nobody wrote, nothing where there are expressions
    /// or where reading is not allowed.
    pub fn live_objects(&self) -> impl Iterator<Item = (Object, Option<Cow<'_, [u8]>>)> {
        let live = self.all_objects().filter(|object| object.freed.is_none());
        live.map(|object| (object, self.written_or_zero(object.base, object.size)))
    }

    /// Marks the expressions it needs.
    pub fn mark(&self, marker: &mut Marker) {
        self.mark_arenas(marker);
        self.stack().mark_exprs(marker);
    }
}

/// The bits of `value` where those of `written` are set, and of `garbage` where they are clear.
fn either(exprs: &mut Exprs, written: Expr, value: Expr, garbage: Expr) -> Expr {
    let unwritten = exprs.not(written);
    let (known, unknown) = (exprs.and(value, written), exprs.and(garbage, unwritten));
    exprs.or(known, unknown)
}

/// Those that touch the addresses from `min` to `max`, by rising address.
fn between(objects: impl Iterator<Item = Object>, min: u64, max: u64) -> Vec<Object> {
    let touch = |object: &Object| object.base <= max && object.base + object.capacity() >= min;
    let mut objects: Vec<Object> = objects.filter(touch).collect();
    objects.sort_unstable_by_key(|object| object.base);
    objects
}
