//! The record of a run, and what a run has of a recorded one.

use std::{cell::RefCell, path::Path, rc::Rc};

use vellum_engine::Program;
use vellum_report::{
    RecordFigures, RunDirectory,
    record::{Header, RECORD, RecordFile},
    sha256,
};

use crate::{
    answers::{KeptAnswers, SharedFile},
    args::RunArgs,
    error::Error,
    explore::Recorder,
    past::{How, Past},
    solving::SharedSolver,
    trail::{Guide, Trail},
};

/// What is recorded, and what was.
pub(crate) struct Recording {
    past: Option<Past>,
    hash: Option<String>,
    file: Option<SharedFile>,
}

impl Recording {
    /// Looks at the program, of which `bytes` were loaded: a recorded run is one of that program and no other.
    pub(crate) fn new(args: &RunArgs, past: Option<Past>, bytes: &[u8]) -> Result<Self, Error> {
        let is_wanted = args.recording.record || past.is_some();
        let hash = is_wanted.then(|| sha256(bytes));
        if let (Some(past), Some(hash)) = (&past, &hash) {
            past.check(args.program(), hash)?;
        }
        Ok(Self { past, hash, file: None })
    }

    fn how(&self) -> Option<How> {
        self.past.as_ref().map(|past| past.how)
    }

    /// The run directory, which is that of a run that goes on.
    pub(crate) fn directory(&mut self, args: &RunArgs, here: &Path) -> Result<RunDirectory, Error> {
        let directory = match (&self.past, &args.out) {
            (Some(past), _) if past.how == How::Resume => RunDirectory::reopen(&past.run),
            (_, Some(path)) => RunDirectory::create(&here.join(path))?,
            (Some(past), None) => RunDirectory::create_next(&past.typed_in)?,
            (None, None) => RunDirectory::create_next(here)?,
        };
        let path = directory.path().join(RECORD);
        let resumed = self.past.as_mut().and_then(|past| Some((past.lock.take()?, past.record.intact)));
        self.file = match (resumed, &self.hash) {
            (Some((lock, intact)), _) => Some(RecordFile::append(lock, intact)?),
            (_, Some(hash)) if args.recording.record => {
                let header = Header {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    program: args.program().display().to_string(),
                    hash: hash.clone(),
                    folder: here.to_owned(),
                    before: args.before.clone(),
                    command: args.command.clone(),
                };
                Some(RecordFile::create(&path, &header)?)
            }
            _ => None,
        }
        .map(|file| Rc::new(RefCell::new(file)));
        Ok(directory)
    }

    /// What the user should hear of the recorded run.
    pub(crate) fn notes(&self) -> Vec<String> {
        let Some(past) = &self.past else { return Vec::new() };
        let lost = past.record.lost.map(|lost| format!("{}: {lost}", past.run.join(RECORD).display()));
        lost.into_iter().chain(past.note.clone()).collect()
    }

    /// The answers that the solver need not work out.
    pub(crate) fn answers(&mut self) -> Option<KeptAnswers> {
        self.hash.as_ref()?;
        let mut answers = KeptAnswers::new(self.file.clone());
        if let Some(past) = &mut self.past {
            let recorded = std::mem::take(&mut past.record.answers);
            match past.how {
                How::Resume => answers.add_own(recorded),
                How::Rerun | How::Prune => answers.add_others(recorded),
            }
        }
        Some(answers)
    }

    /// Gives the recorder what there is to follow, to take over and to write.
    pub(crate) fn hand_over(self, recorder: &mut Recorder<'_>, program: &Program) {
        if let Some(past) = &self.past
            && past.how != How::Rerun
        {
            let record = &past.record;
            program.restore(record.seen.iter().copied(), |sighting| record.shown.contains(&sighting));
            match past.how {
                How::Resume => recorder.take_over_all(record),
                _ => recorder.elsewhere = Some(past.run.clone()),
            }
        }
        let how = self.how();
        let tree = self.past.map(|past| past.record.tree);
        let guide = tree.zip(how).map(|(tree, how)| Guide { tree, how });
        recorder.trail = Trail::new(self.file, guide);
    }
}

/// What the summary says of records.
pub(crate) fn figures(recorder: &Recorder<'_>, solver: &SharedSolver) -> Option<RecordFigures> {
    recorder.trail.is_used().then(|| RecordFigures {
        answered: solver.statistics().by_record,
        taken_over: recorder.trail.work.taken.paths,
        divergences: recorder.trail.divergences,
        first_divergence: recorder.divergences.first().cloned(),
        bytes: recorder.trail.bytes(),
    })
}
