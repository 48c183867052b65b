//! `vellum run`: executes a program and leaves a run directory.

use std::{
    env,
    fmt::Write as _,
    io::Write as _,
    os::unix::ffi::OsStrExt,
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use vellum_collections::cast::len64;
use vellum_engine::{
    Assumptions, Checks, Coverage, End, Explorer, ForkKind, Halt, Interleaved, Limits, Machine, Observer,
    Program, Progress, RandomRelocations, Resolution, Searcher, Seeds, State, Strategy, Symbolic,
};
use vellum_foreign::Deadline;
use vellum_ir::Module;
use vellum_kernel::{Kernel, KernelConfig, Surroundings};
use vellum_memory::{Classes, Memory, MemoryConfig};
use vellum_report::{RunDirectory, Summary, to_lcov};

use crate::{
    advice,
    allocator::held,
    args::{RunArgs, Tests},
    classes,
    error::Error,
    explore::{Budget, Findings, Keep, MAX_MEMORY, MAX_TIME, Recorder, Suite},
    info,
    interrupt::Watch,
    journal::{Journal, Subject},
    learning::{self, Groups},
    load::{FUZZ_TARGET, Runnable, load_to_run},
    machine::{half_of_memory, peak_rss},
    past::Past,
    progress::{LiveLine, Show, left, table},
    recording::{Recording, figures},
    replay, seeds,
    solving::SharedSolver,
    suite, surroundings,
    toolchain::{Env, Toolchain},
};

/// Exit status when something was found.
const FOUND: u8 = 1;

/// Exit status when the run cannot be trusted.
const FAILED: u8 = 3;

/// Exit status when nothing was found, and something was left out because it is not supported.
pub(crate) const LEFT_OUT: u8 = 4;

/// Executes a program, going on from another run if there is one.
pub(crate) fn run(environment: &Env, args: &RunArgs, past: Option<Past>) -> Result<ExitCode, Error> {
    let (begin, started) = (now(), info::clock());
    let tests = args.tests()?;
    let toolchain = Toolchain::locate(environment)?;
    let surroundings = surroundings::read(&args.before, &args.command)?;
    let Runnable { module, entry, is_fuzz_target, bytes } =
        load_to_run(&toolchain, args.program(), &args.settings)?;
    // The program may change the current folder: the run directory's path must not depend on it.
    let here = env::current_dir().unwrap_or_default();
    let mut recording = Recording::new(args, past, &bytes)?;
    drop(bytes);
    let mut seeding = seeds::read(args, is_fuzz_target, &here)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let outside = args.settings.kernel(&environment.exe, &here, &interrupted);
    let kernel = kernel_for(args, KernelConfig { fuzz_size: seeding.fuzz_size, ..outside }, begin)?;
    let (program, memory, analysed, groups) = laid_out(environment, args, module, &kernel)?;
    let directory = recording.directory(args, &here)?;
    keep_settings(args, &directory, &groups)?;
    let loaded = begin.elapsed();
    let budget = budget(args, begin, &interrupted);
    let solver = SharedSolver::new(args, begin, Arc::clone(&interrupted), &here, recording.answers())?;
    if let Some(goal) = args.test_comp {
        suite::begin(&directory, args, start(args, is_fuzz_target), goal, started)?;
    }
    let line = LiveLine::new(show(args), begin);
    let subject = Subject { program: &program, kernel: &kernel, solver: solver.clone(), begin };
    let journal = Journal::new(subject, &directory, &here, line, args.stats_interval)?;
    let mut symbolic = symbolic(args, &solver, &budget);
    let mut recorder =
        Recorder::new(&directory, &here, surroundings.words, budget, keep(args, tests), journal);
    recorder.corpus = seeding.corpus.take();
    note(args, args.notes.iter().chain(&seeding.notes).chain(&recording.notes()));
    recording.hand_over(&mut recorder, &program);
    let watch = Watch::new(&interrupted);
    let begin_with = (&surroundings.result, &seeding.seeds);
    let first = first_paths(&program, &memory, &kernel, &mut symbolic, begin_with, entry);
    drop(memory);
    recorder.begin();
    let Explored { progress, resolution, assumptions, stopped_by } = match first {
        Ok(states) => {
            let states = recorder.begin_with(states, &program);
            let searcher = searcher(args.settings.seed(), &strategies(args));
            explore(Explorer::new(&program, symbolic, searcher, limits(args), states), &mut recorder)
        }
        Err((state, end)) => {
            recorder.ended(&symbolic.exprs, &program, &state, &end, &[]);
            let progress = Progress::default();
            recorder.finish(&progress);
            let (resolution, assumptions) = Default::default();
            Explored { progress, resolution, assumptions, stopped_by: None }
        }
    };
    drop(watch);
    note(args, &seeding.misfits(&recorder.followed));
    if let Some(failure) = recorder.failure.take().or_else(|| solver.log_error()) {
        return Err(failure);
    }
    let is_concrete = !recorder.symbolic && recorder.trail.work.and(&progress).all_forks() == 0;
    let figures = Summary {
        load_seconds: loaded.as_secs_f64(),
        exit_status: recorder.exit_status.filter(|_| is_concrete),
        stopped_by: stopped_by.map(str::to_owned),
        coverage: Coverage::of(&program),
        resolution,
        points_to_seconds: analysed.map(|time| time.as_secs_f64()),
        resolution_seconds: solver.resolution_time().as_secs_f64(),
        ..explored(args, &progress, &recorder, &solver)
    };
    let summary = summary(args, &mut recorder, figures);
    let status = status(&summary, is_concrete);
    let info = info::text(args, &summary, started, &here);
    write(&directory, &info, &summary, &here, &program)?;
    recorder.trail.close(status)?;
    let shown = directory.path().strip_prefix(&here).unwrap_or(directory.path());
    warn(args, &recorder, (&program, &assumptions));
    if is_concrete || args.quiet {
        tell(args, &kernel, shown, &summary, loaded);
    } else {
        tell_paths(args, &kernel, shown, &summary);
    }
    tell_disagreements(&summary);
    Ok(ExitCode::from(status))
}

/// Which heap objects share a segment, if the model goes by what was learnt.
fn groups(environment: &Env, args: &RunArgs) -> Result<Groups, Error> {
    match (args.model.row.classes, &args.model.segment_groups) {
        (Classes::Learnt, Some(file)) => learning::read(file),
        (Classes::Learnt, None) => learning::learn(environment, args),
        (Classes::None | Classes::PointsTo | Classes::Calls, _) => Ok(Groups::default()),
    }
}

/// Leaves in the run directory what later runs and replays are told.
fn keep_settings(args: &RunArgs, directory: &RunDirectory, groups: &Groups) -> Result<(), Error> {
    if args.model.row.classes == Classes::Learnt {
        learning::write(&directory.path().join("segments.json"), groups)?;
    }
    directory.write_replay(&replay::settings::to_json(&args.settings))?;
    Ok(())
}

/// The program and its memory before it runs, under the memory model the user wants; and how long it took to analyse it, if
/// that was necessary; and what the model was told.
fn laid_out(
    environment: &Env,
    args: &RunArgs,
    module: Module,
    kernel: &Kernel,
) -> Result<(Program, Memory, Option<Duration>, Groups), Error> {
    let groups = groups(environment, args)?;
    let model = args.model.make(groups.clone());
    let (sizes, split) = (args.model.sizes(), args.model.split());
    let config = MemoryConfig { objects: args.objects, model, sizes, split, ..args.settings.memory() };
    let link = |cause| Error::Link { file: args.program().to_owned(), cause };
    let together = args.relocate.map(RandomRelocations::Together);
    let (accesses, relocations) =
        (args.count_accesses, together.or(args.relocate_alone.map(RandomRelocations::Alone)));
    let checks = Checks { accesses, relocations, ..args.settings.checks() };
    let (classifier, analysed) = classes::of(&args.model, &module);
    let (mut program, memory) = Program::link(module, kernel, config, checks).map_err(link)?;
    if let Some(classifier) = classifier {
        program.set_classifier(classifier);
    }
    warn_of_undefined(args, &program);
    Ok((program, memory, analysed, groups))
}

/// Says where the run was not as recorded, and which assumptions no path fulfilled.
fn warn(args: &RunArgs, recorder: &Recorder<'_>, (program, assumptions): (&Program, &Assumptions)) {
    warn_of_assumptions(args, program, assumptions);
    let more = recorder.trail.divergences.saturating_sub(len64(recorder.divergences.len()));
    let more = (more > 0).then(|| format!("{more} more decisions were not as recorded"));
    let stale = &recorder.stale;
    let back = (stale.paths > 0).then(|| {
        format!(
            "{} recorded paths that lie behind such decisions are not counted any more, and their {} tests are removed",
            stale.paths, stale.tests
        )
    });
    for warning in recorder.divergences.iter().chain(&more).chain(&back).filter(|_| !args.quiet) {
        let _ = writeln!(std::io::stderr(), "vellum: warning: {warning}");
    }
}

/// Says which functions are defined nowhere.
fn warn_of_undefined(args: &RunArgs, program: &Program) {
    let names: Vec<&str> = program.undefined_functions().collect();
    if names.is_empty() || args.quiet {
        return;
    }
    let (these, names) = (if names.len() == 1 { "a function is" } else { "functions are" }, names.join(", "));
    let text =
        format!("{these} defined nowhere, and a path that calls one ends there as unsupported: {names}");
    let _ = writeln!(std::io::stderr(), "vellum: warning: {text}");
}

/// Says which assumptions no path fulfilled. Of a run that takes over paths of another one, not all paths are known.
fn warn_of_assumptions(args: &RunArgs, program: &Program, assumptions: &Assumptions) {
    let is_known = args.recording.resume.is_none() && !args.recording.prune && !args.quiet;
    let debug = &program.module().debug;
    for at in assumptions.never_held().filter(|_| is_known) {
        let position = debug.position(at);
        let (file, line) = (debug.text(position.file), position.line);
        let text =
            format!("{file}:{line}: no path fulfils the assumption: what comes after it was not explored");
        let _ = writeln!(std::io::stderr(), "vellum: warning: {text}");
    }
}

/// The function of the program that everything starts from.
fn start(args: &RunArgs, is_fuzz_target: bool) -> &str {
    let by_itself = if is_fuzz_target { FUZZ_TARGET } else { "main" };
    args.settings.entry.as_deref().unwrap_or(by_itself)
}

/// What a run leaves behind beside its tests and findings.
fn write(
    directory: &RunDirectory,
    info: &str,
    summary: &Summary,
    here: &Path,
    program: &Program,
) -> Result<(), Error> {
    if let Some(coverage) = to_lcov(program) {
        directory.write_coverage(&coverage)?;
    }
    directory.write_sarif(&summary.findings, &summary.version, here)?;
    directory.write_info(info)?;
    directory.write_summary(summary)?;
    Ok(())
}

/// What is kept of the paths.
fn keep(args: &RunArgs, tests: Tests) -> Keep {
    Keep {
        tests,
        findings: if args.all_findings { Findings::All } else { Findings::Each },
        suite: if args.test_comp.is_some() { Suite::Wanted } else { Suite::None },
    }
}

/// Budgets of single paths, and of slices.
fn limits(args: &RunArgs) -> Limits {
    Limits {
        depth: args.max_depth,
        states: args.max_states,
        instructions: args.max_instructions,
        put_away: args.put_away,
    }
}

/// Budgets of the whole run.
fn budget(args: &RunArgs, begin: Instant, interrupted: &Arc<AtomicBool>) -> Budget {
    Budget {
        begin,
        interrupted: Arc::clone(interrupted),
        instructions: args.max_instructions,
        time: args.max_time,
        paths: args.max_paths,
        memory: args.max_memory.or_else(half_of_memory),
        findings: args.exit_on_error.then_some(1),
    }
}

/// What paths need over symbolic input, before there is any.
fn symbolic(args: &RunArgs, solver: &SharedSolver, budget: &Budget) -> Symbolic {
    let oracle = Box::new(solver.clone());
    Symbolic::new(oracle).with_loops(args.model.rounds).with_halt(Box::new(halt(budget, held())))
}

/// Why an operation that takes long is not gone on with: the limits that the recorder looks at between slices. As to memory,
/// there is nobody yet who could put paths away, so a tenth more than that is taken for granted.
fn halt(budget: &Budget, held_before: u64) -> impl Fn() -> Option<Halt> + use<> {
    let (begin, time, memory) = (budget.begin, budget.time, budget.memory);
    let interrupted = Arc::clone(&budget.interrupted);
    move || {
        let held = held().saturating_sub(held_before);
        if interrupted.load(Ordering::Relaxed) {
            Some(Halt::Interrupted)
        } else if time.is_some_and(|max| begin.elapsed() >= max) {
            Some(Halt::Limit(MAX_TIME))
        } else {
            memory.is_some_and(|max| held > max.saturating_add(max / 10)).then_some(Halt::Limit(MAX_MEMORY))
        }
    }
}

/// Runs all paths: how far that went, and what stopped it.
fn explore(mut explorer: Explorer<'_>, recorder: &mut Recorder<'_>) -> Explored {
    let stopped_by = explorer.run(recorder);
    let stopped_by = stopped_by.or(recorder.stopped_by);
    explorer.stop(stopped_by.unwrap_or("end"), recorder);
    recorder.finish(explorer.progress());
    let progress = explorer.progress().clone();
    let Symbolic { resolution, assumptions, .. } = explorer.symbolic;
    Explored { progress, resolution, assumptions, stopped_by }
}

/// What came of an exploration.
struct Explored {
    progress: Progress,
    resolution: Resolution,
    assumptions: Assumptions,
    /// What stopped it before its end.
    stopped_by: Option<&'static str>,
}

/// The figures together with what was found.
fn summary(args: &RunArgs, recorder: &mut Recorder<'_>, figures: Summary) -> Summary {
    let mut left_out: Vec<(String, u64)> = std::mem::take(&mut recorder.left_out).into_iter().collect();
    left_out.sort();
    Summary {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        program: args.program().display().to_string(),
        memory: args.model.row.name,
        objects: args.objects.name(),
        peak_rss_bytes: peak_rss(),
        states_peak_bytes: recorder.held_peak,
        unsupported: recorder.unsupported.first().cloned(),
        unsupported_by: recorder.causes.iter().map(|(what, count)| (what.clone(), *count)).collect(),
        left_out,
        paths: recorder.paths,
        findings: std::mem::take(&mut recorder.findings),
        ..figures
    }
}

/// The figures of an exploration, with what was taken over from other runs.
fn explored(args: &RunArgs, progress: &Progress, recorder: &Recorder<'_>, solver: &SharedSolver) -> Summary {
    let (totals, all) = (recorder.totals(progress), recorder.trail.work.and(progress));
    Summary {
        seed: args.settings.seed(),
        search: strategies(args).iter().map(ToString::to_string).collect(),
        forks: ForkKind::ALL.iter().map(|kind| kind.name()).zip(all.forks).collect(),
        states_max: totals.states_max,
        states_put_away: progress.put_away,
        instructions: all.instructions,
        external_calls: totals.external_calls,
        allocations: totals.allocations,
        solver_seconds: figure(totals.solver_microseconds) / 1e6,
        wall_seconds: figure(totals.microseconds) / 1e6,
        queries: totals.queries,
        largest_array: solver.statistics().largest_array,
        record: figures(recorder, solver),
        ..Summary::default()
    }
}

/// Says what the user should hear.
fn note<'n>(args: &RunArgs, notes: impl IntoIterator<Item = &'n String>) {
    for note in notes.into_iter().filter(|_| !args.quiet) {
        // Nobody can be told that the message could not be written.
        let _ = writeln!(std::io::stderr(), "vellum: note: {note}");
    }
}

