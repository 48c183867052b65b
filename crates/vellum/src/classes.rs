//! Which heap objects share a segment.

use std::time::{Duration, Instant};

use vellum_analysis::{
    Point,
    points_to::{AliasClasses, CallSite, ClassOptions, PointsTo},
};
use vellum_collections::{Id, cast::len64, combine};
use vellum_engine::Classifier;
use vellum_ir::Module;
use vellum_memory::{Class, Classes};

use crate::args::{Context, ModelArgs};

/// Who classifies the objects of a program for a model, and how long it took to find out if that takes time.
pub(crate) fn of(model: &ModelArgs, module: &Module) -> (Option<Box<dyn Classifier>>, Option<Duration>) {
    match model.row.classes {
        Classes::None => (None, None),
        Classes::PointsTo => {
            let begin = now();
            let classes = PointsTo::analyse(module).classes(module, ClassOptions::default());
            (Some(Box::new(ByAlias(classes))), Some(begin.elapsed()))
        }
        Classes::Learnt => (Some(Box::new(ByContext)), None),
        Classes::Calls => match model.context() {
            Context::Calls(around) => (Some(Box::new(ByCalls { around: around.into() })), None),
            Context::Off => (None, None),
        },
    }
}

#[expect(clippy::disallowed_methods, reason = "how long it takes is told")]
fn now() -> Instant {
    Instant::now()
}

/// A class of more allocations than that is what the analysis could not tell apart.
const CROWDED: usize = 64;

/// The innermost calls that tell allocations apart where the analysis does not: enough to see through functions that
/// allocate for others, which call others that do.
const CALLS: usize = 8;

/// By what pointers may lead to. Where that says too little, by the calls that lead to the allocation: objects made in one
/// place are likely to be met by one pointer. So it is in a crowded class, which would not fit in one segment, and where
/// the analysis knows of no allocation.
struct ByAlias(AliasClasses);

impl Classifier for ByAlias {
    fn class(&self, calls: &[Point]) -> Option<Class> {
        let site = |point: &Point| CallSite {
            function: point.function,
            block: point.block,
            instruction: point.instruction,
        };
        let known = self.0.class_along(calls.iter().map(site));
        let known = known.filter(|class| self.0.members(*class).len() <= CROWDED);
        let by_calls = || class_of(&calls[..calls.len().min(CALLS)]);
        Some(known.map_or_else(by_calls, |class| Class(len64(class.index()))))
    }
}

/// By all calls that led to the allocation.
struct ByContext;

impl Classifier for ByContext {
    fn class(&self, calls: &[Point]) -> Option<Class> {
        Some(class_of(calls))
    }
}

/// By the call that makes an object and so many around it, as far as there are any.
struct ByCalls {
    around: usize,
}

impl Classifier for ByCalls {
    fn class(&self, calls: &[Point]) -> Option<Class> {
        Some(class_of(&calls[..calls.len().min(1 + self.around)]))
    }
}

/// The same in every run of a program.
fn class_of(calls: &[Point]) -> Class {
    Class(combine(calls.iter().flat_map(|point| {
        [len64(point.function.index()), len64(point.block.index()), point.instruction.into()]
    })))
}
