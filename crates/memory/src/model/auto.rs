//! Forking, until the program has shown that it pays to merge.
//!
//! Merging needs nothing to have been prepared, so paths under way go on with what they have. What a path meets depends
//! on when it comes there; the rule does not.

use std::{cell::Cell, rc::Rc};

use super::{Classes, MANY_ACCESSES, Model, Row};
use crate::object::Object;

pub(super) const ROW: Row = Row {
    name: "auto",
    about: "forking, and merging once several accesses could meet more than ten objects",
    classes: Classes::None,
    make: |_| Rc::new(Auto { merges: Cell::new(false) }),
};

#[derive(Debug)]
struct Auto {
    merges: Cell<bool>,
}

impl Model for Auto {
    fn merges(&self, _: &Object) -> bool {
        self.merges.get()
    }

    fn notice(&self, many: u64) -> Option<&'static str> {
        let is_news = many > MANY_ACCESSES && !self.merges.get();
        is_news.then(|| {
            self.merges.set(true);
            "merging"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{MANY_ACCESSES, ROW};
    use crate::{ModelConfig, Object, ObjectKind, Origin};

    #[test]
    fn it_merges_once_there_is_a_reason_and_says_so_once() {
        let model = (ROW.make)(&ModelConfig::default());
        let object = Object::new(0, 8, ObjectKind::Heap, Origin(0));
        assert_eq!(model.notice(MANY_ACCESSES), None);
        assert!(!model.merges(&object));
        assert_eq!(model.notice(MANY_ACCESSES + 1), Some("merging"));
        assert_eq!(model.notice(MANY_ACCESSES + 2), None);
        assert!(model.merges(&object));
    }
}
