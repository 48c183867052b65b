//! An outside with nothing in it, for programs that need none.

use vellum_engine::{Definition, End, ExternalCall, ExternalId, Externals, Outcome, Takes};

/// No outside.
pub(crate) struct Nothing;

impl Externals for Nothing {
    fn resolve(&self, _: &str, _: Definition) -> Option<ExternalId> {
        None
    }

    fn takes(&self, _: ExternalId) -> Takes {
        Takes::Numbers
    }

    fn fork(&self) -> Box<dyn Externals> {
        Box::new(Self)
    }

    fn call(&mut self, _: ExternalId, _: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        unreachable!("nothing is resolved")
    }
}
