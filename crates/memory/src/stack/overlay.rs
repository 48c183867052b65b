//! Locals that lie over their block: large ones, and small ones that hold an expression.

use std::{borrow::Cow, ops::Range, rc::Rc};

use vellum_collections::cast::{index, index64, len64};
use vellum_expr::{Expr, Exprs, Marker};

use super::layout::{FrameLayout, Layout, Local};
use crate::{
    body::{Body, Bytes, Numbers, Stretch, WRITTEN},
    contents::{Contents, Objects, Piece, PlaneForm, SymbolicPlaces, read_word, write_word},
    segments::Place,
    value::Value,
};

/// What lies over one block.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlay {
    /// By rising number of the local.
    entries: Vec<(u16, Over)>,
    /// Locals whose bytes are in a segment, and where, by rising number. They are none of the entries.
    moved: Vec<(u16, Place)>,
    /// How many of both are small.
    small: usize,
}

/// What one local holds.
#[derive(Clone, Debug)]
enum Over {
    /// One expression over all of a local of at most 8 bytes.
    Word(Expr),
    Body(Body),
}

impl Overlay {
    /// Takes over the large locals of a block with these bytes and shadows.
    pub(super) fn lift_large(&mut self, layout: &Layout, bytes: &[u8], shadow: &[u8]) {
        for (number, local) in (0..).map_while(|number| Some((number, layout.local(number)?))) {
            if FrameLayout::is_large(local.size().into()) && !self.covers(number) {
                let first = index(local.byte);
                let places = first..first + index(local.size());
                let shadow = local.is_tracked().then(|| &shadow[places.clone()]);
                self.set(number, Over::Body(Body::of(&bytes[places], shadow)));
                self.small -= 1;
            }
        }
    }

    /// The overlay of a block that was just reserved: with naive planes, its locals of more than a word, each a list of
    /// writes; otherwise none.
    #[inline]
    pub(super) fn of_new(layout: &Layout, objects: Objects) -> Option<Rc<Self>> {
        match objects.places {
            SymbolicPlaces::Planes(PlaneForm::Naive) => Some(Rc::new(Self::listed(layout, objects))),
            SymbolicPlaces::Planes(PlaneForm::Boosted) | SymbolicPlaces::Arrays => None,
        }
    }

    fn listed(layout: &Layout, objects: Objects) -> Self {
        let mut overlay = Self::default();
        for (number, local) in (0..).map_while(|number| Some((number, layout.local(number)?))) {
            if objects.is_listed(local.size().into()) {
                let zeros = vec![0; index(local.size())];
                let mut body = Body::of(&zeros, local.is_tracked().then_some(&zeros));
                body.list(objects);
                overlay.set(number, Over::Body(body));
            }
        }
        overlay
    }

    /// Whether a small local is among them.
    pub(super) fn is_symbolic(&self) -> bool {
        self.small > 0
    }

    pub(super) fn covers(&self, number: u16) -> bool {
        self.place(number).is_ok() || self.moved(number).is_some()
    }

    /// Where the bytes of a local are, if they are in a segment.
    pub(super) fn moved(&self, number: u16) -> Option<Place> {
        let at = self.moved.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.moved[at].1)
    }

    /// All locals whose bytes are in a segment, and where.
    pub(super) fn all_moved(&self) -> &[(u16, Place)] {
        &self.moved
    }

    /// The bytes of a local are in a segment from now on, or at another place there.
    pub(super) fn set_moved(&mut self, number: u16, is_small: bool, place: Place) {
        let was_over = self.covers(number);
        if let Ok(at) = self.place(number) {
            self.entries.remove(at);
        }
        match self.moved.binary_search_by_key(&number, |(number, _)| *number) {
            Ok(at) => self.moved[at].1 = place,
            Err(at) => self.moved.insert(at, (number, place)),
        }
        self.small += usize::from(is_small && !was_over);
    }

    pub(super) fn body(&self, number: u16) -> Option<&Body> {
        match &self.entries[self.place(number).ok()?].1 {
            Over::Body(body) => Some(body),
            Over::Word(_) => None,
        }
    }

    pub(super) fn body_mut(&mut self, number: u16) -> Option<&mut Body> {
        let place = self.place(number).ok()?;
        match &mut self.entries[place].1 {
            Over::Body(body) => Some(body),
            Over::Word(_) => None,
        }
    }

    pub(super) fn mark(&self, marker: &mut Marker) {
        for (_, over) in &self.entries {
            match over {
                Over::Word(e) => marker.mark(*e),
                Over::Body(body) => body.mark(marker),
            }
        }
    }

    fn get(&self, number: u16) -> Option<&Over> {
        self.place(number).ok().map(|place| &self.entries[place].1)
    }

    fn set(&mut self, number: u16, over: Over) {
        match self.place(number) {
            Ok(place) => self.entries[place].1 = over,
            Err(place) => {
                self.entries.insert(place, (number, over));
                self.small += 1;
            }
        }
    }

    fn remove(&mut self, number: u16) {
        if let Ok(place) = self.place(number) {
            self.entries.remove(place);
            self.small -= 1;
        }
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.moved.is_empty()
    }

    fn place(&self, number: u16) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&number, |(number, _)| *number)
    }
}

