//! The facts of a record, and as bytes.

use std::rc::Rc;

use vellum_collections::{
    Id,
    cast::{index, len64, low8},
};
use vellum_engine::{ForkKind, Sighting};
use vellum_ir::{FuncId, Loc};

use super::{
    bytes::{Reader, put},
    leaf::Leaf,
};

/// Something that will be so in every run that does the same.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The solver answered.
    Answer {
        /// The digest of what was asked.
        question: u128,
        /// What it said.
        answer: Recorded,
    },
    /// A node of the tree of paths parted.
    Parted(Parted),
    /// A node ended with its path.
    Ended(Leaf),
    /// Code was covered.
    Seen(Vec<Sighting>),
    /// A path that is over showed code that was new.
    Shown(Vec<Sighting>),
    /// So many paths begin the run, as the first nodes.
    Roots(u64),
    /// Counters; the last ones count.
    Totals(Vec<u64>),
    /// The run ended with this exit status.
    Closed {
        /// The status.
        status: u8,
    },
}

/// What the solver said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// No input.
    Unsat,
    /// These values of the symbols.
    Sat(Rc<[u64]>),
    /// It gave up.
    GaveUp,
}

/// A node that parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parted {
    /// The node.
    pub node: u64,
    /// What it became.
    pub children: [u64; 2],
    /// Why.
    pub by: ForkKind,
    /// Where.
    pub at: Option<Loc>,
    /// A number for what was decided.
    pub condition: u64,
    /// How the second child has it.
    pub holds: bool,
    /// Instructions executed on the node.
    pub ran: u64,
}

const UNSAT: u8 = 0;
const SAT: u8 = 1;
const GAVE_UP: u8 = 2;
const PARTED: u8 = 3;
const ENDED: u8 = 4;
const SEEN: u8 = 5;
const SHOWN: u8 = 6;
const ROOTS: u8 = 7;
const TOTALS: u8 = 8;
const CLOSED: u8 = 9;

impl Fact {
    /// Adds the fact to bytes.
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Answer { question, answer } => {
                out.push(match answer {
                    Recorded::Unsat => UNSAT,
                    Recorded::Sat(_) => SAT,
                    Recorded::GaveUp => GAVE_UP,
                });
                out.extend(question.to_le_bytes());
                if let Recorded::Sat(values) = answer {
                    put_all(out, values);
                }
            }
            Self::Parted(parted) => parted.encode(out),
            Self::Ended(leaf) => {
                out.push(ENDED);
                leaf.encode(out);
            }
            Self::Seen(sightings) => put_sightings(out, SEEN, sightings),
            Self::Shown(sightings) => put_sightings(out, SHOWN, sightings),
            Self::Roots(roots) => {
                out.push(ROOTS);
                put(out, *roots);
            }
            Self::Totals(totals) => {
                out.push(TOTALS);
                put_all(out, totals);
            }
            Self::Closed { status } => out.extend([CLOSED, *status]),
        }
    }

    fn decode(from: &mut Reader<'_>) -> Option<Self> {
        let tag = from.byte()?;
        Some(match tag {
            UNSAT | SAT | GAVE_UP => {
                let question = u128::from_le_bytes(*from.take(16)?.first_chunk()?);
                let answer = match tag {
                    UNSAT => Recorded::Unsat,
                    SAT => Recorded::Sat(numbers(from)?.into()),
                    _ => Recorded::GaveUp,
                };
                Self::Answer { question, answer }
            }
            PARTED => Self::Parted(Parted::decode(from)?),
            ENDED => Self::Ended(Leaf::decode(from)?),
            SEEN => Self::Seen(sightings(from)?),
            SHOWN => Self::Shown(sightings(from)?),
            ROOTS => Self::Roots(from.number()?),
            TOTALS => Self::Totals(numbers(from)?),
            CLOSED => Self::Closed { status: from.byte()? },
            _ => return None,
        })
    }
}

/// The facts of a frame; nothing if they make no sense.
pub(super) fn decode(frame: &[u8]) -> Option<Vec<Fact>> {
    let mut reader = Reader(frame);
    let mut facts = Vec::new();
    while !reader.0.is_empty() {
        facts.push(Fact::decode(&mut reader)?);
    }
    Some(facts)
}

impl Parted {
    fn encode(&self, out: &mut Vec<u8>) {
        let by = ForkKind::ALL.iter().position(|&by| by == self.by).expect("every kind is listed");
        out.extend([PARTED, low8(2 * len64(by) + u64::from(self.holds))]);
        put(out, self.node);
        // Children are younger than their parents, and mostly twins.
        let [first, second] = self.children;
        put(out, first.wrapping_sub(self.node));
        put(out, second.wrapping_sub(first));
        put_place(out, self.at);
        out.extend(self.condition.to_le_bytes());
        put(out, self.ran);
    }

    fn decode(from: &mut Reader<'_>) -> Option<Self> {
        let kind = from.byte()?;
        let node = from.number()?;
        let first = node.wrapping_add(from.number()?);
        let second = first.wrapping_add(from.number()?);
        Some(Self {
            node,
            children: [first, second],
            by: *ForkKind::ALL.get(usize::from(kind / 2))?,
            at: place(from)?,
            condition: u64::from_le_bytes(*from.take(8)?.first_chunk()?),
            holds: kind % 2 == 1,
            ran: from.number()?,
        })
    }
}

/// Adds a position in the source.
pub(super) fn put_place(out: &mut Vec<u8>, at: Option<Loc>) {
    put(out, at.map_or(0, |at| len64(at.index()) + 1));
}

/// A position in the source.
#[expect(
    clippy::option_option,
    reason = "a position nobody knows is not the same as one that cannot be read"
)]
pub(super) fn place(from: &mut Reader<'_>) -> Option<Option<Loc>> {
    Some(from.small()?.checked_sub(1).map(|number| Loc::from_index(index(number))))
}

fn put_all(out: &mut Vec<u8>, numbers: &[u64]) {
    put(out, len64(numbers.len()));
    for &number in numbers {
        put(out, number);
    }
}

fn numbers(from: &mut Reader<'_>) -> Option<Vec<u64>> {
    let count = from.count()?;
    (0..count).map(|_| from.number()).collect()
}

fn put_sightings(out: &mut Vec<u8>, tag: u8, sightings: &[Sighting]) {
    out.push(tag);
    put(out, len64(sightings.len()));
    for &sighting in sightings {
        let (function, jump) = match sighting {
            Sighting::Call(function) => (function, 0),
            Sighting::Jump(function, jump) => (function, u64::from(jump) + 1),
        };
        put(out, len64(function.index()));
        put(out, jump);
    }
}

fn sightings(from: &mut Reader<'_>) -> Option<Vec<Sighting>> {
    let count = from.count()?;
    let one = |_| {
        let function = FuncId::from_index(index(from.small()?));
        Some(match from.small()? {
            0 => Sighting::Call(function),
            jump => Sighting::Jump(function, jump - 1),
        })
    };
    (0..count).map(one).collect()
}
