//! One program explored in two ways that must not differ in what they explore: the trees of paths are the same, byte for byte.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::Value;
use vellum_collections::cast::len64;

use super::Bench;
use crate::run::figure;

/// Runs of each way, in turns; of the times the least counts.
pub(super) const ROUNDS: u32 = 5;

/// One figure of many.
type Aggregate = fn(&[f64]) -> f64;

/// What stands below a column.
pub(super) const AGGREGATES: [(&str, Aggregate); 3] = [("mean", mean), ("least", least), ("most", most)];

/// What a run was measured to take.
#[derive(Clone, Copy)]
pub(super) struct Measured {
    /// Processor time.
    pub(super) seconds: f64,
    /// Bytes all paths held together.
    pub(super) held: f64,
    /// Bytes the process had.
    pub(super) resident: f64,
    pub(super) states: u64,
    /// Instructions that all paths executed.
    pub(super) instructions: u64,
    /// Questions a backend had to answer.
    pub(super) solved: u64,
}

/// One program in both ways.
pub(super) struct Pair {
    pub(super) first: Measured,
    pub(super) second: Measured,
}

impl Pair {
    /// How much less or more the first takes than the second, in percent: bytes held, bytes of the process, time.
    pub(super) fn changes(&self) -> [f64; 3] {
        let change = |first: f64, second: f64| 100.0 * (first / second - 1.0);
        let (first, second) = (self.first, self.second);
        [
            change(first.held, second.held),
            change(first.resident, second.resident),
            change(first.seconds, second.seconds),
        ]
    }
}

impl Bench<'_> {
    /// A program in two ways, in turns; an error if they explored different trees.
    pub(super) fn pair(
        &self,
        ways: [&[&str]; 2],
        program: &Path,
        options: &[&str],
        args: &[&str],
    ) -> io::Result<Pair> {
        let mut best: [Option<Measured>; 2] = [None, None];
        for _ in 0..ROUNDS {
            let mut folders: Vec<PathBuf> = Vec::new();
            for ((best, way), name) in best.iter_mut().zip(ways).zip(["first", "second"]) {
                let folder = self.run_folder(name);
                let options = [options, &["--tests", "none"], way].concat();
                let (time, summary) = self.explore_in(&folder, program, &options, args)?;
                let now = measured(time, &summary);
                let seconds = best.map_or(now.seconds, |best| best.seconds.min(now.seconds));
                *best = Some(Measured { seconds, ..now });
                folders.push(folder);
            }
            let trees = folders.iter().map(|folder| fs::read(folder.join("tree.jsonl")));
            let trees = trees.collect::<io::Result<Vec<Vec<u8>>>>()?;
            folders.iter().try_for_each(fs::remove_dir_all)?;
            if trees[0] != trees[1] {
                let ways = ways.map(|way| way.join(" ")).join("` and `");
                let message = format!("{}: `{ways}` explore different trees", program.display());
                return Err(io::Error::other(message));
            }
        }
        let [Some(first), Some(second)] = best else { unreachable!("there is a round") };
        Ok(Pair { first, second })
    }
}

pub(super) fn measured(time: Duration, summary: &Value) -> Measured {
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let memory = |name: &str| figure(number(&summary["memory_bytes"][name]));
    Measured {
        seconds: time.as_secs_f64(),
        held: memory("states_peak"),
        resident: memory("peak_rss"),
        states: number(&summary["states_max"]),
        instructions: number(&summary["instructions"]),
        solved: number(&summary["queries"]["solved"]),
    }
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / figure(len64(values.len()))
}

pub(super) fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

pub(super) fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}
