//! Answers of the solver, kept for this run and the ones after it.

use std::{cell::RefCell, rc::Rc};

use vellum_collections::{Map, cast::low8};
use vellum_report::record::{Fact, RecordFile, Recorded};
use vellum_solver::{Answers, Kept};

/// The record that several write to.
pub(crate) type SharedFile = Rc<RefCell<RecordFile>>;

/// All answers of a run, and of those before it.
pub(crate) struct KeptAnswers {
    known: Map<u128, Entry>,
    file: Option<SharedFile>,
}

struct Entry {
    answer: Stored,
    /// Whether it is in the file.
    is_written: bool,
}

/// An answer in little room: nearly all values are bytes.
enum Stored {
    Unsat,
    GaveUp,
    Bytes(Box<[u8]>),
    Words(Rc<[u64]>),
}

impl Stored {
    fn new(answer: &Kept) -> Self {
        match answer {
            Kept::Unsat => Self::Unsat,
            Kept::GaveUp => Self::GaveUp,
            Kept::Sat(values) if values.iter().all(|&value| value <= 0xff) => {
                Self::Bytes(values.iter().map(|&value| low8(value)).collect())
            }
            Kept::Sat(values) => Self::Words(Rc::clone(values)),
        }
    }

    fn answer(&self) -> Kept {
        match self {
            Self::Unsat => Kept::Unsat,
            Self::GaveUp => Kept::GaveUp,
            Self::Bytes(bytes) => Kept::Sat(bytes.iter().map(|&byte| u64::from(byte)).collect()),
            Self::Words(words) => Kept::Sat(Rc::clone(words)),
        }
    }
}

impl KeptAnswers {
    /// No answers; those to come go to the file.
    pub(crate) fn new(file: Option<SharedFile>) -> Self {
        Self { known: Map::default(), file }
    }

    /// Answers of the run that the file is of.
    pub(crate) fn add_own(&mut self, answers: Vec<(u128, Recorded)>) {
        self.add(answers, true);
    }

    /// Answers of another run, which are written when they are used.
    pub(crate) fn add_others(&mut self, answers: Vec<(u128, Recorded)>) {
        self.add(answers, false);
    }

    /// Questions that were given up are asked again, once: there may be more time for them now.
    fn add(&mut self, answers: Vec<(u128, Recorded)>, is_written: bool) {
        for (question, answer) in answers {
            let answer = Stored::new(&match answer {
                Recorded::Unsat => Kept::Unsat,
                Recorded::Sat(values) => Kept::Sat(values),
                Recorded::GaveUp => continue,
            });
            self.known.insert(question, Entry { answer, is_written });
        }
    }
}

fn write(file: Option<&SharedFile>, question: u128, answer: &Kept) {
    if let Some(file) = file {
        let answer = match answer {
            Kept::Unsat => Recorded::Unsat,
            Kept::Sat(values) => Recorded::Sat(Rc::clone(values)),
            Kept::GaveUp => Recorded::GaveUp,
        };
        file.borrow_mut().add(&Fact::Answer { question, answer });
    }
}

impl Answers for KeptAnswers {
    fn find(&mut self, question: u128) -> Option<Kept> {
        let entry = self.known.get_mut(&question)?;
        let answer = entry.answer.answer();
        if !std::mem::replace(&mut entry.is_written, true) {
            write(self.file.as_ref(), question, &answer);
        }
        Some(answer)
    }

    fn keep(&mut self, question: u128, answer: Kept) {
        write(self.file.as_ref(), question, &answer);
        self.known.insert(question, Entry { answer: Stored::new(&answer), is_written: true });
    }
}
