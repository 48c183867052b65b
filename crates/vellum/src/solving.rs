//! The solver of a run: two backends, limits, and what the user wants to see of it.

use std::{
    cell::{Cell, RefCell},
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    rc::Rc,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use vellum_expr::{Expr, Exprs, GaveUp, Marker, Model, Oracle, PathCondition, Subject};
use vellum_report::Queries;
use vellum_solver::{
    Answer, Bitwuzla, BitwuzlaConfig, Interrupt, QueryLog, SmtLog, Solver, SolverConfig, Statistics,
};

use crate::{answers::KeptAnswers, args::RunArgs, error::Error};

/// A solver that the exploration asks and the report reads.
#[derive(Clone)]
pub(crate) struct SharedSolver {
    solver: Rc<RefCell<Solver>>,
    /// Time in the solver for questions about addresses; and while there is one, what it had taken before.
    resolution: Rc<Cell<(Duration, Option<Duration>)>>,
    log: Option<PathBuf>,
}

impl SharedSolver {
    /// The solver as the user wants it. No question outlasts the run that began at `begin` and ends when
    /// `interrupted` is set; the log goes to a folder named from `here`.
    pub(crate) fn new(
        args: &RunArgs,
        begin: Instant,
        interrupted: Arc<AtomicBool>,
        here: &Path,
        answers: Option<KeptAnswers>,
    ) -> Result<Self, Error> {
        let mut config = SolverConfig { deadline: args.max_time, ..SolverConfig::default() };
        if let Some(time) = args.max_solver_time {
            config.time = Some(time);
        }
        let config = args.without.iter().fold(config, |config, &stage| config.without(stage));
        let mut solver = Solver::new(config)
            .with_clock(Box::new(move || begin.elapsed()))
            .with_interrupt(Interrupt::from_flag(interrupted))
            .with_second(Box::new(Bitwuzla::new(BitwuzlaConfig::default())));
        if args.check_solver {
            solver = solver.with_checks();
        }
        if let Some(answers) = answers {
            solver = solver.with_answers(Box::new(answers));
        }
        let log = args.log_queries.as_ref().map(|folder| here.join(folder));
        if let Some(folder) = &log {
            let unwritable = |cause| Error::Unwritable { file: folder.clone(), cause };
            fs::create_dir_all(folder).map_err(unwritable)?;
            solver = solver.with_log(Box::new(QueryFolder { folder: folder.clone(), count: 0 }));
        }
        Ok(Self { solver: Rc::new(RefCell::new(solver)), resolution: Rc::default(), log })
    }

    pub(crate) fn statistics(&self) -> Statistics {
        *self.solver.borrow().statistics()
    }

    /// The figures of the summary.
    pub(crate) fn queries(&self) -> Queries {
        let statistics = self.statistics();
        Queries {
            asked: statistics.questions,
            solved: statistics.by_backend,
            gave_up: statistics.gave_up(),
            disagreements: statistics.disagreements,
            by: vec![
                ("folding", statistics.by_folding),
                ("equalities", statistics.by_equalities),
                ("record", statistics.by_record),
                ("models", statistics.by_models),
                ("cores", statistics.by_cores),
                ("tables", statistics.by_tables),
                ("shape", statistics.by_shape),
                ("backend", statistics.by_backend),
                ("products", statistics.by_products),
                ("cases", statistics.by_cases),
                ("narrowing", statistics.by_narrowing),
                ("second_backend", statistics.by_second),
            ],
            gave_up_by: vec![
                ("conflicts", statistics.gave_up_conflicts),
                ("time", statistics.gave_up_time),
                ("size", statistics.gave_up_size),
                ("unsupported", statistics.gave_up_unsupported),
                ("unconfirmed", statistics.gave_up_unconfirmed),
                ("failed", statistics.gave_up_failed),
            ],
        }
    }

    /// Time in the solver for questions about where addresses lead.
    pub(crate) fn resolution_time(&self) -> Duration {
        self.resolution.get().0
    }

    /// What went wrong with the log.
    pub(crate) fn log_error(&self) -> Option<Error> {
        let cause = self.solver.borrow_mut().log_error()?;
        Some(Error::Unwritable { file: self.log.clone()?, cause })
    }
}

impl Oracle for SharedSolver {
    fn model(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
    ) -> Result<Option<Model>, GaveUp> {
        self.solver.borrow_mut().model(exprs, path, condition)
    }

    fn model_beside(
        &mut self,
        exprs: &mut Exprs,
        path: &PathCondition,
        condition: Expr,
        known: &Model,
    ) -> Result<Option<Model>, GaveUp> {
        self.solver.borrow_mut().model_beside(exprs, path, condition, known)
    }

    fn about(&mut self, subject: Subject) {
        let ((sum, since), now) = (self.resolution.get(), self.statistics().time);
        self.resolution.set(match (subject, since) {
            (Subject::Addresses, None) => (sum, Some(now)),
            (Subject::Paths, Some(since)) => (sum + now.saturating_sub(since), None),
            _ => (sum, since),
        });
    }

    fn retain(&mut self, marker: &Marker) {
        self.solver.borrow_mut().retain(marker);
    }

    fn forget(&mut self) {
        self.solver.borrow_mut().forget();
    }
}

/// Writes each question to a file of its own.
struct QueryFolder {
    folder: PathBuf,
    count: u64,
}

impl QueryLog for QueryFolder {
    fn answered(
        &mut self,
        exprs: &Exprs,
        conditions: &[Expr],
        answer: Result<&Answer, GaveUp>,
    ) -> io::Result<()> {
        self.count += 1;
        let mut file = BufWriter::new(File::create(self.folder.join(format!("{:06}.smt2", self.count)))?);
        SmtLog::numbered(&mut file, self.count).answered(exprs, conditions, answer)?;
        file.flush()
    }
}
