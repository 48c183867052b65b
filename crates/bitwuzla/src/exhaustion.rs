//! Memory runs out inside Bitwuzla: whichever large allocation fails, the call that made it fails, and nothing else
//! does. A small one (a block of a `std::deque`) is made by the destructor of a node, where C++ has no way but to end
//! the process.

use std::{
    cell::Cell,
    ffi::c_void,
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::{Answer, Kind, Solver, TermManager, is_error_inside};

/// Bytes of a large allocation.
const LARGE: usize = 1024;

thread_local! {
    /// Large allocations of C++ on this thread until one fails; none does at the end.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
}

unsafe extern "C-unwind" {
    /// `std::__throw_bad_alloc()`.
    #[link_name = "_ZSt17__throw_bad_allocv"]
    fn throw_bad_alloc() -> !;
}

/// `operator new(std::size_t)`, in the place of the C++ library's.
#[unsafe(export_name = "_Znwm")]
extern "C-unwind" fn allocate(size: usize) -> *mut c_void {
    if size >= LARGE {
        let left = LEFT.replace(u64::MAX);
        if left == 0 {
            // SAFETY: a C++ function that only throws; this function lets it through.
            unsafe { throw_bad_alloc() }
        }
        LEFT.set(if left == u64::MAX { left } else { left - 1 });
    }
    // SAFETY: `malloc` takes any size; the C++ library frees with `free`.
    unsafe { malloc(size.max(1)) }
}

/// Asks a question that needs all parts of the solver, of whose allocations one may fail: whether it did, and
/// whether the question was answered.
fn ask(allocations: u64) -> (bool, bool) {
    let asked = catch_unwind(AssertUnwindSafe(|| {
        LEFT.set(allocations);
        let manager = TermManager::new();
        let sort = manager.bv_sort(16);
        let (x, y) = (manager.unknown(&sort), manager.unknown(&sort));
        let product = manager.term(Kind::BvMul, &[&x, &y]);
        let mut solver = Solver::new(&manager, &[]);
        solver.assert(&manager.term(Kind::Equal, &[&product, &manager.bv_value(&sort, 12_345)]));
        assert_eq!(solver.check(), Answer::Sat);
        assert!(solver.value(&x).to_u64().is_some());
    }));
    if let Err(panic) = &asked {
        assert!(is_error_inside(&**panic));
    }
    (LEFT.replace(u64::MAX) == u64::MAX, asked.is_ok())
}

#[test]
fn any_allocation_may_fail() {
    let mut failed = 0;
    let mut allocations = 0;
    loop {
        let (fired, answered) = ask(allocations);
        assert!(fired || answered, "nothing happened at {allocations}");
        assert!(ask(u64::MAX).1, "after a failure at {allocations}");
        if !fired {
            break;
        }
        failed += u64::from(!answered);
        allocations += 1 + allocations / 40;
    }
    assert!(failed > 30, "{failed} questions failed");
}
