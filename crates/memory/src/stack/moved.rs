//! Locals whose bytes are in a segment with others'.

use std::rc::Rc;

use super::{BlockMut, Found, FrameLayout, Layout, Overlay, Stack};
use crate::{
    object::{Object, ObjectKind},
    segments::Place,
};

impl Stack {
    /// Notes where the locals of a block had their bytes that are in a segment.
    #[cold]
    pub(super) fn leave(&mut self, layout: &Layout, over: &Overlay) {
        for &(number, place) in over.all_moved() {
            let size = layout.local(number).map_or(0, |local| local.size());
            self.left.push((place, size.into()));
            self.moved -= 1;
        }
    }

    /// Whether there is something to take from [`Stack::take_left`].
    #[inline]
    pub(crate) fn has_left(&self) -> bool {
        !self.left.is_empty()
    }

    /// Where the bytes of locals were whose calls have returned, and how many.
    pub(crate) fn take_left(&mut self) -> Vec<(Place, u64)> {
        std::mem::take(&mut self.left)
    }

    /// Whether some local has its bytes in a segment.
    #[inline]
    pub(crate) fn has_moved(&self) -> bool {
        self.moved > 0
    }

    /// The local at `address` if its bytes are in a segment.
    #[inline]
    pub(crate) fn moved(&self, address: u64) -> Option<Object> {
        if self.moved == 0 { None } else { self.find_moved(address) }
    }

    #[cold]
    fn find_moved(&self, address: u64) -> Option<Object> {
        let found = self.find(address, 0)?;
        let place = self.over(found.block)?.moved(found.number)?;
        let size = u64::from(found.local.size());
        let object = Object::new(address - found.offset, size, ObjectKind::Stack, found.local.origin);
        Some(Object { place: Some(place), ..object })
    }

    /// The bytes of a local are at a place of a segment from now on.
    pub(crate) fn set_moved(&mut self, found: &Found, place: Place) -> Option<()> {
        let is_small = !FrameLayout::is_large(found.local.size().into());
        let is_new = self.over(found.block).is_none_or(|over| over.moved(found.number).is_none());
        let BlockMut { over, .. } = self.block_mut(found.block)?;
        Rc::make_mut(over.get_or_insert_default()).set_moved(found.number, is_small, place);
        self.moved += usize::from(is_new);
        Some(())
    }

    /// The locals of a block.
    pub(super) fn objects_of(&self, number: usize) -> impl Iterator<Item = Object> {
        let over = self.over(number).filter(|_| self.moved > 0);
        self.block(number).into_iter().flat_map(move |(base, layout)| {
            (0..).map_while(|number| Some((number, layout.local(number)?))).map(move |(number, local)| {
                let (offset, size) = (u64::from(local.offset), u64::from(local.size()));
                let place = over.and_then(|over| over.moved(number));
                Object { place, ..Object::new(base + offset, size, ObjectKind::Stack, local.origin) }
            })
        })
    }
}
