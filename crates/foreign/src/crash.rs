//! The helper's last words: which signal ended it, and at which address.

#![expect(unsafe_code, reason = "signal handlers are C")]

use std::{ffi::c_void, mem, ptr};

use vellum_collections::cast::len64;

use crate::{
    native::{SOCKET, is_original, leave},
    protocol::crash_frame,
};

/// Signals that are about an address. Others end the process by themselves and say all there is to say.
const SIGNALS: [i32; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// Bytes the handler may use: the stack itself may be what overflowed.
const STACK: usize = 64 << 10;

/// Has crashes tell of themselves, and signals that our runtime ignores do what C programs are used to.
pub(crate) fn install() {
    let stack = libc::stack_t {
        ss_sp: Box::leak(vec![0_u8; STACK].into_boxed_slice()).as_mut_ptr().cast(),
        ss_flags: 0,
        ss_size: STACK,
    };
    // SAFETY: the memory is ours and never given back.
    unsafe { libc::sigaltstack(&raw const stack, ptr::null_mut()) };
    // SAFETY: zeros are a valid action: the default one, with nothing blocked.
    let mut action: libc::sigaction = unsafe { mem::zeroed() };
    let entry: extern "C" fn(i32, *mut libc::siginfo_t, *mut c_void) = tell;
    action.sa_sigaction = entry_address(entry);
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
    for signal in SIGNALS {
        // SAFETY: the action is complete, and its function takes what this kind of handler is given.
        unsafe { libc::sigaction(signal, &raw const action, ptr::null_mut()) };
    }
    // SAFETY: it makes the default action what it is for any program.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

#[expect(clippy::as_conversions, reason = "a function's address has no other name")]
fn entry_address(entry: extern "C" fn(i32, *mut libc::siginfo_t, *mut c_void)) -> usize {
    entry as usize
}

/// The handler. It does nothing that may not be done in one: it writes, and ends the process.
extern "C" fn tell(signal: i32, info: *mut libc::siginfo_t, context: *mut c_void) {
    const INSTRUCTION: usize = 16;
    if is_original() {
        // SAFETY: the system gives a handler of this kind both, for signals of this kind.
        let (address, instruction) = unsafe {
            let context = context.cast::<libc::ucontext_t>();
            ((*info).si_addr(), (*context).uc_mcontext.gregs[INSTRUCTION])
        };
        let frame = crash_frame(signal, len64(address.expose_provenance()), instruction.cast_unsigned());
        // SAFETY: the bytes are on the handler's own stack.
        unsafe { libc::write(SOCKET, frame.as_ptr().cast(), frame.len()) };
    }
    leave(128 + signal);
}