fn show(args: &RunArgs) -> Show {
    if args.quiet {
        Show::Never
    } else if args.progress {
        Show::Always
    } else {
        Show::Terminal
    }
}

/// What a person is told of an exploration.
fn tell_paths(args: &RunArgs, kernel: &Kernel, directory: &Path, summary: &Summary) {
    let mut text = String::new();
    for warning in kernel.warnings() {
        let _ = writeln!(text, "vellum: warning: {warning}");
    }
    if let Some(what) = &summary.unsupported {
        let _ = writeln!(text, "vellum: unsupported: {what}");
    }
    text.push_str(&table(summary, directory, args.program()));
    text.extend(advice::of(args.model.row, &summary.resolution));
    if args.stats {
        let _ = writeln!(
            text,
            "vellum: {} instructions, {} forks, {} questions to the solver ({} solved, {} given up), {:.2} s in it",
            summary.instructions,
            summary.forks.iter().map(|(_, count)| count).sum::<u64>(),
            summary.queries.asked,
            summary.queries.solved,
            summary.queries.gave_up,
            summary.solver_seconds
        );
        let by: Vec<String> =
            summary.queries.by.iter().map(|(stage, count)| format!("{stage} {count}")).collect();
        let _ = writeln!(text, "vellum: questions by the stage that answered: {}", by.join(", "));
    }
    text.push_str(&left(summary));
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// What a person is told when the solver was caught.
fn tell_disagreements(summary: &Summary) {
    let count = summary.queries.disagreements;
    if count > 0 {
        let text = format!(
            "vellum: --check-solver: the solver was wrong {count} times; what this run says cannot be trusted\n"
        );
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}

/// The searchers of a user who asked for none: near the root of the tree of forks and where something new was found, and
/// one that comes to ends where the others do not.
const DEFAULT_SEARCH: [Strategy; 3] = [Strategy::RandomPath, Strategy::CovNew, Strategy::ToEnd];

/// The searchers the user asked for.
fn strategies(args: &RunArgs) -> Vec<Strategy> {
    if args.search.is_empty() { DEFAULT_SEARCH.to_vec() } else { args.search.concat() }
}

/// Who chooses: all strategies in turn, each with a seed of its own.
fn searcher(seed: u64, strategies: &[Strategy]) -> Box<dyn Searcher> {
    let searchers = (seed..).zip(strategies).map(|(seed, strategy)| strategy.searcher(seed)).collect();
    Box::new(Interleaved::new(searchers))
}

/// The paths that begin at the program's entry point, or how the program ended before it began.
fn first_paths(
    program: &Program,
    memory: &Memory,
    kernel: &Kernel,
    symbolic: &mut Symbolic,
    (surroundings, seeds): (&Surroundings, &Seeds),
    entry: &str,
) -> Result<Vec<State>, (Box<State>, End)> {
    let entry = program.module().function_named(entry).expect("the loader made sure of the entry point");
    let environment: Vec<Vec<u8>> =
        env::vars_os().map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat()).collect();
    let paths = kernel
        .beginnings(memory, &mut symbolic.exprs, surroundings, &environment, seeds)
        .map_err(|end| (Box::new(State::new(memory.clone(), kernel.outside())), end))?;
    let mut states = Vec::new();
    for (mut state, stack) in paths {
        match (Machine { program, state: &mut state, symbolic }).start(entry, &[stack]) {
            Ok(()) => states.push(state),
            Err(end) => return Err((Box::new(state), end)),
        }
    }
    Ok(states)
}

/// The outside of the program, with the libraries the user named. No call outlasts the run that began at `begin`.
fn kernel_for(args: &RunArgs, mut outside: KernelConfig, begin: Instant) -> Result<Kernel, Error> {
    if let (Some(max), Some(external)) = (args.max_time, &mut outside.external) {
        external.deadline = Deadline::new(move || begin.elapsed() >= max);
    }
    let kernel = Kernel::new(KernelConfig { show_output: args.show_output, ..outside });
    if !args.settings.external.load.is_empty() {
        kernel.load_libraries().map_err(Error::External)?;
    }
    Ok(kernel)
}

/// A run without symbolic input is the program itself: where it ended by itself, its status is ours.
fn status(summary: &Summary, is_concrete: bool) -> u8 {
    match summary.exit_status {
        _ if summary.queries.disagreements > 0 => FAILED,
        // It ended by itself, and something was found all the same: a leak.
        Some(0) if !summary.findings.is_empty() => FOUND,
        Some(status) if is_concrete => u8::try_from(status & 0xff).unwrap_or(FOUND),
        _ if !summary.findings.is_empty() => FOUND,
        _ if summary.lacks_support() => LEFT_OUT,
        _ => 0,
    }
}

/// What a person at a terminal is told.
fn tell(args: &RunArgs, kernel: &Kernel, directory: &Path, summary: &Summary, loaded: Duration) {
    let mut text = String::new();
    if !args.quiet {
        for warning in kernel.warnings() {
            let _ = writeln!(text, "vellum: warning: {warning}");
        }
        for finding in &summary.findings {
            let _ = write!(text, "vellum: {}", finding.to_string().trim_start_matches("Error: "));
            let _ = writeln!(text, "vellum: the run is in {}", directory.display());
        }
        if let Some(what) = &summary.unsupported {
            let _ = writeln!(text, "vellum: unsupported: {what}");
        }
        if let Some(by) = &summary.stopped_by {
            let _ = writeln!(text, "vellum: stopped by {by} after {} instructions", summary.instructions);
        }
    }
    if args.stats {
        let running = (summary.wall_seconds - loaded.as_secs_f64()).max(1e-9);
        let millions = figure(summary.instructions) / 1e6;
        let _ = writeln!(
            text,
            "vellum: {} instructions in {running:.3} s ({:.1} million/s), loaded in {:.3} s",
            summary.instructions,
            millions / running,
            loaded.as_secs_f64()
        );
    }
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A count for a quotient: exact up to 2^53.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "printed with one decimal")]
pub(crate) fn figure(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::disallowed_methods, reason = "the driver knows the clock")]
fn now() -> Instant {
    Instant::now()
}
