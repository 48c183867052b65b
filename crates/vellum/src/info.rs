//! The file `info` of a run directory: what a person wants to know of a run later. It is the one file that says
//! when and where.

use std::{
    env, fs,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use vellum_report::Summary;

use crate::{args::RunArgs, shell::quoted};

/// Now.
#[expect(clippy::disallowed_methods, reason = "the driver knows the clock")]
pub(crate) fn clock() -> SystemTime {
    SystemTime::now()
}

/// The text of the file for a run that ends now, and began at `begin` in `folder`: the program may have gone
/// elsewhere since.
pub(crate) fn text(args: &RunArgs, summary: &Summary, begin: SystemTime, folder: &Path) -> String {
    let words: Vec<String> = env::args_os().map(|word| quoted(&word)).collect();
    let lines = [
        ("command", words.join(" ")),
        ("version", format!("vellum {}, LLVM 22, Bitwuzla 0.9.1", summary.version)),
        ("host", host()),
        ("folder", folder.display().to_string()),
        ("seed", args.settings.seed().to_string()),
        ("begin", utc(begin)),
        ("end", utc(clock())),
        ("seconds", format!("{:.3}", summary.wall_seconds)),
    ];
    let lines: Vec<String> = lines.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
    lines.concat()
}

/// The machine's name, and what runs on it, as far as Linux says.
fn host() -> String {
    let known = |name: &str| fs::read_to_string(format!("/proc/sys/kernel/{name}")).unwrap_or_default();
    let parts = [known("hostname"), known("ostype"), known("osrelease"), env::consts::ARCH.to_owned()];
    let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// A moment as `2026-01-31T12:00:00Z`.
pub(crate) fn utc(time: SystemTime) -> String {
    const DAY: u64 = 24 * 60 * 60;
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (mut days, second) = (seconds / DAY, seconds % DAY);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", days + 1)
}

#[cfg(test)]
mod tests {
    use super::utc;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn moments_are_written_as_everyone_does() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_767_225_600, "2026-01-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }
}
