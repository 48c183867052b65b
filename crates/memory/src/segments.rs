//! Segments: bytes of several objects, side by side in one array.
//!
//! An object in a segment has an address like any other, far from its neighbours' there; only its bytes are here. Where
//! freed objects were is used again, the smallest gap first that is large enough: that is no reuse of addresses, so a
//! pointer to what was freed is recognised all the same.

mod gaps;
mod spare;

use std::{ops::Range, rc::Rc};

use vellum_collections::{
    Map, SharedVec,
    cast::{index, index64, len32, low32},
};
use vellum_expr::{Exprs, Marker};

use self::{
    gaps::{Gap, Gaps},
    spare::Spare,
};
use crate::{
    body::Body,
    contents::{Contents, Fill, Objects, Piece},
};

/// What places of objects are multiples of: tables of them are, too.
const ALIGN: u64 = 16;

/// Bytes a segment without a limit begins with.
const SMALLEST: u64 = 1 << 12;

/// Bytes a segment has at most: places in it are short.
const LONGEST: u64 = 1 << 31;

/// Where the bytes of an object are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) segment: u32,
    offset: u32,
}

impl Place {
    /// How far from the start of the segment.
    #[inline]
    pub(crate) fn offset(self) -> u64 {
        self.offset.into()
    }

    /// The place so many bytes behind, in the same object.
    #[inline]
    pub(crate) fn behind(self, offset: u64) -> Self {
        Self { offset: self.offset.wrapping_add(low32(offset)), ..self }
    }
}

/// All segments of a path. Copies share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segments {
    list: SharedVec<Segment>,
    /// The segment each key's objects go into at present.
    open: Rc<Map<u64, u32>>,
    /// Those that got full before, and have room again.
    spare: Spare,
}

#[derive(Clone, Debug, Default)]
struct Segment {
    body: Body,
    /// Bytes up to the end of the last object.
    used: u64,
    /// Where freed objects were before that.
    gaps: Gaps,
    /// Bytes that objects have.
    held: u64,
    /// The number of the key whose objects are allocated in it, if any are.
    key: Option<u32>,
    /// Whether it is one object's for ever.
    is_single: bool,
    /// The addresses of the objects that were brought together in it, some of which may be gone since. Empty for segments that
    /// objects are allocated in.
    members: Rc<[u64]>,
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

    /// Whether a segment is one object's for ever.
    pub(crate) fn is_single(&self, segment: u32) -> bool {
        self.list.get(index(segment)).is_some_and(|segment| segment.is_single)
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
        let mut take = |segments: &mut Self, number: u32| {
            let segment = segments.list.get_mut(index(number))?;
            let offset = u32::try_from(segment.take(exprs, room, limit, objects)?).ok()?;
            Some(Place { segment: number, offset })
        };
        let place = match open.and_then(|number| take(self, number)) {
            Some(place) => place,
            None => match self.spare_of(key).into_iter().find_map(|number| take(self, number)) {
                Some(place) => self.open_again(key, place),
                None => self.begin(key, room, limit)?,
            },
        };
        let segment = self.list.get_mut(index(place.segment))?;
        segment.held += room;
        segment.clear(exprs, place.offset(), size, initial, objects);
        Some(place)
    }

    /// A place in a segment that no other object gets into; `None` when the host has no room for it.
    pub(crate) fn alone(&mut self, size: u64, initial: Initial, objects: Objects) -> Option<Place> {
        let mut body = match initial {
            Initial::Unwritten => Body::unwritten(size, objects)?,
            Initial::Zeros => Contents::filled(size, Fill::Zeros, objects)?.into(),
        };
        body.list(objects);
        let place = self.next();
        self.adopt(body);
        Some(place)
    }

    /// Where the segment begins that comes next.
    pub(crate) fn next(&self) -> Place {
        Place { segment: len32(self.list.len()), offset: 0 }
    }

    /// A segment for what an object holds, which no other object gets into.
    pub(crate) fn adopt(&mut self, body: Body) {
        let used = body.len();
        self.list.push(Segment { body, used, is_single: true, ..Segment::default() });
    }

    /// A new segment with an object of `room` bytes.
    fn begin(&mut self, key: u64, room: u64, limit: u64) -> Option<Place> {
        // One that is not to become large need never grow.
        let size =
            if limit == u64::MAX { room.max(SMALLEST) } else { room.max(limit.next_multiple_of(ALIGN)) };
        let body = Contents::side_by_side(size, Fill::Zeros)?.into();
        let number = len32(self.list.len());
        let (before, key) = self.set_open(key, number);
        self.list.push(Segment { body, used: room, key: Some(key), ..Segment::default() });
        if let Some(before) = before {
            self.note_room(before);
        }
        Some(Place { segment: number, offset: 0 })
    }

    /// The objects that came together in a segment, by address; some may be gone.
    pub(crate) fn members(&self, segment: u32) -> &[u64] {
        self.list.get(index(segment)).map_or(&[], |segment| &segment.members)
    }

