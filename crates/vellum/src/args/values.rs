//! The values of options, as users write them.

use std::time::Duration;

use vellum_engine::Strategy;
use vellum_foreign::Place;
use vellum_kernel::Scope;
use vellum_memory::{Objects, Region, Regions};
use vellum_solver::Stage;

use super::{ClassKind, ExternalMode, Library, SuiteGoal, Tests};

pub(super) fn switch(text: &str) -> Result<bool, String> {
    match text {
        // The latter are KLEE's.
        "on" | "true" | "1" => Ok(true),
        "off" | "false" | "0" => Ok(false),
        _ => Err(format!("`{text}` is neither on nor off")),
    }
}

pub(super) fn library(text: &str) -> Result<Library, String> {
    named(text, &Library::ALL)
}

pub(super) fn scope(text: &str) -> Result<Scope, String> {
    named(text, &SCOPES)
}

/// What external code gets to see, by name.
pub(crate) const SCOPES: [(&str, Scope); 2] = [("reachable", Scope::Reachable), ("all", Scope::All)];

pub(super) fn class_kind(text: &str) -> Result<ClassKind, String> {
    let all =
        [("globals", ClassKind::Globals), ("constants", ClassKind::Constants), ("locals", ClassKind::Locals)];
    named(text, &all)
}

/// A policy, or where calls are made, or both.
pub(crate) fn external(text: &str) -> Result<ExternalMode, String> {
    let mut mode = ExternalMode::default();
    let mut has_policy = false;
    for word in text.split(',') {
        if word == ExternalMode::IN_PROCESS {
            mode.place = Place::InProcess;
            continue;
        }
        if std::mem::replace(&mut has_policy, true) {
            return Err(format!("`{text}` says twice what external code may get"));
        }
        let policy = named(word, &ExternalMode::POLICIES);
        mode.policy = policy.map_err(|error| format!("{error}, {}", ExternalMode::IN_PROCESS))?;
    }
    Ok(mode)
}

/// What `text` names, among these.
fn named<T: Copy>(text: &str, all: &[(&str, T)]) -> Result<T, String> {
    let found = all.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        format!("`{text}` is none of {}", names.join(", "))
    })
}

pub(super) fn tests(text: &str) -> Result<Tests, String> {
    match text {
        "all" => Ok(Tests::All),
        "ended" => Ok(Tests::Ended),
        "covering" => Ok(Tests::Covering),
        "none" => Ok(Tests::None),
        _ => Err(format!("`{text}` is none of all, ended, covering, none")),
    }
}

pub(super) fn goal(text: &str) -> Result<SuiteGoal, String> {
    match text {
        "branches" => Ok(SuiteGoal::Branches),
        "error" => Ok(SuiteGoal::Error),
        _ => Err(format!("`{text}` is neither branches nor error")),
    }
}

pub(super) fn interval(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err("more than no time is expected".to_owned()),
        time => Ok(time),
    }
}

pub(super) fn search(text: &str) -> Result<Vec<Strategy>, String> {
    let strategy = |name: &str| {
        Strategy::from_name(name).ok_or_else(|| {
            format!("`{name}` is none of {}", Strategy::names().collect::<Vec<_>>().join(", "))
        })
    };
    text.split('+').map(strategy).collect()
}

pub(super) fn count(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| "a whole number is expected".to_owned())
}

/// A number of which 0 would leave nothing to do.
pub(super) fn limit(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err(NO_LIMIT.to_owned()),
        limit => Ok(limit),
    }
}

/// A number of threads.
pub(super) fn jobs(text: &str) -> Result<(), String> {
    match count(text)? {
        1 => Ok(()),
        _ => Err("paths are explored by one thread in this version: --jobs 1".to_owned()),
    }
}

/// The same for paths that are there at once.
pub(super) fn states(text: &str) -> Result<usize, String> {
    usize::try_from(limit(text)?).map_err(|error| error.to_string())
}

/// The same for a time.
pub(super) fn time_limit(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err(NO_LIMIT.to_owned()),
        limit => Ok(limit),
    }
}

/// What KLEE means by 0.
const NO_LIMIT: &str = "nothing could be done; without the option there is no limit";

pub(super) fn objects(text: &str) -> Result<Objects, String> {
    Objects::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Objects::ALL.iter().map(|objects| objects.name()).collect();
        format!("`{text}` is none of {}", names.join(", "))
    })
}

