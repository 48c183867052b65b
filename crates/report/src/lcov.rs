//! `coverage.lcov`: which lines, branches and functions of the program's own source were executed, in the form
//! that `genhtml` and its relatives read.
//!
//! Counts are 1 for what some path executed and 0 for what none did: how often is not counted. A line counts as
//! executed when a block with an instruction of it was entered.

use std::{collections::BTreeMap, fmt::Write as _};

use vellum_engine::{Part, Program};
use vellum_ir::{DebugInfo, FuncId, Inst, Loc};

/// What is known of a source file.
#[derive(Default)]
struct Source {
    /// Name and line of each function, and whether it was called.
    functions: Vec<(u32, String, bool)>,
    lines: BTreeMap<u32, bool>,
    /// For each line, the jumps with several ways on, each with what is known of its ways.
    branches: BTreeMap<u32, Vec<Vec<Way>>>,
}

/// A way on from a jump.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The jump was never reached.
    Unknown,
    Missed,
    Taken,
}

/// The coverage of `program` until now; nothing when the program's own code has no positions.
pub fn to_lcov(program: &Program) -> Option<String> {
    let mut sources: BTreeMap<&str, Source> = BTreeMap::new();
    for id in program.module().functions.ids() {
        if program.part(id) == Part::Program {
            add_function(program, id, &mut sources);
        }
    }
    if sources.is_empty() {
        return None;
    }
    let mut text = String::from("TN:\n");
    for (file, source) in &mut sources {
        source.functions.sort();
        write(file, source, &mut text);
    }
    Some(text)
}

fn add_function<'p>(program: &'p Program, id: FuncId, sources: &mut BTreeMap<&'p str, Source>) {
    let debug = &program.module().debug;
    let function = program.function(id);
    let Some(body) = &function.body else { return };
    let (blocks, jumps) = (program.covered_blocks(id), program.covered_jumps(id));
    let entered = blocks.iter().next().copied().unwrap_or(false);
    if let Some((file, line)) = function.loc.and_then(|loc| place(debug, loc)) {
        sources.entry(file).or_default().functions.push((line, function.name.to_string(), entered));
    }
    for (block, insts) in body.blocks.iter_ids() {
        for (loc, data) in insts.iter().filter_map(|data| Some((data.loc?, data))) {
            let Some((file, line)) = place(debug, loc) else { continue };
            let source = sources.entry(file).or_default();
            *source.lines.entry(line).or_default() |= blocks[block];
            if is_branch(&data.inst) {
                let ways = ways(blocks[block], &jumps[block]);
                source.branches.entry(line).or_default().push(ways);
            }
        }
    }
}

fn is_branch(inst: &Inst) -> bool {
    inst.is_terminator() && inst.successors().len() > 1
}

fn ways(reached: bool, taken: &[bool]) -> Vec<Way> {
    let way = |taken: &bool| match (reached, taken) {
        (false, _) => Way::Unknown,
        (true, false) => Way::Missed,
        (true, true) => Way::Taken,
    };
    taken.iter().map(way).collect()
}

/// File and line, if it is one of the program's own.
fn place(debug: &DebugInfo, loc: Loc) -> Option<(&str, u32)> {
    let position = debug.position(loc);
    let file = debug.text(position.file);
    (position.line != 0 && !DebugInfo::is_library(file)).then_some((file, position.line))
}

fn write(file: &str, source: &Source, text: &mut String) {
    let _ = writeln!(text, "SF:{file}");
    for (line, name, _) in &source.functions {
        let _ = writeln!(text, "FN:{line},{name}");
    }
    for (_, name, called) in &source.functions {
        let _ = writeln!(text, "FNDA:{},{name}", u8::from(*called));
    }
    let called = source.functions.iter().filter(|(.., called)| *called).count();
    let _ = writeln!(text, "FNF:{}\nFNH:{called}", source.functions.len());
    let (mut found, mut hit) = (0, 0);
    for (line, jumps) in &source.branches {
        for (number, ways) in jumps.iter().enumerate() {
            for (way, taken) in ways.iter().enumerate() {
                found += 1;
                hit += usize::from(*taken == Way::Taken);
                let taken = match taken {
                    Way::Unknown => "-",
                    Way::Missed => "0",
                    Way::Taken => "1",
                };
                let _ = writeln!(text, "BRDA:{line},{number},{way},{taken}");
            }
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
    for (line, executed) in &source.lines {
        let _ = writeln!(text, "DA:{line},{}", u8::from(*executed));
    }
    let executed = source.lines.values().filter(|executed| **executed).count();
    let _ = writeln!(text, "LF:{}\nLH:{executed}\nend_of_record", source.lines.len());
}
