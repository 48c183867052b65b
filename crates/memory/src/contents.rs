//! What an object holds.
//!
//! Numbers lie one after the other as long as nobody else has them, and are read and written as such. What
//! becomes of them once they are shared, or an expression comes among them, is a matter of [`Objects`].

mod chunks;
mod dense;
mod layers;
mod plane;
mod planes;
mod runs;
mod sum;
mod whole;
mod written;

use std::{borrow::Cow, ops::Range, rc::Rc};

use vellum_collections::cast::{index64, len64, low8, low16, low32};
use vellum_expr::{Array, Cells, Expr, Exprs, Marker, Source, Span, WrittenValue};

pub(crate) use self::dense::Fill;
pub(crate) use self::plane::{Collides, Doubt, Doubts};
pub use self::plane::{PlaneView, RecordView};
pub use self::runs::Piece;
use self::{
    dense::{Dense, Large},
    layers::Layers,
    plane::Plane,
    whole::Whole,
};
use crate::value::Value;

/// Sizes up to which an object is one piece even where others are layered: a layer takes as much, and longer.
const COMPACT: usize = 256;

/// Sizes from which bytes that are all the same are not there until something is written among them.
const SPARSE: u64 = 1 << 16;

/// How objects are shared and hold expressions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Objects {
    /// What becomes of an object that several paths have.
    pub sharing: Sharing,
    /// What becomes of writes at symbolic places.
    pub places: SymbolicPlaces,
}

/// What becomes of an object that several paths have, once one of them writes to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// As layers: what was written since an object was last shared lies over what is shared.
    #[default]
    Layered,
    /// As a whole: the first write to a shared object copies it. The reference layers are compared with.
    Whole,
}

/// What becomes of writes at symbolic places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SymbolicPlaces {
    /// The object becomes an array value, of which the solver is asked.
    #[default]
    Arrays,
    /// The object becomes a plane: what is read is a choice between the writes that may have been there.
    Planes(PlaneForm),
}

/// How planes are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlaneForm {
    /// Known places that no record can have written to need no look at the records.
    #[default]
    Boosted,
    /// Every write to an object of more than a word is a record, from the beginning, and every read looks at all of
    /// them. What the other is compared with.
    Naive,
}

impl Objects {
    /// As layers, and the default otherwise.
    pub const LAYERED: Self = Self { sharing: Sharing::Layered, places: SymbolicPlaces::Arrays };

    /// As a whole, and the default otherwise.
    pub const WHOLE: Self = Self { sharing: Sharing::Whole, ..Self::LAYERED };

    /// Each way to share, the default first.
    pub const ALL: [Self; 2] = [Self::LAYERED, Self::WHOLE];

    /// Its name for users.
    pub fn name(self) -> &'static str {
        match self.sharing {
            Sharing::Layered => "layered",
            Sharing::Whole => "whole",
        }
    }

    /// Whether an object of so many bytes is a plain list of writes from the beginning.
    pub(crate) fn is_listed(self, size: u64) -> bool {
        /// The interpreter's loop knows what scalars in memory hold, and needs no look at it.
        const WORD: u64 = 8;
        self.places == SymbolicPlaces::Planes(PlaneForm::Naive) && size > WORD
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|objects| objects.name() == name)
    }
}

/// The bytes of an object, in the cheapest form that can hold them.
#[derive(Clone, Debug, Default)]
pub(crate) enum Contents {
    /// Nothing: there is no object, or it is gone.
    #[default]
    None,
    /// Numbers.
    Plain(Rc<[u8]>),
    /// Many numbers.
    Large(Rc<Large>),
    /// Some may be expressions, or shared.
    Layered(Layers),
    /// Some are expressions.
    Whole(Rc<Whole>),
    /// Some were written at symbolic places.
    Plane(Rc<Plane>),
}

impl Contents {
    /// One byte all over; `None` when the host has no room for it.
    pub(crate) fn filled(size: u64, fill: Fill, objects: Objects) -> Option<Self> {
        if objects.sharing == Sharing::Layered && size >= SPARSE {
            return Some(Self::Layered(Layers::new(Dense::Same(fill, size))));
        }
        Self::side_by_side(size, fill)
    }

