//! Which heap objects share a segment.

use std::time::{Duration, Instant};

use vellum_analysis::{
    Point,
    points_to::{AliasClasses, CallSite, ClassOptions, PointsTo},
};
use vellum_collections::{Id, cast::len64, combine};
use vellum_engine::Classifier;
use vellum_ir::Module;
use vellum_memory::{Class, Classes, Row};

/// Who classifies the objects of a program for a model, and how long it took to find out if that takes time.
pub(crate) fn of(row: &Row, module: &Module) -> (Option<Box<dyn Classifier>>, Option<Duration>) {
    match row.classes {
        Classes::None => (None, None),
        Classes::PointsTo => {
            let begin = now();
            let classes = PointsTo::analyse(module).classes(module, ClassOptions::default());
            (Some(Box::new(ByAlias(classes))), Some(begin.elapsed()))
        }
        Classes::Learnt => (Some(Box::new(ByContext)), None),
    }
}

#[expect(clippy::disallowed_methods, reason = "how long it takes is told")]
fn now() -> Instant {
    Instant::now()
}

/// By what pointers may lead to. Where the analysis knows of no allocation, by the call that makes it: objects of one
/// place are likely to be met by one pointer.
struct ByAlias(AliasClasses);

impl Classifier for ByAlias {
    fn class(&self, calls: &[Point]) -> Option<Class> {
        let site = |point: &Point| CallSite {
            function: point.function,
            block: point.block,
            instruction: point.instruction,
        };
        let known = self.0.class_along(calls.iter().map(site));
        let number = known.map(|class| Class(len64(class.index())));
        Some(number.unwrap_or_else(|| class_of(calls.get(..1).unwrap_or_default())))
    }
}

/// By all calls that led to the allocation.
struct ByContext;

impl Classifier for ByContext {
    fn class(&self, calls: &[Point]) -> Option<Class> {
        Some(class_of(calls))
    }
}

/// The same in every run of a program.
fn class_of(calls: &[Point]) -> Class {
    Class(combine(calls.iter().flat_map(|point| {
        [len64(point.function.index()), len64(point.block.index()), point.instruction.into()]
    })))
}
