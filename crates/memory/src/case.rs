//! Cases: what an access through a symbolic address meets.
//!
//! For one input, the address is a number and leads into an object. The *case* of that input is made of all inputs for
//! which it leads to something that can be met together with it, which is for the model to say. Whoever asks goes on
//! with the case where its guard holds, and asks again where it does not; so cases are as many as are asked for, and
//! nothing is done about objects that no input leads to.
//!
//! Where the address is one of a few constants and a distance ([`Choice`]), everything that has to be known of an object
//! becomes a table beside that of the constants: how much room there is, where its bytes are. Then no address is ever
//! compared, and an access that leaves the object its pointer led to has left it, whatever it meets. Where
//! it is anything else, it is compared with the bounds of each object.

mod collisions;
mod gathered;
mod inside;
mod known;
mod pieces;
mod several;
mod strayed;

use std::ops::Range;

use vellum_collections::{
    Map,
    cast::{index64, len64},
};
use vellum_expr::{Choice, Expr, Exprs};

use self::known::{Known, known};
pub use self::{
    collisions::{Collision, Collisions},
    gathered::Leads,
    pieces::Divided,
    several::PointerTo,
    strayed::{LedToGone, Left},
};
use crate::{
    fault::Access,
    memory::{ArrayOf, ByPiece, Memory},
    model::Class,
    object::{Object, ObjectKind},
    segments::Place,
    value::Value,
};

/// Objects that an address is compared with at once.
pub const MANY_COMPARED: usize = 256;

/// What an access meets for some inputs.
#[derive(Clone, Debug)]
pub struct Case {
    /// For which inputs it does.
    pub guard: Expr,
    /// How many objects it may meet.
    pub objects: usize,
    /// The class of what the path's own input meets.
    pub class: Option<Class>,
    /// And where that lives.
    pub kind: ObjectKind,
    /// How many objects the model would have met together with the one that this case is about, were they not too many for
    /// one formula; mostly none.
    pub apart: usize,
    target: Target,
}

#[derive(Clone, Debug)]
enum Target {
    /// One object.
    Object(Part),
    /// One of several; the guards exclude each other, and one of them holds where the case's does.
    Several(Vec<(Expr, Part)>),
    /// One of a few known places, whatever they belong to.
    Known(Known),
    /// Bytes of a segment at a place inside `within`. The path's own input leads into the object at `base`.
    Segment { segment: u32, place: Expr, within: Range<u64>, base: u64 },
}

impl Target {
    /// The same, some bytes further on.
    fn behind(&self, exprs: &mut Exprs, further: u64) -> Self {
        let bytes = exprs.constant(64, further);
        let mut on = |place: Expr| exprs.add(place, bytes);
        match self {
            &Self::Object(part) => Self::Object(Part { place: on(part.place), ..part }),
            Self::Several(parts) => {
                let part = |&(guard, part): &(Expr, Part)| (guard, Part { place: on(part.place), ..part });
                Self::Several(parts.iter().map(part).collect())
            }
            Self::Known(known) => {
                Self::Known(Known { offset: known.offset.wrapping_add(further), ..known.clone() })
            }
            Self::Segment { segment, place, within, base } => {
                Self::Segment { segment: *segment, place: on(*place), within: within.clone(), base: *base }
            }
        }
    }
}

/// An object, and how far inside it the access begins.
#[derive(Clone, Copy, Debug)]
struct Part {
    base: u64,
    place: Expr,
    /// Where the bytes are that it may meet, from one place to another, if that is a part of the object only.
    window: Option<(u64, u64)>,
}

impl Part {
    /// So far inside the object that starts at `base`.
    fn new(base: u64, place: Expr) -> Self {
        Self { base, place, window: None }
    }
}

/// So many objects that an address is not compared with all of them at once.
struct TooMany(usize);

/// With what an object is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Company {
    /// With nothing else than the object that starts here.
    Alone(u64),
    /// All that are alone and merged.
    Merged,
    /// All in this segment.
    Segment(u32),
}

/// How an address came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressOrigin {
    /// Somehow: it leads wherever it leads.
    Computed,
    /// A pointer that was read from a table, or chosen by a condition, was moved: it belongs to the object the pointer
    /// leads to.
    Moved,
}

