//! How memory is represented where random programs are run: every way leads to all inputs, and they take turns.
//!
//! Pieces with a path each (`--split-by fork`) are left to the corpus: there are too many paths in programs with sizes.

use vellum_collections::cast::{index64, len64};

/// A model of memory, with options of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryWay {
    /// What it is called here; a file name.
    pub(crate) name: &'static str,
    /// What `vellum run` is told.
    pub(crate) options: &'static [&'static str],
}

/// Every way. Objects are split that are small enough to be in such programs.
pub(crate) const MEMORIES: &[MemoryWay] = &[
    MemoryWay { name: "forking", options: &["--memory", "forking"] },
    MemoryWay { name: "merging", options: &["--memory", "merging"] },
    MemoryWay { name: "flat", options: &["--memory", "flat"] },
    MemoryWay { name: "segmented", options: &["--memory", "segmented"] },
    MemoryWay { name: "planes", options: &["--memory", "planes"] },
    MemoryWay { name: "dynamic", options: &["--memory", "dynamic"] },
    MemoryWay { name: "auto", options: &["--memory", "auto"] },
    MemoryWay { name: "split", options: &["--split", "16", "--split-threshold", "24"] },
    MemoryWay {
        name: "dynamic-split",
        options: &["--memory", "dynamic", "--split", "16", "--split-threshold", "24"],
    },
    MemoryWay { name: "relocated", options: &["--relocate", "1"] },
];

/// The way whose turn it is.
pub(crate) fn memory_of(turn: u64) -> &'static MemoryWay {
    &MEMORIES[index64(turn % len64(MEMORIES.len()))]
}
