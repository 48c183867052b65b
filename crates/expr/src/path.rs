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
    before: PathCondition,
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
                let before = std::mem::take(self);
                self.last = Some(Rc::new(Link { condition, len, all, before }));
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
        self.beginnings().filter_map(Self::newest)
    }

    /// The condition that was added last.
    pub fn newest(&self) -> Option<Expr> {
        self.last.as_ref().map(|link| link.condition)
    }

    /// The path as it was after each of its conditions, the newest first.
    pub fn beginnings(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |path| path.last.as_deref().map(|link| &link.before))
            .take_while(|path| !path.is_empty())
    }

    /// Whether these are the conditions of one path, or of two that have not decided anything since they parted. Nothing is
    /// compared: two that came to the same conditions each by itself are not.
    pub fn is(&self, other: &Self) -> bool {
        match (&self.last, &other.last) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // By hand: a path of a million decisions must not need a stack of a million calls.
        let mut next = self.before.last.take();
        while let Some(mut link) = next.and_then(Rc::into_inner) {
            next = link.before.last.take();
        }
    }
}
