//! The experiments of "Relocatable Addressing Model for Symbolic Execution" (ISSTA 2020) on our programs: segments formed on
//! demand beside paths and segments of a points-to analysis (`bench papers --dynamic`, its tables 2 to 5), and objects split
//! into pieces (`bench papers --split`, tables 6 and 7).

use std::{
    io::{self, Write},
    time::Duration,
};

use super::{
    Bench,
    models::{Column, csv, header},
    papers::Program,
};

/// A way to explore a program.
struct Variant {
    name: &'static str,
    model: &'static str,
    options: &'static [&'static str],
}

const fn variant(name: &'static str, model: &'static str, options: &'static [&'static str]) -> Variant {
    Variant { name, model, options }
}

/// Table 3, and the segments of table 2.
const MODELS: &[Variant] = &[
    variant("forking", "forking", &[]),
    variant("segmented", "segmented", &[]),
    variant("dynamic", "dynamic", &[]),
    variant("auto", "auto", &[]),
];

/// Table 4: how many calls make the context of an object.
const CONTEXTS: &[Variant] = &[
    variant("context off", "dynamic", &["--context", "off"]),
    variant("context 0", "dynamic", &["--context", "0"]),
    variant("context 1", "dynamic", &["--context", "1"]),
    variant("context 2", "dynamic", &["--context", "2"]),
    variant("context 3", "dynamic", &["--context", "3"]),
    variant("context 4", "dynamic", &["--context", "4"]),
];

/// Table 5.
const OPTIMISATIONS: &[Variant] = &[
    variant("neither", "dynamic", &["--context", "off", "--segment-reuse", "off"]),
    variant("context", "dynamic", &["--segment-reuse", "off"]),
    variant("reuse", "dynamic", &["--context", "off"]),
    variant("both", "dynamic", &[]),
];

/// Table 7, with the largest arrays of table 6.
const PIECES: &[Variant] = &[
    variant("whole", "forking", &[]),
    variant("fork 512", "forking", &["--split", "512", "--split-by", "fork"]),
    variant("fork 256", "forking", &["--split", "256", "--split-by", "fork"]),
    variant("fork 128", "forking", &["--split", "128", "--split-by", "fork"]),
    variant("fork 64", "forking", &["--split", "64", "--split-by", "fork"]),
    variant("fork 32", "forking", &["--split", "32", "--split-by", "fork"]),
    variant("fork auto", "forking", &["--split", "auto", "--split-by", "fork"]),
    variant("choice 64", "forking", &["--split", "64"]),
    variant("choice 256", "forking", &["--split", "256"]),
    variant("choice auto", "forking", &["--split", "auto"]),
    variant("auto", "auto", &[]),
];

const COLUMNS: &[Column] = &[
    ("done", 4, |run| if run.is_complete { "yes" } else { "no" }.to_owned()),
    ("cpu_s", 8, |run| format!("{:.2}", run.seconds)),
    ("peak_mb", 8, |run| format!("{:.1}", run.megabytes())),
    ("paths", 8, |run| run.paths().to_string()),
    ("resolution_questions", 20, |run| run.text("/queries/resolution")),
    ("solved", 8, |run| run.text("/queries/solved")),
    ("solver_s", 8, |run| run.text("/time_s/solver")),
    ("largest_segment", 15, |run| run.text("/memory_bytes/largest_segment")),
    ("largest_array", 13, |run| run.text("/memory_bytes/largest_array")),
    ("segments", 8, |run| run.text("/resolution/segments")),
    ("splits", 6, |run| run.text("/resolution/splits")),
];

/// Programs whose pointers lead to several objects, with smaller tables; and those with large tables.
pub(super) const MERGED: &[&str] = &["m4", "make", "sqlite", "apr"];
pub(super) const SPLIT: &[&str] = &["m4-large", "make-large", "sqlite", "apr", "gas", "libxml2"];

impl Bench<'_> {
    /// Tables 2 to 5.
    pub(super) fn dynamic(&self, programs: &[&Program], limit: Duration) -> io::Result<Vec<Vec<String>>> {
        let mut lines = vec![header(&["program", "variant", "search"], COLUMNS)];
        for program in programs {
            for searcher in &self.args.searchers {
                let title = format!("{}, {searcher}: models (tables 2 and 3)", program.name);
                lines.extend(self.table(&title, program, MODELS, searcher, limit)?);
            }
            let title = format!("{}: contexts (table 4)", program.name);
            lines.extend(self.table(&title, program, CONTEXTS, "dfs", limit)?);
            let title = format!("{}: optimisations (table 5)", program.name);
            lines.extend(self.table(&title, program, OPTIMISATIONS, "dfs", limit)?);
        }
        Ok(lines)
    }

    /// Tables 6 and 7.
    pub(super) fn split(&self, programs: &[&Program], limit: Duration) -> io::Result<Vec<Vec<String>>> {
        let mut lines = vec![header(&["program", "variant", "search"], COLUMNS)];
        for program in programs {
            let title = format!("{}: pieces (tables 6 and 7)", program.name);
            lines.extend(self.table(&title, program, PIECES, "dfs", limit)?);
        }
        Ok(lines)
    }

    /// A program in several ways: printed, and as lines of the file.
    fn table(
        &self,
        title: &str,
        program: &Program,
        variants: &[Variant],
        searcher: &str,
        limit: Duration,
    ) -> io::Result<Vec<Vec<String>>> {
        let mut out = io::stdout().lock();
        writeln!(out, "\n{title}")?;
        write!(out, "{:<12}", "")?;
        COLUMNS.iter().try_for_each(|(name, width, _)| write!(out, " {name:>width$}"))?;
        writeln!(out)?;
        let mut lines = Vec::new();
        for variant in variants {
            let ran = self.explore_with(program, variant.model, (searcher, variant.options), limit)?;
            let cells = ran.cells(COLUMNS);
            write!(out, "{:<12}", variant.name)?;
            let columns = COLUMNS.iter().zip(&cells);
            columns.into_iter().try_for_each(|((_, width, _), cell)| write!(out, " {cell:>width$}"))?;
            writeln!(out)?;
            out.flush()?;
            let start = [program.name, variant.name, searcher].map(str::to_owned);
            lines.push(start.into_iter().chain(cells).collect());
        }
        Ok(lines)
    }

    /// Writes the tables as a file.
    pub(super) fn keep(&self, name: &str, lines: &[Vec<String>]) -> io::Result<()> {
        std::fs::create_dir_all(&self.args.out)?;
        let table = self.args.out.join(name);
        std::fs::write(&table, csv(lines))?;
        writeln!(io::stdout().lock(), "\nThe figures are in {}.", table.display())
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, CONTEXTS, MERGED, MODELS, OPTIMISATIONS, PIECES, SPLIT};
    use crate::bench::{models::Ran, papers::program_named};

    #[test]
    fn every_variant_is_a_command_line_and_every_program_there_is() {
        for variant in [MODELS, CONTEXTS, OPTIMISATIONS, PIECES].into_iter().flatten() {
            assert!(vellum_memory::model_named(variant.model).is_some(), "{}", variant.name);
            let mut words = vec!["run", "--memory", variant.model];
            words.extend(variant.options);
            words.push("p.c");
            let words: Vec<std::ffi::OsString> = words.into_iter().map(Into::into).collect();
            assert!(crate::args::parse(&words).is_ok(), "{}", variant.name);
        }
        assert!(MERGED.iter().chain(SPLIT).all(|name| program_named(name).is_some()));
        assert_eq!(Ran::Unknown.cells(COLUMNS).len(), COLUMNS.len());
    }
}
