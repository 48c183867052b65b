//! A matrix whose rows are objects of their own, looked up at symbolic places, under every model of memory.
//!
//! The family of programs is that of "A Segmented Memory Model for Symbolic Execution" (FSE 2019), figures 1 and 3. KLEE's
//! figures are of KLEE 3.3-pre with LLVM 16 on a machine of the same kind as ours: *default* is KLEE as it comes, *tuned*
//! its best setting that was found. Processor time is compared, which is the steadier clock.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    Bench, MODELS,
    fit::exponent,
    models::{Measured, NONE, Ran, csv},
    plot::{Line, Plot, Scale, svg},
};
use crate::run::figure;

const MATRIX: &str = include_str!("../../../../bench/matrix/matrix.c");

/// Time for a run; the sizes above one that needs more are left out.
const LIMIT: Duration = Duration::from_secs(20);

/// The sizes when it has to be quick.
const QUICK: &[u32] = &[10, 20];

/// Runs of a program that takes less than [`SHORT`] seconds; of the times the least counts.
const ROUNDS: u32 = 3;
const SHORT: f64 = 1.0;

/// Seconds that say nothing.
const NOISE: f64 = 0.01;

/// A program of the family.
struct Variant {
    name: &'static str,
    title: &'static str,
    flags: &'static [&'static str],
    sizes: &'static [u32],
    scale: Scale,
    klee: &'static [Klee],
}

/// What KLEE takes for a size.
struct Klee {
    size: u32,
    setting: &'static str,
    /// Processor time.
    seconds: f64,
    megabytes: u32,
    paths: u32,
    questions: u32,
    /// Whether it came to the end.
    is_complete: bool,
}

const fn klee(size: u32, setting: &'static str, seconds: f64, counts: [u32; 3]) -> Klee {
    let [megabytes, paths, questions] = counts;
    Klee { size, setting, seconds, megabytes, paths, questions, is_complete: true }
}

const VARIANTS: &[Variant] = &[
    Variant {
        name: "one",
        title: "one lookup",
        flags: &[],
        sizes: &[10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120],
        scale: Scale::Linear,
        klee: &[
            klee(40, "default", 6.19, [75, 41, 164]),
            klee(40, "tuned", 0.98, [74, 41, 125]),
            klee(80, "default", 24.48, [79, 81, 326]),
            klee(80, "tuned", 3.44, [76, 81, 247]),
            klee(120, "default", 56.17, [85, 121, 486]),
            klee(120, "tuned", 7.99, [77, 121, 367]),
        ],
    },
    Variant {
        name: "two",
        title: "two lookups",
        flags: &["-DLOOKUPS=2"],
        sizes: &[10, 20, 30, 40, 50],
        scale: Scale::Log,
        klee: &[
            klee(20, "default", 47.91, [76, 439, 893]),
            klee(20, "tuned", 1.19, [75, 439, 135]),
            Klee { is_complete: false, ..klee(40, "default", 213.25, [80, 989, 2166]) },
            klee(40, "tuned", 7.02, [77, 1679, 251]),
        ],
    },
    Variant {
        name: "extra",
        title: "one lookup, 30 KB beside it",
        flags: &["-DEXTRA=30000"],
        sizes: &[10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120],
        scale: Scale::Linear,
        klee: &[klee(80, "default", 23.74, [80, 81, 326])],
    },
];

/// What a table shows of a run.
type Column = (&'static str, fn(&Measured) -> String);

const TABLES: [Column; 4] = [
    ("processor time, s", |run| format!("{:.3}", run.seconds)),
    ("paths", |run| run.paths().to_string()),
    ("questions to the solver", |run| run.questions().to_string()),
    ("peak memory, MB", |run| format!("{:.1}", run.megabytes())),
];

/// A variant's runs: by size, then by model.
struct Runs<'a> {
    variant: &'a Variant,
    models: Vec<String>,
    rows: Vec<(u32, Vec<Option<Ran>>)>,
    /// What a matrix of one row takes: the start of a run, which has no part in growth.
    start: f64,
}

