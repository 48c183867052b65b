//! Mappings: memory that comes in pages.
//!
//! A mapping is an object like a block from `malloc`; a mapped file is a copy of it. Part of a mapping that is
//! given back cannot be accessed any more. Pages have their protection, which for memory that is not a mapping or
//! the like is not modelled.

use std::collections::BTreeSet;

use vellum_collections::cast::{index64, len64, low32};
use vellum_memory::{Access, Heap, Object, PAGE, Protection};

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
    SYS_mprotect => Own(mprotect),
    SYS_msync => Return(0),
    SYS_madvise => Own(madvise),
    SYS_mlock => Return(0),
    SYS_mlock2 => Return(0),
    SYS_munlock => Return(0),
    SYS_mlockall => Return(0),
    SYS_munlockall => Return(0),
    SYS_mincore => Refuse(libc::ENOSYS),
];

/// What the program was given by `mmap`.
#[derive(Clone, Debug)]
pub(crate) struct Mapping {
    /// Bytes of it, in whole pages.
    len: u64,
    content: Content,
    /// Offsets of the pages given back since.
    gone: BTreeSet<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// Nobody else's, and zeros at first.
    Private,
    /// Anything else.
    Other,
}

fn has(flags: u64, bit: i32) -> bool {
    flags & u64::from(bit.unsigned_abs()) != 0
}

/// What the program may do, from the bits of `mmap` and `mprotect`.
fn protection(bits: u64) -> Protection {
    if has(bits, libc::PROT_WRITE) {
        Protection::ReadWrite
    } else if has(bits, libc::PROT_READ) || has(bits, libc::PROT_EXEC) {
        Protection::Read
    } else {
        Protection::None
    }
}

fn whole_pages(len: u64) -> Result<u64, Errno> {
    match len.checked_next_multiple_of(PAGE) {
        Some(0) => Err(Errno(libc::EINVAL)),
        Some(len) => Ok(len),
        None => Err(Errno(libc::ENOMEM)),
    }
}

fn mmap(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [hint, len, bits, flags, fd, offset] = call.args;
    let len = whole_pages(len)?;
    let file = if has(flags, libc::MAP_ANONYMOUS) { None } else { Some(kernel.host_fd(fd)?) };
    if file.is_some() && has(flags, libc::MAP_SHARED) && has(bits, libc::PROT_WRITE) {
        kernel.leave_in_doubt("mappings that write to a file are not supported: mmap fails");
        return fail(libc::ENODEV);
    }
    if !offset.is_multiple_of(PAGE) {
        return fail(libc::EINVAL);
    }
    if let Some(file) = file.filter(|_| has(flags, libc::MAP_SHARED))
        && is_writable(kernel, file)?
    {
        kernel.leave_out(
            "a shared mapping of a file is a copy: what is written to the file later is not seen in it",
        );
    }
    let content = match file {
        None => Vec::new(),
        Some(file) => read_file(kernel, file, offset, len)?,
    };
    if has(flags, libc::MAP_FIXED) || has(flags, libc::MAP_FIXED_NOREPLACE) {
        return replace(kernel, call, hint, len, &content, protection(bits));
    }
    // Beyond the page a file ends in there is nothing.
    let size = if file.is_some() { len.min(len64(content.len()).next_multiple_of(PAGE)) } else { len };
    let private = file.is_none() && !has(flags, libc::MAP_SHARED);
    let kind = if private { Content::Private } else { Content::Other };
    let address = allocate(kernel, call, len, size, kind)?;
    access::write(call.memory, address, &content)?;
    restrict(call, address, size, protection(bits));
    Ok(address)
}

/// Protects what is fresh, hence writable.
fn restrict(call: &mut Syscall<'_>, address: u64, size: u64, protection: Protection) {
    if protection != Protection::ReadWrite && size > 0 {
        call.memory
            .protect(call.exprs, address, size, protection)
            .expect("a mapping is a heap object of whole pages");
    }
}

