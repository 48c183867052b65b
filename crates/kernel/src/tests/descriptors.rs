//! Descriptor numbers, `fcntl`, `ioctl`, pipes and limits.

use std::sync::{Arc, atomic::AtomicBool};

use vellum_engine::{End, Outcome};

use super::{Folder, Guest, errno};
use crate::{KernelConfig, access::fields};

const CLOEXEC: u64 = 0o2_000_000;

#[test]
fn the_lowest_free_number_is_used() {
    let folder = Folder::new("lowest");
    let mut guest = Guest::new();
    let flags = libc::O_CREAT | libc::O_RDWR;
    assert_eq!(guest.open(&folder.path("a"), flags), 3);
    assert_eq!(guest.open(&folder.path("b"), flags), 4);
    assert_eq!(guest.sys(libc::SYS_close, &[3]), 0);
    assert_eq!(guest.sys(libc::SYS_close, &[3]), errno(libc::EBADF));
    assert_eq!(guest.sys(libc::SYS_close, &[u64::MAX]), errno(libc::EBADF));
    assert_eq!(guest.open(&folder.path("c"), flags), 3);
    assert_eq!(guest.sys(libc::SYS_close, &[0]), 0);
    assert_eq!(guest.open(&folder.path("d"), flags), 0);
    assert_eq!(guest.sys(libc::SYS_dup, &[4]), 5);
    assert_eq!(guest.sys(libc::SYS_fcntl, &[4, 0, 10]), 10);
}

#[test]
fn a_call_with_a_bad_descriptor_fails_for_good_and_one_that_we_do_not_support_does_not() {
    let mut guest = Guest::new();
    let mut repeats = |number: i64, args: [u64; 3]| {
        let args: Vec<u64> = [number.cast_unsigned()].into_iter().chain(args).chain([0; 3]).collect();
        match guest.call("__vellum_syscall", &args).expect("the path goes on") {
            Outcome::Repeats(_) => true,
            Outcome::Return(_) => false,
            other => panic!("system call {number} gave {other:?}"),
        }
    };
    assert!(repeats(libc::SYS_close, [77, 0, 0]));
    assert!(repeats(libc::SYS_lseek, [u64::MAX, 0, 0]));
    assert!(!repeats(libc::SYS_getpid, [0; 3]), "it does not fail");
    assert!(!repeats(libc::SYS_connect, [0; 3]), "it might succeed on a machine");
}

#[test]
fn copies_share_one_position() {
    let folder = Folder::new("copies");
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_CREAT | libc::O_RDWR);
    assert_eq!(guest.sys(libc::SYS_dup2, &[fd, 20]), 20);
    assert_eq!(guest.sys(libc::SYS_lseek, &[fd, 7, 0]), 7);
    assert_eq!(guest.sys(libc::SYS_lseek, &[20, 0, 1]), 7);
    assert_eq!(guest.sys(libc::SYS_close, &[fd]), 0);
    assert_eq!(guest.sys(libc::SYS_lseek, &[20, 0, 1]), 7, "the copy is still open");
    assert_eq!(guest.sys(libc::SYS_dup2, &[20, 20]), 20);
    assert_eq!(guest.sys(libc::SYS_dup3, &[20, 20, 0]), errno(libc::EINVAL));
    assert_eq!(guest.sys(libc::SYS_dup2, &[fd, 21]), errno(libc::EBADF));
    assert_eq!(guest.sys(libc::SYS_dup2, &[20, 1024]), errno(libc::EBADF));
}

#[test]
fn a_standard_descriptor_can_be_redirected() {
    let folder = Folder::new("redirect");
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("out"), libc::O_CREAT | libc::O_WRONLY);
    assert_eq!(guest.sys(libc::SYS_dup2, &[fd, 1]), 1);
    let text = guest.put(b"to a file");
    assert_eq!(guest.sys(libc::SYS_write, &[1, text, 9]), 9);
    assert_eq!(std::fs::read(folder.path("out")).unwrap(), b"to a file");
}

#[test]
fn the_flag_for_exec_belongs_to_the_number() {
    let mut guest = Guest::new();
    let (get, set, exec) = (1, 2, 1);
    let fd = guest.open("/dev/null", libc::O_RDONLY | libc::O_CLOEXEC);
    assert_eq!(guest.sys(libc::SYS_fcntl, &[fd, get]), 1);
    let copy = guest.sys(libc::SYS_dup, &[fd]).cast_unsigned();
    assert_eq!(guest.sys(libc::SYS_fcntl, &[copy, get]), 0);
    assert_eq!(guest.sys(libc::SYS_fcntl, &[copy, set, exec]), 0);
    assert_eq!(guest.sys(libc::SYS_fcntl, &[copy, get]), 1);
    assert_eq!(guest.sys(libc::SYS_dup3, &[fd, 30, CLOEXEC]), 30);
    assert_eq!(guest.sys(libc::SYS_fcntl, &[30, get]), 1);
    assert_eq!(guest.sys(libc::SYS_close_range, &[3, 100, 0]), 0);
    assert_eq!(guest.sys(libc::SYS_fcntl, &[30, get]), errno(libc::EBADF));
}