impl Bench<'_> {
    pub(super) fn matrix(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let limit = self.args.time_limit.unwrap_or(LIMIT);
        writeln!(
            out,
            "A matrix of N rows, each an object, with symbolic lookups; at most {} s for a run. `*`: not complete;\n\
             `{NONE}`: not run, because a smaller one was not complete; `?`: no such model in this version.",
            limit.as_secs_f64()
        )?;
        let mut lines = vec![header()];
        let mut plots = Vec::new();
        for variant in VARIANTS {
            let runs = self.variant(variant, limit)?;
            runs.print(&mut out)?;
            lines.extend(runs.lines());
            plots.push(runs.plot());
        }
        fs::create_dir_all(&self.args.out)?;
        let (table, plot) = (self.args.out.join("matrix.csv"), self.args.out.join("matrix.svg"));
        fs::write(&table, csv(&lines))?;
        fs::write(&plot, svg(&plots))?;
        writeln!(out, "\nThe figures are in {}, the plots in {}.", table.display(), plot.display())
    }

    fn variant<'a>(&'a self, variant: &'a Variant, limit: Duration) -> io::Result<Runs<'a>> {
        let models = self.models(&MODELS);
        let sizes = if self.args.quick { QUICK } else { variant.sizes };
        let mut goes_on = vec![true; models.len()];
        let mut rows = Vec::new();
        for &size in sizes {
            let program = self.matrix_of(variant, size)?;
            let mut row = Vec::new();
            for (model, goes_on) in models.iter().zip(&mut goes_on) {
                let run = || self.run_short(model, &program, limit);
                let ran = goes_on.then(run).transpose()?;
                *goes_on &= matches!(&ran, Some(Ran::Unknown))
                    || measured(ran.as_ref()).is_some_and(|run| run.is_complete);
                row.push(ran);
            }
            rows.push((size, row));
        }
        let smallest = self.run_short("forking", &self.matrix_of(variant, 1)?, limit)?;
        let start = measured(Some(&smallest)).map_or(0.0, |run| run.seconds);
        Ok(Runs { variant, models, rows, start })
    }

    /// A run, several times if it is short.
    fn run_short(&self, model: &str, program: &Path, limit: Duration) -> io::Result<Ran> {
        let run = || self.run_model(model, program, &[], &[], limit);
        let mut best = run()?;
        for _ in 1..ROUNDS {
            let Some(known) = measured(Some(&best)).map(|run| run.seconds).filter(|known| *known < SHORT)
            else {
                break;
            };
            let again = run()?;
            if measured(Some(&again)).is_some_and(|again| again.seconds < known) {
                best = again;
            }
        }
        Ok(best)
    }

    fn matrix_of(&self, variant: &Variant, size: u32) -> io::Result<PathBuf> {
        let size_flag = format!("-DN={size}");
        let flags = [&[size_flag.as_str()], variant.flags].concat();
        self.build(&format!("matrix-{}-{size}", variant.name), MATRIX, &flags)
    }
}

fn measured(ran: Option<&Ran>) -> Option<&Measured> {
    match ran {
        Some(Ran::Measured(run)) => Some(run),
        _ => None,
    }
}

fn header() -> Vec<String> {
    ["variant", "n", "model", "complete", "cpu_s", "paths", "queries", "peak_mb"].map(str::to_owned).to_vec()
}

/// How fast the time grows, in words; what is less than the noise at the largest size does not grow.
fn exponent_of(points: &[(f64, f64)]) -> String {
    let is_noise = points.len() > 1 && points.last().is_some_and(|(_, seconds)| *seconds < NOISE);
    let found = if is_noise { Some(0.0) } else { exponent(points) };
    found.map_or_else(|| NONE.to_owned(), |found| format!("{found:.2}"))
}

