//! What only the system can do: memory at given addresses, functions by name, calls of them.
//!
//! Everything unsafe about external code is here and in [`crate::crash`]. Of the code that is called nothing is known;
//! that is why it runs in a process of its own.

#![expect(unsafe_code, reason = "mappings, the system's loader and libffi are C")]

use std::{
    ffi::{CStr, CString, c_void},
    fs::File,
    io, mem,
    os::{
        fd::{AsRawFd, FromRawFd, OwnedFd, RawFd},
        unix::ffi::OsStrExt,
    },
    path::Path,
    ptr,
};

use libffi_sys::{
    FFI_TYPE_STRUCT, ffi_abi_FFI_DEFAULT_ABI, ffi_call, ffi_cif, ffi_prep_cif, ffi_status_FFI_OK, ffi_type,
    ffi_type_double, ffi_type_float, ffi_type_longdouble, ffi_type_uint64, ffi_type_void,
};
use vellum_collections::cast::{index64, len32, len64};

use crate::{Answer, Argument, Half, Kind, Output, Place, Region, Use};

/// Where the helper has the socket and the memory: beyond what programs have open at their start.
pub(crate) const SOCKET: RawFd = 100;
pub(crate) const MEMORY: RawFd = 101;

/// The lowest number of a descriptor that is on its way there.
const COPIES: RawFd = 200;

/// Bytes of address space, and of the file that stands for it.
const SPACE: u64 = 1 << 47;

/// A file without a disk behind it, as long as the address space, and nothing in it.
pub(crate) fn memory_file() -> io::Result<File> {
    // SAFETY: the name is a string, and what is returned is checked.
    let descriptor = unsafe { libc::memfd_create(c"vellum".as_ptr(), libc::MFD_CLOEXEC) };
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new, and nobody else has it.
    let file = unsafe { File::from_raw_fd(descriptor) };
    file.set_len(SPACE)?;
    Ok(file)
}

