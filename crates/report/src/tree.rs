//! `tree.jsonl`: the tree of paths as it grew.
//!
//! A node is a path from one fork to the next, or to its end. It gets its line when it parts or ends, so children
//! come after their parents and the lines are in the order in which things happened. Nothing in it depends on
//! time.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use vellum_collections::{Map, cast::low8};
use vellum_engine::{Node, Program};
use vellum_ir::Loc;

use crate::{
    directory::DirectoryError,
    finding::seen_from,
    lines::LineFile,
    record::{Ending, Parted},
};

/// A tree being written.
#[derive(Debug)]
pub struct Tree {
    lines: LineFile,
    /// The folder files are named from.
    folder: PathBuf,
    /// Positions as they are written.
    places: Map<Option<Loc>, String>,
}

impl Tree {
    /// A tree without nodes; source files are named as seen from `folder`.
    pub fn new(lines: LineFile, folder: &Path) -> Self {
        Self { lines, folder: folder.to_owned(), places: Map::default() }
    }

    /// A node parts. The child on which the condition holds is named.
    pub fn parted(
        &mut self,
        program: &Program,
        parent: Option<u64>,
        parted: &Parted,
    ) -> Result<(), DirectoryError> {
        let place = place(&mut self.places, &self.folder, program, parted.at);
        let [a, b] = parted.children;
        self.lines.line(|line| {
            begin(line, Node { id: parted.node, parent });
            line.push_str(",\"fork\":\"");
            line.push_str(parted.by.name());
            line.push_str("\",\"children\":[");
            push_number(line, a);
            line.push(',');
            push_number(line, b);
            line.push_str("],\"holds\":");
            push_number(line, if parted.holds { b } else { a });
            line.push(',');
            line.push_str(place);
            line.push('}');
        })
    }

    /// A node ends with its path, at a position of the program's own code; the path has that test.
    pub fn ended(
        &mut self,
        program: &Program,
        node: Node,
        end: &Ending,
        at: Option<Loc>,
        test: Option<&str>,
    ) -> Result<(), DirectoryError> {
        let place = place(&mut self.places, &self.folder, program, at);
        self.lines.line(|line| {
            begin(line, node);
            push_end(line, end);
            line.push(',');
            line.push_str(place);
            // Names of tests need no escapes.
            let quote = if test.is_some() { "\"" } else { "" };
            for part in [",\"test\":", quote, test.unwrap_or("null"), quote, "}"] {
                line.push_str(part);
            }
        })
    }

    /// A node, and what came from it, is as the recorded node of that number; nobody ran it again.
    pub fn pruned(&mut self, node: Node, recorded: u64) -> Result<(), DirectoryError> {
        self.lines.line(|line| {
            begin(line, node);
            line.push_str(",\"end\":\"taken-over\",\"recorded\":");
            push_number(line, recorded);
            line.push('}');
        })
    }

    /// A position as a person reads it.
    pub fn place(&self, program: &Program, at: Option<Loc>) -> String {
        let debug = &program.module().debug;
        let position = at.map(|at| debug.position(at)).filter(|position| position.line != 0);
        let text = position.map(|position| {
            format!("{}:{}", seen_from(&self.folder, debug.text(position.file)), position.line)
        });
        text.unwrap_or_else(|| "a place without debug information".to_owned())
    }

    /// Writes what waits.
    pub fn flush(&mut self) -> Result<(), DirectoryError> {
        self.lines.flush()
    }
}

fn begin(line: &mut String, node: Node) {
    line.push_str("{\"id\":");
    push_number(line, node.id);
    line.push_str(",\"parent\":");
    match node.parent {
        Some(parent) => push_number(line, parent),
        None => line.push_str("null"),
    }
}

/// How a path ended, and what more there is to say.
fn push_end(line: &mut String, end: &Ending) {
    let _ = match end {
        Ending::Exit(status) => write!(line, ",\"end\":\"exit\",\"status\":{status}"),
        Ending::Bug(kind) => write!(line, ",\"end\":\"finding\",\"kind\":\"{}\"", kind.name()),
        Ending::Unsupported(why) => write!(line, ",\"end\":\"unsupported\",\"why\":{}", json!(why)),
        Ending::Stopped(why) => write!(line, ",\"end\":\"stopped\",\"why\":{}", json!(why)),
        Ending::Interrupted => write!(line, ",\"end\":\"stopped\",\"why\":\"interrupt\""),
        Ending::Impossible => write!(line, ",\"end\":\"impossible\""),
        Ending::Silent => write!(line, ",\"end\":\"silent\""),
        Ending::AssumedAway => write!(line, ",\"end\":\"assumed-away\""),
    };
}

/// A number in decimal: most of what there is to write, and `write!` takes several times as long.
fn push_number(line: &mut String, mut number: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + low8(number % 10);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line.extend(digits[first..].iter().copied().map(char::from));
}

fn place<'a>(
    places: &'a mut Map<Option<Loc>, String>,
    folder: &Path,
    program: &Program,
    loc: Option<Loc>,
) -> &'a str {
    places.entry(loc).or_insert_with(|| {
        let debug = &program.module().debug;
        let position = loc.map(|loc| debug.position(loc)).filter(|position| position.line != 0);
        let text = |value: Option<&str>| value.map_or(Value::Null, |value| json!(value));
        format!(
            "\"file\":{},\"line\":{},\"column\":{},\"function\":{}",
            json!(position.map(|position| seen_from(folder, debug.text(position.file)))),
            json!(position.map(|position| position.line)),
            json!(position.map(|position| position.column)),
            text(position.map(|position| debug.text(position.function))),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::push_number;

    #[test]
    fn numbers_are_decimal() {
        for number in [0, 7, 10, 131_070, u64::MAX] {
            let mut line = String::new();
            push_number(&mut line, number);
            assert_eq!(line, number.to_string());
        }
    }
}
