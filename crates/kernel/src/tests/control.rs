//! Jumps, ends and signals.

use vellum_engine::{Bug, BugKind, End, Outcome};
use vellum_memory::FaultKind;

use super::{Guest, POINT, errno, fault};

#[test]
fn a_jump_goes_to_the_point_its_buffer_holds() {
    let mut guest = Guest::new();
    let buffer = guest.room(200);
    assert_eq!(guest.call("setjmp", &[buffer]), Ok(Outcome::Return(0)));
    assert_eq!(guest.call("longjmp", &[buffer, 7]), Ok(Outcome::LongJump { point: POINT, value: 7 }));
    assert_eq!(guest.call("longjmp", &[buffer, 0]), Ok(Outcome::LongJump { point: POINT, value: 1 }));
    assert_eq!(fault(&guest.end("setjmp", &[0])), FaultKind::NullDereference);
}

#[test]
fn built_in_jumps_need_five_words_only() {
    let mut guest = Guest::new();
    let buffer = guest.room(40);
    assert_eq!(guest.call("__builtin_setjmp", &[buffer]), Ok(Outcome::Return(0)));
    assert_eq!(guest.call("__builtin_longjmp", &[buffer]), Ok(Outcome::LongJump { point: POINT, value: 1 }));
}

#[test]
fn siglongjmp_restores_the_signal_mask() {
    let mut guest = Guest::new();
    let (buffer, set) = (guest.room(200), guest.room(8));
    let mask = |guest: &mut Guest| {
        guest.sys(libc::SYS_rt_sigprocmask, &[0, 0, set, 8]);
        guest.word_at(set)
    };
    guest.call("sigsetjmp", &[buffer, 1]).unwrap();
    let all = guest.put(&[0xff; 8]);
    assert_eq!(guest.sys(libc::SYS_rt_sigprocmask, &[2, all, 0, 8]), 0);
    assert_ne!(mask(&mut guest), 0);
    guest.call("siglongjmp", &[buffer, 1]).unwrap();
    assert_eq!(mask(&mut guest), 0);
}

#[test]
fn the_thread_pointer_is_remembered() {
    let mut guest = Guest::new();
    assert_eq!(guest.word("__vellum_set_tp", &[0x1234]), 0);
    assert_eq!(guest.word("__vellum_get_tp", &[]), 0x1234);
}

fn bug(end: End) -> (BugKind, Box<str>) {
    let End::Bug(Bug { kind, message, .. }) = end else { panic!("a bug") };
    (kind, message)
}

#[test]
fn assertions_and_abort_end_the_path() {
    let mut guest = Guest::new();
    let [condition, file, function] = ["x > 0", "a.c", "main"].map(|text| guest.text(text));
    let (kind, message) = bug(guest.end("__assert_fail", &[condition, file, 3, function]));
    assert_eq!(kind, BugKind::Assertion);
    assert_eq!(&*message, "assertion \"x > 0\" failed in main at a.c:3");
    assert_eq!(bug(guest.end("abort", &[])).0, BugKind::Abort);
}

#[test]
fn a_signal_to_oneself_does_what_its_action_says() {
    let mut guest = Guest::new();
    let (usr1, chld) = (10, 17);
    assert_eq!(guest.sys(libc::SYS_kill, &[1000, 0]), 0);
    assert_eq!(guest.sys(libc::SYS_kill, &[1000, chld]), 0);
    assert_eq!(guest.sys(libc::SYS_kill, &[1234, usr1]), errno(libc::ESRCH));
    assert_eq!(guest.sys(libc::SYS_tkill, &[1000, 65]), errno(libc::EINVAL));
    let (kind, message) = bug(guest.sys_end(libc::SYS_tgkill, &[1000, 1000, usr1]));
    assert_eq!((kind, &*message), (BugKind::Abort, "the program sent itself SIGUSR1"));

    let mut guest = Guest::new();
    let action = guest.put(&[&1_u64.to_le_bytes()[..], &[0; 24]].concat());
    let old = guest.put(&[9; 32]);
    assert_eq!(guest.sys(libc::SYS_rt_sigaction, &[usr1, action, old, 8]), 0);
    assert_eq!(guest.word_at(old), 0, "the default");
    assert_eq!(guest.sys(libc::SYS_kill, &[0, usr1]), 0, "ignored");
    guest.memory.store(action, 8, 0x5000).unwrap();
    assert_eq!(guest.sys(libc::SYS_rt_sigaction, &[usr1, action, old, 8]), 0);
    assert_eq!(guest.word_at(old), 1, "what was set before");
    assert!(matches!(guest.sys_end(libc::SYS_kill, &[0, usr1]), End::Unsupported(_)));
}

