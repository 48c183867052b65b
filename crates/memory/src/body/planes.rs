//! Objects that are planes, with their shadows.

use std::{ops::Range, rc::Rc};

use vellum_expr::{Expr, Exprs, WrittenValue};

use super::{Body, Written};
use crate::contents::{Collides, Doubt, Doubts, Objects, PlaneView};

/// A collision that may happen, in what an object holds or in its shadow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyDoubt {
    pub(crate) doubt: Doubt,
    part: Part,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Bytes,
    Shadow,
}

impl Body {
    /// Writes a value where its guard holds, and that it was written.
    pub(super) fn write_guarded(&mut self, exprs: &mut Exprs, written: WrittenValue, objects: Objects) {
        self.forget();
        let _ = self.contents.write_guarded(exprs, written, objects);
        let all = 0..self.len();
        let reach = self.reach(exprs, written.index, exprs.width(written.value) / 8, &all);
        if self.is_written(&reach) {
            return;
        }
        let ones = exprs.ones(exprs.width(written.value));
        if let Some(shadow) = self.as_shadow(objects) {
            let shade = WrittenValue { value: ones, ..written };
            let _ = Rc::make_mut(shadow).bytes.write_guarded(exprs, shade, objects);
        }
    }

    /// Turns a new object into a list of writes where naive planes ask for that ([`Objects::is_listed`]).
    pub(crate) fn list(&mut self, objects: Objects) {
        if objects.is_listed(self.len()) {
            let _ = self.contents.as_plane(objects);
        }
    }

    /// What it holds in words of `bytes` bytes, as far as these were all written at known places.
    pub(crate) fn view(&self, exprs: &mut Exprs, bytes: u64) -> PlaneView {
        let places = (0..self.len() / bytes).map(|number| number * bytes..(number + 1) * bytes);
        let words: Vec<Range<u64>> = places.filter(|word| self.is_known_written(exprs, word)).collect();
        self.contents.view(exprs, &words)
    }

    /// Whether all of a word was written, whatever the input.
    fn is_known_written(&self, exprs: &mut Exprs, word: &Range<u64>) -> bool {
        let len = word.end - word.start;
        match self.read(exprs, word.start, len).1 {
            None => true,
            Some(shadow) => {
                let bits = u32::try_from(len * 8).expect("a word is short");
                let (shadow, ones) = (shadow.expr(exprs, bits), exprs.ones(bits));
                shadow == ones
            }
        }
    }

    /// What is to be decided before `len` bytes are read at `index`.
    pub(crate) fn doubts(&self, exprs: &mut Exprs, index: Expr, len: u64) -> Doubts<BodyDoubt> {
        let of = |part: Part| move |doubt: Doubt| BodyDoubt { doubt, part };
        let bytes = self.contents.doubts(exprs, index, len);
        let shadow = match self.written.inner() {
            Written::Shadow(shadow) => shadow.bytes.doubts(exprs, index, len),
            Written::All | Written::Few(_) | Written::Hashed(_) => Doubts::default(),
        };
        let of_bytes = bytes.open.into_iter().map(of(Part::Bytes));
        let open = of_bytes.chain(shadow.open.into_iter().map(of(Part::Shadow))).collect();
        Doubts { open, remembered: bytes.remembered + shadow.remembered }
    }

    /// Whether a collision happens is answered.
    pub(crate) fn answer(&mut self, doubt: &BodyDoubt, answer: Collides) {
        match (doubt.part, &mut self.written) {
            (Part::Bytes, _) => self.contents.answer(&doubt.doubt, answer),
            (Part::Shadow, Written::Shadow(shadow)) => {
                Rc::make_mut(shadow).bytes.answer(&doubt.doubt, answer);
            }
            // A shadow that is gone doubts nothing any more.
            (Part::Shadow, Written::All | Written::Few(_) | Written::Hashed(_)) => (),
        }
    }
}
