//! What happens when LLVM gives up on its input.
//!
//! LLVM's readers trust their input: on damaged bitcode they may run into a null pointer, call `abort` or
//! overflow the stack. While a [`Guard`] is alive, the thread that made it turns each of these into one line
//! on standard error and exit status 2. Crashes of other threads are none of its business.

use std::{
    ffi::{CStr, c_char, c_int, c_void},
    mem::MaybeUninit,
    ptr,
    sync::atomic::{AtomicPtr, AtomicU64, Ordering},
};

use llvm_sys::error_handling::{LLVMInstallFatalErrorHandler, LLVMResetFatalErrorHandler};

// What the C interface does not offer: who is told when memory runs out, in LLVM's own containers and in
// C++'s `new`. Damaged input asks for absurd amounts.
unsafe extern "C" {
    /// `llvm::install_bad_alloc_error_handler`
    #[link_name = "_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_"]
    fn install_bad_alloc_handler(handler: extern "C" fn(*mut c_void, *const c_char, bool), data: *mut c_void);
    /// `llvm::remove_bad_alloc_error_handler`
    #[link_name = "_ZN4llvm30remove_bad_alloc_error_handlerEv"]
    fn remove_bad_alloc_handler();
    /// `std::set_new_handler`, which returns the previous one
    #[link_name = "_ZSt15set_new_handlerPFvvE"]
    fn set_new_handler(handler: Option<extern "C" fn()>) -> Option<extern "C" fn()>;
}

/// The exit status of a run that could not read its input.
const STATUS: c_int = 2;

/// What a damaged module may end in.
const SIGNALS: [c_int; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE];

/// Room for the handler to run when the stack is used up.
const STACK_BYTES: usize = 64 * 1024;

/// Which file is being read, for the handlers. Null when no guard is alive.
static READING: AtomicPtr<String> = AtomicPtr::new(ptr::null_mut());

/// The thread that reads.
static READER: AtomicU64 = AtomicU64::new(0);

/// Signal handlers, alternate stack and LLVM's fatal error handler, all undone on drop.
///
/// Only one guard is alive at a time: `load` holds a lock.
pub(crate) struct Guard {
    previous: [libc::sigaction; SIGNALS.len()],
    previous_stack: libc::stack_t,
    previous_new_handler: Option<extern "C" fn()>,
    /// The handlers' stack; kept until they are gone.
    _stack: Box<[MaybeUninit<u8>]>,
}

impl Guard {
    /// Guards this thread.
    pub(crate) fn new() -> Self {
        READER.store(this_thread(), Ordering::SeqCst);
        set_reading(Some("input"));
        let mut stack = Box::new_uninit_slice(STACK_BYTES);
        let mut previous_stack = MaybeUninit::<libc::stack_t>::uninit();
        let alternate =
            libc::stack_t { ss_sp: stack.as_mut_ptr().cast::<c_void>(), ss_flags: 0, ss_size: STACK_BYTES };
        // SAFETY: `stack` lives until `drop` has put the previous stack back; the call fills `previous_stack`.
        let previous_stack = unsafe {
            assert_eq!(
                libc::sigaltstack(&raw const alternate, previous_stack.as_mut_ptr()),
                0,
                "sigaltstack"
            );
            previous_stack.assume_init()
        };
        let previous = SIGNALS.map(|signal| {
            let mut action = MaybeUninit::<libc::sigaction>::zeroed();
            let mut previous = MaybeUninit::<libc::sigaction>::uninit();
            // SAFETY: all zero is a valid action, then completed; the call fills `previous`; the handler only
            // makes calls that are allowed in one.
            unsafe {
                (*action.as_mut_ptr()).sa_sigaction = address(on_signal);
                (*action.as_mut_ptr()).sa_flags = libc::SA_ONSTACK;
                assert_eq!(libc::sigaction(signal, action.as_ptr(), previous.as_mut_ptr()), 0, "sigaction");
                previous.assume_init()
            }
        });
        // SAFETY: no other handler is installed: this crate alone uses LLVM, one guard at a time.
        let previous_new_handler = unsafe {
            LLVMInstallFatalErrorHandler(Some(on_fatal));
            install_bad_alloc_handler(on_bad_alloc, ptr::null_mut());
            set_new_handler(Some(on_no_memory))
        };
        Self { previous, previous_stack, previous_new_handler, _stack: stack }
    }

    /// Names the file that is read from now on.
    #[expect(clippy::unused_self, reason = "only who holds the guard may say so")]
    pub(crate) fn reading(&self, file: &str) {
        set_reading(Some(file));
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // SAFETY: `new` installed the handlers.
        unsafe {
            set_new_handler(self.previous_new_handler);
            remove_bad_alloc_handler();
            LLVMResetFatalErrorHandler();
        }
        for (signal, previous) in SIGNALS.iter().zip(&self.previous) {
            // SAFETY: the action is the one that was there before. It cannot fail for a signal it worked for.
            unsafe { libc::sigaction(*signal, previous, ptr::null_mut()) };
        }
        // SAFETY: as above, for the stack; this is still the thread that made the guard.
        unsafe { libc::sigaltstack(&raw const self.previous_stack, ptr::null_mut()) };
        set_reading(None);
    }
}

