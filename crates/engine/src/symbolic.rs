//! What paths over symbolic input need beside their states: expressions, the oracle, and the paths that come
//! from forks.

use std::rc::Rc;

use vellum_collections::Set;
use vellum_expr::{Evaluator, Expr, Exprs, GaveUp, Model, Oracle, Subject};
use vellum_ir::Loc;
use vellum_memory::Value;

use crate::{
    end::End, externals::ReplayObject, relocation::Relocation, resolution::Resolution, state::State,
};

/// Expressions, who decides them, and the forks nobody has taken yet.
pub struct Symbolic {
    /// All expressions.
    pub exprs: Exprs,
    /// Who decides.
    pub oracle: Box<dyn Oracle>,
    /// Evaluates expressions for the input it was prepared for.
    pub(crate) evaluator: Evaluator,
    /// The input the evaluator knows values for.
    evaluated: Rc<Model>,
    forks: Vec<Fork>,
    /// Relocations and splits that the explorer has not passed on to its observer yet.
    pub(crate) relocations: Vec<Relocation>,
    /// What symbolic addresses led to.
    pub resolution: Resolution,
    /// What becomes of loops of symbolically many rounds.
    pub(crate) loops: Loops,
    /// What came of the program's assumptions.
    pub assumptions: Assumptions,
    /// Why nothing more is wanted, if so.
    halt: Box<dyn Fn() -> Option<Halt>>,
    /// What was done since somebody asked for that, in bytes moved.
    spent: u64,
    /// The input of a test that is replayed.
    pub replay: Option<Vec<ReplayObject>>,
    /// Hold the arguments of a call while frames change, so that calling allocates nothing.
    pub(crate) args: Vec<u64>,
    pub(crate) values: Vec<Value>,
    /// The same, with the objects that pointers know.
    pub(crate) pointers: Vec<Value>,
    /// Holds the bits of a value that gets other lanes, so that it allocates nothing either.
    pub(crate) cast: Vec<u8>,
}

/// What came of a program's assumptions, by their places.
#[derive(Clone, Debug, Default)]
pub struct Assumptions {
    held: Set<Loc>,
    failed: Set<Loc>,
}

impl Assumptions {
    /// Takes in that a path came by the assumption at `at`, and went on unless it ended there.
    pub(crate) fn note(&mut self, at: Loc, end: Option<&End>) {
        match end {
            None => self.held.insert(at),
            Some(End::AssumedAway) => self.failed.insert(at),
            Some(_) => return,
        };
    }

    /// Where paths came by that are no path's, so that nobody knows what is behind them.
    pub fn never_held(&self) -> impl Iterator<Item = Loc> {
        self.failed.iter().copied().filter(|at| !self.held.contains(at))
    }
}

/// What becomes of loops whose number of rounds depends on the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// One operation where that is exact.
    #[default]
    Whole,
    /// Every round is executed, so each number of rounds is a path.
    Execute,
}

/// A path that came from another one.
#[derive(Debug)]
pub struct Fork {
    /// Where it is.
    pub state: State,
    /// How it ended, if it is already over.
    pub end: Option<End>,
    /// Why it came to be.
    pub by: ForkKind,
    /// Instructions it has executed since.
    pub ahead: u64,
}

/// Why paths part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForkKind {
    /// A branch depends on the input.
    Branch,
    /// A jump with many targets does.
    Switch,
    /// A pointer may lead to several objects, or to none.
    Pointer,
    /// A number has to be known where several are possible.
    Value,
    /// A call may reach several functions.
    Call,
    /// An operation may have no result.
    Check,
}

impl ForkKind {
    /// Every reason.
    pub const ALL: [Self; 6] =
        [Self::Branch, Self::Switch, Self::Pointer, Self::Value, Self::Call, Self::Check];

    /// The name in the summary.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Branch => "branch",
            Self::Switch => "switch",
            Self::Pointer => "pointer",
            Self::Value => "value",
            Self::Call => "call",
            Self::Check => "check",
        }
    }
}

/// Why an operation that takes long is not gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The user wants it.
    Interrupted,
    /// A limit of the run.
    Limit(&'static str),
}

/// What is done before anybody asks whether to go on, in bytes moved: about a millisecond's work.
const PATIENCE: u64 = 1 << 20;

impl Symbolic {
    /// No expressions yet.
    pub fn new(oracle: Box<dyn Oracle>) -> Self {
        Self {
            exprs: Exprs::new(),
            oracle,
            evaluator: Evaluator::new(),
            evaluated: Rc::default(),
            forks: Vec::new(),
            relocations: Vec::new(),
            resolution: Resolution::default(),
            loops: Loops::default(),
            assumptions: Assumptions::default(),
            halt: Box::new(|| None),
            spent: 0,
            replay: None,
            args: Vec::new(),
            values: Vec::new(),
            pointers: Vec::new(),
            cast: Vec::new(),
        }
    }

    /// The same, with loops of symbolically many rounds treated so.
    #[must_use]
    pub fn with_loops(self, loops: Loops) -> Self {
        Self { loops, ..self }
    }

    /// The same, where operations that take long end when `halt` says so.
    #[must_use]
    pub fn with_halt(self, halt: Box<dyn Fn() -> Option<Halt>>) -> Self {
        Self { halt, ..self }
    }

    /// Counts what was done, and asks now and then whether anybody wants more.
    pub(crate) fn halts_after(&mut self, work: u64) -> Option<Halt> {
        self.spent = self.spent.saturating_add(work);
        if self.spent < PATIENCE {
            return None;
        }
        self.spent = 0;
        (self.halt)()
    }

    /// The paths that came from forks since the last time.
    pub fn take_forks(&mut self) -> Vec<Fork> {
        std::mem::take(&mut self.forks)
    }

    pub(crate) fn has_forks(&self) -> bool {
        !self.forks.is_empty()
    }

    pub(crate) fn push_fork(&mut self, fork: Fork) {
        self.forks.push(fork);
    }

    /// A value as a plain number: a pointer loses its provenance.
    pub(crate) fn number(&mut self, value: Value) -> Value {
        match value {
            Value::Symbolic(e) if self.exprs.has_base(e) => {
                let number = self.exprs.without_bases(e);
                Value::of(&self.exprs, number)
            }
            _ => value,
        }
    }

    /// An input of a path for which an address is where `condition` says. It is only looked for: nothing is decided.
    pub(crate) fn near(&mut self, state: &State, condition: Expr) -> Result<Option<Model>, GaveUp> {
        self.resolution.questions += 1;
        self.oracle.about(Subject::Addresses);
        let found = self.oracle.model_beside(&mut self.exprs, &state.path, condition, &state.model);
        self.oracle.about(Subject::Paths);
        found
    }

    /// The value of `e` for the input `model`.
    pub(crate) fn value(&mut self, model: &Rc<Model>, e: Expr) -> u64 {
        self.evaluate_for(model);
        self.evaluator.word(&self.exprs, model, e)
    }

    /// Prepares the evaluator for the input `model`.
    pub(crate) fn evaluate_for(&mut self, model: &Rc<Model>) {
        if !Rc::ptr_eq(&self.evaluated, model) {
            self.evaluator.reset();
            self.evaluated = Rc::clone(model);
        }
    }

    /// Itself, with the evaluator prepared for the input `model`.
    pub(crate) fn evaluated_for(&mut self, model: &Rc<Model>) -> &mut Self {
        self.evaluate_for(model);
        self
    }

    /// Forgets what depends on the numbers of expressions: some were reclaimed.
    pub fn forget(&mut self) {
        self.evaluator.reset();
    }
}
