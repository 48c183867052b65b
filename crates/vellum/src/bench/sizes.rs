//! What sizes and lengths that stay terms save against a path for each value: `--sizes symbolic` beside `--sizes enumerate`.
//!
//! Each program is explored for several ranges of the size, up to all numbers its type has. Terms are to have as many paths
//! for each of them; enumeration gets a limit of time, and as much as it takes to be ten times slower.

use std::{io, io::Write, time::Duration};

use serde_json::Value;

use super::Bench;

macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../bench/sizes/", $name, ".c")))),*]
    };
}

/// The programs, by name.
const PROGRAMS: &[(&str, &str)] = programs![
    "arena",
    "array-index",
    "bitmap",
    "calloc",
    "der",
    "free-one",
    "hash-table",
    "image",
    "last-byte",
    "line-reader",
    "match-copy",
    "matrix",
    "memcpy-offset",
    "memset",
    "off-by-one",
    "packet",
    "realloc",
    "ring",
    "snprintf",
    "string-builder",
    "strndup",
    "tlv",
    "vector",
    "vla",
];

/// The largest size, where both are compared.
const LARGE: &str = "1000";

/// Ranges that terms are explored for: up to 16, up to a thousand, and whatever the type holds.
const RANGES: [&str; 3] = ["16", LARGE, "0"];

/// How many times longer enumeration is to take.
const GOAL: f64 = 10.0;

/// How long enumeration may take; longer where that is less than [`GOAL`] times what terms took.
const LIMIT: Duration = Duration::from_secs(20);

/// What an exploration came to.
struct Explored {
    paths: u64,
    /// Processor time.
    seconds: f64,
    findings: usize,
    is_complete: bool,
}

impl Explored {
    /// Paths, and a sign where there would be more.
    fn count(&self) -> String {
        format!("{}{}", self.paths, if self.is_complete { "" } else { "+" })
    }
}

impl Bench<'_> {
    pub(super) fn sizes(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let limit = self.args.time_limit.unwrap_or(LIMIT);
        writeln!(
            out,
            "Sizes as terms beside a path for each value: paths and processor time. Sizes go up to 16, up to {LARGE},\n\
             and as far as their type does; enumeration goes up to {LARGE}, for {} s, or {GOAL} times\n\
             what terms took if that is more (`+`: not all of them).\n",
            limit.as_secs()
        )?;
        writeln!(
            out,
            "{:<16} {:>6} {:>8} {:>6} {:>8} {:>6} {:>8}   {:>8} {:>8} {:>8}",
            "program", "≤ 16", "s", "≤ 1000", "s", "all", "s", "by value", "s", "× terms"
        )?;
        let mut factors = Vec::new();
        for &(name, source) in PROGRAMS {
            factors.push(self.size_program(&mut out, (name, source), limit)?);
        }
        factors.sort_by(f64::total_cmp);
        let middle = factors.get(factors.len() / 2).copied().unwrap_or(0.0);
        let enough = factors.iter().filter(|&&factor| factor >= GOAL).count();
        writeln!(
            out,
            "\n{enough} of {} programs take at least ten times longer by value (goal: all); the median is {middle:.0}.",
            factors.len()
        )
    }

    /// One row: how many times longer it takes by value.
    fn size_program(
        &self,
        out: &mut impl Write,
        (name, source): (&str, &str),
        limit: Duration,
    ) -> io::Result<f64> {
        let mut rows = Vec::new();
        for range in RANGES {
            rows.push(self.explore_sizes((name, source), range, "symbolic", limit)?);
        }
        let large = &rows[1];
        // A little more than that, for what a run takes besides.
        let limit = limit.max(Duration::from_secs_f64(large.seconds * GOAL * 1.1));
        let by_value = self.explore_sizes((name, source), LARGE, "enumerate", limit)?;
        if by_value.is_complete && by_value.findings != large.findings {
            return Err(io::Error::other(format!("{name}: other findings by value than as terms")));
        }
        let factor = by_value.seconds / large.seconds;
        write!(out, "{name:<16}")?;
        for row in &rows {
            write!(out, " {:>6} {:>8.2}", row.count(), row.seconds)?;
        }
        let sign = if by_value.is_complete { ' ' } else { '>' };
        writeln!(out, "   {:>8} {:>8.2} {sign}{factor:>7.1}", by_value.count(), by_value.seconds)?;
        out.flush()?;
        Ok(factor)
    }

    fn explore_sizes(
        &self,
        (name, source): (&str, &str),
        range: &str,
        sizes: &str,
        limit: Duration,
    ) -> io::Result<Explored> {
        let range = format!("-DRANGE={range}");
        let program = self.build(&format!("sizes-{name}"), source, &[&range])?;
        let limit = format!("{}s", limit.as_secs().max(1));
        let (time, summary) = self.explore(&program, &["--sizes", sizes, "--max-time", &limit], &[])?;
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        Ok(Explored {
            paths: number(&summary["paths"]["completed"]) + number(&summary["paths"]["errors"]),
            seconds: time.as_secs_f64(),
            findings: summary["findings"].as_array().map_or(0, Vec::len),
            is_complete: summary["complete"].as_bool() == Some(true),
        })
    }
}
