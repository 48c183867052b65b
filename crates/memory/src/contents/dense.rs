//! Bytes that are all numbers, one after the other.

use std::{cell::Cell, ops::Range, rc::Rc};

use vellum_collections::cast::{index64, len64};
use vellum_expr::{Array, Exprs, Marker};

/// Sizes from which the host is asked before it is trusted with the allocation, and memory is taken from it
/// only when touched.
const LARGE: u64 = 1 << 16;

/// Zeros and ones to point at.
static ZEROS: [u8; 4096] = [0; 4096];
static ONES: [u8; 4096] = [0xff; 4096];

/// Bytes of which there are many without being anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    /// All bits clear.
    Zeros,
    /// All bits set.
    Ones,
}

impl Fill {
    pub(crate) fn byte(self) -> u8 {
        self.bytes()[0]
    }

    fn bytes(self) -> &'static [u8] {
        match self {
            Self::Zeros => &ZEROS,
            Self::Ones => &ONES,
        }
    }
}

/// Numbers. Copies share; a write makes its own copy first, unless nobody else has them.
#[derive(Clone, Debug)]
pub(crate) enum Dense {
    Small(Rc<[u8]>),
    Large(Rc<Large>),
    /// That many of one byte, none of them anywhere.
    Same(Fill, u64),
}

/// So many numbers that looking at all of them costs.
#[derive(Clone, Debug)]
pub(crate) struct Large {
    bytes: Vec<u8>,
    /// The array value they are, once somebody asked; until the next write.
    array: Cell<Option<Array>>,
}

impl Large {
    fn new(bytes: Vec<u8>) -> Rc<Self> {
        Rc::new(Self { bytes, array: Cell::new(None) })
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes for writing.
    #[inline]
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        self.array.set(None);
        &mut self.bytes
    }

    pub(crate) fn array(&self, exprs: &mut Exprs) -> Array {
        let array = self.array.get().unwrap_or_else(|| exprs.numbers(&self.bytes));
        self.array.set(Some(array));
        array
    }

    pub(crate) fn mark(&self, marker: &mut Marker) {
        if let Some(array) = self.array.get() {
            marker.mark_array(array);
        }
    }
}

impl From<Vec<u8>> for Dense {
    fn from(bytes: Vec<u8>) -> Self {
        if len64(bytes.len()) < LARGE { Self::Small(bytes.into()) } else { Self::Large(Large::new(bytes)) }
    }
}

impl Dense {
    /// A copy of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        if len64(bytes.len()) < LARGE {
            Self::Small(bytes.into())
        } else {
            Self::Large(Large::new(bytes.to_vec()))
        }
    }

    /// One byte all over; `None` when the host has no room for it.
    pub(crate) fn filled(size: u64, fill: Fill) -> Option<Self> {
        let len = index64(size);
        if size < LARGE {
            return Some(Self::Small(std::iter::repeat_n(fill.byte(), len).collect()));
        }
        // `vec!` would abort the process; asking first costs one unused reservation.
        Vec::<u8>::new().try_reserve_exact(len).ok()?;
        Some(Self::Large(Large::new(vec![fill.byte(); len])))
    }

    /// As many zeros, of which nothing is to be seen: expressions lie over them.
    pub(crate) fn nothing_of(size: u64) -> Self {
        if size < LARGE { Self::of(&vec![0; index64(size)]) } else { Self::Same(Fill::Zeros, size) }
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Small(bytes) => len64(bytes.len()),
            Self::Large(large) => len64(large.bytes.len()),
            Self::Same(_, size) => *size,
        }
    }

    /// The bytes of `range`, if they are all there and can be pointed at.
    #[inline]
    pub(crate) fn slice(&self, range: &Range<u64>) -> Option<&[u8]> {
        let places = index64(range.start)..index64(range.end);
        match self {
            Self::Small(bytes) => bytes.get(places),
            Self::Large(large) => large.bytes.get(places),
            Self::Same(fill, size) if range.end <= *size => fill.bytes().get(..places.len()),
            Self::Same(..) => None,
        }
    }

    /// The bytes of `range` for writing, if they are all there and nobody else has them.
    #[inline]
    pub(crate) fn slice_mut(&mut self, range: &Range<u64>) -> Option<&mut [u8]> {
        let places = index64(range.start)..index64(range.end);
        match self {
            Self::Small(bytes) => Rc::get_mut(bytes)?.get_mut(places),
            Self::Large(large) => Rc::get_mut(large)?.bytes_mut().get_mut(places),
            Self::Same(..) => None,
        }
    }

    /// At most eight bytes as a number, the lowest first.
    pub(crate) fn word(&self, range: Range<u64>) -> u64 {
        self.slice(&range).map_or(0, super::read_word)
    }

    /// Writes the bytes of `range`, which are there, to `target`, which has room for them.
    pub(crate) fn copy_to(&self, range: &Range<u64>, target: &mut [u8]) {
        let places = index64(range.start)..index64(range.end);
        match self {
            Self::Small(bytes) => target.copy_from_slice(&bytes[places]),
            Self::Large(large) => target.copy_from_slice(&large.bytes[places]),
            Self::Same(fill, _) => target.fill(fill.byte()),
        }
    }
}
