//! Options of memory models.

use std::{path::PathBuf, rc::Rc};

use clap::Args;
use vellum_engine::Loops;
use vellum_memory::{
    Classes, Layout, MODELS, Model, ModelConfig, ObjectKind, PieceSize, PlaneForm, Row, Sizes, Split,
    SplitBy, model_named,
};

use super::values::{size, switch};
use crate::learning::Groups;

/// Which memory model, and what it is told.
#[derive(Args, Debug)]
pub(crate) struct ModelArgs {
    /// What becomes of pointers that may lead to several objects: forking (a path for each), merging (one value chosen
    /// between them), single (one of them), flat (the heap is one array), segmented (arrays by a points-to analysis),
    /// segmented-ideal (arrays by what was seen to meet), dynamic (an array for the objects that a pointer is found to lead
    /// to), planes (a choice between the writes that may have been there), auto (per access what costs least: a choice
    /// between values, an array for the objects it meets, a path for each)
    #[arg(long = "memory", value_name = "MODEL", value_parser = model, default_value = "forking")]
    pub(crate) row: &'static Row,

    /// How `--memory planes` keeps what was written: boosted (known places that nothing newer can have written to are at
    /// hand), naive (a plain list of writes, all of them asked about; for comparison) [default: boosted]
    #[arg(long, value_name = "FORM", value_parser = planes)]
    planes: Option<PlaneForm>,

    /// How many calls around an allocation tell objects apart for `--memory dynamic`: an instruction is taken to meet
    /// objects made in a context that it met before, and asked whether that is all; off: each object is looked for
    /// [default: 4]
    #[arg(long, value_name = "K", value_parser = context)]
    context: Option<Context>,

    /// Whether the same objects are the same array on every path of `--memory dynamic` (on), or one in the order in which
    /// they were met (off; for comparison) [default: on]
    #[arg(long, value_name = "WHEN", value_parser = switch)]
    segment_reuse: Option<bool>,

    /// Represent an object that is larger than --split-threshold by adjacent pieces of so many bytes, each an array of
    /// its own, once it is accessed at a place that depends on the input; auto: by the size of its elements and the
    /// range of the place; off
    #[arg(long, value_name = "BYTES", value_parser = pieces, default_value = "off")]
    split: Pieces,

    /// How an access comes to its piece: choice (between what the pieces hold), fork (a path for each)
    /// [default: choice]
    #[arg(long, value_name = "HOW", value_parser = split_by)]
    split_by: Option<SplitBy>,

    /// Bytes up to which an object is never split [default: 300]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    split_threshold: Option<u64>,

    /// What becomes of sizes and lengths that depend on the input: symbolic (they stay expressions), enumerate (a path
    /// for each value)
    #[arg(long, value_name = "HOW", value_parser = sizes, default_value = "symbolic")]
    sizes: Sizes,

    /// What becomes of counting loops whose number of rounds depends on the input: whole (one operation, where that is
    /// exact), execute (a path for each number of rounds)
    #[arg(long = "loops", value_name = "HOW", value_parser = loops, default_value = "whole")]
    pub(crate) rounds: Loops,

    /// Bytes of the largest block of symbolic size that is followed; paths with a larger one are stopped
    /// [default: 64KiB]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    max_symbolic_size: Option<u64>,

    #[arg(long, value_name = "BYTES", value_parser = size, help = "Bytes from which on a segment gets no further objects [default: 10KiB]")]
    segment_threshold: Option<u64>,

    /// Other objects than those of the heap that segmented models do not fork for: globals, constants, stack; `,` for
    /// several
    #[arg(long, value_name = "KINDS", value_parser = kind, value_delimiter = ',')]
    segment_include: Vec<ObjectKind>,

    /// What an earlier run with segmented-ideal learnt (segments.json in its folder), so that nothing has to be learnt
    /// again
    #[arg(long, value_name = "FILE")]
    pub(crate) segment_groups: Option<PathBuf>,
}

impl ModelArgs {
    /// The model, which is told what is known of classes that meet.
    pub(crate) fn make(&self, groups: Groups) -> Rc<dyn Model> {
        let mut config =
            ModelConfig { include: self.segment_include.clone(), groups, ..ModelConfig::default() };
        config.planes = self.planes.unwrap_or_default();
        config.gathering.by_context = self.context() != Context::Off;
        if self.segment_reuse == Some(false) {
            config.gathering.layout = Layout::AsMet;
        }
        config.segment_threshold = self.segment_threshold.unwrap_or(config.segment_threshold);
        (self.row.make)(&config)
    }

    /// What tells objects apart that segments are formed of on demand.
    pub(crate) fn context(&self) -> Context {
        self.context.unwrap_or_default()
    }