impl Runs<'_> {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        for (what, text) in TABLES {
            writeln!(out, "\n{}: {what}", self.variant.title)?;
            self.head(out, "N")?;
            for (size, row) in &self.rows {
                let cells: Vec<String> = row.iter().map(|ran| cell(ran.as_ref(), text)).collect();
                Self::row(out, &size.to_string(), &cells)?;
            }
        }
        self.print_klee(out)?;
        let title = self.variant.title;
        writeln!(
            out,
            "\n{title}: growth, the exponent of N in the time less that of N = 1; 0 if that is below 10 ms"
        )?;
        self.head(out, "")?;
        let cells: Vec<String> =
            (0..self.models.len()).map(|number| exponent_of(&self.growth(number))).collect();
        Self::row(out, "", &cells)
    }

    /// How many times KLEE's time is ours.
    fn print_klee(&self, out: &mut impl Write) -> io::Result<()> {
        let known = self.variant.klee.iter();
        let known: Vec<_> =
            known.filter_map(|klee| Some((klee, self.rows.iter().find(|row| row.0 == klee.size)?))).collect();
        if known.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{}: KLEE's time over ours", self.variant.title)?;
        self.head(out, "KLEE")?;
        for (klee, (_, row)) in known {
            let open = if klee.is_complete { "" } else { "*" };
            let name = format!("N={} {} {}s{open}", klee.size, klee.setting, klee.seconds);
            let times = |run: &Measured| format!("{:.1}x", klee.seconds / run.seconds);
            let cells: Vec<String> = row.iter().map(|ran| cell(ran.as_ref(), times)).collect();
            Self::row(out, &name, &cells)?;
            writeln!(
                out,
                "{:>24} ({} paths, {} questions, {} MB)",
                "", klee.paths, klee.questions, klee.megabytes
            )?;
        }
        Ok(())
    }

    fn head(&self, out: &mut impl Write, first: &str) -> io::Result<()> {
        Self::row(out, first, &self.models)
    }

    fn row(out: &mut impl Write, first: &str, cells: &[String]) -> io::Result<()> {
        write!(out, "{first:>24}")?;
        cells.iter().try_for_each(|cell| write!(out, " {cell:>15}"))?;
        writeln!(out)?;
        out.flush()
    }

    /// The times of a model's complete runs.
    fn times(&self, model: usize) -> Vec<(f64, f64)> {
        let run = |row: &(u32, Vec<Option<Ran>>)| {
            let run = measured(row.1[model].as_ref()).filter(|run| run.is_complete)?;
            Some((figure(row.0.into()), run.seconds))
        };
        self.rows.iter().filter_map(run).collect()
    }

    /// What a model's times have beyond the start of a run.
    fn growth(&self, model: usize) -> Vec<(f64, f64)> {
        self.times(model).into_iter().map(|(size, seconds)| (size, seconds - self.start)).collect()
    }

    /// The rows of the file: ours, then KLEE's.
    fn lines(&self) -> Vec<Vec<String>> {
        let mut lines = Vec::new();
        for (size, row) in &self.rows {
            for (model, ran) in self.models.iter().zip(row) {
                let Some(run) = measured(ran.as_ref()) else { continue };
                let figures = TABLES.map(|(_, text)| text(run));
                let start = [self.variant.name.to_owned(), size.to_string(), model.clone()];
                let is_complete = run.is_complete.to_string();
                lines.push(start.into_iter().chain([is_complete]).chain(figures).collect());
            }
        }
        lines.extend(self.variant.klee.iter().map(|klee| {
            vec![
                self.variant.name.to_owned(),
                klee.size.to_string(),
                format!("KLEE {}", klee.setting),
                klee.is_complete.to_string(),
                klee.seconds.to_string(),
                klee.paths.to_string(),
                klee.questions.to_string(),
                klee.megabytes.to_string(),
            ]
        }));
        lines
    }

    fn plot(&self) -> Plot {
        let line =
            |(number, model): (usize, &String)| Line { name: model.clone(), points: self.times(number) };
        Plot {
            title: self.variant.title.to_owned(),
            x: "N".to_owned(),
            y: "processor time (s)".to_owned(),
            scale: self.variant.scale,
            lines: self.models.iter().enumerate().map(line).filter(|line| !line.points.is_empty()).collect(),
        }
    }
}

/// A run in a table.
fn cell(ran: Option<&Ran>, text: impl Fn(&Measured) -> String) -> String {
    match ran {
        Some(Ran::Measured(run)) if run.is_complete => text(run),
        Some(Ran::Measured(run)) => text(run) + "*",
        Some(Ran::Killed { seconds }) => format!("killed {seconds:.0}s"),
        Some(Ran::Unknown) => "?".to_owned(),
        None => NONE.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::VARIANTS;

    #[test]
    fn klee_has_figures_for_sizes_that_are_run() {
        for variant in VARIANTS {
            assert!(variant.sizes.is_sorted() && !variant.klee.is_empty());
            for klee in variant.klee {
                assert!(variant.sizes.contains(&klee.size), "{}: {}", variant.name, klee.size);
                assert!(klee.seconds > 0.0 && klee.megabytes > 0 && klee.questions > 0);
            }
        }
    }

    #[test]
    fn klee_has_a_path_for_each_row_and_one_more() {
        let complete =
            VARIANTS.iter().filter(|variant| variant.name != "two").flat_map(|variant| variant.klee);
        for klee in complete {
            assert_eq!(klee.paths, klee.size + 1);
        }
    }
}