#[test]
fn a_waiting_signal_that_is_ignored_never_comes() {
    let (block, unblock) = (0, 1);
    for (signal, handlers) in [(10, [0x5000, 1]), (17, [0x5000, 0])] {
        let mut guest = Guest::new();
        let set = guest.put(&(1_u64 << (signal - 1)).to_le_bytes());
        let action = guest.room(32);
        assert_eq!(guest.sys(libc::SYS_rt_sigprocmask, &[block, set, 0, 8]), 0);
        for handler in handlers {
            guest.memory.store(action, 8, handler).unwrap();
            assert_eq!(guest.sys(libc::SYS_rt_sigaction, &[signal, action, 0, 8]), 0);
            assert_eq!(guest.sys(libc::SYS_tkill, &[1000, signal]), 0);
        }
        assert_eq!(guest.sys(libc::SYS_rt_sigprocmask, &[unblock, set, 0, 8]), 0);
    }
}

#[test]
fn an_abort_that_is_handled_is_a_signal_like_others() {
    let mut guest = Guest::new();
    let action = guest.put(&[&1_u64.to_le_bytes()[..], &[0; 24]].concat());
    assert_eq!(guest.sys(libc::SYS_rt_sigaction, &[6, action, 0, 8]), 0);
    assert_eq!(bug(guest.end("abort", &[])).0, BugKind::Abort, "ignoring it does not help");
    guest.memory.store(action, 8, 0x5000).unwrap();
    assert_eq!(guest.sys(libc::SYS_rt_sigaction, &[6, action, 0, 8]), 0);
    assert!(matches!(guest.end("abort", &[]), End::Unsupported(_)));
}

#[test]
fn a_blocked_signal_waits() {
    let mut guest = Guest::new();
    let (block, unblock, usr1) = (0, 1, 10);
    let (set, pending) = (guest.put(&(1_u64 << 9).to_le_bytes()), guest.room(8));
    assert_eq!(guest.sys(libc::SYS_rt_sigprocmask, &[block, set, 0, 8]), 0);
    assert_eq!(guest.sys(libc::SYS_tkill, &[1000, usr1]), 0);
    assert_eq!(guest.sys(libc::SYS_rt_sigpending, &[pending, 8]), 0);
    assert_eq!(guest.word_at(pending), 1 << 9);
    assert!(matches!(guest.sys_end(libc::SYS_rt_sigprocmask, &[unblock, set, 0, 8]), End::Bug(_)));
}

#[test]
fn waiting_for_ever_is_not_supported() {
    let mut guest = Guest::new();
    let word = guest.room(4);
    assert!(matches!(guest.sys_end(libc::SYS_pause, &[]), End::Unsupported(_)));
    assert!(matches!(guest.sys_end(libc::SYS_futex, &[word, 0, 0, 0]), End::Unsupported(_)));
    assert_eq!(guest.sys(libc::SYS_futex, &[word, 0, 1, 0]), errno(libc::EAGAIN), "the word has changed");
    assert_eq!(guest.sys(libc::SYS_futex, &[word, 128 | 1, 1]), 0, "nobody to wake");
}
