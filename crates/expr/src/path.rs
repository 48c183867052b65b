//! What a path has decided so far: the conditions its input fulfils.

use std::rc::Rc;

use crate::{
    kind::{BinaryOp, Kind},
    pool::{Expr, Exprs},
    set::SharedSet,
};

/// Conditions that are looked through one by one.
const FEW: u32 = 16;

/// The conditions of a path, shared with the paths it forked from.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    last: Option<Rc<Link>>,
}

#[derive(Debug)]
struct Link {
    condition: Expr,
    len: u32,
    /// This condition and all before, once there are many.
    all: Option<SharedSet>,
    before: Option<Rc<Link>>,
}

impl PathCondition {
    /// A path that has decided nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a condition; conjunctions are taken apart, what is known already is left out.
    pub fn assume(&mut self, exprs: &Exprs, condition: Expr) {
        debug_assert_eq!(exprs.width(condition), 1, "a condition is a truth value");
        let mut todo = vec![condition];
        while let Some(condition) = todo.pop() {
            if let Kind::Binary(BinaryOp::And, a, b) = exprs.kind(condition) {
                todo.extend([b, a]);
            } else if condition != Expr::TRUE && !self.contains(condition) {
                let len = self.len() + 1;
                let all = (len > FEW).then(|| self.all().with(condition));
                self.last = Some(Rc::new(Link { condition, len, all, before: self.last.take() }));
            }
        }
    }

    /// Whether `condition` is one of the conditions, literally.
    pub fn contains(&self, condition: Expr) -> bool {
        match self.last.as_ref().map(|link| &link.all) {
            Some(Some(all)) => all.contains(condition),
            _ => self.iter().any(|known| known == condition),
        }
    }

    /// All conditions, as a set.
    fn all(&self) -> SharedSet {
        match self.last.as_ref().map(|link| &link.all) {
            Some(Some(all)) => all.clone(),
            _ => self.iter().fold(SharedSet::default(), |all, condition| all.with(condition)),
        }
    }

    /// How many conditions there are.
    pub fn len(&self) -> u32 {
        self.last.as_ref().map_or(0, |link| link.len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// The conditions, the newest first.
    pub fn iter(&self) -> impl Iterator<Item = Expr> {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref()).map(|link| link.condition)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // By hand: a path of a million decisions must not need a stack of a million calls.
        let mut next = self.before.take();
        while let Some(mut link) = next.and_then(Rc::into_inner) {
            next = link.before.take();
        }
    }
}
