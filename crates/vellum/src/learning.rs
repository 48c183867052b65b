//! Which heap objects meet: the program is run, and those that one pointer led to share a segment from then on.
//!
//! After section 4.1 of "A Segmented Memory Model for Symbolic Execution": objects are told apart by the calls that led
//! to their allocation. A run is made in a process of its own, with nothing to read and nobody to see what it prints;
//! what it saw meet is grouped, and another run is made, until nothing new meets or [`ROUNDS`] have been made. Groups
//! are kept in the run directory as `segments.json`, and `--segment-groups` takes them from there.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::Value;
use vellum_collections::Map;
use vellum_memory::Class;

use crate::{
    args::{RunArgs, words_with},
    error::Error,
    toolchain::Env,
};

/// Runs that are made to learn from.
const ROUNDS: u32 = 5;

/// How long each may take, unless the user has less time.
const ROUND: Duration = Duration::from_secs(20);

/// Classes that met, and the segment each is for.
pub(crate) type Groups = Map<Class, u64>;

/// Learns from runs of the program, in a folder of its own that is gone afterwards.
pub(crate) fn learn(environment: &Env, args: &RunArgs) -> Result<Groups, Error> {
    let temporary = environment.tmpdir.clone().unwrap_or_else(|| PathBuf::from("/tmp"));
    let folder = temporary.join(format!("vellum-learning-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|cause| Error::Unwritable { file: folder.clone(), cause })?;
    let learnt = learn_in(environment, args, &folder);
    let _ = fs::remove_dir_all(&folder);
    learnt
}

fn learn_in(environment: &Env, args: &RunArgs, folder: &Path) -> Result<Groups, Error> {
    let mut groups = Groups::default();
    let (file, out) = (folder.join("segments.json"), folder.join("run"));
    let time = args.max_time.map_or(ROUND, |time| (time / ROUNDS).min(ROUND));
    for _ in 0..ROUNDS {
        write(&file, &groups)?;
        let met = run(environment, args, &file, &out, time);
        let _ = fs::remove_dir_all(&out);
        if !add(&mut groups, &met?) {
            break;
        }
    }
    Ok(groups)
}

/// Runs the program with what is known: the pairs of classes that met.
fn run(
    environment: &Env,
    args: &RunArgs,
    file: &Path,
    folder: &Path,
    time: Duration,
) -> Result<Vec<(Class, Class)>, Error> {
    let mut instead: Vec<std::ffi::OsString> = vec!["--segment-groups".into(), file.into(), "--out".into()];
    instead.push(folder.into());
    instead.extend(["--tests", "none", "-q", "--max-time"].map(Into::into));
    instead.push(format!("{}ms", time.as_millis().max(1)).into());
    let words = words_with(&args.before, &instead, &args.command);
    let mut child = Command::new(&environment.exe);
    child.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let failed = |cause| Error::Unreadable { file: environment.exe.clone(), cause };
    child.status().map_err(failed)?;
    let summary = folder.join("summary.json");
    let text = fs::read_to_string(&summary).map_err(|cause| Error::Unreadable { file: summary, cause })?;
    let parsed: Value = serde_json::from_str(&text).unwrap_or_default();
    let pairs = parsed["resolution"]["met"].as_array().into_iter().flatten();
    Ok(pairs.filter_map(|pair| Some((class(pair.get(0)?)?, class(pair.get(1)?)?))).collect())
}

/// Has the classes of each pair share a group; whether any of them did not before.
fn add(groups: &mut Groups, met: &[(Class, Class)]) -> bool {
    let mut is_new = false;
    for &(a, b) in met {
        let (one, other) = (groups.get(&a).copied(), groups.get(&b).copied());
        let both = one.into_iter().chain(other).min().unwrap_or(a.0.min(b.0));
        is_new |= one != Some(both) || other != Some(both);
        groups.insert(a, both);
        groups.insert(b, both);
        for group in groups.values_mut() {
            if Some(*group) == one || Some(*group) == other {
                *group = both;
            }
        }
    }
    is_new
}

/// The groups that a file has.
pub(crate) fn read(file: &Path) -> Result<Groups, Error> {
    let text =
        fs::read_to_string(file).map_err(|cause| Error::Unreadable { file: file.to_owned(), cause })?;
    let wrong =
        || Error::Usage(format!("`--segment-groups {}`: these are no groups of a run", file.display()));
    let parsed: Value = serde_json::from_str(&text).map_err(|_| wrong())?;
    let lists = parsed.as_array().ok_or_else(wrong)?;
    let mut groups = Groups::default();
    for list in lists {
        let classes: Option<Vec<Class>> = list.as_array().map(|list| list.iter().filter_map(class).collect());
        let classes = classes.ok_or_else(wrong)?;
        let Some(first) = classes.iter().min() else { continue };
        groups.extend(classes.iter().map(|&class| (class, first.0)));
    }
    Ok(groups)
}

/// Writes groups for [`read`].
pub(crate) fn write(file: &Path, groups: &Groups) -> Result<(), Error> {
    let mut lists: Map<u64, Vec<String>> = Map::default();
    for (class, &group) in groups {
        lists.entry(group).or_default().push(format!("{:016x}", class.0));
    }
    let lists: Vec<&Vec<String>> = lists.values().collect();
    let text = serde_json::to_string_pretty(&lists).expect("lists of text are JSON");
    fs::write(file, text).map_err(|cause| Error::Unwritable { file: PathBuf::from(file), cause })
}

fn class(value: &Value) -> Option<Class> {
    u64::from_str_radix(value.as_str()?, 16).ok().map(Class)
}

#[cfg(test)]
mod tests {
    use vellum_memory::Class;

    use super::{Groups, add};

    #[test]
    fn what_meets_is_one_group_and_groups_that_meet_become_one() {
        let mut groups = Groups::default();
        assert!(add(&mut groups, &[(Class(3), Class(5)), (Class(7), Class(7))]));
        assert_eq!((groups[&Class(3)], groups[&Class(5)], groups[&Class(7)]), (3, 3, 7));
        assert!(!add(&mut groups, &[(Class(5), Class(3)), (Class(7), Class(7))]), "nothing new");
        assert!(add(&mut groups, &[(Class(5), Class(7))]));
        assert!(groups.values().all(|&group| group == 3));
    }
}
