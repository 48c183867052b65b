//! What an object holds, and which of it was ever written.
//!
//! Beside its bytes an object has a *shadow*: a byte for each of them, all ones where something was written, zero
//! where nothing was. A shadow is held the way bytes are, so it is shared, layered, copied and written at symbolic
//! places as they are. An object that was written everywhere has none; a small one has a bit per byte in its place.
//!
//! Bytes that nobody wrote are zero, so that equal objects stay equal.

mod hash;
mod planes;
mod shadow;
mod spans;

use std::{borrow::Cow, ops::Range, rc::Rc};

use vellum_collections::cast::{index64, len64, low32};
use vellum_expr::{Expr, Exprs, Marker, WrittenValue};

use self::shadow::{Shadow, missing_of};
pub(crate) use self::{
    planes::BodyDoubt,
    shadow::{WRITTEN, is_written, set_written},
    spans::{Bytes, Stretch},
};
use crate::{
    contents::{Contents, Fill, Objects, Piece, SymbolicPlaces},
    value::Value,
};

/// Sizes up to which a bit for each byte fits into a word.
const FEW: u64 = 64;

/// The bytes of an object and their shadow.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    contents: Contents,
    written: Written,
}

/// Which bytes of an object were written.
#[derive(Clone, Debug, Default)]
enum Written {
    /// All of them.
    #[default]
    All,
    /// A bit for each byte of a small object, the first lowest.
    Few(u64),
    Shadow(Rc<Shadow>),
    /// As it says, and a hash of the object is kept.
    Hashed(Box<hash::Hashed>),
}

impl Written {
    /// Which bytes were written, whether a hash is kept or not.
    fn inner(&self) -> &Self {
        match self {
            Self::Hashed(hashed) => &hashed.written,
            Self::All | Self::Few(_) | Self::Shadow(_) => self,
        }
    }
}

/// Bytes that are numbers.
pub(crate) struct Numbers<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    /// Which of them were written, unless all were.
    pub(crate) shadow: Option<Cow<'a, [u8]>>,
}

/// Some bytes are expressions.
struct NotNumbers;

impl From<Contents> for Body {
    fn from(contents: Contents) -> Self {
        Self { contents, written: Written::All }
    }
}

impl Body {
    /// Nobody wrote anything yet; `None` when the host has no room for it.
    pub(crate) fn unwritten(size: u64, objects: Objects) -> Option<Self> {
        let contents = Contents::filled(size, Fill::Zeros, objects)?;
        let written = match size {
            0 => Written::All,
            1..=FEW => Written::Few(0),
            _ => {
                let bytes = Contents::filled(size, Fill::Zeros, objects)?;
                Written::Shadow(Rc::new(Shadow { bytes, missing: size }))
            }
        };
        Some(Self { contents, written })
    }

    /// A copy of these bytes, with this shadow if they have one.
    pub(crate) fn of(bytes: &[u8], shadow: Option<&[u8]>) -> Self {
        let mut body = Self::from(Contents::of(bytes));
        if let Some(shadow) = shadow {
            body.set_shadow(shadow);
        }
        body
    }

    /// Gives it a shadow as long as itself.
    fn set_shadow(&mut self, shadow: &[u8]) {
        let missing = missing_of(shadow);
        self.written = match len64(shadow.len()) {
            _ if missing == 0 => Written::All,
            ..=FEW => Written::Few(bits_of(shadow)),
            _ => Written::Shadow(Rc::new(Shadow { bytes: Contents::of(shadow), missing })),
        };
    }

    /// As [`Contents::slice`], of bytes that were all written.
    #[expect(clippy::inline_always, reason = "every load and store of the program comes here")]
    #[inline(always)]
    pub(crate) fn slice(&self, range: Range<u64>) -> Option<&[u8]> {
        let bytes = self.contents.slice(range.clone())?;
        if let Written::All = self.written {
            return Some(bytes);
        }
        if let Written::Few(bits) = self.written {
            return (bits & mask_of(&range) == mask_of(&range)).then_some(bytes);
        }
        self.is_written_between(range.start, range.end).then_some(bytes)
    }

