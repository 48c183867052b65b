//! Terms, their sorts, and the manager that owns both.
//!
//! Law: a handle counts as one reference in Bitwuzla's own count and keeps the manager alive. Terms of
//! different managers never meet. What Bitwuzla does not check in a release build (indices of zero, widths
//! beyond reason, formats it cannot do) is checked here.

use std::{
    cell::Cell,
    ffi::CString,
    fmt,
    ptr::{self, NonNull},
    rc::Rc,
};

use crate::{
    Kind, RoundingMode,
    error::{Refusal, attempt},
    ffi::{self, RawManager, RawSort, RawTerm},
};

/// The widest bit vector we make. Bitwuzla's own limit is where its memory ends.
const MAX_WIDTH: u64 = 1 << 24;

/// Exponent and significand (with the hidden bit) of the formats Bitwuzla is sure of.
const FORMATS: [(u64, u64); 4] = [(5, 11), (8, 24), (11, 53), (15, 113)];

/// In which base the digits of a value are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Base {
    /// Zeros and ones.
    Binary = 2,
    /// Decimal digits.
    Decimal = 10,
    /// Hexadecimal digits.
    Hexadecimal = 16,
}

impl Base {
    fn number(self) -> u8 {
        match self {
            Self::Binary => 2,
            Self::Decimal => 10,
            Self::Hexadecimal => 16,
        }
    }
}

/// Owns terms and sorts. A clone is the same manager.
#[derive(Clone)]
pub struct TermManager(Rc<Owner>);

/// Bitwuzla's manager, deleted with the last handle.
pub(crate) struct Owner {
    raw: NonNull<RawManager>,
    /// Whether an error came out of the middle of something: then nobody knows what state it is in.
    broken: Cell<bool>,
}

impl Owner {
    /// Makes a call that works on this manager's terms.
    ///
    /// # Panics
    ///
    /// With Bitwuzla's sentence, when it refuses the call, and when an earlier call broke the manager.
    pub(crate) fn call<T>(&self, call: impl FnOnce() -> T) -> T {
        assert!(!self.is_broken(), "an earlier error broke this term manager");
        match attempt(call) {
            Ok(answer) => answer,
            Err(Refusal::Call(sentence)) => panic!("{sentence}"),
            Err(Refusal::Inside(sentence)) => {
                self.broken.set(true);
                panic!("{sentence}")
            }
        }
    }

    /// Whether nothing may touch this manager any more, not even to free memory.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.get()
    }

    pub(crate) fn raw(&self) -> *mut RawManager {
        self.raw.as_ptr()
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        if !self.is_broken() {
            // SAFETY: the manager is live, and no handle is left: each holds a reference to `self`.
            unsafe { ffi::bitwuzla_term_manager_delete(self.raw()) }
        }
    }
}