    /// What becomes of sizes and lengths that depend on the input.
    pub(crate) fn sizes(&self) -> Sizes {
        match self.sizes {
            Sizes::Terms { most } => Sizes::Terms { most: self.max_symbolic_size.unwrap_or(most) },
            Sizes::Enumerate => Sizes::Enumerate,
        }
    }

    /// Whether large objects are split, and how.
    pub(crate) fn split(&self) -> Option<Split> {
        Some(Split {
            pieces: self.split.0?,
            threshold: self.split_threshold.unwrap_or(Split::THRESHOLD),
            by: self.split_by.unwrap_or(SplitBy::Choice),
        })
    }

    /// What the user should hear if the model has no use for something it is told.
    pub(crate) fn useless(&self) -> Option<String> {
        let has_no_segments = matches!(self.row.classes, Classes::None | Classes::Calls);
        if self.split.0.is_none() && (self.split_by.is_some() || self.split_threshold.is_some()) {
            return Some("--split-by and --split-threshold change nothing without `--split`".to_owned());
        }
        let (option, models) = if has_no_segments && self.segment_threshold.is_some() {
            ("--segment-threshold", "segmented")
        } else if has_no_segments && !self.segment_include.is_empty() {
            ("--segment-include", "segmented")
        } else if self.row.classes != Classes::Learnt && self.segment_groups.is_some() {
            ("--segment-groups", "segmented-ideal")
        } else if self.row.classes != Classes::Calls && self.context.is_some() {
            ("--context", "dynamic")
        } else if self.row.classes != Classes::Calls && self.segment_reuse.is_some() {
            ("--segment-reuse", "dynamic")
        } else if self.row.name != "planes" && self.planes.is_some() {
            ("--planes", "planes")
        } else {
            return None;
        };
        let row = self.row.name;
        Some(format!("`{option}` is for `--memory {models}`; under `{row}` it changes nothing"))
    }
}

/// What tells objects apart that segments are formed of on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// The call that made them, and so many around it.
    Calls(u8),
    /// Nothing.
    Off,
}

impl Default for Context {
    fn default() -> Self {
        Self::Calls(4)
    }
}

fn context(text: &str) -> Result<Context, String> {
    if text == "off" {
        return Ok(Context::Off);
    }
    let calls = text.parse().map_err(|_| format!("`{text}` is neither a number up to 255 nor off"))?;
    Ok(Context::Calls(calls))
}

/// How large the pieces of objects are that are split; nothing if none is.
#[derive(Clone, Copy, Debug)]
struct Pieces(Option<PieceSize>);

/// The smallest pieces: a word is not cut in two at every other place.
const SMALLEST_PIECE: u64 = 8;

fn pieces(text: &str) -> Result<Pieces, String> {
    match text {
        "off" => Ok(Pieces(None)),
        "auto" => Ok(Pieces(Some(PieceSize::Auto))),
        _ => match size(text) {
            Ok(bytes @ SMALLEST_PIECE..) => Ok(Pieces(Some(PieceSize::Bytes(bytes)))),
            Ok(_) => Err(format!("pieces have at least {SMALLEST_PIECE} bytes")),
            Err(error) => Err(format!("{error}, or auto, or off")),
        },
    }
}

fn split_by(text: &str) -> Result<SplitBy, String> {
    match text {
        "choice" => Ok(SplitBy::Choice),
        "fork" => Ok(SplitBy::Fork),
        _ => Err(format!("`{text}` is neither choice nor fork")),
    }
}

fn model(text: &str) -> Result<&'static Row, String> {
    model_named(text).ok_or_else(|| {
        let names: Vec<&str> = MODELS.iter().map(|row| row.name).collect();
        format!("`{text}` is none of {}", names.join(", "))
    })
}

fn planes(text: &str) -> Result<PlaneForm, String> {
    match text {
        "boosted" => Ok(PlaneForm::Boosted),
        "naive" => Ok(PlaneForm::Naive),
        _ => Err(format!("`{text}` is none of boosted, naive")),
    }
}

fn sizes(text: &str) -> Result<Sizes, String> {
    match text {
        "symbolic" => Ok(Sizes::default()),
        "enumerate" => Ok(Sizes::Enumerate),
        _ => Err(format!("`{text}` is none of symbolic, enumerate")),
    }
}

fn loops(text: &str) -> Result<Loops, String> {
    match text {
        "whole" => Ok(Loops::Whole),
        "execute" => Ok(Loops::Execute),
        _ => Err(format!("`{text}` is none of whole, execute")),
    }
}

fn kind(text: &str) -> Result<ObjectKind, String> {
    match text {
        "globals" => Ok(ObjectKind::Global),
        "constants" => Ok(ObjectKind::Constant),
        "stack" => Ok(ObjectKind::Stack),
        _ => Err(format!("`{text}` is none of globals, constants, stack")),
    }
}
