//! Mappings.

use vellum_memory::{Access, FaultKind};

use super::{Folder, Guest, errno, fault};

const NONE: u64 = 0;
const READ: u64 = 1;
const WRITE: u64 = 2;
const SHARED: u64 = 1;
const PRIVATE: u64 = 2;
const FIXED: u64 = 0x10;
const ANONYMOUS: u64 = 0x20;
const NOBODY: u64 = u64::MAX;

fn map(guest: &mut Guest, len: u64) -> u64 {
    let args = [0, len, READ | WRITE, PRIVATE | ANONYMOUS, NOBODY, 0];
    u64::try_from(guest.sys(libc::SYS_mmap, &args)).expect("there is room")
}

#[test]
fn an_anonymous_mapping_is_whole_pages_of_zeros() {
    let mut guest = Guest::new();
    let address = map(&mut guest, 5000);
    assert_eq!(address % 4096, 0);
    assert!(guest.bytes(address, 8192).iter().all(|&byte| byte == 0));
    assert!(guest.memory.bytes(address, 8193).is_none());
    assert_eq!(fault(&guest.end("free", &[address])), FaultKind::InvalidFree);
    assert_eq!(fault(&guest.end("realloc", &[address, 1])), FaultKind::InvalidFree);
    assert_eq!(guest.sys(libc::SYS_munmap, &[address, 5000]), 0);
    let path = guest.sys_end(libc::SYS_rmdir, &[address]);
    assert_eq!(fault(&path), FaultKind::UseAfterFree);
    assert_eq!(guest.sys(libc::SYS_munmap, &[address + 1, 4096]), errno(libc::EINVAL));
    assert_eq!(guest.sys(libc::SYS_mmap, &[0, 0, 3, 0x22, NOBODY, 0]), errno(libc::EINVAL));
}

#[test]
fn a_part_that_is_given_back_is_gone() {
    let mut guest = Guest::new();
    let address = map(&mut guest, 3 * 4096);
    assert_eq!(guest.sys(libc::SYS_munmap, &[address + 4096, 4096]), 0);
    assert_eq!(guest.memory.explain(Access::Read, address + 4096, 1).kind, FaultKind::NoAccess);
    assert!(
        guest.memory.bytes(address, 4096).is_some() && guest.memory.bytes(address + 8192, 4096).is_some()
    );
    let protect = [address + 4096, 4096, READ | WRITE];
    assert_eq!(guest.sys(libc::SYS_mprotect, &protect), errno(libc::ENOMEM), "nothing is there");
    let args = [address + 4096, 4096, READ | WRITE, PRIVATE | ANONYMOUS | FIXED, NOBODY, 0];
    assert_eq!(guest.sys(libc::SYS_mmap, &args).cast_unsigned(), address + 4096);
    assert!(guest.memory.bytes(address, 3 * 4096).is_some(), "there again");
    assert_eq!(guest.sys(libc::SYS_munmap, &[address + 4096, 1 << 20]), 0, "beyond the end is nothing");
    assert_eq!(guest.sys(libc::SYS_munmap, &[address, 4096]), 0);
    assert_eq!(guest.memory.explain(Access::Read, address, 1).kind, FaultKind::UseAfterFree, "all of it");
}

#[test]
fn what_is_not_needed_is_zeros_again() {
    const DONT_NEED: u64 = 4;
    let mut guest = Guest::new();
    let address = map(&mut guest, 8192);
    guest.memory.fill(address, 7, 8192).unwrap();
    assert_eq!(guest.sys(libc::SYS_mprotect, &[address, 8192, READ]), 0);
    assert_eq!(guest.sys(libc::SYS_madvise, &[address, 1, DONT_NEED]), 0);
    assert_eq!(guest.bytes(address + 4095, 2), [0, 7]);
    assert!(guest.memory.store(address, 1, 1).is_none(), "still protected");
    assert_eq!(guest.sys(libc::SYS_madvise, &[address + 1, 1, DONT_NEED]), errno(libc::EINVAL));
    assert_eq!(guest.sys(libc::SYS_madvise, &[0x1000, 4096, DONT_NEED]), errno(libc::ENOMEM));
    assert!(guest.warnings().is_empty());
}