/// Defines a counted handle.
macro_rules! handle {
    ($(#[$meta:meta])* $name:ident, $raw:ident, $copy:ident, $release:ident, $print:ident) => {
        $(#[$meta])*
        pub struct $name {
            raw: NonNull<$raw>,
            owner: Rc<Owner>,
        }

        impl $name {
            /// Takes over a reference that a call on `owner`'s manager returned.
            fn take(raw: *mut $raw, owner: &Rc<Owner>) -> Self {
                let raw = NonNull::new(raw).expect("Bitwuzla returns null only after a complaint");
                Self { raw, owner: Rc::clone(owner) }
            }

            /// The pointer itself, for a call on `owner`'s manager or on a solver that uses it.
            pub(crate) fn raw_for(&self, owner: &Rc<Owner>) -> *mut $raw {
                assert!(Rc::ptr_eq(&self.owner, owner), "terms and sorts stay with their manager");
                self.raw.as_ptr()
            }
        }

        impl Clone for $name {
            fn clone(&self) -> Self {
                // SAFETY: the handle is live, because `self` counts as a reference.
                Self::take(self.owner.call(|| unsafe { ffi::$copy(self.raw.as_ptr()) }), &self.owner)
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if !self.owner.is_broken() {
                    // SAFETY: gives back the one reference this handle counts as; the manager is still live.
                    unsafe { ffi::$release(self.raw.as_ptr()) }
                }
            }
        }

        impl PartialEq for $name {
            /// Whether both are the same; Bitwuzla keeps each only once.
            fn eq(&self, other: &Self) -> bool {
                self.raw == other.raw
            }
        }

        impl Eq for $name {}

        impl fmt::Display for $name {
            /// As SMT-LIB has it.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // SAFETY: the handle is live, and the string is copied at once.
                f.write_str(&self.owner.call(|| unsafe { ffi::owned(ffi::$print(self.raw.as_ptr())) }))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

handle! {
    /// The type of a term.
    Sort, RawSort, bitwuzla_sort_copy, bitwuzla_sort_release, bitwuzla_sort_to_string
}

handle! {
    /// A term. Equal terms are the same handle.
    Term, RawTerm, bitwuzla_term_copy, bitwuzla_term_release, bitwuzla_term_to_string
}

impl Default for TermManager {
    fn default() -> Self {
        Self::new()
    }
}

impl TermManager {
    /// Behaves as after an error inside Bitwuzla, for tests of those who have to cope with one.
    ///
    /// # Panics
    ///
    /// Always, with a sentence that stands for Bitwuzla's.
    pub fn fail(&self) {
        self.0.call(|| crate::error::keep(c"bitwuzla: error: out of luck\n".as_ptr()));
    }

    /// An empty manager, for this thread.
    pub fn new() -> Self {
        // SAFETY: has no precondition.
        let raw = crate::error::checked(|| unsafe { ffi::bitwuzla_term_manager_new() });
        let raw = NonNull::new(raw).expect("Bitwuzla returns null only after a complaint");
        Self(Rc::new(Owner { raw, broken: Cell::new(false) }))
    }

    pub(crate) fn owner(&self) -> &Rc<Owner> {
        &self.0
    }

    /// Takes the sort that a call returned.
    fn sort(&self, call: impl FnOnce(*mut RawManager) -> *mut RawSort) -> Sort {
        Sort::take(self.0.call(|| call(self.0.raw())), &self.0)
    }

    /// Takes the term that a call returned.
    fn make(&self, call: impl FnOnce(*mut RawManager) -> *mut RawTerm) -> Term {
        Term::take(self.0.call(|| call(self.0.raw())), &self.0)
    }

    /// Truth values.
    pub fn bool_sort(&self) -> Sort {
        // SAFETY: the manager is live.
        self.sort(|manager| unsafe { ffi::bitwuzla_mk_bool_sort(manager) })
    }

    /// Bit vectors of a width.
    pub fn bv_sort(&self, width: u64) -> Sort {
        assert!(width <= MAX_WIDTH, "no bit vector has {width} bits");
        // SAFETY: the manager is live.
        self.sort(|manager| unsafe { ffi::bitwuzla_mk_bv_sort(manager, width) })
    }

    /// Floats; the significand counts the hidden bit, as in (11, 53) for `f64`.
    pub fn fp_sort(&self, exponent: u64, significand: u64) -> Sort {
        // SAFETY: the manager is live.
        self.sort(|manager| unsafe { ffi::bitwuzla_mk_fp_sort(manager, exponent, significand) })
    }

    /// Rounding modes.
    pub fn rm_sort(&self) -> Sort {
        // SAFETY: the manager is live.
        self.sort(|manager| unsafe { ffi::bitwuzla_mk_rm_sort(manager) })
    }

    /// A new unknown, different from every other.
    pub fn unknown(&self, sort: &Sort) -> Term {
        let sort = sort.raw_for(&self.0);
        // SAFETY: manager and sort are live and belong together; null stands for no name.
        self.make(|manager| unsafe { ffi::bitwuzla_mk_const(manager, sort, ptr::null()) })
    }

    /// A new unknown with a name for people; the name identifies nothing.
    pub fn named_unknown(&self, sort: &Sort, name: &str) -> Term {
        let sort = sort.raw_for(&self.0);
        let name = c_string(name);
        // SAFETY: manager and sort are live and belong together; the name is copied.
        self.make(|manager| unsafe { ffi::bitwuzla_mk_const(manager, sort, name.as_ptr()) })
    }

    /// A truth value.
    pub fn truth(&self, value: bool) -> Term {
        // SAFETY: the manager is live.
        self.make(|manager| unsafe {
            if value { ffi::bitwuzla_mk_true(manager) } else { ffi::bitwuzla_mk_false(manager) }
        })
    }

    /// A number, which must fit the sort.
    pub fn bv_value(&self, sort: &Sort, value: u64) -> Term {
        let sort = sort.raw_for(&self.0);
        // SAFETY: manager and sort are live and belong together; Bitwuzla checks what kind of sort it is.
        self.make(|manager| unsafe { ffi::bitwuzla_mk_bv_value_uint64(manager, sort, value) })
    }

    /// A number of any width, which must fit the sort.
    pub fn bv_digits(&self, sort: &Sort, digits: &str, base: Base) -> Term {
        let sort = sort.raw_for(&self.0);
        let digits = c_string(digits);
        // SAFETY: as above; the string is read during the call.
        self.make(|manager| unsafe {
            ffi::bitwuzla_mk_bv_value(manager, sort, digits.as_ptr(), base.number())
        })
    }

    /// A rounding mode.
    pub fn rounding(&self, mode: RoundingMode) -> Term {
        // SAFETY: the manager is live.
        self.make(|manager| unsafe { ffi::bitwuzla_mk_rm_value(manager, mode) })
    }

    /// The float whose IEEE bits are `bits`.
    pub fn f32_bits(&self, bits: u32) -> Term {
        let bits = self.bv_value(&self.bv_sort(32), u64::from(bits));
        self.indexed(Kind::FpToFpFromBv, &[&bits], &[8, 24])
    }

    /// The float whose IEEE bits are `bits`.
    pub fn f64_bits(&self, bits: u64) -> Term {
        let bits = self.bv_value(&self.bv_sort(64), bits);
        self.indexed(Kind::FpToFpFromBv, &[&bits], &[11, 53])
    }

    /// An operation on terms.
    pub fn term(&self, kind: Kind, arguments: &[&Term]) -> Term {
        if kind == Kind::BvConcat {
            let width = arguments.iter().map(|argument| argument.width()).fold(0, u64::saturating_add);
            assert!(width <= MAX_WIDTH, "no bit vector has {width} bits");
        }
        let raw = |argument: &Term| argument.raw_for(&self.0);
        match *arguments {
            [a] => {
                let a = raw(a);
                // SAFETY: manager and terms are live and belong together; Bitwuzla checks number and sorts.
                self.make(|manager| unsafe { ffi::bitwuzla_mk_term1(manager, kind, a) })
            }
            [a, b] => {
                let (a, b) = (raw(a), raw(b));
                // SAFETY: as above.
                self.make(|manager| unsafe { ffi::bitwuzla_mk_term2(manager, kind, a, b) })
            }
            [a, b, c] => {
                let (a, b, c) = (raw(a), raw(b), raw(c));
                // SAFETY: as above.
                self.make(|manager| unsafe { ffi::bitwuzla_mk_term3(manager, kind, a, b, c) })
            }
            _ => {
                let mut raw = raw_terms(arguments, &self.0);
                let count = count(raw.len());
                // SAFETY: as above; the array has as many entries as is said, and is only read.
                self.make(|manager| unsafe { ffi::bitwuzla_mk_term(manager, kind, count, raw.as_mut_ptr()) })
            }
        }
    }

    /// An operation on terms that has numbers of its own, such as the bits of an extract (high, low), how many
    /// bits an extension adds, or exponent and significand of a float.
    pub fn indexed(&self, kind: Kind, arguments: &[&Term], indices: &[u64]) -> Term {
        check_indices(kind, arguments, indices);
        let mut raw = raw_terms(arguments, &self.0);
        let (count, index_count) = (count(raw.len()), count(indices.len()));
        // SAFETY: manager and terms are live and belong together, the arrays have as many entries as is said;
        // Bitwuzla checks numbers and sorts, `check_indices` the rest.
        self.make(|manager| unsafe {
            ffi::bitwuzla_mk_term_indexed(
                manager,
                kind,
                count,
                raw.as_mut_ptr(),
                index_count,
                indices.as_ptr(),
            )
        })
    }
}

impl Term {
    /// Takes the term that a call on `owner`'s manager, or on a solver that uses it, returned.
    pub(crate) fn returned(owner: &Rc<Owner>, call: impl FnOnce() -> *mut RawTerm) -> Self {
        Self::take(owner.call(call), owner)
    }

    /// Asks about the term.
    fn ask<T>(&self, question: impl FnOnce(*mut RawTerm) -> T) -> T {
        self.owner.call(|| question(self.raw.as_ptr()))
    }

    /// Its sort.
    pub fn sort(&self) -> Sort {
        // SAFETY: the term is live; the sort belongs to the same manager.
        Sort::take(self.ask(|term| unsafe { ffi::bitwuzla_term_get_sort(term) }), &self.owner)
    }

    /// Whether it is a truth value.
    pub fn is_bool(&self) -> bool {
        // SAFETY: the term is live.
        self.ask(|term| unsafe { ffi::bitwuzla_term_is_bool(term) })
    }

    /// Whether it is a bit vector.
    pub fn is_bv(&self) -> bool {
        // SAFETY: the term is live.
        self.ask(|term| unsafe { ffi::bitwuzla_term_is_bv(term) })
    }

    /// Whether it is a float.
    pub fn is_fp(&self) -> bool {
        // SAFETY: the term is live.
        self.ask(|term| unsafe { ffi::bitwuzla_term_is_fp(term) })
    }

    /// Whether it is known: `true`, `false`, a number, a float or a rounding mode.
    pub fn is_value(&self) -> bool {
        // SAFETY: the term is live.
        self.ask(|term| unsafe { ffi::bitwuzla_term_is_value(term) })
    }

    /// Bits of a bit vector.
    pub fn width(&self) -> u64 {
        // SAFETY: the term is live; Bitwuzla checks what it is.
        self.ask(|term| unsafe { ffi::bitwuzla_term_bv_get_size(term) })
    }

    /// A known truth value.
    pub fn to_bool(&self) -> bool {
        // SAFETY: the term is live; Bitwuzla checks what it is.
        self.ask(|term| unsafe { ffi::bitwuzla_term_value_get_bool(term) })
    }

    /// The bits of a known number, or the IEEE bits of a known float, highest first.
    pub fn digits(&self) -> String {
        assert!(self.is_bv() || self.is_fp(), "only numbers and floats have digits");
        // SAFETY: the term is live; Bitwuzla checks that it is a value.
        self.ask(|term| unsafe {
            ffi::owned(ffi::bitwuzla_term_value_get_str_fmt(term, Base::Binary.number()))
        })
    }

    /// The same as a number, if it has at most 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        u64::from_str_radix(&self.digits(), 2).ok()
    }
}

/// What Bitwuzla leaves to its caller.
fn check_indices(kind: Kind, arguments: &[&Term], indices: &[u64]) {
    match (kind, indices) {
        (Kind::BvRepeat, &[times]) => {
            let width = arguments.first().map_or(0, |argument| argument.width().saturating_mul(times));
            assert!((1..=MAX_WIDTH).contains(&width), "no bit vector has {width} bits");
        }
        (Kind::BvZeroExtend | Kind::BvSignExtend, &[more]) => {
            let width = arguments.first().map_or(0, |argument| argument.width().saturating_add(more));
            assert!(width <= MAX_WIDTH, "no bit vector has {width} bits");
        }
        (Kind::FpToSbv | Kind::FpToUbv, &[width]) => {
            // symfpu's circuit for a single bit has a part of no bits at all.
            assert!((2..=MAX_WIDTH).contains(&width), "no float is converted to {width} bits");
        }
        (
            Kind::FpToFpFromBv | Kind::FpToFpFromFp | Kind::FpToFpFromSbv | Kind::FpToFpFromUbv,
            &[exponent, significand],
        ) => {
            let known = FORMATS.contains(&(exponent, significand));
            assert!(known, "no float has {exponent} + {significand} bits");
        }
        _ => {}
    }
}

/// The pointers of several terms of one manager.
pub(crate) fn raw_terms(terms: &[&Term], owner: &Rc<Owner>) -> Vec<*mut RawTerm> {
    terms.iter().map(|term| term.raw_for(owner)).collect()
}

/// A number of arguments.
pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).expect("there are fewer than 2^32 arguments")
}

/// A string for C.
pub(crate) fn c_string(text: &str) -> CString {
    CString::new(text).expect("there is no zero byte in a name or number")
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::{Kind, TermManager};
    use crate::{Answer, Solver};

    #[test]
    fn an_error_from_inside_breaks_the_manager_and_nothing_else() {
        let manager = TermManager::new();
        let x = manager.unknown(&manager.bool_sort());
        let solver = Solver::new(&manager, &[]);
        assert!(catch_unwind(AssertUnwindSafe(|| manager.fail())).is_err());
        assert!(manager.0.is_broken());
        assert!(catch_unwind(AssertUnwindSafe(|| manager.term(Kind::Not, &[&x]))).is_err());
        drop((solver, x, manager));

        let mut solver = Solver::new(&TermManager::new(), &[]);
        assert_eq!(solver.check(), Answer::Sat);
    }
}
