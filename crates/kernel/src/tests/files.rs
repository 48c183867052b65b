//! Files and folders.

use std::os::unix::fs::PermissionsExt;

use vellum_memory::FaultKind;

use super::{Folder, Guest, errno, fault};

#[test]
fn what_is_written_can_be_read() {
    let folder = Folder::new("write");
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_CREAT | libc::O_RDWR);
    let text = guest.put(b"hello world");
    assert_eq!(guest.sys(libc::SYS_write, &[fd, text, 11]), 11);
    assert_eq!(std::fs::read(folder.path("a")).unwrap(), b"hello world");
    assert_eq!(guest.sys(libc::SYS_lseek, &[fd, 6, 0]), 6);
    let buffer = guest.put(b"................");
    assert_eq!(guest.sys(libc::SYS_read, &[fd, buffer, 16]), 5);
    assert_eq!(guest.bytes(buffer, 8), b"world...", "no more than was read");
    assert_eq!(guest.sys(libc::SYS_read, &[fd, buffer, 16]), 0);
    assert_eq!(guest.sys(libc::SYS_pread64, &[fd, buffer, 5, 0]), 5);
    assert_eq!(guest.bytes(buffer, 5), b"hello");
    assert_eq!(guest.sys(libc::SYS_read, &[fd, 0, 0]), 0, "no bytes need no buffer");
}

#[test]
fn pieces_are_read_and_written_in_order() {
    let folder = Folder::new("pieces");
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_CREAT | libc::O_RDWR);
    let (a, b) = (guest.put(b"abc"), guest.put(b"defg"));
    let array = guest.put(&crate::access::fields(&[a, 3, b, 4]));
    assert_eq!(guest.sys(libc::SYS_writev, &[fd, array, 2]), 7);
    assert_eq!(guest.sys(libc::SYS_preadv, &[fd, array, 2, 1, 0]), 6);
    assert_eq!((guest.bytes(a, 3), guest.bytes(b, 4)), (&b"bcd"[..], &b"efgg"[..]));
    guest.memory.store(array + 8, 8, 4).unwrap();
    assert_eq!(fault(&guest.sys_end(libc::SYS_writev, &[fd, array, 2])), FaultKind::OutOfBounds);
}

#[test]
fn stat_gives_the_hosts_structure() {
    let folder = Folder::new("stat");
    std::fs::write(folder.path("a"), b"12345").unwrap();
    let mut guest = Guest::new();
    let (path, stat) = (guest.text(&folder.path("a")), guest.room(144));
    let here = i64::from(libc::AT_FDCWD).cast_unsigned();
    for (number, args) in
        [(libc::SYS_stat, vec![path, stat]), (libc::SYS_newfstatat, vec![here, path, stat, 0])]
    {
        guest.memory.fill(stat, 0xee, 144).unwrap();
        assert_eq!(guest.sys(number, &args), 0);
        assert_eq!(guest.word_at(stat + 48), 5, "st_size");
    }
    let missing = guest.text(&folder.path("b"));
    assert_eq!(guest.sys(libc::SYS_stat, &[missing, stat]), errno(libc::ENOENT));
    let short = guest.room(143);
    assert_eq!(fault(&guest.sys_end(libc::SYS_stat, &[path, short])), FaultKind::OutOfBounds);
}

#[test]
fn a_folder_lists_its_files() {
    let folder = Folder::new("list");
    std::fs::write(folder.path("some-name"), b"").unwrap();
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path(""), libc::O_RDONLY | libc::O_DIRECTORY);
    let buffer = guest.room(1024);
    let len = usize::try_from(guest.sys(libc::SYS_getdents64, &[fd, buffer, 1024])).unwrap();
    let listing = guest.bytes(buffer, len);
    assert!(listing.windows(10).any(|bytes| bytes == b"some-name\0"));
    assert_eq!(guest.sys(libc::SYS_getdents64, &[fd, buffer, 1024]), 0);
    let name = guest.text("some-name");
    assert_eq!(guest.sys(libc::SYS_unlinkat, &[fd, name, 0]), 0, "relative to the folder");
    assert_eq!(guest.sys(libc::SYS_unlinkat, &[fd, name, 0]), errno(libc::ENOENT));
    assert_eq!(guest.sys(libc::SYS_unlinkat, &[77, name, 0]), errno(libc::EBADF));
}

