//! What an object holds.
//!
//! Copies share; a write makes its own copy first, unless nobody else has the bytes.

use std::{ops::Range, rc::Rc};

use vellum_collections::cast::{index64, len64, low8, low16, low32};
use vellum_expr::{Cells, Expr, Exprs, Marker};

use crate::{
    mixed::{Mixed, Piece},
    value::Value,
};

/// Sizes from which the host is asked before it is trusted with the allocation, and memory is taken from it
/// only when touched.
const LARGE: u64 = 1 << 16;

/// The bytes of an object, in the cheapest form that can hold them.
#[derive(Clone, Debug, Default)]
pub(crate) enum Contents {
    /// Nothing: there is no object, or it is gone.
    #[default]
    None,
    /// Numbers.
    Plain(Rc<[u8]>),
    /// Many numbers.
    Large(Rc<Vec<u8>>),
    /// Some are expressions.
    Mixed(Rc<Mixed>),
}

impl Contents {
    /// Zeros; `None` when the host has not so many.
    pub(crate) fn zeroed(size: u64) -> Option<Self> {
        let len = index64(size);
        if size < LARGE {
            return Some(Self::Plain(std::iter::repeat_n(0, len).collect()));
        }
        // `vec!` would abort the process; asking first costs one unused reservation.
        Vec::<u8>::new().try_reserve_exact(len).ok()?;
        Some(Self::Large(Rc::new(vec![0; len])))
    }

    /// A copy of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        if len64(bytes.len()) < LARGE {
            Self::Plain(bytes.into())
        } else {
            Self::Large(Rc::new(bytes.to_vec()))
        }
    }

    /// The bytes if all are numbers; none otherwise.
    #[inline]
    pub(crate) fn plain(&self) -> &[u8] {
        match self {
            Self::Plain(bytes) => bytes,
            Self::Large(bytes) => bytes,
            Self::None | Self::Mixed(_) => &[],
        }
    }

    /// The bytes for writing if all are numbers; none otherwise.
    #[inline]
    pub(crate) fn plain_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Plain(bytes) => Rc::make_mut(bytes),
            Self::Large(bytes) => Rc::make_mut(bytes).as_mut_slice(),
            Self::None | Self::Mixed(_) => &mut [],
        }
    }

    /// Bytes there are.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Mixed(mixed) => mixed.len(),
            _ => len64(self.plain().len()),
        }
    }

    /// The bytes of `range` if they are all there and all numbers.
    pub(crate) fn concrete(&self, range: Range<u64>) -> Option<&[u8]> {
        match self {
            Self::Mixed(mixed) => mixed.concrete(range),
            _ => self.plain().get(index64(range.start)..index64(range.end)),
        }
    }

    /// `len` bytes (1 to 8) from `at` on, which are there.
    pub(crate) fn read(&self, exprs: &mut Exprs, at: u64, len: u64) -> Value {
        match self {
            Self::Mixed(mixed) => mixed.read(exprs, at, len),
            _ => Value::Concrete(read_word(&self.plain()[index64(at)..index64(at + len)])),
        }
    }

    /// Writes the low `len` bytes (1 to 8) of `value` from `at` on, which are there.
    pub(crate) fn write(&mut self, exprs: &mut Exprs, at: u64, len: u64, value: Value) {
        match (&*self, value) {
            (Self::Mixed(_), _) | (_, Value::Symbolic(_)) => {
                self.mixed().write(exprs, at, len, value);
                self.settle();
            }
            (_, Value::Concrete(word)) => {
                write_word(&mut self.plain_mut()[index64(at)..index64(at + len)], word);
            }
        }
    }

    /// `len` bytes from a symbolic place on.
    pub(crate) fn read_at(&mut self, exprs: &mut Exprs, index: Expr, len: u32) -> Expr {
        match self {
            Self::Mixed(mixed) => Rc::make_mut(mixed).read_at(exprs, index, len),
            // Reading leaves the numbers where they are read fastest.
            _ => {
                let array = exprs.cells(Cells::new(self.plain().into(), Vec::new()));
                exprs.read(array, index, len)
            }
        }
    }

    /// Writes the bytes of `value` from a symbolic place on.
    pub(crate) fn write_at(&mut self, exprs: &mut Exprs, index: Expr, value: Expr) {
        self.mixed().write_at(exprs, index, value);
    }

    /// The bytes of `range`, which the caller overwrites entirely; `None` when an expression is cut in two.
    pub(crate) fn overwrite(&mut self, range: Range<u64>) -> Option<&mut [u8]> {
        match self {
            Self::Mixed(mixed) => Rc::make_mut(mixed).overwrite(range),
            _ => self.plain_mut().get_mut(index64(range.start)..index64(range.end)),
        }
    }

    /// A copy of `range`, which is there.
    pub(crate) fn piece(&self, exprs: &mut Exprs, range: Range<u64>) -> Piece {
        match self {
            Self::Mixed(mixed) => mixed.piece(exprs, range),
            _ => Piece::concrete(self.plain()[index64(range.start)..index64(range.end)].to_vec()),
        }
    }

    /// Puts a piece at `at`, where there is room for it.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece) {
        match (&*self, piece.as_concrete()) {
            (Self::Mixed(_), _) | (_, None) => {
                self.mixed().put(exprs, at, piece);
                self.settle();
            }
            (_, Some(bytes)) => {
                self.plain_mut()[index64(at)..index64(at) + bytes.len()].copy_from_slice(bytes);
            }
        }
    }

    /// Marks the expressions it needs.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        if let Self::Mixed(mixed) = self {
            mixed.mark(marker);
        }
    }

    /// The form that can hold expressions.
    fn mixed(&mut self) -> &mut Mixed {
        if !matches!(self, Self::Mixed(_)) {
            *self = Self::Mixed(Rc::new(Mixed::new(self.plain().into())));
        }
        match self {
            Self::Mixed(mixed) => Rc::make_mut(mixed),
            _ => unreachable!("it was just made so"),
        }
    }

    /// Goes back to numbers once there are no expressions left.
    fn settle(&mut self) {
        let Self::Mixed(mixed) = self else { return };
        let Some(bytes) = mixed.as_concrete() else { return };
        *self = Self::of(bytes);
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
        _ => bytes.copy_from_slice(&value.to_le_bytes()[..bytes.len()]),
    }
}