/// An access through a symbolic address.
pub struct Asked<'a> {
    /// What the program tries.
    pub access: Access,
    /// Where; 64 bits.
    pub address: Expr,
    /// How the address came about.
    pub origin: AddressOrigin,
    /// How many bytes.
    pub len: u64,
    /// The values of expressions for the path's own input.
    pub value: &'a mut dyn FnMut(&Exprs, Expr) -> u64,
}

/// What an access meets for the path's own input.
#[derive(Debug)]
pub enum Meets {
    /// Something that is there.
    Case(Box<Case>),
    /// Nothing: one of several pointers has left the object that it leads to.
    Left(Box<Left>),
    /// Nothing: the object that one of several pointers leads to is gone, wherever the pointer was moved.
    LedToGone(Box<LedToGone>),
    /// No object.
    Nothing,
}

impl Meets {
    /// The case, if it meets something.
    pub fn into_case(self) -> Option<Case> {
        match self {
            Self::Case(case) => Some(*case),
            Self::Left(_) | Self::LedToGone(_) | Self::Nothing => None,
        }
    }
}

impl Memory {
    /// What the path's own input meets.
    pub fn case(&self, exprs: &mut Exprs, asked: &mut Asked<'_>) -> Meets {
        let number = (asked.value)(exprs, asked.address);
        let (choice, strayed) = self.ways(exprs, asked, number);
        // Which of several tables in a sum is that of the pointers is not known: it is one that was not left.
        if let (None, Some((way, own)), AddressOrigin::Moved) = (&choice, strayed, asked.origin) {
            return self.strayed(exprs, asked, &way, own);
        }
        let object = self.object_at(number).filter(|object| asked.is_held_by(exprs, object, number));
        let Some(object) = object else {
            return Meets::Nothing;
        };
        if !self.protections(object.base).is_empty() {
            return Meets::Case(Box::new(guarded_case(exprs, asked.address, number, &object)));
        }
        let company = self.company(asked.access, &object);
        let mut apart = 0;
        let shared = match choice {
            Some(choice) => {
                let leads = self.leads(asked, company, &choice);
                case_by_choice(exprs, asked, company, (&choice, &leads), &object)
            }
            None if company == Company::Alone(object.base) => None,
            None if company == Company::Merged && !self.model().merges_by_comparison() => None,
            None => match self.case_by_comparison(exprs, asked, company, &object) {
                Ok(case) => case,
                Err(TooMany(count)) => {
                    apart = count;
                    None
                }
            },
        };
        Meets::Case(Box::new(shared.unwrap_or_else(|| {
            let guard = object.inside(exprs, asked.address, asked.len);
            let part = Part::new(object.base, distance(exprs, asked.address, object.base));
            let target = Target::Object(part);
            Case { guard, objects: 1, class: object.class, kind: object.kind, apart, target }
        })))
    }

    /// The choice between constants that an address is of which the path's own input takes one that leads to the object it
    /// meets, if there is such a choice; else one that leads to an object it has left, and that constant.
    fn ways(
        &self,
        exprs: &mut Exprs,
        asked: &mut Asked<'_>,
        number: u64,
    ) -> (Option<Choice>, Option<(Choice, u64)>) {
        let mut strayed = None;
        for way in exprs.choices(asked.address) {
            let own = number.wrapping_sub((asked.value)(exprs, way.rest));
            let object = self.object_at(own);
            if object.is_some_and(|object| asked.is_held_by(exprs, &object, number)) {
                return (Some(way), strayed);
            }
            let led_somewhere = object.is_some() || self.gone_at(own).is_some();
            if led_somewhere && way.constants.len() > 1 && strayed.is_none() {
                strayed = Some((way, own));
            }
        }
        (None, strayed)
    }

    /// The case of an access that is `offset` bytes behind the start of an object, and inside it, where that is `number`
    /// for the path's own input.
    pub fn case_inside(&self, exprs: &mut Exprs, object: &Object, offset: Expr, number: u64) -> Case {
        if !self.protections(object.base).is_empty() {
            let zero = Object { base: 0, ..*object };
            let case = guarded_case(exprs, offset, number, &zero);
            let part = Part::new(object.base, exprs.constant(64, number));
            return Case { target: Target::Object(part), ..case };
        }
        let target = Target::Object(Part::new(object.base, offset));
        Case { guard: Expr::TRUE, objects: 1, class: object.class, kind: object.kind, apart: 0, target }
    }

