//! The process and the machine.

use vellum_engine::{End, Outcome};
use vellum_memory::Origin;

use super::{Guest, errno};
use crate::KernelConfig;

#[test]
fn exit_ends_the_path_with_eight_bits() {
    let mut guest = Guest::new();
    assert_eq!(guest.sys_end(libc::SYS_exit_group, &[3]), End::Exit(3));
    assert_eq!(guest.sys_end(libc::SYS_exit, &[u64::MAX]), End::Exit(255));
}

#[test]
fn numbers_and_names_are_always_the_same() {
    let mut guest = Guest::new();
    assert_eq!(guest.sys(libc::SYS_getpid, &[]), 1000);
    assert_eq!(guest.sys(libc::SYS_gettid, &[]), 1000);
    assert_eq!(guest.sys(libc::SYS_getppid, &[]), 999);
    let names = guest.room(390);
    assert_eq!(guest.sys(libc::SYS_uname, &[names]), 0);
    assert_eq!(guest.bytes(names + 65, 7), b"vellum\0");
}

#[test]
fn numbers_are_the_hosts_if_asked_for() {
    let mut guest = Guest::with(KernelConfig { host_ids: true, ..KernelConfig::default() });
    assert_eq!(guest.sys(libc::SYS_getpid, &[]), i64::from(std::process::id()));
    let names = guest.room(390);
    assert_eq!(guest.sys(libc::SYS_uname, &[names]), 0);
    assert_eq!(guest.bytes(names, 6), b"Linux\0");
    assert_eq!(guest.sys(libc::SYS_kill, &[1, 15]), errno(libc::EPERM), "others are left alone");
}

#[test]
fn users_are_the_hosts_and_stay() {
    let mut guest = Guest::new();
    let user = guest.sys(libc::SYS_geteuid, &[]);
    assert_eq!(guest.sys(libc::SYS_setuid, &[user.cast_unsigned()]), 0);
    assert_eq!(guest.sys(libc::SYS_setuid, &[user.cast_unsigned() + 1]), errno(libc::EPERM));
    assert_eq!(guest.sys(libc::SYS_setresuid, &[u64::MAX, user.cast_unsigned(), u64::MAX]), 0);
    assert_eq!(guest.warnings().len(), 1);
}

#[test]
fn there_are_no_other_processes() {
    let mut guest = Guest::new();
    assert_eq!(guest.sys(libc::SYS_fork, &[]), errno(libc::ENOSYS));
    assert_eq!(guest.sys(libc::SYS_wait4, &[u64::MAX, 0, 0, 0]), errno(libc::ECHILD));
    assert_eq!(guest.word("__clone", &[]).cast_signed(), errno(libc::ENOSYS));
    assert_eq!(guest.call("vfork", &[]), Ok(Outcome::Return(u64::MAX)));
    assert_eq!(guest.warnings().len(), 3);
}

#[test]
fn random_bytes_follow_from_the_seed() {
    let bytes = |config| {
        let mut guest = Guest::with(config);
        let buffer = guest.room(20);
        assert_eq!(guest.sys(libc::SYS_getrandom, &[buffer, 20, 0]), 20);
        guest.bytes(buffer, 20).to_vec()
    };
    let seed = |seed| KernelConfig { seed, ..KernelConfig::default() };
    assert_eq!(bytes(seed(1)), bytes(seed(1)));
    assert_ne!(bytes(seed(1)), bytes(seed(2)));
    let host = || KernelConfig { host_random: true, ..KernelConfig::default() };
    assert_ne!(bytes(host()), bytes(host()));
}

#[test]
fn there_is_one_processor() {
    let mut guest = Guest::new();
    let mask = guest.room(128);
    assert_eq!(guest.sys(libc::SYS_sched_getaffinity, &[0, 128, mask]), 8);
    assert_eq!(guest.word_at(mask), 1);
    assert_eq!(guest.sys(libc::SYS_sched_yield, &[]), 0);
    assert_eq!(guest.sys(libc::SYS_setpriority, &[0, 0, 5]), 0);
    assert_eq!(guest.sys(libc::SYS_getpriority, &[0, 0]), 15);
}

#[test]
fn a_limit_that_nobody_looks_after_is_said_once() {
    const STACK: u64 = 3;
    const ADDRESS_SPACE: u64 = 9;
    let mut guest = Guest::new();
    let limit = guest.put(&crate::access::fields(&[1 << 20, u64::MAX]));
    for _ in 0..2 {
        assert_eq!(guest.sys(libc::SYS_setrlimit, &[ADDRESS_SPACE, limit]), 0);
        assert_eq!(guest.sys(libc::SYS_setrlimit, &[STACK, limit]), 0);
    }
    assert_eq!(guest.warnings(), ["the limit RLIMIT_AS is remembered and not enforced"]);
    assert!(guest.memory.alloca(1 << 20, 1, Origin(0)).is_some());
    assert!(guest.memory.alloca(1, 1, Origin(0)).is_none(), "the stack is no larger than the program said");
}
