//! The reference: pointers as an object and an offset.

use std::ops::RangeInclusive;

use vellum_collections::cast::index64;

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Heap,
    Local,
    Global,
    Constant,
    /// A local of a function that has returned.
    Returned,
}

/// An object of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    pub(super) kind: Kind,
    /// Tells it from others of its kind.
    pub(super) number: usize,
    pub(super) size: i64,
    pub(super) is_freed: bool,
}

impl Object {
    /// What the program calls it.
    pub(super) fn name(&self) -> String {
        let letter = match self.kind {
            Kind::Heap => 'h',
            Kind::Local => 'l',
            Kind::Global => 'g',
            Kind::Constant => 'c',
            Kind::Returned => 'r',
        };
        format!("{letter}{}", self.number)
    }

    /// What findings call it.
    fn title(&self) -> String {
        let size = format!("{} byte{}", self.size, if self.size == 1 { "" } else { "s" });
        match self.kind {
            Kind::Heap => format!("a heap block of {size}"),
            Kind::Local => format!("local `{}` of {size}", self.name()),
            Kind::Global => format!("global `{}` of {size}", self.name()),
            Kind::Constant => format!("constant `{}` of {size}", self.name()),
            Kind::Returned => "a function that has returned".to_owned(),
        }
    }

    pub(super) fn is_live(&self) -> bool {
        !self.is_freed && self.kind != Kind::Returned
    }
}

/// A fat pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fat {
    /// The object it was made from.
    pub(super) object: usize,
    pub(super) offset: i64,
    /// The distance from one object to another that came to the offset.
    pub(super) away: Option<(usize, usize)>,
}

/// What becomes of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Fine,
    /// A finding of that kind, whose message has one of these in it.
    Finding(&'static str, Vec<String>),
}

/// An access to some bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) len: i64,
    pub(super) is_write: bool,
}

impl Fat {
    /// What becomes of an access at this pointer.
    pub(super) fn access(&self, objects: &[Object], access: Access) -> Verdict {
        let object = &objects[self.object];
        let at = |offset: i64| vec![format!("offset {offset} of {}", object.title())];
        if object.kind == Kind::Returned {
            return Verdict::Finding("use-after-return", vec![object.title()]);
        }
        let kind = if object.is_freed { "use-after-free" } else { "out-of-bounds" };
        if self.away.is_some() {
            return Verdict::Finding(kind, vec![format!(" of {}", object.title())]);
        }
        let begins_inside = (0..object.size).contains(&self.offset);
        if access.is_write && object.kind == Kind::Constant && begins_inside {
            return Verdict::Finding("read-only-write", at(self.offset));
        }
        if !object.is_freed && self.offset >= 0 && self.offset + access.len <= object.size {
            return Verdict::Fine;
        }
        Verdict::Finding(kind, at(self.offset))
    }

    /// What it is after a cast to an integer and back: a pointer to the object the integer lies inside of, or just past.
    /// `None` where that depends on how far locals are apart, or on when it was cast.
    pub(super) fn cast(&self, objects: &[Object]) -> Option<Self> {
        let place = self.away.map_or(self.object, |(_, to)| to);
        let object = &objects[place];
        let is_inside = (0..=object.size).contains(&self.offset);
        if is_inside && object.is_live() {
            return Some(Self { object: place, offset: self.offset, away: None });
        }
        let is_known = object.is_live() && object.kind != Kind::Local && objects[self.object].is_live();
        is_known.then_some(*self)
    }

    /// What becomes of an access at one of several distances from this pointer: a finding if it is one for some of them,
    /// as near to the object as the distances allow.
    pub(super) fn access_any(&self, objects: &[Object], access: Access, distances: &[i64]) -> Verdict {
        let object = &objects[self.object];
        let moved = |by: i64| Fat { offset: self.offset + by, ..*self };
        let verdicts = distances.iter().map(|&by| moved(by).access(objects, access));
        let wrong: Vec<Verdict> = verdicts.filter(|verdict| *verdict != Verdict::Fine).collect();
        let Some(Verdict::Finding(kind, _)) = wrong.first() else { return Verdict::Fine };
        if !object.is_live() || self.away.is_some() {
            let texts = wrong.iter().flat_map(|verdict| match verdict {
                Verdict::Finding(_, texts) => texts.clone(),
                Verdict::Fine => Vec::new(),
            });
            return Verdict::Finding(kind, texts.collect());
        }
        let offsets: Vec<i64> = distances.iter().map(|by| self.offset + by).collect();
        let outside = |offset: &&i64| **offset < 0 || **offset + access.len > object.size;
        let past = (object.size + 1 - access.len).max(0);
        let end = object.size.max(past);
        let within = |window: RangeInclusive<i64>| {
            let inside = offsets.iter().filter(move |offset| window.contains(offset)).copied();
            Some(inside.collect::<Vec<i64>>()).filter(|inside| !inside.is_empty())
        };
        let nearest = |inside: Vec<i64>| inside.into_iter().min().into_iter().collect();
        let behind = || within(past..=end + 64).map(nearest);
        let near = within(past..=end).or_else(behind).or_else(|| within(-access.len..=-1));
        let near = near.unwrap_or_else(|| offsets.iter().filter(outside).copied().collect());
        let texts = near.iter().map(|offset| format!("offset {offset} of {}", object.title())).collect();
        Verdict::Finding(kind, texts)
    }
}

/// The distances of `count` steps of `stride` bytes from `first` on.
pub(super) fn distances(first: i64, count: u64, stride: i64) -> Vec<i64> {
    (first..).take(index64(count)).map(|i| i * stride).collect()
}