/// Whether a file is open for writing.
fn is_writable(kernel: &mut Kernel, file: u64) -> Result<bool, Stop> {
    let get = u64::from(libc::F_GETFL.unsigned_abs());
    let flags = kernel.host(libc::SYS_fcntl, &mut [Arg::Word(file), Arg::Word(get)])?;
    Ok(flags & u64::from(libc::O_ACCMODE.unsigned_abs()) != u64::from(libc::O_RDONLY.unsigned_abs()))
}

/// What is not an object that begins with a page, such as a global, keeps its protection.
fn mprotect(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [address, len, bits, ..] = call.args;
    if !address.is_multiple_of(PAGE) {
        return fail(libc::EINVAL);
    }
    if len == 0 {
        return Ok(0);
    }
    let len = whole_pages(len)?;
    let Some(object) = call.memory.object_at(address) else { return fail(libc::ENOMEM) };
    let protection = protection(bits);
    let end = object.base + object.size;
    // The last page of a mapped file or of a heap block need not be whole.
    let mapping = kernel.mappings.get(&object.base);
    let mapped = mapping.map_or(end.next_multiple_of(PAGE), |mapping| object.base + mapping.len);
    let from = address - object.base;
    let gone = mapping.is_some_and(|mapping| mapping.has_gone(from, len));
    if address.saturating_add(len) > mapped || gone {
        return fail(libc::ENOMEM);
    }
    let inside = len.min(end.saturating_sub(address));
    let done = inside == 0 || call.memory.protect(call.exprs, address, inside, protection).is_some();
    if !done && protection != Protection::ReadWrite {
        kernel.leave_out("protection of memory that is not a mapping is not modelled: mprotect does nothing");
    }
    Ok(0)
}

impl Mapping {
    /// Whether a page of `len` bytes from offset `from` on was given back.
    fn has_gone(&self, from: u64, len: u64) -> bool {
        self.gone.range(from..from.saturating_add(len)).next().is_some()
    }
}

fn allocate(
    kernel: &mut Kernel,
    call: &mut Syscall<'_>,
    len: u64,
    size: u64,
    content: Content,
) -> Result<u64, Stop> {
    let Some(address) = call.memory.allocate(Heap::Malloc, size, PAGE, call.origin) else {
        kernel.note_exhaustion(call.memory, size);
        return Err(Errno(libc::ENOMEM).into());
    };
    kernel.mappings.insert(address, Mapping { len, content, gone: BTreeSet::new() });
    Ok(address)
}

/// Only advice that changes what memory holds is taken.
fn madvise(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [address, len, advice, ..] = call.args;
    if !address.is_multiple_of(PAGE) {
        return fail(libc::EINVAL);
    }
    if len == 0 || low32(advice).cast_signed() != libc::MADV_DONTNEED {
        return Ok(0);
    }
    let len = whole_pages(len)?;
    let Some(object) = call.memory.object_at(address) else { return fail(libc::ENOMEM) };
    let from = address - object.base;
    let Some(mapping) = kernel.mappings.get(&object.base).filter(|mapping| from + len <= mapping.len) else {
        kernel.leave_in_doubt("memory that is not a mapping keeps what it holds: MADV_DONTNEED does nothing");
        return Ok(0);
    };
    match mapping.content {
        _ if mapping.has_gone(from, len) => return fail(libc::ENOMEM),
        Content::Private => clear(call, &object, address, len)?,
        Content::Other => {
            kernel.leave_in_doubt("a mapped file keeps what was written to it: MADV_DONTNEED does nothing");
        }
    }
    Ok(0)
}

/// Makes zeros of `len` bytes of a mapping, whatever their protection.
fn clear(call: &mut Syscall<'_>, object: &Object, address: u64, len: u64) -> Result<(), Stop> {
    let pages = call.memory.protections(object.base).to_vec();
    if !pages.is_empty() {
        call.memory.protect(call.exprs, object.base, object.size, Protection::ReadWrite);
    }
    let cleared = call.memory.fill(address, 0, len);
    let fault = call.memory.explain(Access::Write, address, len);
    for (page, protection) in (object.base..).step_by(index64(PAGE)).zip(pages) {
        restrict(call, page, PAGE, protection);
    }
    cleared.ok_or_else(|| fault.into())
}