    /// Whether many bytes are elements of an input that nobody has looked at yet: no question can be about all of them.
    pub(crate) fn has_large_input(&self) -> bool {
        let untouched = match self {
            Self::Layered(layers) => layers.untouched(),
            Self::Whole(whole) => whole.untouched(),
            Self::None | Self::Plain(_) | Self::Large(_) | Self::Plane(_) => 0,
        };
        untouched >= SPARSE
    }

    /// As [`Contents::filled`], side by side whatever their number.
    pub(crate) fn side_by_side(size: u64, fill: Fill) -> Option<Self> {
        Dense::filled(size, fill).map(Self::from)
    }

    /// A copy of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Dense::of(bytes).into()
    }

    /// The first `kept` bytes with more behind them, `size` in all; `None` when the host has no room.
    pub(crate) fn grown(
        &self,
        exprs: &mut Exprs,
        kept: u64,
        (size, fill): (u64, Fill),
        objects: Objects,
    ) -> Option<Self> {
        let mut dense = Dense::filled(size, fill)?;
        let target = dense.slice_mut(&(0..kept))?;
        if let Some(bytes) = self.plain() {
            target.copy_from_slice(bytes.get(..index64(kept))?);
            return Some(dense.into());
        }
        let piece = self.piece(exprs, 0..kept);
        target.copy_from_slice(&piece.bytes);
        let mut larger: Self = dense.into();
        for run in piece.runs {
            let bytes = vec![0; index64(run.len)];
            let part = Piece { bytes, runs: vec![run.moved_to(0)], shadow: None };
            larger.put(exprs, run.start, &part, objects);
        }
        Some(larger)
    }

    /// The bytes of `range`, if they are all there, all numbers, and side by side.
    #[expect(clippy::inline_always, reason = "every load and store of the program comes here")]
    #[inline(always)]
    pub(crate) fn slice(&self, range: Range<u64>) -> Option<&[u8]> {
        let (start, end) = (index64(range.start), index64(range.end));
        // Most are, and this is how few instructions it takes to find out.
        if let Self::Plain(bytes) = self {
            return bytes.get(start..end);
        }
        match self {
            Self::Plain(_) | Self::None | Self::Whole(_) => None,
            Self::Large(large) => large.bytes().get(start..end),
            Self::Layered(layers) => layers.slice_between(range.start, range.end),
            Self::Plane(plane) => plane.slice(&range),
        }
    }

    /// All bytes, if they are numbers, one after the other.
    #[inline]
    pub(crate) fn plain_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Plain(bytes) => Some(bytes),
            Self::Large(large) => Some(large.bytes()),
            Self::None | Self::Whole(_) | Self::Layered(_) | Self::Plane(_) => None,
        }
    }

    /// As [`Contents::plain_bytes`], for writing, if nobody else has them.
    #[inline]
    pub(crate) fn own_plain_bytes(&mut self) -> Option<&mut [u8]> {
        match self {
            Self::Plain(bytes) => Rc::get_mut(bytes),
            Self::Large(large) => Some(Rc::get_mut(large)?.bytes_mut()),
            Self::None | Self::Whole(_) | Self::Layered(_) | Self::Plane(_) => None,
        }
    }

    /// The bytes of `range` for writing, if that is as easy as it sounds: they are all there, numbers, side by
    /// side, and nobody else's.
    #[expect(clippy::inline_always, reason = "every load and store of the program comes here")]
    #[inline(always)]
    pub(crate) fn slice_mut(&mut self, range: Range<u64>, objects: Objects) -> Option<&mut [u8]> {
        let places = index64(range.start)..index64(range.end);
        match self {
            Self::Plain(bytes) => {
                if objects.sharing == Sharing::Layered && bytes.len() > COMPACT {
                    return Rc::get_mut(bytes)?.get_mut(places);
                }
                Rc::make_mut(bytes).get_mut(places)
            }
            Self::Large(large) => match objects.sharing {
                Sharing::Layered => Rc::get_mut(large)?.bytes_mut().get_mut(places),
                Sharing::Whole => Rc::make_mut(large).bytes_mut().get_mut(places),
            },
            Self::Layered(_) => self.layered_mut(range, objects),
            Self::Plane(plane) => Rc::make_mut(plane).slice_mut(&range, objects),
            Self::None | Self::Whole(_) => None,
        }
    }

    /// As [`Contents::slice_mut`], of layers: unless it pays by now to have the numbers side by side.
    #[cold]
    #[inline(never)]
    fn layered_mut(&mut self, range: Range<u64>, objects: Objects) -> Option<&mut [u8]> {
        self.settle();
        match self {
            Self::Layered(layers) => layers.slice_mut(&range),
            _ => self.slice_mut(range, objects),
        }
    }

    /// All bytes, if they are numbers and side by side.
    pub(crate) fn plain(&self) -> Option<&[u8]> {
        match self {
            Self::Plain(bytes) => Some(bytes),
            Self::Large(large) => Some(large.bytes()),
            Self::None | Self::Layered(_) | Self::Whole(_) | Self::Plane(_) => None,
        }
    }

    /// Bytes there are.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::None => 0,
            Self::Plain(bytes) => len64(bytes.len()),
            Self::Large(large) => len64(large.bytes().len()),
            Self::Layered(layers) => layers.len(),
            Self::Whole(whole) => whole.len(),
            Self::Plane(plane) => plane.len(),
        }
    }

    /// The bytes of `range` if they are all there and all numbers.
    pub(crate) fn concrete(&self, range: Range<u64>) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Whole(whole) => whole.concrete(range).map(Cow::Borrowed),
            Self::Plane(plane) => plane.concrete(&range).map(Cow::Owned),
            Self::Layered(layers) if range.end > layers.len() => None,
            Self::Layered(layers) => match layers.slice(&range) {
                Some(bytes) => Some(Cow::Borrowed(bytes)),
                None => layers.bytes(range).map(Cow::Owned),
            },
            _ => self.slice(range).map(Cow::Borrowed),
        }
    }

    /// Writes numbers from `at` on, if there is room for them; `None` when there is not, or an expression would
    /// be cut in two.
    pub(crate) fn store(&mut self, at: u64, bytes: &[u8], objects: Objects) -> Option<()> {
        let range = at..at.checked_add(len64(bytes.len())).filter(|&end| end <= self.len())?;
        if let Some(target) = self.slice_mut(range.clone(), objects) {
            target.copy_from_slice(bytes);
            return Some(());
        }
        // What is there already changes nothing.
        if self.slice(range.clone()) == Some(bytes) {
            return Some(());
        }
        // A layer for most of an object costs more than the object.
        if range.end - range.start > self.len() / 2 {
            let dense = match self {
                Self::Plane(_) => None,
                Self::Layered(layers) => layers.flat(),
                _ => self.plain().map(Dense::of),
            };
            if let Some(dense) = dense {
                *self = dense.into();
                return self.store(at, bytes, objects);
            }
        }
        match self.other(objects) {
            Other::Layered(layers) => layers.try_write(at, bytes).then_some(())?,
            Other::Whole(whole) => whole.overwrite(range)?.copy_from_slice(bytes),
            Other::Plane(plane) => plane.store(at, bytes, objects)?,
        }
        self.settle();
        Some(())
    }

    /// Whether [`Contents::store`] can write to `range`, which is there.
    pub(crate) fn can_store(&self, range: &Range<u64>) -> bool {
        match self {
            Self::Whole(whole) => !whole.is_cut(range),
            Self::Layered(layers) => !layers.is_cut(range),
            Self::Plane(plane) => plane.can_store(range),
            Self::None | Self::Plain(_) | Self::Large(_) => true,
        }
    }

    /// `len` bytes (1 to 8) from `at` on, which are there.
    pub(crate) fn read(&self, exprs: &mut Exprs, at: u64, len: u64) -> Value {
        match self {
            Self::Whole(whole) => whole.read(exprs, at, len),
            Self::Layered(layers) => layers.read(exprs, at, len),
            Self::Plane(plane) => plane.read(exprs, at, len),
            _ => Value::Concrete(read_word(self.slice(at..at + len).expect("the bytes are there"))),
        }
    }

    /// Writes the low `len` bytes (1 to 8) of `value` from `at` on, which are there.
    pub(crate) fn write(&mut self, exprs: &mut Exprs, at: u64, len: u64, value: Value, objects: Objects) {
        if let Value::Concrete(word) = value {
            if let Some(target) = self.slice_mut(at..at + len, objects) {
                return write_word(target, word);
            }
            // What is there already changes nothing.
            if self.slice(at..at + len) == Some(&word.to_le_bytes()[..index64(len)]) {
                return;
            }
        }
        match self.other(objects) {
            Other::Layered(layers) => layers.write(exprs, at, len, value),
            Other::Whole(whole) => whole.write(exprs, at, len, value),
            Other::Plane(plane) => plane.write(exprs, at, len, value, objects),
        }
        self.settle();
    }

    /// `len` bytes from a symbolic place on, which are all `within` that range.
    pub(crate) fn read_at(&self, exprs: &mut Exprs, index: Expr, len: u32, within: &Range<u64>) -> Expr {
        if let Self::Plane(plane) = self {
            return plane.read_at(exprs, index, len, within);
        }
        // What is near must be what the array has there: whoever holds the bytes, the expression is the same.
        if let Some(window) = exprs.window_within(index, len, self.len(), within)
            && let Some(near) = self.array_near(exprs, window.clone())
        {
            return exprs.read_from(near, window.start, index, len);
        }
        let array = self.all(exprs);
        exprs.read(array, index, len)
    }

    /// All bytes as an array value.
    fn all(&self, exprs: &mut Exprs) -> Array {
        match self {
            Self::Whole(whole) => whole.array(exprs),
            Self::Layered(layers) => layers.array(exprs),
            Self::Plane(plane) => plane.array(exprs),
            Self::Large(large) => large.array(exprs),
            // Reading leaves the numbers where they are read fastest.
            Self::Plain(bytes) => exprs.numbers(bytes),
            Self::None => exprs.numbers(&[]),
        }
    }

    /// What lies from `start` on, all of it inside `bounds`, to be written elsewhere.
    pub(crate) fn source(&self, exprs: &mut Exprs, start: Expr, bounds: &Range<u64>) -> Source {
        // Both forms of objects know this, so both give the same.
        if bounds.end - bounds.start <= self.len() / 2
            && !self.is_indexed()
            && let Some(array) = self.array_near(exprs, bounds.clone())
        {
            let first = exprs.constant(64, bounds.start);
            return Source::Array { array, from: exprs.sub(start, first) };
        }
        Source::Array { array: self.all(exprs), from: start }
    }

    /// The bytes of `range` as an array of their own, if nothing was written there at a symbolic place.
    fn array_near(&self, exprs: &mut Exprs, range: Range<u64>) -> Option<Array> {
        match self {
            Self::Whole(whole) if whole.is_indexed() => return None,
            Self::Layered(layers) if layers.is_indexed(&range) => return None,
            Self::Plane(_) => return None,
            _ => (),
        }
        if let Some(bytes) = self.concrete(range.clone()) {
            return Some(exprs.numbers(&bytes));
        }
        let piece = self.piece(exprs, range);
        let symbolic = piece.symbolic(exprs);
        Some(exprs.cells(Cells::new(piece.bytes.into(), symbolic)))
    }

    /// Writes the bytes of `value` from a symbolic place on, all `within` that range.
    pub(crate) fn write_at(
        &mut self,
        exprs: &mut Exprs,
        index: Expr,
        value: Expr,
        within: &Range<u64>,
        objects: Objects,
    ) {
        if let Some(plane) = self.as_plane(objects) {
            return plane.write_at(exprs, WrittenValue { guard: Expr::TRUE, index, value }, within);
        }
        match self.other(objects) {
            Other::Layered(layers) => layers.write_at(exprs, index, value, within),
            Other::Whole(whole) => whole.write_at(exprs, index, value),
            Other::Plane(_) => unreachable!("only a plane becomes one"),
        }
    }

    /// Whether symbolically many bytes, once written, would make reading too much work.
    pub(crate) fn is_too_heavy(&self, exprs: &mut Exprs, span: &Span) -> bool {
        let is_deep = matches!(span.source, Source::Array { array, .. } if exprs.has_span(array));
        if !is_deep && !self.is_indexed() {
            return false;
        }
        let array = self.all(exprs);
        exprs.is_too_heavy(array, span)
    }

    /// Writes symbolically many bytes, all inside `bounds`.
    pub(crate) fn write_span(&mut self, exprs: &mut Exprs, span: Span, bounds: Range<u64>, objects: Objects) {
        if let Some(plane) = self.as_plane(objects) {
            return plane.write_span(exprs, span, bounds);
        }
        match self.other(objects) {
            Other::Layered(layers) => layers.write_span(span, bounds),
            Other::Whole(whole) => whole.write_span(exprs, span),
            Other::Plane(_) => unreachable!("only a plane becomes one"),
        }
    }

    /// A copy of `range`, which is there.
    pub(crate) fn piece(&self, exprs: &mut Exprs, range: Range<u64>) -> Piece {
        match self {
            Self::Whole(whole) => whole.piece(exprs, range),
            Self::Layered(layers) => layers.piece(exprs, range),
            Self::Plane(plane) => plane.piece(exprs, &range),
            _ => Piece::concrete(self.slice(range).expect("the bytes are there").to_vec()),
        }
    }

    /// Puts a piece at `at`, where there is room for it.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece, objects: Objects) {
        if let Some(bytes) = piece.as_concrete()
            && let Some(target) = self.slice_mut(at..at + piece.len(), objects)
        {
            return target.copy_from_slice(bytes);
        }
        match self.other(objects) {
            Other::Layered(layers) => layers.put(exprs, at, piece),
            Other::Whole(whole) => whole.put(exprs, at, piece),
            Other::Plane(plane) => plane.put(exprs, at, piece, objects),
        }
        self.settle();
    }

    /// Marks the expressions it needs.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        match self {
            Self::Layered(layers) => layers.mark(marker),
            Self::Whole(whole) => whole.mark(marker),
            Self::Plane(plane) => plane.mark(marker),
            Self::Large(large) => large.mark(marker),
            Self::None | Self::Plain(_) => (),
        }
    }

    /// The form that can hold more than numbers of one's own.
    fn other(&mut self, objects: Objects) -> Other<'_> {
        if let Self::None | Self::Plain(_) | Self::Large(_) = self {
            *self = match objects.sharing {
                Sharing::Layered if self.len() > len64(COMPACT) => {
                    Self::Layered(Layers::new(std::mem::take(self).dense()))
                }
                Sharing::Layered | Sharing::Whole => {
                    Self::Whole(Rc::new(Whole::new(self.plain().unwrap_or_default().into())))
                }
            };
        }
        match self {
            Self::Layered(layers) => Other::Layered(layers),
            Self::Whole(whole) => Other::Whole(Rc::make_mut(whole)),
            Self::Plane(plane) => Other::Plane(Rc::make_mut(plane)),
            Self::None | Self::Plain(_) | Self::Large(_) => unreachable!("it was just made so"),
        }
    }

    fn dense(self) -> Dense {
        match self {
            Self::Plain(bytes) => Dense::Small(bytes),
            Self::Large(bytes) => Dense::Large(bytes),
            Self::None | Self::Layered(_) | Self::Whole(_) | Self::Plane(_) => Dense::Same(Fill::Zeros, 0),
        }
    }

    /// Goes back to numbers side by side, once there are no expressions left and it pays.
    fn settle(&mut self) {
        if let Self::Plane(plane) = self {
            if let Some(base) = Rc::make_mut(plane).as_base() {
                *self = base;
                self.settle();
            }
            return;
        }
        let bytes = match self {
            Self::Layered(layers) => layers.folded(),
            Self::Whole(whole) => whole.as_concrete().map(Dense::of),
            Self::None | Self::Plain(_) | Self::Large(_) | Self::Plane(_) => None,
        };
        if let Some(bytes) = bytes {
            *self = bytes.into();
        }
    }
}

/// The forms an object can have that holds more than numbers of its own.
enum Other<'a> {
    Layered(&'a mut Layers),
    Whole(&'a mut Whole),
    Plane(&'a mut Plane),
}

impl From<Dense> for Contents {
    fn from(bytes: Dense) -> Self {
        match bytes {
            Dense::Small(bytes) => Self::Plain(bytes),
            Dense::Large(bytes) => Self::Large(bytes),
            same @ Dense::Same(..) => Self::Layered(Layers::new(same)),
        }
    }
}
/// A little-endian number of 1 to 8 bytes.
#[inline]
pub(crate) fn read_word(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// Writes the low bytes of `value`, as many as there is room for.
#[inline]
pub(crate) fn write_word(bytes: &mut [u8], value: u64) {
    match bytes {
        [a] => *a = low8(value),
        [_, _] => bytes.copy_from_slice(&low16(value).to_le_bytes()),
        [_, _, _, _] => bytes.copy_from_slice(&low32(value).to_le_bytes()),
        [_, _, _, _, _, _, _, _] => bytes.copy_from_slice(&value.to_le_bytes()),
        _ => bytes.copy_from_slice(&value.to_le_bytes()[..bytes.len()]),
    }
}

#[cfg(test)]
mod tests;