    /// A segment with these objects, each with what it holds, side by side in this order; `None` when the host has no
    /// room for it.
    pub(crate) fn gather(
        &mut self,
        exprs: &mut Exprs,
        pieces: &[(u64, Piece)],
        objects: Objects,
    ) -> Option<Vec<Place>> {
        let room = |piece: &Piece| piece.len().max(1).next_multiple_of(ALIGN);
        let used: u64 = pieces.iter().map(|(_, piece)| room(piece)).sum();
        (used <= LONGEST).then_some(())?;
        let mut body = Body::from(Contents::side_by_side(used, Fill::Zeros)?);
        let segment = len32(self.list.len());
        let mut places = Vec::with_capacity(pieces.len());
        let mut offset = 0;
        for (_, piece) in pieces {
            if !piece.is_empty() {
                body.put(exprs, offset.into(), piece, objects);
            }
            places.push(Place { segment, offset });
            offset += low32(room(piece));
        }
        let members = pieces.iter().map(|&(base, _)| base).collect();
        self.list.push(Segment { body, used, members, ..Segment::default() });
        Some(places)
    }

    /// Frees the place of an object of `size` bytes whose bytes were moved to another segment.
    pub(crate) fn vacate(&mut self, place: Place, size: u64) {
        let Some(segment) = self.list.get_mut(index(place.segment)) else { return };
        if !segment.is_single {
            segment.give_back(Gap { place: place.offset(), size: size.max(1).next_multiple_of(ALIGN) });
        }
        if segment.is_single || segment.used == 0 && !segment.members.is_empty() {
            *segment = Segment::default();
        }
        self.note_room(place.segment);
    }

    /// Gives back the place of an object of `size` bytes.
    pub(crate) fn release(&mut self, place: Place, size: u64, objects: Objects) {
        let Some(segment) = self.list.get_mut(index(place.segment)) else { return };
        if segment.is_single {
            *segment = Segment::default();
            return;
        }
        let room = size.max(1).next_multiple_of(ALIGN);
        let range = place.offset()..place.offset() + size;
        segment.give_back(Gap { place: place.offset(), size: room });
        // As far as that is easy: memory that holds the same should look the same.
        if segment.zero(&range, objects).is_none() {
            let _ = segment.body.store(range.start, &vec![0; index64(size)], objects);
        }
        self.note_room(place.segment);
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
            numbers.extend([segment.used, segment.gaps.len(), segment.body.hash_now(exprs)]);
            numbers.extend(segment.gaps.iter().flat_map(|gap| [gap.size, gap.place]));
        }
        numbers
    }

    /// Whether new objects get the same places here and there.
    pub(crate) fn has_same_room(&self, other: &Self) -> bool {
        let is_same = |(a, b): (&Segment, &Segment)| a.used == b.used && a.gaps == b.gaps;
        self.open == other.open
            && self.list.len() == other.list.len()
            && self.list.iter().zip(other.list.iter()).all(is_same)
    }
}

impl Segment {
    /// Where `room` bytes fit in; nothing if the segment is to get no further objects.
    fn take(&mut self, exprs: &mut Exprs, room: u64, limit: u64, objects: Objects) -> Option<u64> {
        if let Some(place) = self.gaps.take(room) {
            return Some(place);
        }
        let end = self.used.checked_add(room).filter(|&end| end <= LONGEST)?;
        if end > self.body.len() {
            (limit == u64::MAX).then_some(())?;
            self.grow(exprs, end.checked_next_power_of_two()?, objects)?;
        }
        let offset = std::mem::replace(&mut self.used, end);
        Some(offset)
    }

    /// An object has these bytes no more.
    fn give_back(&mut self, room: Gap) {
        self.held = self.held.saturating_sub(room.size);
        let gap = self.gaps.join(room);
        if gap.end() == self.used { self.used = gap.place } else { self.gaps.insert(gap) }
    }

    fn grow(&mut self, exprs: &mut Exprs, size: u64, objects: Objects) -> Option<()> {
        self.body = self.body.grown(exprs, self.used, size, objects)?;
        Some(())
    }

    /// Makes `size` bytes those of a new object.
    fn clear(&mut self, exprs: &mut Exprs, at: u64, size: u64, initial: Initial, objects: Objects) {
        if size == 0 {
            return;
        }
        let range = at..at + size;
        let done = match initial {
            Initial::Zeros => self.zero(&range, objects),
            Initial::Unwritten => self.body.unwrite(&range, objects),
        };
        if done.is_some() {
            return;
        }
        let zeros = vec![0; index64(size)];
        let piece = match initial {
            Initial::Zeros => Piece::concrete(zeros),
            Initial::Unwritten => Piece::unwritten(zeros),
        };
        self.body.put(exprs, at, &piece, objects);
    }

    /// Writes zeros; `None` when that is not easy.
    fn zero(&mut self, range: &Range<u64>, objects: Objects) -> Option<()> {
        self.body.slice_mut(range.clone(), objects)?.fill(0);
        Some(())
    }
}