/// Maps the part of `file` that stands for `region` where that is, unless something else is there.
///
/// What external code forks in a helper finds the objects, too. It shares them: what it writes is seen by the process
/// that forked. This process forks for other reasons than calls, and what it forks has no use for them.
pub(crate) fn map(file: &File, region: &Region, place: Place) -> io::Result<()> {
    let access = match region.use_for {
        Use::Reading => libc::PROT_READ,
        Use::Writing => libc::PROT_READ | libc::PROT_WRITE,
    };
    let flags = libc::MAP_SHARED | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    let wanted = ptr::with_exposed_provenance_mut(index64(region.base));
    let offset = i64::try_from(region.base).map_err(|_| io::ErrorKind::InvalidInput)?;
    let size = index64(region.size);
    // SAFETY: the mapping replaces none: where another is, the call fails. No reference leads there.
    let mapped = unsafe { libc::mmap(wanted, size, access, flags, file.as_raw_fd(), offset) };
    if mapped == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let advised = match place {
        Place::Helper => 0,
        // SAFETY: this is the mapping just made; its content stays what it is.
        Place::InProcess => unsafe { libc::madvise(mapped, size, libc::MADV_DONTFORK) },
    };
    // An old kernel takes the address for a wish.
    if mapped != wanted || advised != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Gives the pages of a region back; they are zeros again.
pub(crate) fn punch(file: &File, region: &Region) -> io::Result<()> {
    let number = |value: u64| i64::try_from(value).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
    let flags = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
    let (offset, size) = (number(region.base)?, number(region.size)?);
    // SAFETY: it concerns a file that only this crate has, to which no reference leads.
    let done = unsafe { libc::fallocate(file.as_raw_fd(), flags, offset, size) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A library that stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Library(*mut c_void);

/// A function or variable of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol(*mut c_void);

impl Symbol {
    /// Where it is.
    pub(crate) fn address(self) -> u64 {
        len64(self.0.expose_provenance())
    }
}

impl Library {
    /// Loads a library; on failure, the words of the system's loader.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let name = CString::new(path.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: the name is a string. What the library does when it is loaded is the user's choice.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
        if !handle.is_null() {
            return Ok(Self(handle));
        }
        // SAFETY: the loader's last error is a string until the next call of it, or null.
        let text = unsafe { libc::dlerror() };
        if text.is_null() {
            return Err(format!("{} cannot be loaded", path.display()));
        }
        // SAFETY: as above.
        Err(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    }

    /// What has that name in it, or in what it needs itself.
    pub(crate) fn find(self, name: &str) -> Option<Symbol> {
        let name = CString::new(name).ok()?;
        // SAFETY: the handle is that of a library that stays, and the name is a string.
        let address = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        (!address.is_null()).then_some(Symbol(address))
    }
}

/// Calls a function: its result and `errno`.
///
/// Nothing makes sure that the function takes such arguments, or what it does with them.
pub(crate) fn call(function: Symbol, args: &[Argument], result: Kind, errno: i32) -> Option<Answer> {
    // The convention passes nothing for what has no bytes.
    let args: Vec<&Argument> = args.iter().filter(|arg| !arg.bytes.is_empty()).collect();
    let mut values: Vec<Vec<u128>> = args.iter().map(|arg| room(&arg.bytes)).collect();
    let mut places: Vec<*mut c_void> = values.iter_mut().map(|value| value.as_mut_ptr().cast()).collect();
    let mut shapes: Vec<Shape> = args.iter().map(|arg| Shape::new(arg.kind, arg.bytes.len())).collect();
    let mut types: Vec<*mut ffi_type> = shapes.iter_mut().map(Shape::as_type).collect();
    let mut result = Shape::new(result, size_of::<u128>());
    let mut interface = ffi_cif::default();
    // As wide as the widest that libffi writes for these kinds, and then some.
    let mut returned = [0_u128; 2];
    // SAFETY: the list has that many types, and they outlive `interface`.
    let prepared = unsafe {
        ffi_prep_cif(
            &raw mut interface,
            ffi_abi_FFI_DEFAULT_ABI,
            len32(types.len()),
            result.as_type(),
            types.as_mut_ptr(),
        )
    };
    if prepared != ffi_status_FFI_OK {
        return None;
    }
    // SAFETY: what the loader found under a function's name is one, on this system as wide as any pointer.
    let entry = unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn()>(function.0) };
    // SAFETY: each argument is where `places` says and has at least as many bytes as its type, and `returned` has
    // room for the result. What the function does is not in our hands.
    let errno = unsafe {
        *libc::__errno_location() = errno;
        ffi_call(&raw mut interface, Some(entry), returned.as_mut_ptr().cast(), places.as_mut_ptr());
        *libc::__errno_location()
    };
    Some(Answer { bytes: returned[0].to_le_bytes(), errno })
}

/// A value where libffi can take it from: aligned, and with zeros behind it.
fn room(bytes: &[u8]) -> Vec<u128> {
    let part = |part: &[u8]| {
        let mut whole = [0; size_of::<u128>()];
        whole[..part.len()].copy_from_slice(part);
        u128::from_le_bytes(whole)
    };
    bytes.chunks(size_of::<u128>()).map(part).collect()
}

/// What libffi is told of a value. It is not moved while somebody uses its type: that leads to its parts.
struct Shape {
    /// libffi's own type, if it has one.
    known: Option<*mut ffi_type>,
    ty: ffi_type,
    parts: [*mut ffi_type; 3],
}

impl Shape {
    /// Integers are words: the convention has a register for each, whatever their width, and variadic functions get
    /// the same. `size` is that of bytes on the stack.
    fn new(kind: Kind, size: usize) -> Self {
        let word = &raw mut ffi_type_uint64;
        let half = |half| if half == Half::Float { &raw mut ffi_type_double } else { word };
        let known = match kind {
            Kind::Nothing => Some(&raw mut ffi_type_void),
            Kind::Word => Some(word),
            Kind::Float => Some(&raw mut ffi_type_float),
            Kind::Double => Some(&raw mut ffi_type_double),
            Kind::LongDouble => Some(&raw mut ffi_type_longdouble),
            Kind::Wide | Kind::Pair(_) | Kind::Memory { .. } => None,
        };
        let (size, alignment, first, second) = match kind {
            Kind::Pair([first, second]) => (16, 8, half(first), half(second)),
            // A structure with such a float in it is passed in memory, however small it is.
            Kind::Memory { align } => (size, u16::from(align), &raw mut ffi_type_longdouble, ptr::null_mut()),
            _ => (16, 16, word, word),
        };
        // A size that is not zero tells libffi to leave size and alignment as they are.
        let ty = ffi_type { size, alignment, type_: FFI_TYPE_STRUCT, elements: ptr::null_mut() };
        Self { known, ty, parts: [first, second, ptr::null_mut()] }
    }

    fn as_type(&mut self) -> *mut ffi_type {
        self.ty.elements = self.parts.as_mut_ptr();
        self.known.unwrap_or(&raw mut self.ty)
    }
}

/// Writes out what C's streams hold back.
pub(crate) fn flush() {
    // SAFETY: null stands for all streams.
    unsafe { libc::fflush(ptr::null_mut()) };
}

/// A copy of a descriptor that a process started now has, too, under the same number.
pub(crate) fn inheritable(file: &impl AsRawFd) -> io::Result<OwnedFd> {
    // SAFETY: it makes a new descriptor, and nothing else of it.
    let copy = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_DUPFD, COPIES) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new, and nobody else has it.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}

/// Moves a descriptor that this process was started with to its place. What external code executes does not have it.
pub(crate) fn inherited(given: RawFd, place: RawFd) -> File {
    // SAFETY: whoever started the process made it for this; a wrong one only makes reads and writes fail.
    unsafe {
        libc::dup3(given, place, libc::O_CLOEXEC);
        libc::close(given);
        File::from_raw_fd(place)
    }
}

/// Has this process end when the one that started it does, which may be without a word.
pub(crate) fn end_with_parent() {
    // SAFETY: it asks for a signal.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// Whether what this process executes next is at other addresses than what it executes now: those it has in every
/// run. Where the system does not allow that, addresses differ from run to run, no more.
pub(crate) fn fix_addresses() -> bool {
    const FIXED: i32 = 0x0004_0000;
    const ASK: u64 = 0xffff_ffff;
    // SAFETY: it asks for flags of this process, and sets one that concerns what it executes next.
    unsafe {
        let now = libc::personality(ASK);
        now >= 0 && now & FIXED == 0 && libc::personality(u64::from((now | FIXED).cast_unsigned())) >= 0
    }
}

/// Makes standard output and standard error a file; `None` leaves them as they are. What they were before.
pub(crate) fn redirect(to: Option<&File>) -> Option<[RawFd; 2]> {
    let to = to?.as_raw_fd();
    Some([libc::STDOUT_FILENO, libc::STDERR_FILENO].map(|stream| {
        // SAFETY: descriptors are copied; nothing in this process holds these two for its own.
        unsafe {
            let copy = libc::fcntl(stream, libc::F_DUPFD_CLOEXEC, MEMORY + 1);
            libc::dup2(to, stream);
            copy
        }
    }))
}

/// Undoes [`redirect`].
pub(crate) fn restore(before: Option<[RawFd; 2]>) {
    for (stream, copy) in
        [libc::STDOUT_FILENO, libc::STDERR_FILENO].into_iter().zip(before.into_iter().flatten())
    {
        // SAFETY: as there; the copy is ours.
        unsafe {
            libc::dup2(copy, stream);
            libc::close(copy);
        }
    }
}

/// Whether a process that this one started has ended. It can still be waited for.
pub(crate) fn has_ended(child: u32) -> bool {
    let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: zeros are a valid value, which tells of no process.
    let mut told: libc::siginfo_t = unsafe { mem::zeroed() };
    // SAFETY: what is told has room there.
    let failed = unsafe { libc::waitid(libc::P_PID, child, &raw mut told, flags) } != 0;
    // SAFETY: this call tells of a process or leaves zeros.
    failed || unsafe { told.si_pid() } != 0
}

/// Ends all processes of a group.
pub(crate) fn kill_group(leader: u32) {
    if let Ok(leader) = i32::try_from(leader) {
        // SAFETY: the group is that of a process we started and did not wait for yet, so its number is taken.
        unsafe { libc::kill(-leader, libc::SIGKILL) };
    }
}

/// Whether this process is the one that was started, not one that external code forked.
pub(crate) fn is_original() -> bool {
    // SAFETY: both only tell numbers.
    unsafe { libc::getpid() == libc::getpgrp() }
}

/// Ends this process at once, without what C or Rust do at an end.
pub(crate) fn leave(status: i32) -> ! {
    // SAFETY: it never returns, and there is nothing left to do.
    unsafe { libc::_exit(status) }
}

/// What hides the output of external code.
pub(crate) fn nowhere(output: Output) -> Option<File> {
    match output {
        Output::Shown => None,
        Output::Hidden => File::options().write(true).open("/dev/null").ok(),
    }
}
