//! `malloc` and `memcpy` and their relatives.

use vellum_engine::{BugKind, End};
use vellum_memory::FaultKind;

use super::{Guest, fault};
use crate::KernelConfig;

#[test]
fn blocks_are_aligned_exact_and_apart() {
    let mut guest = Guest::new();
    for size in [0, 1, 7, 100, 5000] {
        let a = guest.word("malloc", &[size]);
        let b = guest.word("malloc", &[size]);
        assert!(a != 0 && b != 0 && a != b);
        assert_eq!(a % 16, 0);
        assert_eq!(guest.word("malloc_usable_size", &[a]), size);
        assert!(guest.memory.bytes(a, usize::try_from(size).unwrap() + 1).is_none());
    }
}

#[test]
fn what_is_too_large_is_null() {
    let mut guest = Guest::new();
    assert_eq!(guest.word("malloc", &[u64::MAX]), 0);
    assert_eq!(guest.word("calloc", &[1 << 32, 1 << 32]), 0);
    assert_eq!(guest.word("reallocarray", &[0, 1 << 32, 1 << 32]), 0);
    assert!(matches!(guest.end("_Znwm", &[u64::MAX]), End::Unsupported(_)));
}

#[test]
fn realloc_moves_and_keeps_the_bytes() {
    let mut guest = Guest::with(KernelConfig { has_libc: true, ..KernelConfig::default() });
    let old = guest.word("realloc", &[0, 4]);
    guest.memory.store(old, 4, 0x0403_0201).unwrap();
    let new = guest.word("realloc", &[old, 8]);
    assert_ne!(new, old);
    assert_eq!(guest.bytes(new, 4), [1, 2, 3, 4]);
    assert!(guest.memory.bytes(new, 8).is_none(), "nobody wrote the rest");
    assert!(guest.memory.bytes(old, 1).is_none());
    let small = guest.word("realloc", &[new, 2]);
    assert_eq!(guest.bytes(small, 2), [1, 2]);
    let none = guest.word("realloc", &[small, 0]);
    assert_ne!(none, 0);
    assert_eq!(guest.word("malloc_usable_size", &[none]), 0);
}

#[test]
fn realloc_to_nothing_frees_as_the_hosts_does_without_a_c_library() {
    let mut guest = Guest::with(KernelConfig { has_libc: false, ..KernelConfig::default() });
    let block = guest.word("malloc", &[4]);
    assert_eq!(guest.word("realloc", &[block, 0]), 0);
    assert_eq!(fault(&guest.end("free", &[block])), FaultKind::DoubleFree);
    assert_ne!(guest.word("realloc", &[0, 0]), 0, "there is nothing to free");
}

#[test]
fn wrong_frees_are_bugs() {
    let mut guest = Guest::new();
    let block = guest.word("malloc", &[8]);
    assert_eq!(guest.word("free", &[0]), 0);
    assert_eq!(fault(&guest.end("free", &[block + 1])), FaultKind::InvalidFree);
    assert_eq!(guest.word("free", &[block]), 0);
    assert_eq!(fault(&guest.end("free", &[block])), FaultKind::DoubleFree);
    assert_eq!(fault(&guest.end("realloc", &[block, 4])), FaultKind::DoubleFree);
    assert_eq!(fault(&guest.end("malloc_usable_size", &[block])), FaultKind::UseAfterFree);
    let global = guest.room(8);
    assert_eq!(fault(&guest.end("realloc", &[global, 4])), FaultKind::InvalidFree);
}

#[test]
fn alignments_are_kept_and_checked() {
    let mut guest = Guest::new();
    assert_eq!(guest.word("aligned_alloc", &[4096, 10]) % 4096, 0);
    assert_eq!(guest.word("memalign", &[48, 10]), 0, "no power of two");
    assert_eq!(guest.word("valloc", &[10]) % 4096, 0);
    let result = guest.room(8);
    assert_eq!(guest.word("posix_memalign", &[result, 64, 10]), 0);
    let block = guest.word_at(result);
    assert!(block != 0 && block.is_multiple_of(64));
    assert_eq!(guest.word("posix_memalign", &[result, 4, 10]), 22, "EINVAL");
    assert_eq!(guest.word("posix_memalign", &[result, 64, u64::MAX]), 12, "ENOMEM");
    assert_eq!(fault(&guest.end("posix_memalign", &[0, 64, 10])), FaultKind::NullDereference);
}

#[test]
fn copies_stay_inside_objects() {
    let mut guest = Guest::new();
    let from = guest.put(b"abcdef");
    let to = guest.room(4);
    assert_eq!(guest.word("memcpy", &[to, from, 4]), to);
    assert_eq!(guest.word("mempcpy", &[to, from + 2, 4]), to + 4);
    assert_eq!(guest.bytes(to, 4), b"cdef");
    assert_eq!(guest.word("memset", &[to, 0x1_78, 2]), to);
    assert_eq!(guest.bytes(to, 4), b"xxef");
    assert_eq!(guest.word("memcpy", &[0, 0, 0]), 0);
    let End::Bug(bug) = guest.end("memcpy", &[to, from, 6]) else { panic!("a bug") };
    let fault_at = bug.fault.unwrap();
    assert_eq!((fault_at.kind, fault_at.address, fault_at.size), (FaultKind::OutOfBounds, to, 6));
    assert_eq!(fault(&guest.end("memmove", &[to, 0, 1])), FaultKind::NullDereference);
    assert_eq!(fault(&guest.end("memset", &[to, 0, u64::MAX])), FaultKind::OutOfBounds);
    assert_eq!(fault(&guest.end("memcpy", &[to, from, u64::MAX])), FaultKind::OutOfBounds);
}

#[test]
fn checked_copies_stay_inside_what_the_compiler_knows() {
    let mut guest = Guest::new();
    let (from, to) = (guest.room(8), guest.room(8));
    assert_eq!(guest.word("__memcpy_chk", &[to, from, 4, 4]), to);
    let End::Bug(bug) = guest.end("__memset_chk", &[to, 0, 8, 4]) else { panic!("a bug") };
    assert_eq!(bug.kind, BugKind::Abort);
}
