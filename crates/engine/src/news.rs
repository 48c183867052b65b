//! What paths were the first to come to, and who shows it to others.
//!
//! Code of the program that no path had seen is *news* of the path that came there, and of every path that parts
//! from it later. The first of them that ends where others hear of it shows the news; none of the rest has to. If
//! the last of them is gone and none did, a path that comes there again brings it as news again. What counts as
//! covered does not depend on any of this.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use vellum_collections::{
    Id, Set,
    cast::{index, index64, len64},
};
use vellum_ir::FuncId;

use crate::{code::Code, coverage::Part, program::Program};

/// Something that can be seen for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sighting {
    /// A function is called.
    Call(FuncId),
    /// A jump of a function is made.
    Jump(FuncId, u32),
}

/// What a path was the first to see since it last parted from another, and what was before.
///
/// Law: what was before has been shown if this has.
#[derive(Debug)]
pub(crate) struct News {
    seen: Vec<Sighting>,
    shown: Cell<bool>,
    before: Option<Rc<News>>,
}

/// What was seen by all paths together.
#[derive(Debug, Default)]
pub(crate) struct Sightings {
    /// What was seen, in that order.
    all: RefCell<Vec<Sighting>>,
    /// The program's own among them that belong to no path yet.
    fresh: RefCell<Vec<Sighting>>,
    /// The program's own that were seen and that no path shows.
    unshown: RefCell<Set<Sighting>>,
}

impl News {
    /// Adds what a path saw to what it has.
    pub(crate) fn add(news: &mut Option<Rc<Self>>, mut seen: Vec<Sighting>) {
        if seen.is_empty() {
            return;
        }
        match news.as_mut().and_then(Rc::get_mut).filter(|own| !own.shown.get()) {
            Some(own) => own.seen.append(&mut seen),
            None => *news = Some(Rc::new(Self { seen, shown: Cell::new(false), before: news.take() })),
        }
    }

    /// Whether nobody has shown it.
    pub(crate) fn is_unshown(&self) -> bool {
        !self.shown.get()
    }

    /// All of it that nobody has shown.
    pub(crate) fn unshown(&self) -> Vec<Sighting> {
        let mut found = Vec::new();
        let mut next = Some(self);
        while let Some(news) = next.filter(|news| news.is_unshown()) {
            found.extend(&news.seen);
            next = news.before.as_deref();
        }
        found
    }

    /// Somebody shows it, and all before it.
    pub(crate) fn show(&self) {
        let mut next = Some(self);
        while let Some(news) = next.filter(|news| !news.shown.replace(true)) {
            next = news.before.as_deref();
        }
    }
}

impl Drop for News {
    /// One after the other: a chain may be longer than the stack is deep.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut news) = next.and_then(Rc::into_inner) {
            next = news.before.take();
        }
    }
}

impl Program {
    /// Edges between blocks, and functions, that some path came over.
    pub fn covered(&self) -> u64 {
        len64(self.sightings.all.borrow().len())
    }

    /// What was seen after the first `count` things.
    pub fn seen_since(&self, count: u64) -> Vec<Sighting> {
        self.sightings.all.borrow().get(index64(count)..).unwrap_or_default().to_vec()
    }

    /// Another run saw this. What it did not show is news for whoever comes there.
    pub fn restore(&self, seen: impl IntoIterator<Item = Sighting>, is_shown: impl Fn(Sighting) -> bool) {
        for sighting in seen {
            let (Sighting::Call(id) | Sighting::Jump(id, _)) = sighting;
            if id.index() >= self.module().functions.len() {
                continue;
            }
            let Some(code) = self.code(id) else { continue };
            let bit = match sighting {
                Sighting::Call(_) => Some(&code.called),
                Sighting::Jump(_, edge) => code.seen.get(index(edge)),
            };
            let Some(bit) = bit.filter(|bit| !bit.get()) else { continue };
            if code.part != Part::Program || is_shown(sighting) {
                bit.set(true);
            } else if !self.sightings.unshown.borrow_mut().insert(sighting) {
                continue;
            }
            self.sightings.all.borrow_mut().push(sighting);
        }
    }

    /// A jump is made, for the first time or once more because nobody showed it.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_jump(&self, code: &Code, edge: u32) {
        self.note(code.part, Sighting::Jump(code.function, edge));
    }

    /// A function is called, as above.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_call(&self, code: &Code) {
        self.note(code.part, Sighting::Call(code.function));
    }

    fn note(&self, part: Part, sighting: Sighting) {
        let Sightings { all, fresh, unshown } = &self.sightings;
        if !unshown.borrow_mut().swap_remove(&sighting) {
            all.borrow_mut().push(sighting);
        }
        if part == Part::Program {
            fresh.borrow_mut().push(sighting);
        }
    }

    /// What of the program's own was seen since the last time.
    pub(crate) fn take_fresh(&self) -> Vec<Sighting> {
        self.sightings.fresh.take()
    }

    /// A path is gone: news that only it had, and did not show, can be brought by others.
    pub(crate) fn take_back(&self, news: Option<Rc<News>>) {
        let mut next = news;
        while let Some(mut news) = next.and_then(Rc::into_inner).filter(News::is_unshown) {
            let mut unshown = self.sightings.unshown.borrow_mut();
            for sighting in news.seen.drain(..) {
                self.forget(sighting);
                unshown.insert(sighting);
            }
            next = news.before.take();
        }
    }

    /// The next path that comes there says so.
    fn forget(&self, sighting: Sighting) {
        match sighting {
            Sighting::Call(id) => self.decoded(id).map(|code| code.called.set(false)),
            Sighting::Jump(id, edge) => self.decoded(id).map(|code| code.seen[index(edge)].set(false)),
        };
    }

    /// Whether some path called a function.
    pub(crate) fn is_called(&self, id: FuncId) -> bool {
        self.decoded(id).is_some()
    }

    /// Whether some path made a jump of a function, by its number in [`Code::seen`].
    pub(crate) fn is_made(&self, id: FuncId, jump: u32) -> bool {
        let is_seen = |code: &Code| code.seen.get(index(jump)).is_some_and(Cell::get);
        let is_unshown = || self.sightings.unshown.borrow().contains(&Sighting::Jump(id, jump));
        self.decoded(id).is_some_and(|code| is_seen(code) || is_unshown())
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use vellum_collections::Id;
    use vellum_ir::FuncId;

    use super::{News, Sighting};

    fn seen(edge: u32) -> Vec<Sighting> {
        vec![Sighting::Jump(FuncId::from_index(0), edge)]
    }

    fn has_news(news: Option<&Rc<News>>) -> bool {
        news.is_some_and(|news| news.is_unshown())
    }

    #[test]
    fn one_path_shows_what_was_seen_before_they_parted() {
        let mut first = None;
        News::add(&mut first, seen(0));
        let mut second = first.clone();
        News::add(&mut second, seen(1));
        let third = first.clone();
        assert!([&first, &second, &third].iter().all(|news| has_news(news.as_ref())));
        second.as_ref().unwrap().show();
        assert!([&first, &second, &third].iter().all(|news| !has_news(news.as_ref())));
        // What it sees from there on is news again.
        News::add(&mut first, seen(2));
        assert!(has_news(first.as_ref()) && !has_news(third.as_ref()));
    }

    #[test]
    fn a_long_chain_is_dropped_in_little_stack() {
        let mut news = None;
        let mut others = Vec::new();
        for edge in 0..1_000_000 {
            News::add(&mut news, seen(edge));
            others.push(news.clone());
        }
        others.clear();
        drop(news);
    }
}