/// A mapping at a given address: possible only where memory is already.
fn replace(
    kernel: &mut Kernel,
    call: &mut Syscall<'_>,
    address: u64,
    len: u64,
    content: &[u8],
    protection: Protection,
) -> Answer {
    if let Some(object) = call.memory.object_at(address)
        && let Some(mapping) = kernel.mappings.get_mut(&object.base)
    {
        let from = address - object.base;
        mapping.gone.retain(|page| !(from..from.saturating_add(len)).contains(page));
    }
    // Elsewhere than in a mapping, what is there may be written or not.
    let is_mapping = call.memory.protect(call.exprs, address, len, Protection::ReadWrite).is_some();
    if access::fill(call.memory, address, 0, len).is_err() {
        kernel.leave_in_doubt("mappings at an address the program chooses are not supported: mmap fails");
        return fail(libc::ENOMEM);
    }
    access::write(call.memory, address, content)?;
    if is_mapping {
        restrict(call, address, len, protection);
    }
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
    unmap(kernel, call, address, len)?;
    Ok(0)
}

/// Gives back what is mapped of `len` bytes.
fn unmap(kernel: &mut Kernel, call: &mut Syscall<'_>, address: u64, len: u64) -> Result<(), Stop> {
    let Some(object) = call.memory.object_at(address) else { return Ok(()) };
    let Some(mapping) = kernel.mappings.get_mut(&object.base) else { return Ok(()) };
    let (from, to) = (address - object.base, (address - object.base).saturating_add(len).min(mapping.len));
    mapping.gone.extend((from..to).step_by(index64(PAGE)));
    if len64(mapping.gone.len()) * PAGE == mapping.len {
        return release(kernel, call, object.base);
    }
    let inside = to.min(object.size).saturating_sub(from);
    if inside > 0 {
        call.memory
            .protect(call.exprs, address, inside, Protection::None)
            .expect("a mapping is a heap object of whole pages");
    }
    Ok(())
}

fn release(kernel: &mut Kernel, call: &mut Syscall<'_>, address: u64) -> Result<(), Stop> {
    kernel.mappings.swap_remove(&address);
    Ok(call.memory.free(address, call.origin)?)
}

fn mremap(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let [old, old_len, new_len, flags, ..] = call.args;
    let Ok(old_len) = whole_pages(old_len) else { return fail(libc::EINVAL) };
    let new_len = whole_pages(new_len)?;
    let Some((object, mapping)) = call.memory.heap_object(old).zip(kernel.mappings.get(&old)) else {
        return fail(libc::EFAULT);
    };
    if old_len > mapping.len || mapping.has_gone(0, old_len) {
        return fail(libc::EFAULT);
    }
    if new_len <= old_len {
        unmap(kernel, call, old + new_len, old_len - new_len)?;
        return Ok(old);
    }
    let content = mapping.content;
    if !has(flags, libc::MREMAP_MAYMOVE) || has(flags, libc::MREMAP_FIXED) {
        return fail(libc::ENOMEM);
    }
    let new = allocate(kernel, call, new_len, new_len, content)?;
    let mut pages = call.memory.protections(old).to_vec();
    pages.truncate(index64(old_len / PAGE));
    if !pages.is_empty() {
        call.memory
            .protect(call.exprs, old, object.size, Protection::ReadWrite)
            .expect("what has pages can be protected");
    }
    access::copy(call.memory, new, old, object.size.min(old_len))?;
    unmap(kernel, call, old, old_len)?;
    // What is added is protected like the last page.
    let added = pages.last().into_iter().cycle();
    for (page, &protection) in (new..new + new_len).step_by(index64(PAGE)).zip(pages.iter().chain(added)) {
        restrict(call, page, PAGE, protection);
    }
    Ok(new)
}
