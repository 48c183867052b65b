//! Who decides a set of conditions in the end.

use vellum_expr::{Expr, Exprs, GaveUp, Marker, Model};

use crate::budget::Meter;

/// A set of conditions.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// What must hold, all at once: truth values without reads of arrays.
    pub conditions: &'a [Expr],
    /// An input that fulfils most of them: the better, the faster.
    pub hint: &'a Model,
}

/// Whether all conditions can hold at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No: these of them cannot. A backend that does not know which returns all of them.
    Unsat(Vec<Expr>),
    /// Yes, for this input. Elements the conditions do not mention are those of the hint.
    Sat(Model),
}

/// Decides sets of conditions over bit-vectors and floats; arrays have been encoded away.
///
/// Laws: the answer is right; the same questions in the same order get the same answers and models; a
/// question stops soon after `meter` says so. Giving up is an answer too: the backend says why with
/// [`Meter::stop`].
pub trait Backend: std::fmt::Debug {
    /// What messages call it.
    fn name(&self) -> &'static str;

    /// Whether all conditions can hold at once.
    fn check(
        &mut self,
        exprs: &mut Exprs,
        query: &Query<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, GaveUp>;

    /// Forgets expressions that were reclaimed.
    fn retain(&mut self, marker: &Marker);
}
