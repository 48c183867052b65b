//! Inputs the user has already, and where the new ones go: corpus folders of fuzz targets and `.ktest` seeds.
//!
//! Where a seed leads is explored first (`vellum_engine::Seeds`); then everything else is, as ever.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use vellum_collections::Set;
use vellum_engine::{ReplayObject, Seeds};
use vellum_report::{Corpus, KTest};

use crate::{
    args::RunArgs,
    error::Error,
    replay::engine::{read_ktest, replay_objects},
};

/// Bytes of input a fuzz target gets at most when neither the user nor his corpus says more.
const FUZZ_SIZE: u32 = 16;

/// Bytes of input a corpus can ask for; `--fuzz-size` can ask for more.
const CORPUS_SIZE: u32 = 4096;

/// Bytes of input there may be.
const MAX_SIZE: u32 = 1 << 24;

/// Seeds that a note names.
const LISTED: usize = 10;

/// What the options about inputs come to.
pub(crate) struct Seeding {
    pub(crate) seeds: Seeds,
    /// The file of each seed.
    pub(crate) files: Vec<PathBuf>,
    /// Bytes of input a fuzz target gets at most.
    pub(crate) fuzz_size: u32,
    /// Where inputs go, too.
    pub(crate) corpus: Option<Corpus>,
    /// What the user should hear.
    pub(crate) notes: Vec<String>,
}

/// Reads the seeds of a run; folders are named from `here`.
pub(crate) fn read(args: &RunArgs, is_fuzz_target: bool, here: &Path) -> Result<Seeding, Error> {
    let inputs = &args.inputs;
    let given = [
        ("--fuzz-size", args.fuzz_size.is_some()),
        ("--corpus", !inputs.corpus.is_empty()),
        ("--corpus-out", inputs.corpus_out.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given && !is_fuzz_target) {
        let message = format!("{option}: the program is no fuzz target, or has a main function");
        return Err(Error::Usage(message));
    }
    if let Some(size) = args.fuzz_size.filter(|&size| size > MAX_SIZE) {
        return Err(Error::Usage(format!("--fuzz-size {size}: there may be {MAX_SIZE} bytes")));
    }
    let mut lists: Vec<(PathBuf, Vec<ReplayObject>)> = Vec::new();
    let mut raw: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for folder in &inputs.corpus {
        let inputs = Corpus::read(folder).map_err(unreadable(folder))?;
        raw.extend(inputs);
    }
    for file in test_files(args)? {
        let test = read_ktest(&file)?;
        match test.fuzz_input().filter(|_| is_fuzz_target) {
            Some(input) => raw.push((file, input)),
            None => lists.push((file, replay_objects(test))),
        }
    }
    let longest = raw.iter().filter_map(|(_, input)| u32::try_from(input.len()).ok()).max().unwrap_or(0);
    let fuzz_size = args.fuzz_size.unwrap_or(longest.clamp(FUZZ_SIZE, CORPUS_SIZE));
    let mut too_long = 0_u64;
    for (file, input) in raw {
        match KTest::fuzz_objects(&input, fuzz_size) {
            Some(objects) => lists.push((file, replay_objects(KTest { objects, ..KTest::default() }))),
            None => too_long += 1,
        }
    }
    let notes = if too_long == 0 {
        Vec::new()
    } else {
        vec![format!("{too_long} seeds have more than {fuzz_size} bytes and are left out (--fuzz-size)")]
    };
    let corpus = inputs.corpus_out.as_ref().map(|folder| here.join(folder));
    let create = |folder: &PathBuf| {
        Corpus::create(folder).map_err(|cause| Error::Unwritable { file: folder.clone(), cause })
    };
    let corpus = corpus.as_ref().map(create).transpose()?;
    let (files, lists) = lists.into_iter().unzip();
    Ok(Seeding { seeds: Seeds::new(lists), files, fuzz_size, corpus, notes })
}

impl Seeding {
    /// What to say of the seeds that are not among those paths were left with, which `followed` numbers.
    pub(crate) fn misfits(&self, followed: &Set<usize>) -> Option<String> {
        let lost = self.files.iter().enumerate().filter(|(number, _)| !followed.contains(number));
        let names: Vec<String> = lost.map(|(_, file)| file.display().to_string()).collect();
        let (count, listed) = (names.len(), names.len().min(LISTED));
        let more = if count > listed { format!(" and {} more", count - listed) } else { String::new() };
        let (what, whose) = if count == 1 { ("seed fits", "its") } else { ("seeds fit", "their") };
        let listed = names[..listed].join(", ");
        let text =
            format!("{count} {what} no path, by {whose} objects or what the program assumes: {listed}{more}");
        (count > 0).then_some(text)
    }
}

/// The test cases among the seeds: those named, then those of folders in the order of their names.
fn test_files(args: &RunArgs) -> Result<Vec<PathBuf>, Error> {
    let mut files = args.inputs.seed_file.clone();
    for folder in &args.inputs.seed_dir {
        let entries = fs::read_dir(folder).map_err(unreadable(folder))?;
        let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
        let mut paths = paths.map_err(unreadable(folder))?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "ktest"));
        if paths.is_empty() {
            let message = format!("--seed-dir {}: there is no .ktest file in it", folder.display());
            return Err(Error::Usage(message));
        }
        paths.sort();
        files.extend(paths);
    }
    Ok(files)
}

fn unreadable(file: &Path) -> impl Fn(io::Error) -> Error {
    let file = file.to_owned();
    move |cause| Error::Unreadable { file: file.clone(), cause }
}
