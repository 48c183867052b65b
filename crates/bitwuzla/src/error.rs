//! What Bitwuzla has to say against a call.
//!
//! Its C interface reports by a callback, one per thread. The callback may neither unwind (it runs in a
//! destructor, where C++ ends the process on an exception) nor need it: when it returns, so does the call, with
//! null or zero. So the callback keeps the sentence, and [`attempt`] hands it out after the call.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    ffi::{CStr, c_char},
};

use crate::ffi;

thread_local! {
    /// Whether this thread has our callback.
    static ARMED: Cell<bool> = const { Cell::new(false) };
    /// Whether there is a sentence.
    static SAID: Cell<bool> = const { Cell::new(false) };
    static SENTENCE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What was wrong with a call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The arguments; nothing was done.
    Call(String),
    /// Something inside: what the call worked on is in an unknown state.
    Inside(String),
}

/// Makes a call, and says what Bitwuzla said against it.
pub(crate) fn attempt<T>(call: impl FnOnce() -> T) -> Result<T, Refusal> {
    if !ARMED.get() {
        // SAFETY: the function is there as long as the program and can be called at any time.
        unsafe { ffi::bitwuzla_set_abort_callback(keep) };
        ARMED.set(true);
    }
    let answer = call();
    if SAID.replace(false) { Err(refusal(&SENTENCE.take())) } else { Ok(answer) }
}

/// Makes a call that cannot leave anything behind.
///
/// # Panics
///
/// With Bitwuzla's sentence, when it refuses the call.
pub(crate) fn checked<T>(call: impl FnOnce() -> T) -> T {
    match attempt(call) {
        Ok(answer) => answer,
        Err(Refusal::Call(sentence) | Refusal::Inside(sentence)) => panic!("{sentence}"),
    }
}

/// Whether a panic tells of an error inside Bitwuzla, such as too little memory, rather than of a wrong call.
pub fn is_error_inside(panic: &(dyn Any + Send)) -> bool {
    let sentence = panic.downcast_ref::<String>().and_then(|text| text.strip_prefix(NAME));
    sentence.is_some_and(|sentence| !sentence.starts_with(WRONG_CALL))
}

/// What the sentence of a panic begins with.
const NAME: &str = "Bitwuzla: ";

/// What Bitwuzla's sentence begins with if a call is wrong.
const WRONG_CALL: &str = "invalid call";

fn refusal(said: &str) -> Refusal {
    let sentence = said.trim_start_matches("bitwuzla: error:").trim();
    let whole = format!("{NAME}{sentence}");
    if sentence.starts_with(WRONG_CALL) { Refusal::Call(whole) } else { Refusal::Inside(whole) }
}

/// The callback. Of several sentences of one call the first counts. It must not unwind, hence `try_with`: a
/// thread that is ending has no use for the sentence.
pub(crate) extern "C" fn keep(sentence: *const c_char) {
    if sentence.is_null() || SAID.try_with(|said| said.replace(true)).unwrap_or(true) {
        return;
    }
    // SAFETY: Bitwuzla passes a string that ends in a zero byte and lives during this call.
    let sentence = unsafe { CStr::from_ptr(sentence) }.to_string_lossy().into_owned();
    // The value is a string that nobody borrows across a call; if it is gone, so is the reader.
    let _ = SENTENCE.try_with(|place| place.replace(sentence));
}