    /// The `len` bytes from `start` on if they were all written and are a stretch of the host's memory, which takes no call to
    /// find out.
    #[expect(clippy::inline_always, reason = "every load of the program comes here")]
    #[inline(always)]
    pub(crate) fn plain_slice(&self, start: u64, len: usize) -> Option<&[u8]> {
        let end = start.checked_add(len64(len))?;
        let bytes = self.contents.plain_bytes()?.get(index64(start)..index64(end))?;
        self.is_plainly_written(&(start..end)).then_some(bytes)
    }

    /// As [`Body::plain_slice`], for writing, of bytes that no copy shares; the caller writes all of it.
    #[expect(clippy::inline_always, reason = "every store of the program comes here")]
    #[inline(always)]
    pub(crate) fn own_plain_slice(&mut self, start: u64, len: usize) -> Option<&mut [u8]> {
        let range = start..start.checked_add(len64(len))?;
        let all = self.contents.own_plain_bytes()?;
        let size = len64(all.len());
        let target = all.get_mut(index64(range.start)..index64(range.end))?;
        match &mut self.written {
            Written::All => (),
            Written::Few(bits) => {
                *bits |= mask_of(&range);
                if *bits == mask_of(&(0..size)) {
                    self.written = Written::All;
                }
            }
            Written::Shadow(_) | Written::Hashed(_) => return None,
        }
        Some(target)
    }

    /// Whether a look at one word says that all of `range` was written.
    #[expect(clippy::inline_always, reason = "every load of the program comes here")]
    #[inline(always)]
    fn is_plainly_written(&self, range: &Range<u64>) -> bool {
        match self.written {
            Written::All => true,
            Written::Few(bits) => bits & mask_of(range) == mask_of(range),
            Written::Shadow(_) | Written::Hashed(_) => false,
        }
    }

    /// As [`Body::is_written`]: two numbers are passed in registers.
    #[inline(never)]
    fn is_written_between(&self, start: u64, end: u64) -> bool {
        match &self.written {
            Written::Shadow(shadow) => shadow.is_written(&(start..end)),
            Written::All | Written::Few(_) | Written::Hashed(_) => self.is_written(&(start..end)),
        }
    }

    /// As [`Contents::slice_mut`]; the caller writes all of it.
    #[expect(clippy::inline_always, reason = "every load and store of the program comes here")]
    #[inline(always)]
    pub(crate) fn slice_mut(&mut self, range: Range<u64>, objects: Objects) -> Option<&mut [u8]> {
        if let Written::All = self.written {
            self.contents.slice_mut(range, objects)
        } else {
            self.written_slice_mut(range, objects)
        }
    }

    /// As [`Body::slice_mut`], of an object that was not written everywhere.
    #[inline(never)]
    fn written_slice_mut(&mut self, range: Range<u64>, objects: Objects) -> Option<&mut [u8]> {
        match &mut self.written {
            Written::Few(bits) => {
                let wanted = mask_of(&range);
                if *bits & wanted != wanted {
                    let all = mask_of(&(0..self.contents.len()));
                    let target = self.contents.slice_mut(range, objects)?;
                    *bits |= wanted;
                    if *bits == all {
                        self.written = Written::All;
                    }
                    return Some(target);
                }
                self.contents.slice_mut(range, objects)
            }
            Written::Shadow(shadow) => {
                let target = self.contents.slice_mut(range.clone(), objects)?;
                Rc::make_mut(shadow).write(&range, objects)?;
                if shadow.missing == 0 {
                    self.written = Written::All;
                }
                Some(target)
            }
            // Who writes has to say what becomes of the hash.
            Written::All | Written::Hashed(_) => None,
        }
    }

