//! The memory models that programs are tried with, and what is asked of each.

use std::{collections::BTreeSet, fmt::Debug};

/// A memory model.
pub(crate) struct Checked {
    /// As `--memory` has it.
    pub(crate) name: &'static str,
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
}

/// Forms of objects, `--objects`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objects {
    Layered,
    /// Layered and whole.
    Both,
}

const fn row(name: &'static str, explores: Explores, objects: Objects, programs: Programs) -> Checked {
    Checked { name, explores, objects, programs }
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
            Explores::All => found == expected,
            Explores::Some => found.is_subset(expected),
        };
        if is_same { Ok(()) } else { Err(format!("{what} {found:?} instead of {expected:?}")) }
    }
}
