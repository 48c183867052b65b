//! How a path ended, as a record has it.

use std::fmt;

use serde_json::{Value, json};
use vellum_collections::cast::len64;
use vellum_engine::{BugKind, End};
use vellum_ir::Loc;

use super::{
    bytes::{Reader, put, put_text},
    facts::{place, put_place},
};
use crate::finding::{Finding, StackEntry};

/// How a path ended, without what was found there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this status.
    Exit(i32),
    /// In an error of this kind.
    Bug(BugKind),
    /// At something the engine cannot do.
    Unsupported(Box<str>),
    /// Before it was over, because of this.
    Stopped(Box<str>),
    /// Before it was over: the user wanted it.
    Interrupted,
    /// Before it began: no input takes it.
    Impossible,
    /// Nobody hears of it.
    Silent,
    /// The program assumed something that does not hold there.
    AssumedAway,
}

impl Ending {
    /// The short form of an end.
    pub fn of(end: &End) -> Self {
        match end {
            End::Exit(status) => Self::Exit(*status),
            End::Bug(bug) => Self::Bug(bug.kind),
            End::Unsupported(what) => Self::Unsupported(what.clone()),
            End::Stopped(why) | End::Undecided(why) | End::Misfit(why) => Self::Stopped(why.clone()),
            End::Interrupted => Self::Interrupted,
            End::Impossible => Self::Impossible,
            End::Silent => Self::Silent,
            End::AssumedAway => Self::AssumedAway,
        }
    }

    /// Whether a test shows how the path ended, if tests are wanted.
    pub fn is_shown(&self) -> bool {
        self.is_finished() && !matches!(self, Self::Impossible | Self::Silent | Self::AssumedAway)
    }

    /// Whether there is nothing left to run of the path.
    pub fn is_finished(&self) -> bool {
        !matches!(self, Self::Stopped(_) | Self::Interrupted)
    }

    fn number(&self) -> u8 {
        match self {
            Self::Exit(_) => 0,
            Self::Bug(_) => 1,
            Self::Unsupported(_) => 2,
            Self::Stopped(_) => 3,
            Self::Interrupted => 4,
            Self::Silent => 5,
            Self::AssumedAway => 6,
            Self::Impossible => 7,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "exit status {status}"),
            Self::Bug(kind) => f.write_str(kind.name()),
            Self::Unsupported(what) => write!(f, "something unsupported ({what})"),
            Self::Stopped(why) => f.write_str(why),
            Self::Interrupted => f.write_str("an interrupt"),
            Self::Impossible => f.write_str("no input"),
            Self::Silent => f.write_str("silence"),
            Self::AssumedAway => f.write_str("an assumption that does not hold"),
        }
    }
}

/// A node that ended with its path.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// The node.
    pub node: u64,
    /// How.
    pub end: Ending,
    /// Where, in the program's own code.
    pub at: Option<Loc>,
    /// Instructions executed on the node.
    pub ran: u64,
    /// Whether the path asked for input.
    pub symbolic: bool,
    /// The number of its test, or of its finding; zero if it has neither.
    pub number: u32,
    /// Whether there is a file with the test.
    pub has_test: bool,
    /// What few paths have.
    pub more: Option<Box<More>>,
}

/// What few paths leave behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// What was reported.
    pub findings: Vec<Finding>,
    /// The test's line of `tests.jsonl`, where it is not that of a path that left by itself.
    pub outcome: Option<String>,
    /// What the engine could not do, with its place.
    pub unsupported: Option<String>,
    /// What was left out on the path.
    pub left_out: Vec<String>,
    /// Seeds the path was left with.
    pub seeds: Vec<u64>,
}

/// Bits of a leaf's first byte, above how it ended.
const SYMBOLIC: u8 = 1 << 4;
const HAS_TEST: u8 = 1 << 5;
const HAS_MORE: u8 = 1 << 6;