    /// Makes `range` bytes that nobody wrote, of a body to which that happens again and again; `None` when it is not as easy as
    /// it sounds: whoever wants it puts a piece there.
    pub(crate) fn unwrite(&mut self, range: &Range<u64>, objects: Objects) -> Option<()> {
        let is_new = !matches!(self.written, Written::Shadow(_));
        let shadow = Rc::make_mut(self.as_shadow(objects)?);
        // It counts one byte too many, so it lasts: to make it anew for each object costs as much as all of them are long.
        shadow.missing += u64::from(is_new);
        shadow.unwrite(range, objects)?;
        self.contents.slice_mut(range.clone(), objects)?.fill(0);
        Some(())
    }

    /// The first `kept` bytes, of more than a few, with zeros behind them, `size` bytes in all; `None` when the host has no
    /// room.
    pub(crate) fn grown(&self, exprs: &mut Exprs, kept: u64, size: u64, objects: Objects) -> Option<Self> {
        let contents = self.contents.grown(exprs, kept, (size, Fill::Zeros), objects)?;
        let written = match self.written.inner() {
            Written::Shadow(shadow) => Written::Shadow(Rc::new(shadow.grown(exprs, kept, size, objects)?)),
            Written::All | Written::Few(_) | Written::Hashed(_) => Written::All,
        };
        Some(Self { contents, written })
    }

