//! `relocations.jsonl`: which objects came together in a segment and which were split, where and on which paths.
//!
//! A change of representation is a line, written once however many paths came that way; it names the one before it on
//! its path. A test whose path had such changes is a line, too, which names the last of them. A run without any has no such
//! file.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use vellum_collections::Set;
use vellum_engine::{Change, Program, Relocation};
use vellum_ir::Loc;
use vellum_memory::{Access, Divided, Object, Relocated};

use crate::{
    directory::{DirectoryError, RunDirectory},
    finding::{described, seen_from},
    lines::LineFile,
};

/// The name of the file.
pub(crate) const RELOCATIONS: &str = "relocations.jsonl";

/// Changes of representation, being written.
#[derive(Debug)]
pub struct Relocations<'a> {
    directory: &'a RunDirectory,
    /// The folder files are named from.
    folder: PathBuf,
    file: Option<LineFile>,
    /// Those that are written.
    known: Set<u64>,
}

impl<'a> Relocations<'a> {
    /// None yet; source files are named as seen from `folder`.
    pub fn new(directory: &'a RunDirectory, folder: &Path) -> Self {
        Self { directory, folder: folder.to_owned(), file: None, known: Set::default() }
    }

    /// Something changed on a path.
    pub fn add(&mut self, program: &Program, relocation: &Relocation) -> Result<(), DirectoryError> {
        if !self.known.insert(relocation.id) {
            return Ok(());
        }
        let describe = |object: &Object| {
            let (segment, offset) = object.in_segment().unzip();
            json!({
                "address": format!("{:#x}", object.base),
                "bytes": object.capacity(),
                "is": described(program, object, &self.folder),
                "segment": segment,
                "offset": offset,
            })
        };
        let mut line = json!({
            "id": name(relocation.id),
            "after": relocation.after.map(name),
            "access": if relocation.access == Access::Read { "read" } else { "write" },
        });
        line["at"] = position(program, relocation.at, &self.folder);
        match &relocation.change {
            Change::Together(Relocated { segment, bytes, objects }) => {
                line["together"] = json!({
                    "segment": segment,
                    "bytes": bytes,
                    "objects": objects.iter().map(|(object, offset)| {
                        json!({ "object": describe(object), "offset": offset })
                    }).collect::<Vec<Value>>(),
                });
            }
            Change::Split(Divided { objects, bytes, piece }) => {
                line["split"] = json!({
                    "bytes": bytes,
                    "piece": piece,
                    "objects": objects.iter().map(describe).collect::<Vec<Value>>(),
                });
            }
        }
        self.line(&line)
    }

    /// The path of a test ended, after that change.
    pub fn ended(&mut self, test: &str, last: u64) -> Result<(), DirectoryError> {
        self.line(&json!({ "test": test, "last": name(last) }))
    }

    /// Writes what waits.
    pub fn flush(&mut self) -> Result<(), DirectoryError> {
        self.file.as_mut().map_or(Ok(()), LineFile::flush)
    }

    fn line(&mut self, line: &Value) -> Result<(), DirectoryError> {
        if self.file.is_none() {
            self.file = Some(self.directory.relocations()?);
        }
        let file = self.file.as_mut().expect("it was just opened");
        file.line(|text| text.push_str(&line.to_string()))
    }
}

/// The name of a change.
fn name(id: u64) -> String {
    format!("{id:016x}")
}

fn position(program: &Program, at: Option<Loc>, folder: &Path) -> Value {
    let debug = &program.module().debug;
    let position = at.map(|at| debug.position(at)).filter(|position| position.line != 0);
    position.map_or(Value::Null, |position| {
        json!({
            "file": seen_from(folder, debug.text(position.file)),
            "line": position.line,
            "function": debug.text(position.function),
        })
    })
}
