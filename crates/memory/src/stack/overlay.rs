//! Locals that lie over their block: large ones, and small ones that hold an expression.

use std::{borrow::Cow, ops::Range, rc::Rc};

use vellum_collections::cast::{index, index64, len64};
use vellum_expr::{Expr, Exprs, Marker};

use super::layout::{FrameLayout, Layout, Local};
use crate::{
    contents::{Contents, Objects, Piece, read_word, write_word},
    value::Value,
};

/// What lies over one block.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlay {
    /// By rising number of the local.
    entries: Vec<(u16, Over)>,
    /// How many of them are small.
    small: usize,
}

/// What one local holds.
#[derive(Clone, Debug)]
enum Over {
    /// One expression over all of a local of at most 8 bytes.
    Word(Expr),
    Contents(Contents),
}

impl Overlay {
    /// Takes over the large locals of a block with these bytes.
    pub(super) fn lift_large(&mut self, layout: &Layout, bytes: &[u8]) {
        for (number, local) in (0..).map_while(|number| Some((number, layout.local(number)?))) {
            if FrameLayout::is_large(local.size.into()) && !self.covers(number) {
                let first = index(local.offset);
                let contents = Contents::of(&bytes[first..first + index(local.size)]);
                self.set(number, Over::Contents(contents));
                self.small -= 1;
            }
        }
    }

    /// Whether a small local is among them.
    pub(super) fn is_symbolic(&self) -> bool {
        self.small > 0
    }

    pub(super) fn covers(&self, number: u16) -> bool {
        self.place(number).is_ok()
    }

    pub(super) fn contents(&self, number: u16) -> Option<&Contents> {
        match &self.entries[self.place(number).ok()?].1 {
            Over::Contents(contents) => Some(contents),
            Over::Word(_) => None,
        }
    }

    pub(super) fn contents_mut(&mut self, number: u16) -> Option<&mut Contents> {
        let place = self.place(number).ok()?;
        match &mut self.entries[place].1 {
            Over::Contents(contents) => Some(contents),
            Over::Word(_) => None,
        }
    }

    pub(super) fn mark(&self, marker: &mut Marker) {
        for (_, over) in &self.entries {
            match over {
                Over::Word(e) => marker.mark(*e),
                Over::Contents(contents) => contents.mark(marker),
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

    fn place(&self, number: u16) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&number, |(number, _)| *number)
    }
}

/// A local, to read.
pub(crate) struct LocalRef<'a> {
    /// Its bytes, if it is small.
    inline: &'a [u8],
    over: Option<&'a Over>,
}

impl<'a> LocalRef<'a> {
    pub(super) fn new(inline: &'a [u8], over: Option<&'a Overlay>, number: u16) -> Self {
        Self { inline, over: over.and_then(|over| over.get(number)) }
    }

    pub(crate) fn read(&self, exprs: &mut Exprs, at: u64, len: u64) -> Value {
        match self.over {
            None => Value::Concrete(read_word(&self.inline[index64(at)..index64(at + len)])),
            Some(Over::Word(word)) => {
                let part = exprs.extract(*word, bits(at), bits(len));
                Value::of(exprs, part)
            }
            Some(Over::Contents(contents)) => contents.read(exprs, at, len),
        }
    }

    pub(crate) fn concrete(&self, range: Range<u64>) -> Option<Cow<'a, [u8]>> {
        match self.over {
            None => self.inline.get(index64(range.start)..index64(range.end)).map(Cow::Borrowed),
            Some(Over::Word(_)) => None,
            Some(Over::Contents(contents)) => contents.concrete(range),
        }
    }

    pub(crate) fn piece(&self, exprs: &mut Exprs, range: Range<u64>) -> Piece {
        match self.over {
            None => Piece::concrete(self.inline[index64(range.start)..index64(range.end)].to_vec()),
            Some(Over::Contents(contents)) => contents.piece(exprs, range),
            Some(Over::Word(word)) => as_contents(exprs, self.inline, *word).piece(exprs, range),
        }
    }
}

/// A local, to change.
pub(crate) struct LocalMut<'a> {
    inline: &'a mut [u8],
    over: &'a mut Option<Rc<Overlay>>,
    number: u16,
    local: Local,
    objects: Objects,
}

impl<'a> LocalMut<'a> {
    pub(super) fn new(
        inline: &'a mut [u8],
        over: &'a mut Option<Rc<Overlay>>,
        number: u16,
        local: Local,
        objects: Objects,
    ) -> Self {
        Self { inline, over, number, local, objects }
    }