#[test]
fn a_mapping_shrinks_and_its_length_is_known() {
    let mut guest = Guest::new();
    let address = map(&mut guest, 8192);
    let remap = |guest: &mut Guest, old, new| guest.sys(libc::SYS_mremap, &[address, old, new, 1]);
    for absurd in [u64::MAX, 0] {
        assert_eq!(remap(&mut guest, absurd, 16384), errno(libc::EINVAL));
    }
    assert_eq!(remap(&mut guest, 12288, 16384), errno(libc::EFAULT), "longer than it is");
    assert_eq!(remap(&mut guest, 8192, 8192).cast_unsigned(), address);
    assert_eq!(remap(&mut guest, 8192, 4096).cast_unsigned(), address);
    assert!(guest.memory.bytes(address, 4096).is_some());
    assert_eq!(guest.memory.explain(Access::Write, address + 4096, 1).kind, FaultKind::NoAccess);
}

#[test]
fn a_shared_mapping_of_a_file_that_may_change_is_said_to_be_a_copy() {
    let folder = Folder::new("shared");
    std::fs::write(folder.path("a"), b"content").unwrap();
    let mut guest = Guest::new();
    for (flags, warnings) in [(libc::O_RDONLY, 0), (libc::O_RDWR, 1), (libc::O_RDWR, 1)] {
        let fd = guest.open(&folder.path("a"), flags);
        let address = guest.sys(libc::SYS_mmap, &[0, 4096, READ, SHARED, fd, 0]).cast_unsigned();
        assert_eq!(guest.bytes(address, 7), b"content");
        assert_eq!(guest.warnings().len(), warnings);
    }
}

#[test]
fn a_mapping_grows_by_moving() {
    let mut guest = Guest::new();
    let old = map(&mut guest, 4096);
    guest.memory.store(old, 8, 42).unwrap();
    assert_eq!(guest.sys(libc::SYS_mremap, &[old, 4096, 8192, 0]), errno(libc::ENOMEM));
    let new = guest.sys(libc::SYS_mremap, &[old, 4096, 8192, 1]).cast_unsigned();
    assert_eq!((guest.word_at(new), guest.word_at(new + 8184)), (42, 0));
    assert!(guest.memory.bytes(old, 1).is_none());
    assert_eq!(guest.sys(libc::SYS_mremap, &[old, 4096, 8192, 1]), errno(libc::EFAULT));
}

#[test]
fn a_fixed_mapping_clears_what_is_there() {
    let mut guest = Guest::new();
    let address = map(&mut guest, 8192);
    guest.memory.fill(address, 7, 8192).unwrap();
    let args = [address + 4096, 4096, READ | WRITE, PRIVATE | ANONYMOUS | FIXED, NOBODY, 0];
    assert_eq!(guest.sys(libc::SYS_mmap, &args).cast_unsigned(), address + 4096);
    assert_eq!(guest.bytes(address + 4095, 2), [7, 0]);
    let args = [0x1000, 4096, READ | WRITE, PRIVATE | ANONYMOUS | FIXED, NOBODY, 0];
    assert_eq!(guest.sys(libc::SYS_mmap, &args), errno(libc::ENOMEM));
    assert_eq!(guest.warnings().len(), 1);
}