pub(super) fn stage(text: &str) -> Result<Stage, String> {
    Stage::from_name(text).ok_or_else(|| {
        let names = Stage::ALL.map(|(name, _)| name);
        format!("`{text}` is none of {}", names.join(", "))
    })
}

pub(super) fn quarantine(text: &str) -> Result<usize, String> {
    if text == "inf" {
        return Ok(usize::MAX);
    }
    text.parse().map_err(|_| "a whole number or `inf` is expected".to_owned())
}

/// `90s`, `10min`, `1.5h`, `1h30min`; seconds without a unit.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const UNITS: &[(&str, f64)] =
        &[("us", 1e-6), ("ms", 0.001), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let (mut seconds, mut rest) = (0.0, text.trim());
    loop {
        // A part ends where a digit follows a letter.
        let letters = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let end = rest[letters..].find(|c: char| c.is_ascii_digit()).map_or(rest.len(), |at| letters + at);
        let part = scaled(&rest[..end], UNITS).ok_or("a time such as 90s, 10min or 1h30min is expected")?;
        seconds += part;
        rest = &rest[end..];
        if rest.is_empty() {
            return Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string());
        }
    }
}

/// `512`, `64KiB`, `2GiB`.
/// KLEE's users mean MiB by a plain number.
pub(super) fn memory_limit(text: &str) -> Result<u64, String> {
    if text == "inf" {
        return Ok(u64::MAX);
    }
    let bytes = size(text)?;
    if text.bytes().all(|byte| byte.is_ascii_digit()) && bytes < 1 << 20 {
        return Err(format!("`{text}` bytes are too few for anything; is it {text}MiB?"));
    }
    Ok(bytes)
}

pub(super) fn size(text: &str) -> Result<u64, String> {
    const UNITS: &[(&str, u64)] = &[
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("TiB", 1 << 40),
        ("KB", 1000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("B", 1),
        ("", 1),
    ];
    let (number, unit) = split_unit(text);
    let scale = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, scale)| *scale);
    let bytes = scale.and_then(|scale| number.parse::<u64>().ok()?.checked_mul(scale));
    bytes.ok_or_else(|| "a size such as 4096, 64KiB or 2GiB is expected".to_owned())
}

/// Where kinds of memory are: `heap=0x500000000000+1TiB`, several with commas; the others stay where they are.
pub(crate) fn regions(text: &str) -> Result<Regions, String> {
    const EXPECTED: &str = "NAME=BASE+SIZE is expected, such as heap=0x500000000000+1TiB";
    let default = Regions::default();
    let mut regions = [default.constants(), default.globals(), default.heap(), default.stack()];
    for part in text.split(',') {
        let (name, place) = part.split_once('=').ok_or(EXPECTED)?;
        let (base, bytes) = place.split_once('+').ok_or(EXPECTED)?;
        let number = Regions::NAMES.iter().position(|known| *known == name);
        let number = number.ok_or_else(|| format!("`{name}` is none of {}", Regions::NAMES.join(", ")))?;
        let base = match base.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).map_err(|_| EXPECTED)?,
            None => size(base)?,
        };
        regions[number] = Region { base, size: size(bytes)? };
    }
    let [constants, globals, heap, stack] = regions;
    Regions::new(constants, globals, heap, stack).map_err(|error| error.to_string())
}

pub(super) fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, unit) = split_unit(text);
    let scale = units.iter().find(|(name, _)| *name == unit)?.1;
    Some(number.parse::<f64>().ok()? * scale)
}

pub(super) fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::{Duration, ExternalMode, duration, external, memory_limit, size};

    #[test]
    fn external_code_has_a_policy_and_a_place() {
        for text in ["concrete", "all", "none", "all,in-process"] {
            assert_eq!(external(text).map(ExternalMode::text), Ok(text.to_owned()));
        }
        assert_eq!(external("in-process").map(ExternalMode::text), Ok("concrete,in-process".to_owned()));
        assert!(external("all,none").is_err() && external("over-approx").is_err() && external("").is_err());
    }

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("10min"), Ok(Duration::from_mins(10)));
        assert_eq!(duration("1h10min5s"), Ok(Duration::from_secs(4205)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert!(duration("").is_err() && duration("1h2parsecs").is_err() && duration("h").is_err());
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(memory_limit("2000MB"), Ok(2_000_000_000));
        assert!(memory_limit("2000").is_err());
        assert_eq!(memory_limit("inf"), Ok(u64::MAX));
        assert!(duration("soon").is_err() && size("12furlongs").is_err() && duration("-1s").is_err());
    }
}
