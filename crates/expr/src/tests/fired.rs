//! Which rules were applied, and to what.

use std::cell::RefCell;

use crate::{kind::Kind, pool::Expr};

/// A rule at work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fired {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) width: u32,
    pub(crate) result: Expr,
}

thread_local! {
    static FIRED: RefCell<Vec<Fired>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn note(name: &'static str, kind: Kind, width: u32, result: Expr) {
    FIRED.with_borrow_mut(|fired| fired.push(Fired { name, kind, width, result }));
}

/// What was applied since the last time.
pub(crate) fn take() -> Vec<Fired> {
    FIRED.take()
}