#[test]
fn a_mapped_file_is_its_content_and_zeros_to_the_pages_end() {
    let folder = Folder::new("map");
    std::fs::write(folder.path("a"), b"content").unwrap();
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_RDWR);
    let address = guest.sys(libc::SYS_mmap, &[0, 8192, READ, PRIVATE, fd, 0]).cast_unsigned();
    assert_eq!(guest.bytes(address, 9), b"content\0\0");
    assert!(guest.memory.bytes(address + 4096, 1).is_none(), "beyond the file's last page");
    assert_eq!(guest.sys(libc::SYS_munmap, &[address, 8192]), 0);
    assert!(guest.memory.bytes(address, 1).is_none());
    let shared = guest.sys(libc::SYS_mmap, &[0, 4096, READ | WRITE, SHARED, fd, 0]);
    assert_eq!(shared, errno(libc::ENODEV));
    assert_eq!(guest.sys(libc::SYS_mmap, &[0, 4096, READ, PRIVATE, 77, 0]), errno(libc::EBADF));
    assert_eq!(guest.sys(libc::SYS_brk, &[0]), 0);
}

#[test]
fn protection_holds_per_page_and_moves_along() {
    let mut guest = Guest::new();
    let address = map(&mut guest, 3 * 4096);
    guest.memory.fill(address, 7, 3 * 4096).unwrap();
    let protect =
        |guest: &mut Guest, at: u64, len: u64, bits: u64| guest.sys(libc::SYS_mprotect, &[at, len, bits]);
    assert_eq!(protect(&mut guest, address + 4096, 1, READ), 0);
    assert_eq!(protect(&mut guest, address + 8192, 4096, NONE), 0);
    let huge = guest.memory.explain(Access::Write, address, u64::MAX);
    assert_eq!(huge.kind, FaultKind::OutOfBounds);
    let kind = |guest: &mut Guest, access, at: u64| guest.memory.explain(access, at, 1).kind;
    assert!(guest.memory.store(address + 4095, 1, 1).is_some());
    assert!(guest.memory.store(address + 4095, 2, 1).is_none());
    assert_eq!(kind(&mut guest, Access::Write, address + 4096), FaultKind::ReadOnlyWrite);
    assert_eq!(guest.memory.load(address + 8191, 1), Some(7));
    assert!(guest.memory.load(address + 8191, 2).is_none());
    assert_eq!(kind(&mut guest, Access::Read, address + 8192), FaultKind::NoAccess);

    let grown = guest.sys(libc::SYS_mremap, &[address, 3 * 4096, 4 * 4096, 1]).cast_unsigned();
    assert_eq!(kind(&mut guest, Access::Read, address), FaultKind::UseAfterFree);
    assert!(guest.memory.store(grown, 1, 1).is_some());
    assert_eq!(kind(&mut guest, Access::Write, grown + 4096), FaultKind::ReadOnlyWrite);
    assert_eq!(kind(&mut guest, Access::Read, grown + 3 * 4096), FaultKind::NoAccess);
    assert_eq!(protect(&mut guest, grown, 4 * 4096, READ | WRITE), 0);
    assert_eq!(
        (guest.memory.load(grown + 8192, 1), guest.memory.load(grown + 3 * 4096, 1)),
        (Some(7), Some(0))
    );
    assert!(guest.memory.fill(grown, 1, 4 * 4096).is_some());
    assert_eq!(protect(&mut guest, grown, 5 * 4096, READ), errno(libc::ENOMEM));
    assert_eq!(protect(&mut guest, 0x1000, 4096, READ), errno(libc::ENOMEM));
    assert_eq!(protect(&mut guest, grown + 1, 4096, READ), errno(libc::EINVAL));
}

#[test]
fn an_empty_file_is_mapped_to_nothing_and_grows() {
    let folder = Folder::new("empty");
    std::fs::write(folder.path("a"), b"").unwrap();
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_RDONLY);
    let address = guest.sys(libc::SYS_mmap, &[0, 4096, READ, PRIVATE, fd, 0]).cast_unsigned();
    assert!(guest.memory.bytes(address, 1).is_none());
    assert_eq!(guest.sys(libc::SYS_mprotect, &[address, 4096, READ]), 0);
    let grown = guest.sys(libc::SYS_mremap, &[address, 4096, 8192, 1]).cast_unsigned();
    assert!(guest.memory.bytes(grown, 8192).is_some());
}
