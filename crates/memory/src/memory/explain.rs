//! Why an access fails.
//!
//! Asked only after it did, so that accesses that succeed carry no explanation.

use super::Memory;
use crate::{
    arena::NULL_PAGE,
    fault::{Access, Fault, FaultKind, Nearest},
    object::{Object, ObjectKind, Origin},
    protection::Protection,
};

/// Farther from an object than an index that went wrong leads.
const FAR: u64 = 1 << 40;

impl Memory {
    /// Says why an access of `size` bytes at `address` fails.
    pub fn explain(&self, access: Access, address: u64, size: u64) -> Fault {
        let fault = |kind, nearest| Fault { kind, access, address, size, nearest };
        let obstacle = self.guarded.obstacle(access, address, size);
        let may = access == Access::Read || !self.is_constant(address);
        if obstacle.is_none() && may && self.is_inside(address, size) {
            return fault(FaultKind::NotNumbers, self.nearest(address));
        }
        // What lives next to a frame that is gone has nothing to do with it.
        if let Some(kind) = self.gone_local(address) {
            let gone = self.stack.gone_local(address);
            return fault(kind, gone.map(|local| Nearest::of(local, address)));
        }
        let nearest = self.nearest(address);
        if obstacle.is_none() && may && self.undecided(address, size).is_some() {
            return fault(FaultKind::Undecided, nearest);
        }
        let kind = match nearest {
            _ if address < NULL_PAGE => FaultKind::NullDereference,
            _ if obstacle == Some(Protection::Read) => FaultKind::ReadOnlyWrite,
            _ if obstacle == Some(Protection::None) => FaultKind::NoAccess,
            Some(near) if near.object.freed.is_some() && self.owner(address) == Some(near.object.base) => {
                after_end(&near.object)
            }
            Some(near) if self.is_read_only(access, &near, size) => FaultKind::ReadOnlyWrite,
            _ => FaultKind::OutOfBounds,
        };
        fault(kind, nearest)
    }

    /// Says why an access of `size` bytes fails that is `offset` bytes behind the object that is, or was, at `base`.
    pub fn explain_from(&self, access: Access, base: u64, offset: u64, size: u64) -> Fault {
        let address = base.wrapping_add(offset);
        let near = |object: Object| Nearest::of_pointer(object, offset);
        if let Some(object) = self.object_from(base) {
            if offset < object.capacity() {
                return self.explain(access, address, size);
            }
            return Fault {
                kind: FaultKind::OutOfBounds,
                access,
                address,
                size,
                nearest: Some(near(object)),
            };
        }
        if self.is_stack(base) {
            // Where the object was says more than where the pointer leads.
            let kind = self.stack.gone(base).unwrap_or(FaultKind::UseAfterReturn);
            let nearest = self.stack.gone_local(base).map(near);
            return Fault { kind, access, address: base, size, nearest };
        }
        match self.arena(base).owner(base).filter(|object| object.base == base && object.freed.is_some()) {
            Some(&object) => {
                let nearest = Some(near(object));
                Fault { kind: after_end(&object), access, address, size, nearest }
            }
            None => self.explain(access, address, size),
        }
    }

    /// What it is to use the object, now gone, that a pointer with this number belongs to; `None` if it belongs to none.
    pub fn gone_at(&self, address: u64) -> Option<FaultKind> {
        if self.is_stack(address) {
            return self.stack.gone(address);
        }
        self.arena(address).owner(address).filter(|object| object.freed.is_some()).map(after_end)
    }

    /// What it is to use the local that is gone at this address.
    fn gone_local(&self, address: u64) -> Option<FaultKind> {
        if self.is_stack(address) { self.stack.gone(address) } else { None }
    }

    fn is_read_only(&self, access: Access, near: &Nearest, size: u64) -> bool {
        access == Access::Write
            && near.object.kind == ObjectKind::Constant
            && near.distance() == 0
            && self.is_inside(near.object.base, near.object.size.min(size))
    }

    /// The object whose room `address` is in, or else the nearest one.
    pub(super) fn nearest(&self, address: u64) -> Option<Nearest> {
        if self.is_stack(address) {
            let own = self.stack.owner(address).and_then(|base| self.object_at(base));
            let own = own.map(|object| Nearest::of(object, address));
            return own.or_else(|| nearest_of(self.stack.locals_around(address), address));
        }
        let arena = self.arena(address);
        let own = arena.owner(address).map(|&object| Nearest::of(object, address));
        own.or_else(|| arena.nearest(address).filter(|near| near.distance() < FAR))
    }
}

/// What it is to use an object that is gone.
fn after_end(object: &Object) -> FaultKind {
    match object.kind {
        ObjectKind::Stack if object.freed == Some(Origin::SCOPE) => FaultKind::UseAfterScope,
        ObjectKind::Stack => FaultKind::UseAfterReturn,
        ObjectKind::Heap | ObjectKind::Global | ObjectKind::Constant | ObjectKind::Engine => {
            FaultKind::UseAfterFree
        }
    }
}

/// The nearest of some objects, and where the address is, seen from it.
pub(super) fn nearest_of(objects: impl Iterator<Item = Object>, address: u64) -> Option<Nearest> {
    let nearest = objects.map(|object| Nearest::of(object, address)).min_by_key(Nearest::distance);
    nearest.filter(|near| near.distance() < FAR)
}