/// A local, to read.
pub(crate) struct LocalRef<'a> {
    /// Its bytes, if it is small.
    inline: &'a [u8],
    /// Their shadow, if it is tracked.
    shadow: Option<&'a [u8]>,
    over: Option<&'a Over>,
}

impl<'a> LocalRef<'a> {
    pub(super) fn new(
        inline: &'a [u8],
        shadow: Option<&'a [u8]>,
        over: Option<&'a Overlay>,
        number: u16,
    ) -> Self {
        debug_assert!(over.is_none_or(|over| over.moved(number).is_none()), "its bytes are not on the stack");
        Self { inline, shadow, over: over.and_then(|over| over.get(number)) }
    }

    /// What lies over its block, if more than one expression does.
    pub(crate) fn body(&self) -> Option<&'a Body> {
        match self.over? {
            Over::Body(body) => Some(body),
            Over::Word(_) => None,
        }
    }

    /// A copy of what it holds.
    pub(crate) fn to_body(&self, exprs: &mut Exprs) -> Body {
        match self.over {
            None => Body::of(self.inline, self.shadow),
            Some(Over::Word(word)) => as_body(exprs, self.inline, *word),
            Some(Over::Body(body)) => body.clone(),
        }
    }

    /// `len` bytes from `at` on, and their shadow unless all of them were written.
    pub(crate) fn read(&self, exprs: &mut Exprs, at: u64, len: u64) -> (Value, Option<Value>) {
        match self.over {
            None => {
                let value = Value::Concrete(read_word(&self.inline[index64(at)..index64(at + len)]));
                let shadow = self.shadow(&(at..at + len)).map(|shadow| Value::Concrete(read_word(shadow)));
                (value, shadow)
            }
            Some(Over::Word(word)) => {
                let part = exprs.extract(*word, bits(at), bits(len));
                (Value::of(exprs, part), None)
            }
            Some(Over::Body(body)) => body.read(exprs, at, len),
        }
    }

    /// What it holds, with its shadow.
    pub(crate) fn as_body(&self, exprs: &mut Exprs) -> Cow<'a, Body> {
        match self.over {
            None => Cow::Owned(Body::of(self.inline, self.shadow)),
            Some(Over::Word(word)) => Cow::Owned(as_body(exprs, self.inline, *word)),
            Some(Over::Body(body)) => Cow::Borrowed(body),
        }
    }

    /// What lies from `start` on, all of it inside `bounds`, to be written elsewhere.
    pub(crate) fn source(&self, exprs: &mut Exprs, start: Expr, bounds: &Range<u64>) -> Bytes {
        match self.over {
            None => Body::of(self.inline, self.shadow).source(exprs, start, bounds),
            Some(Over::Word(word)) => as_body(exprs, self.inline, *word).source(exprs, start, bounds),
            Some(Over::Body(body)) => body.source(exprs, start, bounds),
        }
    }

    /// The bytes of `range`, if they are numbers and were all written.
    pub(crate) fn concrete(&self, range: Range<u64>) -> Option<Cow<'a, [u8]>> {
        match self.over {
            None if self.shadow(&range).is_some() => None,
            None => self.inline.get(index64(range.start)..index64(range.end)).map(Cow::Borrowed),
            Some(Over::Word(_)) => None,
            Some(Over::Body(body)) => body.concrete(range),
        }
    }

    /// The bytes of `range`, if they are numbers, and their shadow unless all were written.
    pub(crate) fn numbers(&self, range: Range<u64>) -> Option<Numbers<'a>> {
        match self.over {
            None => {
                let bytes = self.inline.get(index64(range.start)..index64(range.end))?;
                let shadow = self.shadow(&range).map(Cow::Borrowed);
                Some(Numbers { bytes: Cow::Borrowed(bytes), shadow })
            }
            Some(Over::Word(_)) => None,
            Some(Over::Body(body)) => body.numbers(range),
        }
    }

    pub(crate) fn piece(&self, exprs: &mut Exprs, range: Range<u64>) -> Piece {
        match self.over {
            None => {
                let bytes = self.inline[index64(range.start)..index64(range.end)].to_vec();
                let shadow = self.shadow(&range).map(|shadow| Box::new(Piece::concrete(shadow.to_vec())));
                Piece { shadow, ..Piece::concrete(bytes) }
            }
            Some(Over::Body(body)) => body.piece(exprs, range),
            Some(Over::Word(word)) => as_body(exprs, self.inline, *word).piece(exprs, range),
        }
    }

    /// Whether numbers can be written to `range` without a look at expressions.
    pub(crate) fn can_store(&self, range: &Range<u64>) -> bool {
        match self.over {
            None => true,
            Some(Over::Word(_)) => range.start == 0 && range.end == len64(self.inline.len()),
            Some(Over::Body(body)) => body.can_store(range),
        }
    }

    /// A number for what it holds.
    pub(crate) fn hash(&self, exprs: &mut Exprs) -> u64 {
        match self.over {
            None => Body::of(self.inline, self.shadow).hash_now(exprs),
            Some(Over::Body(body)) => body.hash_now(exprs),
            Some(Over::Word(word)) => as_body(exprs, self.inline, *word).hash_now(exprs),
        }
    }

    /// The shadow of `range` of a local in its block, unless all of it was written.
    fn shadow(&self, range: &Range<u64>) -> Option<&'a [u8]> {
        let shadow = self.shadow?.get(index64(range.start)..index64(range.end))?;
        (!super::is_written(shadow)).then_some(shadow)
    }
}

