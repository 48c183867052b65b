//! Accesses through symbolic addresses.
//!
//! A pointer that knows its object is asked about its offset alone, in `bounds.rs`. Of any other address, the input a
//! path carries says where it leads for one input; memory says for which others it leads to the same case, and the rest
//! repeats the access. Where it leads to no object the path ends, one path for each kind of error.

use std::{ops::Range, rc::Rc};

use vellum_expr::{CHOSEN, Expr, Exprs, NO_OBJECT, Subject, Substitution};
use vellum_memory::{Access, AddressOrigin, Asked, Case, FaultKind, Meets, NULL_PAGE, Object, Rest, Value};

use super::{
    Machine,
    fork::{Other, Split},
    garbage::Used,
};
use crate::{
    end::{Bug, End},
    externals::Beyond,
    symbolic::{Fork, ForkKind, Symbolic},
};

/// Objects that are put into one formula; beyond that, the gap around a wrong address is excluded alone.
const MANY: usize = 256;

/// Why a path ends that a model drops.
const NOT_EXPLORED: &str = "not explored: the memory model follows one of the objects a pointer may lead to";

/// Where an address leads.
pub(super) enum Place {
    /// To the object the number is in.
    Known(u64),
    /// To where an expression says.
    Symbolic(Address),
}

/// An address that is no number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Address {
    /// So many bytes behind the start of an object, or of what was one.
    Of { object: u64, offset: Expr },
    /// Wherever the number leads.
    Number(Expr),
    /// The address of a pointer that was read from a table, or chosen by a condition, and then moved.
    Chosen(Expr),
    /// One of several pointers that know their objects; nothing is decided.
    Several(Expr),
}

impl Address {
    /// The address as a plain number, without provenance.
    pub(super) fn number(self, exprs: &mut Exprs) -> Expr {
        match self {
            Self::Of { object, offset } => {
                let object = exprs.constant(64, object);
                exprs.add(object, offset)
            }
            Self::Number(number) | Self::Chosen(number) => number,
            Self::Several(pointer) => exprs.without_bases(pointer),
        }
    }
}

