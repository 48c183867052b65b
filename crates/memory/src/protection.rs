//! Objects some of whose pages may not be read or written.
//!
//! They are rare, and every access to any other object would pay for the question. So their bytes are not
//! where accesses look first but here, where a failed access looks next.

use std::collections::BTreeMap;

use vellum_collections::cast::{index64, len64};

use crate::{body::Body, contents::Objects, fault::Access};

/// Bytes that are protected together.
pub const PAGE: u64 = 4096;

/// What the program may do with a page. Memory that may be written can be read, as on x86.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Protection {
    /// Nothing.
    None,
    /// Read it.
    Read,
    /// Read and write it.
    ReadWrite,
}

impl Protection {
    fn allows(self, access: Access) -> bool {
        match access {
            Access::Read => self >= Self::Read,
            Access::Write => self == Self::ReadWrite,
            Access::Free => true,
        }
    }
}

/// An object that is not all [`Protection::ReadWrite`].
#[derive(Clone, Debug)]
pub(crate) struct Guarded {
    body: Body,
    /// One per page, counted from the object's start.
    pages: Vec<Protection>,
}

/// All such objects, by the address of their first byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct GuardedObjects(BTreeMap<u64, Guarded>);

impl GuardedObjects {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them: their addresses, their pages, and what they hold.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &[Protection], &Body)> {
        self.0.iter().map(|(&base, object)| (base, &*object.pages, &object.body))
    }

    /// The bytes at `address` if they are inside one object and may be read.
    #[cold]
    pub(crate) fn bytes(&self, address: u64, len: usize) -> Option<&[u8]> {
        let (base, object) = self.0.range(..=address).next_back()?;
        let at = object.find(Access::Read, address - base, len)?;
        object.body.slice(len64(at)..len64(at + len))
    }

    /// The bytes at `address` if they are inside one object and may be written.
    #[cold]
    pub(crate) fn bytes_mut(&mut self, address: u64, len: usize, objects: Objects) -> Option<&mut [u8]> {
        let (base, object) = self.0.range_mut(..=address).next_back()?;
        let at = object.find(Access::Write, address - base, len)?;
        object.body.slice_mut(len64(at)..len64(at + len), objects)
    }

    /// What an object holds, and how far inside it `address` is, if the access is inside and allowed.
    pub(crate) fn body(&self, access: Access, address: u64, len: u64) -> Option<(&Body, u64)> {
        let (base, object) = self.0.range(..=address).next_back()?;
        object.find(access, address - base, usize::try_from(len).ok()?)?;
        Some((&object.body, address - base))
    }

    /// As [`GuardedObjects::body`], for writing.
    pub(crate) fn body_mut(&mut self, access: Access, address: u64, len: u64) -> Option<(&mut Body, u64)> {
        let (base, object) = self.0.range_mut(..=address).next_back()?;
        object.find(access, address - base, usize::try_from(len).ok()?)?;
        Some((&mut object.body, address - base))
    }

    /// What forbids an access that is inside the bounds of one of these objects.
    pub(crate) fn obstacle(&self, access: Access, address: u64, size: u64) -> Option<Protection> {
        let (base, object) = self.0.range(..=address).next_back()?;
        let inside = (address - base).saturating_add(size.max(1)) <= object.body.len();
        let pages = if inside { object.pages(address - base, size) } else { &[] };
        pages.iter().copied().find(|page| !page.allows(access))
    }

    /// How many bytes from `address` on may be read without a break; `None` if it is in none of these objects.
    pub(crate) fn readable(&self, address: u64) -> Option<u64> {
        let (base, object) = self.0.range(..=address).next_back()?;
        let (offset, size) = (address - base, object.body.len());
        let pages = object.pages(offset, size.checked_sub(offset)?);
        let whole = pages.iter().take_while(|page| page.allows(Access::Read)).count();
        Some(((offset / PAGE + len64(whole)) * PAGE).min(size).saturating_sub(offset))
    }

    /// The protection of every page of the object that starts at `base`; none if all may be written.
    pub(crate) fn pages(&self, base: u64) -> &[Protection] {
        self.0.get(&base).map_or(&[], |object| &object.pages)
    }

    /// Changes pages of the object that starts at `base` and takes its bytes from `home`, or, when nothing is
    /// protected any more, gives them back.
    pub(crate) fn protect(
        &mut self,
        base: u64,
        home: &mut Body,
        offset: u64,
        len: u64,
        protection: Protection,
    ) {
        let object = self.0.entry(base).or_insert_with(|| {
            let body = std::mem::take(home);
            let pages = vec![Protection::ReadWrite; index64(body.len().div_ceil(PAGE))];
            Guarded { body, pages }
        });
        let (first, last) = (offset / PAGE, (offset + len).div_ceil(PAGE));
        object.pages[index64(first)..index64(last)].fill(protection);
        if object.pages.iter().all(|&page| page == Protection::ReadWrite) {
            *home = std::mem::take(&mut object.body);
            self.0.remove(&base);
        }
    }

    /// Forgets the object that starts at `base`.
    pub(crate) fn forget(&mut self, base: u64) {
        self.0.remove(&base);
    }
}

impl Guarded {
    /// The pages that `size` bytes at `offset`, inside the object, touch.
    fn pages(&self, offset: u64, size: u64) -> &[Protection] {
        let end = (offset + size.max(1)).div_ceil(PAGE);
        self.pages.get(index64(offset / PAGE)..index64(end)).unwrap_or_default()
    }

    /// Where an access is, if it is inside and allowed.
    fn find(&self, access: Access, offset: u64, len: usize) -> Option<usize> {
        let end = offset.checked_add(len64(len))?;
        let inside = end <= self.body.len();
        let allowed = inside && self.pages(offset, len64(len)).iter().all(|page| page.allows(access));
        allowed.then(|| index64(offset))
    }
}
