//! Segments: bytes of several objects, side by side in one array.
//!
//! An object in a segment has an address like any other, far from its neighbours' there; only its bytes are here. Where
//! freed objects were is used again, the smallest gap first that is large enough.

use std::{collections::BTreeSet, rc::Rc};

use vellum_collections::{
    Map, SharedVec,
    cast::{index, len32, len64},
};
use vellum_expr::{Exprs, Marker};

use crate::{
    body::Body,
    contents::{Contents, Fill, Objects, Piece},
};

/// What places of objects are multiples of: tables of them are, too.
const ALIGN: u64 = 16;

/// Bytes a segment without a limit begins with.
const SMALLEST: u64 = 1 << 12;

/// Where the bytes of an object are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) segment: u32,
    offset: u32,
}

impl Place {
    /// How far from the start of the segment.
    pub(crate) fn offset(self) -> u64 {
        self.offset.into()
    }
}

/// All segments of a path. Copies share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segments {
    list: SharedVec<Segment>,
    /// The segment each key's objects go into at present.
    open: Rc<Map<u64, u32>>,
}

#[derive(Clone, Debug, Default)]
struct Segment {
    body: Body,
    /// Bytes up to the end of the last object there ever was.
    used: u64,
    /// Where freed objects were: size and place.
    gaps: Rc<BTreeSet<(u64, u64)>>,
}

/// What a new object holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Initial {
    Zeros,
    Unwritten,
}

impl Segments {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Bytes of the largest.
    pub(crate) fn largest(&self) -> u64 {
        self.list.iter().map(|segment| segment.used).max().unwrap_or(0)
    }

    /// What a segment holds.
    #[inline]
    pub(crate) fn body(&self, segment: u32) -> Option<&Body> {
        self.list.get(index(segment)).map(|segment| &segment.body)
    }

    /// As [`Segments::body`], for writing.
    #[inline]
    pub(crate) fn body_mut(&mut self, segment: u32) -> Option<&mut Body> {
        self.list.get_mut(index(segment)).map(|segment| &mut segment.body)
    }

    /// A place for `size` bytes in a segment of `key`; `None` when the host has no room for it.
    pub(crate) fn reserve(
        &mut self,
        exprs: &mut Exprs,
        (key, limit): (u64, u64),
        (size, initial): (u64, Initial),
        objects: Objects,
    ) -> Option<Place> {
        let room = size.max(1).checked_next_multiple_of(ALIGN)?;
        let open = self.open.get(&key).copied();
        let fitting = open.and_then(|number| {
            let segment = self.list.get_mut(index(number))?;
            let offset = u32::try_from(segment.take(exprs, room, limit, objects)?).ok()?;
            Some(Place { segment: number, offset })
        });
        let place = match fitting {
            Some(place) => place,
            None => self.begin(key, room, limit, objects)?,
        };
        let segment = self.list.get_mut(index(place.segment))?;
        segment.clear(exprs, place.offset(), size, initial, objects);
        Some(place)
    }

    /// A new segment with an object of `room` bytes.
    fn begin(&mut self, key: u64, room: u64, limit: u64, objects: Objects) -> Option<Place> {
        // One that is not to become large need never grow.
        let size =
            if limit == u64::MAX { room.max(SMALLEST) } else { room.max(limit.next_multiple_of(ALIGN)) };
        let body = Contents::filled(size, Fill::Zeros, objects)?.into();
        let number = len32(self.list.len());
        self.list.push(Segment { body, used: room, gaps: Rc::default() });
        Rc::make_mut(&mut self.open).insert(key, number);
        Some(Place { segment: number, offset: 0 })
    }

    /// Gives back the place of an object of `size` bytes.
    pub(crate) fn release(&mut self, place: Place, size: u64, objects: Objects) {
        let Some(segment) = self.list.get_mut(index(place.segment)) else { return };
        let room = size.max(1).next_multiple_of(ALIGN);
        Rc::make_mut(&mut segment.gaps).insert((room, place.offset()));
        // As far as that is easy: memory that holds the same should look the same.
        let _ =
            segment.body.store(place.offset(), &vec![0; vellum_collections::cast::index64(size)], objects);
    }

    /// Marks the expressions it needs.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for segment in self.list.iter() {
            segment.body.mark(marker);
        }
    }

    /// A number for each segment: what it holds and where there is room.
    pub(crate) fn fingerprints(&self, exprs: &mut Exprs) -> Vec<u64> {
        let mut numbers = Vec::new();
        for segment in self.list.iter() {
            numbers.extend([segment.used, len64(segment.gaps.len()), segment.body.hash_now(exprs)]);
            numbers.extend(segment.gaps.iter().flat_map(|&(size, place)| [size, place]));
        }
        numbers
    }

    /// Whether new objects get the same places here and there.
    pub(crate) fn has_same_room(&self, other: &Self) -> bool {
        let room = |segments: &Self| -> Vec<_> {
            segments.list.iter().map(|segment| (segment.used, Rc::clone(&segment.gaps))).collect()
        };
        self.open == other.open && room(self) == room(other)
    }
}

impl Segment {
    /// Where `room` bytes fit in; nothing if the segment is to get no further objects.
    fn take(&mut self, exprs: &mut Exprs, room: u64, limit: u64, objects: Objects) -> Option<u64> {
        let smallest = self.gaps.range((room, 0)..).next().copied();
        if let Some((size, offset)) = smallest {
            let gaps = Rc::make_mut(&mut self.gaps);
            gaps.remove(&(size, offset));
            if size > room {
                gaps.insert((size - room, offset + room));
            }
            return Some(offset);
        }
        let end = self.used.checked_add(room)?;
        if end > self.body.len() {
            (limit == u64::MAX).then_some(())?;
            self.grow(exprs, end.checked_next_power_of_two()?, objects)?;
        }
        let offset = std::mem::replace(&mut self.used, end);
        Some(offset)
    }

    fn grow(&mut self, exprs: &mut Exprs, size: u64, objects: Objects) -> Option<()> {
        let mut larger: Body = Contents::filled(size, Fill::Zeros, objects)?.into();
        let piece = self.body.piece(exprs, 0..self.used);
        larger.put(exprs, 0, &piece, objects);
        self.body = larger;
        Some(())
    }

    /// Makes `size` bytes those of a new object.
    fn clear(&mut self, exprs: &mut Exprs, at: u64, size: u64, initial: Initial, objects: Objects) {
        if size == 0 {
            return;
        }
        let zeros = vec![0; vellum_collections::cast::index64(size)];
        let piece = match initial {
            Initial::Zeros => Piece::concrete(zeros),
            Initial::Unwritten => Piece::unwritten(zeros),
        };
        self.body.put(exprs, at, &piece, objects);
    }
}