    /// Writes the low `len` bytes of `value` from `at` on.
    pub(crate) fn write(&mut self, exprs: &mut Exprs, at: u64, len: u64, value: Value) {
        let whole = at == 0 && len == self.size() && !self.is_large();
        match value {
            Value::Concrete(word) if whole || !self.is_over() => {
                self.uncover();
                write_word(&mut self.inline()[index64(at)..index64(at + len)], word);
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
                self.contents(exprs).write(exprs, at, len, value, objects);
                self.settle();
            }
        }
    }

    /// `len` bytes from a symbolic place on.
    pub(crate) fn read_at(&mut self, exprs: &mut Exprs, index: Expr, len: u32) -> Expr {
        self.contents(exprs).read_at(exprs, index, len)
    }

    /// Writes `value` from a symbolic place on.
    pub(crate) fn write_at(&mut self, exprs: &mut Exprs, index: Expr, value: Expr) {
        let objects = self.objects;
        self.contents(exprs).write_at(exprs, index, value, objects);
    }

    /// Writes numbers from `at` on; `None` when that cuts an expression in two.
    pub(crate) fn store(mut self, at: u64, bytes: &[u8]) -> Option<()> {
        if at == 0 && len64(bytes.len()) == self.size() {
            self.uncover();
        }
        if !self.is_over() {
            self.inline()[index64(at)..index64(at) + bytes.len()].copy_from_slice(bytes);
            return Some(());
        }
        let (number, objects) = (self.number, self.objects);
        self.overlay().contents_mut(number)?.store(at, bytes, objects)?;
        self.settle();
        Some(())
    }

    /// Puts a piece at `at`.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, at: u64, piece: &Piece) {
        match piece.as_concrete() {
            Some(bytes) if !self.is_over() => {
                self.inline()[index64(at)..index64(at) + bytes.len()].copy_from_slice(bytes);
            }
            _ => {
                let objects = self.objects;
                self.contents(exprs).put(exprs, at, piece, objects);
                self.settle();
            }
        }
    }

    fn size(&self) -> u64 {
        self.local.size.into()
    }

    fn is_large(&self) -> bool {
        FrameLayout::is_large(self.size())
    }

    fn is_over(&self) -> bool {
        self.over.as_ref().is_some_and(|over| over.covers(self.number))
    }

    /// Its bytes in the block.
    fn inline(&mut self) -> &mut [u8] {
        let first = index(self.local.offset);
        &mut self.inline[first..first + index(self.local.size)]
    }

    fn overlay(&mut self) -> &mut Overlay {
        Rc::make_mut(self.over.get_or_insert_default())
    }

    /// Its contents, moved out of the block if need be.
    fn contents(&mut self, exprs: &mut Exprs) -> &mut Contents {
        let number = self.number;
        let moved = match self.over.as_ref().and_then(|over| over.get(number)) {
            Some(Over::Contents(_)) => None,
            Some(&Over::Word(word)) => Some(as_contents(exprs, self.inline(), word)),
            None => Some(Contents::of(self.inline())),
        };
        let overlay = self.overlay();
        if let Some(contents) = moved {
            overlay.set(number, Over::Contents(contents));
        }
        overlay.contents_mut(number).expect("it was just moved out")
    }

    /// A small local is back in its block: what lies over it goes.
    fn uncover(&mut self) {
        if self.is_over() && !self.is_large() {
            let number = self.number;
            self.overlay().remove(number);
            if self.over.as_ref().is_some_and(|over| over.entries.is_empty()) {
                *self.over = None;
            }
        }
    }

    /// Moves a small local without expressions back into its block.
    fn settle(&mut self) {
        if self.is_large() {
            return;
        }
        let over = self.over.as_ref();
        let Some(contents) = over.and_then(|over| over.contents(self.number)) else { return };
        let Some(bytes) = contents.plain().map(<[u8]>::to_vec) else { return };
        if len64(bytes.len()) == self.size() {
            self.inline().copy_from_slice(&bytes);
            self.uncover();
        }
    }
}

fn as_contents(exprs: &mut Exprs, inline: &[u8], word: Expr) -> Contents {
    let mut contents = Contents::Plain(inline.into());
    // A local that one word covers is small: its form does not depend on how objects are shared.
    contents.write(exprs, 0, len64(inline.len()), Value::Symbolic(word), Objects::default());
    contents
}

fn bits(bytes: u64) -> u32 {
    u32::try_from(bytes * 8).expect("a small local has few bits")
}
