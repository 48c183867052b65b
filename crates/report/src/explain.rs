//! `vellum explain --memory`: what became of the memory of a test's path, as "Relocatable Addressing Model for Symbolic
//! Execution" (ISSTA 2020) writes it.
//!
//! Each object has a symbolic address α, and the *address constraints* of a path say what stands for it when a formula goes
//! to the solver: the number that the program sees, or a place in a segment, or the first of several pieces. A change of
//! representation is a change of these, and nothing else. Everything here is made from the run directory.

use std::{
    fmt::{self, Write as _},
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::Value;
use vellum_collections::Map;

use crate::relocations::RELOCATIONS;

/// Why nothing can be told.
#[derive(Debug)]
pub enum ExplainError {
    /// The folder is not one of a run.
    NoRun(PathBuf),
    /// There is no such test in it.
    NoTest(PathBuf, String),
    /// A file of it cannot be read.
    Unreadable(PathBuf, io::Error),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRun(path) => {
                write!(f, "{}: no run directory: there is no tests.jsonl in it", path.display())
            }
            Self::NoTest(path, test) => {
                write!(f, "{}: the run has no test `{test}`; tests.jsonl lists those it has", path.display())
            }
            Self::Unreadable(path, cause) => write!(f, "{}: {cause}", path.display()),
        }
    }
}

/// What became of the memory of a test's path, for a person.
pub fn memory_of(run: &Path, test: &str) -> Result<String, ExplainError> {
    let test = format!("{}.ktest", test.strip_suffix(".ktest").unwrap_or(test));
    let tests = lines(&run.join("tests.jsonl"))?.ok_or_else(|| ExplainError::NoRun(run.to_owned()))?;
    let is_known = tests.iter().any(|line| line["test"] == *test);
    if !is_known && !run.join(&test).exists() {
        return Err(ExplainError::NoTest(run.to_owned(), test));
    }
    let relocations = lines(&run.join(RELOCATIONS))?.unwrap_or_default();
    let changes = changes_of(&relocations, &test);
    let mut text = match changes.len() {
        0 => format!(
            "{test}: every object was an array of its own on this path\n\
             (`--memory dynamic` brings objects together, `--split` splits them)\n"
        ),
        1 => format!("{test}: the representation of objects changed once on this path\n"),
        count => format!("{test}: the representation of objects changed {count} times on this path\n"),
    };
    let mut addresses = Addresses::default();
    for (number, change) in changes.iter().enumerate() {
        write!(text, "\n{}. ", number + 1).expect("writing to a string");
        addresses.tell(&mut text, change);
    }
    Ok(text)
}

/// The lines of a file, if there is one.
fn lines(path: &Path) -> Result<Option<Vec<Value>>, ExplainError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())),
        Err(cause) if matches!(cause.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(cause) => Err(ExplainError::Unreadable(path.to_owned(), cause)),
    }
}

/// The changes on the path of a test, the first one first.
fn changes_of<'l>(lines: &'l [Value], test: &str) -> Vec<&'l Value> {
    let by_id: Map<&str, &Value> =
        lines.iter().filter_map(|line| Some((line["id"].as_str()?, line))).collect();
    let last = lines.iter().rev().find(|line| line["test"] == *test);
    let mut next = last.and_then(|line| line["last"].as_str());
    let mut changes = Vec::new();
    while let Some(change) = next.and_then(|id| by_id.get(id)) {
        changes.push(*change);
        next = change["after"].as_str();
    }
    changes.reverse();
    changes
}

/// The symbolic addresses that were named.
#[derive(Default)]
struct Addresses {
    /// Of objects, by address and what they are: an address may be used again.
    objects: Map<(String, String), usize>,
    /// Of segments.
    segments: Map<u64, usize>,
    count: usize,
}

