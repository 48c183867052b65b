//! Bytes that are all numbers, one after the other.

use std::{ops::Range, rc::Rc};

use vellum_collections::cast::{index64, len64};

/// Sizes from which the host is asked before it is trusted with the allocation, and memory is taken from it
/// only when touched.
const LARGE: u64 = 1 << 16;

/// Zeros to point at.
static ZEROS: [u8; 4096] = [0; 4096];

/// Numbers. Copies share; a write makes its own copy first, unless nobody else has them.
#[derive(Clone, Debug)]
pub(crate) enum Dense {
    Small(Rc<[u8]>),
    Large(Rc<Vec<u8>>),
    /// That many zeros, none of them anywhere.
    Zeros(u64),
}

impl From<Vec<u8>> for Dense {
    fn from(bytes: Vec<u8>) -> Self {
        if len64(bytes.len()) < LARGE { Self::Small(bytes.into()) } else { Self::Large(Rc::new(bytes)) }
    }
}

impl Dense {
    /// A copy of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        if len64(bytes.len()) < LARGE {
            Self::Small(bytes.into())
        } else {
            Self::Large(Rc::new(bytes.to_vec()))
        }
    }

    /// Zeros; `None` when the host has not so many.
    pub(crate) fn zeroed(size: u64) -> Option<Self> {
        let len = index64(size);
        if size < LARGE {
            return Some(Self::Small(std::iter::repeat_n(0, len).collect()));
        }
        // `vec!` would abort the process; asking first costs one unused reservation.
        Vec::<u8>::new().try_reserve_exact(len).ok()?;
        Some(Self::Large(Rc::new(vec![0; len])))
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Small(bytes) => len64(bytes.len()),
            Self::Large(bytes) => len64(bytes.len()),
            Self::Zeros(size) => *size,
        }
    }

    /// The bytes of `range`, if they are all there and can be pointed at.
    #[inline]
    pub(crate) fn slice(&self, range: &Range<u64>) -> Option<&[u8]> {
        let places = index64(range.start)..index64(range.end);
        match self {
            Self::Small(bytes) => bytes.get(places),
            Self::Large(bytes) => bytes.get(places),
            Self::Zeros(size) if range.end <= *size => ZEROS.get(..places.len()),
            Self::Zeros(_) => None,
        }
    }

    /// The bytes of `range` for writing, if they are all there and nobody else has them.
    #[inline]
    pub(crate) fn slice_mut(&mut self, range: &Range<u64>) -> Option<&mut [u8]> {
        let places = index64(range.start)..index64(range.end);
        match self {
            Self::Small(bytes) => Rc::get_mut(bytes)?.get_mut(places),
            Self::Large(bytes) => Rc::get_mut(bytes)?.get_mut(places),
            Self::Zeros(_) => None,
        }
    }

    /// At most eight bytes as a number, the lowest first.
    pub(crate) fn word(&self, range: Range<u64>) -> u64 {
        self.slice(&range).map_or(0, super::read_word)
    }

    /// Writes all bytes to `target`, which has room for them and is zero.
    pub(crate) fn copy_to(&self, target: &mut [u8]) {
        match self {
            Self::Small(bytes) => target.copy_from_slice(bytes),
            Self::Large(bytes) => target.copy_from_slice(bytes),
            Self::Zeros(_) => (),
        }
    }
}
