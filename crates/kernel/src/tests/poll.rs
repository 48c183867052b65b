//! Waiting for descriptors.

use vellum_engine::End;
use vellum_memory::FaultKind;

use super::{Guest, errno};
use crate::access::fields;

const IN: u64 = 1;
const INVALID: u64 = 0x20;

/// A guest with a pipe at 3 and 4, and something to read in it.
fn with_pipe() -> Guest {
    let mut guest = Guest::new();
    let ends = guest.room(8);
    assert_eq!(guest.sys(libc::SYS_pipe, &[ends]), 0);
    let text = guest.put(b"x");
    assert_eq!(guest.sys(libc::SYS_write, &[4, text, 1]), 1);
    guest
}

#[test]
fn poll_translates_descriptors() {
    let mut guest = with_pipe();
    let entry = |fd: i32, found: u64| u64::from(fd.cast_unsigned()) | IN << 32 | found << 48;
    let array = guest.put(&fields(&[entry(3, 0), entry(77, 0), entry(-1, 0)]));
    assert_eq!(guest.sys(libc::SYS_poll, &[array, 3, u64::MAX]), 2);
    let expected = [entry(3, IN), entry(77, INVALID), entry(-1, 0)];
    assert_eq!([0, 8, 16].map(|offset| guest.word_at(array + offset)), expected);
    let past = guest.sys_end(libc::SYS_poll, &[array, 4, 0]);
    assert!(matches!(past, End::Bug(_)));
}

#[test]
fn what_poll_finds_need_not_be_there_before() {
    let mut guest = with_pipe();
    let array = guest.unwritten(16);
    for at in [0, 8] {
        guest.memory.store(array + at, 4, 3).unwrap();
    }
    guest.memory.store(array + 4, 2, IN).unwrap();
    assert_eq!(guest.sys(libc::SYS_poll, &[array, 1, 0]), 1);
    assert_eq!(guest.word_at(array), 3 | IN << 32 | IN << 48);
    let wanted = guest.sys_end(libc::SYS_poll, &[array, 2, 0]);
    let End::Bug(bug) = wanted else { panic!("{wanted:?}") };
    let fault = bug.fault.expect("it is about memory");
    assert_eq!(
        (fault.kind, fault.address),
        (FaultKind::NotNumbers, array + 8),
        "what is waited for has to be"
    );
}

#[test]
fn select_gives_back_what_is_ready() {
    let mut guest = with_pipe();
    let (read, write) = (guest.put(&fields(&[1 << 3])), guest.put(&fields(&[1 << 4])));
    let at_once = guest.room(16);
    assert_eq!(guest.sys(libc::SYS_select, &[5, read, write, 0, at_once]), 2);
    assert_eq!((guest.word_at(read), guest.word_at(write)), (1 << 3, 1 << 4));
    let byte = guest.room(1);
    assert_eq!(guest.sys(libc::SYS_read, &[3, byte, 1]), 1);
    assert_eq!(guest.sys(libc::SYS_pselect6, &[5, read, write, 0, at_once, 0]), 1);
    assert_eq!((guest.word_at(read), guest.word_at(write)), (0, 1 << 4));
    let closed = guest.put(&fields(&[1 << 9]));
    assert_eq!(guest.sys(libc::SYS_select, &[10, closed, 0, 0, at_once]), errno(libc::EBADF));
}

#[test]
fn waiting_for_nothing_moves_the_clock() {
    let mut guest = Guest::new();
    let before = guest.sys(libc::SYS_time, &[0]);
    assert_eq!(guest.sys(libc::SYS_poll, &[0, 0, 5000]), 0);
    let timeout = guest.put(&fields(&[2, 0]));
    assert_eq!(guest.sys(libc::SYS_select, &[0, 0, 0, 0, timeout]), 0);
    assert_eq!(guest.sys(libc::SYS_time, &[0]), before + 7);
    assert!(matches!(guest.sys_end(libc::SYS_ppoll, &[0, 0, 0]), End::Unsupported(_)));
}