/// A handler as the integer `sigaction` wants.
#[expect(clippy::as_conversions, reason = "there is no other way from a function to its address")]
fn address(handler: extern "C" fn(c_int)) -> usize {
    handler as usize
}

fn set_reading(file: Option<&str>) {
    let new = file.map_or(ptr::null_mut(), |file| Box::into_raw(Box::new(file.replace('\n', " "))));
    let old = READING.swap(new, Ordering::SeqCst);
    if !old.is_null() {
        // SAFETY: it came from `Box::into_raw` here, and after the swap nobody can find it: the handlers run
        // on this same thread and never return.
        drop(unsafe { Box::from_raw(old) });
    }
}

fn this_thread() -> u64 {
    // SAFETY: has no precondition.
    unsafe { libc::pthread_self() }
}

/// The crash of a reader: one line and out. Only writes and exits, which a signal handler may do.
extern "C" fn on_signal(signal: c_int) {
    if this_thread() != READER.load(Ordering::SeqCst) {
        // SAFETY: puts the default back; the instruction runs again and ends the process as it should.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
        return;
    }
    finish(&[b"corrupt bitcode (LLVM's reader crashed)"]);
}

/// What LLVM calls before it would end the process.
extern "C" fn on_fatal(reason: *const c_char) {
    if reason.is_null() {
        finish(&[b"corrupt bitcode (LLVM gives no reason)"]);
    }
    // SAFETY: LLVM passes a string that ends in a zero byte.
    let reason = unsafe { CStr::from_ptr(reason) }.to_bytes();
    let line = reason.split(|&byte| byte == b'\n').next().unwrap_or_default();
    finish(&[b"corrupt bitcode (", line, b")"]);
}

/// What LLVM calls when it gets no memory.
extern "C" fn on_bad_alloc(_data: *mut c_void, _reason: *const c_char, _crash: bool) {
    on_no_memory();
}

/// What C++ calls when it gets no memory.
extern "C" fn on_no_memory() {
    finish(&[b"corrupt bitcode (LLVM's reader ran out of memory)"]);
}

/// Ends the process because the file being read is not worth more time. Called by the thread that waits.
pub(crate) fn lose_patience(file: &str) -> ! {
    finish_with(file, &[b"corrupt bitcode (LLVM's reader does not come to an end)"])
}

fn finish(parts: &[&[u8]]) -> ! {
    let file = READING.load(Ordering::SeqCst);
    // SAFETY: null or the string `set_reading` put there, which stays until this same thread replaces it.
    let file = unsafe { file.as_ref() }.map_or("input", String::as_str);
    finish_with(file, parts)
}

fn finish_with(file: &str, parts: &[&[u8]]) -> ! {
    say(b"vellum: error: ");
    say(file.as_bytes());
    say(b": ");
    for part in parts {
        say(part);
    }
    say(b"; build it again\n");
    // SAFETY: ends the process without running anything else.
    unsafe { libc::_exit(STATUS) }
}

fn say(text: &[u8]) {
    // SAFETY: writes the bytes of a live slice. Nothing can be done if it fails.
    unsafe { libc::write(libc::STDERR_FILENO, text.as_ptr().cast::<c_void>(), text.len()) };
}

#[cfg(test)]
mod tests {
    use std::{env, hint::black_box, process::Command, thread};

    use super::{Guard, SIGNALS};

    /// How a child process is to fail: a signal's number, or `overflow`.
    const CHILD: &str = "VELLUM_GUARD_TEST_CHILD";

    #[test]
    fn every_crash_of_the_reader_is_one_line_and_status_2() {
        let ways = SIGNALS.iter().map(ToString::to_string).chain(["overflow".to_owned()]);
        for way in ways {
            let output = Command::new(env::current_exe().unwrap())
                .args(["--exact", "guard::tests::child", "--nocapture"])
                .env(CHILD, &way)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{way}");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                said, "vellum: error: bad.bc: corrupt bitcode (LLVM's reader crashed); build it again\n",
                "{way}"
            );
        }
    }

    /// Not a test of its own: what the process above runs.
    #[test]
    fn child() {
        let Some(way) = env::var_os(CHILD) else { return };
        let way = way.into_string().unwrap();
        let reader = thread::spawn(move || {
            let guard = Guard::new();
            guard.reading("bad.bc");
            match way.parse() {
                // SAFETY: raising a signal has no precondition.
                Ok(signal) => drop(unsafe { libc::raise(signal) }),
                Err(_) => drop(recurse(0)),
            }
        });
        reader.join().unwrap();
    }

    #[expect(unconditional_recursion, reason = "until the stack is used up")]
    fn recurse(depth: u64) -> u64 {
        recurse(black_box(depth + 1)) + black_box(depth)
    }
}