    /// With what an object is met.
    fn company(&self, access: Access, object: &Object) -> Company {
        let is_open = access == Access::Read || object.kind != ObjectKind::Constant;
        let is_merged = is_open && self.protections(object.base).is_empty() && self.model().merges(object);
        match object.place {
            // It shares bytes with others, and not what may be done with them.
            Some(_) if !is_open => Company::Alone(object.base),
            // What is one object's for ever is no different from one that is alone.
            Some(place) if !(is_merged && self.segments().is_single(place.segment)) => {
                Company::Segment(place.segment)
            }
            _ if is_merged => Company::Merged,
            _ => Company::Alone(object.base),
        }
    }

    /// Where the constants of a choice lead, as far as that is part of the case.
    fn leads(&self, asked: &Asked<'_>, company: Company, choice: &Choice) -> Map<u64, Object> {
        let lead = |&constant: &u64| {
            let object = self.object_at(constant)?;
            let fits = object.capacity() >= asked.len && self.company(asked.access, &object) == company;
            fits.then_some((constant, object))
        };
        choice.constants.iter().filter_map(lead).collect()
    }

    /// The case of any address.
    fn case_by_comparison(
        &self,
        exprs: &mut Exprs,
        asked: &Asked<'_>,
        company: Company,
        object: &Object,
    ) -> Result<Option<Case>, TooMany> {
        let facts = *exprs.facts(asked.address);
        let mut objects = self.objects_between(facts.min, facts.max);
        let belongs =
            |other: &Object| other.capacity() >= asked.len && self.company(asked.access, other) == company;
        objects.retain(belongs);
        if objects.len() < 2 {
            return Ok(None);
        }
        if objects.len() > MANY_COMPARED {
            return Err(TooMany(objects.len()));
        }
        let guards: Vec<Expr> =
            objects.iter().map(|object| object.inside(exprs, asked.address, asked.len)).collect();
        let guard = guards.iter().fold(Expr::FALSE, |any, &guard| exprs.or(any, guard));
        let count = objects.len();
        let target = match company {
            Company::Segment(segment) => {
                let mut place = exprs.zero(64);
                for (object, &guard) in objects.iter().zip(&guards) {
                    let start = object.place.map_or(0, Place::offset);
                    let here = distance(exprs, asked.address, object.base.wrapping_sub(start));
                    place = exprs.ite(guard, here, place);
                }
                Target::Segment { segment, place, within: hull(&objects), base: object.base }
            }
            Company::Alone(_) => return Ok(None),
            Company::Merged => {
                let part = |(object, guard): (&Object, Expr)| {
                    let place = distance(exprs, asked.address, object.base);
                    (guard, Part::new(object.base, place))
                };
                Target::Several(objects.iter().zip(guards).map(part).collect())
            }
        };
        Ok(Some(Case { guard, objects: count, class: object.class, kind: object.kind, apart: 0, target }))
    }

    /// Where a case of `len` bytes begins of whose object memory does not know yet that they are all inside.
    pub fn undecided_case(&self, exprs: &Exprs, case: &Case, len: u64) -> Option<u64> {
        let Target::Object(part) = &case.target else { return None };
        let start = part.base.wrapping_add(exprs.as_const(part.place)?);
        self.undecided(start, len).map(|_| start)
    }

    /// Reads `len` bytes (1 to 8), `at` bytes behind the first, where the case's guard holds; `None` when they may not be
    /// read.
    pub fn load_case(&self, exprs: &mut Exprs, case: &Case, at: u64, len: u32) -> Option<Value> {
        match &case.target.behind(exprs, at) {
            Target::Object(part) => match exprs.as_const(part.place) {
                Some(offset) => self.load_value(exprs, part.base.wrapping_add(offset), len),
                None => self.load_part(exprs, part, len),
            },
            Target::Several(parts) => {
                let mut value = None;
                for (guard, part) in parts.iter().rev() {
                    let read = self.load_part(exprs, part, len)?.expr(exprs, len * 8);
                    value = Some(value.map_or(read, |others| exprs.ite(*guard, read, others)));
                }
                value.map(|value| Value::of(exprs, value))
            }
            Target::Known(known) => {
                let chosen = self.load_known(exprs, known, len);
                let chosen = exprs.fit(chosen, len * 8);
                Some(Value::of(exprs, chosen))
            }
            Target::Segment { segment, place, within, base } => {
                let body = self.segments().body(*segment)?;
                let read = match self.chooses(ArrayOf::Segment(*segment)) {
                    None => body.read_within(exprs, *place, len, within),
                    Some(size) => {
                        let by_piece = ByPiece::new(size, within, len);
                        by_piece.choose(exprs, *place, &mut |exprs, window| {
                            body.read_within(exprs, *place, len, window)
                        })
                    }
                };
                let value = self.with_fresh_garbage(exprs, *base, read);
                Some(Value::of(exprs, value))
            }
        }
    }

