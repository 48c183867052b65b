//! Real programs under every model of memory: those of "A Segmented Memory Model for Symbolic Execution" (FSE 2019), in the
//! versions Debian has.
//!
//! They are built in the cache by the project's own tools on first use (`crates/xtask/src/papers.rs`), which needs the
//! project's folder and Cargo.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{
    Bench, MODELS,
    models::{Column, Ran, csv, header},
    overhead,
    relocation::{MERGED, SPLIT},
};

/// Time for a run.
const LIMIT: Duration = Duration::from_mins(2);

/// The project.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Templates, as they are written where the programs find them.
const TEMPLATES: &[(&str, &str)] = &[
    ("m4.input", include_str!("../../../../bench/papers/m4.input")),
    ("m4-curly.input", include_str!("../../../../bench/papers/m4-curly.input")),
    ("make.input", include_str!("../../../../bench/papers/make.input")),
    ("m4-large.input", include_str!("../../../../bench/papers/m4-large.input")),
    ("gas.input", include_str!("../../../../bench/papers/gas.input")),
];

/// A program and how it is explored.
pub(super) struct Program {
    pub(super) name: &'static str,
    /// What it is built by, and where it is then.
    built_by: &'static str,
    file: &'static str,
    /// Its arguments; `@` is the folder with the templates.
    args: &'static [&'static str],
    /// What the paper measured with KLEE: the best model, and its time in seconds.
    paper: Option<(&'static str, f64)>,
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "m4",
        built_by: "m4",
        file: "m4/src/m4",
        args: &["-H37", "-G", "--sym-stdin", "@/m4.input:0x41-0x7a"],
        paper: Some(("merging, dfs", 25.0 * 60.0)),
    },
    Program {
        // With quotes that m4 does not take for quotes, as the file had them that was measured later.
        name: "m4-curly",
        built_by: "m4",
        file: "m4/src/m4",
        args: &["-H37", "-G", "--sym-stdin", "@/m4-curly.input:0x41-0x7a"],
        paper: None,
    },
    Program {
        name: "make",
        built_by: "make",
        file: "make/make",
        args: &["--sym-files", "1", "@/make.input", "-r", "-n", "-R", "-f", "A"],
        paper: None,
    },
    Program {
        name: "sqlite",
        built_by: "sqlite3",
        file: "sqlite3/triggers",
        args: &[],
        paper: Some(("forking", 12.0 * 60.0)),
    },
    Program {
        name: "apr",
        built_by: "apr",
        file: "apr/table",
        args: &[],
        paper: Some(("segmented, bfs", 8.0 * 60.0)),
    },
    // Those that follow have tables as large as they come: they are to be split.
    Program {
        name: "m4-large",
        built_by: "m4",
        file: "m4/src/m4",
        args: &["-G", "--sym-stdin", "@/m4-large.input:0x41-0x7a"],
        paper: None,
    },
    Program {
        name: "make-large",
        built_by: "make-large",
        file: "make-large/make",
        args: &["--sym-files", "1", "@/make.input", "-r", "-n", "-R", "-f", "A"],
        paper: None,
    },
    Program {
        name: "gas",
        built_by: "gas",
        file: "gas/gas/as-new",
        args: &["--sym-files", "1", "@/gas.input:0x66-0x67", "-o", "/dev/null", "A"],
        paper: None,
    },
    Program { name: "libxml2", built_by: "libxml2", file: "libxml2/html", args: &[], paper: None },
];

const COLUMNS: &[Column] = &[
    ("done", 4, |run| if run.is_complete { "yes" } else { "no" }.to_owned()),
    ("cpu_s", 8, |run| format!("{:.2}", run.seconds)),
    ("wall_s", 8, |run| run.text("/time_s/wall")),
    ("peak_mb", 8, |run| format!("{:.1}", run.megabytes())),
    ("paths", 8, |run| run.paths().to_string()),
    ("unfinished", 10, |run| run.count("/paths/stopped").to_string()),
    ("instructions", 12, |run| run.text("/instructions")),
    ("coverage_%", 10, |run| format!("{:.2}", run.coverage())),
    ("queries", 9, |run| run.questions().to_string()),
    ("solved", 8, |run| run.text("/queries/solved")),
    ("solver_s", 8, |run| run.text("/time_s/solver")),
    ("pointer_forks", 13, |run| run.text("/forks_by/pointer")),
    ("largest_segment", 15, |run| run.text("/memory_bytes/largest_segment")),
    ("points_to_s", 11, |run| run.text("/time_s/points_to")),
    ("resolution_s", 12, |run| run.text("/time_s/resolution")),
];