impl Addresses {
    fn next(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    /// The number of an object's address.
    fn of_object(&mut self, object: &Value) -> usize {
        let text = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
        let key = (text("address"), text("is"));
        if let Some(&number) = self.objects.get(&key) {
            return number;
        }
        let number = self.next();
        self.objects.insert(key, number);
        number
    }

    fn of_segment(&mut self, segment: u64) -> usize {
        if let Some(&number) = self.segments.get(&segment) {
            return number;
        }
        let number = self.next();
        self.segments.insert(segment, number);
        number
    }

    /// A change: where and why, then each address constraint that it is about, before and after.
    fn tell(&mut self, text: &mut String, change: &Value) {
        let (constraints, what) = if change["together"].is_object() {
            self.together(&change["together"])
        } else {
            self.split(&change["split"])
        };
        let at = &change["at"];
        let place = match at["line"].as_u64() {
            Some(line) => format!(
                "{}:{line}, {}",
                at["file"].as_str().unwrap_or_default(),
                at["function"].as_str().unwrap_or_default()
            ),
            None => "a place without debug information".to_owned(),
        };
        let access = change["access"].as_str().unwrap_or("read");
        writeln!(text, "{place}: a {access} {what}").expect("writing to a string");
        let width = |of: fn(&Constraint) -> &str| constraints.iter().map(|c| of(c).chars().count()).max();
        let widths =
            (width(|c| &c.before).unwrap_or(0).max("before".len()), width(|c| &c.after).unwrap_or(0));
        let mut row = |before: &str, after: &str, what: &str| {
            let line = format!("   {before:<0$}   {after:<1$}   {what}", widths.0, widths.1);
            writeln!(text, "{}", line.trim_end()).expect("writing to a string");
        };
        row("before", "after", "");
        for constraint in &constraints {
            row(&constraint.before, &constraint.after, &constraint.what);
        }
    }

    fn together(&mut self, together: &Value) -> (Vec<Constraint>, String) {
        let members: Vec<&Value> = together["objects"].as_array().into_iter().flatten().collect();
        let mut constraints = Vec::new();
        for member in &members {
            let object = &member["object"];
            let (number, before) = (self.of_object(object), self.place(object));
            constraints.push((number, before, member["offset"].as_u64(), object));
        }
        let bytes = together["bytes"].as_u64().unwrap_or(0);
        let segment = self.of_segment(together["segment"].as_u64().unwrap_or(0));
        let mut told: Vec<Constraint> = constraints
            .into_iter()
            .map(|(number, before, offset, object)| Constraint {
                before: format!("α{number} = {before}"),
                after: format!("α{number} = {}", behind(segment, offset.unwrap_or(0))),
                what: object["is"].as_str().unwrap_or_default().to_owned(),
            })
            .collect();
        told.push(Constraint {
            before: String::new(),
            after: format!("α{segment} = c{segment}"),
            what: format!("the new segment of {bytes} bytes"),
        });
        let what = format!("that may meet {} objects brings them together in {bytes} bytes", members.len());
        (told, what)
    }

    fn split(&mut self, split: &Value) -> (Vec<Constraint>, String) {
        let (bytes, piece) =
            (split["bytes"].as_u64().unwrap_or(0), split["piece"].as_u64().unwrap_or(1).max(1));
        let objects: Vec<&Value> = split["objects"].as_array().into_iter().flatten().collect();
        let (number, before, is) = match objects.as_slice() {
            [object] => {
                let (number, before) = (self.of_object(object), self.place(object));
                (number, before, object["is"].as_str().unwrap_or_default().to_owned())
            }
            _ => {
                let segment = objects.iter().find_map(|object| object["segment"].as_u64());
                let number = self.of_segment(segment.unwrap_or(0));
                (number, format!("c{number}"), format!("a segment of {} objects", objects.len()))
            }
        };
        let count = usize::try_from(bytes.div_ceil(piece)).unwrap_or(usize::MAX);
        let (first, last) = (self.count + 1, self.count + count);
        self.count += count;
        let mut told = vec![Constraint {
            before: format!("α{number} = {before}"),
            after: format!("α{number} = α{first}"),
            what: is,
        }];
        let told_pieces = |i: usize| Constraint {
            before: String::new(),
            after: if i == 0 {
                format!("α{first} = c{first}")
            } else {
                format!("α{} = c{first} + {}", first + i, u64::try_from(i).unwrap_or(0) * piece)
            },
            what: String::new(),
        };
        if count <= FEW {
            told.extend((0..count).map(told_pieces));
        } else {
            told.extend((0..2).map(told_pieces));
            told.push(Constraint { before: String::new(), after: "…".to_owned(), what: String::new() });
            told.push(told_pieces(count - 1));
        }
        let what = format!(
            "at a symbolic place splits {bytes} bytes into {count} pieces of {piece} bytes, α{first} to α{last}"
        );
        (told, what)
    }

    /// What stands for the address of an object before a change.
    fn place(&mut self, object: &Value) -> String {
        match (object["segment"].as_u64(), object["offset"].as_u64()) {
            (Some(segment), offset) => behind(self.of_segment(segment), offset.unwrap_or(0)),
            _ => {
                let number = self.of_object(object);
                format!("c{number}")
            }
        }
    }
}

/// As many pieces are told one by one.
const FEW: usize = 8;

/// A place behind a segment's address.
fn behind(segment: usize, offset: u64) -> String {
    if offset == 0 { format!("α{segment}") } else { format!("α{segment} + {offset}") }
}

/// An address constraint that changed.
struct Constraint {
    before: String,
    after: String,
    what: String,
}