    /// All bytes, if they are numbers and side by side, and their shadow.
    pub(crate) fn plain(&self) -> Option<Numbers<'_>> {
        let bytes = self.contents.plain()?;
        let shadow = self.shadow_of(0..len64(bytes.len())).ok()?;
        Some(Numbers { bytes: Cow::Borrowed(bytes), shadow })
    }

    /// The bytes of `range` if they are numbers, and their shadow.
    pub(crate) fn numbers(&self, range: Range<u64>) -> Option<Numbers<'_>> {
        let bytes = self.contents.concrete(range.clone())?;
        Some(Numbers { bytes, shadow: self.shadow_of(range).ok()? })
    }

    /// The shadow of `range`, unless all of it was written.
    fn shadow_of(&self, range: Range<u64>) -> Result<Option<Cow<'_, [u8]>>, NotNumbers> {
        Ok(match self.written.inner() {
            Written::All | Written::Hashed(_) => None,
            Written::Few(bits) if bits & mask_of(&range) == mask_of(&range) => None,
            Written::Few(bits) => Some(range.map(|at| shadow_byte(*bits, at)).collect()),
            Written::Shadow(shadow) => {
                let bytes = shadow.bytes.concrete(range).ok_or(NotNumbers)?;
                if bytes.iter().all(|&byte| byte == WRITTEN) { None } else { Some(bytes) }
            }
        })
    }

    /// Bytes there are.
    pub(crate) fn len(&self) -> u64 {
        self.contents.len()
    }

    /// The bytes of `range` if they are all there, all written, and all numbers.
    pub(crate) fn concrete(&self, range: Range<u64>) -> Option<Cow<'_, [u8]>> {
        if range.end > self.len() || !self.is_written(&range) {
            return None;
        }
        self.contents.concrete(range)
    }

    /// Whether every byte of `range`, which is there, was written whatever the input.
    pub(crate) fn is_written(&self, range: &Range<u64>) -> bool {
        match self.written.inner() {
            Written::All | Written::Hashed(_) => true,
            Written::Few(bits) => bits & mask_of(range) == mask_of(range),
            Written::Shadow(shadow) => shadow.is_written(range),
        }
    }

    /// Whether [`Body::store`] can write to `range`, which is there.
    pub(crate) fn can_store(&self, range: &Range<u64>) -> bool {
        let shadow = match self.written.inner() {
            Written::Shadow(shadow) => shadow.bytes.concrete(range.clone()).is_some(),
            Written::All | Written::Few(_) | Written::Hashed(_) => true,
        };
        shadow && self.contents.can_store(range)
    }

    /// As [`Contents::store`].
    pub(crate) fn store(&mut self, at: u64, bytes: &[u8], objects: Objects) -> Option<()> {
        let range = at..at + len64(bytes.len());
        if range.end > self.len() {
            return None;
        }
        // All or nothing: who fails here may read what was there again.
        if !self.can_store(&range) {
            return None;
        }
        let rest = self.open_numbers(&range);
        self.contents.store(at, bytes, objects)?;
        match &mut self.written {
            Written::All | Written::Hashed(_) => (),
            Written::Few(bits) => *bits |= mask_of(&range),
            Written::Shadow(shadow) => Rc::make_mut(shadow).write(&range, objects)?,
        }
        self.settle();
        self.close_numbers(rest);
        Some(())
    }

    /// As [`Contents::read`], and the shadow of what was read unless all of it was written.
    pub(crate) fn read(&self, exprs: &mut Exprs, at: u64, len: u64) -> (Value, Option<Value>) {
        let value = self.contents.read(exprs, at, len);
        if self.is_written(&(at..at + len)) {
            return (value, None);
        }
        let shadow = match self.written.inner() {
            Written::All | Written::Hashed(_) => None,
            Written::Few(bits) => Some(Value::Concrete(widened(bits >> at & mask_of(&(0..len))))),
            Written::Shadow(shadow) => Some(shadow.bytes.read(exprs, at, len)),
        };
        (value, shadow)
    }

    /// As [`Contents::write`].
    pub(crate) fn write(&mut self, exprs: &mut Exprs, at: u64, len: u64, value: Value, objects: Objects) {
        let range = at..at + len;
        let rest = self.open(exprs, &range);
        self.contents.write(exprs, at, len, value, objects);
        match &mut self.written {
            Written::All | Written::Hashed(_) => (),
            Written::Few(bits) => *bits |= mask_of(&range),
            Written::Shadow(shadow) => Rc::make_mut(shadow).write_beside(exprs, at, len, objects),
        }
        self.settle();
        self.close(exprs, rest);
    }

    /// As [`Contents::read_at`], of bytes that are all `within` that range, and the shadow of what was read unless all that
    /// may be read was written.
    pub(crate) fn read_within(
        &self,
        exprs: &mut Exprs,
        index: Expr,
        len: u32,
        within: &Range<u64>,
    ) -> (Expr, Option<Expr>) {
        let value = self.contents.read_at(exprs, index, len, within);
        let reach = self.reach(exprs, index, len, within);
        if self.is_written(&reach) {
            return (value, None);
        }
        let shadow = match self.written.inner() {
            Written::Shadow(shadow) => Some(shadow.bytes.read_at(exprs, index, len, within)),
            Written::Few(bits) => Some(few_bytes(*bits, self.len()).read_at(exprs, index, len, within)),
            Written::All | Written::Hashed(_) => None,
        };
        (value, shadow)
    }

    /// As [`Contents::write_at`], of bytes that are all `within` that range.
    pub(crate) fn write_within(
        &mut self,
        exprs: &mut Exprs,
        index: Expr,
        value: Expr,
        within: &Range<u64>,
        objects: Objects,
    ) {
        let ones = exprs.ones(exprs.width(value));
        self.write_shaded(exprs, index, (value, ones), within, objects);
    }

    /// Writes the bytes of `value` where `guard` holds; the place is inside `within` then.
    pub(crate) fn write_if(
        &mut self,
        exprs: &mut Exprs,
        (guard, within): (Expr, &Range<u64>),
        index: Expr,
        value: Expr,
        objects: Objects,
    ) {
        if let SymbolicPlaces::Planes(_) = objects.places {
            return self.write_guarded(exprs, WrittenValue { guard, index, value }, objects);
        }
        // Elsewhere, what is there is written once more.
        let first = exprs.constant(64, within.start);
        let index = exprs.ite(guard, index, first);
        let bits = exprs.width(value);
        let (old, shadow) = self.read_within(exprs, index, bits / 8, within);
        let ones = exprs.ones(bits);
        let value = exprs.ite(guard, value, old);
        let shadow = shadow.map_or(ones, |shadow| exprs.ite(guard, ones, shadow));
        self.write_shaded(exprs, index, (value, shadow), within, objects);
    }

    /// As [`Body::write_if`], from a known place on, which is inside.
    pub(crate) fn write_known_if(
        &mut self,
        exprs: &mut Exprs,
        guard: Expr,
        at: u64,
        value: Expr,
        objects: Objects,
    ) {
        let bits = exprs.width(value);
        let len = u64::from(bits / 8);
        let (old, shadow) = self.read(exprs, at, len);
        let old = old.expr(exprs, bits);
        let value = exprs.ite(guard, value, old);
        let value = Value::of(exprs, value);
        let Some(shadow) = shadow else { return self.write(exprs, at, len, value, objects) };
        self.forget();
        self.contents.write(exprs, at, len, value, objects);
        let (ones, shadow) = (exprs.ones(bits), shadow.expr(exprs, bits));
        let shade = exprs.ite(guard, ones, shadow);
        let shade = Value::of(exprs, shade);
        if let Some(shadow) = self.as_shadow(objects) {
            Rc::make_mut(shadow).bytes.write(exprs, at, len, shade, objects);
        }
    }

    fn write_shaded(
        &mut self,
        exprs: &mut Exprs,
        index: Expr,
        (value, shade): (Expr, Expr),
        within: &Range<u64>,
        objects: Objects,
    ) {
        self.forget();
        self.contents.write_at(exprs, index, value, within, objects);
        let reach = self.reach(exprs, index, exprs.width(value) / 8, within);
        if self.is_written(&reach) {
            return;
        }
        if let Some(shadow) = self.as_shadow(objects) {
            Rc::make_mut(shadow).bytes.write_at(exprs, index, shade, within, objects);
        }
    }

    /// A copy of `range`, which is there.
    pub(crate) fn piece(&self, exprs: &mut Exprs, range: Range<u64>) -> Piece {
        let mut piece = self.contents.piece(exprs, range.clone());
        if !self.is_written(&range) {
            piece.shadow = match self.written.inner() {
                Written::Shadow(shadow) => Some(Box::new(shadow.bytes.piece(exprs, range))),
                _ => self
                    .shadow_of(range)
                    .ok()
                    .flatten()
                    .map(|shadow| Box::new(Piece::concrete(shadow.into_owned()))),
            };
        }
        piece
    }

    /// Puts a piece at `at`, where there is room for it.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece, objects: Objects) {
        let range = at..at + piece.len();
        let rest = self.open(exprs, &range);
        self.contents.put(exprs, at, piece, objects);
        if piece.shadow.is_some() {
            self.begin();
        }
        match (&mut self.written, &piece.shadow) {
            (Written::All | Written::Hashed(_), None) => (),
            (Written::Few(bits), None) => *bits |= mask_of(&range),
            (Written::Shadow(shadow), None) => {
                let ones = Piece::concrete(vec![WRITTEN; index64(piece.len())]);
                Rc::make_mut(shadow).put(exprs, at, &ones, objects);
            }
            (Written::Few(bits), Some(shadow)) if let Some(shadow) = shadow.as_concrete() => {
                *bits = *bits & !mask_of(&range) | bits_of(shadow) << at;
            }
            (_, Some(piece)) => {
                if let Some(shadow) = self.as_shadow(objects) {
                    Rc::make_mut(shadow).put(exprs, at, piece, objects);
                }
            }
        }
        self.settle();
        self.close(exprs, rest);
    }

    /// Says again which of the bytes from `at` on, which were just written, nobody wrote.
    pub(crate) fn shade(&mut self, at: u64, shadow: &[u8], objects: Objects) {
        let range = at..at + len64(shadow.len());
        let rest = self.open_numbers(&range);
        self.begin();
        if let Written::Few(bits) = &mut self.written {
            *bits = *bits & !mask_of(&range) | bits_of(shadow) << at;
        } else if let Some(whole) = self.as_shadow(objects) {
            let whole = Rc::make_mut(whole);
            whole.missing += missing_of(shadow);
            // The shadow holds no expressions here: these bytes were written as numbers.
            let stored = whole.bytes.store(at, shadow, objects);
            debug_assert!(stored.is_some(), "numbers lie beside numbers");
        }
        self.close_numbers(rest);
    }

    /// Marks the expressions it needs.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        self.contents.mark(marker);
        if let Written::Shadow(shadow) = self.written.inner() {
            shadow.bytes.mark(marker);
        }
    }

    /// The bytes an access at `index` may touch: none where it is all before or behind `within`, as in a round of a loop
    /// that no input makes.
    fn reach(&self, exprs: &Exprs, index: Expr, len: u32, within: &Range<u64>) -> Range<u64> {
        let facts = exprs.facts(index);
        let end = within.end.min(self.len());
        let start = facts.min.max(within.start).min(end);
        start..facts.max.saturating_add(len.into()).clamp(start, end)
    }

    /// The shadow as one that can hold anything; `None` when the host has no room for it.
    fn as_shadow(&mut self, objects: Objects) -> Option<&mut Rc<Shadow>> {
        self.forget();
        let size = self.len();
        let shadow = match &self.written {
            Written::Shadow(_) | Written::Hashed(_) => None,
            Written::All => Some(Shadow { bytes: Contents::filled(size, Fill::Ones, objects)?, missing: 0 }),
            Written::Few(bits) => {
                let missing = size - u64::from(bits.count_ones());
                Some(Shadow { bytes: few_bytes(*bits, size), missing })
            }
        };
        if let Some(shadow) = shadow {
            self.written = Written::Shadow(Rc::new(shadow));
        }
        match &mut self.written {
            Written::Shadow(shadow) => Some(shadow),
            Written::All | Written::Few(_) | Written::Hashed(_) => None,
        }
    }

    /// Lets a small object say bit by bit what was written.
    fn begin(&mut self) {
        if let (Written::All, 1..=FEW) = (&self.written, self.len()) {
            self.written = Written::Few(mask_of(&(0..self.len())));
        }
    }

    /// Drops a shadow that says nothing.
    fn settle(&mut self) {
        let says_nothing = match &self.written {
            Written::All | Written::Hashed(_) => false,
            Written::Few(bits) => bits & mask_of(&(0..self.len())) == mask_of(&(0..self.len())),
            Written::Shadow(shadow) => shadow.missing == 0,
        };
        if says_nothing {
            self.written = Written::All;
        }
    }
}

/// A bit for each place of a range in a small object.
#[inline]
fn mask_of(range: &Range<u64>) -> u64 {
    let ones = u64::MAX.unbounded_shr(low32(FEW.saturating_sub(range.end - range.start)));
    ones.unbounded_shl(low32(range.start))
}

/// A bit for each byte of a small object's shadow that says it was written.
fn bits_of(shadow: &[u8]) -> u64 {
    shadow.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(byte == WRITTEN))
}

/// At most eight bits as as many bytes of shadow.
fn widened(bits: u64) -> u64 {
    (0..8).filter(|at| bits >> at & 1 == 1).fold(0, |word, at| word | u64::from(WRITTEN) << (8 * at))
}

/// The shadow of a small object, in bytes.
fn few_bytes(bits: u64, size: u64) -> Contents {
    let bytes: Vec<u8> = (0..size).map(|at| shadow_byte(bits, at)).collect();
    Contents::of(&bytes)
}

/// The shadow of the byte at `at` of a small object.
fn shadow_byte(bits: u64, at: u64) -> u8 {
    if bits >> at & 1 == 1 { WRITTEN } else { 0 }
}

#[cfg(test)]
mod tests;