impl Bench<'_> {
    pub(super) fn papers(&self) -> io::Result<()> {
        let programs = self.paper_programs()?;
        build(&self.toolchain.exe, &programs)?;
        for (name, text) in TEMPLATES {
            fs::write(self.folder.join(name), text)?;
        }
        let limit = self.args.time_limit.unwrap_or(LIMIT);
        if self.args.compared.dynamic {
            return self.keep("dynamic.csv", &self.dynamic(&programs, limit)?);
        }
        if self.args.compared.split {
            return self.keep("split.csv", &self.split(&programs, limit)?);
        }
        if self.args.compared.overhead {
            return self.keep("overhead.csv", &self.overhead(&programs)?);
        }
        let mut out = io::stdout().lock();
        writeln!(out, "Programs of the paper, {} s at most for a run.", limit.as_secs_f64())?;
        let mut lines = vec![header(&["program", "model", "search"], COLUMNS)];
        for program in programs {
            lines.extend(self.paper(&mut out, program, limit)?);
        }
        fs::create_dir_all(&self.args.out)?;
        let table = self.args.out.join("papers.csv");
        fs::write(&table, csv(&lines))?;
        writeln!(out, "\nThe figures are in {}.", table.display())
    }

    /// All runs of a program, as lines of the file.
    fn paper(
        &self,
        out: &mut impl Write,
        program: &Program,
        limit: Duration,
    ) -> io::Result<Vec<Vec<String>>> {
        match program.paper {
            Some((model, seconds)) => {
                let goal = seconds / 10.0;
                writeln!(out, "\n{} (the paper's best: {model}, {seconds} s; goal: {goal} s)", program.name)?;
            }
            None => writeln!(out, "\n{}", program.name)?,
        }
        write!(out, "{:<16} {:<8}", "model", "search")?;
        COLUMNS.iter().try_for_each(|(name, width, _)| write!(out, " {name:>width$}"))?;
        writeln!(out)?;
        let mut lines = Vec::new();
        for model in &self.models(&MODELS) {
            for searcher in &self.args.searchers {
                let ran = self.explore_paper(program, model, searcher, limit)?;
                let cells = ran.cells(COLUMNS);
                write!(out, "{model:<16} {searcher:<8}")?;
                let columns = COLUMNS.iter().zip(&cells);
                columns.into_iter().try_for_each(|((_, width, _), cell)| write!(out, " {cell:>width$}"))?;
                writeln!(out)?;
                out.flush()?;
                let start = [program.name.to_owned(), model.clone(), searcher.clone()];
                lines.push(start.into_iter().chain(cells).collect());
                if let Ran::Unknown = ran {
                    break;
                }
            }
        }
        Ok(lines)
    }

    /// The programs that were asked for, or those of the tables.
    fn paper_programs(&self) -> io::Result<Vec<&'static Program>> {
        let usual = match (self.args.compared.split, self.args.compared.overhead) {
            (true, _) => SPLIT,
            (_, true) => overhead::PROGRAMS,
            _ => MERGED,
        };
        let names: Vec<String> = match self.args.programs.as_slice() {
            [] => usual.iter().map(|name| (*name).to_owned()).collect(),
            names => names.to_vec(),
        };
        chosen(&names)
    }

    fn explore_paper(
        &self,
        program: &Program,
        model: &str,
        searcher: &str,
        limit: Duration,
    ) -> io::Result<Ran> {
        self.explore_with(program, model, (searcher, &[]), limit)
    }

    /// Explores a program under a model, with a searcher and further options.
    pub(super) fn explore_with(
        &self,
        program: &Program,
        model: &str,
        (searcher, more): (&str, &[&str]),
        limit: Duration,
    ) -> io::Result<Ran> {
        let (file, args) = self.command_of(program);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut options: Vec<&str> = more.to_vec();
        if searcher != "default" {
            options.extend(["--search", searcher]);
        }
        self.run_model(model, &file, &options, &args, limit)
    }

    /// Where a program is, and its arguments.
    pub(super) fn command_of(&self, program: &Program) -> (PathBuf, Vec<String>) {
        let folder = self.folder.display().to_string();
        let args = program.args.iter().map(|arg| arg.replace('@', &folder)).collect();
        (self.papers_folder().join(program.file), args)
    }

    fn papers_folder(&self) -> PathBuf {
        self.toolchain.sysroot.parent().unwrap_or(Path::new("/")).join("papers")
    }
}

/// The program of that name.
pub(super) fn program_named(name: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.name == name)
}

/// The programs of these names.
fn chosen(names: &[String]) -> io::Result<Vec<&'static Program>> {
    let find = |name: &String| {
        program_named(name).ok_or_else(|| {
            let known: Vec<&str> = PROGRAMS.iter().map(|program| program.name).collect();
            io::Error::other(format!("no program `{name}`; there are: {}", known.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// Has the programs built that are not.
fn build(exe: &Path, programs: &[&Program]) -> io::Result<()> {
    let mut names: Vec<&str> = programs.iter().map(|program| program.built_by).collect();
    names.dedup();
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--release", "-p", "xtask", "--", "papers"]).args(names);
    let status = command.current_dir(ROOT).env("VELLUM", exe).status();
    let status =
        status.map_err(|cause| io::Error::new(cause.kind(), format!("cargo, in {ROOT}: {cause}")))?;
    if status.success() { Ok(()) } else { Err(io::Error::other("the programs could not be built")) }
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, PROGRAMS, TEMPLATES, chosen};
    use crate::bench::models::Ran;

    #[test]
    fn programs_are_found_by_name() {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(chosen(&names(&["apr", "m4"])).unwrap().len(), 2);
        let error = chosen(&names(&["emacs"])).err().unwrap().to_string();
        assert_eq!(
            error,
            "no program `emacs`; there are: m4, m4-curly, make, sqlite, apr, m4-large, make-large, gas, libxml2"
        );
    }

    #[test]
    fn templates_are_there_and_have_their_marks() {
        for arg in PROGRAMS.iter().flat_map(|program| program.args) {
            let Some(name) = arg.strip_prefix("@/") else { continue };
            let name = name.split(':').next().unwrap();
            let (_, text) = TEMPLATES.iter().find(|(known, _)| *known == name).unwrap();
            assert!(text.contains('?'));
        }
        let marks = TEMPLATES.iter().map(|(_, text)| text.matches('?').count());
        assert_eq!(marks.collect::<Vec<_>>(), [4, 4, 2, 2, 1]);
    }

    #[test]
    fn every_run_has_every_column() {
        assert_eq!(Ran::Unknown.cells(COLUMNS).len(), COLUMNS.len());
        assert_eq!(Ran::Killed { seconds: 3.0 }.cells(COLUMNS)[..2], ["no", "3.00"]);
    }
}
