//! The part of Bitwuzla's C interface this crate uses; names and order as in `bitwuzla/c/bitwuzla.h`.
//!
//! Law: a function that finds something wrong calls this thread's abort callback and, when that returns, itself
//! returns null, zero or false. The recipe sees to it that no C++ exception leaves one.

use std::ffi::{CStr, c_char, c_int, c_void};

use crate::{Kind, Opt, RoundingMode};

/// A type of Bitwuzla's that we only point to.
macro_rules! opaque {
    ($($name:ident)*) => {
        $(
            #[repr(C)]
            pub(crate) struct $name {
                _private: [u8; 0],
            }
        )*
    };
}
opaque!(RawManager RawSort RawTerm RawSolver RawOptions);

/// `BitwuzlaResult`, whatever number comes.
pub(crate) type RawResult = c_int;

unsafe extern "C" {
    pub(crate) fn bitwuzla_options_new() -> *mut RawOptions;
    pub(crate) fn bitwuzla_options_delete(options: *mut RawOptions);
    pub(crate) fn bitwuzla_set_option(options: *mut RawOptions, option: Opt, value: u64);
    pub(crate) fn bitwuzla_set_option_mode(options: *mut RawOptions, option: Opt, value: *const c_char);

    pub(crate) fn bitwuzla_sort_release(sort: *mut RawSort);
    pub(crate) fn bitwuzla_sort_copy(sort: *mut RawSort) -> *mut RawSort;
    pub(crate) fn bitwuzla_sort_to_string(sort: *mut RawSort) -> *const c_char;

    pub(crate) fn bitwuzla_term_copy(term: *mut RawTerm) -> *mut RawTerm;
    pub(crate) fn bitwuzla_term_release(term: *mut RawTerm);
    pub(crate) fn bitwuzla_term_get_sort(term: *mut RawTerm) -> *mut RawSort;
    pub(crate) fn bitwuzla_term_bv_get_size(term: *mut RawTerm) -> u64;
    pub(crate) fn bitwuzla_term_is_bool(term: *mut RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_is_bv(term: *mut RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_is_fp(term: *mut RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_is_value(term: *mut RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_value_get_bool(term: *mut RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_value_get_str_fmt(term: *mut RawTerm, base: u8) -> *const c_char;
    pub(crate) fn bitwuzla_term_to_string(term: *mut RawTerm) -> *const c_char;

    pub(crate) fn bitwuzla_new(manager: *mut RawManager, options: *const RawOptions) -> *mut RawSolver;
    pub(crate) fn bitwuzla_delete(solver: *mut RawSolver);
    pub(crate) fn bitwuzla_set_termination_callback(
        solver: *mut RawSolver,
        function: extern "C" fn(*mut c_void) -> i32,
        state: *mut c_void,
    );
    pub(crate) fn bitwuzla_set_abort_callback(function: extern "C" fn(*const c_char));
    pub(crate) fn bitwuzla_push(solver: *mut RawSolver, levels: u64);
    pub(crate) fn bitwuzla_pop(solver: *mut RawSolver, levels: u64);
    pub(crate) fn bitwuzla_assert(solver: *mut RawSolver, term: *mut RawTerm);
    pub(crate) fn bitwuzla_is_unsat_assumption(solver: *mut RawSolver, term: *mut RawTerm) -> bool;
    pub(crate) fn bitwuzla_check_sat(solver: *mut RawSolver) -> RawResult;
    pub(crate) fn bitwuzla_check_sat_assuming(
        solver: *mut RawSolver,
        count: u32,
        terms: *mut *mut RawTerm,
    ) -> RawResult;
    pub(crate) fn bitwuzla_get_value(solver: *mut RawSolver, term: *mut RawTerm) -> *mut RawTerm;

    pub(crate) fn bitwuzla_term_manager_new() -> *mut RawManager;
    pub(crate) fn bitwuzla_term_manager_delete(manager: *mut RawManager);

    pub(crate) fn bitwuzla_mk_bool_sort(manager: *mut RawManager) -> *mut RawSort;
    pub(crate) fn bitwuzla_mk_bv_sort(manager: *mut RawManager, size: u64) -> *mut RawSort;
    pub(crate) fn bitwuzla_mk_fp_sort(
        manager: *mut RawManager,
        exponent: u64,
        significand: u64,
    ) -> *mut RawSort;
    pub(crate) fn bitwuzla_mk_rm_sort(manager: *mut RawManager) -> *mut RawSort;

    pub(crate) fn bitwuzla_mk_true(manager: *mut RawManager) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_false(manager: *mut RawManager) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_bv_value(
        manager: *mut RawManager,
        sort: *mut RawSort,
        value: *const c_char,
        base: u8,
    ) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_bv_value_uint64(
        manager: *mut RawManager,
        sort: *mut RawSort,
        value: u64,
    ) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_rm_value(manager: *mut RawManager, mode: RoundingMode) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_term1(manager: *mut RawManager, kind: Kind, a: *mut RawTerm) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_term2(
        manager: *mut RawManager,
        kind: Kind,
        a: *mut RawTerm,
        b: *mut RawTerm,
    ) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_term3(
        manager: *mut RawManager,
        kind: Kind,
        a: *mut RawTerm,
        b: *mut RawTerm,
        c: *mut RawTerm,
    ) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_term(
        manager: *mut RawManager,
        kind: Kind,
        count: u32,
        terms: *mut *mut RawTerm,
    ) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_term_indexed(
        manager: *mut RawManager,
        kind: Kind,
        count: u32,
        terms: *mut *mut RawTerm,
        index_count: u32,
        indices: *const u64,
    ) -> *mut RawTerm;
    pub(crate) fn bitwuzla_mk_const(
        manager: *mut RawManager,
        sort: *mut RawSort,
        symbol: *const c_char,
    ) -> *mut RawTerm;
}

/// A string of Bitwuzla's, copied before its next call overwrites it.
///
/// # Safety
///
/// Null, or a string that ends in a zero byte.
pub(crate) unsafe fn owned(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: passed on to the caller.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

#[cfg(test)]
pub(crate) use names::{kind_name, mode_name, option_name};

/// What only a test asks: Bitwuzla's own names for our numbers.
#[cfg(test)]
mod names {
    use std::{
        ffi::{c_char, c_int},
        mem::MaybeUninit,
    };

    use super::{RawOptions, bitwuzla_options_delete, bitwuzla_options_new, owned};
    use crate::{Kind, Opt, RoundingMode, error};

    /// The beginning of `BitwuzlaOptionInfo`, and room for the rest.
    #[repr(C)]
    struct OptionInfo {
        option: c_int,
        short: *const c_char,
        long: *const c_char,
        rest: [u64; 32],
    }

    unsafe extern "C" {
        fn bitwuzla_kind_to_string(kind: Kind) -> *const c_char;
        fn bitwuzla_rm_to_string(mode: RoundingMode) -> *const c_char;
        fn bitwuzla_get_option_info(options: *mut RawOptions, option: Opt, info: *mut OptionInfo);
    }

    pub(crate) fn kind_name(kind: Kind) -> String {
        // SAFETY: takes any number; the string is copied before the next call.
        error::checked(|| unsafe { owned(bitwuzla_kind_to_string(kind)) })
    }

    pub(crate) fn mode_name(mode: RoundingMode) -> String {
        // SAFETY: as above.
        error::checked(|| unsafe { owned(bitwuzla_rm_to_string(mode)) })
    }

    pub(crate) fn option_name(option: Opt) -> String {
        // SAFETY: the options are live between new and delete, the call fills the start of `info`, which has
        // room for all of it, and the string it points to is copied at once.
        error::checked(|| unsafe {
            let options = bitwuzla_options_new();
            let mut info = MaybeUninit::<OptionInfo>::zeroed();
            bitwuzla_get_option_info(options, option, info.as_mut_ptr());
            let name = owned(info.assume_init().long);
            bitwuzla_options_delete(options);
            name
        })
    }
}
