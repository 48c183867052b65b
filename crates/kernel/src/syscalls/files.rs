//! Files and folders: all of it the host's.

use super::{
    Action::{Open, Pass},
    Call, CloseFlag, calls,
    shape::{
        Len::{Arg, Bytes, Fields, Items},
        Shape::{self, Buffer, Fd, Folder, Int, Maybe, MaybePath, Path, Text},
        Way::{In, InOut, Out},
    },
};

const STAT: Shape = Buffer(Out, Bytes(144));
const STATFS: Shape = Buffer(Out, Bytes(120));
const STATX: Shape = Buffer(Out, Bytes(256));
/// Two `timespec` or `timeval`, or null for now.
const TIMES: Shape = Maybe(In, Bytes(32));
/// A position that the call moves on, or null for the file's own.
const POSITION: Shape = Maybe(InOut, Bytes(8));
/// `struct epoll_event`, which is packed.
const EPOLL_EVENT: u64 = 12;

pub(super) const CALLS: &[Call] = calls![
    // Reading and writing.
    SYS_read => Pass(&[Fd, Buffer(Out, Arg(2)), Int]),
    SYS_write => Pass(&[Fd, Buffer(In, Arg(2)), Int]),
    SYS_pread64 => Pass(&[Fd, Buffer(Out, Arg(2)), Int, Int]),
    SYS_pwrite64 => Pass(&[Fd, Buffer(In, Arg(2)), Int, Int]),
    SYS_lseek => Pass(&[Fd, Int, Int]),
    SYS_sendfile => Pass(&[Fd, Fd, POSITION, Int]),
    SYS_splice => Pass(&[Fd, POSITION, Fd, POSITION, Int, Int]),
    SYS_tee => Pass(&[Fd, Fd, Int, Int]),
    SYS_copy_file_range => Pass(&[Fd, POSITION, Fd, POSITION, Int, Int]),
    SYS_readahead => Pass(&[Fd, Int, Int]),
    SYS_fadvise64 => Pass(&[Fd, Int, Int, Int]),
    SYS_fallocate => Pass(&[Fd, Int, Int, Int]),
    SYS_truncate => Pass(&[Path, Int]),
    SYS_ftruncate => Pass(&[Fd, Int]),
    SYS_flock => Pass(&[Fd, Int]),
    SYS_fsync => Pass(&[Fd]),
    SYS_fdatasync => Pass(&[Fd]),
    SYS_sync_file_range => Pass(&[Fd, Int, Int, Int]),
    SYS_syncfs => Pass(&[Fd]),
    SYS_sync => Pass(&[]),
    // Opening.
    SYS_open => Open(&[Path, Int, Int], CloseFlag::Bit(1, libc::O_CLOEXEC)),
    SYS_openat => Open(&[Folder, Path, Int, Int], CloseFlag::Bit(2, libc::O_CLOEXEC)),
    SYS_creat => Open(&[Path, Int], CloseFlag::Never),
    SYS_memfd_create => Open(&[Text, Int], CloseFlag::Bit(1, 1)),
    SYS_eventfd => Open(&[Int], CloseFlag::Never),
    SYS_eventfd2 => Open(&[Int, Int], CloseFlag::Bit(1, libc::O_CLOEXEC)),
    SYS_epoll_create => Open(&[Int], CloseFlag::Never),
    SYS_epoll_create1 => Open(&[Int], CloseFlag::Bit(0, libc::O_CLOEXEC)),
    SYS_epoll_ctl => Pass(&[Fd, Int, Fd, Maybe(In, Fields(EPOLL_EVENT, &[(0, 4)]))]),
    SYS_epoll_wait => Pass(&[Fd, Buffer(Out, Items(2, EPOLL_EVENT)), Int, Int]),
    SYS_epoll_pwait => Pass(&[Fd, Buffer(Out, Items(2, EPOLL_EVENT)), Int, Int, Maybe(In, Bytes(8)), Int]),
    // Asking about files.
    SYS_stat => Pass(&[Path, STAT]),
    SYS_fstat => Pass(&[Fd, STAT]),
    SYS_lstat => Pass(&[Path, STAT]),
    SYS_newfstatat => Pass(&[Folder, Path, STAT, Int]),
    SYS_statx => Pass(&[Folder, Path, Int, Int, STATX]),
    SYS_statfs => Pass(&[Path, STATFS]),
    SYS_fstatfs => Pass(&[Fd, STATFS]),
    SYS_access => Pass(&[Path, Int]),
    SYS_faccessat => Pass(&[Folder, Path, Int]),
    SYS_faccessat2 => Pass(&[Folder, Path, Int, Int]),
    SYS_readlink => Pass(&[Path, Buffer(Out, Arg(2)), Int]),
    SYS_readlinkat => Pass(&[Folder, Path, Buffer(Out, Arg(3)), Int]),
    // Folders.
    SYS_getdents => Pass(&[Fd, Buffer(Out, Arg(2)), Int]),
    SYS_getdents64 => Pass(&[Fd, Buffer(Out, Arg(2)), Int]),
    SYS_getcwd => Pass(&[Buffer(Out, Arg(1)), Int]),
    SYS_chdir => Pass(&[Path]),
    SYS_fchdir => Pass(&[Fd]),
    SYS_mkdir => Pass(&[Path, Int]),
    SYS_mkdirat => Pass(&[Folder, Path, Int]),
    SYS_rmdir => Pass(&[Path]),
    // Names.
    SYS_rename => Pass(&[Path, Path]),
    SYS_renameat => Pass(&[Folder, Path, Folder, Path]),
    SYS_renameat2 => Pass(&[Folder, Path, Folder, Path, Int]),
    SYS_link => Pass(&[Path, Path]),
    SYS_linkat => Pass(&[Folder, Path, Folder, Path, Int]),
    SYS_symlink => Pass(&[Text, Path]),
    SYS_symlinkat => Pass(&[Text, Folder, Path]),
    SYS_unlink => Pass(&[Path]),
    SYS_unlinkat => Pass(&[Folder, Path, Int]),
    SYS_mknod => Pass(&[Path, Int, Int]),
    SYS_mknodat => Pass(&[Folder, Path, Int, Int]),
    // Owners, rights and times.
    SYS_chmod => Pass(&[Path, Int]),
    SYS_fchmod => Pass(&[Fd, Int]),
    SYS_fchmodat => Pass(&[Folder, Path, Int]),
    SYS_fchmodat2 => Pass(&[Folder, Path, Int, Int]),
    SYS_chown => Pass(&[Path, Int, Int]),
    SYS_fchown => Pass(&[Fd, Int, Int]),
    SYS_lchown => Pass(&[Path, Int, Int]),
    SYS_fchownat => Pass(&[Folder, Path, Int, Int, Int]),
    SYS_utime => Pass(&[Path, Maybe(In, Bytes(16))]),
    SYS_utimes => Pass(&[Path, TIMES]),
    SYS_futimesat => Pass(&[Folder, MaybePath, TIMES]),
    SYS_utimensat => Pass(&[Folder, MaybePath, TIMES, Int]),
    // Attributes.
    SYS_getxattr => Pass(&[Path, Text, Buffer(Out, Arg(3)), Int]),
    SYS_lgetxattr => Pass(&[Path, Text, Buffer(Out, Arg(3)), Int]),
    SYS_fgetxattr => Pass(&[Fd, Text, Buffer(Out, Arg(3)), Int]),
    SYS_setxattr => Pass(&[Path, Text, Buffer(In, Arg(3)), Int, Int]),
    SYS_lsetxattr => Pass(&[Path, Text, Buffer(In, Arg(3)), Int, Int]),
    SYS_fsetxattr => Pass(&[Fd, Text, Buffer(In, Arg(3)), Int, Int]),
    SYS_listxattr => Pass(&[Path, Buffer(Out, Arg(2)), Int]),
    SYS_llistxattr => Pass(&[Path, Buffer(Out, Arg(2)), Int]),
    SYS_flistxattr => Pass(&[Fd, Buffer(Out, Arg(2)), Int]),
    SYS_removexattr => Pass(&[Path, Text]),
    SYS_lremovexattr => Pass(&[Path, Text]),
    SYS_fremovexattr => Pass(&[Fd, Text]),
];
