//! Symbolically many bytes at once, with their shadow.

use std::{ops::Range, rc::Rc};

use vellum_expr::{Expr, Exprs, Source, Span};

use super::{Body, WRITTEN, Written, few_bytes};
use crate::contents::Objects;

/// Where symbolically many bytes come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes {
    /// What they are.
    pub(crate) value: Source,
    /// Which of them were written; all where there is none.
    pub(crate) shadow: Option<Source>,
}

/// Some bytes of an object; how many depends on the input.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    /// The first place; 64 bits.
    pub(crate) start: Expr,
    /// How many; 64 bits.
    pub(crate) len: Expr,
    /// They are all inside of this, whatever the input.
    pub(crate) bounds: Range<u64>,
}

impl Body {
    /// Whether many bytes are elements of an input that nobody has looked at yet.
    pub(crate) fn has_large_input(&self) -> bool {
        self.contents.has_large_input()
    }

    /// What is in a stretch from `start` on, all of it inside `bounds`, to be written elsewhere.
    pub(crate) fn source(&self, exprs: &mut Exprs, start: Expr, bounds: &Range<u64>) -> Bytes {
        let value = self.contents.source(exprs, start, bounds);
        if self.is_written(bounds) {
            return Bytes { value, shadow: None };
        }
        let shadow = match self.written.inner() {
            Written::All | Written::Hashed(_) => None,
            Written::Few(bits) => Some(few_bytes(*bits, self.len()).source(exprs, start, bounds)),
            Written::Shadow(shadow) => Some(shadow.bytes.source(exprs, start, bounds)),
        };
        Bytes { value, shadow }
    }

    /// Writes a stretch; `None`, and nothing is written, if reading it would be too much work.
    pub(crate) fn write_span(
        &mut self,
        exprs: &mut Exprs,
        to: &Stretch,
        bytes: Bytes,
        objects: Objects,
    ) -> Option<()> {
        let span = Span { start: to.start, len: to.len, source: bytes.value };
        if self.contents.is_too_heavy(exprs, &span) {
            return None;
        }
        self.forget();
        self.contents.write_span(exprs, span, to.bounds.clone(), objects);
        if bytes.shadow.is_none() && self.is_written(&to.bounds) {
            return Some(());
        }
        let written = exprs.constant(8, WRITTEN.into());
        let span = Span { source: bytes.shadow.unwrap_or(Source::Byte(written)), ..span };
        if let Some(shadow) = self.as_shadow(objects) {
            let shadow = Rc::make_mut(shadow);
            if bytes.shadow.is_some() {
                // Nobody knows how many are missing: some number that is not zero.
                shadow.missing = u64::MAX / 2;
            }
            shadow.bytes.write_span(exprs, span, to.bounds.clone(), objects);
        }
        Some(())
    }
}