    fn load_part(&self, exprs: &mut Exprs, part: &Part, len: u32) -> Option<Value> {
        if let Some(offset) = exprs.as_const(part.place)
            && !self.is_sized(part.base)
        {
            // Where the guard does not hold, it may be anywhere.
            let value = self.load_value(exprs, part.base.wrapping_add(offset), len);
            return Some(value.unwrap_or(Value::Concrete(0)));
        }
        let window = part.window.map(|(start, end)| start..end);
        let read = self.read_in(exprs, part.base, part.place, len, window)?;
        Some(Value::of(exprs, read))
    }

    /// Writes the low `len` bytes (1 to 8) of `value`, `at` bytes behind the first, where the case's guard holds; `None`
    /// when they may not be written.
    pub fn store_case(
        &mut self,
        exprs: &mut Exprs,
        case: &Case,
        (at, len): (u64, u32),
        value: Value,
    ) -> Option<()> {
        match &case.target.behind(exprs, at) {
            Target::Object(part) => match exprs.as_const(part.place) {
                Some(offset) => self.store_value(exprs, part.base.wrapping_add(offset), len, value),
                None => {
                    let value = value.expr(exprs, len * 8);
                    let window = part.window.map(|(start, end)| start..end);
                    self.write_in(exprs, part.base, part.place, value, window)
                }
            },
            Target::Several(parts) => {
                let value = value.expr(exprs, len * 8);
                for (guard, part) in parts {
                    self.store_part(exprs, *guard, part, value)?;
                }
                Some(())
            }
            Target::Known(known) => {
                let value = value.expr(exprs, len * 8);
                let which = known.which(exprs);
                for (&constant, &number) in &known.places {
                    let number = exprs.constant(64, number);
                    let guard = exprs.eq(which, number);
                    self.store_known(exprs, guard, constant.wrapping_add(known.offset), value)?;
                }
                Some(())
            }
            Target::Segment { segment, place, within, .. } => {
                let objects = self.objects();
                let value = value.expr(exprs, len * 8);
                let body = self.segments_mut().body_mut(*segment)?;
                body.write_within(exprs, *place, value, within, objects);
                Some(())
            }
        }
    }

    /// Writes `value` where `guard` holds.
    fn store_part(&mut self, exprs: &mut Exprs, guard: Expr, part: &Part, value: Expr) -> Option<()> {
        if let Some(offset) = exprs.as_const(part.place) {
            if self.is_sized(part.base) {
                return self.store_sized(exprs, guard, (part.base, offset), value);
            }
            return self.store_known(exprs, guard, part.base.wrapping_add(offset), value);
        }
        if self.is_local(part.base) {
            let found = self.stack().find(part.base, 0)?;
            self.stack_mut().local_mut(&found)?.write_if(exprs, guard, part.place, value);
            return Some(());
        }
        let objects = self.objects();
        let shared = self.shared_object(part.base).map(|object| object.capacity());
        let (body, start) = self.body_mut(Access::Write, part.base, 0)?;
        let within = start..shared.map_or(body.len(), |size| start + size);
        let start = exprs.constant(64, start);
        let index = exprs.add(part.place, start);
        body.write_if(exprs, (guard, &within), index, value, objects);
        Some(())
    }

    /// Writes `value` at a known place where `guard` holds.
    fn store_known(&mut self, exprs: &mut Exprs, guard: Expr, address: u64, value: Expr) -> Option<()> {
        let len = u64::from(exprs.width(value) / 8);
        if !self.is_inside(address, len) {
            // The guard does not hold there.
            return Some(());
        }
        if self.is_local(address) {
            let found = self.stack().find(address, index64(len))?;
            self.stack_mut().local_mut(&found)?.write_known_if(exprs, guard, found.offset, value);
            return Some(());
        }
        let objects = self.objects();
        let (body, offset) = self.body_mut(Access::Write, address, len)?;
        body.write_known_if(exprs, guard, offset, value, objects);
        Some(())
    }
}