#[test]
fn names_can_be_made_moved_and_read() {
    let folder = Folder::new("names");
    let mut guest = Guest::new();
    let [sub, moved, link] = ["sub", "moved", "link"].map(|name| guest.text(&folder.path(name)));
    assert_eq!(guest.sys(libc::SYS_mkdir, &[sub, 0o755]), 0);
    assert_eq!(guest.sys(libc::SYS_mkdir, &[sub, 0o755]), errno(libc::EEXIST));
    assert_eq!(guest.sys(libc::SYS_rename, &[sub, moved]), 0);
    assert!(std::fs::metadata(folder.path("moved")).unwrap().is_dir());
    let target = guest.text("/dev/fd/1");
    assert_eq!(guest.sys(libc::SYS_symlink, &[target, link]), 0);
    let buffer = guest.room(32);
    assert_eq!(guest.sys(libc::SYS_readlink, &[link, buffer, 32]), 9);
    assert_eq!(guest.bytes(buffer, 10), b"/dev/fd/1\0", "a link's text is not a name");
    assert_eq!(guest.sys(libc::SYS_rmdir, &[moved]), 0);
}

#[test]
fn a_pointer_that_leads_nowhere_is_a_bug() {
    let mut guest = Guest::new();
    let buffer = guest.room(4);
    let unterminated = guest.put(b"abcd");
    let block = guest.word("malloc", &[16]);
    guest.word("free", &[block]);
    assert_eq!(fault(&guest.sys_end(libc::SYS_read, &[0, buffer, 5])), FaultKind::OutOfBounds);
    assert_eq!(fault(&guest.sys_end(libc::SYS_read, &[0, buffer, u64::MAX])), FaultKind::OutOfBounds);
    assert_eq!(fault(&guest.sys_end(libc::SYS_write, &[1, block, 1])), FaultKind::UseAfterFree);
    assert_eq!(fault(&guest.sys_end(libc::SYS_open, &[4096, 0, 0])), FaultKind::OutOfBounds);
    assert_eq!(fault(&guest.sys_end(libc::SYS_open, &[unterminated, 0, 0])), FaultKind::OutOfBounds);
    let constant =
        guest.memory.allocate(vellum_memory::Heap::Constant, 8, 8, vellum_memory::Origin(0)).unwrap();
    assert_eq!(fault(&guest.sys_end(libc::SYS_read, &[0, constant, 8])), FaultKind::ReadOnlyWrite);
}

#[test]
fn null_makes_a_call_fail_as_linux_does() {
    let folder = Folder::new("efault");
    std::fs::write(folder.path("a"), b"content").unwrap();
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_RDWR);
    let path = guest.text(&folder.path("a"));
    let room = guest.room(256);
    let here = i64::from(libc::AT_FDCWD).cast_unsigned();
    let efault = errno(libc::EFAULT);
    for null in [0, 8, 4095] {
        assert_eq!(guest.sys(libc::SYS_read, &[fd, null, 1]), efault);
        assert_eq!(guest.sys(libc::SYS_write, &[fd, null, 1]), efault);
        assert_eq!(guest.sys(libc::SYS_open, &[null, 0, 0]), efault);
        assert_eq!(guest.sys(libc::SYS_statx, &[here, path, 0, 0, null]), efault);
        assert_eq!(guest.sys(libc::SYS_clock_gettime, &[0, null]), efault);
        assert_eq!(guest.sys(libc::SYS_poll, &[null, 1, 0]), efault);
        assert_eq!(guest.sys(libc::SYS_readv, &[fd, null, 1]), efault);
        assert_eq!(guest.sys(libc::SYS_read, &[99, null, 1]), errno(libc::EBADF));
        assert_eq!(guest.sys(libc::SYS_read, &[fd, null, 0]), 0);
    }
    assert_eq!(guest.sys(libc::SYS_statx, &[0, 0, 0, 0xfff, 0]), efault, "Rust asks so whether it exists");
    assert_eq!(guest.sys(libc::SYS_getcwd, &[0, 100]), efault);
    assert_eq!(guest.sys(libc::SYS_read, &[fd, room, 8]), 7, "nothing was read before");
    assert_eq!(guest.sys(libc::SYS_read, &[fd, 0, 8]), 0, "there is nothing to be moved at the end");
}

