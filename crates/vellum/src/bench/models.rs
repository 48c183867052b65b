//! One program under one model of memory: what `matrix` and `papers` measure.

use std::{
    fs::{self, File},
    io,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;
use vellum_kernel::{Whose, cpu_time};

use super::{Bench, now, summary};
use crate::run::figure;

/// The model that needs no option.
const USUAL: &str = "forking";

/// What a run that does not heed its time limit is given on top of it.
const GRACE: Duration = Duration::from_secs(30);

/// Time between two looks at whether a run is over.
const PAUSE: Duration = Duration::from_millis(5);

/// What stands for a figure there is none of.
pub(super) const NONE: &str = "-";

/// What came of a run.
#[derive(Clone, Debug)]
pub(super) enum Ran {
    /// This version has no such model.
    Unknown,
    /// It had to be ended from outside.
    Killed {
        seconds: f64,
    },
    Measured(Measured),
}

/// What a run was measured to take.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    /// Processor time, of the program and of the kernel for it.
    pub(super) seconds: f64,
    pub(super) is_complete: bool,
    summary: Value,
}

impl Measured {
    /// A figure of the run by its place in `summary.json`, if there is one.
    fn at(&self, place: &str) -> Option<&Value> {
        self.summary.pointer(place).filter(|value| !value.is_null())
    }

    /// A whole number there, or zero.
    pub(super) fn count(&self, place: &str) -> u64 {
        self.at(place).and_then(Value::as_u64).unwrap_or(0)
    }

    /// A figure there as text.
    pub(super) fn text(&self, place: &str) -> String {
        match self.at(place) {
            Some(Value::Number(number)) if number.is_f64() => {
                format!("{:.2}", number.as_f64().unwrap_or_default())
            }
            Some(value) => value.to_string(),
            None => NONE.to_owned(),
        }
    }

    /// Paths that ended, however that was.
    pub(super) fn paths(&self) -> u64 {
        ["completed", "errors", "unsupported"].iter().map(|end| self.count(&format!("/paths/{end}"))).sum()
    }

    /// Questions to the solver.
    pub(super) fn questions(&self) -> u64 {
        self.count("/queries/asked")
    }

    /// What the process had at most, in millions of bytes.
    pub(super) fn megabytes(&self) -> f64 {
        figure(self.count("/memory_bytes/peak_rss")) / 1e6
    }

    /// The instructions of the program that were covered, in percent.
    pub(super) fn coverage(&self) -> f64 {
        let count = |name: &str| figure(self.count(&format!("/coverage/{name}")));
        100.0 * count("instructions") / count("instructions_total").max(1.0)
    }
}

impl Bench<'_> {
    /// Explores a program under a model.
    pub(super) fn run_model(
        &self,
        model: &str,
        program: &Path,
        options: &[&str],
        args: &[&str],
        limit: Duration,
    ) -> io::Result<Ran> {
        let folder = self.run_folder("model");
        let mut command = Command::new(&self.toolchain.exe);
        command.args(["run", "--quiet", "--tests", "none", "--out"]).arg(&folder);
        command.arg("--max-time").arg(format!("{}ms", limit.as_millis()));
        if model != USUAL {
            command.args(["--memory", model]);
        }
        command.args(options).arg(program).args(args);
        let ran = self.watch(&mut command, &folder, limit + GRACE, model);
        let _ = fs::remove_dir_all(&folder);
        ran
    }

    fn watch(&self, command: &mut Command, folder: &Path, limit: Duration, model: &str) -> io::Result<Ran> {
        let (before, begin) = (cpu_time(Whose::Children), now());
        let seconds = || cpu_time(Whose::Children).saturating_sub(before).as_secs_f64();
        let said = self.folder.join("said");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&said)?);
        let mut child = command.spawn()?;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if begin.elapsed() > limit {
                child.kill()?;
                child.wait()?;
                return Ok(Ran::Killed { seconds: seconds() });
            }
            thread::sleep(PAUSE);
        };
        if matches!(status.code(), Some(0 | 1 | 4)) {
            let summary = summary(folder)?;
            let is_complete = is_over(&summary);
            return Ok(Ran::Measured(Measured { seconds: seconds(), is_complete, summary }));
        }
        let said = String::from_utf8_lossy(&fs::read(&said)?).trim().to_owned();
        if model != USUAL && said.contains("--memory") {
            return Ok(Ran::Unknown);
        }
        Err(io::Error::other(said))
    }
}

/// A figure of a run: what it is called, how wide it is, what it is.
pub(super) type Column = (&'static str, usize, fn(&Measured) -> String);

/// The names of columns, behind those of what tells the runs apart.
pub(super) fn header(first: &[&str], columns: &[Column]) -> Vec<String> {
    let names = columns.iter().map(|(name, ..)| *name);
    first.iter().copied().chain(names).map(str::to_owned).collect()
}

impl Ran {
    /// A cell for each column; the first two are whether it came to its end, and its seconds.
    pub(super) fn cells(&self, columns: &[Column]) -> Vec<String> {
        let (first, second) = match self {
            Self::Measured(run) => return columns.iter().map(|(.., text)| text(run)).collect(),
            Self::Killed { seconds } => ("no".to_owned(), format!("{seconds:.2}")),
            Self::Unknown => ("?".to_owned(), NONE.to_owned()),
        };
        let rest = columns[2..].iter().map(|_| NONE.to_owned());
        [first, second].into_iter().chain(rest).collect()
    }
}

/// Lines of comma-separated values; no value has a comma.
pub(super) fn csv(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(",") + "\n").collect()
}

/// Whether a run came to its end, by what its model explores.
fn is_over(summary: &Value) -> bool {
    let paths = &summary["paths"];
    let has_dropped = paths["stopped"] == summary["resolution"]["not_explored"] && paths["unsupported"] == 0;
    summary["complete"] == true || (summary["stopped_by"].is_null() && has_dropped)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Measured, csv};

    #[test]
    fn figures_are_found_by_their_place() {
        let summary = json!({
            "paths": {"completed": 3, "errors": 2, "stopped": 7, "unsupported": 1},
            "coverage": {"instructions": 1, "instructions_total": 4},
            "time_s": {"points_to": null, "solver": 0.123},
        });
        let measured = Measured { seconds: 1.0, is_complete: true, summary };
        assert_eq!((measured.paths(), measured.questions()), (6, 0));
        assert!((measured.coverage() - 25.0).abs() < 1e-9);
        let texts = ["/time_s/points_to", "/time_s/solver", "/paths/errors", "/nowhere"];
        assert_eq!(texts.map(|place| measured.text(place)), ["-", "0.12", "2", "-"]);
    }

    #[test]
    fn rows_become_lines() {
        let row = |text: &str| text.split(' ').map(str::to_owned).collect();
        assert_eq!(csv(&[row("a b"), row("1 2")]), "a,b\n1,2\n");
    }
}