/// The small locals of a block, their shadows, and what lies over it.
pub(super) struct BlockMut<'a> {
    pub(super) inline: &'a mut [u8],
    pub(super) shadow: &'a mut [u8],
    pub(super) over: &'a mut Option<Rc<Overlay>>,
}

/// A local, to change.
pub(crate) struct LocalMut<'a> {
    block: BlockMut<'a>,
    number: u16,
    local: Local,
    objects: Objects,
}

impl<'a> LocalMut<'a> {
    pub(super) fn new(block: BlockMut<'a>, number: u16, local: Local, objects: Objects) -> Self {
        let is_moved = block.over.as_ref().is_some_and(|over| over.moved(number).is_some());
        debug_assert!(!is_moved, "its bytes are not on the stack");
        Self { block, number, local, objects }
    }

    /// As [`LocalRef::body`], to change.
    pub(crate) fn into_body(self) -> Option<&'a mut Body> {
        Rc::make_mut(self.block.over.as_mut()?).body_mut(self.number)
    }

    /// Writes the low `len` bytes of `value` from `at` on.
    pub(crate) fn write(&mut self, exprs: &mut Exprs, at: u64, len: u64, value: Value) {
        let whole = at == 0 && len == self.size() && !self.stays_over();
        match value {
            Value::Concrete(word) if whole || !self.is_over() => {
                self.uncover();
                write_word(self.inline_mut(at, len), word);
            }
            Value::Symbolic(e) if whole => {
                let word = exprs.fit(e, bits(len));
                match exprs.as_const(word) {
                    Some(number) => self.write(exprs, at, len, Value::Concrete(number)),
                    None => {
                        let number = self.number;
                        self.overlay().set(number, Over::Word(word));
                    }
                }
            }
            _ => {
                let objects = self.objects;
                self.body(exprs).write(exprs, at, len, value, objects);
                self.settle();
            }
        }
    }

    /// Writes `value` from a symbolic place on; all of it is in the window, if there is one.
    pub(crate) fn write_in(
        &mut self,
        exprs: &mut Exprs,
        index: Expr,
        value: Expr,
        window: Option<Range<u64>>,
    ) {
        let (objects, window) = (self.objects, window.unwrap_or(0..self.size()));
        self.body(exprs).write_within(exprs, index, value, &window, objects);
    }

    /// Writes symbolically many bytes; `None`, and nothing is written, if reading them would be too much work.
    pub(crate) fn write_span(&mut self, exprs: &mut Exprs, to: &Stretch, bytes: Bytes) -> Option<()> {
        let objects = self.objects;
        self.body(exprs).write_span(exprs, to, bytes, objects)
    }

    /// Writes `value` from a known place on where `guard` holds.
    pub(crate) fn write_known_if(&mut self, exprs: &mut Exprs, guard: Expr, at: u64, value: Expr) {
        let objects = self.objects;
        self.body(exprs).write_known_if(exprs, guard, at, value, objects);
        self.settle();
    }

    /// Writes `value` from a symbolic place on where `guard` holds.
    pub(crate) fn write_if(&mut self, exprs: &mut Exprs, guard: Expr, index: Expr, value: Expr) {
        let (objects, within) = (self.objects, 0..self.size());
        self.body(exprs).write_if(exprs, (guard, &within), index, value, objects);
    }

    /// Writes numbers from `at` on; `None` when that cuts an expression in two.
    pub(crate) fn store(mut self, at: u64, bytes: &[u8]) -> Option<()> {
        if at == 0 && len64(bytes.len()) == self.size() {
            self.uncover();
        }
        if !self.is_over() {
            self.inline_mut(at, len64(bytes.len())).copy_from_slice(bytes);
            return Some(());
        }
        let (number, objects) = (self.number, self.objects);
        self.overlay().body_mut(number)?.store(at, bytes, objects)?;
        self.settle();
        Some(())
    }

    /// Puts a piece at `at`.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece) {
        match piece.as_numbers() {
            Some(bytes) if !self.is_over() => {
                self.inline_mut(at, len64(bytes.len())).copy_from_slice(bytes);
            }
            _ => {
                let objects = self.objects;
                self.body(exprs).put(exprs, at, piece, objects);
                self.settle();
            }
        }
    }

    /// Says again which of the bytes from `at` on, which were just written, nobody wrote.
    pub(crate) fn shade(&mut self, at: u64, shadow: &[u8]) {
        let (number, objects) = (self.number, self.objects);
        if !self.is_over() {
            let places = self.places(at, len64(shadow.len()));
            if let Some(own) = self.block.shadow.get_mut(places).filter(|_| self.local.is_tracked()) {
                own.copy_from_slice(shadow);
            }
        } else if let Some(body) = self.overlay().body_mut(number) {
            body.shade(at, shadow, objects);
        }
    }

    fn size(&self) -> u64 {
        self.local.size().into()
    }

    /// Whether it stays in the overlay even while all its bytes are concrete.
    fn stays_over(&self) -> bool {
        FrameLayout::is_large(self.size()) || self.objects.is_listed(self.size())
    }

    fn is_over(&self) -> bool {
        self.block.over.as_ref().is_some_and(|over| over.covers(self.number))
    }

    /// Where `len` of its bytes are in the block.
    fn places(&self, at: u64, len: u64) -> Range<usize> {
        let first = index(self.local.byte) + index64(at);
        first..first + index64(len)
    }

    /// Bytes of it in the block, which the caller writes.
    fn inline_mut(&mut self, at: u64, len: u64) -> &mut [u8] {
        let places = self.places(at, len);
        if self.local.is_tracked() {
            self.block.shadow[places.clone()].fill(WRITTEN);
        }
        &mut self.block.inline[places]
    }

    fn overlay(&mut self) -> &mut Overlay {
        Rc::make_mut(self.block.over.get_or_insert_default())
    }

    /// Its bytes, moved out of the block if need be.
    fn body(&mut self, exprs: &mut Exprs) -> &mut Body {
        let number = self.number;
        let places = self.places(0, self.size());
        let moved = match self.block.over.as_ref().and_then(|over| over.get(number)) {
            Some(Over::Body(_)) => None,
            Some(&Over::Word(word)) => Some(as_body(exprs, &self.block.inline[places], word)),
            None => {
                let shadow = self.local.is_tracked().then(|| &self.block.shadow[places.clone()]);
                Some(Body::of(&self.block.inline[places], shadow))
            }
        };
        let overlay = self.overlay();
        if let Some(body) = moved {
            overlay.set(number, Over::Body(body));
        }
        overlay.body_mut(number).expect("it was just moved out")
    }

    /// A small local is back in its block: what lies over it goes.
    fn uncover(&mut self) {
        if self.is_over() && !self.stays_over() {
            let number = self.number;
            self.overlay().remove(number);
            if self.block.over.as_ref().is_some_and(|over| over.is_empty()) {
                *self.block.over = None;
            }
        }
    }

    /// Moves a small local without expressions back into its block.
    fn settle(&mut self) {
        if self.stays_over() {
            return;
        }
        let size = self.size();
        let places = self.places(0, size);
        let BlockMut { inline, shadow: own, over } = &mut self.block;
        let Some(Numbers { bytes, shadow }) =
            over.as_ref().and_then(|over| over.body(self.number)).and_then(Body::plain)
        else {
            return;
        };
        if len64(bytes.len()) != size || (shadow.is_some() && !self.local.is_tracked()) {
            return;
        }
        inline[places.clone()].copy_from_slice(&bytes);
        if self.local.is_tracked() {
            match shadow {
                Some(shadow) => own[places].copy_from_slice(&shadow),
                None => own[places].fill(WRITTEN),
            }
        }
        self.uncover();
    }
}

fn as_body(exprs: &mut Exprs, inline: &[u8], word: Expr) -> Body {
    let mut body = Body::from(Contents::of(inline));
    // A local that one word covers is small: its form does not depend on how objects are shared.
    body.write(exprs, 0, len64(inline.len()), Value::Symbolic(word), Objects::default());
    body
}

fn bits(bytes: u64) -> u32 {
    u32::try_from(bytes * 8).expect("a small local has few bits")
}
