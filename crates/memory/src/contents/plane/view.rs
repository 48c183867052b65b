//! What a plane holds, for people: the paper's boostMap and iteList.

use std::ops::Range;

use vellum_expr::{Expr, Exprs, Span, WrittenValue};

use super::{super::Contents, Plane, record::What};

/// What an object holds, word by word, as "Symbolic Memory with Pointers" writes it.
#[derive(Clone, Debug, Default)]
pub struct PlaneView {
    /// Known places that no younger record can have written to: the boostMap.
    pub known: Vec<(u64, Expr)>,
    /// What was written at symbolic places, and at known ones that a younger record may have written to, the oldest
    /// first: the iteList.
    pub records: Vec<RecordView>,
}

/// A record of the list.
#[derive(Clone, Debug)]
pub enum RecordView {
    /// A value at a known place.
    Known(u64, Expr),
    /// A value at a symbolic place.
    Value(WrittenValue),
    /// Symbolically many bytes.
    Span(Span),
}

impl Contents {
    /// What it holds in words that begin at these places, as far as those are whole.
    pub(crate) fn view(&self, exprs: &mut Exprs, words: &[Range<u64>]) -> PlaneView {
        if let Self::Plane(plane) = self {
            return plane.view(exprs, words);
        }
        let known = words.iter().map(|word| (word.start, value_of(exprs, self, word))).collect();
        PlaneView { known, records: Vec::new() }
    }
}

impl Plane {
    fn view(&self, exprs: &mut Exprs, words: &[Range<u64>]) -> PlaneView {
        let mut view = PlaneView::default();
        // Words below a record that may have written there stand before the first such.
        let mut below: Vec<Range<u64>> = Vec::new();
        for word in words {
            if !self.newer.touches(word) && self.is_met(word) {
                below.push(word.clone());
            } else {
                view.known.push((word.start, self.read_known(exprs, word)));
            }
        }
        for record in &self.list {
            let is_met = |word: &mut Range<u64>| record.may_meet(word);
            let is_hidden = |word: &Range<u64>| {
                let Range { start, end } = record.bounds;
                matches!(record.what, What::Known(_)) && start <= word.start && word.end <= end
            };
            for word in below.extract_if(.., is_met).filter(|word| !is_hidden(word)) {
                view.records.push(RecordView::Known(word.start, value_of(exprs, &self.base, &word)));
            }
            match &record.what {
                What::Value(written) => view.records.push(RecordView::Value(*written)),
                What::Span(span) => view.records.push(RecordView::Span(*span)),
                What::Known(piece) => {
                    let Range { start, end } = record.bounds;
                    for word in words.iter().filter(|word| start <= word.start && word.end <= end) {
                        let value = piece.value(exprs, word.start - start..word.end - start);
                        view.records.push(RecordView::Known(word.start, value));
                    }
                }
            }
        }
        view
    }
}

/// A word as a value.
fn value_of(exprs: &mut Exprs, contents: &Contents, word: &Range<u64>) -> Expr {
    let len = word.end - word.start;
    let value = contents.read(exprs, word.start, len);
    value.expr(exprs, u32::try_from(len * 8).expect("a word is short"))
}
