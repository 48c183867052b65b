//! What the oracle told a path, so that the path can be executed again without asking.
//!
//! Where memory runs short, a path is *put away*: what is kept of it is where it began (the first moment at which anything
//! was asked, its *origin*) and the answers it was given since. Executing it again from there with these answers is what
//! executing it was: the same input is carried at every moment, so the same questions come up, and the same conditions
//! come to hold. Each answer has its condition with it, which is compared: a path that is not what it was is given up, and
//! says so.
//!
//! Paths that parted share the answers they were given before.

use std::{cell::Cell, rc::Rc};

use vellum_expr::{Expr, Marker, Model};

use crate::{
    news::News,
    state::{Node, State},
};

/// What a path was told, the newest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// Where it was when it asked for the first time.
    pub(crate) origin: Option<Rc<State>>,
    last: Option<Rc<Link>>,
    /// Questions since then of which it was told that no input is otherwise.
    alike: u32,
}

#[derive(Debug)]
struct Link {
    answer: Answer,
    /// Questions since the answer before of which the path was told that no input is otherwise.
    alike: u32,
    before: Option<Rc<Link>>,
    /// The last search for expressions that are needed which came by.
    marked: Cell<u64>,
}

/// What a path did with an answer.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// Some inputs are otherwise, or nobody knows; the path has those that are not, for which this holds.
    Stayed(Expr),
    /// It has those that are otherwise, for which this holds, and carries one of them.
    Parted(Expr, Rc<Model>),
    /// It has those that are otherwise, if there are any, for which this would hold; nobody had asked yet.
    Unasked(Expr),
    /// It carries this input from now on.
    Carries(Rc<Model>),
    /// It carries its first seed, which is this by now.
    Follows(Rc<Model>),
}

impl Drop for Link {
    fn drop(&mut self) {
        // One after the other: a path may have been told more than the stack is deep.
        let mut next = self.before.take();
        while let Some(mut link) = next.and_then(Rc::into_inner) {
            next = link.before.take();
        }
    }
}

impl Told {
    /// The path was told that no input is otherwise.
    pub(crate) fn alike(&mut self) {
        self.alike += 1;
    }

    /// The path was told this. What came before its origin is not told again.
    pub(crate) fn add(&mut self, answer: Answer) {
        if self.origin.is_none() {
            return;
        }
        let (alike, before) = (std::mem::take(&mut self.alike), self.last.take());
        self.last = Some(Rc::new(Link { answer, alike, before, marked: Cell::new(0) }));
    }

    /// Marks the expressions it has, unless search number `search` has come by.
    pub(crate) fn mark(&self, marker: &mut Marker, search: u64) {
        let mut next = self.last.as_deref();
        while let Some(link) = next.filter(|link| link.marked.replace(search) != search) {
            match link.answer {
                Answer::Stayed(condition) | Answer::Parted(condition, _) | Answer::Unasked(condition) => {
                    marker.mark(condition);
                }
                Answer::Carries(_) | Answer::Follows(_) => (),
            }
            next = link.before.as_deref();
        }
    }

    /// The same from the beginning, to be told again.
    fn again(&self) -> Vec<(u32, Option<Answer>)> {
        let mut answers = vec![(self.alike, None)];
        let mut next = self.last.as_deref();
        while let Some(link) = next {
            answers.push((link.alike, Some(link.answer.clone())));
            next = link.before.as_deref();
        }
        answers
    }
}

/// A path that is put away.
#[derive(Debug)]
pub(crate) struct PutAway {
    told: Told,
    /// Where it is in the tree of paths, and how far.
    pub(crate) node: Node,
    pub(crate) depth: u32,
    pub(crate) instructions: u64,
    pub(crate) ran: u64,
    pub(crate) news: Option<Rc<News>>,
    pub(crate) relocation: Option<u64>,
}

impl PutAway {
    /// What is needed to have a path again; `None` if it cannot be had again.
    pub(crate) fn of(state: &State) -> Option<Self> {
        let can_be_repeated = state.seeds.is_empty() && state.outside.can_be_repeated();
        let told = state.told.clone();
        (can_be_repeated && told.origin.is_some()).then(|| Self {
            told,
            node: state.node,
            depth: state.depth,
            instructions: state.instructions,
            ran: state.ran,
            news: state.news.clone(),
            relocation: state.relocation,
        })
    }

    /// What the path was told.
    pub(crate) fn told(&self) -> &Told {
        &self.told
    }

    /// Where the path was told something for the first time.
    pub(crate) fn origin(&self) -> &Rc<State> {
        self.told.origin.as_ref().expect("what is put away has one")
    }

    /// The path at its origin, about to be told everything again.
    pub(crate) fn begin(&self) -> State {
        let mut state = State::clone(self.origin());
        state.told.origin = Some(Rc::clone(self.origin()));
        state.seeds = crate::seeds::Seeds::default();
        let answers = self.told.again();
        state.retold = Some(Box::new(Retold { answers, depth: self.depth, is_another: false }));
        state
    }
}

/// What a path is told once more, the last first.
#[derive(Clone, Debug)]
pub(crate) struct Retold {
    answers: Vec<(u32, Option<Answer>)>,
    /// How often the path had forked when it was put away.
    pub(crate) depth: u32,
    /// Whether the path does not do what it did.
    pub(crate) is_another: bool,
}

impl Retold {
    /// Whether the path has been told everything.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.answers.as_slice(), [] | [(0, None)])
    }

    /// Whether the next answer is that no input is otherwise; it counts as told then.
    pub(crate) fn is_alike(&mut self) -> bool {
        match self.answers.last_mut() {
            Some((alike, _)) if *alike > 0 => {
                *alike -= 1;
                true
            }
            _ => false,
        }
    }

    /// The next answer, if it is none of that kind.
    pub(crate) fn next(&mut self, is_it: impl Fn(&Answer) -> bool) -> Option<Answer> {
        match self.answers.last() {
            Some((0, Some(answer))) if is_it(answer) => self.answers.pop().and_then(|(_, answer)| answer),
            _ => None,
        }
    }
}