/// The case of an address that is one of a few constants and a distance; nothing if there is nothing to be gained
/// from that.
fn case_by_choice(
    exprs: &mut Exprs,
    asked: &Asked<'_>,
    company: Company,
    (choice, leads): (&Choice, &Map<u64, Object>),
    object: &Object,
) -> Option<Case> {
    let has_extent = leads.values().any(|object| object.extent.is_some());
    if let Some(offset) = exprs.as_const(choice.rest)
        && !has_extent
        && let Some((guard, known)) = known(exprs, asked, (choice, offset), leads)
    {
        let objects = distinct(known.places.keys().filter_map(|constant| leads.get(constant))).len();
        let target = Target::Known(known);
        return Some(Case { guard, objects, class: object.class, kind: object.kind, apart: 0, target });
    }
    let objects = distinct(leads.values());
    // A constant is no choice.
    if objects.is_empty() || choice.constants.len() < 2 {
        return None;
    }
    let (place, room) = place_and_room(exprs, choice, leads, asked.len);
    let guard = exprs.ult(place, room);
    let target = match company {
        // Of one object it is known how far behind its start the access begins, whatever else the table holds.
        _ if objects.len() == 1 => Target::Object(Part::new(object.base, place)),
        Company::Alone(_) => return None,
        Company::Segment(segment) => {
            let start = choice.map(exprs, |constant| {
                let object = leads.get(&constant)?;
                Some(object.place?.offset() + (constant - object.base))
            });
            let place = exprs.add(start, choice.rest);
            Target::Segment { segment, place, within: hull(&objects), base: object.base }
        }
        Company::Merged => {
            let numbers: Map<u64, u64> =
                objects.iter().enumerate().map(|(i, object)| (object.base, len64(i))).collect();
            let which = choice.map(exprs, |constant| numbers.get(&leads.get(&constant)?.base).copied());
            let part = |(number, object): (usize, &Object)| {
                let number = exprs.constant(64, len64(number));
                (exprs.eq(which, number), Part::new(object.base, place))
            };
            Target::Several(objects.iter().enumerate().map(part).collect())
        }
    };
    let objects = objects.len();
    Some(Case { guard, objects, class: object.class, kind: object.kind, apart: 0, target })
}

/// How far behind the start of its object an address is that is one of a few constants and a distance, and below which
/// place that has to be for `len` bytes to fit.
fn place_and_room(exprs: &mut Exprs, choice: &Choice, leads: &Map<u64, Object>, len: u64) -> (Expr, Expr) {
    let inside = choice.map(exprs, |constant| Some(constant - leads.get(&constant)?.base));
    let place = exprs.add(inside, choice.rest);
    let room = choice.map_values(exprs, |exprs, constant| {
        Some(match leads.get(&constant) {
            Some(object) => object.places(exprs, len),
            None => exprs.zero(64),
        })
    });
    (place, room)
}

/// The case of one place in an object whose pages the program may not all read and write: what is allowed there is a
/// matter of the place.
fn guarded_case(exprs: &mut Exprs, address: Expr, number: u64, object: &Object) -> Case {
    let constant = exprs.constant(64, number);
    let guard = exprs.eq(address, constant);
    let part = Part::new(object.base, exprs.constant(64, number - object.base));
    let target = Target::Object(part);
    Case { guard, objects: 1, class: object.class, kind: object.kind, apart: 0, target }
}

/// The objects, each once; those that are the same follow each other.
fn distinct<'o>(objects: impl Iterator<Item = &'o Object>) -> Vec<Object> {
    let mut objects: Vec<Object> = objects.copied().collect();
    objects.dedup_by_key(|object| object.base);
    objects
}

/// How far `address` is behind `base`.
fn distance(exprs: &mut Exprs, address: Expr, base: u64) -> Expr {
    let base = exprs.constant(64, base);
    exprs.sub(address, base)
}

/// The places of a segment that the bytes of `objects` take.
fn hull(objects: &[Object]) -> Range<u64> {
    let places = || objects.iter().filter_map(|object| Some((object.place?.offset(), object.capacity())));
    let start = places().map(|(offset, _)| offset).min().unwrap_or(0);
    let end = places().map(|(offset, size)| offset + size).max().unwrap_or(0);
    start..end
}
