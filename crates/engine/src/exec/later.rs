//! Questions that wait.
//!
//! A path that has seeds follows the first of them without asking anything: which way that input takes, its values say.
//! Whether other inputs take the other way is not asked where that is decided. A path is made for them that has the
//! question with it, *unasked*, and repeats the operation; whoever chooses it first asks (`ask`). So a seed leads to its
//! end as fast as its operations can be executed, and what it would have taken to answer is spent on the ways that are
//! chosen.

use std::rc::Rc;

use vellum_expr::{Expr, Model};

use super::{Machine, fork::Other};
use crate::{
    end::End,
    externals::Forking,
    seeds::Seeds,
    state::State,
    symbolic::{Fork, ForkKind, Symbolic},
    told::Answer,
};

impl Machine<'_> {
    /// Whether questions about other inputs than those of the path's seeds wait.
    pub(super) fn puts_questions_off(&self) -> bool {
        !self.state.seeds.is_empty() && self.state.forking == Forking::On
    }

    /// Leaves this path to the inputs for which the condition is as for its seeds; if there are others, they have a path of
    /// their own, for which nobody has asked yet. `mine` says which inputs stay, `others` which do not.
    pub(super) fn put_off(
        &mut self,
        (condition, here): (Expr, bool),
        [mine, others]: [Expr; 2],
        by: ForkKind,
    ) {
        if self.state.path.contains(mine) {
            return self.state.told.alike();
        }
        self.state.add_news(self.program);
        self.state.forked_at = self.state.location(self.program);
        self.state.forked_on = (condition, !here);
        let mut other = self.state.fork();
        other.unasked = Some(others);
        other.told.add(Answer::Unasked(others));
        other.seeds = Seeds::default();
        self.symbolic.push_fork(Fork { state: other, end: None, by, ahead: 0 });
        self.state.forked_on = (condition, here);
        self.state.told.add(Answer::Stayed(mine));
        self.state.path.assume(&self.symbolic.exprs, mine);
    }

    /// Where a path that was put away is executed again: the other inputs, as it was told before. `None` once it has been
    /// told everything.
    pub(super) fn told_again(&mut self, [mine, others]: [Expr; 2]) -> Option<Other> {
        let retold = self.state.retold.as_deref_mut()?;
        if retold.is_over() {
            self.state.depth = retold.depth;
            self.state.retold = None;
            self.symbolic.relocations.clear();
            return None;
        }
        if retold.is_alike() {
            self.state.told.alike();
            return Some(Other::None);
        }
        let is_it = |answer: &Answer| match *answer {
            Answer::Stayed(condition) => condition == mine,
            Answer::Parted(condition, _) | Answer::Unasked(condition) => condition == others,
            Answer::Carries(_) | Answer::Follows(_) => false,
        };
        let Some(answer) = retold.next(is_it) else {
            retold.is_another = true;
            return Some(Other::None);
        };
        if let Answer::Stayed(_) = answer {
            self.state.told.add(answer);
            self.state.path.assume(&self.symbolic.exprs, mine);
            return Some(Other::None);
        }
        let mut other = self.state.fork();
        other.told.add(answer.clone());
        self.state.retold = None;
        self.state.is_left_behind = true;
        if let Answer::Parted(_, model) = answer {
            other.path.assume(&self.symbolic.exprs, others);
            other.model = model;
            return Some(Other::Path(Box::new(other)));
        }
        other.unasked = Some(others);
        self.symbolic.push_fork(Fork { state: other, end: None, by: ForkKind::Branch, ahead: 0 });
        Some(Other::None)
    }

    /// The input that the path came to carry here when it was executed before, if it was put away.
    pub(super) fn carried_again(&mut self) -> Option<Rc<Model>> {
        carried_again(self.state)
    }
}

fn carried_again(state: &mut State) -> Option<Rc<Model>> {
    match state.retold.as_mut()?.next(|answer| matches!(answer, Answer::Carries(_)))? {
        Answer::Carries(model) => Some(model),
        _ => None,
    }
}

/// Asks the oracle for an input that takes a path which was forked without asking: how the path ends if there is none.
pub(crate) fn ask(symbolic: &mut Symbolic, state: &mut State) -> Option<End> {
    let others = state.unasked.take()?;
    let found = match carried_again(state) {
        Some(model) => Ok(Some(model)),
        None => {
            let found = symbolic.oracle.model_beside(&mut symbolic.exprs, &state.path, others, &state.model);
            found.map(|found| found.map(Rc::new))
        }
    };
    state.path.assume(&symbolic.exprs, others);
    match found {
        Ok(Some(model)) => {
            state.told.add(Answer::Carries(Rc::clone(&model)));
            state.model = model;
            None
        }
        Ok(None) => Some(End::Impossible),
        Err(gave_up) => Some(End::Undecided(gave_up.to_string().into())),
    }
}
