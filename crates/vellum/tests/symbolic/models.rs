//! The memory models that programs are tried with, and what is asked of each.

use std::{collections::BTreeSet, fmt::Debug};

/// A memory model, with options of its own.
pub(crate) struct Checked {
    /// What it is called here.
    pub(crate) name: &'static str,
    /// As `--memory` has it.
    pub(crate) memory: &'static str,
    /// What else it is told.
    pub(crate) options: &'static [&'static str],
    /// How much of a program it explores.
    pub(crate) explores: Explores,
    /// In which forms objects are tried every day; the long suite has both for all.
    pub(crate) objects: Objects,
    /// Which programs it is tried with every day; the long suite has all.
    pub(crate) programs: Programs,
}

/// Programs of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Programs {
    All,
    /// Those about pointers to several objects.
    Resolution,
}

/// How much of a program a model explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Explores {
    /// All of it.
    All,
    /// One object for each pointer: what it finds is there, but it may miss some.
    Some,
    /// All of it, by more paths than the program has.
    AllInPieces,
    /// All of it, by the tree of paths of the first model, byte for byte.
    ByTheSameTree,
}

/// Forms of objects, `--objects`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objects {
    Layered,
    /// Layered and whole.
    Both,
}

const fn row(name: &'static str, explores: Explores, objects: Objects, programs: Programs) -> Checked {
    Checked { name, memory: name, options: &[], explores, objects, programs }
}

/// A model with objects split that are small enough to be in the corpus.
const fn split(name: &'static str, memory: &'static str, by: SplitBy, programs: Programs) -> Checked {
    let (options, explores): (&[&str], Explores) = match by {
        SplitBy::Choice => (&["--split", "16", "--split-threshold", "24"], Explores::All),
        SplitBy::Fork => {
            (&["--split", "16", "--split-threshold", "24", "--split-by", "fork"], Explores::AllInPieces)
        }
    };
    Checked { name, memory, options, explores, objects: Objects::Layered, programs }
}

/// As `--split-by` has it.
#[derive(Clone, Copy)]
enum SplitBy {
    Choice,
    Fork,
}

/// All models, the default first.
pub(crate) const MODELS: &[Checked] = &[
    row("forking", Explores::All, Objects::Both, Programs::All),
    row("single", Explores::Some, Objects::Layered, Programs::All),
    row("merging", Explores::All, Objects::Layered, Programs::All),
    row("flat", Explores::All, Objects::Layered, Programs::All),
    row("segmented", Explores::All, Objects::Both, Programs::All),
    row("segmented-ideal", Explores::All, Objects::Layered, Programs::Resolution),
    row("auto", Explores::All, Objects::Layered, Programs::Resolution),
    row("planes", Explores::All, Objects::Both, Programs::All),
    row("dynamic", Explores::All, Objects::Both, Programs::All),
    Checked {
        options: &["--relocate", "1"],
        memory: "forking",
        ..row("relocated", Explores::All, Objects::Layered, Programs::Resolution)
    },
    Checked {
        options: &["--relocate-alone", "1"],
        memory: "forking",
        ..row("relocated-alone", Explores::ByTheSameTree, Objects::Layered, Programs::Resolution)
    },
    Checked {
        options: &["--put-away", "1"],
        memory: "forking",
        ..row("put-away", Explores::All, Objects::Layered, Programs::Resolution)
    },
    split("forking-choice", "forking", SplitBy::Choice, Programs::Resolution),
    split("forking-pieces", "forking", SplitBy::Fork, Programs::Resolution),
    split("dynamic-choice", "dynamic", SplitBy::Choice, Programs::Resolution),
    split("dynamic-pieces", "dynamic", SplitBy::Fork, Programs::Resolution),
];

impl Checked {
    /// An error unless what was found is what is expected, or, of a model that explores less, a part of it.
    pub(crate) fn same<T: Ord + Debug>(
        &self,
        what: &str,
        found: &BTreeSet<T>,
        expected: &BTreeSet<T>,
    ) -> Result<(), String> {
        let is_same = match self.explores {
            Explores::All | Explores::AllInPieces | Explores::ByTheSameTree => found == expected,
            Explores::Some => found.is_subset(expected),
        };
        if is_same { Ok(()) } else { Err(format!("{what} {found:?} instead of {expected:?}")) }
    }
}
