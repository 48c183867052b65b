//! Copies and fills of symbolically many bytes, and at symbolic places; and sizes.
//!
//! One question: is all of it inside the object the pointer leads to? Then it is one write, whatever its length.

use vellum_bits::word;
use vellum_expr::{Expr, Exprs};
use vellum_memory::{Access, AddressOrigin, Asked, FaultKind, PointerTo, Reach, Sizes, Value};

use crate::{
    code::{AllocaSite, Slot},
    end::{Bug, End},
    exec::{
        Machine,
        garbage::Used,
        no_stack,
        pointer::{Address, Place},
    },
    externals::Beyond,
    symbolic::{ForkKind, Symbolic},
};

/// Bytes that a copy or a fill is about.
enum Bytes {
    /// None at all, wherever the pointer leads.
    None,
    /// These, each for the inputs for which the guard holds, which exclude each other.
    Some(Vec<(Expr, Reach)>),
    /// The pointer may lead to several objects, or to one that has no bytes of its own: an address is to be chosen.
    Unknown,
}

/// Pairs of objects that a copy may be between.
const MANY_PAIRS: usize = 64;

impl Machine<'_> {
    /// Copies bytes of which a number or a place depends on the input; `false` when that takes numbers.
    pub(super) fn copy_many(&mut self, slots: [Slot; 3]) -> Result<bool, End> {
        let is_done = self.copy_symbolic(slots)?;
        self.count_multi_write(is_done);
        Ok(is_done)
    }

    /// Counts a write of symbolically many bytes.
    fn count_multi_write(&mut self, is_done: bool) {
        let is_counted = is_done && self.state.memory.has_planes();
        self.symbolic.resolution.planes.writes += u64::from(is_counted);
    }

    fn copy_symbolic(&mut self, [to, from, len]: [Slot; 3]) -> Result<bool, End> {
        let Some(len) = self.length(len)? else { return Ok(false) };
        let source = self.bytes_at(Access::Read, from, len)?;
        let target = self.bytes_at(Access::Write, to, len)?;
        let (source, target) = match (source, target) {
            (Bytes::None, _) | (_, Bytes::None) => return Ok(true),
            (Bytes::Some(source), Bytes::Some(target)) => (source, target),
            (Bytes::Unknown, _) | (_, Bytes::Unknown) => return Ok(false),
        };
        let exprs = &mut self.symbolic.exprs;
        if let ([(_, from)], [(_, to)]) = (&source[..], &target[..]) {
            return Ok(self.state.memory.copy_reach(exprs, to, from).is_some());
        }
        if source.len() * target.len() > MANY_PAIRS {
            return Ok(false);
        }
        // All or nothing: an address is chosen before anything is written.
        let mut memory = self.state.memory.clone();
        if memory.copy_between(exprs, &target, &source).is_none() {
            return Ok(false);
        }
        self.state.memory = memory;
        Ok(true)
    }

    /// Fills bytes of which the number or the place depends on the input; `false` when that takes numbers.
    pub(super) fn fill_many(&mut self, to: Slot, byte: Slot, len: Slot) -> Result<bool, End> {
        let is_done = self.fill_symbolic(to, byte, len)?;
        self.count_multi_write(is_done);
        Ok(is_done)
    }

    fn fill_symbolic(&mut self, to: Slot, byte: Slot, len: Slot) -> Result<bool, End> {
        let Some(len) = self.length(len)? else { return Ok(false) };
        let target = match self.bytes_at(Access::Write, to, len)? {
            Bytes::None => return Ok(true),
            Bytes::Some(target) => target,
            Bytes::Unknown => return Ok(false),
        };
        let byte = self.expr(byte, 8);
        let exprs = &mut self.symbolic.exprs;
        if let [(_, to)] = &target[..] {
            return Ok(self.state.memory.fill_reach(exprs, to, byte).is_some());
        }
        let mut memory = self.state.memory.clone();
        for &(guard, to) in &target {
            let to = to.under(exprs, guard);
            if memory.fill_reach(exprs, &to, byte).is_none() {
                return Ok(false);
            }
        }
        self.state.memory = memory;
        Ok(true)
    }

    /// A number of bytes, unless such are to be enumerated.
    fn length(&mut self, len: Slot) -> Result<Option<Expr>, End> {
        if self.state.memory.sizes() == Sizes::Enumerate {
            return Ok(None);
        }
        let len = self.number(len).expr(&mut self.symbolic.exprs, 64);
        self.defined(len, Used::Operation).map(Some)
    }

    /// What `len` bytes at a pointer are. Where they leave its object the path ends.
    fn bytes_at(&mut self, access: Access, pointer: Slot, len: Expr) -> Result<Bytes, End> {
        let exprs = &mut self.symbolic.exprs;
        if exprs.as_const(len) == Some(0) {
            return Ok(Bytes::None);
        }
        let (base, offset) = match self.place(self.value(pointer))? {
            Place::Known(number) => match self.state.memory.object_at(number) {
                Some(object) => {
                    (object.base, self.symbolic.exprs.constant(64, number.wrapping_sub(object.base)))
                }
                None => return self.nothing_at(access, number, len),
            },
            Place::Symbolic(Address::Of { object, offset }) => (object, offset),
            Place::Symbolic(address) => return self.bytes_of_several(access, address, len),
        };
        let memory = &self.state.memory;
        let object = memory.object_from(base).filter(|_| memory.is_plain(access, base));
        let Some(object) = object else { return Ok(Bytes::Unknown) };
        let is_inside = object.inside_many(&mut self.symbolic.exprs, offset, len);
        self.stay_inside(access, (&object, offset), len, is_inside)?;
        Ok(Bytes::Some(vec![(Expr::TRUE, Reach { base, offset, len })]))
    }

    /// What `len` bytes are at an address that may lead to several objects.
    fn bytes_of_several(&mut self, access: Access, address: Address, len: Expr) -> Result<Bytes, End> {
        let pointers = match self.objects_of(address) {
            Some(pointers) => pointers,
            None => {
                let exprs = &mut self.symbolic.exprs;
                let zero = exprs.zero(64);
                let is_none = exprs.eq(len, zero);
                if self.decide(is_none, ForkKind::Pointer) {
                    return Ok(Bytes::None);
                }
                let number = address.number(&mut self.symbolic.exprs);
                let number = self.symbolic.value(&self.state.model, number);
                // Memory of the outside has no objects: it is read at a number.
                if self.state.outside().beyond(number, 1) != Beyond::Nothing {
                    return Ok(Bytes::Unknown);
                }
                match self.objects_by_model(access, address, len)? {
                    Some(pointers) if pointers.len() <= MANY_PAIRS => pointers,
                    _ => return Ok(Bytes::Unknown),
                }
            }
        };
        self.stay_inside_several(access, &pointers, len)?;
        let reach = |to: &PointerTo| (to.guard, Reach { base: to.object.base, offset: to.offset, len });
        Ok(Bytes::Some(pointers.iter().map(reach).collect()))
    }

    /// The objects that `len` bytes, of which there are some, meet on this path as the model of memory has it; nothing if
    /// the model does not know them one by one.
    fn objects_by_model(
        &mut self,
        access: Access,
        address: Address,
        len: Expr,
    ) -> Result<Option<Vec<PointerTo>>, End> {
        // What the first of them meet is what all have to stay inside of.
        let least = self.symbolic.exprs.facts(len).min.max(1);
        let mut resolved = self.resolve(access, address, least);
        if let Err(End::Bug(Bug { fault: Some(fault), .. })) = &mut resolved
            && fault.kind != FaultKind::Undecided
        {
            fault.size = self.symbolic.value(&self.state.model, len);
        }
        let case = resolved?;
        let address = address.number(&mut self.symbolic.exprs);
        let Symbolic { exprs, evaluator, .. } = self.symbolic.evaluated_for(&self.state.model);
        let model = &self.state.model;
        let mut value = |exprs: &Exprs, e: Expr| evaluator.word(exprs, model, e);
        let mut asked =
            Asked { access, address, origin: AddressOrigin::Computed, len: least, value: &mut value };
        Ok(self.state.memory.objects_of_case(exprs, &case, &mut asked))
    }

    /// What bytes are at an address that is in no object.
    fn nothing_at(&mut self, access: Access, number: u64, len: Expr) -> Result<Bytes, End> {
        if self.state.outside().beyond(number, 1) != Beyond::Nothing {
            return Ok(Bytes::Unknown);
        }
        let exprs = &mut self.symbolic.exprs;
        let zero = exprs.zero(64);
        let is_none = exprs.eq(len, zero);
        if self.decide(is_none, ForkKind::Pointer) {
            return Ok(Bytes::None);
        }
        let len = self.symbolic.value(&self.state.model, len);
        Err(self.explain(access, number, len))
    }

    /// Makes a local of run-time size.
    pub(super) fn alloca(&mut self, d: Slot, count: Slot, site: &AllocaSite) -> Result<(), End> {
        let made = match (self.number(count), self.state.memory.sizes()) {
            (Value::Symbolic(count), Sizes::Terms { most }) => {
                let count = self.defined(count, Used::Operation)?;
                self.alloca_sized(site, count, most)?
            }
            (Value::Concrete(_), _) | (_, Sizes::Enumerate) => {
                let count = word::truncate(site.count_width.min(64), self.concrete(count)?);
                let size = count.saturating_mul(site.element);
                let made = self.state.memory.alloca(size, site.align, site.owner);
                made.ok_or_else(|| no_stack(&self.state.memory))?
            }
        };
        self.set(d, Value::Concrete(made));
        Ok(())
    }

    /// How many bytes of its object lie behind an address.
    pub(super) fn object_size(&mut self, d: Slot, address: Slot, w: u8, minimum: bool) -> Result<(), End> {
        let address = self.concrete(address)?;
        let exprs = &mut self.symbolic.exprs;
        let left = match self.state.memory.object_at(address) {
            Some(object) => {
                let size = object.size_expr(exprs);
                let (offset, none) = (exprs.constant(64, address - object.base), exprs.zero(64));
                let (is_inside, left) = (exprs.ule(offset, size), exprs.sub(size, offset));
                exprs.ite(is_inside, left, none)
            }
            None => exprs.constant(64, if minimum { 0 } else { u64::MAX }),
        };
        let left = exprs.fit(left, w.into());
        self.set_expr(d, left);
        Ok(())
    }

    /// Whether the pointers and the number of a copy or fill are all numbers.
    pub(super) fn are_numbers(&self, slots: &[Slot]) -> bool {
        slots.iter().all(|&slot| matches!(self.value(slot), Value::Concrete(_)))
    }
}