#[test]
fn status_flags_and_locks_are_the_hosts() {
    let folder = Folder::new("fcntl");
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_CREAT | libc::O_RDWR | libc::O_APPEND);
    let flags = guest.sys(libc::SYS_fcntl, &[fd, 3]);
    assert_eq!(flags & 0o2003, 0o2002, "O_APPEND and O_RDWR");
    let lock = guest.put(&[&1_u16.to_le_bytes()[..], &[0; 30]].concat());
    assert_eq!(guest.sys(libc::SYS_fcntl, &[fd, 6, lock]), 0);
    assert_eq!(guest.sys(libc::SYS_fcntl, &[fd, 5, lock]), 0);
    assert_eq!(guest.bytes(lock, 2), [2, 0], "F_UNLCK: nobody else holds it");
    assert_eq!(guest.sys(libc::SYS_fcntl, &[fd, 9999]), errno(libc::EINVAL));
    assert_eq!(guest.warnings(), ["fcntl command 9999 is not supported: it fails"]);
}

#[test]
fn a_pipe_carries_bytes() {
    let mut guest = Guest::new();
    let ends = guest.room(8);
    assert_eq!(guest.sys(libc::SYS_pipe2, &[ends, CLOEXEC]), 0);
    let [read, write] = [0, 4].map(|offset| guest.memory.load(ends + offset, 4).unwrap());
    assert_eq!((read, write), (3, 4));
    let text = guest.put(b"abc");
    assert_eq!(guest.sys(libc::SYS_write, &[write, text, 3]), 3);
    let count = guest.room(4);
    assert_eq!(guest.sys(libc::SYS_ioctl, &[read, libc::FIONREAD, count]), 0);
    assert_eq!(guest.memory.load(count, 4), Some(3));
    let buffer = guest.room(3);
    assert_eq!(guest.sys(libc::SYS_read, &[read, buffer, 3]), 3);
    assert_eq!(guest.bytes(buffer, 3), b"abc");
}

#[test]
fn a_broken_pipe_ends_the_path_unless_it_is_ignored() {
    let mut guest = Guest::new();
    let (ends, text) = (guest.room(8), guest.put(b"abc"));
    assert_eq!(guest.sys(libc::SYS_pipe, &[ends]), 0);
    assert_eq!(guest.sys(libc::SYS_close, &[3]), 0);
    let action = guest.put(&fields(&[1, 0, 0, 0]));
    assert_eq!(guest.sys(libc::SYS_rt_sigaction, &[13, action, 0, 8]), 0);
    assert_eq!(guest.sys(libc::SYS_write, &[4, text, 3]), errno(libc::EPIPE));
    guest.memory.store(action, 8, 0).unwrap();
    assert_eq!(guest.sys(libc::SYS_rt_sigaction, &[13, action, 0, 8]), 0);
    assert_eq!(guest.sys_end(libc::SYS_write, &[4, text, 3]), End::Exit(141), "128 + SIGPIPE");
}

#[test]
fn a_file_is_no_terminal_and_odd_requests_are_said() {
    let mut guest = Guest::new();
    let fd = guest.open("/dev/null", libc::O_RDONLY);
    let window = guest.room(8);
    assert_eq!(guest.sys(libc::SYS_ioctl, &[fd, libc::TIOCGWINSZ, window]), errno(libc::ENOTTY));
    assert!(guest.warnings().is_empty());
    assert_eq!(guest.sys(libc::SYS_ioctl, &[fd, 0x1234, 0]), errno(libc::ENOTTY));
    assert_eq!(guest.warnings(), ["ioctl request 0x1234 is not supported: it fails"]);
}

#[test]
fn limits_are_the_programs_own() {
    let mut guest = Guest::new();
    let files = 7;
    let (new, old) = (guest.put(&fields(&[4, 100])), guest.room(16));
    assert_eq!(guest.sys(libc::SYS_prlimit64, &[0, files, new, old]), 0);
    assert_eq!((guest.word_at(old), guest.word_at(old + 8)), (1024, 4096));
    assert_eq!(guest.sys(libc::SYS_getrlimit, &[files, old]), 0);
    assert_eq!(guest.word_at(old), 4);
    assert_eq!(guest.open("/dev/null", libc::O_RDONLY), 3);
    let path = guest.text("/dev/null");
    assert_eq!(guest.sys(libc::SYS_open, &[path, 0, 0]), errno(libc::EMFILE));
    let more = guest.put(&fields(&[4, 4096]));
    assert_eq!(guest.sys(libc::SYS_setrlimit, &[files, more]), errno(libc::EPERM));
    assert_eq!(guest.sys(libc::SYS_setrlimit, &[16, more]), errno(libc::EINVAL));
}

#[test]
fn an_interrupted_program_gets_nothing_from_the_host() {
    let interrupt = Arc::new(AtomicBool::new(true));
    let mut guest = Guest::with(KernelConfig { interrupt, ..KernelConfig::default() });
    let room = guest.room(8);
    assert_eq!(guest.sys_end(libc::SYS_read, &[0, room, 8]), End::Interrupted);
    assert_eq!(guest.sys(libc::SYS_mprotect, &[0, 0, 0]), 0, "what is not the host's goes on");
}
