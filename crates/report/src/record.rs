//! `record.bin` of a run directory: what a run decided and what the solver said, so that another one need not ask again.
//!
//! Facts are appended as they come about, and several of them are a frame with a length and a checksum. Whatever ends
//! the process, at most the last frame is cut; what comes before it is there. The file begins with what the run was.

mod bytes;
mod facts;
mod frames;
mod header;
mod leaf;
#[cfg(test)]
mod tests;
mod tree;

use std::{fmt, fs, io, path::Path};

use vellum_collections::{Set, cast::len64};
use vellum_engine::Sighting;

pub use self::{
    facts::{Fact, Parted, Recorded},
    frames::{LockError, RecordFile, RecordLock},
    header::{Header, word_from_json, word_to_json},
    leaf::{Ending, Leaf, More},
    tree::{RecordedNode, RecordedTree},
};

/// The file's name in a run directory.
pub const RECORD: &str = "record.bin";

/// A record that was read.
#[derive(Debug)]
pub struct Record {
    /// What the run was.
    pub header: Header,
    /// Answers of the solver, by the digest of the question.
    pub answers: Vec<(u128, Recorded)>,
    /// The paths, as far as they were known.
    pub tree: RecordedTree,
    /// What was covered.
    pub seen: Vec<Sighting>,
    /// What of it a path that is over has shown.
    pub shown: Set<Sighting>,
    /// Counters of all processes that wrote the record; what they mean is up to whoever wrote them.
    pub totals: Vec<u64>,
    /// The exit status of the run, if nothing happened since it ended.
    pub closed: Option<u8>,
    /// Bytes that could be read.
    pub intact: u64,
    /// What could not.
    pub lost: Option<Lost>,
}

/// The end of a record that is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Where it begins.
    pub at: u64,
    /// Bytes from there on.
    pub bytes: u64,
    /// Why.
    pub why: Why,
}

/// Why the end of a record is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The last frame is not whole: the process was ended while it was written.
    Torn,
    /// A frame is not what was written.
    Damaged,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, bytes, why } = self;
        match why {
            Why::Torn => write!(f, "the last {bytes} bytes are half a frame, and are left out"),
            Why::Damaged => {
                write!(
                    f,
                    "damaged at byte {at}: the last {bytes} bytes are left out, what comes before is used"
                )
            }
        }
    }
}

/// A file that is no record, or none that can be read.
#[derive(Debug)]
pub enum RecordError {
    /// It cannot be read at all.
    Io(io::Error),
    /// It begins with something else.
    NoRecord,
    /// Nothing says what the run was.
    NoHeader,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(cause) => cause.fmt(f),
            Self::NoRecord => f.write_str("no record, or one of another version of vellum"),
            Self::NoHeader => f.write_str("damaged at its beginning: nothing says what the run was"),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads a file.
    pub fn read(file: &Path) -> Result<Self, RecordError> {
        Self::parse(&fs::read(file).map_err(RecordError::Io)?)
    }

    /// Understands the content of a file.
    pub fn parse(content: &[u8]) -> Result<Self, RecordError> {
        let mut frames = frames::Frames::new(content).ok_or(RecordError::NoRecord)?;
        let header = frames.next().and_then(Header::from_bytes).ok_or(RecordError::NoHeader)?;
        let mut record = Self {
            header,
            answers: Vec::new(),
            tree: RecordedTree::default(),
            seen: Vec::new(),
            shown: Set::default(),
            totals: Vec::new(),
            closed: None,
            intact: len64(frames.intact()),
            lost: None,
        };
        while let Some(frame) = frames.next() {
            // A frame with a good checksum that makes no sense was written by somebody else.
            let Some(facts) = facts::decode(frame) else {
                let (at, bytes) = (record.intact, len64(content.len()) - record.intact);
                record.lost = Some(Lost { at, bytes, why: Why::Damaged });
                break;
            };
            for fact in facts {
                record.take(fact);
            }
            record.intact = len64(frames.intact());
        }
        if record.lost.is_none() && record.intact < len64(content.len()) {
            let (at, bytes) = (record.intact, len64(content.len()) - record.intact);
            let why = if frames.is_torn() { Why::Torn } else { Why::Damaged };
            record.lost = Some(Lost { at, bytes, why });
        }
        record.tree.settle();
        Ok(record)
    }

    fn take(&mut self, fact: Fact) {
        self.closed = None;
        match fact {
            Fact::Answer { question, answer } => self.answers.push((question, answer)),
            Fact::Parted(parted) => self.tree.part(parted),
            Fact::Ended(leaf) => self.tree.end(leaf),
            Fact::Seen(sightings) => self.seen.extend(sightings),
            Fact::Shown(sightings) => self.shown.extend(sightings),
            Fact::Roots(roots) => self.tree.begin(roots),
            Fact::Totals(totals) => self.totals = totals,
            Fact::Closed { status } => self.closed = Some(status),
        }
    }

    /// Whether every path is over, and the run itself is.
    pub fn complete(&self) -> Option<u8> {
        self.closed.filter(|_| self.tree.is_explored())
    }
}
