//! Mappings: memory that comes in pages.
//!
//! A mapping is an object like a block from `malloc`; a mapped file is a copy of it. Protection is not
//! modelled, and part of a mapping cannot be given back.

use vellum_collections::cast::{index64, len64};
use vellum_memory::Heap;

use super::{
    Action::{Own, Refuse, Return},
    Call, Syscall, calls,
};
use crate::{
    access,
    errno::{Answer, Errno, Stop, fail},
    host::Arg,
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_mmap => Own(mmap),
    SYS_munmap => Own(munmap),
    SYS_mremap => Own(mremap),
    // There is no break to move; programs take mappings instead.
    SYS_brk => Return(0),
    SYS_mprotect => Return(0),
    SYS_msync => Return(0),
    SYS_madvise => Return(0),
    SYS_mlock => Return(0),
    SYS_mlock2 => Return(0),
    SYS_munlock => Return(0),
    SYS_mlockall => Return(0),
    SYS_munlockall => Return(0),
    SYS_mincore => Refuse(libc::ENOSYS),
];

const PAGE: u64 = 4096;

fn has(flags: u64, bit: i32) -> bool {
    flags & u64::from(bit.unsigned_abs()) != 0
}

fn whole_pages(len: u64) -> Result<u64, Errno> {
    match len.checked_next_multiple_of(PAGE) {
        Some(0) => Err(Errno(libc::EINVAL)),
        Some(len) => Ok(len),
        None => Err(Errno(libc::ENOMEM)),
    }
}

fn mmap(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [hint, len, protection, flags, fd, offset] = call.args;
    let len = whole_pages(len)?;
    let file = if has(flags, libc::MAP_ANONYMOUS) { None } else { Some(kernel.fds.host(fd)?) };
    if file.is_some() && has(flags, libc::MAP_SHARED) && has(protection, libc::PROT_WRITE) {
        kernel.warn("mappings that write to a file are not supported: mmap fails");
        return fail(libc::ENODEV);
    }
    if !offset.is_multiple_of(PAGE) {
        return fail(libc::EINVAL);
    }
    let content = match file {
        None => Vec::new(),
        Some(file) => read_file(kernel, file, offset, len)?,
    };
    if has(flags, libc::MAP_FIXED) || has(flags, libc::MAP_FIXED_NOREPLACE) {
        return replace(kernel, call, hint, len, &content);
    }
    // Beyond the page a file ends in there is nothing.
    let size = if file.is_some() { len.min(len64(content.len()).next_multiple_of(PAGE)) } else { len };
    let address = allocate(kernel, call, len, size)?;
    access::write(call.memory, address, &content)?;
    Ok(address)
}

fn allocate(kernel: &mut Kernel, call: &mut Syscall<'_>, len: u64, size: u64) -> Result<u64, Stop> {
    let address = call.memory.allocate(Heap::Malloc, size, PAGE, call.origin).ok_or(Errno(libc::ENOMEM))?;
    kernel.mappings.insert(address, len);
    Ok(address)
}

/// A mapping at a given address: possible only where memory is already.
fn replace(kernel: &mut Kernel, call: &mut Syscall<'_>, address: u64, len: u64, content: &[u8]) -> Answer {
    if access::fill(call.memory, address, 0, len).is_err() {
        kernel.warn("mappings at an address the program chooses are not supported: mmap fails");
        return fail(libc::ENOMEM);
    }
    access::write(call.memory, address, content)?;
    Ok(address)
}

/// Up to `len` bytes of a file from `offset` on.
fn read_file(kernel: &mut Kernel, file: u64, offset: u64, len: u64) -> Result<Vec<u8>, Stop> {
    const PIECE: u64 = 1 << 20;
    let mut content = Vec::new();
    while len64(content.len()) < len {
        let done = len64(content.len());
        let piece = PIECE.min(len - done);
        let mut args = [
            Arg::Word(file),
            Arg::Bytes(vec![0; index64(piece)]),
            Arg::Word(piece),
            Arg::Word(offset + done),
        ];
        match kernel.host(libc::SYS_pread64, &mut args) {
            Ok(0) => break,
            Ok(read) => content.extend_from_slice(&args[1].bytes()[..index64(read)]),
            // Not open for reading.
            Err(Stop::Errno(Errno(libc::EBADF))) => return fail(libc::EACCES),
            Err(Stop::Errno(_)) => return fail(libc::ENODEV),
            Err(end) => return Err(end),
        }
    }
    Ok(content)
}

fn munmap(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [address, len, ..] = call.args;
    let len = whole_pages(len)?;
    if !address.is_multiple_of(PAGE) {
        return fail(libc::EINVAL);
    }
    if kernel.mappings.get(&address).is_some_and(|&whole| whole <= len) {
        release(kernel, call, address)?;
    }
    Ok(0)
}

fn release(kernel: &mut Kernel, call: &mut Syscall<'_>, address: u64) -> Result<(), Stop> {
    kernel.mappings.swap_remove(&address);
    Ok(call.memory.free(address, call.origin)?)
}

fn mremap(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [old, old_len, new_len, flags, ..] = call.args;
    let (old_len, new_len) = (old_len.next_multiple_of(PAGE), whole_pages(new_len)?);
    let Some(object) = call.memory.heap_object(old).filter(|_| kernel.mappings.contains_key(&old)) else {
        return fail(libc::EFAULT);
    };
    if new_len <= old_len {
        return Ok(old);
    }
    if !has(flags, libc::MREMAP_MAYMOVE) || has(flags, libc::MREMAP_FIXED) {
        return fail(libc::ENOMEM);
    }
    let new = allocate(kernel, call, new_len, new_len)?;
    access::copy(call.memory, new, old, object.size.min(new_len))?;
    release(kernel, call, old)?;
    Ok(new)
}