impl Leaf {
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        let flag = |is: bool, bit: u8| if is { bit } else { 0 };
        let flags = flag(self.symbolic, SYMBOLIC) | flag(self.has_test, HAS_TEST);
        out.push(self.end.number() | flags | flag(self.more.is_some(), HAS_MORE));
        put(out, self.node);
        match &self.end {
            Ending::Exit(status) => put(out, u64::from(status.cast_unsigned())),
            Ending::Bug(kind) => put_text(out, kind.name()),
            Ending::Unsupported(text) | Ending::Stopped(text) => put_text(out, text),
            Ending::Interrupted | Ending::Impossible | Ending::Silent | Ending::AssumedAway => (),
        }
        put_place(out, self.at);
        put(out, self.ran);
        put(out, self.number.into());
        if let Some(more) = &self.more {
            put_text(out, &more.to_json().to_string());
        }
    }

    pub(super) fn decode(from: &mut Reader<'_>) -> Option<Self> {
        let first = from.byte()?;
        let node = from.number()?;
        let end = match first & 0xf {
            0 => Ending::Exit(from.small()?.cast_signed()),
            1 => Ending::Bug(BugKind::from_name(from.text()?)?),
            2 => Ending::Unsupported(from.text()?.into()),
            3 => Ending::Stopped(from.text()?.into()),
            4 => Ending::Interrupted,
            5 => Ending::Silent,
            6 => Ending::AssumedAway,
            7 => Ending::Impossible,
            _ => return None,
        };
        let (at, ran, number) = (place(from)?, from.number()?, from.small()?);
        let more = match first & HAS_MORE {
            0 => None,
            _ => Some(Box::new(More::from_json(&serde_json::from_str(from.text()?).ok()?)?)),
        };
        let (symbolic, has_test) = (first & SYMBOLIC != 0, first & HAS_TEST != 0);
        Some(Self { node, end, at, ran, symbolic, number, has_test, more })
    }
}

impl More {
    /// Itself, if it says anything.
    pub fn boxed(self) -> Option<Box<Self>> {
        (self != Self::default()).then(|| Box::new(self))
    }

    fn to_json(&self) -> Value {
        json!({
            "findings": self.findings.iter().map(finding_to_json).collect::<Vec<_>>(),
            "outcome": self.outcome,
            "unsupported": self.unsupported,
            "left_out": self.left_out,
            "seeds": self.seeds,
        })
    }

    fn from_json(value: &Value) -> Option<Self> {
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let list = |name: &str| value.get(name)?.as_array();
        Some(Self {
            findings: list("findings")?.iter().map(finding_from_json).collect::<Option<_>>()?,
            outcome: text("outcome"),
            unsupported: text("unsupported"),
            left_out: list("left_out")?
                .iter()
                .map(|what| what.as_str().map(str::to_owned))
                .collect::<Option<_>>()?,
            seeds: list("seeds")?.iter().map(Value::as_u64).collect::<Option<_>>()?,
        })
    }
}

fn finding_to_json(finding: &Finding) -> Value {
    let entry =
        |entry: &StackEntry| json!([entry.function, entry.file, entry.line, entry.column, entry.in_library]);
    json!({
        "kind": finding.kind,
        "cwe": finding.cwe,
        "suffix": finding.suffix,
        "message": finding.message,
        "stack": finding.stack.iter().map(entry).collect::<Vec<_>>(),
        "left_out": finding.left_out.map(|(at, count)| [len64(at), len64(count)]),
        "objects": finding.objects,
        "test": finding.test,
    })
}

fn finding_from_json(value: &Value) -> Option<Finding> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let small = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let size = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let entry = |value: &Value| {
        Some(StackEntry {
            function: text(value.get(0)?)?,
            file: text(value.get(1)?)?,
            line: small(value.get(2)?)?,
            column: small(value.get(3)?)?,
            in_library: value.get(4)?.as_bool()?,
        })
    };
    let left_out = value.get("left_out").and_then(|pair| Some((size(pair.get(0)?)?, size(pair.get(1)?)?)));
    Some(Finding {
        kind: BugKind::from_name(value.get("kind")?.as_str()?)?.name(),
        cwe: small(value.get("cwe")?)?,
        suffix: value.get("suffix").and_then(text),
        message: text(value.get("message")?)?,
        stack: value.get("stack")?.as_array()?.iter().map(entry).collect::<Option<_>>()?,
        left_out,
        objects: value.get("objects")?.as_array()?.iter().map(text).collect::<Option<_>>()?,
        test: value.get("test").and_then(text),
    })
}
