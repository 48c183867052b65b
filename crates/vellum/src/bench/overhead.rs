//! What relocation costs programs that do not need it (`bench papers --overhead`; section 4.1 of "Relocatable Addressing Model
//! for Symbolic Execution", ISSTA 2020): nothing is merged and nothing split, and the tree of paths must be the same, byte for
//! byte.
//!
//! The paper's model can be switched off, ours cannot: where objects are is looked up the same way whether they move or not.
//! So programs run as ever, and with objects that move at random moments, each to a place of its own, which is more than the
//! paper's experiment does. What the mechanism costs while nothing moves is the difference to the last version without it.

use std::io::{self, Write};

use super::{
    Bench,
    layers::SURROUNDINGS,
    pairs::{AGGREGATES, Pair},
    papers::Program,
};

/// As ever, and with objects that move.
const WAYS: [&[&str]; 2] = [&["--relocate-alone", "1"], &[]];

/// Instructions after which a run is stopped, depth first.
const OPTIONS: &[&str] = &["--search", "dfs", "--max-instructions", "3000000"];

/// The paper's tools of coreutils.
const TOOLS: &[&str] = &[
    "base32", "cat", "expr", "nl", "numfmt", "stdbuf", "timeout", "factor", "hostid", "nice", "sort", "stty",
    "tr", "truncate", "printf",
];

/// The paper's other programs.
pub(super) const PROGRAMS: &[&str] = &["m4", "make", "sqlite", "apr", "gas", "libxml2"];

impl Bench<'_> {
    /// The table of figure 5, as lines of a file.
    pub(super) fn overhead(&self, programs: &[&Program]) -> io::Result<Vec<Vec<String>>> {
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "Objects that move at random beside objects that stay: the same tree of paths, byte for byte."
        )?;
        writeln!(
            out,
            "{:<10} {:>12} {:>8} {:>8} {:>8} {:>7}",
            "program", "instructions", "states", "moving", "staying", "%"
        )?;
        let mut lines =
            vec![["program", "instructions", "moving_s", "staying_s"].map(str::to_owned).to_vec()];
        let mut changes = Vec::new();
        let mut row = |name: &str, pair: &Pair| {
            let Pair { first, second } = pair;
            let [.., change] = pair.changes();
            changes.push(change);
            let seconds = [first.seconds, second.seconds].map(|seconds| format!("{seconds:.2}"));
            writeln!(
                out,
                "{name:<10} {:>12} {:>8} {:>8} {:>8} {change:>+7.1}",
                first.instructions, first.states, seconds[0], seconds[1]
            )?;
            let start = [name.to_owned(), first.instructions.to_string()];
            lines.push(start.into_iter().chain(seconds).collect());
            out.flush()
        };
        for program in programs {
            let (file, args) = self.command_of(program);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            row(program.name, &self.pair(WAYS, &file, OPTIONS, &args)?)?;
        }
        let tools = self.package("coreutils/src");
        if let Some(folder) = &tools {
            for tool in TOOLS {
                row(tool, &self.pair(WAYS, &folder.join(tool), OPTIONS, SURROUNDINGS)?)?;
            }
        }
        for (name, of) in AGGREGATES {
            writeln!(out, "{name:<10} {:>40} {:>+7.1}", "", of(&changes))?;
        }
        match tools {
            Some(_) => Ok(lines),
            None => {
                writeln!(out, "The tools of coreutils are run, too, once `make test-long` has built them.")
                    .map(|()| lines)
            }
        }
    }
}
