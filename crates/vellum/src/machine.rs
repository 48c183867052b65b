//! What the machine has, and what this process took of it.

use std::fs;

/// The most memory this process had, as Linux reports it.
pub(crate) fn peak_rss() -> Option<u64> {
    kibibytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// Half of the memory there is for this process: of the machine's, or of what its control group may take.
pub(crate) fn half_of_memory() -> Option<u64> {
    let all = kibibytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")?;
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let of_group = group.and_then(|text| text.trim().parse::<u64>().ok());
    Some(of_group.map_or(all, |most| most.min(all)) / 2)
}

/// The number of bytes on the line of `text` that begins with `name`.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::{half_of_memory, kibibytes, peak_rss};

    #[test]
    fn lines_have_kibibytes() {
        let text = "MemFree:  12 kB\nMemTotal:       2048 kB\n";
        assert_eq!(kibibytes(text, "MemTotal:"), Some(2 << 20));
        assert_eq!(kibibytes(text, "Nothing:"), None);
    }

    #[test]
    fn this_process_takes_some_of_what_there_is() {
        let (taken, half) = (peak_rss().unwrap(), half_of_memory().unwrap());
        assert!(taken > 1 << 16 && half > 1 << 26, "{taken} of {half}");
    }
}
