//! Clocks.

use super::{Guest, errno};
use crate::{KernelConfig, access::fields};

const REAL: u64 = 0;
const MONOTONIC: u64 = 1;
const PROCESS: u64 = 2;

fn read(guest: &mut Guest, clock: u64) -> (u64, u64) {
    let result = guest.room(16);
    assert_eq!(guest.sys(libc::SYS_clock_gettime, &[clock, result]), 0);
    (guest.word_at(result), guest.word_at(result + 8))
}

#[test]
fn time_passes_with_instructions() {
    let mut guest = Guest::new();
    assert_eq!(read(&mut guest, REAL), (1_000_000_000, 0));
    guest.instructions = 1_500_000_007;
    assert_eq!(read(&mut guest, REAL), (1_000_000_001, 500_000_007));
    assert_eq!(read(&mut guest, MONOTONIC), (1001, 500_000_007));
    assert_eq!(read(&mut guest, PROCESS), (1, 500_000_007));
    assert_eq!(guest.sys(libc::SYS_times, &[0]), 100_150);
    let result = guest.room(16);
    assert_eq!(guest.sys(libc::SYS_gettimeofday, &[result, 0]), 0);
    assert_eq!((guest.word_at(result), guest.word_at(result + 8)), (1_000_000_001, 500_000));
    assert_eq!(guest.sys(libc::SYS_clock_gettime, &[99, result]), errno(libc::EINVAL));
}

#[test]
fn sleeping_only_moves_the_clock() {
    let mut guest = Guest::new();
    let hour = guest.put(&fields(&[3600, 5]));
    assert_eq!(guest.sys(libc::SYS_nanosleep, &[hour, 0]), 0);
    assert_eq!(read(&mut guest, REAL), (1_000_003_600, 5));
    assert_eq!(read(&mut guest, PROCESS), (0, 0));
    let moment = guest.put(&fields(&[10_000, 0]));
    let until = 1;
    assert_eq!(guest.sys(libc::SYS_clock_nanosleep, &[MONOTONIC, until, moment, 0]), 0);
    assert_eq!(read(&mut guest, MONOTONIC), (10_000, 0));
    assert_eq!(guest.sys(libc::SYS_clock_nanosleep, &[MONOTONIC, until, moment, 0]), 0, "already past");
    let wrong = guest.put(&fields(&[0, 1_000_000_000]));
    assert_eq!(guest.sys(libc::SYS_nanosleep, &[wrong, 0]), errno(libc::EINVAL));
    let ages = guest.put(&fields(&[u64::MAX >> 1, 0]));
    for _ in 0..3 {
        assert_eq!(guest.sys(libc::SYS_nanosleep, &[ages, 0]), 0);
    }
    assert!(read(&mut guest, REAL).0 > 4_000_000_000);
}

#[test]
fn time_is_the_hosts_if_asked_for() {
    let mut guest = Guest::with(KernelConfig { host_time: true, ..KernelConfig::default() });
    assert!(read(&mut guest, REAL).0 > 1_600_000_000);
}

#[test]
fn timers_never_fire_and_that_is_said() {
    let mut guest = Guest::new();
    assert_eq!(guest.sys(libc::SYS_alarm, &[0]), 0);
    assert!(guest.warnings().is_empty());
    assert_eq!(guest.sys(libc::SYS_alarm, &[5]), 0);
    assert_eq!(guest.warnings().len(), 1);
}