#[test]
fn pieces_before_one_at_null_are_moved() {
    let folder = Folder::new("before-null");
    let mut guest = Guest::new();
    let path = guest.text(&folder.path("a"));
    let fd = guest.sys(libc::SYS_creat, &[path, 0o600]).cast_unsigned();
    let text = guest.put(b"ab");
    let list = guest.put(&crate::access::fields(&[0, 0, text, 2, 8, 1, text, 1]));
    assert_eq!(guest.sys(libc::SYS_writev, &[fd, list, 4]), 2);
    assert_eq!(std::fs::read(folder.path("a")).unwrap(), b"ab");
    assert_eq!(guest.sys(libc::SYS_writev, &[fd, list + 32, 2]), errno(libc::EFAULT));
    assert_eq!(guest.sys(libc::SYS_writev, &[fd, list, 1]), 0, "no bytes are anywhere");
}

#[test]
fn null_is_fine_where_linux_allows_it() {
    let folder = Folder::new("null");
    std::fs::write(folder.path("a"), b"").unwrap();
    let mut guest = Guest::new();
    let (path, name) = (guest.text(&folder.path("a")), guest.text("user.none"));
    assert_eq!(guest.sys(libc::SYS_utimes, &[path, 0]), 0);
    assert!(guest.sys(libc::SYS_getxattr, &[path, name, 0, 0]) < 0);
    assert!(guest.sys(libc::SYS_getgroups, &[0, 0]) >= 0);
    assert!(guest.sys(libc::SYS_time, &[0]) > 0);
}

#[test]
fn own_descriptors_are_found_under_their_numbers() {
    let folder = Folder::new("devfd");
    std::fs::write(folder.path("a"), b"content").unwrap();
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_RDONLY);
    let again = guest.open(&format!("/dev/fd/{fd}"), libc::O_RDONLY);
    let buffer = guest.room(7);
    assert_eq!(guest.sys(libc::SYS_read, &[again, buffer, 7]), 7);
    assert_eq!(guest.bytes(buffer, 7), b"content");
}

#[test]
fn a_mask_is_for_the_programs_files_only() {
    let folder = Folder::new("umask");
    let mut guest = Guest::new();
    let before = guest.sys(libc::SYS_umask, &[0o777]);
    assert_eq!(guest.sys(libc::SYS_umask, &[0o027]), 0o777);
    guest.open(&folder.path("theirs"), libc::O_CREAT | libc::O_RDWR);
    std::fs::write(folder.path("ours"), b"").unwrap();
    let mode = |name: &str| std::fs::metadata(folder.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("theirs"), 0o640);
    assert_eq!(i64::from(mode("ours")), 0o666 & !before);
}

#[test]
fn standard_streams_have_names() {
    let folder = Folder::new("streams");
    std::fs::write(folder.path("a"), b"content").unwrap();
    let mut guest = Guest::new();
    let fd = guest.open(&folder.path("a"), libc::O_RDONLY);
    assert_eq!(guest.sys(libc::SYS_dup2, &[fd, 0]), 0);
    let again = guest.open("/dev/stdin", libc::O_RDONLY);
    let buffer = guest.room(7);
    assert_eq!(guest.sys(libc::SYS_read, &[again, buffer, 7]), 7);
    assert_eq!(guest.bytes(buffer, 7), b"content");
    for name in ["/dev/stdin", "/dev/fd/0"] {
        guest.sys(libc::SYS_close, &[0]);
        let name = guest.text(name);
        assert_eq!(guest.sys(libc::SYS_open, &[name, 0]), errno(libc::ENOENT), "closed");
    }
}