impl Machine<'_> {
    /// Reads `len` bytes (1 to 8).
    pub(super) fn load(&mut self, address: Value, len: u32) -> Result<Value, End> {
        match self.place(address)? {
            Place::Known(number) => self.load_from(number, len),
            Place::Symbolic(address) => {
                if let Some(number) = self.begun_word(address, len.into()) {
                    return self.load_from(number, len);
                }
                let case = self.resolve(Access::Read, address, len.into())?;
                self.load_case(&case, 0, (address, len))
            }
        }
    }

    /// Where a value leads that is used as an address.
    pub(super) fn place(&mut self, address: Value) -> Result<Place, End> {
        let address = match address {
            Value::Concrete(number) => return Ok(Place::Known(number)),
            Value::Symbolic(e) => self.symbolic.exprs.fit(e, 64),
        };
        let address = self.defined(address, Used::Address)?;
        if self.pointers_to(address).is_some() {
            return Ok(Place::Symbolic(Address::Several(address)));
        }
        let address = self.one_pointer(address)?;
        let exprs = &mut self.symbolic.exprs;
        let object = exprs.as_pointer(address);
        if let Some((object, offset)) = object
            && object != NO_OBJECT
            && object != CHOSEN
        {
            return Ok(Place::Symbolic(Address::Of { object, offset }));
        }
        let number = exprs.without_bases(address);
        let symbolic = match object {
            Some((CHOSEN, _)) => Address::Chosen(number),
            _ => Address::Number(number),
        };
        let known = exprs.as_const(number);
        Ok(known.map_or(Place::Symbolic(symbolic), Place::Known))
    }

    /// The pointer that `e` is on this path, if it may be one of several that know their objects.
    fn one_pointer(&mut self, mut e: Expr) -> Result<Expr, End> {
        while let Some(decides) = self.symbolic.exprs.undecided_pointer(e) {
            // A table whose entries came from other tables needs no decision: it is resolved as a table.
            if self.symbolic.exprs.bases(e).iter().all(|&object| object == CHOSEN) {
                return Ok(self.symbolic.exprs.without_bases(e));
            }
            let known = self.defined(decides, Used::Address)?;
            let number = self.symbolic.exprs.without_bases(known);
            let number = self.pick(number);
            let exprs = &mut self.symbolic.exprs;
            let number = exprs.constant(exprs.width(decides), number);
            let mut replace = Substitution::new();
            replace.replace(exprs, decides, number);
            e = replace.apply(exprs, e);
        }
        Ok(e)
    }

    /// Reads `len` bytes (1 to 8), `at` bytes behind the first of a case, which is that of `address`.
    pub(super) fn load_case(
        &mut self,
        case: &Case,
        at: u64,
        (address, len): (Address, u32),
    ) -> Result<Value, End> {
        self.test_collisions_in(case, at, len);
        let read = self.state.memory.load_case(&mut self.symbolic.exprs, case, at, len);
        read.ok_or_else(|| self.explain_case(Access::Read, address, len))
    }

    /// Why an access to a case of `address` fails that is inside of its objects.
    #[cold]
    fn explain_case(&mut self, access: Access, address: Address, len: u32) -> End {
        let address = address.number(&mut self.symbolic.exprs);
        let number = self.symbolic.value(&self.state.model, address);
        self.state.memory.explain(access, number, len.into()).into()
    }

    fn load_from(&mut self, address: u64, len: u32) -> Result<Value, End> {
        self.test_collisions_at(address, len);
        match self.state.memory.load_value(&mut self.symbolic.exprs, address, len) {
            Some(value) => Ok(value),
            None => match self.load_begun(address, len) {
                Some(value) => Ok(value),
                None => self.load_beyond(address, len),
            },
        }
    }

    /// Reads memory of the outside, which an earlier call may have brought the address of.
    #[cold]
    fn load_beyond(&self, address: u64, len: u32) -> Result<Value, End> {
        match self.state.outside().beyond(address, len.into()) {
            Beyond::Bytes(bytes) => {
                let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
                Ok(Value::Concrete(number))
            }
            Beyond::Nothing | Beyond::Gone => Err(self.explain(Access::Read, address, len.into())),
        }
    }

    /// Why an access fails. Memory of the outside is not the program's to get wrong.
    #[cold]
    pub(super) fn explain(&self, access: Access, address: u64, len: u64) -> End {
        let fault = self.state.memory.explain(access, address, len);
        if fault.kind != FaultKind::OutOfBounds {
            return fault.into();
        }
        let what = match (self.state.outside().beyond(address, 1), access) {
            (Beyond::Nothing, _) => return fault.into(),
            (Beyond::Gone, _) => "an access to memory of external code that has ended",
            (Beyond::Bytes(_), Access::Read) => "a read of memory of external code that is not all there",
            (Beyond::Bytes(_), Access::Write | Access::Free) => {
                "a write to memory of external code, which all paths share"
            }
        };
        End::Unsupported(format!("{what}, at {address:#x}").into())
    }

    /// Writes the low `len` bytes (1 to 8) of `value`.
    pub(super) fn store(&mut self, address: Value, len: u32, value: Value) -> Result<(), End> {
        match self.place(address)? {
            Place::Known(number) => self.store_to(number, len, value),
            Place::Symbolic(address) => {
                let case = self.resolve(Access::Write, address, len.into())?;
                self.store_case(&case, 0, (address, len), value)
            }
        }
    }

    /// Writes the low `len` bytes (1 to 8) of `value`, `at` bytes behind the first of a case, which is that of
    /// `address`.
    pub(super) fn store_case(
        &mut self,
        case: &Case,
        at: u64,
        (address, len): (Address, u32),
        value: Value,
    ) -> Result<(), End> {
        self.symbolic.resolution.planes.writes += u64::from(self.state.memory.has_planes());
        let exprs = &mut self.symbolic.exprs;
        let written = self.state.memory.store_case(exprs, case, (at, len), value);
        written.ok_or_else(|| self.explain_case(Access::Write, address, len))
    }

    fn store_to(&mut self, address: u64, len: u32, value: Value) -> Result<(), End> {
        match self.state.memory.store_value(&mut self.symbolic.exprs, address, len, value) {
            Some(()) => Ok(()),
            None => Err(self.explain(Access::Write, address, len.into())),
        }
    }

    /// What `len` bytes at `address` meet on this path. Others have the inputs for which they meet something else.
    pub(super) fn resolve(&mut self, access: Access, address: Address, len: u64) -> Result<Case, End> {
        match address {
            Address::Of { object, offset } => self.resolve_inside(access, (object, offset), len),
            Address::Number(number) => self.resolve_number(access, (number, AddressOrigin::Computed), len),
            Address::Chosen(number) => self.resolve_number(access, (number, AddressOrigin::Moved), len),
            Address::Several(pointer) => self.resolve_several(access, pointer, len),
        }
    }

    fn resolve_number(
        &mut self,
        access: Access,
        (address, origin): (Expr, AddressOrigin),
        len: u64,
    ) -> Result<Case, End> {
        self.bring_together(access, (address, origin), len);
        let Symbolic { exprs, evaluator, .. } = self.symbolic.evaluated_for(&self.state.model);
        let model = &self.state.model;
        let mut value = |exprs: &Exprs, e: Expr| evaluator.word(exprs, model, e);
        let mut asked = Asked { access, address, origin, len, value: &mut value };
        match self.state.memory.case(exprs, &mut asked) {
            Meets::Case(case) => {
                self.part_from_others(&case, address, len);
                Ok(self.in_pieces(access, *case, len))
            }
            Meets::Left(left) => Err(self.left_one_of_several(access, address, len, &left)),
            Meets::LedToGone(gone) => Err(self.led_to_gone(access, address, len, &gone)),
            Meets::Nothing => Err(self.unresolved(access, address, len)),
        }
    }

    /// Leaves this path to the inputs of a case.
    fn part_from_others(&mut self, case: &Case, address: Expr, len: u64) {
        let before = self.state.resolving.take();
        // Errors are explored under every model; of very many objects, nobody says where they end.
        if self.state.memory.rest() == Rest::Dropped
            && let Some(valid) = self.valid_among_few(address, len)
        {
            self.decide_resolution(valid);
        }
        let met = self.symbolic.resolution.add(before, case, &self.state.memory);
        let split = self.split_resolution(case.guard);
        debug_assert!(split.here, "the case is that of the path's own input");
        match split.other {
            Other::Path(mut state) => {
                let is_dropped = self.state.memory.rest() == Rest::Dropped;
                self.symbolic.resolution.dropped += u64::from(is_dropped);
                let end = is_dropped.then(|| End::Stopped(NOT_EXPLORED.into()));
                state.resolving = Some(met);
                self.symbolic.push_fork(Fork { state: *state, end, by: ForkKind::Pointer, ahead: 0 });
            }
            Other::None | Other::Unknown => (),
        }
    }

    /// Decides a condition that says where an address leads.
    pub(super) fn decide_resolution(&mut self, condition: Expr) -> bool {
        let split = self.split_resolution(condition);
        if let Some(state) = split.other.path() {
            self.symbolic.push_fork(Fork { state, end: None, by: ForkKind::Pointer, ahead: 0 });
        }
        split.here
    }

    pub(super) fn split_resolution(&mut self, condition: Expr) -> Split {
        let is_question = !self.symbolic.exprs.is_const(condition);
        self.symbolic.resolution.questions += u64::from(is_question);
        self.symbolic.oracle.about(Subject::Addresses);
        let split = self.split(condition, ForkKind::Pointer);
        self.symbolic.oracle.about(Subject::Paths);
        split
    }

    /// How a path ends whose own input leads to no object. Others have the inputs that do, and other kinds of errors.
    fn unresolved(&mut self, access: Access, address: Expr, len: u64) -> End {
        let number = self.symbolic.value(&self.state.model, address);
        let end = match self.state.outside().beyond(number, len) {
            Beyond::Bytes(_) => End::Unsupported(
                format!("a symbolic address in memory of external code, as {number:#x}").into(),
            ),
            Beyond::Nothing | Beyond::Gone => self.explain_for_input(access, number, len),
        };
        let valid = self.valid(address, number, len);
        let is_valid = self.decide_resolution(valid);
        debug_assert!(!is_valid, "for this input the address leads to no object");
        self.tell_apart(address, number);
        end
    }

    /// Why an access fails for the path's own input. What other inputs are undecided about, it decides.
    fn explain_for_input(&mut self, access: Access, number: u64, len: u64) -> End {
        match self.explain(access, number, len) {
            End::Bug(Bug { fault: Some(fault), .. }) => {
                self.sized(*fault, &Rc::clone(&self.state.model)).into()
            }
            end => end,
        }
    }

    /// Leaves this path, on which `address` leads to no object, to one kind of error: at null, in the room of a freed
    /// object, in the frame of a function that has returned, in a local whose scope was left, or beside all objects, as for the path's own input at
    /// `number`. Other paths get the other kinds.
    fn tell_apart(&mut self, address: Expr, number: u64) {
        let exprs = &mut self.symbolic.exprs;
        let facts = *exprs.facts(address);
        let page = exprs.constant(64, NULL_PAGE);
        let null = exprs.ult(address, page);
        if self.decide_resolution(null) {
            return;
        }
        let freed = self.state.memory.freed_between(facts.min, facts.max);
        if self.decide_in_one_of(address, number, &freed) {
            return;
        }
        for kind in [FaultKind::UseAfterReturn, FaultKind::UseAfterScope] {
            let gone = self.state.memory.returned_between(kind, facts.min, facts.max);
            if self.decide_in_one_of(address, number, &gone) {
                return;
            }
        }
        // A block that was freed for some inputs only is there, without bytes for those.
        let nearest = self.state.memory.explain(Access::Read, number, 1).nearest;
        if let Some(gone) = nearest.and_then(|near| near.object.extent?.gone) {
            self.decide_resolution(gone.when);
        }
    }

    /// Decides whether `address`, which is `number` for the path's own input, is in one of these ranges.
    fn decide_in_one_of(&mut self, address: Expr, number: u64, ranges: &[Range<u64>]) -> bool {
        let exprs = &mut self.symbolic.exprs;
        let mut any = Expr::FALSE;
        // The formula takes the first ranges only, so the one that holds the path's own address is added to them.
        let met = ranges.iter().filter(|range| range.contains(&number));
        for range in met.chain(ranges.iter().take(MANY)) {
            let (start, len) = (exprs.constant(64, range.start), exprs.constant(64, range.end - range.start));
            let offset = exprs.sub(address, start);
            let inside = exprs.ult(offset, len);
            any = exprs.or(any, inside);
        }
        self.decide_resolution(any)
    }

    /// Whether `len` bytes at `address` are inside some object, if that is no question of too many.
    fn valid_among_few(&mut self, address: Expr, len: u64) -> Option<Expr> {
        let facts = *self.symbolic.exprs.facts(address);
        let objects = self.state.memory.objects_between(facts.min, facts.max);
        (objects.len() <= MANY).then(|| {
            let mut valid = Expr::FALSE;
            for object in objects.iter().filter(|object| object.capacity() >= len) {
                let inside = object.inside(&mut self.symbolic.exprs, address, len);
                valid = self.symbolic.exprs.or(valid, inside);
            }
            valid
        })
    }

    /// Whether `len` bytes at `address`, which for one input leads to no object at `number`, are inside some
    /// object.
    fn valid(&mut self, address: Expr, number: u64, len: u64) -> Expr {
        if let Some(valid) = self.valid_among_few(address, len) {
            return valid;
        }
        let facts = *self.symbolic.exprs.facts(address);
        let objects = self.state.memory.objects_between(facts.min, facts.max);
        let large = |object: &&Object| object.size >= len;
        // The first address behind all from which the bytes fit; not beyond `number`, from which they do not.
        let behind = |object: &Object| object.base + (object.size - len) + 1;
        let below = objects.iter().filter(large).filter(|o| o.base <= number).map(behind).max();
        let above = objects.iter().filter(large).filter(|o| o.base > number).map(|o| o.base).min();
        let exprs = &mut self.symbolic.exprs;
        let (first, end) = (below.unwrap_or(0), above.unwrap_or(u64::MAX));
        debug_assert!((first..end).contains(&number), "the gap is around the address");
        let (first, end) = (exprs.constant(64, first), exprs.constant(64, end));
        let before = exprs.ult(address, first);
        let after = exprs.ule(end, address);
        let apart = exprs.or(before, after);
        // Where the end of an object depends on the input, so does where the gap begins.
        objects.iter().filter(|object| object.extent.is_some()).fold(apart, |valid, object| {
            let inside = object.inside(exprs, address, len);
            exprs.or(valid, inside)
        })
    }
}
