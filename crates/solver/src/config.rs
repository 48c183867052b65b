//! What can be set.

use std::time::Duration;

use crate::blast::BlastConfig;

/// A stage that only saves work: without it there are the same answers, later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What the path fixes is put into the question.
    Equalities,
    /// Conditions that share no symbol with the question are left out.
    Independence,
    /// Inputs found earlier are tried.
    Models,
    /// Conditions known to exclude each other.
    Cores,
    /// Questions about a single byte are looked up.
    Tables,
    /// Answers by the shape of the question.
    Shape,
    /// Conditions are left out until an input violates them.
    Lazy,
    /// A hard question is asked with products of unknowns left open.
    Products,
    /// A hard question is asked for each value of symbols that have few.
    Cases,
    /// A hard question is asked again with what its conditions fix put in.
    Narrowing,
}

impl Stage {
    /// All of them, in the order a question meets them, by their names for users.
    pub const ALL: [(&'static str, Self); 10] = [
        ("equalities", Self::Equalities),
        ("independence", Self::Independence),
        ("models", Self::Models),
        ("cores", Self::Cores),
        ("tables", Self::Tables),
        ("lazy", Self::Lazy),
        ("shape", Self::Shape),
        ("products", Self::Products),
        ("cases", Self::Cases),
        ("narrowing", Self::Narrowing),
    ];

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, stage)| stage)
    }
}

/// How questions are answered.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one switch for each stage")]
pub struct SolverConfig {
    /// Put what the path fixes into the question.
    pub equalities: bool,
    /// Look only at conditions that share symbols with the question, directly or through others.
    pub independence: bool,
    /// Inputs found earlier that are tried on a question; none turns the stage off.
    pub models: usize,
    /// Remember which conditions exclude each other.
    pub cores: bool,
    /// Look up what is about a single byte.
    pub tables: bool,
    /// Remember answers by the shape of the question, whatever its symbols are called.
    pub canonical: bool,
    /// Expressions of a question beyond which its shape is not looked at.
    pub canonical_size: usize,
    /// Expressions all remembered shapes may have together.
    pub cache_size: usize,
    /// Leave out conditions of the path until an input violates them.
    pub lazy: bool,
    /// Ask a hard question with products of unknowns left open.
    pub products: bool,
    /// Ask a hard question for each value of symbols that have few.
    pub cases: bool,
    /// Conflicts after which a backend gives up.
    pub conflicts: u64,
    /// Conflicts after which what the conditions fix is put into all of them, and the question asked again.
    pub narrow_conflicts: u64,
    /// Conflicts after which the first backend leaves the question to the second one, if there is one.
    pub first_conflicts: u64,
    /// Time after which a question is given up; only holds if the solver was given a clock.
    pub time: Option<Duration>,
    /// What the clock says when no question is answered any more.
    pub deadline: Option<Duration>,
    /// How large circuits may grow.
    pub blast: BlastConfig,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            equalities: true,
            independence: true,
            models: 8,
            cores: true,
            tables: true,
            canonical: true,
            canonical_size: 300,
            cache_size: 500_000,
            lazy: true,
            products: true,
            cases: true,
            conflicts: 200_000,
            narrow_conflicts: 300,
            first_conflicts: 5_000,
            time: Some(Duration::from_secs(30)),
            deadline: None,
            blast: BlastConfig::default(),
        }
    }
}

impl SolverConfig {
    /// The same with a stage off.
    #[must_use]
    pub fn without(mut self, stage: Stage) -> Self {
        match stage {
            Stage::Equalities => self.equalities = false,
            Stage::Independence => self.independence = false,
            Stage::Models => self.models = 0,
            Stage::Cores => self.cores = false,
            Stage::Tables => self.tables = false,
            Stage::Shape => self.canonical = false,
            Stage::Lazy => self.lazy = false,
            Stage::Products => self.products = false,
            Stage::Cases => self.cases = false,
            Stage::Narrowing => self.narrow_conflicts = u64::MAX,
        }
        self
    }

    /// Every stage off that only saves work, but for narrowing, without which there are questions nobody answers.
    pub fn plain() -> Self {
        Self {
            equalities: false,
            independence: false,
            models: 0,
            cores: false,
            tables: false,
            canonical: false,
            lazy: false,
            products: false,
            cases: false,
            ..Self::default()
        }
    }
}
